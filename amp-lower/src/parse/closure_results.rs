//! Functions that return a closure, or a function: `fn adder(n: u32) -> impl Fn(u32) -> u32 { move |x| x + n }`, `fn
//! operator(self) -> fn(u32, u32) -> u32`.
//!
//! A device holds no closures. So the function itself is for the host only, and a hidden function `amp_call_adder(n, x)`
//! evaluates the body and calls the closure at its end. `let add = adder(2);` binds a local closure that calls the hidden
//! function (`lower/expr/returned_closure.rs`). So each call evaluates the body. This is legal because the body modifies
//! nothing outside: a function with a `&mut` parameter is rejected. If the value is one of several functions, the body
//! computes its number first (`function_choices`).

use super::function_choices::{Functions, bound_names};
use proc_macro2::{Ident, Span, TokenStream, TokenTree};
use quote::{ToTokens, format_ident, quote};
use std::collections::HashSet;
use syn::visit_mut::{self, VisitMut};

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
    let it = match &**ty {
        syn::Type::ImplTrait(it) => it,
        syn::Type::FnPtr(pointer) => {
            let inputs = pointer.inputs.iter().map(|input| input.ty.clone()).collect();
            return Some((inputs, pointer.output.clone()));
        }
        _ => return None,
    };
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
    if modifies {
        return None;
    }
    let names: Vec<_> = (0..inputs.len()).map(argument).collect();
    let block = one_closure(block, &names, &inputs).or_else(|| one_of_functions(signature, block, &names))?;
    let mut signature = signature.clone();
    signature.output = output;
    // The functions that the body calls are not `const`.
    signature.constness = None;
    signature
        .inputs
        .extend(names.iter().zip(&inputs).map(|(name, ty)| -> syn::FnArg { syn::parse_quote!(#name: #ty) }));
    let name = signature.ident.to_string();
    signature.ident =
        format_ident!("{}", call_of(name.trim_start_matches("r#")), span = signature.ident.span());
    Some((signature, block))
}

/// The body that calls the closure or the function at its end. `None` if the body ends with another expression. The
/// parameters of the closure get their types, because rustc infers nothing from the arguments of a direct call.
fn one_closure(block: &syn::Block, names: &[Ident], inputs: &[syn::Type]) -> Option<syn::Block> {
    let mut block = block.clone();
    let Some(syn::Stmt::Expr(result, None)) = block.stmts.pop() else { return None };
    if block.stmts.iter().any(|stmt| returns(stmt.to_token_stream())) {
        return None;
    }
    let call: syn::Expr = match result {
        syn::Expr::Closure(mut closure) => {
            for (parameter, ty) in closure.inputs.iter_mut().zip(inputs) {
                if !matches!(parameter, syn::Pat::Type(_)) {
                    *parameter = syn::Pat::Type(syn::PatType {
                        attrs: Vec::new(),
                        pat: Box::new(parameter.clone()),
                        colon_token: Default::default(),
                        ty: Box::new(ty.clone()),
                    });
                }
            }
            syn::parse_quote!((#closure)(#(#names),*))
        }
        syn::Expr::Path(path) => syn::parse_quote!(#path(#(#names),*)),
        _ => return None,
    };
    block.stmts.push(syn::Stmt::Expr(call, None));
    Some(block)
}

/// The body that computes the number of a function, and calls this function. `None` if a result of the body may be
/// something else.
fn one_of_functions(signature: &syn::Signature, block: &syn::Block, names: &[Ident]) -> Option<syn::Block> {
    struct Returns<'b> {
        functions: Functions,
        bound: &'b HashSet<String>,
        label: syn::Lifetime,
        is_known: bool,
        is_found: bool,
    }
    impl VisitMut for Returns<'_> {
        fn visit_expr_mut(&mut self, it: &mut syn::Expr) {
            visit_mut::visit_expr_mut(self, it);
            if let syn::Expr::Return(returned) = it {
                self.is_found = true;
                let Some(mut value) = returned.expr.take() else { return };
                self.is_known &= self.functions.replace(&mut value, self.bound);
                let label = &self.label;
                *it = syn::parse_quote!(break #label #value);
            }
        }

        fn visit_expr_closure_mut(&mut self, _: &mut syn::ExprClosure) {}

        fn visit_item_mut(&mut self, _: &mut syn::Item) {}
    }
    let mut bound = bound_names(block);
    for input in &signature.inputs {
        if let syn::FnArg::Typed(typed) = input {
            let pat = &typed.pat;
            bound.extend(bound_names(&syn::parse_quote!({ let #pat; })));
        }
    }
    let mut block = block.clone();
    let label = syn::Lifetime::new("'amp_function", Span::mixed_site());
    let mut found =
        Returns { functions: Functions::default(), bound: &bound, label, is_known: true, is_found: false };
    // The value at the end may contain a `return`, so the visitor replaces all of them first.
    found.visit_block_mut(&mut block);
    let is_pointer =
        matches!(&signature.output, syn::ReturnType::Type(_, ty) if matches!(**ty, syn::Type::FnPtr(_)));
    if !found.is_known
        || !found.functions.replace_tail(&mut block, &bound)
        || !found.functions.capture_nothing() && !is_pointer
    {
        return None;
    }
    let (items, stmts): (Vec<_>, Vec<_>) =
        block.stmts.into_iter().partition(|stmt| matches!(stmt, syn::Stmt::Item(_)));
    let block = syn::Block { stmts, brace_token: Default::default() };
    let choice = Ident::new("amp_function", Span::mixed_site());
    let (call, label) = (found.functions.call(&choice, names), found.label);
    Some(match found.is_found {
        true => syn::parse_quote!({ #(#items)* let #choice: usize = #label: #block; #call }),
        false => syn::parse_quote!({ #(#items)* let #choice: usize = #block; #call }),
    })
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
    // Most items have no such function. This test avoids a second parse.
    let has = |result| super::token_sequence::contains(item, &["-", ">", result]);
    if !has("impl") && !has("fn") {
        return None;
    }
    super::iterator_results::split_by(item, hidden, |function, (signature, block)| {
        let name = &function.sig.ident;
        quote!(#[doc(hidden)] impl #name { pub #signature #block })
    })
}
