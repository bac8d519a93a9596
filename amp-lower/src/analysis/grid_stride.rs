//! Grid-stride normalisation: rewrites a loop that starts at the work-item's own index, so that all lanes share
//! its counter.
//!
//! ```text
//! let mut at = i[0];                     for gone in (0..n).step_by(step) {
//! while at < n { body; at += step; }  =>     let at = i[0] + gone; if at < n { body }
//!                                        }
//! ```
//!
//! `for at in (i[0]..n).step_by(step)` is rewritten in the same way. The original trip count differs between
//! lanes, so each lane would run its whole loop alone and stride across memory. In the rewritten loop the lanes
//! of a row run each iteration together and touch adjacent elements.
//!
//! The rewrite is legal if `step` and `n` are uniform and stable, and every iteration reaches the increment: no
//! `break`, `continue`, `return` or barrier in the body.

use super::{Facts, LaneStride, Uniformity};
use crate::ir::{Binary, Expr, ExprKind, Kernel, Range, Stmt, Ty, Var, Variable};
use proc_macro2::Span;

/// The components of a grid-stride loop `for at in (start..end).step_by(step) { body }`, or of the equivalent
/// `while`.
struct GridStride<'s> {
    /// The induction variable.
    at: Var,
    start: &'s Expr,
    end: &'s Expr,
    /// Whether the range includes `end`.
    inclusive: bool,
    step: Option<&'s Expr>,
    body: &'s [Stmt],
}

impl Facts {
    /// The kernel with its grid-stride loops normalised, or `None` if it has none.
    pub(crate) fn normalise_grid_stride(&self) -> Option<Kernel> {
        let mut kernel = Kernel::clone(&self.kernel);
        let before = kernel.body.variables.len();
        self.normalise_block(&mut kernel.body.block, &mut kernel.body.variables);
        (kernel.body.variables.len() > before).then_some(kernel)
    }

    fn normalise_block(&self, block: &mut [Stmt], variables: &mut Vec<Variable>) {
        for n in 0..block.len() {
            let (before, rest) = block.split_at_mut(n);
            let Some(stmt) = rest.first_mut() else { return };
            if let Some(stride) = self.grid_stride(before, stmt) {
                *stmt = normalised_loop(&stride, variables);
            } else if self.is_uniform_flow(stmt) {
                stmt.blocks_mut().into_iter().for_each(|block| self.normalise_block(block, variables));
            }
        }
    }

    /// Whether all lanes of a row enter the nested blocks of a statement together.
    pub(super) fn is_uniform_flow(&self, stmt: &Stmt) -> bool {
        let level = match stmt {
            Stmt::If { condition, .. } => self.uniformity(condition),
            Stmt::For { .. } | Stmt::While { .. } => self.uniformity.of_loop(&self.kernel, stmt),
            _ => Uniformity::Tile,
        };
        level <= Uniformity::Row
    }

    /// Recognises the body of a loop that [`normalised_loop`] built: `first` must be `let at = start + gone`,
    /// and `iteration` must be `if at < end { .. }`. Returns the two operands of `at < end`.
    ///
    /// The caller may assume that `start + gone` does not wrap. `gone` is less than `end`, so the sum wraps
    /// only if `start` or `end` exceeds `usize::MAX / 2`, more than any memory can hold.
    pub(crate) fn grid_stride_position<'s>(
        &self,
        first: &Stmt,
        iteration: &'s Stmt,
    ) -> Option<(&'s Expr, &'s Expr)> {
        if self.kernel.body.has_definite_type_error {
            return None;
        }
        let Stmt::Let { var, value: Some(value) } = first else { return None };
        let Stmt::If { condition, otherwise, .. } = iteration else { return None };
        let ExprKind::Binary(Binary::Lt, at, end) = &condition.kind else { return None };
        let is_var =
            |expr: &Expr, test: &dyn Fn(Var) -> bool| matches!(expr.kind, ExprKind::Local(var) if test(var));
        let ExprKind::Binary(Binary::Add, _, gone) = &value.kind else { return None };
        let counted = is_var(gone, &|var| self.kernel.body.variables[var.0].name.is_empty());
        let own = is_var(at, &|at| at == *var) && self.definition(*var).is_some();
        let along = self.lane(at) == LaneStride::Unit && self.lane(end) == LaneStride::Uniform;
        (otherwise.is_empty() && counted && own && along).then_some((at, end))
    }

    fn grid_stride<'s>(&self, before: &'s [Stmt], stmt: &'s Stmt) -> Option<GridStride<'s>> {
        let stride = match stmt {
            Stmt::For { var, range, body } if !range.reversed => GridStride {
                at: *var,
                start: &range.start,
                end: &range.end,
                inclusive: range.inclusive,
                step: range.step.as_ref(),
                body,
            },
            Stmt::While { before: first, condition, body, .. } if first.is_empty() => {
                let (at, end, inclusive) = bounded(condition)?;
                let (last, body) = body.split_last()?;
                let Stmt::Assign { place, operator: Some(Binary::Add), value: step } = last else {
                    return None;
                };
                let declared = before.iter().find_map(|stmt| match stmt {
                    Stmt::Let { var, value: Some(value) } if *var == at => Some(value),
                    _ => None,
                });
                let own = matches!(place.kind, ExprKind::Local(var) if var == at);
                if !own || mentions(&self.kernel.body.block, at) != mentions(std::slice::from_ref(stmt), at) {
                    return None;
                }
                GridStride { at, start: declared?, end, inclusive, step: Some(step), body }
            }
            _ => return None,
        };
        let shared = |expr: &Expr| {
            self.uniformity(expr) <= Uniformity::Row && self.is_stable(expr) && !expr.has_effect()
        };
        let counts = stride.start.ty == Ty::USIZE
            && self.lane(stride.start) == LaneStride::Unit
            && self.is_stable(stride.start);
        let bounded = shared(stride.end) && stride.step.is_none_or(shared);
        (counts && bounded && stride.is_plain()).then_some(stride)
    }
}

