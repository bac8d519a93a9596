//! `#[device]` on a struct or an enum: makes its derived `==` available in kernels, on the device and on the checked
//! accelerator.
//!
//! The expansion contains the code that `#[derive(PartialEq)]` generates, compiled as a device function:
//! `self.x == rhs.x && self.y == rhs.y`.

use super::generics::Parameters;
use super::is_marker;
use crate::diagnostics::advice::signature;
use crate::diagnostics::{Code, Diagnostics};
use amp_shader::field_hash;
use proc_macro2::TokenStream;
use quote::{format_ident, quote};

/// The `impl` of `PartialEq` that `#[derive(PartialEq)]` generates for a type. The type must have `#[device]`
/// above `#[derive(PartialEq, GpuType)]`, because an attribute sees only the derives below it. Without this
/// derive, `PartialEq` may be written by hand, so the function reports an error. `None` for an enum without
/// fields: kernels compare it without `#[device]`.
pub(crate) fn derived_eq(item: &syn::DeriveInput, diagnostics: &mut Diagnostics) -> Option<TokenStream> {
    let derives = |name: &str| {
        item.attrs.iter().filter(|attribute| attribute.path().is_ident("derive")).any(|attribute| {
            let mut found = false;
            let _ = attribute.parse_nested_meta(|meta| {
                found |= meta.path.segments.last().is_some_and(|last| last.ident == name);
                Ok(())
            });
            found
        })
    };
    let ident = &item.ident;
    if !derives("PartialEq") || !derives("GpuType") {
        let detail = "`#[device]` on a type needs `#[derive(PartialEq, GpuType)]` below it; it makes the derived `==` available in kernels";
        diagnostics.advise(Code::AMP000, ident.span(), detail, signature::STRUCT);
        return None;
    }
    let (parameters, body) = match &item.data {
        syn::Data::Struct(it) => (Parameters::of(&item.generics, it.fields.iter()), equal_fields(&it.fields)),
        syn::Data::Enum(it) if it.variants.iter().all(|variant| variant.fields.is_empty()) => return None,
        syn::Data::Enum(it) => {
            let fields = it.variants.iter().flat_map(|variant| &variant.fields);
            (Parameters::of(&item.generics, fields), equal_variants(it))
        }
        syn::Data::Union(_) => return None,
    };
    let bounds = parameters.equality_bounds(field_hash("eq"));
    let (declared, arguments) = (&parameters.declared, &parameters.arguments);
    Some(quote! {
        impl<#declared> ::core::cmp::PartialEq for #ident #arguments where #bounds {
            fn eq(&self, rhs: &Self) -> bool {
                #body
            }
        }
    })
}

/// The conjunction of tests. `true` without tests.
fn all(tests: impl Iterator<Item = TokenStream>) -> TokenStream {
    tests.reduce(|all, test| quote!(#all && #test)).unwrap_or_else(|| quote!(true))
}

/// Compares `self` with `rhs` field by field. A `PhantomData` has no data to compare.
fn equal_fields(fields: &syn::Fields) -> TokenStream {
    let compared = fields.members().zip(fields).filter(|(_, field)| !is_marker(&field.ty));
    all(compared.map(|(name, _)| quote!(self.#name == rhs.#name)))
}

/// Compares the variants of `self` and `rhs`, and their fields.
fn equal_variants(item: &syn::DataEnum) -> TokenStream {
    let arms = item.variants.iter().map(|variant| {
        let name = &variant.ident;
        let compared =
            variant.fields.members().zip(&variant.fields).filter(|(_, field)| !is_marker(&field.ty));
        let members: Vec<_> = compared.map(|(member, _)| member).collect();
        let [own, other] = ["own", "other"]
            .map(|of| (0..members.len()).map(|n| format_ident!("{of}{n}")).collect::<Vec<_>>());
        let equal = all(own.iter().zip(&other).map(|(own, other)| quote!(#own == #other)));
        let otherwise = (item.variants.len() > 1).then(|| quote!(_ => false,));
        quote! {
            Self::#name { #(#members: #own,)* .. } => match rhs {
                Self::#name { #(#members: #other,)* .. } => #equal,
                #otherwise
            },
        }
    });
    quote!(match self { #(#arms)* })
}
