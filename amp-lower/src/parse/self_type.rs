//! Replaces `Self` by the type in an `impl` of a trait for a built-in type or a glam type. So lowering knows the type
//! of `self`: in `impl Number for f32`, `self.sqrt()` is the built-in method.

use super::parameter_type;
use crate::vocabulary::types;
use proc_macro2::{TokenStream, TokenTree};
use quote::ToTokens;
use syn::visit_mut::{self, VisitMut};

/// A visitor that replaces `Self`. It holds `None`, and changes nothing, in the `impl` of a user's type.
pub(super) struct SelfType(Option<syn::Type>);

impl SelfType {
    pub(super) fn of(block: &syn::ItemImpl) -> Self {
        let ty = &*block.self_ty;
        let is_builtin = match ty {
            syn::Type::Path(_) => parameter_type(ty).is_some_and(|(name, arguments)| {
                let name = name.to_string();
                arguments.is_empty() && (types::scalar(&name).is_some() || types::is_glam(&name))
            }),
            syn::Type::Array(_) | syn::Type::Tuple(_) => true,
            _ => false,
        };
        SelfType((is_builtin && block.trait_.is_some()).then(|| ty.clone()))
    }
}

impl VisitMut for SelfType {
    fn visit_type_mut(&mut self, ty: &mut syn::Type) {
        if let (syn::Type::Path(path), Some(own)) = (&*ty, &self.0)
            && path.qself.is_none()
            && path.path.is_ident("Self")
        {
            *ty = own.clone();
            return;
        }
        visit_mut::visit_type_mut(self, ty);
    }

    fn visit_expr_path_mut(&mut self, path: &mut syn::ExprPath) {
        if let Some(own) = &self.0
            && path.qself.is_none()
            && path.path.segments.len() > 1
            && path.path.segments[0].ident == "Self"
        {
            let rest = path.path.segments.iter().skip(1);
            *path = match own {
                syn::Type::Path(syn::TypePath { qself: None, path: own, .. }) => {
                    syn::parse_quote!(#own #(::#rest)*)
                }
                own => syn::parse_quote!(<#own> #(::#rest)*),
            };
        }
        visit_mut::visit_expr_path_mut(self, path);
    }

    fn visit_macro_mut(&mut self, it: &mut syn::Macro) {
        if let Some(own) = &self.0 {
            it.tokens = replaced(std::mem::take(&mut it.tokens), own);
        }
    }

    // In an item inside the body, `Self` means the type of an inner `impl`.
    fn visit_item_mut(&mut self, _: &mut syn::Item) {}
}

/// Replaces `Self` in the tokens by the type `own`.
fn replaced(tokens: TokenStream, own: &syn::Type) -> TokenStream {
    let replace = |token| match token {
        TokenTree::Ident(ident) if ident == "Self" => own.to_token_stream(),
        TokenTree::Group(group) => {
            let mut inner = proc_macro2::Group::new(group.delimiter(), replaced(group.stream(), own));
            inner.set_span(group.span());
            TokenTree::Group(inner).into()
        }
        other => other.into(),
    };
    tokens.into_iter().flat_map(replace).collect()
}
