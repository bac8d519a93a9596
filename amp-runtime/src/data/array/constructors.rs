//! Constructors of `Array`: from zeros, slices, iterators and functions, and copies of other data; staging arrays;
//! asynchronous versions.

use std::marker::PhantomData;

use super::Array;
use crate::data::copy::{CopySource, copy, copy_async};
use crate::data::host;
use crate::data::shape::Shape;
use crate::data::storage::Storage;
use crate::data::view::{bytes_for, shape_of};
use crate::device::accelerator::Accelerator;
use crate::device::completion::CompletionFuture;
use crate::device::queue::AcceleratorView;
use crate::support::error::{Error, Result};
use crate::support::ranges::Ranges;
use crate::types::extent::{Extent, index_at};
use crate::types::index::Index;
use crate::types::{Element, verify_plain};

impl<T: Element, const N: usize> Array<T, N> {
    /// An array of zeros on the default accelerator.
    ///
    /// # Errors
    /// [`Error::ExtentMismatch`] if the array's size exceeds the address space; [`Error::OutOfMemory`] or
    /// [`Error::LimitExceeded`] if the accelerator cannot allocate it.
    pub fn new(extent: impl Into<Extent<N>>) -> Result<Self> {
        Array::new_on(&Accelerator::default().default_view(), extent)
    }

    /// An array of zeros on the given queue.
    ///
    /// # Errors
    /// [`Error::ExtentMismatch`] if the array's size exceeds the address space; [`Error::OutOfMemory`] or
    /// [`Error::LimitExceeded`] if the accelerator cannot allocate it.
    pub fn new_on(view: &AcceleratorView, extent: impl Into<Extent<N>>) -> Result<Self> {
        let array = Array::unallocated(view, extent.into())?;
        // Allocates the memory now instead of at the first launch, so that the constructor can report a lack
        // of memory.
        array.storage.make_resident(view, &Ranges::default())?;
        Ok(array)
    }

    /// An array of zeros on the default accelerator: the same as [`new`](Self::new).
    ///
    /// ```
    /// use amp::prelude::*;
    ///
    /// let array = Array::<f32, 2>::zeros((2, 3))?;
    /// assert_eq!((array.len(), array[[1, 2]]), (6, 0.0));
    /// # Ok::<(), amp::Error>(())
    /// ```
    ///
    /// # Errors
    /// The errors of [`new`](Self::new).
    pub fn zeros(extent: impl Into<Extent<N>>) -> Result<Self> {
        Array::new(extent)
    }

    /// An array with the elements of a vector in row-major order, on the default accelerator.
    ///
    /// ```
    /// use amp::prelude::*;
    ///
    /// let array = Array::from_vec([2, 2], vec![1, 2, 3, 4])?;
    /// assert_eq!(array[[1, 0]], 3);
    /// # Ok::<(), amp::Error>(())
    /// ```
    ///
    /// # Errors
    /// [`Error::ExtentMismatch`] if the vector has more or fewer elements than the extent; errors of the device.
    pub fn from_vec(extent: impl Into<Extent<N>>, elements: Vec<T>) -> Result<Self> {
        Array::from_slice(extent, &elements)
    }

    /// A staging array of zeros. It is in host memory, where the host can access its elements directly. Use
    /// [`copy`] or [`copy_async`](crate::copy_async) to move data between it and an array or a view on the
    /// queue `associated`.
    ///
    /// ```
    /// use amp::prelude::*;
    ///
    /// let gpu = Accelerator::default().default_view();
    /// let mut staging = Array::staging(&gpu, [4])?;
    /// staging.write()?.copy_from_slice(&[1u32, 2, 3, 4]);
    /// let mut array = Array::new_on(&gpu, [4])?;
    /// copy_async(&staging, &mut array).wait()?;
    /// gpu.parallel_for_each(4, amp!(|i: Index<1>| array[i] *= 10))?;
    /// copy_async(&array, &mut staging).wait()?;
    /// assert_eq!(staging.read()?[3], 40);
    /// # Ok::<(), amp::Error>(())
    /// ```
    ///
    /// # Errors
    /// [`Error::ExtentMismatch`] if the array's size exceeds the address space; [`Error::OutOfMemory`] if the
    /// host cannot allocate it.
    pub fn staging(associated: &AcceleratorView, extent: impl Into<Extent<N>>) -> Result<Self> {
        let mut array = Array::new_on(&Accelerator::cpu().default_view(), extent)?;
        array.associated = Some(associated.clone());
        Ok(array)
    }

    /// An array with these elements in row-major order, on the default accelerator.
    ///
    /// # Errors
    /// [`Error::ExtentMismatch`] if the slice has more or fewer elements than the extent; errors of the
    /// device.
    pub fn from_slice(extent: impl Into<Extent<N>>, elements: &[T]) -> Result<Self> {
        Array::from_slice_on(&Accelerator::default().default_view(), extent, elements)
    }

