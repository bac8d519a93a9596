//! The random program seed16.

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

#[kernel(tile = [16])]
pub fn kernel(t: TiledIndex<1>, n: u32, a: &ArrayView<i32>, b: &ArrayView<u32>, c: &ArrayView<f32>, p: &ArrayView<Point>, x: &mut ArrayViewMut<i32>, y: &mut ArrayViewMut<u32>, z: &mut ArrayViewMut<f32>, q: &mut ArrayViewMut<Point>, h: &mut ArrayViewMut<u32>) {
let i = t.global;
let l = t.local[0];
#[tile_static]
let mut s: [i32; 16];
#[tile_static]
let mut r: [Point; 16];
let f1 = |v2: i32| (1i32).clamp(3, 300);
if n % 3 != 1 {
s[l] = ({ let v4 = ((i[0] % 16 * (l % 16)) % 64 + ((n & 4095) as usize % 64) % 64);
let mut v5: Point = (Point { x: (a[i]).rem_euclid((a[51] & 15) + 1), y: (c[i]).abs(), z: [b[31], n, ] });
 f1(((-1i32)).clamp(3, 300)) });
t.barrier.wait();
let mut v3 = s[((l % 64 + l % 64) / ((i[0] / (l % 7 + 1)) % 7 + 1)) % 16];
t.barrier.wait();
x[i] ^= v3;
}
if n % 3 != 1 {
s[l] = (match ((((n / ((b[(i[0] * 4 + 48) % 64] & 15) + 1)) & 4095) as usize % 64) as u32) { 0 | 2 | 4 => { if (!true) {
{
let f7 = |v8: u32| 32u32;
let mut v9 = (n > b[i]);
}
}
 else {
if false {
let mut v10: [usize; 2] = [({  l }); 2];
let mut v11: u32 = (n).rotate_right(b[(i[0] * 0 + 32) % 64]);
}
 else if true {
let mut v12: i32 = (7i32 ^ 1_000_000i32);
}
 else {
let mut v13 = (a[i]).abs_diff(a[(i[0] * 1 + 48) % 64]);
let mut v14: u32 = (n).trailing_zeros();
}
let mut v15 = (n & n);
let v16: i32 = ({  i32::MAX });
}
if (0i32 == a[62]) {
let mut v17: [[i32; 2]; 3] = [[1i32; 2]; 3];
}
 ((Shade::Light == Shade::Grey) as i32) },
..16 => {  (a[i]).wrapping_mul(({ let v18: bool = true;
 7i32 })) },
_ => {  a[(i[0] * 4 + 39) % 64] },
 });
t.barrier.wait();
let mut v6 = s[(((n & 4095) as usize % 64) / (((n & 4095) as usize % 64) % 7 + 1)) % 16];
t.barrier.wait();
x[i] ^= v6;
}
match (Shade::Dark == Shade::Grey) {
true => {
let v19: [u32; 3] = [1u32; 3];
}
,
false => {
let v20 = ({  [[1i32; 2]; 3] });
for v21 in [1i32; 3] {
let mut v22: i32 = v21;
}
if true {
let mut v20 = (0i32 % ((a[(i[0] * 1 + 50) % 64] & 15) + 1));
let v23 = (Point { x: v20, y: c[(i[0] * 3 + 32) % 64], z: [1u32; 2] });
let mut v24: u32 = ((n & 7)).pow((n & 3));
}
}
,
}
let mut v25: i32 = ((i32::MAX).rem_euclid((a[i] & 15) + 1)).rem_euclid((((l / (8usize % 7 + 1)) as i32) & 15) + 1);
for v26 in 0..n % 4 {
s[l] = (a[(i[0] * 4 + 63) % 64]).wrapping_add((Shade::Grey as i32));
t.barrier.wait();
let mut v27 = s[((l % 16 * (i[0] % 16)) % 64 + (l % 16 * (l % 16)) % 64) % 16];
t.barrier.wait();
x[i] ^= v27;
}
x[i] = (((n).div_euclid((u32::MAX & 15) + 1) as i32)).wrapping_add((((a[57] & 1023) - (v25 & 1023))).wrapping_shr((n)));
y[i] = (((match (if false { Shade::Dark } else { Shade::Light }) { Shade::Dark => {  (b[(i[0] * 3 + 44) % 64]).saturating_add(n) },
Shade::Grey | Shade::Light => {  (n % ((n & 15) + 1)) },
_ => {  (!n) },
 }) & 1023) * (((v25).rem_euclid((v25 & 15) + 1) as u32) & 1023));
z[i] = 37.0f32;
q[i] = (Point { x: (-(v25 & 1023)), y: ((({ let (mut v28, mut v29) = (v25, n, );
v25 &= i32::MAX;
 c[i] })).mul_add((0.0 - c[(i[0] * 1 + 60) % 64]), 3.0) % 64.0), z: { let mut k30 = 0usize; loop { k30 += 1; if k30 > 2 { break [1u32; 2]; } if true { break (if false {  [1u32; 2] } else {  [1u32; 2] }); } match n {
0 | 2 | 4 if false => {
let v31: f32 = c[(i[0] * 1 + 21) % 64];
}
,
..16 => {
}
,
_ => {
}
,
}
 } } });
}
}

crate::run!(16);
