//! The random program seed0.

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
fn method1(&mut self, v2: [i32; 2]) -> u32 {
let own = *self;
self.x = self.x.wrapping_add(3);
self.z[1] ^= 5;
let v5 = { let mut k3 = 0usize; loop { k3 += 1; if k3 > 4 { break [1usize; 4]; } if (12345u32 < 0u32) { break [k3, k3, k3, k3, ]; } let v4 = (Point { x: (-100i32), y: 35.0f32, z: [1u32; 2] });
 } };
if (i32::MAX <= 1_000_000i32) {
if false {
let v6 = ((-100i32) << (0x8000_0000u32 & 31));
}
 else if false {
let mut v7: u32 = (2u32);
v7 &= u32::MAX;
let mut v8: usize = (3usize).min(3usize);
}
 else {
let v9 = (4.0f32, false, (-1i32), );
let (mut v10, mut v11) = (1.0f32, 1i32,);
}
}
let result = 32u32;
result
}
}
#[device]
fn function12(v13: (i32, i32,)) -> [[i32; 2]; 3] {
if (1usize > 0usize) {
if true {
let v13 = false;
}
let v14: Point = (Point { x: 1_000_000i32, y: 26.0f32, z: [1u32; 2] });
let mut v15: Shade = Shade::Light;
}
 else {
let mut v13: Shade = (if true { Shade::Dark } else { Shade::Light });
match (1i32, true,) {
(m16, true) => {
let f17 = |v18: bool| false;
}
,
(0..=9, _) => {
let v19 = (false || false);
let mut v20 = (13.0f32 == 40.0f32);
}
,
(_, m21) => {
}
,
}
}
let result = [[1i32; 2]; 3];
result
}
#[device]
fn function22(v23: &mut [bool; 4], v24: u32) -> f32 {
let mut in_v23 = *v23;
'l26: for v25 in (-3..=(i32::MAX & 3)) {
let mut v27 = (-(v25 & 1023));
let mut k28 = 0u32;
while k28 < 2 && true {
k28 += 1;
{
let v29: u32 = (Shade::Light as u32);
}
}
}
'l31: for v30 in (-3..=(({ let mut v32: u32 = 2u32;
let v32: bool = true;
 1_000_000i32 }) & 3)) {
let (mut v33, mut v34) = (v24, v24, );
let mut v35: Point = (Point { x: v30, y: 32.0f32, z: [1u32; 2] });
}
let result = (if (false) {  27.0f32 } else {  10.0f32 });
*v23 = in_v23;
result
}
#[kernel]
pub fn kernel(i: Index<1>, n: u32, a: &ArrayView<i32>, b: &ArrayView<u32>, c: &ArrayView<f32>, p: &ArrayView<Point>, x: &mut ArrayViewMut<i32>, y: &mut ArrayViewMut<u32>, z: &mut ArrayViewMut<f32>, q: &mut ArrayViewMut<Point>, h: &mut ArrayViewMut<u32>) {
let v36: f32 = ((((-18.0f32)).mul_add((-20.0f32), 3.0) % 64.0)).clamp(-5.0, 9.0);
let mut v37: u32 = ((((false) as u32) | ({  (n).wrapping_mul(b[i]) }))).rotate_left(((-((if true {  (-100i32) } else {  a[i] }) & 1023))).abs_diff((Shade::Dark as i32)));
let mut k38 = 0u32;
while k38 < 5 && false {
k38 += 1;
{
let v39: [f32; 2] = [1.0f32; 2];
if ((true && { v37 = v37.wrapping_add(1); true }) && (if false {  false } else {  false })) {
let v37 = ((((v36 - v36) % 64.0) * (v36).abs()) % 64.0);
}
}
}
let mut v40: Point = p[55];
if { let mut k41 = 0usize; loop { k41 += 1; if k41 > 4 { break (true & false); } if (!true) { break (if (true == true) {  (if true {  true } else { v40.y = 8.0f32;
let f42 = |v43: f32| (-7.0f32);
 false }) } else { let v37 = (v37, a[i], );
 true }); } let v44: [[i32; 2]; 3] = [[a[44], 7i32, ]; 3];
 } } { return; }
let f45 = |v46: i32| (v46 ^ v46);
let mut k47 = 0u32;
'l48: while k47 < 2 && true {
k47 += 1;
{
}
}
x[i] = (v40.x).wrapping_neg();
y[i] = (if false { let mut v49: u32 = (!b[(i[0] * 0 + 52) % 64]);
if true { return; }
 v37 } else {  k38 });
z[i] = (match (((v36 as u32) & 4095) as usize % 64) { 0 => {  v36 },
1..=3 => {  v36 },
m50 => {  v36 },
 });
