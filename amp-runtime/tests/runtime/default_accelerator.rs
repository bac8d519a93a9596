//! The default accelerator, and the placement of launches that name no accelerator. The default is determined
//! once in a process, so each case runs in its own process.

use std::process::Command;

use amp::prelude::*;

use crate::on_each::{on_each, on_host};

/// The description of the default accelerator in a process with this value of `AMP_ACCELERATOR`.
fn default_with(setting: &str) -> String {
    printed_with(setting, "default_accelerator::prints_its_default", "the default is ")
}

/// Runs an ignored test in a process with this value of `AMP_ACCELERATOR`. Returns the text that it prints
/// after `words`.
fn printed_with(setting: &str, test: &str, words: &str) -> String {
    let run = Command::new(std::env::current_exe().unwrap())
        .args(["--exact", test, "--nocapture", "--ignored"])
        .env("AMP_ACCELERATOR", setting)
        .output()
        .unwrap();
    let out = String::from_utf8_lossy(&run.stdout).into_owned();
    assert!(run.status.success(), "{test} with {setting:?}: {out}{}", String::from_utf8_lossy(&run.stderr));
    let found = out.lines().find_map(|line| line.split_once(words)).unwrap_or_else(|| panic!("{out}"));
    found.1.to_owned()
}

#[test]
#[ignore = "run by the others, in its own process"]
fn prints_its_default() {
    println!("the default is {}", Accelerator::default());
    Accelerator::set_default(&Accelerator::cpu());
    assert_eq!(Accelerator::default(), Accelerator::cpu());
    assert_eq!(Array::<f32>::new([1]).unwrap().accelerator_view(), &Accelerator::cpu().default_view());
}

#[test]
fn default_is_never_an_emulated_gpu() {
    let real = Accelerator::all().into_iter().find(|it| !it.is_emulated());
    let usual = real.unwrap_or_else(Accelerator::cpu).description();
    assert_eq!(default_with(""), usual);
}

#[test]
#[ignore = "run by another test, in its own process"]
fn launches_on_the_default() {
    let is_missing = |result: amp::Result<()>| matches!(result, Err(amp::Error::NoDefaultAccelerator { .. }));
    let mut y = ArrayViewMut::<u32>::without_source([8]).unwrap();
    let first = parallel_for_each(8, amp!(|i: Index<1>| y[i] = 1)).unwrap_err();
    println!("the error is {first}");
    let default = Accelerator::default().default_view();
    assert!(is_missing(default.parallel_for_each(8, amp!(|i: Index<1>| y[i] = 1))), "launch");
    assert!(is_missing(amp::warm_up(amp!(|i: Index<1>| y[i] = 1))), "warm-up");
    assert!(is_missing(Accelerator::default().create_view(QueuingMode::Automatic).map(|_| ())), "view");
    let mut array = Array::<u32>::new([8]).unwrap();
    assert!(is_missing(parallel_for_each(8, amp!(|i: Index<1>| array[i] = 1))), "array");
    // Launches that name an accelerator run. Launches after `set_default` run, too.
    on_each(|view| {
        let mut y = ArrayViewMut::<u32>::without_source([8]).unwrap();
        view.parallel_for_each(8, amp!(|i: Index<1>| y[i] = 2)).unwrap();
        assert_eq!(y.to_vec().unwrap(), [2; 8]);
    });
    Accelerator::set_default(&Accelerator::cpu());
    parallel_for_each(8, amp!(|i: Index<1>| y[i] = 3)).unwrap();
    assert_eq!(y.to_vec().unwrap(), [3; 8]);
}

#[test]
fn launches_without_a_matching_default_return_an_error_with_the_list() {
    let error =
        printed_with("no such thing", "default_accelerator::launches_on_the_default", "the error is ");
    assert!(
        error.starts_with(
            "no accelerator matches AMP_ACCELERATOR=\"no such thing\"; the accelerators are `cpu`"
        ),
        "{error}"
    );
    for accelerator in Accelerator::all() {
        assert!(error.contains(&format!("`{}`", accelerator.device_path())), "{error}");
        assert!(on_host(&accelerator) || error.contains(&accelerator.description()), "{error}");
    }
}

#[test]
fn environment_variable_selects_the_default() {
    for accelerator in Accelerator::all() {
        assert_eq!(default_with(&accelerator.description()), accelerator.description());
    }
    if let [first, .., _cpu, _checked] = &Accelerator::all()[..] {
        assert_eq!(default_with("gpu"), first.description());
    }
}

/// Runs a test on a queue of each accelerator that has its own memory.
fn on_other_queues(test: impl Fn(&AcceleratorView)) {
    on_each(|view| {
        if !on_host(view.accelerator()) {
            test(view);
        }
    });
}

#[test]
fn launch_runs_on_the_queue_that_has_all_data() {
    on_other_queues(|view| {
        let launched = || view.activity().launches;
        let mut x = ArrayViewMut::from_vec([6, 10], vec![1u32; 60]).unwrap();
        let mut y = ArrayViewMut::<u32, 2>::without_source([6, 10]).unwrap();
        view.parallel_for_each([6, 10], amp!(|i: Index<2>| x[i] += 1)).unwrap();
        // No location has data of `y`.
        parallel_for_each([6, 10], amp!(|i: Index<2>| y[i] = x[i])).unwrap();
        {
            let left = x.section([0, 0], [6, 5]).unwrap();
            let mut right = y.section_mut([0, 5], [6, 5]).unwrap();
            parallel_for_each([6, 5], amp!(|i: Index<2>| right[i] += left[i])).unwrap();
        }
        assert_eq!((launched(), x.transfers().downloads, y.transfers().downloads), (3, 0, 0));
        // The launch runs on the default accelerator if it has all data, too, or if no queue has all data.
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
