//! Irrefutable patterns, as in `let`: a name, a tuple, an array, a struct, and nested combinations.

use super::context::{Binding, Context};
use super::matching::exhaustiveness;
use crate::diagnostics::Code;
use crate::ir::{Binary, Expr, ExprKind, Len, Source, Stmt, Ty, Var};
use crate::site::{Site, quoted};
use syn::{Member, Pat};

/// Binds the names in a pattern to the components of a value.
pub(super) fn bind(cx: &mut Context<'_>, pattern: &Pat, annotated: Option<Ty>, value: Option<Expr>) {
    match pattern {
        Pat::Ident(_) | Pat::Tuple(_) | Pat::Slice(_) | Pat::Struct(_) | Pat::TupleStruct(_)
            if value.is_some() && super::matching::binds_reference(pattern) =>
        {
            let Some(value) = value else { return };
            if let Some(ty) = &annotated {
                cx.infer.receive(ty, &value.ty);
            }
            super::reference_pattern::bind_parts(cx, pattern, value);
        }
        Pat::Type(typed) => {
            let ty = super::ty::lower(cx, &typed.ty);
            let value = value.map(|value| super::expr::range::received(cx, &ty, value));
            bind(cx, &typed.pat, Some(ty), value);
        }
        Pat::Paren(inner) => bind(cx, &inner.pat, annotated, value),
        Pat::Ident(name) if matches!(&value, Some(Expr { kind: ExprKind::Slice { .. }, .. })) => {
            let site = value.map_or_else(|| Site::of(name), |value| value.site);
            super::expr::slice::misplaced(cx, site);
            cx.bind_rejected(pattern);
        }
        Pat::Ident(name) if name.by_ref.is_none() && name.subpat.is_none() => {
            let ty = match (annotated, &value) {
                (Some(ty), Some(value)) => {
                    cx.infer.receive(&ty, &value.ty);
                    ty
                }
                (Some(ty), None) => ty,
                (None, Some(value)) => value.ty.clone(),
                (None, None) => cx.infer.any(),
            };
            let mutable = name.mutability.is_some();
            // An immutable copy of one of the work-item's indices, as in `let l = t.local;`, needs no
            // variable: the name denotes that index.
            if let Some(Expr { kind: ExprKind::Item(item), .. }) = &value
                && !mutable
            {
                cx.bind(&name.ident, Binding::Item(*item));
                return;
            }
            // The variable of `let x;` is assigned once, later. WGSL has no immutable declaration without a
            // value, so the variable is mutable in WGSL.
            let var = cx.variable(&name.ident, ty, mutable || value.is_none());
            if value.is_none() && !mutable {
                cx.mark_deferred(var);
            }
            cx.prologue.push(Stmt::Let { var, value });
        }
        // In `whole @ (a, b)`, each name, including `whole`, is bound to a copy.
        Pat::Ident(name) if name.by_ref.is_none() && !names_rest(name) => {
            let Some(value) = value else {
                return reject(cx, pattern, "this pattern needs a value to destructure");
            };
            if let Some(ty) = &annotated {
                cx.infer.unify(&value.ty, ty);
            }
            let whole = pinned(cx, value);
            let alone = Pat::Ident(syn::PatIdent { subpat: None, ..name.clone() });
            bind(cx, &alone, annotated.clone(), Some(whole.clone()));
            if let Some((_, parts)) = &name.subpat {
                bind(cx, parts, annotated, Some(whole));
            }
        }
        Pat::Wild(_) => {
            if let Some(value) = value {
                cx.prologue.push(Stmt::Expr(value));
            }
        }
        Pat::Tuple(_) | Pat::Slice(_) if is_scalar(cx, value.as_ref()) => {
            reject(cx, pattern, "the value is a scalar");
        }
        // In `let (a, b);` without a value, each name is assigned later.
        Pat::Tuple(tuple) if value.is_none() && !tuple.elems.iter().any(is_rest) => {
            let mut types = match annotated {
                Some(Ty::Tuple(fields)) => fields,
                _ => Vec::new(),
            }
            .into_iter();
            tuple.elems.iter().for_each(|part| bind(cx, part, types.next(), None));
        }
        Pat::Tuple(tuple) if tuple.elems.iter().any(is_rest) => {
            let Some(value) = value else {
                return reject(cx, pattern, "this pattern needs a value to destructure");
            };
            let (annotated, count) = match (annotated, &value.kind) {
                (Some(ty), _) => (Some(ty.clone()), component_count(&ty)),
                (None, ExprKind::Tuple(parts)) => (None, Some(parts.len())),
                (None, _) => (None, component_count(&cx.infer.resolve(&value.ty))),
            };
            let Some(places) = component_positions(&tuple.elems, count) else {
                return reject(cx, pattern, "the number of components is not known here");
            };
            if let Some(ty) = &annotated {
                cx.infer.unify(&value.ty, ty);
            }
            let whole = pinned(cx, value);
            check_count(cx, pattern, &whole);
            for (n, part) in places {
                let value = field(cx, &whole, n);
                bind(cx, part, None, Some(value));
            }
        }
        Pat::Tuple(tuple) => {
            let parts: Vec<_> = tuple.elems.iter().collect();
            let annotated = match annotated {
                Some(Ty::Tuple(fields)) if fields.len() == parts.len() => {
                    fields.into_iter().map(Some).collect()
                }
                _ => vec![None; parts.len()],
            };
            let Some(value) = value else {
                return reject(cx, pattern, "this pattern needs a value to destructure");
            };
            if let ExprKind::Tuple(values) = &value.kind
                && values.len() != parts.len()
            {
                return reject(cx, pattern, &format!("the value has {} components", values.len()));
            }
            let values: Vec<_> = match value.kind {
                ExprKind::Tuple(values) if values.len() == parts.len() => {
                    values.into_iter().map(|value| pinned(cx, value)).collect()
                }
                _ => {
                    let whole = pinned(cx, value);
                    if let Some(there) = mismatched_count(cx, &whole, parts.len()) {
                        return reject(cx, pattern, &format!("the value has {there} components"));
                    }
                    check_count(cx, pattern, &whole);
                    (0..parts.len()).map(|n| field(cx, &whole, n)).collect()
                }
            };
            for ((part, ty), value) in parts.into_iter().zip(annotated).zip(values) {
                bind(cx, part, ty, Some(value));
            }
        }
        Pat::Ident(name) if names_rest(name) => reject(cx, pattern, NAMED_REST),
        Pat::Slice(slice) => {
            let Some(value) = value else {
                return reject(cx, pattern, "this pattern needs a value to destructure");
            };
            let element = match annotated {
                Some(Ty::Array(element, _)) => Some(*element),
                _ => None,
            };
            if slice.elems.iter().any(is_rest) {
                let whole = pinned(cx, value);
                check_count(cx, pattern, &whole);
                let Some(items) = items(cx, &slice.elems, &whole) else {
                    return reject(cx, pattern, "the length of the array is not known here");
                };
                for (value, part) in items {
                    bind(cx, part, element.clone(), Some(value));
                }
                bind_rest(cx, &slice.elems, &whole, false);
                return;
            }
            if let ExprKind::Array(values) = value.kind {
                if values.len() != slice.elems.len() {
                    return reject(cx, pattern, &format!("the value has {} items", values.len()));
                }
                let values: Vec<_> = values.into_iter().map(|value| pinned(cx, value)).collect();
                for (part, value) in slice.elems.iter().zip(values) {
                    bind(cx, part, element.clone(), Some(value));
                }
                return;
            }
            let indexed = pinned(cx, value);
            if let Some(there) = mismatched_count(cx, &indexed, slice.elems.len()) {
                return reject(cx, pattern, &format!("the value has {there} items"));
            }
            check_count(cx, pattern, &indexed);
            for (n, part) in slice.elems.iter().enumerate() {
                let value = item(cx, &indexed, n, Site::of(part));
                bind(cx, part, element.clone(), Some(value));
            }
        }
        Pat::TupleStruct(_) if counts_fields_from_end(pattern) => reject(cx, pattern, FIELDS_AFTER_REST),
        Pat::Struct(_) | Pat::TupleStruct(_) if !is_refutable(pattern) => {
            let Some(value) = value else {
                return reject(cx, pattern, "this pattern needs a value to destructure");
            };
            let whole = pinned(cx, value);
            // Makes rustc check the struct's type and the presence of its fields.
            let patterns = vec![(without_names(pattern), false)];
            cx.prologue.push(exhaustiveness::check(whole.clone(), patterns));
            for (member, part) in struct_fields(pattern) {
                let value = member_of(cx, &whole, member);
                bind(cx, part, None, Some(value));
            }
        }
        other => reject(cx, other, ""),
    }
}

