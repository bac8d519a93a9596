//! `if let`, `while let` and `let .. else`: a `match` of one pattern and of what does not fit it.
//!
//! Accepted: the patterns that `match` takes, on what it takes. Behind the pattern of an `if` or a `while` may stand conditions,
//! `if let 1..=5 = x && x != n`. The `else` of a `let` leaves: the loop, the function, the kernel.

use super::{scrutinee, test, unwrap};
use crate::diagnostics::Code;
use crate::diagnostics::advice::construct;
use crate::ir::{Expr, ExprKind, Stmt, Ty, Unary};
use crate::lower::cx::Cx;
use crate::lower::stmt;
use crate::site::Site;
use quote::quote_spanned;
use syn::{Pat, parse_quote};

/// An `if` that asks for a pattern, as a `match`.
pub(in crate::lower) fn asked(it: &syn::ExprIf) -> Option<syn::ExprMatch> {
    let then =
        syn::Expr::Block(syn::ExprBlock { attrs: Vec::new(), label: None, block: it.then_branch.clone() });
    let otherwise = match &it.else_branch {
        Some((_, otherwise)) => (**otherwise).clone(),
        None => parse_quote!({}),
    };
    question(&it.cond, then, otherwise)
}

/// The body of a loop that goes on while a pattern fits.
pub(in crate::lower) fn while_let(it: &syn::ExprWhile) -> Option<syn::ExprMatch> {
    let body = syn::Expr::Block(syn::ExprBlock { attrs: Vec::new(), label: None, block: it.body.clone() });
    let leave = quote_spanned!(it.while_token.span=> break);
    question(&it.cond, body, parse_quote!(#leave))
}

/// `match value { pattern if conditions => then, _ => otherwise }`
fn question(condition: &syn::Expr, then: syn::Expr, otherwise: syn::Expr) -> Option<syn::ExprMatch> {
    let (question, guard) = first(condition)?;
    if guard.iter().any(has_question) {
        return None;
    }
    let mut asked: syn::ExprMatch = parse_quote!(match () {
        _ => {}
        _ => {}
    });
    asked.expr = question.expr.clone();
    let pattern = question.pat.clone();
    asked.arms[0].pat = match guard {
        Some(guard) => Pat::Guard(syn::PatGuard {
            attrs: Vec::new(),
            pat: pattern,
            if_token: Default::default(),
            guard: Box::new(guard),
        }),
        None => *pattern,
    };
    *asked.arms[0].body = then;
    *asked.arms[1].body = otherwise;
    Some(asked)
}

/// The `let` that a condition begins with, and what is asked behind it.
fn first(condition: &syn::Expr) -> Option<(&syn::ExprLet, Option<syn::Expr>)> {
    match condition {
        syn::Expr::Let(it) => Some((it, None)),
        syn::Expr::Binary(it) if matches!(it.op, syn::BinOp::And(_)) => {
            let (question, guard) = first(&it.left)?;
            let behind = &*it.right;
            let guard = match guard {
                Some(guard) => parse_quote!(#guard && #behind),
                None => behind.clone(),
            };
            Some((question, Some(guard)))
        }
        _ => None,
    }
}

/// Whether a condition asks for a pattern.
fn has_question(condition: &syn::Expr) -> bool {
    match condition {
        syn::Expr::Let(_) => true,
        syn::Expr::Binary(it) => has_question(&it.left) || has_question(&it.right),
        _ => false,
    }
}

/// `let pattern = value else { otherwise };`: the names are there behind it.
pub(in crate::lower) fn or_else(cx: &mut Cx<'_>, pattern: &Pat, value: &syn::Expr, otherwise: &syn::Expr) {
    let Some(scrutinee) = scrutinee(cx, value) else { return cx.refuse(pattern) };
    let pattern = match pattern {
        Pat::Type(typed) => {
            let ty = crate::lower::ty::lower(cx, &typed.ty);
            cx.infer.unify(&scrutinee.ty, &ty);
            &*typed.pat
        }
        other => other,
    };
    // The names are not known there.
    let otherwise = syn::Stmt::Expr(otherwise.clone(), None);
    let (mut left, ()) = cx.collecting(|cx| cx.scoped(|cx| stmt::lower(cx, &otherwise)));
    unwrap(&mut left);
    if !leaves(&left) {
        cx.advise(Code::AMP001, Site::of(&otherwise), "a `let .. else` that goes on", construct::GOES_ON);
    }
    let wild = (parse_quote!(_), false);
    let patterns = vec![(pattern.clone(), false), wild];
    cx.before.push(Stmt::Covers { scrutinee: scrutinee.clone(), patterns });
    let Some(fits) = test(cx, pattern, &scrutinee) else { return };
    let site = fits.site;
    let kind = ExprKind::Unary(Unary::Not, Box::new(fits));
    cx.before.push(Stmt::If {
        condition: Expr { kind, ty: Ty::BOOL, site },
        then: left,
        otherwise: Vec::new(),
    });
}

/// Whether nothing behind a block is reached from it.
pub(in crate::lower) fn leaves(block: &[Stmt]) -> bool {
    match block.last() {
        Some(
            Stmt::Return { .. } | Stmt::Break(_) | Stmt::Continue(_) | Stmt::Assert { condition: None, .. },
        ) => true,
        Some(Stmt::If { then, otherwise, .. }) => leaves(then) && leaves(otherwise),
        Some(Stmt::Block(inner)) => leaves(inner),
        _ => false,
    }
}

#[cfg(test)]
mod tests {
    use crate::testing::{codes, wgsl};
    use expect_test::expect;

    #[test]
    fn asks_for_one_pattern() {
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
    fn goes_on_while_it_fits() {
        wgsl(
            "|i: Index<1>| { while let k @ 0..=9 = z[i] { if k == 7 { continue; } z[i] = k + 1; } }",
            expect![[r#"
                while (true) {
                    let value_: u32 = z[amp_global[0]];
                    let k_: u32 = value_;
                    if (value_ >= 0u && value_ <= 9u) {
                        if (k_ == 7u) {
                            continue;
                        }
                        z[amp_global[0]] = k_ + 1u;
                    } else {
                        break;
                    }
                }
            "#]],
        );
    }

    #[test]
    fn leaves_where_it_does_not_fit() {
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
    fn refuses_what_match_refuses() {
        codes("|i: Index<1>| { if let Some(k) = n { z[i] = k; } }", &["AMP016"]);
        codes("|i: Index<1>| { if let 1 = n && let 2 = z[i] { } if n > 1 && let 3 = n { } }", &["AMP001"; 3]);
        codes("|i: Index<1>| { let 3 = n else { y[i] = 1.0; }; }", &["AMP001"]);
    }
}
