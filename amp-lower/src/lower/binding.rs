//! Bindings: what a name in scope refers to.

use crate::ir::{ItemIndex, Var};

/// The meaning of a name in scope.
#[derive(Clone, Copy, Debug)]
pub(super) enum Binding {
    Var(Var),
    /// A reference variable, which is an alias of a place, by the index that `Context::aliased` takes.
    Alias(usize),
    Capture(usize),
    /// A reference to a capture, and whether the reference is `&mut`. Whether the capture is a view or a
    /// value is not known yet.
    Borrowed(usize, bool),
    /// A subview, by its index in `Context::subviews`.
    Subview(usize),
    /// The index of an untiled kernel, or a copy of one of a tiled kernel's indices.
    Item(ItemIndex),
    /// The index of a tiled kernel.
    Tiled,
    Tile(usize),
    /// A constant, which rustc resolves.
    Const,
    /// A parameter that is the barrier.
    Barrier,
    /// A parameter that is a closure, by its index in `Signature::callables`.
    Callable(usize),
    /// A local closure, by its index in `Names::closures`.
    Closure(usize),
    /// The declaration was rejected, so uses report nothing.
    Rejected,
}
