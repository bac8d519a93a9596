//! Ops: closures and device functions that are passed to kernels.

use amp::prelude::*;
use amp::{GpuType, Kernel, Op, op};
use amp_tests::on_each;

#[device]
fn twice(f: impl Fn(f32) -> f32, v: f32) -> f32 {
    f(f(v))
}

#[device]
fn square(v: f32) -> f32 {
    v * v
}

mod tools {
    use amp::prelude::*;

    #[device]
    pub fn cube(v: f32) -> f32 {
        v * v * v
    }
}

#[derive(Clone, Copy, Debug, PartialEq, GpuType)]
#[repr(C)]
struct Entry {
    distance: f32,
    number: u32,
}

#[device]
impl Entry {
    fn score(&self, factor: f32) -> f32 {
        self.distance * factor + self.number as f32
    }
}

#[kernel]
fn map<T: GpuType, U: GpuType, F: Fn(T) -> U>(i: Index<1>, f: F, x: &ArrayView<T>, y: &mut ArrayViewMut<U>) {
    y[i] = f(x[i]);
}

#[kernel]
fn combine(
    i: Index<1>,
    f: impl Fn(f32) -> f32,
    g: impl Fn(f32, u32) -> f32,
    x: &ArrayView<f32>,
    y: &mut ArrayViewMut<f32>,
) {
    y[i] = twice(f, x[i]) + g(x[i], i[0] as u32) + twice(|v| g(v, 1), 2.0);
}

#[kernel]
fn keep<F>(i: Index<1>, f: F, x: &ArrayView<f32>, y: &mut ArrayViewMut<f32>)
where
    F: Fn(f32) -> Option<f32>,
{
    y[i] = match f(x[i]) {
        Some(v) => v,
        None => -1.0,
    };
}

#[kernel]
fn generate<T: GpuType>(i: Index<1>, f: impl Fn(u32) -> T, y: &mut ArrayViewMut<T>) {
    y[i] = f(i[0] as u32);
}

#[kernel(tile = [64])]
fn reduce_tiles<T: GpuType>(
    t: TiledIndex<1>,
    f: impl Fn(T, T) -> T,
    x: &ArrayView<T>,
    y: &mut ArrayViewMut<T>,
) {
    #[tile_static]
    let mut values: [T; 64];
    let k = t.local[0];
    values[k] = x[t.global];
    t.barrier.wait();
    let mut n = 32;
    while n > 0 {
        if k < n {
            values[k] = f(values[k], values[k + n]);
        }
        t.barrier.wait();
        n /= 2;
    }
    if k == 0 {
        y[t.tile] = values[0];
    }
}

/// A host function that passes an op on to a kernel.
fn reduced<T: GpuType>(on: &Accelerator, x: &[T], f: impl Op<fn(T, T) -> T>) -> Vec<T> {
    let x = ArrayView::new(x);
    let mut y = ArrayViewMut::without_source([x.extent()[0] / 64]).unwrap();
    on.default_view().parallel_for_each(x.extent().tile([64]).unwrap(), reduce_tiles(f, &x, &mut y)).unwrap();
    y.to_vec().unwrap()
}

fn values() -> Vec<f32> {
    (0..128).map(|k| (k * 5 % 7) as f32).collect()
}

#[test]
fn op_captures_values_and_views() {
    const LIMIT: f32 = 2.5;
    let (data, table) = (values(), [1.0f32, 2.0, 4.0]);
    let (x, t, scale) = (ArrayView::new(&data), ArrayView::new(&table), 3.0f32);
    on_each(|on| {
        let queue = on.default_view();
        let mut y = ArrayViewMut::<f32>::without_source([128]).unwrap();
        queue.parallel_for_each(128, map(op!(|v| v * scale + LIMIT), &x, &mut y)).unwrap();
        assert_eq!(y.to_vec().unwrap(), data.iter().map(|v| v * scale + LIMIT).collect::<Vec<_>>());
        queue.parallel_for_each(128, map(op!(|v| t[v as usize % 3] * scale + table[0]), &x, &mut y)).unwrap();
        let expected: Vec<_> = data.iter().map(|v| table[*v as usize % 3] * scale + table[0]).collect();
        assert_eq!(y.to_vec().unwrap(), expected);
    });
}

