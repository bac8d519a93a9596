//! The random program seed36.

pub mod kernel {
use amp::prelude::*;
use crate::harness::{Pair, Point, Shade, Views};
#[device]
fn function1(mut v2: Point, mut v3: i32) -> i32 {
{
{
let mut v4: Shade = Shade::Dark;
let v5 = ({  [[1i32; 2], [1i32; 2], [1i32; 2], ] });
}
{
let r6 = &v2.y;
let f7 = |v8: f32| (*r6);
v3 |= v3;
let v9: (Pair, u32,) = (Pair(5, 6), 1u32,);
}
}
v3
}
#[device]
fn function10(v11: &(Pair, u32,), mut v12: u32, xv13: &mut ArrayViewMut<u32, 1>, at14: Index<1>) -> [i32; 4] {
{
{
let mut v15: Pair = (Pair { 1: 2u32, 0: 1_000_000i32 });
let mut v16 = (IVec3::new(1, 2, 3)).max(IVec3::new(1, 2, 3));
let mut v17 = (Point { x: (0x55i32).signum(), y: ((-16.0f32)).abs(), z: [xv13[at14], xv13[at14], ] });
}
let mut v18: (IVec3, u32,) = (IVec3::new(1, 2, 3), 1u32,);
}
[(1_000_000i32), (1i32).wrapping_add(i32::MIN), 1_000_000i32, i32::MAX, ]
}
#[device]
fn constant19<const K: usize>(v20: (Point, u32,), v21: &mut Pair) -> bool {
let v22: Point = (Point { x: 1, y: 2.0, z: [3, 4] });
(((0x8000_0000u32 & 4095) as usize % 64) <= (K % 16 * (K % 16)))
}
#[device]
fn waits23(b: &TileBarrier, l: usize, s: &mut [i32; 16], v: i32, at: usize, rounds: u32) -> i32 {
let mut sum = v;
if rounds == 0 { return sum ^ 9; }
for k in 0..rounds {
s[l] = (-100i32);
b.wait(); // shares *s
let got = s[at];
{
let r24 = &k;
let mut v25 = (0x55i32, 2usize, );
}
let mut v26: [bool; 3] = [(false == false); 3];
sum = (sum ^ got).rotate_left(3);
b.wait(); // shares *s
if k > 1 { break; }
sum = ({  ((l / (at % 7 + 1)) as i32) });
}
if l % 3 == 1 { return sum.wrapping_add(1); }
sum
}
#[kernel(tile = [16])]
pub fn kernel(t: TiledIndex<1>, n: u32, ai: &ArrayView<i32, 1>, au: &ArrayView<u32, 1>, af: &ArrayView<f32, 1>, ap: &ArrayView<Point, 1>, ab: &ArrayView<u8, 1>, ah: &ArrayView<i16, 1>, xi: &mut ArrayViewMut<i32, 1>, xu: &mut ArrayViewMut<u32, 1>, xf: &mut ArrayViewMut<f32, 1>, xp: &mut ArrayViewMut<Point, 1>, hu: &mut ArrayViewMut<u32, 1>) {
let i = t.global;
let l = t.local[0];
#[tile_static] let mut s: [i32; 16];
#[tile_static] let mut r: [Point; 16];
#[tile_static] let mut bins: [u32; 16];
let mut u = n % 7;
let mut v27: Shade = Shade::Grey;
let f28 = |v29: bool| (!v29);
if n % 3 != 1 {
atomic_fetch_min(&mut hu[24 + 4 % 8], (n) & 4095);
for v31 in 0..n % 4 {
if u % 2 == 0 { break; }
s[l] = (match (if false { Shade::Dark } else { Shade::Light }) { Shade::Dark => { match (Pair(5, 6), Shade::Grey,) {
(Pair(m34, _), Shade::Grey | Shade::Dark) => {
let v35: IVec3 = IVec3::new((ah[l % 64] as i32), xi[i], (ah[i[0] % 64] as i32));
let (Point { z: [_, v36], x: v37, .. }, _, mut v38) = (ap[(i[0] * 2 + 33) % 64], true, v35, );
let mut v39: bool = (true || { xu[i] = xu[i].wrapping_add(1); true });
}
,
(Pair(_, m40), _) => {
xu[i] &= n;
let mut v41: u32 = ((v31 & 1023) + (xu[i] & 1023));
}
,
}
let v42: IVec3 = IVec3::new(xi[i], xi[i], ai[25]);
 (-(i32::MAX & 1023)) },
Shade::Grey | Shade::Light => { let mut v43 = [false; 4];
let v44 = (Point { x: xi[i], y: 6.0f32, z: [1u32; 2] });
 (xi[i]).wrapping_mul(ai[l % 64]) },
_ => {  function1(xp[i], xi[i]) },
 });
t.barrier.wait(); // shares s r bins
let mut v45 = 8usize;
while v45 > 0 {
if l < v45 { s[l] = s[l].wrapping_mul(5) ^ s[l + v45]; }
t.barrier.wait(); // shares s r bins
v45 /= 2;
}
let mut v33 = s[0];
t.barrier.wait(); // shares s r bins
for v46 in (-7..((true as i32) & 3)).step_by(3).rev() {
let mut v47 = (if true {  [1u32; 4] } else {  [1u32; 4] });
let mut v49: f32 = (if true { let mut v48: [f32; 4] = [xf[i], 32.0f32, xf[i], xf[i], ];
 af[54] } else {  xf[i] });
{
let w50 = &ai;
let mut v53 = (if true {  v31 } else { let v51 = (ap[10], n, );
let mut v52: [Point; 3] = [xp[i], xp[i], ap[l % 64], ];
 0x8000_0000u32 });
let mut v54: Pair = (if true {  Pair(5, 6) } else {  Pair(5, 6) });
}
}
bins[l] = l as u32;
t.barrier.wait(); // shares s r bins
atomic_fetch_add(&mut bins[((n & 4095) as usize % 64) % 16], ({ atomic_fetch_min(&mut hu[24 + 6 % 8], v31 & 4095);
v33 = v33 % 1000;
v33 += 1i32 & 255;
 (v27 as u32) }) & 15);
t.barrier.wait(); // shares s r bins
let mut v56 = bins[(7usize / (4usize % 7 + 1)) % 16];
t.barrier.wait(); // shares s r bins
}
xi[i] = xi[i] % 1000;
xi[i] += (if false {  xi[i] } else { let mut v57: Pair = Pair(xi[i], xu[i]);
 xi[i] }) & 255;
if matches!(u, 1 | 3..=6) {
s[l] = (((xu[i])).reverse_bits() as i32);
t.barrier.wait(); // shares s r bins
let mut v60 = s[(((true as u32) & 4095) as usize % 64) % 16];
{
{
let r61 = &xp[i].y;
let mut v62 = [xu[i], xu[i], xu[i], 32u32, ];
}
}
t.barrier.wait(); // shares s r bins
{
}
bins[l] = l as u32;
t.barrier.wait(); // shares s r bins
atomic_fetch_add(&mut bins[((8usize).min(l) % 16 * ((if true { let v65: u32 = xu[i];
 i[0] } else { xu[i] = (xu[i]).wrapping_neg();
 l }) % 16)) % 16], (((au[l % 64] & 7)).pow((xu[i] & 3))).wrapping_shl((false as u32)) & 15);
t.barrier.wait(); // shares s r bins
let mut v64 = bins[((xu[i] & 4095) as usize % 64) % 16];
t.barrier.wait(); // shares s r bins
}
}
u = (u * 5 + 1) % 13;
xu[i] = ((((l % 16 * (3usize % 16))).min((i[0] % 64 + l % 64)) % 64 + ((xp[i].z[l % 2] & 4095) as usize % 64) % 64) as u32);
xf[i] = ((({  xp[i].y }) - ((f32::from(ab[(i[0] * 1 + 6) % 64]) * 0.25).round_ties_even() * 0.25).round_ties_even()) % 64.0);
xp[i] = (Point { x: xi[i], y: (((xf[i]).rem_euclid(7.0) - (af[l % 64]).min(19.0f32)) % 64.0), z: [n; 2] });
}
pub fn launch(on: &AcceleratorView, domain: TiledExtent<1>, views: Views<'_, 1>) -> amp::Result<()> {
let n = 5u32;
let Views { ai, au, af, ap, ab, ah, mut xi, mut xu, mut xf, mut xp, mut hu, .. } = views;
on.parallel_for_each(domain, kernel(n, &ai, &au, &af, &ap, &ab, &ah, &mut xi, &mut xu, &mut xf, &mut xp, &mut hu, ))
}
}

