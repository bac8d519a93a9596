//! A written view that any work-item may touch anywhere.

use std::mem::MaybeUninit;
use std::ptr::NonNull;
use std::sync::atomic::{AtomicU32, Ordering};

use super::here::Here;
use super::memory::Memory;
use super::row::Asker;
use super::vectors::{Vectors, Words, WordsRoom};
use crate::element::{Atomic, AtomicInt, GpuType, fetch};
use crate::extent::Extent;

/// A view whose elements are read and written word by word with relaxed atomics: a kernel with a race computes what it
/// likes, but is not undefined behaviour.
pub struct SharedTwin<T, const N: usize>(pub(super) Memory<T, N>);

// SAFETY: all access is atomic.
unsafe impl<T: GpuType, const N: usize> Sync for SharedTwin<T, N> {}

impl<T: GpuType, const N: usize> SharedTwin<T, N> {
    /// # Safety
    /// The memory is used through nothing else while this exists.
    pub(crate) unsafe fn new(memory: Memory<T, N>) -> Self {
        SharedTwin(memory)
    }

    /// The same view, known to the one who uses it here.
    #[inline(always)]
    pub fn at_hand(&self) -> Here<'_, Self> {
        Here::new(SharedTwin(self.0.copy()), self)
    }

    /// The view's extent.
    #[inline(always)]
    pub fn extent(&self) -> Extent<N> {
        self.0.extent()
    }

    /// The element at an index.
    #[inline(always)]
    #[track_caller]
    pub fn get(&self, row: &impl Asker, lane: usize, index: [usize; N]) -> T {
        let words = words(self.0.at(row, lane, index));
        let mut value = MaybeUninit::<T>::uninit();
        for at in 0..size_of::<T>() / 4 {
            // SAFETY: `T::PLAIN` proves that the size is a multiple of four bytes, and the alignment too; `at` is inside.
            unsafe {
                let word = words.add(at).as_ref().load(Ordering::Relaxed);
                value.as_mut_ptr().cast::<u32>().add(at).write(word);
            }
        }
        // SAFETY: all words are written, and `T::PLAIN` proves that each pattern of bits is a value.
        unsafe { value.assume_init() }
    }

    /// Replaces the element at an index.
    #[inline(always)]
    #[track_caller]
    pub fn set(&self, row: &impl Asker, lane: usize, index: [usize; N], value: T) {
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

impl<T: GpuType, const N: usize> SharedTwin<T, N> {
    /// Whether the elements of a row follow one another.
    #[inline(always)]
    pub fn has_rows(&self) -> bool {
        self.0.has_rows()
    }

    /// The elements from an index on along the last dimension, one for each lane of a row.
    #[inline(always)]
    #[track_caller]
    pub fn load_up<'r, const L: usize>(
        &self,
        row: &impl Asker,
        index: [usize; N],
        room: &'r mut WordsRoom<T, L>,
    ) -> &'r Words<T, L> {
        let first = self.0.run(row, index, L);
        // SAFETY: `run` gives the first of `L` elements that follow one another.
        unsafe { self.load(row.vectors(), first, room) }
    }

    /// The same, downwards.
    #[inline(always)]
    #[track_caller]
    pub fn load_down<'r, const L: usize>(
        &self,
        row: &impl Asker,
        index: [usize; N],
        room: &'r mut WordsRoom<T, L>,
    ) -> &'r Words<T, L> {
        let last = self.0.run_down(row, index, L);
        let mut upwards = Words::room();
        // SAFETY: `run_down` gives the last of `L` elements that follow one another downwards.
        room.0.write(unsafe { self.load(row.vectors(), last, &mut upwards) }.reversed())
    }

    /// Replaces the elements from an index on along the last dimension, one for each lane of a row.
    #[inline(always)]
    #[track_caller]
    pub fn store_up<const L: usize>(&self, row: &impl Asker, index: [usize; N], values: &Words<T, L>) {
        let first = self.0.run(row, index, L);
        // SAFETY: as in `load_up`.
        unsafe { self.store(row.vectors(), first, values) }
    }

    /// The same, downwards.
    #[inline(always)]
    #[track_caller]
    pub fn store_down<const L: usize>(&self, row: &impl Asker, index: [usize; N], values: &Words<T, L>) {
        let last = self.0.run_down(row, index, L);
        // SAFETY: as in `load_down`.
        unsafe { self.store(row.vectors(), last, &values.reversed()) }
    }

    /// # Safety
    /// `L` elements of the view follow one another from `first` on.
    #[inline(always)]
    unsafe fn load<'r, const L: usize>(
        &self,
        vectors: Vectors,
        first: NonNull<T>,
        room: &'r mut WordsRoom<T, L>,
    ) -> &'r Words<T, L> {
        // SAFETY: as in `get`; all words are written, of which nobody else knows.
        unsafe {
            vectors.copy(first.as_ptr().cast(), room.0.as_mut_ptr().cast(), size_of::<[T; L]>() / 4);
            room.0.assume_init_ref()
        }
    }

    /// # Safety
    /// `L` elements of the view follow one another from `first` on.
    #[inline(always)]
    unsafe fn store<const L: usize>(&self, vectors: Vectors, first: NonNull<T>, values: &Words<T, L>) {
        // SAFETY: as in `set`.
        unsafe { vectors.copy((&raw const *values).cast(), first.as_ptr().cast(), size_of::<[T; L]>() / 4) };
    }
}

/// Atomic operations, by the names of the kernel language.
macro_rules! operations {
    ($($name:ident |$old:ident, $value:ident| $new:expr;)*) => {$(
        /// See the operation of the same name.
        #[inline(always)]
        #[track_caller]
        pub fn $name(&self, row: &impl Asker, lane: usize, index: [usize; N], value: T) -> T {
            fetch(self.word(row, lane, index), |$old: T| {
                let $value = value;
                $new
            })
        }
    )*};
}

impl<T: Atomic, const N: usize> SharedTwin<T, N> {
    /// The word of an element.
    #[inline(always)]
    #[track_caller]
    fn word(&self, row: &impl Asker, lane: usize, index: [usize; N]) -> &AtomicU32 {
        // SAFETY: `at` gives an element, which is one word, and nothing but atomics touches it while `self` is borrowed.
        unsafe { words(self.0.at(row, lane, index)).as_ref() }
    }

    operations! {
        atomic_fetch_add |old, value| old.plus(value);
        atomic_fetch_sub |old, value| old.minus(value);
        atomic_fetch_min |old, value| old.lesser(value);
        atomic_fetch_max |old, value| old.greater(value);
    }

    /// See the operation of the same name.
    #[inline(always)]
    #[track_caller]
    pub fn atomic_load(&self, row: &impl Asker, lane: usize, index: [usize; N]) -> T {
        T::of(self.word(row, lane, index).load(Ordering::Relaxed))
    }

    /// See the operation of the same name.
    #[inline(always)]
    #[track_caller]
    pub fn atomic_store(&self, row: &impl Asker, lane: usize, index: [usize; N], value: T) {
        self.word(row, lane, index).store(value.bits(), Ordering::Relaxed);
    }

    /// See the operation of the same name.
    #[inline(always)]
    #[track_caller]
    pub fn atomic_exchange(&self, row: &impl Asker, lane: usize, index: [usize; N], value: T) -> T {
        T::of(self.word(row, lane, index).swap(value.bits(), Ordering::Relaxed))
    }

    /// See the operation of the same name.
    #[inline(always)]
    #[track_caller]
    pub fn atomic_compare_exchange(
        &self,
        row: &impl Asker,
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

impl<T: AtomicInt, const N: usize> SharedTwin<T, N> {
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
