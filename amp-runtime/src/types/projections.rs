//! Type projections: types that expansions derive from a value's type, such as its scalar.

use std::marker::PhantomData;

use super::{ShaderType, Value};

/// The types that expansions derive from a [`Value`], by `ShaderType::Projections`.
///
/// They are not associated types of `Value` itself. rustc checks each associated type of an impl separately,
/// and would report a struct that is not `Copy` once for each of them.
pub trait Projections {
    /// The scalar type of the components. It is the type of an unsuffixed literal in an operation with the
    /// value. `Self` for types without components.
    type Scalar: Value;

    /// The element type of a subscript. `Self` for types without subscripts.
    type Item: Value;

    /// `Self`, except for `()`, which stands for an unknown type: there it is `Other`.
    type Or<Other: Value>: Value;

    /// `Self`. For a type that is not a `Value`, this projection does not exist. Then rustc reports only
    /// that, and nothing that depends on it.
    type This: Value;
}

/// The scalar type of a value's components.
pub(crate) type ScalarOf<T> = <<T as ShaderType>::Projections as Projections>::Scalar;

/// The projections of the type `T`, with its scalar type and its item type.
pub struct ProjectionsOf<T, Scalar = T, Item = T>(PhantomData<(T, Scalar, Item)>);

impl<T: Value, Scalar: Value, Item: Value> Projections for ProjectionsOf<T, Scalar, Item> {
    type Scalar = Scalar;
    type Item = Item;
    type Or<Other: Value> = T;
    type This = T;
}

/// The projections of `()`, which stands for an unknown type.
pub struct NoProjections;

impl Projections for NoProjections {
    type Scalar = ();
    type Item = ();
    type Or<Other: Value> = Other;
    type This = ();
}
