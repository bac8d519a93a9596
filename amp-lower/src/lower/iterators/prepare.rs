//! Prepares a chain: evaluates its operands in the order of the calls, and chooses the implementation of each adaptor.
//!
//! If the inner iterator is counted, the adaptor changes the range of its counter, or the rule that computes an item
//! from the counter (`counted`). It does not do so if a closure with side effects would then run more or less often. In
//! all other cases, the adaptor becomes statements in the loop (`drive`):
//!
//! ```text
//! x.iter().skip(2)               the range 2..x.len()
//! x.iter().filter(f).skip(2)     a counter of skipped items in the loop
//! ```

use super::callback::{self, Callback};
use super::chain::{self, Chain};
use super::counted::{Counted, Items};
use super::function::Function;
use super::pull::Pull;
use super::pulled::{Cycled, Pulled};
use super::resumed::Resumed;
use super::{consumer, own, source};
use crate::diagnostics::Code;
use crate::diagnostics::advice::iterators;
use crate::ir::{Expr, Ty};
use crate::lower::context::{Context, ResultKind};
use crate::lower::expr;
use crate::lower::pattern::pinned;
use crate::site::Site;

/// An iterator whose operands are already evaluated.
#[derive(Clone)]
#[allow(clippy::large_enum_variant, reason = "a chain has few of these values, and only while it is lowered")]
pub(super) enum Iter {
    /// The items are functions of a counter, which runs over a range.
    Counted(Counted),
    /// The iterator never ends.
    Endless(Endless),
    /// An adaptor that becomes statements in the loop of the inner iterator.
    Adapted(Box<Iter>, Adaptor, Site),
    /// The items of the first iterator, then those of the second. For an iterator in a variable, the flag tells whether
    /// the first one ended.
    Chained(Box<Iter>, Box<Iter>, Option<Expr>, Site),
    /// `cycle`
    Cycled(Box<Cycled>),
    /// An iterator that a function returns.
    Function(Function),
    /// An iterator in pull form: `peekable`, or a part of an adaptor that the loop of another iterator advances.
    Pulled(Box<Pulled>),
}

/// An iterator that never ends.
#[derive(Clone)]
pub(super) enum Endless {
    /// An endless range: the integers from the value of the expression on.
    From(Expr, Site),
    /// The integers from the value of this variable on, which is incremented: an endless range in a variable.
    Counter(Expr, Site),
    /// An endless repetition of the same value.
    Same(Expr, Site),
    /// The values in the `Option`s that a function returns, until `None`.
    FromFn(Callback, Site),
    /// The values in the `Option`s that a method of a user's value returns, until `None`.
    Own(own::Value, Site),
    /// The value in an `Option` in a variable, which a function of this value assigns, until `None`.
    Successors(Expr, Callback, Site),
    /// The slices of an array or slice with this length, between the items that a function selects, or of neighbours for
    /// which a function of both holds.
    PartsBy(Box<PartsBy>, Site),
}

/// The slices of a place whose ends a function selects.
#[derive(Clone)]
pub(super) struct PartsBy {
    pub(super) whole: Expr,
    pub(super) length: Expr,
    pub(super) callback: Callback,
    pub(super) cut: Cut,
    /// For `splitn` and `rsplitn`: the greatest number of slices.
    pub(super) count: Option<Expr>,
    /// For an iterator in a variable: its state.
    pub(super) state: Option<PartsState>,
}

/// Where the slices of [`PartsBy`] end.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Cut {
    /// `chunk_by`: between two items for which the function does not hold.
    Between,
    /// `split`: at items for which the function holds.
    At,
    /// `split_inclusive`: after items for which the function holds.
    After,
    /// `rsplit`: like `split`, from the last slice on.
    FromEnd,
}

/// The state of a loop over the slices of [`PartsBy`].
#[derive(Clone)]
pub(super) struct PartsState {
    /// The variable for the start of the next slice. For `rsplit`, its end.
    pub(super) next: Expr,
    /// Whether the last slice was yielded, if `next` does not show that.
    pub(super) ended: Option<Expr>,
    /// The number of slices that may still follow.
    pub(super) left: Option<Expr>,
}

