//! The pull form of an iterator: state variables, and code that makes the next item.
//!
//! The loop of a chain is its push form, which `drive` builds. Some chains are no single loop: two iterators that skip items
//! in a `zip`, `peekable` and `cycle`. Their inner iterators take the pull form. Each source and adaptor has the variables
//! of `variable::give_state`, and the item is in variables, too:
//!
//! ```text
//! let mut it = x.iter().filter(f).peekable();     let mut start = 0; let mut item; let mut some; let mut peeked = false;
//! it.next_if_eq(&3)      if peeked { peeked = false; } else {
//!                            some = false;
//!                            for k in start..len { start = k + 1; if f(&x[k]) { item = k; some = true; break; } }
//!                        }
//! ```
//!
//! A reference in the item keeps its place, so its variables hold the subscripts. If the iterator makes items at several
//! places of the code, as `chain` does, a variable holds the value. The copy is legal because nothing can modify the target
//! of a shared reference while the reference exists.

use super::callback::{self, Callback};
use super::drive::{self, Limit, Sink, assign, leave_if, not, only_if, predicate, truth};
use super::optional::with_variables;
use super::optional_item;
use super::prepare::Iter;
use super::{item, variable};
use crate::diagnostics::Code;
use crate::diagnostics::advice::iterators;
use crate::ir::{Expr, ExprKind, Shape, Stmt, Ty, Var};
use crate::lower::context::Context;
use crate::lower::pattern::pinned;
use crate::lower::{expr, loops};
use crate::site::Site;
use proc_macro2::Span;
use std::collections::HashMap;

/// The variables for an item that outlives the loop of its iterator.
#[derive(Clone)]
pub(super) struct StoredItem {
    /// The item, made of the variables.
    pub(super) item: Expr,
    variables: Vec<Expr>,
    /// The shape of the item, if the only variable holds its value.
    shape: Option<Shape>,
}

impl StoredItem {
    /// Makes the variables for the items of an iterator, without their declarations. `None` after an error.
    pub(super) fn of(cx: &mut Context<'_>, iter: &Iter, site: Site) -> Option<Self> {
        let (first, reported) = (cx.body.variables.len(), cx.reported());
        let mut items = Vec::new();
        // The statements are discarded: each use makes the items itself.
        let epilogue = std::mem::take(&mut cx.epilogue);
        cx.in_block(|cx| {
            drive::drive(cx, iter, &mut |cx, it| {
                let it = item::stored(cx, it);
                items.push(it);
            });
        });
        cx.epilogue = epilogue;
        if cx.reported() > reported || items.iter().any(|it| it.ty.is_error()) {
            return None;
        }
        let Some(stored) = of_places(cx, &items, first).or_else(|| of_values(cx, &items, site)) else {
            let detail =
                "an iterator over slices or `&mut` references from several sources, whose items are stored";
            cx.advise(Code::AMP012, site, detail, iterators::COPIED);
            return None;
        };
        let kept = stored.variables();
        for at in first..cx.body.variables.len() {
            if !kept.contains(&Var(at)) {
                cx.body.variables[at].ty = Ty::Unit;
            }
        }
        Some(stored)
    }

    /// The variables.
    pub(super) fn variables(&self) -> Vec<Var> {
        self.variables.iter().filter_map(local).collect()
    }

    /// The variables as expressions.
    pub(super) fn states(&self) -> &[Expr] {
        &self.variables
    }

    /// Assigns the variables. The code of the iterator declares its own variables from the index `first` on.
    pub(super) fn keep(&self, cx: &mut Context<'_>, it: Expr, first: usize) {
        let it = item::stored(cx, it);
        if self.shape.is_some() {
            if let [variable] = &self.variables[..] {
                assign(cx, variable, item::value(it));
            }
            return;
        }
        let mut values = Vec::new();
        let site = it.site;
        with_variables(cx, it, Some(first), &mut values);
        if values.len() != self.variables.len() {
            cx.advise(Code::AMP012, site, "an iterator whose items are stored", iterators::COPIED);
            return;
        }
        for (variable, (own, value)) in self.variables.iter().zip(values) {
            // No statement declares the variable of this use.
            if let Some(var) = local(&own) {
                cx.body.variables[var.0].ty = Ty::Unit;
            }
            assign(cx, variable, value);
        }
    }

