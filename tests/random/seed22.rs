//! The random program seed22.

pub mod kernel {
use amp::prelude::*;
use crate::harness::{Pair, Point, Shade, Views};
#[device]
pub trait Trait1 {
fn of_seed22_2(&self, k: u32) -> u32;
fn of_seed22_3(&mut self, k: u32) -> i32;
fn of_seed22_4() -> Self;
}
#[device]
impl Trait1 for Point {
fn of_seed22_2(&self, v5: u32) -> u32 {
let f6 = |v7: bool| v7;
if false { return (v5).clamp(3, 300); }
for v8 in 2..((v5) & 7) {
let mut v9 = (*self).z[4usize % 2];
let mut v10 = 15.0f32;
let v11: i32 = (v10 as i32);
}
32u32
}
fn of_seed22_3(&mut self, v12: u32) -> i32 {
1_000_000i32
}
fn of_seed22_4() -> Point {
(Point { x: 1, y: 2.0, z: [3, 4] })
}
}
#[device]
impl Trait1 for Pair {
fn of_seed22_2(&self, v13: u32) -> u32 {
1u32
}
fn of_seed22_3(&mut self, mut v14: u32) -> i32 {
(-100i32)
}
fn of_seed22_4() -> Pair {
Pair(5, 6)
}
}
#[device]
fn via15<S: Trait1>(s: &mut S, k: u32) -> u32 {
let mut other = S::of_seed22_4();
let by = other.of_seed22_3(k) as u32;
let _ = s.of_seed22_3(by);
s.of_seed22_2(k) ^ other.of_seed22_2(by)
}
#[device]
fn function16(xv17: &mut ArrayViewMut<u32, 1>, at18: Index<1>, f20: impl Fn(u32) -> u32, v21: [bool; 3]) -> (Point, u32,) {
let mut v22: Point = (Point { x: 1, y: 2.0, z: [3, 4] });
{
{
let mut v23: i32 = (i32::MAX).wrapping_add(0x55i32);
let Pair(mut v24, v25) = (Pair { 1: xv17[at18], 0: 7i32 });
let mut v26: usize = (1usize % 64 + 0usize % 64);
}
'l28: for v27 in (-2..4i32).rev() {
let Point { x: v29, y: v30, .. } = (Point { x: v27, y: 12.0f32, z: [1u32; 2] });
}
'l32: for v31 in (1..=9usize).step_by(3) {
let v33: IVec3 = IVec3::new((-1i32), (-1i32), i32::MIN);
}
}
((Point { x: 1, y: 2.0, z: [3, 4] }), 1u32,)
}
#[device]
fn length34<const N: usize>(list: &mut [i32; N], by: i32) -> i32 {
let mut sum = N as i32;
for k in (0..N).rev() {
if list[k] < by { continue; }
sum = sum.wrapping_mul(3) ^ list[k];
list[k] = list[N - 1 - k].wrapping_add(by);
}
sum
}
#[device]
fn waits35(b: &TileBarrier, l: usize, s: &mut [i32; 16], v: i32, at: usize, rounds: u32) -> i32 {
let mut sum = v;
if rounds == 0 { return sum ^ 9; }
for k in 0..rounds {
s[l] = ((sum & 1023) - (({ let v41: i32 = (match (Pair(5, 6), Shade::Light, ) { (Pair(m36, _), Shade::Grey | Shade::Dark) => { let v37: Point = (Point { x: 1, y: 2.0, z: [3, 4] });
if false {
let f38 = |v39: bool| v39;
}
 else {
}
 m36 },
(Pair(_, m40), _) => {  1i32 },
 });
 sum }) & 1023));
b.wait(); // shares *s
let got = s[at];
sum = (sum ^ got).rotate_left(3);
b.wait(); // shares *s
if k > 1 { break; }
sum = sum;
}
if l % 3 == 1 { return sum.wrapping_add(1); }
sum
}
#[kernel(tile = [16])]
pub fn kernel(t: TiledIndex<1>, n: u32, ai: &ArrayView<i32, 1>, au: &ArrayView<u32, 1>, af: &ArrayView<f32, 1>, ab: &ArrayView<u8, 1>, ah: &ArrayView<i16, 1>, ag: &ArrayView<f16, 1>, av: &ArrayView<IVec3, 1>, bi: &ArrayView<i32, 1>, xi: &mut ArrayViewMut<i32, 1>, xu: &mut ArrayViewMut<u32, 1>, xf: &mut ArrayViewMut<f32, 1>, xp: &mut ArrayViewMut<Point, 1>) {
let i = t.global;
let l = t.local[0];
#[tile_static] let mut s: [i32; 16];
#[tile_static] let mut r: [Point; 16];
#[tile_static] let mut bins: [u32; 16];
let mut u = n % 7;
let v42 = ((xf[i]).max(xf[i])).clamp(-5.0, 9.0);
let v42 = Pair((-(7i32 & 1023)), (0x8000_0000u32).wrapping_mul(au[l % 64]));
let mut v43 = 0u32;
while v43 < 3 && (ai[t.tile[0]] > 0 || u > 3 || v43 == 0) {
v43 += 1;
let mut v42 = (bi[i]).leading_zeros();
'l45: for v44 in (-2..4i32).rev() {
let mut v46: Pair = Pair(v44, au[27]);
}
if u > 2 && au[u as usize % 64] % 2 == 1 {
r[l] = (Point { x: (xi[i]).div_euclid((xi[i] & 15) + 1), ..xp[i] });
t.barrier.wait(); // shares s r bins
let mut v49 = r[(l % 16 * (((n & 4095) as usize % 64) % 16)) % 16];
t.barrier.wait(); // shares s r bins
} else {
'l51: for v50 in (-2..4i32).rev() {
match true {
true => {
let w52 = &af;
xi[i] = (-(ai[i[0] % 64] & 1023));
}
,
false => {
let v53: usize = (i[0] % 16 * (l % 16));
}
,
}
}
let f54 = |v55: i32| (!7i32);
s[l] = (((ai[i[0] % 64]).abs_diff(ai[(i[0] * 2 + 60) % 64]) as i32));
t.barrier.wait(); // shares s r bins
let mut v57 = s[((l / (l % 7 + 1)) % 16 * ((l).min(2usize) % 16)) % 16];
{
{
let r58 = &mut xp[i].x;
(*r58) = (v42 as i32);
'l60: for v59 in (1..=9usize).step_by(3) {
let v59: f32 = ((xf[i] * xf[i]) % 64.0);
let v61: Shade = (if true { Shade::Dark } else { Shade::Light });
let mut v42 = [1usize; 4];
}
}
}
t.barrier.wait(); // shares s r bins
{
let mut v72 = { let mut k62 = 0usize; 'l63: loop { k62 += 1; if k62 > 4 { break (if false { let (mut v67, mut v68) = (n, l, );
let v69: [Point; 3] = [(Point { x: xi[i], y: xf[i], z: [1u32; 2] }), (Point { x: (ah[v68 % 64] as i32), y: ag[i[0] % 64].to_f32(), z: [1u32; 2] }), (Point { x: v57, y: xf[i], z: [1u32; 2] }), ];
 [1u32; 3] } else { let mut v70 = (true as u32);
let v71: bool = ({  false });
 [1u32; 3] }); } if (!false) { break [xu[i], v42, 0u32, ]; } if true { continue 'l63; }
if false {
let mut v64: Shade = Shade::Grey;
xp[i].x = v57;
}
 else {
let [v65, .., v66] = [xi[i], i32::MAX, v57, s[l], ];
v42 |= xu[i];
let _ = via15(&mut xp[i], au[(i[0] * 3 + 40) % 64]);
}
 } };
