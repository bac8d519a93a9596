//! Prints type annotations.

use super::Printer;
use super::spans::type_at;
use crate::ir::{Ty, Var};
use proc_macro2::TokenStream;
use quote::quote;

impl Printer<'_, '_> {
    /// Prints the type annotation of a variable: `_` for parts of the type that cannot be named in the expansion.
    pub(super) fn annotation(&self, var: Var) -> TokenStream {
        let variable = &self.facts.kernel.body.variables[var.0];
        let name = match (nameable(&variable.ty), variable.temporary) {
            (true, false) => type_at(&variable.ty, variable.ident.span()),
            _ => known_parts(&variable.ty),
        };
        if self.is_element_copy(var) { quote!(::amp::__private::ElementGuard<#name>) } else { name }
    }

    /// Prints the type annotation of a variable's per-lane storage. The annotation names the type wherever
    /// possible, because rustc may need it before it sees a stored value. Otherwise it is `_`.
    pub(super) fn spill_annotation(&self, var: Var) -> TokenStream {
        known_parts(&self.facts.kernel.body.variables[var.0].ty)
    }
}

/// Prints a type, with `_` for the parts that cannot be named. rustc needs to know that a variable is an array before it sees
/// a subscript on it.
fn known_parts(ty: &Ty) -> TokenStream {
    match ty {
        Ty::Array(item, len) if !nameable(ty) => {
            let item = known_parts(item);
            quote!([#item; #len])
        }
        ty if nameable(ty) => ty.rust(),
        _ => quote!(_),
    }
}

/// Whether a variable of the type can have a type annotation.
pub(super) fn nameable(ty: &Ty) -> bool {
    !matches!(ty, Ty::Reference(..)) && ty.is_nameable()
}
