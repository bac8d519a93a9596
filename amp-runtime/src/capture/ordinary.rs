//! The types of captures in the lint copy of a kernel: the body as ordinary Rust, in a closure that is never called, for
//! rustc's borrow checker and lints.

use super::{Argument, OwnArg, ReadArg, SharedArg, ValueArg};
use crate::element::{Element, GpuType, Value};
use crate::view::{ArrayView, ArrayViewMut};

/// A bound capture with its type in ordinary Rust.
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

/// Returns the ordinary type of a capture. Only the type matters, because the copy never runs.
pub fn ordinary<A: Ordinary>(_: impl FnOnce() -> A) -> A::Type {
    unreachable!("the copy of a kernel that rustc checks is never run")
}

/// Returns a tile variable, which has no initial value, for the copy that never runs.
pub fn unknown<T>() -> T {
    unreachable!("the copy of a kernel that rustc checks is never run")
}
