//! The methods of numbers and vectors: one row each, read by the compiler (what it takes and returns) and by the linker
//! (what it is in WGSL).
//!
//! Where WGSL has a function that means what Rust's method means, the row names it. Elsewhere it gives the body of a
//! function of `a` (the receiver), `b`, `c`, in which `T` is the receiver's type.

use crate::{Scalar, TypeInfo};

/// The type of an argument or of a result, seen from the receiver.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Operand {
    /// The receiver's own.
    Same,
    /// The scalar that the receiver is made of.
    Scalar,
    /// This scalar.
    Is(Scalar),
}

/// What a receiver can be.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Class {
    /// `f32`
    Float,
    /// `i32`, `isize`
    Signed,
    /// `u32`, `usize`
    Unsigned,
    /// glam's vectors of `f32`
    Vector,
}

/// How WGSL says it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Meaning {
    /// By a function of its own.
    Native(&'static str),
    /// By a function with this body.
    Body(&'static str),
}

/// A method.
#[derive(Debug)]
pub struct Method {
    /// Its name in Rust.
    pub name: &'static str,
    /// What it takes beside the receiver.
    pub arguments: &'static [Operand],
    /// What it returns.
    pub result: Operand,
    /// What it means, for each kind of receiver that has it.
    pub meanings: &'static [(Class, Meaning)],
}

impl Class {
    /// The class of a type, if it has methods.
    pub const fn of(ty: &TypeInfo) -> Option<Class> {
        match ty {
            TypeInfo::Scalar(Scalar::F32) => Some(Class::Float),
            TypeInfo::Scalar(Scalar::I32 | Scalar::Isize) => Some(Class::Signed),
            TypeInfo::Scalar(Scalar::U32 | Scalar::Usize) => Some(Class::Unsigned),
            TypeInfo::Vector(Scalar::F32, _) => Some(Class::Vector),
            _ => None,
        }
    }
}

impl Method {
    /// The method of a name.
    pub fn find(name: &str) -> Option<&'static Method> {
        METHODS.iter().find(|method| method.name == name)
    }

    /// What it means for a kind of receiver.
    pub fn meaning(&self, class: Class) -> Option<Meaning> {
        self.meanings.iter().find(|(known, _)| *known == class).map(|(_, meaning)| *meaning)
    }
}

const SAME: Operand = Operand::Same;
const SCALAR: Operand = Operand::Scalar;
const U32: Operand = Operand::Is(Scalar::U32);
const I32: Operand = Operand::Is(Scalar::I32);
const ISIZE: Operand = Operand::Is(Scalar::Isize);
const BOOL: Operand = Operand::Is(Scalar::Bool);

macro_rules! methods {
    ($($name:ident ($($argument:ident),*) -> $result:ident: $($class:ident $kind:ident $text:literal),+;)*) => {
        /// All methods.
        pub const METHODS: &[Method] = &[$(Method {
            name: stringify!($name),
            arguments: &[$($argument),*],
            result: $result,
            meanings: &[$((Class::$class, Meaning::$kind($text))),+],
        }),*];
    };
}

