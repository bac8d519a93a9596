//! Guards: data on the host, fetched once and then plain memory.

use std::marker::PhantomData;
use std::ops::{Deref, DerefMut, Index, IndexMut};
use std::ptr::NonNull;

use super::outside;
use crate::element::GpuType;
use crate::extent::Extent;
use crate::shape::Shape;

/// The elements of a view on the host, row by row. A section with gaps is gathered into a copy.
///
/// ```
/// use amp::prelude::*;
///
/// let values = [1, 2, 3, 4, 5, 6];
/// let view = ArrayView::with_extent([2, 3], &values)?;
/// let read = view.read()?;
/// assert_eq!(read[[1, 0]], 4);
/// assert_eq!(read.iter().sum::<i32>(), 21);
/// # Ok::<(), amp::Error>(())
/// ```
#[derive(Debug)]
pub struct ReadGuard<'v, T: GpuType, const N: usize> {
    extent: Extent<N>,
    elements: Elements<'v, T>,
}

#[derive(Debug)]
enum Elements<'v, T> {
    InPlace(&'v [T]),
    Gathered(Vec<T>),
}

impl<'v, T: GpuType, const N: usize> ReadGuard<'v, T, N> {
    /// # Safety
    /// `first` starts memory of elements of type `T` in which `shape` lies, and which nobody writes to during `'v`.
    pub(super) unsafe fn new(first: NonNull<T>, shape: Shape<N>) -> Self {
        let elements = if shape.is_contiguous() {
            // SAFETY: the caller's promise; the elements of a contiguous shape follow one another.
            Elements::InPlace(unsafe {
                std::slice::from_raw_parts(first.add(shape.offset).as_ptr(), shape.size())
            })
        } else {
            // SAFETY: the caller's promise.
            Elements::Gathered(unsafe { gather(first, &shape) })
        };
        ReadGuard { extent: Extent(shape.extent), elements }
    }

    /// The number of elements in each dimension.
    #[must_use]
    pub fn extent(&self) -> Extent<N> {
        self.extent
    }
}

impl<T: GpuType, const N: usize> Deref for ReadGuard<'_, T, N> {
    type Target = [T];

    fn deref(&self) -> &[T] {
        match &self.elements {
            Elements::InPlace(slice) => slice,
            Elements::Gathered(copy) => copy,
        }
    }
}

impl<T: GpuType, const N: usize> Index<[usize; N]> for ReadGuard<'_, T, N> {
    type Output = T;

    fn index(&self, index: [usize; N]) -> &T {
        let place = Shape::row_major(self.extent).place(index);
        let Some(place) = place else { outside(index, self.extent.0) };
        &(**self)[place]
    }
}

/// The elements of a view on the host, row by row, to be changed. Those of a section with gaps are put back when this is
/// dropped.
#[derive(Debug)]
pub struct WriteGuard<'v, T: GpuType, const N: usize> {
    first: NonNull<T>,
    shape: Shape<N>,
    /// The elements of a shape with gaps.
    gathered: Option<Vec<T>>,
    view: PhantomData<&'v mut [T]>,
}

// SAFETY: it is a `&mut [T]` with a shape, and `T: Send`.
unsafe impl<T: GpuType, const N: usize> Send for WriteGuard<'_, T, N> {}
// SAFETY: as above, and `T: Sync`.
unsafe impl<T: GpuType, const N: usize> Sync for WriteGuard<'_, T, N> {}

impl<T: GpuType, const N: usize> WriteGuard<'_, T, N> {
    /// # Safety
    /// `first` starts memory of elements of type `T` in which `shape` lies, and which nobody else uses during `'v`.
    pub(super) unsafe fn new(first: NonNull<T>, shape: Shape<N>) -> Self {
        // SAFETY: the caller's promise.
        let gathered = (!shape.is_contiguous()).then(|| unsafe { gather(first, &shape) });
        WriteGuard { first, shape, gathered, view: PhantomData }
    }

    /// The number of elements in each dimension.
    #[must_use]
    pub fn extent(&self) -> Extent<N> {
        Extent(self.shape.extent)
    }
}

impl<T: GpuType, const N: usize> Deref for WriteGuard<'_, T, N> {
    type Target = [T];

    fn deref(&self) -> &[T] {
        match &self.gathered {
            Some(copy) => copy,
            // SAFETY: `new`'s promise; without a copy the shape is contiguous.
            None => unsafe {
                std::slice::from_raw_parts(self.first.add(self.shape.offset).as_ptr(), self.shape.size())
            },
        }
    }
}

impl<T: GpuType, const N: usize> DerefMut for WriteGuard<'_, T, N> {
    fn deref_mut(&mut self) -> &mut [T] {
        match &mut self.gathered {
            Some(copy) => copy,
            // SAFETY: `new`'s promise; without a copy the shape is contiguous.
            None => unsafe {
                std::slice::from_raw_parts_mut(self.first.add(self.shape.offset).as_ptr(), self.shape.size())
            },
        }
    }
}

impl<T: GpuType, const N: usize> Index<[usize; N]> for WriteGuard<'_, T, N> {
    type Output = T;

    fn index(&self, index: [usize; N]) -> &T {
        let place = Shape::row_major(self.extent()).place(index);
        let Some(place) = place else { outside(index, self.shape.extent) };
        &(**self)[place]
    }
}

impl<T: GpuType, const N: usize> IndexMut<[usize; N]> for WriteGuard<'_, T, N> {
    fn index_mut(&mut self, index: [usize; N]) -> &mut T {
        let place = Shape::row_major(self.extent()).place(index);
        let Some(place) = place else { outside(index, self.shape.extent) };
        &mut (**self)[place]
    }
}

impl<T: GpuType, const N: usize> Drop for WriteGuard<'_, T, N> {
    fn drop(&mut self) {
        let Some(copy) = &self.gathered else { return };
        let width = self.shape.extent[N - 1];
        for (place, row) in self.shape.rows().zip(copy.chunks(width.max(1))) {
            for (i, element) in row.iter().enumerate() {
                // SAFETY: `new`'s promise; the place is that of an element of the shape.
                unsafe { self.first.add(place + i * self.shape.stride[N - 1]).write(*element) };
            }
        }
    }
}

/// A copy of the elements, row by row.
///
/// # Safety
/// `first` starts memory of elements of type `T` in which `shape` lies, and which nobody writes to meanwhile.
unsafe fn gather<T: GpuType, const N: usize>(first: NonNull<T>, shape: &Shape<N>) -> Vec<T> {
    let mut copy = Vec::with_capacity(shape.size());
    for place in shape.rows() {
        for i in 0..shape.extent[N - 1] {
            // SAFETY: the caller's promise; the place is that of an element of the shape.
            copy.push(unsafe { first.add(place + i * shape.stride[N - 1]).read() });
        }
    }
    copy
}
