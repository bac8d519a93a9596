//! Affine forms `name + constant`, such as `row - 1` with the constant -1.

use super::Facts;
use crate::ir::{Binary, Expr, ExprKind};

/// Splits a value into a base expression and a constant offset: `row - 1` into `row` and -1. The sum of both
/// equals the value only modulo 2^32, because `wrapping_add` and `wrapping_sub` are split, too. If `facts` is
/// given, a variable with a single definition is replaced by that definition. An expression of another form
/// is returned as the base, with offset 0.
pub(crate) fn affine(expr: &Expr, facts: Option<&Facts<'_>>) -> (Expr, i64) {
    let whole = || (expr.clone(), 0);
    let number = |expr: &Expr| match &expr.kind {
        ExprKind::Literal(digits) => digits.parse::<i64>().ok().filter(|number| number.abs() < 1 << 31),
        _ => None,
    };
    let sum = |of: &Expr, step: i64| match number(of) {
        // A sum of two literals contains no base expression, so it stays unsplit.
        Some(_) => whole(),
        None => {
            let (name, before) = affine(of, facts);
            (name, before + step)
        }
    };
    match &expr.kind {
        ExprKind::Binary(Binary::Add, a, b) => match (number(a), number(b)) {
            (_, Some(step)) => sum(a, step),
            (Some(step), _) => sum(b, step),
            (None, None) => whole(),
        },
        ExprKind::Binary(Binary::Sub, a, b) => number(b).map_or_else(whole, |step| sum(a, -step)),
        ExprKind::Method { method, arguments, .. } => match (method.name, &arguments[..]) {
            ("wrapping_add" | "wrapping_add_signed", [a, b]) => {
                number(b).map_or_else(whole, |step| sum(a, step))
            }
            ("wrapping_sub", [a, b]) => number(b).map_or_else(whole, |step| sum(a, -step)),
            _ => whole(),
        },
        _ => facts.and_then(|facts| definition_in_affine_form(expr, facts)).unwrap_or_else(whole),
    }
}

/// Replaces a variable, or a component of an index variable, by its definition in the form `base + offset`. `None`
/// if the base is a compound expression.
fn definition_in_affine_form(expr: &Expr, facts: &Facts<'_>) -> Option<(Expr, i64)> {
    let definition = |expr: &Expr| match expr.kind {
        ExprKind::Local(var) => facts.definition(var).filter(|value| facts.is_stable(value)),
        _ => None,
    };
    let found = match &expr.kind {
        ExprKind::Subscript(index, dimension) => {
            let value = definition(index)?;
            match &value.kind {
                ExprKind::MakeIndex(parts) => {
                    affine(parts.get(Facts::literal_usize(dimension)?)?, Some(facts))
                }
                ExprKind::ExtentOf(_) | ExprKind::Item(_) | ExprKind::Local(_) => {
                    let kind = ExprKind::Subscript(Box::new(value.clone()), dimension.clone());
                    affine(&Expr { kind, ty: expr.ty.clone(), site: expr.site }, Some(facts))
                }
                _ => return None,
            }
        }
        _ => affine(definition(expr)?, Some(facts)),
    };
    let has_name = match &found.0.kind {
        ExprKind::Local(_) | ExprKind::Value(_) | ExprKind::Literal(_) => true,
        ExprKind::Subscript(index, _) => {
            matches!(index.kind, ExprKind::Local(_) | ExprKind::Item(_) | ExprKind::ExtentOf(_))
        }
        _ => false,
    };
    has_name.then_some(found)
}
