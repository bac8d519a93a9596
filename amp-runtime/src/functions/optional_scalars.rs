//! The methods of scalars whose result is an `Option`, and other methods that are composed of built-in ones. The CPU code calls the methods of the standard
//! library. The code for devices and for the checked accelerator is compiled from the bodies in this file.

use crate::types::Value;

amp_macros::device_methods! {
    impl bool {
        fn then<U: Value>(self, f: impl FnOnce() -> U) -> Option<U> {
            if self { Some(f()) } else { None }
        }

        fn then_some<U: Value>(self, value: U) -> Option<U> {
            if self { Some(value) } else { None }
        }
    }
}

macro_rules! checked_arithmetic {
    ($($int:ident)*) => {$(
        amp_macros::device_methods! {
            impl $int {
                fn checked_add(self, other: $int) -> Option<$int> {
                    let (sum, overflows) = $int::overflowing_add(self, other);
                    if overflows { None } else { Some(sum) }
                }

                fn checked_sub(self, other: $int) -> Option<$int> {
                    let (difference, overflows) = $int::overflowing_sub(self, other);
                    if overflows { None } else { Some(difference) }
                }

                fn checked_mul(self, other: $int) -> Option<$int> {
                    let (product, overflows) = $int::overflowing_mul(self, other);
                    if overflows { None } else { Some(product) }
                }

                fn checked_div(self, other: $int) -> Option<$int> {
                    if other == 0 || ($int::MIN != 0 && self == $int::MIN && other == !0) {
                        None
                    } else {
                        Some(self / other)
                    }
                }

                fn checked_rem(self, other: $int) -> Option<$int> {
                    if other == 0 || ($int::MIN != 0 && self == $int::MIN && other == !0) {
                        None
                    } else {
                        Some(self % other)
                    }
                }

                fn checked_div_euclid(self, other: $int) -> Option<$int> {
                    if other == 0 || ($int::MIN != 0 && self == $int::MIN && other == !0) {
                        None
                    } else {
                        Some($int::div_euclid(self, other))
                    }
                }

                fn checked_rem_euclid(self, other: $int) -> Option<$int> {
                    if other == 0 || ($int::MIN != 0 && self == $int::MIN && other == !0) {
                        None
                    } else {
                        Some($int::rem_euclid(self, other))
                    }
                }

                fn checked_neg(self) -> Option<$int> {
                    let (negative, overflows) = $int::overflowing_neg(self);
                    if overflows { None } else { Some(negative) }
                }

                fn checked_pow(self, exponent: u32) -> Option<$int> {
                    let (power, overflows) = $int::overflowing_pow(self, exponent);
                    if overflows { None } else { Some(power) }
                }

                fn checked_shl(self, bits: u32) -> Option<$int> {
                    if bits < $int::BITS { Some($int::wrapping_shl(self, bits)) } else { None }
                }

                fn checked_shr(self, bits: u32) -> Option<$int> {
                    if bits < $int::BITS { Some($int::wrapping_shr(self, bits)) } else { None }
                }

                fn checked_ilog2(self) -> Option<u32> {
                    if self > 0 { Some($int::ilog2(self)) } else { None }
                }

                fn checked_ilog10(self) -> Option<u32> {
                    if self > 0 { Some($int::ilog10(self)) } else { None }
                }

                fn checked_ilog(self, base: $int) -> Option<u32> {
                    if self > 0 && base > 1 { Some($int::ilog(self, base)) } else { None }
                }
            }
        }
    )*};
}

checked_arithmetic! { u32 i32 usize isize u64 i64 u8 i8 u16 i16 }

macro_rules! checked_signed {
    ($($int:ident)*) => {$(
        amp_macros::device_methods! {
            impl $int {
                fn checked_abs(self) -> Option<$int> {
                    let (magnitude, overflows) = $int::overflowing_abs(self);
                    if overflows { None } else { Some(magnitude) }
                }

                fn checked_isqrt(self) -> Option<$int> {
                    if self < 0 { None } else { Some($int::isqrt(self)) }
                }
            }
        }
    )*};
}

checked_signed! { i32 isize i64 i8 i16 }

macro_rules! checked_mixed {
    ($($signed:ident $unsigned:ident)*) => {$(
        amp_macros::device_methods! {
            impl $unsigned {
                fn checked_add_signed(self, other: $signed) -> Option<$unsigned> {
                    let (sum, overflows) = $unsigned::overflowing_add_signed(self, other);
                    if overflows { None } else { Some(sum) }
                }

                fn checked_signed_diff(self, other: $unsigned) -> Option<$signed> {
                    let difference = $unsigned::wrapping_sub(self, other) as $signed;
                    if (self >= other) == (difference < 0) { None } else { Some(difference) }
                }

                fn checked_next_multiple_of(self, other: $unsigned) -> Option<$unsigned> {
                    if other == 0 {
                        None
                    } else {
                        let rest = self % other;
                        let missing = if rest == 0 { 0 } else { other - rest };
                        let (sum, overflows) = $unsigned::overflowing_add(self, missing);
                        if overflows { None } else { Some(sum) }
                    }
                }

                fn carrying_add(self, other: $unsigned, carry: bool) -> ($unsigned, bool) {
                    let (sum, overflows) = $unsigned::overflowing_add(self, other);
                    let (sum, wraps) = $unsigned::overflowing_add(sum, $unsigned::from(carry));
                    (sum, overflows | wraps)
                }

                fn borrowing_sub(self, other: $unsigned, borrow: bool) -> ($unsigned, bool) {
                    let (difference, overflows) = $unsigned::overflowing_sub(self, other);
                    let (difference, wraps) = $unsigned::overflowing_sub(difference, $unsigned::from(borrow));
                    (difference, overflows | wraps)
                }
            }
        }

        amp_macros::device_methods! {
            impl $signed {
                fn checked_add_unsigned(self, other: $unsigned) -> Option<$signed> {
                    let (sum, overflows) = $signed::overflowing_add_unsigned(self, other);
                    if overflows { None } else { Some(sum) }
                }

                fn checked_sub_unsigned(self, other: $unsigned) -> Option<$signed> {
                    let (difference, overflows) = $signed::overflowing_sub_unsigned(self, other);
                    if overflows { None } else { Some(difference) }
                }
            }
        }
    )*};
}

checked_mixed! { i32 u32 isize usize i64 u64 i8 u8 i16 u16 }

macro_rules! checked_unsigned {
    ($($int:ident)*) => {$(
        amp_macros::device_methods! {
            impl $int {
                fn checked_next_power_of_two(self) -> Option<$int> {
                    if self > ($int::MAX >> 1) + 1 { None } else { Some($int::next_power_of_two(self)) }
                }
            }
        }
    )*};
}

checked_unsigned! { u32 usize u64 u8 u16 }
