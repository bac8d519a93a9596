//! `to_le_bytes` takes a number apart, and `from_le_bytes` puts it together.
//!
//! ```rust,ignore
//! let [low, high] = (n as u16).to_le_bytes();
//! let word = u32::from_be_bytes([low, high, 0, b[i]]);
//! ```
//!
//! - Integers, `f32` and `f64` have `to_le_bytes`, `to_be_bytes`, `to_ne_bytes`, `from_le_bytes`, `from_be_bytes` and
//!   `from_ne_bytes`. `usize` and `isize` have none of them, because their size on a device differs from that on
//!   the host.

use crate::ir::{Binary, Conversion, Expr, ExprKind, Len, Stmt, Ty};
use crate::lower::context::Context;
use crate::site::Site;
use amp_shader::Scalar;
use amp_shader::methods::{Method, Operand};

/// Whether kernels can convert this scalar to bytes and back.
pub(super) fn has_bytes(scalar: Scalar) -> bool {
    !matches!(scalar, Scalar::Bool | Scalar::F16 | Scalar::Usize | Scalar::Isize)
}

/// Whether the method converts to bytes, and this scalar has no such conversion.
pub(super) fn is_missing(method: &Method, scalar: Scalar) -> bool {
    method.result == Operand::Bytes && !has_bytes(scalar)
}

/// Lowers `T::from_le_bytes(bytes)`, `from_be_bytes` and `from_ne_bytes`. `None` for other functions.
pub(super) fn from_bytes(
    cx: &mut Context<'_>,
    name: &str,
    scalar: Scalar,
    arguments: &[Expr],
    site: Site,
) -> Option<Expr> {
    let big = match name {
        "from_le_bytes" | "from_ne_bytes" => false,
        "from_be_bytes" => true,
        _ => return None,
    };
    let [bytes] = arguments else { return None };
    if !has_bytes(scalar) {
        return None;
    }
    let count = scalar.bytes();
    let ty = Ty::Array(Box::new(Ty::Scalar(Scalar::U8)), Len::Number(count));
    cx.infer.unify(&bytes.ty, &ty);
    if bytes.ty.is_error() {
        return Some(Expr::error_placeholder(site));
    }
    let var = cx.temporary("bytes", site, ty.clone(), false);
    cx.prologue.push(Stmt::Let { var, value: Some(bytes.clone()) });
    let unsigned = Ty::Scalar(match scalar {
        Scalar::F32 => Scalar::U32,
        other => other.integer_of_width(false),
    });
    let cast = |value: Expr, ty: &Ty| match value.ty == *ty {
        true => value,
        false => Expr { kind: ExprKind::Cast(Box::new(value), Conversion::As), ty: ty.clone(), site },
    };
    let literal = |n: usize, ty: Ty| Expr { kind: ExprKind::Literal(n.to_string()), ty, site };
    let binary = |operator, a: Expr, b: Expr| {
        let ty = a.ty.clone();
        Expr { kind: ExprKind::Binary(operator, Box::new(a), Box::new(b)), ty, site }
    };
    let part = |k: usize| {
        let array = Expr { kind: ExprKind::Local(var), ty: ty.clone(), site };
        let place = literal(if big { count - 1 - k } else { k }, Ty::USIZE);
        let kind = ExprKind::Subscript(Box::new(array), Box::new(place));
        let byte = cast(Expr { kind, ty: Ty::Scalar(Scalar::U8), site }, &unsigned);
        match k {
            0 => byte,
            _ => binary(Binary::Shl, byte, literal(8 * k, Ty::Scalar(Scalar::U32))),
        }
    };
    let bits = (1..count).fold(part(0), |bits, k| binary(Binary::BitOr, bits, part(k)));
    let ty = Ty::Scalar(scalar);
    Some(match scalar.is_float() {
        true => Expr { kind: ExprKind::FromBits(Box::new(bits)), ty, site },
        false => cast(bits, &ty),
    })
}

#[cfg(test)]
mod tests {
    use crate::testing::{codes, printed, wgsl};
    use expect_test::expect;

    #[test]
    fn bytes_are_joined() {
        wgsl(
            "|i: Index<1>| { z[i] = u32::from_be_bytes([1, 2, 3, b[i]]) + u16::from_le_bytes([b[0], 7]) as u32; }",
            expect![[r#"
                let bytes_: <[u8 ; 4usize]> = <[u8 ; 4usize]>(1u, 2u, 3u, b[amp_global[0]]);
                let value_: u32 = ((u32(bytes_[3]) | (u32(bytes_[2]) << 8u)) | (u32(bytes_[1]) << 16u)) | (u32(bytes_[0]) << 24u);
                let bytes_2: <[u8 ; 2usize]> = <[u8 ; 2usize]>(b[0u], 7u);
                z[amp_global[0]] = value_ + u32(Cast<u8, u16>(bytes_2[0]) | Shl<u16, u32>(Cast<u8, u16>(bytes_2[1]), 8u));
            "#]],
        );
    }

    #[test]
    fn numbers_are_split() {
        wgsl(
            "|i: Index<1>| { let [low, high] = (b[i] as u16 * 3).to_le_bytes(); let all = x[i].to_be_bytes(); z[i] = (high ^ low ^ all[1]) as u32; }",
            expect![[r#"
                let value_: <[u8 ; 2usize]> = to_le_bytes(Mul<u16, u16>(Cast<u8, u16>(b[amp_global[0]]), 3u));
                let low_: u32 = value_[0];
                let high_: u32 = value_[1];
                let all_: <[u8 ; 4usize]> = to_be_bytes(x[amp_global[0]]);
                z[amp_global[0]] = u32((high_ ^ low_) ^ all_[1]);
            "#]],
        );
    }

    #[test]
    fn methods_of_small_integers_are_valid() {
        use amp_shader::methods::{Class, METHODS, Operand};
        for method in METHODS {
            for (class, ty) in [
                (Class::Narrow, "u8"),
                (Class::NarrowSigned, "i8"),
                (Class::Narrow, "u16"),
                (Class::NarrowSigned, "i16"),
            ] {
                if method.meaning(class).is_none() {
                    continue;
                }
                let given = method.arguments.iter().map(|operand| match operand {
                    Operand::Is(_) => "z[i]",
                    Operand::Signed => "(z[i] as i8)",
                    Operand::Unsigned => "(z[i] as u8)",
                    _ => "v",
                });
                let given: Vec<_> = given.map(|it| it.replace('8', &ty[1..])).collect();
                printed(&format!(
                    "|i: Index<1>| {{ let v = z[i] as {ty}; let r = v.{}({}); }}",
                    method.name,
                    given.join(", ")
                ));
            }
        }
    }

    #[test]
    fn bytes_of_an_index_are_rejected() {
        codes(
            "|i: Index<1>| { let a = i[0].to_le_bytes(); let k = usize::from_le_bytes([0; 8]); }",
            &["AMP011", "AMP011"],
        );
    }
}
