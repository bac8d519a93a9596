//! Prints type annotations.

use super::Printer;
use super::spans::type_at;
use crate::ir::{Projection, Ty, Var};
use proc_macro2::TokenStream;
use quote::quote;

impl Printer<'_, '_> {
    /// The type annotation of a variable, which is `_` if the type cannot be named here.
    pub(super) fn annotation(&self, var: Var) -> TokenStream {
        let variable = &self.facts.kernel.body.variables[var.0];
        let name = match (nameable(&variable.ty), variable.temporary) {
            (false, _) => quote!(_),
            (true, true) => variable.ty.rust(),
            (true, false) => type_at(&variable.ty, variable.ident.span()),
        };
        if self.is_element_copy(var) { quote!(::amp::__private::ElementGuard<#name>) } else { name }
    }

    /// The type annotation of a variable's per-lane storage. It names the type wherever possible, because
    /// rustc may need the type before it sees a stored value. Otherwise it is `_`.
    pub(super) fn spill_annotation(&self, var: Var) -> TokenStream {
        let ty = &self.facts.kernel.body.variables[var.0].ty;
        let open = |name: &TokenStream| name.to_string().contains("AmpK");
        match ty.is_known() && ty.is_nameable() && !ty.is_error() && !matches!(ty, Ty::Reference(..)) {
            true => Some(ty.rust()).filter(|name| !open(name)).unwrap_or(quote!(_)),
            false => quote!(_),
        }
    }
}

/// Whether the type can be named outside the generic part of the expansion.
pub(super) fn nameable(ty: &Ty) -> bool {
    match ty {
        Ty::Var(_) | Ty::Error | Ty::Reference(..) => false,
        Ty::Array(element, _) => nameable(element),
        Ty::Tuple(fields) => fields.iter().all(nameable),
        Ty::Hole(hole) => matches!(**hole, Projection::Named(_)),
        Ty::Unit | Ty::Scalar(_) | Ty::Index(_) | Ty::Extent(_) => true,
    }
}
