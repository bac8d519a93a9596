//! The queue of one accelerator view: launches gather in a batch until somebody needs them; buffers are recycled.
//! How data moves is in [`transfer`](super::transfer) and [`download`](super::download).

use std::num::NonZeroU64;
use std::sync::atomic::Ordering;
use std::sync::{Arc, Mutex, Weak};

use super::buffer::GpuBuffer;
use super::device::Device;
use super::pipeline::Pipeline;
use crate::completion::Waiter;
use crate::error::{Error, Result};
use crate::sync::lock;

/// Launches in a batch at most.
const BATCH: usize = 64;
/// Bytes of parameters in a batch at most.
const PARAMS: u64 = 64 << 10;
/// Bytes of a buffer for an empty view.
const EMPTY: u64 = 64 << 10;
/// Unused buffers that are kept.
const POOL: usize = 32;
/// Bytes of unused buffers that are kept.
const POOL_BYTES: u64 = 1 << 30;

/// Where an accelerator view sends its work.
pub(crate) struct Queue {
    pub(super) device: Arc<Device>,
    /// Whether each launch is submitted at once.
    immediate: bool,
    this: Weak<Queue>,
    params: wgpu::Buffer,
    pub(super) batch: Mutex<Batch>,
    /// Unused buffers, each with the number of the batch that used it last.
    pool: Mutex<Vec<(wgpu::Buffer, u64)>>,
    /// Unused staging buffers.
    pub(super) staging: Mutex<Vec<wgpu::Buffer>>,
}

/// Launches that are recorded but not submitted.
pub(super) struct Batch {
    pub(super) number: u64,
    params: Vec<u8>,
    launches: Vec<Recorded>,
}

struct Recorded {
    pipeline: Arc<Pipeline>,
    bindings: wgpu::BindGroup,
    grid: [u32; 2],
}

impl Queue {
    pub(crate) fn new(device: Arc<Device>, immediate: bool) -> Result<Arc<Self>> {
        let usage = wgpu::BufferUsages::UNIFORM | wgpu::BufferUsages::COPY_DST;
        let params = create(&device, "amp parameters", PARAMS, usage)?;
        let batch = Batch { number: 1, params: Vec::new(), launches: Vec::new() };
        Ok(Arc::new_cyclic(|this| Queue {
            device,
            immediate,
            this: this.clone(),
            params,
            batch: Mutex::new(batch),
            pool: Mutex::default(),
            staging: Mutex::default(),
        }))
    }

    /// Memory for a storage: zeros, or whatever is at hand where that will do.
    pub(crate) fn allocate(&self, bytes: usize, recycled: bool) -> Result<Arc<GpuBuffer>> {
        self.device.check()?;
        // An empty view has to be bound as well, to something that has room for an element.
        let bytes = if bytes == 0 { EMPTY } else { bytes as u64 };
        let limits = &self.device.limits;
        let limit = limits.max_buffer_size.min(limits.max_storage_buffer_binding_size);
        if bytes > limit {
            let what = format!("bytes of a view on `{}`", self.device.description);
            return Err(Error::LimitExceeded { what, needed: bytes, limit });
        }
        let (buffer, batch) = match recycled.then(|| self.take(bytes)).flatten() {
            Some(found) => found,
            None => {
                use wgpu::BufferUsages as Usage;
                let usage = Usage::STORAGE | Usage::COPY_SRC | Usage::COPY_DST;
                (create(&self.device, "amp view", bytes, usage)?, 0)
            }
        };
        let Some(queue) = self.this.upgrade() else {
            return Err(Error::Device {
                accelerator: self.device.description.clone(),
                reason: "its queue is closed".into(),
            });
        };
        Ok(Arc::new(GpuBuffer::new(queue, buffer, bytes, batch)))
    }

    /// An unused buffer of a suitable size, the smallest.
    fn take(&self, bytes: u64) -> Option<(wgpu::Buffer, u64)> {
        let mut pool = lock(&self.pool);
        let suitable =
            pool.iter().enumerate().filter(|(_, (buffer, _))| (bytes..=2 * bytes).contains(&buffer.size()));
        let at = suitable.min_by_key(|(_, (buffer, _))| buffer.size())?.0;
        Some(pool.swap_remove(at))
    }

