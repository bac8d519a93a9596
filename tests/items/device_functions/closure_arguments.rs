//! Closures and functions that are passed to device functions: what they capture, where they may be passed, and what they write.

use amp::prelude::*;
use amp_tests::{count_where, on_each};

#[device]
fn map_sum(n: u32, f: impl Fn(u32) -> f32) -> f32 {
    let mut sum = 0.0;
    for k in 0..n {
        sum += f(k);
    }
    sum
}

/// Has a type parameter, and is called with a closure that it passes on.
#[device]
fn twice<T: Scalar, F>(x: T, f: F) -> T
where
    F: Fn(T) -> T,
{
    let once = f(x);
    f(once)
}

#[device]
#[allow(clippy::redundant_closure)] // the test needs this form
fn four_times<F: Fn(f32) -> f32>(x: f32, f: F) -> f32 {
    let half = twice(x, |y| f(y));
    twice(half, f)
}

#[device]
fn square(k: u32) -> f32 {
    (k * k) as f32
}

mod shapes {
    use amp::prelude::*;

    #[device]
    pub(super) fn half(x: f32) -> f32 {
        x / 2.0
    }
}

#[device]
fn sum_where(v: &ArrayView<f32>, keep: impl Fn(usize, f32) -> bool) -> f32 {
    let mut sum = 0.0;
    for k in 0..v.extent()[0] {
        let x = v[k];
        if keep(k, x) {
            sum += x;
        }
    }
    sum
}

#[device]
fn first_where_or_else(
    v: &ArrayView<f32>,
    at: Index<1>,
    keep: impl Fn(f32) -> bool,
    otherwise: impl Fn(f32) -> f32,
) -> f32 {
    if keep(v[at]) { v[at] } else { otherwise(v[at]) }
}

/// The closure has side effects.
#[device]
fn for_each(n: usize, mut f: impl FnMut(usize)) {
    for k in 0..n {
        f(k);
    }
}

#[derive(Clone, Copy, GpuType)]
#[repr(C)]
struct Range {
    from: u32,
    to: u32,
}

#[device]
impl Range {
    fn fold(self, start: f32, f: impl Fn(f32, u32) -> f32) -> f32 {
        let mut sum = start;
        for k in self.from..self.to {
            sum = f(sum, k);
        }
        sum
    }

    fn count(n: u32, f: impl Fn(u32) -> bool) -> u32 {
        let mut count = 0;
        for k in 0..n {
            count += if f(k) { 1 } else { 0 };
        }
        count
    }
}

#[kernel]
fn sums(i: Index<1>, by: f32, x: &ArrayView<f32>, y: &mut ArrayViewMut<f32>) {
    let own = x[i];
    let mut scale = by;
    scale += 1.0;
    let weighted = |k: u32| x[k as usize] * scale + own;
    y[i] = map_sum(10, weighted) + map_sum(4, square) + map_sum(3, |_| 1.0) + four_times(own, shapes::half);
}

fn values(n: usize) -> Vec<f32> {
    (0..n).map(|n| (n * 7 % 13) as f32).collect()
}

#[test]
fn closures_capture_variables_and_views() {
    let xs = values(100);
    let expected: Vec<f32> = (0..100)
        .map(|i| (0..10).map(|k| xs[k] * 3.0 + xs[i]).sum::<f32>() + 14.0 + 3.0 + xs[i] / 16.0)
        .collect();
    on_each(|accelerator| {
        let on = accelerator.default_view();
        let mut ys = vec![0.0; 100];
        let (x, mut y) = (ArrayView::new(&xs), ArrayViewMut::new(&mut ys));
        on.parallel_for_each(y.extent(), sums(2.0, &x, &mut y)).unwrap();
        y.finish().unwrap();
        assert!(amp_tests::close(&ys, &expected), "{ys:?}");
        let mut ys = vec![0.0; 100];
        let (mut y, by) = (ArrayViewMut::new(&mut ys), 3.0);
        on.parallel_for_each(
            y.extent(),
            amp!(|i: Index<1>| {
                y[i] = map_sum(10, |k| x[k as usize] * by + x[i])
                    + map_sum(4, |k| square(k))
                    + 3.0
                    + four_times(x[i], shapes::half);
            }),
        )
        .unwrap();
        y.finish().unwrap();
        assert!(amp_tests::close(&ys, &expected), "{ys:?}");
    });
    assert_eq!(map_sum(4, square), 14.0);
}

