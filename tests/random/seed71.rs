//! The random program seed71.

pub mod kernel {
use amp::prelude::*;
use crate::harness::{Pair, Point, Shade, Views};
#[device]
fn function1(f3: impl Fn(u32) -> u32, v4: f32, xv5: &mut ArrayViewMut<i32, 1>, at6: Index<1>) -> [i32; 3] {
let mut v7: bool = ((Shade::Light == Shade::Grey) != (false));
(if true {  [xv5[at6]; 3] } else { let mut v8 = [[1i32; 2]; 3];
let v9 = (6usize % 16 * (8usize % 16));
 [1i32; 3] })
}
#[device]
pub trait Trait10 {
fn of_seed71_11(&self, k: u32) -> u32;
fn of_seed71_12(&mut self, k: u32) -> i32;
fn of_seed71_13() -> Self;
}
#[device]
impl Trait10 for Point {
fn of_seed71_11(&self, v14: u32) -> u32 {
let mut v18: bool = ((if false { let v15 = (v14 as i32);
 1_000_000i32 } else { let f16 = |v17: f32| (-3.0f32);
 i32::MIN }) < ((-1i32) ^ 1i32));
let mut v18: Shade = (if (41.0f32 >= 5.0f32) { Shade::Dark } else { Shade::Light });
let v19: i32 = 1_000_000i32;
0x8000_0000u32
}
fn of_seed71_12(&mut self, v20: u32) -> i32 {
0x55i32
}
fn of_seed71_13() -> Point {
(Point { x: 1, y: 2.0, z: [3, 4] })
}
}
#[device]
impl Trait10 for Pair {
fn of_seed71_11(&self, mut v21: u32) -> u32 {
v21
}
fn of_seed71_12(&mut self, v22: u32) -> i32 {
1_000_000i32
}
fn of_seed71_13() -> Pair {
Pair(5, 6)
}
}
#[device]
fn via23<S: Trait10>(s: &mut S, k: u32) -> u32 {
let mut other = S::of_seed71_13();
let by = other.of_seed71_12(k) as u32;
let _ = s.of_seed71_12(by);
s.of_seed71_11(k) ^ other.of_seed71_11(by)
}
#[kernel(tile = [16])]
pub fn kernel(t: TiledIndex<1>, n: u32, ai: &ArrayView<i32, 1>, au: &ArrayView<u32, 1>, af: &ArrayView<f32, 1>, ap: &ArrayView<Point, 1>, av: &ArrayView<IVec3, 1>, xi: &mut ArrayViewMut<i32, 1>, xu: &mut ArrayViewMut<u32, 1>, xf: &mut ArrayViewMut<f32, 1>, xp: &mut ArrayViewMut<Point, 1>) {
let i = t.global;
let l = t.local[0];
#[tile_static] let mut s: [i32; 16];
#[tile_static] let mut r: [Point; 16];
#[tile_static] let mut bins: [u32; 16];
let mut u = n % 7;
let v26: [Point; 3] = { let mut k24 = 0usize; loop { k24 += 1; if k24 > 2 { break [ap[35], ap[10], ap[35], ]; } if (Shade::Grey == Shade::Grey) { break [ap[41], ap[55], (Point { x: 1, y: 2.0, z: [3, 4] }), ]; } let mut v25 = (Point { x: 1, y: 2.0, z: [3, 4] });
 } };
let v27 = (((21.0f32 * (-9.0f32)) % 64.0) * 0.25).trunc();
r[l] = v26[l % 3];
t.barrier.wait(); // shares s r bins
let mut v29 = r[5usize % 16];
t.barrier.wait(); // shares s r bins
let v30: i32 = 7i32;
s[l] = ((if (true ^ true) {  (v30 | v30) } else {  ((v30 & 1023) + (ai[53] & 1023)) })).wrapping_shr((match (au[l % 64]) { 0 | 2 | 4 => {  n },
..16 => {  (n).wrapping_sub(au[l % 64]) },
_ => { let v33: u32 = n;
let mut v34 = Pair(5, 6);
 (Shade::Dark as u32) },
 }));
t.barrier.wait(); // shares s r bins
let mut v32 = s[(match (true) { true => {  ((n & 4095) as usize % 64) },
false => { {
let Point { x: v35, y: v36, .. } = (if true {  v29 } else {  (Point { x: 1, y: 2.0, z: [3, 4] }) });
let Pair(mut v37, v38) = Pair(5, 6);
}
let mut v39: i32 = (v30).rotate_right(n);
 1usize },
 }) % 16];
{
let v40: IVec3 = (if (Shade::Light == Shade::Grey) {  IVec3::new(v32, v32, 1_000_000i32) } else {  IVec3::new(v30, v30, v32) });
}
t.barrier.wait(); // shares s r bins
{
if (4usize != l) {
let mut v26: bool = (true != false);
let mut v41 = v29.y;
}
 else if (Shade::Dark == Shade::Grey) {
for v42 in (1..=9usize).step_by(3) {
s[l] ^= ai[19];
let v43: Shade = (if false { Shade::Dark } else { Shade::Light });
let w44 = &ai;
}
let mut v45: i32 = ((s[l] & 1023) - (ai[17] & 1023));
}
 else {
{
let r46 = &mut s[l];
(*r46) = v30;
let v47: Pair = (Pair { 1: n, 0: v30 });
let mut v27: IVec3 = (IVec3::new(1, 2, 3)).wrapping_mul(av[24]);
}
let mut v48: u32 = n;
for v49 in (1..=9usize).step_by(3) {
let mut v50: (Point, u32,) = ((Point { x: 1, y: 2.0, z: [3, 4] }), n, );
let mut v51: [i32; 4] = [v30, ai[v49 % 64], (-1i32), s[l], ];
}
}
let mut v54 = { let mut k52 = 0usize; loop { k52 += 1; if k52 > 3 { break (6usize % 64 + l % 64); } if (if true {  true } else {  false }) { break (l % 16 * (k52 % 16)); } let mut v53: IVec3 = IVec3::new(ai[6], s[l], v32);
 } };
}
s[l] = v29.of_seed71_12(((n & 1023) + (((n | 0x400) - (n & 1023)) & 1023)));
t.barrier.wait(); // shares s r bins
let mut v56 = s[(match (l % 64 + l % 64) { 0 => { match (Point { x: 1, y: 2.0, z: [3, 4] }) {
Point { x: -9..=9, y: m57, .. } => {
}
,
Point { z: m58, x: 7 | 1.. , y: _ } if false => {
}
,
Point { x: m59, .. } => {
}
,
}
 l },
1..=3 => {  l },
m60 => {  l },
 }) % 16];
{
}
t.barrier.wait(); // shares s r bins
{
}
if !xi.extent().contains(i) { return; }
xu[i] = ((Shade::Grey as u32)).count_ones();
xp[i] = (Point { x: v56, y: (((xf[i]).max(v27) * ((v27).mul_add(af[7], 3.0) % 64.0)) % 64.0), z: [au[31]; 2] });
}
pub fn launch(on: &AcceleratorView, domain: TiledExtent<1>, views: Views<'_, 1>) -> amp::Result<()> {
let n = 5u32;
let Views { ai, au, af, ap, av, mut xi, mut xu, mut xf, mut xp, .. } = views;
on.parallel_for_each(domain, kernel(n, &ai, &au, &af, &ap, &av, &mut xi, &mut xu, &mut xf, &mut xp, ))
}
}

