//! Arithmetic on counters and lengths, which have type `usize`.

use crate::ir::{Binary, Conversion, Expr, ExprKind, Ty};
use crate::lower::context::Context;
use crate::lower::pattern::pinned;
use crate::site::Site;
use amp_shader::Scalar;
use amp_shader::methods::Method;
use proc_macro2::Ident;

/// A `usize` literal.
pub(super) fn literal(number: usize, site: Site) -> Expr {
    Expr { kind: ExprKind::Literal(number.to_string()), ty: Ty::USIZE, site }
}

/// Whether an expression is the literal zero.
pub(super) fn is_zero(it: &Expr) -> bool {
    known(it) == Some(0)
}

fn known(it: &Expr) -> Option<usize> {
    match &it.kind {
        ExprKind::Literal(digits) => digits.parse().ok(),
        _ => None,
    }
}

/// A binary operation on operands of one type. The result has that type, or `bool` for a comparison.
pub(super) fn binary(operator: Binary, a: Expr, b: Expr) -> Expr {
    let compares =
        matches!(operator, Binary::Eq | Binary::Ne | Binary::Lt | Binary::Le | Binary::Gt | Binary::Ge);
    let (site, ty) = (a.site, if compares { Ty::BOOL } else { a.ty.clone() });
    if let (Some(x), Some(y)) = (known(&a), known(&b)) {
        let folded = match operator {
            Binary::Add => x.checked_add(y),
            Binary::Sub => x.checked_sub(y),
            _ => None,
        };
        if let Some(folded) = folded {
            return Expr { kind: ExprKind::Literal(folded.to_string()), ty, site };
        }
    }
    match operator {
        Binary::Add if is_zero(&a) => b,
        Binary::Add | Binary::Sub if is_zero(&b) => a,
        _ => Expr { kind: ExprKind::Binary(operator, Box::new(a), Box::new(b)), ty, site },
    }
}

/// The smaller of two lengths, stored in a variable.
pub(super) fn min(cx: &mut Context<'_>, a: Expr, b: Expr) -> Expr {
    let (a, b) = (pinned(cx, a), pinned(cx, b));
    match (known(&a), known(&b)) {
        (Some(x), Some(y)) => return if x <= y { a } else { b },
        (Some(0), _) => return a,
        (_, Some(0)) => return b,
        _ => {}
    }
    let site = a.site;
    let min = method("min", a, b, site);
    pinned(cx, min)
}

/// A method of integers whose result has the type of the receiver.
fn method(name: &'static str, receiver: Expr, argument: Expr, site: Site) -> Expr {
    let Some(method) = Method::find(name) else { return receiver };
    let (ident, ty) = (Ident::new(name, site.first), receiver.ty.clone());
    Expr {
        kind: ExprKind::Method { method, ident, arguments: vec![receiver, argument], open: false },
        ty,
        site,
    }
}

/// The number of integers from `start` to `end`, which may be further apart than the largest number of a signed type.
pub(super) fn count_between(cx: &mut Context<'_>, start: Expr, end: Expr, unsigned: Scalar) -> Expr {
    let (end, site) = (pinned(cx, end), start.site);
    // The function `min` takes zero for the least number, so it does not serve signed integers.
    let least = method("min", start, end.clone(), site);
    let start = pinned(cx, least);
    let distance = method("wrapping_sub", end, start, site);
    let convert = |value: Expr, ty| Expr { kind: ExprKind::Cast(Box::new(value), Conversion::As), ty, site };
    let count = convert(convert(distance, Ty::Scalar(unsigned)), Ty::USIZE);
    pinned(cx, count)
}

/// `end - start`, or zero if `start` is greater, stored in a variable.
pub(in crate::lower) fn distance(cx: &mut Context<'_>, start: Expr, end: Expr) -> Expr {
    if is_zero(&start) {
        return end;
    }
    let end = pinned(cx, end);
    let start = min(cx, start, end.clone());
    let distance = binary(Binary::Sub, end, start);
    pinned(cx, distance)
}
