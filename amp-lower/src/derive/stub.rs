//! Placeholder implementations for a type that `#[derive(GpuType)]` rejected, so that its uses report no
//! further errors.

use super::{OWNERS, described, is_packed, nothing_on_a_device};
use crate::emit::wgsl::member_name;
use amp_shader::field_hash;
use proc_macro2::TokenStream;
use quote::{ToTokens, quote};

/// The placeholder implementations. If only an attribute is missing, they are the real ones; otherwise they
/// have the right types and no content, because nothing is compiled from them after an error.
pub(crate) fn stub(input: &syn::DeriveInput) -> TokenStream {
    let variants: Vec<&syn::Fields> = match &input.data {
        syn::Data::Struct(it) => vec![&it.fields],
        syn::Data::Enum(it) => it.variants.iter().map(|variant| &variant.fields).collect(),
        syn::Data::Union(_) => Vec::new(),
    };
    if let (syn::Data::Struct(_), [fields]) = (&input.data, &variants[..]) {
        let wrong = fields.is_empty()
            || !input.generics.params.is_empty()
            || input.attrs.iter().any(is_packed)
            || fields.iter().any(|field| nothing_on_a_device(&field.ty).is_some());
        if !wrong {
            return described(input, fields);
        }
    }
    let (private, ident) = (quote!(::amp::__private), &input.ident);
    let mut generics = input.generics.clone();
    // For a type without parameters, rustc reports the missing bounds itself.
    if !generics.params.is_empty() {
        let own = syn::parse_quote!(Self: ::core::marker::Copy + ::core::marker::Send + ::core::marker::Sync + 'static);
        generics.make_where_clause().predicates.push(own);
    }
    let (parameters, of, clause) = generics.split_for_impl();
    // rustc would reject a type that is not `Copy` or not `'static` once more.
    if variants.iter().any(|fields| fields.iter().any(|field| !may_be_copied(&field.ty))) {
        return TokenStream::new();
    }
    let mut declared = std::collections::HashSet::new();
    let fields = variants.into_iter().flat_map(|fields| fields.members().zip(fields)).filter_map(|(name, field)| {
        let hash = field_hash(&member_name(&name));
        let held = !by_itself_nothing(&field.ty);
        let ty = if held { field.ty.to_token_stream() } else { quote!(()) };
        // Two variants may have fields of the same name.
        let first = declared.insert(hash);
        first.then(|| quote!(impl #parameters #private::Field<#hash> for #ident #of #clause { type Type = #ty; }))
    });
    let fields = fields.filter(|_| input.generics.params.is_empty());
    quote! {
        impl #parameters #private::Described for #ident #of #clause {
            type Parts = #private::PartsOf<Self, ::core::primitive::f32>;
            const INFO: &'static #private::TypeInfo = <() as #private::Described>::INFO;
        }
        impl #parameters #private::Value for #ident #of #clause {
            type Held = #private::ValueArg<Self>;
            const ZERO: Self = ::core::unreachable!();
            fn words(&self, _: &mut ::std::vec::Vec<::core::primitive::u32>) {}
        }
        impl #parameters #private::Datum for #ident #of #clause {
            type Data = Self;
        }
        impl #parameters ::amp::GpuType for #ident #of #clause {
            type Laid = Self;
            const PLAIN: #private::Plain<Self> = ::core::unreachable!();
        }
        #(#fields)*
    }
}

/// Whether the field's type may be `Copy` and without lifetimes, as far as its name shows.
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

/// Whether even a kernel's variable cannot have this type.
fn by_itself_nothing(ty: &syn::Type) -> bool {
    let text = ty.to_token_stream().to_string();
    !["bool", "usize", "isize"].contains(&text.as_str()) && nothing_on_a_device(ty).is_some()
}
