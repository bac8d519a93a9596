//! Arrays, tuples, indices and extents as values.

use std::ops::Range;

use crate::device::{Builtin, DeviceMethod};
use amp_shader::{Item, Piece, TypeInfo};

use super::{Datum, Field, GpuType, Plain, Value, field_hash};
use crate::capture::ValueArg;
use crate::extent::Extent;
use crate::index::Index;

impl<T: Value, const N: usize> Value for [T; N] {
    type Scalar = T::Scalar;
    type Item = T;
    type Or<Other: Value> = Self;
    type Itself = Self;
    type Held = ValueArg<Self>;
    const INFO: &'static TypeInfo = &TypeInfo::Array(T::INFO, N);
    const ZERO: Self = [T::ZERO; N];

    fn words(&self, out: &mut Vec<u32>) {
        for element in self {
            element.words(out);
        }
    }

    fn bytes(&self, out: &mut Vec<Range<usize>>) {
        for element in self {
            element.bytes(out);
        }
    }
}

// What of their elements is none is told once, by what asks for `GpuType`.
impl<T, const N: usize> Datum for [T; N] {
    type Data = Self;
}

impl<T: GpuType, const N: usize> GpuType for [T; N] {
    type Laid = Self;
    // An array has no gaps if its elements have none; that it is not empty is asserted.
    const PLAIN: Plain<Self> = Plain::array_of::<T>();
}

impl<const N: usize> Value for Index<N> {
    type Scalar = usize;
    type Item = usize;
    type Or<Other: Value> = Self;
    type Itself = Self;
    type Held = ValueArg<Self>;
    const INFO: &'static TypeInfo = &TypeInfo::Index(N);
    const ZERO: Self = Index([0; N]);

    fn words(&self, out: &mut Vec<u32>) {
        self.0.words(out);
    }
}

impl<const N: usize> Value for Extent<N> {
    type Scalar = usize;
    type Item = usize;
    type Or<Other: Value> = Self;
    type Itself = Self;
    type Held = ValueArg<Self>;
    const INFO: &'static TypeInfo = &TypeInfo::Index(N);
    const ZERO: Self = Extent([0; N]);

    fn words(&self, out: &mut Vec<u32>) {
        self.0.words(out);
    }
}

/// Of an extent that is captured, of which the compiler does not see that it is one.
#[diagnostic::do_not_recommend]
impl<const N: usize> DeviceMethod<{ field_hash("contains") }, (Extent<N>, Index<N>)> for Extent<N> {
    type Output = bool;
    const ITEM: &'static Item = &Item {
        name: "<Extent>::contains",
        body: &[
            Piece::Text("(a: "),
            Piece::Type(<Extent<N> as Value>::INFO),
            Piece::Text(", b: "),
            Piece::Type(<Index<N> as Value>::INFO),
            Piece::Text(") -> bool {\n    var inside = true;\n    for (var d = 0u; d < "),
            Piece::Const(<usize as Value>::INFO, |out| out.push(N as u32)),
            Piece::Text(
                "; d += 1u) {\n        inside = inside && b[d] < a[d];\n    }\n    return inside;\n}\n",
            ),
        ],
        changes: false,
        uniform: 0,
    };
}

impl<const N: usize> Builtin for Index<N> {}
impl<const N: usize> Builtin for Extent<N> {}
impl Builtin for () {}

#[diagnostic::do_not_recommend]
impl Value for () {
    type Scalar = ();
    type Item = ();
    type Or<Other: Value> = Other;
    type Itself = Self;
    type Held = ValueArg<Self>;
    const INFO: &'static TypeInfo = &TypeInfo::Unit;
    const ZERO: Self = ();

    fn words(&self, _: &mut Vec<u32>) {}
}

macro_rules! tuple {
    ($($ty:ident $at:tt),*) => {
        #[diagnostic::do_not_recommend]
        impl<$($ty: Value),*> Value for ($($ty,)*) {
            type Scalar = Self;
            type Item = Self;
            type Or<Other: Value> = Self;
            type Itself = Self;
            type Held = ValueArg<Self>;
            const INFO: &'static TypeInfo = &TypeInfo::Tuple(&[$($ty::INFO),*]);
            const ZERO: Self = ($($ty::ZERO,)*);

            fn words(&self, out: &mut Vec<u32>) {
                $(self.$at.words(out);)*
            }

            fn bytes(&self, out: &mut Vec<Range<usize>>) {
                $(self.$at.bytes(out);)*
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

/// The field at a position, for each tuple that has one there.
macro_rules! tuple_field {
    ($position:literal $found:ident: $(($($ty:ident)*))*) => {$(
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
