//! Atomic operations and their WGSL functions.
//!
//! WGSL has atomics on `u32` and `i32` only. So an atomic float is stored as its bits in a `u32`. Arithmetic
//! on it, such as `fetch_add`, is a compare-exchange loop.

use crate::{Scalar, TypeInfo};
use std::fmt::Write as _;

/// An atomic operation on one scalar in memory.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Atomic {
    /// Returns the value.
    Load,
    /// Replaces the value.
    Store,
    /// Replaces the value and returns the old one.
    Exchange,
    /// Replaces the value if it equals the expected one, and returns the old one.
    CompareExchange,
    /// Adds, and returns the old value.
    Add,
    /// Subtracts, and returns the old value.
    Sub,
    /// Stores the lesser of the old value and the operand, and returns the old value.
    Min,
    /// Stores the greater of the old value and the operand, and returns the old value.
    Max,
    /// Bitwise and; returns the old value.
    And,
    /// Bitwise or; returns the old value.
    Or,
    /// Bitwise exclusive or; returns the old value.
    Xor,
}

impl Atomic {
    /// All operations, in the order of the variants.
    pub const ALL: [Atomic; 11] = [
        Atomic::Load,
        Atomic::Store,
        Atomic::Exchange,
        Atomic::CompareExchange,
        Atomic::Add,
        Atomic::Sub,
        Atomic::Min,
        Atomic::Max,
        Atomic::And,
        Atomic::Or,
        Atomic::Xor,
    ];

    /// The name of the Rust function that performs the operation.
    pub const fn function(self) -> &'static str {
        match self {
            Atomic::Load => "atomic_load",
            Atomic::Store => "atomic_store",
            Atomic::Exchange => "atomic_exchange",
            Atomic::CompareExchange => "atomic_compare_exchange",
            Atomic::Add => "atomic_fetch_add",
            Atomic::Sub => "atomic_fetch_sub",
            Atomic::Min => "atomic_fetch_min",
            Atomic::Max => "atomic_fetch_max",
            Atomic::And => "atomic_fetch_and",
            Atomic::Or => "atomic_fetch_or",
            Atomic::Xor => "atomic_fetch_xor",
        }
    }

    /// The operation whose Rust function has this name, or `None`.
    pub fn find(name: &str) -> Option<Atomic> {
        Atomic::ALL.into_iter().find(|operation| operation.function() == name)
    }

    /// The number of operands besides the memory location: two for a compare-exchange.
    pub const fn operands(self) -> usize {
        match self {
            Atomic::Load => 0,
            Atomic::CompareExchange => 2,
            _ => 1,
        }
    }

    /// Whether the operation is bitwise. Floats have no bitwise operations.
    pub const fn is_bitwise(self) -> bool {
        matches!(self, Atomic::And | Atomic::Or | Atomic::Xor)
    }

    const fn wgsl(self) -> &'static str {
        match self {
            Atomic::Load => "atomicLoad",
            Atomic::Store => "atomicStore",
            Atomic::Exchange => "atomicExchange",
            Atomic::CompareExchange => "atomicCompareExchangeWeak",
            Atomic::Add => "atomicAdd",
            Atomic::Sub => "atomicSub",
            Atomic::Min => "atomicMin",
            Atomic::Max => "atomicMax",
            Atomic::And => "atomicAnd",
            Atomic::Or => "atomicOr",
            Atomic::Xor => "atomicXor",
        }
    }

    /// Writes the WGSL function that performs the operation on the scalar at `place`. `place` is a WGSL
    /// expression, such as `s0_hist[i0]`, and its subscripts `i0`, `i1`, .. become parameters of the
    /// function. Returns `None` if this scalar has no such operation.
    pub(crate) fn function_text(
        self,
        name: &str,
        subscripts: usize,
        place: &str,
        scalar: Scalar,
    ) -> Option<String> {
        let (ty, word) = match scalar {
            Scalar::F32 if self.is_bitwise() => return None,
            Scalar::F32 => ("f32", "u32"),
            Scalar::I32 | Scalar::Isize => ("i32", "i32"),
            Scalar::U32 | Scalar::Usize => ("u32", "u32"),
            _ => return None,
        };
        let mut parameters: Vec<_> = (0..subscripts).map(|n| format!("i{n}: u32")).collect();
        match self {
            Atomic::Load => {}
            Atomic::CompareExchange => parameters.extend([format!("expected: {ty}"), format!("value: {ty}")]),
            _ => parameters.push(format!("value: {ty}")),
        }
        let result = if self == Atomic::Store { String::new() } else { format!(" -> {ty}") };
        let float = scalar == Scalar::F32;
        let bits = |text: &str| if float { format!("bitcast<u32>({text})") } else { text.to_owned() };
        let back = |text: &str| if float { format!("bitcast<f32>({text})") } else { text.to_owned() };
        let function = self.wgsl();
        let mut body = String::new();
        let _ = match self {
            Atomic::Load => write!(body, "return {};", back(&format!("{function}(&{place})"))),
            Atomic::Store => write!(body, "{function}(&{place}, {});", bits("value")),
            Atomic::Exchange => {
                write!(body, "return {};", back(&format!("{function}(&{place}, {})", bits("value"))))
            }
            // WGSL's compare-exchange may fail spuriously. The loop repeats it until it succeeds, or until
            // the old value differs from the expected one.
            Atomic::CompareExchange => write!(
                body,
                "var old: {word}; loop {{ let tried = {function}(&{place}, {}, {}); old = tried.old_value; \
                 if (tried.exchanged || old != {}) {{ break; }} }} return {};",
                bits("expected"),
                bits("value"),
                bits("expected"),
                back("old"),
            ),
            _ if float => {
                let new = match self {
                    Atomic::Add => "now + value",
                    Atomic::Sub => "now - value",
                    Atomic::Min => "select(now, value, value < now || is_nan_bits)",
                    _ => "select(now, value, value > now || is_nan_bits)",
                };
                let nan = if new.contains("is_nan_bits") {
                    "let is_nan_bits = (old & 0x7fffffffu) > 0x7f800000u; "
                } else {
                    ""
                };
                write!(
                    body,
                    "var old = atomicLoad(&{place}); loop {{ let now = bitcast<f32>(old); {nan}\
                     let tried = atomicCompareExchangeWeak(&{place}, old, bitcast<u32>({new})); \
                     if (tried.exchanged) {{ break; }} old = tried.old_value; }} return bitcast<f32>(old);"
                )
            }
            _ => write!(body, "return {function}(&{place}, value);"),
        };
        Some(format!("fn {name}({}){result} {{ {body} }}\n", parameters.join(", ")))
    }
}

