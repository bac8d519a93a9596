//! The random program seed13.

pub mod kernel {
use amp::prelude::*;
#[derive(Clone, Copy, Debug, Default, PartialEq, GpuType)]
#[repr(C)]
pub(crate) struct Point {
    pub x: i32,
    pub y: f32,
    pub z: [u32; 2],
}

#[derive(Clone, Copy, Debug, PartialEq, GpuType)]
#[repr(u32)]
pub(crate) enum Shade {
    Dark,
    Grey,
    Light,
}

#[kernel]
pub fn kernel(i: Index<1>, n: u32, a: &ArrayView<i32>, b: &ArrayView<u32>, c: &ArrayView<f32>, p: &ArrayView<Point>, x: &mut ArrayViewMut<i32>, y: &mut ArrayViewMut<u32>, z: &mut ArrayViewMut<f32>, q: &mut ArrayViewMut<Point>, h: &mut ArrayViewMut<u32>) {
let v16: (bool, u32, bool,) = ({ let mut k1 = 0usize; loop { k1 += 1; if k1 > 3 { break (Shade::Grey == Shade::Grey); } if (false) { break ((true || false) == (false && false)); } match (i32::MIN, false, ) {
(m2, true) => {
let f3 = |v4: u32| 32u32;
}
,
(0..=9, _) if (true && false) => {
let (v5, v6) = (true, a[i], );
let mut v7: Shade = (if false { Shade::Dark } else { Shade::Light });
let f8 = |v9: bool| v5;
}
,
(_, m10) => {
let f11 = |v12: u32| v12;
if m10 { return; }
}
,
}
 } }, { let mut k13 = 0usize; loop { k13 += 1; if k13 > 2 { break (if false {  b[58] } else {  n }); } if (a[(i[0] * 1 + 6) % 64] < a[(i[0] * 4 + 28) % 64]) { break { let mut k14 = 0usize; loop { k14 += 1; if k14 > 2 { break (b[(i[0] * 1 + 15) % 64]).wrapping_sub(n); } if (!true) { break (a[(i[0] * 2 + 52) % 64]).abs_diff(a[8]); } let v15 = ((n as i32) > ({  i32::MIN }));
 } }; } if (b[(i[0] * 4 + 27) % 64] > 2u32) { return; }
 } }, (!(b[(i[0] * 2 + 42) % 64] != (b[61]).div_euclid((n & 15) + 1))), );
z[i] = (((c[i]).abs() * 0.25).round_ties_even()).max(((43.0f32).clamp(-5.0, 9.0)).clamp(-5.0, 9.0));
if ({ let v17: usize = i[0];
if (false == false) {
if true {
let v18: u32 = (n).clamp(3, 300);
}
 else if false {
let mut v19: Shade = (if (true && true) { Shade::Dark } else { Shade::Light });
}
 else {
}
}
 else {
}
 true }) {
}
 else {
}
x[i] = a[(i[0] * 3 + 47) % 64];
y[i] = ((((n).min(n) | 0x400) - (v16.1 & 1023))).wrapping_neg();
z[i] = c[(i[0] * 4 + 52) % 64];
q[i] = (match ((false || false) && (b[i] < n)) { true => {  (Point { x: (a[(i[0] * 3 + 39) % 64] >> (n & 31)), y: ((a[37] & 63) as f32), z: [n; 2] }) },
false => {  (Point { x: (a[i]).clamp(3, 300), y: c[38], z: [1u32; 2] }) },
 });
}
}

pub mod reference {
use crate::harness::{Slice as ArrayView, Slice as ArrayViewMut};
use amp::{Index, atomic_fetch_add};
#[derive(Clone, Copy, Debug, Default, PartialEq)]
#[repr(C)]
pub(crate) struct Point {
    pub x: i32,
    pub y: f32,
    pub z: [u32; 2],
}

#[derive(Clone, Copy, Debug, PartialEq)]
#[repr(u32)]
pub(crate) enum Shade {
    Dark,
    Grey,
    Light,
}

pub fn kernel(i: Index<1>, n: u32, a: &ArrayView<i32>, b: &ArrayView<u32>, c: &ArrayView<f32>, p: &ArrayView<Point>, x: &mut ArrayViewMut<i32>, y: &mut ArrayViewMut<u32>, z: &mut ArrayViewMut<f32>, q: &mut ArrayViewMut<Point>, h: &mut ArrayViewMut<u32>) {
let v16: (bool, u32, bool,) = ({ let mut k1 = 0usize; loop { k1 += 1; if k1 > 3 { break (Shade::Grey == Shade::Grey); } if (false) { break ((true || false) == (false && false)); } match (i32::MIN, false, ) {
(m2, true) => {
let f3 = |v4: u32| 32u32;
}
,
(0..=9, _) if (true && false) => {
let (v5, v6) = (true, a[i], );
let mut v7: Shade = (if false { Shade::Dark } else { Shade::Light });
let f8 = |v9: bool| v5;
}
,
(_, m10) => {
let f11 = |v12: u32| v12;
if m10 { return; }
}
,
}
 } }, { let mut k13 = 0usize; loop { k13 += 1; if k13 > 2 { break (if false {  b[58] } else {  n }); } if (a[(i[0] * 1 + 6) % 64] < a[(i[0] * 4 + 28) % 64]) { break { let mut k14 = 0usize; loop { k14 += 1; if k14 > 2 { break (b[(i[0] * 1 + 15) % 64]).wrapping_sub(n); } if (!true) { break (a[(i[0] * 2 + 52) % 64]).abs_diff(a[8]); } let v15 = ((n as i32) > ({  i32::MIN }));
 } }; } if (b[(i[0] * 4 + 27) % 64] > 2u32) { return; }
 } }, (!(b[(i[0] * 2 + 42) % 64] != (b[61]).div_euclid((n & 15) + 1))), );
z[i] = (((c[i]).abs() * 0.25).round_ties_even()).max(((43.0f32).clamp(-5.0, 9.0)).clamp(-5.0, 9.0));
if ({ let v17: usize = i[0];
if (false == false) {
if true {
let v18: u32 = (n).clamp(3, 300);
}
 else if false {
let mut v19: Shade = (if (true && true) { Shade::Dark } else { Shade::Light });
}
 else {
}
}
 else {
}
 true }) {
}
 else {
}
x[i] = a[(i[0] * 3 + 47) % 64];
y[i] = ((((n).min(n) | 0x400) - (v16.1 & 1023))).wrapping_neg();
z[i] = c[(i[0] * 4 + 52) % 64];
q[i] = (match ((false || false) && (b[i] < n)) { true => {  (Point { x: (a[(i[0] * 3 + 39) % 64] >> (n & 31)), y: ((a[37] & 63) as f32), z: [n; 2] }) },
false => {  (Point { x: (a[i]).clamp(3, 300), y: c[38], z: [1u32; 2] }) },
 });
}
}

crate::run!();
crate::expected!();