q[i] = { let mut k51 = 0usize; loop { k51 += 1; if k51 > 3 { break v40; } if true { break v40; } if (false || true) {
}
 else if false {
}
 else {
}
 } };
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
fn method1(&mut self, v2: [i32; 2]) -> u32 {
let own = *self;
self.x = self.x.wrapping_add(3);
self.z[1] ^= 5;
let v5 = { let mut k3 = 0usize; loop { k3 += 1; if k3 > 4 { break [1usize; 4]; } if (12345u32 < 0u32) { break [k3, k3, k3, k3, ]; } let v4 = (Point { x: (-100i32), y: 35.0f32, z: [1u32; 2] });
 } };
if (i32::MAX <= 1_000_000i32) {
if false {
let v6 = ((-100i32) << (0x8000_0000u32 & 31));
}
 else if false {
let mut v7: u32 = (2u32);
v7 &= u32::MAX;
let mut v8: usize = (3usize).min(3usize);
}
 else {
let v9 = (4.0f32, false, (-1i32), );
let (mut v10, mut v11) = (1.0f32, 1i32,);
}
}
let result = 32u32;
result
}
}
fn function12(v13: (i32, i32,)) -> [[i32; 2]; 3] {
if (1usize > 0usize) {
if true {
let v13 = false;
}
let v14: Point = (Point { x: 1_000_000i32, y: 26.0f32, z: [1u32; 2] });
let mut v15: Shade = Shade::Light;
}
 else {
let mut v13: Shade = (if true { Shade::Dark } else { Shade::Light });
match (1i32, true,) {
(m16, true) => {
let f17 = |v18: bool| false;
}
,
(0..=9, _) => {
let v19 = (false || false);
let mut v20 = (13.0f32 == 40.0f32);
}
,
(_, m21) => {
}
,
}
}
let result = [[1i32; 2]; 3];
result
}
fn function22(v23: &mut [bool; 4], v24: u32) -> f32 {
let mut in_v23 = *v23;
'l26: for v25 in (-3..=(i32::MAX & 3)) {
let mut v27 = (-(v25 & 1023));
let mut k28 = 0u32;
while k28 < 2 && true {
k28 += 1;
{
let v29: u32 = (Shade::Light as u32);
}
}
}
'l31: for v30 in (-3..=(({ let mut v32: u32 = 2u32;
let v32: bool = true;
 1_000_000i32 }) & 3)) {
let (mut v33, mut v34) = (v24, v24, );
let mut v35: Point = (Point { x: v30, y: 32.0f32, z: [1u32; 2] });
}
let result = (if (false) {  27.0f32 } else {  10.0f32 });
*v23 = in_v23;
result
}
pub fn kernel(i: Index<1>, n: u32, a: &ArrayView<i32>, b: &ArrayView<u32>, c: &ArrayView<f32>, p: &ArrayView<Point>, x: &mut ArrayViewMut<i32>, y: &mut ArrayViewMut<u32>, z: &mut ArrayViewMut<f32>, q: &mut ArrayViewMut<Point>, h: &mut ArrayViewMut<u32>) {
let v36: f32 = ((((-18.0f32)).mul_add((-20.0f32), 3.0) % 64.0)).clamp(-5.0, 9.0);
let mut v37: u32 = ((((false) as u32) | ({  (n).wrapping_mul(b[i]) }))).rotate_left(((-((if true {  (-100i32) } else {  a[i] }) & 1023))).abs_diff((Shade::Dark as i32)));
let mut k38 = 0u32;
while k38 < 5 && false {
k38 += 1;
{
let v39: [f32; 2] = [1.0f32; 2];
if ((true && { v37 = v37.wrapping_add(1); true }) && (if false {  false } else {  false })) {
let v37 = ((((v36 - v36) % 64.0) * (v36).abs()) % 64.0);
}
}
}
let mut v40: Point = p[55];
if { let mut k41 = 0usize; loop { k41 += 1; if k41 > 4 { break (true & false); } if (!true) { break (if (true == true) {  (if true {  true } else { v40.y = 8.0f32;
let f42 = |v43: f32| (-7.0f32);
 false }) } else { let v37 = (v37, a[i], );
 true }); } let v44: [[i32; 2]; 3] = [[a[44], 7i32, ]; 3];
 } } { return; }
let f45 = |v46: i32| (v46 ^ v46);
let mut k47 = 0u32;
'l48: while k47 < 2 && true {
k47 += 1;
{
}
}
x[i] = (v40.x).wrapping_neg();
y[i] = (if false { let mut v49: u32 = (!b[(i[0] * 0 + 52) % 64]);
if true { return; }
 v37 } else {  k38 });
z[i] = (match (((v36 as u32) & 4095) as usize % 64) { 0 => {  v36 },
1..=3 => {  v36 },
m50 => {  v36 },
 });
q[i] = { let mut k51 = 0usize; loop { k51 += 1; if k51 > 3 { break v40; } if true { break v40; } if (false || true) {
}
 else if false {
}
 else {
}
 } };
}
}

crate::run!();
crate::expected!();
