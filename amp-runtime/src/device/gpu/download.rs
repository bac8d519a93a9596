//! Downloads: copies ranges to staging buffers, maps the staging buffers, and copies them to the host.
//! Staging buffers are recycled. A load is the content of one staging buffer, at most 64 MiB. A large
//! download consists of several loads. A download of many ranges first gathers them in one buffer on the
//! device.

use std::ops::Range;
use std::sync::{Arc, Mutex};

use amp_shader::Traps;

use super::buffer::GpuBuffer;
use super::queue::Queue;
use super::transfer::{MAX_COPY_COMMANDS, Region};
use super::traps::{Looker, OthersFailures};
use crate::support::error::{Error, Result};
use crate::support::ranges::Ranges;
use crate::support::sync::lock;

/// The maximum size of a load, the content of one staging buffer, in bytes.
const LOAD_BYTES: usize = 64 << 20;
/// The number of unused staging buffers that a queue keeps.
const KEPT_BUFFERS: usize = 2;

/// A download in progress. It contains the data as it was when the download began.
pub(crate) struct Download {
    queue: Arc<Queue>,
    loads: Vec<Load>,
    bytes: usize,
}

/// One staging buffer of a download.
pub(super) struct Load {
    staging: wgpu::Buffer,
    bytes: u64,
    submission: wgpu::SubmissionIndex,
    failed: Arc<Mutex<Option<wgpu::BufferAsyncError>>>,
    /// The number of launches with traps so far, if the record of the traps follows the data.
    launches: Option<u64>,
    /// Whether the printed lines follow.
    prints: bool,
    looker: Looker,
}

impl Download {
    /// The description of the accelerator that has the data.
    pub(crate) fn accelerator(&self) -> &str {
        &self.queue.device.description
    }

    /// Waits for the data, and returns the ranges one after another.
    pub(crate) fn wait(self) -> Result<Vec<u8>> {
        let mut data = Vec::new();
        if data.try_reserve_exact(self.bytes).is_err() {
            return Err(Error::out_of_host_memory(self.bytes));
        }
        for load in self.loads {
            self.queue.finish_load(load, |bytes| data.extend_from_slice(bytes))?;
        }
        Ok(data)
    }
}

impl Queue {
    /// Begins to download all ranges.
    pub(super) fn begin_download(self: &Arc<Self>, from: &GpuBuffer, requested: &Ranges) -> Result<Download> {
        let looker = Looker::here(OthersFailures::OfBuffer(from.id));
        let (packed, ranges) = self.gather(from, requested)?;
        let from = packed.as_deref().unwrap_or(from);
        let loads = loads(&ranges, 1).into_iter().map(|load| self.begin_load(Some(from), &load, looker));
        let loads = loads.collect::<Result<_>>()?;
        Ok(Download { loads, bytes: requested.size(), queue: self.clone() })
    }

    /// Copies bytes to the host. Each piece comes with its offset in the buffer, and the offsets must ascend.
    /// Loads are cut between elements of `grain` bytes. So if the download fails, each element is completely
    /// old or completely new.
    pub(super) fn download(
        self: &Arc<Self>,
        from: &GpuBuffer,
        pieces: &mut [(usize, &mut [u8])],
        grain: usize,
    ) -> Result<()> {
        let requested = Ranges::from_sorted(pieces.iter().map(|(start, piece)| *start..*start + piece.len()));
        let looker = Looker::here(OthersFailures::OfBuffer(from.id));
        let (packed, ranges) = self.gather(from, &requested)?;
        let from = packed.as_deref().unwrap_or(from);
        // The pieces and the loads list the same bytes in the same order. So each load is copied to the next
        // pieces.
        let mut waiting = pieces.iter_mut();
        let mut piece: &mut [u8] = &mut [];
        for load in loads(&ranges, grain) {
            let load = self.begin_load(Some(from), &load, looker)?;
            self.finish_load(load, |mut bytes| {
                while !bytes.is_empty() {
                    if piece.is_empty() {
                        match waiting.next() {
                            Some((_, next)) => piece = next,
                            None => return,
                        }
                    }
                    let len = piece.len().min(bytes.len());
                    let (now, later) = std::mem::take(&mut piece).split_at_mut(len);
                    now.copy_from_slice(&bytes[..len]);
                    (piece, bytes) = (later, &bytes[len..]);
                }
            })?;
        }
        Ok(())
    }

