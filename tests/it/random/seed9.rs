//! The random program seed9.

pub mod kernel {
use amp::prelude::*;
use crate::harness::{Pair, Point, Shade, Views};
#[device]
fn function1(xv2: &mut ArrayViewMut<u32, 1>, at3: Index<1>) -> bool {
let v4: i32 = 1_000_000i32;
match (v4).clamp(3, 300) {
-5..=5 => {
let mut v5 = (7usize).min(8usize);
let mut k6 = 0u32;
while k6 < 1 && false {
k6 += 1;
{
let v7: f32 = ((-20.0f32)).abs();
}
}
}
,
i32::MIN | 7 | 100.. => {
match Pair(5, 6) {
Pair(0, m8) => {
let v9: IVec3 = IVec3::splat((1i32 >> (xv2[at3] & 31)));
}
,
Pair(m10, 0..=9) | Pair(m10 @ 1.., _) => {
let v11: (IVec3, u32,) = (IVec3::new(1, 2, 3), xv2[at3], );
let v12: u32 = xv2[at3];
}
,
Pair { 1: m13, .. } => {
}
,
_ => {
}
,
}
}
,
m14 @ 10..=90 => {
}
,
m15 => {
}
,
}
false
}
pub fn launch(on: &AcceleratorView, domain: Extent<1>, views: Views<'_, 1>) -> amp::Result<()> {
let n = 5u32;
let Views { au, af, mut xi, mut xu, mut xf, mut xp, .. } = views;
on.parallel_for_each(domain, amp!(|i: Index<1>| {
if ((if (Shade::Dark == Shade::Grey) { Shade::Dark } else { Shade::Light }) == Shade::Grey) { return; }
match ((((xi[i]).saturating_add(i32::MAX) & 7)).pow((n & 3)), ((false && true) != (xi[i] <= xi[i])), xp[i].x, ) {
(m16, true, 0..=9) | (0..=9, false, m16) if (false && true) => {
let _ = function1(&mut xu, i);
}
,
(.., m17 @ (1 | 7 | 100..)) | (-100 | -1, _, m17) => {
let mut v19 = ({ let mut v18: Point = xp[i];
 Pair(5, 6) });
match (match (if false {  (1i32, true, 1i32,) } else { let v20: Pair = Pair(m17, xu[i]);
let mut v21 = (true && true);
 (1i32, true, 1i32,) }) { (m22, true, 0..=9) | (0..=9, false, m22) => {  (Shade::Grey as u32) },
(.., m23 @ (1 | 7 | 100..)) | (-100 | -1, _, m23) => {  (xu[i]) },
(m24, ..) => {  (!xu[i]) },
 }) {
0 | 2 | 4 if (!false) => {
let mut v28 = { let mut k25 = 0usize; loop { k25 += 1; if k25 > 3 { break Pair(m17, n); } if (if true {  true } else {  true }) { break Pair(m17, xu[i]); } let f26 = |v27: f32| v27;
 } };
}
,
..16 if (false || true) => {
if (Shade::Dark == Shade::Grey) { return; }
}
,
_ => {
let v29: Pair = Pair((xi[i]).wrapping_shl(12345u32), (xu[i]));
for v30 in (u32::MAX - (n & 3)..=u32::MAX) {
}
}
,
}
}
,
(m31, ..) => {
}
,
}
xi[i] = xp[i].x;
xu[i] = ((((2u32).saturating_sub(n)) | 0x400) - (xu[i] & 1023));
xf[i] = { let mut k32 = 0usize; loop { k32 += 1; if k32 > 4 { break xf[i]; } if false { break ((xf[i]).abs()).max((if true {  af[k32 % 64] } else {  xf[i] })); } let v33 = IVec3::new(1, 2, 3);
let v34: Shade = Shade::Dark;
 } };
xp[i] = (Point { x: ((xi[i]).signum() << ((if false {  au[(i[0] * 4 + 11) % 64] } else {  xu[i] }) & 31)), y: af[(i[0] * 2 + 52) % 64], z: [1u32; 2] });
}))
}
}

