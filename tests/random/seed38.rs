//! The random program seed38.

pub mod kernel {
use amp::prelude::*;
use crate::harness::{Pair, Point, Shade};
#[device]
fn function1(v2: &(Pair, u32,)) -> Point {
let mut v3 = (((2u32).wrapping_sub(2u32) & 7)).pow(((0u32).wrapping_sub(32u32) & 3));
({ let v4: i32 = ((true || true) as i32);
let v5: u32 = (v3);
 (Point { x: v4, y: 3.0f32, z: [1u32; 2] }) })
}
#[device]
fn function6(v7: &mut f32, v8: Point, v9: &i32) -> [Pair; 3] {
let v10: i32 = ((0x55i32).rotate_left(0u32) << (1u32 & 31));
let v11: usize = 1usize;
{
let mut v12: IVec3 = (IVec3::new(1, 2, 3)).wrapping_sub(IVec3::new(1, 2, 3));
let v13 = ((1_000_000i32 & 7)).pow((1u32 & 3));
}
[Pair((*v9), 2u32); 3]
}
#[device]
fn function14(xv15: &mut ArrayViewMut<u32, 1>, at16: Index<1>, v17: bool, xv18: &mut ArrayViewMut<u32, 1>, at19: Index<1>) -> IVec3 {
let mut v20: Point = (Point { x: (xv15[at16] as i32), y: (31.0f32).rem_euclid(7.0), z: [xv15[at16]; 2] });
let v23 = ({ let mut k21 = 0u32;
while k21 < 3 && v17 {
k21 += 1;
{
let v22: f32 = (36.0f32 * 0.25).round_ties_even();
}
}
 (0x55i32).wrapping_mul(7i32) });
for v24 in 2..(((xv18[at19] & 1023) * (xv18[at19] & 1023)) & 7) {
let f25 = |v26: i32| v23;
}
IVec3::new(1, 2, 3)
}
#[device]
fn waits27(b: &TileBarrier, l: usize, s: &mut [i32; 16], v: i32, at: usize, rounds: u32) -> i32 {
let mut sum = v;
if rounds == 0 { return sum ^ 9; }
for k in 0..rounds {
s[l] = (sum);
b.wait(); // shares *s
let got = s[at];
let mut v28 = ({  (IVec3::new(1, 2, 3) ^ IVec3::new(1, 2, 3)) });
if false {
let v29: (Point, u32,) = ((Point { x: 1, y: 2.0, z: [3, 4] }), k, );
let mut v30: [[i32; 2]; 3] = [[1i32; 2]; 3];
'l32: for v31 in (1..=9usize).step_by(3) {
let mut v33 = (sum).wrapping_mul(0i32);
}
}
 else if true {
}
 else {
}
sum = (sum ^ got).rotate_left(3);
b.wait(); // shares *s
if k > 1 { break; }
sum = got;
}
if l % 3 == 1 { return sum.wrapping_add(1); }
sum
}
#[kernel(tile = [16])]
pub fn kernel(t: TiledIndex<1>, n: u32, ai: &ArrayView<i32, 1>, au: &ArrayView<u32, 1>, af: &ArrayView<f32, 1>, ap: &ArrayView<Point, 1>, av: &ArrayView<IVec3, 1>, xi: &mut ArrayViewMut<i32, 1>, xu: &mut ArrayViewMut<u32, 1>, xf: &mut ArrayViewMut<f32, 1>, xp: &mut ArrayViewMut<Point, 1>) {
let i = t.global;
let l = t.local[0];
#[tile_static] let mut s: [i32; 16];
#[tile_static] let mut r: [Point; 16];
#[tile_static] let mut bins: [u32; 16];
let mut u = n % 7;
let f34 = |v35: bool| (Shade::Light == Shade::Grey);
let mut k36 = 0u32;
'l37: while k36 < 4 && (true && false) {
k36 += 1;
{
{
let r38: &u32 = &k36;
let mut v43 = (if true {  ai[55] } else { let mut v39 = (av[40]).max(av[10]);
let (Point { z: [_, v40], x: v41, .. }, _, mut v42) = ((Point { x: 1, y: 2.0, z: [3, 4] }), false, v39, );
 v41 });
let mut v44 = (v43).wrapping_sub(v43);
let f45 = |v46: bool| true;
}
for v47 in (-3..=(ai[33] & 3)) {
let [v48, v49] = [false, true, ];
}
let v50 = ((!1_000_000i32)).saturating_sub(({  ai[34] }));
}
}
if matches!(u, 1 | 3..=6) {
match (i32::MIN, false, ) {
(m52, true) => {
let Point { x: v53, y: v54, .. } = (Point { x: 1, y: 2.0, z: [3, 4] });
let mut v55: [Point; 3] = [ap[51]; 3];
}
,
(0..=9, _) => {
'l57: for v56 in (-3..=(0x55i32 & 3)) {
let mut v58 = (v56 as u32);
let v59: [i32; 4] = [ai[63]; 4];
let v61: i32 = (if true {  i32::MIN } else { let mut v60: [f32; 4] = [af[12], 40.0f32, af[l % 64], (-4.0f32), ];
 ai[4] });
}
if true {
let mut v62 = (n as i32);
let mut v63: u32 = (af[28] as u32);
}
 else {
let w64 = av;
let v65: u32 = n;
}
}
,
(_, m66) => {
}
,
}
bins[l] = l as u32;
t.barrier.wait(); // shares s r bins
atomic_fetch_add(&mut bins[(if (true) { if true {
let mut v69: Shade = Shade::Grey;
let f70 = |v71: bool| v71;
}
 else if true {
}
 else {
}
 4usize } else {  9usize }) % 16], n & 15);
