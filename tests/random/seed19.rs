//! The random program seed19.

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
fn function1(v2: i32) -> f32 {
let v3: u32 = ((2u32).reverse_bits()).wrapping_add((0u32));
if true {
if true { return (-19.0f32); }
let Point { x: v4, y: v5, .. } = (Point { x: v2, y: 19.0f32, z: [1u32; 2] });
for v6 in (-3..=(v4 & 3)) {
let mut v7: f32 = v5;
let v8 = [[v2; 2], [v2, v2, ], [v6, 7i32, ], ];
let mut v9: u32 = (v2).abs_diff(v4);
}
}
 else {
if true {
}
 else {
}
}
let result = 3.0f32;
result
}
#[device]
fn function10(v11: f32) -> i32 {
let mut k12 = 0u32;
while k12 < 1 && false {
k12 += 1;
{
'l14: for v13 in 0..(4usize) % 6 {
let mut v15: [i32; 4] = [(0x55i32 >> (k12 & 31)), (7i32).clamp(3, 300), 1i32, (0i32 >> (k12 & 31)), ];
}
'l17: for v16 in (-3..=(1_000_000i32 & 3)) {
let v11: u32 = (v16).trailing_zeros();
let mut v19: [[i32; 2]; 3] = ({ let mut v18: u32 = (0x8000_0000u32).clamp(3, 300);
 [[1i32; 2]; 3] });
}
}
}
let mut v20 = [[1i32; 2]; 3];
let result = (match Shade::Dark { Shade::Dark if false => {  0x55i32 },
Shade::Grey | Shade::Light if false => {  7i32 },
_ => {  0x55i32 },
 });
result
}
#[kernel]
pub fn kernel(i: Index<1>, n: u32, a: &ArrayView<i32>, b: &ArrayView<u32>, c: &ArrayView<f32>, p: &ArrayView<Point>, x: &mut ArrayViewMut<i32>, y: &mut ArrayViewMut<u32>, z: &mut ArrayViewMut<f32>, q: &mut ArrayViewMut<Point>, h: &mut ArrayViewMut<u32>) {
let mut v21: (bool, f32, i32,) = ((false && true), ((22.0f32 - 14.0f32) % 64.0), (n as i32), );
let v50: i32 = ((((if (true && false) { for v22 in 0..3u32 {
let mut v25: [u32; 2] = (match (if true { Shade::Dark } else { Shade::Light }) { Shade::Dark => { let mut v23 = (a[i] << (b[34] & 31));
 [n, b[(i[0] * 4 + 61) % 64], ] },
Shade::Grey | Shade::Light => {  [1u32; 2] },
_ => { let mut v24: bool = (!true);
 [v22, b[51], ] },
 });
let mut v26 = (Point { x: ((3usize / (8usize % 7 + 1)) as i32), y: c[49], z: v25 });
}
 (n).wrapping_sub(n) } else {  ((b[(i[0] * 1 + 11) % 64] & 7)).pow((n & 3)) }) as i32) & 1023) - ((match function10((34.0f32 * 0.25).floor()) { -5..=5 => {  0x55i32 },
i32::MIN | 7 | 100.. => {  (match ((b[i] & 4095) as usize % 64) { 0 if (false) => { let v27: u32 = 0u32;
 (a[i]).div_euclid((0x55i32 & 15) + 1) },
1..=3 if (n > n) => { let mut v28: usize = (i[0] / (i[0] % 7 + 1));
let mut v29: u32 = (((b[51] & 1023) + (n & 1023))).wrapping_sub((b[(i[0] * 0 + 35) % 64]).wrapping_add(n));
 v21.2 },
m30 => {  ({  i32::MAX }) },
 }) },
m31 @ 10..=90 if (i[0] > 2usize) => {  (m31).saturating_add(((m31 & 7)).pow((b[i] & 3))) },
m32 => { 'l34: for v33 in 2..(({ let mut v35: bool = (false && true);
let v36: Point = (Point { x: m32, y: c[59], z: [1u32; 2] });
 0x8000_0000u32 }) & 7) {
let mut v37 = (m32, b[7], );
}
'l39: for v38 in [false, true, true, ] {
match true {
true => {
let mut v40: Shade = ({  Shade::Light });
let v41: f32 = v21.1;
}
,
false => {
let mut v42: f32 = ((-11.0f32)).abs();
let mut v43: Point = Point { x: 1, y: 2.0, z: [3, 4] };
}
,
}
let mut v44: [usize; 4] = (if true { let mut v38: i32 = (m32).wrapping_add(m32);
let mut v38: (u32, f32, u32,) = (u32::MAX, 15.0f32, b[i], );
 [1usize; 4] } else {  [1usize; 4] });
let mut k45 = 0u32;
'l46: while k45 < 5 && false {
k45 += 1;
{
let v47 = (b[i]);
}
}
}
 ((({ let f48 = |v49: f32| v49;
 i[0] }) / ((i[0] % 16 * (i[0] % 16)) % 7 + 1)) as i32) },
 }) & 1023));
