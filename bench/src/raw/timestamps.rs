//! Times of dispatches by the device's own clock.

use std::time::Duration;

use super::{Raw, Step};
use crate::comparison::BenchResult;

/// The number of passes that one query set can time. A pass needs two timestamps.
const PASSES: usize = wgpu::QUERY_SET_MAX_QUERIES as usize / 2;

impl Raw {
    /// The total time of the dispatches, each in a pass of its own as in the library's profiles. None if the device
    /// has no clock.
    pub(crate) fn kernel_time(&self, steps: &[Step]) -> BenchResult<Option<Duration>> {
        if !self.device.features().contains(wgpu::Features::TIMESTAMP_QUERY) {
            return Ok(None);
        }
        let mut ticks = 0;
        for steps in steps.chunks(PASSES) {
            ticks += self.ticks(steps)?;
        }
        let nanoseconds = ticks as f64 * f64::from(self.queue.get_timestamp_period());
        Ok(Some(Duration::from_secs_f64(nanoseconds / 1e9)))
    }

    fn ticks(&self, steps: &[Step]) -> BenchResult<u64> {
        let count = 2 * steps.len() as u32;
        let queries = self.device.create_query_set(&wgpu::QuerySetDescriptor {
            label: None,
            ty: wgpu::QueryType::Timestamp,
            count,
        });
        let times = self.device.create_buffer(&wgpu::BufferDescriptor {
            label: None,
            size: 8 * u64::from(count),
            usage: wgpu::BufferUsages::QUERY_RESOLVE | wgpu::BufferUsages::COPY_SRC,
            mapped_at_creation: false,
        });
        let mut encoder = self.device.create_command_encoder(&Default::default());
        for (step, n) in steps.iter().zip(0..) {
            let timestamp_writes = wgpu::ComputePassTimestampWrites {
                query_set: &queries,
                beginning_of_pass_write_index: Some(2 * n),
                end_of_pass_write_index: Some(2 * n + 1),
            };
            let descriptor =
                wgpu::ComputePassDescriptor { label: None, timestamp_writes: Some(timestamp_writes) };
            let mut pass = encoder.begin_compute_pass(&descriptor);
            step.record(&mut pass);
        }
        encoder.resolve_query_set(&queries, 0..count, &times, 0);
        self.queue.submit([encoder.finish()]);
        let times: Vec<u64> = self.read(&times, count as usize)?;
        Ok(times.chunks_exact(2).map(|pass| pass[1].saturating_sub(pass[0])).sum())
    }
}
