//! Barriers are statements: `t.barrier.wait()` and its variants for one kind of memory.

use super::field::is_tiled;
use crate::diagnostics::Code;
use crate::diagnostics::advice::construct;
use crate::ir::{Fence, Stmt};
use crate::lower::context::{Binding, Context};
use crate::site::{Site, quoted};
use syn::Member;

/// Lowers a barrier statement. Returns whether the expression was a barrier.
pub(in crate::lower) fn barrier(cx: &mut Context<'_>, it: &syn::Expr) -> bool {
    let syn::Expr::MethodCall(call) = it else { return false };
    let Some(fence) = field_fence(call).or_else(|| parameter_fence(cx, call)) else { return false };
    let syn::Expr::Field(field) = &*call.receiver else {
        cx.prologue.push(Stmt::Barrier(fence, Site::of(it)));
        return true;
    };
    let site = Site::of(it);
    if is_tiled(cx, &field.base) {
        cx.prologue.push(Stmt::Barrier(fence, site));
    } else if matches!(cx.index_binding(&field.base), Some(Binding::Item(_))) {
        cx.report(Code::AMP013, site, format!("`{}` is an `Index`", quoted(&field.base)));
    } else {
        return false;
    }
    if let Some(argument) = call.args.first() {
        cx.advise(Code::AMP001, Site::of(argument), "an argument of a barrier", construct::BARRIER);
    }
    true
}

/// The memory that the barrier orders, for a call on a barrier parameter, such as `barrier.wait()`. `None`
/// for other calls.
fn parameter_fence(cx: &Context<'_>, it: &syn::ExprMethodCall) -> Option<Fence> {
    match cx.index_binding(&it.receiver) {
        Some(Binding::Barrier) => fence_of_method(it),
        _ => None,
    }
}

/// The memory that the barrier orders, for a call on a field `barrier`, such as `t.barrier.wait()`. `None`
/// for other calls.
pub(super) fn field_fence(it: &syn::ExprMethodCall) -> Option<Fence> {
    match &*it.receiver {
        syn::Expr::Field(field) if matches!(&field.member, Member::Named(name) if name == "barrier") => {}
        _ => return None,
    }
    fence_of_method(it)
}

fn fence_of_method(it: &syn::ExprMethodCall) -> Option<Fence> {
    Some(match it.method.to_string().as_str() {
        "wait" | "wait_with_all_memory_fence" => Fence::All,
        "wait_with_global_memory_fence" => Fence::Global,
        "wait_with_tile_static_memory_fence" => Fence::TileStatic,
        _ => return None,
    })
}
