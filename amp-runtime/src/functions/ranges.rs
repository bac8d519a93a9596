//! The methods of ranges whose type only rustc knows, such as the range in an `Option`. The compiler lowers the methods of
//! other ranges itself.

use crate::types::{RangeInclusiveValue, RangeValue};

macro_rules! methods {
    ($($int:ident)*) => {$(
        impl RangeValue<$int> {
            /// The number of items, as `ExactSizeIterator::len`.
            pub fn len(&self) -> usize {
                if self.start < self.end { self.end.wrapping_sub(self.start) as usize } else { 0 }
            }

            /// Whether the range has no items.
            pub fn is_empty(&self) -> bool {
                self.start >= self.end
            }

            /// Whether the number is in the range.
            pub fn contains(&self, item: &$int) -> bool {
                self.start <= *item && *item < self.end
            }
        }

        impl RangeInclusiveValue<$int> {
            /// Whether the range has no items.
            pub fn is_empty(&self) -> bool {
                self.start > self.end
            }

            /// Whether the number is in the range.
            pub fn contains(&self, item: &$int) -> bool {
                self.start <= *item && *item <= self.end
            }
        }

        amp_macros::device_methods! {
            impl RangeValue<$int> {
                fn len(&self) -> usize {
                    let (start, end): ($int, $int) = (self.start, self.end);
                    if start < end { $int::wrapping_sub(end, start) as usize } else { 0 }
                }

                fn is_empty(&self) -> bool {
                    self.start >= self.end
                }

                fn contains(&self, item: &$int) -> bool {
                    self.start <= *item && *item < self.end
                }
            }
        }

        amp_macros::device_methods! {
            impl RangeInclusiveValue<$int> {
                fn is_empty(&self) -> bool {
                    self.start > self.end
                }

                fn contains(&self, item: &$int) -> bool {
                    self.start <= *item && *item <= self.end
                }
            }
        }
    )*};
}

methods! { u32 usize u8 u16 }
