//! Builds the loop of a prepared iterator, with the adaptors as statements in the loop, and the consumer
//! innermost.
//!
//! The algorithm is internal iteration at compile time. Each adaptor passes on a function, the *sink*, that lowers the
//! code for one item:
//!
//! ```text
//! x.iter().filter(f).take(3)      for k in 0..x.len() {
//!                                     if taken >= 3 { break; }
//!                                     if f(&x[k]) { taken += 1; sink }
//!                                 }
//! ```
//!
//! - Each item passes all adaptors before the next one is made, so the calls of closures have Rust's order.
//! - `take` tests its count before an item is made, at the beginning of each loop of its iterator. So no
//!   closure of an earlier adaptor is called for an item that `take` does not yield.
//! - `chain` lowers the sink twice, once for each loop. `flat_map` puts a loop inside the loop.

use super::callback::{self, Callback};
use super::counted::Counted;
use super::prepare::{self, Adaptor, Cut, Endless, Iter, PartsState};
use super::pull::Pull;
use super::{function, item, number, optional, source};
use crate::diagnostics::Code;
use crate::diagnostics::advice::iterators;
use crate::ir::{Binary, Expr, ExprKind, Flow, Message, Stmt, Ty, Unary, Var};
use crate::lower::context::Context;
use crate::lower::expr::{self, without_parentheses};
use crate::lower::loops::{self, Head};
use crate::lower::pattern::pinned;
use crate::lower::stmt;
use crate::site::Site;

/// The sink: a function that lowers the code for one item.
pub(super) type Sink<'s> = &'s mut dyn FnMut(&mut Context<'_>, Expr);

/// The end of a `take`, or of the first iterator of a `zip`, before the end of the iterator itself.
#[derive(Clone)]
pub(super) struct Limit {
    /// The condition that the iterator ends.
    pub(super) ended: Expr,
    /// The index of the outermost loop of the iterator in `Nesting::loops`.
    outermost: usize,
}

/// Lowers the loops of an iterator. `sink` lowers the code for an item; `chain` calls it more than once.
pub(super) fn drive(cx: &mut Context<'_>, iter: &Iter, sink: Sink<'_>) {
    run(cx, iter, &[], sink);
}

pub(super) fn run(cx: &mut Context<'_>, iter: &Iter, limits: &[Limit], sink: Sink<'_>) {
    match iter {
        Iter::Counted(it) => counted(cx, it, limits, sink),
        Iter::Endless(it) => endless(cx, it, limits, sink),
        Iter::Chained(first, second, ended, site) => {
            chained(cx, (first, second), ended.as_ref(), *site, limits, sink);
        }
        Iter::Adapted(iter, adaptor, site) => adapted(cx, iter, adaptor, *site, limits, sink),
        Iter::Cycled(it) => it.drive(cx, limits, sink),
        Iter::Function(it) => function::drive(cx, it, limits, sink),
        Iter::Pulled(it) => it.drive(cx, limits, sink),
    }
}

/// Lowers the code for the first item of an iterator. A counted iterator needs no loop.
pub(super) fn first(cx: &mut Context<'_>, iter: &Iter, site: Site, sink: Sink<'_>) {
    match iter {
        Iter::Counted(it) if it.range.step.is_none() && !(it.range.reversed && it.range.inclusive) => {
            let at = match it.range.reversed {
                false => it.range.start.clone(),
                true => {
                    let one = Expr { ty: it.range.end.ty.clone(), ..number::literal(1, site) };
                    number::binary(Binary::Sub, it.range.end.clone(), one)
                }
            };
            let condition = it.has_more(&it.range.start, &it.range.end);
            only_if(cx, condition, |cx| {
                let at = pinned(cx, at);
                it.advance(cx, &at);
                let item = it.items.at(cx, &at);
                sink(cx, item);
            });
            return;
        }
        Iter::Pulled(it) => {
            it.advance(cx);
            only_if(cx, it.some.clone(), |cx| {
                let item = it.current(cx);
                sink(cx, item);
            });
            return;
        }
        Iter::Cycled(it) if it.first(cx, sink) => return,
        _ => {}
    }
    let outermost = loops::depth(cx);
    drive(cx, iter, &mut |cx, item| {
        sink(cx, item);
        loops::leave(cx, outermost, site);
    });
}

/// The head of a loop that the user did not write, so it has no label.
pub(super) fn head(block: bool, site: Site) -> Head<'static> {
    Head { label: None, block, result: None, site }
}

