//! The random program seed18.

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
fn function1(v2: u32) -> Point {
if (1i32 != i32::MIN) { return (Point { x: i32::MIN, y: 27.0f32, z: [1u32; 2] }); }
let result = Point { x: 1, y: 2.0, z: [3, 4] };
result
}
#[device]
fn function3(v4: &mut [usize; 2], v5: Shade) -> i32 {
let mut in_v4 = *v4;
let [v6, v7] = [((31u32 & 4095) as usize % 64), (6usize / (0usize % 7 + 1)), ];
let mut v8: u32 = 2u32;
let result = (v5 as i32);
*v4 = in_v4;
result
}
#[kernel]
pub fn kernel(i: Index<1>, n: u32, a: &ArrayView<i32>, b: &ArrayView<u32>, c: &ArrayView<f32>, p: &ArrayView<Point>, x: &mut ArrayViewMut<i32>, y: &mut ArrayViewMut<u32>, z: &mut ArrayViewMut<f32>, q: &mut ArrayViewMut<Point>, h: &mut ArrayViewMut<u32>) {
let mut v9 = (((((-6.0f32) * 0.25).floor() as i32) & 1023) - (((-(1i32 & 1023))).max(a[(i[0] * 3 + 35) % 64]) & 1023));
let mut v43 = { let mut k10 = 0usize; loop { k10 += 1; if k10 > 4 { break true; } if false { break ({ let mut k11 = 0usize; loop { k11 += 1; if k11 > 2 { break (n != n); } if (v9 != v9) { break (!true); } let mut v12: usize = (k11 / (k10 % 7 + 1));
 } } != ({  (i[0] > k10) })); } if ((v9).clamp(3, 300) >= (v9).rem_euclid((v9 & 15) + 1)) {
let mut v14: [u32; 3] = [(if false { let mut v13 = [n, b[i], b[(i[0] * 0 + 61) % 64], ];
 b[(i[0] * 1 + 21) % 64] } else {  n }); 3];
let mut v15: i32 = (-((1_000_000i32).wrapping_shr(n) & 1023));
if (Shade::Grey == Shade::Grey) {
let Point { x: v16, y: v17, .. } = (Point { x: v9, y: c[(i[0] * 3 + 41) % 64], z: [1u32; 2] });
}
}
 else if (match ({  Shade::Dark }) { Shade::Dark => { let mut v18 = (v9).wrapping_sub(v9);
 false },
Shade::Grey | Shade::Light => {  (n != n) },
_ => { if true { return; }
'l20: for v19 in [1u32; 3] {
let mut v21: Point = (Point { x: a[(i[0] * 2 + 49) % 64], y: c[(i[0] * 1 + 52) % 64], z: [1u32; 2] });
v21.x = a[30];
}
 (b[i] > n) },
 }) {
if (true != true) {
let mut v22: u32 = (n).trailing_zeros();
let mut k23 = 0u32;
'l24: while k23 < 2 && true {
k23 += 1;
{
let mut v25 = (2.0f32).rem_euclid(7.0);
let v26: f32 = (v25).rem_euclid(7.0);
let mut v27: i32 = (v9).reverse_bits();
}
}
}
 else {
let v28: Shade = (if true { Shade::Dark } else { Shade::Light });
match v9 {
-5..=5 if true => {
let mut v29: Point = (Point { x: a[i], y: c[(i[0] * 0 + 35) % 64], z: [1u32; 2] });
let mut v30: usize = k10;
let [v34, v35] = (if false { let mut v31 = (v9).rem_euclid((v9 & 15) + 1);
let v28: u32 = ((v9).count_ones()).rotate_right(n);
 [1.0f32; 2] } else { let mut v32 = false;
let v33: u32 = b[(i[0] * 2 + 58) % 64];
 [1.0f32; 2] });
}
,
i32::MIN | 7 | 100.. => {
let v36: u32 = (v9 as u32);
let v37: bool = true;
}
,
m38 @ 10..=90 if false => {
let v39: i32 = (n as i32);
let v9: [u32; 4] = [n; 4];
let f40 = |v41: bool| v41;
}
,
m42 => {
}
,
}
}
}
 else {
}
 } };
x[i] = (if (((c[i] - c[47]) % 64.0) != ({  42.0f32 })) {  7i32 } else {  v9 });
y[i] = ((((n).count_ones() | 0x400) - (n & 1023))).saturating_sub(b[i]);
z[i] = (if v43 { let mut k44 = 0u32;
'l45: while k44 < 5 && (v43 | true) {
k44 += 1;
{
}
}
 c[27] } else {  c[i] });
q[i] = (Point { x: v9, y: (((c[i] * 2.0f32) % 64.0)).min(c[i]), z: [1u32; 2] });
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

