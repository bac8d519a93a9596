//! Device functions for the consumers of a user's iterator: after `#[device] impl Iterator for Bits`, kernels call
//! `bits.count()` and `Bits(v).max()`. `into_iter` returns the value, so a loop may call it for any type
//! (`lower/iterators/own.rs`).
//!
//! On the host, these are provided methods of `Iterator`. On a device, they are methods of the type, with the bodies that
//! this module writes. So rustc finds them by the type of the receiver. Chains with adaptors and closures do not need
//! them (`lower/iterators/own.rs`).

use crate::vocabulary::types;
use amp_shader::Scalar;
use proc_macro2::TokenStream;
use quote::{ToTokens, quote};

/// The block of the methods for an item. `None` if the item does not implement `Iterator`.
pub(crate) fn methods(block: &syn::ItemImpl) -> Option<TokenStream> {
    let (_, path, _) = block.trait_.as_ref().map(|(path, word)| ((), path, word))?;
    if path.segments.last()?.ident != "Iterator" {
        return None;
    }
    let item = block.items.iter().find_map(|it| match it {
        syn::ImplItem::Type(it) if it.ident == "Item" => Some(&it.ty),
        _ => None,
    })?;
    let scalar = match item {
        syn::Type::Path(path) => path.path.get_ident().and_then(|name| types::scalar(&name.to_string())),
        _ => None,
    };
    let into_iter = quote!(
        fn into_iter(self) -> Self {
            self
        }
    );
    let (parameters, clause, owner) = (&block.generics.params, &block.generics.where_clause, &block.self_ty);
    if item.to_token_stream().to_string().contains('&') {
        return Some(quote!(impl<#parameters> #owner #clause { #into_iter }));
    }
    let mut functions = vec![
        ("into_iter", into_iter),
        (
            "count",
            quote! {
                fn count(self) -> usize {
                    let mut amp_own = self;
                    let mut amp_count = 0usize;
                    while amp_own.next().is_some() { amp_count += 1; }
                    amp_count
                }
            },
        ),
        (
            "last",
            quote! {
                fn last(self) -> Option<#item> {
                    let mut amp_own = self;
                    let mut amp_last: Option<#item> = None;
                    loop {
                        let amp_next: Option<#item> = amp_own.next();
                        if amp_next.is_none() { return amp_last; }
                        amp_last = amp_next;
                    }
                }
            },
        ),
        (
            "nth",
            quote! {
                fn nth(&mut self, amp_count: usize) -> Option<#item> {
                    let mut amp_skipped = 0usize;
                    while amp_skipped < amp_count {
                        if self.next().is_none() { return None; }
                        amp_skipped += 1;
                    }
                    self.next()
                }
            },
        ),
    ];
    let is_number = scalar.is_some_and(|it| it != Scalar::Bool);
    let is_float = scalar.is_some_and(|it| it.is_float());
    for (name, operator, float, integer) in
        [("sum", quote!(+=), quote!(-0.0), quote!(0)), ("product", quote!(*=), quote!(1.0), quote!(1))]
    {
        let (name_of, first) = (quote::format_ident!("{name}"), if is_float { float } else { integer });
        if is_number {
            functions.push((
                name,
                quote! {
                    fn #name_of(self) -> #item {
                        let mut amp_own = self;
                        let mut amp_total: #item = #first;
                        while let Some(amp_next) = amp_own.next() { amp_total #operator amp_next; }
                        amp_total
                    }
                },
            ));
        }
    }
    for (name, replaces) in [("max", quote!(amp_next >= amp_best)), ("min", quote!(amp_next < amp_best))] {
        let name_of = quote::format_ident!("{name}");
        if is_number && !is_float {
            functions.push((
                name,
                quote! {
                    fn #name_of(self) -> Option<#item> {
                        let mut amp_own = self;
                        let mut amp_best: #item = amp_own.next()?;
                        while let Some(amp_next) = amp_own.next() {
                            if #replaces { amp_best = amp_next; }
                        }
                        Some(amp_best)
                    }
                },
            ));
        }
    }
    // The user's own version of a provided method replaces it.
    let is_own = |name: &str| {
        block.items.iter().any(|it| matches!(it, syn::ImplItem::Fn(function) if function.sig.ident == name))
    };
    let functions = functions.into_iter().filter(|(name, _)| !is_own(name)).map(|(_, function)| function);
    Some(quote!(impl<#parameters> #owner #clause { #(#functions)* }))
}