impl PartsState {
    /// The variables.
    pub(super) fn variables(&mut self) -> impl Iterator<Item = &mut Expr> {
        std::iter::once(&mut self.next).chain(&mut self.ended).chain(&mut self.left)
    }
}

/// An adaptor that becomes statements in the loop of the inner iterator.
#[derive(Clone)]
pub(super) enum Adaptor {
    Copied,
    Enumerate,
    Filter(Callback),
    FilterMap(Callback),
    /// `flat_map`. The flag tells whether the iterators that the closure returns are reversed.
    FlatMap(Callback, bool),
    /// `flatten`. The flag tells whether the inner arrays are reversed. The kind is that of the items, if the syntax shows
    /// that they are an `Option` or a `Result`.
    Flatten(bool, Option<ResultKind>),
    Inspect(Callback),
    /// An adaptor of an iterator in a variable, with the variable for its state, such as the number of items that `take` has
    /// yielded.
    Kept(Box<Adaptor>, Expr),
    Map(Callback),
    MapWhile(Callback),
    /// `flat_map` or `flatten` of an iterator in a variable.
    Resumed(Box<Resumed>),
    /// `scan`, with the initial value of its state.
    Scan(Expr, Callback),
    Skip(Expr),
    SkipWhile(Callback),
    StepBy(Expr),
    Take(Expr),
    TakeWhile(Callback),
    /// `zip`. The second iterator is advanced once for each item of the first.
    Zip(Box<Iter>),
    /// `zip` of which the second iterator runs the loop, and the first is advanced.
    ZipSecond(Box<Iter>),
}

/// Prepares an expression in a position where Rust calls `into_iter`. `None` after an error.
pub(super) fn iterable(cx: &mut Context<'_>, it: &syn::Expr) -> Option<Iter> {
    // `for v in w.get(a..b)?`: the items are references.
    let named = super::optional_item::named_reference(cx, it).or_else(|| chain::by_ref(cx, it));
    let chain = chain::iterable(cx, named.as_ref().unwrap_or(it));
    prepare(cx, &chain)
}

/// Evaluates the operands of a chain, and converts it to an [`Iter`]. `None` after an error.
pub(super) fn prepare(cx: &mut Context<'_>, chain: &Chain<'_>) -> Option<Iter> {
    prepare_for(cx, chain, false)
}

/// Like [`prepare`], for a chain that the code stores in a variable. An adaptor of a borrowed iterator then has a state of its
/// own, because the ends of the iterator change before the loop.
pub(super) fn prepare_stored(cx: &mut Context<'_>, chain: &Chain<'_>) -> Option<Iter> {
    prepare_with(cx, chain, false, true)
}

/// Like [`prepare`]. `advances` tells whether the consumer takes the iterator by `&mut`. If the chain begins with a
/// variable, the loop then stores the advanced range or iterator in the variable.
pub(super) fn prepare_for(cx: &mut Context<'_>, chain: &Chain<'_>, advances: bool) -> Option<Iter> {
    prepare_with(cx, chain, advances, false)
}

fn prepare_with(cx: &mut Context<'_>, chain: &Chain<'_>, advances: bool, is_stored: bool) -> Option<Iter> {
    let advances = advances || chain.steps.first().is_some_and(|step| step.method == "by_ref");
    let turned = turned_source(chain);
    let mut iter = match (chain.source, turned) {
        (chain::Source::Own(value), Some(_)) => own::prepare(cx, value, advances, "next_back")?,
        _ => source::prepare(cx, chain.source, advances)?,
    };
    for (n, call) in chain.steps.iter().enumerate() {
        if Some(n) == turned {
            continue;
        }
        let kind = match call.method == "flatten" {
            true => {
                let steps = chain.steps[..n].to_vec();
                consumer::kind_of_items(cx, &Chain { source: chain.source, steps })
            }
            false => None,
        };
        iter = adapt(cx, iter, call, is_stored, kind)?;
    }
    Some(iter)
}

