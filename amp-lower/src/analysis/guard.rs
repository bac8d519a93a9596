//! Conditions that say which lanes of a row do something, and that a row can decide at once: those on a work-item's place.
//!
//! Most kernels have one: `if i[0] >= n { return; }`, or the edge of a stencil. Along a row the work-item's index only
//! grows, so where it is compared with something that the row shares, the lanes that pass are a run of them.

use super::{Facts, Lane, Level};
use crate::ir::{Binary, Expr, ExprKind, Hole, ItemIndex, Kernel, Stmt, Ty, Unary, Var};
use std::collections::BTreeSet;

/// A part of such a condition.
#[derive(Clone, Debug)]
pub(crate) enum Atom {
    /// The row shares it, and it has to have this value.
    Shared(Expr, bool),
    /// A number that grows by one from lane to lane, and what it is compared with.
    Bound { along: Expr, order: Order, bound: Expr },
}

/// How a number that grows from lane to lane has to lie to its bound.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Order {
    Below,
    AtMost,
    AtLeast,
    Above,
    Unlike,
}

/// A branch that lanes can take together.
#[derive(Clone, Debug)]
pub(crate) struct Guard {
    /// Which way: into the branch, or past it into what stands under `else`.
    pub(crate) into: bool,
    /// All of these have to be so. Each may be asked only where those before it are.
    pub(crate) atoms: Vec<Atom>,
}

