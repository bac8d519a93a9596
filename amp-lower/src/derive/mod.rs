//! `#[derive(GpuType)]`: describes the memory layout of plain data to the device.
//!
//! The derive accepts three kinds of types. A `#[repr(C)]` struct of `GpuType` fields without gaps, or an
//! enum without fields, can be an element of views. Other structs and enums can only be values of variables.
//! The expansion implements the runtime's value traits. It proves the layout in a constant, so rustc reports
//! an invalid struct at its declaration, and not at its first use.

mod compared;
mod derive_list;
mod generics;
mod stub;
mod sum;
mod views;

use crate::diagnostics::advice::data;
use crate::diagnostics::{Code, Diagnostics};
use crate::emit::private_types::{self, Opaque};
use crate::ir::Source;
use crate::parse::parameter_type;
use crate::site::Site;
use amp_shader::field_hash;
pub(crate) use compared::{
    Comparisons, MARKED, comparisons_beside, derived_comparisons, order_methods, order_operators,
};
pub use derive_list::SourcePosition;
use generics::Parameters;
use proc_macro2::TokenStream;
use quote::{ToTokens, quote, quote_spanned};
pub(crate) use stub::stub;
pub(crate) use views::{borrows, gpu_views};

/// Returns the trait implementations of a type. If `diagnostics` contains an error, the caller discards them.
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
    report_lifetimes(input, diagnostics);
    let is_laid_out = input.attrs.iter().any(is_repr_c);
    if fields.is_empty() && is_laid_out {
        diagnostics.advise(Code::AMP021, ident.span(), "it has no fields", data::STRUCT_WITHOUT_FIELDS);
    }
    if let Some(attribute) = input.attrs.iter().find(|attribute| is_packed(attribute)) {
        diagnostics.advise(Code::AMP021, Site::of(attribute), "it is packed", data::PACKED);
    }
    let refused: Vec<_> = fields.iter().filter_map(|field| refused_part(&field.ty, is_laid_out)).collect();
    if !refused.is_empty() {
        refused.into_iter().for_each(|(site, detail)| diagnostics.report(Code::AMP021, site, detail));
        return TokenStream::new();
    }
    struct_impls(input, fields)
}

/// Reports lifetime parameters, because a value on a device contains no references.
fn report_lifetimes(input: &syn::DeriveInput, diagnostics: &mut Diagnostics) {
    for parameter in input.generics.lifetimes() {
        diagnostics.advise(Code::AMP021, Site::of(parameter), "it has a lifetime", data::LIFETIME);
    }
}

/// Finds a type inside a field's type that is not allowed there. Returns its site and the reason. A struct
/// without `#[repr(C)]` is never an element of a view, so its fields may have any type that variables of
/// kernels have.
fn refused_part(ty: &syn::Type, is_laid_out: bool) -> Option<(Site, &'static str)> {
    if is_marker(ty) || !is_laid_out && !stub::is_unsupported(ty) {
        return None;
    }
    unsupported_part(ty)
}

/// Whether the type is `PhantomData`, which has no data.
fn is_marker(ty: &syn::Type) -> bool {
    parameter_type(ty).is_some_and(|(name, _)| name == "PhantomData")
}

