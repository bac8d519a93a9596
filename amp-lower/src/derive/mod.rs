//! `#[derive(GpuType)]`: describes the memory layout of plain data to the device.
//!
//! The derive accepts a `#[repr(C)]` struct of `GpuType` fields without gaps, and enums. An enum with fields is a value
//! only. The expansion implements the runtime's value traits. It proves the layout in a constant, so an invalid struct
//! fails where it is declared, and not where it is first used.

mod compared;
mod stub;
mod sum;

use crate::diagnostics::advice::data;
use crate::diagnostics::{Code, Diagnostics};
use crate::emit::private_types::{self, Opaque};
use crate::emit::wgsl::member_name;
use crate::site::Site;
use amp_shader::field_hash;
use amp_shader::methods::METHODS;
pub(crate) use compared::derived_eq;
use proc_macro2::TokenStream;
use quote::{ToTokens, quote, quote_spanned};
pub(crate) use stub::stub;

/// The trait implementations. If an error was reported, the caller discards them.
pub(crate) fn gpu_type(input: &syn::DeriveInput, diagnostics: &mut Diagnostics) -> TokenStream {
    let ident = &input.ident;
    let fields = match &input.data {
        syn::Data::Struct(it) => &it.fields,
        syn::Data::Enum(it) => return enum_impls(input, it, diagnostics),
        syn::Data::Union(_) => {
            diagnostics.advise(Code::AMP021, ident.span(), "it is a union", data::UNION);
            return TokenStream::new();
        }
    };
    if fields.is_empty() {
        diagnostics.advise(Code::AMP021, ident.span(), "it has no fields", data::STRUCT_WITHOUT_FIELDS);
    }
    if !input.attrs.iter().any(is_repr_c) {
        diagnostics.report(Code::AMP021, ident.span(), "`#[repr(C)]` is missing");
    }
    if let Some(attribute) = input.attrs.iter().find(|attribute| is_packed(attribute)) {
        diagnostics.advise(Code::AMP021, Site::of(attribute), "it is packed", data::PACKED);
    }
    for parameter in &input.generics.params {
        diagnostics.advise(Code::AMP021, Site::of(parameter), "it is generic", data::GENERIC);
    }
    let refused: Vec<_> = fields.iter().filter_map(|field| unsupported_part(&field.ty)).collect();
    if !refused.is_empty() {
        refused.into_iter().for_each(|(site, detail)| diagnostics.report(Code::AMP021, site, detail));
        return TokenStream::new();
    }
    struct_impls(input, fields)
}

