//! Expansions for editors: the user's code as ordinary Rust, then the diagnostics, then a stub.
//!
//! rust-analyzer expands macros in a process of its own, and answers completion, hover and rename from the
//! expansion. The usual expansion would show it names and types of the runtime. So in rust-analyzer's
//! process, a macro returns the user's tokens instead. These tokens come first and are not parsed, because
//! rust-analyzer also expands unfinished code. It expands such code twice: as written, and with a name
//! inserted at the cursor. Then it compares the two expansions position by position. Under rustc this module
//! is unused.

use crate::emit::expansion;
use proc_macro2::{Delimiter, Group, Span, TokenStream, TokenTree};
use quote::quote;
use std::sync::OnceLock;

/// Whether rust-analyzer runs this macro, recognised by the name of the process.
///
/// `cfg(rust_analyzer)` in the expansion would be no alternative: users' crates would get the lint
/// `unexpected_cfgs`, and rustc would parse each body once more.
pub fn is_running() -> bool {
    static RUNNING: OnceLock<bool> = OnceLock::new();
    *RUNNING.get_or_init(|| {
        let process = std::env::current_exe().unwrap_or_default();
        process.file_stem().is_some_and(|name| name.to_string_lossy().starts_with("rust-analyzer"))
    })
}

/// A kernel function as the user wrote it, in an unnamed constant, and a stub of the same name that binds its
/// captures.
///
/// Uses of the function's name refer to the stub. All other names refer to the function as written. So each
/// name has one definition, as the rename command requires.
pub fn kernel(attribute: TokenStream, item: TokenStream, errors: TokenStream) -> TokenStream {
    let mut tokens: Vec<TokenTree> = item.clone().into_iter().collect();
    let name = name_position(&tokens);
    if let Some(TokenTree::Ident(name)) = name.map(|at| &mut tokens[at]) {
        name.set_span(Span::call_site());
    }
    let written: TokenStream = tokens.into_iter().collect();
    let sizes = bracketed(attribute);
    let item = crate::unparsed::without_bodies(item);
    let stub = expansion::kernel_signature(elsewhere(item));
    quote! {
        const _: () = {
            #written
            #(let _ = #sizes;)*
        };
        #errors
        #stub
    }
}

/// A closure kernel as the user wrote it, in a block whose value is a stub.
pub fn closure(tokens: TokenStream, errors: TokenStream) -> TokenStream {
    let is_bar = |token: &TokenTree| is_punct(token, '|');
    let all: Vec<TokenTree> = tokens.clone().into_iter().collect();
    let start = all.iter().position(is_bar).unwrap_or(0);
    let (options, closure) = all.split_at(start);
    let sizes = bracketed(options.iter().cloned().collect());
    let parameters = closure.iter().enumerate().filter(|(_, token)| is_bar(token)).nth(1);
    let body = parameters.map_or(0, |(at, _)| at);
    // A comma or semicolon ends the closure. Tokens after it would be separate statements.
    let is_end = |token: &TokenTree| is_punct(token, ',') || is_punct(token, ';');
    let end = closure[body..].iter().position(is_end).map_or(closure.len(), |at| body + at);
    let written = &closure[..end];
    let stub = expansion::closure_stub(&tokens);
    quote! {{
        let _ = #(#written)*;
        #(let _ = #sizes;)*
        #errors
        #stub
    }}
}

/// An op as the user wrote it, in a block whose value is a stub.
pub fn op(tokens: TokenStream, errors: TokenStream) -> TokenStream {
    quote! {{
        let _ = #tokens;
        #errors
        |_: ::amp::__private::OpMacroInput<_>| ::amp::__private::RejectedOp
    }}
}

