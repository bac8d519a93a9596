//! Uploads. Small uploads use wgpu's `write_buffer`, which creates a staging buffer for each call. Large
//! uploads are divided into parts that rotate through a few mapped staging buffers: while the device reads
//! one buffer, the host fills the next.

use std::collections::VecDeque;
use std::num::NonZeroU64;
use std::sync::atomic::Ordering;
use std::sync::{Arc, Mutex};

use super::buffer::GpuBuffer;
use super::pool::create;
use super::queue::{Batch, Queue};
use super::reentrancy::guarded;
use crate::support::error::Result;
use crate::support::sync::lock;

/// The maximum size of an upload by `write_buffer`.
const SMALL_BYTES: usize = 256 << 10;
/// amp submits small uploads when they reach this total size in bytes, because each occupies a staging buffer
/// until its submission.
const SUBMIT_BYTES: usize = 4 << 20;
/// The size of a staging buffer in bytes.
const STAGING_BYTES: usize = 8 << 20;
/// The maximum number of staging buffers, which limits the parts in flight.
const STAGING_BUFFERS: usize = 4;

/// The size in bytes of a word, the smallest unit of a copy.
const WORD: usize = 4;

/// The behaviour of an upload when all staging buffers are in flight.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Staging {
    /// The upload waits for a staging buffer.
    Wait,
    /// The upload creates a temporary staging buffer, because the caller must not wait.
    Temporary,
}

/// The staging buffers of one queue.
#[derive(Default)]
pub(super) struct Uploads {
    /// Mapped buffers that are ready for use. Callbacks of wgpu add them.
    ready: Arc<Mutex<Vec<wgpu::Buffer>>>,
    sent: Mutex<InFlight>,
}

#[derive(Default)]
struct InFlight {
    /// The number of existing staging buffers, including those in flight.
    count: usize,
    /// The submissions that read the staging buffers in flight, the oldest first.
    submissions: VecDeque<wgpu::SubmissionIndex>,
}

impl InFlight {
    /// Records that `count` buffers in flight have returned. These are the oldest ones, because a device
    /// completes submissions in order.
    fn returned(&mut self, count: usize) {
        self.submissions.drain(..count.min(self.submissions.len()));
    }

    /// Records that `gone` buffers no longer exist.
    fn dropped(&mut self, gone: usize) {
        self.count = self.count.saturating_sub(gone);
    }
}

impl Uploads {
    /// Frees the unused staging buffers.
    pub(super) fn free(&self) {
        let mut sent = lock(&self.sent);
        let freed = std::mem::take(&mut *lock(&self.ready));
        sent.returned(freed.len());
        sent.dropped(freed.len());
    }

    /// Removes and returns a mapped buffer that is ready for use, if there is one.
    fn take(&self) -> Option<wgpu::Buffer> {
        let mut sent = lock(&self.sent);
        let found = lock(&self.ready).pop()?;
        sent.returned(1);
        Some(found)
    }
}

impl Queue {
    /// Replaces bytes by consecutive pieces of data, from a word-aligned offset on. Zeros fill up the last
    /// word.
    pub(super) fn write(
        &self,
        to: &GpuBuffer,
        offset: usize,
        data: &[impl AsRef<[u8]>],
        policy: Staging,
    ) -> Result<()> {
        self.device.reachable()?;
        let mut batch = lock(&self.batch);
        // `write_buffer` takes effect before later submissions, so earlier launches on this buffer must be
        // submitted first. Launches through another array over an exposed buffer do not set the batch number
        // of this block. So for an exposed buffer the batch is always submitted.
        let is_others = to.exposed.load(Ordering::Relaxed);
        if is_others || to.block.batch.load(Ordering::Relaxed) == batch.id {
            self.submit(&mut batch);
        }
        let size = data.iter().map(|data| data.as_ref().len()).sum::<usize>();
        let rest = &[0; WORD][..size.next_multiple_of(WORD) - size];
        let (size, data) = (size + rest.len(), data.iter().map(AsRef::as_ref).chain([rest]));
        if size > SMALL_BYTES {
            self.write_in_parts(to, offset, data, policy)?;
        } else if let Some(size) = NonZeroU64::new(size as u64) {
            self.write_small(&mut batch, to, offset, size, data)?;
        }
        self.device.check()
    }

