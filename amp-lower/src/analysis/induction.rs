//! Induction variables that are only divided, as in a tree reduction: `while half > 0 { .. half /= 2; }`.
//!
//! Such a variable never exceeds its initial value. If the initial value is `n / 2`, then `index + half < n`
//! for every `index < half`, which proves accesses such as `data[me + half]` in bounds.

use crate::ir::{Binary, Expr, ExprKind, Kernel, Stmt, Ty, Var};
use amp_shader::Scalar;

/// Returns `n` if a variable starts as `n / 2` and all later assignments divide it. Then `2 * var <= n` holds
/// everywhere.
pub(super) fn initial_value(kernel: &Kernel, var: Var) -> Option<&Expr> {
    if !matches!(kernel.body.variables[var.0].ty, Ty::Scalar(Scalar::U32 | Scalar::Usize)) {
        return None;
    }
    let (mut first, mut shrinks) = (None, true);
    for stmt in &kernel.body.block {
        stmt.walk(&mut |stmt| match stmt {
            Stmt::Let { var: declared, value } if *declared == var => {
                shrinks &= first.is_none();
                first = value.as_ref();
            }
            Stmt::Assign { place, operator, value } if place.root() == Some(var) => {
                shrinks &= matches!(place.kind, ExprKind::Local(_)) && is_divided(var, *operator, value);
            }
            _ => {}
        });
        stmt.walk_expressions(&mut |expr| shrinks &= leaves_unmodified(expr, var));
    }
    undivided(first.filter(|_| shrinks)?)
}

/// Whether no statement in a block modifies the variable.
pub(super) fn is_unmodified(block: &[Stmt], var: Var) -> bool {
    let mut kept = true;
    for stmt in block {
        stmt.walk(&mut |stmt| {
            kept &= match stmt {
                Stmt::Let { var: of, .. } => *of != var,
                Stmt::Assign { place, .. } => place.root() != Some(var),
                _ => true,
            };
        });
        stmt.walk_expressions(&mut |expr| kept &= leaves_unmodified(expr, var));
    }
    kept
}

/// Whether evaluating an expression leaves the variable unmodified: no call takes it by `&mut`, and no
/// closure assigns to it.
fn leaves_unmodified(expr: &Expr, var: Var) -> bool {
    let closure = match &expr.kind {
        ExprKind::Closure(closure) => is_unmodified(&closure.body, var),
        _ => true,
    };
    closure && !expr.modified_variables().contains(&var)
}

fn is_divided(var: Var, operator: Option<Binary>, value: &Expr) -> bool {
    match operator {
        Some(operator) => matches!(operator, Binary::Div | Binary::Shr),
        None => match &value.kind {
            ExprKind::Binary(Binary::Div | Binary::Shr, of, _) => {
                matches!(of.kind, ExprKind::Local(of) if of == var)
            }
            _ => false,
        },
    }
}

/// Returns `n` for `n / 2` and `n >> 1`, otherwise `None`.
fn undivided(half: &Expr) -> Option<&Expr> {
    let ExprKind::Binary(operator, whole, by) = &half.kind else { return None };
    let by = match &by.kind {
        ExprKind::Literal(digits) => digits.parse::<u32>().ok()?,
        _ => return None,
    };
    matches!((operator, by), (Binary::Div, 2) | (Binary::Shr, 1)).then_some(whole)
}
