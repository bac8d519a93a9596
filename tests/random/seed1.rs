//! The random program seed1.

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
fn function1(v2: &mut f32, v3: bool) -> u32 {
let mut in_v2 = *v2;
let v4: bool = ((if v3 { Shade::Dark } else { Shade::Light }) == Shade::Grey);
if ({  v4 }) { return (!32u32); }
let mut v3: i32 = (((i32::MIN & 1023) * ((-1i32) & 1023))).wrapping_mul((0x55i32).saturating_add(i32::MIN));
for v5 in (if v4 { let mut v7: bool = ({ let mut v6: u32 = (((v3 as u32) & 7)).pow(((if false {  0u32 } else {  u32::MAX }) & 3));
v3 = i32::MAX;
 v4 });
 [1u32; 3] } else {  [1u32; 3] }) {
}
let result = 32u32;
*v2 = in_v2;
result
}
#[device]
fn function8(v9: i32) -> u32 {
let mut v11: Point = (if (u32::MAX < 2u32) { let mut v10: (u32, u32, i32,) = (0u32, 2u32, v9, );
 (Point { x: i32::MAX, y: (-7.0f32), z: [1u32; 2] }) } else {  (Point { x: v9, y: (-3.0f32), z: [1u32; 2] }) });
if (true & false) { return (0x8000_0000u32 | 31u32); }
let result = ((({  1u32 }) | 0x400) - ((32u32).rotate_left(u32::MAX) & 1023));
result
}
#[device]
impl Point {
fn method12(self, v13: [[i32; 2]; 3]) -> [[i32; 2]; 3] {
let own = self;
'l15: for v14 in ({  [1.0f32; 3] }) {
if false {
let v16: Shade = (if false { Shade::Dark } else { Shade::Light });
let mut v17 = (31u32).wrapping_add(32u32);
let v18: bool = ({  true });
}
 else if true {
let v19: u32 = (1u32).wrapping_mul(31u32);
let v20 = 7i32;
}
 else {
let mut v22 = (if true { let mut v13: [[i32; 2]; 3] = [[1i32; 2], [1i32; 2], [1i32; 2], ];
let mut v21: [[i32; 2]; 3] = v13;
 v13 } else {  [[1i32; 2]; 3] });
let f23 = |v24: bool| v24;
}
}
let result = v13;
result
}
}
#[kernel]
pub fn kernel(i: Index<1>, n: u32, a: &ArrayView<i32>, b: &ArrayView<u32>, c: &ArrayView<f32>, p: &ArrayView<Point>, x: &mut ArrayViewMut<i32>, y: &mut ArrayViewMut<u32>, z: &mut ArrayViewMut<f32>, q: &mut ArrayViewMut<Point>, h: &mut ArrayViewMut<u32>) {
'l26: for v25 in [(i[0] % 64 + 6usize % 64), (i[0] % 64 + 9usize % 64), (i[0] % 64 + i[0] % 64), ] {
let f27 = |v28: u32| n;
for v29 in (-2..4i32).rev() {
let mut v30 = (b[25] | (n).min(n));
let mut k31 = 0u32;
'l32: while k31 < 3 && false {
k31 += 1;
{
let mut v33 = (v25 % 16 * (v25 % 16));
}
}
let mut v34 = ({  (Point { x: 1, y: 2.0, z: [3, 4] }).method12([[1i32; 2]; 3]) });
}
}
let mut v51 = (Point { x: ((({ let mut v35: Shade = Shade::Grey;
 c[i] }) as i32)).div_euclid(((if (false == true) {  (Shade::Grey as i32) } else { let mut v36 = (true, ((-17.0f32) * 0.25).floor(), );
 (a[56]).div_euclid((a[14] & 15) + 1) }) & 15) + 1), y: (match { let mut k37 = 0usize; loop { k37 += 1; if k37 > 2 { break (7i32).abs_diff(a[39]); } if (true || true) { break (1u32).wrapping_add(n); } y[i] ^= n;
 } } { 0 | 2 | 4 => { if (a[(i[0] * 0 + 60) % 64] != a[i]) {
if false { return; }
let v38 = (a[(i[0] * 1 + 32) % 64] > a[i]);
if v38 {
let v39 = (a[55]).wrapping_shr(32u32);
}
}
 else {
let mut k40 = 0u32;
while k40 < 3 && false {
k40 += 1;
{
let mut v41 = [1i32; 3];
let mut v42: Shade = Shade::Grey;
let mut v43: [bool; 3] = [true, false, true, ];
}
}
for v44 in (-2..4i32).rev() {
let mut v45: Shade = Shade::Light;
let mut v46: Shade = (if false { Shade::Dark } else { Shade::Light });
let mut v47: (i32, i32, i32,) = (i32::MAX, 0x55i32, a[i], );
}
}
let mut v48: f32 = (((c[i] + c[(i[0] * 4 + 20) % 64]) % 64.0)).min((28.0f32).rem_euclid(7.0));
 { let mut k49 = 0usize; loop { k49 += 1; if k49 > 1 { break c[17]; } if false { break (0.0f32).min(v48); } if false {
let v48: u32 = (a[57]).abs_diff(((k49 / (k49 % 7 + 1)) as i32));
let mut v50 = [(c[1]).clamp(-5.0, 9.0); 3];
}
 else if false {
}
 else {
}
 } } },
..16 => {  c[i] },
_ => {  c[i] },
 }), z: [1u32; 2] });
