//! The random program seed2.

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
fn function1(v2: i32, v3: Shade) -> f32 {
let v4: Point = (Point { x: (7i32 / ((i32::MIN & 15) + 1)), y: (((-15.0f32) * (-9.0f32)) % 64.0), z: [12345u32, 12345u32, ] });
let result = (if false { let [v5, v6] = [1i32; 2];
 v4.y } else {  ((10.0f32 * (-18.0f32)) % 64.0) });
result
}
#[kernel]
pub fn kernel(i: Index<1>, n: u32, a: &ArrayView<i32>, b: &ArrayView<u32>, c: &ArrayView<f32>, p: &ArrayView<Point>, x: &mut ArrayViewMut<i32>, y: &mut ArrayViewMut<u32>, z: &mut ArrayViewMut<f32>, q: &mut ArrayViewMut<Point>, h: &mut ArrayViewMut<u32>) {
let v9: [u32; 3] = [((((n >> (n & 31))).wrapping_mul(b[14]) & 7)).pow(({ let mut k7 = 0usize; loop { k7 += 1; if k7 > 3 { break (n).saturating_sub(n); } if (!false) { break ((n & 7)).pow((n & 3)); } let mut v8: i32 = (false as i32);
 } } & 3)), (((match (Shade::Grey == Shade::Grey) { true => {  (7usize % 16 * (i[0] % 16)) },
false => {  7usize },
 })).min(i[0]) as u32), b[(i[0] * 3 + 4) % 64], ];
let mut v10: Shade = (if ((!(Shade::Light == Shade::Grey)) == (n != n)) {  (if ((true == true) && ({  false })) { Shade::Dark } else { Shade::Light }) } else {  (if (!(Shade::Dark == Shade::Grey)) {  (if true { Shade::Dark } else { Shade::Light }) } else {  (if (true | false) { Shade::Dark } else { Shade::Light }) }) });
let mut v11: u32 = n;
let mut k12 = 0u32;
while k12 < 2 && (i32::MAX > 1i32) {
k12 += 1;
{
let mut v13 = ((((-100i32)).rem_euclid(((-1i32) & 15) + 1) << ((b[1]).max(b[i]) & 31)));
}
}
let v27 = [((v10 == Shade::Grey) || ((7i32).signum() > (a[25]).clamp(3, 300))), (!(if (8usize >= i[0]) { let mut v14: [[i32; 2]; 3] = [[1i32; 2]; 3];
 (false | true) } else {  (true || { v11 = v11.wrapping_add(1); false }) })), (match (((n & 7)).pow((v11 & 3)) >> (((v11 | 0x400) - (0x8000_0000u32 & 1023)) & 31)) { 0 | 2 | 4 => { let v15 = ((v11) as i32);
let mut v17: i32 = (((v15 & 1023) - (v15 & 1023)) | ({ let v16: [[i32; 2]; 3] = [[1i32; 2], [1i32; 2], [1i32; 2], ];
let v11 = (8usize, c[(i[0] * 3 + 42) % 64], a[(i[0] * 4 + 63) % 64], );
 a[22] }));
 (match (if false { Shade::Dark } else { Shade::Light }) { Shade::Dark => {  (v10 == Shade::Grey) },
Shade::Grey | Shade::Light => { v11 = v11 % 1000;
v11 += v11 & 255;
 (false == false) },
_ => {  (true && false) },
 }) },
..16 => { match (k12).reverse_bits() {
0 | 2 | 4 if (false & true) => {
if true { return; }
v11 = n;
if false { return; }
}
,
..16 => {
let mut v18: Shade = ({  v10 });
let Point { x: v19, y: v20, .. } = p[i];
}
,
_ => {
'l22: for v21 in 0..3u32 {
let mut v21: f32 = ((c[49] * c[(i[0] * 2 + 39) % 64]) % 64.0);
let mut v23: usize = ({  (0usize % 16 * (i[0] % 16)) });
v11 %= (v11 & 15) + 1;
}
for v24 in 0..(2usize) % 6 {
v11 >>= v11 & 31;
let f25 = |v26: f32| (-20.0f32);
}
}
,
}
 false },
_ => {  false },
 }), true, ];
x[i] = ((match (18.0f32 as i32) { -5..=5 => {  1i32 },
i32::MIN | 7 | 100.. if true => {  (-1i32) },
m28 @ 10..=90 => {  a[3] },
m29 => {  m29 },
 })).signum();
y[i] = (k12 % ((((if true {  n } else {  v11 })).wrapping_neg() & 15) + 1));
z[i] = ((c[30] - (match (v10 == Shade::Grey) { true => {  c[3] },
false => {  c[26] },
 })) % 64.0);
q[i] = (Point { x: ((k12) as i32), y: c[i], z: [1u32; 2] });
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

