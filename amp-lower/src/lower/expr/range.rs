//! A range is a value that variables, parameters and results can have.
//!
//! ```rust,ignore
//! let r = 2..n;
//! for k in r.clone() { sum += x[k]; }
//! if r.contains(&m) { sum += r.len() as f32; }
//! let inner: Range<usize> = shrunk(r);
//! ```
//!
//! - The types are `Range<T>` and `RangeInclusive<T>`, with both ends. `a..`, `..b` and `..` are no values.
//! - A range has `start`, `end`, `contains`, `len`, `is_empty` and `clone`, and is the source of a
//!   [chain](#iterators). A `RangeInclusive` has the methods `start()` and `end()`.
//! - As in Rust, a range is not `Copy`: a loop over it, and a call, move it. Write `r.clone()` to keep it.
//! - A variable for the range that a function returns needs a type: `let r: Range<u32> = bounds(i);`.
//! - A range may be a part of an `Option`, of a tuple or of an array in a variable: `let gap = (a < b).then_some(a..b);`.
//! - A function returns ranges also as parts, `-> Option<Range<u32>>`.
//! - A kernel function captures ranges, `amp!` does not. A range is no part of a `GpuType` struct, and no part of another
//!   parameter, such as `Option<Range<u32>>`. Use its two ends there: `Option<(u32, u32)>`.
//! - `Range` in a signature is the type of the standard library, also if you have a type of that name.

use crate::diagnostics::Code;
use crate::diagnostics::advice::construct;
use crate::ir::{Binary, Expr, ExprKind, RangeForm, Source, Stmt, Ty, Var};
use crate::lower::context::{Binding, Context};
use crate::lower::pattern::pinned;
use crate::parse::{range_type, reference_results, with_range_values};
use crate::site::{Site, quoted};
use proc_macro2::Ident;
use quote::{format_ident, quote};
use syn::{Member, RangeLimits};

/// Lowers a range with two ends to a struct.
pub(super) fn lower(cx: &mut Context<'_>, it: &syn::ExprRange, site: Site) -> Expr {
    let (Some(start), Some(end)) = (&it.start, &it.end) else {
        super::unsupported::expr(cx, &syn::Expr::Range(it.clone()));
        return Expr::error_placeholder(site);
    };
    let ends = super::sequence(cx, [&**start, &**end], super::lower);
    let Ok([start, end]) = <[Expr; 2]>::try_from(ends) else { return Expr::error_placeholder(site) };
    if start.ty.is_error() || end.ty.is_error() {
        return Expr::error_placeholder(site);
    }
    cx.infer.unify(&start.ty, &end.ty);
    cx.body.borrows = true;
    let inclusive = matches!(it.limits, RangeLimits::Closed(_));
    let ty = Ty::Range(RangeForm { inclusive, of_std: false }, Box::new(start.ty.clone()));
    let path = match inclusive {
        false => quote!(::amp::__private::RangeValue),
        true => quote!(::amp::__private::RangeInclusiveValue),
    };
    let path = Source::of_tokens(path);
    let fields = vec![(member("start"), start), (member("end"), end)];
    Expr { kind: ExprKind::Record { path, fields, rest: None }, ty, site }
}

fn member(name: &str) -> Source {
    Source::of(&format_ident!("{name}"))
}

/// Whether an expression is a range for certain: a range with two ends, or the name of one.
pub(in crate::lower) fn is_range(cx: &Context<'_>, it: &syn::Expr) -> bool {
    match it {
        syn::Expr::Paren(it) => is_range(cx, &it.expr),
        syn::Expr::Range(it) => it.start.is_some() && it.end.is_some(),
        other => is_variable(cx, other),
    }
}

/// Whether an expression is a range in a variable or in a field of a tuple, or a clone of one.
pub(in crate::lower) fn is_variable(cx: &Context<'_>, it: &syn::Expr) -> bool {
    match super::without_parentheses(it) {
        syn::Expr::MethodCall(it) if it.method == "clone" && it.args.is_empty() => is_range(cx, &it.receiver),
        other => matches!(type_of_place(cx, other), Some(Ty::Range(..))),
    }
}

