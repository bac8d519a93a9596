//! The random program seed5.

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

#[kernel]
pub fn kernel(i: Index<1>, n: u32, a: &ArrayView<i32>, b: &ArrayView<u32>, c: &ArrayView<f32>, p: &ArrayView<Point>, x: &mut ArrayViewMut<i32>, y: &mut ArrayViewMut<u32>, z: &mut ArrayViewMut<f32>, q: &mut ArrayViewMut<Point>, h: &mut ArrayViewMut<u32>) {
let mut v1: u32 = (((n).wrapping_add((true as u32))).rem_euclid((((n ^ 32u32)).wrapping_neg() & 15) + 1));
let v2: Point = (Point { x: ((((a[(i[0] * 3 + 40) % 64] & 7)).pow((0u32 & 3))).rem_euclid((((a[(i[0] * 0 + 40) % 64] & 7)).pow((n & 3)) & 15) + 1)).rotate_right(v1), y: c[i], z: [({  (a[5] as u32) }), (v1 % ((((n & 7)).pow((v1 & 3)) & 15) + 1)), ] });
let v18: f32 = (if ((((i32::MIN % ((7i32 & 15) + 1)) & 1023) + ((a[48]).wrapping_add(i32::MAX) & 1023)) == ((27.0f32 as i32))) {  ((((((-20.0f32)).min(c[41]) - c[(i[0] * 1 + 44) % 64]) % 64.0)).mul_add(v2.y, 3.0) % 64.0) } else {  { let mut k3 = 0usize; loop { k3 += 1; if k3 > 1 { break ((c[57] - c[17]) % 64.0); } if (c[i] >= c[i]) { break (((20.0f32).clamp(-5.0, 9.0) * v2.y) % 64.0); } if (false == true) {
{
let mut v4: u32 = (n).leading_zeros();
}
'l6: for v5 in (1..=9usize).step_by(3) {
let mut v7: Shade = (if (true || false) { Shade::Dark } else { Shade::Light });
}
}
 else if (n > b[(i[0] * 2 + 49) % 64]) {
'l9: for v8 in (1..=9usize).step_by(3) {
let mut v2: (u32, f32,) = (n, c[41], );
}
'l11: for v10 in (-3..=(7i32 & 3)) {
let v12 = (true || false);
let mut v13: f32 = ((6.0f32 - c[i]) % 64.0);
}
let mut v1: [f32; 3] = [4.0f32, c[61], c[37], ];
}
 else {
{
let mut v14: [i32; 4] = ({  [1i32; 4] });
let mut v15: bool = false;
}
atomic_fetch_add(&mut h[k3 % 8], v1 & 7);
let f16 = |v17: i32| v17;
}
 } } });
let mut v19: f32 = ((((((v18).clamp(-5.0, 9.0)).abs() + ((((v18).mul_add(v18, 3.0) % 64.0)).mul_add(v18, 3.0) % 64.0)) % 64.0) - (v18 * 0.25).round()) % 64.0);
let (v22, v23) = (1_000_000i32, (if true { v1 = b[i];
let f20 = |v21: bool| v21;
 ((a[(i[0] * 3 + 25) % 64] & i32::MIN)) } else {  v2.x }), );
match ((match ({  b[16] }) { 0 | 2 | 4 if false => {  (Shade::Grey == Shade::Grey) },
..16 => {  (if false { let mut v24: Shade = ({  (if true { Shade::Dark } else { Shade::Light }) });
 true } else {  true }) },
_ => {  false },
 }) && true) {
true => {
}
,
false => {
}
,
}
x[i] = (((v22) & 1023) * ((v18 as i32) & 1023));
y[i] = v1;
z[i] = (if (match ((n & 7)).pow((v1 & 3)) { 0 | 2 | 4 => { 'l26: for v25 in 2..(n & 7) {
v1 ^= v25;
}
 (true || false) },
..16 => {  (v18 < v18) },
_ => {  false },
 }) {  c[i] } else {  v19 });
