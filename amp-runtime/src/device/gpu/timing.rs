//! Timed submissions for profiles and traces. On a device with timestamps, each launch gets its own pass with a
//! timestamp before and after. On other devices, amp submits each launch separately and waits for it.

use std::fmt;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, Weak};
use std::time::{Duration, Instant};

use super::device::Device;
use super::queue::{Queue, RecordedLaunch};
use super::reentrancy::check_not_in_callback;
use crate::device::profile::PendingTimes;
use crate::support::error::{Error, Result};
use crate::support::sync::lock;
use crate::support::trace::{self, KernelDetails};

/// The maximum number of launches in one query set: each launch takes two queries, and a set has at most
/// 4096.
const QUERY_SET_LAUNCHES: usize = 2048;
/// Part of the error for unknown durations, if waiting for the device failed.
const WAIT_FAILED: &str = "the device cannot be waited for";

/// Submitted launches whose timestamps are not read yet.
pub(super) struct Timing {
    submission: wgpu::SubmissionIndex,
    staging: wgpu::Buffer,
    /// Whether wgpu has mapped `staging`, or has failed to.
    arrived: Arc<AtomicBool>,
    failed: Arc<Mutex<Option<wgpu::BufferAsyncError>>>,
    expected: PendingTimes,
    submitted: Instant,
    /// The name of each launch, and its details for the trace.
    traced: Vec<(&'static str, Option<KernelDetails>)>,
}

impl Timing {
    /// Whether an open profile or the trace still needs the times.
    pub(super) fn is_wanted(&self) -> bool {
        self.expected.is_wanted() || self.traced.iter().any(|(_, details)| details.is_some())
    }
}

impl Queue {
    /// Submits launches and measures them. On a device without timestamps, waits for each launch. Errors are
    /// stored for the next fallible call.
    pub(super) fn submit_timed(&self, launches: &[RecordedLaunch]) {
        for launches in launches.chunks(QUERY_SET_LAUNCHES) {
            match self.has_clock().then(|| self.submit_with_timestamps(launches)).flatten() {
                Some(timing) => lock(&self.timings).push(timing),
                None => self.submit_with_host_clock(launches),
            }
        }
    }

    /// Submits launches for the trace. On a device without timestamps, the trace gets one event for all of
    /// them, and the launches remain asynchronous.
    pub(super) fn submit_traced(&self, launches: &[RecordedLaunch]) {
        self.collect_arrived_times();
        for launches in launches.chunks(QUERY_SET_LAUNCHES) {
            match self.has_clock().then(|| self.submit_with_timestamps(launches)).flatten() {
                Some(timing) => lock(&self.timings).push(timing),
                None => self.submit_as_one_event(launches),
            }
        }
    }

    fn has_clock(&self) -> bool {
        self.device.features.contains(wgpu::Features::TIMESTAMP_QUERY)
    }

    fn submit_as_one_event(&self, launches: &[RecordedLaunch]) {
        let begun = trace::begin();
        self.run(launches);
        let Some(first) = launches.iter().find_map(|launch| launch.traced.clone()) else { return };
        let bytes = launches.iter().filter_map(|launch| Some(launch.traced.as_ref()?.bytes)).sum();
        let details = KernelDetails { bytes, ..first };
        let name = match launches {
            [launch] => launch.name.to_owned(),
            _ => format!("{} launches", launches.len()),
        };
        let accelerator = self.device.description.clone();
        // wgpu calls the closure when a thread polls the device, which is usually at the next wait.
        self.device.queue.on_submitted_work_done(move || {
            begun.end(|recorder, span| recorder.kernel(&name, &accelerator, &details, span, "batch"));
        });
    }

    /// Records the times that have arrived, without waiting. Returns at once if another thread collects times.
    pub(super) fn collect_arrived_times(&self) {
        if lock(&self.timings).is_empty() {
            return;
        }
        let Ok(_only) = self.collecting.try_lock() else { return };
        let arrived: Vec<_> =
            lock(&self.timings).extract_if(.., |timing| timing.arrived.load(Ordering::Acquire)).collect();
        for timing in arrived {
            self.record_times(timing);
        }
    }

    fn record_times(&self, timing: Timing) {
        let times = match self.times(&timing) {
            Ok(times) => times,
            Err(error) => return timing.expected.record_failure(&error),
        };
        let durations = times.iter().map(|(begin, end)| Duration::from_nanos(end.saturating_sub(*begin)));
        timing.expected.record(&durations.collect::<Vec<_>>());
        if timing.traced.iter().all(|(_, details)| details.is_none()) {
            return;
        }
        trace::with_recorder(|recorder| {
            let spans = recorder.device_spans(&self.device.description, timing.submitted, &times);
            for ((name, details), span) in timing.traced.iter().zip(spans) {
                if let Some(details) = details {
                    recorder.kernel(name, &self.device.description, details, span, "device");
                }
            }
        });
    }

    /// Waits for the durations of all launches so far, and records them.
    pub(crate) fn collect_times(&self) -> Result<()> {
        check_not_in_callback()?;
        self.device.reachable()?;
        // A second thread that calls this function finds no pending launches, but must not return before the
        // first thread has recorded the durations.
        let _first = lock(&self.collecting);
        for timing in std::mem::take(&mut *lock(&self.timings)) {
            self.record_times(timing);
        }
        self.device.check()
    }

