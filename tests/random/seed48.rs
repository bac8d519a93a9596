//! The random program seed48.

pub mod kernel {
use amp::prelude::*;
use crate::harness::{Pair, Point, Shade};
#[device]
fn generic1<T: amp::Value>(a: T, b: &mut T, c: &[T; 3], d: bool) -> T {
let old = *b;
if d { *b = a; return c[2]; }
let mut all = *c;
all[1] = old;
*b = all[2];
old
}
#[device]
fn function2(v3: &mut i32) -> Pair {
let mut v4: u32 = ((1u32 % ((0u32 & 15) + 1)));
Pair((2u32 as i32), (if true {  31u32 } else {  v4 }))
}
#[device]
fn waits5(b: &TileBarrier, l: usize, s: &mut [i32; 32], v: i32, at: usize, rounds: u32) -> i32 {
let mut sum = v;
if rounds == 0 { return sum ^ 9; }
for k in 0..rounds {
s[l] = ({  (sum).wrapping_mul(sum) });
b.wait(); // shares *s
let got = s[at];
let v15: i32 = sum;
sum = (sum ^ got).rotate_left(3);
b.wait(); // shares *s
if k > 1 { break; }
sum = sum;
}
if l % 3 == 1 { return sum.wrapping_add(1); }
sum
}
#[kernel(tile = [4, 8])]
pub fn kernel(t: TiledIndex<2>, n: u32, au: &ArrayView<u32, 1>, af: &ArrayView<f32, 1>, bi: &ArrayView<i32, 2>, xi: &mut ArrayViewMut<i32, 2>, xu: &mut ArrayViewMut<u32, 2>, xf: &mut ArrayViewMut<f32, 2>, xp: &mut ArrayViewMut<Point, 2>) {
let i = t.global;
let l = t.local[0] * 8 + t.local[1];
#[tile_static] let mut s: [i32; 32];
#[tile_static] let mut r: [Point; 32];
#[tile_static] let mut bins: [u32; 32];
let mut u = n % 7;
let v16 = ((af[i[1] % 64]).max(xf[i])).rem_euclid(7.0);
let mut v18: Shade = (if ({ let mut v17 = true;
 true }) { Shade::Dark } else { Shade::Light });
bins[l] = l as u32;
t.barrier.wait(); // shares s r bins
atomic_fetch_add(&mut bins[(match (Point { x: xi[i], ..xp[i] }) { Point { x: -9..=9, y: m21, .. } if (n > xu[i]) => { let mut v22 = (if true {  (1i32, 1u32, 1.0f32,) } else {  (1i32, 1u32, 1.0f32,) });
{
let r23: &i32 = &v22.0;
let mut v24 = xp[i];
}
 ((xu[i] & 4095) as usize % 64) },
Point { z: m25, x: 7 | 1.. , y: _ } if (af[i[1] % 64] >= af[58]) => {  (l % 16 * (l % 16)) },
Point { x: m26, .. } => { {
let r27 = &mut xp[i].z[l % 2];
(*r27) = n;
let f28 = |v29: u32| v29;
}
 ({  l }) },
 }) % 32], ((generic1(xu[i], &mut xu[i], &{ [1u32; 3] }, false) & 1023) * ((au[32]).wrapping_sub(n) & 1023)) & 15);
t.barrier.wait(); // shares s r bins
let mut v20 = bins[bi.extent()[0] % 32];
t.barrier.wait(); // shares s r bins
xu[i] = (((match false { true => {  (l).min(l) },
false => { let mut v30 = (n);
 (l % 64 + 8usize % 64) },
 }) % 64 + (if (false & false) {  (l).min(l) } else { {
let Pair(mut v31, v32) = (Pair { 1: xu[i], 0: xi[i] });
}
 l }) % 64) as u32);
xf[i] = (match Pair((xi[i]).div_euclid((xi[i] & 15) + 1), (if false {  xu[i] } else {  v20 })) { Pair(0, m33) => {  xf[i] },
Pair(m34, 0..=9) | Pair(m34 @ 1.., _) => {  v16 },
Pair { 1: m35, .. } => {  v16 },
_ => {  v16 },
 });
xp[i] = { let mut k36 = 0usize; 'l37: loop { k36 += 1; if k36 > 4 { break xp[i]; } if true { break (Point { x: (!xi[i]), ..xp[i] }); }  } };
}
}

pub mod reference {
use amp::prelude::*;
use crate::harness::{Meeting as TileBarrier, Slice as ArrayView, Slice as ArrayViewMut};
use crate::harness::{Pair, Point, Shade, Tiled as TiledIndex};
fn generic1<T: amp::Value>(a: T, b: &mut T, c: &[T; 3], d: bool) -> T {
let old = *b;
if d { *b = a; return c[2]; }
let mut all = *c;
all[1] = old;
*b = all[2];
old
}
fn function2(v3: &mut i32) -> Pair {
let mut v4: u32 = ((1u32 % ((0u32 & 15) + 1)));
Pair((2u32 as i32), (if true {  31u32 } else {  v4 }))
}
fn waits5(b: &TileBarrier, l: usize, s: &mut [i32; 32], v: i32, at: usize, rounds: u32) -> i32 {
let mut sum = v;
if rounds == 0 { return sum ^ 9; }
for k in 0..rounds {
s[l] = ({  (sum).wrapping_mul(sum) });
b.meet(&mut [("s", &mut *s)]);
let got = s[at];
let v15: i32 = sum;
sum = (sum ^ got).rotate_left(3);
b.meet(&mut [("s", &mut *s)]);
if k > 1 { break; }
sum = sum;
}
if l % 3 == 1 { return sum.wrapping_add(1); }
sum
}
pub fn kernel(t: TiledIndex<2>, n: u32, au: &ArrayView<u32, 1>, af: &ArrayView<f32, 1>, bi: &ArrayView<i32, 2>, xi: &mut ArrayViewMut<i32, 2>, xu: &mut ArrayViewMut<u32, 2>, xf: &mut ArrayViewMut<f32, 2>, xp: &mut ArrayViewMut<Point, 2>) {
let i = t.global;
let l = t.local[0] * 8 + t.local[1];
let mut s: [i32; 32] = Default::default();
let mut r: [Point; 32] = Default::default();
let mut bins: [u32; 32] = Default::default();
let mut u = n % 7;
let v16 = ((af[i[1] % 64]).max(xf[i])).rem_euclid(7.0);
let mut v18: Shade = (if ({ let mut v17 = true;
 true }) { Shade::Dark } else { Shade::Light });
bins[l] = l as u32;
t.barrier.meet(&mut [("s", &mut s), ("r", &mut r), ("bins", &mut bins)]);
atomic_fetch_add(&mut bins[(match (Point { x: xi[i], ..xp[i] }) { Point { x: -9..=9, y: m21, .. } if (n > xu[i]) => { let mut v22 = (if true {  (1i32, 1u32, 1.0f32,) } else {  (1i32, 1u32, 1.0f32,) });
{
let r23: &i32 = &v22.0;
let mut v24 = xp[i];
}
 ((xu[i] & 4095) as usize % 64) },
Point { z: m25, x: 7 | 1.. , y: _ } if (af[i[1] % 64] >= af[58]) => {  (l % 16 * (l % 16)) },
Point { x: m26, .. } => { {
let r27 = &mut xp[i].z[l % 2];
(*r27) = n;
let f28 = |v29: u32| v29;
}
 ({  l }) },
 }) % 32], ((generic1(xu[i], &mut xu[i], &{ [1u32; 3] }, false) & 1023) * ((au[32]).wrapping_sub(n) & 1023)) & 15);
t.barrier.meet(&mut [("s", &mut s), ("r", &mut r), ("bins", &mut bins)]);
let mut v20 = bins[bi.extent()[0] % 32];
t.barrier.meet(&mut [("s", &mut s), ("r", &mut r), ("bins", &mut bins)]);
xu[i] = (((match false { true => {  (l).min(l) },
false => { let mut v30 = (n);
 (l % 64 + 8usize % 64) },
 }) % 64 + (if (false & false) {  (l).min(l) } else { {
let Pair(mut v31, v32) = (Pair { 1: xu[i], 0: xi[i] });
}
 l }) % 64) as u32);
xf[i] = (match Pair((xi[i]).div_euclid((xi[i] & 15) + 1), (if false {  xu[i] } else {  v20 })) { Pair(0, m33) => {  xf[i] },
Pair(m34, 0..=9) | Pair(m34 @ 1.., _) => {  v16 },
Pair { 1: m35, .. } => {  v16 },
_ => {  v16 },
 });
xp[i] = { let mut k36 = 0usize; 'l37: loop { k36 += 1; if k36 > 4 { break xp[i]; } if true { break (Point { x: (!xi[i]), ..xp[i] }); }  } };
}
}

crate::program!(2, [4, 8], Fits; au af bi; xi xu xf xp);
