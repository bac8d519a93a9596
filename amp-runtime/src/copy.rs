//! Copies between arrays and views, wherever they are.

use crate::accelerator::Accelerator;
use crate::accelerator_view::AcceleratorView;
use crate::array::Array;
use crate::coherence::Place;
use crate::completion::CompletionFuture;
use crate::element::GpuType;
use crate::error::{Error, Result};
use crate::extent::Extent;
use crate::gpu::Region;
use crate::ranges::Ranges;
use crate::storage::Storage;
use crate::view::{ArrayView, ArrayViewMut};

/// Pieces in a copy on a device at most; beyond that it goes through the host.
const PIECES: usize = 1024;

/// One end of a copy.
pub struct End<'b, const N: usize> {
    storage: &'b Storage,
    bytes: Ranges,
    extent: Extent<N>,
    /// Where the data lives, if it is an array's.
    home: Option<&'b AcceleratorView>,
}

/// What [`copy`] can copy from: arrays and views.
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
#[diagnostic::on_unimplemented(message = "`{Self}` cannot be copied from", label = "not an array or a view")]
pub trait CopySource<T: GpuType, const N: usize> {
    #[doc(hidden)]
    fn source_end(&self) -> End<'_, N>;
}

/// What [`copy`] can copy to: arrays and written views.
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
    label = "not an array or a written view",
    note = "a copy goes to an `ArrayViewMut` or an `Array`, of the same rank and element type as its source"
)]
pub trait CopyTarget<T: GpuType, const N: usize> {
    #[doc(hidden)]
    fn target_end(&mut self) -> End<'_, N>;
}

macro_rules! ends {
    ($($trait:ident $function:ident [$($borrow:tt)+] $it:ident for $type:ty, $home:expr;)*) => {$(
        impl<T: GpuType, const N: usize> $trait<T, N> for $type {
            fn $function($($borrow)+ $it) -> End<'_, N> {
                let bytes = $it.shape.bytes(size_of::<T>());
                End { storage: &$it.storage, bytes, extent: $it.extent(), home: $home }
            }
        }
    )*};
}

ends! {
    CopySource source_end [&] self for ArrayView<'_, T, N>, None;
    CopySource source_end [&] self for ArrayViewMut<'_, T, N>, None;
    CopySource source_end [&] self for Array<T, N>, Some(&self.view);
    CopyTarget target_end [&mut] self for ArrayViewMut<'_, T, N>, None;
    CopyTarget target_end [&mut] self for Array<T, N>, Some(&self.view);
}

/// Copies all elements of an array or a view to another of the same extent, wherever they are.
///
/// What is on a device stays there if the target is a view, or an array on the same accelerator view; the source of a
/// target view is brought up to date as after a kernel. Everything else goes through the host, for which this waits.
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
pub fn copy<T: GpuType, const N: usize>(
    source: &(impl CopySource<T, N> + ?Sized),
    target: &mut (impl CopyTarget<T, N> + ?Sized),
) -> Result<()> {
    run::<T, N>(&source.source_end(), &target.target_end()).map(|_| ())
}

/// Begins a [`copy`]. Both ends can be used at once: what uses them comes after the copy. What has to go through the
/// host has gone there when this returns.
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
pub fn copy_async<T: GpuType, const N: usize>(
    source: &(impl CopySource<T, N> + ?Sized),
    target: &mut (impl CopyTarget<T, N> + ?Sized),
) -> CompletionFuture<'static> {
    match run::<T, N>(&source.source_end(), &target.target_end()) {
        Ok(Some(view)) => view.create_marker(),
        Ok(None) => CompletionFuture::ready(Ok(())),
        Err(error) => CompletionFuture::ready(Err(error)),
    }
}

/// Copies, and says where work was queued.
fn run<T: GpuType, const N: usize>(
    source: &End<'_, N>,
    target: &End<'_, N>,
) -> Result<Option<AcceleratorView>> {
    if source.extent != target.extent {
        let reason = format!(
            "elements of extent {:?} cannot be copied to an extent of {:?}",
            source.extent.0, target.extent.0
        );
        return Err(Error::ExtentMismatch { reason });
    }
    if source.bytes.is_empty() {
        return Ok(None);
    }
    let home = target.home.map(AcceleratorView::place);
    if home != Some(Place::Host)
        && let Some(regions) = regions(&source.bytes, &target.bytes)
        && let Some((view, from)) = source.storage.on_device_only(&source.bytes, home)
    {
        let to = target.storage.on_view(&view, &Ranges::default())?;
        // The device copies nothing within one buffer.
        if !std::ptr::eq(&*to, &*from) {
            to.copy_from(&from, &regions)?;
            target.storage.written(view.place(), &target.bytes);
            return Ok(Some(view));
        }
    }
    let elements = source.storage.copy_out::<T>(&source.bytes)?;
    let cpu = Accelerator::cpu().default_view();
    let view = target.home.unwrap_or(&cpu);
    target.storage.fill(&target.bytes, &elements, view)?;
    Ok(target.home.cloned())
}

/// The pieces that lie without gaps at both ends, if they are not too many.
fn regions(source: &Ranges, target: &Ranges) -> Option<Vec<Region>> {
    let mut regions = Vec::new();
    let (mut from, mut to) = (source.iter(), target.iter());
    let (mut a, mut b) = (from.next()?, to.next()?);
    loop {
        if regions.len() == PIECES {
            return None;
        }
        let len = a.len().min(b.len());
        regions.push(Region { from: a.start, to: b.start, len });
        (a.start, b.start) = (a.start + len, b.start + len);
        if a.is_empty() {
            match from.next() {
                Some(next) => a = next,
                None => return Some(regions),
            }
        }
        if b.is_empty() {
            b = to.next()?;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn regions_are_cut_at_both_ends() {
        let (a, b) = (Ranges::of_sorted([0..4, 8..16]), Ranges::of_sorted([100..108, 200..204]));
        let regions = regions(&a, &b).unwrap();
        let regions: Vec<_> = regions.iter().map(|it| (it.from, it.to, it.len)).collect();
        assert_eq!(regions, [(0, 100, 4), (8, 104, 4), (12, 200, 4)]);
        let many = Ranges::of_sorted((0..PIECES + 1).map(|at| at * 8..at * 8 + 4));
        assert!(super::regions(&many, &many).is_none());
    }
}
