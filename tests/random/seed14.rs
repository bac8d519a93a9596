//! The random program seed14.

pub mod kernel {
use amp::prelude::*;
use crate::harness::{Pair, Point, Shade};
#[device]
fn function1(v2: &mut u32, xv3: &mut ArrayViewMut<i32, 1>, at4: Index<1>, f6: impl Fn(u32) -> u32) -> u32 {
if ((-2.0f32) > (-16.0f32)) {
{
let v7: [usize; 4] = [8usize; 4];
}
let v8: Shade = (if true { Shade::Dark } else { Shade::Light });
for v9 in 2..(12345u32 & 7) {
let v8: [bool; 4] = (if false {  [true; 4] } else {  [true; 4] });
let mut v10 = IVec3::splat(((xv3[at4] & 1023) * (xv3[at4] & 1023)));
let v11: IVec3 = (IVec3::new(1, 2, 3)).wrapping_add(IVec3::new(1, 2, 3));
}
}
for v12 in 0..3u32 {
}
(*v2)
}
#[device]
fn generic13<T: amp::Value, const K: usize>(a: T, b: &mut T, c: &[T; 3], d: bool) -> T {
let old = *b;
if d { *b = a; return c[K % 3]; }
let mut all = *c;
all[1] = old;
*b = all[K % 3];
old
}
#[kernel]
pub fn kernel(i: Index<1>, n: u32, ai: &ArrayView<i32, 1>, xi: &mut ArrayViewMut<i32, 1>, xu: &mut ArrayViewMut<u32, 1>) {
if (match (if (xi[i] < xi[i]) { Shade::Dark } else { Shade::Light }) { Shade::Dark => { xi[i] <<= (n).rotate_right(n) & 31;
 (true || { xu[i] = xu[i].wrapping_add(1); (xi[i] > xi[i]) }) },
Shade::Grey | Shade::Light => { if (xi[i] == ai[59]) {
'l17: for v16 in (1..=9usize).step_by(3) {
let mut v18: u32 = (n);
let mut v21: [bool; 3] = ({ {
let mut v16: i32 = (Shade::Dark as i32);
let v19: (IVec3, u32,) = (IVec3::new(1, 2, 3), v18, );
let mut v20: (u32, u32,) = (1u32, 1u32,);
}
 [true; 3] });
let mut v22 = ((v18 & 4095) as usize % 64);
}
let v24 = (Pair { 1: function1(&mut xu[i], xi, i, |v23: u32| v23), 0: (xi[i]).clamp(3, 300) });
}
if true {
if false { return; }
}
 else {
}
 true },
_ => {  false },
 }) { return; }
xi[i] = (((-(xi[i] & 1023))).rotate_right((xu[i]).wrapping_add(xu[i])));
}
}

pub mod reference {
use amp::prelude::*;
use crate::harness::{Meeting as TileBarrier, Slice as ArrayView, Slice as ArrayViewMut};
use crate::harness::{Pair, Point, Shade, Tiled as TiledIndex};
fn function1(v2: &mut u32, xv3: &mut ArrayViewMut<i32, 1>, at4: Index<1>, f6: impl Fn(u32) -> u32) -> u32 {
if ((-2.0f32) > (-16.0f32)) {
{
let v7: [usize; 4] = [8usize; 4];
}
let v8: Shade = (if true { Shade::Dark } else { Shade::Light });
for v9 in 2..(12345u32 & 7) {
let v8: [bool; 4] = (if false {  [true; 4] } else {  [true; 4] });
let mut v10 = IVec3::splat(((xv3[at4] & 1023) * (xv3[at4] & 1023)));
let v11: IVec3 = (IVec3::new(1, 2, 3)).wrapping_add(IVec3::new(1, 2, 3));
}
}
for v12 in 0..3u32 {
}
(*v2)
}
fn generic13<T: amp::Value, const K: usize>(a: T, b: &mut T, c: &[T; 3], d: bool) -> T {
let old = *b;
if d { *b = a; return c[K % 3]; }
let mut all = *c;
all[1] = old;
*b = all[K % 3];
old
}
pub fn kernel(i: Index<1>, n: u32, ai: &ArrayView<i32, 1>, xi: &mut ArrayViewMut<i32, 1>, xu: &mut ArrayViewMut<u32, 1>) {
if (match (if (xi[i] < xi[i]) { Shade::Dark } else { Shade::Light }) { Shade::Dark => { xi[i] <<= (n).rotate_right(n) & 31;
 (true || { xu[i] = xu[i].wrapping_add(1); (xi[i] > xi[i]) }) },
Shade::Grey | Shade::Light => { if (xi[i] == ai[59]) {
'l17: for v16 in (1..=9usize).step_by(3) {
let mut v18: u32 = (n);
let mut v21: [bool; 3] = ({ {
let mut v16: i32 = (Shade::Dark as i32);
let v19: (IVec3, u32,) = (IVec3::new(1, 2, 3), v18, );
let mut v20: (u32, u32,) = (1u32, 1u32,);
}
 [true; 3] });
let mut v22 = ((v18 & 4095) as usize % 64);
}
let v24 = (Pair { 1: function1(&mut xu[i], xi, i, |v23: u32| v23), 0: (xi[i]).clamp(3, 300) });
}
if true {
if false { return; }
}
 else {
}
 true },
_ => {  false },
 }) { return; }
xi[i] = (((-(xi[i] & 1023))).rotate_right((xu[i]).wrapping_add(xu[i])));
}
}

crate::program!(1; ai; xi xu);
