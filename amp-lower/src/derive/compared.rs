//! `#[device]` on a struct: makes its derived `==` available in kernels, on the device and on the checked
//! accelerator.

use super::generics::Parameters;
use super::is_marker;
use crate::diagnostics::advice::signature;
use crate::diagnostics::{Code, Diagnostics};
use crate::emit::expansion;
use crate::emit::wgsl::member_name;
use crate::site::Site;
use amp_shader::field_hash;
use proc_macro2::TokenStream;
use quote::{quote, quote_spanned};

/// Returns the struct with an implementation of `==` for devices, which compares field by field as the
/// derived `PartialEq` does. The struct must have `#[device]` above `#[derive(PartialEq, GpuType)]`, because
/// an attribute sees only the derives below it. So a user's own `PartialEq` is never mistaken for a derived
/// one.
pub(crate) fn derived_eq(item: &syn::ItemStruct, diagnostics: &mut Diagnostics) -> TokenStream {
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
        let detail = "`#[device]` on a struct needs `#[derive(PartialEq, GpuType)]` below it; it makes the derived `==` available in kernels";
        diagnostics.advise(Code::AMP000, ident.span(), detail, signature::STRUCT);
        return TokenStream::new();
    }
    let (private, eq) = (quote!(::amp::__private), field_hash("eq"));
    let parameters = Parameters::of(&item.generics, item.fields.iter());
    let (declared, arguments, bounds) =
        (&parameters.declared, &parameters.arguments, parameters.equality_bounds(eq));
    let this = quote!(#private::TypeRef::Known(<Self as #private::ShaderType>::INFO));
    // A `PhantomData` field has no data to compare.
    let compared = item.fields.members().zip(&item.fields).filter(|(_, field)| !is_marker(&field.ty));
    let tests = compared.clone().enumerate().map(|(n, (name, field))| {
        let (text, ty) = (member_name(&name), &field.ty);
        let and = if n == 0 { "" } else { " && " };
        let span = Site::of(ty).first;
        quote_spanned! {span=>
            #private::Piece::Text(#and),
            #private::Piece::Operator(
                #private::Operation::Eq,
                #private::TypeRef::Known(<#ty as #private::ShaderType>::INFO),
                #private::TypeRef::Known(<#ty as #private::ShaderType>::INFO),
                #private::ItemRef::Entry(#n),
            ),
            #private::Piece::Text("(a"),
            #private::Piece::Field(#this, #text),
            #private::Piece::Text(", b"),
            #private::Piece::Field(#this, #text),
            #private::Piece::Text(")"),
        }
    });
    let nothing = compared.clone().next().is_none().then(|| quote!(#private::Piece::Text("true"),));
    let entries = compared.map(|(_, field)| {
        let (ty, span) = (&field.ty, Site::of(&field.ty).first);
        quote_spanned!(span=> #private::Entry::of(<#ty as #private::DeviceOperator<#eq, #ty>>::ITEM))
    });
    let name = format!("<{ident}>::eq");
    let checked = cfg!(feature = "checked").then(|| checked_eq(item, &parameters, &bounds));
    quote! {
        #item
        #checked
        impl<#declared> #private::DeviceOperator<#eq, Self> for #ident #arguments where #bounds {
            const ITEM: ::core::option::Option<&'static #private::Item> = ::core::option::Option::Some(const { &#private::Item {
                name: #name,
                body: &[
                    #private::Piece::Text("(a: "),
                    #private::Piece::Type(#this),
                    #private::Piece::Text(", b: "),
                    #private::Piece::Type(#this),
                    #private::Piece::Text(") -> bool {\n    return "),
                    #(#tests)*
                    #nothing
                    #private::Piece::Text(";\n}\n"),
                ],
                entries: &[#(#entries),*],
                mutates_receiver: false,
                required_uniform: 0,
            } });
        }
    }
}

/// The comparison for the checked accelerator. Its code calls the `==` of each field's type, which may be
/// user-defined.
fn checked_eq(item: &syn::ItemStruct, parameters: &Parameters, bounds: &TokenStream) -> TokenStream {
    let (private, eq) = (quote!(::amp::__private), field_hash("eq"));
    let (ident, choosing, quiet) = (&item.ident, expansion::dispatch_imports(), expansion::lint_allowances());
    let (declared, arguments) = (&parameters.declared, &parameters.arguments);
    let owner = quote!(#ident #arguments);
    // `!=` of a generic struct needs no checked version: the derived one, as the user wrote it, runs.
    let unequal = (!parameters.exist()).then(|| expansion::checked_ne(&owner, &owner));
    let tests = item.fields.members().map(|name| {
        quote! {
            (&#private::probe_operator::<#eq, _, _>(&self.#name, &rhs.#name))
                .operate_checked(checker, self.#name, rhs.#name, |lhs, rhs| lhs == rhs)
        }
    });
    quote! {
        #quiet
        const _: () = {
            #choosing
            impl<#declared> #private::CheckedOperator<#eq, Self> for #owner where #bounds {
                type Output = ::core::primitive::bool;
                fn operate(&mut self, checker: &#private::Checker, rhs: Self) -> ::core::primitive::bool {
                    #(#tests)&&*
                }
            }
            #unequal
        };
    }
}
