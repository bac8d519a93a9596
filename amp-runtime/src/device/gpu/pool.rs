//! The buffer pool of a queue: allocates device memory, keeps unused buffers, and recycles them. A recycled
//! buffer is cleared, unless its contents do not matter.

use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, Weak};

use super::buffer::GpuBuffer;
use super::device::Device;
use super::queue::Queue;
use crate::support::error::{Error, Result};
use crate::support::sync::lock;
use crate::support::trace::{self, Detail, Track};

/// The size of the buffer for an empty view, in bytes.
const EMPTY_VIEW_BYTES: u64 = 64 << 10;
/// The maximum number of unused buffers in the pool.
const KEPT_BUFFERS: usize = 32;
/// From this size in bytes on, clearing a recycled buffer is cheaper than allocating a new one.
const RECYCLE_AND_CLEAR_BYTES: u64 = 1 << 20;
/// The maximum total size of unused buffers in the pool, in bytes.
const KEPT_BYTES: u64 = 1 << 30;

/// A wgpu buffer with a unique id.
pub(super) struct Block {
    pub(super) buffer: wgpu::Buffer,
    pub(super) id: u64,
    /// The number of the batch that used the buffer last.
    pub(super) batch: AtomicU64,
}

impl Block {
    pub(super) fn new(buffer: wgpu::Buffer) -> Self {
        static NEXT: AtomicU64 = AtomicU64::new(0);
        Block { buffer, id: NEXT.fetch_add(1, Ordering::Relaxed), batch: AtomicU64::new(0) }
    }
}

impl Block {
    /// A copy of the block for the pool, when a storage no longer uses the buffer. The copy has the same id, so
    /// cached bind groups remain valid for the next storage.
    pub(super) fn for_pool(&self) -> Self {
        let batch = AtomicU64::new(self.batch.load(Ordering::Relaxed));
        Block { buffer: self.buffer.clone(), id: self.id, batch }
    }
}

impl Queue {
    /// Allocates memory for a storage. The memory is zero, unless `recycled` permits any contents.
    pub(crate) fn allocate(self: &Arc<Self>, bytes: usize, recycled: bool) -> Result<Arc<GpuBuffer>> {
        self.device.check()?;
        // An empty view also needs a binding, of at least one element.
        let bytes = if bytes == 0 { EMPTY_VIEW_BYTES } else { bytes as u64 };
        let limits = &self.device.limits;
        let limit = limits.max_buffer_size.min(limits.max_storage_buffer_binding_size);
        if bytes > limit {
            let what = format!("bytes of one buffer on `{}`", self.device.description);
            return Err(Error::LimitExceeded { what, needed: bytes, limit });
        }
        let reused = if recycled || bytes >= RECYCLE_AND_CLEAR_BYTES { self.take(bytes) } else { None };
        let block = match reused {
            Some(reused) if recycled => reused,
            Some(reused) => {
                self.clear(&reused, bytes).inspect_err(|_| self.drop_bind_groups(&reused))?;
                reused
            }
            None => {
                let begun = trace::begin();
                let buffer = self.create(bytes)?;
                begun.end(|recorder, span| {
                    let accelerator = Detail::Text(&self.device.description);
                    let details = [("bytes", Detail::Number(bytes)), ("accelerator", accelerator)];
                    recorder.event("allocation", "allocation", &Track::Thread, span, &details);
                });
                Block::new(buffer)
            }
        };
        Ok(Arc::new(GpuBuffer::new(self.clone(), block, bytes)))
    }

    /// Wraps a wgpu buffer that the user created and may keep using.
    pub(crate) fn adopt(self: &Arc<Self>, buffer: wgpu::Buffer, bytes: u64) -> Arc<GpuBuffer> {
        // wgpu rejects an empty binding, so an empty array binds the complete buffer.
        let bytes = if bytes == 0 { buffer.size() } else { bytes };
        let adopted = GpuBuffer::new(self.clone(), Block::new(buffer), bytes);
        adopted.exposed.store(true, Ordering::Relaxed);
        Arc::new(adopted)
    }

    fn create(&self, bytes: u64) -> Result<wgpu::Buffer> {
        use wgpu::BufferUsages as Usage;
        let usage = Usage::STORAGE | Usage::COPY_SRC | Usage::COPY_DST;
        self.create_or_free("amp view", bytes, usage, false)
    }

    /// Creates a buffer. If the device runs out of memory, frees the unused buffers of all its queues and
    /// tries again.
    pub(super) fn create_or_free(
        &self,
        label: &str,
        bytes: u64,
        usage: wgpu::BufferUsages,
        mapped: bool,
    ) -> Result<wgpu::Buffer> {
        let create = || create(&self.device, label, bytes, usage, mapped);
        match create() {
            Err(Error::OutOfMemory { .. }) if self.free() => create(),
            result => result,
        }
    }

    /// Records commands that clear a recycled buffer, after all commands that used it.
    fn clear(&self, block: &Block, bytes: u64) -> Result<()> {
        let mut batch = lock(&self.batch);
        self.submit(&mut batch);
        let cleared = self.device.scoped(|| {
            let mut encoder = self.device.device.create_command_encoder(&Default::default());
            encoder.clear_buffer(&block.buffer, 0, Some(bytes));
            self.device.queue.submit([encoder.finish()]);
        });
        cleared.map_err(|error| self.device.error(error, bytes))
    }

    /// Frees the unused buffers of all queues of the device. Returns whether there were any.
    fn free(&self) -> bool {
        let queues: Vec<_> = lock(&self.device.queues).iter().filter_map(Weak::upgrade).collect();
        // wgpu frees dropped buffers only when it is polled, and `wait_for` polls it.
        queues.iter().fold(false, |any, queue| queue.free_own() | any) && self.wait_for(None).is_ok()
    }

    fn free_own(&self) -> bool {
        let freed: Vec<_> = lock(&self.pool).drain(..).collect();
        for block in &freed {
            self.drop_bind_groups(block);
        }
        let staging = std::mem::take(&mut *lock(&self.staging));
        self.uploads.free();
        !freed.is_empty() || !staging.is_empty()
    }

    /// Takes the smallest unused buffer of a suitable size from the pool.
    fn take(&self, bytes: u64) -> Option<Block> {
        let mut pool = lock(&self.pool);
        let suitable =
            pool.iter().enumerate().filter(|(_, block)| (bytes..=2 * bytes).contains(&block.buffer.size()));
        let at = suitable.min_by_key(|(_, block)| block.buffer.size())?.0;
        Some(pool.swap_remove(at))
    }

    /// Adds an unused buffer to the pool, and drops the oldest buffers if the pool is too large.
    pub(super) fn recycle(&self, block: Block) {
        let mut dropped = Vec::new();
        let mut pool = lock(&self.pool);
        pool.push(block);
        while pool.len() > KEPT_BUFFERS
            || pool.iter().map(|block| block.buffer.size()).sum::<u64>() > KEPT_BYTES
        {
            dropped.push(pool.remove(0));
        }
        drop(pool);
        for block in &dropped {
            self.drop_bind_groups(block);
        }
    }
}

/// Creates a buffer, optionally mapped.
pub(super) fn create(
    device: &Device,
    label: &str,
    size: u64,
    usage: wgpu::BufferUsages,
    mapped_at_creation: bool,
) -> Result<wgpu::Buffer> {
    let descriptor = wgpu::BufferDescriptor { label: Some(label), size, usage, mapped_at_creation };
    device.scoped(|| device.device.create_buffer(&descriptor)).map_err(|error| device.error(error, size))
}
