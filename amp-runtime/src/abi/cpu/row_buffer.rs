//! Row buffers: copies of the elements that a row accesses in a shared view, loaded before a lane loop or
//! stored after it.
//!
//! LLVM does not combine atomic accesses into vectors. So a lane loop works on a plain array: `load_up` and
//! `load_down` fill the array before the loop, and `store` writes it back after the loop. This is legal if no
//! lane reads an element that it has stored in the loop, which `amp-lower` proves. The buffer may reorder
//! accesses of different lanes to one element, but such a race has no defined order anyway.

use std::mem::MaybeUninit;

use super::row::Locate;
use super::shared_access::SharedAccess;
use crate::types::GpuType;

/// The size of a buffer in bytes. The size is limited, because the buffer is on the stack. If the elements of
/// a row do not fit, each access goes to the view itself.
const BUFFER_BYTES: usize = 4096;

/// A buffer on the stack. It is aligned to a cache line, so that no vector access crosses a cache line.
#[repr(C, align(64))]
pub struct RowBuffer(MaybeUninit<[u8; BUFFER_BYTES]>);

impl RowBuffer {
    /// Returns an uninitialised buffer.
    #[inline(always)]
    #[allow(clippy::new_without_default)] // only generated code makes one
    pub fn new() -> Self {
        RowBuffer(MaybeUninit::uninit())
    }

    /// The buffer as an array of `L` elements, which must fit.
    #[inline(always)]
    fn elements<T, const L: usize>(&mut self) -> &mut MaybeUninit<[T; L]> {
        assert!(fits::<T, L>(), "internal error: a row buffer is too small");
        // SAFETY: the buffer has at least as many bytes, is aligned, and its content may be uninitialised.
        unsafe { &mut *self.0.as_mut_ptr().cast() }
    }
}

/// Whether `L` elements fit in a buffer.
const fn fits<T, const L: usize>() -> bool {
    size_of::<[T; L]>() <= BUFFER_BYTES && align_of::<T>() <= align_of::<RowBuffer>()
}

/// Copies an array in reverse order to another array. Reversing in place would be slow: LLVM would use
/// vectors of another length for it than for the copies before and after. The processor stalls if code loads
/// data with vectors of another length than those that stored the data (see `Vectors`).
#[inline(always)]
fn reversed<'r, T: Copy, const L: usize>(from: &[T; L], to: &'r mut MaybeUninit<[T; L]>) -> &'r [T; L] {
    let reversed = to.write(*from);
    for (to, from) in reversed.iter_mut().zip(from.iter().rev()) {
        *to = *from;
    }
    reversed
}

/// A buffered row: copies of the elements that `L` lanes access in a view. Lane 0 accesses the element at
/// `index`. From lane to lane, the last component of the index grows by one, or shrinks by one if `down` is
/// true.
pub struct BufferedRow<'r, T, R, const N: usize, const L: usize> {
    view: &'r SharedAccess<T, N>,
    row: &'r R,
    index: [usize; N],
    down: bool,
    /// Contains `L` initialised elements, if they fit in the buffer.
    buffer: &'r mut RowBuffer,
}

impl<'r, T: GpuType, R: Locate, const N: usize, const L: usize> BufferedRow<'r, T, R, N, L> {
    /// Whether the elements fit in the buffer.
    const FITS: bool = fits::<T, L>();

    /// Fills the buffer with elements of the view if `loads` is true, otherwise with zeros.
    #[inline(always)]
    #[track_caller]
    pub(super) fn new(
        view: &'r SharedAccess<T, N>,
        row: &'r R,
        index: [usize; N],
        [down, loads]: [bool; 2],
        buffer: &'r mut RowBuffer,
    ) -> Self {
        let mut words = BufferedRow { view, row, index, down, buffer };
        if Self::FITS {
            match [down, loads] {
                [false, true] => {
                    view.load_run(row, index, false, words.elements());
                }
                [true, true] => {
                    let mut upwards = RowBuffer::new();
                    reversed(view.load_run(row, index, true, upwards.elements()), words.elements());
                }
                [_, false] => {
                    words.elements().write([T::AMP_ZERO; L]);
                }
            }
        }
        words
    }

    /// The element of lane `lane`.
    #[inline(always)]
    #[track_caller]
    pub fn get(&self, lane: usize) -> T {
        if Self::FITS {
            // SAFETY: `new` has written `L` elements, and they fit in the buffer.
            let elements = unsafe { &*self.buffer.0.as_ptr().cast::<[T; L]>() };
            elements[lane]
        } else {
            self.view.get(self.row, lane, self.index_of(lane))
        }
    }

    /// Replaces the element of a lane. If the elements fit in the buffer, [`store`](Self::store) writes the
    /// new element to the view. Otherwise this function writes it to the view immediately.
    #[inline(always)]
    #[track_caller]
    pub fn set(&mut self, lane: usize, value: T) {
        if Self::FITS {
            // SAFETY: `new` has written `L` elements, and they fit in the buffer.
            let elements = unsafe { self.elements().assume_init_mut() };
            elements[lane] = value;
        } else {
            self.view.set(self.row, lane, self.index_of(lane), value);
        }
    }

    /// Writes all elements to the view, unless `set` has already written them.
    #[inline(always)]
    #[track_caller]
    pub fn store(mut self) {
        if !Self::FITS {
            return;
        }
        let (view, row, index, down) = (self.view, self.row, self.index, self.down);
        // SAFETY: `new` has written `L` elements, and they fit in the buffer.
        let elements = unsafe { self.elements().assume_init_ref() };
        if down {
            let mut upwards = RowBuffer::new();
            let upwards = reversed(elements, upwards.elements());
            view.store_run(row, index, true, upwards);
        } else {
            view.store_run(row, index, false, elements);
        }
    }

    #[inline(always)]
    fn elements(&mut self) -> &mut MaybeUninit<[T; L]> {
        self.buffer.elements()
    }

    /// The index of a lane's element.
    #[inline(always)]
    fn index_of(&self, lane: usize) -> [usize; N] {
        let mut place = self.index;
        let last = &mut place[N - 1];
        *last = if self.down { last.wrapping_sub(lane) } else { last.wrapping_add(lane) };
        place
    }
}
