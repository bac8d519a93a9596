//! Values and patterns of enums with fields: `Some(x)`, `Shape::Circle { radius }`.
//!
//! A pattern becomes a test of the variant and reads of its fields. If a guard uses a name in the pattern,
//! the read of the field comes before the test. So reading a field must be defined even if the value is of
//! another variant: the result is zero.

use super::context::Context;
use super::path;
use crate::ir::{Expr, ExprKind, Source, Ty};
use crate::site::Site;
use syn::Member;

/// Whether the path names a variant: `Some`, `None`, `Ok` or `Err`, or a name after that of a type, such as
/// `Shape::Circle`. Any other single name counts as the name of a struct.
pub(super) fn is_variant(path: &syn::Path) -> bool {
    let mut names = path.segments.iter().rev().map(|segment| segment.ident.to_string());
    let Some(last) = names.next() else { return false };
    let behind_type = names.next().is_some_and(|owner| super::expr::is_type(&owner));
    let of_prelude = path.segments.len() == 1 && ["Some", "None", "Ok", "Err"].contains(&last.as_str());
    of_prelude || behind_type && last.starts_with(char::is_uppercase)
}

/// Whether a pattern with this path may match a variant: [`is_variant`], or a single name, which may be an imported
/// variant. The name may also be that of a struct. Then the test of the variant is always true.
pub(super) fn may_be_variant(path: &syn::Path) -> bool {
    let is_single = path.segments.len() == 1 && path.segments[0].arguments.is_none();
    is_variant(path) || is_single && !path.is_ident("Self")
}

/// Whether the path is `None`, `None::<u32>` or `Option::<u32>::None`. False for `Op::None`, because a user's
/// enum may have a variant of this name.
pub(super) fn is_none(path: &syn::Path) -> bool {
    let mut names = path.segments.iter().rev().map(|segment| &segment.ident);
    names.next().is_some_and(|last| last == "None") && names.next().is_none_or(|owner| owner == "Option")
}

/// Lowers a value of a variant.
pub(super) fn value(cx: &mut Context<'_>, path: &syn::Path, fields: Vec<(Member, Expr)>, site: Site) -> Expr {
    let ty = cx.infer.value();
    let mut names = path.segments.iter().rev().map(|segment| segment.ident.to_string());
    let (variant, owner) = (names.next(), names.next());
    let (of_option, of_result) = match owner.as_deref() {
        None => (true, true),
        Some(owner) => (owner == "Option", owner == "Result"),
    };
    match variant.as_deref() {
        Some("Some" | "None") if of_option => cx.infer.mark_optional(&ty, "Option"),
        Some("Ok" | "Err") if of_result => cx.infer.mark_optional(&ty, "Result"),
        _ => {}
    }
    value_of_type(cx, path, fields, ty, site)
}

/// Lowers a value of a variant or of a struct. `ty` is its type, which may be an inference variable.
pub(super) fn value_of_type(
    cx: &mut Context<'_>,
    path: &syn::Path,
    fields: Vec<(Member, Expr)>,
    ty: Ty,
    site: Site,
) -> Expr {
    if fields.iter().any(|(_, field)| field.ty.is_error()) {
        return Expr::error_placeholder(site);
    }
    let fields: Vec<_> = fields.into_iter().map(|(member, field)| (Source::of(&member), field)).collect();
    cx.infer.arguments(fields.iter().map(|(_, field)| field.ty.clone()).collect());
    Expr { kind: ExprKind::Variant { path: path::lower(path), fields }, ty, site }
}

/// Lowers a variant without fields to a value.
pub(super) fn unit(cx: &mut Context<'_>, path: &syn::Path, site: Site) -> Expr {
    value(cx, path, Vec::new(), site)
}

/// The test whether a value is of the variant with this path.
pub(super) fn test(value: &Expr, path: &syn::Path, site: Site) -> Expr {
    Expr { kind: ExprKind::IsVariant(Box::new(value.clone()), path::lower(path)), ty: Ty::BOOL, site }
}

/// A read of a field of the variant with this path.
pub(super) fn payload(cx: &mut Context<'_>, value: &Expr, path: &syn::Path, member: Member) -> Expr {
    let ty = cx.infer.value();
    Expr {
        kind: ExprKind::Payload(Box::new(value.clone()), path::lower(path), Source::of(&member)),
        ty,
        site: value.site,
    }
}

/// The unnamed field with this index.
pub(super) fn position(index: u32, site: Site) -> Member {
    Member::Unnamed(syn::Index { index, span: site.first })
}
