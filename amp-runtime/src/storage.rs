//! The memory behind views and arrays: what was lent by the host, what amp allocated, and one copy per accelerator view.
//!
//! [`coherence`](crate::coherence) says what has to move; this module moves it. All sections of a view share one storage.

use std::ops::Range;
use std::ptr::NonNull;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex};

use crate::accelerator_view::AcceleratorView;
use crate::coherence::{Coherence, Move, Place};
use crate::element::GpuType;
use crate::error::Result;
use crate::gpu::GpuBuffer;
use crate::host::{self, Owned};
use crate::ranges::Ranges;
use crate::sync::lock;

/// How often data of a storage has moved between the host and accelerators with memory of their own, and how much of it.
/// [`ArrayView::transfers`](crate::ArrayView::transfers) tells it.
///
/// ```
/// use amp::prelude::*;
///
/// let mut y = ArrayViewMut::<f32>::without_source([100])?;
/// parallel_for_each(y.extent(), amp!(|i: Index<1>| y[i] = 1.0))?;
/// assert_eq!(y.transfers().uploaded_bytes, 0); // nothing was there before
/// # Ok::<(), amp::Error>(())
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[non_exhaustive]
pub struct Transfers {
    /// Copies from the host to an accelerator. All that moves for one purpose counts as one.
    pub uploads: u64,
    /// Copies from an accelerator to the host.
    pub downloads: u64,
    /// Bytes in all uploads together.
    pub uploaded_bytes: u64,
    /// Bytes in all downloads together.
    pub downloaded_bytes: u64,
}

/// Pieces in one upload at most. Beyond that gaps are uploaded as well, where it does no harm.
const PIECES: usize = 1024;

/// Data in as many places as it is used in.
pub(crate) struct Storage {
    bytes: usize,
    /// The first byte of the host's memory, if it was lent.
    lent: Option<NonNull<u8>>,
    /// Whether kernels on other threads may be changing the host's memory atomically: see `share`.
    shared: AtomicBool,
    state: Mutex<State>,
}

struct State {
    coherence: Coherence,
    transfers: Transfers,
    /// The host's memory, if amp allocated it. Never replaced once it is there.
    owned: Option<Owned>,
    copies: Vec<(AcceleratorView, Arc<GpuBuffer>)>,
}

// SAFETY: the pointers to host memory are the only members that are not thread-safe by themselves. Lent memory is
// borrowed by the view that the storage was made for, and elements are `Send + Sync`. Either memory is written only (1)
// under the lock, byte by byte where it is stale, when nobody holds a reference to that byte: references are handed out
// to the elements of one view after the host's copy of all of these became the newest, and one becomes stale only by a
// launch or a discard, which take a `&mut` of a view that it belongs to, and report no bytes but that view's elements;
// (2) by holders of such a `&mut`, to the elements of their view. Where the `&mut` was turned into atomic views, several
// threads share the elements: no references are handed out then, and all access, here and in kernels, is atomic.
unsafe impl Send for Storage {}
// SAFETY: as above.
unsafe impl Sync for Storage {}

impl Storage {
    /// Over memory that a view borrows.
    pub(crate) fn lent(first: NonNull<u8>, bytes: usize) -> Arc<Self> {
        Arc::new(Storage {
            bytes,
            lent: Some(first),
            shared: AtomicBool::new(false),
            state: State::new(Coherence::on_host(bytes)),
        })
    }

    /// Over nothing: memory appears where it is first used, and starts as zeros.
    pub(crate) fn empty(bytes: usize) -> Arc<Self> {
        Arc::new(Storage {
            bytes,
            lent: None,
            shared: AtomicBool::new(false),
            state: State::new(Coherence::nowhere(bytes)),
        })
    }

    /// All of the data.
    pub(crate) fn all(&self) -> Ranges {
        Ranges::one(0..self.bytes)
    }

    /// Whether its first byte is aligned on the host. Memory that amp allocates is, for all elements.
    pub(crate) fn is_aligned(&self, align: usize) -> bool {
        self.lent.is_none_or(|first| first.addr().get().is_multiple_of(align))
    }

    /// From now on several threads may use the memory at once, through atomic views, and so every copy out of it or into
    /// it is made atomically. It stays so: nobody says when the last atomic view is gone.
    pub(crate) fn share(&self) {
        self.shared.store(true, Ordering::Relaxed);
    }

