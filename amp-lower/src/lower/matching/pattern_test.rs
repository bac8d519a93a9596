//! Tests whether a value matches a pattern, and binds the pattern's names.

use super::alternatives;
use crate::diagnostics::Code;
use crate::ir::{Binary, Expr, ExprKind, Stmt, Ty};
use crate::lower::context::{Binding, Context, names_constant};
use crate::lower::expr;
use crate::lower::iterators::optional_item::Optional;
use crate::lower::pattern::{
    FIELDS_AFTER_REST, NAMED_REST, bind_rest, component_count, component_positions, counts_fields_from_end,
    field, fits_length, items, member_of, names_rest, struct_fields,
};
use crate::lower::variant;
use crate::site::{Site, quoted};
use syn::{Pat, RangeLimits};

/// The condition under which a value matches a pattern, or `None` if every value matches. Binds the names in
/// the pattern in the current scope.
pub(super) fn test(cx: &mut Context<'_>, pattern: &Pat, value: &Expr) -> Option<Expr> {
    test_as(cx, pattern, value, None)
}

/// Like [`test`], with a default binding mode. If `mode` is set, the pattern is below a reference: names are
/// aliases of places, and the flag tells whether the reference is `&mut`.
fn test_as(cx: &mut Context<'_>, pattern: &Pat, value: &Expr, mode: Option<bool>) -> Option<Expr> {
    let site = Site::of(pattern);
    if let Some(optional) = Optional::of(value)
        && let Some(fits) = optional_test(cx, pattern, &optional, value)
    {
        return fits;
    }
    if let ExprKind::Reference { mutable, place } = &value.kind {
        let mode = Some(mode.unwrap_or(true) && *mutable);
        // Names below a reference are references.
        let outer = std::mem::replace(&mut cx.late_copies.active, false);
        let fits = match pattern {
            // `&pattern` matches the reference, so names in `pattern` are copies.
            Pat::Reference(target) => test_as(cx, &target.pat, place, None),
            _ => test_as(cx, pattern, place, mode),
        };
        cx.late_copies.active = outer;
        return fits;
    }
    let test = |cx: &mut Context<'_>, pattern: &Pat, value: &Expr| test_as(cx, pattern, value, mode);
    match pattern {
        Pat::Wild(_) | Pat::Rest(_) => None,
        Pat::Paren(inner) => test(cx, &inner.pat, value),
        // In `Some(&x)`, matched with a reference to an `Option`, the name `x` is a copy.
        Pat::Reference(target) if mode.is_some() => {
            // The slice may be shorter than the pattern, so the item is copied after the whole pattern matches.
            let late = is_item_of_slice(cx, value);
            let outer = std::mem::replace(&mut cx.late_copies.active, late);
            let fits = test_as(cx, &target.pat, value, late.then_some(false));
            cx.late_copies.active = outer;
            fits
        }
        // A reference in the result of a call equals a copy of its target.
        Pat::Reference(target) if target.mutability.is_none() && cx.infer.is_unknown(&value.ty) => {
            test(cx, &target.pat, value)
        }
        Pat::Ident(name)
            if (name.by_ref.is_some() || mode.is_some() || value.has_reference())
                && !names_constant(&name.ident)
                && !names_rest(name) =>
        {
            cx.body.borrows = true;
            let mutable = mode.unwrap_or(true) && (mode.is_some() || name.mutability.is_some());
            cx.alias(&name.ident, mutable, value.clone());
            if cx.late_copies.active && name.by_ref.is_none() {
                cx.late_copies.names.push((name.ident.clone(), name.mutability.is_some()));
            }
            name.subpat.as_ref().and_then(|(_, inner)| test(cx, inner, value))
        }
        Pat::Ident(name) if name.by_ref.is_none() && !names_rest(name) => {
            if names_constant(&name.ident) && name.subpat.is_none() && name.mutability.is_none() {
                let path = syn::ExprPath { attrs: Vec::new(), qself: None, path: name.ident.clone().into() };
                if matches!(cx.lookup(&name.ident), Some(known) if !matches!(known, Binding::Const)) {
                    let detail = format!("`{}` is a variable here", name.ident);
                    cx.report(Code::AMP016, site, detail);
                    return None;
                }
                let constant = expr::constant(cx, &path, site);
                return Some(equals_constant(cx, constant, value));
            }
            let var = cx.variable(&name.ident, value.ty.clone(), name.mutability.is_some());
            cx.prologue.push(Stmt::Let { var, value: Some(value.clone()) });
            name.subpat.as_ref().and_then(|(_, inner)| test(cx, inner, value))
        }
        Pat::Lit(literal) => {
            let expected = expr::lower(cx, &syn::Expr::Lit(literal.clone()));
            Some(compare(cx, Binary::Eq, value, expected))
        }
        Pat::Path(path) => {
            let expected = expr::lower(cx, &syn::Expr::Path(path.clone()));
            Some(equals_constant(cx, expected, value))
        }
        Pat::Range(range) => {
            let above = range.start.as_ref().map(|start| {
                let start = expr::lower(cx, start);
                compare(cx, Binary::Ge, value, start)
            });
            let below = range.end.as_ref().map(|end| {
                let end = expr::lower(cx, end);
                let operator =
                    if matches!(range.limits, RangeLimits::Closed(_)) { Binary::Le } else { Binary::Lt };
                compare(cx, operator, value, end)
            });
            both(above, below)
        }
        Pat::Or(or) if alternatives::names(pattern).is_some() => {
            alternatives::test(cx, or, &as_reference(value, mode), site)
        }
        Pat::Or(or) => {
            let mut any: Option<Expr> = None;
            for case in &or.cases {
                let before = cx.prologue.len();
                let fits = test(cx, case, value)?;
                if cx.prologue.len() > before {
                    reject(cx, case, "an alternative that binds names here");
                }
                any = Some(match any {
                    None => fits,
                    Some(first) => join(Binary::Or, first, fits),
                });
            }
            any
        }
        Pat::Tuple(tuple) => {
            let mut all = None;
            let count = match &value.kind {
                ExprKind::Tuple(parts) => Some(parts.len()),
                _ => component_count(&cx.infer.resolve(&value.ty)),
            };
            let Some(places) = component_positions(&tuple.elems, count) else {
                reject(cx, pattern, "the number of components is not known here");
                return Some(Expr::error_placeholder(site));
            };
            for (n, part) in places {
                let part_value = match &value.kind {
                    ExprKind::Tuple(parts) => match parts.get(n) {
                        Some(part) => part.clone(),
                        None => continue,
                    },
                    _ => Expr { site, ..field(cx, value, n) },
                };
                let fits = test(cx, part, &part_value);
                all = both(all, fits);
            }
            all
        }
        Pat::Slice(slice) => {
            let items = match &value.kind {
                ExprKind::Array(parts) => {
                    component_positions(&slice.elems, Some(parts.len())).map(|places| {
                        let own = |(n, part): (usize, _)| Some((parts.get(n)?.clone(), part));
                        places.into_iter().filter_map(own).collect()
                    })
                }
                _ => items(cx, &slice.elems, value),
            };
            let Some(items) = items else {
                reject(cx, pattern, "the length of the array is not known here");
                return Some(Expr::error_placeholder(site));
            };
            let mut all = fits_length(cx, &slice.elems, value);
            // The slice may be shorter than the pattern, so the condition tests the length first. Names are aliases until
            // the whole pattern matches: a copy before could read out of bounds.
            let outer = cx.late_copies.active;
            cx.late_copies.active |= all.is_some() && mode.is_none();
            let mode = if all.is_some() { Some(mode.unwrap_or(false)) } else { mode };
            for (item, part) in items {
                let fits = test_as(cx, part, &item, mode);
                all = both(all, fits);
            }
            cx.late_copies.active = outer;
            bind_rest(cx, &slice.elems, value, mode == Some(true));
            all
        }
        Pat::TupleStruct(_) if counts_fields_from_end(pattern) => {
            reject(cx, pattern, FIELDS_AFTER_REST);
            Some(Expr::error_placeholder(site))
        }
        Pat::Struct(syn::PatStruct { path, .. }) | Pat::TupleStruct(syn::PatTupleStruct { path, .. }) => {
            let is_variant = variant::may_be_variant(path);
            let mut all = is_variant.then(|| variant::test(value, path, site));
            for (member, part) in struct_fields(pattern) {
                let value = match is_variant {
                    true => variant::payload(cx, value, path, member),
                    false => member_of(cx, value, member),
                };
                let fits = test(cx, part, &value);
                all = both(all, fits);
            }
            all
        }
        Pat::Ident(name) if names_rest(name) => {
            reject(cx, pattern, NAMED_REST);
            Some(Expr::error_placeholder(site))
        }
        other => {
            reject(cx, other, "");
            Some(Expr::error_placeholder(site))
        }
    }
}

