//! View arguments of device functions: read, written, atomic, of each rank and element type. The host's results are the expected
//! ones.

use amp::prelude::*;
use amp_tests::{mean_around, on_each};

#[device]
fn third(v: &ArrayView<f32>) -> f32 {
    v[2]
}

#[kernel]
fn adds_the_third(i: Index<1>, x: &ArrayView<f32>, y: &mut ArrayViewMut<f32>) {
    y[i] = x[i] + third(x);
}

#[test]
fn view_argument_is_read() {
    let xs: Vec<f32> = (0..100).map(|n| n as f32).collect();
    assert_eq!(third(&ArrayView::new(&xs)), 2.0);
    on_each(|accelerator| {
        let mut ys = vec![0.0; 100];
        let (x, mut y) = (ArrayView::new(&xs), ArrayViewMut::new(&mut ys));
        accelerator.default_view().parallel_for_each(y.extent(), adds_the_third(&x, &mut y)).unwrap();
        y.finish().unwrap();
        assert!(ys.iter().zip(&xs).all(|(y, x)| *y == x + 2.0));
    });
}

#[device]
fn at(v: &ArrayView<f32, 2>, row: usize, column: usize) -> f32 {
    v[[row, column]]
}

/// Passes the view on, and reads its extent.
#[device]
fn cross(v: &ArrayView<f32, 2>, i: Index<2>) -> f32 {
    let rows = v.extent()[0];
    let below = if i[0] + 1 < rows { at(v, i[0] + 1, i[1]) } else { 0.0 };
    v[i] + below
}

#[device]
fn add_to<T: Scalar>(v: &mut ArrayViewMut<T>, at: usize, by: T) {
    v[at] += by;
}

#[device]
fn swap_ends(v: &mut ArrayViewMut<f32>) {
    let last = v.extent()[0] - 1;
    let old_first = v[0];
    v[0] = v[last];
    v[last] = old_first;
}

#[device]
fn dot<T: Float>(a: &ArrayView<T>, b: &ArrayView<T>, n: usize) -> T {
    let mut sum = a[0] * b[0];
    for k in 1..n {
        sum += a[k] * b[k];
    }
    sum
}

#[device]
fn last_of(v: &ArrayView<f32>) -> f32 {
    v[v.extent()[0] - 1]
}

#[device]
fn count(bins: &mut ArrayViewMut<u32>, at: usize) -> u32 {
    atomic_fetch_add(&mut bins[at], 1)
}

#[device]
fn count_twice(bins: &mut ArrayViewMut<u32>, at: usize) -> u32 {
    count(bins, at);
    count(bins, at)
}

#[device]
fn scaled(p: &Scale, x: f32) -> f32 {
    p.by * x
}

#[derive(Clone, Copy, GpuType)]
#[repr(C)]
struct Scale {
    by: f32,
}

#[device]
impl Scale {
    fn of(&self, v: &ArrayView<f32>, at: usize) -> f32 {
        self.by * v[at]
    }

    fn put(self, v: &mut ArrayViewMut<f32>, at: usize, x: f32) {
        v[at] = self.by * x;
    }

    fn mean(v: &ArrayView<f32>, n: usize) -> Scale {
        let mut by = 0.0;
        for k in 0..n {
            by += v[k];
        }
        Scale { by: by / n as f32 }
    }

    fn grow(&mut self, v: &ArrayView<f32>) {
        self.by += v[0];
    }
}

#[kernel]
fn crosses(i: Index<2>, a: &ArrayView<f32, 2>, b: &mut ArrayViewMut<f32, 2>) {
    b[i] = cross(a, i) + at(&a, 0, i[1]);
}

#[kernel]
fn adds<T: Scalar>(i: Index<1>, y: &mut ArrayViewMut<T>, by: T) {
    add_to(y, i[0], by);
    add_to(&mut y, i[0], by);
}

#[kernel]
fn swaps(i: Index<1>, y: &mut ArrayViewMut<f32>) {
    if i[0] == 0 {
        swap_ends(y);
    }
}

/// Generic over the rank.
#[device]
fn value<T: Scalar, const N: usize>(v: &ArrayView<T, N>, i: Index<N>) -> T {
    v[i]
}

#[device]
fn replace<T: Scalar, const N: usize>(v: &mut ArrayViewMut<T, N>, i: Index<N>, by: T) -> T {
    let old = v[i];
    v[i] = by;
    old
}

