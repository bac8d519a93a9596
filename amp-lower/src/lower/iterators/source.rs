//! The sources of chains: ranges, the elements of arrays, views and subviews, and functions of `std::iter`.
//!
//! The operands of a source are evaluated when the chain is made, as in Rust. If a loop iterates over an
//! array by value, and the array may be modified during the loop, the loop reads a copy.

use super::chain::{Access, Source};
use super::counted::{Counted, Items, Slices};
use super::optional_item::Optional;
use super::prepare::{self, Cut, Endless, Iter};
use super::{drive, function, number, own, variable};
use crate::diagnostics::Code;
use crate::diagnostics::advice::iterators;
use crate::ir::{Binary, Conversion, Expr, ExprKind, Message, Projection, Range, Role, Stmt, Ty};
use crate::lower::context::{Binding, Context, ResultKind};
use crate::lower::pattern::pinned;
use crate::lower::stmt::{self, borrow};
use crate::lower::{expr, subview, variant};
use crate::site::{Site, quoted};
use syn::RangeLimits;

/// Evaluates the operands of a source. `None` after an error.
pub(super) fn prepare(cx: &mut Context<'_>, source: Source<'_>, advances: bool) -> Option<Iter> {
    match source {
        Source::Range(it) => range(cx, it),
        Source::RangeVariable(it) => range_variable(cx, it, advances).map(Iter::Counted),
        Source::Variable(iterator, is_clone) => variable::read(cx, iterator, advances, is_clone),
        Source::Elements(of, access) => match references(of).or_else(|| named_references(cx, of)) {
            Some(list) => of_references(cx, list, access),
            None => elements(cx, of, access).map(Iter::Counted),
        },
        Source::Parts(call) => parts(cx, call).map(Iter::Counted),
        Source::Once(value) => {
            let site = Site::of(value);
            let value = stored_value(cx, value)?;
            Some(Iter::Counted(Counted::positions(number::literal(1, site), Items::Same(value), site)))
        }
        Source::RepeatN(value, count) => {
            let site = Site::of(value);
            let value = stored_value(cx, value)?;
            let count = prepare::count(cx, count)?;
            Some(Iter::Counted(Counted::positions(count, Items::Same(value), site)))
        }
        Source::Repeat(value) => {
            let site = Site::of(value);
            let value = stored_value(cx, value)?;
            Some(Iter::Endless(Endless::Same(value, site)))
        }
        Source::PartsBy(call) => {
            let site = Site::of(&call.method);
            let whole = elements(cx, &call.receiver, Access::Shared)?;
            let Items::Array(place, _) = whole.items else {
                let detail = format!("`{}` of a view; take a slice, `x[..].{}(f)`", call.method, call.method);
                cx.advise(Code::AMP012, site, detail, iterators::CHUNKS);
                return None;
            };
            let count = match call.args.len() {
                2 => Some(prepare::count(cx, &call.args[0])?),
                _ => None,
            };
            let callback = super::callback::prepare(cx, call.args.last()?);
            let cut = match call.method.to_string().as_str() {
                "chunk_by" => Cut::Between,
                "split_inclusive" => Cut::After,
                "rsplit" | "rsplitn" => Cut::FromEnd,
                _ => Cut::At,
            };
            let length = whole.range.end;
            let parts = prepare::PartsBy { whole: place, length, callback, cut, count, state: None };
            Some(Iter::Endless(Endless::PartsBy(Box::new(parts), site)))
        }
        Source::FromFn(function) => {
            let callback = super::callback::prepare_optional(cx, function);
            Some(Iter::Endless(Endless::FromFn(callback, Site::of(function))))
        }
        Source::Successors(first, function) => {
            let value = stored_value(cx, first)?;
            let next = drive::variable(cx, "upcoming", super::item::value(value));
            let callback = super::callback::prepare_optional(cx, function);
            Some(Iter::Endless(Endless::Successors(next, callback, Site::of(function))))
        }
        Source::Function(call) => function::prepare(cx, call).map(Iter::Function),
        Source::Own(value) => own::prepare(cx, value, advances, "next"),
        Source::Zip(call) => {
            let first = prepare::iterable(cx, &call.args[0]);
            let second = prepare::iterable(cx, &call.args[1]);
            prepare::zip(cx, first?, second?, Site::of(&call.func))
        }
    }
}

