//! LU decomposition with pivots, after `lud` of Rodinia and the crate `nalgebra`.
//!
//! Uses a matrix with constant parameters, `Index` by a tuple, `max_by` on rows, `swap`, `Result` with a marker type, operators of
//! matrices, and `identity`.

use std::ops::{self, Mul};

use amp::prelude::*;

use super::on_each_queue;

#[derive(Clone, Copy, Debug, PartialEq, GpuType)]
#[repr(C)]
struct Matrix<const R: usize, const C: usize>([[f32; C]; R]);

#[derive(Clone, Copy, Debug, PartialEq, GpuType)]
struct Singular;

#[device]
impl<const R: usize, const C: usize> ops::Index<(usize, usize)> for Matrix<R, C> {
    type Output = f32;

    fn index(&self, (row, column): (usize, usize)) -> &f32 {
        &self.0[row][column]
    }
}

#[device]
impl<const R: usize, const C: usize> ops::IndexMut<(usize, usize)> for Matrix<R, C> {
    fn index_mut(&mut self, (row, column): (usize, usize)) -> &mut f32 {
        &mut self.0[row][column]
    }
}

#[device]
impl<const R: usize, const C: usize, const K: usize> Mul<Matrix<C, K>> for Matrix<R, C> {
    type Output = Matrix<R, K>;

    fn mul(self, other: Matrix<C, K>) -> Matrix<R, K> {
        let mut product = Matrix([[0.0; K]; R]);
        for row in 0..R {
            for column in 0..K {
                product[(row, column)] = (0..C).map(|k| self[(row, k)] * other[(k, column)]).sum();
            }
        }
        product
    }
}

#[device]
impl<const R: usize, const C: usize> Matrix<R, C> {
    fn transposed(&self) -> Matrix<C, R> {
        Matrix(std::array::from_fn(|row| std::array::from_fn(|column| self[(column, row)])))
    }
}

#[derive(Clone, Copy, Debug, GpuType)]
struct Lu<const N: usize> {
    factors: Matrix<N, N>,
    permutation: [usize; N],
    even: bool,
}

#[device]
impl<const N: usize> Matrix<N, N> {
    fn identity() -> Self {
        let mut identity = Matrix([[0.0; N]; N]);
        for (k, row) in identity.0.iter_mut().enumerate() {
            row[k] = 1.0;
        }
        identity
    }

    fn trace(&self) -> f32 {
        (0..N).map(|k| self[(k, k)]).sum()
    }

    fn lu(mut self) -> Result<Lu<N>, Singular> {
        let mut permutation: [usize; N] = std::array::from_fn(|k| k);
        let mut even = true;
        for k in 0..N {
            let pivot =
                (k..N).max_by(|&a, &b| self[(a, k)].abs().total_cmp(&self[(b, k)].abs())).ok_or(Singular)?;
            if self[(pivot, k)].abs() < 1e-6 {
                return Err(Singular);
            }
            if pivot != k {
                self.0.swap(pivot, k);
                permutation.swap(pivot, k);
                even = !even;
            }
            for row in k + 1..N {
                self[(row, k)] /= self[(k, k)];
                let factor = self[(row, k)];
                for column in k + 1..N {
                    self[(row, column)] -= factor * self[(k, column)];
                }
            }
        }
        Ok(Lu { factors: self, permutation, even })
    }

    fn determinant(self) -> f32 {
        self.lu().map_or(0.0, |lu| {
            let product: f32 = (0..N).map(|k| lu.factors[(k, k)]).product();
            if lu.even { product } else { -product }
        })
    }

    fn inverse(self) -> Option<Self> {
        let lu = self.lu().ok()?;
        let columns = Self::identity().0.map(|unit| lu.solve(&unit));
        Some(Matrix(columns).transposed())
    }
}

#[device]
impl<const N: usize> Lu<N> {
    fn solve(&self, b: &[f32; N]) -> [f32; N] {
        let mut x = self.permutation.map(|k| b[k]);
        for row in 0..N {
            x[row] -= (0..row).map(|k| self.factors[(row, k)] * x[k]).sum::<f32>();
        }
        for row in (0..N).rev() {
            let known: f32 = (row + 1..N).map(|k| self.factors[(row, k)] * x[k]).sum();
            x[row] = (x[row] - known) / self.factors[(row, row)];
        }
        x
    }
}

#[derive(Clone, Copy, Debug, Default, PartialEq, GpuType)]
#[repr(C)]
struct Report {
    determinant: f32,
    trace: f32,
    solution: [f32; 4],
}

#[device]
fn report(matrix: Matrix<4, 4>, b: [f32; 4]) -> Option<Report> {
    let lu = matrix.lu().ok()?;
    let identity = matrix * matrix.inverse()?;
    Some(Report { determinant: matrix.determinant(), trace: identity.trace(), solution: lu.solve(&b) })
}

#[kernel]
fn decompose(i: Index<1>, matrices: &ArrayView<Matrix<4, 4>>, reports: &mut ArrayViewMut<Report>) {
    reports[i] = report(matrices[i], [1.0, 2.0, 3.0, 4.0]).unwrap_or_default();
}

#[test]
fn solutions_are_those_of_the_host() {
    let numbers = amp_tests::numbers(30 * 16, 2);
    let mut matrices: Vec<Matrix<4, 4>> = (0..30)
        .map(|k| {
            Matrix(std::array::from_fn(|r| std::array::from_fn(|c| numbers[k * 16 + r * 4 + c] * 4.0 - 2.0)))
        })
        .collect();
    matrices[7].0[2] = matrices[7].0[1];
    let expected: Vec<_> =
        matrices.iter().map(|&matrix| report(matrix, [1.0, 2.0, 3.0, 4.0]).unwrap_or_default()).collect();
    assert_eq!(expected[7], Report::default());
    on_each_queue(|queue| {
        let mut reports = ArrayViewMut::without_source([30])?;
        queue.parallel_for_each(30, decompose(&ArrayView::new(&matrices), &mut reports))?;
        for (k, host) in expected.iter().enumerate() {
            let report: Report = reports[k];
            assert!((report.determinant - host.determinant).abs() < 1e-3, "{k}: {report:?}, {host:?}");
            assert!((report.trace - host.trace).abs() < 1e-2, "{k}: {report:?}, {host:?}");
            let close = |(a, b): (&f32, &f32)| (a - b).abs() <= 1e-3 * b.abs().max(1.0);
            assert!(report.solution.iter().zip(&host.solution).all(close), "{k}: {report:?}, {host:?}");
        }
        Ok(())
    });
}
