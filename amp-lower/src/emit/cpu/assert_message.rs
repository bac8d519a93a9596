//! Prints the message of an assertion.

use super::spans::call_site;
use super::{At, Printer};
use crate::ir::Message;
use crate::site::Site;
use proc_macro2::{Literal, TokenStream};
use quote::{ToTokens, quote};

impl Printer<'_, '_> {
    /// Prints the message as an expression of type `&str`.
    pub(super) fn message(&mut self, message: &Message, site: Site, at: At) -> TokenStream {
        if !message.formatted {
            return message.text.to_token_stream();
        }
        let values = self.values(message, site, at);
        quote!(&::std::format!(#values))
    }

    /// Prints the arguments of `format!`: the format string and its values.
    pub(super) fn values(&mut self, message: &Message, site: Site, at: At) -> TokenStream {
        let mut text = Literal::string(&message.text);
        text.set_span(call_site(site));
        let values = message.values.iter().map(|(name, value)| {
            let (name, value) = (name.iter(), self.expr(value, at));
            quote!(#(#name =)* #value,)
        });
        let values: TokenStream = values.collect();
        quote!(#text, #values)
    }
}
