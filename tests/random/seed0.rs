//! The random program seed0.

pub mod kernel {
use amp::prelude::*;
use crate::harness::{Pair, Point, Shade};
#[device]
fn generic1<T: amp::Value>(a: T, b: &mut T, c: &[T; 3], d: bool) -> T {
let old = *b;
if d { *b = a; return c[0]; }
let mut all = *c;
all[1] = old;
*b = all[0];
old
}
#[device]
fn function2(v3: &mut [f32; 3]) -> Shade {
for v4 in (-3..=((false as i32) & 3)) {
if true {
let mut v5 = ({  [Pair(5, 6); 3] });
}
 else if true {
let mut v4 = 0x55i32;
}
 else {
let mut v7: Pair = (match (if true { Shade::Dark } else { Shade::Light }) { Shade::Dark if (Shade::Light == Shade::Grey) => { if false { break; }
if false {
let mut v6: f32 = (0.0 - 41.0f32);
}
 Pair(v4, 1u32) },
Shade::Grey | Shade::Light => {  Pair(5, 6) },
_ => {  Pair(5, 6) },
 });
}
}
Shade::Dark
}
#[kernel(tile = [16])]
pub fn kernel(t: TiledIndex<1>, n: u32, ai: &ArrayView<i32, 1>, au: &ArrayView<u32, 1>, ab: &ArrayView<u8, 1>, av: &ArrayView<IVec3, 1>, bi: &ArrayView<i32, 1>, xi: &mut ArrayViewMut<i32, 1>, xu: &mut ArrayViewMut<u32, 1>, xf: &mut ArrayViewMut<f32, 1>, xp: &mut ArrayViewMut<Point, 1>) {
let i = t.global;
let l = t.local[0];
#[tile_static] let mut s: [i32; 16];
#[tile_static] let mut r: [Point; 16];
#[tile_static] let mut bins: [u32; 16];
let mut u = n % 7;
xi[i] ^= (ai[(i[0] * 2 + 10) % 64]);
match (Point { x: ai[i[0] % 64], ..xp[i] }) {
Point { x: -9..=9, y: m8, .. } if (false && false) => {
let mut k9 = 0u32;
while k9 < 3 && false {
k9 += 1;
{
let [v10, .., v11] = [xi[i], xi[i], xi[i], ai[41], ];
let mut v12: [Point; 3] = [xp[i]; 3];
let mut v11: [usize; 4] = [i[0], l, l, 4usize, ];
}
}
}
,
Point { z: m13, x: 7 | 1.. , y: _ } => {
let mut v14: bool = (true && true);
let mut v15: usize = (l).min((i[0] % 64 + l % 64));
}
,
Point { x: m16, .. } => {
xu[i] ^= n;
let w17 = av;
let w18 = w17;
}
,
}
if n % 3 != 1 {
s[l] = (((Shade::Light as i32)).wrapping_add(xi[i]) / (((-100i32) & 15) + 1));
t.barrier.wait(); // shares s r bins
let mut v21 = s[((l).min(l) / ((l).min(l) % 7 + 1)) % 16];
for v22 in (0..10u32).rev().step_by(4) {
let v21 = (if false { let _ = generic1(xu[i], &mut xp[i].z[l % 2], &{ [1u32; 3] }, false);
let v21: i32 = ({  xi[i] });
 xu[i] } else { let mut v23 = (Pair(5, 6), 0x8000_0000u32, );
let v24 = ({ let _ = generic1(n, &mut xp[i].z[l % 2], &{ [1u32; 3] }, false);
let mut v23: u32 = (0x8000_0000u32);
 Pair(5, 6) });
 au[i[0] % 64] });
let mut v25: i32 = xi[i];
}
t.barrier.wait(); // shares s r bins
{
for v26 in 0..3u32 {
std::mem::swap(&mut xp[i].x, &mut v21);
let mut v27: Shade = (if false { Shade::Dark } else { Shade::Light });
}
for v28 in (-7..(((s[l] & 7)).pow((n & 3)) & 3)).step_by(3).rev() {
let mut v29: Shade = (if false { Shade::Dark } else { Shade::Light });
}
}
} else {
if t.tile[0] % 2 == 0 {
s[l] = (((({  l }) % 16 * ((6usize / (l % 7 + 1)) % 16)) % 64 + 8usize % 64) as i32);
t.barrier.wait(); // shares s r bins
let mut v32 = s[l % 16];
t.barrier.wait(); // shares s r bins
{
}
bins[l] = l as u32;
t.barrier.wait(); // shares s r bins
atomic_fetch_add(&mut bins[(if (xf[i] <= xf[i]) { {
let r35 = &mut xf[i];
(*r35) = (*r35);
let mut v36: bool = true;
let [v37, .., v38] = [n; 4];
}
let mut v40 = (if false { xu[i] &= n;
let mut v39: u32 = (n);
 l } else {  2usize });
 l } else {  (3usize % 16 * (bi.extent()[0] % 16)) }) % 16], (((l % 16 * (i[0] % 16))).min(l) as u32) & 15);
t.barrier.wait(); // shares s r bins
let mut v34 = bins[(l / (l % 7 + 1)) % 16];
t.barrier.wait(); // shares s r bins
} else {
bins[l] = l as u32;
t.barrier.wait(); // shares s r bins
atomic_fetch_add(&mut bins[((l % 16 * (0usize % 16)) % 16 * (({  bi.extent()[0] }) % 16)) % 16], (if (false || { xu[i] = xu[i].wrapping_add(1); true }) {  ((xu[i] | 0x400) - (n & 1023)) } else { let mut v43: bool = (xu[i] < xu[i]);
let _ = generic1(n, &mut xp[i].z[l % 2], &{ [1u32; 3] }, false);
 (if v43 {  au[l % 64] } else { let v44 = 12.0f32;
 xu[i] }) }) & 15);
t.barrier.wait(); // shares s r bins
let mut v42 = bins[(l).min(l) % 16];
t.barrier.wait(); // shares s r bins
}
}
xi[i] = ((({  ((xu[i] & 4095) as usize % 64) }) % 64 + (if (false && { xu[i] = xu[i].wrapping_add(1); false }) { let mut v45: (i32, i32, u32,) = (xi[i], xi[i], (ab[l % 64] as u32), );
 (if true {  i[0] } else {  l }) } else { if true { return; }
let v46: i32 = (xu[i] as i32);
 l }) % 64) as i32);
xu[i] = ((({  u32::MAX }) ^ ((xu[i] & 1023) + (u32::MAX & 1023))));
}
}

