//! Variables.

use super::Ty;
use proc_macro2::Ident;

/// A local variable, or a parameter of a device function.
#[derive(Clone, Debug)]
pub(crate) struct Variable {
    pub(crate) ident: Ident,
    /// A name that is unique in the body and not reserved in WGSL.
    pub(crate) name: String,
    pub(crate) ty: Ty,
    pub(crate) mutable: bool,
    /// Declared by the compiler for an intermediate value.
    pub(crate) temporary: bool,
    /// Declared without a value and without `mut`: assigned once.
    pub(crate) deferred: bool,
    /// The block that computes its value follows its declaration.
    pub(crate) filled: bool,
    /// A by-reference parameter: its position, and whether it is `&mut`.
    pub(crate) reference: Option<(usize, bool)>,
    /// A copy of an element that a method is called on; its guard records whether the method modifies it.
    pub(crate) is_element_copy: bool,
}

impl Variable {
    /// A variable that is declared with its value, or by the compiler.
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
            is_element_copy: false,
        }
    }
}

#[derive(Clone, Debug)]
pub(crate) struct TileStatic {
    pub(crate) ident: Ident,
    pub(crate) name: String,
    pub(crate) ty: Ty,
    pub(crate) written_type: syn::Type,
    /// Whether atomic operations access it.
    pub(crate) atomic: bool,
    /// Whether a subscript is an `Index`.
    pub(crate) indexed: bool,
}
