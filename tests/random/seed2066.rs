//! The random program seed2066.

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
pub const C1: bool = false;
}
pub type A2 = f32;
pub mod constants {
use super::*;
pub const C3: IVec3 = IVec3::new(17, i32::MAX, i32::MAX);
}
pub const C4: [i32; 2] = [1, (-100i32), ];
pub static S5: [bool; 4] = [false, true, Own::C1, Own::C1, ];
pub const C6: usize = 9usize;
pub static S7: i32 = 7i32;
#[device]
impl Neg for Own {
type Output = [Vector; 3];
fn neg(self) -> [Vector; 3] {
if (7i32 > 17) {
if Own::C1 {
let v8 = (Shade::Light == Shade::Grey);
let Pair(mut v9, v10) = Pair(S7, 31u32);
let mut v11: Point = (Point { x: v9, y: (-23.0), z: [1u32; 2] });
}
 else {
let mut v12: i32 = ((-1i32) | S7);
let mut v13 = v12;
let v14: usize = (if true { 23 } else { 9usize });
}
let [0, m15, ..] = ([1u32; 3]) else {
return Vector::TABLE;
};
}
 else {
let mut v17 = (S7 % ((S7 & 15) + 1));
}
let v20: u32 = ('l18: { if Own::C1 { break 'l18 (1u32).wrapping_add(31u32); } let v19: u32 = (S7 as _);
 v19 });
