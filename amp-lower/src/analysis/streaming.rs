//! Heuristic for streaming kernels: each iteration of their loops reads new cache lines along the row, with
//! little arithmetic. A naive matrix product is an example.
//!
//! Memory bandwidth limits such a kernel, and sequential reads are the fastest. With rows of 64 lanes, each
//! iteration would read 64 elements and jump to another address. So the rows of a streaming kernel are as
//! long as the domain allows, up to 4096 lanes. Accumulators then live in the first-level cache instead of
//! registers.

use super::{Facts, RowAccess, Uniformity};
use crate::ir::{Binary, Expr, ExprKind, Range, Role, Stmt, Ty, Var};
use amp_shader::methods::Property;
use std::collections::BTreeSet;

/// The most operations for each element read in a loop that streams. The processor completes them while it
/// waits for memory. Loads and stores of the accumulators count as operations.
const MAX_OPERATIONS_PER_READ: usize = 4;

impl Facts {
    /// Whether the kernel is untiled, has loops and no local arrays, and all of its innermost loops stream.
    /// Long rows are then faster than rows whose accumulators fit into registers.
    pub(crate) fn streams(&self) -> bool {
        let has_arrays =
            self.kernel.body.variables.iter().any(|variable| matches!(variable.ty, Ty::Array(..)));
        let mut loops = 0;
        self.tile().is_none()
            && !has_arrays
            && self.all_stream(&self.kernel.body.block, &mut loops)
            && loops > 0
    }

    /// Whether all innermost loops of a block stream, and the lanes of a row run all loops of the block
    /// together. Adds the number of innermost loops to `loops`.
    fn all_stream(&self, block: &[Stmt], loops: &mut usize) -> bool {
        block.iter().all(|stmt| {
            let inner = match stmt {
                Stmt::For { .. } | Stmt::While { .. } => {
                    let before = *loops;
                    let inside = stmt.blocks().into_iter().all(|block| self.all_stream(block, loops));
                    let innermost = before == *loops;
                    *loops += usize::from(innermost);
                    let shared = self.uniformity.of_loop(&self.kernel, stmt) <= Uniformity::Row;
                    return inside && shared && (!innermost || self.loop_streams(stmt));
                }
                _ => stmt.blocks(),
            };
            inner.into_iter().all(|block| self.all_stream(block, loops))
        })
    }

    /// Whether an innermost loop streams: each iteration reads new consecutive elements, one for each lane, and
    /// computes little with them.
    fn loop_streams(&self, stmt: &Stmt) -> bool {
        let mut changed = BTreeSet::new();
        stmt.walk(&mut |inner| changed.extend(inner.modified_variables()));
        if let Stmt::For { var, range, .. } = stmt {
            // A loop with a constant trip count is usually short. It is unrolled, and its accumulators stay in
            // registers.
            if is_fixed(range) {
                return false;
            }
            changed.insert(*var);
        }
        let (mut plain, mut reads, mut operations) = (true, 0, 0);
        let mut kept = BTreeSet::new();
        let mut declared = BTreeSet::new();
        for inner in stmt.blocks().into_iter().flatten() {
            inner.walk(&mut |inner| match inner {
                Stmt::Let { var, .. } => {
                    declared.insert(*var);
                }
                Stmt::Assign { place, operator, .. } => {
                    operations += usize::from(operator.is_some() && is_data(&place.ty));
                    match (&place.kind, place.root()) {
                        (ExprKind::Element { capture, .. }, _) => plain &= self.is_exclusive(*capture),
                        (_, Some(var)) if self.uniformity.of(var) > Uniformity::Row => {
                            kept.insert(var);
                        }
                        (_, Some(_)) => {}
                        (_, None) => plain = false,
                    }
                }
                Stmt::Block(_) => {}
                _ => plain = false,
            });
            inner.walk_expressions(&mut |expr| match &expr.kind {
                ExprKind::Element { capture, index } => match self.reads_new_cache_line(*capture, index) {
                    Some(true) => reads += usize::from(self.reads_far_away(index, &changed)),
                    Some(false) => {}
                    None => plain = false,
                },
                ExprKind::Unary(..) | ExprKind::Binary(..) | ExprKind::Cast(..) => {
                    operations += usize::from(is_data(&expr.ty));
                }
                ExprKind::Method { method, .. } => {
                    plain &= method.is(Property::Single);
                    operations += usize::from(is_data(&expr.ty));
                }
                ExprKind::Literal(_)
                | ExprKind::Bool(_)
                | ExprKind::Local(_)
                | ExprKind::Value(_)
                | ExprKind::Item(_)
                | ExprKind::Const(_)
                | ExprKind::Subscript(..)
                | ExprKind::Field(..)
                | ExprKind::IsVariant(..)
                | ExprKind::Payload(..)
                | ExprKind::Tuple(_)
                | ExprKind::MakeIndex(_)
                | ExprKind::ExtentOf(_)
                | ExprKind::Neutral { .. } => {}
                _ => plain = false,
            });
        }
        let kept = kept.difference(&declared).count();
        plain && reads > 0 && kept <= reads && operations <= MAX_OPERATIONS_PER_READ * reads
    }