    pub(super) fn recycle(&self, buffer: wgpu::Buffer, batch: u64) {
        let mut pool = lock(&self.pool);
        pool.push((buffer, batch));
        while pool.len() > POOL || pool.iter().map(|(buffer, _)| buffer.size()).sum::<u64>() > POOL_BYTES {
            pool.remove(0);
        }
    }

    /// Who waits for the device.
    pub(crate) fn waiter(&self) -> Arc<Waiter> {
        self.device.waiter.clone()
    }

    /// Records a launch.
    pub(super) fn record(
        &self,
        pipeline: Arc<Pipeline>,
        params: &[u32],
        buffers: &[Arc<GpuBuffer>],
        grid: [u32; 2],
    ) -> Result<()> {
        let mut batch = lock(&self.batch);
        let alignment = self.device.limits.min_uniform_buffer_offset_alignment.max(16) as usize;
        let size = (params.len() * 4) as u64;
        if size > PARAMS {
            let what = "bytes of captured values".to_owned();
            return Err(Error::LimitExceeded { what, needed: size, limit: PARAMS });
        }
        let mut offset = batch.params.len().next_multiple_of(alignment);
        if offset as u64 + size > PARAMS {
            self.submit(&mut batch);
            offset = 0;
        }
        let params_binding = wgpu::BindGroupEntry {
            binding: 0,
            resource: wgpu::BindingResource::Buffer(wgpu::BufferBinding {
                buffer: &self.params,
                offset: offset as u64,
                size: NonZeroU64::new(size),
            }),
        };
        let views = buffers.iter().zip(1..).map(|(buffer, binding)| buffer.entry(binding));
        let entries: Vec<_> = std::iter::once(params_binding).chain(views).collect();
        let descriptor = wgpu::BindGroupDescriptor {
            label: Some("amp launch"),
            layout: &pipeline.layout,
            entries: &entries,
        };
        let made = self.device.scoped(|| self.device.device.create_bind_group(&descriptor));
        let bindings = made.map_err(|error| self.device.error(error, 0))?;
        batch.params.resize(offset, 0);
        batch.params.extend_from_slice(bytemuck::cast_slice(params));
        for buffer in buffers {
            buffer.batch.store(batch.number, Ordering::Relaxed);
        }
        batch.launches.push(Recorded { pipeline, bindings, grid });
        if self.immediate || batch.launches.len() >= BATCH {
            self.submit(&mut batch);
        }
        self.device.check()
    }

    /// Sends what has gathered on its way.
    pub(crate) fn flush(&self) -> Result<()> {
        self.submit(&mut lock(&self.batch));
        self.device.check()
    }

    /// Sends what has gathered on its way, and waits until everything is done.
    pub(crate) fn wait(&self) -> Result<()> {
        self.flush()?;
        self.device.wait(None)
    }

    /// Something that waits for all launches so far, on any thread.
    pub(crate) fn marker(&self) -> Result<impl FnOnce() -> Result<()> + Send + 'static> {
        self.flush()?;
        let (device, submission) = (self.device.clone(), self.device.queue.submit([]));
        Ok(move || device.wait(Some(submission)))
    }

    pub(super) fn submit(&self, batch: &mut Batch) {
        if batch.launches.is_empty() {
            return;
        }
        self.device.queue.write_buffer(&self.params, 0, &batch.params);
        let mut encoder = self.device.device.create_command_encoder(&Default::default());
        {
            let mut pass = encoder.begin_compute_pass(&Default::default());
            for launch in batch.launches.drain(..) {
                pass.set_pipeline(&launch.pipeline.pipeline);
                pass.set_bind_group(0, &launch.bindings, &[]);
                pass.dispatch_workgroups(launch.grid[0], launch.grid[1], 1);
            }
        }
        self.device.queue.submit([encoder.finish()]);
        batch.params.clear();
        batch.number += 1;
    }
}

/// A buffer, or the reason why there is none.
pub(super) fn create(
    device: &Device,
    label: &str,
    size: u64,
    usage: wgpu::BufferUsages,
) -> Result<wgpu::Buffer> {
    let descriptor = wgpu::BufferDescriptor { label: Some(label), size, usage, mapped_at_creation: false };
    device.scoped(|| device.device.create_buffer(&descriptor)).map_err(|error| device.error(error, size))
}
