//! A comparison of candidates that do the same work. Each result is verified, and then the candidates take turns.
//!
//! A ratio compares two times of the same round, so that other load of the machine affects both.

use std::collections::BTreeSet;
use std::time::{Duration, Instant};

use amp_examples::harness::{Timing, Verdict, Work};

use crate::clock::Clock;
use crate::setup::CPU;

/// A result, or an error message.
pub(crate) type BenchResult<T> = Result<T, String>;

/// An implementation of the work.
pub(crate) trait Candidate {
    /// Does the work once, or queues it.
    fn run(&mut self) -> BenchResult<()>;
    /// Waits until all queued work is completed.
    fn finish(&mut self) -> BenchResult<()>;
    /// Verifies the result of the first run.
    fn judge(&mut self) -> BenchResult<Verdict>;
    /// Does the work once more. Returns the total time of its kernels by the device's own clock, if it has one.
    fn kernels(&mut self) -> BenchResult<Option<Duration>> {
        Ok(None)
    }
}

/// A comparison that is being set up.
pub(crate) struct Comparison<'a> {
    /// The name of the case.
    pub(crate) case: &'static str,
    /// The size of the work, as text.
    pub(crate) size: String,
    work: Work,
    entries: Vec<Entry<'a>>,
}

struct Entry<'a> {
    name: String,
    on: String,
    candidate: Box<dyn Candidate + 'a>,
}

/// The number of rounds and the clock of a comparison.
#[derive(Clone, Copy)]
pub(crate) struct Schedule {
    /// The least and the largest number of rounds.
    pub(crate) rounds: [usize; 2],
    /// After this time and the least number of rounds, no further round starts.
    pub(crate) time: Duration,
    /// The clock.
    pub(crate) clock: Clock,
    /// Whether each candidate runs all its rounds before the next candidate starts. Otherwise, every candidate has
    /// one turn in each round.
    pub(crate) in_sequence: bool,
    /// Whether to read device clocks as well.
    pub(crate) by_device: bool,
    /// How long a device works before the first round: an idle card needs a while to raise its clock frequency.
    pub(crate) warm_up: Duration,
}

/// The results of a comparison.
pub(crate) struct Results {
    pub(crate) case: &'static str,
    pub(crate) size: String,
    pub(crate) work: Work,
    pub(crate) measurements: Vec<Measurement>,
}

/// The times of one candidate. The first candidate on each device is the reference of the others there.
pub(crate) struct Measurement {
    pub(crate) name: String,
    pub(crate) on: String,
    pub(crate) verdict: Verdict,
    pub(crate) timing: Timing,
    /// The time divided by that of the reference in the same round: first quartile, median, third quartile.
    pub(crate) ratio: [f64; 3],
    /// The best time divided by that of the reference.
    pub(crate) best_ratio: f64,
    /// The number of runs in a turn.
    pub(crate) batch: usize,
    /// The kernel times by the device's own clock, and their ratios.
    pub(crate) kernels: Option<(Timing, [f64; 3])>,
}

/// The least time of a turn: several runs of a candidate and one wait for the device. A long turn makes the cost
/// of the wait small.
const TURN: Duration = Duration::from_millis(5);
/// The largest number of runs in a turn.
const BATCH: usize = 64;

impl<'a> Comparison<'a> {
    pub(crate) fn new(case: &'static str, size: impl ToString, work: Work) -> Self {
        Comparison { case, size: size.to_string(), work, entries: Vec::new() }
    }

    /// Adds a candidate.
    pub(crate) fn add(&mut self, on: &str, name: impl Into<String>, candidate: impl Candidate + 'a) {
        self.entries.push(Entry { name: name.into(), on: on.to_owned(), candidate: Box::new(candidate) });
    }

