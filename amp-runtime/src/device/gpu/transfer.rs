//! Copies of several regions, on a device or from the host. A few regions are copied one by one. A copy of many
//! regions on a device runs the shader of the module `scatter`. An upload of many pieces first packs them into
//! one buffer.

use std::sync::Arc;

use super::buffer::GpuBuffer;
use super::queue::Queue;
use super::upload::Staging;
use crate::support::error::Result;
use crate::support::sync::lock;

/// The maximum number of pieces that are uploaded one by one. More pieces are packed together.
const MAX_SINGLE_PIECES: usize = 4;
/// A copy of at most this many regions is encoded as one `copy_buffer_to_buffer` for each region. With more regions, one
/// shader copies all of them.
pub(super) const MAX_COPY_COMMANDS: usize = 64;

/// A region of a copy between two device buffers, in bytes. Offsets are multiples of four. A copy rounds the
/// length up to a multiple of four, which is valid, because a buffer consists of complete words.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Region {
    pub(crate) from: usize,
    pub(crate) to: usize,
    pub(crate) len: usize,
}

impl Queue {
    pub(super) fn upload<D: AsRef<[u8]>>(
        self: &Arc<Self>,
        to: &GpuBuffer,
        pieces: &[(usize, D)],
        staging: Staging,
    ) -> Result<()> {
        if pieces.len() <= MAX_SINGLE_PIECES {
            return pieces.iter().try_for_each(|(offset, data)| self.write(to, *offset, &[data], staging));
        }
        let mut regions = Vec::with_capacity(pieces.len());
        let mut at = 0;
        for (offset, data) in pieces {
            let len = data.as_ref().len();
            regions.push(Region { from: at, to: *offset, len });
            at += len;
        }
        let packed = self.allocate(at.next_multiple_of(4), true)?;
        self.write(&packed, 0, &pieces.iter().map(|(_, data)| data).collect::<Vec<_>>(), staging)?;
        self.copy(&packed, to, &regions)
    }

    /// Copies from another buffer of the same device, after all launches so far.
    pub(super) fn copy(self: &Arc<Self>, from: &GpuBuffer, to: &GpuBuffer, regions: &[Region]) -> Result<()> {
        self.device.reachable()?;
        if !Arc::ptr_eq(from.queue(), self) {
            from.queue().submit(&mut lock(&from.queue().batch));
        }
        let mut batch = lock(&self.batch);
        self.submit(&mut batch);
        if regions.len() > MAX_COPY_COMMANDS {
            self.scatter(from, to, regions)?;
            return self.device.check();
        }
        let copied = self.device.scoped(|| {
            let mut encoder = self.device.device.create_command_encoder(&Default::default());
            for &Region { from: source, to: target, len } in regions {
                encoder.copy_buffer_to_buffer(
                    &from.block.buffer,
                    source as u64,
                    &to.block.buffer,
                    target as u64,
                    len.next_multiple_of(4) as u64,
                );
            }
            self.device.queue.submit([encoder.finish()]);
        });
        copied.map_err(|error| self.device.error(error, 0))?;
        self.device.check()
    }
}
