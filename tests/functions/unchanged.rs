//! Variables that may be changed, and methods that wait and are called on them: what only looks leaves them as uniform as they were.

use amp::prelude::*;
use amp_tests::on_each;

#[derive(Clone, Copy, GpuType)]
#[repr(C)]
struct Turns {
    count: u32,
}

#[device]
impl Turns {
    /// Waits as often as it says, and counts that.
    fn take(&self, barrier: &TileBarrier, seen: &mut [u32; 16], local: usize) {
        for _ in 0..self.count {
            barrier.wait();
            seen[local] += 1;
        }
    }

    /// The same, through a copy that is changed before.
    fn one_more(&self, barrier: &TileBarrier, seen: &mut [u32; 16], local: usize) {
        let mut copy = *self;
        copy.count += 1;
        copy.take(barrier, seen, local);
        copy.take(barrier, seen, local);
    }

    /// Changes it, for each work-item by another number.
    fn grow(&mut self, barrier: &TileBarrier, by: u32) {
        barrier.wait();
        self.count += by;
    }
}

/// Behind a call decides what it was called on.
#[kernel(tile = [16])]
fn looked_at(t: TiledIndex<1>, y: &mut ArrayViewMut<u32>, count: u32) {
    #[tile_static]
    let mut seen: [u32; 16];
    let local = t.local[0];
    seen[local] = 0;
    t.barrier.wait();
    let mut turns = Turns { count };
    for k in 0..3 {
        turns.count += k;
        turns.take(&t.barrier, &mut seen, local);
        if turns.count > count + 1 {
            t.barrier.wait();
            seen[local] += 100;
        }
    }
    turns.one_more(&t.barrier, &mut seen, local);
    y[t.global] = seen[local] + 1000 * turns.count;
}

/// What changes it may be called again, if it does not decide.
#[kernel(tile = [16])]
fn grown(t: TiledIndex<1>, y: &mut ArrayViewMut<u32>, count: u32) {
    let mut turns = Turns { count };
    turns.grow(&t.barrier, t.local[0] as u32);
    turns.grow(&t.barrier, 2);
    y[t.global] = turns.count;
}

#[test]
fn what_only_looks_leaves_it_uniform() {
    on_each(|accelerator| {
        let on = accelerator.default_view();
        let mut y = ArrayViewMut::<u32>::without_source([32]).unwrap();
        let domain = y.extent().tile([16]).unwrap();
        on.parallel_for_each(domain, looked_at(&mut y, 2)).unwrap();
        // 2, 3 and 5 turns, then twice 6; behind the last of the three it was more than 3.
        let expected = 2 + 3 + 5 + 100 + 12 + 5000;
        assert_eq!(y.to_vec().unwrap(), [expected; 32], "on {}", accelerator.description());
        on.parallel_for_each(domain, grown(&mut y, 7)).unwrap();
        let expected: Vec<_> = (0..32).map(|k| 9 + k % 16).collect();
        assert_eq!(y.to_vec().unwrap(), expected, "on {}", accelerator.description());
    });
}