let mut v51: [[i32; 2]; 3] = [(if ((Shade::Light == Shade::Grey) && false) {  (if false {  [1i32; 2] } else {  [1i32; 2] }) } else {  [1i32; 2] }), [1i32; 2], [1i32; 2], ];
x[i] = (match { let mut k52 = 0usize; loop { k52 += 1; if k52 > 1 { break (1i32, true,); } if true { break ((-1i32), true, ); } 'l54: for v53 in [1i32; 3] {
}
 } } { (m55, true) => {  v50 },
(0..=9, _) => {  v50 },
(_, m56) => {  v50 },
 });
y[i] = { let mut k57 = 0usize; loop { k57 += 1; if k57 > 2 { break n; } if true { break 1u32; } let v58: bool = (true || true);
 } };
z[i] = ({ let mut k59 = 0usize; loop { k59 += 1; if k59 > 4 { break c[(i[0] * 3 + 48) % 64]; } if false { break c[i]; } if false { continue; }
 } }).abs();
q[i] = (Point { x: (((!v50) & 1023) * ((v50).signum() & 1023)), y: c[(i[0] * 3 + 31) % 64], z: [1u32; 2] });
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

fn function1(v2: i32) -> f32 {
let v3: u32 = ((2u32).reverse_bits()).wrapping_add((0u32));
if true {
if true { return (-19.0f32); }
let Point { x: v4, y: v5, .. } = (Point { x: v2, y: 19.0f32, z: [1u32; 2] });
for v6 in (-3..=(v4 & 3)) {
let mut v7: f32 = v5;
let v8 = [[v2; 2], [v2, v2, ], [v6, 7i32, ], ];
let mut v9: u32 = (v2).abs_diff(v4);
}
}
 else {
if true {
}
 else {
}
}
let result = 3.0f32;
result
}
fn function10(v11: f32) -> i32 {
let mut k12 = 0u32;
while k12 < 1 && false {
k12 += 1;
{
'l14: for v13 in 0..(4usize) % 6 {
let mut v15: [i32; 4] = [(0x55i32 >> (k12 & 31)), (7i32).clamp(3, 300), 1i32, (0i32 >> (k12 & 31)), ];
}
'l17: for v16 in (-3..=(1_000_000i32 & 3)) {
let v11: u32 = (v16).trailing_zeros();
let mut v19: [[i32; 2]; 3] = ({ let mut v18: u32 = (0x8000_0000u32).clamp(3, 300);
 [[1i32; 2]; 3] });
}
}
}
let mut v20 = [[1i32; 2]; 3];
let result = (match Shade::Dark { Shade::Dark if false => {  0x55i32 },
Shade::Grey | Shade::Light if false => {  7i32 },
_ => {  0x55i32 },
 });
