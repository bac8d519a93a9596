//! Products of matrices and vectors.

use amp::prelude::*;
use amp_algorithms as alg;
use amp_tests::on_each;

use crate::data::{is_checked, on_all, on_both, random};

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

/// The product of two matrices of small integers.
fn matrix_product(a: &[f32], b: &[f32], [rows, depth, columns]: [usize; 3]) -> Vec<f32> {
    let element = |k: usize| {
        let (row, column) = (k / columns, k % columns);
        (0..depth).map(|k| a[row * depth + k] * b[k * columns + column]).sum()
    };
    (0..rows * columns).map(element).collect()
}

fn turned(x: &[f32], columns: usize) -> Vec<f32> {
    let rows = x.len() / columns;
    (0..x.len()).map(|k| x[k % rows * columns + k / rows]).collect()
}

/// Shapes of products: `[rows, depth, columns]`.
fn product_shapes() -> Vec<[usize; 3]> {
    let all = [
        [1, 1, 1],
        [2, 3, 4],
        [6, 16, 16],
        [7, 17, 15],
        [64, 16, 64],
        [65, 33, 63],
        [70, 600, 20],
        [5, 1, 300],
    ];
    all[..if is_checked() { 6 } else { 8 }].to_vec()
}

#[test]
fn matrices_are_multiplied() {
    on_both(|queue| {
        for shape @ [rows, depth, columns] in product_shapes() {
            let floats = |n, seed| small(n, seed).iter().map(|v| *v as f32).collect::<Vec<_>>();
            let (a, b, before) =
                (floats(rows * depth, 1), floats(depth * columns, 2), floats(rows * columns, 3));
            let expected = matrix_product(&a, &b, shape);
            let (at, bt) = (turned(&a, depth), turned(&b, columns));
            let array = |extent: [usize; 2], data: &[f32]| Array::from_slice_on(queue, extent, data).unwrap();
            let (a, b) = (array([rows, depth], &a), array([depth, columns], &b));
            let (at, bt) = (array([depth, rows], &at), array([columns, depth], &bt));
            let found = [
                alg::matmul_on(queue, &a, &b).unwrap(),
                alg::matmul_on(queue, alg::transposed(&at), &b).unwrap(),
                alg::matmul_on(queue, &a, alg::transposed(&bt)).unwrap(),
                alg::matmul_on(queue, alg::transposed(&at), alg::transposed(&bt)).unwrap(),
            ];
            for found in found {
                assert_eq!(found.extent(), Extent::new([rows, columns]));
                assert_eq!(found.to_vec().unwrap(), expected, "{shape:?}");
            }
            let mut c = array([rows, columns], &before);
            alg::gemm_on(queue, 2.0, &a, &b, -0.5, &mut c).unwrap();
            let expected: Vec<f32> = expected.iter().zip(&before).map(|(p, c)| 2.0 * p - 0.5 * c).collect();
            assert_eq!(c.to_vec().unwrap(), expected, "{shape:?}");
        }
    });
}

#[test]
fn sections_of_matrices_are_multiplied_into_sections() {
    on_both(|queue| {
        let data: Vec<f32> = small(20 * 30, 1).iter().map(|v| *v as f32).collect();
        let view = ArrayView::with_extent([20, 30], &data).unwrap();
        let (a, b) = (view.section([1, 2], [8, 9]).unwrap(), view.section([10, 4], [9, 21]).unwrap());
        let part = |[row, column]: [usize; 2], [rows, columns]: [usize; 2]| -> Vec<f32> {
            (0..rows * columns).map(|k| data[(row + k / columns) * 30 + column + k % columns]).collect()
        };
        let expected = matrix_product(&part([1, 2], [8, 9]), &part([10, 4], [9, 21]), [8, 9, 21]);
        let mut target = vec![1.0f32; 12 * 40];
        let mut c = ArrayViewMut::with_extent([12, 40], &mut target).unwrap();
        alg::gemm_on(queue, 1.0, &a, &b, 0.0, &mut c.section_mut([3, 5], [8, 21]).unwrap()).unwrap();
        let found = c.to_vec().unwrap();
        for (k, value) in found.iter().enumerate() {
            let (row, column) = (k / 40, k % 40);
            let inside = (3..11).contains(&row) && (5..26).contains(&column);
            let expected = if inside { expected[(row - 3) * 21 + column - 5] } else { 1.0 };
            assert_eq!(*value, expected, "{row} {column}");
        }
    });
}

