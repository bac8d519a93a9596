//! `#[derive(GpuType)]`: plain data, described to the device.

mod compared;
mod stub;

use crate::diagnostics::advice::data;
use crate::diagnostics::{Code, Diagnostics};
use crate::emit::hidden::{self, Shown};
use crate::emit::wgsl::member_name;
use crate::site::Site;
use amp_shader::field_hash;
use amp_shader::methods::METHODS;
pub(crate) use compared::compared;
use proc_macro2::TokenStream;
use quote::{ToTokens, quote, quote_spanned};
pub(crate) use stub::stub;

/// The implementations, or nothing where something was reported.
pub(crate) fn gpu_type(input: &syn::DeriveInput, diagnostics: &mut Diagnostics) -> TokenStream {
    let ident = &input.ident;
    let fields = match &input.data {
        syn::Data::Struct(it) => &it.fields,
        syn::Data::Enum(it) => return choice(input, it, diagnostics),
        syn::Data::Union(_) => {
            diagnostics.advise(Code::AMP021, ident.span(), "it is a union", data::UNION);
            return TokenStream::new();
        }
    };
    if fields.is_empty() {
        diagnostics.advise(Code::AMP021, ident.span(), "it has no fields", data::FIELDS);
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
    let refused: Vec<_> = fields.iter().filter_map(|field| nothing_on_a_device(&field.ty)).collect();
    if !refused.is_empty() {
        refused.into_iter().for_each(|(site, detail)| diagnostics.report(Code::AMP021, site, detail));
        return TokenStream::new();
    }
    described(input, fields)
}

/// The implementations for a struct.
fn described(input: &syn::DeriveInput, fields: &syn::Fields) -> TokenStream {
    let (private, ident) = (quote!(::amp::__private), &input.ident);
    let names: Vec<_> = fields.members().collect();
    let written: Vec<_> = fields.iter().map(|field| &field.ty).collect();
    // So named, a field of a type that is no `GpuType` is one error, however often it stands there.
    let types = written.iter().map(|ty| {
        let span = Site::of(ty).first;
        quote_spanned!(span=> <#ty as ::amp::GpuType>::Laid)
    });
    let types: Vec<_> = types.collect();
    let texts: Vec<_> = names.iter().map(member_name).collect();
    let hashes = texts.iter().map(|text| field_hash(text));
    // The type of a field is often less visible than the struct's.
    let fields = types.iter().zip(&written).map(|(laid, written)| match hidden::all_see(written) {
        true => Shown::plain(laid),
        false => Shown::of_value(written, "AmpType", ident),
    });
    let fields: Vec<_> = fields.collect();
    let parameters = fields.iter().map(|field| &field.parameter);
    let bounds = fields.iter().map(|field| &field.bound);
    let shown = fields.iter().map(|field| &field.ty);
    let (name, own_methods) = (ident.to_string(), own_methods(ident));
    // The first field of which it is known, or the first. By its name nobody sees its type.
    let telling = written.iter().position(hidden::all_see).unwrap_or_default();
    let parts = match (written.get(telling), hashes.clone().nth(telling)) {
        (Some(ty), Some(hash)) if !written.iter().any(|ty| is_of_floats(ty)) => {
            let laid = match input.vis {
                syn::Visibility::Inherited => types[telling].clone(),
                _ if hidden::all_see(ty) => types[telling].clone(),
                _ => quote!(<Self as ::amp::__private::Field<#hash>>::Type),
            };
            // So spanned, what is no value is told at the field.
            quote_spanned! {Site::of(ty).first=>
                ::amp::__private::PartsOf<Self, <<#laid as ::amp::__private::Described>::Parts as ::amp::__private::Parts>::Scalar>
            }
        }
        _ => quote!(#private::PartsOf<Self, ::core::primitive::f32>),
    };
    // So spanned, what is wrong with a field is reported there.
    let proofs = written.iter().zip(&types).zip(&names).map(|((written, ty), name)| {
        quote_spanned! {Site::of(written).first=>
            ::amp::__private::field::<#ident, #ty>(::core::mem::offset_of!(#ident, #name), AMP_WHOLE, &AMP_WHOLE.#name)
        }
    });
    let gaps = texts.iter().map(|name| {
        format!(
            "this struct has a gap before its field `{name}`: write the fields that are aligned to more bytes first (`Vec4`, `Mat2` and `Mat4` to 16, numbers of 64 bits to 8), or one that fills the gap, and declare the struct `#[repr(C)]`"
        )
    });
    quote! {
        const _: () = {
            const AMP_NOTHING: #ident = #ident { #(#names: <#types as #private::Value>::ZERO),* };
            const AMP_WHOLE: &#ident = &AMP_NOTHING;
            const AMP_FIELDS: &[#private::PlainField<#ident>] = &[
                #(#proofs.told(#gaps)),*
            ];
            // Here, and not only where it is used: a struct with a gap is a mistake at once.
            const AMP_PROVED: #private::Plain<#ident> = #private::Plain::of_struct(AMP_FIELDS);
            impl #private::Described for #ident {
                // What a number beside it is, where its operators take one.
                type Parts = #parts;
                const INFO: &'static #private::TypeInfo = &#private::TypeInfo::Struct(&#private::StructInfo {
                    name: #name,
                    fields: &[#((#texts, <#types as #private::Described>::INFO)),*],
                });
            }
            impl #private::Value for #ident {
                type Held = #private::ValueArg<Self>;
                const ZERO: Self = AMP_NOTHING;
                fn words(&self, out: &mut ::std::vec::Vec<::core::primitive::u32>) {
                    #(<#types as #private::Value>::words(&self.#names, out);)*
                }
            }
            impl #private::Datum for #ident {
                type Data = Self;
            }
            impl ::amp::GpuType for #ident {
                type Laid = Self;
                const PLAIN: #private::Plain<Self> = AMP_PROVED;
            }
        };
        #(impl<#parameters> #private::Field<#hashes> for #ident where #bounds { type Type = #shown; })*
        #own_methods
    }
}

