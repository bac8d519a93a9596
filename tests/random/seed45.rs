//! The random program seed45.

pub mod kernel {
use amp::prelude::*;
use crate::harness::{Pair, Point, Shade, Views};
#[device]
fn function1(v2: &mut (IVec3, u32,), v3: &mut u32, v4: &mut Point) -> bool {
if true {
{
let r5 = &mut (*v4).z[1usize % 2];
(*r5) = (*r5);
let v6 = 0x55i32;
}
let mut v7: (Pair, u32,) = (Pair(5, 6), 2u32, );
for v8 in [1u32; 3] {
let mut v9: i32 = 0x55i32;
}
}
{
let r10 = &mut (*v2).0;
(*r10) = (*r10);
'l12: for v11 in 2..(0x8000_0000u32 & 7) {
let v11: Shade = (if false { let mut v13: Shade = Shade::Grey;
 Shade::Dark } else {  Shade::Light });
}
}
false
}
#[device]
fn function14(v15: &mut u32) -> bool {
let v16 = ((IVec3::new(1, 2, 3)), 0x8000_0000u32, );
(match (3usize % 16 * (8usize % 16)) { 0 => {  (Shade::Grey == Shade::Grey) },
1..=3 => {  (!false) },
m17 => {  (false && { (*v15) = (*v15).wrapping_add(1); false }) },
 })
}
#[device]
fn waits18(b: &TileBarrier, l: usize, s: &mut [i32; 16], v: i32, at: usize, rounds: u32) -> i32 {
let mut sum = v;
if rounds == 0 { return sum ^ 9; }
for k in 0..rounds {
s[l] = ({  (sum).wrapping_shr(k) });
b.wait(); // shares *s
let got = s[at];
let mut v19 = ((Point { x: 1, y: 2.0, z: [3, 4] }), (k).clamp(3, 300), );
match (1i32, true, 1i32,) {
(m20, true, 0..=9) | (0..=9, false, m20) => {
let mut v21 = (((k & 1023) * (k & 1023)), (0usize / (at % 7 + 1)), (((-10.0f32)).mul_add(1.0f32, 3.0) % 64.0), );
}
,
(.., m22 @ (1 | 7 | 100..)) | (-100 | -1, _, m22) => {
let mut v23: [Pair; 3] = [Pair(5, 6); 3];
}
,
(m24, ..) => {
}
,
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
let Views { ai, au, mut xi, mut xu, mut xf, mut xp, mut hu, .. } = views;
on.parallel_for_each(domain, amp!(tile = [16], |t: TiledIndex<1>| {
let i = t.global;
let l = t.local[0];
#[tile_static] let mut s: [i32; 16];
#[tile_static] let mut r: [Point; 16];
#[tile_static] let mut bins: [u32; 16];
let mut u = n % 7;
for v25 in 0..((i[0] % 16 * (l % 16))) % 6 {
{
let r26 = &mut xp[i].x;
(*r26) = xi[i];
let mut v27 = ((ai[i[0] % 64] & 1023) * (ai[(i[0] * 3 + 40) % 64] & 1023));
let v28: IVec3 = IVec3::new((xi[i] & xi[i]), (*r26), ((ai[17] & 7)).pow((n & 3)));
}
atomic_fetch_min(&mut hu[24 + v25 % 8], n & 4095);
if true {
let v29 = (Point { x: xi[i], y: xf[i], z: [1u32; 2] });
let mut v30: u32 = (if true {  xu[i] } else {  au[i[0] % 64] });
}
 else if false {
let mut v31: Pair = Pair(5, 6);
}
 else {
let f32 = |v33: bool| v33;
}
}
for v34 in [2u32, 5] {
let mut v35: Point = (Point { x: (xi[i]).wrapping_mul(xi[i]), ..xp[i] });
s[l] = xi[i];
t.barrier.wait(); // shares s r bins
let mut v38 = 8usize;
while v38 > 0 {
if l < v38 { s[l] = s[l].wrapping_mul(5) ^ s[l + v38]; }
t.barrier.wait(); // shares s r bins
v38 /= 2;
}
let mut v37 = s[0];
t.barrier.wait(); // shares s r bins
}
s[l] = ((xi[i])).max((ai[l % 64]));
t.barrier.wait(); // shares s r bins
let mut v41 = 8usize;
while v41 > 0 {
if l < v41 { s[l] = s[l].wrapping_mul(5) ^ s[l + v41]; }
t.barrier.wait(); // shares s r bins
v41 /= 2;
}
let mut v40 = s[0];
t.barrier.wait(); // shares s r bins
xu[i] = (xi[i]).abs_diff((n as i32));
xf[i] = (0.0 - xf[i]);
}))
}
}

pub mod reference {
use amp::prelude::*;
use crate::harness::{Meeting as TileBarrier, Slice as ArrayView, Slice as ArrayViewMut};
use crate::harness::{Pair, Point, Shade, Tiled as TiledIndex};
fn function1(v2: &mut (IVec3, u32,), v3: &mut u32, v4: &mut Point) -> bool {
if true {
{
let r5 = &mut (*v4).z[1usize % 2];
(*r5) = (*r5);
let v6 = 0x55i32;
}
let mut v7: (Pair, u32,) = (Pair(5, 6), 2u32, );
for v8 in [1u32; 3] {
let mut v9: i32 = 0x55i32;
}
}
{
let r10 = &mut (*v2).0;
(*r10) = (*r10);
'l12: for v11 in 2..(0x8000_0000u32 & 7) {
let v11: Shade = (if false { let mut v13: Shade = Shade::Grey;
 Shade::Dark } else {  Shade::Light });
}
}
false
}
fn function14(v15: &mut u32) -> bool {
let v16 = ((IVec3::new(1, 2, 3)), 0x8000_0000u32, );
(match (3usize % 16 * (8usize % 16)) { 0 => {  (Shade::Grey == Shade::Grey) },
1..=3 => {  (!false) },
m17 => {  (false && { (*v15) = (*v15).wrapping_add(1); false }) },
 })
}
fn waits18(b: &TileBarrier, l: usize, s: &mut [i32; 16], v: i32, at: usize, rounds: u32) -> i32 {
let mut sum = v;
if rounds == 0 { return sum ^ 9; }
for k in 0..rounds {
s[l] = ({  (sum).wrapping_shr(k) });
b.meet(&mut [("s", &mut *s)]);
let got = s[at];
let mut v19 = ((Point { x: 1, y: 2.0, z: [3, 4] }), (k).clamp(3, 300), );
match (1i32, true, 1i32,) {
(m20, true, 0..=9) | (0..=9, false, m20) => {
let mut v21 = (((k & 1023) * (k & 1023)), (0usize / (at % 7 + 1)), (((-10.0f32)).mul_add(1.0f32, 3.0) % 64.0), );
}
,
(.., m22 @ (1 | 7 | 100..)) | (-100 | -1, _, m22) => {
let mut v23: [Pair; 3] = [Pair(5, 6); 3];
}
,
(m24, ..) => {
}
,
}
sum = (sum ^ got).rotate_left(3);
b.meet(&mut [("s", &mut *s)]);
if k > 1 { break; }
sum = got;
}
if l % 3 == 1 { return sum.wrapping_add(1); }
sum
}
pub fn kernel(t: TiledIndex<1>, n: u32, ai: &ArrayView<i32, 1>, au: &ArrayView<u32, 1>, mut xi: &mut ArrayViewMut<i32, 1>, mut xu: &mut ArrayViewMut<u32, 1>, mut xf: &mut ArrayViewMut<f32, 1>, mut xp: &mut ArrayViewMut<Point, 1>, mut hu: &mut ArrayViewMut<u32, 1>) {
let i = t.global;
let l = t.local[0];
let mut s: [i32; 16] = Default::default();
let mut r: [Point; 16] = Default::default();
let mut bins: [u32; 16] = Default::default();
let mut u = n % 7;
for v25 in 0..((i[0] % 16 * (l % 16))) % 6 {
{
let r26 = &mut xp[i].x;
(*r26) = xi[i];
let mut v27 = ((ai[i[0] % 64] & 1023) * (ai[(i[0] * 3 + 40) % 64] & 1023));
let v28: IVec3 = IVec3::new((xi[i] & xi[i]), (*r26), ((ai[17] & 7)).pow((n & 3)));
}
atomic_fetch_min(&mut hu[24 + v25 % 8], n & 4095);
if true {
let v29 = (Point { x: xi[i], y: xf[i], z: [1u32; 2] });
let mut v30: u32 = (if true {  xu[i] } else {  au[i[0] % 64] });
}
 else if false {
let mut v31: Pair = Pair(5, 6);
}
 else {
let f32 = |v33: bool| v33;
}
}
for v34 in [2u32, 5] {
let mut v35: Point = (Point { x: (xi[i]).wrapping_mul(xi[i]), ..xp[i] });
s[l] = xi[i];
t.barrier.meet(&mut [("s", &mut s), ("r", &mut r), ("bins", &mut bins)]);
let mut v38 = 8usize;
while v38 > 0 {
if l < v38 { s[l] = s[l].wrapping_mul(5) ^ s[l + v38]; }
t.barrier.meet(&mut [("s", &mut s), ("r", &mut r), ("bins", &mut bins)]);
v38 /= 2;
}
let mut v37 = s[0];
t.barrier.meet(&mut [("s", &mut s), ("r", &mut r), ("bins", &mut bins)]);
}
s[l] = ((xi[i])).max((ai[l % 64]));
t.barrier.meet(&mut [("s", &mut s), ("r", &mut r), ("bins", &mut bins)]);
let mut v41 = 8usize;
while v41 > 0 {
if l < v41 { s[l] = s[l].wrapping_mul(5) ^ s[l + v41]; }
t.barrier.meet(&mut [("s", &mut s), ("r", &mut r), ("bins", &mut bins)]);
v41 /= 2;
}
let mut v40 = s[0];
t.barrier.meet(&mut [("s", &mut s), ("r", &mut r), ("bins", &mut bins)]);
xu[i] = (xi[i]).abs_diff((n as i32));
xf[i] = (0.0 - xf[i]);
}
}

crate::program!(1, [16], Fits; ai au; xi xu xf xp hu);
