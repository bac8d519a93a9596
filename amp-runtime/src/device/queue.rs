//! Queues of accelerators: launches and copies on one `AcceleratorView` run in order. The queue of a GPU
//! opens its device on first use, so a queue that is never used costs nothing. Comments call an
//! `AcceleratorView` a queue, because "view" means a view of data.

use std::fmt;
use std::panic::{RefUnwindSafe, UnwindSafe};
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, OnceLock};

use crate::device::accelerator::{Accelerator, Backend, no_default};
use crate::device::completion::CompletionFuture;
use crate::device::gpu::{Queue, check_not_in_callback};
use crate::device::profile::{Profile, Profiler};
use crate::device::stats::Activity;
use crate::support::error::{Error, Result};
use crate::support::fork_detection::{self, Started};

/// When launches are submitted to the device: at once, or in batches.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum QueuingMode {
    /// Each launch is submitted immediately.
    Immediate,
    /// Launches are submitted in batches: when a result is needed, at [`AcceleratorView::flush`], or when a
    /// batch is large enough.
    #[default]
    Automatic,
}

/// A queue of an accelerator. Launches on one queue run in the order in which they were made.
///
/// ```
/// use amp::prelude::*;
///
/// let view = Accelerator::cpu().create_view(QueuingMode::Immediate)?;
/// assert_eq!(view.queuing_mode(), QueuingMode::Immediate);
/// assert_eq!(view.accelerator(), &Accelerator::cpu());
/// view.wait()?;
/// # Ok::<(), amp::Error>(())
/// ```
#[derive(Clone)]
pub struct AcceleratorView(Arc<Inner>);

struct Inner {
    id: u64,
    accelerator: Accelerator,
    mode: QueuingMode,
    queue: OnceLock<Arc<Queue>>,
    profiler: Arc<Profiler>,
}

/// A memory that can hold a copy of the data behind views.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Location {
    /// Host memory, which is also the memory of the CPU accelerator.
    Host,
    /// The memory of the queue with this id.
    Queue(u64),
}

/// The work that a future stands for. It decides which failures of launches the future returns.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Awaited {
    /// All launches and copies of the queue.
    Queue,
    /// Copies of this thread. The launches of other threads do not matter.
    Copies,
}

impl AcceleratorView {
    pub(crate) fn new(accelerator: Accelerator, mode: QueuingMode) -> Self {
        static NEXT: AtomicU64 = AtomicU64::new(0);
        let id = NEXT.fetch_add(1, Ordering::Relaxed);
        AcceleratorView(Arc::new(Inner {
            id,
            accelerator,
            mode,
            queue: OnceLock::new(),
            profiler: Arc::default(),
        }))
    }

    /// The queue's accelerator.
    #[must_use]
    pub fn accelerator(&self) -> &Accelerator {
        &self.0.accelerator
    }

    /// When launches are submitted to the device.
    #[must_use]
    pub fn queuing_mode(&self) -> QueuingMode {
        self.0.mode
    }

    /// Runs a closure and measures each launch that any thread makes on this queue meanwhile. Waits for the launches.
    /// See [`Profile`].
    ///
    /// # Errors
    /// The closure's error, or an error of the device.
    pub fn profile(&self, run: impl FnOnce() -> Result<()>) -> Result<Profile> {
        self.flush()?;
        let open = self.0.profiler.begin();
        run()?;
        self.flush()?;
        if let Some(queue) = self.queue_if_open() {
            queue.collect_times()?;
        }
        open.take()
    }

    /// Like [`profile`](Self::profile), for asynchronous code. Measuring begins at the first poll. The future
    /// does not block its executor while it waits for the durations. On a device without a clock, however, each
    /// submission blocks until its launch has run.
    ///
    /// ```
    /// use amp::prelude::*;
    ///
    /// let view = Accelerator::default().default_view();
    /// let mut y = ArrayViewMut::<f32>::without_source([1000])?;
    /// let profile = view.profile_async(async {
    ///     view.parallel_for_each(y.extent(), amp!(|i: Index<1>| y[i] += 1.0))?;
    ///     assert_eq!(y.read_async().await?[7], 1.0);
    ///     view.parallel_for_each(y.extent(), amp!(|i: Index<1>| y[i] += 1.0))
    /// });
    /// # let profile = pollster::block_on(profile);
    /// # #[cfg(any())]
    /// let profile = profile.await;
    /// assert_eq!(profile?.launches().len(), 2);
    /// # Ok::<(), amp::Error>(())
    /// ```
    ///
    /// # Errors
    /// The error of `run`, or an error of the device.
    pub fn profile_async<F>(&self, run: F) -> impl Future<Output = Result<Profile>> + use<F>
    where
        F: Future<Output = Result<()>>,
    {
        let view = self.clone();
        async move {
            view.flush()?;
            let open = view.0.profiler.begin();
            run.await?;
            view.flush()?;
            if let Some(queue) = view.queue_if_open().cloned() {
                let waiter = queue.waiter();
                CompletionFuture::new(waiter, move || queue.collect_times(), |result| result).await?;
            }
            open.take()
        }
    }

