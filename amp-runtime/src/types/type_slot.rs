//! Type slots: variables of generated code that hold a type and no value.

use std::marker::PhantomData;

use amp_shader::TypeInfo;

/// A type that rustc infers from the values that pass through [`TypeSlot::is`].
#[derive(Debug)]
pub struct TypeSlot<T>(PhantomData<fn() -> T>);

crate::support::always_copy! { [T] TypeSlot<T> }

/// A slot for a type that the code around it determines.
pub const fn slot<T>() -> TypeSlot<T> {
    TypeSlot(PhantomData)
}

/// The slot of a value's type.
pub const fn slot_of<T>(_: &T) -> TypeSlot<T> {
    slot()
}

impl<T> TypeSlot<T> {
    /// Requires that a value has this type, and returns it.
    #[inline(always)]
    pub fn is(self, it: <Self as TypeWitness>::Type) -> T {
        it
    }

    /// Requires that a place has this type.
    #[inline(always)]
    pub fn is_type_of(self, _: &<Self as TypeWitness>::Type) {}

    /// Requires that another slot has this type.
    pub const fn same(self, _: Self) -> Self {
        self
    }
}

/// The type of a slot as a projection. [`TypeSlot::is`] takes the projection instead of `T`: otherwise, rustc's
/// message about an argument of another type would have a confusing note about the result type.
pub trait TypeWitness {
    /// The type.
    type Type;
}

impl<T> TypeWitness for TypeSlot<T> {
    type Type = T;
}

/// The `TypeInfo` of a type that rustc infers from a slot. An expansion names it by a path, so that an error
/// message about a type without a `TypeInfo` has no note about a function of amp.
#[derive(Debug)]
pub struct InfoOf<T>(&'static TypeInfo, PhantomData<fn() -> T>);

impl<T> InfoOf<T> {
    pub(super) const fn new(info: &'static TypeInfo) -> Self {
        InfoOf(info, PhantomData)
    }

    /// The `TypeInfo` of the slot's type.
    pub const fn of(self, _: TypeSlot<T>) -> &'static TypeInfo {
        self.0
    }
}
