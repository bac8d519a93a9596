//! Counts on a device, for indirect launches: the number of work-items that a launch needs, which the host does not know.

use crate::data::array::Array;
use crate::data::storage::SharedStorages;
use crate::device::gpu::IndirectCount;
use crate::device::queue::AcceleratorView;
use crate::launch::capture::{DynCapture, ReadableView};
use crate::support::error::Result;

/// A number of work-items that a kernel wrote: the first element of an array. See
/// [`AcceleratorView::parallel_for_each_indirect`].
#[derive(Clone, Copy, Debug)]
pub struct DeviceCount<'a> {
    counts: &'a Array<u32>,
    size: usize,
}

impl<'a> DeviceCount<'a> {
    /// The number of work-items is the first element of `counts`, which must not be empty.
    #[must_use]
    pub fn new(counts: &'a Array<u32>) -> Self {
        DeviceCount { counts, size: 1 }
    }

    /// A work-item for each `size` elements that the number counts. The last work-item may have fewer.
    ///
    /// # Panics
    /// If `size` is zero.
    #[must_use]
    pub fn divided_by(self, size: usize) -> Self {
        assert!(size > 0, "the number of elements for each work-item is zero");
        DeviceCount { size: self.size.saturating_mul(size), ..self }
    }

    /// The binding of the count for a launch on this queue. `None` if the array is empty or lives on another queue.
    pub(crate) fn bind(self, queue: &AcceleratorView) -> Result<Option<IndirectCount>> {
        if self.counts.is_empty() || self.counts.accelerator_view().location() != queue.location() {
            return Ok(None);
        }
        let binding = self.counts.read_capture().bind(queue)?;
        Ok(Some(IndirectCount { binding, size: self.size }))
    }

    /// Adds the array to the storages that the launch locks.
    pub(crate) fn add_shared(self, into: &mut SharedStorages) {
        self.counts.read_capture().add_shared(into);
    }
}
