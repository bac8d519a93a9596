//! The random program seed1.

pub mod kernel {
use amp::prelude::*;
use crate::harness::{Pair, Point, Shade};
#[device]
fn function1(xv2: &mut ArrayViewMut<u32, 1>, at3: Index<1>, v4: u32, f6: impl Fn(i32) -> i32) -> i32 {
if (false && { xv2[at3] = xv2[at3].wrapping_add(1); false }) { return (7i32).wrapping_add(7i32); }
let mut v7: u32 = ((32u32 as i32) as u32);
let mut v8: f32 = 5.0f32;
(if (!true) {  0x55i32 } else {  (1_000_000i32 & i32::MIN) })
}
#[device]
pub trait Trait9 {
fn of_seed1_10(&self, k: u32) -> u32;
fn of_seed1_11(&mut self, k: u32) -> i32;
fn of_seed1_12() -> Self;
}
#[device]
impl Trait9 for Point {
fn of_seed1_10(&self, v13: u32) -> u32 {
let mut v14: u32 = v13;
if ({  false }) {
'l16: for v15 in [true; 3] {
let mut v17: (Point, u32,) = ((Point { x: 1, y: 2.0, z: [3, 4] }), 1u32,);
let mut v18: bool = (v13 < 31u32);
v18 = false;
}
}
 else if (true != true) {
for v19 in (-2..4i32).rev() {
let v14 = (1usize).min(4usize);
let v20: bool = true;
}
}
 else {
}
v14
}
fn of_seed1_11(&mut self, v21: u32) -> i32 {
i32::MIN
}
fn of_seed1_12() -> Point {
(Point { x: 1, y: 2.0, z: [3, 4] })
}
}
#[device]
impl Trait9 for Pair {
fn of_seed1_10(&self, v22: u32) -> u32 {
v22
}
fn of_seed1_11(&mut self, mut v23: u32) -> i32 {
(-100i32)
}
fn of_seed1_12() -> Pair {
Pair(5, 6)
}
}
#[device]
fn via24<S: Trait9>(s: &mut S, k: u32) -> u32 {
let mut other = S::of_seed1_12();
let by = other.of_seed1_11(k) as u32;
let _ = s.of_seed1_11(by);
s.of_seed1_10(k) ^ other.of_seed1_10(by)
}
#[device]
fn generic25<T: amp::Value, const K: usize>(a: T, b: &mut T, c: &[T; 3], d: bool) -> T {
let old = *b;
if d { *b = a; return c[K % 3]; }
let mut all = *c;
all[1] = old;
*b = all[K % 3];
old
}
#[kernel]
pub fn kernel(i: Index<1>, n: u32, ai: &ArrayView<i32, 1>, au: &ArrayView<u32, 1>, af: &ArrayView<f32, 1>, ap: &ArrayView<Point, 1>, xi: &mut ArrayViewMut<i32, 1>, xu: &mut ArrayViewMut<u32, 1>, xf: &mut ArrayViewMut<f32, 1>, xp: &mut ArrayViewMut<Point, 1>) {
match (((((xu[i] & 4095) as usize % 64)).min((i[0]).min(0usize)) as i32), (({  true }) && false), ) {
(m26, true) => {
let v27 = ((true && { xu[i] = xu[i].wrapping_add(1); false }) | (true == false));
for Pair(_, v28) in (match function1(xu, i, n, |v29: i32| v29) { -5..=5 => {  [Pair(5, 6), Pair(5, 6), Pair(5, 6), ] },
i32::MIN | 7 | 100.. => { let v30: bool = (xf[i] < xf[i]);
 [Pair(5, 6); 3] },
m31 @ 10..=90 => { xi[i] = xi[i] % 1000;
xi[i] += m26 & 255;
 [Pair(5, 6); 3] },
m32 => {  [Pair(5, 6), Pair(5, 6), Pair(5, 6), ] },
 }) {
let w33 = ap;
{
let r34 = &mut xi[i];
(*r34) = ((*r34) << (au[i[0] % 64] & 31));
for v35 in 0..3u32 {
let mut v37: bool = ((if v27 { let mut v36 = [1.0f32; 4];
 Shade::Dark } else {  Shade::Grey }) == Shade::Grey);
}
}
}
}
,
(0..=9, _) => {
}
,
(_, m38) => {
}
,
}
xi[i] = (match ((if false { let mut v39: IVec3 = IVec3::new(1, 2, 3);
 xi[i] } else {  xi[i] }), true, ai[i[0] % 64], ) { (m40, true, 0..=9) | (0..=9, false, m40) if true => {  ai[49] },
(.., m41 @ (1 | 7 | 100..)) | (-100 | -1, _, m41) if true => {  xi[i] },
(m42, ..) => {  m42 },
 });
xu[i] = u32::MAX;
xf[i] = ((match Pair(xi[i], xu[i]) { Pair(0, m43) => { xp[i].y = af[(i[0] * 3 + 34) % 64];
 ((xf[i] + xf[i]) % 64.0) },
Pair(m44, 0..=9) | Pair(m44 @ 1.., _) => { let v45: f32 = (0.0 - xf[i]);
 xf[i] },
Pair { 1: m46, .. } if false => {  xf[i] },
_ => {  xf[i] },
 })).clamp(-5.0, 9.0);
}
}

