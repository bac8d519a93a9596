//! Consumers without an `Option` in their result: `for_each`, `fold`, `sum`, `product`, `count`, `any` and `all`.
//!
//! A consumer declares an accumulator before the loop, and updates it for each item:
//!
//! ```text
//! x.iter().sum::<f32>()       let mut sum = -0.0;  for k in 0..x.len() { sum += x[k]; }
//! ```
//!
//! `sum` of floats begins with `-0.0`, as in the standard library, so the sum of `[-0.0]` is `-0.0`. `any` and `all` leave
//! the loop as soon as the result is certain.

use super::callback::{self, Callback};
use super::chain::Chain;
use super::drive::{self, assign, drive, increment, not, only_if, predicate_value, truth};
use super::prepare::{self, Iter};
use super::{item, number, optional, variable};
use crate::diagnostics::Code;
use crate::diagnostics::advice::iterators;
use crate::ir::{Binary, Expr, ExprKind, Len, Stmt, Ty};
use crate::lower::context::Context;
use crate::lower::{expr, loops, ty, variant};
use crate::site::Site;

/// The consumers, each with its number of arguments.
const CONSUMERS: [(&str, usize); 28] = [
    ("all", 1),
    ("any", 1),
    ("count", 0),
    ("find", 1),
    ("find_map", 1),
    ("fold", 2),
    ("for_each", 1),
    ("last", 0),
    ("len", 0),
    ("max", 0),
    ("max_by", 1),
    ("max_by_key", 1),
    ("min", 0),
    ("min_by", 1),
    ("min_by_key", 1),
    ("next", 0),
    ("next_back", 0),
    ("nth", 1),
    ("nth_back", 1),
    ("position", 1),
    ("product", 0),
    ("reduce", 1),
    ("rfind", 1),
    ("rfold", 2),
    ("rposition", 1),
    ("sum", 0),
    ("try_fold", 2),
    ("try_for_each", 1),
];

/// Whether a method call is one of the consumers, with the right number of arguments.
pub(super) fn is_consumer(call: &syn::ExprMethodCall) -> bool {
    CONSUMERS.iter().any(|(name, count)| call.method == name && call.args.len() == *count)
}

/// Whether a method call is a consumer that neither an `Option` nor an array has.
pub(super) fn is_of_iterators_only(call: &syn::ExprMethodCall) -> bool {
    let of_others = ["last", "len", "next", "next_back", "nth"].iter().any(|name| call.method == name);
    is_consumer(call) && !of_others
}

/// Lowers a call of a consumer.
pub(super) fn lower(cx: &mut Context<'_>, call: &syn::ExprMethodCall, chain: &Chain<'_>, site: Site) -> Expr {
    let advances = chain.steps.is_empty() && variable::takes_by_mut(call);
    let Some(iter) = prepare::prepare_for(cx, chain, advances) else { return Expr::error_placeholder(site) };
    let at = Site::of(&call.method);
    let name = call.method.to_string();
    if let Some(forward) = forward(&name) {
        let iter = if name == "rposition" { prepare::enumerate(cx, iter, at) } else { iter };
        let Some(iter) = prepare::reversed(cx, iter, at) else { return Expr::error_placeholder(site) };
        if name == "rposition" {
            return optional::position_among(cx, call, &iter, at);
        }
        let method = syn::Ident::new(forward, call.method.span());
        let call = syn::ExprMethodCall { method, ..call.clone() };
        return consumed(cx, &call, &iter, site);
    }
    consumed(cx, call, &iter, site)
}

/// The consumer that a consumer from the back calls on the reversed iterator. `None` for other consumers.
fn forward(name: &str) -> Option<&'static str> {
    match name {
        "nth_back" => Some("nth"),
        "rfind" => Some("find"),
        "rfold" => Some("fold"),
        "rposition" => Some("position"),
        _ => None,
    }
}

