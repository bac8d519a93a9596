//! Chains in kernels of several kinds: over structs, rows, tile memory and vectors, in device functions and in closure
//! kernels.

use super::values;
use amp::glam::Vec3;
use amp::prelude::*;
use amp_tests::on_each;
use std::iter::Sum;

#[derive(Clone, Copy, Debug, PartialEq, GpuType)]
#[repr(C)]
struct Body {
    mass: f32,
    charge: f32,
    at: [f32; 2],
}

#[device]
impl Body {
    fn attraction(&self, other: &Body) -> f32 {
        self.mass * other.charge + self.at.iter().zip(&other.at).map(|(a, b)| (a - b) * (a - b)).sum::<f32>()
    }
}

#[kernel]
fn attract(i: Index<1>, bodies: &ArrayView<Body>, out: &mut ArrayViewMut<f32>) {
    let me = bodies[i];
    out[i] =
        bodies.iter().enumerate().filter(|(k, _)| *k != i[0]).map(|(_, it)| me.attraction(it)).sum::<f32>()
            + bodies.iter().map(|Body { mass, at: [first, _], .. }| mass * first).sum::<f32>()
            + bodies.iter().filter(|it| it.mass > 1.0).map(|it| it.charge).fold(0.0, |a, b| a + b);
}

#[test]
fn chains_visit_structs() {
    let bodies: Vec<Body> =
        (0..6).map(|k| k as f32).map(|k| Body { mass: k * 0.5, charge: k % 3.0, at: [k, 1.0 - k] }).collect();
    let expected = |i: usize| {
        let me = bodies[i];
        bodies.iter().enumerate().filter(|(k, _)| *k != i).map(|(_, it)| me.attraction(it)).sum::<f32>()
            + bodies.iter().map(|it| it.mass * it.at[0]).sum::<f32>()
            + bodies.iter().filter(|it| it.mass > 1.0).map(|it| it.charge).sum::<f32>()
    };
    on_each(|accelerator| {
        let mut found = [0.0; 6];
        let (view, mut out) = (ArrayView::new(&bodies), ArrayViewMut::new(&mut found));
        accelerator.default_view().parallel_for_each(6, attract(&view, &mut out)).unwrap();
        out.finish().unwrap();
        assert_eq!(found, std::array::from_fn(expected), "on {}", accelerator.description());
    });
}

#[kernel(tile = [4])]
fn butterfly(t: TiledIndex<1>, x: &ArrayView<f32>, out: &mut ArrayViewMut<f32>) {
    #[tile_static]
    let mut s: [f32; 4];
    s[t.local[0]] = x[t.global];
    t.barrier.wait();
    let total: f32 = s.iter().sum();
    for step in (0..2).map(|k| 1 << k) {
        t.barrier.wait();
        let next = s[t.local[0] ^ step];
        t.barrier.wait();
        s[t.local[0]] += next;
    }
    t.barrier.wait();
    if t.local[0] == 0 {
        s.iter_mut().rev().enumerate().for_each(|(k, v)| *v += k as f32);
    }
    t.barrier.wait();
    out[t.global] = total * 100.0 + s[t.local[0]] + s.iter().copied().reduce(f32::max).unwrap();
}

#[test]
fn chains_visit_tile_memory_between_barriers() {
    let values = &values()[..8];
    let sums = [0, 4].map(|first| values[first..first + 4].iter().sum::<f32>());
    let expected: Vec<f32> = (0..8)
        .map(|i| {
            let sum = sums[i / 4];
            sum * 100.0 + (sum + (3 - i % 4) as f32) + (sum + 3.0)
        })
        .collect();
    on_each(|accelerator| {
        let mut found = [0.0; 8];
        let (x, mut out) = (ArrayView::new(values), ArrayViewMut::new(&mut found));
        let tiles = Extent::from([8]).tile([4]).unwrap();
        accelerator.default_view().parallel_for_each(tiles, butterfly(&x, &mut out)).unwrap();
        out.finish().unwrap();
        assert_eq!(found[..], expected[..], "on {}", accelerator.description());
    });
}

#[kernel]
fn rows(i: Index<1>, m: &ArrayView<f32, 2>, out: &mut ArrayViewMut<f32>) {
    let row = m.project(i[0]).unwrap();
    out[i] = row.iter().sum::<f32>();
    out[i] += m.project(0).unwrap().iter().zip(row.iter()).map(|(a, b)| a * b).sum::<f32>();
    for v in row.iter() {
        out[i] += *v;
    }
    for (k, v) in m.section([i[0], 1], [1, 2]).unwrap().project(0).unwrap().iter().enumerate() {
        out[i] += k as f32 * v;
    }
}

#[kernel]
fn own_row(i: Index<1>, m: &mut ArrayViewMut<f32, 2>) {
    let mut row = m.project_mut(i[0]).unwrap();
    for (k, v) in row.iter_mut().enumerate() {
        *v += k as f32;
    }
    row.iter_mut().for_each(|v| *v *= 2.0);
}

