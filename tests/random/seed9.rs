//! The random program seed9.

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
fn function1(v2: u32, v3: [[i32; 2]; 3]) -> u32 {
if (true) {
let v4: u32 = v2;
let mut v11: u32 = { let mut k5 = 0usize; loop { k5 += 1; if k5 > 1 { break ((v2 & 1023) * (v4 & 1023)); } if (false & true) { break (v4).wrapping_sub(32u32); } for v6 in [1i32; 3] {
let v8 = { let mut k7 = 0usize; loop { k7 += 1; if k7 > 4 { break ((v2 & 7)).pow((v4 & 3)); } if (false & true) { break (v4).rem_euclid((v2 & 15) + 1); } if false { continue; }
 } };
let mut v9 = ((v2 & 4095) as usize % 64);
let mut v10: [[i32; 2]; 3] = [[1i32; 2]; 3];
}
 } };
}
 else if false {
}
 else {
}
let result = v2;
result
}
#[device]
fn function12(v13: f32, v14: i32) -> i32 {
let mut v15: i32 = v14;
let result = ((v15).signum()).reverse_bits();
result
}
#[device]
impl Point {
fn method16(self, v17: &mut f32) -> usize {
let mut in_v17 = *v17;
let own = self;
let v18: (i32, i32, f32,) = ((i32::MAX).div_euclid((0x55i32 & 15) + 1), (Shade::Grey as i32), (in_v17 * 0.25).trunc(), );
for v19 in (-3..=((-100i32) & 3)) {
let mut v20: Point = (Point { x: 1_000_000i32, y: in_v17, z: [1u32; 2] });
let mut v21: f32 = ((in_v17 - in_v17) % 64.0);
}
let mut v18 = ((3usize % 64 + 5usize % 64)).min((if false {  3usize } else {  5usize }));
if (true || true) { return v18; }
let result = (if (i32::MIN <= i32::MIN) {  9usize } else {  v18 });
*v17 = in_v17;
result
}
}
#[kernel]
pub fn kernel(i: Index<1>, n: u32, a: &ArrayView<i32>, b: &ArrayView<u32>, c: &ArrayView<f32>, p: &ArrayView<Point>, x: &mut ArrayViewMut<i32>, y: &mut ArrayViewMut<u32>, z: &mut ArrayViewMut<f32>, q: &mut ArrayViewMut<Point>, h: &mut ArrayViewMut<u32>) {
let mut v22 = ((((if true {  n } else {  b[(i[0] * 1 + 32) % 64] })).wrapping_neg() as i32) >= (a[i]).rotate_right((Shade::Dark as u32)));
let mut k23 = 0u32;
while k23 < 3 && (v22 ^ v22) {
k23 += 1;
{
let v24 = (1_000_000i32).clamp(3, 300);
'l26: for v25 in 0..3u32 {
if (!v22) {
let v27: i32 = v24;
}
}
let mut v24: (u32, u32, u32,) = (k23, ((n >> (0u32 & 31))).wrapping_sub((n >> (n & 31))), 31u32, );
}
}
if (!true) {
let v30: i32 = ((((if v22 { let mut v28 = (i[0]).min(5usize);
let mut v29: [[i32; 2]; 3] = [[1i32; 2]; 3];
 a[58] } else {  i32::MAX }) & 1023) - ((a[(i[0] * 3 + 36) % 64]) & 1023))).max((match (b[i]) { 0 | 2 | 4 => {  1i32 },
..16 => {  (25.0f32 as i32) },
_ => {  (-((-100i32) & 1023)) },
 }));
let mut v31 = (!((7i32).abs_diff(v30)).wrapping_shr((v30).trailing_zeros()));
}
 else {
let mut v32: i32 = (if v22 {  ((true as u32) as i32) } else {  (c[i] as i32) });
if (({  v22 }) && (v32 != (-100i32))) {
for v33 in (-3..=((-(v32 & 1023)) & 3)) {
let v34 = (n, i[0], v22, );
let v36: f32 = (match (k23 << (0x8000_0000u32 & 31)) { 0 | 2 | 4 => { let mut v35: i32 = (v32).rem_euclid((v32 & 15) + 1);
 (c[63]).min(14.0f32) },
..16 if (k23 < b[38]) => {  c[61] },
_ => {  ((c[i] - c[9]) % 64.0) },
 });
}
}
let mut v37 = (((Shade::Light as u32) & 4095) as usize % 64);
}
let v39: i32 = ({ let v38: Shade = (if ((k23) >= function1(n, [[1i32; 2]; 3])) { Shade::Dark } else { Shade::Light });
y[i] ^= n;
 a[(i[0] * 1 + 47) % 64] });
