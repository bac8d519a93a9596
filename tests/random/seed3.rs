//! The random program seed3.

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

#[device]
fn function1(v2: Point, v3: [i32; 3]) -> u32 {
let v4: u32 = v2.z[(3usize / (7usize % 7 + 1)) % 2];
if (if false {  false } else {  true }) { return (v4).wrapping_shl(v4); }
let v5: u32 = (((-1i32)).rem_euclid(((-100i32) & 15) + 1)).abs_diff((if true {  (-100i32) } else {  0x55i32 }));
let mut v6 = 2usize;
let result = (((0u32) & 7)).pow((((v6 % 16 * (v6 % 16)) as u32) & 3));
result
}
#[device]
fn function7(v8: [[i32; 2]; 3], v9: u32) -> bool {
let v11 = ((if true {  false } else { let v10: u32 = ((1u32).rotate_right(31u32) & (v9).wrapping_add(v9));
 false }) && (Shade::Dark == Shade::Grey));
let mut v13 = ({ let mut v12 = (true || false);
 (!2u32) });
v13 &= ((1usize).min(1usize) as u32);
let v14 = i32::MAX;
let result = v11;
result
}
#[device]
fn function15(v16: &mut Point, v17: f32) -> i32 {
let mut in_v16 = *v16;
let mut v17: Point = (Point { x: 0i32, ..in_v16 });
let mut v18: (f32, i32, u32,) = (((-7.0f32)).min((-15.0f32)), ((-100i32)).wrapping_mul(i32::MAX), ((0u32 | 0x400) - (2u32 & 1023)), );
let f19 = |v20: f32| (0.0 - v20);
let result = i32::MAX;
*v16 = in_v16;
result
}
#[kernel]
pub fn kernel(i: Index<1>, n: u32, a: &ArrayView<i32>, b: &ArrayView<u32>, c: &ArrayView<f32>, p: &ArrayView<Point>, x: &mut ArrayViewMut<i32>, y: &mut ArrayViewMut<u32>, z: &mut ArrayViewMut<f32>, q: &mut ArrayViewMut<Point>, h: &mut ArrayViewMut<u32>) {
let f21 = |v22: f32| (if true {  v22 } else { let mut v23: f32 = ({  14.0f32 });
 40.0f32 });
let mut v40: Point = (Point { x: ({ for v24 in 2..(b[i] & 7) {
let mut v25 = (if true {  a[i] } else {  a[4] });
for v26 in 2..(n & 7) {
let v27: [[i32; 2]; 3] = [[1i32; 2], [1i32; 2], [1i32; 2], ];
let Point { x: v28, y: v29, .. } = (Point { x: a[(i[0] * 4 + 45) % 64], y: c[(i[0] * 1 + 38) % 64], z: [1u32; 2] });
let v26: u32 = ((b[i] & 1023) + (n & 1023));
}
'l31: for v30 in [1u32; 3] {
let mut v36 = { let mut k32 = 0usize; loop { k32 += 1; if k32 > 2 { break (-(v25 & 1023)); } if function7([[1i32; 2]; 3], v30) { break ((1i32 & 7)).pow((v24 & 3)); } let mut v35: (bool, usize,) = (if false { let mut v33 = function7([[1i32; 2]; 3], n);
let v34 = 0x8000_0000u32;
 (true, 1usize,) } else {  (true, 1usize,) });
 } };
}
}
let v37: (i32, f32,) = (1i32, 1.0f32,);
 a[(i[0] * 2 + 11) % 64] }), y: (if ((8usize).min(i[0]) >= i[0]) {  (((c[47]).max(c[(i[0] * 1 + 25) % 64]) * (0.0 - c[(i[0] * 4 + 15) % 64])) % 64.0) } else {  37.0f32 }), z: [((if true {  a[(i[0] * 3 + 18) % 64] } else {  a[i] })).abs_diff(((i[0] % 64 + i[0] % 64) as i32)), (if (!false) { if false {
let mut v38 = [1u32; 2];
}
 ((i[0] / (8usize % 7 + 1)) as u32) } else { let mut v39: [u32; 2] = [n, n, ];
 (n % ((n & 15) + 1)) }), ] });
