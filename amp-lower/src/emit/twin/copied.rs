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

    /// Whether the method has changed its copy.
    pub(super) fn is_changed(&self, copy: &Expr) -> TokenStream {
        match copy.kind {
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