impl GridStride<'_> {
    /// Whether the induction variable changes only at the end of an iteration, and every iteration reaches
    /// its end.
    fn is_plain(&self) -> bool {
        let mut plain = true;
        for stmt in self.body {
            stmt.walk(&mut |inner| {
                plain &= !matches!(inner, Stmt::Break(_) | Stmt::Continue(_) | Stmt::Return { .. });
                plain &= !inner.is_collective() && !inner.modified_variables().contains(&self.at);
            });
        }
        plain
    }
}

/// Splits a loop condition `at < end`, `at <= end`, `end > at` or `end >= at` into the variable `at`, the
/// bound `end`, and whether the bound is inclusive. `None` for other conditions.
fn bounded(condition: &Expr) -> Option<(Var, &Expr, bool)> {
    let ExprKind::Binary(operator, a, b) = &condition.kind else { return None };
    let (at, end, inclusive) = match operator {
        Binary::Lt => (a, b, false),
        Binary::Le => (a, b, true),
        Binary::Gt => (b, a, false),
        Binary::Ge => (b, a, true),
        _ => return None,
    };
    match at.kind {
        ExprKind::Local(var) => Some((var, end, inclusive)),
        _ => None,
    }
}

/// The number of expressions in a block that mention a variable.
fn mentions(block: &[Stmt], var: Var) -> usize {
    let mut count = 0;
    for stmt in block {
        stmt.walk_expressions(&mut |expr| {
            count += usize::from(matches!(expr.kind, ExprKind::Local(it) if it == var));
        });
    }
    count
}

/// Builds `for gone in (0..end).step_by(step) { let at = start + gone; if at < end { body } }`.
fn normalised_loop(stride: &GridStride<'_>, variables: &mut Vec<Variable>) -> Stmt {
    let &GridStride { at, start, end, inclusive, step, body } = stride;
    let site = start.site;
    let gone = Var(variables.len());
    variables.push(Variable {
        ident: proc_macro2::Ident::new("gone", Span::mixed_site()),
        name: String::new(),
        mutable: false,
        ..variables[at.0].clone()
    });
    variables[at.0].mutable = false;
    let local = |var| Expr::local(var, Ty::USIZE, site);
    let here = Expr::binary(Binary::Add, start.clone(), local(gone));
    let order = if inclusive { Binary::Le } else { Binary::Lt };
    let condition = Expr::binary(order, local(at), end.clone());
    let zero = Expr::number(0, Ty::USIZE, site);
    let range = Range {
        start: zero,
        end: end.clone(),
        inclusive,
        reversed: false,
        step: step.cloned(),
        from_last_step: false,
    };
    let iteration = Stmt::If { condition, then: body.to_vec(), otherwise: Vec::new() };
    let body = vec![Stmt::Let { var: at, value: Some(here) }, iteration];
    Stmt::For { var: gone, range: Box::new(range), body }
}
