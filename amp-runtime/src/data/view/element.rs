//! Access to elements on the host: `view[index]`, `array[index]`, and slices of views, `&view[a..b]`.

use std::ops::{Bound, Range, RangeBounds};
use std::ptr::NonNull;

use crate::data::shape::Shape;
use crate::data::storage::Storage;
use crate::support::error::Error;
use crate::support::ranges::Ranges;

/// The element at an index on the host. Downloads the complete view or array if the newest data is on a device,
/// because a program that reads one element usually reads others.
///
/// # Safety
/// The storage must hold elements of type `T`, and no code may write to it while it is borrowed.
pub(crate) unsafe fn element<'s, T, const N: usize>(
    storage: &'s Storage,
    shape: &Shape<N>,
    index: [usize; N],
) -> &'s T {
    let Some(position) = shape.position(index) else { out_of_bounds(index, shape.extent) };
    let bytes = position * size_of::<T>()..(position + 1) * size_of::<T>();
    let found = storage.host_address_if_newest(&bytes).map(Ok);
    match found.unwrap_or_else(|| storage.resident_on_host(&shape.bytes(size_of::<T>())?)) {
        // SAFETY: the position lies in the storage. The caller guarantees the element type and the absence of
        // writes.
        Ok(first) => unsafe { first.cast::<T>().add(position).as_ref() },
        Err(error) => download_failed(&error),
    }
}

/// Makes the element at an index writable on the host, and returns its address.
///
/// # Safety
/// The storage must hold elements of type `T`.
pub(crate) unsafe fn writable_element<T, const N: usize>(
    storage: &Storage,
    shape: &Shape<N>,
    index: [usize; N],
) -> NonNull<T> {
    let Some(position) = shape.position(index) else { out_of_bounds(index, shape.extent) };
    // Marks the whole block of elements around the index as moved to the host. If single elements moved, the
    // coherence state would fragment into ranges of one element.
    let around = shape.bytes_around(index, size_of::<T>());
    let start = position * size_of::<T>();
    let written = storage.host_address_for_write(&(start..start + size_of::<T>()), &around).map(Ok);
    let first = written.unwrap_or_else(|| {
        let first = storage.resident_on_host(&shape.bytes(size_of::<T>())?)?;
        storage.moved_to_host(&Ranges::one(around));
        Ok(first)
    });
    match first {
        // SAFETY: the position lies in the storage. The caller guarantees the element type.
        Ok(first) => unsafe { first.cast::<T>().add(position) },
        Err(error) => download_failed(&error),
    }
}

/// The elements in a range of positions on the host.
///
/// # Safety
/// The storage must hold elements of type `T`, and must not be written while it is borrowed.
pub(crate) unsafe fn slice<'s, T>(
    storage: &'s Storage,
    shape: &Shape<1>,
    positions: impl RangeBounds<usize>,
) -> &'s [T] {
    let Some((position, range)) = placed(shape, positions) else { return &[] };
    let bytes = position * size_of::<T>()..(position + range.len()) * size_of::<T>();
    let found = storage.host_address_if_newest(&bytes).map(Ok);
    match found.unwrap_or_else(|| storage.resident_on_host(&shape.bytes(size_of::<T>())?)) {
        // SAFETY: the positions lie in the storage and are contiguous. The caller guarantees the element type
        // and the absence of writes.
        Ok(first) => unsafe {
            std::slice::from_raw_parts(first.cast::<T>().add(position).as_ptr(), range.len())
        },
        Err(error) => download_failed(&error),
    }
}

/// Makes the elements in a range of positions writable on the host, and returns their address.
///
/// # Safety
/// The storage must hold elements of type `T`.
pub(crate) unsafe fn writable_slice<T>(
    storage: &Storage,
    shape: &Shape<1>,
    positions: impl RangeBounds<usize>,
) -> NonNull<[T]> {
    let Some((position, range)) = placed(shape, positions) else {
        return NonNull::slice_from_raw_parts(NonNull::dangling(), 0);
    };
    let bytes = position * size_of::<T>()..(position + range.len()) * size_of::<T>();
    // As in `writable_element`, the blocks that contain the first and the last element move to the host
    // completely.
    let around = shape.bytes_around([range.start], size_of::<T>()).start
        ..shape.bytes_around([range.end - 1], size_of::<T>()).end;
    let written = storage.host_address_for_write(&bytes, &around).map(Ok);
    let first = written.unwrap_or_else(|| {
        let first = storage.resident_on_host(&shape.bytes(size_of::<T>())?)?;
        storage.moved_to_host(&Ranges::one(around));
        Ok(first)
    });
    match first {
        // SAFETY: the positions lie in the storage and are contiguous. The caller guarantees the element
        // type.
        Ok(first) => NonNull::slice_from_raw_parts(unsafe { first.cast::<T>().add(position) }, range.len()),
        Err(error) => download_failed(&error),
    }
}

/// Resolves a range of positions in a view. Returns the storage index of the first element, and the range
/// with explicit bounds. Returns `None` for an empty range. Panics if the range is out of bounds, or if the
/// elements are not contiguous.
fn placed(shape: &Shape<1>, positions: impl RangeBounds<usize>) -> Option<(usize, Range<usize>)> {
    let [length] = shape.extent;
    let start = match positions.start_bound() {
        Bound::Included(start) => *start,
        Bound::Excluded(start) => start + 1,
        Bound::Unbounded => 0,
    };
    let end = match positions.end_bound() {
        Bound::Included(end) => end + 1,
        Bound::Excluded(end) => *end,
        Bound::Unbounded => length,
    };
    assert!(
        start <= end && end <= length,
        "range {start}..{end} is out of range for a view of extent [{length}]"
    );
    if start == end {
        return None;
    }
    assert!(
        shape.stride == [1] || end - start == 1,
        "a slice of a view whose elements are not next to each other; use `read()` or `to_vec()`"
    );
    Some((shape.position([start])?, start..end))
}

/// Panics like an out-of-bounds index of a slice.
#[cold]
#[inline(never)]
pub(super) fn out_of_bounds<const N: usize>(index: [usize; N], extent: [usize; N]) -> ! {
    panic!("index {index:?} is out of bounds for a view of extent {extent:?}")
}

/// Panics because `view[index]` cannot return the error of a failed download.
#[cold]
#[inline(never)]
fn download_failed(error: &Error) -> ! {
    panic!("the element cannot be downloaded (`read()` returns this error instead of panicking): {error}")
}
