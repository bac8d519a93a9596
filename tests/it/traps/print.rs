//! `amp::print!`: the same lines on every accelerator. A GPU prints them in the order of the work-items.

use std::sync::{Mutex, MutexGuard};

use super::*;

static LINES: Mutex<Vec<String>> = Mutex::new(Vec::new());
/// One test at a time, because the hook belongs to the process.
static TURN: Mutex<()> = Mutex::new(());

fn turn() -> MutexGuard<'static, ()> {
    let turn = TURN.lock().unwrap_or_else(|poisoned| poisoned.into_inner());
    amp::set_print_hook(|line| LINES.lock().unwrap().push(line.to_owned()));
    LINES.lock().unwrap().clear();
    turn
}

/// The lines of a launch, sorted if the accelerator's threads print in any order.
fn lines(on: &AcceleratorView) -> Vec<String> {
    on.wait().unwrap();
    let mut lines = std::mem::take(&mut *LINES.lock().unwrap());
    if on.accelerator().device_path().starts_with("cpu") {
        lines.sort();
    }
    lines
}

#[test]
fn lines_of_all_types() {
    let _turn = turn();
    on_each(|accelerator| {
        let on = accelerator.create_view(QueuingMode::Automatic).unwrap();
        let x = ArrayView::new(&[1.5f32, -0.25]);
        let kernel = amp!(|i: Index<1>| {
            let (k, own) = (i[0] as i32 - 1, x[i]);
            let half = (k as i16, i[0] as u8 + 200);
            amp::print!("{k} {own} {:?} {:>6.2}| {:#x} {{}}", own > 0.0, own, i[0] * 255);
            amp::print!("{k}: {} {1:03} {n}", half.0, half.1, n = k * 2);
        });
        on.parallel_for_each(2, kernel).unwrap();
        let expected =
            ["-1 1.5 true   1.50| 0x0 {}", "-1: -1 200 -2", "0 -0.25 false  -0.25| 0xff {}", "0: 0 201 0"];
        assert_eq!(lines(&on), expected, "on {}", accelerator.description());
    });
}

#[device]
fn noted(k: u32) -> u32 {
    if k % 3 == 0 {
        amp::print!("third {k}");
    }
    k + 1
}

#[test]
fn lines_in_functions_loops_and_tiles() {
    let _turn = turn();
    on_each(|accelerator| {
        let on = accelerator.create_view(QueuingMode::Automatic).unwrap();
        let mut y = ArrayViewMut::<u32>::without_source([8]).unwrap();
        let domain = y.extent().tile([4]).unwrap();
        let kernel = amp!(tile = [4], |t: TiledIndex<1>| {
            let own = t.global[0];
            t.barrier.wait();
            for k in 0..2 {
                if own == 5 {
                    amp::print!("loop {k}");
                }
            }
            y[t.global] = noted(own as u32);
        });
        on.parallel_for_each(domain, kernel).unwrap();
        let mut found = lines(&on);
        assert_eq!(y.to_vec().unwrap(), [1, 2, 3, 4, 5, 6, 7, 8]);
        found.sort();
        let expected = ["loop 0", "loop 1", "third 0", "third 3", "third 6"];
        assert_eq!(found, expected, "on {}", accelerator.description());
    });
    assert_eq!(noted(9), 10);
    assert_eq!(*LINES.lock().unwrap(), ["third 9"]);
}

#[test]
fn launches_print_one_after_another() {
    let _turn = turn();
    on_each(|accelerator| {
        let on = accelerator.create_view(QueuingMode::Automatic).unwrap();
        let mut y = ArrayViewMut::<u32>::without_source([1]).unwrap();
        for launch in 0..3u32 {
            let kernel = amp!(|i: Index<1>| amp::print!("{launch}.{}", i[0] + 1));
            on.parallel_for_each(3, kernel).unwrap();
            on.parallel_for_each(1, amp!(|i: Index<1>| y[i] += 1)).unwrap();
        }
        // A download prints, too.
        assert_eq!(y.to_vec().unwrap(), [3]);
        let expected: Vec<_> = (0..9).map(|n| format!("{}.{}", n / 3, n % 3 + 1)).collect();
        assert_eq!(lines(&on), expected, "on {}", accelerator.description());
    });
}

#[test]
fn lost_lines_are_counted() {
    let _turn = turn();
    on_each(|accelerator| {
        if accelerator.device_path().starts_with("cpu") {
            return;
        }
        let on = accelerator.create_view(QueuingMode::Automatic).unwrap();
        on.parallel_for_each(20_000, amp!(|i: Index<1>| amp::print!("{}", i[0]))).unwrap();
        let found = lines(&on);
        let (last, found) = found.split_last().unwrap();
        let lost = 20_000 - found.len();
        assert!(lost > 0 && found.len() > 10_000, "{lost}");
        assert_eq!(*last, format!("amp: {lost} lines of kernels are lost, because their buffer was full"));
        let numbers: Vec<usize> = found.iter().map(|line| line.parse().unwrap()).collect();
        assert!(numbers.is_sorted());
        // The buffer is empty again.
        on.parallel_for_each(1, amp!(|i: Index<1>| amp::print!("{}", i[0]))).unwrap();
        assert_eq!(lines(&on), ["0"]);
    });
}

#[test]
fn failed_work_items_print_no_more() {
    let _turn = turn();
    on_each(|accelerator| {
        if accelerator.device_path().starts_with("cpu") {
            return;
        }
        let on = accelerator.create_view(QueuingMode::Automatic).unwrap();
        let kernel = amp!(|i: Index<1>| {
            amp::print!("a {}", i[0]);
            assert!(i[0] != 1);
            amp::print!("b {}", i[0]);
        });
        on.parallel_for_each(2, kernel).unwrap();
        assert!(on.wait().is_err());
        assert_eq!(lines(&on), ["a 0", "b 0", "a 1"]);
    });
}