    /// An array with these elements in row-major order, on the given queue.
    ///
    /// # Errors
    /// [`Error::ExtentMismatch`] if the slice has more or fewer elements than the extent; errors of the
    /// device.
    pub fn from_slice_on(
        view: &AcceleratorView,
        extent: impl Into<Extent<N>>,
        elements: &[T],
    ) -> Result<Self> {
        let extent = extent.into();
        shape_of(extent, elements.len())?;
        let mut array = Array::unallocated(view, extent)?;
        array.copy_from(elements)?;
        Ok(array)
    }

    /// An array with the elements of an iterator in row-major order, on the default accelerator.
    ///
    /// ```
    /// use amp::prelude::*;
    ///
    /// let squares = Array::from_elements([2, 3], (0..6).map(|n| n * n))?;
    /// assert_eq!(squares.as_view()[[1, 2]], 25);
    /// # Ok::<(), amp::Error>(())
    /// ```
    ///
    /// # Errors
    /// [`Error::ExtentMismatch`] if the iterator yields more or fewer elements than the extent has; errors of
    /// the device.
    pub fn from_elements(
        extent: impl Into<Extent<N>>,
        elements: impl IntoIterator<Item = T>,
    ) -> Result<Self> {
        Array::from_elements_on(&Accelerator::default().default_view(), extent, elements)
    }

    /// An array with the elements of an iterator in row-major order, on the given queue.
    ///
    /// # Errors
    /// [`Error::ExtentMismatch`] if the iterator yields more or fewer elements than the extent has; errors of
    /// the device.
    pub fn from_elements_on(
        view: &AcceleratorView,
        extent: impl Into<Extent<N>>,
        elements: impl IntoIterator<Item = T>,
    ) -> Result<Self> {
        let extent = extent.into();
        bytes_for::<T, N>(extent)?;
        // To detect that the iterator yields too many elements, taking one more than needed is enough.
        let elements = host::try_collect(elements.into_iter().take(extent.size() + 1))?;
        if elements.len() != extent.size() {
            let (extent, size) = (extent.0, extent.size());
            let found =
                if elements.len() > size { "more".into() } else { format!("only {}", elements.len()) };
            let reason = format!(
                "an array of extent {extent:?} needs {size} elements, but the iterator yields {found}"
            );
            return Err(Error::ExtentMismatch { reason });
        }
        Array::from_slice_on(view, extent, &elements)
    }

    /// An array with the result of a function for each index, on the default accelerator. The function runs on the host.
    /// If a kernel can compute the elements, create an array of zeros and launch the kernel instead.
    ///
    /// ```
    /// use amp::prelude::*;
    ///
    /// let table = Array::from_fn([3, 4], |i| (10 * i[0] + i[1]) as u32)?;
    /// assert_eq!(table.as_view()[[2, 3]], 23);
    /// # Ok::<(), amp::Error>(())
    /// ```
    ///
    /// # Errors
    /// [`Error::ExtentMismatch`] if the array's size exceeds the address space; errors of the device.
    pub fn from_fn(extent: impl Into<Extent<N>>, element: impl FnMut(Index<N>) -> T) -> Result<Self> {
        Array::from_fn_on(&Accelerator::default().default_view(), extent, element)
    }

    /// An array with the result of a function for each index, on the given queue. See [`from_fn`](Self::from_fn).
    ///
    /// # Errors
    /// [`Error::ExtentMismatch`] if the array's size exceeds the address space; errors of the device.
    pub fn from_fn_on(
        view: &AcceleratorView,
        extent: impl Into<Extent<N>>,
        mut element: impl FnMut(Index<N>) -> T,
    ) -> Result<Self> {
        let extent = extent.into();
        let indices = (0..extent.size()).map(|position| Index::from(index_at(position, extent.0)));
        Array::from_elements_on(view, extent, indices.map(&mut element))
    }

    /// Copies an array, a view or a slice to a new array on the default accelerator. See
    /// [`copy_of_on`](Self::copy_of_on).
    ///
    /// # Errors
    /// Errors of the devices.
    pub fn copy_of(source: &(impl CopySource<T, N> + ?Sized)) -> Result<Self> {
        Array::copy_of_on(&Accelerator::default().default_view(), source)
    }

