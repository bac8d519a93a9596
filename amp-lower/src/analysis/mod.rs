//! What is true of a kernel as a whole: asked by the rules in `check`, relied on by the twin in `emit`.

mod access;
mod ends;
mod exits;
mod filled;
mod flat;
mod guard;
mod halving;
mod inside;
mod kept;
mod linear;
mod lockstep;
mod moving;
mod period;
mod sharing;
mod streaming;
mod stride;
mod unchanged;
mod uniformity;
mod waiting;

use crate::ir::{Expr, ExprKind, ItemIndex, Kernel, Stmt, Var};
pub(crate) use access::Lane;
pub(crate) use ends::{Ends, ends};
pub(crate) use guard::{Atom, Guard, Order};
pub(crate) use inside::reaches;
pub(crate) use kept::{bytes, kept};
pub(crate) use linear::linear;
pub(crate) use lockstep::Turns;
pub(crate) use period::Period;
use std::collections::BTreeSet;
pub(crate) use unchanged::{assumptions, bits, settle};
pub(crate) use uniformity::{Level, Reason, Uniformity};
pub(crate) use waiting::Waiting;

/// The facts of one kernel.
pub(crate) struct Facts<'k> {
    pub(crate) kernel: &'k Kernel,
    pub(crate) uniformity: Uniformity,
    /// The value of each variable that has only one.
    definitions: Vec<Option<&'k Expr>>,
    /// Variables of which only the name is to be used: their values are kept somewhere.
    kept: BTreeSet<Var>,
    /// For each slot, whether work-items touch only the element at their own index.
    own: Vec<bool>,
}

impl<'k> Facts<'k> {
    pub(crate) fn new(kernel: &'k Kernel) -> Self {
        let mut definitions = vec![None; kernel.body.variables.len()];
        for stmt in &kernel.body.block {
            stmt.walk(&mut |stmt| {
                if let Stmt::Let { var, value: Some(value) } = stmt
                    && !kernel.body.variables[var.0].mutable
                    && !value.has_effect()
                {
                    definitions[var.0] = Some(value);
                }
            });
        }
        let own = access::own_slots(kernel, &definitions);
        Facts { kernel, uniformity: Uniformity::new(kernel), definitions, kept: BTreeSet::new(), own }
    }

    /// The facts of a kernel that is a part of this one.
    pub(crate) fn of_part<'p>(&self, part: &'p Kernel) -> Facts<'p> {
        Facts { own: self.own.clone(), ..Facts::new(part) }
    }

    /// The same, but that some variables vary.
    fn varying(mut self, variables: &[Var]) -> Facts<'k> {
        self.uniformity.raise_all(self.kernel, variables);
        self
    }

    /// The same, but that the values of some variables are kept, each in a place of its own for each lane: they vary, as
    /// does what depends on them, and nothing is known of how.
    pub(crate) fn keeping(&self, kept: &[Var]) -> Facts<'k> {
        let mut uniformity = self.uniformity.clone();
        uniformity.raise_all(self.kernel, kept);
        let kept = kept.iter().copied().collect();
        let (definitions, own) = (self.definitions.clone(), self.own.clone());
        Facts { kernel: self.kernel, uniformity, definitions, kept, own }
    }

    /// The one value of a variable that is never assigned again.
    pub(crate) fn definition(&self, var: Var) -> Option<&'k Expr> {
        self.definitions[var.0]
    }

    /// The tile in which work-items run together.
    pub(crate) fn tile(&self) -> Option<&'k Vec<syn::Expr>> {
        tile(self.kernel)
    }

    /// Whether work-items touch only the element at their own index.
    pub(crate) fn is_own(&self, slot: usize) -> bool {
        self.own[slot]
    }

    pub(crate) fn level(&self, expr: &Expr) -> Level {
        self.uniformity.level(self.kernel, expr)
    }

    /// The number that an expression is, if it is written as one.
    pub(crate) fn number(expr: &Expr) -> Option<usize> {
        match &expr.kind {
            ExprKind::Number(digits) => digits.parse().ok(),
            _ => None,
        }
    }
}

/// The tile in which work-items run together: none where they neither wait for each other nor have anything in common,
/// whatever the domain says.
fn tile(kernel: &Kernel) -> Option<&Vec<syn::Expr>> {
    let body = &kernel.body;
    let mut shares = !body.tile_static.is_empty();
    for stmt in &body.block {
        stmt.walk(&mut |stmt| shares |= matches!(stmt, Stmt::Barrier(..)));
        stmt.walk_expressions(&mut |expr| {
            shares |= expr.waits()
                || match expr.kind {
                    ExprKind::Item(item) => !matches!(item, ItemIndex::Global | ItemIndex::Row),
                    // It is the first one's, of each tile.
                    ExprKind::Uniform(_) => true,
                    _ => false,
                };
        });
    }
    kernel.tile.as_ref().filter(|_| shares)
}
