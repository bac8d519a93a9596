//! `break`, `continue`, `return`.

use crate::diagnostics::Code;
use crate::ir::Stmt;
use crate::lower::cx::Cx;
use crate::lower::{expr, unsupported};
use crate::site::Site;

pub(super) fn lower(cx: &mut Cx<'_>, it: &syn::Expr) {
    let site = Site::of(it);
    match it {
        syn::Expr::Break(jump) if jump.label.is_none() && jump.expr.is_none() && cx.loops > 0 => {
            cx.before.push(Stmt::Break(site));
        }
        syn::Expr::Continue(jump) if jump.label.is_none() && cx.loops > 0 => {
            cx.before.push(Stmt::Continue(site));
        }
        syn::Expr::Return(jump) => {
            let value = jump.expr.as_ref().map(|value| expr::lower(cx, value));
            match (&value, cx.result.clone()) {
                (Some(_), None) => cx.report(Code::AMP005, site, "`return` with a value"),
                (Some(value), Some(result)) => cx.infer.unify(&value.ty, &result),
                (None, _) => {}
            }
            cx.before.push(Stmt::Return { value, site });
        }
        // Outside a loop it is rustc's to complain; the twin still has it.
        syn::Expr::Break(jump) if jump.label.is_none() && jump.expr.is_none() => {
            cx.report(Code::AMP001, site, "`break` outside a loop");
        }
        syn::Expr::Continue(jump) if jump.label.is_none() => {
            cx.report(Code::AMP001, site, "`continue` outside a loop");
        }
        other => unsupported::expr(cx, other),
    }
}

#[cfg(test)]
mod tests {
    use crate::testing::{codes, wgsl};
    use expect_test::expect;

    #[test]
    fn leaves_early() {
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
    fn refuses_labels_and_values() {
        codes("|i: Index<1>| { 'a: loop { break 'a; } return 1; }", &["AMP001", "AMP005"]);
    }
}
