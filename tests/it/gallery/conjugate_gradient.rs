//! A solver of sparse linear systems, after `conjugateGradient` of the CUDA samples and the crate `sprs`.
//!
//! Uses slices of a row by ranges of offsets, `zip` of two slices, `find`, a builder of tridiagonal rows, and `Result`.

use amp::prelude::*;

use super::on_each_queue;

/// A symmetric matrix in the format CSR.
struct Csr {
    offsets: Vec<u32>,
    columns: Vec<u32>,
    values: Vec<f32>,
}

impl Csr {
    fn laplacian(n: usize) -> Self {
        let mut csr = Csr { offsets: vec![0], columns: vec![], values: vec![] };
        for row in 0..n {
            for column in row.saturating_sub(1)..(row + 2).min(n) {
                csr.columns.push(column as u32);
                csr.values.push(if row == column { 2.5 } else { -1.0 });
            }
            csr.offsets.push(csr.columns.len() as u32);
        }
        csr
    }
}

#[device]
fn row_dot(columns: &[u32], values: &[f32], x: &[f32]) -> f32 {
    columns.iter().zip(values).map(|(&column, &value)| value * x[column as usize]).sum()
}

#[device]
fn entry(columns: &[u32], values: &[f32], column: usize) -> Option<f32> {
    columns.iter().zip(values).find(|&(&c, _)| c as usize == column).map(|(_, &value)| value)
}

/// The position by bisection, as columns are sorted.
#[device]
fn position(columns: &[u32], column: u32) -> Result<usize, usize> {
    let (mut low, mut high) = (0, columns.len());
    while low < high {
        let middle = low + (high - low) / 2;
        match columns[middle].cmp(&column) {
            std::cmp::Ordering::Equal => return Ok(middle),
            std::cmp::Ordering::Less => low = middle + 1,
            std::cmp::Ordering::Greater => high = middle,
        }
    }
    Err(low)
}

#[device]
fn jacobi(columns: &[u32], values: &[f32], row: usize, residual: f32) -> f32 {
    let diagonal = match position(columns, row as u32) {
        Ok(at) => values[at],
        Err(_) => 1.0,
    };
    assert_eq!(entry(columns, values, row).unwrap_or(1.0), diagonal);
    residual / diagonal
}

#[kernel]
fn multiply(
    i: Index<1>,
    offsets: &ArrayView<u32>,
    columns: &ArrayView<u32>,
    values: &ArrayView<f32>,
    x: &ArrayView<f32>,
    y: &mut ArrayViewMut<f32>,
) {
    let row = offsets[i[0]] as usize..offsets[i[0] + 1] as usize;
    y[i] = row_dot(&columns[row.clone()], &values[row], &x[..]);
}

#[kernel]
fn precondition(
    i: Index<1>,
    offsets: &ArrayView<u32>,
    columns: &ArrayView<u32>,
    values: &ArrayView<f32>,
    r: &ArrayView<f32>,
    z: &mut ArrayViewMut<f32>,
) {
    let [start, end] = [offsets[i[0]], offsets[i[0] + 1]].map(|offset| offset as usize);
    let (columns, values) = (&columns[start..end], &values[start..end]);
    z[i] = jacobi(columns, values, i[0], r[i]);
}

fn dot(a: &[f32], b: &[f32]) -> f32 {
    a.iter().zip(b).map(|(a, b)| a * b).sum()
}

#[test]
fn solution_satisfies_the_system() {
    const N: usize = 60;
    let csr = Csr::laplacian(N);
    let b: Vec<f32> = (0..N).map(|k| ((k * 7 % 11) as f32 - 5.0) / 3.0).collect();
    on_each_queue(|queue| {
        let (offsets, columns, values) =
            (ArrayView::new(&csr.offsets), ArrayView::new(&csr.columns), ArrayView::new(&csr.values));
        let apply = |x: &[f32]| {
            let mut y = ArrayViewMut::without_source([N])?;
            queue.parallel_for_each(N, multiply(&offsets, &columns, &values, &ArrayView::new(x), &mut y))?;
            y.to_vec()
        };
        let scaled = |r: &[f32]| {
            let mut z = ArrayViewMut::without_source([N])?;
            queue.parallel_for_each(
                N,
                precondition(&offsets, &columns, &values, &ArrayView::new(r), &mut z),
            )?;
            z.to_vec()
        };
        let mut x = vec![0.0; N];
        let mut r = b.clone();
        let mut z = scaled(&r)?;
        let mut p = z.clone();
        for _ in 0..40 {
            let rz = dot(&r, &z);
            if rz < 1e-12 {
                break;
            }
            let ap = apply(&p)?;
            let alpha = rz / dot(&p, &ap);
            x.iter_mut().zip(&p).for_each(|(x, p)| *x += alpha * p);
            r.iter_mut().zip(&ap).for_each(|(r, ap)| *r -= alpha * ap);
            z = scaled(&r)?;
            let beta = dot(&r, &z) / rz;
            p.iter_mut().zip(&z).for_each(|(p, z)| *p = z + beta * *p);
        }
        assert!(apply(&x)?.iter().zip(&b).all(|(y, b)| (y - b).abs() < 1e-4));
        Ok(())
    });
}
