//! Functions that return a slice: `fn used(&self) -> &[f32]`, `fn inner(list: &[f32]) -> &[f32]`.
//!
//! A device has no pointers. So the function itself is for the host only, and hidden functions tell which part of which array
//! it returns. Their bodies are copies of the user's body. A call makes the slice again (`lower/expr/returned_slice.rs`).
//!
//! - If the slice is a part of the parameter at position 0, `amp_slice_0_of_inner` returns the first position and the length.
//! - If it is a part of an array in a struct, `amp_slice_of_used` returns them, and `amp_array_of_used` returns the array. A
//!   copy of the array is legal because nothing can modify it while the slice exists.

use super::optional_results::{Replacement, Results, optional_target};
use super::reference_results::Split;
use crate::site::Site;
use amp_shader::field_hash;
use proc_macro2::{Ident, Span, TokenStream};
use quote::{ToTokens, format_ident, quote};
use syn::visit::{self, Visit};

/// The name of the hidden function that returns the position of the slice in an argument, or in an array of a struct.
pub(crate) fn slice_of(name: &str, argument: Option<usize>) -> String {
    match argument {
        Some(argument) => format!("amp_slice_{argument}_of_{name}"),
        None => format!("amp_slice_of_{name}"),
    }
}

/// The name of the hidden function that returns the array of which the slice is a part.
pub(crate) fn array_of(name: &str) -> String {
    format!("amp_array_of_{name}")
}

/// Whether a function is a hidden function of this module.
pub(crate) fn is_hidden(name: &Ident) -> bool {
    let name = name.to_string();
    name.starts_with("amp_slice_") || name.starts_with("amp_array_of_")
}

/// The array of which a function returns a part.
enum Root {
    Argument(usize, Ident),
    /// The parameter with the struct, the type of the struct, and the names of the fields.
    Field(Box<(syn::Expr, syn::Type)>, Vec<syn::Member>),
}

