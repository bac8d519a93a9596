//! `if`, blocks, `match` and `loop` have values, as in Rust.
//!
//! ```rust,ignore
//! y[i] = if a < 0.0 { -a } else { a };
//! let k = { let n = k + 1; n * n };
//! ```
//!
//! - An `if` with a value needs an `else`.

use super::chosen_slice;
use crate::diagnostics::Code;
use crate::diagnostics::advice::construct;
use crate::ir::{Expr, ExprKind, Flow, Stmt, Ty};
use crate::lower::context::Context;
use crate::lower::{loops, matching, shared_references, stmt};
use crate::site::Site;

pub(super) fn lower(cx: &mut Context<'_>, it: &syn::ExprIf, site: Site) -> Expr {
    if let Some(half) = half(it) {
        cx.advise(
            Code::AMP001,
            Site::of(half),
            "an `if` without `else` as a value",
            construct::IF_WITHOUT_ELSE,
        );
        return Expr::error_placeholder(site);
    }
    let ty = cx.infer.any();
    let var = cx.temporary("chosen", site, ty.clone(), true);
    let result = Expr { kind: ExprKind::Local(var), ty, site };
    cx.prologue.push(Stmt::Let { var, value: None });
    link(cx, it, &result);
    shared_references::chosen(cx, result)
}

/// The last `if` of an `else if` chain, if it has no `else`; otherwise `None`.
fn half(it: &syn::ExprIf) -> Option<&syn::ExprIf> {
    let mut last = it;
    loop {
        last = match &last.else_branch {
            None => return Some(last),
            Some((_, otherwise)) => match &**otherwise {
                syn::Expr::If(inner) => inner,
                _ => return None,
            },
        }
    }
}

/// Lowers one `if` of an `else if` chain whose value is used. All branches assign to the one variable
/// `result`. A variable for each `if` would need a declaration between `else` and the next `if`, where Rust
/// allows no statement.
pub(super) fn link(cx: &mut Context<'_>, it: &syn::ExprIf, result: &Expr) {
    let chooses = chosen_slice::is_result(cx, result);
    let mut then = Vec::new();
    let condition = cx.scoped(|cx| {
        let first = cx.late_copies.names.len();
        let condition = matching::condition(cx, &it.cond);
        then.extend(matching::copies(cx, first));
        if chooses {
            let (stmts, ()) =
                cx.in_block(|cx| cx.scoped(|cx| chosen_slice::block(cx, &it.then_branch, result)));
            then.extend(stmts);
            return condition;
        }
        let value = stmt::value_block(cx, &it.then_branch, &mut then);
        assign(cx, result, value, &mut then, Site::of(&it.then_branch));
        condition
    });
    let mut otherwise = Vec::new();
    if let Some((_, branch)) = &it.else_branch {
        match &**branch {
            syn::Expr::If(inner) => (otherwise, ()) = cx.in_block(|cx| link(cx, inner, result)),
            branch if chooses => (otherwise, ()) = cx.in_block(|cx| chosen_slice::tail(cx, branch, result)),
            branch => {
                let value;
                (otherwise, value) = cx.in_block(|cx| super::full_value(cx, branch));
                assign(cx, result, value, &mut otherwise, Site::of(branch));
            }
        }
    }
    cx.prologue.push(Stmt::If { condition, then, otherwise });
}

/// Lowers a `match` whose value is used.
pub(super) fn match_value(cx: &mut Context<'_>, it: &syn::ExprMatch, site: Site) -> Expr {
    let ty = cx.infer.any();
    let var = cx.temporary("chosen", site, ty.clone(), true);
    let result = Expr { kind: ExprKind::Local(var), ty, site };
    cx.prologue.push(Stmt::Let { var, value: None });
    matching::lower(cx, it, Some(&result));
    shared_references::chosen(cx, result)
}

/// Lowers a `loop` whose value is used: the value of the `break` that leaves it.
pub(super) fn loop_value(cx: &mut Context<'_>, it: &syn::ExprLoop, site: Site) -> Expr {
    let ty = cx.infer.any();
    let var = cx.temporary("found", site, ty.clone(), true);
    let result = Expr { kind: ExprKind::Local(var), ty, site };
    cx.prologue.push(Stmt::Let { var, value: None });
    stmt::while_loop::infinite(cx, it, Some(result.clone()));
    shared_references::chosen(cx, result)
}

/// Assigns the value of a branch to `result`. A branch without a value assigns nothing if control flow never
/// reaches its end. Otherwise the branch's value is `()`, and rustc reports an error if another branch has a
/// different type.
pub(in crate::lower) fn assign(
    cx: &mut Context<'_>,
    result: &Expr,
    value: Option<Expr>,
    block: &mut Vec<Stmt>,
    site: Site,
) {
    let value = match value {
        Some(value) => value,
        None if Flow::of_block(block.iter()).falls_through => unit(site),
        None => return,
    };
    let (stmts, value) = cx.in_block(|cx| shared_references::of_branch(cx, result, value));
    block.extend(stmts);
    cx.infer.unify(&result.ty, &value.ty);
    block.push(Stmt::Assign { place: result.clone(), operator: None, value });
}

