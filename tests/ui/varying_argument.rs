use amp::prelude::*;

const LONG: usize = 3000;

#[device]
fn turns(barrier: &TileBarrier, n: u32) {
    for _ in 0..n {
        barrier.wait();
    }
}

#[kernel(tile = [16])]
fn in_turns(t: TiledIndex<1>, y: &mut ArrayViewMut<f32>) {
    turns(&t.barrier, t.local[0] as u32);
    y[t.global] = 1.0;
}

#[kernel]
fn from_a_table(i: Index<1>, y: &mut ArrayViewMut<f32>) {
    let table = [1.0; LONG];
    y[i] = table[i[0]];
}

fn main() {}
