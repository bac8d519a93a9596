//! `as` converts between scalars, as in Rust. Casts from float to integer saturate on every accelerator.
//!
//! ```rust,ignore
//! let k = x[i] as u32;
//! let byte = (k & 0xff) as u8;
//! ```
//!
//! - A byte becomes a `char`, and a `char` a number: `b[i] as char`, `'a' as u32`.

use crate::diagnostics::Code;
use crate::diagnostics::advice::construct;
use crate::ir::{Conversion, Expr, ExprKind, Ty};
use crate::lower::context::Context;
use crate::lower::ty;
use crate::site::{Site, quoted};
use amp_shader::Scalar;

pub(super) fn lower(cx: &mut Context<'_>, it: &syn::ExprCast, site: Site) -> Expr {
    if let Some(letter) = character_literal(cx, it, site) {
        return letter;
    }
    // A cast of a reference makes a pointer.
    let value = match super::without_parentheses(&it.expr) {
        syn::Expr::Reference(reference) => {
            super::reference::misplaced(cx, reference);
            Expr::error_placeholder(site)
        }
        operand => super::lower(cx, operand),
    };
    if matches!(value.ty, Ty::Index(_) | Ty::Extent(_)) || value.ty.is_open_extent() {
        let detail = format!("`{}`: it has one component for each dimension", quoted(it));
        cx.advise(Code::AMP001, site, detail, construct::COMPONENT);
        return Expr::error_placeholder(site);
    }
    let ty = ty::lower(cx, &it.ty);
    match &ty {
        Ty::Scalar(_) | Ty::Hole(_) | Ty::Var(_) | Ty::Error => {}
        _ => {
            cx.report(Code::AMP002, Site::of(&it.ty), format!("a cast to `{}`", quoted(&it.ty)));
            return Expr::error_placeholder(site);
        }
    }
    if ty.is_error() || value.ty.is_error() {
        return Expr::error_placeholder(site);
    }
    Expr { kind: ExprKind::Cast(Box::new(value), Conversion::As), ty, site }
}

/// Lowers a cast of a byte or character literal to a literal of the target type. `None` for other casts.
fn character_literal(cx: &mut Context<'_>, it: &syn::ExprCast, site: Site) -> Option<Expr> {
    let syn::Expr::Lit(literal) = super::without_parentheses(&it.expr) else { return None };
    let number = match &literal.lit {
        syn::Lit::Byte(byte) => u32::from(byte.value()),
        syn::Lit::Char(letter) => u32::from(letter.value()),
        _ => return None,
    };
    let ty = ty::lower(cx, &it.ty);
    let digits = match &ty {
        Ty::Scalar(scalar) if scalar.is_int() => number.to_string(),
        // Rust has no cast from `char` to float.
        Ty::Scalar(scalar) if scalar.is_float() && *scalar != Scalar::F16 => match &literal.lit {
            syn::Lit::Byte(_) => format!("{number}.0"),
            _ => return None,
        },
        _ => return None,
    };
    Some(Expr { kind: ExprKind::Literal(digits), ty, site })
}

#[cfg(test)]
mod tests {
    use crate::testing::{codes, wgsl};
    use expect_test::expect;

    #[test]
    fn float_casts_saturate() {
        wgsl(
            "|i: Index<1>| { z[i] = y[i] as u32; y[i] = i[0] as f32; }",
            expect![[r#"
                    z[amp_global[0]] = Cast<f32, u32>(y[amp_global[0]]);
                    y[amp_global[0]] = f32(amp_global[0]);
            "#]],
        );
    }

    #[test]
    fn character_literals_are_converted() {
        wgsl(
            "|i: Index<1>| { z[i] = if b[i] as u32 == b'a' as u32 { b'z' as u32 } else { 'é' as u32 }; y[i] = b'0' as f32; }",
            expect![[r#"
                var chosen_: u32;
                if (u32(b[amp_global[0]]) == 97u) {
                    chosen_ = 122u;
                } else {
                    chosen_ = 233u;
                }
                z[amp_global[0]] = chosen_;
                y[amp_global[0]] = 48.0f;
            "#]],
        );
    }

    #[test]
    fn casts_to_unsupported_types_are_rejected() {
        codes("|i: Index<1>| { let c = 65u32 as u128; let d = n as u8; }", &["AMP002"]);
    }

    #[test]
    fn casts_of_an_index_are_rejected() {
        codes("|i: Index<1>| { let k = i as u32; let e = x.extent() as usize; }", &["AMP001", "AMP001"]);
    }
}