fn counted(cx: &mut Context<'_>, it: &Counted, limits: &[Limit], sink: Sink<'_>) {
    let site = it.site;
    let body = |cx: &mut Context<'_>| {
        cx.in_block(|cx| {
            cx.scoped(|cx| {
                let ty = it.range.start.ty.clone();
                let var = cx.temporary("place", site, ty.clone(), false);
                stop_at_limits(cx, limits, site);
                let place = Expr { kind: ExprKind::Local(var), ty, site };
                it.advance(cx, &place);
                let item = it.items.at(cx, &place);
                sink(cx, item);
                var
            })
        })
    };
    loops::around(cx, head(false, site), body, |cx, (body, var)| {
        cx.prologue.push(Stmt::For { var, range: Box::new(it.range.clone()), body });
    });
}

fn endless(cx: &mut Context<'_>, it: &Endless, limits: &[Limit], sink: Sink<'_>) {
    let (start, site) = match it {
        Endless::From(start, site) | Endless::Counter(start, site) | Endless::Same(start, site) => {
            (start, site)
        }
        Endless::Own(own, site) => return called(cx, &own.next, None, *site, limits, sink),
        Endless::FromFn(callback, site) => return called(cx, callback, None, *site, limits, sink),
        Endless::PartsBy(parts, site) => return parts_by(cx, parts, *site, limits, sink),
        Endless::Successors(next, callback, site) => {
            return called(cx, callback, Some(next), *site, limits, sink);
        }
    };
    let (start, site) = (start.clone(), *site);
    let next = match it {
        Endless::From(..) => Some(variable(cx, "upcoming", start.clone())),
        Endless::Counter(next, _) => Some(next.clone()),
        _ => None,
    };
    let body = |cx: &mut Context<'_>| {
        let (body, ()) = cx.in_block(|cx| {
            cx.scoped(|cx| {
                stop_at_limits(cx, limits, site);
                let item = match &next {
                    Some(next) => advanced(cx, next),
                    None => start.clone(),
                };
                sink(cx, item);
            });
        });
        body
    };
    loops::around(cx, head(false, site), body, |cx, body| cx.prologue.push(forever(body, site)));
}

/// Lowers the loop over the slices of `split` or `chunk_by`. An inner loop finds the end of each slice.
fn parts_by(cx: &mut Context<'_>, parts: &prepare::PartsBy, site: Site, limits: &[Limit], sink: Sink<'_>) {
    let state = match &parts.state {
        Some(state) => state.clone(),
        None => state_of_parts(cx, parts, site),
    };
    let prepare::PartsBy { whole, length, cut, .. } = parts;
    let body = |cx: &mut Context<'_>| {
        let around = loops::depth(cx) - 1;
        let (body, ()) = cx.in_block(|cx| {
            cx.scoped(|cx| {
                stop_at_limits(cx, limits, site);
                let is_over = match &state.ended {
                    Some(ended) => ended.clone(),
                    None => number::binary(Binary::Ge, state.next.clone(), length.clone()),
                };
                leave_if(cx, is_over, around, site);
                if let Some(left) = &state.left {
                    let none = number::binary(Binary::Eq, left.clone(), number::literal(0, site));
                    leave_if(cx, none, around, site);
                    assign(cx, left, number::binary(Binary::Sub, left.clone(), number::literal(1, site)));
                }
                let given = store(cx, "first", state.next.clone());
                // Each slice of `chunk_by` has at least one item.
                let from = match cut {
                    Cut::Between => number::binary(Binary::Add, given.clone(), number::literal(1, site)),
                    Cut::At | Cut::After | Cut::FromEnd => given.clone(),
                };
                let reached = variable(cx, "reached", from);
                match &state.left {
                    None => find_cut(cx, parts, &reached, site),
                    // The last slice of `splitn` contains the rest.
                    Some(left) => {
                        let (then, ()) =
                            cx.in_block(|cx| cx.scoped(|cx| find_cut(cx, parts, &reached, site)));
                        let rest = match cut {
                            Cut::FromEnd => number::literal(0, site),
                            _ => length.clone(),
                        };
                        let (otherwise, ()) = cx.in_block(|cx| assign(cx, &reached, rest));
                        let condition = number::binary(Binary::Gt, left.clone(), number::literal(0, site));
                        cx.prologue.push(Stmt::If { condition, then, otherwise });
                    }
                }
                if *cut == Cut::After {
                    let more = number::binary(Binary::Lt, reached.clone(), length.clone());
                    only_if(cx, more, |cx| increment(cx, &reached));
                }
                let reached = store(cx, "reached", reached);
                let (start, end) = match cut {
                    Cut::FromEnd => (reached.clone(), given),
                    _ => (given, reached.clone()),
                };
                match (cut, &state.ended) {
                    (Cut::FromEnd, Some(ended)) => {
                        let one = number::literal(1, site);
                        let is_first = number::binary(Binary::Lt, reached.clone(), one.clone());
                        assign(cx, ended, is_first);
                        only_if(cx, not(ended.clone()), |cx| {
                            assign(cx, &state.next, number::binary(Binary::Sub, reached.clone(), one));
                        });
                    }
                    (_, Some(ended)) => {
                        assign(cx, ended, number::binary(Binary::Ge, reached.clone(), length.clone()));
                        let after = number::binary(Binary::Add, reached, number::literal(1, site));
                        assign(cx, &state.next, after);
                    }
                    (_, None) => assign(cx, &state.next, reached),
                }
                let len = store(cx, "length", number::binary(Binary::Sub, end, start.clone()));
                let slice = expr::slice::part(cx, whole, start, len);
                sink(cx, item::reference(false, slice));
            });
        });
        body
    };
    loops::around(cx, head(false, site), body, |cx, body| cx.prologue.push(forever(body, site)));
}