[Vector::new(1.0, 2.0); 3]
}
}
#[device]
fn constant21<const K: i32>(v22: [f32; 4], v23: &mut u32) -> f32 {
if let [m24, .., m25 @ 1..=40] = [(*v23), 32u32, (*v23), ] {
for &r26 in v22.iter() {
let (v28, v29) = (Own::C1, r26, );
}
'l30: {
if false { break 'l30; }
let v31 = (if Own::C1 { Shade::Dark } else { Shade::Light });
let mut v32 = (2usize, 19.0f32, );
}
let v34 = ({ let v33 = (IVec3::new(1, 2, 3), 1u32,);
 <(u32, f32, usize,)>::default() });
}
 else if Own::C1 {
}
16.0f32
}
#[device]
impl Own {
fn clamp(&self, v35: &mut [[i32; 2]; 3], w36: &ArrayView<f32>, v37: Own) -> Own {
let v38: A2 = (if (31u32..32u32).contains(&31u32) { 34.0 } else { ((w36[45] * w36[C6 % 64]) % 64.0) });
let mut v39: [u32; 3] = [(2u32).wrapping_add(31u32), v37.a, ({  2u32 }), ];
if S5[C6 % 4] { return (Own { a: 28, b: 9.0 }); }
let mut v40: u32 = u32::MAX;
(Own { a: 16, b: (v38).max(v38) })
}
}
#[kernel]
pub fn kernel(i: Index<1>, n: u32, ai: &ArrayView<i32, 1>, au: &ArrayView<u32, 1>, af: &ArrayView<f32, 1>, ap: &ArrayView<Point, 1>, ax: &ArrayView<i32, 2>, xi: &mut ArrayViewMut<i32, 1>, xu: &mut ArrayViewMut<u32, 1>, xf: &mut ArrayViewMut<f32, 1>, xp: &mut ArrayViewMut<Point, 1>, xo: &mut ArrayViewMut<Vector, 1>) {
for v41 in (1..=9usize).step_by(3) {
const C42: i32 = (-100i32);
let w43 = &ai;
let v44;
if Own::C1 {
v44 = Vector::new(((xo[i]).dot(xo[i])).rem_euclid(7.0), (((af[i[0] % 64] - xf[i]) % 64.0) as _));
}
 else {
const C45: f32 = (-35.0);
v44 = xo[i];
}
}
let Pair(mut v46, v47) = Pair(0, xo[i].exp(((n).rotate_left(xu[i])).rem_euclid(((if Own::C1 {  xu[i] } else {  xu[i] }) & 15) + 1)));
if { let mut k48 = 0usize; loop { k48 += 1; if k48 > 3 { break (v46..xi[i]).contains(&v46); } if (xp[i] == ap[i[0] % 64]) { break ((true && { xu[i] = xu[i].wrapping_add(1); true }) | ((Own { a: 1, b: 2.0 }) == (Own { a: 1, b: 2.0 }))); } for v49 in (-2..4i32).rev() {
{
let r50: &mut u32 = &mut xu[i];
(*r50) = 32u32;
let v51: Shade = Shade::Grey;
}
let v52 = (Pair(xi[i], v47), (xu[i] % ((xu[i] & 15) + 1)), );
}
 } } {
let (Point { z: [_, v53], x: v54, .. }, _, mut v55) = ((Point { y: 19.0, ..Point::default() }), Vector::TABLE[(C6 / (5usize % 7 + 1)) % 3].clamp((xi[i]), (xo[i] + Vector::new(1.0, 2.0))), ((constants::C3).min(constants::C3)).wrapping_add((constants::C3)), );
for (v57, r56) in xp[i].z.iter().enumerate() {
let Point { x: v58, y: v59, .. } = xp[i];
if let (m60, true) = <(i32, bool,)>::default() && (constants::C3).cmpgt(v55).any() && (v55).cmplt(v55).any() {
let v62: [i32; 4] = [xi[i]; 4];
}
const C63: f32 = 27.0;
}
if ((Shade::Grey == Shade::Grey) && (Vector::ZERO == xo[i])) {
let mut k64 = 0u32;
while let Point { z: [m65, 0..=40], x: m66, .. } = ({  xp[i] }) {
k64 += 1;
if k64 > 4 { break; }
{
for v67 in (i32::MIN..=i32::MIN + (0x55i32 & 1)).rev() {
let mut v68: bool = (xu[i] >= au[8]);
}
}
}
}
 else {
}
}
 else {
}
xu[i] = (((xf[i] * 0.25).trunc()).abs() as _);
xp[i] = (Point { x: ax[[1, C6 % 8]], y: (xf[i] as _), z: ({  (if Own::C1 {  [1u32; 2] } else { [1u32; 2] }) }) });
xo[i] = Vector::new((({ let mut v69 = (xf[i] > 25.0);
xp[i].x = S7;
 af[C6 % 64] }) as _), xf[i]);
}
pub fn launch(on: &AcceleratorView, domain: Extent<1>, views: Views<'_, 1>) -> amp::Result<()> {
let n = 5u32;
let Views { ai, au, af, ap, ax, mut xi, mut xu, mut xf, mut xp, mut xo, .. } = views;
on.parallel_for_each(domain, kernel(n, &ai, &au, &af, &ap, &ax, &mut xi, &mut xu, &mut xf, &mut xp, &mut xo, ))
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
pub const C1: bool = false;
}
pub type A2 = f32;
pub mod constants {
use super::*;
pub const C3: IVec3 = IVec3::new(17, i32::MAX, i32::MAX);
}
pub const C4: [i32; 2] = [1, (-100i32), ];
pub static S5: [bool; 4] = [false, true, Own::C1, Own::C1, ];
pub const C6: usize = 9usize;
pub static S7: i32 = 7i32;
impl Neg for Own {
type Output = [Vector; 3];
fn neg(self) -> [Vector; 3] {
if (7i32 > 17) {
if Own::C1 {
let v8 = (Shade::Light == Shade::Grey);
let Pair(mut v9, v10) = Pair(S7, 31u32);
let mut v11: Point = (Point { x: v9, y: (-23.0), z: [1u32; 2] });
}
 else {
let mut v12: i32 = ((-1i32) | S7);
let mut v13 = v12;
let v14: usize = (if true { 23 } else { 9usize });
}
let [0, m15, ..] = ([1u32; 3]) else {
return Vector::TABLE;
};
}
 else {
let mut v17 = (S7 % ((S7 & 15) + 1));
}
let v20: u32 = ('l18: { if Own::C1 { break 'l18 (1u32).wrapping_add(31u32); } let v19: u32 = (S7 as _);
 v19 });
