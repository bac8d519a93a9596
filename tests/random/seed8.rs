//! The random program seed8.

pub mod kernel {
use amp::prelude::*;
use crate::harness::{Pair, Point, Shade};
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
pub trait Trait2 {
fn of_seed8_3(&self, k: u32) -> u32;
fn of_seed8_4(&mut self, k: u32) -> i32;
fn of_seed8_5() -> Self;
}
#[device]
impl Trait2 for Point {
fn of_seed8_3(&self, v6: u32) -> u32 {
let v7: (f32, u32,) = ((((-1i32) & 63) as f32), (v6), );
let mut v8 = ((17.0f32).clamp(-5.0, 9.0) < (18.0f32).abs());
let mut k9 = 0u32;
'l10: while k9 < 1 && (false && false) {
k9 += 1;
{
for v11 in (-7..(i32::MAX & 3)).step_by(3).rev() {
let v12 = ((-7.0f32), v8, );
let v13: [i32; 4] = [1i32; 4];
}
}
}
{ let mut k14 = 0usize; loop { k14 += 1; if k14 > 4 { break v6; } if v8 { break v6; }  } }
}
fn of_seed8_4(&mut self, v15: u32) -> i32 {
i32::MAX
}
fn of_seed8_5() -> Point {
(Point { x: 1, y: 2.0, z: [3, 4] })
}
}
#[device]
impl Trait2 for Pair {
fn of_seed8_3(&self, v16: u32) -> u32 {
0x8000_0000u32
}
fn of_seed8_4(&mut self, mut v17: u32) -> i32 {
(-1i32)
}
fn of_seed8_5() -> Pair {
Pair(5, 6)
}
}
#[device]
fn via18<S: Trait2>(s: &mut S, k: u32) -> u32 {
let mut other = S::of_seed8_5();
let by = other.of_seed8_4(k) as u32;
let _ = s.of_seed8_4(by);
s.of_seed8_3(k) ^ other.of_seed8_3(by)
}
#[kernel]
pub fn kernel(i: Index<1>, n: u32, ai: &ArrayView<i32, 1>, au: &ArrayView<u32, 1>, ap: &ArrayView<Point, 1>, ab: &ArrayView<u8, 1>, av: &ArrayView<IVec3, 1>, xi: &mut ArrayViewMut<i32, 1>, xu: &mut ArrayViewMut<u32, 1>, xf: &mut ArrayViewMut<f32, 1>, xp: &mut ArrayViewMut<Point, 1>) {
let v35 = (xp[i], (match { let mut k19 = 0usize; 'l20: loop { k19 += 1; if k19 > 3 { break ({  xu[i] }); } if (Shade::Light == Shade::Grey) { break (xu[i]).rotate_right(xu[i]); } let mut v21 = IVec3::new(xi[i], xi[i], ai[k19 % 64]);
if false {
let mut v22: (Point, u32,) = (ap[i[0] % 64], n, );
let mut v21: i32 = (xi[i] & xi[i]);
let f23 = |v24: i32| v24;
}
 } } { 0 | 2 | 4 => {  ((if true {  xu[i] } else {  u32::from(ab[25]) })).wrapping_mul((n).rotate_left(32u32)) },
..16 => { let mut v25: Pair = Pair(5, 6);
 ((xu[i])).wrapping_sub((n).wrapping_sub(xu[i])) },
_ => {  (match (1i32, true,) { (m26, true) if (true || false) => { 'l28: for v27 in 0..3u32 {
xu[i] = ((0u32 & 1023) * (n & 1023));
let mut v29 = [xp[i], xp[i], xp[i], ];
}
 (n).wrapping_mul(xu[i]) },
(0..=9, _) => {  (au[21]).wrapping_neg() },
(_, m30) => { if m30 { return; }
 ({ let mut v34: Shade = (if (Shade::Light == Shade::Grey) {  (if false { Shade::Dark } else { Shade::Light }) } else {  (if true {  Shade::Grey } else { let (Point { z: [_, v31], x: v32, .. }, _, mut v33) = (xp[i], m30, IVec3::new(1, 2, 3), );
 Shade::Dark }) });
 xu[i] }) },
 }) },
 }), );
let (Point { z: [_, v39], x: v40, .. }, _, mut v41) = ((Point { x: xi[i], y: (if (au[46] != n) {  (xf[i]).clamp(-5.0, 9.0) } else {  v35.0.y }), z: (if ({  true }) { {
xf[i] = ((xf[i] - xf[i]) % 64.0);
let f36 = |v37: bool| true;
}
let mut v38 = [[1i32; 2]; 3];
 [1u32; 2] } else {  [1u32; 2] }) }), true, av[i[0] % 64], );
