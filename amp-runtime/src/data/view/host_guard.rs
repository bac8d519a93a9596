//! Guards: slices of a view's elements on the host. Creating a guard downloads the data. After that, accesses
//! are plain memory accesses. The elements of a section with gaps are gathered into a vector, and a write
//! guard scatters them back when it is dropped.

use std::marker::PhantomData;
use std::ops::{Deref, DerefMut, Index, IndexMut};
use std::ops::{Range, RangeFrom, RangeFull, RangeInclusive, RangeTo};
use std::ptr::NonNull;
use std::sync::Arc;

use super::element::out_of_bounds;
use crate::data::shape::Shape;
use crate::data::storage::Storage;
use crate::device::queue::Location;
use crate::support::error::{Error, Result};
use crate::types::Element;
use crate::types::extent::Extent;

/// The elements of a view on the host in row-major order, for reading. The elements of a section with gaps are copied.
///
/// ```
/// use amp::prelude::*;
///
/// let values = [1, 2, 3, 4, 5, 6];
/// let view = ArrayView::with_extent([2, 3], &values)?;
/// let read = view.read()?;
/// assert_eq!((read[[1, 0]], read[3], &read[4..]), (4, 4, &[5, 6][..]));
/// assert_eq!(read.iter().sum::<i32>(), 21);
/// # Ok::<(), amp::Error>(())
/// ```
#[derive(Debug)]
pub struct ReadGuard<'v, T: Element, const N: usize> {
    extent: Extent<N>,
    elements: Elements<'v, T>,
}

#[derive(Debug)]
enum Elements<'v, T> {
    InPlace(&'v [T]),
    Gathered(Vec<T>),
}

impl<'v, T: Element, const N: usize> ReadGuard<'v, T, N> {
    /// Downloads the elements.
    ///
    /// # Safety
    /// The storage must hold elements of type `T`, and `shape` must lie in it. No other code may write to the
    /// elements of `shape` during `'v`.
    pub(crate) unsafe fn of(storage: &'v Arc<Storage>, shape: Shape<N>) -> Result<Self> {
        let first = storage.resident_on_host(&shape.bytes(size_of::<T>())?)?.cast::<T>();
        let elements = if shape.is_contiguous() {
            // SAFETY: the caller guarantees the element type and the absence of writes, and the elements of a
            // contiguous shape are contiguous.
            Elements::InPlace(unsafe {
                std::slice::from_raw_parts(first.add(shape.offset).as_ptr(), shape.size())
            })
        } else {
            // SAFETY: the caller guarantees the element type and the absence of writes.
            Elements::Gathered(unsafe { gather(first, &shape)? })
        };
        Ok(ReadGuard { extent: Extent(shape.extent), elements })
    }

    /// The number of elements in each dimension.
    #[must_use]
    pub fn extent(&self) -> Extent<N> {
        self.extent
    }
}

impl<T: Element, const N: usize> Deref for ReadGuard<'_, T, N> {
    type Target = [T];

    fn deref(&self) -> &[T] {
        match &self.elements {
            Elements::InPlace(slice) => slice,
            Elements::Gathered(copy) => copy,
        }
    }
}

/// The elements of a view on the host in row-major order, for writing. The guard of a section with gaps holds
/// a copy, and writes it back when the guard is dropped.
#[derive(Debug)]
pub struct WriteGuard<'v, T: Element, const N: usize> {
    first: NonNull<T>,
    shape: Shape<N>,
    /// A copy of the elements, if the shape is not contiguous.
    gathered: Option<Vec<T>>,
    view: PhantomData<&'v mut [T]>,
}

// SAFETY: the guard has the access rights of a `&mut [T]`, which is `Send`, because `T` is.
unsafe impl<T: Element, const N: usize> Send for WriteGuard<'_, T, N> {}
// SAFETY: as for `Send`: a `&mut [T]` is `Sync`, because `T` is.
unsafe impl<T: Element, const N: usize> Sync for WriteGuard<'_, T, N> {}

impl<'v, T: Element, const N: usize> WriteGuard<'v, T, N> {
    /// Downloads the elements and marks them as written on the host.
    ///
    /// # Safety
    /// The storage must hold elements of type `T`, and `shape` must lie in it. No other code may access the
    /// elements of `shape` during `'v`.
    pub(crate) unsafe fn of(storage: &'v Arc<Storage>, shape: Shape<N>) -> Result<Self> {
        let bytes = shape.bytes(size_of::<T>())?;
        let first = storage.resident_on_host(&bytes)?.cast::<T>();
        storage.mark_written(Location::Host, &bytes);
        // SAFETY: the caller guarantees the element type and the absence of other accesses.
        let gathered = if shape.is_contiguous() { None } else { Some(unsafe { gather(first, &shape)? }) };
        Ok(WriteGuard { first, shape, gathered, view: PhantomData })
    }

    /// The number of elements in each dimension.
    #[must_use]
    pub fn extent(&self) -> Extent<N> {
        Extent(self.shape.extent)
    }
}