/// The WGSL type that stores a scalar for atomic access.
pub(crate) fn storage(scalar: Scalar) -> Option<&'static str> {
    match scalar {
        Scalar::F32 | Scalar::U32 | Scalar::Usize => Some("atomic<u32>"),
        Scalar::I32 | Scalar::Isize => Some("atomic<i32>"),
        _ => None,
    }
}

/// The scalar type on which atomic accesses to an element operate. For an enum of four bytes, it is `u32`,
/// the type of the discriminant's bits.
pub(crate) const fn word_scalar(ty: &TypeInfo) -> Option<Scalar> {
    match ty {
        TypeInfo::Scalar(scalar @ (Scalar::U32 | Scalar::I32 | Scalar::F32)) => Some(*scalar),
        TypeInfo::Enum(info) if info.bytes == 4 => Some(Scalar::U32),
        _ => None,
    }
}

/// The scalar type inside nested arrays, and the number of subscripts that select a scalar: for
/// `[[f32; 4]; 8]`, `f32` and 2.
pub(crate) fn leaf(ty: &TypeInfo) -> Option<(Scalar, usize)> {
    match ty {
        TypeInfo::Scalar(scalar) => Some((*scalar, 0)),
        // An enum is represented by its discriminant.
        TypeInfo::Enum(_) => Some((Scalar::U32, 0)),
        TypeInfo::Array(element, _) => leaf(element).map(|(scalar, depth)| (scalar, depth + 1)),
        _ => None,
    }
}
