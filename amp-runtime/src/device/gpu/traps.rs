//! Traps: reports the first failure of a work-item on a device, such as an index out of range.
//!
//! Each queue has a few records in a small buffer that its kernels with traps share. The first work-item of a
//! launch that fails writes to one of them. A download copies the records together with the data, and a wait
//! copies them before the wait. So a failure costs no further round trip. The call then clears the records.
//!
//! Threads share a queue. So a download returns only the failures of launches of its own thread, and of
//! launches that captured its buffer.

use std::collections::HashMap;
use std::ffi::OsStr;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::{Arc, Mutex, OnceLock};
use std::thread::ThreadId;

use amp_shader::{ReportedFailures, Template, Trap, TrapFailure, Traps};

use super::buffer::GpuBuffer;
use super::device::Device;
use super::download::Load;
use super::pipeline::Pipeline;
use super::pool::create;
use super::queue::Queue;
use crate::support::error::{Error, Result};
use crate::support::format::{self, Value};
use crate::support::source_location::{self, file_and_line};
use crate::support::sync::lock;

/// The number of known launches after which old ones are forgotten.
const KEPT_LAUNCHES: usize = 4096;
/// The maximum number of failures that no call has returned yet.
const KEPT_FAILURES: usize = 64;

/// The records of a queue, and the failures that no call has returned yet.
#[derive(Default)]
pub(super) struct TrapRecords {
    buffer: OnceLock<wgpu::Buffer>,
    /// The number of launches with traps that were prepared.
    registered: AtomicU64,
    /// The number of launches with traps that were submitted.
    submitted: AtomicU64,
    /// The number of submitted launches with traps at the last look at the records.
    seen: AtomicU64,
    known: Mutex<KnownLaunches>,
    /// The failures that the launch's own thread has not got yet.
    failures: Mutex<Vec<Failure>>,
    /// Whether `failures` is not empty.
    any_failure: AtomicBool,
}

/// The launches with traps. Equal launches of one thread have the same id.
#[derive(Default)]
struct KnownLaunches {
    ids: HashMap<(Vec<u64>, ThreadId), u32>,
    launches: Vec<Arc<KnownLaunch>>,
    /// The id of the first of `launches`.
    first: u32,
}

struct KnownLaunch {
    pipeline: Arc<Pipeline>,
    /// The ids of the buffers that the kernel captures.
    buffers: Vec<u64>,
    thread: ThreadId,
}

struct Failure {
    launch: Arc<KnownLaunch>,
    error: Error,
    /// Whether a wait of another thread has returned the error.
    is_returned: bool,
}

/// The call that looks at the records.
#[derive(Clone, Copy)]
pub(super) struct Looker {
    thread: ThreadId,
    others: OthersFailures,
}

/// The failures of other threads that a call returns.
#[derive(Clone, Copy)]
pub(super) enum OthersFailures {
    /// All of the queue: the call waits for all its launches.
    All,
    /// Those of launches that captured the buffer with this id: the call downloads it.
    OfBuffer(u64),
    /// None: the call waits for its own copies.
    None,
}

impl Looker {
    /// A call of this thread.
    pub(super) fn here(others: OthersFailures) -> Looker {
        Looker { thread: std::thread::current().id(), others }
    }
}

/// The failures that a launch of this kernel reports: the choice of `AMP_TRAP`, or else of the kernel.
pub(super) fn wanted(template: &Template<'_>) -> ReportedFailures {
    match by_environment() {
        Some(true) => ReportedFailures::All,
        Some(false) => ReportedFailures::None,
        None => template.traps,
    }
}

/// The value of `AMP_TRAP`.
fn by_environment() -> Option<bool> {
    static CHOICE: OnceLock<Option<bool>> = OnceLock::new();
    *CHOICE.get_or_init(|| parse(&std::env::var_os("AMP_TRAP")?))
}

/// `0` turns traps off, an empty value chooses nothing, and any other value turns them on.
fn parse(value: &OsStr) -> Option<bool> {
    if value.is_empty() { None } else { Some(value != "0") }
}

impl TrapRecords {
    /// The buffer of the records. The first call creates it.
    pub(super) fn buffer(&self, device: &Device) -> Result<&wgpu::Buffer> {
        if let Some(made) = self.buffer.get() {
            return Ok(made);
        }
        use wgpu::BufferUsages as Usage;
        let usage = Usage::STORAGE | Usage::COPY_SRC | Usage::COPY_DST;
        let made = create(device, "amp traps", Traps::BYTES, usage, false)?;
        Ok(self.buffer.get_or_init(|| made))
    }

    /// Counts submitted launches with traps.
    pub(super) fn count(&self, launches: usize) {
        self.submitted.fetch_add(launches as u64, Ordering::Release);
    }

