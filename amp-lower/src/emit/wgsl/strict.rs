//! Floating-point operators of `strict_float` kernels and functions, which drivers must not rearrange. The
//! printer replaces these operators by calls of support functions. The linker writes the bodies of the
//! support functions in a form that drivers cannot rearrange.

use super::Writer;
use crate::ir::{Binary, Ty};
use amp_shader::Scalar;

impl Writer<'_> {
    /// Whether the operation is on floats in a strict body, so that drivers must not rearrange it.
    pub(super) fn is_strict(&self, operator: Binary, lhs: &Ty) -> bool {
        self.body.strict_float
            && matches!(lhs, Ty::Scalar(Scalar::F32 | Scalar::F64))
            && matches!(operator, Binary::Add | Binary::Sub | Binary::Mul | Binary::Div)
    }
}

#[cfg(test)]
mod tests {
    use crate::testing::wgsl;
    use expect_test::expect;

    #[test]
    fn strict_operators_are_functions() {
        wgsl(
            "strict_float, |i: Index<1>| { let mut b = a * 2.0 + 1.0; b -= x[i]; y[i] = -b; z[i] = n as u32 * 2 + 1; if a + 0.0 < b { y[i] = b / a % 3.0; } }",
            expect![[r#"
                var b_: f32 = Add<f32, f32>(Mul<f32, f32>(a, 2.0f), 1.0f);
                b_ = Sub<f32, f32>(b_, x[amp_global[0]]);
                y[amp_global[0]] = -b_;
                z[amp_global[0]] = u32(n) * 2u + 1u;
                if (Add<f32, f32>(a, 0.0f) < b_) {
                    y[amp_global[0]] = Rem<f32, f32>(Div<f32, f32>(b_, a), 3.0f);
                }
            "#]],
        );
    }
}
