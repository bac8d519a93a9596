//! Device functions in variables, and parameters that are function pointers. The host's results are the expected ones.

use amp::prelude::*;
use amp_tests::on_each;

#[device]
fn half(x: f32) -> f32 {
    x / 2.0
}

mod tools {
    use amp::prelude::*;

    #[device]
    pub fn twice(x: f32) -> f32 {
        x * 2.0
    }
}

#[device]
fn apply(f: fn(f32) -> f32, x: f32) -> f32 {
    f(x) + f(x + 1.0)
}

#[device]
fn join(f: fn(f32, f32) -> f32, g: impl Fn(f32) -> f32, x: f32) -> f32 {
    f(g(x), apply(half, x))
}

#[derive(Clone, Copy, GpuType)]
#[repr(C)]
struct Scale {
    by: f32,
}

#[device]
impl Scale {
    fn of(x: f32) -> f32 {
        x * 10.0
    }

    fn apply(&self, f: fn(f32) -> f32) -> f32 {
        f(self.by)
    }
}

#[device]
fn named(v: f32) -> f32 {
    let h = half;
    let g: fn(f32) -> f32 = tools::twice;
    let again = h;
    let root = f32::sqrt;
    let of = Scale::of;
    let sum = h(v) + g(v) + again(g(v)) + root(v) + of(v);
    let items: [f32; 2] = [v, 4.0].map(h);
    let most = f32::max;
    sum + items[1]
        + apply(h, v)
        + apply(tools::twice, v)
        + apply(|x| x + 1.0, v)
        + join(f32::max, h, v)
        + join(|a, b| a * b, g, v)
        + Scale { by: v }.apply(h)
        + most(v, 3.0)
}

#[test]
fn functions_are_variables_and_arguments() {
    const COUNT: usize = 16;
    on_each(|accelerator| {
        let mut y = ArrayViewMut::from_vec([COUNT], vec![0.0f32; COUNT]).unwrap();
        let kernel = amp!(|i: Index<1>| {
            let g = tools::twice;
            y[i] = named(i[0] as f32) + g(1.0) + apply(tools::twice, 2.0);
        });
        accelerator.default_view().parallel_for_each(COUNT, kernel).unwrap();
        let expected: Vec<_> = (0..COUNT).map(|n| named(n as f32) + 2.0 + apply(tools::twice, 2.0)).collect();
        for (found, expected) in y.to_vec().unwrap().iter().zip(&expected) {
            assert!((found - expected).abs() <= 1e-4 * expected.abs(), "{found} {expected}");
        }
    });
}
