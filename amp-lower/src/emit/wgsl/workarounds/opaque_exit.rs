//! Hides loop exits from Mesa's trip-count analysis, which has a bug.
//!
//! Mesa (22.3, and perhaps others) tests an exit condition with the counter's initial value even if the exit
//! follows the increment. So `k += 1; if k == 0 { break; }` exits in the first iteration if `k` starts at 0.
//! If a loop has several exits, the printer therefore passes each exit condition that follows an increment
//! through the function `amp_leaves`. The function combines the condition with a value that is fixed at
//! launch, so Mesa cannot analyse the result.
//!
//! A loop with a single exit needs no such call. The bug could matter there only if the condition holds for
//! the initial value and never after an increment. In Rust, such a loop is infinite.

use super::super::Writer;
use crate::ir::{Expr, ExprKind, Stmt};

/// The exits of the loop that is being printed: whether it has several, and whether an earlier statement
/// incremented a counter.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(in super::super) enum OpaqueExits {
    /// At most one exit, or no loop.
    Transparent,
    /// Several exits, and no counter has been incremented yet.
    BeforeIncrement,
    /// Several exits, and a counter may have been incremented.
    AfterIncrement,
}

impl OpaqueExits {
    /// The state at the beginning of a loop.
    pub(in super::super) fn of(stmt: &Stmt) -> Self {
        let (own, body) = match stmt {
            Stmt::For { body, .. } => (true, body),
            Stmt::While { condition, body, .. } => (!matches!(condition.kind, ExprKind::Bool(true)), body),
            _ => return OpaqueExits::Transparent,
        };
        match usize::from(own) + body.iter().map(|stmt| count_exits(stmt, true)).sum::<usize>() {
            0 | 1 => OpaqueExits::Transparent,
            _ => OpaqueExits::BeforeIncrement,
        }
    }
}

/// The number of jumps in a statement that exit the enclosing loop. `own` is false inside a nested loop,
/// where a `break` does not exit the enclosing loop.
fn count_exits(stmt: &Stmt, own: bool) -> usize {
    match stmt {
        Stmt::Return { .. } => 1,
        Stmt::Break(_) => usize::from(own),
        Stmt::For { .. } | Stmt::While { .. } => count_nested_exits(stmt, false),
        _ => count_nested_exits(stmt, own),
    }
}

fn count_nested_exits(stmt: &Stmt, own: bool) -> usize {
    stmt.blocks().into_iter().flatten().map(|inner| count_exits(inner, own)).sum()
}

/// Whether the statement may compute a variable's new value from its old value, as `k += 1` does.
fn is_increment(stmt: &Stmt) -> bool {
    let Stmt::Assign { place, operator, value } = stmt else { return !stmt.modified_variables().is_empty() };
    let Some(root) = place.root() else { return false };
    let mut itself = operator.is_some();
    value.walk(&mut |expr| itself |= matches!(expr.kind, ExprKind::Local(var) if var == root));
    itself
}

impl Writer<'_> {
    /// Prints a loop by calling `write`. During the call, `self.exits` describes this loop.
    pub(in super::super) fn print_loop(&mut self, stmt: &Stmt, write: impl FnOnce(&mut Self)) {
        let around = std::mem::replace(&mut self.exits, OpaqueExits::of(stmt));
        write(self);
        self.exits = around;
    }

    /// Records that a counter was incremented, if the printed statement contains an increment.
    pub(in super::super) fn record_increment(&mut self, stmt: &Stmt) {
        if self.exits == OpaqueExits::BeforeIncrement {
            stmt.walk(&mut |inner| {
                if is_increment(inner) {
                    self.exits = OpaqueExits::AfterIncrement;
                }
            });
        }
    }

    /// Prints the exit of a `while` loop: `if (!(condition)) { break; }`.
    pub(in super::super) fn opaque_condition(&mut self, condition: &Expr) {
        let hidden = self.exits == OpaqueExits::AfterIncrement;
        self.line(if hidden { "if (amp_leaves(!(" } else { "if (!(" });
        self.expr(condition);
        self.text(if hidden { "))) {\n" } else { ")) {\n" });
        self.line("    break;\n");
        self.line("}\n");
    }

    /// Prints the condition of an `if`, hidden by `amp_leaves` if the `if` contains an exit of the loop.
    pub(in super::super) fn opaque_test(&mut self, stmt: &Stmt) {
        let Stmt::If { condition, .. } = stmt else { return };
        let hidden = self.exits == OpaqueExits::AfterIncrement && count_exits(stmt, true) > 0;
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
    fn exits_behind_an_increment_are_opaque() {
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
    fn single_exits_are_printed_plainly() {
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
