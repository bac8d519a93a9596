//! Functions that return an iterator: `fn row(&self, i: usize) -> impl Iterator<Item = f32>`.
//!
//! A device holds no iterators. So the function itself is for the host only, and a hidden function calls a closure for
//! each item, until the closure returns false. Its body is a copy of the user's body, with a loop over the iterator at the
//! end. Lowering turns a chain that begins with a call of the function into a call of the hidden function
//! (`lower/iterators/function.rs`).

use super::token_sequence;
use proc_macro2::{Ident, TokenStream};
use quote::{ToTokens, format_ident, quote};
use syn::visit_mut::VisitMut;

/// The name of the hidden function for a method, or for a function of a type.
pub(crate) fn each(name: &str) -> String {
    format!("amp_each_{}", name.trim_start_matches("r#"))
}

/// The name of the hidden function for a free function, in the struct with the function's name.
pub(crate) const EACH: &str = "amp_each";

/// Whether a function is a hidden function of this module.
pub(crate) fn is_hidden(name: &Ident) -> bool {
    name.to_string().starts_with(EACH)
}

/// The type of the items, if a function returns an `impl Iterator`.
pub(crate) fn item(signature: &syn::Signature) -> Option<syn::Type> {
    let syn::ReturnType::Type(_, ty) = &signature.output else { return None };
    let syn::Type::ImplTrait(it) = &**ty else { return None };
    it.bounds
        .iter()
        .find_map(|bound| {
            let syn::TypeParamBound::Trait(bound) = bound else { return None };
            let last = bound.path.segments.last()?;
            if !["Iterator", "DoubleEndedIterator", "ExactSizeIterator"].iter().any(|name| last.ident == name)
            {
                return None;
            }
            let syn::PathArguments::AngleBracketed(arguments) = &last.arguments else { return None };
            arguments.args.iter().find_map(|argument| match argument {
                syn::GenericArgument::AssocType(item) if item.ident == "Item" => Some(item.ty.clone()),
                _ => None,
            })
        })
        // An item with a reference would have a lifetime, which a parameter type of a closure cannot name.
        .filter(|item: &syn::Type| !item.to_token_stream().to_string().contains('&'))
}

