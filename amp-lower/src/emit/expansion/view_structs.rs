//! The first part of the expansion of a macro call that takes structs of views: a call of the macro with the name of the
//! struct, which passes the declaration of the struct to `with_views!`. See `parse/view_structs`.

use super::{has_parameters, kernel_function, lint_allowances};
use crate::parse::view_structs::{Mode, Request};
use crate::site::without_lints;
use proc_macro2::TokenStream;
use quote::{ToTokens, format_ident, quote};

/// Prints the call of the macro of the next struct.
///
/// `AmpViews0` is the macro of the struct, or the macro of `no_views` if the type has none. The import of the type is in an
/// inner scope, so its macro shadows the other one.
pub(crate) fn call_with_views(request: &Request) -> TokenStream {
    let (Some(path), Some(call)) = (request.next(), request.call()) else { return TokenStream::new() };
    let name = format_ident!("AmpViews{}", request.known.len());
    let import = without_lints(quote!(use #path as #name;));
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
    match syn::parse2::<syn::Item>(host.clone()) {
        Ok(syn::Item::Fn(function)) if !is_generic(&function.sig) => {
            let name = &function.sig.ident;
            quote!(#function #quiet const _: () = { let _ = #name; };)
        }
        Ok(syn::Item::Fn(function)) => quote!(#[allow(dead_code)] #function),
        Ok(syn::Item::Impl(mut block)) => {
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