xu[i] = xp[i].z[i[0] % 2];
xf[i] = xp[i].y;
xp[i] = (Point { x: (-(((v40 & 1023) + (v40 & 1023)) & 1023)), ..xp[i] });
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
pub trait Trait2 {
fn plain_seed8_3(&self, k: u32) -> u32;
fn plain_seed8_4(&mut self, k: u32) -> i32;
fn plain_seed8_5() -> Self;
}
impl Trait2 for Point {
fn plain_seed8_3(&self, v6: u32) -> u32 {
let v7: (f32, u32,) = ((((-1i32) & 63) as f32), (v6), );
let mut v8 = ((17.0f32).clamp(-5.0, 9.0) < (18.0f32).abs());
let mut k9 = 0u32;
'l10: while k9 < 1 && (false && false) {
k9 += 1;
{
for v11 in (-7..(i32::MAX & 3)).step_by(3).rev() {
let v12 = ((-7.0f32), v8, );
let v13: [i32; 4] = [1i32; 4];
}
}
}
{ let mut k14 = 0usize; loop { k14 += 1; if k14 > 4 { break v6; } if v8 { break v6; }  } }
}
fn plain_seed8_4(&mut self, v15: u32) -> i32 {
i32::MAX
}
fn plain_seed8_5() -> Point {
(Point { x: 1, y: 2.0, z: [3, 4] })
}
}
impl Trait2 for Pair {
fn plain_seed8_3(&self, v16: u32) -> u32 {
0x8000_0000u32
}
fn plain_seed8_4(&mut self, mut v17: u32) -> i32 {
(-1i32)
}
fn plain_seed8_5() -> Pair {
Pair(5, 6)
}
}
fn via18<S: Trait2>(s: &mut S, k: u32) -> u32 {
let mut other = S::plain_seed8_5();
let by = other.plain_seed8_4(k) as u32;
let _ = s.plain_seed8_4(by);
s.plain_seed8_3(k) ^ other.plain_seed8_3(by)
}
pub fn kernel(i: Index<1>, n: u32, ai: &ArrayView<i32, 1>, au: &ArrayView<u32, 1>, ap: &ArrayView<Point, 1>, ab: &ArrayView<u8, 1>, av: &ArrayView<IVec3, 1>, xi: &mut ArrayViewMut<i32, 1>, xu: &mut ArrayViewMut<u32, 1>, xf: &mut ArrayViewMut<f32, 1>, xp: &mut ArrayViewMut<Point, 1>) {
let v35 = (xp[i], (match { let mut k19 = 0usize; 'l20: loop { k19 += 1; if k19 > 3 { break ({  xu[i] }); } if (Shade::Light == Shade::Grey) { break (xu[i]).rotate_right(xu[i]); } let mut v21 = IVec3::new(xi[i], xi[i], ai[k19 % 64]);
if false {
let mut v22: (Point, u32,) = (ap[i[0] % 64], n, );
let mut v21: i32 = (xi[i] & xi[i]);
let f23 = |v24: i32| v24;
}
 } } { 0 | 2 | 4 => {  ((if true {  xu[i] } else {  u32::from(ab[25]) })).wrapping_mul((n).rotate_left(32u32)) },
..16 => { let mut v25: Pair = Pair(5, 6);
 ((xu[i])).wrapping_sub((n).wrapping_sub(xu[i])) },
_ => {  (match (1i32, true,) { (m26, true) if (true || false) => { 'l28: for v27 in 0..3u32 {
xu[i] = ((0u32 & 1023) * (n & 1023));
let mut v29 = [xp[i], xp[i], xp[i], ];
}
 (n).wrapping_mul(xu[i]) },
(0..=9, _) => {  (au[21]).wrapping_neg() },
(_, m30) => { if m30 { return; }
 ({ let mut v34: Shade = (if (Shade::Light == Shade::Grey) {  (if false { Shade::Dark } else { Shade::Light }) } else {  (if true {  Shade::Grey } else { let (Point { z: [_, v31], x: v32, .. }, _, mut v33) = (xp[i], m30, IVec3::new(1, 2, 3), );
 Shade::Dark }) });
 xu[i] }) },
 }) },
 }), );
let (Point { z: [_, v39], x: v40, .. }, _, mut v41) = ((Point { x: xi[i], y: (if (au[46] != n) {  (xf[i]).clamp(-5.0, 9.0) } else {  v35.0.y }), z: (if ({  true }) { {
xf[i] = ((xf[i] - xf[i]) % 64.0);
let f36 = |v37: bool| true;
}
let mut v38 = [[1i32; 2]; 3];
 [1u32; 2] } else {  [1u32; 2] }) }), true, av[i[0] % 64], );
xu[i] = xp[i].z[i[0] % 2];
xf[i] = xp[i].y;
xp[i] = (Point { x: (-(((v40 & 1023) + (v40 & 1023)) & 1023)), ..xp[i] });
}
}

crate::program!(1; ai au ap ab av; xi xu xf xp);
