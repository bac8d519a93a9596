//! Values with shared references. A reference `&T` equals a copy of its target for as long as it exists, because nothing can
//! modify the target meanwhile. So a variable that would hold references holds copies, and a [`Shape`] tells where the
//! references are.
//!
//! ```text
//! let next = if front { w.first() } else { w.last() };     var chosen: Option<T>;   shape: Optional(Reference)
//! ```
//!
//! A slice and a `&mut` reference cannot be copied, so they have no shape.

use super::context::{Binding, Context};
use super::iterators::optional_item::{self, Optional};
use super::iterators::{reference, tuple_of};
use super::{expr, pattern};
use crate::ir::{Expr, ExprKind, Shape, Stmt, Ty, Var};
use crate::parse::result_shapes;
use crate::site::Site;
use proc_macro2::Ident;

/// Where a value has references. `None` if it contains a slice, a view or a `&mut` reference.
pub(super) fn shape(cx: &Context<'_>, it: &Expr) -> Option<Shape> {
    Some(match &it.kind {
        ExprKind::Reference { mutable: true, .. } | ExprKind::Slice { .. } | ExprKind::ViewArg { .. } => {
            return None;
        }
        ExprKind::Reference { place, .. } => Shape::Reference(Box::new(shape(cx, place)?)),
        ExprKind::Tuple(parts) if it.has_reference() => {
            Shape::Tuple(parts.iter().map(|part| shape(cx, part)).collect::<Option<_>>()?)
        }
        ExprKind::Optional { item, error, .. } => {
            let error = match error {
                Some(error) => Some(Box::new(shape(cx, error)?)),
                None => None,
            };
            Shape::Optional(Box::new(shape(cx, item)?), error)
        }
        _ if matches!(cx.infer.resolve(&it.ty), Ty::Slice(_)) => return None,
        _ => Shape::Value,
    })
}

/// The value with copies in place of its references, and its shape. `None` if a part cannot be copied, or after an error.
pub(super) fn owned(cx: &mut Context<'_>, it: Expr) -> Option<(Expr, Shape)> {
    let shape = shape(cx, &it)?;
    let value = copied(cx, it)?;
    Some((value, shape))
}

fn copied(cx: &mut Context<'_>, it: Expr) -> Option<Expr> {
    match it.kind {
        ExprKind::Reference { place, .. } => copied(cx, *place),
        ExprKind::Tuple(parts) if parts.iter().any(Expr::has_reference) => {
            let parts = parts.into_iter().map(|part| copied(cx, part)).collect::<Option<_>>()?;
            Some(tuple_of(parts, it.site))
        }
        ExprKind::Optional { .. } => {
            if let Some(whole) = Optional::of(&it)?.borrowed_whole() {
                return copied(cx, whole);
            }
            optional_item::owned(cx, &it)
        }
        kind => Some(Expr { kind, ..it }),
    }
}

/// A value with references to the parts of `value`, as the shape describes.
pub(super) fn referenced(cx: &mut Context<'_>, shape: &Shape, value: Expr) -> Expr {
    match shape {
        Shape::Value => value,
        Shape::Reference(of) => {
            let target = referenced(cx, of, value);
            reference(false, target)
        }
        Shape::Tuple(shapes) => {
            let site = value.site;
            let parts = shapes.iter().enumerate().map(|(n, shape)| {
                let field = pattern::field(cx, &value, n);
                referenced(cx, shape, field)
            });
            let parts = parts.collect();
            tuple_of(parts, site)
        }
        Shape::Optional(of, error) => optional_item::of_value(cx, value, of, error.as_deref()),
    }
}

/// The shape of a declared type. `None` if it contains slices, or no references.
pub(super) fn of_type(ty: &syn::Type) -> Option<Shape> {
    result_shapes::Shape::of(ty).without_slices().filter(Shape::has_reference)
}

/// The value of a branch, for the variable `result` of an `if`, a `match` or a loop. Records the references in it.
pub(super) fn of_branch(cx: &mut Context<'_>, result: &Expr, value: Expr) -> Expr {
    if !value.has_reference() {
        return value;
    }
    let site = value.site;
    let may_be_copied = shape(cx, &value).is_some();
    match may_be_copied.then(|| owned(cx, value.clone())).flatten() {
        Some((value, shape)) => {
            if let Some(var) = result.root() {
                let known = cx.names.shapes.remove(&var).unwrap_or(Shape::Value);
                cx.names.shapes.insert(var, known.merged(shape));
            }
            value
        }
        None => expr::value_of(cx, value, site),
    }
}

