//! The random program seed6.

pub mod kernel {
use amp::prelude::*;
use crate::harness::{Pair, Point, Shade, Views};
#[device]
pub trait Trait1 {
fn of_seed6_2(&self, k: u32) -> u32;
fn of_seed6_3(&mut self, k: u32) -> i32;
fn of_seed6_4() -> Self;
}
#[device]
impl Trait1 for Point {
fn of_seed6_2(&self, v5: u32) -> u32 {
let mut v6: i32 = ((true as u32) as i32);
{
if true { return 2u32; }
for v7 in 0..3u32 {
let (v8, v9) = (true, 2usize, );
let mut v10: i32 = (v6).wrapping_shr(v7);
}
let f11 = |v12: bool| v12;
}
(((v5 & 4095) as usize % 64) as u32)
}
fn of_seed6_3(&mut self, mut v13: u32) -> i32 {
7i32
}
fn of_seed6_4() -> Point {
(Point { x: 1, y: 2.0, z: [3, 4] })
}
}
#[device]
impl Trait1 for Pair {
fn of_seed6_2(&self, mut v14: u32) -> u32 {
1u32
}
fn of_seed6_3(&mut self, mut v15: u32) -> i32 {
1i32
}
fn of_seed6_4() -> Pair {
Pair(5, 6)
}
}
#[device]
fn via16<S: Trait1>(s: &mut S, k: u32) -> u32 {
let mut other = S::of_seed6_4();
let by = other.of_seed6_3(k) as u32;
let _ = s.of_seed6_3(by);
s.of_seed6_2(k) ^ other.of_seed6_2(by)
}
#[device]
fn generic17<T: amp::Value, const K: usize>(a: T, b: &mut T, c: &[T; 3], d: bool) -> T {
let old = *b;
if d { *b = a; return c[K % 3]; }
let mut all = *c;
all[1] = old;
*b = all[K % 3];
old
}
#[device]
fn constant18<const K: i32>(v19: (Pair, u32,), v20: &mut bool) -> i32 {
for v21 in (0..10u32).rev().step_by(4) {
let v19: Pair = (Pair { 1: (v21 % ((v21 & 15) + 1)), 0: v19.0.0 });
let mut v22: [bool; 3] = [true; 3];
let mut v23: Shade = (if (true && (*v20)) { Shade::Dark } else { Shade::Light });
}
((K).div_euclid((K & 15) + 1)).wrapping_add((K))
}
#[device]
fn waits24(b: &TileBarrier, l: usize, s: &mut [i32; 16], v: i32, at: usize, rounds: u32) -> i32 {
let mut sum = v;
if rounds == 0 { return sum ^ 9; }
for k in 0..rounds {
s[l] = (match ({  k }) { 0 | 2 | 4 => {  (sum).div_euclid((sum & 15) + 1) },
..16 => {  ({ let [v25, v26] = [k; 2];
let mut v27: f32 = (28.0f32).clamp(-5.0, 9.0);
 sum }) },
_ => { let mut k28 = 0u32;
while k28 < 2 && false {
k28 += 1;
{
let v29: i32 = (!(sum).rotate_left(2u32));
let mut v30 = (if false {  [1u32; 3] } else {  [1u32; 3] });
}
}
 sum },
 });
b.wait(); // shares *s
let got = s[at];
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
let Views { au, af, ap, bi, mut xi, mut xu, mut xf, mut xp, mut hu, .. } = views;
on.parallel_for_each(domain, amp!(tile = [16], |t: TiledIndex<1>| {
let i = t.global;
let l = t.local[0];
#[tile_static] let mut s: [i32; 16];
#[tile_static] let mut r: [Point; 16];
#[tile_static] let mut bins: [u32; 16];
let mut u = n % 7;
s[l] = (((xi[i]).div_euclid((xi[i] & 15) + 1)) / (((!(xi[i]).wrapping_sub(xi[i])) & 15) + 1));
t.barrier.wait(); // shares s r bins
let mut v32 = s[(if (true || { xu[i] = xu[i].wrapping_add(1); true }) {  (1usize / (l % 7 + 1)) } else {  (i[0] / (l % 7 + 1)) }) % 16];
{
}
t.barrier.wait(); // shares s r bins
{
let mut k33 = 0u32;
while k33 < 1 && true {
k33 += 1;
{
let mut v34: u32 = (xu[i] >> (n & 31));
let mut v35: Shade = (if true { Shade::Dark } else { Shade::Light });
let v36 = (n, true, xf[i], );
}
}
if (false || true) {
'l38: for v37 in [1u32; 3] {
let mut v40: IVec3 = ({ let mut v39 = (3.0f32).max(xf[i]);
 IVec3::new(1, 2, 3) });
let v41: bool = (false || false);
}
}
}
let v43: Shade = ({  (if false {  Shade::Dark } else { xp[i].z[l % 2] ^= n;
let mut v42 = Pair(v32, xu[i]);
 Shade::Grey }) });
s[l] = ((((((n & 1023) * (xu[i] & 1023)) & 4095) as usize % 64) / ({ let mut k46 = 0usize; loop { k46 += 1; if k46 > 2 { break (if false {  k46 } else {  l }); } if true { break i[0]; } atomic_fetch_sub(&mut hu[8 + 7 % 8], n & 7);
let v43: Point = ({ let mut v47: Shade = (if (Shade::Dark == Shade::Grey) { Shade::Dark } else { Shade::Light });
 xp[i] });
 } } % 7 + 1)) as i32);
t.barrier.wait(); // shares s r bins
let mut v45 = s[({  (7usize).min(l) }) % 16];
{
}
t.barrier.wait(); // shares s r bins
{
for v48 in (i32::MIN..=i32::MIN + (bi[i] & 1)).rev() {
let mut v52 = ({ let v49 = [(Point { x: v48, y: xf[i], z: [1u32; 2] }), ap[i[0] % 64], generic17::<_, 5>(ap[i[0] % 64], &mut xp[i], &{ [(Point { x: 1, y: 2.0, z: [3, 4] }); 3] }, false), ];
let mut v51 = ({ let v50: Shade = (if (false ^ true) { Shade::Dark } else { Shade::Light });
 v45 });
 au[i[0] % 64] });
atomic_fetch_max(&mut hu[16 + 0 % 8], au[l % 64] & 4095);
let mut v48: bool = (true && { xu[i] = xu[i].wrapping_add(1); false });
}
let mut v43 = s[l];
}
let mut v55: Pair = { let mut k53 = 0usize; 'l54: loop { k53 += 1; if k53 > 3 { break Pair(v32, au[18]); } if (true != true) { break Pair(v32, n); } if true { break 'l54 Pair(5, 6); }
 } };
{
let mut v43: (Pair, u32,) = (v55, u32::MAX, );
}
r[l] = (Point { x: (v32).clamp(3, 300), y: (0.0 - xf[i]), z: [n, xu[i], ] });
t.barrier.wait(); // shares s r bins
let mut v57 = r[(if (xf[i] > xf[i]) {  (if true {  3usize } else {  l }) } else {  (l % 64 + l % 64) }) % 16];
t.barrier.wait(); // shares s r bins
xi[i] = { let mut k58 = 0usize; loop { k58 += 1; if k58 > 4 { break v32; } if true { break (if (!false) { if false {
let mut v59 = ((if true { Shade::Dark } else { Shade::Light }) == Shade::Grey);
v32 ^= v32;
}
 else {
let mut v60 = IVec3::new((-1i32), v32, xi[i]);
let mut v61: [Point; 3] = [(Point { x: v32, y: 23.0f32, z: [1u32; 2] }); 3];
let mut v62: [bool; 4] = [true; 4];
}
 v45 } else {  v45 }); }  } };
xu[i] = { let mut k63 = 0usize; loop { k63 += 1; if k63 > 4 { break n; } if false { break ((n).reverse_bits()).reverse_bits(); } {
}
 } };
xf[i] = (match v57 { Point { x: -9..=9, y: m64, .. } => { let v65 = xu[i];
 af[i[0] % 64] },
Point { z: m66, x: 7 | 1.. , y: _ } => {  xf[i] },
Point { x: m67, .. } => {  xf[i] },
 });
}))
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
fn plain_seed6_2(&self, v5: u32) -> u32 {
let mut v6: i32 = ((true as u32) as i32);
{
if true { return 2u32; }
for v7 in 0..3u32 {
let (v8, v9) = (true, 2usize, );
let mut v10: i32 = (v6).wrapping_shr(v7);
}
let f11 = |v12: bool| v12;
}
(((v5 & 4095) as usize % 64) as u32)
}
fn plain_seed6_3(&mut self, mut v13: u32) -> i32 {
7i32
}
fn plain_seed6_4() -> Point {
(Point { x: 1, y: 2.0, z: [3, 4] })
}
}
impl Trait1 for Pair {
fn plain_seed6_2(&self, mut v14: u32) -> u32 {
1u32
}
fn plain_seed6_3(&mut self, mut v15: u32) -> i32 {
1i32
}
fn plain_seed6_4() -> Pair {
Pair(5, 6)
}
}
fn via16<S: Trait1>(s: &mut S, k: u32) -> u32 {
let mut other = S::plain_seed6_4();
let by = other.plain_seed6_3(k) as u32;
let _ = s.plain_seed6_3(by);
s.plain_seed6_2(k) ^ other.plain_seed6_2(by)
}
fn generic17<T: amp::Value, const K: usize>(a: T, b: &mut T, c: &[T; 3], d: bool) -> T {
let old = *b;
if d { *b = a; return c[K % 3]; }
let mut all = *c;
all[1] = old;
*b = all[K % 3];
old
}
fn constant18<const K: i32>(v19: (Pair, u32,), v20: &mut bool) -> i32 {
for v21 in (0..10u32).rev().step_by(4) {
let v19: Pair = (Pair { 1: (v21 % ((v21 & 15) + 1)), 0: v19.0.0 });
let mut v22: [bool; 3] = [true; 3];
let mut v23: Shade = (if (true && (*v20)) { Shade::Dark } else { Shade::Light });
}
((K).div_euclid((K & 15) + 1)).wrapping_add((K))
}
fn waits24(b: &TileBarrier, l: usize, s: &mut [i32; 16], v: i32, at: usize, rounds: u32) -> i32 {
let mut sum = v;
if rounds == 0 { return sum ^ 9; }
for k in 0..rounds {
s[l] = (match ({  k }) { 0 | 2 | 4 => {  (sum).div_euclid((sum & 15) + 1) },
..16 => {  ({ let [v25, v26] = [k; 2];
let mut v27: f32 = (28.0f32).clamp(-5.0, 9.0);
 sum }) },
_ => { let mut k28 = 0u32;
while k28 < 2 && false {
k28 += 1;
{
let v29: i32 = (!(sum).rotate_left(2u32));
let mut v30 = (if false {  [1u32; 3] } else {  [1u32; 3] });
}
}
 sum },
 });
b.meet(&mut [("s", &mut *s)]);
let got = s[at];
sum = (sum ^ got).rotate_left(3);
b.meet(&mut [("s", &mut *s)]);
if k > 1 { break; }
sum = got;
}
if l % 3 == 1 { return sum.wrapping_add(1); }
sum
}
pub fn kernel(t: TiledIndex<1>, n: u32, au: &ArrayView<u32, 1>, af: &ArrayView<f32, 1>, ap: &ArrayView<Point, 1>, bi: &ArrayView<i32, 1>, mut xi: &mut ArrayViewMut<i32, 1>, mut xu: &mut ArrayViewMut<u32, 1>, mut xf: &mut ArrayViewMut<f32, 1>, mut xp: &mut ArrayViewMut<Point, 1>, mut hu: &mut ArrayViewMut<u32, 1>) {
let i = t.global;
let l = t.local[0];
let mut s: [i32; 16] = Default::default();
let mut r: [Point; 16] = Default::default();
let mut bins: [u32; 16] = Default::default();
let mut u = n % 7;
s[l] = (((xi[i]).div_euclid((xi[i] & 15) + 1)) / (((!(xi[i]).wrapping_sub(xi[i])) & 15) + 1));
t.barrier.meet(&mut [("s", &mut s), ("r", &mut r), ("bins", &mut bins)]);
let mut v32 = s[(if (true || { xu[i] = xu[i].wrapping_add(1); true }) {  (1usize / (l % 7 + 1)) } else {  (i[0] / (l % 7 + 1)) }) % 16];
{
}
t.barrier.meet(&mut [("s", &mut s), ("r", &mut r), ("bins", &mut bins)]);
{
let mut k33 = 0u32;
while k33 < 1 && true {
k33 += 1;
{
let mut v34: u32 = (xu[i] >> (n & 31));
let mut v35: Shade = (if true { Shade::Dark } else { Shade::Light });
let v36 = (n, true, xf[i], );
}
}
if (false || true) {
'l38: for v37 in [1u32; 3] {
let mut v40: IVec3 = ({ let mut v39 = (3.0f32).max(xf[i]);
 IVec3::new(1, 2, 3) });
let v41: bool = (false || false);
}
}
}
let v43: Shade = ({  (if false {  Shade::Dark } else { xp[i].z[l % 2] ^= n;
let mut v42 = Pair(v32, xu[i]);
 Shade::Grey }) });
