//! The types of values that a kernel can hold; the compiler and the linker use them.

use std::cmp::Ordering;
use std::hash::{Hash, Hasher};

/// A scalar of the kernel language.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Scalar {
    /// `bool`
    Bool,
    /// `i32`
    I32,
    /// `u32`
    U32,
    /// `f32`
    F32,
    /// `f64`, on adapters that support it
    F64,
    /// `i64`, on adapters that support it
    I64,
    /// `u64`, on adapters that support it
    U64,
    /// `usize`: 32 bits on a device
    Usize,
    /// `isize`: 32 bits on a device
    Isize,
    /// `f16`; every adapter can read it, but only some can compute with it
    F16,
    /// `u8`. A `u8`, `i8`, `u16` or `i16` has 32 bits in a shader. Its value is always in the range of the
    /// type, so comparisons and conversions to wider types need no code.
    U8,
    /// `i8`
    I8,
    /// `u16`
    U16,
    /// `i16`
    I16,
}

impl Scalar {
    /// The name of the type in WGSL.
    pub const fn wgsl(self) -> &'static str {
        match self {
            Scalar::Bool => "bool",
            Scalar::I32 | Scalar::Isize | Scalar::I8 | Scalar::I16 => "i32",
            Scalar::U32 | Scalar::Usize | Scalar::U8 | Scalar::U16 => "u32",
            Scalar::F32 => "f32",
            Scalar::F64 => "f64",
            Scalar::I64 => "i64",
            Scalar::U64 => "u64",
            Scalar::F16 => "f16",
        }
    }

    /// The name of the type in Rust.
    pub const fn rust(self) -> &'static str {
        match self {
            Scalar::Usize => "usize",
            Scalar::Isize => "isize",
            Scalar::U8 => "u8",
            Scalar::I8 => "i8",
            Scalar::U16 => "u16",
            Scalar::I16 => "i16",
            other => other.wgsl(),
        }
    }

    /// The number of 32-bit words of a captured value of this type.
    pub const fn words(self) -> usize {
        match self {
            Scalar::F64 | Scalar::I64 | Scalar::U64 => 2,
            _ => 1,
        }
    }

    /// The number of bytes of a value in the memory of a view.
    pub const fn bytes(self) -> usize {
        match self {
            Scalar::Bool | Scalar::U8 | Scalar::I8 => 1,
            Scalar::U16 | Scalar::I16 | Scalar::F16 => 2,
            _ => 4 * self.words(),
        }
    }

    /// The number of bits of an integer of less than 32 bits. `None` for other scalars.
    pub const fn narrow_bits(self) -> Option<u32> {
        match self {
            Scalar::U8 | Scalar::I8 => Some(8),
            Scalar::U16 | Scalar::I16 => Some(16),
            _ => None,
        }
    }

    /// Whether the type is `f32`, `f64` or `f16`.
    pub const fn is_float(self) -> bool {
        matches!(self, Scalar::F32 | Scalar::F64 | Scalar::F16)
    }

    /// Whether the type is an integer, signed or unsigned.
    pub const fn is_int(self) -> bool {
        !self.is_float() && !matches!(self, Scalar::Bool)
    }

    /// The integer type of the same size, signed or unsigned.
    pub const fn integer_of_width(self, signed: bool) -> Scalar {
        match (self, signed) {
            (Scalar::Usize | Scalar::Isize, true) => Scalar::Isize,
            (Scalar::Usize | Scalar::Isize, false) => Scalar::Usize,
            (Scalar::I64 | Scalar::U64 | Scalar::F64, true) => Scalar::I64,
            (Scalar::I64 | Scalar::U64 | Scalar::F64, false) => Scalar::U64,
            (Scalar::I8 | Scalar::U8, true) => Scalar::I8,
            (Scalar::I8 | Scalar::U8, false) => Scalar::U8,
            (Scalar::I16 | Scalar::U16, true) => Scalar::I16,
            (Scalar::I16 | Scalar::U16, false) => Scalar::U16,
            (_, true) => Scalar::I32,
            (_, false) => Scalar::U32,
        }
    }

    /// Whether the type is a signed integer.
    pub const fn is_signed(self) -> bool {
        matches!(self, Scalar::I32 | Scalar::I64 | Scalar::Isize | Scalar::I8 | Scalar::I16)
    }
}

