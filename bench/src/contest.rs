//! A contest: contestants that do the same work take turns, each after it has shown that its result is right.

use std::collections::BTreeSet;
use std::time::{Duration, Instant};

use amp_examples::frame::{Timing, Verdict, Work};

use crate::clock::Clock;
use crate::field::CPU;

/// What may go wrong, in words.
pub(crate) type Outcome<T> = Result<T, String>;

/// Somebody who does the work.
pub(crate) trait Contestant {
    /// Does it once more, or has it queued.
    fn run(&mut self) -> Outcome<()>;
    /// Waits until all is done.
    fn finish(&mut self) -> Outcome<()>;
    /// Whether the result of the first run is right.
    fn judge(&mut self) -> Outcome<Verdict>;
    /// Does it once more; what its kernels took together by the device's own clock, where it has one.
    fn kernels(&mut self) -> Outcome<Option<Duration>> {
        Ok(None)
    }
}

/// A contest that is being set up.
pub(crate) struct Contest<'a> {
    /// Its case.
    pub(crate) case: &'static str,
    /// The size of the work, in words.
    pub(crate) size: String,
    work: Work,
    entries: Vec<Entry<'a>>,
}

struct Entry<'a> {
    name: String,
    on: String,
    contestant: Box<dyn Contestant + 'a>,
}

/// How long it may take.
#[derive(Clone, Copy)]
pub(crate) struct Pace {
    /// Rounds at least and at most.
    pub(crate) rounds: [usize; 2],
    /// No round starts after this time, once there were enough.
    pub(crate) long: Duration,
    /// What turns are timed by.
    pub(crate) clock: Clock,
    /// Whether each has all its rounds by itself, and not in turns with the others.
    pub(crate) alone: bool,
    /// Whether devices are asked for what their own clocks say as well.
    pub(crate) by_device: bool,
    /// How long a device works before it is timed: cards that have had nothing to do run at a fraction of their clock, and take a
    /// while to speed up.
    pub(crate) warm_up: Duration,
}

/// How a contest ended.
pub(crate) struct Standings {
    pub(crate) case: &'static str,
    pub(crate) size: String,
    pub(crate) work: Work,
    pub(crate) standings: Vec<Standing>,
}

/// How one contestant did. The first one on each device is what the others there are compared with.
pub(crate) struct Standing {
    pub(crate) name: String,
    pub(crate) on: String,
    pub(crate) verdict: Verdict,
    pub(crate) timing: Timing,
    /// Its time over the first one's in the same round: median and quartiles.
    pub(crate) ratio: [f64; 3],
    /// Its best time over the first one's.
    pub(crate) best_ratio: f64,
    /// How often it did the work in one turn.
    pub(crate) batch: usize,
    /// What the kernels took by the device's own clock, and its quotients.
    pub(crate) kernels: Option<(Timing, [f64; 3])>,
}

/// A turn is to take so long at least, so that waking up and waiting do not show.
const TURN: Duration = Duration::from_millis(5);
/// But not more often than this.
const BATCH: usize = 64;

impl<'a> Contest<'a> {
    pub(crate) fn new(case: &'static str, size: impl ToString, work: Work) -> Self {
        Contest { case, size: size.to_string(), work, entries: Vec::new() }
    }

    /// Lets somebody take part.
    pub(crate) fn enter(&mut self, on: &str, name: impl Into<String>, contestant: impl Contestant + 'a) {
        self.entries.push(Entry { name: name.into(), on: on.to_owned(), contestant: Box::new(contestant) });
    }

