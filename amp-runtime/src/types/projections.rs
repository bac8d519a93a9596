//! Type projections: types that expansions derive from a value's type, such as the type of its components.

use std::marker::PhantomData;

use super::{ShaderType, Value};

/// The types that expansions derive from a [`Value`], by `ShaderType::Projections`.
///
/// If these types were associated types of `Value` itself, rustc would check each of them separately. It
/// would then report a struct that is not `Copy` once for each of them.
pub trait Projections {
    /// The scalar type of the value's components. A literal without a suffix gets this type in an operation
    /// with the value. For a value without components, this is the value's own type.
    type Scalar: Value;

    /// The type of `value[k]`. For a value without subscripts, this is the value's own type.
    type Item: Value;

    /// The value's own type, or `Other` if that is `()`. Expansions write `A::Or<B>` if the argument types
    /// `A` and `B` both determine a type parameter. `()` stands for an argument whose type is unknown.
    type Or<Other: Value>: Value;

    /// The value's own type. If a type is not a `Value`, this projection does not exist. So rustc reports
    /// only the missing `Value` impl, and no errors that would follow from it.
    type This: Value;
}

/// The scalar type of a value's components.
pub(crate) type ScalarOf<T> = <<T as ShaderType>::Projections as Projections>::Scalar;

/// The projections of the type `T`. `Scalar` is the scalar type of its components, and `Item` is the type of
/// `value[k]`.
pub struct ProjectionsOf<T, Scalar = T, Item = T>(PhantomData<(T, Scalar, Item)>);

impl<T: Value, Scalar: Value, Item: Value> Projections for ProjectionsOf<T, Scalar, Item> {
    type Scalar = Scalar;
    type Item = Item;
    type Or<Other: Value> = T;
    type This = T;
}

/// The projections of `()`.
pub struct NoProjections;

impl Projections for NoProjections {
    type Scalar = ();
    type Item = ();
    type Or<Other: Value> = Other;
    type This = ();
}