pub mod reference {
use amp::prelude::*;
use crate::harness::{Meeting as TileBarrier, Slice as ArrayView, Slice as ArrayViewMut};
use crate::harness::{Pair, Point, Shade, Tiled as TiledIndex};
fn function1(f3: impl Fn(u32) -> u32, v4: f32, xv5: &mut ArrayViewMut<i32, 1>, at6: Index<1>) -> [i32; 3] {
let mut v7: bool = ((Shade::Light == Shade::Grey) != (false));
(if true {  [xv5[at6]; 3] } else { let mut v8 = [[1i32; 2]; 3];
let v9 = (6usize % 16 * (8usize % 16));
 [1i32; 3] })
}
pub trait Trait10 {
fn plain_seed71_11(&self, k: u32) -> u32;
fn plain_seed71_12(&mut self, k: u32) -> i32;
fn plain_seed71_13() -> Self;
}
impl Trait10 for Point {
fn plain_seed71_11(&self, v14: u32) -> u32 {
let mut v18: bool = ((if false { let v15 = (v14 as i32);
 1_000_000i32 } else { let f16 = |v17: f32| (-3.0f32);
 i32::MIN }) < ((-1i32) ^ 1i32));
let mut v18: Shade = (if (41.0f32 >= 5.0f32) { Shade::Dark } else { Shade::Light });
let v19: i32 = 1_000_000i32;
0x8000_0000u32
}
fn plain_seed71_12(&mut self, v20: u32) -> i32 {
0x55i32
}
fn plain_seed71_13() -> Point {
(Point { x: 1, y: 2.0, z: [3, 4] })
}
}
impl Trait10 for Pair {
fn plain_seed71_11(&self, mut v21: u32) -> u32 {
v21
}
fn plain_seed71_12(&mut self, v22: u32) -> i32 {
1_000_000i32
}
fn plain_seed71_13() -> Pair {
Pair(5, 6)
}
}
fn via23<S: Trait10>(s: &mut S, k: u32) -> u32 {
let mut other = S::plain_seed71_13();
let by = other.plain_seed71_12(k) as u32;
let _ = s.plain_seed71_12(by);
s.plain_seed71_11(k) ^ other.plain_seed71_11(by)
}
pub fn kernel(t: TiledIndex<1>, n: u32, ai: &ArrayView<i32, 1>, au: &ArrayView<u32, 1>, af: &ArrayView<f32, 1>, ap: &ArrayView<Point, 1>, av: &ArrayView<IVec3, 1>, mut xi: &mut ArrayViewMut<i32, 1>, mut xu: &mut ArrayViewMut<u32, 1>, mut xf: &mut ArrayViewMut<f32, 1>, mut xp: &mut ArrayViewMut<Point, 1>) {
let i = t.global;
let l = t.local[0];
let mut s: [i32; 16] = Default::default();
let mut r: [Point; 16] = Default::default();
let mut bins: [u32; 16] = Default::default();
let mut u = n % 7;
let v26: [Point; 3] = { let mut k24 = 0usize; loop { k24 += 1; if k24 > 2 { break [ap[35], ap[10], ap[35], ]; } if (Shade::Grey == Shade::Grey) { break [ap[41], ap[55], (Point { x: 1, y: 2.0, z: [3, 4] }), ]; } let mut v25 = (Point { x: 1, y: 2.0, z: [3, 4] });
 } };
let v27 = (((21.0f32 * (-9.0f32)) % 64.0) * 0.25).trunc();
r[l] = v26[l % 3];
t.barrier.meet(&mut [("s", &mut s), ("r", &mut r), ("bins", &mut bins)]);
let mut v29 = r[5usize % 16];
t.barrier.meet(&mut [("s", &mut s), ("r", &mut r), ("bins", &mut bins)]);
let v30: i32 = 7i32;
s[l] = ((if (true ^ true) {  (v30 | v30) } else {  ((v30 & 1023) + (ai[53] & 1023)) })).wrapping_shr((match (au[l % 64]) { 0 | 2 | 4 => {  n },
..16 => {  (n).wrapping_sub(au[l % 64]) },
_ => { let v33: u32 = n;
let mut v34 = Pair(5, 6);
 (Shade::Dark as u32) },
 }));
t.barrier.meet(&mut [("s", &mut s), ("r", &mut r), ("bins", &mut bins)]);
let mut v32 = s[(match (true) { true => {  ((n & 4095) as usize % 64) },
false => { {
let Point { x: v35, y: v36, .. } = (if true {  v29 } else {  (Point { x: 1, y: 2.0, z: [3, 4] }) });
let Pair(mut v37, v38) = Pair(5, 6);
}
let mut v39: i32 = (v30).rotate_right(n);
 1usize },
 }) % 16];
{
let v40: IVec3 = (if (Shade::Light == Shade::Grey) {  IVec3::new(v32, v32, 1_000_000i32) } else {  IVec3::new(v30, v30, v32) });
}
t.barrier.meet(&mut [("s", &mut s), ("r", &mut r), ("bins", &mut bins)]);
{
if (4usize != l) {
let mut v26: bool = (true != false);
let mut v41 = v29.y;
}
 else if (Shade::Dark == Shade::Grey) {
for v42 in (1..=9usize).step_by(3) {
s[l] ^= ai[19];
let v43: Shade = (if false { Shade::Dark } else { Shade::Light });
let w44 = &ai;
}
let mut v45: i32 = ((s[l] & 1023) - (ai[17] & 1023));
}
 else {
{
let r46 = &mut s[l];
(*r46) = v30;
let v47: Pair = (Pair { 1: n, 0: v30 });
let mut v27: IVec3 = (IVec3::new(1, 2, 3)).wrapping_mul(av[24]);
}
let mut v48: u32 = n;
for v49 in (1..=9usize).step_by(3) {
let mut v50: (Point, u32,) = ((Point { x: 1, y: 2.0, z: [3, 4] }), n, );
let mut v51: [i32; 4] = [v30, ai[v49 % 64], (-1i32), s[l], ];
}
}
let mut v54 = { let mut k52 = 0usize; loop { k52 += 1; if k52 > 3 { break (6usize % 64 + l % 64); } if (if true {  true } else {  false }) { break (l % 16 * (k52 % 16)); } let mut v53: IVec3 = IVec3::new(ai[6], s[l], v32);
 } };
}
s[l] = v29.plain_seed71_12(((n & 1023) + (((n | 0x400) - (n & 1023)) & 1023)));
t.barrier.meet(&mut [("s", &mut s), ("r", &mut r), ("bins", &mut bins)]);
let mut v56 = s[(match (l % 64 + l % 64) { 0 => { match (Point { x: 1, y: 2.0, z: [3, 4] }) {
Point { x: -9..=9, y: m57, .. } => {
}
,
Point { z: m58, x: 7 | 1.. , y: _ } if false => {
}
,
Point { x: m59, .. } => {
}
,
}
 l },
1..=3 => {  l },
m60 => {  l },
 }) % 16];
{
}
t.barrier.meet(&mut [("s", &mut s), ("r", &mut r), ("bins", &mut bins)]);
{
}
if !xi.extent().contains(i) { return; }
xu[i] = ((Shade::Grey as u32)).count_ones();
xp[i] = (Point { x: v56, y: (((xf[i]).max(v27) * ((v27).mul_add(af[7], 3.0) % 64.0)) % 64.0), z: [au[31]; 2] });
}
}

crate::program!(1, [16], Padded; ai au af ap av; xi xu xf xp);
