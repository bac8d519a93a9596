//! The random program seed8.

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
fn function1(v2: &mut (u32, i32,), v3: &mut i32) -> (u32, u32,) {
let mut in_v2 = *v2;
let mut in_v3 = *v3;
if (true && true) {
let mut v4: usize = 7usize;
}
 else if (Shade::Grey == Shade::Grey) {
let mut v5: Point = (Point { x: in_v3, y: 3.0f32, z: [1u32; 2] });
let v6 = [[1i32; 2]; 3];
}
 else {
let mut v7 = (true || true);
if v7 {
let v8: i32 = in_v3;
}
 else if v7 {
let mut v9: i32 = (2u32 as i32);
let v10: usize = (0usize).min(1usize);
}
 else {
let mut v11 = (u32::MAX).max(2u32);
}
}
let result = (1u32, 1u32,);
*v2 = in_v2;
*v3 = in_v3;
result
}
#[device]
impl Point {
fn method12(self, v13: Point) -> f32 {
let own = self;
let [v14, v15] = [(9usize % 16 * (7usize % 16)), (8usize % 16 * (5usize % 16)), ];
let result = v13.y;
result
}
}
#[device]
impl Point {
fn method16(self, v17: i32, v18: bool) -> [[i32; 2]; 3] {
let own = self;
let f19 = |v20: i32| (Shade::Grey as i32);
let result = [[v17, v17, ], [7i32; 2], [v17; 2], ];
result
}
}
#[kernel(tile = [16])]
pub fn kernel(t: TiledIndex<1>, n: u32, a: &ArrayView<i32>, b: &ArrayView<u32>, c: &ArrayView<f32>, p: &ArrayView<Point>, x: &mut ArrayViewMut<i32>, y: &mut ArrayViewMut<u32>, z: &mut ArrayViewMut<f32>, q: &mut ArrayViewMut<Point>, h: &mut ArrayViewMut<u32>) {
let i = t.global;
let l = t.local[0];
#[tile_static]
let mut s: [i32; 16];
#[tile_static]
let mut r: [Point; 16];
s[l] = ((Shade::Grey as i32)).max((if (false || false) {  ({ let v22: [i32; 2] = [1i32; 2];
let [v23, v24] = [0.0f32, (-12.0f32), ];
 0x55i32 }) } else { for v25 in [1u32; 3] {
let mut v25: f32 = ((10.0f32 * c[(i[0] * 2 + 19) % 64]) % 64.0);
}
let mut v26: f32 = ({  c[i] });
 ((l / (7usize % 7 + 1)) as i32) }));
t.barrier.wait();
let mut v21 = s[({ 'l28: for v27 in (-3..=(a[i] & 3)) {
let v29: (u32, u32,) = (n, n, );
let (v30, v31) = (false, n, );
}
 (i[0]).min(l) }) % 16];
t.barrier.wait();
x[i] ^= v21;
x[i] = ((!({ let [v35, v36] = (if false {  [1.0f32; 2] } else { let [v32, v33] = [c[(i[0] * 1 + 22) % 64], c[i], ];
let v34: [[i32; 2]; 3] = (p[i]).method16(a[(i[0] * 0 + 0) % 64], false);
 [1.0f32; 2] });
 v21 }))).rem_euclid((((n).count_ones() as i32) & 15) + 1);
y[i] = ((((if true { let mut v37: i32 = (n as i32);
let mut v38 = [({  false }); 4];
 n } else { let v39: bool = (false != true);
 n }) & 7)).pow((({  n }) & 3))).reverse_bits();
z[i] = 21.0f32;
q[i] = (Point { x: (((l % 16 * (l % 16)) % 64 + (if true {  i[0] } else {  l }) % 64) as i32), y: { let mut k40 = 0usize; loop { k40 += 1; if k40 > 2 { break (37.0f32).rem_euclid(7.0); } if (if true {  false } else {  true }) { break (c[i]).min((-4.0f32)); } let mut v41 = (v21 < (-100i32));
 } }, z: [(c[(i[0] * 0 + 36) % 64] as u32), ((i[0]).min(l) as u32), ] });
}
}

crate::run!(16);
