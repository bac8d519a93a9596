//! What is true of a kernel as a whole: asked by the rules in `check`, relied on by the twin in `emit`.

mod access;
mod uniformity;
mod waiting;

use crate::ir::{Expr, ExprKind, Kernel, Stmt, Var};
pub(crate) use access::Lane;
use std::collections::BTreeSet;
pub(crate) use uniformity::{Level, Uniformity};
pub(crate) use waiting::Waiting;

/// The facts of one kernel.
pub(crate) struct Facts<'k> {
    pub(crate) kernel: &'k Kernel,
    pub(crate) uniformity: Uniformity,
    /// The value of each variable that has only one.
    definitions: Vec<Option<&'k Expr>>,
    /// Variables of which only the name is to be used: their values are kept somewhere.
    kept: BTreeSet<Var>,
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
        Facts { kernel, uniformity: Uniformity::new(kernel), definitions, kept: BTreeSet::new() }
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
        Facts { kernel: self.kernel, uniformity, definitions: self.definitions.clone(), kept }
    }

    /// The one value of a variable that is never assigned again.
    pub(crate) fn definition(&self, var: Var) -> Option<&'k Expr> {
        self.definitions[var.0]
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
