//! Counted iterators, whose items are functions of a counter: ranges, elements of arrays and views, and
//! adaptors of these.
//!
//! Such an iterator consists of a range of counter values, and a rule that computes the item from the
//! counter. `rev`, `step_by`, `take` and `skip` change the range; `map`, `enumerate`, `zip` and `copied`
//! change the rule:
//!
//! ```text
//! x.iter().zip(y.iter()).skip(1)       for k in 1..min(x.len(), y.len())    (&x[k], &y[k])
//! ```
//!
//! So the loop is the one that a programmer writes by hand, and the analyses of loops apply to it. The change
//! is legal if it does not change how often a closure with side effects is called. Otherwise the callers use
//! the adaptors of `drive` instead.

use super::callback::Callback;
use super::drive::{assign, increment};
use super::{item, number};
use crate::ir::{Binary, Expr, ExprKind, Len, Range, Stmt, Ty};
use crate::lower::context::{Binding, Context};
use crate::lower::pattern::pinned;
use crate::lower::{expr, stmt};
use crate::site::Site;
use amp_shader::Scalar;
use proc_macro2::{Ident, Span};

/// A counted iterator: a range of counter values, and the rule for the items.
#[derive(Clone)]
pub(super) struct Counted {
    pub(super) range: Range,
    pub(super) items: Items,
    /// Whether computing an item has no side effects.
    pub(super) pure: bool,
    pub(super) site: Site,
    /// For an iterator in a variable: the places that store the first counter value and the end of the
    /// remaining items. A loop over the iterator updates them.
    pub(super) state: Option<Box<(Expr, Expr)>>,
}

/// The rule that computes the item from the counter value.
#[derive(Clone)]
pub(super) enum Items {
    /// The item is the counter value.
    Numbers,
    /// The item is always this value.
    Same(Expr),
    /// The item of an array at the index `counter`. The second field is `None` for items by value; for items
    /// by reference, it tells whether the reference is `&mut`.
    Array(Expr, Option<bool>),
    /// A reference to the element of a view or subview at the index `counter`, and whether the reference is
    /// `&mut`.
    View(Binding, bool, Span),
    /// A reference to an array of `size` consecutive items, the first of which has the index `counter *
    /// stride`.
    Parts { items: Box<Items>, size: usize, stride: usize },
    /// A reference to a slice of `size` items, the first of which has the index `counter * stride`. If a
    /// `length` of the whole place is given, the last slice may be shorter.
    Slices(Box<Slices>),
    /// `(counter - first, item)`, where `first` is the expression in this variant.
    Enumerated(Expr, Box<Items>),
    /// The pair of the items of two iterators.
    Zipped(Box<Items>, Box<Items>),
    /// The item of the inner rule for `counter + offset`, where `offset` is this expression.
    Shifted(Expr, Box<Items>),
    /// The target of the reference that the inner rule yields.
    Copied(Box<Items>),
    /// The result of the callback for the item of the inner rule.
    Mapped(Callback, Box<Items>, Site),
}

/// The operands of `Items::Slices`. The slices are parts of the place `whole`.
#[derive(Clone)]
pub(super) struct Slices {
    pub(super) whole: Expr,
    pub(super) size: Expr,
    pub(super) stride: Expr,
    pub(super) length: Option<Expr>,
    pub(super) mutable: bool,
    /// Whether the slices are counted from the end of `whole`, as `rchunks` does.
    pub(super) from_end: bool,
}

