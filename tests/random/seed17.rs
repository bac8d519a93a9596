//! The random program seed17.

pub mod kernel {
use amp::prelude::*;
use crate::harness::{Pair, Point, Shade};
#[device]
fn function1(v2: i32) -> (i32, i32, usize,) {
for v3 in (u32::MAX - (2u32 & 3)..=u32::MAX) {
let v4: IVec3 = IVec3::splat(v2);
{
let v5 = false;
let v6: Point = (Point { x: v2, y: 10.0f32, z: [1u32; 2] });
}
let mut v2 = (v3).wrapping_neg();
}
let v2: i32 = (((v2) & 1023) * ((v2 / ((v2 & 15) + 1)) & 1023));
let v7: Point = (Point { x: 1, y: 2.0, z: [3, 4] });
(1i32, 1i32, 1usize,)
}
#[device]
fn function8(v9: &mut [i32; 2], v10: bool, w11: &ArrayView<u32>) -> Shade {
let mut k12 = 0u32;
while k12 < 3 && (v10 && v10) {
k12 += 1;
{
'l14: for v13 in (-2..4i32).rev() {
let mut v15 = (IVec3::new(1, 2, 3)).max(IVec3::new(1, 2, 3));
}
{
let mut v16 = (-(1_000_000i32 & 1023));
let mut v21: u32 = ({ let v20 = (if false { let v10: [Point; 3] = { let mut k17 = 0usize; loop { k17 += 1; if k17 > 1 { break [(Point { x: 1, y: 2.0, z: [3, 4] }); 3]; } if v10 { break [(Point { x: 1, y: 2.0, z: [3, 4] }), (Point { x: 1, y: 2.0, z: [3, 4] }), (Point { x: 1, y: 2.0, z: [3, 4] }), ]; } let f18 = |v19: f32| v19;
 } };
 26.0f32 } else {  7.0f32 });
 k12 });
}
}
}
Shade::Dark
}
#[device]
impl Pair {
fn of_seed17_22(&mut self, mut v23: [i32; 3], v24: &mut [Pair; 3], v25: &mut Point) -> (Point, u32,) {
for v26 in 0..((7usize % 16 * (1usize % 16))) % 6 {
match u32::MAX {
0 | 2 | 4 => {
let mut v27: IVec3 = (IVec3::new(1, 2, 3));
(*self) = Pair(i32::MAX, 31u32);
(*self) = (Pair { 1: 0x8000_0000u32, 0: 0i32 });
}
,
..16 => {
let mut v28: usize = (v26 / (v26 % 7 + 1));
let mut v29 = [(true && false); 2];
let v30: bool = false;
}
,
_ => {
}
,
}
}
((Point { x: 1, y: 2.0, z: [3, 4] }), 1u32,)
}
}
#[kernel]
pub fn kernel(i: Index<2>, n: u32, ai: &ArrayView<i32, 1>, au: &ArrayView<u32, 1>, ax: &ArrayView<i32, 2>, bi: &ArrayView<i32, 2>, xi: &mut ArrayViewMut<i32, 2>, xu: &mut ArrayViewMut<u32, 2>, xf: &mut ArrayViewMut<f32, 2>, xp: &mut ArrayViewMut<Point, 2>) {
xp[i].z[(((xu[i] & 4095) as usize % 64) % 64 + (bi.extent()[0] % 16 * (bi.extent()[0] % 16)) % 64) % 2] ^= (if ((xu[i] > n) | (ax[[2, i[1] % 8]] < 7i32)) {  12345u32 } else {  ((xu[i] & 1023) + ((1_000_000i32).leading_zeros() & 1023)) });
let f31 = |v32: bool| (if (n >= n) {  (Shade::Grey == Shade::Grey) } else { let v33: i32 = i32::MAX;
 false });
let mut v34: u32 = ((({  (((xi[i] & 7)).pow((au[i[1] % 64] & 3)) as u32) }) & 1023) * ((xu[i]).rem_euclid(((((if true {  n } else {  xu[i] }) & 1023) * ((xu[i]) & 1023)) & 15) + 1) & 1023));
match (match (Pair(5, 6), Shade::Grey,) { (Pair(m35, _), Shade::Grey | Shade::Dark) if true => {  (1i32, true,) },
(Pair(_, m36), _) => {  (1i32, true,) },
 }) {
(m37, true) if false => {
}
,
(0..=9, _) => {
}
,
(_, m38) => {
}
,
}
xu[i] = ({ let mut k39 = 0usize; 'l40: loop { k39 += 1; if k39 > 4 { break false; } if true { break (false || false); } let v34 = ((Point { x: 1, y: 2.0, z: [3, 4] }), 1u32,);
 } } as u32);
xf[i] = ((xp[i].y + { let mut k41 = 0usize; loop { k41 += 1; if k41 > 1 { break xf[i]; } if false { break (6.0f32).clamp(-5.0, 9.0); }  } }) % 64.0);
xp[i] = (Point { x: (((xi[i]).clamp(3, 300) & 1023) * (((xi[i] & 1023) + (ai[32] & 1023)) & 1023)), ..xp[i] });
}
}

