//! The random program seed94.

pub mod kernel {
use amp::prelude::*;
use crate::harness::{Pair, Point, Shade, Views};
#[device]
pub trait Trait1 {
fn of_seed94_2(&self, k: u32) -> u32;
fn of_seed94_3(&mut self, k: u32) -> i32;
fn of_seed94_4() -> Self;
}
#[device]
impl Trait1 for Point {
fn of_seed94_2(&self, v5: u32) -> u32 {
for v6 in 0..((8usize).min(9usize)) % 6 {
match (Pair(5, 6), Shade::Grey,) {
(Pair(m7, _), Shade::Grey | Shade::Dark) => {
let mut v8 = (v6 / (v6 % 7 + 1));
}
,
(Pair(_, m9), _) => {
let mut v6 = true;
}
,
}
let mut v5: [Pair; 3] = [Pair(5, 6); 3];
}
(0x8000_0000u32 >> ((v5 | v5) & 31))
}
fn of_seed94_3(&mut self, v10: u32) -> i32 {
let mut v13 = { let mut k11 = 0usize; loop { k11 += 1; if k11 > 1 { break (true, 1u32,); } if false { break ({ let v12 = k11;
 (true, 1u32,) }); }  } };
i32::MAX
}
fn of_seed94_4() -> Point {
(Point { x: 1, y: 2.0, z: [3, 4] })
}
}
#[device]
impl Trait1 for Pair {
fn of_seed94_2(&self, v14: u32) -> u32 {
31u32
}
fn of_seed94_3(&mut self, mut v15: u32) -> i32 {
(-1i32)
}
fn of_seed94_4() -> Pair {
Pair(5, 6)
}
}
#[device]
fn via16<S: Trait1>(s: &mut S, k: u32) -> u32 {
let mut other = S::of_seed94_4();
let by = other.of_seed94_3(k) as u32;
let _ = s.of_seed94_3(by);
s.of_seed94_2(k) ^ other.of_seed94_2(by)
}
pub fn launch(on: &AcceleratorView, domain: Extent<3>, views: Views<'_, 3>) -> amp::Result<()> {
let n = 5u32;
let Views { ai, au, af, mut xi, mut xu, mut xf, mut xp, .. } = views;
on.parallel_for_each(domain, amp!(|i: Index<3>| {
let mut v17: f32 = ((((xi[i] & 63) as f32) + ((xf[i] + 11.0f32) % 64.0)) % 64.0);
let mut v18: IVec3 = IVec3::splat((-(xi[i] & 1023)));
let v19: u32 = xu[i];
v18.x = (if true {  (if true {  xi[i] } else {  (if false {  xi[i] } else { let mut v20 = (Shade::Grey as i32);
let (mut v21, mut v22) = (1u32, 1i32,);
 ai[i[2] % 64] }) }) } else { let f23 = |v24: u32| ((v24 | 0x400) - (au[20] & 1023));
'l26: for v25 in 0..(7usize) % 6 {
let mut v27: i32 = ((i[2]).min(v25) as i32);
match true {
true => {
let f28 = |v29: u32| n;
}
,
false => {
let f30 = |v31: i32| v31;
let v32: i32 = ((v25 % 64 + v25 % 64) as i32);
}
,
}
}
 ((if false { let v33 = (v18).wrapping_add(v18);
let v34 = [Pair(5, 6), Pair(5, 6), Pair(5, 6), ];
 xi[i] } else { let v35: bool = ({  false });
 ai[47] })).wrapping_neg() });
xp[i] = { let mut k36 = 0usize; loop { k36 += 1; if k36 > 4 { break (Point { x: xi[i], y: xf[i], z: [1u32; 2] }); } if false { break (Point { x: ((xi[i]).signum() % (((xi[i]).reverse_bits() & 15) + 1)), y: af[k36 % 64], z: [(au[k36 % 64]).clamp(3, 300), (v19 % ((n & 15) + 1)), ] }); } v18.y = (xi[i]).rem_euclid(((((xu[i] & 4095) as usize % 64) as i32) & 15) + 1);
 } };
if ((!(true | true)) || (match (true && true) { true => { v18.x = xi[i];
xi[i] ^= xi[i];
 (n != v19) },
false => {  (xf[i] != xf[i]) },
 })) { return; }
xi[i] = xi[i];
xu[i] = ((if (false && true) {  ((v19 | 0x400) - (n & 1023)) } else { xi[i] <<= xu[i] & 31;
std::mem::swap(&mut v18.z, &mut xp[i].x);
 (!xu[i]) }) & xu[i]);
xf[i] = 39.0f32;
xp[i] = (Point { x: ((xi[i] & 7)).pow(((v19) & 3)), ..xp[i] });
}))
}
}

