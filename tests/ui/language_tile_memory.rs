//! L-18: tile memory must be plain data without an initialiser, in a tiled kernel.

use amp::prelude::*;

#[kernel(tile = [4])]
fn declared(t: TiledIndex<1>, y: &mut ArrayViewMut<f32>) {
    #[tile_static]
    let mut a: f32 = 1.0;
    #[tile_static]
    let b;
    #[tile_static]
    let mut c: &f32;
    #[tile_static]
    let mut d: *const f32;
    #[tile_static]
    let mut e: ArrayView<f32>;
    #[tile_static]
    let mut f: String;
    #[tile_static]
    let (mut g, mut h): (f32, f32);
    t.barrier.wait();
    y[t.global] = 1.0;
}

#[kernel]
fn untiled(i: Index<1>, y: &mut ArrayViewMut<f32>) {
    #[tile_static]
    let mut a: f32;
    y[i] = 1.0;
}

#[derive(Clone, Copy, GpuType)]
#[repr(C)]
struct Holder {
    view: ArrayView<'static, f32>,
}

fn host() {
    #[tile_static]
    let mut a: f32;
}

fn main() {}
