//! Lines that kernels print on a device.
//!
//! Each queue has a buffer to which work-items append lines. A line that does not fit is counted. A download or a
//! wait copies the buffer and empties it in the same submission. The host then formats the lines and prints them:
//! launch after launch, and for each launch in the order of the work-items.

use std::collections::HashMap;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, Mutex, OnceLock};

use amp_shader::Traps;

use super::device::Device;
use super::pipeline::Pipeline;
use super::pool::create;
use super::queue::Queue;
use crate::support::error::Result;
use crate::support::format::{self, Value};
use crate::support::print_hook::print_line;
use crate::support::sync::lock;

/// The printed lines of a queue.
#[derive(Default)]
pub(super) struct Output {
    buffer: OnceLock<wgpu::Buffer>,
    /// The number of submitted launches that may print.
    launches: AtomicU64,
    /// The number of these launches at the last copy of the buffer.
    copied: AtomicU64,
    /// The pipelines of the launches whose lines have not been printed yet.
    pipelines: Mutex<HashMap<u32, Arc<Pipeline>>>,
}

impl Output {
    /// The buffer. The first call creates it.
    pub(super) fn buffer(&self, device: &Device) -> Result<&wgpu::Buffer> {
        if let Some(made) = self.buffer.get() {
            return Ok(made);
        }
        use wgpu::BufferUsages as Usage;
        let usage = Usage::STORAGE | Usage::COPY_SRC | Usage::COPY_DST;
        let made = create(device, "amp output", Traps::OUTPUT_BYTES, usage, false)?;
        Ok(self.buffer.get_or_init(|| made))
    }

    /// Remembers a launch that may print.
    pub(super) fn register(&self, launch: u32, pipeline: &Arc<Pipeline>) {
        lock(&self.pipelines).insert(launch, pipeline.clone());
    }

    /// Counts submitted launches that may print.
    pub(super) fn count(&self, launches: usize) {
        self.launches.fetch_add(launches as u64, Ordering::Release);
    }

    /// Whether launches may have printed since the buffer was copied.
    pub(super) fn is_unseen(&self) -> bool {
        self.launches.load(Ordering::Acquire) > self.copied.load(Ordering::Relaxed)
    }

    /// The buffer, if launches may have printed since it was copied. The caller copies and empties it.
    pub(super) fn take(&self) -> Option<&wgpu::Buffer> {
        let launches = self.launches.load(Ordering::Acquire);
        if self.copied.fetch_max(launches, Ordering::Relaxed) >= launches {
            return None;
        }
        self.buffer.get()
    }
}

impl Queue {
    /// Prints the lines in a copy of the buffer.
    pub(super) fn print(&self, output: &[u8]) {
        let words: Vec<u32> = bytemuck::pod_collect_to_vec(output);
        let mut lines = Vec::new();
        let mut pipelines = lock(&self.output.pipelines);
        // The launches of a queue run one after another, so the lines of each launch are together.
        let (mut order, mut last) = (0, None);
        for (launch, line) in Traps::launches(&words) {
            if last != Some(launch) {
                (order, last) = (order + 1, Some(launch));
            }
            let traps = pipelines.get(&launch).and_then(|pipeline| pipeline.linked.traps.as_ref());
            if let Some((item, text, values)) = traps.and_then(|traps| traps.line(line)) {
                let values: Vec<_> =
                    values.iter().map(|(name, ty, words)| (*name, Value::decode(ty, words))).collect();
                lines.push((order, item, format::format(text, &values)));
            }
        }
        // The ids ascend, so earlier launches have ended.
        if pipelines.len() > KEPT_PIPELINES
            && let Some(last) = last
        {
            pipelines.retain(|id, _| id.wrapping_sub(last).cast_signed() > 0);
        }
        drop(pipelines);
        // The sort is stable: the lines of one work-item keep their order.
        lines.sort_by(|(a, first, _), (b, second, _)| (a, first).cmp(&(b, second)));
        lines.iter().for_each(|(_, _, line)| print_line(line));
        match Traps::lost_lines(&words) {
            0 => {}
            lost => {
                print_line(&format!("amp: {lost} lines of kernels are lost, because their buffer was full"))
            }
        }
    }
}

/// The number of known launches after which those that have ended are forgotten.
const KEPT_PIPELINES: usize = 4096;
