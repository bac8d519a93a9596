//! A subscript selects an element of a view, an item of an array or of tile memory, or a component of an
//! index.
//!
//! ```rust,ignore
//! y[i] = a[[row, col]] + x[k];
//! let c = table[n % 4] + t.local[0] as f32;
//! ```
//!
//! - Subscripts are `usize`. A view of several dimensions takes an `Index`, or an array with one subscript
//!   for each dimension.
//! - Tile memory takes one subscript for each dimension, `s[row][col]`, or an `Index`: `s[t.local]`.

use super::{slice, user_index};
use crate::diagnostics::Code;
use crate::diagnostics::advice::construct;
use crate::ir::{Expr, ExprKind, Len, Role, Ty};
use crate::lower::context::{Binding, Context};
use crate::lower::pattern::pinned;
use crate::lower::subview;
use crate::site::{Site, quoted};

pub(super) fn lower(cx: &mut Context<'_>, it: &syn::ExprIndex, site: Site) -> Expr {
    if subview::is_subview(cx, &it.expr) {
        cx.usage.subscript_is_place = false;
        if slice::is_range(cx, &it.index) {
            return super::subview::slice(cx, it, site);
        }
        return super::subview::element(cx, it, site);
    }
    if let syn::Expr::Path(path) = &*it.expr
        && let Some(ident) = path.path.get_ident()
        && let Some(Binding::Capture(capture) | Binding::Borrowed(capture, _)) = cx.name(ident)
    {
        let array = matches!(cx.capture(capture).element, Ty::Array(..));
        let value = array || cx.usage.values.contains(&cx.capture(capture).ident.to_string());
        if !(value && cx.capture(capture).role == Role::Value) {
            if cx.mark_view(capture) {
                cx.usage.subscript_is_place = false;
                if slice::is_range(cx, &it.index) {
                    return slice_of_view(cx, capture, it, site);
                }
                return element(cx, capture, it, site);
            }
            let what = cx.capture(capture).element.clone();
            if what.is_error() {
                return Expr::error_placeholder(site);
            }
            if !matches!(what, Ty::Hole(_) | Ty::Index(_) | Ty::Extent(_)) {
                let detail = format!("a subscript on {}", what.describe());
                cx.advise(Code::AMP001, site, detail, construct::SUBSCRIPT);
                return Expr::error_placeholder(site);
            }
        }
    }
    let is_place = std::mem::take(&mut cx.usage.subscript_is_place);
    if slice::is_range(cx, &it.index) {
        let base = super::place(cx, &it.expr);
        return slice::lower(cx, base, it, site);
    }
    let base = if is_place { super::place(cx, &it.expr) } else { super::lower(cx, &it.expr) };
    let (before, index) = cx.in_block(|cx| super::lower(cx, &it.index));
    // Rust evaluates the base before the subscript, whose statements could modify the base. So if the base is
    // a place, its subscripts are stored first; if it is an array value, the array is stored.
    let base = match base.base() {
        _ if before.is_empty() => base,
        ExprKind::Local(_) | ExprKind::Tile(_) | ExprKind::Element { .. } => {
            super::reference::with_fixed_subscripts(cx, base)
        }
        ExprKind::Value(_) | ExprKind::Item(_) | ExprKind::Const(_) | ExprKind::ExtentOf(_) => base,
        _ => pinned(cx, base),
    };
    cx.prologue.extend(before);
    if base.ty.is_error() {
        return Expr::error_placeholder(site);
    }
    if let ExprKind::Tile(tile) = base.kind
        && let Ty::Index(rank) = cx.infer.resolve(&index.ty)
    {
        cx.body.tile_static[tile].indexed = true;
        return element_of_tile(cx, base, index, rank, it, site);
    }
    let whole = user_index::without_reference(base.clone());
    if user_index::is_own(cx, &whole, &index, is_place) {
        return user_index::value(cx, whole, index, site);
    }
    cx.infer.unify(&index.ty, &Ty::USIZE);
    // A literal subscript selects a component of an extent whose components are known.
    if let (ExprKind::MakeIndex(parts), ExprKind::Literal(digits)) = (&base.kind, &index.kind)
        && let Some(part) = digits.parse::<usize>().ok().and_then(|at| parts.get(at))
        && (part.is_simple() || super::subview::is_extent_component(part))
    {
        return Expr { site, ..part.clone() };
    }
    slice::checked_item(cx, &base, index, site)
}