/// The number of components of the value, if it is known and differs from `parts`, the number of components
/// in the pattern.
fn mismatched_count(cx: &Context<'_>, whole: &Expr, parts: usize) -> Option<usize> {
    component_count(&cx.infer.resolve(&whole.ty)).filter(|there| *there != parts)
}

/// Whether the value is a scalar, which has no components.
fn is_scalar(cx: &Context<'_>, value: Option<&Expr>) -> bool {
    value.is_some_and(|value| matches!(cx.infer.resolve(&value.ty), Ty::Scalar(_)))
}

/// If rustc resolves the number of components of `whole`, adds a check in which rustc compares it with the
/// number in the pattern.
pub(super) fn check_count(cx: &mut Context<'_>, pattern: &Pat, whole: &Expr) {
    if component_count(&cx.infer.resolve(&whole.ty)).is_none() {
        let patterns = vec![(without_names(pattern), false)];
        cx.prologue.push(exhaustiveness::check(whole.clone(), patterns));
    }
}

/// The item of the array `whole` at index `n`.
pub(super) fn item(cx: &mut Context<'_>, whole: &Expr, n: usize, site: Site) -> Expr {
    let subscript = Expr { kind: ExprKind::Literal(n.to_string()), ty: Ty::USIZE, site: whole.site };
    item_at(cx, whole, subscript, site)
}

