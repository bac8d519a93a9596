//! The random program seed11.

pub mod kernel {
use amp::prelude::*;
use crate::harness::{Pair, Point, Shade};
#[kernel(tile = [16])]
pub fn kernel(t: TiledIndex<1>, n: u32, au: &ArrayView<u32, 1>, af: &ArrayView<f32, 1>, bi: &ArrayView<i32, 1>, xi: &mut ArrayViewMut<i32, 1>, xu: &mut ArrayViewMut<u32, 1>, xf: &mut ArrayViewMut<f32, 1>, xp: &mut ArrayViewMut<Point, 1>) {
let i = t.global;
let l = t.local[0];
#[tile_static] let mut s: [i32; 16];
#[tile_static] let mut r: [Point; 16];
#[tile_static] let mut bins: [u32; 16];
let mut u = n % 7;
s[l] = (((xi[i]).wrapping_shl(n))).wrapping_sub((if (if false {  true } else { let mut v3 = ((xu[i] & 4095) as usize % 64);
let mut v4: Shade = (if false { Shade::Dark } else { Shade::Light });
 false }) {  ({  xi[i] }) } else {  (7i32).wrapping_mul(xi[i]) }));
t.barrier.wait(); // shares s r bins
let mut v2 = s[(l % 64 + ((n & 4095) as usize % 64) % 64) % 16];
{
let v5 = (Pair { 1: xu[i], 0: v2 });
}
t.barrier.wait(); // shares s r bins
{
}
if u > 2 && au[u as usize % 64] % 2 == 1 {
s[l] = (xp[i].x).wrapping_mul(((-(v2 & 1023))).wrapping_add((7i32).clamp(3, 300)));
t.barrier.wait(); // shares s r bins
let mut v8 = s[5usize % 16];
std::mem::swap(&mut xu[i], &mut xp[i].z[(i[0] % 64 + l % 64) % 2]);
t.barrier.wait(); // shares s r bins
{
}
match u % 4 {
0 if n % 3 != 1 => {
s[l] = (-((xi[i]).wrapping_sub((xi[i] & xi[i])) & 1023));
t.barrier.wait(); // shares s r bins
let mut v11 = s[((l / (bi.extent()[0] % 7 + 1)) / ((l % 64 + 7usize % 64) % 7 + 1)) % 16];
t.barrier.wait(); // shares s r bins
{
}
let v12 = (n, (l / (bi.extent()[0] % 7 + 1)), );
s[l] = (match ((v2).wrapping_mul(v8), (l <= l), v8, ) { (m15, true, 0..=9) | (0..=9, false, m15) => {  ((xf[i] as i32)).wrapping_mul(((bi[i] & 1023) - (m15 & 1023))) },
(.., m16 @ (1 | 7 | 100..)) | (-100 | -1, _, m16) => {  ({  7i32 }) },
(m17, ..) => {  (((-1i32))).rotate_left(u32::MAX) },
 });
t.barrier.wait(); // shares s r bins
let mut v14 = s[(((xu[i]).wrapping_sub(au[l % 64]) & 4095) as usize % 64) % 16];
t.barrier.wait(); // shares s r bins
{
}
}
1 | 2 => {
let mut k18 = 0u32;
while k18 < 5 && (false != true) {
k18 += 1;
{
let mut v19 = (Pair(v8, n), (k18), );
if true {
let w20 = af;
let v21: [i32; 3] = [(xi[i] << (au[(i[0] * 2 + 40) % 64] & 31)), (-(v8 & 1023)), (!xi[i]), ];
let v22: usize = (l).min(l);
}
 else if true {
let v23 = ({  (Pair(5, 6), 1u32,) });
let mut v24: usize = (l % 16 * (4usize % 16));
}
 else {
let mut v25: f32 = (xf[i]).abs();
let v19 = (if true {  af[11] } else {  xf[i] });
let mut v26 = true;
}
}
}
if (!true) {
}
 else if false {
}
 else {
}
r[l] = (Point { x: (xi[i]).signum(), ..xp[i] });
t.barrier.wait(); // shares s r bins
let mut v28 = r[(({  l })).min(l) % 16];
t.barrier.wait(); // shares s r bins
s[l] = v2;
t.barrier.wait(); // shares s r bins
let mut v30 = s[((l % 64 + 7usize % 64) / ((l).min(l) % 7 + 1)) % 16];
let mut v31: u32 = (Shade::Light as u32);
t.barrier.wait(); // shares s r bins
{
}
}
_ => {}
}
}
xi[i] = (xu[i] as i32);
xu[i] = (Shade::Grey as u32);
xf[i] = ((24.0f32 * xf[i]) % 64.0);
}
}