let w73 = &av;
}
}
}
xi[i] = ((!(xi[i]).signum()) >> ((xu[i]).saturating_sub((n).rem_euclid((u32::MAX & 15) + 1)) & 31));
xf[i] = (0.0 - (((xf[i]).clamp(-5.0, 9.0) - xf[i]) % 64.0));
xp[i] = (Point { x: (v42.1 as i32), y: (xf[i]).max((xf[i]).rem_euclid(7.0)), z: [xu[i], (((ab[l % 64] as u32) & 7)).pow((xu[i] & 3)), ] });
}
pub fn launch(on: &AcceleratorView, domain: TiledExtent<1>, views: Views<'_, 1>) -> amp::Result<()> {
let n = 5u32;
let Views { ai, au, af, ab, ah, ag, av, bi, mut xi, mut xu, mut xf, mut xp, .. } = views;
on.parallel_for_each(domain, kernel(n, &ai, &au, &af, &ab, &ah, &ag, &av, &bi, &mut xi, &mut xu, &mut xf, &mut xp, ))
}
}

pub mod reference {
use amp::prelude::*;
use crate::harness::{Meeting as TileBarrier, Slice as ArrayView, Slice as ArrayViewMut};
use crate::harness::{Pair, Point, Shade, Tiled as TiledIndex};
pub trait Trait1 {
fn plain_seed22_2(&self, k: u32) -> u32;
fn plain_seed22_3(&mut self, k: u32) -> i32;
fn plain_seed22_4() -> Self;
}
impl Trait1 for Point {
fn plain_seed22_2(&self, v5: u32) -> u32 {
let f6 = |v7: bool| v7;
if false { return (v5).clamp(3, 300); }
for v8 in 2..((v5) & 7) {
let mut v9 = (*self).z[4usize % 2];
let mut v10 = 15.0f32;
let v11: i32 = (v10 as i32);
}
32u32
}
fn plain_seed22_3(&mut self, v12: u32) -> i32 {
1_000_000i32
}
fn plain_seed22_4() -> Point {
(Point { x: 1, y: 2.0, z: [3, 4] })
}
}
impl Trait1 for Pair {
fn plain_seed22_2(&self, v13: u32) -> u32 {
1u32
}
fn plain_seed22_3(&mut self, mut v14: u32) -> i32 {
(-100i32)
}
fn plain_seed22_4() -> Pair {
Pair(5, 6)
}
}
fn via15<S: Trait1>(s: &mut S, k: u32) -> u32 {
let mut other = S::plain_seed22_4();
let by = other.plain_seed22_3(k) as u32;
let _ = s.plain_seed22_3(by);
s.plain_seed22_2(k) ^ other.plain_seed22_2(by)
}
fn function16(xv17: &mut ArrayViewMut<u32, 1>, at18: Index<1>, f20: impl Fn(u32) -> u32, v21: [bool; 3]) -> (Point, u32,) {
let mut v22: Point = (Point { x: 1, y: 2.0, z: [3, 4] });
{
{
let mut v23: i32 = (i32::MAX).wrapping_add(0x55i32);
let Pair(mut v24, v25) = (Pair { 1: xv17[at18], 0: 7i32 });
let mut v26: usize = (1usize % 64 + 0usize % 64);
}
'l28: for v27 in (-2..4i32).rev() {
let Point { x: v29, y: v30, .. } = (Point { x: v27, y: 12.0f32, z: [1u32; 2] });
}
'l32: for v31 in (1..=9usize).step_by(3) {
let v33: IVec3 = IVec3::new((-1i32), (-1i32), i32::MIN);
}
}
((Point { x: 1, y: 2.0, z: [3, 4] }), 1u32,)
}
fn length34<const N: usize>(list: &mut [i32; N], by: i32) -> i32 {
let mut sum = N as i32;
for k in (0..N).rev() {
if list[k] < by { continue; }
sum = sum.wrapping_mul(3) ^ list[k];
list[k] = list[N - 1 - k].wrapping_add(by);
}
sum
}
fn waits35(b: &TileBarrier, l: usize, s: &mut [i32; 16], v: i32, at: usize, rounds: u32) -> i32 {
let mut sum = v;
if rounds == 0 { return sum ^ 9; }
for k in 0..rounds {
s[l] = ((sum & 1023) - (({ let v41: i32 = (match (Pair(5, 6), Shade::Light, ) { (Pair(m36, _), Shade::Grey | Shade::Dark) => { let v37: Point = (Point { x: 1, y: 2.0, z: [3, 4] });
if false {
let f38 = |v39: bool| v39;
}
 else {
}
 m36 },
(Pair(_, m40), _) => {  1i32 },
 });
 sum }) & 1023));
b.meet(&mut [("s", &mut *s)]);
let got = s[at];
sum = (sum ^ got).rotate_left(3);
b.meet(&mut [("s", &mut *s)]);
if k > 1 { break; }
sum = sum;
}
if l % 3 == 1 { return sum.wrapping_add(1); }
sum
}
pub fn kernel(t: TiledIndex<1>, n: u32, ai: &ArrayView<i32, 1>, au: &ArrayView<u32, 1>, af: &ArrayView<f32, 1>, ab: &ArrayView<u8, 1>, ah: &ArrayView<i16, 1>, ag: &ArrayView<f16, 1>, av: &ArrayView<IVec3, 1>, bi: &ArrayView<i32, 1>, mut xi: &mut ArrayViewMut<i32, 1>, mut xu: &mut ArrayViewMut<u32, 1>, mut xf: &mut ArrayViewMut<f32, 1>, mut xp: &mut ArrayViewMut<Point, 1>) {
let i = t.global;
let l = t.local[0];
let mut s: [i32; 16] = Default::default();
let mut r: [Point; 16] = Default::default();
let mut bins: [u32; 16] = Default::default();
let mut u = n % 7;
let v42 = ((xf[i]).max(xf[i])).clamp(-5.0, 9.0);
let v42 = Pair((-(7i32 & 1023)), (0x8000_0000u32).wrapping_mul(au[l % 64]));
let mut v43 = 0u32;
while v43 < 3 && (ai[t.tile[0]] > 0 || u > 3 || v43 == 0) {
v43 += 1;
let mut v42 = (bi[i]).leading_zeros();
'l45: for v44 in (-2..4i32).rev() {
let mut v46: Pair = Pair(v44, au[27]);
}
if u > 2 && au[u as usize % 64] % 2 == 1 {
r[l] = (Point { x: (xi[i]).div_euclid((xi[i] & 15) + 1), ..xp[i] });
t.barrier.meet(&mut [("s", &mut s), ("r", &mut r), ("bins", &mut bins)]);
let mut v49 = r[(l % 16 * (((n & 4095) as usize % 64) % 16)) % 16];
t.barrier.meet(&mut [("s", &mut s), ("r", &mut r), ("bins", &mut bins)]);
} else {
'l51: for v50 in (-2..4i32).rev() {
match true {
true => {
let w52 = &af;
xi[i] = (-(ai[i[0] % 64] & 1023));
}
,
false => {
let v53: usize = (i[0] % 16 * (l % 16));
}
,
}
}
let f54 = |v55: i32| (!7i32);
s[l] = (((ai[i[0] % 64]).abs_diff(ai[(i[0] * 2 + 60) % 64]) as i32));
t.barrier.meet(&mut [("s", &mut s), ("r", &mut r), ("bins", &mut bins)]);
let mut v57 = s[((l / (l % 7 + 1)) % 16 * ((l).min(2usize) % 16)) % 16];
{
{
let r58 = &mut xp[i].x;
(*r58) = (v42 as i32);
'l60: for v59 in (1..=9usize).step_by(3) {
let v59: f32 = ((xf[i] * xf[i]) % 64.0);
let v61: Shade = (if true { Shade::Dark } else { Shade::Light });
let mut v42 = [1usize; 4];
}
}
}
t.barrier.meet(&mut [("s", &mut s), ("r", &mut r), ("bins", &mut bins)]);
{
let mut v72 = { let mut k62 = 0usize; 'l63: loop { k62 += 1; if k62 > 4 { break (if false { let (mut v67, mut v68) = (n, l, );
let v69: [Point; 3] = [(Point { x: xi[i], y: xf[i], z: [1u32; 2] }), (Point { x: (ah[v68 % 64] as i32), y: ag[i[0] % 64].to_f32(), z: [1u32; 2] }), (Point { x: v57, y: xf[i], z: [1u32; 2] }), ];
 [1u32; 3] } else { let mut v70 = (true as u32);
let v71: bool = ({  false });
 [1u32; 3] }); } if (!false) { break [xu[i], v42, 0u32, ]; } if true { continue 'l63; }
if false {
let mut v64: Shade = Shade::Grey;
xp[i].x = v57;
}
 else {
let [v65, .., v66] = [xi[i], i32::MAX, v57, s[l], ];
v42 |= xu[i];
let _ = via15(&mut xp[i], au[(i[0] * 3 + 40) % 64]);
}
 } };
let w73 = &av;
}
}
}
xi[i] = ((!(xi[i]).signum()) >> ((xu[i]).saturating_sub((n).rem_euclid((u32::MAX & 15) + 1)) & 31));
xf[i] = (0.0 - (((xf[i]).clamp(-5.0, 9.0) - xf[i]) % 64.0));
xp[i] = (Point { x: (v42.1 as i32), y: (xf[i]).max((xf[i]).rem_euclid(7.0)), z: [xu[i], (((ab[l % 64] as u32) & 7)).pow((xu[i] & 3)), ] });
}
}

crate::program!(1, [16], Fits; ai au af ab ah ag av bi; xi xu xf xp);
