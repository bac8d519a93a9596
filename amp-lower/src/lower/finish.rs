//! Passes over the IR after inference: resolve types, split live ranges, and elide array copies.
//!
//! The passes run in this order: types are resolved first, because both other passes depend on them; then
//! live ranges are split, and at last copies are elided.

use super::context::Context;
use super::{copy_elision, live_range_split, result_forms};
use crate::ir::{Callee, Expr, ExprKind, Function, Kernel, Stmt, Ty};

/// Replaces the inference variables in the types of an expression by their solutions.
pub(super) fn resolve_types(cx: &Context<'_>, expr: &mut Expr) {
    let resolve = |ty: &mut Ty| *ty = cx.infer.resolve(ty);
    resolve(&mut expr.ty);
    match &mut expr.kind {
        ExprKind::Call { callee: Callee::Associated(ty, ..) | Callee::MaybeBuiltin(ty, _), .. } => {
            resolve(ty)
        }
        ExprKind::ReceiverModified { callee, types, result, .. } => {
            types.iter_mut().chain([result]).for_each(resolve);
            if let Callee::Associated(ty, ..) = callee {
                resolve(ty);
            }
        }
        ExprKind::Method { method, arguments, open, .. } => {
            let receiver = arguments.first().map(|receiver| cx.infer.resolve(&receiver.ty));
            *open = receiver.is_some_and(|ty| cx.may_be_user_method(&ty, method));
        }
        ExprKind::Closure(closure) => resolve(&mut closure.result),
        _ => {}
    }
}

/// Runs the passes of this module on a kernel.
pub(super) fn kernel(kernel: &mut Kernel) {
    result_forms::set(&mut kernel.body, None);
    kernel.body.block.iter_mut().for_each(rewrite_reinterpreted_stores);
    live_range_split::split(&mut kernel.body);
    copy_elision::elide_copies(&mut kernel.body);
}

/// Runs the passes of this module on a device function.
pub(super) fn function(mut function: Function) -> Function {
    let result = function.result.clone();
    result_forms::set(&mut function.body, Some(&result));
    function.body.block.iter_mut().for_each(rewrite_reinterpreted_stores);
    live_range_split::split(&mut function.body);
    copy_elision::elide_copies(&mut function.body);
    function
}

/// Rewrites an assignment to an element of a `reinterpret_as` subview. The rewritten statement assigns the
/// underlying element, and reinterprets the bits of the value as the element's type.
fn rewrite_reinterpreted_stores(stmt: &mut Stmt) {
    stmt.blocks_mut().into_iter().flatten().for_each(rewrite_reinterpreted_stores);
    let Stmt::Assign { place, operator, value } = stmt else { return };
    let ExprKind::Bits(element) = &place.kind else { return };
    let (element, ty, site) = ((**element).clone(), place.ty.clone(), value.site);
    let seen = match operator.take() {
        None => value.clone(),
        Some(operator) => {
            let kind = ExprKind::Binary(operator, Box::new(place.clone()), Box::new(value.clone()));
            Expr { kind, ty, site: place.site }
        }
    };
    *value = Expr { kind: ExprKind::Bits(Box::new(seen)), ty: element.ty.clone(), site };
    *place = element;
}