/// The items of an array literal that contains references, `[&mut a, &mut b]`. `None` for other expressions.
pub(in crate::lower) fn references(it: &syn::Expr) -> Option<&syn::ExprArray> {
    fn has_reference(it: &syn::Expr) -> bool {
        match expr::without_parentheses(it) {
            syn::Expr::Reference(_) => true,
            syn::Expr::Tuple(tuple) => tuple.elems.iter().any(has_reference),
            _ => false,
        }
    }
    match expr::without_parentheses(it) {
        syn::Expr::Array(list) if list.elems.iter().any(has_reference) => Some(list),
        _ => None,
    }
}

/// The items of an array literal that lists names of `&mut` references, `[a, b]`. `None` for other expressions.
pub(in crate::lower) fn named_references<'e>(
    cx: &Context<'_>,
    it: &'e syn::Expr,
) -> Option<&'e syn::ExprArray> {
    match expr::without_parentheses(it) {
        syn::Expr::Array(list) => {
            let is_mutable = |item: &syn::Expr| {
                borrow::reference_mutability(cx, expr::without_parentheses(item)) == Some(true)
            };
            (!list.elems.is_empty() && list.elems.iter().all(is_mutable)).then_some(list)
        }
        _ => None,
    }
}

/// The greatest number of references in an array, for each of which the code has a copy of the loop's body.
const MAX_REFERENCES: usize = 32;

/// An iterator over references that an array literal lists. No device variable holds them, so the loop is unrolled: it is a
/// `chain` of iterators with one item.
fn of_references(cx: &mut Context<'_>, list: &syn::ExprArray, access: Access) -> Option<Iter> {
    if list.elems.len() > MAX_REFERENCES {
        let detail = format!("an array of more than {MAX_REFERENCES} references");
        cx.advise(Code::AMP012, Site::of(list), detail, iterators::REFERENCES);
        return None;
    }
    cx.body.borrows = true;
    let mut items = Vec::new();
    for reference in &list.elems {
        let item = super::callback::value(cx, reference)?;
        let item = super::item::stored(cx, item);
        if item.ty.is_error() {
            return None;
        }
        items.push(match access {
            Access::Owned => item,
            Access::Shared | Access::Mutable => super::item::reference(access == Access::Mutable, item),
        });
    }
    let one = |item: Expr| {
        let site = item.site;
        Iter::Counted(Counted::positions(number::literal(1, site), Items::Same(item), site))
    };
    let site = Site::of(list);
    let chained = |rest: Iter, item| Iter::Chained(Box::new(one(item)), Box::new(rest), None, site);
    let last = items.pop()?;
    let last = one(last);
    Some(items.into_iter().rev().fold(last, chained))
}

/// The value that `once` or `repeat` yields, stored in a variable.
fn stored_value(cx: &mut Context<'_>, it: &syn::Expr) -> Option<Expr> {
    let value = super::callback::value(cx, it)?;
    let value = super::item::stored(cx, value);
    (!value.ty.is_error()).then_some(value)
}

fn range(cx: &mut Context<'_>, it: &syn::ExprRange) -> Option<Iter> {
    let site = Site::of(it);
    let Some(start) = &it.start else {
        let detail = format!("`{}`, which has no first number", quoted(it));
        cx.advise(Code::AMP012, site, detail, iterators::RANGE);
        return None;
    };
    let start = expr::lower(cx, start);
    let Some(end) = &it.end else {
        let start = pinned(cx, start);
        return (!start.ty.is_error()).then_some(Iter::Endless(Endless::From(start, site)));
    };
    let (before, end) = cx.in_block(|cx| expr::lower(cx, end));
    // Evaluating the end may modify a variable that the start uses, and the loop may modify variables in the start or
    // the end. So both are stored.
    let start = if before.is_empty() && start.is_simple() { start } else { pinned(cx, start) };
    let start = match start.kind {
        ExprKind::Local(var) if cx.may_modify(var) => pinned(cx, start),
        _ => start,
    };
    cx.prologue.extend(before);
    cx.infer.unify(&start.ty, &end.ty);
    let end = pinned(cx, end);
    if start.ty.is_error() || end.ty.is_error() {
        return None;
    }
    let inclusive = matches!(it.limits, RangeLimits::Closed(_));
    let range = Range { start, end, inclusive, reversed: false, step: None, from_last_step: false };
    Some(Iter::Counted(Counted { range, items: Items::Numbers, pure: true, site, state: None }))
}

