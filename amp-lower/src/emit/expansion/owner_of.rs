//! Calls of a device trait's functions by the trait's path: `Shape::area(&s)`.
//!
//! The macro of the caller does not know whether `Shape` is a trait or a type. So it prints the path
//! `Shape::amp_slot_for(arguments, result)`, which is valid for both (see `AnyType` in the runtime). The trait
//! has a hidden provided function of this name. A type that stands for the trait implements `OwnerOf` once for
//! each function, so that rustc infers `Self` from the types of the call.

use crate::parse::{attribute_of_trait, implementor};
use amp_shader::field_hash;
use proc_macro2::{Group, Ident, Span, TokenStream, TokenTree};
use quote::{ToTokens, format_ident, quote};

/// The hidden function for the trait, the type that stands for the trait, and the type's implementations. `None`
/// for a generic trait, whose parameters a call by path does not determine, and if no signature determines `Self`.
pub(super) fn slot_function(item: &syn::ItemTrait) -> Option<(syn::TraitItem, TokenStream)> {
    if !item.generics.params.is_empty() {
        return None;
    }
    let private = quote!(::amp::__private);
    let (visibility, name) =
        (&item.vis, format_ident!("AmpOwnersOf{}", item.ident.to_string().trim_start_matches("r#")));
    let (of_trait, attribute) = (&item.ident, attribute_of_trait());
    let function = syn::parse_quote! {
        #[doc(hidden)]
        fn amp_slot_for<const AMP_NAME: ::core::primitive::u64, AmpArguments, AmpResult, AmpMode>(
            _: #private::FunctionName<AMP_NAME, AmpMode>,
            _: #private::TypeSlot<AmpArguments>,
            _: #private::TypeSlot<AmpResult>,
        ) -> #private::TypeSlot<(
            Self,
            <AmpMode as #private::TraitPathMode<<Self as #of_trait>::#attribute>>::OfTrait,
        )>
        where
            AmpMode: #private::TraitPathMode<<Self as #of_trait>::#attribute>,
            #name: #private::OwnerOf<AMP_NAME, AmpArguments, AmpResult, Owner = Self>,
        {
            #private::slot()
        }
    };
    let functions = item.items.iter().filter_map(|item| match item {
        syn::TraitItem::Fn(function) => owner_of(&function.sig, &name),
        _ => None,
    });
    let functions: Vec<_> = functions.collect();
    if functions.is_empty() {
        return None;
    }
    let quiet = super::lint_allowances();
    let beside = quote! {
        #quiet
        #[doc(hidden)]
        #visibility enum #name {}
        const _: ::core::marker::PhantomData<#name> = ::core::marker::PhantomData;
        #(#functions)*
    };
    Some((function, beside))
}

/// The implementation of `OwnerOf` for one function. It tells rustc how the `Self` type of the user's trait
/// follows from the types of a call. This is the type of the first parameter of type `Self` or `&Self`.
/// Without such a parameter, rustc infers `Self` from the result type. `None` if the signature does not
/// determine `Self`.
fn owner_of(signature: &syn::Signature, name: &Ident) -> Option<TokenStream> {
    let private = quote!(::amp::__private);
    let hash = field_hash(&signature.ident.to_string());
    let given: Vec<_> = (0..signature.inputs.len()).map(|n| format_ident!("AmpA{n}")).collect();
    let own = signature.inputs.iter().enumerate().find_map(|(n, input)| match input {
        syn::FnArg::Receiver(receiver) => {
            Some((n, matches!(receiver.kind, syn::ReceiverKind::Reference(..))))
        }
        syn::FnArg::Typed(typed) => match &*typed.ty {
            syn::Type::Reference(reference) if is_self(&reference.elem) => Some((n, true)),
            ty => is_self(ty).then_some((n, false)),
        },
    });
    let (result, owner, bound) = match (own, &signature.output) {
        (Some((n, by_reference)), _) => {
            let own = &given[n];
            let owner = match by_reference {
                true => quote!(<#own as #private::BehindReference>::To),
                false => own.to_token_stream(),
            };
            (None, owner, by_reference.then(|| quote!(#own: #private::BehindReference)))
        }
        (None, syn::ReturnType::Type(_, ty)) => {
            let (result, found) = with_implementor(ty.to_token_stream())?;
            (Some(result).filter(|_| found), implementor().into_token_stream(), None)
        }
        (None, syn::ReturnType::Default) => return None,
    };
    let parameter = match (&result, own) {
        (Some(_), _) => implementor(),
        (None, Some(_)) => Ident::new("AmpResult", Span::call_site()),
        (None, None) => return None,
    };
    let result = result.unwrap_or_else(|| parameter.to_token_stream());
    Some(quote! {
        impl<#(#given,)* #parameter> #private::OwnerOf<#hash, (#(#given,)*), #result> for #name where #bound {
            type Owner = #owner;
        }
    })
}

fn is_self(ty: &syn::Type) -> bool {
    matches!(ty, syn::Type::Path(path) if path.qself.is_none() && path.path.is_ident("Self"))
}

/// Replaces `Self` by the name of a type parameter, and returns whether it occurs. `None` if an associated type of
/// `Self` occurs, from which rustc cannot infer `Self`.
fn with_implementor(tokens: TokenStream) -> Option<(TokenStream, bool)> {
    let tokens: Vec<_> = tokens.into_iter().collect();
    let (mut out, mut found) = (TokenStream::new(), false);
    for (n, token) in tokens.iter().enumerate() {
        match token {
            TokenTree::Ident(name) if name == "Self" => {
                let is_path = matches!(tokens.get(n + 1), Some(TokenTree::Punct(it)) if it.as_char() == ':');
                if is_path {
                    return None;
                }
                found = true;
                out.extend([TokenTree::Ident(implementor())]);
            }
            TokenTree::Group(group) => {
                let (inner, has) = with_implementor(group.stream())?;
                found |= has;
                out.extend([TokenTree::Group(Group::new(group.delimiter(), inner))]);
            }
            other => out.extend([other.clone()]),
        }
    }
    Some((out, found))
}
