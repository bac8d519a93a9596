//! Lowers expressions: one match over syn's expressions, with one file for each construct.

mod aliasing;
mod array;
mod associated;
mod atomic;
mod barrier;
mod binary;
mod bytes;
mod call;
mod callable;
mod cast;
pub(super) mod chosen_slice;
mod closure;
mod closure_return;
mod const_block;
mod constant_text;
mod contains;
mod convert;
mod element_method;
mod extent;
mod field;
mod if_value;
mod implicit_reborrow;
mod in_place_method;
mod index;
mod index_space;
mod literal;
mod matches;
mod method;
mod path;
mod question_mark;
pub(super) mod range;
mod record;
mod reference;
pub(super) mod reference_operators;
mod returned_closure;
mod returned_slice;
pub(super) mod slice;
mod slice_method;
mod standard_library;
mod subview;
mod swizzle;
mod through_reference;
mod user_index;

mod collective_args;
mod unary;

use super::context::Context;
use super::iterators;
use super::pattern::pinned;
use super::shared_references;
use super::stmt::{labelled, macro_call};
use super::unsupported;
use crate::diagnostics::Code;
use crate::diagnostics::advice::construct;
use crate::ir::{Expr, ExprKind, Source, Stmt, Ty};
use crate::site::{Site, quoted};
pub(super) use array::{array_for_loop, array_length};
pub(super) use barrier::barrier;
pub(super) use call::{is_type, is_variant_call, owner};
pub(super) use callable::declare_function;
pub(crate) use callable::method_of_number;
pub(super) use closure::{
    bind_argument, closure_argument as passed_closure, declare as closure,
    is_reference as is_reference_parameter, local_of as local_closure,
};
pub(super) use closure_return::{kind_of_closure, kind_of_function, kind_of_value, without_returns};
pub(super) use convert::array_of;
pub(super) use element_method::{mark_written_by_statement, may_be_modified};
pub(super) use extent::rank_from_pattern as tell_rank;
pub(super) use if_value::{assign, has_value as ends_in_value, unit};
use matches::is_matches;
pub(super) use path::constant;
pub(super) use reference::{argument, captured, is_by_ref_self, mutable_receiver, with_fixed_subscripts};
pub(super) use returned_closure::declare as declare_returned_closure;
pub(super) use slice_method::{is_receiver as is_array_or_slice, length_argument, returns_slice};
pub(super) use through_reference::{
    CopyOfTarget, assign as assign_through_reference, store_copies, writable as behind_reference,
};
pub(super) use user_index::assign as assign_own;

/// The deepest nesting of operators in one expression. Operands that nest more deeply become variables,
/// because shader compilers recurse over expressions and would overflow their stacks.
const MAX_FLAT_TERMS: usize = 32;

/// Lowers an expression to its value. If the value is a reference, returns the reference's target. Appends
/// the statements that the expression needs to the prologue.
pub(super) fn lower(cx: &mut Context<'_>, it: &syn::Expr) -> Expr {
    let lowered = lower_full(cx, it);
    value_of(cx, lowered, Site::of(it))
}

/// The value of an expression that may be a reference, which stands at `site`.
pub(super) fn value_of(cx: &mut Context<'_>, mut lowered: Expr, site: Site) -> Expr {
    while let ExprKind::Reference { place, .. } = lowered.kind {
        lowered = *place;
    }
    match lowered.kind {
        ExprKind::Optional { .. } => iterators::optional_item::as_value(cx, &lowered, site),
        ExprKind::Tuple(_) if lowered.has_reference() => {
            match shared_references::owned(cx, lowered.clone()) {
                Some((value, _)) => value,
                None => iterators::without_references(lowered),
            }
        }
        _ => iterators::without_references(lowered),
    }
}

/// Lowers an expression to its value. References in it stay references, also those in tuples and in variants.
pub(super) fn with_references(cx: &mut Context<'_>, it: &syn::Expr) -> Expr {
    match without_parentheses(it) {
        syn::Expr::Reference(borrow) if borrow.mutability.is_none() => {
            super::stmt::borrow::value_or_reference(cx, it)
        }
        other if is_by_ref_self(cx, other) => argument(cx, other),
        other if shared_references::is_alias_of_value(cx, other) => shared_references::aliased(cx, other),
        other => lower_full(cx, other),
    }
}