s[l] = ((((((n & 1023) * (xu[i] & 1023)) & 4095) as usize % 64) / ({ let mut k46 = 0usize; loop { k46 += 1; if k46 > 2 { break (if false {  k46 } else {  l }); } if true { break i[0]; } atomic_fetch_sub(&mut hu[8 + 7 % 8], n & 7);
let v43: Point = ({ let mut v47: Shade = (if (Shade::Dark == Shade::Grey) { Shade::Dark } else { Shade::Light });
 xp[i] });
 } } % 7 + 1)) as i32);
t.barrier.meet(&mut [("s", &mut s), ("r", &mut r), ("bins", &mut bins)]);
let mut v45 = s[({  (7usize).min(l) }) % 16];
{
}
t.barrier.meet(&mut [("s", &mut s), ("r", &mut r), ("bins", &mut bins)]);
{
for v48 in (i32::MIN..=i32::MIN + (bi[i] & 1)).rev() {
let mut v52 = ({ let v49 = [(Point { x: v48, y: xf[i], z: [1u32; 2] }), ap[i[0] % 64], generic17::<_, 5>(ap[i[0] % 64], &mut xp[i], &{ [(Point { x: 1, y: 2.0, z: [3, 4] }); 3] }, false), ];
let mut v51 = ({ let v50: Shade = (if (false ^ true) { Shade::Dark } else { Shade::Light });
 v45 });
 au[i[0] % 64] });
atomic_fetch_max(&mut hu[16 + 0 % 8], au[l % 64] & 4095);
let mut v48: bool = (true && { xu[i] = xu[i].wrapping_add(1); false });
}
let mut v43 = s[l];
}
let mut v55: Pair = { let mut k53 = 0usize; 'l54: loop { k53 += 1; if k53 > 3 { break Pair(v32, au[18]); } if (true != true) { break Pair(v32, n); } if true { break 'l54 Pair(5, 6); }
 } };
{
let mut v43: (Pair, u32,) = (v55, u32::MAX, );
}
r[l] = (Point { x: (v32).clamp(3, 300), y: (0.0 - xf[i]), z: [n, xu[i], ] });
t.barrier.meet(&mut [("s", &mut s), ("r", &mut r), ("bins", &mut bins)]);
let mut v57 = r[(if (xf[i] > xf[i]) {  (if true {  3usize } else {  l }) } else {  (l % 64 + l % 64) }) % 16];
t.barrier.meet(&mut [("s", &mut s), ("r", &mut r), ("bins", &mut bins)]);
xi[i] = { let mut k58 = 0usize; loop { k58 += 1; if k58 > 4 { break v32; } if true { break (if (!false) { if false {
let mut v59 = ((if true { Shade::Dark } else { Shade::Light }) == Shade::Grey);
v32 ^= v32;
}
 else {
let mut v60 = IVec3::new((-1i32), v32, xi[i]);
let mut v61: [Point; 3] = [(Point { x: v32, y: 23.0f32, z: [1u32; 2] }); 3];
let mut v62: [bool; 4] = [true; 4];
}
 v45 } else {  v45 }); }  } };
xu[i] = { let mut k63 = 0usize; loop { k63 += 1; if k63 > 4 { break n; } if false { break ((n).reverse_bits()).reverse_bits(); } {
}
 } };
xf[i] = (match v57 { Point { x: -9..=9, y: m64, .. } => { let v65 = xu[i];
 af[i[0] % 64] },
Point { z: m66, x: 7 | 1.. , y: _ } => {  xf[i] },
Point { x: m67, .. } => {  xf[i] },
 });
}
}

crate::program!(1, [16], Fits; au af ap bi; xi xu xf xp hu);
