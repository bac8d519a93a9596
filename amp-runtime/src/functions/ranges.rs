//! The methods of ranges whose type only rustc knows, such as the range in an `Option`. The compiler lowers the methods of
//! other ranges itself.

// A range with NaN is empty, as in Rust.
#![allow(clippy::neg_cmp_op_on_partial_ord)]

use crate::types::{RangeInclusiveValue, RangeValue};

macro_rules! methods {
    ($($of:ident)*) => {$(
        impl RangeValue<$of> {
            /// Whether the range has no items.
            pub fn is_empty(&self) -> bool {
                !(self.start < self.end)
            }

            /// Whether the number is in the range.
            pub fn contains(&self, item: &$of) -> bool {
                self.start <= *item && *item < self.end
            }
        }

        impl RangeInclusiveValue<$of> {
            /// Whether the range has no items.
            pub fn is_empty(&self) -> bool {
                !(self.start <= self.end)
            }

            /// Whether the number is in the range.
            pub fn contains(&self, item: &$of) -> bool {
                self.start <= *item && *item <= self.end
            }

            /// The value of `*range.start()`.
            pub fn amp_value_of_start(&self) -> $of {
                self.start
            }

            /// The value of `*range.end()`.
            pub fn amp_value_of_end(&self) -> $of {
                self.end
            }
        }

        amp_macros::device_methods! {
            impl RangeValue<$of> {
                fn is_empty(&self) -> bool {
                    !(self.start < self.end)
                }

                fn contains(&self, item: &$of) -> bool {
                    self.start <= *item && *item < self.end
                }
            }
        }

        amp_macros::device_methods! {
            impl RangeInclusiveValue<$of> {
                fn is_empty(&self) -> bool {
                    !(self.start <= self.end)
                }

                fn contains(&self, item: &$of) -> bool {
                    self.start <= *item && *item <= self.end
                }

                fn amp_value_of_start(&self) -> $of {
                    self.start
                }

                fn amp_value_of_end(&self) -> $of {
                    self.end
                }
            }
        }
    )*};
}

/// The method `len`, which ranges of some types have. The number of items may exceed the largest signed number.
macro_rules! lengths {
    ($($int:ident $unsigned:ident),*) => {$(
        impl RangeValue<$int> {
            /// The number of items, as `ExactSizeIterator::len`.
            pub fn len(&self) -> usize {
                if self.start < self.end { self.end.wrapping_sub(self.start) as $unsigned as usize } else { 0 }
            }
        }

        amp_macros::device_methods! {
            impl RangeValue<$int> {
                fn len(&self) -> usize {
                    let (start, end): ($int, $int) = (self.start, self.end);
                    if start < end { $int::wrapping_sub(end, start) as $unsigned as usize } else { 0 }
                }
            }
        }
    )*};
}

methods! { u8 u16 u32 u64 usize i8 i16 i32 i64 isize f32 f64 }
lengths! { u8 u8, u16 u16, u32 u32, usize usize, i8 u8, i16 u16, i32 u32, isize usize }
