//! How long something takes: a warm-up, ten runs of which the first is thrown out, and what remains in figures.

use std::time::{Duration, Instant};

/// How often to run something that is timed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Runs {
    /// A warm-up, one that is thrown out, and so many that count.
    Exactly(usize),
    /// A warm-up, one that is thrown out, and nine that count; fewer of what takes long.
    Usual,
    /// A warm-up and one that counts: to see that all is right, not how fast it is.
    Quick,
    /// One that counts, and nothing else: for what takes long where it is checked.
    Once,
}

/// Runs that count usually: the first of ten is thrown out.
const COUNTED: usize = 9;
/// And at least so many.
const FEWEST: usize = 3;
/// No run starts after this time, once there are enough.
const LONG: Duration = Duration::from_secs(2);
/// What takes so long varies little: the run after the warm-up counts, and is the last.
const SLOW: Duration = Duration::from_millis(1000);

impl Runs {
    fn warms_up(self) -> bool {
        self != Runs::Once
    }

    /// Whether the first run after the warm-up is thrown out.
    fn throws_out(self, warm_up: Duration) -> bool {
        match self {
            Runs::Exactly(_) => true,
            Runs::Usual => warm_up <= SLOW,
            Runs::Quick | Runs::Once => false,
        }
    }

    fn is_enough(self, counted: usize, warm_up: Duration, since: Duration) -> bool {
        match self {
            Runs::Exactly(wanted) => counted >= wanted,
            Runs::Usual if warm_up > SLOW => counted >= 1,
            Runs::Usual => counted >= COUNTED || (counted >= FEWEST && since > LONG),
            Runs::Quick | Runs::Once => counted >= 1,
        }
    }
}

/// What the runs took that count.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Timing {
    /// As many took longer as took less.
    pub median: Duration,
    /// The mean.
    pub mean: Duration,
    /// The mean's standard error: how far it would lie elsewhere if all was done again.
    pub error: Duration,
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

/// Runs something again and again. What the runs return that count comes back.
///
/// # Errors
/// The first one of `run`.
pub fn repeat<R, E>(runs: Runs, mut run: impl FnMut() -> Result<R, E>) -> Result<Vec<R>, E> {
    let start = Instant::now();
    if runs.warms_up() {
        run()?;
    }
    let warm_up = start.elapsed();
    if runs.throws_out(warm_up) {
        run()?;
    }
    let start = Instant::now();
    let mut counted = Vec::new();
    while !runs.is_enough(counted.len(), warm_up, start.elapsed()) {
        counted.push(run()?);
    }
    Ok(counted)
}

/// The same for a serial reference, which needs no warm-up where it is slow: nothing is compiled or opened for it.
pub(super) fn repeat_serial<R, E>(runs: Runs, mut run: impl FnMut() -> Result<R, E>) -> Result<Vec<R>, E> {
    if !runs.warms_up() {
        return repeat(runs, run);
    }
    let start = Instant::now();
    let first = run()?;
    let slow = start.elapsed() > SLOW;
    match runs {
        Runs::Usual | Runs::Quick if slow => Ok(vec![first]),
        Runs::Exactly(_) | Runs::Usual | Runs::Quick | Runs::Once => repeat(runs, run),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_warm_up_and_the_first_of_ten_do_not_count() {
        for (runs, first, last) in
            [(Runs::Exactly(3), 3, 5), (Runs::Usual, 3, 11), (Runs::Quick, 2, 2), (Runs::Once, 1, 1)]
        {
            let mut number = 0;
            let counted = repeat(runs, || {
                number += 1;
                Ok::<_, ()>(number)
            });
            assert_eq!(counted, Ok((first..=last).collect::<Vec<_>>()), "{runs:?}");
        }
        let mut number = 0;
        let serial = repeat_serial(Runs::Once, || {
            number += 1;
            Ok::<_, ()>(number)
        });
        assert_eq!(serial, Ok(vec![1]));
    }

    #[test]
    fn figures_are_those_of_the_book() {
        let timing = Timing::of([7, 1, 2, 2].map(Duration::from_secs).to_vec());
        assert_eq!((timing.median, timing.mean), (Duration::from_secs(2), Duration::from_secs(3)));
        assert_eq!((timing.best, timing.runs), (Duration::from_secs(1), 4));
        // Squares of 4, 2, 1, 1 are 22; over 3 and over 4, the root.
        assert!((timing.error.as_secs_f64() - (22.0f64 / 12.0).sqrt()).abs() < 1e-6);
        assert_eq!(Timing::of(vec![Duration::from_secs(5)]).error, Duration::ZERO);
        assert_eq!(Timing::of(Vec::new()), Timing::default());
    }

    #[test]
    fn what_takes_long_runs_less_often() {
        let enough = |counted, warm_up, since| Runs::Usual.is_enough(counted, warm_up, since);
        assert!(!enough(0, SLOW * 2, LONG * 9) && enough(1, SLOW * 2, Duration::ZERO));
        assert!(!enough(2, SLOW / 2, LONG * 9) && enough(3, SLOW / 2, LONG * 2));
        assert!(!enough(8, SLOW / 2, LONG / 2) && enough(9, SLOW / 2, LONG / 2));
    }

    #[test]
    fn an_error_ends_the_runs() {
        assert_eq!(repeat(Runs::Usual, || Err::<(), _>("no")), Err("no"));
        assert_eq!(repeat_serial(Runs::Usual, || Err::<(), _>("no")), Err("no"));
    }
}
