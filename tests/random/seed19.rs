//! The random program seed19.

pub mod kernel {
use amp::prelude::*;
use crate::harness::{Pair, Point, Shade, Views};
#[device]
fn constant1<const K: u32>(v2: bool, v3: &mut Point) -> u32 {
if (v2 & v2) {
let mut k4 = 0u32;
'l5: while k4 < 3 && false {
k4 += 1;
{
let mut v6: u32 = k4;
let v6 = (if false {  8usize } else {  5usize });
let mut v7: Point = (*v3);
}
}
}
((K | K)).reverse_bits()
}
#[kernel]
pub fn kernel(i: Index<1>, n: u32, au: &ArrayView<u32, 1>, ag: &ArrayView<f16, 1>, av: &ArrayView<IVec3, 1>, bi: &ArrayView<i32, 1>, xi: &mut ArrayViewMut<i32, 1>, xu: &mut ArrayViewMut<u32, 1>, xf: &mut ArrayViewMut<f32, 1>, xp: &mut ArrayViewMut<Point, 1>) {
{
let v8: [f32; 2] = ({  [1.0f32; 2] });
}
for v9 in (-2..4i32).rev() {
let mut v10 = (((false || true) && (ag[9].to_f32() < xf[i])) && (((xi[i] & 63) as f32) >= ((xf[i] - xf[i]) % 64.0)));
}
if (if (if (Shade::Grey == Shade::Grey) {  (i[0] != 8usize) } else { let mut v11 = (n as i32);
 (if true {  true } else {  false }) }) {  ((if false { let mut v12 = (av[15], n, );
let v13: bool = (true && true);
 xi[i] } else { xi[i] |= i32::MAX;
let v14 = (Point { x: xi[i], ..xp[i] });
 xi[i] }) <= xi[i]) } else {  ((true && false) && (Shade::Dark == Shade::Grey)) }) { return; }
let mut v15: [Pair; 3] = [Pair(((xi[i]).clamp(3, 300)).wrapping_shl(constant1::<0>(false, &mut xp[i])), ((((xu[i] & 1023) + (au[21] & 1023)) & 1023) * ((xu[i]).wrapping_sub(xu[i]) & 1023))); 3];
xi[i] = (v15[(7usize / (bi.extent()[0] % 7 + 1)) % 3].0 % ((((0x8000_0000u32 as i32) / (((bi[i]).wrapping_neg() & 15) + 1)) & 15) + 1));
xu[i] = xu[i];
xf[i] = ((xp[i].y + ((ag[(i[0] * 3 + 31) % 64].to_f32()).clamp(-5.0, 9.0)).rem_euclid(7.0)) % 64.0);
xp[i] = xp[i];
}
pub fn launch(on: &AcceleratorView, domain: Extent<1>, views: Views<'_, 1>) -> amp::Result<()> {
let n = 5u32;
let Views { au, ag, av, bi, mut xi, mut xu, mut xf, mut xp, .. } = views;
on.parallel_for_each(domain, kernel(n, &au, &ag, &av, &bi, &mut xi, &mut xu, &mut xf, &mut xp, ))
}
}

pub mod reference {
use amp::prelude::*;
use crate::harness::{Meeting as TileBarrier, Slice as ArrayView, Slice as ArrayViewMut};
use crate::harness::{Pair, Point, Shade, Tiled as TiledIndex};
fn constant1<const K: u32>(v2: bool, v3: &mut Point) -> u32 {
if (v2 & v2) {
let mut k4 = 0u32;
'l5: while k4 < 3 && false {
k4 += 1;
{
let mut v6: u32 = k4;
let v6 = (if false {  8usize } else {  5usize });
let mut v7: Point = (*v3);
}
}
}
((K | K)).reverse_bits()
}
pub fn kernel(i: Index<1>, n: u32, au: &ArrayView<u32, 1>, ag: &ArrayView<f16, 1>, av: &ArrayView<IVec3, 1>, bi: &ArrayView<i32, 1>, mut xi: &mut ArrayViewMut<i32, 1>, mut xu: &mut ArrayViewMut<u32, 1>, mut xf: &mut ArrayViewMut<f32, 1>, mut xp: &mut ArrayViewMut<Point, 1>) {
{
let v8: [f32; 2] = ({  [1.0f32; 2] });
}
for v9 in (-2..4i32).rev() {
let mut v10 = (((false || true) && (ag[9].to_f32() < xf[i])) && (((xi[i] & 63) as f32) >= ((xf[i] - xf[i]) % 64.0)));
}
if (if (if (Shade::Grey == Shade::Grey) {  (i[0] != 8usize) } else { let mut v11 = (n as i32);
 (if true {  true } else {  false }) }) {  ((if false { let mut v12 = (av[15], n, );
let v13: bool = (true && true);
 xi[i] } else { xi[i] |= i32::MAX;
let v14 = (Point { x: xi[i], ..xp[i] });
 xi[i] }) <= xi[i]) } else {  ((true && false) && (Shade::Dark == Shade::Grey)) }) { return; }
let mut v15: [Pair; 3] = [Pair(((xi[i]).clamp(3, 300)).wrapping_shl(constant1::<0>(false, &mut xp[i])), ((((xu[i] & 1023) + (au[21] & 1023)) & 1023) * ((xu[i]).wrapping_sub(xu[i]) & 1023))); 3];
xi[i] = (v15[(7usize / (bi.extent()[0] % 7 + 1)) % 3].0 % ((((0x8000_0000u32 as i32) / (((bi[i]).wrapping_neg() & 15) + 1)) & 15) + 1));
xu[i] = xu[i];
xf[i] = ((xp[i].y + ((ag[(i[0] * 3 + 31) % 64].to_f32()).clamp(-5.0, 9.0)).rem_euclid(7.0)) % 64.0);
xp[i] = xp[i];
}
}

crate::program!(1; au ag av bi; xi xu xf xp);
