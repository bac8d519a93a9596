//! Impls for rust-analyzer only: subscripts of an `AtomicView`, and of tile memory by an `Index`.
//!
//! rust-analyzer analyses kernels as ordinary Rust, so it finds the type of such a subscript only if there is
//! an impl. It sets the `cfg` that enables this file. rustc does not compile the file, because these subscripts
//! exist only in kernels.

use super::AtomicView;
use crate::types::{Atomic, Element, Index};

macro_rules! subscript {
    ($(impl<$element:ident $(, $n:ident)*> $array:ty, $by:ty;)*) => {$(
        impl<T: $element $(, const $n: usize)*> std::ops::Index<$by> for $array {
            type Output = T;

            fn index(&self, _: $by) -> &T {
                unreachable!("rustc does not compile this file")
            }
        }

        impl<T: $element $(, const $n: usize)*> std::ops::IndexMut<$by> for $array {
            fn index_mut(&mut self, _: $by) -> &mut T {
                unreachable!("rustc does not compile this file")
            }
        }
    )*};
}

subscript! {
    impl<Atomic> AtomicView<'_, T, 1>, usize;
    impl<Atomic, N> AtomicView<'_, T, N>, [usize; N];
    impl<Atomic, N> AtomicView<'_, T, N>, Index<N>;
    impl<Element, N> [T; N], Index<1>;
    impl<Element, N, M> [[T; M]; N], Index<2>;
    impl<Element, N, M, L> [[[T; L]; M]; N], Index<3>;
}