/// The type of a variable, or of a field of a tuple in a variable.
fn type_of_place(cx: &Context<'_>, it: &syn::Expr) -> Option<Ty> {
    let ty = match super::without_parentheses(it) {
        syn::Expr::Unary(it) if matches!(it.op, syn::UnOp::Deref(_)) => type_of_place(cx, &it.expr)?,
        syn::Expr::Field(field) => match (type_of_place(cx, &field.base)?, &field.member) {
            (Ty::Tuple(fields), Member::Unnamed(at)) => fields.get(at.index as usize)?.clone(),
            _ => return None,
        },
        other => match cx.index_binding(other)? {
            Binding::Var(var) => cx.ty(var).clone(),
            Binding::Alias(alias) => {
                let mut place = &cx.aliased(alias).1;
                while let ExprKind::Reference { place: inner, .. } = &place.kind {
                    place = inner;
                }
                place.ty.clone()
            }
            _ => return None,
        },
    };
    Some(cx.infer.resolve(&ty))
}

/// Whether an expression is the name of a range, and not a clone. A method may move or advance such a range.
pub(in crate::lower) fn is_name(cx: &Context<'_>, it: &syn::Expr) -> bool {
    let is_clone = matches!(super::without_parentheses(it), syn::Expr::MethodCall(_));
    !is_clone && is_variable(cx, it)
}

/// Whether an expression is a `RangeInclusive` in a variable.
pub(in crate::lower) fn is_inclusive(cx: &Context<'_>, it: &syn::Expr) -> bool {
    matches!(type_of_place(cx, it), Some(Ty::Range(form, _)) if form.inclusive)
}

/// The two ends of a range that is a value, and whether it includes its end.
pub(in crate::lower) fn ends(cx: &mut Context<'_>, range: Expr) -> Option<(Expr, Expr, bool)> {
    let Ty::Range(form, of) = cx.infer.resolve(&range.ty) else { return None };
    if let ExprKind::Record { fields, .. } = range.kind {
        let ends: Vec<_> = fields.into_iter().map(|(_, end)| end).collect();
        let [start, end] = <[Expr; 2]>::try_from(ends).ok()?;
        return Some((start, end, form.inclusive));
    }
    let range = pinned(cx, range);
    let end = |name| {
        let kind = ExprKind::Field(Box::new(range.clone()), member(name));
        Expr { kind, ty: (*of).clone(), site: range.site }
    };
    Some((end("start"), end("end"), form.inclusive))
}

/// The places of the two ends of a range in a variable.
pub(in crate::lower) fn end_places(range: &Expr, ty: &Ty) -> (Expr, Expr) {
    let end = |name| {
        let kind = ExprKind::Field(Box::new(range.clone()), member(name));
        Expr { kind, ty: ty.clone(), site: range.site }
    };
    (end("start"), end("end"))
}

/// Lowers a method of a range. `None` for another method or receiver.
pub(super) fn method(
    cx: &mut Context<'_>,
    it: &syn::ExprMethodCall,
    receiver: &Expr,
    site: Site,
) -> Option<Expr> {
    let Ty::Range(form, of) = cx.infer.resolve(&receiver.ty) else { return None };
    let name = it.method.to_string();
    // In `*r.start()`, the name of the method is `amp_value_of_start`: a hidden function that returns the
    // value behind the reference.
    let hidden = ["start", "end"].into_iter().find(|end| name == reference_results::value_of(end));
    match (hidden.unwrap_or(&name), it.args.len()) {
        ("clone", 0) => Some(pinned(cx, receiver.clone())),
        (name @ ("start" | "end"), 0) if form.inclusive => {
            let (start, end, _) = ends(cx, receiver.clone())?;
            let end = if name == "start" { start } else { end };
            if hidden.is_some() {
                return Some(end);
            }
            let ty = Ty::Reference(false, Box::new(end.ty.clone()));
            Some(Expr { kind: ExprKind::Reference { mutable: false, place: Box::new(end) }, ty, site })
        }
        ("is_empty", 0) => {
            let (start, end, inclusive) = ends(cx, receiver.clone())?;
            let below = if inclusive { Binary::Le } else { Binary::Lt };
            let kind = ExprKind::Binary(below, Box::new(start), Box::new(end));
            let filled = Expr { kind, ty: Ty::BOOL, site };
            let kind = ExprKind::Unary(crate::ir::Unary::Not, Box::new(filled));
            Some(Expr { kind, ty: Ty::BOOL, site })
        }
        ("into_inner", 0) if form.inclusive => {
            let (start, end, _) = ends(cx, receiver.clone())?;
            let ty = Ty::Tuple(vec![(*of).clone(), *of]);
            Some(Expr { kind: ExprKind::Tuple(vec![start, end]), ty, site })
        }
        _ => {
            let detail = format!("the method `{}` of a range", it.method);
            cx.advise(Code::AMP011, it.method.span(), detail, construct::RANGE_METHOD);
            Some(Expr::error_placeholder(site))
        }
    }
}

