//! Loops that work-items leave at different times, and that are arithmetic and nothing else.
//!
//! Lane by lane such a loop is no vector code, for each lane has another number of turns. So the twin goes through it turn by
//! turn: in each the lanes whose turn it still is compute, and the others keep what they have. That is worth it where
//! the body can become vectors, and does no harm where a turn that a lane sits out is cheap beside one that it takes.

use super::{Facts, Level};
use crate::ir::{Binary, Expr, ExprKind, Range, Stmt, Ty};
use amp_shader::Scalar;

/// How the turns of such a loop are counted.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Turns {
    /// A range that the row shares.
    Shared,
    /// A range of each lane's own.
    Own,
    /// By a condition.
    While,
}

impl Facts<'_> {
    /// Whether a loop is one that the lanes of a row go through in lockstep, and how its turns are counted. It is known that
    /// they leave it at different times.
    pub(crate) fn lockstep(&self, stmt: &Stmt) -> Option<Turns> {
        let (turns, parts) = match stmt {
            Stmt::For { var, range, body } => {
                let variable = &self.kernel.body.variables[var.0];
                let shared = range.bounds().all(|bound| self.level(bound) <= Level::Row);
                let turns = if shared && !variable.mutable { Turns::Shared } else { Turns::Own };
                if turns == Turns::Own && !counts_up(range) {
                    return None;
                }
                (turns, vec![body])
            }
            Stmt::While { before, condition, body, .. } => {
                self.is_arithmetic(condition).then_some(())?;
                (Turns::While, vec![before, body])
            }
            _ => return None,
        };
        parts.into_iter().flatten().all(|stmt| self.is_arithmetic_stmt(stmt)).then_some(turns)
    }

    pub(super) fn is_arithmetic_stmt(&self, stmt: &Stmt) -> bool {
        let inside = stmt.blocks().into_iter().flatten().all(|stmt| self.is_arithmetic_stmt(stmt));
        inside
            && match stmt {
                Stmt::Let { value, .. } => value.iter().all(|value| self.is_arithmetic(value)),
                Stmt::Assign { place, operator, value } => {
                    let operator = operator.is_none_or(|operator| is_cheap(operator, place, value));
                    operator && self.is_arithmetic(place) && self.is_arithmetic(value)
                }
                Stmt::If { condition, .. } => self.is_arithmetic(condition),
                Stmt::Expr(expr) => self.is_arithmetic(expr),
                Stmt::Break(_) | Stmt::Continue(_) | Stmt::Return { value: None, .. } => true,
                Stmt::Block(_) | Stmt::Covers { .. } => true,
                Stmt::For { .. }
                | Stmt::While { .. }
                | Stmt::Return { value: Some(_), .. }
                | Stmt::Barrier(..)
                | Stmt::Assert { .. } => false,
            }
    }

    /// Whether it is computed from variables and values alone, changes nothing else, and has no check that can fail in a build with
    /// optimisations: one of those, and LLVM makes no vectors.
    pub(super) fn is_arithmetic(&self, expr: &Expr) -> bool {
        let mut plain = true;
        expr.walk(&mut |expr| {
            plain &= !expr.waits()
                && !matches!(expr.ty, Ty::Array(..))
                && match &expr.kind {
                    ExprKind::Number(_)
                    | ExprKind::Bool(_)
                    | ExprKind::Value(_)
                    | ExprKind::Item(_)
                    | ExprKind::Const(_)
                    | ExprKind::Unary(..)
                    | ExprKind::Field(..)
                    | ExprKind::Call { .. }
                    | ExprKind::Record { .. }
                    | ExprKind::FromBits(_)
                    | ExprKind::Bits(_)
                    | ExprKind::Tuple(_)
                    | ExprKind::MakeIndex(_)
                    | ExprKind::ExtentOf(_)
                    | ExprKind::Is(..) => true,
                    // Half the bits are twice the work.
                    ExprKind::Cast(from, _) => ![&from.ty, &expr.ty].contains(&&Ty::Scalar(Scalar::F16)),
                    // Whoever it is lent to may change it: it is the lane's own.
                    ExprKind::Reference { place, .. } => place.root().is_some(),
                    ExprKind::Local(var) => self.kernel.body.variables[var.0].reference.is_none(),
                    ExprKind::Binary(operator, a, b) => is_cheap(*operator, a, b),
                    ExprKind::Method { method, .. } => !is_slow(method.name),
                    ExprKind::Subscript(base, index) => {
                        matches!(base.ty, Ty::Index(_) | Ty::Extent(_)) && Facts::number(index).is_some()
                    }
                    ExprKind::Poison
                    | ExprKind::Tile(_)
                    | ExprKind::Length(_)
                    | ExprKind::Changed { .. }
                    | ExprKind::Element { .. }
                    | ExprKind::Components(_)
                    | ExprKind::Lent { .. }
                    | ExprKind::Gapless(_)
                    | ExprKind::Closure(_)
                    | ExprKind::Function { .. }
                    | ExprKind::Passed { .. }
                    | ExprKind::Invoke { .. }
                    | ExprKind::Array(_)
                    | ExprKind::Repeat(..)
                    | ExprKind::Atomic { .. }
                    | ExprKind::Barrier
                    | ExprKind::Uniform(_) => false,
                };
        });
        plain
    }
}

/// `start..end`, by ones.
fn counts_up(range: &Range) -> bool {
    !range.inclusive && !range.reversed && range.step.is_none()
}

/// Whether vectors have the operator: there is no division of whole numbers but by a constant, and none may be by zero.
fn is_cheap(operator: Binary, a: &Expr, b: &Expr) -> bool {
    let is_float = |expr: &Expr| matches!(expr.ty, Ty::Scalar(Scalar::F32 | Scalar::F64));
    match operator {
        Binary::Div if is_float(a) || is_float(b) => true,
        Binary::Div | Binary::Rem => {
            let by_a_constant = Facts::number(b).is_some_and(|number| number != 0);
            (by_a_constant && !is_float(a)) || (operator == Binary::Div && matches!(a.ty, Ty::Hole(_)))
        }
        Binary::Add | Binary::Sub | Binary::Mul | Binary::BitAnd | Binary::BitOr | Binary::BitXor => true,
        Binary::Shl | Binary::Shr | Binary::And | Binary::Or => true,
        Binary::Eq | Binary::Ne | Binary::Lt | Binary::Le | Binary::Gt | Binary::Ge => true,
    }
}

/// Methods that divide whole numbers, or are loops.
fn is_slow(name: &str) -> bool {
    ["div", "rem", "pow", "log"].iter().any(|part| name.contains(part))
        && !matches!(name, "powf" | "log2" | "log10")
}
