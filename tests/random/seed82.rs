//! The random program seed82.

pub mod kernel {
use amp::prelude::*;
use crate::harness::{Pair, Point, Shade, Views};
#[device]
fn function1(v2: &mut bool) -> usize {
let f3 = |v4: u32| (v4).rotate_left(v4);
((6usize % 64 + 0usize % 64) % 16 * ((9usize % 64 + 8usize % 64) % 16))
}
#[device]
fn generic5<T: amp::Value, const K: usize>(a: T, b: &mut T, c: &[T; 3], d: bool) -> T {
let old = *b;
if d { *b = a; return c[K % 3]; }
let mut all = *c;
all[1] = old;
*b = all[K % 3];
old
}
#[device]
fn function6(v7: u32, v8: f32) -> Point {
let mut v9: Pair = Pair(5, 6);
let mut v10: IVec3 = (IVec3::splat(i32::MAX));
let mut v16: Pair = ({ let v11: (Point, u32,) = ((Point { x: 1, y: 2.0, z: [3, 4] }), 12345u32, );
for v12 in (1..=9usize).step_by(3) {
let f13 = |v14: u32| 1u32;
let mut v15: i32 = i32::MAX;
}
 v9 });
(Point { x: 1, y: 2.0, z: [3, 4] })
}
pub fn launch(on: &AcceleratorView, domain: Extent<3>, views: Views<'_, 3>) -> amp::Result<()> {
let n = 5u32;
let Views { au, af, ab, av, bi, mut xi, mut xu, mut xf, mut xp, .. } = views;
on.parallel_for_each(domain, amp!(|i: Index<3>| {
'l18: for v17 in (-2..4i32).rev() {
let mut v30 = ((ab[i[2] % 64] as u32), ({ match v17 {
-5..=5 if true => {
std::mem::swap(&mut xp[i].z[(0usize % 64 + bi.extent()[1] % 64) % 2], &mut xu[i]);
xu[i] |= n;
}
,
i32::MIN | 7 | 100.. => {
let v17 = { let mut k19 = 0usize; loop { k19 += 1; if k19 > 3 { break (xu[i]).wrapping_sub(au[(i[0] * 2 + 3) % 64]); } if (true || false) { break (n).wrapping_shr(xu[i]); } let mut v22 = ({ let f20 = |v21: u32| 31u32;
 xi[i] });
let v22: [bool; 4] = [(!false), (false || true), (xi[i] < xi[i]), (true && true), ];
 } };
let mut v17: [[i32; 2]; 3] = [[1i32; 2], [1i32; 2], [1i32; 2], ];
}
,
m23 @ 10..=90 => {
xi[i] ^= v17;
let (Point { z: [_, v24], x: v25, .. }, _, mut v26) = (xp[i], false, av[i[2] % 64], );
xu[i] = ((xu[i] | 0x400) - (n & 1023));
}
,
m27 => {
let mut v28: f32 = (((xf[i] + xf[i]) % 64.0)).clamp(-5.0, 9.0);
let v29 = bi.extent()[0];
}
,
}
 ((xu[i] & 1023) + (n & 1023)) }), );
if (if (i[2] < 4usize) { xf[i] += xf[i];
xf[i] %= 64.0;
 ({  false }) } else { let mut v31: bool = (n < 0u32);
 (v31 ^ v31) }) {
'l33: for v32 in (i32::MIN..=i32::MIN + ((24.0f32 as i32) & 1)).rev() {
let v17 = ((0x55i32 & 63) as f32);
let mut v34 = (Pair(5, 6), n, );
}
}
let mut v35 = Pair(5, 6);
}
let v36 = (IVec3::new(1, 2, 3), 1u32,);
match (Pair(xi[i], (xu[i])), Shade::Light, ) {
(Pair(m37, _), Shade::Grey | Shade::Dark) => {
}
,
(Pair(_, m38), _) => {
}
,
}
xi[i] = ({ let mut k39 = 0usize; loop { k39 += 1; if k39 > 1 { break i32::MAX; } if true { break (xi[i]).clamp(3, 300); } xi[i] = xi[i];
 } });
xu[i] = (((true || true) as i32) as u32);
xf[i] = (((af[i[2] % 64]).min(xf[i]) * 0.25).floor()).abs();
}))
}
}

