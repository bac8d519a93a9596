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
use super::chain::{Chain, Source};
use super::drive::{self, assign, drive, increment, not, only_if, predicate_value, truth};
use super::prepare::{self, Iter};
use super::{comparison, item, number, optional, own, variable};
use crate::diagnostics::Code;
use crate::diagnostics::advice::iterators;
use crate::ir::{Binary, Expr, ExprKind, Len, Stmt, Ty};
use crate::lower::context::{Context, ResultKind};
use crate::lower::pattern::pinned;
use crate::lower::{expr, loops, ty, variant};
use crate::site::Site;
use crate::vocabulary::iterators as methods;

/// Lowers a call of a consumer.
pub(super) fn lower(cx: &mut Context<'_>, call: &syn::ExprMethodCall, chain: &Chain<'_>, site: Site) -> Expr {
    // `into_iter` moves the iterator, so its state is not used afterwards.
    let is_moved = matches!(expr::without_parentheses(&call.receiver), syn::Expr::MethodCall(receiver)
        if receiver.method == "into_iter");
    let advances = chain.steps.is_empty() && variable::takes_by_mut(call) && !is_moved;
    let Some(iter) = prepare::prepare_for(cx, chain, advances) else { return Expr::error_placeholder(site) };
    let kind = kind_of_items(cx, chain);
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
        return consumed(cx, &call, &iter, kind, site);
    }
    consumed(cx, call, &iter, kind, site)
}

