//! A written view that any work-item may touch anywhere.

use std::mem::MaybeUninit;
use std::ptr::NonNull;
use std::sync::atomic::{AtomicU32, Ordering};

use super::memory::Memory;
use super::row::Asker;
use crate::element::GpuType;
use crate::extent::Extent;

/// A view whose elements are read and written word by word with relaxed atomics: a kernel with a race computes what it
/// likes, but is not undefined behaviour.
pub struct SharedTwin<T, const N: usize>(Memory<T, N>);

// SAFETY: all access is atomic.
unsafe impl<T: GpuType, const N: usize> Sync for SharedTwin<T, N> {}

impl<T: GpuType, const N: usize> SharedTwin<T, N> {
    /// # Safety
    /// The memory is used through nothing else while this exists.
    pub(crate) unsafe fn new(memory: Memory<T, N>) -> Self {
        SharedTwin(memory)
    }

    /// The view's extent.
    #[inline(always)]
    pub fn extent(&self) -> Extent<N> {
        self.0.extent()
    }

    /// The element at an index.
    #[inline(always)]
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

/// The words of an element.
#[inline(always)]
fn words<T>(element: NonNull<T>) -> NonNull<AtomicU32> {
    element.cast()
}
