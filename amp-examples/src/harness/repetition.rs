//! Repetition of timed runs, and their statistics.
//!
//! By default, a warm-up and the first of ten runs are discarded.

use std::time::{Duration, Instant};

/// How often to run a variant.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Runs {
    /// A warm-up, a discarded run, and this number of counted runs.
    Exactly(usize),
    /// A warm-up, a discarded run, and nine counted runs, or fewer if the work is slow.
    Adaptive,
    /// A warm-up and up to five counted runs, for the overview.
    Brief,
    /// A warm-up and one counted run, to check the result and not the speed.
    Quick,
    /// One counted run and nothing else, for slow work on the checked accelerator.
    Once,
}

/// The most and the least counted runs of [`Runs::Adaptive`].
const ADAPTIVE: [usize; 2] = [9, 3];
/// The most counted runs of [`Runs::Brief`].
const BRIEF: usize = 5;
/// [`Runs::Adaptive`] starts no further run after this time, if it has made the least number of counted runs.
const ADAPTIVE_TIME: Duration = Duration::from_secs(2);
/// [`Runs::Brief`] starts no further run after this time, if it has made one counted run.
const BRIEF_TIME: Duration = Duration::from_millis(300);
/// After a warm-up that takes longer than this, [`Runs::Adaptive`] makes one counted run. Noise is small in
/// relation to such a time.
const SLOW: Duration = Duration::from_millis(1000);

impl Runs {
    fn has_warm_up(self) -> bool {
        self != Runs::Once
    }

    /// Whether to discard the first run after the warm-up.
    fn discards_first(self, warm_up: Duration) -> bool {
        match self {
            Runs::Exactly(_) => true,
            Runs::Adaptive => warm_up <= SLOW,
            Runs::Brief | Runs::Quick | Runs::Once => false,
        }
    }

    fn is_enough(self, counted: usize, warm_up: Duration, elapsed: Duration) -> bool {
        let [most, least] = ADAPTIVE;
        match self {
            Runs::Exactly(wanted) => counted >= wanted,
            Runs::Adaptive if warm_up > SLOW => counted >= 1,
            Runs::Adaptive => counted >= most || (counted >= least && elapsed > ADAPTIVE_TIME),
            Runs::Brief => counted >= BRIEF || (counted >= 1 && elapsed > BRIEF_TIME),
            Runs::Quick | Runs::Once => counted >= 1,
        }
    }
}

/// Statistics of the counted runs.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Timing {
    /// The median.
    pub median: Duration,
    /// The mean.
    pub mean: Duration,
    /// The standard error of the mean.
    pub error: Duration,
    /// The shortest time.
    pub best: Duration,
    /// The number of runs.
    pub runs: usize,
}

impl Timing {
    /// The statistics of these runs; zeros if there are none.
    #[must_use]
    pub fn of(mut runs: Vec<Duration>) -> Self {
        runs.sort();
        let count = runs.len();
        let Some(&best) = runs.first() else { return Timing::default() };
        let seconds: Vec<f64> = runs.iter().map(Duration::as_secs_f64).collect();
        let mean = seconds.iter().sum::<f64>() / count as f64;
        let squares: f64 = seconds.iter().map(|time| (time - mean).powi(2)).sum();
        let error = if count > 1 { (squares / (count - 1) as f64 / count as f64).sqrt() } else { 0.0 };
        let median =
            if count % 2 == 1 { runs[count / 2] } else { (runs[count / 2 - 1] + runs[count / 2]) / 2 };
        let (mean, error) = (Duration::from_secs_f64(mean), Duration::from_secs_f64(error));
        Timing { median, mean, error, best, runs: count }
    }
}

