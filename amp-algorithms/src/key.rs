//! Keys: types with a total order, mapped to unsigned integers in the same order.
//!
//! Sorts, searches and extrema compare these integers. So one kernel serves all types of keys, and floats have the order
//! of `total_cmp` on every accelerator.

use amp::prelude::*;
use amp::{Op, op};

/// A type with a total order: an integer, or a float in the order of `total_cmp`.
///
/// ```
/// use amp_algorithms::Key;
///
/// assert!((-0.0f32).to_ordered() < 0.0f32.to_ordered());
/// assert!(f32::INFINITY.to_ordered() < f32::NAN.to_ordered());
/// assert_eq!(f32::from_ordered((-1.5f32).to_ordered()), -1.5);
/// ```
#[device]
pub trait Key: GpuType {
    /// The type of the unsigned integers to which the keys are mapped.
    type Ordered: Ordered;
    /// The number of lower bits in which these integers differ: 8 for `u8`, although its integers are `u32`.
    const BITS: u32;
    /// The integer that stands for this key. A lesser key has a lesser integer.
    fn to_ordered(self) -> Self::Ordered;
    /// The key for which an integer stands: the inverse of [`to_ordered`](Key::to_ordered).
    fn from_ordered(ordered: Self::Ordered) -> Self;
}

/// An unsigned integer that stands for a key.
#[device]
pub trait Ordered: Int {
    /// The greatest integer.
    const GREATEST: Self;
    /// The digit that begins at bit `shift`: `(self >> shift) & mask`.
    fn digit(self, shift: u32, mask: u32) -> usize;
    /// This integer with `digit` inserted at bit `shift`: `self | (digit << shift)`.
    fn with_digit(self, digit: usize, shift: u32) -> Self;
    /// This integer without its lower `bits`: `self >> bits`, or zero if it has no other bits.
    fn without_low(self, bits: u32) -> Self;
    /// This integer with its lower `bits` inverted.
    fn inverted(self, bits: u32) -> Self;
    /// An index as an integer of this type.
    fn of_index(index: usize) -> Self;
    /// The inverse of [`of_index`](Ordered::of_index); `u32::MAX` for the greatest integer.
    fn to_index(self) -> u32;
}

#[device]
impl Ordered for u32 {
    const GREATEST: u32 = 0xFFFF_FFFF;
    fn digit(self, shift: u32, mask: u32) -> usize {
        ((self >> shift) & mask) as usize
    }
    fn with_digit(self, digit: usize, shift: u32) -> u32 {
        self | ((digit as u32) << shift)
    }
    fn without_low(self, bits: u32) -> u32 {
        if bits < 32 { self >> bits } else { 0 }
    }
    fn inverted(self, bits: u32) -> u32 {
        self ^ (<u32 as Ordered>::GREATEST >> (32 - bits))
    }
    fn of_index(index: usize) -> u32 {
        index as u32
    }
    fn to_index(self) -> u32 {
        self
    }
}

#[device]
impl Ordered for u64 {
    const GREATEST: u64 = 0xFFFF_FFFF_FFFF_FFFF;
    fn digit(self, shift: u32, mask: u32) -> usize {
        ((self >> shift) as u32 & mask) as usize
    }
    fn with_digit(self, digit: usize, shift: u32) -> u64 {
        self | ((digit as u64) << shift)
    }
    fn without_low(self, bits: u32) -> u64 {
        if bits < 64 { self >> bits } else { 0 }
    }
    fn inverted(self, bits: u32) -> u64 {
        self ^ (<u64 as Ordered>::GREATEST >> (64 - bits))
    }
    fn of_index(index: usize) -> u64 {
        index as u64
    }
    fn to_index(self) -> u32 {
        self as u32
    }
}

macro_rules! unsigned_keys {
    ($($key:ident $ordered:ident $bits:literal;)*) => {$(
        #[device]
        impl Key for $key {
            type Ordered = $ordered;
            const BITS: u32 = $bits;
            fn to_ordered(self) -> $ordered {
                self as $ordered
            }
            fn from_ordered(ordered: $ordered) -> $key {
                ordered as $key
            }
        }
    )*};
}

unsigned_keys! {
    u8 u32 8;
    u16 u32 16;
    u32 u32 32;
    u64 u64 64;
}

macro_rules! signed_keys {
    ($($key:ident $unsigned:ident $ordered:ident $bits:literal $sign:literal;)*) => {$(
        #[device]
        impl Key for $key {
            type Ordered = $ordered;
            const BITS: u32 = $bits;
            fn to_ordered(self) -> $ordered {
                (self as $unsigned as $ordered) ^ $sign
            }
            fn from_ordered(ordered: $ordered) -> $key {
                (ordered ^ $sign) as $key
            }
        }
    )*};
}

signed_keys! {
    i8 u8 u32 8 0x80;
    i16 u16 u32 16 0x8000;
    i32 u32 u32 32 0x8000_0000;
    i64 u64 u64 64 0x8000_0000_0000_0000;
}

macro_rules! float_keys {
    ($($key:ident $ordered:ident $bits:literal $sign:literal;)*) => {$(
        // Negative floats have the reverse order of their bits, so all bits are inverted.
        #[device]
        impl Key for $key {
            type Ordered = $ordered;
            const BITS: u32 = $bits;
            fn to_ordered(self) -> $ordered {
                let bits = self.to_bits();
                if bits < $sign { bits | $sign } else { !bits }
            }
            fn from_ordered(ordered: $ordered) -> $key {
                $key::from_bits(if ordered < $sign { !ordered } else { ordered ^ $sign })
            }
        }
    )*};
}

float_keys! {
    f32 u32 32 0x8000_0000;
    f64 u64 64 0x8000_0000_0000_0000;
}

/// The op that returns the integer that stands for a key. If `descending` is true, a greater key has a lesser integer. One op
/// serves both orders, so ascending and descending sorts have the same kernels.
pub(crate) fn ordered_key<K: Key>(descending: bool) -> impl Op<fn(K) -> K::Ordered> + Copy {
    let bits = K::BITS;
    move |types| {
        op!(|key: K| if descending { key.to_ordered().inverted(bits) } else { key.to_ordered() })(types)
    }
}

/// The inverse of [`ordered_key`].
pub(crate) fn key_of_ordered<K: Key>(descending: bool) -> impl Op<fn(K::Ordered) -> K> + Copy {
    let bits = K::BITS;
    move |types| {
        op!(|item: K::Ordered| if descending {
            K::from_ordered(item.inverted(bits))
        } else {
            K::from_ordered(item)
        })(types)
    }
}
