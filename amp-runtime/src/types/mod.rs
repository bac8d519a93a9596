//! The traits of kernel types: [`Value`] (variables of kernels), [`GpuType`] (data that kernels read and
//! write) and [`Element`] (data that they read).
//!
//! Every `GpuType` is an `Element` and a `Value`. Tuples, `usize` and `Option` are values and not elements.
//! `plain` verifies at compile time that elements have no padding. The hidden traits `ShaderType`, `HostData`
//! and `SameAs` exist for diagnostics: rustc reports an unsuitable type once, in the user's source.

mod atomic;
mod bits;
mod compound;
mod empty_fold;
mod enum_comparison;
pub(crate) mod extent;
#[cfg(feature = "glam")]
mod glam;
mod half;
pub(crate) mod index;
mod never_applies;
mod numeric;
mod ordering;
mod plain;
mod projections;
mod range;
mod scalar;
mod scalars;
mod sum_types;
pub(crate) mod tile;
mod type_slot;
mod wrappers;

use std::ops::Range;

use amp_shader::TypeInfo;

use crate::launch::capture::{BoundCapture, ValueCapture, ValueCaptureType};
pub use amp_shader::field_hash;

pub(crate) use atomic::fetch;
pub use atomic::{Atomic, AtomicInt, AtomicValue};
pub use bits::{Word, bits};
pub use empty_fold::{
    AmpProductStep, AmpSumStep, EmptyProduct, EmptySum, empty_builtin_product, empty_builtin_sum,
    empty_product, empty_sum, product_step, sum_step,
};
pub use enum_comparison::{Relations, Unrelated, Variants};
pub use extent::Extent;
pub use index::Index;
pub(crate) use never_applies::{Unimplemented, never_applies};
pub use numeric::{Float, Int, Scalar};
pub use ordering::char_of_code;
pub(crate) use plain::verify_plain;
pub use plain::{
    Plain, PlainField, ProjectedField, Projection, field, marker_field, projected_field, projected_marker,
};
pub(crate) use projections::ScalarOf;
pub use projections::{NoProjections, Projections, ProjectionsOf};
pub use range::{RangeInclusiveValue, RangeValue, convert_range};
pub use scalars::{PlainScalar, ScalarReader, ScalarWriter, read_number, write_number};
pub(crate) use scalars::{bytes_of_number, bytes_of_tag};
pub use tile::{TileBarrier, TiledExtent, TiledIndex, uniform};
use type_slot::InfoOf;
#[doc(hidden)]
pub use type_slot::{TypeSlot, slot, slot_of};

/// A type whose operators need no device function: a scalar, a glam vector or matrix, or an index. Users
/// cannot name this trait, so they cannot implement it.
pub trait Builtin {}

/// Implemented for concrete types with built-in operators. No trait has this trait as a supertrait, so it
/// never follows from a bound such as `T: Scalar`. So method resolution can distinguish a concrete type from
/// a type parameter: only the concrete type implements this trait.
pub trait BuiltinType: Builtin {}

/// The type of a value in a shader. This trait does not require `Copy`, so rustc reports a type that is not
/// `Copy` only at its definition, and not at each use.
#[diagnostic::on_unimplemented(
    message = "kernels cannot use values of type `{Self}`",
    label = "not a type that kernels support",
    note = "kernels support scalars, glam's vectors and matrices, arrays and tuples of them, and structs with `#[derive(GpuType)]`; use a view by its elements: `x[k]`",
    note = "dereference a reference, `*name`; declare the type of a slice that a function returns, `let s: &[f32] = list.used();`"
)]
pub trait ShaderType: Sized {
    /// Types that expansions derive from this type, such as the type of its components.
    #[doc(hidden)]
    type Projections: Projections;

    /// The type in the form that amp's shader linker uses.
    #[doc(hidden)]
    const INFO: &'static TypeInfo;

    /// `<_ as ShaderType>::INFO_OF.of(slot)` is the [`INFO`](Self::INFO) of the type `T` of a `TypeSlot<T>`,
    /// which rustc infers. Expansions use this path for types that the macro does not know.
    #[doc(hidden)]
    const INFO_OF: InfoOf<Self> = InfoOf::new(Self::INFO);

