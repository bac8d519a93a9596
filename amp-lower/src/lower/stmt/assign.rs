//! An assignment stores a value in a place: `place = value`, `place op= value`, or a destructuring assignment.
//!
//! ```rust,ignore
//! y[i] += 2.0 * x[i];
//! (a, b) = (b, a);
//! ```
//!
//! - A place is a `mut` variable, an element of a written view or of tile memory, or a component or field of one.
//! - `w[k] += { k += 1; v }` is rejected if only rustc knows whether the type of `w[k]` is a scalar. Rust evaluates the
//!   place last for scalars, and first for other types.

use super::destructuring_assign;
use crate::diagnostics::Code;
use crate::diagnostics::advice::construct;
use crate::ir::{Binary, Expr, ExprKind, Stmt, Ty};
use crate::lower::context::Context;
use crate::lower::expr::may_be_modified;
use crate::lower::{expr, pattern, shared_references, subview};
use crate::site::{Site, quoted};
use crate::vocabulary::{operators, types};

pub(in crate::lower) fn is_compound(op: &syn::BinOp) -> bool {
    operators::binary(op).is_some_and(|(_, assigns)| assigns)
}

pub(super) fn lower(cx: &mut Context<'_>, it: &syn::ExprAssign) {
    if let syn::Expr::Infer(_) = &*it.left {
        let value = expr::lower(cx, &it.right);
        return cx.prologue.push(Stmt::Expr(value));
    }
    if let Some((pattern, targets)) = destructuring_assign::by_pattern(&it.left) {
        let value = expr::lower(cx, &it.right);
        pattern::bind(cx, &pattern, None, Some(value));
        for (name, target) in targets {
            let value = expr::lower(cx, &syn::parse_quote!(#name));
            destructure(cx, &target, value);
        }
        return;
    }
    if let syn::Expr::Tuple(_) | syn::Expr::Array(_) = &*it.left {
        let value = expr::lower(cx, &it.right);
        return destructure(cx, &it.left, value);
    }
    if expr::assign_own(cx, &it.left, None, &it.right)
        || expr::assign_through_reference(cx, &it.left, &it.right)
        || super::borrow::assign_slice(cx, it)
        || shared_references::assign(cx, it)
    {
        return;
    }
    // Rust evaluates the value first, then the place, so they are lowered in this order.
    let value = expr::lower(cx, &it.right);
    let (place, value) = target_and_value(cx, &it.left, value);
    cx.infer.receive(&place.ty, &value.ty);
    store(cx, place, None, value);
}

/// Lowers the target of an assignment. Returns the place, and the value. If the subscripts of the place need
/// statements, the value is stored before these, because Rust evaluates it first.
fn target_and_value(cx: &mut Context<'_>, it: &syn::Expr, value: Expr) -> (Expr, Expr) {
    let (before, place) = cx.in_block(|cx| writable_place(cx, it));
    let value = if before.is_empty() { value } else { pattern::pinned(cx, value) };
    cx.prologue.extend(before);
    (place, value)
}

/// Lowers an assignment to a tuple or array of places: `(a, b) = (b, a)`, `[a, (b, _)] = ..`. The code
/// evaluates all values before the first place.
fn destructure(cx: &mut Context<'_>, target: &syn::Expr, value: Expr) {
    let (targets, tuple) = match target {
        syn::Expr::Infer(_) => return,
        syn::Expr::Paren(it) => return destructure(cx, &it.expr, value),
        syn::Expr::Tuple(it) => (&it.elems, true),
        syn::Expr::Array(it) => (&it.elems, false),
        other => {
            let place = writable_place(cx, other);
            cx.infer.receive(&place.ty, &value.ty);
            return store(cx, place, None, value);
        }
    };
    let count = targets.len();
    let values: Vec<_> = match value.kind {
        ExprKind::Tuple(parts) | ExprKind::Array(parts) if parts.len() == count => {
            parts.into_iter().map(|part| pattern::pinned(cx, part)).collect()
        }
        _ => {
            let whole = pattern::pinned(cx, value);
            let part = |n| match tuple {
                true => pattern::field(cx, &whole, n),
                false => pattern::item(cx, &whole, n, whole.site),
            };
            (0..count).map(part).collect()
        }
    };
    for (target, value) in targets.iter().zip(values) {
        destructure(cx, target, value);
    }
}

/// The order of evaluation in `place op= value`.
enum Order {
    PlaceFirst,
    ValueFirst,
    Unknown,
}

/// The order in which Rust evaluates `place op= value`. For scalars, Rust evaluates the value first; for a user-defined
/// operator, it borrows the place first. If the order does not matter, returns the order for scalars. `way` contains the
/// statements that the evaluation of the place needs, and `before` those of the value.
fn order(cx: &Context<'_>, place: &Expr, way: &[Stmt], (before, value): (&[Stmt], &Expr)) -> Order {
    let mut ways = Vec::new();
    place.walk(&mut |part| match &part.kind {
        ExprKind::Subscript(_, index) => ways.push((**index).clone()),
        ExprKind::Element { index, .. } => ways.extend(index.iter().cloned()),
        _ => {}
    });
    let mut read = Vec::new();
    ways.iter().for_each(|way| way.walk(&mut |part| read.push(part.clone())));
    let reads = |stmts: &[Stmt]| {
        let mut read = Vec::new();
        stmts.iter().for_each(|stmt| stmt.walk_expressions(&mut |part| read.push(part.clone())));
        read
    };
    // While a reference that a call returned borrows its target, Rust rejects accesses of the value to the target.
    let is_copy = |stmt: &Stmt| matches!(stmt, Stmt::Let { var, .. } if cx.copies_of_targets.iter().any(|copy| copy.is_of(*var)));
    let way: Vec<_> = way.iter().filter(|stmt| !is_copy(stmt)).cloned().collect();
    read.extend(reads(&way));
    let mut read_by_value = reads(before);
    value.walk(&mut |part| read_by_value.push(part.clone()));
    if !read.iter().any(|part| may_be_modified(part, before))
        && !read_by_value.iter().any(|part| may_be_modified(part, &way))
    {
        return Order::ValueFirst;
    }
    match cx.infer.resolve(&place.ty) {
        Ty::Scalar(_) => Order::ValueFirst,
        ty if cx.infer.is_literal(&ty) => Order::ValueFirst,
        // For type parameters and glam types, the operator is a method of a trait. A type of another name may
        // be an alias of a scalar.
        ty if cx.infer.is_parameter(&ty) || types::is_of_glam(&ty) => Order::PlaceFirst,
        _ => Order::Unknown,
    }
}

pub(super) fn compound(cx: &mut Context<'_>, it: &syn::ExprBinary) {
    let Some((operator, _)) = operators::binary(&it.op) else { return };
    if expr::assign_own(cx, &it.left, Some(operator), &it.right) {
        return;
    }
    if let Some(call) = expr::reference_operators::compound(cx, operator, it) {
        return super::expression(cx, &call);
    }
    let (before, value) = cx.in_block(|cx| expr::lower(cx, &it.right));
    let (way, place) = cx.in_block(|cx| writable_place(cx, &it.left));
    let site = Site::of(it);
    let (place, value) = match order(cx, &place, &way, (&before, &value)) {
        Order::PlaceFirst => {
            cx.prologue.extend(way);
            let place = expr::with_fixed_subscripts(cx, place);
            cx.prologue.extend(before);
            (place, value)
        }
        Order::ValueFirst => {
            cx.prologue.extend(before);
            let value = if way.is_empty() { value } else { pattern::pinned(cx, value) };
            cx.prologue.extend(way);
            (place, value)
        }
        Order::Unknown => {
            let detail = "the value modifies a subscript of the target";
            return cx.advise(Code::AMP001, site, detail, construct::COMPOUND);
        }
    };
    cx.infer.compound(operator, &place.ty, &value.ty);
    let place = Expr { site: place.site.at(&it.op), ..place };
    store(cx, place, Some(operator), value);
}

fn store(cx: &mut Context<'_>, place: Expr, operator: Option<Binary>, value: Expr) {
    if let Some(slice) = [&place, &value].into_iter().find(|it| matches!(it.kind, ExprKind::Slice { .. })) {
        return expr::slice::misplaced(cx, slice.site);
    }
    if place.ty != Ty::Error || !matches!(place.kind, ExprKind::ErrorPlaceholder) {
        cx.prologue.push(Stmt::Assign { place, operator, value });
    }
}

/// Lowers the target of an assignment or of a `&mut`. Reports a target that cannot be written.
pub(in crate::lower) fn writable_place(cx: &mut Context<'_>, it: &syn::Expr) -> Expr {
    if let Some(place) = expr::behind_reference(cx, it) {
        return place;
    }
    let place = expr::place(cx, it);
    let site = Site::of(it);
    if let Some(name) = super::borrow::shared_reference(cx, it) {
        cx.report(Code::AMP009, site, format!("`{name}` is a `&`, not a `&mut`"));
        return Expr::error_placeholder(site);
    }
    if let Some(detail) = subview::unwritable_reason(cx, it)
        && !matches!(place.kind, ExprKind::ErrorPlaceholder)
    {
        cx.report(Code::AMP009, site, detail);
        return Expr::error_placeholder(site);
    }
    let detail = match place.base() {
        ExprKind::ErrorPlaceholder | ExprKind::Tile(_) => None,
        ExprKind::Local(var) => {
            let variable = cx.variable_ref(*var);
            (!cx.may_modify(*var)).then(|| format!("`{}` is not `mut`", variable.ident))
        }
        ExprKind::Element { capture, .. } | ExprKind::ViewArg { capture, .. } => {
            let capture = *capture;
            let name = cx.capture(capture).ident.clone();
            let written = cx.mark_written(capture);
            (!written).then(|| format!("`{name}` is an `ArrayView` or is taken by `&`"))
        }
        // An error about the parameter is already reported, for example because it is `mut`.
        ExprKind::Value(capture) if cx.capture(*capture).element.is_error() => {
            return Expr::error_placeholder(site);
        }
        ExprKind::Value(capture) => {
            let name = &cx.capture(*capture).ident;
            Some(format!("`{name}` is captured by value, so all work-items share it"))
        }
        ExprKind::Item(_) => Some("the index of a work-item is read-only".to_owned()),
        _ => Some(format!("`{}` is not a place", quoted(it))),
    };
    match detail {
        Some(detail) => {
            cx.report(Code::AMP009, site, detail);
            Expr::error_placeholder(site)
        }
        None => place,
    }
}

#[cfg(test)]
mod tests {
    use crate::testing::{codes, wgsl};
    use expect_test::expect;

    #[test]
    fn elements_are_assigned() {
        wgsl(
            "|i: Index<1>| { y[i] = 2.0; y[i] += 3.0; }",
            expect![[r#"
                    y[amp_global[0]] = 2.0f;
                    y[amp_global[0]] += 3.0f;
            "#]],
        );
    }

    #[test]
    fn read_only_targets_are_rejected() {
        codes("|i: Index<1>| { let x = 1.0; x = 2.0; a += 1.0; i = i; }", &["AMP009", "AMP009", "AMP009"]);
    }
}