/// Takes an item apart. `None` if it has no function that returns a slice.
pub(crate) fn split(item: &TokenStream) -> Option<Split> {
    // Most items have no such function. This test avoids a second parse.
    let text = item.to_string();
    if !text.contains("->") || !text.contains('&') || !text.contains('[') {
        return None;
    }
    match syn::parse2(item.clone()).ok()? {
        syn::Item::Fn(function) if function.sig.receiver().is_none() => {
            let functions = hidden(&function.sig, &function.block, &quote!(pub), None)?;
            let name = &function.sig.ident;
            let hidden = quote!(#[doc(hidden)] impl #name { #functions });
            Some(Split { host: function.to_token_stream(), rest: None, hidden, function: Some(function) })
        }
        syn::Item::Impl(block) if block.trait_.is_none() => {
            let of = |it: &syn::ImplItem| match it {
                syn::ImplItem::Fn(it) => {
                    hidden(&it.sig, &it.block, &it.vis.to_token_stream(), Some(&block.self_ty))
                }
                _ => None,
            };
            let functions: TokenStream = block.items.iter().filter_map(of).collect();
            if functions.is_empty() {
                return None;
            }
            let (parameters, clause, owner) =
                (&block.generics.params, &block.generics.where_clause, &block.self_ty);
            let hidden = quote!(#[doc(hidden)] impl<#parameters> #owner #clause { #functions });
            let (host, rest): (Vec<_>, Vec<_>) =
                block.items.iter().cloned().partition(|item| of(item).is_some());
            let has_functions = rest.iter().any(|item| matches!(item, syn::ImplItem::Fn(_)));
            let with = |items| syn::ItemImpl { items, ..block.clone() }.into_token_stream();
            let (host, rest) = match has_functions {
                true => (with(host), Some(with(rest))),
                false => (block.to_token_stream(), None),
            };
            Some(Split { host, rest, hidden, function: None })
        }
        _ => None,
    }
}

/// The hidden functions for one function. `None` if it returns no slice, or a slice of an unknown array.
fn hidden(
    signature: &syn::Signature,
    body: &syn::Block,
    visibility: &TokenStream,
    owner: Option<&syn::Type>,
) -> Option<TokenStream> {
    let syn::ReturnType::Type(_, ty) = &signature.output else { return None };
    let mut output = (**ty).clone();
    let is_plain = matches!(output, syn::Type::Reference(_));
    let pair: syn::Type = syn::parse_quote!((::core::primitive::usize, ::core::primitive::usize));
    let returned = match is_plain {
        true => std::mem::replace(&mut output, pair),
        false => std::mem::replace(optional_target(&mut output)?, pair),
    };
    let syn::Type::Reference(returned) = returned else { return None };
    if returned.mutability.is_some() || !matches!(*returned.elem, syn::Type::Slice(_)) {
        return None;
    }
    let root = root(signature, returned.lifetime.as_ref(), body, owner)?;
    let place: syn::Expr = match &root {
        Root::Argument(_, name) => syn::parse_quote!(#name),
        Root::Field(of, path) => {
            let base = &of.0;
            syn::parse_quote!(&#base #(.#path)*)
        }
    };
    let mut block = body.clone();
    Results(Positions { whole: place, is_plain }).block(&mut block);
    let name = signature.ident.to_string();
    let name = name.trim_start_matches("r#");
    let named = |name: String, output: syn::Type| syn::Signature {
        ident: format_ident!("{}", name, span = signature.ident.span()),
        output: syn::ReturnType::Type(Default::default(), Box::new(output)),
        ..signature.clone()
    };
    Some(match root {
        Root::Argument(at, _) => {
            let signature = named(slice_of(name, Some(at)), output);
            quote!(#visibility #signature #block)
        }
        Root::Field(of, path) => {
            let (base, of) = *of;
            let array = path.iter().fold(of, |of, member| {
                let hash = field_hash(&member.to_token_stream().to_string());
                syn::parse_quote!(<#of as ::amp::__private::Field<#hash>>::Type)
            });
            let (array, signature) = (named(array_of(name), array), named(slice_of(name, None), output));
            quote!(#visibility #array { #base #(.#path)* } #visibility #signature #block)
        }
    })
}

/// The parameter from which a function borrows its result, and the array in it.
fn root(
    signature: &syn::Signature,
    lifetime: Option<&syn::Lifetime>,
    body: &syn::Block,
    owner: Option<&syn::Type>,
) -> Option<Root> {
    let is_named = |found: &Option<syn::Lifetime>| match lifetime {
        Some(lifetime) if lifetime.ident != "_" => found.as_ref() == Some(lifetime),
        _ => true,
    };
    let of_field = |base: syn::Expr, ty: syn::Type| {
        let mut fields = Fields { base: base.to_token_stream().to_string(), found: None };
        fields.visit_block(body);
        Some(Root::Field(Box::new((base, ty)), fields.found?))
    };
    if let Some(receiver) = signature.receiver()
        && let syn::ReceiverKind::Reference(_, of, _) = &receiver.kind
        && is_named(of)
    {
        return of_field(syn::parse_quote!(self), owner?.clone());
    }
    let mut found = signature.inputs.iter().enumerate().filter_map(|(at, input)| {
        let syn::FnArg::Typed(typed) = input else { return None };
        let syn::Type::Reference(reference) = &*typed.ty else { return None };
        let syn::Pat::Ident(name) = &*typed.pat else { return None };
        is_named(&reference.lifetime).then_some((at, &name.ident, &*reference.elem))
    });
    let (at, name, to) = found.next()?;
    match to {
        syn::Type::Slice(_) | syn::Type::Array(_) => Some(Root::Argument(at, name.clone())),
        to => of_field(syn::parse_quote!(#name), to.clone()),
    }
}

/// A search for the array of a struct of which a function returns a part: the first field of the parameter that is borrowed,
/// sliced, or the receiver of a method that returns a slice.
struct Fields {
    base: String,
    found: Option<Vec<syn::Member>>,
}

impl Fields {
    fn look(&mut self, it: &syn::Expr) {
        let mut path = Vec::new();
        let mut it = it;
        loop {
            match it {
                syn::Expr::Paren(inner) => it = &inner.expr,
                syn::Expr::Index(index) if matches!(*index.index, syn::Expr::Range(_)) && path.is_empty() => {
                    it = &index.expr;
                }
                syn::Expr::Field(field) => {
                    path.insert(0, field.member.clone());
                    it = &field.base;
                }
                syn::Expr::Path(base)
                    if base.to_token_stream().to_string() == self.base && !path.is_empty() =>
                {
                    self.found.get_or_insert(path);
                    return;
                }
                _ => return,
            }
        }
    }
}

impl<'ast> Visit<'ast> for Fields {
    fn visit_expr_reference(&mut self, it: &'ast syn::ExprReference) {
        self.look(&it.expr);
        visit::visit_expr_reference(self, it);
    }

    fn visit_expr_method_call(&mut self, it: &'ast syn::ExprMethodCall) {
        let names = ["as_slice", "get", "split_at", "split_first", "split_last", "trim_ascii"];
        if names.iter().any(|name| it.method == name) {
            self.look(&it.receiver);
        }
        visit::visit_expr_method_call(self, it);
    }
}

/// Replaces slices by their positions in the array.
struct Positions {
    /// The array.
    whole: syn::Expr,
    /// Whether the function returns a slice. Otherwise, it returns an `Option` or a `Result` with a slice.
    is_plain: bool,
}

impl Replacement for Positions {
    fn is_plain(&self) -> bool {
        self.is_plain
    }

    fn reference(&self, part: &mut syn::Expr) {
        let (whole, span) = (&self.whole, Site::of(&*part).first.resolved_at(Span::mixed_site()));
        *part = syn::parse_quote_spanned!(span=> ::amp::__private::part_of(#whole, #part));
    }

    fn whole(&self, it: &mut syn::Expr) {
        let (part, span) = (Ident::new("amp_part", Span::mixed_site()), Site::of(&*it).last);
        let mut position: syn::Expr = syn::parse_quote!(#part);
        self.reference(&mut position);
        *it = syn::parse_quote_spanned!(span=> (#it).map(|#part| #position));
    }
}
