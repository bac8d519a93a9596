//! The random program seed87.

pub mod kernel {
use amp::prelude::*;
use crate::harness::{Pair, Point, Shade, Views};
#[device]
fn function1(mut v2: u32, f4: impl Fn(u32) -> u32) -> bool {
let mut v2: (i32, f32,) = ((1_000_000i32).signum(), ((-3.0f32)).clamp(-5.0, 9.0), );
false
}
#[kernel]
pub fn kernel(i: Index<2>, n: u32, ai: &ArrayView<i32, 1>, au: &ArrayView<u32, 1>, af: &ArrayView<f32, 1>, ap: &ArrayView<Point, 1>, ab: &ArrayView<u8, 1>, av: &ArrayView<IVec3, 1>, ax: &ArrayView<i32, 2>, bi: &ArrayView<i32, 2>, xi: &mut ArrayViewMut<i32, 2>, xu: &mut ArrayViewMut<u32, 2>, xf: &mut ArrayViewMut<f32, 2>, xp: &mut ArrayViewMut<Point, 2>) {
'l6: for v5 in (i32::MIN..=i32::MIN + ({ let mut k7 = 0usize; 'l8: loop { k7 += 1; if k7 > 2 { break (0i32).wrapping_add(xi[i]); } if (xi[i] == xi[i]) { break (xi[i]).wrapping_sub(xi[i]); } let mut k9 = 0u32;
while k9 < 3 && false {
k9 += 1;
{
xf[i] -= xf[i];
xf[i] %= 64.0;
let [v10, .., v11] = [xi[i], xi[i], xi[i], xi[i], ];
let v12: usize = (k7 % 64 + k7 % 64);
}
}
let mut v13: i32 = (xi[i]);
 } } & 1)).rev() {
if ({  true }) {
let (Point { z: [_, v14], x: v15, .. }, _, mut v16) = ((Point { x: 1, y: 2.0, z: [3, 4] }), true, IVec3::new(1, 2, 3),);
for v17 in 0..(({ let mut v18: [u32; 3] = [1u32; 3];
let v19: IVec3 = v16;
 5usize })) % 6 {
let (Point { z: [_, v20], x: v21, .. }, _, mut v22) = (ap[24], false, av[43], );
xp[i].y = xf[i];
xu[i] = xu[i];
}
}
 else {
xi[i] = ({  i32::MAX });
}
let w23 = &au;
}
let mut v24: (IVec3, u32,) = ((IVec3::splat(0x55i32)), (xi[i] as u32), );
let mut k25 = 0u32;
'l26: while k25 < 5 && (k25 >= k25) {
k25 += 1;
{
if { let mut k27 = 0usize; loop { k27 += 1; if k27 > 2 { break (false && false); } if ({  true }) { break false; } match Shade::Light {
Shade::Dark if false => {
let v28: bool = (n > k25);
let v29: Point = (Point { x: ai[i[1] % 64], y: xf[i], z: [1u32; 2] });
xf[i] *= f32::from(ab[55]);
xf[i] %= 64.0;
}
,
Shade::Grey | Shade::Light => {
let mut v30: u32 = (!xu[i]);
let v24: [Pair; 3] = [Pair(5, 6), Pair(5, 6), Pair(5, 6), ];
}
,
_ => {
xf[i] *= xf[i];
xf[i] %= 64.0;
}
,
}
{
let r31 = &mut v24.0.x;
(*r31) = xi[i];
let v32: Shade = Shade::Grey;
}
 } } { return; }
std::mem::swap(&mut xi[i], &mut v24.0.y);
let w33 = &af;
}
}
match (Pair { 1: ((ax[[1, i[1] % 8]]).abs_diff(xi[i])), 0: ((!xi[i])).rotate_right((false as u32)) }) {
Pair(0, m34) => {
{
let r35 = &mut v24.1;
(*r35) = (((xu[i] | 2u32) & 1023) + (({  0u32 }) & 1023));
'l37: for v36 in 2..((*r35) & 7) {
}
}
}
,
Pair(m38, 0..=9) | Pair(m38 @ 1.., _) if false => {
}
,
Pair { 1: m39, .. } => {
}
,
_ => {
}
,
}
xi[i] = (v24.0.x % (((((ai[(i[1] * 4 + 26) % 64]).wrapping_sub(bi[i]) & 7)).pow((n & 3)) & 15) + 1));
xu[i] = { let mut k40 = 0usize; loop { k40 += 1; if k40 > 3 { break n; } if false { break ((ai[(i[1] * 2 + 23) % 64]).count_ones()).wrapping_mul(((k25 | 0x400) - (xu[i] & 1023))); }  } };
xf[i] = xf[i];
xp[i] = (Point { x: ((xi[i] << (xu[i] & 31))).wrapping_sub((ai[(i[0] * 2 + 44) % 64]).wrapping_add(xi[i])), y: ((xf[i] + xf[i]) % 64.0), z: [1u32; 2] });
}
pub fn launch(on: &AcceleratorView, domain: Extent<2>, views: Views<'_, 2>) -> amp::Result<()> {
let n = 5u32;
let Views { ai, au, af, ap, ab, av, ax, bi, mut xi, mut xu, mut xf, mut xp, .. } = views;
on.parallel_for_each(domain, kernel(n, &ai, &au, &af, &ap, &ab, &av, &ax, &bi, &mut xi, &mut xu, &mut xf, &mut xp, ))
}
}

