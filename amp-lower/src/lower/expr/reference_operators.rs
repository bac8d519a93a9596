//! Operators of references to a user's type: `&a + &b`, `sum += &v`.
//!
//! A user writes `#[device] impl Add<&Pair> for &Pair`, `impl Add<Pair> for &Pair`, `impl AddAssign<&Pair> for Pair` and so on. A
//! device has no references, so the operator becomes a call of the hidden method that has the body of the block
//! (`parse/reference_impls.rs`).

use crate::ir::{Binary, Expr, ExprKind, Projection, Ty};
use crate::lower::context::Context;
use crate::lower::iterators;
use crate::parse::reference_impls::{NUMBER, hidden_name};
use crate::site::Site;

/// Whether an operand is a reference to a user's struct, so that the operator becomes a call.
pub(super) fn applies(cx: &Context<'_>, operator: Binary, lhs: &Expr, rhs: &Expr) -> bool {
    method_name(cx, operator, false, lhs, rhs).is_some()
}

/// Lowers an operator to which [`applies`] applies.
pub(super) fn binary(cx: &mut Context<'_>, operator: Binary, lhs: &Expr, rhs: &Expr, site: Site) -> Expr {
    let Some(name) = method_name(cx, operator, false, lhs, rhs) else { return Expr::error_placeholder(site) };
    cx.scoped(|cx| {
        let [left, right] = [lhs, rhs].map(|operand| iterators::named(cx, operand.clone()));
        let name = proc_macro2::Ident::new(&name, site.key);
        super::lower(cx, &syn::parse_quote!(#left.#name(#right)))
    })
}

/// The call for `left += right`, where the right operand is a reference to a user's struct. `None` for other operands.
pub(in crate::lower) fn compound(
    cx: &mut Context<'_>,
    operator: Binary,
    it: &syn::ExprBinary,
) -> Option<syn::Expr> {
    let (left, right) = (&it.left, &it.right);
    operator.trait_name()?;
    // Other expressions are values. The test avoids lowering them twice.
    if !matches!(
        super::without_parentheses(right),
        syn::Expr::Reference(_) | syn::Expr::Path(_) | syn::Expr::Field(_)
    ) {
        return None;
    }
    let [place, value] = cx.speculatively(|cx| [super::place(cx, left), super::with_references(cx, right)]);
    let name = method_name(cx, operator, true, &place, &value)?;
    let name = proc_macro2::Ident::new(&name, Site::of(it).key);
    Some(syn::parse_quote!((#left).#name(#right)))
}

/// The hidden method for the operands. `None` if neither is a reference, or if the left one is no user's struct.
fn method_name(cx: &Context<'_>, operator: Binary, assigns: bool, lhs: &Expr, rhs: &Expr) -> Option<String> {
    operator.trait_name()?;
    let target = |it: &Expr| match &it.kind {
        ExprKind::Reference { mutable: false, place } => (cx.infer.resolve(&place.ty), true),
        _ => (cx.infer.resolve(&it.ty), false),
    };
    let ((left, is_left), (right, is_right)) = (target(lhs), target(rhs));
    let is_left = is_left && !assigns;
    if !is_left && !is_right {
        return None;
    }
    let is_own = |ty: &Ty| cx.is_user_struct(ty) || cx.is_self_type(ty) || cx.infer.is_record(ty);
    let has_own_right = || cx.infer.is_unknown(&left) && is_right && is_own(&right);
    if !is_own(&left) && !has_own_right() {
        return None;
    }
    let name_of = |ty: &Ty| match ty {
        Ty::Hole(hole) => match &**hole {
            Projection::Named(name) => Some(name.last_segment().to_owned()),
            _ => None,
        },
        _ => None,
    };
    let right_type = match (&right, name_of(&left), name_of(&right)) {
        (Ty::Scalar(_), ..) => Some(NUMBER.to_owned()),
        (ty, ..) if cx.infer.is_literal(ty) => Some(NUMBER.to_owned()),
        // `Self` is a second name of the type of the block.
        (_, Some(left), Some(right)) if left == "Self" || right == "Self" => {
            crate::vocabulary::types::is_glam(&right).then_some(right)
        }
        (_, Some(left), Some(right)) => (left != right).then_some(right),
        _ => None,
    };
    Some(hidden_name(operator.method(assigns), is_left, is_right, right_type.as_deref()))
}
