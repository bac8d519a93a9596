//! The methods of scalars whose result is an `Option`. The CPU code calls the methods of the standard
//! library; the code for devices and for the checked accelerator is compiled from the bodies in this file.

use crate::types::Value;

amp_macros::device_methods! {
    impl bool {
        fn then<U: Value>(self, f: impl Fn() -> U) -> Option<U> {
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
            }
        }
    )*};
}

checked_arithmetic! { u32 i32 usize isize u64 i64 u8 i8 u16 i16 }
