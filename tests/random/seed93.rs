//! The random program seed93.

pub mod kernel {
use amp::prelude::*;
use crate::harness::{Pair, Point, Shade, Views};
#[device]
fn function1(v2: &mut IVec3, xv3: &mut ArrayViewMut<i32, 1>, at4: Index<1>) -> i32 {
let mut v5: i32 = (((2u32 & 7)).pow((u32::MAX & 3)) as i32);
for v6 in [v5; 3] {
if true {
(*v2).y = (-100i32);
}
 else if false {
let mut v11 = { let mut k7 = 0usize; loop { k7 += 1; if k7 > 1 { break (-1i32); } if true { break (xv3[at4]).wrapping_mul(0x55i32); } for v8 in 0..3u32 {
let f9 = |v10: u32| v10;
}
 } };
}
 else {
}
}
xv3[at4]
}
#[device]
fn length12<const N: usize>(list: &mut [i32; N], by: i32) -> i32 {
let mut sum = N as i32;
for k in (0..N).rev() {
if list[k] < by { continue; }
sum = sum.wrapping_mul(3) ^ list[k];
list[k] = list[N - 1 - k].wrapping_add(by);
}
sum
}
#[device]
pub trait Trait13 {
fn of_seed93_14(&self, k: u32) -> u32;
fn of_seed93_15(&mut self, k: u32) -> i32;
fn of_seed93_16() -> Self;
}
#[device]
impl Trait13 for Point {
fn of_seed93_14(&self, mut v17: u32) -> u32 {
if (Shade::Grey == Shade::Grey) {
let mut v18: (Pair, u32,) = (Pair(5, 6), v17, );
let mut v19 = (u32::MAX as i32);
{
std::mem::swap(&mut v18.0.1, &mut v17);
let mut v19: Pair = Pair(5, 6);
}
}
 else if ((-100i32) != 1_000_000i32) {
let f20 = |v21: u32| 2u32;
}
 else {
}
v17
}
fn of_seed93_15(&mut self, v22: u32) -> i32 {
(-100i32)
}
fn of_seed93_16() -> Point {
(Point { x: 1, y: 2.0, z: [3, 4] })
}
}
#[device]
impl Trait13 for Pair {
fn of_seed93_14(&self, v23: u32) -> u32 {
v23
}
fn of_seed93_15(&mut self, v24: u32) -> i32 {
0i32
}
fn of_seed93_16() -> Pair {
Pair(5, 6)
}
}
#[device]
fn via25<S: Trait13>(s: &mut S, k: u32) -> u32 {
let mut other = S::of_seed93_16();
let by = other.of_seed93_15(k) as u32;
let _ = s.of_seed93_15(by);
s.of_seed93_14(k) ^ other.of_seed93_14(by)
}
#[kernel(tile = [16])]
pub fn kernel(t: TiledIndex<1>, n: u32, ai: &ArrayView<i32, 1>, au: &ArrayView<u32, 1>, af: &ArrayView<f32, 1>, ah: &ArrayView<i16, 1>, av: &ArrayView<IVec3, 1>, bi: &ArrayView<i32, 1>, xi: &mut ArrayViewMut<i32, 1>, xu: &mut ArrayViewMut<u32, 1>, xf: &mut ArrayViewMut<f32, 1>, xp: &mut ArrayViewMut<Point, 1>) {
let i = t.global;
let l = t.local[0];
#[tile_static] let mut s: [i32; 16];
#[tile_static] let mut r: [Point; 16];
#[tile_static] let mut bins: [u32; 16];
let mut u = n % 7;
let mut v26 = av[l % 64];
s[l] = { let mut k29 = 0usize; 'l30: loop { k29 += 1; if k29 > 1 { break (xi[i]).wrapping_mul(xi[i]); } if (xi[i] < xi[i]) { break xi[i]; } let v31: Pair = Pair(xi[i], (!n));
 } };
t.barrier.wait(); // shares s r bins
let mut v28 = s[(((if true {  au[i[0] % 64] } else { let v32: u32 = (au[39]).wrapping_add(xu[i]);
 12345u32 }) & 4095) as usize % 64) % 16];
t.barrier.wait(); // shares s r bins
{
{
xp[i].x = ai[l % 64];
for v33 in (-2..4i32).rev() {
let v34 = (xp[i], 32u32, );
}
let mut v28: u32 = n;
}
if (s[l] >= s[l]) {
let v35 = (Pair(s[l], xu[i]), (n).clamp(3, 300), );
}
}
match u % 4 {
0 if u > 2 && au[u as usize % 64] % 2 == 1 => {
if (xf[i] < xf[i]) {
v26.z = i32::MAX;
if true {
let v37 = (v28).min(bi[i]);
}
 else {
let mut v38 = (xf[i]).max(xf[i]);
let mut v39: [i32; 3] = [v28, v28, xi[i], ];
}
}
match 12345u32 {
0 | 2 | 4 => {
if false {
let v40: u32 = ({  n });
}
 else if true {
xi[i] ^= xi[i];
xf[i] = af[(i[0] * 0 + 60) % 64];
}
 else {
}
}
,
..16 => {
}
,
_ => {
}
,
}
let mut v41 = 0u32;
while v41 < 3 && (ai[t.tile[0]] > 0 || u > 3 || v41 == 0) {
v41 += 1;
s[l] = v28;
t.barrier.wait(); // shares s r bins
let mut v44 = 8usize;
while v44 > 0 {
if l < v44 { s[l] = s[l].wrapping_mul(5) ^ s[l + v44]; }
t.barrier.wait(); // shares s r bins
v44 /= 2;
}
let mut v43 = s[0];
t.barrier.wait(); // shares s r bins
}
}
1 | 2 => {
if ({ xu[i] = xu[i] % 1000;
xu[i] += xu[i] & 255;
let mut v45 = ((xi[i] & 63) as f32);
 true }) {
}
let mut v46 = 0u32;
while v46 < 3 && (u > 2 && au[u as usize % 64] % 2 == 1 || v46 == 0) {
v46 += 1;
bins[l] = l as u32;
t.barrier.wait(); // shares s r bins
atomic_fetch_add(&mut bins[((l / (l % 7 + 1)) / ((l / (l % 7 + 1)) % 7 + 1)) % 16], n & 15);
t.barrier.wait(); // shares s r bins
let mut v48 = bins[((xu[i] & 4095) as usize % 64) % 16];
t.barrier.wait(); // shares s r bins
s[l] = xi[i];
t.barrier.wait(); // shares s r bins
let mut v51 = 8usize;
while v51 > 0 {
if l < v51 { s[l] = s[l].wrapping_mul(5) ^ s[l + v51]; }
t.barrier.wait(); // shares s r bins
v51 /= 2;
}
let mut v50 = s[0];
t.barrier.wait(); // shares s r bins
}
let v53 = (Point { x: xi[i], y: ((xf[i]).mul_add(af[l % 64], 3.0) % 64.0), z: ({ let v52: i32 = xi[i];
 [1u32; 2] }) });
for v54 in (1..=u).step_by(2) {
s[l] = (1i32 % ((({  (ah[(i[0] * 2 + 24) % 64] as i32) }) & 15) + 1));
t.barrier.wait(); // shares s r bins
let mut v56 = s[((l / (l % 7 + 1)) % 64 + l % 64) % 16];
t.barrier.wait(); // shares s r bins
{
}
}
}
_ => {}
}
xi[i] = ({  ((ai[53]).wrapping_mul(xi[i])) });
xf[i] = (xf[i]).max((((xf[i] * xf[i]) % 64.0)).min((((-100i32) & 63) as f32)));
}
pub fn launch(on: &AcceleratorView, domain: TiledExtent<1>, views: Views<'_, 1>) -> amp::Result<()> {
let n = 5u32;
let Views { ai, au, af, ah, av, bi, mut xi, mut xu, mut xf, mut xp, .. } = views;
on.parallel_for_each(domain, kernel(n, &ai, &au, &af, &ah, &av, &bi, &mut xi, &mut xu, &mut xf, &mut xp, ))
}
}