#[test]
fn chains_visit_rows() {
    let values: Vec<f32> = (0..12u8).map(f32::from).collect();
    on_each(|accelerator| {
        let on = accelerator.default_view();
        let mut found = [0.0; 4];
        let (m, mut out) = (ArrayView::with_extent([4, 3], &values).unwrap(), ArrayViewMut::new(&mut found));
        on.parallel_for_each(4, rows(&m, &mut out)).unwrap();
        out.finish().unwrap();
        let expected = |r: usize| {
            let row = &values[r * 3..r * 3 + 3];
            let products = values[..3].iter().zip(row).map(|(a, b)| a * b);
            row.iter().sum::<f32>() * 2.0 + products.sum::<f32>() + row[2]
        };
        assert_eq!(found, std::array::from_fn(expected), "on {}", accelerator.description());

        let mut changed = values.clone();
        let mut m = ArrayViewMut::with_extent([4, 3], &mut changed).unwrap();
        on.parallel_for_each(4, own_row(&mut m)).unwrap();
        m.finish().unwrap();
        let expected: Vec<f32> = (0..12).map(|k| (values[k] + (k % 3) as f32) * 2.0).collect();
        assert_eq!(changed, expected, "on {}", accelerator.description());
    });
}

#[device]
fn total(x: &ArrayView<f32>, scale: f32) -> f32 {
    x.iter().map(|v| v * scale).sum()
}

#[device]
fn first_above(x: &ArrayView<f32>, limit: f32) -> Option<usize> {
    x.iter().position(|v| *v > limit)
}

#[device]
fn longest<const N: usize>(v: [f32; N]) -> f32 {
    v.into_iter().map(|c| c.abs()).fold(0.0, f32::max)
}

#[device]
fn sum_of(x: &ArrayView<f32>, f: impl Fn(f32) -> f32) -> f32 {
    x.iter().copied().map(f).sum()
}

#[device]
fn generic_sum<T: Scalar + Sum<T>>(v: [T; 3]) -> T {
    v.into_iter().sum()
}

#[device]
fn all_of(i: usize, x: &ArrayView<f32>) -> f32 {
    let first = first_above(x, 3.0).map_or(0.0, |k| k as f32);
    total(x, 2.0) + first + longest([1.0, -4.0]) + sum_of(x, |v| v + 1.0) + generic_sum([1.0, 2.0, i as f32])
}

#[kernel]
fn functions(i: Index<1>, x: &ArrayView<f32>, out: &mut ArrayViewMut<f32>) {
    out[i] = all_of(i[0], x);
}

#[test]
fn device_functions_contain_chains() {
    let values = values();
    let x = ArrayView::new(&values);
    on_each(|accelerator| {
        let mut found = [0.0; 3];
        let mut out = ArrayViewMut::new(&mut found);
        accelerator.default_view().parallel_for_each(3, functions(&x, &mut out)).unwrap();
        out.finish().unwrap();
        assert_eq!(found, std::array::from_fn(|i| all_of(i, &x)), "on {}", accelerator.description());
    });
}

#[test]
fn closure_kernels_capture_views_and_arrays() {
    let values = values();
    let x = ArrayView::new(&values);
    let (table, scale, counts) = ([1.0f32, 2.0, 4.0], 3.0f32, [1u32, 2]);
    let expected = values.iter().map(|v| v * scale).sum::<f32>()
        + table.iter().zip(values.iter()).map(|(a, b)| a * b).sum::<f32>()
        + counts.iter().sum::<u32>() as f32
        + values.iter().sum::<f32>()
        + table.iter().sum::<f32>();
    on_each(|accelerator| {
        let mut found = [0.0; 4];
        let mut y = ArrayViewMut::new(&mut found);
        let kernel = amp!(|i: Index<1>| {
            y[i] = x.iter().map(|v| v * scale).sum::<f32>()
                + table.iter().zip(x.iter()).map(|(a, b)| a * b).sum::<f32>();
            for c in &counts {
                y[i] += *c as f32;
            }
            for v in x.iter() {
                y[i] += v;
            }
            let sum: f32 = table.iter().sum();
            y[i] += sum;
        });
        accelerator.default_view().parallel_for_each(4, kernel).unwrap();
        y.finish().unwrap();
        assert_eq!(found, [expected; 4], "on {}", accelerator.description());
    });
}

#[test]
fn vectors_are_summed() {
    let vectors: Vec<Vec3> = (0..5u8).map(f32::from).map(|k| Vec3::new(k, 1.0, -k)).collect();
    let sum: Vec3 = vectors.iter().map(|v| *v * 2.0).sum();
    let product: Vec3 = vectors.iter().copied().product();
    let expected = sum.x + product.y + vectors.iter().map(|v| v.dot(sum)).fold(0.0, f32::max);
    let v = ArrayView::new(&vectors);
    on_each(|accelerator| {
        let mut found = [0.0; 2];
        let mut y = ArrayViewMut::new(&mut found);
        let kernel = amp!(|i: Index<1>| {
            let sum: Vec3 = v.iter().map(|v| *v * 2.0).sum();
            let product = v.iter().copied().product::<Vec3>();
            y[i] = sum.x + product.y + v.iter().map(|v| v.dot(sum)).fold(0.0, f32::max);
        });
        accelerator.default_view().parallel_for_each(2, kernel).unwrap();
        y.finish().unwrap();
        assert_eq!(found, [expected; 2], "on {}", accelerator.description());
    });
}
