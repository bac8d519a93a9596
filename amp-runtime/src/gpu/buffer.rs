//! A storage's copy on one accelerator view.

use std::num::NonZeroU64;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use super::download::Download;
use super::pool::Block;
use super::queue::Queue;
use super::transfer::Region;
use super::upload::Staging;
use crate::completion::Waiter;
use crate::error::Result;
use crate::ranges::Ranges;

/// Device memory. It goes back to its queue's pool when it is dropped.
pub struct GpuBuffer {
    pub(super) block: Block,
    /// The bytes in use; the buffer may be longer.
    pub(super) bytes: u64,
    /// Whether somebody outside may use it as well, and goes on doing so.
    pub(super) exposed: AtomicBool,
    queue: Arc<Queue>,
}

impl GpuBuffer {
    pub(super) fn new(queue: Arc<Queue>, block: Block, bytes: u64) -> Self {
        GpuBuffer { block, bytes, exposed: AtomicBool::new(false), queue }
    }

    pub(super) fn queue(&self) -> &Arc<Queue> {
        &self.queue
    }

    /// All of it, bound.
    pub(super) fn entry(&self, binding: u32) -> wgpu::BindGroupEntry<'_> {
        let size = NonZeroU64::new(self.bytes);
        let bound = wgpu::BufferBinding { buffer: &self.block.buffer, offset: 0, size };
        wgpu::BindGroupEntry { binding, resource: wgpu::BindingResource::Buffer(bound) }
    }

    /// What wgpu calls it. From now on it is nobody else's when it is dropped.
    pub(crate) fn expose(&self) -> wgpu::Buffer {
        self.exposed.store(true, Ordering::Relaxed);
        self.block.buffer.clone()
    }

    /// Who waits for the device.
    pub(crate) fn waiter(&self) -> Arc<Waiter> {
        self.queue.waiter()
    }

    /// Whether the other one is memory of the same device.
    pub(crate) fn is_near(&self, other: &GpuBuffer) -> bool {
        Arc::ptr_eq(&self.queue.device, &other.queue.device)
    }

    /// Whether both are the same buffer of wgpu, which somebody may have made two arrays of.
    pub(crate) fn is_memory_of(&self, other: &GpuBuffer) -> bool {
        self.block.number == other.block.number || self.block.buffer == other.block.buffer
    }

    /// Whether it is memory of the device that a queue sends its work to.
    pub(crate) fn is_on_device_of(&self, queue: &Queue) -> bool {
        Arc::ptr_eq(&self.queue.device, &queue.device)
    }

    /// Replaces bytes, each piece at its offset. They are staged when this returns, and arrive before any later launch.
    pub(crate) fn upload(&self, pieces: &[(usize, impl AsRef<[u8]>)], staging: Staging) -> Result<()> {
        self.queue.upload(self, pieces, staging)
    }

    /// Copies bytes out, after all launches so far: each piece from its offset. The offsets ascend. If it fails, each
    /// `grain` of bytes is old or new.
    pub(crate) fn download(&self, pieces: &mut [(usize, &mut [u8])], grain: usize) -> Result<()> {
        self.queue.download(self, pieces, grain)
    }

    /// Begins to copy bytes out, as they are after all launches so far.
    pub(crate) fn begin_download(&self, wanted: &Ranges) -> Result<Download> {
        self.queue.begin_download(self, wanted)
    }

    /// Copies bytes from another buffer of the same device, after all launches so far.
    pub(crate) fn copy_from(&self, from: &GpuBuffer, regions: &[Region]) -> Result<()> {
        self.queue.copy(from, self, regions)
    }
}

impl Drop for GpuBuffer {
    fn drop(&mut self) {
        if !self.exposed.load(Ordering::Relaxed) {
            self.queue.recycle(self.block.again());
        } else {
            self.queue.forget(&self.block);
        }
    }
}