/// The expression `()`.
pub(in crate::lower) fn unit(site: Site) -> Expr {
    Expr { kind: ExprKind::Tuple(Vec::new()), ty: Ty::Unit, site }
}

/// Whether an `if` has a value: its first branch has a value, or its first branch diverges and another one
/// has a value.
pub(super) fn if_has_value(it: &syn::ExprIf) -> bool {
    let Some((_, otherwise)) = &it.else_branch else { return false };
    has_value(&it.then_branch)
        || block_diverges(&it.then_branch)
            && match &**otherwise {
                syn::Expr::If(inner) => if_has_value(inner),
                syn::Expr::Block(inner) => stmt::labelled::has_value(inner),
                _ => true,
            }
}

/// Whether the end of the block is unreachable.
fn block_diverges(block: &syn::Block) -> bool {
    match block.stmts.last() {
        Some(syn::Stmt::Expr(last, _)) => diverges(last),
        Some(syn::Stmt::Macro(last)) => is_panic(&last.mac),
        _ => false,
    }
}

/// Whether evaluating the expression never completes, as far as its syntax shows.
fn diverges(it: &syn::Expr) -> bool {
    match it {
        syn::Expr::Return(_) | syn::Expr::Break(_) | syn::Expr::Continue(_) => true,
        syn::Expr::Block(it) => it.label.is_none() && block_diverges(&it.block),
        syn::Expr::If(it) => {
            block_diverges(&it.then_branch) && it.else_branch.as_ref().is_some_and(|(_, it)| diverges(it))
        }
        syn::Expr::Match(it) => it.arms.iter().all(|arm| diverges(&arm.body)),
        syn::Expr::Macro(it) => is_panic(&it.mac),
        _ => false,
    }
}

fn is_panic(it: &syn::Macro) -> bool {
    let names = ["panic", "todo", "unimplemented", "unreachable"];
    it.path.segments.last().is_some_and(|last| names.iter().any(|name| last.ident == name))
}

/// Whether a block ends in an expression, so that it has a value.
pub(in crate::lower) fn has_value(block: &syn::Block) -> bool {
    match block.stmts.last() {
        Some(syn::Stmt::Expr(syn::Expr::If(inner), None)) => if_has_value(inner),
        Some(syn::Stmt::Expr(syn::Expr::Block(inner), None)) => stmt::labelled::has_value(inner),
        Some(syn::Stmt::Expr(syn::Expr::Loop(inner), None)) => loops::has_value(inner),
        Some(syn::Stmt::Expr(last, None)) => {
            !matches!(
                last,
                syn::Expr::ForLoop(_)
                    | syn::Expr::While(_)
                    | syn::Expr::Assign(_)
                    | syn::Expr::Return(_)
                    | syn::Expr::Break(_)
                    | syn::Expr::Continue(_)
            ) && !matches!(last, syn::Expr::Macro(it) if !super::matches::is_matches(&it.mac))
        }
        _ => false,
    }
}

/// Lowers a block whose value is used.
pub(super) fn block(cx: &mut Context<'_>, it: &syn::ExprBlock, site: Site) -> Expr {
    let (mut before, outside) = (Vec::new(), cx.body.variables.len());
    let value = stmt::value_block(cx, &it.block, &mut before);
    cx.prologue.append(&mut before);
    let Some(value) = value else { return unit(site) };
    if value.has_reference() {
        return of_block(cx, value, site);
    }
    // A value that is an outer variable or an element is copied, because later statements may modify it.
    let names = match value.base() {
        ExprKind::Local(var) => var.0 < outside,
        ExprKind::Tile(_) | ExprKind::Element { .. } => true,
        _ => false,
    };
    if !names {
        return value;
    }
    let ty = value.ty.clone();
    let var = cx.temporary("copy", site, ty.clone(), true);
    cx.prologue.push(Stmt::Let { var, value: Some(value) });
    Expr { kind: ExprKind::Local(var), ty, site }
}

/// The value of a block, if it contains references. Later statements may modify what the block read.
fn of_block(cx: &mut Context<'_>, value: Expr, site: Site) -> Expr {
    let Some((owned, shape)) = shared_references::owned(cx, value.clone()) else {
        return super::value_of(cx, value, site);
    };
    let owned = crate::lower::pattern::pinned(cx, owned);
    shared_references::referenced(cx, &shape, owned)
}

#[cfg(test)]
mod tests {
    use crate::testing::{codes, wgsl};
    use expect_test::expect;

    #[test]
    fn value_is_assigned_in_each_branch() {
        wgsl(
            "|i: Index<1>| { y[i] = if n > 1 { let b = 2.0; b } else if n > 0 { 1.0 } else { 0.0 }; }",
            expect![[r#"
                var chosen_: f32;
                if (n > 1u) {
                    let b_: f32 = 2.0f;
                    chosen_ = b_;
                } else if (n > 0u) {
                    chosen_ = 1.0f;
                } else {
                    chosen_ = 0.0f;
                }
                y[amp_global[0]] = chosen_;
            "#]],
        );
    }

    #[test]
    fn if_value_without_else_is_rejected() {
        codes("|i: Index<1>| { let a = if n > 1 { 2 }; }", &["AMP001"]);
    }
}
