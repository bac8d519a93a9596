//! `Index` and `IndexMut` of the user's own types.

use amp::Accelerator;
use amp::prelude::*;
use amp_tests::on_each;
use std::ops;

#[derive(Clone, Copy, GpuType)]
#[repr(C)]
struct Matrix<const R: usize, const C: usize>([[f32; C]; R]);

#[device]
impl<const R: usize, const C: usize> ops::Index<(usize, usize)> for Matrix<R, C> {
    type Output = f32;
    fn index(&self, (i, j): (usize, usize)) -> &f32 {
        &self.0[i][j]
    }
}

#[device]
impl<const R: usize, const C: usize> ops::IndexMut<(usize, usize)> for Matrix<R, C> {
    fn index_mut(&mut self, at: (usize, usize)) -> &mut f32 {
        let (i, j) = at;
        &mut self.0[i][j]
    }
}

#[device]
impl<const R: usize, const C: usize> Matrix<R, C> {
    fn zero() -> Self {
        Matrix([[0.0; C]; R])
    }
    fn times<const K: usize>(self, other: Matrix<C, K>) -> Matrix<R, K> {
        let mut product = Matrix::<R, K>::zero();
        for i in 0..R {
            for j in 0..K {
                for k in 0..C {
                    product[(i, j)] += self[(i, k)] * other[(k, j)];
                }
            }
        }
        product
    }
}

#[device]
fn products(v: f32) -> f32 {
    let a = Matrix([[v, 1.0, 2.0], [3.0, v, 5.0], [1.0, 2.0, v]]);
    let b = Matrix([[1.0, v, 2.0], [3.0, v, 5.0], [1.0, 2.0, v]]);
    let c = a.times(b);
    let mut sum = 0.0;
    for i in 0..3 {
        for j in 0..3 {
            sum += c[(i, j)] * (i + 2 * j) as f32;
        }
    }
    sum
}

#[test]
fn matrix_product_by_subscripts_of_tuples() {
    compare(products, |accelerator, x, y| {
        let on = accelerator.default_view();
        on.parallel_for_each(y.extent(), amp!(|i: Index<1>| y[i] = products(x[i]))).unwrap();
    });
}

#[derive(Clone, Copy, GpuType)]
#[repr(C)]
struct Point {
    x: f32,
    y: f32,
    z: f32,
}

#[device]
impl ops::Index<usize> for Point {
    type Output = f32;
    fn index(&self, k: usize) -> &Self::Output {
        match k {
            0 => &self.x,
            1 => &self.y,
            _ => &self.z,
        }
    }
}

#[device]
impl ops::IndexMut<usize> for Point {
    fn index_mut(&mut self, k: usize) -> &mut Self::Output {
        if k == 0 {
            return &mut self.x;
        }
        match k {
            1 => &mut self.y,
            _ => &mut self.z,
        }
    }
}

#[device]
impl Point {
    fn total(&self) -> f32 {
        self[0] + self[1] * 2.0 + self[2] * 3.0
    }
    fn bump(&mut self, k: usize) {
        self[k] += 1.0;
        self[0] = self[1];
    }
}

#[device]
fn doubled(point: &mut Point, k: usize) -> f32 {
    point[k] *= 2.0;
    point[k] + point[(k + 1) % 3]
}

/// A type alias of an array type has the subscripts of an array.
type Row = [f32; 4];

#[device]
fn row(row: Row, k: usize) -> f32 {
    let mut changed: Row = row;
    changed[k] = 5.0;
    changed[1] += row[k];
    row[k] + changed[0] + changed[1]
}

#[device]
fn points(v: f32) -> f32 {
    let n = v.abs() as usize;
    let mut p = Point { x: v, y: 1.0, z: 2.0 };
    p.bump(n % 3);
    let sum = doubled(&mut p, n % 3);
    let mut q: Point = p;
    q[1] = q[2] + 1.0;
    let mut list = [p, q];
    list[1].bump(2);
    p.total() + q.total() + sum + row([v, 1.0, 2.0, 3.0], n % 4) + list[1].total() + list[0].z
}

#[test]
fn references_chosen_by_branches() {
    compare(points, |accelerator, x, y| {
        let on = accelerator.default_view();
        on.parallel_for_each(y.extent(), amp!(|i: Index<1>| y[i] = points(x[i]))).unwrap();
    });
}

#[test]
fn subscripts_of_elements_of_views() {
    let matrices: Vec<_> = (0..40).map(|n| Matrix([[n as f32, 1.0], [2.0, 3.0]])).collect();
    on_each(|accelerator| {
        let mut ys = vec![0.0; 40];
        let x = ArrayView::new(&matrices);
        let mut y = ArrayViewMut::new(&mut ys);
        let kernel = amp!(|i: Index<1>| {
            let mut m = x[i];
            m[(0, 1)] = m[(0, 0)] + 1.0;
            y[i] = m[(0, 1)] + x[i][(1, 1)];
        });
        accelerator.default_view().parallel_for_each([40], kernel).unwrap();
        drop(y);
        assert!(ys.iter().enumerate().all(|(n, y)| *y == n as f32 + 4.0));
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

#[derive(Clone, Copy, PartialEq, Eq, GpuType)]
#[repr(u32)]
enum Axis {
    X,
    Y,
    Z,
}

#[derive(Clone, Copy, GpuType)]
#[repr(C)]
struct Spot {
    x: f32,
    y: f32,
    z: f32,
}

#[device]
impl ops::Index<Axis> for Spot {
    type Output = f32;
    fn index(&self, axis: Axis) -> &f32 {
        match axis {
            Axis::X => &self.x,
            Axis::Y => &self.y,
            Axis::Z => &self.z,
        }
    }
}

#[device]
impl ops::IndexMut<Axis> for Spot {
    fn index_mut(&mut self, axis: Axis) -> &mut f32 {
        match axis {
            Axis::X => &mut self.x,
            Axis::Y => &mut self.y,
            Axis::Z => &mut self.z,
        }
    }
}

#[device]
fn by_axis(k: usize, v: f32) -> f32 {
    let mut p = Spot { x: 1.0, y: v, z: k as f32 };
    for a in [Axis::X, Axis::Y, Axis::Z] {
        p[a] += a as u32 as f32 + 1.0;
    }
    let q = p;
    let longest = if p[Axis::Y] > q[Axis::Z] { Axis::Y } else { Axis::Z };
    p[longest] * 2.0 - p.x
}

#[test]
fn struct_literals_have_own_subscripts() {
    amp_tests::on_each(|accelerator| {
        let mut y = ArrayViewMut::from_vec([16], vec![0.0f32; 16]).unwrap();
        let kernel = amp!(|i: Index<1>| {
            let p = Spot { x: 2.0, y: 3.0, z: 4.0 };
            y[i] = by_axis(i[0], 3.0) + p[Axis::Y];
        });
        accelerator.default_view().parallel_for_each(16, kernel).unwrap();
        let expected: Vec<_> = (0..16).map(|k| by_axis(k, 3.0) + 3.0).collect();
        assert_eq!(y.to_vec().unwrap(), expected);
    });
}
