//! `a != b` for floats.
//!
//! In Rust, NaN differs from every value. naga (30) translates `!=` to an ordered comparison in SPIR-V, which is false for NaN. So the
//! printer calls a support function that negates `==`.

use crate::ir::Binary;
use amp_shader::Scalar;

/// Whether naga's translation of the comparison has a wrong result for NaN.
pub(in super::super) fn is_wrong_for_nan(operator: Binary, operand: Scalar) -> bool {
    operator == Binary::Ne && operand.is_float()
}

#[cfg(all(test, feature = "naga"))]
mod tests {
    use super::super::spirv;

    /// Whether the SPIR-V contains an instruction with this code.
    fn contains(words: &[u32], operation: u32) -> bool {
        let mut at = 5;
        while let Some(word) = words.get(at) {
            if word & 0xffff == operation {
                return true;
            }
            at += ((word >> 16) as usize).max(1);
        }
        false
    }

    #[test]
    fn naga_compares_floats_in_order() {
        const ORDERED_NOT_EQUAL: u32 = 182;
        let words = spirv("fn f(a: f32, b: f32) -> bool { return a != b; }");
        assert!(contains(&words, ORDERED_NOT_EQUAL), "naga is repaired: delete this module");
    }
}
