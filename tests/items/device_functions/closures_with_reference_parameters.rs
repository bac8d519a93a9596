//! Closures whose parameters are references: `impl Fn(&T) -> bool`.

use amp::Value;
use amp::prelude::*;
use amp_tests::on_each;

#[derive(Clone, Copy, Debug, PartialEq, GpuType)]
#[repr(C)]
struct Body {
    mass: f32,
    charge: f32,
}

#[device]
impl Body {
    fn energy(&self, scale: f32) -> f32 {
        (self.mass + self.charge) * scale
    }
}

#[device]
fn count<T: Value>(of: &[T; 4], test: impl Fn(&T) -> bool) -> u32 {
    let mut found = 0;
    for item in of {
        if test(item) {
            found += 1;
        }
    }
    found
}

#[device]
fn apply(of: &Body, extra: f32, f: &impl Fn(&Body, f32, &f32) -> f32) -> f32 {
    let twice = extra * 2.0;
    f(of, extra, &twice) + f(&Body { mass: 1.0, charge: extra }, 0.5, &extra)
}

#[device]
trait Select {
    fn chosen<F>(self, test: F) -> u32
    where
        F: Fn(&u32) -> bool;
}

#[device]
impl Select for [u32; 4] {
    fn chosen<F>(self, test: F) -> u32
    where
        F: Fn(&u32) -> bool,
    {
        count(&self, |v| test(v)) + count(&self, test)
    }
}

#[device]
fn select<S: Select>(from: S, limit: u32) -> u32 {
    from.chosen(|v| *v < limit)
}

#[device]
fn results(n: u32) -> [f32; 8] {
    let x = n as f32;
    let limit = 2.5;
    let values = [x, x + 1.0, x * 2.0, -x];
    let bodies = [Body { mass: x, charge: 1.0 }; 4];
    let pairs = [(n, x), (n + 1, x), (2, -x), (3, x)];
    [
        count(&values, |v| *v > limit) as f32,
        count(&values, |&v| v > limit || v < 0.0) as f32,
        count(&values, |v: &f32| v.abs() < 3.0) as f32,
        count(&bodies, |body: &Body| body.energy(2.0) > 5.0 && body.mass != limit) as f32,
        count(&pairs, |&(k, v)| k as f32 > v) as f32,
        count(&pairs, |(k, v): &(u32, f32)| *k > 1 && *v > 0.0) as f32,
        apply(&bodies[1], x, &|body: &Body, a, b: &f32| body.energy(a) + b * limit),
        select([n, n + 1, n * 2, 3], 4) as f32,
    ]
}

#[kernel]
fn closures(i: Index<1>, y: &mut ArrayViewMut<[f32; 8]>) {
    y[i] = results(i[0] as u32);
}

#[test]
fn closures_take_references() {
    let expected: Vec<_> = (0..12).map(results).collect();
    on_each(|on| {
        let mut y = vec![[0.5; 8]; 12];
        let mut view = ArrayViewMut::new(&mut y);
        on.default_view().parallel_for_each(12, closures(&mut view)).unwrap();
        assert_eq!(view.to_vec().unwrap(), expected);
    });
}

#[test]
fn closure_kernels_pass_closures_with_references() {
    let data: Vec<f32> = (0..9).map(|n| n as f32).collect();
    let limit = 4.0;
    let found = |n: usize| {
        let near = [data[n], data[n] * 2.0, 3.0, data[8 - n]];
        count(&near, |v| *v > limit) * 10 + count(&near, |&v| v == 3.0)
    };
    let expected: Vec<u32> = (0..9).map(found).collect();
    on_each(|on| {
        let mut out = vec![0u32; 9];
        let (x, mut y) = (ArrayView::new(&data), ArrayViewMut::new(&mut out));
        let kernel = amp!(|i: Index<1>| {
            let near = [x[i], x[i] * 2.0, 3.0, x[8 - i[0]]];
            y[i] = count(&near, |v| *v > limit) * 10 + count(&near, |&v| v == 3.0);
        });
        on.default_view().parallel_for_each(9, kernel).unwrap();
        drop(y);
        assert_eq!(out, expected);
    });
}