pub mod reference {
use amp::prelude::*;
use crate::harness::{Meeting as TileBarrier, Slice as ArrayView, Slice as ArrayViewMut};
use crate::harness::{Pair, Point, Shade, Tiled as TiledIndex};
fn function1(xv2: &mut ArrayViewMut<u32, 1>, at3: Index<1>) -> bool {
let v4: i32 = 1_000_000i32;
match (v4).clamp(3, 300) {
-5..=5 => {
let mut v5 = (7usize).min(8usize);
let mut k6 = 0u32;
while k6 < 1 && false {
k6 += 1;
{
let v7: f32 = ((-20.0f32)).abs();
}
}
}
,
i32::MIN | 7 | 100.. => {
match Pair(5, 6) {
Pair(0, m8) => {
let v9: IVec3 = IVec3::splat((1i32 >> (xv2[at3] & 31)));
}
,
Pair(m10, 0..=9) | Pair(m10 @ 1.., _) => {
let v11: (IVec3, u32,) = (IVec3::new(1, 2, 3), xv2[at3], );
let v12: u32 = xv2[at3];
}
,
Pair { 1: m13, .. } => {
}
,
_ => {
}
,
}
}
,
m14 @ 10..=90 => {
}
,
m15 => {
}
,
}
false
}
pub fn kernel(i: Index<1>, n: u32, au: &ArrayView<u32, 1>, af: &ArrayView<f32, 1>, mut xi: &mut ArrayViewMut<i32, 1>, mut xu: &mut ArrayViewMut<u32, 1>, mut xf: &mut ArrayViewMut<f32, 1>, mut xp: &mut ArrayViewMut<Point, 1>) {
if ((if (Shade::Dark == Shade::Grey) { Shade::Dark } else { Shade::Light }) == Shade::Grey) { return; }
match ((((xi[i]).saturating_add(i32::MAX) & 7)).pow((n & 3)), ((false && true) != (xi[i] <= xi[i])), xp[i].x, ) {
(m16, true, 0..=9) | (0..=9, false, m16) if (false && true) => {
let _ = function1(&mut xu, i);
}
,
(.., m17 @ (1 | 7 | 100..)) | (-100 | -1, _, m17) => {
let mut v19 = ({ let mut v18: Point = xp[i];
 Pair(5, 6) });
match (match (if false {  (1i32, true, 1i32,) } else { let v20: Pair = Pair(m17, xu[i]);
let mut v21 = (true && true);
 (1i32, true, 1i32,) }) { (m22, true, 0..=9) | (0..=9, false, m22) => {  (Shade::Grey as u32) },
(.., m23 @ (1 | 7 | 100..)) | (-100 | -1, _, m23) => {  (xu[i]) },
(m24, ..) => {  (!xu[i]) },
 }) {
0 | 2 | 4 if (!false) => {
let mut v28 = { let mut k25 = 0usize; loop { k25 += 1; if k25 > 3 { break Pair(m17, n); } if (if true {  true } else {  true }) { break Pair(m17, xu[i]); } let f26 = |v27: f32| v27;
 } };
}
,
..16 if (false || true) => {
if (Shade::Dark == Shade::Grey) { return; }
}
,
_ => {
let v29: Pair = Pair((xi[i]).wrapping_shl(12345u32), (xu[i]));
for v30 in (u32::MAX - (n & 3)..=u32::MAX) {
}
}
,
}
}
,
(m31, ..) => {
}
,
}
xi[i] = xp[i].x;
xu[i] = ((((2u32).saturating_sub(n)) | 0x400) - (xu[i] & 1023));
xf[i] = { let mut k32 = 0usize; loop { k32 += 1; if k32 > 4 { break xf[i]; } if false { break ((xf[i]).abs()).max((if true {  af[k32 % 64] } else {  xf[i] })); } let v33 = IVec3::new(1, 2, 3);
let v34: Shade = Shade::Dark;
 } };
xp[i] = (Point { x: ((xi[i]).signum() << ((if false {  au[(i[0] * 4 + 11) % 64] } else {  xu[i] }) & 31)), y: af[(i[0] * 2 + 52) % 64], z: [1u32; 2] });
}
}

crate::program!(1; au af; xi xu xf xp);