pub mod reference {
use amp::prelude::*;
use crate::harness::{Meeting as TileBarrier, Slice as ArrayView, Slice as ArrayViewMut};
use crate::harness::{Pair, Point, Shade, Tiled as TiledIndex};
fn function1(v2: &mut IVec3, xv3: &mut ArrayViewMut<i32, 1>, at4: Index<1>) -> i32 {
let mut v5: i32 = (((2u32 & 7)).pow((u32::MAX & 3)) as i32);
for v6 in [v5; 3] {
if true {
(*v2).y = (-100i32);
}
 else if false {
let mut v11 = { let mut k7 = 0usize; loop { k7 += 1; if k7 > 1 { break (-1i32); } if true { break (xv3[at4]).wrapping_mul(0x55i32); } for v8 in 0..3u32 {
let f9 = |v10: u32| v10;
}
 } };
}
 else {
}
}
xv3[at4]
}
fn length12<const N: usize>(list: &mut [i32; N], by: i32) -> i32 {
let mut sum = N as i32;
for k in (0..N).rev() {
if list[k] < by { continue; }
sum = sum.wrapping_mul(3) ^ list[k];
list[k] = list[N - 1 - k].wrapping_add(by);
}
sum
}
pub trait Trait13 {
fn plain_seed93_14(&self, k: u32) -> u32;
fn plain_seed93_15(&mut self, k: u32) -> i32;
fn plain_seed93_16() -> Self;
}
impl Trait13 for Point {
fn plain_seed93_14(&self, mut v17: u32) -> u32 {
if (Shade::Grey == Shade::Grey) {
let mut v18: (Pair, u32,) = (Pair(5, 6), v17, );
let mut v19 = (u32::MAX as i32);
{
std::mem::swap(&mut v18.0.1, &mut v17);
let mut v19: Pair = Pair(5, 6);
}
}
 else if ((-100i32) != 1_000_000i32) {
let f20 = |v21: u32| 2u32;
}
 else {
}
v17
}
fn plain_seed93_15(&mut self, v22: u32) -> i32 {
(-100i32)
}
fn plain_seed93_16() -> Point {
(Point { x: 1, y: 2.0, z: [3, 4] })
}
}
impl Trait13 for Pair {
fn plain_seed93_14(&self, v23: u32) -> u32 {
v23
}
fn plain_seed93_15(&mut self, v24: u32) -> i32 {
0i32
}
fn plain_seed93_16() -> Pair {
Pair(5, 6)
}
}
fn via25<S: Trait13>(s: &mut S, k: u32) -> u32 {
let mut other = S::plain_seed93_16();
let by = other.plain_seed93_15(k) as u32;
let _ = s.plain_seed93_15(by);
s.plain_seed93_14(k) ^ other.plain_seed93_14(by)
}
pub fn kernel(t: TiledIndex<1>, n: u32, ai: &ArrayView<i32, 1>, au: &ArrayView<u32, 1>, af: &ArrayView<f32, 1>, ah: &ArrayView<i16, 1>, av: &ArrayView<IVec3, 1>, bi: &ArrayView<i32, 1>, mut xi: &mut ArrayViewMut<i32, 1>, mut xu: &mut ArrayViewMut<u32, 1>, mut xf: &mut ArrayViewMut<f32, 1>, mut xp: &mut ArrayViewMut<Point, 1>) {
let i = t.global;
let l = t.local[0];
let mut s: [i32; 16] = Default::default();
let mut r: [Point; 16] = Default::default();
let mut bins: [u32; 16] = Default::default();
let mut u = n % 7;
let mut v26 = av[l % 64];
s[l] = { let mut k29 = 0usize; 'l30: loop { k29 += 1; if k29 > 1 { break (xi[i]).wrapping_mul(xi[i]); } if (xi[i] < xi[i]) { break xi[i]; } let v31: Pair = Pair(xi[i], (!n));
 } };
t.barrier.meet(&mut [("s", &mut s), ("r", &mut r), ("bins", &mut bins)]);
let mut v28 = s[(((if true {  au[i[0] % 64] } else { let v32: u32 = (au[39]).wrapping_add(xu[i]);
 12345u32 }) & 4095) as usize % 64) % 16];
t.barrier.meet(&mut [("s", &mut s), ("r", &mut r), ("bins", &mut bins)]);
{
{
xp[i].x = ai[l % 64];
for v33 in (-2..4i32).rev() {
let v34 = (xp[i], 32u32, );
}
let mut v28: u32 = n;
}
if (s[l] >= s[l]) {
let v35 = (Pair(s[l], xu[i]), (n).clamp(3, 300), );
}
}
match u % 4 {
0 if u > 2 && au[u as usize % 64] % 2 == 1 => {
if (xf[i] < xf[i]) {
v26.z = i32::MAX;
if true {
let v37 = (v28).min(bi[i]);
}
 else {
let mut v38 = (xf[i]).max(xf[i]);
let mut v39: [i32; 3] = [v28, v28, xi[i], ];
}
}
match 12345u32 {
0 | 2 | 4 => {
if false {
let v40: u32 = ({  n });
}
 else if true {
xi[i] ^= xi[i];
xf[i] = af[(i[0] * 0 + 60) % 64];
}
 else {
}
}
,
..16 => {
}
,
_ => {
}
,
}
let mut v41 = 0u32;
while v41 < 3 && (ai[t.tile[0]] > 0 || u > 3 || v41 == 0) {
v41 += 1;
s[l] = v28;
t.barrier.meet(&mut [("s", &mut s), ("r", &mut r), ("bins", &mut bins)]);
let mut v44 = 8usize;
while v44 > 0 {
if l < v44 { s[l] = s[l].wrapping_mul(5) ^ s[l + v44]; }
t.barrier.meet(&mut [("s", &mut s), ("r", &mut r), ("bins", &mut bins)]);
v44 /= 2;
}
let mut v43 = s[0];
t.barrier.meet(&mut [("s", &mut s), ("r", &mut r), ("bins", &mut bins)]);
}
}
1 | 2 => {
if ({ xu[i] = xu[i] % 1000;
xu[i] += xu[i] & 255;
let mut v45 = ((xi[i] & 63) as f32);
 true }) {
}
let mut v46 = 0u32;
while v46 < 3 && (u > 2 && au[u as usize % 64] % 2 == 1 || v46 == 0) {
v46 += 1;
bins[l] = l as u32;
t.barrier.meet(&mut [("s", &mut s), ("r", &mut r), ("bins", &mut bins)]);
atomic_fetch_add(&mut bins[((l / (l % 7 + 1)) / ((l / (l % 7 + 1)) % 7 + 1)) % 16], n & 15);
t.barrier.meet(&mut [("s", &mut s), ("r", &mut r), ("bins", &mut bins)]);
let mut v48 = bins[((xu[i] & 4095) as usize % 64) % 16];
t.barrier.meet(&mut [("s", &mut s), ("r", &mut r), ("bins", &mut bins)]);
s[l] = xi[i];
t.barrier.meet(&mut [("s", &mut s), ("r", &mut r), ("bins", &mut bins)]);
let mut v51 = 8usize;
while v51 > 0 {
if l < v51 { s[l] = s[l].wrapping_mul(5) ^ s[l + v51]; }
t.barrier.meet(&mut [("s", &mut s), ("r", &mut r), ("bins", &mut bins)]);
v51 /= 2;
}
let mut v50 = s[0];
t.barrier.meet(&mut [("s", &mut s), ("r", &mut r), ("bins", &mut bins)]);
}
let v53 = (Point { x: xi[i], y: ((xf[i]).mul_add(af[l % 64], 3.0) % 64.0), z: ({ let v52: i32 = xi[i];
 [1u32; 2] }) });
for v54 in (1..=u).step_by(2) {
s[l] = (1i32 % ((({  (ah[(i[0] * 2 + 24) % 64] as i32) }) & 15) + 1));
t.barrier.meet(&mut [("s", &mut s), ("r", &mut r), ("bins", &mut bins)]);
let mut v56 = s[((l / (l % 7 + 1)) % 64 + l % 64) % 16];
t.barrier.meet(&mut [("s", &mut s), ("r", &mut r), ("bins", &mut bins)]);
{
}
}
}
_ => {}
}
xi[i] = ({  ((ai[53]).wrapping_mul(xi[i])) });
xf[i] = (xf[i]).max((((xf[i] * xf[i]) % 64.0)).min((((-100i32) & 63) as f32)));
}
}

crate::program!(1, [16], Truncated; ai au af ah av bi; xi xu xf xp);
