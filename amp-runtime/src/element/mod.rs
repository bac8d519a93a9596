//! The types that kernels hold, those that may lie in arrays and views, and those that may lie there to be read.

mod array;
mod atomic;
mod bits;
mod compound;
#[cfg(feature = "glam")]
pub(crate) mod functions;
#[cfg(feature = "glam")]
mod glam;
mod half;
mod numeric;
mod parts;
mod plain;
mod relation;
mod scalar;
mod small;

use std::ops::Range;

use amp_shader::TypeInfo;

use crate::capture::{Argument, ValueKey};
pub use amp_shader::field_hash;

pub(crate) use atomic::fetch;
pub use atomic::{Atomic, AtomicInt};
pub use bits::{Word, bits};
pub use numeric::{Float, Int, Scalar};
pub(crate) use parts::ScalarOf;
pub use parts::{NoParts, Parts, PartsOf};
pub(crate) use plain::proved;
pub use plain::{Plain, PlainField, field};
pub use relation::{Relations, Unrelated, Variants};

/// What is known of a type that a kernel holds. It asks for nothing else, so that rustc says of a type that is not `Copy` where the type is,
/// and not wherever it is named.
#[diagnostic::on_unimplemented(
    message = "a kernel cannot hold `{Self}`",
    label = "not what a kernel holds",
    note = "a kernel holds scalars, glam's vectors, arrays and tuples of them, and structs with `#[derive(GpuType)]`; of a view, its elements: `x[k]`",
    note = "of a reference it takes the value: write `*name`",
    note = "an element of a view of `u8`, `i8`, `u16` or `i16` is converted where it is read: `v[i] as u32`"
)]
pub trait Described: Sized {
    /// The types that it tells of.
    #[doc(hidden)]
    type Parts: Parts;

    /// The type, as the shader sees it.
    #[doc(hidden)]
    const INFO: &'static TypeInfo;

    /// The number of the operator that `#[device] impl PartialEq` implements. Enums without fields have `==` of their own.
    #[doc(hidden)]
    const EQ: u64 = field_hash("eq");
}

/// What a kernel can hold: scalars, glam's vectors and matrices, arrays, tuples, indices, and structs that derive
/// [`GpuType`].
#[diagnostic::on_unimplemented(
    message = "a kernel cannot hold `{Self}`",
    label = "not what a kernel holds",
    note = "a kernel holds scalars, glam's vectors, arrays and tuples of them, and structs with `#[derive(GpuType)]`; of a view, its elements: `x[k]`",
    note = "of a reference it takes the value: write `*name`",
    note = "an element of a view of `u8`, `i8`, `u16` or `i16` is converted where it is read: `v[i] as u32`"
)]
pub trait Value: Described + Copy + Send + Sync + 'static {
    /// What it is as an argument of a kernel.
    #[doc(hidden)]
    type Held: Argument<Key = ValueKey<Self>, Twin = Self> + From<Self>;

    /// All bits zero.
    const ZERO: Self;

    /// Appends the value's 32-bit words in the packed layout: a `bool` is 0 or 1, a `usize` has 32 bits and saturates.
    #[doc(hidden)]
    fn words(&self, out: &mut Vec<u32>);

    /// Appends the addresses of its bytes on the host, without the gaps between the fields of tuples.
    #[doc(hidden)]
    fn bytes(&self, out: &mut Vec<Range<usize>>) {
        let start = std::ptr::from_ref(self).addr();
        out.push(start..start + size_of::<Self>());
    }
}

/// An integer, and those of its size with a sign and without one.
#[diagnostic::on_unimplemented(message = "`{Self}` is no integer")]
pub trait Whole: Value {
    /// With a sign.
    type Signed: Value;
    /// Without one.
    type Unsigned: Value;
}

