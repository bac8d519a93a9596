//! User-defined operators (`#[device] impl Add for Pair`): the trait implementations through which kernels
//! find the operators, and their versions for the checked accelerator.

use super::device::{companion_items, item, return_type, trait_import};
use super::{lint_allowances, without_lifetimes};
use crate::emit::wgsl::Piece;
use crate::emit::{cpu, unlisted};
use crate::ir::Function;
use crate::parse::FunctionInput;
use crate::parse::fold::{FoldImpl, FoldParts, ITEM};
use crate::vocabulary::operators;
use amp_shader::field_hash;
use proc_macro2::{Ident, Span, TokenStream};
use quote::{ToTokens, quote};

/// Prints the trait implementations through which kernels find the operators of an `impl` block, such as
/// `impl Add for Pair`.
pub(super) fn operator_impls(
    block: &syn::ItemImpl,
    inputs: &[FunctionInput],
    functions: &[Function],
    templates: &[Vec<Piece>],
    inner: &[TokenStream],
    unlisted: Option<TokenStream>,
) -> TokenStream {
    let private = quote!(::amp::__private);
    let Some((path, _)) = &block.trait_ else { return TokenStream::new() };
    let Some(last) = path.segments.last() else { return TokenStream::new() };
    let of_trait = operators::of_trait(&last.ident.to_string());
    // An `impl` block of `PartialOrd` that has device code contains one of the operators (see
    // `derive::compared`).
    let is_order = last.ident == "PartialOrd";
    let is_method = |input: &FunctionInput| {
        let name = input.item.sig.ident.to_string();
        of_trait.is_some_and(|method| name == method)
            || is_order && matches!(name.as_str(), "lt" | "le" | "gt" | "ge")
    };
    let Some(at) = inputs.iter().position(is_method) else { return TokenStream::new() };
    let method = inputs[at].item.sig.ident.to_string();
    let method = method.as_str();
    let (input, function, inner) = (&inputs[at], &functions[at], &inner[at]);
    let item = item(input, function, &templates[at], &block.generics).expression;
    let owner = &block.self_ty;
    let rhs = match input.parameters.get(1) {
        Some((_, _, syn::Type::Reference(reference))) => reference.elem.to_token_stream(),
        Some((_, _, ty)) => ty.to_token_stream(),
        None => quote!(()),
    };
    let generics = without_lifetimes(&block.generics);
    let (parameters, where_clause) = (&generics.params, &generics.where_clause);
    let checked = checked_operator(block, input, function, &rhs);
    let is_of_owner = [owner.to_token_stream().to_string(), "Self".to_owned()].contains(&rhs.to_string());
    let number = number(Some(block).filter(|_| is_of_owner), method);
    let items = quote! {
        #checked
        #unlisted
        impl<#parameters> #private::DeviceOperator<#number, #rhs> for #owner #where_clause {
            const ITEM: ::core::option::Option<&'static #private::Item> = ::core::option::Option::Some(const { #item });
        }
    };
    companion_items(function, trait_import(block), inner, &items)
}

