//! Iterators that a function returns: `a.row(i).map(f).sum()`.
//!
//! The function has a hidden function that calls a closure for each item (`parse/iterator_results.rs`). The code for an item
//! becomes the body of this closure. The closure returns whether the hidden function continues:
//!
//! ```text
//! row(i).map(f).sum()       let mut sum = 0; row::amp_each(i, |item| { sum += f(item); true });
//! ```
//!
//! A `break` in the code for an item leaves a loop with one iteration, after it set the result to false.

use super::drive::{self, Limit, Sink, assign, truth};
use super::number;
use crate::diagnostics::Code;
use crate::diagnostics::advice::iterators;
use crate::ir::{Closure, Expr, ExprKind, Passing, Range, Stmt, Ty};
use crate::lower::context::{Binding, Context};
use crate::lower::expr::{self, without_parentheses};
use crate::lower::loops::{self, Head};
use crate::lower::stmt;
use crate::parse::iterator_results::{EACH, each};
use crate::site::Site;
use proc_macro2::{Ident, Span};

/// An iterator that a function returns.
#[derive(Clone)]
pub(super) struct Function {
    /// The call of the hidden function, without the closure. Its arguments are names of values, or have no side effects.
    call: syn::Expr,
    site: Site,
}

/// Evaluates the arguments of a call that returns an iterator. `None` after an error.
pub(super) fn prepare(cx: &mut Context<'_>, call: &syn::Expr) -> Option<Function> {
    let site = Site::of(call);
    let mut call = call.clone();
    let arguments = match &mut call {
        syn::Expr::Call(call) => {
            let syn::Expr::Path(path) = &mut *call.func else { return None };
            rename(path, EACH, each);
            &mut call.args
        }
        syn::Expr::MethodCall(call) => {
            call.method = Ident::new(&each(&call.method.to_string()), call.method.span());
            &mut call.args
        }
        _ => return None,
    };
    for argument in arguments {
        evaluate(cx, argument)?;
    }
    Some(Function { call, site })
}

/// Evaluates an argument, and puts a name in its place. A literal, a closure or a name that nothing changes stays as it is, and
/// so does a reference to a variable or to a slice. `None` after an error.
pub(super) fn evaluate(cx: &mut Context<'_>, argument: &mut syn::Expr) -> Option<()> {
    let target = match argument {
        // The subscripts of a place are evaluated now. An element is a copy, because the function reads it only.
        syn::Expr::Reference(it) if it.mutability.is_none() && is_element(&it.expr) => &mut *it.expr,
        syn::Expr::Reference(_) | syn::Expr::Lit(_) | syn::Expr::Closure(_) => return Some(()),
        syn::Expr::Path(path) if path.path.get_ident().is_some() && !is_modifiable(cx, argument) => {
            return Some(());
        }
        syn::Expr::Paren(inner) => return evaluate(cx, &mut inner.expr),
        other => other,
    };
    let value = expr::lower(cx, target);
    if value.ty.is_error() {
        return None;
    }
    *target = super::callback::named(cx, value);
    Some(())
}

/// Whether a name is that of a `mut` variable with a value, which later arguments may change.
fn is_modifiable(cx: &Context<'_>, name: &syn::Expr) -> bool {
    matches!(cx.index_binding(name), Some(Binding::Var(var)) if cx.variable_ref(var).mutable)
}

/// Whether an expression is an item of an array or view at a computed position.
fn is_element(it: &syn::Expr) -> bool {
    matches!(without_parentheses(it), syn::Expr::Index(it)
        if !matches!(without_parentheses(&it.index), syn::Expr::Range(_) | syn::Expr::Lit(_)))
}

