//! Asynchronous downloads. A download begins when its future is made, and a thread of amp waits for the device.
//! The poll of the future then copies the data to its destination, because only the polling thread has borrowed
//! the destination. Other threads may write to data that they share through atomic views before this copy. Each
//! write changes the version of the storage, and a download with an outdated version is repeated.

use std::sync::{Arc, Mutex};

use super::enum_validation::EnumPositions;
use super::{SharedLock, SharedStorages, State, Storage};
use crate::data::coherence::PlannedTransfer;
use crate::data::host::{self, bytes_of_mut};
use crate::device::completion::{CompletionFuture, Waiter};
use crate::device::gpu::{Download, Staging};
use crate::device::queue::AcceleratorView;
use crate::device::queue::Location;
use crate::support::error::Result;
use crate::support::ranges::Ranges;
use crate::support::sync::lock;
use crate::support::trace;
use crate::types::Element;

/// A stale download is repeated this many times before the future blocks.
const MAX_RETRIES: usize = 3;

/// A download in progress.
struct PendingDownload {
    /// The storage's version when the download began.
    version: u64,
    steps: Vec<(PlannedTransfer, Download)>,
    enums: Option<Arc<EnumPositions>>,
    waiter: Arc<Waiter>,
}

/// Downloaded data that is not yet in its destination.
struct DownloadedData {
    version: u64,
    steps: Vec<(PlannedTransfer, Vec<u8>)>,
}

/// The result of `commit_download`, which writes downloaded data to host memory.
enum Commit {
    Done,
    /// The storage was written since the download began.
    Stale,
    /// The storage is shared through atomic views, and another thread has locked it for a different location.
    Locked,
}

/// The destination of a download.
pub(crate) trait Destination: Send {
    /// All bytes of the memory that receives the download.
    fn bytes(&mut self) -> &mut [u8];
}

impl<T: Element> Destination for Vec<T> {
    fn bytes(&mut self) -> &mut [u8] {
        bytes_of_mut(self)
    }
}

impl Destination for &mut [u8] {
    fn bytes(&mut self) -> &mut [u8] {
        self
    }
}

impl PendingDownload {
    /// Returns a future that waits for the data and passes it to `next`. If there is nothing to download,
    /// calls `next` immediately.
    fn then<'a, T: 'a>(
        self,
        next: impl FnOnce(Result<DownloadedData>) -> CompletionFuture<'a, T> + Send + 'a,
    ) -> CompletionFuture<'a, T> {
        let PendingDownload { version, steps, enums, waiter } = self;
        if steps.is_empty() {
            return next(Ok(DownloadedData { version, steps: Vec::new() }));
        }
        let fetched = Arc::new(Mutex::new(Vec::new()));
        let theirs = fetched.clone();
        let begun = trace::begin();
        // `wait` may run on a waiter thread of amp (see `Waiter`), which has not borrowed the destination.
        // So `wait` collects the data in `fetched`.
        let wait = move || {
            let _cause = trace::caused_by_host("asynchronous read");
            for (step, download) in steps {
                let accelerator = download.accelerator().to_owned();
                let mut data = download.wait()?;
                begun.end(|recorder, span| {
                    recorder.transfer("download", &accelerator, data.len() as u64, span);
                });
                if let Some(enums) = &enums {
                    let mut pieces = step.bytes.split(&mut data);
                    pieces.iter_mut().for_each(|(start, piece)| enums.replace_invalid(*start, piece));
                }
                lock(&theirs).push((step, data));
            }
            Ok(())
        };
        CompletionFuture::then_future(waiter, wait, move |result| {
            let steps = std::mem::take(&mut *lock(&fetched));
            next(result.map(|()| DownloadedData { version, steps }))
        })
    }
}

