//! Implicit reborrows: a `&mut` that a call passes by name becomes `&` if another argument borrows its target.
//!
//! An example is `f(self, &self.y)` with a `self` of type `&mut Body`. rustc accepts the call only if `f`
//! takes both arguments by `&`, so `self` is passed as a shared reference.

use crate::ir::{Expr, ExprKind, Ty};
use crate::site::quoted;

/// Turns each argument that is the name of a `&mut` into a shared reference, if another argument borrows a
/// place that overlaps its target.
pub(super) fn reborrow_shared<'e>(
    written: impl Iterator<Item = &'e syn::Expr>,
    mut arguments: Vec<Expr>,
) -> Vec<Expr> {
    let named: Vec<_> = written.map(is_name).collect();
    let is_again = |n: usize, arguments: &[Expr]| {
        let ExprKind::Reference { mutable: true, place } = &arguments[n].kind else { return false };
        // Two slices of one array that live at the same time, one of them `&mut`, come from `split_at_mut`.
        // So they are disjoint.
        if let ExprKind::Slice { .. } = place.kind {
            return false;
        }
        place.root().is_some()
            && arguments.iter().enumerate().any(|(m, other)| {
                let ExprKind::Reference { mutable, place: again } = &other.kind else { return false };
                // If the other argument is an explicit `&mut`, both arguments stay as they are, and rustc
                // rejects the overlap.
                m != n && overlap(place, again) && (!mutable || named.get(m) == Some(&true))
            })
    };
    let again: Vec<_> =
        (0..arguments.len()).map(|n| named.get(n) == Some(&true) && is_again(n, &arguments)).collect();
    for (argument, _) in arguments.iter_mut().zip(again).filter(|(_, again)| *again) {
        if let (ExprKind::Reference { mutable, .. }, Ty::Reference(by, _)) =
            (&mut argument.kind, &mut argument.ty)
        {
            (*mutable, *by) = (false, false);
        }
    }
    arguments
}

/// Whether two places overlap. Different fields do not overlap, and neither do items with different literal
/// indices.
fn overlap(a: &Expr, b: &Expr) -> bool {
    let (mut first, mut second) = (Vec::new(), Vec::new());
    path_of(a, &mut first);
    path_of(b, &mut second);
    a.root() == b.root() && first.iter().zip(&second).all(|(a, b)| a == b || a.is_empty() || b.is_empty())
}

/// Appends to `way` the fields and subscripts that lead from the place's variable to the place.
fn path_of(place: &Expr, way: &mut Vec<String>) {
    match &place.kind {
        ExprKind::Field(base, member) => {
            path_of(base, way);
            way.push(quoted(member));
        }
        ExprKind::Subscript(base, index) => {
            path_of(base, way);
            way.push(match &index.kind {
                ExprKind::Literal(digits) => digits.clone(),
                // An index that is not a literal may select any item. `overlap` treats the empty string as
                // equal to every other string.
                _ => String::new(),
            });
        }
        _ => {}
    }
}

/// Whether an argument is a plain name. If the name denotes a reference, Rust reborrows it implicitly.
fn is_name(it: &syn::Expr) -> bool {
    match it {
        syn::Expr::Path(_) => true,
        syn::Expr::Paren(it) => is_name(&it.expr),
        _ => false,
    }
}

#[cfg(test)]
mod tests {
    use crate::testing::wgsl;
    use expect_test::expect;

    #[test]
    fn reborrowed_arguments_are_shared() {
        wgsl(
            "|i: Index<1>| { let mut v = [a, 2.0]; let p = &mut v; y[i] = both(p, &p[0], p); }",
            expect![[r#"
                var v_: <[f32 ; 2usize]> = <[f32 ; 2usize]>(a, 2.0f);
                y[amp_global[0]] = both(&v_, &v_[0u], &v_);
            "#]],
        );
    }
}
