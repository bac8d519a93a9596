//! Arrays, tuples, indices and extents as values.
//!
//! Arrays of plain data are plain data. Tuples have no defined memory layout, so they are values only.

use std::ops::Range;

use crate::device::{Builtin, DeviceMethod, DeviceOperator};
use amp_shader::{Item, Operation, Piece, TypeInfo};

use super::{
    Field, GpuType, HostData, NoProjections, Plain, ProjectionsOf, ScalarOf, ShaderType, Value, field_hash,
};
use crate::capture::ValueCapture;
use crate::extent::Extent;
use crate::index::Index;

impl<T: Value, const N: usize> ShaderType for [T; N] {
    type Projections = ProjectionsOf<Self, ScalarOf<T>, T>;
    const INFO: &'static TypeInfo = &TypeInfo::Array(T::INFO, N);
}

impl<T: Value, const N: usize> Value for [T; N] {
    type Captured = ValueCapture<Self>;
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

// `GpuType` reports unsuitable elements, so this impl has no bound.
impl<T, const N: usize> HostData for [T; N] {
    type Data = Self;
}

impl<T: GpuType, const N: usize> GpuType for [T; N] {
    type InMemory = Self;
    // An array has no padding if its elements have none. `array_of` asserts that it is not empty.
    const PLAIN: Plain<Self> = Plain::array_of::<T>();
}

impl<const N: usize> ShaderType for Index<N> {
    type Projections = ProjectionsOf<Self, usize, usize>;
    const INFO: &'static TypeInfo = &TypeInfo::Index(N);
}

impl<const N: usize> Value for Index<N> {
    type Captured = ValueCapture<Self>;
    const ZERO: Self = Index([0; N]);

    fn words(&self, out: &mut Vec<u32>) {
        self.0.words(out);
    }
}

impl<const N: usize> ShaderType for Extent<N> {
    type Projections = ProjectionsOf<Self, usize, usize>;
    const INFO: &'static TypeInfo = &TypeInfo::Index(N);
}

impl<const N: usize> Value for Extent<N> {
    type Captured = ValueCapture<Self>;
    const ZERO: Self = Extent([0; N]);

    fn words(&self, out: &mut Vec<u32>) {
        self.0.words(out);
    }
}

/// Declares a method of an extent whose rank only rustc knows: the extent is captured, or its view is never
/// indexed.
macro_rules! extent_method {
    ($name:literal, ($($argument:ty)?) -> $output:ty, $body:literal) => {
        #[diagnostic::do_not_recommend]
        impl<const N: usize> DeviceMethod<{ field_hash($name) }, (Extent<N>, $($argument)?)> for Extent<N> {
            type Output = $output;
            const ITEM: &'static Item = &Item {
                name: concat!("<Extent>::", $name),
                body: &[
                    Piece::Text("(a: "),
                    Piece::Type(<Extent<N> as ShaderType>::INFO),
                    $(Piece::Text(", b: "), Piece::Type(<$argument as ShaderType>::INFO),)?
                    Piece::Text(") -> "),
                    Piece::Type(<$output as ShaderType>::INFO),
                    Piece::Text(" {\n    const rank = "),
                    Piece::Const(<usize as ShaderType>::INFO, |out| out.push(N as u32)),
                    Piece::Text(";\n"),
                    Piece::Text($body),
                    Piece::Text("}\n"),
                ],
                mutates_receiver: false,
                required_uniform: 0,
            };
        }
    };
}

extent_method!("contains", (Index<N>) -> bool, "    var inside = true;
    for (var d = 0u; d < rank; d += 1u) {
        inside = inside && b[d] < a[d];
    }
    return inside;
");
extent_method!("size", () -> usize, "    var all = 1u;
    for (var d = 0u; d < rank; d += 1u) {
        all *= a[d];
    }
    return all;
");
extent_method!("into", () -> [usize; N], "    return a;\n");

/// Arrays are equal if all of their elements are.
#[diagnostic::do_not_recommend]
impl<T, const N: usize> DeviceOperator<{ field_hash("eq") }, [T; N]> for [T; N]
where
    T: Value + DeviceOperator<{ field_hash("eq") }, T>,
{
    const ITEM: Option<&'static Item> = Some(&Item {
        name: "<[_]>::eq",
        body: &[
            Piece::Text("(a: "),
            Piece::Type(<[T; N] as ShaderType>::INFO),
            Piece::Text(", b: "),
            Piece::Type(<[T; N] as ShaderType>::INFO),
            Piece::Text(") -> bool {\n    var equal = true;\n    for (var at = 0u; at < "),
            Piece::Const(<usize as ShaderType>::INFO, |out| out.push(N as u32)),
            Piece::Text("; at += 1u) {\n        equal = equal && "),
            Piece::Operator(Operation::Eq, T::INFO, T::INFO, T::ITEM),
            Piece::Text("(a[at], b[at]);\n    }\n    return equal;\n}\n"),
        ],
        mutates_receiver: false,
        required_uniform: 0,
    });
}

impl<const N: usize> Builtin for Index<N> {}
impl<const N: usize> Builtin for Extent<N> {}
impl Builtin for () {}

#[diagnostic::do_not_recommend]
impl ShaderType for () {
    type Projections = NoProjections;
    const INFO: &'static TypeInfo = &TypeInfo::Unit;
}

#[diagnostic::do_not_recommend]
impl Value for () {
    type Captured = ValueCapture<Self>;
    const ZERO: Self = ();

    fn words(&self, _: &mut Vec<u32>) {}
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
