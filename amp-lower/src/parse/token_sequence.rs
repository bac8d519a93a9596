//! Searches for sequences of tokens.
//!
//! The text of a token stream is no substitute: rustc breaks its lines, so a line break may stand in any sequence.

use proc_macro2::{TokenStream, TokenTree};

/// Whether the tokens of a sequence follow one another in a stream, or in a group within it: `["-", ">", "impl"]`.
pub(crate) fn contains(tokens: &TokenStream, sequence: &[&str]) -> bool {
    let tokens: Vec<_> = tokens.clone().into_iter().collect();
    let is_equal = |(token, text): (&TokenTree, &&str)| match token {
        TokenTree::Punct(punct) => text.len() == 1 && text.starts_with(punct.as_char()),
        TokenTree::Ident(ident) => ident == text,
        TokenTree::Group(_) | TokenTree::Literal(_) => false,
    };
    tokens.windows(sequence.len()).any(|window| window.iter().zip(sequence).all(is_equal))
        || tokens.iter().any(|token| match token {
            TokenTree::Group(group) => contains(&group.stream(), sequence),
            _ => false,
        })
}

#[cfg(test)]
mod tests {
    use super::contains;

    #[test]
    fn sequences_are_found_in_groups_and_across_lines() {
        let tokens =
            "mod a { fn f(x: &u32) ->\n impl Iterator { (1..3).map(|k| k) } }".parse().expect("tokens");
        for sequence in [&["-", ">", "impl"][..], &[":", "&"], &["fn"], &[".", "map"]] {
            assert!(contains(&tokens, sequence), "{sequence:?}");
        }
        for sequence in [&["-", ">", "Iterator"][..], &["&", ":"], &["let"], &["f", "x"]] {
            assert!(!contains(&tokens, sequence), "{sequence:?}");
        }
    }
}