/// The implementations for a struct. If the struct has no `#[repr(C)]`, it has no layout and can only be a
/// value of variables.
fn struct_impls(input: &syn::DeriveInput, fields: &syn::Fields) -> TokenStream {
    let (private, ident) = (quote!(::amp::__private), &input.ident);
    let is_laid_out = input.attrs.iter().any(is_repr_c);
    let parameters = Parameters::of(&input.generics, fields.iter());
    let names: Vec<_> = fields.members().collect();
    let written: Vec<_> = fields.iter().map(|field| &field.ty).collect();
    // In a `#[repr(C)]` struct, the expansion names a field's type only as the projection `GpuType::InMemory`.
    // So rustc reports a type that is not a `GpuType` once, and not at each use.
    let types = written.iter().map(|ty| {
        let span = Site::of(ty).first;
        match is_laid_out && !parameters.occur_in(ty) && !is_marker(ty) {
            true => quote_spanned!(span=> <#ty as ::amp::GpuType>::InMemory),
            false => quote_spanned!(span=> #ty),
        }
    });
    let types: Vec<_> = types.collect();
    let texts: Vec<_> = names.iter().map(member_name).collect();
    let hashes = texts.iter().map(|text| field_hash(text));
    // A field's type is often less visible than the struct. rustc rejects a private type as an associated
    // type, so `Opaque` hides it.
    let fields = types.iter().zip(&written).map(|(laid, written)| match private_types::is_public(written) {
        true => Opaque::plain(laid),
        false => Opaque::of_value(written, "AmpType", ident),
    });
    let fields: Vec<_> = fields.collect();
    let name = ident.to_string();
    let parts = projections(input, &written, &types);
    let (declared, arguments) = (&parameters.declared, &parameters.arguments);
    let (of_values, of_elements) = (parameters.value_bounds(), parameters.element_bounds());
    let unlisted = crate::emit::unlisted(&input.generics);
    let field_types = fields.iter().zip(hashes).zip(&written).map(|((field, hash), written)| {
        let Opaque { ty, parameter, bound, .. } = field;
        let of_field = parameters.field_bounds(written);
        quote! {
            #unlisted
            impl<#declared #parameter> #private::Field<#hash> for #ident #arguments where #of_field #bound { type Type = #ty; }
        }
    });
    let zero = quote!(#ident { #(#names: <#types as #private::Value>::AMP_ZERO),* });
    let gaps = texts.iter().map(|name| {
        format!(
            "this struct has a gap before its field `{name}`: order the fields by alignment, largest first (`Vec4`, `Mat2` and `Mat4` need 16 bytes, 64-bit scalars 8), or add a field that fills the gap, and declare the struct `#[repr(C)]`"
        )
    });
    // The fields of an element of a view contain no references.
    let refers = (!is_laid_out)
        .then(|| quote!(const REFERS: bool = false #(|| <#types as #private::Value>::AMP_REFERS)*;));
    let (statics, nothing, proved) = match (is_laid_out, parameters.exist()) {
        (false, _) => (TokenStream::new(), zero, None),
        // These spans make rustc report the errors of a field at the field.
        (true, false) => {
            let proofs = written.iter().zip(&types).zip(&names).map(|((written, ty), name)| {
                let function = proof_function("field", "marker_field", written);
                quote_spanned! {Site::of(written).first=>
                    ::amp::__private::#function::<#ident, #ty>(::core::mem::offset_of!(#ident, #name), AMP_WHOLE, &AMP_WHOLE.#name)
                }
            });
            let statics = quote! {
                const AMP_NOTHING: #ident = #zero;
                const AMP_WHOLE: &#ident = &AMP_NOTHING;
                // The proofs have the spans of the user's fields, so clippy would lint them as the user's
                // code.
                #[allow(clippy::used_underscore_binding)]
                const AMP_FIELDS: &[#private::PlainField<#ident>] = &[
                    #(#proofs.with_gap_message(#gaps)),*
                ];
                // rustc evaluates this constant in any case, so a struct with a gap is an error even if unused.
                const AMP_PROVED: #private::Plain<#ident> = #private::Plain::of_struct(AMP_FIELDS);
            };
            (statics, quote!(AMP_NOTHING), Some(quote!(AMP_PROVED)))
        }
        (true, true) => {
            let proofs = written.iter().zip(&names).map(|(ty, name)| {
                let function = proof_function("projected_field", "projected_marker", ty);
                quote_spanned! {Site::of(ty).first=>
                    ::amp::__private::#function::<Self, #ty>(
                        ::core::mem::offset_of!(Self, #name),
                        &::amp::__private::Projection::new(|whole: &Self| &whole.#name),
                    )
                }
            });
            let proved = quote!(#private::Plain::of_generic_struct(&[#(#proofs.with_gap_message(#gaps)),*]));
            (TokenStream::new(), zero, Some(proved))
        }
    };
    let element = proved.map(|proved| {
        quote! {
            impl<#declared> #private::DerivedGpuType for #ident #arguments where #of_elements {
                #[allow(clippy::used_underscore_binding)]
                const PROVED: #private::Plain<Self> = #proved;
            }
        }
    });
    let slots = slot_function(ident, &parameters);
    // A struct without a layout may have padding, so the expansion lists the bytes of each field separately.
    let bytes = (!is_laid_out).then(|| {
        quote! {
            fn append_ranges(&self, out: &mut ::std::vec::Vec<::core::ops::Range<::core::primitive::usize>>) {
                #(<#types as #private::Value>::amp_ranges(&self.#names, out);)*
            }
        }
    });
    quote! {
        #slots
        const _: () = {
            #statics
            impl<#declared> #private::ShaderType for #ident #arguments where #of_values {
                // From this type, rustc infers the scalar type of a literal such as `2.0` in `s * 2.0`.
                // There, `s` is a value of the struct.
                type Projections = #parts;
                const INFO: &'static #private::TypeInfo = &#private::TypeInfo::Struct(&#private::StructInfo {
                    name: #name,
                    fields: &[#((#texts, <#types as #private::ShaderType>::INFO)),*],
                });
            }
            #element
            impl<#declared> #private::DerivedValue for #ident #arguments where #of_values {
                const NOTHING: Self = #nothing;
                #refers
                #[inline(always)]
                fn write_fields(&self, to: &mut impl #private::ScalarWriter) {
                    let _ = Self::amp_slot_for::<0, (), (), #private::ForChecked>;
                    #(<#types as #private::Value>::amp_write(&self.#names, to);)*
                }
                #[inline(always)]
                fn read_fields(from: &mut impl #private::ScalarReader) -> Self {
                    #ident { #(#names: <#types as #private::Value>::amp_read(from)),* }
                }
                #bytes
            }
        };
        #(#field_types)*
    }
}

/// The hidden function through which a call such as `Pair::new(1.0)` finds the type (see `AnyType` in the
/// runtime). It is inherent, so rustc prefers it to the function of the same name in a device trait. The derived
/// `write_fields` mentions it, so that rustc counts it as used.
fn slot_function(ident: &syn::Ident, parameters: &Parameters) -> TokenStream {
    let private = quote!(::amp::__private);
    let (declared, arguments, predicates) =
        (&parameters.declared, &parameters.arguments, parameters.predicates());
    quote! {
        impl<#declared> #ident #arguments where #(#predicates,)* {
            #[doc(hidden)]
            pub fn amp_slot_for<const AMP_NAME: ::core::primitive::u64, AmpArguments, AmpResult, AmpMode: #private::PathMode>(
                _: #private::FunctionName<AMP_NAME, AmpMode>,
                _: #private::TypeSlot<AmpArguments>,
                _: #private::TypeSlot<AmpResult>,
            ) -> #private::TypeSlot<(Self, AmpMode::OfType)> {
                #private::slot()
            }
        }
    }
}

