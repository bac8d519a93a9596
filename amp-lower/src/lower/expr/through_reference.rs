//! A call that returns a reference stands behind `*`: the kernel reads the target, or assigns to it.
//!
//! ```rust,ignore
//! let top = *stack.last() + *larger(&a, &b);
//! *point.axis_mut(k) += 2.0;
//! ```
//!
//! - `*` stands directly before the call. An assignment may be to a part: `(*body.position_mut()).x = 1.0`.
//! - A function that returns `&mut` modifies nothing before it returns.
//! - `*w` of a type with `#[device] impl Deref` is the target; write `(*w).x` for its fields and methods.

use crate::diagnostics::Code;
use crate::diagnostics::advice::construct;
use crate::ir::{Expr, ExprKind, Stmt, Ty};
use crate::lower::context::Context;
use crate::lower::{iterators, stmt};
use crate::parse::reference_results::{assign_to, hidden_call, value_of};
use crate::site::Site;
use proc_macro2::{Ident, Span};
use quote::format_ident;
use syn::visit_mut::{self, VisitMut};

/// The target of `*call()`, where the call returns a reference. `None` if the operand is not a call of a
/// user's function.
pub(super) fn value(cx: &mut Context<'_>, operand: &syn::Expr) -> Option<Expr> {
    if let Some(call) = of_order(operand) {
        return Some(super::lower(cx, &call));
    }
    if !is_call(cx, operand) {
        return None;
    }
    let call = hidden_call(without_parentheses(operand), value_of, None)?;
    Some(super::lower(cx, &call))
}

/// For `a.max(&b)`, `a.min(&b)` and `a.clamp(&b, &c)` of references: the call of the method of their targets. Equal values
/// are equal targets, so it does not matter which reference Rust returns.
fn of_order(operand: &syn::Expr) -> Option<syn::Expr> {
    let syn::Expr::MethodCall(call) = without_parentheses(operand) else { return None };
    let count = match call.method.to_string().as_str() {
        "max" | "min" => 1,
        "clamp" => 2,
        _ => return None,
    };
    let mut call = call.clone();
    for argument in &mut call.args {
        let syn::Expr::Reference(of) = without_parentheses(argument) else { return None };
        *argument = (*of.expr).clone();
    }
    if let Some(receiver) = of_order(&call.receiver) {
        *call.receiver = receiver;
    }
    (call.args.len() == count).then_some(syn::Expr::MethodCall(call))
}

