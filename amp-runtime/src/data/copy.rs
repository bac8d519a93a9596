//! Public copies between arrays, views and slices, wherever their data is. This module checks that both ends
//! have the same extent. `storage::copy` then chooses how to move the data.

use std::marker::PhantomData;
use std::ptr::NonNull;
use std::sync::Arc;

use crate::data::array::Array;
use crate::data::host::bytes_of_mut;
use crate::data::storage::{self, Storage};
use crate::data::view::{ArrayView, ArrayViewMut, AtomicView};
use crate::device::accelerator::Accelerator;
use crate::device::completion::CompletionFuture;
use crate::device::queue::AcceleratorView;
use crate::support::error::{Error, Result};
use crate::support::ranges::Ranges;
use crate::types::extent::Extent;
use crate::types::{Atomic, Element, GpuType};

/// The source or the target of a copy, as the bytes of a storage.
pub struct End<'b, const N: usize> {
    storage: Arc<Storage>,
    bytes: Result<Ranges>,
    /// `None` for a slice, which matches any extent with as many elements.
    extent: Option<Extent<N>>,
    /// The queue that must have the data after a copy to this target. This is the queue of an array, or the
    /// CPU's queue for a slice. `None` for a view, because the data of a view may be at any location.
    queue: Option<AcceleratorView>,
    data: PhantomData<&'b [u8]>,
}

impl<const N: usize> End<'_, N> {
    /// The extent of this source or target. A slice has an extent only if `N` is 1: its length.
    pub(crate) fn extent<T: Element>(&self) -> Option<Extent<N>> {
        let bytes = self.bytes.as_ref().map_or(0, Ranges::size);
        self.extent.or((N == 1).then_some(Extent([bytes / size_of::<T>(); N])))
    }

    /// The source or target that consists of the elements of a slice on the host.
    fn slice<T: Element>(first: NonNull<T>, len: usize) -> Self {
        let bytes = len * size_of::<T>();
        let storage = Storage::borrowed(first, bytes);
        let queue = Some(Accelerator::cpu().default_view());
        End { storage, bytes: Ok(Ranges::one(0..bytes)), extent: None, queue, data: PhantomData }
    }
}

/// A source of [`copy`]: an array, a view, or a slice. A slice matches any extent with the same number of
/// elements.
///
/// ```
/// use amp::prelude::*;
///
/// fn sum(of: &impl amp::CopySource<u32, 1>, count: usize) -> amp::Result<u32> {
///     let mut all = ArrayViewMut::without_source([count])?;
///     copy(of, &mut all)?;
///     Ok(all.read()?.iter().sum())
/// }
/// assert_eq!(sum(&Array::from_slice([2], &[1, 2])?, 2)?, 3);
/// # Ok::<(), amp::Error>(())
/// ```
#[diagnostic::on_unimplemented(
    message = "`{Self}` cannot be copied from",
    label = "not an array, a view or a slice"
)]
pub trait CopySource<T: Element, const N: usize>: sealed::Sealed {
    #[doc(hidden)]
    fn source_end(&self) -> End<'_, N>;
}

/// A target of [`copy`]: an array, an [`ArrayViewMut`], or a slice. A slice matches any extent with the same
/// number of elements.
///
/// ```
/// use amp::prelude::*;
///
/// fn clear(target: &mut impl amp::CopyTarget<u32, 1>, count: usize) -> amp::Result<()> {
///     copy(&Array::new([count])?, target)
/// }
/// let mut array = Array::from_slice([2], &[1, 2])?;
/// clear(&mut array, 2)?;
/// assert_eq!(array.to_vec()?, [0, 0]);
/// # Ok::<(), amp::Error>(())
/// ```
#[diagnostic::on_unimplemented(
    message = "`{Self}` cannot be copied to",
    label = "not an array, a written view or a slice",
    note = "a copy goes to an `ArrayViewMut`, an `Array` or a slice, of the same rank and element type as its source"
)]
pub trait CopyTarget<T: Element, const N: usize>: sealed::Sealed {
    #[doc(hidden)]
    fn target_end(&mut self) -> End<'_, N>;
}

/// Seals the traits: an implementation determines the memory that a copy accesses, so users must not add one.
mod sealed {
    use super::{Array, ArrayView, ArrayViewMut, Atomic, AtomicView, Element, GpuType};

