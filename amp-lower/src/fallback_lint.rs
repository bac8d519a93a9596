//! A message that rustc prints only if it reports no error: an `unused_must_use` lint with our text. Lints
//! run after all other checks, so a program with another error never reaches it.
//!
//! Use: syntax that rustc should have rejected in its own words. A `compile_error!` would repeat rustc's
//! message.

use crate::diagnostics::{Code, advice};
use crate::site::Site;
use proc_macro2::{Ident, Span, TokenStream};
use quote::{quote, quote_spanned};

/// The lint for types that contradict each other as amp infers them. If rustc agrees, it reports its own error.
pub(crate) fn contradiction(at: Option<Site>) -> TokenStream {
    let (title, help) = (Code::AMP018.title(), advice::data::ANNOTATE_INTERMEDIATE);
    let message =
        format!("[AMP018] {title}: amp infers another type for it than rustc does\n  = help: {help}");
    fallback_lint(&message, at.map_or_else(Span::call_site, |site| site.key))
}

/// The tokens of the lint.
pub(crate) fn fallback_lint(message: &str, span: Span) -> TokenStream {
    // The name has the user's span as well: if a token has another context, rustc reports the lint at the macro's call.
    let name = Ident::new("refused_by_amp", span);
    let call = quote_spanned!(span=> #name());
    quote! {
        const _: () = {
            #[must_use = #message]
            const fn #name() {}
            #[deny(unused_must_use)]
            #[allow(dead_code)]
            fn all() {
                #call;
            }
        };
    }
}

#[cfg(test)]
mod tests {
    use quote::quote;

    #[test]
    fn a_contradiction_is_found_at_an_expression() {
        let block = quote!(
            impl Pair {
                fn twice(self) -> u32 {
                    self.list.len() * 2
                }
            }
        );
        let input: syn::ItemImpl = syn::parse2(block.clone()).unwrap();
        let mut diagnostics = crate::diagnostics::Diagnostics::default();
        let parsed = crate::parse::device(quote!(#input), &mut diagnostics).unwrap();
        let crate::parse::DeviceInput::Impl(_, functions) = parsed else { panic!("an `impl` is one") };
        let function = crate::lower::device(&functions[0], &mut diagnostics);
        assert!(diagnostics.finish().is_ok());
        assert!(function.body.has_definite_type_error && function.body.mistaken_at.is_some());
    }
}
