//! Atomic operations modify an element of a view, or a scalar in tile memory, that several work-items access.
//!
//! ```rust,ignore
//! atomic_fetch_add(&mut histogram[bin], 1);
//! let taken = atomic_compare_exchange(&mut owner[k], &mut expected, id);
//! ```
//!
//! - The target is a `u32`, an `i32` or an `f32`. `f32` has no operations on bits.
//! - Loads, stores and exchanges also work on enums with `#[repr(u32)]` or `#[repr(i32)]`.
//! - A view that is the target of an atomic operation is atomic in the whole kernel.

use super::{reference, without_parentheses};
use crate::diagnostics::Code;
use crate::diagnostics::advice::calls;
use crate::ir::{Binary, Expr, ExprKind, Stmt, Ty};
use crate::lower::context::Context;
use crate::lower::pattern::pinned;
use crate::lower::stmt::writable;
use crate::site::{Site, quoted};
use amp_shader::Atomic;

/// Lowers a call of an atomic operation, recognised by its name. `None` for another function.
pub(super) fn lower(cx: &mut Context<'_>, it: &syn::ExprCall, names: &[&str], site: Site) -> Option<Expr> {
    let name = *names.last()?;
    // `atomic_fetch_inc` is lowered to `Add` with the operand 1.
    let (operation, implied) = match name {
        "atomic_fetch_inc" => (Atomic::Add, true),
        "atomic_fetch_dec" => (Atomic::Sub, true),
        _ => (Atomic::find(name)?, false),
    };
    let wanted = if implied { 1 } else { operation.operands() + 1 };
    if it.args.len() != wanted {
        let detail = format!("`{name}` takes {wanted} argument{}", if wanted == 1 { "" } else { "s" });
        cx.advise(Code::AMP011, site, detail, calls::ARGUMENTS);
        return Some(Expr::error_placeholder(site));
    }
    let mut arguments = it.args.iter();
    let mut place = atomic_target(cx, arguments.next()?, operation);
    // The argument `&mut expected` of a compare-exchange, to which the previous value is assigned.
    let mut expected = None;
    let mut operands = Vec::new();
    for argument in arguments {
        let (before, value) = cx.in_block(|cx| reference::argument(cx, argument));
        if !before.is_empty() {
            // Rust evaluates the target and the earlier arguments before this argument, whose statements
            // could modify them. So the subscripts of the target and the values of the earlier arguments are
            // stored first.
            place = place.map(|place| reference::with_fixed_subscripts(cx, place));
            expected = expected.map(|expected| reference::with_fixed_subscripts(cx, expected));
            operands = operands.into_iter().map(|earlier| pinned(cx, earlier)).collect();
        }
        cx.prologue.extend(before);
        operands.push(match value.kind {
            ExprKind::Reference { place, .. }
                if operation == Atomic::CompareExchange && operands.is_empty() =>
            {
                expected = Some((*place).clone());
                *place
            }
            kind => Expr { kind, ..value },
        });
    }
    let place = place?;
    if place.ty.is_error() || operands.iter().any(|operand| operand.ty.is_error()) {
        return Some(Expr::error_placeholder(site));
    }
    if implied {
        operands.push(Expr { kind: ExprKind::Literal("1".to_owned()), ty: place.ty.clone(), site });
    }
    for operand in &operands {
        cx.infer.unify(&operand.ty, &place.ty);
    }
    let ty = if operation == Atomic::Store { Ty::Unit } else { place.ty.clone() };
    let Some(expected) = expected else {
        return Some(Expr {
            kind: ExprKind::Atomic { operation, place: Box::new(place), operands },
            ty,
            site,
        });
    };
    // With `&mut expected`, the value of the call is whether the exchange happened.
    let wanted = pinned(cx, expected.clone());
    operands[0] = wanted.clone();
    let found = Expr { kind: ExprKind::Atomic { operation, place: Box::new(place), operands }, ty, site };
    let found = pinned(cx, found);
    cx.prologue.push(Stmt::Assign { place: expected, operator: None, value: found.clone() });
    let kind = ExprKind::Binary(Binary::Eq, Box::new(found), Box::new(wanted));
    Some(Expr { kind, ty: Ty::BOOL, site })
}