pub mod reference {
use amp::prelude::*;
use crate::harness::{Meeting as TileBarrier, Slice as ArrayView, Slice as ArrayViewMut};
use crate::harness::{Pair, Point, Shade, Tiled as TiledIndex};
fn generic1<T: amp::Value>(a: T, b: &mut T, c: &[T; 3], d: bool) -> T {
let old = *b;
if d { *b = a; return c[0]; }
let mut all = *c;
all[1] = old;
*b = all[0];
old
}
fn function2(v3: &mut [f32; 3]) -> Shade {
for v4 in (-3..=((false as i32) & 3)) {
if true {
let mut v5 = ({  [Pair(5, 6); 3] });
}
 else if true {
let mut v4 = 0x55i32;
}
 else {
let mut v7: Pair = (match (if true { Shade::Dark } else { Shade::Light }) { Shade::Dark if (Shade::Light == Shade::Grey) => { if false { break; }
if false {
let mut v6: f32 = (0.0 - 41.0f32);
}
 Pair(v4, 1u32) },
Shade::Grey | Shade::Light => {  Pair(5, 6) },
_ => {  Pair(5, 6) },
 });
}
}
Shade::Dark
}
pub fn kernel(t: TiledIndex<1>, n: u32, ai: &ArrayView<i32, 1>, au: &ArrayView<u32, 1>, ab: &ArrayView<u8, 1>, av: &ArrayView<IVec3, 1>, bi: &ArrayView<i32, 1>, xi: &mut ArrayViewMut<i32, 1>, xu: &mut ArrayViewMut<u32, 1>, xf: &mut ArrayViewMut<f32, 1>, xp: &mut ArrayViewMut<Point, 1>) {
let i = t.global;
let l = t.local[0];
let mut s: [i32; 16] = Default::default();
let mut r: [Point; 16] = Default::default();
let mut bins: [u32; 16] = Default::default();
let mut u = n % 7;
xi[i] ^= (ai[(i[0] * 2 + 10) % 64]);
match (Point { x: ai[i[0] % 64], ..xp[i] }) {
Point { x: -9..=9, y: m8, .. } if (false && false) => {
let mut k9 = 0u32;
while k9 < 3 && false {
k9 += 1;
{
let [v10, .., v11] = [xi[i], xi[i], xi[i], ai[41], ];
let mut v12: [Point; 3] = [xp[i]; 3];
let mut v11: [usize; 4] = [i[0], l, l, 4usize, ];
}
}
}
,
Point { z: m13, x: 7 | 1.. , y: _ } => {
let mut v14: bool = (true && true);
let mut v15: usize = (l).min((i[0] % 64 + l % 64));
}
,
Point { x: m16, .. } => {
xu[i] ^= n;
let w17 = av;
let w18 = w17;
}
,
}
if n % 3 != 1 {
s[l] = (((Shade::Light as i32)).wrapping_add(xi[i]) / (((-100i32) & 15) + 1));
t.barrier.meet(&mut [("s", &mut s), ("r", &mut r), ("bins", &mut bins)]);
let mut v21 = s[((l).min(l) / ((l).min(l) % 7 + 1)) % 16];
for v22 in (0..10u32).rev().step_by(4) {
let v21 = (if false { let _ = generic1(xu[i], &mut xp[i].z[l % 2], &{ [1u32; 3] }, false);
let v21: i32 = ({  xi[i] });
 xu[i] } else { let mut v23 = (Pair(5, 6), 0x8000_0000u32, );
let v24 = ({ let _ = generic1(n, &mut xp[i].z[l % 2], &{ [1u32; 3] }, false);
let mut v23: u32 = (0x8000_0000u32);
 Pair(5, 6) });
 au[i[0] % 64] });
let mut v25: i32 = xi[i];
}
t.barrier.meet(&mut [("s", &mut s), ("r", &mut r), ("bins", &mut bins)]);
{
for v26 in 0..3u32 {
std::mem::swap(&mut xp[i].x, &mut v21);
let mut v27: Shade = (if false { Shade::Dark } else { Shade::Light });
}
for v28 in (-7..(((s[l] & 7)).pow((n & 3)) & 3)).step_by(3).rev() {
let mut v29: Shade = (if false { Shade::Dark } else { Shade::Light });
}
}
} else {
if t.tile[0] % 2 == 0 {
s[l] = (((({  l }) % 16 * ((6usize / (l % 7 + 1)) % 16)) % 64 + 8usize % 64) as i32);
t.barrier.meet(&mut [("s", &mut s), ("r", &mut r), ("bins", &mut bins)]);
let mut v32 = s[l % 16];
t.barrier.meet(&mut [("s", &mut s), ("r", &mut r), ("bins", &mut bins)]);
{
}
bins[l] = l as u32;
t.barrier.meet(&mut [("s", &mut s), ("r", &mut r), ("bins", &mut bins)]);
atomic_fetch_add(&mut bins[(if (xf[i] <= xf[i]) { {
let r35 = &mut xf[i];
(*r35) = (*r35);
let mut v36: bool = true;
let [v37, .., v38] = [n; 4];
}
let mut v40 = (if false { xu[i] &= n;
let mut v39: u32 = (n);
 l } else {  2usize });
 l } else {  (3usize % 16 * (bi.extent()[0] % 16)) }) % 16], (((l % 16 * (i[0] % 16))).min(l) as u32) & 15);
t.barrier.meet(&mut [("s", &mut s), ("r", &mut r), ("bins", &mut bins)]);
let mut v34 = bins[(l / (l % 7 + 1)) % 16];
t.barrier.meet(&mut [("s", &mut s), ("r", &mut r), ("bins", &mut bins)]);
} else {
bins[l] = l as u32;
t.barrier.meet(&mut [("s", &mut s), ("r", &mut r), ("bins", &mut bins)]);
atomic_fetch_add(&mut bins[((l % 16 * (0usize % 16)) % 16 * (({  bi.extent()[0] }) % 16)) % 16], (if (false || { xu[i] = xu[i].wrapping_add(1); true }) {  ((xu[i] | 0x400) - (n & 1023)) } else { let mut v43: bool = (xu[i] < xu[i]);
let _ = generic1(n, &mut xp[i].z[l % 2], &{ [1u32; 3] }, false);
 (if v43 {  au[l % 64] } else { let v44 = 12.0f32;
 xu[i] }) }) & 15);
t.barrier.meet(&mut [("s", &mut s), ("r", &mut r), ("bins", &mut bins)]);
let mut v42 = bins[(l).min(l) % 16];
t.barrier.meet(&mut [("s", &mut s), ("r", &mut r), ("bins", &mut bins)]);
}
}
xi[i] = ((({  ((xu[i] & 4095) as usize % 64) }) % 64 + (if (false && { xu[i] = xu[i].wrapping_add(1); false }) { let mut v45: (i32, i32, u32,) = (xi[i], xi[i], (ab[l % 64] as u32), );
 (if true {  i[0] } else {  l }) } else { if true { return; }
let v46: i32 = (xu[i] as i32);
 l }) % 64) as i32);
xu[i] = ((({  u32::MAX }) ^ ((xu[i] & 1023) + (u32::MAX & 1023))));
}
}

crate::program!(1, [16], Fits; ai au ab av bi; xi xu xf xp);
