//! The expansion of a macro: the tokens that replace the user's input. This file prints kernels; `device`
//! prints device functions, and `stub` prints placeholders for rejected items.
//!
//! An expansion contains no `unsafe`, and compiles under `#![forbid(unsafe_code)]` and strict lints.

mod borrowck_copy;
mod closure_inputs;
mod coercions;
mod const_asserts;
mod dead_code;
mod default_methods;
mod device;
mod function_aliases;
mod inline_attr;
mod op;
mod operators;
mod owner_of;
mod recursion;
mod stub;
mod trait_bounds;
mod turbofish;
mod view_structs;

use crate::analysis::Facts;
use crate::emit::allowed_name;
use crate::emit::cpu::{AccessReport, Printed};
use crate::emit::rust_types::{capture_slot, element_slot};
use crate::emit::wgsl::{self, Entries, Piece, Scope};
use crate::ir::{Capture, Kernel, Role, Sites};
use crate::parse::{Form, KernelInput, const_type, view_parameter};
use crate::site::without_lints;
pub(crate) use default_methods::default_impls;
pub(crate) use device::{ImplOutput, declarations, device, dispatch_imports, function_struct};
use function_aliases::with_aliases;
pub(crate) use op::{PrintedOp, op, op_of_function};
pub(crate) use operators::{fold, fold_step};
use proc_macro2::{Ident, Span, TokenStream};
use quote::{ToTokens, quote, quote_spanned};
pub(crate) use stub::{
    block_stub, closure_stub, device_stub, kernel_signature, kernel_stub, kernel_value_stub,
};
use syn::spanned::Spanned;
pub(crate) use view_structs::{
    call_with_views, host_uses, kernel_of_views, macro_of_function, macro_of_iterator, macro_of_iterator_type,
};

/// The template of a kernel or device function as Rust expressions.
pub(crate) struct PrintedTemplate {
    pieces: TokenStream,
    /// The element types of the tile variables, one expression for each variable.
    tile_static: Vec<TokenStream>,
    pub(crate) entries: Entries,
}

/// Prints the template of a kernel as Rust expressions.
pub(crate) fn template(input: &KernelInput, facts: &Facts, parts: &[Piece]) -> PrintedTemplate {
    let (name, scope, in_item) = match &input.form {
        Form::Function { item, .. } => {
            (Some(&item.sig.ident), Scope::Kernel, !has_parameters(&item.sig.generics))
        }
        Form::Closure => (None, Scope::Closure, false),
    };
    let captures = facts.kernel.captures.iter().map(|capture| capture.ident.span()).collect();
    let elements = facts.kernel.captures.iter().map(|capture| capture.element.clone()).collect();
    let sites = Sites { captures, elements, ..facts.kernel.body.sites.clone() };
    let mut entries = Entries::new(sites, scope, in_item);
    let pieces = wgsl::pieces(parts, &mut entries);
    let body = &facts.kernel.body;
    let tile_static = body.tile_static.iter().map(|variable| entries.ty(&variable.ty)).collect();
    let site = name.map_or_else(Span::call_site, Ident::span);
    const_asserts::private_memory_check(body, site, &mut entries);
    const_asserts::reference_checks(body, &mut entries);
    const_asserts::dimension_checks(&facts.kernel, &mut entries);
    PrintedTemplate { pieces, tile_static, entries }
}