fn item_at(cx: &mut Context<'_>, whole: &Expr, subscript: Expr, site: Site) -> Expr {
    super::expr::slice::item(cx, whole, subscript, site)
}

/// Binds the name in `name @ ..` to a slice of the remaining items of an array or slice, if a pattern has such a part.
pub(super) fn bind_rest(
    cx: &mut Context<'_>,
    parts: &syn::punctuated::Punctuated<Pat, syn::Token![,]>,
    whole: &Expr,
    mutable: bool,
) {
    let named = parts.iter().enumerate().find_map(|(n, part)| match part {
        Pat::Ident(name) if names_rest(name) => Some((n, name)),
        _ => None,
    });
    let Some((before, name)) = named else { return };
    let Some(length) = super::expr::array_length(cx, whole) else {
        return reject(cx, &Pat::Ident(name.clone()), NAMED_REST);
    };
    let (site, fixed) = (Site::of(name), parts.len() - 1);
    let length = Expr { kind: length, ty: Ty::USIZE, site };
    let number = |n: usize| Expr { kind: ExprKind::Literal(n.to_string()), ty: Ty::USIZE, site };
    let len = match component_count(&cx.infer.resolve(&whole.ty)) {
        Some(count) => number(count.saturating_sub(fixed)),
        None => super::iterators::distance(cx, number(fixed), length),
    };
    let is_place = matches!(
        whole.base(),
        ExprKind::Local(_)
            | ExprKind::Tile(_)
            | ExprKind::Element { .. }
            | ExprKind::ViewArg { .. }
            | ExprKind::Value(_)
    );
    let whole = if is_place {
        super::expr::with_fixed_subscripts(cx, whole.clone())
    } else {
        pinned(cx, whole.clone())
    };
    let rest = super::expr::slice::part(cx, &whole, number(before), len);
    cx.body.borrows = true;
    if name.mutability.is_some() || name.by_ref.is_some() && mutable {
        return reject(cx, &Pat::Ident(name.clone()), "a name for the remaining items is not `mut`");
    }
    cx.alias(&name.ident, mutable, rest);
}

/// The condition that a slice has as many items as a pattern. `None` for an array, whose length rustc compares.
pub(super) fn fits_length(
    cx: &Context<'_>,
    parts: &syn::punctuated::Punctuated<Pat, syn::Token![,]>,
    whole: &Expr,
) -> Option<Expr> {
    // A value whose type only rustc knows may be a slice of constants.
    let is_slice = matches!(cx.infer.resolve(&whole.ty), Ty::Slice(_) | Ty::Hole(_) | Ty::Var(_));
    let length = super::expr::array_length(cx, whole).filter(|_| is_slice)?;
    let site = whole.site;
    let has_rest = parts.iter().any(is_rest);
    let count = parts.len() - usize::from(has_rest);
    let operator = if has_rest { Binary::Ge } else { Binary::Eq };
    let length = Expr { kind: length, ty: Ty::USIZE, site };
    let count = Expr { kind: ExprKind::Literal(count.to_string()), ty: Ty::USIZE, site };
    let kind = ExprKind::Binary(operator, Box::new(length), Box::new(count));
    Some(Expr { kind, ty: Ty::BOOL, site })
}

