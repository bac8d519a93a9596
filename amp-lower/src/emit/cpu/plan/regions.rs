//! Region formation: cuts a kernel into tile-level groups, and groups into lane loops.

use super::{Lanes, Node, PlanKind, RowNode};
use crate::analysis::{Facts, Uniformity};
use crate::ir::{Expr, ExprKind, Flow, Range, Stmt, Var};
use std::collections::BTreeSet;

/// A step at tile level whose statements are not yet cut into lane loops; [`Builder::rows`] cuts them.
pub(super) enum Group<'k> {
    Scalar(&'k Stmt),
    Rows(Vec<&'k Stmt>),
    For(Var, &'k Range, Vec<Group<'k>>),
    While(Vec<Group<'k>>, &'k Expr, Vec<Group<'k>>),
    If(&'k Expr, Vec<Group<'k>>, Vec<Group<'k>>),
}

pub(super) struct Builder {
    pub(super) facts: Facts,
    /// The variables that lane loops rematerialise.
    pub(super) rematerialised: BTreeSet<Var>,
    pub(super) tiled: bool,
    pub(super) kind: PlanKind,
    pub(super) lanes: usize,
}

impl Builder {
    pub(super) fn tile<'k>(&self, block: &'k [Stmt]) -> Vec<Group<'k>> {
        let mut out = Vec::new();
        if !self.tiled {
            out.push(Group::Rows(block.iter().collect()));
            return out;
        }
        let mut rows = Vec::new();
        self.tile_block(block, &mut out, &mut rows);
        flush(&mut out, &mut rows);
        out
    }

    fn tile_block<'k>(&self, block: &'k [Stmt], out: &mut Vec<Group<'k>>, rows: &mut Vec<&'k Stmt>) {
        for stmt in block {
            match stmt {
                Stmt::Barrier(..) => {
                    flush(out, rows);
                    if self.kind == PlanKind::ItemByItem {
                        out.push(Group::Scalar(stmt));
                    }
                }
                _ if stmt.is_collective() => {
                    flush(out, rows);
                    out.push(Group::Scalar(stmt));
                }
                _ if self.modifies_at(stmt, |level| level == Uniformity::Tile) => {
                    flush(out, rows);
                    out.push(Group::Scalar(stmt));
                }
                // `uniform(x)` must run after all work-items have computed `x`, so it ends the group, which
                // runs row by row.
                Stmt::Let { var, value: Some(value) }
                    if self.of(*var) == Uniformity::Tile && matches!(value.kind, ExprKind::Uniform(_)) =>
                {
                    flush(out, rows);
                    out.push(Group::Scalar(stmt));
                }
                // A tile-uniform `let` moves to before the current group of statements, because no statement
                // of the group can change its value. An assertion in the group must fail before the value is
                // computed, so it ends the group.
                Stmt::Let { var, .. } if self.of(*var) == Uniformity::Tile => {
                    if Flow::of_block(rows.iter().copied()).asserts {
                        flush(out, rows);
                    }
                    out.push(Group::Scalar(stmt));
                }
                // At tile level, all work-items of the tile execute the jump together.
                Stmt::Break(_) | Stmt::Continue(_) | Stmt::Return { .. } => {
                    flush(out, rows);
                    out.push(Group::Scalar(stmt));
                }
                Stmt::Block(inner) => self.tile_block(inner, out, rows),
                _ if self.must_run_at_level(stmt, Uniformity::Tile) => {
                    flush(out, rows);
                    let inner = |block: &'k [Stmt]| self.tile(block);
                    match stmt {
                        Stmt::For { var, range, body } => out.push(Group::For(*var, range, inner(body))),
                        Stmt::While { before, condition, body, .. } => {
                            out.push(Group::While(inner(before), condition, inner(body)));
                        }
                        Stmt::If { condition, then, otherwise } => {
                            out.push(Group::If(condition, inner(then), inner(otherwise)));
                        }
                        _ => {}
                    }
                }
                _ => rows.push(stmt),
            }
        }
    }

    /// Whether the code executes a branch or loop once for the tile (or row). This is so if it contains a
    /// barrier, modifies a variable that the tile (or row) shares, or leaves an enclosing uniform loop.
    fn must_run_at_level(&self, stmt: &Stmt, level: Uniformity) -> bool {
        if !matches!(stmt, Stmt::If { .. } | Stmt::For { .. } | Stmt::While { .. })
            || self.control(stmt) > level
        {
            return false;
        }
        let mut inside = BTreeSet::new();
        let mut cuts = false;
        stmt.walk(&mut |inner| {
            let shared = |var: &Var| !inside.contains(var) && self.of(*var) <= level;
            cuts |= inner.modified_variables().iter().any(shared);
            match inner {
                _ if inner.is_collective() => cuts = true,
                Stmt::Let { var, .. } | Stmt::For { var, .. } => {
                    inside.insert(*var);
                }
                _ => {}
            }
        });
        cuts || self.jumps(stmt, level)
    }

    /// Whether a statement contains a jump that leaves the statement, and that all work-items of the tile (or
    /// row) take together.
    fn jumps(&self, stmt: &Stmt, level: Uniformity) -> bool {
        match stmt {
            Stmt::Break(_) | Stmt::Continue(_) => true,
            // One row of a tile cannot return without the other rows.
            Stmt::Return { .. } => level == Uniformity::Tile || !self.tiled,
            Stmt::If { condition, then, otherwise } => {
                self.facts.uniformity(condition) <= level
                    && then.iter().chain(otherwise).any(|stmt| self.jumps(stmt, level))
            }
            Stmt::For { body, .. } | Stmt::While { body, .. } => {
                self.control(stmt) <= level && body.iter().any(|stmt| self.leaves(stmt, level))
            }
            Stmt::Block(inner) => inner.iter().any(|stmt| self.jumps(stmt, level)),
            _ => false,
        }
    }

    /// Whether `stmt`, a statement of a nested loop, contains a `return`. Other jumps leave only the nested
    /// loop itself.
    fn leaves(&self, stmt: &Stmt, level: Uniformity) -> bool {
        let mut found = false;
        if level == Uniformity::Tile || !self.tiled {
            stmt.walk(&mut |inner| found |= matches!(inner, Stmt::Return { .. }));
        }
        found
    }

    pub(super) fn of(&self, var: Var) -> Uniformity {
        self.facts.uniformity.of(var)
    }

    fn control(&self, stmt: &Stmt) -> Uniformity {
        match stmt {
            Stmt::If { condition, .. } => self.facts.uniformity(condition),
            _ => self.facts.uniformity.of_loop(&self.facts.kernel, stmt),
        }
    }

    /// Whether a statement modifies a variable whose uniformity satisfies `at`. Such a statement runs once
    /// for all work-items that share the variable.
    fn modifies_at(&self, stmt: &Stmt, at: impl Fn(Uniformity) -> bool) -> bool {
        stmt.modified_variables().iter().any(|var| at(self.of(*var)))
    }

    pub(super) fn rows<'k>(&mut self, groups: Vec<Group<'k>>) -> Vec<Node<'k>> {
        groups
            .into_iter()
            .map(|group| match group {
                Group::Scalar(stmt) => Node::Scalar(stmt),
                Group::Rows(block) => {
                    let (mut out, mut lanes) = (Vec::new(), Vec::new());
                    self.row_block(&mut block.into_iter(), &mut out, &mut lanes);
                    self.flush_lanes(&mut out, &mut lanes);
                    Node::Rows(out)
                }
                Group::For(var, range, body) => Node::For(var, range, self.rows(body)),
                Group::While(before, condition, body) => {
                    let before = self.rows(before);
                    Node::While(before, condition, self.rows(body))
                }
                Group::If(condition, then, otherwise) => {
                    Node::If(condition, self.rows(then), self.rows(otherwise))
                }
            })
            .collect()
    }

    fn row_block<'k>(
        &mut self,
        block: &mut dyn Iterator<Item = &'k Stmt>,
        out: &mut Vec<RowNode<'k>>,
        lanes: &mut Vec<&'k Stmt>,
    ) {
        for stmt in block {
            match stmt {
                _ if self.kind == PlanKind::ItemByItem => lanes.push(stmt),
                _ if self.modifies_at(stmt, |level| level <= Uniformity::Row) => {
                    self.flush_lanes(out, lanes);
                    out.push(RowNode::Scalar(stmt));
                }
                Stmt::Let { var, .. }
                    if self.of(*var) <= Uniformity::Row && !self.rematerialised.contains(var) =>
                {
                    // A row-uniform `let` moves to before the current lane loop. It must not move to before a
                    // `return`: if all lanes return, its value must not be computed. It must not move to
                    // before an assertion, which must fail before computing the value can panic.
                    let flow = Flow::of_block(lanes.iter().copied());
                    if flow.returns || flow.asserts {
                        self.flush_lanes(out, lanes);
                    }
                    out.push(RowNode::Scalar(stmt));
                }
                Stmt::Break(_) | Stmt::Continue(_) => {
                    self.flush_lanes(out, lanes);
                    out.push(RowNode::Scalar(stmt));
                }
                Stmt::Return { .. } if !self.tiled => {
                    self.flush_lanes(out, lanes);
                    out.push(RowNode::Scalar(stmt));
                }
                Stmt::Block(inner) => self.row_block(&mut inner.iter(), out, lanes),
                _ if lanes.is_empty() && self.is_uniform_store(stmt) => out.push(RowNode::Scalar(stmt)),
                _ if self.is_row_uniform(stmt) => {
                    self.flush_lanes(out, lanes);
                    let node = match stmt {
                        Stmt::For { var, range, body } => RowNode::For(*var, range, self.row(body)),
                        Stmt::While { before, condition, body, .. } => {
                            let before = self.row(before);
                            RowNode::While(before, condition, self.row(body))
                        }
                        Stmt::If { condition, then, otherwise } => {
                            RowNode::If(condition, self.row(then), self.row(otherwise))
                        }
                        _ => continue,
                    };
                    out.push(node);
                }
                _ => match self.facts.masked_trip_count(stmt).filter(|_| self.kind == PlanKind::RowByRow) {
                    Some(trip_count) => {
                        self.flush_lanes(out, lanes);
                        out.push(RowNode::Masked(trip_count, Lanes { id: self.lanes, block: vec![stmt] }));
                        self.lanes += 1;
                    }
                    None => lanes.push(stmt),
                },
            }
        }
    }

    fn row<'k>(&mut self, block: &'k [Stmt]) -> Vec<RowNode<'k>> {
        let (mut out, mut lanes) = (Vec::new(), Vec::new());
        self.row_block(&mut block.iter(), &mut out, &mut lanes);
        self.flush_lanes(&mut out, &mut lanes);
        out
    }

    /// Whether a statement stays outside the lane loops: a row-uniform loop, or a row-uniform branch that
    /// contains such a loop or must run once for the row.
    fn is_row_uniform(&self, stmt: &Stmt) -> bool {
        match stmt {
            Stmt::For { .. } | Stmt::While { .. } => self.control(stmt) <= Uniformity::Row,
            Stmt::If { then, otherwise, .. } => {
                self.control(stmt) <= Uniformity::Row
                    && (self.must_run_at_level(stmt, Uniformity::Row)
                        || then.iter().chain(otherwise).any(|inner| self.is_row_uniform(inner)))
            }
            _ => false,
        }
    }

    /// Whether all work-items of the row store the same value to the same element. One store for the row does the
    /// same, if no work-item can have returned before.
    fn is_uniform_store(&self, stmt: &Stmt) -> bool {
        let Stmt::Assign { place, operator: None, value } = stmt else { return false };
        let ExprKind::Element { capture, index } = &place.kind else { return false };
        let body = &self.facts.kernel.body.block;
        self.kind == PlanKind::RowByRow
            && !self.facts.is_exclusive(*capture)
            && index.iter().chain([value]).all(|expr| self.facts.uniformity(expr) <= Uniformity::Row)
            && !has_effect(value)
            && !Flow::of_block(body.iter()).returns
    }

    fn flush_lanes<'k>(&mut self, out: &mut Vec<RowNode<'k>>, lanes: &mut Vec<&'k Stmt>) {
        if !lanes.is_empty() {
            out.push(RowNode::Lanes(Lanes { id: self.lanes, block: std::mem::take(lanes) }));
            self.lanes += 1;
        }
    }
}

/// Whether an expression or one of its parts has an effect.
fn has_effect(expr: &Expr) -> bool {
    let mut found = false;
    expr.walk(&mut |part| found |= part.has_effect());
    found
}

fn flush<'k>(out: &mut Vec<Group<'k>>, rows: &mut Vec<&'k Stmt>) {
    if !rows.is_empty() {
        out.push(Group::Rows(std::mem::take(rows)));
    }
}

#[cfg(test)]
mod tests {
    use crate::testing::rows;

    #[test]
    fn uniform_values_are_stored_once() {
        let stored = |stmts: &str| rows(&format!("|i: Index<2>| {{ {stmts} }}"));
        assert_eq!(stored("z[i[0]] = 2.0;"), "once");
        assert_eq!(stored("for k in 0..n { z[i[0] * n + k] = x[k]; }"), "loop { once }");
        for other in [
            "z[i[1]] = 2.0;",
            "z[i[0]] = i[1] as f32;",
            "z[i[0]] += 2.0;",
            "if i[1] > 3 { return; } z[i[0]] = 2.0;",
            "z[i[0]] = atomic_fetch_add(&mut z[1], 1);",
        ] {
            assert!(!stored(other).contains("once"), "{other}: {}", stored(other));
        }
    }
}