pub mod reference {
use amp::prelude::*;
use crate::harness::{Meeting as TileBarrier, Slice as ArrayView, Slice as ArrayViewMut};
use crate::harness::{Pair, Point, Shade, Tiled as TiledIndex};
fn function1(v2: &mut bool) -> usize {
let f3 = |v4: u32| (v4).rotate_left(v4);
((6usize % 64 + 0usize % 64) % 16 * ((9usize % 64 + 8usize % 64) % 16))
}
fn generic5<T: amp::Value, const K: usize>(a: T, b: &mut T, c: &[T; 3], d: bool) -> T {
let old = *b;
if d { *b = a; return c[K % 3]; }
let mut all = *c;
all[1] = old;
*b = all[K % 3];
old
}
fn function6(v7: u32, v8: f32) -> Point {
let mut v9: Pair = Pair(5, 6);
let mut v10: IVec3 = (IVec3::splat(i32::MAX));
let mut v16: Pair = ({ let v11: (Point, u32,) = ((Point { x: 1, y: 2.0, z: [3, 4] }), 12345u32, );
for v12 in (1..=9usize).step_by(3) {
let f13 = |v14: u32| 1u32;
let mut v15: i32 = i32::MAX;
}
 v9 });
(Point { x: 1, y: 2.0, z: [3, 4] })
}
pub fn kernel(i: Index<3>, n: u32, au: &ArrayView<u32, 1>, af: &ArrayView<f32, 1>, ab: &ArrayView<u8, 1>, av: &ArrayView<IVec3, 1>, bi: &ArrayView<i32, 3>, mut xi: &mut ArrayViewMut<i32, 3>, mut xu: &mut ArrayViewMut<u32, 3>, mut xf: &mut ArrayViewMut<f32, 3>, mut xp: &mut ArrayViewMut<Point, 3>) {
'l18: for v17 in (-2..4i32).rev() {
let mut v30 = ((ab[i[2] % 64] as u32), ({ match v17 {
-5..=5 if true => {
std::mem::swap(&mut xp[i].z[(0usize % 64 + bi.extent()[1] % 64) % 2], &mut xu[i]);
xu[i] |= n;
}
,
i32::MIN | 7 | 100.. => {
let v17 = { let mut k19 = 0usize; loop { k19 += 1; if k19 > 3 { break (xu[i]).wrapping_sub(au[(i[0] * 2 + 3) % 64]); } if (true || false) { break (n).wrapping_shr(xu[i]); } let mut v22 = ({ let f20 = |v21: u32| 31u32;
 xi[i] });
let v22: [bool; 4] = [(!false), (false || true), (xi[i] < xi[i]), (true && true), ];
 } };
let mut v17: [[i32; 2]; 3] = [[1i32; 2], [1i32; 2], [1i32; 2], ];
}
,
m23 @ 10..=90 => {
xi[i] ^= v17;
let (Point { z: [_, v24], x: v25, .. }, _, mut v26) = (xp[i], false, av[i[2] % 64], );
xu[i] = ((xu[i] | 0x400) - (n & 1023));
}
,
m27 => {
let mut v28: f32 = (((xf[i] + xf[i]) % 64.0)).clamp(-5.0, 9.0);
let v29 = bi.extent()[0];
}
,
}
 ((xu[i] & 1023) + (n & 1023)) }), );
if (if (i[2] < 4usize) { xf[i] += xf[i];
xf[i] %= 64.0;
 ({  false }) } else { let mut v31: bool = (n < 0u32);
 (v31 ^ v31) }) {
'l33: for v32 in (i32::MIN..=i32::MIN + ((24.0f32 as i32) & 1)).rev() {
let v17 = ((0x55i32 & 63) as f32);
let mut v34 = (Pair(5, 6), n, );
}
}
let mut v35 = Pair(5, 6);
}
let v36 = (IVec3::new(1, 2, 3), 1u32,);
match (Pair(xi[i], (xu[i])), Shade::Light, ) {
(Pair(m37, _), Shade::Grey | Shade::Dark) => {
}
,
(Pair(_, m38), _) => {
}
,
}
xi[i] = ({ let mut k39 = 0usize; loop { k39 += 1; if k39 > 1 { break i32::MAX; } if true { break (xi[i]).clamp(3, 300); } xi[i] = xi[i];
 } });
xu[i] = (((true || true) as i32) as u32);
xf[i] = (((af[i[2] % 64]).min(xf[i]) * 0.25).floor()).abs();
}
}

crate::program!(3; au af ab av bi; xi xu xf xp);
