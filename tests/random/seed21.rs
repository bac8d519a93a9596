//! The random program seed21.

pub mod kernel {
use amp::prelude::*;
use crate::harness::{Pair, Point, Shade};
#[device]
fn generic1<T: amp::Value, const K: usize>(a: T, b: &mut T, c: &[T; 3], d: bool) -> T {
let old = *b;
if d { *b = a; return c[K % 3]; }
let mut all = *c;
all[1] = old;
*b = all[K % 3];
old
}
#[device]
fn function2(v3: &mut i32, v4: &mut (i32, u32, i32,)) -> [u32; 3] {
{
let r5 = &mut (*v4).2;
(*r5) = ((*r5) & (*v3));
if false {
let mut v6: Pair = Pair(5, 6);
}
 else {
let mut v7: [i32; 2] = [1i32; 2];
let mut v8 = [Pair((-1i32), 1u32), (Pair { 1: 12345u32, 0: (*r5) }), Pair(1_000_000i32, 31u32), ];
let f9 = |v10: bool| v10;
}
}
[1u32; 3]
}
#[kernel]
pub fn kernel(i: Index<2>, n: u32, ai: &ArrayView<i32, 1>, au: &ArrayView<u32, 1>, af: &ArrayView<f32, 1>, xi: &mut ArrayViewMut<i32, 2>, xu: &mut ArrayViewMut<u32, 2>, xf: &mut ArrayViewMut<f32, 2>, xp: &mut ArrayViewMut<Point, 2>) {
let v11: bool = false;
let mut v21: [Point; 3] = [(Point { x: xi[i], y: ((35.0f32 * (xf[i]).rem_euclid(7.0)) % 64.0), z: [(n).wrapping_mul(xu[i]); 2] }), (if ((xi[i]).wrapping_sub(ai[(i[1] * 1 + 45) % 64]) <= (xf[i] as i32)) { let mut v15: Point = (match (1i32, true,) { (m12, true) => {  (Point { x: xi[i], y: xf[i], z: [1u32; 2] }) },
(0..=9, _) if (if v11 {  true } else {  v11 }) => {  xp[i] },
(_, m13) => { {
let r14: &mut i32 = &mut xi[i];
(*r14) = (*r14);
xp[i].z[i[1] % 2] ^= xu[i];
}
 (Point { x: xi[i], y: xf[i], z: [1u32; 2] }) },
 });
 (Point { x: (xu[i] as i32), y: (xf[i]).max(xf[i]), z: (if true { let f16 = |v17: i32| v17;
let v11: Shade = (if v11 { Shade::Dark } else { Shade::Light });
 [1u32; 2] } else {  [1u32; 2] }) }) } else { let f18 = |v19: i32| (v19).wrapping_add(v19);
let mut v20: (usize, usize,) = ((2usize / (i[1] % 7 + 1)), ((n & 4095) as usize % 64), );
 (Point { x: (xi[i] & i32::MAX), y: xf[i], z: [au[(i[1] * 0 + 39) % 64], xu[i], ] }) }), xp[i], ];
xi[i] &= ({  (match (xi[i], v11, xi[i], ) { (m22, true, 0..=9) | (0..=9, false, m22) if (Shade::Light == Shade::Grey) => { if v11 {
let f23 = |v24: f32| v24;
}
 else {
}
 m22 },
(.., m25 @ (1 | 7 | 100..)) | (-100 | -1, _, m25) if false => {  m25 },
(m26, ..) => {  ai[i[1] % 64] },
 }) });
xu[i] = ({ if (n > n) { return; }
 (n).rotate_left(au[i[1] % 64]) });
xf[i] = (0.0 - ((xf[i] * (af[(i[0] * 1 + 36) % 64]).max(xf[i])) % 64.0));
xp[i] = (Point { x: (Shade::Grey as i32), ..xp[i] });
}
}

