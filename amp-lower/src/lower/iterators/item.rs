//! The item of a chain: a value, a reference, or a tuple of items.
//!
//! `x.iter().enumerate()` yields `(usize, &f32)`. Devices have no pointers, so no variable can hold such a
//! tuple. Instead, the item is an expression of the IR: an [`ExprKind::Tuple`] that contains an
//! [`ExprKind::Reference`]. A pattern is matched with this expression at compile time, and a name for the
//! whole tuple is an alias.

use crate::diagnostics::Code;
use crate::ir::{Expr, ExprKind, Ty};
use crate::lower::context::{Binding, Context};
use crate::lower::expr::bind_argument;
use crate::lower::stmt::borrow;
use crate::lower::{pattern, shared_references, ty};
use crate::site::Site;
use syn::Pat;

/// A reference to a place.
pub(in crate::lower) fn reference(mutable: bool, place: Expr) -> Expr {
    let (site, ty) = (place.site, Ty::Reference(mutable, Box::new(place.ty.clone())));
    Expr { kind: ExprKind::Reference { mutable, place: Box::new(place) }, ty, site }
}

/// A tuple of items.
pub(in crate::lower) fn tuple(parts: Vec<Expr>, site: Site) -> Expr {
    let ty = Ty::Tuple(parts.iter().map(|part| part.ty.clone()).collect());
    Expr { kind: ExprKind::Tuple(parts), ty, site }
}

/// The value of an item: replaces references in it by their targets.
pub(in crate::lower) fn value(item: Expr) -> Expr {
    match item.kind {
        ExprKind::Reference { place, .. } => value(*place),
        ExprKind::Tuple(parts) if parts.iter().any(Expr::has_reference) => {
            tuple(parts.into_iter().map(value).collect(), item.site)
        }
        kind => Expr { kind, ..item },
    }
}

/// Evaluates each value in the item and stores it in a variable, so that the item can be used several times.
pub(super) fn stored(cx: &mut Context<'_>, item: Expr) -> Expr {
    match item.kind {
        ExprKind::Reference { .. } | ExprKind::Optional { .. } | ExprKind::ErrorPlaceholder => item,
        ExprKind::Tuple(parts) if !parts.is_empty() => {
            let parts = parts.into_iter().map(|part| stored(cx, part)).collect();
            Expr { kind: ExprKind::Tuple(parts), ..item }
        }
        kind => pattern::pinned(cx, Expr { kind, ..item }),
    }
}

/// Binds the names of a pattern to an item.
pub(in crate::lower) fn bind(cx: &mut Context<'_>, pattern: &Pat, item: Expr) {
    if let Pat::Ident(name) = pattern
        && name.mutability.is_some()
        && name.by_ref.is_none()
        && name.subpat.is_none()
        && item.has_reference()
        && shared_references::declare(cx, &name.ident, item.clone())
    {
        return;
    }
    match (pattern, item.kind) {
        (Pat::Type(typed), kind @ ExprKind::Optional { .. }) => bind(cx, &typed.pat, Expr { kind, ..item }),
        (Pat::Ident(name), kind @ ExprKind::Optional { .. })
            if name.by_ref.is_none() && name.subpat.is_none() =>
        {
            if let Some(word) = &name.mutability {
                let detail =
                    "a `mut` variable for an `Option` with a slice or a `&mut`; declare another variable";
                cx.report(Code::AMP001, Site::of(word), detail);
            }
            cx.alias(&name.ident, false, Expr { kind, ..item });
        }
        (Pat::Type(typed), kind) => {
            let item = Expr { kind, ..item };
            annotate(cx, &item, &typed.ty);
            bind(cx, &typed.pat, item);
        }
        (Pat::Paren(inner), kind) => bind(cx, &inner.pat, Expr { kind, ..item }),
        (Pat::Wild(_), _) => {}
        (Pat::Tuple(parts), ExprKind::Tuple(items))
            if pattern::component_positions(&parts.elems, Some(items.len()))
                .is_some_and(|places| places.len() == items.len() || has_rest(parts)) =>
        {
            let items: Vec<_> = items.into_iter().map(|item| stored(cx, item)).collect();
            let places = pattern::component_positions(&parts.elems, Some(items.len())).unwrap_or_default();
            for (n, part) in places {
                if let Some(item) = items.get(n) {
                    bind(cx, part, item.clone());
                }
            }
        }
        // With default binding modes, each name is a reference to its component.
        (Pat::Tuple(_), ExprKind::Reference { mutable, place }) if place.has_reference() => {
            match place.kind {
                ExprKind::Tuple(parts) => {
                    let parts = parts.into_iter().map(|part| reference(mutable, part)).collect();
                    bind(cx, pattern, Expr { kind: ExprKind::Tuple(parts), ty: item.ty, site: item.site });
                }
                kind => bind(cx, pattern, Expr { kind, ..*place }),
            }
        }
        (Pat::Reference(inner), ExprKind::Reference { place, .. })
            if place.has_reference() || matches!(place.kind, ExprKind::Tuple(_)) =>
        {
            bind(cx, &inner.pat, *place);
        }
        (Pat::Ident(name), kind @ ExprKind::Tuple(_)) if is_plain(name) => {
            let item = Expr { kind, ..item };
            if !item.has_reference() {
                return pattern::bind(cx, pattern, None, Some(item));
            }
            let place = stored(cx, item);
            cx.alias(&name.ident, false, place);
        }
        // A generated variable that nothing modifies: the user's name becomes an alias of the variable.
        (Pat::Ident(name), ExprKind::Local(var))
            if is_plain(name) && cx.variable_ref(var).temporary && !cx.may_modify(var) =>
        {
            cx.bind(&name.ident, Binding::Var(var));
        }
        (_, kind @ ExprKind::Reference { .. }) => bind_argument(cx, pattern, Expr { kind, ..item }),
        (_, kind) => pattern::bind(cx, pattern, None, Some(Expr { kind, ..item })),
    }
}

/// Unifies the type of an item with the type that the user declared for the parameter.
fn annotate(cx: &mut Context<'_>, item: &Expr, annotated: &syn::Type) {
    match (&item.kind, annotated) {
        (ExprKind::Reference { place, .. }, syn::Type::Reference(of)) => annotate(cx, place, &of.elem),
        (ExprKind::Tuple(parts), syn::Type::Tuple(types)) if parts.len() == types.elems.len() => {
            parts.iter().zip(&types.elems).for_each(|(part, ty)| annotate(cx, part, ty));
        }
        (ExprKind::Reference { place, .. }, other) => borrow::unify_annotation(cx, place, other),
        (_, syn::Type::Slice(_)) => borrow::unify_annotation(cx, item, annotated),
        (_, syn::Type::Infer(_)) => {}
        (_, other) => {
            let annotated = ty::lower(cx, other);
            cx.infer.unify(&item.ty, &annotated);
        }
    }
}

/// Whether a pattern is a name without `mut`, `ref` and `@`.
fn is_plain(name: &syn::PatIdent) -> bool {
    name.by_ref.is_none() && name.subpat.is_none() && name.mutability.is_none()
}

fn has_rest(pattern: &syn::PatTuple) -> bool {
    pattern.elems.iter().any(|part| matches!(part, Pat::Rest(_)))
}
