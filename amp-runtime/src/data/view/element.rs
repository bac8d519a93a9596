//! Access to single elements of views and arrays on the host, as `view[index]` and `array[index]` need it.

use std::ptr::NonNull;

use crate::data::shape::Shape;
use crate::data::storage::Storage;
use crate::support::error::Error;
use crate::support::ranges::Ranges;

/// The element at an index on the host. Downloads the complete view or array if the newest data is on a device,
/// because a program that reads one element usually reads others.
///
/// # Safety The storage must hold elements of type `T`, and no code may write to it while it is borrowed.
pub(crate) unsafe fn element<'s, T, const N: usize>(
    storage: &'s Storage,
    shape: &Shape<N>,
    index: [usize; N],
) -> &'s T {
    let Some(place) = shape.position(index) else { out_of_bounds(index, shape.extent) };
    let bytes = place * size_of::<T>()..(place + 1) * size_of::<T>();
    let found = storage.host_address_if_newest(&bytes).map(Ok);
    match found.unwrap_or_else(|| storage.resident_on_host(&shape.bytes(size_of::<T>())?)) {
        // SAFETY: the position lies in the storage; the caller guarantees the rest.
        Ok(first) => unsafe { first.cast::<T>().add(place).as_ref() },
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
    let Some(place) = shape.position(index) else { out_of_bounds(index, shape.extent) };
    // The block of elements around the index moves to the host. If single elements moved, the coherence state would
    // fragment into ranges of one element.
    let around = shape.bytes_around(index, size_of::<T>());
    let start = place * size_of::<T>();
    let written = storage.host_address_for_write(&(start..start + size_of::<T>()), &around).map(Ok);
    let first = written.unwrap_or_else(|| {
        let first = storage.resident_on_host(&shape.bytes(size_of::<T>())?)?;
        storage.moved_to_host(&Ranges::one(around));
        Ok(first)
    });
    match first {
        // SAFETY: the position lies in the storage; the caller guarantees the rest.
        Ok(first) => unsafe { first.cast::<T>().add(place) },
        Err(error) => download_failed(&error),
    }
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
