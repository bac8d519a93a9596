//! Formats messages from devices: a format string, and values that a device recorded as words.
//!
//! The result is that of `format!`. rustc has checked the format string, because the CPU code of the kernel
//! contains it in a `format!`.

use std::fmt::{Debug, Display, LowerExp, UpperExp};

use amp_shader::{Scalar, TypeInfo};

/// A value to format.
#[derive(Clone, Debug, PartialEq)]
pub(crate) enum Value {
    Unsigned(u64),
    /// A signed integer and its size in bits.
    Signed(i64, u32),
    Float(f32),
    Double(f64),
    Bool(bool),
    /// A vector: the name of its type, and its components.
    Vector(String, Vec<Value>),
    /// An `Index` or `Extent`.
    Index(Vec<Value>),
    /// A value that the device could not record.
    Unknown,
}

impl Value {
    /// Decodes a value from its words.
    pub(crate) fn decode(ty: &TypeInfo, words: &[u32]) -> Value {
        let Some(&first) = words.first() else { return Value::Unknown };
        let scalar = |scalar: Scalar, word: u32| match scalar {
            Scalar::Bool => Value::Bool(word != 0),
            Scalar::F32 => Value::Float(f32::from_bits(word)),
            Scalar::I8 => Value::Signed(word.cast_signed().into(), 8),
            Scalar::I16 => Value::Signed(word.cast_signed().into(), 16),
            Scalar::I32 => Value::Signed(word.cast_signed().into(), 32),
            Scalar::Isize => Value::Signed(word.cast_signed().into(), 64),
            _ => Value::Unsigned(word.into()),
        };
        match ty {
            TypeInfo::Scalar(kind @ (Scalar::I64 | Scalar::U64 | Scalar::F64)) => {
                let Some(&high) = words.get(1) else { return Value::Unknown };
                let bits = u64::from(first) | u64::from(high) << 32;
                match kind {
                    Scalar::I64 => Value::Signed(bits.cast_signed(), 64),
                    Scalar::F64 => Value::Double(f64::from_bits(bits)),
                    _ => Value::Unsigned(bits),
                }
            }
            TypeInfo::Scalar(kind) => scalar(*kind, first),
            TypeInfo::Vector(kind, lanes) => {
                let prefix = match kind {
                    Scalar::I32 => "I",
                    Scalar::U32 => "U",
                    _ => "",
                };
                Value::Vector(
                    format!("{prefix}Vec{lanes}"),
                    words.iter().map(|word| scalar(*kind, *word)).collect(),
                )
            }
            TypeInfo::Index(_) => {
                Value::Index(words.iter().map(|word| Value::Unsigned((*word).into())).collect())
            }
            _ => Value::Unknown,
        }
    }
}

/// The part of a format string behind the colon of an argument.
#[derive(Clone, Copy, Debug, Default)]
struct Spec<'s> {
    fill: Option<char>,
    align: Option<char>,
    plus: bool,
    alternate: bool,
    zero: bool,
    width: usize,
    precision: Option<usize>,
    kind: &'s str,
}

/// Formats values, named ones last.
pub(crate) fn format(text: &str, values: &[(Option<&str>, Value)]) -> String {
    let mut out = String::new();
    let mut rest = text;
    let mut next = 0;
    while let Some(at) = rest.find(['{', '}']) {
        out += &rest[..at];
        let (brace, behind) = rest[at..].split_at(1);
        if let Some(escaped) = behind.strip_prefix(brace) {
            out += brace;
            rest = escaped;
            continue;
        }
        let Some((argument, behind)) = behind.split_once('}') else { break };
        rest = behind;
        let (name, spec) = argument.split_once(':').unwrap_or((argument, ""));
        let spec = parse(spec.trim_end(), values, &mut next);
        match find(name.trim(), values, &mut next) {
            Some(value) => out += &padded(value, &spec),
            None => out += "?",
        }
    }
    out + rest
}

/// The value with a name or position. An empty name means the next one.
fn find<'v>(name: &str, values: &'v [(Option<&str>, Value)], next: &mut usize) -> Option<&'v Value> {
    let position = match name {
        "" => {
            *next += 1;
            *next - 1
        }
        name => match name.parse() {
            Ok(position) => position,
            Err(_) => values.iter().position(|(known, _)| *known == Some(name))?,
        },
    };
    values.get(position).map(|(_, value)| value)
}

