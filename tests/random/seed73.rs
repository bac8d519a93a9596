//! The random program seed73.

pub mod kernel {
use amp::prelude::*;
use crate::harness::{Pair, Point, Shade, Views};
#[device]
fn function1(v2: [usize; 4]) -> u32 {
let mut v3 = (Pair(0x55i32, 0x8000_0000u32), 31u32, );
if (true & false) {
let mut v4: u32 = 0x8000_0000u32;
{
let (mut v5, mut v6) = (5usize, (-1i32), );
}
let v7: IVec3 = (IVec3::new(1, 2, 3)).max(IVec3::new(1, 2, 3));
}
{
let mut v8 = (Pair { 1: u32::MAX, 0: 0x55i32 });
}
31u32
}
#[device]
fn function9(v10: f32, v11: bool) -> i32 {
for Pair(_, v12) in ({  [Pair(5, 6); 3] }) {
if v11 {
let v13 = [(Shade::Grey == Shade::Grey), (!v11), v11, ];
let v14 = v12;
}
 else {
let mut v12: (u32, u32, u32,) = (2u32, 1u32, 12345u32, );
}
let mut k15 = 0u32;
while k15 < 1 && v11 {
k15 += 1;
{
let [v16, v17] = [1usize; 2];
let mut v18: IVec3 = IVec3::new(1, 2, 3);
}
}
}
0i32
}
#[device]
fn length19<const N: usize>(list: &mut [i32; N], by: i32) -> i32 {
let mut sum = N as i32;
for k in (0..N).rev() {
if list[k] < by { continue; }
sum = sum.wrapping_mul(3) ^ list[k];
list[k] = list[N - 1 - k].wrapping_add(by);
}
sum
}
#[kernel]
pub fn kernel(i: Index<1>, n: u32, ai: &ArrayView<i32, 1>, au: &ArrayView<u32, 1>, af: &ArrayView<f32, 1>, ap: &ArrayView<Point, 1>, ah: &ArrayView<i16, 1>, av: &ArrayView<IVec3, 1>, xi: &mut ArrayViewMut<i32, 1>, xu: &mut ArrayViewMut<u32, 1>, xf: &mut ArrayViewMut<f32, 1>, xp: &mut ArrayViewMut<Point, 1>, hu: &mut ArrayViewMut<u32, 1>) {
{
atomic_fetch_add(&mut hu[0 + 2 % 8], function1([i[0]; 4]) & 7);
let v22: (u32, i32,) = (xu[i], { let mut k20 = 0usize; 'l21: loop { k20 += 1; if k20 > 4 { break xi[i]; } if false { break (xi[i] % ((xi[i] & 15) + 1)); } if true { break 'l21 xi[i]; }
 } }, );
}
match ap[27] {
Point { x: -9..=9, y: m23, .. } => {
if (match (1i32, true, 1i32,) { (m24, true, 0..=9) | (0..=9, false, m24) => {  (false || false) },
(.., m25 @ (1 | 7 | 100..)) | (-100 | -1, _, m25) if (if true { let f26 = |v27: f32| af[31];
let v28 = (av[31], n, );
 true } else { let v29 = [xp[i]; 3];
let mut v30: u32 = (0i32).abs_diff(xi[i]);
 false }) => { let w31 = &ap;
let mut v32: (IVec3, u32,) = (IVec3::new(1, 2, 3), n, );
 ({  true }) },
(m33, ..) => {  (true ^ true) },
 }) {
let v34: f32 = m23;
}
}
,
Point { z: m35, x: 7 | 1.. , y: _ } => {
}
,
Point { x: m36, .. } => {
}
,
}
xi[i] = (((((-1i32)).wrapping_shr(au[(i[0] * 0 + 11) % 64]) & 1023) + (ai[46] & 1023)) % ((ai[(i[0] * 2 + 57) % 64] & 15) + 1));
xu[i] = (function1([7usize, i[0], i[0], i[0], ]));
xf[i] = (((((xi[i] & 1023) + (xi[i] & 1023)) & 63) as f32)).clamp(-5.0, 9.0);
xp[i] = (Point { x: { let mut k37 = 0usize; 'l38: loop { k37 += 1; if k37 > 4 { break (ah[(i[0] * 4 + 3) % 64] as i32); } if false { break (i32::MIN).clamp(3, 300); } for v39 in (0..10u32).rev().step_by(4) {
let v39: u32 = (v39);
}
 } }, y: xf[i], z: [1u32; 2] });
}
pub fn launch(on: &AcceleratorView, domain: Extent<1>, views: Views<'_, 1>) -> amp::Result<()> {
let n = 5u32;
let Views { ai, au, af, ap, ah, av, mut xi, mut xu, mut xf, mut xp, mut hu, .. } = views;
on.parallel_for_each(domain, kernel(n, &ai, &au, &af, &ap, &ah, &av, &mut xi, &mut xu, &mut xf, &mut xp, &mut hu, ))
}
}

