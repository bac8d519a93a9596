//! Finds unused values, which amp reports as rustc's `unused_must_use` would: the tail expression of a body
//! that returns nothing, and operator results that a statement discards, `y[i] == 1.0;`.

use crate::vocabulary::operators;
use std::collections::HashSet;
use syn::{Expr, Stmt};

/// The unused expressions of a body, identified by the addresses of their syntax nodes.
#[derive(Default)]
pub(super) struct UnusedValues(HashSet<*const Expr>);

impl UnusedValues {
    /// The unused values of a body that returns nothing.
    pub(super) fn of(body: &syn::Block) -> Self {
        let mut found = UnusedValues::default();
        found.block(body, true);
        found
    }

    pub(super) fn contains(&self, it: &Expr) -> bool {
        self.0.contains(&std::ptr::from_ref(it))
    }

    /// Visits a block. `untaken` tells whether the block's value is unused.
    fn block(&mut self, block: &syn::Block, untaken: bool) {
        let last = block.stmts.len().saturating_sub(1);
        for (n, stmt) in block.stmts.iter().enumerate() {
            match stmt {
                Stmt::Expr(it, None) => self.expr(it, untaken || n < last),
                // Before a `;`, only an unused result of an operator is reported. For other values, either
                // the `;` discards them on purpose, or rustc reports them.
                Stmt::Expr(it, Some(_)) => self.expr(it, is_operator_result(it)),
                Stmt::Local(_) | Stmt::Item(_) | Stmt::Macro(_) => {}
            }
        }
    }

    fn expr(&mut self, it: &Expr, untaken: bool) {
        match it {
            Expr::Block(it) => self.block(&it.block, untaken),
            Expr::If(it) => {
                self.block(&it.then_branch, untaken || it.else_branch.is_none());
                if let Some((_, otherwise)) = &it.else_branch {
                    self.expr(otherwise, untaken);
                }
            }
            Expr::Match(it) => it.arms.iter().for_each(|arm| self.expr(&arm.body, untaken)),
            Expr::ForLoop(it) => self.block(&it.body, true),
            Expr::While(it) => self.block(&it.body, true),
            Expr::Loop(it) => self.block(&it.body, true),
            Expr::Paren(it) => self.expr(&it.expr, untaken),
            other => {
                if untaken {
                    self.0.insert(std::ptr::from_ref(other));
                }
            }
        }
    }
}

/// Whether the expression is an operator that only computes a value. `&&` and `||` are excluded, because
/// their right operands may have side effects.
fn is_operator_result(it: &Expr) -> bool {
    let Expr::Binary(it) = it else { return false };
    let lazy = matches!(it.op, syn::BinOp::And(_) | syn::BinOp::Or(_));
    operators::binary(&it.op).is_some_and(|(_, assigns)| !assigns && !lazy)
}
