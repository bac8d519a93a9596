//! The random program seed26.

pub mod kernel {
use amp::prelude::*;
use crate::harness::{Pair, Point, Shade};
#[device]
pub trait Trait1 {
fn of_seed26_2(&self, k: u32) -> u32;
fn of_seed26_3(&mut self, k: u32) -> i32;
fn of_seed26_4() -> Self;
}
#[device]
impl Trait1 for Point {
fn of_seed26_2(&self, v5: u32) -> u32 {
if (if false {  true } else { let mut v6 = (IVec3::new(1, 2, 3), 1u32,);
 false }) { return (u32::MAX); }
let mut v5 = ((v5).wrapping_sub(2u32), 1_000_000i32, );
let f7 = |v8: i32| ((v8 & 7)).pow((2u32 & 3));
((*self).z[1usize % 2]).wrapping_shr(31u32)
}
fn of_seed26_3(&mut self, v9: u32) -> i32 {
1_000_000i32
}
fn of_seed26_4() -> Point {
(Point { x: 1, y: 2.0, z: [3, 4] })
}
}
#[device]
impl Trait1 for Pair {
fn of_seed26_2(&self, mut v10: u32) -> u32 {
v10
}
fn of_seed26_3(&mut self, mut v11: u32) -> i32 {
7i32
}
fn of_seed26_4() -> Pair {
Pair(5, 6)
}
}
#[device]
fn via12<S: Trait1>(s: &mut S, k: u32) -> u32 {
let mut other = S::of_seed26_4();
let by = other.of_seed26_3(k) as u32;
let _ = s.of_seed26_3(by);
s.of_seed26_2(k) ^ other.of_seed26_2(by)
}
#[device]
fn length13<const N: usize>(list: &mut [i32; N], by: i32) -> i32 {
let mut sum = N as i32;
for k in (0..N).rev() {
if list[k] < by { continue; }
sum = sum.wrapping_mul(3) ^ list[k];
list[k] = list[N - 1 - k].wrapping_add(by);
}
sum
}
#[kernel(tile = [16])]
pub fn kernel(t: TiledIndex<1>, n: u32, ai: &ArrayView<i32, 1>, af: &ArrayView<f32, 1>, ab: &ArrayView<u8, 1>, ax: &ArrayView<i32, 2>, bi: &ArrayView<i32, 1>, xi: &mut ArrayViewMut<i32, 1>, xu: &mut ArrayViewMut<u32, 1>, xf: &mut ArrayViewMut<f32, 1>, xp: &mut ArrayViewMut<Point, 1>, hu: &mut ArrayViewMut<u32, 1>) {
let i = t.global;
let l = t.local[0];
#[tile_static] let mut s: [i32; 16];
#[tile_static] let mut r: [Point; 16];
#[tile_static] let mut bins: [u32; 16];
let mut u = n % 7;
'l15: for v14 in [Pair(5, 6); 3] {
let mut v16 = 32u32;
let v17: [Pair; 3] = [v14; 3];
}
match u % 4 {
0 if matches!(u, 1 | 3..=6) => {
{
let r19: &mut i32 = &mut xi[i];
(*r19) = (bi[i]).clamp(3, 300);
let mut v20: Pair = Pair((*r19), 0x8000_0000u32);
if false {
(*r19) >>= 0u32 & 31;
let v21 = (*r19);
let mut v21: f32 = (xf[i]).max(xf[i]);
}
 else if false {
xu[i] = ((*r19)).abs_diff((*r19));
}
 else {
let w22 = af;
}
(*r19) = (false as i32);
}
atomic_fetch_or(&mut hu[40 + 4 % 8], (n).count_ones() & 4095);
u = (u * 5 + 1) % 13;
}
1 | 2 => {
let v24: Pair = Pair(5, 6);
if matches!(u, 1 | 3..=6) {
let mut v24 = ((ai[i[0] % 64] as u32)).wrapping_sub((xu[i] >> (n & 31)));
s[l] = ((!ai[15])).max(((ax[[0, l % 8]] & 7)).pow((2u32 & 3)));
t.barrier.wait(); // shares s r bins
let mut v28 = 8usize;
while v28 > 0 {
if l < v28 { s[l] = s[l].wrapping_mul(5) ^ s[l + v28]; }
t.barrier.wait(); // shares s r bins
v28 /= 2;
}
let mut v27 = s[0];
t.barrier.wait(); // shares s r bins
}
'l30: for v29 in 2..((xu[i] >> (31u32 & 31)) & 7) {
atomic_fetch_or(&mut hu[40 + i[0] % 8], xu[i] & 4095);
let v31: Shade = (if true { Shade::Dark } else { Shade::Light });
}
s[l] = ({ let mut k34 = 0usize; 'l35: loop { k34 += 1; if k34 > 2 { break (ax[[1, l % 8]]).clamp(3, 300); } if false { break (Shade::Light as i32); } let f36 = |v37: i32| v37;
 } }).div_euclid(((Shade::Light as i32) & 15) + 1);
t.barrier.wait(); // shares s r bins
let mut v33 = s[{ let mut k38 = 0usize; loop { k38 += 1; if k38 > 2 { break l; } if false { break (l % 64 + k38 % 64); } 'l40: for v39 in [Pair(5, 6); 3] {
let f41 = |v42: bool| true;
let v43 = 1_000_000i32;
}
 } } % 16];