[Vector::new(1.0, 2.0); 3]
}
}
fn constant21<const K: i32>(v22: [f32; 4], v23: &mut u32) -> f32 {
if let [m24, .., m25 @ 1..=40] = [(*v23), 32u32, (*v23), ] {
for &r26 in v22.iter() {
let (v28, v29) = (Own::C1, r26, );
}
'l30: {
if false { break 'l30; }
let v31 = (if Own::C1 { Shade::Dark } else { Shade::Light });
let mut v32 = (2usize, 19.0f32, );
}
let v34 = ({ let v33 = (IVec3::new(1, 2, 3), 1u32,);
 <(u32, f32, usize,)>::default() });
}
 else if Own::C1 {
}
16.0f32
}
impl Own {
fn clamp(&self, v35: &mut [[i32; 2]; 3], w36: &ArrayView<f32>, v37: Own) -> Own {
let v38: A2 = (if (31u32..32u32).contains(&31u32) { 34.0 } else { ((w36[45] * w36[C6 % 64]) % 64.0) });
let mut v39: [u32; 3] = [(2u32).wrapping_add(31u32), v37.a, ({  2u32 }), ];
if S5[C6 % 4] { return (Own { a: 28, b: 9.0 }); }
let mut v40: u32 = u32::MAX;
(Own { a: 16, b: (v38).max(v38) })
}
}
pub fn kernel(i: Index<1>, n: u32, ai: &ArrayView<i32, 1>, au: &ArrayView<u32, 1>, af: &ArrayView<f32, 1>, ap: &ArrayView<Point, 1>, ax: &ArrayView<i32, 2>, mut xi: &mut ArrayViewMut<i32, 1>, mut xu: &mut ArrayViewMut<u32, 1>, mut xf: &mut ArrayViewMut<f32, 1>, mut xp: &mut ArrayViewMut<Point, 1>, mut xo: &mut ArrayViewMut<Vector, 1>) {
for v41 in (1..=9usize).step_by(3) {
const C42: i32 = (-100i32);
let w43 = &ai;
let v44;
if Own::C1 {
v44 = Vector::new(((xo[i]).dot(xo[i])).rem_euclid(7.0), (((af[i[0] % 64] - xf[i]) % 64.0) as _));
}
 else {
const C45: f32 = (-35.0);
v44 = xo[i];
}
}
let Pair(mut v46, v47) = Pair(0, xo[i].exp(((n).rotate_left(xu[i])).rem_euclid(((if Own::C1 {  xu[i] } else {  xu[i] }) & 15) + 1)));
if { let mut k48 = 0usize; loop { k48 += 1; if k48 > 3 { break (v46..xi[i]).contains(&v46); } if (xp[i] == ap[i[0] % 64]) { break ((true && { xu[i] = xu[i].wrapping_add(1); true }) | ((Own { a: 1, b: 2.0 }) == (Own { a: 1, b: 2.0 }))); } for v49 in (-2..4i32).rev() {
{
let r50: &mut u32 = &mut xu[i];
(*r50) = 32u32;
let v51: Shade = Shade::Grey;
}
let v52 = (Pair(xi[i], v47), (xu[i] % ((xu[i] & 15) + 1)), );
}
 } } {
let (Point { z: [_, v53], x: v54, .. }, _, mut v55) = ((Point { y: 19.0, ..Point::default() }), Vector::TABLE[(C6 / (5usize % 7 + 1)) % 3].clamp((xi[i]), (xo[i] + Vector::new(1.0, 2.0))), ((constants::C3).min(constants::C3)).wrapping_add((constants::C3)), );
for (v57, r56) in xp[i].z.iter().enumerate() {
let Point { x: v58, y: v59, .. } = xp[i];
if let (m60, true) = <(i32, bool,)>::default() && (constants::C3).cmpgt(v55).any() && (v55).cmplt(v55).any() {
let v62: [i32; 4] = [xi[i]; 4];
}
const C63: f32 = 27.0;
}
if ((Shade::Grey == Shade::Grey) && (Vector::ZERO == xo[i])) {
let mut k64 = 0u32;
while let Point { z: [m65, 0..=40], x: m66, .. } = ({  xp[i] }) {
k64 += 1;
if k64 > 4 { break; }
{
for v67 in (i32::MIN..=i32::MIN + (0x55i32 & 1)).rev() {
let mut v68: bool = (xu[i] >= au[8]);
}
}
}
}
 else {
}
}
 else {
}
xu[i] = (((xf[i] * 0.25).trunc()).abs() as _);
xp[i] = (Point { x: ax[[1, C6 % 8]], y: (xf[i] as _), z: ({  (if Own::C1 {  [1u32; 2] } else { [1u32; 2] }) }) });
xo[i] = Vector::new((({ let mut v69 = (xf[i] > 25.0);
xp[i].x = S7;
 af[C6 % 64] }) as _), xf[i]);
}
}

crate::program!(1; ai au af ap ax; xi xu xf xp xo);
