//! Exhaustiveness check of `match`: prints the patterns once more as a plain `match`, so that rustc checks
//! that they cover every value.
//!
//! Errors about a path or a field keep the user's spans; the names that the patterns bind raise no lints.

use super::{At, Printer};
use crate::ir::Expr;
use proc_macro2::{Span, TokenStream};
use quote::quote;
use syn::visit_mut::{self, VisitMut};

impl Printer<'_, '_> {
    pub(super) fn check_exhaustive(
        &mut self,
        scrutinee: &Expr,
        patterns: &[(syn::Pat, bool)],
        at: At,
    ) -> TokenStream {
        // For a device function, rustc checks the `match` in the user's own function, which the expansion
        // contains.
        if self.function.item_count.is_some()
            || self.function.locator.is_some()
            || self.function.returns_values
        {
            return TokenStream::new();
        }
        let scrutinee = self.expr(scrutinee, at);
        let arms = patterns.iter().map(|(pattern, guarded)| {
            let guard = guarded.then(|| quote!(if ::amp::__private::opaque_true()));
            let mut pattern = pattern.clone();
            Names.visit_pat_mut(&mut pattern);
            quote!(#pattern #guard => {})
        });
        quote!(match #scrutinee { #(#arms)* })
    }
}

/// A visitor that hides, from the unused-variable lints, the names that a pattern binds. A name cannot be
/// replaced by `_`, because it may be the name of a constant.
struct Names;

impl VisitMut for Names {
    fn visit_field_pat_mut(&mut self, it: &mut syn::FieldPat) {
        // The shorthand `Point { x }` becomes `Point { x: _ }`, with the user's field name, because a field
        // name cannot be a constant.
        if it.colon_token.is_none() {
            it.colon_token = Some(Default::default());
            let underscore_token = syn::Token![_](Span::call_site());
            *it.pat = syn::Pat::Wild(syn::PatWild { attrs: Vec::new(), underscore_token });
        }
        visit_mut::visit_field_pat_mut(self, it);
    }

    fn visit_pat_ident_mut(&mut self, it: &mut syn::PatIdent) {
        it.ident.set_span(it.ident.span().resolved_at(Span::call_site()));
        visit_mut::visit_pat_ident_mut(self, it);
    }
}