impl Items {
    /// Lowers the code that computes the item for the counter value `at`.
    pub(super) fn at(&self, cx: &mut Context<'_>, at: &Expr) -> Expr {
        match self {
            Items::Numbers => at.clone(),
            Items::Same(value) => value.clone(),
            Items::Array(array, by_ref) => {
                let place = expr::slice::item(cx, array, at.clone(), array.site);
                // A reference to a copy does not borrow the value that the next round replaces.
                let place = match array.kind {
                    ExprKind::Items(_) => pinned(cx, place),
                    _ => place,
                };
                match by_ref {
                    Some(mutable) => item::reference(*mutable, place),
                    None => place,
                }
            }
            Items::View(view, mutable, span) => element(cx, *view, *mutable, at, *span),
            Items::Parts { items, size, stride } => {
                let first = match stride {
                    1 => at.clone(),
                    _ => number::binary(Binary::Mul, at.clone(), number::literal(*stride, at.site)),
                };
                let first = pinned(cx, first);
                let values: Vec<_> = (0..*size)
                    .map(|n| {
                        let at = number::binary(Binary::Add, first.clone(), number::literal(n, at.site));
                        let item = items.at(cx, &at);
                        item::value(item)
                    })
                    .collect();
                let item = values.first().map_or(Ty::Error, |value| value.ty.clone());
                let ty = Ty::Array(Box::new(item), Len::Number(*size));
                let array = Expr { kind: ExprKind::Array(values), ty, site: at.site };
                item::reference(false, pinned(cx, array))
            }
            Items::Slices(slices) => {
                let Slices { whole, size, stride, length, mutable, from_end } = &**slices;
                let start = number::binary(Binary::Mul, at.clone(), stride.clone());
                let start = pinned(cx, start);
                let len = match length {
                    Some(length) => {
                        let left = number::binary(Binary::Sub, length.clone(), start.clone());
                        number::min(cx, size.clone(), left)
                    }
                    None => size.clone(),
                };
                let (start, len) = match length {
                    Some(length) if *from_end => {
                        let len = pinned(cx, len);
                        let left = number::binary(Binary::Sub, length.clone(), start);
                        (number::binary(Binary::Sub, left, len.clone()), len)
                    }
                    _ => (start, len),
                };
                item::reference(*mutable, expr::slice::part(cx, whole, start, len))
            }
            Items::Enumerated(first, items) => {
                let position = number::binary(Binary::Sub, at.clone(), first.clone());
                let item = items.at(cx, at);
                item::tuple(vec![position, item], at.site)
            }
            Items::Zipped(a, b) => {
                let first = a.at(cx, at);
                let (before, second) = cx.in_block(|cx| b.at(cx, at));
                let first = if before.is_empty() { first } else { item::stored(cx, first) };
                cx.prologue.extend(before);
                item::tuple(vec![first, second], at.site)
            }
            Items::Shifted(offset, items) => {
                let at = number::binary(Binary::Add, at.clone(), offset.clone());
                let at = pinned(cx, at);
                items.at(cx, &at)
            }
            Items::Copied(items) => {
                let item = items.at(cx, at);
                item::value(item)
            }
            Items::Mapped(callback, items, site) => {
                let item = items.at(cx, at);
                callback.call(cx, vec![item], *site)
            }
        }
    }
}