pub mod reference {
use amp::prelude::*;
use crate::harness::{Meeting as TileBarrier, Slice as ArrayView, Slice as ArrayViewMut};
use crate::harness::{Pair, Point, Shade, Tiled as TiledIndex};
pub trait Trait1 {
fn plain_seed94_2(&self, k: u32) -> u32;
fn plain_seed94_3(&mut self, k: u32) -> i32;
fn plain_seed94_4() -> Self;
}
impl Trait1 for Point {
fn plain_seed94_2(&self, v5: u32) -> u32 {
for v6 in 0..((8usize).min(9usize)) % 6 {
match (Pair(5, 6), Shade::Grey,) {
(Pair(m7, _), Shade::Grey | Shade::Dark) => {
let mut v8 = (v6 / (v6 % 7 + 1));
}
,
(Pair(_, m9), _) => {
let mut v6 = true;
}
,
}
let mut v5: [Pair; 3] = [Pair(5, 6); 3];
}
(0x8000_0000u32 >> ((v5 | v5) & 31))
}
fn plain_seed94_3(&mut self, v10: u32) -> i32 {
let mut v13 = { let mut k11 = 0usize; loop { k11 += 1; if k11 > 1 { break (true, 1u32,); } if false { break ({ let v12 = k11;
 (true, 1u32,) }); }  } };
i32::MAX
}
fn plain_seed94_4() -> Point {
(Point { x: 1, y: 2.0, z: [3, 4] })
}
}
impl Trait1 for Pair {
fn plain_seed94_2(&self, v14: u32) -> u32 {
31u32
}
fn plain_seed94_3(&mut self, mut v15: u32) -> i32 {
(-1i32)
}
fn plain_seed94_4() -> Pair {
Pair(5, 6)
}
}
fn via16<S: Trait1>(s: &mut S, k: u32) -> u32 {
let mut other = S::plain_seed94_4();
let by = other.plain_seed94_3(k) as u32;
let _ = s.plain_seed94_3(by);
s.plain_seed94_2(k) ^ other.plain_seed94_2(by)
}
pub fn kernel(i: Index<3>, n: u32, ai: &ArrayView<i32, 1>, au: &ArrayView<u32, 1>, af: &ArrayView<f32, 1>, mut xi: &mut ArrayViewMut<i32, 3>, mut xu: &mut ArrayViewMut<u32, 3>, mut xf: &mut ArrayViewMut<f32, 3>, mut xp: &mut ArrayViewMut<Point, 3>) {
let mut v17: f32 = ((((xi[i] & 63) as f32) + ((xf[i] + 11.0f32) % 64.0)) % 64.0);
let mut v18: IVec3 = IVec3::splat((-(xi[i] & 1023)));
let v19: u32 = xu[i];
v18.x = (if true {  (if true {  xi[i] } else {  (if false {  xi[i] } else { let mut v20 = (Shade::Grey as i32);
let (mut v21, mut v22) = (1u32, 1i32,);
 ai[i[2] % 64] }) }) } else { let f23 = |v24: u32| ((v24 | 0x400) - (au[20] & 1023));
'l26: for v25 in 0..(7usize) % 6 {
let mut v27: i32 = ((i[2]).min(v25) as i32);
match true {
true => {
let f28 = |v29: u32| n;
}
,
false => {
let f30 = |v31: i32| v31;
let v32: i32 = ((v25 % 64 + v25 % 64) as i32);
}
,
}
}
 ((if false { let v33 = (v18).wrapping_add(v18);
let v34 = [Pair(5, 6), Pair(5, 6), Pair(5, 6), ];
 xi[i] } else { let v35: bool = ({  false });
 ai[47] })).wrapping_neg() });
xp[i] = { let mut k36 = 0usize; loop { k36 += 1; if k36 > 4 { break (Point { x: xi[i], y: xf[i], z: [1u32; 2] }); } if false { break (Point { x: ((xi[i]).signum() % (((xi[i]).reverse_bits() & 15) + 1)), y: af[k36 % 64], z: [(au[k36 % 64]).clamp(3, 300), (v19 % ((n & 15) + 1)), ] }); } v18.y = (xi[i]).rem_euclid(((((xu[i] & 4095) as usize % 64) as i32) & 15) + 1);
 } };
if ((!(true | true)) || (match (true && true) { true => { v18.x = xi[i];
xi[i] ^= xi[i];
 (n != v19) },
false => {  (xf[i] != xf[i]) },
 })) { return; }
xi[i] = xi[i];
xu[i] = ((if (false && true) {  ((v19 | 0x400) - (n & 1023)) } else { xi[i] <<= xu[i] & 31;
std::mem::swap(&mut v18.z, &mut xp[i].x);
 (!xu[i]) }) & xu[i]);
xf[i] = 39.0f32;
xp[i] = (Point { x: ((xi[i] & 7)).pow(((v19) & 3)), ..xp[i] });
}
}

crate::program!(3; ai au af; xi xu xf xp);
