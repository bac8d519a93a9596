//! Device functions that are generic over the result of a closure, and functions with names of crates and macros.

use amp::Value;
use amp::prelude::*;
use amp_tests::on_each;

#[device]
fn apply<U: Value>(x: f32, f: impl Fn(f32) -> U) -> U {
    f(x)
}

#[device]
fn fold<T: Value, F: Fn(T, u32) -> T>(count: u32, start: T, f: F) -> T {
    let mut folded = start;
    for k in 0..count {
        folded = f(folded, k);
    }
    folded
}

#[device]
fn forwarded(f: impl Fn(f32) -> f32) -> f32 {
    apply(2.0, f) * 2.0
}

#[device]
fn twice(x: f32) -> f32 {
    x + x
}

#[derive(Clone, Copy, GpuType)]
#[repr(C)]
struct Sample {
    value: f32,
}

#[device]
impl Sample {
    fn map<U: Value>(self, f: impl Fn(f32) -> U) -> U {
        f(self.value)
    }
}

#[device]
fn combined(x: f32) -> f32 {
    let sample = Sample { value: x };
    let (doubled, whole) = sample.map(|v| (v * 2.0, v as u32));
    let large = apply(x, |v| v > 1.5);
    let sum = fold(4, 0.5, |sum, k| sum + k as f32);
    let pair = fold(3, (1u32, x), |(n, y), k| (n * 2 + k, y + 1.0));
    doubled
        + whole as f32
        + if large { 100.0 } else { 0.0 }
        + sum
        + pair.0 as f32
        + pair.1
        + forwarded(|v| v * v)
        + apply(x, twice)
        + sample.map(twice)
}

#[kernel]
fn combine(i: Index<1>, y: &mut ArrayViewMut<f32>) {
    y[i] = combined(y[i]);
}

#[test]
fn functions_generic_over_closure_results() {
    on_each(|accelerator| {
        let mut y = [1.0f32, 2.0, 3.0];
        let mut view = ArrayViewMut::new(&mut y);
        accelerator.default_view().parallel_for_each(3, combine(&mut view)).unwrap();
        assert_eq!(view.to_vec().unwrap(), [1.0, 2.0, 3.0].map(combined));
    });
}

/// `std` and `amp` are crates, `vec` and `assert` are macros.
mod named {
    use amp::prelude::*;

    #[device]
    pub fn std(x: f32) -> f32 {
        x + 1.0
    }

    #[device]
    pub fn vec(x: f32) -> f32 {
        std(x) * 2.0
    }

    #[device]
    pub fn assert(x: f32) -> f32 {
        vec(x) * 3.0
    }
}

use named::{assert, std, vec};

#[kernel]
fn calls(i: Index<1>, y: &mut ArrayViewMut<f32>) {
    let vec = vec(y[i]);
    y[i] = std(vec) + assert(vec) + named::vec(vec);
    assert!(y[i] > 0.0);
}

#[test]
fn functions_named_like_crates_and_macros() {
    on_each(|accelerator| {
        let mut y = [1.0f32, 2.0];
        let mut view = ArrayViewMut::new(&mut y);
        accelerator.default_view().parallel_for_each(2, calls(&mut view)).unwrap();
        let expected = [1.0, 2.0].map(|x| std(vec(x)) + assert(vec(x)) + vec(vec(x)));
        assert_eq!(view.to_vec().unwrap(), expected);
    });
}
