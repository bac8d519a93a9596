//! Uploads: transfers the newest data to a device before a launch, and replaces data on a device.

use std::ops::Range;
use std::sync::Arc;

use super::words::is_words;
use super::{State, Storage};
use crate::data::coherence::PlannedTransfer;
use crate::data::host::{self, bytes_of};
use crate::device::gpu::{GpuBuffer, Region, Staging};
use crate::device::queue::AcceleratorView;
use crate::device::queue::Location;
use crate::support::error::Result;
use crate::support::ranges::Ranges;
use crate::support::sync::lock;
use crate::support::trace::{self, Begun};
use crate::types::Element;

impl Storage {
    /// Makes the newest data resident on a queue with its own memory.
    pub(crate) fn resident_on_queue(
        &self,
        view: &AcceleratorView,
        requested: &Ranges,
    ) -> Result<Arc<GpuBuffer>> {
        self.upload(&mut *self.state()?, view, &self.widen_to_words(requested), Staging::Wait)
    }

    /// Makes the bytes `requested` resident on a queue. They must be complete words, and the caller must have
    /// locked the state. Allocates the queue's buffer if there is none.
    pub(super) fn upload(
        &self,
        state: &mut State,
        view: &AcceleratorView,
        requested: &Ranges,
        staging: Staging,
    ) -> Result<Arc<GpuBuffer>> {
        let location = view.location();
        let copy = match state.buffer_at(location) {
            Some(copy) => copy,
            None => {
                let (bytes, any) = (self.bytes.next_multiple_of(4), self.any_bits);
                let copy = view.queue()?.allocate(bytes, any && state.coherence.may_skip_zeroing())?;
                state.buffers.push((view.clone(), copy.clone()));
                copy
            }
        };
        // Data on another device is first downloaded to the host.
        for step in state.required_transfers(location, requested, &copy) {
            if step.from != Location::Host && state.same_device_buffer(step.from, &copy).is_none() {
                self.download_newest(state, &step.bytes)?;
            }
        }
        for PlannedTransfer { from, bytes } in state.required_transfers(location, requested, &copy) {
            let size = bytes.size() as u64;
            if let Some(peer) = state.same_device_buffer(from, &copy) {
                let region =
                    |range: Range<usize>| Region { from: range.start, to: range.start, len: range.len() };
                trace::span!("copy", bytes = size);
                let begun = trace::begin();
                copy.copy_from(&peer, &bytes.iter().map(region).collect::<Vec<_>>())?;
                begun.end(|recorder, span| {
                    recorder.transfer("copy", &view.accelerator().description(), size, span)
                });
                state.transfers.device_copies += 1;
                state.transfers.device_copied_bytes += size;
            } else {
                let first = self.host_memory(state)?;
                let piece = |range: Range<usize>| {
                    // SAFETY: the range lies in the memory. Only kernels with atomic views may write to it.
                    // Any other write needs a `&mut` of a view with these bytes, which cannot exist while the
                    // caller holds a reference to such a view.
                    (range.start, unsafe { host::read(first, range, self.is_shared()) })
                };
                let pieces: Vec<_> = bytes.iter().map(piece).collect();
                trace::span!("upload", bytes = size);
                let begun = trace::begin();
                copy.upload(&pieces, staging)?;
                trace_upload(begun, view, &pieces, size);
                state.transfers.uploads += 1;
                state.transfers.uploaded_bytes += size;
            }
            state.coherence.mark_valid(location, &bytes);
        }
        Ok(copy)
    }

    /// Replaces elements at the location of `view` without reading the old ones. The caller must hold a `&mut`
    /// of an array or an `ArrayViewMut` with all these bytes.
    pub(crate) fn replace<T: Element>(
        &self,
        bytes: &Ranges,
        data: &[T],
        view: &AcceleratorView,
        staging: Staging,
    ) -> Result<()> {
        assert!(bytes.difference(&self.all()).is_empty() && bytes.size() == size_of_val(data));
        let data = bytes_of(data);
        let pieces = bytes.with_offsets(bytes).map(|(range, at)| (range.start, &data[at..at + range.len()]));
        if view.location() == Location::Host || !bytes.are_words(self.bytes) {
            self.partial_words_on_host(bytes)?;
            let first = self.host_memory(&mut *self.state()?)?;
            self.announce_write();
            for (start, piece) in pieces {
                // SAFETY: the range lies in the memory, and the caller's `&mut` excludes all other accesses to it.
                unsafe { host::write(first, start, piece, false) };
            }
            self.mark_written(Location::Host, bytes);
            return Ok(());
        }
        self.replace_on_queue(bytes, &pieces.collect::<Vec<_>>(), view, staging)
    }

    /// Replaces bytes on a queue by pieces of data that cover all of them. The caller must hold a `&mut` of an
    /// array or an `ArrayViewMut` with all these bytes.
    pub(super) fn replace_on_queue(
        &self,
        bytes: &Ranges,
        pieces: &[(usize, impl AsRef<[u8]>)],
        view: &AcceleratorView,
        staging: Staging,
    ) -> Result<()> {
        let copy = self.resident_on_queue(view, &Ranges::default())?;
        // Devices copy complete words only. The callers guarantee that `bytes` consists of complete words. But
        // a word may be divided between two pieces. In that case, this function joins all pieces first.
        assert!(bytes.are_words(self.bytes));
        if pieces.iter().any(|(start, piece)| !is_words(*start, piece.as_ref().len(), self.bytes)) {
            let data: Vec<u8> = pieces.iter().flat_map(|(_, piece)| piece.as_ref()).copied().collect();
            let whole: Vec<_> = bytes
                .with_offsets(bytes)
                .map(|(range, at)| (range.start, &data[at..at + range.len()]))
                .collect();
            return self.replace_on_queue(bytes, &whole, view, staging);
        }
        if pieces.is_empty() {
            self.mark_written(view.location(), bytes);
            return Ok(());
        }
        self.announce_write();
        trace::span!("upload", bytes = bytes.size());
        let begun = trace::begin();
        self.mark_written_or_failed(copy.upload(pieces, staging), view.location(), bytes)?;
        trace_upload(begun, view, pieces, bytes.size() as u64);
        let transfers = &mut lock(&self.state).transfers;
        transfers.uploads += 1;
        transfers.uploaded_bytes += bytes.size() as u64;
        Ok(())
    }
}

/// Records an upload in the trace.
fn trace_upload(begun: Begun, view: &AcceleratorView, pieces: &[(usize, impl AsRef<[u8]>)], bytes: u64) {
    begun.end(|recorder, span| {
        let address = pieces.first().map_or(0, |(_, piece)| piece.as_ref().as_ptr().addr());
        let sample = trace::sample(pieces.iter().map(|(_, piece)| piece.as_ref()));
        recorder.upload(&view.accelerator().description(), address, bytes, sample, span);
    });
}
