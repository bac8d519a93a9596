//! Storages: the memory behind views and arrays. A storage consists of host memory, borrowed or owned, and a
//! device buffer for each GPU queue that used it. All sections of a view share one storage.
//!
//! [`coherence`](crate::data::coherence) computes the necessary transfers, and this module performs them.
//! Data moves in words of 32 bits, the smallest unit that a device can copy. The CPU accelerator uses host
//! memory, so a launch there copies nothing. Storages that threads share through atomic views are locked by
//! `shared_lock`.

mod copy;
mod download;
mod enum_validation;
mod launch_queue_selection;
mod residency_cache;
mod shared_lock;
mod transfers;
mod upload;
mod words;

use std::any::Any;
use std::ops::Range;
use std::panic::{RefUnwindSafe, UnwindSafe};
use std::ptr::NonNull;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, MutexGuard};

pub(crate) use copy::{End, copy, copy_async};
pub(crate) use residency_cache::Region;
pub(crate) use shared_lock::{SharedLock, SharedStorages};

pub(crate) use launch_queue_selection::QueueSelection;
pub use transfers::Transfers;

use crate::data::coherence::{Coherence, PlannedTransfer};
use crate::data::host::{self, HostMemory, OwnedVec, bytes_of_mut};
use crate::device::gpu::{GpuBuffer, check_not_in_callback};
use crate::device::queue::AcceleratorView;
use crate::device::queue::Location;
use crate::support::error::Result;
use crate::support::ranges::Ranges;
use crate::support::sync::lock;
use crate::support::trace;
use crate::types::Element;
use enum_validation::EnumPositions;
use residency_cache::ResidencyCache;

/// Data that may be resident on the host and on several queues at once.
pub(crate) struct Storage {
    bytes: usize,
    /// The address of the elements that a view borrows, or of the vector in `owned`. `None` if amp allocates
    /// the host memory. The field `owned` of `State` then owns that memory.
    borrowed: Option<NonNull<u8>>,
    /// Whether every bit pattern is a valid element. If not, recycled device memory must be cleared before
    /// use.
    any_bits: bool,
    /// The owner of the memory that `borrowed` points to, if the elements were moved into the storage.
    owned: Option<Box<dyn Any + Send + Sync>>,
    /// Whether kernels on other threads may modify the host memory atomically: see `share`.
    shared: AtomicBool,
    state: Mutex<State>,
}

struct State {
    coherence: Coherence,
    /// The enums of an element, which downloads must validate.
    enums: Option<Arc<EnumPositions>>,
    transfers: Transfers,
    /// The size of an element in bytes.
    element_size: usize,
    /// The host memory, if amp allocated it. It is never replaced, because references to its elements may
    /// exist.
    owned: Option<HostMemory>,
    buffers: Vec<(AcceleratorView, Arc<GpuBuffer>)>,
    /// Non-contiguous regions whose residency is known: see `residency_cache`.
    residency: ResidencyCache,
}

// SAFETY: only the pointers to host memory are not thread-safe by themselves. A view borrows that memory, or
// the storage owns it, and elements are `Send + Sync`. The memory is written in two ways only.
//
// (1) Under the lock, at stale bytes. No reference to a stale byte exists: references are created only to the
// elements of one view, after the host's copy of all these elements became the newest. Only a launch or a
// discard makes an element stale. Both take a `&mut` of a view that the element belongs to, and make only
// that view's elements stale.
//
// (2) By the holder of a `&mut` of a view, at elements of that view. Either the host has the newest data of
// these elements, or `announce_write` was called before the write. In both cases, pending futures do not write
// to these elements.
//
// If the `&mut` was turned into atomic views, several threads share the elements. Then no references are
// created, and every access, here and in kernels, is atomic.
unsafe impl Send for Storage {}
// SAFETY: the reasons for `Send` apply to shared references, too.
unsafe impl Sync for Storage {}

// The state behind the mutex is consistent between any two statements, so a panic leaves no half-finished
// update.
impl UnwindSafe for Storage {}
impl RefUnwindSafe for Storage {}