pub mod reference {
use amp::prelude::*;
use crate::harness::{Meeting as TileBarrier, Slice as ArrayView, Slice as ArrayViewMut};
use crate::harness::{Pair, Point, Shade, Tiled as TiledIndex};
fn function1(v2: i32) -> (i32, i32, usize,) {
for v3 in (u32::MAX - (2u32 & 3)..=u32::MAX) {
let v4: IVec3 = IVec3::splat(v2);
{
let v5 = false;
let v6: Point = (Point { x: v2, y: 10.0f32, z: [1u32; 2] });
}
let mut v2 = (v3).wrapping_neg();
}
let v2: i32 = (((v2) & 1023) * ((v2 / ((v2 & 15) + 1)) & 1023));
let v7: Point = (Point { x: 1, y: 2.0, z: [3, 4] });
(1i32, 1i32, 1usize,)
}
fn function8(v9: &mut [i32; 2], v10: bool, w11: &ArrayView<u32>) -> Shade {
let mut k12 = 0u32;
while k12 < 3 && (v10 && v10) {
k12 += 1;
{
'l14: for v13 in (-2..4i32).rev() {
let mut v15 = (IVec3::new(1, 2, 3)).max(IVec3::new(1, 2, 3));
}
{
let mut v16 = (-(1_000_000i32 & 1023));
let mut v21: u32 = ({ let v20 = (if false { let v10: [Point; 3] = { let mut k17 = 0usize; loop { k17 += 1; if k17 > 1 { break [(Point { x: 1, y: 2.0, z: [3, 4] }); 3]; } if v10 { break [(Point { x: 1, y: 2.0, z: [3, 4] }), (Point { x: 1, y: 2.0, z: [3, 4] }), (Point { x: 1, y: 2.0, z: [3, 4] }), ]; } let f18 = |v19: f32| v19;
 } };
 26.0f32 } else {  7.0f32 });
 k12 });
}
}
}
Shade::Dark
}
impl Pair {
fn plain_seed17_22(&mut self, mut v23: [i32; 3], v24: &mut [Pair; 3], v25: &mut Point) -> (Point, u32,) {
for v26 in 0..((7usize % 16 * (1usize % 16))) % 6 {
match u32::MAX {
0 | 2 | 4 => {
let mut v27: IVec3 = (IVec3::new(1, 2, 3));
(*self) = Pair(i32::MAX, 31u32);
(*self) = (Pair { 1: 0x8000_0000u32, 0: 0i32 });
}
,
..16 => {
let mut v28: usize = (v26 / (v26 % 7 + 1));
let mut v29 = [(true && false); 2];
let v30: bool = false;
}
,
_ => {
}
,
}
}
((Point { x: 1, y: 2.0, z: [3, 4] }), 1u32,)
}
}
pub fn kernel(i: Index<2>, n: u32, ai: &ArrayView<i32, 1>, au: &ArrayView<u32, 1>, ax: &ArrayView<i32, 2>, bi: &ArrayView<i32, 2>, xi: &mut ArrayViewMut<i32, 2>, xu: &mut ArrayViewMut<u32, 2>, xf: &mut ArrayViewMut<f32, 2>, xp: &mut ArrayViewMut<Point, 2>) {
xp[i].z[(((xu[i] & 4095) as usize % 64) % 64 + (bi.extent()[0] % 16 * (bi.extent()[0] % 16)) % 64) % 2] ^= (if ((xu[i] > n) | (ax[[2, i[1] % 8]] < 7i32)) {  12345u32 } else {  ((xu[i] & 1023) + ((1_000_000i32).leading_zeros() & 1023)) });
let f31 = |v32: bool| (if (n >= n) {  (Shade::Grey == Shade::Grey) } else { let v33: i32 = i32::MAX;
 false });
let mut v34: u32 = ((({  (((xi[i] & 7)).pow((au[i[1] % 64] & 3)) as u32) }) & 1023) * ((xu[i]).rem_euclid(((((if true {  n } else {  xu[i] }) & 1023) * ((xu[i]) & 1023)) & 15) + 1) & 1023));
match (match (Pair(5, 6), Shade::Grey,) { (Pair(m35, _), Shade::Grey | Shade::Dark) if true => {  (1i32, true,) },
(Pair(_, m36), _) => {  (1i32, true,) },
 }) {
(m37, true) if false => {
}
,
(0..=9, _) => {
}
,
(_, m38) => {
}
,
}
xu[i] = ({ let mut k39 = 0usize; 'l40: loop { k39 += 1; if k39 > 4 { break false; } if true { break (false || false); } let v34 = ((Point { x: 1, y: 2.0, z: [3, 4] }), 1u32,);
 } } as u32);
xf[i] = ((xp[i].y + { let mut k41 = 0usize; loop { k41 += 1; if k41 > 1 { break xf[i]; } if false { break (6.0f32).clamp(-5.0, 9.0); }  } }) % 64.0);
xp[i] = (Point { x: (((xi[i]).clamp(3, 300) & 1023) * (((xi[i] & 1023) + (ai[32] & 1023)) & 1023)), ..xp[i] });
}
}

crate::program!(2; ai au ax bi; xi xu xf xp);
