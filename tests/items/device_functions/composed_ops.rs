//! Compositions of ops, and the queue of an op.

use amp::prelude::*;
use amp::{GpuType, Kernel, Op, compose, compose2, compose3, op, queue_of};
use amp_tests::on_each;

/// A value that takes no memory.
#[derive(Clone, Copy, GpuType)]
struct Nothing;

#[device]
fn square(v: f32) -> f32 {
    v * v
}

#[device]
fn twice(f: impl Fn(usize) -> f32, k: usize) -> f32 {
    f(k) + f(k)
}

#[kernel]
fn generate(i: Index<1>, f: impl Fn(usize) -> f32, y: &mut ArrayViewMut<f32>) {
    y[i] = twice(f, i[0]);
}

#[kernel(tile = [64])]
fn generate_tiles(t: TiledIndex<1>, f: impl Fn(usize) -> f32, y: &mut ArrayViewMut<f32>) {
    #[tile_static]
    let mut values: [f32; 64];
    values[t.local[0]] = f(t.global[0]);
    t.barrier.wait();
    y[t.global] = values[t.local[0]] + f(t.global[0]);
}

/// An op that captures the view behind a reference. It does not borrow the reference, so a function can return it.
fn element<'v>(x: &'v ArrayView<'_, f32>) -> impl Op<fn(usize) -> f32> + Copy {
    move |types| op!(|k: usize| x[k])(types)
}

/// Asserts that each accelerator computes `expected` by an op.
fn gives(f: impl Op<fn(usize) -> f32> + Copy, expected: impl Fn(usize) -> f32) {
    let expected: Vec<_> = (0..128).map(|k| 2.0 * expected(k)).collect();
    on_each(|on| {
        let queue = on.default_view();
        let mut y = ArrayViewMut::without_source([128]).unwrap();
        queue.parallel_for_each(128, generate(f, &mut y)).unwrap();
        assert_eq!(y.to_vec().unwrap(), expected);
        let mut y = ArrayViewMut::without_source([128]).unwrap();
        queue.parallel_for_each(Extent::new([128]).tile([64]).unwrap(), generate_tiles(f, &mut y)).unwrap();
        assert_eq!(y.to_vec().unwrap(), expected);
    });
}

fn values() -> Vec<f32> {
    (0..128).map(|k| (k * 5 % 7) as f32).collect()
}

#[test]
fn compositions_capture_what_their_parts_capture() {
    let (data, table) = (values(), [10.0f32, 20.0]);
    let (x, t) = (ArrayView::new(&data), ArrayView::new(&table));
    let (scale, shift) = (3.0f32, 0.5f32);
    gives(compose(op!(|v: f32| v * scale + t[v as usize % 2]), element(&x)), |k| {
        data[k] * scale + table[data[k] as usize % 2]
    });
    let sum = compose2(op!(|v: f32, w: f32| v - w * scale), element(&x), op!(|k: usize| t[k % 2] + shift));
    gives(sum, |k| data[k] - (table[k % 2] + shift) * scale);
    let position = op!(|k: usize| k as u32);
    let all = compose3(op!(|v: f32, k: u32, w: f32| v + k as f32 + w), element(&x), position, sum);
    gives(all, |k| data[k] + k as f32 + data[k] - (table[k % 2] + shift) * scale);
}

#[test]
fn functions_and_methods_are_parts() {
    let data = values();
    let x = ArrayView::new(&data);
    gives(compose(op!(square), element(&x)), |k| data[k] * data[k]);
    let halves = compose(op!(square), op!(|k: usize| k as f32 / 2.0));
    gives(compose2(op!(f32::max), halves, element(&x)), |k| (k as f32 / 2.0).powi(2).max(data[k]));
}

#[test]
fn values_without_size_are_not_passed() {
    let constant = op!(|_n: Nothing| 4.0f32);
    let nothing = op!(|_k: usize| Nothing);
    gives(compose(constant, nothing), |_| 4.0);
    let first = op!(|v: f32, _n: Nothing| v);
    gives(compose2(first, op!(|k: usize| k as f32), compose(op!(|n: Nothing| n), nothing)), |k| k as f32);
}

#[test]
fn errors_name_the_captures_of_the_parts() {
    let (data, short) = (values(), [1.0f32, 2.0]);
    let (x, table) = (ArrayView::new(&data), ArrayView::new(&short));
    let composed = compose(op!(|v: f32| table[v as usize]), element(&x));
    for on in [Accelerator::cpu(), Accelerator::cpu_checked()] {
        let mut y = ArrayViewMut::<f32>::without_source([128]).unwrap();
        let error = on.default_view().parallel_for_each(128, generate(composed, &mut y)).unwrap_err();
        assert!(error.to_string().contains("is out of range for `table` of extent [2]"), "{error}");
    }
    let mut y = ArrayViewMut::<f32>::without_source([128]).unwrap();
    let names: Vec<_> = generate(composed, &mut y)
        .explain()
        .captures
        .iter()
        .map(|capture| capture.name.to_string())
        .collect();
    assert_eq!(names, ["y", "table", "x"]);
}

#[test]
fn checked_accelerator_checks_the_parts() {
    let large = op!(|k: usize| i32::MAX - k as i32);
    let overflows = compose(op!(|v: i32| (v + 1) as f32), large);
    let mut y = ArrayViewMut::<f32>::without_source([128]).unwrap();
    let queue = Accelerator::cpu_checked().default_view();
    let error = queue.parallel_for_each(128, generate(overflows, &mut y)).unwrap_err();
    assert!(error.to_string().contains("overflow"), "{error}");
}

#[test]
fn queue_of_an_op_is_that_of_its_arrays() {
    on_each(|on| {
        let queue = on.create_view(QueuingMode::Automatic).unwrap();
        let x = Array::from_slice_on(&queue, 2, &[1.0f32, 2.0]).unwrap();
        let double = compose(op!(|v: f32| v * 2.0), op!(|k: usize| x[k]));
        assert_eq!(queue_of(double), Ok(queue));
        if let Some(gpu) = Accelerator::all().into_iter().find(|it| !it.device_path().starts_with("cpu")) {
            let other = gpu.create_view(QueuingMode::Automatic).unwrap();
            let y = Array::from_slice_on(&other, 2, &[1.0f32, 2.0]).unwrap();
            let both = compose2(op!(|v: f32, w: f32| v + w), op!(|k: usize| x[k]), op!(|k: usize| y[k]));
            let error = queue_of(both).unwrap_err().to_string();
            assert!(error.contains("the array `y` lives on a queue of"), "{error}");
        }
    });
}
