//! A device function returns a slice of an array in its argument.
//!
//! ```rust,ignore
//! let part: &[f32] = inner(&w, n);
//! y[i] = part.iter().sum::<f32>() + part[0];
//! ```
//!
//! - The function returns a part of a parameter `&[T]` or `&[T; N]`, or of an array in a struct: `&self.items[..self.len]`.
//! - The `let` declares the type. A method `as_slice` needs no type: `list.as_slice().iter()`.
//! - The result may contain several slices, as in `Option<(u32, &[u8])>`. A name in the pattern is a slice if it is that of an
//!   argument, if it is `rest`, `tail`, `remaining` or `remainder`, or if its use shows it. Otherwise, declare the type.

use super::{slice, through_reference};
use crate::diagnostics::Code;
use crate::diagnostics::advice::signature;
use crate::ir::{Expr, ExprKind, Ty};
use crate::lower::context::Context;
use crate::lower::iterators::{self, optional_item};
use crate::lower::pattern::pinned;
use crate::lower::stmt;
use crate::parse::optional_references::Kind;
use crate::parse::reference_results::hidden_call;
use crate::parse::result_shapes::Shape;
use crate::parse::returned_parts;
use crate::parse::slice_results::{array_of, slice_of};
use crate::site::Site;
use proc_macro2::{Ident, Span};