/// Lowers a consumer of a prepared iterator.
fn consumed(cx: &mut Context<'_>, call: &syn::ExprMethodCall, iter: &Iter, site: Site) -> Expr {
    let at = Site::of(&call.method);
    let name = call.method.to_string();
    match name.as_str() {
        "try_fold" => {
            let first = callback::value(cx, &call.args[0]).unwrap_or_else(|| expr::unit(at));
            try_fold(cx, iter, item::value(first), &call.args[1], true, at)
        }
        "try_for_each" => try_fold(cx, iter, expr::unit(at), &call.args[0], false, at),
        "sum" => total(cx, call, iter, Binary::Add, at),
        "product" => total(cx, call, iter, Binary::Mul, at),
        "count" | "len" => count(cx, iter, name == "len", at),
        "fold" => {
            let first = callback::value(cx, &call.args[0]).unwrap_or_else(|| expr::unit(at));
            let first = item::value(first);
            let callback = callback::prepare(cx, &call.args[1]);
            fold(cx, iter, first, &callback, at)
        }
        "for_each" => {
            let callback = callback::prepare(cx, &call.args[0]);
            drive(cx, iter, &mut |cx, item| {
                callback.call(cx, vec![item], at);
            });
            expr::unit(site)
        }
        "any" | "all" => {
            let callback = callback::prepare(cx, &call.args[0]);
            test(cx, iter, &callback, name == "any", at)
        }
        _ => optional::consumer(cx, call, iter, at),
    }
}

/// Lowers `sum` and `product`.
fn total(
    cx: &mut Context<'_>,
    call: &syn::ExprMethodCall,
    iter: &Iter,
    operator: Binary,
    site: Site,
) -> Expr {
    let written = call.turbofish.as_ref().and_then(|written| match written.args.first() {
        Some(syn::GenericArgument::Type(syn::Type::Infer(_))) | None => None,
        Some(syn::GenericArgument::Type(written)) => Some(ty::lower(cx, written)),
        Some(_) => None,
    });
    let ty = written.unwrap_or_else(|| cx.infer.any());
    let name = if operator == Binary::Add { "sum" } else { "product" };
    let var = cx.temporary(name, site, ty.clone(), true);
    let sum = Expr { kind: ExprKind::Local(var), ty: ty.clone(), site };
    let mut failed = false;
    let (stmts, ()) = cx.in_block(|cx| {
        drive(cx, iter, &mut |cx, item| {
            let value = item::value(item);
            failed |= value.ty.is_error();
            cx.infer.unify(&ty, &value.ty);
            let known =
                matches!(cx.infer.resolve(&ty), Ty::Scalar(_)) || cx.infer.is_literal(&cx.infer.resolve(&ty));
            let (operator, value) = match known {
                true => (Some(operator), value),
                // For a type that rustc resolves, `Sum` guarantees `Add`, but not `AddAssign`. So the code
                // assigns `sum + value`.
                false => {
                    same_type(cx, &sum, &value);
                    let ty = cx.infer.binary(operator, &ty, &value.ty);
                    let kind = ExprKind::Binary(operator, Box::new(sum.clone()), Box::new(value));
                    (None, Expr { kind, ty, site })
                }
            };
            cx.prologue.push(Stmt::Assign { place: sum.clone(), operator, value });
        });
    });
    if failed {
        return Expr::error_placeholder(site);
    }
    let first = start(cx, &ty, operator, site);
    cx.prologue.push(Stmt::Let { var, value: Some(first) });
    cx.prologue.extend(stmts);
    sum
}

/// Makes rustc infer that a sum has the type of an item.
fn same_type(cx: &mut Context<'_>, sum: &Expr, value: &Expr) {
    let kind = ExprKind::Array(vec![sum.clone(), value.clone()]);
    let ty = Ty::Array(Box::new(value.ty.clone()), Len::Number(2));
    let scrutinee = Expr { kind, ty, site: value.site };
    cx.prologue.push(Stmt::CheckExhaustive { scrutinee, patterns: Vec::new() });
}

