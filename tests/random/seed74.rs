//! The random program seed74.

pub mod kernel {
use amp::prelude::*;
use crate::harness::{Pair, Point, Shade, Views};
#[device]
fn waits1(b: &TileBarrier, l: usize, s: &mut [i32; 32], v: i32, at: usize, rounds: u32) -> i32 {
let mut sum = v;
if rounds == 0 { return sum ^ 9; }
for k in 0..rounds {
s[l] = ({ let mut v2 = ((40.0f32).rem_euclid(7.0), 0u32, );
let mut v3 = l;
 (!sum) });
b.wait(); // shares *s
let got = s[at];
sum ^= (0i32);
let f4 = |v5: bool| (got != got);
sum = (sum ^ got).rotate_left(3);
b.wait(); // shares *s
if k > 1 { break; }
sum = sum;
}
if l % 3 == 1 { return sum.wrapping_add(1); }
sum
}
#[kernel(tile = [4, 8])]
pub fn kernel(t: TiledIndex<2>, n: u32, ai: &ArrayView<i32, 1>, af: &ArrayView<f32, 1>, av: &ArrayView<IVec3, 1>, xi: &mut ArrayViewMut<i32, 2>, xf: &mut ArrayViewMut<f32, 2>, xp: &mut ArrayViewMut<Point, 2>) {
let i = t.global;
let l = t.local[0] * 8 + t.local[1];
#[tile_static] let mut s: [i32; 32];
#[tile_static] let mut r: [Point; 32];
#[tile_static] let mut bins: [u32; 32];
let mut u = n % 7;
s[l] = (({ let mut k8 = 0usize; loop { k8 += 1; if k8 > 3 { break (!ai[11]); } if (!false) { break (0i32).wrapping_neg(); } if true { break i32::MAX; }
 } } & 7)).pow((((1_000_000i32).wrapping_add(0x55i32) as u32) & 3));
t.barrier.wait(); // shares s r bins
let mut v7 = s[(((ai[0] as u32) & 4095) as usize % 64) % 32];
{
let mut v9: IVec3 = av[53];
}
t.barrier.wait(); // shares s r bins
{
}
r[l] = (Point { x: v7, y: (af[12]).rem_euclid(7.0), z: (if true {  [1u32; 2] } else {  [1u32; 2] }) });
t.barrier.wait(); // shares s r bins
let mut v11 = r[0usize % 32];
t.barrier.wait(); // shares s r bins
if !xi.extent().contains(i) { return; }
xf[i] = xp[i].y;
xp[i] = (Point { x: { let mut k12 = 0usize; 'l13: loop { k12 += 1; if k12 > 3 { break (i32::MAX).wrapping_neg(); } if (!true) { break (true as i32); } let v14: Point = (Point { x: v7, ..xp[i] });
{
let mut v15: Point = (Point { x: v7, ..xp[i] });
let mut v16 = (k12, k12, );
}
 } }, ..xp[i] });
}
pub fn launch(on: &AcceleratorView, domain: TiledExtent<2>, views: Views<'_, 2>) -> amp::Result<()> {
let n = 5u32;
let Views { ai, af, av, mut xi, mut xf, mut xp, .. } = views;
on.parallel_for_each(domain, kernel(n, &ai, &af, &av, &mut xi, &mut xf, &mut xp, ))
}
}

pub mod reference {
use amp::prelude::*;
use crate::harness::{Meeting as TileBarrier, Slice as ArrayView, Slice as ArrayViewMut};
use crate::harness::{Pair, Point, Shade, Tiled as TiledIndex};
fn waits1(b: &TileBarrier, l: usize, s: &mut [i32; 32], v: i32, at: usize, rounds: u32) -> i32 {
let mut sum = v;
if rounds == 0 { return sum ^ 9; }
for k in 0..rounds {
s[l] = ({ let mut v2 = ((40.0f32).rem_euclid(7.0), 0u32, );
let mut v3 = l;
 (!sum) });
b.meet(&mut [("s", &mut *s)]);
let got = s[at];
sum ^= (0i32);
let f4 = |v5: bool| (got != got);
sum = (sum ^ got).rotate_left(3);
b.meet(&mut [("s", &mut *s)]);
if k > 1 { break; }
sum = sum;
}
if l % 3 == 1 { return sum.wrapping_add(1); }
sum
}
pub fn kernel(t: TiledIndex<2>, n: u32, ai: &ArrayView<i32, 1>, af: &ArrayView<f32, 1>, av: &ArrayView<IVec3, 1>, mut xi: &mut ArrayViewMut<i32, 2>, mut xf: &mut ArrayViewMut<f32, 2>, mut xp: &mut ArrayViewMut<Point, 2>) {
let i = t.global;
let l = t.local[0] * 8 + t.local[1];
let mut s: [i32; 32] = Default::default();
let mut r: [Point; 32] = Default::default();
let mut bins: [u32; 32] = Default::default();
let mut u = n % 7;
s[l] = (({ let mut k8 = 0usize; loop { k8 += 1; if k8 > 3 { break (!ai[11]); } if (!false) { break (0i32).wrapping_neg(); } if true { break i32::MAX; }
 } } & 7)).pow((((1_000_000i32).wrapping_add(0x55i32) as u32) & 3));
t.barrier.meet(&mut [("s", &mut s), ("r", &mut r), ("bins", &mut bins)]);
let mut v7 = s[(((ai[0] as u32) & 4095) as usize % 64) % 32];
{
let mut v9: IVec3 = av[53];
}
t.barrier.meet(&mut [("s", &mut s), ("r", &mut r), ("bins", &mut bins)]);
{
}
r[l] = (Point { x: v7, y: (af[12]).rem_euclid(7.0), z: (if true {  [1u32; 2] } else {  [1u32; 2] }) });
t.barrier.meet(&mut [("s", &mut s), ("r", &mut r), ("bins", &mut bins)]);
let mut v11 = r[0usize % 32];
t.barrier.meet(&mut [("s", &mut s), ("r", &mut r), ("bins", &mut bins)]);
if !xi.extent().contains(i) { return; }
xf[i] = xp[i].y;
xp[i] = (Point { x: { let mut k12 = 0usize; 'l13: loop { k12 += 1; if k12 > 3 { break (i32::MAX).wrapping_neg(); } if (!true) { break (true as i32); } let v14: Point = (Point { x: v7, ..xp[i] });
{
let mut v15: Point = (Point { x: v7, ..xp[i] });
let mut v16 = (k12, k12, );
}
 } }, ..xp[i] });
}
}

crate::program!(2, [4, 8], Padded; ai af av; xi xf xp);
