//! Kernels that read consecutive rows of memory: the CPU back end runs them in long rows of work-items, whatever the length of a
//! row of memory.

use super::*;

untiled! {
 sum_over_rows 1 dom [2000], ext [2000], n 300 => |i, x, y, n| { let mut s = 0u32; for k in 0..n / 50 { s = s * 3 + x[k * n + i[0]]; } y[i] = s; }
 single_work_item 1 dom [1], ext [1], n 300 => |i, x, y, n| { let mut s = 0u32; for k in 0..n / 50 { s = s * 3 + x[k * n + i[0]]; } y[i] = s; }
 ragged_rows 2 dom [7, 130], ext [7, 130], n 9 => |i, x, y, n| { let mut s = 0u32; for k in 0..n { s = s * 3 + x[k] * x[k * 100 + i[1]]; } y[i] += s; }
 guard_before_the_loop 2 dom [16, 192], ext [11, 150], n 9 => |i, x, y, n| {
   if i[0] >= 11 || i[1] >= 150 { return; } let mut s = 0u32; for k in 0..n { s = s * 3 + x[k * 100 + i[1]]; } y[i] = s; }
 lower_bound_before_the_loop 1 dom [700], ext [700], n 9 => |i, x, y, n| { if i[0] > 70 { let mut s = 0u32; for k in 0..n { s += x[k * 100 + i[0] - 71]; } y[i] = s; } }
 sum_in_the_own_element 2 dom [7, 130], ext [7, 130], n 9 => |i, x, y, n| { for k in 0..n { y[i] = y[i] * 3 + x[k * 100 + i[1]]; } }
 two_sums 1 dom [333], ext [333], n 9 => |i, x, y, n| { let mut s = 0u32; let mut t = 1u32; for k in 0..n { s += x[k * 100 + i[0]]; t = t.max(x[k * 200 + i[0]]); } y[i] = s * t; }
 two_loops 1 dom [333], ext [333], n 9 => |i, x, y, n| { let mut s = 0u32; for k in 0..n { s += x[k * 100 + i[0]]; } let t = s % 7; for k in 0..n { s ^= x[k * 200 + i[0]] + t; } y[i] = s; }
 nested_loops 1 dom [333], ext [333], n 4 => |i, x, y, n| { let mut s = 0u32; for k in 0..n { let mut t = 0u32; for l in k..n { t += x[(k * 7 + l) * 100 + i[0]]; } s = s * 3 + t; } y[i] = s; }
 while_loop 2 dom [5, 70], ext [5, 70], n 2000 => |i, x, y, n| { let mut s = 0u32; let mut k = i[0]; while k * 100 < n { s = s * 3 + x[k * 100 + i[1]]; k += i[0] + 2; } y[i] = s + k as u32; }
 reversed_range 1 dom [333], ext [333], n 9 => |i, x, y, n| { let mut s = 0u32; for k in (1..n).rev() { let at = k * 300; let v = x[at + i[0] + 1]; s = s * 3 + v; } y[i] = s; }
 uniform_break 1 dom [333], ext [333], n 9 => |i, x, y, n| { let mut s = 0u32; for k in 0..n { if k == 5 { break; } s = s * 3 + x[k * 300 + i[0]]; } y[i] = s; }
 divergent_return_before_the_loop 1 dom [333], ext [333], n 9 => |i, x, y, n| { if x[i] > 50 { y[i] = 1; return; } let mut s = 0u32; for k in 0..n { s = s * 3 + x[k * 300 + i[0]]; } y[i] = s; }
 access_across_rows 2 dom [40, 40], ext [40, 40], n 50 => |i, x, y, n| { let mut s = 0u32; for k in 0..n { s += x[i[1] * n + k] * x[k * 40 + i[1]]; } y[i] = s; }
 three_dimensions 3 dom [3, 5, 67], ext [3, 5, 67], n 9 => |i, x, y, n| { let mut s = 0u32; for k in i[0]..n { s = s * 3 + x[k * 300 + i[1] * 67 + i[2]]; } y[i] = s; }
 reversed_writes 1 dom [333], ext [333], n 9 => |i, x, y, n| { let mut s = 0u32; for k in 0..n { s = s * 3 + x[k * 300 + i[0]]; } y[n * 37 - 1 - i[0]] += s; }
 code_behind_the_loop 1 dom [333], ext [333], n 9 => |i, x, y, n| { let mut s = 0u32; for k in 0..n { s = s * 3 + x[k * 300 + i[0]]; } if i[0] > 3 { s += x[i[0] - 4]; } y[i] = s; }
}

