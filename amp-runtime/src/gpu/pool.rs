//! Device memory: made, kept when nobody needs it, and given out again.

use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};

use super::buffer::GpuBuffer;
use super::device::Device;
use super::queue::Queue;
use crate::error::{Error, Result};
use crate::sync::lock;

/// Bytes of a buffer for an empty view.
const EMPTY: u64 = 64 << 10;
/// Unused buffers that are kept.
const KEPT: usize = 32;
/// Bytes of unused buffers that are kept.
const KEPT_BYTES: u64 = 1 << 30;

/// A buffer of wgpu, with a number that no other has.
pub(super) struct Block {
    pub(super) buffer: wgpu::Buffer,
    pub(super) number: u64,
    /// The number of the batch that used it last.
    pub(super) batch: AtomicU64,
}

impl Block {
    pub(super) fn new(buffer: wgpu::Buffer) -> Self {
        static NEXT: AtomicU64 = AtomicU64::new(0);
        Block { buffer, number: NEXT.fetch_add(1, Ordering::Relaxed), batch: AtomicU64::new(0) }
    }
}

impl Block {
    /// The same buffer, for its next user.
    pub(super) fn again(&self) -> Self {
        let batch = AtomicU64::new(self.batch.load(Ordering::Relaxed));
        Block { buffer: self.buffer.clone(), number: self.number, batch }
    }
}

impl Queue {
    /// Memory for a storage: zeros, or whatever is at hand where that will do.
    pub(crate) fn allocate(self: &Arc<Self>, bytes: usize, recycled: bool) -> Result<Arc<GpuBuffer>> {
        self.device.check()?;
        // An empty view has to be bound as well, to something that has room for an element.
        let bytes = if bytes == 0 { EMPTY } else { bytes as u64 };
        let limits = &self.device.limits;
        let limit = limits.max_buffer_size.min(limits.max_storage_buffer_binding_size);
        if bytes > limit {
            let what = format!("bytes in one piece on `{}`", self.device.description);
            return Err(Error::LimitExceeded { what, needed: bytes, limit });
        }
        let block = match recycled.then(|| self.take(bytes)).flatten() {
            Some(found) => found,
            None => Block::new(self.create(bytes)?),
        };
        Ok(Arc::new(GpuBuffer::new(self.clone(), block, bytes)))
    }

    /// Memory that somebody else made, and goes on using.
    pub(crate) fn adopt(self: &Arc<Self>, buffer: wgpu::Buffer, bytes: u64) -> Arc<GpuBuffer> {
        // What has no bytes is bound whole.
        let bytes = if bytes == 0 { buffer.size() } else { bytes };
        let adopted = GpuBuffer::new(self.clone(), Block::new(buffer), bytes);
        adopted.exposed.store(true, Ordering::Relaxed);
        Arc::new(adopted)
    }

    fn create(&self, bytes: u64) -> Result<wgpu::Buffer> {
        use wgpu::BufferUsages as Usage;
        let usage = Usage::STORAGE | Usage::COPY_SRC | Usage::COPY_DST;
        match create(&self.device, "amp view", bytes, usage) {
            // What is kept may be what is missing.
            Err(Error::OutOfMemory { .. }) if self.free() => create(&self.device, "amp view", bytes, usage),
            result => result,
        }
    }

    /// Gives back to the device what nobody uses. Says whether there was anything.
    fn free(&self) -> bool {
        let freed: Vec<_> = lock(&self.pool).drain(..).collect();
        for block in &freed {
            self.forget(block);
        }
        lock(&self.staging).clear();
        self.uploads.free();
        let any = !freed.is_empty();
        drop(freed);
        // wgpu frees what is not in use any more when it is polled.
        any && self.wait_for(None).is_ok()
    }

    /// An unused buffer of a suitable size, the smallest.
    fn take(&self, bytes: u64) -> Option<Block> {
        let mut pool = lock(&self.pool);
        let suitable =
            pool.iter().enumerate().filter(|(_, block)| (bytes..=2 * bytes).contains(&block.buffer.size()));
        let at = suitable.min_by_key(|(_, block)| block.buffer.size())?.0;
        Some(pool.swap_remove(at))
    }

    /// Keeps a buffer that nobody needs now.
    pub(super) fn recycle(&self, block: Block) {
        let mut dropped = Vec::new();
        let mut pool = lock(&self.pool);
        pool.push(block);
        while pool.len() > KEPT || pool.iter().map(|block| block.buffer.size()).sum::<u64>() > KEPT_BYTES {
            dropped.push(pool.remove(0));
        }
        drop(pool);
        for block in &dropped {
            self.forget(block);
        }
    }
}

/// A buffer, or the reason why there is none.
pub(super) fn create(
    device: &Device,
    label: &str,
    size: u64,
    usage: wgpu::BufferUsages,
) -> Result<wgpu::Buffer> {
    create_with(device, label, size, usage, false)
}

/// The same; it may be mapped already.
pub(super) fn create_with(
    device: &Device,
    label: &str,
    size: u64,
    usage: wgpu::BufferUsages,
    mapped_at_creation: bool,
) -> Result<wgpu::Buffer> {
    let descriptor = wgpu::BufferDescriptor { label: Some(label), size, usage, mapped_at_creation };
    device.scoped(|| device.device.create_buffer(&descriptor)).map_err(|error| device.error(error, size))
}
