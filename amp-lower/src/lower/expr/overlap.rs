//! What is lent twice: a call that is lent a place by `&mut` may not be lent the same place, or a part of it, once more.

use crate::ir::{Expr, ExprKind, Var};
use quote::ToTokens;

/// The arguments that lend what another one before them lends, one of the two to be written; of which variable; and whether both
/// lend the whole of it.
pub(super) fn lent_twice(arguments: &[Expr]) -> impl Iterator<Item = (&Expr, Var, bool)> {
    arguments.iter().enumerate().filter_map(|(n, argument)| {
        let (mutable, place) = lent(argument)?;
        let (var, own) = (place.root()?, steps(place));
        let whole = arguments[..n].iter().find_map(|earlier| {
            let (writes, other) = lent(earlier).filter(|(_, other)| other.root() == Some(var))?;
            let other = steps(other);
            ((mutable || writes) && meet(&own, &other)).then_some(own.is_empty() && other.is_empty())
        })?;
        Some((argument, var, whole))
    })
}

fn lent(argument: &Expr) -> Option<(bool, &Expr)> {
    match &argument.kind {
        ExprKind::Reference { mutable, place } => Some((*mutable, place)),
        _ => None,
    }
}

/// The way from a variable to a part of it: fields by their names, and items, of which nobody knows which they are.
fn steps(place: &Expr) -> Vec<Option<String>> {
    let (base, step) = match &place.kind {
        ExprKind::Field(base, member) => (base, Some(member.to_token_stream().to_string())),
        ExprKind::Subscript(base, _) => (base, None),
        _ => return Vec::new(),
    };
    let mut all = steps(base);
    all.push(step);
    all
}

/// Whether two parts have something in common.
fn meet(a: &[Option<String>], b: &[Option<String>]) -> bool {
    a.iter().zip(b).all(|(a, b)| a.is_none() || b.is_none() || a == b)
}
