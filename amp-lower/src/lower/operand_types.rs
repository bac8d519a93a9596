//! Finds operators that the scalar type of an operand lacks: `-n` of a `usize`, `!x` and `x << 1` of an `f32`. rustc
//! reports them. This check only keeps such operations from the back ends, which cannot print them.

use crate::ir::{Binary, Expr, ExprKind, Stmt, Ty, Unary};
use amp_shader::Scalar;

/// Whether the body contains an operator whose operand types do not support it.
pub(super) fn has_invalid_operator(block: &[Stmt]) -> bool {
    let mut refused = false;
    for stmt in block {
        stmt.walk_expressions(&mut |expr| refused |= is_invalid(expr));
        stmt.walk(&mut |stmt| {
            if let Stmt::Assign { place, operator: Some(operator), value } = stmt {
                refused |= !may_exist(*operator, &place.ty, &value.ty);
            }
        });
    }
    refused
}

fn is_invalid(expr: &Expr) -> bool {
    match &expr.kind {
        ExprKind::Unary(operator, operand) => match (operator, &operand.ty) {
            (Unary::Neg, Ty::Scalar(scalar)) => !(scalar.is_float() || scalar.is_signed()),
            (Unary::Not, Ty::Scalar(scalar)) => scalar.is_float(),
            _ => false,
        },
        ExprKind::Binary(operator, lhs, rhs) => !may_exist(*operator, &lhs.ty, &rhs.ty),
        // A negative literal with an unsigned type.
        ExprKind::Literal(digits) => {
            digits.starts_with('-')
                && matches!(expr.ty, Ty::Scalar(scalar) if scalar.is_int() && !scalar.is_signed())
        }
        _ => false,
    }
}

/// Whether the operator may exist for these operand types. Returns true if an operand is not a scalar,
/// because rustc resolves the operators of other types.
fn may_exist(operator: Binary, lhs: &Ty, rhs: &Ty) -> bool {
    let both = |can: fn(Scalar) -> bool| match (lhs, rhs) {
        (Ty::Scalar(a), Ty::Scalar(b)) => can(*a) && can(*b),
        _ => true,
    };
    match operator {
        Binary::Add
        | Binary::Sub
        | Binary::Mul
        | Binary::Div
        | Binary::Rem
        | Binary::SumStep
        | Binary::ProductStep => both(|scalar| scalar != Scalar::Bool),
        Binary::BitAnd | Binary::BitOr | Binary::BitXor => both(|scalar| !scalar.is_float()),
        Binary::Shl | Binary::Shr => both(Scalar::is_int),
        Binary::And
        | Binary::Or
        | Binary::Eq
        | Binary::Ne
        | Binary::Lt
        | Binary::Le
        | Binary::Gt
        | Binary::Ge => true,
    }
}
