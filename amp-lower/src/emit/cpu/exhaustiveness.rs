//! Exhaustiveness check of `match`: prints the patterns once more as a plain `match`, so that rustc checks
//! that they cover every value.

use super::{At, Printer};
use crate::ir::{Expr, Source};
use proc_macro2::TokenStream;
use quote::quote;

impl Printer<'_, '_> {
    pub(super) fn check_exhaustive(
        &mut self,
        scrutinee: &Expr,
        patterns: &[(Source, bool)],
        at: At,
    ) -> TokenStream {
        if patterns.is_empty() {
            let scrutinee = self.expr(scrutinee, at);
            return quote!(match #scrutinee { _ => {} });
        }
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
            quote!(#pattern #guard => {})
        });
        quote!(match #scrutinee { #(#arms)* })
    }
}
