//! Host memory behind a storage: allocation, and copies out of and into memory that kernels on other threads
//! may modify atomically. The functions take raw pointers: a Rust reference to memory that another thread
//! modifies would be undefined behaviour.

use std::alloc::{Layout, alloc_zeroed};
use std::borrow::Cow;
use std::mem::ManuallyDrop;
use std::ops::Range;
use std::ptr::NonNull;
use std::sync::atomic::{AtomicU32, Ordering};

use crate::support::error::{Error, Result};
use crate::types::{Element, verify_plain};

/// The unit in which amp allocates host memory. Its alignment suffices for every element type.
#[derive(Clone, Copy)]
#[repr(C, align(16))]
struct Chunk([u8; 16]);

// SAFETY: zero is a valid value of each of the 16 bytes.
unsafe impl bytemuck::Zeroable for Chunk {}

/// Collects an iterator into a vector. Returns an error if the host is out of memory.
pub(crate) fn try_collect<T>(elements: impl Iterator<Item = T>) -> Result<Vec<T>> {
    let mut gathered = Vec::new();
    let missing = |elements: usize| Error::out_of_host_memory(elements.saturating_mul(size_of::<T>()));
    let least = elements.size_hint().0;
    gathered.try_reserve_exact(least).map_err(|_| missing(least))?;
    for element in elements {
        if gathered.len() == gathered.capacity() {
            gathered.try_reserve(1).map_err(|_| missing(gathered.len() + 1))?;
        }
        gathered.push(element);
    }
    Ok(gathered)
}

/// Memory that amp allocated. The field is a pointer and not a `Box`, because a `Box` must be the only
/// pointer to its memory, and amp has further pointers to it.
pub(crate) struct HostMemory(NonNull<[Chunk]>);

impl HostMemory {
    pub(crate) fn zeros(bytes: usize) -> Result<Self> {
        let chunks = bytes.div_ceil(size_of::<Chunk>());
        match bytemuck::allocation::try_zeroed_slice_box(chunks) {
            Ok(zeros) => Ok(HostMemory(NonNull::from(Box::leak(zeros)))),
            Err(()) => Err(Error::out_of_host_memory(bytes)),
        }
    }

    /// A pointer to the first byte.
    pub(crate) fn first(&self) -> NonNull<u8> {
        self.0.cast()
    }
}

impl Drop for HostMemory {
    fn drop(&mut self) {
        // SAFETY: the pointer came from a box in `zeros`. Views and arrays keep the storage alive, and the
        // storage owns this value. So no other pointer to the memory is used any more.
        drop(unsafe { Box::from_raw(self.0.as_ptr()) });
    }
}

/// The elements of a vector, as memory to which amp may write. The struct contains the components of the
/// vector and not a `Vec`. A `Vec` must be the only pointer to its elements, and amp has further pointers to
/// them.
pub(crate) struct OwnedVec<T: Element> {
    first: NonNull<T>,
    len: usize,
    capacity: usize,
}

// SAFETY: the fields are those of a `Vec<T>`, which is `Send`, because `T` is.
unsafe impl<T: Element> Send for OwnedVec<T> {}
// SAFETY: as for `Send`: a `Vec<T>` is `Sync`, because `T` is.
unsafe impl<T: Element> Sync for OwnedVec<T> {}

impl<T: Element> OwnedVec<T> {
    pub(crate) fn new(elements: Vec<T>) -> Self {
        let mut elements = ManuallyDrop::new(elements);
        let (len, capacity) = (elements.len(), elements.capacity());
        OwnedVec { first: NonNull::from(elements.as_mut_slice()).cast(), len, capacity }
    }

    /// A pointer to the first element.
    pub(crate) fn first(&self) -> NonNull<T> {
        self.first
    }

    /// Rebuilds the vector.
    pub(crate) fn into_vec(self) -> Vec<T> {
        let this = ManuallyDrop::new(self);
        // SAFETY: the pointer, length and capacity came from a `Vec<T>` in `new`, and nothing else owns it.
        unsafe { Vec::from_raw_parts(this.first.as_ptr(), this.len, this.capacity) }
    }
}

impl<T: Element> Drop for OwnedVec<T> {
    fn drop(&mut self) {
        // SAFETY: the pointer, length and capacity came from a `Vec<T>` in `new`, and nothing else owns it.
        drop(unsafe { Vec::from_raw_parts(self.first.as_ptr(), self.len, self.capacity) });
    }
}

