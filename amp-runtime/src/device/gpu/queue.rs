//! The command queue of a device: records launches in a batch and submits the batch when it is full, when a result is
//! needed, or on request. All launches of a batch run in one compute pass, and their parameters are uploaded together.
//! [`upload`](super::upload), [`transfer`](super::transfer) and [`download`](super::download) move data.

use std::collections::HashMap;
use std::num::NonZeroU64;
use std::sync::atomic::Ordering;
use std::sync::{Arc, Mutex, OnceLock};

use super::buffer::GpuBuffer;
use super::device::Device;
use super::indirect::{ComputedGrid, PARAMS_BYTES};
use super::output::Output;
use super::pipeline::Pipeline;
use super::pool::{Block, create};
use super::reentrancy::{check_not_in_callback, guarded};
use super::timing::Timing;
use super::traps::{Looker, OthersFailures, TrapRecords};
use super::upload::Uploads;
use crate::device::completion::Waiter;
use crate::device::profile::Profiler;
use crate::device::queue::Awaited;
use crate::device::stats::{Activity, Counters};
use crate::support::error::{Error, Result};
use crate::support::sync::lock;
use crate::support::trace::{self, KernelDetails};

/// The maximum number of launches in the first batch after a flush. Each full batch doubles the limit. So the
/// device starts early, and a long series of launches needs few submissions.
const FIRST_BATCH: usize = 16;
/// The maximum number of launches in a batch.
const MAX_BATCH: usize = 256;
/// The maximum size of the parameters of a batch in bytes.
pub(super) const MAX_PARAMS_BYTES: u64 = 64 << 10;
/// The number of cached bind groups.
const KEPT_BIND_GROUPS: usize = 256;

/// The queue of an [`AcceleratorView`](crate::AcceleratorView) on a device.
pub(crate) struct Queue {
    pub(super) device: Arc<Device>,
    /// Whether each launch is submitted immediately.
    immediate: bool,
    params: wgpu::Buffer,
    pub(super) batch: Mutex<Batch>,
    /// The unused buffers of the buffer pool.
    pub(super) pool: Mutex<Vec<Block>>,
    pub(super) uploads: Uploads,
    /// Unused staging buffers of downloads.
    pub(super) staging: Mutex<Vec<wgpu::Buffer>>,
    /// Cached bind groups. The key consists of the pipeline's id, and of the id and the size of each buffer.
    groups: Mutex<HashMap<Vec<u64>, wgpu::BindGroup>>,
    pub(super) profiler: Arc<Profiler>,
    /// Launches whose durations are not known yet.
    pub(super) timings: Mutex<Vec<Timing>>,
    /// The lock of the thread that collects durations.
    pub(super) collecting: Mutex<()>,
    pub(super) counts: Counters,
    pub(super) traps: TrapRecords,
    pub(super) output: Output,
    /// The grid of the indirect launch that runs next. `None` if the device has no indirect dispatches.
    pub(super) indirect_grid: OnceLock<Option<wgpu::Buffer>>,
}

/// Launches that are recorded but not submitted.
pub(super) struct Batch {
    pub(super) id: u64,
    /// The maximum number of launches in the batch.
    limit: usize,
    params: Vec<u8>,
    /// The parameters of an earlier batch, which are still in the device's parameter buffer.
    sent: Vec<u8>,
    /// The number of bytes in uploads by wgpu's `write_buffer_with` that are not submitted yet. At a limit, the
    /// queue submits them.
    pub(super) written: usize,
    pub(super) launches: Vec<RecordedLaunch>,
}

/// The number of workgroups of a launch.
pub(super) struct Workgroups<'a> {
    /// The number in each dimension.
    pub(super) grid: [u32; 3],
    /// If the launch is indirect, only this number of workgroups runs.
    pub(super) count: Option<CountedWorkgroups<'a>>,
}

/// The number of workgroups of an indirect launch.
pub(super) struct CountedWorkgroups<'a> {
    /// The buffer with the number of elements.
    pub(super) buffer: &'a GpuBuffer,
    /// The parameters of the shader of the module `indirect`.
    pub(super) params: [u32; 4],
}

