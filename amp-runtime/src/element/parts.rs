//! Type projections: types that expansions derive from a value's type, such as its scalar.

use std::marker::PhantomData;

use super::{ShaderType, Value};

/// The types that expansions derive from a [`Value`], by `ShaderType::Projections`.
///
/// They are not associated types of `Value` itself: rustc checks each associated type of an impl on its own,
/// and would report a struct that is not `Copy` once for each of them.
pub trait Parts {
    /// The scalar type of the components, which an unsuffixed literal next to the value gets. `Self` for
    /// other types.
    type Scalar: Value;

    /// The element type of a subscript. `Self` for types without subscripts.
    type Item: Value;

    /// `Self`; for `()`, which stands for an unknown type, the other type.
    type Or<Other: Value>: Value;

    /// `Self`. For a type that is no value this projection does not exist, so rustc reports nothing that
    /// depends on it.
    type Itself: Value;
}

/// The scalar type of a value's components.
pub(crate) type ScalarOf<T> = <<T as ShaderType>::Parts as Parts>::Scalar;

/// The projections of a type with these scalars and items.
pub struct ProjectionsOf<T, Scalar = T, Item = T>(PhantomData<(T, Scalar, Item)>);

impl<T: Value, Scalar: Value, Item: Value> Parts for ProjectionsOf<T, Scalar, Item> {
    type Scalar = Scalar;
    type Item = Item;
    type Or<Other: Value> = T;
    type Itself = T;
}

/// The projections of `()`, which stands for an unknown type.
pub struct NoProjections;

impl Parts for NoProjections {
    type Scalar = ();
    type Item = ();
    type Or<Other: Value> = Other;
    type Itself = ();
}
