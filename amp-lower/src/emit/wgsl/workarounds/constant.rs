//! Avoids constant expressions that naga evaluates and rejects.
//!
//! naga folds constants while it reads a shader. It rejects non-finite results, division by a constant zero,
//! and constant indices beyond an array, even in code that never runs. naga does not treat function
//! parameters as constants. So the printer replaces an operator that naga might reject by a call of a support
//! function.

use super::super::expr::is_native;
use super::super::{Piece, Writer};
use crate::ir::{Binary, Expr, ExprKind, Len, Ty, Unary, Var};
use amp_shader::{Operation, Scalar};

impl Writer<'_> {
    /// Records a variable as constant if it is immutable and its value is constant.
    pub(in super::super) fn record_constant(&mut self, var: Var, value: Option<&Expr>) {
        if !self.is_place(var) && value.is_some_and(|value| self.is_constant(value)) {
            self.constants.insert(var);
        }
    }

    /// Whether naga may fold the expression.
    pub(in super::super) fn is_constant(&self, expr: &Expr) -> bool {
        let all = |parts: &[Expr]| parts.iter().all(|part| self.is_constant(part));
        match &expr.kind {
            ExprKind::Literal(_) | ExprKind::Bool(_) | ExprKind::Const(_) | ExprKind::Length(_) => true,
            ExprKind::Local(var) => self.constants.contains(var),
            ExprKind::Unary(_, part)
            | ExprKind::Cast(part, _)
            | ExprKind::Field(part, _)
            | ExprKind::Uniform(part)
            | ExprKind::FromBits(part)
            | ExprKind::Repeat(part, _) => self.is_constant(part),
            ExprKind::Binary(operator, lhs, rhs) => {
                self.is_constant(lhs) && self.is_constant(rhs) && self.can_print_operator(*operator, lhs, rhs)
            }
            ExprKind::Subscript(base, index) => self.is_constant(base) && self.is_constant(index),
            ExprKind::Array(parts) | ExprKind::Tuple(parts) | ExprKind::MakeIndex(parts) => all(parts),
            ExprKind::Record { fields, rest, .. } => {
                fields.iter().all(|(_, value)| self.is_constant(value))
                    && rest.as_ref().is_none_or(|rest| self.is_constant(rest))
            }
            _ => false,
        }
    }

    /// Whether the printer may print an operation with WGSL's operator. The operator must have Rust's
    /// semantics, and naga must not reject the operation. Float arithmetic in a strict body is excluded (see
    /// `is_strict`).
    pub(in super::super) fn can_print_operator(&self, operator: Binary, lhs: &Expr, rhs: &Expr) -> bool {
        let float = matches!(lhs.ty, Ty::Scalar(Scalar::F16 | Scalar::F32 | Scalar::F64));
        !self.is_strict(operator, &lhs.ty)
            && is_native(operator, &lhs.ty, rhs)
            && match operator {
                Binary::Div | Binary::Rem if !float => {
                    let number = matches!(&rhs.kind, ExprKind::Literal(digits) if digits.parse::<u64>().is_ok_and(|n| n > 0));
                    number || !self.is_constant(rhs)
                }
                Binary::Add | Binary::Sub | Binary::Mul | Binary::Div if float => {
                    let small = |part| literal(part).is_some_and(|n| n.abs() > 1e-9 && n.abs() < 1e9);
                    (small(lhs) && small(rhs)) || !self.is_constant(lhs) || !self.is_constant(rhs)
                }
                Binary::Shl => !self.is_constant(lhs) || shift_fits(lhs, rhs),
                _ => true,
            }
    }

    /// Prints a subscript of an array, with its brackets.
    pub(in super::super) fn subscript(&mut self, array: &Ty, index: &Expr) {
        self.text("[");
        self.subscript_value(array, index);
        self.text("]");
    }

    /// Prints the index of an array item, without brackets.
    pub(in super::super) fn subscript_value(&mut self, array: &Ty, index: &Expr) {
        let length = match array {
            Ty::Array(_, Len::Number(length)) => Some(*length),
            _ => None,
        };
        if let Ty::Hole(_) = array {
            self.check("assert_has_subscripts", array, index.site.key);
        }
        match &index.kind {
            ExprKind::Literal(digits)
                if length.is_none_or(|length| digits.parse::<usize>().is_ok_and(|n| n < length)) =>
            {
                self.text(&digits.clone());
            }
            _ if self.is_constant(index) && matches!(index.ty, Ty::Scalar(_)) => {
                self.operation(Operation::Cast, &index.ty, &Ty::Scalar(Scalar::U32), index.site.key);
                self.text("(");
                self.expr(index);
                self.text(")");
            }
            _ => {
                self.at(index.site);
                self.parts.push(length.map_or_else(|| Piece::Item(array.clone()), Piece::ItemOf));
                self.expr(index);
                self.parts.push(Piece::EndItem);
            }
        }
    }
}

/// Whether both operands are literals, and the shift of `lhs` by `rhs` does not overflow.
fn shift_fits(lhs: &Expr, rhs: &Expr) -> bool {
    let (ExprKind::Literal(number), ExprKind::Literal(by)) = (&lhs.kind, &rhs.kind) else { return false };
    let limit = if matches!(lhs.ty, Ty::Scalar(Scalar::U32 | Scalar::Usize)) { 32 } else { 31 };
    number
        .parse::<u64>()
        .is_ok_and(|n| by.parse().is_ok_and(|by: u32| by < 32 && n << by < 1 << limit && n < 1 << 32))
}

/// The value of a literal or a negated literal. `None` for any other expression.
fn literal(expr: &Expr) -> Option<f64> {
    match &expr.kind {
        ExprKind::Literal(digits) => digits.parse().ok(),
        ExprKind::Unary(Unary::Neg, inner) => literal(inner).map(|n| -n),
        _ => None,
    }
}

#[cfg(all(test, feature = "naga"))]
mod tests {
    use super::super::is_accepted;

    #[test]
    fn naga_rejects_constants_in_code_that_never_runs() {
        assert!(is_accepted("fn f(a: i32) -> i32 { if (false) { return a / a; } return 2; }"));
        for expression in ["1 / 0", "i32(1.0f / 0.0f)", "array(1, 2)[2]", "2147483647 + 1"] {
            let shader = format!("fn f() -> i32 {{ if (false) {{ return {expression}; }} return 2; }}");
            assert!(!is_accepted(&shader), "naga is repaired: `{expression}` needs no workaround");
        }
    }
}
