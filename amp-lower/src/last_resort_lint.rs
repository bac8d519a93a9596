//! Last-resort lints: messages of amp that rustc prints only if it reports no error itself.
//!
//! A last-resort lint is a denied `unused_must_use` lint whose text is the message. Lints run after all other
//! checks, so rustc never reaches the lint in a program with another error.
//!
//! A last-resort lint stands for a mistake that rustc usually reports itself, such as invalid syntax. A
//! `compile_error!` would give two messages for that mistake.

use crate::diagnostics::Code;
use crate::site::Site;
use proc_macro2::{Ident, Span, TokenStream};
use quote::{quote, quote_spanned};

/// Returns the last-resort lint for a body in which amp's inference finds contradictory types. rustc usually
/// reports a type error there and does not print the lint. If rustc accepts the body, the contradiction is a
/// bug of amp, and the lint reports it.
pub(crate) fn contradiction(at: Option<Site>) -> TokenStream {
    let help = Code::AMP099.help();
    let message =
        format!("[AMP099] internal error: amp infers another type for it than rustc does\n  = help: {help}");
    last_resort_lint(&message, at.map_or_else(Span::call_site, |site| site.key))
}

/// Returns an item that makes rustc print `message` at `span`.
pub(crate) fn last_resort_lint(message: &str, span: Span) -> TokenStream {
    // The name has the user's span, too. If one token has another hygiene context, rustc reports the lint at
    // the macro call.
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
        let function = quote!(
            fn twice(x: f32) -> u32 {
                x * 2u32
            }
        );
        let mut diagnostics = crate::diagnostics::Diagnostics::default();
        let parsed = crate::parse::device(function, &mut diagnostics).unwrap();
        let crate::parse::DeviceInput::Function(input) = parsed else { panic!("a function is one") };
        let function = crate::lower::device(&input, &mut diagnostics);
        assert!(diagnostics.finish().is_ok());
        assert!(function.body.has_definite_type_error && function.body.mistaken_at.is_some());
    }
}
