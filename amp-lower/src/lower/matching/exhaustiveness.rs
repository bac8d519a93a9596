//! The patterns of a `match` for the exhaustiveness check, which the CPU code contains: rustc checks that they
//! cover every value.
//!
//! Errors about a path or a field keep the user's spans; the names that the patterns bind raise no lints.

use crate::ir::{Expr, Source, Stmt};
use proc_macro2::Span;
use syn::Pat;
use syn::visit_mut::{self, VisitMut};

/// The check that the patterns cover every value. Each pattern comes with whether it has a guard.
pub(in crate::lower) fn check(scrutinee: Expr, patterns: Vec<(Pat, bool)>) -> Stmt {
    let patterns = patterns.into_iter().map(|(mut pattern, is_guarded)| {
        Names.visit_pat_mut(&mut pattern);
        (Source::of(&pattern), is_guarded)
    });
    Stmt::CheckExhaustive { scrutinee, patterns: patterns.collect() }
}

/// A visitor that hides the names which a pattern binds from the unused-variable lints. A name cannot be
/// replaced by `_`, because it may be the name of a constant.
struct Names;

impl VisitMut for Names {
    fn visit_field_pat_mut(&mut self, it: &mut syn::FieldPat) {
        // The shorthand `Point { x }` becomes `Point { x: _ }`, with the user's field name, because a field
        // name cannot be a constant.
        if it.colon_token.is_none() {
            it.colon_token = Some(Default::default());
            let underscore_token = syn::Token![_](Span::call_site());
            *it.pat = Pat::Wild(syn::PatWild { attrs: Vec::new(), underscore_token });
        }
        visit_mut::visit_field_pat_mut(self, it);
    }

    fn visit_pat_ident_mut(&mut self, it: &mut syn::PatIdent) {
        it.ident.set_span(it.ident.span().resolved_at(Span::call_site()));
        visit_mut::visit_pat_ident_mut(self, it);
    }
}