/// Whether the items are an `Option` or a `Result`, as far as the closure of the last adaptor or the source shows.
pub(super) fn kind_of_items(cx: &Context<'_>, chain: &Chain<'_>) -> Option<ResultKind> {
    let mut steps = chain.steps.iter().rev();
    let step = steps.find(|step| {
        const KEEP: [&str; 12] = [
            "by_ref",
            "cloned",
            "copied",
            "filter",
            "fuse",
            "inspect",
            "rev",
            "skip",
            "skip_while",
            "step_by",
            "take",
            "take_while",
        ];
        !KEEP.iter().any(|name| step.method == name)
    });
    let Some(step) = step else {
        return match chain.source {
            Source::Elements(of, _) => own::kind_of_items(cx, of),
            _ => None,
        };
    };
    match step.args.last().map(expr::without_parentheses) {
        Some(syn::Expr::Closure(closure)) if step.method == "map" => expr::kind_of_closure(closure),
        _ => None,
    }
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
fn consumed(
    cx: &mut Context<'_>,
    call: &syn::ExprMethodCall,
    iter: &Iter,
    kind: Option<ResultKind>,
    site: Site,
) -> Expr {
    let at = Site::of(&call.method);
    let name = call.method.to_string();
    match name.as_str() {
        "try_fold" => {
            let first = callback::value(cx, &call.args[0]).unwrap_or_else(|| expr::unit(at));
            try_fold(cx, iter, item::value(first), &call.args[1], true, at)
        }
        name if methods::COMPARISONS.contains(&name) => comparison::of_two(cx, call, iter, at),
        "is_sorted" | "is_sorted_by" | "is_sorted_by_key" => comparison::is_sorted(cx, call, iter, false, at),
        "try_for_each" => try_fold(cx, iter, expr::unit(at), &call.args[0], false, at),
        "sum" => total(cx, call, iter, Binary::Add, kind, at),
        "product" => total(cx, call, iter, Binary::Mul, kind, at),
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

/// Lowers `sum` and `product`. If the items are an `Option` or a `Result`, the loop ends at the first `None` or `Err`, which
/// is the result.
fn total(
    cx: &mut Context<'_>,
    call: &syn::ExprMethodCall,
    iter: &Iter,
    operator: Binary,
    kind: Option<ResultKind>,
    site: Site,
) -> Expr {
    let written = call.turbofish.as_ref().and_then(|written| match written.args.first() {
        Some(syn::GenericArgument::Type(syn::Type::Infer(_))) | None => None,
        Some(syn::GenericArgument::Type(written)) => Some(written),
        Some(_) => None,
    });
    // A type without arguments whose name ends in `Result` is rather a user's struct than an alias.
    let has_arguments = |ty: &syn::Type| matches!(ty, syn::Type::Path(path) if path.path.segments.last().is_some_and(|last| !last.arguments.is_none()));
    let of_written = written.filter(|ty| has_arguments(ty)).and_then(ResultKind::of_type);
    let kind = of_written.or(kind).filter(|kind| *kind != ResultKind::ControlFlow);
    let ty = match written {
        Some(written) if kind.is_none() => ty::lower(cx, written),
        _ => cx.infer.any(),
    };
    let fallible = kind.map(|kind| {
        let ty = match written {
            Some(written) => ty::lower(cx, written),
            None => cx.infer.any(),
        };
        let var = cx.temporary("tried", site, ty.clone(), true);
        let tried = Expr { kind: ExprKind::Local(var), ty, site };
        cx.prologue.push(Stmt::Let { var, value: None });
        (tried, drive::variable(cx, "failed", truth(false, site)), optional::variants(kind, site))
    });
    let outermost = loops::depth(cx);
    let name = if operator == Binary::Add { "sum" } else { "product" };
    let var = cx.temporary(name, site, ty.clone(), true);
    let sum = Expr { kind: ExprKind::Local(var), ty: ty.clone(), site };
    let mut failed = false;
    let (stmts, ()) = cx.in_block(|cx| {
        drive(cx, iter, &mut |cx, item| {
            let value = item::value(item);
            failed |= value.ty.is_error();
            let value = match &fallible {
                None => value,
                Some((tried, stopped, (full, empty))) => {
                    let value = pinned(cx, value);
                    cx.infer.unify(&tried.ty, &value.ty);
                    let ended = variant::test(&value, empty, site);
                    only_if(cx, ended, |cx| {
                        assign(cx, tried, value.clone());
                        assign(cx, stopped, truth(true, site));
                        loops::leave(cx, outermost, site);
                    });
                    variant::payload(cx, &value, full, variant::position(0, site))
                }
            };
            cx.infer.unify(&ty, &value.ty);
            let known =
                matches!(cx.infer.resolve(&ty), Ty::Scalar(_)) || cx.infer.is_literal(&cx.infer.resolve(&ty));
            let (operator, value) = match known {
                true => (Some(operator), value),
                // The type may have a `Sum` of the user, which need not be a sum by `+`.
                false => {
                    same_type(cx, &sum, &value);
                    let ty = cx.infer.binary(operator, &ty, &value.ty);
                    let step = if operator == Binary::Add { Binary::SumStep } else { Binary::ProductStep };
                    let kind = ExprKind::Binary(step, Box::new(sum.clone()), Box::new(value));
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
    let Some((tried, stopped, (full, _))) = fallible else { return sum };
    only_if(cx, not(stopped), |cx| {
        let value = variant::value(cx, &full, vec![(variant::position(0, site), sum)], site);
        assign(cx, &tried, value);
    });
    tried
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
    {
        if it.is_consecutive(cx) {
            return it.length(cx);
        }
        if let Some(length) = it.length_of_small_integers(cx) {
            return length;
        }
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

#[cfg(test)]
mod tests {
    use crate::testing::wgsl;
    use expect_test::expect;

    #[test]
    fn sums_of_options_end_at_none() {
        wgsl(
            "|i: Index<1>| { let s: Option<u32> = z.iter().map(|v| v.checked_sub(2)).sum(); z[i] = s.unwrap_or(9); }",
            expect![[r#"
                let value_: u32 = z.extent[0];
                var tried_: <Option < u32 >>;
                var failed_: bool = false;
                var sum_: <_> = <_>::<empty sum>();
                for (var place_ = 0u; place_ < value_; place_ += 1u) {
                    let value_2: <Option < u32 >> = <:: core :: primitive :: u32>::checked_sub(z[place_], 2?);
                    if ((value_2 is None)) {
                        tried_ = value_2;
                        failed_ = true;
                        break;
                    }
                    sum_ = Add<_, _>(sum_, value_2.Some.0);
                }
                if (!failed_) {
                    tried_ = Some { 0: sum_ };
                }
                let s_: <Option < u32 >> = tried_;
                z[amp_global[0]] = <Option < u32 >>::unwrap_or(s_, 9?);
            "#]],
        );
    }
}
