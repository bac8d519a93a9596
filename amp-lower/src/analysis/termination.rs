//! Loop termination proofs: finds loops that end whatever the data is, so that a GPU needs no iteration counter
//! for them.
//!
//! wgpu adds a counter to every loop. Drivers may assume that loops end, so an endless loop could make them
//! remove wgpu's bounds checks. A shader in which every loop terminates goes to the driver without counters.
//!
//! A `for` loop terminates. A `while` loop terminates if its condition compares an induction variable with a
//! loop-invariant bound, as in `while at + 1 < n { ..; at += 1; }`, and one of these rules holds:
//!
//! - Each iteration changes the variable by one. Modulo 2^32, the variable then takes every value, also the one
//!   that ends the loop.
//! - The variable moves by constant steps towards a constant bound, and cannot wrap around before.
//! - Each iteration divides the variable.
//!
//! A proof may depend on the value of a constant or on a type that only rustc knows. Then the kernel's WGSL
//! template contains this condition. amp's linker, which turns the template into a shader, tests it.

use super::{Affine, Facts, Symbol};
use crate::ir::{Binary, Expr, ExprKind, Flow, Source, Stmt, Ty, Var};
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

impl Facts {
    /// Whether a loop terminates, on the assumption that the statements in its body do.
    pub(crate) fn termination<'s>(&self, stmt: &'s Stmt) -> Termination<'s> {
        match stmt {
            Stmt::For { range, .. } => match &range.step {
                None => Termination::Yes,
                Some(step) => match &step.kind {
                    ExprKind::Const(path) => Termination::ByConst(&step.ty, path),
                    _ if Facts::literal_usize(step).is_some_and(|step| step > 0) => Termination::Yes,
                    _ => Termination::Unproven,
                },
            },
            Stmt::While { before, condition, body, .. } => {
                let iteration = Flow::of_block(body);
                if !iteration.falls_through && !iteration.continues {
                    return Termination::Yes; // The loop has at most one iteration, as that of a labelled block.
                }
                WhileLoop { facts: self, before, body }.ends_by(condition)
            }
            _ => Termination::Yes,
        }
    }
}

/// A `while` loop.
struct WhileLoop<'f, 's> {
    facts: &'f Facts,
    before: &'s [Stmt],
    body: &'s [Stmt],
}