pub mod reference {
use amp::prelude::*;
use crate::harness::{Meeting as TileBarrier, Slice as ArrayView, Slice as ArrayViewMut};
use crate::harness::{Pair, Point, Shade, Tiled as TiledIndex};
fn function1(mut v2: Point, mut v3: i32) -> i32 {
{
{
let mut v4: Shade = Shade::Dark;
let v5 = ({  [[1i32; 2], [1i32; 2], [1i32; 2], ] });
}
{
let r6 = &v2.y;
let f7 = |v8: f32| (*r6);
v3 |= v3;
let v9: (Pair, u32,) = (Pair(5, 6), 1u32,);
}
}
v3
}
fn function10(v11: &(Pair, u32,), mut v12: u32, xv13: &mut ArrayViewMut<u32, 1>, at14: Index<1>) -> [i32; 4] {
{
{
let mut v15: Pair = (Pair { 1: 2u32, 0: 1_000_000i32 });
let mut v16 = (IVec3::new(1, 2, 3)).max(IVec3::new(1, 2, 3));
let mut v17 = (Point { x: (0x55i32).signum(), y: ((-16.0f32)).abs(), z: [xv13[at14], xv13[at14], ] });
}
let mut v18: (IVec3, u32,) = (IVec3::new(1, 2, 3), 1u32,);
}
[(1_000_000i32), (1i32).wrapping_add(i32::MIN), 1_000_000i32, i32::MAX, ]
}
fn constant19<const K: usize>(v20: (Point, u32,), v21: &mut Pair) -> bool {
let v22: Point = (Point { x: 1, y: 2.0, z: [3, 4] });
(((0x8000_0000u32 & 4095) as usize % 64) <= (K % 16 * (K % 16)))
}
fn waits23(b: &TileBarrier, l: usize, s: &mut [i32; 16], v: i32, at: usize, rounds: u32) -> i32 {
let mut sum = v;
if rounds == 0 { return sum ^ 9; }
for k in 0..rounds {
s[l] = (-100i32);
b.meet(&mut [("s", &mut *s)]);
let got = s[at];
{
let r24 = &k;
let mut v25 = (0x55i32, 2usize, );
}
let mut v26: [bool; 3] = [(false == false); 3];
sum = (sum ^ got).rotate_left(3);
b.meet(&mut [("s", &mut *s)]);
if k > 1 { break; }
sum = ({  ((l / (at % 7 + 1)) as i32) });
}
if l % 3 == 1 { return sum.wrapping_add(1); }
sum
}
pub fn kernel(t: TiledIndex<1>, n: u32, ai: &ArrayView<i32, 1>, au: &ArrayView<u32, 1>, af: &ArrayView<f32, 1>, ap: &ArrayView<Point, 1>, ab: &ArrayView<u8, 1>, ah: &ArrayView<i16, 1>, mut xi: &mut ArrayViewMut<i32, 1>, mut xu: &mut ArrayViewMut<u32, 1>, mut xf: &mut ArrayViewMut<f32, 1>, mut xp: &mut ArrayViewMut<Point, 1>, mut hu: &mut ArrayViewMut<u32, 1>) {
let i = t.global;
let l = t.local[0];
let mut s: [i32; 16] = Default::default();
let mut r: [Point; 16] = Default::default();
let mut bins: [u32; 16] = Default::default();
let mut u = n % 7;
let mut v27: Shade = Shade::Grey;
let f28 = |v29: bool| (!v29);
if n % 3 != 1 {
atomic_fetch_min(&mut hu[24 + 4 % 8], (n) & 4095);
for v31 in 0..n % 4 {
if u % 2 == 0 { break; }
s[l] = (match (if false { Shade::Dark } else { Shade::Light }) { Shade::Dark => { match (Pair(5, 6), Shade::Grey,) {
(Pair(m34, _), Shade::Grey | Shade::Dark) => {
let v35: IVec3 = IVec3::new((ah[l % 64] as i32), xi[i], (ah[i[0] % 64] as i32));
let (Point { z: [_, v36], x: v37, .. }, _, mut v38) = (ap[(i[0] * 2 + 33) % 64], true, v35, );
let mut v39: bool = (true || { xu[i] = xu[i].wrapping_add(1); true });
}
,
(Pair(_, m40), _) => {
xu[i] &= n;
let mut v41: u32 = ((v31 & 1023) + (xu[i] & 1023));
}
,
}
let v42: IVec3 = IVec3::new(xi[i], xi[i], ai[25]);
 (-(i32::MAX & 1023)) },
Shade::Grey | Shade::Light => { let mut v43 = [false; 4];
let v44 = (Point { x: xi[i], y: 6.0f32, z: [1u32; 2] });
 (xi[i]).wrapping_mul(ai[l % 64]) },
_ => {  function1(xp[i], xi[i]) },
 });
t.barrier.meet(&mut [("s", &mut s), ("r", &mut r), ("bins", &mut bins)]);
let mut v45 = 8usize;
while v45 > 0 {
if l < v45 { s[l] = s[l].wrapping_mul(5) ^ s[l + v45]; }
t.barrier.meet(&mut [("s", &mut s), ("r", &mut r), ("bins", &mut bins)]);
v45 /= 2;
}
let mut v33 = s[0];
t.barrier.meet(&mut [("s", &mut s), ("r", &mut r), ("bins", &mut bins)]);
for v46 in (-7..((true as i32) & 3)).step_by(3).rev() {
let mut v47 = (if true {  [1u32; 4] } else {  [1u32; 4] });
let mut v49: f32 = (if true { let mut v48: [f32; 4] = [xf[i], 32.0f32, xf[i], xf[i], ];
 af[54] } else {  xf[i] });
{
let w50 = &ai;
let mut v53 = (if true {  v31 } else { let v51 = (ap[10], n, );
let mut v52: [Point; 3] = [xp[i], xp[i], ap[l % 64], ];
 0x8000_0000u32 });
let mut v54: Pair = (if true {  Pair(5, 6) } else {  Pair(5, 6) });
}
}
bins[l] = l as u32;
t.barrier.meet(&mut [("s", &mut s), ("r", &mut r), ("bins", &mut bins)]);
atomic_fetch_add(&mut bins[((n & 4095) as usize % 64) % 16], ({ atomic_fetch_min(&mut hu[24 + 6 % 8], v31 & 4095);
v33 = v33 % 1000;
v33 += 1i32 & 255;
 (v27 as u32) }) & 15);
t.barrier.meet(&mut [("s", &mut s), ("r", &mut r), ("bins", &mut bins)]);
let mut v56 = bins[(7usize / (4usize % 7 + 1)) % 16];
t.barrier.meet(&mut [("s", &mut s), ("r", &mut r), ("bins", &mut bins)]);
}
xi[i] = xi[i] % 1000;
xi[i] += (if false {  xi[i] } else { let mut v57: Pair = Pair(xi[i], xu[i]);
 xi[i] }) & 255;
if matches!(u, 1 | 3..=6) {
s[l] = (((xu[i])).reverse_bits() as i32);
t.barrier.meet(&mut [("s", &mut s), ("r", &mut r), ("bins", &mut bins)]);
let mut v60 = s[(((true as u32) & 4095) as usize % 64) % 16];
{
{
let r61 = &xp[i].y;
let mut v62 = [xu[i], xu[i], xu[i], 32u32, ];
}
}
t.barrier.meet(&mut [("s", &mut s), ("r", &mut r), ("bins", &mut bins)]);
{
}
bins[l] = l as u32;
t.barrier.meet(&mut [("s", &mut s), ("r", &mut r), ("bins", &mut bins)]);
atomic_fetch_add(&mut bins[((8usize).min(l) % 16 * ((if true { let v65: u32 = xu[i];
 i[0] } else { xu[i] = (xu[i]).wrapping_neg();
 l }) % 16)) % 16], (((au[l % 64] & 7)).pow((xu[i] & 3))).wrapping_shl((false as u32)) & 15);
t.barrier.meet(&mut [("s", &mut s), ("r", &mut r), ("bins", &mut bins)]);
let mut v64 = bins[((xu[i] & 4095) as usize % 64) % 16];
t.barrier.meet(&mut [("s", &mut s), ("r", &mut r), ("bins", &mut bins)]);
}
}
u = (u * 5 + 1) % 13;
xu[i] = ((((l % 16 * (3usize % 16))).min((i[0] % 64 + l % 64)) % 64 + ((xp[i].z[l % 2] & 4095) as usize % 64) % 64) as u32);
xf[i] = ((({  xp[i].y }) - ((f32::from(ab[(i[0] * 1 + 6) % 64]) * 0.25).round_ties_even() * 0.25).round_ties_even()) % 64.0);
xp[i] = (Point { x: xi[i], y: (((xf[i]).rem_euclid(7.0) - (af[l % 64]).min(19.0f32)) % 64.0), z: [n; 2] });
}
}

crate::program!(1, [16], Fits; ai au af ap ab ah; xi xu xf xp hu);
