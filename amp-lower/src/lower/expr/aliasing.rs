//! Detects overlapping by-reference arguments: the same variable, or parts of it, passed twice in one call,
//! once by `&mut`.

use crate::ir::{Expr, ExprKind, Var};
use quote::ToTokens;

/// The arguments that overlap an earlier one, where one of the two is `&mut`; with the variable, and whether
/// both pass all of it.
pub(super) fn overlapping_arguments(arguments: &[Expr]) -> impl Iterator<Item = (&Expr, Var, bool)> {
    arguments.iter().enumerate().filter_map(|(n, argument)| {
        let (mutable, place) = by_reference(argument)?;
        let (var, own) = (place.root()?, path(place));
        let whole = arguments[..n].iter().find_map(|earlier| {
            let (writes, other) = by_reference(earlier).filter(|(_, other)| other.root() == Some(var))?;
            let other = path(other);
            ((mutable || writes) && overlap(&own, &other)).then_some(own.is_empty() && other.is_empty())
        })?;
        Some((argument, var, whole))
    })
}

fn by_reference(argument: &Expr) -> Option<(bool, &Expr)> {
    match &argument.kind {
        ExprKind::Reference { mutable, place } => Some((*mutable, place)),
        _ => None,
    }
}

/// The path from a variable to a part of it: field names, and `None` for an item, which could be any.
fn path(place: &Expr) -> Vec<Option<String>> {
    let (base, step) = match &place.kind {
        ExprKind::Field(base, member) => (base, Some(member.to_token_stream().to_string())),
        ExprKind::Subscript(base, _) => (base, None),
        _ => return Vec::new(),
    };
    let mut all = path(base);
    all.push(step);
    all
}

/// Whether two parts overlap.
fn overlap(a: &[Option<String>], b: &[Option<String>]) -> bool {
    a.iter().zip(b).all(|(a, b)| a.is_none() || b.is_none() || a == b)
}
