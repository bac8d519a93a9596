//! The random program seed35.

pub mod kernel {
use amp::prelude::*;
use crate::harness::{Pair, Point, Shade, Views};
#[device]
fn function1(v2: Shade, mut v3: f32) -> u32 {
if (true) { return (v2 as u32); }
let mut v4: f32 = (0.0 - (31.0f32).max(v3));
let v11: u32 = { let mut k5 = 0usize; 'l6: loop { k5 += 1; if k5 > 4 { break 31u32; } if true { break (0x8000_0000u32); } if true {
let v7 = [true; 2];
let Pair(mut v8, v9) = Pair(0x55i32, 12345u32);
}
 else {
let mut v10: (u32, u32,) = ({  (1u32, 1u32,) });
}
 } };
v11
}
#[device]
impl Point {
fn of_seed35_12(&mut self, xv13: &mut ArrayViewMut<f32, 2>, at14: Index<2>) -> i32 {
let mut v15: usize = (((0u32 & 4095) as usize % 64)).min(((0u32 & 4095) as usize % 64));
let mut v16: f32 = (xv13[at14]).abs();
for Pair(_, v17) in [Pair(5, 6); 3] {
let mut v15: IVec3 = (IVec3::new(0x55i32, 1_000_000i32, 1i32)).wrapping_sub(IVec3::new(1, 2, 3));
}
((13.0f32 as i32))
}
}
#[device]
fn generic18<T: amp::Value, const K: usize>(a: T, b: &mut T, c: &[T; 3], d: bool) -> T {
let old = *b;
if d { *b = a; return c[K % 3]; }
let mut all = *c;
all[1] = old;
*b = all[K % 3];
old
}
#[kernel]
pub fn kernel(i: Index<2>, n: u32, ai: &ArrayView<i32, 1>, au: &ArrayView<u32, 1>, af: &ArrayView<f32, 1>, bi: &ArrayView<i32, 2>, xi: &mut ArrayViewMut<i32, 2>, xu: &mut ArrayViewMut<u32, 2>, xf: &mut ArrayViewMut<f32, 2>, xp: &mut ArrayViewMut<Point, 2>) {
let mut v19: Point = xp[i];
if true { return; }
let mut v20 = Pair(xi[i], (((((n & 7)).pow((n & 3))).wrapping_neg() & 1023) + (function1((if true { Shade::Dark } else { Shade::Light }), ((xi[i] & 63) as f32)) & 1023)));
let f21 = |v22: i32| ((((au[16] & 4095) as usize % 64) % 16 * (0usize % 16)) as i32);
xu[i] |= (((((xi[i]).abs_diff(xi[i]) & 1023) + (generic18::<_, 7>(n, &mut xu[i], &{ [1u32; 3] }, false) & 1023)) & 7)).pow(((v20.0).leading_zeros() & 3));
'l24: for v23 in 0..(8usize) % 6 {
for v25 in (i32::MIN..=i32::MIN + ((xi[i]).max(0x55i32) & 1)).rev() {
if (!true) { break; }
for v26 in 0..3u32 {
xu[i] ^= v26;
v19.x = 1_000_000i32;
}
}
}
{
let r27 = &mut v19.z[((function1(Shade::Light, xf[i]) & 4095) as usize % 64) % 2];
(*r27) = n;
if (((31u32 & 1023) * (n & 1023)) >= ({  au[i[1] % 64] })) {
let (Point { z: [_, v28], x: v29, .. }, _, mut v30) = ((if true { xi[i] = xi[i] % 1000;
xi[i] += xi[i] & 255;
 xp[i] } else {  xp[i] }), (xf[i] != af[27]), IVec3::new(xi[i], ai[18], ai[42]), );
}
}
let mut v31 = (9usize % 64 + ((bi.extent()[0]).min(i[0]) % 64 + ((i[0] % 64 + bi.extent()[0] % 64)).min((4usize % 64 + i[0] % 64)) % 64) % 64);
xf[i] = (if ((xi[i] != xi[i]) || false) {  ((((xf[i]).mul_add(xf[i], 3.0) % 64.0) * (xf[i]).rem_euclid(7.0)) % 64.0) } else {  xf[i] });
xp[i] = (Point { x: ((ai[i[1] % 64]).wrapping_sub(xi[i])).wrapping_neg(), ..v19 });
}
pub fn launch(on: &AcceleratorView, domain: Extent<2>, views: Views<'_, 2>) -> amp::Result<()> {
let n = 5u32;
let Views { ai, au, af, bi, mut xi, mut xu, mut xf, mut xp, .. } = views;
on.parallel_for_each(domain, kernel(n, &ai, &au, &af, &bi, &mut xi, &mut xu, &mut xf, &mut xp, ))
}
}

