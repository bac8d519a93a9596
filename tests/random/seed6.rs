//! The random program seed6.

pub mod kernel {
use amp::prelude::*;
use crate::harness::{Pair, Point, Shade};
#[device]
pub trait Trait1 {
fn of_seed6_2(&self, k: u32) -> u32;
fn of_seed6_3(&mut self, k: u32) -> i32;
fn of_seed6_4() -> Self;
}
#[device]
impl Trait1 for Point {
fn of_seed6_2(&self, mut v5: u32) -> u32 {
let mut v6: i32 = ((v5 as i32)).wrapping_mul((7i32 / ((1i32 & 15) + 1)));
let v7: u32 = ((8usize % 16 * (7usize % 16)) as u32);
let mut v6 = (if (true | false) { let v8 = ((0x8000_0000u32 & 4095) as usize % 64);
 v5 } else { let mut v9: Pair = Pair(v6, v7);
 v7 });
v5
}
fn of_seed6_3(&mut self, v10: u32) -> i32 {
(-1i32)
}
fn of_seed6_4() -> Point {
(Point { x: 1, y: 2.0, z: [3, 4] })
}
}
#[device]
impl Trait1 for Pair {
fn of_seed6_2(&self, v11: u32) -> u32 {
v11
}
fn of_seed6_3(&mut self, mut v12: u32) -> i32 {
i32::MIN
}
fn of_seed6_4() -> Pair {
Pair(5, 6)
}
}
#[device]
fn via13<S: Trait1>(s: &mut S, k: u32) -> u32 {
let mut other = S::of_seed6_4();
let by = other.of_seed6_3(k) as u32;
let _ = s.of_seed6_3(by);
s.of_seed6_2(k) ^ other.of_seed6_2(by)
}
#[device]
fn constant14<const K: u32>(mut v15: f32, v16: &mut i32) -> [usize; 4] {
let mut v17: u32 = (({  (*v16) })).leading_zeros();
let mut v18: Shade = (if (true && false) { Shade::Dark } else { Shade::Light });
let mut v19: [Pair; 3] = ({  [Pair(5, 6), Pair(5, 6), Pair(5, 6), ] });
if (true || false) {
for v20 in (i32::MIN..=i32::MIN + ((*v16) & 1)).rev() {
let v23: f32 = ((({ let [v21, v22] = [1u32; 2];
 v15 }) + (-2.0f32)) % 64.0);
}
}
[1usize; 4]
}
#[device]
fn length24<const N: usize>(list: &mut [i32; N], by: i32) -> i32 {
let mut sum = N as i32;
for k in (0..N).rev() {
if list[k] < by { continue; }
sum = sum.wrapping_mul(3) ^ list[k];
list[k] = list[N - 1 - k].wrapping_add(by);
}
sum
}
#[device]
fn waits25(b: &TileBarrier, l: usize, s: &mut [i32; 16], v: i32, at: usize, rounds: u32) -> i32 {
let mut sum = v;
if rounds == 0 { return sum ^ 9; }
for k in 0..rounds {
s[l] = (match (6usize % 64 + 9usize % 64) { 0 if true => {  (!sum) },
1..=3 => {  (sum).signum() },
m26 => {  sum },
 });
b.wait(); // shares *s
let got = s[at];
let v31: IVec3 = ((if false { let [v27, .., v28] = [got, 0i32, got, sum, ];
let mut v29: f32 = (20.0f32).min((-1.0f32));
 IVec3::new(1, 2, 3) } else { let mut v30: (f32, u32, usize,) = (1.0f32, 1u32, 1usize,);
 IVec3::new(1, 2, 3) }) ^ IVec3::new(1, 2, 3));
sum = (sum ^ got).rotate_left(3);
b.wait(); // shares *s
if k > 1 { break; }
sum = got;
}
if l % 3 == 1 { return sum.wrapping_add(1); }
sum
}
#[kernel(tile = [16])]
pub fn kernel(t: TiledIndex<1>, n: u32, ai: &ArrayView<i32, 1>, au: &ArrayView<u32, 1>, af: &ArrayView<f32, 1>, ah: &ArrayView<i16, 1>, av: &ArrayView<IVec3, 1>, bi: &ArrayView<i32, 1>, xi: &mut ArrayViewMut<i32, 1>, xu: &mut ArrayViewMut<u32, 1>, xf: &mut ArrayViewMut<f32, 1>, xp: &mut ArrayViewMut<Point, 1>, hu: &mut ArrayViewMut<u32, 1>) {
let i = t.global;
let l = t.local[0];
#[tile_static] let mut s: [i32; 16];
#[tile_static] let mut r: [Point; 16];
#[tile_static] let mut bins: [u32; 16];
let mut u = n % 7;
let f32 = |v33: i32| ({  v33 });
let w34 = av;
match u % 4 {
0 if matches!(u, 1 | 3..=6) => {
atomic_fetch_xor(&mut hu[32 + 5 % 8], n & 4095);
s[l] = xp[i].x;
t.barrier.wait(); // shares s r bins
let mut v37 = s[{ let mut k38 = 0usize; 'l39: loop { k38 += 1; if k38 > 1 { break (k38).min(l); } if (xi[i] != xi[i]) { break (l % 64 + l % 64); } if true { break 'l39 k38; }
 } } % 16];
t.barrier.wait(); // shares s r bins
{
}
}
1 | 2 => {
let mut v40 = (1u32, (xf[i] == xf[i]), xp[i].y, );
let v41: Point = (Point { x: (!ai[l % 64]), y: ((xf[i] + af[(i[0] * 2 + 57) % 64]) % 64.0), z: [xu[i]; 2] });
s[l] = (((l % 64 + bi.extent()[0] % 64) / ((l / (i[0] % 7 + 1)) % 7 + 1)) as i32);
t.barrier.wait(); // shares s r bins
let mut v44 = 8usize;
while v44 > 0 {
if l < v44 { s[l] = s[l].wrapping_mul(5) ^ s[l + v44]; }
t.barrier.wait(); // shares s r bins
v44 /= 2;
}
let mut v43 = s[0];
t.barrier.wait(); // shares s r bins
let mut v51 = (match (xu[i]) { 0 | 2 | 4 if (Shade::Grey == Shade::Grey) => { match v41 {
Point { x: -9..=9, y: m45, .. } => {
let mut v41: usize = (l / (l % 7 + 1));
(v43, _, xp[i].x) = (xi[i], true, v43, );
}
,
Point { z: m46, x: 7 | 1.. , y: _ } => {
let v47: [u32; 4] = [n, xu[i], xu[i], xu[i], ];
let mut v48: (IVec3, u32,) = (IVec3::new(1, 2, 3), xu[i], );
let v49: i32 = v43;
}
,
Point { x: m50, .. } => {
}
,
}
 xf[i] },
..16 => {  xf[i] },
_ => {  xf[i] },
 });
u = (u * 5 + 1) % 13;
}
_ => {}
}
if n % 3 != 1 {
s[l] = xi[i];
t.barrier.wait(); // shares s r bins
let mut v55 = s[(((if false { let mut v56: Point = (Point { x: 7i32, ..xp[i] });
 2u32 } else {  au[l % 64] }) & 4095) as usize % 64) % 16];
t.barrier.wait(); // shares s r bins
{
}
} else {
s[l] = { let mut k59 = 0usize; loop { k59 += 1; if k59 > 1 { break xi[i]; } if false { break ((false && { xu[i] = xu[i].wrapping_add(1); false }) as i32); } let mut v60 = (Point { x: (n as i32), y: xf[i], z: [1u32; 2] });
 } };
t.barrier.wait(); // shares s r bins
let mut v58 = s[bi.extent()[0] % 16];
t.barrier.wait(); // shares s r bins
{
}
let mut v61 = 0u32;
while v61 < 3 && (t.tile[0] % 2 == 0 || v61 == 0) {
v61 += 1;
r[l] = (Point { x: (Shade::Grey as i32), y: (xf[i]).abs(), z: [au[i[0] % 64], xu[i], ] });
t.barrier.wait(); // shares s r bins
let mut v63 = r[(l).min(i[0]) % 16];
t.barrier.wait(); // shares s r bins
}
}
xi[i] = ((ah[(i[0] * 0 + 50) % 64] as i32) % (((({  n }) as i32) & 15) + 1));
xu[i] = n;
xf[i] = 20.0f32;
xp[i] = ({ for v64 in (i32::MIN..=i32::MIN + (({  0i32 }) & 1)).rev() {
let mut v64 = xp[i].x;
}
xu[i] |= (n).rotate_right(n);
 (Point { x: (xi[i]).clamp(3, 300), y: (xf[i]).rem_euclid(7.0), z: [1u32; 2] }) });
}
}

