//! The random program seed17.

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
fn function1(v2: u32, v3: f32) -> i32 {
let v4: usize = ((((v2 & 7)).pow((31u32 & 3)) & 4095) as usize % 64);
let result = { let mut k5 = 0usize; loop { k5 += 1; if k5 > 2 { break ((-1i32)).signum(); } if (true) { break ((0x55i32 & 1023) * (1i32 & 1023)); } let mut v2 = [0x55i32, (-100i32), 1_000_000i32, ];
 } };
result
}
#[device]
fn function6(v7: &mut u32) -> u32 {
let mut in_v7 = *v7;
if (7i32 > (-1i32)) { return in_v7; }
let v8: [[i32; 2]; 3] = [[1i32; 2]; 3];
let mut v8: Point = (Point { x: (1i32).wrapping_add(i32::MAX), y: ({  (-17.0f32) }), z: [1u32, in_v7, ] });
'l10: for v9 in 0..((3usize).min(5usize)) % 6 {
let mut v11: u32 = (in_v7).max(in_v7);
v8.y = 31.0f32;
if false { continue 'l10; }
}
let result = ((i32::MAX).signum() as u32);
*v7 = in_v7;
result
}
#[device]
impl Point {
fn method12(self, v13: f32, v14: &mut u32) -> u32 {
let mut in_v14 = *v14;
let own = self;
let mut v26: bool = { let mut k15 = 0usize; loop { k15 += 1; if k15 > 4 { break false; } if false { break (if false { let v16 = v13;
let Point { x: v17, y: v18, .. } = own;
 false } else { let v19 = ((-5.0f32) as i32);
let mut v20: i32 = (v19 << (0x8000_0000u32 & 31));
 true }); } if true {
let mut v21: usize = (8usize % 64 + k15 % 64);
let v22 = (i32::MAX as u32);
}
 else {
let v23 = [[1i32; 2], [1i32; 2], [1i32; 2], ];
let f24 = |v25: i32| i32::MAX;
}
 } };
let result = u32::MAX;
*v14 = in_v14;
result
}
}
#[kernel]
pub fn kernel(i: Index<1>, n: u32, a: &ArrayView<i32>, b: &ArrayView<u32>, c: &ArrayView<f32>, p: &ArrayView<Point>, x: &mut ArrayViewMut<i32>, y: &mut ArrayViewMut<u32>, z: &mut ArrayViewMut<f32>, q: &mut ArrayViewMut<Point>, h: &mut ArrayViewMut<u32>) {
if { let mut k27 = 0usize; loop { k27 += 1; if k27 > 4 { break ({  false }); } if (true || false) { break ((a[(i[0] * 1 + 4) % 64] <= a[5]) != (n <= n)); } if (true == true) { return; }
 } } {
if ((a[i]).reverse_bits() <= (!a[59])) {
match ({ let mut v28: u32 = (n);
let mut v29: usize = (6usize).min(i[0]);
 v29 }) {
0 => {
for v30 in (-2..4i32).rev() {
let v31 = (v30).wrapping_neg();
}
}
,
1..=3 => {
if true { return; }
let mut v32: [[i32; 2]; 3] = [[(-1i32), i32::MIN, ], [a[i]; 2], [1_000_000i32; 2], ];
for v33 in (-3..=(a[20] & 3)) {
let v34 = [[1i32; 2], [1i32; 2], [1i32; 2], ];
}
}
,
m35 => {
for v36 in 0..(i[0]) % 6 {
let mut v37 = [i[0]; 2];
}
}
,
}
if (n != n) {
let v38: u32 = b[(i[0] * 4 + 12) % 64];
if true {
let mut v38: u32 = (if true { let (mut v39, mut v40) = (c[38], c[46], );
 n } else { let mut v38: Shade = (if false { Shade::Dark } else { Shade::Light });
v38 = (if true { Shade::Dark } else { Shade::Light });
 n });
let v38 = ((v38 & 1023) * (n & 1023));
}
 else {
let mut v41: u32 = b[i];
}
}
 else {
let mut v42: bool = ((Shade::Dark == Shade::Grey));
}
}
 else if (n >= (n).wrapping_add(b[52])) {
for v43 in (1..=9usize).step_by(3) {
let mut v44: Shade = (if false { Shade::Dark } else { Shade::Light });
}
if (false == true) {
let mut v47 = (if true { let v45: (i32, i32, i32,) = ({  (1i32, 1i32, 1i32,) });
 (1.0f32, 1i32,) } else { let mut v46: bool = (true != true);
 (1.0f32, 1i32,) });
}
 else {
let v48: f32 = ((((c[38] + (-13.0f32)) % 64.0)).mul_add((27.0f32).rem_euclid(7.0), 3.0) % 64.0);
}
let mut v49: Shade = Shade::Dark;
}
 else {
'l51: for v50 in [(-100i32), a[i], a[(i[0] * 1 + 30) % 64], ] {
let v52 = (false && true);
{
let v53: u32 = (!n);
}
}
let v55: usize = { let mut k54 = 0usize; loop { k54 += 1; if k54 > 2 { break k54; } if false { break 7usize; }  } };
}
}
x[i] = (((a[(i[0] * 2 + 41) % 64]) % (((a[(i[0] * 0 + 23) % 64]).wrapping_add(a[(i[0] * 2 + 6) % 64]) & 15) + 1)) & a[i]);
y[i] = (Shade::Dark as u32);
z[i] = (((((c[i] * c[i]) % 64.0) + (31.0f32).rem_euclid(7.0)) % 64.0)).clamp(-5.0, 9.0);
q[i] = (Point { x: (!(b[(i[0] * 0 + 38) % 64] as i32)), y: 23.0f32, z: [(b[10]).reverse_bits(), ((n & 1023) * (n & 1023)), ] });
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

