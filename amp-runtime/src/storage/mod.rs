//! The memory behind views and arrays: what was lent by the host, what amp allocated, and one copy per accelerator view.
//!
//! [`coherence`](crate::coherence) says what has to move; this module moves it. All sections of a view share one storage.

mod copy;
mod enums;
mod fetch;
mod hold;
mod transfers;
mod words;

use std::any::Any;
use std::ops::Range;
use std::panic::{RefUnwindSafe, UnwindSafe};
use std::ptr::NonNull;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex};

pub(crate) use copy::{Copied, End, copy};
pub(crate) use hold::{Hold, Shared};

pub use transfers::Transfers;

use crate::accelerator_view::AcceleratorView;
use crate::coherence::{Coherence, Move, Place};
use crate::element::Element;
use crate::error::Result;
use crate::gpu::{GpuBuffer, Region};
use crate::host::{self, Kept, Owned, bytes_of, bytes_of_mut};
use crate::ranges::Ranges;
use crate::sync::lock;
use enums::Enums;
use words::is_words;

/// Data in as many places as it is used in.
pub(crate) struct Storage {
    bytes: usize,
    /// The first byte of the host's memory, if it was lent.
    lent: Option<NonNull<u8>>,
    /// Whether the elements may have any bits; else memory that held something else is not good enough for them.
    any_bits: bool,
    /// What owns that memory, if it was not borrowed.
    kept: Option<Box<dyn Any + Send + Sync>>,
    /// Whether kernels on other threads may be changing the host's memory atomically: see `share`.
    shared: AtomicBool,
    state: Mutex<State>,
}

struct State {
    coherence: Coherence,
    /// What has to be looked after in data that comes from devices.
    enums: Option<Arc<Enums>>,
    transfers: Transfers,
    /// Bytes of an element.
    grain: usize,
    /// The host's memory, if amp allocated it. Never replaced once it is there.
    owned: Option<Owned>,
    copies: Vec<(AcceleratorView, Arc<GpuBuffer>)>,
}

// SAFETY: the pointers to host memory are the only members that are not thread-safe by themselves. Lent memory is
// borrowed by the view that the storage was made for, or kept, and elements are `Send + Sync`. Either memory is written
// only (1) under the lock, byte by byte where it is stale, when nobody holds a reference to that byte: references are
// handed out to the elements of one view after the host's copy of all of these became the newest, and one becomes stale
// only by a launch or a discard, which take a `&mut` of a view that it belongs to, and report no bytes but that view's
// elements; (2) by holders of such a `&mut`, to the elements of their view. Where the `&mut` was turned into atomic views,
// several threads share the elements: no references are handed out then, and all access, here and in kernels, is atomic.
unsafe impl Send for Storage {}
// SAFETY: as above.
unsafe impl Sync for Storage {}

// What it guards is consistent between any two statements, so a panic leaves nothing half done.
impl UnwindSafe for Storage {}
impl RefUnwindSafe for Storage {}

impl Storage {
    fn new<T: Element>(
        bytes: usize,
        lent: Option<NonNull<T>>,
        kept: Option<Box<dyn Any + Send + Sync>>,
    ) -> Arc<Self> {
        let (lent, any_bits) = (lent.map(NonNull::cast), T::PROOF.any_bits());
        let enums = (!any_bits).then(|| Arc::new(Enums::of(T::STORED)));
        let coherence = if lent.is_some() { Coherence::on_host(bytes) } else { Coherence::nowhere(bytes) };
        let state = State {
            coherence,
            enums,
            transfers: Transfers::default(),
            grain: size_of::<T>(),
            owned: None,
            copies: Vec::new(),
        };
        Arc::new(Storage {
            bytes,
            lent,
            any_bits,
            kept,
            shared: AtomicBool::new(false),
            state: Mutex::new(state),
        })
    }

    /// Over memory that a view borrows.
    pub(crate) fn lent<T: Element>(first: NonNull<T>, bytes: usize) -> Arc<Self> {
        Storage::new(bytes, Some(first), None)
    }

    /// Over memory that is given away.
    pub(crate) fn kept<T: Element>(elements: Vec<T>) -> Arc<Self> {
        let bytes = size_of_val(&*elements);
        let kept = Kept::new(elements);
        Storage::new(bytes, Some(kept.first()), Some(Box::new(kept)))
    }