/// A part of a field's type that no device can hold, as far as its name tells.
fn nothing_on_a_device(ty: &syn::Type) -> Option<(Site, &'static str)> {
    match ty {
        syn::Type::Reference(_) => Some((Site::of(ty), "a reference cannot be stored on a device")),
        syn::Type::Ptr(_) => {
            Some((Site::of(ty), "a device has its own memory, where host pointers mean nothing"))
        }
        syn::Type::FnPtr(_) => Some((Site::of(ty), "a device knows no addresses of functions")),
        syn::Type::Array(array) => nothing_on_a_device(&array.elem).or_else(|| {
            let syn::Expr::Lit(syn::ExprLit { lit: syn::Lit::Int(len), .. }) = &array.len else { return None };
            let empty = len.base10_parse::<u64>().is_ok_and(|len| len == 0);
            empty.then(|| (Site::of(ty), "an array without elements has no place in a struct on a device"))
        }),
        syn::Type::Paren(inner) => nothing_on_a_device(&inner.elem),
        syn::Type::Group(inner) => nothing_on_a_device(&inner.elem),
        syn::Type::Tuple(tuple) => tuple.elems.iter().find_map(nothing_on_a_device).or(Some((
            Site::of(ty),
            "Rust may order the parts of a tuple in any way; an array `[f32; 2]`, or a struct of its own, has one layout",
        ))),
        syn::Type::Path(path) if path.qself.is_none() => {
            let last = path.path.segments.last()?;
            Some((Site::of(ty), by_name(&last.ident.to_string(), !last.arguments.is_none())?))
        }
        _ => None,
    }
}

/// Types that own what lies elsewhere.
const OWNERS: [&str; 7] = ["Vec", "Box", "Rc", "Arc", "HashMap", "BTreeMap", "VecDeque"];

/// Why a field is not of a type of the language or of the standard library. Who names one of the latter says of what it is, `Box<f32>`:
/// a `Box` alone is the user's own.
fn by_name(name: &str, of_something: bool) -> Option<&'static str> {
    Some(match name {
        "bool" => "a `bool` is a byte on the host; a `u32` is one on both sides",
        "usize" | "isize" => {
            "it has 64 bits on the host and 32 on a device; a `u32` or `i32` has as many on both"
        }
        "u8" | "i8" | "u16" | "i16" => {
            "devices have no numbers of so few bits; a `u32` or `i32`, or several in one, by shifts"
        }
        "u128" | "i128" => "devices have no numbers of so many bits; two of 64, or four of 32",
        "char" => "a device knows no characters; its number is a `u32`",
        "String" => {
            "a device does not allocate; an array of a known length, or a number that stands for the text"
        }
        name if of_something && OWNERS.contains(&name) => {
            "a device does not allocate; an array of a known length, or a view beside the struct"
        }
        "Option" | "Result" if of_something => {
            "a kernel holds no `Option`; a number that stands for nothing, or a `u32` beside the value"
        }
        _ => return None,
    })
}