    /// Submits the launches that the queue has recorded. If there are more than `MAX_COPY_COMMANDS` ranges,
    /// gathers them into one buffer on the device. Returns that buffer and the ranges to download from it.
    /// Otherwise returns `None` and the ranges to download from `from`.
    fn gather(
        self: &Arc<Self>,
        from: &GpuBuffer,
        requested: &Ranges,
    ) -> Result<(Option<Arc<GpuBuffer>>, Ranges)> {
        self.device.reachable()?;
        self.submit(&mut lock(&self.batch));
        self.device.check()?;
        if requested.iter().len() <= MAX_COPY_COMMANDS {
            return Ok((None, requested.clone()));
        }
        let regions: Vec<_> = requested
            .with_offsets(requested)
            .map(|(range, to)| Region { from: range.start, to, len: range.len() })
            .collect();
        let packed = self.allocate(requested.size().next_multiple_of(4), true)?;
        self.copy(from, &packed, &regions)?;
        Ok((Some(packed), Ranges::one(0..requested.size())))
    }

    /// Copies ranges into a staging buffer, and begins to map it. The record of the traps follows the data, if
    /// there were launches with traps since the last look at it.
    pub(super) fn begin_load(
        &self,
        from: Option<&GpuBuffer>,
        load: &[Range<usize>],
        looker: Looker,
    ) -> Result<Load> {
        let device = &self.device;
        let bytes = load.iter().map(|range| range.len() as u64).sum::<u64>();
        let traps = self.traps.unseen();
        let output = self.output.take();
        let record_at = bytes.next_multiple_of(4);
        let output_at = record_at + if traps.is_some() { Traps::BYTES } else { 0 };
        let mapped = output_at + if output.is_some() { Traps::OUTPUT_BYTES } else { 0 };
        let reused = {
            let mut pool = lock(&self.staging);
            let found = pool.iter().position(|staging| staging.size() >= mapped);
            found.map(|at| pool.swap_remove(at))
        };
        let staging = match reused {
            Some(staging) => staging,
            None => {
                let size = mapped.next_power_of_two().max(4096);
                let usage = wgpu::BufferUsages::MAP_READ | wgpu::BufferUsages::COPY_DST;
                self.create_or_free("amp staging", size, usage, false)?
            }
        };
        let failed = Arc::new(Mutex::new(None));
        let report = failed.clone();
        let submission = device.scoped(|| {
            let mut encoder = device.device.create_command_encoder(&Default::default());
            let mut at = 0;
            for range in load {
                // The last word of a storage may be incomplete. Rounding up is valid, because a buffer
                // consists of complete words.
                let len = range.len().next_multiple_of(4) as u64;
                if let Some(from) = from {
                    encoder.copy_buffer_to_buffer(&from.block.buffer, range.start as u64, &staging, at, len);
                }
                at += len;
            }
            if let Some((record, _)) = traps {
                encoder.copy_buffer_to_buffer(record, 0, &staging, record_at, Traps::BYTES);
            }
            if let Some(output) = output {
                encoder.copy_buffer_to_buffer(output, 0, &staging, output_at, Traps::OUTPUT_BYTES);
                encoder.clear_buffer(output, 0, None);
            }
            let submission = device.queue.submit([encoder.finish()]);
            staging.map_async(wgpu::MapMode::Read, 0..mapped, move |result| {
                *lock(&report) = result.err();
            });
            submission
        });
        device.check()?;
        let submission = submission.map_err(|error| device.error(error, bytes))?;
        let launches = traps.map(|(_, launches)| launches);
        let prints = output.is_some();
        Ok(Load { staging, bytes, submission, failed, launches, prints, looker })
    }