/// Lowers the operand of `*` in `*returned_slice(call)` to the slice.
pub(super) fn place(cx: &mut Context<'_>, call: &syn::Expr) -> Expr {
    let call = super::without_parentheses(call);
    let site = Site::of(call);
    // `w.as_slice()` of an array
    if let syn::Expr::MethodCall(it) = call
        && it.method == "as_slice"
        && it.args.is_empty()
        && optional_item::is_items(cx, &it.receiver)
    {
        let receiver = &it.receiver;
        return super::place(cx, &syn::parse_quote_spanned!(it.method.span()=> #receiver[..]));
    }
    cx.body.borrows = true;
    if is_local(cx, call) {
        return borrowed(cx, call);
    }
    cx.scoped(|cx| {
        let call = named_arguments(cx, call.clone());
        made(cx, &call, site).unwrap_or_else(|| Expr::error_placeholder(site))
    })
}

/// Lowers `returned_slice_option(call)` to an `Option` with a slice, which exists only at compile time.
pub(super) fn optional(cx: &mut Context<'_>, call: &syn::Expr, kind: Kind) -> Expr {
    let call = super::without_parentheses(call);
    let site = Site::of(call);
    cx.body.borrows = true;
    if is_local(cx, call) {
        return super::lower_full(cx, call);
    }
    cx.scoped(|cx| {
        let call = named_arguments(cx, call.clone());
        let Some((base, value)) = parts(cx, &call) else { return Expr::error_placeholder(site) };
        let value = pinned(cx, value);
        optional_item::with_item(cx, value, kind, site, |cx, position| slice_at(cx, &base, position))
    })
}

/// Lowers `returned::<T>(value)`. The value is a call of a function whose result contains slices, or the result of `?` and some
/// methods of such a call. The references in `T` show where the value has references.
pub(super) fn parts_of_result(cx: &mut Context<'_>, ty: &syn::Type, it: &syn::Expr) -> Expr {
    let (shape, site) = (Shape::of(ty), Site::of(it));
    let mut whole = super::without_parentheses(it).clone();
    let Some(call) = returned_parts::base(&whole).filter(|call| !is_local(cx, call)).cloned() else {
        return super::lower_full(cx, it);
    };
    cx.body.borrows = true;
    let value = cx.scoped(|cx| {
        let call = named_arguments(cx, call);
        let (array, value) = parts(cx, &call)?;
        *returned_parts::base_mut(&mut whole)? = iterators::named(cx, value);
        let value = super::lower(cx, &whole);
        if value.ty.is_error() {
            return None;
        }
        let value = pinned(cx, value);
        Some(with_references(cx, &array, value, &shape, site))
    });
    value.unwrap_or_else(|| Expr::error_placeholder(site))
}

/// The result of a function, made of the result of its hidden function.
fn with_references(cx: &mut Context<'_>, array: &Expr, value: Expr, shape: &Shape, site: Site) -> Expr {
    match shape {
        Shape::Value => value,
        Shape::Reference => {
            let target = pinned(cx, value);
            optional_item::reference(target)
        }
        Shape::Slice => {
            let slice = slice_at(cx, array, value);
            optional_item::reference(Expr { site, ..slice })
        }
        Shape::Tuple(shapes) => {
            let parts: Vec<_> = shapes
                .iter()
                .enumerate()
                .map(|(n, shape)| {
                    let part = crate::lower::pattern::field(cx, &value, n);
                    let part = pinned(cx, part);
                    with_references(cx, array, part, shape, site)
                })
                .collect();
            let ty = Ty::Tuple(parts.iter().map(|part| part.ty.clone()).collect());
            Expr { kind: ExprKind::Tuple(parts), ty, site }
        }
        Shape::Option(of) | Shape::Result(of, _) => {
            let kind = match shape {
                Shape::Option(_) => Kind::Option,
                _ => Kind::Result,
            };
            optional_item::with_payload(cx, value, kind, site, |cx, payload| {
                let payload = pinned(cx, payload);
                with_references(cx, array, payload, of, site)
            })
        }
    }
}

/// Whether a call is one of a closure in a variable.
fn is_local(cx: &Context<'_>, call: &syn::Expr) -> bool {
    matches!(call, syn::Expr::Call(call) if matches!(&*call.func, syn::Expr::Path(path)
        if path.path.get_ident().is_some_and(|ident| cx.lookup(ident).is_some())))
}

fn made(cx: &mut Context<'_>, call: &syn::Expr, site: Site) -> Option<Expr> {
    let (base, position) = parts(cx, call)?;
    Some(Expr { site, ..slice_at(cx, &base, position) })
}

/// The slice of an array with a position, a tuple of the first position and the length.
fn slice_at(cx: &mut Context<'_>, base: &Expr, position: Expr) -> Expr {
    let pair = Ty::Tuple(vec![Ty::USIZE; 2]);
    cx.infer.unify(&position.ty, &pair);
    let position = pinned(cx, Expr { ty: pair, ..position });
    let [start, len] = [0, 1].map(|n| {
        let end = crate::lower::pattern::field(cx, &position, n);
        pinned(cx, end)
    });
    slice::part(cx, base, start, len)
}

/// The array of which a call returns a slice, and the result of the hidden function. `None` after an error.
fn parts(cx: &mut Context<'_>, call: &syn::Expr) -> Option<(Expr, Expr)> {
    let arguments: Vec<syn::Expr> = match call {
        syn::Expr::MethodCall(_) => Vec::new(),
        syn::Expr::Call(call) => call.args.iter().cloned().collect(),
        _ => return None,
    };
    let at = arguments.iter().position(|argument| {
        optional_item::is_items(cx, argument)
            || matches!(argument, syn::Expr::Reference(it) if optional_item::is_items(cx, &it.expr))
    });
    let name = name(call)?;
    let base = match at {
        Some(at) => borrowed(cx, &arguments[at]),
        None => {
            let array = super::lower(cx, &renamed(call, &array_of(&name))?);
            pinned(cx, array)
        }
    };
    let position = super::lower(cx, &renamed(call, &slice_of(&name, at))?);
    (!base.ty.is_error() && !position.ty.is_error()).then_some((base, position))
}

/// The name of the called function.
fn name(call: &syn::Expr) -> Option<String> {
    let name = match call {
        syn::Expr::MethodCall(call) => call.method.to_string(),
        syn::Expr::Call(call) => match &*call.func {
            syn::Expr::Path(path) => path.path.segments.last()?.ident.to_string(),
            _ => return None,
        },
        _ => return None,
    };
    Some(name.trim_start_matches("r#").to_owned())
}

/// The call of the hidden function with the given name.
fn renamed(call: &syn::Expr, name: &str) -> Option<syn::Expr> {
    let mut hidden = hidden_call(call, |own| own.to_owned(), None)?;
    match &mut hidden {
        syn::Expr::MethodCall(call) => call.method = Ident::new(name, call.method.span()),
        syn::Expr::Call(call) => {
            let syn::Expr::Path(path) = &mut *call.func else { return None };
            let last = path.path.segments.last_mut()?;
            last.ident = Ident::new(name, last.ident.span());
        }
        _ => return None,
    }
    Some(hidden)
}

/// Binds the arguments of a call to names, so that they are evaluated once.
fn named_arguments(cx: &mut Context<'_>, call: syn::Expr) -> syn::Expr {
    let syn::Expr::Call(mut it) = call else { return through_reference::with_fixed_arguments(cx, call) };
    for (n, argument) in it.args.iter_mut().enumerate() {
        let is_name = matches!(argument, syn::Expr::Lit(_) | syn::Expr::Path(_));
        if is_name && !through_reference::is_value(cx, argument) {
            continue;
        }
        if let syn::Expr::Closure(closure) = argument {
            closure.capture.get_or_insert_default();
        }
        let name = Ident::new(&format!("amp_argument{n}"), Span::mixed_site());
        stmt::lower(cx, &syn::parse_quote!(let #name = #argument;));
        *argument = syn::parse_quote!(#name);
    }
    syn::Expr::Call(it)
}

/// Lowers `part_of(array, slice)` to the first position of the slice and its length.
pub(super) fn position(cx: &mut Context<'_>, whole: &syn::Expr, part: &syn::Expr, site: Site) -> Expr {
    let (whole, part) = (borrowed(cx, whole), borrowed(cx, part));
    if whole.ty.is_error() || part.ty.is_error() {
        return Expr::error_placeholder(site);
    }
    position_in(cx, &whole, part, site).unwrap_or_else(|| Expr::error_placeholder(site))
}

/// The first position and the length of a slice of an array. `None` after an error.
fn position_in(cx: &mut Context<'_>, array: &Expr, part: Expr, site: Site) -> Option<Expr> {
    // The name of a parameter may be that of a variable with a slice of it.
    let array = match &array.kind {
        ExprKind::Slice { root, .. } => root,
        _ => array,
    };
    let Some((_, start, len)) =
        stmt::borrow::parts_of_slice(cx, part).filter(|(root, ..)| is_same(root, array))
    else {
        let detail = "a result that is no slice of the array of the other results";
        cx.advise(Code::AMP001, site, detail, signature::RETURNED_SLICE);
        return None;
    };
    let ends = [start, len].map(|end| pinned(cx, end)).into();
    Some(Expr { kind: ExprKind::Tuple(ends), ty: Ty::Tuple(vec![Ty::USIZE; 2]), site })
}

/// The target of a reference.
fn borrowed(cx: &mut Context<'_>, it: &syn::Expr) -> Expr {
    let mut place = match super::without_parentheses(it) {
        syn::Expr::Reference(it) => super::place(cx, &it.expr),
        other => super::lower_full(cx, other),
    };
    while let ExprKind::Reference { place: inner, .. } = place.kind {
        place = *inner;
    }
    place
}

/// Whether two places are the same variable, or the same field.
fn is_same(a: &Expr, b: &Expr) -> bool {
    match (&a.kind, &b.kind) {
        (ExprKind::Local(a), ExprKind::Local(b)) => a == b,
        (ExprKind::Field(a, m), ExprKind::Field(b, n)) => m.text() == n.text() && is_same(a, b),
        (ExprKind::Reference { place, .. }, _) => is_same(place, b),
        (_, ExprKind::Reference { place, .. }) => is_same(a, place),
        _ => false,
    }
}

#[cfg(test)]
mod tests {
    use crate::testing::wgsl;
    use expect_test::expect;

    #[test]
    fn slices_are_made_of_arguments() {
        wgsl(
            "|i: Index<1>| { let w = [1.0, a, 3.0, 4.0]; let part: &[f32] = inner(&w, n); y[i] = part.iter().sum::<f32>() + part[0] + total(part); }",
            expect![[r#"
                var w_: <[f32 ; 4usize]> = <[f32 ; 4usize]>(1.0f, a, 3.0f, 4.0f);
                var by_ref_: <[f32 ; 4usize]> = w_;
                let value_: <(usize , usize ,)> = <inner>::amp_slice_0_of_inner(&by_ref_, n);
                let value_2: u32 = value_.0;
                let value_3: u32 = value_.1;
                var sum_: f32 = -0.0f;
                for (var place_ = 0u; place_ < value_3; place_ += 1u) {
                    sum_ += w_[value_2 + place_];
                }
                let value_4: f32 = sum_;
                let value_5: f32 = value_4 + w_[value_2];
                var by_ref_2: <[f32 ; 4usize]> = w_;
                y[amp_global[0]] = Add<f32, _>(value_5, total(&by_ref_2 from value_2 [value_3]));
            "#]],
        );
    }
}
