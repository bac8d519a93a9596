//! What names mean.

use crate::ir::{ItemIndex, Var};

/// What a name means.
#[derive(Clone, Copy, Debug)]
pub(super) enum Binding {
    Var(Var),
    /// A reference to a place, by its number in [`Cx::aliased`].
    Alias(usize),
    Slot(usize),
    /// A reference to something captured of which nothing else is known there: a view, perhaps. And whether it is `&mut`.
    Borrowed(usize, bool),
    /// A part of a view, by its number in [`Cx::parts`].
    Part(usize),
    /// The index of an untiled kernel, or a copy of one of a tiled kernel's.
    Item(ItemIndex),
    /// The index of a tiled kernel.
    Tiled,
    Tile(usize),
    /// A constant that rustc knows.
    Const,
    /// A parameter that is the barrier.
    Barrier,
    /// A parameter that is a closure, by its place in [`Cx::callables`].
    Callable(usize),
    /// A closure of the kernel's own, by its place in [`Cx::closures`].
    Closure(usize),
    /// Something was reported where it was declared: whoever uses it says nothing.
    Refused,
}
