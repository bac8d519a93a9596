//! The random program seed10.

pub mod kernel {
use amp::prelude::*;
#[derive(Clone, Copy, Debug, Default, PartialEq, GpuType)]
#[repr(C)]
pub(crate) struct Point {
    pub x: i32,
    pub y: f32,
    pub z: [u32; 2],
}

#[derive(Clone, Copy, Debug, PartialEq, GpuType)]
#[repr(u32)]
pub(crate) enum Shade {
    Dark,
    Grey,
    Light,
}

#[kernel]
pub fn kernel(i: Index<1>, n: u32, a: &ArrayView<i32>, b: &ArrayView<u32>, c: &ArrayView<f32>, p: &ArrayView<Point>, x: &mut ArrayViewMut<i32>, y: &mut ArrayViewMut<u32>, z: &mut ArrayViewMut<f32>, q: &mut ArrayViewMut<Point>, h: &mut ArrayViewMut<u32>) {
let mut v1 = ((((i32::MIN / ((1_000_000i32 & 15) + 1))).signum() / ((1_000_000i32 & 15) + 1))).wrapping_shl((((c[i] != c[19]) as u32) % (((((n) & 7)).pow((n & 3)) & 15) + 1)));
let v2: [u32; 2] = [1u32; 2];
let v1: usize = ((i[0] / ((((n & 4095) as usize % 64) / ((3usize).min(i[0]) % 7 + 1)) % 7 + 1)) / ((((2usize / (i[0] % 7 + 1)) % 64 + (1usize).min(i[0]) % 64) / ((({  i[0] })).min(i[0]) % 7 + 1)) % 7 + 1));
let mut v6: [[i32; 2]; 3] = [[((true || false) as i32), a[34], ], [a[(i[0] * 3 + 53) % 64], a[i], ], [({ let f3 = |v4: f32| v4;
{
let mut v5: Point = (Point { x: a[30], y: c[i], z: v2 });
}
 a[i] }), a[i], ], ];
x[i] = ((((v1 % 64 + 5usize % 64)).min((v1 % 16 * (v1 % 16)))).min(v1) as i32);
y[i] = ((((i32::MAX).leading_zeros() >> ((false as u32) & 31)) | 0x400) - (n & 1023));
z[i] = (0.0 - ((0.0 - c[i])).min(c[i]));
q[i] = Point { x: 1, y: 2.0, z: [3, 4] };
}
}

pub mod reference {
use crate::harness::{Slice as ArrayView, Slice as ArrayViewMut};
use amp::{Index, atomic_fetch_add};
#[derive(Clone, Copy, Debug, Default, PartialEq)]
#[repr(C)]
pub(crate) struct Point {
    pub x: i32,
    pub y: f32,
    pub z: [u32; 2],
}

#[derive(Clone, Copy, Debug, PartialEq)]
#[repr(u32)]
pub(crate) enum Shade {
    Dark,
    Grey,
    Light,
}

pub fn kernel(i: Index<1>, n: u32, a: &ArrayView<i32>, b: &ArrayView<u32>, c: &ArrayView<f32>, p: &ArrayView<Point>, x: &mut ArrayViewMut<i32>, y: &mut ArrayViewMut<u32>, z: &mut ArrayViewMut<f32>, q: &mut ArrayViewMut<Point>, h: &mut ArrayViewMut<u32>) {
let mut v1 = ((((i32::MIN / ((1_000_000i32 & 15) + 1))).signum() / ((1_000_000i32 & 15) + 1))).wrapping_shl((((c[i] != c[19]) as u32) % (((((n) & 7)).pow((n & 3)) & 15) + 1)));
let v2: [u32; 2] = [1u32; 2];
let v1: usize = ((i[0] / ((((n & 4095) as usize % 64) / ((3usize).min(i[0]) % 7 + 1)) % 7 + 1)) / ((((2usize / (i[0] % 7 + 1)) % 64 + (1usize).min(i[0]) % 64) / ((({  i[0] })).min(i[0]) % 7 + 1)) % 7 + 1));
let mut v6: [[i32; 2]; 3] = [[((true || false) as i32), a[34], ], [a[(i[0] * 3 + 53) % 64], a[i], ], [({ let f3 = |v4: f32| v4;
{
let mut v5: Point = (Point { x: a[30], y: c[i], z: v2 });
}
 a[i] }), a[i], ], ];
x[i] = ((((v1 % 64 + 5usize % 64)).min((v1 % 16 * (v1 % 16)))).min(v1) as i32);
y[i] = ((((i32::MAX).leading_zeros() >> ((false as u32) & 31)) | 0x400) - (n & 1023));
z[i] = (0.0 - ((0.0 - c[i])).min(c[i]));
q[i] = Point { x: 1, y: 2.0, z: [3, 4] };
}
}

crate::run!();
crate::expected!();