/// The number by which kernels find a function of an `impl` block: the hash of its name.
///
/// If the owner is an enum without fields, `#[derive(GpuType)]` and the runtime already implement its comparisons with these
/// hashes: they call the user's comparison on the host. So the functions of `impl PartialOrd` get other numbers. The macro does
/// not see whether the owner is an enum, so `Relations::MASK` in the runtime tells it. Of a user's `impl Ord`, only `cmp` may get
/// another number, because the runtime's `max`, `min` and `clamp` would ignore the user's: rustc reports them as conflicting.
pub(super) fn number(block: Option<&syn::ItemImpl>, name: &str) -> TokenStream {
    let (private, hash) = (quote!(::amp::__private), field_hash(name));
    let is_comparison = |block: &&syn::ItemImpl| {
        let last = block.trait_.as_ref().and_then(|(path, _)| path.segments.last());
        // The block that amp adds for the provided methods has no `cmp`.
        let is_written = |block: &syn::ItemImpl| {
            let is_cmp = |it: &syn::ImplItem| matches!(it, syn::ImplItem::Fn(it) if it.sig.ident == "cmp");
            block.items.iter().any(is_cmp)
        };
        let is_of = |of_trait: &str| last.is_some_and(|last| last.ident == of_trait);
        block.generics.params.is_empty()
            && (is_of("PartialEq")
                || is_of("PartialOrd")
                || is_of("Ord") && (name == "cmp" || !is_written(block)))
    };
    match block.filter(is_comparison) {
        Some(block) => {
            let owner = &block.self_ty;
            quote!({ use #private::Unrelated as _; #private::Relations::<#owner>::MASK ^ #hash })
        }
        None => quote!(#hash),
    }
}

/// Prints the expansion of an `impl` of `Sum` or `Product` without the step: the block, and the value from which `sum()` or
/// `product()` starts.
pub(crate) fn fold(fold: &FoldImpl) -> TokenStream {
    let FoldImpl { block, of_product, parts } = fold;
    let Some(FoldParts { first, .. }) = parts else { return block.to_token_stream() };
    let (private, owner) = (quote!(::amp::__private), &block.self_ty);
    let generics = without_lifetimes(&block.generics);
    let (parameters, where_clause) = (&generics.params, &generics.where_clause);
    let (of_trait, function) = match of_product {
        true => (quote!(EmptyProduct), quote!(empty_product)),
        false => (quote!(EmptySum), quote!(empty_sum)),
    };
    let quiet = lint_allowances();
    quote! {
        #block
        #quiet
        impl<#parameters> #private::#of_trait for #owner #where_clause {
            fn #function() -> Self {
                #first
            }
        }
    }
}

/// The block with the step of a sum or product, which is compiled as a device function.
pub(crate) fn fold_step(fold: &FoldImpl) -> Option<TokenStream> {
    let FoldImpl { block, of_product, parts } = fold;
    let step = &parts.as_ref()?.step;
    let (of_trait, method) = match of_product {
        true => (operators::PRODUCT_STEP_TRAIT, operators::PRODUCT_STEP),
        false => (operators::SUM_STEP_TRAIT, operators::SUM_STEP),
    };
    let span = Span::call_site();
    let (of_trait, method) = (Ident::new(of_trait, span), Ident::new(method, span));
    let item = Ident::new(ITEM, span);
    let owner = &block.self_ty;
    let generics = without_lifetimes(&block.generics);
    let (parameters, where_clause) = (&generics.params, &generics.where_clause);
    Some(quote! {
        impl<#parameters> ::amp::__private::#of_trait for #owner #where_clause {
            fn #method(self, #item: Self) -> Self {
                #step
            }
        }
    })
}

/// Prints the version of an operator for the checked accelerator. For `==`, also prints that of `!=`.
fn checked_operator(
    block: &syn::ItemImpl,
    input: &FunctionInput,
    function: &Function,
    rhs: &TokenStream,
) -> Option<TokenStream> {
    let (name, owner) = (&function.name, block.self_ty.to_token_stream());
    let written: Vec<_> = input.parameters.iter().map(|(_, _, ty)| ty.clone()).collect();
    let found = cpu::FunctionKind::Operator { hash: field_hash(name), rhs: rhs.clone() };
    let generics = without_lifetimes(&block.generics);
    let form = cfg!(feature = "checked").then(|| cpu::checked_function(function, &written))?;
    let form = form.implementation(&owner, &found, &generics, &return_type(input));
    let unequal = (name == "eq").then(|| checked_ne(&owner, rhs, &generics));
    Some(quote!(#form #unequal))
}

/// Prints the version of `!=` for the checked accelerator, for a type that has such a version of `==`.
fn checked_ne(owner: &TokenStream, rhs: &TokenStream, generics: &syn::Generics) -> TokenStream {
    let (parameters, where_clause) = (&generics.params, &generics.where_clause);
    let (private, eq, ne) = (quote!(::amp::__private), field_hash("eq"), field_hash("ne"));
    let unlisted = unlisted(generics);
    quote! {
        #unlisted
        impl<#parameters> #private::CheckedOperator<#ne, #rhs> for #owner #where_clause {
            type Output = ::core::primitive::bool;
            fn operate(&mut self, checker: &#private::Checker, rhs: #rhs) -> ::core::primitive::bool {
                !#private::CheckedOperator::<#eq, #rhs>::operate(self, checker, rhs)
            }
        }
    }
}
