//! A type that derives `Ord`, and has methods of its own with the names of those of `Ord`.

use amp::prelude::*;
use amp_tests::on_each;

#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, GpuType)]
struct Level(u32);

#[device]
impl Level {
    fn clamp(self, low: u32, high: u32) -> Level {
        Level(self.0.clamp(low, high))
    }

    fn max(self, other: Level) -> Level {
        Level(self.0.max(other.0) + 100)
    }
}

#[device]
fn compared(v: u32) -> u32 {
    let level = Level(v);
    level.clamp(3, 5).0 + level.max(Level(2)).0 + u32::from(level < Level(4)) + 7 * level.min(Level(9)).0
}

#[test]
fn own_methods_take_precedence_over_those_of_ord() {
    let wanted: Vec<u32> = (0..16).map(compared).collect();
    on_each(|accelerator| {
        let mut y = ArrayViewMut::<u32>::without_source([16]).unwrap();
        let on = accelerator.default_view();
        on.parallel_for_each(16, amp!(|i: Index<1>| y[i] = compared(i[0] as u32))).unwrap();
        assert_eq!(y.to_vec().unwrap(), wanted);
    });
}