    /// Verifies all candidates and times the correct ones.
    pub(crate) fn run(mut self, schedule: Schedule) -> Results {
        // Grouped by device; the sort is stable.
        let devices: Vec<String> = self.entries.iter().map(|entry| entry.on.clone()).collect();
        self.entries.sort_by_key(|entry| devices.iter().position(|on| *on == entry.on));
        let mut checked: Vec<(Entry<'a>, Verdict, usize)> = Vec::new();
        for mut entry in self.entries {
            let (verdict, batch) = match check(&mut *entry.candidate) {
                Ok((verdict, batch)) => (verdict, batch),
                // The device may lack a feature or memory.
                Err(reason) => (Verdict::Skipped(reason), 1),
            };
            checked.push((entry, verdict, batch));
        }
        for on in devices.iter().filter(|on| **on != CPU).collect::<BTreeSet<_>>() {
            let first = checked
                .iter_mut()
                .find(|(entry, verdict, _)| entry.on == *on && *verdict == Verdict::Correct);
            if let Some((entry, verdict, batch)) = first
                && let Err(reason) = warm(&mut *entry.candidate, *batch, schedule.warm_up)
            {
                *verdict = Verdict::Wrong(reason);
            }
        }
        let mut times = vec![Vec::new(); checked.len()];
        let mut kernels = vec![Vec::new(); checked.len()];
        let count = checked.len();
        let mut turn_of = |n: usize| {
            let (entry, verdict, batch) = &mut checked[n];
            if *verdict == Verdict::Correct {
                match time_round(&mut *entry.candidate, *batch, schedule) {
                    Ok((time, by_device)) => {
                        times[n].push(time);
                        kernels[n].extend(by_device);
                    }
                    Err(reason) => *verdict = Verdict::Wrong(reason),
                }
            }
        };
        if schedule.in_sequence {
            for n in 0..count {
                // Each candidate gets its share of the time.
                let start = Instant::now();
                for round in 0..schedule.rounds[1] {
                    if round >= schedule.rounds[0] && start.elapsed() * count as u32 > schedule.time {
                        break;
                    }
                    turn_of(n);
                }
            }
        } else {
            let start = Instant::now();
            for round in 0..schedule.rounds[1] {
                if round >= schedule.rounds[0] && start.elapsed() > schedule.time {
                    break;
                }
                order(count, round).into_iter().for_each(&mut turn_of);
            }
        }
        let first_on = |on: &str| {
            checked.iter().position(|(entry, verdict, _)| entry.on == on && *verdict == Verdict::Correct)
        };
        let measurements = checked.iter().enumerate().map(|(n, (entry, verdict, batch))| {
            let first = first_on(&entry.on).unwrap_or(n);
            Measurement {
                name: entry.name.clone(),
                on: entry.on.clone(),
                verdict: verdict.clone(),
                timing: Timing::of(times[n].clone()),
                ratio: ratios(&times[n], &times[first]),
                best_ratio: best(&times[n]) / best(&times[first]),
                batch: *batch,
                kernels: (!kernels[n].is_empty())
                    .then(|| (Timing::of(kernels[n].clone()), ratios(&kernels[n], &kernels[first]))),
            }
        });
        let measurements = measurements.collect();
        Results { case: self.case, size: self.size, work: self.work, measurements }
    }
}

impl Results {
    /// Whether no result is wrong and, if `complete`, no candidate was skipped.
    pub(crate) fn all_correct(&self, complete: bool) -> bool {
        self.measurements.iter().all(|it| match it.verdict {
            Verdict::Correct => true,
            Verdict::Wrong(_) => false,
            Verdict::Skipped(_) => !complete,
        })
    }
}

/// Runs once, verifies the result, and determines the number of runs in a turn.
fn check(candidate: &mut dyn Candidate) -> BenchResult<(Verdict, usize)> {
    candidate.run()?;
    candidate.finish()?;
    let verdict = candidate.judge()?;
    // A second run, because the first one opened the device and compiled pipelines.
    let once = turn(candidate, 1, Clock::Wall)?;
    Ok((verdict, batch(once)))
}

/// Repeats the work for a time.
fn warm(candidate: &mut dyn Candidate, batch: usize, time: Duration) -> BenchResult<()> {
    let start = Instant::now();
    while start.elapsed() < time {
        turn(candidate, batch, Clock::Wall)?;
    }
    Ok(())
}

/// The number of runs in a turn, for work that takes this time.
fn batch(once: Duration) -> usize {
    let often = (TURN.as_secs_f64() / once.as_secs_f64().max(1e-9)).ceil();
    (often as usize).clamp(1, BATCH)
}

/// The time of a run in a turn and, if device clocks are read, the kernel time of one more run.
fn time_round(
    candidate: &mut dyn Candidate,
    batch: usize,
    schedule: Schedule,
) -> BenchResult<(Duration, Option<Duration>)> {
    let time = turn(candidate, batch, schedule.clock)?;
    Ok((time, if schedule.by_device { candidate.kernels()? } else { None }))
}

/// The mean time of a run in a turn of `batch` runs.
fn turn(candidate: &mut dyn Candidate, batch: usize, clock: Clock) -> BenchResult<Duration> {
    let start = clock.now();
    for _ in 0..batch {
        candidate.run()?;
    }
    candidate.finish()?;
    Ok(clock.now().saturating_sub(start) / batch as u32)
}

/// The order of the candidates in a round. It is random: caches and clock frequency depend on the previous
/// candidate, so that should not always be the same one.
fn order(count: usize, round: usize) -> Vec<usize> {
    let mut all: Vec<_> = (0..count).collect();
    fastrand::Rng::with_seed(round as u64).shuffle(&mut all);
    all
}

fn best(times: &[Duration]) -> f64 {
    times.iter().min().map_or(f64::NAN, Duration::as_secs_f64)
}

/// Ratios of the times of the same rounds: first quartile, median, third quartile.
fn ratios(own: &[Duration], first: &[Duration]) -> [f64; 3] {
    let mut ratios: Vec<_> =
        own.iter().zip(first).map(|(own, first)| own.as_secs_f64() / first.as_secs_f64()).collect();
    ratios.sort_by(f64::total_cmp);
    let at = |part: usize| ratios.get(ratios.len() * part / 4).copied().unwrap_or(f64::NAN);
    [at(1), at(2), at(3)]
}

#[cfg(test)]
mod tests {
    use super::*;

