//! Copy-in and copy-out for methods on view elements: `bodies[i].step(dt)` runs on a copy that is stored back
//! only if the method modified it.
//!
//! An `ElementGuard` around the copy records whether the method borrowed the copy mutably.

use super::{At, Printer};
use crate::ir::{Expr, ExprKind, Var};
use amp_shader::field_hash;
use proc_macro2::{Ident, TokenStream};
use quote::quote;

impl Printer<'_, '_> {
    /// Whether a variable is a copy of a view's element on which the kernel calls a method.
    pub(super) fn is_element_copy(&self, var: Var) -> bool {
        self.facts.kernel.body.variables[var.0].is_element_copy
    }

    /// If the receiver of a method call is a variable that holds a copy of a view's element, the name of this
    /// variable. The receiver is the first of `arguments`.
    pub(super) fn element_copy(&self, arguments: &[Expr]) -> Option<Ident> {
        let var = arguments.first()?.by_ref_variable()?;
        self.is_element_copy(var).then(|| self.name(var).clone())
    }

    /// Prints the initial value of a variable. If the variable holds a copy of a view's element, an
    /// `ElementGuard` wraps the value.
    pub(super) fn first_value(&mut self, var: Var, value: &Expr, at: At) -> TokenStream {
        let value = self.expr(value, at);
        if self.is_element_copy(var) { quote!(::amp::__private::ElementGuard::new(#value)) } else { value }
    }

    /// Whether an assignment to `place` reloads the copy of a view's element before a method call. Lowering
    /// adds such an assignment if the call's arguments may have modified the element.
    pub(super) fn renews(&self, place: &Expr) -> bool {
        matches!(place.kind, ExprKind::Local(var) if self.is_element_copy(var))
    }

    /// Prints the copy-in: the code that reloads the copy of a view's element before the method call.
    pub(super) fn copy_in(&mut self, copy: &Expr, value: &Expr, at: At) -> TokenStream {
        let value = self.expr(value, at);
        let ExprKind::Local(var) = copy.kind else { return TokenStream::new() };
        let name = self.name(var);
        quote!(::amp::__private::ElementGuard::refresh(&mut #name, #value);)
    }

    /// Prints a test of `copy`, the copy of a view's element on which the kernel calls a method. With `called`,
    /// it is the test after the call: whether the method modified the copy, which is then stored back. Without
    /// `called`, it is the test before the call: whether to reload the copy. The CPU code always reloads it.
    pub(super) fn is_modified(&self, copy: &Expr, called: bool) -> TokenStream {
        match copy.kind {
            _ if !called => quote!(true),
            ExprKind::Local(var) => {
                let name = self.name(var);
                quote!(::amp::__private::ElementGuard::is_changed(&#name))
            }
            _ => quote!(false),
        }
    }
}

/// The path of a method's CPU version for calls whose receiver is a copy of a view's element.
pub(super) fn copy_receiver(name: &Ident) -> TokenStream {
    let name = name.to_string();
    let hash = field_hash(name.trim_start_matches("r#"));
    quote!(::amp::__private::CpuMethod::<#hash, _, _>::run_on_copy)
}