result
}
pub fn kernel(i: Index<1>, n: u32, a: &ArrayView<i32>, b: &ArrayView<u32>, c: &ArrayView<f32>, p: &ArrayView<Point>, x: &mut ArrayViewMut<i32>, y: &mut ArrayViewMut<u32>, z: &mut ArrayViewMut<f32>, q: &mut ArrayViewMut<Point>, h: &mut ArrayViewMut<u32>) {
let mut v21: (bool, f32, i32,) = ((false && true), ((22.0f32 - 14.0f32) % 64.0), (n as i32), );
let v50: i32 = ((((if (true && false) { for v22 in 0..3u32 {
let mut v25: [u32; 2] = (match (if true { Shade::Dark } else { Shade::Light }) { Shade::Dark => { let mut v23 = (a[i] << (b[34] & 31));
 [n, b[(i[0] * 4 + 61) % 64], ] },
Shade::Grey | Shade::Light => {  [1u32; 2] },
_ => { let mut v24: bool = (!true);
 [v22, b[51], ] },
 });
let mut v26 = (Point { x: ((3usize / (8usize % 7 + 1)) as i32), y: c[49], z: v25 });
}
 (n).wrapping_sub(n) } else {  ((b[(i[0] * 1 + 11) % 64] & 7)).pow((n & 3)) }) as i32) & 1023) - ((match function10((34.0f32 * 0.25).floor()) { -5..=5 => {  0x55i32 },
i32::MIN | 7 | 100.. => {  (match ((b[i] & 4095) as usize % 64) { 0 if (false) => { let v27: u32 = 0u32;
 (a[i]).div_euclid((0x55i32 & 15) + 1) },
1..=3 if (n > n) => { let mut v28: usize = (i[0] / (i[0] % 7 + 1));
let mut v29: u32 = (((b[51] & 1023) + (n & 1023))).wrapping_sub((b[(i[0] * 0 + 35) % 64]).wrapping_add(n));
 v21.2 },
m30 => {  ({  i32::MAX }) },
 }) },
m31 @ 10..=90 if (i[0] > 2usize) => {  (m31).saturating_add(((m31 & 7)).pow((b[i] & 3))) },
m32 => { 'l34: for v33 in 2..(({ let mut v35: bool = (false && true);
let v36: Point = (Point { x: m32, y: c[59], z: [1u32; 2] });
 0x8000_0000u32 }) & 7) {
let mut v37 = (m32, b[7], );
}
'l39: for v38 in [false, true, true, ] {
match true {
true => {
let mut v40: Shade = ({  Shade::Light });
let v41: f32 = v21.1;
}
,
false => {
let mut v42: f32 = ((-11.0f32)).abs();
let mut v43: Point = Point { x: 1, y: 2.0, z: [3, 4] };
}
,
}
let mut v44: [usize; 4] = (if true { let mut v38: i32 = (m32).wrapping_add(m32);
let mut v38: (u32, f32, u32,) = (u32::MAX, 15.0f32, b[i], );
 [1usize; 4] } else {  [1usize; 4] });
let mut k45 = 0u32;
'l46: while k45 < 5 && false {
k45 += 1;
{
let v47 = (b[i]);
}
}
}
 ((({ let f48 = |v49: f32| v49;
 i[0] }) / ((i[0] % 16 * (i[0] % 16)) % 7 + 1)) as i32) },
 }) & 1023));
let mut v51: [[i32; 2]; 3] = [(if ((Shade::Light == Shade::Grey) && false) {  (if false {  [1i32; 2] } else {  [1i32; 2] }) } else {  [1i32; 2] }), [1i32; 2], [1i32; 2], ];
x[i] = (match { let mut k52 = 0usize; loop { k52 += 1; if k52 > 1 { break (1i32, true,); } if true { break ((-1i32), true, ); } 'l54: for v53 in [1i32; 3] {
}
 } } { (m55, true) => {  v50 },
(0..=9, _) => {  v50 },
(_, m56) => {  v50 },
 });
y[i] = { let mut k57 = 0usize; loop { k57 += 1; if k57 > 2 { break n; } if true { break 1u32; } let v58: bool = (true || true);
 } };
z[i] = ({ let mut k59 = 0usize; loop { k59 += 1; if k59 > 4 { break c[(i[0] * 3 + 48) % 64]; } if false { break c[i]; } if false { continue; }
 } }).abs();
q[i] = (Point { x: (((!v50) & 1023) * ((v50).signum() & 1023)), y: c[(i[0] * 3 + 31) % 64], z: [1u32; 2] });
}
}

crate::run!();
crate::expected!();
