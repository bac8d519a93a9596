//! The expansion of a macro: the tokens that replace the user's input. This file prints kernels; `device`
//! prints device functions, and `stub` prints placeholders for rejected items.
//!
//! An expansion contains no `unsafe`, and compiles under `#![forbid(unsafe_code)]` and strict lints.

mod borrowck_copy;
mod coercions;
mod const_asserts;
mod dead_code;
mod default_methods;
mod device;
mod inline_attr;
mod operators;
mod parameter_types;
mod recursion;
mod stub;
mod trait_bounds;
mod turbofish;

use crate::analysis::Facts;
use crate::emit::allowed_name;
use crate::emit::cpu::{self, AccessReport, Printed};
use crate::emit::wgsl::{Piece, operator_bound};
use crate::ir::rust_names::{Bounds, key_ident, with_keys};
use crate::ir::type_queries;
use crate::ir::{Capture, Kernel, Role};
use crate::parse::{Form, KernelInput};
use crate::site::without_lints;
pub(crate) use default_methods::default_impls;
pub(crate) use device::{device, dispatch_imports};
pub(crate) use operators::checked_ne;
use proc_macro2::{Ident, Span, TokenStream};
use quote::{ToTokens, quote, quote_spanned};
pub(crate) use stub::{block_stub, closure_stub, device_stub, kernel_stub};