    /// The item, with copies of its variables, so that it stays the same when the iterator is advanced again.
    fn current(&self, cx: &mut Context<'_>) -> Expr {
        if let (Some(shape), [variable]) = (&self.shape, &self.variables[..]) {
            let value = pinned(cx, variable.clone());
            return shape.item(cx, value);
        }
        let copies = self.variables.iter().filter_map(|variable| {
            let copy = pinned(cx, variable.clone());
            Some((local(variable)?, local(&copy)?))
        });
        let copies = copies.collect();
        renamed(self.item.clone(), &copies)
    }

    /// Makes other variables with the same values.
    fn separate(&mut self, cx: &mut Context<'_>) {
        let mut copies = HashMap::new();
        for variable in &mut self.variables {
            let copy = drive::variable(cx, "kept", variable.clone());
            if let (Some(from), Some(to)) = (local(variable), local(&copy)) {
                copies.insert(from, to);
            }
            *variable = copy;
        }
        self.item = renamed(self.item.clone(), &copies);
    }
}

/// An iterator in pull form.
#[derive(Clone)]
pub(super) struct Pulled {
    iter: Iter,
    /// Whether the iterator yielded an item when it was last advanced.
    pub(super) some: Expr,
    /// The item, which is defined if `some` holds.
    stored: StoredItem,
    /// For `peekable`: whether the item and `some` are still to be yielded.
    peeked: Option<Expr>,
    site: Site,
}

impl Pulled {
    /// Declares the variables. `None` if the iterator has no pull form; then `rejected` is the error.
    pub(super) fn new(
        cx: &mut Context<'_>,
        mut iter: Iter,
        rejected: (&str, &'static str),
        site: Site,
    ) -> Option<Self> {
        let reported = cx.reported();
        if !variable::give_state(cx, &mut iter) {
            if cx.reported() == reported {
                cx.advise(Code::AMP012, site, rejected.0, rejected.1);
            }
            return None;
        }
        let stored = StoredItem::of(cx, &iter, site)?;
        cx.prologue.extend(stored.variables().into_iter().map(|var| Stmt::Let { var, value: None }));
        let some = drive::variable(cx, "has_item", truth(false, site));
        Some(Pulled { iter, some, stored, peeked: None, site })
    }

    /// The iterator with a variable that tells whether `peek` made its next item.
    pub(super) fn peekable(cx: &mut Context<'_>, iter: Iter, site: Site) -> Option<Self> {
        let rejected = ("`peekable` of an iterator that a function returns", iterators::STATE);
        let mut it = Pulled::new(cx, iter, rejected, site)?;
        it.peeked = Some(drive::variable(cx, "peeked", truth(false, site)));
        Some(it)
    }

    /// Makes the next item. `self.some` then tells whether there is one.
    pub(super) fn advance(&self, cx: &mut Context<'_>) {
        match &self.peeked {
            None => self.pull(cx),
            Some(peeked) => {
                let (then, ()) = cx.in_block(|cx| cx.scoped(|cx| self.pull(cx)));
                let (otherwise, ()) = cx.in_block(|cx| assign(cx, peeked, truth(false, self.site)));
                cx.prologue.push(Stmt::If { condition: not(peeked.clone()), then, otherwise });
            }
        }
    }

    fn pull(&self, cx: &mut Context<'_>) {
        assign(cx, &self.some, truth(false, self.site));
        // The item may be one of the variables that `snapshot` declares.
        let first = cx.body.variables.len();
        let mut iter = self.iter.clone();
        variable::snapshot(cx, &mut iter, false);
        drive::first(cx, &iter, self.site, &mut |cx, it| {
            self.stored.keep(cx, it, first);
            assign(cx, &self.some, truth(true, self.site));
        });
    }

    /// The item. Only code that follows a test of `some` uses it.
    pub(super) fn current(&self, cx: &mut Context<'_>) -> Expr {
        self.stored.current(cx)
    }

    /// The variable that holds an item without references.
    fn place(&self) -> Option<Expr> {
        let item = &self.stored.item;
        (!item.has_reference() && local(item).is_some()).then(|| item.clone())
    }

    /// Lowers a loop over the remaining items.
    pub(super) fn drive(&self, cx: &mut Context<'_>, limits: &[Limit], sink: Sink<'_>) {
        let site = self.site;
        let body = |cx: &mut Context<'_>| {
            let around = loops::depth(cx) - 1;
            let (body, ()) = cx.in_block(|cx| {
                cx.scoped(|cx| {
                    drive::stop_at_limits(cx, limits, site);
                    self.advance(cx);
                    leave_if(cx, not(self.some.clone()), around, site);
                    let item = self.current(cx);
                    sink(cx, item);
                });
            });
            body
        };
        loops::around(cx, drive::head(false, site), body, |cx, body| {
            cx.prologue.push(drive::forever(body, site));
        });
    }

