//! Validates enums in downloaded data. A kernel computes only valid variants, but an out-of-bounds write may
//! put any word anywhere in a device buffer. An invalid discriminant on the host would be undefined
//! behaviour. So a download replaces it by 0, which is a discriminant of every enum that an array or a view
//! may contain.

use amp_shader::TypeInfo;

/// The positions of enums in an element.
pub(super) struct EnumPositions {
    /// The size of an element in bytes.
    element: usize,
    /// The offset of each enum in the element, and its valid discriminants.
    positions: Vec<(usize, &'static [u32])>,
}

const WORD: usize = size_of::<u32>();

impl EnumPositions {
    pub(super) fn of(info: &TypeInfo) -> Self {
        let mut enums = EnumPositions { element: info.words() * WORD, positions: Vec::new() };
        enums.add(info, 0);
        enums
    }

    /// Adds the enums of a type that starts at byte `start` of the element.
    fn add(&mut self, info: &TypeInfo, start: usize) {
        match info {
            TypeInfo::Enum(info) => self.positions.push((start, info.numbers)),
            TypeInfo::Array(element, len) => {
                (0..*len).for_each(|n| self.add(element, start + n * element.words() * WORD));
            }
            TypeInfo::Struct(info) => {
                let mut at = start;
                for (_, field) in info.fields {
                    self.add(field, at);
                    at += field.words() * WORD;
                }
            }
            _ => {}
        }
    }

    /// Replaces invalid discriminants by zero, in bytes that begin at byte `start` of the storage.
    pub(super) fn replace_invalid(&self, start: usize, bytes: &mut [u8]) {
        let end = start + bytes.len();
        for element in (start - start % self.element..end).step_by(self.element) {
            for (offset, variants) in &self.positions {
                let at = element + offset;
                if at < start || at + WORD > end {
                    continue;
                }
                let word = &mut bytes[at - start..][..WORD];
                if !variants.contains(&u32::from_ne_bytes([word[0], word[1], word[2], word[3]])) {
                    word.fill(0);
                }
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use amp_shader::{EnumInfo, Scalar, StructInfo};

    static KIND: TypeInfo =
        TypeInfo::Enum(&EnumInfo { name: "Kind", numbers: &[0, 7], signed: false, equal: None, order: None });
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
    fn invalid_discriminant_becomes_zero() {
        assert_eq!(mended(0, &[9, 7, 9, 8, 0, 7]), [9, 7, 0, 8, 0, 7]);
        // These words begin in the middle of one element and end in the middle of the next.
        assert_eq!(mended(20, &[9, 9, 9]), [0, 9, 0]);
        assert_eq!(mended(12, &[9, 9]), [9, 0]);
        assert_eq!(mended(12, &[]), []);
    }
}
