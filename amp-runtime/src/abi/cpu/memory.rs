//! A view as plain memory: the address arithmetic and bounds checks of `ReadAccess`, `ExclusiveAccess` and
//! `SharedAccess`.
//!
//! An element's address is `first + sum(index[d] * stride[d])`. The arithmetic wraps, so it needs no overflow
//! checks. This is correct: every function checks the index against the extent before it uses the address,
//! and the sum of an index in bounds does not overflow. A failed check raises a [`Fault`] with the work-item,
//! the index and the user's source location.

use std::marker::PhantomData;
use std::panic::Location;
use std::ptr::NonNull;

use super::fault::Fault;
use super::row::{LaunchId, Locate};
use crate::data::shape::Shape;
use crate::types::Element;
use crate::types::extent::Extent;

/// The elements of a view in host memory.
pub(crate) struct Memory<T, const N: usize> {
    /// The address of the element at index zero.
    first: NonNull<T>,
    pub(super) extent: [usize; N],
    pub(super) stride: [usize; N],
    pub(super) capture: usize,
    pub(super) launch: LaunchId,
    element: PhantomData<T>,
}

#[allow(clippy::needless_range_loop)] // each loop indexes several arrays, and LLVM unrolls it
impl<T: Element, const N: usize> Memory<T, N> {
    /// # Safety
    /// `storage` must point to memory of elements of type `T`. The memory must contain `shape` and live as
    /// long as this value.
    pub(crate) unsafe fn new(
        storage: NonNull<T>,
        shape: &Shape<N>,
        capture: usize,
        launch: LaunchId,
    ) -> Self {
        // SAFETY: the memory contains the shape, so `shape.offset` lies in the memory. If the shape is empty,
        // the offset may be that of the memory's end, where a pointer is still valid.
        let first = unsafe { storage.add(shape.offset) };
        Memory { first, extent: shape.extent, stride: shape.stride, capture, launch, element: PhantomData }
    }

    /// The shape of the elements, relative to the first one.
    #[inline(always)]
    pub(super) fn shape(&self) -> Shape<N> {
        Shape { extent: self.extent, stride: self.stride, offset: 0 }
    }

    /// The address of the element at index zero.
    #[inline(always)]
    pub(super) fn first(&self) -> NonNull<T> {
        self.first
    }

    #[inline(always)]
    pub(super) fn extent(&self) -> Extent<N> {
        Extent(self.extent)
    }

    /// Whether the elements of a row are contiguous.
    #[inline(always)]
    pub(super) fn has_rows(&self) -> bool {
        self.stride[N - 1] == 1
    }

    /// The address of the element at an index, after a check of each dimension. A fault reports the work-item
    /// `lane` of `row`.
    #[inline(always)]
    #[track_caller]
    pub(super) fn at(&self, row: &impl Locate, lane: usize, index: [usize; N]) -> NonNull<T> {
        let mut inside = true;
        let mut place = 0usize;
        for d in 0..N {
            inside &= index[d] < self.extent[d];
            place = place.wrapping_add(index[d].wrapping_mul(self.stride[d]));
        }
        if !inside {
            self.fault(row, lane, index);
        }
        // SAFETY: the index is in bounds, so the sum did not overflow and is the offset of an element.
        unsafe { self.first.add(place) }
    }

    /// Whether `len` elements along the last dimension, from an index on, are in bounds.
    #[inline(always)]
    pub(super) fn is_run_in_bounds(&self, index: [usize; N], len: usize) -> bool {
        let mut inside = len <= self.extent[N - 1] && index[N - 1] <= self.extent[N - 1] - len;
        for d in 0..N - 1 {
            inside &= index[d] < self.extent[d];
        }
        inside
    }

    /// The address of an element that is in bounds, in a view with contiguous rows.
    #[inline(always)]
    pub(super) fn address(&self, index: [usize; N]) -> usize {
        let mut place = 0usize;
        for d in 0..N {
            place = place.wrapping_add(index[d].wrapping_mul(self.stride[d]));
        }
        self.first.addr().get().wrapping_add(place.wrapping_mul(size_of::<T>()))
    }