t.barrier.wait(); // shares s r bins
{
}
}
_ => {}
}
r[l] = (Point { x: (xf[i] as i32), y: (xf[i]).clamp(-5.0, 9.0), z: [1u32; 2] });
t.barrier.wait(); // shares s r bins
let mut v45 = r[((2usize / (bi.extent()[0] % 7 + 1)) / (l % 7 + 1)) % 16];
t.barrier.wait(); // shares s r bins
xi[i] = ({  ((!xi[i])).min((xi[i]).wrapping_shl((ab[i[0] % 64] as u32))) });
xf[i] = ((xf[i] - (((xf[i]).max(xf[i])).mul_add(xf[i], 3.0) % 64.0)) % 64.0);
xp[i] = xp[i];
}
}

pub mod reference {
use amp::prelude::*;
use crate::harness::{Meeting as TileBarrier, Slice as ArrayView, Slice as ArrayViewMut};
use crate::harness::{Pair, Point, Shade, Tiled as TiledIndex};
pub trait Trait1 {
fn plain_seed26_2(&self, k: u32) -> u32;
fn plain_seed26_3(&mut self, k: u32) -> i32;
fn plain_seed26_4() -> Self;
}
impl Trait1 for Point {
fn plain_seed26_2(&self, v5: u32) -> u32 {
if (if false {  true } else { let mut v6 = (IVec3::new(1, 2, 3), 1u32,);
 false }) { return (u32::MAX); }
let mut v5 = ((v5).wrapping_sub(2u32), 1_000_000i32, );
let f7 = |v8: i32| ((v8 & 7)).pow((2u32 & 3));
((*self).z[1usize % 2]).wrapping_shr(31u32)
}
fn plain_seed26_3(&mut self, v9: u32) -> i32 {
1_000_000i32
}
fn plain_seed26_4() -> Point {
(Point { x: 1, y: 2.0, z: [3, 4] })
}
}
impl Trait1 for Pair {
fn plain_seed26_2(&self, mut v10: u32) -> u32 {
v10
}
fn plain_seed26_3(&mut self, mut v11: u32) -> i32 {
7i32
}
fn plain_seed26_4() -> Pair {
Pair(5, 6)
}
}
fn via12<S: Trait1>(s: &mut S, k: u32) -> u32 {
let mut other = S::plain_seed26_4();
let by = other.plain_seed26_3(k) as u32;
let _ = s.plain_seed26_3(by);
s.plain_seed26_2(k) ^ other.plain_seed26_2(by)
}
fn length13<const N: usize>(list: &mut [i32; N], by: i32) -> i32 {
let mut sum = N as i32;
for k in (0..N).rev() {
if list[k] < by { continue; }
sum = sum.wrapping_mul(3) ^ list[k];
list[k] = list[N - 1 - k].wrapping_add(by);
}
sum
}
pub fn kernel(t: TiledIndex<1>, n: u32, ai: &ArrayView<i32, 1>, af: &ArrayView<f32, 1>, ab: &ArrayView<u8, 1>, ax: &ArrayView<i32, 2>, bi: &ArrayView<i32, 1>, xi: &mut ArrayViewMut<i32, 1>, xu: &mut ArrayViewMut<u32, 1>, xf: &mut ArrayViewMut<f32, 1>, xp: &mut ArrayViewMut<Point, 1>, hu: &mut ArrayViewMut<u32, 1>) {
let i = t.global;
let l = t.local[0];
let mut s: [i32; 16] = Default::default();
let mut r: [Point; 16] = Default::default();
let mut bins: [u32; 16] = Default::default();
let mut u = n % 7;
'l15: for v14 in [Pair(5, 6); 3] {
let mut v16 = 32u32;
let v17: [Pair; 3] = [v14; 3];
}
match u % 4 {
0 if matches!(u, 1 | 3..=6) => {
{
let r19: &mut i32 = &mut xi[i];
(*r19) = (bi[i]).clamp(3, 300);
let mut v20: Pair = Pair((*r19), 0x8000_0000u32);
if false {
(*r19) >>= 0u32 & 31;
let v21 = (*r19);
let mut v21: f32 = (xf[i]).max(xf[i]);
}
 else if false {
xu[i] = ((*r19)).abs_diff((*r19));
}
 else {
let w22 = af;
}
(*r19) = (false as i32);
}
atomic_fetch_or(&mut hu[40 + 4 % 8], (n).count_ones() & 4095);
u = (u * 5 + 1) % 13;
}
1 | 2 => {
let v24: Pair = Pair(5, 6);
if matches!(u, 1 | 3..=6) {
let mut v24 = ((ai[i[0] % 64] as u32)).wrapping_sub((xu[i] >> (n & 31)));
s[l] = ((!ai[15])).max(((ax[[0, l % 8]] & 7)).pow((2u32 & 3)));
t.barrier.meet(&mut [("s", &mut s), ("r", &mut r), ("bins", &mut bins)]);
let mut v28 = 8usize;
while v28 > 0 {
if l < v28 { s[l] = s[l].wrapping_mul(5) ^ s[l + v28]; }
t.barrier.meet(&mut [("s", &mut s), ("r", &mut r), ("bins", &mut bins)]);
v28 /= 2;
}
let mut v27 = s[0];
t.barrier.meet(&mut [("s", &mut s), ("r", &mut r), ("bins", &mut bins)]);
}
'l30: for v29 in 2..((xu[i] >> (31u32 & 31)) & 7) {
atomic_fetch_or(&mut hu[40 + i[0] % 8], xu[i] & 4095);
let v31: Shade = (if true { Shade::Dark } else { Shade::Light });
}
s[l] = ({ let mut k34 = 0usize; 'l35: loop { k34 += 1; if k34 > 2 { break (ax[[1, l % 8]]).clamp(3, 300); } if false { break (Shade::Light as i32); } let f36 = |v37: i32| v37;
 } }).div_euclid(((Shade::Light as i32) & 15) + 1);
t.barrier.meet(&mut [("s", &mut s), ("r", &mut r), ("bins", &mut bins)]);
let mut v33 = s[{ let mut k38 = 0usize; loop { k38 += 1; if k38 > 2 { break l; } if false { break (l % 64 + k38 % 64); } 'l40: for v39 in [Pair(5, 6); 3] {
let f41 = |v42: bool| true;
let v43 = 1_000_000i32;
}
 } } % 16];
t.barrier.meet(&mut [("s", &mut s), ("r", &mut r), ("bins", &mut bins)]);
{
}
}
_ => {}
}
r[l] = (Point { x: (xf[i] as i32), y: (xf[i]).clamp(-5.0, 9.0), z: [1u32; 2] });
t.barrier.meet(&mut [("s", &mut s), ("r", &mut r), ("bins", &mut bins)]);
let mut v45 = r[((2usize / (bi.extent()[0] % 7 + 1)) / (l % 7 + 1)) % 16];
t.barrier.meet(&mut [("s", &mut s), ("r", &mut r), ("bins", &mut bins)]);
xi[i] = ({  ((!xi[i])).min((xi[i]).wrapping_shl((ab[i[0] % 64] as u32))) });
xf[i] = ((xf[i] - (((xf[i]).max(xf[i])).mul_add(xf[i], 3.0) % 64.0)) % 64.0);
xp[i] = xp[i];
}
}

crate::program!(1, [16], Truncated; ai af ab ax bi; xi xu xf xp hu);
