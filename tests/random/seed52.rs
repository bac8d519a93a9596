//! The random program seed52.

pub mod kernel {
use amp::prelude::*;
use crate::harness::{Pair, Point, Shade, Views};
#[device]
fn function1(v2: Point, mut v3: i64, mut v4: Point) -> Point {
let v5: Shade = (if (true || true) { Shade::Dark } else { Shade::Light });
let v6: u64 = ((v3 as u64) & (5_000_000_000u64).min(0x8000_0000u64));
{
let mut v7: IVec3 = IVec3::splat(1_000_000i32);
v3 = v3;
}
v2
}
#[kernel]
pub fn kernel(i: Index<1>, n: u32, ai: &ArrayView<i32, 1>, au: &ArrayView<u32, 1>, ap: &ArrayView<Point, 1>, ab: &ArrayView<u8, 1>, bi: &ArrayView<i32, 1>, xi: &mut ArrayViewMut<i32, 1>, xu: &mut ArrayViewMut<u32, 1>, xf: &mut ArrayViewMut<f32, 1>, xp: &mut ArrayViewMut<Point, 1>, hu: &mut ArrayViewMut<u32, 1>) {
xu[i] >>= (((i[0] % 64 + (i[0] / (i[0] % 7 + 1)) % 64) as u32)).saturating_sub((match (0u64 as i32) { -5..=5 => {  n },
i32::MIN | 7 | 100.. => { xp[i].y = xf[i];
 au[9] },
m8 @ 10..=90 => {  (i64::MIN as u32) },
m9 => {  (au[38]).clamp(3, 300) },
 })) & 31;
xf[i] *= xf[i];
xf[i] %= 64.0;
atomic_fetch_min(&mut hu[24 + 5 % 8], n & 4095);
if ((({ let mut v10 = [(ai[61] as u64); 4];
 0x8000_0000u64 }) >= 0x8000_0000u64) | { let mut k11 = 0usize; loop { k11 += 1; if k11 > 2 { break (Shade::Light == Shade::Grey); } if (false || false) { break false; } let v12 = (false as u32);
 } }) {
let v18: (Pair, u32,) = (match (Point { x: (xi[i]).wrapping_neg(), y: ((xi[i] & 63) as f32), z: (if true { let mut v13: u64 = (0x8000_0000u64).rotate_left(xu[i]);
let v14: Shade = (if false { Shade::Dark } else { Shade::Light });
 [1u32; 2] } else {  [1u32; 2] }) }) { Point { x: -9..=9, y: m15, .. } => {  ((Pair { 1: n, 0: 1i32 }), (ai[27] as u32), ) },
Point { z: m16, x: 7 | 1.. , y: _ } => {  (Pair((-1i32), 0u32), ((xu[i] & 1023) * (au[(i[0] * 4 + 25) % 64] & 1023)), ) },
Point { x: m17, .. } => {  (Pair(bi[i], au[(i[0] * 3 + 18) % 64]), xu[i], ) },
 });
if ((if true { Shade::Dark } else { Shade::Light }) == Shade::Grey) {
let mut v18 = ((i[0] / (bi.extent()[0] % 7 + 1)) % 64 + ((31u32 & 4095) as usize % 64) % 64);
let mut v19: Point = (if ({  true }) {  (Point { x: 1i32, y: xf[i], z: [1u32; 2] }) } else {  (Point { x: xi[i], ..xp[i] }) });
let v20 = ((!(-1i64))).wrapping_add((i64::MIN).max(i64::MIN));
}
let mut v21: i32 = (((7i32 << (u32::from(ab[i[0] % 64]) & 31))).clamp(3, 300)).wrapping_mul((true as i32));
}
 else {
atomic_fetch_add(&mut hu[0 + ({  (0usize).min(i[0]) }) % 8], ((xi[i] << (xu[i] & 31))).abs_diff((true as i32)) & 7);
xu[i] ^= ((Shade::Light as u32)).saturating_add((n));
{
let r22 = &xp[i].x;
{
let w23 = &ap;
match (1i32, true, 1i32,) {
(m24, true, 0..=9) | (0..=9, false, m24) => {
let f25 = |v26: u32| n;
}
,
(.., m27 @ (1 | 7 | 100..)) | (-100 | -1, _, m27) if true => {
}
,
(m28, ..) => {
}
,
}
}
}
}
xi[i] = (-(((!i32::MIN)).rotate_left(xp[i].z[bi.extent()[0] % 2]) & 1023));
xu[i] = ((xu[i])).wrapping_sub((match (1i32, true, 1i32,) { (m29, true, 0..=9) | (0..=9, false, m29) => {  32u32 },
(.., m30 @ (1 | 7 | 100..)) | (-100 | -1, _, m30) if false => {  xu[i] },
(m31, ..) => {  n },
 }));
xf[i] = (xf[i]).clamp(-5.0, 9.0);
}
pub fn launch(on: &AcceleratorView, domain: Extent<1>, views: Views<'_, 1>) -> amp::Result<()> {
let n = 5u32;
let Views { ai, au, ap, ab, bi, mut xi, mut xu, mut xf, mut xp, mut hu, .. } = views;
on.parallel_for_each(domain, kernel(n, &ai, &au, &ap, &ab, &bi, &mut xi, &mut xu, &mut xf, &mut xp, &mut hu, ))
}
}