let mut v41: f32 = c[i];
let mut v42: i32 = ((((false) as i32)).rotate_left(n)).clamp(3, 300);
let mut v45: Point = (Point { x: (i32::MAX).wrapping_neg(), y: ({ let v43 = (function15(&mut v40, 1.0f32)).wrapping_mul(v42);
let v44 = a[(i[0] * 0 + 21) % 64];
 v41 }), z: [function1((Point { x: a[37], y: v41, z: [1u32; 2] }), [v42; 3]); 2] });
{
let v40: Point = (Point { x: v42, y: (match (n).trailing_zeros() { 0 | 2 | 4 if function7([[1i32; 2]; 3], n) => {  ((v41 * 5.0f32) % 64.0) },
..16 if (i[0] < i[0]) => {  (v41).max(v41) },
_ => {  ((c[42]).mul_add(c[23], 3.0) % 64.0) },
 }), z: [(n & b[i]), (b[18]).wrapping_add(0u32), ] });
v45.y = ((1i32 & 63) as f32);
}
if function7({ let mut k46 = 0usize; loop { k46 += 1; if k46 > 2 { break [[1i32; 2], [1i32; 2], [1i32; 2], ]; } if (Shade::Dark == Shade::Grey) { break (if false {  [[1i32; 2]; 3] } else {  [[1i32; 2]; 3] }); } match false {
true => {
let mut v47: usize = 3usize;
let v48: usize = (7usize / (k46 % 7 + 1));
let mut v47: Point = (Point { x: v42, ..v45 });
}
,
false => {
let _ = function15(&mut v40, 1.0f32);
let mut v49: [bool; 4] = [false, false, false, true, ];
let _ = function15(&mut v40, 1.0f32);
}
,
}
 } }, (v45.z[i[0] % 2]).min((b[(i[0] * 2 + 56) % 64] / ((b[i] & 15) + 1)))) {
let [v50, v51] = (match (false ^ true) { true => {  [1usize; 2] },
false => {  [1usize; 2] },
 });
}
 else {
}
x[i] = v42;
y[i] = (((n).reverse_bits()).div_euclid((n & 15) + 1)).wrapping_add(function1((Point { x: v42, y: c[(i[0] * 0 + 58) % 64], z: [1u32; 2] }), [1i32; 3]));
z[i] = ((((15.0f32 - v41) % 64.0) * 0.25).trunc()).min(v41);
q[i] = v40;
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

fn function1(v2: Point, v3: [i32; 3]) -> u32 {
let v4: u32 = v2.z[(3usize / (7usize % 7 + 1)) % 2];
if (if false {  false } else {  true }) { return (v4).wrapping_shl(v4); }
let v5: u32 = (((-1i32)).rem_euclid(((-100i32) & 15) + 1)).abs_diff((if true {  (-100i32) } else {  0x55i32 }));
let mut v6 = 2usize;
let result = (((0u32) & 7)).pow((((v6 % 16 * (v6 % 16)) as u32) & 3));
result
}
fn function7(v8: [[i32; 2]; 3], v9: u32) -> bool {
let v11 = ((if true {  false } else { let v10: u32 = ((1u32).rotate_right(31u32) & (v9).wrapping_add(v9));
 false }) && (Shade::Dark == Shade::Grey));
let mut v13 = ({ let mut v12 = (true || false);
 (!2u32) });
v13 &= ((1usize).min(1usize) as u32);
let v14 = i32::MAX;
let result = v11;
result
}
fn function15(v16: &mut Point, v17: f32) -> i32 {
let mut in_v16 = *v16;
let mut v17: Point = (Point { x: 0i32, ..in_v16 });
let mut v18: (f32, i32, u32,) = (((-7.0f32)).min((-15.0f32)), ((-100i32)).wrapping_mul(i32::MAX), ((0u32 | 0x400) - (2u32 & 1023)), );
let f19 = |v20: f32| (0.0 - v20);
let result = i32::MAX;
*v16 = in_v16;
result
}
pub fn kernel(i: Index<1>, n: u32, a: &ArrayView<i32>, b: &ArrayView<u32>, c: &ArrayView<f32>, p: &ArrayView<Point>, x: &mut ArrayViewMut<i32>, y: &mut ArrayViewMut<u32>, z: &mut ArrayViewMut<f32>, q: &mut ArrayViewMut<Point>, h: &mut ArrayViewMut<u32>) {
let f21 = |v22: f32| (if true {  v22 } else { let mut v23: f32 = ({  14.0f32 });
 40.0f32 });
let mut v40: Point = (Point { x: ({ for v24 in 2..(b[i] & 7) {
let mut v25 = (if true {  a[i] } else {  a[4] });
for v26 in 2..(n & 7) {
let v27: [[i32; 2]; 3] = [[1i32; 2], [1i32; 2], [1i32; 2], ];
let Point { x: v28, y: v29, .. } = (Point { x: a[(i[0] * 4 + 45) % 64], y: c[(i[0] * 1 + 38) % 64], z: [1u32; 2] });
let v26: u32 = ((b[i] & 1023) + (n & 1023));
}
'l31: for v30 in [1u32; 3] {
let mut v36 = { let mut k32 = 0usize; loop { k32 += 1; if k32 > 2 { break (-(v25 & 1023)); } if function7([[1i32; 2]; 3], v30) { break ((1i32 & 7)).pow((v24 & 3)); } let mut v35: (bool, usize,) = (if false { let mut v33 = function7([[1i32; 2]; 3], n);
let v34 = 0x8000_0000u32;
 (true, 1usize,) } else {  (true, 1usize,) });
 } };
}
}
let v37: (i32, f32,) = (1i32, 1.0f32,);
 a[(i[0] * 2 + 11) % 64] }), y: (if ((8usize).min(i[0]) >= i[0]) {  (((c[47]).max(c[(i[0] * 1 + 25) % 64]) * (0.0 - c[(i[0] * 4 + 15) % 64])) % 64.0) } else {  37.0f32 }), z: [((if true {  a[(i[0] * 3 + 18) % 64] } else {  a[i] })).abs_diff(((i[0] % 64 + i[0] % 64) as i32)), (if (!false) { if false {
let mut v38 = [1u32; 2];
}
 ((i[0] / (8usize % 7 + 1)) as u32) } else { let mut v39: [u32; 2] = [n, n, ];
 (n % ((n & 15) + 1)) }), ] });
