//! Copies from one storage to another by the shortest path: within a device, from the host, or to the host.
//! The copy consists of regions that are contiguous in the source and in the target.
//!
//! An asynchronous copy first divides the source by the device that has the newest data. It copies each part
//! within its device, and records that device as the location of the target's newest bytes. So a later use of
//! the target gets the new bytes. If the target must be at another location, the new bytes are then transferred
//! there through the host.

use std::sync::Arc;

use super::Storage;
use super::words::is_words;
use crate::data::host;
use crate::device::completion::CompletionFuture;
use crate::device::gpu::{GpuBuffer, Region, Staging, check_not_in_callback};
use crate::device::queue::{AcceleratorView, Awaited, Location};
use crate::support::error::Result;
use crate::support::ranges::Ranges;
use crate::support::sync::lock;
use crate::support::trace;

/// The source or the target of a copy: bytes of a storage.
pub(crate) struct End<'b> {
    pub(crate) storage: &'b Arc<Storage>,
    pub(crate) bytes: &'b Ranges,
}

/// Copies bytes between a source and a target of equal size. `target_queue` is the queue on which a target
/// array or slice must have the bytes. It is `None` if the target is a view, whose data then stays on the
/// source's device. The caller must hold a `&mut` of a view with the target's bytes.
pub(crate) fn copy(source: &End<'_>, target: &End<'_>, target_queue: Option<&AcceleratorView>) -> Result<()> {
    check_not_in_callback()?;
    let _cause = trace::caused_by_host("copy between views or arrays");
    assert!(source.bytes.size() == target.bytes.size());
    let regions = regions(source.bytes, target.bytes);
    let on_host = target_queue.is_some_and(|target_queue| target_queue.location() == Location::Host);
    let device = target_queue.filter(|_| !on_host);
    // A device cannot replace only some bytes of a word, so incomplete words are updated on the host.
    if !target.bytes.are_words(target.storage.bytes) {
        target.storage.partial_words_on_host(target.bytes)?;
        target.storage.copy_to_host(target.bytes, &regions, source)?;
        return device
            .map_or(Ok(()), |target_queue| target.storage.make_resident(target_queue, target.bytes));
    }
    let found = if on_host { None } else { device_with_newest(source, device) };
    if let Some((view, from)) = found {
        // The copy runs on the target's queue if source and target are on one device. Otherwise it runs on the queue
        // whose buffer holds the newest bytes of the source.
        let view = device.filter(|target_queue| is_on_same_device(target_queue, &from)).unwrap_or(&view);
        let to = target.storage.resident_on_queue(view, &Ranges::default())?;
        if !to.is_same_buffer(&from) && are_words(&regions, source, target) {
            return target.storage.copy_within_device(view, &from, &to, &regions);
        }
    }
    match device {
        Some(target_queue) => source.upload_to(target, target_queue, &regions, Staging::Wait),
        None => target.storage.copy_to_host(target.bytes, &regions, source),
    }
}

/// Begins a copy without waiting for a device. The call copies each range of the source within the location
/// that has its newest bytes, for example within one device. It records that location as the one with the
/// target's newest bytes, so a later use of the target gets them from there. The future then transfers them to
/// `target_queue`.
///
/// The call waits in two cases. The first is a copy of incomplete words to or from a device, because a device
/// copies complete words only. The second is a copy between two arrays over the same wgpu buffer (see
/// `interop::array`).
pub(crate) fn copy_async(
    source: &End<'_>,
    target: &End<'_>,
    target_queue: Option<&AcceleratorView>,
) -> CompletionFuture<'static> {
    match begin(source, target, target_queue) {
        Err(error) => CompletionFuture::ready(Err(error)),
        Ok(used) => match target_queue {
            None => used.iter().fold(CompletionFuture::ready(Ok(())), |all, view| {
                let marker = view.future_of(Awaited::Copies);
                all.and_then(move |result| match result {
                    Ok(()) => marker,
                    failed => CompletionFuture::ready(failed),
                })
            }),
            Some(target_queue) if used.iter().all(|view| view == target_queue) => {
                target_queue.future_of(Awaited::Copies)
            }
            Some(target_queue) => {
                let there = target_queue.clone();
                let brought = target.storage.make_resident_unless_written(target_queue, target.bytes.clone());
                brought.and_then(move |result| match result {
                    Ok(()) => there.future_of(Awaited::Copies),
                    failed => CompletionFuture::ready(failed),
                })
            }
        },
    }
}

