//! The random program seed40.

pub mod kernel {
use amp::prelude::*;
use crate::harness::{Pair, Point, Shade, Views};
#[device]
fn generic1<T: amp::Value>(a: T, b: &mut T, c: &[T; 3], d: bool) -> T {
let old = *b;
if d { *b = a; return c[1]; }
let mut all = *c;
all[1] = old;
*b = all[1];
old
}
#[device]
fn function2(v3: Point, v4: &mut i32, v5: i32) -> f32 {
if (0usize >= 5usize) {
let mut v6: Shade = (if (true) { Shade::Dark } else { Shade::Light });
if false { return 32.0f32; }
}
 else {
for v7 in (i32::MIN..=i32::MIN + ((*v4) & 1)).rev() {
let mut v8 = (IVec3::new(1, 2, 3), 0x8000_0000u32, );
let v5: f32 = (36.0f32).max(6.0f32);
let mut v9: (f32, i32, i32,) = (v5, v7, (*v4), );
}
}
(({ let f10 = |v11: bool| v11;
 (-11.0f32) })).clamp(-5.0, 9.0)
}
#[device]
fn function12(v13: [i32; 2]) -> bool {
let mut v14: [u32; 4] = [1u32; 4];
let mut v13 = IVec3::splat(((-100i32) >> (0u32 & 31)));
((true || true))
}
#[kernel]
pub fn kernel(i: Index<1>, n: u32, ai: &ArrayView<i32, 1>, ap: &ArrayView<Point, 1>, ab: &ArrayView<u8, 1>, av: &ArrayView<IVec3, 1>, ax: &ArrayView<i32, 2>, bi: &ArrayView<i32, 1>, xi: &mut ArrayViewMut<i32, 1>, xu: &mut ArrayViewMut<u32, 1>, xf: &mut ArrayViewMut<f32, 1>, xp: &mut ArrayViewMut<Point, 1>) {
let v16: i32 = ((xi[i] & 1023) - ((if true {  ((xu[i]).wrapping_add(n) as i32) } else { let mut v15: bool = (((xf[i] - xf[i]) % 64.0) > (xf[i]).abs());
let _ = generic1(xp[i], &mut xp[i], &{ [ap[18], (Point { x: 1, y: 2.0, z: [3, 4] }), ap[15], ] }, (xu[i] < n));
 (Shade::Light as i32) }) & 1023));
if (((ax[[2, i[0] % 8]]).wrapping_shl(xu[i])) == ({ let v17 = [Pair(5, 6); 3];
let mut v18: bool = (xf[i] > xf[i]);
 (xi[i] ^ ai[16]) })) { return; }
{
let r19 = &mut xp[i].x;
(*r19) = ((match ((*r19), true, 0x55i32, ) { (m20, true, 0..=9) | (0..=9, false, m20) => {  (xf[i] as i32) },
(.., m21 @ (1 | 7 | 100..)) | (-100 | -1, _, m21) => {  (xu[i] as i32) },
(m22, ..) => {  m22 },
 }) / (((((1usize % 16 * (bi.extent()[0] % 16)) as i32) ^ ((i[0]).min(i[0]) as i32)) & 15) + 1));
let v23 = ap[10];
}
let w24 = &av;
std::mem::swap(&mut xu[i], &mut xp[i].z[(8usize / (2usize % 7 + 1)) % 2]);
xu[i] = ({ let f25 = |v26: u32| (v26).wrapping_mul(n);
{
let r27: &mut i32 = &mut xp[i].x;
(*r27) = (v16 >> (xu[i] & 31));
for v28 in (1..=9usize).step_by(3) {
let v29: bool = true;
}
let mut v30: Shade = Shade::Dark;
}
 (xu[i] | u32::from(ab[21])) });
xi[i] = xi[i];
xf[i] = ((({  xf[i] })).rem_euclid(7.0)).clamp(-5.0, 9.0);
xp[i] = (Point { x: { let mut k32 = 0usize; loop { k32 += 1; if k32 > 3 { break i32::MIN; } if (xf[i] >= xf[i]) { break (xu[i] as i32); } let mut v33: u32 = (n).clamp(3, 300);
if false { break xi[i]; }
 } }, ..xp[i] });
}
pub fn launch(on: &AcceleratorView, domain: Extent<1>, views: Views<'_, 1>) -> amp::Result<()> {
let n = 5u32;
let Views { ai, ap, ab, av, ax, bi, mut xi, mut xu, mut xf, mut xp, .. } = views;
on.parallel_for_each(domain, kernel(n, &ai, &ap, &ab, &av, &ax, &bi, &mut xi, &mut xu, &mut xf, &mut xp, ))
}
}

