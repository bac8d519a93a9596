//! Private types as associated types. A user's field or signature may have a type that is less visible than
//! the type or trait that it belongs to.
//!
//! rustc rejects such a type as an associated type of a generated implementation. The implementation
//! therefore gets a type parameter for it. A bound equates the parameter with the private type, because
//! bounds may name private types.

use crate::vocabulary::types;
use amp_shader::field_hash;
use proc_macro2::{Ident, Span, TokenStream, TokenTree};
use quote::{ToTokens, quote};

/// The tokens with which an implementation states an associated type.
pub(crate) struct Opaque {
    pub(crate) ty: TokenStream,
    /// The type parameter that the implementation must declare if the type may be private.
    pub(crate) parameter: Option<TokenStream>,
    /// The bound that equates the parameter with the type.
    pub(crate) bound: TokenStream,
    /// The tokens `T as Opaque<HASH>`, for paths to functions of the runtime's trait `Opaque`. Empty for a
    /// public type.
    qualified_trait: TokenStream,
}

impl Opaque {
    /// Prints the tokens for the type `ty`. If it may be private, the implementation gets a type parameter
    /// called `name` for it, with the bound `ty: Opaque<HASH, Type = name>`. `HASH` is the hash of `place`,
    /// which contains tokens that identify the implementation. The hash makes the bound unique. Otherwise
    /// rustc would replace every `ty` in the implementation by the parameter.
    pub(crate) fn of(ty: &impl ToTokens, name: &str, place: &impl ToTokens) -> Opaque {
        if is_public(ty) {
            return Opaque::plain(ty);
        }
        let (place, parameter) =
            (field_hash(&place.to_token_stream().to_string()), Ident::new(name, Span::call_site()));
        let by = quote!(::amp::__private::Opaque<#place>);
        Opaque {
            ty: parameter.to_token_stream(),
            parameter: Some(quote!(#parameter,)),
            bound: quote!(#ty: ::amp::__private::Opaque<#place, Type = #parameter>,),
            qualified_trait: quote!(#ty as #by),
        }
    }

    /// The tokens for a type that is at least as visible as the implementation.
    pub(crate) fn plain(ty: &impl ToTokens) -> Opaque {
        let ty = ty.to_token_stream();
        Opaque { ty, parameter: None, bound: TokenStream::new(), qualified_trait: TokenStream::new() }
    }

    /// The same as [`Opaque::of`], for a type that must be a `Value`: the type parameter is also bounded by
    /// `Value`.
    pub(crate) fn of_value(ty: &impl ToTokens, name: &str, place: &impl ToTokens) -> Opaque {
        let mut shown = Opaque::of(ty, name, place);
        if shown.parameter.is_some() {
            let parameter = &shown.ty;
            shown.bound.extend(quote!(#parameter: ::amp::__private::Value,));
        }
        shown
    }

    /// Returns the body of a function whose result has the type `hidden`, which `body` computes. If the
    /// function's signature names the type parameter instead, the returned code converts the result to the
    /// type parameter.
    pub(crate) fn returned(&self, hidden: &impl ToTokens, body: TokenStream) -> TokenStream {
        if self.parameter.is_none() {
            return body;
        }
        let by = &self.qualified_trait;
        quote!(<#by>::into_type((|| -> #hidden { #body })()))
    }
}

/// Whether the type is certainly public, because it contains no user-defined name.
pub(crate) fn is_public(ty: &impl ToTokens) -> bool {
    ty.to_token_stream().into_iter().all(|token| match token {
        TokenTree::Group(group) => is_public(&group.stream()),
        TokenTree::Ident(ident) => {
            let name = ident.to_string();
            types::scalar(&name).is_some() || types::is_glam(&name) || name == "Self"
        }
        TokenTree::Punct(_) | TokenTree::Literal(_) => true,
    })
}

#[cfg(test)]
mod tests {
    use super::{Opaque, TokenStream};

    #[test]
    fn user_types_are_hidden() {
        let hides = |ty: &str| {
            let ty: TokenStream = ty.parse().unwrap_or_default();
            Opaque::of(&ty, "AmpType", &ty).parameter.is_some()
        };
        assert!(["Hit", "[Hit; 2]", "(f32, Hit)"].into_iter().all(hides));
        assert!(!["f32", "()", "[[Vec3; 2]; 4]", "(u32, Self)"].into_iter().any(hides));
    }
}