/// The numbers of a range in a variable. If `advances` is set, the loop over the range also assigns the ends in the
/// variable, as Rust's `next` does.
fn range_variable(cx: &mut Context<'_>, it: &syn::Expr, advances: bool) -> Option<Counted> {
    let site = Site::of(it);
    let advances = advances && expr::range::is_name(cx, it);
    let whole = if advances { stmt::writable(cx, it) } else { expr::lower(cx, it) };
    let place = whole.clone();
    let (start, end, inclusive) = expr::range::ends(cx, whole)?;
    let (start, end) = (pinned(cx, start), pinned(cx, end));
    let range = Range { start, end, inclusive, reversed: false, step: None, from_last_step: false };
    let state = advances.then(|| Box::new(expr::range::end_places(&place, &range.start.ty)));
    Some(Counted { range, items: Items::Numbers, pure: true, site, state })
}

/// The parts that `chunks_exact(n)` or `windows(n)` makes of an array or view. Each part is copied to an array of the
/// length `n`. If `n` is not a small literal, returns slices instead.
fn parts(cx: &mut Context<'_>, call: &syn::ExprMethodCall) -> Option<Counted> {
    let size = match &call.args[0] {
        syn::Expr::Lit(syn::ExprLit { lit: syn::Lit::Int(size), .. }) => size.base10_parse::<usize>().ok(),
        _ => None,
    };
    let is_array = call.method == "chunks_exact" || call.method == "windows";
    let Some(size) = size.filter(|size| is_array && (1..=MAX_PART).contains(size)) else {
        return slices(cx, call);
    };
    let whole = elements(cx, &call.receiver, Access::Shared)?;
    if let Items::View(..) = whole.items {
        // On the host, views have neither `chunks_exact` nor `windows`. The flag omits the lint copy of the kernel,
        // in which rustc would report the call.
        cx.body.iterates_views = true;
        if cx.signature.result.is_some() {
            let detail = format!("`{}` of a view in a device function", call.method);
            cx.advise(Code::AMP012, Site::of(&call.method), detail, iterators::CHUNKS);
            return None;
        }
    }
    let site = Site::of(&call.method);
    let windows = call.method == "windows";
    let length = match windows {
        true => number::distance(cx, number::literal(size - 1, site), whole.range.end),
        false => {
            let count = number::binary(Binary::Div, whole.range.end, number::literal(size, site));
            pinned(cx, count)
        }
    };
    let items = Items::Parts { items: Box::new(whole.items), size, stride: if windows { 1 } else { size } };
    Some(Counted::positions(length, items, site))
}