    /// Over nothing: memory appears where it is first used, and starts as zeros.
    pub(crate) fn empty<T: Element>(bytes: usize) -> Arc<Self> {
        Storage::new::<T>(bytes, None, None)
    }

    /// The elements that were given away, up to date, if nobody else has the storage and they are of this type.
    pub(crate) fn reclaim<T: Element>(self: Arc<Self>) -> Result<Result<Vec<T>, Arc<Self>>> {
        if !self.kept.as_ref().is_some_and(|kept| kept.is::<Kept<T>>()) || Arc::strong_count(&self) != 1 {
            return Ok(Err(self));
        }
        self.synchronize(&self.all())?;
        let mut this = match Arc::try_unwrap(self) {
            Ok(this) => this,
            Err(this) => return Ok(Err(this)),
        };
        match this.kept.take().map(Box::<dyn Any + Send + Sync>::downcast) {
            Some(Ok(kept)) => Ok(Ok(Kept::into_vec(*kept))),
            _ => Ok(Ok(Vec::new())),
        }
    }

    /// All of the data.
    pub(crate) fn all(&self) -> Ranges {
        Ranges::one(0..self.bytes)
    }

    /// Whether the host's memory is not amp's own.
    pub(crate) fn is_lent(&self) -> bool {
        self.lent.is_some()
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
        let wanted = &self.words(wanted);
        let mut state = lock(&self.state);
        let first = self.bring_home(&mut state, wanted)?;
        // What was nowhere is what lies there from now on, or it could arrive under a reference.
        state.coherence.arrived(Place::Host, wanted);
        Ok(first)
    }

    /// Where the storage starts on the host, if the newest data of a range is there already.
    pub(crate) fn if_on_host(&self, range: &Range<usize>) -> Option<NonNull<u8>> {
        let mut state = lock(&self.state);
        let ready = state.coherence.is_newest(Place::Host, range);
        if ready { self.host_memory(&mut state).ok() } else { None }
    }

    /// The same for an element that is written there now: the newest data around it is there, and nowhere else. The caller holds a
    /// `&mut` of a view that it belongs to.
    pub(crate) fn if_written_on_host(
        &self,
        element: &Range<usize>,
        around: &Range<usize>,
    ) -> Option<NonNull<u8>> {
        let mut state = lock(&self.state);
        state.coherence.element_defined(element, around);
        let ready = state.coherence.is_newest_only(Place::Host, around);
        if ready { self.host_memory(&mut state).ok() } else { None }
    }

    /// The newest data is on the host, where some of it is written now. The caller holds a `&mut` of a view that it belongs to.
    pub(crate) fn taken_to_host(&self, bytes: &Ranges) {
        lock(&self.state).coherence.taken_to(Place::Host, bytes);
    }

    /// The memory at a view, if the newest data of all of a range is there already.
    pub(crate) fn if_on_view(&self, view: &AcceleratorView, range: &Range<usize>) -> Option<Arc<GpuBuffer>> {
        let state = lock(&self.state);
        let ready = state.coherence.is_newest(view.place(), range);
        ready.then(|| state.copy(view.place())).flatten()
    }

    /// Brings the newest data to an accelerator view with memory of its own.
    pub(crate) fn on_view(&self, view: &AcceleratorView, wanted: &Ranges) -> Result<Arc<GpuBuffer>> {
        let (place, wanted) = (view.place(), &self.words(wanted));
        let mut state = lock(&self.state);
        let copy = match state.copy(place) {
            Some(copy) => copy,
            None => {
                let (bytes, any) = (self.bytes.next_multiple_of(4), self.any_bits);
                let copy = view.queue()?.allocate(bytes, any && state.coherence.has_no_zeros())?;
                state.copies.push((view.clone(), copy.clone()));
                copy
            }
        };
        // From one device to another data goes through the host.
        for step in state.moves_near(place, wanted, &copy) {
            if step.from != Place::Host && state.peer(step.from, &copy).is_none() {
                self.bring_home(&mut state, &step.bytes)?;
            }
        }
        for Move { from, bytes } in state.moves_near(place, wanted, &copy) {
            let size = bytes.size() as u64;
            if let Some(peer) = state.peer(from, &copy) {
                let region =
                    |range: Range<usize>| Region { from: range.start, to: range.start, len: range.len() };
                copy.copy_from(&peer, &bytes.iter().map(region).collect::<Vec<_>>())?;
                state.transfers.device_copies += 1;
                state.transfers.device_copied_bytes += size;
            } else {
                let first = self.host_memory(&mut state)?;
                let piece = |range: Range<usize>| {
                    // SAFETY: the range lies in the memory. Nobody writes to it but through atomic views: that takes a
                    // `&mut` of the one view that all others borrow from, or of one that does, and then no other is in
                    // use, as one is here.
                    (range.start, unsafe { host::read(first, range, self.is_shared()) })
                };
                copy.upload(&bytes.iter().map(piece).collect::<Vec<_>>())?;
                state.transfers.uploads += 1;
                state.transfers.uploaded_bytes += size;
            }
            state.coherence.arrived(place, &bytes);
        }
        Ok(copy)
    }