/// The implementations for a struct.
fn struct_impls(input: &syn::DeriveInput, fields: &syn::Fields) -> TokenStream {
    let (private, ident) = (quote!(::amp::__private), &input.ident);
    let names: Vec<_> = fields.members().collect();
    let written: Vec<_> = fields.iter().map(|field| &field.ty).collect();
    // The expansion names a field's type only through the projection `GpuType::InMemory`. So a type that is
    // no `GpuType` gives one error and not several.
    let types = written.iter().map(|ty| {
        let span = Site::of(ty).first;
        quote_spanned!(span=> <#ty as ::amp::GpuType>::InMemory)
    });
    let types: Vec<_> = types.collect();
    let texts: Vec<_> = names.iter().map(member_name).collect();
    let hashes = texts.iter().map(|text| field_hash(text));
    // The type of a field is often less visible than the struct. rustc rejects such a type as an associated
    // type, so `Opaque` hides it.
    let fields = types.iter().zip(&written).map(|(laid, written)| match private_types::is_public(written) {
        true => Opaque::plain(laid),
        false => Opaque::of_value(written, "AmpType", ident),
    });
    let fields: Vec<_> = fields.collect();
    let parameters = fields.iter().map(|field| &field.parameter);
    let bounds = fields.iter().map(|field| &field.bound);
    let shown = fields.iter().map(|field| &field.ty);
    let (name, own_methods) = (ident.to_string(), own_methods(ident));
    // The field from which the struct's scalar type (`Projections`) is derived: the first whose type is known
    // to be public, or else the first. The type of a private field is named through `Field`, which hides it.
    let telling = written.iter().position(private_types::is_public).unwrap_or_default();
    let parts = match (written.get(telling), hashes.clone().nth(telling)) {
        (Some(ty), Some(hash)) if !written.iter().any(|ty| is_made_of_f32(ty)) => {
            let laid = match input.vis {
                syn::Visibility::Inherited => types[telling].clone(),
                _ if private_types::is_public(ty) => types[telling].clone(),
                _ => quote!(<Self as ::amp::__private::Field<#hash>>::Type),
            };
            // With this span, rustc reports at the field that the field's type is no `ShaderType`.
            quote_spanned! {Site::of(ty).first=>
                ::amp::__private::ProjectionsOf<Self, <<#laid as ::amp::__private::ShaderType>::Projections as ::amp::__private::Projections>::Scalar>
            }
        }
        _ => quote!(#private::ProjectionsOf<Self, ::core::primitive::f32>),
    };
    // With these spans, rustc reports the errors of a field at the field.
    let proofs = written.iter().zip(&types).zip(&names).map(|((written, ty), name)| {
        quote_spanned! {Site::of(written).first=>
            ::amp::__private::field::<#ident, #ty>(::core::mem::offset_of!(#ident, #name), AMP_WHOLE, &AMP_WHOLE.#name)
        }
    });
    let gaps = texts.iter().map(|name| {
        format!(
            "this struct has a gap before its field `{name}`: order the fields by alignment, largest first (`Vec4`, `Mat2` and `Mat4` need 16 bytes, 64-bit scalars 8), or add a field that fills the gap, and declare the struct `#[repr(C)]`"
        )
    });
    quote! {
        const _: () = {
            const AMP_NOTHING: #ident = #ident { #(#names: <#types as #private::Value>::ZERO),* };
            const AMP_WHOLE: &#ident = &AMP_NOTHING;
            // The proofs have the spans of the user's fields, so clippy takes them for the user's code.
            #[allow(clippy::used_underscore_binding)]
            const AMP_FIELDS: &[#private::PlainField<#ident>] = &[
                #(#proofs.with_gap_message(#gaps)),*
            ];
            // rustc evaluates this constant in any case, so a struct with a gap is an error even if unused.
            const AMP_PROVED: #private::Plain<#ident> = #private::Plain::of_struct(AMP_FIELDS);
            impl #private::ShaderType for #ident {
                // The scalar type of a literal beside a value `s` of the struct, such as `2.0` in `s * 2.0`.
                type Projections = #parts;
                const INFO: &'static #private::TypeInfo = &#private::TypeInfo::Struct(&#private::StructInfo {
                    name: #name,
                    fields: &[#((#texts, <#types as #private::ShaderType>::INFO)),*],
                });
            }
            impl #private::DerivedGpuType for #ident {
                const PROVED: #private::Plain<Self> = AMP_PROVED;
            }
            impl #private::DerivedValue for #ident {
                const NOTHING: Self = AMP_NOTHING;
                fn append(&self, out: &mut ::std::vec::Vec<::core::primitive::u32>) {
                    #(<#types as #private::Value>::words(&self.#names, out);)*
                }
            }
        };
        #(impl<#parameters> #private::Field<#hashes> for #ident where #bounds { type Type = #shown; })*
        #own_methods
    }
}

/// Finds a component of a field's type that no device can hold, judging by its name. Returns its site and the
/// reason.
fn unsupported_part(ty: &syn::Type) -> Option<(Site, &'static str)> {
    match ty {
        syn::Type::Reference(_) => Some((Site::of(ty), "a reference cannot be stored on a device")),
        syn::Type::Ptr(_) => {
            Some((Site::of(ty), "a device has its own memory, where host pointers mean nothing"))
        }
        syn::Type::FnPtr(_) => Some((Site::of(ty), "a device cannot call functions by address")),
        syn::Type::Array(array) => unsupported_part(&array.elem).or_else(|| {
            let syn::Expr::Lit(syn::ExprLit { lit: syn::Lit::Int(len), .. }) = &array.len else { return None };
            let empty = len.base10_parse::<u64>().is_ok_and(|len| len == 0);
            empty.then(|| (Site::of(ty), "an array without elements has no place in a struct on a device"))
        }),
        syn::Type::Paren(inner) => unsupported_part(&inner.elem),
        syn::Type::Group(inner) => unsupported_part(&inner.elem),
        syn::Type::Tuple(tuple) => tuple.elems.iter().find_map(unsupported_part).or(Some((
            Site::of(ty),
            "Rust may order the parts of a tuple in any way; an array `[f32; 2]`, or a struct of its own, has one layout",
        ))),
        syn::Type::Path(path) if path.qself.is_none() => {
            let last = path.path.segments.last()?;
            Some((Site::of(ty), rejection_reason(&last.ident.to_string(), !last.arguments.is_none())?))
        }
        _ => None,
    }
}

