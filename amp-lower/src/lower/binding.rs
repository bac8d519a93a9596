//! Bindings: the meaning of each name in scope.

use crate::ir::{ItemIndex, Var};

/// The meaning of a name in scope.
#[derive(Clone, Copy, Debug)]
pub(super) enum Binding {
    Var(Var),
    /// A variable that is a reference, and thus an alias of a place. `Context::aliased` takes this index.
    Alias(usize),
    Capture(usize),
    /// A variable that is a reference to a capture, and whether it is `&mut`. The uses seen so far do not
    /// show whether the capture is a view or a value.
    Borrowed(usize, bool),
    /// A subview, given by its index in `Context::subviews`.
    Subview(usize),
    /// The index parameter of an untiled kernel, or a copy of one of the indices of a tiled kernel:
    /// `let g = t.global;`.
    Item(ItemIndex),
    /// The parameter of a tiled kernel, of type `TiledIndex`.
    Tiled,
    Tile(usize),
    /// A constant. rustc resolves its value.
    Const,
    /// A parameter of type `TileBarrier`.
    Barrier,
    /// A parameter that is a closure, given by its index in `Signature::callables`.
    Callable(usize),
    /// The name of a device function, given by its index in `Names::functions`.
    Function(usize),
    /// A local closure, given by its index in `Names::closures`.
    Closure(usize),
    /// A closure whose body is already lowered, given by its index in `Names::lowered_closures`.
    LoweredClosure(usize),
    /// An iterator in a variable, given by its index in `Names::iterators`.
    Iterator(usize),
    /// A `mut` variable with references, given by its index in `Names::reference_variables`.
    References(usize),
    /// A declaration that was rejected. Uses of the name report nothing.
    Rejected,
}