/// The slices that `chunks`, `chunks_exact` or `windows` makes of an array, slice or view.
fn slices(cx: &mut Context<'_>, call: &syn::ExprMethodCall) -> Option<Counted> {
    let site = Site::of(&call.method);
    let name = call.method.to_string();
    let mutable = name.ends_with("_mut");
    let whole = elements(cx, &call.receiver, if mutable { Access::Mutable } else { Access::Shared })?;
    let place = match whole.items {
        Items::Array(place, _) => place,
        // On the host, a view has no method of this name, but a slice of the view has.
        _ => {
            let detail = format!("`{name}` of a view; iterate over a slice of it, `x[..].{name}(n)`");
            cx.advise(Code::AMP012, site, detail, iterators::CHUNKS);
            return None;
        }
    };
    let size = prepare::count(cx, &call.args[0])?;
    let condition = number::binary(Binary::Ne, size.clone(), number::literal(0, site));
    let text = "chunk size must be non-zero".to_owned();
    let message = Box::new(Message { text, formatted: false, values: Vec::new(), of_subview: false });
    cx.prologue.push(Stmt::Assert { condition: Some(condition), debug: false, message, site });
    let length = whole.range.end;
    let (count, stride) = match name.as_str() {
        "windows" => {
            let rest = number::binary(Binary::Sub, size.clone(), number::literal(1, site));
            let rest = pinned(cx, rest);
            (number::distance(cx, rest, length.clone()), number::literal(1, site))
        }
        "chunks_exact" | "chunks_exact_mut" => {
            (number::binary(Binary::Div, length.clone(), size.clone()), size.clone())
        }
        _ => {
            let whole = number::binary(Binary::Div, length.clone(), size.clone());
            let rest = number::binary(Binary::Rem, length.clone(), size.clone());
            let more = number::binary(Binary::Ne, rest, number::literal(0, site));
            let more = Expr { kind: ExprKind::Cast(Box::new(more), Conversion::As), ty: Ty::USIZE, site };
            (number::binary(Binary::Add, whole, more), size.clone())
        }
    };
    let count = pinned(cx, count);
    // Only the last slice of `chunks` and `rchunks` may be shorter.
    let from_end = name.starts_with("rchunks");
    let length =
        matches!(name.as_str(), "chunks" | "chunks_mut" | "rchunks" | "rchunks_mut").then_some(length);
    let items = Items::Slices(Box::new(Slices { whole: place, size, stride, length, mutable, from_end }));
    Some(Counted::positions(count, items, site))
}

/// The greatest length of a part that is copied to an array.
const MAX_PART: usize = 64;

/// The elements of an array, a view or a subview.
pub(super) fn elements(cx: &mut Context<'_>, of: &syn::Expr, access: Access) -> Option<Counted> {
    let of = expr::without_parentheses(of);
    let site = Site::of(of);
    let mutable = access == Access::Mutable;
    if subview::is_subview(cx, of) {
        let view = subview::make(cx, of);
        return view_elements(cx, of, view, mutable);
    }
    if let Some(capture) = expr::captured(cx, of)
        && is_view(cx, capture, access != Access::Owned)
    {
        cx.mark_view(capture);
        return view_elements(cx, of, Binding::Capture(capture), mutable);
    }
    // An `Option` with a reference yields the reference.
    if !mutable && super::optional_item::may_be(cx, of) {
        let value = expr::lower_full(cx, of);
        if value.ty.is_error() {
            return None;
        }
        if let Some(Optional { some, item, .. }) = Optional::of(&value) {
            let count = Expr { kind: ExprKind::Cast(Box::new(some), Conversion::As), ty: Ty::USIZE, site };
            let count = pinned(cx, count);
            let item = match access {
                Access::Owned => item,
                Access::Shared | Access::Mutable => super::item::reference(false, item),
            };
            return Some(Counted::positions(count, Items::Same(item), site));
        }
        return cx.scoped(|cx| {
            let name = super::callback::named(cx, value);
            elements(cx, &name, access)
        });
    }
    let by_ref = match access {
        Access::Shared => Some(false),
        Access::Mutable => Some(true),
        Access::Owned => borrow::reference_mutability(cx, of),
    };
    let (array, by_ref) = match of {
        _ if mutable => (stmt::writable(cx, of), by_ref),
        // A method such as `trim_ascii` returns a slice.
        syn::Expr::MethodCall(_) if by_ref.is_none() => {
            let value = expr::lower_full(cx, of);
            match value.kind {
                ExprKind::Reference { mutable, place } => (*place, Some(mutable)),
                _ => (expr::value_of(cx, value, site), None),
            }
        }
        _ => (expr::place(cx, of), by_ref),
    };
    if array.ty.is_error() {
        return None;
    }
    let kind = own::fallible(cx, of);
    let full =
        variant_with_value(cx, &array.ty, site).or_else(|| Some(super::optional::variants(kind?, site).0));
    if let Some(full) = full {
        return Some(of_option(cx, array, &full, by_ref, site));
    }
    let number = cx.infer.is_literal(&cx.infer.resolve(&array.ty));
    let Some(len) = expr::array_length(cx, &array).filter(|_| !number) else {
        let detail = format!("`{}`, which is neither an array nor a view", quoted(of));
        cx.advise(Code::AMP012, site, detail, iterators::SOURCE);
        return None;
    };
    let (whole, length) = expr::array_for_loop(cx, array, len, by_ref.is_some(), site);
    Some(Counted::positions(length, Items::Array(whole, by_ref), site))
}

