//! `value?` is the value in `Some`, `Ok` or `Continue`, or returns the `None`, `Err` or `Break` from the device function or closure.
//!
//! The result type of the function decides between `Option`, `Result` and `ControlFlow`. For a closure without a result type,
//! the values that it returns decide, or the method that takes it: that of `filter_map` returns an `Option`. A device function
//! converts the error by a `#[device] impl From`, a closure returns it as it is.

use super::closure_return::label;
use crate::diagnostics::Code;
use crate::diagnostics::advice::construct;
use crate::ir::{Call, Callee, Expr, ExprKind, ImplOf, Stmt, Ty, Unary};
use crate::lower::context::{Context, ResultKind};
use crate::lower::iterators::optional_item::{self, Optional};
use crate::lower::iterators::variants;
use crate::lower::path;
use crate::lower::pattern::pinned;
use crate::lower::{loops, variant};
use crate::site::Site;
use proc_macro2::Span;

pub(super) fn lower(cx: &mut Context<'_>, it: &syn::ExprTry, site: Site) -> Expr {
    let named = optional_item::with_named_base(cx, &it.expr);
    let tried = named.as_ref().unwrap_or(&it.expr);
    let unknown = optional_item::of_unknown_type(cx, tried);
    let is_unknown = unknown.is_some();
    let value = unknown.unwrap_or_else(|| super::lower_full(cx, tried));
    if value.ty.is_error() {
        return value;
    }
    let span = it.question_token.span.resolved_at(Span::mixed_site());
    let label_of = |kind| label(Some(kind), span);
    let kinds = ResultKind::ALL;
    let (kind, target) = match cx.nesting.in_closure {
        true => (kinds.into_iter().find(|kind| loops::has_label(cx, &label_of(*kind))), true),
        false => (cx.signature.result_kind, false),
    };
    let (full, empty) = match kind {
        Some(kind) => variants(kind, Site::from(span)),
        None => {
            let detail = match cx.nesting.in_closure {
                true => "`?` in a closure without a result type",
                false => "`?` in code that returns no `Option`, `Result` or `ControlFlow`",
            };
            cx.advise(Code::AMP001, site, detail, construct::QUESTION_MARK);
            return Expr::error_placeholder(site);
        }
    };
    let member = variant::position(0, site);
    let (failed, error, item) = match Optional::of(&value) {
        Some(Optional { some, item, error }) => {
            let kind = ExprKind::Unary(Unary::Not, Box::new(some));
            (Expr { kind, ty: Ty::BOOL, site }, error, item)
        }
        None => {
            let value = pinned(cx, value_of(value));
            let error = variant::payload(cx, &value, &empty, member.clone());
            let item = variant::payload(cx, &value, &full, member.clone());
            (variant::test(&value, &empty, site), Some(error), item)
        }
    };
    let (then, ()) = cx.in_block(|cx| {
        let fields = match (kind, error) {
            (Some(ResultKind::Result), Some(error)) => {
                let error = converted(cx, error, target, site);
                vec![(member, error)]
            }
            (Some(ResultKind::ControlFlow), Some(value)) => vec![(member, value)],
            _ => Vec::new(),
        };
        let returned = variant::value(cx, &empty, fields, site);
        match target {
            true => {
                if let Some(kind) = kind {
                    loops::jump(cx, Some(&label_of(kind)), true, Some(returned), site);
                }
            }
            false => {
                if let Some(result) = cx.signature.result.clone() {
                    cx.infer.receive(&result, &returned.ty);
                }
                cx.prologue.push(Stmt::Return { value: Some(returned), site });
            }
        }
    });
    cx.prologue.push(Stmt::If { condition: failed, then, otherwise: Vec::new() });
    match is_unknown {
        true => optional_item::reference(item),
        false => item,
    }
}

/// The target of a reference, or the value itself.
fn value_of(mut value: Expr) -> Expr {
    while let ExprKind::Reference { place, .. } = value.kind {
        value = *place;
    }
    value
}

/// Converts an error to the error type of the function's result, by `From`. In a closure, returns the error
/// unchanged.
fn converted(cx: &mut Context<'_>, error: Expr, is_of_closure: bool, site: Site) -> Expr {
    let Some(written) = cx.signature.error_type.clone().filter(|_| !is_of_closure) else { return error };
    let ty = crate::lower::ty::lower(cx, &written);
    let callee = Callee::Associated(ty.clone(), "from".to_owned(), ImplOf::Inferred);
    let path = syn::parse_quote_spanned!(site.first.resolved_at(Span::mixed_site())=> <#written>::from);
    let returned = cx.infer.call(&callee, vec![error.ty.clone()]);
    cx.infer.unify(&returned, &ty);
    let kind = ExprKind::Call { callee, written: Call::Path(path::called(&path)), arguments: vec![error] };
    Expr { kind, ty, site }
}