/// Lowers the loop that finds the end of a slice, or its start for `rsplit`. `reached` is the position from which on it searches, and
/// becomes the result.
fn find_cut(cx: &mut Context<'_>, parts: &prepare::PartsBy, reached: &Expr, site: Site) {
    let prepare::PartsBy { whole, length, callback, cut, .. } = parts;
    let from = store(cx, "from", reached.clone());
    let (start, end) = match cut {
        Cut::FromEnd => (number::literal(0, site), from),
        _ => (from, length.clone()),
    };
    let range = crate::ir::Range {
        start,
        end,
        inclusive: false,
        reversed: *cut == Cut::FromEnd,
        step: None,
        from_last_step: false,
    };
    let rest = Counted { range, ..Counted::positions(length.clone(), super::counted::Items::Numbers, site) };
    let inner = loops::depth(cx);
    counted(cx, &rest, &[], &mut |cx, at| {
        let item = |cx: &mut Context<'_>, at: Expr| {
            let place = expr::slice::item(cx, whole, at, site);
            item::reference(false, place)
        };
        let leaves = match cut {
            Cut::Between => {
                let before = number::binary(Binary::Sub, at.clone(), number::literal(1, site));
                let before = store(cx, "before", before);
                let arguments = vec![item(cx, before), item(cx, at)];
                not(truthy_call(cx, callback, arguments, site))
            }
            Cut::At | Cut::After | Cut::FromEnd => {
                let arguments = vec![item(cx, at)];
                truthy_call(cx, callback, arguments, site)
            }
        };
        leave_if(cx, leaves, inner, site);
        match cut {
            Cut::FromEnd => {
                let before = number::binary(Binary::Sub, reached.clone(), number::literal(1, site));
                assign(cx, reached, before);
            }
            _ => increment(cx, reached),
        }
    });
}

/// Declares the variables for the state of a loop over the slices of `split` or `chunk_by`.
pub(super) fn state_of_parts(cx: &mut Context<'_>, parts: &prepare::PartsBy, site: Site) -> PartsState {
    let first = match parts.cut {
        Cut::FromEnd => parts.length.clone(),
        _ => number::literal(0, site),
    };
    let next = variable(cx, "upcoming", first);
    let has_flag = matches!(parts.cut, Cut::At | Cut::FromEnd);
    let ended = has_flag.then(|| variable(cx, "ended", truth(false, site)));
    let left = parts.count.clone().map(|count| variable(cx, "parts_left", count));
    PartsState { next, ended, left }
}

/// Calls a predicate of several arguments.
fn truthy_call(cx: &mut Context<'_>, callback: &Callback, arguments: Vec<Expr>, site: Site) -> Expr {
    let condition = callback.call(cx, arguments, site);
    truthy(cx, condition)
}