/// Types of the standard library that own heap memory.
const OWNERS: [&str; 7] = ["Vec", "Box", "Rc", "Arc", "HashMap", "BTreeMap", "VecDeque"];

/// Why a field cannot have this type of the language or the standard library. A generic type such as `Box` is
/// recognised only with arguments (`of_something`): a plain `Box` is the user's own type.
fn rejection_reason(name: &str, of_something: bool) -> Option<&'static str> {
    Some(match name {
        "usize" | "isize" => "it has 64 bits on the host and 32 on a device; use a `u32` or `i32`",
        "u128" | "i128" => "devices have no 128-bit integers; use two 64-bit or four 32-bit integers",
        "char" => "devices have no characters; use a `u32` for the code point",
        "String" => "devices have no heap; use an array of a fixed length, or an id that stands for the text",
        name if of_something && OWNERS.contains(&name) => {
            "devices have no heap; use an array of a fixed length, or a view next to the struct"
        }
        "Option" | "Result" if of_something => {
            "host and device share no layout of it; use a sentinel value, or a `u32` flag next to the value"
        }
        _ => return None,
    })
}

/// The implementations for an enum without fields, whose value on a device is its discriminant.
fn enum_impls(
    input: &syn::DeriveInput,
    choices: &syn::DataEnum,
    diagnostics: &mut Diagnostics,
) -> TokenStream {
    let (private, ident) = (quote!(::amp::__private), &input.ident);
    for parameter in &input.generics.params {
        diagnostics.advise(Code::AMP021, Site::of(parameter), "it is generic", data::GENERIC);
    }
    let Some(first) = choices.variants.first().map(|variant| &variant.ident) else {
        diagnostics.advise(Code::AMP021, ident.span(), "it has no variants", data::ENUM_WITHOUT_VARIANTS);
        return TokenStream::new();
    };
    if choices.variants.iter().any(|variant| !variant.fields.is_empty()) {
        return sum::impls(input, choices, diagnostics);
    }
    let variants: Vec<_> = choices.variants.iter().map(|variant| &variant.ident).collect();
    let has_repr = input.attrs.iter().any(|attribute| attribute.path().is_ident("repr"));
    // Every enum gets all comparison operators. rustc checks in the Rust code of a kernel that the enum has
    // `PartialEq` and `PartialOrd`.
    let operators = ["eq", "lt", "le", "gt", "ge"].map(field_hash).map(|operator| {
        quote! {
            impl #private::DeviceOperator<#operator, #ident> for #ident {
                const ITEM: ::core::option::Option<&'static #private::Item> = ::core::option::Option::None;
            }
        }
    });
    let (name, own_methods, own_eq) = (ident.to_string(), own_methods(ident), field_hash("eq of an enum"));
    let fit = choices.variants.iter().map(|variant| {
        let (site, variant) = (Site::of(variant), &variant.ident);
        let message =
            format!("the discriminant of `{variant}` does not fit in 32 bits, which enums have on a device");
        quote_spanned! {site.first=>
            const _: () = {
                let number = #ident::#variant as ::core::primitive::i128;
                ::core::assert!(number >= -0x8000_0000 && number <= 0xffff_ffff, #message);
            };
        }
    });
    quote! {
        #(#fit)*
        const _: () = {
            // The variant with the discriminant 0, or else the first variant.
            const AMP_NOTHING: #ident =
                #(if #ident::#variants as ::core::primitive::isize == 0 { #ident::#variants } else)* { #ident::#first };
            impl #private::Variants for #ident {
                const ALL: &'static [Self] = &[#(#ident::#variants),*];
            }
            const AMP_NUMBERS: &[::core::primitive::isize] = &[#(#ident::#variants as ::core::primitive::isize),*];
            impl #private::ShaderType for #ident {
                type Projections = #private::ProjectionsOf<Self>;
                // The linker compares enums by `INFO`, whether or not `PartialEq` is a device function.
                const EQ: ::core::primitive::u64 = #own_eq;
                const INFO: &'static #private::TypeInfo = &#private::TypeInfo::Enum({
                    use #private::Unrelated as _;
                    &#private::EnumInfo {
                        name: #name,
                        numbers: &[#(#ident::#variants as ::core::primitive::isize as ::core::primitive::u32),*],
                        signed: #(0 > #ident::#variants as ::core::primitive::isize)||*,
                        bytes: ::core::mem::size_of::<#ident>(),
                        equal: #private::Relations::<#ident>::EQUAL,
                        order: #private::Relations::<#ident>::ORDER,
                    }
                });
            }
            impl #private::DerivedGpuType for #ident {
                // rustc evaluates this constant only if views, arrays or structs contain the enum. Other
                // enums may have any size.
                const PROVED: #private::Plain<Self> = #private::Plain::of_enum(<#ident as #private::Variants>::ALL, AMP_NUMBERS, #has_repr);
            }
            impl #private::DerivedValue for #ident {
                const NOTHING: Self = AMP_NOTHING;
                fn append(&self, out: &mut ::std::vec::Vec<::core::primitive::u32>) {
                    out.push(match self { #(#ident::#variants => #ident::#variants as ::core::primitive::u32),* });
                }
            }
        };
        #(#operators)*
        #own_methods
    }
}

