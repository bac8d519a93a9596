//! Counters of transfers.

/// Counts the transfers of a storage between the host and accelerators with their own memory.
/// [`ArrayView::transfers`](crate::ArrayView::transfers) returns it.
///
/// ```
/// use amp::prelude::*;
///
/// let mut y = ArrayViewMut::<f32>::without_source([100])?;
/// parallel_for_each(y.extent(), amp!(|i: Index<1>| y[i] = 1.0))?;
/// assert_eq!(y.transfers().uploaded_bytes, 0); // nothing was there before
/// # Ok::<(), amp::Error>(())
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[non_exhaustive]
pub struct Transfers {
    /// Copies from the host to an accelerator. All ranges of one request count as one upload.
    pub uploads: u64,
    /// Copies from an accelerator to the host.
    pub downloads: u64,
    /// Copies into this storage within one device: from the storage's buffer on another queue, or from another
    /// storage.
    pub device_copies: u64,
    /// Bytes of all uploads.
    pub uploaded_bytes: u64,
    /// Bytes of all downloads.
    pub downloaded_bytes: u64,
    /// Bytes of all copies within one device.
    pub device_copied_bytes: u64,
}