/// The position of a `rev` that reverses a value of a user's type: all adaptors before it take the items one by one.
fn turned_source(chain: &Chain<'_>) -> Option<usize> {
    const KEEP: [&str; 6] = ["cloned", "copied", "filter", "filter_map", "inspect", "map"];
    if !matches!(chain.source, chain::Source::Own(_)) {
        return None;
    }
    let first = chain.steps.iter().position(|step| !KEEP.iter().any(|name| step.method == name))?;
    (chain.steps[first].method == "rev").then_some(first)
}

/// Evaluates the count or step argument of an adaptor, such as `n` in `take(n)`. `None` after an error.
pub(super) fn count(cx: &mut Context<'_>, it: &syn::Expr) -> Option<Expr> {
    let count = expr::lower(cx, it);
    cx.infer.unify(&count.ty, &Ty::USIZE);
    let count = pinned(cx, count);
    (!count.ty.is_error()).then_some(count)
}

/// Prepares an adaptor. `kind` is the kind of the items for `flatten`.
fn adapt(
    cx: &mut Context<'_>,
    iter: Iter,
    call: &syn::ExprMethodCall,
    is_stored: bool,
    kind: Option<ResultKind>,
) -> Option<Iter> {
    let site = Site::of(&call.method);
    let name = call.method.to_string();
    let adapted = |iter, adaptor| Some(Iter::Adapted(Box::new(iter), adaptor, site));
    match (name.as_str(), iter) {
        ("fuse" | "by_ref", iter) => Some(iter),
        ("flatten" | "as_flattened", iter) => adapted(iter, Adaptor::Flatten(false, kind)),
        ("cloned" | "copied", Iter::Counted(it)) => {
            Some(Iter::Counted(Counted { items: Items::Copied(Box::new(it.items)), ..it }))
        }
        ("cloned" | "copied", iter) => adapted(iter, Adaptor::Copied),
        ("enumerate", iter) => Some(enumerate(cx, iter, site)),
        ("map", iter) => {
            let callback = callback::prepare(cx, &call.args[0]);
            match iter {
                Iter::Counted(it) => {
                    let pure = it.pure && callback.pure;
                    let items = Items::Mapped(callback, Box::new(it.items), site);
                    Some(Iter::Counted(Counted { items, pure, ..it }))
                }
                iter => adapted(iter, Adaptor::Map(callback)),
            }
        }
        ("rev", iter) => reversed(cx, iter, site),
        ("peekable", iter) => Some(Iter::Pulled(Box::new(Pulled::peekable(cx, iter, site)?))),
        ("cycle", iter) => Some(Iter::Cycled(Box::new(Cycled::new(cx, iter, site)?))),
        ("take", iter) => {
            let count = count(cx, &call.args[0])?;
            match iter {
                Iter::Counted(mut it) if it.is_consecutive(cx) && !(is_stored && it.state.is_some()) => {
                    it.take(cx, count);
                    Some(Iter::Counted(it))
                }
                iter => adapted(iter, Adaptor::Take(count)),
            }
        }
        ("skip", iter) => {
            let count = count(cx, &call.args[0])?;
            match iter {
                Iter::Counted(it) if is_stored && it.state.is_some() => {
                    adapted(Iter::Counted(it), Adaptor::Skip(count))
                }
                iter => Some(skip(cx, iter, count, site)),
            }
        }
        ("step_by", iter) => {
            let step = count(cx, &call.args[0])?;
            match iter {
                Iter::Counted(mut it)
                    if it.pure && it.range.step.is_none() && !(is_stored && it.state.is_some()) =>
                {
                    it.range.step = Some(step);
                    Some(Iter::Counted(it))
                }
                iter => adapted(iter, Adaptor::StepBy(step)),
            }
        }
        ("zip", iter) => {
            let other = iterable(cx, &call.args[0])?;
            zip(cx, iter, other, site)
        }
        ("chain", iter) => {
            let other = iterable(cx, &call.args[0])?;
            Some(Iter::Chained(Box::new(iter), Box::new(other), None, site))
        }
        ("scan", iter) => {
            let first = expr::lower(cx, &call.args[0]);
            let first = pinned(cx, first);
            let callback = callback::prepare_optional(cx, &call.args[1]);
            adapted(iter, Adaptor::Scan(first, callback))
        }
        (name, iter) => {
            let adaptor = match name {
                "filter" => Adaptor::Filter,
                "filter_map" => Adaptor::FilterMap,
                "inspect" => Adaptor::Inspect,
                "map_while" => Adaptor::MapWhile,
                "skip_while" => Adaptor::SkipWhile,
                "take_while" => Adaptor::TakeWhile,
                _ => |callback| Adaptor::FlatMap(callback, false),
            };
            let callback = match name {
                "filter_map" | "map_while" => callback::prepare_optional(cx, &call.args[0]),
                _ => callback::prepare(cx, &call.args[0]),
            };
            adapted(iter, adaptor(callback))
        }
    }
}

