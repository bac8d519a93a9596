//! The cases of C++ AMP's conformance suites: devices, index spaces, arrays, views, copies, launches.
//!
//! The name of a test begins with the number of its case, and each test runs on every accelerator. If a case must not
//! compile in Rust, the test checks with `refused!` that a type does not meet a trait bound.

// The tests keep the index loops of C++ AMP's suites, which clippy would replace by iterators.
#![allow(clippy::needless_range_loop)]

mod arrays;
mod copies;
mod devices;
mod index_spaces;
mod language;
mod launches;
mod other_suites;
mod overlapping_sections;
mod sourceless_views;
mod subviews;
mod tile_memory;
mod views;

use amp::prelude::*;
use amp_tests::on_each;

/// Runs a test on a new queue of each accelerator.
fn on_each_queue(test: impl Fn(&AcceleratorView)) {
    on_each(|accelerator| test(&accelerator.create_view(QueuingMode::Automatic).unwrap()));
}

/// Runs a test on each pair of queues: of two accelerators, of one accelerator, and a queue with itself.
fn on_queue_pairs(test: impl Fn(&AcceleratorView, &AcceleratorView)) {
    on_each(|first| {
        let here = first.create_view(QueuingMode::Automatic).unwrap();
        test(&here, &here);
        for second in Accelerator::all() {
            test(&here, &second.create_view(QueuingMode::Immediate).unwrap());
        }
    });
}

/// Asserts that a type does not meet a bound, so code that needs the bound does not compile.
macro_rules! refused {
    ($ty:ty: $($bound:tt)+) => {{
        struct Probe<T: ?Sized>(std::marker::PhantomData<T>);
        trait Otherwise {
            const MET: bool = false;
        }
        impl<T: ?Sized> Otherwise for Probe<T> {}
        #[allow(dead_code)]
        impl<T: ?Sized + $($bound)+> Probe<T> {
            const MET: bool = true;
        }
        assert!(!<Probe<$ty>>::MET, "`{}` meets `{}`", stringify!($ty), stringify!($($bound)+));
    }};
}
use refused;
