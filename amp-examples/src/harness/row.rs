//! Rows of the report: one for each variant on each accelerator.

use std::time::Duration;

use amp::Profile;

use super::lap_timer::{DOWNLOAD, UPLOAD};
use super::{Timing, Work};

/// The result of one variant on one accelerator.
#[derive(Debug)]
pub struct Row {
    /// The program's name.
    pub program: &'static str,
    /// The variant's name.
    pub variant: &'static str,
    /// The accelerator's label; none for serial code.
    pub accelerator: Option<String>,
    /// The program's size.
    pub size: Vec<usize>,
    /// The outcome.
    pub outcome: Outcome,
    /// The time of the serial variant.
    pub serial: Option<Duration>,
    /// The amount of work.
    pub work: Option<Work>,
}

/// The outcome of a variant.
#[derive(Debug)]
pub enum Outcome {
    /// The serial variant, or another one that needs no accelerator.
    Reference(Timing),
    /// The result is equal to the reference.
    Correct(Times),
    /// The result differs, for this reason.
    Wrong(Times, String),
    /// The accelerator or the size does not suit the variant, for this reason.
    Skipped(String),
    /// The accelerator reported this error.
    Failed(String),
}

/// The times of a variant.
#[derive(Clone, Debug, Default)]
pub struct Times {
    /// The kernels, with the data on the accelerator.
    pub kernel: Option<Timing>,
    /// The transfer to the accelerator.
    pub upload: Option<Timing>,
    /// The transfer to the host.
    pub download: Option<Timing>,
    /// The phases of the kernel time, if there are several.
    pub phases: Vec<(&'static str, Timing)>,
    /// The time of each launch by the device's own clock, if it has one.
    pub device: Option<Profile>,
}

impl Times {
    /// The statistics of runs that all have the same laps.
    pub(super) fn from_laps(runs: &[Vec<(&'static str, Duration)>]) -> Times {
        let is_transfer = |name: &str| name == UPLOAD || name == DOWNLOAD;
        let over = |wanted: &dyn Fn(&str) -> bool| {
            let sum = |laps: &Vec<(&'static str, Duration)>| {
                laps.iter().filter(|(name, _)| wanted(name)).map(|(_, time)| *time).sum()
            };
            Timing::of(runs.iter().map(sum).collect())
        };
        let Some(first) = runs.first() else { return Times::default() };
        let lap = |name: &str| first.iter().any(|(it, _)| *it == name).then(|| over(&|it| it == name));
        let own: Vec<_> = first.iter().map(|(name, _)| *name).filter(|name| !is_transfer(name)).collect();
        let phases = if own.len() > 1 {
            own.iter().map(|name| (*name, over(&|it| it == *name))).collect()
        } else {
            Vec::new()
        };
        Times {
            kernel: (!own.is_empty()).then(|| over(&|name| !is_transfer(name))),
            upload: lap(UPLOAD),
            download: lap(DOWNLOAD),
            phases,
            device: None,
        }
    }
}

impl Outcome {
    /// Whether the program must not end with success.
    #[must_use]
    pub fn is_failure(&self) -> bool {
        match self {
            Outcome::Wrong(..) | Outcome::Failed(_) => true,
            Outcome::Reference(_) | Outcome::Correct(_) | Outcome::Skipped(_) => false,
        }
    }

    /// The times, if the variant ran.
    #[must_use]
    pub fn times(&self) -> Times {
        match self {
            Outcome::Reference(timing) => Times { kernel: Some(*timing), ..Times::default() },
            Outcome::Correct(times) | Outcome::Wrong(times, _) => times.clone(),
            Outcome::Skipped(_) | Outcome::Failed(_) => Times::default(),
        }
    }

    /// The outcome as a word of the table.
    #[must_use]
    pub fn label(&self) -> &'static str {
        match self {
            Outcome::Reference(_) => "reference",
            Outcome::Correct(_) => "ok",
            Outcome::Wrong(..) => "WRONG",
            Outcome::Skipped(_) => "skipped",
            Outcome::Failed(_) => "FAILED",
        }
    }

    /// The reason of the outcome, if there is one.
    #[must_use]
    pub fn reason(&self) -> Option<&str> {
        match self {
            Outcome::Reference(_) | Outcome::Correct(_) => None,
            Outcome::Wrong(_, reason) | Outcome::Skipped(reason) | Outcome::Failed(reason) => Some(reason),
        }
    }
}

impl Row {
    /// The serial time divided by the kernel time.
    #[must_use]
    pub fn speedup(&self) -> Option<f64> {
        let (serial, kernel) = (self.serial?, self.outcome.times().kernel?);
        let kernel = kernel.median.as_secs_f64();
        (kernel > 0.0).then(|| serial.as_secs_f64() / kernel)
    }

    /// The work in a second, with its unit.
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
    fn wrong_and_failed_outcomes_are_failures() {
        assert!(Outcome::Wrong(Times::default(), String::new()).is_failure());
        assert!(Outcome::Failed(String::new()).is_failure());
        assert!(!Outcome::Skipped(String::new()).is_failure());
    }

    #[test]
    fn half_the_time_is_a_speedup_of_two() {
        let timing = |ms| Some(Timing::of(vec![Duration::from_millis(ms)]));
        let times = Times { kernel: timing(5), upload: timing(50), ..Times::default() };
        let row = Row {
            program: "p",
            variant: "v",
            accelerator: None,
            size: vec![1],
            outcome: Outcome::Correct(times),
            serial: Some(Duration::from_millis(10)),
            work: Some(Work::Bytes(5e6)),
        };
        assert_eq!(row.speedup(), Some(2.0));
        assert_eq!(row.rate(), Some((1.0, "GB/s")));
    }

    #[test]
    fn one_kernel_has_no_phases() {
        let ms = Duration::from_millis;
        let times = Times::from_laps(&[
            vec![(UPLOAD, ms(9)), ("kernel", ms(2))],
            vec![(UPLOAD, ms(9)), ("kernel", ms(4))],
        ]);
        assert_eq!((times.phases.len(), times.download), (0, None));
        assert_eq!(times.kernel.map(|timing| timing.mean), Some(ms(3)));
    }
}
