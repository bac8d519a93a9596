//! How long kernels take: collected while somebody asks for it.

use std::fmt;
use std::sync::Mutex;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::{Duration, Instant};

use crate::sync::lock;

/// What the launches on one accelerator view took, made by [`AcceleratorView::profile`](crate::AcceleratorView::profile).
///
/// On a GPU these are the times that the device took, without those of queues and transfers, if it has a clock; else, and
/// on the CPU, they are those that the host saw.
///
/// ```
/// use amp::prelude::*;
///
/// let view = Accelerator::default().default_view();
/// let mut y = ArrayViewMut::<f32>::without_source([1000])?;
/// let profile = view.profile(|| {
///     for _ in 0..3 {
///         view.parallel_for_each(y.extent(), amp!(|i: Index<1>| y[i] += 1.0))?;
///     }
///     Ok(())
/// })?;
/// assert_eq!(profile.launches().len(), 3);
/// println!("{profile}"); // a table: each kernel, how often it ran, how long it took
/// # Ok::<(), amp::Error>(())
/// ```
#[derive(Clone, Debug, Default)]
pub struct Profile {
    launches: Vec<LaunchTime>,
}

/// One launch in a [`Profile`].
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct LaunchTime {
    /// The kernel.
    pub kernel: String,
    /// How long it ran.
    pub duration: Duration,
}

impl Profile {
    /// All launches, in their order.
    #[must_use]
    pub fn launches(&self) -> &[LaunchTime] {
        &self.launches
    }

    /// What all launches took together.
    #[must_use]
    pub fn total(&self) -> Duration {
        self.launches.iter().map(|launch| launch.duration).sum()
    }

    /// Each kernel, in the order of its first launch: how often it was launched, and what that took together.
    #[must_use]
    pub fn kernels(&self) -> Vec<(String, usize, Duration)> {
        let mut kernels: Vec<(String, usize, Duration)> = Vec::new();
        for LaunchTime { kernel, duration } in &self.launches {
            match kernels.iter_mut().find(|(name, ..)| name == kernel) {
                Some((_, count, sum)) => {
                    *count += 1;
                    *sum += *duration;
                }
                None => kernels.push((kernel.clone(), 1, *duration)),
            }
        }
        kernels
    }
}

impl fmt::Display for Profile {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let total = self.total().as_secs_f64();
        writeln!(f, "{:>8} {:>14} {:>7}  kernel", "launches", "time", "share")?;
        for (kernel, count, sum) in self.kernels() {
            let share = if total > 0.0 { 100.0 * sum.as_secs_f64() / total } else { 0.0 };
            writeln!(f, "{count:>8} {:>14} {share:>6.1}%  {kernel}", format!("{sum:.1?}"))?;
        }
        Ok(())
    }
}

/// Collects the times of an accelerator view's launches.
#[derive(Debug, Default)]
pub(crate) struct Profiler {
    /// How many profiles are being made; asked at every launch.
    count: AtomicUsize,
    /// The profiles that are being made, each with its number.
    open: Mutex<Vec<(usize, Profile)>>,
    next: AtomicUsize,
}

impl Profiler {
    pub(crate) fn is_active(&self) -> bool {
        self.count.load(Ordering::Relaxed) != 0
    }

    /// Begins a profile. It ends with the result.
    pub(crate) fn begin(&self) -> Open<'_> {
        let number = self.next.fetch_add(1, Ordering::Relaxed);
        lock(&self.open).push((number, Profile::default()));
        self.count.fetch_add(1, Ordering::Relaxed);
        Open { profiler: self, number }
    }

    /// Runs something; if anybody wants to know, says what it took.
    pub(crate) fn timed<R>(&self, kernel: &str, run: impl FnOnce() -> R) -> R {
        if !self.is_active() {
            return run();
        }
        let start = Instant::now();
        let result = run();
        self.record(kernel, start.elapsed());
        result
    }

    pub(crate) fn record(&self, kernel: &str, duration: Duration) {
        for (_, profile) in &mut *lock(&self.open) {
            profile.launches.push(LaunchTime { kernel: kernel.to_owned(), duration });
        }
    }
}

/// A profile that is being made.
pub(crate) struct Open<'p> {
    profiler: &'p Profiler,
    number: usize,
}

impl Open<'_> {
    /// What was collected so far.
    pub(crate) fn take(&self) -> Profile {
        let mut open = lock(&self.profiler.open);
        let mine = open.iter_mut().find(|(number, _)| *number == self.number);
        mine.map(|(_, profile)| std::mem::take(profile)).unwrap_or_default()
    }
}

impl Drop for Open<'_> {
    fn drop(&mut self) {
        lock(&self.profiler.open).retain(|(number, _)| *number != self.number);
        self.profiler.count.fetch_sub(1, Ordering::Relaxed);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn profiles_may_be_made_within_profiles() {
        let profiler = Profiler::default();
        profiler.timed("nobody asks", || ());
        let outer = profiler.begin();
        profiler.record("a", Duration::from_millis(1));
        let inner = profiler.begin();
        profiler.record("b", Duration::from_millis(2));
        profiler.record("a", Duration::from_millis(3));
        assert_eq!(inner.take().total(), Duration::from_millis(5));
        drop(inner);
        let kernels = outer.take().kernels();
        let wanted = [("a", 2, 4), ("b", 1, 2)];
        assert_eq!(kernels, wanted.map(|(name, count, ms)| (name.into(), count, Duration::from_millis(ms))));
        drop(outer);
        assert!(!profiler.is_active());
    }

    #[test]
    fn a_profile_is_a_table() {
        let launch =
            |kernel: &str, ms| LaunchTime { kernel: kernel.into(), duration: Duration::from_millis(ms) };
        let profile = Profile { launches: vec![launch("a", 1), launch("b", 2), launch("a", 1)] };
        let table = profile.to_string();
        assert!(table.contains("       2          2.0ms   50.0%  a\n"), "{table}");
    }
}
