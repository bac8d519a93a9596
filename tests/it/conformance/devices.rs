//! Chapter 3 of the C++ AMP specification: accelerators and their queues.

use amp::Error;
use amp::prelude::*;
use amp_tests::on_each;

use crate::conformance::{on_each_queue, refused};

#[test]
fn d_01_default_accelerator_exists() {
    for _ in 0..3 {
        let accelerator = Accelerator::default();
        assert!(!accelerator.description().is_empty());
        accelerator.create_view(QueuingMode::Automatic).unwrap().wait().unwrap();
    }
}

#[test]
fn d_02_default_accelerator_is_one_of_all() {
    let default = Accelerator::default();
    assert_eq!(default, Accelerator::default());
    assert!(Accelerator::all().contains(&default));
    assert_eq!(Accelerator::from_path(&default.device_path()).unwrap(), default);
}

// D-03 sets the default before the first use, in a process of its own: `amp-runtime/tests/runtime/default_accelerator.rs`.

#[test]
fn d_04_created_queue_reports_its_mode_and_is_not_the_default() {
    on_each(|accelerator| {
        for mode in [QueuingMode::Immediate, QueuingMode::Automatic] {
            let view = accelerator.create_view(mode).unwrap();
            assert_eq!(view.queuing_mode(), mode);
            assert_eq!(view.accelerator(), accelerator);
            assert_ne!(view, accelerator.default_view());
            assert_eq!(view.clone(), view);
        }
        assert_eq!(QueuingMode::default(), QueuingMode::Automatic);
        assert_eq!(accelerator.default_view().queuing_mode(), QueuingMode::Automatic);
    });
}

#[test]
fn d_05_clone_of_a_queue_is_the_same_queue() {
    on_each_queue(|view| {
        let copy = view.clone();
        let array = Array::from_slice_on(&copy, [3], &[1u32, 2, 3]).unwrap();
        assert_eq!(array.accelerator_view(), view);
        assert_eq!(array.to_vec().unwrap(), [1, 2, 3]);
    });
}

#[test]
fn d_06_queue_needs_an_accelerator() {
    refused!(AcceleratorView: Default);
}

#[test]
fn d_07_kernels_run_on_the_cpu() {
    // In C++ AMP this is an error.
    for accelerator in [Accelerator::cpu(), Accelerator::cpu_checked()] {
        let mut values = [1u32; 10];
        let mut y = ArrayViewMut::new(&mut values);
        accelerator.default_view().parallel_for_each(10, amp!(|i: Index<1>| y[i] += 1)).unwrap();
        y.finish().unwrap();
        assert_eq!(values, [2; 10]);
    }
}

#[test]
fn d_08_unknown_device_path_is_an_error() {
    for path in ["", "default accelerator", "CPU", "no such thing"] {
        assert!(matches!(Accelerator::from_path(path), Err(Error::NoSuchAccelerator { .. })), "{path}");
    }
}
