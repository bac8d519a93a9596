//! Associated types of device traits, in signatures, default methods and generic code.

use amp::Accelerator;
use amp::prelude::*;
use amp_tests::on_each;

#[derive(Clone, Copy, GpuType)]
#[repr(C)]
struct Point {
    x: f32,
    y: f32,
    z: f32,
}

#[device]
trait Norm {
    type Out;
    /// No function mentions this associated type, so it may be any type.
    type Tag;
    fn norm(self) -> Self::Out;
    fn twice(self) -> <Self as Norm>::Out {
        self.norm()
    }
}

#[device]
impl Norm for Point {
    type Out = f32;
    type Tag = ();
    fn norm(self) -> Self::Out {
        self.x.abs() + self.y.abs() + self.z.abs()
    }
}

#[device]
impl Norm for i32 {
    type Out = u32;
    type Tag = String;
    fn norm(self) -> u32 {
        self.unsigned_abs()
    }
    fn twice(self) -> u32 {
        self.norm() * 2
    }
}

#[device]
fn pair<T: Norm>(a: T, b: T) -> (T::Out, <T as Norm>::Out) {
    let first: T::Out = a.norm();
    (first, b.twice())
}

#[device]
trait Container {
    type Item: Scalar;
    const LEN: usize;
    fn get(&self, k: usize) -> Self::Item;
    fn total(&self) -> Self::Item {
        let mut sum = self.get(0);
        for k in 1..Self::LEN {
            sum += self.get(k);
        }
        sum
    }
}

#[device]
impl Container for [f32; 4] {
    type Item = f32;
    const LEN: usize = 4;
    fn get(&self, k: usize) -> f32 {
        self[k]
    }
}

#[device]
impl Container for Point {
    type Item = f32;
    const LEN: usize = 3;
    fn get(&self, k: usize) -> f32 {
        match k {
            0 => self.x,
            1 => self.y,
            _ => self.z,
        }
    }
}

#[device]
fn sum_of<C: Container>(container: &C) -> C::Item {
    let total = container.total();
    total + container.get(0)
}

#[device]
trait Named {
    const ID: u32;
    fn id(&self) -> u32 {
        Self::ID
    }
}

#[device]
trait Shape: Named {
    fn area(&self) -> f32;
    fn tagged(&self) -> f32 {
        self.area() + self.id() as f32
    }
}

#[device]
impl Named for Point {
    const ID: u32 = 7;
}

#[device]
impl Shape for Point {
    fn area(&self) -> f32 {
        self.x * self.y
    }
}

#[device]
fn measure<S: Shape>(shape: S) -> f32 {
    shape.tagged() + shape.id() as f32
}

#[device]
fn values(v: f32) -> f32 {
    let p = Point { x: v, y: 2.0, z: -1.0 };
    let (a, b) = pair(p, Point { x: 1.0, ..p });
    let (m, n) = pair(v as i32, -3);
    a + b + (m + n) as f32 + sum_of(&[v, 1.0, 2.0, 3.0]) + sum_of(&p) + measure(p)
}

#[test]
fn associated_types_and_supertraits() {
    compare(values, |accelerator, x, y| {
        let on = accelerator.default_view();
        on.parallel_for_each(y.extent(), amp!(|i: Index<1>| y[i] = values(x[i]))).unwrap();
    });
}

/// Compares a device function in a kernel with the host, on each accelerator.
fn compare(
    function: impl Fn(f32) -> f32,
    run: impl Fn(&Accelerator, &ArrayView<f32>, &mut ArrayViewMut<f32>),
) {
    let xs: Vec<f32> = (0..48).map(|n| n as f32 * 0.375 - 4.0).collect();
    on_each(|accelerator| {
        let mut ys = vec![0.0; xs.len()];
        let x = ArrayView::new(&xs);
        let mut y = ArrayViewMut::new(&mut ys);
        run(accelerator, &x, &mut y);
        drop(y);
        for (x, y) in xs.iter().zip(&ys) {
            let expected = function(*x);
            let close = (y - expected).abs() <= 1e-3 * expected.abs().max(1.0);
            assert!(close || y.is_nan() && expected.is_nan(), "{x}: {y} instead of {expected}");
        }
    });
}