    /// Submits all recorded launches to the device.
    ///
    /// # Errors
    /// An error that the device reported, and that no earlier call has returned.
    pub fn flush(&self) -> Result<()> {
        self.queue_if_open().map_or(Ok(()), |queue| queue.flush())
    }

    /// Waits until all launches are done. Moves no data.
    ///
    /// # Errors
    /// An error that the device reported, and that no earlier call has returned.
    pub fn wait(&self) -> Result<()> {
        self.queue_if_open().map_or(Ok(()), |queue| queue.wait())
    }

    /// Submits all recorded launches and copies, and returns a future that is ready when they are done.
    ///
    /// ```
    /// use amp::prelude::*;
    ///
    /// let view = Accelerator::default().default_view();
    /// let mut y = ArrayViewMut::<f32>::without_source([100])?;
    /// view.parallel_for_each(y.extent(), amp!(|i: Index<1>| y[i] = 2.0))?;
    /// view.create_marker().wait()?;
    /// # Ok::<(), amp::Error>(())
    /// ```
    pub fn create_marker(&self) -> CompletionFuture<'static> {
        self.future_of(Awaited::Queue)
    }

    /// A future that is ready when the work so far is done.
    pub(crate) fn future_of(&self, awaited: Awaited) -> CompletionFuture<'static> {
        match self.queue_if_open().map(|queue| queue.marker(awaited).map(|wait| (queue.waiter(), wait))) {
            None => CompletionFuture::ready(Ok(())),
            Some(Ok((waiter, wait))) => CompletionFuture::new(waiter, wait, |result| result),
            Some(Err(error)) => CompletionFuture::ready(Err(error)),
        }
    }

    /// Counts of this queue's work on its device. See [`Activity`].
    #[must_use]
    pub fn activity(&self) -> Activity {
        self.queue_if_open().map_or_else(Activity::default, |queue| queue.activity())
    }

    /// The profiler, which collects the durations of launches while a profile is open.
    pub(crate) fn profiler(&self) -> &Profiler {
        &self.0.profiler
    }

    /// Whether the device is lost. A device loss is permanent.
    pub(crate) fn is_lost(&self) -> bool {
        self.queue_if_open().is_some_and(|queue| queue.is_lost())
    }

    pub(crate) fn id(&self) -> u64 {
        self.0.id
    }

    /// The memory in which the kernels of this queue access their data.
    pub(crate) fn location(&self) -> Location {
        match self.0.accelerator.backend() {
            Backend::Cpu(_) | Backend::Checked(_) | Backend::Missing(_) => Location::Host,
            Backend::Gpu(_) => Location::Queue(self.id()),
        }
    }

    /// The command queue on the GPU. The first call opens it.
    pub(crate) fn queue(&self) -> Result<Arc<Queue>> {
        let open = || match self.0.accelerator.backend() {
            Backend::Gpu(adapter) => {
                let immediate = self.0.mode == QueuingMode::Immediate;
                Queue::new(adapter.device()?, immediate, self.0.profiler.clone())
            }
            Backend::Missing(requested) => Err(no_default(requested)),
            Backend::Cpu(_) | Backend::Checked(_) => Err(Error::DeviceUnavailable {
                accelerator: self.0.accelerator.description(),
                reason: "the CPU accelerator has no device".into(),
            }),
        };
        check_not_in_callback()?;
        if let Some(opened) = self.0.queue.get() {
            fork_detection::refuse(Started::Devices, || self.0.accelerator.description())?;
            return Ok(opened.clone());
        }
        // A failed attempt is not stored, so the next call tries again.
        let opened = open()?;
        Ok(self.0.queue.get_or_init(|| opened).clone())
    }

    /// The command queue on the GPU, if it is already open.
    fn queue_if_open(&self) -> Option<&Arc<Queue>> {
        self.0.queue.get()
    }
}

// The state behind each lock is consistent between any two statements, so a panic leaves no half-finished
// update.
impl UnwindSafe for AcceleratorView {}
impl RefUnwindSafe for AcceleratorView {}

impl PartialEq for AcceleratorView {
    fn eq(&self, other: &Self) -> bool {
        self.id() == other.id()
    }
}

impl Eq for AcceleratorView {}

impl fmt::Debug for AcceleratorView {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("AcceleratorView")
            .field("id", &self.id())
            .field("accelerator", &self.0.accelerator.description())
            .field("queuing_mode", &self.0.mode)
            .finish()
    }
}
