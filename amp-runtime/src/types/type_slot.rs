//! Type slots: variables of generated code that have a type and hold no value.
//!
//! Generated code declares a slot without a type, and passes values through [`TypeSlot::is`]. rustc infers
//! the slot's type from them, and a later use of the slot gets that type.

use std::marker::PhantomData;

use amp_shader::TypeInfo;

/// A slot of type `T`. rustc infers `T` from the values that pass through [`TypeSlot::is`].
#[derive(Debug)]
pub struct TypeSlot<T>(PhantomData<fn() -> T>);

crate::support::always_copy! { [T] TypeSlot<T> }

/// Returns a slot whose type rustc infers from the code around it.
pub const fn slot<T>() -> TypeSlot<T> {
    TypeSlot(PhantomData)
}

/// Returns a slot of the type of a value.
pub const fn slot_of<T>(_: &T) -> TypeSlot<T> {
    slot()
}

impl<T> TypeSlot<T> {
    /// Returns the value unchanged. The signature makes rustc infer that the slot and the value have the same
    /// type.
    #[inline(always)]
    pub fn is(self, it: <Self as TypeWitness>::Type) -> T {
        it
    }

    /// Makes rustc infer that the slot and the referenced value have the same type.
    #[inline(always)]
    pub fn is_type_of(self, _: &<Self as TypeWitness>::Type) {}

    /// Makes rustc infer that two slots have the same type.
    pub const fn same(self, _: Self) -> Self {
        self
    }
}

/// The type `T` of a slot. [`TypeSlot::is`] takes `<TypeSlot<T> as TypeWitness>::Type` instead of `T`. With
/// `T`, rustc's error for an argument of another type would contain a confusing note: that the argument
/// determines the return type.
pub trait TypeWitness {
    /// The type for which the slot stands.
    type Type;
}

impl<T> TypeWitness for TypeSlot<T> {
    type Type = T;
}

/// The `TypeInfo` of a type that rustc infers from a slot. Expansions write the path
/// `<_ as ShaderType>::INFO_OF.of(slot)`. If they called a function with the bound `ShaderType` instead,
/// rustc's message about an unsupported type would also point at that function.
#[derive(Debug)]
pub struct InfoOf<T>(&'static TypeInfo, PhantomData<fn() -> T>);

impl<T> InfoOf<T> {
    pub(super) const fn new(info: &'static TypeInfo) -> Self {
        InfoOf(info, PhantomData)
    }

    /// Returns the `TypeInfo` of the slot's type.
    pub const fn of(self, _: TypeSlot<T>) -> &'static TypeInfo {
        self.0
    }
}
