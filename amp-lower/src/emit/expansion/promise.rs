//! Device traits: what their bound promises to callers, who know no more of a type than that.

use super::defaults;
use super::device::argument_type;
use super::inlined::inlined_trait;
use super::reborrowed;
use crate::ir::of_closure;
use crate::parse::{Callable, FunctionInput, callable, lent_view, parameter_type, waits};
use crate::vocabulary::types;
use amp_shader::{Scalar, field_hash};
use proc_macro2::{Ident, Span, TokenStream};
use quote::{ToTokens, quote};

/// A trait: who implements it has device functions of its methods' names. That is what its bound promises to callers.
pub(super) fn device_trait(
    item: &syn::ItemTrait,
    bodies: &[(&FunctionInput, defaults::Compiled<'_>)],
) -> TokenStream {
    let private = quote!(::amp::__private);
    let mut promised = item.clone();
    inlined_trait(&mut promised);
    for function in &item.items {
        let syn::TraitItem::Fn(function) = function else { continue };
        // A body that was refused: nobody has it from here.
        let is_it = |(body, _): &(&FunctionInput, _)| body.item.sig.ident == function.sig.ident;
        if function.default.is_some() && !bodies.iter().any(is_it) {
            continue;
        }
        let name = function.sig.ident.to_string();
        let mut closures = Vec::new();
        let types = function.sig.inputs.iter().enumerate().map(|(n, input)| match input {
            syn::FnArg::Receiver(_) => syn::parse_quote!(Self),
            syn::FnArg::Typed(typed) => match callable(&typed.ty, &function.sig.generics) {
                Some(closure) => {
                    closures.push((n, closure));
                    syn::parse_quote!(#private::Callable)
                }
                None => argument_type(&typed.ty, false),
            },
        });
        let output = match &function.sig.output {
            syn::ReturnType::Default => quote!(()),
            syn::ReturnType::Type(_, ty) => ty.to_token_stream(),
        };
        let hash = field_hash(&name);
        let types: Vec<syn::Type> = types.collect();
        let by_reference = match function.sig.receiver().map(|it| &it.kind) {
            Some(syn::ReceiverKind::Reference(_, _, mutable)) => Some(mutable.is_some()),
            _ => None,
        };
        for types in std::iter::once(types.clone()).chain(reborrowed::further(&types, by_reference)) {
            promised
                .supertraits
                .push(syn::parse_quote!(#private::DeviceMethod<#hash, (#(#types,)*), Output = #output>));
        }
        let checked = defaults::has_checked_bodies(bodies);
        promised.supertraits.extend(checked.then(|| checked_promise(&function.sig, hash, &output)).flatten());
        // Of several traits in one, each tells of itself alone.
        let one_of_several =
            item.generics.params.iter().any(|it| !matches!(it, syn::GenericParam::Lifetime(_)));
        if !one_of_several {
            promised.supertraits.extend(told(hash, &function.sig));
        }
        promised.supertraits.extend(numbers(hash, &types, one_of_several));
        // By its path, a method is given its receiver as a reference.
        if let Some(mutable) = by_reference {
            let by = Ident::new(if mutable { "ByMut" } else { "ByRef" }, Span::call_site());
            let lent: syn::Type = syn::parse_quote!(#private::#by<Self>);
            let types: Vec<_> = std::iter::once(lent).chain(types.iter().skip(1).cloned()).collect();
            promised.supertraits.extend(numbers(hash, &types, one_of_several));
        }
        for (position, closure) in closures {
            promised.supertraits.extend(called(hash, position, &closure, &types));
        }
    }
    promised.supertraits.push(syn::parse_quote!(::core::marker::Sized));
    promised.supertraits.push(syn::parse_quote!(#private::Value));
    promised.colon_token.get_or_insert_with(Default::default);
    let bodies = defaults::of_trait(item, bodies).map(|(beside, promise)| {
        promised.supertraits.push(promise);
        beside
    });
    quote!(#promised #bodies)
}

/// The checked form of a trait's function, as its bound promises it: of one that can be called without more being known.
fn checked_promise(
    signature: &syn::Signature,
    hash: u64,
    output: &TokenStream,
) -> Option<syn::TypeParamBound> {
    let private = quote!(::amp::__private);
    let typed = signature.inputs.iter().filter_map(|input| match input {
        syn::FnArg::Typed(typed) => Some(&*typed.ty),
        syn::FnArg::Receiver(_) => None,
    });
    let types = typed.map(|ty| match (callable(ty, &signature.generics), ty) {
        (Some(closure), syn::Type::Reference(_)) if closure.changes => None,
        // No bound speaks of all closures, but of one that stands for any.
        (Some(closure), _) => Some(any(&closure)),
        (None, syn::Type::Reference(lent)) => {
            let (word, to) = (&lent.mutability, &lent.elem);
            Some(quote!(&'amp_lent #word #to))
        }
        (None, ty) => Some(ty.to_token_stream()),
    });
    let types = types.collect::<Option<Vec<_>>>()?;
    let name = match signature.receiver() {
        Some(_) => quote!(CheckedMethod),
        None => quote!(CheckedFunction),
    };
    let waits = types.iter().any(|ty| ty.to_string().ends_with("TileBarrier"));
    let is_view = |input: &syn::FnArg| matches!(input, syn::FnArg::Typed(it) if lent_view(&it.ty).is_some());
    // What has a view was refused.
    (!waits && !signature.inputs.iter().any(is_view))
        .then(|| syn::parse_quote!(for<'amp_lent> #private::#name<#hash, (#(#types,)*), Output = #output>))
}

/// The type of any closure that a parameter takes.
fn any(closure: &Callable) -> TokenStream {
    let Callable { inputs, output, .. } = closure;
    match closure.changes {
        true => quote!(&'amp_lent mut dyn ::core::ops::FnMut(#(#inputs),*) -> #output),
        false => quote!(&'amp_lent dyn ::core::ops::Fn(#(#inputs),*) -> #output),
    }
}

/// What a closure is given, that a trait's function takes.
fn called(hash: u64, position: usize, closure: &Callable, types: &[syn::Type]) -> Vec<syn::TypeParamBound> {
    let (private, inputs, output) = (quote!(::amp::__private), &closure.inputs, &closure.output);
    let mut bounds: Vec<syn::TypeParamBound> = vec![syn::parse_quote!(
        #private::DeviceMethodCallable<#hash, #position, (#(#types,)*), Inputs = (#(#inputs,)*)>
    )];
    let parts = inputs.iter().enumerate().map(|(n, ty)| (Some(n), ty)).chain([(None, output)]);
    for (part, ty) in parts {
        let at = of_closure(position, part);
        bounds.push(syn::parse_quote!(
            #private::DeviceMethodParameter<#hash, #at, (#(#types,)*), Type = #ty>
        ));
    }
    bounds
}

/// What each parameter is, for numbers without a suffix and constants. Of a type parameter nothing but its traits tells, so what is
/// asked is the same whatever the arguments are.
fn told(hash: u64, signature: &syn::Signature) -> Vec<syn::TypeParamBound> {
    let private = quote!(::amp::__private);
    let asked: Vec<_> = signature.inputs.iter().map(|_| quote!(())).collect();
    let typed = signature.inputs.iter().enumerate().filter_map(|(n, input)| match input {
        syn::FnArg::Typed(typed) => Some((n, &*typed.ty)),
        syn::FnArg::Receiver(_) => None,
    });
    let values = typed.filter(|(_, ty)| {
        callable(ty, &signature.generics).is_none() && lent_view(ty).is_none() && !waits(ty)
    });
    let bounds = values.map(|(n, ty)| {
        let ty = if let syn::Type::Reference(lent) = ty { &*lent.elem } else { ty };
        syn::parse_quote!(#private::DeviceMethodParameter<#hash, #n, (#(#asked,)*), Type = #ty>)
    });
    bounds.collect()
}

/// The same for numbers, of a type of which only rustc sees that it has no more than the trait: what a method of it returns. Asked
/// is what the arguments would be by themselves, so it is said for each choice of those that could be such numbers.
fn numbers(hash: u64, types: &[syn::Type], one_of_several: bool) -> Vec<syn::TypeParamBound> {
    let private = quote!(::amp::__private);
    let is_default = |scalar: Scalar| matches!(scalar, Scalar::F32 | Scalar::I32);
    let found = |n: usize| Some((n, scalar(&types[n])?));
    let found = |n: usize| found(n).filter(|(_, (scalar, ..))| !one_of_several || is_default(*scalar));
    let scalars: Vec<_> = (0..types.len()).filter_map(found).take(4).collect();
    let mut bounds = Vec::new();
    for chosen in 1u32..1 << scalars.len() {
        let chosen = scalars.iter().enumerate().filter(|(bit, _)| chosen >> bit & 1 == 1);
        let chosen: Vec<_> = chosen.map(|(_, found)| found).collect();
        let mut given = types.to_vec();
        for (n, (scalar, lent, _)) in chosen.iter().copied() {
            let number: syn::Type =
                if scalar.is_float() { syn::parse_quote!(f32) } else { syn::parse_quote!(i32) };
            given[*n] = match lent {
                Some(lent) => syn::parse_quote!(#private::#lent<#number>),
                None => number,
            };
        }
        for (n, (_, _, ty)) in chosen {
            bounds.push(syn::parse_quote!(
                #private::DeviceMethodParameter<#hash, #n, (#(#given,)*), Type = #ty>
            ));
        }
    }
    bounds
}

/// The scalar that an argument's type is; or that a reference refers to, and which one that is.
fn scalar(ty: &syn::Type) -> Option<(Scalar, Option<Ident>, syn::Type)> {
    let (name, arguments) = parameter_type(ty)?;
    match arguments.into_iter().next() {
        Some(syn::GenericArgument::Type(to)) if name == "ByRef" || name == "ByMut" => {
            let scalar = types::scalar(&parameter_type(&to)?.0.to_string())?;
            Some((scalar, Some(name.clone()), to))
        }
        _ => Some((types::scalar(&name.to_string())?, None, ty.clone())),
    }
}
