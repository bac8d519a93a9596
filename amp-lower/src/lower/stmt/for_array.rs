//! `for` over an array visits its items by value or by reference.
//!
//! ```rust,ignore
//! for d in [-1, 0, 1] { sum += d; }
//! for (k, v) in w.iter_mut().enumerate() { *v += x[k]; }
//! ```
//!
//! - By value: the array is copied first, as Rust moves it. The array may be a capture or the result of a
//!   call, `grid.around(at)`.
//! - By reference: `&w`, `&mut w`, `w.iter()` and `w.iter_mut()`; each item is an alias.
//! - `.enumerate()` and `.rev()` may follow. See [Iterators](#iterators) for other chains.

use crate::diagnostics::Code;
use crate::ir::{Expr, ExprKind, Range, Stmt, Ty};
use crate::lower::context::{Binding, Context};
use crate::lower::loops::{self, Head};
use crate::lower::{expr, iterators, pattern, subview};
use crate::site::{Site, quoted};

/// The array of a loop, and the order of its items.
struct IteratedArray<'e> {
    array: &'e syn::Expr,
    /// `None` if the loop visits the items by value. Otherwise, whether it visits them by `&mut`.
    by_ref: Option<bool>,
    /// Whether the expression calls `enumerate`.
    enumerated: bool,
    /// Whether the loop visits the items from the last to the first.
    reversed: bool,
}

/// The array and the order of the items in an iterated expression. `None` if the expression cannot be an
/// array.
fn iterated<'e>(cx: &Context<'_>, of: &'e syn::Expr) -> Option<IteratedArray<'e>> {
    match of {
        syn::Expr::Paren(it) => iterated(cx, &it.expr),
        syn::Expr::Reference(it) => Some(IteratedArray {
            array: &it.expr,
            by_ref: Some(it.mutability.is_some()),
            enumerated: false,
            reversed: false,
        }),
        syn::Expr::MethodCall(call) if is_iterator(&call.method) => {
            let receiver = || iterated(cx, &call.receiver).filter(|_| call.args.is_empty());
            match call.method.to_string().as_str() {
                name @ ("iter" | "iter_mut") => {
                    let IteratedArray { array, enumerated: false, reversed: false, .. } = receiver()? else {
                        return None;
                    };
                    Some(IteratedArray {
                        array,
                        by_ref: Some(name == "iter_mut"),
                        enumerated: false,
                        reversed: false,
                    })
                }
                "copied" | "cloned" => receiver()
                    .filter(|it| it.by_ref == Some(false))
                    .map(|it| IteratedArray { by_ref: None, ..it }),
                "into_iter" => receiver(),
                // After `rev`, `enumerate` counts up while the subscript counts down. One loop variable
                // cannot do both, so this form is left to `iterators`.
                "enumerate" => receiver()
                    .filter(|it| !it.enumerated && !it.reversed)
                    .map(|it| IteratedArray { enumerated: true, ..it }),
                "rev" if matches!(&*call.receiver, syn::Expr::MethodCall(_)) => {
                    receiver().map(|it| IteratedArray { reversed: !it.reversed, ..it })
                }
                _ => None,
            }
        }
        // This name may denote an array. In a closure kernel, an unknown name may be a captured array.
        syn::Expr::Path(path)
            if cx.signature.infers_captures
                || path
                    .path
                    .get_ident()
                    .is_none_or(|name| cx.lookup(name).is_some() || cx.is_constant(name)) =>
        {
            Some(IteratedArray {
                array: of,
                by_ref: super::borrow::reference_mutability(cx, of),
                enumerated: false,
                reversed: false,
            })
        }
        syn::Expr::Array(_)
        | syn::Expr::Repeat(_)
        | syn::Expr::If(_)
        | syn::Expr::Match(_)
        | syn::Expr::Block(_)
        | syn::Expr::Loop(_)
        | syn::Expr::Call(_)
        | syn::Expr::MethodCall(_)
        | syn::Expr::Field(_)
        | syn::Expr::Index(_)
        | syn::Expr::Unary(syn::ExprUnary { op: syn::UnOp::Deref(_), .. }) => {
            Some(IteratedArray { array: of, by_ref: None, enumerated: false, reversed: false })
        }
        _ => None,
    }
}

