//! The random program seed10.

pub mod kernel {
use amp::prelude::*;
use crate::harness::{Pair, Point, Shade};
#[device]
pub trait Trait1 {
fn of_seed10_2(&self, k: u32) -> u32;
fn of_seed10_3(&mut self, k: u32) -> i32;
fn of_seed10_4() -> Self;
}
#[device]
impl Trait1 for Point {
fn of_seed10_2(&self, v5: u32) -> u32 {
if (false) { return (((v5 & 4095) as usize % 64) as u32); }
let mut v11 = { let mut k6 = 0usize; loop { k6 += 1; if k6 > 1 { break Pair(5, 6); } if false { break Pair(5, 6); } if false {
let v7 = (((-17.0f32) * 25.0f32) % 64.0);
let mut v8: [[i32; 2]; 3] = [[1i32; 2]; 3];
}
 else {
let v10: i32 = (((if false { let mut v9: Pair = Pair(0i32, 0x8000_0000u32);
 0x55i32 } else {  (-100i32) }) & 1023) * ((-100i32) & 1023));
}
 } };
0u32
}
fn of_seed10_3(&mut self, v12: u32) -> i32 {
1i32
}
fn of_seed10_4() -> Point {
(Point { x: 1, y: 2.0, z: [3, 4] })
}
}
#[device]
impl Trait1 for Pair {
fn of_seed10_2(&self, v13: u32) -> u32 {
v13
}
fn of_seed10_3(&mut self, v14: u32) -> i32 {
(-1i32)
}
fn of_seed10_4() -> Pair {
Pair(5, 6)
}
}
#[device]
fn via15<S: Trait1>(s: &mut S, k: u32) -> u32 {
let mut other = S::of_seed10_4();
let by = other.of_seed10_3(k) as u32;
let _ = s.of_seed10_3(by);
s.of_seed10_2(k) ^ other.of_seed10_2(by)
}
#[device]
fn function16(xv17: &mut ArrayViewMut<i32, 1>, at18: Index<1>, mut v19: [i32; 4]) -> (i32, i32,) {
let mut v20: [f32; 4] = [25.0f32, ((-6.0f32)).min((-18.0f32)), (41.0f32 * 0.25).ceil(), (43.0f32).min(23.0f32), ];
let v21: IVec3 = IVec3::splat(xv17[at18]);
let f22 = |v23: i32| ({  v23 });
((Shade::Light as i32), xv17[at18], )
}
#[kernel]
pub fn kernel(i: Index<1>, n: u32, ai: &ArrayView<i32, 1>, au: &ArrayView<u32, 1>, af: &ArrayView<f32, 1>, ap: &ArrayView<Point, 1>, ag: &ArrayView<f16, 1>, av: &ArrayView<IVec3, 1>, xi: &mut ArrayViewMut<i32, 1>, xu: &mut ArrayViewMut<u32, 1>, xf: &mut ArrayViewMut<f32, 1>, xp: &mut ArrayViewMut<Point, 1>) {
{
let r24 = &xp[i];
for v25 in (1..=9usize).step_by(3) {
{
let r26 = &mut xf[i];
(*r26) = (((*r26) - (*r26)) % 64.0);
for v27 in [Pair(5, 6); 3] {
let w28 = au;
let mut v25 = (xi[i] % ((ai[(i[0] * 0 + 61) % 64] & 15) + 1));
}
for v29 in (0..10u32).rev().step_by(4) {
let v30 = (xu[i]).rotate_left(au[(i[0] * 1 + 35) % 64]);
(*r26) *= (*r26);
(*r26) %= 64.0;
}
}
match (xi[i], false, ) {
(m31, true) => {
let v32: (bool, u32, bool,) = (if false {  (true, 1u32, true,) } else {  (true, 1u32, true,) });
}
,
(0..=9, _) => {
match ap[(i[0] * 4 + 28) % 64] {
Point { x: -9..=9, y: m33, .. } => {
let mut v34: Pair = ({  Pair(5, 6) });
let w35 = au;
}
,
Point { z: m36, x: 7 | 1.. , y: _ } => {
let mut v25 = av[v25 % 64];
}
,
Point { x: m37, .. } => {
let v38: u32 = (n).wrapping_shl(xu[i]);
let f39 = |v40: f32| 31.0f32;
}
,
}
}
,
(_, m41) => {
}
,
}
}
}
xi[i] = ({ let mut k42 = 0usize; 'l43: loop { k42 += 1; if k42 > 4 { break xi[i]; } if true { break (xi[i]).clamp(3, 300); } if false { break 'l43 xi[i]; }
 } }).rotate_left(n);
xu[i] = n;
xf[i] = (((((ag[43].to_f32() - af[(i[0] * 0 + 47) % 64]) % 64.0) * (xf[i] * 0.25).floor()) % 64.0)).abs();
xp[i] = (Point { x: ((xu[i] as i32) ^ (if true { let v44: usize = ({  i[0] });
 ai[9] } else {  xi[i] })), y: (xf[i]).abs(), z: [1u32; 2] });
}
}

