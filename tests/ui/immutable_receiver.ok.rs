//! Call the method on a `mut` variable or a field of it, or pass an element by `&mut`.

use amp::prelude::*;
use amp_tests::on_each;

#[derive(Clone, Copy, GpuType)]
#[repr(C)]
struct Turns {
    count: u32,
}

#[derive(Clone, Copy, GpuType)]
#[repr(C)]
struct Plan {
    turns: Turns,
}

#[device]
impl Turns {
    fn grow(&mut self, barrier: &TileBarrier, by: u32) {
        barrier.wait();
        self.count += by;
    }
}

#[device]
impl Plan {
    fn part(&mut self, barrier: &TileBarrier) {
        self.turns.grow(barrier, 1);
    }
}

#[device]
fn given(mut turns: Turns, barrier: &TileBarrier) -> u32 {
    turns.grow(barrier, 1);
    turns.count
}

#[kernel(tile = [16])]
fn grown(t: TiledIndex<1>, turns: Turns, y: &mut ArrayViewMut<Turns>) {
    let mut copy = turns;
    copy.grow(&t.barrier, 2);
    let mut plan = Plan { turns: copy };
    plan.part(&t.barrier);
    y[t.global].count = given(plan.turns, &t.barrier);
    Turns::grow(&mut y[t.global], &t.barrier, 10);
}

#[test]
fn collective_method_changes_its_receiver() {
    on_each(|on| {
        let mut all = [Turns { count: 0 }; 32];
        let mut y = ArrayViewMut::new(&mut all);
        let domain = y.extent().tile([16]).unwrap();
        on.default_view().parallel_for_each(domain, grown(Turns { count: 1 }, &mut y)).unwrap();
        drop(y);
        assert!(all.iter().all(|turns| turns.count == 15), "on {}", on.description());
    });
}
