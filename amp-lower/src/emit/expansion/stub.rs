//! Stubs: the expansion of a rejected item keeps its signature, so that its uses cause no further errors.

use super::closure_inputs::without_callables;
use super::device::argument_type;
use super::recursion;
use super::trait_bounds::device_trait;
use super::without_lifetimes;
use crate::parse::{
    callable, default_methods, implementing_parameter, is_amp_attribute, is_collective, self_use,
    view_parameter,
};
use proc_macro2::{Span, TokenStream};
use quote::{ToTokens, quote, quote_spanned};

/// The attribute that disables lints in a stub. The program does not compile anyway, so warnings would only
/// distract.
fn quiet() -> TokenStream {
    quote!(#[allow(unused, nonstandard_style, clippy::all, clippy::pedantic, clippy::nursery, clippy::restriction)])
}

/// The stub of a kernel function: the same signature, with a body that returns an empty kernel.
pub(crate) fn kernel_stub(item: TokenStream) -> TokenStream {
    let Ok(mut item) = syn::parse2::<syn::ItemFn>(item) else { return TokenStream::new() };
    item.attrs.clear();
    item.sig.inputs = item.sig.inputs.into_iter().map(without_name).collect();
    empty_kernel(item)
}

/// The stub of a kernel function with the attributes and parameter names that the user wrote, for editors.
pub(crate) fn kernel_signature(item: TokenStream) -> TokenStream {
    syn::parse2(item).map_or_else(|_| TokenStream::new(), empty_kernel)
}

fn empty_kernel(mut item: syn::ItemFn) -> TokenStream {
    let index = match item.sig.inputs.first() {
        Some(syn::FnArg::Typed(typed)) => typed.ty.to_token_stream().to_string(),
        _ => String::new(),
    };
    let domain = if index.contains("TiledIndex") { quote!(TiledExtent) } else { quote!(Extent) };
    let rank = index.chars().find_map(|c| c.to_digit(10)).unwrap_or(1) as usize;
    item.sig.inputs = item.sig.inputs.into_iter().skip(1).collect();
    item.sig.asyncness = None;
    item.sig.constness = None;
    if item.sig.ident == "main" {
        return quote!(
            fn main() {}
        );
    }
    item.sig.output = syn::ReturnType::Type(
        Default::default(),
        Box::new(syn::Type::Verbatim(
            quote_spanned!(Span::mixed_site()=> impl ::amp::Kernel<::amp::#domain<#rank>>),
        )),
    );
    let (attributes, visibility, signature, quiet) = (&item.attrs, &item.vis, &item.sig, quiet());
    quote!(#(#attributes)* #quiet #visibility #signature { ::amp::__private::rejected::<::amp::#domain<#rank>>() })
}

/// The value that the stub of a kernel function returns.
pub(crate) fn kernel_value_stub(item: TokenStream) -> TokenStream {
    let Ok(item) = syn::parse2::<syn::ItemFn>(item) else { return TokenStream::new() };
    let index = item.sig.inputs.first().map(|input| input.to_token_stream().to_string()).unwrap_or_default();
    let domain = if index.contains("TiledIndex") { quote!(TiledExtent) } else { quote!(Extent) };
    let rank = index.chars().find_map(|c| c.to_digit(10)).unwrap_or(1) as usize;
    quote!(::amp::__private::rejected::<::amp::#domain<#rank>>())
}

/// Replaces the pattern of a parameter by `_`.
fn without_name(mut input: syn::FnArg) -> syn::FnArg {
    if let syn::FnArg::Typed(typed) = &mut input {
        *typed.pat = syn::parse_quote!(_);
    }
    input
}

/// The stub of a closure kernel: a kernel whose domain has the rank of the closure's index, and is tiled if
/// the index is a `TiledIndex`.
pub(crate) fn closure_stub(tokens: &TokenStream) -> TokenStream {
    let text = tokens.to_string();
    let index = text.split_once('|').map_or("", |(_, rest)| rest).split('|').next().unwrap_or_default();
    let domain = if index.contains("TiledIndex") { quote!(TiledExtent) } else { quote!(Extent) };
    let rank = index.chars().find_map(|c| c.to_digit(10)).unwrap_or(1) as usize;
    quote!(::amp::__private::rejected::<::amp::#domain<#rank>>())
}

/// Whether lowering has rejected the type of a parameter, or, for a reference, the type that it refers to.
/// `refused` tests that type. The stub omits a rejected type, because rustc would report it again.
fn was_rejected(ty: &syn::Type, refused: fn(&syn::Type) -> bool) -> bool {
    match ty {
        syn::Type::Reference(reference) if view_parameter(ty).is_none() => {
            was_rejected(&reference.elem, refused)
        }
        syn::Type::Reference(_) | syn::Type::ImplTrait(_) => false,
        other => refused(other),
    }
}

/// The stub of an `impl` block. All functions get placeholder bodies and are then compiled as usual, so that
/// kernels find both valid and rejected functions. A function with a rejected signature becomes ordinary host
/// code.
pub(crate) fn block_stub(
    item: TokenStream,
    accepted: impl Fn(TokenStream) -> Option<TokenStream>,
) -> Option<TokenStream> {
    let mut block = syn::parse2::<syn::ItemImpl>(item).ok()?;
    block.attrs.retain(|attribute| !is_amp_attribute(attribute));
    // Without the device code of its functions, the block would not satisfy the trait's bounds.
    if implementing_parameter(&block).is_some() {
        return Some(TokenStream::new());
    }
    for item in &mut block.items {
        if let syn::ImplItem::Fn(function) = item {
            function.block = syn::parse_quote!({ unreachable!() });
        }
    }
    let quiet = quiet();
    let quietly = |items: TokenStream| quote!(#quiet const _: () = { #items };);
    let all = accepted(block.to_token_stream());
    if all.is_some() || block.trait_.is_some() {
        return all.map(quietly);
    }
    let with = |items| syn::ItemImpl { items, ..block.clone() }.into_token_stream();
    let is_found = |item: &syn::ImplItem| accepted(with(vec![item.clone()])).is_some();
    let (found, others) = block.items.iter().cloned().partition(is_found);
    let (found, others) = (accepted(with(found))?, with(others));
    Some(quietly(quote!(#found #others)))
}

/// The stub of a device function, or of a trait or `impl` block of device functions.
pub(crate) fn device_stub(item: TokenStream, refused: fn(&syn::Type) -> bool) -> TokenStream {
    if let Ok(mut item) = syn::parse2::<syn::ItemTrait>(item.clone()) {
        item.attrs.retain(|attribute| !is_amp_attribute(attribute));
        let bodies = default_methods(&item);
        let bodies: Vec<_> = bodies.iter().map(|input| (input, None)).collect();
        return device_trait(&item, &bodies);
    }
    let Ok(mut item) = syn::parse2::<syn::ItemFn>(item.clone()) else { return item };
    if self_use(&item.sig).is_some() {
        return item.into_token_stream();
    }
    item.sig.asyncness = None;
    item.sig.constness = None;
    let (visibility, ident, signature, quiet) = (&item.vis, &item.sig.ident, &item.sig, quiet());
    let generics = without_lifetimes(&item.sig.generics);
    let types: Vec<_> = item
        .sig
        .inputs
        .iter()
        .filter_map(|input| match input {
            syn::FnArg::Typed(typed) => Some(&typed.ty),
            syn::FnArg::Receiver(_) => None,
        })
        .collect();
    // `other` tells whether a parameter is a view that is passed by value. Such a view cannot be an argument
    // type of `DeviceCall`, because its type would need a lifetime.
    let other =
        |ty: &syn::Type| view_parameter(ty).is_none() && ty.to_token_stream().to_string().contains("View");
    let nameless = |ty: &syn::Type| {
        let by_ref = match ty {
            syn::Type::Reference(reference) => &reference.elem,
            other => other,
        };
        matches!(by_ref, syn::Type::ImplTrait(_)) && callable(ty, &generics).is_none()
    };
    if types.iter().any(|ty| other(ty) || nameless(ty)) {
        return quote!(#quiet #visibility #signature { ::core::unreachable!() });
    }
    let types = types.into_iter().map(|ty| match callable(ty, &generics) {
        Some(callable) => {
            let result = callable.output;
            syn::parse_quote!(::amp::__private::Callable<#result>)
        }
        None if was_rejected(ty, refused) => syn::parse_quote!(()),
        None => argument_type(ty, false),
    });
    let types: Vec<syn::Type> = types.collect();
    let without = item.sig.inputs.iter().filter_map(|input| match input {
        syn::FnArg::Typed(typed) => Some((ident.clone(), false, (*typed.ty).clone())),
        syn::FnArg::Receiver(_) => None,
    });
    let mut found_by = without_callables(&generics, &without.collect::<Vec<_>>());
    // Adds the bound `Value` to all type parameters. amp has already reported a missing bound, and rustc
    // would report it again.
    let values = found_by.type_params().map(|parameter| &parameter.ident);
    let values: Vec<syn::WherePredicate> =
        values.map(|name| syn::parse_quote!(#name: ::amp::__private::Value)).collect();
    found_by.make_where_clause().predicates.extend(values);
    let (parameters, where_clause) = (&found_by.params, &found_by.where_clause);
    // If the function has neither views nor generic parameters, the stub accepts all argument types, because
    // rustc reports wrong arguments at the host function. If the function takes views, the unmet bound
    // `DeviceCall` gives amp's message for wrong arguments.
    let any = parameters.is_empty() && !item.sig.inputs.iter().any(is_view);
    let arguments = if any { quote!(AmpArguments) } else { quote!((#(#types,)*)) };
    let argument_parameter = any.then(|| quote!(AmpArguments));
    let output = match &item.sig.output {
        syn::ReturnType::Default => quote!(()),
        syn::ReturnType::Type(_, ty)
            if matches!(**ty, syn::Type::Reference(_) | syn::Type::ImplTrait(_))
                || ty.to_token_stream().to_string().contains('&')
                || was_rejected(ty, refused) =>
        {
            quote!(())
        }
        syn::ReturnType::Type(_, ty) => ty.to_token_stream(),
    };
    let collective_stub = collective_stub(&item, &output);
    let nobody = recursion::no_calls(ident);
    let hidden =
        matches!(&item.sig.output, syn::ReturnType::Type(_, ty) if matches!(**ty, syn::Type::ImplTrait(_)));
    // Only the body determines a result type `impl Trait`, so the stub keeps the body of such a function.
    let body = if hidden { item.block.to_token_stream() } else { quote!({ ::core::unreachable!() }) };
    quote! {
        #quiet
        #visibility #signature #body
        #quiet
        #[doc(hidden)]
        #visibility struct #ident {}
        #quiet
        impl<#parameters #argument_parameter> ::amp::__private::DeviceCall<#arguments> for #ident #where_clause {
            type Output = #output;
            const ITEM: &'static ::amp::__private::Item = &::amp::__private::Item { name: "", body: &[], entries: &[], mutates_receiver: false, required_uniform: 0 };
        }

        #collective_stub
        #quiet
        #nobody
    }
}

fn is_view(input: &syn::FnArg) -> bool {
    matches!(input, syn::FnArg::Typed(typed) if view_parameter(&typed.ty).is_some())
}

/// The implementation of `CollectiveCall` for a collective function's stub, which accepts all argument types.
fn collective_stub(item: &syn::ItemFn, output: &TokenStream) -> Option<TokenStream> {
    let is_barrier =
        |input: &syn::FnArg| matches!(input, syn::FnArg::Typed(typed) if is_collective(&typed.ty));
    let (private, ident, quiet) = (quote!(::amp::__private), &item.sig.ident, quiet());
    // The bound on `AmpResults` determines the result type, which rustc could not infer from a call
    // otherwise.
    let of_output =
        item.sig.generics.params.is_empty().then(|| quote!(: #private::PerItemMut<Item = #output>));
    item.sig.inputs.iter().any(is_barrier).then(|| {
        quote! {
            #quiet
            impl<AmpArguments, AmpResults #of_output> #private::CollectiveCall<0, AmpArguments, AmpResults> for #ident {
                fn run<AmpAsker: #private::Locate>(_: &AmpAsker, _: usize, _: AmpArguments, _: AmpResults) {}
            }
        }
    })
}
