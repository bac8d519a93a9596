//! A slice is some consecutive items of an array, of tile memory or of a view with one dimension.
//!
//! ```rust,ignore
//! let inner = &w[1..n];
//! let sum = total(&w[2..]) + total(&x[n..]) + inner[0];
//! shift(&mut w[..4], 2.0);
//! ```
//!
//! - A slice is a variable, `let s = &w[a..b];`, or an argument. Functions and closures take `&[T]` and `&mut [T]`, and
//!   an array by reference, `&w`, coerces to it. A slice is no field and no capture.
//!   [A function returns it](#returned-slice).
//! - An `if` or `match` [chooses a slice](#chosen-slice) of one array.
//! - A slice of constants, `&'static [T]`, is a value: an item of a table `[&[T]; N]` or of a tuple, a variable, an argument and a
//!   result. Branches may choose among different constants. It has subscripts, ranges, `len`, `iter`, `get`, `first`, `last`,
//!   `contains` and `==`, and slice patterns. Text, `&str`, is a value too, also as a parameter
//!   of a device function. It has `len`, `is_empty`, `as_bytes`, `==`, and `bytes` in a `for` or a chain of iterators.
//! - A reference to a constant array of scalars is a value: `const ROWS: [&[u8; 8]; 8]`. Parameters may be slices of
//!   slices of constants: `words: &[&[u8]]`, `pairs: &[(&str, u32)]`.
//! - Subscripts, ranges of subscripts and `len` work on slices as on arrays, and a slice of a slice is a slice.
//! - The ends of the range are evaluated once, where the slice is made. A range that exceeds the array, and an index that
//!   exceeds the slice, end the kernel on the CPU. A GPU accesses another item, or none.
//! - On the CPU, a function that takes a slice of a written view works on a copy of it. Afterwards, the elements that it
//!   changed are stored.
//! - A collective function takes arrays: `&mut [f32; N]`.

use super::array::array_length;
use super::reference::with_fixed_subscripts;
use super::subview::view_index;
use crate::diagnostics::Code;
use crate::diagnostics::advice::construct;
use crate::ir::{Binary, Expr, ExprKind, Range, Stmt, SubviewStep, Ty, Var};
use crate::lower::context::{Binding, Context};
use crate::lower::pattern::pinned;
use crate::lower::subview::{arithmetic, both, compare, failure_message, is_zero};
use crate::site::Site;
use syn::RangeLimits;

/// Whether a subscript is a range.
pub(in crate::lower) fn is_range(cx: &Context<'_>, subscript: &syn::Expr) -> bool {
    matches!(super::without_parentheses(subscript), syn::Expr::Range(_))
        || super::range::is_variable(cx, subscript)
}

/// Lowers `base[a..b]`, where the base has been lowered as a place.
pub(super) fn lower(cx: &mut Context<'_>, base: Expr, it: &syn::ExprIndex, site: Site) -> Expr {
    if base.ty.is_error() {
        return Expr::error_placeholder(site);
    }
    let base = match base.base() {
        ExprKind::Local(_) | ExprKind::Tile(_) | ExprKind::Element { .. } | ExprKind::ViewArg { .. } => {
            with_fixed_subscripts(cx, base)
        }
        // A computed base is copied to a variable, so that the slice has a place.
        _ => super::reference::copy_in(cx, false, base),
    };
    let Some(length) = array_length(cx, &base) else {
        let detail = format!("a range as the subscript of {}", cx.infer.resolve(&base.ty).describe());
        cx.advise(Code::AMP001, site, detail, construct::SUBSCRIPT);
        return Expr::error_placeholder(site);
    };
    let item = cx.infer.item(&base.ty);
    let length = Expr { kind: length, ty: Ty::USIZE, site: base.site };
    let (root, first) = match base.kind {
        ExprKind::Slice { root, start, .. } => (*root, Some(*start)),
        kind => (Expr { kind, ..base }, None),
    };
    made(cx, (root, first), length, item, &it.index, site)
}

/// Lowers `x[a..b]` for a view, or for the subview of it that the steps in `part` describe.
pub(super) fn of_view(
    cx: &mut Context<'_>,
    capture: usize,
    part: Vec<SubviewStep>,
    length: Expr,
    it: &syn::ExprIndex,
    site: Site,
) -> Expr {
    let whole = cx.view_argument(capture, false, site);
    let kind = ExprKind::ViewArg { capture, mutable: false, part };
    let item = cx.capture(capture).element.clone();
    made(cx, (Expr { kind, ..whole }, None), length, item, &it.index, site)
}

