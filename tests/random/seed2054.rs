//! The random program seed2054.

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
pub mod constants {
use super::*;
pub static S1: u32 = (1u32 ^ 2u32);
pub const C2: bool = true;
}
pub const C3: f32 = (-22.0);
pub const C4: Point = (Point { x: (-16), y: 17.0f32, z: [32u32, u32::MAX, ] });
pub const C5: [Vector; 3] = Vector::TABLE;
pub trait Data6: Sized {
type Item;
const C7: Self::Item;
const C8: Self;
}
impl Data6 for i32 {
type Item = Vector;
const C7: Self::Item = Vector::new(C3, (-3.0f32));
const C8: i32 = 0x55i32;
}
impl Data6 for f32 {
type Item = Vector;
const C7: Self::Item = Vector::new(23.0f32, C3);
const C8: f32 = 3.0;
}
impl Data6 for Vector {
type Item = Vector;
const C7: Self::Item = Vector::new(12.0f32, 35.0);
const C8: Vector = Vector::ZERO;
}
#[device]
pub trait Trait9 {
fn of_seed2054_10(&self, k: u32) -> u32;
fn of_seed2054_11(&mut self, k: u32) -> i32;
fn of_seed2054_12() -> Self;
}
#[device]
impl Trait9 for Point {
fn of_seed2054_10(&self, mut v13: u32) -> u32 {
let v14 = [((constants::S1 & 4095) as usize % 64), (3usize / (10 % 7 + 1)), ((1u32 & 4095) as usize % 64), (if constants::C2 { 22 } else { 6usize }), ];
((1u32).clamp(3, 300)).wrapping_add((constants::C2 as u32))
}
fn of_seed2054_11(&mut self, v15: u32) -> i32 {
let (m16, true) = ((1_000_000i32, constants::C2, )) else {
return (((-1i32) & 1023) + (i32::MIN & 1023));
};
let v15 = ((IVec3::default()).max(IVec3::new(1, 2, 3))).max((if false {  IVec3::new(1, 2, 3) } else { IVec3::new(1, 2, 3) }));
let m18 @ ..=1000 = (({  0x55i32 })) else {
return std::cmp::min(m16, m16);
};
let f20 = |v21: u32| { if (constants::C2 || constants::C2) { return (v21 / ((constants::S1 & 15) + 1)); } 35 };
(if constants::C2 { 24 } else { 9 })
}
fn of_seed2054_12() -> Point {
(Point { x: i32::MAX, y: (26.0f32 as _), z: (if constants::C2 {  <[u32; 2]>::default() } else {  [1u32; 2] }) })
}
}
#[device]
impl Trait9 for Pair {
fn of_seed2054_10(&self, v22: u32) -> u32 {
let v25 = ((v22).rotate_left(v22) / ((({ let f23 = |v24: f32| { if constants::C2 { return (v24).abs(); } (-22.0) };
 u32::default() }) & 15) + 1));
(v22 as _)
}
fn of_seed2054_11(&mut self, v26: u32) -> i32 {
i32::MIN
}
fn of_seed2054_12() -> Pair {
Pair(5, 6)
}
}
#[device]
fn via27<S: Trait9>(s: &mut S, k: u32) -> u32 {
let mut other = S::of_seed2054_12();
let by = other.of_seed2054_11(k) as u32;
let _ = s.of_seed2054_11(by);
s.of_seed2054_10(k) ^ other.of_seed2054_10(by)
}
#[device]
fn bounded28<T: amp::Value + Add<Output = T>>(a: T, b: T) -> T {
let c = a + b;
c
}
#[device]
impl std::ops::Rem<Point> for Own {
type Output = (bool, i32,);
fn rem(self, mut v29: Point) -> (bool, i32,) {
let mut v29: Own = (Own { a: (constants::S1).wrapping_shr(constants::S1), b: 13.0 });
let mut v30 = ((Pair { 1: constants::S1, 0: (-100i32) }), constants::S1, );
let v30: Own = v29;
(({  constants::C2 }), i32::default(), )
}
}
#[kernel]
pub fn kernel<S: Data6<Item = Vector> + GpuType + Default + PartialEq + Add<Output = S>>(i: Index<2>, n: u32, ai: &ArrayView<i32, 1>, au: &ArrayView<u32, 1>, ap: &ArrayView<Point, 1>, ao: &ArrayView<Vector, 1>, bi: &ArrayView<i32, 2>, xi: &mut ArrayViewMut<i32, 2>, xf: &mut ArrayViewMut<f32, 2>, xp: &mut ArrayViewMut<Point, 2>, xo: &mut ArrayViewMut<Vector, 2>, hu: &mut ArrayViewMut<u32, 1>) {
for v31 in [Pair(5, 6); 3] {
xo[i] = <Vector as Data6>::C7;
'l34: for r32 in &mut xp[i].z {
xo[i] = Vector::new((xf[i] as _), (<Vector as Data6>::C7).dot(S::C7));
}
}
if let m35 @ (0 | 2 | 12345..) = (std::cmp::min(xi[i], (if true { (-8) } else { 39 }))).abs_diff((xi[i]).signum()) && let [m37, .., m38 @ 1..=40] = [n; 3] {
let mut v41 = ({ xf[i] = (((0.0 - xf[i]) + (3.0f32).rem_euclid(7.0)) % 64.0);
atomic_fetch_xor(&mut hu[32 + ((constants::S1 & 4095) as usize % 64) % 8], (au[(i[1] * 3 + 8) % 64]) & 4095);
 [(Point { x: 0x55i32, y: xf[i], z: [1u32; 2] }), (if constants::C2 { let mut v40 = ({ xo[i] += <f32 as Data6>::C7;
let v39 = (Point { x: xi[i], y: C3, z: [1u32; 2] });
 (1u32, 1.0f32,) });
 Point::default() } else { ap[5] }), (Point { x: ai[45], ..xp[i] }), ] });
if (!ao[62]) {
const C42: i32 = (-31);
const C43: (u32, u32, i32,) = (12345u32, 1u32, 31, );
let v44: i32 = ({  ai[i[1] % 64] });
}
}
 else if constants::C2 {
}
xi[i] = xi[i];
xf[i] = bounded28(8.0, 15.0);
xp[i] = { let mut k45 = 0usize; 'l46: loop { k45 += 1; if k45 > 1 { break (Point { x: (-23), ..xp[i] }); } if xo[i].clamp(bi[i], <f32 as Data6>::C7) { break (Point { x: (31u32 as _), y: ((C3).mul_add(xf[i], 3.0) % 64.0), z: [constants::S1, 32u32, ] }); } 'l48: for v47 in (u32::MAX - ((n).rotate_right(n) & 3)..=u32::MAX) {
let mut v49: f32 = bounded28(0.0, 0.0);
}
 } };
}
pub fn launch(on: &AcceleratorView, domain: Extent<2>, views: Views<'_, 2>) -> amp::Result<()> {
launch_generic::<crate::harness::Vector>(on, domain, views)
}
fn launch_generic<S: Data6<Item = Vector> + GpuType + Default + PartialEq + Add<Output = S>>(on: &AcceleratorView, domain: Extent<2>, views: Views<'_, 2>) -> amp::Result<()> {
let n = 5u32;
let Views { ai, au, ap, ao, bi, mut xi, mut xf, mut xp, mut xo, mut hu, .. } = views;
on.parallel_for_each(domain, kernel::<crate::harness::Vector>(n, &ai, &au, &ap, &ao, &bi, &mut xi, &mut xf, &mut xp, &mut xo, &mut hu, ))
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
pub mod constants {
use super::*;
pub static S1: u32 = (1u32 ^ 2u32);
pub const C2: bool = true;
}
pub const C3: f32 = (-22.0);
pub const C4: Point = (Point { x: (-16), y: 17.0f32, z: [32u32, u32::MAX, ] });
pub const C5: [Vector; 3] = Vector::TABLE;
pub trait Data6: Sized {
type Item;
const C7: Self::Item;
const C8: Self;
}
impl Data6 for i32 {
type Item = Vector;
const C7: Self::Item = Vector::new(C3, (-3.0f32));
const C8: i32 = 0x55i32;
}
impl Data6 for f32 {
type Item = Vector;
const C7: Self::Item = Vector::new(23.0f32, C3);
const C8: f32 = 3.0;
}
impl Data6 for Vector {
type Item = Vector;
const C7: Self::Item = Vector::new(12.0f32, 35.0);
const C8: Vector = Vector::ZERO;
}
pub trait Trait9 {
fn plain_seed2054_10(&self, k: u32) -> u32;
fn plain_seed2054_11(&mut self, k: u32) -> i32;
fn plain_seed2054_12() -> Self;
}
impl Trait9 for Point {
fn plain_seed2054_10(&self, mut v13: u32) -> u32 {
let v14 = [((constants::S1 & 4095) as usize % 64), (3usize / (10 % 7 + 1)), ((1u32 & 4095) as usize % 64), (if constants::C2 { 22 } else { 6usize }), ];
((1u32).clamp(3, 300)).wrapping_add((constants::C2 as u32))
}
fn plain_seed2054_11(&mut self, v15: u32) -> i32 {
let (m16, true) = ((1_000_000i32, constants::C2, )) else {
return (((-1i32) & 1023) + (i32::MIN & 1023));
};
let v15 = ((IVec3::default()).max(IVec3::new(1, 2, 3))).max((if false {  IVec3::new(1, 2, 3) } else { IVec3::new(1, 2, 3) }));
let m18 @ ..=1000 = (({  0x55i32 })) else {
return std::cmp::min(m16, m16);
};
let f20 = |v21: u32| { if (constants::C2 || constants::C2) { return (v21 / ((constants::S1 & 15) + 1)); } 35 };
(if constants::C2 { 24 } else { 9 })
}
fn plain_seed2054_12() -> Point {
(Point { x: i32::MAX, y: (26.0f32 as _), z: (if constants::C2 {  <[u32; 2]>::default() } else {  [1u32; 2] }) })
}
}
impl Trait9 for Pair {
fn plain_seed2054_10(&self, v22: u32) -> u32 {
let v25 = ((v22).rotate_left(v22) / ((({ let f23 = |v24: f32| { if constants::C2 { return (v24).abs(); } (-22.0) };
 u32::default() }) & 15) + 1));
(v22 as _)
}
fn plain_seed2054_11(&mut self, v26: u32) -> i32 {
i32::MIN
}
fn plain_seed2054_12() -> Pair {
Pair(5, 6)
}
}
fn via27<S: Trait9>(s: &mut S, k: u32) -> u32 {
let mut other = S::plain_seed2054_12();
let by = other.plain_seed2054_11(k) as u32;
let _ = s.plain_seed2054_11(by);
s.plain_seed2054_10(k) ^ other.plain_seed2054_10(by)
}
fn bounded28<T: amp::Value + Add<Output = T>>(a: T, b: T) -> T {
let c = a + b;
c
}
impl std::ops::Rem<Point> for Own {
type Output = (bool, i32,);
fn rem(self, mut v29: Point) -> (bool, i32,) {
let mut v29: Own = (Own { a: (constants::S1).wrapping_shr(constants::S1), b: 13.0 });
let mut v30 = ((Pair { 1: constants::S1, 0: (-100i32) }), constants::S1, );
let v30: Own = v29;
(({  constants::C2 }), i32::default(), )
}
}
pub fn kernel<S: Data6<Item = Vector> + GpuType + Default + PartialEq + Add<Output = S>>(i: Index<2>, n: u32, ai: &ArrayView<i32, 1>, au: &ArrayView<u32, 1>, ap: &ArrayView<Point, 1>, ao: &ArrayView<Vector, 1>, bi: &ArrayView<i32, 2>, mut xi: &mut ArrayViewMut<i32, 2>, mut xf: &mut ArrayViewMut<f32, 2>, mut xp: &mut ArrayViewMut<Point, 2>, mut xo: &mut ArrayViewMut<Vector, 2>, mut hu: &mut ArrayViewMut<u32, 1>) {
for v31 in [Pair(5, 6); 3] {
xo[i] = <Vector as Data6>::C7;
'l34: for r32 in &mut xp[i].z {
xo[i] = Vector::new((xf[i] as _), (<Vector as Data6>::C7).dot(S::C7));
}
}
if let m35 @ (0 | 2 | 12345..) = (std::cmp::min(xi[i], (if true { (-8) } else { 39 }))).abs_diff((xi[i]).signum()) && let [m37, .., m38 @ 1..=40] = [n; 3] {
let mut v41 = ({ xf[i] = (((0.0 - xf[i]) + (3.0f32).rem_euclid(7.0)) % 64.0);
atomic_fetch_xor(&mut hu[32 + ((constants::S1 & 4095) as usize % 64) % 8], (au[(i[1] * 3 + 8) % 64]) & 4095);
 [(Point { x: 0x55i32, y: xf[i], z: [1u32; 2] }), (if constants::C2 { let mut v40 = ({ xo[i] += <f32 as Data6>::C7;
let v39 = (Point { x: xi[i], y: C3, z: [1u32; 2] });
 (1u32, 1.0f32,) });
 Point::default() } else { ap[5] }), (Point { x: ai[45], ..xp[i] }), ] });
if (!ao[62]) {
const C42: i32 = (-31);
const C43: (u32, u32, i32,) = (12345u32, 1u32, 31, );
let v44: i32 = ({  ai[i[1] % 64] });
}
}
 else if constants::C2 {
}
xi[i] = xi[i];
xf[i] = bounded28(8.0, 15.0);
xp[i] = { let mut k45 = 0usize; 'l46: loop { k45 += 1; if k45 > 1 { break (Point { x: (-23), ..xp[i] }); } if xo[i].clamp(bi[i], <f32 as Data6>::C7) { break (Point { x: (31u32 as _), y: ((C3).mul_add(xf[i], 3.0) % 64.0), z: [constants::S1, 32u32, ] }); } 'l48: for v47 in (u32::MAX - ((n).rotate_right(n) & 3)..=u32::MAX) {
let mut v49: f32 = bounded28(0.0, 0.0);
}
 } };
}
}

crate::program!(2<crate::harness::Vector>; ai au ap ao bi; xi xf xp xo hu);
