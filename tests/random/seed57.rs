//! The random program seed57.

pub mod kernel {
use amp::prelude::*;
use crate::harness::{Pair, Point, Shade};
#[device]
impl Pair {
fn of_seed57_1(&self, v2: [u64; 2]) -> (IVec3, u32,) {
let v3: bool = ((0x1_0000_0001i64).rotate_right(u32::MAX) != (0u64 as i64));
(IVec3::new((-100i32), i32::MAX, 7i32), (32u32).clamp(3, 300), )
}
}
#[kernel]
pub fn kernel(i: Index<1>, n: u32, ai: &ArrayView<i32, 1>, au: &ArrayView<u32, 1>, af: &ArrayView<f32, 1>, ap: &ArrayView<Point, 1>, av: &ArrayView<IVec3, 1>, ax: &ArrayView<i32, 2>, xi: &mut ArrayViewMut<i32, 1>, xu: &mut ArrayViewMut<u32, 1>, xf: &mut ArrayViewMut<f32, 1>, xp: &mut ArrayViewMut<Point, 1>) {
'l5: for v4 in (-7..(((!xi[i])).signum() & 3)).step_by(3).rev() {
let v9: (Pair, u32,) = ((if (true && true) {  Pair(v4, n) } else { let v4: u64 = (u64::MAX).wrapping_sub(0x8000_0000u64);
if true {
let w6 = au;
}
 else {
let mut v7 = Pair(xi[i], au[(i[0] * 0 + 9) % 64]);
let mut v8: i32 = (xi[i]).wrapping_shl(xu[i]);
}
 Pair(ax[[1, i[0] % 8]], xu[i]) }), n, );
xp[i] = ap[10];
if true {
let mut v10: i32 = ((v4 << (n & 31)) >> ((au[12]).clamp(3, 300) & 31));
}
}
xi[i] = ((!({  (au[47] as i64) })) as i32);
let mut v11: IVec3 = IVec3::new((1i32).wrapping_sub((!(xf[i] as i32))), (xp[i].z[(i[0]).min(i[0]) % 2] as i32), (!((ai[i[0] % 64]).div_euclid((i32::MIN & 15) + 1)).saturating_sub(((xi[i] & 1023) - (i32::MIN & 1023)))));
v11 = ((av[42]).wrapping_sub(IVec3::new(1, 2, 3)));
xi[i] = (xi[i] & ((0x8000_0000u64 | 0x8000_0000u64) as i32));
xf[i] = ((((!xi[i])).signum() & 63) as f32);
xp[i] = (Point { x: ((xi[i]).wrapping_mul(xi[i])).wrapping_mul((xi[i]).rotate_left(n)), y: (af[18]).clamp(-5.0, 9.0), z: [1u32; 2] });
}
}

pub mod reference {
use amp::prelude::*;
use crate::harness::{Meeting as TileBarrier, Slice as ArrayView, Slice as ArrayViewMut};
use crate::harness::{Pair, Point, Shade, Tiled as TiledIndex};
impl Pair {
fn plain_seed57_1(&self, v2: [u64; 2]) -> (IVec3, u32,) {
let v3: bool = ((0x1_0000_0001i64).rotate_right(u32::MAX) != (0u64 as i64));
(IVec3::new((-100i32), i32::MAX, 7i32), (32u32).clamp(3, 300), )
}
}
pub fn kernel(i: Index<1>, n: u32, ai: &ArrayView<i32, 1>, au: &ArrayView<u32, 1>, af: &ArrayView<f32, 1>, ap: &ArrayView<Point, 1>, av: &ArrayView<IVec3, 1>, ax: &ArrayView<i32, 2>, xi: &mut ArrayViewMut<i32, 1>, xu: &mut ArrayViewMut<u32, 1>, xf: &mut ArrayViewMut<f32, 1>, xp: &mut ArrayViewMut<Point, 1>) {
'l5: for v4 in (-7..(((!xi[i])).signum() & 3)).step_by(3).rev() {
let v9: (Pair, u32,) = ((if (true && true) {  Pair(v4, n) } else { let v4: u64 = (u64::MAX).wrapping_sub(0x8000_0000u64);
if true {
let w6 = au;
}
 else {
let mut v7 = Pair(xi[i], au[(i[0] * 0 + 9) % 64]);
let mut v8: i32 = (xi[i]).wrapping_shl(xu[i]);
}
 Pair(ax[[1, i[0] % 8]], xu[i]) }), n, );
xp[i] = ap[10];
if true {
let mut v10: i32 = ((v4 << (n & 31)) >> ((au[12]).clamp(3, 300) & 31));
}
}
xi[i] = ((!({  (au[47] as i64) })) as i32);
let mut v11: IVec3 = IVec3::new((1i32).wrapping_sub((!(xf[i] as i32))), (xp[i].z[(i[0]).min(i[0]) % 2] as i32), (!((ai[i[0] % 64]).div_euclid((i32::MIN & 15) + 1)).saturating_sub(((xi[i] & 1023) - (i32::MIN & 1023)))));
v11 = ((av[42]).wrapping_sub(IVec3::new(1, 2, 3)));
xi[i] = (xi[i] & ((0x8000_0000u64 | 0x8000_0000u64) as i32));
xf[i] = ((((!xi[i])).signum() & 63) as f32);
xp[i] = (Point { x: ((xi[i]).wrapping_mul(xi[i])).wrapping_mul((xi[i]).rotate_left(n)), y: (af[18]).clamp(-5.0, 9.0), z: [1u32; 2] });
}
}

crate::program!(1; ai au af ap av ax; xi xu xf xp);
