//! The types that captures have in the lint copy of a kernel. The lint copy is the body as ordinary Rust, in
//! a closure that is never called, for rustc's borrow checker and lints.

use std::ops::{Deref, DerefMut, Index, IndexMut};

use super::{BoundCapture, ExclusiveCapture, ReadCapture, SharedCapture, ValueCapture};
use crate::data::view::{ArrayView, ArrayViewMut};
use crate::types::{Element, GpuType, Value};

/// A bound capture, with the type that it has in the lint copy.
pub trait BorrowckCapture: BoundCapture {
    /// The type of the captured variable in the lint copy.
    type Type;
}

impl<T: Value> BorrowckCapture for ValueCapture<T> {
    type Type = T;
}

impl<T: Element, const N: usize> BorrowckCapture for ReadCapture<'_, T, N> {
    type Type = ArrayView<'static, T, N>;
}

impl<T: GpuType, const N: usize> BorrowckCapture for ExclusiveCapture<'_, T, N> {
    type Type = ArrayViewMut<'static, T, N>;
}

impl<T: GpuType, const N: usize> BorrowckCapture for SharedCapture<'_, T, N> {
    type Type = ArrayViewMut<'static, T, N>;
}

/// Stands for a captured variable in the lint copy. The lint copy never runs, so only the result type
/// matters: the type that the variable has in ordinary Rust.
pub fn borrowck_capture<A: BorrowckCapture>(_: impl FnOnce() -> A) -> <A as BorrowckCapture>::Type {
    unreachable!("the copy of a kernel that rustc checks is never run")
}

/// Stands for the initial value of a tile variable in the lint copy. Kernels give tile variables no initial
/// value, but ordinary Rust requires one.
pub fn unknown<T>() -> T {
    unreachable!("the copy of a kernel that rustc checks is never run")
}

/// The type that an array in tile memory has in the lint copy. Its subscripts may also be an
/// [`Index`](crate::types::Index).
#[derive(Debug)]
pub struct TileMemory<A>(A);

impl<A> Deref for TileMemory<A> {
    type Target = A;

    fn deref(&self) -> &A {
        &self.0
    }
}

impl<A> DerefMut for TileMemory<A> {
    fn deref_mut(&mut self) -> &mut A {
        &mut self.0
    }
}

macro_rules! indexed {
    ($([$($len:ident)*] $array:ty, $by:ty, |$it:ident, $at:ident| $place:expr;)*) => {$(
        impl<T, $(const $len: usize),*> Index<$by> for TileMemory<$array> {
            type Output = T;

            fn index(&self, $at: $by) -> &T {
                let $it = &self.0;
                &$place
            }
        }

        impl<T, $(const $len: usize),*> IndexMut<$by> for TileMemory<$array> {
            fn index_mut(&mut self, $at: $by) -> &mut T {
                let $it = &mut self.0;
                &mut $place
            }
        }
    )*};
}

indexed! {
    [N] [T; N], usize, |it, at| it[at];
    [N] [T; N], crate::types::Index<1>, |it, at| it[at[0]];
    [N M] [[T; M]; N], crate::types::Index<2>, |it, at| it[at[0]][at[1]];
    [N M L] [[[T; L]; M]; N], crate::types::Index<3>, |it, at| it[at[0]][at[1]][at[2]];
}

impl<'t, T, const N: usize> IntoIterator for &'t TileMemory<[T; N]> {
    type Item = &'t T;
    type IntoIter = std::slice::Iter<'t, T>;

    fn into_iter(self) -> Self::IntoIter {
        self.0.iter()
    }
}

impl<'t, T, const N: usize> IntoIterator for &'t mut TileMemory<[T; N]> {
    type Item = &'t mut T;
    type IntoIter = std::slice::IterMut<'t, T>;

    fn into_iter(self) -> Self::IntoIter {
        self.0.iter_mut()
    }
}