/// Lowers a slice of a view with one dimension.
fn slice_of_view(cx: &mut Context<'_>, capture: usize, it: &syn::ExprIndex, site: Site) -> Expr {
    if let Some(rank @ 2..) = cx.capture(capture).rank {
        let detail = format!("a range as the subscript of `{}`, which has rank {rank}", quoted(&it.expr));
        cx.advise(Code::AMP001, Site::of(&it.index), detail, construct::SLICE_OF_RANK);
        return Expr::error_placeholder(site);
    }
    cx.usage.surely_views.insert(capture);
    cx.mark_rank(capture, 1);
    let length = super::subview::length_of_view(site, capture);
    slice::of_view(cx, capture, Vec::new(), length, it, site)
}

/// Lowers a subscript of tile memory with an `Index`, `s[t.local]`, to one subscript for each dimension.
fn element_of_tile(
    cx: &mut Context<'_>,
    tile: Expr,
    index: Expr,
    rank: usize,
    it: &syn::ExprIndex,
    site: Site,
) -> Expr {
    let (mut ty, mut dimensions) = (&tile.ty, 0);
    while let Ty::Array(item, _) = ty {
        (ty, dimensions) = (item, dimensions + 1);
    }
    // Only types that the user wrote as arrays count as dimensions. If the innermost type is a name, it may
    // be an alias of an array type. The rank is then unknown, and rustc checks the subscripts.
    if dimensions < rank && !matches!(ty, Ty::Hole(_) | Ty::Var(_)) {
        let detail =
            format!("`{}` has rank {dimensions}, but the subscript has {rank} components", quoted(&it.expr));
        cx.advise(Code::AMP001, Site::of(&it.index), detail, construct::RANK);
        return Expr::error_placeholder(site);
    }
    components(cx, index, rank).into_iter().fold(tile, |base, number| {
        let ty = cx.infer.item(&base.ty);
        Expr { kind: ExprKind::Subscript(Box::new(base), Box::new(number)), ty, site }
    })
}

/// Lowers a subscript of the view `capture` to an element.
fn element(cx: &mut Context<'_>, capture: usize, it: &syn::ExprIndex, site: Site) -> Expr {
    let index = match &*it.index {
        syn::Expr::Array(parts) => {
            cx.usage.surely_views.insert(capture);
            let parts = super::sequence(cx, &parts.elems, super::lower);
            for part in &parts {
                cx.infer.unify(&part.ty, &Ty::USIZE);
            }
            parts
        }
        other => {
            let whole = super::lower(cx, other);
            match cx.infer.resolve(&whole.ty) {
                Ty::Error => return Expr::error_placeholder(site),
                Ty::Index(rank) => {
                    cx.usage.surely_views.insert(capture);
                    components(cx, whole, rank)
                }
                Ty::Array(item, Len::Number(rank)) => {
                    cx.usage.surely_views.insert(capture);
                    cx.infer.unify(&item, &Ty::USIZE);
                    components(cx, whole, rank)
                }
                // The rank of this index is a generic parameter, so the macro does not know the number of
                // components. The index stays one operand.
                ty @ Ty::Hole(_)
                    if cx.capture(capture).rank.is_none() && cx.capture(capture).view_arg_types.is_some() =>
                {
                    let whole = pinned(cx, whole);
                    let kind = ExprKind::Components(Box::new(whole));
                    vec![Expr { kind, ty, site: Site::of(other) }]
                }
                // The type of this subscript is unknown, such as that of a function's result. A view of
                // several dimensions takes no `usize`, so the subscript must be an index.
                Ty::Hole(_) | Ty::Var(_) if cx.capture(capture).rank.is_some_and(|rank| rank > 1) => {
                    let rank = cx.capture(capture).rank.unwrap_or_default();
                    cx.infer.unify(&whole.ty, &Ty::Index(rank));
                    components(cx, Expr { ty: Ty::Index(rank), ..whole }, rank)
                }
                _ => {
                    cx.infer.unify(&whole.ty, &Ty::USIZE);
                    vec![whole]
                }
            }
        }
    };
    if let Some(rank) = cx.capture(capture).rank
        && rank != index.len()
    {
        let detail = format!(
            "`{}` has rank {rank}, but the subscript has {} component{}",
            cx.capture(capture).ident,
            index.len(),
            if index.len() == 1 { "" } else { "s" }
        );
        cx.advise(Code::AMP001, Site::of(&it.index), detail, construct::RANK);
        return Expr::error_placeholder(site);
    }
    if !matches!(index.first(), Some(Expr { kind: ExprKind::Components(_), .. })) {
        cx.mark_rank(capture, index.len());
    }
    let ty = cx.capture(capture).element.clone();
    Expr { kind: ExprKind::Element { capture, index }, ty, site }
}

