use amp::prelude::*;

#[kernel(tile = [64])]
fn turns(t: TiledIndex<1>, counts: &ArrayView<u32>, y: &mut ArrayViewMut<u32>) {
    let count = counts[t.global];
    for _ in 0..count {
        t.barrier.wait();
    }
    y[t.global] = count;
}

fn main() {}
