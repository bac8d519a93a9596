//! The random program seed2019.

pub mod kernel {
use amp::prelude::*;
use crate::harness::{Pair, Point, Shade, Vector, Views};
use std::ops::{Add, BitXor, Neg, Rem, Sub};
#[device]
#[derive(Clone, Copy, Debug, Default, PartialEq, GpuType)]
#[repr(C)]
pub struct Own {
pub a: u32,
pub b: f32,
}
pub mod constants {
use super::*;
pub const C1: bool = false;
pub const C2: (Vector, u32,) = (Vector::new(12.0f32, 24.0f32), 0x8000_0000u32, );
}
pub const C3: Vector = Vector::new(27.0f32, (-9.0f32));
pub const C4: i32 = (-38);
pub const C5: [(IVec3, u32,); 2] = [(IVec3::new(C4, 6, 1i32), 2u32, ), (IVec3::new(7i32, 0i32, 2), 31, ), ];
pub trait Data6: Sized {
type Item;
const C7: Self::Item;
const C8: Self;
}
impl Data6 for i32 {
type Item = i32;
const C7: Self::Item = (-1i32);
const C8: i32 = 0i32;
}
impl Data6 for f32 {
type Item = i32;
const C7: Self::Item = i32::MAX;
const C8: f32 = (-21.0);
}
impl Data6 for Vector {
type Item = i32;
const C7: Self::Item = 0i32;
const C8: Vector = C3;
}
#[device]
impl Point {
fn of_seed2019_9(&self, v10: &mut IVec3, xv11: &mut ArrayViewMut<u32, 1>, at12: Index<1>) -> bool {
if false && let Point { z: [m13, 0..=40], x: m14, .. } = (Point { x: <f32 as Data6>::C7, ..(*self) }) {
'l15: {
if constants::C1 { break 'l15; }
let v16: Pair = Pair(i32::MIN, 9);
}
}
let mut v22: [f32; 2] = [f32::default(), (if constants::C1 {  (-19.0f32) } else { let mut v17: Vector = Vector::new((if constants::C1 { 24.0 } else { 14.0 }), (if false { 13.0 } else { 42.0f32 }));
let v21: IVec3 = (if constants::C1 { let mut v18 = (f32::default()).max((-4.0));
let mut v18: Point = (Point { x: (<Vector as Data6>::C7 | <Vector as Data6>::C7), ..(*self) });
 (*v10) } else { let v19: Point = (*self);
let mut v20 = (if constants::C1 { Shade::Dark } else { Shade::Light });
 (*v10) });
 21.0f32 }), ];
(IVec3::select(((*v10)).cmpge((*v10)), (*v10), (*v10))).cmpgt(C5[3usize % 2].0).any()
}
}
#[device]
impl Own {
fn length(self, v23: &mut IVec3, v24: &mut IVec3) -> <i32 as Data6>::Item {
match (if constants::C1 {  2u32 } else { let v25 = Pair(1_000_000i32, 31u32);
let mut v25: (Vector, u32,) = (Vector::ZERO, u32::MAX, );
 0x8000_0000u32 }) {
0 | 2 | 4 => {
let [m26, .., m27 @ 1..=40] = ([1u32; 3]) else {
return <Vector as Data6>::C7;
};
let v30: [i32; 3] = [<i32 as Data6>::C7, ({ let f28 = |v29: u32| 12345u32;
 i32::MAX }), 6, ];
}
,
..16 => {
}
,
_ => {
}
,
}
35
}
}
#[device]
fn bounded31<A: amp::Value + Add<B>, B: amp::Value>(a: A, b: B) -> A::Output
where A::Output: amp::Value {
let c = a + b;
c
}
pub fn launch(on: &AcceleratorView, domain: TiledExtent<1>, views: Views<'_, 1>) -> amp::Result<()> {
launch_generic::<f32>(on, domain, views)
}
fn launch_generic<S: Data6<Item = i32> + GpuType + Default + PartialEq + Add<Output = S>>(on: &AcceleratorView, domain: TiledExtent<1>, views: Views<'_, 1>) -> amp::Result<()> {
let n = 5u32;
let Views { ai, au, af, ap, ag, ax, mut xi, mut xu, mut xf, mut xp, mut xo, .. } = views;
on.parallel_for_each(domain, amp!(tile = [16], |t: TiledIndex<1>| {
let i = t.global;
let l = t.local[0];
#[tile_static] let mut s: [i32; 16];
#[tile_static] let mut r: [Point; 16];
#[tile_static] let mut o: [Vector; 16];
#[tile_static] let mut bins: [u32; 16];
let mut u = n % 7;
let mut v32: [f32; 3] = [1.0f32; 3];
let mut v33: f32 = (((af[l % 64]).max(25.0) - 7.0) % 64.0);
r[l] = (Point { x: 1, y: 2.0, z: [3, 4] });
t.barrier.wait(); // shares s r o bins
let mut v35 = r[((l % 64 + l % 64)).min(l) % 16];
t.barrier.wait(); // shares s r o bins
if ai[t.tile[0]] > 0 || u > 3 {
let v37: Own = (Own { a: (v33 as u32), b: (if constants::C1 { 17.0 } else { v33 }) });
if (l < 9usize) {
let mut v38: Own = v37;
if constants::C1 {
let (Point { z: [_, v39], x: v40, .. }, _, mut v41) = ((Point { x: 1, y: 2.0, z: [3, 4] }), true, IVec3::new(1, 2, 3),);
std::mem::swap(&mut v38.a, &mut v35.z[(l).min(l) % 2]);
let mut v42: Pair = Pair(<i32 as Data6>::C7, v39);
}
}
 else {
if let m43 @ (0 | 2 | 12345..) = au[24] {
let mut v45: Point = (Point { x: 23, y: v33, z: [1u32; 2] });
let mut v46: u32 = ((au[56] | 0x400) - (au[43] & 1023));
let v47: [Point; 3] = [v45, ap[41], v35, ];
}
let mut v48: IVec3 = ({  IVec3::new(1, 2, 3) });
}
r[l] = v35;
t.barrier.wait(); // shares s r o bins
let mut v50 = r[(((au[2] << (u32::MAX & 31)) & 4095) as usize % 64) % 16];
t.barrier.wait(); // shares s r o bins
}
let mut k51 = 0u32;
'l52: while k51 < 5 && (Pair(5, 6) != Pair(5, 6)) {
k51 += 1;
{
let mut v53 = [Shade::Dark; 3];
if false {
v33 -= v33;
v33 %= 64.0;
let v54: Vector = ((C3) * (af[1]));
}
v35.z[l % 2] ^= u32::default();
}
}
o[l] = (if (!Vector::ZERO) {  (Vector::ZERO + Vector::new(1.0, 2.0)) } else { (Vector { y: v33, ..Vector::ZERO }) });
t.barrier.wait(); // shares s r o bins
let mut v56 = o[l % 16];
t.barrier.wait(); // shares s r o bins
if !xi.extent().contains(i) { return; }
xi[i] = 17;
xu[i] = 9;
xf[i] = ({  (({  xf[i] })).rem_euclid(7.0) });
xp[i] = (Point { x: { let mut k57 = 0usize; loop { k57 += 1; if k57 > 3 { break ax[[2, l % 8]]; } if ((S::C8 + S::default()) != (S::C8 + S::default())) { break xi[i]; } let Pair(mut v58, v59) = (Pair { 1: n, 0: ai[i[0] % 64] });
let mut k60 = 0u32;
while let [m61, .., m62 @ 1..=40] = [n, xu[i], k51, ] {
k60 += 1;
if k60 > 1 { break; }
{
xo[i] = xo[i];
let v63: bool = ((Own { a: 1, b: 2.0 }) != (Own { a: 1, b: 2.0 }));
}
}
 } }, y: v33, z: [(if bool::default() {  k51 } else { let v64: IVec3 = (IVec3::new(1, 2, 3)).zzz();
 n }), (if constants::C1 { 16 } else { xu[i] }), ] });
xo[i] = (Vector::new(((v33 + 32.0f32) % 64.0), ((v33 - v33) % 64.0))).max({ let mut k65 = 0usize; 'l66: loop { k65 += 1; if k65 > 2 { break ((ag[i[0] % 64].to_f32() * xf[i]) % 64.0); } if ((S::C8 + S::default()) == <S as Default>::default()) { break v33; } if constants::C1 && let Pair(-3..=3, m68) = Pair(5, 6) {
let f69 = |v70: u32| k51;
let v71: Point = (Point { y: v33, ..Point::default() });
}
 else if constants::C1 {
v56 = ({ let f72 = |v73: u32| n;
let mut v74 = (xf[i], k51, );
 v56 });
let v75 = xo[i].clamp(xi[i], C3);
let mut v75: S = (if (if S::default() == S::default() { (S::C8 + S::default()) } else { S::default() }) == S::default() { (if S::C8 == (S::C8 + S::default()) { S::C8 } else { S::default() }) } else { (if <S as Default>::default() == <S as Default>::default() { (S::C8 + S::default()) } else { S::default() }) });
}
 } });
}))
}
}

