//! The methods of numbers and vectors: one row each, read by the compiler (what it takes and returns) and by the linker
//! (what it is in WGSL).
//!
//! Where WGSL has a function that means what Rust's method means, the row names it. Elsewhere it gives the body of a
//! function of `a` (the receiver), `b`, `c`. In it `T` is the receiver's type, `S` and `U` are its integers with and without a
//! sign (of a vector, as many), `P` is the pair that is returned, and `MIN` and `MAX` are the receiver's limits.

mod swizzles;
mod table;

pub use swizzles::SWIZZLES;
pub(crate) use swizzles::letters;
pub use table::METHODS;

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
    /// The integer of the receiver's size with a sign.
    Signed,
    /// The integer of the receiver's size without one.
    Unsigned,
    /// Two of the receiver's own. Only a result.
    Pair,
    /// One of the receiver's own, and whether it is wrong because it did not fit. Only a result.
    Flagged,
    /// The integer of a float's size without a sign.
    Bits,
    /// A vector of so many of the receiver's components, which has at least so many itself.
    Lanes(u8, u8),
}

impl Operand {
    /// Its number, by which traits tell one from another.
    pub const fn number(self) -> u8 {
        match self {
            Operand::Same => 0,
            Operand::Scalar => 1,
            Operand::Signed => 2,
            Operand::Unsigned => 3,
            Operand::Pair => 4,
            Operand::Flagged => 5,
            Operand::Is(scalar) => 6 + scalar as u8,
            Operand::Bits => 90,
            Operand::Lanes(lanes, least) => 100 + 10 * lanes + least,
        }
    }
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
    /// `f64`
    Double,
    /// `i64`
    Long,
    /// `u64`
    UnsignedLong,
    /// glam's vectors of `f32`
    Vector,
    /// glam's vectors of `i32`
    SignedVector,
    /// glam's vectors of `u32`
    UnsignedVector,
}

/// How WGSL says it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Meaning {
    /// By a function of its own.
    Native(&'static str),
    /// By a function with this body.
    Body(&'static str),
    /// The same for an `f64`, after [`WHOLE`].
    Whole(&'static str),
    /// By the components that its name says.
    Components,
}

/// What makes `r` of an `f64` called `a`: its whole part. Some drivers round as if it were an `f32`, so it is put together from two
/// words, of which `c - h` is the low one.
pub const WHOLE: &str = "let m = abs(a); let c = min(m, 4503599627370496.0lf); let h = f64(u32(c / 4294967296.0lf)) * 4294967296.0lf; let t = h + f64(u32(c - h)); let r = select(a, select(t, -t, a < 0.0lf), m < 4503599627370496.0lf);";

/// `f64::from_bits`, which is no method: of the bits.
pub const FROM_BITS: Method = Method {
    name: "from_bits",
    arguments: &[],
    result: Operand::Is(Scalar::F64),
    meanings: &[(Class::UnsignedLong, Meaning::Body("return bitcast<f64>(a);"))],
};

/// A method.
#[derive(Debug, PartialEq)]
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
            TypeInfo::Scalar(Scalar::F64) => Some(Class::Double),
            TypeInfo::Scalar(Scalar::I64) => Some(Class::Long),
            TypeInfo::Scalar(Scalar::U64) => Some(Class::UnsignedLong),
            TypeInfo::Vector(Scalar::F32, _) => Some(Class::Vector),
            TypeInfo::Vector(Scalar::I32, _) => Some(Class::SignedVector),
            TypeInfo::Vector(Scalar::U32, _) => Some(Class::UnsignedVector),
            _ => None,
        }
    }
}

impl Class {
    /// Whether it has 64 bits.
    pub const fn is_wide(self) -> bool {
        matches!(self, Class::Double | Class::Long | Class::UnsignedLong)
    }
}

impl Method {
    /// The method of a name.
    pub fn find(name: &str) -> Option<&'static Method> {
        METHODS.iter().chain(SWIZZLES).find(|method| method.name == name)
    }

    /// Whether numbers have it, not only vectors.
    pub fn is_of_scalars(&self) -> bool {
        let of_vectors =
            |class: &Class| matches!(class, Class::Vector | Class::SignedVector | Class::UnsignedVector);
        self.meanings.iter().any(|(class, _)| !of_vectors(class))
    }

    /// What it means for a kind of receiver.
    pub fn meaning(&self, class: Class) -> Option<Meaning> {
        self.meanings.iter().find(|(known, _)| *known == class).map(|(_, meaning)| *meaning)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_name_stands_once() {
        let all: Vec<_> = METHODS.iter().chain(SWIZZLES).map(|method| method.name).collect();
        for (n, name) in all.iter().enumerate() {
            assert!(!all[..n].contains(name), "{name}");
        }
    }
}
