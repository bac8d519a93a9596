//! Device buffers: the copy of a storage on one queue.

use std::num::NonZeroU64;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};

use super::download::Download;
use super::pool::Block;
use super::queue::Queue;
use super::transfer::Region;
use super::upload::Staging;
use crate::device::completion::Waiter;
use crate::support::error::Result;
use crate::support::ranges::Ranges;

/// A buffer on a device. When it is dropped, it returns to the pool of its queue.
pub struct GpuBuffer {
    /// Unlike the id of the block, no earlier buffer had this id.
    pub(super) id: u64,
    pub(super) block: Block,
    /// The number of bytes in use. A recycled buffer may be longer.
    pub(super) bytes: u64,
    /// Whether code outside amp may use the buffer, too. Once set, the flag stays set.
    pub(super) exposed: AtomicBool,
    queue: Arc<Queue>,
}

impl GpuBuffer {
    pub(super) fn new(queue: Arc<Queue>, block: Block, bytes: u64) -> Self {
        static NEXT: AtomicU64 = AtomicU64::new(0);
        GpuBuffer {
            id: NEXT.fetch_add(1, Ordering::Relaxed),
            block,
            bytes,
            exposed: AtomicBool::new(false),
            queue,
        }
    }

    pub(super) fn queue(&self) -> &Arc<Queue> {
        &self.queue
    }

    /// The complete buffer as a bind group entry.
    pub(super) fn entry(&self, binding: u32) -> wgpu::BindGroupEntry<'_> {
        let size = NonZeroU64::new(self.bytes);
        let bound = wgpu::BufferBinding { buffer: &self.block.buffer, offset: 0, size };
        wgpu::BindGroupEntry { binding, resource: wgpu::BindingResource::Buffer(bound) }
    }

    /// Returns the wgpu buffer. From then on, the pool never recycles it, because the caller may keep it.
    pub(crate) fn expose(&self) -> wgpu::Buffer {
        self.exposed.store(true, Ordering::Relaxed);
        self.block.buffer.clone()
    }

    /// The thread on which futures wait for the device.
    pub(crate) fn waiter(&self) -> Arc<Waiter> {
        self.queue.waiter()
    }

    /// Whether both buffers are on the same device.
    pub(crate) fn is_on_same_device(&self, other: &GpuBuffer) -> bool {
        Arc::ptr_eq(&self.queue.device, &other.queue.device)
    }

    /// Whether both use the same wgpu buffer. A user may create two arrays over one buffer.
    pub(crate) fn is_same_buffer(&self, other: &GpuBuffer) -> bool {
        self.block.id == other.block.id || self.block.buffer == other.block.buffer
    }

    /// Whether the buffer is on the device of a queue.
    pub(crate) fn is_on_device_of(&self, queue: &Queue) -> bool {
        Arc::ptr_eq(&self.queue.device, &queue.device)
    }

    /// Replaces bytes: each piece at its offset. When the function returns, the pieces have been copied to a
    /// staging buffer. They arrive on the device before any later launch.
    pub(crate) fn upload(&self, pieces: &[(usize, impl AsRef<[u8]>)], staging: Staging) -> Result<()> {
        self.queue.upload(self, pieces, staging)
    }

    /// Copies bytes to the host, after all launches so far. Each piece comes with its offset in the buffer, and
    /// the offsets must ascend. `grain` is the size of an element. If the download fails, each element is
    /// completely old or completely new.
    pub(crate) fn download(&self, pieces: &mut [(usize, &mut [u8])], grain: usize) -> Result<()> {
        self.queue.download(self, pieces, grain)
    }

    /// Begins to copy bytes to the host. The download contains the bytes as they are after all launches so
    /// far.
    pub(crate) fn begin_download(&self, requested: &Ranges) -> Result<Download> {
        self.queue.begin_download(self, requested)
    }

    /// Copies bytes from another buffer of the same device, after all launches so far.
    pub(crate) fn copy_from(&self, from: &GpuBuffer, regions: &[Region]) -> Result<()> {
        self.queue.copy(from, self, regions)
    }
}

impl Drop for GpuBuffer {
    fn drop(&mut self) {
        if !self.exposed.load(Ordering::Relaxed) {
            self.queue.recycle(self.block.for_pool());
        } else {
            self.queue.drop_bind_groups(&self.block);
        }
    }
}
