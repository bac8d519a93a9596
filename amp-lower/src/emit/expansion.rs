//! What the macros put in the place of the user's tokens.

use crate::analysis::Facts;
use crate::emit::twin;
use crate::emit::wgsl::{Part, operator_bound};
use crate::ir::ty::key_ident;
use crate::ir::{Function, Parameter, Role, Ty};
use crate::parse::{DeviceInput, Form, FunctionInput, KernelInput, parameter_type};
use crate::vocabulary::{operators, types};
use proc_macro2::{Ident, Span, TokenStream};
use quote::{ToTokens, format_ident, quote, quote_spanned};

/// A kernel: for a function, the function that binds its captures; for a closure, the expression that binds them.
pub(crate) fn kernel(
    input: &KernelInput,
    facts: &Facts<'_>,
    parts: &[Part],
    twin: &TokenStream,
    checked: Option<TokenStream>,
    functions: &TokenStream,
) -> TokenStream {
    let private = quote!(::amp::__private);
    let kernel = facts.kernel;
    let constants = &kernel.body.constants;
    let marker = Ident::new("AmpProgram", Span::mixed_site());
    let bind = match (kernel.tile.is_some(), checked.is_some()) {
        (false, false) => "bind",
        (true, false) => "bind_tiled",
        (false, true) => "bind_checked",
        (true, true) => "bind_tiled_checked",
    };
    let bind = Ident::new(bind, Span::call_site());
    let twins = std::iter::once(twin).chain(&checked);
    let open = checked.iter().map(|_| quote!(_));
    let function = match &input.form {
        Form::Function { item, .. } => Some(item),
        Form::Closure => None,
    };
    let generics = function.map(|item| without_lifetimes(&item.sig.generics)).unwrap_or_default();
    let declared = program(facts, &marker, &generics, parts, function.is_none());
    let (_, turbofish, _) = generics.split_for_impl();
    let turbofish = turbofish.as_turbofish();
    let arguments = kernel.slots.iter().enumerate().rev().fold(quote!(()), |rest, (n, slot)| {
        let ident = &slot.ident;
        let span = ident.span();
        let parameter = function.is_some() && slot.role != Role::Value;
        let captured = match slot.role {
            // Who shares it with others lends it shared.
            Role::Write if slot.atomic && !facts.is_touched_plainly(n) => {
                let taken = quote_spanned!(span=> #ident.is_touched_atomically_by_a_kernel());
                quote!(#private::shared(#taken))
            }
            Role::Write => {
                let way = Ident::new(if facts.is_own(n) { "own" } else { "shared" }, Span::call_site());
                let taken = quote_spanned!(span=> #private::CaptureMut::is_written_by_a_kernel(&mut *#ident));
                let by_method = quote_spanned!(span=> #ident.is_written_by_a_kernel());
                let taken = if parameter { taken } else { by_method };
                quote!(#private::#way(#taken))
            }
            Role::Read if parameter => quote_spanned!(span=> #private::capture_view(&*#ident)),
            Role::Read => quote_spanned!(span=> #private::capture_view(&#ident)),
            Role::Value => quote_spanned!(span=> #private::capture(&#ident)),
        };
        quote!((#captured, #rest))
    });
    let rank = kernel.rank;
    let quiet = quiet();
    // The user's name of the index type is used, as it seems to be.
    let index = input.index.iter().map(|index| &index.ty);
    let body = quote! {
        #(#[allow(unused_qualifications)] const _: ::core::marker::PhantomData<#index> = ::core::marker::PhantomData;)*
        #[allow(unused_imports)]
        use #private::{CaptureAtomic as _, CaptureAtomicMut as _, CaptureMut as _, Value as _};
        #(#constants)*
        #functions
        #declared
        #quiet
        let bound = #private::#bind::<#rank, _, _, _ #(, #open)*>(#marker #turbofish (::core::marker::PhantomData), #arguments #(, #twins)*);
        bound
    };
    let Some(item) = function else { return quote!({ #body }) };

    let mut item = item.clone();
    let index = item.sig.inputs.iter().skip(1).cloned().collect();
    item.sig.inputs = index;
    let domain = if kernel.tile.is_some() { quote!(TiledExtent) } else { quote!(Extent) };
    // With this span the type captures all lifetimes, whatever the user's edition.
    item.sig.output = syn::ReturnType::Type(
        Default::default(),
        Box::new(syn::Type::Verbatim(
            quote_spanned!(Span::mixed_site()=> impl ::amp::Kernel<::amp::#domain<#rank>>),
        )),
    );
    let (attributes, visibility, signature) = (&item.attrs, &item.vis, &item.sig);
    quote! {
        #(#attributes)*
        #[must_use = "a kernel runs when it is given to `parallel_for_each`"]
        #[allow(clippy::too_many_arguments)]
        #visibility #signature { #body }
    }
}

/// The lints that an expansion cannot keep: it prints code twice, in another order, with every parenthesis.
fn quiet() -> TokenStream {
    quote! {
        #[allow(
            unused, nonstandard_style, clippy::all, clippy::pedantic, clippy::nursery, clippy::restriction
        )]
    }
}

/// The marker type of a kernel and its template.
fn program(
    facts: &Facts<'_>,
    marker: &Ident,
    generics: &syn::Generics,
    parts: &[Part],
    closure: bool,
) -> TokenStream {
    let private = quote!(::amp::__private);
    let kernel = facts.kernel;
    let keys: Vec<_> = (0..kernel.slots.len()).map(key_ident).collect();
    let key_list = keys.iter().rev().fold(quote!(()), |rest, key| quote!((#key, #rest)));
    let (_, marker_generics, where_clause) = generics.split_for_impl();
    let parameters = &generics.params;
    let mut bounds = Vec::new();
    for ty in &kernel.body.named {
        if mentions_slot(ty) {
            ty.bounds(&mut bounds);
        }
    }
    for part in parts {
        part.walk(&mut |part| {
            if let Part::Operator(_, method, lhs, rhs) = part
                && (mentions_slot(lhs) || mentions_slot(rhs))
            {
                let (bound, lhs) = (operator_bound(method, rhs), lhs.rust());
                bounds.push(quote!(#lhs: #bound));
            }
        });
    }
    let mut seen = std::collections::HashSet::new();
    bounds.retain(|bound| seen.insert(bound.to_string()));
    let predicates = where_clause.map(|clause| clause.predicates.iter()).into_iter().flatten();
    let predicates: Vec<_> = predicates.map(ToTokens::to_token_stream).chain(bounds).collect();
    let slots = kernel.slots.iter().zip(&keys).map(|(slot, key)| {
        let (name, atomic) = (slot.ident.to_string(), slot.atomic);
        quote!(#private::Slot { name: #name, kind: <#key as #private::Key>::KIND, element: <#key as #private::Key>::INFO, rank: <#key as #private::Key>::RANK, atomic: #atomic })
    });
    let tile = match &kernel.tile {
        Some(tile) => quote!(::core::option::Option::Some(&[#(#tile),*])),
        None => quote!(::core::option::Option::None),
    };
    let tile_static = kernel.body.tile_static.iter().map(|variable| {
        let (name, info, atomic) = (&variable.name, variable.ty.info(), variable.atomic);
        quote!(#private::TileVariable { name: #name, ty: #info, atomic: #atomic })
    });
    let body = pieces(parts);
    let rank = kernel.rank;
    // A closure has no name; where it stands is what tells it from others.
    let name = match closure {
        true => quote!(::core::concat!("closure at ", ::core::file!(), ":", ::core::line!())),
        false => kernel.name.to_token_stream(),
    };
    let types = generics.type_params().map(|parameter| &parameter.ident);
    let quiet = quiet();
    quote! {
        #quiet
        struct #marker <#parameters> (::core::marker::PhantomData<(#(#types,)*)>) #where_clause;
        #quiet
        impl<#parameters #(#keys: #private::Key),*> #private::Program<#key_list> for #marker #marker_generics
        where #(#predicates,)*
        {
            const TEMPLATE: &'static #private::Template = &#private::Template {
                name: #name,
                file: ::core::file!(),
                line: ::core::line!(),
                rank: #rank,
                tile: #tile,
                slots: &[#(#slots),*],
                tile_static: &[#(#tile_static),*],
                body: #body,
            };
        }
    }
}

fn pieces(parts: &[Part]) -> TokenStream {
    // What is known already is text, and texts side by side are one.
    let mut merged: Vec<Part> = Vec::new();
    for part in parts {
        match (merged.last_mut(), part.known()) {
            (_, Part::Mark(_)) => {}
            (Some(Part::Text(last)), Part::Text(text)) => last.push_str(&text),
            (_, part) => merged.push(part),
        }
    }
    let pieces = merged.iter().filter_map(Part::piece);
    quote!(&[#(#pieces),*])
}

/// Whether the name of a type uses the key of a capture.
fn mentions_slot(ty: &Ty) -> bool {
    ty.rust().to_string().contains("AmpK")
}

fn without_lifetimes(generics: &syn::Generics) -> syn::Generics {
    let mut generics = generics.clone();
    generics.params =
        generics.params.into_iter().filter(|p| !matches!(p, syn::GenericParam::Lifetime(_))).collect();
    if !generics.params.is_empty() && !generics.params.trailing_punct() {
        generics.params.push_punct(Default::default());
    }
    if let Some(clause) = &mut generics.where_clause {
        let kept = std::mem::take(&mut clause.predicates);
        clause.predicates =
            kept.into_iter().filter(|p| !matches!(p, syn::WherePredicate::Lifetime(_))).collect();
    }
    generics
}

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
            let (visibility, ident) = (&item.vis, &item.sig.ident);
            // The same name in the namespace of types: whoever imports the function imports its item.
            // Who waits is called by its twin only.
            let unused = takes_barrier(&functions[0]).then(|| quote!(#[allow(dead_code)]));
            let link = link(input, &functions[0], &templates[0], &inner[0], None);
            quote! {
                #unused
                #item
                #quiet
                #[doc(hidden)]
                #visibility struct #ident {}
                #link
            }
        }
        DeviceInput::Trait(item) => device_trait(item),
        DeviceInput::Impl(block, inputs) => {
            let items = inputs.iter().zip(functions.iter().zip(templates.iter().zip(inner)));
            let links = items.map(|(input, (function, (template, inner)))| {
                link(input, function, template, inner, Some(block))
            });
            let operator = operator(block, inputs, functions, templates, inner);
            // What is not the user's own has no methods of the user's.
            if is_builtin(&block.self_ty) {
                return quote!(#block #operator);
            }
            quote!(#block #(#links)* #operator)
        }
    }
}

/// A trait: who implements it has device functions of its methods' names. That is what its bound promises to callers.
fn device_trait(item: &syn::ItemTrait) -> TokenStream {
    let private = quote!(::amp::__private);
    let mut promised = item.clone();
    for function in &item.items {
        let syn::TraitItem::Fn(function) = function else { continue };
        let name = function.sig.ident.to_string();
        let types = function.sig.inputs.iter().map(|input| match input {
            syn::FnArg::Receiver(_) => syn::parse_quote!(Self),
            syn::FnArg::Typed(typed) => argument_type(&typed.ty, false),
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
    }
    promised.supertraits.push(syn::parse_quote!(::core::marker::Sized));
    promised.supertraits.push(syn::parse_quote!(#private::Value));
    promised.colon_token.get_or_insert_with(Default::default);
    quote!(#promised)
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
    let Some(last) = path.segments.last() else { return TokenStream::new() };
    let Some(method) = operators::of_trait(&last.ident.to_string()) else { return TokenStream::new() };
    let Some(at) = inputs.iter().position(|input| input.item.sig.ident == method) else {
        return TokenStream::new();
    };
    let (input, constants, inner) = (&inputs[at], &functions[at].body.constants, &inner[at]);
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
            impl<#parameters> #private::DeviceOperator<#hash, #rhs> for #owner #where_clause {
                const ITEM: ::core::option::Option<&'static #private::Item> = ::core::option::Option::Some(#item);
            }
        };
    }
}

/// The item that the linker joins.
fn item(input: &FunctionInput, function: &Function, parts: &[Part], uniform: &TokenStream) -> TokenStream {
    let private = quote!(::amp::__private);
    let changes = matches!(
        input.item.sig.inputs.first(),
        Some(syn::FnArg::Receiver(it)) if matches!(it.kind, syn::ReceiverKind::Reference(_, _, Some(_)))
    );
    let (name, body) = (&function.name, pieces(parts));
    quote!(&#private::Item { name: #name, body: #body, changes: #changes, uniform: #uniform })
}

fn takes_barrier(function: &Function) -> bool {
    function.parameters.iter().any(|parameter| matches!(parameter, Parameter::Barrier))
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
        None => (own.to_token_stream(), quote!(DeviceCall<), quote!(DeviceParameter<)),
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
    if !generics.params.is_empty() && !generics.params.trailing_punct() {
        generics.params.push_punct(Default::default());
    }
    let (parameters, where_clause) = (&generics.params, &generics.where_clause);
    // A reference has no lifetime there. A method takes its receiver as it likes.
    let receiver = block.is_some() && matches!(input.item.sig.inputs.first(), Some(syn::FnArg::Receiver(_)));
    let types: Vec<_> = input
        .parameters
        .iter()
        .enumerate()
        .map(|(n, (_, _, ty))| argument_type(ty, receiver && n == 0))
        .collect();
    let output = match &input.item.sig.output {
        syn::ReturnType::Default => quote!(()),
        syn::ReturnType::Type(_, ty) => ty.to_token_stream(),
    };
    let constants = &function.body.constants;
    let written: Vec<_> = input.parameters.iter().map(|(_, _, ty)| ty.clone()).collect();
    let waiting = twin::function(function, &written, &output);
    let uniform = waiting.as_ref().map_or(quote!(0), |waiting| waiting.uniform.clone());
    let item = item(input, function, parts, &uniform);
    let tile_call = waiting.map(|twin::Twin { parameters: bounds, arguments, body, .. }| {
        let items = Ident::new("items", Span::mixed_site());
        quote! {
            impl<#parameters #(#bounds),*> #private::TileCall<#arguments, AmpResults> for #owner #where_clause {
                fn run(#items: ::core::primitive::usize, arguments: #arguments, mut results: AmpResults) { #body }
            }
        }
    });
    // The type of a parameter, for numbers that are passed to it: where it is a type parameter, another argument tells.
    let generic: Vec<_> = generics.type_params().map(|parameter| parameter.ident.to_string()).collect();
    let positions = types.iter().enumerate().filter_map(|(n, ty)| {
        let given: Vec<_> = (0..types.len()).map(|n| format_ident!("AmpA{n}")).collect();
        let written = ty.to_token_stream().to_string();
        let names = |text: &str| text.split(|c: char| !c.is_alphanumeric() && c != '_').any(|word| generic.iter().any(|name| name == word));
        let found = if names(&written) {
            let same = |(m, other): (usize, &syn::Type)| m != n && other.to_token_stream().to_string() == written;
            let other = types.iter().enumerate().position(same);
            let given = given[other.unwrap_or(n)].to_token_stream();
            (given.clone(), quote!(where #given: #private::Value))
        } else {
            (ty.to_token_stream(), TokenStream::new())
        };
        let (found, bound) = found;
        // Where the type whose function it is has parameters itself, they would stand nowhere.
        let lent = matches!(input.parameters[n].2, syn::Type::Reference(_));
        if lent || block.is_some_and(|block| !block.generics.params.is_empty()) {
            return None;
        }
        Some(quote! {
            impl<#(#given),*> #private::#parameter #n, (#(#given,)*)> for #owner #bound { type Type = #found; }
        })
    });
    let quiet = quiet();
    quote! {
        #quiet
        const _: () = {
            #(#constants)*
            #inner
            impl<#parameters> #private::#call (#(#types,)*)> for #owner #where_clause {
                type Output = #output;
                const ITEM: &'static #private::Item = #item;
            }
            #tile_call
            #(#positions)*
        };
    }
}

/// The type by which a call finds the function.
fn argument_type(ty: &syn::Type, receiver: bool) -> syn::Type {
    let syn::Type::Reference(reference) = ty else { return ty.clone() };
    let to = &reference.elem;
    match (receiver, reference.mutability.is_some()) {
        (true, _) => (**to).clone(),
        (false, true) => syn::parse_quote!(::amp::__private::ByMut<#to>),
        (false, false) => syn::parse_quote!(::amp::__private::ByRef<#to>),
    }
}

/// What stands in the place of a kernel that was refused: the same signature, and nothing behind it, so that its callers
/// do not fail as well.
pub(crate) fn kernel_stub(item: TokenStream) -> TokenStream {
    let Ok(mut item) = syn::parse2::<syn::ItemFn>(item) else { return TokenStream::new() };
    let index = match item.sig.inputs.first() {
        Some(syn::FnArg::Typed(typed)) => typed.ty.to_token_stream().to_string(),
        _ => String::new(),
    };
    let domain = if index.contains("TiledIndex") { quote!(TiledExtent) } else { quote!(Extent) };
    let rank = index.chars().find_map(|c| c.to_digit(10)).unwrap_or(1) as usize;
    item.sig.inputs = item.sig.inputs.into_iter().skip(1).collect();
    item.sig.asyncness = None;
    item.sig.constness = None;
    item.sig.output = syn::ReturnType::Type(
        Default::default(),
        Box::new(syn::Type::Verbatim(
            quote_spanned!(Span::mixed_site()=> impl ::amp::Kernel<::amp::#domain<#rank>>),
        )),
    );
    let (visibility, signature, quiet) = (&item.vis, &item.sig, quiet());
    quote!(#quiet #visibility #signature { ::amp::__private::refused::<::amp::#domain<#rank>>() })
}

/// The same for a closure: a kernel over the domain that its index asks for.
pub(crate) fn closure_stub(tokens: &TokenStream) -> TokenStream {
    let text = tokens.to_string();
    let index = text.split_once('|').map_or("", |(_, rest)| rest).split('|').next().unwrap_or_default();
    let domain = if index.contains("TiledIndex") { quote!(TiledExtent) } else { quote!(Extent) };
    let rank = index.chars().find_map(|c| c.to_digit(10)).unwrap_or(1) as usize;
    quote!(::amp::__private::refused::<::amp::#domain<#rank>>())
}

/// The same for a device function.
pub(crate) fn device_stub(item: TokenStream) -> TokenStream {
    // An `impl` block stays as it is: whether kernels can call its functions does not matter to the host.
    let Ok(mut item) = syn::parse2::<syn::ItemFn>(item.clone()) else { return item };
    item.sig.asyncness = None;
    item.sig.constness = None;
    let (visibility, ident, signature, quiet) = (&item.vis, &item.sig.ident, &item.sig, quiet());
    let generics = without_lifetimes(&item.sig.generics);
    let (parameters, where_clause) = (&generics.params, &generics.where_clause);
    let types: Vec<_> = item
        .sig
        .inputs
        .iter()
        .filter_map(|input| match input {
            syn::FnArg::Typed(typed) => Some(&typed.ty),
            syn::FnArg::Receiver(_) => None,
        })
        .collect();
    // A view would need a lifetime there.
    if types.iter().any(|ty| ty.to_token_stream().to_string().contains("View")) {
        return quote!(#quiet #visibility #signature { ::core::unreachable!() });
    }
    let types: Vec<_> = types.into_iter().map(|ty| argument_type(ty, false)).collect();
    let output = match &item.sig.output {
        syn::ReturnType::Default => quote!(()),
        syn::ReturnType::Type(_, ty) => ty.to_token_stream(),
    };
    quote! {
        #quiet
        #visibility #signature { ::core::unreachable!() }
        #quiet
        #[doc(hidden)]
        #visibility struct #ident {}
        #quiet
        impl<#parameters> ::amp::__private::DeviceCall<(#(#types,)*)> for #ident #where_clause {
            type Output = #output;
            const ITEM: &'static ::amp::__private::Item = &::amp::__private::Item { name: "", body: &[], changes: false, uniform: 0 };
        }
    }
}
