//! Iterator chains: `x.iter().filter(..).map(..).sum()` becomes the loop that one writes by hand.
//!
//! A chain is recognised by its syntax (`chain`) and fused at compile time. `prepare` evaluates the operands in the
//! order of the calls. `drive` then builds the loop: adaptors become statements in it, and closures are inlined. No
//! iterator exists at run time.
//!
//! ```text
//! for (k, v) in w.iter().enumerate().skip(1) { .. }     for k in 1..w.len() { let v = &w[k]; .. }
//! ```
//!
//! The chain is lowered to the IR directly. A rewrite of the syntax to loops was the alternative. But an item such as
//! `(usize, &f32)` has no form in the kernel language, a `break` in the body may leave several loops, and the choice
//! of a loop depends on types. The result consists of the ordinary loops, branches and variables of the IR, so
//! each analysis and both back ends treat it like handwritten code.
//!
//! Rust's meaning is kept: the order and number of the calls of closures, the start of a `sum`, and the item that wins
//! a tie.

mod array;
mod callback;
mod chain;
mod consumer;
mod counted;
mod drive;
mod item;
mod number;
mod optional;
mod ordering;
mod prepare;
mod pull;
mod source;
mod unsupported;

use super::context::Context;
use super::loops::{self, Head};
use super::stmt;
use crate::ir::Expr;
use crate::site::Site;
pub(super) use array::from_fn;
pub(super) use item::value as without_references;
pub(super) use source::is_view;

/// Lowers a method call that ends a chain, or that is a part of one. `None` for another call.
pub(super) fn method(cx: &mut Context<'_>, it: &syn::ExprMethodCall, site: Site) -> Option<Expr> {
    if let Some(chain) = chain::of(&it.receiver) {
        if consumer::is_consumer(it) {
            return Some(consumer::lower(cx, it, &chain, site));
        }
        if unsupported::method(cx, it) {
            return Some(Expr::poison(site));
        }
    }
    if it.method == "map" && it.args.len() == 1 && chain::of(&it.receiver).is_none() {
        return array::map(cx, it, site);
    }
    let is_source =
        matches!(it.method.to_string().as_str(), "iter" | "iter_mut" | "into_iter") && it.args.is_empty();
    if is_source || chain::is_adaptor(it) && chain::of(&it.receiver).is_some() {
        unsupported::iterator(cx, it);
        return Some(Expr::poison(site));
    }
    None
}

/// Lowers a `for` loop over a chain, a view or an array.
pub(super) fn for_loop(cx: &mut Context<'_>, it: &syn::ExprForLoop) {
    let prepared = match unsupported::iterated(cx, &it.expr) {
        true => None,
        false => prepare::iterable(cx, &it.expr),
    };
    let Some(iter) = prepared else {
        // The body is lowered all the same, so that its errors are reported too.
        cx.in_block(|cx| {
            cx.scoped(|cx| {
                cx.bind_rejected(&it.pat);
                let inner = |cx: &mut Context<'_>| stmt::block(cx, &it.body.stmts);
                loops::around(cx, Head::of(&it.label, Site::of(&it.for_token)), inner, |_, _| {});
            });
        });
        return;
    };
    let outermost = loops::depth(cx);
    drive::drive(cx, &iter, &mut |cx, item| {
        loops::name_innermost(cx, &it.label, outermost);
        item::bind(cx, &it.pat, item);
        it.body.stmts.iter().for_each(|stmt| stmt::lower(cx, stmt));
    });
}

/// Whether a `for` loop over the expression needs this module: `for_range` counts plain ranges itself.
pub(super) fn is_chain(it: &syn::Expr) -> bool {
    !chain::is_counted_range(it)
}

#[cfg(test)]
mod tests;
