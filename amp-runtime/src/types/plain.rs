//! `Plain`: the compile-time proof that a type is plain data.
//!
//! The expansion of `#[derive(GpuType)]` must not contain `unsafe`, so it cannot simply assert a layout.
//! Instead, it states the offsets of a struct's fields, or the variants of an enum. Const evaluation compares
//! them with the real layout before any memory of the type exists. If a user writes the constant
//! `GpuType::PLAIN` by hand and states another layout, `verify_plain` fails.

use std::ptr;

use amp_shader::TypeInfo;

use super::{DerivedValue, Element, GpuType, Value};

/// The largest alignment that an element type may have. amp aligns the host memory that it allocates for
/// elements to this many bytes.
pub(crate) const MAX_ALIGN: usize = 16;

/// The proof that `T` is plain data:
///
/// - No byte is padding, and the size is not zero.
/// - Each bit pattern is a valid value. Enums and `bool` are exceptions: only the discriminants of the
///   variants, or 0 and 1, are valid. So no other pattern may be written to memory of such a type.
/// - The value with all bits zero is valid.
/// - The alignment is at least that of each scalar in the type, and at most `MAX_ALIGN`.
///
/// Only functions of this module create a `Plain`. `verify_plain` verifies the offsets or variants that these
/// functions received.
#[derive(Debug)]
pub struct Plain<T: 'static> {
    /// Whether each bit pattern is a valid value. False for types that contain an enum or a `bool`.
    any_bits: bool,
    evidence: Evidence<T>,
}

/// The evidence that `verify_plain` verifies.
#[derive(Debug)]
enum Evidence<T: 'static> {
    /// Nothing to verify, because amp itself implements `GpuType` or `Element` for the type.
    Trusted,
    /// The fields of a struct.
    Fields(&'static [PlainField<T>]),
    /// The variants of an enum.
    Variants(&'static [T]),
    /// The fields of a generic struct, and a function that returns a value of the struct.
    Projected(&'static [ProjectedField<T>], fn() -> T),
}

/// A field of the struct `S`: its offset, size and type as the expansion states them.
#[derive(Debug)]
pub struct PlainField<S: 'static> {
    offset: usize,
    size: usize,
    align: usize,
    any_bits: bool,
    info: &'static TypeInfo,
    /// The message that reports padding before this field.
    gap: &'static str,
    /// A value of the struct. `field` is the address of this field in the value.
    sample: &'static S,
    field: *const u8,
}

impl<S> PlainField<S> {
    /// Sets the message that reports padding before this field.
    #[must_use]
    pub const fn with_gap_message(self, gap: &'static str) -> Self {
        PlainField { gap, ..self }
    }
}

/// Describes a field that the caller states to be at `offset`. `whole` is a value of the struct, and `part`
/// is the field in it. Their addresses determine the real offset. Only for expansions of
/// `#[derive(GpuType)]`.
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
/// A struct with padding has no proof:
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
        "[AMP021] this cannot be a `GpuType`: a field is an array without elements; remove the field, or use a positive length"
    );
    let gap = "this struct has padding before one of its fields";
    let (size, any_bits) = (size_of::<T>(), T::PLAIN.any_bits);
    PlainField {
        offset,
        size,
        align: align_of::<T>(),
        any_bits,
        info: T::INFO,
        gap,
        sample: whole,
        field: ptr::from_ref(part).cast(),
    }
}

/// Describes a field without data, a `PhantomData`. Its size is zero, so it contains no byte that could be
/// padding.
#[track_caller]
pub const fn marker_field<S, T: Value>(offset: usize, whole: &'static S, part: &'static T) -> PlainField<S> {
    assert!(size_of::<T>() == 0, "a `PhantomData` field has data");
    let gap = "this struct has padding before one of its fields";
    let field = ptr::from_ref(part).cast();
    let info = T::INFO;
    PlainField { offset, size: 0, align: 1, any_bits: true, info, gap, sample: whole, field }
}

/// A field of the generic struct `S`. A constant of a generic type cannot contain a reference to a value of
/// that type. So the description contains a function that returns a reference to the field of a given value.
/// Before memory is allocated or borrowed, `verify_plain` calls the function and compares the field's address
/// with the stated offset.
#[derive(Debug)]
pub struct ProjectedField<S: 'static> {
    offset: usize,
    size: usize,
    align: usize,
    any_bits: bool,
    info: &'static TypeInfo,
    gap: &'static str,
    projection: &'static dyn Project<S>,
}

impl<S> ProjectedField<S> {
    /// Sets the message that reports padding before this field.
    #[must_use]
    pub const fn with_gap_message(self, gap: &'static str) -> Self {
        ProjectedField { gap, ..self }
    }
}

/// A function that returns a reference to a field of type `T` in a struct.
pub struct Projection<S, T>(fn(&S) -> &T);

impl<S, T> Projection<S, T> {
    /// Wraps the function `project`.
    pub const fn new(project: fn(&S) -> &T) -> Self {
        Projection(project)
    }
}

