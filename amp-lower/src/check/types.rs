//! Rule: every type that the output must name is known to the macro or has a Rust name.

use crate::diagnostics::advice::data;
use crate::diagnostics::{Code, Diagnostics};
use crate::ir::{Body, Expr, ExprKind, Stmt, TokenKey, Ty};
use crate::site::quoted;
use std::collections::HashMap;

/// The largest total length of all long type names, as [`Ty::length`] counts it. rustc takes ten to twenty
/// seconds for this total, and may take twice as long for twice the total.
const MAX_NAME_LENGTH: usize = 32_000;
/// A type name is long if its length exceeds this.
const LONG: usize = 40;

pub(super) fn check(body: &Body, diagnostics: &mut Diagnostics) {
    let (mut longest, mut known) = ((0, None), HashMap::new());
    for stmt in &body.block {
        stmt.walk_expressions(&mut |expr| {
            let length = expr.ty.length(&mut known);
            if length > longest.0 {
                longest = (length, Some(expr.site));
            }
        });
    }
    let names = known.values().filter(|length| **length > LONG);
    let names = names.fold(0usize, |sum, length| sum.saturating_add(*length));
    if let Some(site) = longest.1.filter(|_| names > MAX_NAME_LENGTH) {
        let detail = "its type depends on a long chain of types that only rustc knows";
        diagnostics.advise(Code::AMP020, site, detail, data::ANNOTATE_INTERMEDIATE);
        return;
    }
    for stmt in &body.block {
        stmt.walk(&mut |stmt| {
            if let Stmt::Let { var, value: None } = stmt
                && let Ty::Var(_) = body.variables[var.0].ty
            {
                let ident = &body.variables[var.0].ident;
                diagnostics.report(Code::AMP018, ident.span(), format!("`{ident}`"));
            }
        });
        stmt.walk_expressions(&mut |expr| {
            if let Some(open) = untyped_operand(expr).or_else(|| unnamed(expr)) {
                let constant = match constant(open) {
                    Some(TokenKey(name)) => format!("the constant `{}`", quoted(name)),
                    None => "a constant".to_owned(),
                };
                let detail = format!("it comes from {constant}, whose type only rustc knows");
                diagnostics.report(Code::AMP018, open.site, detail);
            }
        });
    }
}

/// In a call, the first argument whose type has no Rust name. The template finds a device function by its
/// argument types, so it must name them.
fn unnamed(expr: &Expr) -> Option<&Expr> {
    let ExprKind::Call { arguments, .. } = &expr.kind else { return None };
    arguments.iter().find(|argument| !argument.ty.is_nameable())
}

/// The first constant in an expression.
fn constant(expr: &Expr) -> Option<&TokenKey> {
    let mut found = None;
    expr.walk(&mut |expr| {
        if let ExprKind::Const(written) = &expr.kind {
            found = found.or(Some(written));
        }
    });
    found
}

/// The first operand whose type must be known to print the operation, but is not.
fn untyped_operand(expr: &Expr) -> Option<&Expr> {
    let parts: Vec<&Expr> = match &expr.kind {
        ExprKind::Binary(operator, a, b) if !operator.is_lazy() => vec![a, b],
        ExprKind::Unary(_, a) | ExprKind::Cast(a, _) | ExprKind::Field(a, _) => vec![a],
        ExprKind::Method { arguments, .. } | ExprKind::Call { arguments, .. } => arguments.iter().collect(),
        _ => return None,
    };
    parts.into_iter().find(|part| matches!(part.ty, Ty::Var(_)))
}

#[cfg(test)]
mod tests {
    use crate::testing::codes;

    #[test]
    fn type_name_length_is_limited() {
        let squares = |first: &str, times: usize| {
            let steps = "let b = b * b;".repeat(times);
            format!("|i: {}| {{ let b{first} = x[i]; {steps} y[i] = b; }}", "Index<1>")
        };
        let halves = "let b = b * 0.5;".repeat(30);
        codes(&format!("|i: {}| {{ let b = x[i]; {halves} y[i] = b; }}", "Index<1>"), &[]);
        codes(&squares("", 6), &[]);
        codes(&squares("", 40), &["AMP020"]);
        codes(&squares(": f32", 40), &[]);
    }

    #[test]
    fn unknown_types_need_an_annotation() {
        codes(
            "|i: Index<1>| { let a = f(FIRST.x); let b = OTHER * 2.0; let c = TABLE[3]; y[i] = g(SECOND, c); }",
            &["AMP018", "AMP018"],
        );
    }
}