pub mod reference {
use amp::prelude::*;
use crate::harness::{Meeting as TileBarrier, Slice as ArrayView, Slice as ArrayViewMut};
use crate::harness::{Pair, Point, Shade, Tiled as TiledIndex};
pub trait Trait1 {
fn plain_seed10_2(&self, k: u32) -> u32;
fn plain_seed10_3(&mut self, k: u32) -> i32;
fn plain_seed10_4() -> Self;
}
impl Trait1 for Point {
fn plain_seed10_2(&self, v5: u32) -> u32 {
if (false) { return (((v5 & 4095) as usize % 64) as u32); }
let mut v11 = { let mut k6 = 0usize; loop { k6 += 1; if k6 > 1 { break Pair(5, 6); } if false { break Pair(5, 6); } if false {
let v7 = (((-17.0f32) * 25.0f32) % 64.0);
let mut v8: [[i32; 2]; 3] = [[1i32; 2]; 3];
}
 else {
let v10: i32 = (((if false { let mut v9: Pair = Pair(0i32, 0x8000_0000u32);
 0x55i32 } else {  (-100i32) }) & 1023) * ((-100i32) & 1023));
}
 } };
0u32
}
fn plain_seed10_3(&mut self, v12: u32) -> i32 {
1i32
}
fn plain_seed10_4() -> Point {
(Point { x: 1, y: 2.0, z: [3, 4] })
}
}
impl Trait1 for Pair {
fn plain_seed10_2(&self, v13: u32) -> u32 {
v13
}
fn plain_seed10_3(&mut self, v14: u32) -> i32 {
(-1i32)
}
fn plain_seed10_4() -> Pair {
Pair(5, 6)
}
}
fn via15<S: Trait1>(s: &mut S, k: u32) -> u32 {
let mut other = S::plain_seed10_4();
let by = other.plain_seed10_3(k) as u32;
let _ = s.plain_seed10_3(by);
s.plain_seed10_2(k) ^ other.plain_seed10_2(by)
}
fn function16(xv17: &mut ArrayViewMut<i32, 1>, at18: Index<1>, mut v19: [i32; 4]) -> (i32, i32,) {
let mut v20: [f32; 4] = [25.0f32, ((-6.0f32)).min((-18.0f32)), (41.0f32 * 0.25).ceil(), (43.0f32).min(23.0f32), ];
let v21: IVec3 = IVec3::splat(xv17[at18]);
let f22 = |v23: i32| ({  v23 });
((Shade::Light as i32), xv17[at18], )
}
pub fn kernel(i: Index<1>, n: u32, ai: &ArrayView<i32, 1>, au: &ArrayView<u32, 1>, af: &ArrayView<f32, 1>, ap: &ArrayView<Point, 1>, ag: &ArrayView<f16, 1>, av: &ArrayView<IVec3, 1>, xi: &mut ArrayViewMut<i32, 1>, xu: &mut ArrayViewMut<u32, 1>, xf: &mut ArrayViewMut<f32, 1>, xp: &mut ArrayViewMut<Point, 1>) {
{
let r24 = &xp[i];
for v25 in (1..=9usize).step_by(3) {
{
let r26 = &mut xf[i];
(*r26) = (((*r26) - (*r26)) % 64.0);
for v27 in [Pair(5, 6); 3] {
let w28 = au;
let mut v25 = (xi[i] % ((ai[(i[0] * 0 + 61) % 64] & 15) + 1));
}
for v29 in (0..10u32).rev().step_by(4) {
let v30 = (xu[i]).rotate_left(au[(i[0] * 1 + 35) % 64]);
(*r26) *= (*r26);
(*r26) %= 64.0;
}
}
match (xi[i], false, ) {
(m31, true) => {
let v32: (bool, u32, bool,) = (if false {  (true, 1u32, true,) } else {  (true, 1u32, true,) });
}
,
(0..=9, _) => {
match ap[(i[0] * 4 + 28) % 64] {
Point { x: -9..=9, y: m33, .. } => {
let mut v34: Pair = ({  Pair(5, 6) });
let w35 = au;
}
,
Point { z: m36, x: 7 | 1.. , y: _ } => {
let mut v25 = av[v25 % 64];
}
,
Point { x: m37, .. } => {
let v38: u32 = (n).wrapping_shl(xu[i]);
let f39 = |v40: f32| 31.0f32;
}
,
}
}
,
(_, m41) => {
}
,
}
}
}
xi[i] = ({ let mut k42 = 0usize; 'l43: loop { k42 += 1; if k42 > 4 { break xi[i]; } if true { break (xi[i]).clamp(3, 300); } if false { break 'l43 xi[i]; }
 } }).rotate_left(n);
xu[i] = n;
xf[i] = (((((ag[43].to_f32() - af[(i[0] * 0 + 47) % 64]) % 64.0) * (xf[i] * 0.25).floor()) % 64.0)).abs();
xp[i] = (Point { x: ((xu[i] as i32) ^ (if true { let v44: usize = ({  i[0] });
 ai[9] } else {  xi[i] })), y: (xf[i]).abs(), z: [1u32; 2] });
}
}

crate::program!(1; ai au af ap ag av; xi xu xf xp);