/// The slice that a range selects from an array, view or slice. `root` is the array or view. For a slice,
/// `first` is its position in `root`.
fn made(
    cx: &mut Context<'_>,
    (root, first): (Expr, Option<Expr>),
    length: Expr,
    item: Ty,
    range: &syn::Expr,
    site: Site,
) -> Expr {
    cx.body.borrows = true;
    let Some((start, len)) = bounds(cx, length, range, site) else { return Expr::error_placeholder(site) };
    let start = match first {
        Some(first) => {
            let start = sum(first, start);
            pinned(cx, start)
        }
        None => start,
    };
    let kind = ExprKind::Slice { root: Box::new(root), start: Box::new(start), len: Box::new(len) };
    Expr { kind, ty: Ty::Slice(Box::new(item)), site }
}

/// The start and the length of the part that a range selects from `length` items. Adds the assertion that the
/// range is in bounds.
fn bounds(cx: &mut Context<'_>, length: Expr, range: &syn::Expr, site: Site) -> Option<(Expr, Expr)> {
    let (start, end, is_whole) = ends_of(cx, &length, range, site)?;
    if let (Some(start), Some(end), length) = (known(&start), known(&end), known(&length))
        && (start > end || length.is_some_and(|length| end > length))
    {
        let detail = match length {
            Some(length) => format!("the range {start}..{end}, but the length is {length}"),
            None => format!("the range {start}..{end}"),
        };
        cx.report(Code::AMP022, Site::of(range), detail);
        return None;
    }
    let in_order = (!is_zero(&start) && !is_at_most(&start, &end))
        .then(|| compare(Binary::Le, start.clone(), end.clone()));
    let in_bounds =
        (!is_whole && !is_at_most(&end, &length)).then(|| compare(Binary::Le, end.clone(), length.clone()));
    if let Some(condition) = in_order.into_iter().chain(in_bounds).reduce(both) {
        let text = "range {}..{} is out of range for a slice of length {}".to_owned();
        let message = Box::new(failure_message(text, [start.clone(), end.clone(), length]));
        cx.prologue.push(Stmt::Assert { condition: Some(condition), debug: false, message, site });
    }
    let len = match (known(&start), known(&end)) {
        (Some(start), Some(end)) => literal(end - start, site),
        _ if is_zero(&start) => end,
        _ => {
            let len = arithmetic(Binary::Sub, end, start.clone());
            pinned(cx, len)
        }
    };
    Some((start, len))
}

/// The ends of a range that selects a part of `length` items.
pub(in crate::lower) fn ends(
    cx: &mut Context<'_>,
    length: &Expr,
    range: &syn::Expr,
    site: Site,
) -> Option<(Expr, Expr)> {
    ends_of(cx, length, range, site).map(|(start, end, _)| (start, end))
}

/// Like [`ends`], with a flag that tells whether the end is `length`.
fn ends_of(cx: &mut Context<'_>, length: &Expr, range: &syn::Expr, site: Site) -> Option<(Expr, Expr, bool)> {
    let (start, end, inclusive) = match super::without_parentheses(range) {
        syn::Expr::Range(range) => {
            let written: Vec<_> =
                [&range.start, &range.end].into_iter().flatten().map(|end| &**end).collect();
            let mut ends = super::sequence(cx, written, super::lower).into_iter();
            let start = range.start.is_some().then(|| ends.next()).flatten();
            let end = range.end.is_some().then(|| ends.next()).flatten();
            (start, end, matches!(range.limits, RangeLimits::Closed(_)))
        }
        other => {
            let range = super::lower(cx, other);
            let (start, end, inclusive) = super::range::ends(cx, range)?;
            (Some(start), Some(end), inclusive)
        }
    };
    let mut position = |end: Expr| {
        cx.infer.unify(&end.ty, &Ty::USIZE);
        (!end.ty.is_error()).then(|| pinned(cx, Expr { ty: Ty::USIZE, ..end }))
    };
    let start = match start {
        Some(start) => position(start)?,
        None => literal(0, site),
    };
    let (end, is_whole) = match end {
        Some(end) => (position(end)?, false),
        None => (length.clone(), true),
    };
    let end = match inclusive {
        true => {
            let end = sum(end, literal(1, site));
            pinned(cx, end)
        }
        false => end,
    };
    Some((start, end, is_whole))
}