    /// `true` if the lanes of a row read adjacent elements of a view that the kernel only reads, `false` if
    /// they read the same element. An exclusive view gives `false`, because every iteration accesses the same
    /// element of it. `None` for any other access.
    fn reads_new_cache_line(&self, capture: usize, index: &[Expr]) -> Option<bool> {
        if self.is_exclusive(capture) {
            return Some(false);
        }
        match self.row_access(index) {
            _ if self.kernel.captures[capture].role != Role::Read => None,
            RowAccess::Up => Some(true),
            RowAccess::Same => Some(false),
            RowAccess::Down | RowAccess::Scattered => None,
        }
    }

    /// Whether two successive iterations read elements that are far apart. `changed` contains the variables
    /// that an iteration modifies.
    fn reads_far_away(&self, index: &[Expr], changed: &BTreeSet<Var>) -> bool {
        let Some((last, rest)) = index.split_last() else { return false };
        rest.iter().any(|part| self.depends_on(part, changed)) || self.is_scaled(last, changed)
    }

    fn depends_on(&self, expr: &Expr, changed: &BTreeSet<Var>) -> bool {
        let mut found = false;
        expr.walk(&mut |expr| {
            if let ExprKind::Local(var) = expr.kind {
                found |= changed.contains(&var)
                    || self.definition(var).is_some_and(|value| self.depends_on(value, changed));
            }
        });
        found
    }

    /// Whether a product in the expression depends on the variables in `changed`. Such an index changes by
    /// more than one from one iteration to the next.
    fn is_scaled(&self, expr: &Expr, changed: &BTreeSet<Var>) -> bool {
        let mut found = false;
        expr.walk(&mut |expr| match &expr.kind {
            ExprKind::Binary(Binary::Mul, ..) => found |= self.depends_on(expr, changed),
            ExprKind::Local(var) => {
                found |= self.definition(*var).is_some_and(|value| self.is_scaled(value, changed));
            }
            _ => {}
        });
        found
    }
}

/// Whether the bounds of a range are constant expressions.
fn is_fixed(range: &Range) -> bool {
    range.bounds().all(|bound| {
        let mut fixed = true;
        bound.walk(&mut |expr| {
            fixed &= matches!(
                expr.kind,
                ExprKind::Literal(_) | ExprKind::Const(_) | ExprKind::Binary(..) | ExprKind::Cast(..)
            );
        });
        fixed
    })
}

/// Whether the type is that of data, and not of an index or a condition.
fn is_data(ty: &Ty) -> bool {
    !matches!(*ty, Ty::USIZE | Ty::BOOL)
}

#[cfg(test)]
mod tests {
    use crate::testing::streams;

