//! Support functions that implement [`Operation`]: one for each operation and pair of operand types,
//! generated on demand.
//!
//! If WGSL's operator means the same as Rust's, the function only applies the operator. Otherwise it
//! implements Rust's semantics. If the compiler infers the operand types without rustc and the meanings
//! agree, it prints WGSL's operator and uses no function.

use crate::methods::{Class, F64_TRUNCATION, FROM_BITS, Meaning, Method, Operand, letters};
use crate::{Operation, Scalar, TypeInfo};

/// A support function: its name and its text.
pub(crate) struct Support {
    pub(crate) name: String,
    pub(crate) text: String,
}

/// The support function for an operation, or `None` if these types do not have the operation.
pub(crate) fn support(
    operation: Operation,
    lhs: &TypeInfo,
    rhs: &TypeInfo,
    spell: &mut dyn FnMut(&TypeInfo) -> String,
) -> Option<Support> {
    use Operation as O;
    // For a unary operation, both operand types are that of the only operand.
    let rhs = if matches!(operation, O::Neg | O::Not) { lhs } else { rhs };
    if [lhs, rhs].iter().any(|ty| {
        matches!(ty, TypeInfo::Struct(_) | TypeInfo::Tuple(_) | TypeInfo::Array(..) | TypeInfo::Unit)
    }) {
        return None;
    }
    let (l, r) = (spell(lhs), spell(rhs));
    let name = format!("amp_{}_{}_{}", word(operation), label(lhs, &l), label(rhs, &r));
    // The shader computes with `u8`, `i8`, `u16` and `i16` in 32 bits. It narrows a result to the operands'
    // type, unless the operation cannot leave that type's range.
    let narrow = |value: &str| match lhs {
        TypeInfo::Scalar(scalar) => narrowed(*scalar, value),
        _ => value.to_owned(),
    };
    let comparison = matches!(operation, O::Eq | O::Is | O::Ne | O::Lt | O::Le | O::Gt | O::Ge | O::Cast);
    if matches!(lhs, TypeInfo::Enum(..)) && !comparison {
        return None;
    }
    let binary = |op: &str, result: &str| {
        Some(format!("fn {name}(a: {l}, b: {r}) -> {result} {{ return a {op} b; }}\n"))
    };
    let is_narrow = matches!(lhs, TypeInfo::Scalar(scalar) if scalar.narrow_bits().is_some());
    let unary = |body: &str| Some(format!("fn {name}(a: {l}) -> {l} {{ return {body}; }}\n"));
    let text = match operation {
        O::Add | O::Sub | O::Mul | O::Div | O::Rem => {
            let op = match operation {
                O::Add => "+",
                O::Sub => "-",
                O::Mul => "*",
                O::Div => "/",
                _ => "%",
            };
            match (lhs, rhs) {
                _ if is_narrow => {
                    let body = narrow(&format!("a {op} b"));
                    Some(format!("fn {name}(a: {l}, b: {r}) -> {l} {{ return {body}; }}\n"))
                }
                (TypeInfo::Index(rank), _) | (_, TypeInfo::Index(rank)) => {
                    let result = if matches!(lhs, TypeInfo::Index(_)) { &l } else { &r };
                    let part = |name: &str, ty, d| match ty {
                        &TypeInfo::Index(_) => format!("{name}[{d}]"),
                        _ => name.to_owned(),
                    };
                    let parts: Vec<_> = (0..*rank)
                        .map(|d| format!("{} {op} {}", part("a", lhs, d), part("b", rhs, d)))
                        .collect();
                    let body = format!("return {result}({});", parts.join(", "));
                    Some(format!("fn {name}(a: {l}, b: {r}) -> {result} {{ {body} }}\n"))
                }
                (TypeInfo::Matrix(_), TypeInfo::Vector(..)) => binary(op, &r),
                // WGSL cannot divide matrices.
                (TypeInfo::Matrix(size), TypeInfo::Scalar(_)) if operation == O::Div => {
                    let columns: Vec<_> = (0..*size).map(|n| format!("a[{n}] / b")).collect();
                    let body = format!("return {l}({});", columns.join(", "));
                    Some(format!("fn {name}(a: {l}, b: {r}) -> {l} {{ {body} }}\n"))
                }
                // On the host, glam computes the remainder of a `Vec4` in a SIMD register by this formula.
                // Its result differs from `%` on `f32`.
                (TypeInfo::Vector(Scalar::F32, 4), _) | (_, TypeInfo::Vector(Scalar::F32, 4))
                    if operation == O::Rem =>
                {
                    let result = if matches!(lhs, TypeInfo::Vector(..)) { &l } else { &r };
                    let body = "return a - floor(a / b) * b;";
                    Some(format!("fn {name}(a: {l}, b: {r}) -> {result} {{ {body} }}\n"))
                }
                // glam computes the remainder of other vectors component by component, like that of `f32`.
                (TypeInfo::Vector(Scalar::F32, lanes), _) | (_, TypeInfo::Vector(Scalar::F32, lanes))
                    if operation == O::Rem =>
                {
                    let part = |name: &str, ty: &TypeInfo, n: usize| match ty {
                        TypeInfo::Vector(..) => format!("{name}[{n}]"),
                        _ => name.to_owned(),
                    };
                    let parts: Vec<_> = (0..usize::from(*lanes))
                        .map(|n| format!("amp_fmod({}, {})", part("a", lhs, n), part("b", rhs, n)))
                        .collect();
                    let result = if matches!(lhs, TypeInfo::Vector(..)) { &l } else { &r };
                    let body = format!("return {result}({});", parts.join(", "));
                    Some(format!("fn {name}(a: {l}, b: {r}) -> {result} {{ {body} }}\n"))
                }
                (TypeInfo::Scalar(_), TypeInfo::Vector(..) | TypeInfo::Matrix(_)) => binary(op, &r),
                // WGSL's remainder uses the quotient `a / b`. If the quotient is large, its rounding error
                // makes the remainder far off.
                (TypeInfo::Scalar(Scalar::F32), _) if operation == O::Rem => {
                    Some(format!("fn {name}(a: f32, b: f32) -> f32 {{ return amp_fmod(a, b); }}\n"))
                }
                (TypeInfo::Scalar(Scalar::F64), _) if operation == O::Rem => {
                    Some(format!("fn {name}(a: f64, b: f64) -> f64 {{ return amp_fmod_wide(a, b); }}\n"))
                }
                (TypeInfo::Scalar(Scalar::F16), _) if operation == O::Rem => {
                    let body = "return f16(amp_fmod(f32(a), f32(b)));";
                    Some(format!("fn {name}(a: f16, b: f16) -> f16 {{ {body} }}\n"))
                }
                // A device may round the last bit of an `f16` division wrongly. The error of an `f32`
                // division is too small to survive the rounding to `f16`.
                (TypeInfo::Scalar(Scalar::F16), _) if operation == O::Div => {
                    let body = "return amp_to_half(f32(a) / f32(b));";
                    Some(format!("fn {name}(a: f16, b: f16) -> f16 {{ {body} }}\n"))
                }
                _ => binary(op, &l),
            }
        }
        // WGSL's bitwise operators need vectors on both sides.
        O::And | O::Or | O::Xor if matches!((lhs, rhs), (TypeInfo::Vector(..), TypeInfo::Scalar(_))) => {
            let op = match operation {
                O::And => "&",
                O::Or => "|",
                _ => "^",
            };
            Some(format!("fn {name}(a: {l}, b: {r}) -> {l} {{ return a {op} {l}(b); }}\n"))
        }
        O::And => binary("&", &l),
        O::Or => binary("|", &l),
        O::Xor if matches!(lhs, TypeInfo::Scalar(Scalar::Bool) | TypeInfo::Vector(Scalar::Bool, _)) => {
            binary("!=", &l)
        }
        O::Xor => binary("^", &l),
        O::Shl | O::Shr => {
            let op = if operation == O::Shl { "<<" } else { ">>" };
            let amount = match (lhs, rhs) {
                (TypeInfo::Vector(_, lanes), TypeInfo::Vector(..)) => {
                    format!("(vec{lanes}<u32>(b) & vec{lanes}<u32>(31u))")
                }
                (TypeInfo::Vector(_, lanes), _) => format!("vec{lanes}<u32>(u32(b) & 31u)"),
                (TypeInfo::Scalar(scalar), _) if scalar.words() == 2 => "(u32(b) & 63u)".to_owned(),
                (TypeInfo::Scalar(scalar), _) => {
                    format!("(u32(b) & {}u)", scalar.narrow_bits().unwrap_or(32) - 1)
                }
                _ => "(u32(b) & 31u)".to_owned(),
            };
            let shifted = format!("a {op} {amount}");
            let body = if operation == O::Shl { narrow(&shifted) } else { shifted };
            Some(format!("fn {name}(a: {l}, b: {r}) -> {l} {{ return {body}; }}\n"))
        }
        O::Neg => match lhs {
            TypeInfo::Matrix(size) => {
                let columns: Vec<_> = (0..*size).map(|n| format!("-a[{n}]")).collect();
                unary(&format!("{l}({})", columns.join(", ")))
            }
            _ => unary(&narrow("-a")),
        },
        O::Not if matches!(lhs, TypeInfo::Scalar(Scalar::Bool) | TypeInfo::Vector(Scalar::Bool, _)) => {
            unary("!a")
        }
        O::Not => unary(&narrow("~a")),
        O::Eq | O::Is | O::Ne | O::Lt | O::Le | O::Gt | O::Ge => {
            let op = match operation {
                O::Eq | O::Is => "==",
                O::Ne => "!=",
                O::Lt => "<",
                O::Le => "<=",
                O::Gt => ">",
                _ => ">=",
            };
            match lhs {
                TypeInfo::Index(rank) => {
                    let (all, joined) = if operation == O::Ne { ("!=", " || ") } else { ("==", " && ") };
                    let parts: Vec<_> = (0..*rank).map(|d| format!("a[{d}] {all} b[{d}]")).collect();
                    let body = parts.join(joined);
                    Some(format!("fn {name}(a: {l}, b: {r}) -> bool {{ return {body}; }}\n"))
                }
                TypeInfo::Matrix(size) => {
                    let columns: Vec<_> = (0..*size).map(|n| format!("all(a[{n}] == b[{n}])")).collect();
                    let (not, all) = (if operation == O::Ne { "!" } else { "" }, columns.join(" && "));
                    Some(format!("fn {name}(a: {l}, b: {r}) -> bool {{ return {not}({all}); }}\n"))
                }
                // WGSL does not order `bool`; in Rust, `false` is less than `true`.
                TypeInfo::Scalar(Scalar::Bool) if !matches!(operation, O::Eq | O::Ne) => {
                    let body = match operation {
                        O::Lt => "!a && b",
                        O::Le => "!a || b",
                        O::Gt => "a && !b",
                        _ => "a || !b",
                    };
                    Some(format!("fn {name}(a: {l}, b: {r}) -> bool {{ return {body}; }}\n"))
                }
                TypeInfo::Vector(..) => {
                    let not = if operation == O::Ne { "!" } else { "" };
                    Some(format!("fn {name}(a: {l}, b: {r}) -> bool {{ return {not}all(a == b); }}\n"))
                }
                // In Rust, NaN differs from every value. naga's translation of `!=` does not guarantee that.
                TypeInfo::Scalar(scalar) if operation == O::Ne && scalar.is_float() => {
                    Some(format!("fn {name}(a: {l}, b: {r}) -> bool {{ return !(a == b); }}\n"))
                }
                _ => binary(op, "bool"),
            }
        }
        O::Cast => match (lhs, rhs) {
            // An enum is represented by its discriminant.
            (TypeInfo::Enum(info), TypeInfo::Scalar(to)) if info.signed => {
                let (name, body) = (format!("{name}_signed"), cast(Scalar::I32, *to));
                let text =
                    format!("fn {name}(b: {l}) -> {r} {{ let a = bitcast<i32>(b); return {body}; }}\n");
                return Some(Support { name, text });
            }
            (TypeInfo::Enum(..), TypeInfo::Scalar(to)) => {
                Some(format!("fn {name}(a: {l}) -> {r} {{ return {}; }}\n", cast(Scalar::U32, *to)))
            }
            (TypeInfo::Scalar(from), TypeInfo::Scalar(to)) => {
                Some(format!("fn {name}(a: {l}) -> {r} {{ return {}; }}\n", cast(*from, *to)))
            }
            _ => None,
        },
        O::Bits => match (lhs, rhs) {
            (
                TypeInfo::Scalar(Scalar::F32 | Scalar::U32 | Scalar::I32),
                TypeInfo::Scalar(Scalar::F32 | Scalar::U32 | Scalar::I32),
            ) => Some(format!("fn {name}(a: {l}) -> {r} {{ return bitcast<{r}>(a); }}\n")),
            _ => None,
        },
    }?;
    Some(Support { name, text })
}