t.barrier.wait(); // shares s r bins
let mut v68 = bins[l % 16];
t.barrier.wait(); // shares s r bins
} else {
if t.tile[0] % 2 == 0 {
r[l] = (match (au[47] < k36) { true => {  function1(&{ (Pair(5, 6), 1u32,) }) },
false => {  function1(&{ (Pair(5, 6), 1u32,) }) },
 });
t.barrier.wait(); // shares s r bins
let mut v74 = r[(((ai[l % 64]).abs_diff(ai[l % 64]) & 4095) as usize % 64) % 16];
t.barrier.wait(); // shares s r bins
s[l] = 7i32;
t.barrier.wait(); // shares s r bins
let mut v77 = 8usize;
while v77 > 0 {
if l < v77 { s[l] = s[l].wrapping_mul(5) ^ s[l + v77]; }
t.barrier.wait(); // shares s r bins
v77 /= 2;
}
let mut v76 = s[0];
t.barrier.wait(); // shares s r bins
}
}
if !xi.extent().contains(i) { return; }
xu[i] = (xp[i].z[l % 2]).div_euclid((((k36).wrapping_sub(au[40])).leading_zeros() & 15) + 1);
xf[i] = ((((xi[i]).reverse_bits()).signum() & 63) as f32);
xp[i] = xp[i];
}
}

