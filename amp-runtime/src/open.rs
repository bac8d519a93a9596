//! What kernels link to, asked for in bounds: the traits of [`device`](crate::device) and of values again, with a parameter more
//! that means nothing.
//!
//! A closure's kernel is generic over its captures, and asks for whatever depends on them in bounds. rustc believes a bound
//! only where the names in it are written as it finds them; a name that it could look up by itself it looks up in some places
//! and not in others. With the key of a capture in it, it cannot.

use amp_shader::Item;

use crate::device::{DeviceCall, DeviceMethod, DeviceMethodParameter, DeviceParameter};
use crate::either::{EitherMethod, EitherParameter};
use crate::element::{Field, Parts, Value, Whole, field_hash};

/// [`DeviceCall`]
#[diagnostic::on_unimplemented(
    message = "the device function `{Self}` does not take these arguments: `{Arguments}`",
    note = "the types of the arguments are those of the parameters"
)]
pub trait OpenCall<Arguments, Key> {
    /// What it returns.
    type Output: Value;
    /// Its shader text.
    const ITEM: &'static Item;
}

#[diagnostic::do_not_recommend]
impl<F: DeviceCall<A>, A, K> OpenCall<A, K> for F {
    type Output = F::Output;
    const ITEM: &'static Item = F::ITEM;
}

/// [`DeviceParameter`]
#[diagnostic::on_unimplemented(
    message = "the device function `{Self}` does not take these arguments: `{Arguments}`",
    note = "the types of the arguments are those of the parameters"
)]
pub trait OpenParameter<const POSITION: usize, Arguments, Key> {
    /// The parameter's type.
    type Type: Value;
}

#[diagnostic::do_not_recommend]
impl<F: DeviceParameter<P, A>, const P: usize, A, K> OpenParameter<P, A, K> for F {
    type Type = F::Type;
}

/// [`DeviceMethod`]
#[diagnostic::on_unimplemented(
    message = "`{Self}` has no device function of this name for these arguments: `{Arguments}`",
    note = "mark its `impl` block with `#[device]`, and the trait, if it is of one; of numbers, docs/language.md lists the methods"
)]
pub trait OpenMethod<const NAME: u64, Arguments, Key> {
    /// What it returns.
    type Output: Value;
    /// Its shader text.
    const ITEM: &'static Item;
}

#[diagnostic::do_not_recommend]
impl<T: DeviceMethod<N, A>, const N: u64, A, K> OpenMethod<N, A, K> for T {
    type Output = T::Output;
    const ITEM: &'static Item = T::ITEM;
}

/// [`DeviceMethodParameter`]
#[diagnostic::on_unimplemented(
    message = "`{Self}` has no device function of this name for these arguments: `{Arguments}`",
    note = "mark its `impl` block with `#[device]`, and the trait, if it is of one; of numbers, docs/language.md lists the methods"
)]
pub trait OpenMethodParameter<const NAME: u64, const POSITION: usize, Arguments, Key> {
    /// The parameter's type.
    type Type: Value;
}

#[diagnostic::do_not_recommend]
impl<T: DeviceMethodParameter<N, P, A>, const N: u64, const P: usize, A, K> OpenMethodParameter<N, P, A, K>
    for T
{
    type Type = T::Type;
}

/// [`EitherMethod`]
#[diagnostic::on_unimplemented(
    message = "`{Self}` has no method of this name in kernels, for these arguments: `{Arguments}`",
    note = "mark its `impl` block with `#[device]`, and the trait, if it is of one; of numbers, docs/language.md lists the methods"
)]
pub trait OpenEither<const NAME: u64, const KIND: u8, Arguments, Key> {
    /// What it returns.
    type Output: Value;
    /// The device function, if it is one.
    const ITEM: Option<&'static Item>;
}

#[diagnostic::do_not_recommend]
impl<T: EitherMethod<N, K, A>, const N: u64, const K: u8, A, Key> OpenEither<N, K, A, Key> for T {
    type Output = T::Output;
    const ITEM: Option<&'static Item> = T::ITEM;
}

/// [`EitherParameter`]
#[diagnostic::on_unimplemented(
    message = "`{Self}` has no method of this name in kernels, for these arguments: `{Arguments}`",
    note = "mark its `impl` block with `#[device]`, and the trait, if it is of one; of numbers, docs/language.md lists the methods"
)]
pub trait OpenEitherParameter<const NAME: u64, const KIND: u8, const POSITION: usize, Arguments, Key> {
    /// The parameter's type.
    type Type: Value;
}

#[diagnostic::do_not_recommend]
impl<T: EitherParameter<N, K, P, A>, const N: u64, const K: u8, const P: usize, A, Key>
    OpenEitherParameter<N, K, P, A, Key> for T
{
    type Type = T::Type;
}

/// [`Field`]
#[diagnostic::on_unimplemented(message = "`{Self}` has no such field", label = "no such field")]
pub trait OpenField<const NAME: u64, Key> {
    /// The field's type.
    type Type: Value;
}

#[diagnostic::do_not_recommend]
impl<T: Field<N>, const N: u64, K> OpenField<N, K> for T {
    type Type = T::Type;
}

/// The parts of a [`Value`].
pub trait OpenValue<Key> {
    /// The scalar that it is made of.
    type Scalar: Value;
    /// What a subscript of it gives.
    type Item: Value;
}

#[diagnostic::do_not_recommend]
impl<T: Value, K> OpenValue<K> for T {
    type Scalar = <T::Parts as Parts>::Scalar;
    type Item = <T::Parts as Parts>::Item;
}

/// [`Whole`]
pub trait OpenWhole<Key> {
    /// The signed integer, or what is made of it.
    type Signed: Value;
    /// The unsigned one.
    type Unsigned: Value;
}

#[diagnostic::do_not_recommend]
impl<T: Whole, K> OpenWhole<K> for T {
    type Signed = T::Signed;
    type Unsigned = T::Unsigned;
}

/// An operator, by the hash of its trait's name.
pub trait OpenOperator<const NAME: u64, Rhs, Key> {
    /// What it gives.
    type Output: Value;
}

macro_rules! operators {
    ($($name:ident)*) => {$(
        #[diagnostic::do_not_recommend]
        impl<L: std::ops::$name<R>, R, K> OpenOperator<{ field_hash(stringify!($name)) }, R, K> for L
        where
            L::Output: Value,
        {
            type Output = L::Output;
        }
    )*};
}

operators!(Add Sub Mul Div Rem BitAnd BitOr BitXor Shl Shr);