#[kernel]
fn moves<T: Scalar>(i: Index<2>, x: &ArrayView<T, 2>, v: &ArrayView<T>, y: &mut ArrayViewMut<T, 2>) {
    let old = replace(y, i, value(x, i));
    y[i] = y[i] + old + value(v, Index::new([i[1]]));
}

fn values(n: usize) -> Vec<f32> {
    (0..n).map(|n| (n * 7 % 13) as f32).collect()
}

#[test]
fn two_dimensional_view_argument_is_passed_on() {
    let a = values(6 * 5);
    let expected: Vec<f32> =
        (0..30).map(|n| a[n] + a.get(n + 5).copied().unwrap_or(0.0) + a[n % 5]).collect();
    on_each(|accelerator| {
        let on = accelerator.default_view();
        let mut b = vec![0.0; 30];
        let view = ArrayView::with_extent([6, 5], &a).unwrap();
        let mut out = ArrayViewMut::with_extent([6, 5], &mut b).unwrap();
        on.parallel_for_each(out.extent(), crosses(&view, &mut out)).unwrap();
        out.finish().unwrap();
        assert_eq!(b, expected);
        let mut b = vec![0.0; 30];
        let mut out = ArrayViewMut::with_extent([6, 5], &mut b).unwrap();
        on.parallel_for_each(out.extent(), amp!(|i: Index<2>| out[i] = cross(&view, i) + at(&view, 0, i[1])))
            .unwrap();
        out.finish().unwrap();
        assert_eq!(b, expected);
    });
}

#[test]
fn view_arguments_generic_over_rank_and_element() {
    let (a, b) = ((0..12).collect::<Vec<u32>>(), (5..9).collect::<Vec<u32>>());
    on_each(|accelerator| {
        let mut c = vec![1u32; 12];
        let (x, v) = (ArrayView::with_extent([3, 4], &a).unwrap(), ArrayView::new(&b));
        let mut y = ArrayViewMut::with_extent([3, 4], &mut c).unwrap();
        accelerator.default_view().parallel_for_each(y.extent(), moves(&x, &v, &mut y)).unwrap();
        y.finish().unwrap();
        assert_eq!(c, (0..12).map(|n| n + 1 + 5 + n % 4).collect::<Vec<u32>>());
    });
}

#[test]
fn view_argument_is_written() {
    on_each(|accelerator| {
        let on = accelerator.default_view();
        let mut ys = values(50);
        let mut y = ArrayViewMut::new(&mut ys);
        on.parallel_for_each(y.extent(), adds(&mut y, 1.5f32)).unwrap();
        on.parallel_for_each(y.extent(), swaps(&mut y)).unwrap();
        on.parallel_for_each(y.extent(), amp!(|i: Index<1>| add_to(&mut y, i[0], 2.0))).unwrap();
        y.finish().unwrap();
        let mut expected: Vec<f32> = values(50).iter().map(|x| x + 5.0).collect();
        expected.swap(0, 49);
        assert_eq!(ys, expected);
        // On the host, a device function is an ordinary function.
        let mut y = ArrayViewMut::new(&mut ys);
        swap_ends(&mut y);
        add_to(&mut y, 3, 1.0);
        drop(y);
        expected.swap(0, 49);
        expected[3] += 1.0;
        assert_eq!(ys, expected);
    });
}

#[test]
fn arrays_and_views_as_view_arguments() {
    let (a, b) = (values(20), [2.0f32; 20]);
    let expected = a.iter().sum::<f32>() * 2.0;
    on_each(|accelerator| {
        let on = accelerator.default_view();
        let mut out = vec![0.0f32, 0.0, 0.0, 0.0, 7.0];
        let mut y = ArrayViewMut::new(&mut out);
        let x = ArrayView::new(&a);
        let array = Array::from_slice_on(&on, [20], &b).unwrap();
        let n = 20;
        on.parallel_for_each(
            Extent::new([4]),
            amp!(|i: Index<1>| {
                y[i] = dot(&x, &array, n) + y[i];
                y[i] += last_of(&y.as_view());
            }),
        )
        .unwrap();
        y.finish().unwrap();
        assert_eq!(out[..4], [expected + 7.0; 4]);
    });
}