#[test]
fn signature_determines_the_types_of_the_closure() {
    let data = values();
    let x = ArrayView::new(&data);
    on_each(|on| {
        let mut flags = ArrayViewMut::<u32>::without_source([128]).unwrap();
        let queue = on.default_view();
        queue
            .parallel_for_each(128, map(op!(|v| if v.sqrt() > 2.0 { 1 } else { 0 }), &x, &mut flags))
            .unwrap();
        let expected: Vec<_> = data.iter().map(|v| u32::from(v.sqrt() > 2.0)).collect();
        assert_eq!(flags.to_vec().unwrap(), expected);
        let mut entries = ArrayViewMut::<Entry>::without_source([8]).unwrap();
        let make = op!(|number| Entry { distance: square(number as f32), number });
        queue.parallel_for_each(8, generate(make, &mut entries)).unwrap();
        assert_eq!(entries.to_vec().unwrap()[3], Entry { distance: 9.0, number: 3 });
    });
}

#[test]
fn kernel_takes_several_ops_and_passes_them_on() {
    let data = values();
    let x = ArrayView::new(&data);
    let (entry, offsets, step) = (Entry { distance: 2.0, number: 3 }, [0.5f32, 1.5], 1.0f32);
    on_each(|on| {
        let mut y = ArrayViewMut::<f32>::without_source([128]).unwrap();
        let kernel = combine(
            op!(|v| v + step),
            op!(|v, k| entry.score(v) * k as f32 + offsets[k as usize % 2]),
            &x,
            &mut y,
        );
        on.default_view().parallel_for_each(128, kernel).unwrap();
        let g = |v: f32, k: u32| entry.score(v) * k as f32 + offsets[k as usize % 2];
        let expected: Vec<_> =
            (0u32..).zip(&data).map(|(k, v)| v + step + step + g(*v, k) + g(g(2.0, 1), 1)).collect();
        assert_eq!(y.to_vec().unwrap(), expected);
    });
}

#[test]
fn op_runs_between_barriers() {
    let data = values();
    let entries: Vec<_> =
        (0..64).map(|k| Entry { distance: (k * 37 % 64) as f32, number: k as u32 }).collect();
    on_each(|on| {
        let sums = [data[..64].iter().sum::<f32>(), data[64..].iter().sum()];
        assert_eq!(reduced(on, &data, op!(|a, b| a + b)), sums);
        let largest = reduced(on, &entries, op!(|a, b| if a.distance >= b.distance { a } else { b }));
        assert_eq!(largest, [Entry { distance: 63.0, number: 19 }]);
    });
}

#[test]
fn functions_are_ops() {
    let data = values();
    let x = ArrayView::new(&data);
    on_each(|on| {
        let mut y = ArrayViewMut::<f32>::without_source([128]).unwrap();
        let queue = on.default_view();
        queue.parallel_for_each(128, map(op!(square), &x, &mut y)).unwrap();
        assert_eq!(y.to_vec().unwrap(), data.iter().map(|v| v * v).collect::<Vec<_>>());
        queue.parallel_for_each(128, combine(op!(tools::cube), op!(|v, _k| v), &x, &mut y)).unwrap();
        let cube = |v: &f32| v * v * v;
        let expected: Vec<_> = data.iter().map(|v| cube(&cube(v)) + v + 2.0).collect();
        assert_eq!(y.to_vec().unwrap(), expected);
        assert_eq!(reduced(on, &data, op!(f32::max)), [6.0, 6.0]);
    });
}

