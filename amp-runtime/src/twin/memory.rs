//! What the three kinds of twins have in common: a view as plain memory.

use std::marker::PhantomData;
use std::panic::Location;
use std::ptr::NonNull;

use super::fault::Fault;
use super::row::{Asker, Launch};
use crate::element::Element;
use crate::extent::Extent;
use crate::shape::Shape;

/// A view's elements in the host's memory.
pub(crate) struct Memory<T, const N: usize> {
    /// The element at the index of zeros.
    first: NonNull<T>,
    pub(super) extent: [usize; N],
    pub(super) stride: [usize; N],
    pub(super) slot: usize,
    pub(super) launch: Launch,
    element: PhantomData<T>,
}

#[allow(clippy::needless_range_loop)] // the loops run over several arrays side by side, and are unrolled
impl<T: Element, const N: usize> Memory<T, N> {
    /// # Safety
    /// `storage` starts memory of elements of type `T` in which `shape` lies, for as long as this is used.
    pub(crate) unsafe fn new(storage: NonNull<T>, shape: &Shape<N>, slot: usize, launch: Launch) -> Self {
        // SAFETY: the first element of a shape lies in its memory, or at its end if the shape is empty.
        let first = unsafe { storage.add(shape.offset) };
        Memory { first, extent: shape.extent, stride: shape.stride, slot, launch, element: PhantomData }
    }

    /// Where the elements lie, seen from the first one.
    #[inline(always)]
    pub(super) fn shape(&self) -> Shape<N> {
        Shape { extent: self.extent, stride: self.stride, offset: 0 }
    }

    /// The element at the index of zeros.
    #[inline(always)]
    pub(super) fn first(&self) -> NonNull<T> {
        self.first
    }

    #[inline(always)]
    pub(super) fn extent(&self) -> Extent<N> {
        Extent(self.extent)
    }

    /// Whether the elements of a row follow one another.
    #[inline(always)]
    pub(super) fn has_rows(&self) -> bool {
        self.stride[N - 1] == 1
    }

    /// The element at an index, after a check of each dimension; `lane` of `row` is who asks.
    #[inline(always)]
    #[track_caller]
    pub(super) fn at(&self, row: &impl Asker, lane: usize, index: [usize; N]) -> NonNull<T> {
        let mut inside = true;
        let mut place = 0usize;
        for d in 0..N {
            inside &= index[d] < self.extent[d];
            place = place.wrapping_add(index[d].wrapping_mul(self.stride[d]));
        }
        if !inside {
            self.fault(row, lane, index);
        }
        // SAFETY: the index is inside, so the sum did not overflow, and the place is that of an element.
        unsafe { self.first.add(place) }
    }

    /// Whether `len` elements from an index on, along the last dimension, are inside.
    #[inline(always)]
    pub(super) fn holds(&self, index: [usize; N], len: usize) -> bool {
        let mut inside = len <= self.extent[N - 1] && index[N - 1] <= self.extent[N - 1] - len;
        for d in 0..N - 1 {
            inside &= index[d] < self.extent[d];
        }
        inside
    }

    /// The address of an element that is inside, in a view with rows.
    #[inline(always)]
    pub(super) fn address(&self, index: [usize; N]) -> usize {
        let mut place = 0usize;
        for d in 0..N {
            place = place.wrapping_add(index[d].wrapping_mul(self.stride[d]));
        }
        self.first.addr().get().wrapping_add(place.wrapping_mul(size_of::<T>()))
    }

    /// The first of `len` elements that follow one another, after one check of all of them.
    #[inline(always)]
    #[track_caller]
    pub(super) fn run(&self, row: &impl Asker, index: [usize; N], len: usize) -> NonNull<T> {
        if !(self.holds(index, len) && self.has_rows()) {
            self.fault_in_run(row, index, len);
        }
        let mut place = 0usize;
        for d in 0..N - 1 {
            place = place.wrapping_add(index[d].wrapping_mul(self.stride[d]));
        }
        // SAFETY: all of the run is inside, so the sum did not overflow, and the place is that of an element. (`len`
        // may be 0 at the very end, where a pointer may stand.)
        unsafe { self.first.add(place.wrapping_add(index[N - 1])) }
    }

    /// The last of `len` elements that follow one another downwards from an index on, after one check of all of them.
    #[inline(always)]
    #[track_caller]
    pub(super) fn run_down(&self, row: &impl Asker, index: [usize; N], len: usize) -> NonNull<T> {
        let mut last = index;
        last[N - 1] = index[N - 1].wrapping_sub(len.saturating_sub(1));
        if !(last[N - 1] <= index[N - 1] && self.holds(last, len) && self.has_rows()) {
            self.fault_in_run_down(row, index);
        }
        self.run(row, last, len)
    }

    /// The same memory once more, for [`Here`](super::Here).
    #[inline(always)]
    pub(super) fn copy(&self) -> Self {
        Memory { ..*self }
    }

    /// Takes all apart for what is far away: a view whose address is known somewhere else is not kept in registers.
    #[inline(always)]
    #[track_caller]
    fn fault(&self, row: &impl Asker, lane: usize, index: [usize; N]) -> ! {
        outside(self.slot, row.asker(lane), index, self.extent, Location::caller())
    }

    /// Names the first of the run's elements that is outside.
    #[inline(always)]
    #[track_caller]
    fn fault_in_run(&self, row: &impl Asker, index: [usize; N], len: usize) -> ! {
        let (lane, index) = first_outside(self.holds(index, len), index, self.extent);
        self.fault(row, lane, index)
    }

    /// Names the first of the elements that is outside.
    #[inline(always)]
    #[track_caller]
    fn fault_in_run_down(&self, row: &impl Asker, mut index: [usize; N]) -> ! {
        let inside = (0..N).all(|d| index[d] < self.extent[d]);
        // From one that is inside it goes down to below zero.
        let lane = if inside { index[N - 1] + 1 } else { 0 };
        index[N - 1] = index[N - 1].wrapping_sub(lane);
        self.fault(row, lane, index)
    }
}

#[cold]
#[inline(never)]
fn outside<const N: usize>(
    slot: usize,
    item: Vec<usize>,
    index: [usize; N],
    extent: [usize; N],
    at: &'static Location<'static>,
) -> ! {
    Fault::raise(slot, item, &index, &extent, at)
}

#[cold]
#[inline(never)]
fn first_outside<const N: usize>(
    inside: bool,
    mut index: [usize; N],
    extent: [usize; N],
) -> (usize, [usize; N]) {
    assert!(!inside, "a twin took rows from a view that has none");
    let others_inside = (0..N - 1).all(|d| index[d] < extent[d]);
    let lane = if others_inside { extent[N - 1].saturating_sub(index[N - 1]) } else { 0 };
    index[N - 1] = index[N - 1].wrapping_add(lane);
    (lane, index)
}
