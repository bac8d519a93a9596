//! The types that atomic operations support, and the operations of scalars on 32-bit words.

use std::sync::atomic::{AtomicU32, Ordering};

use super::{GpuType, Scalar};

/// A type that atomic loads, stores and exchanges support: `u32`, `i32`, `f32`, and enums that derive [`GpuType`] and have
/// `#[repr(u32)]` or `#[repr(i32)]`.
///
/// ```
/// use amp::prelude::*;
///
/// #[derive(Clone, Copy, Debug, PartialEq, GpuType)]
/// #[repr(u32)]
/// enum State {
///     Free,
///     Taken,
/// }
///
/// let mut state = [State::Free];
/// let mut owners = ArrayViewMut::<u32>::without_source([64])?;
/// let mut view = ArrayViewMut::new(&mut state);
/// parallel_for_each(64, amp!(|i: Index<1>| {
///     let old = atomic_compare_exchange(&mut view[0], State::Free, State::Taken);
///     owners[i] = if old == State::Free { 1 } else { 0 };
/// }))?;
/// assert_eq!(view.to_vec()?, [State::Taken]);
/// assert_eq!(owners.to_vec()?.iter().sum::<u32>(), 1);
/// # Ok::<(), amp::Error>(())
/// ```
#[diagnostic::on_unimplemented(
    message = "`{Self}` has no atomic operations",
    note = "atomic operations support `u32`, `i32`, `f32`, and enums with `#[repr(u32)]` or `#[repr(i32)]`"
)]
pub trait AtomicValue: GpuType {
    /// The value as a word.
    #[doc(hidden)]
    fn amp_bits(self) -> u32;
}

/// A scalar that all atomic operations support: `u32`, `i32` or `f32`.
///
/// Integers wrap. Floats have no bitwise operations, and their `min` and `max` ignore a NaN operand.
///
/// ```
/// fn add_all<T: amp::Atomic>(total: &mut T, values: &[T]) {
///     for value in values {
///         amp::atomic_fetch_add(total, *value);
///     }
/// }
/// let mut total = 1u32;
/// add_all(&mut total, &[2, 3]);
/// assert_eq!(total, 6);
/// ```
#[diagnostic::on_unimplemented(
    message = "`{Self}` has no atomic arithmetic",
    note = "atomic arithmetic supports `u32`, `i32` and `f32`"
)]
pub trait Atomic: AtomicValue + Scalar + sealed::Bits {}

/// A scalar that bitwise atomic operations support: `u32` or `i32`.
#[diagnostic::on_unimplemented(
    message = "`{Self}` has no bitwise atomic operations",
    note = "bitwise atomic operations support `u32` and `i32`"
)]
pub trait AtomicInt: Atomic + super::Int {}

macro_rules! values {
    ($($ty:ident)*) => {$(
        impl AtomicValue for $ty {
            fn amp_bits(self) -> u32 {
                sealed::Bits::bits(self)
            }
        }
    )*};
}

values!(u32 i32 f32);

impl Atomic for u32 {}
impl Atomic for i32 {}
impl Atomic for f32 {}
impl AtomicInt for u32 {}
impl AtomicInt for i32 {}

mod sealed {
    /// The operations on a scalar that is stored as a 32-bit word.
    pub trait Bits: Copy + PartialEq {
        fn bits(self) -> u32;
        fn of(bits: u32) -> Self;
        fn plus(self, other: Self) -> Self;
        fn minus(self, other: Self) -> Self;
        fn smaller(self, other: Self) -> Self;
        fn larger(self, other: Self) -> Self;
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
                fn smaller(self, other: Self) -> Self {
                    self.min(other)
                }
                #[inline(always)]
                fn larger(self, other: Self) -> Self {
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

/// Updates a word atomically by a compare-exchange loop, and returns the old value.
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
