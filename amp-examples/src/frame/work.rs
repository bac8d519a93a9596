//! How much work a program is, so that a time becomes a rate.

use std::time::Duration;

/// What there is to do, however it is done.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Work {
    /// Bytes that have to be read and written at least.
    Bytes(f64),
    /// Operations on floats.
    Flops(f64),
    /// Operations on integers.
    Ops(f64),
    /// Things of another kind, and what a thousand million of them in a second are called.
    Things(f64, &'static str),
}

impl Work {
    /// Work in a second, with its unit. Nothing takes no time.
    #[must_use]
    pub fn rate(self, time: Duration) -> Option<(f64, &'static str)> {
        let (amount, unit) = match self {
            Work::Bytes(amount) => (amount, "GB/s"),
            Work::Flops(amount) => (amount, "GFLOP/s"),
            Work::Ops(amount) => (amount, "Gop/s"),
            Work::Things(amount, unit) => (amount, unit),
        };
        let seconds = time.as_secs_f64();
        (seconds > 0.0).then(|| (amount / seconds / 1e9, unit))
    }
}