/// Changes the path of a function to that of its hidden function: `free` in the struct of a free function, and `name_of` its
/// name for a function of a type.
pub(super) fn rename(path: &mut syn::ExprPath, free: &str, name_of: fn(&str) -> String) {
    let count = path.path.segments.len();
    let is_type = |at: usize| {
        let name = path.path.segments[at].ident.to_string();
        name.starts_with(|c: char| c.is_ascii_uppercase())
    };
    if path.qself.is_some() || count > 1 && is_type(count - 2) {
        if let Some(last) = path.path.segments.last_mut() {
            last.ident = Ident::new(&name_of(&last.ident.to_string()), last.ident.span());
        }
        return;
    }
    // The hidden function has the generic parameters, and not the type. It lacks those that stand for iterators, for
    // which calls write `_`.
    let mut own = path.path.clone();
    let span = own.segments.last().map_or_else(Span::call_site, |last| last.ident.span());
    let name = Ident::new(free, span);
    let written = own.segments.last_mut().map(|last| std::mem::take(&mut last.arguments));
    let arguments: Vec<_> = match written {
        Some(syn::PathArguments::AngleBracketed(written)) => {
            let is_inferred =
                |it: &syn::GenericArgument| matches!(it, syn::GenericArgument::Type(syn::Type::Infer(_)));
            written.args.into_iter().filter(|it| !is_inferred(it)).collect()
        }
        _ => Vec::new(),
    };
    *path = match arguments.is_empty() {
        true => syn::parse_quote!(<#own>::#name),
        false => syn::parse_quote!(<#own>::#name::<#(#arguments),*>),
    };
}

/// Lowers the call of the hidden function.
pub(super) fn drive(cx: &mut Context<'_>, it: &Function, limits: &[Limit], sink: Sink<'_>) {
    let site = it.site;
    let head = Head { label: None, block: false, result: None, site };
    let body = |cx: &mut Context<'_>| {
        cx.in_block(|cx| {
            cx.scoped(|cx| {
                let ty = cx.infer.value();
                let var = cx.temporary("item", site, ty.clone(), false);
                sink(cx, Expr { kind: ExprKind::Local(var), ty, site });
                drive::stop_at_limits(cx, limits, site);
                var
            })
        })
    };
    loops::around(cx, head, body, |cx, (body, item)| {
        if body.iter().any(returns) {
            let detail = "a `return` in a loop over an iterator that a function returns";
            cx.advise(Code::AMP012, site, detail, iterators::RETURN);
            return;
        }
        let closure = closure(cx, body, item, site);
        let (call, ()) = cx.in_block(|cx| {
            cx.scoped(|cx| {
                let number = cx.body.variables.len();
                let name =
                    Ident::new(&format!("amp_sink{number}"), site.first.resolved_at(Span::mixed_site()));
                cx.names.lowered_closures.push(closure);
                cx.bind(&name, Binding::LoweredClosure(cx.names.lowered_closures.len() - 1));
                let mut call = it.call.clone();
                match &mut call {
                    syn::Expr::Call(call) => call.args.push(syn::parse_quote!(#name)),
                    syn::Expr::MethodCall(call) => call.args.push(syn::parse_quote!(#name)),
                    _ => {}
                }
                stmt::lower(cx, &syn::Stmt::Expr(call, Some(Default::default())));
            });
        });
        // `take` asks for no item after the last one.
        let call = limits.iter().fold(call, |then, limit| {
            let condition = drive::not(limit.ended.clone());
            vec![Stmt::If { condition, then, otherwise: Vec::new() }]
        });
        cx.prologue.extend(call);
    });
}

/// The closure with the code for an item.
fn closure(cx: &mut Context<'_>, mut code: Vec<Stmt>, item: crate::ir::Var, site: Site) -> Expr {
    let (mut body, goes) = cx.in_block(|cx| drive::variable(cx, "goes", truth(true, site)));
    let (stops, ()) = cx.in_block(|cx| assign(cx, &goes, truth(false, site)));
    let has_jumps = replace_jumps(&mut code, &stops, site);
    match has_jumps {
        false => body.extend(code),
        true => {
            let once = cx.temporary("once", site, Ty::USIZE, false);
            let end = Expr { ty: Ty::USIZE, ..number::literal(1, site) };
            let start = Expr { ty: Ty::USIZE, ..number::literal(0, site) };
            let (inclusive, reversed, from_last_step) = (false, false, false);
            let range = Range { start, end, inclusive, reversed, step: None, from_last_step };
            body.push(Stmt::For { var: once, range: Box::new(range), body: code });
        }
    }
    let closure = Closure {
        parameters: vec![item],
        references: vec![false],
        body,
        value: Some(goes),
        result: Ty::BOOL,
        by_ref: Passing::Value,
    };
    let kind = ExprKind::Closure(Box::new(closure));
    Expr { kind, ty: Ty::Callable(Box::new(Ty::BOOL)), site }
}

/// Replaces the jumps of the loop: a `break` also runs `stops`, and a `continue` leaves the loop with one iteration. Returns
/// whether there are any.
fn replace_jumps(block: &mut Vec<Stmt>, stops: &[Stmt], site: Site) -> bool {
    let mut found = false;
    for mut stmt in std::mem::take(block) {
        match &mut stmt {
            Stmt::Break(_) => {
                block.extend(stops.iter().cloned());
                found = true;
            }
            Stmt::Continue(_) => {
                stmt = Stmt::Break(site);
                found = true;
            }
            Stmt::If { then, otherwise, .. } => {
                found |= replace_jumps(then, stops, site);
                found |= replace_jumps(otherwise, stops, site);
            }
            Stmt::Block(inner) => found |= replace_jumps(inner, stops, site),
            _ => {}
        }
        block.push(stmt);
    }
    found
}

fn returns(stmt: &Stmt) -> bool {
    let mut found = false;
    stmt.walk(&mut |stmt| found |= matches!(stmt, Stmt::Return { .. }));
    found
}