/// The type of a parameter or result in a signature. A range there has the type of the standard library, and
/// not amp's own (see [`RangeForm::of_std`]).
pub(in crate::lower) fn in_signature(ty: Ty) -> Ty {
    match ty {
        Ty::Range(form, of) => Ty::Range(RangeForm { of_std: true, ..form }, of),
        other => other,
    }
}

/// Converts a range to the standard library's type, to pass or return it. Returns other values unchanged.
pub(in crate::lower) fn passed(cx: &Context<'_>, value: Expr) -> Expr {
    match cx.infer.resolve(&value.ty) {
        Ty::Range(form @ RangeForm { of_std: false, .. }, of) => {
            let (ty, site) = (Ty::Range(RangeForm { of_std: true, ..form }, of), value.site);
            Expr { kind: ExprKind::ConvertRange(Box::new(value)), ty, site }
        }
        _ => value,
    }
}

/// The value for a variable of type `ty`. A range that a function returned is converted from the standard
/// library's type to amp's own.
pub(in crate::lower) fn received(cx: &mut Context<'_>, ty: &Ty, value: Expr) -> Expr {
    let Ty::Range(form, of) = cx.infer.resolve(ty) else { return value };
    let returned = Ty::Range(RangeForm { of_std: true, ..form }, of);
    match cx.infer.resolve(&value.ty) {
        Ty::Range(RangeForm { of_std: false, .. }, _) | Ty::Error => value,
        Ty::Range(..) => convert(value, ty),
        _ => {
            cx.infer.unify(&value.ty, &returned);
            convert(value, ty)
        }
    }
}

fn convert(value: Expr, ty: &Ty) -> Expr {
    let (ty, site) = (ty.clone(), value.site);
    Expr { kind: ExprKind::ConvertRange(Box::new(value)), ty, site }
}

/// Declares a variable of amp's own range type for each parameter that is a range. Returns the statements
/// that assign the converted parameters.
pub(in crate::lower) fn parameters(
    cx: &mut Context<'_>,
    parameters: &[(&Ident, bool, Var, Ty)],
) -> Vec<Stmt> {
    let declare = |(ident, mutable, var, ty): &(&Ident, bool, Var, Ty)| {
        let site = Site::of(*ident);
        let passed = Expr { kind: ExprKind::Local(*var), ty: in_signature(ty.clone()), site };
        // The name of a parameter by `&` is a reference to the variable.
        let var = match cx.variable_ref(*var).reference {
            Some(_) => {
                let var = cx.temporary("range", site, ty.clone(), false);
                let place = Expr { kind: ExprKind::Local(var), ty: ty.clone(), site };
                cx.alias(ident, false, place);
                var
            }
            None => cx.variable(ident, ty.clone(), *mutable),
        };
        Stmt::Let { var, value: Some(convert(passed, ty)) }
    };
    parameters.iter().map(declare).collect()
}

/// Arguments of the methods of `bool`, `Option` and `Result` that store or return them. Such a method keeps amp's own range
/// type.
pub(super) fn kept(method: &str, arguments: Vec<Expr>) -> Vec<Expr> {
    const METHODS: [&str; 11] = [
        "and",
        "get_or_insert",
        "insert",
        "map_or",
        "ok_or",
        "or",
        "replace",
        "then_some",
        "unwrap_or",
        "xor",
        "zip",
    ];
    if !METHODS.contains(&method) {
        return arguments;
    }
    let own = |argument: Expr| match argument.kind {
        ExprKind::ConvertRange(range)
            if matches!(range.ty, Ty::Range(RangeForm { of_std: false, .. }, _)) =>
        {
            *range
        }
        kind => Expr { kind, ..argument },
    };
    arguments.into_iter().map(own).collect()
}

/// Reports a part of a type of a signature that is a range. Returns whether there is one.
pub(in crate::lower) fn report_part(cx: &mut Context<'_>, it: &syn::Type) -> bool {
    let is_part = range_type(it).is_none() && with_range_values(it).is_some();
    if is_part {
        let detail =
            format!("`{}`: a range as a part of a parameter, or in a function of a trait", quoted(it));
        cx.advise(Code::AMP002, Site::of(it), detail, crate::diagnostics::advice::data::RANGE);
    }
    is_part
}

/// Reports a type that is or contains a range where ranges are not supported. Returns whether it does.
pub(in crate::lower) fn report_type(cx: &mut Context<'_>, it: &syn::Type, place: &str) -> bool {
    let is_range = with_range_values(it).is_some();
    if is_range {
        let detail = format!("`{}` {place}", quoted(it));
        cx.advise(Code::AMP002, Site::of(it), detail, crate::diagnostics::advice::data::RANGE);
    }
    is_range
}

