//! The random program seed30.

pub mod kernel {
use amp::prelude::*;
use crate::harness::{Pair, Point, Shade};
#[device]
fn function1(w2: &ArrayView<i32>, xv3: &mut ArrayViewMut<u32, 1>, at4: Index<1>, v5: u32) -> (f32, i32, f32,) {
xv3[at4] ^= xv3[at4];
let Pair(mut v6, v7) = ({  (Pair { 1: v5, 0: i32::MIN }) });
let mut v8: i32 = v6;
(((33.0f32).mul_add(30.0f32, 3.0) % 64.0), v8, ((-12.0f32)).min(9.0f32), )
}
#[device]
pub trait Trait9 {
fn of_seed30_10(&self, k: u32) -> u32;
fn of_seed30_11(&mut self, k: u32) -> i32;
fn of_seed30_12() -> Self;
}
#[device]
impl Trait9 for Point {
fn of_seed30_10(&self, mut v13: u32) -> u32 {
if ((-12.0f32) <= 38.0f32) { return v13; }
let mut v14 = [[1i32; 2], [1_000_000i32, i32::MIN, ], [7i32; 2], ];
let mut v13 = ((v13).wrapping_shr(v13)).div_euclid(((v13).clamp(3, 300) & 15) + 1);
v13 >>= (if true {  v13 } else {  v13 }) & 31;
(if (v13 <= 0x8000_0000u32) {  v13 } else {  v13 })
}
fn of_seed30_11(&mut self, v15: u32) -> i32 {
7i32
}
fn of_seed30_12() -> Point {
(Point { x: 1, y: 2.0, z: [3, 4] })
}
}
#[device]
impl Trait9 for Pair {
fn of_seed30_10(&self, mut v16: u32) -> u32 {
v16
}
fn of_seed30_11(&mut self, v17: u32) -> i32 {
(-1i32)
}
fn of_seed30_12() -> Pair {
Pair(5, 6)
}
}
#[device]
fn via18<S: Trait9>(s: &mut S, k: u32) -> u32 {
let mut other = S::of_seed30_12();
let by = other.of_seed30_11(k) as u32;
let _ = s.of_seed30_11(by);
s.of_seed30_10(k) ^ other.of_seed30_10(by)
}
#[device]
fn waits19(b: &TileBarrier, l: usize, s: &mut [i32; 16], v: i32, at: usize, rounds: u32) -> i32 {
let mut sum = v;
if rounds == 0 { return sum ^ 9; }
for k in 0..rounds {
s[l] = ((k as i32)).wrapping_mul(({ let mut v20: bool = ({  true });
let v21: Shade = (if v20 { Shade::Dark } else { Shade::Light });
 (-100i32) }));
b.wait(); // shares *s
let got = s[at];
{
let r22: &i32 = &sum;
let v23: (i32, i32,) = (7i32, (*r22), );
let mut v24: i32 = ((-100i32)).wrapping_shl(k);
let v25: i32 = (!got);
}
sum = (sum ^ got).rotate_left(3);
b.wait(); // shares *s
if k > 1 { break; }
sum = i32::MIN;
}
if l % 3 == 1 { return sum.wrapping_add(1); }
sum
}
#[kernel(tile = [16])]
pub fn kernel(t: TiledIndex<1>, n: u32, ai: &ArrayView<i32, 1>, au: &ArrayView<u32, 1>, af: &ArrayView<f32, 1>, ab: &ArrayView<u8, 1>, av: &ArrayView<IVec3, 1>, ax: &ArrayView<i32, 2>, bi: &ArrayView<i32, 1>, xi: &mut ArrayViewMut<i32, 1>, xu: &mut ArrayViewMut<u32, 1>, xf: &mut ArrayViewMut<f32, 1>, xp: &mut ArrayViewMut<Point, 1>) {
let i = t.global;
let l = t.local[0];
#[tile_static] let mut s: [i32; 16];
#[tile_static] let mut r: [Point; 16];
#[tile_static] let mut bins: [u32; 16];
let mut u = n % 7;
if (xf[i] > af[l % 64]) {
let mut v28: Point = (if true { let Pair(mut v26, v27) = Pair(5, 6);
xu[i] = xu[i] % 1000;
xu[i] += 0x8000_0000u32 & 255;
 xp[i] } else {  xp[i] });
let mut v29: i32 = xi[i];
{
let mut v30: [bool; 4] = [false; 4];
let w31 = ai;
v29 ^= 0x55i32;
}
}
 else {
let v32: usize = (l / (l % 7 + 1));
}
if ai[t.tile[0]] > 0 || u > 3 {
xi[i] &= (xi[i]).clamp(3, 300);
if ai[t.tile[0]] > 0 || u > 3 {
xi[i] = xi[i];
if (false || false) {
{
let r35: &mut Point = &mut xp[i];
(*r35) = (*r35);
let mut v36: IVec3 = (IVec3::new(1, 2, 3)).wrapping_mul(av[i[0] % 64]);
let mut v37 = (au[i[0] % 64], l, );
v36 = av[(i[0] * 2 + 52) % 64];
}
}
 else if true {
match Shade::Grey {
Shade::Dark => {
xu[i] = xu[i] % 1000;
xu[i] += u32::from(ab[(i[0] * 4 + 23) % 64]) & 255;
xf[i] -= af[6];
xf[i] %= 64.0;
let v38 = (-(ai[i[0] % 64] & 1023));
}
,
Shade::Grey | Shade::Light => {
let w39 = af;
let f40 = |v41: u32| v41;
let mut v42: u32 = (xu[i]).wrapping_add(n);
}
,
_ => {
}
,
}
}
 else {
}
s[l] = ({  ({  xi[i] }) });
t.barrier.wait(); // shares s r bins
let mut v45 = 8usize;
while v45 > 0 {
if l < v45 { s[l] = s[l].wrapping_mul(5) ^ s[l + v45]; }
t.barrier.wait(); // shares s r bins
v45 /= 2;
}
let mut v44 = s[0];
t.barrier.wait(); // shares s r bins
s[l] = (v44).wrapping_neg();
t.barrier.wait(); // shares s r bins
let mut v47 = s[(if true { let mut v48: bool = (false ^ false);
 ((xu[i] & 4095) as usize % 64) } else {  (l).min(l) }) % 16];
t.barrier.wait(); // shares s r bins
{
}
} else {
let mut v49 = (1usize, 1.0f32, 1usize,);
s[l] = xp[i].x;
t.barrier.wait(); // shares s r bins
let mut v51 = s[(((xu[i] & 4095) as usize % 64) / (i[0] % 7 + 1)) % 16];
t.barrier.wait(); // shares s r bins
{
}
let v51 = ((v51 & 7)).pow((xu[i] & 3));
s[l] = ((((au[(i[0] * 4 + 13) % 64]).reverse_bits() & 4095) as usize % 64) as i32);
t.barrier.wait(); // shares s r bins
let mut v54 = 8usize;
while v54 > 0 {
if l < v54 { s[l] = s[l].wrapping_mul(5) ^ s[l + v54]; }
t.barrier.wait(); // shares s r bins
v54 /= 2;
}
let mut v53 = s[0];
t.barrier.wait(); // shares s r bins
}
let mut v55 = (match (true || false) { true => {  (Point { x: i32::MAX, y: f32::from(ab[l % 64]), z: [1u32; 2] }) },
false => {  xp[i] },
 });
u = (u * 5 + 1) % 13;
}
let mut v57 = 0u32;
while v57 < 3 && (n % 3 != 1 || v57 == 0) {
v57 += 1;
if matches!(u, 1 | 3..=6) {
bins[l] = l as u32;
t.barrier.wait(); // shares s r bins
atomic_fetch_add(&mut bins[((l % 16 * (l % 16)) % 64 + ((xu[i] & 4095) as usize % 64) % 64) % 16], (Shade::Light as u32) & 15);
t.barrier.wait(); // shares s r bins
let mut v60 = bins[(l).min(l) % 16];
t.barrier.wait(); // shares s r bins
s[l] = ((ax[[1, l % 8]]).wrapping_shl((n).wrapping_sub(au[i[0] % 64]))).wrapping_sub(((xi[i]).rotate_right(n)).wrapping_mul(((l / (l % 7 + 1)) as i32)));
t.barrier.wait(); // shares s r bins
let mut v62 = s[5usize % 16];
t.barrier.wait(); // shares s r bins
{
}
} else {
r[l] = (match (ax[[2, l % 8]], false, ) { (m65, true) => {  (Point { x: xi[i], y: 26.0f32, z: [1u32; 2] }) },
(0..=9, _) => {  (Point { x: xi[i], ..xp[i] }) },
(_, m66) => {  xp[i] },
 });
t.barrier.wait(); // shares s r bins
let mut v64 = r[(match xi[i] { -5..=5 => {  bi.extent()[0] },
i32::MIN | 7 | 100.. if true => {  l },
m67 @ 10..=90 if true => {  9usize },
m68 => {  8usize },
 }) % 16];
t.barrier.wait(); // shares s r bins
s[l] = (xi[i]).signum();
t.barrier.wait(); // shares s r bins
let mut v71 = 8usize;
while v71 > 0 {
if l < v71 { s[l] = s[l].wrapping_mul(5) ^ s[l + v71]; }
t.barrier.wait(); // shares s r bins
v71 /= 2;
}
let mut v70 = s[0];
t.barrier.wait(); // shares s r bins
}
match u % 4 {
0 if n % 3 != 1 => {
s[l] = (xi[i]).wrapping_neg();
t.barrier.wait(); // shares s r bins
let mut v75 = 8usize;
while v75 > 0 {
if l < v75 { s[l] = s[l].wrapping_mul(5) ^ s[l + v75]; }
t.barrier.wait(); // shares s r bins
v75 /= 2;
}
let mut v74 = s[0];
t.barrier.wait(); // shares s r bins
r[l] = (match xp[i] { Point { x: -9..=9, y: m78, .. } => { let mut v79: Shade = (if false { Shade::Dark } else { Shade::Light });
 (Point { x: xi[i], y: m78, z: [1u32; 2] }) },
Point { z: m80, x: 7 | 1.. , y: _ } if (7i32 >= xi[i]) => {  xp[i] },
Point { x: m81, .. } => {  (Point { x: m81, y: xf[i], z: [1u32; 2] }) },
 });
t.barrier.wait(); // shares s r bins
let mut v77 = r[l % 16];
t.barrier.wait(); // shares s r bins
}
1 | 2 => {
s[l] = (((0x55i32 % ((xi[i] & 15) + 1)) & 1023) - ((xi[i] | xi[i]) & 1023));
t.barrier.wait(); // shares s r bins
let mut v84 = 8usize;
while v84 > 0 {
if l < v84 { s[l] = s[l].wrapping_mul(5) ^ s[l + v84]; }
t.barrier.wait(); // shares s r bins
v84 /= 2;
}
let mut v83 = s[0];
t.barrier.wait(); // shares s r bins
let mut v86 = waits19(&t.barrier, l, &mut s, (match (if false { Shade::Dark } else { Shade::Light }) { Shade::Dark => {  xi[i] },
Shade::Grey | Shade::Light => {  (v83) },
_ => { {
let mut v87: (bool, u32,) = ((!true), (if false {  xu[i] } else {  xu[i] }), );
let mut v87: i32 = { let mut k88 = 0usize; loop { k88 += 1; if k88 > 4 { break xi[i]; } if true { break (ai[(i[0] * 2 + 8) % 64]); } let mut v89: (f32, bool,) = (af[l % 64], true, );
 } };
}
 v83 },
 }), l % 16, 2);
}
_ => {}
}
}
s[l] = ((((!xi[i]) & 7)).pow((((i[0]).min(l) as u32) & 3))).wrapping_add(xi[i]);
t.barrier.wait(); // shares s r bins
let mut v91 = s[({  l }) % 16];
t.barrier.wait(); // shares s r bins
{
}
xi[i] = (Shade::Light as i32);
xu[i] = ((((0u32 >> (xu[i] & 31)) | 0x400) - (xp[i].z[i[0] % 2] & 1023)));
xf[i] = (-10.0f32);
xp[i] = xp[i];
}
}

