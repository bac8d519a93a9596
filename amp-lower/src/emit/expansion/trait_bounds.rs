//! The expansion of a `#[device]` trait: bounds that let generic callers find the device code of its methods.
//!
//! In a generic caller, only the trait bound of the type parameter is known. So the `#[device]` trait gets a
//! supertrait. The supertrait implies, for each method, the runtime's traits through which kernels find
//! device functions, such as `DeviceMethod`.

use super::default_methods;
use super::device::{argument_type, linked_output};
use super::inline_attr::add_inline_to_trait;
use super::{coercions, lint_allowances, owner_of, parameter_name, parameters_type};
use crate::emit::callee_entry;
use crate::parse::{
    Callable, FunctionInput, attribute_of_trait, callable, device_parameter, implementor, is_conditional,
    is_determined_by, own_parameter, undetermined, view_parameter,
};
use amp_shader::field_hash;
use proc_macro2::{Ident, TokenStream, TokenTree};
use quote::{ToTokens, format_ident, quote};
use syn::visit_mut::{self, VisitMut};

/// Prints the trait with a supertrait that requires device code for its methods from every implementing type.
/// Also prints the generated items for the trait's default methods.
pub(super) fn device_trait(
    item: &syn::ItemTrait,
    bodies: &[(&FunctionInput, default_methods::Compiled<'_>)],
) -> TokenStream {
    let private = quote!(::amp::__private);
    let mut promised = item.clone();
    add_inline_to_trait(&mut promised);
    let checked = default_methods::has_checked_bodies(bodies);
    let functions = item.items.iter().filter_map(|function| match function {
        syn::TraitItem::Fn(function) => Some(function),
        _ => None,
    });
    // A default method whose body was rejected has no device code, so no bound requires it.
    let compiled = |name: &Ident| bodies.iter().any(|(body, _)| body.item.sig.ident == *name);
    let functions = functions.filter(|it| it.default.is_none() || compiled(&it.sig.ident));
    let mut own_types = OwnTypes::of(item);
    // A bound cannot quantify over the type and const parameters of a method. So a generic caller cannot call
    // a method that has such parameters, and not all implementing types have a method with conditions.
    let is_promised =
        |it: &&syn::TraitItemFn| own_parameter(&it.sig).is_none() && !is_conditional(item, &it.sig);
    let has_functions = functions.clone().next().is_some();
    let promises = functions.filter(is_promised).flat_map(|it| {
        let mut signature = it.sig.clone();
        own_types.visit_signature_mut(&mut signature);
        method_bounds(&signature, checked)
    });
    let promises: Vec<_> = promises.collect();
    own_types.bound_by_value(&mut promised);
    // A trait without functions can be implemented without `#[device]`, so it gets no hidden associated type.
    let attribute = has_functions.then(attribute_of_trait);
    promised
        .items
        .extend(attribute.map(|name| -> syn::TraitItem { syn::parse_quote!(#[doc(hidden)] type #name;) }));
    if has_functions {
        promised.items.extend(scope_methods(item));
    }
    let (slot_function, owners) = has_functions.then(|| owner_of::slot_function(item)).flatten().unzip();
    promised.items.extend(slot_function);
    let (beside, promise) = combined_trait(item, &promises, &own_types).unzip();
    promised.supertraits.extend(promise);
    promised.supertraits.push(syn::parse_quote!(::core::marker::Sized));
    if has_values(item) {
        promised.supertraits.push(syn::parse_quote!(#private::Value));
    }
    promised.colon_token.get_or_insert_with(Default::default);
    let (bodies, promise) = default_methods::companion_of_trait(item, bodies, has_functions);
    promised.supertraits.extend(promise);
    quote!(#promised #owners #beside #bodies)
}

/// Whether a trait is about values of the implementing types. A trait of constants and functions without `self` is not, so
/// a type such as `struct Road;` may implement it without `#[derive(GpuType)]`.
fn has_values(item: &syn::ItemTrait) -> bool {
    item.items.is_empty()
        || item.items.iter().any(|item| match item {
            syn::TraitItem::Fn(function) => {
                function.sig.receiver().is_some() || names_self(function.sig.to_token_stream())
            }
            _ => false,
        })
}

/// Whether `Self` occurs, other than in a path such as `Self::Item`.
fn names_self(tokens: TokenStream) -> bool {
    let mut tokens = tokens.into_iter().peekable();
    while let Some(token) = tokens.next() {
        let found = match token {
            TokenTree::Ident(name) if name == "Self" => {
                !matches!(tokens.peek(), Some(TokenTree::Punct(it)) if it.as_char() == ':')
            }
            TokenTree::Group(group) => names_self(group.stream()),
            _ => false,
        };
        if found {
            return true;
        }
    }
    false
}

/// The hidden methods by which rustc selects this trait for a method call, if it is in scope (see `ScopeSelection`). A
/// call does not determine the parameters of a generic trait, so such a trait has none. All of them take `&self`. So
/// methods of two traits in scope give an error even if rustc would prefer one by its receiver.
fn scope_methods(item: &syn::ItemTrait) -> Vec<syn::TraitItem> {
    let (name, attribute) = (&item.ident, attribute_of_trait());
    let of_trait = quote!(<Self as #name>::#attribute);
    let is_generic = !item.generics.params.is_empty();
    let functions = item.items.iter().filter_map(|function| match function {
        // rustc infers the trait's parameters, and with them the `Impl` argument.
        syn::TraitItem::Fn(function) if is_generic => {
            let methods = hidden_methods(&function.sig, &TokenStream::new(), None);
            let has_turbofish = !super::without_lifetimes(&function.sig.generics).params.is_empty();
            let is_inferred = has_turbofish && undetermined(&function.sig).is_empty();
            Some(methods.into_iter().next_back().filter(|_| is_inferred).into_iter().collect::<Vec<_>>())
        }
        syn::TraitItem::Fn(function) => {
            Some(hidden_methods(&function.sig, &TokenStream::new(), Some(&of_trait)))
        }
        _ => None,
    });
    functions.flatten().map(syn::TraitItem::Verbatim).collect()
}

/// The hidden methods of an inherent `impl` block. They take precedence over those of traits, and leave the `Impl`
/// argument to inference. So a trait with a method of the same name gives an error. Its receiver would decide which
/// method rustc calls.
pub(super) fn inherent_scope_methods(block: &syn::ItemImpl) -> Option<TokenStream> {
    let functions = block.items.iter().filter_map(|item| match item {
        syn::ImplItem::Fn(function) => {
            Some(hidden_methods(&function.sig, &function.vis.to_token_stream(), None))
        }
        _ => None,
    });
    let functions: TokenStream = functions.flatten().collect();
    if functions.is_empty() || block.trait_.is_some() {
        return None;
    }
    let (generics, _, clause) = block.generics.split_for_impl();
    let (owner, quiet) = (&block.self_ty, lint_allowances());
    Some(quote!(#quiet impl #generics #owner #clause { #functions }))
}

/// Prints the hidden methods for a function. `of_trait` is the `Impl` argument of the trait's functions, or `None` for a
/// function of a type itself. A method has one for calls without a turbofish, and a function with generic parameters of
/// its own has one for calls with a turbofish.
fn hidden_methods(
    signature: &syn::Signature,
    visibility: &TokenStream,
    of_trait: Option<&TokenStream>,
) -> Vec<TokenStream> {
    let private = quote!(::amp::__private);
    let name = signature.ident.to_string();
    let parameters = undetermined(signature);
    let parameter_types = parameters_type(&parameters);
    let is_known = parameter_types.is_some();
    // The `Impl` argument with the function's parameters, and the condition under which it exists.
    let (implementation, condition) = match (&of_trait, &parameter_types) {
        (Some(of_trait), Some(types)) if !parameters.is_empty() => {
            let with = quote!(#private::WithParameters<#types>);
            (quote!(<#of_trait as #with>::Of), Some(quote!(#of_trait: #with)))
        }
        (Some(of_trait), _) => (of_trait.to_token_stream(), None),
        (None, Some(types)) if !parameters.is_empty() => (quote!(#private::InherentWith<#types>), None),
        (None, _) => (quote!(), None),
    };
    let leaves_to_inference = quote!(AmpMode: #private::PathMode);
    let method = |hidden: &Ident,
                  generics: &[TokenStream],
                  mode: &TokenStream,
                  result: &TokenStream,
                  slots: &TokenStream,
                  clause: &[TokenStream]| {
        quote! {
            #[doc(hidden)]
            #[inline]
            #visibility fn #hidden<#(#generics,)* #mode>(
                &self,
                _: #private::FunctionName<0, AmpMode>,
                #slots
            ) -> #private::TypeSlot<(Self, #result)>
            where
                #(#clause,)*
            {
                #private::slot()
            }
        }
    };
    let names_impl = !implementation.is_empty();
    let mode = match names_impl {
        true => quote!(AmpMode: #private::TraitPathMode<#implementation>),
        false => leaves_to_inference.clone(),
    };
    let result = match names_impl {
        true => quote!(<AmpMode as #private::TraitPathMode<#implementation>>::OfTrait),
        false => quote!(AmpMode::OfType),
    };
    let mut methods = Vec::new();
    let any_result = quote!(_: #private::TypeSlot<AmpResult>, _: #private::TypeSlot<AmpResult>,);
    if let Some(hidden) = scope_method(signature) {
        let tied = tied_generics(signature, &parameters);
        methods.push(match (parameters.is_empty(), tied) {
            (true, _) => method(&hidden, &[], &quote!(#mode, AmpResult), &result, &any_result, &[]),
            (false, Some((generics, mut clause))) if is_known => {
                let output = linked_output(&signature.output);
                let slots = quote!(_: #private::TypeSlot<#output>, _: #private::TypeSlot<AmpResult>,);
                clause.extend(condition.clone());
                method(&hidden, &generics, &quote!(#mode, AmpResult), &result, &slots, &clause)
            }
            // Neither the arguments nor the result determine the parameters, so rustc rejects such a call.
            (false, _) => method(
                &hidden,
                &[],
                &quote!(#leaves_to_inference, AmpResult),
                &quote!(AmpMode::OfType),
                &any_result,
                &[],
            ),
        });
    }
    let generics = super::without_lifetimes(&signature.generics);
    if !generics.params.is_empty() && is_known {
        let hidden = callee_entry::turbofish_method(&name);
        let is_undetermined = |parameter: &syn::GenericParam| parameters.contains(&parameter);
        // The argument types determine the other parameters, so their values do not matter here.
        let declared: Vec<_> = generics
            .params
            .iter()
            .map(|parameter| match parameter {
                syn::GenericParam::Type(it) if !is_undetermined(parameter) => it.ident.to_token_stream(),
                other => other.to_token_stream(),
            })
            .collect();
        let names: Vec<_> = parameters.iter().map(|it| parameter_name(it).to_string()).collect();
        let mut clause = predicates_of(signature, &names);
        clause.extend(condition);
        methods.push(method(&hidden, &declared, &mode, &result, &TokenStream::new(), &clause));
    }
    methods
}

/// The generic parameters that the result type of a function mentions, and the conditions on them, if the result
/// determines all of `parameters`.
fn tied_generics(
    signature: &syn::Signature,
    parameters: &[&syn::GenericParam],
) -> Option<(Vec<TokenStream>, Vec<TokenStream>)> {
    let syn::ReturnType::Type(_, output) = &signature.output else { return None };
    let output = std::slice::from_ref(&**output);
    // Such results have another type in the link.
    let text = output[0].to_token_stream().to_string();
    if text.contains('&') || text.contains("impl ") || text.contains("Range") {
        return None;
    }
    let generics = super::without_lifetimes(&signature.generics);
    if !parameters.iter().all(|parameter| is_determined_by(parameter_name(parameter), output)) {
        return None;
    }
    let mentioned: Vec<_> = generics
        .params
        .iter()
        .filter(|parameter| is_determined_by(parameter_name(parameter), output))
        .collect();
    let names: Vec<_> = mentioned.iter().map(|it| parameter_name(it).to_string()).collect();
    Some((mentioned.iter().map(|it| it.to_token_stream()).collect(), predicates_of(signature, &names)))
}

/// The predicates of a function's `where` clause that mention no other parameters of the function than `names`.
fn predicates_of(signature: &syn::Signature, names: &[String]) -> Vec<TokenStream> {
    let others: Vec<_> = signature
        .generics
        .params
        .iter()
        .map(|it| parameter_name(it).to_string())
        .filter(|name| !names.contains(name))
        .collect();
    let predicates = signature.generics.where_clause.iter().flat_map(|clause| &clause.predicates);
    let predicates = predicates.filter(|predicate| {
        let text = predicate.to_token_stream().to_string();
        let mut words = text.split(|c: char| c != '_' && !c.is_alphanumeric());
        !words.any(|word| others.iter().any(|other| other == word))
    });
    predicates.map(ToTokens::to_token_stream).collect()
}

/// The name of the hidden method for a method. `None` for an associated function.
fn scope_method(signature: &syn::Signature) -> Option<Ident> {
    signature.receiver().map(|_| callee_entry::scope_method(&signature.ident.to_string()))
}

/// Prints one trait that combines all bounds, with a blanket implementation. An `impl` without `#[device]`
/// then gives one message. Without the combined trait, rustc would report each bound of each method.
///
/// The combined trait also has a second implementation, whose condition never holds. If it had a single
/// implementation, rustc would report the unmet conditions of that implementation instead of the trait's own
/// message.
fn combined_trait(
    item: &syn::ItemTrait,
    promises: &[syn::TypeParamBound],
    own_types: &OwnTypes,
) -> Option<(TokenStream, syn::TypeParamBound)> {
    if promises.is_empty() {
        return None;
    }
    let (visibility, quiet, implementor) = (&item.vis, lint_allowances(), implementor());
    let of = item.ident.to_string();
    let of = of.trim_start_matches("r#");
    let (name, never) = (format_ident!("AmpPromisesOf{of}"), format_ident!("AmpNeverOf{of}"));
    let message = format!("the device functions of the trait `{of}` are not implemented for `{{Self}}`");
    let note = format!("write `#[device]` above the `impl` of `{of}`");
    let types = own_types.used().map(|(_, parameter)| parameter);
    let implementation = default_methods::implementation();
    let implementation = quote!(#implementation #(, #types)*);
    let (declared, where_clause) = (&item.generics.params, &item.generics.where_clause);
    let parameters = declared.iter().cloned().map(|mut parameter| {
        if let syn::GenericParam::Type(it) = &mut parameter {
            it.default = None;
        }
        parameter
    });
    let parameters: Vec<_> = parameters.collect();
    let declared = declared.iter();
    let conditions = where_clause.iter().flat_map(|clause| &clause.predicates);
    let given: Vec<_> = item.generics.params.iter().map(super::argument).collect();
    let of_trait = super::arguments(&item.generics);
    // A bound that contains `Self::` mentions an associated type of a supertrait. So the trait that combines the
    // bounds has the user's supertraits too.
    let belongs = promises.iter().any(|it| it.to_token_stream().to_string().contains("Self ::"));
    let known: Vec<_> = if belongs { item.supertraits.iter().collect() } else { Vec::new() };
    let beside = quote! {
        #quiet
        #[doc(hidden)]
        #[diagnostic::on_unimplemented(message = #message, label = "its `impl` has no `#[device]`", note = #note)]
        #visibility trait #name<#(#declared,)* #implementation>: #(#known +)* #(#promises +)* ::core::marker::Sized #where_clause {}
        #quiet
        impl<#(#parameters,)* #implementation, #implementor: #(#known +)* #(#promises +)*> #name<#(#given,)* #implementation>
            for #implementor #where_clause {}
        trait #never {}
        #quiet
        impl<#(#parameters,)* #implementation, #implementor> #name<#(#given,)* #implementation> for #implementor
        where
            (Self,): #never,
            Self: #name<#(#given,)* #implementation>,
            #(#conditions,)*
        {
        }
    };
    let (own, attribute) = (&item.ident, attribute_of_trait());
    let types = own_types.used().map(|(name, _)| quote!(<Self as #own #of_trait>::#name));
    Some((beside, syn::parse_quote!(#name<#(#given,)* <Self as #own #of_trait>::#attribute #(, #types)*>)))
}

/// The associated types that a trait declares. A supertrait of the trait cannot name them. So the supertrait
/// that `combined_trait` prints has a type parameter for each one that a signature mentions.
struct OwnTypes {
    of_trait: Ident,
    /// Each associated type, the type parameter that stands for it, and whether a signature mentions it.
    types: Vec<(Ident, Ident, bool)>,
}

impl OwnTypes {
    fn of(item: &syn::ItemTrait) -> Self {
        let types = item.items.iter().filter_map(|item| match item {
            syn::TraitItem::Type(it) => Some((it.ident.clone(), format_ident!("AmpType{}", it.ident), false)),
            _ => None,
        });
        OwnTypes { of_trait: item.ident.clone(), types: types.collect() }
    }

    /// The associated types that signatures mention, and the type parameters that stand for them.
    fn used(&self) -> impl Iterator<Item = (&Ident, &Ident)> {
        self.types.iter().filter(|(.., used)| *used).map(|(name, parameter, _)| (name, parameter))
    }

    /// Adds the bound `Value` to the associated types that signatures mention.
    fn bound_by_value(&self, item: &mut syn::ItemTrait) {
        for item in &mut item.items {
            if let syn::TraitItem::Type(it) = item
                && self.used().any(|(name, _)| it.ident == *name)
            {
                it.colon_token.get_or_insert_with(Default::default);
                it.bounds.push(syn::parse_quote!(::amp::__private::Value));
            }
        }
    }
}

impl VisitMut for OwnTypes {
    fn visit_type_mut(&mut self, ty: &mut syn::Type) {
        if let syn::Type::Path(path) = &*ty
            && let Some(last) = path.path.segments.last()
            && let Some(found) = self.types.iter_mut().find(|(name, ..)| last.ident == *name)
        {
            let segments: Vec<_> = path.path.segments.iter().map(|it| &it.ident).collect();
            let is_own = match (&path.qself, segments.as_slice()) {
                (None, [first, _]) => *first == "Self",
                (Some(qualified), [.., of_trait, _]) => {
                    qualified.ty.to_token_stream().to_string() == "Self" && **of_trait == self.of_trait
                }
                _ => false,
            };
            if is_own {
                found.2 = true;
                *ty = syn::Type::Path(syn::TypePath {
                    attrs: Vec::new(),
                    qself: None,
                    path: found.1.clone().into(),
                });
                return;
            }
        }
        visit_mut::visit_type_mut(self, ty);
    }
}

/// The bounds through which a generic caller finds the device code of one method.
fn method_bounds(signature: &syn::Signature, checked: bool) -> Vec<syn::TypeParamBound> {
    let private = quote!(::amp::__private);
    let mut closures = Vec::new();
    let types = signature.inputs.iter().enumerate().map(|(n, input)| match input {
        syn::FnArg::Receiver(_) => syn::parse_quote!(Self),
        syn::FnArg::Typed(typed) => match callable(&typed.ty, &signature.generics) {
            Some(closure) => {
                let result = closure.output.clone();
                closures.push((n, closure));
                syn::parse_quote!(#private::Callable<#result>)
            }
            None => argument_type(&device_parameter(&typed.ty), false),
        },
    });
    let types: Vec<syn::Type> = types.collect();
    let output = match &signature.output {
        syn::ReturnType::Default => quote!(()),
        syn::ReturnType::Type(_, ty) => ty.to_token_stream(),
    };
    let linked = linked_output(&signature.output);
    let hash = field_hash(&signature.ident.to_string());
    let implementation = default_methods::implementation();
    let by_reference = match signature.receiver().map(|it| &it.kind) {
        Some(syn::ReceiverKind::Reference(_, _, mutable)) => Some(mutable.is_some()),
        _ => None,
    };
    let forms = std::iter::once(types.clone()).chain(coercions::coerced_types(&types, by_reference));
    let form = |types: Vec<_>| -> syn::TypeParamBound {
        syn::parse_quote!(#private::DeviceMethod<#hash, (#(#types,)*), #implementation, Output = #linked>)
    };
    let mut promises: Vec<_> = forms.map(form).collect();
    promises.extend(checked.then(|| run_bounds(signature, hash, &output, true)).flatten());
    let has_views = signature
        .inputs
        .iter()
        .any(|input| matches!(input, syn::FnArg::Typed(typed) if view_parameter(&typed.ty).is_some()));
    // For a method without view parameters, the CPU code calls the user's function, so there is no bound for
    // a CPU version.
    promises.extend(has_views.then(|| run_bounds(signature, hash, &output, false)).flatten());
    promises.extend(closures.iter().map(|(position, closure)| -> syn::TypeParamBound {
        let inputs = closure.targets();
        syn::parse_quote!(
            #private::DeviceCallable<#hash, #position, (#(#types,)*), #implementation, Inputs = (#(#inputs,)*)>
        )
    }));
    promises
}

/// The bound for the version of a method for the checked accelerator, or for the CPU. `None` if a generic caller
/// cannot call that version.
fn run_bounds(
    signature: &syn::Signature,
    hash: u64,
    output: &TokenStream,
    checked: bool,
) -> Option<syn::TypeParamBound> {
    let private = quote!(::amp::__private);
    let typed = signature.inputs.iter().filter_map(|input| match input {
        syn::FnArg::Typed(typed) => Some(device_parameter(&typed.ty)),
        syn::FnArg::Receiver(_) => None,
    });
    let types = typed.map(|ty| match (callable(&ty, &signature.generics), &ty) {
        _ if let Some(view) = view_parameter(&ty) => {
            let (element, rank) = (&view.element, &view.ranked);
            Some(match view.mutable {
                true => quote!(&'amp_by_ref #private::SharedAccess<#element, #rank>),
                // A bound cannot quantify over the type of the view, so it names a trait object.
                false => quote!(#private::ViewArg<
                    'amp_by_ref, #element, #rank, dyn #private::ErasedReads<#element, #rank> + 'amp_by_ref,
                >),
            })
        }
        (Some(closure), syn::Type::Reference(_)) if closure.is_fn_mut => None,
        // A bound cannot quantify over closure types, so it names a trait object instead.
        (Some(closure), _) => Some(closure_object(&closure)),
        (None, syn::Type::Reference(reference)) => {
            let (word, to) = (&reference.mutability, &reference.elem);
            Some(quote!(&'amp_by_ref #word #to))
        }
        (None, ty) => Some(ty.to_token_stream()),
    });
    let types = types.collect::<Option<Vec<_>>>()?;
    let implementation = default_methods::implementation();
    let name = match (signature.receiver(), checked) {
        (Some(_), true) => quote!(CheckedMethod),
        (None, true) => quote!(CheckedFunction),
        (Some(_), false) => quote!(CpuMethod),
        (None, false) => quote!(CpuFunction),
    };
    let is_collective = types.iter().any(|ty| ty.to_string().ends_with("TileBarrier"));
    (!is_collective)
        .then(|| syn::parse_quote!(for<'amp_by_ref> #private::#name<#hash, (#(#types,)*), #implementation, Output = #output>))
}

/// The type `&dyn Fn(..)` or `&mut dyn FnMut(..)` that stands for the type of any closure argument.
fn closure_object(closure: &Callable) -> TokenStream {
    let Callable { inputs, output, .. } = closure;
    match closure.is_fn_mut {
        true => quote!(&'amp_by_ref mut dyn ::core::ops::FnMut(#(#inputs),*) -> #output),
        false => quote!(&'amp_by_ref dyn ::core::ops::Fn(#(#inputs),*) -> #output),
    }
}