/// The condition that an `Option` with a reference matches `Some(..)`, `None`, `Ok(..)` or `Err(..)`. The outer `None`
/// means that the pattern names no variant.
fn optional_test(
    cx: &mut Context<'_>,
    pattern: &Pat,
    optional: &Optional,
    value: &Expr,
) -> Option<Option<Expr>> {
    let site = Site::of(pattern);
    let (path, parts) = match pattern {
        Pat::TupleStruct(it) => (it.path.clone(), it.elems.iter().collect()),
        Pat::Path(it) => (it.path.clone(), Vec::new()),
        Pat::Ident(it) if names_constant(&it.ident) && it.subpat.is_none() => {
            (it.ident.clone().into(), Vec::new())
        }
        Pat::Paren(inner) => return Some(test(cx, &inner.pat, value)),
        Pat::Reference(inner) => return optional_test(cx, &inner.pat, optional, value),
        _ => return None,
    };
    if let Some(whole) = optional.borrowed_whole() {
        return Some(test(cx, pattern, &whole));
    }
    let name = path.segments.last().map(|last| last.ident.to_string()).unwrap_or_default();
    let not = |condition: Expr| Expr {
        kind: ExprKind::Unary(crate::ir::Unary::Not, Box::new(condition)),
        ty: Ty::BOOL,
        site,
    };
    let (some, item) = (optional.some.clone(), &optional.item);
    Some(match (name.as_str(), &optional.error, &parts[..]) {
        ("Some", None, [part]) | ("Ok", Some(_), [part]) => {
            if !optional.is_readable() && copies_target(part, item) {
                reject(
                    cx,
                    part,
                    "it reads the item before the test; bind the reference, `Some(v)`, and use `*v`",
                );
                return Some(Some(Expr::error_placeholder(site)));
            }
            let fits = test(cx, part, item);
            both(Some(some), fits)
        }
        ("None", None, []) => Some(not(some)),
        ("Err", Some(error), [part]) => {
            let fits = test(cx, part, error);
            both(Some(not(some)), fits)
        }
        _ => {
            reject(cx, pattern, "the value is an `Option` with a reference");
            Some(Expr::error_placeholder(site))
        }
    })
}

