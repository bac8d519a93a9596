//! Exits that a driver may not count the turns of a loop by.
//!
//! Mesa (22.3, and perhaps others) asks whether a counter fits an exit before its first step, even if the exit stands behind the step:
//! `k += 1; if k == 0 { break; }` is left in the first turn then if `k` starts as 0, though nobody ever leaves there. Where it is the
//! only exit, the loop has no end. So where there is another one, what is asked behind a step is mixed with something
//! that only the launch knows.

use super::Writer;
use crate::ir::{Expr, ExprKind, Stmt};

/// What the exits of the loop are that is being written.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Exits {
    /// There is one at most, or no loop.
    Plain,
    /// There are several, and no counter has made its step.
    Ahead,
    /// There are several, and a counter may have made its step.
    Behind,
}

impl Exits {
    /// Those of a loop.
    pub(super) fn of(stmt: &Stmt) -> Self {
        let (own, body) = match stmt {
            Stmt::For { body, .. } => (true, body),
            Stmt::While { condition, body, .. } => (!matches!(condition.kind, ExprKind::Bool(true)), body),
            _ => return Exits::Plain,
        };
        match usize::from(own) + body.iter().map(|stmt| exits(stmt, true)).sum::<usize>() {
            0 | 1 => Exits::Plain,
            _ => Exits::Ahead,
        }
    }
}

/// How often the loop around a statement is left from it.
fn exits(stmt: &Stmt, own: bool) -> usize {
    match stmt {
        Stmt::Return { .. } => 1,
        Stmt::Break(_) => usize::from(own),
        Stmt::For { .. } | Stmt::While { .. } => nested(stmt, false),
        _ => nested(stmt, own),
    }
}

fn nested(stmt: &Stmt, own: bool) -> usize {
    stmt.blocks().into_iter().flatten().map(|inner| exits(inner, own)).sum()
}

/// Whether a variable is given what is made from itself.
fn steps(stmt: &Stmt) -> bool {
    let Stmt::Assign { place, operator, value } = stmt else { return !stmt.changes().is_empty() };
    let Some(root) = place.root() else { return false };
    let mut itself = operator.is_some();
    value.walk(&mut |expr| itself |= matches!(expr.kind, ExprKind::Local(var) if var == root));
    itself
}

impl Writer<'_> {
    /// Writes a loop, whose exits those of its body are.
    pub(super) fn turning(&mut self, stmt: &Stmt, write: impl FnOnce(&mut Self)) {
        let around = std::mem::replace(&mut self.exits, Exits::of(stmt));
        write(self);
        self.exits = around;
    }

    /// Notes the step of a counter.
    pub(super) fn stepped(&mut self, stmt: &Stmt) {
        if self.exits == Exits::Ahead {
            stmt.walk(&mut |inner| {
                if steps(inner) {
                    self.exits = Exits::Behind;
                }
            });
        }
    }

    /// What the loop asks before a turn, behind the statements that this takes.
    pub(super) fn turned(&mut self, condition: &Expr) {
        let hidden = self.exits == Exits::Behind;
        self.line(if hidden { "if (amp_leaves(!(" } else { "if (!(" });
        self.expr(condition);
        self.text(if hidden { "))) {\n" } else { ")) {\n" });
        self.line("    break;\n");
        self.line("}\n");
    }

    /// Writes what a branch asks.
    pub(super) fn asked(&mut self, stmt: &Stmt) {
        let Stmt::If { condition, .. } = stmt else { return };
        let hidden = self.exits == Exits::Behind && exits(stmt, true) > 0;
        self.text(if hidden { "amp_leaves(" } else { "" });
        self.expr(condition);
        self.text(if hidden { ")" } else { "" });
    }
}

#[cfg(test)]
mod tests {
    use crate::testing::wgsl;
    use expect_test::expect;

    #[test]
    fn are_not_counted_by_behind_a_step() {
        wgsl(
            "|i: Index<1>| { let mut k = 0u32; loop { if k > 9 { break; } k += 1; z[i] = k; if k == 0 { return; } if a < 1.0 { z[i] = 1; } } while k > 1 { k -= 2; if k == 7 { break; } } }",
            expect![[r#"
                var k_: u32 = 0u;
                while (true) {
                    if (k_ > 9u) {
                        break;
                    }
                    k_ += 1u;
                    z[amp_global[0]] = k_;
                    if (amp_leaves(k_ == 0u)) {
                        return;
                    }
                    if (a < 1.0f) {
                        z[amp_global[0]] = 1u;
                    }
                }
                while (k_ > 1u) {
                    k_ -= 2u;
                    if (amp_leaves(k_ == 7u)) {
                        break;
                    }
                }
            "#]],
        );
    }

    #[test]
    fn are_as_they_are_where_there_is_one() {
        wgsl(
            "|i: Index<1>| { let mut k = 0u32; loop { k += 1; if k == 4 { break; } } for j in 0..n { let far = j * 3; if far > 4 { break; } } }",
            expect![[r#"
                var k_: u32 = 0u;
                while (true) {
                    k_ += 1u;
                    if (k_ == 4u) {
                        break;
                    }
                }
                for (var j_ = 0u; j_ < n; j_ += 1u) {
                    let far_: u32 = j_ * 3u;
                    if (far_ > 4u) {
                        break;
                    }
                }
            "#]],
        );
    }
}
