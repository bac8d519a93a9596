//! Type witnesses: they give a local variable of the CPU code the type of a captured variable. The macro
//! cannot name that type, because it sees only tokens.

use std::marker::PhantomData;

use super::{BoundCapture, CaptureType};
use crate::types::Value;

/// A witness for the type of a captured variable. If the host binds the variable to an unsuffixed literal,
/// rustc infers the literal's type from the kernel's use of the variable.
#[derive(Debug)]
pub struct TypeOf<T>(PhantomData<fn() -> T>);

/// A witness for the type of a variable that a kernel captures by value.
pub fn type_of<T: Value>(_: &T) -> TypeOf<T> {
    TypeOf(PhantomData)
}

/// A witness for the element type of a view that a kernel captures.
pub fn element_of<A: BoundCapture>(_: &A) -> TypeOf<<A::Type as CaptureType>::Element> {
    TypeOf(PhantomData)
}

impl<T> Clone for TypeOf<T> {
    fn clone(&self) -> Self {
        *self
    }
}

impl<T> Copy for TypeOf<T> {}

impl<T> TypeOf<T> {
    /// Requires that a value has this type, and returns it.
    #[inline(always)]
    pub fn is(self, it: <Self as TypeWitness>::Type) -> T {
        it
    }
}

/// The witnessed type as a projection. [`TypeOf::is`] takes the projection instead of `T`: otherwise, rustc's
/// message about an argument of another type would have a confusing note about the result type.
pub trait TypeWitness {
    /// The witnessed type.
    type Type;
}

impl<T> TypeWitness for TypeOf<T> {
    type Type = T;
}
