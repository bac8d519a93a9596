//! Variables of a body: local variables and parameters, and variables in tile memory.

use super::Ty;
use crate::source::Source;
use proc_macro2::Ident;

/// A local variable, or a parameter of a device function.
#[derive(Clone, Debug)]
pub(crate) struct Variable {
    pub(crate) ident: Ident,
    /// A name that is unique in the body and not a reserved word of WGSL.
    pub(crate) name: String,
    pub(crate) ty: Ty,
    pub(crate) mutable: bool,
    /// Whether lowering declared the variable for an intermediate value.
    pub(crate) temporary: bool,
    /// Whether the declaration is `let x;` without `mut`, so that the kernel assigns the variable once.
    pub(crate) deferred: bool,
    /// Whether the variable is a copy of a constant, which nothing modifies.
    pub(crate) is_constant: bool,
    /// For an array: whether copy elision removed the initialiser. The statements after the declaration then
    /// assign the items of the array.
    pub(crate) filled: bool,
    /// For a by-reference parameter: its index in the parameter list, and whether it is `&mut`.
    pub(crate) reference: Option<(usize, bool)>,
    /// Whether the variable is a copy of a view's element, on which the kernel calls a method. In the CPU
    /// code, an `ElementGuard` around the copy records whether the method modifies it.
    pub(crate) is_element_copy: bool,
}

impl Variable {
    /// Returns a variable for which `deferred`, `is_constant`, `filled`, `reference` and `is_element_copy` are not set.
    pub(crate) fn new(ident: Ident, name: String, ty: Ty, mutable: bool, temporary: bool) -> Self {
        Variable {
            ident,
            name,
            ty,
            mutable,
            temporary,
            deferred: false,
            is_constant: false,
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
    pub(crate) written_type: Source,
    /// Whether atomic operations access the variable.
    pub(crate) atomic: bool,
    /// Whether the kernel uses an `Index` as the subscript of the variable: `s[t.local]`.
    pub(crate) indexed: bool,
}