fn function1(v2: u32) -> Point {
if (1i32 != i32::MIN) { return (Point { x: i32::MIN, y: 27.0f32, z: [1u32; 2] }); }
let result = Point { x: 1, y: 2.0, z: [3, 4] };
result
}
fn function3(v4: &mut [usize; 2], v5: Shade) -> i32 {
let mut in_v4 = *v4;
let [v6, v7] = [((31u32 & 4095) as usize % 64), (6usize / (0usize % 7 + 1)), ];
let mut v8: u32 = 2u32;
let result = (v5 as i32);
*v4 = in_v4;
result
}
pub fn kernel(i: Index<1>, n: u32, a: &ArrayView<i32>, b: &ArrayView<u32>, c: &ArrayView<f32>, p: &ArrayView<Point>, x: &mut ArrayViewMut<i32>, y: &mut ArrayViewMut<u32>, z: &mut ArrayViewMut<f32>, q: &mut ArrayViewMut<Point>, h: &mut ArrayViewMut<u32>) {
let mut v9 = (((((-6.0f32) * 0.25).floor() as i32) & 1023) - (((-(1i32 & 1023))).max(a[(i[0] * 3 + 35) % 64]) & 1023));
let mut v43 = { let mut k10 = 0usize; loop { k10 += 1; if k10 > 4 { break true; } if false { break ({ let mut k11 = 0usize; loop { k11 += 1; if k11 > 2 { break (n != n); } if (v9 != v9) { break (!true); } let mut v12: usize = (k11 / (k10 % 7 + 1));
 } } != ({  (i[0] > k10) })); } if ((v9).clamp(3, 300) >= (v9).rem_euclid((v9 & 15) + 1)) {
let mut v14: [u32; 3] = [(if false { let mut v13 = [n, b[i], b[(i[0] * 0 + 61) % 64], ];
 b[(i[0] * 1 + 21) % 64] } else {  n }); 3];
let mut v15: i32 = (-((1_000_000i32).wrapping_shr(n) & 1023));
if (Shade::Grey == Shade::Grey) {
let Point { x: v16, y: v17, .. } = (Point { x: v9, y: c[(i[0] * 3 + 41) % 64], z: [1u32; 2] });
}
}
 else if (match ({  Shade::Dark }) { Shade::Dark => { let mut v18 = (v9).wrapping_sub(v9);
 false },
Shade::Grey | Shade::Light => {  (n != n) },
_ => { if true { return; }
'l20: for v19 in [1u32; 3] {
let mut v21: Point = (Point { x: a[(i[0] * 2 + 49) % 64], y: c[(i[0] * 1 + 52) % 64], z: [1u32; 2] });
v21.x = a[30];
}
 (b[i] > n) },
 }) {
if (true != true) {
let mut v22: u32 = (n).trailing_zeros();
let mut k23 = 0u32;
'l24: while k23 < 2 && true {
k23 += 1;
{
let mut v25 = (2.0f32).rem_euclid(7.0);
let v26: f32 = (v25).rem_euclid(7.0);
let mut v27: i32 = (v9).reverse_bits();
}
}
}
 else {
let v28: Shade = (if true { Shade::Dark } else { Shade::Light });
match v9 {
-5..=5 if true => {
let mut v29: Point = (Point { x: a[i], y: c[(i[0] * 0 + 35) % 64], z: [1u32; 2] });
let mut v30: usize = k10;
let [v34, v35] = (if false { let mut v31 = (v9).rem_euclid((v9 & 15) + 1);
let v28: u32 = ((v9).count_ones()).rotate_right(n);
 [1.0f32; 2] } else { let mut v32 = false;
let v33: u32 = b[(i[0] * 2 + 58) % 64];
 [1.0f32; 2] });
}
,
i32::MIN | 7 | 100.. => {
let v36: u32 = (v9 as u32);
let v37: bool = true;
}
,
m38 @ 10..=90 if false => {
let v39: i32 = (n as i32);
let v9: [u32; 4] = [n; 4];
let f40 = |v41: bool| v41;
}
,
m42 => {
}
,
}
}
}
 else {
}
 } };
x[i] = (if (((c[i] - c[47]) % 64.0) != ({  42.0f32 })) {  7i32 } else {  v9 });
y[i] = ((((n).count_ones() | 0x400) - (n & 1023))).saturating_sub(b[i]);
z[i] = (if v43 { let mut k44 = 0u32;
'l45: while k44 < 5 && (v43 | true) {
k44 += 1;
{
}
}
 c[27] } else {  c[i] });
q[i] = (Point { x: v9, y: (((c[i] * 2.0f32) % 64.0)).min(c[i]), z: [1u32; 2] });
}
}

crate::run!();
crate::expected!();
