//! What type a captured variable has, where a kernel's twin has to say it.

use std::marker::PhantomData;

use crate::element::Value;

/// The type of a captured variable. A number of the host's has none yet where it has no suffix: what a kernel does with it tells.
#[derive(Debug)]
pub struct TypeOf<T>(PhantomData<fn() -> T>);

/// The type of a variable that a kernel captures by value.
pub fn type_of<T: Value>(_: &T) -> TypeOf<T> {
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
    pub fn is(self, it: T) -> T {
        it
    }
}