/// The name of the runtime's function that describes a field of this type. `with_data` is the name for
/// ordinary fields, `without` the name for `PhantomData`.
fn proof_function(with_data: &str, without: &str, ty: &syn::Type) -> syn::Ident {
    let name = if is_marker(ty) { without } else { with_data };
    syn::Ident::new(name, proc_macro2::Span::call_site())
}

/// The `Projections` of a struct, from which rustc infers types of literals. The scalar type is `f32` if a
/// field is made of `f32`. Otherwise it is the scalar type of the first field with a public type.
///
/// If no field has a public type, the first field determines the scalar type. rustc rejects a private type in
/// the public `Projections`, so the expansion names the type through the trait `Field`, which hides it.
fn projections(input: &syn::DeriveInput, written: &[&syn::Type], types: &[TokenStream]) -> TokenStream {
    let private = quote!(::amp::__private);
    if written.iter().any(|ty| is_made_of_f32(ty)) {
        return quote!(#private::ProjectionsOf<Self, ::core::primitive::f32>);
    }
    let has_scalars = |ty: &syn::Type| {
        let last = parameter_type(ty).map(|(name, _)| name.to_string()).unwrap_or_default();
        !matches!(ty, syn::Type::Tuple(_))
            && !["bool", "Option", "Result", "PhantomData"].contains(&last.as_str())
    };
    let mut scalars = written.iter().enumerate().filter(|(_, ty)| has_scalars(ty));
    let telling = match scalars.clone().find(|(_, ty)| private_types::is_public(ty)) {
        Some(public) => Some(public),
        None => scalars.next(),
    };
    let Some((n, ty)) = telling else { return quote!(#private::ProjectionsOf<Self>) };
    let is_private = !matches!(input.vis, syn::Visibility::Inherited) && !private_types::is_public(ty);
    let laid = match is_private {
        true => {
            let hash = field_hash(&member_name(&member_at(input, n)));
            quote!(<Self as ::amp::__private::Field<#hash>>::Type)
        }
        false => types[n].clone(),
    };
    // This span makes rustc report at the field if the field's type is no `ShaderType`.
    quote_spanned! {Site::of(ty).first=>
        ::amp::__private::ProjectionsOf<Self, <<#laid as ::amp::__private::ShaderType>::Projections as ::amp::__private::Projections>::Scalar>
    }
}

/// The name of a field in WGSL.
fn member_name(member: &syn::Member) -> String {
    Source::of(member).plain_name().to_owned()
}

/// The member of a struct at this index: its name, or its number in a tuple struct.
fn member_at(input: &syn::DeriveInput, position: usize) -> syn::Member {
    let members = match &input.data {
        syn::Data::Struct(it) => it.fields.members().nth(position),
        syn::Data::Enum(_) | syn::Data::Union(_) => None,
    };
    members.unwrap_or_else(|| syn::Member::from(position))
}

/// Finds a component of a field's type that no device can hold, by the names of types. Returns its site and
/// the reason.
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

/// The reason why a field cannot have this type of the language or the standard library. A name such as `Box`
/// counts only with type arguments (`of_something`): without them it is the user's own type.
fn rejection_reason(name: &str, of_something: bool) -> Option<&'static str> {
    Some(match name {
        "usize" | "isize" => "it has 64 bits on the host and 32 on a device; use a `u32` or `i32`",
        "u128" | "i128" => "devices have no 128-bit integers; use two 64-bit or four 32-bit integers",
        "char" => "some bit patterns are no character; use a `u32` for the code point",
        "String" => "devices have no heap; use an array of a fixed length, or an id that stands for the text",
        name if of_something && OWNERS.contains(&name) => {
            "devices have no heap; use an array of a fixed length, or a view next to the struct"
        }
        "Range" | "RangeInclusive" if of_something => {
            "it is not `Copy`; use its two ends, `start: u32, end: u32`, and `start..end` where the range is needed"
        }
        "Option" | "Result" if of_something => {
            "host and device share no layout of it; use a sentinel value, or a `u32` flag next to the value"
        }
        _ => return None,
    })
}

/// The implementations for an enum without fields. Its value on a device is the discriminant.
fn enum_impls(
    input: &syn::DeriveInput,
    choices: &syn::DataEnum,
    diagnostics: &mut Diagnostics,
) -> TokenStream {
    let (private, ident) = (quote!(::amp::__private), &input.ident);
    report_lifetimes(input, diagnostics);
    let Some(first) = choices.variants.first().map(|variant| &variant.ident) else {
        diagnostics.advise(Code::AMP021, ident.span(), "it has no variants", data::ENUM_WITHOUT_VARIANTS);
        return TokenStream::new();
    };
    if choices.variants.iter().any(|variant| !variant.fields.is_empty()) {
        return sum::impls(input, choices, diagnostics);
    }
    let variants: Vec<_> = choices.variants.iter().map(|variant| &variant.ident).collect();
    let has_repr = input.attrs.iter().any(|attribute| attribute.path().is_ident("repr"));
    // Every enum gets all comparison operators on devices. If the enum lacks `PartialEq` or `PartialOrd`,
    // rustc reports the comparison in the CPU code of the kernel.
    let operators = ["eq", "lt", "le", "gt", "ge"].map(field_hash).map(|operator| {
        quote! {
            #[diagnostic::do_not_recommend]
            impl #private::DeviceOperator<#operator, #ident> for #ident {
                const ITEM: ::core::option::Option<&'static #private::Item> = ::core::option::Option::None;
            }
        }
    });
    let (name, mask) = (ident.to_string(), field_hash("comparison of an enum"));
    let fit = choices.variants.iter().map(|variant| {
        let (site, variant) = (Site::of(variant), &variant.ident);
        let message =
            format!("the discriminant of `{variant}` does not fit in 32 bits, which enums have on a device");
        quote_spanned! {site.first=>
            const _: () = {
                let number = <#ident>::#variant as ::core::primitive::i128;
                ::core::assert!(number >= -0x8000_0000 && number <= 0xffff_ffff, #message);
            };
        }
    });
    let atomic = input.attrs.iter().any(is_repr_of_a_word).then(|| {
        quote! {
            impl #private::AtomicValue for #ident {
                fn amp_bits(self) -> ::core::primitive::u32 {
                    self as ::core::primitive::u32
                }
            }
        }
    });
    let slots = slot_function(ident, &Parameters::of(&input.generics, std::iter::empty()));
    quote! {
        #(#fit)*
        #atomic
        #slots
        const _: () = {
            // The variant that stands for zeroed memory: the one with the discriminant 0, or else the first
            // one.
            const AMP_NOTHING: #ident =
                #(if <#ident>::#variants as ::core::primitive::isize == 0 { <#ident>::#variants } else)* { <#ident>::#first };
            impl #private::Variants for #ident {
                const ALL: &'static [Self] = &[#(Self::#variants),*];
            }
            const AMP_NUMBERS: &[::core::primitive::isize] = &[#(<#ident>::#variants as ::core::primitive::isize),*];
            impl #private::ShaderType for #ident {
                type Projections = #private::ProjectionsOf<Self>;
                // The user's `PartialEq`, `PartialOrd` and `Ord` may be device functions, too. With the mask, their numbers
                // differ from the hashes that select the comparisons of this expansion and of the runtime.
                const COMPARISON_MASK: ::core::primitive::u64 = #mask;
                const INFO: &'static #private::TypeInfo = &#private::TypeInfo::Enum({
                    use #private::Unrelated as _;
                    &#private::EnumInfo {
                        name: #name,
                        numbers: &[#(Self::#variants as ::core::primitive::isize as ::core::primitive::u32),*],
                        signed: #(0 > Self::#variants as ::core::primitive::isize)||*,
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
                #[inline(always)]
                fn write_fields(&self, to: &mut impl #private::ScalarWriter) {
                    let _ = Self::amp_slot_for::<0, (), (), #private::ForChecked>;
                    let number = match self { #(Self::#variants => Self::#variants as ::core::primitive::u32),* };
                    #private::write_number::<Self>(number, to);
                }
                #[inline(always)]
                fn read_fields(from: &mut impl #private::ScalarReader) -> Self {
                    let number = #private::read_number::<Self>(from);
                    #(if number == Self::#variants as ::core::primitive::u32 { Self::#variants } else)* { AMP_NOTHING }
                }
            }
        };
        #(#operators)*
    }
}

/// Whether the name of a type shows that the type consists of `f32`, as `[f32; 4]` and `Vec3` do.
fn is_made_of_f32(ty: &syn::Type) -> bool {
    let text = ty.to_token_stream().to_string();
    let mut words = text.split(|c: char| !c.is_alphanumeric());
    words.any(|word| word == "f32" || word.starts_with("Vec") || word.starts_with("Mat"))
}

fn is_packed(attribute: &syn::Attribute) -> bool {
    attribute.path().is_ident("repr")
        && attribute.meta.require_list().is_ok_and(|list| list.tokens.to_string().contains("packed"))
}

/// Whether the attribute is `#[repr(u32)]` or `#[repr(i32)]`.
fn is_repr_of_a_word(attribute: &syn::Attribute) -> bool {
    let mut found = false;
    if attribute.path().is_ident("repr") {
        let _ = attribute.parse_nested_meta(|meta| {
            found |= meta.path.is_ident("u32") || meta.path.is_ident("i32");
            Ok(())
        });
    }
    found
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