/// Lowers a loop over an array. Returns whether the iterated expression is an array.
pub(super) fn lower(cx: &mut Context<'_>, it: &syn::ExprForLoop) -> bool {
    if iterators::is_of_function(cx, &it.expr) {
        return false;
    }
    let Some(IteratedArray { array, by_ref, enumerated: counted, reversed }) = iterated(cx, &it.expr) else {
        return false;
    };
    // A struct is no array.
    if iterators::references(array).is_some()
        || iterators::named_references(cx, array).is_some()
        || iterators::is_fallible(cx, array)
        || iterators::is_struct(cx, array)
    {
        return false;
    }
    let is_call = matches!(expr::without_parentheses(array), syn::Expr::Call(_) | syn::Expr::MethodCall(_));
    if is_call && iterators::is_known_chain(cx, array) {
        return false;
    }
    // `iterators` lowers loops over the elements of a view.
    if subview::is_subview(cx, array) || matches!(cx.index_binding(array), Some(Binding::Iterator(_))) {
        return false;
    }
    if let Some(capture) = expr::captured(cx, array)
        && iterators::is_view(cx, capture, by_ref.is_some())
    {
        return false;
    }
    let (array, by_ref) = match by_ref {
        Some(true) => (super::writable(cx, array), by_ref),
        // A method such as `trim_ascii` returns a slice.
        None if is_call => {
            let value = expr::lower_full(cx, array);
            match value.kind {
                ExprKind::Reference { mutable, place } => (*place, Some(mutable)),
                _ => (expr::value_of(cx, value, Site::of(array)), None),
            }
        }
        _ => (expr::place(cx, array), by_ref),
    };
    let site = Site::of(&it.for_token);
    if array.ty.is_error() {
        return true;
    }
    let by_ref = by_ref.or_else(|| yields_references(cx, it, &array, counted).then_some(false));
    if iterators::yields_value(cx, &array.ty) {
        return false;
    }
    let Some(len) = expr::array_length(cx, &array) else { return false };
    let (whole, end) = expr::array_for_loop(cx, array, len, by_ref.is_some(), site);
    let number = |digits: &str| Expr { kind: ExprKind::Literal(digits.to_owned()), ty: Ty::USIZE, site };
    let range =
        Range { start: number("0"), end, inclusive: false, reversed, step: None, from_last_step: false };
    let inner = |cx: &mut Context<'_>| {
        cx.in_block(|cx| {
            cx.scoped(|cx| {
                let at = cx.temporary("place", site, Ty::USIZE, false);
                let index = Expr { kind: ExprKind::Local(at), ty: Ty::USIZE, site };
                let value = expr::slice::item(cx, &whole, index.clone(), site);
                let value = match by_ref {
                    Some(mutable) => {
                        let ty = Ty::Reference(mutable, Box::new(value.ty.clone()));
                        Expr { kind: ExprKind::Reference { mutable, place: Box::new(value) }, ty, site }
                    }
                    None => value,
                };
                match parts(&it.pat, counted) {
                    Some((number, part)) => {
                        number.into_iter().for_each(|it| pattern::bind(cx, it, None, Some(index.clone())));
                        expr::bind_argument(cx, part, value);
                    }
                    None => {
                        let detail = format!(
                            "`{}` for an item of `enumerate`; write a pair, `(k, v)`",
                            quoted(&it.pat)
                        );
                        cx.report(Code::AMP016, Site::of(&it.pat), detail);
                        cx.bind_rejected(&it.pat);
                    }
                }
                it.body.stmts.iter().for_each(|stmt| super::lower(cx, stmt));
                at
            })
        })
    };
    loops::around(cx, Head::of(&it.label, site), inner, |cx, (body, var)| {
        cx.prologue.push(Stmt::For { var, range: Box::new(range), body });
    });
    true
}

/// Whether the items of an array or slice whose type only rustc knows are references, as those of a constant `&[T]`. The
/// pattern `&x` shows it, and so does `*x` in the body.
fn yields_references(cx: &mut Context<'_>, it: &syn::ExprForLoop, array: &Expr, counted: bool) -> bool {
    if !matches!(cx.infer.resolve(&array.ty), Ty::Hole(_) | Ty::Var(_)) {
        return false;
    }
    let Some((_, pattern)) = parts(&it.pat, counted) else { return false };
    if matches!(pattern, syn::Pat::Reference(_)) {
        return true;
    }
    let found = pattern::dereferences(pattern, |search| syn::visit::Visit::visit_block(search, &it.body));
    // A user's type in an array may have `Deref`.
    if found {
        cx.body.dereferenced_items.push((array.ty.clone(), array.site));
    }
    found
}

