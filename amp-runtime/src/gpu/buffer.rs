//! A storage's copy on one accelerator view.

use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};

use super::queue::Queue;
use super::transfer::Region;
use crate::error::Result;

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

    /// Replaces bytes, each piece at its offset. They are staged when this returns, and arrive before any later launch.
    pub(crate) fn upload(&self, pieces: &[(usize, &[u8])]) -> Result<()> {
        self.queue.upload(self, pieces)
    }

    /// Copies bytes out, after all launches so far: each piece from its offset. The offsets ascend.
    pub(crate) fn download(&self, pieces: &mut [(usize, &mut [u8])]) -> Result<()> {
        self.queue.download(self, pieces)
    }

    /// Copies bytes from another buffer of the same accelerator view, after all launches so far.
    pub(crate) fn copy_from(&self, from: &GpuBuffer, regions: &[Region]) -> Result<()> {
        self.queue.copy(from, self, regions)
    }
}

impl Drop for GpuBuffer {
    fn drop(&mut self) {
        self.queue.recycle(self.buffer.clone(), self.batch.load(Ordering::Relaxed));
    }
}
