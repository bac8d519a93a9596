//! The random program seed23.

pub mod kernel {
use amp::prelude::*;
use crate::harness::{Pair, Point, Shade};
#[device]
pub trait Trait1 {
fn of_seed23_2(&self, k: u32) -> u32;
fn of_seed23_3(&mut self, k: u32) -> i32;
fn of_seed23_4() -> Self;
}
#[device]
impl Trait1 for Point {
fn of_seed23_2(&self, v5: u32) -> u32 {
let (mut v7, mut v8) = (({ let mut v6 = (1u32);
 1_000_000i32 }), 6usize, );
12345u32
}
fn of_seed23_3(&mut self, mut v9: u32) -> i32 {
let v10: (u32, f32, i32,) = (1u32, 1.0f32, 1i32,);
for v11 in (i32::MIN..=i32::MIN + ((((-1i32) & 7)).pow((v9 & 3)) & 1)).rev() {
if false {
let mut v12: IVec3 = (IVec3::new(1, 2, 3) ^ IVec3::new(1, 2, 3));
let f13 = |v14: u32| v14;
}
 else if false {
}
 else {
}
}
0x55i32
}
fn of_seed23_4() -> Point {
(Point { x: 1, y: 2.0, z: [3, 4] })
}
}
#[device]
impl Trait1 for Pair {
fn of_seed23_2(&self, mut v15: u32) -> u32 {
v15
}
fn of_seed23_3(&mut self, mut v16: u32) -> i32 {
(-100i32)
}
fn of_seed23_4() -> Pair {
Pair(5, 6)
}
}
#[device]
fn via17<S: Trait1>(s: &mut S, k: u32) -> u32 {
let mut other = S::of_seed23_4();
let by = other.of_seed23_3(k) as u32;
let _ = s.of_seed23_3(by);
s.of_seed23_2(k) ^ other.of_seed23_2(by)
}
#[device]
pub trait Trait18 {
fn of_seed23_19(&self, k: u32) -> u32;
fn of_seed23_20(&mut self, k: u32) -> i32;
fn of_seed23_21() -> Self;
}
#[device]
impl Trait18 for Point {
fn of_seed23_19(&self, v22: u32) -> u32 {
for v23 in 0..3u32 {
let v24: (Point, u32,) = ((Point { x: 1, y: 2.0, z: [3, 4] }), 1u32,);
}
if (true) {
if false { return 0u32; }
}
 else {
let v22 = (1u32).wrapping_mul(v22);
}
(!(!u32::MAX))
}
fn of_seed23_20(&mut self, v25: u32) -> i32 {
'l27: for v26 in (i32::MIN..=i32::MIN + ((i32::MIN) & 1)).rev() {
if true {
let mut v25 = [v25, 1u32, u32::MAX, v25, ];
let v28 = (Point { x: 1, y: 2.0, z: [3, 4] });
}
}
7i32
}
fn of_seed23_21() -> Point {
(Point { x: 1, y: 2.0, z: [3, 4] })
}
}
#[device]
impl Trait18 for Pair {
fn of_seed23_19(&self, mut v29: u32) -> u32 {
v29
}
fn of_seed23_20(&mut self, v30: u32) -> i32 {
0x55i32
}
fn of_seed23_21() -> Pair {
Pair(5, 6)
}
}
#[device]
fn via31<S: Trait18>(s: &mut S, k: u32) -> u32 {
let mut other = S::of_seed23_21();
let by = other.of_seed23_20(k) as u32;
let _ = s.of_seed23_20(by);
s.of_seed23_19(k) ^ other.of_seed23_19(by)
}
#[device]
fn function32(xv33: &mut ArrayViewMut<f32, 2>, at34: Index<2>, v35: i32) -> i32 {
{
let r36: &mut f32 = &mut xv33[at34];
(*r36) = ((*r36) * 0.25).round();
let v37: usize = (0usize).min(6usize);
let mut v37: u32 = (2u32).wrapping_mul(1u32);
let mut v38: f32 = (*r36);
}
let Point { x: v39, y: v40, .. } = (Point { x: 1, y: 2.0, z: [3, 4] });
((i32::MAX).wrapping_shr(0u32) / ((({  0x55i32 }) & 15) + 1))
}
#[device]
fn waits41(b: &TileBarrier, l: usize, s: &mut [i32; 32], v: i32, at: usize, rounds: u32) -> i32 {
let mut sum = v;
if rounds == 0 { return sum ^ 9; }
for k in 0..rounds {
s[l] = (!(sum));
b.wait(); // shares *s
let got = s[at];
let v45 = (Point { x: ({ let mut v42: u32 = (Shade::Light as u32);
let f43 = |v44: u32| v44;
 i32::MIN }), y: ({  41.0f32 }), z: [k, k, ] });
sum = (sum ^ got).rotate_left(3);
b.wait(); // shares *s
if k > 1 { break; }
sum = sum;
}
if l % 3 == 1 { return sum.wrapping_add(1); }
sum
}
#[kernel(tile = [4, 8])]
pub fn kernel(t: TiledIndex<2>, n: u32, ai: &ArrayView<i32, 1>, au: &ArrayView<u32, 1>, af: &ArrayView<f32, 1>, ap: &ArrayView<Point, 1>, ab: &ArrayView<u8, 1>, ah: &ArrayView<i16, 1>, bi: &ArrayView<i32, 2>, xi: &mut ArrayViewMut<i32, 2>, xu: &mut ArrayViewMut<u32, 2>, xf: &mut ArrayViewMut<f32, 2>, xp: &mut ArrayViewMut<Point, 2>, hu: &mut ArrayViewMut<u32, 1>) {
let i = t.global;
let l = t.local[0] * 8 + t.local[1];
#[tile_static] let mut s: [i32; 32];
#[tile_static] let mut r: [Point; 32];
#[tile_static] let mut bins: [u32; 32];
let mut u = n % 7;
{
xu[i] = (0x8000_0000u32);
let mut v46: f32 = ((xi[i] & 63) as f32);
}
for v47 in (1..=u).step_by(2) {
s[l] = (((xi[i]).wrapping_mul(xi[i])).wrapping_mul((if false { let mut v50: IVec3 = (IVec3::new(1, 2, 3)).wrapping_add(IVec3::new(1, 2, 3));
 xi[i] } else {  ai[33] })) % (((if (true || { xu[i] = xu[i].wrapping_add(1); true }) { let mut v51: u32 = (if false {  n } else {  32u32 });
 (false as i32) } else { for v52 in 2..(au[(i[0] * 3 + 16) % 64] & 7) {
xp[i].z[bi.extent()[0] % 2] ^= 32u32;
let v53: [u32; 2] = [1u32; 2];
let w54 = ai;
}
 ({ xi[i] &= 0i32;
let mut v55 = [36.0f32, f32::from(ab[l % 64]), xf[i], ];
 xi[i] }) }) & 15) + 1));
t.barrier.wait(); // shares s r bins
let mut v49 = s[(((xu[i] >> (xu[i] & 31)) & 4095) as usize % 64) % 32];
t.barrier.wait(); // shares s r bins
{
}
}
'l57: for v56 in (0..10u32).rev().step_by(4) {
let v58: usize = l;
let mut v59: [i32; 4] = [1i32; 4];
}
u = (u * 5 + 1) % 13;
atomic_fetch_sub(&mut hu[8 + 5 % 8], via31(&mut xp[i], xu[i]) & 7);
if n % 3 != 1 {
match u % 4 {
0 if n % 3 != 1 => {
bins[l] = l as u32;
t.barrier.wait(); // shares s r bins
atomic_fetch_add(&mut bins[(l / (l % 7 + 1)) % 32], xp[i].z[(l).min(5usize) % 2] & 15);
t.barrier.wait(); // shares s r bins
let mut v64 = bins[(l % 64 + l % 64) % 32];
t.barrier.wait(); // shares s r bins
}
1 | 2 => {
s[l] = ((((l).min((if true { let v67 = [ap[l % 64], xp[i], xp[i], ];
 bi.extent()[0] } else {  l })) as i32) & 1023) - (((xi[i]).abs_diff(xi[i]) as i32) & 1023));
t.barrier.wait(); // shares s r bins
let mut v66 = s[((l % 64 + l % 64) % 16 * (l % 16)) % 32];
let mut v68: IVec3 = IVec3::splat((v66).wrapping_mul(v66));
t.barrier.wait(); // shares s r bins
{
let mut v69: f32 = (((0.0 - xf[i]) - af[(i[1] * 4 + 48) % 64]) % 64.0);
if false {
let v70 = ((xi[i] & 63) as f32);
let w71 = au;
}
}
}
_ => {}
}
} else {
xp[i].y = xf[i];
let mut v72 = 0u32;
while v72 < 3 && (ai[t.tile[0]] > 0 || u > 3 || v72 == 0) {
v72 += 1;
s[l] = (match (!false) { true => { atomic_fetch_or(&mut hu[40 + 5 % 8], xu[i] & 4095);
let mut v75 = (n).wrapping_add(n);
 xi[i] },
false => {  xi[i] },
 });
t.barrier.wait(); // shares s r bins
let mut v76 = 16usize;
while v76 > 0 {
if l < v76 { s[l] = s[l].wrapping_mul(5) ^ s[l + v76]; }
t.barrier.wait(); // shares s r bins
v76 /= 2;
}
let mut v74 = s[0];
t.barrier.wait(); // shares s r bins
}
for v77 in [2u32, 5] {
s[l] = (-(xi[i] & 1023));
t.barrier.wait(); // shares s r bins
let mut v79 = s[({  ({  l }) }) % 32];
{
let r80 = &v77;
for v81 in (-2..4i32).rev() {
}
}
t.barrier.wait(); // shares s r bins
{
}
}
}
xi[i] = (({  (ai[24]).wrapping_sub(xi[i]) }));
xu[i] = (match (function32(xf, i, (ah[i[1] % 64] as i32))).wrapping_neg() { -5..=5 => {  (0u32 >> (n & 31)) },
i32::MIN | 7 | 100.. => {  xu[i] },
m82 @ 10..=90 => {  n },
m83 => {  n },
 });
}
}

