//! `SharedAccess`: a written view of which any work-item may touch any element.
//!
//! Elements are read and written word by word with relaxed atomics, so a race in a kernel yields one of the
//! values and is not undefined behaviour. LLVM makes no vectors of atomics; `load_up` and its relatives copy
//! whole rows with the processor's vectors (see `atomic_vector`).

use std::mem::MaybeUninit;
use std::ptr::NonNull;
use std::sync::atomic::{AtomicU32, Ordering};

use super::hoisted_view::HoistedView;
use super::memory::Memory;
use super::row::Locate;
use super::row_buffer::{BufferedRow, RowBuffer};
use crate::types::extent::Extent;
use crate::types::{Atomic, AtomicInt, GpuType, fetch};

/// A view whose elements are read and written word by word with relaxed atomics.
pub struct SharedAccess<T, const N: usize>(pub(super) Memory<T, N>);

// SAFETY: every access is atomic.
unsafe impl<T: GpuType, const N: usize> Sync for SharedAccess<T, N> {}

impl<T: GpuType, const N: usize> SharedAccess<T, N> {
    /// # Safety
    /// The caller must ensure that no other code uses the memory while this value exists.
    pub(crate) unsafe fn new(memory: Memory<T, N>) -> Self {
        SharedAccess(memory)
    }

    /// A local copy of this view; see `HoistedView`.
    #[inline(always)]
    pub fn at_hand(&self) -> HoistedView<'_, Self> {
        HoistedView::new(SharedAccess(self.0.copy()), self)
    }

    /// The view's extent.
    #[inline(always)]
    pub fn extent(&self) -> Extent<N> {
        self.0.extent()
    }

    /// The element at an index.
    #[inline(always)]
    #[track_caller]
    pub fn get(&self, row: &impl Locate, lane: usize, index: [usize; N]) -> T {
        let words = words(self.0.at(row, lane, index));
        let mut value = MaybeUninit::<T>::uninit();
        for at in 0..size_of::<T>() / 4 {
            // SAFETY: `T::PLAIN` proves that size and alignment are multiples of four bytes; the word `at`
            // lies inside.
            unsafe {
                let word = words.add(at).as_ref().load(Ordering::Relaxed);
                value.as_mut_ptr().cast::<u32>().add(at).write(word);
            }
        }
        // SAFETY: all words are written, and `T::PLAIN` proves that each bit pattern is a value.
        unsafe { value.assume_init() }
    }

    /// Replaces the element at an index.
    #[inline(always)]
    #[track_caller]
    pub fn set(&self, row: &impl Locate, lane: usize, index: [usize; N], value: T) {
        let words = words(self.0.at(row, lane, index));
        for at in 0..size_of::<T>() / 4 {
            // SAFETY: as in `get`; and `T::PLAIN` proves that no byte of the value is padding.
            unsafe {
                let word = (&raw const value).cast::<u32>().add(at).read();
                words.add(at).as_ref().store(word, Ordering::Relaxed);
            }
        }
    }
}

impl<T: GpuType, const N: usize> SharedAccess<T, N> {
    /// Whether the elements of a row are contiguous.
    #[inline(always)]
    pub fn has_rows(&self) -> bool {
        self.0.has_rows()
    }
}

/// Declares the constructors of `BufferedRow`, one for each direction (up, down) and purpose (load, store).
macro_rules! rows {
    ($($(#[$doc:meta])* $name:ident: $way:expr;)*) => {$(
        $(#[$doc])*
        #[inline(always)]
        #[track_caller]
        pub fn $name<'r, const L: usize, R: Locate>(
            &'r self,
            row: &'r R,
            index: [usize; N],
            room: &'r mut RowBuffer,
        ) -> BufferedRow<'r, T, R, N, L> {
            BufferedRow::new(self, row, index, $way, room)
        }
    )*};
}

impl<T: GpuType, const N: usize> SharedAccess<T, N> {
    rows! {
        /// Loads one element for each lane, upwards from an index along the last dimension.
        load_up: [false, true];
        /// Loads one element for each lane, downwards from an index.
        load_down: [true, true];
        /// Prepares a store of one element for each lane, upwards from an index along the last dimension.
        store_up: [false, false];
        /// Prepares a store of one element for each lane, downwards from an index.
        store_down: [true, false];
    }

