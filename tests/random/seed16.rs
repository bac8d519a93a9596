//! The random program seed16.

pub mod kernel {
use amp::prelude::*;
use crate::harness::{Pair, Point, Shade};
#[device]
fn waits1(b: &TileBarrier, l: usize, s: &mut [i32; 16], v: i32, at: usize, rounds: u32) -> i32 {
let mut sum = v;
if rounds == 0 { return sum ^ 9; }
for k in 0..rounds {
s[l] = (1i32).clamp(3, 300);
b.wait(); // shares *s
let got = s[at];
let mut k2 = 0u32;
while k2 < 5 && (false || true) {
k2 += 1;
{
let f3 = |v4: f32| v4;
}
}
if (true && false) {
let v5 = (IVec3::new(1, 2, 3), 12345u32, );
for v6 in 0..3u32 {
}
}
sum = (sum ^ got).rotate_left(3);
b.wait(); // shares *s
if k > 1 { break; }
sum = got;
}
if l % 3 == 1 { return sum.wrapping_add(1); }
sum
}
#[kernel(tile = [16])]
pub fn kernel(t: TiledIndex<1>, n: u32, ai: &ArrayView<i32, 1>, au: &ArrayView<u32, 1>, af: &ArrayView<f32, 1>, ap: &ArrayView<Point, 1>, av: &ArrayView<IVec3, 1>, xi: &mut ArrayViewMut<i32, 1>, xu: &mut ArrayViewMut<u32, 1>, xf: &mut ArrayViewMut<f32, 1>, xp: &mut ArrayViewMut<Point, 1>) {
let i = t.global;
let l = t.local[0];
#[tile_static] let mut s: [i32; 16];
#[tile_static] let mut r: [Point; 16];
#[tile_static] let mut bins: [u32; 16];
let mut u = n % 7;
let mut v7 = 0u32;
while v7 < 3 && (matches!(u, 1 | 3..=6) || v7 == 0) {
v7 += 1;
if (Shade::Light == Shade::Grey) {
{
let r8: &u32 = &n;
let mut v9 = (av[20]).wrapping_mul(av[47]);
let mut v10: f32 = af[37];
}
}
 else {
let mut v11: i32 = (ai[42]).wrapping_sub(ai[63]);
let mut v12 = (n > 32u32);
let mut v13 = (n).min(au[26]);
}
let mut v18: u32 = { let mut k14 = 0usize; 'l15: loop { k14 += 1; if k14 > 4 { break (n).wrapping_sub(n); } if true { break (au[32]).reverse_bits(); } if true { break n; }
if false {
let w16 = ap;
let mut v17 = false;
let mut v17: bool = (true && v17);
}
 } };
u = (u * 5 + 1) % 13;
}
r[l] = ({  ({  ap[44] }) });
t.barrier.wait(); // shares s r bins
let mut v21 = r[(if (!true) { let v22: i32 = (ai[l % 64]).clamp(3, 300);
 ((n & 4095) as usize % 64) } else { for v23 in (1..=9usize).step_by(3) {
let mut v24 = (n);
let [v25, .., v26] = [l; 4];
let w27 = af;
}
 1usize }) % 16];
t.barrier.wait(); // shares s r bins
r[l] = v21;
t.barrier.wait(); // shares s r bins
let mut v29 = r[(((n & 4095) as usize % 64) / (((n & 4095) as usize % 64) % 7 + 1)) % 16];
t.barrier.wait(); // shares s r bins
if !xi.extent().contains(i) { return; }
xi[i] = (if ((false & true) && (n >= 1u32)) {  (-(xi[i] & 1023)) } else {  ((Shade::Grey as i32)) });
xu[i] = (n).wrapping_neg();
xf[i] = ((xf[i] - v21.y) % 64.0);
xp[i] = (Point { x: xi[i], ..xp[i] });
}
}

