//! Methods with the names of numbers' methods (`abs`, `min`, `length`, ..), of values whose types only rustc sees: numbers have them
//! anyway, a struct has those that its `#[device] impl` says.

use amp_shader::Item;

use crate::device::Builtin;
use crate::element::{ScalarOf, Value, Whole};

/// A type that is seen from another, as the table of methods has it: by the number of an [`Operand`](amp_shader::methods::Operand).
#[diagnostic::on_unimplemented(message = "no number has a method of this name that `{Self}` could have")]
pub trait Seen<const KIND: u8> {
    /// The type.
    type Type: Value;
}

macro_rules! seen {
    ($($kind:literal $of:ident $ty:ty;)*) => {$(
        impl<T: $of> Seen<$kind> for T {
            type Type = $ty;
        }
    )*};
}

seen! {
    0 Value T;
    1 Value ScalarOf<T>;
    2 Whole T::Signed;
    3 Whole T::Unsigned;
    6 Value bool;
    7 Value i32;
    8 Value u32;
}

impl Seen<90> for f32 {
    type Type = u32;
}

impl Seen<90> for f64 {
    type Type = u64;
}

/// The vectors of as many components, for each size; which of them those of a size may be is said by two digits.
#[cfg(feature = "glam")]
macro_rules! lanes {
    ($($two:ident $three:ident $four:ident;)*) => {$(
        lanes! { # $two: 122 $two, 132 $three, 142 $four }
        lanes! { # $three: 122 $two, 132 $three, 142 $four, 123 $two, 133 $three, 143 $four }
        lanes! { # $four: 122 $two, 132 $three, 142 $four, 123 $two, 133 $three, 143 $four, 124 $two, 134 $three, 144 $four }
    )*};
    (# $of:ident: $($kind:literal $vector:ident),*) => {$(
        // There are many, and which a vector lacks its method says.
        #[diagnostic::do_not_recommend]
        impl Seen<$kind> for glam::$of {
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

/// A method, by the hash of its name, what it returns if the receiver is a number, and the types of its arguments without the
/// receiver.
#[diagnostic::on_unimplemented(
    message = "`{Self}` has no method of this name in kernels, for these arguments: `{Arguments}`",
    note = "mark its `impl` block with `#[device]`, and the trait, if it is of one; of numbers, docs/language.md lists the methods"
)]
pub trait EitherMethod<const NAME: u64, const KIND: u8, Arguments> {
    /// What it returns.
    type Output: Value;
    /// The device function; none where the device has the method.
    const ITEM: Option<&'static Item>;
}

// Who misses a method is not helped by hearing of numbers.
#[diagnostic::do_not_recommend]
impl<T: Builtin + Seen<K>, const N: u64, const K: u8, A> EitherMethod<N, K, A> for T {
    type Output = T::Type;
    const ITEM: Option<&'static Item> = None;
}

/// The type of such a method's parameter: of which kind, and at which position, where that of the receiver is 0.
pub trait EitherParameter<const NAME: u64, const KIND: u8, const POSITION: usize, Arguments> {
    /// The parameter's type.
    type Type: Value;
}

#[diagnostic::do_not_recommend]
impl<T: Builtin + Seen<K>, const N: u64, const K: u8, const P: usize, A> EitherParameter<N, K, P, A> for T {
    type Type = T::Type;
}

#[cfg(test)]
mod tests {
    use super::*;
    use amp_shader::methods::{METHODS, Operand};

    fn name_of<T: Seen<K>, const K: u8>() -> &'static str {
        std::any::type_name::<T::Type>()
    }

    #[test]
    fn the_kinds_are_those_of_the_table() {
        let known = |operand: &Operand| match operand.number() {
            0 => name_of::<i32, 0>() == "i32",
            1 => name_of::<i32, 1>() == "i32",
            2 => name_of::<u32, 2>() == "i32",
            3 => name_of::<i32, 3>() == "u32",
            6 => *operand == Operand::Is(amp_shader::Scalar::Bool) && name_of::<i32, 6>() == "bool",
            7 => *operand == Operand::Is(amp_shader::Scalar::I32) && name_of::<f32, 7>() == "i32",
            8 => *operand == Operand::Is(amp_shader::Scalar::U32) && name_of::<f32, 8>() == "u32",
            90 => *operand == Operand::Bits && name_of::<f32, 90>() == "u32" && name_of::<f64, 90>() == "u64",
            // Pairs are told from one another where they are taken apart.
            _ => matches!(operand, Operand::Pair | Operand::Flagged),
        };
        for method in METHODS {
            assert!(method.arguments.iter().chain([&method.result]).all(known), "{}", method.name);
        }
    }

    #[cfg(feature = "glam")]
    #[test]
    fn so_are_those_of_the_swizzles() {
        use amp_shader::methods::SWIZZLES;
        use glam::{Vec2, Vec3, Vec4};
        let known = |operand: &Operand| match operand.number() {
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
