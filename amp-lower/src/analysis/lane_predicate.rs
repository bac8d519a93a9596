//! Lane-monotone predicates and loop unswitching: if a branch compares the work-item's index with a uniform
//! bound, one test decides it for a whole row.
//!
//! ```text
//! for lane in row { if i[0] >= n { return; } body }
//!     =>   if row_end < n { for lane in row { body } } else { .. }
//! ```
//!
//! Along a row the index grows by one for each lane. A comparison with a value that is uniform in the row is
//! therefore monotone in the lane. It holds for all lanes of the row if it holds for the first and the last.
//! `specialise_on_guards` produces the kernel body for rows in which every guard passes; other rows run the
//! original body.

use super::{Facts, LaneStride, Uniformity};
use crate::ir::{Binary, Expr, ExprKind, ItemIndex, Kernel, Projection, Stmt, Ty, Unary, Var};
use std::collections::BTreeSet;

/// One operand of the conjunction under which all lanes of a row take a branch in the same direction.
#[derive(Clone, Debug)]
pub(crate) enum Predicate {
    /// A condition that is uniform in the row, and the value that the condition must have.
    Uniform(Expr, bool),
    /// A comparison of `along`, which grows by one from lane to lane, with `bound`, which is uniform in the
    /// row.
    Bound { along: Expr, order: Comparison, bound: Box<Expr> },
}

/// The relation between `along` and `bound` in [`Predicate::Bound`].
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Comparison {
    Below,
    AtMost,
    AtLeast,
    Above,
    Unlike,
}

/// A test of a row. If the test succeeds, all lanes of the row take an `if` in the direction `takes_branch`.
#[derive(Clone, Debug)]
pub(crate) struct Guard {
    /// The direction that the lanes take if all predicates hold: true for the `then` block, false for `else`.
    pub(crate) takes_branch: bool,
    /// The predicates that must all hold. Evaluating a predicate is safe only if all earlier ones hold.
    pub(crate) predicates: Vec<Predicate>,
}

impl Facts {
    /// The guard of an `if`, a conjunction of predicates that the code can test once for a row. If the test
    /// succeeds, all lanes take the `if` in the same direction. `None` if there is no such test for the
    /// condition.
    pub(crate) fn guard(&self, condition: &Expr, then: &[Stmt], otherwise: &[Stmt]) -> Option<Guard> {
        // The row evaluates the condition, and the lanes evaluate it again, so it must have no effect. If the
        // body has a type error, rustc would report it in both copies of the condition.
        if condition.has_effect() || self.kernel.body.has_definite_type_error {
            return None;
        }
        // A branch that returns usually excludes the work-items beyond the end of the data. Most rows skip it,
        // so the guard tests only whether all lanes skip the branch.
        let leaves = matches!(then.last(), Some(Stmt::Return { .. }));
        let find = |into| {
            let mut atoms = Vec::new();
            (self.collect_predicates(condition, into, &mut atoms) && atoms.iter().any(Predicate::is_bound))
                .then_some(Guard { takes_branch: into, predicates: atoms })
        };
        let found = if leaves { find(false) } else { find(true).or_else(|| find(false)) };
        found.filter(|guard| {
            let (taken, left_out) = if guard.takes_branch { (then, otherwise) } else { (otherwise, then) };
            !self.determines_a_type(left_out, taken)
        })
    }

    /// Whether rustc needs `branch` to infer the type of a variable. This is so if the variable is declared
    /// without a value, and `branch` assigns to it, but `other` does not.
    fn determines_a_type(&self, branch: &[Stmt], other: &[Stmt]) -> bool {
        let changed = |block: &[Stmt]| {
            let mut all = BTreeSet::new();
            block.iter().for_each(|stmt| stmt.walk(&mut |stmt| all.extend(stmt.modified_variables())));
            all
        };
        let open = |var: &&Var| match &self.kernel.body.variables[var.0].ty {
            Ty::Hole(hole) => !matches!(**hole, Projection::Named(_)),
            ty => !ty.is_known(),
        };
        let (here, there) = (changed(branch), changed(other));
        let mut untold: BTreeSet<_> = here.difference(&there).filter(open).copied().collect();
        if untold.is_empty() {
            return false;
        }
        for stmt in &self.kernel.body.block {
            stmt.walk(&mut |stmt| {
                if let Stmt::Let { var, value: Some(_) } = stmt {
                    untold.remove(var);
                }
            });
        }
        !untold.is_empty()
    }

    /// Collects the predicates that must hold for a condition to have `value` in every lane. Returns false if
    /// predicates cannot express the condition.
    fn collect_predicates(&self, condition: &Expr, value: bool, into: &mut Vec<Predicate>) -> bool {
        if self.uniformity(condition) <= Uniformity::Row {
            into.push(Predicate::Uniform(condition.clone(), value));
            return true;
        }
        match &condition.kind {
            ExprKind::Unary(Unary::Not, inner) => self.collect_predicates(inner, !value, into),
            ExprKind::Binary(operator @ (Binary::And | Binary::Or), a, b)
                if (*operator == Binary::And) == value =>
            {
                self.collect_predicates(a, value, into) && self.collect_predicates(b, value, into)
            }
            ExprKind::Binary(operator, a, b) => {
                let Some(order) = Comparison::of(*operator, value) else { return false };
                let (along, order, bound) = match (self.lane(a), self.lane(b)) {
                    (LaneStride::Unit, LaneStride::Uniform) => (a, order, b),
                    (LaneStride::Uniform, LaneStride::Unit) => (b, order.swap_operands(), a),
                    // Both operands are uniform, so all lanes get the same result. The condition may count as
                    // varying because an operand is declared in divergent control flow.
                    (LaneStride::Uniform, LaneStride::Uniform) => {
                        into.push(Predicate::Uniform(condition.clone(), value));
                        return true;
                    }
                    _ => return false,
                };
                into.push(Predicate::Bound { along: (**along).clone(), order, bound: bound.clone() });
                along.ty == Ty::USIZE
            }
            ExprKind::Local(var) => self.definition(*var).is_some_and(|definition| {
                self.is_stable(definition) && self.collect_predicates(definition, value, into)
            }),
            _ => false,
        }
    }

