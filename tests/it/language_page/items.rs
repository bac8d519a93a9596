//! Items that the examples of `docs/language.md` use without declaring them.

use amp::prelude::*;

pub use amp::f16;
pub use glam::{Vec2Swizzles, Vec3Swizzles, Vec4Swizzles};
pub use std::ops::Range;

pub const SCALE: f32 = 0.5;
pub const LIMIT: usize = 3;

#[derive(Clone, Copy, GpuType)]
#[repr(C)]
pub struct Pair {
    pub a: f32,
    pub b: u32,
}

impl Pair {
    pub const ZERO: Pair = Pair { a: 0.0, b: 0 };
}

#[derive(Clone, Copy, GpuType)]
#[repr(C)]
pub struct Two(pub u32, pub f32);

#[derive(Clone, Copy, Default, GpuType)]
#[repr(transparent)]
pub struct Grid([[f32; 3]; 3]);

#[device]
impl Grid {
    pub fn at(&self, row: usize, column: usize) -> &f32 {
        &self.0[row][column]
    }

    pub fn at_mut(&mut self, row: usize, column: usize) -> &mut f32 {
        &mut self.0[row][column]
    }
}

#[device]
pub fn adder(n: usize, by: f32) -> impl Fn(f32, usize) -> f32 {
    move |x, k| x * by + (n + k) as f32
}

#[device]
impl std::ops::Index<(usize, usize)> for Grid {
    type Output = f32;
    fn index(&self, (row, column): (usize, usize)) -> &f32 {
        &self.0[row][column]
    }
}

#[device]
impl std::ops::IndexMut<(usize, usize)> for Grid {
    fn index_mut(&mut self, (row, column): (usize, usize)) -> &mut f32 {
        &mut self.0[row][column]
    }
}

pub mod helpers {
    use amp::prelude::*;

    #[device]
    pub fn scale(x: f32, by: f32) -> f32 {
        x * by
    }
}

pub mod shapes {
    use amp::prelude::*;

    #[device]
    pub fn area(side: f32) -> f32 {
        side * side
    }
}

#[device]
pub fn shrunk(r: Range<usize>) -> Range<usize> {
    r.start..r.end + 3
}

#[device]
pub fn inner(list: &[f32], n: usize) -> &[f32] {
    &list[1..=n % list.len()]
}

#[device]
pub fn nearest(list: &[f32], v: f32) -> Option<&f32> {
    list.iter().min_by(|a, b| (**a - v).abs().total_cmp(&(**b - v).abs()))
}

#[device]
pub fn total(list: &[f32]) -> f32 {
    list.iter().sum()
}

#[device]
pub fn shift(list: &mut [f32], by: f32) {
    for item in list.iter_mut() {
        *item += by;
    }
}

#[device]
pub fn both(list: &[f32; 2], one: &f32, again: &[f32; 2]) -> f32 {
    list[1] * *one + again[0]
}

#[device]
pub fn map_sum(count: u32, f: impl Fn(u32) -> f32) -> f32 {
    let mut sum = 0.0;
    for k in 0..count {
        sum += f(k);
    }
    sum
}

#[device]
pub fn fold(v: &ArrayView<f32>, f: impl Fn(f32) -> f32) -> f32 {
    let mut sum = 0.0;
    for k in 0..v.extent()[0] {
        sum += f(v[k]);
    }
    sum
}

#[device]
pub fn at(v: &ArrayView<f32>, k: usize) -> f32 {
    v[k]
}

#[device]
pub fn add(v: &mut ArrayViewMut<u32>, k: usize, more: u32) {
    v[k] += more;
}

#[device]
pub fn scale(x: &mut f32, by: &f32) {
    *x *= *by;
}

#[device]
pub fn swap(a: &mut f32, b: &mut f32) {
    let old = *a;
    *a = *b;
    *b = old;
}

/// Moves the first item to `to`, and the old value of `to` into its place.
#[device]
pub fn move_first(to: &mut f32, from: &mut [f32; 4]) -> f32 {
    let first = from[0];
    from[0] = *to;
    *to = first;
    from[0] + from[3]
}

#[device]
pub fn each(count: u32, mut f: impl FnMut(u32)) {
    for k in 0..count {
        f(k);
    }
}