#[test]
fn functions_take_views_and_closures() {
    let xs = values(40);
    on_each(|accelerator| {
        let on = accelerator.default_view();
        let mut ys = vec![0.0; 40];
        let (x, mut y) = (ArrayView::new(&xs), ArrayViewMut::new(&mut ys));
        on.parallel_for_each(
            y.extent(),
            amp!(|i: Index<1>| {
                let least = x[i];
                y[i] = sum_where(&x, |k, x| k != i[0] && x >= least)
                    + first_where_or_else(&x, i, |x| x > 1e9, |_| 0.5);
            }),
        )
        .unwrap();
        y.finish().unwrap();
        for i in 0..40 {
            let others = xs.iter().enumerate().filter(|(k, x)| *k != i && **x >= xs[i]);
            assert_eq!(ys[i], others.map(|(_, x)| x).sum::<f32>() + 0.5);
        }
    });
}

#[device]
fn sum_to(v: &ArrayView<f32>, end: u32) -> f32 {
    let mut sum = 0.0;
    for k in 0..end {
        sum += v[k as usize];
    }
    sum
}

/// The closure's value begins with a call that has a view argument.
#[test]
fn closures_pass_views_to_functions() {
    let xs = values(12);
    on_each(|accelerator| {
        let mut ys = vec![0.0; 12];
        let (x, mut y) = (ArrayView::new(&xs), ArrayViewMut::new(&mut ys));
        let domain = y.extent();
        let launch = amp!(|i: Index<1>| {
            y[i] = map_sum(i[0] as u32, |k| sum_to(&x, k) / 2.0) + map_sum(2, |k| sum_to(&x, k));
        });
        accelerator.default_view().parallel_for_each(domain, launch).unwrap();
        y.finish().unwrap();
        let to = |end: usize| xs[..end].iter().sum::<f32>();
        for (i, y) in ys.iter().enumerate() {
            assert_eq!(*y, (0..i).map(to).sum::<f32>() / 2.0 + xs[0]);
        }
    });
}

#[test]
fn closures_write_to_views() {
    on_each(|accelerator| {
        let on = accelerator.default_view();
        let (mut ys, mut counts) = (vec![0.0; 64], [0u32; 4]);
        let (mut y, mut bins) = (ArrayViewMut::new(&mut ys), ArrayViewMut::new(&mut counts));
        on.parallel_for_each(
            Extent::new([16]),
            amp!(|i: Index<1>| {
                for_each(4, |k| {
                    let at = i[0] * 4 + k;
                    y[at] = at as f32;
                    atomic_fetch_add(&mut bins[k], 1);
                });
            }),
        )
        .unwrap();
        y.finish().unwrap();
        bins.finish().unwrap();
        assert!(ys.iter().enumerate().all(|(n, y)| *y == n as f32));
        assert_eq!(counts, [16; 4]);
    });
}

#[kernel]
fn folds(i: Index<1>, y: &mut ArrayViewMut<f32>) {
    let range = Range { from: 1, to: 5 };
    let by = i[0] as f32;
    let odd = Range::count(i[0] as u32, |k| k % 2 == 1);
    y[i] = range.fold(by, |sum, k| sum * 2.0 + k as f32) + odd as f32;
}

#[test]
fn methods_take_closures() {
    on_each(|accelerator| {
        let mut ys = vec![0.0; 20];
        let mut y = ArrayViewMut::new(&mut ys);
        accelerator.default_view().parallel_for_each(y.extent(), folds(&mut y)).unwrap();
        y.finish().unwrap();
        for (i, y) in ys.iter().enumerate() {
            assert_eq!(*y, (1..5).fold(i as f32, |sum, k| sum * 2.0 + k as f32) + (i / 2) as f32);
        }
    });
}

