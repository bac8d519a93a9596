//! Syntax errors of input that syn cannot parse: rustc reports them, because its messages are usually better.
//!
//! rustc parses an item before the item's attribute macro runs, so it has already reported most syntax
//! errors. The errors of syn therefore become [last-resort lints](crate::last_resort_lint), which rustc prints only
//! if it reports nothing else. So they appear only for syntax that rustc accepts and syn does not.

use crate::Rejection;
use proc_macro2::{Delimiter, Group, TokenStream, TokenTree};
use quote::quote;

/// Converts the rejection of an item: if syn cannot parse the tokens as an item, the syntax errors become
/// last-resort lints.
pub(crate) fn item(item: &TokenStream, rejection: Rejection) -> Rejection {
    if syn::parse2::<syn::Item>(item.clone()).is_ok() { rejection } else { rejection.reported_by_rustc() }
}

/// Converts the rejection of a closure kernel: if [`repeated_closure`] makes rustc report the syntax errors,
/// the errors of syn become last-resort lints.
pub(crate) fn closure(tokens: &TokenStream, rejection: Rejection) -> Rejection {
    if repeated_closure(tokens).is_some() { rejection.reported_by_rustc() } else { rejection }
}

/// For a closure that syn cannot parse: a statement that makes rustc report the closure's syntax errors. The
/// statement contains the closure and is disabled by `#[cfg(any())]`; rustc parses disabled code too.
pub(crate) fn repeated_closure(tokens: &TokenStream) -> Option<TokenStream> {
    let is_bar = |token: &TokenTree| matches!(token, TokenTree::Punct(bar) if bar.as_char() == '|');
    let mut closure: Vec<TokenTree> = tokens.clone().into_iter().skip_while(|token| !is_bar(token)).collect();
    if matches!(closure.last(), Some(TokenTree::Punct(comma)) if comma.as_char() == ',') {
        closure.pop();
    }
    // rustc would parse only the tokens before a comma or semicolon as the closure, and miss errors after it.
    let is_end =
        |token: &TokenTree| matches!(token, TokenTree::Punct(it) if [',', ';'].contains(&it.as_char()));
    let bars = closure.iter().enumerate().filter(|(_, token)| is_bar(token));
    let body = bars.map(|(at, _)| at).nth(1)?;
    if closure[body..].iter().any(is_end) {
        return None;
    }
    let closure: TokenStream = closure.into_iter().collect();
    let wrong = syn::parse2::<syn::ExprClosure>(closure.clone()).is_err();
    wrong.then(|| quote!(#[cfg(any())] let _ = #closure;))
}

/// Returns the item, with empty bodies if syn cannot parse it. Most syntax errors are in bodies, and the
/// signatures keep other code compiling.
pub(crate) fn without_bodies(item: TokenStream) -> TokenStream {
    if syn::parse2::<syn::Item>(item.clone()).is_ok() {
        return item;
    }
    let mut tokens: Vec<TokenTree> = item.into_iter().collect();
    let is_block =
        tokens.iter().any(|it| matches!(it, TokenTree::Ident(word) if word == "impl" || word == "trait"));
    let Some(TokenTree::Group(group)) = tokens.last_mut().filter(|last| is_braced(last)) else {
        return tokens.into_iter().collect();
    };
    let inner =
        if is_block { group.stream().into_iter().map(without_body).collect() } else { TokenStream::new() };
    *group = braced_group(inner, group);
    tokens.into_iter().collect()
}

fn without_body(token: TokenTree) -> TokenTree {
    match token {
        TokenTree::Group(group) if group.delimiter() == Delimiter::Brace => {
            TokenTree::Group(braced_group(TokenStream::new(), &group))
        }
        other => other,
    }
}

fn is_braced(token: &TokenTree) -> bool {
    matches!(token, TokenTree::Group(group) if group.delimiter() == Delimiter::Brace)
}

fn braced_group(tokens: TokenStream, instead_of: &Group) -> Group {
    let mut group = Group::new(Delimiter::Brace, tokens);
    group.set_span(instead_of.span());
    group
}

#[cfg(test)]
mod tests {
    use super::*;

    fn is_left_to_rustc(item: &str) -> bool {
        let item: TokenStream = item.parse().unwrap();
        let tokens = crate::kernel(TokenStream::new(), item).unwrap_err().into_tokens().to_string();
        assert!(tokens.contains("AMP000"));
        !tokens.contains("compile_error")
    }

    #[test]
    fn errors_in_valid_items_are_reported() {
        assert!(!is_left_to_rustc("struct S { a: f32 }"));
        assert!(is_left_to_rustc("fn k(i: Index<1>) { let a = 1 let b = 2; }"));
        assert!(is_left_to_rustc("fn k(i: Index<1>) { k++; }"));
    }

    #[test]
    fn unparsable_closures_are_repeated_for_rustc() {
        let tokens = |text: &str| text.parse::<TokenStream>().unwrap();
        assert!(repeated_closure(&tokens("|i: Index<1>| y[i] = x[i]")).is_none());
        assert!(repeated_closure(&tokens("|i: Index<1>| y[i] = x[i],")).is_none());
        assert!(repeated_closure(&tokens("tile = [8], |i: TiledIndex<1>| { y[i] = 2 }")).is_none());
        assert!(repeated_closure(&tokens("vec![1, 2]")).is_none());
        assert!(repeated_closure(&tokens("|i: Index<1>| y[i] = 1.0; y[i] = 2.0;")).is_none());
        assert!(repeated_closure(&tokens("|i: Index<1>| { k++; }, 3")).is_none());
        assert!(repeated_closure(&tokens("|i: Index<1> { k++; }")).is_none());
        assert!(repeated_closure(&tokens("|i: Index<1>| { let a = x[i] y[i] = a; }")).is_some());
        assert!(repeated_closure(&tokens("tile = [8], |i: TiledIndex<1>| { k++; },")).is_some());
    }

    #[test]
    fn signatures_are_kept() {
        let kept = |text: &str| without_bodies(text.parse().unwrap()).to_string();
        assert_eq!(kept("fn k ( i : Index < 1 > ) { a b }"), "fn k (i : Index < 1 >) { }");
        assert_eq!(
            kept("impl P { fn k () { a b } const A : u32 = 3 ; }"),
            "impl P { fn k () { } const A : u32 = 3 ; }"
        );
        assert_eq!(kept("fn k () { a }"), "fn k () { a }");
        assert_eq!(kept("fn k ( a b )"), "fn k (a b)");
    }
}