    /// Copies an array, a view or a slice to a new array on the given queue. The new array gets the elements
    /// as they are after all launches so far. If `source` is a view, the copy does not update the host memory
    /// behind the view.
    ///
    /// ```
    /// use amp::prelude::*;
    ///
    /// let mut values = [0u32; 4];
    /// let mut view = ArrayViewMut::new(&mut values);
    /// parallel_for_each(4, amp!(|i: Index<1>| view[i] = 17))?;
    /// assert_eq!(Array::copy_of(&view)?.to_vec()?, [17; 4]);
    /// # Ok::<(), amp::Error>(())
    /// ```
    ///
    /// # Errors
    /// [`Error::ExtentMismatch`] if the source is a slice and `N` is greater than 1; errors of the devices.
    pub fn copy_of_on(view: &AcceleratorView, source: &(impl CopySource<T, N> + ?Sized)) -> Result<Self> {
        let mut array = Array::unallocated(view, extent_of(source)?)?;
        copy(source, &mut array)?;
        Ok(array)
    }

    /// Copies this array to a new array on the same queue.
    ///
    /// ```
    /// use amp::prelude::*;
    ///
    /// let mut array = Array::from_slice([3], &[1, 2, 3])?;
    /// let before = array.try_clone()?;
    /// array.write()?[0] = 7;
    /// assert_eq!((array.to_vec()?[0], before.to_vec()?[0]), (7, 1));
    /// # Ok::<(), amp::Error>(())
    /// ```
    ///
    /// # Errors
    /// Errors of the device.
    pub fn try_clone(&self) -> Result<Self> {
        let mut clone = Array::copy_of_on(&self.view, self)?;
        clone.associated.clone_from(&self.associated);
        Ok(clone)
    }

    /// Begins to make an array with these elements in row-major order. The call copies the slice before it returns; the
    /// future yields the array when the elements have been uploaded.
    ///
    /// ```
    /// use amp::prelude::*;
    ///
    /// let view = Accelerator::default().default_view();
    /// let later = Array::from_slice_on_async(&view, [2, 2], &[1, 2, 3, 4]);
    /// assert_eq!(later.wait()?.project(1)?.to_vec()?, [3, 4]); // or `.await?`
    /// # Ok::<(), amp::Error>(())
    /// ```
    pub fn from_slice_on_async(
        view: &AcceleratorView,
        extent: impl Into<Extent<N>>,
        elements: &[T],
    ) -> CompletionFuture<'static, Self> {
        let extent = extent.into();
        Array::copied_async(shape_of(extent, elements.len()).map(|_| extent), view, elements)
    }

    /// Begins to copy an array, a view or a slice to a new array. See [`copy_of_on`](Self::copy_of_on).
    ///
    /// ```
    /// use amp::prelude::*;
    ///
    /// let view = Accelerator::default().default_view();
    /// let mut array = Array::from_slice([2], &[1, 2])?;
    /// let later = Array::copy_of_on_async(&view, &array);
    /// parallel_for_each(2, amp!(|i: Index<1>| array[i] = 0))?;
    /// assert_eq!(later.wait()?.to_vec()?, [1, 2]); // or `.await?`
    /// # Ok::<(), amp::Error>(())
    /// ```
    pub fn copy_of_on_async(
        view: &AcceleratorView,
        source: &(impl CopySource<T, N> + ?Sized),
    ) -> CompletionFuture<'static, Self> {
        Array::copied_async(extent_of(source), view, source)
    }

    /// Begins to copy this array to a new array on the same queue. See [`try_clone`](Self::try_clone).
    pub fn try_clone_async(&self) -> CompletionFuture<'static, Self> {
        let associated = self.associated.clone();
        Array::copy_of_on_async(&self.view, self).map(|mut clone| {
            clone.associated = associated;
            clone
        })
    }

    fn copied_async(
        extent: Result<Extent<N>>,
        view: &AcceleratorView,
        source: &(impl CopySource<T, N> + ?Sized),
    ) -> CompletionFuture<'static, Self> {
        match extent.and_then(|extent| Array::unallocated(view, extent)) {
            Ok(mut array) => copy_async(source, &mut array).map(|()| array),
            Err(error) => CompletionFuture::ready(Err(error)),
        }
    }

    /// An array whose memory is allocated at the first use.
    pub(crate) fn unallocated(view: &AcceleratorView, extent: Extent<N>) -> Result<Self> {
        verify_plain::<T>();
        let storage = Storage::empty::<T>(bytes_for::<T, N>(extent)?);
        let shape = Shape::row_major(extent);
        Ok(Array { storage, shape, view: view.clone(), associated: None, elements: PhantomData })
    }
}

/// Returns the extent of a copy of `source`. A slice has only a length, so the result is an error if `source`
/// is a slice and `N` is not 1.
fn extent_of<T: Element, const N: usize>(source: &(impl CopySource<T, N> + ?Sized)) -> Result<Extent<N>> {
    source.source_end().extent::<T>().ok_or_else(|| Error::ExtentMismatch {
        reason: format!("a slice has no extent in {N} dimensions; use `from_slice` with an extent"),
    })
}
