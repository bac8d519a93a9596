//! The proof that a type is plain data.

use std::ptr;

use amp_shader::TypeInfo;

use super::{Element, GpuType};

/// The largest alignment that storage made by amp has.
pub(crate) const MAX_ALIGN: usize = 16;

/// What is said of `T`: that it is plain data. No byte is padding; the size is not zero; the bits of each word are a value whatever
/// they are, or those of an enum, which nothing but its own values may be written to; and all bits zero are a value. Size and
/// alignment are multiples of four bytes, but for the numbers that are smaller, which are no [`GpuType`]s. Only the
/// functions here make one, and what they were told is looked at once more before there is memory for values of the type.
#[derive(Debug)]
pub struct Plain<T: 'static> {
    /// Whether each pattern of bits is a value, and not only those that values have.
    any_bits: bool,
    parts: Parts<T>,
}

/// What it was told of.
#[derive(Debug)]
enum Parts<T: 'static> {
    /// Nothing: amp itself says so.
    Known,
    /// A struct's fields.
    Fields(&'static [PlainField<T>]),
    /// An enum's variants.
    Variants(&'static [T]),
}

/// A field of `S`: where it lies and how long it is.
#[derive(Debug)]
pub struct PlainField<S: 'static> {
    offset: usize,
    size: usize,
    any_bits: bool,
    info: &'static TypeInfo,
    /// What is said of a gap before it.
    gap: &'static str,
    /// A struct, and where this field of it lies.
    whole: &'static S,
    part: *const u8,
}

impl<S> PlainField<S> {
    /// The same, of which this is said if there is a gap before it.
    ///
    #[must_use]
    pub const fn told(self, gap: &'static str) -> Self {
        PlainField { gap, ..self }
    }
}

/// The field at this offset, of a struct that shows where it lies. For expansions of `#[derive(GpuType)]` only.
///
/// ```
/// # use amp::__private::{Plain, PlainField, field};
/// # use std::mem::offset_of;
/// #[repr(C)]
/// struct Pair {
///     a: f32,
///     b: u32,
/// }
/// const WHOLE: &Pair = &Pair { a: 0.0, b: 0 };
/// const FIELDS: &[PlainField<Pair>] =
///     &[field(offset_of!(Pair, a), WHOLE, &WHOLE.a), field(offset_of!(Pair, b), WHOLE, &WHOLE.b)];
/// const PLAIN: Plain<Pair> = Plain::of_struct(FIELDS);
/// ```
///
/// A struct with a gap has no proof:
/// ```compile_fail,E0080
/// # use amp::__private::{Plain, PlainField, field};
/// # use std::mem::offset_of;
/// #[repr(C)]
/// struct Gap {
///     a: f32,
///     b: u64,
/// }
/// const WHOLE: &Gap = &Gap { a: 0.0, b: 0 };
/// const FIELDS: &[PlainField<Gap>] =
///     &[field(offset_of!(Gap, a), WHOLE, &WHOLE.a), field(offset_of!(Gap, b), WHOLE, &WHOLE.b)];
/// const PLAIN: Plain<Gap> = Plain::of_struct(FIELDS);
/// ```
#[track_caller]
pub const fn field<S, T: GpuType>(offset: usize, whole: &'static S, part: &'static T) -> PlainField<S> {
    assert!(
        size_of::<T>() != 0,
        "[AMP021] this cannot be a `GpuType`: a field is an array without elements; leave it out, or give it at least one"
    );
    let gap = "this struct has a gap before one of its fields";
    let (size, any_bits) = (size_of::<T>(), T::PLAIN.any_bits);
    PlainField { offset, size, any_bits, info: T::INFO, gap, whole, part: ptr::from_ref(part).cast() }
}

/// That a type is what is said of it, or an error while compiling: whoever makes memory for values of the type asks. Who forges a proof
/// without saying `unsafe` gets no further than this.
pub(crate) const fn proved<T: Element>() {
    const {
        assert!(size_of::<T>() != 0, "an array without elements cannot be the element of an array or a view");
        T::PROOF.is_true(T::STORED);
    }
}

impl<T> Plain<T> {
    /// The proof for a scalar, or for what is made of nothing but scalars.
    pub(crate) const fn scalar() -> Self {
        assert!(size_of::<T>() != 0 && size_of::<T>().is_multiple_of(4));
        assert!(align_of::<T>().is_multiple_of(4) && align_of::<T>() <= MAX_ALIGN);
        Plain { any_bits: true, parts: Parts::Known }
    }

