//! Calls of methods that have the name of a built-in method, such as `x.abs()`, if only rustc knows the type
//! of `x`.
//!
//! Scalars and vectors have `abs`, `min`, `length` and other built-in methods. A struct may have a
//! `#[device]` method of the same name. A type parameter that is bounded by a device trait may have such a
//! method, too. [`MethodProbe`] selects the method. [`MaybeBuiltinMethod::ITEM`] is its template, or `None`
//! for a built-in method.

use std::marker::PhantomData;

use amp_shader::Item;

use crate::abi::link::{DeviceMethod, TypedItem};
use crate::abi::probe::Probe;
use crate::types::{Builtin, BuiltinType, Integer, ScalarOf, TypeSlot, Value, slot};

/// Maps the type of a receiver to the type of an argument or of the result. `KIND` is the id of the
/// [`Operand`](amp_shader::methods::Operand) in the table of methods. For example, id 1 stands for the scalar
/// type of the receiver.
#[diagnostic::on_unimplemented(message = "no built-in method of this name applies to `{Self}`")]
pub trait OperandType<const KIND: u8> {
    /// The type of the argument or result.
    type Type: Value;
}

macro_rules! seen {
    ($($kind:literal $of:ident $ty:ty;)*) => {$(
        impl<T: $of> OperandType<$kind> for T {
            type Type = $ty;
        }
    )*};
}

seen! {
    0 Value T;
    1 Value ScalarOf<T>;
    2 Integer T::Signed;
    3 Integer T::Unsigned;
    6 Value bool;
    7 Value i32;
    8 Value u32;
}

impl OperandType<90> for f32 {
    type Type = u32;
}

impl OperandType<90> for f64 {
    type Type = u64;
}

/// Implements `OperandType` for the array that holds the bytes of a scalar: `[u8; 4]` for `f32`.
macro_rules! bytes {
    ($($ty:ident)*) => {$(
        impl OperandType<91> for $ty {
            type Type = [u8; size_of::<$ty>()];
        }
    )*};
}

bytes!(u8 i8 u16 i16 u32 i32 f32 u64 i64 f64);

/// Implements the operand types of swizzles. An id consists of the decimal digits `1ab`: a vector of `a`
/// components, for receivers with at least `b` components. See `Operand::Lanes`.
#[cfg(feature = "glam")]
macro_rules! lanes {
    ($($two:ident $three:ident $four:ident;)*) => {$(
        lanes! { # $two: 122 $two, 132 $three, 142 $four }
        lanes! { # $three: 122 $two, 132 $three, 142 $four, 123 $two, 133 $three, 143 $four }
        lanes! { # $four: 122 $two, 132 $three, 142 $four, 123 $two, 133 $three, 143 $four, 124 $two, 134 $three, 144 $four }
    )*};
    (# $of:ident: $($kind:literal $vector:ident),*) => {$(
        // Without this attribute, an error message lists these many impls, which does not help the user.
        #[diagnostic::do_not_recommend]
        impl OperandType<$kind> for glam::$of {
            type Type = glam::$vector;
        }
    )*};
}

#[cfg(feature = "glam")]
lanes! {
    Vec2 Vec3 Vec4;
    IVec2 IVec3 IVec4;
    UVec2 UVec3 UVec4;
}

/// A method that is built in for some receiver types. `NAME` is the hash of its name. `KIND` is the id of the
/// built-in method's result type; see `OperandType`. `Arguments` excludes the receiver. `Selected` is the
/// selection of [`MethodProbe`]: `SelectedBuiltin`, `SelectedImpl` or `SelectedNothing`.
#[diagnostic::on_unimplemented(
    message = "kernels have no method of this name for `{Self}` and arguments of the types `{Arguments}`",
    note = "mark its `impl` block with `#[device]`, and the trait if it implements one; docs/language.md lists the built-in methods"
)]
pub trait MaybeBuiltinMethod<const NAME: u64, const KIND: u8, Arguments, Selected>: Sized {
    /// The device function, or `None` for a built-in method.
    const ITEM: Option<&'static Item>;
    /// The same as `ITEM`, for expansions that pass the types of the receiver and the arguments as a
    /// [`TypeSlot`].
    const TYPED: TypedItem<Option<&'static Item>, (Self, Arguments, Selected)> = TypedItem::new(Self::ITEM);
}

// The attribute keeps this impl out of error messages: a list of built-in types does not help a user whose
// type has no such method.
#[diagnostic::do_not_recommend]
impl<T: Builtin + OperandType<K>, const N: u64, const K: u8, A> MaybeBuiltinMethod<N, K, A, SelectedBuiltin>
    for T
{
    const ITEM: Option<&'static Item> = None;
}

#[diagnostic::do_not_recommend]
impl<T, const N: u64, const K: u8, A, I> MaybeBuiltinMethod<N, K, A, SelectedImpl<I>> for T
where
    A: WithReceiver<T>,
    T: DeviceMethod<N, A::All, I>,
{
    const ITEM: Option<&'static Item> = Some(<T as DeviceMethod<N, A::All, I>>::ITEM);
}

/// Says that rustc selected the built-in method.
#[derive(Debug)]
pub struct SelectedBuiltin(());

/// Says that rustc selected a device function in the `impl` block `I`; see [`DeviceMethod`].
#[derive(Debug)]
pub struct SelectedImpl<I>(PhantomData<I>);

/// Says that the type has neither a built-in method nor a device function of this name. [`MaybeBuiltinMethod`]
/// has no impl for this type, so rustc reports the call.
#[derive(Debug)]
pub struct SelectedNothing(());

