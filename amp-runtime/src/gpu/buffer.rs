//! A storage's copy on one accelerator view.

use std::num::NonZeroU64;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};

use super::download::Download;
use super::queue::Queue;
use super::transfer::Region;
use crate::completion::Waiter;
use crate::error::Result;
use crate::ranges::Ranges;

/// Device memory. It goes back to its queue's pool when it is dropped.
pub struct GpuBuffer {
    pub(super) buffer: wgpu::Buffer,
    /// The bytes in use; the buffer may be longer.
    pub(super) bytes: u64,
    /// The number of the batch that used it last.
    pub(super) batch: AtomicU64,
    queue: Arc<Queue>,
}

impl GpuBuffer {
    pub(super) fn new(queue: Arc<Queue>, buffer: wgpu::Buffer, bytes: u64, batch: u64) -> Self {
        GpuBuffer { buffer, bytes, batch: AtomicU64::new(batch), queue }
    }

    pub(super) fn queue(&self) -> &Queue {
        &self.queue
    }

    /// All of it, bound.
    pub(super) fn entry(&self, binding: u32) -> wgpu::BindGroupEntry<'_> {
        let size = NonZeroU64::new(self.bytes);
        let bound = wgpu::BufferBinding { buffer: &self.buffer, offset: 0, size };
        wgpu::BindGroupEntry { binding, resource: wgpu::BindingResource::Buffer(bound) }
    }

    /// Who waits for the device.
    pub(crate) fn waiter(&self) -> Arc<Waiter> {
        self.queue.waiter()
    }

    /// Whether the other one is memory of the same device.
    pub(crate) fn is_near(&self, other: &GpuBuffer) -> bool {
        Arc::ptr_eq(&self.queue.device, &other.queue.device)
    }

    /// Whether it is memory of the device that a queue sends its work to.
    pub(crate) fn is_on_device_of(&self, queue: &Queue) -> bool {
        Arc::ptr_eq(&self.queue.device, &queue.device)
    }

    /// Replaces bytes, each piece at its offset. They are staged when this returns, and arrive before any later launch.
    pub(crate) fn upload(&self, pieces: &[(usize, impl AsRef<[u8]>)]) -> Result<()> {
        self.queue.upload(self, pieces)
    }

    /// Copies bytes out, after all launches so far: each piece from its offset. The offsets ascend.
    pub(crate) fn download(&self, pieces: &mut [(usize, &mut [u8])]) -> Result<()> {
        self.queue.download(self, pieces)
    }

    /// Begins to copy bytes out, as they are after all launches so far.
    pub(crate) fn begin_download(&self, wanted: &Ranges) -> Result<Download> {
        self.queue.clone().begin_download(self, wanted)
    }

    /// Copies bytes from another buffer of the same device, after all launches so far.
    pub(crate) fn copy_from(&self, from: &GpuBuffer, regions: &[Region]) -> Result<()> {
        self.queue.copy(from, self, regions)
    }
}

impl Drop for GpuBuffer {
    fn drop(&mut self) {
        self.queue.recycle(self.buffer.clone(), self.batch.load(Ordering::Relaxed));
    }
}
