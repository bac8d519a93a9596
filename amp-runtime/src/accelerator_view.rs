//! Accelerator views: the queues that launches go to.

use std::fmt;
use std::panic::{RefUnwindSafe, UnwindSafe};
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, OnceLock};

use crate::accelerator::{Accelerator, Backend, no_default};
use crate::activity::Activity;
use crate::coherence::Place;
use crate::completion::CompletionFuture;
use crate::domain::{Domain, IntoDomain};
use crate::error::{Error, Result};
use crate::forked::{self, Started};
use crate::gpu::{Queue, outside};
use crate::kernel::Kernel;
use crate::profile::{Profile, Profiler};

/// When launches are sent to the device.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum QueuingMode {
    /// Each at once.
    Immediate,
    /// Many together: when somebody waits for one of them, on [`AcceleratorView::flush`], or when enough have gathered.
    #[default]
    Automatic,
}

/// A queue of an accelerator. Launches on one view run in the order in which they were made.
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

    /// The accelerator that it belongs to.
    #[must_use]
    pub fn accelerator(&self) -> &Accelerator {
        &self.0.accelerator
    }

    /// When launches are sent to the device.
    #[must_use]
    pub fn queuing_mode(&self) -> QueuingMode {
        self.0.mode
    }

    /// Runs a kernel here, for each index of a domain. See [`parallel_for_each`](crate::parallel_for_each).
    ///
    /// # Errors
    /// Those of [`parallel_for_each`](crate::parallel_for_each).
    pub fn parallel_for_each<D: IntoDomain>(&self, domain: D, kernel: impl Kernel<D::Domain>) -> Result<()> {
        kernel.launch(domain.into_domain(), Some(self))
    }

    /// Compiles a kernel for these arguments, so that its first launch need not wait for that. Nothing is run, no data moves.
    /// See [`warm_up`](crate::warm_up).
    ///
    /// # Errors
    /// What the accelerator lacks, forbids, or reports.
    pub fn warm_up<D: Domain>(&self, kernel: impl Kernel<D>) -> Result<()> {
        kernel.warm_up(Some(self)).wait()
    }

    /// Begins to compile a kernel for these arguments. See [`warm_up_async`](crate::warm_up_async).
    pub fn warm_up_async<D: Domain>(&self, kernel: impl Kernel<D>) -> CompletionFuture<'static> {
        kernel.warm_up(Some(self))
    }

    /// Runs something, and says what each kernel took that was launched here meanwhile, by whichever thread. The launches
    /// are waited for. See [`Profile`].
    ///
    /// # Errors
    /// What the function returns, and what the device reports.
    pub fn profile(&self, run: impl FnOnce() -> Result<()>) -> Result<Profile> {
        self.flush()?;
        let open = self.0.profiler.begin();
        run()?;
        self.flush()?;
        if let Some(queue) = self.opened() {
            queue.collect_times()?;
        }
        open.take()
    }

    /// The same for something that waits: launches between which futures are waited for. It begins with the first poll, and
    /// waits for the device as futures do; on one that has no clock, each launch is waited for where it is sent.
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
    /// What `run` comes to, and what the device reports.
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
            if let Some(queue) = view.opened().cloned() {
                let waiter = queue.waiter();
                CompletionFuture::new(waiter, move || queue.collect_times(), |result| result).await?;
            }
            open.take()
        }
    }

    /// Sends all launches that have gathered to the device.
    ///
    /// # Errors
    /// What the device reported since the last call.
    pub fn flush(&self) -> Result<()> {
        self.opened().map_or(Ok(()), |queue| queue.flush())
    }

    /// Waits until all launches are done. Data stays where it is.
    ///
    /// # Errors
    /// What the device reported since the last call.
    pub fn wait(&self) -> Result<()> {
        self.opened().map_or(Ok(()), |queue| queue.wait())
    }

    /// A future that is ready when all launches and copies that were made so far are done. They are sent to the device.
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
        match self.opened().map(|queue| queue.marker().map(|wait| (queue.waiter(), wait))) {
            None => CompletionFuture::ready(Ok(())),
            Some(Ok((waiter, wait))) => CompletionFuture::new(waiter, wait, |result| result),
            Some(Err(error)) => CompletionFuture::ready(Err(error)),
        }
    }

    /// How often this view has asked its device for something. See [`Activity`].
    #[must_use]
    pub fn activity(&self) -> Activity {
        self.opened().map_or_else(Activity::default, |queue| queue.activity())
    }

    /// Who collects times, if anybody does.
    pub(crate) fn profiler(&self) -> &Profiler {
        &self.0.profiler
    }

    /// Whether its device is gone for ever.
    pub(crate) fn is_lost(&self) -> bool {
        self.opened().is_some_and(|queue| queue.is_lost())
    }

    pub(crate) fn id(&self) -> u64 {
        self.0.id
    }

    /// Where data lies that is used here.
    pub(crate) fn place(&self) -> Place {
        match self.0.accelerator.backend() {
            Backend::Cpu(_) | Backend::Checked(_) | Backend::Missing(_) => Place::Host,
            Backend::Gpu(_) => Place::View(self.id()),
        }
    }

    /// The queue of a GPU, opened by the first call.
    pub(crate) fn queue(&self) -> Result<Arc<Queue>> {
        let open = || match self.0.accelerator.backend() {
            Backend::Gpu(adapter) => {
                let immediate = self.0.mode == QueuingMode::Immediate;
                Queue::new(adapter.device()?, immediate, self.0.profiler.clone())
            }
            Backend::Missing(wish) => Err(no_default(wish)),
            Backend::Cpu(_) | Backend::Checked(_) => Err(Error::DeviceUnavailable {
                accelerator: self.0.accelerator.description(),
                reason: "the CPU accelerator has no device".into(),
            }),
        };
        outside()?;
        if let Some(opened) = self.0.queue.get() {
            forked::refuse(Started::Devices, || self.0.accelerator.description())?;
            return Ok(opened.clone());
        }
        // What could not be opened may be, the next time.
        let opened = open()?;
        Ok(self.0.queue.get_or_init(|| opened).clone())
    }

    /// The queue, if there is one and it was used.
    fn opened(&self) -> Option<&Arc<Queue>> {
        self.0.queue.get()
    }
}

// What it guards is consistent between any two statements, so a panic leaves nothing half done.
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
