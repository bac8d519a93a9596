//! The random program seed92.

pub mod kernel {
use amp::prelude::*;
use crate::harness::{Pair, Point, Shade, Views};
#[device]
fn function1(v2: (Pair, u32,), f4: impl Fn(i32) -> i32, xv5: &mut ArrayViewMut<u32, 2>, at6: Index<2>) -> IVec3 {
let v7 = ((1i32).reverse_bits()).reverse_bits();
let (mut v8, mut v9) = (((2usize % 64 + 7usize % 64) as u32), (if true {  9usize } else {  4usize }), );
{
let r10: &mut u32 = &mut xv5[at6];
(*r10) = (v8).wrapping_sub(v8);
v9 = (if true {  v9 } else { let mut v11: Point = (Point { x: 1, y: 2.0, z: [3, 4] });
let v12: bool = (true || false);
 v9 });
let mut v13: u32 = (*r10);
}
IVec3::new(1, 2, 3)
}
#[kernel(tile = [4, 8])]
pub fn kernel(t: TiledIndex<2>, n: u32, au: &ArrayView<u32, 1>, ag: &ArrayView<f16, 1>, xi: &mut ArrayViewMut<i32, 2>, xu: &mut ArrayViewMut<u32, 2>, xf: &mut ArrayViewMut<f32, 2>, xp: &mut ArrayViewMut<Point, 2>, hu: &mut ArrayViewMut<u32, 1>) {
let i = t.global;
let l = t.local[0] * 8 + t.local[1];
#[tile_static] let mut s: [i32; 32];
#[tile_static] let mut r: [Point; 32];
#[tile_static] let mut bins: [u32; 32];
let mut u = n % 7;
let mut v14: Shade = Shade::Light;
let Point { x: v15, y: v16, .. } = (Point { x: (if true {  xi[i] } else {  xi[i] }), y: (xf[i]).abs(), z: [n, xu[i], ] });
s[l] = xp[i].x;
t.barrier.wait(); // shares s r bins
let mut v19 = 16usize;
while v19 > 0 {
if l < v19 { s[l] = s[l].wrapping_mul(5) ^ s[l + v19]; }
t.barrier.wait(); // shares s r bins
v19 /= 2;
}
let mut v18 = s[0];
t.barrier.wait(); // shares s r bins
xi[i] = (({ let mut k20 = 0usize; 'l21: loop { k20 += 1; if k20 > 3 { break (xi[i]).saturating_add(xi[i]); } if (au[k20 % 64] >= 2u32) { break (-(v15 & 1023)); } let mut v18: u32 = (xu[i]).rem_euclid((xu[i] & 15) + 1);
 } } & 1023) + (((v18).signum()).wrapping_sub(v15) & 1023));
xu[i] = (({ atomic_fetch_add(&mut hu[0 + l % 8], n & 7);
 ((n & 7)).pow((u32::MAX & 3)) }));
xf[i] = (xf[i]).max(((xf[i]).rem_euclid(7.0)).min((ag[15].to_f32()).clamp(-5.0, 9.0)));
xp[i] = (Point { x: ((xi[i] & v18)).reverse_bits(), y: (0.0 - xf[i]), z: [(au[i[1] % 64] & n), (0x8000_0000u32).max(n), ] });
}
pub fn launch(on: &AcceleratorView, domain: TiledExtent<2>, views: Views<'_, 2>) -> amp::Result<()> {
let n = 5u32;
let Views { au, ag, mut xi, mut xu, mut xf, mut xp, mut hu, .. } = views;
on.parallel_for_each(domain, kernel(n, &au, &ag, &mut xi, &mut xu, &mut xf, &mut xp, &mut hu, ))
}
}

pub mod reference {
use amp::prelude::*;
use crate::harness::{Meeting as TileBarrier, Slice as ArrayView, Slice as ArrayViewMut};
use crate::harness::{Pair, Point, Shade, Tiled as TiledIndex};
fn function1(v2: (Pair, u32,), f4: impl Fn(i32) -> i32, xv5: &mut ArrayViewMut<u32, 2>, at6: Index<2>) -> IVec3 {
let v7 = ((1i32).reverse_bits()).reverse_bits();
let (mut v8, mut v9) = (((2usize % 64 + 7usize % 64) as u32), (if true {  9usize } else {  4usize }), );
{
let r10: &mut u32 = &mut xv5[at6];
(*r10) = (v8).wrapping_sub(v8);
v9 = (if true {  v9 } else { let mut v11: Point = (Point { x: 1, y: 2.0, z: [3, 4] });
let v12: bool = (true || false);
 v9 });
let mut v13: u32 = (*r10);
}
IVec3::new(1, 2, 3)
}
pub fn kernel(t: TiledIndex<2>, n: u32, au: &ArrayView<u32, 1>, ag: &ArrayView<f16, 1>, mut xi: &mut ArrayViewMut<i32, 2>, mut xu: &mut ArrayViewMut<u32, 2>, mut xf: &mut ArrayViewMut<f32, 2>, mut xp: &mut ArrayViewMut<Point, 2>, mut hu: &mut ArrayViewMut<u32, 1>) {
let i = t.global;
let l = t.local[0] * 8 + t.local[1];
let mut s: [i32; 32] = Default::default();
let mut r: [Point; 32] = Default::default();
let mut bins: [u32; 32] = Default::default();
let mut u = n % 7;
let mut v14: Shade = Shade::Light;
let Point { x: v15, y: v16, .. } = (Point { x: (if true {  xi[i] } else {  xi[i] }), y: (xf[i]).abs(), z: [n, xu[i], ] });
s[l] = xp[i].x;
t.barrier.meet(&mut [("s", &mut s), ("r", &mut r), ("bins", &mut bins)]);
let mut v19 = 16usize;
while v19 > 0 {
if l < v19 { s[l] = s[l].wrapping_mul(5) ^ s[l + v19]; }
t.barrier.meet(&mut [("s", &mut s), ("r", &mut r), ("bins", &mut bins)]);
v19 /= 2;
}
let mut v18 = s[0];
t.barrier.meet(&mut [("s", &mut s), ("r", &mut r), ("bins", &mut bins)]);
xi[i] = (({ let mut k20 = 0usize; 'l21: loop { k20 += 1; if k20 > 3 { break (xi[i]).saturating_add(xi[i]); } if (au[k20 % 64] >= 2u32) { break (-(v15 & 1023)); } let mut v18: u32 = (xu[i]).rem_euclid((xu[i] & 15) + 1);
 } } & 1023) + (((v18).signum()).wrapping_sub(v15) & 1023));
xu[i] = (({ atomic_fetch_add(&mut hu[0 + l % 8], n & 7);
 ((n & 7)).pow((u32::MAX & 3)) }));
xf[i] = (xf[i]).max(((xf[i]).rem_euclid(7.0)).min((ag[15].to_f32()).clamp(-5.0, 9.0)));
xp[i] = (Point { x: ((xi[i] & v18)).reverse_bits(), y: (0.0 - xf[i]), z: [(au[i[1] % 64] & n), (0x8000_0000u32).max(n), ] });
}
}

crate::program!(2, [4, 8], Fits; au ag; xi xu xf xp hu);