/// The target of `*w`, where `w` is not a reference in the kernel: a call of the `deref` of its type.
pub(super) fn deref(cx: &mut Context<'_>, operand: &syn::Expr) -> Expr {
    let name = format_ident!("{}", value_of("deref"), span = Site::of(operand).last);
    super::lower(cx, &syn::parse_quote!((#operand).#name()))
}

/// Lowers an assignment to a place behind a reference that a call returns, such as `*call() = right`. Returns
/// false for other targets.
pub(in crate::lower) fn assign(
    cx: &mut Context<'_>,
    target: &syn::Expr,
    operator: Option<&syn::BinOp>,
    right: &syn::Expr,
) -> bool {
    let Some(operand) = dereferenced(target).cloned() else { return false };
    if !is_call(cx, &operand) {
        return false;
    }
    let own = |name: &str| Ident::new(name, Span::mixed_site());
    let (item, value) = (own("amp_item"), own("amp_right"));
    let mut statements: Vec<syn::Stmt> = Vec::new();
    // Rust evaluates the value before the place, and so do the statements here. In a compound assignment of a
    // type that is no scalar, Rust evaluates the place first. So a compound assignment is rejected if the
    // order may matter.
    let mut operand = operand;
    let mut pinned = Vec::new();
    arguments(&mut operand, |n, argument| {
        if !is_simple(argument) && !matches!(argument, syn::Expr::Reference(_)) {
            let name = own(&format!("amp_argument{n}"));
            pinned.push((name.clone(), argument.clone()));
            *argument = syn::parse_quote!(#name);
        }
    });
    if operator.is_some() && !pinned.is_empty() && !is_simple(right) {
        let detail = "a compound assignment whose value and whose target have calls";
        cx.advise(Code::AMP001, Site::of(target), detail, construct::COMPOUND);
        return true;
    }
    let right: syn::Expr = match is_simple(right) {
        true => right.clone(),
        false => {
            statements.push(syn::parse_quote!(let #value = #right;));
            syn::parse_quote!(#value)
        }
    };
    statements.extend(
        pinned.into_iter().map(|(name, argument)| -> syn::Stmt { syn::parse_quote!(let #name = #argument;) }),
    );
    let is_whole = operator.is_none() && matches!(without_parentheses(target), syn::Expr::Unary(_));
    let stored: syn::Expr = match is_whole {
        true => right.clone(),
        false => {
            if let Some(read) = hidden_call(&operand, value_of, None) {
                statements.push(syn::parse_quote!(let mut #item = #read;));
            }
            let mut place = target.clone();
            ReplaceBase(&item).visit_expr_mut(&mut place);
            statements.push(match operator {
                None => syn::parse_quote!(#place = #right;),
                Some(operator) => syn::parse_quote!(#place #operator #right;),
            });
            syn::parse_quote!(#item)
        }
    };
    if let Some(store) = hidden_call(&operand, assign_to, Some(&stored)) {
        statements.push(syn::Stmt::Expr(store, Some(Default::default())));
    }
    let block: Vec<Stmt> = stmt::block(cx, &statements);
    cx.prologue.extend(block);
    true
}

/// The operand of the `*` at the base of a place, `call()` in `(*call()).x[i]`.
fn dereferenced(it: &syn::Expr) -> Option<&syn::Expr> {
    match it {
        syn::Expr::Paren(inner) => dereferenced(&inner.expr),
        syn::Expr::Field(field) => dereferenced(&field.base),
        syn::Expr::Index(index) => dereferenced(&index.expr),
        syn::Expr::Unary(unary) if matches!(unary.op, syn::UnOp::Deref(_)) => {
            Some(without_parentheses(&unary.expr))
        }
        _ => None,
    }
}

/// A visitor that replaces the `*call()` at the base of a place by a variable.
struct ReplaceBase<'n>(&'n Ident);

impl VisitMut for ReplaceBase<'_> {
    fn visit_expr_mut(&mut self, it: &mut syn::Expr) {
        match it {
            syn::Expr::Unary(unary) if matches!(unary.op, syn::UnOp::Deref(_)) => {
                let name = self.0;
                *it = syn::parse_quote!(#name);
            }
            syn::Expr::Index(index) => self.visit_expr_mut(&mut index.expr),
            other => visit_mut::visit_expr_mut(self, other),
        }
    }
}

fn without_parentheses(it: &syn::Expr) -> &syn::Expr {
    match it {
        syn::Expr::Paren(inner) => without_parentheses(&inner.expr),
        other => other,
    }
}

/// Whether an expression has no side effect, and no other expression changes its value before it is used.
fn is_simple(it: &syn::Expr) -> bool {
    match it {
        syn::Expr::Lit(_) => true,
        syn::Expr::Unary(unary) => matches!(unary.op, syn::UnOp::Neg(_)) && is_simple(&unary.expr),
        syn::Expr::Paren(inner) => is_simple(&inner.expr),
        _ => false,
    }
}

/// Visits the arguments of a call.
fn arguments(call: &mut syn::Expr, mut change: impl FnMut(usize, &mut syn::Expr)) {
    let list = match call {
        syn::Expr::MethodCall(call) => &mut call.args,
        syn::Expr::Call(call) => &mut call.args,
        _ => return,
    };
    list.iter_mut().enumerate().for_each(|(n, argument)| change(n, argument));
}

/// Whether the expression is a call of a user's function, which may return a reference.
fn is_call(cx: &mut Context<'_>, it: &syn::Expr) -> bool {
    let it = without_parentheses(it);
    if let syn::Expr::Call(call) = it
        && let syn::Expr::Path(path) = &*call.func
        && path.path.get_ident().is_some_and(|ident| cx.lookup(ident).is_some())
    {
        return false;
    }
    // `start` and `end` of a `RangeInclusive` return references, too, but these methods are built in.
    if let syn::Expr::MethodCall(call) = it
        && (call.method == "start" || call.method == "end")
        && call.args.is_empty()
    {
        return cx.speculatively(|cx| {
            let range = super::lower_full(cx, &call.receiver);
            let ty = match &range.kind {
                ExprKind::Reference { place, .. } => place.ty.clone(),
                _ => range.ty,
            };
            !matches!(cx.infer.resolve(&ty), Ty::Range(..))
        });
    }
    // So does `insert` of an `Option`.
    if let syn::Expr::MethodCall(call) = it
        && call.method == "insert"
        && iterators::optional_item::is_option(cx, &call.receiver)
    {
        return false;
    }
    hidden_call(it, value_of, None).is_some()
}

#[cfg(test)]
mod tests {
    use crate::testing::wgsl;
    use expect_test::expect;

    #[test]
    fn places_behind_references_are_read_and_assigned() {
        wgsl(
            "|i: Index<1>| { let mut m: Grid = Grid::default(); *m.at_mut(1, 2) = a; *m.at_mut(1, 2) += 1.0; y[i] = *m.at(1, 2); }",
            expect![[r#"
                var m_: <Grid> = <Grid>::<default>();
                let amp_right_: f32 = a;
                _ = <Grid>::amp_assign_to_at_mut(&m_, 1?, 2?, amp_right_);
                let value_: <_> = <Grid>::amp_value_of_at_mut(&m_, 1?, 2?);
                var amp_item_: <_> = value_;
                amp_item_ = Add<_, _>(amp_item_, 1.0?);
                _ = <Grid>::amp_assign_to_at_mut(&m_, 1?, 2?, amp_item_);
                let value_2: <_> = <Grid>::amp_value_of_at(&m_, 1?, 2?);
                y[amp_global[0]] = value_2;
            "#]],
        );
    }
}
