//! Pieces of data: how they come to a device together, and how they move within one.

use std::sync::Arc;

use super::buffer::GpuBuffer;
use super::queue::Queue;
use super::upload::Staging;
use crate::error::Result;
use crate::sync::lock;

/// Pieces that are uploaded one by one at most; more of them travel together.
const SINGLY: usize = 4;
/// Pieces that are copied by a command each at most; more of them are copied by a shader.
pub(super) const PIECES: usize = 64;

/// Bytes of a device's buffer, and where they are to lie in another. All three are multiples of four; a length that is not
/// stands for the next that is, as in the last word of a buffer, which is whole.
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
        if pieces.len() <= SINGLY {
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

    /// Copies to a buffer of this queue from another one of the same device, after all launches so far.
    pub(super) fn copy(self: &Arc<Self>, from: &GpuBuffer, to: &GpuBuffer, regions: &[Region]) -> Result<()> {
        self.device.reachable()?;
        if !Arc::ptr_eq(from.queue(), self) {
            from.queue().submit(&mut lock(&from.queue().batch));
        }
        let mut batch = lock(&self.batch);
        self.submit(&mut batch);
        if regions.len() > PIECES {
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
