//! Explicit generic arguments of calls: `power::<3>(x)`.
//!
//! `#[device] fn power` also declares a struct `power` with the function's type and const parameters. So the
//! turbofish of a call is also valid for the struct: `<power::<3> as DeviceCall<(f32,)>>`. Parameters that
//! the argument types determine do not depend on the turbofish: the implementation accepts any argument for
//! them. rustc still checks that argument, because it compiles the same call for the host.

use proc_macro2::{Span, TokenStream};
use quote::{ToTokens, format_ident, quote};
use syn::visit::Visit;

/// Declares the struct with the function's name.
pub(super) fn type_declaration(item: &syn::ItemFn) -> TokenStream {
    let (visibility, mut ident) = (&item.vis, item.sig.ident.clone());
    // With this span, lints ignore the name.
    ident.set_span(ident.span().resolved_at(Span::call_site()));
    let parameters = item.sig.generics.params.iter().filter_map(|parameter| match parameter {
        syn::GenericParam::Lifetime(_) => None,
        syn::GenericParam::Type(it) => {
            let name = &it.ident;
            Some(quote!(#name = ::amp::__private::Unspecified))
        }
        syn::GenericParam::Const(it) => {
            let (name, ty) = (&it.ident, &it.ty);
            // The default applies if the call has no turbofish. It has no effect: either an argument
            // determines the constant, or rustc rejects the host call.
            let unspecified = if ty.to_token_stream().to_string() == "bool" {
                quote!(false)
            } else {
                quote!({ <#ty>::MAX })
            };
            Some(quote!(const #name: #ty = #unspecified))
        }
    });
    let types = item.sig.generics.type_params().map(|parameter| &parameter.ident);
    quote! {
        #visibility struct #ident<#(#parameters),*> {
            said: ::core::marker::PhantomData<fn() -> (#(#types,)*)>,
        }
    }
}

/// The struct with its generic arguments, and the arguments that are additional parameters of the
/// implementation.
pub(super) struct Owner {
    pub(super) ty: TokenStream,
    pub(super) open: Vec<syn::GenericParam>,
}

/// The struct as the `Self` type of an implementation for these argument types. A parameter that the argument
/// types do not determine comes from the turbofish. Every other parameter is open: the implementation accepts
/// any argument for it. If `types` is `None`, all parameters are open.
pub(super) fn owner_type(item: &syn::ItemFn, types: Option<&[syn::Type]>) -> Owner {
    let ident = &item.sig.ident;
    let (mut arguments, mut open) = (Vec::new(), Vec::new());
    for (n, parameter) in item.sig.generics.params.iter().enumerate() {
        let name = match parameter {
            syn::GenericParam::Lifetime(_) => continue,
            syn::GenericParam::Type(it) => &it.ident,
            syn::GenericParam::Const(it) => &it.ident,
        };
        if types.is_some_and(|types| !is_determined_by(name, types)) {
            arguments.push(super::argument(parameter));
            continue;
        }
        let any = format_ident!("AmpSaid{n}");
        open.push(match parameter {
            syn::GenericParam::Const(it) => {
                let ty = &it.ty;
                syn::parse_quote!(const #any: #ty)
            }
            _ => syn::parse_quote!(#any),
        });
        arguments.push(super::argument(open.last().unwrap_or(parameter)));
    }
    Owner { ty: quote!(#ident<#(#arguments),*>), open }
}

/// Whether the argument types determine a parameter.
fn is_determined_by(name: &syn::Ident, types: &[syn::Type]) -> bool {
    struct MentionVisitor<'a>(&'a syn::Ident, bool);
    impl<'ast> Visit<'ast> for MentionVisitor<'_> {
        fn visit_path(&mut self, path: &'ast syn::Path) {
            self.1 |= path.is_ident(self.0);
            syn::visit::visit_path(self, path);
        }
    }
    let mut looks = MentionVisitor(name, false);
    types.iter().for_each(|ty| looks.visit_type(ty));
    looks.1
}