fn function1(v2: u32, v3: f32) -> i32 {
let v4: usize = ((((v2 & 7)).pow((31u32 & 3)) & 4095) as usize % 64);
let result = { let mut k5 = 0usize; loop { k5 += 1; if k5 > 2 { break ((-1i32)).signum(); } if (true) { break ((0x55i32 & 1023) * (1i32 & 1023)); } let mut v2 = [0x55i32, (-100i32), 1_000_000i32, ];
 } };
result
}
fn function6(v7: &mut u32) -> u32 {
let mut in_v7 = *v7;
if (7i32 > (-1i32)) { return in_v7; }
let v8: [[i32; 2]; 3] = [[1i32; 2]; 3];
let mut v8: Point = (Point { x: (1i32).wrapping_add(i32::MAX), y: ({  (-17.0f32) }), z: [1u32, in_v7, ] });
'l10: for v9 in 0..((3usize).min(5usize)) % 6 {
let mut v11: u32 = (in_v7).max(in_v7);
v8.y = 31.0f32;
if false { continue 'l10; }
}
let result = ((i32::MAX).signum() as u32);
*v7 = in_v7;
result
}
impl Point {
fn method12(self, v13: f32, v14: &mut u32) -> u32 {
let mut in_v14 = *v14;
let own = self;
let mut v26: bool = { let mut k15 = 0usize; loop { k15 += 1; if k15 > 4 { break false; } if false { break (if false { let v16 = v13;
let Point { x: v17, y: v18, .. } = own;
 false } else { let v19 = ((-5.0f32) as i32);
let mut v20: i32 = (v19 << (0x8000_0000u32 & 31));
 true }); } if true {
let mut v21: usize = (8usize % 64 + k15 % 64);
let v22 = (i32::MAX as u32);
}
 else {
let v23 = [[1i32; 2], [1i32; 2], [1i32; 2], ];
let f24 = |v25: i32| i32::MAX;
}
 } };
let result = u32::MAX;
*v14 = in_v14;
result
}
}
pub fn kernel(i: Index<1>, n: u32, a: &ArrayView<i32>, b: &ArrayView<u32>, c: &ArrayView<f32>, p: &ArrayView<Point>, x: &mut ArrayViewMut<i32>, y: &mut ArrayViewMut<u32>, z: &mut ArrayViewMut<f32>, q: &mut ArrayViewMut<Point>, h: &mut ArrayViewMut<u32>) {
if { let mut k27 = 0usize; loop { k27 += 1; if k27 > 4 { break ({  false }); } if (true || false) { break ((a[(i[0] * 1 + 4) % 64] <= a[5]) != (n <= n)); } if (true == true) { return; }
 } } {
if ((a[i]).reverse_bits() <= (!a[59])) {
match ({ let mut v28: u32 = (n);
let mut v29: usize = (6usize).min(i[0]);
 v29 }) {
0 => {
for v30 in (-2..4i32).rev() {
let v31 = (v30).wrapping_neg();
}
}
,
1..=3 => {
if true { return; }
let mut v32: [[i32; 2]; 3] = [[(-1i32), i32::MIN, ], [a[i]; 2], [1_000_000i32; 2], ];
for v33 in (-3..=(a[20] & 3)) {
let v34 = [[1i32; 2], [1i32; 2], [1i32; 2], ];
}
}
,
m35 => {
for v36 in 0..(i[0]) % 6 {
let mut v37 = [i[0]; 2];
}
}
,
}
if (n != n) {
let v38: u32 = b[(i[0] * 4 + 12) % 64];
if true {
let mut v38: u32 = (if true { let (mut v39, mut v40) = (c[38], c[46], );
 n } else { let mut v38: Shade = (if false { Shade::Dark } else { Shade::Light });
v38 = (if true { Shade::Dark } else { Shade::Light });
 n });
let v38 = ((v38 & 1023) * (n & 1023));
}
 else {
let mut v41: u32 = b[i];
}
}
 else {
let mut v42: bool = ((Shade::Dark == Shade::Grey));
}
}
 else if (n >= (n).wrapping_add(b[52])) {
for v43 in (1..=9usize).step_by(3) {
let mut v44: Shade = (if false { Shade::Dark } else { Shade::Light });
}
if (false == true) {
let mut v47 = (if true { let v45: (i32, i32, i32,) = ({  (1i32, 1i32, 1i32,) });
 (1.0f32, 1i32,) } else { let mut v46: bool = (true != true);
 (1.0f32, 1i32,) });
}
 else {
let v48: f32 = ((((c[38] + (-13.0f32)) % 64.0)).mul_add((27.0f32).rem_euclid(7.0), 3.0) % 64.0);
}
let mut v49: Shade = Shade::Dark;
}
 else {
'l51: for v50 in [(-100i32), a[i], a[(i[0] * 1 + 30) % 64], ] {
let v52 = (false && true);
{
let v53: u32 = (!n);
}
}
let v55: usize = { let mut k54 = 0usize; loop { k54 += 1; if k54 > 2 { break k54; } if false { break 7usize; }  } };
}
}
x[i] = (((a[(i[0] * 2 + 41) % 64]) % (((a[(i[0] * 0 + 23) % 64]).wrapping_add(a[(i[0] * 2 + 6) % 64]) & 15) + 1)) & a[i]);
y[i] = (Shade::Dark as u32);
z[i] = (((((c[i] * c[i]) % 64.0) + (31.0f32).rem_euclid(7.0)) % 64.0)).clamp(-5.0, 9.0);
q[i] = (Point { x: (!(b[(i[0] * 0 + 38) % 64] as i32)), y: 23.0f32, z: [(b[10]).reverse_bits(), ((n & 1023) * (n & 1023)), ] });
}
}

crate::run!();
crate::expected!();
