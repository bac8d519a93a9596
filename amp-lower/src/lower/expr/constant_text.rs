//! The bytes and characters of a constant of the type `&str`. See `known_text`, which writes the calls.

use crate::ir::{Expr, ExprKind, Len, Projection, Source, Ty};
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