/// Lowers the target of an atomic operation: an element of a written view, or a scalar in tile memory. An
/// operation that modifies the target takes `&mut`. Elements of an `AtomicView` are shared, so `&` is
/// accepted, too.
fn atomic_target(cx: &mut Context<'_>, it: &syn::Expr, operation: Atomic) -> Option<Expr> {
    let syn::Expr::Reference(reference) = without_parentheses(it) else {
        let detail = format!("`{}`; write `&mut {}`", quoted(it), quoted(it));
        cx.report(Code::AMP023, Site::of(it), detail);
        return Some(Expr::error_placeholder(Site::of(it)));
    };
    let shared = reference.mutability.is_none() && operation != Atomic::Load;
    let place = writable(cx, &reference.expr);
    match place.base() {
        ExprKind::Element { capture, .. } if matches!(place.kind, ExprKind::Element { .. }) => {
            cx.mark_atomic(*capture);
            if shared && !cx.changed_by_shared(*capture, reference.and_token.span) {
                refuse_shared(cx, reference);
            }
        }
        ExprKind::Tile(tile) if is_scalar_item(&place) => {
            cx.mark_tile_atomic(*tile);
            if shared {
                refuse_shared(cx, reference);
            }
        }
        ExprKind::ErrorPlaceholder => {}
        _ => {
            let detail = format!("`{}`", quoted(&reference.expr));
            cx.report(Code::AMP023, Site::of(&reference.expr), detail);
            return Some(Expr::error_placeholder(Site::of(it)));
        }
    }
    Some(place)
}

/// Reports `&z[i]` as the target of an operation that modifies its target.
fn refuse_shared(cx: &mut Context<'_>, reference: &syn::ExprReference) {
    let detail =
        format!("`{}` is a shared borrow, but the operation modifies the element", quoted(reference));
    let advice = format!("write `&mut {}`", quoted(&reference.expr));
    cx.advise(Code::AMP023, reference.and_token.span, detail, advice);
}

fn is_scalar_item(place: &Expr) -> bool {
    match &place.kind {
        ExprKind::Subscript(base, _) => is_scalar_item(base),
        ExprKind::Tile(_) => true,
        _ => false,
    }
}

#[cfg(test)]
mod tests {
    use crate::testing::{codes, wgsl};
    use expect_test::expect;

    #[test]
    fn atomic_store_and_load() {
        wgsl(
            "|i: Index<1>| { atomic_store(&mut z[i], 5); y[i] = atomic_load(&z[i]) as f32; }",
            expect![[r#"
                atomic_store_z(amp_global[0], 5u);
                let value_: u32 = atomic_load_z(amp_global[0]);
                y[amp_global[0]] = f32(value_);
            "#]],
        );
    }

    #[test]
    fn views_and_tile_memory_are_targets() {
        wgsl(
            "tile = [16], |t: TiledIndex<1>| {
                #[tile_static] let mut bins: [u32; 16];
                bins[t.local[0]] = 0;
                t.barrier.wait();
                let bin = x[t.global] as usize % 16;
                atomic_fetch_add(&mut bins[bin], 1);
                t.barrier.wait();
                atomic_fetch_max(&mut z[t.tile[0]], bins[t.local[0]]);
                y[t.global] = bins[t.local[0]] as f32;
            }",
            expect![[r#"
                atomic_store_tile_bins_(amp_local[0], 0u);
                storageBarrier();
                workgroupBarrier();
                let bin_: u32 = Cast<f32, usize>(x[amp_global[0]]) % 16u;
                _ = atomic_fetch_add_tile_bins_(bin_, 1u);
                storageBarrier();
                workgroupBarrier();
                _ = atomic_fetch_max_z(amp_tile[0], atomic_load_tile_bins_(amp_local[0]));
                y[amp_global[0]] = f32(atomic_load_tile_bins_(amp_local[0]));
            "#]],
        );
    }

    #[test]
    fn compare_exchange_returns_success() {
        wgsl(
            "|i: Index<1>| { let mut seen = 0; if atomic_compare_exchange(&mut z[i], &mut seen, 7) { y[i] = 1.0; } let done = atomic_compare_exchange(&mut z[i], 1, seen); }",
            expect![[r#"
                var seen_: u32 = 0u;
                let value_: u32 = seen_;
                let value_2: u32 = atomic_compare_exchange_z(amp_global[0], value_, 7u);
                seen_ = value_2;
                if (value_2 == value_) {
                    y[amp_global[0]] = 1.0f;
                }
                let value_3: u32 = atomic_compare_exchange_z(amp_global[0], 1u, seen_);
                let done_: u32 = value_3;
            "#]],
        );
    }

    #[test]
    fn a_changed_place_is_borrowed_mutably() {
        codes(
            "tile = [4], |t: TiledIndex<1>| {
                #[tile_static] let mut s: [u32; 4];
                s[t.local[0]] = atomic_load(&z[t.global]);
                atomic_fetch_add(&s[0], 1);
                atomic_store((&s[1]), 1);
                atomic_fetch_inc(&s[2]);
            }",
            &["AMP023", "AMP023", "AMP023"],
        );
    }

    #[test]
    fn private_targets_are_rejected() {
        codes(
            "|i: Index<1>| { let mut a = 1u32; atomic_fetch_add(&mut a, 1); atomic_load(z[0]); atomic_store(&mut z[0]); }",
            &["AMP023", "AMP023", "AMP011"],
        );
    }
}
