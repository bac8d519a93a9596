//! The random program seed201373.

pub mod kernel {
use amp::prelude::*;
use crate::harness::{Pair, Point, Shade, Views};
#[device]
fn function1(mut v2: usize, mut v3: [u32; 2], w4: &ArrayView<f32>) -> IVec3 {
if (Shade::Dark == Shade::Grey) { return (IVec3::new(1, 2, 3)).wrapping_sub(IVec3::new(1, 2, 3)); }
if ((-1i32) == (-100i32)) {
'l6: for v5 in (-3..=(i32::MAX & 3)) {
let mut v3: f32 = w4[28];
let mut v7 = ((v2 % 16 * (v2 % 16)) as u32);
}
let f8 = |v9: i32| v9;
}
 else {
let mut v10 = (IVec3::new(1, 2, 3), 1u32,);
}
IVec3::new(1, 2, 3)
}
#[device]
pub trait Trait11 {
fn of_seed201373_12(&self, k: u32) -> u32;
fn of_seed201373_13(&mut self, k: u32) -> i32;
fn of_seed201373_14() -> Self;
}
#[device]
impl Trait11 for Point {
fn of_seed201373_12(&self, v15: u32) -> u32 {
if (false) {
'l17: for v16 in (-7..(7i32 & 3)).step_by(3).rev() {
let mut v18: Point = (Point { x: v16, y: 30.0f32, z: [1u32; 2] });
let mut v19 = (9usize / (8usize % 7 + 1));
let mut v16: f32 = (((-1.0f32) * (-12.0f32)) % 64.0);
}
}
 else if (false && false) {
let v20: f32 = ((-3.0f32)).max(6.0f32);
{
let r21 = &(*self).y;
let mut v22 = (31u32).wrapping_add(1u32);
}
}
 else {
}
31u32
}
fn of_seed201373_13(&mut self, v23: u32) -> i32 {
(-1i32)
}
fn of_seed201373_14() -> Point {
(Point { x: 1, y: 2.0, z: [3, 4] })
}
}
#[device]
impl Trait11 for Pair {
fn of_seed201373_12(&self, v24: u32) -> u32 {
v24
}
fn of_seed201373_13(&mut self, v25: u32) -> i32 {
i32::MIN
}
fn of_seed201373_14() -> Pair {
Pair(5, 6)
}
}
#[device]
fn via26<S: Trait11>(s: &mut S, k: u32) -> u32 {
let mut other = S::of_seed201373_14();
let by = other.of_seed201373_13(k) as u32;
let _ = s.of_seed201373_13(by);
s.of_seed201373_12(k) ^ other.of_seed201373_12(by)
}
#[device]
fn function27(w28: &ArrayView<f32>, v29: i32, v30: &mut usize) -> Pair {
let v32 = (Pair(5, 6), ({ let v31: [Pair; 3] = [Pair(5, 6); 3];
 32u32 }), );
Pair((v29).wrapping_sub(v29), 0x8000_0000u32)
}
#[device]
fn waits33(b: &TileBarrier, l: usize, s: &mut [i32; 16], v: i32, at: usize, rounds: u32) -> i32 {
let mut sum = v;
if rounds == 0 { return sum ^ 9; }
for k in 0..rounds {
s[l] = ((false) as i32);
b.wait(); // shares *s
let got = s[at];
let v37 = { let mut k34 = 0usize; 'l35: loop { k34 += 1; if k34 > 1 { break (6.0f32, k, ); } if (Shade::Grey == Shade::Grey) { break ((-4.0f32), k, ); } let mut v36: [Pair; 3] = [Pair(5, 6), Pair(5, 6), Pair(5, 6), ];
 } };
for v38 in (0..10u32).rev().step_by(4) {
if false {
let (Point { z: [_, v39], x: v40, .. }, _, mut v41) = ({  ((Point { x: 1, y: 2.0, z: [3, 4] }), true, IVec3::new(1, 2, 3),) });
let mut v42 = sum;
}
 else {
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
pub fn launch(on: &AcceleratorView, domain: TiledExtent<1>, views: Views<'_, 1>) -> amp::Result<()> {
let n = 5u32;
let Views { ai, au, af, ap, ab, mut xi, mut xu, mut xf, mut xp, .. } = views;
on.parallel_for_each(domain, amp!(tile = [16], |t: TiledIndex<1>| {
let i = t.global;
let l = t.local[0];
#[tile_static] let mut s: [i32; 16];
#[tile_static] let mut r: [Point; 16];
#[tile_static] let mut bins: [u32; 16];
let mut u = n % 7;
let mut v43: Point = (Point { x: (-(0i32 & 1023)), y: ((af[(i[0] * 2 + 43) % 64] + xf[i]) % 64.0), z: [xu[i], xu[i], ] });
let v45 = { let mut k44 = 0usize; loop { k44 += 1; if k44 > 2 { break v43; } if (false && false) { break (Point { x: ai[i[0] % 64], y: xf[i], z: [1u32; 2] }); } xf[i] -= 30.0f32;
xf[i] %= 64.0;
let mut v43 = (au[12] / ((xu[i] & 15) + 1));
 } };
for v46 in (0..3u32).rev() {
let f47 = |v48: i32| v45.x;
if (xi[i] == ai[(i[0] * 3 + 37) % 64]) {
let mut v49: [i32; 2] = ({  [1i32; 2] });
xi[i] = xi[i] % 1000;
xi[i] += xi[i] & 255;
let mut v50 = (IVec3::new(1, 2, 3));
}
s[l] = ((i32::MAX < (if false {  xi[i] } else {  xi[i] })) as i32);
t.barrier.wait(); // shares s r bins
let mut v52 = s[((6usize).min(l) / ((i[0] / (l % 7 + 1)) % 7 + 1)) % 16];
{
if (!false) {
}
 else if true {
}
 else {
}
}
t.barrier.wait(); // shares s r bins
{
}
let mut v53 = 0u32;
while v53 < 3 && (n % 3 != 1 || v53 == 0) {
v53 += 1;
s[l] = { let mut k56 = 0usize; 'l57: loop { k56 += 1; if k56 > 1 { break xi[i]; } if false { break (if (!true) {  (v52).wrapping_mul(xi[i]) } else {  f47(v52) }); } let mut v58 = l;
 } };
t.barrier.wait(); // shares s r bins
let mut v55 = s[l % 16];
{
}
t.barrier.wait(); // shares s r bins
{
}
}
}
bins[l] = l as u32;
t.barrier.wait(); // shares s r bins
atomic_fetch_add(&mut bins[((l / (l % 7 + 1)) % 16 * ((i[0] % 16 * (6usize % 16)) % 16)) % 16], ({  (au[l % 64]).wrapping_shl(au[(i[0] * 4 + 19) % 64]) }) & 15);
t.barrier.wait(); // shares s r bins
let mut v60 = bins[(l % 64 + 5usize % 64) % 16];
t.barrier.wait(); // shares s r bins
xi[i] = (((1i32).signum())).wrapping_mul(v43.x);
xu[i] = ((((f32::from(ab[i[0] % 64]) as u32) % (((xu[i] & v60) & 15) + 1)) | 0x400) - (n & 1023));
xp[i] = (match (Pair(5, 6), Shade::Grey,) { (Pair(m61, _), Shade::Grey | Shade::Dark) if (true) => { let mut k62 = 0u32;
while k62 < 2 && true {
k62 += 1;
{
}
}
 ap[2] },
(Pair(_, m63), _) => {  xp[i] },
 });
}))
}
}

pub mod reference {
use amp::prelude::*;
use crate::harness::{Meeting as TileBarrier, Slice as ArrayView, Slice as ArrayViewMut};
use crate::harness::{Pair, Point, Shade, Tiled as TiledIndex};
fn function1(mut v2: usize, mut v3: [u32; 2], w4: &ArrayView<f32>) -> IVec3 {
if (Shade::Dark == Shade::Grey) { return (IVec3::new(1, 2, 3)).wrapping_sub(IVec3::new(1, 2, 3)); }
if ((-1i32) == (-100i32)) {
'l6: for v5 in (-3..=(i32::MAX & 3)) {
let mut v3: f32 = w4[28];
let mut v7 = ((v2 % 16 * (v2 % 16)) as u32);
}
let f8 = |v9: i32| v9;
}
 else {
let mut v10 = (IVec3::new(1, 2, 3), 1u32,);
}
IVec3::new(1, 2, 3)
}
pub trait Trait11 {
fn plain_seed201373_12(&self, k: u32) -> u32;
fn plain_seed201373_13(&mut self, k: u32) -> i32;
fn plain_seed201373_14() -> Self;
}
impl Trait11 for Point {
fn plain_seed201373_12(&self, v15: u32) -> u32 {
if (false) {
'l17: for v16 in (-7..(7i32 & 3)).step_by(3).rev() {
let mut v18: Point = (Point { x: v16, y: 30.0f32, z: [1u32; 2] });
let mut v19 = (9usize / (8usize % 7 + 1));
let mut v16: f32 = (((-1.0f32) * (-12.0f32)) % 64.0);
}
}
 else if (false && false) {
let v20: f32 = ((-3.0f32)).max(6.0f32);
{
let r21 = &(*self).y;
let mut v22 = (31u32).wrapping_add(1u32);
}
}
 else {
}
31u32
}
fn plain_seed201373_13(&mut self, v23: u32) -> i32 {
(-1i32)
}
fn plain_seed201373_14() -> Point {
(Point { x: 1, y: 2.0, z: [3, 4] })
}
}
impl Trait11 for Pair {
fn plain_seed201373_12(&self, v24: u32) -> u32 {
v24
}
fn plain_seed201373_13(&mut self, v25: u32) -> i32 {
i32::MIN
}
fn plain_seed201373_14() -> Pair {
Pair(5, 6)
}
}
fn via26<S: Trait11>(s: &mut S, k: u32) -> u32 {
let mut other = S::plain_seed201373_14();
let by = other.plain_seed201373_13(k) as u32;
let _ = s.plain_seed201373_13(by);
s.plain_seed201373_12(k) ^ other.plain_seed201373_12(by)
}
fn function27(w28: &ArrayView<f32>, v29: i32, v30: &mut usize) -> Pair {
let v32 = (Pair(5, 6), ({ let v31: [Pair; 3] = [Pair(5, 6); 3];
 32u32 }), );
Pair((v29).wrapping_sub(v29), 0x8000_0000u32)
}
fn waits33(b: &TileBarrier, l: usize, s: &mut [i32; 16], v: i32, at: usize, rounds: u32) -> i32 {
let mut sum = v;
if rounds == 0 { return sum ^ 9; }
for k in 0..rounds {
s[l] = ((false) as i32);
b.meet(&mut [("s", &mut *s)]);
let got = s[at];
let v37 = { let mut k34 = 0usize; 'l35: loop { k34 += 1; if k34 > 1 { break (6.0f32, k, ); } if (Shade::Grey == Shade::Grey) { break ((-4.0f32), k, ); } let mut v36: [Pair; 3] = [Pair(5, 6), Pair(5, 6), Pair(5, 6), ];
 } };
for v38 in (0..10u32).rev().step_by(4) {
if false {
let (Point { z: [_, v39], x: v40, .. }, _, mut v41) = ({  ((Point { x: 1, y: 2.0, z: [3, 4] }), true, IVec3::new(1, 2, 3),) });
let mut v42 = sum;
}
 else {
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
pub fn kernel(t: TiledIndex<1>, n: u32, ai: &ArrayView<i32, 1>, au: &ArrayView<u32, 1>, af: &ArrayView<f32, 1>, ap: &ArrayView<Point, 1>, ab: &ArrayView<u8, 1>, mut xi: &mut ArrayViewMut<i32, 1>, mut xu: &mut ArrayViewMut<u32, 1>, mut xf: &mut ArrayViewMut<f32, 1>, mut xp: &mut ArrayViewMut<Point, 1>) {
let i = t.global;
let l = t.local[0];
let mut s: [i32; 16] = Default::default();
let mut r: [Point; 16] = Default::default();
let mut bins: [u32; 16] = Default::default();
let mut u = n % 7;
let mut v43: Point = (Point { x: (-(0i32 & 1023)), y: ((af[(i[0] * 2 + 43) % 64] + xf[i]) % 64.0), z: [xu[i], xu[i], ] });
let v45 = { let mut k44 = 0usize; loop { k44 += 1; if k44 > 2 { break v43; } if (false && false) { break (Point { x: ai[i[0] % 64], y: xf[i], z: [1u32; 2] }); } xf[i] -= 30.0f32;
xf[i] %= 64.0;
let mut v43 = (au[12] / ((xu[i] & 15) + 1));
 } };
for v46 in (0..3u32).rev() {
let f47 = |v48: i32| v45.x;
if (xi[i] == ai[(i[0] * 3 + 37) % 64]) {
let mut v49: [i32; 2] = ({  [1i32; 2] });
xi[i] = xi[i] % 1000;
xi[i] += xi[i] & 255;
let mut v50 = (IVec3::new(1, 2, 3));
}
s[l] = ((i32::MAX < (if false {  xi[i] } else {  xi[i] })) as i32);
t.barrier.meet(&mut [("s", &mut s), ("r", &mut r), ("bins", &mut bins)]);
let mut v52 = s[((6usize).min(l) / ((i[0] / (l % 7 + 1)) % 7 + 1)) % 16];
{
if (!false) {
}
 else if true {
}
 else {
}
}
t.barrier.meet(&mut [("s", &mut s), ("r", &mut r), ("bins", &mut bins)]);
{
}
let mut v53 = 0u32;
while v53 < 3 && (n % 3 != 1 || v53 == 0) {
v53 += 1;
s[l] = { let mut k56 = 0usize; 'l57: loop { k56 += 1; if k56 > 1 { break xi[i]; } if false { break (if (!true) {  (v52).wrapping_mul(xi[i]) } else {  f47(v52) }); } let mut v58 = l;
 } };
t.barrier.meet(&mut [("s", &mut s), ("r", &mut r), ("bins", &mut bins)]);
let mut v55 = s[l % 16];
{
}
t.barrier.meet(&mut [("s", &mut s), ("r", &mut r), ("bins", &mut bins)]);
{
}
}
}
bins[l] = l as u32;
t.barrier.meet(&mut [("s", &mut s), ("r", &mut r), ("bins", &mut bins)]);
atomic_fetch_add(&mut bins[((l / (l % 7 + 1)) % 16 * ((i[0] % 16 * (6usize % 16)) % 16)) % 16], ({  (au[l % 64]).wrapping_shl(au[(i[0] * 4 + 19) % 64]) }) & 15);
t.barrier.meet(&mut [("s", &mut s), ("r", &mut r), ("bins", &mut bins)]);
let mut v60 = bins[(l % 64 + 5usize % 64) % 16];
t.barrier.meet(&mut [("s", &mut s), ("r", &mut r), ("bins", &mut bins)]);
xi[i] = (((1i32).signum())).wrapping_mul(v43.x);
xu[i] = ((((f32::from(ab[i[0] % 64]) as u32) % (((xu[i] & v60) & 15) + 1)) | 0x400) - (n & 1023));
xp[i] = (match (Pair(5, 6), Shade::Grey,) { (Pair(m61, _), Shade::Grey | Shade::Dark) if (true) => { let mut k62 = 0u32;
while k62 < 2 && true {
k62 += 1;
{
}
}
 ap[2] },
(Pair(_, m63), _) => {  xp[i] },
 });
}
}

crate::program!(1, [16], Fits; ai au af ap ab; xi xu xf xp);
