//! Lane-stride analysis: by how much an index grows from one lane of a row to the next.
//!
//! The stride is the coefficient of the lane in an affine index (see `affine`): `2 * i[0] + c` has stride 2.
//! Stride 0 means that the row shares the value. Stride 1 means that the lanes touch adjacent elements; the CPU
//! back end turns such accesses into vector loads.
//!
//! The file also finds *exclusive* captures: written views of which each work-item touches only the element at
//! its own index. Distinct work-items touch distinct elements, so such a view needs no atomics. All these
//! indices lie in the domain, so one test of the view's extent replaces the bounds checks of elements.

use super::{Affine, Facts};
use crate::ir::{Binary, Expr, ExprKind, Role, Ty, Var};
use amp_shader::methods::Property;

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

/// The elements that the lanes of a row access by one subscript.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum RowAccess {
    /// All lanes access the same element.
    Same,
    /// Each lane accesses the element after that of the lane before it.
    Up,
    /// Each lane accesses the element before that of the lane before it.
    Down,
    /// Any other elements.
    Scattered,
}

impl Facts {
    /// The elements that the lanes of a row access by a subscript.
    pub(crate) fn row_access(&self, index: &[Expr]) -> RowAccess {
        let Some((last, rest)) = index.split_last() else { return RowAccess::Scattered };
        if matches!(last.kind, ExprKind::Components(_))
            || rest.iter().any(|part| self.lane_coefficient(part) != Some(0))
        {
            return RowAccess::Scattered;
        }
        match self.lane_coefficient(last) {
            Some(0) => RowAccess::Same,
            Some(1) => RowAccess::Up,
            Some(-1) => RowAccess::Down,
            _ => RowAccess::Scattered,
        }
    }

    /// Whether a variable has lane stride 1 and a stable definition. For an index, each component must have
    /// stride 0 or 1.
    pub(crate) fn is_along_lanes(&self, var: Var) -> bool {
        self.value_of(var).is_some_and(|value| self.is_regular(var, value))
    }

    fn is_regular(&self, var: Var, value: &Expr) -> bool {
        match self.kernel.body.variables[var.0].ty {
            Ty::Index(rank) => (0..rank).all(|dimension| {
                let component = Affine::component(value, dimension, self);
                component.is_some_and(|it| matches!(it.lane_coefficient(self), Some(0 | 1)))
            }),
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
    pub(crate) fn has_plain_accesses(&self, capture: usize) -> bool {
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
                let is_sum =
                    [Property::Sum, Property::Difference, Property::Product].iter().any(|it| method.is(*it));
                is_sum && arguments.iter().all(|part| self.is_cheap_expr(part))
            }
            ExprKind::MakeIndex(parts) => parts.iter().all(|part| self.is_cheap_expr(part)),
            _ => false,
        }
    }
}

impl LaneStride {
    pub(super) fn of(coefficient: Option<i64>) -> Self {
        match coefficient {
            Some(0) => LaneStride::Uniform,
            Some(1) => LaneStride::Unit,
            _ => LaneStride::Other,
        }
    }
}

/// For each capture, whether it is a written view in which each work-item accesses only the element at its
/// own index.
pub(super) fn exclusive_captures(facts: &Facts) -> Vec<bool> {
    let kernel = &*facts.kernel;
    let mut own: Vec<_> =
        kernel.captures.iter().map(|capture| capture.role == Role::Write && !capture.atomic).collect();
    for stmt in &kernel.body.block {
        stmt.walk_expressions(&mut |expr| {
            if let ExprKind::Element { capture, index } = &expr.kind {
                own[*capture] &= facts.is_own_index(index);
            }
            // A device function that gets the view may access any element.
            if let ExprKind::ViewArg { capture, .. } = &expr.kind {
                own[*capture] = false;
            }
        });
    }
    own
}
