//! `matches!` tests whether a value matches a pattern, with an optional guard.
//!
//! ```rust,ignore
//! if matches!(n, 1..=5 | 9 if a > 0.0) { y[i] = a; }
//! ```

use crate::diagnostics::Code;
use crate::ir::Expr;
use crate::lower::context::Context;
use crate::site::Site;
use proc_macro2::{TokenStream, TokenTree};
use quote::quote;
use syn::Token;
use syn::parse::{Parse, ParseStream};

/// The arguments of `matches!`: the value, and the pattern with its guard.
struct MatchesInput {
    value: syn::Expr,
    pattern: TokenStream,
}

impl Parse for MatchesInput {
    fn parse(input: ParseStream<'_>) -> syn::Result<Self> {
        let value = input.parse()?;
        input.parse::<Token![,]>()?;
        let mut pattern: Vec<TokenTree> = input.parse::<TokenStream>()?.into_iter().collect();
        pattern.pop_if(|last| matches!(last, TokenTree::Punct(last) if last.as_char() == ','));
        Ok(MatchesInput { value, pattern: pattern.into_iter().collect() })
    }
}

/// Whether the macro is `matches!`.
pub(super) fn is_matches(it: &syn::Macro) -> bool {
    it.path.segments.last().is_some_and(|last| last.ident == "matches")
}

/// Lowers `matches!` to a `match` with the values `true` and `false`. `None` for other macros.
pub(super) fn lower(cx: &mut Context<'_>, it: &syn::Macro, site: Site) -> Option<Expr> {
    if !is_matches(it) {
        return None;
    }
    let parsed = it.parse_body::<MatchesInput>().and_then(|MatchesInput { value, pattern }| {
        syn::parse2::<syn::ExprMatch>(quote!(match (#value) { #pattern => true, _ => false }))
    });
    match parsed {
        Ok(parsed) => Some(super::if_value::match_value(cx, &parsed, site)),
        Err(error) => {
            cx.report(Code::AMP017, site, format!("`matches!` does not parse: {error}"));
            Some(Expr::error_placeholder(site))
        }
    }
}

#[cfg(test)]
mod tests {
    use crate::testing::{codes, wgsl};
    use expect_test::expect;

    #[test]
    fn matches_tests_a_pattern() {
        wgsl(
            "|i: Index<1>| { if matches!(n, 0 | 2..=5 if a > 0.0) { y[i] = 1.0; } }",
            expect![[r#"
                var chosen_: bool;
                if ((n == 0u || (n >= 2u && n <= 5u)) && a > 0.0f) {
                    chosen_ = true;
                } else {
                    chosen_ = false;
                }
                if (chosen_) {
                    y[amp_global[0]] = 1.0f;
                }
            "#]],
        );
    }

    #[test]
    fn incomplete_matches_is_rejected() {
        codes("|i: Index<1>| { let a = matches!(n); let b = matches!(n, ); }", &["AMP017", "AMP017"]);
    }
}
