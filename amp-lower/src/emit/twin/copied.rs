//! Copies of elements, on which methods are called: `bodies[i].step(dt)`. Each knows whether its method changed it.

use super::{At, Printer};
use crate::ir::{Expr, ExprKind, Var};
use amp_shader::field_hash;
use proc_macro2::{Ident, TokenStream};
use quote::quote;

impl Printer<'_, '_> {
    /// Whether a variable is a copy that knows whether it was changed.
    pub(super) fn is_taken(&self, var: Var) -> bool {
        self.facts.kernel.body.variables[var.0].taken
    }

    /// The name of such a copy, on which a method is called.
    pub(super) fn taken_copy(&self, arguments: &[Expr]) -> Option<Ident> {
        let var = arguments.first()?.lent_variable()?;
        self.is_taken(var).then(|| self.name(var).clone())
    }

    /// What a variable begins with.
    pub(super) fn first_value(&mut self, var: Var, value: &Expr, at: At) -> TokenStream {
        let value = self.expr(value, at);
        if self.is_taken(var) { quote!(::amp::__private::Taken::new(#value)) } else { value }
    }

    /// Whether an assignment is to such a copy: the compiler's own, before the method is called.
    pub(super) fn renews(&self, place: &Expr) -> bool {
        matches!(place.kind, ExprKind::Local(var) if self.is_taken(var))
    }

    /// What a method will find that changes its copy.
    pub(super) fn renewed(&mut self, copy: &Expr, value: &Expr, at: At) -> TokenStream {
        let value = self.expr(value, at);
        let ExprKind::Local(var) = copy.kind else { return TokenStream::new() };
        let name = self.name(var);
        quote!(::amp::__private::Taken::renew(&mut #name, #value);)
    }

    /// Whether the method has changed its copy. Before it is called, each may.
    pub(super) fn is_changed(&self, copy: &Expr, called: bool) -> TokenStream {
        match copy.kind {
            _ if !called => quote!(true),
            ExprKind::Local(var) => {
                let name = self.name(var);
                quote!(::amp::__private::Taken::is_changed(&#name))
            }
            _ => quote!(false),
        }
    }
}

/// The twin of a method, on a copy of an element.
pub(super) fn twin_of_copy(name: &Ident) -> TokenStream {
    let name = name.to_string();
    let hash = field_hash(name.trim_start_matches("r#"));
    quote!(::amp::__private::TwinMethod::<#hash, _>::run_taken)
}
