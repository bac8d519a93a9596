//! L-18: tile memory is plain data without an initialiser, in a tiled kernel.

use amp::prelude::*;

#[derive(Clone, Copy, GpuType)]
#[repr(C)]
struct Holder {
    value: f32,
}

#[kernel(tile = [4])]
fn declared(t: TiledIndex<1>, y: &mut ArrayViewMut<f32>) {
    #[tile_static]
    let mut a: f32;
    #[tile_static]
    let mut b: [f32; 4];
    #[tile_static]
    let mut c: (f32, u32);
    #[tile_static]
    let mut d: Holder;
    b[t.local[0]] = y[t.global];
    if t.local[0] == 0 {
        a = 10.0;
        c = (100.0, 2);
        d = Holder { value: 1000.0 };
    }
    t.barrier.wait();
    y[t.global] = a + b[3 - t.local[0]] + c.0 * c.1 as f32 + d.value;
}

#[kernel]
fn untiled(i: Index<1>, y: &mut ArrayViewMut<f32>) {
    let a: f32 = 1.0;
    y[i] = a;
}

#[test]
fn runs() {
    crate::gives(&[1214.0, 1213.0, 1212.0, 1211.0], &[1.0, 2.0, 3.0, 4.0], |on, y| {
        on.parallel_for_each(y.extent().tile([4])?, declared(y))
    });
    crate::gives(&[1.0], &[0.0], |on, y| on.parallel_for_each(y.extent(), untiled(y)));
}
