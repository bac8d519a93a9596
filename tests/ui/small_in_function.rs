use amp::prelude::*;

#[device]
fn double(v: &ArrayView<u8>, at: usize) -> u32 {
    (v[at] + v[at]) as u32
}

#[device]
fn clear(v: &mut ArrayViewMut<f16>, at: usize) {
    v[at] = f16::from_f32(0.0);
}

fn main() {}
