//! Lane-stride analysis: by how much an index grows from one lane of a row to the next.
//!
//! The stride is the coefficient of the lane in an affine index, computed bottom-up over sums and products by
//! constants: `2 * i[0] + c` has stride 2. Stride 0 means that the row shares the value. Stride 1 means that
//! the lanes touch adjacent elements; the CPU back end turns such accesses into vector loads.
//!
//! The file also finds *exclusive* captures: written views of which each work-item touches only the element at
//! its own index. Distinct work-items touch distinct elements, so such a view needs no atomics. All these
//! indices lie in the domain, so one test of the view's extent replaces the bounds checks of elements.

use super::{Facts, Uniformity};
use crate::ir::{Binary, Expr, ExprKind, ItemIndex, Kernel, Role, Ty, Var};

/// The difference between a value in one lane of a row and in the next.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum LaneStride {
    /// Zero: the value is the same in every lane.
    Uniform,
    /// One: the value grows by one from lane to lane.
    Unit,
    /// A difference other than 0 and 1, or an unknown difference.
    Other,
}

impl Facts<'_> {
    /// The difference between an expression's value in one lane and in the next.
    pub(crate) fn lane(&self, expr: &Expr) -> LaneStride {
        LaneStride::of(self.stride_of(expr))
    }

    /// The lane stride of an expression: the constant difference between its values in neighbouring lanes,
    /// modulo 2^64. `None` if the difference is not constant.
    ///
    /// Operands with a negative stride are rejected. The CPU back end computes the index of the first lane
    /// only, and an operand with a negative stride could drop below zero at a later lane.
    pub(crate) fn stride_of(&self, expr: &Expr) -> Option<i64> {
        if self.uniformity(expr) <= Uniformity::Row {
            return Some(0);
        }
        match &expr.kind {
            ExprKind::Subscript(base, index) => self.stride_of_component(base, Facts::literal_usize(index)?),
            ExprKind::Local(var) => match self.definition(*var) {
                Some(value) if self.is_stable(value) && !self.spilled.contains(var) => self.stride_of(value),
                _ => None,
            },
            ExprKind::Binary(Binary::Mul, a, b) if expr.ty == Ty::USIZE => match (constant(a), constant(b)) {
                (_, Some(times)) => rising(self.stride_of(a)?)?.checked_mul(times),
                (Some(times), _) => rising(self.stride_of(b)?)?.checked_mul(times),
                (None, None) => (self.stride_of(a)? == 0 && self.stride_of(b)? == 0).then_some(0),
            },
            ExprKind::Binary(operator, a, b) if expr.ty == Ty::USIZE => {
                sum(*operator, self.stride_of(a)?, self.stride_of(b)?)
            }
            // `wrapping_add` has the same stride as `+`. If the sum wraps inside a row, the lane before the
            // wrap has an index near `usize::MAX`. This index is out of bounds, so the bounds check of the
            // row fails as it should.
            ExprKind::Method { method, arguments, .. } if expr.ty == Ty::USIZE => {
                let operator = match method.name {
                    "wrapping_add" | "wrapping_add_signed" => Binary::Add,
                    "wrapping_sub" => Binary::Sub,
                    _ => return None,
                };
                sum(operator, self.stride_of(&arguments[0])?, self.stride_of(&arguments[1])?)
            }
            _ => None,
        }
    }

    /// The difference between one component of an index in one lane and in the next.
    fn component_stride(&self, index: &Expr, dimension: usize) -> LaneStride {
        LaneStride::of(self.stride_of_component(index, dimension))
    }

    fn stride_of_component(&self, index: &Expr, dimension: usize) -> Option<i64> {
        match &index.kind {
            ExprKind::Item(ItemIndex::Global | ItemIndex::Local) => {
                Some(i64::from(dimension + 1 == self.kernel.rank))
            }
            ExprKind::MakeIndex(parts) => self.stride_of(parts.get(dimension)?),
            ExprKind::Local(var) => match self.definition(*var) {
                Some(value) if self.is_stable(value) && !self.spilled.contains(var) => {
                    self.stride_of_component(value, dimension)
                }
                _ => None,
            },
            ExprKind::Binary(operator, a, b) if matches!(a.ty, Ty::Index(_)) => {
                let b = if b.ty == Ty::USIZE {
                    self.stride_of(b)
                } else {
                    self.stride_of_component(b, dimension)
                };
                sum(*operator, self.stride_of_component(a, dimension)?, b?)
            }
            _ if self.uniformity(index) <= Uniformity::Row => Some(0),
            _ => None,
        }
    }

    /// Whether a variable has lane stride 1 and a stable definition. For an index, each component must have
    /// stride 0 or 1.
    pub(crate) fn is_along_lanes(&self, var: Var) -> bool {
        !self.spilled.contains(&var)
            && self.definition(var).is_some_and(|value| self.is_stable(value) && self.is_regular(var, value))
    }

    fn is_regular(&self, var: Var, value: &Expr) -> bool {
        match self.kernel.body.variables[var.0].ty {
            Ty::Index(rank) => {
                (0..rank).all(|dimension| self.component_stride(value, dimension) != LaneStride::Other)
            }
            _ => self.lane(value) == LaneStride::Unit,
        }
    }

    /// Whether an expression has the same value everywhere in the scope of its variables: it reads no mutable
    /// variable, no tile memory and no written view.
    pub(crate) fn is_stable(&self, expr: &Expr) -> bool {
        let mut stable = true;
        expr.walk(&mut |expr| match expr.kind {
            ExprKind::Local(var) => stable &= !self.kernel.body.variables[var.0].mutable,
            ExprKind::Tile(_) => stable = false,
            ExprKind::Element { capture, .. } => stable &= self.kernel.captures[capture].role == Role::Read,
            ExprKind::ViewArg { capture, .. } => stable &= self.kernel.captures[capture].role != Role::Write,
            _ => {}
        });
        stable
    }

    /// Whether the kernel contains an access to elements of the capture that is not an atomic operation.
    /// Despite the function's name, it may contain atomic operations as well.
    pub(crate) fn has_only_plain_accesses(&self, capture: usize) -> bool {
        let (mut all, mut atomic) = (0, 0);
        // A view argument counts as a plain access, because the callee's body is unknown to the macro.
        let is_element = |expr: &Expr| matches!(expr.kind, ExprKind::Element { capture: of, .. } | ExprKind::ViewArg { capture: of, .. } if of == capture);
        for stmt in &self.kernel.body.block {
            stmt.walk_expressions(&mut |expr| {
                all += usize::from(is_element(expr));
                if let ExprKind::Atomic { place, .. } = &expr.kind {
                    atomic += usize::from(is_element(place));
                }
            });
        }
        all > atomic
    }

    /// Whether a subscript is the work-item's own index: `i` or `[i[0], i[1]]`.
    pub(crate) fn is_own_index(&self, index: &[Expr]) -> bool {
        is_own_index(index, self.kernel.rank, &self.definitions)
    }

    /// Whether a variable can be rematerialised, that is, computed again at each use: its definition is
    /// stable and consists of a few additions and multiplications.
    pub(crate) fn is_cheap(&self, var: Var) -> bool {
        self.definition(var).is_some_and(|value| {
            let known = match self.kernel.body.variables[var.0].ty {
                Ty::Index(_) => self.is_regular(var, value),
                Ty::USIZE => self.lane(value) != LaneStride::Other,
                _ => false,
            };
            known && self.is_cheap_expr(value)
        })
    }

    fn is_cheap_expr(&self, expr: &Expr) -> bool {
        match &expr.kind {
            ExprKind::Literal(_) | ExprKind::Const(_) | ExprKind::Value(_) | ExprKind::Item(_) => true,
            ExprKind::Local(var) => self.is_cheap(*var),
            ExprKind::Subscript(base, index) => {
                matches!(base.kind, ExprKind::Item(_)) && Facts::literal_usize(index).is_some()
            }
            ExprKind::Binary(Binary::Add | Binary::Sub | Binary::Mul, a, b) => {
                self.is_cheap_expr(a) && self.is_cheap_expr(b)
            }
            ExprKind::Method { method, arguments, .. } => {
                method.name.starts_with("wrapping_") && arguments.iter().all(|part| self.is_cheap_expr(part))
            }
            ExprKind::MakeIndex(parts) => parts.iter().all(|part| self.is_cheap_expr(part)),
            _ => false,
        }
    }
}