    pub trait Sealed {}
    impl<T: Element, const N: usize> Sealed for ArrayView<'_, T, N> {}
    impl<T: GpuType, const N: usize> Sealed for ArrayViewMut<'_, T, N> {}
    impl<T: Element, const N: usize> Sealed for Array<T, N> {}
    impl<T: Atomic, const N: usize> Sealed for AtomicView<'_, T, N> {}
    impl<T: Element> Sealed for [T] {}
    impl<T: Element> Sealed for Vec<T> {}
    impl<T: Element, const K: usize> Sealed for [T; K] {}
}

macro_rules! impl_copy_source {
    ($($of:ident $type:ty, |$it:ident| $queue:expr;)*) => {$(
        impl<T: $of, const N: usize> CopySource<T, N> for $type {
            fn source_end(&self) -> End<'_, N> {
                let $it = self;
                End {
                    storage: $it.storage.clone(),
                    bytes: $it.shape.bytes(size_of::<T>()),
                    extent: Some($it.extent()),
                    queue: $queue,
                    data: PhantomData,
                }
            }
        }
    )*};
}

impl_copy_source! {
    Element ArrayView<'_, T, N>, |_it| None;
    GpuType ArrayViewMut<'_, T, N>, |_it| None;
    Atomic AtomicView<'_, T, N>, |_it| None;
    Element Array<T, N>, |it| Some(it.view.clone());
}

macro_rules! impl_copy_target {
    ($($of:ident $type:ty;)*) => {$(
        impl<T: $of, const N: usize> CopyTarget<T, N> for $type {
            fn target_end(&mut self) -> End<'_, N> {
                self.source_end()
            }
        }
    )*};
}

impl_copy_target! {
    GpuType ArrayViewMut<'_, T, N>;
    Element Array<T, N>;
}

macro_rules! impl_for_slices {
    ($([$($generics:tt)*] $type:ty;)*) => {$(
        impl<T: Element, const N: usize, $($generics)*> CopySource<T, N> for $type {
            fn source_end(&self) -> End<'_, N> {
                // The pointer comes from a shared reference. This is sound, because a copy only reads its
                // source.
                End::slice(NonNull::from(&self[..]).cast::<T>(), self.len())
            }
        }

        impl<T: Element, const N: usize, $($generics)*> CopyTarget<T, N> for $type {
            fn target_end(&mut self) -> End<'_, N> {
                let len = self.len();
                End::slice(NonNull::from(&mut self[..]).cast::<T>(), len)
            }
        }
    )*};
}

impl_for_slices! {
    [] [T];
    [] Vec<T>;
    [const K: usize] [T; K];
}

/// Copies all elements of an array or a view to another of the same extent, wherever they are.
///
/// Data on a device stays there if the target is a view, or an array on the same device. The data of a target
/// view is downloaded only when the host reads the view. Every other copy goes through the host, and the call
/// waits for it.
///
/// ```
/// use amp::prelude::*;
///
/// let source = [1.0f32, 2.0, 3.0, 4.0];
/// let mut array = Array::new([2, 2])?;
/// amp::copy(&ArrayView::with_extent([2, 2], &source)?, &mut array)?;
/// assert_eq!(array.to_vec()?, source);
/// # Ok::<(), amp::Error>(())
/// ```
///
/// # Errors
/// [`Error::ExtentMismatch`] if the extents differ; errors of the devices.
pub fn copy<T: Element, const N: usize>(
    source: &(impl CopySource<T, N> + ?Sized),
    target: &mut (impl CopyTarget<T, N> + ?Sized),
) -> Result<()> {
    let (source, target) = (source.source_end(), target.target_end());
    let (from, to) = ends::<T, N>(&source, &target)?;
    storage::copy(&from, &to, target.queue.as_ref())
}

