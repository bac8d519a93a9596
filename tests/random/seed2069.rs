//! The random program seed2069.

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
pub type A1 = f32;
pub type A2 = (Vector, u32,);
pub mod constants {
use super::*;
pub static S3: Vector = Vector::new(7.0f32, 8.0);
pub static S4: u32 = 31u32;
}
pub const C5: Point = (Point { x: i32::MIN, y: 6.0, z: [2, 2u32, ] });
pub trait Data6: Sized {
type Item;
const C7: Self::Item;
const C8: Self;
}
impl Data6 for i32 {
type Item = IVec3;
const C7: Self::Item = IVec3::new(11, 20, (-19));
const C8: i32 = 35;
}
impl Data6 for f32 {
type Item = IVec3;
const C7: Self::Item = IVec3::new(1i32, i32::MIN, 18);
const C8: f32 = 16.0f32;
}
impl Data6 for Vector {
type Item = IVec3;
const C7: Self::Item = IVec3::new((-100i32), 0i32, 0x55i32);
const C8: Vector = Vector::new((-17.0f32), 2.0f32);
}
pub fn launch(on: &AcceleratorView, domain: TiledExtent<1>, views: Views<'_, 1>) -> amp::Result<()> {
let n = 5u32;
let Views { ai, au, ap, ag, ao, bi, mut xi, mut xu, mut xf, mut xp, mut xo, .. } = views;
on.parallel_for_each(domain, amp!(tile = [16], |t: TiledIndex<1>| {
let i = t.global;
let l = t.local[0];
#[tile_static] let mut s: [i32; 16];
#[tile_static] let mut r: [Point; 16];
#[tile_static] let mut o: [Vector; 16];
#[tile_static] let mut bins: [u32; 16];
let mut u = n % 7;
if matches!(u, 1 | 3..=6) {
if let (m10 @ (-1 | 7 | 100..), mut m11) = (1i32, true,) {
if false {
xp[i].z[l % 2] ^= constants::S4;
}
 else if m11 {
let mut v12: Shade = (if false { Shade::Dark } else { Shade::Light });
let v13: i32 = 0i32;
}
 else {
let v14: Own = (Own { a: xu[i], b: xf[i] });
}
let Point { x: v15, y: v16, .. } = (Point { x: m10, y: xf[i], z: [1u32; 2] });
let mut v17 = (true && true);
}
let v18: [bool; 3];
if (xi[i] <= 39) {
let mut v19;
match true {
true => {
v19 = (if true { let v20: (Point, u32,) = (C5, au[29], );
let mut v28 = { let mut k21 = 0usize; loop { k21 += 1; if k21 > 3 { break (Own { a: au[(i[0] * 0 + 16) % 64], b: xf[i] }); } if (!true) { break (Own { a: constants::S4, b: ag[49].to_f32() }); } if let Point { z: [m22, 0..=40], x: m23, .. } = ap[(i[0] * 3 + 47) % 64] {
let mut v26 = (if false {  [1u32; 3] } else { let v24: bool = (Own::default() != (Own { a: 1, b: 2.0 }));
let mut v25: u32 = (xu[i] as _);
 [1u32; 3] });
}
 else if true {
let mut v27: Point = (Point { x: ai[k21 % 64], y: xf[i], z: [1u32; 2] });
}
xi[i] ^= xi[i];
 } };
 usize::default() } else { l });
}
,
false => {
v19 = (9usize % 16 * (22 % 16));
}
,
}
v18 = <[bool; 3]>::default();
}
 else {
if true {
let mut v29 = [Vector::new(1.0, 2.0); 3];
let [v30, .., v31] = [ai[l % 64]; 4];
let v32: u32 = (if true { 7 } else { au[l % 64] });
}
 else {
let f33 = |v34: A1| 37.0f32;
let mut v35 = (xu[i], au[(i[0] * 0 + 31) % 64], );
}
v18 = [false, false, false, ];
}
} else {
u += 1;
}
if u > 2 && au[u as usize % 64] % 2 == 1 {
} else {
u += 1;
}
s[l] = (<f32 as Data6>::C7.x & ((!xi[i])).rem_euclid(((ao[(i[0] * 1 + 36) % 64]).abs() & 15) + 1));
t.barrier.wait(); // shares s r o bins
let mut v38 = s[(bi.extent()[0] % 64 + l % 64) % 16];
{
}
t.barrier.wait(); // shares s r o bins
{
}
xi[i] = ((if let Point { z: [m39, 0..=40], x: m40, .. } = C5 {  C5.z[l % 2] } else {  xo[i].exp(31u32) }) as _);
xu[i] = (((v38 <= v38) as u32)).rem_euclid(((au[25]).wrapping_sub(10) & 15) + 1);
xf[i] = (((((10.0f32 * (-17.0f32)) % 64.0) + (-36.0)) % 64.0)).max({ let mut k41 = 0usize; 'l42: loop { k41 += 1; if k41 > 2 { break xf[i]; } if true { break xf[i]; }  } });
xp[i] = xp[i];
xo[i] = (Vector { y: ((Vector::ZERO).dot(xo[i])).abs(), ..Vector::ZERO });
}))
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
pub type A1 = f32;
pub type A2 = (Vector, u32,);
pub mod constants {
use super::*;
pub static S3: Vector = Vector::new(7.0f32, 8.0);
pub static S4: u32 = 31u32;
}
pub const C5: Point = (Point { x: i32::MIN, y: 6.0, z: [2, 2u32, ] });
pub trait Data6: Sized {
type Item;
const C7: Self::Item;
const C8: Self;
}
impl Data6 for i32 {
type Item = IVec3;
const C7: Self::Item = IVec3::new(11, 20, (-19));
const C8: i32 = 35;
}
impl Data6 for f32 {
type Item = IVec3;
const C7: Self::Item = IVec3::new(1i32, i32::MIN, 18);
const C8: f32 = 16.0f32;
}
impl Data6 for Vector {
type Item = IVec3;
const C7: Self::Item = IVec3::new((-100i32), 0i32, 0x55i32);
const C8: Vector = Vector::new((-17.0f32), 2.0f32);
}
pub fn kernel(t: TiledIndex<1>, n: u32, ai: &ArrayView<i32, 1>, au: &ArrayView<u32, 1>, ap: &ArrayView<Point, 1>, ag: &ArrayView<f16, 1>, ao: &ArrayView<Vector, 1>, bi: &ArrayView<i32, 1>, mut xi: &mut ArrayViewMut<i32, 1>, mut xu: &mut ArrayViewMut<u32, 1>, mut xf: &mut ArrayViewMut<f32, 1>, mut xp: &mut ArrayViewMut<Point, 1>, mut xo: &mut ArrayViewMut<Vector, 1>) {
let i = t.global;
let l = t.local[0];
let mut s: [i32; 16] = Default::default();
let mut r: [Point; 16] = Default::default();
let mut o: [Vector; 16] = Default::default();
let mut bins: [u32; 16] = Default::default();
let mut u = n % 7;
if matches!(u, 1 | 3..=6) {
if let (m10 @ (-1 | 7 | 100..), mut m11) = (1i32, true,) {
if false {
xp[i].z[l % 2] ^= constants::S4;
}
 else if m11 {
let mut v12: Shade = (if false { Shade::Dark } else { Shade::Light });
let v13: i32 = 0i32;
}
 else {
let v14: Own = (Own { a: xu[i], b: xf[i] });
}
let Point { x: v15, y: v16, .. } = (Point { x: m10, y: xf[i], z: [1u32; 2] });
let mut v17 = (true && true);
}
let v18: [bool; 3];
if (xi[i] <= 39) {
let mut v19;
match true {
true => {
v19 = (if true { let v20: (Point, u32,) = (C5, au[29], );
let mut v28 = { let mut k21 = 0usize; loop { k21 += 1; if k21 > 3 { break (Own { a: au[(i[0] * 0 + 16) % 64], b: xf[i] }); } if (!true) { break (Own { a: constants::S4, b: ag[49].to_f32() }); } if let Point { z: [m22, 0..=40], x: m23, .. } = ap[(i[0] * 3 + 47) % 64] {
let mut v26 = (if false {  [1u32; 3] } else { let v24: bool = (Own::default() != (Own { a: 1, b: 2.0 }));
let mut v25: u32 = (xu[i] as _);
 [1u32; 3] });
}
 else if true {
let mut v27: Point = (Point { x: ai[k21 % 64], y: xf[i], z: [1u32; 2] });
}
xi[i] ^= xi[i];
 } };
 usize::default() } else { l });
}
,
false => {
v19 = (9usize % 16 * (22 % 16));
}
,
}
v18 = <[bool; 3]>::default();
}
 else {
if true {
let mut v29 = [Vector::new(1.0, 2.0); 3];
let [v30, .., v31] = [ai[l % 64]; 4];
let v32: u32 = (if true { 7 } else { au[l % 64] });
}
 else {
let f33 = |v34: A1| 37.0f32;
let mut v35 = (xu[i], au[(i[0] * 0 + 31) % 64], );
}
v18 = [false, false, false, ];
}
} else {
u += 1;
}
if u > 2 && au[u as usize % 64] % 2 == 1 {
} else {
u += 1;
}
s[l] = (<f32 as Data6>::C7.x & ((!xi[i])).rem_euclid(((ao[(i[0] * 1 + 36) % 64]).abs() & 15) + 1));
t.barrier.meet(&mut [("s", &mut s), ("r", &mut r), ("o", &mut o), ("bins", &mut bins)]);
let mut v38 = s[(bi.extent()[0] % 64 + l % 64) % 16];
{
}
t.barrier.meet(&mut [("s", &mut s), ("r", &mut r), ("o", &mut o), ("bins", &mut bins)]);
{
}
xi[i] = ((if let Point { z: [m39, 0..=40], x: m40, .. } = C5 {  C5.z[l % 2] } else {  xo[i].exp(31u32) }) as _);
xu[i] = (((v38 <= v38) as u32)).rem_euclid(((au[25]).wrapping_sub(10) & 15) + 1);
xf[i] = (((((10.0f32 * (-17.0f32)) % 64.0) + (-36.0)) % 64.0)).max({ let mut k41 = 0usize; 'l42: loop { k41 += 1; if k41 > 2 { break xf[i]; } if true { break xf[i]; }  } });
xp[i] = xp[i];
xo[i] = (Vector { y: ((Vector::ZERO).dot(xo[i])).abs(), ..Vector::ZERO });
}
}

crate::program!(1, [16], Fits; ai au ap ag ao bi; xi xu xf xp xo);
