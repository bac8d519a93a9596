//! The random program seed68.

pub mod kernel {
use amp::prelude::*;
use crate::harness::{Pair, Point, Shade, Views};
#[device]
impl Point {
fn of_seed68_1(self, v2: &mut IVec3) -> u32 {
if (false && true) { return (2u32).wrapping_shl(2u32); }
{
let r3 = &mut (*v2).x;
(*r3) = ((*r3) & 0x55i32);
if true {
let mut v4: IVec3 = (IVec3::new(1, 2, 3)).wrapping_mul(IVec3::new(1, 2, 3));
let mut v5 = [(Point { x: 1, y: 2.0, z: [3, 4] }), self, (Point { x: 1, y: 2.0, z: [3, 4] }), ];
}
 else {
let f6 = |v7: f32| v7;
}
}
2u32
}
}
#[device]
fn constant8<const K: i32>(mut v9: usize, v10: &mut i32) -> [bool; 2] {
for v11 in [true, true, true, ] {
(*v10) ^= K;
if v11 {
let f12 = |v13: f32| (-3.0f32);
}
 else if v11 {
let mut v14 = [Pair((*v10), 12345u32), Pair((*v10), 0x8000_0000u32), Pair((*v10), 2u32), ];
}
 else {
let mut v15: i32 = ({  0x55i32 });
}
}
[true; 2]
}
#[kernel]
pub fn kernel(i: Index<1>, n: u32, ai: &ArrayView<i32, 1>, af: &ArrayView<f32, 1>, ap: &ArrayView<Point, 1>, ab: &ArrayView<u8, 1>, ag: &ArrayView<f16, 1>, xi: &mut ArrayViewMut<i32, 1>, xu: &mut ArrayViewMut<u32, 1>, xf: &mut ArrayViewMut<f32, 1>, xp: &mut ArrayViewMut<Point, 1>) {
xi[i] = xi[i] % 1000;
xi[i] += (Shade::Grey as i32) & 255;
for v16 in (1..=9usize).step_by(3) {
if (((af[7] + (-12.0f32)) % 64.0) != (xf[i] * 0.25).round_ties_even()) {
let v17: Pair = Pair(((ai[9] & 1023) + (xi[i] & 1023)), (xu[i]).clamp(3, 300));
for v18 in (-3..=(ai[4] & 3)) {
if false {
let mut v19 = (xf[i]).clamp(-5.0, 9.0);
let mut v20: Point = (Point { x: ai[v16 % 64], y: ag[(i[0] * 1 + 38) % 64].to_f32(), z: [1u32; 2] });
}
 else {
let v21 = ((xu[i] & 4095) as usize % 64);
}
}
}
 else {
{
let r22 = &mut xu[i];
(*r22) = (ai[v16 % 64]).abs_diff(i32::MIN);
let mut v23: Shade = (if false { Shade::Dark } else { Shade::Light });
}
}
for v24 in 2..(((Shade::Dark as u32)) & 7) {
if true {
'l26: for v25 in 0..3u32 {
let mut v16: i32 = (xi[i]).clamp(3, 300);
let v27: Pair = Pair(xi[i], 32u32);
}
}
 else {
xu[i] |= n;
let mut v28: u32 = xp[i].z[v16 % 2];
}
'l30: for v29 in (1..=9usize).step_by(3) {
let mut v31: [Point; 3] = [(Point { x: 1, y: 2.0, z: [3, 4] }), ap[v16 % 64], ap[(i[0] * 4 + 2) % 64], ];
}
}
}
xi[i] = ((-(((i[0] % 64 + i[0] % 64) as i32) & 1023))).signum();
xu[i] = u32::from(ab[41]);
xf[i] = (0.0 - ({ if false {
xu[i] <<= 32u32 & 31;
let _ = constant8::<0>(i[0], &mut xi[i]);
}
 else {
let w32 = &ai;
let v33: u32 = (n).reverse_bits();
}
 af[29] }));
}
pub fn launch(on: &AcceleratorView, domain: Extent<1>, views: Views<'_, 1>) -> amp::Result<()> {
let n = 5u32;
let Views { ai, af, ap, ab, ag, mut xi, mut xu, mut xf, mut xp, .. } = views;
on.parallel_for_each(domain, kernel(n, &ai, &af, &ap, &ab, &ag, &mut xi, &mut xu, &mut xf, &mut xp, ))
}
}

