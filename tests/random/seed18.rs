//! The random program seed18.

pub mod kernel {
use amp::prelude::*;
use crate::harness::{Pair, Point, Shade};
#[device]
fn length1<const N: usize>(list: &mut [i32; N], by: i32) -> i32 {
let mut sum = N as i32;
for k in (0..N).rev() {
if list[k] < by { continue; }
sum = sum.wrapping_mul(3) ^ list[k];
list[k] = list[N - 1 - k].wrapping_add(by);
}
sum
}
#[device]
fn function2(v3: &mut u32) -> [u32; 4] {
let mut v4: Point = (Point { x: ((-1i32) >> (1u32 & 31)), y: ((6.0f32 + (-17.0f32)) % 64.0), z: ({  [1u32; 2] }) });
let v5: (u32, bool, u32,) = (((*v3) << ((*v3) & 31)), ((*v3) < (*v3)), ((*v3)).rem_euclid(((*v3) & 15) + 1), );
let v6: Pair = (Pair { 1: (*v3), 0: ((*v3) as i32) });
'l8: for v7 in (i32::MIN..=i32::MIN + (0i32 & 1)).rev() {
}
[1u32; 4]
}
#[kernel]
pub fn kernel(i: Index<2>, n: u32, ai: &ArrayView<i32, 1>, au: &ArrayView<u32, 1>, af: &ArrayView<f32, 1>, ap: &ArrayView<Point, 1>, ab: &ArrayView<u8, 1>, av: &ArrayView<IVec3, 1>, bi: &ArrayView<i32, 2>, xi: &mut ArrayViewMut<i32, 2>, xu: &mut ArrayViewMut<u32, 2>, xf: &mut ArrayViewMut<f32, 2>, xp: &mut ArrayViewMut<Point, 2>) {
if ((((xf[i]).min(af[55]) * (xf[i]).clamp(-5.0, 9.0)) % 64.0) < ({ let mut v9 = (0.0 - f32::from(ab[34]));
 (xf[i]).max(v9) })) { return; }
let mut v11: i32 = (({  (match (n >= xu[i]) { true => {  ((bi[i] & 1023) + (xi[i] & 1023)) },
false => { let mut v10: [[i32; 2]; 3] = [[1i32; 2], [1i32; 2], [1i32; 2], ];
 (-(xi[i] & 1023)) },
 }) })).clamp(3, 300);
let mut v11 = (match (((5usize % 64 + 2usize % 64) % 16 * ((i[1] / (3usize % 7 + 1)) % 16)) % 64 + (({ let mut v11: IVec3 = ({ let [v12, v13] = [true, true, ];
let mut v14: Shade = Shade::Dark;
 IVec3::new(1, 2, 3) });
let v15: (Point, u32,) = (xp[i], n, );
 3usize }) % 64 + (3usize / (8usize % 7 + 1)) % 64) % 64) { 0 => {  v11 },
1..=3 if (!false) => { match (if (ai[i[1] % 64] <= xi[i]) { Shade::Dark } else { Shade::Light }) {
Shade::Dark if (true) => {
for v16 in (-3..=((xi[i]).reverse_bits() & 3)) {
{
std::mem::swap(&mut xu[i], &mut xp[i].z[(i[1] / (bi.extent()[0] % 7 + 1)) % 2]);
}
let mut v36: Shade = (if (if false {  true } else {  true }) {  (if false { Shade::Dark } else { Shade::Light }) } else { match v11 {
-5..=5 if true => {
let v17 = ((af[18] + f32::from(ab[i[1] % 64])) % 64.0);
let mut v18: bool = (bi.extent()[0] <= i[0]);
let mut v25: u32 = (if (if false { let mut v19 = ((v11 & 1023) - (v16 & 1023));
let mut v20: Pair = (Pair { 1: n, 0: v19 });
 true } else {  v18 }) { {
let r21 = &mut v18;
(*r21) = (*r21);
xu[i] = xu[i] % 1000;
xu[i] += 32u32 & 255;
let f22 = |v23: bool| v23;
}
let mut v24 = (Pair(5, 6), au[57], );
 u32::MAX } else {  (xu[i]).wrapping_mul(n) });
}
,
i32::MIN | 7 | 100.. => {
let mut v26 = (!false);
let v27: i32 = xi[i];
}
,
m28 @ 10..=90 => {
let (Point { z: [_, v29], x: v30, .. }, _, mut v31) = (ap[26], false, av[24], );
let f32 = |v33: i32| 1_000_000i32;
}
,
m34 => {
let mut v35 = bi.extent()[0];
}
,
}
 Shade::Dark });
}
}
,
Shade::Grey | Shade::Light if true => {
}
,
_ => {
}
,
}
 xi[i] },
m37 => {  v11 },
 });
xi[i] = (((xi[i]).wrapping_add(v11))).wrapping_neg();
xu[i] = ((xf[i]).rem_euclid(7.0) as u32);
xp[i] = (Point { x: ((xi[i]).signum()).wrapping_mul((v11).wrapping_sub(v11)), ..xp[i] });
}
}