let mut v41: f32 = c[i];
let mut v42: i32 = ((((false) as i32)).rotate_left(n)).clamp(3, 300);
let mut v45: Point = (Point { x: (i32::MAX).wrapping_neg(), y: ({ let v43 = (function15(&mut v40, 1.0f32)).wrapping_mul(v42);
let v44 = a[(i[0] * 0 + 21) % 64];
 v41 }), z: [function1((Point { x: a[37], y: v41, z: [1u32; 2] }), [v42; 3]); 2] });
{
let v40: Point = (Point { x: v42, y: (match (n).trailing_zeros() { 0 | 2 | 4 if function7([[1i32; 2]; 3], n) => {  ((v41 * 5.0f32) % 64.0) },
..16 if (i[0] < i[0]) => {  (v41).max(v41) },
_ => {  ((c[42]).mul_add(c[23], 3.0) % 64.0) },
 }), z: [(n & b[i]), (b[18]).wrapping_add(0u32), ] });
v45.y = ((1i32 & 63) as f32);
}
if function7({ let mut k46 = 0usize; loop { k46 += 1; if k46 > 2 { break [[1i32; 2], [1i32; 2], [1i32; 2], ]; } if (Shade::Dark == Shade::Grey) { break (if false {  [[1i32; 2]; 3] } else {  [[1i32; 2]; 3] }); } match false {
true => {
let mut v47: usize = 3usize;
let v48: usize = (7usize / (k46 % 7 + 1));
let mut v47: Point = (Point { x: v42, ..v45 });
}
,
false => {
let _ = function15(&mut v40, 1.0f32);
let mut v49: [bool; 4] = [false, false, false, true, ];
let _ = function15(&mut v40, 1.0f32);
}
,
}
 } }, (v45.z[i[0] % 2]).min((b[(i[0] * 2 + 56) % 64] / ((b[i] & 15) + 1)))) {
let [v50, v51] = (match (false ^ true) { true => {  [1usize; 2] },
false => {  [1usize; 2] },
 });
}
 else {
}
x[i] = v42;
y[i] = (((n).reverse_bits()).div_euclid((n & 15) + 1)).wrapping_add(function1((Point { x: v42, y: c[(i[0] * 0 + 58) % 64], z: [1u32; 2] }), [1i32; 3]));
z[i] = ((((15.0f32 - v41) % 64.0) * 0.25).trunc()).min(v41);
q[i] = v40;
}
}

crate::run!();
crate::expected!();
