//! Rule: a subscript is a `usize`. rustc would report other types too, but it advises `try_into`, which
//! kernels cannot call.

use crate::diagnostics::{Code, Diagnostics};
use crate::ir::{Body, Expr, ExprKind, Ty};
use amp_shader::Scalar;

pub(super) fn check(body: &Body, diagnostics: &mut Diagnostics) {
    for stmt in &body.block {
        stmt.walk_expressions(&mut |expr| match &expr.kind {
            ExprKind::Element { index, .. } => index.iter().for_each(|part| look(part, diagnostics)),
            ExprKind::Subscript(_, index) => look(index, diagnostics),
            _ => {}
        });
    }
}

fn look(index: &Expr, diagnostics: &mut Diagnostics) {
    let other = match &index.ty {
        Ty::Scalar(scalar) => *scalar != Scalar::Usize,
        Ty::Tuple(_) => true,
        _ => false,
    };
    if other {
        diagnostics.report(Code::AMP027, index.site, format!("by {}", index.ty.describe()));
    }
}

#[cfg(test)]
mod tests {
    use crate::testing::codes;

    #[test]
    fn subscripts_other_than_usize_are_rejected() {
        codes(
            "|i: Index<2>| { let k = 3u32; let mut t = [[1.0; 2]; 2]; y[i] = x[[i[0], k]]; t[0][k as i32] = 2.0; }",
            &["AMP027", "AMP027"],
        );
        codes("|i: Index<1>| { y[i] = x[(0, 1)] + x[2.0]; }", &["AMP027", "AMP027"]);
        codes("|i: Index<1>| { let k = 3; let t = [1.0; 4]; y[i] = x[k] + t[k] + t[2u32 as usize]; }", &[]);
    }
}