/// Lowers the loop of `from_fn`, or of `successors` with the variable of the next value.
fn called(
    cx: &mut Context<'_>,
    callback: &Callback,
    next: Option<&Expr>,
    site: Site,
    limits: &[Limit],
    sink: Sink<'_>,
) {
    let body = |cx: &mut Context<'_>| {
        let outermost = loops::depth(cx) - 1;
        let (body, ()) = cx.in_block(|cx| {
            cx.scoped(|cx| {
                stop_at_limits(cx, limits, site);
                let result = match next {
                    Some(next) => next.clone(),
                    None => callback.call(cx, Vec::new(), site),
                };
                let Some((condition, payload)) = optional::parts(cx, result, site) else { return };
                leave_if(cx, not(condition), outermost, site);
                let payload = item::stored(cx, payload);
                // `successors` makes the next value before it yields this one.
                if let Some(next) = next {
                    let value = callback.call(cx, vec![item::reference(false, payload.clone())], site);
                    let value = expr::value_of(cx, value, site);
                    assign(cx, next, value);
                }
                sink(cx, payload);
            });
        });
        body
    };
    loops::around(cx, head(false, site), body, |cx, body| cx.prologue.push(forever(body, site)));
}

/// Increments the variable `next`, and returns its value from before.
pub(super) fn advanced(cx: &mut Context<'_>, next: &Expr) -> Expr {
    let item = store(cx, "number", next.clone());
    increment(cx, next);
    item
}

/// An endless loop.
pub(super) fn forever(body: Vec<Stmt>, site: Site) -> Stmt {
    let condition = Expr { kind: ExprKind::Bool(true), ty: Ty::BOOL, site };
    Stmt::While { before: Vec::new(), condition, body, site }
}

/// Lowers two iterators, one after the other. A `break` for one loop cannot leave both, so with such a
/// `break` both loops are put into a loop that runs once. `ended` is the variable of an iterator in a variable that tells
/// whether the first iterator ended.
fn chained(
    cx: &mut Context<'_>,
    (first, second): (&Iter, &Iter),
    ended: Option<&Expr>,
    site: Site,
    limits: &[Limit],
    sink: Sink<'_>,
) {
    let both = |cx: &mut Context<'_>| {
        let (body, ()) = cx.in_block(|cx| {
            let mut reported = false;
            let mut first = |cx: &mut Context<'_>| {
                run(cx, first, limits, &mut |cx, item| {
                    let before = cx.reported();
                    sink(cx, item);
                    reported |= cx.reported() > before;
                });
            };
            match ended {
                None => first(cx),
                Some(ended) => only_if(cx, not(ended.clone()), |cx| {
                    first(cx);
                    assign(cx, ended, truth(true, site));
                }),
            }
            run(cx, second, limits, &mut |cx, item| {
                let before = cx.reported();
                sink(cx, item);
                // The code for an item was already lowered in the first loop, so its errors are already
                // reported.
                if reported {
                    cx.discard_reports(before);
                }
            });
        });
        body
    };
    loops::around(cx, head(true, site), both, |cx, mut body| {
        if !Flow::of_block(&body).breaks {
            return cx.prologue.extend(body);
        }
        if Flow::of_block(&body).falls_through {
            body.push(Stmt::Break(site));
        }
        cx.prologue.push(forever(body, site));
    });
}

