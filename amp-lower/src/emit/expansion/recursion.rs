//! Recursion detection among device functions, at compile time.
//!
//! Each device function gets a `const fn amp_calls`, which calls the `amp_calls` of each callee. For each
//! function, a constant starts this depth-first search, so const evaluation finds the cycles. A macro cannot
//! find them, because it sees one function at a time. `abi::recursion` in the runtime defines the call stack
//! of the search.

use super::{arguments, without_lifetimes};
use crate::emit::callee_entry::function_type;
use crate::ir::{Call, Callee, ExprKind, Function};
use amp_shader::field_hash;
use proc_macro2::{Ident, Span, TokenStream};
use quote::{ToTokens, quote, quote_spanned};

/// Prints `amp_calls`, a `const fn` that visits the callees of a device function, and the constant that
/// starts the search for recursion at the function.
pub(super) fn recursion_check(item: &syn::ItemFn, function: &Function) -> TokenStream {
    let (private, ident) = (quote!(::amp::__private), &item.sig.ident);
    let name = &function.name;
    let site = ident.span().resolved_at(Span::call_site());
    // The source position alone does not identify a function, because all functions of one macro call have
    // the same position. Nor does the module path, because functions in different blocks of a module have the
    // same path.
    let tokens = field_hash(&item.to_token_stream().to_string());
    let place = quote_spanned! {site=>
        #private::Identity::new(
            #name,
            ::core::module_path!(),
            (::core::file!(), ::core::line!(), ::core::column!()),
            #tokens,
        )
    };
    let (called, trail) = (visits(function), call_stack());
    let own = (!called.is_empty()).then(|| {
        quote! {
            const _: () = {
                let #trail = &mut #private::CallStack::from(#place);
                #(#called)*
            };
        }
    });
    let asks = (!called.is_empty()).then(|| {
        quote! {
            if #trail.push(#place) {
                #(#called)*
                #trail.pop();
            }
        }
    });
    let generics = without_lifetimes(&item.sig.generics);
    let declared = generics.params.iter().map(|parameter| match parameter {
        syn::GenericParam::Type(it) => it.ident.to_token_stream(),
        syn::GenericParam::Const(it) => {
            let (name, ty) = (&it.ident, &it.ty);
            quote!(const #name: #ty)
        }
        syn::GenericParam::Lifetime(_) => TokenStream::new(),
    });
    let arguments = arguments(&generics);
    quote! {
        impl<#(#declared),*> #ident #arguments {
            #[doc(hidden)]
            #[track_caller]
            pub const fn amp_calls(#trail: &mut #private::CallStack) {
                #asks
            }
        }
        #own
    }
}

/// The name of the parameter of `amp_calls` that holds the call stack. User code cannot name it.
fn call_stack() -> Ident {
    Ident::new("trail", Span::mixed_site())
}

/// Prints the `amp_calls` of a function that calls no device function, so it visits nothing.
pub(super) fn no_calls(ident: &Ident) -> TokenStream {
    quote! {
        impl #ident {
            pub const fn amp_calls(_: &mut ::amp::__private::CallStack) {}
        }
    }
}

/// Prints a call of `amp_calls` for each callee, at the span of the user's call.
fn visits(function: &Function) -> Vec<TokenStream> {
    let trail = call_stack();
    let mut seen = Vec::new();
    let mut called = Vec::new();
    for stmt in &function.body.block {
        stmt.walk_expressions(&mut |expr| {
            let ExprKind::Call { callee: Callee::Function(_), written: Call::Path(path), .. } = &expr.kind
            else {
                return;
            };
            let Some(last) = path.names.last() else { return };
            // The constructor of a tuple struct looks like a function call, but has no `amp_calls`. Its name
            // begins with an upper-case letter.
            let is_type = last.to_string().starts_with(char::is_uppercase);
            let (global, names) = (path.is_global().then(|| quote!(::)), &path.names);
            let plain = quote!(#global #(#names)::*);
            let (site, text) = (last.span(), plain.to_string());
            if !is_type && !seen.contains(&text) {
                seen.push(text);
                // A path with generic arguments has no alias (see `function_aliases`), so the path itself is
                // printed.
                let ty = match path.source.text().contains('<') {
                    true => plain,
                    false => function_type(&path.source),
                };
                called.push(quote_spanned!(site=> <#ty>::amp_calls(#trail);));
            }
        });
    }
    called
}
