//! Device functions: what the user wrote, and the implementations by which kernels find it.

use super::told::{told, without_callables};
use super::used::{Used, methods, used};
use super::{defaults, pieces, quiet, said, without_lifetimes};
use crate::emit::twin;
use crate::emit::wgsl::Part;
use crate::ir::{Function, imports, of_closure};
use crate::parse::{DeviceInput, FunctionInput, callable, known_as, lent_view, parameter_type};
use crate::vocabulary::{operators, types};
use proc_macro2::{Ident, Span, TokenStream};
use quote::{ToTokens, quote, quote_spanned};

/// Device functions: what the user wrote, and the items that kernels link to.
pub(crate) fn device(
    input: &DeviceInput,
    functions: &[Function],
    templates: &[Vec<Part>],
    inner: &[TokenStream],
) -> TokenStream {
    let quiet = quiet();
    match input {
        DeviceInput::Function(input) => {
            let item = &input.item;
            // The same name in the namespace of types: whoever imports the function imports its item.
            let Used { attribute, used } = used(&item.sig, &functions[0], None);
            let declaration = said::declaration(item);
            let link = link(input, &functions[0], &templates[0], &inner[0], None);
            quote! {
                #attribute
                #item
                #used
                #quiet
                #[doc(hidden)]
                #declaration
                #link
            }
        }
        DeviceInput::Struct(item) => item.to_token_stream(),
        DeviceInput::Trait(item, inputs) => {
            let compiled = functions.iter().zip(templates.iter().zip(inner));
            let bodies: Vec<_> = inputs
                .iter()
                .zip(compiled)
                .map(|(input, (function, (parts, inner)))| (input, Some((function, &**parts, inner))))
                .collect();
            device_trait(item, &bodies)
        }
        DeviceInput::Impl(block, inputs) => {
            let items = inputs.iter().zip(functions.iter().zip(templates.iter().zip(inner)));
            let links = items.map(|(input, (function, (template, inner)))| {
                link(input, function, template, inner, Some(block))
            });
            let operator = operator(block, inputs, functions, templates, inner);
            let mut block = block.clone();
            let uses = methods(&mut block, functions);
            // What is not the user's own has no methods of the user's.
            if is_builtin(&block.self_ty) {
                return quote!(#block #operator);
            }
            // A trait's own bodies; the operators' have none that kernels call.
            let asked = operator.is_empty().then(|| defaults::asked(&block));
            quote!(#block #uses #(#links)* #operator #asked)
        }
    }
}

/// A trait: who implements it has device functions of its methods' names. That is what its bound promises to callers.
pub(super) fn device_trait(
    item: &syn::ItemTrait,
    bodies: &[(&FunctionInput, defaults::Compiled<'_>)],
) -> TokenStream {
    let private = quote!(::amp::__private);
    let mut promised = item.clone();
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
        let hash = quote!({ #private::field_hash(#name) });
        let types: Vec<syn::Type> = types.collect();
        let method = syn::parse_quote!(#private::DeviceMethod<#hash, (#(#types,)*), Output = #output>);
        promised.supertraits.push(method);
        promised.supertraits.extend(numbers(&hash, &types));
        for (position, closure) in closures {
            promised.supertraits.extend(called(&hash, position, &closure, &types));
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

/// What a closure is given, that a trait's function takes.
fn called(
    hash: &TokenStream,
    position: usize,
    closure: &crate::parse::Callable,
    types: &[syn::Type],
) -> Vec<syn::TypeParamBound> {
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

/// What numbers without a suffix become, as arguments of a trait's function: said for each choice of arguments that could be
/// such numbers.
fn numbers(hash: &TokenStream, types: &[syn::Type]) -> Vec<syn::TypeParamBound> {
    let private = quote!(::amp::__private);
    let scalar = |ty: &syn::Type| parameter_type(ty).and_then(|(name, _)| types::scalar(&name.to_string()));
    let scalars: Vec<_> = (0..types.len()).filter(|n| scalar(&types[*n]).is_some()).take(4).collect();
    let mut bounds = Vec::new();
    for chosen in 1u32..1 << scalars.len() {
        let is_chosen =
            |n: &usize| scalars.iter().position(|at| at == n).is_some_and(|bit| chosen >> bit & 1 == 1);
        let given: Vec<syn::Type> = types
            .iter()
            .enumerate()
            .map(|(n, ty)| match scalar(ty) {
                Some(scalar) if is_chosen(&n) && scalar.is_float() => syn::parse_quote!(f32),
                Some(_) if is_chosen(&n) => syn::parse_quote!(i32),
                _ => ty.clone(),
            })
            .collect();
        for n in (0..types.len()).filter(is_chosen) {
            let ty = &types[n];
            bounds.push(syn::parse_quote!(
                #private::DeviceMethodParameter<#hash, #n, (#(#given,)*), Type = #ty>
            ));
        }
    }
    bounds
}

/// What tells kernels that an `impl` is that of an operator.
fn operator(
    block: &syn::ItemImpl,
    inputs: &[FunctionInput],
    functions: &[Function],
    templates: &[Vec<Part>],
    inner: &[TokenStream],
) -> TokenStream {
    let private = quote!(::amp::__private);
    let Some((path, _)) = &block.trait_ else { return TokenStream::new() };
    let method = path.segments.last().and_then(|last| operators::of_trait(&last.ident.to_string()));
    let Some(method) = method else { return TokenStream::new() };
    let Some(at) = inputs.iter().position(|input| input.item.sig.ident == method) else {
        return TokenStream::new();
    };
    let (input, body, inner) = (&inputs[at], &functions[at].body, &inner[at]);
    let (constants, imports) = (&body.constants, imports(body));
    let item = item(input, &functions[at], &templates[at], &quote!(0));
    let owner = &block.self_ty;
    let rhs = match input.parameters.get(1) {
        Some((_, _, syn::Type::Reference(lent))) => lent.elem.to_token_stream(),
        Some((_, _, ty)) => ty.to_token_stream(),
        None => quote!(()),
    };
    let generics = without_lifetimes(&block.generics);
    let (parameters, where_clause) = (&generics.params, &generics.where_clause);
    let hash = quote!({ #private::field_hash(#method) });
    let quiet = quiet();
    quote! {
        #quiet
        const _: () = {
            #(#constants)*
            #inner
            #imports
            impl<#parameters> #private::DeviceOperator<#hash, #rhs> for #owner #where_clause {
                const ITEM: ::core::option::Option<&'static #private::Item> = ::core::option::Option::Some(#item);
            }
        };
    }
}

/// The item that the linker joins.
pub(super) fn item(
    input: &FunctionInput,
    function: &Function,
    parts: &[Part],
    uniform: &TokenStream,
) -> TokenStream {
    let private = quote!(::amp::__private);
    let changes = matches!(
        input.item.sig.inputs.first(),
        Some(syn::FnArg::Receiver(it)) if matches!(it.kind, syn::ReceiverKind::Reference(_, _, Some(_)))
    );
    let (name, body) = (&function.name, pieces(parts));
    let span = input.item.sig.ident.span().resolved_at(Span::call_site());
    quote_spanned!(span=> &#private::Item { name: #name, body: #body, changes: #changes, uniform: #uniform })
}

/// Whether it is a type of the language's or of glam's.
fn is_builtin(ty: &syn::Type) -> bool {
    let name = parameter_type(ty).map(|(name, _)| name.to_string());
    name.is_some_and(|name| types::scalar(&name).is_some() || types::is_glam(&name))
}

/// The implementations by which kernels find one device function.
fn link(
    input: &FunctionInput,
    function: &Function,
    parts: &[Part],
    inner: &TokenStream,
    block: Option<&syn::ItemImpl>,
) -> TokenStream {
    let private = quote!(::amp::__private);
    let mut generics = without_lifetimes(&input.item.sig.generics);
    let own = &input.item.sig.ident;
    let name = &function.name;
    let (owner, call, parameter) = match block {
        None => (TokenStream::new(), quote!(DeviceCall<), quote!(DeviceParameter<)),
        Some(block) => {
            let outer = without_lifetimes(&block.generics);
            let inner = std::mem::replace(&mut generics, outer);
            generics.params.extend(inner.params);
            if let Some(clause) = inner.where_clause {
                generics.make_where_clause().predicates.extend(clause.predicates);
            }
            let hash = quote!({ #private::field_hash(#name) });
            (
                block.self_ty.to_token_stream(),
                quote!(DeviceMethod<#hash, ),
                quote!(DeviceMethodParameter<#hash, ),
            )
        }
    };
    // A reference has no lifetime there. A method takes its receiver as it likes.
    let receiver = block.is_some() && matches!(input.item.sig.inputs.first(), Some(syn::FnArg::Receiver(_)));
    let types = input.parameters.iter().enumerate().map(|(n, (_, _, ty))| match callable(ty, &generics) {
        Some(_) => syn::parse_quote!(#private::Callable),
        None => argument_type(ty, receiver && n == 0),
    });
    let types: Vec<_> = types.collect();
    let turbofish = generics.clone();
    let owner = match block {
        Some(_) => owner,
        None => {
            // The names of closures' types are not told, but nobody looks at them.
            let names = input.parameters.iter().filter_map(|(_, _, ty)| callable(ty, &generics)?.name);
            let told: Vec<syn::Type> =
                types.iter().cloned().chain(names.map(|name| syn::parse_quote!(#name))).collect();
            let said::Owner { ty, open } = said::owner(&input.item, Some(&told));
            generics.params.extend(open);
            ty
        }
    };
    if !generics.params.is_empty() && !generics.params.trailing_punct() {
        generics.params.push_punct(Default::default());
    }
    let (parameters, where_clause) = (&generics.params, &generics.where_clause);
    // Closures are not among the types by which it is found.
    let found_by = without_callables(&generics, &input.parameters);
    let (found_parameters, found_where) = (&found_by.params, &found_by.where_clause);
    let output = match &input.item.sig.output {
        syn::ReturnType::Default => quote!(()),
        syn::ReturnType::Type(_, ty) => ty.to_token_stream(),
    };
    let (constants, imports) = (&function.body.constants, imports(&function.body));
    let written: Vec<_> = input.parameters.iter().map(|(_, _, ty)| ty.clone()).collect();
    let waiting = twin::function(function, &written, &output);
    let uniform = waiting.as_ref().map_or(quote!(0), |waiting| waiting.uniform.clone());
    let item = item(input, function, parts, &uniform);
    let tile_call = waiting.map(|twin::Twin { parameters: bounds, arguments, body, checked, .. }| {
        let items = Ident::new("items", Span::mixed_site());
        let who = Ident::new("who", Span::mixed_site());
        let tile_trait = match block {
            None => quote!(TileCall<),
            Some(_) => quote!(TileMethod<{ #private::field_hash(#name) },),
        };
        let lent = (!function.slots.is_empty()).then(|| quote!('amp_lent,));
        let checked = cfg!(feature = "checked").then(|| {
            let checker = Ident::new("checker", Span::mixed_site());
            quote! {
                fn run_checked(
                    #checker: &#private::Checker,
                    #items: ::core::primitive::usize,
                    arguments: #arguments,
                    mut results: AmpResults,
                ) {
                    #checked
                }
            }
        });
        quote! {
            impl<#lent #parameters #(#bounds),*> #private::#tile_trait #arguments, AmpResults> for #owner #where_clause {
                fn run<AmpWho: #private::Asker>(#who: &AmpWho, #items: ::core::primitive::usize, arguments: #arguments, mut results: AmpResults) { #body }
                #checked
            }
        }
    });
    // A trait's method is not looked at: its type may be one of the implementation's own.
    let plain = tile_call.is_none() && block.is_none_or(|block| block.trait_.is_none());
    // But what a closure is given, one learns of it.
    let called = tile_call.is_none() && !function.callables.is_empty();
    let checked = (cfg!(feature = "checked") && (plain || called)).then(|| {
        let hash = block.map(|_| quote!({ #private::field_hash(#name) }));
        let form = twin::checked_function(function, &written);
        form.implementation(&owner, hash.as_ref(), receiver, &generics, &output)
    });
    let twin = plain.then(|| {
        let call = match block {
            None => {
                let (_, turbofish, _) = turbofish.split_for_impl();
                let turbofish = turbofish.as_turbofish();
                quote!(#own #turbofish)
            }
            Some(_) if receiver => own.to_token_stream(),
            Some(_) => quote!(<#owner>::#own),
        };
        let hash = block.map(|_| quote!({ #private::field_hash(#name) }));
        let twin = twin::twin_function(function, &written, &call, receiver)?;
        Some(twin.implementation(&owner, hash.as_ref(), receiver, &generics, &output))
    });
    let twin = twin.flatten();
    let told = told(input, &types, &generics, block, &parameter);
    // Where functions call one another in a circle, rustc shows where their items stand: at their names.
    let implementation = quote_spanned! {own.span().resolved_at(Span::call_site())=>
        impl<#found_parameters> #private::#call (#(#types,)*)> for #owner #found_where {
            type Output = #output;
            const ITEM: &'static #private::Item = #item;
        }
    };
    let quiet = quiet();
    quote! {
        #quiet
        const _: () = {
            use #private::{CallChecked as _, CallNoTwin as _, CallTwin as _, CallMethodChecked as _, CallMethodPlain as _, CallPlain as _};
            #(#constants)*
            #inner
            #imports
            #implementation
            #tile_call
            #twin
            #checked
            #told
        };
    }
}

/// The type by which a call finds the function.
pub(super) fn argument_type(ty: &syn::Type, receiver: bool) -> syn::Type {
    let syn::Type::Reference(reference) = ty else { return ty.clone() };
    if let Some(view) = lent_view(ty) {
        let [read, written] = known_as(&view.element, &view.ranked);
        return if view.mutable { written } else { read };
    }
    let to = &reference.elem;
    match (receiver, reference.mutability.is_some()) {
        (true, _) => (**to).clone(),
        (false, true) => syn::parse_quote!(::amp::__private::ByMut<#to>),
        (false, false) => syn::parse_quote!(::amp::__private::ByRef<#to>),
    }
}
