//! Rule: literals fit their inferred types, no integer is divided by a literal zero, and no literal subscript
//! is out of range.

use crate::diagnostics::{Code, Diagnostics};
use crate::ir::{Binary, Body, Expr, ExprKind, Len, Stmt, Ty};
use amp_shader::Scalar;

pub(super) fn check(body: &Body, diagnostics: &mut Diagnostics) {
    for stmt in &body.block {
        stmt.walk(&mut |stmt| {
            if let Stmt::Assign { operator: Some(Binary::Div | Binary::Rem), place, value } = stmt {
                division(&place.ty, value, diagnostics);
            }
        });
        stmt.walk_expressions(&mut |expr| match &expr.kind {
            ExprKind::Literal(digits) => literal(digits, expr, diagnostics),
            ExprKind::Binary(Binary::Div | Binary::Rem, lhs, rhs) => division(&lhs.ty, rhs, diagnostics),
            ExprKind::Subscript(base, subscript) => within(&base.ty, subscript, diagnostics),
            _ => {}
        });
    }
}

fn literal(digits: &str, expr: &Expr, diagnostics: &mut Diagnostics) {
    let Ty::Scalar(scalar) = expr.ty else { return };
    let whole: Option<i128> = digits.parse().ok();
    let fits = match (scalar, whole) {
        (Scalar::F32, _) => digits.parse().is_ok_and(f32::is_finite),
        // The largest `f16` is 65504; literals from 65520 on round to infinity. The expansion contains no
        // literal of this type, so rustc cannot report the overflow.
        (Scalar::F16, _) => digits.parse().is_ok_and(|value: f64| value.abs() < 65520.0),
        (Scalar::F64, _) => digits.parse().is_ok_and(f64::is_finite),
        (Scalar::I32 | Scalar::Isize, Some(value)) => i32::try_from(value).is_ok(),
        (Scalar::U32 | Scalar::Usize, Some(value)) => u32::try_from(value).is_ok(),
        (Scalar::U8, Some(value)) => u8::try_from(value).is_ok(),
        (Scalar::I8, Some(value)) => i8::try_from(value).is_ok(),
        (Scalar::U16, Some(value)) => u16::try_from(value).is_ok(),
        (Scalar::I16, Some(value)) => i16::try_from(value).is_ok(),
        (Scalar::I64, Some(value)) => i64::try_from(value).is_ok(),
        (Scalar::U64, Some(value)) => u64::try_from(value).is_ok(),
        // rustc itself reports a float literal with an integer type.
        (Scalar::Bool, _) | (_, None) => true,
    };
    if !fits {
        let detail = format!("`{digits}` does not fit `{}`", scalar.rust());
        diagnostics.report(Code::AMP010, expr.site, detail);
    }
}

fn division(ty: &Ty, by: &Expr, diagnostics: &mut Diagnostics) {
    let int = matches!(ty, Ty::Scalar(scalar) if scalar.is_int());
    if int && matches!(&by.kind, ExprKind::Literal(digits) if digits == "0") {
        diagnostics.report(Code::AMP022, by.site, "a division by zero");
    }
}

fn within(array: &Ty, subscript: &Expr, diagnostics: &mut Diagnostics) {
    let len = match array {
        Ty::Array(_, Len::Number(len)) => *len,
        Ty::Index(rank) | Ty::Extent(rank) => *rank,
        _ => return,
    };
    if let ExprKind::Literal(digits) = &subscript.kind
        && digits.parse::<usize>().is_ok_and(|at| at >= len)
    {
        let detail = format!("index {digits}, but the length is {len}");
        diagnostics.report(Code::AMP022, subscript.site, detail);
    }
}

#[cfg(test)]
mod tests {
    use crate::testing::codes;

    #[test]
    fn literals_out_of_range_are_rejected() {
        codes(
            "|i: Index<1>| { let a = 2147483648i32; let b = -5u32; let c = 1e400f32; let d = -2147483648; }",
            &["AMP010", "AMP010", "AMP010"],
        );
        codes("|i: Index<1>| { let a: u32 = 4294967295; let b: i32 = 4294967295; }", &["AMP010"]);
        codes("|i: Index<1>| { let mut a = 7u32 / 0; a %= 0; let b = 1.0 / 0.0f32; }", &["AMP022", "AMP022"]);
        codes(
            "|i: Index<1>| { let t = [[1.0; 2]; 3]; y[i] = t[3][0] + t[2][1] + i[1] as f32; }",
            &["AMP022", "AMP022"],
        );
    }
}