/// Submits the copies that need no wait, and returns the queues that then have the target's newest data.
fn begin(
    source: &End<'_>,
    target: &End<'_>,
    target_queue: Option<&AcceleratorView>,
) -> Result<Vec<AcceleratorView>> {
    check_not_in_callback()?;
    let device = target_queue.filter(|target_queue| target_queue.location() != Location::Host);
    // Without `target_queue`, the target is a view, whose data may stay on the source's device. If one device
    // has the complete source, one copy on that device suffices.
    let (on_devices, on_host) = match target_queue.map_or_else(|| device_with_newest(source, None), |_| None)
    {
        Some((view, copy)) => (vec![(view, copy, source.bytes.clone())], Ranges::default()),
        None => divide_by_location(source, device),
    };
    let regions = regions(source.bytes, target.bytes);
    let mut queued = Vec::new();
    for (view, from, bytes) in on_devices {
        let view =
            device.filter(|target_queue| is_on_same_device(target_queue, &from)).cloned().unwrap_or(view);
        let to = target.storage.resident_on_queue(&view, &Ranges::default())?;
        queued.push((view, from, to, clip_to_sources(&regions, &bytes)));
    }
    let rest = clip_to_sources(&regions, &on_host);
    let fits = target.bytes.are_words(target.storage.bytes)
        && queued.iter().all(|(_, from, to, bytes)| {
            !to.is_same_buffer(from) && are_words(bytes, source, target) && are_words(&rest, source, target)
        });
    if !fits {
        copy(source, target, target_queue)?;
        return Ok(target_queue.cloned().into_iter().collect());
    }
    let mut used = Vec::new();
    for (view, from, to, bytes) in queued {
        target.storage.copy_within_device(&view, &from, &to, &bytes)?;
        used.push(view);
    }
    if !rest.is_empty() {
        let bytes = &target_bytes(&rest);
        let (source, target) = (End { bytes: &on_host, ..*source }, End { bytes, ..*target });
        match device {
            Some(target_queue) => {
                source.upload_to(&target, target_queue, &rest, Staging::Temporary)?;
                used.push(target_queue.clone());
            }
            None => target.storage.copy_to_host(target.bytes, &rest, &source)?,
        }
    }
    Ok(used)
}

/// A queue, its buffer, and the bytes whose newest data is in that buffer.
type OnDevice = (AcceleratorView, Arc<GpuBuffer>, Ranges);

/// Divides the source by the location of its newest data. The order of preference is the device of `target_queue`,
/// the host, other devices. Returns the bytes on devices, and those on the host. Bytes that are newest at no
/// location, because they were never written or were discarded, count as host data.
fn divide_by_location(source: &End<'_>, target_queue: Option<&AcceleratorView>) -> (Vec<OnDevice>, Ranges) {
    let state = lock(&source.storage.state);
    let mut rest = source.bytes.clone();
    let mut parts = Vec::new();
    let mut take = |rest: &mut Ranges, (view, copy): &(AcceleratorView, Arc<GpuBuffer>)| {
        let found = state.coherence.newest_at(view.location()).map(|newest| rest.intersection(newest));
        if let Some(found) = found.filter(|found| !found.is_empty()) {
            *rest = rest.difference(&found);
            parts.push((view.clone(), copy.clone(), found));
        }
    };
    for near in state
        .buffers
        .iter()
        .filter(|(_, copy)| target_queue.is_some_and(|target_queue| is_on_same_device(target_queue, copy)))
    {
        take(&mut rest, near);
    }
    let here = state.coherence.newest_at(Location::Host).map(|newest| rest.intersection(newest));
    let here = here.unwrap_or_default();
    let mut far = rest.difference(&here);
    for copy in &state.buffers {
        take(&mut far, copy);
    }
    (parts, here.union(&far))
}

/// The target's bytes that the regions cover.
fn target_bytes(regions: &[Region]) -> Ranges {
    Ranges::from_sorted(regions.iter().map(|region| region.to..region.to + region.len))
}

/// Clips each region to the parts whose source lies in `bytes`. The target of a region is clipped in the same
/// way.
fn clip_to_sources(all: &[Region], bytes: &Ranges) -> Vec<Region> {
    let mut found = Vec::new();
    for region in all {
        let source = Ranges::one(region.from..region.from + region.len);
        for bytes in source.intersection(bytes).iter() {
            let to = region.to + (bytes.start - region.from);
            found.push(Region { from: bytes.start, to, len: bytes.len() });
        }
    }
    found
}

/// Whether a device can copy these regions: each consists of complete words.
fn are_words(regions: &[Region], source: &End<'_>, target: &End<'_>) -> bool {
    regions.iter().all(|it| {
        is_words(it.from, it.len, source.storage.bytes) && is_words(it.to, it.len, target.storage.bytes)
    })
}

impl End<'_> {
    /// Uploads the source to the target's queue: directly from host memory if the host has the newest data,
    /// otherwise through a temporary copy on the host.
    fn upload_to(
        &self,
        target: &End<'_>,
        target_queue: &AcceleratorView,
        regions: &[Region],
        staging: Staging,
    ) -> Result<()> {
        if self.bytes.iter().all(|range| self.storage.host_address_if_newest(&range).is_some()) {
            let pieces = self.storage.host_pieces(regions)?;
            target.storage.replace_on_queue(target.bytes, &pieces, target_queue, staging)
        } else {
            let data = self.storage.copy_to_vec::<u8>(self.bytes)?;
            target.storage.replace(target.bytes, &data, target_queue, staging)
        }
    }
}