/// Implementations that let the type's own device methods have the name of a built-in method, such as `min`:
/// one for each number of arguments that a built-in method can have.
fn own_methods(ident: &syn::Ident) -> TokenStream {
    let private = quote!(::amp::__private);
    let most = METHODS.iter().map(|method| method.arguments.len()).max().unwrap_or_default();
    let implementations = (0..=most).map(|count| {
        let names: Vec<_> = (0..count).map(|n| quote::format_ident!("Amp{n}")).collect();
        quote! {
            impl<const AMP_NAME: ::core::primitive::u64, const AMP_KIND: ::core::primitive::u8, #(#names),*>
                #private::MaybeBuiltinMethod<AMP_NAME, AMP_KIND, (#(#names,)*)> for #ident
            where
                #ident: #private::DeviceMethod<AMP_NAME, (#ident, #(#names,)*)>,
            {
                type Output = <#ident as #private::DeviceMethod<AMP_NAME, (#ident, #(#names,)*)>>::Output;
                const ITEM: ::core::option::Option<&'static #private::Item> = ::core::option::Option::Some(
                    <#ident as #private::DeviceMethod<AMP_NAME, (#ident, #(#names,)*)>>::ITEM,
                );
            }
        }
    });
    implementations.collect()
}

/// Whether the name of the type shows that it is made of `f32`, as `[f32; 4]` and `Vec3` do.
fn is_made_of_f32(ty: &syn::Type) -> bool {
    let text = ty.to_token_stream().to_string();
    let mut words = text.split(|c: char| !c.is_alphanumeric());
    words.any(|word| word == "f32" || word.starts_with("Vec") || word.starts_with("Mat"))
}

fn is_packed(attribute: &syn::Attribute) -> bool {
    attribute.path().is_ident("repr")
        && attribute.meta.require_list().is_ok_and(|list| list.tokens.to_string().contains("packed"))
}

fn is_repr_c(attribute: &syn::Attribute) -> bool {
    let mut found = false;
    if attribute.path().is_ident("repr") {
        let _ = attribute.parse_nested_meta(|meta| {
            found |= meta.path.is_ident("C") || meta.path.is_ident("transparent");
            Ok(())
        });
    }
    found
}
