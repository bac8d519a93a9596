//! `while` and `loop` repeat a block.
//!
//! ```rust,ignore
//! while n > 1 { n /= 2; }
//! loop { k += 1; if x[k] < 0.0 { break; } }
//! ```
//!
//! - A `loop` needs a `break` or a `return`.

use crate::diagnostics::Code;
use crate::diagnostics::advice::construct;
use crate::ir::{Expr, ExprKind, Stmt, Ty, Unary};
use crate::lower::context::Context;
use crate::lower::loops::{self, Head};
use crate::lower::matching;
use crate::site::Site;

pub(super) fn lower(cx: &mut Context<'_>, it: &syn::ExprWhile) {
    let site = Site::of(&it.while_token);
    let inner = |cx: &mut Context<'_>| {
        let (before, condition, body) = cx.scoped(|cx| {
            let first = cx.late_copies.names.len();
            let (before, condition) = cx.in_block(|cx| matching::condition(cx, &it.cond));
            let mut body = matching::copies(cx, first);
            body.extend(super::block(cx, &it.body.stmts));
            (before, condition, body)
        });
        if !matching::has_pattern(&it.cond) && !before.iter().any(is_collective) {
            return (before, condition, body);
        }
        // The condition moves into the body in two cases. A barrier or `uniform` in the condition must be a
        // statement of the body. And the names that a pattern in the condition binds must be visible in the
        // body.
        let (ty, yes) = (Ty::BOOL, ExprKind::Bool(true));
        let no = ExprKind::Unary(Unary::Not, Box::new(condition));
        let left = Expr { kind: no, ty: Ty::BOOL, site };
        let mut steps = before;
        steps.push(Stmt::If { condition: left, then: vec![Stmt::Break(site)], otherwise: Vec::new() });
        steps.extend(body);
        (Vec::new(), Expr { kind: yes, ty, site }, steps)
    };
    loops::around(cx, Head::of(&it.label, site), inner, |cx, (before, condition, body)| {
        cx.prologue.push(Stmt::While { before, condition, body, site });
    });
}

/// Whether the statement contains an operation that all work-items of the tile execute together: a barrier, a
/// collective call or `uniform`.
fn is_collective(stmt: &Stmt) -> bool {
    let mut found = false;
    stmt.walk(&mut |stmt| found |= stmt.is_collective());
    stmt.walk_expressions(&mut |expr| found |= matches!(expr.kind, ExprKind::Uniform(_)));
    found
}

/// Lowers `loop`. Assigns the values of its `break`s to `result`, if there is one.
pub(in crate::lower) fn infinite(cx: &mut Context<'_>, it: &syn::ExprLoop, result: Option<Expr>) {
    let site = Site::of(&it.loop_token);
    let inner = |cx: &mut Context<'_>| super::block(cx, &it.body.stmts);
    let head = Head { result, ..Head::of(&it.label, site) };
    loops::around(cx, head, inner, |cx, body| {
        let mut ends = false;
        for stmt in &body {
            stmt.walk(&mut |stmt| ends |= matches!(stmt, Stmt::Break(_) | Stmt::Return { .. }));
        }
        if !ends {
            cx.advise(Code::AMP001, site, "an infinite `loop`", construct::INFINITE_LOOP);
        }
        let condition = Expr { kind: ExprKind::Bool(true), ty: Ty::BOOL, site };
        cx.prologue.push(Stmt::While { before: Vec::new(), condition, body, site });
    });
}

#[cfg(test)]
mod tests {
    use crate::testing::{codes, wgsl};
    use expect_test::expect;

    #[test]
    fn while_conditions_are_tested_first() {
        wgsl(
            "|i: Index<1>| { let mut s = 4u32; while s > 0 { s /= 2; if s == 1 { break; } } z[i] = s; }",
            expect![[r#"
                var s_: u32 = 4u;
                while (s_ > 0u) {
                    s_ /= 2u;
                    if (amp_leaves(s_ == 1u)) {
                        break;
                    }
                }
                z[amp_global[0]] = s_;
            "#]],
        );
    }

    #[test]
    fn infinite_loops_are_rejected() {
        codes("|i: Index<1>| { loop { y[i] = 1.0; } }", &["AMP001"]);
    }
}
