//! `for` over a range counts: `a..b`, `a..=b`, `(a..b).rev()`, `(a..b).step_by(n)`, and combinations.
//!
//! ```rust,ignore
//! for k in (0..n).step_by(2) { sum += x[k]; }
//! for d in (1..=8).rev() { if d == m { break; } }
//! ```
//!
//! - The bounds are evaluated once.
//! - The loop variable belongs to the body: an assignment to it does not change the count.

use crate::diagnostics::Code;
use crate::ir::{Expr, ExprKind, Range, Stmt};
use crate::lower::context::Context;
use crate::lower::loops::{self, Head};
use crate::lower::{expr, iterators, pattern};
use crate::site::{Site, quoted};
use syn::RangeLimits;

pub(super) fn lower(cx: &mut Context<'_>, it: &syn::ExprForLoop) {
    // `for v in w.get(a..b)?`: a name shows that the items are references.
    if let Some(named) = iterators::optional_item::named_reference(cx, &it.expr) {
        return lower(cx, &syn::ExprForLoop { expr: Box::new(named), ..it.clone() });
    }
    if let Some(by_ref) = iterators::by_ref(cx, &it.expr) {
        return lower(cx, &syn::ExprForLoop { expr: Box::new(by_ref), ..it.clone() });
    }
    if super::for_array::lower(cx, it) {
        return;
    }
    if iterators::is_chain(cx, &it.expr) {
        return iterators::for_loop(cx, it);
    }
    let Some(range) = range(cx, &it.expr) else {
        // After the error, the body is lowered anyway, so that its errors are reported, too.
        cx.in_block(|cx| {
            cx.scoped(|cx| {
                cx.bind_rejected(&it.pat);
                let inner = |cx: &mut Context<'_>| super::block(cx, &it.body.stmts);
                loops::around(cx, Head::of(&it.label, Site::of(&it.for_token)), inner, |_, _| {});
            });
        });
        return;
    };
    let (ident, mutable) = match &*it.pat {
        syn::Pat::Ident(name) if name.by_ref.is_none() && name.subpat.is_none() => {
            (name.ident.clone(), name.mutability.is_some())
        }
        syn::Pat::Wild(wild) => (syn::Ident::new("_unused", wild.underscore_token.span), false),
        other => {
            return cx.report(
                Code::AMP016,
                Site::of(other),
                format!("`{}` for a range, which yields one value", quoted(other)),
            );
        }
    };
    let ty = range.start.ty.clone();
    let site = Site::of(&it.for_token);
    let inner = |cx: &mut Context<'_>| {
        cx.in_block(|cx| {
            cx.scoped(|cx| {
                let var = match mutable {
                    false => cx.variable(&ident, ty, false),
                    // The body may modify a `mut` loop variable, but not the counter. So each iteration
                    // copies the counter to a new variable.
                    true => {
                        let counter = cx.temporary("counter", site, ty.clone(), false);
                        let number = Expr { kind: ExprKind::Local(counter), ty: ty.clone(), site };
                        let var = cx.variable(&ident, ty, true);
                        cx.prologue.push(Stmt::Let { var, value: Some(number) });
                        counter
                    }
                };
                it.body.stmts.iter().for_each(|stmt| super::lower(cx, stmt));
                var
            })
        })
    };
    loops::around(cx, Head::of(&it.label, site), inner, |cx, (body, var)| {
        cx.prologue.push(Stmt::For { var, range: Box::new(range), body });
    });
}

fn range(cx: &mut Context<'_>, it: &syn::Expr) -> Option<Range> {
    match it {
        syn::Expr::Paren(it) => range(cx, &it.expr),
        syn::Expr::Range(syn::ExprRange { start: Some(start), end: Some(end), limits, .. }) => {
            let start = expr::lower(cx, start);
            let (before, end) = cx.in_block(|cx| expr::lower(cx, end));
            // Evaluating the end may modify a variable that the start uses, so the start is stored first.
            let start = if before.is_empty() { start } else { pattern::pinned(cx, start) };
            cx.prologue.extend(before);
            cx.infer.unify(&start.ty, &end.ty);
            let (start, end) = (start, pattern::pinned(cx, end));
            let inclusive = matches!(limits, RangeLimits::Closed(_));
            Some(Range { start, end, inclusive, reversed: false, step: None, from_last_step: false })
        }
        syn::Expr::MethodCall(call) if call.method == "rev" && call.args.is_empty() => {
            let inner = range(cx, &call.receiver)?;
            if inner.reversed {
                cx.report(Code::AMP012, Site::of(&call.method), "`rev` after `rev`");
                return None;
            }
            // A reversed loop compares the counter with the start in each iteration, so the start is stored
            // here.
            let start = pattern::pinned(cx, inner.start);
            Some(Range { start, reversed: true, from_last_step: inner.step.is_some(), ..inner })
        }
        syn::Expr::MethodCall(call) if call.method == "step_by" && call.args.len() == 1 => {
            let mut inner = range(cx, &call.receiver)?;
            if inner.step.is_some() {
                cx.report(Code::AMP012, Site::of(&call.method), "`step_by` after `step_by`");
                return None;
            }
            let (before, step) = cx.in_block(|cx| expr::lower(cx, &call.args[0]));
            if !before.is_empty() {
                inner.start = pattern::pinned(cx, inner.start);
            }
            cx.prologue.extend(before);
            cx.infer.unify(&step.ty, &crate::ir::Ty::USIZE);
            let step = pattern::pinned(cx, step);
            Some(Range { step: Some(step), ..inner })
        }
        other => {
            cx.report(Code::AMP012, Site::of(other), format!("this is `{}`", quoted(other)));
            None
        }
    }
}

#[cfg(test)]
mod tests {
    use crate::testing::{codes, wgsl};
    use expect_test::expect;

    #[test]
    fn ranges_count_up_down_and_in_steps() {
        wgsl(
            "|i: Index<1>| { for k in 0..n { y[i] += x[k]; } for k in (0..=9u32).rev() { z[i] = z[i] * 2 + k; } for k in (0..n).step_by(4) { y[i] -= x[k]; } }",
            expect![[r#"
                for (var k_ = 0u; k_ < n; k_ += 1u) {
                    y[amp_global[0]] += x[k_];
                }
                {
                    var k_2next = 9u;
                    var k_2more = 0u <= 9u;
                    while (k_2more) {
                        let k_2 = k_2next;
                        k_2more = k_2next > 0u;
                        k_2next -= 1u;
                        z[amp_global[0]] = z[amp_global[0]] * 2u + k_2;
                    }
                }
                for (var k_3 = 0u; k_3 < n; k_3 += min(4u, (n - k_3))) {
                    y[amp_global[0]] -= x[k_3];
                }
            "#]],
        );
    }

    #[test]
    fn iterators_are_rejected() {
        codes(
            "|i: Index<1>| { for v in x.iter().map_windows(f) { } for (a, b) in 0..4 { } }",
            &["AMP012", "AMP016"],
        );
    }
}