pub mod reference {
use amp::prelude::*;
use crate::harness::{Meeting as TileBarrier, Slice as ArrayView, Slice as ArrayViewMut};
use crate::harness::{Pair, Point, Shade, Tiled as TiledIndex};
fn function1(mut v2: u32, f4: impl Fn(u32) -> u32) -> bool {
let mut v2: (i32, f32,) = ((1_000_000i32).signum(), ((-3.0f32)).clamp(-5.0, 9.0), );
false
}
pub fn kernel(i: Index<2>, n: u32, ai: &ArrayView<i32, 1>, au: &ArrayView<u32, 1>, af: &ArrayView<f32, 1>, ap: &ArrayView<Point, 1>, ab: &ArrayView<u8, 1>, av: &ArrayView<IVec3, 1>, ax: &ArrayView<i32, 2>, bi: &ArrayView<i32, 2>, mut xi: &mut ArrayViewMut<i32, 2>, mut xu: &mut ArrayViewMut<u32, 2>, mut xf: &mut ArrayViewMut<f32, 2>, mut xp: &mut ArrayViewMut<Point, 2>) {
'l6: for v5 in (i32::MIN..=i32::MIN + ({ let mut k7 = 0usize; 'l8: loop { k7 += 1; if k7 > 2 { break (0i32).wrapping_add(xi[i]); } if (xi[i] == xi[i]) { break (xi[i]).wrapping_sub(xi[i]); } let mut k9 = 0u32;
while k9 < 3 && false {
k9 += 1;
{
xf[i] -= xf[i];
xf[i] %= 64.0;
let [v10, .., v11] = [xi[i], xi[i], xi[i], xi[i], ];
let v12: usize = (k7 % 64 + k7 % 64);
}
}
let mut v13: i32 = (xi[i]);
 } } & 1)).rev() {
if ({  true }) {
let (Point { z: [_, v14], x: v15, .. }, _, mut v16) = ((Point { x: 1, y: 2.0, z: [3, 4] }), true, IVec3::new(1, 2, 3),);
for v17 in 0..(({ let mut v18: [u32; 3] = [1u32; 3];
let v19: IVec3 = v16;
 5usize })) % 6 {
let (Point { z: [_, v20], x: v21, .. }, _, mut v22) = (ap[24], false, av[43], );
xp[i].y = xf[i];
xu[i] = xu[i];
}
}
 else {
xi[i] = ({  i32::MAX });
}
let w23 = &au;
}
let mut v24: (IVec3, u32,) = ((IVec3::splat(0x55i32)), (xi[i] as u32), );
let mut k25 = 0u32;
'l26: while k25 < 5 && (k25 >= k25) {
k25 += 1;
{
if { let mut k27 = 0usize; loop { k27 += 1; if k27 > 2 { break (false && false); } if ({  true }) { break false; } match Shade::Light {
Shade::Dark if false => {
let v28: bool = (n > k25);
let v29: Point = (Point { x: ai[i[1] % 64], y: xf[i], z: [1u32; 2] });
xf[i] *= f32::from(ab[55]);
xf[i] %= 64.0;
}
,
Shade::Grey | Shade::Light => {
let mut v30: u32 = (!xu[i]);
let v24: [Pair; 3] = [Pair(5, 6), Pair(5, 6), Pair(5, 6), ];
}
,
_ => {
xf[i] *= xf[i];
xf[i] %= 64.0;
}
,
}
{
let r31 = &mut v24.0.x;
(*r31) = xi[i];
let v32: Shade = Shade::Grey;
}
 } } { return; }
std::mem::swap(&mut xi[i], &mut v24.0.y);
let w33 = &af;
}
}
match (Pair { 1: ((ax[[1, i[1] % 8]]).abs_diff(xi[i])), 0: ((!xi[i])).rotate_right((false as u32)) }) {
Pair(0, m34) => {
{
let r35 = &mut v24.1;
(*r35) = (((xu[i] | 2u32) & 1023) + (({  0u32 }) & 1023));
'l37: for v36 in 2..((*r35) & 7) {
}
}
}
,
Pair(m38, 0..=9) | Pair(m38 @ 1.., _) if false => {
}
,
Pair { 1: m39, .. } => {
}
,
_ => {
}
,
}
xi[i] = (v24.0.x % (((((ai[(i[1] * 4 + 26) % 64]).wrapping_sub(bi[i]) & 7)).pow((n & 3)) & 15) + 1));
xu[i] = { let mut k40 = 0usize; loop { k40 += 1; if k40 > 3 { break n; } if false { break ((ai[(i[1] * 2 + 23) % 64]).count_ones()).wrapping_mul(((k25 | 0x400) - (xu[i] & 1023))); }  } };
xf[i] = xf[i];
xp[i] = (Point { x: ((xi[i] << (xu[i] & 31))).wrapping_sub((ai[(i[0] * 2 + 44) % 64]).wrapping_add(xi[i])), y: ((xf[i] + xf[i]) % 64.0), z: [1u32; 2] });
}
}

crate::program!(2; ai au af ap ab av ax bi; xi xu xf xp);