    /// Lowers `next()`.
    pub(super) fn next(&self, cx: &mut Context<'_>, site: Site) -> Expr {
        self.advance(cx);
        let some = pinned(cx, self.some.clone());
        let item = self.current(cx);
        optional_item::of_item(cx, some, item, site)
    }

    /// Lowers `peek()` and `peek_mut()`. `None` for an iterator that is not peekable, and for a `&mut` reference to a
    /// reference.
    pub(super) fn peek(&self, cx: &mut Context<'_>, mutable: bool, site: Site) -> Option<Expr> {
        let peeked = self.peeked.clone()?;
        only_if(cx, not(peeked.clone()), |cx| {
            self.pull(cx);
            assign(cx, &peeked, truth(true, site));
        });
        let some = pinned(cx, self.some.clone());
        let item = match mutable {
            true => item::reference(true, self.place()?),
            false => {
                let item = self.current(cx);
                item::reference(false, item)
            }
        };
        Some(optional_item::of_item(cx, some, item, site))
    }

    /// Lowers `next_if(f)` and `next_if_eq(&value)`.
    pub(super) fn next_if(
        &self,
        cx: &mut Context<'_>,
        argument: &syn::Expr,
        equals: bool,
        site: Site,
    ) -> Option<Expr> {
        let peeked = self.peeked.clone()?;
        let test = match equals {
            true => Test::Equals(item::value(callback::value(cx, argument)?)),
            false => Test::Holds(callback::prepare(cx, argument)),
        };
        let test = match test {
            Test::Equals(value) if value.ty.is_error() => return None,
            Test::Equals(value) => Test::Equals(pinned(cx, value)),
            test => test,
        };
        self.advance(cx);
        let some = self.some.clone();
        let taken = drive::variable(cx, "taken", truth(false, site));
        let mut failed = false;
        let item = self.current(cx);
        only_if(cx, some, |cx| {
            let condition = match test {
                Test::Holds(callback) => predicate(cx, &callback, &item, site),
                Test::Equals(value) => cx.scoped(|cx| {
                    let [a, b] = [item::value(item.clone()), value].map(|it| callback::named(cx, it));
                    let span = site.first.resolved_at(Span::mixed_site());
                    expr::lower(cx, &syn::parse_quote_spanned!(span=> #a == #b))
                }),
            };
            failed = condition.ty.is_error();
            assign(cx, &taken, condition);
        });
        only_if(cx, not(taken.clone()), |cx| assign(cx, &peeked, truth(true, site)));
        if failed {
            return Some(Expr::error_placeholder(site));
        }
        let taken = pinned(cx, taken);
        Some(optional_item::of_item(cx, taken, item, site))
    }

    /// The state variables, in a fixed order.
    pub(super) fn states(&self) -> Vec<Expr> {
        let own = self.peeked.iter().chain([&self.some]).chain(self.stored.states());
        let own: Vec<_> = own.cloned().collect();
        own.into_iter().chain(variable::states(&self.iter)).collect()
    }

    /// The inner iterator.
    pub(super) fn inner(&self) -> &Iter {
        &self.iter
    }

    /// Gives the iterator variables of its own with the same values.
    pub(super) fn separate(&mut self, cx: &mut Context<'_>) {
        variable::snapshot(cx, &mut self.iter, true);
        variable::give_state(cx, &mut self.iter);
        self.some = drive::variable(cx, "has_item", self.some.clone());
        if let Some(peeked) = &mut self.peeked {
            *peeked = drive::variable(cx, "peeked", peeked.clone());
        }
        self.stored.separate(cx);
    }
}

/// The condition of `next_if` or `next_if_eq`.
enum Test {
    Holds(Callback),
    Equals(Expr),
}

/// The variables of an item that keeps its places, if the iterator makes items at one place of its code.
fn of_places(cx: &mut Context<'_>, items: &[Expr], first: usize) -> Option<StoredItem> {
    let [it] = items else { return None };
    let mut values = Vec::new();
    let item = with_variables(cx, it.clone(), Some(first), &mut values);
    let variables: Vec<_> = values.into_iter().map(|(variable, _)| variable).collect();
    let own: Vec<_> = variables.iter().filter_map(local).collect();
    let mut is_stored = true;
    item.walk(&mut |part| {
        is_stored &= local(part).is_none_or(|var| var.0 < first || own.contains(&var));
    });
    is_stored.then_some(StoredItem { item, variables, shape: None })
}

/// The variable for the value of an item. `None` for slices and `&mut` references.
fn of_values(cx: &mut Context<'_>, items: &[Expr], site: Site) -> Option<StoredItem> {
    let shapes: Vec<_> = items.iter().map(Shape::of).collect::<Option<_>>()?;
    let shape = shapes.into_iter().next()?;
    let ty = cx.infer.any();
    for it in items {
        let value = item::value(it.clone());
        cx.infer.unify(&ty, &value.ty);
    }
    let var = cx.temporary("kept", site, ty.clone(), true);
    let variable = Expr { kind: ExprKind::Local(var), ty, site };
    let item = shape.item(cx, variable.clone());
    Some(StoredItem { item, variables: vec![variable], shape: Some(shape) })
}

/// `cycle`: the items of an iterator, again and again.
#[derive(Clone)]
pub(super) struct Cycled {
    iter: Iter,
    /// The state variables with their first values. Without them, each loop over the iterator begins at its first item.
    saved: Option<Vec<(Expr, Expr)>>,
    site: Site,
}

impl Cycled {
    /// Prepares `cycle`. `None` after an error.
    pub(super) fn new(cx: &mut Context<'_>, iter: Iter, site: Site) -> Option<Self> {
        if variable::has_own_state(&iter) {
            let detail = "`cycle` of an iterator with a closure or a value for its state";
            cx.advise(Code::AMP012, site, detail, iterators::CYCLE);
            return None;
        }
        let is_fresh = variable::states(&iter).is_empty();
        let mut it = Cycled { iter, saved: None, site };
        if !is_fresh && !it.save(cx) {
            cx.advise(Code::AMP012, site, "`cycle` of this iterator", iterators::CYCLE);
            return None;
        }
        Some(it)
    }

    /// Declares the state variables. Returns false for an iterator without a pull form.
    pub(super) fn save(&mut self, cx: &mut Context<'_>) -> bool {
        if self.saved.is_some() {
            return true;
        }
        if !variable::give_state(cx, &mut self.iter) {
            return false;
        }
        let states = variable::states(&self.iter);
        let saved = states.into_iter().map(|state| {
            let value = pinned(cx, state.clone());
            (state, value)
        });
        self.saved = Some(saved.collect());
        true
    }

    fn restart(&self, cx: &mut Context<'_>) {
        for (state, value) in self.saved.iter().flatten() {
            assign(cx, state, value.clone());
        }
    }

    /// Lowers the loops: an endless loop around the one of the inner iterator, which ends if there is no item.
    pub(super) fn drive(&self, cx: &mut Context<'_>, limits: &[Limit], sink: Sink<'_>) {
        let site = self.site;
        let restarted = drive::variable(cx, "restarted", truth(false, site));
        let body = |cx: &mut Context<'_>| {
            let around = loops::depth(cx) - 1;
            let (body, ()) = cx.in_block(|cx| {
                cx.scoped(|cx| {
                    let mut iter = self.iter.clone();
                    variable::snapshot(cx, &mut iter, false);
                    drive::run(cx, &iter, limits, &mut |cx, item| {
                        let item = item::stored(cx, item);
                        assign(cx, &restarted, truth(false, site));
                        sink(cx, item);
                    });
                    leave_if(cx, restarted.clone(), around, site);
                    self.restart(cx);
                    assign(cx, &restarted, truth(true, site));
                });
            });
            body
        };
        loops::around(cx, drive::head(false, site), body, |cx, body| {
            cx.prologue.push(drive::forever(body, site));
        });
    }

    /// Lowers the code for the next item without a loop, if the inner iterator is counted. Returns whether it did.
    pub(super) fn first(&self, cx: &mut Context<'_>, sink: Sink<'_>) -> bool {
        let Iter::Counted(it) = &self.iter else { return false };
        if self.saved.is_none() || it.range.step.is_some() {
            return false;
        }
        let Some(state) = &it.state else { return false };
        let ended = not(it.has_more(&state.0, &state.1));
        only_if(cx, ended, |cx| self.restart(cx));
        let mut iter = self.iter.clone();
        variable::snapshot(cx, &mut iter, false);
        drive::first(cx, &iter, self.site, sink);
        true
    }

    pub(super) fn states(&self) -> Vec<Expr> {
        variable::states(&self.iter)
    }

    /// The inner iterator.
    pub(super) fn inner(&self) -> &Iter {
        &self.iter
    }

    /// Gives the iterator variables of its own with the same values.
    pub(super) fn separate(&mut self, cx: &mut Context<'_>) {
        variable::snapshot(cx, &mut self.iter, true);
        if let Some(saved) = &mut self.saved {
            variable::give_state(cx, &mut self.iter);
            let states = variable::states(&self.iter);
            for ((state, _), own) in saved.iter_mut().zip(states) {
                *state = own;
            }
        }
    }
}

/// The variable that an expression names.
fn local(it: &Expr) -> Option<Var> {
    match it.kind {
        ExprKind::Local(var) => Some(var),
        _ => None,
    }
}

/// The expression with other variables.
fn renamed(mut it: Expr, names: &HashMap<Var, Var>) -> Expr {
    it.walk_mut(&mut |part| {
        if let ExprKind::Local(var) = &mut part.kind
            && let Some(new) = names.get(var)
        {
            *var = *new;
        }
    });
    it
}

#[cfg(test)]
mod tests {
    use crate::testing::wgsl;
    use expect_test::expect;