pub mod reference {
use amp::prelude::*;
use crate::harness::{Meeting as TileBarrier, Slice as ArrayView, Slice as ArrayViewMut};
use crate::harness::{Pair, Point, Shade, Tiled as TiledIndex};
pub trait Trait1 {
fn plain_seed23_2(&self, k: u32) -> u32;
fn plain_seed23_3(&mut self, k: u32) -> i32;
fn plain_seed23_4() -> Self;
}
impl Trait1 for Point {
fn plain_seed23_2(&self, v5: u32) -> u32 {
let (mut v7, mut v8) = (({ let mut v6 = (1u32);
 1_000_000i32 }), 6usize, );
12345u32
}
fn plain_seed23_3(&mut self, mut v9: u32) -> i32 {
let v10: (u32, f32, i32,) = (1u32, 1.0f32, 1i32,);
for v11 in (i32::MIN..=i32::MIN + ((((-1i32) & 7)).pow((v9 & 3)) & 1)).rev() {
if false {
let mut v12: IVec3 = (IVec3::new(1, 2, 3) ^ IVec3::new(1, 2, 3));
let f13 = |v14: u32| v14;
}
 else if false {
}
 else {
}
}
0x55i32
}
fn plain_seed23_4() -> Point {
(Point { x: 1, y: 2.0, z: [3, 4] })
}
}
impl Trait1 for Pair {
fn plain_seed23_2(&self, mut v15: u32) -> u32 {
v15
}
fn plain_seed23_3(&mut self, mut v16: u32) -> i32 {
(-100i32)
}
fn plain_seed23_4() -> Pair {
Pair(5, 6)
}
}
fn via17<S: Trait1>(s: &mut S, k: u32) -> u32 {
let mut other = S::plain_seed23_4();
let by = other.plain_seed23_3(k) as u32;
let _ = s.plain_seed23_3(by);
s.plain_seed23_2(k) ^ other.plain_seed23_2(by)
}
pub trait Trait18 {
fn plain_seed23_19(&self, k: u32) -> u32;
fn plain_seed23_20(&mut self, k: u32) -> i32;
fn plain_seed23_21() -> Self;
}
impl Trait18 for Point {
fn plain_seed23_19(&self, v22: u32) -> u32 {
for v23 in 0..3u32 {
let v24: (Point, u32,) = ((Point { x: 1, y: 2.0, z: [3, 4] }), 1u32,);
}
if (true) {
if false { return 0u32; }
}
 else {
let v22 = (1u32).wrapping_mul(v22);
}
(!(!u32::MAX))
}
fn plain_seed23_20(&mut self, v25: u32) -> i32 {
'l27: for v26 in (i32::MIN..=i32::MIN + ((i32::MIN) & 1)).rev() {
if true {
let mut v25 = [v25, 1u32, u32::MAX, v25, ];
let v28 = (Point { x: 1, y: 2.0, z: [3, 4] });
}
}
7i32
}
fn plain_seed23_21() -> Point {
(Point { x: 1, y: 2.0, z: [3, 4] })
}
}
impl Trait18 for Pair {
fn plain_seed23_19(&self, mut v29: u32) -> u32 {
v29
}
fn plain_seed23_20(&mut self, v30: u32) -> i32 {
0x55i32
}
fn plain_seed23_21() -> Pair {
Pair(5, 6)
}
}
fn via31<S: Trait18>(s: &mut S, k: u32) -> u32 {
let mut other = S::plain_seed23_21();
let by = other.plain_seed23_20(k) as u32;
let _ = s.plain_seed23_20(by);
s.plain_seed23_19(k) ^ other.plain_seed23_19(by)
}
fn function32(xv33: &mut ArrayViewMut<f32, 2>, at34: Index<2>, v35: i32) -> i32 {
{
let r36: &mut f32 = &mut xv33[at34];
(*r36) = ((*r36) * 0.25).round();
let v37: usize = (0usize).min(6usize);
let mut v37: u32 = (2u32).wrapping_mul(1u32);
let mut v38: f32 = (*r36);
}
let Point { x: v39, y: v40, .. } = (Point { x: 1, y: 2.0, z: [3, 4] });
((i32::MAX).wrapping_shr(0u32) / ((({  0x55i32 }) & 15) + 1))
}
fn waits41(b: &TileBarrier, l: usize, s: &mut [i32; 32], v: i32, at: usize, rounds: u32) -> i32 {
let mut sum = v;
if rounds == 0 { return sum ^ 9; }
for k in 0..rounds {
s[l] = (!(sum));
b.meet(&mut [("s", &mut *s)]);
let got = s[at];
let v45 = (Point { x: ({ let mut v42: u32 = (Shade::Light as u32);
let f43 = |v44: u32| v44;
 i32::MIN }), y: ({  41.0f32 }), z: [k, k, ] });
sum = (sum ^ got).rotate_left(3);
b.meet(&mut [("s", &mut *s)]);
if k > 1 { break; }
sum = sum;
}
if l % 3 == 1 { return sum.wrapping_add(1); }
sum
}
pub fn kernel(t: TiledIndex<2>, n: u32, ai: &ArrayView<i32, 1>, au: &ArrayView<u32, 1>, af: &ArrayView<f32, 1>, ap: &ArrayView<Point, 1>, ab: &ArrayView<u8, 1>, ah: &ArrayView<i16, 1>, bi: &ArrayView<i32, 2>, xi: &mut ArrayViewMut<i32, 2>, xu: &mut ArrayViewMut<u32, 2>, xf: &mut ArrayViewMut<f32, 2>, xp: &mut ArrayViewMut<Point, 2>, hu: &mut ArrayViewMut<u32, 1>) {
let i = t.global;
let l = t.local[0] * 8 + t.local[1];
let mut s: [i32; 32] = Default::default();
let mut r: [Point; 32] = Default::default();
let mut bins: [u32; 32] = Default::default();
let mut u = n % 7;
{
xu[i] = (0x8000_0000u32);
let mut v46: f32 = ((xi[i] & 63) as f32);
}
for v47 in (1..=u).step_by(2) {
s[l] = (((xi[i]).wrapping_mul(xi[i])).wrapping_mul((if false { let mut v50: IVec3 = (IVec3::new(1, 2, 3)).wrapping_add(IVec3::new(1, 2, 3));
 xi[i] } else {  ai[33] })) % (((if (true || { xu[i] = xu[i].wrapping_add(1); true }) { let mut v51: u32 = (if false {  n } else {  32u32 });
 (false as i32) } else { for v52 in 2..(au[(i[0] * 3 + 16) % 64] & 7) {
xp[i].z[bi.extent()[0] % 2] ^= 32u32;
let v53: [u32; 2] = [1u32; 2];
let w54 = ai;
}
 ({ xi[i] &= 0i32;
let mut v55 = [36.0f32, f32::from(ab[l % 64]), xf[i], ];
 xi[i] }) }) & 15) + 1));
t.barrier.meet(&mut [("s", &mut s), ("r", &mut r), ("bins", &mut bins)]);
let mut v49 = s[(((xu[i] >> (xu[i] & 31)) & 4095) as usize % 64) % 32];
t.barrier.meet(&mut [("s", &mut s), ("r", &mut r), ("bins", &mut bins)]);
{
}
}
'l57: for v56 in (0..10u32).rev().step_by(4) {
let v58: usize = l;
let mut v59: [i32; 4] = [1i32; 4];
}
u = (u * 5 + 1) % 13;
atomic_fetch_sub(&mut hu[8 + 5 % 8], via31(&mut xp[i], xu[i]) & 7);
if n % 3 != 1 {
match u % 4 {
0 if n % 3 != 1 => {
bins[l] = l as u32;
t.barrier.meet(&mut [("s", &mut s), ("r", &mut r), ("bins", &mut bins)]);
atomic_fetch_add(&mut bins[(l / (l % 7 + 1)) % 32], xp[i].z[(l).min(5usize) % 2] & 15);
t.barrier.meet(&mut [("s", &mut s), ("r", &mut r), ("bins", &mut bins)]);
let mut v64 = bins[(l % 64 + l % 64) % 32];
t.barrier.meet(&mut [("s", &mut s), ("r", &mut r), ("bins", &mut bins)]);
}
1 | 2 => {
s[l] = ((((l).min((if true { let v67 = [ap[l % 64], xp[i], xp[i], ];
 bi.extent()[0] } else {  l })) as i32) & 1023) - (((xi[i]).abs_diff(xi[i]) as i32) & 1023));
t.barrier.meet(&mut [("s", &mut s), ("r", &mut r), ("bins", &mut bins)]);
let mut v66 = s[((l % 64 + l % 64) % 16 * (l % 16)) % 32];
let mut v68: IVec3 = IVec3::splat((v66).wrapping_mul(v66));
t.barrier.meet(&mut [("s", &mut s), ("r", &mut r), ("bins", &mut bins)]);
{
let mut v69: f32 = (((0.0 - xf[i]) - af[(i[1] * 4 + 48) % 64]) % 64.0);
if false {
let v70 = ((xi[i] & 63) as f32);
let w71 = au;
}
}
}
_ => {}
}
} else {
xp[i].y = xf[i];
let mut v72 = 0u32;
while v72 < 3 && (ai[t.tile[0]] > 0 || u > 3 || v72 == 0) {
v72 += 1;
s[l] = (match (!false) { true => { atomic_fetch_or(&mut hu[40 + 5 % 8], xu[i] & 4095);
let mut v75 = (n).wrapping_add(n);
 xi[i] },
false => {  xi[i] },
 });
t.barrier.meet(&mut [("s", &mut s), ("r", &mut r), ("bins", &mut bins)]);
let mut v76 = 16usize;
while v76 > 0 {
if l < v76 { s[l] = s[l].wrapping_mul(5) ^ s[l + v76]; }
t.barrier.meet(&mut [("s", &mut s), ("r", &mut r), ("bins", &mut bins)]);
v76 /= 2;
}
let mut v74 = s[0];
t.barrier.meet(&mut [("s", &mut s), ("r", &mut r), ("bins", &mut bins)]);
}
for v77 in [2u32, 5] {
s[l] = (-(xi[i] & 1023));
t.barrier.meet(&mut [("s", &mut s), ("r", &mut r), ("bins", &mut bins)]);
let mut v79 = s[({  ({  l }) }) % 32];
{
let r80 = &v77;
for v81 in (-2..4i32).rev() {
}
}
t.barrier.meet(&mut [("s", &mut s), ("r", &mut r), ("bins", &mut bins)]);
{
}
}
}
xi[i] = (({  (ai[24]).wrapping_sub(xi[i]) }));
xu[i] = (match (function32(xf, i, (ah[i[1] % 64] as i32))).wrapping_neg() { -5..=5 => {  (0u32 >> (n & 31)) },
i32::MIN | 7 | 100.. => {  xu[i] },
m82 @ 10..=90 => {  n },
m83 => {  n },
 });
}
}

crate::program!(2, [4, 8], Truncated; ai au af ap ab ah bi; xi xu xf xp hu);
