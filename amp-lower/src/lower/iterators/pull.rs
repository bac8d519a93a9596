//! The second iterator of a `zip`. The loop over the first iterator advances it once for each item.
//!
//! For a range of `usize`, a counter determines the current value: `start + count * step`. For ranges of other types, a
//! variable holds the next value and is incremented, as in `Range::next`, because there may be no conversion from
//! `usize`. Any other iterator takes the general pull form (`pulled`).

use super::counted::Counted;
use super::drive::{advanced, assign, increment, not, only_if, variable};
use super::number;
use super::prepare::{Endless, Iter};
use super::pulled::Pulled;
use crate::ir::{Binary, Expr, ExprKind, Ty};
use crate::lower::context::Context;
use crate::lower::pattern::pinned;
use crate::site::Site;
use amp_shader::methods::Method;
use proc_macro2::Ident;

/// An iterator that a loop over another iterator advances.
pub(super) enum Pull {
    /// A range of `usize`. The variable `count` counts the items that were yielded.
    Positions { it: Counted, length: Expr, count: Expr },
    /// A range of another type. The variable `next` holds the next value. For an inclusive range, the flag
    /// `ended` tells whether the last value was yielded.
    Numbers { it: Counted, next: Expr, ended: Option<Expr> },
    /// Integers without an end. The variable holds the next integer.
    From(Expr),
    /// An endless repetition of the same value.
    Same(Expr),
    /// Any other iterator, in pull form.
    Pulled(Box<Pulled>),
}

impl Pull {
    /// Whether a loop over another iterator can advance this iterator.
    pub(super) fn is_possible(cx: &Context<'_>, it: &Iter) -> bool {
        match it {
            Iter::Counted(it) => {
                let is_simple = it.range.step.is_none() && !it.range.reversed;
                let is_stored = it.state.is_some();
                is_simple && !(is_stored && it.range.inclusive) || is_positions(cx, it) && !is_stored
            }
            Iter::Endless(it) => matches!(it, Endless::From(..) | Endless::Counter(..) | Endless::Same(..)),
            Iter::Pulled(_) => true,
            Iter::Adapted(..) | Iter::Chained(..) | Iter::Cycled(_) | Iter::Function(_) => false,
        }
    }

    /// Declares the variables for an iterator. `None` if a loop over another iterator cannot advance it.
    pub(super) fn new(cx: &mut Context<'_>, it: &Iter, site: Site) -> Option<Self> {
        Some(match it {
            Iter::Counted(it) if is_positions(cx, it) && it.state.is_none() => {
                let mut length = it.length(cx);
                if let Some(step) = &it.range.step {
                    let method = Method::find("div_ceil")?;
                    let ident = Ident::new("div_ceil", site.first);
                    let arguments = vec![length, step.clone()];
                    let kind = ExprKind::Method { method, ident, arguments, open: false };
                    length = pinned(cx, Expr { kind, ty: Ty::USIZE, site });
                }
                let count = variable(cx, "counter", number::literal(0, site));
                Pull::Positions { it: it.clone(), length, count }
            }
            Iter::Counted(it) => {
                let next = match &it.state {
                    Some(state) => state.0.clone(),
                    None => variable(cx, "upcoming", it.range.start.clone()),
                };
                let ended = it.range.inclusive.then(|| {
                    let empty = number::binary(Binary::Gt, it.range.start.clone(), it.range.end.clone());
                    variable(cx, "ended", empty)
                });
                Pull::Numbers { it: it.clone(), next, ended }
            }
            Iter::Endless(Endless::From(start, _)) => Pull::From(variable(cx, "upcoming", start.clone())),
            Iter::Endless(Endless::Counter(next, _)) => Pull::From(next.clone()),
            Iter::Endless(Endless::Same(value, _)) => Pull::Same(value.clone()),
            Iter::Pulled(it) => Pull::Pulled(it.clone()),
            Iter::Endless(_)
            | Iter::Adapted(..)
            | Iter::Chained(..)
            | Iter::Cycled(_)
            | Iter::Function(_) => {
                return None;
            }
        })
    }

    /// Begins to advance the iterator, and returns the condition that there is no item. `None` for an iterator that never
    /// ends.
    pub(super) fn begin(&self, cx: &mut Context<'_>) -> Option<Expr> {
        match self {
            Pull::Pulled(it) => {
                it.advance(cx);
                Some(not(it.some.clone()))
            }
            _ => self.ended(),
        }
    }

    /// The condition that all items were yielded. `None` for an iterator that never ends, or that must be advanced first.
    pub(super) fn ended(&self) -> Option<Expr> {
        match self {
            Pull::Positions { length, count, .. } => {
                Some(number::binary(Binary::Ge, count.clone(), length.clone()))
            }
            Pull::Numbers { ended: Some(ended), .. } => Some(ended.clone()),
            Pull::Numbers { it, next, ended: None } => {
                Some(number::binary(Binary::Ge, next.clone(), it.range.end.clone()))
            }
            Pull::From(_) | Pull::Pulled(_) | Pull::Same(_) => None,
        }
    }

    /// Advances the iterator after [`begin`](Self::begin), and returns the item.
    pub(super) fn next(&self, cx: &mut Context<'_>) -> Expr {
        match self {
            Pull::Positions { it, length, count } => {
                let position = advanced(cx, count);
                let at = position_at(it, length, position);
                let at = pinned(cx, at);
                it.items.at(cx, &at)
            }
            Pull::Numbers { it, next, ended: None } => {
                let number = advanced(cx, next);
                it.items.at(cx, &number)
            }
            Pull::Numbers { it, next, ended: Some(ended) } => {
                let number = variable(cx, "number", next.clone());
                let number = pinned(cx, number);
                let last = number::binary(Binary::Ge, number.clone(), it.range.end.clone());
                assign(cx, ended, last);
                only_if(cx, not(ended.clone()), |cx| increment(cx, next));
                it.items.at(cx, &number)
            }
            Pull::From(next) => advanced(cx, next),
            Pull::Pulled(it) => it.current(cx),
            Pull::Same(value) => value.clone(),
        }
    }
}

/// Whether the range has type `usize`, with or without a step.
fn is_positions(cx: &Context<'_>, it: &Counted) -> bool {
    let mut plain = it.clone();
    plain.range.step = None;
    plain.is_consecutive(cx)
}

/// The value at index `position` in the sequence of yielded values.
fn position_at(it: &Counted, length: &Expr, position: Expr) -> Expr {
    let site = it.site;
    let range = &it.range;
    let one = || number::literal(1, site);
    let position = match range.from_last_step {
        true => {
            let last = number::binary(Binary::Sub, length.clone(), one());
            number::binary(Binary::Sub, last, position)
        }
        false => position,
    };
    let offset = match &range.step {
        Some(step) => number::binary(Binary::Mul, position, step.clone()),
        None => position,
    };
    if range.reversed && !range.from_last_step {
        let last = number::binary(Binary::Sub, range.end.clone(), one());
        number::binary(Binary::Sub, last, offset)
    } else {
        number::binary(Binary::Add, range.start.clone(), offset)
    }
}