fn adapted(
    cx: &mut Context<'_>,
    iter: &Iter,
    adaptor: &Adaptor,
    site: Site,
    limits: &[Limit],
    sink: Sink<'_>,
) {
    let outermost = loops::depth(cx);
    let (adaptor, kept) = match adaptor {
        Adaptor::Kept(adaptor, state) => (&**adaptor, Some(state.clone())),
        adaptor => (adaptor, None),
    };
    if let (Adaptor::TakeWhile(callback), Some(ended)) = (adaptor, &kept) {
        let limit = Limit { ended: ended.clone(), outermost };
        let limits: Vec<_> = limits.iter().cloned().chain([limit]).collect();
        return run(cx, iter, &limits, &mut |cx, item| {
            let item = item::stored(cx, item);
            let condition = predicate(cx, callback, &item, site);
            only_if(cx, not(condition), |cx| {
                assign(cx, ended, truth(true, site));
                loops::leave(cx, outermost, site);
            });
            sink(cx, item);
        });
    }
    let state_of = |cx: &mut Context<'_>| match &kept {
        Some(state) => Some(state.clone()),
        None => initial_state(cx, adaptor, site),
    };
    match adaptor {
        // The outer adaptor has the state.
        Adaptor::Kept(..) => {}
        Adaptor::Copied => run(cx, iter, limits, &mut |cx, item| sink(cx, item::value(item))),
        Adaptor::Map(callback) => run(cx, iter, limits, &mut |cx, item| {
            let item = callback.call(cx, vec![item], site);
            sink(cx, item);
        }),
        Adaptor::Inspect(callback) => run(cx, iter, limits, &mut |cx, item| {
            let item = item::stored(cx, item);
            callback.call(cx, vec![item::reference(false, item.clone())], site);
            sink(cx, item);
        }),
        Adaptor::Filter(callback) => run(cx, iter, limits, &mut |cx, item| {
            let item = item::stored(cx, item);
            let condition = predicate(cx, callback, &item, site);
            only_if(cx, condition, |cx| sink(cx, item));
        }),
        Adaptor::TakeWhile(callback) => run(cx, iter, limits, &mut |cx, item| {
            let item = item::stored(cx, item);
            let condition = predicate(cx, callback, &item, site);
            leave_if(cx, not(condition), outermost, site);
            sink(cx, item);
        }),
        Adaptor::SkipWhile(callback) => {
            let Some(skips) = state_of(cx) else { return };
            run(cx, iter, limits, &mut |cx, item| {
                let item = item::stored(cx, item);
                only_if(cx, skips.clone(), |cx| {
                    let condition = predicate(cx, callback, &item, site);
                    assign(cx, &skips, condition);
                });
                only_if(cx, not(skips.clone()), |cx| sink(cx, item));
            });
        }
        Adaptor::Enumerate => {
            let Some(count) = state_of(cx) else { return };
            run(cx, iter, limits, &mut |cx, item| {
                let item = item::stored(cx, item);
                let position = advanced(cx, &count);
                sink(cx, item::tuple(vec![position, item], site));
            });
        }
        Adaptor::Skip(count) => {
            let Some(skipped) = state_of(cx) else { return };
            run(cx, iter, limits, &mut |cx, item| {
                let condition = number::binary(Binary::Lt, skipped.clone(), count.clone());
                let (then, ()) = cx.in_block(|cx| increment(cx, &skipped));
                let (otherwise, ()) = cx.in_block(|cx| cx.scoped(|cx| sink(cx, item)));
                cx.prologue.push(Stmt::If { condition, then, otherwise });
            });
        }
        Adaptor::StepBy(step) => {
            let condition = Some(number::binary(Binary::Ne, step.clone(), number::literal(0, site)));
            let text = "assertion failed: step != 0".to_owned();
            let message = Message { text, formatted: false, values: Vec::new(), of_subview: false };
            cx.prologue.push(Stmt::Assert { condition, debug: false, message: Box::new(message), site });
            let Some(skips) = state_of(cx) else { return };
            run(cx, iter, limits, &mut |cx, item| {
                let one = number::literal(1, site);
                let condition = number::binary(Binary::Gt, skips.clone(), number::literal(0, site));
                let (then, ()) = cx.in_block(|cx| {
                    assign(cx, &skips, number::binary(Binary::Sub, skips.clone(), one.clone()));
                });
                let (otherwise, ()) = cx.in_block(|cx| {
                    assign(cx, &skips, number::binary(Binary::Sub, step.clone(), one.clone()));
                    cx.scoped(|cx| sink(cx, item));
                });
                cx.prologue.push(Stmt::If { condition, then, otherwise });
            });
        }
        Adaptor::Take(count) => {
            let Some(taken) = state_of(cx) else { return };
            let mut limits = limits.to_vec();
            let ended = number::binary(Binary::Ge, taken.clone(), count.clone());
            limits.push(Limit { ended, outermost });
            run(cx, iter, &limits, &mut |cx, item| {
                increment(cx, &taken);
                sink(cx, item);
            });
        }
        Adaptor::Zip(other) => {
            let Some(other) = Pull::new(cx, other, site) else { return };
            run(cx, iter, limits, &mut |cx, item| {
                let item = item::stored(cx, item);
                if let Some(ended) = other.begin(cx) {
                    leave_if(cx, ended, outermost, site);
                }
                let second = other.next(cx);
                let second = item::stored(cx, second);
                sink(cx, item::tuple(vec![item, second], site));
            });
        }
        Adaptor::ZipSecond(first) => {
            let Some(first) = Pull::new(cx, first, site) else { return };
            // Rust makes no item of the second iterator after the end of the first.
            let ended = first.ended().map(|ended| Limit { ended, outermost });
            let limits: Vec<_> = limits.iter().cloned().chain(ended).collect();
            run(cx, iter, &limits, &mut |cx, item| {
                let item = item::stored(cx, item);
                let pulled = first.next(cx);
                let pulled = item::stored(cx, pulled);
                sink(cx, item::tuple(vec![pulled, item], site));
            });
        }
        Adaptor::FilterMap(callback) => run(cx, iter, limits, &mut |cx, item| {
            let result = callback.call(cx, vec![item], site);
            let Some((condition, payload)) = optional::parts(cx, result, site) else { return };
            only_if(cx, condition, |cx| sink(cx, payload));
        }),
        Adaptor::MapWhile(callback) => run(cx, iter, limits, &mut |cx, item| {
            let result = callback.call(cx, vec![item], site);
            let Some((condition, payload)) = optional::parts(cx, result, site) else { return };
            leave_if(cx, not(condition), outermost, site);
            sink(cx, payload);
        }),
        Adaptor::Scan(_, callback) => {
            let Some(state) = state_of(cx) else { return };
            run(cx, iter, limits, &mut |cx, item| {
                let result = callback.call(cx, vec![item::reference(true, state.clone()), item], site);
                let Some((condition, payload)) = optional::parts(cx, result, site) else { return };
                leave_if(cx, not(condition), outermost, site);
                sink(cx, payload);
            });
        }
        Adaptor::FlatMap(..) | Adaptor::Flatten(..) => run(cx, iter, limits, &mut |cx, item| {
            if let Some(inner) = inner(cx, adaptor, item, site) {
                run(cx, &inner, limits, &mut *sink);
            }
        }),
        Adaptor::Resumed(it) => it.drive(cx, iter, site, limits, sink),
    }
}