#[cfg(test)]
mod tests {
    use crate::testing::{codes, wgsl};
    use expect_test::expect;

    #[test]
    fn ranges_are_values() {
        wgsl(
            "|i: Index<1>| { let r = 2..n; for k in r.clone() { y[i] += x[k]; } let s = if r.is_empty() { 1..=3 } else { r.start..=9 }; if r.contains(&4) && s.contains(s.start()) { z[i] = r.len() as u32; } let inner: Range<usize> = shrunk(r); y[i] += inner.map(|k| x[k]).sum::<f32>(); }",
            expect![[r#"
                let r_: <:: amp :: __private :: RangeValue < usize >> = <:: amp :: __private :: RangeValue < :: core :: primitive :: usize >> { start: 2u, end: n };
                let value_: u32 = r_.start;
                let value_2: u32 = r_.end;
                for (var place_ = value_; place_ < value_2; place_ += 1u) {
                    y[amp_global[0]] += x[place_];
                }
                var chosen_: <:: amp :: __private :: RangeInclusiveValue < usize >>;
                if (!(r_.start < r_.end)) {
                    chosen_ = <:: amp :: __private :: RangeInclusiveValue < :: core :: primitive :: usize >> { start: 1u, end: 3u };
                } else {
                    chosen_ = <:: amp :: __private :: RangeInclusiveValue < :: core :: primitive :: usize >> { start: r_.start, end: 9u };
                }
                let s_: <:: amp :: __private :: RangeInclusiveValue < usize >> = chosen_;
                var both_: bool = r_.start <= 4u && 4u < r_.end;
                if (both_) {
                    let value_3: u32 = s_.start;
                    both_ = s_.start <= value_3 && value_3 <= s_.end;
                }
                if (both_) {
                    let value_4: u32 = r_.start;
                    let value_5: u32 = r_.end;
                    let value_6: u32 = min(value_4, value_5);
                    let value_7: u32 = value_5 - value_6;
                    z[amp_global[0]] = u32(value_7);
                }
                let inner_: <:: amp :: __private :: RangeValue < usize >> = shrunk(r_);
                let value_8: u32 = inner_.start;
                let value_9: u32 = inner_.end;
                var sum_: f32 = -0.0f;
                for (var place_2 = value_8; place_2 < value_9; place_2 += 1u) {
                    let value_10: f32 = x[place_2];
                    sum_ += value_10;
                }
                y[amp_global[0]] += sum_;
            "#]],
        );
    }

    #[test]
    fn open_ranges_are_rejected() {
        codes("|i: Index<1>| { let r = 2..; let s = ..; y[i] = 1.0; }", &["AMP001", "AMP001"]);
        codes(
            "|i: Index<1>| { let mut r = 2..=n; let s = r.nth_back(1); let t = r.start_bound(); }",
            &["AMP012", "AMP011"],
        );
    }

    #[test]
    fn ranges_are_parts_of_variables() {
        wgsl(
            "|i: Index<1>| { let gap: Option<Range<u32>> = (z[i] < 3).then_some(z[i]..3); let t = (0..n, 1); let list: [Range<usize>; 2] = [0..n, 2..3]; y[i] = (t.0.end + list[1].start) as f32; z[i] = gap.map_or(0, |r| r.end); }",
            expect![[r#"
                let gap_: <Option < :: amp :: __private :: RangeValue < u32 > >> = <:: core :: primitive :: bool>::then_some((z[amp_global[0]] < 3u), <:: amp :: __private :: RangeValue < :: core :: primitive :: u32 >> { start: z[amp_global[0]], end: 3u });
                let t_: <(:: amp :: __private :: RangeValue < usize > , i32 ,)> = <(:: amp :: __private :: RangeValue < usize > , i32 ,)>(<:: amp :: __private :: RangeValue < :: core :: primitive :: usize >> { start: 0u, end: n }, 1i);
                let list_: <[:: amp :: __private :: RangeValue < usize > ; 2usize]> = <[:: amp :: __private :: RangeValue < usize > ; 2usize]>(<:: amp :: __private :: RangeValue < :: core :: primitive :: usize >> { start: 0u, end: n }, <:: amp :: __private :: RangeValue < :: core :: primitive :: usize >> { start: 2u, end: 3u });
                y[amp_global[0]] = f32(t_.0.end + list_[1].start);
                z[amp_global[0]] = <Option < :: amp :: __private :: RangeValue < u32 > >>::map_or(gap_, 0?, |r_; | { return r_.end; });
            "#]],
        );
    }
}