    /// A part of the const arguments by which kernels find the functions of `#[device] impl PartialEq`, `PartialOrd` and
    /// `Ord`. It is zero except for an enum without fields. `#[derive(GpuType)]` already implements the comparisons of
    /// such an enum, so they and those functions must not conflict.
    #[doc(hidden)]
    const COMPARISON_MASK: u64 = 0;
}

/// A type that kernels can use: scalars, glam's vectors and matrices, arrays, tuples, indices, and structs
/// that derive [`GpuType`].
///
/// The trait is implemented for you; write it as a bound of a generic kernel or device function.
///
/// ```
/// use amp::{Value, prelude::*};
///
/// #[device]
/// fn pick<T: Value>(first: bool, a: T, b: T) -> T {
///     if first { a } else { b }
/// }
/// assert_eq!(pick(true, 1.5, 2.5), 1.5);
/// ```
#[diagnostic::on_unimplemented(
    message = "kernels cannot use values of type `{Self}`",
    label = "not a type that kernels support",
    note = "kernels support scalars, glam's vectors and matrices, arrays and tuples of them, and structs with `#[derive(GpuType)]`; use a view by its elements: `x[k]`",
    note = "dereference a reference, `*name`; declare the type of a slice that a function returns, `let s: &[f32] = list.used();`"
)]
pub trait Value: ShaderType + Copy + Send + Sync + 'static {
    /// The bound capture of a value of this type. A type that is not a `Value` has no such associated type,
    /// so rustc reports only the missing `Value` impl and no errors that would follow from it.
    #[doc(hidden)]
    type Captured: BoundCapture<Type = ValueCaptureType<Self>, CpuArg = Self> + From<Self>;

    /// The value whose bits are all zero. A user's trait may have a constant `ZERO`, so this one has another name.
    #[doc(hidden)]
    const AMP_ZERO: Self;

    /// Whether a value contains references to constants. Its scalars do not determine it then.
    #[doc(hidden)]
    const AMP_REFERS: bool = false;

    /// Writes the scalars of the value, without padding. A `bool` is 0 or 1.
    #[doc(hidden)]
    fn amp_write(&self, to: &mut impl ScalarWriter);

    /// Reads a value whose scalars [`amp_write`](Self::amp_write) wrote.
    #[doc(hidden)]
    fn amp_read(from: &mut impl ScalarReader) -> Self;

    /// The length of an array, the rank of an index, or the length of a slice of constants.
    #[doc(hidden)]
    #[inline(always)]
    fn amp_len(&self) -> usize {
        const {
            match Self::INFO {
                TypeInfo::Array(_, length) => *length,
                TypeInfo::Index(rank) => *rank,
                _ => 0,
            }
        }
    }

    /// Appends the ranges of host addresses that the value occupies, without the padding between the fields
    /// of tuples.
    #[doc(hidden)]
    fn amp_ranges(&self, out: &mut Vec<Range<usize>>) {
        let start = std::ptr::from_ref(self).addr();
        out.push(start..start + size_of::<Self>());
    }
}

/// An integer type, with the signed and the unsigned integer type of the same size.
#[diagnostic::on_unimplemented(message = "`{Self}` is not an integer")]
pub trait Integer: Value {
    /// The signed integer type of the same size.
    type Signed: Value;
    /// The unsigned integer type of the same size.
    type Unsigned: Value;
}

/// Plain data that kernels read and write: the type of elements of arrays and written views. Derive it for
/// your own structs and C-like enums.
///
/// The type must have no padding. The derive checks that at compile time.
///
/// ```
/// use amp::prelude::*;
///
/// #[derive(Clone, Copy, GpuType)]
/// #[repr(C)]
/// struct Particle {
///     position: [f32; 3],
///     mass: f32,
/// }
///
/// let mut particles = [Particle { position: [0.0; 3], mass: 1.0 }; 4];
/// let mut view = ArrayViewMut::new(&mut particles);
/// parallel_for_each(4, amp!(|i: Index<1>| view[i].mass += i[0] as f32))?;
/// assert_eq!(view.read()?[3].mass, 4.0);
/// # Ok::<(), amp::Error>(())
/// ```
///
/// The trait is not `unsafe`, because its derive must compile under `#![forbid(unsafe_code)]`. Instead, a
/// hidden constant states the layout. amp verifies it before it allocates or borrows memory for the type.
#[diagnostic::on_unimplemented(
    message = "kernels cannot read and write data of type `{Self}`",
    note = "derive `GpuType` for a struct: `#[derive(Clone, Copy, GpuType)]` and `#[repr(C)]`; `usize` and tuples have no memory layout that host and device share: to capture an array of them by value, write `let a = a;` before its subscripts"
)]
pub trait GpuType: Value + HostData<Data = Self> {
    /// Always `Self`. If a type is not plain data, every use of this projection gives the same error, so
    /// rustc shows the error once.
    #[doc(hidden)]
    type InMemory: SameAs<Self>;

