//! The random program seed75.

pub mod kernel {
use amp::prelude::*;
use crate::harness::{Pair, Point, Shade, Views};
#[device]
fn function1(v2: &mut Point, xv3: &mut ArrayViewMut<f32, 1>, at4: Index<1>, v5: &mut usize) -> u32 {
if (Shade::Grey == Shade::Grey) {
if false { return 1u32; }
let mut v6 = (if true {  (*v5) } else { std::mem::swap(&mut xv3[at4], &mut (*v2).y);
 (*v5) });
}
let f7 = |v8: bool| (v8 || v8);
31u32
}
#[kernel(tile = [16])]
pub fn kernel(t: TiledIndex<1>, n: u32, au: &ArrayView<u32, 1>, ap: &ArrayView<Point, 1>, ax: &ArrayView<i32, 2>, bi: &ArrayView<i32, 1>, xi: &mut ArrayViewMut<i32, 1>, xu: &mut ArrayViewMut<u32, 1>, xf: &mut ArrayViewMut<f32, 1>, xp: &mut ArrayViewMut<Point, 1>, hu: &mut ArrayViewMut<u32, 1>) {
let i = t.global;
let l = t.local[0];
#[tile_static] let mut s: [i32; 16];
#[tile_static] let mut r: [Point; 16];
#[tile_static] let mut bins: [u32; 16];
let mut u = n % 7;
let mut v9: Shade = (if (xi[i] >= xi[i]) { Shade::Dark } else { Shade::Light });
if (true && { xu[i] = xu[i].wrapping_add(1); false }) {
if true {
let mut v10: u32 = (n / ((xu[i] & 15) + 1));
let mut v11 = xu[i];
let mut v10: usize = (5usize % 64 + 0usize % 64);
}
 else if false {
let mut v12: u32 = ((2u32 & 7)).pow((au[23] & 3));
let v13: i32 = (xi[i]);
let mut v14 = Pair(xi[i], v12);
}
 else {
let mut v15: [Point; 3] = [ap[46]; 3];
}
if true {
xi[i] |= xi[i];
let v16 = xu[i];
}
 else {
let v17: i32 = (xi[i] >> (xu[i] & 31));
let mut v18: i32 = xi[i];
}
let v19: f32 = xf[i];
}
 else if true {
let v20 = Pair(xi[i], xu[i]);
}
 else {
let mut v9 = (xf[i] as i32);
{
let r21 = &n;
xu[i] &= 32u32;
let v22: (i32, f32,) = ((Shade::Dark as i32), (xf[i] * 0.25).round(), );
}
atomic_fetch_xor(&mut hu[32 + l % 8], n & 4095);
}
if u > 2 && au[u as usize % 64] % 2 == 1 {
let mut v24 = ((((xf[i] + xf[i]) % 64.0) * (0.0 - 14.0f32)) % 64.0);
let (Point { z: [_, v25], x: v26, .. }, _, mut v27) = (xp[i], (i[0] == bi.extent()[0]), IVec3::new(ax[[2, l % 8]], xi[i], 0x55i32), );
if t.tile[0] % 2 == 0 {
v27.y = ax[[2, l % 8]];
r[l] = (Point { x: ({ let mut v31: usize = l;
 xi[i] }), ..xp[i] });
t.barrier.wait(); // shares s r bins
let mut v30 = r[((8usize % 16 * (i[0] % 16))).min(l) % 16];
t.barrier.wait(); // shares s r bins
}
u = (u * 5 + 1) % 13;
} else {
let mut v33 = 0u32;
while v33 < 3 && (t.tile[0] % 2 == 0 || v33 == 0) {
v33 += 1;
s[l] = xi[i];
t.barrier.wait(); // shares s r bins
let mut v35 = s[l % 16];
{
}
t.barrier.wait(); // shares s r bins
{
}
}
}
xi[i] = (xf[i] as i32);
xu[i] = (({  (!au[6]) }));
xf[i] = xf[i];
xp[i] = (Point { x: (xp[i].x % (((xf[i] as i32) & 15) + 1)), y: (((xi[i]).wrapping_shr(xu[i]) & 63) as f32), z: [(0u32).wrapping_neg(), (xf[i] as u32), ] });
}
pub fn launch(on: &AcceleratorView, domain: TiledExtent<1>, views: Views<'_, 1>) -> amp::Result<()> {
let n = 5u32;
let Views { au, ap, ax, bi, mut xi, mut xu, mut xf, mut xp, mut hu, .. } = views;
on.parallel_for_each(domain, kernel(n, &au, &ap, &ax, &bi, &mut xi, &mut xu, &mut xf, &mut xp, &mut hu, ))
}
}

