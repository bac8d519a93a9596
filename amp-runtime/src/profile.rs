//! How long kernels take: collected while somebody asks for it.

use std::fmt;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Arc, Mutex, Weak};
use std::time::{Duration, Instant};

use crate::error::{Error, Result};
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

type Collected = Mutex<Launches>;

/// What is known of the launches in a profile.
#[derive(Debug, Default)]
struct Launches {
    /// In their order, with their times where these are known already.
    times: Vec<(String, Option<Duration>)>,
    /// Why the times of some will never be known.
    error: Option<Error>,
}

/// Collects the times of an accelerator view's launches.
#[derive(Debug, Default)]
pub(crate) struct Profiler {
    /// How many profiles are being made; asked at every launch.
    count: AtomicUsize,
    /// The profiles that are being made.
    open: Mutex<Vec<Arc<Collected>>>,
}

impl Profiler {
    pub(crate) fn is_active(&self) -> bool {
        self.count.load(Ordering::Relaxed) != 0
    }

    /// Begins a profile. It ends with the result.
    pub(crate) fn begin(self: &Arc<Self>) -> Open {
        let collected = Arc::<Collected>::default();
        lock(&self.open).push(collected.clone());
        self.count.fetch_add(1, Ordering::Relaxed);
        Open { profiler: self.clone(), collected }
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
        self.expect([kernel].into_iter()).told(&[duration]);
    }

    /// Launches whose times will be told to the profiles that are being made now.
    pub(crate) fn expect<'k>(&self, kernels: impl Iterator<Item = &'k str> + Clone) -> Expected {
        let expect = |collected: &Arc<Collected>| {
            let times = &mut lock(collected).times;
            let first = times.len();
            times.extend(kernels.clone().map(|kernel| (kernel.to_owned(), None)));
            (Arc::downgrade(collected), first)
        };
        Expected(lock(&self.open).iter().map(expect).collect())
    }
}

/// Launches whose times are not known yet: where they stand in each profile.
pub(crate) struct Expected(Vec<(Weak<Collected>, usize)>);

impl Expected {
    /// Whether a profile is still being made.
    pub(crate) fn is_wanted(&self) -> bool {
        self.0.iter().any(|(collected, _)| collected.strong_count() > 0)
    }

    /// Their times.
    pub(crate) fn told(&self, times: &[Duration]) {
        for (collected, first) in &self.0 {
            let Some(collected) = collected.upgrade() else { continue };
            let mut launches = lock(&collected);
            for ((_, known), time) in launches.times.iter_mut().skip(*first).zip(times) {
                *known = Some(*time);
            }
        }
    }

    /// Their times will never be known: a profile without them would be none.
    pub(crate) fn failed(&self, error: &Error) {
        for collected in self.0.iter().filter_map(|(collected, _)| collected.upgrade()) {
            lock(&collected).error.get_or_insert_with(|| error.clone());
        }
    }
}

/// A profile that is being made.
pub(crate) struct Open {
    profiler: Arc<Profiler>,
    collected: Arc<Collected>,
}

impl Open {
    /// What was collected so far: launches with a time, or why that of one cannot be known.
    pub(crate) fn take(&self) -> Result<Profile> {
        let Launches { times, error } = std::mem::take(&mut *lock(&self.collected));
        if let Some(error) = error {
            return Err(error);
        }
        // Another thread may have launched something just now.
        let timed =
            times.into_iter().filter_map(|(kernel, time)| Some(LaunchTime { kernel, duration: time? }));
        Ok(Profile { launches: timed.collect() })
    }
}

impl Drop for Open {
    fn drop(&mut self) {
        lock(&self.profiler.open).retain(|open| !Arc::ptr_eq(open, &self.collected));
        self.profiler.count.fetch_sub(1, Ordering::Relaxed);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn profiles_may_be_made_within_profiles() {
        let profiler = Arc::new(Profiler::default());
        profiler.timed("nobody asks", || ());
        let outer = profiler.begin();
        profiler.record("a", Duration::from_millis(1));
        let inner = profiler.begin();
        profiler.record("b", Duration::from_millis(2));
        profiler.record("a", Duration::from_millis(3));
        assert_eq!(inner.take().unwrap().total(), Duration::from_millis(5));
        drop(inner);
        let kernels = outer.take().unwrap().kernels();
        let wanted = [("a", 2, 4), ("b", 1, 2)];
        assert_eq!(kernels, wanted.map(|(name, count, ms)| (name.into(), count, Duration::from_millis(ms))));
        drop(outer);
        assert!(!profiler.is_active());
    }

    #[test]
    fn times_that_come_later_are_those_of_whoever_was_there() {
        let profiler = Arc::new(Profiler::default());
        let first = profiler.begin();
        let expected = profiler.expect(["a", "b", "c"].into_iter());
        let second = profiler.begin();
        profiler.record("d", Duration::from_millis(4));
        // The last one has come just now.
        expected.told(&[1, 2].map(Duration::from_millis));
        let names =
            |open: &Open| open.take().unwrap().launches.into_iter().map(|it| it.kernel).collect::<String>();
        assert_eq!((names(&first), names(&second)), ("abd".into(), "d".into()));
        assert!(expected.is_wanted());
        drop(first);
        assert!(!expected.is_wanted());
    }

    #[test]
    fn a_profile_without_all_times_is_none() {
        let profiler = Arc::new(Profiler::default());
        let first = profiler.begin();
        let expected = profiler.expect(["a"].into_iter());
        let second = profiler.begin();
        profiler.record("b", Duration::from_millis(2));
        expected.failed(&Error::AlreadyTaken);
        assert!(matches!(first.take(), Err(Error::AlreadyTaken)));
        assert_eq!(second.take().unwrap().launches.len(), 1);
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
