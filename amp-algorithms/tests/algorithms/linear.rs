//! Products of matrices and vectors.

use amp::prelude::*;
use amp_algorithms as alg;
use amp_tests::on_each;

use crate::data::{is_checked, on_all, random};

/// Small integers, whose products and sums are exact in every type.
fn small(n: usize, seed: u32) -> Vec<i32> {
    random(n, seed).iter().map(|v| (v % 15) as i32 - 7).collect()
}

/// The product of a matrix with this number of columns and a vector.
fn product(a: &[i32], x: &[i32], rows: usize) -> Vec<i32> {
    let columns = x.len();
    (0..rows).map(|row| (0..columns).map(|k| a[row * columns + k] * x[k]).sum()).collect()
}

/// Shapes with about `n` elements: almost square, one row, few rows, few columns, one column.
fn shapes(n: usize) -> Vec<[usize; 2]> {
    let side = n.isqrt() + 1;
    let all = [[side, side + 2], [1, n], [n / 300 + 1, 300], [n / 3, 3], [n, 1]];
    all[..if is_checked() { 2 } else { 5 }].to_vec()
}

#[test]
fn matrices_are_multiplied_with_vectors() {
    on_all(|queue, n| {
        for [rows, columns] in shapes(n) {
            let (data, x) = (small(rows * columns, 1), small(columns, 2));
            let a = Array::from_slice_on(queue, [rows, columns], &data).unwrap();
            let expected = product(&data, &x, rows);
            let found = alg::matvec_on(queue, &a, &ArrayView::new(&x)).unwrap().to_vec().unwrap();
            assert_eq!(found, expected, "{rows} {columns}");

            let x = small(rows, 3);
            let turned: Vec<i32> = (0..rows * columns).map(|k| data[k % rows * columns + k / rows]).collect();
            let expected = product(&turned, &x, columns);
            let found = alg::matvec_on(queue, alg::transposed(&a), &ArrayView::new(&x)).unwrap();
            assert_eq!(found.to_vec().unwrap(), expected, "transposed {rows} {columns}");
            let a = Array::from_slice_on(queue, [columns, rows], &turned).unwrap();
            let found =
                alg::matvec_on(queue, alg::transposed(alg::transposed(&a)), &ArrayView::new(&x)).unwrap();
            assert_eq!(found.to_vec().unwrap(), expected, "transposed twice {rows} {columns}");
        }
    });
}

#[test]
fn floats_are_multiplied_and_added_to_the_output() {
    on_all(|queue, n| {
        let [rows, columns] = shapes(n)[0];
        let (data, x, y) = (small(rows * columns, 1), small(columns, 2), small(rows, 3));
        let products = product(&data, &x, rows);
        let floats = |x: &[i32]| x.iter().map(|v| *v as f32).collect::<Vec<_>>();
        let (a, x32, y32) = (floats(&data), floats(&x), floats(&y));
        let (a, x32) = (ArrayView::new(&a), ArrayView::new(&x32));
        let a = a.view_as([rows, columns]).unwrap();
        for (alpha, beta) in [(1.0, 0.0), (2.0, 0.5), (-1.0, 1.0)] {
            let mut out = Array::from_slice_on(queue, rows, &y32).unwrap();
            alg::gemv_on(queue, alpha, &a, &x32, beta, &mut out).unwrap();
            let expected: Vec<f32> =
                products.iter().zip(&y).map(|(p, y)| alpha * *p as f32 + beta * *y as f32).collect();
            assert_eq!(out.to_vec().unwrap(), expected, "{alpha} {beta}");
        }
        if !queue.accelerator().supports_f64() {
            return;
        }
        let doubles = |x: &[i32]| x.iter().map(|v| f64::from(*v)).collect::<Vec<_>>();
        let (a, x) = (doubles(&data), doubles(&x));
        let (a, x) = (ArrayView::new(&a), ArrayView::new(&x));
        let found = alg::matvec_on(queue, &a.view_as([rows, columns]).unwrap(), &x).unwrap();
        assert_eq!(found.to_vec().unwrap(), doubles(&products));
    });
}

#[test]
fn sections_of_views_are_matrices() {
    on_each(|on| {
        let queue = &on.default_view();
        let data = small(7 * 9, 1);
        let x = small(4, 2);
        let view = ArrayView::new(&data);
        let view = view.view_as([7, 9]).unwrap();
        let part = view.section([2, 3], [3, 4]).unwrap();
        let rows: Vec<i32> = (0..12).map(|k| data[(2 + k / 4) * 9 + 3 + k % 4]).collect();
        let found = alg::matvec_on(queue, &part, &ArrayView::new(&x)).unwrap();
        assert_eq!(found.to_vec().unwrap(), product(&rows, &x, 3));
    });
}

