//! `Option` in chains: closures that return an `Option`, and consumers that return one, such as `find` and
//! `max`.
//!
//! A consumer records whether there was an item, and which item is the result. Both become an `Option` after the
//! loop:
//!
//! ```text
//! x.iter().copied().reduce(f)     let mut found = false;  let mut best;
//!                                 for k in 0..x.len() {
//!                                     if !found { best = x[k]; found = true; } else { best = f(best, x[k]); }
//!                                 }
//!                                 if found { Some(best) } else { None }
//! ```
//!
//! Of equal items, `max` returns the last one and `min` the first one, as in the standard library. If the items are
//! references, the result is an `Option` with a reference to a copy of the item (`optional_item`).

use super::callback::{self, Callback};
use super::drive::{assign, drive, only_if, predicate, predicate_value, truth, variable};
use super::optional_item::Optional;
use super::ordering;
use super::prepare::{self, Adaptor, Iter};
use super::{drive, item, number};
use crate::diagnostics::Code;
use crate::diagnostics::advice::iterators;
use crate::ir::{Binary, Expr, ExprKind, Shape, Stmt, Ty};
use crate::lower::context::{Context, ResultKind};
use crate::lower::pattern::pinned;
use crate::lower::{loops, variant};
use crate::site::{Site, quoted};
use proc_macro2::Span;
use syn::parse_quote_spanned;

/// Splits an `Option` into two expressions: whether it is `Some`, and the value in it. `None` after an error.
pub(in crate::lower) fn parts(cx: &mut Context<'_>, result: Expr, site: Site) -> Option<(Expr, Expr)> {
    if result.ty.is_error() {
        return None;
    }
    if let Some(Optional { some, item, .. }) = Optional::of(&result) {
        return Some((some, item));
    }
    let result = pinned(cx, item::value(result));
    let some = some(site);
    let condition = variant::test(&result, &some, site);
    let payload = variant::payload(cx, &result, &some, variant::position(0, site));
    Some((condition, payload))
}

/// The paths of the variant with a value, and of the other one.
pub(in crate::lower) fn variants(kind: ResultKind, site: Site) -> (syn::Path, syn::Path) {
    let span = site.first.resolved_at(Span::mixed_site());
    match kind {
        ResultKind::Option => (some(site), none(site)),
        ResultKind::Result => (
            parse_quote_spanned!(span=> ::core::result::Result::Ok),
            parse_quote_spanned!(span=> ::core::result::Result::Err),
        ),
        ResultKind::ControlFlow => (
            parse_quote_spanned!(span=> ::core::ops::ControlFlow::Continue),
            parse_quote_spanned!(span=> ::core::ops::ControlFlow::Break),
        ),
    }
}

pub(super) fn some(site: Site) -> syn::Path {
    let span = site.first.resolved_at(Span::mixed_site());
    parse_quote_spanned!(span=> ::core::option::Option::Some)
}

pub(super) fn ok(site: Site) -> syn::Path {
    let span = site.first.resolved_at(Span::mixed_site());
    parse_quote_spanned!(span=> ::core::result::Result::Ok)
}

pub(super) fn none(site: Site) -> syn::Path {
    let span = site.first.resolved_at(Span::mixed_site());
    parse_quote_spanned!(span=> ::core::option::Option::None)
}

/// The variables of a consumer that returns an `Option`: a flag, and the item if the flag is set.
struct Best {
    found: Expr,
    /// The variable for the item. `None` until the first item is lowered, because its type is unknown before.
    item: Option<Expr>,
    /// Which parts of the item are references. `None` until the first item is lowered.
    shape: Option<Shape>,
    /// For an item with a slice or a `&mut` reference, which cannot be copied: the item with variables in
    /// place of its subscripts. The list contains each variable with its value for the current item.
    places: Option<(Expr, Vec<(Expr, Expr)>)>,
    /// The index, in the prologue, of the statement that declares the variable for the item.
    at: usize,
    failed: bool,
    site: Site,
}

impl Best {
    fn new(cx: &mut Context<'_>, site: Site) -> Self {
        let ty = cx.infer.any();
        let at = cx.prologue.len();
        let item = place(cx, "best", ty, site);
        Best {
            found: variable(cx, "found", truth(false, site)),
            item: Some(item),
            shape: None,
            places: None,
            at,
            failed: false,
            site,
        }
    }

