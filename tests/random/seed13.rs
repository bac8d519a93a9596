//! The random program seed13.

pub mod kernel {
use amp::prelude::*;
use crate::harness::{Pair, Point, Shade};
#[device]
fn function1(v2: &mut u32, v3: &mut bool) -> Shade {
for v4 in [1i32; 3] {
for v5 in (u32::MAX - (1u32 & 3)..=u32::MAX) {
(*v2) |= (*v2);
let f6 = |v7: i32| v7;
}
}
(if ((*v3) || false) { Shade::Dark } else { Shade::Light })
}
#[device]
fn function8(v9: [i32; 2]) -> i32 {
if false { return (0x55i32).reverse_bits(); }
(-((true as i32) & 1023))
}
#[device]
fn length10<const N: usize>(list: &mut [i32; N], by: i32) -> i32 {
let mut sum = N as i32;
for k in (0..N).rev() {
if list[k] < by { continue; }
sum = sum.wrapping_mul(3) ^ list[k];
list[k] = list[N - 1 - k].wrapping_add(by);
}
sum
}
#[kernel]
pub fn kernel(i: Index<2>, n: u32, au: &ArrayView<u32, 1>, bi: &ArrayView<i32, 2>, xi: &mut ArrayViewMut<i32, 2>, xu: &mut ArrayViewMut<u32, 2>, xf: &mut ArrayViewMut<f32, 2>, xp: &mut ArrayViewMut<Point, 2>) {
let v11: u32 = ((n).wrapping_add(((n) / (((n).wrapping_shr(32u32) & 15) + 1)))).wrapping_mul((function8([0x55i32, xi[i], ]) as u32));
match ((match (false && true) { true => {  (xi[i]).rotate_right(31u32) },
false => { let v12 = (Pair(5, 6), 1u32,);
for v13 in [1u32; 3] {
xp[i].z[bi.extent()[0] % 2] ^= n;
}
 xi[i] },
 }) as u32) {
0 | 2 | 4 => {
if ((v11 != xu[i]) || { xu[i] = xu[i].wrapping_add(1); (n > v11) }) { return; }
}
,
..16 if (xi[i] < xi[i]) => {
let mut v14: (Point, u32,) = ((Point { x: 1, y: 2.0, z: [3, 4] }), 1u32,);
if ((Shade::Grey == Shade::Grey) & true) { return; }
let w15 = au;
}
,
_ => {
if (((xf[i] - xf[i]) % 64.0) <= (xf[i]).min(40.0f32)) {
if false { return; }
}
 else {
}
}
,
}
xi[i] = (if true { if (Shade::Light == Shade::Grey) {
}
 xi[i] } else {  xi[i] });
xu[i] = (((au[4]).clamp(3, 300))).wrapping_add((n).clamp(3, 300));
}
}

pub mod reference {
use amp::prelude::*;
use crate::harness::{Meeting as TileBarrier, Slice as ArrayView, Slice as ArrayViewMut};
use crate::harness::{Pair, Point, Shade, Tiled as TiledIndex};
fn function1(v2: &mut u32, v3: &mut bool) -> Shade {
for v4 in [1i32; 3] {
for v5 in (u32::MAX - (1u32 & 3)..=u32::MAX) {
(*v2) |= (*v2);
let f6 = |v7: i32| v7;
}
}
(if ((*v3) || false) { Shade::Dark } else { Shade::Light })
}
fn function8(v9: [i32; 2]) -> i32 {
if false { return (0x55i32).reverse_bits(); }
(-((true as i32) & 1023))
}
fn length10<const N: usize>(list: &mut [i32; N], by: i32) -> i32 {
let mut sum = N as i32;
for k in (0..N).rev() {
if list[k] < by { continue; }
sum = sum.wrapping_mul(3) ^ list[k];
list[k] = list[N - 1 - k].wrapping_add(by);
}
sum
}
pub fn kernel(i: Index<2>, n: u32, au: &ArrayView<u32, 1>, bi: &ArrayView<i32, 2>, xi: &mut ArrayViewMut<i32, 2>, xu: &mut ArrayViewMut<u32, 2>, xf: &mut ArrayViewMut<f32, 2>, xp: &mut ArrayViewMut<Point, 2>) {
let v11: u32 = ((n).wrapping_add(((n) / (((n).wrapping_shr(32u32) & 15) + 1)))).wrapping_mul((function8([0x55i32, xi[i], ]) as u32));
match ((match (false && true) { true => {  (xi[i]).rotate_right(31u32) },
false => { let v12 = (Pair(5, 6), 1u32,);
for v13 in [1u32; 3] {
xp[i].z[bi.extent()[0] % 2] ^= n;
}
 xi[i] },
 }) as u32) {
0 | 2 | 4 => {
if ((v11 != xu[i]) || { xu[i] = xu[i].wrapping_add(1); (n > v11) }) { return; }
}
,
..16 if (xi[i] < xi[i]) => {
let mut v14: (Point, u32,) = ((Point { x: 1, y: 2.0, z: [3, 4] }), 1u32,);
if ((Shade::Grey == Shade::Grey) & true) { return; }
let w15 = au;
}
,
_ => {
if (((xf[i] - xf[i]) % 64.0) <= (xf[i]).min(40.0f32)) {
if false { return; }
}
 else {
}
}
,
}
xi[i] = (if true { if (Shade::Light == Shade::Grey) {
}
 xi[i] } else {  xi[i] });
xu[i] = (((au[4]).clamp(3, 300))).wrapping_add((n).clamp(3, 300));
}
}

crate::program!(2; au bi; xi xu xf xp);
