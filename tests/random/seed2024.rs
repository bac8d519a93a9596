//! The random program seed2024.

pub mod kernel {
use amp::prelude::*;
use crate::harness::{Pair, Point, Shade, Vector, Views};
use std::ops::{Add, BitXor, Neg, Rem, Sub};
#[device]
#[derive(Clone, Copy, Debug, Default, PartialEq, GpuType)]
#[repr(C)]
pub struct Own {
pub a: u32,
pub b: f32,
}
pub type A1 = Own;
#[device]
impl Sub for Own {
type Output = (i32, f32,);
fn sub(self, v2: A1) -> (i32, f32,) {
let v3 = ({  (1usize % 64 + 3usize % 64) });
if ((Point { x: 1, y: 2.0, z: [3, 4] }) != (Point { x: 1, y: 2.0, z: [3, 4] })) { return (1i32, (-2.0f32), ); }
Vector::LIMITS
}
}
#[device]
fn bounded4<T>(a: T, b: T) -> T where T: amp::Value + PartialOrd {
if a < b { return a; }
b
}
#[device]
fn waits5(b: &TileBarrier, l: usize, s: &mut [i32; 16], v: i32, at: usize, rounds: u32) -> i32 {
let mut sum = v;
if rounds == 0 { return sum ^ 9; }
for k in 0..rounds {
s[l] = ((i32::MAX & 1023) * (bounded4(sum, 0i32) & 1023));
b.wait(); // shares *s
let got = s[at];
b.wait(); // shares *s
const C6: bool = false;
if true {
for Pair(_, v7) in [Pair(5, 6); 3] {
let mut v8 = std::cmp::max(v7, k);
}
let mut v9 = Vector::new(41.0f32, 35.0f32);
let mut v10: (Vector, u32,) = (Vector::new(1.0, 2.0), u32::MAX, );
}
 else {
let mut v11: IVec3 = (IVec3::new(1, 2, 3) ^ IVec3::default());
sum = sum % 1000;
sum += (-100i32) & 255;
}
sum = (sum ^ got).rotate_left(3);
if k > 1 { break; }
sum = Vector::LIMITS.0;
}
if l % 3 == 1 { return sum.wrapping_add(1); }
sum
}
#[device]
fn waits12(v13: &mut [[i32; 2]; 3], b: &TileBarrier, l: usize, s: &mut [i32; 16], v: i32, at: usize, rounds: u32) -> i32 {
let mut sum = v;
if rounds == 0 { return sum ^ 9; }
for k in 0..rounds {
s[l] = (if (true && false) {  ((sum & 7)).pow((1u32 & 3)) } else { let v14 = ((40.0f32).mul_add((-15.0f32), 3.0) % 64.0);
const C15: i32 = ((-1i32) ^ 1i32);
 (if false {  7i32 } else { let mut v16 = (C15, v14, );
 sum }) });
b.wait(); // shares *s
let got = s[at];
b.wait(); // shares *s
let mut v17: Shade = (if Vector::TABLE[at % 3].clamp(17, Vector::ZERO) { Shade::Dark } else { Shade::Light });
let v19 = ('l18: { if (k <= k) { break 'l18 ((k & 4095) as usize % 64); } let v17 = (i32::MIN).min(17);
 l });
sum = (sum ^ got).rotate_left(3);
if k > 1 { break; }
sum = 1i32;
}
if l % 3 == 1 { return sum.wrapping_add(1); }
sum
}
#[kernel(tile = [16])]
pub fn kernel(t: TiledIndex<1>, n: u32, ai: &ArrayView<i32, 1>, au: &ArrayView<u32, 1>, af: &ArrayView<f32, 1>, bi: &ArrayView<i32, 1>, xi: &mut ArrayViewMut<i32, 1>, xu: &mut ArrayViewMut<u32, 1>, xf: &mut ArrayViewMut<f32, 1>, xo: &mut ArrayViewMut<Vector, 1>, hu: &mut ArrayViewMut<u32, 1>) {
let i = t.global;
let l = t.local[0];
#[tile_static] let mut s: [i32; 16];
#[tile_static] let mut r: [Point; 16];
#[tile_static] let mut o: [Vector; 16];
#[tile_static] let mut bins: [u32; 16];
let mut u = n % 7;
let mut v21 = ((false as i32) / ((((ai[i[0] % 64] & 1023) - (bi[i] & 1023)) & 15) + 1));
atomic_fetch_min(&mut hu[24 + 2 % 8], (xu[i]).rotate_right(u32::default()) & 4095);
let mut v23 = (((Vector { y: xf[i], ..Vector::ZERO })) - ((xu[i]).saturating_add(33)));
xi[i] = (((Vector { y: xf[i], ..Vector::ZERO })).abs() as _);
xu[i] = bounded4(au[l % 64], bounded4(std::cmp::max(n, au[12]), 27));
xf[i] = bounded4((if true { 14.0 } else { bounded4(10.0, af[23]) }), 15.0);
xo[i] = (Vector { y: bounded4(bounded4(af[l % 64], xf[i]), ((xf[i] - 13.0) % 64.0)), ..Vector::ZERO });
}
pub fn launch(on: &AcceleratorView, domain: TiledExtent<1>, views: Views<'_, 1>) -> amp::Result<()> {
let n = 5u32;
let Views { ai, au, af, bi, mut xi, mut xu, mut xf, mut xo, mut hu, .. } = views;
on.parallel_for_each(domain, kernel(n, &ai, &au, &af, &bi, &mut xi, &mut xu, &mut xf, &mut xo, &mut hu, ))
}
}