impl<'s> WhileLoop<'_, 's> {
    /// Whether the condition becomes false after finitely many iterations.
    fn ends_by(&self, condition: &'s Expr) -> Termination<'s> {
        let (operator, a, b) = match &condition.kind {
            ExprKind::Binary(Binary::And, a, b) => {
                return match self.ends_by(a) {
                    Termination::Unproven => self.ends_by(b),
                    known => known,
                };
            }
            ExprKind::Binary(operator, a, b) => (*operator, &**a, &**b),
            ExprKind::Local(var) => {
                return initial_conjunct(self.before, *var)
                    .map_or(Termination::Unproven, |first| self.ends_by(first));
            }
            _ => return Termination::Unproven,
        };
        let (ends, is_signed) = match &a.ty {
            Ty::Scalar(Scalar::I32 | Scalar::Isize) => (Termination::Yes, true),
            Ty::Scalar(Scalar::U32 | Scalar::Usize) => (Termination::Yes, false),
            ty @ Ty::Hole(_) => (Termination::ByType(ty), true),
            _ => return Termination::Unproven,
        };
        let (a, b) = (Affine::of(a, self.facts), Affine::of(b, self.facts));
        let reaches = self.reaches(&a, operator, &b, is_signed)
            || self.reaches(&b, operator.swap_operands(), &a, is_signed);
        if reaches { ends } else { Termination::Unproven }
    }

    /// Whether `moving op bound` becomes false, where `moving` is an induction variable plus an invariant sum.
    fn reaches(&self, moving: &Affine, operator: Binary, bound: &Affine, is_signed: bool) -> bool {
        let variables = moving.symbols().filter_map(|(symbol, coefficient)| match symbol {
            Symbol::Variable(var) if coefficient == 1 => Some((*var, self.induction_step(*var)?)),
            _ => None,
        });
        variables.into_iter().any(|(var, step)| {
            let is_invariant = |form: &Affine, moving: bool| {
                form.symbols().all(|(symbol, _)| match symbol {
                    Symbol::Variable(it) if moving && *it == var => true,
                    _ => self.is_invariant(symbol),
                })
            };
            let by_one = matches!(step, Step::Up(1) | Step::Down(1))
                && matches!(operator, Binary::Lt | Binary::Gt | Binary::Ne)
                && is_invariant(moving, true)
                && is_invariant(bound, false);
            let is_variable = moving.as_symbol() == Some(&Symbol::Variable(var));
            let bound = bound.as_number().and_then(|bound| u64::try_from(bound).ok());
            by_one || is_variable && approaches_bound(step, operator, bound, is_signed)
        })
    }

    /// The change of an induction variable in one iteration, if the loop contains a single assignment to the
    /// variable and every iteration executes it.
    fn induction_step(&self, var: Var) -> Option<Step> {
        let mut changes = 0;
        for stmt in self.before.iter().chain(self.body) {
            stmt.walk(&mut |inner| {
                changes += inner.modified_variables().iter().filter(|changed| **changed == var).count()
            });
        }
        if changes != 1 || Flow::of_block(self.before).continues {
            return None;
        }
        for stmt in self.body {
            if let Stmt::Assign { place, operator, value } = stmt
                && matches!(place.kind, ExprKind::Local(changed) if changed == var)
            {
                return self.step(var, *operator, value);
            }
            if Flow::of(stmt).continues {
                return None;
            }
        }
        None
    }

    /// The change of a variable by the assignment `var op= value` or `var = value`.
    fn step(&self, var: Var, operator: Option<Binary>, value: &Expr) -> Option<Step> {
        let form = Affine::of(value, self.facts);
        let by = match operator {
            Some(Binary::Add) => form.as_number()?,
            Some(Binary::Sub) => form.as_number()?.checked_neg()?,
            Some(Binary::Div) if form.as_number()? > 1 => return Some(Step::Divide),
            Some(Binary::Shr) if (1..32).contains(&form.as_number()?) => return Some(Step::Divide),
            None => match form.as_symbol_plus()? {
                (Symbol::Variable(of), by) if *of == var => by,
                _ => return None,
            },
            Some(_) => return None,
        };
        match by {
            1.. => Some(Step::Up(by.unsigned_abs())),
            ..0 => Some(Step::Down(by.unsigned_abs())),
            0 => None,
        }
    }

    /// Whether a symbol has the same value in all iterations of the loop.
    fn is_invariant(&self, symbol: &Symbol) -> bool {
        match symbol {
            Symbol::Index(..) | Symbol::Capture(_) | Symbol::Extent(..) | Symbol::Constant(_) => true,
            Symbol::Variable(var) | Symbol::Component(var, _) => {
                let mut is_same = true;
                for stmt in self.before.iter().chain(self.body) {
                    stmt.walk(&mut |inner| {
                        is_same &= !inner.modified_variables().contains(var);
                        is_same &= !matches!(inner, Stmt::Let { var: declared, .. } | Stmt::For { var: declared, .. } if declared == var);
                    });
                }
                is_same
            }
            Symbol::Other { .. } => false,
        }
    }
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
            "|i: Index<1>| { loop { if y[i] > 0.0 { break; } y[i] = 1.0; return; } }",
            "|i: Index<1>| { let mut s = n; while 0 != s { s >>= 1; } }",
            "|i: Index<1>| { let mut s = n; while s >= 4 { s -= 4; } }",
            "|i: Index<1>| { let mut s = 1; while s <= 256 { s += 16; } }",
            "|i: Index<1>| { let mut k = i[0]; while k + 1 < n { k = k + 1; } }",
            "|i: Index<1>| { let mut k = n; let last = n - 1; while k != last { k -= 1; } }",
            "|i: Index<1>| { let mut k = 0; while 2 * n > n + k { k = 1 + k; } }",
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
            "|i: Index<1>| { let mut k = 0; while k + i[0] <= n { k += 1; } }",
            "|i: Index<1>| { let mut k = 0; while 2 * k < n { k += 1; } }",
            "|i: Index<1>| { let mut k = 0; while k < n { k = 1; } }",
            "|i: Index<1>| { let mut k = 0; while k != x[0] as usize { k += 1; } }",
            "|i: Index<1>| { let mut k = 0; let mut m = 0; while k < m { k += 1; m += 1; } }",
            "|i: Index<1>| { let mut k = 0; while k < n { let m = k + n; if m < k + 3 { continue; } k += 1; } }",
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
