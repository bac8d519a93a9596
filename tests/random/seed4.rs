//! The random program seed4.

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
impl Point {
fn method1(&mut self, v2: usize) -> [[i32; 2]; 3] {
let own = *self;
self.x = self.x.wrapping_add(3);
self.z[1] ^= 5;
let mut v3: i32 = (((2u32 as i32) & 7)).pow(((0u32).wrapping_add(32u32) & 3));
let result = ({ let mut v4 = (Point { x: v3, y: (-8.0f32), z: [1u32; 2] });
match Shade::Dark {
Shade::Dark => {
v3 = v3;
let mut v3 = (v3);
let mut v5: f32 = ((35.0f32).clamp(-5.0, 9.0)).max((0.0 - 27.0f32));
}
,
Shade::Grey | Shade::Light => {
let mut v3: Shade = (if (false & true) { Shade::Dark } else { Shade::Light });
}
,
_ => {
let mut v6: usize = (4usize % 64 + v2 % 64);
}
,
}
 [[1i32; 2]; 3] });
result
}
}
#[device]
fn function7(v8: &mut usize, v9: &mut [[i32; 2]; 3]) -> i32 {
let mut in_v8 = *v8;
let mut in_v9 = *v9;
in_v8 = ({  (6usize).min(in_v8) });
let mut v10: u32 = 2u32;
'l12: for v11 in (-2..4i32).rev() {
let [v13, v14] = [v10; 2];
'l16: for v15 in 0..(in_v8) % 6 {
let v18 = ({ let v17 = ((-100i32)).wrapping_shl(v10);
 [v13, v10, v14, u32::MAX, ] });
let mut v19 = (v10).trailing_zeros();
}
}
let f20 = |v21: f32| (26.0f32).max(35.0f32);
let result = i32::MAX;
*v8 = in_v8;
*v9 = in_v9;
result
}
#[kernel]
pub fn kernel(i: Index<1>, n: u32, a: &ArrayView<i32>, b: &ArrayView<u32>, c: &ArrayView<f32>, p: &ArrayView<Point>, x: &mut ArrayViewMut<i32>, y: &mut ArrayViewMut<u32>, z: &mut ArrayViewMut<f32>, q: &mut ArrayViewMut<Point>, h: &mut ArrayViewMut<u32>) {
if true { return; }
let mut v22 = [[({  0i32 }), (((i[0] / (9usize % 7 + 1)) % 16 * ((i[0] % 64 + i[0] % 64) % 16)) as i32), ], [((false == true) as i32), 1_000_000i32, ], [(((a[i] & 7)).pow((2u32 & 3))).wrapping_sub(a[(i[0] * 0 + 61) % 64]), ((a[48]).wrapping_sub((-1i32))).clamp(3, 300), ], ];
let mut v23: Point = (Point { x: i32::MIN, y: c[i], z: [n; 2] });
if ((((c[41] + c[9]) % 64.0) * 0.25).round_ties_even() <= (({  c[i] })).abs()) {
let mut k24 = 0u32;
while k24 < 5 && (a[(i[0] * 3 + 1) % 64] != a[i]) {
k24 += 1;
{
for v25 in (-3..=((a[(i[0] * 4 + 39) % 64]).rotate_right(k24) & 3)) {
if true {
let (mut v26, mut v27) = (n, i[0], );
}
let mut v28 = 3usize;
let mut v29: u32 = (if false { let mut v23: f32 = (-19.0f32);
 n } else {  n });
}
}
}
}
 else {
}
x[i] = i32::MAX;
y[i] = (match i32::MAX { -5..=5 if false => {  ({  (n).wrapping_add(b[(i[0] * 0 + 17) % 64]) }) },
i32::MIN | 7 | 100.. if ({  true }) => { if false {
}
 n },
m30 @ 10..=90 if true => {  n },
m31 => {  n },
 });
z[i] = (if (match 1i32 { -5..=5 => { let v32: (u32, u32,) = (1u32, 1u32,);
 true },
i32::MIN | 7 | 100.. => {  true },
m33 @ 10..=90 => {  false },
m34 => {  true },
 }) {  c[35] } else {  c[(i[0] * 1 + 49) % 64] });
q[i] = (Point { x: ((a[i] % ((7i32 & 15) + 1))).wrapping_mul((a[36]).wrapping_add(0i32)), y: c[(i[0] * 1 + 16) % 64], z: [1u32; 2] });
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

impl Point {
fn method1(&mut self, v2: usize) -> [[i32; 2]; 3] {
let own = *self;
self.x = self.x.wrapping_add(3);
self.z[1] ^= 5;
let mut v3: i32 = (((2u32 as i32) & 7)).pow(((0u32).wrapping_add(32u32) & 3));
let result = ({ let mut v4 = (Point { x: v3, y: (-8.0f32), z: [1u32; 2] });
match Shade::Dark {
Shade::Dark => {
v3 = v3;
let mut v3 = (v3);
let mut v5: f32 = ((35.0f32).clamp(-5.0, 9.0)).max((0.0 - 27.0f32));
}
,
Shade::Grey | Shade::Light => {
let mut v3: Shade = (if (false & true) { Shade::Dark } else { Shade::Light });
}
,
_ => {
let mut v6: usize = (4usize % 64 + v2 % 64);
}
,
}
 [[1i32; 2]; 3] });
result
}
}
fn function7(v8: &mut usize, v9: &mut [[i32; 2]; 3]) -> i32 {
let mut in_v8 = *v8;
let mut in_v9 = *v9;
in_v8 = ({  (6usize).min(in_v8) });
let mut v10: u32 = 2u32;
'l12: for v11 in (-2..4i32).rev() {
let [v13, v14] = [v10; 2];
'l16: for v15 in 0..(in_v8) % 6 {
let v18 = ({ let v17 = ((-100i32)).wrapping_shl(v10);
 [v13, v10, v14, u32::MAX, ] });
let mut v19 = (v10).trailing_zeros();
}
}
let f20 = |v21: f32| (26.0f32).max(35.0f32);
let result = i32::MAX;
*v8 = in_v8;
*v9 = in_v9;
result
}
pub fn kernel(i: Index<1>, n: u32, a: &ArrayView<i32>, b: &ArrayView<u32>, c: &ArrayView<f32>, p: &ArrayView<Point>, x: &mut ArrayViewMut<i32>, y: &mut ArrayViewMut<u32>, z: &mut ArrayViewMut<f32>, q: &mut ArrayViewMut<Point>, h: &mut ArrayViewMut<u32>) {
if true { return; }
let mut v22 = [[({  0i32 }), (((i[0] / (9usize % 7 + 1)) % 16 * ((i[0] % 64 + i[0] % 64) % 16)) as i32), ], [((false == true) as i32), 1_000_000i32, ], [(((a[i] & 7)).pow((2u32 & 3))).wrapping_sub(a[(i[0] * 0 + 61) % 64]), ((a[48]).wrapping_sub((-1i32))).clamp(3, 300), ], ];
let mut v23: Point = (Point { x: i32::MIN, y: c[i], z: [n; 2] });
if ((((c[41] + c[9]) % 64.0) * 0.25).round_ties_even() <= (({  c[i] })).abs()) {
let mut k24 = 0u32;
while k24 < 5 && (a[(i[0] * 3 + 1) % 64] != a[i]) {
k24 += 1;
{
for v25 in (-3..=((a[(i[0] * 4 + 39) % 64]).rotate_right(k24) & 3)) {
if true {
let (mut v26, mut v27) = (n, i[0], );
}
let mut v28 = 3usize;
let mut v29: u32 = (if false { let mut v23: f32 = (-19.0f32);
 n } else {  n });
}
}
}
}
 else {
}
x[i] = i32::MAX;
y[i] = (match i32::MAX { -5..=5 if false => {  ({  (n).wrapping_add(b[(i[0] * 0 + 17) % 64]) }) },
i32::MIN | 7 | 100.. if ({  true }) => { if false {
}
 n },
m30 @ 10..=90 if true => {  n },
m31 => {  n },
 });
z[i] = (if (match 1i32 { -5..=5 => { let v32: (u32, u32,) = (1u32, 1u32,);
 true },
i32::MIN | 7 | 100.. => {  true },
m33 @ 10..=90 => {  false },
m34 => {  true },
 }) {  c[35] } else {  c[(i[0] * 1 + 49) % 64] });
q[i] = (Point { x: ((a[i] % ((7i32 & 15) + 1))).wrapping_mul((a[36]).wrapping_add(0i32)), y: c[(i[0] * 1 + 16) % 64], z: [1u32; 2] });
}
}

crate::run!();
crate::expected!();
