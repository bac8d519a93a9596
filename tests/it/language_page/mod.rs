//! Accepted examples of `docs/language.md`: each runs as a kernel on every accelerator, and is compared with plain Rust.
//!
//! Plain Rust runs the same tokens in a loop over the indices, on host views. The results of tiled kernels are written by hand in
//! `tiled`, since a loop cannot run barriers.

#![allow(unused)]

mod examples;
mod items;
mod tiled;

use amp::prelude::*;
use amp::{Error, IntoDomain, Kernel, f16};

/// The data behind the views of the examples.
#[derive(Clone, PartialEq)]
pub struct Data {
    pub x: Vec<f32>,
    pub y: Vec<f32>,
    pub z: Vec<u32>,
    pub b: Vec<u8>,
    pub h: Vec<f16>,
}

impl Data {
    /// The initial data, equal in each call.
    pub fn new() -> Data {
        let all = |f: fn(u8) -> f32| (0..32).map(f).collect();
        Data {
            x: all(|n| f32::from(n) * 0.5),
            y: all(|n| f32::from(n % 5)),
            z: (0..32).map(|n| n % 3).collect(),
            b: (0..32).rev().collect(),
            h: (0..32).map(|n| f16::from_f32(n as f32 * 0.25)).collect(),
        }
    }

    /// Whether the results are equal up to rounding.
    pub fn is_close_to(&self, other: &Data) -> bool {
        amp_tests::close(&self.y, &other.y) && self.z == other.z
    }
}

/// The extent of the views. In two dimensions it exceeds the domain, because some examples read neighbours.
pub const fn shape<const N: usize>() -> [usize; N] {
    [if N == 1 { 32 } else { 5 }; N]
}

/// A view that is read.
pub fn read<T: amp::Element, const N: usize>(of: &[T]) -> ArrayView<'_, T, N> {
    ArrayView::with_extent(shape(), &of[..shape::<N>().iter().product()]).unwrap()
}

/// A view that is written.
pub fn written<T: GpuType, const N: usize>(of: &mut [T]) -> ArrayViewMut<'_, T, N> {
    ArrayViewMut::with_extent(shape(), &mut of[..shape::<N>().iter().product()]).unwrap()
}

/// The domain of a launch.
pub const fn domain<const N: usize>() -> [usize; N] {
    [if N == 1 { 32 } else { 4 }; N]
}

/// All indices of the domain.
pub fn indices<const N: usize>() -> impl Iterator<Item = Index<N>> {
    let count = domain::<N>().iter().product();
    (0..count).map(|mut n: usize| {
        let mut index = [0; N];
        for d in (0..N).rev() {
            index[d] = n % domain::<N>()[d];
            n /= domain::<N>()[d];
        }
        Index::new(index)
    })
}

/// Runs a kernel. Returns `false` if the device does not support a type that the kernel uses, such as `f64`.
pub fn ran<D: IntoDomain>(on: &Accelerator, domain: D, kernel: impl Kernel<D::Domain>) -> bool {
    match on.default_view().parallel_for_each(domain, kernel) {
        Ok(()) => true,
        Err(Error::UnsupportedFeature { .. }) => false,
        Err(error) => panic!("{error}"),
    }
}

/// Defines a test that runs an example as a kernel and on the host. The names in parentheses are those of the
/// views and values that the example may use.
macro_rules! page {
    ($name:ident($($names:ident),*): |$i:ident: Index<$rank:literal>| { $($body:tt)* }) => {
        #[test]
        fn $name() {
            let mut expected = super::Data::new();
            {
                super::captured!(expected, $rank: $($names),*);
                let mut run = |$i: amp::Index<$rank>| { $($body)* };
                super::indices().for_each(|index| run(index));
            }
            assert!(expected != super::Data::new(), "nothing is computed");
            amp_tests::on_each(|on| {
                let mut found = super::Data::new();
                let ran = {
                    super::captured!(found, $rank: $($names),*);
                    let kernel = amp::prelude::amp!(|$i: amp::Index<$rank>| { $($body)* });
                    super::ran(on, amp::Extent::new(super::domain::<$rank>()), kernel)
                };
                assert!(!ran || found.is_close_to(&expected), "{:?} {:?}", found.y, found.z);
            });
        }
    };
    ($name:ident($($names:ident),*): tile = [$($tile:literal),+], |$t:ident: TiledIndex<$rank:literal>| { $($body:tt)* }) => {
        #[test]
        fn $name() {
            let expected = super::tiled::$name();
            assert!(expected != super::Data::new(), "nothing is computed");
            amp_tests::on_each(|on| {
                let mut found = super::Data::new();
                let ran = {
                    super::captured!(found, $rank: $($names),*);
                    let kernel =
                        amp::prelude::amp!(tile = [$($tile),+], |$t: amp::TiledIndex<$rank>| { $($body)* });
                    let domain = amp::Extent::new(super::domain::<$rank>());
                    super::ran(on, domain.tile([$($tile),+]).unwrap(), kernel)
                };
                assert!(!ran || found.is_close_to(&expected), "{:?} {:?}", found.y, found.z);
            });
        }
    };
}
pub(crate) use page;

/// Declares the views and values that the examples use.
macro_rules! captured {
    ($data:ident, $rank:literal: $x:ident, $y:ident, $z:ident, $b:ident, $h:ident, $a:ident, $n:ident) => {
        let $x = super::read::<_, $rank>(&$data.x);
        let mut $y = super::written::<_, $rank>(&mut $data.y);
        let mut $z = super::written::<_, $rank>(&mut $data.z);
        let $b = super::read::<_, $rank>(&$data.b);
        let $h = super::read::<_, $rank>(&$data.h);
        let ($a, $n) = (1.5f32, 2usize);
    };
}
pub(crate) use captured;
