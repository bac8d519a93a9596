//! Launches with the times that they took on the device, for profiles.

use std::sync::{Arc, Mutex};
use std::time::{Duration, Instant};

use super::queue::{Queue, Recorded};
use crate::sync::lock;

/// Launches in one set of queries at most: each takes two, and a set has no more than 4096.
const SET: usize = 2048;

impl Queue {
    /// Submits launches, waits for them, and says what each took. What goes wrong is found by the next call that looks.
    pub(super) fn submit_timed(&self, launches: &[Recorded]) {
        let timed = self.device.features.contains(wgpu::Features::TIMESTAMP_QUERY);
        for launches in launches.chunks(SET) {
            match timed.then(|| self.by_device_clock(launches)).flatten() {
                Some(times) => {
                    for (launch, time) in launches.iter().zip(times) {
                        self.profiler.record(launch.name, time);
                    }
                }
                None => self.by_host_clock(launches),
            }
        }
    }

    /// One by one, each waited for.
    fn by_host_clock(&self, launches: &[Recorded]) {
        for launch in launches {
            let start = Instant::now();
            let submission = self.device.scoped(|| {
                let mut encoder = self.device.device.create_command_encoder(&Default::default());
                launch.run(&mut encoder.begin_compute_pass(&Default::default()));
                self.device.queue.submit([encoder.finish()])
            });
            match submission {
                Ok(submission) => {
                    if self.device.is_done(submission) {
                        self.profiler.record(launch.name, start.elapsed());
                    }
                }
                Err(error) => self.device.report(launch.name, error),
            }
        }
    }

    /// Together, each in a pass of its own with the device's clock before and after; without a time for any where the clock
    /// fails. Nothing, and none has run, where the device refuses one of them.
    fn by_device_clock(&self, launches: &[Recorded]) -> Option<Vec<Duration>> {
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
        let submission = self.device.scoped(|| {
            let mut encoder = device.create_command_encoder(&Default::default());
            for (launch, n) in launches.iter().zip(0..) {
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
        Some(self.times(submission.ok()?, &staging).unwrap_or_default())
    }

    /// The times between pairs of a clock's readings, once they are there.
    fn times(&self, submission: wgpu::SubmissionIndex, staging: &wgpu::Buffer) -> Option<Vec<Duration>> {
        let failed = Arc::new(Mutex::new(None));
        let report = failed.clone();
        staging.map_async(wgpu::MapMode::Read, .., move |result| *lock(&report) = result.err());
        if !self.device.is_done(submission) || lock(&failed).is_some() {
            return None;
        }
        let mapped = staging.get_mapped_range(..).ok()?;
        let period = f64::from(self.device.queue.get_timestamp_period());
        let times = mapped.chunks_exact(16).map(|pair| {
            let at = |n: usize| pair[n..].first_chunk().map_or(0, |bytes| u64::from_le_bytes(*bytes));
            Duration::from_nanos((at(8).saturating_sub(at(0)) as f64 * period) as u64)
        });
        Some(times.collect())
    }
}