pub mod reference {
use amp::prelude::*;
use crate::harness::{Meeting as TileBarrier, Slice as ArrayView, Slice as ArrayViewMut};
use crate::harness::{Pair, Point, Shade, Tiled as TiledIndex};
fn generic1<T: amp::Value>(a: T, b: &mut T, c: &[T; 3], d: bool) -> T {
let old = *b;
if d { *b = a; return c[1]; }
let mut all = *c;
all[1] = old;
*b = all[1];
old
}
fn function2(v3: Point, v4: &mut i32, v5: i32) -> f32 {
if (0usize >= 5usize) {
let mut v6: Shade = (if (true) { Shade::Dark } else { Shade::Light });
if false { return 32.0f32; }
}
 else {
for v7 in (i32::MIN..=i32::MIN + ((*v4) & 1)).rev() {
let mut v8 = (IVec3::new(1, 2, 3), 0x8000_0000u32, );
let v5: f32 = (36.0f32).max(6.0f32);
let mut v9: (f32, i32, i32,) = (v5, v7, (*v4), );
}
}
(({ let f10 = |v11: bool| v11;
 (-11.0f32) })).clamp(-5.0, 9.0)
}
fn function12(v13: [i32; 2]) -> bool {
let mut v14: [u32; 4] = [1u32; 4];
let mut v13 = IVec3::splat(((-100i32) >> (0u32 & 31)));
((true || true))
}
pub fn kernel(i: Index<1>, n: u32, ai: &ArrayView<i32, 1>, ap: &ArrayView<Point, 1>, ab: &ArrayView<u8, 1>, av: &ArrayView<IVec3, 1>, ax: &ArrayView<i32, 2>, bi: &ArrayView<i32, 1>, mut xi: &mut ArrayViewMut<i32, 1>, mut xu: &mut ArrayViewMut<u32, 1>, mut xf: &mut ArrayViewMut<f32, 1>, mut xp: &mut ArrayViewMut<Point, 1>) {
let v16: i32 = ((xi[i] & 1023) - ((if true {  ((xu[i]).wrapping_add(n) as i32) } else { let mut v15: bool = (((xf[i] - xf[i]) % 64.0) > (xf[i]).abs());
let _ = generic1(xp[i], &mut xp[i], &{ [ap[18], (Point { x: 1, y: 2.0, z: [3, 4] }), ap[15], ] }, (xu[i] < n));
 (Shade::Light as i32) }) & 1023));
if (((ax[[2, i[0] % 8]]).wrapping_shl(xu[i])) == ({ let v17 = [Pair(5, 6); 3];
let mut v18: bool = (xf[i] > xf[i]);
 (xi[i] ^ ai[16]) })) { return; }
{
let r19 = &mut xp[i].x;
(*r19) = ((match ((*r19), true, 0x55i32, ) { (m20, true, 0..=9) | (0..=9, false, m20) => {  (xf[i] as i32) },
(.., m21 @ (1 | 7 | 100..)) | (-100 | -1, _, m21) => {  (xu[i] as i32) },
(m22, ..) => {  m22 },
 }) / (((((1usize % 16 * (bi.extent()[0] % 16)) as i32) ^ ((i[0]).min(i[0]) as i32)) & 15) + 1));
let v23 = ap[10];
}
let w24 = &av;
std::mem::swap(&mut xu[i], &mut xp[i].z[(8usize / (2usize % 7 + 1)) % 2]);
xu[i] = ({ let f25 = |v26: u32| (v26).wrapping_mul(n);
{
let r27: &mut i32 = &mut xp[i].x;
(*r27) = (v16 >> (xu[i] & 31));
for v28 in (1..=9usize).step_by(3) {
let v29: bool = true;
}
let mut v30: Shade = Shade::Dark;
}
 (xu[i] | u32::from(ab[21])) });
xi[i] = xi[i];
xf[i] = ((({  xf[i] })).rem_euclid(7.0)).clamp(-5.0, 9.0);
xp[i] = (Point { x: { let mut k32 = 0usize; loop { k32 += 1; if k32 > 3 { break i32::MIN; } if (xf[i] >= xf[i]) { break (xu[i] as i32); } let mut v33: u32 = (n).clamp(3, 300);
if false { break xi[i]; }
 } }, ..xp[i] });
}
}

crate::program!(1; ai ap ab av ax bi; xi xu xf xp);