methods! {
    // Rounding and sign. Rust rounds halves away from zero, WGSL to even.
    abs() -> SAME: Float Native "abs", Signed Native "abs", Vector Native "abs";
    ceil() -> SAME: Float Native "ceil", Vector Native "ceil";
    floor() -> SAME: Float Native "floor", Vector Native "floor";
    trunc() -> SAME: Float Native "trunc", Vector Native "trunc";
    fract() -> SAME: Float Body "return a - trunc(a);";
    round() -> SAME:
        Float Body "let r = select(trunc(abs(a) + 0.49999997f), abs(a), abs(a) >= 8388608.0); return bitcast<f32>(bitcast<u32>(r) | (bitcast<u32>(a) & 0x80000000u));";
    round_ties_even() -> SAME: Float Native "round";
    signum() -> SAME:
        Float Body "return select(select(1.0, -1.0, (bitcast<u32>(a) >> 31u) != 0u), a, (bitcast<u32>(a) & 0x7fffffffu) > 0x7f800000u);",
        Signed Native "sign";
    copysign(SAME) -> SAME:
        Float Body "return bitcast<f32>((bitcast<u32>(a) & 0x7fffffffu) | (bitcast<u32>(b) & 0x80000000u));";

    // Which is larger. With one NaN Rust answers with the other operand.
    min(SAME) -> SAME:
        Float Body "return select(select(min(a, b), a, (bitcast<u32>(b) & 0x7fffffffu) > 0x7f800000u), b, (bitcast<u32>(a) & 0x7fffffffu) > 0x7f800000u);",
        Signed Native "min", Unsigned Native "min", Vector Native "min";
    max(SAME) -> SAME:
        Float Body "return select(select(max(a, b), a, (bitcast<u32>(b) & 0x7fffffffu) > 0x7f800000u), b, (bitcast<u32>(a) & 0x7fffffffu) > 0x7f800000u);",
        Signed Native "max", Unsigned Native "max", Vector Native "max";
    clamp(SAME, SAME) -> SAME:
        Float Body "return select(min(max(a, b), c), a, (bitcast<u32>(a) & 0x7fffffffu) > 0x7f800000u);",
        Signed Body "return min(max(a, b), c);",
        Unsigned Body "return min(max(a, b), c);",
        Vector Body "return min(max(a, b), c);";
    abs_diff(SAME) -> U32:
        Signed Body "return select(bitcast<u32>(a) - bitcast<u32>(b), bitcast<u32>(b) - bitcast<u32>(a), a < b);";

    // Powers and logarithms.
    sqrt() -> SAME: Float Native "sqrt";
    recip() -> SAME: Float Body "return 1.0 / a;", Vector Body "return T(1.0) / a;";
    exp() -> SAME: Float Native "exp", Vector Native "exp";
    exp2() -> SAME: Float Native "exp2";
    ln() -> SAME: Float Native "log";
    log2() -> SAME: Float Native "log2";
    log10() -> SAME: Float Body "return log2(a) * 0.3010299956639812f;";
    hypot(SAME) -> SAME:
        Float Body "let m = max(abs(a), abs(b)); if (m == 0.0) { return 0.0; } let x = a / m; let y = b / m; return m * sqrt(x * x + y * y);";
    mul_add(SAME, SAME) -> SAME: Float Native "fma", Vector Native "fma";
    powf(SAME) -> SAME:
        Float Body "if (b == 0.0) { return 1.0; } if (a >= 0.0) { return pow(a, b); } let p = pow(-a, b); if (trunc(b) != b) { return bitcast<f32>(0x7fc00000u | (bitcast<u32>(b) & 1u)); } return select(p, -p, abs(b) < 16777216.0 && (i32(b) & 1) != 0);";
    powi(I32) -> SAME:
        Float Body "var n = abs(b); var x = a; var p = 1.0f; while (n > 0) { if ((n & 1) != 0) { p *= x; } x *= x; n = n >> 1u; } return select(p, 1.0 / p, b < 0);";
    pow(U32) -> SAME:
        Signed Body "var n = b; var x = a; var p = 1i; while (n > 0u) { if ((n & 1u) != 0u) { p *= x; } x *= x; n = n >> 1u; } return p;",
        Unsigned Body "var n = b; var x = a; var p = 1u; while (n > 0u) { if ((n & 1u) != 0u) { p *= x; } x *= x; n = n >> 1u; } return p;";
    ilog2() -> U32: Unsigned Native "firstLeadingBit";

    // Angles.
    sin() -> SAME: Float Native "sin";
    cos() -> SAME: Float Native "cos";
    tan() -> SAME: Float Native "tan";
    asin() -> SAME: Float Body "return atan2(a, sqrt((1.0 - a) * (1.0 + a)));";
    acos() -> SAME: Float Body "return atan2(sqrt((1.0 - a) * (1.0 + a)), a);";
    atan() -> SAME: Float Native "atan";
    atan2(SAME) -> SAME: Float Native "atan2";
    sinh() -> SAME: Float Native "sinh";
    cosh() -> SAME: Float Native "cosh";
    tanh() -> SAME: Float Body "return tanh(clamp(a, -20.0, 20.0));";
    to_degrees() -> SAME: Float Native "degrees";
    to_radians() -> SAME: Float Native "radians";

    // Bits of floats. By bits, because drivers assume that there is no NaN.
    to_bits() -> U32: Float Native "bitcast<u32>";
    is_nan() -> BOOL: Float Body "return (bitcast<u32>(a) & 0x7fffffffu) > 0x7f800000u;";
    is_infinite() -> BOOL: Float Body "return (bitcast<u32>(a) & 0x7fffffffu) == 0x7f800000u;";
    is_finite() -> BOOL: Float Body "return (bitcast<u32>(a) & 0x7f800000u) != 0x7f800000u;";
    is_sign_negative() -> BOOL: Float Body "return (bitcast<u32>(a) >> 31u) != 0u;";
    is_sign_positive() -> BOOL: Float Body "return (bitcast<u32>(a) >> 31u) == 0u;";

    // Bits of integers.
    count_ones() -> U32: Signed Body "return countOneBits(bitcast<u32>(a));", Unsigned Native "countOneBits";
    leading_zeros() -> U32:
        Signed Body "return countLeadingZeros(bitcast<u32>(a));", Unsigned Native "countLeadingZeros";
    trailing_zeros() -> U32:
        Signed Body "return countTrailingZeros(bitcast<u32>(a));", Unsigned Native "countTrailingZeros";
    reverse_bits() -> SAME: Signed Native "reverseBits", Unsigned Native "reverseBits";
    rotate_left(U32) -> SAME:
        Signed Body "let n = b & 31u; let u = bitcast<u32>(a); return bitcast<i32>((u << n) | (u >> ((32u - n) & 31u)));",
        Unsigned Body "let n = b & 31u; return (a << n) | (a >> ((32u - n) & 31u));";
    rotate_right(U32) -> SAME:
        Signed Body "let n = b & 31u; let u = bitcast<u32>(a); return bitcast<i32>((u >> n) | (u << ((32u - n) & 31u)));",
        Unsigned Body "let n = b & 31u; return (a >> n) | (a << ((32u - n) & 31u));";
    is_multiple_of(SAME) -> BOOL: Unsigned Body "return select(a % b == 0u, a == 0u, b == 0u);";
    is_power_of_two() -> BOOL: Unsigned Body "return countOneBits(a) == 1u;";
    next_power_of_two() -> SAME:
        Unsigned Body "if (a <= 1u) { return 1u; } return 1u << ((32u - countLeadingZeros(a - 1u)) & 31u);";

    // Arithmetic that says what happens at the edge.
    wrapping_add(SAME) -> SAME: Signed Body "return a + b;", Unsigned Body "return a + b;";
    wrapping_sub(SAME) -> SAME: Signed Body "return a - b;", Unsigned Body "return a - b;";
    wrapping_add_signed(ISIZE) -> SAME: Unsigned Body "return a + bitcast<u32>(b);";
    wrapping_mul(SAME) -> SAME: Signed Body "return a * b;", Unsigned Body "return a * b;";
    wrapping_neg() -> SAME: Signed Body "return -a;", Unsigned Body "return ~a + 1u;";
    wrapping_shl(U32) -> SAME: Signed Body "return a << (b & 31u);", Unsigned Body "return a << (b & 31u);";
    wrapping_shr(U32) -> SAME: Signed Body "return a >> (b & 31u);", Unsigned Body "return a >> (b & 31u);";
    saturating_add(SAME) -> SAME:
        Signed Body "let s = a + b; return select(s, select(2147483647i, i32(-2147483648), a < 0), ((a ^ s) & (b ^ s)) < 0);",
        Unsigned Body "let s = a + b; return select(s, 4294967295u, s < a);";
    saturating_sub(SAME) -> SAME:
        Signed Body "let s = a - b; return select(s, select(2147483647i, i32(-2147483648), a < 0), ((a ^ b) & (a ^ s)) < 0);",
        Unsigned Body "return select(a - b, 0u, a < b);";
    div_ceil(SAME) -> SAME: Unsigned Body "return a / b + select(0u, 1u, a % b != 0u);";
    next_multiple_of(SAME) -> SAME: Unsigned Body "let r = a % b; return select(a + (b - r), a, r == 0u);";
    div_euclid(SAME) -> SAME:
        Signed Body "let q = a / b; return select(q, select(q + 1, q - 1, b > 0), a % b < 0);",
        Unsigned Body "return a / b;",
        Float Body "let q = trunc(a / b); return select(q, select(q + 1.0, q - 1.0, b > 0.0), amp_fmod(a, b) < 0.0);";
    rem_euclid(SAME) -> SAME:
        Signed Body "let r = a % b; return select(r, r + abs(b), r < 0);",
        Unsigned Body "return a % b;",
        Float Body "let r = amp_fmod(a, b); return select(r, r + abs(b), r < 0.0);";
    is_positive() -> BOOL: Signed Body "return a > 0;";
    is_negative() -> BOOL: Signed Body "return a < 0;";
    unsigned_abs() -> U32: Signed Body "return bitcast<u32>(abs(a));";

    // Vectors.
    dot(SAME) -> SCALAR: Vector Native "dot";
    cross(SAME) -> SAME: Vector Native "cross";
    length() -> SCALAR: Vector Native "length";
    length_squared() -> SCALAR: Vector Body "return dot(a, a);";
    length_recip() -> SCALAR: Vector Body "return 1.0 / length(a);";
    distance(SAME) -> SCALAR: Vector Body "return length(a - b);";
    distance_squared(SAME) -> SCALAR: Vector Body "let d = a - b; return dot(d, d);";
    normalize() -> SAME: Vector Body "return a * (1.0 / length(a));";
    lerp(SAME, SCALAR) -> SAME: Vector Body "return a * (1.0 - c) + b * c;";
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_name_stands_once() {
        for (n, method) in METHODS.iter().enumerate() {
            assert!(METHODS[..n].iter().all(|other| other.name != method.name), "{}", method.name);
        }
    }
}
