//! `contains` tests whether a value is in a range of any kind.
//!
//! ```rust,ignore
//! let inner = (1..n - 1).contains(&k) && (..=9).contains(&m);
//! ```

use crate::ir::{Binary, Expr, ExprKind, Ty};
use crate::lower::context::Context;
use crate::lower::pattern::pinned;
use crate::site::Site;

/// Lowers a call of `contains` on a range to comparisons. `None` for other methods and receivers.
pub(super) fn lower(cx: &mut Context<'_>, it: &syn::ExprMethodCall, site: Site) -> Option<Expr> {
    let [argument] = it.args.iter().collect::<Vec<_>>()[..] else { return None };
    // If the argument has no `&`, it is the name of a reference. Lowering replaces such a name by the
    // reference's target.
    let value = match argument {
        syn::Expr::Reference(reference) if reference.mutability.is_none() => &*reference.expr,
        other => other,
    };
    if it.method != "contains" {
        return None;
    }
    if super::range::is_variable(cx, &it.receiver) {
        let range = super::lower(cx, &it.receiver);
        let (start, end, inclusive) = super::range::ends(cx, range)?;
        let value = operand(cx, value);
        return Some(test(cx, [Some(start), Some(end)], inclusive, value, site));
    }
    let range = range(&it.receiver)?;
    // Rust evaluates the start, the end and the value in this order.
    let all = [range.start.as_deref(), range.end.as_deref(), Some(value)];
    let all: Vec<_> = all.into_iter().flatten().map(|expr| operand(cx, expr)).collect();
    let mut all = all.into_iter();
    let start = range.start.is_some().then(|| all.next()).flatten();
    let end = range.end.is_some().then(|| all.next()).flatten();
    let value = all.next()?;
    Some(test(cx, [start, end], matches!(range.limits, syn::RangeLimits::Closed(_)), value, site))
}

/// Compares a value with both ends of a range.
fn test(
    cx: &mut Context<'_>,
    [start, end]: [Option<Expr>; 2],
    inclusive: bool,
    value: Expr,
    site: Site,
) -> Expr {
    for end in start.iter().chain(&end) {
        cx.infer.unify(&end.ty, &value.ty);
    }
    let below = if inclusive { Binary::Le } else { Binary::Lt };
    let from = start.map(|start| comparison(Binary::Le, start, value.clone(), site));
    let to = end.map(|end| comparison(below, value, end, site));
    let all = Expr { kind: ExprKind::Bool(true), ty: Ty::BOOL, site };
    from.into_iter().chain(to).reduce(|from, to| comparison(Binary::And, from, to, site)).unwrap_or(all)
}

/// The range, if the receiver is a range in parentheses. `None` for other receivers.
fn range(it: &syn::Expr) -> Option<&syn::ExprRange> {
    match it {
        syn::Expr::Paren(inner) => range(&inner.expr),
        syn::Expr::Range(range) => Some(range),
        _ => None,
    }
}

/// Lowers an operand and stores its value, because two comparisons may use it.
fn operand(cx: &mut Context<'_>, it: &syn::Expr) -> Expr {
    let value = super::lower(cx, it);
    pinned(cx, value)
}

fn comparison(operator: Binary, lhs: Expr, rhs: Expr, site: Site) -> Expr {
    Expr { kind: ExprKind::Binary(operator, Box::new(lhs), Box::new(rhs)), ty: Ty::BOOL, site }
}

#[cfg(test)]
mod tests {
    use crate::testing::{codes, wgsl};
    use expect_test::expect;

    #[test]
    fn contains_compares_both_ends() {
        wgsl(
            "|i: Index<1>| { let k = i[0]; if (2..n).contains(&k) && (0.5..=a).contains(&(y[i] * 2.0)) || (..9).contains(&k) { y[i] = 1.0; } }",
            expect![[r#"
                let k_: u32 = amp_global[0];
                var both_: bool = 2u <= k_ && k_ < n;
                if (both_) {
                    let value_: f32 = y[amp_global[0]] * 2.0f;
                    both_ = 0.5f <= value_ && value_ <= a;
                }
                if (both_ || k_ < 9u) {
                    y[amp_global[0]] = 1.0f;
                }
            "#]],
        );
    }

    #[test]
    fn other_methods_of_ranges_are_rejected() {
        codes("|i: Index<1>| { let k = (0..4).start_bound(); let e = (0..n).is_empty(); }", &["AMP011"]);
    }
}
