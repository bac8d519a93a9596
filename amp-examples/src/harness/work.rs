//! The amount of work of a program, which turns a time into a throughput.

use std::time::Duration;

/// The work that every variant of a program has to do.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Work {
    /// The least number of bytes to read and write.
    Bytes(f64),
    /// Operations on floats.
    Flops(f64),
    /// Operations on integers.
    Ops(f64),
    /// Items of another kind, and the unit for 10^9 of them in a second.
    Items(f64, &'static str),
}

impl Work {
    /// The work in a second, with its unit. None for a time of zero.
    #[must_use]
    pub fn rate(self, time: Duration) -> Option<(f64, &'static str)> {
        let (amount, unit) = match self {
            Work::Bytes(amount) => (amount, "GB/s"),
            Work::Flops(amount) => (amount, "GFLOP/s"),
            Work::Ops(amount) => (amount, "Gop/s"),
            Work::Items(amount, unit) => (amount, unit),
        };
        let seconds = time.as_secs_f64();
        (seconds > 0.0).then(|| (amount / seconds / 1e9, unit))
    }
}