/// An enum without fields: on a device it is its discriminant.
fn choice(input: &syn::DeriveInput, choices: &syn::DataEnum, diagnostics: &mut Diagnostics) -> TokenStream {
    let (private, ident) = (quote!(::amp::__private), &input.ident);
    if let Some(variant) = choices.variants.iter().find(|variant| !variant.fields.is_empty()) {
        diagnostics.advise(Code::AMP021, Site::of(&variant.fields), "a variant has fields", data::CHOICES);
        return TokenStream::new();
    }
    for parameter in &input.generics.params {
        diagnostics.advise(Code::AMP021, Site::of(parameter), "it is generic", data::GENERIC);
    }
    let Some(first) = choices.variants.first().map(|variant| &variant.ident) else {
        diagnostics.advise(Code::AMP021, ident.span(), "it has no variants", data::VARIANTS);
        return TokenStream::new();
    };
    let variants: Vec<_> = choices.variants.iter().map(|variant| &variant.ident).collect();
    // Every enum has the operators: rustc checks in the kernel's Rust that it has `PartialEq` and `PartialOrd`.
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
            // The variant whose bits are zero; where there is none, the first.
            const AMP_NOTHING: #ident =
                #(if #ident::#variants as ::core::primitive::isize == 0 { #ident::#variants } else)* { #ident::#first };
            impl #private::Variants for #ident {
                const ALL: &'static [Self] = &[#(#ident::#variants),*];
            }
            const AMP_NUMBERS: &[::core::primitive::isize] = &[#(#ident::#variants as ::core::primitive::isize),*];
            impl #private::Described for #ident {
                type Parts = #private::PartsOf<Self>;
                // The linker compares enums by `INFO`, whether or not `PartialEq` is a device function.
                const EQ: ::core::primitive::u64 = #own_eq;
                const INFO: &'static #private::TypeInfo = &#private::TypeInfo::Enum({
                    use #private::Unrelated as _;
                    &#private::EnumInfo {
                        name: #name,
                        numbers: &[#(#ident::#variants as ::core::primitive::isize as ::core::primitive::u32),*],
                        signed: #(0 > #ident::#variants as ::core::primitive::isize)||*,
                        equal: #private::Relations::<#ident>::EQUAL,
                        order: #private::Relations::<#ident>::ORDER,
                    }
                });
            }
            impl #private::Value for #ident {
                type Held = #private::ValueArg<Self>;
                const ZERO: Self = AMP_NOTHING;
                fn words(&self, out: &mut ::std::vec::Vec<::core::primitive::u32>) {
                    out.push(match self { #(#ident::#variants => #ident::#variants as ::core::primitive::u32),* });
                }
            }
            impl #private::Datum for #ident {
                type Data = Self;
            }
            impl ::amp::GpuType for #ident {
                type Laid = Self;
                // An enum that lies nowhere may be of any size.
                const PLAIN: #private::Plain<Self> = #private::Plain::of_enum(<#ident as #private::Variants>::ALL, AMP_NUMBERS);
            }
        };
        #(#operators)*
        #own_methods
    }
}

/// Methods with the names of numbers' are those of its own: there is one implementation for each number of arguments that such a
/// method can have.
fn own_methods(ident: &syn::Ident) -> TokenStream {
    let private = quote!(::amp::__private);
    let most = METHODS.iter().map(|method| method.arguments.len()).max().unwrap_or_default();
    let implementations = (0..=most).map(|count| {
        let names: Vec<_> = (0..count).map(|n| quote::format_ident!("Amp{n}")).collect();
        quote! {
            impl<const AMP_NAME: ::core::primitive::u64, const AMP_KIND: ::core::primitive::u8, #(#names),*>
                #private::EitherMethod<AMP_NAME, AMP_KIND, (#(#names,)*)> for #ident
            where
                #ident: #private::DeviceMethod<AMP_NAME, (#ident, #(#names,)*)>,
            {
                type Output = <#ident as #private::DeviceMethod<AMP_NAME, (#ident, #(#names,)*)>>::Output;
                const ITEM: ::core::option::Option<&'static #private::Item> = ::core::option::Option::Some(
                    <#ident as #private::DeviceMethod<AMP_NAME, (#ident, #(#names,)*)>>::ITEM,
                );
            }
            impl<
                const AMP_NAME: ::core::primitive::u64,
                const AMP_KIND: ::core::primitive::u8,
                const AMP_AT: ::core::primitive::usize,
                #(#names),*
            > #private::EitherParameter<AMP_NAME, AMP_KIND, AMP_AT, (#(#names,)*)> for #ident
            where
                #ident: #private::DeviceMethodParameter<AMP_NAME, AMP_AT, (#ident, #(#names,)*)>,
            {
                type Type =
                    <#ident as #private::DeviceMethodParameter<AMP_NAME, AMP_AT, (#ident, #(#names,)*)>>::Type;
            }
        }
    });
    implementations.collect()
}

/// Whether a type is seen to be made of `f32`.
fn is_of_floats(ty: &syn::Type) -> bool {
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