pub mod reference {
use amp::prelude::*;
use crate::harness::{Meeting as TileBarrier, Slice as ArrayView, Slice as ArrayViewMut};
use crate::harness::{Pair, Point, Shade, Tiled as TiledIndex};
fn function1(xv2: &mut ArrayViewMut<u32, 1>, at3: Index<1>, v4: u32, f6: impl Fn(i32) -> i32) -> i32 {
if (false && { xv2[at3] = xv2[at3].wrapping_add(1); false }) { return (7i32).wrapping_add(7i32); }
let mut v7: u32 = ((32u32 as i32) as u32);
let mut v8: f32 = 5.0f32;
(if (!true) {  0x55i32 } else {  (1_000_000i32 & i32::MIN) })
}
pub trait Trait9 {
fn plain_seed1_10(&self, k: u32) -> u32;
fn plain_seed1_11(&mut self, k: u32) -> i32;
fn plain_seed1_12() -> Self;
}
impl Trait9 for Point {
fn plain_seed1_10(&self, v13: u32) -> u32 {
let mut v14: u32 = v13;
if ({  false }) {
'l16: for v15 in [true; 3] {
let mut v17: (Point, u32,) = ((Point { x: 1, y: 2.0, z: [3, 4] }), 1u32,);
let mut v18: bool = (v13 < 31u32);
v18 = false;
}
}
 else if (true != true) {
for v19 in (-2..4i32).rev() {
let v14 = (1usize).min(4usize);
let v20: bool = true;
}
}
 else {
}
v14
}
fn plain_seed1_11(&mut self, v21: u32) -> i32 {
i32::MIN
}
fn plain_seed1_12() -> Point {
(Point { x: 1, y: 2.0, z: [3, 4] })
}
}
impl Trait9 for Pair {
fn plain_seed1_10(&self, v22: u32) -> u32 {
v22
}
fn plain_seed1_11(&mut self, mut v23: u32) -> i32 {
(-100i32)
}
fn plain_seed1_12() -> Pair {
Pair(5, 6)
}
}
fn via24<S: Trait9>(s: &mut S, k: u32) -> u32 {
let mut other = S::plain_seed1_12();
let by = other.plain_seed1_11(k) as u32;
let _ = s.plain_seed1_11(by);
s.plain_seed1_10(k) ^ other.plain_seed1_10(by)
}
fn generic25<T: amp::Value, const K: usize>(a: T, b: &mut T, c: &[T; 3], d: bool) -> T {
let old = *b;
if d { *b = a; return c[K % 3]; }
let mut all = *c;
all[1] = old;
*b = all[K % 3];
old
}
pub fn kernel(i: Index<1>, n: u32, ai: &ArrayView<i32, 1>, au: &ArrayView<u32, 1>, af: &ArrayView<f32, 1>, ap: &ArrayView<Point, 1>, xi: &mut ArrayViewMut<i32, 1>, xu: &mut ArrayViewMut<u32, 1>, xf: &mut ArrayViewMut<f32, 1>, xp: &mut ArrayViewMut<Point, 1>) {
match (((((xu[i] & 4095) as usize % 64)).min((i[0]).min(0usize)) as i32), (({  true }) && false), ) {
(m26, true) => {
let v27 = ((true && { xu[i] = xu[i].wrapping_add(1); false }) | (true == false));
for Pair(_, v28) in (match function1(xu, i, n, |v29: i32| v29) { -5..=5 => {  [Pair(5, 6), Pair(5, 6), Pair(5, 6), ] },
i32::MIN | 7 | 100.. => { let v30: bool = (xf[i] < xf[i]);
 [Pair(5, 6); 3] },
m31 @ 10..=90 => { xi[i] = xi[i] % 1000;
xi[i] += m26 & 255;
 [Pair(5, 6); 3] },
m32 => {  [Pair(5, 6), Pair(5, 6), Pair(5, 6), ] },
 }) {
let w33 = ap;
{
let r34 = &mut xi[i];
(*r34) = ((*r34) << (au[i[0] % 64] & 31));
for v35 in 0..3u32 {
let mut v37: bool = ((if v27 { let mut v36 = [1.0f32; 4];
 Shade::Dark } else {  Shade::Grey }) == Shade::Grey);
}
}
}
}
,
(0..=9, _) => {
}
,
(_, m38) => {
}
,
}
xi[i] = (match ((if false { let mut v39: IVec3 = IVec3::new(1, 2, 3);
 xi[i] } else {  xi[i] }), true, ai[i[0] % 64], ) { (m40, true, 0..=9) | (0..=9, false, m40) if true => {  ai[49] },
(.., m41 @ (1 | 7 | 100..)) | (-100 | -1, _, m41) if true => {  xi[i] },
(m42, ..) => {  m42 },
 });
xu[i] = u32::MAX;
xf[i] = ((match Pair(xi[i], xu[i]) { Pair(0, m43) => { xp[i].y = af[(i[0] * 3 + 34) % 64];
 ((xf[i] + xf[i]) % 64.0) },
Pair(m44, 0..=9) | Pair(m44 @ 1.., _) => { let v45: f32 = (0.0 - xf[i]);
 xf[i] },
Pair { 1: m46, .. } if false => {  xf[i] },
_ => {  xf[i] },
 })).clamp(-5.0, 9.0);
}
}

crate::program!(1; ai au af ap; xi xu xf xp);
