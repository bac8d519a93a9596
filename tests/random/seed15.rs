//! The random program seed15.

pub mod kernel {
use amp::prelude::*;
use crate::harness::{Pair, Point, Shade};
#[device]
fn function1(v2: &u32, v3: &mut Pair, xv4: &mut ArrayViewMut<f32, 3>, at5: Index<3>) -> Point {
{
let r6: &mut i32 = &mut (*v3).0;
(*r6) = (xv4[at5] as i32);
let mut v9: bool = ({ let mut v7 = (Point { x: (*r6), y: xv4[at5], z: [1u32; 2] });
let mut v8 = (false, true, 0i32, );
 (if true { let mut v7: [i32; 3] = [(*r6), (*r6), (*r6), ];
 false } else {  false }) });
let mut k10 = 0u32;
'l11: while k10 < 4 && v9 {
k10 += 1;
{
let f12 = |v13: f32| v13;
}
}
}
(Point { x: 1, y: 2.0, z: [3, 4] })
}
#[kernel]
pub fn kernel(i: Index<3>, n: u32, ai: &ArrayView<i32, 1>, af: &ArrayView<f32, 1>, ag: &ArrayView<f16, 1>, av: &ArrayView<IVec3, 1>, xi: &mut ArrayViewMut<i32, 3>, xu: &mut ArrayViewMut<u32, 3>, xf: &mut ArrayViewMut<f32, 3>, xp: &mut ArrayViewMut<Point, 3>) {
let mut k14 = 0u32;
'l15: while k14 < 3 && (n > n) {
k14 += 1;
{
xu[i] = (xu[i]).wrapping_mul(xp[i].z[5usize % 2]);
let f16 = |v17: u32| v17;
let w18 = af;
}
}
let v19: Shade = (if (((if false { Shade::Dark } else { Shade::Light }) == Shade::Grey) || { xu[i] = xu[i].wrapping_add(1); true }) { Shade::Dark } else { Shade::Light });
let mut v20: bool = (Shade::Dark == Shade::Grey);
xf[i] = xf[i];
xp[i] = (if ((ai[i[2] % 64] <= xi[i]) && (if v20 {  v20 } else {  v20 })) { for v21 in (1..=9usize).step_by(3) {
if false {
let v22 = ((ag[(i[0] * 2 + 48) % 64].to_f32()).mul_add((-5.0f32), 3.0) % 64.0);
let v23 = af[v21 % 64];
let f24 = |v25: f32| af[19];
}
 else {
let mut v20 = (n == k14);
let w26 = av;
}
let [v27, .., v28] = [true, true, v20, v20, ];
let mut v29 = ({  v28 });
}
 (Point { x: (-(0i32 & 1023)), y: (if v20 {  xf[i] } else { let v19: i32 = (v19 as i32);
 xf[i] }), z: (if v20 {  [1u32; 2] } else {  [1u32; 2] }) }) } else {  xp[i] });
}
}

pub mod reference {
use amp::prelude::*;
use crate::harness::{Meeting as TileBarrier, Slice as ArrayView, Slice as ArrayViewMut};
use crate::harness::{Pair, Point, Shade, Tiled as TiledIndex};
fn function1(v2: &u32, v3: &mut Pair, xv4: &mut ArrayViewMut<f32, 3>, at5: Index<3>) -> Point {
{
let r6: &mut i32 = &mut (*v3).0;
(*r6) = (xv4[at5] as i32);
let mut v9: bool = ({ let mut v7 = (Point { x: (*r6), y: xv4[at5], z: [1u32; 2] });
let mut v8 = (false, true, 0i32, );
 (if true { let mut v7: [i32; 3] = [(*r6), (*r6), (*r6), ];
 false } else {  false }) });
let mut k10 = 0u32;
'l11: while k10 < 4 && v9 {
k10 += 1;
{
let f12 = |v13: f32| v13;
}
}
}
(Point { x: 1, y: 2.0, z: [3, 4] })
}
pub fn kernel(i: Index<3>, n: u32, ai: &ArrayView<i32, 1>, af: &ArrayView<f32, 1>, ag: &ArrayView<f16, 1>, av: &ArrayView<IVec3, 1>, xi: &mut ArrayViewMut<i32, 3>, xu: &mut ArrayViewMut<u32, 3>, xf: &mut ArrayViewMut<f32, 3>, xp: &mut ArrayViewMut<Point, 3>) {
let mut k14 = 0u32;
'l15: while k14 < 3 && (n > n) {
k14 += 1;
{
xu[i] = (xu[i]).wrapping_mul(xp[i].z[5usize % 2]);
let f16 = |v17: u32| v17;
let w18 = af;
}
}
let v19: Shade = (if (((if false { Shade::Dark } else { Shade::Light }) == Shade::Grey) || { xu[i] = xu[i].wrapping_add(1); true }) { Shade::Dark } else { Shade::Light });
let mut v20: bool = (Shade::Dark == Shade::Grey);
xf[i] = xf[i];
xp[i] = (if ((ai[i[2] % 64] <= xi[i]) && (if v20 {  v20 } else {  v20 })) { for v21 in (1..=9usize).step_by(3) {
if false {
let v22 = ((ag[(i[0] * 2 + 48) % 64].to_f32()).mul_add((-5.0f32), 3.0) % 64.0);
let v23 = af[v21 % 64];
let f24 = |v25: f32| af[19];
}
 else {
let mut v20 = (n == k14);
let w26 = av;
}
let [v27, .., v28] = [true, true, v20, v20, ];
let mut v29 = ({  v28 });
}
 (Point { x: (-(0i32 & 1023)), y: (if v20 {  xf[i] } else { let v19: i32 = (v19 as i32);
 xf[i] }), z: (if v20 {  [1u32; 2] } else {  [1u32; 2] }) }) } else {  xp[i] });
}
}

crate::program!(3; ai af ag av; xi xu xf xp);
