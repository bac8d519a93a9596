//! The random program seed97.

pub mod kernel {
use amp::prelude::*;
use crate::harness::{Pair, Point, Shade, Views};
#[device]
impl Pair {
fn of_seed97_1(&mut self, xv2: &mut ArrayViewMut<f32, 2>, at3: Index<2>) -> (Point, u32,) {
let v4: i32 = i32::MIN;
let mut v5: u32 = ((31u32).clamp(3, 300)).leading_zeros();
(*self).1 |= (v5).leading_zeros();
v5 = (((v5).leading_zeros() | 0x400) - ((v5).wrapping_sub(12345u32) & 1023));
((Point { x: 1, y: 2.0, z: [3, 4] }), 1u32,)
}
}
#[kernel(tile = [4, 8])]
pub fn kernel(t: TiledIndex<2>, n: u32, au: &ArrayView<u32, 1>, bi: &ArrayView<i32, 2>, xi: &mut ArrayViewMut<i32, 2>, xu: &mut ArrayViewMut<u32, 2>, xf: &mut ArrayViewMut<f32, 2>, xp: &mut ArrayViewMut<Point, 2>) {
let i = t.global;
let l = t.local[0] * 8 + t.local[1];
#[tile_static] let mut s: [i32; 32];
#[tile_static] let mut r: [Point; 32];
#[tile_static] let mut bins: [u32; 32];
let mut u = n % 7;
s[l] = (xp[i].y as i32);
t.barrier.wait(); // shares s r bins
let mut v7 = s[{ let mut k8 = 0usize; 'l10: loop { k8 += 1; if k8 > 2 { break (k8 % 64 + l % 64); } if false { break (if false { let v9: i32 = (true as i32);
 l } else {  bi.extent()[1] }); } let mut v11: Point = xp[i];
 } } % 32];
{
}
t.barrier.wait(); // shares s r bins
{
}
xi[i] = xi[i];
xu[i] = { let mut k12 = 0usize; loop { k12 += 1; if k12 > 4 { break (au[(i[0] * 2 + 39) % 64]).wrapping_add(xu[i]); } if true { break n; } let mut v13: IVec3 = IVec3::new((v7).wrapping_mul(v7), ((v7 & 7)).pow((xu[i] & 3)), (((xu[i] & 4095) as usize % 64) as i32));
 } };
xf[i] = xf[i];
xp[i] = (Point { x: (((v7 & 1023) - (1_000_000i32 & 1023)) & v7), ..xp[i] });
}
pub fn launch(on: &AcceleratorView, domain: TiledExtent<2>, views: Views<'_, 2>) -> amp::Result<()> {
let n = 5u32;
let Views { au, bi, mut xi, mut xu, mut xf, mut xp, .. } = views;
on.parallel_for_each(domain, kernel(n, &au, &bi, &mut xi, &mut xu, &mut xf, &mut xp, ))
}
}

pub mod reference {
use amp::prelude::*;
use crate::harness::{Meeting as TileBarrier, Slice as ArrayView, Slice as ArrayViewMut};
use crate::harness::{Pair, Point, Shade, Tiled as TiledIndex};
impl Pair {
fn plain_seed97_1(&mut self, xv2: &mut ArrayViewMut<f32, 2>, at3: Index<2>) -> (Point, u32,) {
let v4: i32 = i32::MIN;
let mut v5: u32 = ((31u32).clamp(3, 300)).leading_zeros();
(*self).1 |= (v5).leading_zeros();
v5 = (((v5).leading_zeros() | 0x400) - ((v5).wrapping_sub(12345u32) & 1023));
((Point { x: 1, y: 2.0, z: [3, 4] }), 1u32,)
}
}
pub fn kernel(t: TiledIndex<2>, n: u32, au: &ArrayView<u32, 1>, bi: &ArrayView<i32, 2>, mut xi: &mut ArrayViewMut<i32, 2>, mut xu: &mut ArrayViewMut<u32, 2>, mut xf: &mut ArrayViewMut<f32, 2>, mut xp: &mut ArrayViewMut<Point, 2>) {
let i = t.global;
let l = t.local[0] * 8 + t.local[1];
let mut s: [i32; 32] = Default::default();
let mut r: [Point; 32] = Default::default();
let mut bins: [u32; 32] = Default::default();
let mut u = n % 7;
s[l] = (xp[i].y as i32);
t.barrier.meet(&mut [("s", &mut s), ("r", &mut r), ("bins", &mut bins)]);
let mut v7 = s[{ let mut k8 = 0usize; 'l10: loop { k8 += 1; if k8 > 2 { break (k8 % 64 + l % 64); } if false { break (if false { let v9: i32 = (true as i32);
 l } else {  bi.extent()[1] }); } let mut v11: Point = xp[i];
 } } % 32];
{
}
t.barrier.meet(&mut [("s", &mut s), ("r", &mut r), ("bins", &mut bins)]);
{
}
xi[i] = xi[i];
xu[i] = { let mut k12 = 0usize; loop { k12 += 1; if k12 > 4 { break (au[(i[0] * 2 + 39) % 64]).wrapping_add(xu[i]); } if true { break n; } let mut v13: IVec3 = IVec3::new((v7).wrapping_mul(v7), ((v7 & 7)).pow((xu[i] & 3)), (((xu[i] & 4095) as usize % 64) as i32));
 } };
xf[i] = xf[i];
xp[i] = (Point { x: (((v7 & 1023) - (1_000_000i32 & 1023)) & v7), ..xp[i] });
}
}

crate::program!(2, [4, 8], Truncated; au bi; xi xu xf xp);
