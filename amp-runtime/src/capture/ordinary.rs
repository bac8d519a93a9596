//! What a captured thing is in ordinary Rust: for the copy of a kernel that nobody runs, by which rustc checks its borrows.

use super::{Argument, OwnArg, ReadArg, SharedArg, ValueArg};
use crate::element::{Element, GpuType, Value};
use crate::view::{ArrayView, ArrayViewMut};

/// An argument, and what it is in ordinary Rust.
pub trait Ordinary: Argument {
    /// The type.
    type Type;
}

impl<T: Value> Ordinary for ValueArg<T> {
    type Type = T;
}

impl<T: Element, const N: usize> Ordinary for ReadArg<'_, T, N> {
    type Type = ArrayView<'static, T, N>;
}

impl<T: GpuType, const N: usize> Ordinary for OwnArg<'_, T, N> {
    type Type = ArrayViewMut<'static, T, N>;
}

impl<T: GpuType, const N: usize> Ordinary for SharedArg<'_, T, N> {
    type Type = ArrayViewMut<'static, T, N>;
}

/// What a captured thing is: only its type, since nobody calls this.
pub fn ordinary<A: Ordinary>(_: impl FnOnce() -> A) -> A::Type {
    unreachable!("the copy of a kernel that rustc checks is never run")
}

/// A variable in tile memory, which has no value of its own: as one of which nobody knows what is in it.
pub fn unknown<T>() -> T {
    unreachable!("the copy of a kernel that rustc checks is never run")
}
