//! Masked loops: finds divergent loops that the lanes of a row can execute together under a lane mask.
//!
//! ```text
//! for lane in row { while z < 4.0 { z = z * z + c; } }
//!     =>   while any(mask) { for lane in row { if mask[lane] { .. } } }
//! ```
//!
//! Run lane by lane, such a loop cannot be vectorised, because trip counts differ. Under a mask, each
//! iteration becomes a vector operation, and lanes that have left the loop keep their values. Every lane
//! still executes its own iterations in order, so results are identical to the bit. The body must be
//! arithmetic: only such code vectorises, and it costs little to execute it for inactive lanes.

use super::{Facts, Uniformity};
use crate::ir::{Binary, Expr, ExprKind, Range, Stmt, Ty};
use amp_shader::Scalar;
use amp_shader::methods::Property;

/// The kind of trip count of a masked loop.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum TripCount {
    /// The loop is a `for` over a range that is uniform in the row.
    Uniform,
    /// The loop is a `for` over a range that may differ between lanes.
    PerLane,
    /// The loop is a `while`, whose condition ends it.
    Unbounded,
}

impl Facts {
    /// The kind of trip count if a divergent loop can run as a masked loop, otherwise `None`.
    pub(crate) fn masked_trip_count(&self, stmt: &Stmt) -> Option<TripCount> {
        let (trip_count, parts) = match stmt {
            Stmt::For { var, range, body } => {
                let variable = &self.kernel.body.variables[var.0];
                let shared = range.bounds().all(|bound| self.uniformity(bound) <= Uniformity::Row);
                let trip_count =
                    if shared && !variable.mutable { TripCount::Uniform } else { TripCount::PerLane };
                if trip_count == TripCount::PerLane && !counts_up(range) {
                    return None;
                }
                (trip_count, vec![body])
            }
            Stmt::While { before, condition, body, .. } => {
                self.is_arithmetic(condition).then_some(())?;
                (TripCount::Unbounded, vec![before, body])
            }
            _ => return None,
        };
        parts.into_iter().flatten().all(|stmt| self.is_arithmetic_stmt(stmt)).then_some(trip_count)
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
                Stmt::Block(_) | Stmt::CheckExhaustive { .. } => true,
                Stmt::For { .. }
                | Stmt::While { .. }
                | Stmt::Return { value: Some(_), .. }
                | Stmt::Barrier(..)
                | Stmt::Assert { .. }
                | Stmt::Print { .. } => false,
            }
    }

    /// Whether an expression reads only variables and captured values, has no effect, and cannot panic in an
    /// optimised build. A single check that can panic keeps LLVM from vectorising the loop.
    pub(super) fn is_arithmetic(&self, expr: &Expr) -> bool {
        let mut plain = true;
        expr.walk(&mut |expr| {
            plain &= !expr.is_collective()
                && !matches!(expr.ty, Ty::Array(..))
                && match &expr.kind {
                    ExprKind::Literal(_)
                    | ExprKind::Bool(_)
                    | ExprKind::Value(_)
                    | ExprKind::Item(_)
                    | ExprKind::Const(_)
                    | ExprKind::Unary(..)
                    | ExprKind::Field(..)
                    | ExprKind::Call { .. }
                    | ExprKind::Record { .. }
                    | ExprKind::Variant { .. }
                    | ExprKind::IsVariant(..)
                    | ExprKind::Payload(..)
                    | ExprKind::FromBits(_)
                    | ExprKind::ConvertRange(_)
                    | ExprKind::Referenced(..)
                    | ExprKind::Bits(_)
                    | ExprKind::Tuple(_)
                    | ExprKind::MakeIndex(_)
                    | ExprKind::ExtentOf(_)
                    | ExprKind::Neutral { .. }
                    | ExprKind::EqualsConst(..) => true,
                    // Conversions of `f16` are emulated, which costs more than vectorisation gains.
                    ExprKind::Cast(from, _) => ![&from.ty, &expr.ty].contains(&&Ty::Scalar(Scalar::F16)),
                    // The callee may modify the variable behind the reference. Each lane has its own copy of
                    // the variable, so the effect stays in the lane.
                    ExprKind::Reference { place, .. } => place.root().is_some(),
                    ExprKind::Local(var) => self.kernel.body.variables[var.0].reference.is_none(),
                    ExprKind::Binary(operator, a, b) => is_cheap(*operator, a, b),
                    ExprKind::Method { method, .. } => !method.is(Property::Slow),
                    ExprKind::Subscript(base, index) => {
                        matches!(base.ty, Ty::Index(_) | Ty::Extent(_))
                            && Facts::literal_usize(index).is_some()
                    }
                    ExprKind::ErrorPlaceholder
                    | ExprKind::Tile(_)
                    | ExprKind::Length(_)
                    | ExprKind::Items(_)
                    | ExprKind::ReceiverModified { .. }
                    | ExprKind::Element { .. }
                    | ExprKind::Components(_)
                    | ExprKind::Optional { .. }
                    | ExprKind::ViewArg { .. }
                    | ExprKind::IsContiguous(_)
                    | ExprKind::Slice { .. }
                    | ExprKind::Closure(_)
                    | ExprKind::Function { .. }
                    | ExprKind::ForwardedCallable { .. }
                    | ExprKind::CallParameter { .. }
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

/// Whether a range is `start..end` with step one.
fn counts_up(range: &Range) -> bool {
    !range.inclusive && !range.reversed && range.step.is_none()
}

/// Whether a vector instruction exists for the operator. Integer division is accepted only by a constant
/// other than zero: it compiles to a multiplication and cannot panic.
fn is_cheap(operator: Binary, a: &Expr, b: &Expr) -> bool {
    let is_float = |expr: &Expr| matches!(expr.ty, Ty::Scalar(Scalar::F32 | Scalar::F64));
    match operator {
        Binary::Div if is_float(a) || is_float(b) => true,
        Binary::Div | Binary::Rem => {
            let by_a_constant = Facts::literal_usize(b).is_some_and(|number| number != 0);
            (by_a_constant && !is_float(a)) || (operator == Binary::Div && matches!(a.ty, Ty::Hole(_)))
        }
        Binary::Add | Binary::Sub | Binary::Mul | Binary::BitAnd | Binary::BitOr | Binary::BitXor => true,
        Binary::SumStep | Binary::ProductStep => false,
        Binary::Shl | Binary::Shr | Binary::And | Binary::Or => true,
        Binary::Eq | Binary::Ne | Binary::Lt | Binary::Le | Binary::Gt | Binary::Ge => true,
    }
}
