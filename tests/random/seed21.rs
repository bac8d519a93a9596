//! The random program seed21.

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
fn function1(v2: &mut Shade) -> f32 {
let mut in_v2 = *v2;
if ({  false }) {
if true {
let v3 = (8usize, (-100i32), );
let Point { x: v4, y: v5, .. } = (Point { x: 1_000_000i32, y: 6.0f32, z: [1u32; 2] });
}
{
let v6: [[i32; 2]; 3] = [[1i32; 2], [1i32; 2], [1i32; 2], ];
}
}
 else {
let mut v7 = (true || false);
if v7 {
in_v2 = (if v7 {  in_v2 } else { let mut v7 = (Point { x: 7i32, y: 35.0f32, z: [1u32; 2] });
v7.z[5usize % 2] ^= 2u32;
 in_v2 });
let mut v8 = ({  i32::MAX });
}
 else if v7 {
}
 else {
}
}
let result = 9.0f32;
*v2 = in_v2;
result
}
#[device]
fn function9(v10: (usize, u32,)) -> u32 {
if (0u32 == 2u32) {
match (1i32, true,) {
(m11, true) if false => {
let v12 = (m11 > (-100i32));
}
,
(0..=9, _) => {
let mut v13 = u32::MAX;
let mut v14: Point = (Point { x: 1_000_000i32, y: 36.0f32, z: [1u32; 2] });
}
,
(_, m15) => {
let mut v16 = (0x55i32);
let mut v19: [[i32; 2]; 3] = (if (1_000_000i32 < v16) { if true { return 12345u32; }
for v17 in 2..(u32::MAX & 7) {
let mut v18 = ((v17).wrapping_sub(v17)).wrapping_neg();
}
 [[1i32; 2], [1i32; 2], [1i32; 2], ] } else {  [[1i32; 2]; 3] });
}
,
}
}
let result = u32::MAX;
result
}
#[kernel(tile = [16])]
pub fn kernel(t: TiledIndex<1>, n: u32, a: &ArrayView<i32>, b: &ArrayView<u32>, c: &ArrayView<f32>, p: &ArrayView<Point>, x: &mut ArrayViewMut<i32>, y: &mut ArrayViewMut<u32>, z: &mut ArrayViewMut<f32>, q: &mut ArrayViewMut<Point>, h: &mut ArrayViewMut<u32>) {
let i = t.global;
let l = t.local[0];
#[tile_static]
let mut s: [i32; 16];
#[tile_static]
let mut r: [Point; 16];
if n % 3 != 1 {
s[l] = { let mut k21 = 0usize; loop { k21 += 1; if k21 > 2 { break (c[42] as i32); } if (false || true) { break ((a[11] & 7)).pow((n & 3)); } let v22: Point = (Point { x: (i32::MAX).wrapping_mul(a[53]), y: ((c[(i[0] * 2 + 1) % 64] + c[26]) % 64.0), z: [1u32; 2] });
 } };
t.barrier.wait();
let mut v20 = s[(match (c[28] as i32) { -5..=5 => {  (l % 64 + l % 64) },
i32::MIN | 7 | 100.. => {  (l % 64 + l % 64) },
m23 @ 10..=90 => { if false {
let mut v24: usize = (l).min(i[0]);
let v25: (u32, bool, f32,) = (n, false, (-8.0f32), );
let mut v26: u32 = (n);
}
 else {
let mut v27 = function9((1usize, 1u32,));
}
 i[0] },
m28 => {  ({  l }) },
 }) % 16];
t.barrier.wait();
x[i] ^= v20;
}
if (Shade::Light == Shade::Grey) {
{
let mut v29: [usize; 2] = [6usize; 2];
let v30: (bool, u32,) = (false, n, );
let mut v30: bool = (({ let mut v31: u32 = (Shade::Dark as u32);
 true }) || false);
}
let f32 = |v33: f32| v33;
}
 else {
let v34 = 34.0f32;
let mut k35 = 0u32;
while k35 < 5 && true {
k35 += 1;
{
let f36 = |v37: i32| v37;
let [v38, v39] = (if true {  [1i32; 2] } else {  [1i32; 2] });
}
}
}
let mut v40: f32 = ((c[(i[0] * 0 + 21) % 64]).clamp(-5.0, 9.0) * 0.25).trunc();
for v41 in 0..n % 4 {
r[l] = (match (!false) { true => { let Point { x: v43, y: v44, .. } = p[(i[0] * 1 + 5) % 64];
if true {
let [v45, v46] = [1i32; 2];
}
 else if true {
}
 else {
}
 p[51] },
false => {  p[5] },
 });
t.barrier.wait();
let mut v42 = r[l % 16];
t.barrier.wait();
}
x[i] = (!((({ let v47: bool = false;
 a[59] }) & 1023) - (a[(i[0] * 4 + 36) % 64] & 1023)));
y[i] = ({  (((l % 64 + l % 64) as u32)).wrapping_mul((b[16]).leading_zeros()) });
z[i] = v40;
q[i] = (Point { x: ((!a[(i[0] * 0 + 39) % 64]) >> ((b[15]).rotate_left(n) & 31)), y: ((24.0f32).min(v40)).min((v40).clamp(-5.0, 9.0)), z: [1u32; 2] });
}
}

crate::run!(16);