/// Declares the variable for the state of an adaptor. `None` for an adaptor without one.
pub(super) fn initial_state(cx: &mut Context<'_>, adaptor: &Adaptor, site: Site) -> Option<Expr> {
    let zero = number::literal(0, site);
    let (name, value) = match adaptor {
        Adaptor::Enumerate => ("counter", zero),
        Adaptor::Scan(first, _) => ("state", first.clone()),
        Adaptor::Skip(_) => ("skipped", zero),
        Adaptor::SkipWhile(_) => ("skips", truth(true, site)),
        Adaptor::StepBy(_) => ("skips", zero),
        Adaptor::Take(_) => ("taken", zero),
        _ => return None,
    };
    Some(variable(cx, name, value))
}

/// The inner iterator of a `flat_map` or `flatten` for an item. `None` after an error, and for other adaptors.
pub(super) fn inner(cx: &mut Context<'_>, adaptor: &Adaptor, item: Expr, site: Site) -> Option<Iter> {
    let items_of = |cx: &mut Context<'_>, array, turned, kind| {
        let mut inner = source::items_of(cx, array, kind, site)?;
        if turned {
            inner.reverse(cx);
        }
        Some(Iter::Counted(inner))
    };
    let (callback, turned) = match adaptor {
        Adaptor::Flatten(turned, kind) => return items_of(cx, item, *turned, *kind),
        Adaptor::FlatMap(callback, turned) => (callback, *turned),
        _ => return None,
    };
    let Some((closure, scopes)) = callback.closure(cx) else {
        let array = callback.call(cx, vec![item], site);
        return items_of(cx, array, turned, None);
    };
    if closure.inputs.len() != 1 {
        let detail = "the closure of `flat_map` takes one argument";
        cx.report(Code::AMP011, Site::of(&closure), detail);
        return None;
    }
    if !cx.write_out(site) {
        return None;
    }
    let (stmts, last) = match without_parentheses(&closure.body) {
        syn::Expr::Block(it) if it.label.is_none() => match it.block.stmts.split_last() {
            Some((syn::Stmt::Expr(last, None), stmts)) => (stmts, Some(last)),
            _ => (&[][..], None),
        },
        syn::Expr::Block(_) => (&[][..], None),
        other => (&[][..], Some(other)),
    };
    let Some(last) = last else {
        let detail = "a `return` in the closure of `flat_map`, or no iterator at its end";
        cx.advise(Code::AMP012, site, detail, iterators::FLAT_MAP);
        return None;
    };
    callback::isolated(cx, |cx| {
        cx.in_scopes(scopes, |cx| {
            cx.scoped(|cx| {
                callback::bind_parameters(cx, &closure, vec![item]);
                stmts.iter().for_each(|stmt| stmt::lower(cx, stmt));
                let inner = prepare::iterable(cx, last)?;
                if turned { prepare::reversed(cx, inner, site) } else { Some(inner) }
            })
        })
    })
}

