//! `break`, `continue` and `return` leave loops and kernels, with labels and values as in Rust.
//!
//! ```rust,ignore
//! if k > n { return; }
//! 'rows: for r in 0..n { if x[r] < 0.0 { continue 'rows; } }
//! ```
//!
//! - A kernel returns no value.

use crate::diagnostics::Code;
use crate::diagnostics::advice::construct;
use crate::ir::Stmt;
use crate::lower::context::Context;
use crate::lower::{expr, loops, unsupported};
use crate::site::Site;

pub(super) fn lower(cx: &mut Context<'_>, it: &syn::Expr) {
    let site = Site::of(it);
    match it {
        syn::Expr::Break(jump) => {
            let value = jump.expr.as_ref().map(|value| expr::with_references(cx, value));
            if !loops::jump(cx, jump.label.as_ref(), true, value, site) {
                cx.advise(
                    Code::AMP001,
                    site,
                    "a `break` outside a loop, or with a value that is not used",
                    construct::JUMP_TARGET,
                );
            }
        }
        syn::Expr::Continue(jump) => {
            if !loops::jump(cx, jump.label.as_ref(), false, None, site) {
                cx.advise(Code::AMP001, site, "a `continue` outside a loop", construct::JUMP_TARGET);
            }
        }
        syn::Expr::Return(_) if cx.nesting.in_closure => {
            let detail = "`return` inside a macro call, in a closure of the kernel";
            cx.advise(Code::AMP001, site, detail, construct::RETURN_IN_MACRO);
        }
        syn::Expr::Return(jump) => {
            let value = jump.expr.as_ref().map(|value| expr::lower(cx, value));
            let value = value.map(|value| expr::range::passed(cx, value));
            match (&value, cx.signature.result.clone()) {
                (Some(_), None) => cx.report(Code::AMP005, site, "`return` with a value"),
                (Some(value), Some(result)) => cx.infer.receive(&result, &value.ty),
                (None, _) => {}
            }
            cx.prologue.push(Stmt::Return { value, site });
        }
        other => unsupported::expr(cx, other),
    }
}

#[cfg(test)]
mod tests {
    use crate::testing::{codes, wgsl};
    use expect_test::expect;

    #[test]
    fn return_ends_the_kernel() {
        wgsl(
            "|i: Index<1>| { if i[0] == 0 { return; } for k in 0..4u32 { if k == 2 { continue; } y[i] += 1.0; } }",
            expect![[r#"
                    if (amp_global[0] == 0u) {
                        return;
                    }
                    for (var k_ = 0u; k_ < 4u; k_ += 1u) {
                        if (k_ == 2u) {
                            continue;
                        }
                        y[amp_global[0]] += 1.0f;
                    }
            "#]],
        );
    }

    #[test]
    fn labelled_jumps_leave_several_loops() {
        wgsl(
            "|i: Index<1>| { 'a: for k in 0..4u32 { z[i] += k; while n > 1 { if k == 2 { break 'a; } if k < 3 { continue 'a; } } } }",
            expect![[r#"
                for (var k_ = 0u; k_ < 4u; k_ += 1u) {
                    z[amp_global[0]] += k_;
                    var jumps_: bool = false;
                    var jumps_2: bool = false;
                    while (n > 1u) {
                        if (k_ == 2u) {
                            jumps_ = true;
                            break;
                        }
                        if (k_ < 3u) {
                            jumps_2 = true;
                            break;
                        }
                    }
                    if (jumps_) {
                        break;
                    }
                    if (jumps_2) {
                        continue;
                    }
                }
            "#]],
        );
    }

    #[test]
    fn jumps_without_a_target_are_rejected() {
        codes(
            "|i: Index<1>| { loop { break 'a; } while n > 1 { break 2; } continue; return 1; }",
            &["AMP001", "AMP001", "AMP001", "AMP001", "AMP005"],
        );
    }
}