impl Facts<'_> {
    /// The way that lanes take together through a branch, if a row can tell that they do.
    pub(crate) fn guard(&self, condition: &Expr, then: &[Stmt], otherwise: &[Stmt]) -> Option<Guard> {
        // It is asked for the row, and once more for the lanes. What is mistaken there rustc says where it is written.
        if condition.has_effect() || self.kernel.body.mistaken {
            return None;
        }
        // Past it, if it is there to get rid of those outside.
        let leaves = matches!(then.last(), Some(Stmt::Return { .. }));
        let find = |into| {
            let mut atoms = Vec::new();
            (self.atoms(condition, into, &mut atoms) && atoms.iter().any(Atom::is_bound))
                .then_some(Guard { into, atoms })
        };
        let found = if leaves { find(false) } else { find(true).or_else(|| find(false)) };
        found.filter(|guard| {
            let (taken, left_out) = if guard.into { (then, otherwise) } else { (otherwise, then) };
            !self.tells_a_type(left_out, taken)
        })
    }

    /// Whether rustc finds the type of a variable, of which nothing else tells it, by what is assigned in one branch and not in the other.
    fn tells_a_type(&self, branch: &[Stmt], other: &[Stmt]) -> bool {
        let changed = |block: &[Stmt]| {
            let mut all = BTreeSet::new();
            block.iter().for_each(|stmt| stmt.walk(&mut |stmt| all.extend(stmt.changes())));
            all
        };
        let open = |var: &&Var| match &self.kernel.body.variables[var.0].ty {
            Ty::Hole(hole) => !matches!(**hole, Hole::Written(_)),
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

    /// What has to be so for a condition to have this value in every lane.
    fn atoms(&self, condition: &Expr, value: bool, into: &mut Vec<Atom>) -> bool {
        if self.level(condition) <= Level::Row {
            into.push(Atom::Shared(condition.clone(), value));
            return true;
        }
        match &condition.kind {
            ExprKind::Unary(Unary::Not, inner) => self.atoms(inner, !value, into),
            ExprKind::Binary(operator @ (Binary::And | Binary::Or), a, b)
                if (*operator == Binary::And) == value =>
            {
                self.atoms(a, value, into) && self.atoms(b, value, into)
            }
            ExprKind::Binary(operator, a, b) => {
                let Some(order) = Order::of(*operator, value) else { return false };
                let (along, order, bound) = match (self.lane(a), self.lane(b)) {
                    (Lane::Unit, Lane::Same) => (a, order, b),
                    (Lane::Same, Lane::Unit) => (b, order.turned(), a),
                    // Known as different only because not every lane comes by.
                    (Lane::Same, Lane::Same) => {
                        into.push(Atom::Shared(condition.clone(), value));
                        return true;
                    }
                    _ => return false,
                };
                into.push(Atom::Bound { along: (**along).clone(), order, bound: (**bound).clone() });
                along.ty == Ty::USIZE
            }
            ExprKind::Local(var) => self
                .definition(*var)
                .is_some_and(|definition| self.is_stable(definition) && self.atoms(definition, value, into)),
            _ => false,
        }
    }

    /// The kernel as it is for lanes that pass all of its guards, and those: each work-item that stands outside returns at
    /// once, or goes past the rest of the kernel.
    pub(crate) fn past_guards(&self) -> Option<(Kernel, Vec<Atom>)> {
        let mut kernel = self.kernel.clone();
        let mut atoms = Vec::new();
        self.pass(&mut kernel.body.block, true, &mut atoms);
        (!atoms.is_empty()).then_some((kernel, atoms))
    }

    fn pass(&self, block: &mut [Stmt], last: bool, passed: &mut Vec<Atom>) {
        let count = block.len();
        for (n, stmt) in block.iter_mut().enumerate() {
            let last = last && n + 1 == count;
            match stmt {
                Stmt::If { condition, then, otherwise } => {
                    let Some(guard) = self.guard(condition, then, otherwise) else { continue };
                    // What all go past would be slow for those that do not come by the branch.
                    if guard.into && !last {
                        continue;
                    }
                    let Some(atoms) =
                        guard.atoms.iter().map(|atom| self.at_entry(atom)).collect::<Option<Vec<_>>>()
                    else {
                        continue;
                    };
                    passed.extend(atoms);
                    let mut taken = std::mem::take(if guard.into { then } else { otherwise });
                    self.pass(&mut taken, last, passed);
                    *stmt = Stmt::Block(taken);
                }
                Stmt::Block(inner) => self.pass(inner, last, passed),
                _ => {}
            }
        }
    }

    /// The same, by what is known when the kernel begins.
    fn at_entry(&self, atom: &Atom) -> Option<Atom> {
        Some(match atom {
            Atom::Shared(condition, value) => Atom::Shared(self.unfolded(condition)?, *value),
            Atom::Bound { along, order, bound } => {
                Atom::Bound { along: self.unfolded(along)?, order: *order, bound: self.unfolded(bound)? }
            }
        })
    }

    /// An expression without variables, if there is one.
    fn unfolded(&self, expr: &Expr) -> Option<Expr> {
        let mut expr = expr.clone();
        let mut known = true;
        // Definitions do not go round in circles.
        expr.walk_mut(&mut |expr| match &expr.kind {
            ExprKind::Local(var) => match self.definition(*var).and_then(|value| self.unfolded(value)) {
                Some(value) => *expr = value,
                None => known = false,
            },
            ExprKind::Element { .. }
            | ExprKind::Call { .. }
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

impl Atom {
    fn is_bound(&self) -> bool {
        matches!(self, Atom::Bound { .. })
    }
}

impl Order {
    /// What a comparison asks for if it is to have a value.
    fn of(operator: Binary, value: bool) -> Option<Order> {
        Some(match (operator, value) {
            (Binary::Lt, true) | (Binary::Ge, false) => Order::Below,
            (Binary::Le, true) | (Binary::Gt, false) => Order::AtMost,
            (Binary::Ge, true) | (Binary::Lt, false) => Order::AtLeast,
            (Binary::Gt, true) | (Binary::Le, false) => Order::Above,
            (Binary::Ne, true) | (Binary::Eq, false) => Order::Unlike,
            _ => return None,
        })
    }

    /// The same, seen from the other side.
    fn turned(self) -> Order {
        match self {
            Order::Below => Order::Above,
            Order::AtMost => Order::AtLeast,
            Order::AtLeast => Order::AtMost,
            Order::Above => Order::Below,
            Order::Unlike => Order::Unlike,
        }
    }
}