    /// Makes an item from a value: adds the references that `shape` describes.
    fn referenced(&self, cx: &mut Context<'_>, value: Expr) -> Expr {
        match &self.shape {
            Some(shape) => shape.item(cx, value),
            None => value,
        }
    }

    /// Adds the statements `best = item; found = true;`.
    fn set(&mut self, cx: &mut Context<'_>, item: Expr) {
        self.failed |= item.ty.is_error();
        if let Some((_, subscripts)) = &self.places {
            for (variable, value) in subscripts {
                assign(cx, variable, value.clone());
            }
        } else if let Some(best) = &self.item {
            assign(cx, best, item);
        }
        assign(cx, &self.found, truth(true, self.site));
    }

    /// Adds the statement `if !found { best = item; found = true; } else if replaces { best = item; }`. rustc
    /// infers the type of `best` from the first assignment, which must come before the condition `replaces`.
    fn set_if(
        &mut self,
        cx: &mut Context<'_>,
        item: Expr,
        replaces: impl FnOnce(&mut Context<'_>, &Expr) -> Expr,
    ) {
        let Some(best) = self.item.clone() else { return };
        cx.infer.unify(&best.ty, &item.ty);
        let (otherwise, ()) = cx.in_block(|cx| {
            let condition = replaces(cx, &best);
            self.failed |= condition.ty.is_error();
            only_if(cx, condition, |cx| assign(cx, &best, item.clone()));
        });
        let (then, ()) = cx.in_block(|cx| self.set(cx, item));
        cx.prologue.push(Stmt::If { condition: drive::not(self.found.clone()), then, otherwise });
    }

    /// The `Option` that the consumer returns.
    fn finish(self, cx: &mut Context<'_>) -> Expr {
        let (site, Some(best)) = (self.site, self.item) else { return Expr::error_placeholder(self.site) };
        if self.failed {
            return Expr::error_placeholder(site);
        }
        if let Some((item, subscripts)) = self.places {
            // Declares the variables of the subscripts in place of the variable for the item.
            let declared = subscripts.into_iter().filter_map(|(variable, _)| match variable.kind {
                ExprKind::Local(var) => Some(Stmt::Let { var, value: None }),
                _ => None,
            });
            cx.prologue.splice(self.at..=self.at, declared);
            return Optional::new(self.found, item).expression(cx, site);
        }
        if let Some(shape) = self.shape.filter(Shape::has_reference) {
            let item = shape.item(cx, best);
            return Optional::new(self.found, item).expression(cx, site);
        }
        chosen(cx, self.found, best, site)
    }
}

/// An `Option` as a value: `Some(item)` if the condition holds, otherwise `None`.
pub(super) fn chosen(cx: &mut Context<'_>, condition: Expr, item: Expr, site: Site) -> Expr {
    let (then, some) =
        cx.in_block(|cx| variant::value(cx, &some(site), vec![(variant::position(0, site), item)], site));
    let none = variant::unit(cx, &none(site), site);
    let result = place(cx, "chosen", some.ty.clone(), site);
    let (mut then, mut otherwise) = (then, Vec::new());
    cx.infer.unify(&some.ty, &none.ty);
    then.push(Stmt::Assign { place: result.clone(), operator: None, value: some });
    otherwise.push(Stmt::Assign { place: result.clone(), operator: None, value: none });
    cx.prologue.push(Stmt::If { condition, then, otherwise });
    result
}

/// The value of an expression that may be an `Option` which exists only at compile time, such as
/// `u8::try_from(n).ok()`. `None` if the item is a reference, or if it is a `Result`.
pub(super) fn as_value(cx: &mut Context<'_>, option: &Expr, site: Site) -> Option<Expr> {
    let Optional { some, item, error: None } = Optional::of(option)? else { return None };
    (!item.has_reference()).then(|| chosen(cx, some, item, site))
}

/// Declares a variable without a value.
fn place(cx: &mut Context<'_>, name: &str, ty: Ty, site: Site) -> Expr {
    let var = cx.temporary(name, site, ty.clone(), true);
    cx.prologue.push(Stmt::Let { var, value: None });
    Expr { kind: ExprKind::Local(var), ty, site }
}

/// Lowers a consumer that returns an `Option`.
pub(super) fn consumer(cx: &mut Context<'_>, call: &syn::ExprMethodCall, iter: &Iter, site: Site) -> Expr {
    let name = call.method.to_string();
    match name.as_str() {
        "position" => position(cx, call, iter, site),
        "find_map" => {
            let callback = callback::prepare_optional(cx, &call.args[0]);
            let found = Iter::Adapted(Box::new(iter.clone()), Adaptor::FilterMap(callback), site);
            next(cx, call, &found, site)
        }
        "next" => next(cx, call, iter, site),
        "next_if" | "next_if_eq" | "peek" | "peek_mut" => peeked(cx, call, iter, site),
        "next_back" => match prepare::reversed(cx, iter.clone(), site) {
            Some(reversed) => next(cx, call, &reversed, site),
            None => Expr::error_placeholder(site),
        },
        "nth" => {
            let Some(count) = prepare::count(cx, &call.args[0]) else { return Expr::error_placeholder(site) };
            let skipped = prepare::skip(cx, iter.clone(), count, site);
            next(cx, call, &skipped, site)
        }
        "find" => {
            let callback = callback::prepare(cx, &call.args[0]);
            let mut best = Best::new(cx, site);
            let outermost = loops::depth(cx);
            drive(cx, iter, &mut |cx, item| {
                let Some(item) = owned(cx, call, item, &mut best) else { return };
                let tested = best.referenced(cx, item.clone());
                let condition = predicate(cx, &callback, &tested, site);
                best.failed |= condition.ty.is_error();
                only_if(cx, condition, |cx| {
                    best.set(cx, item);
                    loops::leave(cx, outermost, site);
                });
            });
            best.finish(cx)
        }
        "last" => {
            let mut best = Best::new(cx, site);
            drive(cx, iter, &mut |cx, item| {
                let Some(item) = owned(cx, call, item, &mut best) else { return };
                best.set(cx, item);
            });
            best.finish(cx)
        }
        "reduce" => {
            let callback = callback::prepare(cx, &call.args[0]);
            let mut best = Best::new(cx, site);
            drive(cx, iter, &mut |cx, item| {
                let Some(item) = owned(cx, call, item, &mut best) else { return };
                let Some(place) = best.item.clone() else { return };
                cx.infer.unify(&place.ty, &item.ty);
                let (otherwise, ()) = cx.in_block(|cx| {
                    let arguments =
                        vec![best.referenced(cx, place.clone()), best.referenced(cx, item.clone())];
                    let value = callback.call(cx, arguments, site);
                    let value = item::value(value);
                    best.failed |= value.ty.is_error();
                    assign(cx, &place, value);
                });
                let (then, ()) = cx.in_block(|cx| best.set(cx, item));
                cx.prologue.push(Stmt::If { condition: drive::not(best.found.clone()), then, otherwise });
            });
            best.finish(cx)
        }
        "min" | "max" => {
            let mut best = Best::new(cx, site);
            let mut reported = false;
            drive(cx, iter, &mut |cx, item| {
                let Some(item) = owned(cx, call, item, &mut best) else { return };
                let is_float = matches!(cx.infer.resolve(&item.ty), Ty::Scalar(scalar) if scalar.is_float())
                    || cx.infer.zero(&cx.infer.resolve(&item.ty)) == Some("0.0");
                if is_float && !std::mem::replace(&mut reported, true) {
                    let detail = format!("`{name}` of floats, which have no total order");
                    cx.advise(Code::AMP012, site, detail, iterators::FLOATS);
                    best.failed = true;
                }
                best.set_if(cx, item.clone(), |_, best| replaces(&name, best.clone(), item));
            });
            best.finish(cx)
        }
        "min_by_key" | "max_by_key" => {
            let callback = callback::prepare(cx, &call.args[0]);
            let key_ty = cx.infer.any();
            let best_key = place(cx, "best_key", key_ty, site);
            let mut best = Best::new(cx, site);
            drive(cx, iter, &mut |cx, item| {
                let Some(item) = owned(cx, call, item, &mut best) else { return };
                let argument = best.referenced(cx, item.clone());
                let key = callback.call(cx, vec![item::reference(false, argument)], site);
                let key = pinned(cx, item::value(key));
                best.failed |= key.ty.is_error();
                cx.infer.unify(&best_key.ty, &key.ty);
                if best.places.is_none()
                    && let Some(place) = &best.item
                {
                    cx.infer.unify(&place.ty, &item.ty);
                }
                let lacks = drive::not(best.found.clone());
                let wins = replaces(&name, best_key.clone(), key.clone());
                let kind = ExprKind::Binary(Binary::Or, Box::new(lacks), Box::new(wins));
                only_if(cx, Expr { kind, ty: Ty::BOOL, site }, |cx| {
                    assign(cx, &best_key, key);
                    best.set(cx, item);
                });
            });
            best.finish(cx)
        }
        _ => {
            let Some(order) = ordering::prepare(cx, &call.args[0]) else {
                return Expr::error_placeholder(site);
            };
            let mut best = Best::new(cx, site);
            drive(cx, iter, &mut |cx, item| {
                let Some(item) = owned(cx, call, item, &mut best) else { return };
                let shape = best.shape.clone().unwrap_or(Shape::Value);
                best.set_if(cx, item.clone(), |cx, best| {
                    let best = pinned(cx, best.clone());
                    let (best, item) = (shape.item(cx, best), shape.item(cx, item));
                    let greater = order.is_greater(cx, best, item, site);
                    if name == "min_by" { greater } else { drive::not(greater) }
                });
            });
            best.finish(cx)
        }
    }
}

/// The condition under which `item` replaces `best`: for `min`, if `item` is less than `best`; for `max`, if
/// it is not less.
fn replaces(name: &str, best: Expr, item: Expr) -> Expr {
    let operator = if name.starts_with("min") { Binary::Gt } else { Binary::Le };
    number::binary(operator, best, item)
}

/// Lowers `next`: the first item.
fn next(cx: &mut Context<'_>, call: &syn::ExprMethodCall, iter: &Iter, site: Site) -> Expr {
    if let Iter::Pulled(it) = iter {
        return it.next(cx, site);
    }
    let mut best = Best::new(cx, site);
    drive::first(cx, iter, site, &mut |cx, item| {
        let Some(item) = owned(cx, call, item, &mut best) else { return };
        best.set(cx, item);
    });
    best.finish(cx)
}

/// Lowers a method that only a peekable iterator has.
fn peeked(cx: &mut Context<'_>, call: &syn::ExprMethodCall, iter: &Iter, site: Site) -> Expr {
    let value = match iter {
        Iter::Pulled(it) => match (call.method.to_string().as_str(), call.args.first()) {
            ("next_if", Some(argument)) => it.next_if(cx, argument, false, site),
            ("next_if_eq", Some(argument)) => it.next_if(cx, argument, true, site),
            (name, _) => it.peek(cx, name == "peek_mut", site),
        },
        _ => None,
    };
    value.unwrap_or_else(|| {
        let detail = format!("`{}` of this iterator", call.method);
        cx.advise(Code::AMP012, Site::of(&call.method), detail, iterators::PEEK);
        Expr::error_placeholder(site)
    })
}

/// Lowers `rposition`: the index of the last item for which the predicate holds. The iterator yields the pairs of an index and
/// an item from the last one on.
pub(super) fn position_among(
    cx: &mut Context<'_>,
    call: &syn::ExprMethodCall,
    pairs: &Iter,
    site: Site,
) -> Expr {
    let callback = callback::prepare(cx, &call.args[0]);
    first_position(cx, &callback, pairs, site)
}

/// Lowers `position`: the index of the first item for which the predicate holds.
fn position(cx: &mut Context<'_>, call: &syn::ExprMethodCall, iter: &Iter, site: Site) -> Expr {
    let callback = callback::prepare(cx, &call.args[0]);
    let pairs = prepare::enumerate(cx, iter.clone(), site);
    first_position(cx, &callback, &pairs, site)
}

/// The index in the first pair of an index and an item for which the predicate holds.
fn first_position(cx: &mut Context<'_>, callback: &Callback, pairs: &Iter, site: Site) -> Expr {
    let mut best = Best::new(cx, site);
    let outermost = loops::depth(cx);
    drive(cx, pairs, &mut |cx, pair| {
        let ExprKind::Tuple(parts) = pair.kind else { return };
        let [position, item] = &parts[..] else { return };
        let position = pinned(cx, position.clone());
        let condition = predicate_value(cx, callback, item.clone(), site);
        best.failed |= condition.ty.is_error();
        only_if(cx, condition, |cx| {
            best.set(cx, position);
            loops::leave(cx, outermost, site);
        });
    });
    best.finish(cx)
}

/// The value of the item, stored in a variable. An item with a slice or a `&mut` reference cannot be copied.
/// Consumers such as `find` and `next` keep the subscripts of such an item instead, and other consumers
/// report it once.
fn owned(cx: &mut Context<'_>, call: &syn::ExprMethodCall, item: Expr, best: &mut Best) -> Option<Expr> {
    let Some(shape) = Shape::of(&item) else {
        const CHOOSE_ONCE: [&str; 7] =
            ["find", "last", "max_by_key", "min_by_key", "next", "next_back", "nth"];
        let is_chosen_once = CHOOSE_ONCE.iter().any(|name| call.method == name);
        if is_chosen_once && best.places.is_none() {
            let mut subscripts = Vec::new();
            let item = item::stored(cx, item);
            let kept = with_variables(cx, item.clone(), None, &mut subscripts);
            if let Some(unused) = &best.item {
                cx.infer.unify(&unused.ty, &Ty::USIZE);
            }
            best.places = Some((kept, subscripts));
            return Some(item);
        }
        if !std::mem::replace(&mut best.failed, true) {
            let detail = format!("`{}` of slices or of `&mut` references", quoted(&call.method));
            cx.advise(Code::AMP012, Site::of(&call.method), detail, iterators::COPIED);
        }
        return None;
    };
    // `chain` lowers this code twice. The two shapes may differ in references to references, such as `&T` and
    // `&&T`. Both have the same uses, so the first one is kept.
    best.shape.get_or_insert(shape);
    let item = item::value(item);
    best.failed |= item.ty.is_error();
    Some(item::stored(cx, item))
}

/// Replaces the subscripts and the values in an item by variables. Adds the variables with their values to `subscripts`.
/// `inner` is the index of the first variable that exists in the loop of the iterator only. The items of these
/// variables are values, too.
pub(super) fn with_variables(
    cx: &mut Context<'_>,
    item: Expr,
    inner: Option<usize>,
    subscripts: &mut Vec<(Expr, Expr)>,
) -> Expr {
    let is_inner =
        |it: &Expr| matches!(it.base(), ExprKind::Local(var) if inner.is_some_and(|inner| var.0 >= inner));
    if inner.is_some() && !item.has_reference() && !matches!(item.kind, ExprKind::Slice { .. }) {
        let is_place = matches!(
            item.kind,
            ExprKind::Subscript(..) | ExprKind::Field(..) | ExprKind::Element { .. } | ExprKind::Local(_)
        );
        if !is_place || is_inner(&item) {
            return kept(cx, item, subscripts);
        }
    }
    let with_variables =
        |cx: &mut Context<'_>, item, subscripts: &mut _| with_variables(cx, item, inner, subscripts);
    let Expr { kind, ty, site } = item;
    let kind = match kind {
        ExprKind::Subscript(base, index) => {
            let index = Box::new(kept(cx, *index, subscripts));
            ExprKind::Subscript(Box::new(with_variables(cx, *base, subscripts)), index)
        }
        ExprKind::Element { capture, index } => {
            let index = index.into_iter().map(|index| kept(cx, index, subscripts)).collect();
            ExprKind::Element { capture, index }
        }
        ExprKind::Slice { root, start, len } => {
            let (start, len) = (Box::new(kept(cx, *start, subscripts)), Box::new(kept(cx, *len, subscripts)));
            ExprKind::Slice { root: Box::new(with_variables(cx, *root, subscripts)), start, len }
        }
        ExprKind::Reference { mutable, place } => {
            ExprKind::Reference { mutable, place: Box::new(with_variables(cx, *place, subscripts)) }
        }
        ExprKind::Field(base, member) => {
            ExprKind::Field(Box::new(with_variables(cx, *base, subscripts)), member)
        }
        ExprKind::Tuple(parts) => {
            let parts = parts.into_iter().map(|part| match part.has_reference() {
                true => with_variables(cx, part, subscripts),
                false => kept(cx, part, subscripts),
            });
            ExprKind::Tuple(parts.collect())
        }
        other => other,
    };
    Expr { kind, ty, site }
}

/// A variable for a value, unless the value is a literal.
fn kept(cx: &mut Context<'_>, value: Expr, subscripts: &mut Vec<(Expr, Expr)>) -> Expr {
    if matches!(value.kind, ExprKind::Literal(_)) {
        return value;
    }
    let (ty, site) = (value.ty.clone(), value.site);
    let var = cx.temporary("kept", site, ty.clone(), true);
    let variable = Expr { kind: ExprKind::Local(var), ty, site };
    subscripts.push((variable.clone(), value));
    variable
}