pub(super) struct RecordedLaunch {
    pub(super) name: &'static str,
    pipeline: Arc<Pipeline>,
    bindings: wgpu::BindGroup,
    /// The offset of the launch's parameters in the parameter buffer, in bytes.
    params: u32,
    grid: [u32; 3],
    /// The computation of the grid of an indirect launch.
    computed: Option<ComputedGrid>,
    /// The details for the trace, if one is being recorded.
    pub(super) traced: Option<KernelDetails>,
}

impl RecordedLaunch {
    /// Records the launch's dispatch in a compute pass.
    pub(super) fn run(&self, pass: &mut wgpu::ComputePass<'_>) {
        if let Some(computed) = &self.computed {
            computed.compute(pass);
        }
        pass.set_pipeline(&self.pipeline.pipeline);
        pass.set_bind_group(0, &self.bindings, &[self.params]);
        match (&self.computed, self.grid) {
            (Some(computed), _) => computed.dispatch(pass),
            (None, [x, y, z]) => pass.dispatch_workgroups(x, y, z),
        }
    }
}

impl Queue {
    pub(crate) fn new(device: Arc<Device>, immediate: bool, profiler: Arc<Profiler>) -> Result<Arc<Self>> {
        let usage = wgpu::BufferUsages::UNIFORM | wgpu::BufferUsages::COPY_DST;
        let params = create(&device, "amp parameters", MAX_PARAMS_BYTES, usage, false)?;
        let batch = Batch {
            id: 1,
            limit: FIRST_BATCH,
            params: Vec::new(),
            sent: Vec::new(),
            written: 0,
            launches: Vec::new(),
        };
        let queue = Arc::new(Queue {
            device,
            immediate,
            params,
            batch: Mutex::new(batch),
            pool: Mutex::default(),
            uploads: Uploads::default(),
            staging: Mutex::default(),
            groups: Mutex::default(),
            profiler,
            timings: Mutex::default(),
            collecting: Mutex::default(),
            counts: Counters::default(),
            traps: TrapRecords::default(),
            output: Output::default(),
            indirect_grid: OnceLock::new(),
        });
        let mut queues = lock(&queue.device.queues);
        queues.retain(|queue| queue.strong_count() > 0);
        queues.push(Arc::downgrade(&queue));
        drop(queues);
        Ok(queue)
    }

    /// The thread on which futures wait for the device.
    pub(crate) fn waiter(&self) -> Arc<Waiter> {
        self.device.waiter.clone()
    }

    pub(crate) fn wgpu_device(&self) -> &wgpu::Device {
        &self.device.device
    }

    pub(crate) fn wgpu_queue(&self) -> &wgpu::Queue {
        &self.device.queue
    }

    /// Whether the device is lost.
    pub(crate) fn is_lost(&self) -> bool {
        self.device.is_lost()
    }

    /// Counts of the commands so far.
    pub(crate) fn activity(&self) -> Activity {
        self.counts.activity()
    }

    /// Records a launch. If the function fails, nothing is recorded.
    pub(super) fn record(
        &self,
        name: &'static str,
        pipeline: Arc<Pipeline>,
        params: &[u32],
        buffers: &[Arc<GpuBuffer>],
        Workgroups { grid, count }: Workgroups<'_>,
        traced: Option<KernelDetails>,
    ) -> Result<()> {
        let size = params.len() as u64 * 4;
        let limit = MAX_PARAMS_BYTES.min(self.device.limits.max_uniform_buffer_binding_size);
        if size > limit {
            let what = format!("bytes of values captured by kernel `{name}`");
            return Err(Error::LimitExceeded { what, needed: size, limit });
        }
        let bindings = self.bind_group(&pipeline, size, buffers)?;
        let mut computed = match &count {
            Some(count) => self.computed_grid(count.buffer)?,
            None => None,
        };
        let mut batch = lock(&self.batch);
        let alignment = self.device.limits.min_uniform_buffer_offset_alignment.max(16) as usize;
        self.device.check()?;
        let mut offset = batch.params.len().next_multiple_of(alignment);
        // The parameters of the shader that computes the grid come first.
        let first = if computed.is_some() { (PARAMS_BYTES as usize).next_multiple_of(alignment) } else { 0 };
        if (offset + first) as u64 + size > MAX_PARAMS_BYTES {
            self.submit(&mut batch);
            offset = 0;
        }
        if let (Some(computed), Some(count)) = (&mut computed, &count) {
            batch.params.resize(offset, 0);
            batch.params.extend_from_slice(bytemuck::cast_slice(&count.params));
            computed.params = offset as u32;
            count.buffer.block.batch.store(batch.id, Ordering::Relaxed);
        }
        offset += first;
        batch.params.resize(offset, 0);
        batch.params.extend_from_slice(bytemuck::cast_slice(params));
        for buffer in buffers {
            buffer.block.batch.store(batch.id, Ordering::Relaxed);
        }
        self.counts.launches.add();
        // The cast is lossless: the offset is less than `MAX_PARAMS_BYTES`.
        let params = offset as u32;
        batch.launches.push(RecordedLaunch { name, pipeline, bindings, params, grid, computed, traced });
        if self.immediate || batch.launches.len() >= batch.limit {
            batch.limit = (2 * batch.limit).min(MAX_BATCH);
            self.submit(&mut batch);
        }
        Ok(())
    }