pub mod reference {
use amp::prelude::*;
use crate::harness::{Meeting as TileBarrier, Slice as ArrayView, Slice as ArrayViewMut};
use crate::harness::{Pair, Point, Shade, Tiled as TiledIndex};
fn function1(v2: &mut Point, xv3: &mut ArrayViewMut<f32, 1>, at4: Index<1>, v5: &mut usize) -> u32 {
if (Shade::Grey == Shade::Grey) {
if false { return 1u32; }
let mut v6 = (if true {  (*v5) } else { std::mem::swap(&mut xv3[at4], &mut (*v2).y);
 (*v5) });
}
let f7 = |v8: bool| (v8 || v8);
31u32
}
pub fn kernel(t: TiledIndex<1>, n: u32, au: &ArrayView<u32, 1>, ap: &ArrayView<Point, 1>, ax: &ArrayView<i32, 2>, bi: &ArrayView<i32, 1>, mut xi: &mut ArrayViewMut<i32, 1>, mut xu: &mut ArrayViewMut<u32, 1>, mut xf: &mut ArrayViewMut<f32, 1>, mut xp: &mut ArrayViewMut<Point, 1>, mut hu: &mut ArrayViewMut<u32, 1>) {
let i = t.global;
let l = t.local[0];
let mut s: [i32; 16] = Default::default();
let mut r: [Point; 16] = Default::default();
let mut bins: [u32; 16] = Default::default();
let mut u = n % 7;
let mut v9: Shade = (if (xi[i] >= xi[i]) { Shade::Dark } else { Shade::Light });
if (true && { xu[i] = xu[i].wrapping_add(1); false }) {
if true {
let mut v10: u32 = (n / ((xu[i] & 15) + 1));
let mut v11 = xu[i];
let mut v10: usize = (5usize % 64 + 0usize % 64);
}
 else if false {
let mut v12: u32 = ((2u32 & 7)).pow((au[23] & 3));
let v13: i32 = (xi[i]);
let mut v14 = Pair(xi[i], v12);
}
 else {
let mut v15: [Point; 3] = [ap[46]; 3];
}
if true {
xi[i] |= xi[i];
let v16 = xu[i];
}
 else {
let v17: i32 = (xi[i] >> (xu[i] & 31));
let mut v18: i32 = xi[i];
}
let v19: f32 = xf[i];
}
 else if true {
let v20 = Pair(xi[i], xu[i]);
}
 else {
let mut v9 = (xf[i] as i32);
{
let r21 = &n;
xu[i] &= 32u32;
let v22: (i32, f32,) = ((Shade::Dark as i32), (xf[i] * 0.25).round(), );
}
atomic_fetch_xor(&mut hu[32 + l % 8], n & 4095);
}
if u > 2 && au[u as usize % 64] % 2 == 1 {
let mut v24 = ((((xf[i] + xf[i]) % 64.0) * (0.0 - 14.0f32)) % 64.0);
let (Point { z: [_, v25], x: v26, .. }, _, mut v27) = (xp[i], (i[0] == bi.extent()[0]), IVec3::new(ax[[2, l % 8]], xi[i], 0x55i32), );
if t.tile[0] % 2 == 0 {
v27.y = ax[[2, l % 8]];
r[l] = (Point { x: ({ let mut v31: usize = l;
 xi[i] }), ..xp[i] });
t.barrier.meet(&mut [("s", &mut s), ("r", &mut r), ("bins", &mut bins)]);
let mut v30 = r[((8usize % 16 * (i[0] % 16))).min(l) % 16];
t.barrier.meet(&mut [("s", &mut s), ("r", &mut r), ("bins", &mut bins)]);
}
u = (u * 5 + 1) % 13;
} else {
let mut v33 = 0u32;
while v33 < 3 && (t.tile[0] % 2 == 0 || v33 == 0) {
v33 += 1;
s[l] = xi[i];
t.barrier.meet(&mut [("s", &mut s), ("r", &mut r), ("bins", &mut bins)]);
let mut v35 = s[l % 16];
{
}
t.barrier.meet(&mut [("s", &mut s), ("r", &mut r), ("bins", &mut bins)]);
{
}
}
}
xi[i] = (xf[i] as i32);
xu[i] = (({  (!au[6]) }));
xf[i] = xf[i];
xp[i] = (Point { x: (xp[i].x % (((xf[i] as i32) & 15) + 1)), y: (((xi[i]).wrapping_shr(xu[i]) & 63) as f32), z: [(0u32).wrapping_neg(), (xf[i] as u32), ] });
}
}

crate::program!(1, [16], Fits; au ap ax bi; xi xu xf xp hu);