impl Storage {
    /// Begins to make data resident on an accelerator. The poll of the future may write to the data's host
    /// memory. So a view of the data must be borrowed for `'a`. If another thread changes shared data
    /// meanwhile, the download is repeated.
    pub(crate) fn make_resident_async<'a>(
        self: &Arc<Self>,
        view: &AcceleratorView,
        requested: Result<Ranges>,
    ) -> CompletionFuture<'a> {
        self.make_resident_retrying(view, requested, Some(MAX_RETRIES))
    }

    /// Makes data resident like `make_resident_async`, but the future borrows nothing. So other code may write
    /// to the data before the download has finished. If the storage's version has changed since the call, the
    /// downloaded data is dropped. amp must own the host memory.
    pub(crate) fn make_resident_unless_written(
        self: &Arc<Self>,
        view: &AcceleratorView,
        requested: Ranges,
    ) -> CompletionFuture<'static> {
        self.make_resident_retrying(view, Ok(requested), None)
    }

    /// Makes data resident with up to `tries` repetitions, after which the future blocks. With `None`, a stale
    /// download is dropped.
    fn make_resident_retrying<'a>(
        self: &Arc<Self>,
        view: &AcceleratorView,
        requested: Result<Ranges>,
        tries: Option<usize>,
    ) -> CompletionFuture<'a> {
        let begun = requested.and_then(|requested| {
            let requested = self.widen_to_words(&requested).into_owned();
            Ok((self.begin_downloads(view, &requested)?, requested))
        });
        let (fetch, requested) = match begun {
            Ok(begun) => begun,
            Err(error) => return CompletionFuture::ready(Err(error)),
        };
        let (this, view) = (self.clone(), view.clone());
        fetch.then(move |fetched| {
            let settled = fetched.and_then(|fetched| this.commit_download(&view, &requested, &fetched));
            match (settled, tries) {
                (Err(error), _) => CompletionFuture::ready(Err(error)),
                (Ok(Commit::Done), _) | (Ok(_), None) => CompletionFuture::ready(Ok(())),
                (Ok(_), Some(0)) => CompletionFuture::ready(this.make_resident(&view, &requested)),
                (Ok(Commit::Stale), Some(tries)) => {
                    this.make_resident_retrying(&view, Ok(requested), Some(tries - 1))
                }
                (Ok(Commit::Locked), Some(tries)) => {
                    let (shared, location) = (SharedStorages::of(&this), view.location());
                    let wait = move || {
                        drop(SharedLock::new(shared, location));
                        Ok(())
                    };
                    CompletionFuture::then_future(Arc::default(), wait, move |_| {
                        this.make_resident_retrying(&view, Ok(requested), Some(tries - 1))
                    })
                }
            }
        })
    }

    /// Begins to copy elements to a vector. The vector contains the elements as they were at the call.
    pub(crate) fn copy_to_vec_async<T: Element>(
        &self,
        requested: Result<Ranges>,
    ) -> CompletionFuture<'static, Vec<T>> {
        let zeroed = |requested: &Ranges| host::zeros::<T>(requested.size() / size_of::<T>());
        match requested.and_then(|requested| Ok((zeroed(&requested)?, requested))) {
            Ok((out, requested)) => self.read_async(requested, out),
            Err(error) => CompletionFuture::ready(Err(error)),
        }
    }

    /// Begins to copy bytes to a destination of the same size. The destination gets the bytes as they were at
    /// the call.
    pub(crate) fn read_async<'a, B: Destination + 'a>(
        &self,
        requested: Ranges,
        mut out: B,
    ) -> CompletionFuture<'a, B> {
        assert!(out.bytes().len() == requested.size());
        // A device copies complete words only. For other ranges, the words that contain them are downloaded,
        // and the requested bytes are extracted.
        if !requested.are_words(self.bytes) {
            let words = requested.widen_to_words(self.bytes);
            return self.copy_to_vec_async::<u8>(Ok(words.clone())).map(move |data| {
                words.copy_to_pieces(&data, requested.split(out.bytes()));
                out
            });
        }
        let begun = self.begin_downloads_for(Location::Host, &requested, |_| true).inspect(|fetch| {
            let mut here = requested.split(out.bytes());
            for (step, _) in &fetch.steps {
                [_, here] = step.bytes.divide(here);
            }
            self.read_host(&lock(&self.state), here);
        });
        match begun {
            Err(error) => CompletionFuture::ready(Err(error)),
            Ok(fetch) => fetch.then(move |fetched| {
                CompletionFuture::ready(fetched.map(|fetched| {
                    let bytes = out.bytes();
                    for (step, data) in &fetched.steps {
                        let places =
                            requested.with_offsets(&step.bytes).zip(step.bytes.with_offsets(&step.bytes));
                        for ((_, to), (range, from)) in places {
                            bytes[to..to + range.len()].copy_from_slice(&data[from..from + range.len()]);
                        }
                    }
                    out
                }))
            }),
        }
    }

    /// Begins the downloads that are needed before data can be used on a queue.
    fn begin_downloads(&self, view: &AcceleratorView, requested: &Ranges) -> Result<PendingDownload> {
        match view.location() {
            Location::Host => self.begin_downloads_for(Location::Host, requested, |_| true),
            location => {
                // Allocates the queue's buffer if there is none, because the buffer identifies the device.
                // Data on the same device moves by a copy within the device, so only data on other devices is
                // downloaded.
                let copy = self.resident_on_queue(view, &Ranges::default())?;
                self.begin_downloads_for(location, requested, |other| !other.is_on_same_device(&copy))
            }
        }
    }

    fn begin_downloads_for(
        &self,
        location: Location,
        requested: &Ranges,
        is_far: impl Fn(&crate::device::gpu::GpuBuffer) -> bool,
    ) -> Result<PendingDownload> {
        let mut state = self.state()?;
        let near = |from| state.buffer_at(from).is_some_and(|copy| !is_far(&copy));
        let mut fetch = PendingDownload {
            version: state.coherence.version(),
            steps: Vec::new(),
            enums: state.enums.clone(),
            waiter: Arc::default(),
        };
        for step in state.coherence.required_transfers(location, requested, near) {
            let Some(copy) = state.buffer_at(step.from).filter(|copy| is_far(copy)) else { continue };
            let download = copy.begin_download(&step.bytes)?;
            state.count_download(step.bytes.size());
            fetch.waiter = copy.waiter();
            fetch.steps.push((step, download));
        }
        Ok(fetch)
    }

    /// Writes downloaded data to the bytes of host memory that are still stale. If the queue `view` has its own
    /// memory, uploads the data to it. Never waits. Returns `Commit::Stale` without a write if the version of
    /// the storage's coherence has changed since the download began.
    ///
    /// No Rust reference to the bytes may exist during the write. One of two conditions guarantees this:
    /// - The caller has kept an `ArrayView` or `ArrayViewMut` of these bytes borrowed since the download began.
    /// - The caller held a `&mut` of such a view only when the download began, and amp owns the host memory.
    ///   Every later write and every later `&mut` to the data on the host changes the version.
    fn commit_download(
        self: &Arc<Self>,
        view: &AcceleratorView,
        requested: &Ranges,
        fetched: &DownloadedData,
    ) -> Result<Commit> {
        let location = view.location();
        // A write to host memory needs no lock. Kernels on the host may use shared data meanwhile, because they
        // and this function access it atomically.
        let shared =
            if location == Location::Host { SharedStorages::default() } else { SharedStorages::of(self) };
        let Some(_hold) = SharedLock::try_new(shared, location) else { return Ok(Commit::Locked) };
        let mut state = self.state()?;
        if state.coherence.version() != fetched.version {
            return Ok(Commit::Stale);
        }
        for (step, data) in &fetched.steps {
            self.write_stale_ranges(&mut state, step, data)?;
        }
        if location != Location::Host {
            self.upload(&mut state, view, requested, Staging::Temporary)?;
        }
        Ok(Commit::Done)
    }

    fn write_stale_ranges(&self, state: &mut State, step: &PlannedTransfer, data: &[u8]) -> Result<()> {
        assert!(data.len() == step.bytes.size());
        let first = self.host_memory(state)?;
        for still in state.coherence.required_transfers(Location::Host, &step.bytes, |_| false) {
            if still.from == step.from {
                for (range, at) in step.bytes.with_offsets(&still.bytes) {
                    let data = &data[at..at + range.len()];
                    // SAFETY: the range lies in the memory and is stale, so no reference to it exists (see
                    // `impl Send for Storage`).
                    unsafe { host::write(first, range.start, data, self.is_shared()) };
                }
                state.coherence.mark_valid(Location::Host, &still.bytes);
            }
        }
        Ok(())
    }
}
