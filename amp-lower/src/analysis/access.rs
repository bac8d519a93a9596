//! How a kernel reaches into memory: along its lanes, at the work-item's own index, or anywhere.

use super::{Facts, Level};
use crate::ir::{Binary, Expr, ExprKind, ItemIndex, Role, Ty, Var};

/// How a number changes from one lane of a row to the next.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Lane {
    /// Not at all.
    Same,
    /// It grows by one.
    Unit,
    /// Otherwise.
    Any,
}

impl Facts<'_> {
    /// How an expression changes from lane to lane.
    pub(crate) fn lane(&self, expr: &Expr) -> Lane {
        if self.level(expr) <= Level::Row {
            return Lane::Same;
        }
        match &expr.kind {
            ExprKind::Subscript(base, index) => {
                let item = matches!(base.kind, ExprKind::Item(ItemIndex::Global | ItemIndex::Local));
                let last = Facts::number(index).is_some_and(|d| d + 1 == self.kernel.rank);
                if item && last { Lane::Unit } else { Lane::Any }
            }
            ExprKind::Local(var) => match self.definition(*var) {
                Some(value) if self.is_stable(value) && !self.kept.contains(var) => self.lane(value),
                _ => Lane::Any,
            },
            ExprKind::Binary(operator, a, b) if expr.ty == Ty::USIZE => {
                match (operator, self.lane(a), self.lane(b)) {
                    (Binary::Add | Binary::Sub, Lane::Unit, Lane::Same) => Lane::Unit,
                    (Binary::Add, Lane::Same, Lane::Unit) => Lane::Unit,
                    _ => Lane::Any,
                }
            }
            _ => Lane::Any,
        }
    }

    /// Whether a variable grows by one from lane to lane, and is the same sum wherever its parts are known.
    pub(crate) fn is_along_lanes(&self, var: Var) -> bool {
        !self.kept.contains(&var)
            && self
                .definition(var)
                .is_some_and(|value| self.is_stable(value) && self.lane(value) == Lane::Unit)
    }

    /// Whether an expression has the same value wherever its variables are known.
    fn is_stable(&self, expr: &Expr) -> bool {
        let mut stable = true;
        expr.walk(&mut |expr| match expr.kind {
            ExprKind::Local(var) => stable &= !self.kernel.body.variables[var.0].mutable,
            ExprKind::Tile(_) => stable = false,
            ExprKind::Element { slot, .. } => stable &= self.kernel.slots[slot].role == Role::Read,
            _ => {}
        });
        stable
    }

    /// Whether the work-items touch only the element at their own index.
    pub(crate) fn is_own(&self, slot: usize) -> bool {
        let mut own = self.kernel.slots[slot].role == Role::Write && !self.kernel.slots[slot].atomic;
        for stmt in &self.kernel.body.block {
            stmt.walk_expressions(&mut |expr| {
                if let ExprKind::Element { slot: touched, index } = &expr.kind
                    && *touched == slot
                {
                    own &= self.is_own_index(index);
                }
            });
        }
        own
    }

    /// Whether elements are touched otherwise than by atomic operations.
    pub(crate) fn is_touched_plainly(&self, slot: usize) -> bool {
        let (mut all, mut atomic) = (0, 0);
        let is_element = |expr: &Expr| matches!(expr.kind, ExprKind::Element { slot: of, .. } if of == slot);
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

    fn is_own_index(&self, index: &[Expr]) -> bool {
        index.len() == self.kernel.rank
            && index.iter().enumerate().all(|(d, part)| self.own_component(part) == Some(d))
    }

    /// The dimension of the work-item's index that an expression is.
    fn own_component(&self, expr: &Expr) -> Option<usize> {
        match &expr.kind {
            ExprKind::Subscript(base, index) => match base.kind {
                ExprKind::Item(ItemIndex::Global) => Facts::number(index),
                _ => None,
            },
            ExprKind::Local(var) => self.own_component(self.definition(*var)?),
            _ => None,
        }
    }

    /// Whether a variable can as well be computed again where it is needed: cheap, and always the same.
    pub(crate) fn is_cheap(&self, var: Var) -> bool {
        self.definition(var).is_some_and(|value| {
            self.kernel.body.variables[var.0].ty == Ty::USIZE
                && self.lane(value) != Lane::Any
                && self.is_cheap_expr(value)
        })
    }

    fn is_cheap_expr(&self, expr: &Expr) -> bool {
        match &expr.kind {
            ExprKind::Number(_) | ExprKind::Const(_) | ExprKind::Value(_) | ExprKind::Item(_) => true,
            ExprKind::Local(var) => self.is_cheap(*var),
            ExprKind::Subscript(base, index) => {
                matches!(base.kind, ExprKind::Item(_)) && Facts::number(index).is_some()
            }
            ExprKind::Binary(Binary::Add | Binary::Sub | Binary::Mul, a, b) => {
                self.is_cheap_expr(a) && self.is_cheap_expr(b)
            }
            _ => false,
        }
    }
}
