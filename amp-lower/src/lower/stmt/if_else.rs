//! `if`, `else if` and `else` are statements; they can also be [values](#if-value).

use crate::ir::Stmt;
use crate::lower::context::Context;
use crate::lower::matching;

pub(super) fn lower(cx: &mut Context<'_>, it: &syn::ExprIf) {
    let (condition, then) = cx.scoped(|cx| {
        let first = cx.late_copies.names.len();
        let condition = matching::condition(cx, &it.cond);
        let mut then = matching::copies(cx, first);
        then.extend(super::block(cx, &it.then_branch.stmts));
        (condition, then)
    });
    let otherwise = match &it.else_branch {
        Some((_, branch)) => {
            let (otherwise, ()) = cx.in_block(|cx| {
                cx.scoped(|cx| match &**branch {
                    // An `else if` is lowered without a block around it, so it does not count as a nesting
                    // level.
                    syn::Expr::If(link) => lower(cx, link),
                    branch => super::expression(cx, branch),
                });
            });
            otherwise
        }
        None => Vec::new(),
    };
    // `else { .. }` was lowered to a single nested block. The `else` gets the contents of the block.
    let otherwise = match <[Stmt; 1]>::try_from(otherwise) {
        Ok([Stmt::Block(inner)]) => inner,
        Ok(one) => one.into(),
        Err(many) => many,
    };
    cx.prologue.push(Stmt::If { condition, then, otherwise });
}

#[cfg(test)]
mod tests {
    use crate::testing::wgsl;
    use expect_test::expect;

    #[test]
    fn else_if_chains_are_printed() {
        wgsl(
            "|i: Index<1>| { if a < 1.0 { y[i] = 1.0; } else if a < 2.0 { y[i] = 2.0; } else { y[i] = 3.0; } }",
            expect![[r#"
                    if (a < 1.0f) {
                        y[amp_global[0]] = 1.0f;
                    } else if (a < 2.0f) {
                        y[amp_global[0]] = 2.0f;
                    } else {
                        y[amp_global[0]] = 3.0f;
                    }
            "#]],
        );
    }

    #[test]
    fn variants_are_tested() {
        wgsl(
            "|i: Index<1>| { if let Some(x) = (n > 1).then_some(a) { y[i] = x; } }",
            expect![[r#"
                let value_: <_> = <:: core :: primitive :: bool>::then_some(n > 1u, a);
                let x_: f32 = value_.Some.0;
                if ((value_ is Some)) {
                    y[amp_global[0]] = x_;
                }
            "#]],
        );
    }
}