/// Returns a queue that has the newest data of the complete source, and its buffer. With `target_queue`, only
/// queues on the device of `target_queue` qualify. Without it, any queue qualifies. The result is `None` if the
/// host has all newest data, because a copy on the host then needs no transfer.
fn device_with_newest(
    source: &End<'_>,
    target_queue: Option<&AcceleratorView>,
) -> Option<(AcceleratorView, Arc<GpuBuffer>)> {
    let state = lock(&source.storage.state);
    let newest = |location| source.bytes.iter().all(|range| state.coherence.is_newest(location, &range));
    if target_queue.is_none() && newest(Location::Host) {
        return None;
    }
    let mut copies = state.buffers.iter().filter(|(view, copy)| {
        newest(view.location())
            && target_queue
                .is_none_or(|target_queue| target_queue == view || is_on_same_device(target_queue, copy))
    });
    copies.next().cloned()
}

/// Whether a buffer lies on the device of a queue.
fn is_on_same_device(view: &AcceleratorView, copy: &GpuBuffer) -> bool {
    view.queue().is_ok_and(|queue| copy.is_on_device_of(&queue))
}

impl Storage {
    /// Copies regions within a device. The caller must hold a `&mut` of a view with the target's bytes.
    fn copy_within_device(
        &self,
        view: &AcceleratorView,
        from: &GpuBuffer,
        to: &GpuBuffer,
        regions: &[Region],
    ) -> Result<()> {
        self.announce_write();
        let bytes = target_bytes(regions);
        self.mark_written_or_failed(to.copy_from(from, regions), view.location(), &bytes)?;
        let mut state = lock(&self.state);
        state.transfers.device_copies += 1;
        state.transfers.device_copied_bytes += bytes.size() as u64;
        Ok(())
    }

    /// Returns the source bytes of each region, with the region's offset in the target. The host must have
    /// the newest data of the regions.
    fn host_pieces(&self, regions: &[Region]) -> Result<Vec<(usize, std::borrow::Cow<'_, [u8]>)>> {
        let first = self.host_memory(&mut *self.state()?)?;
        let piece = |region: &Region| {
            let range = region.from..region.from + region.len;
            assert!(range.end <= self.bytes);
            // SAFETY: the range lies in the memory. The caller holds a reference to a view with these bytes,
            // so only kernels with atomic views may write to them. Then `is_shared` is true, and the read is
            // atomic.
            (region.to, unsafe { host::read(first, range, self.is_shared()) })
        };
        Ok(regions.iter().map(piece).collect())
    }

    /// Copies regions of the source into host memory. The caller must hold a `&mut` of a view to which all
    /// the bytes belong.
    fn copy_to_host(&self, bytes: &Ranges, regions: &[Region], source: &End<'_>) -> Result<()> {
        assert!(bytes.difference(&self.all()).is_empty());
        let first = self.host_memory(&mut *self.state()?)?;
        self.announce_write();
        let piece = |region: &Region| {
            // SAFETY: the range lies in the memory and overlaps no other, and the caller's `&mut` excludes all other
            // accesses.
            (region.from, unsafe { host::memory(first, region.to..region.to + region.len) })
        };
        let pieces: Vec<_> = regions.iter().map(piece).collect();
        let read = source.storage.read_into(source.bytes, pieces);
        self.mark_written_or_failed(read.map(drop), Location::Host, bytes)
    }
}

/// Cuts the source and the target into regions that are contiguous in both.
fn regions(source: &Ranges, target: &Ranges) -> Vec<Region> {
    let mut regions = Vec::new();
    let (mut from, mut to) = (source.iter(), target.iter());
    let (mut a, mut b) = (0..0, 0..0);
    loop {
        if a.is_empty() {
            match from.next() {
                Some(next) => a = next,
                None => return regions,
            }
        }
        if b.is_empty() {
            match to.next() {
                Some(next) => b = next,
                None => return regions,
            }
        }
        let len = a.len().min(b.len());
        regions.push(Region { from: a.start, to: b.start, len });
        (a.start, b.start) = (a.start + len, b.start + len);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn copy_regions_are_contiguous_at_both_ends() {
        let (a, b) = (Ranges::from_sorted([0..4, 8..16]), Ranges::from_sorted([100..108, 200..204]));
        let regions = regions(&a, &b).into_iter().map(|it| (it.from, it.to, it.len));
        assert_eq!(regions.collect::<Vec<_>>(), [(0, 100, 4), (8, 104, 4), (12, 200, 4)]);
    }

    #[test]
    fn clipped_regions_keep_their_targets() {
        let all = regions(&Ranges::from_sorted([0..8, 16..32]), &Ranges::one(100..124));
        let found = clip_to_sources(&all, &Ranges::from_sorted([4..20, 28..40])).into_iter();
        let found: Vec<_> = found.map(|it| (it.from, it.to, it.len)).collect();
        assert_eq!(found, [(4, 104, 4), (16, 108, 4), (28, 120, 4)]);
    }
}
