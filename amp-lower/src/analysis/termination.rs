//! Loop termination proofs: finds loops that end whatever the data is, so that a GPU needs no iteration counter
//! for them.
//!
//! wgpu adds a counter to every loop. Drivers may assume that loops end, so an endless loop could make them
//! remove wgpu's bounds checks. A shader in which every loop terminates goes to the driver without counters.
//!
//! A `for` loop terminates. A `while` loop terminates if its condition compares an induction variable with a
//! loop-invariant bound, as in `while at < n { ..; at += 1; }`. Each iteration must move the variable towards the
//! bound without wrapping.
//!
//! A proof may depend on the value of a constant or on a type that only rustc knows. Then the kernel's WGSL
//! template contains this condition. amp's linker, which turns the template into a shader, tests it.

use crate::ir::{Binary, Expr, ExprKind, Source, Stmt, Ty, Var};
use amp_shader::Scalar;

/// Whether a loop terminates.
pub(crate) enum Termination<'s> {
    Yes,
    /// The loop terminates if this constant, of this type, is not zero.
    ByConst(&'s Ty, &'s Source),
    /// The loop terminates if this type is an integer type of at least 32 bits.
    ByType(&'s Ty),
    Unproven,
}

/// Whether a loop terminates, on the assumption that the statements in its body do.
pub(crate) fn termination(stmt: &Stmt) -> Termination<'_> {
    match stmt {
        Stmt::For { range, .. } => match &range.step {
            None => Termination::Yes,
            Some(step) => match &step.kind {
                ExprKind::Const(path) => Termination::ByConst(&step.ty, path),
                _ if constant(step).is_some_and(|step| step > 0) => Termination::Yes,
                _ => Termination::Unproven,
            },
        },
        // Lowering turns a labelled block into a loop that ends with `break`, so it runs once.
        Stmt::While { body, .. }
            if matches!(body.last(), Some(Stmt::Break(_))) && !body.iter().any(may_continue) =>
        {
            Termination::Yes
        }
        Stmt::While { before, condition, body, .. } => counts(before, condition, body),
        _ => Termination::Yes,
    }
}

fn counts<'s>(before: &'s [Stmt], condition: &'s Expr, body: &[Stmt]) -> Termination<'s> {
    let (operator, a, b) = match &condition.kind {
        ExprKind::Binary(Binary::And, a, b) => {
            return match counts(before, a, body) {
                Termination::Unproven => counts(before, b, body),
                known => known,
            };
        }
        ExprKind::Binary(operator, a, b) => (operator, a, b),
        ExprKind::Local(var) => {
            return initial_conjunct(before, *var)
                .map_or(Termination::Unproven, |first| counts(before, first, body));
        }
        _ => return Termination::Unproven,
    };
    let (var, operator, bound) = match (&a.kind, &b.kind) {
        (ExprKind::Local(var), _) => (*var, *operator, b),
        (_, ExprKind::Local(var)) => (*var, swap_operands(*operator), a),
        _ => return Termination::Unproven,
    };
    let Some(step) = induction_step(before, body, var) else { return Termination::Unproven };
    let (ends, signed) = match &a.ty {
        Ty::Scalar(Scalar::I32 | Scalar::Isize) => (Termination::Yes, true),
        Ty::Scalar(Scalar::U32 | Scalar::Usize) => (Termination::Yes, false),
        ty @ Ty::Hole(_) => (Termination::ByType(ty), true),
        _ => return Termination::Unproven,
    };
    let reaches = approaches_bound(step, operator, constant(bound), signed)
        || (matches!((step, operator), (Step::Up(1), Binary::Lt)) && is_loop_invariant(bound, before, body));
    if reaches { ends } else { Termination::Unproven }
}

/// The operand `a` of a loop condition `a && b` that lowering has replaced by the variable `both`.
///
/// If `b` needs statements, lowering turns `a && b` into `let both = a; if both { ..; both = b; }`. If `both`
/// is true, `a` was true, so `a` alone can bound the loop.
fn initial_conjunct(before: &[Stmt], both: Var) -> Option<&Expr> {
    let mut first = None;
    let changes = |block: &[Stmt]| {
        let mut found = false;
        block
            .iter()
            .for_each(|stmt| stmt.walk(&mut |inner| found |= inner.modified_variables().contains(&both)));
        found
    };
    for stmt in before {
        match stmt {
            Stmt::Let { var, value: Some(value) } if *var == both && first.is_none() => first = Some(value),
            Stmt::If { condition, otherwise, .. }
                if first.is_some()
                    && matches!(condition.kind, ExprKind::Local(var) if var == both)
                    && !changes(otherwise) => {}
            other if changes(std::slice::from_ref(other)) => return None,
            _ => {}
        }
    }
    first
}

