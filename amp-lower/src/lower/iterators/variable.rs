//! Iterators in variables: `let mut it = x.iter(); while let Some(v) = it.next() { .. }`.
//!
//! The operands of the chain are evaluated where the variable is declared, and the chain is lowered at each use. For a
//! counted iterator, the code has two variables: the counter value of the next item, and the end. Each loop over the
//! iterator, and each `next`, assigns them.
//!
//! ```text
//! let mut it = x.iter().map(f);      let mut start = 0; let end = x.len();
//! if let Some(v) = it.next() { .. }  if start < end { let v = f(&x[start]); start += 1; .. }
//! ```

use super::chain::{self, Source};
use super::drive;
use super::prepare::{self, Adaptor, Endless, Iter};
use super::pull::Pull;
use super::pulled::Pulled;
use super::resumed::Resumed;
use crate::diagnostics::Code;
use crate::diagnostics::advice::iterators;
use crate::ir::Expr;
use crate::lower::context::{Binding, Context};
use crate::lower::expr::without_parentheses;
use crate::lower::pattern::pinned;
use crate::lower::stmt::borrow;
use crate::site::Site;

/// An iterator in a variable.
#[derive(Clone)]
pub(in crate::lower) struct IteratorVariable {
    iter: Iter,
    /// Whether the variable records which items were yielded, so that a later use continues after them.
    has_state: bool,
    /// Whether the iterator borrows another one, so that each use advances that one.
    borrows: bool,
    /// For `chunks_exact`, the slice of the items after the last part.
    remainder: Option<Expr>,
}

/// The methods that take an iterator by `&mut`, so that it may be used afterwards.
pub(super) fn takes_by_mut(call: &syn::ExprMethodCall) -> bool {
    const NAMES: [&str; 17] = [
        "all",
        "any",
        "find",
        "find_map",
        "next",
        "next_back",
        "next_if",
        "next_if_eq",
        "nth",
        "nth_back",
        "peek",
        "peek_mut",
        "position",
        "rfind",
        "rposition",
        "try_fold",
        "try_for_each",
    ];
    NAMES.iter().any(|name| call.method == name)
}

/// Whether a `let` with this value declares an iterator.
pub(in crate::lower) fn is_declared(cx: &Context<'_>, value: &syn::Expr) -> bool {
    chain::of(cx, value).is_some_and(|chain| {
        !chain.steps.is_empty() || !matches!(chain.source, Source::Range(_) | Source::RangeVariable(_))
    })
}

/// Lowers `let it = chain;`. Returns false if the value is no chain. Also returns false for a range without adaptors,
/// which is an ordinary value.
pub(in crate::lower) fn declare(cx: &mut Context<'_>, pattern: &syn::Pat, value: &syn::Expr) -> bool {
    let syn::Pat::Ident(name) = pattern else { return false };
    if name.by_ref.is_some() || name.subpat.is_some() {
        return false;
    }
    let Some(chain) = chain::of(cx, value) else { return false };
    if chain.steps.is_empty() && matches!(chain.source, Source::Range(_) | Source::RangeVariable(_)) {
        return false;
    }
    let Some(mut iter) = prepare::prepare_stored(cx, &chain) else {
        cx.bind_rejected(pattern);
        return true;
    };
    let remainder = match chain.source {
        Source::Parts(call) if chain.steps.is_empty() => remainder(cx, call),
        Source::Variable(moved, _) if chain.steps.is_empty() => cx.names.iterators[moved].remainder.clone(),
        _ => None,
    };
    let reported = cx.reported();
    let has_state = name.mutability.is_some() && give_state(cx, &mut iter);
    if cx.reported() > reported {
        cx.bind_rejected(pattern);
        return true;
    }
    let borrows = is_borrowed(&chain);
    cx.body.borrows = true;
    cx.names.iterators.push(IteratorVariable { iter, has_state, borrows, remainder });
    cx.bind(&name.ident, Binding::Iterator(cx.names.iterators.len() - 1));
    true
}

