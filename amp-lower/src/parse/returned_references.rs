//! Variables with references and closures that functions return.
//!
//! `let cell = grid.cell_mut(n, k);`, where the function returns a reference, becomes `let cell = &mut *grid.cell_mut(n, k);`.
//!
//! A macro does not see the signature of the function. So the uses of the variable decide: only a `&mut` can be assigned
//! through without `mut`. Otherwise, and for arguments and receivers, a name that ends in `_mut` decides. rustc checks this decision, because a function without a reference result has no hidden
//! functions (`reference_results`).
//!
//! In `let add = adder(2);`, the function returns a closure if a later statement calls `add`. Then the value becomes
//! `returned_closure::<1, _>(adder(2))`, with the number of arguments. On the host, this function returns its argument.

use super::reference_results::{hidden_call, value_of};
use super::shadowing::scope;
use super::view_parameter;
use proc_macro2::{Ident, Span};
use syn::visit::{self, Visit};
use syn::visit_mut::{self, VisitMut};

/// A visitor that makes the references in variables explicit.
pub(super) struct Reborrows;

impl VisitMut for Reborrows {
    fn visit_block_mut(&mut self, block: &mut syn::Block) {
        for n in 0..block.stmts.len() {
            if let Some(count) = called_later(&block.stmts[n], &block.stmts[n + 1..])
                && let syn::Stmt::Local(syn::Local { init: Some(init), .. }) = &mut block.stmts[n]
            {
                let (call, count) = (&init.expr, proc_macro2::Literal::usize_unsuffixed(count));
                *init.expr = syn::parse_quote!(::amp::__private::returned_closure::<#count, _>(#call));
                continue;
            }
            let Some(kind) = returned(&block.stmts[n], &block.stmts[n + 1..]) else { continue };
            if let syn::Stmt::Local(syn::Local { init: Some(init), .. }) = &mut block.stmts[n] {
                let call = &init.expr;
                *init.expr = match kind {
                    Kind::Mut => syn::parse_quote!(&mut *#call),
                    Kind::Shared => syn::parse_quote!(&*#call),
                };
            }
        }
        visit_mut::visit_block_mut(self, block);
    }

    fn visit_stmt_mut(&mut self, it: &mut syn::Stmt) {
        visit_mut::visit_stmt_mut(self, it);
        if let syn::Stmt::Expr(syn::Expr::MethodCall(last), Some(_)) = it
            && is_builder(&last.receiver, &last.method)
        {
            let name = Ident::new("amp_unused", Span::mixed_site());
            *it = syn::parse_quote!(let #name = &mut *#last;);
        }
    }

    fn visit_expr_mut(&mut self, it: &mut syn::Expr) {
        visit_mut::visit_expr_mut(self, it);
        let arguments = match it {
            syn::Expr::MethodCall(call) => {
                if is_returned_mut(&call.receiver) {
                    let receiver = &call.receiver;
                    *call.receiver = syn::parse_quote!((*#receiver));
                }
                &mut call.args
            }
            syn::Expr::Call(call) => &mut call.args,
            _ => return,
        };
        for argument in arguments.iter_mut().filter(|argument| is_returned_mut(argument)) {
            *argument = syn::parse_quote!(&mut *#argument);
        }
    }
}

/// Whether the calls in a statement such as `b.grow(p).grow(q);` return a `&mut`: the result of the last method is unused,
/// and the same method makes its receiver, from a place.
fn is_builder(receiver: &syn::Expr, last: &Ident) -> bool {
    let (mut it, mut is_repeated) = (receiver, false);
    while let syn::Expr::MethodCall(call) = it {
        is_repeated |= call.method == *last;
        it = &call.receiver;
    }
    fn is_place(it: &syn::Expr) -> bool {
        match it {
            syn::Expr::Paren(inner) => is_place(&inner.expr),
            syn::Expr::Field(syn::ExprField { base, .. })
            | syn::Expr::Index(syn::ExprIndex { expr: base, .. })
            | syn::Expr::Unary(syn::ExprUnary { op: syn::UnOp::Deref(_), expr: base, .. }) => is_place(base),
            syn::Expr::Path(_) => true,
            _ => false,
        }
    }
    is_repeated && is_place(it)
}

/// Whether the expression is a call that returns a `&mut`, to judge by the name of the function.
fn is_returned_mut(it: &syn::Expr) -> bool {
    called(it).is_some_and(|name| name.ends_with("_mut") && !is_known(&name))
        && hidden_call(it, value_of, None).is_some()
}

/// The number of arguments with which later statements call the variable of a `let`, if its value is a call. So that call
/// returns a closure.
fn called_later(stmt: &syn::Stmt, rest: &[syn::Stmt]) -> Option<usize> {
    struct Calls<'n> {
        name: &'n Ident,
        count: Option<usize>,
    }
    impl<'ast> Visit<'ast> for Calls<'_> {
        fn visit_expr_call(&mut self, it: &'ast syn::ExprCall) {
            if matches!(&*it.func, syn::Expr::Path(path) if path.path.is_ident(self.name)) {
                self.count.get_or_insert(it.args.len());
            }
            visit::visit_expr_call(self, it);
        }
    }
    let syn::Stmt::Local(syn::Local {
        pat: syn::Pat::Ident(syn::PatIdent { by_ref: None, mutability: None, subpat: None, ident, .. }),
        init: Some(init),
        ..
    }) = stmt
    else {
        return None;
    };
    hidden_call(&init.expr, value_of, None)?;
    let mut calls = Calls { name: ident, count: None };
    scope(ident, rest).iter().for_each(|stmt| calls.visit_stmt(stmt));
    calls.count
}

enum Kind {
    Shared,
    Mut,
}

/// The kind of reference that a `let` binds, if its value is a call that returns a reference. `None` for another statement.
fn returned(stmt: &syn::Stmt, rest: &[syn::Stmt]) -> Option<Kind> {
    let syn::Stmt::Local(syn::Local { pat, init: Some(init), .. }) = stmt else { return None };
    let call = called(&init.expr)?;
    if init.diverge.is_some() || is_known(&call) {
        return None;
    }
    hidden_call(&init.expr, value_of, None)?;
    match pat {
        syn::Pat::Type(syn::PatType { ty, .. }) => match &**ty {
            syn::Type::Reference(syn::TypeReference { elem, mutability, .. }) => {
                let is_target = match &**elem {
                    syn::Type::Path(_) => view_parameter(ty).is_none(),
                    syn::Type::Infer(_) | syn::Type::Tuple(_) | syn::Type::Array(_) => true,
                    _ => false,
                };
                is_target.then_some(if mutability.is_some() { Kind::Mut } else { Kind::Shared })
            }
            _ => None,
        },
        syn::Pat::Ident(syn::PatIdent { by_ref: None, mutability: None, subpat: None, ident, .. }) => {
            let mut uses = Uses { name: ident, is_written: false, is_used: false };
            scope(ident, rest).iter().for_each(|stmt| uses.visit_stmt(stmt));
            (uses.is_written || uses.is_used && call.ends_with("_mut")).then_some(Kind::Mut)
        }
        _ => None,
    }
}

/// The name of the called function.
fn called(it: &syn::Expr) -> Option<String> {
    match it {
        syn::Expr::Paren(inner) => called(&inner.expr),
        syn::Expr::MethodCall(call) => Some(call.method.to_string()),
        syn::Expr::Call(call) => match &*call.func {
            syn::Expr::Path(path) => Some(path.path.segments.last()?.ident.to_string()),
            _ => None,
        },
        _ => None,
    }
}

/// Whether a method of the standard library or of views has this name. Lowering knows its result.
fn is_known(name: &str) -> bool {
    [
        "as_deref_mut",
        "as_mut",
        "as_mut_slice",
        "chunk_by_mut",
        "chunks_exact_mut",
        "chunks_mut",
        "first_mut",
        "get_mut",
        "insert",
        "iter_mut",
        "last_mut",
        "project",
        "project_mut",
        "rchunks_mut",
        "reinterpret_as",
        "reinterpret_as_mut",
        "section",
        "section_mut",
        "split_at_mut",
        "split_first_mut",
        "split_last_mut",
        "split_mut",
        "view_as",
        "view_as_mut",
    ]
    .contains(&name)
}

/// The uses of a variable that show whether it is a reference.
struct Uses<'n> {
    name: &'n Ident,
    /// Whether the target is modified, in a form that is certain.
    is_written: bool,
    /// Whether the name is a receiver, an argument or an operand of `*`.
    is_used: bool,
}

impl Uses<'_> {
    fn is_name(&self, it: &syn::Expr) -> bool {
        match it {
            syn::Expr::Paren(inner) => self.is_name(&inner.expr),
            syn::Expr::Path(path) => path.path.is_ident(self.name),
            _ => false,
        }
    }

    /// Whether the expression is a part of the variable's target.
    fn is_part(&self, it: &syn::Expr) -> bool {
        match it {
            syn::Expr::Paren(inner) => self.is_part(&inner.expr),
            syn::Expr::Field(syn::ExprField { base, .. })
            | syn::Expr::Index(syn::ExprIndex { expr: base, .. }) => self.is_name(base) || self.is_part(base),
            syn::Expr::Unary(syn::ExprUnary { op: syn::UnOp::Deref(_), expr, .. }) => {
                self.is_name(expr) || self.is_part(expr)
            }
            _ => false,
        }
    }
}

impl<'ast> Visit<'ast> for Uses<'_> {
    fn visit_expr_assign(&mut self, it: &'ast syn::ExprAssign) {
        self.is_written |= self.is_part(&it.left);
        visit::visit_expr_assign(self, it);
    }

    fn visit_expr_binary(&mut self, it: &'ast syn::ExprBinary) {
        let assigns = crate::vocabulary::operators::binary(&it.op).is_some_and(|(_, assigns)| assigns);
        self.is_written |= assigns && self.is_part(&it.left);
        visit::visit_expr_binary(self, it);
    }

    fn visit_expr_reference(&mut self, it: &'ast syn::ExprReference) {
        self.is_written |= it.mutability.is_some() && self.is_part(&it.expr);
        visit::visit_expr_reference(self, it);
    }

    fn visit_expr_unary(&mut self, it: &'ast syn::ExprUnary) {
        self.is_used |= matches!(it.op, syn::UnOp::Deref(_)) && self.is_name(&it.expr);
        visit::visit_expr_unary(self, it);
    }

    fn visit_expr_method_call(&mut self, it: &'ast syn::ExprMethodCall) {
        let changes = it.method.to_string().ends_with("_mut")
            || [
                "clone_from_slice",
                "copy_from_slice",
                "copy_within",
                "fill",
                "fill_with",
                "reverse",
                "rotate_left",
                "rotate_right",
                "sort",
                "sort_by",
                "sort_by_key",
                "sort_unstable",
                "sort_unstable_by",
                "sort_unstable_by_key",
                "swap",
                "swap_with_slice",
            ]
            .iter()
            .any(|method| it.method == method);
        self.is_written |= changes && self.is_part(&it.receiver);
        self.is_used |= self.is_name(&it.receiver) || it.args.iter().any(|argument| self.is_name(argument));
        visit::visit_expr_method_call(self, it);
    }

    fn visit_expr_call(&mut self, it: &'ast syn::ExprCall) {
        self.is_used |= it.args.iter().any(|argument| self.is_name(argument));
        visit::visit_expr_call(self, it);
    }
}
