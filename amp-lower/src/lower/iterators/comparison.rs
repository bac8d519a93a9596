//! Consumers that compare items: `eq`, `lt`, `cmp` and so on of two iterators, and `is_sorted`.
//!
//! The loop over the first iterator advances the second one. It ends at the first pair that decides the result, or where
//! the second iterator ends. As in the standard library, an iterator that is the beginning of the other one is less.
//!
//! ```text
//! a.iter().lt(&b)     for x in &a { if b ended { a is greater; break; }  let y = next of b;
//!                                   if x < y { a is less; break; }  if x > y { a is greater; break; } }
//!                     if all pairs were equal && b has not ended { a is less; }
//! ```

use super::callback;
use super::drive::{assign, drive, not, only_if, truth, variable};
use super::item;
use super::number::binary;
use super::optional;
use super::prepare::{self, Iter};
use super::pull::Pull;
use super::pulled::Pulled;
use crate::diagnostics::Code;
use crate::diagnostics::advice::iterators;
use crate::ir::{Binary, Expr, ExprKind, Stmt, Ty};
use crate::lower::context::Context;
use crate::lower::pattern::pinned;
use crate::lower::{expr, loops, variant};
use crate::site::{Site, quoted};
use proc_macro2::Span;

/// Lowers a comparison of two iterators.
pub(super) fn of_two(cx: &mut Context<'_>, call: &syn::ExprMethodCall, first: &Iter, site: Site) -> Expr {
    let name = call.method.to_string();
    let Some(second) = prepare::iterable(cx, &call.args[0]) else { return Expr::error_placeholder(site) };
    let second = match Pull::is_possible(cx, &second) {
        true => Pull::new(cx, &second, site),
        false => {
            let detail = format!("`{}` with an iterator that a function returns", quoted(&call.method));
            let pulled = Pulled::new(cx, second, (&detail, iterators::COMPARE), site);
            pulled.map(|it| Pull::Pulled(Box::new(it)))
        }
    };
    let Some(second) = second else { return Expr::error_placeholder(site) };
    let [less, greater, differs] =
        ["less", "greater", "differs"].map(|name| variable(cx, name, truth(false, site)));
    let outermost = loops::depth(cx);
    let tests_equality = name == "eq" || name == "ne";
    let mut failed = false;
    drive(cx, first, &mut |cx, a| {
        let a = item::stored(cx, a);
        let decides = |cx: &mut Context<'_>, condition: Expr, result: &Expr| {
            only_if(cx, condition, |cx| {
                assign(cx, result, truth(true, site));
                loops::leave(cx, outermost, site);
            });
        };
        if let Some(ended) = second.begin(cx) {
            decides(cx, ended, &greater);
        }
        let b = second.next(cx);
        let (a, b) = (item::value(a), item::value(b));
        failed |= a.ty.is_error() || b.ty.is_error();
        cx.infer.unify(&a.ty, &b.ty);
        let (a, b) = (pinned(cx, a), pinned(cx, b));
        let compared = |operator| binary(operator, a.clone(), b.clone());
        if tests_equality {
            return decides(cx, not(compared(Binary::Eq)), &differs);
        }
        decides(cx, compared(Binary::Lt), &less);
        decides(cx, compared(Binary::Gt), &greater);
        // Floats and user types may have pairs without an order.
        if name != "cmp" {
            decides(cx, not(compared(Binary::Eq)), &differs);
        }
    });
    if failed {
        return Expr::error_placeholder(site);
    }
    let either = |a: &Expr, b: &Expr| binary_of(Binary::Or, a.clone(), b.clone());
    let decided = either(&either(&less, &greater), &differs);
    if let Pull::Pulled(_) = second {
        only_if(cx, not(decided.clone()), |cx| {
            if let Some(ended) = second.begin(cx) {
                only_if(cx, not(ended), |cx| assign(cx, &less, truth(true, site)));
            }
        });
    } else {
        let has_more = match second.ended() {
            Some(ended) => not(ended),
            None => truth(true, site),
        };
        let condition = binary_of(Binary::And, not(decided.clone()), has_more);
        only_if(cx, condition, |cx| assign(cx, &less, truth(true, site)));
    }
    match name.as_str() {
        "eq" => not(decided),
        "ne" => decided,
        "lt" => less,
        "gt" => greater,
        "le" => not(either(&greater, &differs)),
        "ge" => not(either(&less, &differs)),
        _ => {
            let order = ordering(cx, &less, &greater, site);
            if name == "cmp" {
                return order;
            }
            let some =
                variant::value(cx, &optional::some(site), vec![(variant::position(0, site), order)], site);
            let none = variant::unit(cx, &optional::none(site), site);
            chosen(cx, differs, none, some, site)
        }
    }
}

