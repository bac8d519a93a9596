//! The operators of `Reverse`, `Wrapping` and `Saturating`, and the functions of `NonZero`. The CPU code calls those of
//! the standard library. The code for devices and for the checked accelerator is compiled from the bodies in this file.

use std::cmp::{Ordering, Reverse};
use std::num::{NonZero, Saturating, Wrapping};

use amp_shader::{Entry, Item, ItemRef, Piece, TypeRef};

use crate::abi::link::{DeviceMethod, DeviceOperator};
use crate::abi::sum_operators::operation;
use crate::types::{Int, ShaderType, Value, field_hash};

/// Declares operators of a wrapper of integers, and their assignments, whose right operand may also be an integer.
macro_rules! binary {
    ($wrapper:ident: $($of_trait:ident $method:ident, $assign_trait:ident $assign:ident, |$a:ident, $b:ident| $value:expr;)*) => {$(
        amp_macros::device_operators! {
            impl<T: Int> ::core::ops::$of_trait for $wrapper<T> {
                fn $method(self, other: $wrapper<T>) -> $wrapper<T> {
                    let ($a, $b) = (self.0, other.0);
                    $wrapper($value)
                }
            }
        }

        amp_macros::device_operators! {
            impl<T: Int> ::core::ops::$assign_trait for $wrapper<T> {
                fn $assign(&mut self, other: $wrapper<T>) {
                    let ($a, $b) = (self.0, other.0);
                    self.0 = $value;
                }
            }
        }

        amp_macros::device_operators! {
            impl<T: Int> ::core::ops::$assign_trait<T> for $wrapper<T> {
                fn $assign(&mut self, other: T) {
                    let ($a, $b) = (self.0, other);
                    self.0 = $value;
                }
            }
        }
    )*};
}

binary! { Wrapping:
    Add add, AddAssign add_assign, |a, b| a.wrapping_add(b);
    Sub sub, SubAssign sub_assign, |a, b| a.wrapping_sub(b);
    Mul mul, MulAssign mul_assign, |a, b| a.wrapping_mul(b);
    Div div, DivAssign div_assign, |a, b| if T::MIN != T::ZERO && b == !T::ZERO { a.wrapping_neg() } else { a / b };
    Rem rem, RemAssign rem_assign, |a, b| if T::MIN != T::ZERO && b == !T::ZERO { T::ZERO } else { a % b };
    BitAnd bitand, BitAndAssign bitand_assign, |a, b| a & b;
    BitOr bitor, BitOrAssign bitor_assign, |a, b| a | b;
    BitXor bitxor, BitXorAssign bitxor_assign, |a, b| a ^ b;
}

binary! { Saturating:
    Add add, AddAssign add_assign, |a, b| a.saturating_add(b);
    Sub sub, SubAssign sub_assign, |a, b| a.saturating_sub(b);
    Div div, DivAssign div_assign, |a, b| {
        if T::MIN != T::ZERO && b == !T::ZERO { T::ZERO.saturating_sub(a) } else { a / b }
    };
    Rem rem, RemAssign rem_assign, |a, b| a % b;
    BitAnd bitand, BitAndAssign bitand_assign, |a, b| a & b;
    BitOr bitor, BitOrAssign bitor_assign, |a, b| a | b;
    BitXor bitxor, BitXorAssign bitxor_assign, |a, b| a ^ b;
}

/// `Int` has no `saturating_mul`.
macro_rules! saturating_products {
    ($($int:ident)*) => {$(
        amp_macros::device_operators! {
            impl ::core::ops::Mul for Saturating<$int> {
                fn mul(self, other: Saturating<$int>) -> Saturating<$int> {
                    Saturating($int::saturating_mul(self.0, other.0))
                }
            }
        }

        amp_macros::device_operators! {
            impl ::core::ops::MulAssign for Saturating<$int> {
                fn mul_assign(&mut self, other: Saturating<$int>) {
                    self.0 = $int::saturating_mul(self.0, other.0);
                }
            }
        }

        amp_macros::device_operators! {
            impl ::core::ops::MulAssign<$int> for Saturating<$int> {
                fn mul_assign(&mut self, other: $int) {
                    self.0 = $int::saturating_mul(self.0, other);
                }
            }
        }
    )*};
}