/// Lowers an expression to its value. If the value is a reference, returns the reference.
pub(in crate::lower) fn lower_full(cx: &mut Context<'_>, it: &syn::Expr) -> Expr {
    let it = without_parentheses(it);
    let site = Site::of(it);
    let around = cx.infer.at.replace(site);
    let lowered = cx.nested(site, |cx| {
        let value = lower_one(cx, it, site);
        let computed = matches!(value.kind, ExprKind::Binary(..) | ExprKind::Unary(..));
        let cut = computed && cx.nesting.depth % MAX_FLAT_TERMS == 0 && value.height() >= MAX_FLAT_TERMS / 2;
        if cut { pinned(cx, value) } else { value }
    });
    cx.infer.at = around.or(Some(site));
    lowered.unwrap_or_else(|| Expr::error_placeholder(site))
}

/// Removes the parentheses around an expression, so that they do not count as a nesting level.
pub(super) fn without_parentheses(mut it: &syn::Expr) -> &syn::Expr {
    while let syn::Expr::Paren(inner) = it {
        it = &inner.expr;
    }
    it
}

fn lower_one(cx: &mut Context<'_>, it: &syn::Expr, site: Site) -> Expr {
    match it {
        it @ (syn::Expr::If(_) | syn::Expr::Match(_) | syn::Expr::Block(_))
            if chosen_slice::is_one(cx, it) =>
        {
            chosen_slice::lower(cx, it)
        }
        syn::Expr::Array(it) => array::lower(cx, it, site),
        syn::Expr::Binary(it) => binary::lower(cx, it),
        syn::Expr::Block(it) if it.label.is_some() => labelled::value(cx, it, site),
        syn::Expr::Block(it) => if_value::block(cx, it, site),
        syn::Expr::Call(it) => sequenced_call(cx, site, |cx| call::lower(cx, it, site)),
        syn::Expr::Const(it) => const_block::lower(cx, it, site),
        syn::Expr::Cast(it) => cast::lower(cx, it, site),
        syn::Expr::Field(it) => field::lower(cx, it, site),
        syn::Expr::If(it) => if_value::lower(cx, it, site),
        syn::Expr::Index(it) => index::lower(cx, it, site),
        syn::Expr::Lit(it) => literal::lower(cx, it, site),
        syn::Expr::Loop(it) => if_value::loop_value(cx, it, site),
        syn::Expr::Match(it) => if_value::match_value(cx, it, site),
        syn::Expr::MethodCall(it) => sequenced_call(cx, site, |cx| method::lower(cx, it, site)),
        syn::Expr::Path(it) => path::lower(cx, it, site),
        syn::Expr::Range(it) => range::lower(cx, it, site),
        syn::Expr::Repeat(it) => array::repeat(cx, it, site),
        syn::Expr::Reference(borrow) if borrow.mutability.is_none() => {
            cx.body.borrows = true;
            super::stmt::borrow::value_or_reference(cx, it)
        }
        syn::Expr::Reference(it) => {
            reference::misplaced(cx, it);
            Expr::error_placeholder(site)
        }
        syn::Expr::Struct(it) => record::lower(cx, it, site),
        syn::Expr::Try(it) => question_mark::lower(cx, it, site),
        syn::Expr::Tuple(it) => array::tuple(cx, it, site),
        syn::Expr::Unary(it) => unary::lower(cx, it, site),
        syn::Expr::Macro(it) => matches::lower(cx, &it.mac, site).unwrap_or_else(|| {
            macro_call(cx, &it.mac);
            match cx.prologue.last_mut() {
                Some(Stmt::Assert { condition: condition @ None, .. }) => {
                    // The code after the panic uses the panic's value, and rustc must not warn that this code
                    // is unreachable. So the panic gets a condition that rustc cannot evaluate.
                    let never = Source::of_tokens(quote::quote!(!::amp::__private::opaque_true()));
                    *condition = Some(Expr { kind: ExprKind::Const(never), ty: Ty::BOOL, site });
                    unreachable_value(cx, site)
                }
                Some(Stmt::Assert { .. } | Stmt::Print { .. } | Stmt::If { .. }) => unit(site),
                _ => Expr::error_placeholder(site),
            }
        }),
        other => {
            unsupported::expr(cx, other);
            Expr::error_placeholder(site)
        }
    }
}

