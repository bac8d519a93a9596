//! The random program seed6.

pub mod kernel {
use amp::prelude::*;
#[derive(Clone, Copy, Debug, Default, PartialEq, GpuType)]
#[repr(C)]
pub(crate) struct Point {
    pub x: i32,
    pub y: f32,
    pub z: [u32; 2],
}

#[derive(Clone, Copy, Debug, PartialEq, GpuType)]
#[repr(u32)]
pub(crate) enum Shade {
    Dark,
    Grey,
    Light,
}

#[kernel(tile = [16])]
pub fn kernel(t: TiledIndex<1>, n: u32, a: &ArrayView<i32>, b: &ArrayView<u32>, c: &ArrayView<f32>, p: &ArrayView<Point>, x: &mut ArrayViewMut<i32>, y: &mut ArrayViewMut<u32>, z: &mut ArrayViewMut<f32>, q: &mut ArrayViewMut<Point>, h: &mut ArrayViewMut<u32>) {
let i = t.global;
let l = t.local[0];
#[tile_static]
let mut s: [i32; 16];
#[tile_static]
let mut r: [Point; 16];
for v1 in 0..n % 4 {
r[l] = (Point { x: (!0x55i32), y: ((c[(i[0] * 0 + 44) % 64] - 15.0f32) % 64.0), z: [b[(i[0] * 4 + 61) % 64]; 2] });
t.barrier.wait();
let mut v2 = r[(({  l }) % 64 + (l % 16 * (l % 16)) % 64) % 16];
t.barrier.wait();
}
x[i] = (Shade::Dark as i32);
y[i] = (((b[i] as i32)).leading_zeros()).wrapping_mul(((((31u32 & 4095) as usize % 64) as u32)).wrapping_shr((n >> (n & 31))));
z[i] = (((({  c[i] })).mul_add((0.0 - c[(i[0] * 0 + 6) % 64]), 3.0) % 64.0)).rem_euclid(7.0);
q[i] = (Point { x: ((a[(i[0] * 4 + 33) % 64]).signum()).wrapping_neg(), y: (0.0 - ((37.0f32).mul_add(c[17], 3.0) % 64.0)), z: [(2u32 ^ n); 2] });
}
}

crate::run!(16);