pub mod reference {
use amp::prelude::*;
use crate::harness::{Meeting as TileBarrier, Slice as ArrayView, Slice as ArrayViewMut};
use crate::harness::{Pair, Point, Shade, Tiled as TiledIndex};
fn function1(v2: Point, mut v3: i64, mut v4: Point) -> Point {
let v5: Shade = (if (true || true) { Shade::Dark } else { Shade::Light });
let v6: u64 = ((v3 as u64) & (5_000_000_000u64).min(0x8000_0000u64));
{
let mut v7: IVec3 = IVec3::splat(1_000_000i32);
v3 = v3;
}
v2
}
pub fn kernel(i: Index<1>, n: u32, ai: &ArrayView<i32, 1>, au: &ArrayView<u32, 1>, ap: &ArrayView<Point, 1>, ab: &ArrayView<u8, 1>, bi: &ArrayView<i32, 1>, mut xi: &mut ArrayViewMut<i32, 1>, mut xu: &mut ArrayViewMut<u32, 1>, mut xf: &mut ArrayViewMut<f32, 1>, mut xp: &mut ArrayViewMut<Point, 1>, mut hu: &mut ArrayViewMut<u32, 1>) {
xu[i] >>= (((i[0] % 64 + (i[0] / (i[0] % 7 + 1)) % 64) as u32)).saturating_sub((match (0u64 as i32) { -5..=5 => {  n },
i32::MIN | 7 | 100.. => { xp[i].y = xf[i];
 au[9] },
m8 @ 10..=90 => {  (i64::MIN as u32) },
m9 => {  (au[38]).clamp(3, 300) },
 })) & 31;
xf[i] *= xf[i];
xf[i] %= 64.0;
atomic_fetch_min(&mut hu[24 + 5 % 8], n & 4095);
if ((({ let mut v10 = [(ai[61] as u64); 4];
 0x8000_0000u64 }) >= 0x8000_0000u64) | { let mut k11 = 0usize; loop { k11 += 1; if k11 > 2 { break (Shade::Light == Shade::Grey); } if (false || false) { break false; } let v12 = (false as u32);
 } }) {
let v18: (Pair, u32,) = (match (Point { x: (xi[i]).wrapping_neg(), y: ((xi[i] & 63) as f32), z: (if true { let mut v13: u64 = (0x8000_0000u64).rotate_left(xu[i]);
let v14: Shade = (if false { Shade::Dark } else { Shade::Light });
 [1u32; 2] } else {  [1u32; 2] }) }) { Point { x: -9..=9, y: m15, .. } => {  ((Pair { 1: n, 0: 1i32 }), (ai[27] as u32), ) },
Point { z: m16, x: 7 | 1.. , y: _ } => {  (Pair((-1i32), 0u32), ((xu[i] & 1023) * (au[(i[0] * 4 + 25) % 64] & 1023)), ) },
Point { x: m17, .. } => {  (Pair(bi[i], au[(i[0] * 3 + 18) % 64]), xu[i], ) },
 });
if ((if true { Shade::Dark } else { Shade::Light }) == Shade::Grey) {
let mut v18 = ((i[0] / (bi.extent()[0] % 7 + 1)) % 64 + ((31u32 & 4095) as usize % 64) % 64);
let mut v19: Point = (if ({  true }) {  (Point { x: 1i32, y: xf[i], z: [1u32; 2] }) } else {  (Point { x: xi[i], ..xp[i] }) });
let v20 = ((!(-1i64))).wrapping_add((i64::MIN).max(i64::MIN));
}
let mut v21: i32 = (((7i32 << (u32::from(ab[i[0] % 64]) & 31))).clamp(3, 300)).wrapping_mul((true as i32));
}
 else {
atomic_fetch_add(&mut hu[0 + ({  (0usize).min(i[0]) }) % 8], ((xi[i] << (xu[i] & 31))).abs_diff((true as i32)) & 7);
xu[i] ^= ((Shade::Light as u32)).saturating_add((n));
{
let r22 = &xp[i].x;
{
let w23 = &ap;
match (1i32, true, 1i32,) {
(m24, true, 0..=9) | (0..=9, false, m24) => {
let f25 = |v26: u32| n;
}
,
(.., m27 @ (1 | 7 | 100..)) | (-100 | -1, _, m27) if true => {
}
,
(m28, ..) => {
}
,
}
}
}
}
xi[i] = (-(((!i32::MIN)).rotate_left(xp[i].z[bi.extent()[0] % 2]) & 1023));
xu[i] = ((xu[i])).wrapping_sub((match (1i32, true, 1i32,) { (m29, true, 0..=9) | (0..=9, false, m29) => {  32u32 },
(.., m30 @ (1 | 7 | 100..)) | (-100 | -1, _, m30) if false => {  xu[i] },
(m31, ..) => {  n },
 }));
xf[i] = (xf[i]).clamp(-5.0, 9.0);
}
}

crate::program!(1; ai au ap ab bi; xi xu xf xp hu);