#[test]
fn atomic_operations_on_a_view_argument() {
    let keys: Vec<u32> = (0..1000).map(|n| n * 7 % 5).collect();
    on_each(|accelerator| {
        let on = accelerator.default_view();
        let mut counts = [0u32; 6];
        let (key, mut bins) = (ArrayView::new(&keys), ArrayViewMut::new(&mut counts));
        on.parallel_for_each(
            key.extent(),
            amp!(|i: Index<1>| {
                let seen = count_twice(&mut bins, key[i] as usize);
                if seen > 5000 {
                    bins[5] = seen;
                }
                if i[0] == 0 {
                    bins[5] += 3;
                }
            }),
        )
        .unwrap();
        bins.finish().unwrap();
        assert_eq!(counts, [400, 400, 400, 400, 400, 3]);
    });
}

#[test]
fn methods_with_view_arguments() {
    let xs = values(40);
    on_each(|accelerator| {
        let on = accelerator.default_view();
        let mut ys = vec![0.0; 40];
        let (x, mut y) = (ArrayView::new(&xs), ArrayViewMut::new(&mut ys));
        let scale = Scale { by: 3.0 };
        on.parallel_for_each(
            x.extent(),
            amp!(|i: Index<1>| {
                let mut mean = Scale::mean(&x.as_view(), 10);
                mean.grow(&x.as_view());
                let v = scale.of(&x.as_view(), i[0]) + scaled(&scale, 1.0) + mean.by;
                mean.put(&mut y, i[0], v);
            }),
        )
        .unwrap();
        y.finish().unwrap();
        let mean = xs[..10].iter().sum::<f32>() / 10.0 + xs[0];
        for (y, x) in ys.iter().zip(&xs) {
            assert!((y - mean * (3.0 * x + 3.0 + mean)).abs() < 1e-3, "{y}");
        }
    });
}

/// Copies a section of a view into tile memory.
#[device]
fn load(b: &TileBarrier, v: &ArrayView<f32>, global: usize, local: usize, scratch: &mut [f32; 32]) {
    scratch[local] = v[global];
    b.wait();
}

#[device]
fn total(b: &TileBarrier, v: &ArrayView<f32>, global: usize, local: usize, scratch: &mut [f32; 32]) -> f32 {
    load(b, v, global, local, scratch);
    let mut half = 16;
    while half > 0 {
        if local < half {
            scratch[local] += scratch[local + half];
        }
        b.wait();
        half /= 2;
    }
    scratch[0]
}

#[kernel(tile = [32])]
fn totals(t: TiledIndex<1>, x: &ArrayView<f32>, y: &mut ArrayViewMut<f32>) {
    #[tile_static]
    let mut scratch: [f32; 32];
    let sum = total(&t.barrier, x, t.global[0], t.local[0], &mut scratch);
    if t.local[0] == 0 {
        add_to(y, t.tile[0], sum);
    }
}

#[test]
fn collective_functions_with_view_arguments() {
    let xs = values(32 * 5);
    let expected: Vec<f32> = xs.chunks(32).map(|tile| tile.iter().sum()).collect();
    on_each(|accelerator| {
        let mut ys = vec![0.0; 5];
        let (x, mut y) = (ArrayView::new(&xs), ArrayViewMut::new(&mut ys));
        let domain = x.extent().tile([32]).unwrap();
        accelerator.default_view().parallel_for_each(domain, totals(&x, &mut y)).unwrap();
        y.finish().unwrap();
        assert_eq!(ys, expected);
    });
}

#[test]
fn out_of_bounds_error_names_the_captured_view() {
    let xs = values(10);
    for accelerator in [Accelerator::cpu(), Accelerator::cpu_checked()] {
        let mut ys = vec![0.0; 12];
        let (x, mut y) = (ArrayView::new(&xs), ArrayViewMut::new(&mut ys));
        let error = accelerator
            .default_view()
            .parallel_for_each(
                Extent::new([12]),
                amp!(|i: Index<1>| y[i] = Scale { by: 1.0 }.of(&x.as_view(), i[0])),
            )
            .unwrap_err();
        let text = error.to_string();
        assert!(text.contains("out of range for `x`") && text.contains("[10]"), "{text}");
    }
}

#[test]
fn function_of_another_crate_with_a_view_argument() {
    let xs = values(30);
    let expected: Vec<f32> = (0..30).map(|n| mean_around(&ArrayView::new(&xs), n)).collect();
    on_each(|accelerator| {
        let mut ys = vec![0.0; 30];
        let (x, mut y) = (&ArrayView::new(&xs), ArrayViewMut::new(&mut ys));
        accelerator
            .default_view()
            .parallel_for_each(y.extent(), amp!(|i: Index<1>| y[i] = mean_around(&x, i[0])))
            .unwrap();
        y.finish().unwrap();
        assert!(amp_tests::close(&ys, &expected));
    });
}
