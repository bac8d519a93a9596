//! The default accelerator, and the placement of launches that name none. The default is determined once in a process, so
//! each case runs in its own process.

use std::process::Command;

use amp::prelude::*;

use crate::everywhere::{everywhere, on_host};

/// The default of a process with this value of `AMP_ACCELERATOR`, and whether it printed a warning.
fn default_with(wish: &str) -> (String, bool) {
    let run = Command::new(std::env::current_exe().unwrap())
        .args(["--exact", "choice::says_its_default", "--nocapture", "--ignored"])
        .env("AMP_ACCELERATOR", wish)
        .output()
        .unwrap();
    let out = String::from_utf8_lossy(&run.stdout).into_owned();
    let said = out.lines().find_map(|line| line.split_once("the default is ")).unwrap_or_default();
    (said.1.to_owned(), String::from_utf8_lossy(&run.stderr).contains("amp: no accelerator matches"))
}

#[test]
#[ignore = "run by the others, in its own process"]
fn says_its_default() {
    println!("the default is {}", Accelerator::default());
    Accelerator::set_default(&Accelerator::cpu());
    assert_eq!(Accelerator::default(), Accelerator::cpu());
    assert_eq!(Array::<f32>::new([1]).unwrap().accelerator_view(), &Accelerator::cpu().default_view());
}

#[test]
fn default_is_never_an_emulated_gpu() {
    let real = Accelerator::all().into_iter().find(|it| !it.is_emulated());
    let usual = real.unwrap_or_else(Accelerator::cpu).description();
    assert_eq!(default_with(""), (usual.clone(), false));
    assert_eq!(default_with("no such thing"), (usual, true));
}

#[test]
fn environment_variable_selects_the_default() {
    for accelerator in Accelerator::all() {
        assert_eq!(default_with(&accelerator.description()), (accelerator.description(), false));
    }
    if let [first, .., _cpu, _checked] = &Accelerator::all()[..] {
        assert_eq!(default_with("gpu"), (first.description(), false));
    }
}

/// Runs a test on a queue of each accelerator with its own memory that is not the default.
fn off_the_default(test: impl Fn(&AcceleratorView)) {
    everywhere(|view| {
        if !on_host(view.accelerator()) {
            test(view);
        }
    });
}

#[test]
fn launch_runs_on_the_queue_that_has_all_data() {
    off_the_default(|view| {
        let launched = || view.activity().launches;
        let mut x = ArrayViewMut::from_vec([6, 10], vec![1u32; 60]).unwrap();
        let mut y = ArrayViewMut::<u32, 2>::without_source([6, 10]).unwrap();
        view.parallel_for_each([6, 10], amp!(|i: Index<2>| x[i] += 1)).unwrap();
        // `y` has no data anywhere.
        parallel_for_each([6, 10], amp!(|i: Index<2>| y[i] = x[i])).unwrap();
        {
            let left = x.section([0, 0], [6, 5]).unwrap();
            let mut right = y.section_mut([0, 5], [6, 5]).unwrap();
            parallel_for_each([6, 5], amp!(|i: Index<2>| right[i] += left[i])).unwrap();
        }
        assert_eq!((launched(), x.transfers().downloads, y.transfers().downloads), (3, 0, 0));
        // The default accelerator is preferred if it has all data too, and if no queue has all of it.
        assert_eq!((x.read().unwrap()[7], y.read().unwrap()[7]), (2, 4));
        parallel_for_each([6, 10], amp!(|i: Index<2>| y[i] += x[i])).unwrap();
        view.parallel_for_each([6, 10], amp!(|i: Index<2>| x[i] += 1)).unwrap();
        let there = launched();
        parallel_for_each([6, 10], amp!(|i: Index<2>| y[i] += x[i])).unwrap();
        let fresh = ArrayView::with_extent([6, 10], &[5u32; 60]).unwrap();
        parallel_for_each([6, 10], amp!(|i: Index<2>| y[i] += fresh[i])).unwrap();
        if *view.accelerator() != Accelerator::default() {
            assert_eq!(launched(), there);
        }
        assert_eq!((y[[0, 7]], y[[5, 2]]), (4 + 2 + 3 + 5, 2 + 2 + 3 + 5));
    });
}