/// Whether a pattern reads the target of a reference in an item, rather than binding the reference.
fn copies_target(pattern: &Pat, item: &Expr) -> bool {
    match (pattern, &item.kind) {
        (Pat::Wild(_) | Pat::Rest(_), _) => false,
        (Pat::Ident(name), _) => name.subpat.is_some() || names_constant(&name.ident),
        (Pat::Tuple(tuple), ExprKind::Tuple(parts)) if tuple.elems.len() == parts.len() => {
            tuple.elems.iter().zip(parts).any(|(pattern, part)| copies_target(pattern, part))
        }
        (Pat::Paren(inner), _) => copies_target(&inner.pat, item),
        (_, ExprKind::Reference { mutable: false, place }) => !matches!(place.kind, ExprKind::Local(_)),
        _ => true,
    }
}

/// The condition that a value equals a constant. If the value is not known to be a scalar, the test of a
/// named constant does not use `==`, because the type may lack `PartialEq`.
fn equals_constant(cx: &mut Context<'_>, expected: Expr, value: &Expr) -> Expr {
    if let ExprKind::Variant { path, .. } = &expected.kind {
        let kind = ExprKind::IsVariant(Box::new(value.clone()), path.clone());
        return Expr { kind, ty: Ty::BOOL, site: expected.site };
    }
    if matches!(value.ty, Ty::Scalar(_)) || !matches!(expected.kind, ExprKind::Const(_)) {
        return compare(cx, Binary::Eq, value, expected);
    }
    cx.infer.unify(&value.ty, &expected.ty);
    let site = expected.site;
    let kind = ExprKind::EqualsConst(Box::new(value.clone()), Box::new(expected));
    Expr { kind, ty: Ty::BOOL, site }
}

fn compare(cx: &mut Context<'_>, operator: Binary, value: &Expr, expected: Expr) -> Expr {
    cx.infer.unify(&value.ty, &expected.ty);
    let site = expected.site;
    if expected.ty == Ty::BOOL && operator == Binary::Eq {
        // The test `value == true` is `value` itself.
        if let ExprKind::Bool(wanted) = expected.kind {
            let value = Expr { site, ..value.clone() };
            if wanted {
                return value;
            }
            let kind = ExprKind::Unary(crate::ir::Unary::Not, Box::new(value));
            return Expr { kind, ty: Ty::BOOL, site };
        }
    }
    join(operator, value.clone(), expected)
}

pub(super) fn join(operator: Binary, a: Expr, b: Expr) -> Expr {
    let site = b.site;
    Expr { kind: ExprKind::Binary(operator, Box::new(a), Box::new(b)), ty: Ty::BOOL, site }
}

pub(super) fn both(a: Option<Expr>, b: Option<Expr>) -> Option<Expr> {
    match (a, b) {
        (Some(a), Some(b)) => Some(join(Binary::And, a, b)),
        (a, b) => a.or(b),
    }
}

/// Whether a place is an item of a slice.
fn is_item_of_slice(cx: &Context<'_>, place: &Expr) -> bool {
    match &place.kind {
        ExprKind::Subscript(base, _) => {
            matches!(cx.infer.resolve(&base.ty), Ty::Slice(_) | Ty::Hole(_) | Ty::Var(_))
                || is_item_of_slice(cx, base)
        }
        ExprKind::Field(base, _) => is_item_of_slice(cx, base),
        _ => false,
    }
}

fn reject(cx: &mut Context<'_>, pattern: &Pat, why: &str) {
    let mut detail = format!("`{}`", quoted(pattern));
    if !why.is_empty() {
        detail = format!("{detail}: {why}");
    }
    cx.report(Code::AMP016, Site::of(pattern), detail);
    cx.bind_rejected(pattern);
}

/// Turns a place into a reference with the mutability `mode`. So [`test`], which takes no mode, binds aliases of its
/// parts.
fn as_reference(value: &Expr, mode: Option<bool>) -> Expr {
    let Some(mutable) = mode else { return value.clone() };
    let ty = Ty::Reference(mutable, Box::new(value.ty.clone()));
    Expr { kind: ExprKind::Reference { mutable, place: Box::new(value.clone()) }, ty, site: value.site }
}