impl Storage {
    fn new<T: Element>(
        bytes: usize,
        borrowed: Option<NonNull<T>>,
        kept: Option<Box<dyn Any + Send + Sync>>,
    ) -> Arc<Self> {
        let (borrowed, any_bits) = (borrowed.map(NonNull::cast), T::PROOF.any_bits());
        let enums = (!any_bits).then(|| Arc::new(EnumPositions::of(T::STORED)));
        let coherence = if borrowed.is_some() {
            Coherence::with_host_data(bytes)
        } else {
            Coherence::without_data(bytes)
        };
        let state = State {
            coherence,
            enums,
            transfers: Transfers::default(),
            element_size: size_of::<T>(),
            owned: None,
            buffers: Vec::new(),
            residency: ResidencyCache::default(),
        };
        Arc::new(Storage {
            bytes,
            borrowed,
            any_bits,
            owned: kept,
            shared: AtomicBool::new(false),
            state: Mutex::new(state),
        })
    }

    /// Makes a storage over memory that a view borrows.
    pub(crate) fn borrowed<T: Element>(first: NonNull<T>, bytes: usize) -> Arc<Self> {
        Storage::new(bytes, Some(first), None)
    }

    /// Makes a storage that owns a vector's elements.
    pub(crate) fn owned<T: Element>(elements: Vec<T>) -> Arc<Self> {
        let bytes = size_of_val(&*elements);
        let kept = OwnedVec::new(elements);
        Storage::new(bytes, Some(kept.first()), Some(Box::new(kept)))
    }

    /// Makes a storage without data. Its memory is allocated on first use and starts as zeros.
    pub(crate) fn empty<T: Element>(bytes: usize) -> Arc<Self> {
        Storage::new::<T>(bytes, None, None)
    }

    /// Downloads and returns the owned elements, if this is the only reference to the storage and they are of
    /// type `T`. Otherwise returns the storage.
    pub(crate) fn try_into_vec<T: Element>(self: Arc<Self>) -> Result<Result<Vec<T>, Arc<Self>>> {
        if !self.owned.as_ref().is_some_and(|kept| kept.is::<OwnedVec<T>>()) || Arc::strong_count(&self) != 1
        {
            return Ok(Err(self));
        }
        self.synchronize(&self.all())?;
        let mut this = match Arc::try_unwrap(self) {
            Ok(this) => this,
            Err(this) => return Ok(Err(this)),
        };
        match this.owned.take().map(Box::<dyn Any + Send + Sync>::downcast) {
            Some(Ok(kept)) => Ok(Ok(OwnedVec::into_vec(*kept))),
            _ => Ok(Ok(Vec::new())),
        }
    }

