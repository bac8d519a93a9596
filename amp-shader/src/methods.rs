//! The methods of scalars and vectors: one table row for each, read by the compiler (argument and result
//! types) and by the linker (WGSL text).
//!
//! If WGSL has a function with the meaning of Rust's method, the row names that function. Otherwise the row
//! contains the body of a function whose parameters are `a` (the receiver), `b` and `c`. The linker replaces
//! these names in a body:
//!
//! - `T`: the receiver's type. For integers of 8 and 16 bits, it is the 32-bit integer that holds a value.
//! - `S` and `U`: the signed and the unsigned integer of the receiver's size, or vectors of them.
//! - `P`: the type of the returned pair.
//! - `MIN` and `MAX`: the least and the greatest value of the receiver's scalar type.
//!
//! For integers of 8 and 16 bits, the linker also replaces:
//!
//! - `WIDTH`: 8 or 16.
//! - `MASK`: the integer whose lowest `WIDTH` bits are ones.
//! - `N`: the function that narrows a result to the receiver's type.
//! - `NS` and `NU`: the functions that narrow to the signed and the unsigned type of the receiver's size.

mod swizzles;
mod table;

pub use swizzles::SWIZZLES;
pub(crate) use swizzles::letters;
pub use table::METHODS;

use crate::{Scalar, TypeInfo};

/// The type of an argument or a result, relative to the receiver.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Operand {
    /// The receiver's type.
    Same,
    /// The receiver's scalar type.
    Scalar,
    /// A fixed scalar type, which does not depend on the receiver.
    Is(Scalar),
    /// The signed integer of the receiver's size.
    Signed,
    /// The unsigned integer of the receiver's size.
    Unsigned,
    /// A pair of values of the receiver's type. Occurs only as a result.
    Pair,
    /// A value of the receiver's type, and whether it overflowed. Occurs only as a result.
    Flagged,
    /// The unsigned integer of a float's size.
    Bits,
    /// An array of the bytes of the receiver. Occurs only as a result.
    Bytes,
    /// A vector with as many components as the first field says. The receiver must have at least as many
    /// components as the second field says.
    Lanes(u8, u8),
}

impl Operand {
    /// A number that identifies the operand in const parameters of traits.
    pub const fn id(self) -> u8 {
        match self {
            Operand::Same => 0,
            Operand::Scalar => 1,
            Operand::Signed => 2,
            Operand::Unsigned => 3,
            Operand::Pair => 4,
            Operand::Flagged => 5,
            Operand::Is(scalar) => 6 + scalar as u8,
            Operand::Bits => 90,
            Operand::Bytes => 91,
            Operand::Lanes(lanes, least) => 100 + 10 * lanes + least,
        }
    }
}

/// The kind of receiver that selects the WGSL implementation of a method.
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
    /// `u8`, `u16`
    Narrow,
    /// `i8`, `i16`
    NarrowSigned,
    /// glam's vectors of `f32`
    Vector,
    /// glam's vectors of `i32`
    SignedVector,
    /// glam's vectors of `u32`
    UnsignedVector,
}

