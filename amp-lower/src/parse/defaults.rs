//! Default methods of a `#[device]` trait: each becomes a function that is generic over the implementing
//! type.

use super::{FunctionInput, signature};
use crate::diagnostics::Diagnostics;
use proc_macro2::{Group, Ident, Span, TokenStream, TokenTree};
use syn::visit_mut::VisitMut;

/// The name of the type parameter that stands for the implementing type.
pub(crate) fn implementor() -> Ident {
    Ident::new("AmpSelf", Span::call_site())
}

/// The name of the hidden associated type of a device trait. In an `impl` of the trait, it is the type that stands for
/// the `impl` when a call selects one of its functions. `#[device]` on the `impl` defines it. Without the attribute,
/// rustc reports the type as missing, so its name reads like a message.
pub(crate) fn attribute_of_trait() -> Ident {
    Ident::new("MissingDeviceAttribute", Span::call_site())
}

/// Turns a default method into a function that is generic over the implementing type.
pub(super) fn function(
    item: &syn::ItemTrait,
    function: &syn::TraitItemFn,
    body: &syn::Block,
) -> FunctionInput {
    let mut free_function = syn::ItemFn {
        attrs: function.attrs.clone(),
        vis: syn::Visibility::Inherited,
        modifiers: function.modifiers.clone(),
        sig: function.sig.clone(),
        block: Box::new(body.clone()),
    };
    SelfRenamer.visit_item_fn_mut(&mut free_function);
    // The errors in the signature are already reported for the trait itself.
    let mut already_reported = Diagnostics::default();
    let signature::Parameters { mut parameters, patterns } =
        signature::device(&free_function.sig, &mut already_reported);
    let _ = already_reported.finish();
    parameters.iter_mut().for_each(|(_, _, ty)| SelfRenamer.visit_type_mut(ty));
    let implementor = implementor();
    let of_type = &item.ident;
    free_function.sig.generics.params.push(syn::parse_quote!(#implementor: #of_type));
    let of_trait = item.generics.params.iter().filter(|it| !matches!(it, syn::GenericParam::Lifetime(_)));
    free_function.sig.generics.params.extend(of_trait.cloned());
    FunctionInput { item: free_function, parameters, patterns, block_parameters: Vec::new() }
}

/// A visitor that replaces `Self` by the type parameter that stands for the implementing type.
struct SelfRenamer;

impl VisitMut for SelfRenamer {
    fn visit_ident_mut(&mut self, ident: &mut Ident) {
        if ident == "Self" {
            *ident = Ident::new("AmpSelf", ident.span());
        }
    }

    fn visit_macro_mut(&mut self, it: &mut syn::Macro) {
        it.tokens = rename_self(std::mem::take(&mut it.tokens));
    }

    // Items inside the body keep their `Self`: there it is the type of an inner `impl`, or invalid.
    fn visit_item_mut(&mut self, _: &mut syn::Item) {}
}

fn rename_self(tokens: TokenStream) -> TokenStream {
    let rename = |token| match token {
        TokenTree::Ident(ident) if ident == "Self" => TokenTree::Ident(Ident::new("AmpSelf", ident.span())),
        TokenTree::Group(group) => {
            let mut inner = Group::new(group.delimiter(), rename_self(group.stream()));
            inner.set_span(group.span());
            TokenTree::Group(inner)
        }
        other => other,
    };
    tokens.into_iter().map(rename).collect()
}