/// Row lengths in memory, among them some close to the longest row of work-items.
const WIDTHS: [usize; 12] = [1, 2, 63, 64, 65, 130, 1000, 4095, 4096, 4097, 8193, 9000];

pub(super) fn value(k: usize) -> u32 {
    (k * 7919 + 13) as u32 % 97
}

#[test]
fn rows_of_any_length() {
    const ROWS: usize = 5;
    on_each(|accelerator| {
        for width in WIDTHS {
            let data: Vec<f32> = (0..ROWS * width).map(|k| value(k) as f32).collect();
            let factors: Vec<f32> = (0..3 * ROWS).map(|k| k as f32 - 4.0).collect();
            let mut found = vec![0.0f32; 3 * width];
            {
                let a = ArrayView::with_extent([3, ROWS], &factors).unwrap();
                let b = ArrayView::with_extent([ROWS, width], &data).unwrap();
                let mut c = ArrayViewMut::with_extent([3, width], &mut found).unwrap();
                let extent = c.extent();
                let kernel = amp!(|i: Index<2>| {
                    let mut sum = 0.0;
                    for k in 0..a.extent()[1] {
                        sum += a[[i[0], k]] * b[[k, i[1]]];
                    }
                    c[i] = sum;
                });
                accelerator.default_view().parallel_for_each(extent, kernel).unwrap();
            }
            for (n, found) in found.iter().enumerate() {
                let (row, column) = (n / width, n % width);
                // Small integers, so the sums are exact.
                let expected: f32 =
                    (0..ROWS).map(|k| factors[row * ROWS + k] * data[k * width + column]).sum();
                assert_eq!(*found, expected, "[{row}, {column}] of {width} on {}", accelerator.description());
            }
        }
    });
}

/// A section, whose rows have gaps between them.
#[test]
fn sections_with_gaps() {
    const ROWS: usize = 6;
    on_each(|accelerator| {
        let data: Vec<u32> = (0..ROWS * 300).map(value).collect();
        let all = ArrayView::with_extent([ROWS, 300], &data).unwrap();
        let section = all.section([1, 7], [4, 200]).unwrap();
        let mut found = vec![0u32; 200];
        let rows = 4usize;
        {
            let mut y = ArrayViewMut::new(&mut found);
            let kernel = amp!(|i: Index<1>| {
                let mut sum = 0u32;
                for k in 0..rows {
                    sum = sum * 3 + section[[k, i[0]]];
                }
                y[i] = sum;
            });
            accelerator.default_view().parallel_for_each(200, kernel).unwrap();
        }
        for (column, found) in found.iter().enumerate() {
            let expected = (1..5).fold(0, |sum, k| sum * 3 + data[k * 300 + 7 + column]);
            assert_eq!(*found, expected, "{column} on {}", accelerator.description());
        }
    });
}

/// Accumulators that are larger than a word. The larger one is so large that the accumulators of all lanes do not fit on the
/// stack.
#[test]
fn accumulators_of_any_size() {
    let data: Vec<f64> = (0..3 * 5000).map(|k| f64::from(value(k))).collect();
    let blocks: Vec<[f32; 40]> = (0..3 * 5000).map(|k| [value(k) as f32; 40]).collect();
    let rows = 3usize;
    let (mut sums, mut last) = (vec![0.0f64; 5000], vec![[0.0f32; 40]; 5000]);
    {
        let x = ArrayView::with_extent([3, 5000], &data).unwrap();
        let z = ArrayView::with_extent([3, 5000], &blocks).unwrap();
        let (mut y, mut w) = (ArrayViewMut::new(&mut sums), ArrayViewMut::new(&mut last));
        let on = Accelerator::cpu().default_view();
        let sum = amp!(|i: Index<1>| {
            let mut sum = 0.0;
            for k in 0..rows {
                sum += x[[k, i[0]]];
            }
            y[i] = sum;
        });
        on.parallel_for_each(5000, sum).unwrap();
        let newest = amp!(|i: Index<1>| {
            let mut newest = z[[0, i[0]]];
            for k in 1..rows {
                newest = z[[k, i[0]]];
            }
            w[i] = newest;
        });
        on.parallel_for_each(5000, newest).unwrap();
    }
    for n in 0..5000 {
        assert_eq!(sums[n], data[n] + data[n + 5000] + data[n + 10_000]);
        assert_eq!(last[n], blocks[n + 10_000]);
    }
}

