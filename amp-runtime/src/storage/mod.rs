//! The memory behind views and arrays: what was lent by the host, what amp allocated, and one copy per accelerator view.
//!
//! [`coherence`](crate::coherence) says what has to move; this module moves it. All sections of a view share one storage.

mod copy;
mod enums;
mod fetch;
mod hold;
mod known;
mod send;
mod transfers;
mod whereabouts;
mod words;

use std::any::Any;
use std::ops::Range;
use std::panic::{RefUnwindSafe, UnwindSafe};
use std::ptr::NonNull;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, MutexGuard};

pub(crate) use copy::{End, copy, copy_later};
pub(crate) use hold::{Hold, Shared};
pub(crate) use known::Part;

pub use transfers::Transfers;
pub(crate) use whereabouts::Whereabouts;

use crate::accelerator_view::AcceleratorView;
use crate::coherence::{Coherence, Move, Place};
use crate::element::Element;
use crate::error::Result;
use crate::gpu::{GpuBuffer, outside};
use crate::host::{self, Kept, Owned, bytes_of_mut};
use crate::ranges::Ranges;
use crate::sync::lock;
use enums::Enums;
use known::Known;

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
    /// Parts with gaps that are where launches want them.
    known: Known,
}

// SAFETY: the pointers to host memory are the only members that are not thread-safe by themselves. Lent memory is
// borrowed by the view that the storage was made for, or kept, and elements are `Send + Sync`. Either memory is written
// only (1) under the lock, byte by byte where it is stale, when nobody holds a reference to that byte: references are
// handed out to the elements of one view after the host's copy of all of these became the newest, and one becomes stale
// only by a launch or a discard, which take a `&mut` of a view that it belongs to, and report no bytes but that view's
// elements; (2) by holders of such a `&mut`, to the elements of their view, which are the newest there, or of which they have said
// that they write them (`to_be_written`): futures that go on leave both alone. Where the `&mut` was turned into atomic views,
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
            known: Known::default(),
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

    /// Where data is, for who may fail.
    fn state(&self) -> Result<MutexGuard<'_, State>> {
        outside()?;
        Ok(lock(&self.state))
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
        let mut state = self.state()?;
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

    /// Takes memory of somebody else for the copy at a view that has none.
    pub(crate) fn adopt(&self, view: &AcceleratorView, copy: Arc<GpuBuffer>) {
        lock(&self.state).copies.push((view.clone(), copy));
    }

    /// Brings the newest data to an accelerator, and allocates memory there.
    pub(crate) fn settle(self: &Arc<Self>, view: &AcceleratorView, wanted: &Ranges) -> Result<()> {
        match view.place() {
            Place::Host => self.bring_home(&mut *self.state()?, &self.words(wanted)).map(|_| ()),
            place => {
                let mut shared = Shared::default();
                shared.add(self);
                let _hold = Hold::new(shared, place);
                self.on_view(view, wanted).map(|_| ())
            }
        }
    }

    /// Whoever writes at a place without looking at what was there says so before: what futures have fetched is old from now on, and
    /// goes nowhere. The caller holds a `&mut` of a view that the data belongs to.
    fn to_be_written(&self) {
        lock(&self.state).coherence.rewritten();
    }

    /// The data was, or is about to be, written at a place. The caller holds a `&mut` of a view that it belongs to.
    pub(crate) fn written(&self, place: Place, bytes: &Ranges) {
        lock(&self.state).coherence.written(place, bytes);
    }

    /// The same, of a write that may have failed. Then each of the bytes is old or new at that place, which is a value of nobody else's.
    pub(super) fn written_if(&self, done: Result<()>, place: Place, bytes: &Ranges) -> Result<()> {
        let coherence = &mut lock(&self.state).coherence;
        match &done {
            Ok(()) => coherence.written(place, bytes),
            Err(_) => coherence.disturbed(place, bytes),
        }
        done
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
    pub(crate) fn undefined<'b>(&self, bytes: impl FnOnce() -> Result<&'b Ranges>) -> Ranges {
        let coherence = &lock(&self.state).coherence;
        match coherence.has_undefined().then(bytes) {
            Some(Ok(bytes)) => coherence.undefined(bytes),
            // A list that there is no memory for finds nothing.
            Some(Err(_)) | None => Ranges::default(),
        }
    }

    /// A launch that was taken to write some bytes has left these as they were.
    pub(crate) fn still_undefined(&self, bytes: &Ranges) {
        lock(&self.state).coherence.still_undefined(bytes);
    }

    /// Brings lent memory up to date.
    pub(crate) fn synchronize(&self, bytes: &Ranges) -> Result<()> {
        if self.lent.is_some() {
            self.bring_home(&mut *self.state()?, &self.words(bytes))?;
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
        let mut state = self.state()?;
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
        let arrived = copy.download(pieces, self.grain);
        // Of much data a part may have come although the rest did not.
        if let Some(enums) = &self.enums {
            pieces.iter_mut().for_each(|(start, piece)| enums.mend(*start, piece));
        }
        arrived?;
        self.downloaded(pieces.iter().map(|(_, piece)| piece.len()).sum());
        Ok(())
    }

    fn downloaded(&mut self, bytes: usize) {
        self.transfers.downloads += 1;
        self.transfers.downloaded_bytes += bytes as u64;
    }
}
