//! The random program seed3.

pub mod kernel {
use amp::prelude::*;
use crate::harness::{Pair, Point, Shade};
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
#[kernel]
pub fn kernel(i: Index<3>, n: u32, ai: &ArrayView<i32, 1>, au: &ArrayView<u32, 1>, af: &ArrayView<f32, 1>, ah: &ArrayView<i16, 1>, av: &ArrayView<IVec3, 1>, bi: &ArrayView<i32, 3>, xi: &mut ArrayViewMut<i32, 3>, xu: &mut ArrayViewMut<u32, 3>, xf: &mut ArrayViewMut<f32, 3>, xp: &mut ArrayViewMut<Point, 3>) {
let v2 = xp[i].z[((i[1]).min(i[2]) / (((n & 4095) as usize % 64) % 7 + 1)) % 2];
let mut v6: [u32; 2] = (if (false && (!(if false {  false } else { let mut v3 = av[4];
v3.x = xi[i];
 true }))) { let mut v4 = ((((n & 4095) as usize % 64)).min(((9usize).min(6usize) % 64 + (i[0] % 64 + bi.extent()[2] % 64) % 64)) as i32);
let mut v5: Shade = (if true { Shade::Dark } else { Shade::Light });
 [v2, ((true && { xu[i] = xu[i].wrapping_add(1); false }) as u32), ] } else {  [((!xu[i])), ((Shade::Dark as u32)), ] });
let v7 = xi[i];
xi[i] = (ah[i[2] % 64] as i32);
xu[i] = (((au[36] << (xu[i] & 31)))).saturating_sub(((2u32).clamp(3, 300) | ((12345u32 & 7)).pow((v2 & 3))));
xf[i] = (if false { let v8: IVec3 = (IVec3::new(v7, v7, xi[i]) ^ IVec3::new(xi[i], xi[i], xi[i]));
 (((af[i[2] % 64] as i32) & 63) as f32) } else {  ((af[31]).mul_add(((v7 & 63) as f32), 3.0) % 64.0) });
xp[i] = { let mut k9 = 0usize; 'l10: loop { k9 += 1; if k9 > 1 { break (Point { x: 1i32, ..xp[i] }); } if (false & false) { break (Point { x: xp[i].x, ..xp[i] }); } let mut v11: (IVec3, u32,) = (IVec3::new(v7, ai[k9 % 64], ai[(i[1] * 0 + 23) % 64]), xp[i].z[3usize % 2], );
 } };
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
pub fn kernel(i: Index<3>, n: u32, ai: &ArrayView<i32, 1>, au: &ArrayView<u32, 1>, af: &ArrayView<f32, 1>, ah: &ArrayView<i16, 1>, av: &ArrayView<IVec3, 1>, bi: &ArrayView<i32, 3>, xi: &mut ArrayViewMut<i32, 3>, xu: &mut ArrayViewMut<u32, 3>, xf: &mut ArrayViewMut<f32, 3>, xp: &mut ArrayViewMut<Point, 3>) {
let v2 = xp[i].z[((i[1]).min(i[2]) / (((n & 4095) as usize % 64) % 7 + 1)) % 2];
let mut v6: [u32; 2] = (if (false && (!(if false {  false } else { let mut v3 = av[4];
v3.x = xi[i];
 true }))) { let mut v4 = ((((n & 4095) as usize % 64)).min(((9usize).min(6usize) % 64 + (i[0] % 64 + bi.extent()[2] % 64) % 64)) as i32);
let mut v5: Shade = (if true { Shade::Dark } else { Shade::Light });
 [v2, ((true && { xu[i] = xu[i].wrapping_add(1); false }) as u32), ] } else {  [((!xu[i])), ((Shade::Dark as u32)), ] });
let v7 = xi[i];
xi[i] = (ah[i[2] % 64] as i32);
xu[i] = (((au[36] << (xu[i] & 31)))).saturating_sub(((2u32).clamp(3, 300) | ((12345u32 & 7)).pow((v2 & 3))));
xf[i] = (if false { let v8: IVec3 = (IVec3::new(v7, v7, xi[i]) ^ IVec3::new(xi[i], xi[i], xi[i]));
 (((af[i[2] % 64] as i32) & 63) as f32) } else {  ((af[31]).mul_add(((v7 & 63) as f32), 3.0) % 64.0) });
xp[i] = { let mut k9 = 0usize; 'l10: loop { k9 += 1; if k9 > 1 { break (Point { x: 1i32, ..xp[i] }); } if (false & false) { break (Point { x: xp[i].x, ..xp[i] }); } let mut v11: (IVec3, u32,) = (IVec3::new(v7, ai[k9 % 64], ai[(i[1] * 0 + 23) % 64]), xp[i].z[3usize % 2], );
 } };
}
}

crate::program!(3; ai au af ah av bi; xi xu xf xp);
