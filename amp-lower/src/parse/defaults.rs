//! The bodies of a trait: functions of whoever implements it.

use super::{FunctionInput, signature};
use crate::diagnostics::Diagnostics;
use proc_macro2::{Group, Ident, Span, TokenStream, TokenTree};
use syn::visit_mut::VisitMut;

/// The name of who implements the trait.
pub(crate) fn implementor() -> Ident {
    Ident::new("AmpSelf", Span::call_site())
}

/// A method with a body as a function that is generic over who implements the trait.
pub(super) fn function(
    item: &syn::ItemTrait,
    function: &syn::TraitItemFn,
    body: &syn::Block,
) -> FunctionInput {
    let mut whole = syn::ItemFn {
        attrs: function.attrs.clone(),
        vis: syn::Visibility::Inherited,
        modifiers: function.modifiers.clone(),
        sig: function.sig.clone(),
        block: Box::new(body.clone()),
    };
    Renamed.visit_item_fn_mut(&mut whole);
    // What is wrong with the signature was said of the trait's own.
    let mut said = Diagnostics::default();
    let signature::Parameters { mut parameters, patterns } = signature::device(&whole.sig, &mut said);
    let _ = said.finish();
    parameters.iter_mut().for_each(|(_, _, ty)| Renamed.visit_type_mut(ty));
    let implementor = implementor();
    whole.sig.generics.params.push(syn::parse_quote!(#implementor));
    let of_trait = item.generics.params.iter().filter(|it| !matches!(it, syn::GenericParam::Lifetime(_)));
    whole.sig.generics.params.extend(of_trait.cloned());
    FunctionInput { item: whole, parameters, patterns }
}

/// `Self` by the name that it has outside of the trait.
struct Renamed;

impl VisitMut for Renamed {
    fn visit_ident_mut(&mut self, ident: &mut Ident) {
        if ident == "Self" {
            *ident = Ident::new("AmpSelf", ident.span());
        }
    }

    fn visit_macro_mut(&mut self, it: &mut syn::Macro) {
        it.tokens = renamed(std::mem::take(&mut it.tokens));
    }

    // What is declared inside has a `Self` of its own, or none.
    fn visit_item_mut(&mut self, _: &mut syn::Item) {}
}

fn renamed(tokens: TokenStream) -> TokenStream {
    let rename = |token| match token {
        TokenTree::Ident(ident) if ident == "Self" => TokenTree::Ident(Ident::new("AmpSelf", ident.span())),
        TokenTree::Group(group) => {
            let mut inner = Group::new(group.delimiter(), renamed(group.stream()));
            inner.set_span(group.span());
            TokenTree::Group(inner)
        }
        other => other,
    };
    tokens.into_iter().map(rename).collect()
}
