//! Replace the recursion by a loop. Methods may call one another without a cycle.

use amp::prelude::*;

#[derive(Clone, Copy, GpuType)]
#[repr(C)]
struct Walk {
    at: u32,
}

#[device]
impl Walk {
    fn left(self, steps: u32) -> u32 {
        if steps == 0 { self.at } else { self.middle(steps) }
    }

    fn middle(self, steps: u32) -> u32 {
        Self::right(self, steps) + self.alone()
    }

    fn right(self, steps: u32) -> u32 {
        self.alone() * steps
    }

    fn alone(self) -> u32 {
        self.at
    }
}

#[device]
trait Falls {
    fn fall(&mut self, steps: u32);
}

#[device]
impl Falls for Walk {
    fn fall(&mut self, steps: u32) {
        for _ in 0..=steps {
            self.at += 1;
        }
    }
}

#[kernel]
fn walk(i: Index<1>, y: &mut ArrayViewMut<u32>) {
    let mut walk = Walk { at: y[i] };
    walk.fall(3);
    y[i] = walk.left(2) + walk.alone();
}

#[test]
fn runs() {
    crate::gives(&[16, 20], &[0, 1], |on, y| on.parallel_for_each(y.extent(), walk(y)));
}