saturating_products! { u8 i8 u16 i16 u32 i32 u64 i64 }

amp_macros::device_operators! {
    impl<T: Int> ::core::ops::Neg for Wrapping<T> {
        fn neg(self) -> Wrapping<T> {
            Wrapping(self.0.wrapping_neg())
        }
    }
}

amp_macros::device_operators! {
    impl<T: Int> ::core::ops::Neg for Saturating<T> {
        fn neg(self) -> Saturating<T> {
            Saturating(T::ZERO.saturating_sub(self.0))
        }
    }
}

macro_rules! complements {
    ($($wrapper:ident)*) => {$(
        amp_macros::device_operators! {
            impl<T: Int> ::core::ops::Not for $wrapper<T> {
                fn not(self) -> $wrapper<T> {
                    $wrapper(!self.0)
                }
            }
        }
    )*};
}

complements! { Wrapping Saturating }

/// The distance is taken modulo the width of the type.
macro_rules! shifts {
    ($($of_trait:ident $method:ident, $assign_trait:ident $assign:ident, $operator:tt;)*) => {$(
        amp_macros::device_operators! {
            impl<T: Int> ::core::ops::$of_trait<usize> for Wrapping<T> {
                fn $method(self, distance: usize) -> Wrapping<T> {
                    let last = T::ZERO.leading_zeros() - 1;
                    Wrapping(self.0 $operator (distance as u32 & last))
                }
            }
        }

        amp_macros::device_operators! {
            impl<T: Int> ::core::ops::$assign_trait<usize> for Wrapping<T> {
                fn $assign(&mut self, distance: usize) {
                    let last = T::ZERO.leading_zeros() - 1;
                    self.0 = self.0 $operator (distance as u32 & last);
                }
            }
        }
    )*};
}

shifts! {
    Shl shl, ShlAssign shl_assign, <<;
    Shr shr, ShrAssign shr_assign, >>;
}

/// The comparisons of a struct with one field. `Reverse` exchanges the operands.
macro_rules! compared {
    ($wrapper:ident $text:literal $operands:literal: $($operator:literal)*) => {$(
        #[diagnostic::do_not_recommend]
        impl<T> DeviceOperator<{ field_hash($operator) }, $wrapper<T>> for $wrapper<T>
        where
            T: Value + DeviceOperator<{ field_hash($operator) }, T>,
        {
            const ITEM: Option<&'static Item> = Some(&Item {
                name: $text,
                body: &[
                    Piece::Text("(a: "),
                    Piece::Type(TypeRef::Known(<$wrapper<T> as ShaderType>::INFO)),
                    Piece::Text(", b: "),
                    Piece::Type(TypeRef::Known(<$wrapper<T> as ShaderType>::INFO)),
                    Piece::Text(") -> bool {\n    return "),
                    Piece::Operator(
                        operation(field_hash($operator)),
                        TypeRef::Known(T::INFO),
                        TypeRef::Known(T::INFO),
                        ItemRef::Entry(0),
                    ),
                    Piece::Text($operands),
                    Piece::Text(";\n}\n"),
                ],
                mutates_receiver: false,
                entries: &[Entry::of(T::ITEM)],
                required_uniform: 0,
            });
        }
    )*};
}

compared! { Reverse "<Reverse<_>>::compare" "(b.f_0, a.f_0)": "eq" "lt" "le" "gt" "ge" }
compared! { Wrapping "<Wrapping<_>>::compare" "(a.f_0, b.f_0)": "eq" "lt" "le" "gt" "ge" }
compared! { Saturating "<Saturating<_>>::compare" "(a.f_0, b.f_0)": "eq" "lt" "le" "gt" "ge" }