impl<S, T> std::fmt::Debug for Projection<S, T> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str("Projection")
    }
}

/// Finds the address of a field in a value of the struct `S`. The trait hides the field's type, so that
/// fields of different types fit in one list.
trait Project<S>: std::fmt::Debug + Sync {
    fn address(&self, whole: &S) -> usize;
}

impl<S, T> Project<S> for Projection<S, T> {
    fn address(&self, whole: &S) -> usize {
        ptr::from_ref((self.0)(whole)).addr()
    }
}

/// Describes a field of a generic struct that the caller states to be at `offset`. Only for expansions of
/// `#[derive(GpuType)]`.
#[track_caller]
pub const fn projected_field<S, T: GpuType>(
    offset: usize,
    projection: &'static Projection<S, T>,
) -> ProjectedField<S> {
    assert!(
        size_of::<T>() != 0,
        "[AMP021] this cannot be a `GpuType`: a field is an array without elements; remove the field, or use a positive length"
    );
    let gap = "this struct has padding before one of its fields";
    let (size, any_bits) = (size_of::<T>(), T::PLAIN.any_bits);
    ProjectedField { offset, size, align: align_of::<T>(), any_bits, info: T::INFO, gap, projection }
}

/// Like [`marker_field`], for a generic struct.
#[track_caller]
pub const fn projected_marker<S, T: Value>(
    offset: usize,
    projection: &'static Projection<S, T>,
) -> ProjectedField<S> {
    assert!(size_of::<T>() == 0, "a `PhantomData` field has data");
    let gap = "this struct has padding before one of its fields";
    ProjectedField { offset, size: 0, align: 1, any_bits: true, info: T::INFO, gap, projection }
}

/// Verifies the layout proof of a type. All code that allocates or borrows memory for values of `T` calls
/// this function. So no memory exists for a type whose hand-written `PLAIN` constant states a false layout.
/// Therefore `GpuType` need not be `unsafe`. rustc does the verification at compile time, except for the
/// field offsets of generic structs.
#[inline]
pub(crate) fn verify_plain<T: Element>() {
    const {
        assert!(size_of::<T>() != 0, "an array without elements cannot be the element of an array or a view");
        T::PROOF.verify(T::STORED);
    }
    if let Evidence::Projected(fields, make) = T::PROOF.evidence {
        verify_projections::<T>(fields, &make());
    }
}

/// Verifies that the fields of a value are at the stated offsets.
fn verify_projections<T>(fields: &[ProjectedField<T>], whole: &T) {
    let start = ptr::from_ref(whole).addr();
    for field in fields {
        assert!(
            field.offset + field.size <= size_of::<T>()
                && field.projection.address(whole) == start + field.offset,
            "a field has another offset than `PLAIN` states"
        );
    }
}

impl<T> Plain<T> {
    /// The proof for a scalar, or for a type that consists of scalars only.
    pub(crate) const fn scalar() -> Self {
        assert!(matches!(size_of::<T>(), 1 | 2) || size_of::<T>() != 0 && size_of::<T>().is_multiple_of(4));
        assert!(align_of::<T>().is_multiple_of(4) || align_of::<T>() == size_of::<T>());
        assert!(align_of::<T>() <= MAX_ALIGN);
        Plain { any_bits: true, evidence: Evidence::Trusted }
    }

    /// The proof for `bool`.
    pub(super) const fn boolean() -> Self {
        assert!(size_of::<T>() == 1);
        Plain { any_bits: false, evidence: Evidence::Trusted }
    }

    /// The proof for an array of elements of type `E`.
    pub(crate) const fn array_of<E: GpuType>() -> Self {
        // `field` and `verify_plain` assert that the array has at least one element.
        assert!(align_of::<T>() == align_of::<E>() && align_of::<T>() <= MAX_ALIGN);
        Plain { any_bits: E::PLAIN.any_bits, evidence: Evidence::Trusted }
    }

    /// The proof for an enum without fields. `numbers` contains the discriminants. `has_repr` tells whether
    /// the enum declares its size.
    pub const fn of_enum(variants: &'static [T], numbers: &[isize], has_repr: bool) -> Self {
        assert!(
            has_repr && matches!(size_of::<T>(), 1 | 2 | 4),
            "an enum in an array or a view must have a declared size of at most 32 bits: declare it `#[repr(u8)]` (or `u16`, `u32`, `i8`, `i16`, `i32`)"
        );
        let (mut zero, mut at) = (false, 0);
        while at < numbers.len() {
            zero |= numbers[at] == 0;
            at += 1;
        }
        assert!(zero, "an enum in an array or a view must have a variant with the discriminant 0");
        Plain { any_bits: false, evidence: Evidence::Variants(variants) }
    }

