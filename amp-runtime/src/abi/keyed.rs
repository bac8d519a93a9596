//! The link traits with a dummy `Key` parameter, for use in bounds of generic kernels.
//!
//! The kernel of a closure is generic over its capture types, so each type that its template computes needs a
//! bound. rustc normalises `<scale as DeviceCall<(f32,)>>::Output` in some positions and not in others, so a
//! bound and its use would differ. rustc never normalises a projection whose `Key` is a type parameter, so
//! with a key they stay equal.

use amp_shader::Item;

use crate::abi::link::{DeviceCall, DeviceMethod, DeviceMethodParameter, DeviceParameter};
use crate::abi::maybe_builtin::{MaybeBuiltinMethod, MaybeBuiltinParameter};
use crate::types::{Field, Integer, Projections, Value, field_hash};

/// [`DeviceCall`] with a dummy parameter `Key`, which keeps rustc from normalising the projections.
#[diagnostic::on_unimplemented(
    message = "the device function `{Self}` does not accept arguments of the types `{Arguments}`",
    note = "pass arguments of the parameters' types"
)]
pub trait KeyedCall<Arguments, Key> {
    /// The return type.
    type Output: Value;
    /// The template of the device function.
    const ITEM: &'static Item;
}

#[diagnostic::do_not_recommend]
impl<F: DeviceCall<A>, A, K> KeyedCall<A, K> for F {
    type Output = F::Output;
    const ITEM: &'static Item = F::ITEM;
}

/// [`DeviceParameter`] with a dummy parameter `Key`, which keeps rustc from normalising the projections.
#[diagnostic::on_unimplemented(
    message = "the device function `{Self}` does not accept arguments of the types `{Arguments}`",
    note = "pass arguments of the parameters' types"
)]
pub trait KeyedParameter<const POSITION: usize, Arguments, Key> {
    /// The parameter's type.
    type Type: Value;
}

#[diagnostic::do_not_recommend]
impl<F: DeviceParameter<P, A>, const P: usize, A, K> KeyedParameter<P, A, K> for F {
    type Type = F::Type;
}

/// [`DeviceMethod`] with a dummy parameter `Key`, which keeps rustc from normalising the projections.
#[diagnostic::on_unimplemented(
    message = "`{Self}` has no device function of this name for arguments of the types `{Arguments}`",
    note = "mark its `impl` block with `#[device]`, and the trait if it implements one; docs/language.md lists the built-in methods"
)]
pub trait KeyedMethod<const NAME: u64, Arguments, Key> {
    /// The return type.
    type Output: Value;
    /// The template of the device function.
    const ITEM: &'static Item;
}

#[diagnostic::do_not_recommend]
impl<T: DeviceMethod<N, A>, const N: u64, A, K> KeyedMethod<N, A, K> for T {
    type Output = T::Output;
    const ITEM: &'static Item = T::ITEM;
}

/// [`DeviceMethodParameter`] with a dummy parameter `Key`, which keeps rustc from normalising
/// the projections.
#[diagnostic::on_unimplemented(
    message = "`{Self}` has no device function of this name for arguments of the types `{Arguments}`",
    note = "mark its `impl` block with `#[device]`, and the trait if it implements one; docs/language.md lists the built-in methods"
)]
pub trait KeyedMethodParameter<const NAME: u64, const POSITION: usize, Arguments, Key> {
    /// The parameter's type.
    type Type: Value;
}

#[diagnostic::do_not_recommend]
impl<T: DeviceMethodParameter<N, P, A>, const N: u64, const P: usize, A, K> KeyedMethodParameter<N, P, A, K>
    for T
{
    type Type = T::Type;
}

/// `MaybeBuiltinMethod` with a dummy parameter `Key`, which keeps rustc from normalising the projections.
#[diagnostic::on_unimplemented(
    message = "kernels have no method of this name for `{Self}` and arguments of the types `{Arguments}`",
    note = "mark its `impl` block with `#[device]`, and the trait if it implements one; docs/language.md lists the built-in methods"
)]
pub trait KeyedMaybeBuiltin<const NAME: u64, const KIND: u8, Arguments, Key> {
    /// The return type.
    type Output: Value;
    /// The device function, or `None` for a built-in method.
    const ITEM: Option<&'static Item>;
}

#[diagnostic::do_not_recommend]
impl<T: MaybeBuiltinMethod<N, K, A>, const N: u64, const K: u8, A, Key> KeyedMaybeBuiltin<N, K, A, Key>
    for T
{
    type Output = T::Output;
    const ITEM: Option<&'static Item> = T::ITEM;
}

/// `MaybeBuiltinParameter` with a dummy parameter `Key`, which keeps rustc from normalising the projections.
#[diagnostic::on_unimplemented(
    message = "kernels have no method of this name for `{Self}` and arguments of the types `{Arguments}`",
    note = "mark its `impl` block with `#[device]`, and the trait if it implements one; docs/language.md lists the built-in methods"
)]
pub trait KeyedMaybeBuiltinParameter<const NAME: u64, const KIND: u8, const POSITION: usize, Arguments, Key> {
    /// The parameter's type.
    type Type: Value;
}

#[diagnostic::do_not_recommend]
impl<T: MaybeBuiltinParameter<N, K, P, A>, const N: u64, const K: u8, const P: usize, A, Key>
    KeyedMaybeBuiltinParameter<N, K, P, A, Key> for T
{
    type Type = T::Type;
}

/// [`Field`] with a dummy parameter `Key`, which keeps rustc from normalising the projections.
#[diagnostic::on_unimplemented(message = "`{Self}` has no such field", label = "no such field")]
pub trait KeyedField<const NAME: u64, Key> {
    /// The field's type.
    type Type: Value;
}

#[diagnostic::do_not_recommend]
impl<T: Field<N>, const N: u64, K> KeyedField<N, K> for T {
    type Type = T::Type;
}

/// The [`Projections`] of a [`Value`], with a dummy parameter `Key`, which keeps rustc from normalising them.
pub trait KeyedValue<Key> {
    /// The scalar type of the value's components.
    type Scalar: Value;
    /// The type of `value[k]`.
    type Item: Value;
}

#[diagnostic::do_not_recommend]
impl<T: Value, K> KeyedValue<K> for T {
    type Scalar = <T::Projections as Projections>::Scalar;
    type Item = <T::Projections as Projections>::Item;
}

/// [`Integer`] with a dummy parameter `Key`, which keeps rustc from normalising the projections.
pub trait KeyedInteger<Key> {
    /// The signed type of the same size.
    type Signed: Value;
    /// The unsigned type of the same size.
    type Unsigned: Value;
}

#[diagnostic::do_not_recommend]
impl<T: Integer, K> KeyedInteger<K> for T {
    type Signed = T::Signed;
    type Unsigned = T::Unsigned;
}

/// The result type of an operator. `NAME` is the hash of the name of the operator's trait. The dummy
/// parameter `Key` keeps rustc from normalising the projection.
pub trait KeyedOperator<const NAME: u64, Rhs, Key> {
    /// The result type.
    type Output: Value;
}

macro_rules! operators {
    ($($name:ident)*) => {$(
        #[diagnostic::do_not_recommend]
        impl<L: std::ops::$name<R>, R, K> KeyedOperator<{ field_hash(stringify!($name)) }, R, K> for L
        where
            L::Output: Value,
        {
            type Output = L::Output;
        }
    )*};
}

operators!(Add Sub Mul Div Rem BitAnd BitOr BitXor Shl Shr);