pub mod reference {
use amp::prelude::*;
use crate::harness::{Meeting as TileBarrier, Slice as ArrayView, Slice as ArrayViewMut};
use crate::harness::{Pair, Point, Shade, Tiled as TiledIndex};
fn function1(v2: &(Pair, u32,)) -> Point {
let mut v3 = (((2u32).wrapping_sub(2u32) & 7)).pow(((0u32).wrapping_sub(32u32) & 3));
({ let v4: i32 = ((true || true) as i32);
let v5: u32 = (v3);
 (Point { x: v4, y: 3.0f32, z: [1u32; 2] }) })
}
fn function6(v7: &mut f32, v8: Point, v9: &i32) -> [Pair; 3] {
let v10: i32 = ((0x55i32).rotate_left(0u32) << (1u32 & 31));
let v11: usize = 1usize;
{
let mut v12: IVec3 = (IVec3::new(1, 2, 3)).wrapping_sub(IVec3::new(1, 2, 3));
let v13 = ((1_000_000i32 & 7)).pow((1u32 & 3));
}
[Pair((*v9), 2u32); 3]
}
fn function14(xv15: &mut ArrayViewMut<u32, 1>, at16: Index<1>, v17: bool, xv18: &mut ArrayViewMut<u32, 1>, at19: Index<1>) -> IVec3 {
let mut v20: Point = (Point { x: (xv15[at16] as i32), y: (31.0f32).rem_euclid(7.0), z: [xv15[at16]; 2] });
let v23 = ({ let mut k21 = 0u32;
while k21 < 3 && v17 {
k21 += 1;
{
let v22: f32 = (36.0f32 * 0.25).round_ties_even();
}
}
 (0x55i32).wrapping_mul(7i32) });
for v24 in 2..(((xv18[at19] & 1023) * (xv18[at19] & 1023)) & 7) {
let f25 = |v26: i32| v23;
}
IVec3::new(1, 2, 3)
}
fn waits27(b: &TileBarrier, l: usize, s: &mut [i32; 16], v: i32, at: usize, rounds: u32) -> i32 {
let mut sum = v;
if rounds == 0 { return sum ^ 9; }
for k in 0..rounds {
s[l] = (sum);
b.meet(&mut [("s", &mut *s)]);
let got = s[at];
let mut v28 = ({  (IVec3::new(1, 2, 3) ^ IVec3::new(1, 2, 3)) });
if false {
let v29: (Point, u32,) = ((Point { x: 1, y: 2.0, z: [3, 4] }), k, );
let mut v30: [[i32; 2]; 3] = [[1i32; 2]; 3];
'l32: for v31 in (1..=9usize).step_by(3) {
let mut v33 = (sum).wrapping_mul(0i32);
}
}
 else if true {
}
 else {
}
sum = (sum ^ got).rotate_left(3);
b.meet(&mut [("s", &mut *s)]);
if k > 1 { break; }
sum = got;
}
if l % 3 == 1 { return sum.wrapping_add(1); }
sum
}
pub fn kernel(t: TiledIndex<1>, n: u32, ai: &ArrayView<i32, 1>, au: &ArrayView<u32, 1>, af: &ArrayView<f32, 1>, ap: &ArrayView<Point, 1>, av: &ArrayView<IVec3, 1>, xi: &mut ArrayViewMut<i32, 1>, xu: &mut ArrayViewMut<u32, 1>, xf: &mut ArrayViewMut<f32, 1>, xp: &mut ArrayViewMut<Point, 1>) {
let i = t.global;
let l = t.local[0];
let mut s: [i32; 16] = Default::default();
let mut r: [Point; 16] = Default::default();
let mut bins: [u32; 16] = Default::default();
let mut u = n % 7;
let f34 = |v35: bool| (Shade::Light == Shade::Grey);
let mut k36 = 0u32;
'l37: while k36 < 4 && (true && false) {
k36 += 1;
{
{
let r38: &u32 = &k36;
let mut v43 = (if true {  ai[55] } else { let mut v39 = (av[40]).max(av[10]);
let (Point { z: [_, v40], x: v41, .. }, _, mut v42) = ((Point { x: 1, y: 2.0, z: [3, 4] }), false, v39, );
 v41 });
let mut v44 = (v43).wrapping_sub(v43);
let f45 = |v46: bool| true;
}
for v47 in (-3..=(ai[33] & 3)) {
let [v48, v49] = [false, true, ];
}
let v50 = ((!1_000_000i32)).saturating_sub(({  ai[34] }));
}
}
if matches!(u, 1 | 3..=6) {
match (i32::MIN, false, ) {
(m52, true) => {
let Point { x: v53, y: v54, .. } = (Point { x: 1, y: 2.0, z: [3, 4] });
let mut v55: [Point; 3] = [ap[51]; 3];
}
,
(0..=9, _) => {
'l57: for v56 in (-3..=(0x55i32 & 3)) {
let mut v58 = (v56 as u32);
let v59: [i32; 4] = [ai[63]; 4];
let v61: i32 = (if true {  i32::MIN } else { let mut v60: [f32; 4] = [af[12], 40.0f32, af[l % 64], (-4.0f32), ];
 ai[4] });
}
if true {
let mut v62 = (n as i32);
let mut v63: u32 = (af[28] as u32);
}
 else {
let w64 = av;
let v65: u32 = n;
}
}
,
(_, m66) => {
}
,
}
bins[l] = l as u32;
t.barrier.meet(&mut [("s", &mut s), ("r", &mut r), ("bins", &mut bins)]);
atomic_fetch_add(&mut bins[(if (true) { if true {
let mut v69: Shade = Shade::Grey;
let f70 = |v71: bool| v71;
}
 else if true {
}
 else {
}
 4usize } else {  9usize }) % 16], n & 15);
t.barrier.meet(&mut [("s", &mut s), ("r", &mut r), ("bins", &mut bins)]);
let mut v68 = bins[l % 16];
t.barrier.meet(&mut [("s", &mut s), ("r", &mut r), ("bins", &mut bins)]);
} else {
if t.tile[0] % 2 == 0 {
r[l] = (match (au[47] < k36) { true => {  function1(&{ (Pair(5, 6), 1u32,) }) },
false => {  function1(&{ (Pair(5, 6), 1u32,) }) },
 });
t.barrier.meet(&mut [("s", &mut s), ("r", &mut r), ("bins", &mut bins)]);
let mut v74 = r[(((ai[l % 64]).abs_diff(ai[l % 64]) & 4095) as usize % 64) % 16];
t.barrier.meet(&mut [("s", &mut s), ("r", &mut r), ("bins", &mut bins)]);
s[l] = 7i32;
t.barrier.meet(&mut [("s", &mut s), ("r", &mut r), ("bins", &mut bins)]);
let mut v77 = 8usize;
while v77 > 0 {
if l < v77 { s[l] = s[l].wrapping_mul(5) ^ s[l + v77]; }
t.barrier.meet(&mut [("s", &mut s), ("r", &mut r), ("bins", &mut bins)]);
v77 /= 2;
}
let mut v76 = s[0];
t.barrier.meet(&mut [("s", &mut s), ("r", &mut r), ("bins", &mut bins)]);
}
}
if !xi.extent().contains(i) { return; }
xu[i] = (xp[i].z[l % 2]).div_euclid((((k36).wrapping_sub(au[40])).leading_zeros() & 15) + 1);
xf[i] = ((((xi[i]).reverse_bits()).signum() & 63) as f32);
xp[i] = xp[i];
}
}

crate::program!(1, [16], Padded; ai au af ap av; xi xu xf xp);
