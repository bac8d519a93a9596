//! Where a node stands in the user's source.

use proc_macro2::{Span, TokenStream};
use quote::ToTokens;

/// A node's first and last token. Stable Rust cannot join two spans, but an error that has both underlines the whole.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Site {
    pub(crate) first: Span,
    pub(crate) last: Span,
}

impl Site {
    pub(crate) fn of(node: &dyn ToTokens) -> Self {
        Site::of_tokens(node.to_token_stream())
    }

    pub(crate) fn of_tokens(tokens: TokenStream) -> Self {
        let mut spans = tokens.into_iter().map(|token| token.span());
        let first = spans.next().unwrap_or_else(Span::call_site);
        Site { first, last: spans.last().unwrap_or(first) }
    }
}

impl From<Span> for Site {
    fn from(span: Span) -> Self {
        Site { first: span, last: span }
    }
}

/// A node as the user wrote it, shortened, for a message.
pub(crate) fn quoted(node: &dyn ToTokens) -> String {
    let text = node.to_token_stream().to_string();
    let mut tidy = String::with_capacity(text.len());
    for (n, part) in text.split(' ').enumerate() {
        let glued = part.starts_with(['.', ',', ';', ')', ']', '(', '[', '?', ':', '!'])
            || tidy.ends_with(['.', '(', '[', '&', '!', ':', '-']) && !tidy.ends_with("=> -");
        if n > 0
            && !(glued
                && !(part.starts_with(['(', '[']) && tidy.ends_with(['=', '+', '*', '<', '>', ',', '/'])))
        {
            tidy.push(' ');
        }
        tidy.push_str(part);
    }
    if tidy.chars().count() > 60 {
        tidy = tidy.chars().take(57).chain("...".chars()).collect();
    }
    tidy
}
