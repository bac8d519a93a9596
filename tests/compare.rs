//! Kernels compared with plain Rust: the same tokens run in a loop on the host, and as a kernel on every accelerator.

// The cases contain code that lints reject.
#![allow(
    clippy::all,
    clippy::pedantic,
    clippy::nursery,
    unused_mut,
    redundant_semicolons,
    unused_assignments,
    unused_labels,
    unused_parens,
    irrefutable_let_patterns,
    unused_comparisons,
    unreachable_pub
)]

use amp::Error;
use amp::prelude::*;

/// The number of work-items.
pub const COUNT: usize = 32;

/// Stands for a view when the tokens of a kernel run as plain Rust: a vector with the subscripts of a view.
pub struct Plain<T>(pub Vec<T>);

impl<T> std::ops::Index<usize> for Plain<T> {
    type Output = T;

    fn index(&self, at: usize) -> &T {
        &self.0[at]
    }
}

impl<T> std::ops::IndexMut<usize> for Plain<T> {
    fn index_mut(&mut self, at: usize) -> &mut T {
        &mut self.0[at]
    }
}

impl<T> std::ops::Index<Index<1>> for Plain<T> {
    type Output = T;

    fn index(&self, at: Index<1>) -> &T {
        &self.0[at[0]]
    }
}

impl<T> std::ops::IndexMut<Index<1>> for Plain<T> {
    fn index_mut(&mut self, at: Index<1>) -> &mut T {
        &mut self.0[at[0]]
    }
}

/// Runs a kernel. Returns `false` if the device does not support a type that the kernel uses, such as `f64`.
pub fn launch(on: &Accelerator, extent: Extent<1>, kernel: impl amp::Kernel<Extent<1>>) -> bool {
    match on.default_view().parallel_for_each(extent, kernel) {
        Ok(()) => true,
        Err(Error::UnsupportedFeature { .. }) => false,
        Err(error) => panic!("{error}"),
    }
}

/// A type of results, which tests compare with the results on the host.
pub trait Compared {
    /// Whether the values are equal. For `f64`, the last bits may differ: a device may compute `a * b + c` with
    /// one rounding instead of two.
    fn equal(&self, other: &Self) -> bool;
}

macro_rules! compared {
    ($($ty:ident)*) => {$(
        impl Compared for $ty {
            fn equal(&self, other: &Self) -> bool {
                self == other
            }
        }
    )*};
}

compared!(u32 i32 u64 i64 f32);

impl Compared for f64 {
    fn equal(&self, other: &Self) -> bool {
        (self - other).abs() <= 1e-15 * self.abs().max(other.abs())
    }
}

/// Defines a test: the same tokens run in a loop on the host, and as a kernel on every accelerator. `x[i]` is the
/// index of the work-item as a number, and the tokens write its result to `y[i]`.
macro_rules! compare {
    ($name:ident, |$i:ident, $x:ident: $from:ty, $y:ident: $to:ty| { $($body:tt)* }) => {
        #[test]
        fn $name() {
            let input: Vec<$from> = (0..crate::compare::COUNT).map(|n| n as $from).collect();
            let $x = crate::compare::Plain(input.clone());
            let mut $y = crate::compare::Plain(vec![0 as $to; crate::compare::COUNT]);
            let mut run = |$i: amp::Index<1>| { $($body)* };
            (0..crate::compare::COUNT).for_each(|n| run(amp::Index::new([n])));
            let expected = $y.0;
            assert!(expected.iter().any(|n| *n != 0 as $to), "all results are zero");
            amp_tests::on_each(|on| {
                let mut found = vec![0 as $to; crate::compare::COUNT];
                let $x = amp::ArrayView::new(&input);
                let mut $y = amp::ArrayViewMut::new(&mut found);
                let ran = crate::compare::launch(on, $x.extent(), amp::prelude::amp!(|$i: amp::Index<1>| { let _ = $x[0]; $($body)* }));
                drop($y);
                let equal = found.iter().zip(&expected).all(|(a, b)| crate::compare::Compared::equal(a, b));
                assert!(!ran || equal, "{found:?} is not {expected:?}");
            });
        }
    };
}
pub(crate) use compare;

/// Declares a test `same_on_host`: the same tokens run as a kernel on every accelerator, and on the host. They use
/// the index `$k` of the work-item, views of `f32` and `u8` to read, and views of `f32` and `u32` to write.
macro_rules! same_on_host {
    (($k:ident, $x:ident, $b:ident, $y:ident, $z:ident) $($body:tt)*) => {
        #[test]
        fn same_on_host() {
            #[kernel]
            fn on_device(
                i: Index<1>,
                $x: &ArrayView<f32>,
                $b: &ArrayView<u8>,
                $y: &mut ArrayViewMut<f32>,
                $z: &mut ArrayViewMut<u32>,
            ) {
                let $k = i[0];
                $($body)*
            }

            fn on_host($k: usize, $x: &[f32], $b: &[u8], $y: &mut [f32], $z: &mut [u32]) {
                $($body)*
            }

            let x = [1.0f32, 3.0, 2.0, 4.0, 2.5, 0.5, 8.0, 4.5];
            let b = *b"a3z,9f B";
            let (mut floats, mut integers) = ([0.0f32; 8], [0u32; 8]);
            (0..8).for_each(|k| on_host(k, &x, &b, &mut floats, &mut integers));
            amp_tests::on_each(|accelerator| {
                let (x, b) = (ArrayView::new(&x), ArrayView::new(&b));
                let mut y = ArrayViewMut::<f32>::without_source([8]).unwrap();
                let mut z = ArrayViewMut::<u32>::without_source([8]).unwrap();
                let launched = accelerator.default_view().parallel_for_each(8, on_device(&x, &b, &mut y, &mut z));
                launched.unwrap();
                let (y, z) = (y.to_vec().unwrap(), z.to_vec().unwrap());
                let is_near = |(a, b): (&f32, &f32)| (a - b).abs() <= 1e-5 * b.abs().max(1.0);
                assert!(y.iter().zip(&floats).all(is_near), "{y:?} {floats:?} on {}", accelerator.description());
                assert_eq!(z, integers, "on {}", accelerator.description());
            });
        }
    };
}
pub(crate) use same_on_host;