    /// Locks the state. Fails inside a callback of wgpu, where taking the lock could deadlock.
    fn state(&self) -> Result<MutexGuard<'_, State>> {
        check_not_in_callback()?;
        Ok(lock(&self.state))
    }

    /// All bytes of the storage.
    pub(crate) fn all(&self) -> Ranges {
        Ranges::one(0..self.bytes)
    }

    /// Whether the host memory belongs to the user or to a vector that the user moved into the storage.
    /// Otherwise amp allocates it.
    pub(crate) fn is_borrowed(&self) -> bool {
        self.borrowed.is_some()
    }

    /// Whether the first byte in host memory has the alignment `align`. Memory that amp allocates has the
    /// alignment of every element type.
    pub(crate) fn is_aligned(&self, align: usize) -> bool {
        self.borrowed.is_none_or(|first| first.addr().get().is_multiple_of(align))
    }

    /// Marks the memory as shared by several threads through atomic views. From then on, every copy out of it
    /// or into it is atomic. The mark is permanent, because amp does not count atomic views.
    pub(crate) fn share(&self) {
        self.shared.store(true, Ordering::Relaxed);
    }

    /// Whether several threads share the memory through atomic views. A relaxed load suffices. Each other
    /// thread received its atomic view from the thread that set the mark, and passing the view synchronised
    /// the two threads.
    fn is_shared(&self) -> bool {
        self.shared.load(Ordering::Relaxed)
    }

    /// Counts of the transfers so far.
    pub(crate) fn transfers(&self) -> Transfers {
        lock(&self.state).transfers
    }

    /// Downloads the newest data and returns the storage's address on the host. The comment at `impl Send`
    /// explains why `&self` suffices for the write to host memory.
    pub(crate) fn resident_on_host(&self, requested: &Ranges) -> Result<NonNull<u8>> {
        let _cause = trace::caused_by_host("access to elements on the host");
        let requested = &self.widen_to_words(requested);
        let mut state = self.state()?;
        let first = self.download_newest(&mut state, requested)?;
        // Bytes that were never written, or were discarded, are newest at no location. Marks them as newest
        // on the host. Otherwise a later transfer could overwrite them while a reference to them exists.
        state.coherence.mark_valid(Location::Host, requested);
        Ok(first)
    }

    /// The address of the storage on the host, if the newest data of a range is already there.
    pub(crate) fn host_address_if_newest(&self, range: &Range<usize>) -> Option<NonNull<u8>> {
        let mut state = lock(&self.state);
        let ready = state.coherence.is_newest(Location::Host, range);
        if ready { self.host_memory(&mut state).ok() } else { None }
    }

    /// Marks an element as written. `around` is the block of up to 1024 elements that contains it. If only the
    /// host has the newest data of this block, returns the address of the storage on the host. Otherwise the
    /// caller must first move the block to the host.
    pub(crate) fn host_address_for_write(
        &self,
        element: &Range<usize>,
        around: &Range<usize>,
    ) -> Option<NonNull<u8>> {
        let mut state = lock(&self.state);
        state.coherence.mark_element_defined(element, around);
        let ready = state.coherence.is_exclusively_newest(Location::Host, around);
        if ready { self.host_memory(&mut state).ok() } else { None }
    }

    /// Records the host as the only location with the newest data of these bytes, before a write. The caller
    /// must hold a `&mut` of a view with the bytes.
    pub(crate) fn moved_to_host(&self, bytes: &Ranges) {
        lock(&self.state).coherence.moved_to(Location::Host, &self.widen_to_words(bytes));
    }

    /// Uses a buffer of the user as this storage's copy on a queue. The queue must not have a copy yet.
    pub(crate) fn adopt_buffer(&self, view: &AcceleratorView, copy: Arc<GpuBuffer>) {
        lock(&self.state).buffers.push((view.clone(), copy));
    }

    /// Makes data resident on an accelerator: allocates memory and transfers the newest data there.
    pub(crate) fn make_resident(self: &Arc<Self>, view: &AcceleratorView, requested: &Ranges) -> Result<()> {
        let _cause = trace::caused_by_host("refresh");
        match view.location() {
            Location::Host => {
                self.download_newest(&mut *self.state()?, &self.widen_to_words(requested)).map(|_| ())
            }
            location => {
                let mut shared = SharedStorages::default();
                shared.add(self);
                let _hold = SharedLock::new(shared, location);
                self.resident_on_queue(view, requested).map(|_| ())
            }
        }
    }

    /// Announces a write that does not read the old data: pending downloads become stale and are discarded.
    /// The caller must hold a `&mut` of a view with the data.
    fn announce_write(&self) {
        lock(&self.state).coherence.bump_version();
    }

    /// Records that data was, or is about to be, written at a location. The caller must hold a `&mut` of a
    /// view of the data. Words that the write covers in part must be resident there.
    pub(crate) fn mark_written(&self, location: Location, bytes: &Ranges) {
        lock(&self.state).coherence.mark_written(location, &self.widen_to_words(bytes));
    }

    /// Records a write with the result `done`, and returns that result. If the write failed, each of the
    /// bytes at the location may be old or new; see [`Coherence::mark_write_failed`].
    pub(super) fn mark_written_or_failed(
        &self,
        done: Result<()>,
        location: Location,
        bytes: &Ranges,
    ) -> Result<()> {
        let (bytes, coherence) = (&*self.widen_to_words(bytes), &mut lock(&self.state).coherence);
        match &done {
            Ok(()) => coherence.mark_written(location, bytes),
            Err(_) => coherence.mark_write_failed(location, bytes),
        }
        done
    }

    /// Discards data: its contents are undefined until the next write. The caller must hold a `&mut` of a
    /// view of the data. Words that the data covers only in part are not discarded.
    pub(crate) fn discard(&self, bytes: &Ranges) {
        lock(&self.state).coherence.mark_discarded(&bytes.shrink_to_words(self.bytes));
    }

    /// The address of the storage on the host, or 0 if it has no memory there.
    pub(crate) fn host_address(&self) -> usize {
        let owned = || lock(&self.state).owned.as_ref().map(HostMemory::first);
        self.borrowed.or_else(owned).map_or(0, |first| first.addr().get())
    }

    /// The bytes of a view that were discarded and not written since. Calls `bytes`, which lists the view's
    /// bytes, only if the storage has undefined bytes.
    pub(crate) fn undefined<'b>(&self, bytes: impl FnOnce() -> Result<&'b Ranges>) -> Ranges {
        let coherence = &lock(&self.state).coherence;
        match coherence.has_undefined().then(bytes) {
            Some(Ok(bytes)) => coherence.undefined(bytes),
            // If host memory is too small for the list of bytes, no byte is reported as undefined.
            Some(Err(_)) | None => Ranges::default(),
        }
    }

    /// Marks bytes as undefined again. The runtime records all bytes of a written view as written before a
    /// launch. After a checked launch, it calls this function for the undefined bytes that no work-item wrote.
    pub(crate) fn mark_undefined(&self, bytes: &Ranges) {
        lock(&self.state).coherence.mark_undefined(&bytes.shrink_to_words(self.bytes));
    }

    /// Downloads the newest data if the host memory belongs to the user or to a vector that the user moved into
    /// the storage. Does nothing if amp allocated the host memory.
    pub(crate) fn synchronize(&self, bytes: &Ranges) -> Result<()> {
        if self.borrowed.is_some() {
            let _cause = trace::caused_by_host("synchronize or drop of a view");
            self.download_newest(&mut *self.state()?, &self.widen_to_words(bytes))?;
        }
        Ok(())
    }

    /// Copies elements to a vector from the locations that have their newest data. The storage's own host
    /// memory is neither allocated nor changed.
    pub(crate) fn copy_to_vec<T: Element>(&self, requested: &Ranges) -> Result<Vec<T>> {
        let _cause = trace::caused_by_host("copy to a vector");
        assert!(requested.size().is_multiple_of(size_of::<T>()));
        let mut out = host::zeros(requested.size() / size_of::<T>())?;
        self.read_into(requested, requested.split(bytes_of_mut(&mut out)))?;
        Ok(out)
    }

    /// Copies the bytes `requested` into pieces. Each piece comes with the offset of its first byte in the
    /// storage. The pieces together cover `requested` in order.
    fn read_into(&self, requested: &Ranges, mut pieces: Vec<(usize, &mut [u8])>) -> Result<()> {
        if !requested.are_words(self.bytes) {
            return self.read_unaligned(requested, pieces);
        }
        let mut state = self.state()?;
        for step in state.coherence.required_transfers(Location::Host, requested, |_| false) {
            let [mut stale, here] = step.bytes.divide(pieces);
            state.download(step.from, &mut stale)?;
            pieces = here;
        }
        self.read_host(&state, pieces);
        Ok(())
    }

    /// Copies from host memory into pieces. If there is no host memory, fills the pieces with zeros.
    fn read_host(&self, state: &State, pieces: Vec<(usize, &mut [u8])>) {
        let first = self.borrowed.or(state.owned.as_ref().map(HostMemory::first));
        for (start, piece) in pieces {
            let Some(first) = first else {
                piece.fill(0);
                continue;
            };
            let range = start..start + piece.len();
            assert!(range.end <= self.bytes);
            // SAFETY: the range lies in the memory. The caller holds a reference to a view with these bytes,
            // so only kernels with atomic views may write to them. Then `is_shared` is true, and the read is
            // atomic.
            piece.copy_from_slice(&unsafe { host::read(first, range, self.is_shared()) });
        }
    }

    /// Downloads those of the `requested` bytes that are stale on the host, and returns the address of the
    /// host memory.
    fn download_newest(&self, state: &mut State, requested: &Ranges) -> Result<NonNull<u8>> {
        let first = self.host_memory(state)?;
        for step in state.coherence.required_transfers(Location::Host, requested, |_| false) {
            if self.is_shared() {
                let data = &mut *host::zeros::<u8>(step.bytes.size())?;
                state.download(step.from, &mut step.bytes.split(data))?;
                for (range, at) in step.bytes.with_offsets(&step.bytes) {
                    // SAFETY: the range lies in the memory, and only kernels with atomic views may access it.
                    unsafe { host::write(first, range.start, &data[at..at + range.len()], true) };
                }
            } else {
                let piece = |range: Range<usize>| {
                    // SAFETY: the range lies in the memory, overlaps no other, and is stale, so no reference to it exists
                    // (see `impl Send`).
                    (range.start, unsafe { host::memory(first, range) })
                };
                state.download(step.from, &mut step.bytes.iter().map(piece).collect::<Vec<_>>())?;
            }
            state.coherence.mark_valid(Location::Host, &step.bytes);
        }
        Ok(first)
    }

    fn host_memory(&self, state: &mut State) -> Result<NonNull<u8>> {
        if let Some(borrowed) = self.borrowed {
            return Ok(borrowed);
        }
        let owned = match &mut state.owned {
            Some(owned) => owned,
            none => none.insert(HostMemory::zeros(self.bytes)?),
        };
        Ok(owned.first())
    }
}

