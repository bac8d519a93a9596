//! What C++ AMP's conformance suites check, said again for this library: devices, index spaces, arrays, views, copies, launches.
//! Each test is named for the case that it covers, on every accelerator. Where Rust rules a mistake out, the case is that
//! the program does not compile, and stands here as a bound that is not met.

// Written out, as people do.
#![allow(clippy::needless_range_loop)]

mod array;
mod copy;
mod devices;
mod extras;
mod index;
mod language;
mod launch;
mod overlap;
mod parts;
mod sourceless;
mod tile_memory;
mod view;

use amp::prelude::*;
use amp_tests::on_each;

/// Runs a test on a view of each accelerator.
fn everywhere(test: impl Fn(&AcceleratorView)) {
    on_each(|accelerator| test(&accelerator.create_view(QueuingMode::Automatic).unwrap()));
}

/// Runs a test on each pair of views: of different accelerators, of one and the same, and one view with itself.
fn pairs(test: impl Fn(&AcceleratorView, &AcceleratorView)) {
    on_each(|first| {
        let here = first.create_view(QueuingMode::Automatic).unwrap();
        test(&here, &here);
        for second in Accelerator::all() {
            test(&here, &second.create_view(QueuingMode::Immediate).unwrap());
        }
    });
}

#[test]
fn in_any_order() {
    amp_tests::in_any_order("in_any_order");
}

/// Says that a type does not meet a bound: what would not compile.
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
