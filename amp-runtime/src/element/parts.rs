//! The types that a value's type tells of.

use std::marker::PhantomData;

use super::{Described, Value};

/// What expansions ask a [`Value`] for by [`Described::Parts`].
///
/// They stand apart from `Value` itself, because rustc judges each associated type of an implementation by its own: a
/// struct that is not `Copy` would be told so once for each of them.
pub trait Parts {
    /// The scalar that it is made of, which a number without a suffix beside it becomes; itself, where there is none.
    type Scalar: Value;

    /// What a subscript of it gives; itself, where there is none.
    type Item: Value;

    /// Itself; of what an argument does not tell, the other.
    type Or<Other: Value>: Value;

    /// Itself. Of what is no value there is none, and so rustc says nothing of what is asked of it.
    type Itself: Value;
}

/// The scalar that a value is made of.
pub(crate) type ScalarOf<T> = <<T as Described>::Parts as Parts>::Scalar;

/// Those of a type that has its own scalar and its own items.
pub struct PartsOf<T, Scalar = T, Item = T>(PhantomData<(T, Scalar, Item)>);

impl<T: Value, Scalar: Value, Item: Value> Parts for PartsOf<T, Scalar, Item> {
    type Scalar = Scalar;
    type Item = Item;
    type Or<Other: Value> = T;
    type Itself = T;
}

/// Those of `()`, which tells nothing.
pub struct NoParts;

impl Parts for NoParts {
    type Scalar = ();
    type Item = ();
    type Or<Other: Value> = Other;
    type Itself = ();
}