/// The support function for a method; `None` if the receiver's type does not have the method.
pub(crate) fn method(
    name: &str,
    receiver: &TypeInfo,
    spell: &mut dyn FnMut(&TypeInfo) -> String,
) -> Option<Support> {
    let method = if name == FROM_BITS.name { &FROM_BITS } else { Method::find(name)? };
    let ty = spell(receiver);
    let scalar = match receiver {
        TypeInfo::Scalar(scalar) | TypeInfo::Vector(scalar, _) => *scalar,
        _ => return None,
    };
    let class = Class::of(receiver)?;
    let text = match method.meaning(class)? {
        // naga evaluates calls with constant arguments. naga cannot do this in 64 bits, and rejects results
        // that are NaN or infinite. So a function wraps the call: its parameters are not constant.
        Meaning::Native(native) => {
            let given = ["a", "a, b", "a, b, c"][method.arguments.len().min(2)];
            &*format!("return {native}({given});")
        }
        Meaning::Body(text) => text,
        Meaning::AfterTruncation(text) => &*format!("{F64_TRUNCATION} {text}"),
        Meaning::Components => &*components(name),
        Meaning::Bytes(order) => &*bytes(scalar, order == "big"),
    };
    let whole = |signed| match receiver {
        TypeInfo::Vector(scalar, lanes) => format!("vec{lanes}<{}>", scalar.integer_of_width(signed).wgsl()),
        _ => scalar.integer_of_width(signed).wgsl().to_owned(),
    };
    let mut operand = |operand: &Operand| match operand {
        Operand::Same => ty.clone(),
        Operand::Scalar => scalar.wgsl().to_owned(),
        Operand::Lanes(lanes, _) => format!("vec{lanes}<{}>", scalar.wgsl()),
        Operand::Is(scalar) => spell(&TypeInfo::Scalar(*scalar)),
        Operand::Signed => whole(true),
        Operand::Unsigned => whole(false),
        Operand::Bits if scalar == Scalar::F64 => spell(&TypeInfo::Scalar(Scalar::U64)),
        Operand::Bits => whole(false),
        Operand::Bytes => format!("array<u32, {}>", scalar.bytes()),
        Operand::Pair => pair(scalar, false).map_or_else(String::new, |ty| spell(&ty)),
        Operand::Flagged => pair(scalar, true).map_or_else(String::new, |ty| spell(&ty)),
    };
    let result = operand(&method.result);
    let body = substituted(text, |word| match word {
        "T" => Some(ty.clone()),
        "S" => Some(whole(true)),
        "U" => Some(whole(false)),
        "P" => Some(result.clone()),
        "MIN" => Some(limits(scalar).0.to_owned()),
        "MAX" => Some(limits(scalar).1.to_owned()),
        "WIDTH" => scalar.narrow_bits().map(|bits| format!("{bits}u")),
        "MASK" => scalar.narrow_bits().map(|bits| format!("{}u", (1u32 << bits) - 1)),
        "N" => scalar.narrow_bits().map(|_| narrowing(scalar)),
        "NS" => scalar.narrow_bits().map(|_| narrowing(scalar.integer_of_width(true))),
        "NU" => scalar.narrow_bits().map(|_| narrowing(scalar.integer_of_width(false))),
        _ => None,
    });
    let mut parameters = format!("a: {ty}");
    for (letter, argument) in ["b", "c"].iter().zip(method.arguments) {
        parameters += &format!(", {letter}: {}", operand(argument));
    }
    let name = format!("amp_{name}_{}", label(receiver, &ty));
    let text = format!("fn {name}({parameters}) -> {result} {{ {body} }}\n");
    Some(Support { name, text })
}

