//! Kernels that other GPU systems compile incorrectly, reject late, or reject without a reason.
use amp::prelude::*;

#[derive(Clone, Copy, GpuType)]
#[repr(C)]
struct Pair {
    a: f32,
    b: f32,
}

#[kernel]
fn heap(i: Index<1>, y: &mut ArrayViewMut<f32>) {
    let s = String::from("a");
    let v = Vec::new();
    println!("{}", y[i]);
}

#[kernel]
fn questions(i: Index<1>, y: &mut ArrayViewMut<f32>) {
    let x = y.get(i)?;
    while let Some(k) = None {
        y[i] = k;
    }
    for v in y.iter().map_windows(f) {
        y[i] += v;
    }
}

#[kernel]
fn objects(i: Index<1>, op: &dyn Fn(f32) -> f32, y: &mut ArrayViewMut<f32>) {
    y[i] = op(y[i]);
}

#[kernel]
fn text(i: Index<1>, name: String, y: &mut ArrayViewMut<f32>) {
    y[i] = 1.0;
}

#[kernel]
fn slices(i: Index<1>, x: &[Pair], y: &mut ArrayViewMut<f32>) {
    y[i] = x[i].a;
}

#[kernel]
fn bytes(i: Index<1>, y: &mut ArrayViewMut<f32>) {
    let b: u8 = 7;
    y[i] = b as f32;
}

#[kernel(tile = [16])]
fn diverges(t: TiledIndex<1>, y: &mut ArrayViewMut<f32>) {
    if t.local[0] < 8 {
        t.barrier.wait();
    }
    y[t.global] = 1.0;
}

#[kernel(tile = [16])]
fn leaves_tile_memory(t: TiledIndex<1>, y: &mut ArrayViewMut<f32>) {
    #[tile_static]
    let mut s: [f32; 16];
    s[16] = 1.0;
    t.barrier.wait();
    y[t.global] = s[0];
}

#[kernel(tile = [64, 64])]
fn too_large(t: TiledIndex<2>, y: &mut ArrayViewMut<f32, 2>) {
    y[t.global] = 1.0;
}

#[kernel]
fn divides_by_zero(i: Index<1>, y: &mut ArrayViewMut<u32>) {
    y[i] = y[i] / 0;
}

#[kernel]
fn calls_itself(i: Index<1>, y: &mut ArrayViewMut<u32>) {
    fn down(n: u32) -> u32 {
        if n == 0 { 0 } else { down(n - 1) }
    }
    y[i] = down(y[i]);
}

fn main() {}
