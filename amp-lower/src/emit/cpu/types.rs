//! Prints type annotations.

use super::Printer;
use super::spans::type_at;
use crate::ir::{Ty, Var};
use proc_macro2::TokenStream;
use quote::quote;

impl Printer<'_, '_> {
    /// Prints the type annotation of a variable: `_` if the type cannot be named in the expansion.
    pub(super) fn annotation(&self, var: Var) -> TokenStream {
        let variable = &self.facts.kernel.body.variables[var.0];
        let name = match (nameable(&variable.ty), variable.temporary) {
            (false, _) => quote!(_),
            (true, true) => variable.ty.rust(),
            (true, false) => type_at(&variable.ty, variable.ident.span()),
        };
        if self.is_element_copy(var) { quote!(::amp::__private::ElementGuard<#name>) } else { name }
    }

    /// Prints the type annotation of a variable's per-lane storage. The annotation names the type wherever
    /// possible, because rustc may need it before it sees a stored value. Otherwise it is `_`.
    pub(super) fn spill_annotation(&self, var: Var) -> TokenStream {
        let ty = &self.facts.kernel.body.variables[var.0].ty;
        match nameable(ty) {
            true => ty.rust(),
            false => quote!(_),
        }
    }
}

/// Whether a variable of the type can have a type annotation.
pub(super) fn nameable(ty: &Ty) -> bool {
    !matches!(ty, Ty::Reference(..)) && ty.is_nameable()
}