/// A reference to an element of a view, lowered like a subscript of the view.
fn element(cx: &mut Context<'_>, view: Binding, mutable: bool, at: &Expr, span: Span) -> Expr {
    let place = cx.scoped(|cx| {
        let [base, index] =
            ["amp_view", "amp_at"].map(|name| Ident::new(name, span.resolved_at(Span::mixed_site())));
        cx.bind(&base, view);
        let at = match at.kind {
            ExprKind::Local(var) => var,
            _ => {
                let var = cx.temporary("position", at.site, Ty::USIZE, false);
                cx.prologue.push(Stmt::Let { var, value: Some(at.clone()) });
                var
            }
        };
        cx.bind(&index, Binding::Var(at));
        let element: syn::Expr = syn::parse_quote_spanned!(span=> #base[#index]);
        if mutable { stmt::writable(cx, &element) } else { expr::lower(cx, &element) }
    });
    match place.ty.is_error() {
        true => Expr::error_placeholder(place.site),
        false => item::reference(mutable, place),
    }
}

impl Counted {
    /// An iterator whose counter runs over `0..length`.
    pub(super) fn positions(length: Expr, items: Items, site: Site) -> Self {
        let start = number::literal(0, site);
        let range = Range {
            start,
            end: length,
            inclusive: false,
            reversed: false,
            step: None,
            from_last_step: false,
        };
        Counted { range, items, pure: true, site, state: None }
    }

    /// Whether the counter runs over consecutive values of type `usize`, upwards.
    pub(super) fn is_forward(&self, cx: &Context<'_>) -> bool {
        self.is_consecutive(cx) && !self.range.reversed
    }

    /// Whether the counter runs over consecutive values of type `usize`, upwards or downwards.
    pub(super) fn is_consecutive(&self, cx: &Context<'_>) -> bool {
        let usize_typed = cx.infer.resolve(&self.range.start.ty) == Ty::Scalar(Scalar::Usize)
            || cx.infer.resolve(&self.range.end.ty) == Ty::Scalar(Scalar::Usize);
        usize_typed && self.range.step.is_none() && !self.range.inclusive
    }

    /// The condition that there are counter values from `start` to `end`.
    pub(super) fn has_more(&self, start: &Expr, end: &Expr) -> Expr {
        let operator = if self.range.inclusive { Binary::Le } else { Binary::Lt };
        number::binary(operator, start.clone(), end.clone())
    }

    /// The number of items, if the counter runs over consecutive values.
    pub(super) fn length(&self, cx: &mut Context<'_>) -> Expr {
        number::distance(cx, self.range.start.clone(), self.range.end.clone())
    }

    /// The number of items, if the counter runs over consecutive integers of at most 32 bits.
    pub(super) fn length_of_small_integers(&self, cx: &mut Context<'_>) -> Option<Expr> {
        if self.range.step.is_some() || self.range.inclusive {
            return None;
        }
        let ends = [&self.range.start, &self.range.end];
        let ty = ends.into_iter().find_map(|end| match cx.infer.resolve(&end.ty) {
            Ty::Scalar(scalar) => Some(scalar),
            _ => None,
        })?;
        let unsigned = match ty {
            Scalar::I8 | Scalar::U8 => Scalar::U8,
            Scalar::I16 | Scalar::U16 => Scalar::U16,
            Scalar::I32 | Scalar::U32 => Scalar::U32,
            _ => return None,
        };
        let [start, end] = ends.map(|end| Expr { ty: Ty::Scalar(ty), ..end.clone() });
        Some(number::count_between(cx, start, end, unsigned))
    }

    /// Limits the iterator to its first `count` items.
    pub(super) fn take(&mut self, cx: &mut Context<'_>, count: Expr) {
        let length = self.length(cx);
        let count = number::min(cx, count, length);
        match self.range.reversed {
            false => {
                let end = number::binary(Binary::Add, self.range.start.clone(), count);
                self.range.end = pinned(cx, end);
            }
            true => {
                let start = number::binary(Binary::Sub, self.range.end.clone(), count);
                self.range.start = pinned(cx, start);
            }
        }
    }

    /// Removes the first `count` items.
    pub(super) fn skip(&mut self, cx: &mut Context<'_>, count: Expr) {
        // A start that exceeds the end makes an empty range, so no test is needed.
        if self.state.is_none() && !self.range.reversed && number::is_zero(&self.range.start) {
            self.range.start = count;
            return;
        }
        let length = self.length(cx);
        let count = number::min(cx, count, length);
        match self.range.reversed {
            false => {
                let start = number::binary(Binary::Add, self.range.start.clone(), count);
                self.range.start = pinned(cx, start);
                if let Some(state) = &self.state {
                    assign(cx, &state.0, self.range.start.clone());
                }
            }
            true => {
                let end = number::binary(Binary::Sub, self.range.end.clone(), count);
                self.range.end = pinned(cx, end);
                if let Some(state) = &self.state {
                    assign(cx, &state.1, self.range.end.clone());
                }
            }
        }
    }

    /// Advances the iterator in a variable past the item with this counter value.
    pub(super) fn advance(&self, cx: &mut Context<'_>, at: &Expr) {
        let Some(state) = &self.state else { return };
        if self.range.inclusive {
            return self.advance_inclusive(cx, at);
        }
        match self.range.reversed {
            true => assign(cx, &state.1, at.clone()),
            false => {
                assign(cx, &state.0, at.clone());
                increment(cx, &state.0);
            }
        }
    }

    /// Like [`advance`](Self::advance), for a range that includes its end. After its last number, the range becomes
    /// `1..=0`: Rust does not specify the ends of an exhausted range, only that it is empty.
    fn advance_inclusive(&self, cx: &mut Context<'_>, at: &Expr) {
        let Some(state) = &self.state else { return };
        let (start, end) = (&state.0, &state.1);
        let number = |digits: &str| {
            let kind = ExprKind::Literal(digits.to_owned());
            Expr { kind, ty: start.ty.clone(), site: at.site }
        };
        let (changed, has_more) = match self.range.reversed {
            false => (start, number::binary(Binary::Lt, at.clone(), end.clone())),
            true => (end, number::binary(Binary::Lt, start.clone(), at.clone())),
        };
        let operator = if self.range.reversed { Binary::Sub } else { Binary::Add };
        let then = vec![
            Stmt::Assign { place: changed.clone(), operator: None, value: at.clone() },
            Stmt::Assign { place: changed.clone(), operator: Some(operator), value: number("1") },
        ];
        let otherwise = vec![
            Stmt::Assign { place: start.clone(), operator: None, value: number("1") },
            Stmt::Assign { place: end.clone(), operator: None, value: number("0") },
        ];
        cx.prologue.push(Stmt::If { condition: has_more, then, otherwise });
    }

    /// Reverses the order of the items. Returns `false` if a range cannot express the reversed order.
    pub(super) fn reverse(&mut self, cx: &mut Context<'_>) -> bool {
        match (self.range.reversed, &self.range.step) {
            (true, Some(_)) => return false,
            (true, None) => self.range.reversed = false,
            (false, step) => {
                self.range.from_last_step = step.is_some();
                self.range.reversed = true;
                // A reversed loop compares the counter with the start in each iteration, so the start is
                // stored.
                self.range.start = pinned(cx, self.range.start.clone());
            }
        }
        true
    }

    /// The iterator over pairs of the items of two iterators. It has as many items as the shorter of the two.
    pub(super) fn zip(self, cx: &mut Context<'_>, other: Counted) -> Counted {
        let site = self.site;
        let pure = self.pure && other.pure;
        let (a, b) = (self.starting_at_zero(cx), other.starting_at_zero(cx));
        let length = number::min(cx, a.range.end, b.range.end);
        let items = Items::Zipped(Box::new(a.items), Box::new(b.items));
        Counted { pure, ..Counted::positions(length, items, site) }
    }

    /// Changes the counter to begin at zero, with the same items.
    fn starting_at_zero(self, cx: &mut Context<'_>) -> Counted {
        if number::is_zero(&self.range.start) {
            return self;
        }
        let length = self.length(cx);
        let items = Items::Shifted(self.range.start, Box::new(self.items));
        Counted { pure: self.pure, ..Counted::positions(length, items, self.site) }
    }
}
