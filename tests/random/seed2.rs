//! The random program seed2.

pub mod kernel {
use amp::prelude::*;
use crate::harness::{Pair, Point, Shade};
#[device]
impl Point {
fn of_seed2_1(&self, v2: Shade, xv3: &mut ArrayViewMut<u32, 1>, at4: Index<1>, v5: &mut Point) -> [bool; 3] {
let mut v6: i32 = (*self).x;
if (true || { xv3[at4] = xv3[at4].wrapping_add(1); false }) {
let mut v7 = 0usize;
}
for v8 in 2..((2u32).wrapping_add(xv3[at4]) & 7) {
match v6 {
-5..=5 => {
let (v11, v12) = ({ let mut v9: u32 = (21.0f32 as u32);
let mut v10: bool = (false & true);
 (1i32, 1i32,) });
let f13 = |v14: f32| 33.0f32;
}
,
i32::MIN | 7 | 100.. => {
}
,
m15 @ 10..=90 => {
}
,
m16 => {
}
,
}
}
[true; 3]
}
}
#[device]
fn generic17<T: amp::Value, const K: usize>(a: T, b: &mut T, c: &[T; 3], d: bool) -> T {
let old = *b;
if d { *b = a; return c[K % 3]; }
let mut all = *c;
all[1] = old;
*b = all[K % 3];
old
}
#[device]
impl Pair {
fn of_seed2_18(&self, v19: (usize, usize, u32,), v20: bool) -> Shade {
if (v20) { return (if v20 { Shade::Dark } else { Shade::Light }); }
let (Point { z: [_, v21], x: v22, .. }, _, mut v23) = ((Point { x: i32::MIN, y: 6.0f32, z: [1u32; 2] }), true, IVec3::splat((-1i32)), );
let v24 = ((!v21) >> ((31u32).wrapping_mul(v21) & 31));
if (v21 > v21) { return (if true { Shade::Dark } else { Shade::Light }); }
(if v20 { Shade::Dark } else { Shade::Light })
}
}
#[kernel]
pub fn kernel(i: Index<1>, n: u32, ai: &ArrayView<i32, 1>, au: &ArrayView<u32, 1>, af: &ArrayView<f32, 1>, ab: &ArrayView<u8, 1>, bi: &ArrayView<i32, 1>, xi: &mut ArrayViewMut<i32, 1>, xu: &mut ArrayViewMut<u32, 1>, xf: &mut ArrayViewMut<f32, 1>, xp: &mut ArrayViewMut<Point, 1>, hu: &mut ArrayViewMut<u32, 1>) {
match (((if true { let f25 = |v26: i32| v26;
let w27 = au;
 7usize } else {  bi.extent()[0] })).min(i[0]) / ((((xu[i]).clamp(3, 300) & 4095) as usize % 64) % 7 + 1)) {
0 => {
if ((xi[i] & xi[i]) >= xi[i]) { return; }
let mut v29: (usize, usize, u32,) = (bi.extent()[0], ((if true {  bi.extent()[0] } else { let mut v28: IVec3 = (IVec3::new(1, 2, 3));
 bi.extent()[0] }) / ((bi.extent()[0] % 16 * (0usize % 16)) % 7 + 1)), generic17::<_, 8>(((xu[i] & 1023) * (au[30] & 1023)), &mut xu[i], &{ [n, n, n, ] }, (!false)), );
}
,
1..=3 => {
if { let mut k30 = 0usize; loop { k30 += 1; if k30 > 4 { break (xi[i] < xi[i]); } if true { break false; } let mut v31 = (k30, xu[i], xu[i], );
'l33: for v32 in 2..(n & 7) {
xu[i] <<= 32u32 & 31;
}
 } } {
let mut v34 = (Pair { 1: (Shade::Dark as u32), 0: (n as i32) });
let mut v35: [f32; 3] = [xf[i]; 3];
}
 else if { let mut k36 = 0usize; 'l37: loop { k36 += 1; if k36 > 1 { break (xf[i] < xf[i]); } if (true && false) { break (0u32 >= au[(i[0] * 1 + 51) % 64]); } if true { return; }
 } } {
let v41 = (match ({ let mut v38: u32 = xu[i];
xi[i] = xi[i] % 1000;
xi[i] += xi[i] & 255;
 6usize }) { 0 if (false) => { let w39 = au;
 (Pair { 1: xu[i], 0: ai[(i[0] * 4 + 27) % 64] }) },
1..=3 => {  Pair(xi[i], n) },
m40 => {  Pair(bi[i], xu[i]) },
 });
xu[i] ^= ((n & 7)).pow((xu[i] & 3));
'l43: for v42 in (-3..=((xi[i]).rem_euclid((xi[i] & 15) + 1) & 3)) {
let v41: (Pair, u32,) = (Pair(5, 6), 1u32,);
}
}
 else {
'l45: for v44 in (u32::MAX - (({  n }) & 3)..=u32::MAX) {
let f46 = |v47: i32| v47;
atomic_fetch_sub(&mut hu[8 + i[0] % 8], xu[i] & 7);
}
}
'l49: for v48 in (0..10u32).rev().step_by(4) {
if (true || { xu[i] = xu[i].wrapping_add(1); true }) { return; }
let mut v48 = (IVec3::new(1, 2, 3));
{
if true {
let v50 = (xu[i]);
let mut v48: i32 = (!ai[21]);
}
 else {
let v51: (Point, u32,) = ((Point { x: 1, y: 2.0, z: [3, 4] }), au[56], );
}
}
}
let w52 = ai;
}
,
m53 => {
}
,
}
xi[i] = (-(xi[i] & 1023));
xu[i] = (ab[3] as u32);
xf[i] = ((((0.0 - af[i[0] % 64])).clamp(-5.0, 9.0) * ((((xi[i] & 63) as f32) * (0.0 - xf[i])) % 64.0)) % 64.0);
xp[i] = (Point { x: generic17::<_, 8>((xi[i]).wrapping_sub(ai[60]), &mut xi[i], &{ ({ let v54 = Pair(1i32, au[4]);
 [1i32; 3] }) }, true), y: 26.0f32, z: [1u32; 2] });
}
}

