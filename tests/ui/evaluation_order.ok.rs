//! Compute a value that changes the subscript before the assignment.

use amp::prelude::*;

#[derive(Clone, Copy, GpuType)]
#[repr(C)]
struct Sum(u32);

#[device]
impl std::ops::AddAssign for Sum {
    fn add_assign(&mut self, other: Sum) {
        self.0 += other.0;
    }
}

#[device]
fn added(k: u32) -> u32 {
    let mut sums = [Sum(k), Sum(1)];
    let mut at = 0;
    let value = {
        at += 1;
        Sum(5)
    };
    sums[0] += value;
    sums[0].0 + at as u32
}

#[test]
fn runs() {
    crate::gives(&[6, 7, 8], &[0; 3], |on, y| {
        on.parallel_for_each(3, amp!(|i: Index<1>| { y[i] = added(i[0] as u32) }))
    });
}
