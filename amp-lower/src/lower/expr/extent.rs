//! `x.extent()` returns the size of a view in each dimension.
//!
//! ```rust,ignore
//! let [rows, cols] = z.extent().into();
//! let inside = z.extent().contains(i) && k < x.extent()[0];
//! ```
//!
//! - `extent()` works on every view, also on one that the kernel does not index.
//! - `x.len()` is the number of elements, and `x.is_empty()` tells whether there are none.
//! - In `amp!`, `x` may also be an array. So `len` and `is_empty` need an earlier use that shows `x` to be a view, such
//!   as a write. For other views, write `x.extent()[0]`.

use crate::ir::{Expr, ExprKind, Projection, Role, Ty};
use crate::lower::context::{Binding, Context};
use crate::lower::ty;
use crate::site::Site;
use syn::Pat;

/// The index of the capture `x` in `x.extent()`. `None` for other calls.
pub(super) fn extent_receiver(cx: &mut Context<'_>, it: &syn::ExprMethodCall) -> Option<usize> {
    let syn::Expr::Path(path) = &*it.receiver else { return None };
    if it.method != "extent" || !it.args.is_empty() {
        return None;
    }
    match cx.name(path.path.get_ident()?) {
        Some(Binding::Capture(capture) | Binding::Borrowed(capture, _)) => Some(capture),
        _ => None,
    }
}

/// Lowers `x.len()` or `x.is_empty()` of a view. `None` for other calls, and if `x` may be an array.
pub(super) fn length(cx: &mut Context<'_>, it: &syn::ExprMethodCall) -> Option<Expr> {
    let syn::Expr::Path(path) = &*it.receiver else { return None };
    let is_empty = it.method == "is_empty";
    if !it.args.is_empty() || !is_empty && it.method != "len" {
        return None;
    }
    let is_view = match cx.name(path.path.get_ident()?)? {
        Binding::Borrowed(..) => true,
        Binding::Capture(capture) => match cx.signature.infers_captures {
            true => cx.usage.surely_views.contains(&capture),
            false => cx.capture(capture).role != Role::Value,
        },
        _ => false,
    };
    let (view, span) = (&it.receiver, it.method.span());
    is_view.then(|| {
        let size: syn::Expr = match is_empty {
            true => syn::parse_quote_spanned!(span=> #view.extent().size() == 0),
            false => syn::parse_quote_spanned!(span=> #view.extent().size()),
        };
        super::lower(cx, &size)
    })
}

pub(super) fn lower(cx: &mut Context<'_>, capture: usize, site: Site) -> Expr {
    cx.mark_view(capture);
    cx.usage.surely_views.insert(capture);
    let view = match (cx.capture(capture).rank, &cx.capture(capture).view_arg_types) {
        // The rank is a generic parameter, so the type of the extent is a projection of the view's type.
        (None, Some([view, _])) => Some(Projection::Named(view.clone())),
        _ => None,
    };
    let ty = match (view, cx.rank_of_extent(capture)) {
        (None, Some(rank)) => Ty::Extent(rank),
        (view, _) => {
            Ty::hole(Projection::Extent(Ty::hole(view.unwrap_or(Projection::ArgumentForm(capture, false)))))
        }
    };
    Expr { kind: ExprKind::ExtentOf(capture), ty, site }
}

/// Records the rank of a view if the pattern to which its extent is bound determines it: `let [rows, cols] =
/// x.extent().into();`.
pub(in crate::lower) fn rank_from_pattern(
    cx: &mut Context<'_>,
    pattern: &Pat,
    value: &syn::Expr,
) -> Option<()> {
    let syn::Expr::MethodCall(it) = value else { return None };
    let (pattern, annotated) = match pattern {
        Pat::Type(typed) => (&*typed.pat, Some(&*typed.ty)),
        pattern => (pattern, None),
    };
    let (view, rank) = match (&*it.receiver, pattern, annotated) {
        (syn::Expr::MethodCall(inner), pattern, annotated) if it.method == "into" => {
            let rank = match (pattern, annotated) {
                (_, Some(syn::Type::Array(array))) => match &array.len {
                    syn::Expr::Lit(syn::ExprLit { lit: syn::Lit::Int(rank), .. }) => rank.base10_parse().ok(),
                    _ => None,
                },
                (Pat::Slice(slice), None) if !slice.elems.iter().any(|it| matches!(it, Pat::Rest(_))) => {
                    Some(slice.elems.len())
                }
                _ => None,
            };
            (extent_receiver(cx, inner), rank)
        }
        (_, _, Some(annotated @ syn::Type::Path(path))) if path.path.segments.last()?.ident == "Extent" => {
            match ty::lower(cx, annotated) {
                Ty::Extent(rank) => (extent_receiver(cx, it), Some(rank)),
                _ => return None,
            }
        }
        _ => return None,
    };
    let (capture, rank) = (view?, rank?);
    cx.capture(capture).view_arg_types.is_none().then(|| cx.mark_rank(capture, rank))
}