/// The items of an array, each with its pattern. Items after `..` are counted from the end of the array. If
/// rustc resolves the length of the array, their indices are expressions that contain the length.
pub(super) fn items<'p>(
    cx: &mut Context<'_>,
    parts: &'p syn::punctuated::Punctuated<Pat, syn::Token![,]>,
    whole: &Expr,
) -> Option<Vec<(Expr, &'p Pat)>> {
    let count = component_count(&cx.infer.resolve(&whole.ty));
    if let Some(places) = component_positions(parts, count) {
        return Some(
            places.into_iter().map(|(n, part)| (item(cx, whole, n, Site::of(part)), part)).collect(),
        );
    }
    if count.is_some() {
        return None;
    }
    let length = Expr { kind: super::expr::array_length(cx, whole)?, ty: Ty::USIZE, site: whole.site };
    let before = parts.iter().take_while(|part| !is_rest(part)).count();
    let mut items: Vec<_> = parts
        .iter()
        .take(before)
        .enumerate()
        .map(|(n, part)| (item(cx, whole, n, Site::of(part)), part))
        .collect();
    for (n, part) in parts.iter().enumerate().skip(before + 1) {
        let back = ExprKind::Literal((parts.len() - n).to_string());
        let back = Expr { kind: back, ty: Ty::USIZE, site: whole.site };
        let kind = ExprKind::Binary(Binary::Sub, Box::new(length.clone()), Box::new(back));
        let at = Expr { kind, ty: Ty::USIZE, site: whole.site };
        items.push((item_at(cx, whole, at, Site::of(part)), part));
    }
    Some(items)
}

/// The number of components of a type, if the macro knows it.
pub(super) fn component_count(ty: &Ty) -> Option<usize> {
    match ty {
        Ty::Tuple(fields) => Some(fields.len()),
        Ty::Array(_, Len::Number(len)) => Some(*len),
        _ => None,
    }
}

fn is_rest(pattern: &Pat) -> bool {
    matches!(pattern, Pat::Rest(_)) || matches!(pattern, Pat::Ident(name) if names_rest(name))
}

/// The patterns of the components, each with the index of its component. `count` is the number of components,
/// from which patterns after `..` are counted.
pub(super) fn component_positions(
    parts: &syn::punctuated::Punctuated<Pat, syn::Token![,]>,
    count: Option<usize>,
) -> Option<Vec<(usize, &Pat)>> {
    let before = parts.iter().take_while(|part| !is_rest(part)).count();
    let behind = parts.len() - before;
    let mut places: Vec<_> = parts.iter().take(before).enumerate().collect();
    if behind > 1 {
        let first = count?.checked_sub(behind - 1)?;
        places.extend(parts.iter().skip(before + 1).enumerate().map(|(n, part)| (first + n, part)));
    }
    Some(places)
}

/// Whether the pattern names a variant of an enum, so that values of other variants do not match.
pub(super) fn is_refutable(pattern: &Pat) -> bool {
    match pattern {
        Pat::TupleStruct(it) => super::variant::is_variant(&it.path),
        Pat::Struct(it) => super::variant::is_variant(&it.path),
        _ => false,
    }
}

/// The fields in a struct pattern, each with its pattern.
pub(super) fn struct_fields(pattern: &Pat) -> Vec<(Member, &Pat)> {
    match pattern {
        Pat::Struct(it) => it.fields.iter().map(|field| (field.member.clone(), &*field.pat)).collect(),
        Pat::TupleStruct(it) => {
            let named = it.elems.iter().take_while(|part| !matches!(part, Pat::Rest(_)));
            let member =
                |n| Member::Unnamed(syn::Index { index: n as u32, span: it.paren_token.span.open() });
            named.enumerate().map(|(n, part)| (member(n), part)).collect()
        }
        _ => Vec::new(),
    }
}

/// Whether the pattern is `name @ ..`, which names the remaining items of an array or slice.
pub(super) fn names_rest(name: &syn::PatIdent) -> bool {
    matches!(&name.subpat, Some((_, rest)) if matches!(**rest, Pat::Rest(_)))
}

/// The message for a rejected pattern `name @ ..`.
pub(super) const NAMED_REST: &str =
    "the remaining items are not an array; name each item, or use subscripts: `w[2]`";

/// The message for rejected fields after `..`: rustc resolves the number of the struct's fields.
pub(super) const FIELDS_AFTER_REST: &str = "the number of fields is not known here; write `_` for each field, or name the fields by number: `Pair { 1: b, .. }`";

/// Whether a tuple struct pattern has fields after `..`, as in `Pair(.., b)`.
pub(super) fn counts_fields_from_end(pattern: &Pat) -> bool {
    let Pat::TupleStruct(it) = pattern else { return false };
    it.elems.iter().rev().skip(1).any(is_rest)
}

