//! Captures of closures: indices, extents, tuples, nested arrays, structs, and values behind references.

use amp::prelude::*;
use amp_tests::on_each;

#[derive(Clone, Copy, GpuType)]
#[repr(C)]
struct Setup {
    weights: [[f32; 2]; 3],
    shift: UVec2,
}

#[derive(Clone, Copy, GpuType)]
#[repr(transparent)]
struct Metres(f32);

#[test]
fn indices_and_extents_are_captured() {
    on_each(|on| {
        let input: Vec<u32> = (0..24).collect();
        let v = ArrayView::with_extent([4, 6], &input).unwrap();
        let mut found = vec![0; 24];
        let mut y = ArrayViewMut::with_extent([4, 6], &mut found).unwrap();
        let (size, corner) = (v.extent(), Index::new([1, 2]));
        let kernel = amp!(|i: Index<2>| {
            let moved = i + corner;
            let inside = size.contains(moved);
            y[i] = if inside { v[moved] } else { 100 };
            y[i] += (corner[1] + size[0] * 10) as u32;
            if size.contains(i + 1) {
                y[i] += v[[corner[0], corner[1]]] * 100_000;
            }
        });
        on.default_view().parallel_for_each(size, kernel).unwrap();
        drop(y);
        let expected: Vec<u32> = (0..24)
            .map(|n| {
                let (row, col) = (n / 6, n % 6);
                let first = if row + 1 < 4 && col + 2 < 6 { (row + 1) * 6 + col + 2 } else { 100 };
                let second = if row + 1 < 4 && col + 1 < 6 { 8 * 100_000 } else { 0 };
                (first + 2 + 40 + second) as u32
            })
            .collect();
        assert_eq!(found, expected);
    });
}

#[test]
fn tuples_and_arrays_are_captured() {
    on_each(|on| {
        let mut found = [0.0f32; 6];
        let mut y = ArrayViewMut::new(&mut found);
        let pair = (2.0f32, 3u32);
        let nested = [[1.0f32, 2.0], [3.0, 4.0], [5.0, 6.0]];
        let deep = ([1u32, 2, 3], (true, 0.5f32));
        let setup = Setup { weights: nested, shift: UVec2::new(1, 2) };
        let metres = Metres(4.0);
        let kernel = amp!(|i: Index<1>| {
            let k = i[0] % 3;
            let (a, b) = pair;
            y[i] = a * nested[k][i[0] / 3] + b as f32;
            y[i] += deep.0[k] as f32 + if deep.1.0 { deep.1.1 } else { 9.0 };
            y[i] += setup.weights[k][1] + setup.shift.y as f32 + metres.0;
            let all = nested;
            for row in all {
                y[i] += row[0];
            }
        });
        on.default_view().parallel_for_each(6, kernel).unwrap();
        drop(y);
        for (n, found) in found.iter().enumerate() {
            let k = n % 3;
            let expected =
                2.0 * nested[k][n / 3] + 3.0 + (k + 1) as f32 + 0.5 + nested[k][1] + 2.0 + 4.0 + 9.0;
            assert_eq!(*found, expected);
        }
    });
}

#[kernel]
fn with_parameters(
    i: Index<1>,
    size: Extent<2>,
    at: Index<2>,
    pair: (f32, [u32; 2]),
    y: &mut ArrayViewMut<f32>,
) {
    y[i] = pair.0 + pair.1[i[0] % 2] as f32 + (size[0] * 10 + at[1]) as f32;
}

#[test]
fn indices_extents_and_tuples_as_kernel_parameters() {
    on_each(|on| {
        let mut found = [0.0f32; 4];
        let mut y = ArrayViewMut::new(&mut found);
        let kernel = with_parameters(Extent::new([3, 4]), Index::new([5, 6]), (0.5, [1, 2]), &mut y);
        on.default_view().parallel_for_each(4, kernel).unwrap();
        drop(y);
        assert_eq!(found, [37.5, 38.5, 37.5, 38.5]);
    });
}

/// A range bound is computed from a capture, and the counter is a shift amount.
#[test]
fn loop_counter_as_a_shift_amount() {
    on_each(|accelerator| {
        let (n, xs) = (7u32, vec![-100, 90, 7, 1]);
        let mut ys = vec![0; 4];
        let (x, mut y) = (ArrayView::new(&xs), ArrayViewMut::new(&mut ys));
        let launch = amp!(|i: Index<1>| {
            for k in 0..n % 4 {
                y[i] += x[i] >> (k & 31);
            }
            y[i] += x[i] << 2;
        });
        accelerator.default_view().parallel_for_each(4, launch).unwrap();
        y.finish().unwrap();
        let wanted = |x: &i32| (0..3).map(|k| x >> k).sum::<i32>() + (x << 2);
        assert_eq!(ys, xs.iter().map(wanted).collect::<Vec<_>>());
    });
}

#[device]
fn doubled(x: &mut f32) {
    *x *= 2.0;
}