pub mod reference {
use amp::prelude::*;
use crate::harness::{Meeting as TileBarrier, Slice as ArrayView, Slice as ArrayViewMut};
use crate::harness::{Pair, Point, Shade, Tiled as TiledIndex, Vector};
use std::ops::{Add, BitXor, Neg, Rem, Sub};
#[derive(Clone, Copy, Debug, Default, PartialEq, GpuType)]
#[repr(C)]
pub struct Own {
pub a: u32,
pub b: f32,
}
pub mod constants {
use super::*;
pub const C1: bool = false;
pub const C2: (Vector, u32,) = (Vector::new(12.0f32, 24.0f32), 0x8000_0000u32, );
}
pub const C3: Vector = Vector::new(27.0f32, (-9.0f32));
pub const C4: i32 = (-38);
pub const C5: [(IVec3, u32,); 2] = [(IVec3::new(C4, 6, 1i32), 2u32, ), (IVec3::new(7i32, 0i32, 2), 31, ), ];
pub trait Data6: Sized {
type Item;
const C7: Self::Item;
const C8: Self;
}
impl Data6 for i32 {
type Item = i32;
const C7: Self::Item = (-1i32);
const C8: i32 = 0i32;
}
impl Data6 for f32 {
type Item = i32;
const C7: Self::Item = i32::MAX;
const C8: f32 = (-21.0);
}
impl Data6 for Vector {
type Item = i32;
const C7: Self::Item = 0i32;
const C8: Vector = C3;
}
impl Point {
fn plain_seed2019_9(&self, v10: &mut IVec3, xv11: &mut ArrayViewMut<u32, 1>, at12: Index<1>) -> bool {
if false && let Point { z: [m13, 0..=40], x: m14, .. } = (Point { x: <f32 as Data6>::C7, ..(*self) }) {
'l15: {
if constants::C1 { break 'l15; }
let v16: Pair = Pair(i32::MIN, 9);
}
}
let mut v22: [f32; 2] = [f32::default(), (if constants::C1 {  (-19.0f32) } else { let mut v17: Vector = Vector::new((if constants::C1 { 24.0 } else { 14.0 }), (if false { 13.0 } else { 42.0f32 }));
let v21: IVec3 = (if constants::C1 { let mut v18 = (f32::default()).max((-4.0));
let mut v18: Point = (Point { x: (<Vector as Data6>::C7 | <Vector as Data6>::C7), ..(*self) });
 (*v10) } else { let v19: Point = (*self);
let mut v20 = (if constants::C1 { Shade::Dark } else { Shade::Light });
 (*v10) });
 21.0f32 }), ];
(IVec3::select(((*v10)).cmpge((*v10)), (*v10), (*v10))).cmpgt(C5[3usize % 2].0).any()
}
}
impl Own {
fn length(self, v23: &mut IVec3, v24: &mut IVec3) -> <i32 as Data6>::Item {
match (if constants::C1 {  2u32 } else { let v25 = Pair(1_000_000i32, 31u32);
let mut v25: (Vector, u32,) = (Vector::ZERO, u32::MAX, );
 0x8000_0000u32 }) {
0 | 2 | 4 => {
let [m26, .., m27 @ 1..=40] = ([1u32; 3]) else {
return <Vector as Data6>::C7;
};
let v30: [i32; 3] = [<i32 as Data6>::C7, ({ let f28 = |v29: u32| 12345u32;
 i32::MAX }), 6, ];
}
,
..16 => {
}
,
_ => {
}
,
}
35
}
}
fn bounded31<A: amp::Value + Add<B>, B: amp::Value>(a: A, b: B) -> A::Output
where A::Output: amp::Value {
let c = a + b;
c
}
pub fn kernel<S: Data6<Item = i32> + GpuType + Default + PartialEq + Add<Output = S>>(t: TiledIndex<1>, n: u32, ai: &ArrayView<i32, 1>, au: &ArrayView<u32, 1>, af: &ArrayView<f32, 1>, ap: &ArrayView<Point, 1>, ag: &ArrayView<f16, 1>, ax: &ArrayView<i32, 2>, mut xi: &mut ArrayViewMut<i32, 1>, mut xu: &mut ArrayViewMut<u32, 1>, mut xf: &mut ArrayViewMut<f32, 1>, mut xp: &mut ArrayViewMut<Point, 1>, mut xo: &mut ArrayViewMut<Vector, 1>) {
let i = t.global;
let l = t.local[0];
let mut s: [i32; 16] = Default::default();
let mut r: [Point; 16] = Default::default();
let mut o: [Vector; 16] = Default::default();
let mut bins: [u32; 16] = Default::default();
let mut u = n % 7;
let mut v32: [f32; 3] = [1.0f32; 3];
let mut v33: f32 = (((af[l % 64]).max(25.0) - 7.0) % 64.0);
r[l] = (Point { x: 1, y: 2.0, z: [3, 4] });
t.barrier.meet(&mut [("s", &mut s), ("r", &mut r), ("o", &mut o), ("bins", &mut bins)]);
let mut v35 = r[((l % 64 + l % 64)).min(l) % 16];
t.barrier.meet(&mut [("s", &mut s), ("r", &mut r), ("o", &mut o), ("bins", &mut bins)]);
if ai[t.tile[0]] > 0 || u > 3 {
let v37: Own = (Own { a: (v33 as u32), b: (if constants::C1 { 17.0 } else { v33 }) });
if (l < 9usize) {
let mut v38: Own = v37;
if constants::C1 {
let (Point { z: [_, v39], x: v40, .. }, _, mut v41) = ((Point { x: 1, y: 2.0, z: [3, 4] }), true, IVec3::new(1, 2, 3),);
std::mem::swap(&mut v38.a, &mut v35.z[(l).min(l) % 2]);
let mut v42: Pair = Pair(<i32 as Data6>::C7, v39);
}
}
 else {
if let m43 @ (0 | 2 | 12345..) = au[24] {
let mut v45: Point = (Point { x: 23, y: v33, z: [1u32; 2] });
let mut v46: u32 = ((au[56] | 0x400) - (au[43] & 1023));
let v47: [Point; 3] = [v45, ap[41], v35, ];
}
let mut v48: IVec3 = ({  IVec3::new(1, 2, 3) });
}
r[l] = v35;
t.barrier.meet(&mut [("s", &mut s), ("r", &mut r), ("o", &mut o), ("bins", &mut bins)]);
let mut v50 = r[(((au[2] << (u32::MAX & 31)) & 4095) as usize % 64) % 16];
t.barrier.meet(&mut [("s", &mut s), ("r", &mut r), ("o", &mut o), ("bins", &mut bins)]);
}
let mut k51 = 0u32;
'l52: while k51 < 5 && (Pair(5, 6) != Pair(5, 6)) {
k51 += 1;
{
let mut v53 = [Shade::Dark; 3];
if false {
v33 -= v33;
v33 %= 64.0;
let v54: Vector = ((C3) * (af[1]));
}
v35.z[l % 2] ^= u32::default();
}
}
o[l] = (if (!Vector::ZERO) {  (Vector::ZERO + Vector::new(1.0, 2.0)) } else { (Vector { y: v33, ..Vector::ZERO }) });
t.barrier.meet(&mut [("s", &mut s), ("r", &mut r), ("o", &mut o), ("bins", &mut bins)]);
let mut v56 = o[l % 16];
t.barrier.meet(&mut [("s", &mut s), ("r", &mut r), ("o", &mut o), ("bins", &mut bins)]);
if !xi.extent().contains(i) { return; }
xi[i] = 17;
xu[i] = 9;
xf[i] = ({  (({  xf[i] })).rem_euclid(7.0) });
xp[i] = (Point { x: { let mut k57 = 0usize; loop { k57 += 1; if k57 > 3 { break ax[[2, l % 8]]; } if ((S::C8 + S::default()) != (S::C8 + S::default())) { break xi[i]; } let Pair(mut v58, v59) = (Pair { 1: n, 0: ai[i[0] % 64] });
let mut k60 = 0u32;
while let [m61, .., m62 @ 1..=40] = [n, xu[i], k51, ] {
k60 += 1;
if k60 > 1 { break; }
{
xo[i] = xo[i];
let v63: bool = ((Own { a: 1, b: 2.0 }) != (Own { a: 1, b: 2.0 }));
}
}
 } }, y: v33, z: [(if bool::default() {  k51 } else { let v64: IVec3 = (IVec3::new(1, 2, 3)).zzz();
 n }), (if constants::C1 { 16 } else { xu[i] }), ] });
xo[i] = (Vector::new(((v33 + 32.0f32) % 64.0), ((v33 - v33) % 64.0))).max({ let mut k65 = 0usize; 'l66: loop { k65 += 1; if k65 > 2 { break ((ag[i[0] % 64].to_f32() * xf[i]) % 64.0); } if ((S::C8 + S::default()) == <S as Default>::default()) { break v33; } if constants::C1 && let Pair(-3..=3, m68) = Pair(5, 6) {
let f69 = |v70: u32| k51;
let v71: Point = (Point { y: v33, ..Point::default() });
}
 else if constants::C1 {
v56 = ({ let f72 = |v73: u32| n;
let mut v74 = (xf[i], k51, );
 v56 });
let v75 = xo[i].clamp(xi[i], C3);
let mut v75: S = (if (if S::default() == S::default() { (S::C8 + S::default()) } else { S::default() }) == S::default() { (if S::C8 == (S::C8 + S::default()) { S::C8 } else { S::default() }) } else { (if <S as Default>::default() == <S as Default>::default() { (S::C8 + S::default()) } else { S::default() }) });
}
 } });
}
}

crate::program!(1<f32>, [16], Padded; ai au af ap ag ax; xi xu xf xp xo);
