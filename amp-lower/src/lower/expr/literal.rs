//! Literals are numbers, `true` and `false`. The type of a number without a suffix is inferred.
//!
//! ```rust,ignore
//! let n = 0xff_u32;
//! y[i] = 2.0 * x[i] + 1e-3;
//! ```
//!
//! - The default types are `i32` and `f32`.

use crate::diagnostics::Code;
use crate::ir::{Expr, ExprKind, Ty};
use crate::lower::context::Context;
use crate::lower::unsupported;
use crate::site::{Site, quoted};
use crate::vocabulary::types;
use syn::Lit;

pub(super) fn lower(cx: &mut Context<'_>, it: &syn::ExprLit, site: Site) -> Expr {
    match &it.lit {
        Lit::Bool(value) => Expr { kind: ExprKind::Bool(value.value), ty: Ty::BOOL, site },
        Lit::Int(number) => {
            let Some(ty) = suffix_type(cx, number.suffix(), site) else { return Expr::poison(site) };
            let ty = ty.unwrap_or_else(|| cx.infer.int());
            // In a pattern, a literal may contain its minus sign.
            let (sign, digits) = match number.base10_digits().strip_prefix('-') {
                Some(digits) => ("-", digits),
                None => ("", number.base10_digits()),
            };
            match digits.parse::<u64>() {
                // The range check follows when the type is known.
                Ok(value) => {
                    // `2f32` needs a decimal point in WGSL.
                    let is_float = matches!(&ty, Ty::Scalar(scalar) if scalar.is_float());
                    let point = if is_float { ".0" } else { "" };
                    Expr { kind: ExprKind::Literal(format!("{sign}{value}{point}")), ty, site }
                }
                Err(_) => {
                    cx.report(Code::AMP010, site, format!("`{}`", quoted(it)));
                    Expr::poison(site)
                }
            }
        }
        Lit::Float(number) => {
            let Some(ty) = suffix_type(cx, number.suffix(), site) else { return Expr::poison(site) };
            let ty = ty.unwrap_or_else(|| cx.infer.float());
            let mut digits = number.base10_digits().to_owned();
            if digits.ends_with('.') {
                digits.push('0');
            }
            Expr { kind: ExprKind::Literal(digits), ty, site }
        }
        _ => {
            unsupported::expr(cx, &syn::Expr::Lit(it.clone()));
            Expr::poison(site)
        }
    }
}

/// The type that a suffix names; `Some(None)` if there is no suffix. If devices do not have the type, reports
/// that and returns `None`.
fn suffix_type(cx: &mut Context<'_>, suffix: &str, site: Site) -> Option<Option<Ty>> {
    if suffix.is_empty() {
        return Some(None);
    }
    match types::scalar(suffix) {
        Some(scalar) => Some(Some(Ty::Scalar(scalar))),
        None if types::sub_word(suffix).is_some() => {
            cx.report(Code::AMP024, site, format!("`{suffix}`"));
            None
        }
        None => {
            let why = types::rejection_reason(suffix).unwrap_or("there is no such type");
            cx.report(Code::AMP002, site, format!("`{suffix}`: {why}"));
            None
        }
    }
}

#[cfg(test)]
mod tests {
    use crate::testing::{codes, wgsl};
    use expect_test::expect;

    #[test]
    fn literal_types_are_inferred() {
        wgsl(
            "|i: Index<1>| { y[i] = 1.0 + 2.5e-3; z[i] = 0x1F; let a = 2u32 << 3; let b = -5; let c = -2147483648; }",
            expect![[r#"
                    y[amp_global[0]] = 1.0f + 2.5e-3f;
                    z[amp_global[0]] = 31u;
                    let a_: u32 = 2u << 3u;
                    let b_: i32 = -5i;
                    let c_: i32 = -2147483648i;
            "#]],
        );
    }

    #[test]
    fn unsupported_literals_are_rejected() {
        codes(
            "|i: Index<1>| { let a = 1u8; let b = 5_000_000_000; let c = 'c'; let d: usize = 5_000_000_000; }",
            &["AMP024", "AMP001", "AMP010", "AMP010"],
        );
        codes("|i: Index<1>| { let d = 99_999_999_999_999_999_999u64; }", &["AMP010"]);
    }
}
