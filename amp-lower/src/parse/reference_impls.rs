//! Operators and `IntoIterator` of references: `impl Add<&Frac> for &Frac`, `impl IntoIterator for &Set`.
//!
//! Variables of a device hold no references. So the block itself is for the host only, and a hidden method of the type has the
//! body: `amp_add_rr(&self, other: &Frac)`. Lowering calls it for `&a + &b`, and for names of references
//! (`lower/expr/reference_operators.rs`). The letters tell which operands are references, `r`, and which are values, `v`.

use super::AssociatedTypes;
use super::reference_results::Split;
use crate::vocabulary::{operators, types};
use proc_macro2::{Ident, TokenStream};
use quote::{ToTokens, format_ident, quote};
use syn::visit_mut::{self, VisitMut};

/// The name of the hidden method for an operator or for `into_iter`. `right` is the name of the right operand's type, if that
/// is not the type of the left one.
pub(crate) fn hidden_name(method: &str, left: bool, right: bool, right_type: Option<&str>) -> String {
    let letter = |is_reference| if is_reference { 'r' } else { 'v' };
    let name = format!("amp_{method}_{}{}", letter(left), letter(right));
    match right_type {
        Some(right_type) => format!("{name}_{right_type}"),
        None => name,
    }
}

/// The name for all numbers, because a literal does not show its type.
pub(crate) const NUMBER: &str = "number";

/// The name of the hidden method for `(&set).into_iter()`.
pub(crate) fn into_iter() -> String {
    hidden_name("into_iter", true, false, None)
}

/// Whether a function is a hidden method of this module.
pub(crate) fn is_hidden(name: &Ident) -> bool {
    let name = name.to_string();
    let mut parts = name.strip_prefix("amp_").unwrap_or_default().rsplit('_');
    let is_letters = |part: &str| ["rr", "rv", "vr"].contains(&part);
    name.starts_with("amp_") && parts.any(is_letters)
}

/// Takes a block apart. `None` for other items, and for a block of another trait.
pub(crate) fn split(item: &TokenStream) -> Option<Split> {
    // Most items are no such block. This test avoids a second parse.
    let mut words = item.clone().into_iter().map(|token| token.to_string());
    if !words.any(|word| word == "impl") {
        return None;
    }
    let syn::Item::Impl(block) = syn::parse2(item.clone()).ok()? else { return None };
    let last = block.trait_.as_ref()?.0.segments.last()?;
    let name = last.ident.to_string();
    let method = match name.as_str() {
        "IntoIterator" => "into_iter",
        "Neg" | "Not" | "PartialEq" => return None,
        name => operators::of_trait(name)?,
    };
    let (owner, left) = target(&block.self_ty);
    let right_type = match &last.arguments {
        syn::PathArguments::AngleBracketed(list) => list.args.iter().find_map(|argument| match argument {
            syn::GenericArgument::Type(ty) => Some(ty),
            _ => None,
        }),
        _ => None,
    };
    let (right_type, right) = right_type.map_or((None, false), |ty| {
        let (ty, is_reference) = target(ty);
        (Some(ty), is_reference)
    });
    if !left && !right {
        return None;
    }
    let is_own =
        |ty: &syn::Type| *ty == owner || matches!(ty, syn::Type::Path(path) if path.path.is_ident("Self"));
    let right_name = match right_type.as_ref().filter(|ty| !is_own(ty)) {
        Some(ty) => Some(type_name(ty)?),
        None => None,
    };
    let function = block.items.iter().find_map(|item| match item {
        syn::ImplItem::Fn(function) if function.sig.ident == method => Some(function.clone()),
        _ => None,
    });
    let mut function = function?;
    AssociatedTypes::of(&block).visit_impl_item_fn_mut(&mut function);
    WithoutLifetimes.visit_impl_item_fn_mut(&mut function);
    function.sig.ident = format_ident!(
        "{}",
        hidden_name(method, left, right, right_name.as_deref()),
        span = function.sig.ident.span()
    );
    if left && let Some(receiver) = function.sig.inputs.first_mut() {
        *receiver = syn::parse_quote!(&self);
    }
    function.vis = syn::parse_quote!(pub);
    function.attrs.push(syn::parse_quote!(#[doc(hidden)]));
    let parameters = block.generics.params.iter().filter(|it| !matches!(it, syn::GenericParam::Lifetime(_)));
    let clause = &block.generics.where_clause;
    let hidden = quote!(impl<#(#parameters),*> #owner #clause { #function });
    Some(Split { host: block.to_token_stream(), rest: None, hidden, function: None })
}

/// The type without its `&`, and whether it has one.
fn target(ty: &syn::Type) -> (syn::Type, bool) {
    match ty {
        syn::Type::Paren(inner) => target(&inner.elem),
        syn::Type::Reference(to) if to.mutability.is_none() => ((*to.elem).clone(), true),
        other => (other.clone(), false),
    }
}

/// The last name in the path of a type, or [`NUMBER`].
fn type_name(ty: &syn::Type) -> Option<String> {
    match ty {
        syn::Type::Path(path) if path.qself.is_none() => {
            let name = path.path.segments.last()?.ident.to_string();
            Some(if types::scalar(&name).is_some() { NUMBER.to_owned() } else { name })
        }
        _ => None,
    }
}

/// A visitor that removes the lifetimes of references.
struct WithoutLifetimes;

impl VisitMut for WithoutLifetimes {
    fn visit_type_reference_mut(&mut self, it: &mut syn::TypeReference) {
        it.lifetime = None;
        visit_mut::visit_type_reference_mut(self, it);
    }
}
