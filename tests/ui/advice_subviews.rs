//! Subviews in unsupported positions, and unsupported operations on them.

use amp::prelude::*;

#[device]
fn sum(v: &ArrayView<f32>) -> f32 {
    v[0]
}

#[device]
fn put(v: &mut ArrayViewMut<f32>) {
    v[0] = 1.0;
}

#[device]
fn shared(b: &TileBarrier, v: &ArrayView<f32>, at: usize) -> f32 {
    b.wait();
    v[at]
}

#[kernel]
fn values(i: Index<1>, x: &ArrayView<f32, 2>, y: &mut ArrayViewMut<f32>) {
    let unanswered = x.section([0, 0], [1, 1]);
    let chosen = if i[0] > 3 { x.project(0).unwrap() } else { x.project(1).unwrap() };
    let (a, b) = (x.project(0).unwrap(), 1.0);
    let row = x.project(0).unwrap();
    y[i] = sum(row) + row.read();
    let wrong = row[[0, 1]];
    let deep = row.project(0).unwrap();
    let flat = x.reinterpret_as::<u32>().unwrap();
    let uneven = x.section([0, 0], [1]).unwrap();
}

#[kernel]
fn writes(i: Index<1>, x: &ArrayView<f32>, y: &mut ArrayViewMut<f32>) {
    let part = x.section([0], [4]).unwrap();
    part[0] = 1.0;
    let mine = x.section_mut([0], [4]).unwrap();
    let fixed = y.section_mut([0], [4]).unwrap();
    fixed[i] = 2.0;
    let mut read = y.section([0], [4]).unwrap();
    read[i] = 3.0;
    put(&mut read);
}

#[kernel]
fn counts(i: Index<1>, bins: AtomicView<u32>) {
    atomic_fetch_add(&mut bins.section([0], [4]).unwrap()[i], 1);
}

#[kernel(tile = [16])]
fn waits(t: TiledIndex<1>, x: &ArrayView<f32>, y: &mut ArrayViewMut<f32>) {
    y[t.global] = shared(&t.barrier, &x.section([t.local[0]], [16]).unwrap(), t.local[0]);
}

#[device]
fn passes(b: &TileBarrier, v: &ArrayView<f32>, at: usize) -> f32 {
    shared(b, &v.section([4], [16]).unwrap(), at)
}

fn main() {}
