//! Parameters of trait functions: closures, views, and generic parameters. The host's results are the expected ones.

use amp::prelude::*;
use amp_tests::on_each;

#[device]
trait Polynomial {
    fn fold(&self, f: impl Fn(f32) -> f32) -> f32;
    fn set(&mut self, value: f32);

    fn again<F: Fn(f32) -> f32>(&self, k: f32, f: F) -> f32 {
        self.fold(|x| f(f(x)) + k)
    }

    fn of_two(a: f32, f: &impl Fn(u32, f32) -> f32) -> f32 {
        f(1, a)
    }

    fn by_reference(&mut self, f: impl Fn(&f32) -> f32) -> f32 {
        let two = 2.0;
        self.set(f(&two));
        f(&1.0)
    }
}

#[derive(Clone, Copy, GpuType)]
#[repr(C)]
struct Plain(f32);

#[derive(Clone, Copy, GpuType)]
#[repr(C)]
struct Generic<T>(T);

#[device]
impl Polynomial for Plain {
    fn fold(&self, f: impl Fn(f32) -> f32) -> f32 {
        f(self.0)
    }
    fn set(&mut self, value: f32) {
        self.0 = value;
    }
}

#[device]
impl<T: Scalar> Polynomial for Generic<T> {
    fn fold(&self, f: impl Fn(f32) -> f32) -> f32 {
        if self.0 == T::ONE { f(2.0) } else { f(4.0) }
    }
    fn set(&mut self, _: f32) {
        self.0 = T::ONE;
    }
    fn of_two(a: f32, f: &impl Fn(u32, f32) -> f32) -> f32 {
        f(3, a)
    }
}

#[device]
fn squared(a: f32) -> f32 {
    a * a
}

#[device]
fn any<T: Polynomial>(it: &T, k: f32) -> f32 {
    let mut copy = *it;
    let one = copy.by_reference(|v| *v + k);
    it.fold(|x| x * k)
        + it.again(1.0, |x| x + k)
        + T::of_two(k, &|a, b| a as f32 + b)
        + one
        + copy.fold(|x| x)
}

#[device]
fn all(plain: Plain, generic: Generic<u32>) -> f32 {
    let mut changed = plain;
    let one = changed.by_reference(|v| *v * 3.0);
    let sum = plain.fold(|x| x + 2.0) + any(&plain, 1.0) + any(&generic, 3.0);
    sum - plain.again(2.0, |x| x - 1.0)
        + plain.again(1.0, squared)
        + one
        + changed.0
        + Plain::of_two(2.0, &|a, b| a as f32 * b)
}

#[test]
fn provided_functions_take_closures() {
    on_each(|accelerator| {
        let (plain, generic) = (Plain(3.0), Generic(0u32));
        let mut y = ArrayViewMut::from_vec([2], vec![0.0; 2]).unwrap();
        let kernel = amp!(|i: Index<1>| {
            let (plain, generic) = (plain, generic);
            y[i] = all(plain, generic) + plain.again(1.0, |x| x * 2.0);
        });
        accelerator.default_view().parallel_for_each(2, kernel).unwrap();
        assert_eq!(y.to_vec().unwrap(), [all(plain, generic) + 13.0; 2]);
    });
}

#[device]
trait Stencil {
    fn sum(&self, x: &ArrayView<f32>, k: usize) -> f32;
    fn put(&mut self, y: &mut ArrayViewMut<f32>, k: usize);
    fn element(x: &ArrayView<f32>, k: &usize) -> f32;
    fn plane(&self, x: &ArrayView<f32, 2>) -> f32;
    fn with(&self, x: &ArrayView<f32>, f: impl Fn(f32) -> f32) -> f32;

    fn both(&mut self, x: &ArrayView<f32>, y: &mut ArrayViewMut<f32>) -> f32 {
        self.put(y, 0);
        let part = x.section(1, 2).unwrap();
        self.sum(x, 0) + Self::element(&part, &1) + self.with(&part, |v| v * 2.0) + y[0]
    }

    fn two(x: &ArrayView<f32>) -> f32 {
        Self::element(x, &0) + total(x)
    }
}

#[device]
fn total(x: &ArrayView<f32>) -> f32 {
    let mut sum = 0.0;
    for k in 0..x.len() {
        sum += x[k];
    }
    sum
}

#[device]
impl Stencil for Plain {
    fn sum(&self, x: &ArrayView<f32>, k: usize) -> f32 {
        let part = x.section(0, 2).unwrap();
        x[k] + x[k + 1] * self.0 + total(x) + part[1] + total(&part)
    }
    fn put(&mut self, y: &mut ArrayViewMut<f32>, k: usize) {
        y[k] = self.0;
        y[k + 1] += 1.0;
        self.0 += 1.0;
    }
    fn element(x: &ArrayView<f32>, k: &usize) -> f32 {
        x[*k]
    }
    fn plane(&self, x: &ArrayView<f32, 2>) -> f32 {
        let row = x.project(1).unwrap();
        x[[0, 0]] + row[0] + total(&row)
    }
    fn with(&self, x: &ArrayView<f32>, f: impl Fn(f32) -> f32) -> f32 {
        f(x[1])
    }
}

