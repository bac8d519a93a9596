//! Limits on token nesting and expression length, checked before parsing.
//!
//! syn, rustc and amp's own passes recurse over the input, so extreme input would overflow the stack. The
//! limits count the levels of nested brackets, the tokens of one expression, and the operators of one expression.
//! Each operator may add a level to the syntax tree.

use crate::diagnostics::{Code, Diagnostics, Rejection};
use crate::site::Site;
use proc_macro2::{Delimiter, Span, TokenStream, TokenTree, token_stream};

/// The deepest nesting of groups.
const MAX_GROUP_DEPTH: usize = 300;
/// The largest number of tokens of one expression. A group counts as one token.
const MAX_TOKENS: usize = 4000;
/// The largest number of operators and prefix keywords of one expression. Each may add a level to the syntax
/// tree.
const MAX_OPERATORS: usize = 2000;
/// The largest number of `else` branches of one `if` chain.
const MAX_BRANCHES: usize = 1000;

/// Rejects tokens that exceed a limit.
pub(crate) fn check(tokens: &TokenStream) -> Result<(), Rejection> {
    let Some(span) = first_excess(tokens) else { return Ok(()) };
    let mut diagnostics = Diagnostics::default();
    diagnostics.report(Code::AMP020, Site::from(span), "the input is too deeply nested or too long");
    diagnostics.finish()
}

/// A group that the check is reading: its remaining tokens, and the counters for the current expression.
struct OpenGroup {
    rest: token_stream::IntoIter,
    tokens: usize,
    signs: usize,
    branches: usize,
}

impl OpenGroup {
    fn new(tokens: TokenStream) -> Self {
        OpenGroup { rest: tokens.into_iter(), tokens: 0, signs: 0, branches: 0 }
    }

    /// Counts a token, and returns whether it exceeds a limit.
    fn exceeds_limit(&mut self, token: &TokenTree) -> bool {
        self.tokens += 1;
        match token {
            TokenTree::Punct(punct) if matches!(punct.as_char(), ',' | ';') => {
                (self.tokens, self.signs, self.branches) = (0, 0, 0);
            }
            TokenTree::Punct(_) => self.signs += 1,
            TokenTree::Group(group) if group.delimiter() == Delimiter::Brace => {
                (self.tokens, self.signs) = (0, 0);
            }
            TokenTree::Ident(word) if word == "else" => self.branches += 1,
            TokenTree::Ident(word) if word == "return" || word == "break" => self.signs += 1,
            _ => {}
        }
        self.tokens > MAX_TOKENS || self.signs > MAX_OPERATORS || self.branches > MAX_BRANCHES
    }
}

fn first_excess(tokens: &TokenStream) -> Option<Span> {
    let mut open = vec![OpenGroup::new(tokens.clone())];
    while let Some(innermost) = open.last_mut() {
        let Some(token) = innermost.rest.next() else {
            open.pop();
            continue;
        };
        if innermost.exceeds_limit(&token) || open.len() > MAX_GROUP_DEPTH {
            return Some(token.span());
        }
        if let TokenTree::Group(group) = token {
            open.push(OpenGroup::new(group.stream()));
        }
    }
    None
}

#[cfg(test)]
mod tests {
    use super::first_excess;

    #[test]
    fn nesting_and_length_are_limited() {
        let is_refused = |text: String| first_excess(&text.parse().unwrap()).is_some();
        let sum = |terms: usize| format!("let a = 1{};", " + b[0]".repeat(terms));
        assert!(!is_refused(sum(1000)) && is_refused(sum(2100)));
        let nested = |levels: usize| format!("{}1{}", "(".repeat(levels), ")".repeat(levels));
        assert!(!is_refused(nested(200)) && is_refused(nested(400)));
        let chain = |branches: usize| format!("if a {{}} {} ;", "else if b {}".repeat(branches));
        assert!(!is_refused(chain(500)) && is_refused(chain(1100)));
        // Long lists and long bodies do not exceed the limits.
        assert!(!is_refused("1, ".repeat(20_000)) && !is_refused("a = 1; { b } ".repeat(20_000)));
    }
}
