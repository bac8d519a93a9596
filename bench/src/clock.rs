//! What a turn costs: time on the wall, or the time that all threads of this process had of the processor.
//!
//! A device that is made of threads, as software adapters are, shares the processor with whatever else runs, and its times on
//! the wall are mostly about that. What its threads computed is not.

use std::sync::LazyLock;
use std::time::{Duration, Instant};

/// A clock.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) enum Clock {
    /// On the wall.
    #[default]
    Wall,
    /// Of the processor.
    Processor,
}

impl Clock {
    /// The time since some moment.
    pub(crate) fn now(self) -> Duration {
        match self {
            Clock::Wall => {
                static START: LazyLock<Instant> = LazyLock::new(Instant::now);
                START.elapsed()
            }
            Clock::Processor => processor(),
        }
    }

    /// Whether this system has it.
    pub(crate) fn is_there(self) -> bool {
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
    fn sleep_is_time_on_the_wall_only() {
        let times = || [Clock::Wall.now(), Clock::Processor.now()];
        let before = times();
        std::thread::sleep(Duration::from_millis(30));
        let after = times();
        assert!(after[0] - before[0] >= Duration::from_millis(30));
        // Tests of other threads may have worked meanwhile, on some processors.
        assert!(!Clock::Processor.is_there() || after[1] >= before[1]);
    }

    #[test]
    fn work_is_time_of_the_processor() {
        let before = Clock::Processor.now();
        let mut sum = 0u64;
        for n in 0..20_000_000u64 {
            sum = std::hint::black_box(sum.wrapping_add(n));
        }
        assert!(!Clock::Processor.is_there() || Clock::Processor.now() - before > Duration::from_millis(1));
    }
}
