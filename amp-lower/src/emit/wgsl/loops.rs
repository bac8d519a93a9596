//! Prints loops over ranges, and marks loops without a termination proof.

use super::{Piece, Writer};
use crate::analysis::Termination;
use crate::ir::{Expr, ExprKind, Range, Stmt, Ty, Var};
use amp_shader::Scalar;

impl Writer<'_> {
    /// Adds a piece before a loop unless the analysis proves that the loop terminates. The piece tells the
    /// linker that the loop may be endless, or under which condition it terminates.
    pub(super) fn mark_termination(&mut self, stmt: &Stmt) {
        // A condition that reads a by-reference parameter proves nothing: the parameter's target may be
        // another variable that the loop modifies.
        let mut shared = false;
        let mut look = |expr: &Expr| {
            shared |=
                matches!(expr.kind, ExprKind::Local(var) if self.body.variables[var.0].reference.is_some());
        };
        if let Stmt::While { before, condition, .. } = stmt {
            before.iter().for_each(|stmt| stmt.walk_expressions(&mut |expr| look(expr)));
            condition.walk(&mut |expr| look(expr));
        }
        self.parts.push(match self.facts.termination(stmt) {
            _ if shared => Piece::MayNotTerminate,
            Termination::Yes => return,
            Termination::ByConst(ty, path) => Piece::TerminatesIfNonZero(ty.clone(), path.clone()),
            Termination::ByType(ty) => Piece::TerminatesIfInteger(ty.clone()),
            Termination::Unproven => Piece::MayNotTerminate,
        });
    }

    /// Prints a loop over a range. An ascending, exclusive range becomes a WGSL `for`, unless the loop
    /// variable is `mut` or the range has a step. `stepped_loop` prints ascending, exclusive ranges with
    /// `step_by`. Each other loop has a flag that tells whether a next value exists. So its counter cannot
    /// overflow at the end of the range.
    pub(super) fn range_loop(&mut self, var: Var, range: &Range, body: &[Stmt]) {
        let variable = &self.body.variables[var.0];
        let (name, mutable) = (variable.name.clone(), variable.mutable);
        let one = Piece::Literal(range.start.ty.clone(), "1".to_owned());
        if !range.inclusive && !range.reversed && range.step.is_none() && !mutable {
            self.line(&format!("for (var {name} = "));
            self.expr(&range.start);
            self.text(&format!("; {name} < "));
            self.expr(&range.end);
            self.text(&format!("; {name} += "));
            self.parts.push(one);
            self.text(") {\n");
            self.inner(body);
            return self.line("}\n");
        }
        if let (Some(step), false, false) = (&range.step, range.inclusive, range.reversed) {
            return self.stepped_loop(&name, mutable, range, step, body);
        }
        let word = if mutable { "var" } else { "let" };
        self.line("{\n");
        self.depth += 1;
        self.line(&format!("var {name}next = "));
        self.first_value(range);
        self.text(";\n");
        self.line(&format!("var {name}more = "));
        self.expr(&range.start);
        self.text(if range.inclusive { " <= " } else { " < " });
        self.expr(&range.end);
        self.text(";\n");
        self.line(&format!("while ({name}more) {{\n"));
        self.depth += 1;
        let next = format!("{name}next");
        // In a reversed exclusive range without `step_by`, the counter starts at the excluded end. So each
        // iteration decrements the counter at its beginning.
        let before = range.reversed && !range.inclusive && range.step.is_none();
        if before {
            self.line(&format!("{next} -= "));
            self.parts.push(one.clone());
            self.text(";\n");
        }
        self.line(&format!("{word} {name} = {next};\n"));
        let plain = !range.reversed && !range.inclusive && range.step.is_none();
        if plain {
            self.line(&format!("{next} += "));
            self.parts.push(one.clone());
            self.text(";\n");
        }
        self.line(&format!("{name}more = "));
        match &range.step {
            Some(step) => self.has_next(&next, range, step),
            None => {
                self.text(&format!("{next} {} ", if range.reversed { ">" } else { "<" }));
                self.expr(if range.reversed { &range.start } else { &range.end });
            }
        }
        self.text(";\n");
        if !plain && !before {
            self.line(&format!("{next} {}= ", if range.reversed { "-" } else { "+" }));
            match &range.step {
                Some(step) => self.step(step, &range.start.ty),
                None => self.parts.push(one),
            }
            self.text(";\n");
        }
        self.block(body);
        self.depth -= 1;
        self.line("}\n");
        self.depth -= 1;
        self.line("}\n");
    }

    /// Prints an ascending exclusive loop with `step_by`. The last increment is shortened to end at the
    /// range's end, because a full increment might overflow.
    fn stepped_loop(&mut self, name: &str, mutable: bool, range: &Range, step: &Expr, body: &[Stmt]) {
        let at = if mutable { format!("{name}next") } else { name.to_owned() };
        let ty = &range.start.ty;
        self.line(&format!("for (var {at} = "));
        self.expr(&range.start);
        self.text(&format!("; {at} < "));
        self.expr(&range.end);
        self.text(&format!("; {at} += "));
        // The code computes the increment as an unsigned integer, and converts it to a signed counter's type.
        // A type that only rustc knows may be signed. If that type is unsigned, the conversion changes
        // nothing.
        let signed = match ty {
            Ty::Scalar(scalar) => scalar.is_signed(),
            other => matches!(other, Ty::Hole(_)),
        };
        if signed {
            self.ty(ty);
            self.text("(");
        }
        self.text("min(");
        self.unsigned_step(step, ty);
        self.text(", ");
        self.distance(ty, |writer| {
            writer.operand(&range.end, |_| false);
            writer.text(&format!(" - {at}"));
        });
        self.text(if signed { "))" } else { ")" });
        self.text(") {\n");
        self.depth += 1;
        if mutable {
            self.line(&format!("var {name} = {at};\n"));
        }
        self.block(body);
        self.depth -= 1;
        self.line("}\n");
    }

    /// Prints the initial value of a range loop's counter. If the range is empty, the value is arbitrary.
    fn first_value(&mut self, range: &Range) {
        let one = Piece::Literal(range.start.ty.clone(), "1".to_owned());
        match &range.step {
            _ if !range.reversed => self.expr(&range.start),
            Some(step) if range.from_last_step => {
                self.expr(&range.start);
                self.text(" + ");
                self.ty(&range.start.ty);
                self.text("(");
                self.distance(&range.start.ty, |writer| {
                    writer.expr(&range.end);
                    if !range.inclusive {
                        writer.text(" - ");
                        writer.parts.push(one);
                    }
                    writer.text(" - ");
                    writer.operand(&range.start, |_| false);
                });
                for operator in [" / ", " * "] {
                    self.text(operator);
                    self.unsigned_step(step, &range.start.ty);
                }
                self.text(")");
            }
            Some(_) if !range.inclusive => {
                self.expr(&range.end);
                self.text(" - ");
                self.parts.push(one);
            }
            _ => self.expr(&range.end),
        }
    }

    /// Prints the test whether a range with `step_by` has another value after `next`, the current value of
    /// the counter.
    fn has_next(&mut self, next: &str, range: &Range, step: &Expr) {
        let ty = &range.start.ty;
        self.distance(ty, |writer| match range.reversed {
            true => {
                writer.text(&format!("{next} - "));
                writer.operand(&range.start, |_| false);
            }
            false => {
                writer.operand(&range.end, |_| false);
                writer.text(&format!(" - {next}"));
            }
        });
        self.text(if range.reversed || range.inclusive { " >= " } else { " > " });
        self.unsigned_step(step, ty);
    }

    /// Prints a difference of two counter values, converted to the unsigned type of the same size. The
    /// difference may exceed the range of the signed type.
    fn distance(&mut self, ty: &Ty, difference: impl FnOnce(&mut Self)) {
        match ty {
            // WGSL has no smaller integers than 32 bits.
            Ty::Scalar(Scalar::I8 | Scalar::I16 | Scalar::I32 | Scalar::Isize) => self.text("u32"),
            Ty::Scalar(Scalar::I64) => self.text("u64"),
            Ty::Hole(_) => self.ty(&ty.unsigned()),
            _ => {}
        }
        self.text("(");
        difference(self);
        self.text(")");
    }

    /// Prints the step, converted to the unsigned type of the counter's size, which is the type that
    /// `distance` returns.
    fn unsigned_step(&mut self, step: &Expr, ty: &Ty) {
        match ty {
            Ty::Scalar(Scalar::I64 | Scalar::U64) => {
                self.text("u64(");
                self.expr(step);
                self.text(")");
            }
            Ty::Hole(_) => {
                self.ty(&ty.unsigned());
                self.text("(");
                self.expr(step);
                self.text(")");
            }
            // The step is a `usize`, which already is `u32` in WGSL.
            _ => self.expr(step),
        }
    }

    /// Prints the step, a `usize` in Rust, converted to the type of the counter.
    fn step(&mut self, step: &Expr, ty: &Ty) {
        if step.ty == *ty {
            return self.expr(step);
        }
        self.ty(ty);
        self.text("(");
        self.expr(step);
        self.text(")");
    }
}

#[cfg(test)]
mod tests {
    /// Whether the device function has a loop that may not terminate.
    fn may_not_terminate(source: &str) -> bool {
        let tokens = source.parse().expect("the source has balanced brackets");
        let expansion = crate::device(proc_macro2::TokenStream::new(), tokens);
        expansion.expect("the function is accepted").to_string().contains("MayNotTerminate")
    }

    #[test]
    fn aliased_counters_may_not_terminate() {
        assert!(!may_not_terminate("fn f(k: u32, n: u32) { let mut k = k; while k < n { k += 1; } }"));
        assert!(!may_not_terminate(
            "fn f(k: u32, n: u32) { let mut k = k; while k < n && { let a = k; a > 1 } { k += 1; } }"
        ));
        assert!(may_not_terminate("fn f(k: &mut u32, n: u32) { while *k < n { *k += 1; } }"));
        assert!(may_not_terminate(
            "fn f(k: &mut u32, n: u32) { while *k < n && { let a = *k; a > 1 } { *k += 1; } }"
        ));
        assert!(may_not_terminate(
            "fn f(k: u32, n: &u32) { let mut k = k; while k < *n && { let a = k; a > 1 } { k += 1; } }"
        ));
    }
}