/// A kernel with many variables that live across its loop, on a thread with a small stack.
#[test]
fn many_variables_live_across_a_loop() {
    const ROWS: usize = 6;
    const WIDTH: usize = 5000;
    let values: Vec<u32> = (0..ROWS * WIDTH).map(value).collect();
    let of = |row: usize, i: usize| values[row * WIDTH + i];
    let expected: Vec<u32> = (0..WIDTH)
        .map(|i| {
            let sum = (0..ROWS).fold(0, |sum, k| sum + of(k, i));
            (0..40).fold(sum, |sum: u32, _| {
                let v = of(1, i) + 3;
                sum.wrapping_mul(3).wrapping_add(if v > 50 { v - 1 } else { v })
            })
        })
        .collect();
    on_each(|accelerator| {
        let run = || {
            let rows = ROWS;
            let mut found = vec![0u32; WIDTH];
            let x = ArrayView::with_extent([ROWS, WIDTH], &values).unwrap();
            let mut y = ArrayViewMut::new(&mut found);
            let extent = y.extent();
            let kernel = amp!(|i: Index<1>| {
                let mut sum = 0u32;
                let mut v00 = x[[1, i[0]]] + 3;
                if v00 > 50 {
                    v00 -= 1;
                }
                let mut v01 = x[[1, i[0]]] + 3;
                if v01 > 50 {
                    v01 -= 1;
                }
                let mut v02 = x[[1, i[0]]] + 3;
                if v02 > 50 {
                    v02 -= 1;
                }
                let mut v03 = x[[1, i[0]]] + 3;
                if v03 > 50 {
                    v03 -= 1;
                }
                let mut v04 = x[[1, i[0]]] + 3;
                if v04 > 50 {
                    v04 -= 1;
                }
                let mut v05 = x[[1, i[0]]] + 3;
                if v05 > 50 {
                    v05 -= 1;
                }
                let mut v06 = x[[1, i[0]]] + 3;
                if v06 > 50 {
                    v06 -= 1;
                }
                let mut v07 = x[[1, i[0]]] + 3;
                if v07 > 50 {
                    v07 -= 1;
                }
                let mut v08 = x[[1, i[0]]] + 3;
                if v08 > 50 {
                    v08 -= 1;
                }
                let mut v09 = x[[1, i[0]]] + 3;
                if v09 > 50 {
                    v09 -= 1;
                }
                let mut v10 = x[[1, i[0]]] + 3;
                if v10 > 50 {
                    v10 -= 1;
                }
                let mut v11 = x[[1, i[0]]] + 3;
                if v11 > 50 {
                    v11 -= 1;
                }
                let mut v12 = x[[1, i[0]]] + 3;
                if v12 > 50 {
                    v12 -= 1;
                }
                let mut v13 = x[[1, i[0]]] + 3;
                if v13 > 50 {
                    v13 -= 1;
                }
                let mut v14 = x[[1, i[0]]] + 3;
                if v14 > 50 {
                    v14 -= 1;
                }
                let mut v15 = x[[1, i[0]]] + 3;
                if v15 > 50 {
                    v15 -= 1;
                }
                let mut v16 = x[[1, i[0]]] + 3;
                if v16 > 50 {
                    v16 -= 1;
                }
                let mut v17 = x[[1, i[0]]] + 3;
                if v17 > 50 {
                    v17 -= 1;
                }
                let mut v18 = x[[1, i[0]]] + 3;
                if v18 > 50 {
                    v18 -= 1;
                }
                let mut v19 = x[[1, i[0]]] + 3;
                if v19 > 50 {
                    v19 -= 1;
                }
                let mut v20 = x[[1, i[0]]] + 3;
                if v20 > 50 {
                    v20 -= 1;
                }
                let mut v21 = x[[1, i[0]]] + 3;
                if v21 > 50 {
                    v21 -= 1;
                }
                let mut v22 = x[[1, i[0]]] + 3;
                if v22 > 50 {
                    v22 -= 1;
                }
                let mut v23 = x[[1, i[0]]] + 3;
                if v23 > 50 {
                    v23 -= 1;
                }
                let mut v24 = x[[1, i[0]]] + 3;
                if v24 > 50 {
                    v24 -= 1;
                }
                let mut v25 = x[[1, i[0]]] + 3;
                if v25 > 50 {
                    v25 -= 1;
                }
                let mut v26 = x[[1, i[0]]] + 3;
                if v26 > 50 {
                    v26 -= 1;
                }
                let mut v27 = x[[1, i[0]]] + 3;
                if v27 > 50 {
                    v27 -= 1;
                }
                let mut v28 = x[[1, i[0]]] + 3;
                if v28 > 50 {
                    v28 -= 1;
                }
                let mut v29 = x[[1, i[0]]] + 3;
                if v29 > 50 {
                    v29 -= 1;
                }
                let mut v30 = x[[1, i[0]]] + 3;
                if v30 > 50 {
                    v30 -= 1;
                }
                let mut v31 = x[[1, i[0]]] + 3;
                if v31 > 50 {
                    v31 -= 1;
                }
                let mut v32 = x[[1, i[0]]] + 3;
                if v32 > 50 {
                    v32 -= 1;
                }
                let mut v33 = x[[1, i[0]]] + 3;
                if v33 > 50 {
                    v33 -= 1;
                }
                let mut v34 = x[[1, i[0]]] + 3;
                if v34 > 50 {
                    v34 -= 1;
                }
                let mut v35 = x[[1, i[0]]] + 3;
                if v35 > 50 {
                    v35 -= 1;
                }
                let mut v36 = x[[1, i[0]]] + 3;
                if v36 > 50 {
                    v36 -= 1;
                }
                let mut v37 = x[[1, i[0]]] + 3;
                if v37 > 50 {
                    v37 -= 1;
                }
                let mut v38 = x[[1, i[0]]] + 3;
                if v38 > 50 {
                    v38 -= 1;
                }
                let mut v39 = x[[1, i[0]]] + 3;
                if v39 > 50 {
                    v39 -= 1;
                }
                for k in 0..rows {
                    sum += x[[k, i[0]]];
                }
                sum = sum.wrapping_mul(3).wrapping_add(v00);
                sum = sum.wrapping_mul(3).wrapping_add(v01);
                sum = sum.wrapping_mul(3).wrapping_add(v02);
                sum = sum.wrapping_mul(3).wrapping_add(v03);
                sum = sum.wrapping_mul(3).wrapping_add(v04);
                sum = sum.wrapping_mul(3).wrapping_add(v05);
                sum = sum.wrapping_mul(3).wrapping_add(v06);
                sum = sum.wrapping_mul(3).wrapping_add(v07);
                sum = sum.wrapping_mul(3).wrapping_add(v08);
                sum = sum.wrapping_mul(3).wrapping_add(v09);
                sum = sum.wrapping_mul(3).wrapping_add(v10);
                sum = sum.wrapping_mul(3).wrapping_add(v11);
                sum = sum.wrapping_mul(3).wrapping_add(v12);
                sum = sum.wrapping_mul(3).wrapping_add(v13);
                sum = sum.wrapping_mul(3).wrapping_add(v14);
                sum = sum.wrapping_mul(3).wrapping_add(v15);
                sum = sum.wrapping_mul(3).wrapping_add(v16);
                sum = sum.wrapping_mul(3).wrapping_add(v17);
                sum = sum.wrapping_mul(3).wrapping_add(v18);
                sum = sum.wrapping_mul(3).wrapping_add(v19);
                sum = sum.wrapping_mul(3).wrapping_add(v20);
                sum = sum.wrapping_mul(3).wrapping_add(v21);
                sum = sum.wrapping_mul(3).wrapping_add(v22);
                sum = sum.wrapping_mul(3).wrapping_add(v23);
                sum = sum.wrapping_mul(3).wrapping_add(v24);
                sum = sum.wrapping_mul(3).wrapping_add(v25);
                sum = sum.wrapping_mul(3).wrapping_add(v26);
                sum = sum.wrapping_mul(3).wrapping_add(v27);
                sum = sum.wrapping_mul(3).wrapping_add(v28);
                sum = sum.wrapping_mul(3).wrapping_add(v29);
                sum = sum.wrapping_mul(3).wrapping_add(v30);
                sum = sum.wrapping_mul(3).wrapping_add(v31);
                sum = sum.wrapping_mul(3).wrapping_add(v32);
                sum = sum.wrapping_mul(3).wrapping_add(v33);
                sum = sum.wrapping_mul(3).wrapping_add(v34);
                sum = sum.wrapping_mul(3).wrapping_add(v35);
                sum = sum.wrapping_mul(3).wrapping_add(v36);
                sum = sum.wrapping_mul(3).wrapping_add(v37);
                sum = sum.wrapping_mul(3).wrapping_add(v38);
                sum = sum.wrapping_mul(3).wrapping_add(v39);
                y[i] = sum;
            });
            accelerator.default_view().parallel_for_each(extent, kernel).unwrap();
            drop(y);
            assert_eq!(found, expected);
        };
        std::thread::scope(|scope| {
            let thread = std::thread::Builder::new().stack_size(2 << 20).spawn_scoped(scope, run);
            thread.unwrap().join().unwrap();
        });
    });
}
