//! The random program seed22.

pub mod kernel {
use amp::prelude::*;
use crate::harness::{Pair, Point, Shade};
#[device]
impl Point {
fn of_seed22_1(&mut self, v2: &f32, f4: impl Fn(f32) -> f32, f6: impl Fn(u32) -> u32) -> bool {
let mut k7 = 0u32;
while k7 < 2 && (false && false) {
k7 += 1;
{
let mut v8 = [Pair(5, 6); 3];
'l10: for v9 in 2..(k7 & 7) {
let mut v16: (Point, u32,) = { let mut k11 = 0usize; loop { k11 += 1; if k11 > 4 { break ((Point { x: 1, y: 2.0, z: [3, 4] }), 1u32,); } if false { break ((*self), k7, ); } let v12: u32 = (*self).z[k11 % 2];
{
let r13: &mut i32 = &mut v8[6usize % 3].0;
(*r13) = (*r13);
let f14 = |v15: f32| v15;
}
 } };
}
}
}
true
}
}
#[device]
fn function17(v18: (f32, bool, u32,)) -> IVec3 {
if true { return ({ let mut v19 = (Pair(5, 6), 32u32, );
let [v20, .., v21] = [(-1i32), 7i32, (-100i32), 0i32, ];
 IVec3::new(1, 2, 3) }); }
IVec3::splat(((-100i32)).wrapping_neg())
}
#[device]
fn function22(xv23: &mut ArrayViewMut<f32, 1>, at24: Index<1>) -> IVec3 {
let v25: Point = (Point { x: (0u32 as i32), y: (21.0f32).clamp(-5.0, 9.0), z: ({  [1u32; 2] }) });
let mut v26 = [({  v25 }), (Point { x: 0x55i32, y: xv23[at24], z: [1u32; 2] }), (Point { x: (-1i32), y: xv23[at24], z: [1u32; 2] }), ];
let mut v27 = xv23[at24];
({  (IVec3::new(1, 2, 3)).min(IVec3::new(1, 2, 3)) })
}
#[device]
fn waits28(b: &TileBarrier, l: usize, s: &mut [i32; 16], v: i32, at: usize, rounds: u32) -> i32 {
let mut sum = v;
if rounds == 0 { return sum ^ 9; }
for k in 0..rounds {
s[l] = (!(sum).wrapping_sub(1i32));
b.wait(); // shares *s
let got = s[at];
let mut v29: i32 = (k as i32);
let mut v32 = (if (v29 >= got) { let v30 = (Pair { 1: k, 0: sum });
v29 /= (1_000_000i32 & 15) + 1;
 (l % 64 + l % 64) } else { let v31 = (Shade::Grey as u32);
 at });
sum = (sum ^ got).rotate_left(3);
b.wait(); // shares *s
if k > 1 { break; }
sum = v29;
}
if l % 3 == 1 { return sum.wrapping_add(1); }
sum
}
#[kernel(tile = [16])]
pub fn kernel(t: TiledIndex<1>, n: u32, au: &ArrayView<u32, 1>, af: &ArrayView<f32, 1>, ap: &ArrayView<Point, 1>, ab: &ArrayView<u8, 1>, ah: &ArrayView<i16, 1>, av: &ArrayView<IVec3, 1>, xi: &mut ArrayViewMut<i32, 1>, xu: &mut ArrayViewMut<u32, 1>, xf: &mut ArrayViewMut<f32, 1>, xp: &mut ArrayViewMut<Point, 1>, hu: &mut ArrayViewMut<u32, 1>) {
let i = t.global;
let l = t.local[0];
#[tile_static] let mut s: [i32; 16];
#[tile_static] let mut r: [Point; 16];
#[tile_static] let mut bins: [u32; 16];
let mut u = n % 7;
for v33 in [2u32, 5] {
u = (u * 5 + 1) % 13;
for v35 in (1..=u).step_by(2) {
atomic_fetch_add(&mut hu[0 + 4 % 8], (v33).min(v33) & 7);
if (false & false) {
atomic_fetch_min(&mut hu[24 + l % 8], v35 & 4095);
{
let mut v36: bool = (false | false);
let mut v37: i32 = (xi[i]).wrapping_shl(32u32);
xf[i] = (f32::from(ab[i[0] % 64])).abs();
}
}
 else {
if false {
let mut v38: u32 = ((v35 | 0x400) - (v33 & 1023));
}
 else if true {
let v39 = ({  (ah[i[0] % 64] as i32) });
}
 else {
let (Point { z: [_, v40], x: v41, .. }, _, mut v42) = (ap[53], false, av[i[0] % 64], );
}
'l44: for v43 in (-3..=(xi[i] & 3)) {
let mut v45 = [[1i32; 2]; 3];
let w46 = au;
}
let _ = function22(xf, i);
}
let mut v48 = waits28(&t.barrier, l, &mut s, xi[i], ((if false {  i[0] } else { let mut v49 = (xi[i], xi[i], (1_000_000i32).wrapping_add(xi[i]), );
 l })).min(((v35 & 4095) as usize % 64)) % 16, u % 3);
{
{
let mut v50 = (n);
let _ = function22(xf, i);
}
let v51: u32 = (xu[i] % ((v33 & 15) + 1));
let w52 = av;
}
let w53 = af;
r[l] = (Point { x: (v48).wrapping_mul(xi[i]), ..xp[i] });
t.barrier.wait(); // shares s r bins
let mut v55 = r[((i[0] % 16 * (i[0] % 16)) % 16 * (((u32::MAX & 4095) as usize % 64) % 16)) % 16];
t.barrier.wait(); // shares s r bins
}
}
if matches!(u, 1 | 3..=6) {
if (false && true) {
let mut v57 = (true as u32);
}
match u % 4 {
0 if u % 2 == 0 => {
s[l] = xi[i];
t.barrier.wait(); // shares s r bins
let mut v60 = s[(l % 64 + (l / (l % 7 + 1)) % 64) % 16];
{
atomic_fetch_min(&mut hu[24 + l % 8], xu[i] & 4095);
}
t.barrier.wait(); // shares s r bins
{
let mut k61 = 0u32;
while k61 < 3 && (true || { xu[i] = xu[i].wrapping_add(1); true }) {
k61 += 1;
{
'l63: for v62 in 0..3u32 {
}
}
}
}
}
1 | 2 => {
s[l] = (((xi[i]).signum() & 7)).pow((((au[(i[0] * 4 + 34) % 64] & 1023) + (0x8000_0000u32 & 1023)) & 3));
t.barrier.wait(); // shares s r bins
let mut v66 = 8usize;
while v66 > 0 {
if l < v66 { s[l] = s[l].wrapping_mul(5) ^ s[l + v66]; }
t.barrier.wait(); // shares s r bins
v66 /= 2;
}
let mut v65 = s[0];
t.barrier.wait(); // shares s r bins
if ((ab[l % 64] as u32) == xu[i]) {
{
}
}
s[l] = ((n).count_ones() as i32);
t.barrier.wait(); // shares s r bins
let mut v69 = 8usize;
while v69 > 0 {
if l < v69 { s[l] = s[l].wrapping_mul(5) ^ s[l + v69]; }
t.barrier.wait(); // shares s r bins
v69 /= 2;
}
let mut v68 = s[0];
t.barrier.wait(); // shares s r bins
}
_ => {}
}
}
xu[i] = (((if (!true) {  ((32u32 & 7)).pow((n & 3)) } else {  (u32::from(ab[(i[0] * 0 + 28) % 64])).saturating_add(31u32) }) & 7)).pow((((n).wrapping_add(xu[i])).clamp(3, 300) & 3));
xf[i] = xf[i];
xp[i] = ({  (Point { x: (xi[i]).signum(), y: xf[i], z: [n; 2] }) });
}
}