/// Allocates `len` elements whose bits are zero. The system provides zeroed pages, so amp does not write
/// them.
pub(crate) fn zeros<T: Element>(len: usize) -> Result<Vec<T>> {
    verify_plain::<T>();
    let missing = || Error::out_of_host_memory(len.saturating_mul(size_of::<T>()));
    let layout = Layout::array::<T>(len).map_err(|_| missing())?;
    if layout.size() == 0 {
        return Ok(Vec::new());
    }
    // SAFETY: the size is not zero.
    let first = unsafe { alloc_zeroed(layout) };
    if first.is_null() {
        return Err(missing());
    }
    // SAFETY: the memory was allocated for these elements, and `T::PROOF` proves that zero bytes are a
    // valid element.
    Ok(unsafe { Vec::from_raw_parts(first.cast(), len, len) })
}

/// The bytes of a slice of plain data.
pub(crate) fn bytes_of<T: Element>(data: &[T]) -> &[u8] {
    verify_plain::<T>();
    // SAFETY: `T::PROOF` proves that no byte is padding.
    unsafe { std::slice::from_raw_parts(data.as_ptr().cast(), size_of_val(data)) }
}

/// The bytes of a slice of plain data, for overwriting them with the bytes of other valid values.
pub(crate) fn bytes_of_mut<T: Element>(data: &mut [T]) -> &mut [u8] {
    verify_plain::<T>();
    // SAFETY: `T::PROOF` proves that no byte is padding. If `T` contains no enum, it also proves that each bit
    // pattern is a value. Otherwise each caller writes only bytes of valid values.
    unsafe { std::slice::from_raw_parts_mut(data.as_mut_ptr().cast(), size_of_val(data)) }
}

/// A range of memory as a slice.
///
/// # Safety
/// The range must lie in the memory that starts at `first`. No other code may access it while the result is
/// used.
pub(crate) unsafe fn memory<'m>(first: NonNull<u8>, range: Range<usize>) -> &'m mut [u8] {
    // SAFETY: the caller guarantees that the range lies in the memory and that no other code accesses it.
    unsafe { std::slice::from_raw_parts_mut(first.add(range.start).as_ptr(), range.len()) }
}

/// Returns the bytes of a range. Pass `shared` if kernels may modify the memory atomically during the call.
/// The result is then a copy, made by an atomic load of each word; otherwise it borrows the memory.
///
/// # Safety
/// The range must lie in the memory that starts at `first` as long as the result is used. Without `shared`,
/// no other code may write to the range meanwhile. With `shared`, the memory must consist of aligned 32-bit
/// words, and all writes must be atomic.
pub(crate) unsafe fn read<'m>(first: NonNull<u8>, range: Range<usize>, shared: bool) -> Cow<'m, [u8]> {
    if !shared {
        // SAFETY: the caller guarantees that the range lies in the memory and that no other code writes to
        // it.
        return Cow::Borrowed(unsafe {
            std::slice::from_raw_parts(first.add(range.start).as_ptr(), range.len())
        });
    }
    let words = (range.start / 4..range.end.div_ceil(4)).flat_map(|at| {
        // SAFETY: the caller guarantees that the memory consists of aligned words and that all writes are
        // atomic.
        let word = unsafe { first.cast::<AtomicU32>().add(at).as_ref() };
        word.load(Ordering::Relaxed).to_ne_bytes()
    });
    Cow::Owned(words.skip(range.start % 4).take(range.len()).collect())
}

/// Copies `data` to the memory, from byte `at` on. Pass `shared` if kernels may modify the memory atomically
/// during the call. The function then writes each word by an atomic store.
///
/// # Safety
/// The bytes must lie in the memory that starts at `first`. Without `shared`, no other code may access them
/// meanwhile. With `shared`, they must be aligned 32-bit words, and all accesses must be atomic.
pub(crate) unsafe fn write(first: NonNull<u8>, at: usize, data: &[u8], shared: bool) {
    // SAFETY: the caller guarantees that the bytes lie in the memory.
    let start = unsafe { first.add(at) };
    if !shared {
        // SAFETY: the caller guarantees that no other code accesses these bytes.
        unsafe { start.copy_from_nonoverlapping(NonNull::from(data).cast(), data.len()) };
        return;
    }
    for (at, word) in data.as_chunks::<4>().0.iter().enumerate() {
        // SAFETY: the caller guarantees that the memory consists of aligned words and that all accesses are
        // atomic.
        let word_address = unsafe { start.cast::<AtomicU32>().add(at).as_ref() };
        word_address.store(u32::from_ne_bytes(*word), Ordering::Relaxed);
    }
}