/// Whether the type is known to be an `Option`.
pub(in crate::lower) fn is_option(cx: &Context<'_>, ty: &Ty) -> bool {
    name_of(cx, ty).is_some_and(|name| name == "Option")
}

/// Whether the type is known to be a `Result`.
pub(super) fn is_result(cx: &Context<'_>, ty: &Ty) -> bool {
    name_of(cx, ty).is_some_and(|name| name == "Result")
}

/// Whether the type is known to be an `Option` or a `Result`.
pub(in crate::lower) fn yields_value(cx: &Context<'_>, ty: &Ty) -> bool {
    name_of(cx, ty).is_some_and(|name| name == "Option" || name == "Result")
}

/// The variant whose value an iterator over this type yields: `Some` of an `Option`, `Ok` of a `Result`. `None` for other
/// types.
fn variant_with_value(cx: &Context<'_>, ty: &Ty, site: Site) -> Option<syn::Path> {
    match name_of(cx, ty)?.as_str() {
        "Option" => Some(super::optional::some(site)),
        "Result" => Some(super::optional::ok(site)),
        _ => None,
    }
}

/// The last name in the path of a type that the user named, or `Option` or `Result`.
fn name_of(cx: &Context<'_>, ty: &Ty) -> Option<String> {
    if let Some(name) = cx.infer.optional_name(ty) {
        return Some(name.to_owned());
    }
    let ty = cx.infer.resolve(ty);
    let Ty::Hole(hole) = &ty else { return None };
    let Projection::Named(name) = &**hole else { return None };
    let path = name.text().split('<').next()?.trim();
    path.rsplit("::").next().map(|last| last.trim().to_owned())
}

/// The value in an `Option` or a `Result`, as an iterator with at most one item. `full` is the variant with the value.
fn of_option(
    cx: &mut Context<'_>,
    option: Expr,
    full: &syn::Path,
    by_ref: Option<bool>,
    site: Site,
) -> Counted {
    let is_place = matches!(option.base(), ExprKind::Local(_) | ExprKind::Tile(_) | ExprKind::Value(_));
    let option = match by_ref {
        Some(_) if is_place => expr::with_fixed_subscripts(cx, option),
        _ => pinned(cx, option),
    };
    let condition = variant::test(&option, full, site);
    let count = Expr { kind: ExprKind::Cast(Box::new(condition), Conversion::As), ty: Ty::USIZE, site };
    let count = pinned(cx, count);
    let payload = variant::payload(cx, &option, full, variant::position(0, site));
    let item = match by_ref {
        Some(mutable) => super::item::reference(mutable, payload),
        None => pinned(cx, payload),
    };
    Counted::positions(count, Items::Same(item), site)
}

/// The items of an array that is itself the item of another iterator, by value or by reference. `kind` is that of an item
/// whose syntax shows that it is an `Option` or a `Result`.
pub(super) fn items_of(
    cx: &mut Context<'_>,
    array: Expr,
    kind: Option<ResultKind>,
    site: Site,
) -> Option<Counted> {
    let (array, by_ref) = match array.kind {
        ExprKind::Reference { mutable, place } => (*place, Some(mutable)),
        kind => (Expr { kind, ..array }, None),
    };
    if array.ty.is_error() {
        return None;
    }
    let full = variant_with_value(cx, &array.ty, site);
    if let Some(full) = full.or_else(|| Some(super::optional::variants(kind?, site).0)) {
        return Some(of_option(cx, array, &full, by_ref, site));
    }
    let Some(len) = expr::array_length(cx, &array) else {
        cx.advise(Code::AMP012, site, "an item that is no array", iterators::FLAT_MAP);
        return None;
    };
    // The value may be an `Option`, unless its items are modified. A copy lives as long as references to its items.
    let is_open = by_ref != Some(true) && matches!(cx.infer.resolve(&array.ty), Ty::Hole(_) | Ty::Var(_));
    let whole = match (&array.kind, by_ref) {
        (_, Some(_)) if !is_open => array,
        (ExprKind::Local(var), None) if !cx.may_modify(*var) => array,
        _ => drive::variable(cx, "list", array),
    };
    let whole = match is_open {
        true => Expr { ty: whole.ty.clone(), site, kind: ExprKind::Items(Box::new(whole)) },
        false => whole,
    };
    let len = match len {
        ExprKind::Length(_) => ExprKind::Length(Box::new(whole.clone())),
        known => known,
    };
    let length = Expr { kind: len, ty: Ty::USIZE, site };
    Some(Counted::positions(length, Items::Array(whole, by_ref), site))
}