fn parse<'s>(text: &'s str, values: &[(Option<&str>, Value)], next: &mut usize) -> Spec<'s> {
    let mut spec = Spec::default();
    let mut rest = text;
    let is_align = |c: char| matches!(c, '<' | '^' | '>');
    let mut chars = rest.chars();
    match (chars.next(), chars.next()) {
        (Some(fill), Some(align)) if is_align(align) => {
            (spec.fill, spec.align) = (Some(fill), Some(align));
            rest = &rest[fill.len_utf8() + 1..];
        }
        (Some(align), _) if is_align(align) => {
            spec.align = Some(align);
            rest = &rest[1..];
        }
        _ => {}
    }
    let flag = |rest: &mut &'s str, sign: char| match rest.strip_prefix(sign) {
        Some(behind) => {
            *rest = behind;
            true
        }
        None => false,
    };
    spec.plus = flag(&mut rest, '+');
    let _ = flag(&mut rest, '-');
    spec.alternate = flag(&mut rest, '#');
    // In `{:0$}`, the zero is the position of the width.
    spec.zero = !rest.starts_with("0$") && flag(&mut rest, '0');
    let number = |value: &Value| match value {
        Value::Unsigned(number) => *number as usize,
        _ => 0,
    };
    // A count is a number, or a name or a position with a `$`.
    let count = |rest: &mut &'s str, next: &mut usize| {
        if let Some(behind) = rest.strip_prefix('*') {
            *rest = behind;
            return find("", values, next).map(number);
        }
        let end = rest.find(|c: char| !c.is_alphanumeric() && c != '_').unwrap_or(rest.len());
        if rest[end..].starts_with('$') {
            let name = &rest[..end];
            *rest = &rest[end + 1..];
            return find(name, values, next).map(number);
        }
        let end = rest.find(|c: char| !c.is_ascii_digit()).unwrap_or(rest.len());
        let digits = &rest[..end];
        *rest = &rest[end..];
        digits.parse().ok()
    };
    spec.width = count(&mut rest, next).unwrap_or(0);
    if let Some(behind) = rest.strip_prefix('.') {
        rest = behind;
        spec.precision = count(&mut rest, next);
    }
    spec.kind = rest;
    spec
}

/// Formats a value and pads it to the width.
fn padded(value: &Value, spec: &Spec<'_>) -> String {
    let (text, is_number) = match value {
        Value::Vector(name, parts) if spec.kind.ends_with('?') => {
            let parts: Vec<_> = parts.iter().map(|part| padded(part, spec)).collect();
            return format!("{name}({})", parts.join(", "));
        }
        Value::Vector(_, parts) => {
            let inner = Spec { width: 0, ..*spec };
            let parts: Vec<_> = parts.iter().map(|part| padded(part, &inner)).collect();
            return format!("[{}]", parts.join(", "));
        }
        Value::Index(parts) => {
            let parts: Vec<_> = parts.iter().map(|part| padded(part, spec)).collect();
            return format!("[{}]", parts.join(", "));
        }
        Value::Unknown => ("?".to_owned(), false),
        Value::Bool(value) => (value.to_string(), false),
        Value::Unsigned(value) => (integer(*value, None, spec), true),
        Value::Signed(value, bits) => (integer(value.cast_unsigned(), Some((*value, *bits)), spec), true),
        Value::Float(value) => (float(*value, spec), true),
        Value::Double(value) => (float(*value, spec), true),
    };
    let missing = spec.width.saturating_sub(text.chars().count());
    let left = match spec.align {
        Some('<') => 0,
        Some('^') => missing / 2,
        Some(_) => missing,
        None if is_number => missing,
        None => 0,
    };
    let fill = |count: usize| spec.fill.unwrap_or(' ').to_string().repeat(count);
    format!("{}{text}{}", fill(left), fill(missing - left))
}

/// Formats a number with the flags of a specification.
macro_rules! flagged {
    ($value:expr, $spec:expr, $kind:literal) => {{
        let (v, w, p) = ($value, $spec.width, $spec.precision.unwrap_or_default());
        match ($spec.plus, $spec.alternate, $spec.zero, $spec.precision.is_some()) {
            (false, false, false, false) => format!(concat!("{:", $kind, "}"), v),
            (false, false, false, true) => format!(concat!("{:.p$", $kind, "}"), v, p = p),
            (false, false, true, false) => format!(concat!("{:0w$", $kind, "}"), v, w = w),
            (false, false, true, true) => format!(concat!("{:0w$.p$", $kind, "}"), v, w = w, p = p),
            (false, true, false, false) => format!(concat!("{:#", $kind, "}"), v),
            (false, true, false, true) => format!(concat!("{:#.p$", $kind, "}"), v, p = p),
            (false, true, true, false) => format!(concat!("{:#0w$", $kind, "}"), v, w = w),
            (false, true, true, true) => format!(concat!("{:#0w$.p$", $kind, "}"), v, w = w, p = p),
            (true, false, false, false) => format!(concat!("{:+", $kind, "}"), v),
            (true, false, false, true) => format!(concat!("{:+.p$", $kind, "}"), v, p = p),
            (true, false, true, false) => format!(concat!("{:+0w$", $kind, "}"), v, w = w),
            (true, false, true, true) => format!(concat!("{:+0w$.p$", $kind, "}"), v, w = w, p = p),
            (true, true, false, false) => format!(concat!("{:+#", $kind, "}"), v),
            (true, true, false, true) => format!(concat!("{:+#.p$", $kind, "}"), v, p = p),
            (true, true, true, false) => format!(concat!("{:+#0w$", $kind, "}"), v, w = w),
            (true, true, true, true) => format!(concat!("{:+#0w$.p$", $kind, "}"), v, w = w, p = p),
        }
    }};
}