pub mod reference {
use amp::prelude::*;
use crate::harness::{Meeting as TileBarrier, Slice as ArrayView, Slice as ArrayViewMut};
use crate::harness::{Pair, Point, Shade, Tiled as TiledIndex};
fn function1(v2: Shade, mut v3: f32) -> u32 {
if (true) { return (v2 as u32); }
let mut v4: f32 = (0.0 - (31.0f32).max(v3));
let v11: u32 = { let mut k5 = 0usize; 'l6: loop { k5 += 1; if k5 > 4 { break 31u32; } if true { break (0x8000_0000u32); } if true {
let v7 = [true; 2];
let Pair(mut v8, v9) = Pair(0x55i32, 12345u32);
}
 else {
let mut v10: (u32, u32,) = ({  (1u32, 1u32,) });
}
 } };
v11
}
impl Point {
fn plain_seed35_12(&mut self, xv13: &mut ArrayViewMut<f32, 2>, at14: Index<2>) -> i32 {
let mut v15: usize = (((0u32 & 4095) as usize % 64)).min(((0u32 & 4095) as usize % 64));
let mut v16: f32 = (xv13[at14]).abs();
for Pair(_, v17) in [Pair(5, 6); 3] {
let mut v15: IVec3 = (IVec3::new(0x55i32, 1_000_000i32, 1i32)).wrapping_sub(IVec3::new(1, 2, 3));
}
((13.0f32 as i32))
}
}
fn generic18<T: amp::Value, const K: usize>(a: T, b: &mut T, c: &[T; 3], d: bool) -> T {
let old = *b;
if d { *b = a; return c[K % 3]; }
let mut all = *c;
all[1] = old;
*b = all[K % 3];
old
}
pub fn kernel(i: Index<2>, n: u32, ai: &ArrayView<i32, 1>, au: &ArrayView<u32, 1>, af: &ArrayView<f32, 1>, bi: &ArrayView<i32, 2>, mut xi: &mut ArrayViewMut<i32, 2>, mut xu: &mut ArrayViewMut<u32, 2>, mut xf: &mut ArrayViewMut<f32, 2>, mut xp: &mut ArrayViewMut<Point, 2>) {
let mut v19: Point = xp[i];
if true { return; }
let mut v20 = Pair(xi[i], (((((n & 7)).pow((n & 3))).wrapping_neg() & 1023) + (function1((if true { Shade::Dark } else { Shade::Light }), ((xi[i] & 63) as f32)) & 1023)));
let f21 = |v22: i32| ((((au[16] & 4095) as usize % 64) % 16 * (0usize % 16)) as i32);
xu[i] |= (((((xi[i]).abs_diff(xi[i]) & 1023) + (generic18::<_, 7>(n, &mut xu[i], &{ [1u32; 3] }, false) & 1023)) & 7)).pow(((v20.0).leading_zeros() & 3));
'l24: for v23 in 0..(8usize) % 6 {
for v25 in (i32::MIN..=i32::MIN + ((xi[i]).max(0x55i32) & 1)).rev() {
if (!true) { break; }
for v26 in 0..3u32 {
xu[i] ^= v26;
v19.x = 1_000_000i32;
}
}
}
{
let r27 = &mut v19.z[((function1(Shade::Light, xf[i]) & 4095) as usize % 64) % 2];
(*r27) = n;
if (((31u32 & 1023) * (n & 1023)) >= ({  au[i[1] % 64] })) {
let (Point { z: [_, v28], x: v29, .. }, _, mut v30) = ((if true { xi[i] = xi[i] % 1000;
xi[i] += xi[i] & 255;
 xp[i] } else {  xp[i] }), (xf[i] != af[27]), IVec3::new(xi[i], ai[18], ai[42]), );
}
}
let mut v31 = (9usize % 64 + ((bi.extent()[0]).min(i[0]) % 64 + ((i[0] % 64 + bi.extent()[0] % 64)).min((4usize % 64 + i[0] % 64)) % 64) % 64);
xf[i] = (if ((xi[i] != xi[i]) || false) {  ((((xf[i]).mul_add(xf[i], 3.0) % 64.0) * (xf[i]).rem_euclid(7.0)) % 64.0) } else {  xf[i] });
xp[i] = (Point { x: ((ai[i[1] % 64]).wrapping_sub(xi[i])).wrapping_neg(), ..v19 });
}
}

crate::program!(2; ai au af bi; xi xu xf xp);
