//! A call that returns a reference: the kernel reads the target, assigns to it, or names it.
//!
//! ```rust,ignore
//! let top = *stack.last() + *larger(&a, &b);
//! *point.axis_mut(k) += 2.0;
//! let cell = grid.cell_mut(n, k);
//! cell.x += 1.0;
//! ```
//!
//! - To read the target, write `*` directly before the call. An assignment to a part needs no `*`:
//!   `body.position_mut().x = 1.0`.
//! - `let cell = grid.cell_mut(n, k);` is a reference if the kernel assigns to `*cell` or to a part, or if the name of the
//!   function ends in `_mut`. `let cell = &mut *grid.cell_at(n, k);` always is one.
//! - A function that returns `&mut` modifies nothing before it returns, unless each result is the same parameter, such as
//!   `self`.
//! - `*w` of a type with `#[device] impl Deref` is the target; write `(*w).x` for its fields and methods. `*w = v` and
//!   `(*w).x += 1.0` use its `DerefMut`.

use crate::ir::{Expr, ExprKind, Stmt, Ty, Var};
use crate::lower::context::{Binding, Context};
use crate::lower::{iterators, stmt};
use crate::parse::reference_results::{assign_to, hidden_call, store_to, value_of};
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

/// Lowers an assignment `*call() = right`, where the call returns a reference. Returns false for other targets.
pub(in crate::lower) fn assign(cx: &mut Context<'_>, target: &syn::Expr, right: &syn::Expr) -> bool {
    if !matches!(without_parentheses(target), syn::Expr::Unary(_)) {
        return false;
    }
    let Some(operand) = dereferenced(target).cloned() else { return false };
    if !is_call(cx, &operand) {
        return false;
    }
    // Rust evaluates the value before the place.
    let stored = own("amp_right");
    let var = (!is_simple(right)).then(|| {
        let value = super::lower(cx, right);
        let var = cx.temporary("right", value.site, value.ty.clone(), false);
        cx.prologue.push(Stmt::Let { var, value: Some(value) });
        var
    });
    let block = cx.scoped(|cx| {
        let stored: syn::Expr = match var {
            Some(var) => {
                cx.bind(&stored, Binding::Var(var));
                syn::parse_quote!(#stored)
            }
            None => right.clone(),
        };
        let (block, ()) = cx.in_block(|cx| {
            let call = with_fixed_arguments(cx, operand);
            if let Some(store) = hidden_call(&call, assign_to, Some(&stored)) {
                stmt::lower(cx, &syn::Stmt::Expr(store, Some(Default::default())));
            }
        });
        block
    });
    cx.prologue.push(Stmt::Block(block));
    true
}

/// Lowers a place behind a reference that a call returns, such as `(*call()).x[i]` or `call().x`, to the same part of a
/// copy of the target, which [`store_copies`] stores later.
/// `None` for other places.
pub(in crate::lower) fn writable(cx: &mut Context<'_>, target: &syn::Expr) -> Option<Expr> {
    let mut operand = dereferenced(target)?.clone();
    if !is_call(cx, &operand) {
        if !is_own_pointer(cx, &operand) {
            return None;
        }
        let name = format_ident!("deref_mut", span = Site::of(&operand).last);
        operand = syn::parse_quote!((#operand).#name());
    }
    let site = Site::of(&operand);
    cx.scoped(|cx| {
        let call = with_fixed_arguments(cx, operand);
        let mut value = super::lower(cx, &hidden_call(&call, value_of, None)?);
        if value.ty.is_error() {
            return Some(Expr::error_placeholder(site));
        }
        // The result of the call needs no variable of its own.
        if let Some(Stmt::Let { var, value: Some(_) }) = cx.prologue.last()
            && matches!(value.kind, ExprKind::Local(local) if local == *var)
            && let Some(Stmt::Let { value: Some(result), .. }) = cx.prologue.pop()
        {
            value = result;
        }
        let name = own("amp_item");
        copy_of_target(cx, value, site, |cx, var| {
            cx.bind(&name, Binding::Var(var));
            let store = hidden_call(&call, store_to, Some(&syn::parse_quote!(#name)))?;
            stmt::lower(cx, &syn::Stmt::Expr(store, Some(Default::default())));
            Some(())
        })?;
        let mut place = target.clone();
        ReplaceBase(&name).visit_expr_mut(&mut place);
        Some(stmt::writable(cx, &place))
    })
}

/// Declares a variable with a copy of the target of a `&mut`. `store` adds the statements that store the copy, which
/// [`store_copies`] places. `None` if `store` fails.
pub(in crate::lower) fn copy_of_target(
    cx: &mut Context<'_>,
    value: Expr,
    site: Site,
    store: impl FnOnce(&mut Context<'_>, Var) -> Option<()>,
) -> Option<Expr> {
    let ty = value.ty.clone();
    let var = cx.temporary("item", site, ty.clone(), true);
    cx.prologue.push(Stmt::Let { var, value: Some(value) });
    let (store, stored) = cx.in_block(|cx| store(cx, var));
    stored?;
    let pending = cx.temporary("pending", site, Ty::BOOL, true);
    let mut borrowed = Vec::new();
    store.iter().for_each(|stmt| {
        stmt.walk_expressions(&mut |part| match &part.kind {
            ExprKind::Local(local) if *local != var && cx.may_modify(*local) => borrowed.push(part.clone()),
            ExprKind::Tile(_) | ExprKind::Element { .. } | ExprKind::ViewArg { .. } => {
                borrowed.push(part.clone())
            }
            _ => {}
        });
    });
    // A part of an earlier copy is a part of what that copy borrows.
    let outer: Vec<_> = cx
        .copies_of_targets
        .iter()
        .filter(|outer| {
            borrowed.iter().any(|part| matches!(part.kind, ExprKind::Local(var) if outer.is_of(var)))
        })
        .flat_map(|outer| outer.borrowed.iter().cloned())
        .collect();
    borrowed.extend(outer);
    cx.copies_of_targets.push(CopyOfTarget { copy: var, pending, store, borrowed, site });
    Some(Expr { kind: ExprKind::Local(var), ty, site })
}

/// Whether the operand of a `*` is a value of a user's type with `DerefMut`, and not a reference.
fn is_own_pointer(cx: &mut Context<'_>, operand: &syn::Expr) -> bool {
    let is_place = match operand {
        syn::Expr::Path(_) | syn::Expr::Field(_) | syn::Expr::Index(_) => true,
        syn::Expr::Unary(unary) => matches!(unary.op, syn::UnOp::Deref(_)),
        _ => false,
    };
    let is_self = matches!(operand, syn::Expr::Path(path) if path.path.is_ident("self"));
    if !is_place || is_self {
        return false;
    }
    let value = cx.speculatively(|cx| super::lower_full(cx, operand));
    !matches!(value.kind, ExprKind::Reference { .. } | ExprKind::ErrorPlaceholder) && may_deref(cx, &value.ty)
}

/// Whether a type may be a user's type with `Deref`.
pub(super) fn may_deref(cx: &Context<'_>, ty: &Ty) -> bool {
    cx.is_user_struct(ty) || cx.infer.is_result_of_user_type(ty)
}

/// Lowers `*p.cell_mut(k)`, the receiver of a method that may modify it. `None` for a function whose name does not show that
/// it returns a `&mut`.
pub(super) fn receiver(cx: &mut Context<'_>, it: &syn::Expr) -> Option<Expr> {
    let call = dereferenced(without_parentheses(it))?;
    let name = match call {
        syn::Expr::MethodCall(call) => call.method.to_string(),
        syn::Expr::Call(call) => match &*call.func {
            syn::Expr::Path(path) => path.path.segments.last()?.ident.to_string(),
            _ => return None,
        },
        _ => return None,
    };
    if !name.ends_with("_mut") {
        return None;
    }
    writable(cx, it)
}

/// A copy of the target of a reference that a call returned.
pub(in crate::lower) struct CopyOfTarget {
    copy: Var,
    /// The variable that tells whether the copy is modified and not stored.
    pending: Var,
    store: Vec<Stmt>,
    /// The variables, views and tile memory that the reference may borrow.
    borrowed: Vec<Expr>,
    site: Site,
}

impl CopyOfTarget {
    pub(in crate::lower) fn is_of(&self, var: Var) -> bool {
        self.copy == var
    }

    fn mentions(&self, it: &Expr) -> bool {
        let mut found = false;
        it.walk(&mut |part| {
            found |= self.borrowed.iter().any(|borrowed| match (&part.kind, &borrowed.kind) {
                (ExprKind::Local(a), ExprKind::Local(b)) => a == b,
                (ExprKind::Tile(a), ExprKind::Tile(b)) => a == b,
                (
                    ExprKind::Element { capture: a, .. } | ExprKind::ViewArg { capture: a, .. },
                    ExprKind::Element { capture: b, .. } | ExprKind::ViewArg { capture: b, .. },
                ) => a == b,
                _ => false,
            });
        });
        found
    }

    /// Whether other work-items may access the target: it is in a view or in tile memory.
    fn is_shared(&self) -> bool {
        self.borrowed.iter().any(|part| !matches!(part.kind, ExprKind::Local(_)))
    }

    fn is_pending(&self, value: bool) -> Stmt {
        let place = Expr { kind: ExprKind::Local(self.pending), ty: Ty::BOOL, site: self.site };
        let value = Expr { kind: ExprKind::Bool(value), ty: Ty::BOOL, site: self.site };
        Stmt::Assign { place, operator: None, value }
    }

    /// Stores the copy if it is modified.
    fn flush(&self) -> Stmt {
        let condition = Expr { kind: ExprKind::Local(self.pending), ty: Ty::BOOL, site: self.site };
        let mut then = self.store.clone();
        then.push(self.is_pending(false));
        Stmt::If { condition, then, otherwise: Vec::new() }
    }
}

/// Why a reference that a call returned cannot be a copy of its target.
#[derive(Clone, Copy)]
pub(in crate::lower) enum NoCopy {
    /// The reference is in use after a barrier, where the target may have another value.
    AfterBarrier,
    /// The kernel modifies a part of a target in tile memory. Other work-items may modify other parts meanwhile, and storing
    /// the whole copy would undo that.
    PartOfTile,
}

impl NoCopy {
    pub(in crate::lower) fn detail(self) -> &'static str {
        match self {
            NoCopy::AfterBarrier => {
                "a reference that a function returned, in use after a barrier; call the function again after the barrier"
            }
            NoCopy::PartOfTile => {
                "a reference that a function returned, to tile memory of which the kernel modifies a part; write \
                 `&mut tile[..]` with subscripts and fields instead of the call"
            }
        }
    }
}

/// Adds the statements that store copies of targets. Returns the sites of references that cannot be copies.
///
/// The function that stores the copy finds the target again, so the borrowed variables must be as they were. This holds if
/// the copy is stored once, before the next statement that mentions a borrowed variable: while the reference is in use,
/// Rust permits no other access.
pub(in crate::lower) fn store_copies(block: &mut Vec<Stmt>, copies: &[CopyOfTarget]) -> Vec<(Site, NoCopy)> {
    let mut wrong = Vec::new();
    // A target may be a part of an earlier copy, which its store modifies.
    for copy in copies.iter().rev() {
        store_copy(block, copy, &mut wrong);
    }
    wrong
}

fn store_copy(block: &mut Vec<Stmt>, copy: &CopyOfTarget, wrong: &mut Vec<(Site, NoCopy)>) {
    let at = block.iter().position(|stmt| matches!(stmt, Stmt::Let { var, .. } if *var == copy.copy));
    let Some(at) = at else {
        for stmt in block {
            stmt.blocks_mut().into_iter().for_each(|inner| store_copy(inner, copy, wrong));
            for expr in stmt.expressions_mut() {
                expr.walk_mut(&mut |part| {
                    if let ExprKind::Closure(closure) = &mut part.kind
                        && closure.body.iter().any(|stmt| declares(stmt, copy.copy))
                    {
                        store_copy(&mut closure.body, copy, wrong);
                    }
                });
            }
        }
        return;
    };
    let mut rest = block.split_off(at + 1);
    // After a barrier, other work-items may have modified the target, and may read it.
    let uses = |stmt: &Stmt| {
        let mut found = false;
        stmt.walk_expressions(&mut |expr| {
            found |= matches!(expr.kind, ExprKind::Local(var) if var == copy.copy)
        });
        found
    };
    if let Some(last) = rest.iter().rposition(uses)
        && copy.is_shared()
        && rest[..=last].iter().any(contains_barrier)
    {
        wrong.push((copy.site, NoCopy::AfterBarrier));
    }
    let is_in_tile = copy.borrowed.iter().any(|part| matches!(part.kind, ExprKind::Tile(_)));
    if is_in_tile && rest.iter().any(|stmt| modifies_part(stmt, copy.copy)) {
        wrong.push((copy.site, NoCopy::PartOfTile));
    }
    let modifying: Vec<_> = (0..rest.len()).filter(|n| modifies(&rest[*n], copy.copy)).collect();
    match modifying.as_slice() {
        [] => {}
        [only] if rest[*only].blocks_mut().is_empty() => {
            rest.insert(only + 1, Stmt::Block(copy.store.clone()))
        }
        _ => {
            let none = Expr { kind: ExprKind::Bool(false), ty: Ty::BOOL, site: copy.site };
            block.push(Stmt::Let { var: copy.pending, value: Some(none) });
            mark_pending(&mut rest, copy);
            flush_before_uses(&mut rest, copy, true);
            if !matches!(rest.last(), Some(Stmt::Return { .. } | Stmt::Break(_) | Stmt::Continue(_))) {
                rest.push(copy.flush());
            }
        }
    }
    block.extend(rest);
}

fn contains_barrier(stmt: &Stmt) -> bool {
    let mut found = false;
    stmt.walk(&mut |stmt| found |= stmt.is_collective());
    found
}

/// Records after each statement that modifies the copy that it is modified.
fn mark_pending(block: &mut Vec<Stmt>, copy: &CopyOfTarget) {
    let mut at = 0;
    while at < block.len() {
        let nested = block[at].blocks_mut();
        let is_leaf = nested.is_empty();
        nested.into_iter().for_each(|inner| mark_pending(inner, copy));
        if is_leaf && modifies(&block[at], copy.copy) {
            at += 1;
            block.insert(at, copy.is_pending(true));
        }
        at += 1;
    }
}

/// Stores the copy before each statement that mentions a borrowed variable, or that leaves the block of the copy.
fn flush_before_uses(block: &mut Vec<Stmt>, copy: &CopyOfTarget, is_own_loop: bool) {
    let mut at = 0;
    while at < block.len() {
        let leaves = match &block[at] {
            Stmt::Return { .. } => true,
            Stmt::Break(_) | Stmt::Continue(_) => is_own_loop,
            // Other work-items may read the target after a barrier.
            stmt => stmt.is_collective(),
        };
        let mentions = block[at].expressions().into_iter().any(|expr| copy.mentions(expr));
        match &mut block[at] {
            Stmt::While { before, body, .. } => {
                flush_before_uses(before, copy, false);
                flush_before_uses(body, copy, false);
                if mentions {
                    before.push(copy.flush());
                }
            }
            stmt => {
                let is_loop = matches!(stmt, Stmt::For { .. });
                let nested = stmt.blocks_mut();
                nested.into_iter().for_each(|inner| flush_before_uses(inner, copy, is_own_loop && !is_loop));
                if leaves || mentions {
                    block.insert(at, copy.flush());
                    at += 1;
                }
            }
        }
        at += 1;
    }
}

fn declares(stmt: &Stmt, copy: Var) -> bool {
    let mut found = false;
    stmt.walk(&mut |stmt| found |= matches!(stmt, Stmt::Let { var, .. } if *var == copy));
    found
}

/// Whether a statement, or a closure in it, modifies the variable.
fn modifies(stmt: &Stmt, variable: Var) -> bool {
    let mut found = false;
    stmt.walk(&mut |stmt| found |= stmt.modified_variables().contains(&variable));
    stmt.walk_expressions(&mut |expr| {
        found |= matches!(&expr.kind, ExprKind::Reference { mutable: true, place } if place.root() == Some(variable));
        if let ExprKind::Closure(closure) = &expr.kind {
            found |= closure.body.iter().any(|stmt| modifies(stmt, variable));
        }
    });
    found
}

/// Whether a statement, or a closure in it, modifies a part of the variable. A function may modify a part of what it gets by
/// `&mut`, unless that is a scalar.
fn modifies_part(stmt: &Stmt, variable: Var) -> bool {
    let mut found = false;
    stmt.walk(&mut |stmt| {
        let Stmt::Assign { place, .. } = stmt else { return };
        found |= place.root() == Some(variable) && !matches!(place.kind, ExprKind::Local(_));
    });
    stmt.walk_expressions(&mut |expr| match &expr.kind {
        ExprKind::Reference { mutable: true, place } if place.root() == Some(variable) => {
            let is_scalar = matches!((&place.kind, &place.ty), (ExprKind::Local(_), Ty::Scalar(_)));
            found |= !is_scalar;
        }
        ExprKind::Closure(closure) => found |= closure.body.iter().any(|stmt| modifies_part(stmt, variable)),
        _ => {}
    });
    found
}

/// Like [`with_fixed_arguments`], for a function whose result does not refer to the receiver. So the receiver is a copy, too.
pub(super) fn with_fixed_values(cx: &mut Context<'_>, call: &syn::Expr) -> syn::Expr {
    let mut call = with_fixed_arguments(cx, call.clone());
    if let syn::Expr::MethodCall(it) = &mut call
        && is_value(cx, &it.receiver)
    {
        let name = own("amp_receiver");
        let receiver = &it.receiver;
        stmt::lower(cx, &syn::parse_quote!(let #name = #receiver;));
        it.receiver = syn::parse_quote!(#name);
    }
    call
}

/// Stores the arguments of a call, and the subscripts of its receiver, in variables. So the hidden functions get the same
/// arguments. The target of an argument `&place` is a copy: while the result is in use, it does not change, or the result does
/// not refer to it. A closure gets copies of what it captures.
pub(super) fn with_fixed_arguments(cx: &mut Context<'_>, mut call: syn::Expr) -> syn::Expr {
    let mut count = 0;
    let arguments = match &mut call {
        syn::Expr::Paren(inner) => return with_fixed_arguments(cx, (*inner.expr).clone()),
        syn::Expr::MethodCall(call) => {
            fix_place(cx, &mut call.receiver, &mut count);
            &mut call.args
        }
        syn::Expr::Call(call) => &mut call.args,
        _ => return call,
    };
    for argument in arguments {
        match argument {
            syn::Expr::Reference(reference)
                if reference.mutability.is_none() && is_value(cx, &reference.expr) =>
            {
                fix(cx, &mut reference.expr, &mut count);
            }
            // `&v.to_be_bytes()` refers to a temporary variable.
            syn::Expr::Reference(reference)
                if matches!(
                    without_parentheses(&reference.expr),
                    syn::Expr::MethodCall(_) | syn::Expr::Call(_)
                ) =>
            {
                let mutability = reference.mutability;
                fix_as(cx, &mut reference.expr, mutability, &mut count);
            }
            syn::Expr::Reference(reference) => fix_place(cx, &mut reference.expr, &mut count),
            syn::Expr::Closure(closure) => {
                closure.capture.get_or_insert_default();
                fix(cx, argument, &mut count);
            }
            other if is_simple(other) => {}
            other => match cx.index_binding(other) {
                None | Some(Binding::Var(_) | Binding::Alias(_) | Binding::Item(_)) => {
                    fix(cx, other, &mut count);
                }
                _ => {}
            },
        }
    }
    call
}

/// Whether an expression is a part of a `mut` variable or an element of a view, which other statements may modify.
pub(super) fn is_value(cx: &Context<'_>, it: &syn::Expr) -> bool {
    match it {
        syn::Expr::Paren(inner) => is_value(cx, &inner.expr),
        syn::Expr::Field(field) => is_value(cx, &field.base),
        syn::Expr::Index(index) if matches!(&*index.index, syn::Expr::Range(_)) => false,
        syn::Expr::Index(index) => {
            let is_view = matches!(
                cx.index_binding(without_parentheses(&index.expr)),
                Some(Binding::Capture(_) | Binding::Borrowed(..))
            );
            is_view || is_value(cx, &index.expr)
        }
        syn::Expr::Path(_) => matches!(cx.index_binding(it), Some(Binding::Var(var)) if cx.is_mutable(var)),
        _ => false,
    }
}

/// Stores the subscripts of a place in variables.
fn fix_place(cx: &mut Context<'_>, place: &mut syn::Expr, count: &mut usize) {
    match place {
        syn::Expr::Paren(inner) => fix_place(cx, &mut inner.expr, count),
        syn::Expr::Field(field) => fix_place(cx, &mut field.base, count),
        syn::Expr::Index(index) => {
            fix_place(cx, &mut index.expr, count);
            if !is_simple(&index.index) && !matches!(&*index.index, syn::Expr::Range(_)) {
                fix(cx, &mut index.index, count);
            }
        }
        syn::Expr::Unary(unary) if matches!(unary.op, syn::UnOp::Deref(_)) && !is_call(cx, &unary.expr) => {
            fix_place(cx, &mut unary.expr, count);
        }
        syn::Expr::Path(_) | syn::Expr::Lit(_) => {}
        // `p.row_mut(k).cell_mut(n)`: the receiver is a reference, too.
        other => {
            let call = match &*other {
                syn::Expr::Unary(unary) => (*unary.expr).clone(),
                other => other.clone(),
            };
            if is_call(cx, &call) && !returns_known_place(&call) {
                *other = syn::parse_quote!(&mut *#call);
                fix(cx, other, count);
            }
        }
    }
}

/// Replaces an expression by the name of a variable with its value.
fn fix(cx: &mut Context<'_>, it: &mut syn::Expr, count: &mut usize) {
    fix_as(cx, it, None, count);
}

fn fix_as(cx: &mut Context<'_>, it: &mut syn::Expr, mutability: Option<syn::Token![mut]>, count: &mut usize) {
    let name = own(&format!("amp_argument{count}"));
    *count += 1;
    stmt::lower(cx, &syn::parse_quote!(let #mutability #name = #it;));
    *it = syn::parse_quote!(#name);
}

fn own(name: &str) -> Ident {
    Ident::new(name, Span::mixed_site())
}

/// The call at the base of a place behind a reference: `call()` in `(*call()).x[i]` and in `call().x`.
fn dereferenced(it: &syn::Expr) -> Option<&syn::Expr> {
    match it {
        syn::Expr::Paren(inner) => dereferenced(&inner.expr),
        syn::Expr::Field(syn::ExprField { base, .. })
        | syn::Expr::Index(syn::ExprIndex { expr: base, .. }) => match without_parentheses(base) {
            call @ (syn::Expr::MethodCall(_) | syn::Expr::Call(_)) if !returns_known_place(call) => {
                Some(call)
            }
            other => dereferenced(other),
        },
        syn::Expr::Unary(unary) if matches!(unary.op, syn::UnOp::Deref(_)) => {
            Some(without_parentheses(&unary.expr))
        }
        _ => None,
    }
}

/// Whether the call is that of a built-in method whose result contains references.
fn returns_known_place(it: &syn::Expr) -> bool {
    matches!(it, syn::Expr::MethodCall(call) if ["as_mut_slice", "insert", "project_mut", "reinterpret_as_mut", "section_mut", "split_at_mut", "view_as_mut"]
        .iter()
        .any(|known| call.method == known))
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
            syn::Expr::MethodCall(_) | syn::Expr::Call(_) => {
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

/// Whether the expression is a call of a user's function, which may return a reference.
fn is_call(cx: &mut Context<'_>, it: &syn::Expr) -> bool {
    let it = without_parentheses(it);
    if let syn::Expr::Call(call) = it
        && let syn::Expr::Path(path) = &*call.func
        && (path.path.get_ident().is_some_and(|ident| cx.lookup(ident).is_some())
            // A mark of an expansion
            || path.path.segments.iter().any(|segment| segment.ident == "__private"))
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
    use crate::testing::{message, wgsl};
    use expect_test::expect;

    /// The error of a kernel in which the reference `r` into tile memory is used as `text` says.
    fn of_tile(text: &str) -> String {
        message(&format!(
            "tile = [4], |t: TiledIndex<1>| {{ #[tile_static] let mut s: [Grid; 4]; s[t.local[0]] = Grid::default(); \
             t.barrier.wait(); let r = s[t.local[0]].at_mut(1, 2); {text} }}"
        ))
    }

    #[test]
    fn references_to_tile_memory_end_at_barriers() {
        assert_eq!(of_tile("*r = a; t.barrier.wait();"), "");
        for text in
            ["t.barrier.wait(); *r += a;", "for _ in 0..4 { t.barrier.wait(); } y[t.global] = *r + 1.0;"]
        {
            assert!(of_tile(text).contains("in use after a barrier"), "{text}: {}", of_tile(text));
        }
    }

    #[test]
    fn parts_of_tile_memory_are_not_modified_through_returned_references() {
        assert_eq!(of_tile("*r = [a, a];"), "");
        for text in ["r[1] = a;", "r.x += a;", "change(&mut r.x);", "change(r);"] {
            assert!(of_tile(text).contains("to tile memory of which"), "{text}: {}", of_tile(text));
        }
    }

    #[test]
    fn places_behind_references_are_read_and_assigned() {
        wgsl(
            "|i: Index<1>| { let mut m: Grid = Grid::default(); *m.at_mut(1, 2) = a; *m.at_mut(1, 2) += 1.0; y[i] = *m.at(1, 2); }",
            expect![[r#"
                var m_: <Grid> = <Grid>::<default>();
                let right_: f32 = a;
                {
                    _ = <Grid>::amp_assign_to_at_mut(&m_, 1?, 2?, right_);
                }
                var item_: <_> = <Grid>::amp_value_of_at_mut(&m_, 1?, 2?);
                item_ = Add<_, _>(item_, 1.0?);
                {
                    _ = <Grid>::amp_store_to_at_mut(&m_, 1?, 2?, item_);
                }
                let value_2: <_> = <Grid>::amp_value_of_at(&m_, 1?, 2?);
                y[amp_global[0]] = value_2;
            "#]],
        );
    }

    #[test]
    fn references_in_variables_are_stored_once() {
        wgsl(
            "|i: Index<1>| { let mut m: Grid = Grid::default(); let r = m.at_mut(1, 2); *r += a; if n > 99 { *r *= 2.0; return; } *r -= 1.0; y[i] = *m.at(1, 2); }",
            expect![[r#"
                var m_: <Grid> = <Grid>::<default>();
                var item_: <_> = <Grid>::amp_value_of_at_mut(&m_, 1?, 2?);
                var pending_: bool = false;
                item_ = Add<_, f32>(item_, a);
                pending_ = true;
                if (n > 99u) {
                    item_ = Mul<_, _>(item_, 2.0?);
                    pending_ = true;
                    if (pending_) {
                        _ = <Grid>::amp_store_to_at_mut(&m_, 1?, 2?, item_);
                        pending_ = false;
                    }
                    return;
                }
                item_ = Sub<_, _>(item_, 1.0?);
                pending_ = true;
                if (pending_) {
                    _ = <Grid>::amp_store_to_at_mut(&m_, 1?, 2?, item_);
                    pending_ = false;
                }
                let value_2: <_> = <Grid>::amp_value_of_at(&m_, 1?, 2?);
                y[amp_global[0]] = value_2;
                if (pending_) {
                    _ = <Grid>::amp_store_to_at_mut(&m_, 1?, 2?, item_);
                    pending_ = false;
                }
            "#]],
        );
    }
}
