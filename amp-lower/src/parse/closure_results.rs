//! Functions that return a closure: `fn adder(n: u32) -> impl Fn(u32) -> u32 { move |x| x + n }`.
//!
//! A device holds no closures. So the function itself is for the host only, and a hidden function `amp_call_adder(n, x)`
//! evaluates the body and calls the closure at its end. `let add = adder(2);` binds a local closure that calls the hidden
//! function (`lower/expr/returned_closure.rs`). So each call evaluates the body. This is legal because the body modifies
//! nothing outside: a function with a `&mut` parameter is rejected.

use proc_macro2::{Ident, Span, TokenStream, TokenTree};
use quote::{ToTokens, format_ident, quote};

/// The name of the hidden function.
pub(crate) fn call_of(name: &str) -> String {
    format!("amp_call_{name}")
}

/// Whether a function is a hidden function of this module.
pub(crate) fn is_hidden(name: &Ident) -> bool {
    name.to_string().starts_with("amp_call_")
}

/// The parameter types and the result of the closure that a function returns.
fn closure(signature: &syn::Signature) -> Option<(Vec<syn::Type>, syn::ReturnType)> {
    let syn::ReturnType::Type(_, ty) = &signature.output else { return None };
    let syn::Type::ImplTrait(it) = &**ty else { return None };
    it.bounds.iter().find_map(|bound| {
        let syn::TypeParamBound::Trait(bound) = bound else { return None };
        let last = bound.path.segments.last()?;
        let syn::PathArguments::Parenthesized(arguments) = &last.arguments else { return None };
        let inputs = arguments.inputs.iter().map(|input| input.ty.clone()).collect();
        (last.ident == "Fn").then(|| (inputs, arguments.output.clone()))
    })
}

/// The signature and the body of the hidden function. `None` if the function returns no closure, or if its body does not
/// end with one.
fn hidden(signature: &syn::Signature, block: &syn::Block) -> Option<(syn::Signature, syn::Block)> {
    let (inputs, output) = closure(signature)?;
    let is_mut = |ty: &syn::Type| matches!(ty, syn::Type::Reference(it) if it.mutability.is_some());
    let modifies = signature.inputs.iter().any(|input| match input {
        syn::FnArg::Receiver(it) => matches!(it.kind, syn::ReceiverKind::Reference(_, _, Some(_))),
        syn::FnArg::Typed(typed) => is_mut(&typed.ty),
    });
    let mut block = block.clone();
    let Some(syn::Stmt::Expr(result, None)) = block.stmts.pop() else { return None };
    if modifies || block.stmts.iter().any(|stmt| returns(stmt.to_token_stream())) {
        return None;
    }
    let names: Vec<_> = (0..inputs.len()).map(argument).collect();
    let call: syn::Expr = match result {
        syn::Expr::Closure(closure) => syn::parse_quote!((#closure)(#(#names),*)),
        syn::Expr::Path(path) => syn::parse_quote!(#path(#(#names),*)),
        _ => return None,
    };
    block.stmts.push(syn::Stmt::Expr(call, None));
    let mut signature = signature.clone();
    signature.output = output;
    signature
        .inputs
        .extend(names.iter().zip(&inputs).map(|(name, ty)| -> syn::FnArg { syn::parse_quote!(#name: #ty) }));
    let name = signature.ident.to_string();
    signature.ident =
        format_ident!("{}", call_of(name.trim_start_matches("r#")), span = signature.ident.span());
    Some((signature, block))
}

/// The name of an argument of the closure.
pub(crate) fn argument(n: usize) -> Ident {
    Ident::new(&format!("amp_input{n}"), Span::mixed_site())
}

/// Whether tokens contain `return`.
fn returns(tokens: TokenStream) -> bool {
    tokens.into_iter().any(|token| match token {
        TokenTree::Ident(ident) => ident == "return",
        TokenTree::Group(group) => returns(group.stream()),
        _ => false,
    })
}

/// Takes an item apart. `None` if it has no function that returns a closure.
pub(crate) fn split(item: &TokenStream) -> Option<super::reference_results::Split> {
    super::iterator_results::split_by(item, hidden, |function, (signature, block)| {
        let name = &function.sig.ident;
        quote!(#[doc(hidden)] impl #name { pub #signature #block })
    })
}
