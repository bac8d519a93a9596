//! The random program seed59.

pub mod kernel {
use amp::prelude::*;
use crate::harness::{Pair, Point, Shade, Views};
pub fn launch(on: &AcceleratorView, domain: TiledExtent<1>, views: Views<'_, 1>) -> amp::Result<()> {
let n = 5u32;
let Views { ai, af, ap, av, ax, mut xi, mut xu, mut xf, mut xp, mut hu, .. } = views;
on.parallel_for_each(domain, amp!(tile = [16], |t: TiledIndex<1>| {
let i = t.global;
let l = t.local[0];
#[tile_static] let mut s: [i32; 16];
#[tile_static] let mut r: [Point; 16];
#[tile_static] let mut bins: [u32; 16];
let mut u = n % 7;
let v12: u32 = { let mut k1 = 0usize; loop { k1 += 1; if k1 > 4 { break ({ let v11: Point = (Point { x: 1, y: 2.0, z: [3, 4] });
 n }); } if (true || { xu[i] = xu[i].wrapping_add(1); false }) { break (xi[i]).abs_diff(ai[13]); } atomic_fetch_add(&mut hu[0 + k1 % 8], xu[i] & 7);
match (1i32, true,) {
(m2, true) if true => {
let f3 = |v4: f32| v4;
let mut v5: [Point; 3] = [(Point { x: 1, y: 2.0, z: [3, 4] }), xp[i], ap[(i[0] * 4 + 50) % 64], ];
let v6: (bool, u32,) = (true, (m2).abs_diff(m2), );
}
,
(0..=9, _) => {
let mut v7: usize = (9usize / (i[0] % 7 + 1));
let (v8, v9) = (ai[(i[0] * 4 + 11) % 64], l, );
}
,
(_, m10) => {
std::mem::swap(&mut xp[i].y, &mut xf[i]);
std::mem::swap(&mut xi[i], &mut xp[i].x);
}
,
}
 } };
u = (u * 5 + 1) % 13;
xi[i] = (((v12).clamp(3, 300) as i32) | ((xi[i] << (v12 & 31))));
xu[i] = (((xi[i]).signum()).count_ones() << (xu[i] & 31));
xf[i] = ({  ((af[i[0] % 64]).abs()).min(((xi[i] & 63) as f32)) });
xp[i] = (Point { x: ((!n) as i32), y: ({ 'l15: for v14 in [true; 3] {
let mut v16: u32 = n;
let mut v17: (IVec3, u32,) = (av[58], 2u32, );
}
let mut v18: (bool, u32, u32,) = (true, 1u32, 1u32,);
 ((ax[[0, l % 8]] & 63) as f32) }), z: [1u32; 2] });
}))
}
}

pub mod reference {
use amp::prelude::*;
use crate::harness::{Meeting as TileBarrier, Slice as ArrayView, Slice as ArrayViewMut};
use crate::harness::{Pair, Point, Shade, Tiled as TiledIndex};
pub fn kernel(t: TiledIndex<1>, n: u32, ai: &ArrayView<i32, 1>, af: &ArrayView<f32, 1>, ap: &ArrayView<Point, 1>, av: &ArrayView<IVec3, 1>, ax: &ArrayView<i32, 2>, mut xi: &mut ArrayViewMut<i32, 1>, mut xu: &mut ArrayViewMut<u32, 1>, mut xf: &mut ArrayViewMut<f32, 1>, mut xp: &mut ArrayViewMut<Point, 1>, mut hu: &mut ArrayViewMut<u32, 1>) {
let i = t.global;
let l = t.local[0];
let mut s: [i32; 16] = Default::default();
let mut r: [Point; 16] = Default::default();
let mut bins: [u32; 16] = Default::default();
let mut u = n % 7;
let v12: u32 = { let mut k1 = 0usize; loop { k1 += 1; if k1 > 4 { break ({ let v11: Point = (Point { x: 1, y: 2.0, z: [3, 4] });
 n }); } if (true || { xu[i] = xu[i].wrapping_add(1); false }) { break (xi[i]).abs_diff(ai[13]); } atomic_fetch_add(&mut hu[0 + k1 % 8], xu[i] & 7);
match (1i32, true,) {
(m2, true) if true => {
let f3 = |v4: f32| v4;
let mut v5: [Point; 3] = [(Point { x: 1, y: 2.0, z: [3, 4] }), xp[i], ap[(i[0] * 4 + 50) % 64], ];
let v6: (bool, u32,) = (true, (m2).abs_diff(m2), );
}
,
(0..=9, _) => {
let mut v7: usize = (9usize / (i[0] % 7 + 1));
let (v8, v9) = (ai[(i[0] * 4 + 11) % 64], l, );
}
,
(_, m10) => {
std::mem::swap(&mut xp[i].y, &mut xf[i]);
std::mem::swap(&mut xi[i], &mut xp[i].x);
}
,
}
 } };
u = (u * 5 + 1) % 13;
xi[i] = (((v12).clamp(3, 300) as i32) | ((xi[i] << (v12 & 31))));
xu[i] = (((xi[i]).signum()).count_ones() << (xu[i] & 31));
xf[i] = ({  ((af[i[0] % 64]).abs()).min(((xi[i] & 63) as f32)) });
xp[i] = (Point { x: ((!n) as i32), y: ({ 'l15: for v14 in [true; 3] {
let mut v16: u32 = n;
let mut v17: (IVec3, u32,) = (av[58], 2u32, );
}
let mut v18: (bool, u32, u32,) = (true, 1u32, 1u32,);
 ((ax[[0, l % 8]] & 63) as f32) }), z: [1u32; 2] });
}
}

crate::program!(1, [16], Truncated; ai af ap av ax; xi xu xf xp hu);
