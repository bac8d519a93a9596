//! The random program seed2006.

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
#[device]
impl Own {
pub const C1: Point = (Point { x: 1i32, y: 40.0f32, z: [1u32, 12, ] });
}
pub mod constants {
use super::*;
pub const C2: Own = (Own { a: 12345u32, b: 20.0f32 });
pub const C3: i32 = 7i32;
}
pub const C4: [Vector; 3] = [Vector::new(17.0f32, (-20.0f32)), Vector::new(6.0f32, 14.0), Vector::new(41.0f32, 39.0), ];
pub const C5: [i32; 4] = [0i32, i32::MIN, (-100i32), 8, ];
pub const C6: Own = (Own { a: 32u32, b: (-6.0f32) });
pub static S7: Pair = Pair(38, u32::MAX);
pub trait Data8: Sized {
type Item;
const C9: Self::Item;
const C10: Self;
}
impl Data8 for i32 {
type Item = Shade;
const C9: Self::Item = Shade::Grey;
const C10: i32 = i32::MAX;
}
impl Data8 for f32 {
type Item = Shade;
const C9: Self::Item = Shade::Light;
const C10: f32 = 0.0;
}
impl Data8 for Vector {
type Item = Shade;
const C9: Self::Item = Shade::Grey;
const C10: Vector = Vector::ZERO;
}
#[device]
fn bounded11<T: amp::Value>(a: T, b: T, c: bool) -> T {
if c { a } else { b }
}
pub fn launch(on: &AcceleratorView, domain: Extent<1>, views: Views<'_, 1>) -> amp::Result<()> {
let n = 5u32;
let Views { au, af, ao, mut xi, mut xu, mut xf, mut xp, mut xo, .. } = views;
on.parallel_for_each(domain, amp!(|i: Index<1>| {
let v41 = (Own { a: bounded11(S7.1, std::cmp::min((false as u32), bounded11(au[(i[0] * 0 + 1) % 64], n, false)), ((<f32 as Data8>::C9 == Shade::Grey) || { xu[i] = xu[i].wrapping_add(1); (false || { xu[i] = xu[i].wrapping_add(1); false }) })), b: af[i[0] % 64] });
xi[i] = 36;
xu[i] = 33;
xf[i] = ((Vector::TABLE[5usize % 3] + ({  ao[42] }))).dot((Vector { y: 21.0, ..Vector::ZERO }));
xp[i] = (match (xi[i], (bool::default() && true), ) { (m42, true) => {  ('l43: { if (if false { let mut v44: Own = (Own { a: 1u32, b: xf[i] });
let mut v44: Vector = ((xo[i]).max(xf[i])).sqrt();
 bool::default() } else {  true }) { break 'l43 Own::C1; }  xp[i] }) },
(0..=9, _) => {  Own::C1 },
(_, m45) => {  Own::C1 },
 });
xo[i] = (-((if true {  Vector::ZERO } else { let mut v46: Vector = Vector::ZERO;
 ao[44] }) + xo[i]));
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
impl Own {
pub const C1: Point = (Point { x: 1i32, y: 40.0f32, z: [1u32, 12, ] });
}
pub mod constants {
use super::*;
pub const C2: Own = (Own { a: 12345u32, b: 20.0f32 });
pub const C3: i32 = 7i32;
}
pub const C4: [Vector; 3] = [Vector::new(17.0f32, (-20.0f32)), Vector::new(6.0f32, 14.0), Vector::new(41.0f32, 39.0), ];
pub const C5: [i32; 4] = [0i32, i32::MIN, (-100i32), 8, ];
pub const C6: Own = (Own { a: 32u32, b: (-6.0f32) });
pub static S7: Pair = Pair(38, u32::MAX);
pub trait Data8: Sized {
type Item;
const C9: Self::Item;
const C10: Self;
}
impl Data8 for i32 {
type Item = Shade;
const C9: Self::Item = Shade::Grey;
const C10: i32 = i32::MAX;
}
impl Data8 for f32 {
type Item = Shade;
const C9: Self::Item = Shade::Light;
const C10: f32 = 0.0;
}
impl Data8 for Vector {
type Item = Shade;
const C9: Self::Item = Shade::Grey;
const C10: Vector = Vector::ZERO;
}
fn bounded11<T: amp::Value>(a: T, b: T, c: bool) -> T {
if c { a } else { b }
}
pub fn kernel(i: Index<1>, n: u32, au: &ArrayView<u32, 1>, af: &ArrayView<f32, 1>, ao: &ArrayView<Vector, 1>, mut xi: &mut ArrayViewMut<i32, 1>, mut xu: &mut ArrayViewMut<u32, 1>, mut xf: &mut ArrayViewMut<f32, 1>, mut xp: &mut ArrayViewMut<Point, 1>, mut xo: &mut ArrayViewMut<Vector, 1>) {
let v41 = (Own { a: bounded11(S7.1, std::cmp::min((false as u32), bounded11(au[(i[0] * 0 + 1) % 64], n, false)), ((<f32 as Data8>::C9 == Shade::Grey) || { xu[i] = xu[i].wrapping_add(1); (false || { xu[i] = xu[i].wrapping_add(1); false }) })), b: af[i[0] % 64] });
xi[i] = 36;
xu[i] = 33;
xf[i] = ((Vector::TABLE[5usize % 3] + ({  ao[42] }))).dot((Vector { y: 21.0, ..Vector::ZERO }));
xp[i] = (match (xi[i], (bool::default() && true), ) { (m42, true) => {  ('l43: { if (if false { let mut v44: Own = (Own { a: 1u32, b: xf[i] });
let mut v44: Vector = ((xo[i]).max(xf[i])).sqrt();
 bool::default() } else {  true }) { break 'l43 Own::C1; }  xp[i] }) },
(0..=9, _) => {  Own::C1 },
(_, m45) => {  Own::C1 },
 });
xo[i] = (-((if true {  Vector::ZERO } else { let mut v46: Vector = Vector::ZERO;
 ao[44] }) + xo[i]));
}
}

crate::program!(1; au af ao; xi xu xf xp xo);