    /// Who shares the memory has the view that was shared from whoever did it, so this is no race.
    fn is_shared(&self) -> bool {
        self.shared.load(Ordering::Relaxed)
    }

    /// What has moved so far.
    pub(crate) fn transfers(&self) -> Transfers {
        lock(&self.state).transfers
    }

    /// Brings the newest data to the host, and says where the storage starts there. `&self` suffices, see the comment
    /// above.
    pub(crate) fn on_host(&self, wanted: &Ranges) -> Result<NonNull<u8>> {
        let mut state = lock(&self.state);
        let first = self.bring_home(&mut state, wanted)?;
        // What was nowhere is what lies there from now on, or it could arrive under a reference.
        state.coherence.arrived(Place::Host, wanted);
        Ok(first)
    }

    /// Where the storage starts on the host, if the newest data of a range is there already; and, if the range is to be
    /// `written`, nowhere else.
    pub(crate) fn if_on_host(&self, range: &Range<usize>, written: bool) -> Option<NonNull<u8>> {
        let mut state = lock(&self.state);
        let ready = if written {
            state.coherence.is_newest_only(Place::Host, range)
        } else {
            state.coherence.is_newest(Place::Host, range)
        };
        if ready { self.host_memory(&mut state).ok() } else { None }
    }

    /// Brings the newest data to an accelerator view with memory of its own.
    pub(crate) fn on_view(&self, view: &AcceleratorView, wanted: &Ranges) -> Result<Arc<GpuBuffer>> {
        let place = view.place();
        let mut state = lock(&self.state);
        let copy = match state.copy(place) {
            Some(copy) => copy,
            None => {
                let copy = view.queue()?.allocate(self.bytes, state.coherence.has_no_zeros())?;
                state.copies.push((view.clone(), copy.clone()));
                copy
            }
        };
        // From one view to another data goes through the host.
        for step in state.coherence.moves(place, wanted) {
            if step.from != Place::Host {
                self.bring_home(&mut state, &step.bytes)?;
            }
        }
        for step in state.coherence.moves(place, wanted) {
            let first = self.host_memory(&mut state)?;
            let bytes = step.bytes.joined(PIECES, |gap| state.coherence.may_upload(place, gap));
            let piece = |range: Range<usize>| {
                // SAFETY: the range lies in the memory. Nobody writes to it but through atomic views: that takes a `&mut`
                // of the one view that all others borrow from, or of one that does, and then no other is in use, as one
                // is here.
                (range.start, unsafe { host::read(first, range, self.is_shared()) })
            };
            let pieces: Vec<_> = bytes.iter().map(piece).collect();
            copy.upload(&pieces.iter().map(|(start, piece)| (*start, &**piece)).collect::<Vec<_>>())?;
            state.transfers.uploads += 1;
            state.transfers.uploaded_bytes += bytes.size() as u64;
            state.coherence.arrived(place, &bytes);
        }
        Ok(copy)
    }

    /// A device that has the newest of all of these bytes while the host lacks some: the one at `place`, if that matters.
    pub(crate) fn on_device_only(
        &self,
        bytes: &Ranges,
        place: Option<Place>,
    ) -> Option<(AcceleratorView, Arc<GpuBuffer>)> {
        let state = lock(&self.state);
        let newest = |place| bytes.iter().all(|range| state.coherence.is_newest(place, &range));
        if place.is_none() && newest(Place::Host) {
            return None;
        }
        let found = state
            .copies
            .iter()
            .find(|(view, _)| place.is_none_or(|place| place == view.place()) && newest(view.place()));
        found.cloned()
    }

    /// What would have to come home, still to be downloaded.
    pub(crate) fn pending(&self, bytes: &Ranges) -> Vec<(Move, Arc<GpuBuffer>)> {
        if self.lent.is_none() {
            return Vec::new();
        }
        let state = lock(&self.state);
        let moves = state.coherence.moves(Place::Host, bytes).into_iter();
        moves.filter_map(|step| state.copy(step.from).map(|copy| (step, copy))).collect()
    }

