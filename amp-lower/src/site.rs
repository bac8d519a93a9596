//! Source positions of syntax nodes, and the spans of generated tokens.

use proc_macro2::{Group, Span, TokenStream, TokenTree};
use quote::ToTokens;

/// The first and last token of a syntax node. Stable Rust cannot join the spans of two tokens. But if an
/// error has both spans, rustc underlines the whole node.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Site {
    pub(crate) first: Span,
    pub(crate) last: Span,
    /// The token at which rustc reports its own errors for the node. For `a + b`, it is the operator.
    pub(crate) key: Span,
}

impl Site {
    pub(crate) fn of(node: &dyn ToTokens) -> Self {
        Site::of_tokens(node.to_token_stream())
    }

    /// The same site with another `key`, the token at which rustc reports its own errors for the node.
    pub(crate) fn at(self, token: &dyn ToTokens) -> Self {
        Site { key: Site::of(token).first, ..self }
    }

    pub(crate) fn of_tokens(tokens: TokenStream) -> Self {
        let mut spans = tokens.into_iter().map(|token| token.span());
        let first = spans.next().unwrap_or_else(Span::call_site);
        Site { first, last: spans.last().unwrap_or(first), key: first }
    }
}

impl From<Span> for Site {
    fn from(span: Span) -> Self {
        Site { first: span, last: span, key: span }
    }
}

/// A hash of the user's item, for a generated name that must be unique in the crate. Items of equal text have
/// different spans. The debug text of a span also contains the macro expansion, which the line and the column do
/// not: a macro of the user may generate one item in several modules.
pub(crate) fn hash_of_item(item: &dyn ToTokens) -> u64 {
    amp_shader::field_hash(&format!("{} {:?}", item.to_token_stream(), Span::call_site()))
}

/// Gives the user's tokens the hygiene of generated code, for which rustc prints no lints. Their source
/// positions stay the same.
pub(crate) fn without_lints(tokens: TokenStream) -> TokenStream {
    let tokens = tokens.into_iter().map(|mut token| {
        match &mut token {
            TokenTree::Group(group) => {
                let mut inside = Group::new(group.delimiter(), without_lints(group.stream()));
                inside.set_span(group.span().resolved_at(Span::call_site()));
                *group = inside;
            }
            // `$crate` is resolved through its span, so it keeps the span.
            TokenTree::Ident(ident) if ident == "$crate" => {}
            other => other.set_span(other.span().resolved_at(Span::call_site())),
        }
        token
    });
    tokens.collect()
}

/// Moves the user's tokens to another source position, so that rustc reports their errors there.
pub(crate) fn with_errors_at(tokens: &TokenStream, place: Span) -> TokenStream {
    let tokens = tokens.clone().into_iter().map(|mut token| {
        match &mut token {
            TokenTree::Group(group) => {
                *group = Group::new(group.delimiter(), with_errors_at(&group.stream(), place))
            }
            // `$crate` is resolved through its span, so it keeps the span.
            TokenTree::Ident(ident) if ident == "$crate" => {}
            other => other.set_span(other.span().located_at(place)),
        }
        token
    });
    tokens.collect()
}

/// The text of a node for a message: spaced as users write code, and at most 60 characters long.
pub(crate) fn quoted(node: &dyn ToTokens) -> String {
    tidy(&node.to_token_stream().to_string())
}

/// The text of tokens for a message: see [`quoted`].
pub(crate) fn tidy(text: &str) -> String {
    let mut tidy = String::new();
    // In a macro, rustc's `to_string` breaks long nodes into several lines. The loop joins the lines again.
    for part in text.split([' ', '\n']) {
        let opens = |text: &str| text.ends_with(['(', '[', '.', '&', '!', '\'', '#']) || text.ends_with("::");
        let closes = part.starts_with([')', ']', '.', ',', ';', '?', '(', '[']) || part.starts_with("::");
        // `f (x)` becomes `f(x)`, but `a * (x)` keeps its space.
        let behind_word = tidy.ends_with(|c: char| c.is_alphanumeric() || matches!(c, '_' | ')' | ']' | '>'));
        // The dereference `* r` becomes `*r`, but the product `a * b` keeps its spaces.
        let behind_stars = tidy.trim_end_matches('*');
        let follows = behind_stars.len() < tidy.len()
            && (behind_stars.is_empty() || behind_stars.ends_with(['(', '[', '&', '!']));
        let glued =
            follows || opens(&tidy) || (closes && (behind_word || part.starts_with([')', ']', ',', ';'])));
        if !tidy.is_empty() && !glued {
            tidy.push(' ');
        }
        tidy.push_str(part);
    }
    for (from, to) in
        [(" < ", "<"), (" <", "<"), (" >", ">"), ("* const", "*const"), ("* mut", "*mut"), (" :", ":")]
    {
        // `a < b` and `a > b` keep their spaces: only generic arguments lose them.
        if !from.contains(['<', '>']) || tidy.contains('<') && tidy.contains(" >") {
            tidy = tidy.replace(from, to);
        }
    }
    if tidy.chars().count() > 60 {
        tidy = tidy.chars().take(57).chain("...".chars()).collect();
    }
    tidy
}

#[cfg(test)]
mod tests {
    use super::quoted;
    use quote::quote;

    #[test]
    fn reads_as_written() {
        for (tokens, text) in [
            (quote!(Vec<f32>), "Vec<f32>"),
            (quote!(&mut ArrayViewMut<f32, 2>), "&mut ArrayViewMut<f32, 2>"),
            (quote!(a < b), "a < b"),
            (quote!(a > b), "a > b"),
            (quote!(x.iter()), "x.iter()"),
            (quote!(*const f32), "*const f32"),
            (quote!((a, _)), "(a, _)"),
            (quote!(**r * (*a)), "**r * (*a)"),
            (quote!(String::from), "String::from"),
        ] {
            assert_eq!(quoted(&tokens), text);
        }
    }
}
