//! Arrays, tuples, indices and extents as types that kernels support.
//!
//! An array of plain data is plain data, too. A tuple has no defined memory layout. So kernels can hold it in
//! a variable, but it cannot be an element of a view.

use std::marker::PhantomData;
use std::ops::Range;

use amp_shader::TypeInfo;

use super::{
    Builtin, BuiltinType, Field, GpuType, HostData, NoProjections, Plain, ProjectionsOf, ScalarOf,
    ScalarReader, ScalarWriter, ShaderType, Value, field_hash,
};
use crate::launch::capture::ValueCapture;
use crate::types::extent::Extent;
use crate::types::index::Index;

impl<T: Value, const N: usize> ShaderType for [T; N] {
    type Projections = ProjectionsOf<Self, ScalarOf<T>, T>;
    const INFO: &'static TypeInfo = &TypeInfo::Array(T::INFO, N);
}

/// A constant of a reference type, such as `const ALPHABET: &[u8; 64] = b".."`. A device holds the target. A reference is no
/// [`Value`], so it is no capture, argument or field. References to arrays of scalars are an exception.
#[diagnostic::do_not_recommend]
impl<T: Value> ShaderType for &'static T {
    type Projections = T::Projections;
    const INFO: &'static TypeInfo = T::INFO;
}

/// A slice of constants, such as an item of `const WORDS: [&[u8]; 2]`. A device holds the items of all constants of a type
/// in one array, so the value is a position and a length there. Only constants have such values: they are no captures.
#[diagnostic::do_not_recommend]
impl<T: Value> ShaderType for &'static [T] {
    type Projections = ProjectionsOf<Self, ScalarOf<T>, T>;
    const INFO: &'static TypeInfo = &TypeInfo::Slice(T::INFO);
}

/// Constant text. A device holds its bytes.
#[diagnostic::do_not_recommend]
impl ShaderType for &'static str {
    type Projections = ProjectionsOf<Self>;
    const INFO: &'static TypeInfo = &TypeInfo::Slice(u8::INFO);
}

#[diagnostic::do_not_recommend]
impl Value for &'static str {
    type Captured = ValueCapture<Self>;
    const AMP_ZERO: Self = "";
    const AMP_REFERS: bool = true;

    /// Writes the number of bytes and the bytes.
    fn amp_write(&self, to: &mut impl ScalarWriter) {
        self.len().amp_write(to);
        for byte in self.as_bytes() {
            byte.amp_write(to);
        }
    }

    /// Nothing reads text from its scalars, as for a slice.
    fn amp_read(_: &mut impl ScalarReader) -> Self {
        ""
    }

    fn amp_len(&self) -> usize {
        self.len()
    }
}

#[diagnostic::do_not_recommend]
impl<T: Value> Value for &'static [T] {
    type Captured = ValueCapture<Self>;
    const AMP_ZERO: Self = &[];
    const AMP_REFERS: bool = true;

    /// Writes the length and the items.
    fn amp_write(&self, to: &mut impl ScalarWriter) {
        self.len().amp_write(to);
        for item in *self {
            item.amp_write(to);
        }
    }

    /// Nothing reads a slice from its scalars: variables of kernels hold the slice itself, and it is no capture.
    fn amp_read(_: &mut impl ScalarReader) -> Self {
        &[]
    }

    fn amp_len(&self) -> usize {
        self.len()
    }
}

/// Implements `Value` for references to constant arrays, such as an item of `const ROWS: [&[u8; 8]; 8]`. A device holds the
/// array. The macro lists the item types, because a generic constant cannot refer to its value of zero.
macro_rules! references_to_arrays {
    ($($item:ty)*) => {$(
        #[diagnostic::do_not_recommend]
        impl<const N: usize> Value for &'static [$item; N] {
            type Captured = ValueCapture<Self>;
            const AMP_ZERO: Self = &[<$item as Value>::AMP_ZERO; N];
            const AMP_REFERS: bool = true;

            fn amp_write(&self, to: &mut impl ScalarWriter) {
                (**self).amp_write(to);
            }

            /// Not called: `AMP_REFERS` says that scalars do not determine the value.
            fn amp_read(_: &mut impl ScalarReader) -> Self {
                Self::AMP_ZERO
            }
        }
    )*};
}

references_to_arrays! { bool u8 i8 u16 i16 u32 i32 u64 i64 usize isize f32 f64 char }

impl<T: Value, const N: usize> Value for [T; N] {
    type Captured = ValueCapture<Self>;
    const AMP_ZERO: Self = [T::AMP_ZERO; N];
    const AMP_REFERS: bool = T::AMP_REFERS;

    #[inline(always)]
    fn amp_write(&self, to: &mut impl ScalarWriter) {
        for element in self {
            element.amp_write(to);
        }
    }

    #[inline(always)]
    fn amp_read(from: &mut impl ScalarReader) -> Self {
        std::array::from_fn(|_| T::amp_read(from))
    }

    fn amp_ranges(&self, out: &mut Vec<Range<usize>>) {
        for element in self {
            element.amp_ranges(out);
        }
    }
}

// The impl has no bound on `T`. With a bound, rustc would report an unsuitable element type twice: here, and
// for the `GpuType` impl.
impl<T, const N: usize> HostData for [T; N] {
    type Data = Self;
}

impl<T: GpuType, const N: usize> GpuType for [T; N] {
    type InMemory = Self;
    // An array has no padding if its elements have none. `field` and `verify_plain` assert that the array has
    // at least one element.
    const PLAIN: Plain<Self> = Plain::array_of::<T>();
}

impl<const N: usize> ShaderType for Index<N> {
    type Projections = ProjectionsOf<Self, usize, usize>;
    const INFO: &'static TypeInfo = &TypeInfo::Index(N);
}