    /// Brings home what was downloaded, unless that was done meanwhile. The caller has borrowed a view with these bytes
    /// since they were pending.
    pub(crate) fn settle_pending(&self, step: &Move, data: &[u8]) -> Result<()> {
        assert!(data.len() == step.bytes.size());
        let mut state = lock(&self.state);
        let first = self.host_memory(&mut state)?;
        state.transfers.downloads += 1;
        state.transfers.downloaded_bytes += data.len() as u64;
        for still in state.coherence.moves(Place::Host, &step.bytes) {
            if still.from == step.from {
                for (range, at) in step.bytes.placed(&still.bytes) {
                    let data = &data[at..at + range.len()];
                    // SAFETY: the range lies in the memory, and is stale: nobody refers to it (see `impl Send`).
                    unsafe { host::write(first, range.start, data, self.is_shared()) };
                }
                state.coherence.arrived(Place::Host, &still.bytes);
            }
        }
        Ok(())
    }

    /// Brings the newest data to an accelerator, and allocates memory there.
    pub(crate) fn settle(&self, view: &AcceleratorView, wanted: &Ranges) -> Result<()> {
        match view.place() {
            Place::Host => self.bring_home(&mut lock(&self.state), wanted).map(|_| ()),
            Place::View(_) => self.on_view(view, wanted).map(|_| ()),
        }
    }

    /// The data was, or is about to be, written at a place. The caller holds a `&mut` of a view that it belongs to.
    pub(crate) fn written(&self, place: Place, bytes: &Ranges) {
        lock(&self.state).coherence.written(place, bytes);
    }

    /// The data is of no interest any more. The caller holds a `&mut` of a view that it belongs to.
    pub(crate) fn discard(&self, bytes: &Ranges) {
        lock(&self.state).coherence.discarded(bytes);
    }

    /// Where the storage starts on the host; 0, where it has no memory there.
    pub(crate) fn address(&self) -> usize {
        let owned = || lock(&self.state).owned.as_ref().map(Owned::first);
        self.lent.or_else(owned).map_or(0, |first| first.addr().get())
    }

    /// Which of these bytes have been discarded, and not written since.
    pub(crate) fn undefined(&self, bytes: &Ranges) -> Ranges {
        lock(&self.state).coherence.undefined(bytes)
    }

    /// A launch that was taken to write some bytes has left these as they were.
    pub(crate) fn still_undefined(&self, bytes: &Ranges) {
        lock(&self.state).coherence.still_undefined(bytes);
    }

    /// Brings lent memory up to date.
    pub(crate) fn synchronize(&self, bytes: &Ranges) -> Result<()> {
        if self.lent.is_some() {
            self.bring_home(&mut lock(&self.state), bytes)?;
        }
        Ok(())
    }

    /// Copies elements out, from wherever they are; the host's memory is neither needed nor changed.
    pub(crate) fn copy_out<T: GpuType>(&self, wanted: &Ranges) -> Result<Vec<T>> {
        assert!(wanted.difference(&self.all()).is_empty() && wanted.size().is_multiple_of(size_of::<T>()));
        let mut out = vec![T::ZERO; wanted.size() / size_of::<T>()];
        let bytes = bytes_of_mut(&mut out);
        let mut state = lock(&self.state);
        let mut here = wanted.clone();
        for step in state.coherence.moves(Place::Host, wanted) {
            let mut pieces = Vec::with_capacity(step.bytes.iter().len());
            let (mut rest, mut done) = (&mut *bytes, 0);
            for (range, at) in wanted.placed(&step.bytes) {
                let (piece, after) = std::mem::take(&mut rest)[at - done..].split_at_mut(range.len());
                pieces.push((range.start, piece));
                (rest, done) = (after, at + range.len());
            }
            state.download(step.from, &mut pieces)?;
            here = here.difference(&step.bytes);
        }
        // Without memory on the host the rest is zero, as it is.
        if let Some(first) = self.lent.or(state.owned.as_ref().map(Owned::first)) {
            for (range, at) in wanted.placed(&here) {
                let len = range.len();
                // SAFETY: the range lies in the memory, which is not written, but through atomic views, while the caller
                // holds a reference to a view that the range belongs to.
                let from = unsafe { host::read(first, range, self.is_shared()) };
                bytes[at..at + len].copy_from_slice(&from);
            }
        }
        Ok(out)
    }

