//! Detects overlapping by-reference arguments: a call passes a variable, or components of it, twice, and at
//! least once by `&mut`.

use crate::ir::{Expr, ExprKind, Var};
use quote::ToTokens;

/// The by-reference arguments that overlap an earlier argument, if either of the two is `&mut`. Each comes
/// with its variable, and with `true` if both arguments pass the whole variable.
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

/// The path from a variable to a component of it: the names of fields, and `None` for a subscript, which may
/// select any item.
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

/// Whether the components at two paths from one variable overlap.
fn overlap(a: &[Option<String>], b: &[Option<String>]) -> bool {
    a.iter().zip(b).all(|(a, b)| a.is_none() || b.is_none() || a == b)
}
