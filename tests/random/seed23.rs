//! The random program seed23.

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
fn method1(&mut self, v2: Point, v3: (i32, usize,)) -> Shade {
let own = *self;
self.x = self.x.wrapping_add(3);
self.z[1] ^= 5;
if (false) {
let f4 = |v5: bool| v5;
}
 else {
if true {
let mut v6 = (31u32, 7i32, );
let v3 = 0i32;
let v7 = (v3, (-9.0f32), );
}
 else {
let mut v8: u32 = (0u32).rotate_left(0u32);
let mut v9: [[i32; 2]; 3] = [[1i32; 2], [1i32; 2], [1i32; 2], ];
}
}
let v10: Shade = (if (6usize < 5usize) { Shade::Dark } else { Shade::Light });
let result = Shade::Light;
result
}
}
#[device]
impl Point {
fn method11(&mut self, v12: &mut i32) -> [f32; 3] {
let mut in_v12 = *v12;
let own = *self;
self.x = self.x.wrapping_add(3);
self.z[1] ^= 5;
let mut v13 = (Shade::Dark as u32);
for v14 in 2..((if false {  1u32 } else {  31u32 }) & 7) {
for v15 in 0..3u32 {
let v16: usize = (1usize / (0usize % 7 + 1));
let mut v17 = [[1i32; 2], [1i32; 2], [1i32; 2], ];
}
}
let result = [(-14.0f32), (29.0f32).max((-7.0f32)), 8.0f32, ];
*v12 = in_v12;
result
}
}
#[device]
fn function18(v19: Point) -> [f32; 3] {
let mut v20: Point = (Point { x: ((-1i32) | 7i32), y: (0.0 - 36.0f32), z: [31u32, 0x8000_0000u32, ] });
let mut v20 = (!false);
let result = [1.0f32; 3];
result
}
#[kernel]
pub fn kernel(i: Index<1>, n: u32, a: &ArrayView<i32>, b: &ArrayView<u32>, c: &ArrayView<f32>, p: &ArrayView<Point>, x: &mut ArrayViewMut<i32>, y: &mut ArrayViewMut<u32>, z: &mut ArrayViewMut<f32>, q: &mut ArrayViewMut<Point>, h: &mut ArrayViewMut<u32>) {
if (if false {  (!(a[3] >= 0x55i32)) } else {  false }) {
let f21 = |v22: i32| (-1i32);
}
 else {
let mut v29 = ((if (false && true) { for v23 in 0..3u32 {
let [v24, v25] = [true; 2];
let f26 = |v27: bool| v24;
}
let v28: (bool, u32,) = (true, 1u32, );
 (!i32::MIN) } else {  a[(i[0] * 0 + 56) % 64] })).saturating_sub(((({  i[0] }) % 16 * ((i[0] % 64 + 2usize % 64) % 16)) as i32));
{
let mut v32: i32 = ((v29).rotate_right(n)).wrapping_mul((if false { let v30: bool = (c[12] > c[37]);
let v31 = [[1i32; 2], [1i32; 2], [1i32; 2], ];
 v29 } else {  1_000_000i32 }));
{
let mut v33: Shade = (if true { Shade::Dark } else { Shade::Light });
v32 |= 1i32;
}
}
if ((!true) || (false && true)) {
v29 /= ((false as i32) & 15) + 1;
let mut v29 = { let mut k34 = 0usize; loop { k34 += 1; if k34 > 4 { break (13.0f32, 2u32, v29, ); } if (v29 == v29) { break (1.0f32, 1u32, 1i32,); } let f35 = |v36: i32| 1i32;
 } };
if (0usize <= 4usize) { return; }
}
}
{
let mut v37: Shade = (if (Shade::Grey == Shade::Grey) { Shade::Dark } else { Shade::Light });
{
let v38 = ((n).rem_euclid((u32::MAX & 15) + 1), (b[28] % ((12345u32 & 15) + 1)), (6usize / (i[0] % 7 + 1)), );
let mut v39: i32 = a[(i[0] * 1 + 46) % 64];
}
let v43: [[i32; 2]; 3] = [[(a[i]).rem_euclid((a[48] & 15) + 1), (a[i] >> (n & 31)), ], (if (true & false) {  (if false {  [1i32; 2] } else {  [1i32; 2] }) } else { let f40 = |v41: f32| v41;
let mut v42: i32 = (true as i32);
 [v42, v42, ] }), [((-100i32)).div_euclid((i32::MIN & 15) + 1), 1i32, ], ];
}
if (if (!(true && false)) { match (n).wrapping_add(31u32) {
0 | 2 | 4 => {
let v44 = n;
}
,
..16 => {
if true {
let mut v45: u32 = ((-100i32)).abs_diff(a[i]);
}
}
,
_ => {
'l47: for v46 in 2..(b[38] & 7) {
let mut v48: u32 = b[59];
let v49: Shade = (if true { Shade::Dark } else { Shade::Light });
}
}
,
}
 (c[i] == c[(i[0] * 0 + 42) % 64]) } else {  false }) {
}
 else if true {
}
 else {
}
x[i] = ((i32::MIN & 1023) - ({ let mut k50 = 0usize; loop { k50 += 1; if k50 > 1 { break a[(i[0] * 0 + 27) % 64]; } if true { break 0x55i32; }  } } & 1023));
y[i] = ((match ({  Shade::Light }) { Shade::Dark => { let f51 = |v52: i32| v52;
 b[58] },
Shade::Grey | Shade::Light => {  n },
_ => {  n },
 })).wrapping_neg();
