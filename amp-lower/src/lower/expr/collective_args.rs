//! A collective function is called by the whole tile. Each work-item passes its own values.
//!
//! - A by-reference argument is a whole variable; a component of a variable is copied, and written back.
//! - A subview argument must be uniform in the tile. A device function cannot show that, so it passes the
//!   whole view and the origin instead.
//!
//! In the CPU code one call runs for all work-items, so each argument is stored for each work-item first.

use super::aliasing::overlapping_arguments;
use super::reference::{by_reference, copy_in};
use crate::diagnostics::Code;
use crate::diagnostics::advice::construct;
use crate::ir::{Expr, ExprKind, Stmt};
use crate::lower::context::Context;

/// Reports subviews that a device function passes to a collective function, because they may differ between
/// work-items of the tile. In a kernel, the uniformity analysis checks subviews instead.
pub(super) fn full_views(cx: &mut Context<'_>, arguments: &[Expr]) {
    if cx.signature.tiled.is_some() {
        return;
    }
    for argument in arguments {
        if matches!(&argument.kind, ExprKind::ViewArg { part, .. } if !part.is_empty()) {
            let detail = "a subview that a device function passes to a collective function";
            cx.advise(Code::AMP001, argument.site, detail, construct::SUBVIEW_TO_COLLECTIVE);
        }
    }
}

/// Reports arguments that are overlapping components of one variable, if one of them is passed by `&mut`.
/// rustc does not see the overlap, because lowering copies components. If both arguments are the whole
/// variable, rustc reports the overlap itself.
pub(super) fn check_disjoint(cx: &mut Context<'_>, arguments: &[Expr]) {
    for (argument, var, _) in overlapping_arguments(arguments).filter(|(.., whole)| !whole) {
        let name = cx.variable_ref(var).ident.clone();
        let detail = format!("`{name}` is passed by `&mut` and used again in the same call");
        cx.report(Code::AMP009, argument.site, detail);
    }
}

/// Stores an argument of a collective function in a temporary variable, and returns the variable as the new
/// argument. Returns references, views and the barrier unchanged.
pub(super) fn stored_argument(cx: &mut Context<'_>, argument: Expr) -> Expr {
    if argument.ty.is_error() {
        return argument;
    }
    match argument.kind {
        ExprKind::Reference { .. } => return full_view(cx, argument),
        ExprKind::ViewArg { .. } | ExprKind::Barrier => return argument,
        _ => {}
    }
    let (ty, site) = (argument.ty.clone(), argument.site);
    let var = cx.temporary("argument", site, ty.clone(), false);
    cx.prologue.push(Stmt::Let { var, value: Some(argument) });
    Expr { kind: ExprKind::Local(var), ty, site }
}

/// Stores the receiver of a collective method in a variable. Returns a reference to the variable, and whether
/// the method may take `&mut self`. A shared argument that overlaps the receiver is replaced by a copy, and
/// the method may then not take `&mut self`.
pub(super) fn stored_receiver(cx: &mut Context<'_>, receiver: Expr, arguments: &mut [Expr]) -> (Expr, bool) {
    if let ExprKind::Reference { .. } = receiver.kind {
        let mut may_change = true;
        for argument in arguments {
            let pair = [receiver.clone(), argument.clone()];
            if overlapping_arguments(&pair).next().is_some()
                && let ExprKind::Reference { mutable: false, place } = &mut argument.kind
            {
                **place = copy_in(cx, false, (**place).clone());
                may_change = false;
            }
        }
        return (full_view(cx, receiver), may_change);
    }
    let (ty, site) = (receiver.ty.clone(), receiver.site);
    let var = cx.temporary("receiver", site, ty.clone(), true);
    cx.prologue.push(Stmt::Let { var, value: Some(receiver) });
    (by_reference(Expr { kind: ExprKind::Local(var), ty, site }), false)
}

/// Replaces a reference to a component of a variable by a reference to a copy. If the reference is `&mut`,
/// the copy is written back after the call. A collective function runs for all work-items at once, so its
/// references must be to whole variables.
fn full_view(cx: &mut Context<'_>, by_ref: Expr) -> Expr {
    match by_ref.kind {
        ExprKind::Reference { mutable, place }
            if matches!(place.base(), ExprKind::Local(_)) && !matches!(place.kind, ExprKind::Local(_)) =>
        {
            let place = Box::new(copy_in(cx, mutable, *place));
            Expr { kind: ExprKind::Reference { mutable, place }, ..by_ref }
        }
        kind => Expr { kind, ..by_ref },
    }
}

#[cfg(test)]
mod tests {
    use crate::testing::codes;

    #[test]
    fn overlapping_parts_are_rejected() {
        codes(
            "tile = [16], |t: TiledIndex<1>| { let mut v = (1.0f32, [2.0f32, 3.0]); add(&mut v.0, &v.1[0], &t.barrier); add(&mut v.1[0], &v.1[1], &t.barrier); y[t.global] = v.0; }",
            &[],
        );
        codes(
            "tile = [16], |t: TiledIndex<1>| { let mut v = (1.0f32, [2.0f32, 3.0]); add(&v.1, &v.1[0], &t.barrier); y[t.global] = v.0; }",
            &[],
        );
        codes(
            "tile = [16], |t: TiledIndex<1>| { let mut v = (1.0f32, [2.0f32, 3.0]); add(&mut v.0, &v.0, &t.barrier); y[t.global] = v.0; }",
            &["AMP009"],
        );
        codes(
            "tile = [16], |t: TiledIndex<1>| { let mut v = (1.0f32, [2.0f32, 3.0]); add(&mut v, &v.0, &t.barrier); y[t.global] = v.0; }",
            &["AMP009"],
        );
        codes(
            "tile = [16], |t: TiledIndex<1>| { let mut v = (1.0f32, [2.0f32, 3.0]); add(&v.1, &mut v.1[0], &t.barrier); y[t.global] = v.0; }",
            &["AMP009"],
        );
        // rustc reports these overlaps, so amp reports nothing.
        codes(
            "tile = [16], |t: TiledIndex<1>| { let mut v = (1.0f32, [2.0f32, 3.0]); add(&mut v, &v, &t.barrier); y[t.global] = v.0; }",
            &[],
        );
    }
}
