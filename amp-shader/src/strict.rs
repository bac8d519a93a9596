//! Floating-point operations of `strict_float` kernels and functions, which drivers cannot rearrange.
//!
//! Drivers simplify `(a + b) - a` to `b`, `x + 0.0` to `x` and `x - x` to zero. They also fuse products and
//! sums. So the shader XORs the bits of each operand with a zero that the driver cannot deduce. The two
//! operands of an operation use different zeros. Conversions to bits and back alone do not prevent the
//! rearrangement. Mesa 22.3 optimises them away. It also optimises away copies into variables.

use crate::support::{Support, plain, word};
use crate::{Operation, Scalar, TypeInfo};

/// Two functions that return zero. No driver can deduce that the results are zero, or that they are equal.
pub(crate) const ZEROS: &str = "\
fn amp_zero() -> u32 { return select(0u, 1u, amp_params[0].x == 0u); }
fn amp_other_zero() -> u32 { return select(0u, 2u, amp_params[0].x == 0u); }
";

/// The support function that performs an arithmetic operation so that drivers cannot rearrange it. `None` for
/// other operations, and for operands other than `f32`, `f64` and vectors of `f32`.
pub(crate) fn strict(
    operation: Operation,
    lhs: &TypeInfo,
    rhs: &TypeInfo,
    spell: &mut dyn FnMut(&TypeInfo) -> String,
) -> Option<Support> {
    let sign = match operation {
        Operation::Add => "+",
        Operation::Sub => "-",
        Operation::Mul => "*",
        Operation::Div => "/",
        _ => return None,
    };
    let result = match (lhs, rhs) {
        (TypeInfo::Scalar(_), TypeInfo::Vector(..)) => rhs,
        _ => lhs,
    };
    let (l, r, result) = (spell(lhs), spell(rhs), spell(result));
    let hidden = |name: &str, ty: &TypeInfo, zero: &str| match ty {
        TypeInfo::Scalar(Scalar::F32) => Some(format!("bitcast<f32>(bitcast<u32>({name}) ^ {zero})")),
        TypeInfo::Scalar(Scalar::F64) => Some(format!("bitcast<f64>(bitcast<u64>({name}) ^ u64({zero}))")),
        TypeInfo::Vector(Scalar::F32, lanes) => {
            let bits = format!("vec{lanes}<u32>");
            Some(format!("bitcast<vec{lanes}<f32>>(bitcast<{bits}>({name}) ^ {bits}({zero}))"))
        }
        _ => None,
    };
    let (a, b) = (hidden("a", lhs, "amp_zero()")?, hidden("b", rhs, "amp_other_zero()")?);
    let name = format!("amp_strict_{}_{}_{}", word(operation), plain(&l), plain(&r));
    let text = format!("fn {name}(a: {l}, b: {r}) -> {result} {{ return {a} {sign} {b}; }}\n");
    Some(Support { name, text })
}