pub mod reference {
use amp::prelude::*;
use crate::harness::{Meeting as TileBarrier, Slice as ArrayView, Slice as ArrayViewMut};
use crate::harness::{Pair, Point, Shade, Tiled as TiledIndex};
fn function1(w2: &ArrayView<i32>, xv3: &mut ArrayViewMut<u32, 1>, at4: Index<1>, v5: u32) -> (f32, i32, f32,) {
xv3[at4] ^= xv3[at4];
let Pair(mut v6, v7) = ({  (Pair { 1: v5, 0: i32::MIN }) });
let mut v8: i32 = v6;
(((33.0f32).mul_add(30.0f32, 3.0) % 64.0), v8, ((-12.0f32)).min(9.0f32), )
}
pub trait Trait9 {
fn plain_seed30_10(&self, k: u32) -> u32;
fn plain_seed30_11(&mut self, k: u32) -> i32;
fn plain_seed30_12() -> Self;
}
impl Trait9 for Point {
fn plain_seed30_10(&self, mut v13: u32) -> u32 {
if ((-12.0f32) <= 38.0f32) { return v13; }
let mut v14 = [[1i32; 2], [1_000_000i32, i32::MIN, ], [7i32; 2], ];
let mut v13 = ((v13).wrapping_shr(v13)).div_euclid(((v13).clamp(3, 300) & 15) + 1);
v13 >>= (if true {  v13 } else {  v13 }) & 31;
(if (v13 <= 0x8000_0000u32) {  v13 } else {  v13 })
}
fn plain_seed30_11(&mut self, v15: u32) -> i32 {
7i32
}
fn plain_seed30_12() -> Point {
(Point { x: 1, y: 2.0, z: [3, 4] })
}
}
impl Trait9 for Pair {
fn plain_seed30_10(&self, mut v16: u32) -> u32 {
v16
}
fn plain_seed30_11(&mut self, v17: u32) -> i32 {
(-1i32)
}
fn plain_seed30_12() -> Pair {
Pair(5, 6)
}
}
fn via18<S: Trait9>(s: &mut S, k: u32) -> u32 {
let mut other = S::plain_seed30_12();
let by = other.plain_seed30_11(k) as u32;
let _ = s.plain_seed30_11(by);
s.plain_seed30_10(k) ^ other.plain_seed30_10(by)
}
fn waits19(b: &TileBarrier, l: usize, s: &mut [i32; 16], v: i32, at: usize, rounds: u32) -> i32 {
let mut sum = v;
if rounds == 0 { return sum ^ 9; }
for k in 0..rounds {
s[l] = ((k as i32)).wrapping_mul(({ let mut v20: bool = ({  true });
let v21: Shade = (if v20 { Shade::Dark } else { Shade::Light });
 (-100i32) }));
b.meet(&mut [("s", &mut *s)]);
let got = s[at];
{
let r22: &i32 = &sum;
let v23: (i32, i32,) = (7i32, (*r22), );
let mut v24: i32 = ((-100i32)).wrapping_shl(k);
let v25: i32 = (!got);
}
sum = (sum ^ got).rotate_left(3);
b.meet(&mut [("s", &mut *s)]);
if k > 1 { break; }
sum = i32::MIN;
}
if l % 3 == 1 { return sum.wrapping_add(1); }
sum
}
pub fn kernel(t: TiledIndex<1>, n: u32, ai: &ArrayView<i32, 1>, au: &ArrayView<u32, 1>, af: &ArrayView<f32, 1>, ab: &ArrayView<u8, 1>, av: &ArrayView<IVec3, 1>, ax: &ArrayView<i32, 2>, bi: &ArrayView<i32, 1>, xi: &mut ArrayViewMut<i32, 1>, xu: &mut ArrayViewMut<u32, 1>, xf: &mut ArrayViewMut<f32, 1>, xp: &mut ArrayViewMut<Point, 1>) {
let i = t.global;
let l = t.local[0];
let mut s: [i32; 16] = Default::default();
let mut r: [Point; 16] = Default::default();
let mut bins: [u32; 16] = Default::default();
let mut u = n % 7;
if (xf[i] > af[l % 64]) {
let mut v28: Point = (if true { let Pair(mut v26, v27) = Pair(5, 6);
xu[i] = xu[i] % 1000;
xu[i] += 0x8000_0000u32 & 255;
 xp[i] } else {  xp[i] });
let mut v29: i32 = xi[i];
{
let mut v30: [bool; 4] = [false; 4];
let w31 = ai;
v29 ^= 0x55i32;
}
}
 else {
let v32: usize = (l / (l % 7 + 1));
}
if ai[t.tile[0]] > 0 || u > 3 {
xi[i] &= (xi[i]).clamp(3, 300);
if ai[t.tile[0]] > 0 || u > 3 {
xi[i] = xi[i];
if (false || false) {
{
let r35: &mut Point = &mut xp[i];
(*r35) = (*r35);
let mut v36: IVec3 = (IVec3::new(1, 2, 3)).wrapping_mul(av[i[0] % 64]);
let mut v37 = (au[i[0] % 64], l, );
v36 = av[(i[0] * 2 + 52) % 64];
}
}
 else if true {
match Shade::Grey {
Shade::Dark => {
xu[i] = xu[i] % 1000;
xu[i] += u32::from(ab[(i[0] * 4 + 23) % 64]) & 255;
xf[i] -= af[6];
xf[i] %= 64.0;
let v38 = (-(ai[i[0] % 64] & 1023));
}
,
Shade::Grey | Shade::Light => {
let w39 = af;
let f40 = |v41: u32| v41;
let mut v42: u32 = (xu[i]).wrapping_add(n);
}
,
_ => {
}
,
}
}
 else {
}
s[l] = ({  ({  xi[i] }) });
t.barrier.meet(&mut [("s", &mut s), ("r", &mut r), ("bins", &mut bins)]);
let mut v45 = 8usize;
while v45 > 0 {
if l < v45 { s[l] = s[l].wrapping_mul(5) ^ s[l + v45]; }
t.barrier.meet(&mut [("s", &mut s), ("r", &mut r), ("bins", &mut bins)]);
v45 /= 2;
}
let mut v44 = s[0];
t.barrier.meet(&mut [("s", &mut s), ("r", &mut r), ("bins", &mut bins)]);
s[l] = (v44).wrapping_neg();
t.barrier.meet(&mut [("s", &mut s), ("r", &mut r), ("bins", &mut bins)]);
let mut v47 = s[(if true { let mut v48: bool = (false ^ false);
 ((xu[i] & 4095) as usize % 64) } else {  (l).min(l) }) % 16];
t.barrier.meet(&mut [("s", &mut s), ("r", &mut r), ("bins", &mut bins)]);
{
}
} else {
let mut v49 = (1usize, 1.0f32, 1usize,);
s[l] = xp[i].x;
t.barrier.meet(&mut [("s", &mut s), ("r", &mut r), ("bins", &mut bins)]);
let mut v51 = s[(((xu[i] & 4095) as usize % 64) / (i[0] % 7 + 1)) % 16];
t.barrier.meet(&mut [("s", &mut s), ("r", &mut r), ("bins", &mut bins)]);
{
}
let v51 = ((v51 & 7)).pow((xu[i] & 3));
s[l] = ((((au[(i[0] * 4 + 13) % 64]).reverse_bits() & 4095) as usize % 64) as i32);
t.barrier.meet(&mut [("s", &mut s), ("r", &mut r), ("bins", &mut bins)]);
let mut v54 = 8usize;
while v54 > 0 {
if l < v54 { s[l] = s[l].wrapping_mul(5) ^ s[l + v54]; }
t.barrier.meet(&mut [("s", &mut s), ("r", &mut r), ("bins", &mut bins)]);
v54 /= 2;
}
let mut v53 = s[0];
t.barrier.meet(&mut [("s", &mut s), ("r", &mut r), ("bins", &mut bins)]);
}
let mut v55 = (match (true || false) { true => {  (Point { x: i32::MAX, y: f32::from(ab[l % 64]), z: [1u32; 2] }) },
false => {  xp[i] },
 });
u = (u * 5 + 1) % 13;
}
let mut v57 = 0u32;
while v57 < 3 && (n % 3 != 1 || v57 == 0) {
v57 += 1;
if matches!(u, 1 | 3..=6) {
bins[l] = l as u32;
t.barrier.meet(&mut [("s", &mut s), ("r", &mut r), ("bins", &mut bins)]);
atomic_fetch_add(&mut bins[((l % 16 * (l % 16)) % 64 + ((xu[i] & 4095) as usize % 64) % 64) % 16], (Shade::Light as u32) & 15);
t.barrier.meet(&mut [("s", &mut s), ("r", &mut r), ("bins", &mut bins)]);
let mut v60 = bins[(l).min(l) % 16];
t.barrier.meet(&mut [("s", &mut s), ("r", &mut r), ("bins", &mut bins)]);
s[l] = ((ax[[1, l % 8]]).wrapping_shl((n).wrapping_sub(au[i[0] % 64]))).wrapping_sub(((xi[i]).rotate_right(n)).wrapping_mul(((l / (l % 7 + 1)) as i32)));
t.barrier.meet(&mut [("s", &mut s), ("r", &mut r), ("bins", &mut bins)]);
let mut v62 = s[5usize % 16];
t.barrier.meet(&mut [("s", &mut s), ("r", &mut r), ("bins", &mut bins)]);
{
}
} else {
r[l] = (match (ax[[2, l % 8]], false, ) { (m65, true) => {  (Point { x: xi[i], y: 26.0f32, z: [1u32; 2] }) },
(0..=9, _) => {  (Point { x: xi[i], ..xp[i] }) },
(_, m66) => {  xp[i] },
 });
t.barrier.meet(&mut [("s", &mut s), ("r", &mut r), ("bins", &mut bins)]);
let mut v64 = r[(match xi[i] { -5..=5 => {  bi.extent()[0] },
i32::MIN | 7 | 100.. if true => {  l },
m67 @ 10..=90 if true => {  9usize },
m68 => {  8usize },
 }) % 16];
t.barrier.meet(&mut [("s", &mut s), ("r", &mut r), ("bins", &mut bins)]);
s[l] = (xi[i]).signum();
t.barrier.meet(&mut [("s", &mut s), ("r", &mut r), ("bins", &mut bins)]);
let mut v71 = 8usize;
while v71 > 0 {
if l < v71 { s[l] = s[l].wrapping_mul(5) ^ s[l + v71]; }
t.barrier.meet(&mut [("s", &mut s), ("r", &mut r), ("bins", &mut bins)]);
v71 /= 2;
}
let mut v70 = s[0];
t.barrier.meet(&mut [("s", &mut s), ("r", &mut r), ("bins", &mut bins)]);
}
match u % 4 {
0 if n % 3 != 1 => {
s[l] = (xi[i]).wrapping_neg();
t.barrier.meet(&mut [("s", &mut s), ("r", &mut r), ("bins", &mut bins)]);
let mut v75 = 8usize;
while v75 > 0 {
if l < v75 { s[l] = s[l].wrapping_mul(5) ^ s[l + v75]; }
t.barrier.meet(&mut [("s", &mut s), ("r", &mut r), ("bins", &mut bins)]);
v75 /= 2;
}
let mut v74 = s[0];
t.barrier.meet(&mut [("s", &mut s), ("r", &mut r), ("bins", &mut bins)]);
r[l] = (match xp[i] { Point { x: -9..=9, y: m78, .. } => { let mut v79: Shade = (if false { Shade::Dark } else { Shade::Light });
 (Point { x: xi[i], y: m78, z: [1u32; 2] }) },
Point { z: m80, x: 7 | 1.. , y: _ } if (7i32 >= xi[i]) => {  xp[i] },
Point { x: m81, .. } => {  (Point { x: m81, y: xf[i], z: [1u32; 2] }) },
 });
t.barrier.meet(&mut [("s", &mut s), ("r", &mut r), ("bins", &mut bins)]);
let mut v77 = r[l % 16];
t.barrier.meet(&mut [("s", &mut s), ("r", &mut r), ("bins", &mut bins)]);
}
1 | 2 => {
s[l] = (((0x55i32 % ((xi[i] & 15) + 1)) & 1023) - ((xi[i] | xi[i]) & 1023));
t.barrier.meet(&mut [("s", &mut s), ("r", &mut r), ("bins", &mut bins)]);
let mut v84 = 8usize;
while v84 > 0 {
if l < v84 { s[l] = s[l].wrapping_mul(5) ^ s[l + v84]; }
t.barrier.meet(&mut [("s", &mut s), ("r", &mut r), ("bins", &mut bins)]);
v84 /= 2;
}
let mut v83 = s[0];
t.barrier.meet(&mut [("s", &mut s), ("r", &mut r), ("bins", &mut bins)]);
let mut v86 = waits19(&t.barrier, l, &mut s, (match (if false { Shade::Dark } else { Shade::Light }) { Shade::Dark => {  xi[i] },
Shade::Grey | Shade::Light => {  (v83) },
_ => { {
let mut v87: (bool, u32,) = ((!true), (if false {  xu[i] } else {  xu[i] }), );
let mut v87: i32 = { let mut k88 = 0usize; loop { k88 += 1; if k88 > 4 { break xi[i]; } if true { break (ai[(i[0] * 2 + 8) % 64]); } let mut v89: (f32, bool,) = (af[l % 64], true, );
 } };
}
 v83 },
 }), l % 16, 2);
}
_ => {}
}
}
s[l] = ((((!xi[i]) & 7)).pow((((i[0]).min(l) as u32) & 3))).wrapping_add(xi[i]);
t.barrier.meet(&mut [("s", &mut s), ("r", &mut r), ("bins", &mut bins)]);
let mut v91 = s[({  l }) % 16];
t.barrier.meet(&mut [("s", &mut s), ("r", &mut r), ("bins", &mut bins)]);
{
}
xi[i] = (Shade::Light as i32);
xu[i] = ((((0u32 >> (xu[i] & 31)) | 0x400) - (xp[i].z[i[0] % 2] & 1023)));
xf[i] = (-10.0f32);
xp[i] = xp[i];
}
}

crate::program!(1, [16], Fits; ai au af ab av ax bi; xi xu xf xp);
