//! Counters of the commands that a queue submits to its device.

use std::sync::atomic::{AtomicU64, Ordering};

use crate::device::completion;

/// Counts the work of a queue on its device; [`AcceleratorView::activity`](crate::AcceleratorView::activity) returns it.
/// All counts are zero on the CPU.
///
/// ```
/// use amp::prelude::*;
///
/// let view = Accelerator::default().create_view(QueuingMode::Automatic)?;
/// let mut y = ArrayViewMut::<f32>::without_source([100])?;
/// for _ in 0..10 {
///     view.parallel_for_each(y.extent(), amp!(|i: Index<1>| y[i] += 1.0))?;
/// }
/// view.flush()?;
/// let activity = view.activity();
/// // One submission for all launches, and no thread has waited.
/// assert!(activity.submissions <= 1 && activity.passes <= 1 && activity.waits == 0);
/// # Ok::<(), amp::Error>(())
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[non_exhaustive]
pub struct Activity {
    /// Recorded launches.
    pub launches: u64,
    /// Submitted command buffers with launches.
    pub submissions: u64,
    /// The number of compute passes in the submitted command buffers.
    pub passes: u64,
    /// Writes of launch parameters to the device; those of one submission count as one.
    pub parameter_writes: u64,
    /// Created bind groups.
    pub bind_groups: u64,
    /// Compiled pipelines.
    pub pipelines: u64,
    /// The number of times that a thread which called amp waited for the device. Waits of amp's own threads
    /// do not count.
    pub waits: u64,
}

/// The counters behind an [`Activity`].
#[derive(Default)]
pub(crate) struct Counters {
    pub(crate) launches: Counter,
    pub(crate) submissions: Counter,
    pub(crate) passes: Counter,
    pub(crate) parameter_writes: Counter,
    pub(crate) bind_groups: Counter,
    pub(crate) pipelines: Counter,
    waits: Counter,
}

impl Counters {
    /// Counts a wait of this thread, unless it is a waiter thread of amp.
    pub(crate) fn count_wait(&self) {
        if !completion::is_waiter_thread() {
            self.waits.add();
        }
    }

    pub(crate) fn activity(&self) -> Activity {
        Activity {
            launches: self.launches.get(),
            submissions: self.submissions.get(),
            passes: self.passes.get(),
            parameter_writes: self.parameter_writes.get(),
            bind_groups: self.bind_groups.get(),
            pipelines: self.pipelines.get(),
            waits: self.waits.get(),
        }
    }
}

/// A counter that several threads may increase at the same time.
#[derive(Default)]
pub(crate) struct Counter(AtomicU64);

impl Counter {
    pub(crate) fn add(&self) {
        self.0.fetch_add(1, Ordering::Relaxed);
    }

    fn get(&self) -> u64 {
        self.0.load(Ordering::Relaxed)
    }
}