/// A loop over a host collection yields references; the closure captures the values behind them.
#[test]
fn values_behind_references_are_captured() {
    on_each(|on| {
        let setups = [
            Setup { weights: [[1.0, 2.0], [3.0, 4.0], [5.0, 6.0]], shift: UVec2::new(1, 2) },
            Setup { weights: [[0.5; 2]; 3], shift: UVec2::new(3, 4) },
        ];
        let boxed = Box::new(3u32);
        for (scale, setup) in [1.5f32, 2.5].iter().zip(&setups) {
            let mut found = [0.0f32; 3];
            let mut y = ArrayViewMut::new(&mut found);
            let kernel = amp!(|i: Index<1>| {
                let mut s = *scale;
                let r = &mut s;
                *r += *scale;
                doubled(r);
                let Setup { weights, .. } = *setup;
                y[i] = s + weights[i[0]][1] * scale.sqrt() + (*setup).shift.y as f32 + *boxed as f32;
            });
            on.default_view().parallel_for_each(3, kernel).unwrap();
            drop(y);
            let one = |n: usize| {
                scale * 4.0 + setup.weights[n][1] * scale.sqrt() + setup.shift.y as f32 + *boxed as f32
            };
            assert_eq!(found, [one(0), one(1), one(2)]);
        }
    });
}

/// The kernel reads the extent of a view before it indexes the view, or never indexes the view. The rank of the view may
/// differ from the kernel's.
#[test]
fn extent_is_read_before_the_view_is_indexed() {
    let data: Vec<u32> = (0..24).collect();
    on_each(|on| {
        let on = on.default_view();
        let flat = ArrayView::new(&data);
        let plane = ArrayView::with_extent([4, 6], &data).unwrap();
        let cube = ArrayView::with_extent([2, 3, 4], &data).unwrap();
        let mut y = ArrayViewMut::without_source([4]).unwrap();
        let rows = amp!(|i: Index<1>| {
            let columns = plane.extent()[1];
            let mut sum = 0;
            for k in 0..columns {
                sum += plane[[i[0], k]];
            }
            y[i] = sum;
        });
        on.parallel_for_each(4, rows).unwrap();
        assert_eq!(y.to_vec().unwrap(), [15, 51, 87, 123]);
        let extents_only = amp!(|i: Index<1>| y[i] = (plane.extent()[1] * 100 + cube.extent()[2]) as u32);
        on.parallel_for_each(4, extents_only).unwrap();
        assert_eq!(y.to_vec().unwrap(), [604; 4]);
        let projections = amp!(|i: Index<1>| {
            let size = plane.extent();
            let row = plane.project(size[0] - 1 - i[0]).unwrap();
            y[i] = row[size[1] - 1];
        });
        on.parallel_for_each(4, projections).unwrap();
        assert_eq!(y.to_vec().unwrap(), [23, 17, 11, 5]);
        let mut z = ArrayViewMut::without_source([2, 4]).unwrap();
        let lower = amp!(|i: Index<2>| {
            let n = flat.extent()[0];
            z[i] = flat[n - 1 - i[1]] + n as u32;
        });
        on.parallel_for_each([2, 4], lower).unwrap();
        assert_eq!(z.to_vec().unwrap(), [47, 46, 45, 44, 47, 46, 45, 44]);
    });
}

/// Captured arrays are iterated, with and without subscripts in the same kernel.
#[test]
fn captured_arrays_are_iterated() {
    let weights = [1.0f32, 2.0, 4.0];
    let dims = [2usize, 3];
    let odd = [true, false];
    let pairs = [(1u32, 0.5f32), (3, 0.25)];
    on_each(|on| {
        let on = on.default_view();
        let mut y = ArrayViewMut::<f32>::without_source([3]).unwrap();
        let moved = amp!(|i: Index<1>| {
            for w in weights {
                y[i] += w;
            }
            for w in &weights {
                y[i] += w * 10.0;
            }
            for (k, w) in weights.iter().enumerate() {
                y[i] += w * 100.0 * k as f32;
            }
        });
        on.parallel_for_each(3, moved).unwrap();
        assert_eq!(y.to_vec().unwrap(), [1077.0; 3]);
        let counted = amp!(|i: Index<1>| {
            y[i] = 0.0;
            for k in 0..weights.len() {
                y[i] += weights[k] * weights[i[0]];
            }
            for w in weights.iter() {
                y[i] += w * 100.0;
            }
        });
        on.parallel_for_each(3, counted).unwrap();
        assert_eq!(y.to_vec().unwrap(), [707.0, 714.0, 728.0]);
        let copied = amp!(|i: Index<1>| {
            let dims = dims;
            let odd = odd;
            let pairs = pairs;
            let (n, half) = pairs[i[0] % 2];
            y[i] = (dims[0] * 100 + dims[1] * 10 + odd[i[0] % 2] as usize) as f32 + n as f32 * half;
        });
        on.parallel_for_each(3, copied).unwrap();
        assert_eq!(y.to_vec().unwrap(), [231.5, 230.75, 231.5]);
    });
}
