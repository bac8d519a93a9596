//! `#[derive(GpuViews)]`: makes a struct of views known to kernels and device functions.
//!
//! The expansion declares a macro with the name of the struct, which passes the declaration of the struct to
//! `with_views!`. See `parse/view_structs`.

use crate::diagnostics::advice::data;
use crate::diagnostics::{Code, Diagnostics};
use crate::emit::named_macro;
use crate::parse::parameter_type;
use crate::parse::view_structs::{FieldKind, field_kind, member_text, needs_projection};
use crate::site::{Site, quoted};
use amp_shader::field_hash;
use proc_macro2::TokenStream;
use quote::{ToTokens, quote};

/// Whether a type with `#[derive(GpuType)]` is a struct of views, which gets the expansion of `#[derive(GpuViews)]`: it has a
/// lifetime, and a field that is a view or a reference. With `#[repr(C)]`, it is meant as an element of views.
pub(crate) fn borrows(input: &syn::DeriveInput) -> bool {
    let syn::Data::Struct(declared) = &input.data else { return false };
    input.generics.lifetimes().next().is_some()
        && !input.attrs.iter().any(super::is_repr_c)
        && declared.fields.iter().any(|field| field_kind(&field.ty).0 != FieldKind::Value)
}

/// Prints the macro of the struct. If `diagnostics` contains an error, the caller discards it.
pub(crate) fn gpu_views(input: &syn::DeriveInput, diagnostics: &mut Diagnostics) -> TokenStream {
    let name = &input.ident;
    let syn::Data::Struct(declared) = &input.data else {
        diagnostics.advise(Code::AMP002, name.span(), "`GpuViews` is for structs", data::VIEWS);
        return TokenStream::new();
    };
    let mut has_reference = false;
    for field in &declared.fields {
        let (kind, target) = field_kind(&field.ty);
        let parameter =
            |it: &syn::TypeParam| matches!(&field.ty, syn::Type::Path(path) if path.path.is_ident(&it.ident));
        // A type parameter may be a closure.
        has_reference |= kind != FieldKind::Value || input.generics.type_params().any(parameter);
        let is_atomic = parameter_type(&field.ty).is_some_and(|(name, _)| name == "AtomicView");
        if is_atomic || has_lifetime(&target) || matches!(target, syn::Type::Reference(_)) {
            has_reference = true;
            let detail = format!("a field of the type `{}`", quoted(&field.ty));
            diagnostics.advise(Code::AMP002, Site::of(&field.ty), detail, data::VIEWS);
        }
    }
    if !has_reference {
        let detail = "`GpuViews` is for structs with views; this struct has none";
        diagnostics.advise(Code::AMP002, name.span(), detail, data::NO_VIEWS);
    }
    let mut plain = input.clone();
    plain.attrs.clear();
    if let syn::Data::Struct(declared) = &mut plain.data {
        for field in &mut declared.fields {
            field.attrs.clear();
        }
    }
    let fields = declared.fields.iter().zip(declared.fields.members()).filter_map(|(field, member)| {
        let (_, target) = field_kind(&field.ty);
        if !needs_projection(&target, &input.generics) {
            return None;
        }
        let hash = field_hash(&member_text(&member));
        let (with, arguments, clause) = input.generics.split_for_impl();
        Some(quote! {
            impl #with ::amp::__private::FieldOfViews<#hash> for #name #arguments #clause { type Target = #target; }
        })
    });
    let fields: TokenStream = fields.collect();
    let rules = quote! {
        ($($amp_request:tt)*) => { ::amp::__private::with_views! { { #plain } $($amp_request)* } };
    };
    let of_name = named_macro("views", &input.vis, name, input, &rules);
    quote!(#fields #of_name)
}

/// Whether a type has a lifetime, as a struct of views has.
fn has_lifetime(ty: &syn::Type) -> bool {
    ty.to_token_stream().to_string().contains('\'')
}
