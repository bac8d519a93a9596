//! Normalises raw identifiers: `r#k` becomes `k`, because Rust treats both as the same name. Keywords such as
//! `r#type` stay raw.

use proc_macro2::{Group, Ident, TokenStream, TokenTree};

/// Returns the tokens with normalised identifiers.
pub(crate) fn normalised(tokens: TokenStream) -> TokenStream {
    let tokens = tokens.into_iter().map(|token| match token {
        TokenTree::Group(group) => {
            let mut inner = Group::new(group.delimiter(), normalised(group.stream()));
            inner.set_span(group.span());
            TokenTree::Group(inner)
        }
        TokenTree::Ident(ident) => TokenTree::Ident(normalised_ident(ident)),
        TokenTree::Punct(_) | TokenTree::Literal(_) => token,
    });
    tokens.collect()
}

fn normalised_ident(ident: Ident) -> Ident {
    match ident.to_string().strip_prefix("r#") {
        // `gen` is a keyword in editions from 2024 on.
        Some(name) if name != "gen" && syn::parse_str::<Ident>(name).is_ok() => {
            Ident::new(name, ident.span())
        }
        _ => ident,
    }
}

#[cfg(test)]
mod tests {
    use super::normalised;
    use quote::quote;

    #[test]
    fn only_keywords_stay_raw() {
        let found = normalised(quote!('r#a: loop {
            r#k + { r#type.r#x(r#gen, r#async, r#K) };
            break 'r#a;
        }));
        let wanted = quote!('a: loop {
            k + { r#type.x(r#gen, r#async, K) };
            break 'a;
        });
        assert_eq!(found.to_string(), wanted.to_string());
    }
}
