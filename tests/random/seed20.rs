//! The random program seed20.

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
fn function1(v2: [bool; 4]) -> [[i32; 2]; 3] {
if (35.0f32 <= (-13.0f32)) { return [[1i32; 2], [1i32; 2], [1i32; 2], ]; }
for v3 in 0..3u32 {
if true {
let v3 = ((v3 & 7)).pow((v3 & 3));
let v4: Point = (Point { x: 0x55i32, y: 32.0f32, z: [1u32; 2] });
let mut v5 = Point { x: 1, y: 2.0, z: [3, 4] };
}
 else {
let mut v6: bool = (i32::MIN > 0x55i32);
let mut v7 = (if v6 {  true } else {  v6 });
}
}
let mut k8 = 0u32;
'l9: while k8 < 1 && (false || false) {
k8 += 1;
{
if false {
let v10: u32 = k8;
}
 else if false {
}
 else {
}
}
}
let result = [[1i32; 2]; 3];
result
}
#[kernel]
pub fn kernel(i: Index<1>, n: u32, a: &ArrayView<i32>, b: &ArrayView<u32>, c: &ArrayView<f32>, p: &ArrayView<Point>, x: &mut ArrayViewMut<i32>, y: &mut ArrayViewMut<u32>, z: &mut ArrayViewMut<f32>, q: &mut ArrayViewMut<Point>, h: &mut ArrayViewMut<u32>) {
let mut v11 = c[(i[0] * 2 + 10) % 64];
atomic_fetch_add(&mut h[(if ({ v11 = v11;
let v12 = (i[0] / (i[0] % 7 + 1));
 true }) {  ({  i[0] }) } else { let v13: Shade = (if (a[41] != i32::MIN) { Shade::Dark } else { Shade::Light });
let mut v14 = [[1i32; 2], [1i32; 2], [1i32; 2], ];
 i[0] }) % 8], ((n).rem_euclid((0u32 & 15) + 1)).div_euclid(((n).min(b[i]) & 15) + 1) & 7);
let mut v29: Point = (Point { x: ({ if (1usize < i[0]) {
let mut k15 = 0u32;
while k15 < 5 && true {
k15 += 1;
{
let (v16, v17) = (v11, n, );
}
}
if true { return; }
}
let f18 = |v19: u32| (n);
 ({ let mut v20: i32 = (a[40] << (n & 31));
 v20 }) }), y: { let mut k21 = 0usize; loop { k21 += 1; if k21 > 3 { break (v11).min(v11); } if (if true { let mut v23 = (false as u32);
let f24 = |v25: f32| v25;
 true } else { let v28: [u32; 3] = (if true { let v26: i32 = ((a[i] & 1023) + (a[i] & 1023));
let mut v27: [i32; 4] = [v26; 4];
 [1u32; 3] } else {  [1u32; 3] });
 true }) { break (c[18]).abs(); } let mut v22 = (1i32, 1i32,);
 } }, z: [1u32; 2] });
if ((((n & 4095) as usize % 64) >= i[0]) && false) {
}
 else if true {
}
 else {
}
x[i] = (-((match (a[(i[0] * 1 + 37) % 64], false, ) { (m30, true) => { let mut v31: Shade = Shade::Light;
 m30 },
(0..=9, _) => {  a[30] },
(_, m32) => {  a[8] },
 }) & 1023));
y[i] = ((((i[0]).min(i[0]) as i32) >= a[i]) as u32);
z[i] = (0.0 - ((({  21.0f32 }) * (v11).min(19.0f32)) % 64.0));
q[i] = ({  (Point { x: 1i32, y: ((v11 + v11) % 64.0), z: [1u32; 2] }) });
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

fn function1(v2: [bool; 4]) -> [[i32; 2]; 3] {
if (35.0f32 <= (-13.0f32)) { return [[1i32; 2], [1i32; 2], [1i32; 2], ]; }
for v3 in 0..3u32 {
if true {
let v3 = ((v3 & 7)).pow((v3 & 3));
let v4: Point = (Point { x: 0x55i32, y: 32.0f32, z: [1u32; 2] });
let mut v5 = Point { x: 1, y: 2.0, z: [3, 4] };
}
 else {
let mut v6: bool = (i32::MIN > 0x55i32);
let mut v7 = (if v6 {  true } else {  v6 });
}
}
let mut k8 = 0u32;
'l9: while k8 < 1 && (false || false) {
k8 += 1;
{
if false {
let v10: u32 = k8;
}
 else if false {
}
 else {
}
}
}
let result = [[1i32; 2]; 3];
result
}
pub fn kernel(i: Index<1>, n: u32, a: &ArrayView<i32>, b: &ArrayView<u32>, c: &ArrayView<f32>, p: &ArrayView<Point>, x: &mut ArrayViewMut<i32>, y: &mut ArrayViewMut<u32>, z: &mut ArrayViewMut<f32>, q: &mut ArrayViewMut<Point>, h: &mut ArrayViewMut<u32>) {
let mut v11 = c[(i[0] * 2 + 10) % 64];
atomic_fetch_add(&mut h[(if ({ v11 = v11;
let v12 = (i[0] / (i[0] % 7 + 1));
 true }) {  ({  i[0] }) } else { let v13: Shade = (if (a[41] != i32::MIN) { Shade::Dark } else { Shade::Light });
let mut v14 = [[1i32; 2], [1i32; 2], [1i32; 2], ];
 i[0] }) % 8], ((n).rem_euclid((0u32 & 15) + 1)).div_euclid(((n).min(b[i]) & 15) + 1) & 7);
let mut v29: Point = (Point { x: ({ if (1usize < i[0]) {
let mut k15 = 0u32;
while k15 < 5 && true {
k15 += 1;
{
let (v16, v17) = (v11, n, );
}
}
if true { return; }
}
let f18 = |v19: u32| (n);
 ({ let mut v20: i32 = (a[40] << (n & 31));
 v20 }) }), y: { let mut k21 = 0usize; loop { k21 += 1; if k21 > 3 { break (v11).min(v11); } if (if true { let mut v23 = (false as u32);
let f24 = |v25: f32| v25;
 true } else { let v28: [u32; 3] = (if true { let v26: i32 = ((a[i] & 1023) + (a[i] & 1023));
let mut v27: [i32; 4] = [v26; 4];
 [1u32; 3] } else {  [1u32; 3] });
 true }) { break (c[18]).abs(); } let mut v22 = (1i32, 1i32,);
 } }, z: [1u32; 2] });
if ((((n & 4095) as usize % 64) >= i[0]) && false) {
}
 else if true {
}
 else {
}
x[i] = (-((match (a[(i[0] * 1 + 37) % 64], false, ) { (m30, true) => { let mut v31: Shade = Shade::Light;
 m30 },
(0..=9, _) => {  a[30] },
(_, m32) => {  a[8] },
 }) & 1023));
y[i] = ((((i[0]).min(i[0]) as i32) >= a[i]) as u32);
z[i] = (0.0 - ((({  21.0f32 }) * (v11).min(19.0f32)) % 64.0));
q[i] = ({  (Point { x: 1i32, y: ((v11 + v11) % 64.0), z: [1u32; 2] }) });
}
}

crate::run!();
crate::expected!();
