//! Elements that contain components of less than 32 bits: `u8`, `[u8; 3]`, `f16`, structs with `bool` fields.
//!
//! A device reads and writes words of 32 bits. The buffer of such elements is an array of words. Generated
//! functions take a byte address and read or write one component:
//!
//! - A read extracts the bits of each component from the word that contains them. No component crosses a word
//!   boundary, because the host aligns each component to its size.
//! - A write that covers complete words stores them. Any other write changes its bits by an atomic `and` and
//!   an atomic `or`, so other work-items may write the rest of the word at the same time. The `and` keeps
//!   each bit that is also set in the new value. So a work-item that writes an unchanged value never changes
//!   the word, not even between the two operations.
//!
//! In the shader, each such component is a 32-bit value; `TypeInfo::bytes` is its size in memory.

use std::fmt::Write as _;

use super::load::component;
use super::{LinkError, Linker};
use crate::{CaptureKind, Piece, Scalar, Step, TypeInfo, field_info, item_info};

/// Returns the half float in the low 16 bits of a word as an `f32`. It replaces WGSL's `unpack2x16float`,
/// which may flush subnormals to zero.
const HALF: &str = "\
fn amp_half(bits: u32) -> f32 {
    let a = bits & 0x7fffu;
    let small = bitcast<u32>(f32(a) * 5.9604644775390625e-8f);
    let large = (a << 13u) | select(0x7f800000u, 0x7fc00000u, a > 0x7c00u);
    let r = select(select((a << 13u) + 0x38000000u, small, a < 0x400u), large, a >= 0x7c00u);
    return bitcast<f32>(r | ((bits & 0x8000u) << 16u));
}
";

/// Returns the half float in the low 16 bits of a word as an `f16`, for devices that compute with `f16`.
const HALF_OF: &str = "fn amp_half_of(bits: u32) -> f16 { return f16(amp_half(bits)); }\n";

/// Returns the bits of a half float. Every `f16` value is exactly representable as an `f32`, so no step
/// rounds.
const HALF_BITS: &str = "\
fn amp_half_bits(half: f16) -> u32 {
    let u = bitcast<u32>(f32(half));
    let a = u & 0x7fffffffu;
    let small = u32(bitcast<f32>(a) * 16777216.0f);
    let large = ((a >> 13u) & 0x3ffu) | select(0x7c00u, 0x7e00u, a > 0x7f800000u);
    let r = select(select((a - 0x38000000u) >> 13u, small, a < 0x38800000u), large, a >= 0x7f800000u);
    return r | ((u >> 16u) & 0x8000u);
}
";

/// The size of the largest element, in words, that a read function loads without loops. Larger elements are
/// read by loops over their arrays.
const UNROLLED_WORDS: usize = 16;

/// The longest array whose items are read and written without a loop.
const UNROLLED_ITEMS: usize = 16;

/// A component of an element in the memory of a view, or the whole element.
pub(super) struct Part {
    /// The type of the component.
    pub(super) ty: &'static TypeInfo,
    /// The component's byte address in the buffer, as a WGSL expression.
    pub(super) address: String,
    /// Whether the address is a multiple of four.
    pub(super) is_aligned: bool,
}

/// The kinds of accesses that the shader makes to the words of a buffer: reads of words, writes of complete
/// words, and writes of some bits of a word. Each kind needs a WGSL function.
#[derive(Clone, Copy, Default)]
pub(super) struct WordAccess {
    reads: bool,
    writes: bool,
    writes_bits: bool,
}

