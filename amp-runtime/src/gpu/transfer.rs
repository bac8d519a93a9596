//! What moves between the host and a device, and within one: whole ranges, or many pieces at once.

use std::num::NonZeroU64;
use std::ops::Range;
use std::sync::atomic::Ordering;
use std::sync::{Arc, Mutex};

use super::buffer::GpuBuffer;
use super::queue::{Queue, create};
use crate::error::{Error, Result};
use crate::ranges::Ranges;
use crate::sync::lock;

/// Bytes that move to the host at once at most.
const STAGING: usize = 64 << 20;
/// Pieces that are uploaded one by one at most; more of them travel together.
const SINGLY: usize = 4;
/// Pieces in one download at most. Beyond that what lies between them comes along.
const PIECES: usize = 1024;

/// Bytes of a device's buffer, and where they are to lie in another.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Region {
    pub(crate) from: usize,
    pub(crate) to: usize,
    pub(crate) len: usize,
}

impl Queue {
    pub(super) fn upload(&self, to: &GpuBuffer, pieces: &[(usize, &[u8])]) -> Result<()> {
        if pieces.len() <= SINGLY {
            return pieces.iter().try_for_each(|(offset, data)| self.upload_piece(to, *offset, data));
        }
        let mut together = Vec::with_capacity(pieces.iter().map(|(_, data)| data.len()).sum());
        let mut regions = Vec::with_capacity(pieces.len());
        for (offset, data) in pieces {
            regions.push(Region { from: together.len(), to: *offset, len: data.len() });
            together.extend_from_slice(data);
        }
        let packed = self.allocate(together.len(), true)?;
        self.upload_piece(&packed, 0, &together)?;
        self.copy(&packed, to, &regions)
    }

    fn upload_piece(&self, to: &GpuBuffer, offset: usize, data: &[u8]) -> Result<()> {
        let mut batch = lock(&self.batch);
        // What is written to a queue arrives before the commands that follow, so those before must be on their way.
        if to.batch.load(Ordering::Relaxed) == batch.number {
            self.submit(&mut batch);
        }
        if let Some(size) = NonZeroU64::new(data.len() as u64) {
            let written = self.device.scoped(|| {
                if let Some(mut view) = self.device.queue.write_buffer_with(&to.buffer, offset as u64, size) {
                    view.copy_from_slice(data);
                }
            });
            written.map_err(|error| self.device.error(error, size.get()))?;
        }
        self.device.check()
    }

    /// Copies between two buffers of this queue, after all launches so far.
    pub(super) fn copy(&self, from: &GpuBuffer, to: &GpuBuffer, regions: &[Region]) -> Result<()> {
        let mut batch = lock(&self.batch);
        self.submit(&mut batch);
        let copied = self.device.scoped(|| {
            let mut encoder = self.device.device.create_command_encoder(&Default::default());
            for &Region { from: source, to: target, len } in regions {
                encoder.copy_buffer_to_buffer(
                    &from.buffer,
                    source as u64,
                    &to.buffer,
                    target as u64,
                    len as u64,
                );
            }
            self.device.queue.submit([encoder.finish()]);
        });
        copied.map_err(|error| self.device.error(error, 0))?;
        self.device.check()
    }

    pub(super) fn download(&self, from: &GpuBuffer, pieces: &mut [(usize, &mut [u8])]) -> Result<()> {
        self.submit(&mut lock(&self.batch));
        self.device.check()?;
        let wanted = Ranges::of_sorted(pieces.iter().map(|(start, piece)| *start..*start + piece.len()));
        let mut waiting = pieces.iter_mut().peekable();
        for load in loads(&wanted.joined(PIECES, |_| true)) {
            self.download_load(from, &load, |range, bytes| {
                while let Some((start, piece)) = waiting.peek_mut() {
                    if *start >= range.end {
                        break;
                    }
                    let (begin, end) = (range.start.max(*start), range.end.min(*start + piece.len()));
                    piece[begin - *start..end - *start]
                        .copy_from_slice(&bytes[begin - range.start..end - range.start]);
                    // It may go on in the next range.
                    if *start + piece.len() > range.end {
                        break;
                    }
                    waiting.next();
                }
            })?;
        }
        Ok(())
    }

    /// Moves ranges to the host, one after the other through one staging buffer, and hands each over.
    fn download_load(
        &self,
        from: &GpuBuffer,
        load: &[Range<usize>],
        mut hand_over: impl FnMut(&Range<usize>, &[u8]),
    ) -> Result<()> {
        let device = &self.device;
        let bytes = load.iter().map(|range| range.len() as u64).sum::<u64>();
        let staging = match lock(&self.staging).take_if(|staging| staging.size() >= bytes) {
            Some(staging) => staging,
            None => {
                let size = bytes.next_power_of_two().max(4096);
                let usage = wgpu::BufferUsages::MAP_READ | wgpu::BufferUsages::COPY_DST;
                create(device, "amp staging", size, usage)?
            }
        };
        let mut encoder = device.device.create_command_encoder(&Default::default());
        let mut at = 0;
        for range in load {
            let len = range.len() as u64;
            encoder.copy_buffer_to_buffer(&from.buffer, range.start as u64, &staging, at, len);
            at += len;
        }
        let submission = device.queue.submit([encoder.finish()]);
        let failed = Arc::new(Mutex::new(None));
        let report = failed.clone();
        staging.map_async(wgpu::MapMode::Read, 0..bytes, move |result| {
            *lock(&report) = result.err();
        });
        device.wait(Some(submission))?;
        let trouble = |reason: String| Error::Device { accelerator: device.description.clone(), reason };
        if let Some(error) = lock(&failed).take() {
            return Err(trouble(error.to_string()));
        }
        let mapped = staging.get_mapped_range(0..bytes).map_err(|error| trouble(error.to_string()))?;
        let mut at = 0;
        for range in load {
            hand_over(range, &mapped[at..at + range.len()]);
            at += range.len();
        }
        drop(mapped);
        staging.unmap();
        *lock(&self.staging) = Some(staging);
        Ok(())
    }
}

/// Ranges in loads that fit into a staging buffer, cut where they have to be.
fn loads(ranges: &Ranges) -> Vec<Vec<Range<usize>>> {
    let mut loads = vec![Vec::new()];
    let mut room = STAGING;
    for mut range in ranges.iter() {
        while !range.is_empty() {
            if room == 0 {
                loads.push(Vec::new());
                room = STAGING;
            }
            let len = range.len().min(room);
            if let Some(load) = loads.last_mut() {
                load.push(range.start..range.start + len);
            }
            range.start += len;
            room -= len;
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
        let wanted = Ranges::of_sorted([0..8, 16..16 + STAGING, STAGING + 100..STAGING + 104]);
        let loads = loads(&wanted);
        let (cut, end) = (STAGING + 8, STAGING + 16);
        assert_eq!(loads, [vec![0..8, 16..cut], vec![cut..end, STAGING + 100..STAGING + 104]]);
        assert!(super::loads(&Ranges::default()).is_empty());
    }
}