impl LaneStride {
    fn of(slope: Option<i64>) -> Self {
        match slope {
            Some(0) => LaneStride::Uniform,
            Some(1) => LaneStride::Unit,
            _ => LaneStride::Other,
        }
    }
}

/// The value of a literal factor.
fn constant(expr: &Expr) -> Option<i64> {
    Facts::literal_usize(expr).and_then(|number| i64::try_from(number).ok())
}

/// The stride itself, or `None` if it is negative.
fn rising(slope: i64) -> Option<i64> {
    (slope >= 0).then_some(slope)
}

/// The stride of the sum or difference of expressions with strides `a` and `b`. `None` for other operators,
/// for negative `a` or `b`, and on overflow.
fn sum(operator: Binary, a: i64, b: i64) -> Option<i64> {
    let (a, b) = (rising(a)?, rising(b)?);
    match operator {
        Binary::Add => a.checked_add(b),
        Binary::Sub => a.checked_sub(b),
        _ => None,
    }
}

/// Whether a subscript is the work-item's own index: `i` or `[i[0], i[1]]`. `definitions` resolves variables,
/// as in `let c = i[1]; x[[i[0], c]]`.
fn is_own_index(index: &[Expr], rank: usize, definitions: &[Option<&Expr>]) -> bool {
    let component = |part| index_component(part, definitions);
    index.len() == rank && index.iter().enumerate().all(|(d, part)| component(part) == Some(d))
}

/// For each capture, whether it is a written view in which each work-item accesses only the element at its
/// own index.
pub(super) fn exclusive_captures(kernel: &Kernel, definitions: &[Option<&Expr>]) -> Vec<bool> {
    let mut own: Vec<_> =
        kernel.captures.iter().map(|capture| capture.role == Role::Write && !capture.atomic).collect();
    for stmt in &kernel.body.block {
        stmt.walk_expressions(&mut |expr| {
            if let ExprKind::Element { capture, index } = &expr.kind {
                own[*capture] &= is_own_index(index, kernel.rank, definitions);
            }
            // A device function that gets the view may access any element.
            if let ExprKind::ViewArg { capture, .. } = &expr.kind {
                own[*capture] = false;
            }
        });
    }
    own
}

/// The dimension `d` if an expression is `i[d]`, or a variable whose definition is `i[d]`.
pub(super) fn index_component(expr: &Expr, definitions: &[Option<&Expr>]) -> Option<usize> {
    match &expr.kind {
        ExprKind::Subscript(base, index) => match base.kind {
            ExprKind::Item(ItemIndex::Global) => Facts::literal_usize(index),
            _ => None,
        },
        ExprKind::Local(var) => index_component(definitions[var.0]?, definitions),
        _ => None,
    }
}