z[i] = (c[31]).max(18.0f32);
q[i] = Point { x: 1, y: 2.0, z: [3, 4] };
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
fn method1(&mut self, v2: Point, v3: (i32, usize,)) -> Shade {
let own = *self;
self.x = self.x.wrapping_add(3);
self.z[1] ^= 5;
if (false) {
let f4 = |v5: bool| v5;
}
 else {
if true {
let mut v6 = (31u32, 7i32, );
let v3 = 0i32;
let v7 = (v3, (-9.0f32), );
}
 else {
let mut v8: u32 = (0u32).rotate_left(0u32);
let mut v9: [[i32; 2]; 3] = [[1i32; 2], [1i32; 2], [1i32; 2], ];
}
}
let v10: Shade = (if (6usize < 5usize) { Shade::Dark } else { Shade::Light });
let result = Shade::Light;
result
}
}
impl Point {
fn method11(&mut self, v12: &mut i32) -> [f32; 3] {
let mut in_v12 = *v12;
let own = *self;
self.x = self.x.wrapping_add(3);
self.z[1] ^= 5;
let mut v13 = (Shade::Dark as u32);
for v14 in 2..((if false {  1u32 } else {  31u32 }) & 7) {
for v15 in 0..3u32 {
let v16: usize = (1usize / (0usize % 7 + 1));
let mut v17 = [[1i32; 2], [1i32; 2], [1i32; 2], ];
}
}
let result = [(-14.0f32), (29.0f32).max((-7.0f32)), 8.0f32, ];
*v12 = in_v12;
result
}
}
fn function18(v19: Point) -> [f32; 3] {
let mut v20: Point = (Point { x: ((-1i32) | 7i32), y: (0.0 - 36.0f32), z: [31u32, 0x8000_0000u32, ] });
let mut v20 = (!false);
let result = [1.0f32; 3];
result
}
pub fn kernel(i: Index<1>, n: u32, a: &ArrayView<i32>, b: &ArrayView<u32>, c: &ArrayView<f32>, p: &ArrayView<Point>, x: &mut ArrayViewMut<i32>, y: &mut ArrayViewMut<u32>, z: &mut ArrayViewMut<f32>, q: &mut ArrayViewMut<Point>, h: &mut ArrayViewMut<u32>) {
if (if false {  (!(a[3] >= 0x55i32)) } else {  false }) {
let f21 = |v22: i32| (-1i32);
}
 else {
let mut v29 = ((if (false && true) { for v23 in 0..3u32 {
let [v24, v25] = [true; 2];
let f26 = |v27: bool| v24;
}
let v28: (bool, u32,) = (true, 1u32, );
 (!i32::MIN) } else {  a[(i[0] * 0 + 56) % 64] })).saturating_sub(((({  i[0] }) % 16 * ((i[0] % 64 + 2usize % 64) % 16)) as i32));
{
let mut v32: i32 = ((v29).rotate_right(n)).wrapping_mul((if false { let v30: bool = (c[12] > c[37]);
let v31 = [[1i32; 2], [1i32; 2], [1i32; 2], ];
 v29 } else {  1_000_000i32 }));
{
let mut v33: Shade = (if true { Shade::Dark } else { Shade::Light });
v32 |= 1i32;
}
}
if ((!true) || (false && true)) {
v29 /= ((false as i32) & 15) + 1;
let mut v29 = { let mut k34 = 0usize; loop { k34 += 1; if k34 > 4 { break (13.0f32, 2u32, v29, ); } if (v29 == v29) { break (1.0f32, 1u32, 1i32,); } let f35 = |v36: i32| 1i32;
 } };
if (0usize <= 4usize) { return; }
}
}
{
let mut v37: Shade = (if (Shade::Grey == Shade::Grey) { Shade::Dark } else { Shade::Light });
{
let v38 = ((n).rem_euclid((u32::MAX & 15) + 1), (b[28] % ((12345u32 & 15) + 1)), (6usize / (i[0] % 7 + 1)), );
let mut v39: i32 = a[(i[0] * 1 + 46) % 64];
}
let v43: [[i32; 2]; 3] = [[(a[i]).rem_euclid((a[48] & 15) + 1), (a[i] >> (n & 31)), ], (if (true & false) {  (if false {  [1i32; 2] } else {  [1i32; 2] }) } else { let f40 = |v41: f32| v41;
let mut v42: i32 = (true as i32);
 [v42, v42, ] }), [((-100i32)).div_euclid((i32::MIN & 15) + 1), 1i32, ], ];
}
if (if (!(true && false)) { match (n).wrapping_add(31u32) {
0 | 2 | 4 => {
let v44 = n;
}
,
..16 => {
if true {
let mut v45: u32 = ((-100i32)).abs_diff(a[i]);
}
}
,
_ => {
'l47: for v46 in 2..(b[38] & 7) {
let mut v48: u32 = b[59];
let v49: Shade = (if true { Shade::Dark } else { Shade::Light });
}
}
,
}
 (c[i] == c[(i[0] * 0 + 42) % 64]) } else {  false }) {
}
 else if true {
}
 else {
}
x[i] = ((i32::MIN & 1023) - ({ let mut k50 = 0usize; loop { k50 += 1; if k50 > 1 { break a[(i[0] * 0 + 27) % 64]; } if true { break 0x55i32; }  } } & 1023));
y[i] = ((match ({  Shade::Light }) { Shade::Dark => { let f51 = |v52: i32| v52;
 b[58] },
Shade::Grey | Shade::Light => {  n },
_ => {  n },
 })).wrapping_neg();
z[i] = (c[31]).max(18.0f32);
q[i] = Point { x: 1, y: 2.0, z: [3, 4] };
}
}

crate::run!();
crate::expected!();