    /// The proof that no byte is padding and that each bit pattern is a valid value. Enums and `bool` are
    /// exceptions: only some of their bit patterns are valid.
    #[doc(hidden)]
    const PLAIN: Plain<Self>;
}

/// The trait that `#[derive(GpuType)]` implements for plain data. Every type with this trait is a
/// [`GpuType`].
#[diagnostic::on_unimplemented(
    message = "kernels cannot read and write data of type `{Self}`",
    note = "derive `GpuType` for a struct: `#[derive(Clone, Copy, GpuType)]` and `#[repr(C)]`; `usize` and tuples have no memory layout that host and device share: to capture an array of them by value, write `let a = a;` before its subscripts"
)]
pub trait DerivedGpuType: Sized + 'static {
    /// The proof that no byte is padding and that each bit pattern is a valid value. Enums and `bool` are
    /// exceptions: only some of their bit patterns are valid.
    const PROVED: Plain<Self>;
}

/// The trait that `#[derive(GpuType)]` implements for every type, even for an enum with fields, which cannot
/// be an element. Of the traits that the derive implements, only this one requires `Copy`. So rustc reports a
/// type that is not `Copy` once.
#[diagnostic::on_unimplemented(
    message = "kernels cannot use values of type `{Self}`",
    note = "derive `GpuType` for your own type: `#[derive(Clone, Copy, GpuType)]`"
)]
pub trait DerivedValue: ShaderType + Copy + Send + Sync + 'static {
    /// The value whose bits are all zero. For an enum without such a value, its first variant.
    const NOTHING: Self;

    /// Whether a value contains references to constants.
    const REFERS: bool = false;

    /// Writes the scalars of the value.
    fn write_fields(&self, to: &mut impl ScalarWriter);

    /// Reads a value whose scalars [`write_fields`](Self::write_fields) wrote.
    fn read_fields(from: &mut impl ScalarReader) -> Self;

    /// Appends the ranges of host addresses that the value occupies, without the padding of a struct that has
    /// no `#[repr(C)]`.
    fn append_ranges(&self, out: &mut Vec<Range<usize>>) {
        let start = std::ptr::from_ref(self).addr();
        out.push(start..start + size_of::<Self>());
    }
}

#[diagnostic::do_not_recommend]
impl<T: DerivedValue> Value for T {
    type Captured = ValueCapture<Self>;
    const AMP_ZERO: Self = T::NOTHING;
    const AMP_REFERS: bool = T::REFERS;

    #[inline(always)]
    fn amp_write(&self, to: &mut impl ScalarWriter) {
        self.write_fields(to);
    }

    #[inline(always)]
    fn amp_read(from: &mut impl ScalarReader) -> Self {
        T::read_fields(from)
    }

    fn amp_ranges(&self, out: &mut Vec<Range<usize>>) {
        self.append_ranges(out);
    }
}

#[diagnostic::do_not_recommend]
impl<T: DerivedGpuType + DerivedValue> HostData for T {
    type Data = Self;
}

#[diagnostic::do_not_recommend]
impl<T: DerivedGpuType + DerivedValue> GpuType for T {
    type InMemory = Self;
    const PLAIN: Plain<Self> = T::PROVED;
}

never_applies! { [: Copy + ShaderType + Send + Sync + 'static] Value, {
    type Captured = ValueCapture<Self>;
    const AMP_ZERO: Self = unreachable!();
    fn amp_write(&self, _: &mut impl ScalarWriter) {}
    fn amp_read(_: &mut impl ScalarReader) -> Self {
        unreachable!()
    }
} }

never_applies! { [] HostData, {
    type Data = X;
} }

never_applies! { [: Value + HostData<Data = X>] GpuType, {
    type InMemory = X;
    const PLAIN: Plain<Self> = unreachable!();
} }

