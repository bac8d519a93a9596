//! A message that rustc prints if it has printed nothing else: that of a lint, to which rustc comes only in a program without an error. It
//! is for what rustc should have said itself, in words of its own.

use proc_macro2::{Span, TokenStream};
use quote::{quote, quote_spanned};

/// The tokens of it.
pub(crate) fn lint(message: &str, span: Span) -> TokenStream {
    let name = quote::format_ident!("unsaid");
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
