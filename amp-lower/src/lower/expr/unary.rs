//! The unary operators are `-a`, `!a` and `*r`.
//!
//! - `*` applies to references; a closure kernel copies the target of a captured host reference.

use crate::diagnostics::Code;
use crate::diagnostics::advice::construct;
use crate::ir::{Expr, ExprKind, Unary};
use crate::lower::context::Context;
use crate::lower::{iterators, unsupported};
use crate::parse::returned_slices;
use crate::site::{Site, quoted};

pub(super) fn lower(cx: &mut Context<'_>, it: &syn::ExprUnary, site: Site) -> Expr {
    let operator = match &it.op {
        syn::UnOp::Neg(_) => Unary::Neg,
        syn::UnOp::Not(_) => Unary::Not,
        // The operand of `*` is a reference in the kernel, or a capture that may be a reference on the host.
        syn::UnOp::Deref(star) => {
            // `*&x` is `x`.
            if let syn::Expr::Reference(reference) = without_parentheses(&it.expr) {
                cx.body.borrows = true;
                return super::lower_full(cx, &reference.expr);
            }
            if let Some(call) = returned_slices::marked(&it.expr) {
                return super::returned_slice::place(cx, call);
            }
            if let Some(value) = iterators::optional_item::copied_target(cx, &it.expr) {
                return value;
            }
            if let Some(value) = super::through_reference::value(cx, &it.expr) {
                return value;
            }
            let place = super::lower_full(cx, &it.expr);
            match place.kind {
                ExprKind::Reference { place, .. } => return *place,
                ExprKind::ErrorPlaceholder => return place,
                _ if place.ty.is_error() => return Expr::error_placeholder(site),
                // A `self` by reference is lowered to its target, so `*self` is lowered like `self`. If
                // `self` is not a reference, rustc reports the error.
                _ if is_self(&it.expr) => return place,
                // If a capture is a reference on the host, the launch captures its target. So the capture
                // already is the value of `*capture`.
                ExprKind::Value(capture) if cx.mark_dereferenced(capture, star.span) => return place,
                _ => {}
            }
            if super::through_reference::may_deref(cx, &place.ty) {
                return super::through_reference::deref(cx, &it.expr);
            }
            let detail = format!("`{}`: the operand of `*` is not a reference", quoted(it));
            cx.advise(Code::AMP001, site, detail, construct::DEREFERENCE);
            return Expr::error_placeholder(site);
        }
        _ => {
            unsupported::expr(cx, &syn::Expr::Unary(it.clone()));
            return Expr::error_placeholder(site);
        }
    };
    let operand = super::lower(cx, &it.expr);
    let ty = operand.ty.clone();
    match operand.kind {
        // `-2147483648` is one literal, because `2147483648` does not fit an `i32`.
        ExprKind::Literal(digits) if operator == Unary::Neg && !digits.starts_with('-') => {
            Expr { kind: ExprKind::Literal(format!("-{digits}")), ty, site }
        }
        _ => {
            let ty = cx.infer.unary(&ty);
            Expr { kind: ExprKind::Unary(operator, Box::new(operand)), ty, site }
        }
    }
}

fn without_parentheses(it: &syn::Expr) -> &syn::Expr {
    match it {
        syn::Expr::Paren(it) => without_parentheses(&it.expr),
        other => other,
    }
}

fn is_self(it: &syn::Expr) -> bool {
    match it {
        syn::Expr::Paren(it) => is_self(&it.expr),
        syn::Expr::Path(it) => it.path.is_ident("self"),
        _ => false,
    }
}

#[cfg(test)]
mod tests {
    use crate::testing::{codes, wgsl};
    use expect_test::expect;

    #[test]
    fn double_negation_is_printed() {
        wgsl(
            "|i: Index<1>| { y[i] = -(-a) - -x[i]; let k = -(-5); z[i] = k as u32; }",
            expect![[r#"
                y[amp_global[0]] = -(-a) - -x[amp_global[0]];
                let k_: i32 = -(-5i);
                z[amp_global[0]] = u32(k_);
            "#]],
        );
    }

    #[test]
    fn negation_is_printed() {
        wgsl(
            "|i: Index<1>| { y[i] = -a; if !(a < 1.0) { y[i] = -1.0; } }",
            expect![[r#"
                    y[amp_global[0]] = -a;
                    if (!(a < 1.0f)) {
                        y[amp_global[0]] = -1.0f;
                    }
            "#]],
        );
    }

    #[test]
    fn values_cannot_be_dereferenced() {
        codes("|i: Index<1>| { let b = a; y[i] = *b; }", &["AMP001"]);
    }
}