pub mod reference {
use amp::prelude::*;
use crate::harness::{Meeting as TileBarrier, Slice as ArrayView, Slice as ArrayViewMut};
use crate::harness::{Pair, Point, Shade, Tiled as TiledIndex};
pub trait Trait1 {
fn plain_seed6_2(&self, k: u32) -> u32;
fn plain_seed6_3(&mut self, k: u32) -> i32;
fn plain_seed6_4() -> Self;
}
impl Trait1 for Point {
fn plain_seed6_2(&self, mut v5: u32) -> u32 {
let mut v6: i32 = ((v5 as i32)).wrapping_mul((7i32 / ((1i32 & 15) + 1)));
let v7: u32 = ((8usize % 16 * (7usize % 16)) as u32);
let mut v6 = (if (true | false) { let v8 = ((0x8000_0000u32 & 4095) as usize % 64);
 v5 } else { let mut v9: Pair = Pair(v6, v7);
 v7 });
v5
}
fn plain_seed6_3(&mut self, v10: u32) -> i32 {
(-1i32)
}
fn plain_seed6_4() -> Point {
(Point { x: 1, y: 2.0, z: [3, 4] })
}
}
impl Trait1 for Pair {
fn plain_seed6_2(&self, v11: u32) -> u32 {
v11
}
fn plain_seed6_3(&mut self, mut v12: u32) -> i32 {
i32::MIN
}
fn plain_seed6_4() -> Pair {
Pair(5, 6)
}
}
fn via13<S: Trait1>(s: &mut S, k: u32) -> u32 {
let mut other = S::plain_seed6_4();
let by = other.plain_seed6_3(k) as u32;
let _ = s.plain_seed6_3(by);
s.plain_seed6_2(k) ^ other.plain_seed6_2(by)
}
fn constant14<const K: u32>(mut v15: f32, v16: &mut i32) -> [usize; 4] {
let mut v17: u32 = (({  (*v16) })).leading_zeros();
let mut v18: Shade = (if (true && false) { Shade::Dark } else { Shade::Light });
let mut v19: [Pair; 3] = ({  [Pair(5, 6), Pair(5, 6), Pair(5, 6), ] });
if (true || false) {
for v20 in (i32::MIN..=i32::MIN + ((*v16) & 1)).rev() {
let v23: f32 = ((({ let [v21, v22] = [1u32; 2];
 v15 }) + (-2.0f32)) % 64.0);
}
}
[1usize; 4]
}
fn length24<const N: usize>(list: &mut [i32; N], by: i32) -> i32 {
let mut sum = N as i32;
for k in (0..N).rev() {
if list[k] < by { continue; }
sum = sum.wrapping_mul(3) ^ list[k];
list[k] = list[N - 1 - k].wrapping_add(by);
}
sum
}
fn waits25(b: &TileBarrier, l: usize, s: &mut [i32; 16], v: i32, at: usize, rounds: u32) -> i32 {
let mut sum = v;
if rounds == 0 { return sum ^ 9; }
for k in 0..rounds {
s[l] = (match (6usize % 64 + 9usize % 64) { 0 if true => {  (!sum) },
1..=3 => {  (sum).signum() },
m26 => {  sum },
 });
b.meet(&mut [("s", &mut *s)]);
let got = s[at];
let v31: IVec3 = ((if false { let [v27, .., v28] = [got, 0i32, got, sum, ];
let mut v29: f32 = (20.0f32).min((-1.0f32));
 IVec3::new(1, 2, 3) } else { let mut v30: (f32, u32, usize,) = (1.0f32, 1u32, 1usize,);
 IVec3::new(1, 2, 3) }) ^ IVec3::new(1, 2, 3));
sum = (sum ^ got).rotate_left(3);
b.meet(&mut [("s", &mut *s)]);
if k > 1 { break; }
sum = got;
}
if l % 3 == 1 { return sum.wrapping_add(1); }
sum
}
pub fn kernel(t: TiledIndex<1>, n: u32, ai: &ArrayView<i32, 1>, au: &ArrayView<u32, 1>, af: &ArrayView<f32, 1>, ah: &ArrayView<i16, 1>, av: &ArrayView<IVec3, 1>, bi: &ArrayView<i32, 1>, xi: &mut ArrayViewMut<i32, 1>, xu: &mut ArrayViewMut<u32, 1>, xf: &mut ArrayViewMut<f32, 1>, xp: &mut ArrayViewMut<Point, 1>, hu: &mut ArrayViewMut<u32, 1>) {
let i = t.global;
let l = t.local[0];
let mut s: [i32; 16] = Default::default();
let mut r: [Point; 16] = Default::default();
let mut bins: [u32; 16] = Default::default();
let mut u = n % 7;
let f32 = |v33: i32| ({  v33 });
let w34 = av;
match u % 4 {
0 if matches!(u, 1 | 3..=6) => {
atomic_fetch_xor(&mut hu[32 + 5 % 8], n & 4095);
s[l] = xp[i].x;
t.barrier.meet(&mut [("s", &mut s), ("r", &mut r), ("bins", &mut bins)]);
let mut v37 = s[{ let mut k38 = 0usize; 'l39: loop { k38 += 1; if k38 > 1 { break (k38).min(l); } if (xi[i] != xi[i]) { break (l % 64 + l % 64); } if true { break 'l39 k38; }
 } } % 16];
t.barrier.meet(&mut [("s", &mut s), ("r", &mut r), ("bins", &mut bins)]);
{
}
}
1 | 2 => {
let mut v40 = (1u32, (xf[i] == xf[i]), xp[i].y, );
let v41: Point = (Point { x: (!ai[l % 64]), y: ((xf[i] + af[(i[0] * 2 + 57) % 64]) % 64.0), z: [xu[i]; 2] });
s[l] = (((l % 64 + bi.extent()[0] % 64) / ((l / (i[0] % 7 + 1)) % 7 + 1)) as i32);
t.barrier.meet(&mut [("s", &mut s), ("r", &mut r), ("bins", &mut bins)]);
let mut v44 = 8usize;
while v44 > 0 {
if l < v44 { s[l] = s[l].wrapping_mul(5) ^ s[l + v44]; }
t.barrier.meet(&mut [("s", &mut s), ("r", &mut r), ("bins", &mut bins)]);
v44 /= 2;
}
let mut v43 = s[0];
t.barrier.meet(&mut [("s", &mut s), ("r", &mut r), ("bins", &mut bins)]);
let mut v51 = (match (xu[i]) { 0 | 2 | 4 if (Shade::Grey == Shade::Grey) => { match v41 {
Point { x: -9..=9, y: m45, .. } => {
let mut v41: usize = (l / (l % 7 + 1));
(v43, _, xp[i].x) = (xi[i], true, v43, );
}
,
Point { z: m46, x: 7 | 1.. , y: _ } => {
let v47: [u32; 4] = [n, xu[i], xu[i], xu[i], ];
let mut v48: (IVec3, u32,) = (IVec3::new(1, 2, 3), xu[i], );
let v49: i32 = v43;
}
,
Point { x: m50, .. } => {
}
,
}
 xf[i] },
..16 => {  xf[i] },
_ => {  xf[i] },
 });
u = (u * 5 + 1) % 13;
}
_ => {}
}
if n % 3 != 1 {
s[l] = xi[i];
t.barrier.meet(&mut [("s", &mut s), ("r", &mut r), ("bins", &mut bins)]);
let mut v55 = s[(((if false { let mut v56: Point = (Point { x: 7i32, ..xp[i] });
 2u32 } else {  au[l % 64] }) & 4095) as usize % 64) % 16];
t.barrier.meet(&mut [("s", &mut s), ("r", &mut r), ("bins", &mut bins)]);
{
}
} else {
s[l] = { let mut k59 = 0usize; loop { k59 += 1; if k59 > 1 { break xi[i]; } if false { break ((false && { xu[i] = xu[i].wrapping_add(1); false }) as i32); } let mut v60 = (Point { x: (n as i32), y: xf[i], z: [1u32; 2] });
 } };
t.barrier.meet(&mut [("s", &mut s), ("r", &mut r), ("bins", &mut bins)]);
let mut v58 = s[bi.extent()[0] % 16];
t.barrier.meet(&mut [("s", &mut s), ("r", &mut r), ("bins", &mut bins)]);
{
}
let mut v61 = 0u32;
while v61 < 3 && (t.tile[0] % 2 == 0 || v61 == 0) {
v61 += 1;
r[l] = (Point { x: (Shade::Grey as i32), y: (xf[i]).abs(), z: [au[i[0] % 64], xu[i], ] });
t.barrier.meet(&mut [("s", &mut s), ("r", &mut r), ("bins", &mut bins)]);
let mut v63 = r[(l).min(i[0]) % 16];
t.barrier.meet(&mut [("s", &mut s), ("r", &mut r), ("bins", &mut bins)]);
}
}
xi[i] = ((ah[(i[0] * 0 + 50) % 64] as i32) % (((({  n }) as i32) & 15) + 1));
xu[i] = n;
xf[i] = 20.0f32;
xp[i] = ({ for v64 in (i32::MIN..=i32::MIN + (({  0i32 }) & 1)).rev() {
let mut v64 = xp[i].x;
}
xu[i] |= (n).rotate_right(n);
 (Point { x: (xi[i]).clamp(3, 300), y: (xf[i]).rem_euclid(7.0), z: [1u32; 2] }) });
}
}

crate::program!(1, [16], Fits; ai au af ah av bi; xi xu xf xp hu);