    #[test]
    fn loops_that_read_new_cache_lines_stream() {
        for stream in [
            "for k in 0..n { s += x[[k, i[1]]]; }",
            "for k in 0..n { s += x[[i[0], k]] * x[[k, i[1]]]; }",
            "for k in 0..n { let d = x[[i[0], k]] - x[[k, i[1]]]; s += d * d; }",
            "let mut k = 0; while k < n { s = s.max(x[[n - k, i[1] + 1]]); k += 2; }",
            "for k in 0..n { for l in 0..n { s += x[[k * 3 + l, i[1]]]; } }",
            "for k in (i[0]..n).rev() { let at = k; s += x[[at, i[1]]]; }",
            "let column = i[1]; for k in 0..n { s += x[k * n + column]; }",
            "let mut t = 0.0; for k in 0..n { s += x[[k, i[1]]]; t -= x[[k + n, i[1]]]; } s *= t;",
            "for k in 0..n { y[i] += x[[k, i[1]]]; }",
            "if i[1] >= n { return; } for k in 0..n { s += x[[k, i[1]]]; }",
        ] {
            assert!(streams(&body(stream)), "{stream}");
        }
    }

    #[test]
    fn other_loops_do_not_stream() {
        for other in [
            "s += x[[n, i[1]]];",
            // Too much arithmetic for each element that the lanes read along the row. The first kernel reads
            // none along it.
            "for k in 0..n { s += x[[i[0], k]]; }",
            "for k in 0..n { s += x[[k, i[1]]].sin(); }",
            "for k in 0..n { let d = x[[k, i[1]]]; s += d * d * d * d * d; }",
            "let mut t = 0.0; for k in 0..n { s += x[[k, i[1]]]; t += s; } s = t;",
            // Each iteration reads the same cache line as the previous iteration, or an adjacent one.
            "for k in 0..n { s += x[[i[0], i[1]]]; }",
            "for k in 0..n { s += x[[i[0], i[1] + k]]; }",
            "for k in 0..n { s += x[i[1] + k]; }",
            "for k in 0..n { for l in 0..n { s += x[[i[0] + k, i[1] + l]]; } }",
            // The lanes of a row read different cache lines.
            "for k in 0..n { s += x[[i[1], k]]; }",
            "for k in 0..n { s += x[[k, i[1]]] + x[[i[1], k]]; }",
            "for k in 0..n { s += x[[k, 2 * i[1]]]; }",
            // A constant trip count; a trip count that differs between lanes.
            "for k in 0..3 { s += x[[k, i[1]]]; }",
            "for k in 0..i[1] { s += x[[k, i[1]]]; }",
            // A `break`; a divergent branch around the loop; a branch in the loop.
            "for k in 0..n { if s > 3.0 { break; } s += x[[k, i[1]]]; }",
            "if i[1] < n { for k in 0..n { s += x[[k, i[1]]]; } }",
            "for k in 0..n { if k > 3 { s += x[[k, i[1]]]; } }",
            // A local array; a second loop that reads one element for all lanes; a store to a shared view.
            "let mut a = [0.0; 4]; for k in 0..n { a[k % 4] += x[[k, i[1]]]; } s = a[0];",
            "for k in 0..n { s += x[[k, i[1]]]; } for k in 0..n { s += x[[i[0], k]]; }",
            "for k in 0..n { s += x[[k, i[1]]]; z[[k, i[1]]] = 1; }",
        ] {
            assert!(!streams(&body(other)), "{other}");
        }
        assert!(!streams(
            "tile = [4, 16], |t: TiledIndex<2>| {
                let mut s = 0.0;
                for k in 0..n { s += x[[k, t.global[1]]]; t.barrier.wait(); }
                y[t.global] = s;
            }"
        ));
    }

    fn body(stmts: &str) -> String {
        format!("|i: Index<2>| {{ let mut s = 0.0; {stmts} y[i] = s; }}")
    }
}