#[test]
fn matrices_without_elements_have_products() {
    on_each(|on| {
        let queue = &on.default_view();
        let empty = ArrayView::<f32>::new(&[]);
        let wide = Array::<f32, 2>::new_on(queue, [0, 3]).unwrap();
        let x = ArrayView::new(&[1.0, 2.0, 3.0]);
        assert!(alg::matvec_on(queue, &wide, &x).unwrap().to_vec().unwrap().is_empty());
        let found = alg::matvec_on(queue, alg::transposed(&wide), &empty).unwrap();
        assert_eq!(found.to_vec().unwrap(), [0.0; 3]);
        let mut y = Array::from_slice_on(queue, 3, &[1.0, 2.0, 3.0]).unwrap();
        alg::gemv_on(queue, 1.0, alg::transposed(&wide), &empty, 2.0, &mut y).unwrap();
        assert_eq!(y.to_vec().unwrap(), [2.0, 4.0, 6.0]);
        let (offsets, indices) = (ArrayView::new(&[0u32; 4]), ArrayView::<u32>::new(&[]));
        let found = alg::spmv_on(queue, &offsets, &indices, &empty, &empty).unwrap();
        assert_eq!(found.to_vec().unwrap(), [0.0; 3]);
        let found = alg::spmv_on(queue, &indices, &indices, &empty, &empty).unwrap();
        assert!(found.to_vec().unwrap().is_empty());
    });
}

#[test]
fn sparse_matrices_are_multiplied_with_vectors() {
    on_all(|queue, n| {
        let (values, x) = (small(n, 1), small(100, 2));
        let columns: Vec<u32> = random(n, 3).iter().map(|v| v % 100).collect();
        // Short and empty rows, and then a long one.
        let mut offsets = vec![0];
        for step in random(n / 20, 5) {
            let last: u32 = *offsets.last().unwrap();
            offsets.push((last + step % 8).min(n as u32));
        }
        offsets.push(n as u32);
        for offsets in [offsets, vec![0, n as u32]] {
            let expected: Vec<i32> = offsets
                .windows(2)
                .map(|w| (w[0] as usize..w[1] as usize).map(|k| values[k] * x[columns[k] as usize]).sum())
                .collect();
            let found = alg::spmv_on(
                queue,
                &ArrayView::new(&offsets),
                &ArrayView::new(&columns),
                &ArrayView::new(&values),
                &ArrayView::new(&x),
            );
            assert_eq!(found.unwrap().to_vec().unwrap(), expected);
        }
    });
}

#[test]
fn lengths_that_do_not_fit_are_an_error() {
    on_each(|on| {
        let queue = &on.default_view();
        let a = Array::from_slice_on(queue, [2, 3], &[1, 2, 3, 4, 5, 6]).unwrap();
        let (two, three) = (ArrayView::new(&[1, 2]), ArrayView::new(&[1, 2, 3]));
        let error = alg::matvec_on(queue, &a, &two).unwrap_err().to_string();
        assert_eq!(error, "the rows of the matrix and the vector have different lengths: 3 and 2");
        let error = alg::matvec_on(queue, alg::transposed(&a), &three).unwrap_err().to_string();
        assert_eq!(error, "the rows of the matrix and the vector have different lengths: 2 and 3");
        let mut y = Array::new_on(queue, 3).unwrap();
        let error = alg::gemv_on(queue, 1, &a, &three, 0, &mut y).unwrap_err().to_string();
        assert_eq!(error, "the output has 3 elements, but the result has 2");
        let offsets = ArrayView::new(&[0u32, 2]);
        let error = alg::spmv_on(queue, &offsets, &offsets, &three, &two).unwrap_err().to_string();
        assert_eq!(error, "the columns and the values have different lengths: 2 and 3");
    });
}

#[test]
fn sparse_matrices_with_bad_indices_are_an_error_on_the_cpu() {
    for on in [Accelerator::cpu(), Accelerator::cpu_checked()] {
        let queue = &on.default_view();
        let (values, x) = (ArrayView::new(&[1, 2, 3]), ArrayView::new(&[1, 2]));
        let multiply = |offsets: &[u32], columns: &[u32]| {
            let (offsets, columns) = (ArrayView::new(offsets), ArrayView::new(columns));
            alg::spmv_on(queue, &offsets, &columns, &values, &x).unwrap_err().to_string()
        };
        let error = multiply(&[0, 2, 1], &[0, 1, 0]);
        assert!(error.contains("the offsets descend from 2 to 1"), "{error}");
        let error = multiply(&[0, 4], &[0, 1, 0]);
        assert!(error.contains("the offset 4 is greater than the number of elements, 3"), "{error}");
        let error = multiply(&[0, 3], &[0, 7, 0]);
        assert!(error.contains("[7] is out of range"), "{error}");
    }
}