/// The signature and the body of the hidden function. `None` if the function returns no iterator, or if its body does not
/// end with one.
pub(crate) fn hidden(signature: &syn::Signature, block: &syn::Block) -> Option<(syn::Signature, syn::Block)> {
    let item = item(signature)?;
    let mut block = block.clone();
    let Some(syn::Stmt::Expr(iterator, None)) = block.stmts.pop() else { return None };
    // A loop over an iterator of another function contains no `return`. In other loops, a `return` needs less code than a
    // `break`.
    let exit: syn::Stmt = match is_of_function(&iterator) {
        true => syn::parse_quote!(break;),
        false => syn::parse_quote!(return;),
    };
    block.stmts.push(syn::parse_quote! {
        for amp_next in #iterator {
            if !amp_sink(amp_next) {
                #exit
            }
        }
    });
    let mut signature = signature.clone();
    signature.output = syn::ReturnType::Default;
    signature.inputs.push(syn::parse_quote!(mut amp_sink: impl FnMut(#item) -> bool));
    signature.ident = format_ident!("{}", each(&signature.ident.to_string()), span = signature.ident.span());
    Some((signature, block))
}

/// A visitor that marks the calls of the functions with these names on `self` and `Self`, whose results are certainly
/// iterators: `Iterator::fuse(self.row(i))`.
struct Marked(Vec<Ident>);

impl VisitMut for Marked {
    fn visit_expr_mut(&mut self, it: &mut syn::Expr) {
        syn::visit_mut::visit_expr_mut(self, it);
        let is_one = match it {
            syn::Expr::MethodCall(call) => {
                self.0.contains(&call.method)
                    && matches!(&*call.receiver, syn::Expr::Path(path) if path.path.is_ident("self"))
            }
            syn::Expr::Call(call) => match &*call.func {
                syn::Expr::Path(path) if path.qself.is_none() => {
                    let mut names = path.path.segments.iter().map(|segment| &segment.ident);
                    names.next().is_some_and(|first| first == "Self")
                        && names.next().is_some_and(|name| self.0.contains(name))
                        && names.next().is_none()
                }
                _ => false,
            },
            _ => false,
        };
        if is_one {
            *it = syn::parse_quote!(::core::iter::Iterator::fuse(#it));
        }
    }

    fn visit_item_mut(&mut self, _: &mut syn::Item) {}
}

/// Whether a chain begins with a call of a function that may return an iterator.
fn is_of_function(it: &syn::Expr) -> bool {
    match it {
        syn::Expr::Paren(inner) => is_of_function(&inner.expr),
        syn::Expr::MethodCall(call) => match &*call.receiver {
            syn::Expr::Path(path) => {
                let of_arrays = ["into_iter", "iter", "iter_mut"].iter().any(|name| call.method == name);
                !of_arrays || path.path.is_ident("self")
            }
            receiver => is_of_function(receiver),
        },
        syn::Expr::Call(call) => match &*call.func {
            syn::Expr::Path(path) => !path.path.segments.iter().any(|segment| segment.ident == "iter"),
            _ => false,
        },
        _ => false,
    }
}

/// Takes an item apart. `None` if it has no function that returns an iterator.
pub(crate) fn split(item: &TokenStream) -> Option<super::reference_results::Split> {
    // Most items have no such function. This test avoids a second parse.
    if !token_sequence::contains(item, &["-", ">", "impl"]) {
        return None;
    }
    split_by(item, hidden, |function, (mut signature, block)| {
        let name = &function.sig.ident;
        signature.ident = Ident::new(EACH, name.span());
        quote!(#[doc(hidden)] impl #name { pub #signature #block })
    })
}

/// Takes an item apart. `hidden` makes the hidden function for a function, and `of_free` prints that of a free function.
pub(super) fn split_by(
    item: &TokenStream,
    hidden: fn(&syn::Signature, &syn::Block) -> Option<(syn::Signature, syn::Block)>,
    of_free: impl Fn(&syn::ItemFn, (syn::Signature, syn::Block)) -> TokenStream,
) -> Option<super::reference_results::Split> {
    match syn::parse2(item.clone()).ok()? {
        syn::Item::Fn(function) if function.sig.receiver().is_none() => {
            let hidden = of_free(&function, hidden(&function.sig, &function.block)?);
            let host = function.to_token_stream();
            Some(super::reference_results::Split { host, rest: None, hidden, function: Some(function) })
        }
        syn::Item::Impl(block) if block.trait_.is_none() => {
            let returns = |it: &syn::ImplItem| matches!(it, syn::ImplItem::Fn(it) if hidden(&it.sig, &it.block).is_some());
            let mut calls = Marked(Vec::new());
            for item in block.items.iter().filter(|item| returns(item)) {
                if let syn::ImplItem::Fn(function) = item {
                    calls.0.push(function.sig.ident.clone());
                }
            }
            let mut functions = TokenStream::new();
            for item in &block.items {
                if let syn::ImplItem::Fn(function) = item
                    && let Some((signature, mut body)) = hidden(&function.sig, &function.block)
                {
                    calls.visit_block_mut(&mut body);
                    let visibility = &function.vis;
                    functions.extend(quote!(#visibility #signature #body));
                }
            }
            if functions.is_empty() {
                return None;
            }
            let (parameters, clause, owner) =
                (&block.generics.params, &block.generics.where_clause, &block.self_ty);
            let hidden = quote!(#[doc(hidden)] impl<#parameters> #owner #clause { #functions });
            let (host, mut rest): (Vec<_>, Vec<_>) = block.items.iter().cloned().partition(returns);
            rest.iter_mut().for_each(|item| calls.visit_impl_item_mut(item));
            let has_functions = rest.iter().any(|item| matches!(item, syn::ImplItem::Fn(_)));
            let with = |items| syn::ItemImpl { items, ..block.clone() }.into_token_stream();
            let (host, rest) = match has_functions {
                true => (with(host), Some(with(rest))),
                false => (block.to_token_stream(), None),
            };
            Some(super::reference_results::Split { host, rest, hidden, function: None })
        }
        _ => None,
    }
}