    /// Checks everybody, and lets those take turns who are right.
    pub(crate) fn hold(mut self, pace: Pace) -> Standings {
        // Those on one device stand together, in the order in which they came.
        let devices: Vec<String> = self.entries.iter().map(|entry| entry.on.clone()).collect();
        self.entries.sort_by_key(|entry| devices.iter().position(|on| *on == entry.on));
        let mut checked: Vec<(Entry<'a>, Verdict, usize)> = Vec::new();
        for mut entry in self.entries {
            let (verdict, batch) = match check(&mut *entry.contestant) {
                Ok((verdict, batch)) => (verdict, batch),
                // What a device cannot do need not be a mistake, and is said.
                Err(why) => (Verdict::Skipped(why), 1),
            };
            checked.push((entry, verdict, batch));
        }
        for on in devices.iter().filter(|on| **on != CPU).collect::<BTreeSet<_>>() {
            let first =
                checked.iter_mut().find(|(entry, verdict, _)| entry.on == *on && *verdict == Verdict::Right);
            if let Some((entry, verdict, batch)) = first
                && let Err(why) = warm(&mut *entry.contestant, *batch, pace.warm_up)
            {
                *verdict = Verdict::Wrong(why);
            }
        }
        let mut times = vec![Vec::new(); checked.len()];
        let mut kernels = vec![Vec::new(); checked.len()];
        let count = checked.len();
        let mut turn_of = |n: usize| {
            let (entry, verdict, batch) = &mut checked[n];
            if *verdict == Verdict::Right {
                match round_of(&mut *entry.contestant, *batch, pace) {
                    Ok((time, by_device)) => {
                        times[n].push(time);
                        kernels[n].extend(by_device);
                    }
                    Err(why) => *verdict = Verdict::Wrong(why),
                }
            }
        };
        if pace.alone {
            for n in 0..count {
                // The time is shared out, so that it takes no longer than with turns.
                let start = Instant::now();
                for round in 0..pace.rounds[1] {
                    if round >= pace.rounds[0] && start.elapsed() * count as u32 > pace.long {
                        break;
                    }
                    turn_of(n);
                }
            }
        } else {
            let start = Instant::now();
            for round in 0..pace.rounds[1] {
                if round >= pace.rounds[0] && start.elapsed() > pace.long {
                    break;
                }
                order(count, round).into_iter().for_each(&mut turn_of);
            }
        }
        let first_on = |on: &str| {
            checked.iter().position(|(entry, verdict, _)| entry.on == on && *verdict == Verdict::Right)
        };
        let standings = checked.iter().enumerate().map(|(n, (entry, verdict, batch))| {
            let first = first_on(&entry.on).unwrap_or(n);
            Standing {
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
        let standings = standings.collect();
        Standings { case: self.case, size: self.size, work: self.work, standings }
    }
}

impl Standings {
    /// Whether nobody was wrong and, where all have to be there, nobody was unable.
    pub(crate) fn all_right(&self, complete: bool) -> bool {
        self.standings.iter().all(|it| match it.verdict {
            Verdict::Right => true,
            Verdict::Wrong(_) => false,
            Verdict::Skipped(_) => !complete,
        })
    }
}

/// Runs once, judges, and finds out how often a turn does the work.
fn check(contestant: &mut dyn Contestant) -> Outcome<(Verdict, usize)> {
    contestant.run()?;
    contestant.finish()?;
    let verdict = contestant.judge()?;
    // Once more, for the first time opened and compiled everything.
    let once = turn(contestant, 1, Clock::Wall)?;
    Ok((verdict, batch(once)))
}

/// Does the work again and again for so long.
fn warm(contestant: &mut dyn Contestant, batch: usize, time: Duration) -> Outcome<()> {
    let start = Instant::now();
    while start.elapsed() < time {
        turn(contestant, batch, Clock::Wall)?;
    }
    Ok(())
}

/// How often a turn does work that takes so long.
fn batch(once: Duration) -> usize {
    let often = (TURN.as_secs_f64() / once.as_secs_f64().max(1e-9)).ceil();
    (often as usize).clamp(1, BATCH)
}

/// The time of a run in a turn, and what the device's own clock says of one more, if that is asked.
fn round_of(
    contestant: &mut dyn Contestant,
    batch: usize,
    pace: Pace,
) -> Outcome<(Duration, Option<Duration>)> {
    let time = turn(contestant, batch, pace.clock)?;
    Ok((time, if pace.by_device { contestant.kernels()? } else { None }))
}

/// The time of one run in a turn of some.
fn turn(contestant: &mut dyn Contestant, batch: usize, clock: Clock) -> Outcome<Duration> {
    let start = clock.now();
    for _ in 0..batch {
        contestant.run()?;
    }
    contestant.finish()?;
    Ok(clock.now().saturating_sub(start) / batch as u32)
}

/// Whose turn it is in a round: each time another order, so that nobody always follows the same one, in whose caches and
/// clock it would run.
fn order(count: usize, round: usize) -> Vec<usize> {
    let mut state = (round as u64 + 1).wrapping_mul(0x9E37_79B9_7F4A_7C15);
    let mut all: Vec<_> = (0..count).collect();
    for left in (2..=count).rev() {
        state ^= state << 13;
        state ^= state >> 7;
        state ^= state << 17;
        all.swap(left - 1, (state >> 32) as usize % left);
    }
    all
}

fn best(times: &[Duration]) -> f64 {
    times.iter().min().map_or(f64::NAN, Duration::as_secs_f64)
}

/// Quotients of the same rounds: first quartile, median, third quartile.
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

    impl Contestant for Sleeper {
        fn run(&mut self) -> Outcome<()> {
            std::thread::sleep(Duration::from_millis(self.0));
            Ok(())
        }
        fn finish(&mut self) -> Outcome<()> {
            Ok(())
        }
        fn judge(&mut self) -> Outcome<Verdict> {
            Ok(self.1.clone())
        }
        fn kernels(&mut self) -> Outcome<Option<Duration>> {
            Ok((self.0 > 6).then(|| Duration::from_millis(self.0 / 6)))
        }
    }

    const PACE: Pace = Pace {
        rounds: [5, 5],
        long: Duration::ZERO,
        clock: Clock::Wall,
        alone: false,
        by_device: true,
        warm_up: Duration::ZERO,
    };

    #[test]
    fn the_first_on_a_device_is_what_the_others_there_are_compared_with() {
        let mut contest = Contest::new("c", 1, Work::Bytes(1.0));
        for (on, name, ms) in [("x", "a", 6), ("x", "b", 12), ("y", "c", 18)] {
            contest.enter(on, name, Sleeper(ms, Verdict::Right));
        }
        let held = contest.hold(PACE);
        let [a, b, c] = [0, 1, 2].map(|n| &held.standings[n]);
        assert_eq!((a.ratio[1], c.ratio[1], a.timing.runs), (1.0, 1.0, 5));
        assert!(b.ratio[0] <= b.ratio[1] && b.ratio[1] <= b.ratio[2]);
        // The clock of `x` is one that the first there did not have.
        let by_device =
            |it: &Standing| it.kernels.map(|(timing, ratio)| (timing.median.as_millis(), ratio[1]));
        assert_eq!((by_device(a), by_device(c)), (None, Some((3, 1.0))));
        assert!(by_device(b).is_some_and(|(ms, ratio)| ms == 2 && ratio.is_nan()));
        assert!(held.all_right(true));
    }

    #[test]
    fn everybody_comes_once_a_round_and_behind_everybody_else() {
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
    fn a_device_works_for_a_while_before_it_is_timed() {
        struct Counter<'c>(&'c std::cell::Cell<usize>);
        impl Contestant for Counter<'_> {
            fn run(&mut self) -> Outcome<()> {
                self.0.set(self.0.get() + 1);
                std::thread::sleep(Duration::from_millis(6));
                Ok(())
            }
            fn finish(&mut self) -> Outcome<()> {
                Ok(())
            }
            fn judge(&mut self) -> Outcome<Verdict> {
                Ok(Verdict::Right)
            }
        }
        let counts = [(); 3].map(|()| std::cell::Cell::new(0));
        let mut contest = Contest::new("c", 1, Work::Bytes(1.0));
        for (on, name, count) in [(CPU, "a", 0), ("x", "b", 1), ("x", "c", 2)] {
            contest.enter(on, name, Counter(&counts[count]));
        }
        contest.hold(Pace { warm_up: Duration::from_millis(30), ..PACE });
        let [cpu, first, second] = counts.map(|count| count.get());
        assert!(cpu == second && first > second, "{cpu} {first} {second}");
    }

    #[test]
    fn who_is_wrong_is_not_timed() {
        let mut contest = Contest::new("c", 1, Work::Bytes(1.0));
        contest.enter("x", "a", Sleeper(1, Verdict::Wrong("no".to_owned())));
        contest.enter("x", "b", Sleeper(1, Verdict::Right));
        let held = contest.hold(PACE);
        assert!(!held.all_right(true));
        assert_eq!((held.standings[0].timing.runs, held.standings[1].ratio[1]), (0, 1.0));
    }

    #[test]
    fn short_work_is_done_more_often_in_a_turn() {
        let often = [0, 1, 100, 1000, 2400, 5000, 90_000].map(|us| batch(Duration::from_micros(us)));
        assert_eq!(often, [64, 64, 50, 5, 3, 1, 1]);
    }

    #[test]
    fn a_ratio_is_that_of_the_same_round() {
        let times = |ms: &[u64]| ms.iter().map(|&ms| Duration::from_millis(ms)).collect::<Vec<_>>();
        let (first, own) = (times(&[10, 20, 40, 80, 160]), times(&[15, 20, 20, 160, 160]));
        assert_eq!(ratios(&own, &first), [1.0, 1.0, 1.5]);
        assert_eq!(best(&own) / best(&first), 1.5);
        assert!(best(&[]).is_nan() && ratios(&[], &[])[1].is_nan());
    }
}
