//! `Index` and `Extent` values that kernels construct, offset and query.

use crate::compare::compare;
use amp::glam::Vec3;
use amp::prelude::*;

#[device]
fn origin(n: u32) -> [usize; 2] {
    [n as usize % 5, n as usize % 3]
}

#[device]
fn steps(n: u32) -> [isize; 2] {
    [n as isize % 3 - 1, 1 - n as isize % 2]
}

compare!(constructed_from_arrays, |i, x: u32, y: u32| {
    let from = [x[i] as usize % 4, 3];
    let size = [4usize, 5];
    let a = Index::new(from);
    let b = Index::from(from) + a;
    let c = Index::<2>::new(origin(x[i]));
    let all = Extent::new(size);
    let one = Index::from(from[0]) + 1;
    y[i] = (a[0] + b[1] * 10 + c[0] * 100 + c[1] * 1000 + all[1] * 10_000 + one[0] * 100_000) as u32;
});

compare!(offset_by_arrays, |i, x: u32, y: u32| {
    let size = Extent::from([4, 2]);
    let at = Index::<2>::from(origin_of(x[i]));
    let by = [x[i] as isize % 2, -1];
    let moved = at.offset(by);
    let other = at.offset(steps(x[i]));
    if size.contains(moved) {
        y[i] += (1 + moved[0] * 10 + moved[1]) as u32;
    }
    if size.contains(other) {
        y[i] += (1 + other[0] * 10 + other[1]) as u32 * 1000;
    }
});

#[device]
fn origin_of(n: u32) -> [usize; 2] {
    origin(n)
}

compare!(components_are_evaluated_in_order, |i, x: u32, y: u32| {
    let mut k = x[i] as usize % 7;
    let at = Index::new([
        {
            k += 1;
            k
        },
        k * 10,
    ]);
    y[i] = (at[0] + at[1]) as u32;
});

compare!(constructed_by_into, |i, x: u32, y: u32| {
    let j: Index<2> = [x[i] as usize % 4, 1].into();
    let k: Index<2> = origin(x[i]).into();
    let all: Extent<2> = [3, 4].into();
    let odd: u32 = (x[i] % 2 == 1).into();
    let wide: Vec3 = [1.0, 2.0, x[i] as f32].into();
    y[i] = (j[0] + k[1] * 10 + all.size() * 100) as u32 + odd * 10_000 + wide.z as u32 * 100_000;
});