/// Whether a chain iterates over a capture as a view. In a closure kernel, a capture that is iterated by
/// reference counts as a view, unless the kernel also uses it as a value.
pub(in crate::lower) fn is_view(cx: &Context<'_>, capture: usize, by_reference: bool) -> bool {
    let known = cx.capture(capture);
    if known.role != Role::Value {
        return true;
    }
    let is_array = matches!(cx.infer.resolve(&known.element), Ty::Array(..));
    cx.signature.infers_captures
        && by_reference
        && !is_array
        && !cx.usage.values.contains(&known.ident.to_string())
        && !cx.usage.used_as_value.contains(&capture)
}

/// The elements of a one-dimensional view or subview.
fn view_elements(cx: &mut Context<'_>, of: &syn::Expr, view: Binding, mutable: bool) -> Option<Counted> {
    let site = Site::of(of);
    let rank = match view {
        Binding::Capture(capture) => cx.capture(capture).rank,
        Binding::Subview(part) => {
            let part = cx.subviews[part].clone();
            cx.known_rank(&part)
        }
        _ => return None,
    };
    if rank.is_some_and(|rank| rank != 1) {
        let detail = format!("`{}`, a view with {} dimensions", quoted(of), rank.unwrap_or_default());
        cx.advise(Code::AMP012, site, detail, iterators::RANK);
        return None;
    }
    if mutable && !is_writable(cx, of, view) {
        return None;
    }
    if mutable && cx.signature.result.is_some() {
        let detail = format!("the elements of `{}` by `&mut` in a device function", quoted(of));
        cx.advise(Code::AMP012, site, detail, iterators::MUTABLE);
        return None;
    }
    (cx.body.borrows, cx.body.iterates_views) = (true, cx.body.iterates_views || mutable);
    let known = matches!(view, Binding::Capture(capture) if cx.usage.surely_views.contains(&capture));
    let length = cx.scoped(|cx| {
        let base =
            proc_macro2::Ident::new("amp_view", site.first.resolved_at(proc_macro2::Span::mixed_site()));
        cx.bind(&base, view);
        if let Binding::Capture(capture) = view {
            cx.mark_rank(capture, 1);
        }
        let extent: syn::Expr = syn::parse_quote_spanned!(site.first=> #base.extent()[0]);
        expr::lower(cx, &extent)
    });
    // Lowering `extent` above marked the capture as a view. But the user did not write `extent`, so the capture may
    // still turn out to be an array.
    if let Binding::Capture(capture) = view
        && !known
    {
        cx.usage.surely_views.remove(&capture);
    }
    let length = pinned(cx, length);
    (!length.ty.is_error()).then(|| Counted::positions(length, Items::View(view, mutable, site.first), site))
}

/// Whether the kernel may write the view. Reports an error if it may not.
fn is_writable(cx: &mut Context<'_>, of: &syn::Expr, view: Binding) -> bool {
    let detail = match view {
        Binding::Capture(capture) => {
            if cx.mark_written(capture) {
                return true;
            }
            format!("`{}` is an `ArrayView` or is taken by `&`", cx.capture(capture).ident)
        }
        _ => match subview::unwritable_reason(cx, of) {
            None => return true,
            Some(reason) => reason,
        },
    };
    cx.report(Code::AMP009, Site::of(of), detail);
    false
}