    /// Loads `L` elements along the last dimension, in ascending order. They begin at `index`, or end there
    /// if `down` is true.
    #[inline(always)]
    #[track_caller]
    pub(super) fn load_run<'r, const L: usize>(
        &self,
        row: &impl Locate,
        index: [usize; N],
        down: bool,
        to: &'r mut MaybeUninit<[T; L]>,
    ) -> &'r [T; L] {
        let first = if down { self.0.run_down(row, index, L) } else { self.0.run(row, index, L) };
        // SAFETY: there are `L` elements, and only atomics touch them while `self` is borrowed. All words are
        // written, and `T::PLAIN` proves that each bit pattern is a value.
        unsafe {
            row.vectors().load(words(first).as_ptr(), to.as_mut_ptr().cast(), size_of::<[T; L]>() / 4);
            to.assume_init_ref()
        }
    }

    /// Stores to the elements that `load_run` loads, in the same order.
    #[inline(always)]
    #[track_caller]
    pub(super) fn store_run<const L: usize>(
        &self,
        row: &impl Locate,
        index: [usize; N],
        down: bool,
        values: &[T; L],
    ) {
        let first = if down { self.0.run_down(row, index, L) } else { self.0.run(row, index, L) };
        // SAFETY: as in `load_run`, and `T::PLAIN` proves that no byte of a value is padding.
        unsafe {
            row.vectors().store(values.as_ptr().cast(), words(first).as_ptr(), size_of::<[T; L]>() / 4)
        };
    }
}

/// Declares atomic operations under their names in the kernel language.
macro_rules! operations {
    ($($name:ident |$old:ident, $value:ident| $new:expr;)*) => {$(
        /// See the function of the same name in [`atomics`](crate::functions::atomics).
        #[inline(always)]
        #[track_caller]
        pub fn $name(&self, row: &impl Locate, lane: usize, index: [usize; N], value: T) -> T {
            fetch(self.word(row, lane, index), |$old: T| {
                let $value = value;
                $new
            })
        }
    )*};
}

impl<T: Atomic, const N: usize> SharedAccess<T, N> {
    /// The word of a one-word element.
    #[inline(always)]
    #[track_caller]
    fn word(&self, row: &impl Locate, lane: usize, index: [usize; N]) -> &AtomicU32 {
        // SAFETY: `at` returns a valid element of one word, and only atomics touch it while `self` is
        // borrowed.
        unsafe { words(self.0.at(row, lane, index)).as_ref() }
    }

    operations! {
        atomic_fetch_add |old, value| old.plus(value);
        atomic_fetch_sub |old, value| old.minus(value);
        atomic_fetch_min |old, value| old.smaller(value);
        atomic_fetch_max |old, value| old.larger(value);
    }

    /// See [`atomic_load`](crate::functions::atomics::atomic_load).
    #[inline(always)]
    #[track_caller]
    pub fn atomic_load(&self, row: &impl Locate, lane: usize, index: [usize; N]) -> T {
        T::of(self.word(row, lane, index).load(Ordering::Relaxed))
    }

    /// See [`atomic_store`](crate::functions::atomics::atomic_store).
    #[inline(always)]
    #[track_caller]
    pub fn atomic_store(&self, row: &impl Locate, lane: usize, index: [usize; N], value: T) {
        self.word(row, lane, index).store(value.bits(), Ordering::Relaxed);
    }

    /// See [`atomic_exchange`](crate::functions::atomics::atomic_exchange).
    #[inline(always)]
    #[track_caller]
    pub fn atomic_exchange(&self, row: &impl Locate, lane: usize, index: [usize; N], value: T) -> T {
        T::of(self.word(row, lane, index).swap(value.bits(), Ordering::Relaxed))
    }

    /// See [`atomic_compare_exchange`](crate::functions::atomics::atomic_compare_exchange).
    #[inline(always)]
    #[track_caller]
    pub fn atomic_compare_exchange(
        &self,
        row: &impl Locate,
        lane: usize,
        index: [usize; N],
        expected: T,
        value: T,
    ) -> T {
        let word = self.word(row, lane, index);
        match word.compare_exchange(expected.bits(), value.bits(), Ordering::Relaxed, Ordering::Relaxed) {
            Ok(old) | Err(old) => T::of(old),
        }
    }
}

impl<T: AtomicInt, const N: usize> SharedAccess<T, N> {
    operations! {
        atomic_fetch_and |old, value| old & value;
        atomic_fetch_or |old, value| old | value;
        atomic_fetch_xor |old, value| old ^ value;
    }
}

/// The words of an element.
#[inline(always)]
fn words<T>(element: NonNull<T>) -> NonNull<AtomicU32> {
    element.cast()
}