    /// Replaces elements at a place, without looking at the old. The caller holds a `&mut` of a view to which the bytes
    /// belong, all of them.
    pub(crate) fn fill<T: GpuType>(&self, bytes: &Ranges, data: &[T], view: &AcceleratorView) -> Result<()> {
        assert!(bytes.difference(&self.all()).is_empty() && bytes.size() == size_of_val(data));
        self.discard(bytes);
        let data = bytes_of(data);
        let pieces = bytes.placed(bytes).map(|(range, at)| (range.start, &data[at..at + range.len()]));
        if view.place() == Place::Host {
            let first = self.host_memory(&mut lock(&self.state))?;
            for (start, piece) in pieces {
                // SAFETY: the range lies in the memory, and the caller's `&mut` keeps everybody else away from it.
                unsafe { host::write(first, start, piece, self.is_shared()) };
            }
        } else if !data.is_empty() {
            self.on_view(view, &Ranges::default())?.upload(&pieces.collect::<Vec<_>>())?;
            let transfers = &mut lock(&self.state).transfers;
            transfers.uploads += 1;
            transfers.uploaded_bytes += data.len() as u64;
        }
        self.written(view.place(), bytes);
        Ok(())
    }

    /// Copies to the host what is newer elsewhere.
    fn bring_home(&self, state: &mut State, wanted: &Ranges) -> Result<NonNull<u8>> {
        let first = self.host_memory(state)?;
        for step in state.coherence.moves(Place::Host, wanted) {
            if self.is_shared() {
                let mut data = vec![0; step.bytes.size()];
                state.download(step.from, &mut step.bytes.split(&mut data))?;
                for (range, at) in step.bytes.placed(&step.bytes) {
                    // SAFETY: the range lies in the memory, and atomic views are all that may use it.
                    unsafe { host::write(first, range.start, &data[at..at + range.len()], true) };
                }
                state.coherence.arrived(Place::Host, &step.bytes);
                continue;
            }
            let piece = |range: Range<usize>| {
                // SAFETY: the range lies in the memory, overlaps no other, and is stale: nobody refers to it (see
                // `impl Send`).
                let memory =
                    unsafe { std::slice::from_raw_parts_mut(first.add(range.start).as_ptr(), range.len()) };
                (range.start, memory)
            };
            state.download(step.from, &mut step.bytes.iter().map(piece).collect::<Vec<_>>())?;
            state.coherence.arrived(Place::Host, &step.bytes);
        }
        Ok(first)
    }

    fn host_memory(&self, state: &mut State) -> Result<NonNull<u8>> {
        if let Some(lent) = self.lent {
            return Ok(lent);
        }
        let owned = match &mut state.owned {
            Some(owned) => owned,
            none => none.insert(Owned::zeros(self.bytes)?),
        };
        Ok(owned.first())
    }
}

impl State {
    fn new(coherence: Coherence) -> Mutex<Self> {
        let transfers = Transfers::default();
        Mutex::new(State { coherence, transfers, owned: None, copies: Vec::new() })
    }

    fn copy(&self, place: Place) -> Option<Arc<GpuBuffer>> {
        self.copies.iter().find(|(view, _)| view.place() == place).map(|(_, copy)| copy.clone())
    }

    fn download(&mut self, from: Place, pieces: &mut [(usize, &mut [u8])]) -> Result<()> {
        let Some(copy) = self.copy(from) else { return Ok(()) };
        copy.download(pieces)?;
        self.transfers.downloads += 1;
        self.transfers.downloaded_bytes += pieces.iter().map(|(_, piece)| piece.len() as u64).sum::<u64>();
        Ok(())
    }
}

/// The bytes of plain data.
pub(crate) fn bytes_of<T: GpuType>(data: &[T]) -> &[u8] {
    // SAFETY: `T::PLAIN` proves that no byte is padding.
    unsafe { std::slice::from_raw_parts(data.as_ptr().cast(), size_of_val(data)) }
}

/// The bytes of plain data, to be replaced by any others.
fn bytes_of_mut<T: GpuType>(data: &mut [T]) -> &mut [u8] {
    // SAFETY: `T::PLAIN` proves that no byte is padding, and that each pattern of bits is a value.
    unsafe { std::slice::from_raw_parts_mut(data.as_mut_ptr().cast(), size_of_val(data)) }
}
