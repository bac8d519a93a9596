use amp::prelude::*;

#[device]
fn at(x: ArrayView<f32>, k: usize) -> f32 {
    x[k]
}

#[device]
fn count(bins: &AtomicView<u32>, k: usize) {
    atomic_fetch_add(&mut bins[k], 1);
}

#[device]
fn clear(x: &ArrayView<f32>, k: usize) {
    x[k] = 0.0;
}

fn main() {}