/// The iterator over pairs of an index and an item.
pub(super) fn enumerate(cx: &mut Context<'_>, iter: Iter, site: Site) -> Iter {
    match iter {
        Iter::Counted(it) if it.is_forward(cx) => {
            let items = Items::Enumerated(it.range.start.clone(), Box::new(it.items));
            Iter::Counted(Counted { items, ..it })
        }
        iter => Iter::Adapted(Box::new(iter), Adaptor::Enumerate, site),
    }
}

/// The iterator without its first `count` items.
pub(super) fn skip(cx: &mut Context<'_>, iter: Iter, count: Expr, site: Site) -> Iter {
    match iter {
        Iter::Counted(mut it) if it.pure && it.is_consecutive(cx) => {
            it.skip(cx, count);
            Iter::Counted(it)
        }
        iter => Iter::Adapted(Box::new(iter), Adaptor::Skip(count), site),
    }
}

/// The iterator over pairs of the items of two iterators. `None` after an error. If possible, two counted iterators
/// become one. Otherwise the loop over `a` advances `b`, so [`Pull`] must support `b`.
pub(super) fn zip(cx: &mut Context<'_>, a: Iter, b: Iter, site: Site) -> Option<Iter> {
    match (a, b) {
        (Iter::Counted(a), Iter::Counted(b))
            if a.pure && a.is_forward(cx) && b.is_forward(cx) && a.state.is_none() && b.state.is_none() =>
        {
            Some(Iter::Counted(a.zip(cx, b)))
        }
        (a, b) if Pull::is_possible(cx, &b) => {
            Some(Iter::Adapted(Box::new(a), Adaptor::Zip(Box::new(b)), site))
        }
        // Rust advances the first iterator before the second. The order does not matter if neither has side effects.
        (Iter::Counted(a), b)
            if a.pure
                && a.state.is_none()
                && is_pure(&b)
                && Pull::is_possible(cx, &Iter::Counted(a.clone())) =>
        {
            let first = Box::new(Iter::Counted(a));
            Some(Iter::Adapted(Box::new(b), Adaptor::ZipSecond(first), site))
        }
        // A function that returns an iterator runs the loop itself.
        (Iter::Counted(a), b)
            if a.pure
                && a.state.is_none()
                && has_function(&b)
                && Pull::is_possible(cx, &Iter::Counted(a.clone())) =>
        {
            let first = Box::new(Iter::Counted(a));
            Some(Iter::Adapted(Box::new(b), Adaptor::ZipSecond(first), site))
        }
        (a, b) => {
            let rejected = ("`zip` with an iterator that a function returns", iterators::ZIP);
            let b = Pulled::new(cx, b, rejected, site)?;
            Some(Iter::Adapted(Box::new(a), Adaptor::Zip(Box::new(Iter::Pulled(Box::new(b)))), site))
        }
    }
}

