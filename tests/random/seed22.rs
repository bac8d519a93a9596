//! The random program seed22.

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
let mut v1 = n;
let v3 = (if (n < n) {  (true || true) } else { let mut v2 = [1i32; 2];
 (true || false) });
if n % 3 != 1 {
r[l] = (Point { x: (n as i32), y: ((-3.0f32)).abs(), z: [b[(i[0] * 1 + 9) % 64], v1, ] });
t.barrier.wait();
let mut v4 = r[l % 16];
t.barrier.wait();
}
if n % 3 != 1 {
s[l] = (Shade::Light as i32);
t.barrier.wait();
let mut v5 = s[l % 16];
t.barrier.wait();
x[i] ^= v5;
}
x[i] = ((match (if v3 { let v6: i32 = (32u32 as i32);
let mut v7: usize = (l % 64 + l % 64);
 Shade::Light } else { let v8: [usize; 4] = [l, l, i[0], 2usize, ];
 Shade::Light }) { Shade::Dark => {  (!1i32) },
Shade::Grey | Shade::Light => { let mut v3 = (Point { x: a[i], y: c[38], z: [1u32; 2] });
 (!a[34]) },
_ => { let v1 = ((c[i]).mul_add(c[i], 3.0) % 64.0);
 ({  a[(i[0] * 3 + 49) % 64] }) },
 }) % ((((a[i]).wrapping_shl(2u32)).saturating_sub((b[(i[0] * 3 + 19) % 64] as i32)) & 15) + 1));
y[i] = ((((0x8000_0000u32).wrapping_shl(b[(i[0] * 0 + 3) % 64]) & 1023) * ((!b[i]) & 1023))).trailing_zeros();
z[i] = (((({ let mut v1: [[i32; 2]; 3] = [[1i32; 2]; 3];
 9.0f32 })).clamp(-5.0, 9.0) * (((if false {  41.0f32 } else { let mut v9 = (i32::MIN).signum();
let f10 = |v11: bool| v3;
 c[(i[0] * 4 + 58) % 64] }) * ((c[(i[0] * 1 + 60) % 64] + c[23]) % 64.0)) % 64.0)) % 64.0);
q[i] = (Point { x: i32::MAX, y: 6.0f32, z: [1u32; 2] });
}
}

crate::run!(16);