    /// Submits launches one by one, and waits for each. The host measures the durations.
    fn submit_with_host_clock(&self, launches: &[RecordedLaunch]) {
        for launch in launches {
            let (start, begun) = (Instant::now(), trace::begin());
            self.counts.submissions.add();
            self.counts.passes.add();
            let submission = self.device.scoped(|| {
                let mut encoder = self.device.device.create_command_encoder(&Default::default());
                launch.run(&mut encoder.begin_compute_pass(&Default::default()));
                self.device.queue.submit([encoder.finish()])
            });
            match submission {
                Ok(submission) => {
                    self.counts.count_wait();
                    if self.device.wait_quietly(submission) {
                        self.profiler.record(launch.name, start.elapsed());
                        if let Some(details) = &launch.traced {
                            begun.end(|recorder, span| {
                                recorder.kernel(launch.name, &self.device.description, details, span, "host");
                            });
                        }
                    } else {
                        let error = self.unknown_times(&WAIT_FAILED);
                        self.profiler.add_pending([launch.name].into_iter()).record_failure(&error);
                    }
                }
                Err(error) => self.device.report(launch.name, error),
            }
        }
    }

    /// Submits launches together, each in a pass with timestamps. If the device rejects a launch, none has
    /// run, and the result is `None`.
    fn submit_with_timestamps(&self, launches: &[RecordedLaunch]) -> Option<Timing> {
        let (device, queue) = (&self.device.device, &self.device.queue);
        let count = 2 * launches.len() as u32;
        let bytes = u64::from(count) * 8;
        let set = device.create_query_set(&wgpu::QuerySetDescriptor {
            label: Some("amp clock"),
            ty: wgpu::QueryType::Timestamp,
            count,
        });
        let buffer = |usage| {
            device.create_buffer(&wgpu::BufferDescriptor {
                label: Some("amp clock"),
                size: bytes,
                usage,
                mapped_at_creation: false,
            })
        };
        let resolved = buffer(wgpu::BufferUsages::QUERY_RESOLVE | wgpu::BufferUsages::COPY_SRC);
        let staging = buffer(wgpu::BufferUsages::MAP_READ | wgpu::BufferUsages::COPY_DST);
        self.counts.submissions.add();
        let submitted = Instant::now();
        let submission = self.device.scoped(|| {
            let mut encoder = device.create_command_encoder(&Default::default());
            for (launch, n) in launches.iter().zip(0..) {
                self.counts.passes.add();
                launch.run(&mut encoder.begin_compute_pass(&wgpu::ComputePassDescriptor {
                    label: Some(launch.name),
                    timestamp_writes: Some(wgpu::ComputePassTimestampWrites {
                        query_set: &set,
                        beginning_of_pass_write_index: Some(2 * n),
                        end_of_pass_write_index: Some(2 * n + 1),
                    }),
                }));
            }
            encoder.resolve_query_set(&set, 0..count, &resolved, 0);
            encoder.copy_buffer_to_buffer(&resolved, 0, &staging, 0, bytes);
            queue.submit([encoder.finish()])
        });
        let submission = submission.ok()?;
        let failed = Arc::new(Mutex::new(None));
        let arrived = Arc::new(AtomicBool::new(false));
        let (report, done) = (failed.clone(), arrived.clone());
        staging.map_async(wgpu::MapMode::Read, .., move |result| {
            *lock(&report) = result.err();
            done.store(true, Ordering::Release);
        });
        let expected = self.profiler.add_pending(launches.iter().map(|launch| launch.name));
        let traced = launches.iter().map(|launch| (launch.name, launch.traced.clone())).collect();
        Some(Timing { submission, staging, arrived, failed, expected, submitted, traced })
    }

    /// The error that reports unknown durations.
    fn unknown_times(&self, why: &dyn fmt::Display) -> Error {
        self.device.error_with_reason(format!("the times of launches are not known: {why}"))
    }

    /// Waits for the timestamps, and returns those before and after each launch, in nanoseconds of the device's clock.
    fn times(&self, timing: &Timing) -> Result<Vec<(u64, u64)>> {
        if !timing.arrived.load(Ordering::Acquire) {
            self.counts.count_wait();
            if !self.device.wait_quietly(timing.submission.clone()) {
                return Err(self.unknown_times(&WAIT_FAILED));
            }
        }
        if let Some(error) = &*lock(&timing.failed) {
            return Err(self.unknown_times(error));
        }
        let mapped = timing.staging.get_mapped_range(..).map_err(|error| self.unknown_times(&error))?;
        let period = f64::from(self.device.queue.get_timestamp_period());
        let times = mapped.chunks_exact(16).map(|pair| {
            let at = |n: usize| pair[n..].first_chunk().map_or(0, |bytes| u64::from_le_bytes(*bytes));
            ((at(0) as f64 * period) as u64, (at(8) as f64 * period) as u64)
        });
        Ok(times.collect())
    }
}

/// Waits for all launches of all devices, and records their times.
pub(crate) fn collect_all_times() -> Result<()> {
    let mut result = Ok(());
    for device in Device::all_open() {
        let queues: Vec<_> = lock(&device.queues).iter().filter_map(Weak::upgrade).collect();
        for queue in queues {
            result = result.and(queue.flush()).and(queue.collect_times());
        }
    }
    result
}