/// The value of an `if`, a `match` or a loop, after all its branches are lowered.
pub(super) fn chosen(cx: &mut Context<'_>, result: Expr) -> Expr {
    match result.root().and_then(|var| cx.names.shapes.remove(&var)) {
        Some(shape) => {
            cx.body.borrows = true;
            referenced(cx, &shape, result)
        }
        None => result,
    }
}

/// Declares a `mut` variable for a value with references, as in `let mut best = &w[0];`. Returns false if the value cannot
/// be copied.
pub(super) fn declare(cx: &mut Context<'_>, name: &Ident, value: Expr) -> bool {
    if shape(cx, &value).is_none() {
        return false;
    }
    let Some((value, shape)) = owned(cx, value) else { return false };
    declare_as(cx, name, value, shape);
    true
}

/// Declares a `mut` variable for a value with copies in place of its references.
pub(super) fn declare_as(cx: &mut Context<'_>, name: &Ident, value: Expr, shape: Shape) {
    let (ty, site) = (value.ty.clone(), value.site);
    let var = cx.temporary(&name.to_string(), site, ty, true);
    cx.prologue.push(Stmt::Let { var, value: Some(value) });
    cx.names.reference_variables.push((var, shape));
    cx.bind(name, Binding::References(cx.names.reference_variables.len() - 1));
    cx.body.borrows = true;
}

/// Declares a copy of a `mut` variable with references, for a `move` closure. Returns the binding of the copy.
pub(super) fn copy(cx: &mut Context<'_>, number: usize, is_mutable: bool, site: Site) -> Binding {
    let (var, shape) = cx.names.reference_variables[number].clone();
    let ty = cx.ty(var).clone();
    let copy = cx.temporary("copy", site, ty.clone(), is_mutable);
    let value = Expr { kind: ExprKind::Local(var), ty, site };
    cx.prologue.push(Stmt::Let { var: copy, value: Some(value) });
    cx.names.reference_variables.push((copy, shape));
    Binding::References(cx.names.reference_variables.len() - 1)
}

/// Whether an expression is the name of a `mut` variable with references.
pub(super) fn is_variable(cx: &Context<'_>, it: &syn::Expr) -> bool {
    matches!(cx.index_binding(expr::without_parentheses(it)), Some(Binding::References(_)))
}

/// Whether an expression is the name of a tuple or an `Option` with references.
pub(super) fn is_alias_of_value(cx: &Context<'_>, it: &syn::Expr) -> bool {
    let Some(Binding::Alias(alias)) = cx.index_binding(expr::without_parentheses(it)) else { return false };
    let (_, value) = cx.aliased(alias);
    matches!(value.kind, ExprKind::Tuple(_) | ExprKind::Optional { .. }) && value.has_reference()
}

/// The tuple or the `Option` that a name denotes, and not a reference to it.
pub(super) fn aliased(cx: &mut Context<'_>, it: &syn::Expr) -> Expr {
    match expr::lower_full(cx, it) {
        Expr { kind: ExprKind::Reference { place, .. }, .. } => *place,
        other => other,
    }
}

/// The value of a `mut` variable with references. A later assignment changes the variable, so the references are to copies.
pub(super) fn variable(cx: &mut Context<'_>, number: usize, site: Site) -> Expr {
    let (var, shape) = cx.names.reference_variables[number].clone();
    let value = Expr { kind: ExprKind::Local(var), ty: cx.ty(var).clone(), site };
    let value = pattern::pinned(cx, value);
    referenced(cx, &shape, value)
}

/// Lowers an assignment to a `mut` variable with references. Returns false for another assignment.
pub(super) fn assign(cx: &mut Context<'_>, it: &syn::ExprAssign) -> bool {
    let Some(Binding::References(number)) = cx.index_binding(expr::without_parentheses(&it.left)) else {
        return false;
    };
    let site = Site::of(&it.right);
    let (var, _) = cx.names.reference_variables[number].clone();
    let value = expr::with_references(cx, &it.right);
    if !value.ty.is_error() {
        store(cx, var, number, value, site);
    }
    true
}

fn store(cx: &mut Context<'_>, var: Var, number: usize, value: Expr, site: Site) {
    let Some((value, shape)) = owned(cx, value) else {
        optional_item::misplaced(cx, site);
        return;
    };
    let known = cx.names.reference_variables[number].1.clone();
    cx.names.reference_variables[number].1 = known.merged(shape);
    let ty = cx.ty(var).clone();
    cx.infer.receive(&ty, &value.ty);
    let place = Expr { kind: ExprKind::Local(var), ty, site };
    cx.prologue.push(Stmt::Assign { place, operator: None, value });
}