/// Whether a variable that changes by `step` in each iteration violates the loop condition after finitely
/// many steps, without wrapping before.
fn approaches_bound(step: Step, operator: Binary, bound: Option<u64>, signed: bool) -> bool {
    let Some(bound) = bound else { return false };
    match (step, operator) {
        (Step::Up(by), Binary::Lt | Binary::Le) => bound + by <= i32::MAX as u64,
        // The loop goes on while the value is at least `bound + 1`, so a step of at most `bound + 1` cannot
        // wrap below zero.
        (Step::Down(by), Binary::Gt) => by <= bound + 1,
        (Step::Down(by), Binary::Ge) => by <= bound,
        (Step::Divide, Binary::Gt) => true,
        (Step::Divide, Binary::Ge) => bound > 0,
        (Step::Divide, Binary::Ne) => bound == 0 && !signed,
        _ => false,
    }
}

/// The effect of one iteration on the induction variable.
#[derive(Clone, Copy)]
enum Step {
    Up(u64),
    Down(u64),
    /// Divides the variable by at least two.
    Divide,
}

/// The change of an induction variable in one iteration, if the loop contains a single assignment to the
/// variable and every iteration executes it.
fn induction_step(before: &[Stmt], body: &[Stmt], var: Var) -> Option<Step> {
    let mut changes = 0;
    for stmt in before.iter().chain(body) {
        stmt.walk(&mut |inner| {
            changes += inner.modified_variables().iter().filter(|changed| **changed == var).count()
        });
    }
    if before.iter().any(may_continue) {
        return None;
    }
    let mut found = None;
    for stmt in body {
        if let Stmt::Assign { place, operator: Some(operator), value } = stmt
            && matches!(place.kind, ExprKind::Local(changed) if changed == var)
        {
            found = Some((*operator, constant(value)?));
            break;
        }
        if may_continue(stmt) {
            return None;
        }
    }
    match found? {
        _ if changes != 1 => None,
        (Binary::Add, by) if by > 0 => Some(Step::Up(by)),
        (Binary::Sub, by) if by > 0 => Some(Step::Down(by)),
        (Binary::Div, by) if by > 1 => Some(Step::Divide),
        (Binary::Shr, by) if (1..32).contains(&by) => Some(Step::Divide),
        _ => None,
    }
}

/// Whether a statement contains a `continue` of the enclosing loop.
fn may_continue(stmt: &Stmt) -> bool {
    match stmt {
        Stmt::Continue(_) => true,
        Stmt::If { then, otherwise, .. } => then.iter().chain(otherwise).any(may_continue),
        Stmt::Block(inner) => inner.iter().any(may_continue),
        _ => false,
    }
}

/// Whether a value stays the same in all iterations of the loop.
fn is_loop_invariant(value: &Expr, before: &[Stmt], body: &[Stmt]) -> bool {
    match &value.kind {
        ExprKind::Literal(_) | ExprKind::Value(_) | ExprKind::Const(_) | ExprKind::ExtentOf(_) => true,
        ExprKind::Subscript(base, index) => {
            matches!(base.kind, ExprKind::ExtentOf(_)) && constant(index).is_some()
        }
        ExprKind::Local(var) => {
            let mut same = true;
            for stmt in before.iter().chain(body) {
                stmt.walk(&mut |inner| {
                    same &= !inner.modified_variables().contains(var);
                    same &= !matches!(inner, Stmt::Let { var: declared, .. } if declared == var);
                });
            }
            same
        }
        _ => false,
    }
}

/// The mirrored comparison operator: `a < b` is equivalent to `b > a`.
fn swap_operands(operator: Binary) -> Binary {
    match operator {
        Binary::Lt => Binary::Gt,
        Binary::Le => Binary::Ge,
        Binary::Gt => Binary::Lt,
        Binary::Ge => Binary::Le,
        other => other,
    }
}