    /// The proof for a number of less than 32 bits.
    pub(super) const fn small() -> Self {
        assert!(matches!(size_of::<T>(), 1 | 2) && align_of::<T>() == size_of::<T>());
        Plain { any_bits: true, parts: Parts::Known }
    }

    /// The proof for an array of such elements.
    pub(crate) const fn array_of<E: GpuType>() -> Self {
        // That there is one is checked by the struct that has it as a field, and where there is memory for it.
        assert!(size_of::<T>().is_multiple_of(4));
        assert!(align_of::<T>().is_multiple_of(4) && align_of::<T>() <= MAX_ALIGN);
        Plain { any_bits: E::PLAIN.any_bits, parts: Parts::Known }
    }

    /// The proof for an enum without fields, by its variants and their numbers.
    pub const fn of_enum(variants: &'static [T], numbers: &[isize]) -> Self {
        assert!(
            size_of::<T>() == 4,
            "an enum that lies in an array or a view has 32 bits: declare it `#[repr(u32)]` (or `#[repr(i32)]`)"
        );
        let (mut zero, mut at) = (false, 0);
        while at < numbers.len() {
            zero |= numbers[at] == 0;
            at += 1;
        }
        assert!(zero, "an enum that lies in an array or a view has a variant whose number is 0");
        Plain { any_bits: false, parts: Parts::Variants(variants) }
    }

    /// Looks at it. To be called while compiling: there it is an error to compare places of different things, or to read what is no number.
    const fn is_true(&self, info: &TypeInfo) {
        match self.parts {
            Parts::Known => {}
            Parts::Fields(fields) => {
                let TypeInfo::Struct(info) = info else { panic!("a struct is called something else") };
                assert!(info.fields.len() == fields.len(), "a struct has other fields than it says");
                let mut at = 0;
                while at < fields.len() {
                    let PlainField { offset, whole, part, info: of_field, .. } = fields[at];
                    // SAFETY: both point to what is there for ever; that they point into one thing is seen while compiling.
                    let found = unsafe { part.byte_offset_from(ptr::from_ref(whole)) };
                    assert!(
                        found >= 0 && found as usize == offset,
                        "a field does not lie where it is said to"
                    );
                    assert!(
                        info.fields[at].1.lies_as(of_field),
                        "a field is of another type than it is said to be"
                    );
                    at += 1;
                }
            }
            Parts::Variants(variants) => {
                let TypeInfo::Enum(info) = info else { panic!("an enum is called something else") };
                let numbers = info.numbers;
                let (mut zero, mut at) = (false, 0);
                while at < numbers.len() {
                    let mut n = 0;
                    while n < variants.len() && number(&variants[n]) != numbers[at] {
                        n += 1;
                    }
                    assert!(n < variants.len(), "an enum has a number that is none of its variants'");
                    zero |= numbers[at] == 0;
                    at += 1;
                }
                assert!(zero, "an enum that lies in an array or a view has a variant whose number is 0");
            }
        }
    }

    /// Whether each pattern of bits is a value.
    pub(crate) const fn any_bits(&self) -> bool {
        self.any_bits
    }

    /// The proof for a struct that consists of these fields, in the order of their offsets, and of nothing else.
    pub const fn of_struct(fields: &'static [PlainField<T>]) -> Self {
        let mut end = 0;
        let mut at = 0;
        let mut any_bits = true;
        while at < fields.len() {
            any_bits &= fields[at].any_bits;
            if fields[at].offset != end {
                panic!("{}", fields[at].gap);
            }
            end += fields[at].size;
            at += 1;
        }
        assert!(
            end == size_of::<T>(),
            "this struct ends with a gap: add fields that fill it up to its alignment, and declare it `#[repr(C)]`"
        );
        assert!(end != 0, "a struct without fields cannot live on a device");
        assert!(align_of::<T>().is_multiple_of(4), "a packed struct cannot live on a device");
        assert!(align_of::<T>() <= MAX_ALIGN, "a struct on a device cannot be aligned to more than 16 bytes");
        Plain { any_bits, parts: Parts::Fields(fields) }
    }
}

/// The bits of an enum's value, where it has 32.
const fn number<T>(value: &T) -> u32 {
    assert!(size_of::<T>() == 4 && align_of::<T>() == 4);
    // SAFETY: the value has as many bytes, and lies as it has to. While compiling it is seen that none of them is missing.
    unsafe { ptr::from_ref(value).cast::<u32>().read() }
}
