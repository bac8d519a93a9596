//! The host's memory behind a storage: what amp allocated, and copies out of and into memory that kernels on other threads
//! may be changing atomically.

use std::borrow::Cow;
use std::ops::Range;
use std::ptr::NonNull;
use std::sync::atomic::{AtomicU32, Ordering};

use crate::accelerator::Accelerator;
use crate::error::{Error, Result};

/// Memory with the alignment that elements may ask for.
#[derive(Clone, Copy)]
#[repr(C, align(16))]
struct Chunk([u8; 16]);

// SAFETY: bytes of zero are bytes.
unsafe impl bytemuck::Zeroable for Chunk {}

/// Memory that amp allocated. A pointer and not a `Box`, so that there are no two ways to it.
pub(crate) struct Owned(NonNull<[Chunk]>);

impl Owned {
    pub(crate) fn zeros(bytes: usize) -> Result<Self> {
        let chunks = bytes.div_ceil(size_of::<Chunk>());
        match bytemuck::allocation::try_zeroed_slice_box(chunks) {
            Ok(zeros) => Ok(Owned(NonNull::from(Box::leak(zeros)))),
            Err(()) => {
                Err(Error::OutOfMemory { accelerator: Accelerator::cpu().description(), bytes: bytes as u64 })
            }
        }
    }

    /// The first byte.
    pub(crate) fn first(&self) -> NonNull<u8> {
        self.0.cast()
    }
}

impl Drop for Owned {
    fn drop(&mut self) {
        // SAFETY: it came from a box in `zeros`, and dies with the storage, when no view is left.
        drop(unsafe { Box::from_raw(self.0.as_ptr()) });
    }
}

/// The bytes of a range: a copy, word by word, if the memory is `shared` with kernels that change it atomically.
///
/// # Safety
/// The range lies in the memory that starts at `first`, for as long as the result is used. Nobody writes to it meanwhile,
/// unless it is shared: then the range is made of aligned 32-bit words, and whoever writes does so atomically.
pub(crate) unsafe fn read<'m>(first: NonNull<u8>, range: Range<usize>, shared: bool) -> Cow<'m, [u8]> {
    // SAFETY: the range lies in the memory.
    let start = unsafe { first.add(range.start) };
    if !shared {
        // SAFETY: the caller's promise.
        return Cow::Borrowed(unsafe { std::slice::from_raw_parts(start.as_ptr(), range.len()) });
    }
    let words = (0..range.len() / 4).flat_map(|at| {
        // SAFETY: the caller's promise.
        let word = unsafe { start.cast::<AtomicU32>().add(at).as_ref() };
        word.load(Ordering::Relaxed).to_ne_bytes()
    });
    Cow::Owned(words.collect())
}

/// Replaces the bytes from a place on; word by word, if the memory is `shared` with kernels that change it atomically.
///
/// # Safety
/// The bytes lie in the memory that starts at `first`. Nobody else uses them meanwhile, unless it is shared: then they are
/// aligned 32-bit words, and whoever uses them does so atomically.
pub(crate) unsafe fn write(first: NonNull<u8>, at: usize, data: &[u8], shared: bool) {
    // SAFETY: the place lies in the memory.
    let start = unsafe { first.add(at) };
    if !shared {
        // SAFETY: the caller's promise.
        unsafe { start.copy_from_nonoverlapping(NonNull::from(data).cast(), data.len()) };
        return;
    }
    for (at, word) in data.as_chunks::<4>().0.iter().enumerate() {
        // SAFETY: the caller's promise.
        let place = unsafe { start.cast::<AtomicU32>().add(at).as_ref() };
        place.store(u32::from_ne_bytes(*word), Ordering::Relaxed);
    }
}