/// A device function, or a trait or `impl` block of device functions, returned as written, because it is
/// ordinary Rust.
pub fn device(item: TokenStream, errors: TokenStream) -> TokenStream {
    quote!(#item #errors)
}

fn is_punct(token: &TokenTree, character: char) -> bool {
    matches!(token, TokenTree::Punct(punct) if punct.as_char() == character)
}

/// The index of the token with the function's name, which follows `fn`.
fn name_position(tokens: &[TokenTree]) -> Option<usize> {
    let keyword = tokens.iter().position(|token| matches!(token, TokenTree::Ident(word) if word == "fn"))?;
    tokens.get(keyword + 1).is_some_and(|token| matches!(token, TokenTree::Ident(_))).then_some(keyword + 1)
}

/// The bracketed groups among the macro's options. Only `tile = [..]` has brackets, so they are the tile sizes.
fn bracketed(options: TokenStream) -> impl Iterator<Item = TokenTree> {
    options.into_iter().filter(|token| match token {
        TokenTree::Group(group) => group.delimiter() == Delimiter::Bracket,
        _ => false,
    })
}

/// Gives all tokens of the item, except the function's name, the source position of the macro call.
fn elsewhere(item: TokenStream) -> TokenStream {
    let tokens: Vec<TokenTree> = item.into_iter().collect();
    let name = name_position(&tokens);
    let moved = tokens.into_iter().enumerate().map(|(at, token)| match Some(at) == name {
        true => token,
        false => moved(token),
    });
    moved.collect()
}

fn moved(mut token: TokenTree) -> TokenTree {
    if let TokenTree::Group(group) = &token {
        token = Group::new(group.delimiter(), group.stream().into_iter().map(moved).collect()).into();
    }
    token.set_span(Span::call_site());
    token
}

#[cfg(test)]
mod tests {
    use super::*;

    fn tokens(text: &str) -> TokenStream {
        text.parse().unwrap()
    }

    fn text(tokens: TokenStream) -> String {
        tokens.to_string().replace(' ', "")
    }

    #[test]
    fn kernel_is_repeated_before_its_errors() {
        let item = "#[doc = \"d\"] pub fn r#type<T>(i: Index<2>, a: T) { a.b }";
        let expansion = text(kernel(tokens("tile = [8, 8]"), tokens(item), tokens("error!();")));
        let written = text(tokens(item));
        assert!(
            expansion.starts_with(&format!("const_:()={{{written}let_=[8,8];}};error!();")),
            "{expansion}"
        );
        assert!(
            expansion.contains("pubfnr#type<T>(a:T)->impl::amp::Kernel<::amp::Extent<2usize>>"),
            "{expansion}"
        );
    }

    #[test]
    fn unparsable_kernel_is_repeated() {
        let item = "fn k(i: Index<1>, a: f32) { if a. }";
        let expansion = text(kernel(TokenStream::new(), tokens(item), TokenStream::new()));
        assert!(expansion.starts_with(&format!("const_:()={{{}}};", text(tokens(item)))), "{expansion}");
        assert!(expansion.contains("fnk(a:f32)->impl"), "{expansion}");
    }

    #[test]
    fn closure_ends_at_a_comma_or_semicolon() {
        let expansion = |written: &str| text(closure(tokens(written), tokens("error!();")));
        let stub = "error!();::amp::__private::rejected::<::amp::Extent<1usize>>()}";
        let closure = "|i:Index<1>|{y[i].;}";
        assert_eq!(expansion("|i: Index<1>| { y[i].; }"), format!("{{let_={closure};{stub}"));
        assert_eq!(expansion("strict_float, |i: Index<1>| { y[i].; },"), format!("{{let_={closure};{stub}"));
        assert_eq!(expansion("|i: Index<1>| y[i] = 1.; y[i]"), format!("{{let_=|i:Index<1>|y[i]=1.;{stub}"));
        assert!(
            expansion("tile = [8], |t: TiledIndex<1>| t.").starts_with("{let_=|t:TiledIndex<1>|t.;let_=[8];")
        );
        assert!(expansion("x.").starts_with("{let_=x.;"));
    }
}
