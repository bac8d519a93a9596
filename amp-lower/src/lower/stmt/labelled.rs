//! A labelled block can be left early, with a value.
//!
//! ```rust,ignore
//! let k = 'found: { if a < 0.0 { break 'found 1; } 2 };
//! ```
//!
//! - Inside the block, leave an enclosing loop by the loop's own label.
//!
//! On a device, the block is a loop with one iteration.

use crate::ir::{Expr, ExprKind, Flow, Stmt, Ty};
use crate::lower::context::Context;
use crate::lower::expr;
use crate::lower::loops::{self, Head};
use crate::lower::shared_references;
use crate::site::Site;

/// Lowers a labelled block that is a statement.
pub(super) fn lower(cx: &mut Context<'_>, it: &syn::ExprBlock) {
    single_iteration(cx, it, None);
}

/// Lowers a labelled block whose value is used: the value at its end, or that of the `break` that leaves it.
pub(in crate::lower) fn value(cx: &mut Context<'_>, it: &syn::ExprBlock, site: Site) -> Expr {
    if !has_value(it) {
        lower(cx, it);
        return expr::unit(site);
    }
    let ty = cx.infer.any();
    let var = cx.temporary("found", site, ty.clone(), true);
    let result = Expr { kind: ExprKind::Local(var), ty, site };
    cx.prologue.push(Stmt::Let { var, value: None });
    single_iteration(cx, it, Some(result.clone()));
    shared_references::chosen(cx, result)
}

/// Whether a block, with or without a label, has a value: at its end, or from a `break`.
pub(in crate::lower) fn has_value(it: &syn::ExprBlock) -> bool {
    let Some(label) = &it.label else { return expr::ends_in_value(&it.block) };
    expr::ends_in_value(&it.block) || loops::block_has_value(label, &it.block)
}

fn single_iteration(cx: &mut Context<'_>, it: &syn::ExprBlock, result: Option<Expr>) {
    let site = Site::of(&it.label);
    let inner = |cx: &mut Context<'_>| {
        let mut body = Vec::new();
        match &result {
            Some(result) => {
                let value = super::value_block(cx, &it.block, &mut body);
                expr::assign(cx, result, value, &mut body, Site::of(&it.block));
            }
            None => body = super::block(cx, &it.block.stmts),
        }
        if Flow::of_block(&body).falls_through {
            body.push(Stmt::Break(site));
        }
        body
    };
    let head = Head { block: true, result: result.clone(), ..Head::of(&it.label, site) };
    loops::around(cx, head, inner, |cx, body| {
        let condition = Expr { kind: ExprKind::Bool(true), ty: Ty::BOOL, site };
        cx.prologue.push(Stmt::While { before: Vec::new(), condition, body, site });
    });
}

#[cfg(test)]
mod tests {
    use crate::testing::{codes, wgsl};
    use expect_test::expect;

    #[test]
    fn labelled_blocks_are_left_early() {
        wgsl(
            "|i: Index<1>| { let v = 'found: { if n > 3 { break 'found 2.0; } a * 2.0 }; 'stores: { if i[0] > 5 { break 'stores; } y[i] = v; } }",
            expect![[r#"
                var found_: f32;
                while (true) {
                    if (n > 3u) {
                        found_ = 2.0f;
                        break;
                    }
                    found_ = a * 2.0f;
                    break;
                }
                let v_: f32 = found_;
                while (true) {
                    if (amp_global[0] > 5u) {
                        break;
                    }
                    y[amp_global[0]] = v_;
                    break;
                }
            "#]],
        );
    }

    #[test]
    fn outer_loops_are_left_by_label() {
        wgsl(
            "|i: Index<1>| { 'all: for k in 0..4u32 { 'one: { if k == 2 { continue 'all; } if k == 5 { break 'all; } if k == 3 { break 'one; } z[i] += k; } z[i] += 1; } }",
            expect![[r#"
                for (var k_ = 0u; k_ < 4u; k_ += 1u) {
                    var jumps_: bool = false;
                    var jumps_2: bool = false;
                    while (true) {
                        if (k_ == 2u) {
                            jumps_ = true;
                            break;
                        }
                        if (k_ == 5u) {
                            jumps_2 = true;
                            break;
                        }
                        if (k_ == 3u) {
                            break;
                        }
                        z[amp_global[0]] += k_;
                        break;
                    }
                    if (jumps_) {
                        continue;
                    }
                    if (jumps_2) {
                        break;
                    }
                    z[amp_global[0]] += 1u;
                }
            "#]],
        );
    }

    #[test]
    fn continue_of_a_block_is_rejected() {
        codes(
            "|i: Index<1>| { for k in 0..n { 'one: { if k > 1 { continue 'one; } if k > 2 { break; } continue; } } }",
            &["AMP001", "AMP001", "AMP001"],
        );
    }
}
