//! A piece of the template as the compiler has it: [`amp_shader::Piece`] with types that may still have holes.

use crate::ir::{Callee, Len, Ty, Written};
use amp_shader::{Operation, TypeInfo};
use proc_macro2::{Ident, Span, TokenStream};
use quote::quote;

/// Text or a hole.
#[derive(Clone, Debug)]
pub(crate) enum Part {
    Text(String),
    /// The beginning of a statement, for the validator's messages.
    Mark(usize),
    Type(Ty),
    Number(Ty, String),
    Const(Ty, Written),
    Operation(Operation, Ty, Ty),
    Method(&'static str, Ty),
    Field(Ty, String),
    Repeat(Vec<Part>, Len),
    Call(Callee, Vec<Ty>),
    /// A struct's fields, and what the others are taken from.
    Record(Ty, Vec<(String, Vec<Part>)>, Option<Vec<Part>>),
    Value(usize),
    Load(usize),
    EndLoad(usize),
    Element(usize),
    EndElement(usize),
    PlaceField(usize, Ty, String),
    Store(usize),
    StoreValue(usize),
    EndStore(usize),
    Stored(usize, Ty),
    EndStored(usize, Ty),
    Extent(usize),
}

impl Part {
    /// Text, where nothing is left to rustc or to the linker.
    pub(crate) fn known(&self) -> Part {
        match self {
            Part::Type(Ty::Scalar(scalar)) if scalar.words() == 1 => Part::Text(scalar.wgsl().to_owned()),
            Part::Number(Ty::Scalar(scalar), digits) if scalar.words() == 1 => {
                Part::Text(amp_shader::number(&TypeInfo::Scalar(*scalar), digits))
            }
            other => other.clone(),
        }
    }

    /// The expression of the `Piece`; a mark leaves nothing behind.
    pub(crate) fn piece(&self) -> Option<TokenStream> {
        let piece = quote!(::amp::__private::Piece);
        Some(match self {
            Part::Mark(_) => return None,
            Part::Text(text) => quote!(#piece::Text(#text)),
            Part::Type(ty) => {
                let info = ty.info();
                quote!(#piece::Type(#info))
            }
            Part::Number(ty, digits) => {
                let info = ty.info();
                quote!(#piece::Number(#info, #digits))
            }
            Part::Const(Ty::Var(_) | Ty::Poison | Ty::Array(_, Len::Unknown), path) => {
                let path = &path.0;
                quote!(#piece::Const(::amp::__private::const_info(&#path), |out| ::amp::__private::Value::words(&#path, out)))
            }
            Part::Const(ty, path) => {
                let (path, name, info) = (&path.0, ty.rust(), ty.info());
                quote!(#piece::Const(#info, |out| <#name as ::amp::__private::Value>::words(&#path, out)))
            }
            Part::Operation(operation, lhs, rhs) => {
                let name = Ident::new(&format!("{operation:?}"), Span::call_site());
                let (lhs, rhs) = (lhs.info(), rhs.info());
                quote!(#piece::Operation(::amp::__private::Operation::#name, #lhs, #rhs))
            }
            Part::Method(name, ty) => {
                let info = ty.info();
                quote!(#piece::Method(#name, #info))
            }
            Part::Field(ty, name) => {
                let info = ty.info();
                quote!(#piece::Field(#info, #name))
            }
            Part::Call(callee, arguments) => {
                let item = callee.item(arguments);
                quote!(#piece::Call(#item))
            }
            Part::Record(ty, fields, rest) => {
                let pieces = |parts: &[Part]| {
                    let pieces = parts.iter().map(Part::known).filter_map(|part| part.piece());
                    quote!(&[#(#pieces),*])
                };
                let info = ty.info();
                let fields = fields.iter().map(|(name, parts)| {
                    let parts = pieces(parts);
                    quote!((#name, #parts))
                });
                let rest = match rest {
                    Some(rest) => {
                        let rest = pieces(rest);
                        quote!(::core::option::Option::Some(#rest))
                    }
                    None => quote!(::core::option::Option::None),
                };
                quote!(#piece::Record(#info, &[#(#fields),*], #rest))
            }
            Part::Repeat(value, len) => {
                let value = value.iter().map(Part::known).filter_map(|part| part.piece());
                quote!(#piece::Repeat(&[#(#value),*], #len))
            }
            Part::Value(slot) => quote!(#piece::Value(#slot)),
            Part::Load(slot) => quote!(#piece::Load(#slot)),
            Part::EndLoad(slot) => quote!(#piece::EndLoad(#slot)),
            Part::PlaceField(slot, ty, name) => {
                let info = ty.info();
                quote!(#piece::PlaceField(#slot, #info, #name))
            }
            Part::Store(slot) => quote!(#piece::Store(#slot)),
            Part::StoreValue(slot) => quote!(#piece::StoreValue(#slot)),
            Part::EndStore(slot) => quote!(#piece::EndStore(#slot)),
            Part::Stored(slot, ty) => {
                let info = ty.info();
                quote!(#piece::Stored(#slot, #info))
            }
            Part::EndStored(slot, ty) => {
                let info = ty.info();
                quote!(#piece::EndStored(#slot, #info))
            }
            Part::Element(slot) => quote!(#piece::Element(#slot)),
            Part::EndElement(slot) => quote!(#piece::EndElement(#slot)),
            Part::Extent(slot) => quote!(#piece::Extent(#slot)),
        })
    }
}