impl Linker<'_> {
    /// Declares the support functions `amp_half` and `amp_half_of`.
    pub(super) fn half_of_bits(&mut self) {
        self.support.insert("amp_half".to_owned(), HALF.to_owned());
        self.support.insert("amp_half_of".to_owned(), HALF_OF.to_owned());
    }

    /// Whether the elements of a capture contain components of less than 32 bits in memory.
    pub(super) fn is_in_words(&self, capture: usize) -> bool {
        let capture = self.capture(capture);
        capture.kind != CaptureKind::Value && capture.element.has_sub_word_parts()
    }

    /// The type of the words in the buffer of a capture for which `is_in_words` is true.
    pub(super) fn word_type(&self, capture: usize) -> &'static str {
        let bits = self.word_accesses.get(&capture).is_some_and(|access| access.writes_bits);
        if bits { "atomic<u32>" } else { "u32" }
    }

    /// The text before the subscripts in the expression for the byte address of an element.
    pub(super) fn byte_address(&mut self, capture: usize) -> String {
        self.indexed_captures.insert(self.root(capture));
        let open = if self.capture(capture).element.bytes() == 1 { "" } else { "(" };
        open.to_owned() + &self.position_call(capture)
    }

    /// The text after the subscripts in the expression for the byte address of an element.
    pub(super) fn end_byte_address(&self, capture: usize) -> String {
        match self.capture(capture).element.bytes() {
            1 => ")".to_owned(),
            size => format!(")) * {size}u"),
        }
    }

    /// Resolves the steps from an element to one of its components, such as `.color` and `[2]`.
    pub(super) fn part_address(
        &mut self,
        capture: usize,
        subscripts: &[Piece],
        steps: &[Step],
    ) -> Result<Part, LinkError> {
        let mut ty = self.capture(capture).element;
        let mut address =
            self.byte_address(capture) + &self.text(subscripts)? + &self.end_byte_address(capture);
        let (mut is_aligned, mut offset) = (ty.bytes().is_multiple_of(4), 0);
        for step in steps {
            match step {
                Step::Field(_, name) => {
                    offset += field_offset(ty, name);
                    ty = field_info(ty, name);
                }
                Step::Index(index) => {
                    ty = item_info(ty);
                    is_aligned &= ty.bytes().is_multiple_of(4);
                    let _ = write!(address, " + ({}) * {}u", self.text(index)?, ty.bytes());
                }
            }
        }
        if offset != 0 {
            let _ = write!(address, " + {offset}u");
        }
        Ok(Part { ty, address, is_aligned: is_aligned && offset.is_multiple_of(4) })
    }

    /// Declares the function that reads a value of this type at a byte address, and returns its name. If
    /// `is_aligned`, the address is a multiple of four.
    pub(super) fn read_function(
        &mut self,
        capture: usize,
        ty: &'static TypeInfo,
        is_aligned: bool,
    ) -> String {
        let by_words = is_aligned && by_words(ty);
        let name = self.access_name(if by_words { "words" } else { "read" }, capture, ty);
        if self.word_functions.contains_key(&name) {
            return name;
        }
        // An empty placeholder, which the `insert` below replaces. The body does not call this function,
        // because no type contains itself.
        self.word_functions.insert(name.clone(), String::new());
        let word = self.word_reader(capture);
        let mut body = String::new();
        if by_words {
            body += "let w = b >> 2u; ";
            for n in 0..ty.bytes() / 4 {
                let _ = write!(body, "let w{n} = {word}(w + {n}u); ");
            }
            let value = self.assembled(ty, 0);
            let _ = write!(body, "return {value};");
        } else {
            body += &self.read_body(capture, ty, &word);
        }
        let spelt = self.spell(ty);
        self.word_functions.insert(name.clone(), format!("fn {name}(b: u32) -> {spelt} {{ {body} }}\n"));
        name
    }

    /// The body of a function that reads a value at the byte address `b`, component by component.
    fn read_body(&mut self, capture: usize, ty: &'static TypeInfo, word: &str) -> String {
        let read = |linker: &mut Self, part: &'static TypeInfo, at: &str| {
            format!("{}({at})", linker.read_function(capture, part, false))
        };
        let spelt = self.spell(ty);
        let parts: Vec<String> = match ty {
            TypeInfo::Array(item, len) if *len > UNROLLED_ITEMS => {
                let item = read(self, item, &format!("b + k * {}u", item.bytes()));
                return format!(
                    "var r: {spelt}; for (var k = 0u; k < {len}u; k += 1u) {{ r[k] = {item}; }} return r;"
                );
            }
            TypeInfo::Array(item, len) => {
                (0..*len).map(|k| read(self, item, &format!("b + {}u", k * item.bytes()))).collect()
            }
            TypeInfo::Struct(info) => {
                let mut at = 0;
                let fields = info.fields.iter().map(|(_, field)| {
                    let text = read(self, field, &format!("b + {at}u"));
                    at += field.bytes();
                    text
                });
                fields.collect()
            }
            // Values of the other types consist of complete words.
            _ if ty.bytes() >= 4 => {
                let loads: String =
                    (0..ty.bytes() / 4).map(|n| format!("let w{n} = {word}((b >> 2u) + {n}u); ")).collect();
                return format!("{loads}return {};", self.assembled(ty, 0));
            }
            _ => {
                let value = self.decoded(ty, &format!("({word}(b >> 2u) >> ((b & 3u) << 3u))"));
                return format!("return {value};");
            }
        };
        format!("return {spelt}({});", parts.join(", "))
    }

    /// The WGSL expression that assembles a value from the words `w0`, `w1`, ... The value begins at byte
    /// offset `at` in these words.
    fn assembled(&mut self, ty: &'static TypeInfo, at: usize) -> String {
        let spelt = self.spell(ty);
        let parts: Vec<String> = match ty {
            TypeInfo::Array(item, len) => {
                (0..*len).map(|k| self.assembled(item, at + k * item.bytes())).collect()
            }
            TypeInfo::Struct(info) => {
                let mut at = at;
                let fields = info.fields.iter().map(|(_, field)| {
                    let text = self.assembled(field, at);
                    at += field.bytes();
                    text
                });
                fields.collect()
            }
            TypeInfo::Vector(..) => {
                let item = crate::scalar_info(ty);
                let lanes = ty.bytes() / item.bytes();
                (0..lanes).map(|k| self.assembled(item, at + k * item.bytes())).collect()
            }
            TypeInfo::Matrix(_) => (0..ty.bytes() / 4)
                .map(|k| self.assembled(&TypeInfo::Scalar(Scalar::F32), at + 4 * k))
                .collect(),
            TypeInfo::Scalar(Scalar::F64 | Scalar::I64 | Scalar::U64) => {
                self.need(crate::Capability::I64);
                return format!("bitcast<{spelt}>(u64(w{}) | (u64(w{}) << 32u))", at / 4, at / 4 + 1);
            }
            _ if at.is_multiple_of(4) => return self.decoded(ty, &format!("w{}", at / 4)),
            _ => return self.decoded(ty, &format!("(w{} >> {}u)", at / 4, at % 4 * 8)),
        };
        format!("{spelt}({})", parts.join(", "))
    }

    /// The WGSL expression that decodes a value of at most 32 bits from the lowest bits of a word.
    fn decoded(&mut self, ty: &'static TypeInfo, word: &str) -> String {
        let sign_extended = |bits: usize| format!("(bitcast<i32>({word} << {0}u) >> {0}u)", 32 - bits);
        match ty {
            TypeInfo::Enum(info) => match (info.bytes, info.signed) {
                (1 | 2, true) => format!("bitcast<u32>{}", sign_extended(8 * info.bytes)),
                (1, false) => format!("({word} & 0xffu)"),
                (2, false) => format!("({word} & 0xffffu)"),
                _ => word.to_owned(),
            },
            TypeInfo::Scalar(scalar) => match scalar {
                Scalar::Bool => format!("(({word} & 0xffu) != 0u)"),
                Scalar::U8 => format!("({word} & 0xffu)"),
                Scalar::U16 => format!("({word} & 0xffffu)"),
                Scalar::I8 => sign_extended(8),
                Scalar::I16 => sign_extended(16),
                Scalar::F16 => {
                    self.half_of_bits();
                    format!("amp_half_of({word})")
                }
                Scalar::U32 | Scalar::Usize => word.to_owned(),
                other => format!("bitcast<{}>({word})", other.wgsl()),
            },
            _ => word.to_owned(),
        }
    }

    /// The WGSL expression for the bits of a value of at most 32 bits. Bits beyond the size of the type are
    /// zero.
    fn encoded(&mut self, ty: &'static TypeInfo, value: &str) -> String {
        match ty {
            TypeInfo::Enum(info) => match info.bytes {
                1 => format!("({value} & 0xffu)"),
                2 => format!("({value} & 0xffffu)"),
                _ => value.to_owned(),
            },
            TypeInfo::Scalar(scalar) => match scalar {
                Scalar::Bool => format!("select(0u, 1u, {value})"),
                Scalar::I8 => format!("(bitcast<u32>({value}) & 0xffu)"),
                Scalar::I16 => format!("(bitcast<u32>({value}) & 0xffffu)"),
                Scalar::F16 => {
                    self.support.insert("amp_half_bits".to_owned(), HALF_BITS.to_owned());
                    format!("amp_half_bits({value})")
                }
                Scalar::I32 | Scalar::Isize | Scalar::F32 => format!("bitcast<u32>({value})"),
                _ => value.to_owned(),
            },
            _ => value.to_owned(),
        }
    }

    /// Declares the function that writes a value of this type at a byte address, and returns its name. If
    /// `is_aligned`, the address is a multiple of four.
    pub(super) fn write_function(
        &mut self,
        capture: usize,
        ty: &'static TypeInfo,
        is_aligned: bool,
    ) -> String {
        let by_words = is_aligned && by_words(ty);
        let name = self.access_name(if by_words { "put" } else { "write" }, capture, ty);
        if self.word_functions.contains_key(&name) {
            return name;
        }
        self.word_functions.insert(name.clone(), String::new());
        let mut body = String::new();
        match ty {
            _ if by_words || (ty.bytes() >= 4 && !ty.has_sub_word_parts()) => {
                let write = self.word_writer(capture);
                let mut words = vec![Vec::new(); ty.bytes() / 4];
                self.add_bits(ty, "v", 0, &mut words);
                body += "let w = b >> 2u; ";
                for (n, parts) in words.iter().enumerate() {
                    let _ = write!(body, "{write}(w + {n}u, {}); ", parts.join(" | "));
                }
            }
            TypeInfo::Array(item, len) => {
                let (write, size) = (self.write_function(capture, item, false), item.bytes());
                if *len > UNROLLED_ITEMS {
                    let _ = write!(
                        body,
                        "var r = v; for (var k = 0u; k < {len}u; k += 1u) {{ {write}(b + k * {size}u, r[k]); }} "
                    );
                } else {
                    for k in 0..*len {
                        let _ = write!(body, "{write}(b + {}u, v[{k}]); ", k * size);
                    }
                }
            }
            TypeInfo::Struct(info) => {
                let mut at = 0;
                for (field, of) in info.fields {
                    let write = self.write_function(capture, of, false);
                    let _ = write!(body, "{write}(b + {at}u, v.{}); ", super::field_name(field));
                    at += of.bytes();
                }
            }
            _ => {
                let write = self.bit_writer(capture);
                let (mask, bits) = ((1u32 << (8 * ty.bytes())) - 1, self.encoded(ty, "v"));
                let _ = write!(body, "let s = (b & 3u) << 3u; {write}(b >> 2u, {mask}u << s, {bits} << s); ");
            }
        }
        let spelt = self.spell(ty);
        self.word_functions.insert(name.clone(), format!("fn {name}(b: u32, v: {spelt}) {{ {body}}}\n"));
        name
    }

    /// Appends the bits of a value, which begins at byte offset `at`, to the expressions for the words that
    /// contain it.
    fn add_bits(&mut self, ty: &'static TypeInfo, value: &str, at: usize, words: &mut [Vec<String>]) {
        match ty {
            TypeInfo::Array(item, len) => {
                (0..*len).for_each(|k| {
                    self.add_bits(item, &format!("{value}[{k}]"), at + k * item.bytes(), words);
                });
            }
            TypeInfo::Struct(info) => {
                let mut at = at;
                for (name, field) in info.fields {
                    self.add_bits(field, &format!("{value}.{}", super::field_name(name)), at, words);
                    at += field.bytes();
                }
            }
            TypeInfo::Vector(..) => {
                let item = crate::scalar_info(ty);
                for k in 0..ty.bytes() / item.bytes() {
                    self.add_bits(item, &format!("{value}[{k}]"), at + k * item.bytes(), words);
                }
            }
            TypeInfo::Matrix(size) => {
                let size = usize::from(*size);
                for k in 0..size * size {
                    let item = format!("{value}[{}][{}]", k / size, k % size);
                    self.add_bits(&TypeInfo::Scalar(Scalar::F32), &item, at + 4 * k, words);
                }
            }
            TypeInfo::Scalar(Scalar::F64 | Scalar::I64 | Scalar::U64) => {
                self.need(crate::Capability::I64);
                words[at / 4].push(format!("u32(bitcast<u64>({value}) & 0xfffffffflu)"));
                words[at / 4 + 1].push(format!("u32(bitcast<u64>({value}) >> 32u)"));
            }
            _ => {
                let bits = self.encoded(ty, value);
                words[at / 4].push(match at % 4 {
                    0 => bits,
                    byte => format!("({bits} << {}u)", 8 * byte),
                });
            }
        }
    }

    /// Declares the function that reads the `f16` at a byte address as an `f32`, and returns its name.
    pub(super) fn half_function(&mut self, capture: usize) -> String {
        let name = format!("half_{}", self.capture_name(capture));
        let word = self.word_reader(capture);
        self.support.insert("amp_half".to_owned(), HALF.to_owned());
        let text =
            format!("fn {name}(b: u32) -> f32 {{ return amp_half({word}(b >> 2u) >> ((b & 3u) << 3u)); }}\n");
        self.word_functions.insert(name.clone(), text);
        name
    }

    fn access_name(&mut self, verb: &str, capture: usize, ty: &'static TypeInfo) -> String {
        let label = match ty {
            TypeInfo::Scalar(scalar) => scalar.rust().to_owned(),
            _ => {
                let known = self.word_types.iter().position(|known| *known == ty);
                let number = known.unwrap_or_else(|| {
                    self.word_types.push(ty);
                    self.word_types.len() - 1
                });
                number.to_string()
            }
        };
        format!("{verb}_{}_{label}", self.capture_name(capture))
    }

    fn word_access(&mut self, capture: usize) -> &mut WordAccess {
        self.word_accesses.entry(self.root(capture)).or_default()
    }

    fn word_reader(&mut self, capture: usize) -> String {
        self.word_access(capture).reads = true;
        format!("load_{}", self.capture_name(capture))
    }

    fn word_writer(&mut self, capture: usize) -> String {
        self.word_access(capture).writes = true;
        format!("store_{}", self.capture_name(capture))
    }

    fn bit_writer(&mut self, capture: usize) -> String {
        self.word_access(capture).writes_bits = true;
        format!("set_{}", self.capture_name(capture))
    }

    /// The texts of all functions that access the elements of buffers of words.
    pub(super) fn word_function_texts(&self) -> String {
        let mut out = String::new();
        for (capture, access) in &self.word_accesses {
            let name = self.capture_name(*capture);
            let buffer = self.capture_name(self.specialisation.bound(*capture));
            let atomic = access.writes_bits;
            if access.reads {
                let load =
                    if atomic { format!("atomicLoad(&{buffer}[at])") } else { format!("{buffer}[at]") };
                let _ = writeln!(out, "fn load_{name}(at: u32) -> u32 {{ return {load}; }}");
            }
            if access.writes {
                let store = match atomic {
                    true => format!("atomicStore(&{buffer}[at], word)"),
                    false => format!("{buffer}[at] = word"),
                };
                let _ = writeln!(out, "fn store_{name}(at: u32, word: u32) {{ {store}; }}");
            }
            if atomic {
                let _ = writeln!(
                    out,
                    "fn set_{name}(at: u32, mask: u32, bits: u32) {{ atomicAnd(&{buffer}[at], ~mask | bits); atomicOr(&{buffer}[at], bits); }}"
                );
            }
        }
        self.word_functions.values().for_each(|text| out += text);
        out
    }
}

/// Whether a value of this type, at an address that is a multiple of four, is read and written by complete
/// words.
fn by_words(ty: &TypeInfo) -> bool {
    ty.bytes().is_multiple_of(4) && ty.bytes() <= 4 * UNROLLED_WORDS
}

/// The byte offset of a field in a value of this type.
fn field_offset(ty: &TypeInfo, name: &str) -> usize {
    match ty {
        TypeInfo::Struct(info) => {
            let before = info.fields.iter().take_while(|(field, _)| *field != name);
            before.map(|(_, field)| field.bytes()).sum()
        }
        TypeInfo::Vector(scalar, _) => scalar.bytes() * component(name),
        TypeInfo::Matrix(size) => {
            let column = ["x_axis", "y_axis", "z_axis", "w_axis"].iter().position(|known| *known == name);
            4 * usize::from(*size) * column.unwrap_or(0)
        }
        _ => 0,
    }
}
