//! Numbers that atomic operations work on.

use std::sync::atomic::{AtomicU32, Ordering};

use super::Scalar;

/// A number that atomic operations work on: `u32`, `i32`, `f32`.
///
/// Integers wrap. On floats there are no operations on bits; `min` and `max` of a number and a NaN are the number.
#[diagnostic::on_unimplemented(
    message = "there are no atomic operations on `{Self}`",
    note = "atomic operations work on `u32`, `i32` and `f32`"
)]
pub trait Atomic: Scalar + sealed::Bits {}

/// A number that has atomic operations on bits: `u32`, `i32`.
#[diagnostic::on_unimplemented(
    message = "there are no atomic operations on the bits of `{Self}`",
    note = "these operations work on `u32` and `i32`"
)]
pub trait AtomicInt: Atomic + super::Int {}

impl Atomic for u32 {}
impl Atomic for i32 {}
impl Atomic for f32 {}
impl AtomicInt for u32 {}
impl AtomicInt for i32 {}

mod sealed {
    /// A number as 32 bits, and what operations do to it.
    pub trait Bits: Copy + PartialEq {
        fn bits(self) -> u32;
        fn of(bits: u32) -> Self;
        fn plus(self, other: Self) -> Self;
        fn minus(self, other: Self) -> Self;
        fn lesser(self, other: Self) -> Self;
        fn greater(self, other: Self) -> Self;
    }

    macro_rules! bits {
        ($($ty:ident: $bits:expr, $of:expr, $plus:ident $minus:ident;)*) => {$(
            impl Bits for $ty {
                #[inline(always)]
                fn bits(self) -> u32 {
                    $bits(self)
                }
                #[inline(always)]
                fn of(bits: u32) -> Self {
                    $of(bits)
                }
                #[inline(always)]
                fn plus(self, other: Self) -> Self {
                    self.$plus(other)
                }
                #[inline(always)]
                fn minus(self, other: Self) -> Self {
                    self.$minus(other)
                }
                #[inline(always)]
                fn lesser(self, other: Self) -> Self {
                    self.min(other)
                }
                #[inline(always)]
                fn greater(self, other: Self) -> Self {
                    self.max(other)
                }
            }
        )*};
    }

    use std::ops::{Add, Sub};
    bits! {
        u32: |it| it, |bits| bits, wrapping_add wrapping_sub;
        i32: i32::cast_unsigned, u32::cast_signed, wrapping_add wrapping_sub;
        f32: f32::to_bits, f32::from_bits, add sub;
    }
}

/// Changes a number in its turn; the old one.
#[inline(always)]
pub(crate) fn fetch<T: Atomic>(word: &AtomicU32, change: impl Fn(T) -> T) -> T {
    let mut old = word.load(Ordering::Relaxed);
    loop {
        let new = change(T::of(old)).bits();
        match word.compare_exchange_weak(old, new, Ordering::Relaxed, Ordering::Relaxed) {
            Ok(_) => return T::of(old),
            Err(now) => old = now,
        }
    }
}
