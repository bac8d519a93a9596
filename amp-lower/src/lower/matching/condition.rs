//! The condition of an `if` or a `while` may contain patterns, joined with other conditions by `&&`.
//!
//! ```rust,ignore
//! if let 1..=5 = x && y > 0 && let (0, k) = f(x) { z[i] = k; }
//! ```
//!
//! - The patterns and values are those of `match`.
//! - Each condition is evaluated only if the earlier ones hold. Names of a pattern are in scope in the later
//!   conditions and in the body.

use super::pattern_test::{both, test};
use super::{guarded, map_components, scrutinee};
use crate::ir::{Expr, ExprKind, Stmt, Ty};
use crate::lower::context::Context;
use crate::lower::expr;
use crate::lower::iterators::optional_item;
use crate::site::Site;
use syn::{Pat, parse_quote};

/// Lowers the condition of an `if` or `while`. The caller has already opened the scope of the body, so the
/// names in patterns are bound in that scope.
pub(in crate::lower) fn condition(cx: &mut Context<'_>, it: &syn::Expr) -> Expr {
    if !has_pattern(it) {
        let condition = expr::lower(cx, it);
        cx.infer.unify(&condition.ty, &Ty::BOOL);
        return condition;
    }
    chain(cx, it, None).unwrap_or(Expr { kind: ExprKind::Bool(true), ty: Ty::BOOL, site: Site::of(it) })
}

/// Whether the condition contains a pattern.
pub(in crate::lower) fn has_pattern(it: &syn::Expr) -> bool {
    match it {
        syn::Expr::Let(_) => true,
        syn::Expr::Binary(it) if matches!(it.op, syn::BinOp::And(_)) => {
            has_pattern(&it.left) || has_pattern(&it.right)
        }
        _ => false,
    }
}

/// Calls `each` with the patterns in the condition, in order.
pub(super) fn patterns<'e>(it: &'e syn::Expr, each: &mut impl FnMut(&'e Pat)) {
    match it {
        syn::Expr::Let(it) => each(&it.pat),
        syn::Expr::Binary(binary) if has_pattern(it) => {
            patterns(&binary.left, each);
            patterns(&binary.right, each);
        }
        _ => {}
    }
}

/// Lowers conditions that are joined by `&&`. The code evaluates them only if `so_far`, the conjunction of
/// the earlier conditions, holds. Returns the conjunction of all conditions; `None` stands for a condition
/// that always holds.
pub(super) fn chain(cx: &mut Context<'_>, it: &syn::Expr, so_far: Option<Expr>) -> Option<Expr> {
    match it {
        syn::Expr::Let(it) => let_condition(cx, it, so_far),
        syn::Expr::Binary(binary) if has_pattern(it) => {
            let so_far = chain(cx, &binary.left, so_far);
            chain(cx, &binary.right, so_far)
        }
        it => Some(guarded(cx, so_far, it)),
    }
}

/// Lowers the condition `let pattern = value`. The code evaluates the value only if `so_far`, the conjunction
/// of the earlier conditions, holds.
fn let_condition(cx: &mut Context<'_>, it: &syn::ExprLet, so_far: Option<Expr>) -> Option<Expr> {
    let (mut then, found) = cx.in_block(|cx| scrutinee(cx, &it.expr, &[&it.pat]));
    let Some(mut value) = found else {
        cx.bind_rejected(&it.pat);
        return so_far;
    };
    let mut so_far = so_far;
    match &so_far {
        Some(first) if !then.is_empty() => {
            let site = first.site;
            let var = cx.temporary("fits", site, Ty::BOOL, false);
            let fits = Expr { kind: ExprKind::Local(var), ty: Ty::BOOL, site };
            cx.prologue.push(Stmt::Let { var, value: so_far });
            // The value is evaluated only if the earlier conditions hold. So its variable is declared without
            // a value here, and assigned in the `if` below.
            if value.has_reference() {
                then = optional_item::hoisted(cx, then);
            } else {
                value = map_components(value, |part| {
                    let (site, ty) = (part.site, part.ty.clone());
                    let var = cx.temporary("value", site, ty.clone(), true);
                    let place = Expr { kind: ExprKind::Local(var), ty, site };
                    cx.prologue.push(Stmt::Let { var, value: None });
                    then.push(Stmt::Assign { place: place.clone(), operator: None, value: part });
                    place
                });
            }
            cx.prologue.push(Stmt::If { condition: fits.clone(), then, otherwise: Vec::new() });
            so_far = Some(fits);
        }
        _ => cx.prologue.append(&mut then),
    }
    let wild: Pat = parse_quote!(_);
    let patterns = vec![((*it.pat).clone(), false), (wild, false)];
    super::check_exhaustive(cx, &value, patterns);
    let fits = test(cx, &it.pat, &value);
    both(so_far, fits)
}

#[cfg(test)]
mod tests {
    use crate::testing::{codes, wgsl};
    use expect_test::expect;

    #[test]
    fn if_let_tests_a_pattern() {
        wgsl(
            "|i: Index<1>| { if let 1..=5 = n && a < 1.0 { y[i] = 1.0; } else if let (m, 3) = (n, z[i]) { z[i] = m as u32; } y[i] = if let 2 | 3 = n { a } else { 0.0 }; }",
            expect![[r#"
                if (n >= 1u && n <= 5u && a < 1.0f) {
                    y[amp_global[0]] = 1.0f;
                } else {
                    let value_: u32 = z[amp_global[0]];
                    let m_: u32 = n;
                    if (value_ == 3u) {
                        z[amp_global[0]] = u32(m_);
                    }
                }
                var chosen_: f32;
                if (n == 2u || n == 3u) {
                    chosen_ = a;
                } else {
                    chosen_ = 0.0f;
                }
                y[amp_global[0]] = chosen_;
            "#]],
        );
    }

    #[test]
    fn let_chains_test_several_patterns() {
        wgsl(
            "|i: Index<1>| { if a < 1.0 && let k @ 1..=5 = n && let 3 = z[k] { y[i] = 1.0; } else { y[i] = 2.0; } }",
            expect![[r#"
                let k_: u32 = n;
                let fits_: bool = a < 1.0f && (n >= 1u && n <= 5u);
                var value_2: u32;
                if (fits_) {
                    let value_: u32 = z[k_];
                    value_2 = value_;
                }
                if (fits_ && value_2 == 3u) {
                    y[amp_global[0]] = 1.0f;
                } else {
                    y[amp_global[0]] = 2.0f;
                }
            "#]],
        );
    }

    #[test]
    fn while_let_repeats_while_it_matches() {
        wgsl(
            "|i: Index<1>| { while let k @ 0..=9 = z[i] && k != n as u32 { if k == 7 { continue; } z[i] = k + 1; } }",
            expect![[r#"
                while (true) {
                    let value_: u32 = z[amp_global[0]];
                    let k_: u32 = value_;
                    if (!(value_ >= 0u && value_ <= 9u && k_ != u32(n))) {
                        break;
                    }
                    if (k_ == 7u) {
                        continue;
                    }
                    z[amp_global[0]] = k_ + 1u;
                }
            "#]],
        );
    }

    #[test]
    fn unsupported_patterns_are_rejected() {
        codes("|i: Index<1>| { if (let 1 = n) { } if n > 1 || let 3 = n { } }", &["AMP001", "AMP001"]);
    }
}
