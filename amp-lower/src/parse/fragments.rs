//! Unwraps macro fragments that are statements: `$body:block`, `$s:stmt`, `$i:item`.
//!
//! rustc passes such a fragment as a group with invisible delimiters. In statement position, syn parses the
//! group as an expression: syn expects a `;` after a block, and rejects a `let`. So this pass replaces the
//! group by its contents before syn parses the tokens. Groups that are expressions or types stay until syn
//! has parsed them, because the precedence of their contents matters. The visitor `Ungrouped` then removes
//! these groups.

use proc_macro2::{Delimiter, Group, TokenStream, TokenTree};
use syn::Stmt;

/// Unwraps the groups of statement fragments.
pub(crate) fn without_invisible_groups(tokens: TokenStream) -> TokenStream {
    let mut out: Vec<TokenTree> = Vec::new();
    let mut rest = tokens.into_iter().peekable();
    while let Some(token) = rest.next() {
        let TokenTree::Group(group) = token else {
            out.push(token);
            continue;
        };
        let mut inner = Group::new(group.delimiter(), without_invisible_groups(group.stream()));
        inner.set_span(group.span());
        let invisible = group.delimiter() == Delimiter::None;
        if invisible && can_begin_statement(&out) && is_statement(inner.stream(), rest.peek()) {
            out.extend(inner.stream());
        } else {
            out.push(TokenTree::Group(inner));
        }
    }
    out.into_iter().collect()
}

/// Whether a statement can begin after the tokens `before`. Attributes at the end of `before` belong to that
/// statement, so they are ignored.
fn can_begin_statement(before: &[TokenTree]) -> bool {
    match before {
        [] => true,
        [.., TokenTree::Punct(last)] => last.as_char() == ';',
        [rest @ .., TokenTree::Punct(hash), TokenTree::Group(last)]
            if hash.as_char() == '#' && last.delimiter() == Delimiter::Bracket =>
        {
            can_begin_statement(rest)
        }
        [.., TokenTree::Group(last)] => last.delimiter() == Delimiter::Brace,
        _ => false,
    }
}

/// Whether a group is a statement, and not an operand of an expression that continues after it.
fn is_statement(tokens: TokenStream, next: Option<&TokenTree>) -> bool {
    // Whether the token after the group continues an expression: an operator, a subscript, or the arguments
    // of a call.
    let goes_on = match next {
        Some(TokenTree::Punct(next)) => !matches!(next.as_char(), ';' | '#'),
        Some(TokenTree::Group(next)) => {
            matches!(next.delimiter(), Delimiter::Parenthesis | Delimiter::Bracket)
        }
        Some(TokenTree::Ident(next)) => next == "as",
        _ => false,
    };
    let mut inner = tokens.clone().into_iter();
    let is_block = matches!(
        (inner.next(), inner.next()),
        (Some(TokenTree::Group(block)), None) if block.delimiter() == Delimiter::Brace
    );
    if is_block {
        // A block at the start of a statement is a complete statement: `{ 1 } - 1` is two statements.
        return !matches!(next, Some(TokenTree::Punct(next)) if matches!(next.as_char(), '.' | '?' | ',' | ')'));
    }
    // syn parses a `let` only with its `;`, which is outside the group. So the second attempt appends a `;`.
    let ended = tokens
        .clone()
        .into_iter()
        .chain([TokenTree::Punct(proc_macro2::Punct::new(';', proc_macro2::Spacing::Alone))]);
    let read = syn::parse2::<Stmt>(tokens).or_else(|_| syn::parse2(ended.collect()));
    match read {
        Ok(Stmt::Local(_) | Stmt::Item(_)) => true,
        Ok(Stmt::Expr(
            syn::Expr::If(_)
            | syn::Expr::Match(_)
            | syn::Expr::ForLoop(_)
            | syn::Expr::While(_)
            | syn::Expr::Loop(_),
            None,
        )) => !goes_on,
        _ => false,
    }
}

#[cfg(test)]
mod tests {
    use super::without_invisible_groups;
    use proc_macro2::{Delimiter, Group, TokenStream, TokenTree};
    use quote::quote;

    fn block_fragment(block: TokenStream) -> TokenTree {
        TokenTree::Group(Group::new(Delimiter::None, block))
    }

    #[test]
    fn block_fragments_in_statement_position_are_unwrapped() {
        let (one, two) = (
            block_fragment(quote!({
                a();
            })),
            block_fragment(quote!({ 1 })),
        );
        let tokens = without_invisible_groups(
            quote!({ #one b(); #one if x { #one c() } else { #one } let y = #two; #two.max(3) }),
        );
        let block: syn::Block = syn::parse2(tokens).unwrap();
        assert_eq!(block.stmts.len(), 6);
    }
}
