//! `#[derive(GpuType)]` on an enum with fields: kernels can hold such a value in a variable, but it has no
//! memory layout.

use super::generics::Parameters;
use super::member_name;
use super::stub::is_unsupported;
use super::{is_marker, unsupported_part};
use crate::diagnostics::{Code, Diagnostics};
use crate::site::Site;
use proc_macro2::{Ident, Span, TokenStream};
use quote::{format_ident, quote, quote_spanned};

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
    // The runtime's `bytes_of_tag` has the same limit.
    let number = match choices.variants.len() > 256 {
        true => quote!(::core::primitive::u16),
        false => quote!(::core::primitive::u8),
    };
    let value = Ident::new("value", Span::mixed_site());
    let (mut infos, mut tags, mut writes, mut reads) = (Vec::new(), Vec::new(), Vec::new(), Vec::new());
    let (mut made, mut zeros) = (Vec::new(), Vec::new());
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
        let tag = syn::Index::from(tag);
        tags.push(quote!(Self::#name { .. } => #tag));
        let locals: Vec<_> = (0..members.len())
            .map(|n| format_ident!("read_{}_{}", tag.index, n, span = value.span()))
            .collect();
        reads.extend(
            locals
                .iter()
                .zip(&types)
                .map(|(local, ty)| quote!(let #local = <#ty as #private::Value>::amp_read(from);)),
        );
        made.push(quote!(#tag => Self::#name { #(#members: #locals),* }));
        for (member, ty) in members.iter().zip(&types) {
            writes.push(quote! {
                match self {
                    Self::#name { #member: #value, .. } => #private::Value::amp_write(#value, to),
                    _ => #private::Value::amp_write(&<#ty as #private::Value>::AMP_ZERO, to),
                }
            });
        }
        zeros.push(quote!(Self::#name { #(#members: <#types as #private::Value>::AMP_ZERO),* }));
    }
    let all = choices.variants.iter().flat_map(|variant| &variant.fields).map(|field| &field.ty);
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
                const REFERS: bool = false #(|| <#all as #private::Value>::AMP_REFERS)*;
                #[inline(always)]
                fn write_fields(&self, to: &mut impl #private::ScalarWriter) {
                    let _ = Self::amp_slot_for::<0, (), (), #private::ForChecked>;
                    to.put::<#number>(match self { #(#tags),* });
                    #(#writes)*
                }
                #[inline(always)]
                fn read_fields(from: &mut impl #private::ScalarReader) -> Self {
                    let tag: #number = from.take();
                    #(#reads)*
                    match tag { #(#made,)* _ => #zero }
                }
            }
        };
    }
}
