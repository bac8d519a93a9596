//! The methods of `Ordering`, and the comparisons that return one. The CPU code calls the methods of the standard library;
//! the code for devices and for the checked accelerator is compiled from the bodies in this file.

use std::cmp::Ordering;

use crate::abi::link::DeviceOperator;
use crate::types::{Value, Variants, field_hash};

amp_macros::device_methods! {
impl Ordering {
    fn is_eq(self) -> bool {
        self == Ordering::Equal
    }

    fn is_ne(self) -> bool {
        self != Ordering::Equal
    }

    fn is_lt(self) -> bool {
        self == Ordering::Less
    }

    fn is_gt(self) -> bool {
        self == Ordering::Greater
    }

    fn is_le(self) -> bool {
        self != Ordering::Greater
    }

    fn is_ge(self) -> bool {
        self != Ordering::Less
    }

    fn reverse(self) -> Ordering {
        if self == Ordering::Less {
            Ordering::Greater
        } else if self == Ordering::Greater {
            Ordering::Less
        } else {
            Ordering::Equal
        }
    }

    fn then(self, other: Ordering) -> Ordering {
        if self == Ordering::Equal { other } else { self }
    }

    fn then_with(self, other: impl FnOnce() -> Ordering) -> Ordering {
        if self == Ordering::Equal { other() } else { self }
    }
}
}

macro_rules! compared {
    ($($ty:ident)*) => {$(
        amp_macros::device_methods! {
            impl $ty {
                fn cmp(&self, other: &$ty) -> Ordering {
                    if *self < *other {
                        Ordering::Less
                    } else if *self == *other {
                        Ordering::Equal
                    } else {
                        Ordering::Greater
                    }
                }

                fn partial_cmp(&self, other: &$ty) -> Option<Ordering> {
                    if *self < *other {
                        Some(Ordering::Less)
                    } else if *self == *other {
                        Some(Ordering::Equal)
                    } else {
                        Some(Ordering::Greater)
                    }
                }
            }
        }
    )*};
}

compared! { bool char i8 u8 i16 u16 i32 u32 i64 u64 isize usize }

macro_rules! compared_floats {
    ($($float:ident $unsigned:ident $signed:ident $sign:literal)*) => {$(
        amp_macros::device_methods! {
            impl $float {
                fn partial_cmp(&self, other: &$float) -> Option<Ordering> {
                    if *self < *other {
                        Some(Ordering::Less)
                    } else if *self == *other {
                        Some(Ordering::Equal)
                    } else if *self > *other {
                        Some(Ordering::Greater)
                    } else {
                        None
                    }
                }

                fn total_cmp(&self, other: &$float) -> Ordering {
                    let (own, right): ($float, $float) = (*self, *other);
                    let (mut a, mut b) = (own.to_bits() as $signed, right.to_bits() as $signed);
                    a ^= (((a >> $sign) as $unsigned) >> 1) as $signed;
                    b ^= (((b >> $sign) as $unsigned) >> 1) as $signed;
                    a.cmp(&b)
                }
            }
        }
    )*};
}

compared_floats! { f32 u32 i32 31 f64 u64 i64 63 }

amp_macros::device_methods! {
impl<T> T
where
    T: Variants
        + Value
        + PartialOrd
        + DeviceOperator<{ field_hash("lt") }, T>
        + DeviceOperator<{ field_hash("le") }, T>
        + DeviceOperator<{ field_hash("gt") }, T>,
{
    fn partial_cmp(&self, other: &T) -> Option<Ordering> {
        if *self < *other {
            Some(Ordering::Less)
        } else if *self > *other {
            Some(Ordering::Greater)
        } else if *self <= *other {
            Some(Ordering::Equal)
        } else {
            None
        }
    }
}
}

amp_macros::device_methods! {
impl<T> T
where
    T: Variants
        + Value
        + Ord
        + DeviceOperator<{ field_hash("eq") }, T>
        + DeviceOperator<{ field_hash("lt") }, T>
        + DeviceOperator<{ field_hash("le") }, T>
        + DeviceOperator<{ field_hash("gt") }, T>,
{
    fn cmp(&self, other: &T) -> Ordering {
        if *self < *other {
            Ordering::Less
        } else if *self == *other {
            Ordering::Equal
        } else {
            Ordering::Greater
        }
    }

    fn min(self, other: T) -> T {
        if other < self { other } else { self }
    }

    fn max(self, other: T) -> T {
        if other < self { self } else { other }
    }

    fn clamp(self, min: T, max: T) -> T {
        assert!(min <= max);
        if self < min {
            min
        } else if self > max {
            max
        } else {
            self
        }
    }
}
}
