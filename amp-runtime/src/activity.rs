//! What an accelerator view asked of its device, counted.

use std::sync::atomic::{AtomicU64, Ordering};

use crate::completion;

/// How often an accelerator view has asked its device for something: told by
/// [`AcceleratorView::activity`](crate::AcceleratorView::activity). On the CPU there is no device, and all of it is zero.
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
/// // All launches together, and nobody has waited.
/// assert!(activity.submissions <= 1 && activity.passes <= 1 && activity.waits == 0);
/// # Ok::<(), amp::Error>(())
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[non_exhaustive]
pub struct Activity {
    /// Launches that were recorded.
    pub launches: u64,
    /// Command buffers with launches that were sent to the device.
    pub submissions: u64,
    /// Compute passes in them.
    pub passes: u64,
    /// How often parameters of launches were sent to the device, all those of a submission together.
    pub parameter_writes: u64,
    /// Sets of buffers that were bound for the first time.
    pub bind_groups: u64,
    /// Kernels that had to be compiled for the device.
    pub pipelines: u64,
    /// How often a thread that called amp has waited for the device. Threads of amp's own, which wait for futures, do not
    /// count.
    pub waits: u64,
}

/// The same while it is counted.
#[derive(Default)]
pub(crate) struct Counts {
    pub(crate) launches: Count,
    pub(crate) submissions: Count,
    pub(crate) passes: Count,
    pub(crate) parameter_writes: Count,
    pub(crate) bind_groups: Count,
    pub(crate) pipelines: Count,
    waits: Count,
}

impl Counts {
    /// This thread is about to wait.
    pub(crate) fn wait(&self) {
        if !completion::is_own_thread() {
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

/// A number that any thread may increase.
#[derive(Default)]
pub(crate) struct Count(AtomicU64);

impl Count {
    pub(crate) fn add(&self) {
        self.0.fetch_add(1, Ordering::Relaxed);
    }

    fn get(&self) -> u64 {
        self.0.load(Ordering::Relaxed)
    }
}
