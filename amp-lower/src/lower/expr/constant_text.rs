//! The bytes and characters of a constant of the type `&str`, and slices of constants. See `known_text` and
//! `constant_slices`, which write the calls.

use crate::ir::{Expr, ExprKind, Len, Projection, Source, Ty};
use crate::lower::context::Context;
use crate::site::Site;
use amp_shader::Scalar;
use quote::quote;

/// Whether a call is `text_bytes(NAME)` or `text_chars(NAME)`.
pub(super) fn is_call(it: &syn::ExprCall) -> bool {
    let syn::Expr::Path(path) = &*it.func else { return false };
    let mut names = path.path.segments.iter().rev().map(|segment| &segment.ident);
    names.next().is_some_and(|name| name == "text_bytes" || name == "text_chars")
        && names.next().is_some_and(|name| name == "__private")
}

/// Lowers `constant_slice::<T>(&[..])`, which `lower::constant_slices` writes, to a constant. `None` for other calls.
pub(super) fn slice(cx: &mut Context<'_>, it: &syn::ExprCall, names: &[&str], site: Site) -> Option<Expr> {
    let [.., "__private", "constant_slice"] = names else { return None };
    let syn::Expr::Path(path) = &*it.func else { return None };
    let syn::PathArguments::AngleBracketed(turbofish) = &path.path.segments.last()?.arguments else {
        return None;
    };
    let item = turbofish.args.first()?;
    let written = Source::of(it);
    let ty = match item {
        syn::GenericArgument::Type(syn::Type::Infer(_)) => cx.infer.constant(written.clone()),
        item => Ty::hole(Projection::Named(Source::of_tokens(quote!(&'static [#item])))),
    };
    Some(Expr { kind: ExprKind::Const(written), ty, site })
}

/// Lowers `text_bytes(NAME)` and `text_chars(NAME)` to a constant array. `None` for other calls.
pub(super) fn lower(it: &syn::ExprCall, names: &[&str], site: Site) -> Option<Expr> {
    let text = it.args.first()?;
    let (item, len, array) = match names {
        [.., "__private", "text_bytes"] => {
            let len = quote!(#text.len());
            let array = quote!(const { ::amp::__private::text_bytes::<{ #len }>(#text) });
            (Ty::Scalar(Scalar::U8), len, array)
        }
        [.., "__private", "text_chars"] => {
            let len = quote!(::amp::__private::text_count(#text));
            let array = quote!(const { ::amp::__private::text_chars::<{ #len }>(#text) });
            (Ty::hole(Projection::Named(Source::of_tokens(quote!(char)))), len, array)
        }
        _ => return None,
    };
    let ty = Ty::Array(Box::new(item), Len::Const(Source::of_tokens(len)));
    Some(Expr { kind: ExprKind::Const(Source::of_tokens(array)), ty, site })
}