/// Prints the expansion of a kernel. For a kernel function, the expansion is a function that binds the
/// captures and returns the kernel. For a closure, it is an expression that does the same.
///
/// The template and the CPU code are expressions in that function or closure, and not separate items. So they
/// can use the types, constants and type parameters around a closure, and rustc infers the types of the
/// template from the CPU code.
pub(crate) fn kernel(
    input: &KernelInput,
    facts: &Facts,
    template: &PrintedTemplate,
    cpu_code: &Printed,
    checked: Option<TokenStream>,
    functions: &TokenStream,
) -> TokenStream {
    let private = quote!(::amp::__private);
    let kernel = &*facts.kernel;
    let bind = match (&kernel.tile, facts.tile(), checked.is_some()) {
        (None, _, false) => "bind",
        (Some(_), None, false) => "bind_tiled_rows",
        (Some(_), Some(_), false) => "bind_tiled",
        (None, _, true) => "bind_checked",
        (Some(_), None, true) => "bind_tiled_rows_checked",
        (Some(_), Some(_), true) => "bind_tiled_checked",
    };
    let bind = Ident::new(bind, Span::call_site());
    let codes = std::iter::once(&cpu_code.closure).chain(&checked);
    let open = checked.iter().map(|_| quote!(_));
    let function = match &input.form {
        Form::Function { item, .. } => Some(item),
        Form::Closure => None,
    };
    let captured = captured(facts, function.is_some());
    let (quiet, preamble) = (lint_allowances(), preamble(kernel, functions));
    let shared = kernel.captures.iter().filter_map(|capture| {
        let (and, mut ident) = (capture.shared?, capture.ident.clone());
        ident.set_span(ident.span().located_at(and));
        let source = if capture.place.is_some() { source(capture) } else { ident.into_token_stream() };
        Some(quote_spanned!(and=> let _ = || ::amp::__private::changed_by_shared_reference(&#source);))
    });
    let ordinary = borrowck_copy::lint_copy(input, kernel, &captured);
    let lint_uses = borrowck_copy::lint_uses(kernel);
    let Bound { statements, list: arguments } = bound(kernel, &captured);
    let import = wgsl::piece_import();
    let rank = kernel.rank;
    // The expansion mentions the user's index type, so that rustc counts its import as used.
    let index = input.index.iter().map(|index| without_lints(index.ty.to_token_stream()));
    let item_checks = template.entries.item_checks();
    let slots = template.entries.declarations(&facts.slots.unfilled_parts());
    let (selections, checks) = (template.entries.selections(), template.entries.statements());
    let failures = quote!(::amp::__private::ReportedFailures);
    let traps = match input.trap {
        Some(true) => quote!(traps: #failures::All),
        Some(false) => quote!(traps: #failures::None),
        None => quote! {
            #[cfg(debug_assertions)]
            traps: #failures::WithoutOverflow,
            #[cfg(not(debug_assertions))]
            traps: #failures::None
        },
    };
    let program = program(facts, template, &traps, cpu_code, function.map(|item| &item.sig.ident));
    let entries = op::entry_list(kernel, &template.entries);
    let (ops, arguments) = op::bound(kernel, &arguments);
    // The expansion's signature does not contain the types of the view parameters that the kernel reads. A
    // closure mentions these types, so that rustc counts their imports as used.
    let views = function.iter().flat_map(|item| &item.sig.inputs).filter_map(|input| match input {
        syn::FnArg::Typed(typed) => view_parameter(&typed.ty).filter(|it| !it.mutable).map(|_| &typed.ty),
        syn::FnArg::Receiver(_) => None,
    });
    // rustc promotes the borrows in the program to constants. In a `const` block, it would prove for each of them that its type
    // has no interior mutability, which takes longer.
    let aliased = with_aliases(
        &kernel.body,
        quote! {
            #(let _ = |_: #views| {};)*
            #(#quiet #shared)*
            #item_checks
            #ordinary
            #lint_uses
            #statements
            #ops
            #slots
            #quiet
            let bound = #private::#bind::<#rank, _, _, _ #(, #open)*>({ #import #program }, || (), #arguments #(, #codes)*);
            #selections
            #checks
            #quiet
            let bound = bound.with_entries(move || #entries);
            bound
        },
    );
    let body = quote! {
        #(const _: ::core::marker::PhantomData<#index> = ::core::marker::PhantomData;)*
        #preamble
        #aliased
    };
    match function {
        Some(item) if !input.is_body => kernel_function(item, rank, kernel.tile.is_some(), &body),
        _ => quote!({ #body }),
    }
}

/// Prints the function that a kernel function becomes: it binds the captures, and its body returns the kernel.
pub(crate) fn kernel_function(
    item: &syn::ItemFn,
    rank: usize,
    is_tiled: bool,
    body: &TokenStream,
) -> TokenStream {
    let mut item = item.clone();
    op::declare_ops(&mut item.sig);
    item.sig.inputs = item.sig.inputs.into_iter().skip(1).map(readable_view).collect();
    let domain = if is_tiled { quote!(TiledExtent) } else { quote!(Extent) };
    // Before edition 2024, an opaque type does not capture all lifetimes. The span selects amp's own edition,
    // so the edition of the user's crate does not matter.
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

/// Prints the expressions that bind the captures.
fn captured(facts: &Facts, is_function: bool) -> Vec<TokenStream> {
    let kernel = &*facts.kernel;
    let captured = kernel.captures.iter().enumerate().map(|(n, capture)| {
        let (source, span) = (source(capture), capture.ident.span());
        let parameter =
            is_function && capture.place.is_none() && matches!(capture.role, Role::Read | Role::Write);
        match capture.role {
            // `is_touched_atomically_by_a_kernel` takes an `AtomicView` by `&`, and any other view by `&mut`.
            Role::Write if capture.declared_atomic || capture.atomic && !facts.has_plain_accesses(n) => {
                let taken = quote_spanned!(span=> #source.is_touched_atomically_by_a_kernel());
                quote!(::amp::__private::atomic(#taken))
            }
            Role::Write => {
                let way =
                    Ident::new(if facts.is_exclusive(n) { "exclusive" } else { "shared" }, Span::call_site());
                let taken = match capture.written_by_methods_only {
                    true => quote_spanned!(span=> #source.amp_capture_modified()),
                    false => quote_spanned!(span=> #source.amp_capture_written()),
                };
                let taken = match parameter {
                    true => quote_spanned!(span=> ::amp::__private::typed_write(#taken)),
                    false => check_rank(kernel, n, taken),
                };
                quote_spanned!(span=> ::amp::__private::#way(#taken))
            }
            // All tokens have the user's span. So rustc reports an error about the capture at one place, and
            // shows it once.
            Role::Read if parameter => {
                quote_spanned!(span=> ::amp::__private::ReadParameter::bound(&*#source))
            }
            Role::Read => check_rank(
                kernel,
                n,
                quote_spanned!(span=> ::amp::__private::CaptureView::capture_view(&#source)),
            ),
            Role::Value => quote_spanned!(span=> ::amp::__private::CaptureValue::capture_value(&#source)),
            Role::ValueOrView => quote_spanned!(span=> ::amp::__private::capture_value_or_view(&#source)),
        }
    });
    captured.collect()
}

/// Prints the expression that the launch captures.
fn source(capture: &Capture) -> TokenStream {
    match &capture.place {
        // The expansion has bound the target of a dereferenced capture to the name.
        Some((place, _)) if capture.star.is_none() => place.to_token_stream(),
        _ => capture.ident.to_token_stream(),
    }
}

/// Prints the first statements of the expansion of a kernel or an op: the imports that generated code needs,
/// and the user's imports, constants and functions. If the kernel uses a capture `s` as `*s`, also prints
/// `let s = *s;`.
fn preamble(kernel: &Kernel, functions: &TokenStream) -> TokenStream {
    let (choosing, quiet) = (dispatch_imports(), lint_allowances());
    let (constants, imports) = (&kernel.body.constants, &kernel.body.imports);
    let behind = kernel.captures.iter().filter_map(|Capture { ident, place, star, .. }| {
        let (star, allowed) = (syn::Token![*]((*star)?), allowed_name(ident));
        let source =
            place.as_ref().map_or_else(|| ident.to_token_stream(), |(place, _)| place.to_token_stream());
        Some(quote!(#quiet #allowed let #ident = #star #source;))
    });
    quote! {
        #choosing
        use ::amp::__private::{CaptureAtomic as _, CaptureMethods as _, Value as _};
        #(#imports)*
        #(#constants)*
        #(#behind)*
        #functions
    }
}

/// The tokens that bind the captures of a kernel to variables.
struct Bound {
    /// The statements that declare the variables of each capture: `argument{n}`, which holds the bound capture, a type slot
    /// for the type of the capture, and a type slot for the type of its value or of its elements. rustc infers the types of
    /// the slots.
    statements: TokenStream,
    /// The variables `argument{n}` as a heterogeneous list: nested pairs.
    list: TokenStream,
}

fn bound(kernel: &Kernel, captured: &[TokenStream]) -> Bound {
    let argument = |n: usize| Ident::new(&format!("argument{n}"), Span::mixed_site());
    let (mut values, mut arguments, mut slots, mut elements) =
        (Vec::new(), Vec::new(), Vec::new(), Vec::new());
    for (n, (capture, captured)) in kernel.captures.iter().zip(captured).enumerate() {
        let (argument, slot, ty) = (argument(n), capture_slot(n), element_slot(n));
        if capture.role == Role::Value {
            let source = source(capture);
            let of = quote_spanned!(capture.ident.span()=> ::amp::__private::slot_of(&#source));
            values.push((ty, of));
        } else {
            elements.push((ty, quote!(::amp::__private::element_slot(#slot))));
        }
        slots.push((slot, quote!(::amp::__private::capture_slot(&#argument))));
        arguments.push((argument, captured.clone()));
    }
    // The type of a value is read before the capture may move it.
    let used = values.iter().chain(&slots).chain(&elements).map(|(name, _)| name);
    let used = (!slots.is_empty()).then(|| quote!(let _ = (#(#used),*);));
    let quiet = lint_allowances();
    let of_user = values.iter().chain(&arguments).map(|(name, value)| quote!(#quiet let #name = #value;));
    // These statements have no tokens of the user, so no lint looks at them.
    let of_types = slots.iter().chain(&elements).map(|(name, value)| quote!(let #name = #value;));
    let statements = quote!(#(#of_user)* #(#of_types)* #used);
    let list =
        (0..captured.len()).map(argument).rev().fold(quote!(()), |rest, argument| quote!((#argument, #rest)));
    Bound { statements, list }
}

/// Changes a parameter of a type such as `&ArrayView<T, N>` to `&dyn ReadableView<T, N>`, so that callers may
/// pass any kind of view.
fn readable_view(input: syn::FnArg) -> syn::FnArg {
    let syn::FnArg::Typed(mut typed) = input else { return input };
    if let Some(view) = view_parameter(&typed.ty)
        && !view.mutable
        && let syn::Type::Reference(reference) = &mut *typed.ty
    {
        let (at, element, ranked) = (reference.elem.span(), view.element, view.ranked);
        let view = quote_spanned!(at=> dyn ::amp::ReadableView<#element, #ranked>);
        *reference.elem = syn::Type::Verbatim(view);
    }
    syn::FnArg::Typed(typed)
}

/// Whether the generics contain type or const parameters.
fn has_parameters(generics: &syn::Generics) -> bool {
    generics.type_params().next().is_some() || generics.const_params().next().is_some()
}

/// Wraps the captured view of a closure kernel in a check that the view has the rank with which the kernel
/// uses it.
fn check_rank(kernel: &Kernel, capture: usize, captured: TokenStream) -> TokenStream {
    let Capture { ident, rank, .. } = &kernel.captures[capture];
    match rank {
        Some(rank) => quote_spanned!(ident.span()=> ::amp::__private::Ranked::of_rank::<#rank>(#captured)),
        None => captured,
    }
}

/// Prints the attribute that disables lints in expansions: clippy's style lints, and `unused_comparisons`,
/// which a range pattern triggers if it compares with zero. Expansions trigger no other lint of rustc, so
/// users may forbid all others.
pub(crate) fn lint_allowances() -> TokenStream {
    quote!(#[allow(unused_comparisons, clippy::all, clippy::pedantic, clippy::nursery, clippy::restriction)])
}

/// Prints the `Program` of a kernel as a constant expression.
fn program(
    facts: &Facts,
    template: &PrintedTemplate,
    traps: &TokenStream,
    cpu_code: &Printed,
    named: Option<&Ident>,
) -> TokenStream {
    let private = quote!(::amp::__private);
    let list = |items: &mut dyn Iterator<Item = TokenStream>| wgsl::list_of(&items.collect::<Vec<_>>());
    let kernel = &*facts.kernel;
    let captures = list(&mut kernel.captures.iter().map(|capture| {
        let (name, atomic) = (capture.text(), capture.atomic);
        quote!(#private::CaptureName { name: #name, atomic: #atomic })
    }));
    let tile = match &kernel.tile {
        // rustc promotes no calls of `const fn`, such as `N.div_ceil(4)`.
        Some(tile) => quote!(::core::option::Option::Some(const { &[#(#tile),*] })),
        None => quote!(::core::option::Option::None),
    };
    let variables =
        kernel.body.tile_static.iter().zip(facts.definitely_initialised()).zip(&template.tile_static);
    let tile_static = list(&mut variables.map(|((variable, filled), ty)| {
        let (name, atomic) = (&variable.name, variable.atomic);
        quote!(#private::TileVariable { name: #name, ty: #ty, atomic: #atomic, fully_initialised: #filled })
    }));
    let body = &template.pieces;
    let accesses = list(&mut cpu_code.accesses.iter().map(AccessReport::printed));
    let (moves, streams, joins) = (facts.is_memory_bound(), cpu_code.streams, cpu_code.has_joined_rows);
    let flat = facts.collapsible_captures();
    let rank = kernel.rank;
    // A closure has no name, so its source location serves as its name.
    let name = match named {
        None => quote!(::core::concat!("closure at ", ::core::file!(), ":", ::core::line!())),
        Some(_) => kernel.name.to_token_stream(),
    };
    quote! {
        &#private::Program {
            template: #private::Template {
                name: #name,
                file: ::core::file!(),
                line: ::core::line!(),
                #traps,
                rank: #rank,
                tile: #tile,
                captures: #private::Empty::LIST,
                tile_static: #tile_static,
                body: #body,
                entries: #private::Empty::LIST,
            },
            captures: #captures,
            accesses: #accesses,
            memory_bound: #moves,
            long_rows: #streams,
            joins_rows: #joins,
            collapsible: &[#(#flat),*],
        }
    }
}

/// Prints a generic parameter as a generic argument, `T` or `{ N }`. The braces keep rustc from reading `N`
/// as a type of the same name.
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

fn parameter_name(parameter: &syn::GenericParam) -> &Ident {
    match parameter {
        syn::GenericParam::Lifetime(it) => &it.lifetime.ident,
        syn::GenericParam::Type(it) => &it.ident,
        syn::GenericParam::Const(it) => &it.ident,
    }
}

/// Prints the tuple of types that stands for generic parameters of a function, `(V, ConstUsize<N>,)`; see `InherentWith`
/// in the runtime. `None` if a constant has no such type.
fn parameters_type(parameters: &[&syn::GenericParam]) -> Option<TokenStream> {
    let types = parameters.iter().map(|parameter| match parameter {
        syn::GenericParam::Const(it) => {
            let (name, of) = (&it.ident, Ident::new(const_type(&it.ty)?, Span::call_site()));
            Some(quote!(::amp::__private::#of<#name>))
        }
        other => Some(parameter_name(other).to_token_stream()),
    });
    let types = types.collect::<Option<Vec<_>>>()?;
    Some(quote!((#(#types,)*)))
}

/// Prints all generic parameters as generic arguments, `<T, { N }>`.
fn arguments(generics: &syn::Generics) -> Option<TokenStream> {
    let arguments = generics.params.iter().map(argument);
    (!generics.params.is_empty()).then(|| quote!(<#(#arguments),*>))
}

/// Prints all generic parameters as generic arguments in an expression, `::<T, { N }>`.
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
