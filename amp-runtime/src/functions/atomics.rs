//! Atomic operations on elements of written views and on scalars in tile memory.
//!
//! In a kernel, work-items share these elements. So in kernels the macro replaces each call by an atomic
//! operation. On the CPU, `SharedAccess` implements the operation. The bodies in this module run on the host,
//! where `&mut` makes the variable exclusive. So host code can call and test a device function with atomic
//! operations. Each function `atomic_fetch_..` returns the old value.

use crate::types::{Atomic, AtomicInt, AtomicValue};

/// Declares an operation that combines the old value with an operand, and returns the old value.
macro_rules! fetch {
    ($($(#[$doc:meta])* $name:ident $bound:ident |$old:ident, $value:ident| $new:expr;)*) => {$(
        $(#[$doc])*
        pub fn $name<T: $bound>(place: &mut T, value: T) -> T {
            let ($old, $value) = (*place, value);
            *place = $new;
            $old
        }
    )*};
}

fetch! {
    /// Adds `value` and returns the old value.
    ///
    /// ```
    /// use amp::prelude::*;
    ///
    /// let samples = [3u32, 1, 3, 3];
    /// let mut counts = vec![0u32; 4];
    /// let samples = ArrayView::new(&samples);
    /// let mut bins = ArrayViewMut::new(&mut counts);
    /// parallel_for_each(samples.extent(), amp!(|i: Index<1>| {
    ///     atomic_fetch_add(&mut bins[samples[i] as usize], 1);
    /// }))?;
    /// assert_eq!(bins.to_vec()?, [0, 1, 0, 3]);
    /// # Ok::<(), amp::Error>(())
    /// ```
    atomic_fetch_add Atomic |old, value| old.plus(value);
    /// Subtracts `value` and returns the old value.
    ///
    /// ```
    /// let mut left = 3u32;
    /// assert_eq!((amp::atomic_fetch_sub(&mut left, 1), left), (3, 2));
    /// ```
    atomic_fetch_sub Atomic |old, value| old.minus(value);
    /// Stores the smaller of the old value and `value`, and returns the old value.
    ///
    /// ```
    /// let mut least = 3;
    /// assert_eq!((amp::atomic_fetch_min(&mut least, -1), least), (3, -1));
    /// ```
    atomic_fetch_min Atomic |old, value| old.smaller(value);
    /// Stores the larger of the old value and `value`, and returns the old value.
    ///
    /// ```
    /// let mut most = 3.0f32;
    /// assert_eq!((amp::atomic_fetch_max(&mut most, 4.5), most), (3.0, 4.5));
    /// ```
    atomic_fetch_max Atomic |old, value| old.larger(value);
    /// Stores the bitwise AND of the old value and `value`, and returns the old value.
    ///
    /// ```
    /// let mut bits = 6u32;
    /// assert_eq!((amp::atomic_fetch_and(&mut bits, 3), bits), (6, 2));
    /// ```
    atomic_fetch_and AtomicInt |old, value| old & value;
    /// Stores the bitwise OR of the old value and `value`, and returns the old value.
    ///
    /// ```
    /// let mut bits = 6u32;
    /// assert_eq!((amp::atomic_fetch_or(&mut bits, 3), bits), (6, 7));
    /// ```
    atomic_fetch_or AtomicInt |old, value| old | value;
    /// Stores the bitwise XOR of the old value and `value`, and returns the old value.
    ///
    /// ```
    /// let mut bits = 6u32;
    /// assert_eq!((amp::atomic_fetch_xor(&mut bits, 3), bits), (6, 5));
    /// ```
    atomic_fetch_xor AtomicInt |old, value| old ^ value;
    /// Stores `value` and returns the old value.
    ///
    /// ```
    /// let mut value = 6u32;
    /// assert_eq!((amp::atomic_exchange(&mut value, 3), value), (6, 3));
    /// ```
    atomic_exchange AtomicValue |old, value| value;
}

/// Adds one and returns the old value.
///
/// ```
/// let mut count = 6u32;
/// assert_eq!((amp::atomic_fetch_inc(&mut count), count), (6, 7));
/// ```
pub fn atomic_fetch_inc<T: AtomicInt>(place: &mut T) -> T {
    atomic_fetch_add(place, T::ONE)
}

/// Subtracts one and returns the old value.
///
/// ```
/// let mut count = 6u32;
/// assert_eq!((amp::atomic_fetch_dec(&mut count), count), (6, 5));
/// ```
pub fn atomic_fetch_dec<T: AtomicInt>(place: &mut T) -> T {
    atomic_fetch_sub(place, T::ONE)
}

/// Loads the value.
///
/// ```
/// assert_eq!(amp::atomic_load(&7u32), 7);
/// ```
pub fn atomic_load<T: AtomicValue>(place: &T) -> T {
    *place
}

/// Stores `value`.
///
/// ```
/// let mut value = 6u32;
/// amp::atomic_store(&mut value, 3);
/// assert_eq!(value, 3);
/// ```
pub fn atomic_store<T: AtomicValue>(place: &mut T, value: T) {
    *place = value;
}

/// Stores `value` if the old value equals `expected`.
///
/// Pass `expected` by value to get the old value back. Pass it as `&mut`, as in C++ AMP, to get whether
/// `value` was stored. The old value is then written to `expected`, whether or not `value` was stored.
///
/// ```
/// use amp::atomic_compare_exchange;
///
/// let mut lock = 0u32;
/// assert_eq!((atomic_compare_exchange(&mut lock, 0, 1), lock), (0, 1));
/// let mut expected = 0;
/// assert!(!atomic_compare_exchange(&mut lock, &mut expected, 2));
/// assert_eq!((lock, expected), (1, 1));
/// ```
pub fn atomic_compare_exchange<T: AtomicValue, E: Expected<T>>(
    place: &mut T,
    expected: E,
    value: T,
) -> E::Outcome {
    let old = *place;
    if old.amp_bits() == expected.value().amp_bits() {
        *place = value;
    }
    expected.found(old)
}

/// The type of `expected` in [`atomic_compare_exchange`]: a value, or `&mut` to one.
pub trait Expected<T> {
    /// The type that [`atomic_compare_exchange`] returns: the old value, or whether `value` was stored.
    type Outcome;
    #[doc(hidden)]
    fn value(&self) -> T;
    #[doc(hidden)]
    fn found(self, old: T) -> Self::Outcome;
}

impl<T: AtomicValue> Expected<T> for T {
    type Outcome = T;

    fn value(&self) -> T {
        *self
    }

    fn found(self, old: T) -> T {
        old
    }
}

impl<T: AtomicValue> Expected<T> for &mut T {
    type Outcome = bool;

    fn value(&self) -> T {
        **self
    }

    fn found(self, old: T) -> bool {
        let expected = std::mem::replace(self, old);
        expected.amp_bits() == old.amp_bits()
    }
}
