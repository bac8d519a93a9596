//! Placeholder implementations for a type that `#[derive(GpuType)]` rejected, so that its uses report no
//! further errors.

use super::member_name;
use super::{OWNERS, is_packed, is_repr_c, refused_part, struct_impls, unsupported_part};
use amp_shader::field_hash;
use proc_macro2::{TokenStream, TokenTree};
use quote::{ToTokens, quote};

/// The expansion of a rejected type: its errors, and placeholder implementations. If the type lacks only an
/// attribute, the implementations are the real ones. Otherwise they have the right types and no content,
/// because no code is generated after an error.
///
/// The first error is the value of a constant. rustc reports no further errors in constants that depend on
/// this one, such as those of a struct with a field of this type.
pub(crate) fn stub(input: &syn::DeriveInput, errors: TokenStream) -> TokenStream {
    let variants: Vec<&syn::Fields> = match &input.data {
        syn::Data::Struct(it) => vec![&it.fields],
        syn::Data::Enum(it) => it.variants.iter().map(|variant| &variant.fields).collect(),
        syn::Data::Union(_) => Vec::new(),
    };
    if let (syn::Data::Struct(_), [fields]) = (&input.data, &variants[..]) {
        let is_laid_out = input.attrs.iter().any(is_repr_c);
        let wrong = fields.is_empty()
            || input.generics.lifetimes().next().is_some()
            || input.attrs.iter().any(is_packed)
            || fields.iter().any(|field| refused_part(&field.ty, is_laid_out).is_some());
        if !wrong {
            let described = struct_impls(input, fields);
            return quote!(#errors #described);
        }
    }
    let (private, ident) = (quote!(::amp::__private), &input.ident);
    let mut generics = input.generics.clone();
    // The implemented traits have `Copy`, `Send` and `Sync` as supertraits. A generic type needs them as
    // bounds. For a type without parameters, rustc itself reports a missing supertrait.
    if !generics.params.is_empty() {
        let own = syn::parse_quote!(Self: ::core::marker::Copy + ::core::marker::Send + ::core::marker::Sync + 'static);
        generics.make_where_clause().predicates.push(own);
    }
    let (parameters, of, clause) = generics.split_for_impl();
    // The implementations require `Copy` and `'static`. If a field shows that the type cannot have them, the
    // implementations would cause a second error.
    if variants.iter().any(|fields| fields.iter().any(|field| !may_be_copied(&field.ty))) {
        return errors;
    }
    let (error, errors) = first(errors);
    let mut declared = std::collections::HashSet::new();
    let fields = variants.into_iter().flat_map(|fields| fields.members().zip(fields)).filter_map(|(name, field)| {
        let hash = field_hash(&member_name(&name));
        let held = !is_unsupported(&field.ty);
        let ty = if held { field.ty.to_token_stream() } else { quote!(()) };
        // Two variants may have fields of the same name; the implementation for that name must be unique.
        let first = declared.insert(hash);
        // `Field::Type` must be a `Value`. For a field of a generic type, rustc needs a bound to prove that.
        let mut generics = generics.clone();
        if !generics.params.is_empty() {
            let value = syn::parse_quote!(#ty: #private::Value);
            generics.make_where_clause().predicates.push(value);
        }
        let (_, _, clause) = generics.split_for_impl();
        first.then(|| quote!(impl #parameters #private::Field<#hash> for #ident #of #clause { type Type = #ty; }))
    });
    quote! {
        impl #parameters #private::ShaderType for #ident #of #clause {
            type Projections = #private::ProjectionsOf<Self, ::core::primitive::f32>;
            const INFO: &'static #private::TypeInfo = <() as #private::ShaderType>::INFO;
        }
        impl #parameters #private::DerivedGpuType for #ident #of #clause {
            const PROVED: #private::Plain<Self> = {
                let _ = <Self as #private::DerivedValue>::NOTHING;
                ::core::unreachable!()
            };
        }
        impl #parameters #private::DerivedValue for #ident #of #clause {
            const NOTHING: Self = #error;
            fn write_fields(&self, _: &mut impl #private::ScalarWriter) {}
            fn read_fields(_: &mut impl #private::ScalarReader) -> Self { Self::NOTHING }
        }
        #(#fields)*
        #errors
    }
}

/// Splits a sequence of `compile_error!` calls into the first one and the others.
fn first(errors: TokenStream) -> (TokenStream, TokenStream) {
    let is_end = |token: &TokenTree| matches!(token, TokenTree::Group(_));
    let mut errors = errors.into_iter();
    let mut first = TokenStream::new();
    for token in errors.by_ref() {
        let end = is_end(&token);
        first.extend([token]);
        if end {
            break;
        }
    }
    (first, errors.collect())
}

/// Whether the name of a field's type allows that the type is `Copy` and has no lifetimes.
fn may_be_copied(ty: &syn::Type) -> bool {
    match ty {
        syn::Type::Reference(_) | syn::Type::Ptr(_) => false,
        syn::Type::Array(array) => may_be_copied(&array.elem),
        syn::Type::Paren(inner) => may_be_copied(&inner.elem),
        syn::Type::Group(inner) => may_be_copied(&inner.elem),
        syn::Type::Tuple(tuple) => tuple.elems.iter().all(may_be_copied),
        syn::Type::Path(path) => path.path.segments.last().is_none_or(|last| {
            let name = last.ident.to_string();
            name != "String" && !OWNERS.contains(&name.as_str())
        }),
        _ => true,
    }
}

/// Whether no variable of a kernel can have this type. Unlike elements of views, variables may have the types
/// `bool`, `usize`, `isize`, `Option`, `Result` and tuples.
pub(super) fn is_unsupported(ty: &syn::Type) -> bool {
    match ty {
        syn::Type::Tuple(tuple) => tuple.elems.iter().any(is_unsupported),
        syn::Type::Array(array) => is_unsupported(&array.elem),
        syn::Type::Path(path)
            if path.path.segments.last().is_some_and(|last| {
                ["bool", "char", "usize", "isize", "Option", "Result"].iter().any(|name| last.ident == name)
            }) =>
        {
            false
        }
        _ => unsupported_part(ty).is_some(),
    }
}
