//! The first part of the expansion of a macro call that takes structs of views: a call of the macro with the name of the
//! struct, which passes the declaration of the struct to `with_views!`. See `parse/view_structs`.

use super::{has_parameters, kernel_function, lint_allowances};
use crate::emit::named_macro;
use crate::parse::view_structs::{Mode, Request};
use crate::parse::{iterator_calls, iterator_results, standard_functions};
use crate::site::{Site, without_lints};
use proc_macro2::{Span, TokenStream};
use quote::{ToTokens, format_ident, quote};

/// Prints the call of the macro of the next struct.
///
/// `AmpViews0` is the macro of the struct, or the macro of `no_views` if the type has none. The import of the type is in an
/// inner scope, so its macro shadows the other one.
pub(crate) fn call_with_views(request: &Request) -> TokenStream {
    let (Some(path), Some(call)) = (request.next(), request.call()) else { return TokenStream::new() };
    // The span is that of the path, so a message about an unknown name points at the user's tokens only.
    let span = Site::of(&path).last.resolved_at(Span::call_site());
    let name = format_ident!("AmpViews{}", request.known.len(), span = span);
    // If the name is unknown, the second import declares it, so that rustc reports the first error only.
    let own = path.get_ident().map(|own| quote!(use #own;));
    let import = without_lints(quote!(use #path as #name; #own));
    match request.mode {
        Mode::Device | Mode::Body => quote! {
            const _: () = {
                use ::amp::__private::no_views::*;
                const _: () = AMP_NO_VIEWS;
                const _: () = {
                    #import
                    const _: () = {
                        #name! { #call }
                    };
                };
            };
        },
        Mode::Kernel | Mode::Closure => quote! {{
            use ::amp::__private::no_views::*;
            const _: () = AMP_NO_VIEWS;
            {
                #import
                #name!(#call)
            }
        }},
    }
}

/// Prints the macro of a function that returns an iterator. See `parse/iterator_calls.rs`.
pub(crate) fn macro_of_iterator(function: &syn::ItemFn) -> Option<TokenStream> {
    let name = &function.sig.ident;
    iterator_calls::may_be_declared(name).then(|| {
        named_macro(
            "iterator",
            &function.vis,
            name,
            function,
            &answer_rules(&iterator_calls::answer_of(&function.sig)),
        )
    })
}

/// Prints the macro of another function, if it takes an iterator, or if it has the name of a function of the standard library. See
/// `parse/standard_functions.rs`. `None` for other functions.
pub(crate) fn macro_of_function(function: &syn::ItemFn) -> Option<TokenStream> {
    let name = &function.sig.ident;
    let mut answer = iterator_calls::answer_of(&function.sig);
    if answer.is_empty() && standard_functions::is_name(name) {
        answer = standard_functions::answer();
    }
    let is_one = !answer.is_empty()
        && iterator_results::item(&function.sig).is_none()
        && iterator_calls::may_be_declared(name);
    is_one.then(|| named_macro("function", &function.vis, name, function, &answer_rules(&answer)))
}

/// Prints the macro of a type that implements `Iterator`. Other modules of the crate import it with the type. `None` if another
/// `impl` may implement the trait for the type.
pub(crate) fn macro_of_iterator_type(block: &syn::ItemImpl) -> Option<TokenStream> {
    let (of_trait, _) = block.trait_.as_ref()?;
    let syn::Type::Path(syn::TypePath { qself: None, path, .. }) = &*block.self_ty else { return None };
    let last = path.segments.last().filter(|_| path.segments.len() == 1)?;
    let is_parameter = |argument: &syn::GenericArgument| match argument {
        syn::GenericArgument::Type(syn::Type::Path(it)) => {
            let mut generics = block.generics.type_params().map(|it| &it.ident);
            let mut constants = block.generics.const_params().map(|it| &it.ident);
            generics.any(|name| it.path.is_ident(name)) || constants.any(|name| it.path.is_ident(name))
        }
        _ => false,
    };
    let is_whole = match &last.arguments {
        syn::PathArguments::None => true,
        syn::PathArguments::AngleBracketed(list) => list.args.iter().all(is_parameter),
        syn::PathArguments::Parenthesized(_) => false,
    };
    let is_iterator = of_trait.segments.last().is_some_and(|last| last.ident == "Iterator");
    let visibility = syn::parse_quote!(pub(crate));
    (is_iterator && is_whole && last.ident != "Self").then(|| {
        named_macro("iterator", &visibility, &last.ident, block, &answer_rules(&iterator_calls::answer()))
    })
}

fn answer_rules(answer: &TokenStream) -> TokenStream {
    quote!(($($amp_request:tt)*) => { ::amp::__private::with_views! { { #answer } $($amp_request)* } };)
}

/// Prints a kernel function whose body calls the macro of a struct of views.
pub(crate) fn kernel_of_views(
    item: &syn::ItemFn,
    rank: usize,
    is_tiled: bool,
    request: &Request,
) -> TokenStream {
    kernel_function(item, rank, is_tiled, &call_with_views(request))
}

/// Prints the functions for the host, and tokens that make rustc count them as used, because kernels call the hidden
/// functions instead.
pub(crate) fn host_uses(host: TokenStream) -> TokenStream {
    let quiet = lint_allowances();
    let Ok(mut item) = syn::parse2::<syn::Item>(host.clone()) else { return host };
    crate::parse::add_values_of_traits(&mut item);
    match item {
        syn::Item::Fn(function) if !is_generic(&function.sig) => {
            let name = &function.sig.ident;
            quote!(#function #quiet const _: () = { let _ = #name; };)
        }
        syn::Item::Fn(function) => quote!(#[allow(dead_code)] #function),
        syn::Item::Impl(mut block) => {
            let (owner, of_block) = (block.self_ty.clone(), has_parameters(&block.generics));
            let owner = match &*owner {
                syn::Type::Path(path) => {
                    crate::parse::view_structs::without_lifetimes(&path.path).into_token_stream()
                }
                other => other.to_token_stream(),
            };
            let mut names = Vec::new();
            for item in &mut block.items {
                let syn::ImplItem::Fn(function) = item else { continue };
                match of_block || is_generic(&function.sig) {
                    true => function.attrs.push(syn::parse_quote!(#[allow(dead_code)])),
                    false => names.push(function.sig.ident.clone()),
                }
            }
            quote!(#block #quiet const _: () = { #(let _ = <#owner>::#names;)* };)
        }
        _ => host,
    }
}

/// Whether a function cannot be named without generic arguments.
fn is_generic(signature: &syn::Signature) -> bool {
    let closures = signature.inputs.iter().any(|input| match input {
        syn::FnArg::Typed(typed) => typed.ty.to_token_stream().to_string().contains("impl"),
        syn::FnArg::Receiver(_) => false,
    });
    closures || has_parameters(&signature.generics)
}
