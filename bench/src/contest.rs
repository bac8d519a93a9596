//! A contest: contestants that do the same work take turns, and each result is checked.

use std::time::{Duration, Instant};

use amp_examples::frame::{Timing, Verdict};

/// Somebody who does the work.
pub(crate) struct Contestant<'a> {
    /// How.
    pub(crate) name: &'static str,
    /// Does it once.
    pub(crate) turn: Box<dyn FnMut() -> amp::Result<Turn> + 'a>,
}

/// What one turn took, and whether its result is right.
pub(crate) struct Turn {
    pub(crate) time: Duration,
    pub(crate) verdict: Verdict,
}

/// How much work it is.
#[derive(Clone, Copy)]
pub(crate) enum Work {
    /// Bytes that have to be moved.
    Bytes(f64),
    /// Operations on floats.
    Flops(f64),
}

/// How a contest ended. The first contestant is the one that the others are compared with.
pub(crate) struct Standings {
    pub(crate) size: String,
    pub(crate) work: Work,
    pub(crate) standings: Vec<Standing>,
}

/// How one contestant did.
pub(crate) struct Standing {
    pub(crate) name: &'static str,
    pub(crate) timing: Timing,
    /// The median over the rounds of its time over the first one's in the same round.
    pub(crate) ratio: f64,
    /// Its best time over the first one's.
    pub(crate) best_ratio: f64,
    pub(crate) verdict: Verdict,
}

impl Standings {
    pub(crate) fn all_right(&self) -> bool {
        self.standings.iter().all(|standing| standing.verdict == Verdict::Right)
    }
}

/// No round starts after this time, if there were enough.
const LONG: Duration = Duration::from_secs(10);
/// Rounds of a quick contest, and of any other at least.
const FEW: usize = 5;
/// Rounds at most.
const MANY: usize = 25;

/// Lets them take turns, the first turn of each not counting.
pub(crate) fn hold(
    size: String,
    work: Work,
    quick: bool,
    mut contestants: Vec<Contestant<'_>>,
) -> amp::Result<Standings> {
    let mut verdicts = vec![Verdict::Right; contestants.len()];
    let mut times = vec![Vec::new(); contestants.len()];
    let start = Instant::now();
    let count = contestants.len();
    for round in 0..=MANY {
        if round > FEW && (quick || start.elapsed() > LONG) {
            break;
        }
        // Not always after the same neighbour.
        for n in (0..count).map(|n| (n + round) % count) {
            let turn = (contestants[n].turn)()?;
            let so_far = std::mem::replace(&mut verdicts[n], Verdict::Right);
            verdicts[n] = so_far.and(turn.verdict);
            if round > 0 {
                times[n].push(turn.time);
            }
        }
    }
    let best = |times: &[Duration]| times.iter().min().map_or(0.0, Duration::as_secs_f64);
    let standings = contestants
        .iter()
        .zip(&times)
        .zip(verdicts)
        .map(|((contestant, own), verdict)| Standing {
            name: contestant.name,
            timing: Timing::of(own.clone()),
            ratio: median(
                own.iter().zip(&times[0]).map(|(a, b)| a.as_secs_f64() / b.as_secs_f64()).collect(),
            ),
            best_ratio: best(own) / best(&times[0]),
            verdict,
        })
        .collect();
    Ok(Standings { size, work, standings })
}

fn median(mut ratios: Vec<f64>) -> f64 {
    ratios.sort_by(f64::total_cmp);
    ratios.get(ratios.len() / 2).copied().unwrap_or(f64::NAN)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_first_contestant_is_what_the_others_are_compared_with() {
        let contestant = |name, ms| {
            let turn = move || Ok(Turn { time: Duration::from_millis(ms), verdict: Verdict::Right });
            Contestant { name, turn: Box::new(turn) }
        };
        let contestants = vec![contestant("a", 10), contestant("b", 25)];
        let held = hold("1".to_owned(), Work::Bytes(1.0), true, contestants).unwrap();
        let ratios: Vec<_> = held.standings.iter().map(|it| (it.name, it.ratio, it.timing.runs)).collect();
        assert_eq!(ratios, [("a", 1.0, FEW), ("b", 2.5, FEW)]);
        assert!(held.all_right());
    }

    #[test]
    fn one_wrong_turn_is_remembered() {
        let mut turns = 0;
        let turn = || {
            turns += 1;
            let verdict = if turns == 3 { Verdict::Wrong("no".to_owned()) } else { Verdict::Right };
            Ok(Turn { time: Duration::from_millis(1), verdict })
        };
        let contestants = vec![Contestant { name: "a", turn: Box::new(turn) }];
        assert!(!hold("1".to_owned(), Work::Bytes(1.0), true, contestants).unwrap().all_right());
    }
}
