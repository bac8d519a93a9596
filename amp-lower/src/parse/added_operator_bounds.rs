//! Adds bounds by `DeviceOperator` next to bounds by operator traits of the standard library.
//!
//! `T: Add<Output = T>` promises `a + b` to rustc, but a device finds the operator by `DeviceOperator`. This
//! pass adds the bound `T: DeviceOperator` next to `T: Add`. `Ord` and `Eq` promise the operators of their supertraits.

use crate::vocabulary::operators;
use amp_shader::field_hash;
use syn::punctuated::Punctuated;
use syn::visit_mut::{self, VisitMut};
use syn::{Token, Type, TypeParamBound};

/// A visitor that adds `DeviceOperator` bounds to all bounds of an item: of type parameters, `where` clauses
/// and traits.
pub(super) struct OperatorBounds;

impl VisitMut for OperatorBounds {
    fn visit_type_param_mut(&mut self, parameter: &mut syn::TypeParam) {
        let name = &parameter.ident;
        add(&mut parameter.bounds, &syn::parse_quote!(#name));
    }

    fn visit_predicate_type_mut(&mut self, predicate: &mut syn::PredicateType) {
        if predicate.lifetimes.is_none() && matches!(predicate.bounded_ty, Type::Path(_)) {
            add(&mut predicate.bounds, &predicate.bounded_ty);
        }
    }

    fn visit_item_trait_mut(&mut self, item: &mut syn::ItemTrait) {
        add(&mut item.supertraits, &syn::parse_quote!(Self));
        // A supertrait may have an associated type of the same name, so the bound names the trait.
        let (name, (_, arguments, _)) = (&item.ident, item.generics.split_for_impl());
        for item in &mut item.items {
            let syn::TraitItem::Type(associated) = item else { continue };
            if associated.generics.params.is_empty() {
                let ident = &associated.ident;
                add(&mut associated.bounds, &syn::parse_quote!(<Self as #name #arguments>::#ident));
            }
        }
        visit_mut::visit_item_trait_mut(self, item);
    }

    // Items inside a body have `#[device]` attributes of their own, so the visitor skips them.
    fn visit_block_mut(&mut self, _: &mut syn::Block) {}
}

fn add(bounds: &mut Punctuated<TypeParamBound, Token![+]>, of: &Type) {
    let promised: Vec<TypeParamBound> = bounds.iter().flat_map(|bound| operators(bound, of)).collect();
    for bound in promised {
        // `T: Eq + Ord` promises `==` twice.
        if !bounds.iter().any(|known| *known == bound) {
            bounds.push(bound);
        }
    }
}

/// Returns the `DeviceOperator` bounds for one bound of the type `of`, such as `Add<Output = T>`.
fn operators(bound: &TypeParamBound, of: &Type) -> Vec<TypeParamBound> {
    let TypeParamBound::Trait(syn::TraitBound { path, .. }) = bound else { return Vec::new() };
    let standard = path.segments.len() == 1 || {
        let first = path.segments.first().map(|first| first.ident.to_string());
        matches!(first.as_deref(), Some("std" | "core" | "ops" | "cmp"))
    };
    let Some(last) = path.segments.last().filter(|_| standard) else { return Vec::new() };
    let given = match &last.arguments {
        syn::PathArguments::AngleBracketed(arguments) => arguments.args.iter().find_map(|argument| {
            if let syn::GenericArgument::Type(ty) = argument { Some(ty.clone()) } else { None }
        }),
        _ => None,
    };
    let name = last.ident.to_string();
    let other = match &*name {
        "Neg" | "Not" => syn::parse_quote!(()),
        _ => given.unwrap_or_else(|| of.clone()),
    };
    let methods = match (&*name, operators::of_trait(&name)) {
        ("PartialOrd", _) => vec!["lt", "le", "gt", "ge"],
        ("Ord", _) => vec!["eq", "lt", "le", "gt", "ge"],
        ("Eq", _) => vec!["eq"],
        (_, method) => Vec::from_iter(method),
    };
    let bound = |method: &str| {
        let hash = field_hash(method);
        syn::parse_quote!(::amp::__private::DeviceOperator<#hash, #other>)
    };
    methods.into_iter().map(bound).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use quote::ToTokens;

    /// The names of the operators that the visitor added, recovered from their hashes.
    fn added_operators(mut item: syn::Item) -> Vec<String> {
        OperatorBounds.visit_item_mut(&mut item);
        let text = item.to_token_stream().to_string().replace(' ', "");
        let named = ["add", "sub", "mul", "neg", "add_assign", "eq", "lt"];
        let mut found = Vec::new();
        for part in text.split("DeviceOperator<").skip(1) {
            let (hash, rest) = part.split_once("u64,").unwrap_or_default();
            let of = rest.split('>').next().unwrap_or_default();
            let name = named.iter().find(|name| field_hash(name).to_string() == hash);
            found.extend(name.map(|name| format!("{name} {of}")));
        }
        found
    }

    #[test]
    fn standard_bounds_add_device_operators() {
        let item = syn::parse_quote! {
            fn f<T: Copy + Add<Output = T>, U>(a: T, b: U) where U: std::ops::Mul<f32, Output = U> + Neg + AddAssign {}
        };
        assert_eq!(added_operators(item), ["add T", "mul f32", "neg ()", "add_assign U"]);
        assert_eq!(
            added_operators(syn::parse_quote!(
                trait Number: PartialEq + PartialOrd {}
            )),
            ["eq Self", "lt Self"]
        );
        assert_eq!(
            added_operators(syn::parse_quote!(
                fn f<T: Eq + Ord>(a: T) {}
            )),
            ["eq T", "lt T"]
        );
        assert_eq!(
            added_operators(syn::parse_quote!(
                trait Code {
                    type Symbol: Copy + PartialEq;
                }
            )),
            ["eq <SelfasCode"]
        );
    }

    #[test]
    fn other_bounds_add_nothing() {
        let item = syn::parse_quote!(
            fn f<T: mine::Add<Output = T> + amp::Value>(a: T)
            where
                for<'a> &'a T: Add,
            {
            }
        );
        assert_eq!(added_operators(item), [""; 0]);
    }
}