    /// The address of the first of `len` contiguous elements, after one check for all of them.
    #[inline(always)]
    #[track_caller]
    pub(super) fn run(&self, row: &impl Locate, index: [usize; N], len: usize) -> NonNull<T> {
        if !(self.is_run_in_bounds(index, len) && self.has_rows()) {
            self.fault_in_run(row, index, len);
        }
        let mut place = 0usize;
        for d in 0..N - 1 {
            place = place.wrapping_add(index[d].wrapping_mul(self.stride[d]));
        }
        // SAFETY: the whole run is in bounds, so the sum did not overflow and is the offset of an element.
        // (If `len` is 0, it may also be the offset of the end, where a pointer is still valid.)
        unsafe { self.first.add(place.wrapping_add(index[N - 1])) }
    }

    /// The address of the first of `len` contiguous elements that end at `index`, after one check for all of
    /// them.
    #[inline(always)]
    #[track_caller]
    pub(super) fn run_down(&self, row: &impl Locate, index: [usize; N], len: usize) -> NonNull<T> {
        let mut last = index;
        last[N - 1] = index[N - 1].wrapping_sub(len.saturating_sub(1));
        if !(last[N - 1] <= index[N - 1] && self.is_run_in_bounds(last, len) && self.has_rows()) {
            self.fault_in_run_down(row, index);
        }
        self.run(row, last, len)
    }

    /// A copy of the address and the layout, for `HoistedView`.
    #[inline(always)]
    pub(super) fn copy(&self) -> Self {
        Memory { ..*self }
    }

    /// Raises a fault at an index that is out of bounds. `raise_out_of_bounds` is not inlined, so it gets
    /// copies of the fields instead of a reference to the view. LLVM cannot keep a view in registers if a
    /// function call gets its address.
    #[inline(always)]
    #[track_caller]
    fn fault(&self, row: &impl Locate, lane: usize, index: [usize; N]) -> ! {
        raise_out_of_bounds(self.capture, row.work_item(lane), index, self.extent, Location::caller())
    }

    /// Raises a fault at the first out-of-bounds element of an ascending run.
    #[inline(always)]
    #[track_caller]
    fn fault_in_run(&self, row: &impl Locate, index: [usize; N], len: usize) -> ! {
        let (lane, index) = first_out_of_bounds(self.is_run_in_bounds(index, len), index, self.extent);
        self.fault(row, lane, index)
    }

    /// Raises a fault at the first out-of-bounds element of a descending run.
    #[inline(always)]
    #[track_caller]
    fn fault_in_run_down(&self, row: &impl Locate, mut index: [usize; N]) -> ! {
        let inside = (0..N).all(|d| index[d] < self.extent[d]);
        // If the first element is in bounds, the run leaves the view below index zero.
        let lane = if inside { index[N - 1] + 1 } else { 0 };
        index[N - 1] = index[N - 1].wrapping_sub(lane);
        self.fault(row, lane, index)
    }
}

#[cold]
#[inline(never)]
fn raise_out_of_bounds<const N: usize>(
    capture: usize,
    item: Vec<usize>,
    index: [usize; N],
    extent: [usize; N],
    at: &'static Location<'static>,
) -> ! {
    Fault::raise(capture, item, &index, &extent, at)
}

#[cold]
#[inline(never)]
fn first_out_of_bounds<const N: usize>(
    inside: bool,
    mut index: [usize; N],
    extent: [usize; N],
) -> (usize, [usize; N]) {
    assert!(!inside, "internal error: rows of a view without contiguous rows");
    let others_inside = (0..N - 1).all(|d| index[d] < extent[d]);
    let lane = if others_inside { extent[N - 1].saturating_sub(index[N - 1]) } else { 0 };
    index[N - 1] = index[N - 1].wrapping_add(lane);
    (lane, index)
}
