//! `value?` returns `None` or `Err` from a device function, or is the value in `Some` or `Ok`.
//!
//! The result type of the function decides between `Option` and `Result`. The error of a `Result` is returned as it is.

use crate::diagnostics::Code;
use crate::diagnostics::advice::construct;
use crate::ir::{Expr, Stmt};
use crate::lower::context::{Context, ResultKind};
use crate::lower::pattern::pinned;
use crate::lower::variant;
use crate::site::Site;
use proc_macro2::Span;
use syn::parse_quote_spanned;

pub(super) fn lower(cx: &mut Context<'_>, it: &syn::ExprTry, site: Site) -> Expr {
    let value = super::lower(cx, &it.expr);
    if value.ty.is_error() {
        return value;
    }
    let span = it.question_token.span.resolved_at(Span::mixed_site());
    let (full, empty): (syn::Path, syn::Path) = match cx.signature.result_kind {
        Some(ResultKind::Option) if !cx.nesting.in_closure => (
            parse_quote_spanned!(span=> ::core::option::Option::Some),
            parse_quote_spanned!(span=> ::core::option::Option::None),
        ),
        Some(ResultKind::Result) if !cx.nesting.in_closure => (
            parse_quote_spanned!(span=> ::core::result::Result::Ok),
            parse_quote_spanned!(span=> ::core::result::Result::Err),
        ),
        _ => {
            let detail = match cx.nesting.in_closure {
                true => "`?` in a closure",
                false => "`?` in code that returns neither an `Option` nor a `Result`",
            };
            cx.advise(Code::AMP001, site, detail, construct::QUESTION_MARK);
            return Expr::error_placeholder(site);
        }
    };
    let value = pinned(cx, value);
    let (then, ()) = cx.in_block(|cx| {
        let fields = match cx.signature.result_kind {
            Some(ResultKind::Result) => {
                let member = variant::position(0, site);
                vec![(member.clone(), variant::payload(cx, &value, &empty, member))]
            }
            _ => Vec::new(),
        };
        let returned = variant::value(cx, &empty, fields, site);
        if let Some(result) = cx.signature.result.clone() {
            cx.infer.receive(&result, &returned.ty);
        }
        cx.prologue.push(Stmt::Return { value: Some(returned), site });
    });
    let condition = variant::test(&value, &empty, site);
    cx.prologue.push(Stmt::If { condition, then, otherwise: Vec::new() });
    variant::payload(cx, &value, &full, variant::position(0, site))
}