/// Whether a chain advances an iterator that is still used afterwards.
pub(super) fn is_borrowed(chain: &chain::Chain<'_>) -> bool {
    chain.steps.first().is_some_and(|step| step.method == "by_ref")
}

/// Declares a generated variable for a prepared iterator. Returns whether `next` can advance it.
pub(super) fn bind(cx: &mut Context<'_>, name: &proc_macro2::Ident, mut iter: Iter) -> bool {
    let has_state = give_state(cx, &mut iter);
    cx.body.borrows = true;
    cx.names.iterators.push(IteratorVariable { iter, has_state, borrows: true, remainder: None });
    cx.bind(name, Binding::Iterator(cx.names.iterators.len() - 1));
    has_state
}

/// The slice after the last part of `w.chunks_exact(n)`. `None` for other calls.
fn remainder(cx: &mut Context<'_>, call: &syn::ExprMethodCall) -> Option<Expr> {
    let (whole, size, span) = (&call.receiver, call.args.first()?, call.method.span());
    let mutable = call.method == "chunks_exact_mut";
    let is_simple = matches!(size, syn::Expr::Lit(_) | syn::Expr::Path(_));
    if !is_simple || !(mutable || call.method == "chunks_exact") {
        return None;
    }
    let word = mutable.then(<syn::Token![mut]>::default);
    let slice: syn::Expr =
        syn::parse_quote_spanned!(span=> &#word #whole[#whole.len() - #whole.len() % #size..]);
    cx.without_errors(|cx| borrow::value_or_reference(cx, &slice))
}

/// Whether an expression is `parts.remainder()`, for `let parts = w.chunks_exact(n);`.
pub(super) fn is_remainder(cx: &Context<'_>, it: &syn::Expr) -> bool {
    matches!(without_parentheses(it), syn::Expr::MethodCall(call) if remainder_of(cx, call).is_some())
}

/// Lowers `parts.remainder()` for `let parts = w.chunks_exact(n);`. `None` for other calls.
pub(super) fn remainder_of(cx: &Context<'_>, call: &syn::ExprMethodCall) -> Option<Expr> {
    let is_remainder = call.method == "remainder" || call.method == "into_remainder";
    if !is_remainder || !call.args.is_empty() {
        return None;
    }
    let Binding::Iterator(iterator) = cx.index_binding(without_parentheses(&call.receiver))? else {
        return None;
    };
    cx.names.iterators[iterator].remainder.clone()
}

/// Declares the variables that record which items were yielded. An iterator that borrows another one has the variables
/// of that one. Returns false for an iterator that a function returns.
pub(super) fn give_state(cx: &mut Context<'_>, iter: &mut Iter) -> bool {
    match iter {
        Iter::Counted(it) if it.range.step.is_none() && it.state.is_some() => true,
        Iter::Counted(it) if it.range.step.is_none() => {
            let start = drive::variable(cx, "start", it.range.start.clone());
            let end = drive::variable(cx, "limit", it.range.end.clone());
            it.state = Some(Box::new((start, end)));
            true
        }
        // A range with a step is an adaptor of the range without it.
        Iter::Counted(it) if !it.range.reversed && !it.range.from_last_step => {
            let Some(step) = it.range.step.take() else { return false };
            let (inner, site) = (Iter::Counted(it.clone()), it.site);
            *iter = Iter::Adapted(Box::new(inner), Adaptor::StepBy(step), site);
            give_state(cx, iter)
        }
        Iter::Adapted(
            inner,
            Adaptor::Copied
            | Adaptor::Filter(_)
            | Adaptor::FilterMap(_)
            | Adaptor::Inspect(_)
            | Adaptor::Map(_)
            | Adaptor::MapWhile(_),
            _,
        ) => give_state(cx, inner),
        Iter::Cycled(it) => it.save(cx),
        Iter::Pulled(_) => true,
        Iter::Adapted(_, Adaptor::Resumed(_), _) => true,
        // A use that moved the iterator may have removed the state of the inner one.
        Iter::Adapted(inner, Adaptor::Kept(..), _) => give_state(cx, inner),
        // The first iterator runs the loop.
        Iter::Adapted(second, Adaptor::ZipSecond(first), site) => {
            let adaptor = Adaptor::Zip(second.clone());
            *iter = Iter::Adapted(first.clone(), adaptor, *site);
            give_state(cx, iter)
        }
        Iter::Adapted(inner, adaptor, site) => {
            if !give_state(cx, inner) {
                return false;
            }
            if let Adaptor::Zip(other) = adaptor {
                if !give_state(cx, other) {
                    return false;
                }
                if !Pull::is_possible(cx, other) {
                    let rejected = ("`zip` with this iterator", iterators::ZIP);
                    let Some(pulled) = Pulled::new(cx, (**other).clone(), rejected, *site) else {
                        return false;
                    };
                    **other = Iter::Pulled(Box::new(pulled));
                }
                return true;
            }
            if matches!(adaptor, Adaptor::FlatMap(..) | Adaptor::Flatten(..)) {
                let Some(resumed) = Resumed::new(cx, inner, adaptor, *site) else { return false };
                *adaptor = Adaptor::Resumed(Box::new(resumed));
                return true;
            }
            let state = match adaptor {
                Adaptor::TakeWhile(_) => Some(drive::variable(cx, "ended", drive::truth(false, *site))),
                _ => drive::initial_state(cx, adaptor, *site),
            };
            let Some(state) = state else { return false };
            *adaptor = Adaptor::Kept(Box::new(adaptor.clone()), state);
            true
        }
        Iter::Chained(a, b, ended, site) => {
            if !give_state(cx, a) || !give_state(cx, b) {
                return false;
            }
            if ended.is_some() {
                return true;
            }
            *ended = Some(drive::variable(cx, "ended", drive::truth(false, *site)));
            true
        }
        Iter::Endless(Endless::PartsBy(parts, _)) if parts.state.is_some() => true,
        Iter::Endless(Endless::PartsBy(parts, site)) => {
            parts.state = Some(drive::state_of_parts(cx, parts, *site));
            true
        }
        Iter::Endless(it @ Endless::From(..)) => {
            let Endless::From(start, site) = it.clone() else { return false };
            *it = Endless::Counter(drive::variable(cx, "upcoming", start), site);
            true
        }
        // The state is in the variables that the closure modifies.
        Iter::Endless(
            Endless::Counter(..)
            | Endless::FromFn(..)
            | Endless::Own(..)
            | Endless::Same(..)
            | Endless::Successors(..),
        ) => true,
        Iter::Counted(_) | Iter::Function(_) => false,
    }
}

/// The iterator in a variable, from its current state on. `advances` tells whether the use takes it by `&mut`.
pub(super) fn read(cx: &mut Context<'_>, iterator: usize, advances: bool, is_clone: bool) -> Option<Iter> {
    let IteratorVariable { mut iter, has_state, borrows, .. } = cx.names.iterators[iterator].clone();
    if advances && !has_state {
        let site = cx.infer.at.unwrap_or_else(|| Site::from(proc_macro2::Span::call_site()));
        let detail = "`next` or another method that continues this iterator";
        cx.advise(Code::AMP012, site, detail, iterators::STATE);
        return None;
    }
    if is_clone && has_own_state(&iter) {
        let site = cx.infer.at.unwrap_or_else(|| Site::from(proc_macro2::Span::call_site()));
        cx.advise(
            Code::AMP012,
            site,
            "a clone of an iterator with a closure for its state",
            iterators::STATE,
        );
        return None;
    }
    snapshot(cx, &mut iter, is_clone);
    if !advances && !borrows {
        forget_state(&mut iter);
    }
    Some(iter)
}

/// Removes the assignments to the state of an iterator that a use moves, so nothing reads it afterwards.
fn forget_state(iter: &mut Iter) {
    match iter {
        Iter::Counted(it) => it.state = None,
        // Each round of the loop advances the outer iterator.
        Iter::Adapted(_, Adaptor::Resumed(_), _) => {}
        Iter::Adapted(inner, ..) => forget_state(inner),
        Iter::Chained(a, b, ..) => {
            forget_state(a);
            forget_state(b);
        }
        Iter::Endless(_) | Iter::Cycled(_) | Iter::Function(_) | Iter::Pulled(_) => {}
    }
}

/// The state variables of an iterator, in a fixed order.
pub(super) fn states(iter: &Iter) -> Vec<Expr> {
    match iter {
        Iter::Counted(it) => {
            let ends = it.state.iter().flat_map(|state| [state.0.clone(), state.1.clone()]);
            ends.collect()
        }
        Iter::Adapted(inner, adaptor, _) => {
            let own = match adaptor {
                Adaptor::Kept(_, state) => vec![state.clone()],
                Adaptor::Resumed(it) => it.states(),
                Adaptor::Zip(other) | Adaptor::ZipSecond(other) => states(other),
                _ => Vec::new(),
            };
            own.into_iter().chain(states(inner)).collect()
        }
        Iter::Chained(a, b, ended, _) => {
            let ended = ended.iter().cloned();
            ended.chain(states(a)).chain(states(b)).collect()
        }
        Iter::Cycled(it) => it.states(),
        Iter::Endless(Endless::Counter(next, _) | Endless::Successors(next, ..)) => vec![next.clone()],
        Iter::Endless(Endless::Own(own, _)) => own.copy.iter().cloned().collect(),
        Iter::Endless(Endless::PartsBy(parts, _)) => {
            let mut state = parts.state.clone();
            state.iter_mut().flat_map(|state| state.variables()).map(|it| it.clone()).collect()
        }
        Iter::Pulled(it) => it.states(),
        Iter::Endless(Endless::From(..) | Endless::FromFn(..) | Endless::Same(..)) | Iter::Function(_) => {
            Vec::new()
        }
    }
}

/// Whether a part of the state of an iterator is in variables that a closure modifies.
pub(super) fn has_own_state(iter: &Iter) -> bool {
    match iter {
        Iter::Endless(Endless::FromFn(..)) => true,
        Iter::Endless(Endless::Own(own, _)) => own.copy.is_none(),
        Iter::Endless(Endless::Successors(_, callback, _)) => callback.has_state,
        Iter::Endless(Endless::PartsBy(parts, _)) => parts.callback.has_state,
        Iter::Endless(Endless::Counter(..) | Endless::From(..) | Endless::Same(..)) => false,
        Iter::Adapted(inner, adaptor, ..) => has_own_state(inner) || adaptor_has_state(adaptor),
        Iter::Chained(a, b, ..) => has_own_state(a) || has_own_state(b),
        Iter::Cycled(it) => has_own_state(it.inner()),
        Iter::Pulled(it) => has_own_state(it.inner()),
        Iter::Counted(_) | Iter::Function(_) => false,
    }
}

fn adaptor_has_state(adaptor: &Adaptor) -> bool {
    match adaptor {
        Adaptor::Filter(callback)
        | Adaptor::FilterMap(callback)
        | Adaptor::FlatMap(callback, _)
        | Adaptor::Inspect(callback)
        | Adaptor::Map(callback)
        | Adaptor::MapWhile(callback)
        | Adaptor::Scan(_, callback)
        | Adaptor::SkipWhile(callback)
        | Adaptor::TakeWhile(callback) => callback.has_state,
        // The variables of the inner iterator cannot be copied.
        Adaptor::Resumed(_) => true,
        Adaptor::Kept(inner, _) => adaptor_has_state(inner),
        Adaptor::Zip(other) | Adaptor::ZipSecond(other) => has_own_state(other),
        Adaptor::Copied
        | Adaptor::Enumerate
        | Adaptor::Flatten(..)
        | Adaptor::Skip(_)
        | Adaptor::StepBy(_)
        | Adaptor::Take(_) => false,
    }
}

/// Copies the next counter value and the end to constants, which become the range of the loop. The loop itself assigns
/// the variables. A clone gets no access to them.
pub(super) fn snapshot(cx: &mut Context<'_>, iter: &mut Iter, is_clone: bool) {
    match iter {
        Iter::Counted(it) => {
            if let Some(state) = &it.state {
                it.range.start = pinned(cx, state.0.clone());
                it.range.end = pinned(cx, state.1.clone());
            }
            if is_clone {
                it.state = None;
            }
        }
        Iter::Adapted(inner, Adaptor::Kept(_, state), _) => {
            if is_clone {
                *state = drive::variable(cx, "state", state.clone());
            }
            snapshot(cx, inner, is_clone);
        }
        Iter::Adapted(inner, adaptor, _) => {
            snapshot(cx, inner, is_clone);
            if let Adaptor::Zip(other) = adaptor {
                snapshot(cx, other, is_clone);
            }
        }
        Iter::Endless(Endless::Successors(next, ..) | Endless::Counter(next, _)) if is_clone => {
            *next = drive::variable(cx, "upcoming", next.clone());
        }
        Iter::Endless(Endless::Own(own, site)) if is_clone => own.separate(cx, *site),
        Iter::Endless(Endless::PartsBy(parts, _)) if is_clone => {
            if let Some(state) = &mut parts.state {
                for variable in state.variables() {
                    *variable = drive::variable(cx, "state", variable.clone());
                }
            }
        }
        Iter::Chained(a, b, ended, _) => {
            snapshot(cx, a, is_clone);
            snapshot(cx, b, is_clone);
            if let Some(ended) = ended
                && is_clone
            {
                *ended = drive::variable(cx, "ended", ended.clone());
            }
        }
        Iter::Cycled(it) if is_clone => it.separate(cx),
        Iter::Pulled(it) if is_clone => it.separate(cx),
        Iter::Endless(_) | Iter::Cycled(_) | Iter::Function(_) | Iter::Pulled(_) => {}
    }
}

#[cfg(test)]
mod tests {
    use crate::testing::wgsl;
    use expect_test::expect;

    #[test]
    fn iterators_are_advanced() {
        wgsl(
            "|i: Index<1>| { let mut t = x.iter(); y[i] = t.by_ref().take(2).sum(); let mut c = t.clone(); if let Some(v) = c.nth(1) { y[i] += *v; } while let Some(v) = t.next() { y[i] += *v; } }",
            expect![[r#"
                let value_: u32 = x.extent[0];
                var start_: u32 = 0u;
                var limit_: u32 = value_;
                let value_2: u32 = start_;
                let value_3: u32 = limit_;
                let value_4: u32 = min(value_2, value_3);
                let value_5: u32 = value_3 - value_4;
                let value_6: u32 = min(2u, value_5);
                let value_7: u32 = value_2 + value_6;
                var sum_: f32 = -0.0f;
                for (var place_ = value_2; place_ < value_7; place_ += 1u) {
                    start_ = place_;
                    start_ += 1u;
                    sum_ += x[place_];
                }
                y[amp_global[0]] = sum_;
                let value_8: u32 = start_;
                let value_9: u32 = limit_;
                var start_2: u32 = value_8;
                var limit_2: u32 = value_9;
                let value_10: u32 = start_2;
                let value_11: u32 = limit_2;
                let value_12: u32 = min(value_10, value_11);
                let value_13: u32 = value_11 - value_12;
                let value_14: u32 = min(1u, value_13);
                let value_15: u32 = value_10 + value_14;
                start_2 = value_15;
                var best_: f32;
                var found_: bool = false;
                if (value_15 < value_11) {
                    start_2 = value_15;
                    start_2 += 1u;
                    let value_16: f32 = x[value_15];
                    best_ = value_16;
                    found_ = true;
                }
                if (found_) {
                    y[amp_global[0]] += best_;
                }
                while (true) {
                    let value_17: u32 = start_;
                    let value_18: u32 = limit_;
                    var best_2: f32;
                    var found_2: bool = false;
                    if (value_17 < value_18) {
                        start_ = value_17;
                        start_ += 1u;
                        let value_19: f32 = x[value_17];
                        best_2 = value_19;
                        found_2 = true;
                    }
                    if (!found_2) {
                        break;
                    }
                    y[amp_global[0]] += best_2;
                }
            "#]],
        );
    }
}