    fn write_small<'d>(
        &self,
        batch: &mut Batch,
        to: &GpuBuffer,
        offset: usize,
        size: NonZeroU64,
        data: impl Iterator<Item = &'d [u8]>,
    ) -> Result<()> {
        let written = self.device.scoped(|| {
            let view = self.device.queue.write_buffer_with(&to.block.buffer, offset as u64, size);
            if let Some(mut view) = view {
                let mut at = 0;
                for data in data {
                    view.slice(at..at + data.len()).copy_from_slice(data);
                    at += data.len();
                }
            }
        });
        written.map_err(|error| self.device.error(error, size.get()))?;
        batch.written += size.get() as usize;
        if batch.written > SUBMIT_BYTES {
            self.send_writes(batch);
        }
        Ok(())
    }

    /// Submits pending writes.
    pub(super) fn send_writes(&self, batch: &mut Batch) {
        if std::mem::take(&mut batch.written) > 0 {
            guarded(|| self.device.queue.submit([]));
        }
    }

    /// Uploads part by part: while the device reads one part, the host writes the next.
    fn write_in_parts<'d>(
        &self,
        to: &GpuBuffer,
        offset: usize,
        data: impl Iterator<Item = &'d [u8]>,
        policy: Staging,
    ) -> Result<()> {
        let mut left = data.filter(|data| !data.is_empty());
        let mut piece: &[u8] = left.next().unwrap_or_default();
        let mut offset = offset as u64;
        while !piece.is_empty() {
            let (staging, kept) = self.mapped_buffer(policy)?;
            let filled = self.device.scoped(|| {
                let mut at = 0;
                if let Ok(mut mapped) = staging.get_mapped_range_mut(..) {
                    while at < STAGING_BYTES && !piece.is_empty() {
                        let len = piece.len().min(STAGING_BYTES - at);
                        mapped.slice(at..at + len).copy_from_slice(&piece[..len]);
                        at += len;
                        piece = &piece[len..];
                        if piece.is_empty() {
                            piece = left.next().unwrap_or_default();
                        }
                    }
                }
                staging.unmap();
                let mut encoder = self.device.device.create_command_encoder(&Default::default());
                encoder.copy_buffer_to_buffer(&staging, 0, &to.block.buffer, offset, at as u64);
                let submission = self.device.queue.submit([encoder.finish()]);
                if kept {
                    let (ready, again) = (self.uploads.ready.clone(), staging.clone());
                    staging.map_async(wgpu::MapMode::Write, .., move |result| {
                        if result.is_ok() {
                            lock(&ready).push(again);
                        }
                    });
                }
                (at, submission)
            });
            let (len, submission) = filled.map_err(|error| {
                lock(&self.uploads.sent).dropped(usize::from(kept));
                self.device.error(error, STAGING_BYTES as u64)
            })?;
            if kept {
                lock(&self.uploads.sent).submissions.push_back(submission);
            }
            self.device.check()?;
            if len == 0 {
                return Err(self.device.error_with_reason("a staging buffer is not mapped".to_owned()));
            }
            offset += len as u64;
        }
        Ok(())
    }

    /// Returns a mapped staging buffer, and whether it is kept for reuse. Prefers a buffer that has returned.
    /// Otherwise creates one, up to the maximum number. At the maximum, `policy` decides between waiting for
    /// the oldest buffer and a temporary one.
    fn mapped_buffer(&self, policy: Staging) -> Result<(wgpu::Buffer, bool)> {
        let usage = wgpu::BufferUsages::MAP_WRITE | wgpu::BufferUsages::COPY_SRC;
        let new = || create(&self.device, "amp upload", STAGING_BYTES as u64, usage, true);
        loop {
            let _ = guarded(|| self.device.device.poll(wgpu::PollType::Poll));
            if let Some(found) = self.uploads.take() {
                return Ok((found, true));
            }
            let mut sent = lock(&self.uploads.sent);
            if sent.count < STAGING_BUFFERS {
                let made = new()?;
                sent.count += 1;
                return Ok((made, true));
            }
            if policy == Staging::Temporary {
                drop(sent);
                return Ok((new()?, false));
            }
            match sent.submissions.front().cloned() {
                Some(oldest) => {
                    drop(sent);
                    self.wait_for(Some(oldest))?;
                    if lock(&self.uploads.ready).is_empty() {
                        // The mapping failed, so this buffer does not return.
                        let mut sent = lock(&self.uploads.sent);
                        sent.returned(1);
                        sent.dropped(1);
                    }
                }
                // No staging buffer is ready, and no submission is left to wait for, as after a device loss.
                // With a count of zero, the next iteration creates a buffer.
                None => sent.count = 0,
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::device::accelerator::{Accelerator, Backend};

    #[test]
    fn staging_buffers_are_counted_over_many_uploads() {
        for accelerator in Accelerator::all().iter().filter(|it| matches!(it.backend(), Backend::Gpu(_))) {
            let view = accelerator.create_view(Default::default()).expect("it opens");
            let queue = view.queue().expect("it opens");
            let buffer = queue.allocate(2 * SMALL_BYTES, true).expect("there is memory");
            let counted = || {
                let sent = lock(&queue.uploads.sent);
                (sent.count, sent.submissions.len())
            };
            for round in 0..20 {
                buffer.upload(&[(0, vec![round; 2 * SMALL_BYTES])], Staging::Wait).expect("it is sent");
                // After this wait, the device has completed all work, so no upload has to wait.
                queue.wait().expect("it is there");
                let (count, waiting) = counted();
                assert!(count <= STAGING_BUFFERS && waiting <= count, "{count} buffers, {waiting} waits");
            }
            // A device loss may set `count` to zero while some buffers still return.
            lock(&queue.uploads.sent).count = 0;
            queue.uploads.free();
            assert_eq!(counted(), (0, 0));
            buffer.upload(&[(0, vec![7; 2 * SMALL_BYTES])], Staging::Wait).expect("it is sent");
            let mut bytes = [0; 8];
            buffer.download(&mut [(0, &mut bytes)], 1).expect("it comes back");
            assert_eq!(bytes, [7; 8]);
        }
    }

    #[test]
    fn temporary_staging_buffers_are_not_kept() {
        for accelerator in Accelerator::all().iter().filter(|it| matches!(it.backend(), Backend::Gpu(_))) {
            let view = accelerator.create_view(Default::default()).expect("it opens");
            let queue = view.queue().expect("it opens");
            let size = (STAGING_BUFFERS + 3) * STAGING_BYTES;
            let buffer = queue.allocate(size, true).expect("there is memory");
            let data: Vec<u8> = (0..size).map(|at| (at / STAGING_BYTES) as u8 + 1).collect();
            buffer.upload(&[(0, &data)], Staging::Temporary).expect("it is sent");
            assert_eq!(queue.activity().waits, 0);
            let mut back = vec![0; size];
            buffer.download(&mut [(0, &mut back)], 1).expect("it comes back");
            assert!(back == data);
            let sent = lock(&queue.uploads.sent);
            assert!(sent.count <= STAGING_BUFFERS && sent.submissions.len() <= sent.count);
        }
    }
}