/// The pattern of the index, if `counted`, and the pattern of the item. `None` if `counted` is set and the pattern is
/// not a pair.
fn parts(pattern: &syn::Pat, counted: bool) -> Option<(Option<&syn::Pat>, &syn::Pat)> {
    match pattern {
        _ if !counted => Some((None, pattern)),
        syn::Pat::Paren(it) => parts(&it.pat, counted),
        syn::Pat::Tuple(it) if it.elems.len() == 2 => Some((Some(&it.elems[0]), &it.elems[1])),
        _ => None,
    }
}

/// Whether the standard library has an iterator method of this name.
fn is_iterator(method: &syn::Ident) -> bool {
    const NAMES: [&str; 27] = [
        "by_ref",
        "chain",
        "chunks",
        "cloned",
        "copied",
        "cycle",
        "drain",
        "enumerate",
        "filter",
        "filter_map",
        "flat_map",
        "into_iter",
        "iter",
        "iter_mut",
        "map",
        "rchunks",
        "rev",
        "skip",
        "skip_while",
        "step_by",
        "take",
        "take_while",
        "windows",
        "zip",
        "chunks_exact",
        "chunks_exact_mut",
        "chunks_mut",
    ];
    NAMES.iter().any(|name| method == name)
}

#[cfg(test)]
mod tests {
    use crate::testing::{codes, wgsl};
    use expect_test::expect;

    #[test]
    fn items_are_visited_by_value() {
        wgsl(
            "|i: Index<1>| { let list = [(1.0, 2.0), (3.0, 4.0)]; for (p, q) in list { y[i] += p * q; } for d in [-1, 0, 1] { z[i] += (d + 1) as u32; } }",
            expect![[r#"
                var list_: <[(f32 , f32 ,) ; 2usize]> = <[(f32 , f32 ,) ; 2usize]>(<(f32 , f32 ,)>(1.0f, 2.0f), <(f32 , f32 ,)>(3.0f, 4.0f));
                for (var place_ = 0u; place_ < 2u; place_ += 1u) {
                    let value_: <(f32 , f32 ,)> = list_[place_];
                    let p_: f32 = value_.0;
                    let q_: f32 = value_.1;
                    y[amp_global[0]] += p_ * q_;
                }
                var list_2: <[i32 ; 3usize]> = <[i32 ; 3usize]>(-1i, 0i, 1i);
                for (var place_2 = 0u; place_2 < 3u; place_2 += 1u) {
                    let d_: i32 = list_2[place_2];
                    z[amp_global[0]] += u32(d_ + 1i);
                }
            "#]],
        );
    }

    #[test]
    fn items_are_visited_by_reference() {
        wgsl(
            "|i: Index<1>| { let mut w = [1.0, a]; for v in &mut w { *v += 1.0; } for (k, v) in w.iter().enumerate() { y[i] += *v * k as f32 + v.abs(); } for &v in &w { y[i] += v; } }",
            expect![[r#"
                var w_: <[f32 ; 2usize]> = <[f32 ; 2usize]>(1.0f, a);
                for (var place_ = 0u; place_ < 2u; place_ += 1u) {
                    w_[place_] += 1.0f;
                }
                for (var place_2 = 0u; place_2 < 2u; place_2 += 1u) {
                    let k_: u32 = place_2;
                    y[amp_global[0]] += w_[place_2] * f32(k_) + abs(w_[place_2]);
                }
                for (var place_3 = 0u; place_3 < 2u; place_3 += 1u) {
                    let value_: f32 = w_[place_3];
                    let v_: f32 = value_;
                    y[amp_global[0]] += v_;
                }
            "#]],
        );
        codes(
            "|i: Index<1>| { let w = [1.0, a]; for p in w.iter().enumerate() { } for mut q in &w { } }",
            &["AMP016", "AMP016"],
        );
        codes("|i: Index<1>| { let w = [1.0, a]; for v in w.iter_mut() { } }", &["AMP009"]);
    }

    #[test]
    fn other_iterators_are_rejected() {
        codes(
            "|i: Index<1>| { for u in x.iter().map_windows(f) { } for v in 1.5 { } for w in (2, 3) { } }",
            &["AMP012", "AMP012", "AMP012"],
        );
        // A capture that the kernel does not use otherwise is an array.
        codes("|i: Index<1>| { for v in n { } for w in a.iter() { } }", &[]);
    }
}
