//! The memory behind views and arrays: what was lent by the host, what amp allocated, and one copy per accelerator view.
//!
//! [`coherence`](crate::coherence) says what has to move; this module moves it. All sections of a view share one storage.

use std::ptr::NonNull;
use std::sync::{Arc, Mutex};

use crate::accelerator::Accelerator;
use crate::accelerator_view::AcceleratorView;
use crate::coherence::{Coherence, Place};
use crate::element::GpuType;
use crate::error::{Error, Result};
use crate::gpu::GpuBuffer;
use crate::sync::lock;

/// Memory with the alignment that elements may ask for.
#[derive(Clone, Copy)]
#[repr(C, align(16))]
struct Chunk([u8; 16]);

// SAFETY: bytes of zero are bytes.
unsafe impl bytemuck::Zeroable for Chunk {}

/// Memory that amp allocated. A pointer and not a `Box`, so that there are no two ways to it.
struct Owned(NonNull<[Chunk]>);

impl Owned {
    fn zeros(bytes: usize) -> Result<Self> {
        let chunks = bytes.div_ceil(size_of::<Chunk>());
        match bytemuck::allocation::try_zeroed_slice_box(chunks) {
            Ok(zeros) => Ok(Owned(NonNull::from(Box::leak(zeros)))),
            Err(()) => {
                Err(Error::OutOfMemory { accelerator: Accelerator::cpu().description(), bytes: bytes as u64 })
            }
        }
    }
}

impl Drop for Owned {
    fn drop(&mut self) {
        // SAFETY: it came from a box in `zeros`, and dies with the storage, when no view is left.
        drop(unsafe { Box::from_raw(self.0.as_ptr()) });
    }
}

/// Data in as many places as it is used in.
pub(crate) struct Storage {
    bytes: usize,
    /// The first byte of the host's memory, if it was lent.
    lent: Option<NonNull<u8>>,
    state: Mutex<State>,
}

struct State {
    coherence: Coherence,
    /// Whether the user gave the contents up, so that recycled memory will do.
    unspecified: bool,
    /// The host's memory, if amp allocated it. Never replaced once it is there.
    owned: Option<Owned>,
    copies: Vec<Arc<GpuBuffer>>,
}

// SAFETY: the pointers to host memory are the only members that are not thread-safe by themselves. Lent memory is
// borrowed by the view that the storage was made for, and elements are `Send + Sync`. Either memory is written only (1)
// under the lock, while it is stale, when nobody holds a reference into it: references are handed out after the host's
// copy became the newest, and it becomes stale only by a launch or a discard, which take a `&mut` that excludes all other
// views on the storage; (2) by holders of such a `&mut`.
unsafe impl Send for Storage {}
// SAFETY: as above.
unsafe impl Sync for Storage {}

impl Storage {
    /// Over memory that a view borrows.
    pub(crate) fn lent(first: NonNull<u8>, bytes: usize) -> Arc<Self> {
        Arc::new(Storage { bytes, lent: Some(first), state: State::new(Coherence::at(Place::Host)) })
    }

    /// Over nothing: memory appears where it is first used, and starts as zeros.
    pub(crate) fn empty(bytes: usize) -> Arc<Self> {
        Arc::new(Storage { bytes, lent: None, state: State::new(Coherence::nowhere()) })
    }

    /// The size of the data.
    pub(crate) fn bytes(&self) -> usize {
        self.bytes
    }

    /// Brings the newest data to the host, and says where it is. `&self` suffices, see the comment above.
    pub(crate) fn on_host(&self) -> Result<NonNull<u8>> {
        let mut state = lock(&self.state);
        let first = self.host_memory(&mut state)?;
        if let Some(Place::View(id)) = state.coherence.source_for(Place::Host)
            && let Some(copy) = state.copy(id)
        {
            // SAFETY: the memory has `bytes` bytes, and is stale: nobody refers to it (see `impl Send`).
            let memory = unsafe { std::slice::from_raw_parts_mut(first.as_ptr(), self.bytes) };
            copy.download(0, memory)?;
        }
        state.coherence.arrived(Place::Host);
        Ok(first)
    }

