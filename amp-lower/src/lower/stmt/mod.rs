//! Lowers statements: one match over syn's statements, with one file for each construct.

pub(super) mod assert;
pub(super) mod assign;
pub(super) mod borrow;
mod destructuring_assign;
mod for_array;
mod for_range;
mod if_else;
mod item;
mod jump;
pub(super) mod labelled;
mod local;
mod print;
pub(super) mod while_loop;

use super::context::Context;
use super::{expr, matching};
use crate::ir::{Expr, Stmt};
use crate::site::Site;
pub(super) use assign::writable_place as writable;

/// Lowers the statements of a block in a new scope, and discards the block's value.
pub(super) fn block(cx: &mut Context<'_>, stmts: &[syn::Stmt]) -> Vec<Stmt> {
    let (out, ()) = cx.in_block(|cx| cx.scoped(|cx| stmts.iter().for_each(|stmt| lower(cx, stmt))));
    out
}

/// Lowers the statements of a block into `out`, and returns its value, which may contain references.
pub(super) fn value_block(cx: &mut Context<'_>, block: &syn::Block, out: &mut Vec<Stmt>) -> Option<Expr> {
    let (mut stmts, value) = cx.in_block(|cx| {
        cx.scoped(|cx| {
            let (last, rest) = block.stmts.split_last()?;
            rest.iter().for_each(|stmt| lower(cx, stmt));
            match last {
                syn::Stmt::Expr(value, None) => expr::full_value(cx, value),
                other => {
                    lower(cx, other);
                    None
                }
            }
        })
    });
    out.append(&mut stmts);
    value
}

/// Lowers a macro call that is a statement or an expression without a value.
pub(super) fn macro_call(cx: &mut Context<'_>, it: &syn::Macro) {
    if !print::lower(cx, it) {
        assert::lower(cx, it);
    }
}

/// Lowers a statement, and appends the resulting statements to the prologue.
pub(super) fn lower(cx: &mut Context<'_>, it: &syn::Stmt) {
    match it {
        syn::Stmt::Local(it) => local::lower(cx, it),
        // A redundant `;`, about which rustc warns.
        syn::Stmt::Expr(syn::Expr::Verbatim(nothing), Some(_)) if nothing.is_empty() => {}
        syn::Stmt::Expr(it, _) => expression(cx, it),
        syn::Stmt::Item(it) => item::lower(cx, it),
        syn::Stmt::Macro(it) => macro_call(cx, &it.mac),
    }
}

/// Lowers an expression statement.
pub(super) fn expression(cx: &mut Context<'_>, it: &syn::Expr) {
    let site = Site::of(it);
    cx.nested(site, |cx| match it {
        syn::Expr::Assign(it) => assign::lower(cx, it),
        syn::Expr::Binary(it) if assign::is_compound(&it.op) => assign::compound(cx, it),
        syn::Expr::Block(it) if it.label.is_some() => labelled::lower(cx, it),
        syn::Expr::Block(it) => {
            let inner = block(cx, &it.block.stmts);
            cx.prologue.push(Stmt::Block(inner));
        }
        syn::Expr::ForLoop(it) => for_range::lower(cx, it),
        syn::Expr::If(it) => if_else::lower(cx, it),
        syn::Expr::Match(it) => matching::lower(cx, it, None),
        syn::Expr::While(it) => while_loop::lower(cx, it),
        syn::Expr::Loop(it) => while_loop::infinite(cx, it, None),
        syn::Expr::Break(_) | syn::Expr::Continue(_) | syn::Expr::Return(_) => jump::lower(cx, it),
        syn::Expr::Macro(it) => macro_call(cx, &it.mac),
        syn::Expr::Paren(it) => expression(cx, &it.expr),
        other => {
            if expr::barrier(cx, other) {
                return;
            }
            expr::dropped(cx, other);
        }
    });
}

#[cfg(test)]
mod tests {
    use crate::testing::wgsl;
    use expect_test::expect;

    #[test]
    fn redundant_semicolons_are_skipped() {
        wgsl(
            "|i: Index<1>| { ; y[i] = 1.0;; if a < 1.0 { ; }; }",
            expect![[r#"
                y[amp_global[0]] = 1.0f;
                if (a < 1.0f) {
                }
            "#]],
        );
    }
}