    struct Sleeper(u64, Verdict);

    impl Candidate for Sleeper {
        fn run(&mut self) -> BenchResult<()> {
            std::thread::sleep(Duration::from_millis(self.0));
            Ok(())
        }
        fn finish(&mut self) -> BenchResult<()> {
            Ok(())
        }
        fn judge(&mut self) -> BenchResult<Verdict> {
            Ok(self.1.clone())
        }
        fn kernels(&mut self) -> BenchResult<Option<Duration>> {
            Ok((self.0 > 6).then(|| Duration::from_millis(self.0 / 6)))
        }
    }

    const PACE: Schedule = Schedule {
        rounds: [5, 5],
        time: Duration::ZERO,
        clock: Clock::Wall,
        in_sequence: false,
        by_device: true,
        warm_up: Duration::ZERO,
    };

    #[test]
    fn first_candidate_on_a_device_is_the_reference() {
        let mut comparison = Comparison::new("c", 1, Work::Bytes(1.0));
        for (on, name, ms) in [("x", "a", 6), ("x", "b", 12), ("y", "c", 18)] {
            comparison.add(on, name, Sleeper(ms, Verdict::Correct));
        }
        let results = comparison.run(PACE);
        let [a, b, c] = [0, 1, 2].map(|n| &results.measurements[n]);
        assert_eq!((a.ratio[1], c.ratio[1], a.timing.runs), (1.0, 1.0, 5));
        assert!(b.ratio[0] <= b.ratio[1] && b.ratio[1] <= b.ratio[2]);
        // The first candidate on the device `x` reports no device time, so the ratio of the second is NaN.
        let by_device =
            |it: &Measurement| it.kernels.map(|(timing, ratio)| (timing.median.as_millis(), ratio[1]));
        assert_eq!((by_device(a), by_device(c)), (None, Some((3, 1.0))));
        assert!(by_device(b).is_some_and(|(ms, ratio)| ms == 2 && ratio.is_nan()));
        assert!(results.all_correct(true));
    }

    #[test]
    fn every_candidate_follows_every_other_one_in_some_round() {
        let mut pairs = std::collections::HashSet::new();
        for round in 0..40 {
            let order = order(5, round);
            let mut sorted = order.clone();
            sorted.sort_unstable();
            assert_eq!(sorted, [0, 1, 2, 3, 4]);
            pairs.extend(order.windows(2).map(|pair| (pair[0], pair[1])));
        }
        assert_eq!(pairs.len(), 20, "{pairs:?}");
    }

    #[test]
    fn devices_warm_up_before_the_first_round() {
        struct Counter<'c>(&'c std::cell::Cell<usize>);
        impl Candidate for Counter<'_> {
            fn run(&mut self) -> BenchResult<()> {
                self.0.set(self.0.get() + 1);
                std::thread::sleep(Duration::from_millis(6));
                Ok(())
            }
            fn finish(&mut self) -> BenchResult<()> {
                Ok(())
            }
            fn judge(&mut self) -> BenchResult<Verdict> {
                Ok(Verdict::Correct)
            }
        }
        let counts = [(); 3].map(|()| std::cell::Cell::new(0));
        let mut comparison = Comparison::new("c", 1, Work::Bytes(1.0));
        for (on, name, count) in [(CPU, "a", 0), ("x", "b", 1), ("x", "c", 2)] {
            comparison.add(on, name, Counter(&counts[count]));
        }
        comparison.run(Schedule { warm_up: Duration::from_millis(30), ..PACE });
        let [cpu, first, second] = counts.map(|count| count.get());
        assert!(cpu == second && first > second, "{cpu} {first} {second}");
    }

    #[test]
    fn wrong_candidates_are_not_timed() {
        let mut comparison = Comparison::new("c", 1, Work::Bytes(1.0));
        comparison.add("x", "a", Sleeper(1, Verdict::Wrong("no".to_owned())));
        comparison.add("x", "b", Sleeper(1, Verdict::Correct));
        let results = comparison.run(PACE);
        assert!(!results.all_correct(true));
        assert_eq!((results.measurements[0].timing.runs, results.measurements[1].ratio[1]), (0, 1.0));
    }

    #[test]
    fn short_work_has_more_runs_in_a_turn() {
        let often = [0, 1, 100, 1000, 2400, 5000, 90_000].map(|us| batch(Duration::from_micros(us)));
        assert_eq!(often, [64, 64, 50, 5, 3, 1, 1]);
    }

    #[test]
    fn ratios_compare_times_of_the_same_round() {
        let times = |ms: &[u64]| ms.iter().map(|&ms| Duration::from_millis(ms)).collect::<Vec<_>>();
        let (first, own) = (times(&[10, 20, 40, 80, 160]), times(&[15, 20, 20, 160, 160]));
        assert_eq!(ratios(&own, &first), [1.0, 1.0, 1.5]);
        assert_eq!(best(&own) / best(&first), 1.5);
        assert!(best(&[]).is_nan() && ratios(&[], &[])[1].is_nan());
    }
}