pub mod reference {
use amp::prelude::*;
use crate::harness::{Meeting as TileBarrier, Slice as ArrayView, Slice as ArrayViewMut};
use crate::harness::{Pair, Point, Shade, Tiled as TiledIndex};
pub fn kernel(t: TiledIndex<1>, n: u32, au: &ArrayView<u32, 1>, af: &ArrayView<f32, 1>, bi: &ArrayView<i32, 1>, xi: &mut ArrayViewMut<i32, 1>, xu: &mut ArrayViewMut<u32, 1>, xf: &mut ArrayViewMut<f32, 1>, xp: &mut ArrayViewMut<Point, 1>) {
let i = t.global;
let l = t.local[0];
let mut s: [i32; 16] = Default::default();
let mut r: [Point; 16] = Default::default();
let mut bins: [u32; 16] = Default::default();
let mut u = n % 7;
s[l] = (((xi[i]).wrapping_shl(n))).wrapping_sub((if (if false {  true } else { let mut v3 = ((xu[i] & 4095) as usize % 64);
let mut v4: Shade = (if false { Shade::Dark } else { Shade::Light });
 false }) {  ({  xi[i] }) } else {  (7i32).wrapping_mul(xi[i]) }));
t.barrier.meet(&mut [("s", &mut s), ("r", &mut r), ("bins", &mut bins)]);
let mut v2 = s[(l % 64 + ((n & 4095) as usize % 64) % 64) % 16];
{
let v5 = (Pair { 1: xu[i], 0: v2 });
}
t.barrier.meet(&mut [("s", &mut s), ("r", &mut r), ("bins", &mut bins)]);
{
}
if u > 2 && au[u as usize % 64] % 2 == 1 {
s[l] = (xp[i].x).wrapping_mul(((-(v2 & 1023))).wrapping_add((7i32).clamp(3, 300)));
t.barrier.meet(&mut [("s", &mut s), ("r", &mut r), ("bins", &mut bins)]);
let mut v8 = s[5usize % 16];
std::mem::swap(&mut xu[i], &mut xp[i].z[(i[0] % 64 + l % 64) % 2]);
t.barrier.meet(&mut [("s", &mut s), ("r", &mut r), ("bins", &mut bins)]);
{
}
match u % 4 {
0 if n % 3 != 1 => {
s[l] = (-((xi[i]).wrapping_sub((xi[i] & xi[i])) & 1023));
t.barrier.meet(&mut [("s", &mut s), ("r", &mut r), ("bins", &mut bins)]);
let mut v11 = s[((l / (bi.extent()[0] % 7 + 1)) / ((l % 64 + 7usize % 64) % 7 + 1)) % 16];
t.barrier.meet(&mut [("s", &mut s), ("r", &mut r), ("bins", &mut bins)]);
{
}
let v12 = (n, (l / (bi.extent()[0] % 7 + 1)), );
s[l] = (match ((v2).wrapping_mul(v8), (l <= l), v8, ) { (m15, true, 0..=9) | (0..=9, false, m15) => {  ((xf[i] as i32)).wrapping_mul(((bi[i] & 1023) - (m15 & 1023))) },
(.., m16 @ (1 | 7 | 100..)) | (-100 | -1, _, m16) => {  ({  7i32 }) },
(m17, ..) => {  (((-1i32))).rotate_left(u32::MAX) },
 });
t.barrier.meet(&mut [("s", &mut s), ("r", &mut r), ("bins", &mut bins)]);
let mut v14 = s[(((xu[i]).wrapping_sub(au[l % 64]) & 4095) as usize % 64) % 16];
t.barrier.meet(&mut [("s", &mut s), ("r", &mut r), ("bins", &mut bins)]);
{
}
}
1 | 2 => {
let mut k18 = 0u32;
while k18 < 5 && (false != true) {
k18 += 1;
{
let mut v19 = (Pair(v8, n), (k18), );
if true {
let w20 = af;
let v21: [i32; 3] = [(xi[i] << (au[(i[0] * 2 + 40) % 64] & 31)), (-(v8 & 1023)), (!xi[i]), ];
let v22: usize = (l).min(l);
}
 else if true {
let v23 = ({  (Pair(5, 6), 1u32,) });
let mut v24: usize = (l % 16 * (4usize % 16));
}
 else {
let mut v25: f32 = (xf[i]).abs();
let v19 = (if true {  af[11] } else {  xf[i] });
let mut v26 = true;
}
}
}
if (!true) {
}
 else if false {
}
 else {
}
r[l] = (Point { x: (xi[i]).signum(), ..xp[i] });
t.barrier.meet(&mut [("s", &mut s), ("r", &mut r), ("bins", &mut bins)]);
let mut v28 = r[(({  l })).min(l) % 16];
t.barrier.meet(&mut [("s", &mut s), ("r", &mut r), ("bins", &mut bins)]);
s[l] = v2;
t.barrier.meet(&mut [("s", &mut s), ("r", &mut r), ("bins", &mut bins)]);
let mut v30 = s[((l % 64 + 7usize % 64) / ((l).min(l) % 7 + 1)) % 16];
let mut v31: u32 = (Shade::Light as u32);
t.barrier.meet(&mut [("s", &mut s), ("r", &mut r), ("bins", &mut bins)]);
{
}
}
_ => {}
}
}
xi[i] = (xu[i] as i32);
xu[i] = (Shade::Grey as u32);
xf[i] = ((24.0f32 * xf[i]) % 64.0);
}
}

crate::program!(1, [16], Fits; au af bi; xi xu xf xp);
