//! Loops with more iterations than Mesa's llvmpipe runs, which leaves a loop after 65,535.

use amp::prelude::*;

#[kernel]
fn iterations(i: Index<1>, n: u32, y: &mut ArrayViewMut<u32>) {
    let mut count = 0;
    for _ in 0..n {
        count += 1;
    }
    let mut left = n;
    while left > 0 {
        left -= 1;
        count += 2;
    }
    y[i] = count;
}

#[test]
fn long_loops_run_all_iterations() {
    for accelerator in Accelerator::all() {
        if accelerator.is_emulated() && !accelerator.device_path().starts_with("cpu") {
            eprintln!("skipped on {accelerator}: it emulates a GPU, and leaves long loops");
            continue;
        }
        let mut y = ArrayViewMut::without_source([3]).unwrap();
        accelerator.default_view().parallel_for_each(3, iterations(70_000, &mut y)).unwrap();
        assert_eq!(y.to_vec().unwrap(), [210_000; 3], "on {accelerator}");
    }
}