pub mod reference {
use amp::prelude::*;
use crate::harness::{Meeting as TileBarrier, Slice as ArrayView, Slice as ArrayViewMut};
use crate::harness::{Pair, Point, Shade, Tiled as TiledIndex};
fn waits1(b: &TileBarrier, l: usize, s: &mut [i32; 16], v: i32, at: usize, rounds: u32) -> i32 {
let mut sum = v;
if rounds == 0 { return sum ^ 9; }
for k in 0..rounds {
s[l] = (1i32).clamp(3, 300);
b.meet(&mut [("s", &mut *s)]);
let got = s[at];
let mut k2 = 0u32;
while k2 < 5 && (false || true) {
k2 += 1;
{
let f3 = |v4: f32| v4;
}
}
if (true && false) {
let v5 = (IVec3::new(1, 2, 3), 12345u32, );
for v6 in 0..3u32 {
}
}
sum = (sum ^ got).rotate_left(3);
b.meet(&mut [("s", &mut *s)]);
if k > 1 { break; }
sum = got;
}
if l % 3 == 1 { return sum.wrapping_add(1); }
sum
}
pub fn kernel(t: TiledIndex<1>, n: u32, ai: &ArrayView<i32, 1>, au: &ArrayView<u32, 1>, af: &ArrayView<f32, 1>, ap: &ArrayView<Point, 1>, av: &ArrayView<IVec3, 1>, xi: &mut ArrayViewMut<i32, 1>, xu: &mut ArrayViewMut<u32, 1>, xf: &mut ArrayViewMut<f32, 1>, xp: &mut ArrayViewMut<Point, 1>) {
let i = t.global;
let l = t.local[0];
let mut s: [i32; 16] = Default::default();
let mut r: [Point; 16] = Default::default();
let mut bins: [u32; 16] = Default::default();
let mut u = n % 7;
let mut v7 = 0u32;
while v7 < 3 && (matches!(u, 1 | 3..=6) || v7 == 0) {
v7 += 1;
if (Shade::Light == Shade::Grey) {
{
let r8: &u32 = &n;
let mut v9 = (av[20]).wrapping_mul(av[47]);
let mut v10: f32 = af[37];
}
}
 else {
let mut v11: i32 = (ai[42]).wrapping_sub(ai[63]);
let mut v12 = (n > 32u32);
let mut v13 = (n).min(au[26]);
}
let mut v18: u32 = { let mut k14 = 0usize; 'l15: loop { k14 += 1; if k14 > 4 { break (n).wrapping_sub(n); } if true { break (au[32]).reverse_bits(); } if true { break n; }
if false {
let w16 = ap;
let mut v17 = false;
let mut v17: bool = (true && v17);
}
 } };
u = (u * 5 + 1) % 13;
}
r[l] = ({  ({  ap[44] }) });
t.barrier.meet(&mut [("s", &mut s), ("r", &mut r), ("bins", &mut bins)]);
let mut v21 = r[(if (!true) { let v22: i32 = (ai[l % 64]).clamp(3, 300);
 ((n & 4095) as usize % 64) } else { for v23 in (1..=9usize).step_by(3) {
let mut v24 = (n);
let [v25, .., v26] = [l; 4];
let w27 = af;
}
 1usize }) % 16];
t.barrier.meet(&mut [("s", &mut s), ("r", &mut r), ("bins", &mut bins)]);
r[l] = v21;
t.barrier.meet(&mut [("s", &mut s), ("r", &mut r), ("bins", &mut bins)]);
let mut v29 = r[(((n & 4095) as usize % 64) / (((n & 4095) as usize % 64) % 7 + 1)) % 16];
t.barrier.meet(&mut [("s", &mut s), ("r", &mut r), ("bins", &mut bins)]);
if !xi.extent().contains(i) { return; }
xi[i] = (if ((false & true) && (n >= 1u32)) {  (-(xi[i] & 1023)) } else {  ((Shade::Grey as i32)) });
xu[i] = (n).wrapping_neg();
xf[i] = ((xf[i] - v21.y) % 64.0);
xp[i] = (Point { x: xi[i], ..xp[i] });
}
}

crate::program!(1, [16], Padded; ai au af ap av; xi xu xf xp);
