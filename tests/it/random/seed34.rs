//! The random program seed34.

pub mod kernel {
use amp::prelude::*;
use crate::harness::{Pair, Point, Shade, Views};
#[device]
impl Point {
fn of_seed34_1(self, xv2: &mut ArrayViewMut<u32, 1>, at3: Index<1>, v4: usize) -> i32 {
let v5: Point = (Point { x: 1, y: 2.0, z: [3, 4] });
for v6 in (-3..=(((-9.0f32) as i32) & 3)) {
let mut v7 = (IVec3::new(1, 2, 3)).wrapping_add(IVec3::new(1, 2, 3));
let f8 = |v9: f32| v9;
}
((0i32)).signum()
}
}
pub fn launch(on: &AcceleratorView, domain: Extent<1>, views: Views<'_, 1>) -> amp::Result<()> {
let n = 5u32;
let Views { ai, af, ap, ab, ag, av, mut xi, mut xu, mut xf, mut xp, .. } = views;
on.parallel_for_each(domain, amp!(|i: Index<1>| {
match (({  (i[0] / (5usize % 7 + 1)) }) % 64 + ((i[0] % 16 * (5usize % 16)) % 64 + (i[0]).min(3usize) % 64) % 64) {
0 => {
{
for v10 in (1..=9usize).step_by(3) {
let v11: i32 = ((i[0] % 16 * (v10 % 16)) as i32);
let f12 = |v13: f32| af[v10 % 64];
}
}
}
,
1..=3 => {
for v14 in [Pair(5, 6); 3] {
let v18 = { let mut k15 = 0usize; 'l16: loop { k15 += 1; if k15 > 2 { break (xi[i] / ((xi[i] & 15) + 1)); } if true { break (ap[i[0] % 64]).of_seed34_1(&mut xu, i, k15); } let mut v17: IVec3 = (av[k15 % 64]);
 } };
let mut v19: (Pair, u32,) = ((Pair { 1: u32::from(ab[(i[0] * 1 + 54) % 64]), 0: xi[i] }), v14.1, );
let mut v20: usize = 7usize;
}
let mut v26: u32 = (if { let mut k21 = 0usize; loop { k21 += 1; if k21 > 3 { break (i32::MAX != xi[i]); } if (xi[i] != xi[i]) { break (true || { xu[i] = xu[i].wrapping_add(1); false }); } let v22: (Point, u32,) = (ap[35], xu[i], );
let mut v24: f32 = (if true {  xf[i] } else { let mut v23: u32 = (xi[i]).abs_diff(xi[i]);
let _ = (xp[i]).of_seed34_1(&mut xu, i, k21);
 ag[(i[0] * 2 + 20) % 64].to_f32() });
 } } {  (({ let mut v25: IVec3 = (IVec3::new(1, 2, 3));
 xi[i] }) as u32) } else {  xu[i] });
let mut v32 = ({ xf[i] -= (xf[i]).min(af[i[0] % 64]);
xf[i] %= 64.0;
let v31: bool = (match (xi[i]).div_euclid((ai[21] & 15) + 1) { -5..=5 => {  false },
i32::MIN | 7 | 100.. => {  true },
m27 @ 10..=90 => {  (Shade::Grey == Shade::Grey) },
m28 => { std::mem::swap(&mut xi[i], &mut xp[i].x);
{
let r29: &mut f32 = &mut xf[i];
(*r29) = (*r29);
let v30: Shade = Shade::Grey;
}
 false },
 });
 [1.0f32; 4] });
}
,
m33 => {
}
,
}
xi[i] = xp[i].x;
xu[i] = n;
xp[i] = xp[i];
}))
}
}

pub mod reference {
use amp::prelude::*;
use crate::harness::{Meeting as TileBarrier, Slice as ArrayView, Slice as ArrayViewMut};
use crate::harness::{Pair, Point, Shade, Tiled as TiledIndex};
impl Point {
fn plain_seed34_1(self, xv2: &mut ArrayViewMut<u32, 1>, at3: Index<1>, v4: usize) -> i32 {
let v5: Point = (Point { x: 1, y: 2.0, z: [3, 4] });
for v6 in (-3..=(((-9.0f32) as i32) & 3)) {
let mut v7 = (IVec3::new(1, 2, 3)).wrapping_add(IVec3::new(1, 2, 3));
let f8 = |v9: f32| v9;
}
((0i32)).signum()
}
}
pub fn kernel(i: Index<1>, n: u32, ai: &ArrayView<i32, 1>, af: &ArrayView<f32, 1>, ap: &ArrayView<Point, 1>, ab: &ArrayView<u8, 1>, ag: &ArrayView<f16, 1>, av: &ArrayView<IVec3, 1>, mut xi: &mut ArrayViewMut<i32, 1>, mut xu: &mut ArrayViewMut<u32, 1>, mut xf: &mut ArrayViewMut<f32, 1>, mut xp: &mut ArrayViewMut<Point, 1>) {
match (({  (i[0] / (5usize % 7 + 1)) }) % 64 + ((i[0] % 16 * (5usize % 16)) % 64 + (i[0]).min(3usize) % 64) % 64) {
0 => {
{
for v10 in (1..=9usize).step_by(3) {
let v11: i32 = ((i[0] % 16 * (v10 % 16)) as i32);
let f12 = |v13: f32| af[v10 % 64];
}
}
}
,
1..=3 => {
for v14 in [Pair(5, 6); 3] {
let v18 = { let mut k15 = 0usize; 'l16: loop { k15 += 1; if k15 > 2 { break (xi[i] / ((xi[i] & 15) + 1)); } if true { break (ap[i[0] % 64]).plain_seed34_1(&mut xu, i, k15); } let mut v17: IVec3 = (av[k15 % 64]);
 } };
let mut v19: (Pair, u32,) = ((Pair { 1: u32::from(ab[(i[0] * 1 + 54) % 64]), 0: xi[i] }), v14.1, );
let mut v20: usize = 7usize;
}
let mut v26: u32 = (if { let mut k21 = 0usize; loop { k21 += 1; if k21 > 3 { break (i32::MAX != xi[i]); } if (xi[i] != xi[i]) { break (true || { xu[i] = xu[i].wrapping_add(1); false }); } let v22: (Point, u32,) = (ap[35], xu[i], );
let mut v24: f32 = (if true {  xf[i] } else { let mut v23: u32 = (xi[i]).abs_diff(xi[i]);
let _ = (xp[i]).plain_seed34_1(&mut xu, i, k21);
 ag[(i[0] * 2 + 20) % 64].to_f32() });
 } } {  (({ let mut v25: IVec3 = (IVec3::new(1, 2, 3));
 xi[i] }) as u32) } else {  xu[i] });
let mut v32 = ({ xf[i] -= (xf[i]).min(af[i[0] % 64]);
xf[i] %= 64.0;
let v31: bool = (match (xi[i]).div_euclid((ai[21] & 15) + 1) { -5..=5 => {  false },
i32::MIN | 7 | 100.. => {  true },
m27 @ 10..=90 => {  (Shade::Grey == Shade::Grey) },
m28 => { std::mem::swap(&mut xi[i], &mut xp[i].x);
{
let r29: &mut f32 = &mut xf[i];
(*r29) = (*r29);
let v30: Shade = Shade::Grey;
}
 false },
 });
 [1.0f32; 4] });
}
,
m33 => {
}
,
}
xi[i] = xp[i].x;
xu[i] = n;
xp[i] = xp[i];
}
}

crate::program!(1; ai af ap ab ag av; xi xu xf xp);
