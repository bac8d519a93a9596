//! Arrays from closures: `w.map(f)` and `std::array::from_fn(f)`.
//!
//! Both become a loop that fills a new array:
//!
//! ```text
//! w.map(|v| v * 2.0)      let mut list;  for k in 0..w.len() { list[k] = w[k] * 2.0; }
//! ```
//!
//! The macro finds the length of the result of `from_fn` in its type arguments, or in the type of a `let`. Otherwise
//! rustc infers the length, and the kernel calls a `from_fn` of amp-runtime that contains the loop.

use super::callback::{self, Callback};
use super::counted::{Counted, Items};
use super::drive::drive;
use super::prepare::Iter;
use super::{item, number};
use crate::ir::{Call, Callee, Expr, ExprKind, ImplOf, Len, Stmt, Ty};
use crate::lower::context::Context;
use crate::lower::expr::without_parentheses;
use crate::lower::path;
use crate::lower::pattern::pinned;
use crate::lower::{expr, ty};
use crate::site::Site;

/// Lowers `w.map(f)`, if the receiver is known to be an array. `None` for other calls.
pub(super) fn map(cx: &mut Context<'_>, call: &syn::ExprMethodCall, site: Site) -> Option<Expr> {
    if !is_array(cx, &call.receiver) {
        return None;
    }
    let array = expr::lower(cx, &call.receiver);
    let Ty::Array(_, len) = cx.infer.resolve(&array.ty) else { return Some(Expr::error_placeholder(site)) };
    let array = pinned(cx, array);
    let callback = callback::prepare(cx, &call.args[0]);
    Some(filled(cx, &callback, len, Items::Array(array, None), site))
}

/// Whether an expression is known to be an array. A place is lowered to find its type. The first branch of an `if` or a `match` decides.
fn is_array(cx: &mut Context<'_>, it: &syn::Expr) -> bool {
    match without_parentheses(it) {
        syn::Expr::MethodCall(call) if call.method == "map" => {
            call.args.len() == 1 && is_array(cx, &call.receiver)
        }
        syn::Expr::Block(it) => is_array_block(cx, &it.block),
        syn::Expr::If(it) => is_array_block(cx, &it.then_branch),
        syn::Expr::Match(it) => it.arms.first().is_some_and(|arm| is_array(cx, &arm.body)),
        syn::Expr::MethodCall(call) if !returns_array(call) => false,
        it @ (syn::Expr::Path(_) | syn::Expr::Field(_) | syn::Expr::Index(_) | syn::Expr::MethodCall(_)) => {
            let known = cx.speculatively(|cx| expr::lower(cx, it));
            matches!(cx.infer.resolve(&known.ty), Ty::Array(..))
        }
        other => is_new_array(other),
    }
}

/// Whether a method has the name of one of numbers or vectors that returns an array.
fn returns_array(call: &syn::ExprMethodCall) -> bool {
    const NAMES: [&str; 5] = ["to_array", "to_be_bytes", "to_cols_array", "to_le_bytes", "to_ne_bytes"];
    NAMES.iter().any(|name| call.method == name)
}

fn is_array_block(cx: &mut Context<'_>, block: &syn::Block) -> bool {
    match &block.stmts[..] {
        [syn::Stmt::Expr(value, None)] => is_array(cx, value),
        // The statements may declare the names in the value.
        [.., syn::Stmt::Expr(value, None)] => is_new_array(value),
        _ => false,
    }
}

/// Whether the syntax of an expression shows that it makes an array.
fn is_new_array(it: &syn::Expr) -> bool {
    let is_block = |block: &syn::Block| matches!(block.stmts.last(), Some(syn::Stmt::Expr(value, None)) if is_new_array(value));
    match without_parentheses(it) {
        syn::Expr::Array(_) | syn::Expr::Repeat(_) => true,
        syn::Expr::Call(call) => from_fn_path(call).is_some() || is_function_of_array(call),
        syn::Expr::Block(it) => is_block(&it.block),
        syn::Expr::If(it) => is_block(&it.then_branch),
        syn::Expr::Match(it) => it.arms.first().is_some_and(|arm| is_new_array(&arm.body)),
        syn::Expr::Loop(it) => ends_with_new_array(it),
        _ => false,
    }
}