impl<T: Element, const N: usize> Deref for WriteGuard<'_, T, N> {
    type Target = [T];

    fn deref(&self) -> &[T] {
        match &self.gathered {
            Some(copy) => copy,
            // SAFETY: the caller of `WriteGuard::of` guarantees exclusive access. If `gathered` is `None`,
            // the shape is contiguous.
            None => unsafe {
                std::slice::from_raw_parts(self.first.add(self.shape.offset).as_ptr(), self.shape.size())
            },
        }
    }
}

impl<T: Element, const N: usize> DerefMut for WriteGuard<'_, T, N> {
    fn deref_mut(&mut self) -> &mut [T] {
        match &mut self.gathered {
            Some(copy) => copy,
            // SAFETY: the caller of `WriteGuard::of` guarantees exclusive access. If `gathered` is `None`,
            // the shape is contiguous.
            None => unsafe {
                std::slice::from_raw_parts_mut(self.first.add(self.shape.offset).as_ptr(), self.shape.size())
            },
        }
    }
}

/// Implements indexing of a guard: by an index of its view, and by indices and ranges of its row-major slice.
macro_rules! impl_index {
    ($guard:ident: $($range:ty)*) => {
        impl<T: Element, const N: usize> Index<[usize; N]> for $guard<'_, T, N> {
            type Output = T;

            fn index(&self, index: [usize; N]) -> &T {
                let offset = position(self.extent(), index);
                &(**self)[offset]
            }
        }

        impl<T: Element, const N: usize> Index<crate::types::Index<N>> for $guard<'_, T, N> {
            type Output = T;

            fn index(&self, index: crate::types::Index<N>) -> &T {
                &self[index.0]
            }
        }

        $(impl<T: Element, const N: usize> Index<$range> for $guard<'_, T, N> {
            type Output = <[T] as Index<$range>>::Output;

            fn index(&self, index: $range) -> &Self::Output {
                &(**self)[index]
            }
        })*
    };
}

macro_rules! impl_index_mut {
    ($guard:ident: $($range:ty)*) => {
        impl_index!($guard: $($range)*);

        impl<T: Element, const N: usize> IndexMut<[usize; N]> for $guard<'_, T, N> {
            fn index_mut(&mut self, index: [usize; N]) -> &mut T {
                let offset = position(self.extent(), index);
                &mut (**self)[offset]
            }
        }

        impl<T: Element, const N: usize> IndexMut<crate::types::Index<N>> for $guard<'_, T, N> {
            fn index_mut(&mut self, index: crate::types::Index<N>) -> &mut T {
                &mut self[index.0]
            }
        }

        $(impl<T: Element, const N: usize> IndexMut<$range> for $guard<'_, T, N> {
            fn index_mut(&mut self, index: $range) -> &mut Self::Output {
                &mut (**self)[index]
            }
        })*
    };
}

impl_index!(ReadGuard: usize RangeFull Range<usize> RangeFrom<usize> RangeTo<usize> RangeInclusive<usize>);
impl_index_mut!(WriteGuard: usize RangeFull Range<usize> RangeFrom<usize> RangeTo<usize> RangeInclusive<usize>);

/// The position of an element in the guard's row-major slice. Panics if the index is out of bounds.
fn position<const N: usize>(extent: Extent<N>, index: [usize; N]) -> usize {
    match Shape::row_major(extent).position(index) {
        Some(offset) => offset,
        None => out_of_bounds(index, extent.0),
    }
}

impl<T: Element, const N: usize> Drop for WriteGuard<'_, T, N> {
    fn drop(&mut self) {
        let Some(copy) = &self.gathered else { return };
        let width = self.shape.extent[N - 1];
        for (offset, row) in self.shape.rows().zip(copy.chunks(width.max(1))) {
            for (i, element) in row.iter().enumerate() {
                // SAFETY: the caller of `WriteGuard::of` guarantees exclusive access. The address is that of
                // an element of the shape.
                unsafe { self.first.add(offset + i * self.shape.stride[N - 1]).write(*element) };
            }
        }
    }
}

/// Copies the elements of `shape` to a vector, in row-major order.
///
/// # Safety
/// `first` must point to memory that consists of elements of type `T` and contains `shape`. No other code may
/// write to these elements meanwhile.
unsafe fn gather<T: Element, const N: usize>(first: NonNull<T>, shape: &Shape<N>) -> Result<Vec<T>> {
    let mut copy = Vec::new();
    let missing = |_| Error::out_of_host_memory(shape.size() * size_of::<T>());
    copy.try_reserve_exact(shape.size()).map_err(missing)?;
    for offset in shape.rows() {
        for i in 0..shape.extent[N - 1] {
            // SAFETY: the caller guarantees the absence of writes, and the address is that of an element of
            // the shape.
            copy.push(unsafe { first.add(offset + i * shape.stride[N - 1]).read() });
        }
    }
    Ok(copy)
}
