//! Fragments of the user's program that the expansion repeats: names, types, constants, patterns and items.
//!
//! The IR holds such fragments, but never looks at their tokens: two fragments are equal if their texts are.
//! The tokens carry the spans and the hygiene that rustc needs, so only code that prints Rust reads them.

use crate::site::with_errors_at;
use proc_macro2::{Span, TokenStream};
use quote::ToTokens;
use std::rc::Rc;

/// A fragment of the user's program, or of code that amp generates in its place.
#[derive(Clone, Debug)]
pub(crate) struct Source(Rc<Fragment>);

#[derive(Debug)]
struct Fragment {
    text: String,
    tokens: TokenStream,
}

impl Source {
    pub(crate) fn of(node: &dyn ToTokens) -> Self {
        Source::of_tokens(node.to_token_stream())
    }

    pub(crate) fn of_tokens(tokens: TokenStream) -> Self {
        Source(Rc::new(Fragment { text: tokens.to_string(), tokens }))
    }

    pub(crate) fn text(&self) -> &str {
        &self.0.text
    }

    /// The same fragment with other spans, so that rustc reports errors about it at `place`.
    pub(crate) fn with_errors_at(&self, place: Span) -> Self {
        let Fragment { text, tokens } = &*self.0;
        Source(Rc::new(Fragment { text: text.clone(), tokens: with_errors_at(tokens, place) }))
    }

    /// The last segment of a path.
    pub(crate) fn last_segment(&self) -> &str {
        self.text().rsplit("::").next().unwrap_or_default().trim()
    }

    /// The name of a field, without `r#`.
    pub(crate) fn plain_name(&self) -> &str {
        self.text().trim_start_matches("r#")
    }

    /// The value of an integer literal.
    pub(crate) fn integer(&self) -> Option<usize> {
        let literal: syn::LitInt = syn::parse2(self.0.tokens.clone()).ok()?;
        literal.base10_parse().ok()
    }
}

impl PartialEq for Source {
    fn eq(&self, other: &Self) -> bool {
        Rc::ptr_eq(&self.0, &other.0) || self.text() == other.text()
    }
}

impl ToTokens for Source {
    fn to_tokens(&self, tokens: &mut TokenStream) {
        self.0.tokens.to_tokens(tokens);
    }
}