x[i] = (((c[(i[0] * 2 + 58) % 64]).clamp(-5.0, 9.0) as i32)).clamp(3, 300);
y[i] = ({  ((({  i[0] })).min((5usize % 64 + 9usize % 64)) as u32) });
z[i] = ({ let mut k52 = 0usize; loop { k52 += 1; if k52 > 4 { break 26.0f32; } if false { break ((c[(i[0] * 1 + 33) % 64] - 23.0f32) % 64.0); } let mut v53: usize = (k52 / (k52 % 7 + 1));
 } }).rem_euclid(7.0);
q[i] = (Point { x: (7i32 << ((n).wrapping_sub(b[(i[0] * 0 + 24) % 64]) & 31)), y: 41.0f32, z: [1u32; 2] });
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

fn function1(v2: &mut f32, v3: bool) -> u32 {
let mut in_v2 = *v2;
let v4: bool = ((if v3 { Shade::Dark } else { Shade::Light }) == Shade::Grey);
if ({  v4 }) { return (!32u32); }
let mut v3: i32 = (((i32::MIN & 1023) * ((-1i32) & 1023))).wrapping_mul((0x55i32).saturating_add(i32::MIN));
for v5 in (if v4 { let mut v7: bool = ({ let mut v6: u32 = (((v3 as u32) & 7)).pow(((if false {  0u32 } else {  u32::MAX }) & 3));
v3 = i32::MAX;
 v4 });
 [1u32; 3] } else {  [1u32; 3] }) {
}
let result = 32u32;
*v2 = in_v2;
result
}
fn function8(v9: i32) -> u32 {
let mut v11: Point = (if (u32::MAX < 2u32) { let mut v10: (u32, u32, i32,) = (0u32, 2u32, v9, );
 (Point { x: i32::MAX, y: (-7.0f32), z: [1u32; 2] }) } else {  (Point { x: v9, y: (-3.0f32), z: [1u32; 2] }) });
if (true & false) { return (0x8000_0000u32 | 31u32); }
let result = ((({  1u32 }) | 0x400) - ((32u32).rotate_left(u32::MAX) & 1023));
result
}
impl Point {
fn method12(self, v13: [[i32; 2]; 3]) -> [[i32; 2]; 3] {
let own = self;
'l15: for v14 in ({  [1.0f32; 3] }) {
if false {
let v16: Shade = (if false { Shade::Dark } else { Shade::Light });
let mut v17 = (31u32).wrapping_add(32u32);
let v18: bool = ({  true });
}
 else if true {
let v19: u32 = (1u32).wrapping_mul(31u32);
let v20 = 7i32;
}
 else {
let mut v22 = (if true { let mut v13: [[i32; 2]; 3] = [[1i32; 2], [1i32; 2], [1i32; 2], ];
let mut v21: [[i32; 2]; 3] = v13;
 v13 } else {  [[1i32; 2]; 3] });
let f23 = |v24: bool| v24;
}
}
let result = v13;
result
}
}
pub fn kernel(i: Index<1>, n: u32, a: &ArrayView<i32>, b: &ArrayView<u32>, c: &ArrayView<f32>, p: &ArrayView<Point>, x: &mut ArrayViewMut<i32>, y: &mut ArrayViewMut<u32>, z: &mut ArrayViewMut<f32>, q: &mut ArrayViewMut<Point>, h: &mut ArrayViewMut<u32>) {
'l26: for v25 in [(i[0] % 64 + 6usize % 64), (i[0] % 64 + 9usize % 64), (i[0] % 64 + i[0] % 64), ] {
let f27 = |v28: u32| n;
for v29 in (-2..4i32).rev() {
let mut v30 = (b[25] | (n).min(n));
let mut k31 = 0u32;
'l32: while k31 < 3 && false {
k31 += 1;
{
let mut v33 = (v25 % 16 * (v25 % 16));
}
}
let mut v34 = ({  (Point { x: 1, y: 2.0, z: [3, 4] }).method12([[1i32; 2]; 3]) });
}
}
let mut v51 = (Point { x: ((({ let mut v35: Shade = Shade::Grey;
 c[i] }) as i32)).div_euclid(((if (false == true) {  (Shade::Grey as i32) } else { let mut v36 = (true, ((-17.0f32) * 0.25).floor(), );
 (a[56]).div_euclid((a[14] & 15) + 1) }) & 15) + 1), y: (match { let mut k37 = 0usize; loop { k37 += 1; if k37 > 2 { break (7i32).abs_diff(a[39]); } if (true || true) { break (1u32).wrapping_add(n); } y[i] ^= n;
 } } { 0 | 2 | 4 => { if (a[(i[0] * 0 + 60) % 64] != a[i]) {
if false { return; }
let v38 = (a[(i[0] * 1 + 32) % 64] > a[i]);
if v38 {
let v39 = (a[55]).wrapping_shr(32u32);
}
}
 else {
let mut k40 = 0u32;
while k40 < 3 && false {
k40 += 1;
{
let mut v41 = [1i32; 3];
let mut v42: Shade = Shade::Grey;
let mut v43: [bool; 3] = [true, false, true, ];
}
}
for v44 in (-2..4i32).rev() {
let mut v45: Shade = Shade::Light;
let mut v46: Shade = (if false { Shade::Dark } else { Shade::Light });
let mut v47: (i32, i32, i32,) = (i32::MAX, 0x55i32, a[i], );
}
}
let mut v48: f32 = (((c[i] + c[(i[0] * 4 + 20) % 64]) % 64.0)).min((28.0f32).rem_euclid(7.0));
 { let mut k49 = 0usize; loop { k49 += 1; if k49 > 1 { break c[17]; } if false { break (0.0f32).min(v48); } if false {
let v48: u32 = (a[57]).abs_diff(((k49 / (k49 % 7 + 1)) as i32));
let mut v50 = [(c[1]).clamp(-5.0, 9.0); 3];
}
 else if false {
}
 else {
}
 } } },
..16 => {  c[i] },
_ => {  c[i] },
 }), z: [1u32; 2] });
x[i] = (((c[(i[0] * 2 + 58) % 64]).clamp(-5.0, 9.0) as i32)).clamp(3, 300);
y[i] = ({  ((({  i[0] })).min((5usize % 64 + 9usize % 64)) as u32) });
z[i] = ({ let mut k52 = 0usize; loop { k52 += 1; if k52 > 4 { break 26.0f32; } if false { break ((c[(i[0] * 1 + 33) % 64] - 23.0f32) % 64.0); } let mut v53: usize = (k52 / (k52 % 7 + 1));
 } }).rem_euclid(7.0);
q[i] = (Point { x: (7i32 << ((n).wrapping_sub(b[(i[0] * 0 + 24) % 64]) & 31)), y: 41.0f32, z: [1u32; 2] });
}
}

crate::run!();
crate::expected!();
