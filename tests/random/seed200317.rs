//! The random program seed200317.

pub mod kernel {
use amp::prelude::*;
use crate::harness::{Pair, Point, Shade, Views};
#[device]
impl Point {
fn of_seed200317_1(self, w2: &ArrayView<f32>, w3: &ArrayView<i32>, v4: Pair) -> u32 {
if (true != false) { return (false as u32); }
let mut v4 = (((0u32 | 0x400) - (0u32 & 1023)) <= (32u32).wrapping_sub(2u32));
if (false ^ v4) { return (u32::MAX).wrapping_neg(); }
31u32
}
}
pub fn launch(on: &AcceleratorView, domain: Extent<1>, views: Views<'_, 1>) -> amp::Result<()> {
let n = 5u32;
let Views { ai, af, ah, bi, mut xi, mut xu, mut xf, mut xp, .. } = views;
on.parallel_for_each(domain, amp!(|i: Index<1>| {
for Pair(_, v5) in [(Pair { 1: n, 0: (ah[(i[0] * 2 + 9) % 64] as i32) }), Pair(xi[i], 12345u32), Pair(5, 6), ] {
xi[i] = { let mut k6 = 0usize; loop { k6 += 1; if k6 > 3 { break 0i32; } if (false || true) { break ((((xi[i] & 1023) * (7i32 & 1023)) & 1023) - ((-(xi[i] & 1023)) & 1023)); } let v7: Pair = Pair((xi[i]).clamp(3, 300), (v5).saturating_add(n));
 } };
}
let v8: [Point; 3] = [(Point { x: xi[i], y: xp[i].y, z: [1u32; 2] }); 3];
if true { return; }
if (((n)).wrapping_add((xp[i]).of_seed200317_1(&af, &ai, Pair(5, 6))) <= xu[i]) {
let mut v13 = Pair(((((xp[i]).of_seed200317_1(&af, &ai, Pair(5, 6)) & 4095) as usize % 64) as i32), { let mut k9 = 0usize; loop { k9 += 1; if k9 > 4 { break n; } if ({  false }) { break n; } {
let r10: &mut f32 = &mut xp[i].y;
(*r10) = xf[i];
let (mut v11, mut v12) = (i[0], xi[i], );
v12 /= (i32::MIN & 15) + 1;
}
 } });
}
xi[i] ^= (({ {
let v14: Point = (Point { x: xi[i], ..xp[i] });
xu[i] &= xu[i];
}
'l16: for v15 in (1..=9usize).step_by(3) {
let mut v15: Pair = (Pair { 1: 31u32, 0: xi[i] });
let f17 = |v18: i32| v18;
}
 false }) as i32);
xi[i] = (({ let mut k19 = 0usize; 'l20: loop { k19 += 1; if k19 > 1 { break bi[i]; } if false { break (xi[i]).clamp(3, 300); } for v21 in (-7..(xi[i] & 3)).step_by(3).rev() {
}
 } } & 1023) - (xi[i] & 1023));
xu[i] = (xp[i]).of_seed200317_1(&af, &ai, Pair(5, 6));
xf[i] = (((0.0 - xf[i]) + ((0.0 - af[21])).abs()) % 64.0);
xp[i] = (Point { x: (((Point { x: 1, y: 2.0, z: [3, 4] })).of_seed200317_1(&af, &ai, Pair(5, 6)) as i32), ..xp[i] });
}))
}
}

pub mod reference {
use amp::prelude::*;
use crate::harness::{Meeting as TileBarrier, Slice as ArrayView, Slice as ArrayViewMut};
use crate::harness::{Pair, Point, Shade, Tiled as TiledIndex};
impl Point {
fn plain_seed200317_1(self, w2: &ArrayView<f32>, w3: &ArrayView<i32>, v4: Pair) -> u32 {
if (true != false) { return (false as u32); }
let mut v4 = (((0u32 | 0x400) - (0u32 & 1023)) <= (32u32).wrapping_sub(2u32));
if (false ^ v4) { return (u32::MAX).wrapping_neg(); }
31u32
}
}
pub fn kernel(i: Index<1>, n: u32, ai: &ArrayView<i32, 1>, af: &ArrayView<f32, 1>, ah: &ArrayView<i16, 1>, bi: &ArrayView<i32, 1>, mut xi: &mut ArrayViewMut<i32, 1>, mut xu: &mut ArrayViewMut<u32, 1>, mut xf: &mut ArrayViewMut<f32, 1>, mut xp: &mut ArrayViewMut<Point, 1>) {
for Pair(_, v5) in [(Pair { 1: n, 0: (ah[(i[0] * 2 + 9) % 64] as i32) }), Pair(xi[i], 12345u32), Pair(5, 6), ] {
xi[i] = { let mut k6 = 0usize; loop { k6 += 1; if k6 > 3 { break 0i32; } if (false || true) { break ((((xi[i] & 1023) * (7i32 & 1023)) & 1023) - ((-(xi[i] & 1023)) & 1023)); } let v7: Pair = Pair((xi[i]).clamp(3, 300), (v5).saturating_add(n));
 } };
}
let v8: [Point; 3] = [(Point { x: xi[i], y: xp[i].y, z: [1u32; 2] }); 3];
if true { return; }
if (((n)).wrapping_add((xp[i]).plain_seed200317_1(&af, &ai, Pair(5, 6))) <= xu[i]) {
let mut v13 = Pair(((((xp[i]).plain_seed200317_1(&af, &ai, Pair(5, 6)) & 4095) as usize % 64) as i32), { let mut k9 = 0usize; loop { k9 += 1; if k9 > 4 { break n; } if ({  false }) { break n; } {
let r10: &mut f32 = &mut xp[i].y;
(*r10) = xf[i];
let (mut v11, mut v12) = (i[0], xi[i], );
v12 /= (i32::MIN & 15) + 1;
}
 } });
}
xi[i] ^= (({ {
let v14: Point = (Point { x: xi[i], ..xp[i] });
xu[i] &= xu[i];
}
'l16: for v15 in (1..=9usize).step_by(3) {
let mut v15: Pair = (Pair { 1: 31u32, 0: xi[i] });
let f17 = |v18: i32| v18;
}
 false }) as i32);
xi[i] = (({ let mut k19 = 0usize; 'l20: loop { k19 += 1; if k19 > 1 { break bi[i]; } if false { break (xi[i]).clamp(3, 300); } for v21 in (-7..(xi[i] & 3)).step_by(3).rev() {
}
 } } & 1023) - (xi[i] & 1023));
xu[i] = (xp[i]).plain_seed200317_1(&af, &ai, Pair(5, 6));
xf[i] = (((0.0 - xf[i]) + ((0.0 - af[21])).abs()) % 64.0);
xp[i] = (Point { x: (((Point { x: 1, y: 2.0, z: [3, 4] })).plain_seed200317_1(&af, &ai, Pair(5, 6)) as i32), ..xp[i] });
}
}

crate::program!(1; ai af ah bi; xi xu xf xp);
