//! A message that rustc prints only if it reports no error: an `unused_must_use` lint with our text. Lints
//! run after all other checks, so a program with another error never reaches it.
//!
//! Use: syntax that rustc should have rejected in its own words. A `compile_error!` would repeat rustc's
//! message.

use proc_macro2::{Span, TokenStream};
use quote::{quote, quote_spanned};

/// The tokens of the lint.
pub(crate) fn lint(message: &str, span: Span) -> TokenStream {
    let name = quote::format_ident!("amp_error");
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
