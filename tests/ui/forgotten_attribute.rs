use amp::prelude::*;

#[kernel(tile = [64])]
fn reversed(t: TiledIndex<1>, y: &mut ArrayViewMut<f32>) {
    let mut values: [f32; 64];
    values[t.local[0]] = y[t.global];
    t.barrier.wait();
    y[t.global] = values[63 - t.local[0]];
}

fn main() {
    let mut y = ArrayViewMut::<f32>::without_source([64]).unwrap();
    let tiles = y.extent().tile([64]).unwrap();
    parallel_for_each(tiles, amp!(tile = [64], |t: TiledIndex<1>| {
        let mut values: [f32; 64];
        values[t.local[0]] = y[t.global];
        t.barrier.wait();
        y[t.global] = values[63 - t.local[0]];
    }))
    .unwrap();
}
