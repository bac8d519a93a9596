//! Type witnesses: they give a local variable of the CPU code the type of a captured variable. The macro cannot name that
//! type, because it sees only tokens.

use std::marker::PhantomData;

use super::{BoundCapture, CaptureType};
use crate::types::Value;

/// A witness for the type of a captured variable. A literal without a suffix on the host gets its type from the kernel's
/// use of it.
#[derive(Debug)]
pub struct TypeOf<T>(PhantomData<fn() -> T>);

/// The type of a variable that a kernel captures by value.
pub fn type_of<T: Value>(_: &T) -> TypeOf<T> {
    TypeOf(PhantomData)
}

/// The type of the elements of a view that a kernel captures.
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

/// The witnessed type as a projection. With a plain parameter `T`, rustc's message about an argument of another type adds
/// a note on how the result depends on it.
pub trait TypeWitness {
    /// The type.
    type Type;
}

impl<T> TypeWitness for TypeOf<T> {
    type Type = T;
}