/// Runs `run` repeatedly and returns the results of the counted runs.
///
/// # Errors
/// The first error of `run`.
pub fn repeat<R, E>(runs: Runs, mut run: impl FnMut() -> Result<R, E>) -> Result<Vec<R>, E> {
    let start = Instant::now();
    if runs.has_warm_up() {
        run()?;
    }
    let warm_up = start.elapsed();
    if runs.discards_first(warm_up) {
        run()?;
    }
    let start = Instant::now();
    let mut counted = Vec::new();
    while !runs.is_enough(counted.len(), warm_up, start.elapsed()) {
        counted.push(run()?);
    }
    Ok(counted)
}

/// Like [`repeat`], for serial code. Its first run does not compile kernels or open devices, so the first run
/// of slow code is counted.
pub(super) fn repeat_serial<R, E>(runs: Runs, mut run: impl FnMut() -> Result<R, E>) -> Result<Vec<R>, E> {
    if !runs.has_warm_up() {
        return repeat(runs, run);
    }
    let start = Instant::now();
    let first = run()?;
    let elapsed = start.elapsed();
    match runs {
        Runs::Adaptive | Runs::Quick if elapsed > SLOW => Ok(vec![first]),
        Runs::Brief if elapsed > BRIEF_TIME => Ok(vec![first]),
        Runs::Exactly(_) | Runs::Adaptive | Runs::Brief | Runs::Quick | Runs::Once => repeat(runs, run),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn warm_up_and_first_run_are_not_counted() {
        for (runs, first, last) in [
            (Runs::Exactly(3), 3, 5),
            (Runs::Adaptive, 3, 11),
            (Runs::Brief, 2, 6),
            (Runs::Quick, 2, 2),
            (Runs::Once, 1, 1),
        ] {
            let mut count = 0;
            let counted = repeat(runs, || {
                count += 1;
                Ok::<_, ()>(count)
            });
            assert_eq!(counted, Ok((first..=last).collect::<Vec<_>>()), "{runs:?}");
        }
        let mut count = 0;
        let serial = repeat_serial(Runs::Once, || {
            count += 1;
            Ok::<_, ()>(count)
        });
        assert_eq!(serial, Ok(vec![1]));
    }

    #[test]
    fn statistics_follow_their_definitions() {
        let timing = Timing::of([7, 1, 2, 2].map(Duration::from_secs).to_vec());
        assert_eq!((timing.median, timing.mean), (Duration::from_secs(2), Duration::from_secs(3)));
        assert_eq!((timing.best, timing.runs), (Duration::from_secs(1), 4));
        // The squares of the deviations 4, 2, 1 and 1 add up to 22. So the variance of the mean is 22 / 3 /
        // 4.
        assert!((timing.error.as_secs_f64() - (22.0f64 / 12.0).sqrt()).abs() < 1e-6);
        assert_eq!(Timing::of(vec![Duration::from_secs(5)]).error, Duration::ZERO);
        assert_eq!(Timing::of(Vec::new()), Timing::default());
    }

    #[test]
    fn slow_work_runs_less_often() {
        let adaptive = |counted, warm_up, elapsed| Runs::Adaptive.is_enough(counted, warm_up, elapsed);
        let long = ADAPTIVE_TIME * 2;
        assert!(!adaptive(0, SLOW * 2, long) && adaptive(1, SLOW * 2, Duration::ZERO));
        assert!(!adaptive(2, SLOW / 2, long) && adaptive(3, SLOW / 2, long));
        assert!(!adaptive(8, SLOW / 2, long / 4) && adaptive(9, SLOW / 2, long / 4));
        let brief = |counted, elapsed| Runs::Brief.is_enough(counted, SLOW, elapsed);
        assert!(!brief(0, long) && brief(1, long) && !brief(4, Duration::ZERO) && brief(5, Duration::ZERO));
    }

    #[test]
    fn first_error_ends_the_repetition() {
        assert_eq!(repeat(Runs::Adaptive, || Err::<(), _>("no")), Err("no"));
        assert_eq!(repeat_serial(Runs::Adaptive, || Err::<(), _>("no")), Err("no"));
    }
}