/// A tuple of argument types to which a receiver's type can be added.
pub trait WithReceiver<T> {
    /// The argument types with the receiver's type first.
    type All;
}

macro_rules! with_receiver {
    ($(($($name:ident)*))*) => {$(
        impl<T, $($name),*> WithReceiver<T> for ($($name,)*) {
            type All = (T, $($name,)*);
        }
    )*};
}

with_receiver! { () (A) (A B) (A B C) (A B C D) (A B C D E) (A B C D E F) (A B C D E F G) }

/// Selects a method that has the name of a built-in method. The order of the impls of [`Probe`] is Rust's
/// order: a built-in method of a scalar comes before a method of a user's trait. A type parameter has only the
/// methods of its bounds, which may be device traits, `Float` or `Int`.
#[derive(Debug)]
pub struct MethodProbe<const NAME: u64, const KIND: u8, T, A>(PhantomData<fn() -> (T, A)>);

crate::support::always_copy! { [const NAME: u64, const KIND: u8, T, A] MethodProbe<NAME, KIND, T, A> }

impl<const NAME: u64, const KIND: u8, T, A> MethodProbe<NAME, KIND, T, A> {
    /// Returns the probe for a receiver and arguments of these types.
    pub fn new(_: TypeSlot<(T, A)>) -> Self {
        MethodProbe(PhantomData)
    }
}

/// Selects the built-in method of a concrete type.
impl<const N: u64, const K: u8, T: BuiltinType + OperandType<K>, A> Probe for &&&MethodProbe<N, K, T, A> {
    type Selected = TypeSlot<SelectedBuiltin>;

    fn amp_select(self) -> Self::Selected {
        slot()
    }
}

/// Selects a device function.
impl<const N: u64, const K: u8, T, A, I> Probe<I> for &&MethodProbe<N, K, T, A>
where
    A: WithReceiver<T>,
    T: DeviceMethod<N, A::All, I>,
{
    type Selected = TypeSlot<SelectedImpl<I>>;

    fn amp_select(self) -> Self::Selected {
        slot()
    }
}

/// Selects the built-in method of a type parameter that is bounded by a trait such as `Float`.
impl<const N: u64, const K: u8, T: Builtin + OperandType<K>, A> Probe for &MethodProbe<N, K, T, A> {
    type Selected = TypeSlot<SelectedBuiltin>;

    fn amp_select(self) -> Self::Selected {
        slot()
    }
}

/// Selects nothing, if the type has no method of this name.
impl<const N: u64, const K: u8, T, A> Probe for MethodProbe<N, K, T, A> {
    type Selected = TypeSlot<SelectedNothing>;

    fn amp_select(self) -> Self::Selected {
        slot()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use amp_shader::methods::{METHODS, Operand};

    fn name_of<T: OperandType<K>, const K: u8>() -> &'static str {
        std::any::type_name::<T::Type>()
    }

    #[test]
    fn kinds_equal_the_operands_of_methods() {
        let known = |operand: &Operand| match operand.id() {
            0 => name_of::<i32, 0>() == "i32",
            1 => name_of::<i32, 1>() == "i32",
            2 => name_of::<u32, 2>() == "i32",
            3 => name_of::<i32, 3>() == "u32",
            6 => *operand == Operand::Is(amp_shader::Scalar::Bool) && name_of::<i32, 6>() == "bool",
            7 => *operand == Operand::Is(amp_shader::Scalar::I32) && name_of::<f32, 7>() == "i32",
            8 => *operand == Operand::Is(amp_shader::Scalar::U32) && name_of::<f32, 8>() == "u32",
            90 => *operand == Operand::Bits && name_of::<f32, 90>() == "u32" && name_of::<f64, 90>() == "u64",
            91 => {
                *operand == Operand::Bytes
                    && name_of::<u16, 91>() == "[u8; 2]"
                    && name_of::<f64, 91>() == "[u8; 8]"
            }
            // If a method of this name returns a pair, as `sin_cos` does, the macro always calls the built-in
            // method. So `MaybeBuiltinMethod` never needs the type of a pair.
            _ => matches!(operand, Operand::Pair | Operand::Flagged),
        };
        for method in METHODS {
            assert!(method.arguments.iter().chain([&method.result]).all(known), "{}", method.name);
        }
    }

    #[cfg(feature = "glam")]
    #[test]
    fn kinds_equal_the_operands_of_swizzles() {
        use amp_shader::methods::SWIZZLES;
        use glam::{Vec2, Vec3, Vec4};
        let known = |operand: &Operand| match operand.id() {
            0 => "Self",
            122 => name_of::<Vec2, 122>(),
            132 => name_of::<Vec2, 132>(),
            142 => name_of::<Vec2, 142>(),
            123 => name_of::<Vec3, 123>(),
            133 => name_of::<Vec3, 133>(),
            143 => name_of::<Vec3, 143>(),
            124 => name_of::<Vec4, 124>(),
            134 => name_of::<Vec4, 134>(),
            144 => name_of::<Vec4, 144>(),
            _ => "",
        };
        let name = |lanes| {
            [std::any::type_name::<Vec2>(), std::any::type_name::<Vec3>(), std::any::type_name::<Vec4>()]
                [lanes - 2]
        };
        for method in SWIZZLES {
            for operand in method.arguments.iter().chain([&method.result]) {
                let expected = match operand {
                    Operand::Lanes(lanes, _) => name(usize::from(*lanes)),
                    _ => "Self",
                };
                assert_eq!(known(operand), expected, "{}", method.name);
            }
        }
    }
}