/// Whether the loop of an iterator is that of a function.
fn has_function(iter: &Iter) -> bool {
    match iter {
        Iter::Function(_) => true,
        Iter::Adapted(inner, ..) => has_function(inner),
        Iter::Chained(a, b, ..) => has_function(a) || has_function(b),
        Iter::Cycled(it) => has_function(it.inner()),
        Iter::Counted(_) | Iter::Endless(_) | Iter::Pulled(_) => false,
    }
}

/// Whether making the items has no side effects.
fn is_pure(iter: &Iter) -> bool {
    match iter {
        Iter::Counted(it) => it.pure && it.state.is_none(),
        Iter::Endless(it) => matches!(it, Endless::From(..) | Endless::Same(..)),
        Iter::Chained(a, b, ..) => is_pure(a) && is_pure(b),
        Iter::Cycled(it) => is_pure(it.inner()),
        Iter::Function(_) | Iter::Pulled(_) => false,
        Iter::Adapted(inner, adaptor, _) => {
            is_pure(inner)
                && match adaptor {
                    Adaptor::Copied
                    | Adaptor::Enumerate
                    | Adaptor::Flatten(..)
                    | Adaptor::Skip(_)
                    | Adaptor::Take(_) => true,
                    Adaptor::Filter(callback)
                    | Adaptor::FilterMap(callback)
                    | Adaptor::Map(callback)
                    | Adaptor::MapWhile(callback)
                    | Adaptor::SkipWhile(callback)
                    | Adaptor::TakeWhile(callback) => callback.pure,
                    _ => false,
                }
        }
    }
}

/// The iterator with its items in reverse order.
pub(super) fn reversed(cx: &mut Context<'_>, iter: Iter, rev: Site) -> Option<Iter> {
    let what = match iter {
        Iter::Counted(mut it) => {
            if it.reverse(cx) {
                return Some(Iter::Counted(it));
            }
            "`rev` after `rev` and `step_by`"
        }
        // The flag only matters for iterators that could yield an item after their end, and these cannot be reversed.
        Iter::Chained(a, b, _, site) => {
            let (a, b) = (reversed(cx, *a, rev)?, reversed(cx, *b, rev)?);
            return Some(Iter::Chained(Box::new(b), Box::new(a), None, site));
        }
        Iter::Adapted(
            iter,
            adaptor @ (Adaptor::Copied
            | Adaptor::Filter(_)
            | Adaptor::FilterMap(_)
            | Adaptor::Inspect(_)
            | Adaptor::Map(_)),
            site,
        ) => return Some(Iter::Adapted(Box::new(reversed(cx, *iter, rev)?), adaptor, site)),
        Iter::Adapted(iter, Adaptor::FlatMap(callback, turned), site) => {
            let iter = reversed(cx, *iter, rev)?;
            return Some(Iter::Adapted(Box::new(iter), Adaptor::FlatMap(callback, !turned), site));
        }
        Iter::Adapted(iter, Adaptor::Flatten(turned, kind), site) => {
            let iter = reversed(cx, *iter, rev)?;
            return Some(Iter::Adapted(Box::new(iter), Adaptor::Flatten(!turned, kind), site));
        }
        Iter::Adapted(..) => "`rev` after an adaptor that counts items or stops early",
        Iter::Endless(Endless::PartsBy(mut parts, site))
            if parts.state.is_none()
                && parts.count.is_none()
                && matches!(parts.cut, Cut::At | Cut::FromEnd) =>
        {
            parts.cut = if parts.cut == Cut::At { Cut::FromEnd } else { Cut::At };
            return Some(Iter::Endless(Endless::PartsBy(parts, site)));
        }
        Iter::Endless(_) | Iter::Cycled(_) => "`rev` of an iterator without an end",
        Iter::Pulled(_) => "`rev` after `peekable`",
        Iter::Function(_) => "`rev` of an iterator that a function returns",
    };
    cx.advise(Code::AMP012, rev, what, iterators::REVERSED);
    None
}
