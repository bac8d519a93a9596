//! What has moved, counted.

/// How often data of a storage has moved between the host and accelerators with memory of their own, and how much of it.
/// [`ArrayView::transfers`](crate::ArrayView::transfers) tells it.
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
    /// Copies from the host to an accelerator. All that moves for one purpose counts as one.
    pub uploads: u64,
    /// Copies from an accelerator to the host.
    pub downloads: u64,
    /// Copies within one device, to here: from another view of it, or from another array.
    pub device_copies: u64,
    /// Bytes in all uploads together.
    pub uploaded_bytes: u64,
    /// Bytes in all downloads together.
    pub downloaded_bytes: u64,
    /// Bytes in all copies within one device together.
    pub device_copied_bytes: u64,
}
