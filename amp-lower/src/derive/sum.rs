//! `#[derive(GpuType)]` on an enum with fields: kernels can hold such a value in a variable, but it has no
//! memory layout.

use super::generics::Parameters;
use super::member_name;
use super::stub::is_unsupported;
use super::{is_marker, unsupported_part};
use crate::diagnostics::{Code, Diagnostics};
use crate::site::Site;
use proc_macro2::{Ident, Span, TokenStream};
use quote::{quote, quote_spanned};

/// The implementations for an enum with fields.
pub(super) fn impls(
    input: &syn::DeriveInput,
    choices: &syn::DataEnum,
    diagnostics: &mut Diagnostics,
) -> TokenStream {
    let fields = choices.variants.iter().flat_map(|variant| &variant.fields);
    let refused: Vec<_> = fields.filter(|field| !is_marker(&field.ty) && is_unsupported(&field.ty)).collect();
    if !refused.is_empty() {
        for (site, detail) in refused.into_iter().filter_map(|field| unsupported_part(&field.ty)) {
            diagnostics.report(Code::AMP021, site, detail);
        }
        return TokenStream::new();
    }
    let (private, ident) = (quote!(::amp::__private), &input.ident);
    let parameters =
        Parameters::of(&input.generics, choices.variants.iter().flat_map(|variant| &variant.fields));
    let (declared, arguments, bounds) =
        (&parameters.declared, &parameters.arguments, parameters.value_bounds());
    let value = Ident::new("value", Span::mixed_site());
    let (mut infos, mut tags, mut words, mut zeros) = (Vec::new(), Vec::new(), Vec::new(), Vec::new());
    for (tag, variant) in choices.variants.iter().enumerate() {
        let (name, text) = (&variant.ident, variant.ident.to_string());
        let members: Vec<_> = variant.fields.members().collect();
        let types: Vec<_> = variant.fields.iter().map(|field| &field.ty).collect();
        let texts = members.iter().map(member_name);
        // These spans make rustc report at the field if the field's type is no `Value`.
        let field_infos = types.iter().map(|ty| {
            let span = Site::of(ty).first;
            quote_spanned!(span=> <#ty as ::amp::__private::ShaderType>::INFO)
        });
        infos.push(quote!(#private::StructInfo { name: #text, fields: &[#((#texts, #field_infos)),*] }));
        let tag = tag as u32;
        tags.push(quote!(Self::#name { .. } => #tag));
        for (member, ty) in members.iter().zip(&types) {
            words.push(quote! {
                match self {
                    Self::#name { #member: #value, .. } => #private::Value::words(#value, out),
                    _ => #private::Value::words(&<#ty as #private::Value>::AMP_ZERO, out),
                }
            });
        }
        zeros.push(quote!(Self::#name { #(#members: <#types as #private::Value>::AMP_ZERO),* }));
    }
    let (name, zero) = (ident.to_string(), zeros.first());
    let slots = super::slot_function(ident, &parameters);
    quote! {
        #slots
        const _: () = {
            impl<#declared> #private::ShaderType for #ident #arguments where #bounds {
                type Projections = #private::ProjectionsOf<Self>;
                const INFO: &'static #private::TypeInfo =
                    &#private::TypeInfo::Sum(&#private::SumInfo { name: #name, variants: &[#(#infos),*] });
            }
            impl<#declared> #private::DerivedValue for #ident #arguments where #bounds {
                const NOTHING: Self = #zero;
                fn append(&self, out: &mut ::std::vec::Vec<::core::primitive::u32>) {
                    let _ = Self::amp_slot_for::<0, (), (), #private::ForChecked>;
                    out.push(match self { #(#tags),* });
                    #(#words)*
                }
            }
        };
    }
}
