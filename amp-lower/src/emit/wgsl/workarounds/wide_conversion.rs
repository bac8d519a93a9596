//! Conversions from and to integers of 64 bits.
//!
//! naga (30) rejects conversions of 64-bit constants, such as `u32(1lu)` and `f32(1.0lf)`. It also sign-extends an `i32`
//! that it converts to `u64`. So the printer calls a support function for these conversions.

use amp_shader::Scalar;

/// Whether naga may reject or mistranslate a conversion because of one of its types.
pub(in super::super) fn is_wide(from: Scalar, to: Scalar) -> bool {
    from == Scalar::F64 || [from, to].iter().any(|ty| matches!(ty, Scalar::I64 | Scalar::U64))
}

#[cfg(all(test, feature = "naga"))]
mod tests {
    use super::super::is_accepted;

    #[test]
    fn naga_rejects_conversions_of_wide_constants() {
        assert!(is_accepted("fn f(a: u64) -> u32 { return u32(a); }"));
        assert!(!is_accepted("fn f() -> u32 { return u32(1lu); }"), "naga is repaired: delete this module");
    }
}
