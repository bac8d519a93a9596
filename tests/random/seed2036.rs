//! The random program seed2036.

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
pub const C1: i32 = 0i32;
pub const C2: Vector = Vector::new(21.0f32, 7.0f32);
}
pub type A3 = Pair;
pub type A4 = Vector;
pub mod constants {
use super::*;
pub const C5: Vector = Vector::ZERO;
pub const C6: i32 = Own::C1;
}
pub const C7: [i32; 4] = [Own::C1, 7i32, (-37), 1_000_000i32, ];
pub const C8: [(Vector, u32,); 3] = [(Own::C2, 2u32, ), (Vector::new(18.0, 32.0), 0x8000_0000u32, ), (Vector::ZERO, 0, ), ];
pub const C9: i32 = Own::C1;
pub trait Data10: Sized {
type Item;
const C11: Self::Item;
const C12: Self;
}
impl Data10 for i32 {
type Item = Point;
const C11: Self::Item = (Point { x: (-18), y: 13.0f32, z: [31u32, 19, ] });
const C12: i32 = 9;
}
impl Data10 for f32 {
type Item = Point;
const C11: Self::Item = (Point { x: 38, y: 9.0f32, z: [24, 31u32, ] });
const C12: f32 = (-11.0f32);
}
impl Data10 for Vector {
type Item = Point;
const C11: Self::Item = (Point { x: constants::C6, y: (-22.0), z: [31, u32::MAX, ] });
const C12: Vector = Vector::new(2.0f32, 17.0f32);
}
#[device]
impl Own {
fn dot(self, mut v13: A3, mut v14: f32) -> <f32 as Data10>::Item {
match 4usize {
0 => {
let mut v15: [Vector; 3] = [Own::C2, Vector::ZERO, Vector::ZERO, ];
}
,
1..=3 => {
let mut v16: A3 = Pair(Own::C1, 0);
}
,
m17 => {
let f18 = |v19: f32| v19;
if false {
let v20 = (((32u32 & 4095) as usize % 64) as u32);
let v21 = (Point { x: ((-1i32)).wrapping_mul(C9), y: ((v14 * 12.0f32) % 64.0), z: [v20, v20, ] });
let v22 = (m17).min(35);
}
}
,
}
<i32 as Data10>::C11
}
}
pub fn launch(on: &AcceleratorView, domain: Extent<1>, views: Views<'_, 1>) -> amp::Result<()> {
launch_generic::<i32>(on, domain, views)
}
fn launch_generic<S: Data10<Item = Point> + GpuType + Default + PartialEq + Add<Output = S>>(on: &AcceleratorView, domain: Extent<1>, views: Views<'_, 1>) -> amp::Result<()> {
let n = 5u32;
let Views { au, af, ap, ab, ah, ao, mut xi, mut xu, mut xf, mut xp, mut xo, .. } = views;
on.parallel_for_each(domain, amp!(|i: Index<1>| {
if (n > (constants::C6).abs_diff(({  Own::C1 }))) { return; }
let _ = xo[i].exp((if true { 34 } else { (if (true || true) && let m23 @ (0 | 2 | 12345..) = ((6usize % 16 * (0usize % 16)) as u32) { if false {
let v25 = (if bool::default() { Shade::Dark } else { Shade::Light });
}
 (n).wrapping_sub(19) } else { let v26: A4 = Vector::new((-31.0), xf[i]);
if let [0, mut m27, ..] = [1u32; 3] && false {
let mut v26: bool = (!ao[i[0] % 64]);
let mut v29 = (Own::C1);
}
 (n << (u32::default() & 31)) }) }));
let mut v33 = (({ 'l31: for v30 in 2..((u32::from(ab[(i[0] * 2 + 44) % 64]) >> (n & 31)) & 7) {
let mut v32: (IVec3, u32,) = (IVec3::new(1, 2, 3), au[i[0] % 64], );
}
xu[i] &= (!xu[i]);
 ((((xf[i] * 8.0) % 64.0) + ((1.0f32).mul_add(12.0, 3.0) % 64.0)) % 64.0) }) as u32);
xi[i] = (31u32 as _);
xu[i] = ((match ((Own { a: 1, b: 2.0 }) != (Own { a: 1, b: 2.0 })) { true => { let mut v34 = (Vector { y: 32.0, ..Vector::ZERO });
 true },
false => { 'l37: for (v36, r35) in C7.iter().enumerate() {
let mut v38 = n;
}
 false },
 }) as u32);
xf[i] = (match xo[i].clamp(11, (ao[i[0] % 64]).sqrt()) { true => { if (Shade::Grey == Shade::Grey) { return; }
 (0.0 - ((xf[i] * xf[i]) % 64.0)) },
false => {  ((af[7]).rem_euclid(7.0)).clamp(-5.0, 9.0) },
 });
xp[i] = (match (constants::C6, ((Own { a: 1, b: 2.0 }) == (Own { a: 1, b: 2.0 })), constants::C6, ) { (m39, true, 0..=9) | (0..=9, false, m39) if xo[i].clamp(constants::C6, Own::C2) => { let mut v40 = ((false || false) == ((ah[44] as i32)..constants::C6).contains(&constants::C6));
 (if v40 {  ap[(i[0] * 3 + 51) % 64] } else { S::C11 }) },
(_, _, m41 @ (1 | 7 | 100..)) | (-100 | -1, _, m41) => {  ap[(i[0] * 0 + 60) % 64] },
(m42, ..) => {  ap[31] },
 });
xo[i] = (('l43: { if (!constants::C5) { break 'l43 (xo[i] + xo[i]); }  Vector::new(1.0, 2.0) }) + ao[42]);
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
pub const C1: i32 = 0i32;
pub const C2: Vector = Vector::new(21.0f32, 7.0f32);
}
pub type A3 = Pair;
pub type A4 = Vector;
pub mod constants {
use super::*;
pub const C5: Vector = Vector::ZERO;
pub const C6: i32 = Own::C1;
}
pub const C7: [i32; 4] = [Own::C1, 7i32, (-37), 1_000_000i32, ];
pub const C8: [(Vector, u32,); 3] = [(Own::C2, 2u32, ), (Vector::new(18.0, 32.0), 0x8000_0000u32, ), (Vector::ZERO, 0, ), ];
pub const C9: i32 = Own::C1;
pub trait Data10: Sized {
type Item;
const C11: Self::Item;
const C12: Self;
}
impl Data10 for i32 {
type Item = Point;
const C11: Self::Item = (Point { x: (-18), y: 13.0f32, z: [31u32, 19, ] });
const C12: i32 = 9;
}
impl Data10 for f32 {
type Item = Point;
const C11: Self::Item = (Point { x: 38, y: 9.0f32, z: [24, 31u32, ] });
const C12: f32 = (-11.0f32);
}
impl Data10 for Vector {
type Item = Point;
const C11: Self::Item = (Point { x: constants::C6, y: (-22.0), z: [31, u32::MAX, ] });
const C12: Vector = Vector::new(2.0f32, 17.0f32);
}
impl Own {
fn dot(self, mut v13: A3, mut v14: f32) -> <f32 as Data10>::Item {
match 4usize {
0 => {
let mut v15: [Vector; 3] = [Own::C2, Vector::ZERO, Vector::ZERO, ];
}
,
1..=3 => {
let mut v16: A3 = Pair(Own::C1, 0);
}
,
m17 => {
let f18 = |v19: f32| v19;
if false {
let v20 = (((32u32 & 4095) as usize % 64) as u32);
let v21 = (Point { x: ((-1i32)).wrapping_mul(C9), y: ((v14 * 12.0f32) % 64.0), z: [v20, v20, ] });
let v22 = (m17).min(35);
}
}
,
}
<i32 as Data10>::C11
}
}
pub fn kernel<S: Data10<Item = Point> + GpuType + Default + PartialEq + Add<Output = S>>(i: Index<1>, n: u32, au: &ArrayView<u32, 1>, af: &ArrayView<f32, 1>, ap: &ArrayView<Point, 1>, ab: &ArrayView<u8, 1>, ah: &ArrayView<i16, 1>, ao: &ArrayView<Vector, 1>, mut xi: &mut ArrayViewMut<i32, 1>, mut xu: &mut ArrayViewMut<u32, 1>, mut xf: &mut ArrayViewMut<f32, 1>, mut xp: &mut ArrayViewMut<Point, 1>, mut xo: &mut ArrayViewMut<Vector, 1>) {
if (n > (constants::C6).abs_diff(({  Own::C1 }))) { return; }
let _ = xo[i].exp((if true { 34 } else { (if (true || true) && let m23 @ (0 | 2 | 12345..) = ((6usize % 16 * (0usize % 16)) as u32) { if false {
let v25 = (if bool::default() { Shade::Dark } else { Shade::Light });
}
 (n).wrapping_sub(19) } else { let v26: A4 = Vector::new((-31.0), xf[i]);
if let [0, mut m27, ..] = [1u32; 3] && false {
let mut v26: bool = (!ao[i[0] % 64]);
let mut v29 = (Own::C1);
}
 (n << (u32::default() & 31)) }) }));
let mut v33 = (({ 'l31: for v30 in 2..((u32::from(ab[(i[0] * 2 + 44) % 64]) >> (n & 31)) & 7) {
let mut v32: (IVec3, u32,) = (IVec3::new(1, 2, 3), au[i[0] % 64], );
}
xu[i] &= (!xu[i]);
 ((((xf[i] * 8.0) % 64.0) + ((1.0f32).mul_add(12.0, 3.0) % 64.0)) % 64.0) }) as u32);
