//! How long something takes: the median of some runs, after one that does not count.

use std::time::{Duration, Instant};

/// How often to run something that is timed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Runs {
    /// So often.
    Exactly(usize),
    /// Three to ten times, as long as it does not take too long; what is slow, once.
    Usual,
}

/// Runs that count are at least so many, unless the user says otherwise.
const FEWEST: usize = 3;
/// And at most so many.
const MOST: usize = 10;
/// No run starts after this time, once there are enough.
const LONG: Duration = Duration::from_millis(500);
/// What takes so long varies little, and is not worth another run.
const SLOW: Duration = Duration::from_millis(250);

impl Runs {
    fn is_enough(self, runs: usize, since: Duration) -> bool {
        match self {
            Runs::Exactly(wanted) => runs >= wanted,
            Runs::Usual if runs == 1 => since > SLOW,
            Runs::Usual => runs >= MOST || (runs >= FEWEST && since > LONG),
        }
    }
}

/// What the runs took.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Timing {
    /// As many took longer as took less.
    pub median: Duration,
    /// The shortest.
    pub best: Duration,
    /// How many.
    pub runs: usize,
}

impl Timing {
    /// Of these runs; of none, zeros.
    #[must_use]
    pub fn of(mut runs: Vec<Duration>) -> Self {
        runs.sort();
        let at = |n: usize| runs.get(n).copied().unwrap_or_default();
        Timing { median: at(runs.len() / 2), best: at(0), runs: runs.len() }
    }
}

/// Runs something that says how long it took: once to warm up, and then as often as it has to be.
///
/// # Errors
/// The first one of `run`.
pub fn repeat<E>(runs: Runs, mut run: impl FnMut() -> Result<Duration, E>) -> Result<Timing, E> {
    run()?;
    repeat_warm(runs, run)
}

/// The same without a run to warm up.
pub(super) fn repeat_warm<E>(runs: Runs, mut run: impl FnMut() -> Result<Duration, E>) -> Result<Timing, E> {
    let start = Instant::now();
    let mut times = Vec::new();
    while !runs.is_enough(times.len(), start.elapsed()) {
        times.push(run()?);
    }
    Ok(Timing::of(times))
}

impl Timing {
    /// Whether it takes so long that what the first run has to do in addition does not show.
    pub(super) fn is_slow(self) -> bool {
        self.median > SLOW
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_first_run_does_not_count() {
        let mut runs = 0;
        let timing = repeat(Runs::Exactly(3), || {
            runs += 1;
            Ok::<_, ()>(Duration::from_secs(if runs == 1 { 100 } else { runs }))
        });
        let wanted = Timing { median: Duration::from_secs(3), best: Duration::from_secs(2), runs: 3 };
        assert_eq!((runs, timing), (4, Ok(wanted)));
    }

    #[test]
    fn what_takes_long_runs_less_often() {
        assert!(!Runs::Usual.is_enough(0, LONG * 9));
        assert!(!Runs::Usual.is_enough(1, SLOW / 2));
        assert!(Runs::Usual.is_enough(1, SLOW * 2));
        assert!(!Runs::Usual.is_enough(2, LONG * 9));
        assert!(Runs::Usual.is_enough(3, LONG * 2));
        assert!(!Runs::Usual.is_enough(9, LONG / 2));
        assert!(Runs::Usual.is_enough(10, LONG / 2));
    }

    #[test]
    fn an_error_ends_the_runs() {
        assert_eq!(repeat(Runs::Usual, || Err("no")), Err("no"));
    }
}