/// The part of a function's name that stands for an operand type. `spelling` is the type's name in WGSL. It
/// is not used for integers of 8 and 16 bits, because WGSL spells them like those of 32 bits.
fn label(ty: &TypeInfo, spelling: &str) -> String {
    match ty {
        TypeInfo::Scalar(scalar) if scalar.narrow_bits().is_some() => scalar.rust().to_owned(),
        _ => plain(spelling),
    }
}

/// The name of the function that narrows a value to an integer type of 8 or 16 bits.
fn narrowing(scalar: Scalar) -> String {
    format!("amp_narrow_{}", scalar.rust())
}

/// Narrows a value to an integer type of 8 or 16 bits. For other types, returns the value.
fn narrowed(scalar: Scalar, value: &str) -> String {
    match scalar.narrow_bits() {
        Some(_) => format!("{}({value})", narrowing(scalar)),
        None => value.to_owned(),
    }
}

/// The body of a function that returns the bytes of a scalar, for `to_le_bytes` and `to_be_bytes`.
fn bytes(scalar: Scalar, big: bool) -> String {
    let count = scalar.bytes();
    let start = match count {
        8 => "let u = bitcast<u64>(a); let w = array<u32, 2>(u32(u & 0xfffffffflu), u32(u >> 32u));",
        _ => "let w = array<u32, 1>(bitcast<u32>(a));",
    };
    let order: Vec<_> = if big { (0..count).rev().collect() } else { (0..count).collect() };
    let parts: Vec<_> = order.iter().map(|k| format!("(w[{}] >> {}u) & 0xffu", k / 4, k % 4 * 8)).collect();
    format!("{start} return array<u32, {count}>({});", parts.join(", "))
}

