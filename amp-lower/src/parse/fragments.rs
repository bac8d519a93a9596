//! Unwraps macro fragments of the kind `$body:block`.
//!
//! rustc passes such a fragment as a group with invisible delimiters. In statement position syn parses it as
//! an expression and expects a `;`, so the group is replaced by the block inside it.

use proc_macro2::{Delimiter, Group, TokenStream, TokenTree};

/// The tokens with block fragments unwrapped.
pub(crate) fn opened(tokens: TokenStream) -> TokenStream {
    let mut out: Vec<TokenTree> = Vec::new();
    let mut rest = tokens.into_iter().peekable();
    while let Some(token) = rest.next() {
        let TokenTree::Group(group) = token else {
            out.push(token);
            continue;
        };
        let mut inner = Group::new(group.delimiter(), opened(group.stream()));
        inner.set_span(group.span());
        let block = match group.delimiter() {
            Delimiter::None => the_block(&inner),
            _ => None,
        };
        // The block is an operand of an expression that continues after it.
        let goes_on = matches!(rest.peek(), Some(TokenTree::Punct(next)) if matches!(next.as_char(), '.' | '?' | ',' | ')'));
        out.push(TokenTree::Group(match block {
            Some(block) if begins(out.last()) && !goes_on => block,
            _ => inner,
        }));
    }
    out.into_iter().collect()
}

/// Whether a statement can begin after this token.
fn begins(last: Option<&TokenTree>) -> bool {
    match last {
        None => true,
        Some(TokenTree::Punct(last)) => last.as_char() == ';',
        Some(TokenTree::Group(last)) => last.delimiter() == Delimiter::Brace,
        _ => false,
    }
}

/// The block, if the group contains nothing else.
fn the_block(group: &Group) -> Option<Group> {
    let mut inner = group.stream().into_iter();
    match (inner.next(), inner.next()) {
        (Some(TokenTree::Group(block)), None) if block.delimiter() == Delimiter::Brace => Some(block),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::opened;
    use proc_macro2::{Delimiter, Group, TokenStream, TokenTree};
    use quote::quote;

    fn passed(block: TokenStream) -> TokenTree {
        TokenTree::Group(Group::new(Delimiter::None, block))
    }

    #[test]
    fn statements_are_blocks() {
        let (one, two) = (
            passed(quote!({
                a();
            })),
            passed(quote!({ 1 })),
        );
        let tokens =
            opened(quote!({ #one b(); #one if x { #one c() } else { #one } let y = #two; #two.max(3) }));
        let block: syn::Block = syn::parse2(tokens).unwrap();
        assert_eq!(block.stmts.len(), 6);
    }
}
