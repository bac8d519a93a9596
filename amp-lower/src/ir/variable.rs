//! Variables.

use super::Ty;
use proc_macro2::Ident;

/// A local variable or a parameter of a device function.
#[derive(Clone, Debug)]
pub(crate) struct Variable {
    pub(crate) ident: Ident,
    /// Unique in the body, and free of WGSL's words.
    pub(crate) name: String,
    pub(crate) ty: Ty,
    pub(crate) mutable: bool,
    /// Declared by the compiler, for the value of a block.
    pub(crate) temporary: bool,
    /// Declared without a value, and not `mut`: assigned once.
    pub(crate) deferred: bool,
    /// The block that gives it its value follows its declaration.
    pub(crate) filled: bool,
    /// A parameter that is a reference: its position, and whether it is `&mut`.
    pub(crate) reference: Option<(usize, bool)>,
    /// A copy of an element, on which a method is called; it knows whether that changes it.
    pub(crate) taken: bool,
}

impl Variable {
    /// One that is declared with its value, or by the compiler.
    pub(crate) fn new(ident: Ident, name: String, ty: Ty, mutable: bool, temporary: bool) -> Self {
        Variable {
            ident,
            name,
            ty,
            mutable,
            temporary,
            deferred: false,
            filled: false,
            reference: None,
            taken: false,
        }
    }
}

/// A variable in tile memory.
#[derive(Clone, Debug)]
pub(crate) struct TileStatic {
    pub(crate) ident: Ident,
    pub(crate) name: String,
    pub(crate) ty: Ty,
    pub(crate) written_type: syn::Type,
    /// Touched by atomic operations.
    pub(crate) atomic: bool,
    /// Some subscript is an `Index`.
    pub(crate) indexed: bool,
}