    /// Waits for a staging buffer, and passes its bytes to `hand_over`.
    /// Then returns the failure in the record of the traps as an error, if there is one.
    pub(super) fn finish_load(&self, load: Load, hand_over: impl FnOnce(&[u8])) -> Result<()> {
        let device = &self.device;
        let record_at = load.bytes.next_multiple_of(4);
        let output_at = record_at + if load.launches.is_some() { Traps::BYTES } else { 0 };
        let end = output_at + if load.prints { Traps::OUTPUT_BYTES } else { 0 };
        self.wait_for(Some(load.submission))?;
        if let Some(error) = lock(&load.failed).take() {
            return Err(device.error_with_reason(error.to_string()));
        }
        let mapped = load
            .staging
            .get_mapped_range(0..end)
            .map_err(|error| device.error_with_reason(error.to_string()))?;
        hand_over(&mapped[..load.bytes as usize]);
        if let Some(launches) = load.launches {
            self.look(&mapped[record_at as usize..output_at as usize], launches);
        }
        if load.prints {
            self.print(&mapped[output_at as usize..]);
        }
        drop(mapped);
        load.staging.unmap();
        let mut pool = lock(&self.staging);
        if pool.len() == KEPT_BUFFERS {
            pool.remove(0);
        }
        pool.push(load.staging);
        drop(pool);
        self.traps.result_for(load.looker)
    }
}

/// Divides ranges into loads that fit into a staging buffer. A range that does not fit is cut at a multiple
/// of `grain` bytes.
fn loads(ranges: &Ranges, grain: usize) -> Vec<Vec<Range<usize>>> {
    let mut loads = vec![Vec::new()];
    let mut remaining = LOAD_BYTES;
    for mut range in ranges.iter() {
        while !range.is_empty() {
            let mut len = range.len().min(remaining);
            if len < range.len() && grain <= LOAD_BYTES / 2 {
                len = len.saturating_sub((range.start + len) % grain);
            }
            if len == 0 {
                loads.push(Vec::new());
                remaining = LOAD_BYTES;
                continue;
            }
            if let Some(load) = loads.last_mut() {
                load.push(range.start..range.start + len);
            }
            range.start += len;
            remaining -= len;
        }
    }
    loads.retain(|load| !load.is_empty());
    loads
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn loads_fit_into_staging_buffers() {
        let requested = Ranges::from_sorted([0..8, 16..16 + LOAD_BYTES, LOAD_BYTES + 100..LOAD_BYTES + 104]);
        let loads = loads(&requested, 1);
        let (cut, end) = (LOAD_BYTES + 8, LOAD_BYTES + 16);
        assert_eq!(loads, [vec![0..8, 16..cut], vec![cut..end, LOAD_BYTES + 100..LOAD_BYTES + 104]]);
        assert!(super::loads(&Ranges::default(), 1).is_empty());
    }

    #[test]
    fn loads_are_cut_between_elements() {
        let requested = Ranges::from_sorted([0..LOAD_BYTES - 8, LOAD_BYTES + 8..3 * LOAD_BYTES]);
        let loads = loads(&requested, 24);
        let cuts: Vec<_> = loads.iter().flatten().map(|range| range.start).skip(2).collect();
        assert!(cuts.len() == 2 && cuts.iter().all(|cut| cut.is_multiple_of(24)), "{loads:?}");
        assert_eq!(Ranges::from_sorted(loads.iter().flatten().cloned()), requested);
        assert!(loads.iter().all(|load| load.iter().map(Range::len).sum::<usize>() <= LOAD_BYTES));
        // An element that is larger than a load is cut.
        let huge = Ranges::one(0..2 * LOAD_BYTES);
        assert_eq!(super::loads(&huge, 2 * LOAD_BYTES).len(), 2);
    }
}
