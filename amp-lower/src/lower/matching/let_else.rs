//! `let .. else` binds the names of a pattern, or leaves if the pattern does not match.
//!
//! ```rust,ignore
//! let (k @ 1.., true) = found else { return };
//! ```
//!
//! - The patterns and values are those of `match`.
//! - The `else` block must leave the loop, the function or the kernel.

use super::{scrutinee, test, unwrap_block};
use crate::diagnostics::Code;
use crate::diagnostics::advice::construct;
use crate::ir::{Expr, ExprKind, Flow, Stmt, Ty, Unary};
use crate::lower::context::Context;
use crate::lower::stmt;
use crate::site::Site;
use syn::{Pat, parse_quote};

/// Lowers `let (Ok(at) | Err(at)) = value;`. rustc checks that the alternatives are exhaustive.
pub(in crate::lower) fn irrefutable(cx: &mut Context<'_>, pattern: &Pat, value: &syn::Expr) {
    let Some(scrutinee) = scrutinee(cx, value, &[pattern]) else { return cx.bind_rejected(pattern) };
    let pattern = match pattern {
        Pat::Type(typed) => {
            let ty = crate::lower::ty::lower(cx, &typed.ty);
            cx.infer.unify(&scrutinee.ty, &ty);
            &*typed.pat
        }
        other => other,
    };
    super::check_exhaustive(cx, &scrutinee, vec![(pattern.clone(), false)]);
    let first = cx.late_copies.names.len();
    test(cx, pattern, &scrutinee);
    let copies = super::copies(cx, first);
    cx.prologue.extend(copies);
}

/// Lowers `let pattern = value else { otherwise };` and binds the names in the current scope.
pub(in crate::lower) fn or_else(
    cx: &mut Context<'_>,
    pattern: &Pat,
    value: &syn::Expr,
    otherwise: &syn::Expr,
) {
    let Some(scrutinee) = scrutinee(cx, value, &[pattern]) else { return cx.bind_rejected(pattern) };
    let pattern = match pattern {
        Pat::Type(typed) => {
            let ty = crate::lower::ty::lower(cx, &typed.ty);
            cx.infer.unify(&scrutinee.ty, &ty);
            &*typed.pat
        }
        other => other,
    };
    // The names are not in scope in the `else` block.
    let otherwise = syn::Stmt::Expr(otherwise.clone(), None);
    let (mut left, ()) = cx.in_block(|cx| cx.scoped(|cx| stmt::lower(cx, &otherwise)));
    unwrap_block(&mut left);
    if Flow::of_block(&left).falls_through {
        cx.advise(
            Code::AMP001,
            Site::of(&otherwise),
            "a `let .. else` whose `else` block does not leave",
            construct::LET_ELSE_MUST_DIVERGE,
        );
    }
    let wild = (parse_quote!(_), false);
    let patterns = vec![(pattern.clone(), false), wild];
    super::check_exhaustive(cx, &scrutinee, patterns);
    let first = cx.late_copies.names.len();
    let Some(fits) = test(cx, pattern, &scrutinee) else { return };
    let site = fits.site;
    let kind = ExprKind::Unary(Unary::Not, Box::new(fits));
    cx.prologue.push(Stmt::If {
        condition: Expr { kind, ty: Ty::BOOL, site },
        then: left,
        otherwise: Vec::new(),
    });
    let copies = super::copies(cx, first);
    cx.prologue.extend(copies);
}

#[cfg(test)]
mod tests {
    use crate::testing::{codes, wgsl};
    use expect_test::expect;

    #[test]
    fn let_else_leaves_if_the_pattern_does_not_match() {
        wgsl(
            "|i: Index<1>| { let (k, 0..=3) = (n, z[i]) else { y[i] = 1.0; return }; z[i] = k as u32; }",
            expect![[r#"
                let value_: u32 = z[amp_global[0]];
                let k_: u32 = n;
                if (!(value_ >= 0u && value_ <= 3u)) {
                    y[amp_global[0]] = 1.0f;
                    return;
                }
                z[amp_global[0]] = u32(k_);
            "#]],
        );
    }

    #[test]
    fn else_without_a_jump_is_rejected() {
        codes("|i: Index<1>| { let 3 = n else { y[i] = 1.0; }; }", &["AMP001"]);
    }
}
