//! Validates enums in downloaded data. A kernel computes only valid variants, but an out-of-bounds write may
//! put any word anywhere in a device buffer. An invalid discriminant on the host would be undefined
//! behaviour. So a download replaces it by 0, which is a discriminant of every enum that an array or a view
//! may contain.

use amp_shader::{Scalar, TypeInfo};

/// The offsets of the enums in an element. A `bool` counts as an enum with the discriminants 0 and 1.
pub(super) struct EnumPositions {
    /// The size of an element in bytes.
    element: usize,
    positions: Vec<EnumPosition>,
}

struct EnumPosition {
    /// The offset of the enum in the element, in bytes.
    offset: usize,
    bytes: usize,
    signed: bool,
    /// The valid discriminants of the enum.
    numbers: &'static [u32],
}

impl EnumPosition {
    /// Whether the bytes are a valid discriminant.
    fn is_valid(&self, bytes: &[u8]) -> bool {
        let number = match (bytes, self.signed) {
            (&[byte], false) => byte.into(),
            (&[byte], true) => i32::from(byte.cast_signed()).cast_unsigned(),
            (&[a, b], false) => u16::from_ne_bytes([a, b]).into(),
            (&[a, b], true) => i32::from(i16::from_ne_bytes([a, b])).cast_unsigned(),
            (&[a, b, c, d], _) => u32::from_ne_bytes([a, b, c, d]),
            _ => return false,
        };
        self.numbers.contains(&number)
    }
}

impl EnumPositions {
    pub(super) fn of(info: &TypeInfo) -> Self {
        let mut enums = EnumPositions { element: info.bytes(), positions: Vec::new() };
        enums.add(info, 0);
        enums
    }

    /// Adds the enums in a type that begins at byte `start` of the element.
    fn add(&mut self, info: &TypeInfo, start: usize) {
        match info {
            TypeInfo::Enum(info) => self.positions.push(EnumPosition {
                offset: start,
                bytes: info.bytes,
                signed: info.signed,
                numbers: info.numbers,
            }),
            TypeInfo::Scalar(Scalar::Bool) => {
                self.positions.push(EnumPosition { offset: start, bytes: 1, signed: false, numbers: &[0, 1] })
            }
            TypeInfo::Array(element, len) => {
                (0..*len).for_each(|n| self.add(element, start + n * element.bytes()));
            }
            TypeInfo::Struct(info) => {
                let mut at = start;
                for (_, field) in info.fields {
                    self.add(field, at);
                    at += field.bytes();
                }
            }
            _ => {}
        }
    }

    /// Replaces invalid discriminants by zero, in bytes that begin at byte `start` of the storage.
    pub(super) fn replace_invalid(&self, start: usize, bytes: &mut [u8]) {
        let end = start + bytes.len();
        for element in (start - start % self.element..end).step_by(self.element) {
            for position in &self.positions {
                let at = element + position.offset;
                if at < start || at + position.bytes > end {
                    continue;
                }
                let value = &mut bytes[at - start..][..position.bytes];
                if !position.is_valid(value) {
                    value.fill(0);
                }
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use amp_shader::{EnumInfo, StructInfo};

    static KIND: TypeInfo = TypeInfo::Enum(&EnumInfo {
        name: "Kind",
        numbers: &[0, 7],
        signed: false,
        bytes: 4,
        equal: None,
        order: None,
    });
    static FLOAT: TypeInfo = TypeInfo::Scalar(Scalar::F32);
    static KINDS: TypeInfo = TypeInfo::Array(&KIND, 2);
    static ELEMENT: TypeInfo =
        TypeInfo::Struct(&StructInfo { name: "S", fields: &[("x", &FLOAT), ("kinds", &KINDS)] });

    fn mended(start: usize, words: &[u32]) -> Vec<u32> {
        let mut bytes: Vec<u8> = words.iter().flat_map(|word| word.to_ne_bytes()).collect();
        EnumPositions::of(&ELEMENT).replace_invalid(start, &mut bytes);
        bytes.as_chunks().0.iter().map(|word| u32::from_ne_bytes(*word)).collect()
    }

    #[test]
    fn enums_of_a_byte_and_flags_are_validated() {
        static SMALL: TypeInfo = TypeInfo::Enum(&EnumInfo {
            name: "Small",
            numbers: &[0, u32::MAX],
            signed: true,
            bytes: 1,
            equal: None,
            order: None,
        });
        static FLAG: TypeInfo = TypeInfo::Scalar(Scalar::Bool);
        static BYTE: TypeInfo = TypeInfo::Scalar(Scalar::U8);
        static ELEMENT: TypeInfo = TypeInfo::Struct(&StructInfo {
            name: "E",
            fields: &[("kind", &SMALL), ("byte", &BYTE), ("flag", &FLAG)],
        });
        let mut bytes = [0xff, 7, 1, 2, 7, 2, 0, 9, 0xff];
        EnumPositions::of(&ELEMENT).replace_invalid(0, &mut bytes);
        assert_eq!(bytes, [0xff, 7, 1, 0, 7, 0, 0, 9, 0]);
    }

    #[test]
    fn invalid_discriminant_becomes_zero() {
        assert_eq!(mended(0, &[9, 7, 9, 8, 0, 7]), [9, 7, 0, 8, 0, 7]);
        // These words begin in the middle of one element and end in the middle of the next.
        assert_eq!(mended(20, &[9, 9, 9]), [0, 9, 0]);
        assert_eq!(mended(12, &[9, 9]), [9, 0]);
        assert_eq!(mended(12, &[]), []);
    }
}
