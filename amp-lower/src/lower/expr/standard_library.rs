//! Some functions of the standard library exist in kernels: `mem::swap`, `mem::replace`, `mem::take`,
//! `cmp::min`, `cmp::max` and `Default::default`.
//!
//! ```rust,ignore
//! std::mem::swap(&mut a, &mut b);
//! let old = std::mem::replace(&mut w[k], cmp::max(m, n));
//! ```
//!
//! - `take` works for scalars, whose default is zero, and for all types with `Default`.
//! - `Default::default()` is a value of the host, so its type needs only `Default`.

use super::{method, reference};
use crate::diagnostics::Code;
use crate::ir::{Call, Callee, Expr, ExprKind, ImplOf, Stmt, Ty};
use crate::lower::context::Context;
use crate::lower::path;
use crate::lower::pattern::pinned;
use crate::site::Site;
use amp_shader::Scalar;
use amp_shader::methods::Method;

/// Lowers a call of one of the supported functions of `std::mem`, `std::cmp` and `Default`. `None` for other
/// functions.
pub(super) fn lower(cx: &mut Context<'_>, it: &syn::ExprCall, names: &[&str], site: Site) -> Option<Expr> {
    Some(match (names, it.args.len()) {
        ([.., "mem", "swap"], 2) => swap(cx, it, site),
        ([.., "mem", "replace"], 2) => replace(cx, it, site),
        ([.., "mem", "take"], 1) => take(cx, it, site),
        ([.., "cmp", name @ ("min" | "max")], 2) => {
            let method = Method::find(name)?;
            let arguments = super::sequence(cx, &it.args, super::lower);
            let receiver = arguments.first()?.ty.clone();
            if arguments.iter().any(|argument| argument.ty.is_error()) {
                return Some(Expr::error_placeholder(site));
            }
            let ident = syn::Ident::new(name, Site::of(&it.func).last);
            method::builtin_method(cx, method, ident, receiver, arguments, site)
        }
        _ => return None,
    })
}

/// Lowers `Default::default()` for a type that rustc infers. The host computes the value when it links the
/// shader.
pub(super) fn default(cx: &mut Context<'_>, path: &syn::ExprPath, site: Site) -> Expr {
    let ty = cx.infer.value();
    let callee = Callee::Associated(ty.clone(), "<default>".to_owned(), ImplOf::Inferred);
    let written = Call::Path(path::called(path));
    Expr { kind: ExprKind::Call { callee, written, arguments: Vec::new() }, ty, site }
}

/// The target of a `&mut` argument. `None` for other arguments.
fn mutable_target(argument: Expr) -> Option<Expr> {
    match argument.kind {
        ExprKind::Reference { mutable: true, place } => Some(*place),
        _ => None,
    }
}

fn swap(cx: &mut Context<'_>, it: &syn::ExprCall, site: Site) -> Expr {
    let arguments = super::sequence(cx, &it.args, reference::argument);
    let nothing = Expr { kind: ExprKind::Tuple(Vec::new()), ty: Ty::Unit, site };
    let mut places = arguments.into_iter().map(mutable_target);
    let (Some(Some(a)), Some(Some(b))) = (places.next(), places.next()) else {
        cx.report(Code::AMP011, site, "the arguments of `swap` are not places; write `swap(&mut a, &mut b)`");
        return Expr::error_placeholder(site);
    };
    cx.infer.unify(&a.ty, &b.ty);
    let held = pinned(cx, a.clone());
    cx.prologue.push(Stmt::Assign { place: a, operator: None, value: b.clone() });
    cx.prologue.push(Stmt::Assign { place: b, operator: None, value: held });
    nothing
}

fn replace(cx: &mut Context<'_>, it: &syn::ExprCall, site: Site) -> Expr {
    let mut arguments = super::sequence(cx, &it.args, |cx, argument| match argument {
        syn::Expr::Reference(_) | syn::Expr::Path(_) => reference::argument(cx, argument),
        other => super::lower(cx, other),
    });
    let value = arguments.pop();
    let (Some(place), Some(value)) = (arguments.pop().and_then(mutable_target), value) else {
        cx.report(
            Code::AMP011,
            site,
            "the first argument of `replace` is not a place; write `replace(&mut a, value)`",
        );
        return Expr::error_placeholder(site);
    };
    if value.ty.is_error() {
        return Expr::error_placeholder(site);
    }
    cx.infer.unify(&place.ty, &value.ty);
    replace_value(cx, place, value)
}

fn take(cx: &mut Context<'_>, it: &syn::ExprCall, site: Site) -> Expr {
    let argument = super::sequence(cx, &it.args, reference::argument).pop();
    let Some(place) = argument.and_then(mutable_target) else {
        cx.report(Code::AMP011, site, "the argument of `take` is not a place; write `take(&mut a)`");
        return Expr::error_placeholder(site);
    };
    let ty = cx.infer.resolve(&place.ty);
    let kind = match (&ty, cx.infer.zero(&ty)) {
        (Ty::Error, _) => return Expr::error_placeholder(site),
        (Ty::Scalar(Scalar::Bool), _) => ExprKind::Bool(false),
        (_, Some(zero)) => ExprKind::Literal(zero.to_owned()),
        _ => {
            let value = default(cx, &syn::parse_quote!(::core::default::Default::default), site);
            cx.infer.unify(&place.ty, &value.ty);
            return replace_value(cx, place, value);
        }
    };
    replace_value(cx, place, Expr { kind, ty, site })
}

/// Assigns the value to the place, and returns the previous value of the place.
fn replace_value(cx: &mut Context<'_>, place: Expr, value: Expr) -> Expr {
    let value = pinned(cx, value);
    let (ty, site) = (place.ty.clone(), place.site);
    let held = cx.temporary("held", site, ty.clone(), false);
    cx.prologue.push(Stmt::Let { var: held, value: Some(place.clone()) });
    cx.prologue.push(Stmt::Assign { place, operator: None, value });
    Expr { kind: ExprKind::Local(held), ty, site }
}

#[cfg(test)]
mod tests {
    use crate::testing::{codes, wgsl};
    use expect_test::expect;

    #[test]
    fn swap_replace_and_take_modify_places() {
        wgsl(
            "|i: Index<1>| { let mut p = 1.0; let mut q = [2.0; 2]; std::mem::swap(&mut p, &mut q[n % 2]); y[i] = std::mem::replace(&mut p, q[1]) + std::mem::take(&mut q[0]); }",
            expect![[r#"
                var p_: f32 = 1.0f;
                var q_: <[f32 ; 2usize]> = <[f32 ; 2usize]>(2.0f; 2usize);
                let value_: f32 = p_;
                p_ = q_[n % 2u];
                q_[n % 2u] = value_;
                let value_2: f32 = q_[1];
                let held_: f32 = p_;
                p_ = value_2;
                let held_2: f32 = q_[0];
                q_[0] = 0.0f;
                y[amp_global[0]] = held_ + held_2;
            "#]],
        );
    }

    #[test]
    fn min_and_max_compare() {
        wgsl(
            "|i: Index<1>| { z[i] = std::cmp::max(z[i] + 3, core::cmp::min(n as u32, 4)); }",
            expect![[r#"
                z[amp_global[0]] = max(z[amp_global[0]] + 3u, min(u32(n), 4u));
            "#]],
        );
    }

    #[test]
    fn values_are_rejected() {
        codes(
            "|i: Index<1>| { let p = (1, 2); let mut q = (1, 2); std::mem::swap(p, q); let r = std::mem::take(q); let s = std::mem::replace(3, 4); }",
            &["AMP011", "AMP011", "AMP011"],
        );
    }
}