pub mod reference {
use amp::prelude::*;
use crate::harness::{Meeting as TileBarrier, Slice as ArrayView, Slice as ArrayViewMut};
use crate::harness::{Pair, Point, Shade, Tiled as TiledIndex};
impl Point {
fn plain_seed68_1(self, v2: &mut IVec3) -> u32 {
if (false && true) { return (2u32).wrapping_shl(2u32); }
{
let r3 = &mut (*v2).x;
(*r3) = ((*r3) & 0x55i32);
if true {
let mut v4: IVec3 = (IVec3::new(1, 2, 3)).wrapping_mul(IVec3::new(1, 2, 3));
let mut v5 = [(Point { x: 1, y: 2.0, z: [3, 4] }), self, (Point { x: 1, y: 2.0, z: [3, 4] }), ];
}
 else {
let f6 = |v7: f32| v7;
}
}
2u32
}
}
fn constant8<const K: i32>(mut v9: usize, v10: &mut i32) -> [bool; 2] {
for v11 in [true, true, true, ] {
(*v10) ^= K;
if v11 {
let f12 = |v13: f32| (-3.0f32);
}
 else if v11 {
let mut v14 = [Pair((*v10), 12345u32), Pair((*v10), 0x8000_0000u32), Pair((*v10), 2u32), ];
}
 else {
let mut v15: i32 = ({  0x55i32 });
}
}
[true; 2]
}
pub fn kernel(i: Index<1>, n: u32, ai: &ArrayView<i32, 1>, af: &ArrayView<f32, 1>, ap: &ArrayView<Point, 1>, ab: &ArrayView<u8, 1>, ag: &ArrayView<f16, 1>, mut xi: &mut ArrayViewMut<i32, 1>, mut xu: &mut ArrayViewMut<u32, 1>, mut xf: &mut ArrayViewMut<f32, 1>, mut xp: &mut ArrayViewMut<Point, 1>) {
xi[i] = xi[i] % 1000;
xi[i] += (Shade::Grey as i32) & 255;
for v16 in (1..=9usize).step_by(3) {
if (((af[7] + (-12.0f32)) % 64.0) != (xf[i] * 0.25).round_ties_even()) {
let v17: Pair = Pair(((ai[9] & 1023) + (xi[i] & 1023)), (xu[i]).clamp(3, 300));
for v18 in (-3..=(ai[4] & 3)) {
if false {
let mut v19 = (xf[i]).clamp(-5.0, 9.0);
let mut v20: Point = (Point { x: ai[v16 % 64], y: ag[(i[0] * 1 + 38) % 64].to_f32(), z: [1u32; 2] });
}
 else {
let v21 = ((xu[i] & 4095) as usize % 64);
}
}
}
 else {
{
let r22 = &mut xu[i];
(*r22) = (ai[v16 % 64]).abs_diff(i32::MIN);
let mut v23: Shade = (if false { Shade::Dark } else { Shade::Light });
}
}
for v24 in 2..(((Shade::Dark as u32)) & 7) {
if true {
'l26: for v25 in 0..3u32 {
let mut v16: i32 = (xi[i]).clamp(3, 300);
let v27: Pair = Pair(xi[i], 32u32);
}
}
 else {
xu[i] |= n;
let mut v28: u32 = xp[i].z[v16 % 2];
}
'l30: for v29 in (1..=9usize).step_by(3) {
let mut v31: [Point; 3] = [(Point { x: 1, y: 2.0, z: [3, 4] }), ap[v16 % 64], ap[(i[0] * 4 + 2) % 64], ];
}
}
}
xi[i] = ((-(((i[0] % 64 + i[0] % 64) as i32) & 1023))).signum();
xu[i] = u32::from(ab[41]);
xf[i] = (0.0 - ({ if false {
xu[i] <<= 32u32 & 31;
let _ = constant8::<0>(i[0], &mut xi[i]);
}
 else {
let w32 = &ai;
let v33: u32 = (n).reverse_bits();
}
 af[29] }));
}
}

crate::program!(1; ai af ap ab ag; xi xu xf xp);