    /// Loop unswitching: the kernel for rows in which every guard holds, and the predicates that a row must
    /// test.
    pub(crate) fn specialise_on_guards(&self) -> Option<(Kernel, Vec<Predicate>)> {
        let mut kernel = Kernel::clone(&self.kernel);
        let mut atoms = Vec::new();
        self.specialise_block(&mut kernel.body.block, true, &mut atoms);
        (!atoms.is_empty()).then_some((kernel, atoms))
    }

    fn specialise_block(&self, block: &mut [Stmt], last: bool, passed: &mut Vec<Predicate>) {
        let count = block.len();
        for (n, stmt) in block.iter_mut().enumerate() {
            let last = last && n + 1 == count;
            match stmt {
                Stmt::If { condition, then, otherwise } => {
                    let Some(guard) = self.guard(condition, then, otherwise) else { continue };
                    // If one test fails, the row runs the original body without any specialisation. Many rows
                    // do not enter a branch in the middle of a kernel, so a test whether all lanes enter the
                    // branch often fails. So such a test is used only for the last statement.
                    if guard.takes_branch && !last {
                        continue;
                    }
                    let Some(atoms) = guard
                        .predicates
                        .iter()
                        .map(|atom| self.in_entry_values(atom))
                        .collect::<Option<Vec<_>>>()
                    else {
                        continue;
                    };
                    passed.extend(atoms);
                    let mut taken = std::mem::take(if guard.takes_branch { then } else { otherwise });
                    self.specialise_block(&mut taken, last, passed);
                    *stmt = Stmt::Block(taken);
                }
                Stmt::Block(inner) => self.specialise_block(inner, last, passed),
                _ => {}
            }
        }
    }

    /// The predicate with variables replaced by their definitions, so that it can be evaluated when the
    /// kernel begins. `None` if that is impossible.
    fn in_entry_values(&self, atom: &Predicate) -> Option<Predicate> {
        Some(match atom {
            Predicate::Uniform(condition, value) => {
                Predicate::Uniform(self.with_definitions(condition)?, *value)
            }
            Predicate::Bound { along, order, bound } => Predicate::Bound {
                along: self.with_definitions(along)?,
                order: *order,
                bound: Box::new(self.with_definitions(bound)?),
            },
        })
    }

    /// The expression with all variables replaced by their definitions. `None` if a variable has no
    /// definition, or if the expression depends on memory or a call.
    fn with_definitions(&self, expr: &Expr) -> Option<Expr> {
        let mut expr = expr.clone();
        let mut known = true;
        // The recursion terminates because definitions are acyclic.
        expr.walk_mut(&mut |expr| match &expr.kind {
            ExprKind::Local(var) => {
                match self.definition(*var).and_then(|value| self.with_definitions(value)) {
                    Some(value) => *expr = value,
                    None => known = false,
                }
            }
            ExprKind::Element { .. }
            | ExprKind::Call { .. }
            | ExprKind::CallParameter { .. }
            | ExprKind::Tile(_)
            | ExprKind::Atomic { .. } => {
                known = false;
            }
            ExprKind::Item(item) => known &= *item == ItemIndex::Global,
            _ => {}
        });
        known.then_some(expr)
    }
}

impl Predicate {
    fn is_bound(&self) -> bool {
        matches!(self, Predicate::Bound { .. })
    }
}

impl Comparison {
    /// The relation between `a` and `b` if the comparison `a op b` has this value. `None` for `a == b`, which
    /// no [`Comparison`] expresses, and for operators that are no comparison.
    fn of(operator: Binary, value: bool) -> Option<Comparison> {
        Some(match (operator, value) {
            (Binary::Lt, true) | (Binary::Ge, false) => Comparison::Below,
            (Binary::Le, true) | (Binary::Gt, false) => Comparison::AtMost,
            (Binary::Ge, true) | (Binary::Lt, false) => Comparison::AtLeast,
            (Binary::Gt, true) | (Binary::Le, false) => Comparison::Above,
            (Binary::Ne, true) | (Binary::Eq, false) => Comparison::Unlike,
            _ => return None,
        })
    }

    /// The relation of `b` to `a`, if `self` is the relation of `a` to `b`.
    fn swap_operands(self) -> Comparison {
        match self {
            Comparison::Below => Comparison::Above,
            Comparison::AtMost => Comparison::AtLeast,
            Comparison::AtLeast => Comparison::AtMost,
            Comparison::Above => Comparison::Below,
            Comparison::Unlike => Comparison::Unlike,
        }
    }
}
