use amp::prelude::*;

#[derive(Clone, Copy, GpuType)]
#[repr(C)]
struct Turns {
    count: u32,
}

#[device]
impl Turns {
    fn take(&self, barrier: &TileBarrier) {
        for _ in 0..self.count {
            barrier.wait();
        }
    }

    fn twice(self, barrier: &TileBarrier) {
        self.take(barrier);
        self.take(barrier);
    }
}

#[kernel(tile = [16])]
fn in_turns(t: TiledIndex<1>, y: &mut ArrayViewMut<f32>) {
    let turns: Turns = Turns { count: t.local[0] as u32 };
    turns.take(&t.barrier);
    y[t.global] = 1.0;
}

#[kernel(tile = [16])]
fn of_elements(t: TiledIndex<1>, x: &ArrayView<Turns>, y: &mut ArrayViewMut<f32>) {
    x[t.global].twice(&t.barrier);
    y[t.global] = 1.0;
}

#[device]
fn above(barrier: &TileBarrier, of: &ArrayView<u32>, at: usize) {
    if of[at] > 3 {
        barrier.wait();
    }
}

#[kernel(tile = [16])]
fn at_elements(t: TiledIndex<1>, x: &ArrayView<u32>, y: &mut ArrayViewMut<f32>) {
    above(&t.barrier, x, t.local[0]);
    y[t.global] = 1.0;
}

#[device]
impl Turns {
    fn grow(&mut self, barrier: &TileBarrier, by: u32) {
        barrier.wait();
        self.count += by;
    }
}

#[kernel(tile = [16])]
fn grown(t: TiledIndex<1>, y: &mut ArrayViewMut<f32>) {
    let mut turns: Turns = Turns { count: 2 };
    turns.grow(&t.barrier, t.local[0] as u32);
    turns.take(&t.barrier);
    y[t.global] = 1.0;
}

#[kernel(tile = [16])]
fn grown_before(t: TiledIndex<1>, y: &mut ArrayViewMut<f32>) {
    let mut turns: Turns = Turns { count: 2 };
    turns.grow(&t.barrier, 1);
    if turns.count > 2 {
        t.barrier.wait();
    }
    y[t.global] = 1.0;
}

fn main() {}