x[i] = (function12((0.0 - 16.0f32), (Shade::Dark as i32)) | v39);
y[i] = n;
z[i] = 16.0f32;
q[i] = (match ({  (v39, v22, ) }) { (m40, true) => { if (v22 || v22) {
for v41 in 0..3u32 {
let f42 = |v43: i32| v43;
}
}
 else {
}
 p[4] },
(0..=9, _) => {  Point { x: 1, y: 2.0, z: [3, 4] } },
(_, m44) => {  Point { x: 1, y: 2.0, z: [3, 4] } },
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

fn function1(v2: u32, v3: [[i32; 2]; 3]) -> u32 {
if (true) {
let v4: u32 = v2;
let mut v11: u32 = { let mut k5 = 0usize; loop { k5 += 1; if k5 > 1 { break ((v2 & 1023) * (v4 & 1023)); } if (false & true) { break (v4).wrapping_sub(32u32); } for v6 in [1i32; 3] {
let v8 = { let mut k7 = 0usize; loop { k7 += 1; if k7 > 4 { break ((v2 & 7)).pow((v4 & 3)); } if (false & true) { break (v4).rem_euclid((v2 & 15) + 1); } if false { continue; }
 } };
let mut v9 = ((v2 & 4095) as usize % 64);
let mut v10: [[i32; 2]; 3] = [[1i32; 2]; 3];
}
 } };
}
 else if false {
}
 else {
}
let result = v2;
result
}
fn function12(v13: f32, v14: i32) -> i32 {
let mut v15: i32 = v14;
let result = ((v15).signum()).reverse_bits();
result
}
impl Point {
fn method16(self, v17: &mut f32) -> usize {
let mut in_v17 = *v17;
let own = self;
let v18: (i32, i32, f32,) = ((i32::MAX).div_euclid((0x55i32 & 15) + 1), (Shade::Grey as i32), (in_v17 * 0.25).trunc(), );
for v19 in (-3..=((-100i32) & 3)) {
let mut v20: Point = (Point { x: 1_000_000i32, y: in_v17, z: [1u32; 2] });
let mut v21: f32 = ((in_v17 - in_v17) % 64.0);
}
let mut v18 = ((3usize % 64 + 5usize % 64)).min((if false {  3usize } else {  5usize }));
if (true || true) { return v18; }
let result = (if (i32::MIN <= i32::MIN) {  9usize } else {  v18 });
*v17 = in_v17;
result
}
}
pub fn kernel(i: Index<1>, n: u32, a: &ArrayView<i32>, b: &ArrayView<u32>, c: &ArrayView<f32>, p: &ArrayView<Point>, x: &mut ArrayViewMut<i32>, y: &mut ArrayViewMut<u32>, z: &mut ArrayViewMut<f32>, q: &mut ArrayViewMut<Point>, h: &mut ArrayViewMut<u32>) {
let mut v22 = ((((if true {  n } else {  b[(i[0] * 1 + 32) % 64] })).wrapping_neg() as i32) >= (a[i]).rotate_right((Shade::Dark as u32)));
let mut k23 = 0u32;
while k23 < 3 && (v22 ^ v22) {
k23 += 1;
{
let v24 = (1_000_000i32).clamp(3, 300);
'l26: for v25 in 0..3u32 {
if (!v22) {
let v27: i32 = v24;
}
}
let mut v24: (u32, u32, u32,) = (k23, ((n >> (0u32 & 31))).wrapping_sub((n >> (n & 31))), 31u32, );
}
}
if (!true) {
let v30: i32 = ((((if v22 { let mut v28 = (i[0]).min(5usize);
let mut v29: [[i32; 2]; 3] = [[1i32; 2]; 3];
 a[58] } else {  i32::MAX }) & 1023) - ((a[(i[0] * 3 + 36) % 64]) & 1023))).max((match (b[i]) { 0 | 2 | 4 => {  1i32 },
..16 => {  (25.0f32 as i32) },
_ => {  (-((-100i32) & 1023)) },
 }));
let mut v31 = (!((7i32).abs_diff(v30)).wrapping_shr((v30).trailing_zeros()));
}
 else {
let mut v32: i32 = (if v22 {  ((true as u32) as i32) } else {  (c[i] as i32) });
if (({  v22 }) && (v32 != (-100i32))) {
for v33 in (-3..=((-(v32 & 1023)) & 3)) {
let v34 = (n, i[0], v22, );
let v36: f32 = (match (k23 << (0x8000_0000u32 & 31)) { 0 | 2 | 4 => { let mut v35: i32 = (v32).rem_euclid((v32 & 15) + 1);
 (c[63]).min(14.0f32) },
..16 if (k23 < b[38]) => {  c[61] },
_ => {  ((c[i] - c[9]) % 64.0) },
 });
}
}
let mut v37 = (((Shade::Light as u32) & 4095) as usize % 64);
}
let v39: i32 = ({ let v38: Shade = (if ((k23) >= function1(n, [[1i32; 2]; 3])) { Shade::Dark } else { Shade::Light });
y[i] ^= n;
 a[(i[0] * 1 + 47) % 64] });
x[i] = (function12((0.0 - 16.0f32), (Shade::Dark as i32)) | v39);
y[i] = n;
z[i] = 16.0f32;
q[i] = (match ({  (v39, v22, ) }) { (m40, true) => { if (v22 || v22) {
for v41 in 0..3u32 {
let f42 = |v43: i32| v43;
}
}
 else {
}
 p[4] },
(0..=9, _) => {  Point { x: 1, y: 2.0, z: [3, 4] } },
(_, m44) => {  Point { x: 1, y: 2.0, z: [3, 4] } },
 });
}
}

crate::run!();
crate::expected!();