    /// Verifies the evidence. Only for const evaluation: there, comparing pointers into different objects and
    /// reading padding are compile-time errors, so false evidence does not compile.
    const fn verify(&self, info: &TypeInfo) {
        match self.evidence {
            Evidence::Trusted => {}
            Evidence::Fields(fields) => {
                let TypeInfo::Struct(info) = info else {
                    panic!("`PLAIN` describes a struct, but `INFO` does not")
                };
                assert!(info.fields.len() == fields.len(), "`PLAIN` and `INFO` have different fields");
                let mut at = 0;
                while at < fields.len() {
                    let PlainField { offset, sample: whole, field: part, info: of_field, .. } = fields[at];
                    // SAFETY: both pointers refer to statics. Const evaluation verifies that both point into
                    // the same static.
                    let found = unsafe { part.byte_offset_from(ptr::from_ref(whole)) };
                    assert!(
                        found >= 0 && found as usize == offset,
                        "a field has another offset than `PLAIN` states"
                    );
                    assert!(
                        info.fields[at].1.has_layout_of(of_field),
                        "a field has another type than `INFO` states"
                    );
                    at += 1;
                }
            }
            Evidence::Projected(fields, _) => {
                let TypeInfo::Struct(info) = info else {
                    panic!("`PLAIN` describes a struct, but `INFO` does not")
                };
                assert!(info.fields.len() == fields.len(), "`PLAIN` and `INFO` have different fields");
                let mut at = 0;
                while at < fields.len() {
                    assert!(
                        info.fields[at].1.has_layout_of(fields[at].info),
                        "a field has another type than `INFO` states"
                    );
                    at += 1;
                }
            }
            Evidence::Variants(variants) => {
                let TypeInfo::Enum(info) = info else {
                    panic!("`PLAIN` describes an enum, but `INFO` does not")
                };
                assert!(info.bytes == size_of::<T>(), "`INFO` states another size");
                let numbers = info.numbers;
                let (mut zero, mut at) = (false, 0);
                while at < numbers.len() {
                    let mut n = 0;
                    while n < variants.len() && discriminant(&variants[n], info.signed) != numbers[at] {
                        n += 1;
                    }
                    assert!(n < variants.len(), "`INFO` has a discriminant without a variant");
                    zero |= numbers[at] == 0;
                    at += 1;
                }
                assert!(zero, "an enum in an array or a view must have a variant with the discriminant 0");
            }
        }
    }

    /// Whether each bit pattern is a valid value.
    pub(crate) const fn any_bits(&self) -> bool {
        self.any_bits
    }

    /// The proof for a struct that consists of exactly these fields, in the order of their offsets.
    #[track_caller]
    pub const fn of_struct(fields: &'static [PlainField<T>]) -> Self {
        let mut end = 0;
        let mut at = 0;
        let mut any_bits = true;
        while at < fields.len() {
            any_bits &= fields[at].any_bits;
            assert!(align_of::<T>() >= fields[at].align, "a packed struct cannot be a `GpuType`");
            if fields[at].offset != end {
                panic!("{}", fields[at].gap);
            }
            end += fields[at].size;
            at += 1;
        }
        assert_struct_ends::<T>(end);
        Plain { any_bits, evidence: Evidence::Fields(fields) }
    }

    /// Like [`Plain::of_struct`], for a generic struct.
    #[track_caller]
    pub const fn of_generic_struct(fields: &'static [ProjectedField<T>]) -> Self
    where
        T: DerivedValue,
    {
        let mut end = 0;
        let mut at = 0;
        let mut any_bits = true;
        while at < fields.len() {
            any_bits &= fields[at].any_bits;
            assert!(align_of::<T>() >= fields[at].align, "a packed struct cannot be a `GpuType`");
            if fields[at].offset != end {
                panic!("{}", fields[at].gap);
            }
            end += fields[at].size;
            at += 1;
        }
        assert_struct_ends::<T>(end);
        Plain { any_bits, evidence: Evidence::Projected(fields, || T::NOTHING) }
    }
}

/// Asserts that a struct ends at the end of its last field, is not empty, and has an alignment that amp
/// supports.
#[track_caller]
const fn assert_struct_ends<T>(end: usize) {
    assert!(
        end == size_of::<T>(),
        "this struct ends with padding: add fields that fill it up to its alignment, and declare it `#[repr(C)]`"
    );
    assert!(end != 0, "a `GpuType` struct needs at least one field");
    assert!(align_of::<T>() <= MAX_ALIGN, "a `GpuType` struct cannot have an alignment above 16 bytes");
}

/// The discriminant of an enum value of 8, 16 or 32 bits, sign-extended if `signed`.
const fn discriminant<T>(value: &T, signed: bool) -> u32 {
    assert!(align_of::<T>() == size_of::<T>());
    let value = ptr::from_ref(value);
    // SAFETY: the value has the size and the alignment of the integer that is read. Const evaluation verifies
    // that all bytes are initialised.
    unsafe {
        match (size_of::<T>(), signed) {
            (1, false) => value.cast::<u8>().read() as u32,
            (1, true) => value.cast::<i8>().read() as u32,
            (2, false) => value.cast::<u16>().read() as u32,
            (2, true) => value.cast::<i16>().read() as u32,
            (4, _) => value.cast::<u32>().read(),
            _ => panic!("an enum in an array or a view has 8, 16 or 32 bits"),
        }
    }
}