pub mod reference {
use amp::prelude::*;
use crate::harness::{Meeting as TileBarrier, Slice as ArrayView, Slice as ArrayViewMut};
use crate::harness::{Pair, Point, Shade, Tiled as TiledIndex};
impl Point {
fn plain_seed2_1(&self, v2: Shade, xv3: &mut ArrayViewMut<u32, 1>, at4: Index<1>, v5: &mut Point) -> [bool; 3] {
let mut v6: i32 = (*self).x;
if (true || { xv3[at4] = xv3[at4].wrapping_add(1); false }) {
let mut v7 = 0usize;
}
for v8 in 2..((2u32).wrapping_add(xv3[at4]) & 7) {
match v6 {
-5..=5 => {
let (v11, v12) = ({ let mut v9: u32 = (21.0f32 as u32);
let mut v10: bool = (false & true);
 (1i32, 1i32,) });
let f13 = |v14: f32| 33.0f32;
}
,
i32::MIN | 7 | 100.. => {
}
,
m15 @ 10..=90 => {
}
,
m16 => {
}
,
}
}
[true; 3]
}
}
fn generic17<T: amp::Value, const K: usize>(a: T, b: &mut T, c: &[T; 3], d: bool) -> T {
let old = *b;
if d { *b = a; return c[K % 3]; }
let mut all = *c;
all[1] = old;
*b = all[K % 3];
old
}
impl Pair {
fn plain_seed2_18(&self, v19: (usize, usize, u32,), v20: bool) -> Shade {
if (v20) { return (if v20 { Shade::Dark } else { Shade::Light }); }
let (Point { z: [_, v21], x: v22, .. }, _, mut v23) = ((Point { x: i32::MIN, y: 6.0f32, z: [1u32; 2] }), true, IVec3::splat((-1i32)), );
let v24 = ((!v21) >> ((31u32).wrapping_mul(v21) & 31));
if (v21 > v21) { return (if true { Shade::Dark } else { Shade::Light }); }
(if v20 { Shade::Dark } else { Shade::Light })
}
}
pub fn kernel(i: Index<1>, n: u32, ai: &ArrayView<i32, 1>, au: &ArrayView<u32, 1>, af: &ArrayView<f32, 1>, ab: &ArrayView<u8, 1>, bi: &ArrayView<i32, 1>, xi: &mut ArrayViewMut<i32, 1>, xu: &mut ArrayViewMut<u32, 1>, xf: &mut ArrayViewMut<f32, 1>, xp: &mut ArrayViewMut<Point, 1>, hu: &mut ArrayViewMut<u32, 1>) {
match (((if true { let f25 = |v26: i32| v26;
let w27 = au;
 7usize } else {  bi.extent()[0] })).min(i[0]) / ((((xu[i]).clamp(3, 300) & 4095) as usize % 64) % 7 + 1)) {
0 => {
if ((xi[i] & xi[i]) >= xi[i]) { return; }
let mut v29: (usize, usize, u32,) = (bi.extent()[0], ((if true {  bi.extent()[0] } else { let mut v28: IVec3 = (IVec3::new(1, 2, 3));
 bi.extent()[0] }) / ((bi.extent()[0] % 16 * (0usize % 16)) % 7 + 1)), generic17::<_, 8>(((xu[i] & 1023) * (au[30] & 1023)), &mut xu[i], &{ [n, n, n, ] }, (!false)), );
}
,
1..=3 => {
if { let mut k30 = 0usize; loop { k30 += 1; if k30 > 4 { break (xi[i] < xi[i]); } if true { break false; } let mut v31 = (k30, xu[i], xu[i], );
'l33: for v32 in 2..(n & 7) {
xu[i] <<= 32u32 & 31;
}
 } } {
let mut v34 = (Pair { 1: (Shade::Dark as u32), 0: (n as i32) });
let mut v35: [f32; 3] = [xf[i]; 3];
}
 else if { let mut k36 = 0usize; 'l37: loop { k36 += 1; if k36 > 1 { break (xf[i] < xf[i]); } if (true && false) { break (0u32 >= au[(i[0] * 1 + 51) % 64]); } if true { return; }
 } } {
let v41 = (match ({ let mut v38: u32 = xu[i];
xi[i] = xi[i] % 1000;
xi[i] += xi[i] & 255;
 6usize }) { 0 if (false) => { let w39 = au;
 (Pair { 1: xu[i], 0: ai[(i[0] * 4 + 27) % 64] }) },
1..=3 => {  Pair(xi[i], n) },
m40 => {  Pair(bi[i], xu[i]) },
 });
xu[i] ^= ((n & 7)).pow((xu[i] & 3));
'l43: for v42 in (-3..=((xi[i]).rem_euclid((xi[i] & 15) + 1) & 3)) {
let v41: (Pair, u32,) = (Pair(5, 6), 1u32,);
}
}
 else {
'l45: for v44 in (u32::MAX - (({  n }) & 3)..=u32::MAX) {
let f46 = |v47: i32| v47;
atomic_fetch_sub(&mut hu[8 + i[0] % 8], xu[i] & 7);
}
}
'l49: for v48 in (0..10u32).rev().step_by(4) {
if (true || { xu[i] = xu[i].wrapping_add(1); true }) { return; }
let mut v48 = (IVec3::new(1, 2, 3));
{
if true {
let v50 = (xu[i]);
let mut v48: i32 = (!ai[21]);
}
 else {
let v51: (Point, u32,) = ((Point { x: 1, y: 2.0, z: [3, 4] }), au[56], );
}
}
}
let w52 = ai;
}
,
m53 => {
}
,
}
xi[i] = (-(xi[i] & 1023));
xu[i] = (ab[3] as u32);
xf[i] = ((((0.0 - af[i[0] % 64])).clamp(-5.0, 9.0) * ((((xi[i] & 63) as f32) * (0.0 - xf[i])) % 64.0)) % 64.0);
xp[i] = (Point { x: generic17::<_, 8>((xi[i]).wrapping_sub(ai[60]), &mut xi[i], &{ ({ let v54 = Pair(1i32, au[4]);
 [1i32; 3] }) }, true), y: 26.0f32, z: [1u32; 2] });
}
}

crate::program!(1; ai au af ab bi; xi xu xf xp hu);