pub mod reference {
use amp::prelude::*;
use crate::harness::{Meeting as TileBarrier, Slice as ArrayView, Slice as ArrayViewMut};
use crate::harness::{Pair, Point, Shade, Tiled as TiledIndex, Vector};
use std::ops::{Add, BitXor, Neg, Rem, Sub};
#[derive(Clone, Copy, Debug, Default, PartialEq, GpuType)]
#[repr(C)]
pub struct Own {
pub a: u32,
pub b: f32,
}
pub type A1 = Own;
impl Sub for Own {
type Output = (i32, f32,);
fn sub(self, v2: A1) -> (i32, f32,) {
let v3 = ({  (1usize % 64 + 3usize % 64) });
if ((Point { x: 1, y: 2.0, z: [3, 4] }) != (Point { x: 1, y: 2.0, z: [3, 4] })) { return (1i32, (-2.0f32), ); }
Vector::LIMITS
}
}
fn bounded4<T>(a: T, b: T) -> T where T: amp::Value + PartialOrd {
if a < b { return a; }
b
}
fn waits5(b: &TileBarrier, l: usize, s: &mut [i32; 16], v: i32, at: usize, rounds: u32) -> i32 {
let mut sum = v;
if rounds == 0 { return sum ^ 9; }
for k in 0..rounds {
s[l] = ((i32::MAX & 1023) * (bounded4(sum, 0i32) & 1023));
b.meet(&mut [("s", &mut *s)]);
let got = s[at];
b.meet(&mut [("s", &mut *s)]);
const C6: bool = false;
if true {
for Pair(_, v7) in [Pair(5, 6); 3] {
let mut v8 = std::cmp::max(v7, k);
}
let mut v9 = Vector::new(41.0f32, 35.0f32);
let mut v10: (Vector, u32,) = (Vector::new(1.0, 2.0), u32::MAX, );
}
 else {
let mut v11: IVec3 = (IVec3::new(1, 2, 3) ^ IVec3::default());
sum = sum % 1000;
sum += (-100i32) & 255;
}
sum = (sum ^ got).rotate_left(3);
if k > 1 { break; }
sum = Vector::LIMITS.0;
}
if l % 3 == 1 { return sum.wrapping_add(1); }
sum
}
fn waits12(v13: &mut [[i32; 2]; 3], b: &TileBarrier, l: usize, s: &mut [i32; 16], v: i32, at: usize, rounds: u32) -> i32 {
let mut sum = v;
if rounds == 0 { return sum ^ 9; }
for k in 0..rounds {
s[l] = (if (true && false) {  ((sum & 7)).pow((1u32 & 3)) } else { let v14 = ((40.0f32).mul_add((-15.0f32), 3.0) % 64.0);
const C15: i32 = ((-1i32) ^ 1i32);
 (if false {  7i32 } else { let mut v16 = (C15, v14, );
 sum }) });
b.meet(&mut [("s", &mut *s)]);
let got = s[at];
b.meet(&mut [("s", &mut *s)]);
let mut v17: Shade = (if Vector::TABLE[at % 3].clamp(17, Vector::ZERO) { Shade::Dark } else { Shade::Light });
let v19 = ('l18: { if (k <= k) { break 'l18 ((k & 4095) as usize % 64); } let v17 = (i32::MIN).min(17);
 l });
sum = (sum ^ got).rotate_left(3);
if k > 1 { break; }
sum = 1i32;
}
if l % 3 == 1 { return sum.wrapping_add(1); }
sum
}
pub fn kernel(t: TiledIndex<1>, n: u32, ai: &ArrayView<i32, 1>, au: &ArrayView<u32, 1>, af: &ArrayView<f32, 1>, bi: &ArrayView<i32, 1>, mut xi: &mut ArrayViewMut<i32, 1>, mut xu: &mut ArrayViewMut<u32, 1>, mut xf: &mut ArrayViewMut<f32, 1>, mut xo: &mut ArrayViewMut<Vector, 1>, mut hu: &mut ArrayViewMut<u32, 1>) {
let i = t.global;
let l = t.local[0];
let mut s: [i32; 16] = Default::default();
let mut r: [Point; 16] = Default::default();
let mut o: [Vector; 16] = Default::default();
let mut bins: [u32; 16] = Default::default();
let mut u = n % 7;
let mut v21 = ((false as i32) / ((((ai[i[0] % 64] & 1023) - (bi[i] & 1023)) & 15) + 1));
atomic_fetch_min(&mut hu[24 + 2 % 8], (xu[i]).rotate_right(u32::default()) & 4095);
let mut v23 = (((Vector { y: xf[i], ..Vector::ZERO })) - ((xu[i]).saturating_add(33)));
xi[i] = (((Vector { y: xf[i], ..Vector::ZERO })).abs() as _);
xu[i] = bounded4(au[l % 64], bounded4(std::cmp::max(n, au[12]), 27));
xf[i] = bounded4((if true { 14.0 } else { bounded4(10.0, af[23]) }), 15.0);
xo[i] = (Vector { y: bounded4(bounded4(af[l % 64], xf[i]), ((xf[i] - 13.0) % 64.0)), ..Vector::ZERO });
}
}

crate::program!(1, [16], Fits; ai au af bi; xi xu xf xo hu);
