//! Type projections: types that expansions derive from a value's type, such as the type of its components.

use std::marker::PhantomData;

use super::{ShaderType, Value};

/// The types that expansions derive from a [`Value`], by `ShaderType::Projections`.
///
/// These types are not associated types of `Value` itself, because rustc checks each associated type of an
/// impl separately. It would report a struct that is not `Copy` once for each.
pub trait Projections {
    /// The scalar type of the value's components. A literal without a suffix gets this type in an operation
    /// with the value. `Self` for types without components.
    type Scalar: Value;

    /// The type of `value[k]`. `Self` for types without subscripts.
    type Item: Value;

    /// `Self`, except for `()`, which stands for an unknown type. For `()`, it is `Other`.
    type Or<Other: Value>: Value;

    /// `Self`. If a type is not a `Value`, this projection does not exist. rustc then reports only that, and
    /// no errors that would follow from it.
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
