//! Literals are numbers, bytes, characters, `true` and `false`. The type of a number without a suffix is inferred.
//!
//! ```rust,ignore
//! let n = 0xff_u32;
//! y[i] = 2.0 * x[i] + 1e-3;
//! let is_letter = matches!(b[i], b'a'..=b'z');
//! ```
//!
//! - The default types are `i32` and `f32`.

use crate::diagnostics::Code;
use crate::ir::{Expr, ExprKind, Projection, Source, Ty};
use crate::lower::context::Context;
use crate::lower::unsupported;
use crate::site::{Site, quoted};
use crate::vocabulary::types;
use amp_shader::Scalar;
use quote::quote;
use syn::Lit;

pub(super) fn lower(cx: &mut Context<'_>, it: &syn::ExprLit, site: Site) -> Expr {
    match &it.lit {
        Lit::Bool(value) => Expr { kind: ExprKind::Bool(value.value), ty: Ty::BOOL, site },
        Lit::Int(number) => {
            let Some(ty) = suffix_type(cx, number.suffix(), site) else {
                return Expr::error_placeholder(site);
            };
            let ty = ty.unwrap_or_else(|| cx.infer.int());
            // In a pattern, a literal may contain its minus sign.
            let (sign, digits) = match number.base10_digits().strip_prefix('-') {
                Some(digits) => ("-", digits),
                None => ("", number.base10_digits()),
            };
            match digits.parse::<u64>() {
                // The check of the literal's range follows when the type is known.
                Ok(value) => {
                    // `2f32` needs a decimal point in WGSL.
                    let is_float = matches!(&ty, Ty::Scalar(scalar) if scalar.is_float());
                    let point = if is_float { ".0" } else { "" };
                    Expr { kind: ExprKind::Literal(format!("{sign}{value}{point}")), ty, site }
                }
                Err(_) => {
                    cx.report(Code::AMP010, site, format!("`{}`", quoted(it)));
                    Expr::error_placeholder(site)
                }
            }
        }
        Lit::Byte(byte) => {
            let kind = ExprKind::Literal(byte.value().to_string());
            Expr { kind, ty: Ty::Scalar(Scalar::U8), site }
        }
        Lit::Char(_) => {
            let kind = ExprKind::Const(Source::of(it));
            Expr { kind, ty: Ty::hole(Projection::Named(Source::of_tokens(quote!(char)))), site }
        }
        // Constant text. A device holds its bytes.
        Lit::Str(_) => {
            let kind = ExprKind::Const(Source::of(it));
            let ty = quote!(::amp::__private::Text);
            Expr { kind, ty: Ty::hole(Projection::Named(Source::of_tokens(ty))), site }
        }
        Lit::Float(number) => {
            let Some(ty) = suffix_type(cx, number.suffix(), site) else {
                return Expr::error_placeholder(site);
            };
            let ty = ty.unwrap_or_else(|| cx.infer.float());
            let mut digits = number.base10_digits().to_owned();
            if digits.ends_with('.') {
                digits.push('0');
            }
            Expr { kind: ExprKind::Literal(digits), ty, site }
        }
        _ => {
            unsupported::expr(cx, &syn::Expr::Lit(it.clone()));
            Expr::error_placeholder(site)
        }
    }
}

/// The type that a suffix names, or `Some(None)` if there is no suffix. If devices lack the type, reports an
/// error and returns `None`.
fn suffix_type(cx: &mut Context<'_>, suffix: &str, site: Site) -> Option<Option<Ty>> {
    if suffix.is_empty() {
        return Some(None);
    }
    match types::scalar(suffix) {
        Some(scalar) => Some(Some(Ty::Scalar(scalar))),
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
    fn bytes_have_a_range_of_their_own() {
        wgsl(
            "|i: Index<1>| { let c = b[i]; z[i] = match c { b'0'..=b'9' => (c - b'0') as u32, b'a' | b'b' => 10, _ => 99 }; let mut k = 150u8; k += 10; k <<= 2; let d = -(k as i8 >> 1); let f = !k; }",
            expect![[r#"
                let c_: u32 = b[amp_global[0]];
                var chosen_: u32;
                if (c_ >= 48u && c_ <= 57u) {
                    chosen_ = u32(Sub<u8, u8>(c_, 48u));
                } else if (c_ == 97u || c_ == 98u) {
                    chosen_ = 10u;
                } else {
                    chosen_ = 99u;
                }
                z[amp_global[0]] = chosen_;
                var k_: u32 = 150u;
                k_ = Add<u8, u8>(k_, 10u);
                k_ = Shl<u8, i32>(k_, 2i);
                let d_: i32 = Neg<i8, ()>(Shr<i8, i32>(Cast<u8, i8>(k_), 1i));
                let f_: u32 = Not<u8, ()>(k_);
            "#]],
        );
    }

    #[test]
    fn unsupported_literals_are_rejected() {
        codes(
            "|i: Index<1>| { let a = 256u8; let b = 5_000_000_000; let d: usize = 5_000_000_000; }",
            &["AMP010", "AMP010", "AMP010"],
        );
        codes("|i: Index<1>| { let d = 99_999_999_999_999_999_999u64; }", &["AMP010"]);
    }
}