impl State {
    fn buffer_at(&self, location: Location) -> Option<Arc<GpuBuffer>> {
        self.buffers.iter().find(|(view, _)| view.location() == location).map(|(_, copy)| copy.clone())
    }

    /// The buffer at a location, if it lies on the same device as the buffer `copy`.
    fn same_device_buffer(&self, location: Location, copy: &GpuBuffer) -> Option<Arc<GpuBuffer>> {
        self.buffer_at(location).filter(|other| other.is_on_same_device(copy))
    }

    /// The transfers that make the `requested` bytes newest at a location whose buffer is `copy`. Sources on
    /// the device of `copy` are preferred.
    fn required_transfers(
        &self,
        location: Location,
        requested: &Ranges,
        copy: &GpuBuffer,
    ) -> Vec<PlannedTransfer> {
        self.coherence
            .required_transfers(location, requested, |from| self.same_device_buffer(from, copy).is_some())
    }

    fn download(&mut self, from: Location, pieces: &mut [(usize, &mut [u8])]) -> Result<()> {
        let Some(copy) = self.buffer_at(from) else { return Ok(()) };
        let bytes = pieces.iter().map(|(_, piece)| piece.len()).sum::<usize>();
        trace::span!("download", bytes = bytes);
        let begun = trace::begin();
        let arrived = copy.download(pieces, self.element_size);
        begun.end(|recorder, span| {
            let view = self.buffers.iter().find(|(view, _)| view.location() == from);
            let accelerator = view.map_or(String::new(), |(view, _)| view.accelerator().description());
            recorder.transfer("download", &accelerator, bytes as u64, span);
        });
        // A download in several pieces may fail after some of them have arrived, so a failed download is
        // validated, too.
        if let Some(enums) = &self.enums {
            pieces.iter_mut().for_each(|(start, piece)| enums.replace_invalid(*start, piece));
        }
        arrived?;
        self.count_download(bytes);
        Ok(())
    }

    fn count_download(&mut self, bytes: usize) {
        self.transfers.downloads += 1;
        self.transfers.downloaded_bytes += bytes as u64;
    }
}
