//! Copies between arrays and views, wherever they are.

use std::marker::PhantomData;
use std::ptr::NonNull;
use std::sync::Arc;

use crate::accelerator::Accelerator;
use crate::accelerator_view::AcceleratorView;
use crate::array::Array;
use crate::completion::CompletionFuture;
use crate::element::{Atomic, Element, GpuType};
use crate::error::{Error, Result};
use crate::extent::Extent;
use crate::ranges::Ranges;
use crate::storage::{self, Copied, Storage};
use crate::view::{ArrayView, ArrayViewMut, AtomicView};

/// One end of a copy.
pub struct End<'b, const N: usize> {
    storage: Arc<Storage>,
    bytes: Ranges,
    /// A slice has any extent of its size.
    extent: Option<Extent<N>>,
    /// Where the data lives, if it cannot move.
    home: Option<AcceleratorView>,
    data: PhantomData<&'b [u8]>,
}

impl<const N: usize> End<'_, N> {
    /// The extent, which for a slice in one dimension is its length.
    pub(crate) fn extent<T: Element>(&self) -> Option<Extent<N>> {
        let len = self.bytes.size() / size_of::<T>();
        self.extent.or((N == 1).then_some(Extent([len; N])))
    }

    /// Elements that lie on the host.
    fn slice<T: Element>(first: NonNull<T>, len: usize) -> Self {
        let bytes = len * size_of::<T>();
        let storage = Storage::lent(first, bytes);
        let home = Some(Accelerator::cpu().default_view());
        End { storage, bytes: Ranges::one(0..bytes), extent: None, home, data: PhantomData }
    }
}

/// What [`copy`] can copy from: arrays, views, and slices, which have any extent of their size.
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

/// What [`copy`] can copy to: arrays, written views, and slices, which have any extent of their size.
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

/// Nobody else may say where data lies.
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

macro_rules! ends {
    ($($trait:ident $function:ident [$($borrow:tt)+] $it:ident for $of:ident $type:ty, $home:expr;)*) => {$(
        impl<T: $of, const N: usize> $trait<T, N> for $type {
            fn $function($($borrow)+ $it) -> End<'_, N> {
                End {
                    storage: $it.storage.clone(),
                    bytes: $it.shape.bytes(size_of::<T>()),
                    extent: Some($it.extent()),
                    home: $home,
                    data: PhantomData,
                }
            }
        }
    )*};
}

ends! {
    CopySource source_end [&] self for Element ArrayView<'_, T, N>, None;
    CopySource source_end [&] self for GpuType ArrayViewMut<'_, T, N>, None;
    CopySource source_end [&] self for Element Array<T, N>, Some(self.view.clone());
    CopyTarget target_end [&mut] self for GpuType ArrayViewMut<'_, T, N>, None;
    CopyTarget target_end [&mut] self for Element Array<T, N>, Some(self.view.clone());
}

impl<T: Atomic, const N: usize> CopySource<T, N> for AtomicView<'_, T, N> {
    fn source_end(&self) -> End<'_, N> {
        End {
            storage: self.storage.clone(),
            bytes: self.bytes(),
            extent: Some(self.extent()),
            home: None,
            data: PhantomData,
        }
    }
}

macro_rules! slices {
    ($([$($generics:tt)*] $type:ty;)*) => {$(
        impl<T: Element, const N: usize, $($generics)*> CopySource<T, N> for $type {
            fn source_end(&self) -> End<'_, N> {
                // It is only read.
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

slices! {
    [] [T];
    [] Vec<T>;
    [const K: usize] [T; K];
}

/// Copies all elements of an array or a view to another of the same extent, wherever they are.
///
/// What is on a device stays there if the target is a view, or an array on the same device; the source of a target view is
/// brought up to date as after a kernel. Everything else goes through the host, for which this waits.
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
/// [`Error::ExtentMismatch`] if the extents differ; what the devices report.
pub fn copy<T: Element, const N: usize>(
    source: &(impl CopySource<T, N> + ?Sized),
    target: &mut (impl CopyTarget<T, N> + ?Sized),
) -> Result<()> {
    run::<T, N>(&source.source_end(), &target.target_end(), false).map(|_| ())
}

/// Begins a [`copy`]. Both ends can be used at once: what uses them comes after the copy. Only a slice as the target, and
/// data that lies partly on the host and partly on a device, are waited for.
///
/// Errors, also that of extents which differ, come with the future's result.
///
/// ```
/// use amp::prelude::*;
///
/// let source = Array::from_slice([3], &[1u32, 2, 3])?;
/// let mut target = ArrayViewMut::without_source([3])?;
/// let copied = copy_async(&source, &mut target);
/// // Something else is done meanwhile.
/// copied.wait()?; // or `copied.await?`
/// assert_eq!(target[2], 3);
/// # Ok::<(), amp::Error>(())
/// ```
pub fn copy_async<T: Element, const N: usize>(
    source: &(impl CopySource<T, N> + ?Sized),
    target: &mut (impl CopyTarget<T, N> + ?Sized),
) -> CompletionFuture<'static> {
    let target = target.target_end();
    // Without an extent it is a slice, which is lent for this call only.
    let queued = match run::<T, N>(&source.source_end(), &target, target.extent.is_some()) {
        Ok(Copied::Queued(view)) => view,
        Ok(Copied::Done) => return CompletionFuture::ready(Ok(())),
        Err(error) => return CompletionFuture::ready(Err(error)),
    };
    match target.home {
        // It is on the way only, and amp's own memory is where it goes.
        Some(home) if home.place() != queued.place() => {
            target.storage.bring_home_later(&queued, target.bytes)
        }
        _ => queued.create_marker(),
    }
}

fn run<T: Element, const N: usize>(source: &End<'_, N>, target: &End<'_, N>, later: bool) -> Result<Copied> {
    check::<T, N>(source, target)?;
    let from = storage::End { storage: &source.storage, bytes: &source.bytes };
    let to = storage::End { storage: &target.storage, bytes: &target.bytes };
    storage::copy(&from, &to, target.home.as_ref(), later)
}

fn check<T: Element, const N: usize>(source: &End<'_, N>, target: &End<'_, N>) -> Result<()> {
    let reason = match (source.extent, target.extent) {
        (Some(from), Some(to)) if from != to => {
            format!("elements of extent {:?} cannot be copied to an extent of {:?}", from.0, to.0)
        }
        _ if source.bytes.size() != target.bytes.size() => {
            let count = |end: &End<'_, N>| end.bytes.size() / size_of::<T>();
            format!("{} elements cannot be copied to {}", count(source), count(target))
        }
        _ => return Ok(()),
    };
    Err(Error::ExtentMismatch { reason })
}