pub mod reference {
use amp::prelude::*;
use crate::harness::{Meeting as TileBarrier, Slice as ArrayView, Slice as ArrayViewMut};
use crate::harness::{Pair, Point, Shade, Tiled as TiledIndex};
fn length1<const N: usize>(list: &mut [i32; N], by: i32) -> i32 {
let mut sum = N as i32;
for k in (0..N).rev() {
if list[k] < by { continue; }
sum = sum.wrapping_mul(3) ^ list[k];
list[k] = list[N - 1 - k].wrapping_add(by);
}
sum
}
fn function2(v3: &mut u32) -> [u32; 4] {
let mut v4: Point = (Point { x: ((-1i32) >> (1u32 & 31)), y: ((6.0f32 + (-17.0f32)) % 64.0), z: ({  [1u32; 2] }) });
let v5: (u32, bool, u32,) = (((*v3) << ((*v3) & 31)), ((*v3) < (*v3)), ((*v3)).rem_euclid(((*v3) & 15) + 1), );
let v6: Pair = (Pair { 1: (*v3), 0: ((*v3) as i32) });
'l8: for v7 in (i32::MIN..=i32::MIN + (0i32 & 1)).rev() {
}
[1u32; 4]
}
pub fn kernel(i: Index<2>, n: u32, ai: &ArrayView<i32, 1>, au: &ArrayView<u32, 1>, af: &ArrayView<f32, 1>, ap: &ArrayView<Point, 1>, ab: &ArrayView<u8, 1>, av: &ArrayView<IVec3, 1>, bi: &ArrayView<i32, 2>, xi: &mut ArrayViewMut<i32, 2>, xu: &mut ArrayViewMut<u32, 2>, xf: &mut ArrayViewMut<f32, 2>, xp: &mut ArrayViewMut<Point, 2>) {
if ((((xf[i]).min(af[55]) * (xf[i]).clamp(-5.0, 9.0)) % 64.0) < ({ let mut v9 = (0.0 - f32::from(ab[34]));
 (xf[i]).max(v9) })) { return; }
let mut v11: i32 = (({  (match (n >= xu[i]) { true => {  ((bi[i] & 1023) + (xi[i] & 1023)) },
false => { let mut v10: [[i32; 2]; 3] = [[1i32; 2], [1i32; 2], [1i32; 2], ];
 (-(xi[i] & 1023)) },
 }) })).clamp(3, 300);
let mut v11 = (match (((5usize % 64 + 2usize % 64) % 16 * ((i[1] / (3usize % 7 + 1)) % 16)) % 64 + (({ let mut v11: IVec3 = ({ let [v12, v13] = [true, true, ];
let mut v14: Shade = Shade::Dark;
 IVec3::new(1, 2, 3) });
let v15: (Point, u32,) = (xp[i], n, );
 3usize }) % 64 + (3usize / (8usize % 7 + 1)) % 64) % 64) { 0 => {  v11 },
1..=3 if (!false) => { match (if (ai[i[1] % 64] <= xi[i]) { Shade::Dark } else { Shade::Light }) {
Shade::Dark if (true) => {
for v16 in (-3..=((xi[i]).reverse_bits() & 3)) {
{
std::mem::swap(&mut xu[i], &mut xp[i].z[(i[1] / (bi.extent()[0] % 7 + 1)) % 2]);
}
let mut v36: Shade = (if (if false {  true } else {  true }) {  (if false { Shade::Dark } else { Shade::Light }) } else { match v11 {
-5..=5 if true => {
let v17 = ((af[18] + f32::from(ab[i[1] % 64])) % 64.0);
let mut v18: bool = (bi.extent()[0] <= i[0]);
let mut v25: u32 = (if (if false { let mut v19 = ((v11 & 1023) - (v16 & 1023));
let mut v20: Pair = (Pair { 1: n, 0: v19 });
 true } else {  v18 }) { {
let r21 = &mut v18;
(*r21) = (*r21);
xu[i] = xu[i] % 1000;
xu[i] += 32u32 & 255;
let f22 = |v23: bool| v23;
}
let mut v24 = (Pair(5, 6), au[57], );
 u32::MAX } else {  (xu[i]).wrapping_mul(n) });
}
,
i32::MIN | 7 | 100.. => {
let mut v26 = (!false);
let v27: i32 = xi[i];
}
,
m28 @ 10..=90 => {
let (Point { z: [_, v29], x: v30, .. }, _, mut v31) = (ap[26], false, av[24], );
let f32 = |v33: i32| 1_000_000i32;
}
,
m34 => {
let mut v35 = bi.extent()[0];
}
,
}
 Shade::Dark });
}
}
,
Shade::Grey | Shade::Light if true => {
}
,
_ => {
}
,
}
 xi[i] },
m37 => {  v11 },
 });
xi[i] = (((xi[i]).wrapping_add(v11))).wrapping_neg();
xu[i] = ((xf[i]).rem_euclid(7.0) as u32);
xp[i] = (Point { x: ((xi[i]).signum()).wrapping_mul((v11).wrapping_sub(v11)), ..xp[i] });
}
}

crate::program!(2; ai au af ap ab av bi; xi xu xf xp);
