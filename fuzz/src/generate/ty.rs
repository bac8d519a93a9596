//! The types of values.

use super::Scope;

#[derive(Clone, Debug, PartialEq)]
pub(crate) enum Ty {
    /// `i32`
    I32,
    /// `u32`
    U32,
    /// `f32`
    F32,
    /// `bool`
    Bool,
    /// `usize`
    Usize,
    /// `i64`
    I64,
    /// `u64`
    U64,
    /// `f64`
    F64,
    /// `u8`
    U8,
    /// `i8`
    I8,
    /// `u16`
    U16,
    /// `i16`
    I16,
    /// glam's `IVec3`
    IVec,
    /// A struct.
    Point,
    /// A tuple struct.
    Pair,
    /// An enum.
    Shade,
    /// The struct `Vector` of the harness, with methods and operators. The program imports it from another module.
    Vector,
    /// A struct of bytes and half-words.
    Bits,
    /// A struct that the program defines.
    Own,
    /// The type parameter `S` of the kernel.
    Parameter,
    /// The enum with fields that a program defines.
    Choice,
    /// A struct without a layout, with these fields.
    Kept(Vec<Ty>),
    /// A generic struct with two fields of the same type.
    Both(Box<Ty>),
    /// A struct with operators and traits of the standard library.
    Line,
    /// An `Option`.
    Option(Box<Ty>),
    /// A `Result`.
    Result(Box<Ty>, Box<Ty>),
    /// A range with two ends.
    Range(Box<Ty>),
    /// The slice behind a reference.
    Slice(Box<Ty>),
    /// A tuple.
    Tuple(Vec<Ty>),
    /// An array.
    Array(Box<Ty>, usize),
}

impl Ty {
    /// Whether it is a scalar of 32 bits, a `usize` or a `bool`.
    pub(super) fn is_plain(&self) -> bool {
        matches!(self, Ty::I32 | Ty::U32 | Ty::F32 | Ty::Usize | Ty::Bool)
    }

    /// The Rust syntax of the type.
    pub(super) fn name(&self) -> String {
        match self {
            Ty::I32 => "i32".into(),
            Ty::U32 => "u32".into(),
            Ty::F32 => "f32".into(),
            Ty::Bool => "bool".into(),
            Ty::Usize => "usize".into(),
            Ty::I64 => "i64".into(),
            Ty::U64 => "u64".into(),
            Ty::F64 => "f64".into(),
            Ty::U8 => "u8".into(),
            Ty::I8 => "i8".into(),
            Ty::U16 => "u16".into(),
            Ty::I16 => "i16".into(),
            Ty::Bits => "Bits".into(),
            Ty::IVec => "IVec3".into(),
            Ty::Point => "Point".into(),
            Ty::Pair => "Pair".into(),
            Ty::Shade => "Shade".into(),
            Ty::Vector => "Vector".into(),
            Ty::Own => "Own".into(),
            Ty::Parameter => "S".into(),
            Ty::Choice => "Choice".into(),
            Ty::Kept(_) => "Kept".into(),
            Ty::Both(item) => format!("Both<{}>", item.name()),
            Ty::Line => "Line".into(),
            Ty::Range(item) => format!("Range<{}>", item.name()),
            Ty::Slice(item) => format!("[{}]", item.name()),
            Ty::Option(item) => format!("Option<{}>", item.name()),
            Ty::Result(ok, error) => format!("Result<{}, {}>", ok.name(), error.name()),
            Ty::Tuple(parts) if parts.is_empty() => "()".into(),
            Ty::Tuple(parts) => format!("({},)", parts.iter().map(Ty::name).collect::<Vec<_>>().join(", ")),
            Ty::Array(item, len) => format!("[{}; {len}]", item.name()),
        }
    }

    /// The simplest expression of the type, for example a literal. Shrinking replaces a value by it.
    pub(crate) fn plain(&self) -> String {
        match self {
            Ty::I32 => "1i32".into(),
            Ty::U32 => "1u32".into(),
            Ty::F32 => "1.0f32".into(),
            Ty::Bool => "true".into(),
            Ty::Usize => "1usize".into(),
            Ty::I64 => "1i64".into(),
            Ty::U64 => "1u64".into(),
            Ty::F64 => "1.0f64".into(),
            Ty::U8 | Ty::I8 | Ty::U16 | Ty::I16 => format!("1{}", self.name()),
            Ty::Bits => "(Bits { r: 1, g: 2, b: 3 })".into(),
            Ty::IVec => "IVec3::new(1, 2, 3)".into(),
            Ty::Point => "(Point { x: 1, y: 2.0, z: [3, 4] })".into(),
            Ty::Pair => "Pair(5, 6)".into(),
            Ty::Shade => "Shade::Grey".into(),
            Ty::Vector => "Vector::new(1.0, 2.0)".into(),
            Ty::Own => "(Own { a: 1, b: 2.0 })".into(),
            Ty::Parameter => "S::default()".into(),
            Ty::Choice => "Choice::Nothing".into(),
            Ty::Kept(_) => "Kept::default()".into(),
            Ty::Both(item) => format!("Both::new({}, {})", item.plain(), item.plain()),
            Ty::Line => "Line([1, 2, 3, 4])".into(),
            Ty::Range(item) => format!("(0..{})", item.plain()),
            Ty::Slice(item) => format!("[{}]", item.plain()),
            Ty::Option(item) => format!("Some({})", item.plain()),
            Ty::Result(ok, error) => {
                format!("Ok::<{}, {}>({})", ok.name(), error.name(), ok.plain())
            }
            Ty::Tuple(parts) => format!("({},)", parts.iter().map(Ty::plain).collect::<Vec<_>>().join(", ")),
            Ty::Array(item, len) => format!("[{}; {len}]", item.plain()),
        }
    }

