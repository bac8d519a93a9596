//! The patterns of a `match` again, for rustc to see whether they cover every value: what it says of a path or a field in them it says
//! at the user's, and of the names that they bind it says nothing.

use super::{At, Printer};
use crate::ir::Expr;
use proc_macro2::{Span, TokenStream};
use quote::quote;
use syn::visit_mut::{self, VisitMut};

impl Printer<'_, '_> {
    pub(super) fn covers(&mut self, scrutinee: &Expr, patterns: &[(syn::Pat, bool)], at: At) -> TokenStream {
        // Of a device function there is a form that is the user's own.
        if self.items.is_some() || self.who.is_some() || self.returns_values {
            return TokenStream::new();
        }
        let scrutinee = self.expr(scrutinee, at);
        let arms = patterns.iter().map(|(pattern, guarded)| {
            let guard = guarded.then(|| quote!(if ::amp::__private::perhaps()));
            let mut pattern = pattern.clone();
            Names.visit_pat_mut(&mut pattern);
            quote!(#pattern #guard => {})
        });
        quote!(match #scrutinee { #(#arms)* })
    }
}

/// Makes lints pass over the names that a pattern binds, which nothing uses. Each may be that of a constant too, and stays.
struct Names;

impl VisitMut for Names {
    fn visit_field_pat_mut(&mut self, it: &mut syn::FieldPat) {
        // By the name of the field alone it binds one: the name is the field's, and stays what the user wrote.
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
