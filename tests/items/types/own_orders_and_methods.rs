//! Types with a hand-written order, and methods of their own with the names of `Ord`.

use std::cmp::Ordering;

use amp::prelude::*;

use crate::compare::same_on_host;

#[derive(Clone, Copy, Debug, PartialEq, Eq, GpuType)]
pub struct Own(u32, u32);
#[device]
impl PartialOrd for Own {
    fn partial_cmp(&self, other: &Own) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}
#[device]
impl Ord for Own {
    fn cmp(&self, other: &Own) -> Ordering {
        self.0.cmp(&other.0)
    }
    fn max(self, other: Self) -> Self {
        if self >= other { self } else { other }
    }
}
#[derive(Clone, Copy, Debug, PartialEq, Eq, GpuType)]
struct Interval {
    low: u32,
    high: u32,
}
#[device]
impl Interval {
    fn max(self) -> u32 {
        self.high
    }
    fn min(self) -> u32 {
        self.low
    }
}
#[device]
impl PartialOrd for Interval {
    fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}
#[device]
impl Ord for Interval {
    fn cmp(&self, other: &Self) -> Ordering {
        (self.high - self.low).cmp(&(other.high - other.low))
    }
}

#[device]
fn run(i: u32) -> u32 {
    let a = Own(i % 3, 1);
    let b = Own(i / 3 % 3, 2);
    let s = Interval { low: i, high: i * 2 };
    a.max(b).1 + 10 * a.min(b).1 + 100 * s.max() + 10000 * s.min()
}

same_on_host! { (k, x, b, y, z)
    for n in 0..8 {
        z[k] = z[k].wrapping_mul(31).wrapping_add(run((k * 8 + n) as u32));
    }
}
