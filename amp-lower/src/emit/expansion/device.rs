//! The expansion of `#[device]`: the user's item, and the trait implementations by which kernels find its
//! device code.

use super::const_asserts;
use super::dead_code::{DeadCodeUses, method_uses, suppress_dead_code};
use super::inline_attr::{add_inline, add_inline_to_block};
use super::operators::operator_impls;
use super::parameter_types::{parameter_types, without_callables};
use super::recursion;
use super::trait_bounds::device_trait;
use super::{coercions, default_methods, lint_allowances, pieces, turbofish, without_lifetimes};
use crate::emit::cpu;
use crate::emit::private_types::Opaque;
use crate::emit::wgsl::Piece;
use crate::ir::{Body, Function, type_queries};
use crate::parse::{DeviceInput, FunctionInput, callable, parameter_type, view_arg_types, view_parameter};
use crate::site::without_lints;
use crate::vocabulary::types;
use amp_shader::field_hash;
use proc_macro2::{Ident, Span, TokenStream};
use quote::{ToTokens, format_ident, quote, quote_spanned};

/// The user's items, with the template items that kernels link to.
pub(crate) fn device(
    input: &DeviceInput,
    functions: &[Function],
    templates: &[Vec<Piece>],
    inner: &[TokenStream],
) -> TokenStream {
    let quiet = lint_allowances();
    match input {
        DeviceInput::Function(input) => {
            let mut item = input.item.clone();
            add_inline(&mut item.attrs);
            // A type with the function's name: importing the function imports its template item too.
            let DeadCodeUses { attribute, used } = suppress_dead_code(&item.sig, &functions[0], None);
            let declaration = turbofish::type_declaration(&item);
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
            let operator = operator_impls(block, inputs, functions, templates, inner);
            let mut block = block.clone();
            add_inline_to_block(&mut block);
            let uses = method_uses(&mut block, functions);
            // A type of the language or of glam has no device methods of the user, so its trait `impl` needs
            // no links. An `impl` without a trait is always for a user's type, even if that type has the name
            // of a builtin type.
            if block.trait_.is_some() && is_builtin(&block.self_ty) {
                return quote!(#block #operator);
            }
            // Links to the default methods of the trait. Kernels call no default methods of operator traits.
            let asked = operator.is_empty().then(|| default_methods::request_defaults(&block));
            quote!(#block #uses #(#links)* #operator #asked)
        }
    }
}

/// The return type of a function.
pub(super) fn return_type(input: &FunctionInput) -> TokenStream {
    match &input.item.sig.output {
        syn::ReturnType::Default => quote!(()),
        syn::ReturnType::Type(_, ty) => ty.to_token_stream(),
    }
}

/// Imports the trait of an `impl`, because its functions call each other as methods.
pub(super) fn trait_import(block: &syn::ItemImpl) -> Option<TokenStream> {
    let mut path = block.trait_.as_ref()?.0.clone();
    path.segments.last_mut()?.arguments = syn::PathArguments::None;
    Some(without_lints(quote!(use #path as _;)))
}

/// Imports the traits of the autoref-based dispatch that selects a callee.
pub(crate) fn dispatch_imports() -> TokenStream {
    quote! {
        use ::amp::__private::{
            CallChecked as _, CallMethodChecked as _, CallMethodPlain as _, ReportMismatch as _, ReportNoCpuVersion as _,
            CallPlain as _, CallCpuVersion as _, OperateChecked as _, OperatePlain as _,
            IsFunction as _, IsMethod as _,
        };
    }
}

/// The expression for the template item that the linker uses.
pub(super) fn item(
    input: &FunctionInput,
    function: &Function,
    parts: &[Piece],
    uniform: &TokenStream,
) -> TokenStream {
    let private = quote!(::amp::__private);
    let changes = matches!(
        input.item.sig.inputs.first(),
        Some(syn::FnArg::Receiver(it)) if matches!(it.kind, syn::ReceiverKind::Reference(_, _, Some(_)))
    );
    let (name, body) = (&function.name, pieces(parts));
    let span = input.item.sig.ident.span().resolved_at(Span::call_site());
    let keeps = const_asserts::private_memory_assert(&function.body, span);
    quote_spanned!(span=> { #keeps &#private::Item { name: #name, body: #body, mutates_receiver: #changes, required_uniform: #uniform } })
}

/// Whether the type belongs to the language or to glam.
fn is_builtin(ty: &syn::Type) -> bool {
    let name = parameter_type(ty).map(|(name, _)| name.to_string());
    name.is_some_and(|name| types::scalar(&name).is_some() || types::is_glam(&name))
}

/// The implementations by which kernels find one device function.
fn link(
    input: &FunctionInput,
    function: &Function,
    parts: &[Piece],
    inner: &TokenStream,
    block: Option<&syn::ItemImpl>,
) -> TokenStream {
    let private = quote!(::amp::__private);
    let mut generics = without_lifetimes(&input.item.sig.generics);
    let own = &input.item.sig.ident;
    let name = &function.name;
    let by_name = field_hash(name);
    let (owner, call, parameter) = match block {
        None => (TokenStream::new(), quote!(DeviceCall<), quote!(DeviceParameter<)),
        Some(block) => {
            let outer = without_lifetimes(&block.generics);
            let inner = std::mem::replace(&mut generics, outer);
            generics.params.extend(inner.params);
            if let Some(clause) = inner.where_clause {
                generics.make_where_clause().predicates.extend(clause.predicates);
            }
            (
                block.self_ty.to_token_stream(),
                quote!(DeviceMethod<#by_name, ),
                quote!(DeviceMethodParameter<#by_name, ),
            )
        }
    };
    // In argument types, `ByRef` and `ByMut` stand for references, without a lifetime. The type of a receiver
    // is its type without the reference.
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
            // Type parameters for closures count as determined, although they are not: the implementation
            // ignores them.
            let names = input.parameters.iter().filter_map(|(_, _, ty)| callable(ty, &generics)?.name);
            let told: Vec<syn::Type> =
                types.iter().cloned().chain(names.map(|name| syn::parse_quote!(#name))).collect();
            let turbofish::Owner { ty, open } = turbofish::owner_type(&input.item, Some(&told));
            generics.params.extend(open);
            ty
        }
    };
    if !generics.params.is_empty() && !generics.params.trailing_punct() {
        generics.params.push_punct(Default::default());
    }
    let (parameters, where_clause) = (&generics.params, &generics.where_clause);
    // The argument types of `DeviceCall` do not contain the types of closures.
    let found_by = without_callables(&generics, &input.parameters);
    let (found_parameters, found_where) = (&found_by.params, &found_by.where_clause);
    let output = return_type(input);
    let written: Vec<_> = input.parameters.iter().map(|(_, _, ty)| ty.clone()).collect();
    let collective = cpu::function(function, &written, &output);
    let uniform = collective.as_ref().map_or(quote!(0), |collective| collective.uniform.clone());
    let open = generics.type_params().next().is_some() || generics.const_params().next().is_some();
    let item = || item(input, function, parts, &uniform);
    let item = if open { item() } else { type_queries::closed(item) };
    let tile_call = collective.map(|cpu::CollectiveCode { parameters: bounds, arguments, body, checked, .. }| {
        let items = Ident::new("items", Span::mixed_site());
        let who = Ident::new("who", Span::mixed_site());
        let tile_trait = match block {
            None => quote!(CollectiveCall<),
            Some(_) => quote!(CollectiveMethod<#by_name,),
        };
        let lent = (!function.captures.is_empty()).then(|| quote!('amp_lent,));
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
                fn run<AmpWho: #private::Locate>(#who: &AmpWho, #items: ::core::primitive::usize, arguments: #arguments, mut results: AmpResults) { #body }
                #checked
            }
        }
    });
    let found = match block {
        None => cpu::FunctionKind::Scalar,
        Some(_) => cpu::FunctionKind::OfType { hash: by_name, receiver },
    };
    let checked = (cfg!(feature = "checked") && tile_call.is_none()).then(|| {
        let form = cpu::checked_function(function, &written);
        form.implementation(&owner, &found, &generics, &output)
    });
    // Functions of traits take no views, so the CPU code calls the user's function.
    let of_no_trait = tile_call.is_none() && block.is_none_or(|block| block.trait_.is_none());
    let twin = of_no_trait.then(|| {
        let call = match block {
            None => {
                let turbofish = super::turbofish(&turbofish);
                quote!(#own #turbofish)
            }
            Some(_) if receiver => own.to_token_stream(),
            Some(_) => quote!(<#owner>::#own),
        };
        let twin = cpu::cpu_function(function, &written, &call, receiver)?;
        Some(twin.implementation(&owner, &found, &generics, &output))
    });
    let twin = twin.flatten();
    let any = has_blanket_impl(function, block, &found_by, tile_call.is_some());
    let told = parameter_types(
        input,
        &function.parameters,
        &types,
        &generics,
        block,
        &parameter,
        any && block.is_none(),
    );
    // The implementation has the span of the function's name, at which rustc reports a cycle of items.
    let Opaque { ty: shown, parameter: returned, bound, .. } = match block {
        Some(block) => Opaque::of_value(&output, "AmpOutput", &quote!(#block #own)),
        None => Opaque::plain(&output),
    };
    let found_where = found_where.as_ref().map(|clause| {
        let predicates = clause.predicates.iter();
        quote!(#(#predicates,)*)
    });
    // The type may have a trait method of the same name with another number of arguments. So a method is
    // implemented only for tuples with its own number of arguments, and not for a single type parameter.
    let given: Vec<_> = (0..types.len()).map(|n| format_ident!("AmpA{n}")).collect();
    let (asked, unasked) = match (any, block) {
        (true, None) => (quote!(AmpArguments), quote!(AmpArguments,)),
        (true, Some(_)) => (quote!((#(#given,)*)), quote!(#(#given,)*)),
        (false, _) => (quote!((#(#types,)*)), TokenStream::new()),
    };
    let implementation = quote_spanned! {own.span().resolved_at(Span::call_site())=>
        impl<#found_parameters #unasked #returned> #private::#call #asked> for #owner where #found_where #bound {
            type Output = #shown;
            const ITEM: &'static #private::Item = #item;
        }
    };
    let taken = match input.item.sig.inputs.first() {
        Some(syn::FnArg::Receiver(of)) if receiver => match &of.kind {
            syn::ReceiverKind::Reference(_, _, mutable) => Some(mutable.is_some()),
            _ => None,
        },
        _ => None,
    };
    let predicates = quote!(#found_where);
    let reborrowed = (!any).then(|| {
        coercions::implementations(&types, taken, &call, &owner, &quote!(#found_parameters), &predicates)
    });
    let walk = block.is_none().then(|| recursion::recursion_check(&input.item, function));
    // The asserts stand outside the user's `impl` block, where `Self` is unknown. So only free functions
    // without type parameters get them.
    let alone = block.is_none() && parameters.is_empty();
    let early = alone.then(|| const_asserts::own_constant(&function.body, parts, own.span())).flatten();
    let found_by_any = (any && block.is_none())
        .then(|| quote!(impl<#found_parameters> #private::AnyArguments for #owner where #predicates {}));
    let items =
        quote!(#implementation #found_by_any #reborrowed #tile_call #twin #checked #told #walk #early);
    companion_items(function, block.and_then(trait_import), inner, &items)
}

/// Whether the function is implemented for all argument types, which is possible if its item does not depend
/// on them. For wrong arguments, rustc then reports only the host call. A function with views is implemented
/// for its exact argument types, so that wrong arguments give amp's message.
fn has_blanket_impl(
    function: &Function,
    block: Option<&syn::ItemImpl>,
    found_by: &syn::Generics,
    waits: bool,
) -> bool {
    let tells = |generics: &syn::Generics| !without_lifetimes(generics).params.is_empty();
    let of_arguments = match block {
        Some(block) => found_by.params.len() > without_lifetimes(&block.generics).params.len(),
        None => tells(found_by),
    };
    let of_no_trait = block.is_none_or(|block| block.trait_.is_none());
    of_no_trait && !of_arguments && !waits && function.captures.is_empty()
}

/// The constants and imports of a body once more, without lints: rustc reports unused ones in the body
/// itself.
pub(super) fn body_items(body: &Body) -> TokenStream {
    let (constants, imports) = (&body.constants, &body.imports);
    let imports = without_lints(quote!(#(#imports)*));
    quote!(#imports #(#constants)*)
}

/// Puts items into a scope with the names of the function's body: its constants, its imports, and the items
/// that it declares.
pub(super) fn companion_items(
    function: &Function,
    of_trait: Option<TokenStream>,
    inner: &TokenStream,
    items: &TokenStream,
) -> TokenStream {
    let (quiet, choosing, declared) = (lint_allowances(), dispatch_imports(), body_items(&function.body));
    let said = super::borrowck_copy::lint_items(&function.body);
    quote! {
        #quiet
        const _: () = {
            #choosing
            #of_trait
            #declared
            #said
            #inner
            #items
        };
    }
}

/// The type that stands for a parameter in the argument types of `DeviceCall` and similar traits.
pub(super) fn argument_type(ty: &syn::Type, receiver: bool) -> syn::Type {
    let syn::Type::Reference(reference) = ty else { return ty.clone() };
    if let Some(view) = view_parameter(ty) {
        let [read, written] = view_arg_types(&view.element, &view.ranked);
        return if view.mutable { written } else { read };
    }
    let to = &reference.elem;
    match (receiver, reference.mutability.is_some()) {
        (true, _) => (**to).clone(),
        (false, true) => syn::parse_quote!(::amp::__private::ByMut<#to>),
        (false, false) => syn::parse_quote!(::amp::__private::ByRef<#to>),
    }
}