fn function1(v2: i32, v3: Shade) -> f32 {
let v4: Point = (Point { x: (7i32 / ((i32::MIN & 15) + 1)), y: (((-15.0f32) * (-9.0f32)) % 64.0), z: [12345u32, 12345u32, ] });
let result = (if false { let [v5, v6] = [1i32; 2];
 v4.y } else {  ((10.0f32 * (-18.0f32)) % 64.0) });
result
}
pub fn kernel(i: Index<1>, n: u32, a: &ArrayView<i32>, b: &ArrayView<u32>, c: &ArrayView<f32>, p: &ArrayView<Point>, x: &mut ArrayViewMut<i32>, y: &mut ArrayViewMut<u32>, z: &mut ArrayViewMut<f32>, q: &mut ArrayViewMut<Point>, h: &mut ArrayViewMut<u32>) {
let v9: [u32; 3] = [((((n >> (n & 31))).wrapping_mul(b[14]) & 7)).pow(({ let mut k7 = 0usize; loop { k7 += 1; if k7 > 3 { break (n).saturating_sub(n); } if (!false) { break ((n & 7)).pow((n & 3)); } let mut v8: i32 = (false as i32);
 } } & 3)), (((match (Shade::Grey == Shade::Grey) { true => {  (7usize % 16 * (i[0] % 16)) },
false => {  7usize },
 })).min(i[0]) as u32), b[(i[0] * 3 + 4) % 64], ];
let mut v10: Shade = (if ((!(Shade::Light == Shade::Grey)) == (n != n)) {  (if ((true == true) && ({  false })) { Shade::Dark } else { Shade::Light }) } else {  (if (!(Shade::Dark == Shade::Grey)) {  (if true { Shade::Dark } else { Shade::Light }) } else {  (if (true | false) { Shade::Dark } else { Shade::Light }) }) });
let mut v11: u32 = n;
let mut k12 = 0u32;
while k12 < 2 && (i32::MAX > 1i32) {
k12 += 1;
{
let mut v13 = ((((-100i32)).rem_euclid(((-1i32) & 15) + 1) << ((b[1]).max(b[i]) & 31)));
}
}
let v27 = [((v10 == Shade::Grey) || ((7i32).signum() > (a[25]).clamp(3, 300))), (!(if (8usize >= i[0]) { let mut v14: [[i32; 2]; 3] = [[1i32; 2]; 3];
 (false | true) } else {  (true || { v11 = v11.wrapping_add(1); false }) })), (match (((n & 7)).pow((v11 & 3)) >> (((v11 | 0x400) - (0x8000_0000u32 & 1023)) & 31)) { 0 | 2 | 4 => { let v15 = ((v11) as i32);
let mut v17: i32 = (((v15 & 1023) - (v15 & 1023)) | ({ let v16: [[i32; 2]; 3] = [[1i32; 2], [1i32; 2], [1i32; 2], ];
let v11 = (8usize, c[(i[0] * 3 + 42) % 64], a[(i[0] * 4 + 63) % 64], );
 a[22] }));
 (match (if false { Shade::Dark } else { Shade::Light }) { Shade::Dark => {  (v10 == Shade::Grey) },
Shade::Grey | Shade::Light => { v11 = v11 % 1000;
v11 += v11 & 255;
 (false == false) },
_ => {  (true && false) },
 }) },
..16 => { match (k12).reverse_bits() {
0 | 2 | 4 if (false & true) => {
if true { return; }
v11 = n;
if false { return; }
}
,
..16 => {
let mut v18: Shade = ({  v10 });
let Point { x: v19, y: v20, .. } = p[i];
}
,
_ => {
'l22: for v21 in 0..3u32 {
let mut v21: f32 = ((c[49] * c[(i[0] * 2 + 39) % 64]) % 64.0);
let mut v23: usize = ({  (0usize % 16 * (i[0] % 16)) });
v11 %= (v11 & 15) + 1;
}
for v24 in 0..(2usize) % 6 {
v11 >>= v11 & 31;
let f25 = |v26: f32| (-20.0f32);
}
}
,
}
 false },
_ => {  false },
 }), true, ];
x[i] = ((match (18.0f32 as i32) { -5..=5 => {  1i32 },
i32::MIN | 7 | 100.. if true => {  (-1i32) },
m28 @ 10..=90 => {  a[3] },
m29 => {  m29 },
 })).signum();
y[i] = (k12 % ((((if true {  n } else {  v11 })).wrapping_neg() & 15) + 1));
z[i] = ((c[30] - (match (v10 == Shade::Grey) { true => {  c[3] },
false => {  c[26] },
 })) % 64.0);
q[i] = (Point { x: ((k12) as i32), y: c[i], z: [1u32; 2] });
}
}

crate::run!();
crate::expected!();