/// The components of an index. The code evaluates the index once.
pub(super) fn components(cx: &mut Context<'_>, whole: Expr, rank: usize) -> Vec<Expr> {
    if let ExprKind::MakeIndex(parts) = whole.kind {
        return parts;
    }
    let whole = pinned(cx, whole);
    (0..rank)
        .map(|dimension| {
            let site = whole.site;
            let number = Expr { kind: ExprKind::Literal(dimension.to_string()), ty: Ty::USIZE, site };
            Expr { kind: ExprKind::Subscript(Box::new(whole.clone()), Box::new(number)), ty: Ty::USIZE, site }
        })
        .collect()
}

#[cfg(test)]
mod tests {
    use crate::testing::{codes, wgsl};
    use expect_test::expect;

    #[test]
    fn subscripts_select_elements() {
        wgsl(
            "|i: Index<2>| { y[i] = x[[i[1], i[0] + 1]]; let j = i + 1; z[i] = (x[j] + x[[3, n]]) as u32; }",
            expect![[r#"
                y[amp_global[0], amp_global[1]] = x[amp_global[1], amp_global[0] by [0, 1]];
                let j_: <:: amp :: Index < 2usize >> = Add<::amp::Index<2usize>, usize>(amp_global, 1u);
                z[amp_global[0], amp_global[1]] = Cast<f32, u32>(x[amp_global[0], amp_global[1] by [1, 1]] + x[3u, n]);
            "#]],
        );
    }

    #[test]
    fn finds_elements_of_tile_memory_by_an_index() {
        wgsl(
            "tile = [4, 4], |t: TiledIndex<2>| {
                #[tile_static] let mut s: [[f32; 4]; 4];
                s[t.local] = x[t.global];
                s[t.local] += 1.0;
                t.barrier.wait();
                let turned = Index::new([t.local[1], 0]);
                y[t.global] = s[turned];
            }",
            expect![[r#"
                tile_s_[amp_local[0]][amp_local[1]] = x[amp_global[0], amp_global[1]];
                tile_s_[amp_local[0]][amp_local[1]] += 1.0f;
                workgroupBarrier();
                let turned_: <:: amp :: Index < 2usize >> = <:: amp :: Index < 2usize >>(amp_local[1], 0u);
                y[amp_global[0], amp_global[1]] = tile_s_[turned_[0]][turned_[1]];
            "#]],
        );
    }

    #[test]
    fn wrong_rank_is_rejected() {
        codes("|i: Index<1>| { y[i] = y[[0, 1]]; let k = n[i]; let m = n; }", &["AMP001", "AMP001"]);
        codes(
            "tile = [4, 4], |t: TiledIndex<2>| { #[tile_static] let mut s: [f32; 4]; s[t.local] = 1.0; y[t.global] = 1.0; }",
            &["AMP001"],
        );
        // `q` is a captured array.
        codes("|i: Index<1>| { y[i] = q[3]; let m = q; }", &[]);
    }
}