/// The body of a function that performs a swizzle.
fn components(name: &str) -> String {
    match letters(name) {
        (letters, false) => format!("return a.{letters};"),
        (letters, true) => {
            let changes: String =
                letters.chars().zip("xyz".chars()).map(|(to, from)| format!("r.{to} = b.{from}; ")).collect();
            format!("var r = a; {changes}return r;")
        }
    }
}

/// Replaces each word of the text for which `of` returns a replacement.
fn substituted(text: &str, of: impl Fn(&str) -> Option<String>) -> String {
    let mut filled = String::new();
    let mut rest = text;
    while !rest.is_empty() {
        let is_word = |c: char| c.is_ascii_alphanumeric() || c == '_';
        let end = rest.find(|c| !is_word(c)).unwrap_or(rest.len()).max(1);
        let (word, after) = rest.split_at(end);
        filled += of(word).as_deref().unwrap_or(word);
        rest = after;
    }
    filled
}

/// The tuple type of two values of a scalar type `T`: `(T, T)`, or `(T, bool)` if `flagged`.
fn pair(scalar: Scalar, flagged: bool) -> Option<TypeInfo> {
    macro_rules! pairs {
        ($($scalar:ident)*) => {
            match (scalar, flagged) {
                $(
                    (Scalar::$scalar, false) => Some(TypeInfo::Tuple(&[
                        &TypeInfo::Scalar(Scalar::$scalar),
                        &TypeInfo::Scalar(Scalar::$scalar),
                    ])),
                    (Scalar::$scalar, true) => Some(TypeInfo::Tuple(&[
                        &TypeInfo::Scalar(Scalar::$scalar),
                        &TypeInfo::Scalar(Scalar::Bool),
                    ])),
                )*
                (Scalar::Bool | Scalar::F16, _) => None,
            }
        };
    }
    pairs!(I32 U32 F32 F64 I64 U64 Usize Isize U8 I8 U16 I16)
}