fn literal(number: usize, site: Site) -> Expr {
    Expr { kind: ExprKind::Literal(number.to_string()), ty: Ty::USIZE, site }
}

/// The value of a literal.
fn known(it: &Expr) -> Option<usize> {
    match &it.kind {
        ExprKind::Literal(digits) => digits.parse().ok(),
        _ => None,
    }
}

/// Whether both are literals, and `a` is at most `b`.
fn is_at_most(a: &Expr, b: &Expr) -> bool {
    matches!((known(a), known(b)), (Some(a), Some(b)) if a <= b)
}

fn sum(a: Expr, b: Expr) -> Expr {
    match (known(&a), known(&b)) {
        (Some(x), Some(y)) => literal(x + y, a.site),
        (Some(0), _) => b,
        (_, Some(0)) => a,
        _ => arithmetic(Binary::Add, a, b),
    }
}

/// The `len` items from position `at` of an array or slice, as a slice. They are known to be in bounds.
pub(in crate::lower) fn part(cx: &mut Context<'_>, base: &Expr, at: Expr, len: Expr) -> Expr {
    let ty = Ty::Slice(Box::new(cx.infer.item(&base.ty)));
    let (root, start) = match &base.kind {
        ExprKind::Slice { root, start, .. } => {
            let start = sum((**start).clone(), at);
            (root.clone(), pinned(cx, start))
        }
        _ => (Box::new(base.clone()), at),
    };
    let site = base.site;
    Expr { kind: ExprKind::Slice { root, start: Box::new(start), len: Box::new(len) }, ty, site }
}

/// The item of an array or slice at a position that is known to be in bounds.
pub(in crate::lower) fn item(cx: &mut Context<'_>, base: &Expr, at: Expr, site: Site) -> Expr {
    let ty = cx.infer.item(&base.ty);
    let ExprKind::Slice { root, start, .. } = &base.kind else {
        let kind = ExprKind::Subscript(Box::new(base.clone()), Box::new(at));
        return Expr { kind, ty, site };
    };
    let at = sum((**start).clone(), at);
    match &root.kind {
        ExprKind::ViewArg { capture, part, .. } => {
            let index = view_index(cx, part, vec![at]);
            Expr { kind: ExprKind::Element { capture: *capture, index }, ty, site }
        }
        _ => Expr { kind: ExprKind::Subscript(root.clone(), Box::new(at)), ty, site },
    }
}

/// The item of a slice at a position. Adds the assertion that the position is in bounds.
pub(super) fn checked_item(cx: &mut Context<'_>, base: &Expr, at: Expr, site: Site) -> Expr {
    if let ExprKind::Slice { len, .. } = &base.kind {
        let at = pinned(cx, at);
        if let (Some(at), Some(len)) = (known(&at), known(len))
            && at >= len
        {
            cx.report(Code::AMP022, site, format!("index {at}, but the length is {len}"));
            return Expr::error_placeholder(site);
        }
        if !matches!((known(&at), known(len)), (Some(_), Some(_))) {
            let condition = Some(compare(Binary::Lt, at.clone(), (**len).clone()));
            let text = "index {} is out of range for a slice of length {}".to_owned();
            let message = Box::new(failure_message(text, [at.clone(), (**len).clone()]));
            cx.prologue.push(Stmt::Assert { condition, debug: false, message, site });
        }
        return item(cx, base, at, site);
    }
    item(cx, base, at, site)
}

/// Whether the place is in a slice parameter. A single item of such a slice is passed by a copy, because
/// devices have no pointer to it.
pub(in crate::lower) fn is_in_parameter(cx: &Context<'_>, place: &Expr) -> bool {
    place.root().is_some_and(|var| matches!(cx.ty(var), Ty::Slice(_)))
}

