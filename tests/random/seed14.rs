//! The random program seed14.

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
let mut v3: i32 = (({ let mut k1 = 0usize; loop { k1 += 1; if k1 > 3 { break n; } if false { break (if true {  n } else {  n }); } {
let v2: usize = (k1 % 64 + i[0] % 64);
}
 } } == (n / (((n).clamp(3, 300) & 15) + 1))) as i32);
{
let mut k4 = 0u32;
'l5: while k4 < 2 && (false | true) {
k4 += 1;
{
let mut k6 = 0u32;
'l7: while k6 < 2 && true {
k6 += 1;
{
q[i].x = i32::MIN;
}
}
}
}
}
let f8 = |v9: u32| (u32::MAX).wrapping_add(n);
let v21 = [[(match v3 { -5..=5 => {  (-(v3 & 1023)) },
i32::MIN | 7 | 100.. => {  (b[i] as i32) },
m10 @ 10..=90 => { let mut v11: usize = ((n & 4095) as usize % 64);
 (a[(i[0] * 0 + 13) % 64]).saturating_add(a[41]) },
m12 => { let mut k13 = 0u32;
while k13 < 5 && true {
k13 += 1;
{
let v14 = [v3, a[(i[0] * 3 + 8) % 64], v3, ];
let v15: i32 = (v3).wrapping_sub(v3);
v3 %= (0x55i32 & 15) + 1;
}
}
let mut v16: bool = (false == true);
 (n as i32) },
 }), a[(i[0] * 4 + 16) % 64], ], ({ let v18: f32 = ({ let v17 = (9usize % 16 * (5usize % 16));
 ((-19.0f32)).max(38.0f32) });
 [(if true {  v3 } else { let mut v19 = b[(i[0] * 1 + 47) % 64];
 v3 }); 2] }), (if ((if true { let v20 = (9usize % 16 * (i[0] % 16));
 false } else {  true }) != (!false)) {  [v3, (true as i32), ] } else {  [(v3).wrapping_add(v3), ((v3 & 1023) + (v3 & 1023)), ] }), ];
let mut v22 = (if false {  n } else {  n });
x[i] = ({ let mut k23 = 0usize; loop { k23 += 1; if k23 > 2 { break v3; } if false { break (v22 as i32); } 'l25: for v24 in (1..=9usize).step_by(3) {
}
 } } >> (2u32 & 31));
y[i] = f8(12345u32);
z[i] = (((((-8.0f32)).max(c[i]) + (c[(i[0] * 2 + 57) % 64]).min(c[(i[0] * 1 + 29) % 64])) % 64.0) * 0.25).round();
q[i] = (Point { x: ((-(v3 & 1023))).min(((-1i32)).saturating_add(v3)), y: (match false { true => {  19.0f32 },
false => {  4.0f32 },
 }), z: [1u32; 2] });
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
let mut v3: i32 = (({ let mut k1 = 0usize; loop { k1 += 1; if k1 > 3 { break n; } if false { break (if true {  n } else {  n }); } {
let v2: usize = (k1 % 64 + i[0] % 64);
}
 } } == (n / (((n).clamp(3, 300) & 15) + 1))) as i32);
{
let mut k4 = 0u32;
'l5: while k4 < 2 && (false | true) {
k4 += 1;
{
let mut k6 = 0u32;
'l7: while k6 < 2 && true {
k6 += 1;
{
q[i].x = i32::MIN;
}
}
}
}
}
let f8 = |v9: u32| (u32::MAX).wrapping_add(n);
let v21 = [[(match v3 { -5..=5 => {  (-(v3 & 1023)) },
i32::MIN | 7 | 100.. => {  (b[i] as i32) },
m10 @ 10..=90 => { let mut v11: usize = ((n & 4095) as usize % 64);
 (a[(i[0] * 0 + 13) % 64]).saturating_add(a[41]) },
m12 => { let mut k13 = 0u32;
while k13 < 5 && true {
k13 += 1;
{
let v14 = [v3, a[(i[0] * 3 + 8) % 64], v3, ];
let v15: i32 = (v3).wrapping_sub(v3);
v3 %= (0x55i32 & 15) + 1;
}
}
let mut v16: bool = (false == true);
 (n as i32) },
 }), a[(i[0] * 4 + 16) % 64], ], ({ let v18: f32 = ({ let v17 = (9usize % 16 * (5usize % 16));
 ((-19.0f32)).max(38.0f32) });
 [(if true {  v3 } else { let mut v19 = b[(i[0] * 1 + 47) % 64];
 v3 }); 2] }), (if ((if true { let v20 = (9usize % 16 * (i[0] % 16));
 false } else {  true }) != (!false)) {  [v3, (true as i32), ] } else {  [(v3).wrapping_add(v3), ((v3 & 1023) + (v3 & 1023)), ] }), ];
let mut v22 = (if false {  n } else {  n });
x[i] = ({ let mut k23 = 0usize; loop { k23 += 1; if k23 > 2 { break v3; } if false { break (v22 as i32); } 'l25: for v24 in (1..=9usize).step_by(3) {
}
 } } >> (2u32 & 31));
y[i] = f8(12345u32);
z[i] = (((((-8.0f32)).max(c[i]) + (c[(i[0] * 2 + 57) % 64]).min(c[(i[0] * 1 + 29) % 64])) % 64.0) * 0.25).round();
q[i] = (Point { x: ((-(v3 & 1023))).min(((-1i32)).saturating_add(v3)), y: (match false { true => {  19.0f32 },
false => {  4.0f32 },
 }), z: [1u32; 2] });
}
}

crate::run!();
crate::expected!();
