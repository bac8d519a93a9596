//! The random program seed12.

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
fn function1(v2: &mut bool, v3: &mut [u32; 4]) -> (f32, i32, u32,) {
let mut in_v2 = *v2;
let mut in_v3 = *v3;
'l5: for v4 in 2..((9.0f32 as u32) & 7) {
let mut v6 = [[1i32; 2]; 3];
if in_v2 {
let mut v7: [u32; 2] = [v4, v4, ];
let v8: Point = (Point { x: 1_000_000i32, y: 21.0f32, z: v7 });
let mut v9: i32 = (Shade::Grey as i32);
}
 else {
let mut v10 = ((!in_v2) as u32);
let f11 = |v12: bool| v12;
}
let mut v13 = (Point { x: 7i32, y: 7.0f32, z: [1u32; 2] });
}
let result = (1.0f32, 1i32, 1u32,);
*v2 = in_v2;
*v3 = in_v3;
result
}
#[device]
fn function14(v15: Point) -> (i32, i32, bool,) {
let v17: i32 = (((if true {  0x55i32 } else { let mut v16 = (0x55i32).rem_euclid((i32::MAX & 15) + 1);
 7i32 }) & 7)).pow(((1u32) & 3));
if false { return (v17, v17, false, ); }
let v18: u32 = (((32u32 >> (0u32 & 31)) | 0x400) - ((Shade::Dark as u32) & 1023));
let v19 = v15.z[(3usize % 16 * (8usize % 16)) % 2];
let result = ((v17).rotate_right(v18), v17, false, );
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
for v20 in 0..3u32 {
let mut v21 = (a[(i[0] * 3 + 30) % 64], a[i], );
}
for v22 in 0..n % 4 {
s[l] = a[29];
t.barrier.wait();
let mut v23 = s[((1usize % 16 * (i[0] % 16)) / ((l / (l % 7 + 1)) % 7 + 1)) % 16];
t.barrier.wait();
x[i] ^= v23;
}
match l {
0 => {
'l25: for v24 in (-3..=(a[i] & 3)) {
let mut v26: u32 = ((l).min(l) as u32);
let f27 = |v28: i32| 1_000_000i32;
let v29: f32 = ((c[i] - c[i]) % 64.0);
}
let mut v30: bool = true;
}
,
1..=3 => {
let f31 = |v32: f32| v32;
}
,
m33 => {
match a[(i[0] * 3 + 3) % 64] {
-5..=5 => {
let mut v34: u32 = ((-17.0f32) as u32);
let mut v34 = (Point { x: 7i32, y: 23.0f32, z: [1u32; 2] });
let v35 = (42.0f32, a[(i[0] * 3 + 59) % 64], n, );
}
,
i32::MIN | 7 | 100.. => {
let (v36, v37) = (1i32, 1.0f32,);
let v37 = [v36, 1i32, v36, ];
let v37: i32 = v36;
}
,
m38 @ 10..=90 if true => {
let mut v39: [u32; 4] = ({  [1u32; 4] });
let v40 = (true as u32);
let v42: [bool; 3] = (if (false != false) { let mut v41: Shade = (if true { Shade::Dark } else { Shade::Light });
let mut v41 = ((-1i32), c[i], );
 [true; 3] } else {  [false; 3] });
}
,
m43 => {
let v44 = (10.0f32).rem_euclid(7.0);
}
,
}
}
,
}
let mut v45: usize = (l).min(8usize);
for v46 in 0..n % 4 {
s[l] = (a[46] << ((((n & 1023) * (n & 1023))).min((n << (n & 31))) & 31));
t.barrier.wait();
let mut v47 = s[{ let mut k48 = 0usize; loop { k48 += 1; if k48 > 3 { break l; } if true { break l; }  } } % 16];
t.barrier.wait();
x[i] ^= v47;
}
for v49 in 0..n % 4 {
s[l] = ((match (if false { Shade::Dark } else { Shade::Light }) { Shade::Dark => { let mut v51 = (Shade::Light == Shade::Grey);
if v51 {
}
 0x55i32 },
Shade::Grey | Shade::Light => {  a[(i[0] * 0 + 55) % 64] },
_ => {  a[i] },
 })).wrapping_add(0i32);
t.barrier.wait();
let mut v50 = s[v45 % 16];
t.barrier.wait();
x[i] ^= v50;
}
x[i] = (Shade::Grey as i32);
y[i] = b[i];
z[i] = (((match false { true => {  ({  a[61] }) },
false => { match 7i32 {
-5..=5 => {
let v52: i32 = (a[2]).wrapping_sub(7i32);
}
,
i32::MIN | 7 | 100.. => {
let mut v53 = ({  c[(i[0] * 1 + 4) % 64] });
}
,
m54 @ 10..=90 => {
let mut v55 = 2u32;
}
,
m56 => {
}
,
}
 0i32 },
 }) & 63) as f32);
q[i] = p[(i[0] * 0 + 15) % 64];
}
}

crate::run!(16);
