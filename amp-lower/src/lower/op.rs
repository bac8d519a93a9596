//! Lowers the closure of an `op!` as the argument of a call, which is the only statement of a kernel.
//!
//! So the rules for a closure that a kernel passes to a device function also hold for an op. The back ends print only
//! the closure.

use super::context::Context;
use super::expr::{passed_closure, without_returns};
use super::path;
use super::{CaptureFacts, finish, in_two_passes, items, with_places};
use crate::diagnostics::{Code, Diagnostics, advice};
use crate::ir::{Call, Callee, Closure, Expr, ExprKind, Kernel, Role, Source, Stmt, Ty};
use crate::parse::Place;
use crate::site::Site;
use quote::{ToTokens, quote};

/// Lowers an op.
pub(crate) fn op(input: &syn::ExprClosure, places: &[Place], diagnostics: &mut Diagnostics) -> Kernel {
    let kernel =
        in_two_passes(diagnostics, |known, diagnostics| lower_once(input, places, known, diagnostics));
    for capture in kernel.captures.iter().filter(|capture| capture.role == Role::Write) {
        let detail = format!("an op reads views; it cannot write `{}`", capture.ident);
        diagnostics.advise(Code::AMP009, capture.ident.span(), detail, advice::signature::OP);
    }
    kernel
}

fn lower_once(
    input: &syn::ExprClosure,
    places: &[Place],
    known: Option<CaptureFacts>,
    diagnostics: &mut Diagnostics,
) -> (Kernel, CaptureFacts) {
    let first = known.is_none();
    let known = known.unwrap_or_default();
    let mut cx = Context::new(diagnostics, 1, None, true);
    (cx.usage.values, cx.usage.written_later, cx.usage.ranks) = (known.values, known.written, known.ranks);
    let mut closure = without_returns(input);
    let block = match *closure.body {
        syn::Expr::Block(block) if block.label.is_none() => block.block,
        expr => syn::Block { brace_token: Default::default(), stmts: vec![syn::Stmt::Expr(expr, None)] },
    };
    let around = closure.inputs.to_token_stream();
    let block = items::rename_items(&block, around.clone(), None).into_owned();
    cx.imports(&block, &around);
    *closure.body = syn::Expr::Block(syn::ExprBlock { attrs: Vec::new(), label: None, block });
    let site = Site::of(input);
    let scopes = cx.scopes();
    let kind = passed_closure(&mut cx, &closure, scopes, crate::ir::Passing::Value);
    let result = match &kind {
        ExprKind::Closure(closure) => closure.result.clone(),
        _ => Ty::Error,
    };
    let passed = Expr { kind, ty: Ty::Callable(Box::new(result)), site };
    let kind = ExprKind::Call {
        callee: Callee::Function(Source::of_tokens(quote!(op))),
        written: Call::Path(path::lower(&syn::parse_quote!(op))),
        arguments: vec![passed],
    };
    let block = vec![Stmt::Expr(Expr { kind, ty: Ty::Unit, site })];
    let found = if first { CaptureFacts::of(&mut cx) } else { CaptureFacts::default() };
    let captures = with_places(cx.take_captures(), places);
    let mut kernel = Kernel {
        name: "op".to_owned(),
        index: String::new(),
        rank: 1,
        tile: None,
        captures,
        callables: Vec::new(),
        body: cx.finish(block),
        site,
    };
    finish::kernel(&mut kernel);
    (kernel, found)
}

/// The closure of a lowered op. `None` after an error.
pub(crate) fn closure_of_op(kernel: &Kernel) -> Option<&Closure> {
    let [Stmt::Expr(Expr { kind: ExprKind::Call { arguments, .. }, .. })] = kernel.body.block.as_slice()
    else {
        return None;
    };
    match arguments.as_slice() {
        [Expr { kind: ExprKind::Closure(closure), .. }] => Some(closure),
        _ => None,
    }
}
