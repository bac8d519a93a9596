//! The random program seed11.

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
fn function1(v2: Point) -> [u32; 3] {
match (6usize / (9usize % 7 + 1)) {
0 if (true == false) => {
let mut v3: [[i32; 2]; 3] = [[1i32; 2], [1i32; 2], [1i32; 2], ];
let Point { x: v4, y: v5, .. } = (Point { x: i32::MAX, y: 15.0f32, z: [1u32; 2] });
}
,
1..=3 => {
let mut v6 = (32u32).div_euclid((32u32 & 15) + 1);
if false { return [1u32; 3]; }
let v7 = ({  (true, 1u32,) });
}
,
m8 => {
if false {
let v9 = (m8 % 64 + 3usize % 64);
let f10 = |v11: f32| v11;
}
 else {
let mut v12: [usize; 2] = [1usize; 2];
}
}
,
}
let result = [1u32; 3];
result
}
#[device]
fn function13(v14: usize, v15: (i32, bool,)) -> [u32; 2] {
let v16: [[i32; 2]; 3] = [[1i32, 1_000_000i32, ], [1i32; 2], [1i32; 2], ];
let result = (match (if true { Shade::Dark } else { Shade::Light }) { Shade::Dark if (if false { let mut v17 = (1i32).wrapping_mul(0i32);
 false } else {  true }) => {  [31u32; 2] },
Shade::Grey | Shade::Light => {  [31u32, 0u32, ] },
_ => {  [32u32; 2] },
 });
result
}
#[device]
fn function18(v19: Shade) -> u32 {
let v20: u32 = (((0x8000_0000u32 & 1023) * (31u32 & 1023)) / (((v19 as u32) & 15) + 1));
let v21: u32 = ((v20).wrapping_mul(v20) / ((v20 & 15) + 1));
{
let v22: [[i32; 2]; 3] = [[1i32; 2], [1i32; 2], [1i32; 2], ];
if true {
let mut v23 = ({  29.0f32 });
}
 else {
let mut v21 = ((v21 & 4095) as usize % 64);
let v19 = [[1i32; 2], [1i32; 2], [1i32; 2], ];
}
for v24 in (1..=9usize).step_by(3) {
let v25 = (1usize, 1u32,);
}
}
let result = v20;
result
}
#[kernel]
pub fn kernel(i: Index<1>, n: u32, a: &ArrayView<i32>, b: &ArrayView<u32>, c: &ArrayView<f32>, p: &ArrayView<Point>, x: &mut ArrayViewMut<i32>, y: &mut ArrayViewMut<u32>, z: &mut ArrayViewMut<f32>, q: &mut ArrayViewMut<Point>, h: &mut ArrayViewMut<u32>) {
let v26: u32 = ((function18(Shade::Grey) & 7)).pow(((n).wrapping_neg() & 3));
if ({ 'l28: for v27 in (-3..=((!0x55i32) & 3)) {
let f29 = |v30: bool| v30;
x[i] = a[57];
let v31: Point = (Point { x: (!v27), y: (c[i]).abs(), z: [v26, v26, ] });
}
 ((false & true) | (v26 < v26)) }) { return; }
if ((({  false }) || (i[0] == i[0]))) {
if ((if true { Shade::Dark } else { Shade::Light }) == Shade::Grey) { return; }
let mut v26: Point = (Point { x: ((n as i32)), y: c[(i[0] * 1 + 42) % 64], z: function13((i[0]).min(8usize), (1_000_000i32, false, )) });
}
let v35 = ((({ if true { return; }
'l33: for v32 in (1..=9usize).step_by(3) {
let mut v34: Shade = (if true { Shade::Dark } else { Shade::Light });
}
 true }) as i32) << ((!(c[(i[0] * 2 + 51) % 64] as u32)) & 31));
x[i] = (((7i32).wrapping_mul(a[(i[0] * 3 + 45) % 64])).wrapping_sub((v35).wrapping_mul(v35)) & v35);
y[i] = (((n).clamp(3, 300) & 7)).pow((function18((if false { Shade::Dark } else { Shade::Light })) & 3));
z[i] = ((((c[(i[0] * 4 + 33) % 64]).mul_add((c[40]).abs(), 3.0) % 64.0)).mul_add(((c[i] + ((v35 & 63) as f32)) % 64.0), 3.0) % 64.0);
q[i] = (Point { x: (match (if true { Shade::Dark } else { Shade::Light }) { Shade::Dark if (0x55i32 != v35) => {  ((v35 & 7)).pow((v26 & 3)) },
Shade::Grey | Shade::Light if (c[i] <= 7.0f32) => {  (v35).div_euclid((v35 & 15) + 1) },
_ => { x[i] = v35;
 (v35).saturating_add(v35) },
 }), y: (((-13.0f32)).rem_euclid(7.0) * 0.25).round(), z: function13((i[0] / (4usize % 7 + 1)), (1i32, true,)) });
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

