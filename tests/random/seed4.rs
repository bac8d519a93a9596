//! The random program seed4.

pub mod kernel {
use amp::prelude::*;
use crate::harness::{Pair, Point, Shade};
#[kernel]
pub fn kernel(i: Index<3>, n: u32, ai: &ArrayView<i32, 1>, au: &ArrayView<u32, 1>, af: &ArrayView<f32, 1>, bi: &ArrayView<i32, 3>, xi: &mut ArrayViewMut<i32, 3>, xu: &mut ArrayViewMut<u32, 3>, xf: &mut ArrayViewMut<f32, 3>, xp: &mut ArrayViewMut<Point, 3>) {
let mut v4: [[i32; 2]; 3] = (match (xp[i].x, (true || (false && true)), (((ai[(i[2] * 4 + 36) % 64] & 1023) * (xi[i] & 1023))).wrapping_shr((xu[i] << (xu[i] & 31))), ) { (m1, true, 0..=9) | (0..=9, false, m1) => {  [[xp[i].x, (!xi[i]), ]; 3] },
(.., m2 @ (1 | 7 | 100..)) | (-100 | -1, _, m2) => {  [[(if true {  m2 } else {  ai[i[2] % 64] }), (Shade::Grey as i32), ], [(m2).max(ai[i[2] % 64]), (ai[i[2] % 64]), ], [(ai[23]).wrapping_sub(m2), (Shade::Light as i32), ], ] },
(m3, ..) => {  [[m3, m3, ]; 3] },
 });
let mut v8 = (((if false {  (xi[i]).rotate_right(xu[i]) } else {  (ai[(i[0] * 0 + 63) % 64] / ((xi[i] & 15) + 1)) })), ({ let mut k5 = 0usize; loop { k5 += 1; if k5 > 3 { break ((au[19] & 4095) as usize % 64); } if (Shade::Dark == Shade::Grey) { break k5; } {
let [v6, v7] = [i[2], k5, ];
let v4: u32 = (0u32).wrapping_sub(n);
}
xu[i] /= (xu[i] & 15) + 1;
 } }).min(((bi.extent()[1] % 16 * (bi.extent()[1] % 16)) % 64 + (0usize / (i[1] % 7 + 1)) % 64)), );
for v9 in (1..=9usize).step_by(3) {
if ((if true { Shade::Dark } else { Shade::Light }) == Shade::Grey) {
let mut v10: bool = false;
xp[i] = xp[i];
for v11 in 0..((v9 / (bi.extent()[2] % 7 + 1))) % 6 {
}
}
}
xi[i] = xi[i];
xu[i] = (((if false {  xu[i] } else {  n }) & ((n | 0x400) - (n & 1023))));
xf[i] = ((((xf[i]).max(xf[i])).mul_add((af[(i[1] * 3 + 32) % 64] * 0.25).ceil(), 3.0) % 64.0)).min((0.0 - ((xf[i]).mul_add(af[7], 3.0) % 64.0)));
xp[i] = ({  (Point { x: (!xi[i]), y: (xf[i] * 0.25).trunc(), z: [n; 2] }) });
}
}

pub mod reference {
use amp::prelude::*;
use crate::harness::{Meeting as TileBarrier, Slice as ArrayView, Slice as ArrayViewMut};
use crate::harness::{Pair, Point, Shade, Tiled as TiledIndex};
pub fn kernel(i: Index<3>, n: u32, ai: &ArrayView<i32, 1>, au: &ArrayView<u32, 1>, af: &ArrayView<f32, 1>, bi: &ArrayView<i32, 3>, xi: &mut ArrayViewMut<i32, 3>, xu: &mut ArrayViewMut<u32, 3>, xf: &mut ArrayViewMut<f32, 3>, xp: &mut ArrayViewMut<Point, 3>) {
let mut v4: [[i32; 2]; 3] = (match (xp[i].x, (true || (false && true)), (((ai[(i[2] * 4 + 36) % 64] & 1023) * (xi[i] & 1023))).wrapping_shr((xu[i] << (xu[i] & 31))), ) { (m1, true, 0..=9) | (0..=9, false, m1) => {  [[xp[i].x, (!xi[i]), ]; 3] },
(.., m2 @ (1 | 7 | 100..)) | (-100 | -1, _, m2) => {  [[(if true {  m2 } else {  ai[i[2] % 64] }), (Shade::Grey as i32), ], [(m2).max(ai[i[2] % 64]), (ai[i[2] % 64]), ], [(ai[23]).wrapping_sub(m2), (Shade::Light as i32), ], ] },
(m3, ..) => {  [[m3, m3, ]; 3] },
 });
let mut v8 = (((if false {  (xi[i]).rotate_right(xu[i]) } else {  (ai[(i[0] * 0 + 63) % 64] / ((xi[i] & 15) + 1)) })), ({ let mut k5 = 0usize; loop { k5 += 1; if k5 > 3 { break ((au[19] & 4095) as usize % 64); } if (Shade::Dark == Shade::Grey) { break k5; } {
let [v6, v7] = [i[2], k5, ];
let v4: u32 = (0u32).wrapping_sub(n);
}
xu[i] /= (xu[i] & 15) + 1;
 } }).min(((bi.extent()[1] % 16 * (bi.extent()[1] % 16)) % 64 + (0usize / (i[1] % 7 + 1)) % 64)), );
for v9 in (1..=9usize).step_by(3) {
if ((if true { Shade::Dark } else { Shade::Light }) == Shade::Grey) {
let mut v10: bool = false;
xp[i] = xp[i];
for v11 in 0..((v9 / (bi.extent()[2] % 7 + 1))) % 6 {
}
}
}
xi[i] = xi[i];
xu[i] = (((if false {  xu[i] } else {  n }) & ((n | 0x400) - (n & 1023))));
xf[i] = ((((xf[i]).max(xf[i])).mul_add((af[(i[1] * 3 + 32) % 64] * 0.25).ceil(), 3.0) % 64.0)).min((0.0 - ((xf[i]).mul_add(af[7], 3.0) % 64.0)));
xp[i] = ({  (Point { x: (!xi[i]), y: (xf[i] * 0.25).trunc(), z: [n; 2] }) });
}
}

crate::program!(3; ai au af bi; xi xu xf xp);