/// The WGSL implementation of a method.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Meaning {
    /// A built-in function of WGSL.
    Native(&'static str),
    /// A function with this body.
    Body(&'static str),
    /// A function of an `f64` whose body is [`F64_TRUNCATION`] and then these statements, which use its
    /// variable `r`.
    AfterTruncation(&'static str),
    /// A swizzle of the components in the method's name.
    Components,
    /// The bytes of the receiver, the lowest one first (`little`) or last (`big`).
    Bytes(&'static str),
}

/// Statements that compute `r`, the truncated value of an `f64` called `a`. Some drivers round an `f64` as if
/// it were an `f32`, so `r` is composed of two 32-bit integers: `h` is the high one, and `c - h` becomes the
/// low one.
pub const F64_TRUNCATION: &str = "let m = abs(a); let c = min(m, 4503599627370496.0lf); let h = f64(u32(c / 4294967296.0lf)) * 4294967296.0lf; let t = h + f64(u32(c - h)); let r = select(a, select(t, -t, a < 0.0lf), m < 4503599627370496.0lf);";

/// `f64::from_bits`. In Rust it is an associated function; in this table it is a method of the bits, a `u64`.
pub const FROM_BITS: Method = Method {
    name: "from_bits",
    arguments: &[],
    result: Operand::Is(Scalar::F64),
    properties: &[],
    meanings: &[(Class::UnsignedLong, Meaning::Body("return bitcast<f64>(a);"))],
};

/// A property of a method that the compiler uses.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Property {
    /// A CPU executes the method as a single instruction.
    Single,
    /// The method divides integers, or contains a loop. LLVM does not vectorise it.
    Slow,
    /// For floats, the runtime has a version without branches, which LLVM vectorises.
    Vectorised,
    /// The method overflows or panics for some operands. The checked accelerator inspects every call of it. It
    /// inspects calls of other integer methods only if the receiver may be a `usize` or `isize`. On a device, these
    /// have 32 bits, so a value may not fit.
    Inspected,
    /// The result is the sum of the receiver and the argument, modulo the size of their type.
    Sum,
    /// The result is the receiver minus the argument, modulo the size of their type.
    Difference,
    /// The result is the product of the receiver and the argument, modulo the size of their type.
    Product,
    /// The result of integers is the smaller one of the receiver and the argument.
    Least,
    /// The result of integers is at most the last argument.
    Clamped,
}

/// A method that kernels can call on scalars or vectors.
#[derive(Debug, PartialEq)]
pub struct Method {
    /// The method's name in Rust.
    pub name: &'static str,
    /// The types of the arguments besides the receiver.
    pub arguments: &'static [Operand],
    /// The type of the result.
    pub result: Operand,
    /// The properties of the method.
    pub properties: &'static [Property],
    /// The implementation for each kind of receiver that has the method.
    pub meanings: &'static [(Class, Meaning)],
}

impl Class {
    /// The kind of a type, if it has methods.
    pub const fn of(ty: &TypeInfo) -> Option<Class> {
        match ty {
            TypeInfo::Scalar(Scalar::F32) => Some(Class::Float),
            TypeInfo::Scalar(Scalar::I32 | Scalar::Isize) => Some(Class::Signed),
            TypeInfo::Scalar(Scalar::U32 | Scalar::Usize) => Some(Class::Unsigned),
            TypeInfo::Scalar(Scalar::F64) => Some(Class::Double),
            TypeInfo::Scalar(Scalar::I64) => Some(Class::Long),
            TypeInfo::Scalar(Scalar::U64) => Some(Class::UnsignedLong),
            TypeInfo::Scalar(Scalar::U8 | Scalar::U16) => Some(Class::Narrow),
            TypeInfo::Scalar(Scalar::I8 | Scalar::I16) => Some(Class::NarrowSigned),
            TypeInfo::Vector(Scalar::F32, _) => Some(Class::Vector),
            TypeInfo::Vector(Scalar::I32, _) => Some(Class::SignedVector),
            TypeInfo::Vector(Scalar::U32, _) => Some(Class::UnsignedVector),
            _ => None,
        }
    }
}

impl Class {
    /// Whether receivers of this kind have 64 bits.
    pub const fn is_wide(self) -> bool {
        matches!(self, Class::Double | Class::Long | Class::UnsignedLong)
    }
}

impl Method {
    /// The method with this name.
    pub fn find(name: &str) -> Option<&'static Method> {
        METHODS.iter().chain(SWIZZLES).find(|method| method.name == name)
    }

    /// Whether the method has a property.
    pub fn is(&self, property: Property) -> bool {
        self.properties.contains(&property)
    }

    /// Whether scalars have the method, not only vectors.
    pub fn is_of_scalars(&self) -> bool {
        let of_vectors =
            |class: &Class| matches!(class, Class::Vector | Class::SignedVector | Class::UnsignedVector);
        self.meanings.iter().any(|(class, _)| !of_vectors(class))
    }

    /// The implementation for a kind of receiver; `None` if receivers of this kind lack the method.
    pub fn meaning(&self, class: Class) -> Option<Meaning> {
        self.meanings.iter().find(|(known, _)| *known == class).map(|(_, meaning)| *meaning)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn method_names_are_unique() {
        let all: Vec<_> = METHODS.iter().chain(SWIZZLES).map(|method| method.name).collect();
        for (n, name) in all.iter().enumerate() {
            assert!(!all[..n].contains(name), "{name}");
        }
    }
}
