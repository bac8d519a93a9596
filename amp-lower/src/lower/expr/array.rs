//! Arrays and tuples are built from their items.
//!
//! ```rust,ignore
//! let w = [a, 2.0, a * a];
//! let (zeros, pair) = ([0.0; 16], (a, 1u32));
//! ```
//!
//! - An array literal has at least one item.
//! - `w.len()` is a constant.

use crate::ir::{Expr, ExprKind, Len, Projection, Source, Stmt, Ty};
use crate::lower::context::Context;
use crate::lower::ty;
use crate::site::Site;

pub(super) fn lower(cx: &mut Context<'_>, it: &syn::ExprArray, site: Site) -> Expr {
    let parts = super::sequence(cx, &it.elems, super::lower);
    let element = parts.first().map_or(Ty::Error, |first| first.ty.clone());
    for part in &parts {
        cx.infer.unify(&element, &part.ty);
    }
    if parts.is_empty() {
        super::unsupported::expr(cx, &syn::Expr::Array(it.clone()));
        return Expr::error_placeholder(site);
    }
    let ty = Ty::Array(Box::new(element), Len::Number(parts.len()));
    Expr { kind: ExprKind::Array(parts), ty, site }
}

pub(super) fn repeat(cx: &mut Context<'_>, it: &syn::ExprRepeat, site: Site) -> Expr {
    let value = super::lower(cx, &it.expr);
    let Some(len) = ty::len(cx, &it.len) else { return Expr::error_placeholder(site) };
    let ty = Ty::Array(Box::new(value.ty.clone()), len.clone());
    let value = crate::lower::pattern::pinned(cx, value);
    Expr { kind: ExprKind::Repeat(Box::new(value), len), ty, site }
}

pub(super) fn tuple(cx: &mut Context<'_>, it: &syn::ExprTuple, site: Site) -> Expr {
    let parts = super::sequence(cx, &it.elems, super::with_references);
    let ty = Ty::Tuple(parts.iter().map(|part| part.ty.clone()).collect());
    Expr { kind: ExprKind::Tuple(parts), ty, site }
}

/// The length of an array as an expression: a literal, a constant, or `Length` if rustc resolves it. `None`
/// if the type is not an array.
pub(in crate::lower) fn array_length(cx: &Context<'_>, array: &Expr) -> Option<ExprKind> {
    Some(match (cx.infer.resolve(&array.ty), &array.kind) {
        (_, ExprKind::Slice { len, .. }) => len.kind.clone(),
        (Ty::Array(_, Len::Number(len)), _) => ExprKind::Literal(len.to_string()),
        (Ty::Array(_, Len::Const(len)), _) => ExprKind::Const(len),
        (_, ExprKind::Const(path)) => ExprKind::Const(Source::of_tokens(quote::quote!(#path.len()))),
        (Ty::Slice(_) | Ty::Hole(_) | Ty::Var(_), _) => ExprKind::Length(Box::new(array.clone())),
        _ => return None,
    })
}

/// The value of `w.len()`, if `w` is or counts as an array or slice. `None` if `w` may have a user's `len`.
pub(super) fn len_call(cx: &Context<'_>, array: &Expr, site: Site) -> Option<Expr> {
    let kind = array_length(cx, array)?;
    let is_slice = matches!(cx.infer.resolve(&array.ty), Ty::Slice(_));
    let is_known = is_slice || !matches!(kind, ExprKind::Length(_));
    // In a body without barriers, rustc decides whether the receiver is an array or has its own `len`. A body
    // with barriers needs lengths that are uniform in the tile. So a receiver there counts as an array, and a
    // const check asserts it. The exception is a receiver that is most likely a struct: it has a user-defined
    // type name, or is the result of a method.
    let is_place = cx.signature.may_wait
        && match (&array.kind, cx.infer.resolve(&array.ty)) {
            (ExprKind::Field(..), Ty::Hole(_) | Ty::Var(_)) => true,
            (ExprKind::Local(_), ty @ Ty::Var(_)) => !cx.infer.is_result_of_user_type(&ty),
            (ExprKind::Local(_), Ty::Hole(hole)) => !matches!(*hole, Projection::Named(_)),
            _ => false,
        };
    // The first lowering pass found that the kernel uses the capture both with subscripts and as a value, so
    // it is an array.
    let is_place = is_place
        || matches!(array.kind, ExprKind::Value(capture) if cx.usage.values.contains(&cx.capture(capture).ident.to_string()));
    (is_known || is_place).then_some(Expr { kind, ty: Ty::USIZE, site })
}

/// The array that a loop over its items reads, and the array's length. `len` is the length of `array`. If the
/// loop visits the items by value (not `by_ref`), its body may modify the array, so the loop reads a copy.
pub(in crate::lower) fn array_for_loop(
    cx: &mut Context<'_>,
    array: Expr,
    len: ExprKind,
    by_ref: bool,
    site: Site,
) -> (Expr, Expr) {
    let is_place = matches!(
        array.base(),
        ExprKind::Local(_) | ExprKind::Tile(_) | ExprKind::Element { .. } | ExprKind::ViewArg { .. }
    );
    let ty = array.ty.clone();
    let whole = match array.kind {
        // Nothing modifies the array during the loop, so it needs no copy.
        ExprKind::Local(var) if by_ref || !cx.may_modify(var) => array,
        // Items of a slice are visited by reference, `w[..n].iter().copied()`.
        _ if is_place && (by_ref || matches!(ty, Ty::Slice(_))) => super::with_fixed_subscripts(cx, array),
        // The loop body may modify the array or the subscripts that lead to it, or the array is not a place.
        // So the loop reads a copy.
        _ => {
            let list = cx.temporary("list", site, ty.clone(), true);
            cx.body.variables[list.0].is_constant = matches!(array.kind, ExprKind::Const(_));
            cx.prologue.push(Stmt::Let { var: list, value: Some(array) });
            Expr { kind: ExprKind::Local(list), ty, site }
        }
    };
    cx.body.borrows |= by_ref;
    // If rustc resolves the length, it is the length of `whole`, the array or copy that the loop reads.
    let kind = match len {
        ExprKind::Length(_) => ExprKind::Length(Box::new(whole.clone())),
        known => known,
    };
    (whole, Expr { kind, ty: Ty::USIZE, site })
}

#[cfg(test)]
mod tests {
    use crate::testing::{codes, wgsl};
    use expect_test::expect;

    #[test]
    fn arrays_and_tuples_are_built() {
        wgsl(
            "|i: Index<1>| { let mut a = [1.0, 2.0]; a[n % 2] = 3.0; let b = [0u32; 4]; let c = (a[0], b[1]); y[i] = c.0; }",
            expect![[r#"
                var a_: <[f32 ; 2usize]> = <[f32 ; 2usize]>(1.0f, 2.0f);
                a_[n % 2u] = 3.0f;
                let b_: <[u32 ; 4usize]> = <[u32 ; 4usize]>(0u; 4usize);
                let c_: <(f32 , u32 ,)> = <(f32 , u32 ,)>(a_[0], b_[1]);
                y[amp_global[0]] = c_.0;
            "#]],
        );
    }

    #[test]
    fn empty_arrays_are_rejected() {
        codes("|i: Index<1>| { let a = []; }", &["AMP001"]);
    }
}