macro_rules! ordered {
    ($($wrapper:ident)*) => {$(
        amp_macros::device_methods! {
            impl<T> $wrapper<T>
            where
                T: Value + Ord + DeviceOperator<{ field_hash("eq") }, T> + DeviceOperator<{ field_hash("lt") }, T>,
            {
                fn cmp(&self, other: &$wrapper<T>) -> Ordering {
                    if *self < *other {
                        Ordering::Less
                    } else if *self == *other {
                        Ordering::Equal
                    } else {
                        Ordering::Greater
                    }
                }
            }
        }
    )*};
}

ordered! { Reverse Wrapping Saturating }

const fn info<T: ShaderType>() -> Piece {
    Piece::Type(TypeRef::Known(T::INFO))
}

macro_rules! nonzero {
    ($($ty:ident)*) => {$(
        #[diagnostic::do_not_recommend]
        impl DeviceMethod<{ field_hash("new") }, ($ty,)> for NonZero<$ty> {
            type Output = Option<NonZero<$ty>>;
            const ITEM: &'static Item = &Item {
                name: "<NonZero<_>>::new",
                body: &[
                    Piece::Text("(a: "),
                    info::<$ty>(),
                    Piece::Text(") -> "),
                    info::<Option<NonZero<$ty>>>(),
                    Piece::Text(" {\n    var made: "),
                    info::<Option<NonZero<$ty>>>(),
                    Piece::Text(";\n    if (a != "),
                    info::<$ty>(),
                    Piece::Text("(0)) {\n        made.tag = 1u;\n        made.v1_0 = a;\n    }\n    return made;\n}\n"),
                ],
                mutates_receiver: false,
                entries: &[],
                required_uniform: 0,
            };
        }

        #[diagnostic::do_not_recommend]
        impl DeviceMethod<{ field_hash("get") }, (NonZero<$ty>,)> for NonZero<$ty> {
            type Output = $ty;
            const ITEM: &'static Item = &Item {
                name: "<NonZero<_>>::get",
                body: &[
                    Piece::Text("(a: "),
                    info::<$ty>(),
                    Piece::Text(") -> "),
                    info::<$ty>(),
                    Piece::Text(" {\n    return a;\n}\n"),
                ],
                mutates_receiver: false,
                entries: &[],
                required_uniform: 0,
            };
        }

        nonzero!(@compared $ty "eq" "lt" "le" "gt" "ge");
    )*};
    (@compared $ty:ident $($operator:literal)*) => {$(
        #[diagnostic::do_not_recommend]
        impl DeviceOperator<{ field_hash($operator) }, NonZero<$ty>> for NonZero<$ty> {
            const ITEM: Option<&'static Item> = None;
        }
    )*};
}

nonzero! { u8 i8 u16 i16 u32 i32 u64 i64 usize isize }

/// Declares the operators by which a `NonZero` divides an integer.
macro_rules! divisors {
    ($($int:ident)*) => {$(
        amp_macros::device_operators! {
            impl ::core::ops::Div<NonZero<$int>> for $int {
                fn div(self, other: NonZero<$int>) -> $int {
                    self / other.get()
                }
            }
        }

        amp_macros::device_operators! {
            impl ::core::ops::Rem<NonZero<$int>> for $int {
                fn rem(self, other: NonZero<$int>) -> $int {
                    self % other.get()
                }
            }
        }

        amp_macros::device_operators! {
            impl ::core::ops::DivAssign<NonZero<$int>> for $int {
                fn div_assign(&mut self, other: NonZero<$int>) {
                    *self = *self / other.get();
                }
            }
        }

        amp_macros::device_operators! {
            impl ::core::ops::RemAssign<NonZero<$int>> for $int {
                fn rem_assign(&mut self, other: NonZero<$int>) {
                    *self = *self % other.get();
                }
            }
        }
    )*};
}

divisors! { u8 u16 u32 u64 usize }