fn constant(value: &Expr) -> Option<u64> {
    match &value.kind {
        ExprKind::Literal(digits) => digits.parse().ok().filter(|number| *number <= i32::MAX as u64),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use crate::testing::has_unproven_loop;

    #[test]
    fn for_and_counted_while_loops_terminate() {
        for kernel in [
            "|i: Index<1>| { for k in 0..n { y[k] = 1.0; } }",
            "|i: Index<1>| { for k in (0..n).rev() { } for k in (0..n).step_by(3) { } }",
            "|i: Index<1>| { let mut k = 0; while k < n { k += 1; } }",
            "|i: Index<1>| { let mut k = 0; while k < n && { let a = y[k]; a > 0.0 } && { let b = y[0]; b > 0.0 } { k += 1; } }",
            "|i: Index<1>| { let mut k = 0; while k < y.extent()[0] && y[k] > 0.0 { y[k] = 2.0; k += 1; if y[k] < 1.0 { continue; } } }",
            "|i: Index<1>| { let mut s = n / 2; while s > 0 { if s == 8 { break; } s /= 2; } }",
            "|i: Index<1>| { let mut s = n; while 0 != s { s >>= 1; } }",
            "|i: Index<1>| { let mut s = n; while s >= 4 { s -= 4; } }",
            "|i: Index<1>| { let mut s = 1; while s <= 256 { s += 16; } }",
            "|i: Index<1>| { let mut s = n; while s > 1 { for k in 0..4 { if k == s { continue; } } s -= 1; } }",
        ] {
            assert!(!has_unproven_loop(kernel), "{kernel}");
        }
    }

    #[test]
    fn loops_without_a_termination_proof() {
        for kernel in [
            "|i: Index<1>| { loop { if y[0] > 1.0 { break; } } }",
            "|i: Index<1>| { for k in (0..n).step_by(n) { } }",
            "|i: Index<1>| { for k in (0..n).step_by(SOME) { } }",
            "|i: Index<1>| { let mut k = ZERO; while k < SOME { k += 1; } }",
            "|i: Index<1>| { let mut k = 0; while { let mut go = k < n; go = y[0] > 1.0; go } { k += 1; } }",
            "|i: Index<1>| { let mut k = 0; while { let mut go = k < n; if y[1] > 0.0 { go = y[0] > 1.0; } go } { k += 1; } }",
            "|i: Index<1>| { let mut k = 0; while { let mut go = k < n; if go { k -= 1; } go } { k += 1; } }",
            "|i: Index<1>| { let mut k = 0; while { let mut go = k < n; if go { y[k] = 1.0; } else { go = true; } go } { k += 1; } }",
            "|i: Index<1>| { let mut k = 0; while k <= n { k += 1; } }",
            "|i: Index<1>| { let mut k = 0; while k < n { k += 2; } }",
            "|i: Index<1>| { let mut k = 0; 'a: while { if y[0] > 1.0 { continue 'a; } k < n } { k += 1; } }",
            "|i: Index<1>| { let mut k = 0; while k < n { if k == 3 { continue; } k += 1; } }",
            "|i: Index<1>| { let mut k = 0; while k < n { k += 1; if k == 9 { k = 0; } } }",
            "|i: Index<1>| { let mut k = 0; let mut end = n; while k < end { k += 1; end += 1; } }",
            "|i: Index<1>| { let mut s = n; while s > 0 { s -= 2; } }",
            "|i: Index<1>| { let mut s = n; while s > 0 { s /= 1; } }",
            "|i: Index<1>| { let mut s = n; while s >= 0 { s /= 2; } }",
            "|i: Index<1>| { let mut s = -8i32; while s != 0 { s >>= 1; } }",
            "|i: Index<1>| { let mut s = n; while s > 0 { if s == 3 { s -= 1; } } }",
            "|i: Index<1>| { while y[0] < 1.0 { } }",
            "|i: Index<1>| { let mut s = 0.0; while s < 16_777_217.0 { s += 1.0; } }",
            "|i: Index<1>| { let mut k = 0; while k < n { let k = 1; } }",
            "|i: Index<1>| { let mut k = 0; while k < n || n > 5 { k += 1; } }",
            "|i: Index<1>| { let mut k = 0usize; while k < n { k += 1; bump(&mut k); } }",
            "|i: Index<1>| { let mut k = 0usize; while k < n { k += 1; let z = 1 + (2 * bump(&mut k)); } }",
            "|i: Index<1>| { let mut k = 0usize; while k < n { k += 1; if bump(&mut k) > 2u32 { y[0] = 1.0; } } }",
            "|i: Index<1>| { let mut k = 0usize; while k < n { k += 1; y[bump(&mut k)] = 1.0; } }",
            "|i: Index<1>| { let mut k = 0usize; while k < n && bump(&mut k) { k += 1; } }",
            "|i: Index<1>| { let mut k = [0usize; 2]; while k[0] < n { k[0] += 1; } }",
            "|i: Index<1>| { let mut k = 0usize; while k < n { k += 1; let mut o = 0usize; std::mem::swap(&mut k, &mut o); } }",
        ] {
            assert!(has_unproven_loop(kernel), "{kernel}");
        }
    }
}