impl<const N: usize> Value for Index<N> {
    type Captured = ValueCapture<Self>;
    const AMP_ZERO: Self = Index([0; N]);

    #[inline(always)]
    fn amp_write(&self, to: &mut impl ScalarWriter) {
        self.0.amp_write(to);
    }

    #[inline(always)]
    fn amp_read(from: &mut impl ScalarReader) -> Self {
        Index(Value::amp_read(from))
    }
}

impl<const N: usize> ShaderType for Extent<N> {
    type Projections = ProjectionsOf<Self, usize, usize>;
    const INFO: &'static TypeInfo = &TypeInfo::Index(N);
}

impl<const N: usize> Value for Extent<N> {
    type Captured = ValueCapture<Self>;
    const AMP_ZERO: Self = Extent([0; N]);

    #[inline(always)]
    fn amp_write(&self, to: &mut impl ScalarWriter) {
        self.0.amp_write(to);
    }

    #[inline(always)]
    fn amp_read(from: &mut impl ScalarReader) -> Self {
        Extent(Value::amp_read(from))
    }
}

impl<const N: usize> Builtin for Index<N> {}
impl<const N: usize> BuiltinType for Index<N> {}
impl<const N: usize> Builtin for Extent<N> {}
impl<const N: usize> BuiltinType for Extent<N> {}
/// A `PhantomData` is a value without data.
#[diagnostic::do_not_recommend]
impl<T: Send + Sync + 'static> ShaderType for PhantomData<T> {
    type Projections = ProjectionsOf<Self>;
    const INFO: &'static TypeInfo = &TypeInfo::Unit;
}

#[diagnostic::do_not_recommend]
impl<T: Send + Sync + 'static> Value for PhantomData<T> {
    type Captured = ValueCapture<Self>;
    const AMP_ZERO: Self = PhantomData;

    #[inline(always)]
    fn amp_write(&self, _: &mut impl ScalarWriter) {}

    #[inline(always)]
    fn amp_read(_: &mut impl ScalarReader) -> Self {
        PhantomData
    }
}

impl Builtin for () {}
impl BuiltinType for () {}

#[diagnostic::do_not_recommend]
impl ShaderType for () {
    type Projections = NoProjections;
    const INFO: &'static TypeInfo = &TypeInfo::Unit;
}

#[diagnostic::do_not_recommend]
impl Value for () {
    type Captured = ValueCapture<Self>;
    const AMP_ZERO: Self = ();

    #[inline(always)]
    fn amp_write(&self, _: &mut impl ScalarWriter) {}

    #[inline(always)]
    fn amp_read(_: &mut impl ScalarReader) -> Self {}
}

macro_rules! tuple {
    ($($ty:ident $at:tt),*) => {
        #[diagnostic::do_not_recommend]
        impl<$($ty: Value),*> ShaderType for ($($ty,)*) {
            type Projections = ProjectionsOf<Self>;
            const INFO: &'static TypeInfo = &TypeInfo::Tuple(&[$($ty::INFO),*]);
        }

        #[diagnostic::do_not_recommend]
        impl<$($ty: Value),*> Value for ($($ty,)*) {
            type Captured = ValueCapture<Self>;
            const AMP_ZERO: Self = ($($ty::AMP_ZERO,)*);
            const AMP_REFERS: bool = false $(|| $ty::AMP_REFERS)*;

            #[inline(always)]
            fn amp_write(&self, to: &mut impl ScalarWriter) {
                $(self.$at.amp_write(to);)*
            }

            #[inline(always)]
            fn amp_read(from: &mut impl ScalarReader) -> Self {
                ($($ty::amp_read(from),)*)
            }

            fn amp_ranges(&self, out: &mut Vec<Range<usize>>) {
                $(self.$at.amp_ranges(out);)*
            }
        }
    };
}

tuple!(A 0);
tuple!(A 0, B 1);
tuple!(A 0, B 1, C 2);
tuple!(A 0, B 1, C 2, D 3);
tuple!(A 0, B 1, C 2, D 3, E 4);
tuple!(A 0, B 1, C 2, D 3, E 4, F 5);
tuple!(A 0, B 1, C 2, D 3, E 4, F 5, G 6);
tuple!(A 0, B 1, C 2, D 3, E 4, F 5, G 6, H 7);

/// Implements `Field` for one field, such as `.2`, of all tuple types that are long enough to have it.
macro_rules! tuple_field {
    ($position:literal $found:ident: $(($($ty:ident)*))*) => {$(
        #[diagnostic::do_not_recommend]
        impl<$($ty: Value),*> Field<{ field_hash($position) }> for ($($ty,)*) {
            type Type = $found;
        }
    )*};
}

tuple_field!("0" A: (A) (A B) (A B C) (A B C D) (A B C D E) (A B C D E F) (A B C D E F G) (A B C D E F G H));
tuple_field!("1" B: (A B) (A B C) (A B C D) (A B C D E) (A B C D E F) (A B C D E F G) (A B C D E F G H));
tuple_field!("2" C: (A B C) (A B C D) (A B C D E) (A B C D E F) (A B C D E F G) (A B C D E F G H));
tuple_field!("3" D: (A B C D) (A B C D E) (A B C D E F) (A B C D E F G) (A B C D E F G H));
tuple_field!("4" E: (A B C D E) (A B C D E F) (A B C D E F G) (A B C D E F G H));
tuple_field!("5" F: (A B C D E F) (A B C D E F G) (A B C D E F G H));
tuple_field!("6" G: (A B C D E F G) (A B C D E F G H));
tuple_field!("7" H: (A B C D E F G H));