/// Leaves the loops of each iterator that has yielded as many items as its `take` allows.
pub(super) fn stop_at_limits(cx: &mut Context<'_>, limits: &[Limit], site: Site) {
    for Limit { ended, outermost } in limits {
        leave_if(cx, ended.clone(), *outermost, site);
    }
}

/// Calls a predicate with a reference to `item`. The caller has stored the item in a variable, and can use it
/// again.
pub(super) fn predicate(cx: &mut Context<'_>, callback: &Callback, item: &Expr, site: Site) -> Expr {
    let condition = callback.call(cx, vec![item::reference(false, item.clone())], site);
    truthy(cx, condition)
}

/// Calls a predicate with the item itself.
pub(super) fn predicate_value(cx: &mut Context<'_>, callback: &Callback, item: Expr, site: Site) -> Expr {
    let condition = callback.call(cx, vec![item], site);
    truthy(cx, condition)
}

/// The result of a predicate as a value, and not as a reference. Its type becomes `bool`.
fn truthy(cx: &mut Context<'_>, condition: Expr) -> Expr {
    let condition = item::value(condition);
    cx.infer.unify(&condition.ty, &Ty::BOOL);
    condition
}

/// Adds the statement `if condition { inner }`.
pub(super) fn only_if(cx: &mut Context<'_>, condition: Expr, inner: impl FnOnce(&mut Context<'_>)) {
    let (then, ()) = cx.in_block(|cx| cx.scoped(inner));
    cx.prologue.push(Stmt::If { condition, then, otherwise: Vec::new() });
}

/// Adds a statement that leaves the loop with this index in `Nesting::loops`, and the loops inside it, if the
/// condition holds.
pub(super) fn leave_if(cx: &mut Context<'_>, condition: Expr, outermost: usize, site: Site) {
    only_if(cx, condition, |cx| loops::leave(cx, outermost, site));
}

/// `!condition`
pub(super) fn not(condition: Expr) -> Expr {
    let site = condition.site;
    Expr { kind: ExprKind::Unary(Unary::Not, Box::new(condition)), ty: Ty::BOOL, site }
}

pub(super) fn truth(value: bool, site: Site) -> Expr {
    Expr { kind: ExprKind::Bool(value), ty: Ty::BOOL, site }
}

/// Declares a mutable variable with a value.
pub(super) fn variable(cx: &mut Context<'_>, name: &str, value: Expr) -> Expr {
    declare(cx, name, value, true)
}

/// Declares an immutable variable with a value.
fn store(cx: &mut Context<'_>, name: &str, value: Expr) -> Expr {
    declare(cx, name, value, false)
}

fn declare(cx: &mut Context<'_>, name: &str, value: Expr, mutable: bool) -> Expr {
    let (site, ty) = (value.site, value.ty.clone());
    let var: Var = cx.temporary(name, site, ty.clone(), mutable);
    cx.prologue.push(Stmt::Let { var, value: Some(value) });
    Expr { kind: ExprKind::Local(var), ty, site }
}

/// Adds the statement `place = value`.
pub(super) fn assign(cx: &mut Context<'_>, place: &Expr, value: Expr) {
    cx.infer.unify(&place.ty, &value.ty);
    cx.prologue.push(Stmt::Assign { place: place.clone(), operator: None, value });
}

/// Adds the statement `place += 1`.
pub(super) fn increment(cx: &mut Context<'_>, place: &Expr) {
    let kind = ExprKind::Literal("1".to_owned());
    let value = Expr { kind, ty: place.ty.clone(), site: place.site };
    cx.prologue.push(Stmt::Assign { place: place.clone(), operator: Some(Binary::Add), value });
}
