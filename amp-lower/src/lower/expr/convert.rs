//! `T::from(x)` converts a scalar without loss.
//!
//! ```rust,ignore
//! let n = u32::from(flag) + u32::from(bytes[i]);
//! let h = f16::from_f32(x).to_f32();
//! ```
//!
//! - Sources are smaller scalars and `bool`.
//! - `x.into()` converts by `From` where rustc infers the type of the result: `let n: u64 = m.into();`.
//! - `f16` converts with `f16::from_f32(x)` and `h.to_f32()`.

use super::call::owner;
use crate::ir::{Call, Callee, Conversion, Expr, ExprKind, Ty};
use crate::lower::context::Context;
use crate::site::Site;
use crate::vocabulary::types;
use amp_shader::Scalar;

/// Lowers `T::from(x)` for a scalar `T` and a scalar or element `x`. `None` for other calls. rustc checks
/// that the conversion exists.
pub(super) fn from(cx: &mut Context<'_>, it: &syn::ExprCall, path: &syn::Path, site: Site) -> Option<Expr> {
    let mut names = path.segments.iter().rev().map(|segment| segment.ident.to_string());
    let (name, around) = (names.next()?, names.next()?);
    let name = &*name;
    let known = name == "from" || (name, &*around) == ("from_f32", "f16");
    if !known || it.args.len() != 1 || types::scalar(&around).is_none() {
        return None;
    }
    let value = super::lower(cx, &it.args[0]);
    let ty = crate::lower::ty::lower(cx, &owner(path));
    if value.ty.is_error() || ty.is_error() {
        return Some(Expr::error_placeholder(site));
    }
    if name == "from_f32" {
        cx.infer.unify(&value.ty, &Ty::Scalar(Scalar::F32));
    } else if cx.infer.is_literal(&value.ty) {
        // A literal without a suffix gets the target type.
        cx.infer.unify(&value.ty, &ty);
    }
    Some(Expr { kind: ExprKind::Cast(Box::new(value), Conversion::Path(path.clone())), ty, site })
}

/// Lowers `x.into()` to `From::from` for the type of the result, which rustc infers.
pub(super) fn into(cx: &mut Context<'_>, it: &syn::ExprMethodCall, receiver: Expr, site: Site) -> Expr {
    let ty = cx.infer.value();
    let callee = Callee::Associated(ty.clone(), "from".to_owned(), None);
    let written = Call::Method(it.method.clone());
    Expr { kind: ExprKind::Call { callee, written, arguments: vec![receiver] }, ty, site }
}

/// Lowers `x.to_f32()` and `x.to_f64()` of an `f16`. Returns `None` if the macro cannot infer that `x` is an
/// `f16`; the call is then lowered like that of a user's method.
pub(super) fn method(
    cx: &Context<'_>,
    it: &syn::ExprMethodCall,
    receiver: &Expr,
    site: Site,
) -> Option<Expr> {
    let to = match it.method.to_string().as_str() {
        "to_f32" => Scalar::F32,
        "to_f64" => Scalar::F64,
        _ => return None,
    };
    if cx.infer.resolve(&receiver.ty) != Ty::Scalar(Scalar::F16) || !it.args.is_empty() {
        return None;
    }
    let conversion = Conversion::Method(it.method.clone());
    let kind = ExprKind::Cast(Box::new(receiver.clone()), conversion);
    Some(Expr { kind, ty: Ty::Scalar(to), site })
}

#[cfg(test)]
mod tests {
    use crate::testing::{codes, wgsl};
    use expect_test::expect;

    #[test]
    fn scalars_are_converted() {
        wgsl(
            "|i: Index<1>| { z[i] = b[i] as u32 + u32::from(b[b[0] as usize]); y[i] = b[i] as f32 + h[i].to_f32() + f32::from(h[0]); }",
            expect![[r#"
                z[amp_global[0]] = u32(b[amp_global[0]]) + u32(b[u32(b[0u])]);
                y[amp_global[0]] = f32(b[amp_global[0]]) + Convert<f32>(h[amp_global[0]]) + Convert<f32>(h[0u]);
            "#]],
        );
    }

    #[test]
    fn halves_are_converted() {
        wgsl(
            "|i: Index<1>| { let s = h[i] * f16::from_f32(a) + f16::from(b[i]); y[i] = s.to_f32() + u32::from(n > 1) as f32; }",
            expect![[r#"
                let s_: f16 = h[amp_global[0]] * Cast<f32, f16>(a) + Cast<u8, f16>(b[amp_global[0]]);
                y[amp_global[0]] = f32(s_) + f32(u32(n > 1u));
            "#]],
        );
    }

    #[test]
    fn other_conversions_are_rejected() {
        codes("|i: Index<1>| { let c = f16::from_f64(a); let d = u16::from(b[i]); }", &["AMP011"]);
    }
}