    /// Returns a bind group for the parameters and these buffers.
    fn bind_group(
        &self,
        pipeline: &Pipeline,
        params: u64,
        buffers: &[Arc<GpuBuffer>],
    ) -> Result<wgpu::BindGroup> {
        // The size is part of the key, because a recycled buffer may now have another number of bytes in use.
        let numbers = buffers.iter().flat_map(|buffer| [buffer.block.id, buffer.bytes]);
        let key: Vec<u64> = std::iter::once(pipeline.id).chain(numbers).collect();
        let params = self.params_entry(params);
        let views = buffers.iter().zip(1..).map(|(buffer, binding)| buffer.entry(binding));
        let mut entries: Vec<_> = std::iter::once(params).chain(views).collect();
        if let Some(traps) = &pipeline.linked.traps {
            if let Some(binding) = traps.binding {
                let resource = self.traps.buffer(&self.device)?.as_entire_binding();
                entries.push(wgpu::BindGroupEntry { binding, resource });
            }
            if let Some(binding) = traps.output_binding {
                let resource = self.output.buffer(&self.device)?.as_entire_binding();
                entries.push(wgpu::BindGroupEntry { binding, resource });
            }
        }
        let descriptor = wgpu::BindGroupDescriptor {
            label: Some("amp launch"),
            layout: &pipeline.layout,
            entries: &entries,
        };
        self.cached_bind_group(key, || self.device.device.create_bind_group(&descriptor))
    }