fn function1(v2: Point) -> [u32; 3] {
match (6usize / (9usize % 7 + 1)) {
0 if (true == false) => {
let mut v3: [[i32; 2]; 3] = [[1i32; 2], [1i32; 2], [1i32; 2], ];
let Point { x: v4, y: v5, .. } = (Point { x: i32::MAX, y: 15.0f32, z: [1u32; 2] });
}
,
1..=3 => {
let mut v6 = (32u32).div_euclid((32u32 & 15) + 1);
if false { return [1u32; 3]; }
let v7 = ({  (true, 1u32,) });
}
,
m8 => {
if false {
let v9 = (m8 % 64 + 3usize % 64);
let f10 = |v11: f32| v11;
}
 else {
let mut v12: [usize; 2] = [1usize; 2];
}
}
,
}
let result = [1u32; 3];
result
}
fn function13(v14: usize, v15: (i32, bool,)) -> [u32; 2] {
let v16: [[i32; 2]; 3] = [[1i32, 1_000_000i32, ], [1i32; 2], [1i32; 2], ];
let result = (match (if true { Shade::Dark } else { Shade::Light }) { Shade::Dark if (if false { let mut v17 = (1i32).wrapping_mul(0i32);
 false } else {  true }) => {  [31u32; 2] },
Shade::Grey | Shade::Light => {  [31u32, 0u32, ] },
_ => {  [32u32; 2] },
 });
result
}
fn function18(v19: Shade) -> u32 {
let v20: u32 = (((0x8000_0000u32 & 1023) * (31u32 & 1023)) / (((v19 as u32) & 15) + 1));
let v21: u32 = ((v20).wrapping_mul(v20) / ((v20 & 15) + 1));
{
let v22: [[i32; 2]; 3] = [[1i32; 2], [1i32; 2], [1i32; 2], ];
if true {
let mut v23 = ({  29.0f32 });
}
 else {
let mut v21 = ((v21 & 4095) as usize % 64);
let v19 = [[1i32; 2], [1i32; 2], [1i32; 2], ];
}
for v24 in (1..=9usize).step_by(3) {
let v25 = (1usize, 1u32,);
}
}
let result = v20;
result
}
pub fn kernel(i: Index<1>, n: u32, a: &ArrayView<i32>, b: &ArrayView<u32>, c: &ArrayView<f32>, p: &ArrayView<Point>, x: &mut ArrayViewMut<i32>, y: &mut ArrayViewMut<u32>, z: &mut ArrayViewMut<f32>, q: &mut ArrayViewMut<Point>, h: &mut ArrayViewMut<u32>) {
let v26: u32 = ((function18(Shade::Grey) & 7)).pow(((n).wrapping_neg() & 3));
if ({ 'l28: for v27 in (-3..=((!0x55i32) & 3)) {
let f29 = |v30: bool| v30;
x[i] = a[57];
let v31: Point = (Point { x: (!v27), y: (c[i]).abs(), z: [v26, v26, ] });
}
 ((false & true) | (v26 < v26)) }) { return; }
if ((({  false }) || (i[0] == i[0]))) {
if ((if true { Shade::Dark } else { Shade::Light }) == Shade::Grey) { return; }
let mut v26: Point = (Point { x: ((n as i32)), y: c[(i[0] * 1 + 42) % 64], z: function13((i[0]).min(8usize), (1_000_000i32, false, )) });
}
let v35 = ((({ if true { return; }
'l33: for v32 in (1..=9usize).step_by(3) {
let mut v34: Shade = (if true { Shade::Dark } else { Shade::Light });
}
 true }) as i32) << ((!(c[(i[0] * 2 + 51) % 64] as u32)) & 31));
x[i] = (((7i32).wrapping_mul(a[(i[0] * 3 + 45) % 64])).wrapping_sub((v35).wrapping_mul(v35)) & v35);
y[i] = (((n).clamp(3, 300) & 7)).pow((function18((if false { Shade::Dark } else { Shade::Light })) & 3));
z[i] = ((((c[(i[0] * 4 + 33) % 64]).mul_add((c[40]).abs(), 3.0) % 64.0)).mul_add(((c[i] + ((v35 & 63) as f32)) % 64.0), 3.0) % 64.0);
q[i] = (Point { x: (match (if true { Shade::Dark } else { Shade::Light }) { Shade::Dark if (0x55i32 != v35) => {  ((v35 & 7)).pow((v26 & 3)) },
Shade::Grey | Shade::Light if (c[i] <= 7.0f32) => {  (v35).div_euclid((v35 & 15) + 1) },
_ => { x[i] = v35;
 (v35).saturating_add(v35) },
 }), y: (((-13.0f32)).rem_euclid(7.0) * 0.25).round(), z: function13((i[0] / (4usize % 7 + 1)), (1i32, true,)) });
}
}

crate::run!();
crate::expected!();