    /// Takes memory of somebody else for the copy at a view that has none.
    pub(crate) fn adopt(&self, view: &AcceleratorView, copy: Arc<GpuBuffer>) {
        lock(&self.state).copies.push((view.clone(), copy));
    }

    /// Brings the newest data to an accelerator, and allocates memory there.
    pub(crate) fn settle(self: &Arc<Self>, view: &AcceleratorView, wanted: &Ranges) -> Result<()> {
        match view.place() {
            Place::Host => self.bring_home(&mut lock(&self.state), &self.words(wanted)).map(|_| ()),
            place => {
                let mut shared = Shared::default();
                shared.add(self);
                let _hold = Hold::new(shared, place);
                self.on_view(view, wanted).map(|_| ())
            }
        }
    }

    /// The data was, or is about to be, written at a place. The caller holds a `&mut` of a view that it belongs to.
    pub(crate) fn written(&self, place: Place, bytes: &Ranges) {
        lock(&self.state).coherence.written(place, bytes);
    }

    /// The same for bytes of a range, which are asked for only where it matters which: those of a section can be many.
    pub(crate) fn written_in(&self, place: Place, range: &Range<usize>, bytes: impl FnOnce() -> Ranges) {
        let coherence = &mut lock(&self.state).coherence;
        if coherence.is_newest_only(place, range) {
            coherence.defined(bytes);
        } else {
            coherence.written(place, &bytes());
        }
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
            self.bring_home(&mut lock(&self.state), &self.words(bytes))?;
        }
        Ok(())
    }

    /// Copies elements out, from wherever they are; the host's memory is neither needed nor changed.
    pub(crate) fn copy_out<T: Element>(&self, wanted: &Ranges) -> Result<Vec<T>> {
        assert!(wanted.size().is_multiple_of(size_of::<T>()));
        let mut out = host::zeros(wanted.size() / size_of::<T>())?;
        self.read_into(wanted, wanted.split(bytes_of_mut(&mut out)))?;
        Ok(out)
    }

    /// Copies bytes out to pieces of memory, each with the position of its first byte here. Together they are `wanted`, in
    /// this order.
    fn read_into(&self, wanted: &Ranges, mut pieces: Vec<(usize, &mut [u8])>) -> Result<()> {
        if !wanted.are_words(self.bytes) {
            return self.read_parts(wanted, pieces);
        }
        let mut state = lock(&self.state);
        for step in state.coherence.moves(Place::Host, wanted, |_| false) {
            let [mut stale, here] = step.bytes.divide(pieces);
            state.download(step.from, &mut stale)?;
            pieces = here;
        }
        self.read_host(&state, pieces);
        Ok(())
    }

    /// Copies what lies on the host to pieces of memory; without memory there, it is zero.
    fn read_host(&self, state: &State, pieces: Vec<(usize, &mut [u8])>) {
        let first = self.lent.or(state.owned.as_ref().map(Owned::first));
        for (start, piece) in pieces {
            let Some(first) = first else {
                piece.fill(0);
                continue;
            };
            let range = start..start + piece.len();
            assert!(range.end <= self.bytes);
            // SAFETY: the range lies in the memory, which is not written, but through atomic views, while the caller
            // holds a reference to a view that the range belongs to.
            piece.copy_from_slice(&unsafe { host::read(first, range, self.is_shared()) });
        }
    }

    /// Replaces elements at a place, without looking at the old. The caller holds a `&mut` of a view to which the bytes
    /// belong, all of them.
    pub(crate) fn fill<T: Element>(&self, bytes: &Ranges, data: &[T], view: &AcceleratorView) -> Result<()> {
        assert!(bytes.difference(&self.all()).is_empty() && bytes.size() == size_of_val(data));
        let data = bytes_of(data);
        let pieces = bytes.placed(bytes).map(|(range, at)| (range.start, &data[at..at + range.len()]));
        if view.place() == Place::Host {
            let first = self.host_memory(&mut lock(&self.state))?;
            for (start, piece) in pieces {
                // SAFETY: the range lies in the memory, and the caller's `&mut` keeps everybody else away from it.
                unsafe { host::write(first, start, piece, false) };
            }
            self.written(Place::Host, bytes);
            return Ok(());
        }
        self.upload(bytes, &pieces.collect::<Vec<_>>(), view)
    }

    /// Replaces bytes on an accelerator view by pieces of data, which are all of them; the caller as in `fill`.
    fn upload(
        &self,
        bytes: &Ranges,
        pieces: &[(usize, impl AsRef<[u8]>)],
        view: &AcceleratorView,
    ) -> Result<()> {
        let copy = self.on_view(view, &Ranges::default())?;
        // Parts of words do not travel by themselves. Whoever writes elements that are parts of words writes all of them.
        assert!(bytes.are_words(self.bytes));
        if pieces.iter().any(|(start, piece)| !is_words(*start, piece.as_ref().len(), self.bytes)) {
            let data: Vec<u8> = pieces.iter().flat_map(|(_, piece)| piece.as_ref()).copied().collect();
            let whole: Vec<_> =
                bytes.placed(bytes).map(|(range, at)| (range.start, &data[at..at + range.len()])).collect();
            return self.upload(bytes, &whole, view);
        }
        if !pieces.is_empty() {
            copy.upload(pieces)?;
            let transfers = &mut lock(&self.state).transfers;
            transfers.uploads += 1;
            transfers.uploaded_bytes += bytes.size() as u64;
        }
        self.written(view.place(), bytes);
        Ok(())
    }

    /// Copies to the host what is newer elsewhere.
    fn bring_home(&self, state: &mut State, wanted: &Ranges) -> Result<NonNull<u8>> {
        let first = self.host_memory(state)?;
        for step in state.coherence.moves(Place::Host, wanted, |_| false) {
            if self.is_shared() {
                let data = &mut *host::zeros::<u8>(step.bytes.size())?;
                state.download(step.from, &mut step.bytes.split(data))?;
                for (range, at) in step.bytes.placed(&step.bytes) {
                    // SAFETY: the range lies in the memory, and atomic views are all that may use it.
                    unsafe { host::write(first, range.start, &data[at..at + range.len()], true) };
                }
            } else {
                let piece = |range: Range<usize>| {
                    // SAFETY: the range lies in the memory, overlaps no other, and is stale: nobody refers to it (see
                    // `impl Send`).
                    (range.start, unsafe { host::memory(first, range) })
                };
                state.download(step.from, &mut step.bytes.iter().map(piece).collect::<Vec<_>>())?;
            }
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
    fn copy(&self, place: Place) -> Option<Arc<GpuBuffer>> {
        self.copies.iter().find(|(view, _)| view.place() == place).map(|(_, copy)| copy.clone())
    }

    /// The copy at a place, if it lies on the same device as this one.
    fn peer(&self, place: Place, copy: &GpuBuffer) -> Option<Arc<GpuBuffer>> {
        self.copy(place).filter(|other| other.is_near(copy))
    }

    /// What has to move to a place with this copy, from the same device if it can.
    fn moves_near(&self, place: Place, wanted: &Ranges, copy: &GpuBuffer) -> Vec<Move> {
        self.coherence.moves(place, wanted, |from| self.peer(from, copy).is_some())
    }

    fn download(&mut self, from: Place, pieces: &mut [(usize, &mut [u8])]) -> Result<()> {
        let Some(copy) = self.copy(from) else { return Ok(()) };
        copy.download(pieces, self.grain)?;
        if let Some(enums) = &self.enums {
            pieces.iter_mut().for_each(|(start, piece)| enums.mend(*start, piece));
        }
        self.downloaded(pieces.iter().map(|(_, piece)| piece.len()).sum());
        Ok(())
    }

    fn downloaded(&mut self, bytes: usize) {
        self.transfers.downloads += 1;
        self.transfers.downloaded_bytes += bytes as u64;
    }
}