    #[test]
    fn peekable_iterators_store_an_item() {
        wgsl(
            "|i: Index<1>| { let mut it = z.iter().copied().peekable(); while let Some(v) = it.next() { let mut c = 1u32; while c < 9 && it.next_if_eq(&v).is_some() { c += 1; } y[i] += (c * v) as f32; } }",
            expect![[r#"
                let value_: u32 = z.extent[0];
                var start_: u32 = 0u;
                var limit_: u32 = value_;
                var kept_: u32;
                var has_item_: bool = false;
                var peeked_: bool = false;
                while (true) {
                    if (!peeked_) {
                        has_item_ = false;
                        let value_3: u32 = start_;
                        let value_4: u32 = limit_;
                        if (value_3 < value_4) {
                            start_ = value_3;
                            start_ += 1u;
                            let value_5: u32 = z[value_3];
                            kept_ = value_5;
                            has_item_ = true;
                        }
                    } else {
                        peeked_ = false;
                    }
                    let value_6: bool = has_item_;
                    let value_7: u32 = kept_;
                    var chosen_: <_>;
                    if (value_6) {
                        chosen_ = Some { 0: value_7 };
                    } else {
                        chosen_ = None {  };
                    }
                    let value_8: <_> = chosen_;
                    let v_: <_> = value_8.Some.0;
                    if (!(value_8 is Some)) {
                        break;
                    }
                    var c_: u32 = 1u;
                    loop {
                        var both_: bool = c_ < 9u;
                        if (both_) {
                            if (!peeked_) {
                                has_item_ = false;
                                let value_9: u32 = start_;
                                let value_10: u32 = limit_;
                                if (value_9 < value_10) {
                                    start_ = value_9;
                                    start_ += 1u;
                                    let value_11: u32 = z[value_9];
                                    kept_ = value_11;
                                    has_item_ = true;
                                }
                            } else {
                                peeked_ = false;
                            }
                            var taken_: bool = false;
                            let value_12: u32 = kept_;
                            if (has_item_) {
                                taken_ = Eq<u32, _>(value_12, v_);
                            }
                            if (!taken_) {
                                peeked_ = true;
                            }
                            let value_13: bool = taken_;
                            var chosen_2: <_>;
                            if (value_13) {
                                chosen_2 = Some { 0: value_12 };
                            } else {
                                chosen_2 = None {  };
                            }
                            let value_14: <_> = chosen_2;
                            both_ = <_>::is_some(value_14);
                        }
                        if (!(both_)) {
                            break;
                        }
                        c_ += 1u;
                    }
                    y[amp_global[0]] += Cast<_, f32>(Mul<u32, _>(c_, v_));
                }
            "#]],
        );
    }

    #[test]
    fn zip_advances_an_iterator_that_skips_items() {
        wgsl(
            "|i: Index<1>| { y[i] = x.iter().filter(|v| **v > a).zip(z.iter().filter(|v| **v > 2)).map(|(a, b)| a * *b as f32).sum(); }",
            expect![[r#"
                let value_: u32 = x.extent[0];
                let value_2: u32 = z.extent[0];
                var start_: u32 = 0u;
                var limit_: u32 = value_2;
                var kept_: u32;
                var has_item_: bool = false;
                var sum_: f32 = -0.0f;
                for (var place_2 = 0u; place_2 < value_; place_2 += 1u) {
                    let value_4: bool = x[place_2] > a;
                    if (value_4) {
                        has_item_ = false;
                        let value_5: u32 = start_;
                        let value_6: u32 = limit_;
                        for (var place_3 = value_5; place_3 < value_6; place_3 += 1u) {
                            start_ = place_3;
                            start_ += 1u;
                            let value_7: bool = z[place_3] > 2u;
                            if (amp_leaves(value_7)) {
                                kept_ = place_3;
                                has_item_ = true;
                                break;
                            }
                        }
                        if (amp_leaves(!has_item_)) {
                            break;
                        }
                        let value_8: u32 = kept_;
                        let value_9: f32 = x[place_2] * f32(z[value_8]);
                        sum_ += value_9;
                    }
                }
                y[amp_global[0]] = sum_;
            "#]],
        );
    }

    #[test]
    fn cycle_restarts_an_iterator() {
        wgsl(
            "|i: Index<1>| { let w = [1.0, a]; y[i] = x.iter().zip(w.iter().cycle()).map(|(a, b)| a * b).sum(); z[i] = (1..=7u32).cycle().skip(n).take(10).sum(); }",
            expect![[r#"
                var w_: <[f32 ; 2usize]> = <[f32 ; 2usize]>(1.0f, a);
                let value_: u32 = x.extent[0];
                var sum_: f32 = -0.0f;
                var counter_: u32 = 0u;
                var restarted_: bool = false;
                while (true) {
                    var jumps_: bool = false;
                    for (var place_ = 0u; place_ < 2u; place_ += 1u) {
                        if (counter_ >= value_) {
                            jumps_ = true;
                            break;
                        }
                        restarted_ = false;
                        let number_: u32 = counter_;
                        counter_ += 1u;
                        let value_2: f32 = x[number_] * w_[place_];
                        sum_ += value_2;
                    }
                    if (amp_leaves(jumps_)) {
                        break;
                    }
                    if (amp_leaves(restarted_)) {
                        break;
                    }
                    restarted_ = true;
                }
                y[amp_global[0]] = sum_;
                var sum_2: u32 = 0u;
                var taken_: u32 = 0u;
                var skipped_: u32 = 0u;
                var restarted_2: bool = false;
                while (true) {
                    var jumps_2: bool = false;
                    {
                        var place_2next = 1u;
                        var place_2more = 1u <= 7u;
                        while (place_2more) {
                            let place_2 = place_2next;
                            place_2more = place_2next < 7u;
                            place_2next += 1u;
                            if (taken_ >= 10u) {
                                jumps_2 = true;
                                break;
                            }
                            restarted_2 = false;
                            if (skipped_ < n) {
                                skipped_ += 1u;
                            } else {
                                taken_ += 1u;
                                sum_2 += place_2;
                            }
                        }
                    }
                    if (amp_leaves(jumps_2)) {
                        break;
                    }
                    if (amp_leaves(restarted_2)) {
                        break;
                    }
                    restarted_2 = true;
                }
                z[amp_global[0]] = sum_2;
            "#]],
        );
    }
}