/// The expression for a field of the struct `whole`.
pub(super) fn member_of(cx: &mut Context<'_>, whole: &Expr, member: Member) -> Expr {
    let name = match &member {
        Member::Named(name) => super::plain_name(name),
        Member::Unnamed(index) => index.index.to_string(),
    };
    let ty = cx.infer.field(&whole.ty, name);
    Expr { kind: ExprKind::Field(Box::new(whole.clone()), Source::of(&member)), ty, site: whole.site }
}

/// Replaces each name that a pattern binds by `_`.
pub(super) fn without_names(pattern: &Pat) -> Pat {
    let mut pattern = pattern.clone();
    struct Names;
    impl syn::visit_mut::VisitMut for Names {
        fn visit_field_pat_mut(&mut self, it: &mut syn::FieldPat) {
            it.colon_token.get_or_insert_with(Default::default);
            self.visit_pat_mut(&mut it.pat);
        }

        fn visit_pat_mut(&mut self, it: &mut Pat) {
            match it {
                Pat::Ident(name) if name.subpat.is_none() => {
                    let span = name.ident.span();
                    *it =
                        Pat::Wild(syn::PatWild { attrs: Vec::new(), underscore_token: syn::Token![_](span) });
                }
                other => syn::visit_mut::visit_pat_mut(self, other),
            }
        }
    }
    syn::visit_mut::VisitMut::visit_pat_mut(&mut Names, &mut pattern);
    pattern
}

/// Stores a value in a temporary variable, and returns the variable. Returns the value itself if evaluating
/// it again is cheap and gives the same result.
pub(super) fn pinned(cx: &mut Context<'_>, value: Expr) -> Expr {
    let changes = matches!(value.kind, ExprKind::Local(var) if cx.may_modify(var));
    if value.is_simple() && !changes {
        return value;
    }
    let (site, ty) = (value.site, value.ty.clone());
    let var = cx.temporary("value", site, ty.clone(), false);
    cx.prologue.push(Stmt::Let { var, value: Some(value) });
    Expr { kind: ExprKind::Local(var), ty, site }
}

impl Context<'_> {
    /// Whether the body may modify the variable: it is `mut`, or a `&mut` parameter.
    pub(super) fn may_modify(&self, var: Var) -> bool {
        self.is_mutable(var) || matches!(self.variable_ref(var).reference, Some((_, true)))
    }
}

/// The component of a tuple that contains references. Such a tuple exists only at compile time. `None` for
/// other values.
pub(super) fn part_with_references(whole: &Expr, member: &Member) -> Option<Expr> {
    match (&whole.kind, member) {
        (ExprKind::Tuple(parts), Member::Unnamed(index)) if whole.has_reference() => {
            parts.get(index.index as usize).cloned()
        }
        _ => None,
    }
}

/// The expression for the field at index `n` of the tuple `whole`.
pub(super) fn field(cx: &mut Context<'_>, whole: &Expr, n: usize) -> Expr {
    let ty = cx.infer.field(&whole.ty, n.to_string());
    let member = Member::Unnamed(syn::Index { index: n as u32, span: whole.site.first });
    Expr { kind: ExprKind::Field(Box::new(whole.clone()), Source::of(&member)), ty, site: whole.site }
}

fn reject(cx: &mut Context<'_>, pattern: &Pat, why: &str) {
    let mut detail = format!("`{}`", quoted(pattern));
    if !why.is_empty() {
        detail = format!("{detail}: {why}");
    }
    cx.report(Code::AMP016, Site::of(pattern), detail);
    cx.bind_rejected(pattern);
}

/// Whether code dereferences a name of a pattern, `*x`. `visit` visits the code.
pub(super) fn dereferences(pattern: &Pat, visit: impl FnOnce(&mut Dereferences)) -> bool {
    let mut search = Dereferences { names: crate::parse::pattern_names::of(pattern), found: false };
    visit(&mut search);
    search.found
}

/// A visitor that finds `*x` for some names.
pub(super) struct Dereferences {
    names: Vec<syn::Ident>,
    found: bool,
}

impl<'ast> syn::visit::Visit<'ast> for Dereferences {
    fn visit_expr_unary(&mut self, it: &'ast syn::ExprUnary) {
        if let (syn::UnOp::Deref(_), syn::Expr::Path(path)) = (&it.op, &*it.expr) {
            self.found |= path.path.get_ident().is_some_and(|name| self.names.contains(name));
        }
        syn::visit::visit_expr_unary(self, it);
    }
}