/// A type that a kernel can hold.
#[derive(Debug, PartialEq, Eq, Hash)]
pub enum TypeInfo {
    /// `()`, the result of a device function that returns nothing
    Unit,
    /// A scalar
    Scalar(Scalar),
    /// A vector of two to four scalars
    Vector(Scalar, u8),
    /// A square matrix of `f32` with this many columns, stored by columns
    Matrix(u8),
    /// `[T; N]`
    Array(&'static TypeInfo, usize),
    /// A tuple, which has no defined layout in a buffer
    Tuple(&'static [&'static TypeInfo]),
    /// A `#[derive(GpuType)]` struct
    Struct(&'static StructInfo),
    /// `&'static [T]`, a slice of constants: its position in the pool of all constants of the type, and its length.
    /// It has no defined layout in a buffer
    Slice(&'static TypeInfo),
    /// `Index<N>` or `Extent<N>`
    Index(usize),
    /// An enum without fields; a value is the discriminant of its variant, in 32 bits
    Enum(&'static EnumInfo),
    /// An enum whose variants have fields. It has no defined layout in a buffer
    Sum(&'static SumInfo),
}

/// Declares a constant for each scalar type, so that expansions are short.
macro_rules! scalar_constants {
    ($($name:ident = $scalar:ident,)*) => {
        impl TypeInfo {
            $(
                #[doc = concat!("The scalar type `", stringify!($scalar), "`.")]
                pub const $name: &'static TypeInfo = &TypeInfo::Scalar(Scalar::$scalar);
            )*
        }

        impl crate::template::TypeRef {
            $(
                #[doc = concat!("The scalar type `", stringify!($scalar), "`.")]
                pub const $name: Self = Self::Known(TypeInfo::$name);
            )*
        }

        impl Scalar {
            /// The name of the type's constant in [`TypeInfo`] and [`TypeRef`](crate::TypeRef).
            pub const fn constant(self) -> &'static str {
                match self {
                    $(Scalar::$scalar => stringify!($name),)*
                }
            }
        }
    };
}

scalar_constants! {
    BOOL = Bool,
    I32 = I32,
    U32 = U32,
    F32 = F32,
    F64 = F64,
    I64 = I64,
    U64 = U64,
    USIZE = Usize,
    ISIZE = Isize,
    F16 = F16,
    U8 = U8,
    I8 = I8,
    U16 = U16,
    I16 = I16,
}

/// An enum whose variants have fields.
///
/// On a device, a value is a struct of a tag, which is the index of the variant, and the fields of all
/// variants. Fields that belong to other variants than the tag's are zero, so equal values have equal fields.
#[derive(Debug, PartialEq, Eq, Hash)]
pub struct SumInfo {
    /// The enum's name, for readers of the shader; the linker makes it unique.
    pub name: &'static str,
    /// The variants in the order of declaration.
    pub variants: &'static [StructInfo],
}

impl SumInfo {
    /// The index of the variant with this name.
    pub fn variant(&self, name: &str) -> Option<usize> {
        self.variants.iter().position(|variant| variant.name == name)
    }

    /// The index of the variant with the item of an `Option` or a `Result`. `None` for another enum.
    pub const fn full_variant(&self) -> Option<usize> {
        let full = match self.name.as_bytes() {
            b"Option" => 1,
            b"Result" => 0,
            _ => return None,
        };
        // A user's enum may have the same name.
        match self.variants.len() == 2 && self.variants[full].fields.len() == 1 {
            true => Some(full),
            false => None,
        }
    }

    /// The fields of all variants: the index of the variant, and the name and type of the field.
    pub fn fields(&self) -> impl Iterator<Item = (usize, &'static str, &'static TypeInfo)> {
        let of =
            |(n, variant): (usize, &StructInfo)| variant.fields.iter().map(move |(name, ty)| (n, *name, *ty));
        self.variants.iter().enumerate().flat_map(of)
    }
}

/// An enum without fields in its variants.
#[derive(Debug)]
pub struct EnumInfo {
    /// The enum's name in the shader; the linker makes it unique.
    pub name: &'static str,
    /// The discriminants of the variants, in the order of declaration, as bits.
    pub numbers: &'static [u32],
    /// Whether some discriminant is negative.
    pub signed: bool,
    /// The number of bytes of a value in the memory of a view.
    pub bytes: usize,
    /// `==` of two variants, given by their indices; `None` if the enum has no `PartialEq`. A hand-written
    /// implementation may differ from a comparison of discriminants.
    pub equal: Option<fn(usize, usize) -> bool>,
    /// `partial_cmp` of two variants, given by their indices; `None` if the enum has no `PartialOrd`.
    pub order: Option<fn(usize, usize) -> Option<Ordering>>,
}

// `equal` and `order` are not compared, because they do not affect the representation of the enum in a
// shader.
impl PartialEq for EnumInfo {
    fn eq(&self, other: &Self) -> bool {
        (self.name, self.numbers, self.bytes) == (other.name, other.numbers, other.bytes)
    }
}

impl Eq for EnumInfo {}

impl Hash for EnumInfo {
    fn hash<H: Hasher>(&self, state: &mut H) {
        (self.name, self.numbers).hash(state);
    }
}

/// A struct with `#[derive(GpuType)]`, or the fields of one variant of an enum.
#[derive(Debug, PartialEq, Eq, Hash)]
pub struct StructInfo {
    /// The struct's name, for readers of the shader; the linker makes it unique.
    pub name: &'static str,
    /// The fields (name and type) in declaration order, as `repr(C)` lays them out.
    pub fields: &'static [(&'static str, &'static TypeInfo)],
}

impl StructInfo {
    /// The number of 32-bit words of a captured value of this type.
    pub const fn words(&self) -> usize {
        let (mut sum, mut at) = (0, 0);
        while at < self.fields.len() {
            sum += self.fields[at].1.words();
            at += 1;
        }
        sum
    }
}

/// The type of `lhs op rhs`. `operator` is the name of the operator's trait, such as `Add`.
pub const fn result_info(
    operator: &str,
    lhs: &'static TypeInfo,
    rhs: &'static TypeInfo,
) -> &'static TypeInfo {
    match (lhs, rhs) {
        (TypeInfo::Index(_), _) => lhs,
        (_, TypeInfo::Index(_)) => rhs,
        (TypeInfo::Scalar(_), TypeInfo::Scalar(_) | TypeInfo::Vector(..) | TypeInfo::Matrix(_)) => {
            // The left operand is a scalar, and a shift has its type. For any other operator, the result has
            // the type of the right operand: the same scalar type, a vector or a matrix.
            if matches!(operator.as_bytes(), b"Shl" | b"Shr") { lhs } else { rhs }
        }
        (TypeInfo::Matrix(_), TypeInfo::Vector(..)) => rhs,
        (TypeInfo::Vector(..), TypeInfo::Scalar(_) | TypeInfo::Vector(..)) => lhs,
        (TypeInfo::Matrix(_), TypeInfo::Scalar(_) | TypeInfo::Matrix(_)) => lhs,
        _ => panic!(
            "the result type of this operation on a constant is unknown: bind the constant to a typed variable first, `let c: T = C;`"
        ),
    }
}

/// The scalar type of a vector or matrix; otherwise the type itself.
pub const fn scalar_info(ty: &'static TypeInfo) -> &'static TypeInfo {
    match ty {
        TypeInfo::Vector(scalar, _) => match scalar {
            Scalar::Bool => &TypeInfo::Scalar(Scalar::Bool),
            Scalar::I32 => &TypeInfo::Scalar(Scalar::I32),
            Scalar::U32 => &TypeInfo::Scalar(Scalar::U32),
            _ => &TypeInfo::Scalar(Scalar::F32),
        },
        TypeInfo::Matrix(_) => &TypeInfo::Scalar(Scalar::F32),
        _ => ty,
    }
}

/// The signed or unsigned integer of a scalar's size; otherwise the type itself.
pub const fn integer_info(ty: &'static TypeInfo, signed: bool) -> &'static TypeInfo {
    match ty {
        TypeInfo::Scalar(scalar) => match scalar.integer_of_width(signed) {
            Scalar::I32 => &TypeInfo::Scalar(Scalar::I32),
            Scalar::Isize => &TypeInfo::Scalar(Scalar::Isize),
            Scalar::Usize => &TypeInfo::Scalar(Scalar::Usize),
            Scalar::I64 => &TypeInfo::Scalar(Scalar::I64),
            Scalar::U64 => &TypeInfo::Scalar(Scalar::U64),
            Scalar::I8 => &TypeInfo::Scalar(Scalar::I8),
            Scalar::U8 => &TypeInfo::Scalar(Scalar::U8),
            Scalar::I16 => &TypeInfo::Scalar(Scalar::I16),
            Scalar::U16 => &TypeInfo::Scalar(Scalar::U16),
            _ => &TypeInfo::Scalar(Scalar::U32),
        },
        _ => ty,
    }
}

/// The type of `value[k]` for a value of this type; the type itself if its values cannot be indexed.
pub const fn item_info(ty: &'static TypeInfo) -> &'static TypeInfo {
    match ty {
        TypeInfo::Array(element, _) | TypeInfo::Slice(element) => element,
        TypeInfo::Index(_) => &TypeInfo::Scalar(Scalar::Usize),
        TypeInfo::Vector(..) => scalar_info(ty),
        TypeInfo::Sum(info) => match info.full_variant() {
            Some(variant) => info.variants[variant].fields[0].1,
            None => ty,
        },
        _ => ty,
    }
}

/// The type of a field. For a missing field, any type will do, because rustc reports the error at the field's
/// name.
pub const fn field_info(ty: &'static TypeInfo, name: &str) -> &'static TypeInfo {
    match ty {
        TypeInfo::Vector(..) => return scalar_info(ty),
        TypeInfo::Matrix(2) => return &TypeInfo::Vector(Scalar::F32, 2),
        TypeInfo::Matrix(3) => return &TypeInfo::Vector(Scalar::F32, 3),
        TypeInfo::Matrix(_) => return &TypeInfo::Vector(Scalar::F32, 4),
        TypeInfo::Tuple(fields) => {
            let (digits, mut at, mut n) = (name.as_bytes(), 0, 0);
            while at < digits.len() && digits[at].is_ascii_digit() && n < fields.len() {
                n = n * 10 + (digits[at] - b'0') as usize;
                at += 1;
            }
            if at == digits.len() && n < fields.len() {
                return fields[n];
            }
        }
        TypeInfo::Struct(info) => {
            let mut at = 0;
            while at < info.fields.len() {
                if is_same(info.fields[at].0.as_bytes(), name.as_bytes()) {
                    return info.fields[at].1;
                }
                at += 1;
            }
        }
        _ => {}
    }
    &TypeInfo::Unit
}

const fn is_same(a: &[u8], b: &[u8]) -> bool {
    let mut at = 0;
    while at < a.len() && at < b.len() && a[at] == b[at] {
        at += 1;
    }
    at == a.len() && at == b.len()
}

impl TypeInfo {
    /// Whether every value of this type is also valid as a value of `other`: both have the same size, and
    /// `other` has all discriminants of the enums in this type.
    pub const fn has_layout_of(&self, other: &TypeInfo) -> bool {
        match (self, other) {
            (TypeInfo::Enum(own), TypeInfo::Enum(others)) => {
                let same_size = own.bytes == others.bytes;
                let (own, others) = (own.numbers, others.numbers);
                let mut at = 0;
                while at < own.len() {
                    let mut n = 0;
                    while n < others.len() && others[n] != own[at] {
                        n += 1;
                    }
                    if n == others.len() {
                        return false;
                    }
                    at += 1;
                }
                same_size
            }
            (TypeInfo::Array(own, len), TypeInfo::Array(other, as_many)) => {
                *len == *as_many && own.has_layout_of(other)
            }
            (TypeInfo::Struct(own), TypeInfo::Struct(other)) => {
                let mut at = 0;
                while at < own.fields.len()
                    && at < other.fields.len()
                    && own.fields[at].1.has_layout_of(other.fields[at].1)
                {
                    at += 1;
                }
                at == own.fields.len() && at == other.fields.len()
            }
            (TypeInfo::Sum(_) | TypeInfo::Slice(_), _)
            | (
                _,
                TypeInfo::Enum(..)
                | TypeInfo::Array(..)
                | TypeInfo::Struct(_)
                | TypeInfo::Tuple(_)
                | TypeInfo::Slice(_)
                | TypeInfo::Sum(_),
            ) => false,
            (_, TypeInfo::Scalar(Scalar::Bool)) => matches!(self, TypeInfo::Scalar(Scalar::Bool)),
            _ => self.bytes() == other.bytes(),
        }
    }

    /// The number of bytes of a value in the memory of a view, where nothing is padded.
    pub const fn bytes(&self) -> usize {
        match self {
            TypeInfo::Scalar(scalar) => scalar.bytes(),
            TypeInfo::Vector(scalar, lanes) => scalar.bytes() * *lanes as usize,
            TypeInfo::Enum(info) => info.bytes,
            TypeInfo::Array(element, len) => element.bytes() * *len,
            TypeInfo::Struct(info) => {
                let (mut sum, mut at) = (0, 0);
                while at < info.fields.len() {
                    sum += info.fields[at].1.bytes();
                    at += 1;
                }
                sum
            }
            TypeInfo::Unit
            | TypeInfo::Matrix(_)
            | TypeInfo::Index(_)
            | TypeInfo::Tuple(_)
            | TypeInfo::Slice(_)
            | TypeInfo::Sum(_) => 4 * self.words(),
        }
    }

    /// Whether a value contains a slice of constants.
    pub const fn has_slices(&self) -> bool {
        const fn fields_have(info: &StructInfo) -> bool {
            let (mut found, mut at) = (false, 0);
            while at < info.fields.len() {
                found |= info.fields[at].1.has_slices();
                at += 1;
            }
            found
        }
        match self {
            TypeInfo::Slice(_) => true,
            TypeInfo::Array(element, _) => element.has_slices(),
            TypeInfo::Tuple(fields) => {
                let (mut found, mut at) = (false, 0);
                while at < fields.len() {
                    found |= fields[at].has_slices();
                    at += 1;
                }
                found
            }
            TypeInfo::Struct(info) => fields_have(info),
            TypeInfo::Sum(info) => {
                let (mut found, mut at) = (false, 0);
                while at < info.variants.len() {
                    found |= fields_have(&info.variants[at]);
                    at += 1;
                }
                found
            }
            TypeInfo::Unit
            | TypeInfo::Scalar(_)
            | TypeInfo::Vector(..)
            | TypeInfo::Matrix(_)
            | TypeInfo::Index(_)
            | TypeInfo::Enum(_) => false,
        }
    }

    /// Whether a value in the memory of a view contains components of less than 32 bits.
    pub const fn has_sub_word_parts(&self) -> bool {
        self.unit_bytes() < 4
    }

    /// The size in bytes of the smallest component of a value in the memory of a view, at most four.
    pub const fn unit_bytes(&self) -> usize {
        const fn least(a: usize, b: usize) -> usize {
            if a < b { a } else { b }
        }
        match self {
            TypeInfo::Scalar(scalar) | TypeInfo::Vector(scalar, _) => least(scalar.bytes(), 4),
            TypeInfo::Enum(info) => least(info.bytes, 4),
            TypeInfo::Array(element, _) => element.unit_bytes(),
            TypeInfo::Struct(info) => {
                let (mut unit, mut at) = (4, 0);
                while at < info.fields.len() {
                    unit = least(unit, info.fields[at].1.unit_bytes());
                    at += 1;
                }
                unit
            }
            TypeInfo::Unit
            | TypeInfo::Matrix(_)
            | TypeInfo::Index(_)
            | TypeInfo::Tuple(_)
            | TypeInfo::Slice(_)
            | TypeInfo::Sum(_) => 4,
        }
    }

    /// The number of 32-bit words of a captured value of this type. Each scalar in it has words of its own,
    /// even a `u8`.
    pub const fn words(&self) -> usize {
        match self {
            TypeInfo::Unit => 0,
            TypeInfo::Scalar(scalar) => scalar.words(),
            TypeInfo::Vector(scalar, lanes) => scalar.words() * *lanes as usize,
            TypeInfo::Matrix(size) => *size as usize * *size as usize,
            TypeInfo::Array(element, len) => element.words() * *len,
            TypeInfo::Index(rank) => *rank,
            TypeInfo::Slice(_) => 2,
            TypeInfo::Enum(..) => 1,
            TypeInfo::Tuple(fields) => {
                let (mut sum, mut at) = (0, 0);
                while at < fields.len() {
                    sum += fields[at].words();
                    at += 1;
                }
                sum
            }
            TypeInfo::Struct(info) => info.words(),
            TypeInfo::Sum(info) => {
                let (mut sum, mut at) = (1, 0);
                while at < info.variants.len() {
                    sum += info.variants[at].words();
                    at += 1;
                }
                sum
            }
        }
    }
}
