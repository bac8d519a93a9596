//! Mutable variables with collective methods: a method with `&self` leaves the variable uniform, so later barriers may depend on
//! it.

use amp::prelude::*;
use amp_tests::on_each;

#[derive(Clone, Copy, GpuType)]
#[repr(C)]
struct Rounds {
    count: u32,
}

#[device]
impl Rounds {
    /// Waits `count` times, and counts the rounds.
    fn take(&self, barrier: &TileBarrier, log: &mut [u32; 16], local: usize) {
        for _ in 0..self.count {
            barrier.wait();
            log[local] += 1;
        }
    }

    /// Calls `take` twice on a copy with one more round.
    fn one_more(&self, barrier: &TileBarrier, log: &mut [u32; 16], local: usize) {
        let mut copy = *self;
        copy.count += 1;
        copy.take(barrier, log, local);
        copy.take(barrier, log, local);
    }

    /// Adds a value that varies between work-items.
    fn grow(&mut self, barrier: &TileBarrier, by: u32) {
        barrier.wait();
        self.count += by;
    }
}

/// After a call with the receiver `rounds`, control flow depends on `rounds`.
#[kernel(tile = [16])]
fn shared_receiver(t: TiledIndex<1>, y: &mut ArrayViewMut<u32>, count: u32) {
    #[tile_static]
    let mut log: [u32; 16];
    let local = t.local[0];
    log[local] = 0;
    t.barrier.wait();
    let mut rounds = Rounds { count };
    for k in 0..3 {
        rounds.count += k;
        rounds.take(&t.barrier, &mut log, local);
        if rounds.count > count + 1 {
            t.barrier.wait();
            log[local] += 100;
        }
    }
    rounds.one_more(&t.barrier, &mut log, local);
    y[t.global] = log[local] + 1000 * rounds.count;
}

/// Calls a method again on a receiver that varies. No barrier depends on the receiver.
#[kernel(tile = [16])]
fn mutable_receiver(t: TiledIndex<1>, y: &mut ArrayViewMut<u32>, count: u32) {
    let mut rounds = Rounds { count };
    rounds.grow(&t.barrier, t.local[0] as u32);
    rounds.grow(&t.barrier, 2);
    y[t.global] = rounds.count;
}

#[test]
fn shared_receiver_of_a_collective_method_stays_uniform() {
    on_each(|accelerator| {
        let on = accelerator.default_view();
        let mut y = ArrayViewMut::<u32>::without_source([32]).unwrap();
        let domain = y.extent().tile([16]).unwrap();
        on.parallel_for_each(domain, shared_receiver(&mut y, 2)).unwrap();
        // 2, 3 and 5 rounds, then 6 twice. The condition holds in the last of the three iterations.
        let expected = 2 + 3 + 5 + 100 + 12 + 5000;
        assert_eq!(y.to_vec().unwrap(), [expected; 32], "on {}", accelerator.description());
        on.parallel_for_each(domain, mutable_receiver(&mut y, 7)).unwrap();
        let expected: Vec<_> = (0..32).map(|k| 9 + k % 16).collect();
        assert_eq!(y.to_vec().unwrap(), expected, "on {}", accelerator.description());
    });
}