#[test]
fn op_in_a_variable_is_used_twice() {
    let data = values();
    let x = ArrayView::new(&data);
    on_each(|on| {
        let mut y = ArrayViewMut::<f32>::without_source([128]).unwrap();
        let factor = 0.5;
        let half = op!(|v: f32| {
            let mut sum = 0.0;
            for k in 0..4 {
                if k == 2 {
                    continue;
                }
                sum += v * k as f32;
            }
            sum * factor
        });
        for _ in 0..2 {
            on.default_view().parallel_for_each(128, map(half, &x, &mut y)).unwrap();
            assert_eq!(y.to_vec().unwrap(), data.iter().map(|v| v * 2.0).collect::<Vec<_>>());
        }
    });
}

#[test]
fn op_returns_an_option() {
    let data = values();
    let x = ArrayView::new(&data);
    let limit = 3.0;
    on_each(|on| {
        let mut y = ArrayViewMut::<f32>::without_source([128]).unwrap();
        on.default_view()
            .parallel_for_each(128, keep(op!(|v| (v > limit).then_some(v)), &x, &mut y))
            .unwrap();
        let expected: Vec<_> = data.iter().map(|v| if *v > limit { *v } else { -1.0 }).collect();
        assert_eq!(y.to_vec().unwrap(), expected);
    });
}

#[test]
fn ops_of_two_types_are_two_kernels() {
    on_each(|on| {
        let mut y = ArrayViewMut::<f32>::without_source([4]).unwrap();
        fn fill(on: &Accelerator, f: impl Op<fn(u32) -> f32>, y: &mut ArrayViewMut<f32>) -> Vec<f32> {
            on.default_view().parallel_for_each(4, generate(f, y)).unwrap();
            y.to_vec().unwrap()
        }
        assert_eq!(fill(on, op!(|i| i as f32), &mut y), [0.0, 1.0, 2.0, 3.0]);
        assert_eq!(fill(on, op!(|i| 2.0 * i as f32), &mut y), [0.0, 2.0, 4.0, 6.0]);
    });
}

#[test]
fn errors_name_the_captures_of_ops() {
    let (data, short) = (values(), [1.0f32, 2.0]);
    let (x, table) = (ArrayView::new(&data), ArrayView::new(&short));
    for on in [Accelerator::cpu(), Accelerator::cpu_checked()] {
        let mut y = ArrayViewMut::<f32>::without_source([128]).unwrap();
        let kernel = map(op!(|v| table[v as usize]), &x, &mut y);
        let error = on.default_view().parallel_for_each(128, kernel).unwrap_err().to_string();
        assert!(error.contains("is out of range for `table` of extent [2]"), "{error}");
    }
    let mut y = ArrayViewMut::<f32>::without_source([128]).unwrap();
    let explained = map(op!(|v| table[v as usize % 2]), &x, &mut y).explain();
    let names: Vec<_> = explained.captures.iter().map(|capture| &*capture.name).collect();
    assert_eq!(names, ["x", "y", "table"]);
}

#[test]
fn checked_accelerator_checks_ops() {
    let data = [1i32, i32::MAX];
    let x = ArrayView::new(&data);
    let mut y = ArrayViewMut::<i32>::without_source([2]).unwrap();
    let kernel = map(op!(|v| v + 1), &x, &mut y);
    let error = Accelerator::cpu_checked().default_view().parallel_for_each(2, kernel).unwrap_err();
    assert!(error.to_string().contains("overflow"), "{error}");
}

/// The bound of the guard contains a call of the op.
#[kernel]
fn first_items(i: Index<1>, most: usize, count: impl Fn(usize) -> usize, y: &mut ArrayViewMut<u32>) {
    let n = most.min(count(most));
    if i[0] < n {
        y[i] = 7;
    }
    if count(1) == 0 {
        y[i] += 1;
    }
}

#[test]
fn ops_in_guards() {
    on_each(|accelerator| {
        let on = accelerator.default_view();
        let mut y = ArrayViewMut::from_vec([200], vec![1u32; 200]).unwrap();
        let by = 2usize;
        on.parallel_for_each(200, first_items(190, op!(|n: usize| n / by), &mut y)).unwrap();
        let expected: Vec<u32> = (0..200).map(|n| if n < 95 { 8 } else { 2 }).collect();
        assert_eq!(y.to_vec().unwrap(), expected);
    });
}
