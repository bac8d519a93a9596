//! Copies from one storage to another, the shortest way: within a device, from the host, to the host.

use std::sync::Arc;

use super::Storage;
use super::words::is_words;
use crate::accelerator_view::AcceleratorView;
use crate::coherence::Place;
use crate::error::Result;
use crate::gpu::{GpuBuffer, Region};
use crate::host;
use crate::ranges::Ranges;
use crate::sync::lock;

/// One end of a copy.
pub(crate) struct End<'b> {
    pub(crate) storage: &'b Storage,
    pub(crate) bytes: &'b Ranges,
}

/// Where a copy was made.
pub(crate) enum Copied {
    /// It is done.
    Done,
    /// It was queued on this view, where the target's newest data is.
    Queued(AcceleratorView),
}

/// Copies as many bytes as both ends have. The data is to be at `home`; without one it stays where it is. Whoever says
/// `later` rather has it stay on a device than waits. The caller holds a `&mut` of a view with the target's bytes.
pub(crate) fn copy(
    source: &End<'_>,
    target: &End<'_>,
    home: Option<&AcceleratorView>,
    later: bool,
) -> Result<Copied> {
    assert!(source.bytes.size() == target.bytes.size());
    let regions = regions(source.bytes, target.bytes);
    let on_host = home.is_some_and(|home| home.place() == Place::Host);
    let device = home.filter(|_| !on_host);
    let mut found = if on_host { None } else { on_device(source, device) };
    if later && found.is_none() {
        found = on_device(source, None);
    }
    if let Some((view, from)) = found {
        // At home, or on another view of the same device.
        let view = device.filter(|home| is_near(home, &from)).unwrap_or(&view);
        let to = target.storage.on_view(view, &Ranges::default())?;
        // A device copies nothing within one buffer, nor parts of words.
        let words = |it: &Region| it.from.is_multiple_of(4) && is_words(it.to, it.len, target.storage.bytes);
        if !to.is_memory_of(&from) && regions.iter().all(words) {
            to.copy_from(&from, &regions)?;
            let mut state = lock(&target.storage.state);
            state.transfers.device_copies += 1;
            state.transfers.device_copied_bytes += target.bytes.size() as u64;
            state.coherence.written(view.place(), target.bytes);
            return Ok(Copied::Queued(view.clone()));
        }
    }
    match device {
        Some(home) => {
            if source.bytes.iter().all(|range| source.storage.if_on_host(&range).is_some()) {
                let pieces = source.storage.host_pieces(&regions)?;
                target.storage.upload(target.bytes, &pieces, home)?;
            } else {
                let data = source.storage.copy_out::<u8>(source.bytes)?;
                target.storage.fill(target.bytes, &data, home)?;
            }
            Ok(Copied::Queued(home.clone()))
        }
        None => {
            target.storage.receive(target.bytes, &regions, source)?;
            Ok(Copied::Done)
        }
    }
}

/// A device that has the newest of all of the source: the one of the home, if that matters; else one that the host is
/// behind.
fn on_device(source: &End<'_>, home: Option<&AcceleratorView>) -> Option<(AcceleratorView, Arc<GpuBuffer>)> {
    let state = lock(&source.storage.state);
    let newest = |place| source.bytes.iter().all(|range| state.coherence.is_newest(place, &range));
    if home.is_none() && newest(Place::Host) {
        return None;
    }
    let mut copies = state.copies.iter().filter(|(view, copy)| {
        newest(view.place()) && home.is_none_or(|home| home == view || is_near(home, copy))
    });
    copies.next().cloned()
}

/// Whether a buffer lies on the device of a view.
fn is_near(view: &AcceleratorView, copy: &GpuBuffer) -> bool {
    view.queue().is_ok_and(|queue| copy.is_on_device_of(&queue))
}

impl Storage {
    /// The bytes on the host, where they are newest, that regions start at, each with the place that it is copied to.
    fn host_pieces(&self, regions: &[Region]) -> Result<Vec<(usize, std::borrow::Cow<'_, [u8]>)>> {
        let first = self.host_memory(&mut lock(&self.state))?;
        let piece = |region: &Region| {
            let range = region.from..region.from + region.len;
            assert!(range.end <= self.bytes);
            // SAFETY: the range lies in the memory, which is not written, but through atomic views, while the caller
            // holds a reference to a view that the range belongs to.
            (region.to, unsafe { host::read(first, range, self.is_shared()) })
        };
        Ok(regions.iter().map(piece).collect())
    }

    /// Has bytes copied to the host's memory. The caller holds a `&mut` of a view to which they belong, all of them.
    fn receive(&self, bytes: &Ranges, regions: &[Region], source: &End<'_>) -> Result<()> {
        assert!(bytes.difference(&self.all()).is_empty());
        let first = self.host_memory(&mut lock(&self.state))?;
        let piece = |region: &Region| {
            // SAFETY: the range lies in the memory and overlaps no other; the caller's `&mut` keeps everybody else away.
            (region.from, unsafe { host::memory(first, region.to..region.to + region.len) })
        };
        let pieces: Vec<_> = regions.iter().map(piece).collect();
        source.storage.read_into(source.bytes, pieces)?;
        self.written(Place::Host, bytes);
        Ok(())
    }
}

/// The pieces that lie without gaps at both ends.
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
    fn regions_are_cut_at_both_ends() {
        let (a, b) = (Ranges::of_sorted([0..4, 8..16]), Ranges::of_sorted([100..108, 200..204]));
        let regions = regions(&a, &b).into_iter().map(|it| (it.from, it.to, it.len));
        assert_eq!(regions.collect::<Vec<_>>(), [(0, 100, 4), (8, 104, 4), (12, 200, 4)]);
    }
}
