//! What is fetched from devices while somebody does something else: begun at once, put in its place by whoever asked.

use std::sync::{Arc, Mutex};

use super::Storage;
use super::enums::Enums;
use crate::accelerator_view::AcceleratorView;
use crate::coherence::{Move, Place};
use crate::completion::{CompletionFuture, Waiter};
use crate::element::Element;
use crate::error::Result;
use crate::gpu::Download;
use crate::host::{self, bytes_of_mut};
use crate::ranges::Ranges;
use crate::sync::lock;

/// Data on its way to the host.
struct Fetch {
    steps: Vec<(Move, Download)>,
    enums: Option<Arc<Enums>>,
    waiter: Arc<Waiter>,
}

/// Data that was fetched.
type Fetched = Vec<(Move, Vec<u8>)>;

impl Fetch {
    /// A future that waits for the data, and gives it to `finish`.
    fn then<'a, T>(
        self,
        finish: impl FnOnce(Result<Fetched>) -> Result<T> + Send + 'a,
    ) -> CompletionFuture<'a, T> {
        let fetched = Arc::new(Mutex::new(Vec::new()));
        let (theirs, steps, enums) = (fetched.clone(), self.steps, self.enums);
        // On any thread, and so only to memory of its own.
        let wait = move || {
            for (step, download) in steps {
                let mut data = download.wait()?;
                if let Some(enums) = &enums {
                    let mut pieces = step.bytes.split(&mut data);
                    pieces.iter_mut().for_each(|(start, piece)| enums.mend(*start, piece));
                }
                lock(&theirs).push((step, data));
            }
            Ok(())
        };
        CompletionFuture::new(self.waiter, wait, move |result| {
            let fetched = std::mem::take(&mut *lock(&fetched));
            finish(result.map(|()| fetched))
        })
    }
}

