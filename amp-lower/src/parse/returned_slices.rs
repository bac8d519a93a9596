//! Calls of functions that return a slice.
//!
//! A macro does not see the signature of a called function. Its result is a slice if the kernel declares so, `let used: &[f32] =
//! list.used();`, or if the function is a method `as_slice`, as in `list.as_slice().iter()`. Such a call becomes
//! `*returned_slice(call)`. On the host, this function returns its argument.

use super::optional_references::{Kind, argument_of, declared, may_be_marked};
use crate::site::Site;
use proc_macro2::Span;
use syn::visit_mut::{self, VisitMut};

/// A visitor that marks the calls.
pub(super) struct ReturnedSlices;

/// The call in `returned_slice(call)`. `None` for other expressions.
pub(crate) fn marked(it: &syn::Expr) -> Option<&syn::Expr> {
    match it {
        syn::Expr::Paren(inner) => marked(&inner.expr),
        syn::Expr::Call(call) => argument_of(call, "returned_slice"),
        _ => None,
    }
}

/// The call in `returned_slice_option(call)` and `returned_slice_result(call)`. `None` for other expressions.
pub(crate) fn marked_optional(it: &syn::ExprCall) -> Option<(Kind, &syn::Expr)> {
    match argument_of(it, "returned_slice_option") {
        Some(call) => Some((Kind::Option, call)),
        None => Some((Kind::Result, argument_of(it, "returned_slice_result")?)),
    }
}

/// The array and the slice in `part_of(array, slice)` (`parse/slice_results.rs`). `None` for other expressions.
pub(crate) fn part(it: &syn::ExprCall) -> Option<(&syn::Expr, &syn::Expr)> {
    argument_of(it, "part_of")?;
    Some((it.args.first()?, it.args.get(1)?))
}

/// Whether a call is one of a method `as_slice`.
fn is_slice(it: &syn::Expr) -> bool {
    match it {
        syn::Expr::Paren(inner) => is_slice(&inner.expr),
        syn::Expr::MethodCall(call) => call.method == "as_slice" && call.args.is_empty(),
        _ => false,
    }
}

/// Whether an expression may be a call of a user's function that returns a slice.
fn may_be_slice(it: &syn::Expr) -> bool {
    const KNOWN: [&str; 5] = ["as_bytes", "bytes", "trim_ascii", "trim_ascii_end", "trim_ascii_start"];
    let is_known = matches!(it, syn::Expr::MethodCall(call) if KNOWN.iter().any(|name| call.method == name));
    !is_known && may_be_marked(it)
}

fn place(call: &syn::Expr) -> syn::Expr {
    let span = Site::of(call).first.resolved_at(Span::mixed_site());
    syn::parse_quote_spanned!(span=> (*::amp::__private::returned_slice(#call)))
}

fn reference(call: &syn::Expr) -> syn::Expr {
    let span = Site::of(call).first.resolved_at(Span::mixed_site());
    syn::parse_quote_spanned!(span=> &*::amp::__private::returned_slice(#call))
}

impl VisitMut for ReturnedSlices {
    fn visit_local_mut(&mut self, it: &mut syn::Local) {
        visit_mut::visit_local_mut(self, it);
        let Some(init) = &mut it.init else { return };
        if let syn::Pat::Type(typed) = &it.pat
            && let Some((kind, true)) = declared(&typed.ty)
            && init.diverge.is_none()
            && may_be_marked(&init.expr)
        {
            let (call, span) = (&init.expr, Site::of(&*init.expr).first.resolved_at(Span::mixed_site()));
            *init.expr = match kind {
                Kind::Option => {
                    syn::parse_quote_spanned!(span=> ::amp::__private::returned_slice_option(#call))
                }
                Kind::Result => {
                    syn::parse_quote_spanned!(span=> ::amp::__private::returned_slice_result(#call))
                }
            };
            return;
        }
        let is_declared = matches!(&it.pat, syn::Pat::Type(typed) if matches!(&*typed.ty, syn::Type::Reference(to)
            if to.mutability.is_none() && matches!(*to.elem, syn::Type::Slice(_))));
        if init.diverge.is_none() && (is_declared && may_be_slice(&init.expr) || is_slice(&init.expr)) {
            *init.expr = reference(&init.expr);
        }
    }

    fn visit_expr_mut(&mut self, it: &mut syn::Expr) {
        visit_mut::visit_expr_mut(self, it);
        match it {
            syn::Expr::MethodCall(call) => {
                if is_slice(&call.receiver) {
                    *call.receiver = place(&call.receiver);
                }
                call.args
                    .iter_mut()
                    .filter(|argument| is_slice(argument))
                    .for_each(|argument| *argument = reference(argument));
            }
            syn::Expr::Call(call) => {
                call.args
                    .iter_mut()
                    .filter(|argument| is_slice(argument))
                    .for_each(|argument| *argument = reference(argument));
            }
            syn::Expr::Index(index) if is_slice(&index.expr) => *index.expr = place(&index.expr),
            syn::Expr::ForLoop(it) if is_slice(&it.expr) => *it.expr = reference(&it.expr),
            syn::Expr::Match(it) if is_slice(&it.expr) => *it.expr = reference(&it.expr),
            syn::Expr::Let(it) if is_slice(&it.expr) => *it.expr = reference(&it.expr),
            _ => {}
        }
    }
}