    /// Brings the newest data to an accelerator view with memory of its own.
    pub(crate) fn on_view(&self, view: &AcceleratorView) -> Result<Arc<GpuBuffer>> {
        let place = Place::View(view.id());
        let source = lock(&self.state).coherence.source_for(place);
        if matches!(source, Some(Place::View(_))) {
            self.on_host()?;
        }
        let mut state = lock(&self.state);
        // Another reader may have brought it here meanwhile; asking again costs nothing.
        let upload = state.coherence.source_for(place) == Some(Place::Host);
        let copy = match state.copy(view.id()) {
            Some(copy) => copy,
            None => {
                let recycled = upload || state.unspecified;
                let copy = view.queue()?.allocate(self.bytes, recycled)?;
                state.copies.push(copy.clone());
                copy
            }
        };
        if upload {
            let first = self.host_memory(&mut state)?;
            // SAFETY: the memory has `bytes` bytes; whoever could write to it holds a `&mut` of all views on the
            // storage, and one of those is in use here.
            let memory = unsafe { std::slice::from_raw_parts(first.as_ptr(), self.bytes) };
            copy.upload(0, memory)?;
        }
        state.coherence.arrived(place);
        Ok(copy)
    }

    /// Allocates memory at an array's home.
    pub(crate) fn settle(&self, view: &AcceleratorView) -> Result<()> {
        match view.place() {
            Place::Host => self.on_host().map(|_| ()),
            Place::View(_) => self.on_view(view).map(|_| ()),
        }
    }

    /// The data was, or is about to be, written at a place. The caller holds a `&mut` of the view.
    pub(crate) fn written(&self, place: Place) {
        let mut state = lock(&self.state);
        state.coherence.written(place);
        state.unspecified = false;
    }

    /// The data is of no interest any more. The caller holds a `&mut` of the view.
    pub(crate) fn discard(&self) {
        let mut state = lock(&self.state);
        state.coherence.discarded();
        state.unspecified = true;
    }

    /// Brings lent memory up to date.
    pub(crate) fn synchronize(&self) -> Result<()> {
        let needed = {
            let state = lock(&self.state);
            self.lent.is_some() && state.coherence.has_data() && !state.coherence.is_newest(Place::Host)
        };
        if needed { self.on_host().map(|_| ()) } else { Ok(()) }
    }

    /// Copies a range out, from wherever it is; the host's memory is neither needed nor changed.
    pub(crate) fn copy_out<T: GpuType>(&self, start: usize, len: usize) -> Result<Vec<T>> {
        let mut out = vec![T::ZERO; len];
        let mut state = lock(&self.state);
        let offset = start * size_of::<T>();
        let view = match state.coherence.source_for(Place::Host) {
            Some(Place::View(id)) => state.copy(id),
            _ => None,
        };
        if let Some(copy) = view {
            copy.download(offset, bytes_of_mut(&mut out))?;
        } else {
            let first = self.host_memory(&mut state)?;
            assert!(offset + size_of_val(out.as_slice()) <= self.bytes);
            // SAFETY: the range lies in the memory, which holds plain data of type `T` and is not written while the
            // caller holds a reference to the view.
            unsafe {
                first.cast::<T>().add(start).copy_to_nonoverlapping(NonNull::from(&mut out[..]).cast(), len)
            };
        }
        Ok(out)
    }

    /// Replaces all data at a place, without looking at the old. The caller holds a `&mut` of the array.
    pub(crate) fn fill<T: GpuType>(&self, data: &[T], view: &AcceleratorView) -> Result<()> {
        assert!(size_of_val(data) == self.bytes);
        self.discard();
        let place = view.place();
        if place == Place::Host {
            let first = self.host_memory(&mut lock(&self.state))?;
            // SAFETY: the memory has room for `data`, and the caller's `&mut` keeps everybody else away.
            unsafe { first.cast::<T>().copy_from_nonoverlapping(NonNull::from(data).cast(), data.len()) };
        } else {
            self.on_view(view)?.upload(0, bytes_of(data))?;
        }
        self.written(place);
        Ok(())
    }

    fn host_memory(&self, state: &mut State) -> Result<NonNull<u8>> {
        if let Some(lent) = self.lent {
            return Ok(lent);
        }
        let owned = match &mut state.owned {
            Some(owned) => owned,
            none => none.insert(Owned::zeros(self.bytes)?),
        };
        Ok(owned.0.cast())
    }
}

impl State {
    fn new(coherence: Coherence) -> Mutex<Self> {
        Mutex::new(State { coherence, unspecified: false, owned: None, copies: Vec::new() })
    }

    fn copy(&self, id: u64) -> Option<Arc<GpuBuffer>> {
        self.copies.iter().find(|copy| copy.view_id() == id).cloned()
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