/// The first value of a sum or product.
fn start(cx: &mut Context<'_>, ty: &Ty, operator: Binary, site: Site) -> Expr {
    let resolved = cx.infer.resolve(ty);
    let digits = match (cx.infer.zero(&resolved), operator) {
        (Some("0.0"), Binary::Add) => Some("-0.0"),
        (Some("0.0"), _) => Some("1.0"),
        (Some(_), Binary::Add) => Some("0"),
        (Some(_), _) => Some("1"),
        (None, _) => None,
    };
    let kind = match digits {
        Some(digits) => ExprKind::Literal(digits.to_owned()),
        None => ExprKind::Neutral { of_product: operator == Binary::Mul },
    };
    Expr { kind, ty: ty.clone(), site }
}

/// Lowers `count`, or `len`, which does not advance an iterator in a variable.
fn count(cx: &mut Context<'_>, iter: &Iter, is_len: bool, site: Site) -> Expr {
    if let Iter::Counted(it) = iter
        && it.pure
        && (is_len || it.state.is_none())
        && it.is_consecutive(cx)
    {
        return it.length(cx);
    }
    let count = drive::variable(cx, "counter", number::literal(0, site));
    drive(cx, iter, &mut |cx, _| increment(cx, &count));
    count
}

/// Lowers `fold`: an accumulator, to which each iteration assigns the result of the callback.
fn fold(cx: &mut Context<'_>, iter: &Iter, first: Expr, callback: &Callback, site: Site) -> Expr {
    if first.ty.is_error() {
        return first;
    }
    let result = drive::variable(cx, "folded", first);
    let mut failed = false;
    drive(cx, iter, &mut |cx, item| {
        let value = callback.call(cx, vec![result.clone(), item], site);
        let value = item::value(value);
        failed |= value.ty.is_error();
        assign(cx, &result, value);
    });
    if failed { Expr::error_placeholder(site) } else { result }
}

/// Lowers `try_fold`, or `try_for_each` without the accumulator: the loop ends at the first `None` or `Err`, which is the
/// result.
fn try_fold(
    cx: &mut Context<'_>,
    iter: &Iter,
    first: Expr,
    closure: &syn::Expr,
    accumulates: bool,
    site: Site,
) -> Expr {
    if first.ty.is_error() {
        return first;
    }
    let kind = match expr::without_parentheses(closure) {
        syn::Expr::Closure(closure) => expr::kind_of_closure(closure),
        _ => None,
    };
    let Some(kind) = kind else {
        cx.advise(Code::AMP012, site, "a closure whose result type is not known", iterators::TRY);
        return Expr::error_placeholder(site);
    };
    let (full, empty) = optional::variants(kind, site);
    let callback = callback::prepare(cx, closure);
    let folded = drive::variable(cx, "folded", first);
    let start = variant::value(cx, &full, vec![(variant::position(0, site), folded.clone())], site);
    // The type of the result has an error type that only the closure shows.
    let result = drive::variable(cx, "tried", start);
    let outermost = loops::depth(cx);
    let mut failed = false;
    drive(cx, iter, &mut |cx, item| {
        let arguments = if accumulates { vec![folded.clone(), item] } else { vec![item] };
        let value = callback.call(cx, arguments, site);
        let value = item::value(value);
        failed |= value.ty.is_error();
        assign(cx, &result, value);
        let ended = variant::test(&result, &empty, site);
        drive::leave_if(cx, ended, outermost, site);
        let payload = variant::payload(cx, &result, &full, variant::position(0, site));
        assign(cx, &folded, payload);
    });
    if failed { Expr::error_placeholder(site) } else { result }
}

/// Lowers `any` if `found` is true, otherwise `all`.
fn test(cx: &mut Context<'_>, iter: &Iter, callback: &Callback, found: bool, site: Site) -> Expr {
    let result = drive::variable(cx, if found { "any" } else { "all" }, truth(!found, site));
    let outermost = loops::depth(cx);
    drive(cx, iter, &mut |cx, item| {
        let condition = predicate_value(cx, callback, item, site);
        let condition = if found { condition } else { not(condition) };
        only_if(cx, condition, |cx| {
            assign(cx, &result, truth(found, site));
            loops::leave(cx, outermost, site);
        });
    });
    result
}
