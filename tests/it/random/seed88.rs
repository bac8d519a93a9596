//! The random program seed88.

pub mod kernel {
use amp::prelude::*;
use crate::harness::{Pair, Point, Shade, Views};
#[device]
impl Pair {
fn of_seed88_1(self, v2: &IVec3) -> [u64; 2] {
if (true && false) { return [0x8000_0000u64, 0u64, ]; }
let mut v3: IVec3 = (*v2);
let mut v10 = (match (Point { x: (-100i32), y: 39.0f32, z: [1u32; 2] }) { Point { x: -9..=9, y: m4, .. } => {  (i64::MAX << (0u32 & 63)) },
Point { z: m5, x: 7 | 1.. , y: _ } => { if false {
let mut v6 = v3;
let v7: [u64; 4] = [0u64, 5_000_000_000u64, 0x8000_0000u64, 0u64, ];
let mut v8 = IVec3::new(1_000_000i32, 0x55i32, (-1i32));
}
 (-1i64) },
Point { x: m9, .. } => {  i64::MIN },
 });
[1u64; 2]
}
}
pub fn launch(on: &AcceleratorView, domain: Extent<3>, views: Views<'_, 3>) -> amp::Result<()> {
let n = 5u32;
let Views { av, bi, mut xi, mut xu, mut xf, mut xp, mut hu, .. } = views;
on.parallel_for_each(domain, amp!(|i: Index<3>| {
if (((false && { xu[i] = xu[i].wrapping_add(1); false }) ^ (true != true)) && ((if true { Shade::Dark } else { Shade::Light }) == Shade::Grey)) { return; }
let v11: (IVec3, u32,) = (av[58], xp[i].z[(((xu[i] & 4095) as usize % 64) % 64 + i[1] % 64) % 2], );
if (((({  xi[i] }) & 63) as f32) <= ((xf[i] * 0.25).round_ties_even()).rem_euclid(7.0)) {
let mut v12: f32 = xf[i];
atomic_fetch_sub(&mut hu[8 + ((i[1] / (4usize % 7 + 1))).min((bi.extent()[1] % 16 * (i[1] % 16))) % 8], (match (if false { Shade::Dark } else { Shade::Light }) { Shade::Dark => { if true { return; }
let mut v13 = (0u64 | 5_000_000_000u64);
 0u32 },
Shade::Grey | Shade::Light => {  n },
_ => {  n },
 }) & 7);
}
xf[i] = ({  { let mut k14 = 0usize; loop { k14 += 1; if k14 > 2 { break xf[i]; } if true { break (xf[i]).abs(); } for v15 in [1u64; 3] {
}
 } } });
}))
}
}

pub mod reference {
use amp::prelude::*;
use crate::harness::{Meeting as TileBarrier, Slice as ArrayView, Slice as ArrayViewMut};
use crate::harness::{Pair, Point, Shade, Tiled as TiledIndex};
impl Pair {
fn plain_seed88_1(self, v2: &IVec3) -> [u64; 2] {
if (true && false) { return [0x8000_0000u64, 0u64, ]; }
let mut v3: IVec3 = (*v2);
let mut v10 = (match (Point { x: (-100i32), y: 39.0f32, z: [1u32; 2] }) { Point { x: -9..=9, y: m4, .. } => {  (i64::MAX << (0u32 & 63)) },
Point { z: m5, x: 7 | 1.. , y: _ } => { if false {
let mut v6 = v3;
let v7: [u64; 4] = [0u64, 5_000_000_000u64, 0x8000_0000u64, 0u64, ];
let mut v8 = IVec3::new(1_000_000i32, 0x55i32, (-1i32));
}
 (-1i64) },
Point { x: m9, .. } => {  i64::MIN },
 });
[1u64; 2]
}
}
pub fn kernel(i: Index<3>, n: u32, av: &ArrayView<IVec3, 1>, bi: &ArrayView<i32, 3>, mut xi: &mut ArrayViewMut<i32, 3>, mut xu: &mut ArrayViewMut<u32, 3>, mut xf: &mut ArrayViewMut<f32, 3>, mut xp: &mut ArrayViewMut<Point, 3>, mut hu: &mut ArrayViewMut<u32, 1>) {
if (((false && { xu[i] = xu[i].wrapping_add(1); false }) ^ (true != true)) && ((if true { Shade::Dark } else { Shade::Light }) == Shade::Grey)) { return; }
let v11: (IVec3, u32,) = (av[58], xp[i].z[(((xu[i] & 4095) as usize % 64) % 64 + i[1] % 64) % 2], );
if (((({  xi[i] }) & 63) as f32) <= ((xf[i] * 0.25).round_ties_even()).rem_euclid(7.0)) {
let mut v12: f32 = xf[i];
atomic_fetch_sub(&mut hu[8 + ((i[1] / (4usize % 7 + 1))).min((bi.extent()[1] % 16 * (i[1] % 16))) % 8], (match (if false { Shade::Dark } else { Shade::Light }) { Shade::Dark => { if true { return; }
let mut v13 = (0u64 | 5_000_000_000u64);
 0u32 },
Shade::Grey | Shade::Light => {  n },
_ => {  n },
 }) & 7);
}
xf[i] = ({  { let mut k14 = 0usize; loop { k14 += 1; if k14 > 2 { break xf[i]; } if true { break (xf[i]).abs(); } for v15 in [1u64; 3] {
}
 } } });
}
}

crate::program!(3; av bi; xi xu xf xp hu);