    /// The fields and elements: the expression of each, with `$` for a subscript and `@` for the whole, and its type.
    pub(super) fn parts(&self) -> Vec<(String, Ty)> {
        match self {
            Ty::Array(item, len) => vec![(format!("[$ % {len}]"), (**item).clone())],
            Ty::Tuple(parts) => {
                parts.iter().enumerate().map(|(n, part)| (format!(".{n}"), part.clone())).collect()
            }
            Ty::Point => vec![
                (".x".into(), Ty::I32),
                (".y".into(), Ty::F32),
                (".z[$ % 2]".into(), Ty::U32),
                (".z".into(), Ty::Array(Box::new(Ty::U32), 2)),
            ],
            Ty::Pair => vec![(".0".into(), Ty::I32), (".1".into(), Ty::U32)],
            Ty::Vector => vec![(".x".into(), Ty::F32), (".y".into(), Ty::F32)],
            Ty::Own => vec![(".a".into(), Ty::U32), (".b".into(), Ty::F32)],
            Ty::IVec => ["x", "y", "z"].iter().map(|part| (format!(".{part}"), Ty::I32)).collect(),
            Ty::Bits => vec![(".r".into(), Ty::U8), (".g".into(), Ty::I8), (".b".into(), Ty::U16)],
            Ty::Kept(fields) => {
                fields.iter().enumerate().map(|(n, ty)| (format!(".f{n}"), ty.clone())).collect()
            }
            Ty::Both(item) => vec![(".a".into(), (**item).clone()), (".b".into(), (**item).clone())],
            Ty::Line => vec![(".0[$ % 4]".into(), Ty::U32), (".0".into(), Ty::Array(Box::new(Ty::U32), 4))],
            Ty::Range(item) => vec![(".start".into(), (**item).clone()), (".end".into(), (**item).clone())],
            Ty::Slice(item) => vec![("[$ % @.len()]".into(), (**item).clone())],
            Ty::I32
            | Ty::U8
            | Ty::I8
            | Ty::U16
            | Ty::I16
            | Ty::U32
            | Ty::F32
            | Ty::Bool
            | Ty::Usize
            | Ty::I64
            | Ty::U64
            | Ty::F64
            | Ty::Shade
            | Ty::Choice
            | Ty::Option(_)
            | Ty::Result(..)
            | Ty::Parameter => Vec::new(),
        }
    }

    /// Whether the type implements `Copy`.
    pub(super) fn is_copy(&self) -> bool {
        !matches!(self, Ty::Range(_))
    }

    /// Whether the type implements `Default`.
    pub(super) fn has_default(&self) -> bool {
        match self {
            Ty::Shade | Ty::Choice | Ty::Result(..) | Ty::Range(_) => false,
            Ty::Both(item) => item.has_default(),
            Ty::Tuple(parts) => parts.iter().all(Ty::has_default),
            Ty::Array(item, _) => item.has_default(),
            _ => true,
        }
    }

    /// Whether the type is an integer or a float.
    pub(super) fn is_number(&self) -> bool {
        self.is_byte()
            || matches!(self, Ty::I32 | Ty::U32 | Ty::F32 | Ty::Usize | Ty::I64 | Ty::U64 | Ty::F64)
    }
}

impl Scope {
    /// The syntax of the type, which may be an alias or an associated type.
    pub(super) fn spell(&mut self, ty: &Ty) -> String {
        let found: Vec<_> =
            self.aliases.iter().filter(|(_, of)| of == ty).map(|(alias, _)| alias.clone()).collect();
        match found.is_empty() || self.random.percent(50) {
            true => ty.name(),
            false => self.random.one(&found).clone(),
        }
    }

    pub(super) fn scalar(&mut self) -> Ty {
        if self.wide && self.random.percent(40) {
            return self.random.one(&[Ty::I64, Ty::U64, Ty::F64]).clone();
        }
        if self.random.percent(18) {
            return self.random.one(&super::bytes::BYTES).clone();
        }
        self.random.one(&[Ty::I32, Ty::I32, Ty::U32, Ty::U32, Ty::F32, Ty::Bool, Ty::Usize]).clone()
    }

    pub(super) fn ty(&mut self) -> Ty {
        match self.random.below(27) {
            0 => Ty::Point,
            1 => Ty::Shade,
            2 => {
                let count = 2 + self.random.below(2);
                Ty::Tuple((0..count).map(|_| self.scalar()).collect())
            }
            3 => {
                let item = self.scalar();
                Ty::Array(Box::new(item), 2 + self.random.below(3))
            }
            4 => {
                let some = [Ty::Array(Box::new(Ty::I32), 2), Ty::Pair, Ty::Point, Ty::Vector, Ty::Shade];
                let item = self.random.one(&some).clone();
                Ty::Array(Box::new(item), 3)
            }
            5 => Ty::Pair,
            6 => Ty::IVec,
            7 => Ty::Tuple(vec![
                self.random.one(&[Ty::Pair, Ty::Point, Ty::IVec, Ty::Vector]).clone(),
                Ty::U32,
            ]),
            8 | 9 => Ty::Vector,
            10 | 11 if self.own => Ty::Own,
            12 if self.parameter.is_some() => Ty::Parameter,
            20 | 21 => self.option_type(),
            22 => self.result_type(),
            19 if self.random.percent(40) => Ty::Bits,
            23 if !self.variants.is_empty() => Ty::Choice,
            24 | 25 => self.kept_type().unwrap_or(Ty::U32),
            _ => self.scalar(),
        }
    }
}
