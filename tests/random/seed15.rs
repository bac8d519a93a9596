//! The random program seed15.

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
fn function1(v2: u32, v3: u32) -> [i32; 3] {
let mut v3 = [[(-1i32), 0x55i32, ]; 3];
let mut v5: bool = ({ let v4: (u32, u32,) = (v2, v2, );
let v2: (i32, usize, bool,) = (7i32, 9usize, true, );
 (false && true) });
let Point { x: v6, y: v7, .. } = (Point { x: (0x55i32).rem_euclid(((-1i32) & 15) + 1), y: (29.0f32).clamp(-5.0, 9.0), z: [v2, v2, ] });
let result = [(v6 ^ v6), (30.0f32 as i32), (Shade::Light as i32), ];
result
}
#[kernel]
pub fn kernel(i: Index<1>, n: u32, a: &ArrayView<i32>, b: &ArrayView<u32>, c: &ArrayView<f32>, p: &ArrayView<Point>, x: &mut ArrayViewMut<i32>, y: &mut ArrayViewMut<u32>, z: &mut ArrayViewMut<f32>, q: &mut ArrayViewMut<Point>, h: &mut ArrayViewMut<u32>) {
let v11 = ((if false {  (((b[i] % ((n & 15) + 1)) & 7)).pow(((if false {  n } else { let mut v8: bool = true;
let Point { x: v9, y: v10, .. } = (Point { x: 0x55i32, y: c[9], z: [1u32; 2] });
 n }) & 3)) } else {  (((32u32).rem_euclid((n & 15) + 1) | 0x400) - ((b[62] / ((n & 15) + 1)) & 1023)) })).wrapping_shr((n).clamp(3, 300));
if (((a[(i[0] * 0 + 13) % 64]).saturating_add(a[29])).signum() <= a[55]) {
let mut v11 = [[1i32; 2]; 3];
let f12 = |v13: bool| (if v13 { let v14 = Point { x: 1, y: 2.0, z: [3, 4] };
 false } else {  v13 });
let mut k15 = 0u32;
while k15 < 3 && (18.0f32 == c[(i[0] * 3 + 11) % 64]) {
k15 += 1;
{
for v16 in (1..=9usize).step_by(3) {
if true {
let mut v23: [[i32; 2]; 3] = (if (true) { let v17 = (k15).reverse_bits();
 [[1i32; 2]; 3] } else { for v18 in (1..=9usize).step_by(3) {
let mut v19: f32 = ((3.0f32 * c[(i[0] * 3 + 60) % 64]) % 64.0);
let v20: Shade = (if false { Shade::Dark } else { Shade::Light });
let v21: i32 = (a[(i[0] * 3 + 40) % 64] & a[16]);
}
let v22: u32 = ((v16).min(0usize) as u32);
 v11 });
}
 else {
let mut v11 = (match true { true => {  (1_000_000i32, k15, ) },
false => {  (a[32], 32u32, ) },
 });
let v11: u32 = k15;
let mut v24 = (v11 > n);
}
let mut v25: bool = (false && true);
for v26 in (1..=9usize).step_by(3) {
let mut v27 = (n, a[55], a[(i[0] * 3 + 24) % 64], );
}
}
}
}
}
let mut v29 = (if ((({  i[0] }) == ((b[(i[0] * 1 + 50) % 64] & 4095) as usize % 64)) && ({ let v28: [[i32; 2]; 3] = [[1i32; 2], [1i32; 2], [1i32; 2], ];
 (false || true) })) {  ((n).clamp(3, 300)).clamp(3, 300) } else {  b[2] });
x[i] = ((-((a[i]).wrapping_add(a[(i[0] * 4 + 26) % 64]) & 1023))).rotate_left((c[i] as u32));
y[i] = ((b[48] & 1023) * (v11 & 1023));
z[i] = (((((c[i] + 7.0f32) % 64.0) * 0.25).floor() * (((c[i] * c[23]) % 64.0)).clamp(-5.0, 9.0)) % 64.0);
q[i] = (Point { x: ((0i32).signum()).rem_euclid(((a[i]).wrapping_mul(a[23]) & 15) + 1), y: c[i], z: [1u32; 2] });
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

fn function1(v2: u32, v3: u32) -> [i32; 3] {
let mut v3 = [[(-1i32), 0x55i32, ]; 3];
let mut v5: bool = ({ let v4: (u32, u32,) = (v2, v2, );
let v2: (i32, usize, bool,) = (7i32, 9usize, true, );
 (false && true) });
let Point { x: v6, y: v7, .. } = (Point { x: (0x55i32).rem_euclid(((-1i32) & 15) + 1), y: (29.0f32).clamp(-5.0, 9.0), z: [v2, v2, ] });
let result = [(v6 ^ v6), (30.0f32 as i32), (Shade::Light as i32), ];
result
}
pub fn kernel(i: Index<1>, n: u32, a: &ArrayView<i32>, b: &ArrayView<u32>, c: &ArrayView<f32>, p: &ArrayView<Point>, x: &mut ArrayViewMut<i32>, y: &mut ArrayViewMut<u32>, z: &mut ArrayViewMut<f32>, q: &mut ArrayViewMut<Point>, h: &mut ArrayViewMut<u32>) {
let v11 = ((if false {  (((b[i] % ((n & 15) + 1)) & 7)).pow(((if false {  n } else { let mut v8: bool = true;
let Point { x: v9, y: v10, .. } = (Point { x: 0x55i32, y: c[9], z: [1u32; 2] });
 n }) & 3)) } else {  (((32u32).rem_euclid((n & 15) + 1) | 0x400) - ((b[62] / ((n & 15) + 1)) & 1023)) })).wrapping_shr((n).clamp(3, 300));
if (((a[(i[0] * 0 + 13) % 64]).saturating_add(a[29])).signum() <= a[55]) {
let mut v11 = [[1i32; 2]; 3];
let f12 = |v13: bool| (if v13 { let v14 = Point { x: 1, y: 2.0, z: [3, 4] };
 false } else {  v13 });
let mut k15 = 0u32;
while k15 < 3 && (18.0f32 == c[(i[0] * 3 + 11) % 64]) {
k15 += 1;
{
for v16 in (1..=9usize).step_by(3) {
if true {
let mut v23: [[i32; 2]; 3] = (if (true) { let v17 = (k15).reverse_bits();
 [[1i32; 2]; 3] } else { for v18 in (1..=9usize).step_by(3) {
let mut v19: f32 = ((3.0f32 * c[(i[0] * 3 + 60) % 64]) % 64.0);
let v20: Shade = (if false { Shade::Dark } else { Shade::Light });
let v21: i32 = (a[(i[0] * 3 + 40) % 64] & a[16]);
}
let v22: u32 = ((v16).min(0usize) as u32);
 v11 });
}
 else {
let mut v11 = (match true { true => {  (1_000_000i32, k15, ) },
false => {  (a[32], 32u32, ) },
 });
let v11: u32 = k15;
let mut v24 = (v11 > n);
}
let mut v25: bool = (false && true);
for v26 in (1..=9usize).step_by(3) {
let mut v27 = (n, a[55], a[(i[0] * 3 + 24) % 64], );
}
}
}
}
}
let mut v29 = (if ((({  i[0] }) == ((b[(i[0] * 1 + 50) % 64] & 4095) as usize % 64)) && ({ let v28: [[i32; 2]; 3] = [[1i32; 2], [1i32; 2], [1i32; 2], ];
 (false || true) })) {  ((n).clamp(3, 300)).clamp(3, 300) } else {  b[2] });
x[i] = ((-((a[i]).wrapping_add(a[(i[0] * 4 + 26) % 64]) & 1023))).rotate_left((c[i] as u32));
y[i] = ((b[48] & 1023) * (v11 & 1023));
z[i] = (((((c[i] + 7.0f32) % 64.0) * 0.25).floor() * (((c[i] * c[23]) % 64.0)).clamp(-5.0, 9.0)) % 64.0);
q[i] = (Point { x: ((0i32).signum()).rem_euclid(((a[i]).wrapping_mul(a[23]) & 15) + 1), y: c[i], z: [1u32; 2] });
}
}

crate::run!();
crate::expected!();