impl Storage {
    /// Begins to bring data to an accelerator; `finish` is called with what that came to. The future's lifetime is that of a borrow of the
    /// view that the data belongs to.
    pub(crate) fn settle_later<'a, T: 'a>(
        self: &Arc<Self>,
        view: &AcceleratorView,
        wanted: Ranges,
        finish: impl FnOnce(Result<()>) -> Result<T> + Send + 'a,
    ) -> CompletionFuture<'a, T> {
        let wanted = self.words(&wanted).into_owned();
        let fetch = match self.begin(view, &wanted) {
            Ok(fetch) => fetch,
            Err(error) => return CompletionFuture::ready(finish(Err(error))),
        };
        let (this, view) = (self.clone(), view.clone());
        let settle = move |fetched: Result<Fetched>| {
            let put = |fetched: Fetched| {
                fetched.iter().try_for_each(|(step, data)| this.settle_fetched(step, data))?;
                this.settle(&view, &wanted)
            };
            finish(fetched.and_then(put))
        };
        match fetch {
            Some(fetch) => fetch.then(settle),
            None => CompletionFuture::ready(settle(Ok(Vec::new()))),
        }
    }

    /// The same for data that others change meanwhile: what is fetched now may be old by then, so only the devices that have it
    /// are waited for, and whoever asks has it moved.
    pub(crate) fn settle_shared_later<'a>(
        self: &Arc<Self>,
        view: &AcceleratorView,
        wanted: Ranges,
    ) -> CompletionFuture<'a> {
        let wanted = self.words(&wanted).into_owned();
        let sources: Vec<_> = {
            let state = lock(&self.state);
            let moves = state.coherence.moves(view.place(), &wanted, |_| false);
            moves.iter().filter_map(|step| state.copy(step.from)).collect()
        };
        let (this, view) = (self.clone(), view.clone());
        let settle = move |result: Result<()>| result.and_then(|()| this.settle(&view, &wanted));
        let markers: Result<Vec<_>> = sources.iter().map(|source| source.marker()).collect();
        match (markers, sources.first()) {
            (Err(error), _) => CompletionFuture::ready(Err(error)),
            (Ok(_), None) => CompletionFuture::ready(settle(Ok(()))),
            (Ok(markers), Some(first)) => {
                let wait = move || markers.into_iter().try_for_each(|marker| marker());
                CompletionFuture::new(first.waiter(), wait, settle)
            }
        }
    }

    /// Has memory that amp owns brought up to date when the view is ready, on any thread: nobody has borrowed a view of it.
    pub(crate) fn bring_home_later(
        self: Arc<Self>,
        view: &AcceleratorView,
        wanted: Ranges,
    ) -> CompletionFuture<'static> {
        assert!(self.lent.is_none());
        let waiter = match view.queue() {
            Ok(queue) => queue.waiter(),
            Err(error) => return CompletionFuture::ready(Err(error)),
        };
        // Only what is stale is written, and only while it is.
        let bring = move || self.bring_home(&mut lock(&self.state), &wanted).map(|_| ());
        CompletionFuture::new(waiter, bring, |result| result)
    }

    /// Begins to copy elements out, as they are now.
    pub(crate) fn copy_out_later<T: Element>(&self, wanted: Ranges) -> CompletionFuture<'static, Vec<T>> {
        // Elements that are parts of words, from words.
        if !wanted.are_words(self.bytes) {
            let words = wanted.in_words(self.bytes);
            return match host::zeros(wanted.size() / size_of::<T>()) {
                Ok(mut out) => self.copy_out_later::<u8>(words.clone()).map(move |data| {
                    words.pick(&data, wanted.split(bytes_of_mut(&mut out)));
                    out
                }),
                Err(error) => CompletionFuture::ready(Err(error)),
            };
        }
        let begun = host::zeros(wanted.size() / size_of::<T>()).and_then(|mut out| {
            let fetch = self.begin_at(Place::Host, &wanted, |_| true)?;
            let mut here = wanted.split(bytes_of_mut(&mut out));
            for (step, _) in fetch.iter().flat_map(|fetch| &fetch.steps) {
                [_, here] = step.bytes.divide(here);
            }
            self.read_host(&lock(&self.state), here);
            Ok((out, fetch))
        });
        match begun {
            Err(error) => CompletionFuture::ready(Err(error)),
            Ok((out, None)) => CompletionFuture::ready(Ok(out)),
            Ok((mut out, Some(fetch))) => fetch.then(move |fetched| {
                let bytes = bytes_of_mut(&mut out);
                for (step, data) in &fetched? {
                    for ((_, to), (range, from)) in
                        wanted.placed(&step.bytes).zip(step.bytes.placed(&step.bytes))
                    {
                        bytes[to..to + range.len()].copy_from_slice(&data[from..from + range.len()]);
                    }
                }
                Ok(out)
            }),
        }
    }

    /// Sends on its way to the host what has to go there before the data can be used at a view.
    fn begin(&self, view: &AcceleratorView, wanted: &Ranges) -> Result<Option<Fetch>> {
        match view.place() {
            Place::Host => self.begin_at(Place::Host, wanted, |_| true),
            place => {
                // Memory there says which of the others are near.
                let copy = self.on_view(view, &Ranges::default())?;
                self.begin_at(place, wanted, |other| !other.is_near(&copy))
            }
        }
    }

    fn begin_at(
        &self,
        place: Place,
        wanted: &Ranges,
        is_far: impl Fn(&crate::gpu::GpuBuffer) -> bool,
    ) -> Result<Option<Fetch>> {
        let mut state = lock(&self.state);
        let near = |from| state.copy(from).is_some_and(|copy| !is_far(&copy));
        let mut fetch: Option<Fetch> = None;
        for step in state.coherence.moves(place, wanted, near) {
            let Some(copy) = state.copy(step.from).filter(|copy| is_far(copy)) else { continue };
            let download = copy.begin_download(&step.bytes)?;
            state.downloaded(step.bytes.size());
            let fetch = fetch.get_or_insert_with(|| Fetch {
                steps: Vec::new(),
                enums: state.enums.clone(),
                waiter: copy.waiter(),
            });
            fetch.steps.push((step, download));
        }
        Ok(fetch)
    }

    /// Puts on the host what was fetched, where it is still stale there. The caller has borrowed a view with these bytes
    /// since they were sent.
    fn settle_fetched(&self, step: &Move, data: &[u8]) -> Result<()> {
        assert!(data.len() == step.bytes.size());
        let mut state = lock(&self.state);
        let first = self.host_memory(&mut state)?;
        for still in state.coherence.moves(Place::Host, &step.bytes, |_| false) {
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
}