q[i] = v2;
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

pub fn kernel(i: Index<1>, n: u32, a: &ArrayView<i32>, b: &ArrayView<u32>, c: &ArrayView<f32>, p: &ArrayView<Point>, x: &mut ArrayViewMut<i32>, y: &mut ArrayViewMut<u32>, z: &mut ArrayViewMut<f32>, q: &mut ArrayViewMut<Point>, h: &mut ArrayViewMut<u32>) {
let mut v1: u32 = (((n).wrapping_add((true as u32))).rem_euclid((((n ^ 32u32)).wrapping_neg() & 15) + 1));
let v2: Point = (Point { x: ((((a[(i[0] * 3 + 40) % 64] & 7)).pow((0u32 & 3))).rem_euclid((((a[(i[0] * 0 + 40) % 64] & 7)).pow((n & 3)) & 15) + 1)).rotate_right(v1), y: c[i], z: [({  (a[5] as u32) }), (v1 % ((((n & 7)).pow((v1 & 3)) & 15) + 1)), ] });
let v18: f32 = (if ((((i32::MIN % ((7i32 & 15) + 1)) & 1023) + ((a[48]).wrapping_add(i32::MAX) & 1023)) == ((27.0f32 as i32))) {  ((((((-20.0f32)).min(c[41]) - c[(i[0] * 1 + 44) % 64]) % 64.0)).mul_add(v2.y, 3.0) % 64.0) } else {  { let mut k3 = 0usize; loop { k3 += 1; if k3 > 1 { break ((c[57] - c[17]) % 64.0); } if (c[i] >= c[i]) { break (((20.0f32).clamp(-5.0, 9.0) * v2.y) % 64.0); } if (false == true) {
{
let mut v4: u32 = (n).leading_zeros();
}
'l6: for v5 in (1..=9usize).step_by(3) {
let mut v7: Shade = (if (true || false) { Shade::Dark } else { Shade::Light });
}
}
 else if (n > b[(i[0] * 2 + 49) % 64]) {
'l9: for v8 in (1..=9usize).step_by(3) {
let mut v2: (u32, f32,) = (n, c[41], );
}
'l11: for v10 in (-3..=(7i32 & 3)) {
let v12 = (true || false);
let mut v13: f32 = ((6.0f32 - c[i]) % 64.0);
}
let mut v1: [f32; 3] = [4.0f32, c[61], c[37], ];
}
 else {
{
let mut v14: [i32; 4] = ({  [1i32; 4] });
let mut v15: bool = false;
}
atomic_fetch_add(&mut h[k3 % 8], v1 & 7);
let f16 = |v17: i32| v17;
}
 } } });
let mut v19: f32 = ((((((v18).clamp(-5.0, 9.0)).abs() + ((((v18).mul_add(v18, 3.0) % 64.0)).mul_add(v18, 3.0) % 64.0)) % 64.0) - (v18 * 0.25).round()) % 64.0);
let (v22, v23) = (1_000_000i32, (if true { v1 = b[i];
let f20 = |v21: bool| v21;
 ((a[(i[0] * 3 + 25) % 64] & i32::MIN)) } else {  v2.x }), );
match ((match ({  b[16] }) { 0 | 2 | 4 if false => {  (Shade::Grey == Shade::Grey) },
..16 => {  (if false { let mut v24: Shade = ({  (if true { Shade::Dark } else { Shade::Light }) });
 true } else {  true }) },
_ => {  false },
 }) && true) {
true => {
}
,
false => {
}
,
}
x[i] = (((v22) & 1023) * ((v18 as i32) & 1023));
y[i] = v1;
z[i] = (if (match ((n & 7)).pow((v1 & 3)) { 0 | 2 | 4 => { 'l26: for v25 in 2..(n & 7) {
v1 ^= v25;
}
 (true || false) },
..16 => {  (v18 < v18) },
_ => {  false },
 }) {  c[i] } else {  v19 });
q[i] = v2;
}
}

crate::run!();
crate::expected!();