/// Begins a [`copy`]. You can use `source` and `target` immediately: every later use is ordered after the
/// copy.
///
/// The call does not wait for a device, with two exceptions. A copy to a slice from a device waits, because
/// the call borrows the slice only until it returns; use [`copy_to_slice_async`] instead. A copy of elements
/// smaller than 32 bits waits if the copied range does not begin and end at a multiple of 32 bits; use
/// `to_vec_async` instead. If source and target are on different devices, the data is uploaded to the target
/// when it has arrived on the host.
///
/// The future's result contains all errors, including [`Error::ExtentMismatch`].
///
/// ```
/// use amp::prelude::*;
///
/// let source = Array::from_slice([3], &[1u32, 2, 3])?;
/// let mut target = ArrayViewMut::without_source([3])?;
/// let copied = copy_async(&source, &mut target);
/// // Do other work here.
/// copied.wait()?; // or `copied.await?`
/// assert_eq!(target[2], 3);
/// # Ok::<(), amp::Error>(())
/// ```
pub fn copy_async<T: Element, const N: usize>(
    source: &(impl CopySource<T, N> + ?Sized),
    target: &mut (impl CopyTarget<T, N> + ?Sized),
) -> CompletionFuture<'static> {
    let (source, target) = (source.source_end(), target.target_end());
    match ends::<T, N>(&source, &target) {
        Err(error) => CompletionFuture::ready(Err(error)),
        // The target is a slice that is borrowed for this call only, so the copy completes before the call
        // returns.
        Ok((from, to)) if target.extent.is_none() => {
            CompletionFuture::ready(storage::copy(&from, &to, target.queue.as_ref()))
        }
        Ok((from, to)) => storage::copy_async(&from, &to, target.queue.as_ref()),
    }
}

/// Begins to copy all elements of an array or a view, as they are now, to a slice. The future borrows the
/// slice until the copy is done; the call does not wait. If you drop the future earlier, each element of the
/// slice is old or new.
///
/// ```
/// use amp::prelude::*;
///
/// let mut array = Array::from_slice([2, 2], &[1, 2, 3, 4])?;
/// let mut list = [0; 4];
/// let copied = amp::copy_to_slice_async(&array, &mut list);
/// parallel_for_each([2, 2], amp!(|i: Index<2>| array[i] = 0))?;
/// copied.wait()?; // or `copied.await?`
/// assert_eq!(list, [1, 2, 3, 4]);
/// # Ok::<(), amp::Error>(())
/// ```
/// ```compile_fail,E0506
/// use amp::prelude::*;
///
/// let array = Array::from_slice([2], &[1, 2])?;
/// let mut list = [0; 2];
/// let copied = amp::copy_to_slice_async(&array, &mut list);
/// list[0] = 7;
/// copied.wait()?;
/// # Ok::<(), amp::Error>(())
/// ```
pub fn copy_to_slice_async<'t, T: Element, const N: usize>(
    source: &(impl CopySource<T, N> + ?Sized),
    target: &'t mut [T],
) -> CompletionFuture<'t> {
    let (source, count) = (source.source_end(), target.len());
    let target = bytes_of_mut(target);
    let bytes = match source.bytes {
        Ok(bytes) if bytes.size() == target.len() => bytes,
        Ok(bytes) => {
            let reason = format!("{} elements cannot be copied to {count}", bytes.size() / size_of::<T>());
            return CompletionFuture::ready(Err(Error::ExtentMismatch { reason }));
        }
        Err(error) => return CompletionFuture::ready(Err(error)),
    };
    source.storage.read_async(bytes, target).map(|_| ())
}

/// Checks that source and target have the same extent or, for slices, the same size. Returns both for
/// `storage::copy`.
fn ends<'e, T: Element, const N: usize>(
    source: &'e End<'_, N>,
    target: &'e End<'_, N>,
) -> Result<(storage::End<'e>, storage::End<'e>)> {
    let bytes = |end: &'e End<'_, N>| end.bytes.as_ref().map_err(Error::clone);
    let (from, to) = (bytes(source)?, bytes(target)?);
    let reason = match (source.extent, target.extent) {
        (Some(from), Some(to)) if from != to => {
            format!("elements of extent {:?} cannot be copied to an extent of {:?}", from.0, to.0)
        }
        _ if from.size() != to.size() => {
            let count = |bytes: &Ranges| bytes.size() / size_of::<T>();
            format!("{} elements cannot be copied to {}", count(from), count(to))
        }
        _ => {
            let end = |storage: &'e Arc<Storage>, bytes| storage::End { storage, bytes };
            return Ok((end(&source.storage, from), end(&target.storage, to)));
        }
    };
    Err(Error::ExtentMismatch { reason })
}