/// Formats an integer. `signed` is its value and its size in bits, if it is signed.
fn integer(value: u64, signed: Option<(i64, u32)>, spec: &Spec<'_>) -> String {
    // The other bases show the bits of a negative number.
    let bits = value & signed.map_or(u64::MAX, |(_, bits)| u64::MAX >> (64 - bits));
    match (spec.kind, signed) {
        ("x" | "x?", _) => flagged!(bits, spec, "x"),
        ("X" | "X?", _) => flagged!(bits, spec, "X"),
        ("b", _) => flagged!(bits, spec, "b"),
        ("o", _) => flagged!(bits, spec, "o"),
        ("e", None) => flagged!(value, spec, "e"),
        ("E", None) => flagged!(value, spec, "E"),
        ("e", Some((value, _))) => flagged!(value, spec, "e"),
        ("E", Some((value, _))) => flagged!(value, spec, "E"),
        (_, None) => flagged!(value, spec, ""),
        (_, Some((value, _))) => flagged!(value, spec, ""),
    }
}

fn float(value: impl Display + Debug + LowerExp + UpperExp, spec: &Spec<'_>) -> String {
    match spec.kind {
        "e" => flagged!(value, spec, "e"),
        "E" => flagged!(value, spec, "E"),
        "?" => flagged!(value, spec, "?"),
        _ => flagged!(value, spec, ""),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Compares the result of `format` with that of `format!`.
    macro_rules! same {
        ($text:literal $(, $value:expr)*) => {
            let values = [$((None, Value::from($value))),*];
            assert_eq!(format($text, &values), std::format!($text $(, $value)*));
        };
    }

    impl From<u32> for Value {
        fn from(value: u32) -> Self {
            Value::decode(&TypeInfo::Scalar(Scalar::U32), &[value])
        }
    }

    impl From<usize> for Value {
        fn from(value: usize) -> Self {
            Value::Unsigned(value as u64)
        }
    }

    impl From<i32> for Value {
        fn from(value: i32) -> Self {
            Value::decode(&TypeInfo::Scalar(Scalar::I32), &[value.cast_unsigned()])
        }
    }

    impl From<f32> for Value {
        fn from(value: f32) -> Self {
            Value::decode(&TypeInfo::Scalar(Scalar::F32), &[value.to_bits()])
        }
    }

    impl From<bool> for Value {
        fn from(value: bool) -> Self {
            Value::decode(&TypeInfo::Scalar(Scalar::Bool), &[value.into()])
        }
    }

    #[test]
    fn text_is_that_of_format() {
        same!("a {{}} b");
        same!("{} of {}", 7u32, -3i32);
        same!("{1} {0} {1:?}", 7u32, 2.0f32);
        same!("{:5}|{:<5}|{:^5}|{:>5}|{:*^7}", 1u32, 2u32, 3i32, 4i32, true);
        same!("{:x} {:#x} {:08b} {:#010x} {:X} {:o}", 255u32, -1i32, 5u32, 7u32, 48879u32, 8u32);
        same!("{:+} {:05} {:+06} {:+.2}", 1i32, -2i32, 3u32, 1.5f32);
        same!(
            "{} {:?} {:.3} {:8.2} {:08.2} {:e}",
            1.0f32,
            1.0f32,
            2.0f32 / 3.0,
            1.25f32,
            -1.25f32,
            1500.0f32
        );
        same!("{} {:?} {:?}", f32::NAN, f32::INFINITY, -0.0f32);
        same!("{:1$}|{:.*}", 7u32, 4usize, 2.5f32);
        same!("{} {:6}|", true, false);
        same!("{:02x?} {:?}", 10u32, -1i32);
    }

    #[test]
    fn named_values_are_found() {
        let values =
            [(None, Value::from(1u32)), (Some("k"), Value::from(2u32)), (Some("w"), Value::from(3u32))];
        assert_eq!(format("{k} {} {k:>w$} {:?}", &values), "2 1   2 2");
    }

    #[test]
    fn vectors_are_formatted_as_glam_does() {
        let words = [1.0f32.to_bits(), 2.5f32.to_bits()];
        let value = Value::decode(&TypeInfo::Vector(Scalar::F32, 2), &words);
        assert_eq!(format("{} {0:?}", &[(None, value.clone())]), "[1, 2.5] Vec2(1.0, 2.5)");
        assert_eq!(format("{:.1}", &[(None, value)]), "[1.0, 2.5]");
    }
}