/// Whether a `break` of the loop has an array as its value.
fn ends_with_new_array(it: &syn::ExprLoop) -> bool {
    struct Breaks<'l> {
        label: Option<&'l syn::Lifetime>,
        found: bool,
    }
    impl<'ast> syn::visit::Visit<'ast> for Breaks<'_> {
        fn visit_expr_break(&mut self, it: &'ast syn::ExprBreak) {
            let leaves = it.label.is_none() || it.label.as_ref() == self.label;
            self.found |= leaves && it.expr.as_ref().is_some_and(|value| is_new_array(value));
        }
        // A `break` without a label belongs to the inner loop.
        fn visit_expr_loop(&mut self, _: &'ast syn::ExprLoop) {}
        fn visit_expr_while(&mut self, _: &'ast syn::ExprWhile) {}
        fn visit_expr_for_loop(&mut self, _: &'ast syn::ExprForLoop) {}
        fn visit_expr_closure(&mut self, _: &'ast syn::ExprClosure) {}
    }
    let mut breaks = Breaks { label: it.label.as_ref().map(|label| &label.name), found: false };
    syn::visit::Visit::visit_block(&mut breaks, &it.body);
    breaks.found
}

/// Whether a call is that of a function of an array type, such as `<[f32; 4]>::default()`.
fn is_function_of_array(call: &syn::ExprCall) -> bool {
    let syn::Expr::Path(path) = &*call.func else { return false };
    path.qself.as_ref().is_some_and(|of| matches!(*of.ty, syn::Type::Array(_)))
        && path.path.segments.last().is_some_and(|last| last.ident == "default")
}

/// Lowers `array::from_fn(f)`. `None` for other calls. `expected` is the type that the `let` around the call
/// declares.
pub(in crate::lower) fn from_fn(
    cx: &mut Context<'_>,
    call: &syn::ExprCall,
    expected: Option<&syn::Type>,
    site: Site,
) -> Option<Expr> {
    let path = from_fn_path(call)?;
    let mut wanted = expected.and_then(|expected| match ty::lower(cx, expected) {
        Ty::Array(item, len) => Some((*item, len)),
        _ => None,
    });
    if let Some(last) = path.segments.last()
        && let syn::PathArguments::AngleBracketed(written) = &last.arguments
        && let [syn::GenericArgument::Type(item), len, ..] = &written.args.iter().collect::<Vec<_>>()[..]
    {
        let len = match len {
            syn::GenericArgument::Const(len) => ty::len(cx, len),
            syn::GenericArgument::Type(syn::Type::Path(len)) => {
                let len =
                    syn::Expr::Path(syn::ExprPath { attrs: Vec::new(), qself: None, path: len.path.clone() });
                ty::len(cx, &len)
            }
            _ => None,
        };
        let item = match item {
            syn::Type::Infer(_) => cx.infer.any(),
            item => ty::lower(cx, item),
        };
        wanted = len.map(|len| (item, len)).or(wanted);
    }
    let Some((item, len)) = wanted else { return Some(of_unknown_length(cx, call, path, site)) };
    cx.record_replaced_call(call);
    let callback = callback::prepare(cx, &call.args[0]);
    let list = filled(cx, &callback, len, Items::Numbers, site);
    if let Ty::Array(own, _) = &list.ty {
        cx.infer.unify(&item, own);
    }
    Some(list)
}

/// Lowers `array::from_fn(f)` for an array whose length rustc infers: a call of an associated function of the array's type.
fn of_unknown_length(cx: &mut Context<'_>, call: &syn::ExprCall, path: &syn::Path, site: Site) -> Expr {
    let callback = expr::argument(cx, &call.args[0]);
    if callback.ty.is_error() {
        return callback;
    }
    if let ExprKind::Closure(closure) = &callback.kind
        && let [position] = closure.parameters[..]
    {
        let ty = cx.ty(position).clone();
        cx.infer.unify(&ty, &Ty::USIZE);
    }
    let ty = cx.infer.value();
    let callee = Callee::Associated(ty.clone(), "from_fn".to_owned(), ImplOf::Inferred);
    let path = syn::ExprPath { attrs: Vec::new(), qself: None, path: path.clone() };
    let written = Call::Path(path::called(&path));
    let value = Expr { kind: ExprKind::Call { callee, written, arguments: vec![callback] }, ty, site };
    pinned(cx, value)
}

/// The path of `from_fn`, if the call is one of `array::from_fn`.
fn from_fn_path(call: &syn::ExprCall) -> Option<&syn::Path> {
    let syn::Expr::Path(path) = &*call.func else { return None };
    let mut names = path.path.segments.iter().rev().map(|segment| &segment.ident);
    (call.args.len() == 1 && names.next()? == "from_fn" && names.next()? == "array").then_some(&path.path)
}

/// Lowers a loop that fills a new array with the results of the callback.
fn filled(cx: &mut Context<'_>, callback: &Callback, len: Len, items: Items, site: Site) -> Expr {
    let item = cx.infer.any();
    let ty = Ty::Array(Box::new(item.clone()), len.clone());
    let var = cx.temporary("list", site, ty.clone(), true);
    let list = Expr { kind: ExprKind::Local(var), ty, site };
    cx.prologue.push(Stmt::Let { var, value: None });
    let length = match len {
        Len::Number(len) => number::literal(len, site),
        Len::Const(len) => Expr { kind: ExprKind::Const(len), ty: Ty::USIZE, site },
    };
    let mut failed = false;
    // Each item is the pair of the index and the callback's argument.
    let items = Items::Zipped(Box::new(Items::Numbers), Box::new(items));
    let iter = Iter::Counted(Counted::positions(length, items, site));
    drive(cx, &iter, &mut |cx, pair| {
        let ExprKind::Tuple(parts) = pair.kind else { return };
        let [at, argument] = &parts[..] else { return };
        let value = callback.call(cx, vec![argument.clone()], site);
        let value = item::value(value);
        failed |= value.ty.is_error();
        cx.infer.unify(&item, &value.ty);
        let kind = ExprKind::Subscript(Box::new(list.clone()), Box::new(at.clone()));
        let place = Expr { kind, ty: item.clone(), site };
        cx.prologue.push(Stmt::Assign { place, operator: None, value });
    });
    if failed { Expr::error_placeholder(site) } else { list }
}