pub mod reference {
use amp::prelude::*;
use crate::harness::{Meeting as TileBarrier, Slice as ArrayView, Slice as ArrayViewMut};
use crate::harness::{Pair, Point, Shade, Tiled as TiledIndex};
impl Point {
fn plain_seed22_1(&mut self, v2: &f32, f4: impl Fn(f32) -> f32, f6: impl Fn(u32) -> u32) -> bool {
let mut k7 = 0u32;
while k7 < 2 && (false && false) {
k7 += 1;
{
let mut v8 = [Pair(5, 6); 3];
'l10: for v9 in 2..(k7 & 7) {
let mut v16: (Point, u32,) = { let mut k11 = 0usize; loop { k11 += 1; if k11 > 4 { break ((Point { x: 1, y: 2.0, z: [3, 4] }), 1u32,); } if false { break ((*self), k7, ); } let v12: u32 = (*self).z[k11 % 2];
{
let r13: &mut i32 = &mut v8[6usize % 3].0;
(*r13) = (*r13);
let f14 = |v15: f32| v15;
}
 } };
}
}
}
true
}
}
fn function17(v18: (f32, bool, u32,)) -> IVec3 {
if true { return ({ let mut v19 = (Pair(5, 6), 32u32, );
let [v20, .., v21] = [(-1i32), 7i32, (-100i32), 0i32, ];
 IVec3::new(1, 2, 3) }); }
IVec3::splat(((-100i32)).wrapping_neg())
}
fn function22(xv23: &mut ArrayViewMut<f32, 1>, at24: Index<1>) -> IVec3 {
let v25: Point = (Point { x: (0u32 as i32), y: (21.0f32).clamp(-5.0, 9.0), z: ({  [1u32; 2] }) });
let mut v26 = [({  v25 }), (Point { x: 0x55i32, y: xv23[at24], z: [1u32; 2] }), (Point { x: (-1i32), y: xv23[at24], z: [1u32; 2] }), ];
let mut v27 = xv23[at24];
({  (IVec3::new(1, 2, 3)).min(IVec3::new(1, 2, 3)) })
}
fn waits28(b: &TileBarrier, l: usize, s: &mut [i32; 16], v: i32, at: usize, rounds: u32) -> i32 {
let mut sum = v;
if rounds == 0 { return sum ^ 9; }
for k in 0..rounds {
s[l] = (!(sum).wrapping_sub(1i32));
b.meet(&mut [("s", &mut *s)]);
let got = s[at];
let mut v29: i32 = (k as i32);
let mut v32 = (if (v29 >= got) { let v30 = (Pair { 1: k, 0: sum });
v29 /= (1_000_000i32 & 15) + 1;
 (l % 64 + l % 64) } else { let v31 = (Shade::Grey as u32);
 at });
sum = (sum ^ got).rotate_left(3);
b.meet(&mut [("s", &mut *s)]);
if k > 1 { break; }
sum = v29;
}
if l % 3 == 1 { return sum.wrapping_add(1); }
sum
}
pub fn kernel(t: TiledIndex<1>, n: u32, au: &ArrayView<u32, 1>, af: &ArrayView<f32, 1>, ap: &ArrayView<Point, 1>, ab: &ArrayView<u8, 1>, ah: &ArrayView<i16, 1>, av: &ArrayView<IVec3, 1>, xi: &mut ArrayViewMut<i32, 1>, xu: &mut ArrayViewMut<u32, 1>, xf: &mut ArrayViewMut<f32, 1>, xp: &mut ArrayViewMut<Point, 1>, hu: &mut ArrayViewMut<u32, 1>) {
let i = t.global;
let l = t.local[0];
let mut s: [i32; 16] = Default::default();
let mut r: [Point; 16] = Default::default();
let mut bins: [u32; 16] = Default::default();
let mut u = n % 7;
for v33 in [2u32, 5] {
u = (u * 5 + 1) % 13;
for v35 in (1..=u).step_by(2) {
atomic_fetch_add(&mut hu[0 + 4 % 8], (v33).min(v33) & 7);
if (false & false) {
atomic_fetch_min(&mut hu[24 + l % 8], v35 & 4095);
{
let mut v36: bool = (false | false);
let mut v37: i32 = (xi[i]).wrapping_shl(32u32);
xf[i] = (f32::from(ab[i[0] % 64])).abs();
}
}
 else {
if false {
let mut v38: u32 = ((v35 | 0x400) - (v33 & 1023));
}
 else if true {
let v39 = ({  (ah[i[0] % 64] as i32) });
}
 else {
let (Point { z: [_, v40], x: v41, .. }, _, mut v42) = (ap[53], false, av[i[0] % 64], );
}
'l44: for v43 in (-3..=(xi[i] & 3)) {
let mut v45 = [[1i32; 2]; 3];
let w46 = au;
}
let _ = function22(xf, i);
}
let mut v48 = waits28(&t.barrier, l, &mut s, xi[i], ((if false {  i[0] } else { let mut v49 = (xi[i], xi[i], (1_000_000i32).wrapping_add(xi[i]), );
 l })).min(((v35 & 4095) as usize % 64)) % 16, u % 3);
{
{
let mut v50 = (n);
let _ = function22(xf, i);
}
let v51: u32 = (xu[i] % ((v33 & 15) + 1));
let w52 = av;
}
let w53 = af;
r[l] = (Point { x: (v48).wrapping_mul(xi[i]), ..xp[i] });
t.barrier.meet(&mut [("s", &mut s), ("r", &mut r), ("bins", &mut bins)]);
let mut v55 = r[((i[0] % 16 * (i[0] % 16)) % 16 * (((u32::MAX & 4095) as usize % 64) % 16)) % 16];
t.barrier.meet(&mut [("s", &mut s), ("r", &mut r), ("bins", &mut bins)]);
}
}
if matches!(u, 1 | 3..=6) {
if (false && true) {
let mut v57 = (true as u32);
}
match u % 4 {
0 if u % 2 == 0 => {
s[l] = xi[i];
t.barrier.meet(&mut [("s", &mut s), ("r", &mut r), ("bins", &mut bins)]);
let mut v60 = s[(l % 64 + (l / (l % 7 + 1)) % 64) % 16];
{
atomic_fetch_min(&mut hu[24 + l % 8], xu[i] & 4095);
}
t.barrier.meet(&mut [("s", &mut s), ("r", &mut r), ("bins", &mut bins)]);
{
let mut k61 = 0u32;
while k61 < 3 && (true || { xu[i] = xu[i].wrapping_add(1); true }) {
k61 += 1;
{
'l63: for v62 in 0..3u32 {
}
}
}
}
}
1 | 2 => {
s[l] = (((xi[i]).signum() & 7)).pow((((au[(i[0] * 4 + 34) % 64] & 1023) + (0x8000_0000u32 & 1023)) & 3));
t.barrier.meet(&mut [("s", &mut s), ("r", &mut r), ("bins", &mut bins)]);
let mut v66 = 8usize;
while v66 > 0 {
if l < v66 { s[l] = s[l].wrapping_mul(5) ^ s[l + v66]; }
t.barrier.meet(&mut [("s", &mut s), ("r", &mut r), ("bins", &mut bins)]);
v66 /= 2;
}
let mut v65 = s[0];
t.barrier.meet(&mut [("s", &mut s), ("r", &mut r), ("bins", &mut bins)]);
if ((ab[l % 64] as u32) == xu[i]) {
{
}
}
s[l] = ((n).count_ones() as i32);
t.barrier.meet(&mut [("s", &mut s), ("r", &mut r), ("bins", &mut bins)]);
let mut v69 = 8usize;
while v69 > 0 {
if l < v69 { s[l] = s[l].wrapping_mul(5) ^ s[l + v69]; }
t.barrier.meet(&mut [("s", &mut s), ("r", &mut r), ("bins", &mut bins)]);
v69 /= 2;
}
let mut v68 = s[0];
t.barrier.meet(&mut [("s", &mut s), ("r", &mut r), ("bins", &mut bins)]);
}
_ => {}
}
}
xu[i] = (((if (!true) {  ((32u32 & 7)).pow((n & 3)) } else {  (u32::from(ab[(i[0] * 0 + 28) % 64])).saturating_add(31u32) }) & 7)).pow((((n).wrapping_add(xu[i])).clamp(3, 300) & 3));
xf[i] = xf[i];
xp[i] = ({  (Point { x: (xi[i]).signum(), y: xf[i], z: [n; 2] }) });
}
}

crate::program!(1, [16], Fits; au af ap ab ah av; xi xu xf xp hu);