    /// The bind group entry of the parameters of a launch, of this size in bytes.
    pub(super) fn params_entry(&self, size: u64) -> wgpu::BindGroupEntry<'_> {
        wgpu::BindGroupEntry {
            binding: 0,
            resource: wgpu::BindingResource::Buffer(wgpu::BufferBinding {
                buffer: &self.params,
                offset: 0,
                size: NonZeroU64::new(size),
            }),
        }
    }

    /// Returns the cached bind group with this key, or creates it.
    pub(super) fn cached_bind_group(
        &self,
        key: Vec<u64>,
        create: impl FnOnce() -> wgpu::BindGroup,
    ) -> Result<wgpu::BindGroup> {
        if let Some(found) = lock(&self.groups).get(&key) {
            return Ok(found.clone());
        }
        let made = self.device.scoped(create).map_err(|error| self.device.error(error, 0))?;
        self.counts.bind_groups.add();
        let mut groups = lock(&self.groups);
        if groups.len() >= KEPT_BIND_GROUPS {
            groups.clear();
        }
        groups.insert(key, made.clone());
        Ok(made)
    }

    /// Drops the bind groups of a buffer that is freed.
    pub(super) fn drop_bind_groups(&self, block: &Block) {
        let binds = |key: &[u64]| key[1..].chunks(2).any(|buffer| buffer[0] == block.id);
        lock(&self.groups).retain(|key, _| !binds(key));
    }

    /// Submits the recorded launches and the pending writes.
    pub(crate) fn flush(&self) -> Result<()> {
        check_not_in_callback()?;
        self.device.reachable()?;
        let mut batch = lock(&self.batch);
        self.submit(&mut batch);
        self.send_writes(&mut batch);
        batch.limit = FIRST_BATCH;
        drop(batch);
        self.device.check()
    }

    /// Submits the batch, and waits until all submitted work is done.
    pub(crate) fn wait(&self) -> Result<()> {
        self.flush()?;
        let looker = Looker::here(OthersFailures::All);
        match self.begin_look(looker)? {
            Some(look) => self.finish_load(look, |_| {}),
            None => {
                self.wait_for(None)?;
                self.traps.result_for(looker)
            }
        }
    }

    /// Waits for a submission, or for all of them if there is none.
    pub(super) fn wait_for(&self, submission: Option<wgpu::SubmissionIndex>) -> Result<()> {
        self.counts.count_wait();
        trace::span!("wait", accelerator = self.device.description);
        let begun = trace::begin();
        let waited = self.device.wait(submission);
        begun.end(|recorder, span| recorder.wait(&self.device.description, span));
        self.collect_arrived_times();
        waited
    }

    /// Returns a closure that waits for all launches and copies so far. It may run on any thread. If only this
    /// thread's copies matter, the closure returns no failure of a launch of another thread.
    pub(crate) fn marker(
        self: &Arc<Self>,
        awaited: Awaited,
    ) -> Result<impl FnOnce() -> Result<()> + Send + use<>> {
        self.flush()?;
        let looker = Looker::here(match awaited {
            Awaited::Queue => OthersFailures::All,
            Awaited::Copies => OthersFailures::None,
        });
        let look = self.begin_look(looker)?;
        let (queue, submission) = (self.clone(), guarded(|| self.device.queue.submit([])));
        Ok(move || match look {
            Some(look) => queue.finish_load(look, |_| {}),
            None => {
                queue.wait_for(Some(submission))?;
                queue.traps.result_for(looker)
            }
        })
    }

    pub(super) fn submit(&self, batch: &mut Batch) {
        if batch.launches.is_empty() {
            return;
        }
        // Loops often repeat the same launches. The device then already has the parameters.
        if !batch.sent.starts_with(&batch.params) {
            self.device.queue.write_buffer(&self.params, 0, &batch.params);
            batch.sent.clone_from(&batch.params);
            self.counts.parameter_writes.add();
        }
        if self.profiler.is_active() {
            self.submit_timed(&batch.launches);
        } else if batch.launches.iter().any(|launch| launch.traced.is_some()) {
            self.submit_traced(&batch.launches);
        } else {
            // Removes pending durations that no open profile needs.
            lock(&self.timings).retain(Timing::is_wanted);
            self.run(&batch.launches);
        }
        self.count_reports(&batch.launches);
        batch.launches.clear();
        batch.params.clear();
        batch.written = 0;
        batch.id += 1;
    }

    /// Counts the submitted launches that may report something.
    fn count_reports(&self, launches: &[RecordedLaunch]) {
        let reports = || launches.iter().filter_map(|launch| launch.pipeline.linked.traps.as_ref());
        self.traps.count(reports().filter(|traps| traps.binding.is_some()).count());
        self.output.count(reports().filter(|traps| traps.output_binding.is_some()).count());
    }

    /// Runs launches in one pass. If the device rejects one launch, for example because the user destroyed or
    /// mapped a buffer, it rejects the complete submission. The launches are then submitted one by one, so
    /// that only the rejected one is lost.
    pub(super) fn run(&self, launches: &[RecordedLaunch]) {
        self.counts.submissions.add();
        self.counts.passes.add();
        let sent = self.device.scoped(|| {
            let mut encoder = self.device.device.create_command_encoder(&Default::default());
            {
                let mut pass = encoder.begin_compute_pass(&Default::default());
                for launch in launches {
                    launch.run(&mut pass);
                }
            }
            self.device.queue.submit([encoder.finish()]);
        });
        match (sent, launches) {
            (Ok(()), _) | (Err(_), []) => {}
            (Err(error), [launch]) => self.device.report(launch.name, error),
            (Err(_), launches) => launches.chunks(1).for_each(|launch| self.run(launch)),
        }
    }
}
