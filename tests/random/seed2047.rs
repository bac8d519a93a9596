//! The random program seed2047.

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
pub const C1: Own = (Own { a: 12345u32, b: 3.0f32 });
}
pub const C2: [i32; 4] = [1_000_000i32, 20, 0x55i32, 0i32, ];
pub const C3: f32 = (-14.0f32);
pub const C4: Pair = Pair(13, u32::MAX);
#[device]
impl BitXor<Vector> for Own {
type Output = Own;
fn bitxor(self, v5: Vector) -> Own {
let mut v6: [u32; 3] = ({  [32u32, 1u32, 31u32, ] });
let v7 = std::mem::replace(&mut v6[(5usize).min(usize::default()) % 3], (u32::default()).clamp(3, 300));
let mut v8: [Pair; 4] = [Pair(5, 6); 4];
let v11: i32 = (if (2u32 <= v7) { (-26) } else { (if false { let mut v10: Vector = (if true {  Vector::ZERO } else { let mut v9 = (C3 > 28.0f32);
let v9 = [(Point { x: 1, y: 2.0, z: [3, 4] }); 3];
 v5 });
 i32::MAX } else {  i32::MAX }) });
(if (false) {  (Own { a: 1, b: 2.0 }) } else { self })
}
}
#[device]
fn bounded12<A: amp::Value + Add<B>, B: amp::Value>(a: A, b: B) -> A::Output
where A::Output: amp::Value {
let c = a + b;
c
}
#[kernel]
pub fn kernel(i: Index<1>, n: u32, ai: &ArrayView<i32, 1>, au: &ArrayView<u32, 1>, af: &ArrayView<f32, 1>, ap: &ArrayView<Point, 1>, av: &ArrayView<IVec3, 1>, bi: &ArrayView<i32, 1>, xi: &mut ArrayViewMut<i32, 1>, xu: &mut ArrayViewMut<u32, 1>, xf: &mut ArrayViewMut<f32, 1>, xp: &mut ArrayViewMut<Point, 1>, xo: &mut ArrayViewMut<Vector, 1>, hu: &mut ArrayViewMut<u32, 1>) {
let mut v15: Own = (((Own { a: (if (false | true) { 21 } else { xu[i] }), b: (if (!Vector::ZERO) { let mut v13 = (xi[i] << (n & 31));
if false {
let mut v14: u32 = (n);
}
 (xo[i]).dot(xo[i]) } else {  (xf[i]).abs() }) })) ^ ((Vector::new(af[60], (xf[i] as _)) + (Vector { y: (af[39]).rem_euclid(7.0), ..Vector::ZERO }))));
for v16 in 0..(1usize) % 6 {
let mut v17 = (((v16 % 64 + 37 % 64) % 64 + bi.extent()[0] % 64) % 64 + (if (false && false) { 21 } else { 25 }) % 64);
let v18 = n;
let mut v21 = (if (if (IVec3::new(1, 2, 3)).cmplt(IVec3::new(1, 2, 3)).all() { let Point { z: [m19, 0..=40], x: m20, .. } = (Point::default()) else {
v15 = (Own { a: 1, b: 2.0 });
continue;
};
 (Shade::Light == Shade::Grey) } else { Vector::TABLE[v16 % 3].clamp(36, xo[i]) }) { Shade::Dark } else { Shade::Light });
}
atomic_fetch_sub(&mut hu[8 + 1 % 8], (if (false || false) { let v22: i32 = (!xi[i]);
 n } else {  (if bool::default() {  xu[i] } else {  n }) }) & 7);
let mut v39 = (match ((match (ai[32], true, xi[i], ) { (m23, true, 0..=9) | (0..=9, false, m23) => {  ({ let v24 = IVec2::splat(xi[i]).extend((av[27]).y);
xo[i] += Vector::ZERO;
 xf[i] }) },
(_, _, m25 @ (1 | 7 | 100..)) | (-100 | -1, _, m25) => return,
(m26, ..) => {  Vector::ZERO.length() },
 }) as i32) { -5..=5 if (true && true) => {  (match ((ai[(i[0] * 1 + 16) % 64] == 9) || { xu[i] = xu[i].wrapping_add(1); (Shade::Dark == Shade::Grey) }) { true => { for v27 in (1..=9usize).step_by(3) {
let Point { x: v28, y: v29, .. } = (Point { x: 1_000_000i32, y: 38.0, z: [1u32; 2] });
for v30 in [true; 3] {
let v31: (Point, u32,) = (xp[i], n, );
let w32 = &af;
let w33 = &ap;
}
let mut v34: i32 = (-(xi[i] & 1023));
}
 ((xi[i] as u32)).max(xo[i].exp(xu[i])) },
false => { for (v36, r35) in xp[i].z.iter_mut().enumerate() {
atomic_fetch_xor(&mut hu[32 + v36 % 8], n & 4095);
}
 xu[i] },
 }) },
i32::MIN | 7 | 100.. => {  au[18] },
m37 @ 10..=90 => {  xu[i] },
m38 => {  u32::MAX },
 });
xi[i] = 3;
xu[i] = (((xu[i]).wrapping_shl(v39)) as _);
xf[i] = 1.0;
xp[i] = { let mut k40 = 0usize; loop { k40 += 1; if k40 > 3 { break (Point { x: xi[i], ..xp[i] }); } if false { break (Point { x: (i32::default() as _), y: C3, z: [v39, v39, ] }); } xp[i] = (if xo[i].clamp(0i32, xo[i]) { return } else {  (Point { x: (-100i32), y: C3, z: [1u32; 2] }) });
let mut v41: bool = ((if false { Shade::Dark } else { Shade::Light }) == Shade::Grey);
 } };
xo[i] = (if let Pair(-3..=3, m43) = Pair((-14), xp[i].z[5usize % 2]) && ({  true }) {  xo[i] } else {  xo[i] });
}
pub fn launch(on: &AcceleratorView, domain: Extent<1>, views: Views<'_, 1>) -> amp::Result<()> {
let n = 5u32;
let Views { ai, au, af, ap, av, bi, mut xi, mut xu, mut xf, mut xp, mut xo, mut hu, .. } = views;
on.parallel_for_each(domain, kernel(n, &ai, &au, &af, &ap, &av, &bi, &mut xi, &mut xu, &mut xf, &mut xp, &mut xo, &mut hu, ))
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
pub const C1: Own = (Own { a: 12345u32, b: 3.0f32 });
}
pub const C2: [i32; 4] = [1_000_000i32, 20, 0x55i32, 0i32, ];
pub const C3: f32 = (-14.0f32);
pub const C4: Pair = Pair(13, u32::MAX);
impl BitXor<Vector> for Own {
type Output = Own;
fn bitxor(self, v5: Vector) -> Own {
let mut v6: [u32; 3] = ({  [32u32, 1u32, 31u32, ] });
let v7 = std::mem::replace(&mut v6[(5usize).min(usize::default()) % 3], (u32::default()).clamp(3, 300));
let mut v8: [Pair; 4] = [Pair(5, 6); 4];
let v11: i32 = (if (2u32 <= v7) { (-26) } else { (if false { let mut v10: Vector = (if true {  Vector::ZERO } else { let mut v9 = (C3 > 28.0f32);
let v9 = [(Point { x: 1, y: 2.0, z: [3, 4] }); 3];
 v5 });
 i32::MAX } else {  i32::MAX }) });
(if (false) {  (Own { a: 1, b: 2.0 }) } else { self })
}
}
fn bounded12<A: amp::Value + Add<B>, B: amp::Value>(a: A, b: B) -> A::Output
where A::Output: amp::Value {
let c = a + b;
c
}
pub fn kernel(i: Index<1>, n: u32, ai: &ArrayView<i32, 1>, au: &ArrayView<u32, 1>, af: &ArrayView<f32, 1>, ap: &ArrayView<Point, 1>, av: &ArrayView<IVec3, 1>, bi: &ArrayView<i32, 1>, mut xi: &mut ArrayViewMut<i32, 1>, mut xu: &mut ArrayViewMut<u32, 1>, mut xf: &mut ArrayViewMut<f32, 1>, mut xp: &mut ArrayViewMut<Point, 1>, mut xo: &mut ArrayViewMut<Vector, 1>, mut hu: &mut ArrayViewMut<u32, 1>) {
let mut v15: Own = (((Own { a: (if (false | true) { 21 } else { xu[i] }), b: (if (!Vector::ZERO) { let mut v13 = (xi[i] << (n & 31));
if false {
let mut v14: u32 = (n);
}
 (xo[i]).dot(xo[i]) } else {  (xf[i]).abs() }) })) ^ ((Vector::new(af[60], (xf[i] as _)) + (Vector { y: (af[39]).rem_euclid(7.0), ..Vector::ZERO }))));
for v16 in 0..(1usize) % 6 {
let mut v17 = (((v16 % 64 + 37 % 64) % 64 + bi.extent()[0] % 64) % 64 + (if (false && false) { 21 } else { 25 }) % 64);
let v18 = n;
let mut v21 = (if (if (IVec3::new(1, 2, 3)).cmplt(IVec3::new(1, 2, 3)).all() { let Point { z: [m19, 0..=40], x: m20, .. } = (Point::default()) else {
v15 = (Own { a: 1, b: 2.0 });
continue;
};
 (Shade::Light == Shade::Grey) } else { Vector::TABLE[v16 % 3].clamp(36, xo[i]) }) { Shade::Dark } else { Shade::Light });
}
atomic_fetch_sub(&mut hu[8 + 1 % 8], (if (false || false) { let v22: i32 = (!xi[i]);
 n } else {  (if bool::default() {  xu[i] } else {  n }) }) & 7);
let mut v39 = (match ((match (ai[32], true, xi[i], ) { (m23, true, 0..=9) | (0..=9, false, m23) => {  ({ let v24 = IVec2::splat(xi[i]).extend((av[27]).y);
xo[i] += Vector::ZERO;
 xf[i] }) },
(_, _, m25 @ (1 | 7 | 100..)) | (-100 | -1, _, m25) => return,
(m26, ..) => {  Vector::ZERO.length() },
 }) as i32) { -5..=5 if (true && true) => {  (match ((ai[(i[0] * 1 + 16) % 64] == 9) || { xu[i] = xu[i].wrapping_add(1); (Shade::Dark == Shade::Grey) }) { true => { for v27 in (1..=9usize).step_by(3) {
let Point { x: v28, y: v29, .. } = (Point { x: 1_000_000i32, y: 38.0, z: [1u32; 2] });
for v30 in [true; 3] {
let v31: (Point, u32,) = (xp[i], n, );
let w32 = &af;
let w33 = &ap;
}
let mut v34: i32 = (-(xi[i] & 1023));
}
 ((xi[i] as u32)).max(xo[i].exp(xu[i])) },
false => { for (v36, r35) in xp[i].z.iter_mut().enumerate() {
atomic_fetch_xor(&mut hu[32 + v36 % 8], n & 4095);
}
 xu[i] },
 }) },
i32::MIN | 7 | 100.. => {  au[18] },
m37 @ 10..=90 => {  xu[i] },
m38 => {  u32::MAX },
 });
xi[i] = 3;
xu[i] = (((xu[i]).wrapping_shl(v39)) as _);
xf[i] = 1.0;
xp[i] = { let mut k40 = 0usize; loop { k40 += 1; if k40 > 3 { break (Point { x: xi[i], ..xp[i] }); } if false { break (Point { x: (i32::default() as _), y: C3, z: [v39, v39, ] }); } xp[i] = (if xo[i].clamp(0i32, xo[i]) { return } else {  (Point { x: (-100i32), y: C3, z: [1u32; 2] }) });
let mut v41: bool = ((if false { Shade::Dark } else { Shade::Light }) == Shade::Grey);
 } };
xo[i] = (if let Pair(-3..=3, m43) = Pair((-14), xp[i].z[5usize % 2]) && ({  true }) {  xo[i] } else {  xo[i] });
}
}

crate::program!(1; ai au af ap av bi; xi xu xf xp xo hu);
