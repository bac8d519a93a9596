//! The proof that a type is plain data.

use std::marker::PhantomData;

use super::GpuType;

/// The largest alignment that storage made by amp has.
pub(crate) const MAX_ALIGN: usize = 16;

/// Proof that `T` is plain data: no byte is padding; the size is not zero; the bits of each word are a value whatever they
/// are, or those of an enum, which nothing but its own values may be written to; and all bits zero are a value. Size and
/// alignment are multiples of four bytes, but for the numbers that are smaller, which are no [`GpuType`]s. Only the
/// functions here make one.
#[derive(Debug)]
pub struct Plain<T> {
    /// Whether each pattern of bits is a value, and not only those that values have.
    any_bits: bool,
    of: PhantomData<T>,
}

/// A field of `S`: where it lies and how long it is.
#[derive(Debug)]
pub struct PlainField<S> {
    offset: usize,
    size: usize,
    any_bits: bool,
    /// What is said of a gap before it.
    gap: &'static str,
    of: PhantomData<S>,
}

impl<S> PlainField<S> {
    /// The same, of which this is said if there is a gap before it.
    ///
    /// ```
    /// # use std::mem::offset_of;
    /// # use amp::__private::{field, Plain};
    /// #[repr(C)]
    /// struct One {
    ///     a: f32,
    /// }
    /// const PLAIN: Plain<One> =
    ///     Plain::of_struct(&[field(offset_of!(One, a), |it: &One| &it.a).told("before `a` there is a gap")]);
    /// ```
    #[must_use]
    pub const fn told(self, gap: &'static str) -> Self {
        PlainField { gap, ..self }
    }
}

/// The field at this offset, which `project` shows to be plain data itself. For expansions of `#[derive(GpuType)]` only.
///
/// ```
/// # use std::mem::offset_of;
/// # use amp::__private::{field, Plain};
/// #[repr(C)]
/// struct Pair {
///     a: f32,
///     b: u32,
/// }
/// const PLAIN: Plain<Pair> = Plain::of_struct(&[
///     field(offset_of!(Pair, a), |it: &Pair| &it.a),
///     field(offset_of!(Pair, b), |it: &Pair| &it.b),
/// ]);
/// ```
///
/// A struct with a gap has no proof:
/// ```compile_fail
/// # use std::mem::offset_of;
/// # use amp::__private::{field, Plain};
/// #[repr(C)]
/// struct Gap {
///     a: f32,
///     b: u64,
/// }
/// const PLAIN: Plain<Gap> = Plain::of_struct(&[
///     field(offset_of!(Gap, a), |it: &Gap| &it.a),
///     field(offset_of!(Gap, b), |it: &Gap| &it.b),
/// ]);
/// ```
pub const fn field<S, T: GpuType>(offset: usize, project: fn(&S) -> &T) -> PlainField<S> {
    let _ = project;
    let gap = "this struct has a gap before one of its fields";
    PlainField { offset, size: size_of::<T>(), any_bits: T::PLAIN.any_bits, gap, of: PhantomData }
}

impl<T> Plain<T> {
    /// The proof for a scalar, or for what is made of nothing but scalars.
    pub(crate) const fn scalar() -> Self {
        assert!(size_of::<T>() != 0 && size_of::<T>().is_multiple_of(4));
        assert!(align_of::<T>().is_multiple_of(4) && align_of::<T>() <= MAX_ALIGN);
        Plain { any_bits: true, of: PhantomData }
    }

    /// The proof for a number of less than 32 bits.
    pub(super) const fn small() -> Self {
        assert!(matches!(size_of::<T>(), 1 | 2) && align_of::<T>() == size_of::<T>());
        Plain { any_bits: true, of: PhantomData }
    }

    /// The proof for an array of such elements.
    pub(crate) const fn array_of<E: GpuType>() -> Self {
        let Plain { .. } = Plain::<T>::scalar();
        Plain { any_bits: E::PLAIN.any_bits, of: PhantomData }
    }

    /// The proof for an enum without fields, by its discriminants.
    pub const fn of_enum(discriminants: &[isize]) -> Self {
        assert!(
            size_of::<T>() == 4,
            "an enum that lies in an array or a view has 32 bits: declare it `#[repr(u32)]` (or `#[repr(i32)]`)"
        );
        let (mut zero, mut at) = (false, 0);
        while at < discriminants.len() {
            zero |= discriminants[at] == 0;
            at += 1;
        }
        assert!(zero, "an enum that lies in an array or a view has a variant whose number is 0");
        Plain { any_bits: false, of: PhantomData }
    }

    /// Whether each pattern of bits is a value.
    pub(crate) const fn any_bits(&self) -> bool {
        self.any_bits
    }

    /// The proof for a struct that consists of these fields, in the order of their offsets, and of nothing else.
    pub const fn of_struct(fields: &[PlainField<T>]) -> Self {
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
        Plain { any_bits, of: PhantomData }
    }
}