pub mod reference {
use amp::prelude::*;
use crate::harness::{Meeting as TileBarrier, Slice as ArrayView, Slice as ArrayViewMut};
use crate::harness::{Pair, Point, Shade, Tiled as TiledIndex};
fn generic1<T: amp::Value, const K: usize>(a: T, b: &mut T, c: &[T; 3], d: bool) -> T {
let old = *b;
if d { *b = a; return c[K % 3]; }
let mut all = *c;
all[1] = old;
*b = all[K % 3];
old
}
fn function2(v3: &mut i32, v4: &mut (i32, u32, i32,)) -> [u32; 3] {
{
let r5 = &mut (*v4).2;
(*r5) = ((*r5) & (*v3));
if false {
let mut v6: Pair = Pair(5, 6);
}
 else {
let mut v7: [i32; 2] = [1i32; 2];
let mut v8 = [Pair((-1i32), 1u32), (Pair { 1: 12345u32, 0: (*r5) }), Pair(1_000_000i32, 31u32), ];
let f9 = |v10: bool| v10;
}
}
[1u32; 3]
}
pub fn kernel(i: Index<2>, n: u32, ai: &ArrayView<i32, 1>, au: &ArrayView<u32, 1>, af: &ArrayView<f32, 1>, xi: &mut ArrayViewMut<i32, 2>, xu: &mut ArrayViewMut<u32, 2>, xf: &mut ArrayViewMut<f32, 2>, xp: &mut ArrayViewMut<Point, 2>) {
let v11: bool = false;
let mut v21: [Point; 3] = [(Point { x: xi[i], y: ((35.0f32 * (xf[i]).rem_euclid(7.0)) % 64.0), z: [(n).wrapping_mul(xu[i]); 2] }), (if ((xi[i]).wrapping_sub(ai[(i[1] * 1 + 45) % 64]) <= (xf[i] as i32)) { let mut v15: Point = (match (1i32, true,) { (m12, true) => {  (Point { x: xi[i], y: xf[i], z: [1u32; 2] }) },
(0..=9, _) if (if v11 {  true } else {  v11 }) => {  xp[i] },
(_, m13) => { {
let r14: &mut i32 = &mut xi[i];
(*r14) = (*r14);
xp[i].z[i[1] % 2] ^= xu[i];
}
 (Point { x: xi[i], y: xf[i], z: [1u32; 2] }) },
 });
 (Point { x: (xu[i] as i32), y: (xf[i]).max(xf[i]), z: (if true { let f16 = |v17: i32| v17;
let v11: Shade = (if v11 { Shade::Dark } else { Shade::Light });
 [1u32; 2] } else {  [1u32; 2] }) }) } else { let f18 = |v19: i32| (v19).wrapping_add(v19);
let mut v20: (usize, usize,) = ((2usize / (i[1] % 7 + 1)), ((n & 4095) as usize % 64), );
 (Point { x: (xi[i] & i32::MAX), y: xf[i], z: [au[(i[1] * 0 + 39) % 64], xu[i], ] }) }), xp[i], ];
xi[i] &= ({  (match (xi[i], v11, xi[i], ) { (m22, true, 0..=9) | (0..=9, false, m22) if (Shade::Light == Shade::Grey) => { if v11 {
let f23 = |v24: f32| v24;
}
 else {
}
 m22 },
(.., m25 @ (1 | 7 | 100..)) | (-100 | -1, _, m25) if false => {  m25 },
(m26, ..) => {  ai[i[1] % 64] },
 }) });
xu[i] = ({ if (n > n) { return; }
 (n).rotate_left(au[i[1] % 64]) });
xf[i] = (0.0 - ((xf[i] * (af[(i[0] * 1 + 36) % 64]).max(xf[i])) % 64.0));
xp[i] = (Point { x: (Shade::Grey as i32), ..xp[i] });
}
}

crate::program!(2; ai au af; xi xu xf xp);