/// The `Ordering` for two conditions.
fn ordering(cx: &mut Context<'_>, less: &Expr, greater: &Expr, site: Site) -> Expr {
    let span = site.first.resolved_at(Span::mixed_site());
    let mut value = |name: &str| {
        let name = syn::Ident::new(name, span);
        expr::lower(cx, &syn::parse_quote_spanned!(span=> ::core::cmp::Ordering::#name))
    };
    let (is_less, is_greater, is_equal) = (value("Less"), value("Greater"), value("Equal"));
    let otherwise = chosen(cx, greater.clone(), is_greater, is_equal, site);
    chosen(cx, less.clone(), is_less, otherwise, site)
}

/// `if condition { then } else { otherwise }`, in a variable.
fn chosen(cx: &mut Context<'_>, condition: Expr, then: Expr, otherwise: Expr, site: Site) -> Expr {
    let ty = then.ty.clone();
    cx.infer.unify(&ty, &otherwise.ty);
    let var = cx.temporary("chosen", site, ty.clone(), true);
    let place = Expr { kind: ExprKind::Local(var), ty, site };
    cx.prologue.push(Stmt::Let { var, value: None });
    let stmt = |value| vec![Stmt::Assign { place: place.clone(), operator: None, value }];
    cx.prologue.push(Stmt::If { condition, then: stmt(then), otherwise: stmt(otherwise) });
    place
}

fn binary_of(operator: Binary, a: Expr, b: Expr) -> Expr {
    let site = a.site;
    Expr { kind: ExprKind::Binary(operator, Box::new(a), Box::new(b)), ty: Ty::BOOL, site }
}

/// Lowers `is_sorted()`, `is_sorted_by(f)` and `is_sorted_by_key(f)`. `of_slice` tells whether it is a method of an array or
/// slice, whose closures take references to the items.
pub(super) fn is_sorted(
    cx: &mut Context<'_>,
    call: &syn::ExprMethodCall,
    iter: &Iter,
    of_slice: bool,
    site: Site,
) -> Expr {
    let name = call.method.to_string();
    let callback = call.args.first().map(|closure| callback::prepare(cx, closure));
    let sorted = variable(cx, "sorted", truth(true, site));
    let found = variable(cx, "found", truth(false, site));
    let ty = cx.infer.any();
    let var = cx.temporary("previous", site, ty.clone(), true);
    let previous = Expr { kind: ExprKind::Local(var), ty, site };
    cx.prologue.push(Stmt::Let { var, value: None });
    let outermost = loops::depth(cx);
    let (mut failed, mut reported) = (false, false);
    drive(cx, iter, &mut |cx, item| {
        let Some(shape) = crate::ir::Shape::of(&item) else {
            if !std::mem::replace(&mut reported, true) {
                let detail = format!("`{name}` of slices or of `&mut` references");
                cx.advise(Code::AMP012, site, detail, iterators::COPIED);
            }
            failed = true;
            return;
        };
        let current = match (&callback, name.as_str()) {
            (Some(callback), "is_sorted_by_key") => {
                let item = match (of_slice, item.has_reference()) {
                    (true, false) => {
                        let item = item::stored(cx, item);
                        item::reference(false, item)
                    }
                    _ => item,
                };
                callback.call(cx, vec![item], site)
            }
            _ => item,
        };
        let current = item::value(current);
        failed |= current.ty.is_error();
        cx.infer.unify(&previous.ty, &current.ty);
        let current = pinned(cx, current);
        // rustc infers the type of the variable from the first assignment, which comes before its use.
        let (then, ()) = cx.in_block(|cx| {
            assign(cx, &previous, current.clone());
            assign(cx, &found, truth(true, site));
        });
        let (otherwise, ()) = cx.in_block(|cx| {
            let in_order = match (&callback, name.as_str()) {
                (Some(callback), "is_sorted_by") => {
                    let before = pinned(cx, previous.clone());
                    let items = [before, current.clone()].map(|value| {
                        let item = shape.item(cx, value);
                        match of_slice && item.has_reference() {
                            true => item,
                            false => item::reference(false, item),
                        }
                    });
                    let value = callback.call(cx, items.to_vec(), site);
                    failed |= value.ty.is_error();
                    let value = item::value(value);
                    cx.infer.unify(&value.ty, &Ty::BOOL);
                    value
                }
                _ => binary(Binary::Le, previous.clone(), current.clone()),
            };
            only_if(cx, not(in_order), |cx| {
                assign(cx, &sorted, truth(false, site));
                loops::leave(cx, outermost, site);
            });
            assign(cx, &previous, current.clone());
        });
        cx.prologue.push(Stmt::If { condition: not(found.clone()), then, otherwise });
    });
    if failed { Expr::error_placeholder(site) } else { sorted }
}

#[cfg(test)]
mod tests {
    use crate::testing::{codes, wgsl};
    use expect_test::expect;

    #[test]
    fn iterators_are_compared() {
        wgsl(
            "|i: Index<1>| { let w = [1.0, a]; if x.iter().lt(&w) { y[i] = 1.0; } if x.iter().eq(w.iter()) { y[i] = 2.0; } }",
            expect![[r#"
                var w_: <[f32 ; 2usize]> = <[f32 ; 2usize]>(1.0f, a);
                let value_: u32 = x.extent[0];
                var counter_: u32 = 0u;
                var less_: bool = false;
                var greater_: bool = false;
                var differs_: bool = false;
                for (var place_ = 0u; place_ < value_; place_ += 1u) {
                    if (counter_ >= 2u) {
                        greater_ = true;
                        break;
                    }
                    let number_: u32 = counter_;
                    counter_ += 1u;
                    let value_2: f32 = x[place_];
                    let value_3: f32 = w_[number_];
                    if (amp_leaves(value_2 < value_3)) {
                        less_ = true;
                        break;
                    }
                    if (amp_leaves(value_2 > value_3)) {
                        greater_ = true;
                        break;
                    }
                    if (amp_leaves(!(value_2 == value_3))) {
                        differs_ = true;
                        break;
                    }
                }
                if (!(less_ || greater_ || differs_) && !(counter_ >= 2u)) {
                    less_ = true;
                }
                if (less_) {
                    y[amp_global[0]] = 1.0f;
                }
                let value_4: u32 = x.extent[0];
                var counter_2: u32 = 0u;
                var less_2: bool = false;
                var greater_2: bool = false;
                var differs_2: bool = false;
                for (var place_2 = 0u; place_2 < value_4; place_2 += 1u) {
                    if (counter_2 >= 2u) {
                        greater_2 = true;
                        break;
                    }
                    let number_2: u32 = counter_2;
                    counter_2 += 1u;
                    let value_5: f32 = x[place_2];
                    let value_6: f32 = w_[number_2];
                    if (amp_leaves(!(value_5 == value_6))) {
                        differs_2 = true;
                        break;
                    }
                }
                if (!(less_2 || greater_2 || differs_2) && !(counter_2 >= 2u)) {
                    less_2 = true;
                }
                if (!(less_2 || greater_2 || differs_2)) {
                    y[amp_global[0]] = 2.0f;
                }
            "#]],
        );
        wgsl(
            "|i: Index<1>| { if x.iter().is_sorted() { y[i] = 1.0; } }",
            expect![[r#"
            let value_: u32 = x.extent[0];
            var sorted_: bool = true;
            var found_: bool = false;
            var previous_: f32;
            for (var place_ = 0u; place_ < value_; place_ += 1u) {
                let value_2: f32 = x[place_];
                if (!found_) {
                    previous_ = value_2;
                    found_ = true;
                } else {
                    if (!(previous_ <= value_2)) {
                        sorted_ = false;
                        break;
                    }
                    previous_ = value_2;
                }
            }
            if (sorted_) {
                y[amp_global[0]] = 1.0f;
            }
        "#]],
        );
        codes("|i: Index<1>| { if x.iter().eq(x.iter().filter(|v| **v > a)) { y[i] = 1.0; } }", &[]);
        codes("|i: Index<1>| { if z.iter().copied().eq(steps(n).fuse()) { y[i] = 1.0; } }", &["AMP012"]);
    }
}
