//! What is reported: a row for each variant on each accelerator.

use std::time::Duration;

use super::Timing;

/// How one variant did on one accelerator.
#[derive(Debug)]
pub struct Row {
    /// The program's name.
    pub program: &'static str,
    /// The variant's name.
    pub variant: &'static str,
    /// The accelerator's label; the serial variant has none.
    pub accelerator: Option<String>,
    /// The program's size.
    pub size: Vec<usize>,
    /// What came of it.
    pub outcome: Outcome,
    /// What the serial variant takes.
    pub serial: Option<Duration>,
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
#[derive(Clone, Copy, Debug, Default)]
pub struct Times {
    /// The kernels alone, with the data on the accelerator.
    pub kernel: Option<Timing>,
    /// From slices to slices.
    pub with_copies: Option<Timing>,
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
            Outcome::Reference(timing) => Times { kernel: Some(*timing), with_copies: None },
            Outcome::Right(times) | Outcome::Wrong(times, _) => *times,
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
        let timing = |ms| Timing::of(vec![Duration::from_millis(ms)]);
        let outcome = Outcome::Right(Times { kernel: Some(timing(5)), with_copies: Some(timing(50)) });
        let serial = Some(Duration::from_millis(10));
        let row = Row { program: "p", variant: "v", accelerator: None, size: vec![1], outcome, serial };
        assert_eq!(row.ratio(), Some(2.0));
    }
}