pub mod reference {
use amp::prelude::*;
use crate::harness::{Meeting as TileBarrier, Slice as ArrayView, Slice as ArrayViewMut};
use crate::harness::{Pair, Point, Shade, Tiled as TiledIndex};
fn function1(v2: [usize; 4]) -> u32 {
let mut v3 = (Pair(0x55i32, 0x8000_0000u32), 31u32, );
if (true & false) {
let mut v4: u32 = 0x8000_0000u32;
{
let (mut v5, mut v6) = (5usize, (-1i32), );
}
let v7: IVec3 = (IVec3::new(1, 2, 3)).max(IVec3::new(1, 2, 3));
}
{
let mut v8 = (Pair { 1: u32::MAX, 0: 0x55i32 });
}
31u32
}
fn function9(v10: f32, v11: bool) -> i32 {
for Pair(_, v12) in ({  [Pair(5, 6); 3] }) {
if v11 {
let v13 = [(Shade::Grey == Shade::Grey), (!v11), v11, ];
let v14 = v12;
}
 else {
let mut v12: (u32, u32, u32,) = (2u32, 1u32, 12345u32, );
}
let mut k15 = 0u32;
while k15 < 1 && v11 {
k15 += 1;
{
let [v16, v17] = [1usize; 2];
let mut v18: IVec3 = IVec3::new(1, 2, 3);
}
}
}
0i32
}
fn length19<const N: usize>(list: &mut [i32; N], by: i32) -> i32 {
let mut sum = N as i32;
for k in (0..N).rev() {
if list[k] < by { continue; }
sum = sum.wrapping_mul(3) ^ list[k];
list[k] = list[N - 1 - k].wrapping_add(by);
}
sum
}
pub fn kernel(i: Index<1>, n: u32, ai: &ArrayView<i32, 1>, au: &ArrayView<u32, 1>, af: &ArrayView<f32, 1>, ap: &ArrayView<Point, 1>, ah: &ArrayView<i16, 1>, av: &ArrayView<IVec3, 1>, mut xi: &mut ArrayViewMut<i32, 1>, mut xu: &mut ArrayViewMut<u32, 1>, mut xf: &mut ArrayViewMut<f32, 1>, mut xp: &mut ArrayViewMut<Point, 1>, mut hu: &mut ArrayViewMut<u32, 1>) {
{
atomic_fetch_add(&mut hu[0 + 2 % 8], function1([i[0]; 4]) & 7);
let v22: (u32, i32,) = (xu[i], { let mut k20 = 0usize; 'l21: loop { k20 += 1; if k20 > 4 { break xi[i]; } if false { break (xi[i] % ((xi[i] & 15) + 1)); } if true { break 'l21 xi[i]; }
 } }, );
}
match ap[27] {
Point { x: -9..=9, y: m23, .. } => {
if (match (1i32, true, 1i32,) { (m24, true, 0..=9) | (0..=9, false, m24) => {  (false || false) },
(.., m25 @ (1 | 7 | 100..)) | (-100 | -1, _, m25) if (if true { let f26 = |v27: f32| af[31];
let v28 = (av[31], n, );
 true } else { let v29 = [xp[i]; 3];
let mut v30: u32 = (0i32).abs_diff(xi[i]);
 false }) => { let w31 = &ap;
let mut v32: (IVec3, u32,) = (IVec3::new(1, 2, 3), n, );
 ({  true }) },
(m33, ..) => {  (true ^ true) },
 }) {
let v34: f32 = m23;
}
}
,
Point { z: m35, x: 7 | 1.. , y: _ } => {
}
,
Point { x: m36, .. } => {
}
,
}
xi[i] = (((((-1i32)).wrapping_shr(au[(i[0] * 0 + 11) % 64]) & 1023) + (ai[46] & 1023)) % ((ai[(i[0] * 2 + 57) % 64] & 15) + 1));
xu[i] = (function1([7usize, i[0], i[0], i[0], ]));
xf[i] = (((((xi[i] & 1023) + (xi[i] & 1023)) & 63) as f32)).clamp(-5.0, 9.0);
xp[i] = (Point { x: { let mut k37 = 0usize; 'l38: loop { k37 += 1; if k37 > 4 { break (ah[(i[0] * 4 + 3) % 64] as i32); } if false { break (i32::MIN).clamp(3, 300); } for v39 in (0..10u32).rev().step_by(4) {
let v39: u32 = (v39);
}
 } }, y: xf[i], z: [1u32; 2] });
}
}

crate::program!(1; ai au af ap ah av; xi xu xf xp hu);