/// What may lie in arrays and views: plain data of whole 32-bit words, without gaps. Derive it for your own structs.
///
/// The trait is not `unsafe`, because its derive must be welcome under `#![forbid(unsafe_code)]`: its hidden constant,
/// which only checked functions can make, is the proof.
#[diagnostic::on_unimplemented(
    message = "`{Self}` is not data that a kernel reads and writes",
    note = "add `#[derive(Clone, Copy, GpuType)]` and `#[repr(C)]` to a struct; `bool`, `usize` and tuples have no place in memory that both sides share, so that a captured array of them is a value: `let a = a;` before its subscripts",
    note = "`u8`, `i8`, `u16`, `i16` and `f16` lie in arrays and in views that kernels only read: an `ArrayView`"
)]
pub trait GpuType: Value + Datum<Data = Self> {
    /// The type itself. Of a type that is no such data this is one error, however often it is named so.
    #[doc(hidden)]
    type Laid: Is<Self>;

    /// The proof that every pattern of bits is a value, and that none of the bytes is padding.
    #[doc(hidden)]
    const PLAIN: Plain<Self>;
}

/// Whatever is a [`GpuType`], which knows by this bound that the type is itself, so that kernels with type parameters do too.
#[diagnostic::on_unimplemented(
    message = "`{Self}` is not data that a kernel reads and writes",
    note = "add `#[derive(Clone, Copy, GpuType)]` and `#[repr(C)]` to a struct; `bool`, `usize` and tuples have no place in memory that both sides share, so that a captured array of them is a value: `let a = a;` before its subscripts",
    note = "`u8`, `i8`, `u16`, `i16` and `f16` lie in arrays and in views that kernels only read: an `ArrayView`"
)]
pub trait Datum {
    /// The type itself.
    type Data: Is<Self>;
}

/// A type, of itself alone.
pub trait Is<T: ?Sized> {}

impl<T: ?Sized> Is<T> for T {}

/// What may lie in arrays, and in views that are read: every [`GpuType`], and the numbers `u8`, `i8`, `u16`, `i16` and
/// [`f16`](crate::f16), of which a device has several in a word. A kernel converts those where it reads them.
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
    message = "`{Self}` is not data that a kernel reads",
    note = "add `#[derive(Clone, Copy, GpuType)]` and `#[repr(C)]` to a struct; `bool`, `usize` and tuples have no place in memory that both sides share, so that a captured array of them is a value: `let a = a;` before its subscripts"
)]
pub trait Element: Copy + Send + Sync + 'static {
    /// The type itself; of what cannot lie there it is an error, of which rustc speaks once.
    #[doc(hidden)]
    type Read: Element + Is<Self>;

    /// The type, as the shader sees it.
    #[doc(hidden)]
    const STORED: &'static TypeInfo;

    /// The proof that every pattern of bits is a value, and that none of the bytes is padding.
    #[doc(hidden)]
    const PROOF: Plain<Self>;
}

impl<T: GpuType> Element for T {
    type Read = T::Data;
    const STORED: &'static TypeInfo = T::INFO;
    const PROOF: Plain<Self> = T::PLAIN;
}

/// The field of a struct by the hash of its name, so that expansions can name a field's type.
#[diagnostic::on_unimplemented(message = "`{Self}` has no such field", label = "no such field")]
pub trait Field<const NAME: u64> {
    /// The field's type.
    type Type: Value;
}

/// The words of a value.
pub(crate) fn words_of<T: Value>(value: &T) -> Vec<u32> {
    let mut words = Vec::with_capacity(T::INFO.words());
    value.words(&mut words);
    words
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_value_has_as_many_words_as_its_type_says() {
        fn check<T: Value>() {
            assert_eq!(words_of(&T::ZERO).len(), T::INFO.words());
        }
        check::<bool>();
        check::<f64>();
        check::<(f32, u64, [i32; 3])>();
        check::<crate::Index<3>>();
        #[cfg(feature = "glam")]
        check::<::glam::Mat3>();
        check::<()>();
    }
}