/// The least and the greatest value of an integer type, as WGSL literals.
fn limits(scalar: Scalar) -> (&'static str, &'static str) {
    match scalar {
        Scalar::I32 | Scalar::Isize => ("i32(-2147483648)", "2147483647i"),
        Scalar::I64 => ("(-9223372036854775807li - 1li)", "9223372036854775807li"),
        Scalar::U64 => ("0lu", "18446744073709551615lu"),
        Scalar::I8 => ("i32(-128)", "127i"),
        Scalar::I16 => ("i32(-32768)", "32767i"),
        Scalar::U8 => ("0u", "255u"),
        Scalar::U16 => ("0u", "65535u"),
        _ => ("0u", "4294967295u"),
    }
}

/// A WGSL test whether a float is NaN, by its bits, because drivers fold `a != a` to `false`.
fn is_nan(value: &str) -> String {
    format!("(bitcast<u32>({value}) & 0x7fffffffu) > 0x7f800000u")
}

/// The WGSL expression for `a as T` with Rust's semantics: a float saturates, and NaN becomes zero.
fn cast(from: Scalar, to: Scalar) -> String {
    let target = to.wgsl();
    if to.narrow_bits().is_some() {
        let wide = cast(from, if to.is_signed() { Scalar::I32 } else { Scalar::U32 });
        // A float also saturates at the limits of a type of 8 or 16 bits.
        let (min, max) = limits(to);
        return match from.is_float() {
            true => format!("clamp({wide}, {min}, {max})"),
            false if from == to => "a".to_owned(),
            false => narrowed(to, &wide),
        };
    }
    if matches!(from, Scalar::F32 | Scalar::F64) && to.is_int() {
        let (above, max, zero) = match to {
            Scalar::I32 | Scalar::Isize => ("2147483648.0", "2147483647i", "0i"),
            Scalar::I64 => ("9223372036854775808.0", "9223372036854775807li", "0li"),
            Scalar::U64 => ("18446744073709551616.0", "18446744073709551615lu", "0lu"),
            _ => ("4294967296.0", "4294967295u", "0u"),
        };
        // An `f64` is converted to `f32` for the NaN test, because not every device exposes the bits of an
        // `f64`. The conversion preserves NaN.
        let (suffix, nan) = if from == Scalar::F64 { ("lf", is_nan("f32(a)")) } else { ("", is_nan("a")) };
        return format!("select(select({target}(a), {max}, a >= {above}{suffix}), {zero}, {nan})");
    }
    match (from, to) {
        (Scalar::F32, Scalar::F16) => "amp_to_half(a)".to_owned(),
        // Widened to `u64` first, because naga extends by the sign of the target type, not of the source
        // type.
        (Scalar::U32 | Scalar::Usize | Scalar::U8 | Scalar::U16, Scalar::I64) => "i64(u64(a))".to_owned(),
        // Composed of two words, because Mesa 22.3 miscompiles comparisons of sign-extended values with
        // constants.
        (Scalar::I32 | Scalar::Isize | Scalar::I8 | Scalar::I16, Scalar::I64 | Scalar::U64) => {
            format!("bitcast<{target}>(u64(bitcast<u32>(a)) | (u64(bitcast<u32>(a >> 31u)) << 32u))")
        }
        _ => format!("{target}(a)"),
    }
}

/// A type's name with only identifier characters.
pub(crate) fn plain(spelling: &str) -> String {
    spelling
        .chars()
        .filter(|c| !c.is_whitespace())
        .map(|c| if c.is_alphanumeric() { c } else { '_' })
        .collect()
}

pub(crate) const fn word(operation: Operation) -> &'static str {
    use Operation as O;
    match operation {
        O::Add => "add",
        O::Sub => "sub",
        O::Mul => "mul",
        O::Div => "div",
        O::Rem => "rem",
        O::And => "and",
        O::Or => "or",
        O::Xor => "xor",
        O::Shl => "shl",
        O::Shr => "shr",
        O::Neg => "neg",
        O::Not => "not",
        O::Eq | O::Is => "eq",
        O::Ne => "ne",
        O::Lt => "lt",
        O::Le => "le",
        O::Gt => "gt",
        O::Ge => "ge",
        O::Cast => "cast",
        O::Bits => "bits",
    }
}