/// The expansion of a kernel. For a kernel function, it is a function that binds the captures and returns the
/// kernel. For a closure, it is an expression that does the same.
pub(crate) fn kernel(
    input: &KernelInput,
    facts: &Facts<'_>,
    parts: &[Piece],
    twin: &Printed,
    checked: Option<TokenStream>,
    functions: &TokenStream,
) -> TokenStream {
    let private = quote!(::amp::__private);
    let kernel = facts.kernel;
    let (constants, imports) = (&kernel.body.constants, &kernel.body.imports);
    let marker = Ident::new("AmpProgram", Span::mixed_site());
    let bind = match (&kernel.tile, facts.tile(), checked.is_some()) {
        (None, _, false) => "bind",
        (Some(_), None, false) => "bind_tiled_rows",
        (Some(_), Some(_), false) => "bind_tiled",
        (None, _, true) => "bind_checked",
        (Some(_), None, true) => "bind_tiled_rows_checked",
        (Some(_), Some(_), true) => "bind_tiled_checked",
    };
    let bind = Ident::new(bind, Span::call_site());
    let twins = std::iter::once(&twin.closure).chain(&checked);
    let open = checked.iter().map(|_| quote!(_));
    let function = match &input.form {
        Form::Function { item, .. } => Some(item),
        Form::Closure => None,
    };
    let generics = function.map(|item| without_lifetimes(&item.sig.generics)).unwrap_or_default();
    let closure = function.is_none();
    let named = function.map(|item| &item.sig.ident);
    let declared = || program(facts, &marker, &generics, parts, twin, named);
    let declared = match function.filter(|_| generics.params.is_empty()) {
        Some(item) => {
            let early = || const_asserts::own_constant(&kernel.body, parts, item.sig.ident.span());
            let ((declared, early), asked) = type_queries::in_one_place(|| (declared(), early()));
            quote!(#asked #declared #early)
        }
        None if closure && !kernel.captures.is_empty() => with_keys(declared),
        None => declared(),
    };
    let turbofish = turbofish(&generics);
    let captured = kernel.captures.iter().enumerate().map(|(n, capture)| {
        let ident = &capture.ident;
        let span = ident.span();
        let parameter = function.is_some() && matches!(capture.role, Role::Read | Role::Write);
        match capture.role {
            // An atomic view is captured by shared reference.
            Role::Write if capture.declared_atomic || capture.atomic && !facts.has_only_plain_accesses(n) => {
                let taken = quote_spanned!(span=> #ident.is_touched_atomically_by_a_kernel());
                quote!(#private::atomic(#taken))
            }
            Role::Write => {
                let way =
                    Ident::new(if facts.is_exclusive(n) { "exclusive" } else { "shared" }, Span::call_site());
                let taken = match capture.written_by_methods_only {
                    true => quote_spanned!(span=> #ident.amp_capture_modified()),
                    false => quote_spanned!(span=> #ident.amp_capture_written()),
                };
                let taken = match parameter {
                    true => quote_spanned!(span=> ::amp::__private::typed_write(#taken)),
                    false => check_rank(kernel, n, taken),
                };
                quote_spanned!(span=> ::amp::__private::#way(#taken))
            }
            // All tokens have the user's span, so rustc reports a capture error once.
            Role::Read if parameter => {
                quote_spanned!(span=> ::amp::__private::typed_read(::amp::__private::capture_view(&*#ident)))
            }
            Role::Read => {
                check_rank(kernel, n, quote_spanned!(span=> ::amp::__private::capture_view(&#ident)))
            }
            Role::Value => quote_spanned!(span=> ::amp::__private::capture(&#ident)),
            Role::ValueOrView => quote_spanned!(span=> ::amp::__private::capture_value_or_view(&#ident)),
        }
    });
    let captured: Vec<_> = captured.collect();
    let (quiet, choosing) = (lint_allowances(), dispatch_imports());
    let behind = kernel.captures.iter().filter_map(|Capture { ident, star, .. }| {
        let (star, allowed) = (syn::Token![*]((*star)?), allowed_name(ident));
        Some(quote!(#quiet #allowed let #ident = #star #ident;))
    });
    let shared = kernel.captures.iter().filter_map(|capture| {
        let (and, mut ident) = (capture.shared?, capture.ident.clone());
        ident.set_span(ident.span().located_at(and));
        Some(quote_spanned!(and=> let _ = || ::amp::__private::changed_by_shared_reference(&#ident);))
    });
    let values = kernel.captures.iter().enumerate().filter(|(_, capture)| capture.role == Role::Value);
    let types = values.map(|(n, capture)| {
        let (ident, name) = (&capture.ident, cpu::type_of(n));
        let of = quote_spanned!(ident.span()=> ::amp::__private::type_of(&#ident));
        quote!(#quiet let #name = #of;)
    });
    let ordinary = borrowck_copy::lint_copy(input, kernel, &captured);
    let said = borrowck_copy::lint_uses(kernel);
    // If the CPU code names the element type of a capture, the capture is bound to a variable first. A second
    // variable, the type witness, carries the element type.
    let stored = kernel.captures.iter().zip(captured).enumerate().map(|(n, (capture, captured))| {
        if !cpu::has_element_hint(capture) {
            return (TokenStream::new(), captured);
        }
        let (argument, name) = (Ident::new(&format!("argument{n}"), Span::mixed_site()), cpu::type_of(n));
        let told =
            quote!(#quiet let #argument = #captured; #quiet let #name = #private::element_of(&#argument););
        (told, argument.to_token_stream())
    });
    let (elements, captured): (Vec<_>, Vec<_>) = stored.unzip();
    let arguments = captured.iter().rev().fold(quote!(()), |rest, captured| quote!((#captured, #rest)));
    let rank = kernel.rank;
    // The first line mentions the user's index type, so that its import counts as used.
    let index = input.index.iter().map(|index| without_lints(index.ty.to_token_stream()));
    let body = quote! {
        #(const _: ::core::marker::PhantomData<#index> = ::core::marker::PhantomData;)*
        #choosing
        use #private::{CaptureAtomic as _, CaptureMethods as _, Value as _};
        #(#imports)*
        #(#constants)*
        #(#behind)*
        #functions
        #(#quiet #shared)*
        #declared
        #ordinary
        #said
        #(#types)*
        #(#elements)*
        #quiet
        let bound = #private::#bind::<#rank, _, _, _ #(, #open)*>(#marker #turbofish (::core::marker::PhantomData), #arguments #(, #twins)*);
        bound
    };
    let Some(item) = function else { return quote!({ #body }) };

    let mut item = item.clone();
    let index = item.sig.inputs.iter().skip(1).cloned().collect();
    item.sig.inputs = index;
    let domain = if kernel.tile.is_some() { quote!(TiledExtent) } else { quote!(Extent) };
    // An opaque type captures all lifetimes only since edition 2024. The span selects amp's edition, so the
    // edition of the user's crate does not matter.
    item.sig.output = syn::ReturnType::Type(
        Default::default(),
        Box::new(syn::Type::Verbatim(
            quote_spanned!(Span::mixed_site()=> impl ::amp::Kernel<::amp::#domain<#rank>>),
        )),
    );
    let (attributes, visibility, signature) = (&item.attrs, &item.vis, &item.sig);
    quote! {
        #(#attributes)*
        #[must_use = "a kernel only runs when it is passed to `parallel_for_each`"]
        #[allow(clippy::too_many_arguments)]
        #visibility #signature { #body }
    }
}

/// Wraps the captured view of a closure kernel in a check that it has the rank with which the kernel uses it.
fn check_rank(kernel: &Kernel, capture: usize, captured: TokenStream) -> TokenStream {
    let Capture { ident, rank, .. } = &kernel.captures[capture];
    match rank {
        Some(rank) => quote_spanned!(ident.span()=> ::amp::__private::check_rank::<#rank, _>(#captured)),
        None => captured,
    }
}

/// The attribute that disables lints in expansions: clippy's, which concern style, and `unused_comparisons`,
/// which a range pattern triggers if it compares with zero. Expansions trigger no other lint of rustc, so
/// users may forbid those.
pub(crate) fn lint_allowances() -> TokenStream {
    quote!(#[allow(unused_comparisons, clippy::all, clippy::pedantic, clippy::nursery, clippy::restriction)])
}

/// The declaration of a kernel's marker type, and its implementation of `Program`.
fn program(
    facts: &Facts<'_>,
    marker: &Ident,
    generics: &syn::Generics,
    parts: &[Piece],
    twin: &Printed,
    named: Option<&Ident>,
) -> TokenStream {
    let private = quote!(::amp::__private);
    let site = named.map_or_else(Span::call_site, |name| name.span().resolved_at(Span::call_site()));
    let kernel = facts.kernel;
    let keys: Vec<_> = (0..kernel.captures.len()).map(key_ident).collect();
    let key_list = keys.iter().rev().fold(quote!(()), |rest, key| quote!((#key, #rest)));
    let (marker_generics, where_clause) = (arguments(generics), &generics.where_clause);
    let parameters = &generics.params;
    let mut bounds = Bounds::default();
    for ty in &kernel.body.type_aliases {
        if ty.is_of_a_key() {
            ty.bounds(&mut bounds);
        }
    }
    let mut bounds = bounds.bounds;
    for part in parts {
        part.walk(&mut |part| {
            if let Piece::Operator(_, method, lhs, rhs) = part
                && (lhs.is_of_a_key() || rhs.is_of_a_key())
            {
                let (bound, lhs) = (operator_bound(method, rhs), lhs.rust());
                bounds.push(quote!(#lhs: #bound));
            }
        });
    }
    let mut seen = std::collections::HashSet::new();
    // A bound that mentions no type parameter is left out, because rustc can check it without the `where`
    // clause. In the clause, rustc would rely on the bound, and not resolve the projections in it.
    let open: Vec<_> = generics
        .type_params()
        .map(|parameter| parameter.ident.to_string())
        .chain(keys.iter().map(ToString::to_string))
        .collect();
    bounds.retain(|bound| {
        let text = bound.to_string();
        let mut words = text.split(|c: char| !c.is_alphanumeric() && c != '_');
        words.any(|word| open.iter().any(|name| name == word)) && seen.insert(text.clone())
    });
    let predicates = where_clause.iter().flat_map(|clause| clause.predicates.iter());
    let predicates: Vec<_> = predicates.map(ToTokens::to_token_stream).chain(bounds).collect();
    let captures = kernel.captures.iter().zip(&keys).map(|(capture, key)| {
        let (name, atomic) = (capture.ident.to_string(), capture.atomic);
        quote!(#private::Capture { name: #name, kind: <#key as #private::CaptureType>::KIND, element: <#key as #private::CaptureType>::INFO, rank: <#key as #private::CaptureType>::RANK, atomic: #atomic })
    });
    let tile = match &kernel.tile {
        Some(tile) => quote!(::core::option::Option::Some(&[#(#tile),*])),
        None => quote!(::core::option::Option::None),
    };
    let tile_static = kernel.body.tile_static.iter().zip(facts.definitely_initialised()).map(|(variable, filled)| {
        let (name, info, atomic) = (&variable.name, variable.ty.info(), variable.atomic);
        quote!(#private::TileVariable { name: #name, ty: #info, atomic: #atomic, fully_initialised: #filled })
    });
    let body = pieces(parts);
    let asserted =
        [const_asserts::private_memory_assert(&kernel.body, site), const_asserts::dimension_asserts(kernel)];
    let accesses = twin.accesses.iter().map(AccessReport::printed);
    let moves = facts.is_memory_bound().then(|| {
        quote!(
            const MEMORY_BOUND: bool = true;
        )
    });
    let streams = twin.streams.then(|| {
        quote!(
            const LONG_ROWS: bool = true;
        )
    });
    let flat = facts.collapsible_captures();
    let flat = (!flat.is_empty()).then(|| {
        quote!(
            const COLLAPSIBLE: &'static [usize] = &[#(#flat),*];
        )
    });
    let rank = kernel.rank;
    // A closure has no name, so its source location serves as its name.
    let name = match named {
        None => quote!(::core::concat!("closure at ", ::core::file!(), ":", ::core::line!())),
        Some(_) => kernel.name.to_token_stream(),
    };
    let types = generics.type_params().map(|parameter| &parameter.ident);
    let quiet = lint_allowances();
    quote! {
        #quiet
        struct #marker <#parameters> (::core::marker::PhantomData<(#(#types,)*)>) #where_clause;
        #quiet
        impl<#parameters #(#keys: #private::CaptureType),*> #private::Program<#key_list> for #marker #marker_generics
        where #(#predicates,)*
        {
            const TEMPLATE: &'static #private::Template = { #(#asserted)* &#private::Template {
                name: #name,
                file: ::core::file!(),
                line: ::core::line!(),
                rank: #rank,
                tile: #tile,
                captures: &[#(#captures),*],
                tile_static: &[#(#tile_static),*],
                body: #body,
            } };
            const ACCESSES: &'static [#private::Access] = &[#(#accesses),*];
            #moves
            #streams
            #flat
        }
    }
}

fn pieces(parts: &[Piece]) -> TokenStream {
    // Pieces whose text is already known become text, and adjacent texts merge.
    let mut merged: Vec<Piece> = Vec::new();
    for part in parts {
        match (merged.last_mut(), part.with_known_types()) {
            (_, Piece::Mark(_)) => {}
            (Some(Piece::Text(last)), Piece::Text(text)) => last.push_str(&text),
            (_, part) => merged.push(part),
        }
    }
    let pieces = merged.iter().filter_map(Piece::piece);
    quote!(&[#(#pieces),*])
}

/// A generic parameter as a generic argument, `T` or `{ N }`. The braces keep rustc from reading `N` as a
/// type of the same name.
fn argument(parameter: &syn::GenericParam) -> TokenStream {
    match parameter {
        syn::GenericParam::Lifetime(it) => it.lifetime.to_token_stream(),
        syn::GenericParam::Type(it) => it.ident.to_token_stream(),
        syn::GenericParam::Const(it) => {
            let name = &it.ident;
            quote!({ #name })
        }
    }
}

/// All generic parameters as generic arguments, `<T, { N }>`.
fn arguments(generics: &syn::Generics) -> Option<TokenStream> {
    let arguments = generics.params.iter().map(argument);
    (!generics.params.is_empty()).then(|| quote!(<#(#arguments),*>))
}

/// All generic parameters as generic arguments in an expression, `::<T, { N }>`.
fn turbofish(generics: &syn::Generics) -> Option<TokenStream> {
    arguments(generics).map(|arguments| quote!(::#arguments))
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