/// The value of an expression that never returns: a variable without an initialiser, whose type is inferred
/// from its use.
fn unreachable_value(cx: &mut Context<'_>, site: Site) -> Expr {
    let ty = cx.infer.any();
    let var = cx.temporary("nothing", site, ty.clone(), true);
    cx.prologue.push(Stmt::Let { var, value: None });
    Expr { kind: ExprKind::Local(var), ty, site }
}

/// Lowers a call whose value is used. A call with side effects becomes a statement that stores its result in
/// a variable.
fn sequenced_call(cx: &mut Context<'_>, site: Site, call: impl FnOnce(&mut Context<'_>) -> Expr) -> Expr {
    let outer = std::mem::take(&mut cx.epilogue);
    let mut value = call(cx);
    if value.has_effect() && value.ty == Ty::Unit {
        cx.prologue.push(Stmt::Expr(value));
        value = unit(site);
    } else if value.has_effect() {
        value = pinned(cx, value);
    }
    let after = std::mem::replace(&mut cx.epilogue, outer);
    cx.prologue.extend(after);
    value
}

/// Lowers an expression whose value is discarded.
pub(super) fn dropped(cx: &mut Context<'_>, it: &syn::Expr) {
    let site = Site::of(it);
    let outer = std::mem::take(&mut cx.epilogue);
    let mut value = match it {
        syn::Expr::Call(it) => call::lower(cx, it, site),
        syn::Expr::MethodCall(it) => {
            mark_written_by_statement(cx, it);
            method::lower_statement(cx, it, site)
        }
        _ => lower(cx, it),
    };
    if cx.unused_values.contains(it) {
        report_unused_value(cx, it, &mut value);
    }
    // A unit value needs no statement, and neither does an `Option` whose parts are variables.
    let is_value = match &value.kind {
        ExprKind::Tuple(parts) => !parts.is_empty(),
        ExprKind::Optional { .. } => false,
        _ => true,
    };
    if is_value {
        cx.prologue.push(Stmt::Expr(value));
    }
    let after = std::mem::replace(&mut cx.epilogue, outer);
    cx.prologue.extend(after);
}

/// Reports an unused value at the end of a body that returns nothing. Reports no calls of user functions:
/// rustc reports their unused results, and the purpose of such a call may be its side effects.
fn report_unused_value(cx: &mut Context<'_>, it: &syn::Expr, value: &mut Expr) {
    match &value.kind {
        // In a closure kernel, the purpose of a call with a reference or view argument may be its side
        // effects.
        ExprKind::Call { arguments, .. }
            if cx.signature.infers_captures && arguments.iter().any(Expr::is_argument_only) => {}
        ExprKind::Call { .. } => value.ty = Ty::Unit,
        ExprKind::Tuple(parts) if parts.is_empty() => {}
        // The expression is a call that became a statement. The variable contains its result.
        ExprKind::Local(_) if matches!(it, syn::Expr::Call(_) | syn::Expr::MethodCall(_)) => {}
        _ if value.ty.is_error() || value.ty == Ty::Unit || value.has_effect() => {}
        _ => {
            let detail = format!("unused value `{}`", quoted(it));
            let help = match it {
                syn::Expr::Binary(it) if matches!(it.op, syn::BinOp::Eq(_)) => construct::UNUSED_COMPARISON,
                _ => construct::UNUSED_VALUE,
            };
            cx.advise(Code::AMP005, Site::of(it), detail, help);
        }
    }
}