/// In a tile: the closure reads tile memory, and the call is uniform.
#[kernel(tile = [8])]
fn in_tiles(t: TiledIndex<1>, x: &ArrayView<f32>, y: &mut ArrayViewMut<f32>) {
    #[tile_static]
    let mut shared: [f32; 8];
    shared[t.local[0]] = x[t.global];
    t.barrier.wait();
    let first = map_sum(3, |k| x[k as usize]);
    let mut sum = map_sum(8, |k| shared[k as usize]);
    if sum > first {
        sum += twice(t.local[0] as u32, |l| l + 1) as f32;
    }
    t.barrier.wait();
    y[t.global] = sum + first;
}

#[test]
fn closures_in_tiles() {
    let xs = values(40);
    on_each(|accelerator| {
        let mut ys = vec![0.0; 40];
        let (x, mut y) = (ArrayView::new(&xs), ArrayViewMut::new(&mut ys));
        let domain = y.extent().tile([8]).unwrap();
        accelerator.default_view().parallel_for_each(domain, in_tiles(&x, &mut y)).unwrap();
        y.finish().unwrap();
        let first: f32 = xs[..3].iter().sum();
        for (i, y) in ys.iter().enumerate() {
            let sum: f32 = xs[i / 8 * 8..i / 8 * 8 + 8].iter().sum();
            let more = if sum > first { (i % 8 + 2) as f32 } else { 0.0 };
            assert_eq!(*y, sum + more + first, "at {i}");
        }
    });
}

#[device]
fn scaled_sum(by: &f32, weights: &mut [f32; 3]) -> f32 {
    weights[0] += 1.0;
    // Captures a parameter of the function, and contains a closure.
    let weigh = |k: u32| weights[k as usize] * *by;
    map_sum(3, |k| weigh(k) + map_sum(2, |j| (j * k) as f32))
}

#[kernel]
fn nested(i: Index<1>, x: &ArrayView<u32>, y: &mut ArrayViewMut<f32>) {
    let mut weights = [1.0, 2.0, i[0] as f32];
    let least = x[i];
    let sum = scaled_sum(&2.0, &mut weights);
    y[i] = sum + weights[0] + count_where(x, |x| x.max(3) > least) as f32;
}

#[test]
fn nested_closures_and_functions_of_another_crate() {
    let xs: Vec<u32> = (0..20).map(|n| n * 7 % 13).collect();
    on_each(|accelerator| {
        let mut ys = vec![0.0; 20];
        let (x, mut y) = (ArrayView::new(&xs), ArrayViewMut::new(&mut ys));
        accelerator.default_view().parallel_for_each(y.extent(), nested(&x, &mut y)).unwrap();
        y.finish().unwrap();
        for (i, y) in ys.iter().enumerate() {
            let above = xs.iter().filter(|x| (**x).max(3) > xs[i]).count();
            assert_eq!(*y, (4.0 + i as f32) * 2.0 + 3.0 + 2.0 + above as f32);
        }
    });
}

#[test]
fn checked_accelerator_reports_errors_in_closures() {
    let xs = values(8);
    let mut ys = vec![0.0; 8];
    let (x, mut y) = (ArrayView::new(&xs), ArrayViewMut::new(&mut ys));
    let on = Accelerator::cpu_checked().default_view();
    let line = line!() + 4;
    let outside = on.parallel_for_each(
        y.extent(),
        amp!(|i: Index<1>| {
            y[i] = map_sum(9, |k| x[k as usize]);
        }),
    );
    let text = outside.unwrap_err().to_string();
    assert!(text.contains("out of range for `x`") && text.contains(&format!(":{line}")), "{text}");
    let race = on.parallel_for_each(
        y.extent(),
        amp!(|i: Index<1>| {
            for_each(2, |k| y[k] = i[0] as f32);
        }),
    );
    assert!(matches!(race, Err(amp::Error::Race { .. })), "{race:?}");
}
