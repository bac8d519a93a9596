//! The random program seed12.

pub mod kernel {
use amp::prelude::*;
use crate::harness::{Pair, Point, Shade};
#[device]
fn constant1<const K: usize>(v2: f32, v3: &mut bool) -> Pair {
if (!(*v3)) { return Pair(7i32, 2u32); }
match (i32::MAX, (*v3), i32::MAX, ) {
(m4, true, 0..=9) | (0..=9, false, m4) => {
{
let mut v5: [u32; 2] = [32u32, 1u32, ];
let mut v6: (i32, usize,) = (m4, K, );
let mut v7: [Point; 3] = [(Point { x: 1, y: 2.0, z: [3, 4] }), (Point { x: 1, y: 2.0, z: [3, 4] }), (Point { x: 1, y: 2.0, z: [3, 4] }), ];
}
}
,
(.., m8 @ (1 | 7 | 100..)) | (-100 | -1, _, m8) => {
let mut v9: Pair = Pair(5, 6);
}
,
(m10, ..) => {
let mut v2 = (Pair(5, 6), 1u32,);
}
,
}
Pair(5, 6)
}
#[device]
fn function11(mut v12: (Point, u32,), v13: u32) -> (Pair, u32,) {
for v14 in 0..3u32 {
let v15 = ((Point { x: 1, y: 2.0, z: [3, 4] }), u32::MAX, );
match (1i32, true, 1i32,) {
(m16, true, 0..=9) | (0..=9, false, m16) => {
let mut v17 = IVec3::new(i32::MAX, m16, m16);
let f18 = |v19: u32| v13;
let v20: IVec3 = IVec3::new(m16, i32::MIN, m16);
}
,
(.., m21 @ (1 | 7 | 100..)) | (-100 | -1, _, m21) => {
let mut v22: usize = ((0u32 & 4095) as usize % 64);
}
,
(m23, ..) => {
let v24: [[i32; 2]; 3] = [[1i32; 2]; 3];
}
,
}
}
(Pair(5, 6), 1u32,)
}
#[kernel]
pub fn kernel(i: Index<1>, n: u32, ai: &ArrayView<i32, 1>, au: &ArrayView<u32, 1>, af: &ArrayView<f32, 1>, ap: &ArrayView<Point, 1>, ab: &ArrayView<u8, 1>, bi: &ArrayView<i32, 1>, xi: &mut ArrayViewMut<i32, 1>, xu: &mut ArrayViewMut<u32, 1>, xf: &mut ArrayViewMut<f32, 1>, xp: &mut ArrayViewMut<Point, 1>, hu: &mut ArrayViewMut<u32, 1>) {
let v25: bool = false;
'l27: for v26 in (-3..=(((xu[i]).wrapping_add(au[(i[0] * 1 + 8) % 64]) as i32) & 3)) {
'l29: for v28 in (-7..({ let mut k30 = 0usize; loop { k30 += 1; if k30 > 1 { break xi[i]; } if v25 { break (v26).wrapping_add(xi[i]); } if v25 { continue; }
 } } & 3)).step_by(3).rev() {
'l32: for v31 in (0..10u32).rev().step_by(4) {
let mut v26: bool = (v25 && { xu[i] = xu[i].wrapping_add(1); false });
}
'l34: for v33 in (-2..4i32).rev() {
let mut v35: [usize; 4] = [bi.extent()[0], i[0], bi.extent()[0], i[0], ];
let w36 = au;
let v37 = (Pair { 1: 31u32, 0: ai[11] });
}
atomic_fetch_or(&mut hu[40 + (2usize % 64 + 6usize % 64) % 8], (n).wrapping_sub(au[(i[0] * 1 + 20) % 64]) & 4095);
}
}
for v38 in (-2..4i32).rev() {
let w39 = ap;
let v40 = xi[i];
}
let mut v52 = Pair(5, 6);
xi[i] = (((xi[i] & 1023) - (xi[i] & 1023))).wrapping_shl(au[i[0] % 64]);
xu[i] = (Shade::Grey as u32);
xf[i] = f32::from(ab[24]);
xp[i] = (Point { x: ({ let v53 = (xi[i]).signum();
 (xi[i]) }), y: (((af[(i[0] * 0 + 6) % 64]).mul_add(xf[i], 3.0) % 64.0)).rem_euclid(7.0), z: (match (v52, Shade::Dark, ) { (Pair(m54, _), Shade::Grey | Shade::Dark) => {  [au[i[0] % 64], xu[i], ] },
(Pair(_, m55), _) => {  [1u32; 2] },
 }) });
}
}

