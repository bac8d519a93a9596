//! What type a captured variable has, where a kernel's twin has to say it.

use std::marker::PhantomData;

use super::{Argument, Key};
use crate::element::Value;

/// The type of a captured variable. A number of the host's has none yet where it has no suffix: what a kernel does with it tells.
#[derive(Debug)]
pub struct TypeOf<T>(PhantomData<fn() -> T>);

/// The type of a variable that a kernel captures by value.
pub fn type_of<T: Value>(_: &T) -> TypeOf<T> {
    TypeOf(PhantomData)
}

/// The type of the elements of a view that a kernel captures.
pub fn element_of<A: Argument>(_: &A) -> TypeOf<<A::Key as Key>::Element> {
    TypeOf(PhantomData)
}

impl<T> Clone for TypeOf<T> {
    fn clone(&self) -> Self {
        *self
    }
}

impl<T> Copy for TypeOf<T> {}

impl<T> TypeOf<T> {
    /// Says that something is of this type.
    #[inline(always)]
    pub fn is(self, it: <Self as Told>::Type) -> T {
        it
    }
}

/// The type by another name: of a parameter that is only `T` rustc would tell, where an argument is of another type, how the result
/// depends on it.
pub trait Told {
    /// The type.
    type Type;
}

impl<T> Told for TypeOf<T> {
    type Type = T;
}