#[device]
impl<T: Stencil> Generic<T> {
    fn sum_of_part(&self, x: &ArrayView<f32>) -> f32 {
        self.0.sum(x, 1) + T::element(x, &2)
    }
}

#[device]
fn of_any<T: Stencil>(
    it: &T,
    x: &ArrayView<f32>,
    y: &mut ArrayViewMut<f32>,
    plane: &ArrayView<f32, 2>,
) -> f32 {
    let mut copy = *it;
    copy.put(y, 1);
    let first = y[1];
    let part = x.section(1, 2).unwrap();
    let sum = copy.sum(x, 1) + T::element(x, &0) + it.plane(plane) + copy.sum(&part, 0) + first;
    sum + copy.with(x, |v| v + first) + T::element(&y.as_view(), &1) + T::two(x) + copy.both(x, y)
}

#[kernel]
fn run<T: Stencil>(i: Index<1>, it: T, x: &ArrayView<f32>, y: &mut ArrayViewMut<f32>) {
    y[i] += it.sum(x, i[0]);
}

#[test]
fn functions_take_views() {
    on_each(|accelerator| {
        let plain = Plain(3.0);
        let x = ArrayView::from_vec([3], vec![1.0, 2.0, 3.0]).unwrap();
        let plane = ArrayView::from_vec([2, 2], vec![1.0, 2.0, 3.0, 4.0]).unwrap();
        let mut y = ArrayViewMut::from_vec([3], vec![0.0; 3]).unwrap();
        let kernel = amp!(|i: Index<1>| {
            let plain = plain;
            let mut copy = plain;
            let sum = copy.both(&x, &mut y);
            let generic = Generic(plain);
            y[2] = sum + generic.sum_of_part(&x);
            y[i] = of_any(&plain, &x, &mut y, &plane);
        });
        accelerator.default_view().parallel_for_each(1, kernel).unwrap();
        // `both`: `put` makes `self.0` 4 and `y[0]` 3; `sum` is 1 + 8 + 6 + 2 + 3 = 20; 20 + 3 + 6 + 3 = 32.
        // `sum_of_part`: 2 + 9 + 6 + 2 + 3 = 22; 22 + 3 = 25.
        // `of_any`: `put` makes `self.0` 4 and `y[1]` 3; 25 + 1 + 11 + 27 + 3 + 5 + 3 + 7 = 82. Then `both` makes
        // `self.0` 5, `y[0]` 4 and `y[1]` 4: 1 + 10 + 6 + 2 + 3 = 22; 22 + 3 + 6 + 4 = 35.
        assert_eq!(y.to_vec().unwrap(), [117.0, 4.0, 58.0]);
        let mut z = ArrayViewMut::from_vec([1], vec![1.0]).unwrap();
        accelerator.default_view().parallel_for_each(1, run(plain, &x, &mut z)).unwrap();
        assert_eq!(z.to_vec().unwrap(), [19.0]);
    });
}

#[device]
trait Take {
    fn take<const N: usize>(&self, list: [f32; N]) -> f32;
    fn same<T: amp::Value>(&self, value: T) -> T;
    fn ends<S: Scalar, const N: usize>(list: &[S; N], by: impl Scalar) -> S;
    fn one(&self) -> f32 {
        1.0
    }
}

#[device]
impl Take for Plain {
    fn take<const N: usize>(&self, list: [f32; N]) -> f32 {
        let mut sum = self.0;
        for x in list {
            sum += x;
        }
        sum + N as f32
    }
    fn same<T: amp::Value>(&self, value: T) -> T {
        value
    }
    fn ends<S: Scalar, const N: usize>(list: &[S; N], _: impl Scalar) -> S {
        list[0] + list[N - 1]
    }
}

#[device]
fn taken(it: &Plain, list: [f32; 3]) -> f32 {
    it.take(list) + it.same(1.0) + Plain::ends(&list, 1u32) + it.one()
}

#[test]
fn required_functions_are_generic() {
    on_each(|accelerator| {
        let plain = Plain(2.0);
        let mut y = ArrayViewMut::from_vec([2], vec![0.0; 2]).unwrap();
        let kernel = amp!(|i: Index<1>| {
            let plain = plain;
            y[i] = taken(&plain, [1.0, 2.0, 3.0]) + plain.take([1.0, 2.0]);
            y[i] += plain.same(2.0) + Plain::ends(&[2u32, 3], 1.0) as f32;
        });
        accelerator.default_view().parallel_for_each(2, kernel).unwrap();
        assert_eq!(y.to_vec().unwrap(), [31.0; 2]);
    });
}
