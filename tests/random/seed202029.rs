//! The random program seed202029.

pub mod kernel {
use amp::prelude::*;
use crate::harness::{Pair, Point, Shade, Views};
pub fn launch(on: &AcceleratorView, domain: Extent<1>, views: Views<'_, 1>) -> amp::Result<()> {
let n = 5u32;
let Views { ai, au, af, ah, ag, bi, mut xi, mut xu, mut xf, .. } = views;
on.parallel_for_each(domain, amp!(|i: Index<1>| {
let v1: Point = (Point { x: (true as i32), y: (af[(i[0] * 3 + 38) % 64]).rem_euclid(7.0), z: [n; 2] });
let mut v8: (i64, i32, f32,) = { let mut k2 = 0usize; 'l3: loop { k2 += 1; if k2 > 3 { break ((-1i64), ai[k2 % 64], xf[i], ); } if (if false { let mut v7: i32 = xi[i];
 false } else {  true }) { break (((-1i64) ^ (0x1_0000_0001i64 >> (32u32 & 63))), (((bi[i] & 1023) + (xi[i] & 1023))).wrapping_mul((xi[i]).saturating_add(xi[i])), (((xi[i]).wrapping_neg() & 63) as f32), ); } let v6: i32 = ({ if (false && true) { break (if true { let f4 = |v5: u32| au[7];
let v1 = (ag[35].to_f32()).max(af[38]);
 (1i64, 1i32, 1.0f32,) } else { xu[i] %= (n & 15) + 1;
 (1i64, 1i32, 1.0f32,) }); }
 ((({  xi[i] }) & 1023) + (((ah[33] as i32)).wrapping_mul(xi[i]) & 1023)) });
 } };
if (((0u64 as i64)).wrapping_add((i64::MIN << (xu[i] & 63))) > ((!n) as i64)) { return; }
xi[i] |= (match (Pair(xi[i], xu[i]), (if false { Shade::Dark } else { Shade::Light }), ) { (Pair(m9, _), Shade::Grey | Shade::Dark) => { if (if true {  false } else {  false }) {
let mut v10: i64 = 0x1_0000_0001i64;
}
if (8usize > 7usize) {
if true {
let v11 = (((-1i64)).min((-1i64))).wrapping_sub((-1i64));
}
 else {
}
}
 else {
}
 1_000_000i32 },
(Pair(_, m12), _) => {  1_000_000i32 },
 });
xu[i] = (((((xi[i]).leading_zeros()).trailing_zeros() & 4095) as usize % 64) as u32);
}))
}
}

pub mod reference {
use amp::prelude::*;
use crate::harness::{Meeting as TileBarrier, Slice as ArrayView, Slice as ArrayViewMut};
use crate::harness::{Pair, Point, Shade, Tiled as TiledIndex};
pub fn kernel(i: Index<1>, n: u32, ai: &ArrayView<i32, 1>, au: &ArrayView<u32, 1>, af: &ArrayView<f32, 1>, ah: &ArrayView<i16, 1>, ag: &ArrayView<f16, 1>, bi: &ArrayView<i32, 1>, mut xi: &mut ArrayViewMut<i32, 1>, mut xu: &mut ArrayViewMut<u32, 1>, mut xf: &mut ArrayViewMut<f32, 1>) {
let v1: Point = (Point { x: (true as i32), y: (af[(i[0] * 3 + 38) % 64]).rem_euclid(7.0), z: [n; 2] });
let mut v8: (i64, i32, f32,) = { let mut k2 = 0usize; 'l3: loop { k2 += 1; if k2 > 3 { break ((-1i64), ai[k2 % 64], xf[i], ); } if (if false { let mut v7: i32 = xi[i];
 false } else {  true }) { break (((-1i64) ^ (0x1_0000_0001i64 >> (32u32 & 63))), (((bi[i] & 1023) + (xi[i] & 1023))).wrapping_mul((xi[i]).saturating_add(xi[i])), (((xi[i]).wrapping_neg() & 63) as f32), ); } let v6: i32 = ({ if (false && true) { break (if true { let f4 = |v5: u32| au[7];
let v1 = (ag[35].to_f32()).max(af[38]);
 (1i64, 1i32, 1.0f32,) } else { xu[i] %= (n & 15) + 1;
 (1i64, 1i32, 1.0f32,) }); }
 ((({  xi[i] }) & 1023) + (((ah[33] as i32)).wrapping_mul(xi[i]) & 1023)) });
 } };
if (((0u64 as i64)).wrapping_add((i64::MIN << (xu[i] & 63))) > ((!n) as i64)) { return; }
xi[i] |= (match (Pair(xi[i], xu[i]), (if false { Shade::Dark } else { Shade::Light }), ) { (Pair(m9, _), Shade::Grey | Shade::Dark) => { if (if true {  false } else {  false }) {
let mut v10: i64 = 0x1_0000_0001i64;
}
if (8usize > 7usize) {
if true {
let v11 = (((-1i64)).min((-1i64))).wrapping_sub((-1i64));
}
 else {
}
}
 else {
}
 1_000_000i32 },
(Pair(_, m12), _) => {  1_000_000i32 },
 });
xu[i] = (((((xi[i]).leading_zeros()).trailing_zeros() & 4095) as usize % 64) as u32);
}
}

crate::program!(1; ai au af ah ag bi; xi xu xf);
