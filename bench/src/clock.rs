//! The clock of a measurement: wall time, or the processor time of all threads of this process.
//!
//! Software adapters run on threads and share the processor with other programs. Wall time then measures mostly the
//! other programs; processor time does not.

use std::sync::LazyLock;
use std::time::{Duration, Instant};

/// A clock.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) enum Clock {
    /// Wall time.
    #[default]
    Wall,
    /// Processor time.
    Processor,
}

impl Clock {
    /// The time since an arbitrary moment.
    pub(crate) fn now(self) -> Duration {
        match self {
            Clock::Wall => {
                static START: LazyLock<Instant> = LazyLock::new(Instant::now);
                START.elapsed()
            }
            Clock::Processor => processor(),
        }
    }

    /// Whether this system has the clock.
    pub(crate) fn is_available(self) -> bool {
        self == Clock::Wall || cfg!(unix)
    }
}

#[cfg(unix)]
fn processor() -> Duration {
    let time = rustix::time::clock_gettime(rustix::time::ClockId::ProcessCPUTime);
    Duration::try_from(time).unwrap_or_default()
}

#[cfg(not(unix))]
fn processor() -> Duration {
    Duration::ZERO
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sleep_takes_wall_time_only() {
        let times = || [Clock::Wall.now(), Clock::Processor.now()];
        let before = times();
        std::thread::sleep(Duration::from_millis(30));
        let after = times();
        assert!(after[0] - before[0] >= Duration::from_millis(30));
        // Other tests may run at the same time and add processor time.
        assert!(!Clock::Processor.is_available() || after[1] >= before[1]);
    }

    #[test]
    fn work_takes_processor_time() {
        let before = Clock::Processor.now();
        let mut sum = 0u64;
        for n in 0..20_000_000u64 {
            sum = std::hint::black_box(sum.wrapping_add(n));
        }
        assert!(
            !Clock::Processor.is_available() || Clock::Processor.now() - before > Duration::from_millis(1)
        );
    }
}