    /// Prepares a launch with traps or printed lines, and returns its id.
    pub(super) fn register(&self, pipeline: &Arc<Pipeline>, buffers: &[Arc<GpuBuffer>]) -> u32 {
        let has_traps = pipeline.linked.traps.as_ref().is_some_and(|traps| traps.binding.is_some());
        let registered = self.registered.fetch_add(has_traps.into(), Ordering::Relaxed);
        let thread = std::thread::current().id();
        let ids = buffers.iter().map(|buffer| buffer.id);
        let key = (std::iter::once(pipeline.id).chain(ids).collect::<Vec<_>>(), thread);
        let mut known = lock(&self.known);
        // The ids separate the lines of two launches.
        let prints = pipeline.linked.traps.as_ref().is_some_and(|traps| traps.output_binding.is_some());
        if let Some(id) = known.ids.get(&key).filter(|_| !prints) {
            return *id;
        }
        // Each record has been seen, so no old id is needed.
        if known.launches.len() >= KEPT_LAUNCHES && registered == self.seen.load(Ordering::Relaxed) {
            known.first = known.first.wrapping_add(known.launches.len() as u32);
            known.ids.clear();
            known.launches.clear();
        }
        let id = known.first.wrapping_add(known.launches.len() as u32);
        let buffers = key.0[1..].to_vec();
        known.launches.push(Arc::new(KnownLaunch { pipeline: pipeline.clone(), buffers, thread }));
        known.ids.insert(key, id);
        id
    }

    /// The buffer of the records and the number of launches with traps, if there were any since the last
    /// look.
    pub(super) fn unseen(&self) -> Option<(&wgpu::Buffer, u64)> {
        let launches = self.submitted.load(Ordering::Acquire);
        if launches == self.seen.load(Ordering::Relaxed) {
            return None;
        }
        self.buffer.get().map(|buffer| (buffer, launches))
    }

    /// Returns a failure to a call: that of a launch of the same thread, or of another thread if the call wants
    /// it. A call that waits for the queue returns each failure of another thread once, and so does that thread.
    pub(super) fn result_for(&self, looker: Looker) -> Result<()> {
        if !self.any_failure.load(Ordering::Acquire) {
            return Ok(());
        }
        let mut failures = lock(&self.failures);
        let own = failures.iter().position(|Failure { launch, .. }| {
            launch.thread == looker.thread
                || matches!(looker.others, OthersFailures::OfBuffer(id) if launch.buffers.contains(&id))
        });
        if let Some(at) = own {
            let failure = failures.remove(at);
            self.any_failure.store(!failures.is_empty(), Ordering::Release);
            return Err(failure.error);
        }
        let all = matches!(looker.others, OthersFailures::All);
        failures.iter_mut().find(|failure| all && !failure.is_returned).map_or(Ok(()), |failure| {
            failure.is_returned = true;
            Err(failure.error.clone())
        })
    }

    fn add(&self, launch: Arc<KnownLaunch>, error: Error) {
        let mut failures = lock(&self.failures);
        if failures.len() >= KEPT_FAILURES {
            failures.remove(0);
        }
        failures.push(Failure { launch, error, is_returned: false });
        self.any_failure.store(true, Ordering::Release);
    }
}

impl Queue {
    /// Begins to copy the records to the host, if there were launches with traps since the last look. The
    /// caller must have submitted the launches.
    pub(super) fn begin_look(&self, looker: Looker) -> Result<Option<Load>> {
        match self.traps.unseen() {
            None if !self.output.is_unseen() => Ok(None),
            _ => self.begin_load(None, &[], looker).map(Some),
        }
    }

    /// Reads a copy of the records, and clears those with a failure. `launches` is the number of launches with
    /// traps when the records were copied.
    pub(super) fn look(&self, records: &[u8], launches: u64) {
        let records: Vec<u32> = bytemuck::pod_collect_to_vec(records);
        self.traps.seen.fetch_max(launches, Ordering::Relaxed);
        for (slot, record) in Traps::records(&records) {
            if let Some(buffer) = self.traps.buffer.get() {
                self.device.queue.write_buffer(buffer, Traps::offset(slot), &[0; 4]);
            }
            let known = lock(&self.traps.known);
            let at = Traps::launch(record).wrapping_sub(known.first) as usize;
            let Some(launch) = known.launches.get(at).cloned() else { continue };
            drop(known);
            let traps = launch.pipeline.linked.traps.as_ref();
            if let Some(trap) = traps.and_then(|traps| traps.decode(record)) {
                let error = error(&launch.pipeline, trap);
                self.traps.add(launch, error);
            }
        }
    }
}

/// The error of a trap.
fn error(pipeline: &Pipeline, trap: Trap) -> Error {
    let message = match trap.failure {
        TrapFailure::Index { view, index, extent } => {
            // A component that wrapped around below zero is shown as a negative number.
            let index: Vec<_> = index.into_iter().map(u32::cast_signed).collect();
            format!("index {index:?} is out of range for `{view}` of extent {extent:?}")
        }
        TrapFailure::Item { index, length } => {
            format!("index out of bounds: the len is {length} but the index is {index}")
        }
        TrapFailure::Message { text, formatted: false, .. } => text.to_owned(),
        TrapFailure::Message { text, values, .. } => {
            let values: Vec<_> =
                values.iter().map(|(name, ty, words)| (*name, Value::decode(ty, words))).collect();
            format::format(text, &values)
        }
    };
    let message = match trap.at {
        None => source_location::append_kernel_location(&pipeline.place, message),
        Some(at) => source_location::append_location(file_and_line(at.file, at.line), message),
    };
    Error::KernelPanicked { kernel: pipeline.kernel.to_owned(), index: trap.item, message }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn environment_turns_traps_on_and_off() {
        assert_eq!(
            [parse("".as_ref()), parse("0".as_ref()), parse("1".as_ref())],
            [None, Some(false), Some(true)]
        );
    }
}