xi[i] = (31u32 as _);
xu[i] = ((match ((Own { a: 1, b: 2.0 }) != (Own { a: 1, b: 2.0 })) { true => { let mut v34 = (Vector { y: 32.0, ..Vector::ZERO });
 true },
false => { 'l37: for (v36, r35) in C7.iter().enumerate() {
let mut v38 = n;
}
 false },
 }) as u32);
xf[i] = (match xo[i].clamp(11, (ao[i[0] % 64]).sqrt()) { true => { if (Shade::Grey == Shade::Grey) { return; }
 (0.0 - ((xf[i] * xf[i]) % 64.0)) },
false => {  ((af[7]).rem_euclid(7.0)).clamp(-5.0, 9.0) },
 });
xp[i] = (match (constants::C6, ((Own { a: 1, b: 2.0 }) == (Own { a: 1, b: 2.0 })), constants::C6, ) { (m39, true, 0..=9) | (0..=9, false, m39) if xo[i].clamp(constants::C6, Own::C2) => { let mut v40 = ((false || false) == ((ah[44] as i32)..constants::C6).contains(&constants::C6));
 (if v40 {  ap[(i[0] * 3 + 51) % 64] } else { S::C11 }) },
(_, _, m41 @ (1 | 7 | 100..)) | (-100 | -1, _, m41) => {  ap[(i[0] * 0 + 60) % 64] },
(m42, ..) => {  ap[31] },
 });
xo[i] = (('l43: { if (!constants::C5) { break 'l43 (xo[i] + xo[i]); }  Vector::new(1.0, 2.0) }) + ao[42]);
}
}

crate::program!(1<i32>; au af ap ab ah ao; xi xu xf xp xo);
