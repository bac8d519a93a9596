//! What is reported: a row for each variant on each accelerator.

use std::time::Duration;

use amp::Profile;

use super::clock::{DOWNLOAD, UPLOAD};
use super::{Timing, Work};

/// How one variant did on one accelerator.
#[derive(Debug)]
pub struct Row {
    /// The program's name.
    pub program: &'static str,
    /// The variant's name.
    pub variant: &'static str,
    /// The accelerator's label; a serial variant has none.
    pub accelerator: Option<String>,
    /// The program's size.
    pub size: Vec<usize>,
    /// What came of it.
    pub outcome: Outcome,
    /// What the serial variant takes.
    pub serial: Option<Duration>,
    /// How much there is to do.
    pub work: Option<Work>,
}

/// What came of a variant.
#[derive(Debug)]
pub enum Outcome {
    /// The serial variant, which the others are compared with.
    Reference(Timing),
    /// The results agree.
    Right(Times),
    /// They do not agree, for this reason.
    Wrong(Times, String),
    /// This accelerator or this size does not suit the variant, for this reason.
    Skipped(String),
    /// The accelerator reported an error.
    Failed(String),
}

/// What a variant takes.
#[derive(Clone, Debug, Default)]
pub struct Times {
    /// The kernels alone, with the data on the accelerator.
    pub kernel: Option<Timing>,
    /// The way there.
    pub upload: Option<Timing>,
    /// The way back.
    pub download: Option<Timing>,
    /// What the kernels' time consists of, if it was timed in parts.
    pub phases: Vec<(&'static str, Timing)>,
    /// What the device's own clock says of each launch, if it has one.
    pub device: Option<Profile>,
}

impl Times {
    /// Of the laps of these runs, which all have the same.
    pub(super) fn of(runs: &[Vec<(&'static str, Duration)>]) -> Times {
        let is_way = |name: &str| name == UPLOAD || name == DOWNLOAD;
        let over = |wanted: &dyn Fn(&str) -> bool| {
            let sum = |laps: &Vec<(&'static str, Duration)>| {
                laps.iter().filter(|(name, _)| wanted(name)).map(|(_, time)| *time).sum()
            };
            Timing::of(runs.iter().map(sum).collect())
        };
        let Some(first) = runs.first() else { return Times::default() };
        let lap = |name: &str| first.iter().any(|(it, _)| *it == name).then(|| over(&|it| it == name));
        let own: Vec<_> = first.iter().map(|(name, _)| *name).filter(|name| !is_way(name)).collect();
        let phases = if own.len() > 1 {
            own.iter().map(|name| (*name, over(&|it| it == *name))).collect()
        } else {
            Vec::new()
        };
        Times {
            kernel: (!own.is_empty()).then(|| over(&|name| !is_way(name))),
            upload: lap(UPLOAD),
            download: lap(DOWNLOAD),
            phases,
            device: None,
        }
    }
}

impl Outcome {
    /// Whether this must not happen.
    #[must_use]
    pub fn is_bad(&self) -> bool {
        match self {
            Outcome::Wrong(..) | Outcome::Failed(_) => true,
            Outcome::Reference(_) | Outcome::Right(_) | Outcome::Skipped(_) => false,
        }
    }

    /// What it took, if it ran.
    #[must_use]
    pub fn times(&self) -> Times {
        match self {
            Outcome::Reference(timing) => Times { kernel: Some(*timing), ..Times::default() },
            Outcome::Right(times) | Outcome::Wrong(times, _) => times.clone(),
            Outcome::Skipped(_) | Outcome::Failed(_) => Times::default(),
        }
    }

    /// In one word.
    #[must_use]
    pub fn word(&self) -> &'static str {
        match self {
            Outcome::Reference(_) => "reference",
            Outcome::Right(_) => "ok",
            Outcome::Wrong(..) => "WRONG",
            Outcome::Skipped(_) => "skipped",
            Outcome::Failed(_) => "FAILED",
        }
    }

    /// Why, if there is something to say.
    #[must_use]
    pub fn why(&self) -> Option<&str> {
        match self {
            Outcome::Reference(_) | Outcome::Right(_) => None,
            Outcome::Wrong(_, why) | Outcome::Skipped(why) | Outcome::Failed(why) => Some(why),
        }
    }
}

impl Row {
    /// How many times faster than the serial variant.
    #[must_use]
    pub fn ratio(&self) -> Option<f64> {
        let (serial, kernel) = (self.serial?, self.outcome.times().kernel?);
        let kernel = kernel.median.as_secs_f64();
        (kernel > 0.0).then(|| serial.as_secs_f64() / kernel)
    }

    /// Work in a second, with its unit.
    #[must_use]
    pub fn rate(&self) -> Option<(f64, &'static str)> {
        let (work, kernel) = (self.work?, self.outcome.times().kernel?);
        work.rate(kernel.median)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_must_not_happen_is_bad() {
        assert!(Outcome::Wrong(Times::default(), String::new()).is_bad());
        assert!(Outcome::Failed(String::new()).is_bad());
        assert!(!Outcome::Skipped(String::new()).is_bad());
    }

    #[test]
    fn half_the_time_is_twice_as_fast() {
        let timing = |ms| Some(Timing::of(vec![Duration::from_millis(ms)]));
        let times = Times { kernel: timing(5), upload: timing(50), ..Times::default() };
        let row = Row {
            program: "p",
            variant: "v",
            accelerator: None,
            size: vec![1],
            outcome: Outcome::Right(times),
            serial: Some(Duration::from_millis(10)),
            work: Some(Work::Bytes(5e6)),
        };
        assert_eq!(row.ratio(), Some(2.0));
        assert_eq!(row.rate(), Some((1.0, "GB/s")));
    }

    #[test]
    fn one_kernel_has_no_phases() {
        let ms = Duration::from_millis;
        let times =
            Times::of(&[vec![(UPLOAD, ms(9)), ("kernel", ms(2))], vec![(UPLOAD, ms(9)), ("kernel", ms(4))]]);
        assert_eq!((times.phases.len(), times.download), (0, None));
        assert_eq!(times.kernel.map(|timing| timing.mean), Some(ms(3)));
    }
}
