//! Profiles: the times of the launches on a queue, collected while a profile is open. A GPU with timestamps
//! reports the duration of a launch only after it has run. So a launch first adds an entry without a duration
//! to each open profile, and the queue sets the duration when the timestamps arrive. Profiles may overlap.

use std::fmt;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Arc, Mutex, Weak};
use std::time::{Duration, Instant};

use crate::support::error::{Error, Result};
use crate::support::sync::lock;

/// The times of the launches on one queue, collected by [`AcceleratorView::profile`](crate::AcceleratorView::profile).
///
/// If the GPU has a clock, the device measures the times. They then include neither transfers nor the time
/// that a launch waits in the queue. Otherwise, and on the CPU, the host measures the times.
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
    /// The kernel's name.
    pub kernel: String,
    /// The duration of the launch.
    pub duration: Duration,
}

impl Profile {
    /// All launches in order.
    #[must_use]
    pub fn launches(&self) -> &[LaunchTime] {
        &self.launches
    }

    /// The sum of all durations.
    #[must_use]
    pub fn total(&self) -> Duration {
        self.launches.iter().map(|launch| launch.duration).sum()
    }

    /// For each kernel, in the order of first launches: name, number of launches and total time.
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

type SharedLaunches = Mutex<Launches>;

/// The launches of one profile.
#[derive(Debug, Default)]
struct Launches {
    /// The kernel and the duration of each launch, in order. The duration is `None` until it is known.
    times: Vec<(String, Option<Duration>)>,
    /// An error of the device, after which some durations will never be known.
    error: Option<Error>,
}

/// Collects the durations of a queue's launches while profiles are open.
#[derive(Debug, Default)]
pub(crate) struct Profiler {
    /// The number of open profiles. Every launch reads this atomic instead of locking `open`.
    count: AtomicUsize,
    /// The open profiles.
    open: Mutex<Vec<Arc<SharedLaunches>>>,
}

impl Profiler {
    pub(crate) fn is_active(&self) -> bool {
        self.count.load(Ordering::Relaxed) != 0
    }

    /// Opens a profile. It is closed when the result is dropped.
    pub(crate) fn begin(self: &Arc<Self>) -> OpenProfile {
        let collected = Arc::<SharedLaunches>::default();
        lock(&self.open).push(collected.clone());
        self.count.fetch_add(1, Ordering::Relaxed);
        OpenProfile { profiler: self.clone(), collected }
    }

    /// Runs a closure, and records its duration if a profile is open.
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
        self.add_pending([kernel].into_iter()).record(&[duration]);
    }

    /// Adds launches without durations to all open profiles.
    pub(crate) fn add_pending<'k>(&self, kernels: impl Iterator<Item = &'k str> + Clone) -> PendingTimes {
        let expect = |collected: &Arc<SharedLaunches>| {
            let times = &mut lock(collected).times;
            let first = times.len();
            times.extend(kernels.clone().map(|kernel| (kernel.to_owned(), None)));
            (Arc::downgrade(collected), first)
        };
        PendingTimes(lock(&self.open).iter().map(expect).collect())
    }
}

/// Consecutive launches whose times are pending. For each profile that is open: its list of launches, and the index in
/// that list of the first pending launch.
pub(crate) struct PendingTimes(Vec<(Weak<SharedLaunches>, usize)>);

impl PendingTimes {
    /// Whether any of these profiles is still open.
    pub(crate) fn is_wanted(&self) -> bool {
        self.0.iter().any(|(collected, _)| collected.strong_count() > 0)
    }

    /// Sets the durations of the pending launches.
    pub(crate) fn record(&self, times: &[Duration]) {
        for (collected, first) in &self.0 {
            let Some(collected) = collected.upgrade() else { continue };
            let mut launches = lock(&collected);
            for ((_, known), time) in launches.times.iter_mut().skip(*first).zip(times) {
                *known = Some(*time);
            }
        }
    }

    /// Records that the durations will never be known. A profile with missing durations returns the error.
    pub(crate) fn record_failure(&self, error: &Error) {
        for collected in self.0.iter().filter_map(|(collected, _)| collected.upgrade()) {
            lock(&collected).error.get_or_insert_with(|| error.clone());
        }
    }
}

/// An open profile.
pub(crate) struct OpenProfile {
    profiler: Arc<Profiler>,
    collected: Arc<SharedLaunches>,
}

impl OpenProfile {
    /// The launches with their durations, or the error because of which a duration is missing.
    pub(crate) fn take(&self) -> Result<Profile> {
        let Launches { times, error } = std::mem::take(&mut *lock(&self.collected));
        if let Some(error) = error {
            return Err(error);
        }
        // Omits a launch whose duration is not known yet. Such a launch was made by another thread after the
        // queue collected the durations.
        let timed =
            times.into_iter().filter_map(|(kernel, time)| Some(LaunchTime { kernel, duration: time? }));
        Ok(Profile { launches: timed.collect() })
    }
}

impl Drop for OpenProfile {
    fn drop(&mut self) {
        lock(&self.profiler.open).retain(|open| !Arc::ptr_eq(open, &self.collected));
        self.profiler.count.fetch_sub(1, Ordering::Relaxed);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn profiles_may_be_nested() {
        let profiler = Arc::new(Profiler::default());
        profiler.timed("no profile is open", || ());
        let outer = profiler.begin();
        profiler.record("a", Duration::from_millis(1));
        let inner = profiler.begin();
        profiler.record("b", Duration::from_millis(2));
        profiler.record("a", Duration::from_millis(3));
        assert_eq!(inner.take().unwrap().total(), Duration::from_millis(5));
        drop(inner);
        let kernels = outer.take().unwrap().kernels();
        let expected = [("a", 2, 4), ("b", 1, 2)];
        assert_eq!(
            kernels,
            expected.map(|(name, count, ms)| (name.into(), count, Duration::from_millis(ms)))
        );
        drop(outer);
        assert!(!profiler.is_active());
    }

    #[test]
    fn late_times_go_to_profiles_that_were_open_at_the_launch() {
        let profiler = Arc::new(Profiler::default());
        let first = profiler.begin();
        let expected = profiler.add_pending(["a", "b", "c"].into_iter());
        let second = profiler.begin();
        profiler.record("d", Duration::from_millis(4));
        // The duration of "c" is not known yet.
        expected.record(&[1, 2].map(Duration::from_millis));
        let names = |open: &OpenProfile| {
            open.take().unwrap().launches.into_iter().map(|it| it.kernel).collect::<String>()
        };
        assert_eq!((names(&first), names(&second)), ("abd".into(), "d".into()));
        assert!(expected.is_wanted());
        drop(first);
        assert!(!expected.is_wanted());
    }

    #[test]
    fn profile_with_a_failed_time_is_an_error() {
        let profiler = Arc::new(Profiler::default());
        let first = profiler.begin();
        let expected = profiler.add_pending(["a"].into_iter());
        let second = profiler.begin();
        profiler.record("b", Duration::from_millis(2));
        expected.record_failure(&Error::AlreadyTaken);
        assert!(matches!(first.take(), Err(Error::AlreadyTaken)));
        assert_eq!(second.take().unwrap().launches.len(), 1);
    }

    #[test]
    fn profile_displays_a_table() {
        let launch =
            |kernel: &str, ms| LaunchTime { kernel: kernel.into(), duration: Duration::from_millis(ms) };
        let profile = Profile { launches: vec![launch("a", 1), launch("b", 2), launch("a", 1)] };
        let table = profile.to_string();
        assert!(table.contains("       2          2.0ms   50.0%  a\n"), "{table}");
    }
}