#[test]
fn batches_are_multiplied() {
    on_both(|queue| {
        let (count, [rows, depth, columns]) = (5, [9, 20, 18]);
        let floats = |n, seed| small(n, seed).iter().map(|v| *v as f32).collect::<Vec<_>>();
        let (a, b) = (floats(count * rows * depth, 1), floats(count * depth * columns, 2));
        let each = |a: &dyn Fn(usize) -> Vec<f32>, b: &dyn Fn(usize) -> Vec<f32>| -> Vec<f32> {
            (0..count).flat_map(|k| matrix_product(&a(k), &b(k), [rows, depth, columns])).collect()
        };
        let a_of = |k: usize| a[k * rows * depth..(k + 1) * rows * depth].to_vec();
        let b_of = |k: usize| b[k * depth * columns..(k + 1) * depth * columns].to_vec();
        let first = Array::from_slice_on(queue, [rows, depth], &a_of(0)).unwrap();
        let second = Array::from_slice_on(queue, [depth, columns], &b_of(0)).unwrap();
        let bt: Vec<f32> = (0..count).flat_map(|k| turned(&b_of(k), columns)).collect();
        let (a, b) = (
            Array::from_slice_on(queue, [count, rows, depth], &a).unwrap(),
            Array::from_slice_on(queue, [count, depth, columns], &b).unwrap(),
        );
        let bt = Array::from_slice_on(queue, [count, columns, depth], &bt).unwrap();
        let found = alg::matmul_batched_on(queue, &a, &b).unwrap();
        assert_eq!(found.extent(), Extent::new([count, rows, columns]));
        assert_eq!(found.to_vec().unwrap(), each(&a_of, &b_of));
        let found = alg::matmul_batched_on(queue, &a, alg::transposed_batch(&bt)).unwrap();
        assert_eq!(found.to_vec().unwrap(), each(&a_of, &b_of));
        let found = alg::matmul_batched_on(queue, &a, &second).unwrap();
        assert_eq!(found.to_vec().unwrap(), each(&a_of, &|_| b_of(0)));
        let found = alg::matmul_batched_on(queue, &first, &b).unwrap();
        assert_eq!(found.to_vec().unwrap(), each(&|_| a_of(0), &b_of));
        let mut c =
            Array::from_slice_on(queue, [count, rows, columns], &vec![1.0; count * rows * columns]).unwrap();
        alg::gemm_batched_on(queue, 3.0, &a, &b, 2.0, &mut c).unwrap();
        let expected: Vec<f32> = each(&a_of, &b_of).iter().map(|v| 3.0 * v + 2.0).collect();
        assert_eq!(c.to_vec().unwrap(), expected);
    });
}

#[test]
fn matrices_of_doubles_are_multiplied() {
    on_both(|queue| {
        if !queue.accelerator().supports_f64() {
            return;
        }
        for shape @ [rows, depth, columns] in product_shapes() {
            let floats = |n, seed| small(n, seed).iter().map(|v| *v as f32).collect::<Vec<_>>();
            let doubles = |x: &[f32]| x.iter().map(|v| f64::from(*v)).collect::<Vec<_>>();
            let (a, b) = (floats(rows * depth, 1), floats(depth * columns, 2));
            let expected = doubles(&matrix_product(&a, &b, shape));
            let a = Array::from_slice_on(queue, [rows, depth], &doubles(&a)).unwrap();
            let b = Array::from_slice_on(queue, [depth, columns], &doubles(&b)).unwrap();
            let mut c = Array::<f64, 2>::new_on(queue, [rows, columns]).unwrap();
            alg::matmul_into(&a, &b, &mut c).unwrap();
            assert_eq!(c.to_vec().unwrap(), expected, "{shape:?}");
        }
    });
}

#[test]
fn products_without_elements_and_shapes_that_do_not_fit() {
    on_both(|queue| {
        let array = |extent: [usize; 2]| Array::<f32, 2>::new_on(queue, extent).unwrap();
        assert_eq!(
            alg::matmul_on(queue, &array([0, 3]), &array([3, 2])).unwrap().extent(),
            Extent::new([0, 2])
        );
        let found = alg::matmul_on(queue, &array([2, 0]), &array([0, 3])).unwrap();
        assert_eq!(found.to_vec().unwrap(), [0.0; 6]);
        let mut c = Array::from_slice_on(queue, [1, 2], &[1.0, 2.0]).unwrap();
        alg::gemm_on(queue, 1.0, &array([1, 0]), &array([0, 2]), 3.0, &mut c).unwrap();
        assert_eq!(c.to_vec().unwrap(), [3.0, 6.0]);
        let error = alg::matmul_on(queue, &array([2, 3]), &array([2, 3])).unwrap_err().to_string();
        assert_eq!(error, "the first matrix has 3 columns, but the second has 2 rows");
        let error = alg::matmul_into(&array([2, 3]), &array([3, 4]), &mut array([2, 3])).unwrap_err();
        assert_eq!(error.to_string(), "the output has the extent [2, 3], but the result has [2, 4]");
        let batch = |extent: [usize; 3]| Array::<f32, 3>::new_on(queue, extent).unwrap();
        let error = alg::matmul_batched_on(queue, &batch([2, 1, 1]), &batch([3, 1, 1])).unwrap_err();
        assert_eq!(error.to_string(), "the batches have 2 and 3 matrices");
        assert!(
            alg::matmul_batched_on(queue, &batch([0, 2, 2]), &batch([0, 2, 2]))
                .unwrap()
                .to_vec()
                .unwrap()
                .is_empty()
        );
    });
}
