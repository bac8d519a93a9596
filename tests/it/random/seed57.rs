//! The random program seed57.

pub mod kernel {
use amp::prelude::*;
use crate::harness::{Pair, Point, Shade, Views};
#[device]
fn length1<const N: usize>(list: &mut [i32; N], by: i32) -> i32 {
let mut sum = N as i32;
for k in (0..N).rev() {
if list[k] < by { continue; }
sum = sum.wrapping_mul(3) ^ list[k];
list[k] = list[N - 1 - k].wrapping_add(by);
}
sum
}
pub fn launch(on: &AcceleratorView, domain: Extent<1>, views: Views<'_, 1>) -> amp::Result<()> {
let n = 5u32;
let Views { ai, au, af, mut xi, mut xu, mut xf, mut xp, .. } = views;
on.parallel_for_each(domain, amp!(|i: Index<1>| {
let mut v2: [i32; 4] = [((xi[i] & 1023) - (ai[50] & 1023)), (xi[i]).rem_euclid((ai[i[0] % 64] & 15) + 1), (xi[i] >> (au[31] & 31)), xi[i], ];
let v3: u32 = (!(!(xf[i] as u32)));
let mut v3 = [(au[1]), (au[i[0] % 64]).wrapping_sub(n), ];
xi[i] = (((if true { let mut v4 = Pair(xi[i], au[(i[0] * 0 + 9) % 64]);
let mut v5 = (n).clamp(3, 300);
 false } else { let v6: IVec3 = IVec3::new(xi[i], xi[i], xi[i]);
 false }) || { xu[i] = xu[i].wrapping_add(1); false }) as i32);
xu[i] = xu[i];
xf[i] = (xf[i]).max((0.0 - (if false {  af[12] } else {  xf[i] })));
xp[i] = (Point { x: 1, y: 2.0, z: [3, 4] });
}))
}
}

pub mod reference {
use amp::prelude::*;
use crate::harness::{Meeting as TileBarrier, Slice as ArrayView, Slice as ArrayViewMut};
use crate::harness::{Pair, Point, Shade, Tiled as TiledIndex};
fn length1<const N: usize>(list: &mut [i32; N], by: i32) -> i32 {
let mut sum = N as i32;
for k in (0..N).rev() {
if list[k] < by { continue; }
sum = sum.wrapping_mul(3) ^ list[k];
list[k] = list[N - 1 - k].wrapping_add(by);
}
sum
}
pub fn kernel(i: Index<1>, n: u32, ai: &ArrayView<i32, 1>, au: &ArrayView<u32, 1>, af: &ArrayView<f32, 1>, mut xi: &mut ArrayViewMut<i32, 1>, mut xu: &mut ArrayViewMut<u32, 1>, mut xf: &mut ArrayViewMut<f32, 1>, mut xp: &mut ArrayViewMut<Point, 1>) {
let mut v2: [i32; 4] = [((xi[i] & 1023) - (ai[50] & 1023)), (xi[i]).rem_euclid((ai[i[0] % 64] & 15) + 1), (xi[i] >> (au[31] & 31)), xi[i], ];
let v3: u32 = (!(!(xf[i] as u32)));
let mut v3 = [(au[1]), (au[i[0] % 64]).wrapping_sub(n), ];
xi[i] = (((if true { let mut v4 = Pair(xi[i], au[(i[0] * 0 + 9) % 64]);
let mut v5 = (n).clamp(3, 300);
 false } else { let v6: IVec3 = IVec3::new(xi[i], xi[i], xi[i]);
 false }) || { xu[i] = xu[i].wrapping_add(1); false }) as i32);
xu[i] = xu[i];
xf[i] = (xf[i]).max((0.0 - (if false {  af[12] } else {  xf[i] })));
xp[i] = (Point { x: 1, y: 2.0, z: [3, 4] });
}
}

crate::program!(1; ai au af; xi xu xf xp);
