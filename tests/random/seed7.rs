//! The random program seed7.

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
let mut v1: (i32, u32,) = ((((Shade::Grey as i32) >= (false as i32)) as i32), (((if false {  n } else {  n }) >> ((n ^ n) & 31)) / (((a[(i[0] * 3 + 47) % 64] as u32) & 15) + 1)), );
let f2 = |v3: u32| (v3).wrapping_sub(2u32);
let mut v9 = (match ({  (if (Shade::Light == Shade::Grey) { Shade::Dark } else { Shade::Light }) }) { Shade::Dark => {  (Point { x: (match (1i32, true,) { (m4, true) => { if true {
let mut v1: [[i32; 2]; 3] = [[1i32; 2]; 3];
}
 (a[(i[0] * 3 + 16) % 64]).max(m4) },
(0..=9, _) => {  (a[1]).clamp(3, 300) },
(_, m5) => { for v6 in [1usize; 3] {
let mut v7 = v6;
let v8: bool = (v7 == v6);
}
 a[i] },
 }), y: c[(i[0] * 4 + 49) % 64], z: [1u32; 2] }) },
Shade::Grey | Shade::Light => {  Point { x: 1, y: 2.0, z: [3, 4] } },
_ => {  Point { x: 1, y: 2.0, z: [3, 4] } },
 });
x[i] = 7i32;
y[i] = (n).wrapping_sub((if (if true {  true } else {  false }) {  (9.0f32 as u32) } else {  (n).wrapping_sub(b[i]) }));
z[i] = 33.0f32;
q[i] = p[i];
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
let mut v1: (i32, u32,) = ((((Shade::Grey as i32) >= (false as i32)) as i32), (((if false {  n } else {  n }) >> ((n ^ n) & 31)) / (((a[(i[0] * 3 + 47) % 64] as u32) & 15) + 1)), );
let f2 = |v3: u32| (v3).wrapping_sub(2u32);
let mut v9 = (match ({  (if (Shade::Light == Shade::Grey) { Shade::Dark } else { Shade::Light }) }) { Shade::Dark => {  (Point { x: (match (1i32, true,) { (m4, true) => { if true {
let mut v1: [[i32; 2]; 3] = [[1i32; 2]; 3];
}
 (a[(i[0] * 3 + 16) % 64]).max(m4) },
(0..=9, _) => {  (a[1]).clamp(3, 300) },
(_, m5) => { for v6 in [1usize; 3] {
let mut v7 = v6;
let v8: bool = (v7 == v6);
}
 a[i] },
 }), y: c[(i[0] * 4 + 49) % 64], z: [1u32; 2] }) },
Shade::Grey | Shade::Light => {  Point { x: 1, y: 2.0, z: [3, 4] } },
_ => {  Point { x: 1, y: 2.0, z: [3, 4] } },
 });
x[i] = 7i32;
y[i] = (n).wrapping_sub((if (if true {  true } else {  false }) {  (9.0f32 as u32) } else {  (n).wrapping_sub(b[i]) }));
z[i] = 33.0f32;
q[i] = p[i];
}
}

crate::run!();
crate::expected!();