/// The two slices that `split_at` or `split_at_mut` makes, and whether they are `&mut`. `None` for another expression.
pub(in crate::lower) fn split(cx: &mut Context<'_>, it: &syn::Expr) -> Option<(bool, [Expr; 2])> {
    let syn::Expr::MethodCall(call) = super::without_parentheses(it) else { return None };
    let mutable = match (call.method.to_string().as_str(), call.args.len()) {
        ("split_at", 1) => false,
        ("split_at_mut", 1) => true,
        _ => return None,
    };
    let (receiver, at) = (&call.receiver, &call.args[0]);
    let site = Site::of(it);
    let mid = super::lower(cx, at);
    cx.infer.unify(&mid.ty, &Ty::USIZE);
    let mid = pinned(cx, mid);
    let parts = cx.scoped(|cx| {
        let name = syn::Ident::new("amp_mid", call.method.span());
        let var = cx.temporary("mid", site, Ty::USIZE, false);
        cx.prologue.push(Stmt::Let { var, value: Some(mid) });
        cx.bind(&name, Binding::Var(var));
        let parts: [syn::Expr; 2] = [
            syn::parse_quote_spanned!(call.method.span()=> #receiver[..#name]),
            syn::parse_quote_spanned!(call.method.span()=> #receiver[#name..]),
        ];
        parts.map(|part| match mutable {
            true => crate::lower::stmt::writable(cx, &part),
            false => super::place(cx, &part),
        })
    });
    Some((mutable, parts))
}

/// Whether an argument is the name of a reference, or a reborrow of one, `&*name`.
fn is_name(it: &syn::Expr) -> bool {
    match super::without_parentheses(it) {
        syn::Expr::Path(_) => true,
        syn::Expr::Reference(it) => {
            matches!(&*it.expr, syn::Expr::Unary(it) if matches!(it.op, syn::UnOp::Deref(_)) && is_name(&it.expr))
        }
        _ => false,
    }
}

/// Handles a call that takes two slices of one array by their names, such as the two that `split_at_mut`
/// makes. In the CPU code, rustc cannot see that they are disjoint. On a device, both would be pointers to
/// the whole array. So the second one becomes a slice of a copy of the array. If it is `&mut`, its items are
/// copied back after the call.
pub(super) fn separated<'e>(
    cx: &mut Context<'_>,
    written: impl Iterator<Item = &'e syn::Expr>,
    mut arguments: Vec<Expr>,
) -> Vec<Expr> {
    let named: Vec<_> = written.map(is_name).collect();
    for n in 1..arguments.len() {
        let Some((mutable, Root::Var(var))) = slice_argument(&arguments[n]) else { continue };
        let overlaps = arguments[..n].iter().zip(&named).any(|(earlier, is_named)| {
            matches!(slice_argument(earlier), Some((writes, Root::Var(other))) if other == var && (writes || mutable) && *is_named)
        });
        if !overlaps || named.get(n) != Some(&true) || matches!(cx.ty(var), Ty::Slice(_)) {
            continue;
        }
        let ExprKind::Reference { place, .. } = &arguments[n].kind else { continue };
        let ExprKind::Slice { root, start, len } = &place.kind else { continue };
        let (root, start, len) = ((**root).clone(), (**start).clone(), (**len).clone());
        let (site, ty) = (root.site, root.ty.clone());
        let copy = cx.temporary("copy", site, ty.clone(), true);
        cx.prologue.push(Stmt::Let { var: copy, value: Some(root.clone()) });
        let copy = Expr { kind: ExprKind::Local(copy), ty, site };
        if mutable {
            let at = cx.temporary("place", site, Ty::USIZE, false);
            let at_place = Expr { kind: ExprKind::Local(at), ty: Ty::USIZE, site };
            let (target, value) = (item(cx, &root, at_place.clone(), site), item(cx, &copy, at_place, site));
            let end = sum(start.clone(), len.clone());
            let range = Range {
                start: start.clone(),
                end,
                inclusive: false,
                reversed: false,
                step: None,
                from_last_step: false,
            };
            let body = vec![Stmt::Assign { place: target, operator: None, value }];
            cx.epilogue.push(Stmt::For { var: at, range: Box::new(range), body });
        }
        let kind = ExprKind::Slice { root: Box::new(copy), start: Box::new(start), len: Box::new(len) };
        let place = Box::new(Expr { kind, ..(**place).clone() });
        let argument = &arguments[n];
        let kind = ExprKind::Reference { mutable, place };
        arguments[n] = Expr { kind, ty: argument.ty.clone(), site: argument.site };
    }
    arguments
}

/// Reports two slices of one variable in a call, one of them by `&mut`.
pub(super) fn check_disjoint(cx: &mut Context<'_>, arguments: &[Expr]) {
    for (n, argument) in arguments.iter().enumerate() {
        let Some((mutable, root)) = slice_argument(argument) else { continue };
        let mut earlier = arguments[..n].iter().filter_map(slice_argument);
        if earlier.any(|(writes, other)| other == root && (writes || mutable)) {
            let name = match root {
                Root::Var(var) => cx.variable_ref(var).ident.clone(),
                Root::Tile(tile) => cx.body.tile_static[tile].ident.clone(),
                Root::View(capture) => cx.capture(capture).ident.clone(),
            };
            let detail = format!("two slices of `{name}` in one call, one of them by `&mut`");
            cx.advise(Code::AMP009, argument.site, detail, construct::TWO_SLICES);
        }
    }
}

/// The variable, tile memory or view of which a slice is a part.
#[derive(PartialEq)]
enum Root {
    Var(Var),
    Tile(usize),
    View(usize),
}

/// For an argument that is a slice: whether it is `&mut`, and what it is a part of.
fn slice_argument(argument: &Expr) -> Option<(bool, Root)> {
    let ExprKind::Reference { mutable, place } = &argument.kind else { return None };
    let ExprKind::Slice { .. } = place.kind else { return None };
    let root = match place.base() {
        ExprKind::Local(var) => Root::Var(*var),
        ExprKind::Tile(tile) => Root::Tile(*tile),
        ExprKind::ViewArg { capture, .. } => Root::View(*capture),
        _ => return None,
    };
    Some((*mutable, root))
}

/// Reports a slice where a value is expected.
pub(in crate::lower) fn misplaced(cx: &mut Context<'_>, site: Site) {
    cx.advise(Code::AMP001, site, "a slice as a value", construct::SLICE);
}

#[cfg(test)]
mod tests {
    use crate::testing::{codes, wgsl};
    use expect_test::expect;

    #[test]
    fn slices_are_parts_of_arrays() {
        wgsl(
            "|i: Index<1>| {
                let mut w = [1.0, a, 3.0, 4.0];
                let s = &w[1..n];
                y[i] = s[0] + total(&s[1..]) + total(&w[..2]) + s.len() as f32;
                let t = &mut w[1..=2];
                t[n % 2] = 5.0;
                shift(t, 2.0);
                for v in &mut w[2..] { *v += 1.0; }
                let part = &x[n..];
                y[i] += part[2] + part.iter().sum::<f32>();
            }",
            expect![[r#"
                var w_: <[f32 ; 4usize]> = <[f32 ; 4usize]>(1.0f, a, 3.0f, 4.0f);
                let value_: u32 = n - 1u;
                let value_3: f32 = w_[1];
                let value_2: u32 = value_ - 1u;
                y[amp_global[0]] = Add<_, f32>(Add<_, _>(Add<f32, _>(value_3, total(&w_ from 2u [value_2])), total(&w_ from 0u [2u])), f32(value_));
                let value_4: u32 = n % 2u;
                w_[1u + value_4] = 5.0f;
                _ = shift(&w_ from 1u [2u], 2.0?);
                for (var place_ = 0u; place_ < 2u; place_ += 1u) {
                    w_[2u + place_] += 1.0f;
                }
                let value_5: u32 = x.extent[0] - n;
                let value_6: f32 = x[n by [2]];
                var sum_: f32 = -0.0f;
                for (var place_2 = 0u; place_2 < value_5; place_2 += 1u) {
                    sum_ += x[n + place_2];
                }
                y[amp_global[0]] += value_6 + sum_;
            "#]],
        );
    }

    #[test]
    fn slices_out_of_range_are_rejected() {
        codes(
            "|i: Index<1>| { let w = [1.0, a]; let s = &w[1..3]; let t = &w[..1]; y[i] = t[1]; }",
            &["AMP022", "AMP022"],
        );
        codes(
            "|i: Index<1>| { let mut w = [1.0, a]; w[..1] = w[1..]; let s = w[..]; }",
            &["AMP001", "AMP001"],
        );
        codes("|i: Index<1>| { let w = [1.0, a]; let s = &mut w[1..]; y[i] = s[0]; }", &["AMP009"]);
    }
}