/// Lowers expressions with `one`, from left to right. If an expression has a prologue, stores the values of
/// the earlier expressions before it, because the prologue could modify them.
fn sequence<'e>(
    cx: &mut Context<'_>,
    parts: impl IntoIterator<Item = &'e syn::Expr>,
    one: fn(&mut Context<'_>, &syn::Expr) -> Expr,
) -> Vec<Expr> {
    let mut out: Vec<Expr> = Vec::new();
    for part in parts {
        let (before, value) = cx.in_block(|cx| one(cx, part));
        if !before.is_empty() {
            out = out.into_iter().map(|earlier| stabilised(cx, earlier)).collect();
        }
        cx.prologue.extend(before);
        out.push(value);
    }
    out
}

/// Makes a value independent of later statements: stores it in a variable. If it is a reference, stores its
/// subscripts.
fn stabilised(cx: &mut Context<'_>, value: Expr) -> Expr {
    match value.kind {
        // A variable cannot store a reference, but it can store the subscripts of its target.
        ExprKind::Reference { mutable, place } => {
            let place = Box::new(with_fixed_subscripts(cx, *place));
            Expr { kind: ExprKind::Reference { mutable, place }, ..value }
        }
        ExprKind::Referenced(of, shape) => {
            let of = Box::new(pinned(cx, *of));
            Expr { kind: ExprKind::Referenced(of, shape), ..value }
        }
        // amp's own range can be read several times, the standard library's is moved.
        ExprKind::ConvertRange(range) => {
            let range = Box::new(pinned(cx, *range));
            Expr { kind: ExprKind::ConvertRange(range), ..value }
        }
        ExprKind::Tuple(parts) if parts.iter().any(Expr::has_reference) => {
            let parts = parts.into_iter().map(|part| stabilised(cx, part)).collect();
            Expr { kind: ExprKind::Tuple(parts), ..value }
        }
        ExprKind::Optional { .. }
        | ExprKind::ViewArg { .. }
        | ExprKind::Barrier
        | ExprKind::Closure(_)
        | ExprKind::Function { .. }
        | ExprKind::ForwardedCallable { .. }
        | ExprKind::ErrorPlaceholder => value,
        _ => pinned(cx, value),
    }
}

/// Lowers the last expression of a block, and returns its value; `None` for a statement without a value.
pub(super) fn value(cx: &mut Context<'_>, it: &syn::Expr) -> Option<Expr> {
    let value = full_value(cx, it)?;
    Some(value_of(cx, value, Site::of(it)))
}

/// Like [`value`], but references in the value stay references.
pub(super) fn full_value(cx: &mut Context<'_>, it: &syn::Expr) -> Option<Expr> {
    let statement = match it {
        syn::Expr::Loop(it) => !crate::lower::loops::has_value(it),
        syn::Expr::ForLoop(_)
        | syn::Expr::While(_)
        | syn::Expr::Assign(_)
        | syn::Expr::Return(_)
        | syn::Expr::Break(_)
        | syn::Expr::Continue(_) => true,
        syn::Expr::Macro(it) => !is_matches(&it.mac),
        syn::Expr::Block(it) => !labelled::has_value(it),
        syn::Expr::If(it) => !if_value::if_has_value(it),
        syn::Expr::Binary(it) => {
            crate::vocabulary::operators::binary(&it.op).is_some_and(|(_, assigns)| assigns)
        }
        _ => false,
    };
    if statement {
        super::stmt::lower(cx, &syn::Stmt::Expr(it.clone(), None));
        return None;
    }
    if barrier(cx, it) {
        return None;
    }
    Some(with_references(cx, it))
}

/// Lowers an expression to a place: the left side of an assignment, the target of a reference, or the
/// receiver of a method that may modify it.
pub(super) fn place(cx: &mut Context<'_>, it: &syn::Expr) -> Expr {
    match it {
        syn::Expr::Paren(it) => place(cx, &it.expr),
        other => {
            cx.usage.subscript_is_place = is_part_of_subscript(other);
            lower(cx, other)
        }
    }
}

/// Whether the expression is a subscript `a[k]`, or a field of one.
fn is_part_of_subscript(it: &syn::Expr) -> bool {
    match without_parentheses(it) {
        syn::Expr::Field(field) => is_part_of_subscript(&field.base),
        other => matches!(other, syn::Expr::Index(_)),
    }
}
