//! Types that may be less visible than the type whose function or field they belong to: a private struct that a public one holds,
//! or that its methods take. An associated type must not show them; but it may be a type parameter, of which a bound says what it
//! is, and bounds may speak of whatever they like.

use crate::vocabulary::types;
use amp_shader::field_hash;
use proc_macro2::{Ident, Span, TokenStream, TokenTree};
use quote::{ToTokens, quote};

/// What an implementation sets an associated type to.
pub(crate) struct Shown {
    pub(crate) ty: TokenStream,
    /// The parameter that it is, if it is one, for the implementation to declare.
    pub(crate) parameter: Option<TokenStream>,
    /// What says of it which type it is.
    pub(crate) bound: TokenStream,
    /// The trait by which that is said, of the type itself.
    by: TokenStream,
}

impl Shown {
    /// A type, by a parameter of this name where not everybody sees it. What is bound is only known in one place: each has a
    /// number, or rustc would take any such type that is looked up there for the parameter.
    pub(crate) fn of(ty: &impl ToTokens, name: &str, place: &impl ToTokens) -> Shown {
        if all_see(ty) {
            return Shown::plain(ty);
        }
        let (place, parameter) =
            (field_hash(&place.to_token_stream().to_string()), Ident::new(name, Span::call_site()));
        let by = quote!(::amp::__private::Shown<#place>);
        Shown {
            ty: parameter.to_token_stream(),
            parameter: Some(quote!(#parameter,)),
            bound: quote!(#ty: ::amp::__private::Shown<#place, It = #parameter>,),
            by: quote!(#ty as #by),
        }
    }

    /// A type that whoever sees the implementation sees too.
    pub(crate) fn plain(ty: &impl ToTokens) -> Shown {
        let ty = ty.to_token_stream();
        Shown { ty, parameter: None, bound: TokenStream::new(), by: TokenStream::new() }
    }

    /// The same of a value: bounds of the implementation come after those that stand there.
    pub(crate) fn of_value(ty: &impl ToTokens, name: &str, place: &impl ToTokens) -> Shown {
        let mut shown = Shown::of(ty, name, place);
        if shown.parameter.is_some() {
            let parameter = &shown.ty;
            shown.bound.extend(quote!(#parameter: ::amp::__private::Value,));
        }
        shown
    }

    /// The body of a function that returns it.
    pub(crate) fn returned(&self, hidden: &impl ToTokens, body: TokenStream) -> TokenStream {
        if self.parameter.is_none() {
            return body;
        }
        let by = &self.by;
        quote!(<#by>::it((|| -> #hidden { #body })()))
    }
}

/// Whether no type in it is the user's own.
pub(crate) fn all_see(ty: &impl ToTokens) -> bool {
    ty.to_token_stream().into_iter().all(|token| match token {
        TokenTree::Group(group) => all_see(&group.stream()),
        TokenTree::Ident(ident) => {
            let name = ident.to_string();
            types::scalar(&name).or(types::small(&name)).is_some() || types::is_glam(&name) || name == "Self"
        }
        TokenTree::Punct(_) | TokenTree::Literal(_) => true,
    })
}

#[cfg(test)]
mod tests {
    use super::{Shown, TokenStream};

    #[test]
    fn hides_what_is_the_users() {
        let hides = |ty: &str| {
            let ty: TokenStream = ty.parse().unwrap_or_default();
            Shown::of(&ty, "AmpType", &ty).parameter.is_some()
        };
        assert!(["Hit", "[Hit; 2]", "(f32, Hit)"].into_iter().all(hides));
        assert!(!["f32", "()", "[[Vec3; 2]; 4]", "(u32, Self)"].into_iter().any(hides));
    }
}
