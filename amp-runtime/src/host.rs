//! The host's memory behind a storage: what amp allocated, and copies out of and into memory that kernels on other threads
//! may be changing atomically.

use std::alloc::{Layout, alloc_zeroed};
use std::borrow::Cow;
use std::mem::ManuallyDrop;
use std::ops::Range;
use std::ptr::NonNull;
use std::sync::atomic::{AtomicU32, Ordering};

use crate::element::{Element, proved};
use crate::error::{Error, Result};

/// Memory with the alignment that elements may ask for.
#[derive(Clone, Copy)]
#[repr(C, align(16))]
struct Chunk([u8; 16]);

// SAFETY: bytes of zero are bytes.
unsafe impl bytemuck::Zeroable for Chunk {}

/// What something yields, in a vector, if the host has so much memory.
pub(crate) fn gathered<T>(elements: impl Iterator<Item = T>) -> Result<Vec<T>> {
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

/// Memory that amp allocated. A pointer and not a `Box`, so that there are no two ways to it.
pub(crate) struct Owned(NonNull<[Chunk]>);

impl Owned {
    pub(crate) fn zeros(bytes: usize) -> Result<Self> {
        let chunks = bytes.div_ceil(size_of::<Chunk>());
        match bytemuck::allocation::try_zeroed_slice_box(chunks) {
            Ok(zeros) => Ok(Owned(NonNull::from(Box::leak(zeros)))),
            Err(()) => Err(Error::out_of_host_memory(bytes)),
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

/// The elements of a vector, as memory that amp may write to. Pointers and not a `Vec`, so that there are no two ways to it.
pub(crate) struct Kept<T: Element> {
    first: NonNull<T>,
    len: usize,
    capacity: usize,
}

// SAFETY: it is a vector, and `T: Send + Sync`.
unsafe impl<T: Element> Send for Kept<T> {}
// SAFETY: as above.
unsafe impl<T: Element> Sync for Kept<T> {}

impl<T: Element> Kept<T> {
    pub(crate) fn new(elements: Vec<T>) -> Self {
        let mut elements = ManuallyDrop::new(elements);
        let (len, capacity) = (elements.len(), elements.capacity());
        Kept { first: NonNull::from(elements.as_mut_slice()).cast(), len, capacity }
    }

    /// The first element.
    pub(crate) fn first(&self) -> NonNull<T> {
        self.first
    }

    /// The vector again.
    pub(crate) fn into_vec(self) -> Vec<T> {
        let this = ManuallyDrop::new(self);
        // SAFETY: these are the parts of a vector, which nobody else owns.
        unsafe { Vec::from_raw_parts(this.first.as_ptr(), this.len, this.capacity) }
    }
}

impl<T: Element> Drop for Kept<T> {
    fn drop(&mut self) {
        // SAFETY: these are the parts of a vector, which nobody else owns.
        drop(unsafe { Vec::from_raw_parts(self.first.as_ptr(), self.len, self.capacity) });
    }
}

/// That many elements of zero bits, if there is memory for them. The system has zeros at hand, so it writes none.
pub(crate) fn zeros<T: Element>(len: usize) -> Result<Vec<T>> {
    const { proved::<T>() }
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
    // SAFETY: the memory was allocated for these elements, and `T::PROOF` proves that all bits zero are a value.
    Ok(unsafe { Vec::from_raw_parts(first.cast(), len, len) })
}

/// The bytes of plain data.
pub(crate) fn bytes_of<T: Element>(data: &[T]) -> &[u8] {
    const { proved::<T>() }
    // SAFETY: `T::PROOF` proves that no byte is padding.
    unsafe { std::slice::from_raw_parts(data.as_ptr().cast(), size_of_val(data)) }
}

/// The bytes of plain data, to be replaced by those of other values.
pub(crate) fn bytes_of_mut<T: Element>(data: &mut [T]) -> &mut [u8] {
    const { proved::<T>() }
    // SAFETY: `T::PROOF` proves that no byte is padding, and that each pattern of bits is a value, but for those of enums,
    // for which nobody has bytes but those of values.
    unsafe { std::slice::from_raw_parts_mut(data.as_mut_ptr().cast(), size_of_val(data)) }
}

/// The memory of a range.
///
/// # Safety
/// The range lies in the memory that starts at `first`, and nobody else uses it for as long as the result is used.
pub(crate) unsafe fn memory<'m>(first: NonNull<u8>, range: Range<usize>) -> &'m mut [u8] {
    // SAFETY: the caller's promise.
    unsafe { std::slice::from_raw_parts_mut(first.add(range.start).as_ptr(), range.len()) }
}

/// The bytes of a range: a copy, word by word, if the memory is `shared` with kernels that change it atomically.
///
/// # Safety
/// The range lies in the memory that starts at `first`, for as long as the result is used. Nobody writes to it meanwhile,
/// unless it is shared: then the memory is made of aligned 32-bit words, and whoever writes does so atomically.
pub(crate) unsafe fn read<'m>(first: NonNull<u8>, range: Range<usize>, shared: bool) -> Cow<'m, [u8]> {
    if !shared {
        // SAFETY: the caller's promise.
        return Cow::Borrowed(unsafe {
            std::slice::from_raw_parts(first.add(range.start).as_ptr(), range.len())
        });
    }
    let words = (range.start / 4..range.end.div_ceil(4)).flat_map(|at| {
        // SAFETY: the caller's promise.
        let word = unsafe { first.cast::<AtomicU32>().add(at).as_ref() };
        word.load(Ordering::Relaxed).to_ne_bytes()
    });
    Cow::Owned(words.skip(range.start % 4).take(range.len()).collect())
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