pub mod reference {
use amp::prelude::*;
use crate::harness::{Meeting as TileBarrier, Slice as ArrayView, Slice as ArrayViewMut};
use crate::harness::{Pair, Point, Shade, Tiled as TiledIndex};
fn constant1<const K: usize>(v2: f32, v3: &mut bool) -> Pair {
if (!(*v3)) { return Pair(7i32, 2u32); }
match (i32::MAX, (*v3), i32::MAX, ) {
(m4, true, 0..=9) | (0..=9, false, m4) => {
{
let mut v5: [u32; 2] = [32u32, 1u32, ];
let mut v6: (i32, usize,) = (m4, K, );
let mut v7: [Point; 3] = [(Point { x: 1, y: 2.0, z: [3, 4] }), (Point { x: 1, y: 2.0, z: [3, 4] }), (Point { x: 1, y: 2.0, z: [3, 4] }), ];
}
}
,
(.., m8 @ (1 | 7 | 100..)) | (-100 | -1, _, m8) => {
let mut v9: Pair = Pair(5, 6);
}
,
(m10, ..) => {
let mut v2 = (Pair(5, 6), 1u32,);
}
,
}
Pair(5, 6)
}
fn function11(mut v12: (Point, u32,), v13: u32) -> (Pair, u32,) {
for v14 in 0..3u32 {
let v15 = ((Point { x: 1, y: 2.0, z: [3, 4] }), u32::MAX, );
match (1i32, true, 1i32,) {
(m16, true, 0..=9) | (0..=9, false, m16) => {
let mut v17 = IVec3::new(i32::MAX, m16, m16);
let f18 = |v19: u32| v13;
let v20: IVec3 = IVec3::new(m16, i32::MIN, m16);
}
,
(.., m21 @ (1 | 7 | 100..)) | (-100 | -1, _, m21) => {
let mut v22: usize = ((0u32 & 4095) as usize % 64);
}
,
(m23, ..) => {
let v24: [[i32; 2]; 3] = [[1i32; 2]; 3];
}
,
}
}
(Pair(5, 6), 1u32,)
}
pub fn kernel(i: Index<1>, n: u32, ai: &ArrayView<i32, 1>, au: &ArrayView<u32, 1>, af: &ArrayView<f32, 1>, ap: &ArrayView<Point, 1>, ab: &ArrayView<u8, 1>, bi: &ArrayView<i32, 1>, xi: &mut ArrayViewMut<i32, 1>, xu: &mut ArrayViewMut<u32, 1>, xf: &mut ArrayViewMut<f32, 1>, xp: &mut ArrayViewMut<Point, 1>, hu: &mut ArrayViewMut<u32, 1>) {
let v25: bool = false;
'l27: for v26 in (-3..=(((xu[i]).wrapping_add(au[(i[0] * 1 + 8) % 64]) as i32) & 3)) {
'l29: for v28 in (-7..({ let mut k30 = 0usize; loop { k30 += 1; if k30 > 1 { break xi[i]; } if v25 { break (v26).wrapping_add(xi[i]); } if v25 { continue; }
 } } & 3)).step_by(3).rev() {
'l32: for v31 in (0..10u32).rev().step_by(4) {
let mut v26: bool = (v25 && { xu[i] = xu[i].wrapping_add(1); false });
}
'l34: for v33 in (-2..4i32).rev() {
let mut v35: [usize; 4] = [bi.extent()[0], i[0], bi.extent()[0], i[0], ];
let w36 = au;
let v37 = (Pair { 1: 31u32, 0: ai[11] });
}
atomic_fetch_or(&mut hu[40 + (2usize % 64 + 6usize % 64) % 8], (n).wrapping_sub(au[(i[0] * 1 + 20) % 64]) & 4095);
}
}
for v38 in (-2..4i32).rev() {
let w39 = ap;
let v40 = xi[i];
}
let mut v52 = Pair(5, 6);
xi[i] = (((xi[i] & 1023) - (xi[i] & 1023))).wrapping_shl(au[i[0] % 64]);
xu[i] = (Shade::Grey as u32);
xf[i] = f32::from(ab[24]);
xp[i] = (Point { x: ({ let v53 = (xi[i]).signum();
 (xi[i]) }), y: (((af[(i[0] * 0 + 6) % 64]).mul_add(xf[i], 3.0) % 64.0)).rem_euclid(7.0), z: (match (v52, Shade::Dark, ) { (Pair(m54, _), Shade::Grey | Shade::Dark) => {  [au[i[0] % 64], xu[i], ] },
(Pair(_, m55), _) => {  [1u32; 2] },
 }) });
}
}

crate::program!(1; ai au af ap ab bi; xi xu xf xp hu);