/// Implemented for every [`GpuType`]. If `T` is not plain data, `T::Data` does not exist, so rustc reports
/// `T` once, and no errors about uses of `T::Data`. `GpuType` requires `HostData<Data = Self>`, so even in
/// generic kernels rustc knows that `T::Data` is `T`.
#[diagnostic::on_unimplemented(
    message = "kernels cannot read and write data of type `{Self}`",
    note = "derive `GpuType` for a struct: `#[derive(Clone, Copy, GpuType)]` and `#[repr(C)]`; `usize` and tuples have no memory layout that host and device share: to capture an array of them by value, write `let a = a;` before its subscripts"
)]
pub trait HostData {
    /// Always `Self`.
    type Data: SameAs<Self>;
}

/// Type equality as a bound: every type `T` implements `SameAs<T>`, and no other `SameAs`.
pub trait SameAs<T: ?Sized> {}

impl<T: ?Sized> SameAs<T> for T {}

/// Data that kernels read: elements of arrays and views. Every [`GpuType`] is an element.
///
/// ```
/// use amp::prelude::*;
///
/// #[kernel]
/// fn brighten(i: Index<1>, pixels: &ArrayView<u8>, y: &mut ArrayViewMut<f32>) {
///     y[i] = pixels[i] as f32 / 255.0;
/// }
/// let pixels = [0u8, 51, 255];
/// let mut y = ArrayViewMut::without_source([3])?;
/// parallel_for_each(3, brighten(&ArrayView::new(&pixels), &mut y))?;
/// assert_eq!(y.to_vec()?, [0.0, 0.2, 1.0]);
/// # Ok::<(), amp::Error>(())
/// ```
#[diagnostic::on_unimplemented(
    message = "kernels cannot read data of type `{Self}`",
    note = "derive `GpuType` for a struct: `#[derive(Clone, Copy, GpuType)]` and `#[repr(C)]`; `usize` and tuples have no memory layout that host and device share: to capture an array of them by value, write `let a = a;` before its subscripts"
)]
pub trait Element: Copy + Send + Sync + 'static {
    /// Always `Self`. If a type is not an element, every use of this projection gives the same error, and
    /// rustc shows identical errors only once.
    #[doc(hidden)]
    type Read: Element + SameAs<Self>;

    /// The type in the form that amp's shader linker uses.
    #[doc(hidden)]
    const STORED: &'static TypeInfo;

    /// The proof that no byte is padding and that each bit pattern is a valid value. Enums and `bool` are
    /// exceptions: only some of their bit patterns are valid.
    #[doc(hidden)]
    const PROOF: Plain<Self>;
}

impl<T: GpuType> Element for T {
    type Read = T::Data;
    const STORED: &'static TypeInfo = T::INFO;
    const PROOF: Plain<Self> = T::PLAIN;
}

/// A field of a struct. `NAME` is the hash of the field's name, by which expansions refer to the field's
/// type.
#[diagnostic::on_unimplemented(
    message = "`{Self}` has no such field",
    label = "no such field",
    note = "kernels have no automatic dereferencing: for a field of the type that `{Self}` derefs to, write `(*value).field`"
)]
pub trait Field<const NAME: u64> {
    /// The field's type.
    type Type: Value;
}

/// The 32-bit words of a value.
pub(crate) fn words_of<T: Value>(value: &T) -> Vec<u32> {
    let mut words = Vec::with_capacity(T::INFO.words());
    value.amp_write(&mut words);
    words
}

/// The value whose bits are all zero. It is the initial value of elements in device memory and of variables
/// in tile memory.
///
/// ```
/// assert_eq!(amp::zeroed::<(f32, [u32; 2])>(), (0.0, [0, 0]));
/// ```
#[inline(always)]
#[must_use]
pub const fn zeroed<T: Value>() -> T {
    T::AMP_ZERO
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn word_counts_agree_with_types() {
        fn check<T: Value>() {
            assert_eq!(words_of(&T::AMP_ZERO).len(), T::INFO.words());
        }
        check::<bool>();
        check::<f64>();
        check::<(f32, u64, [i32; 3])>();
        check::<Index<3>>();
        #[cfg(feature = "glam")]
        check::<::glam::Mat3>();
        check::<()>();
    }
}
