//! Guards on the index: guards at which the CPU back end splits a row, guards that are uniform over a row, and other
//! conditions. Each kernel is compared with the same tokens in a loop on the host.

use super::*;

untiled! {
 early_return 1 dom [333], ext [300], n 300 => |i, x, y, n| { if i[0] >= n { return; } y[i] += x[i]; }
 early_return_before_a_loop 2 dom [16, 192], ext [11, 150], n 150 => |i, x, y, n| {
   if i[0] >= 11 || i[1] >= n { return; } let mut s = 0u32; for k in 0..5 { s = s * 3 + x[i[1] + k * 7]; } y[i] = s; }
 guard_around_the_kernel 1 dom [333], ext [300], n 300 => |i, x, y, n| { if i[0] < n { let mut s = 0u32; for k in 0..4 { s += x[i[0] + k]; } y[i] = s; } }
 inequality_on_borders 2 dom [9, 200], ext [9, 200], n 7 => |i, x, y, n| {
   let c = i[0] * 200 + i[1];
   if i[0] == 0 || i[0] == 8 || i[1] == 0 || i[1] == n || i[1] == 199 { y[i] = x[c]; } else { y[i] = x[c] + x[c - 1] + x[c + 1] + x[c - 200] + x[c + 200]; } }
 inequality_on_one_index 1 dom [333], ext [333], n 100 => |i, x, y, n| { if i[0] == 0 { y[i] = x[n]; } if i[0] != n { y[i] += x[i[0] + 1]; } }
 stride_loop_with_step_by 1 dom [100], ext [100], n 1037 => |i, x, y, n| { let mut s = 0u32; for at in (i[0]..n).step_by(100) { s = s * 3 + x[at]; } y[i] = s; }
 stride_loop_with_while 1 dom [333], ext [333], n 1037 => |i, x, y, n| { let mut s = 0u32; let mut at = i[0] + 1; while at < n { s = s * 3 + x[at]; at += 333; } y[i] = s; }
 stride_loop_with_an_inclusive_bound 1 dom [333], ext [333], n 999 => |i, x, y, n| { let mut s = 0u32; let mut at = i[0]; while at <= n { s = s * 3 + x[at]; if s > 9 { s -= 1; } at += 111; } y[i] += s; }
 stride_loop_behind_a_guard 1 dom [333], ext [300], n 300 => |i, x, y, n| { if i[0] < n { let mut s = 0u32; for at in (i[0]..3 * n).step_by(n) { s = s * 3 + x[at]; } y[i] = s; } }
 stride_variable_after_the_loop 1 dom [333], ext [333], n 900 => |i, x, y, n| { let mut s = 0u32; let mut at = i[0]; while at < n { s = s * 3 + x[at]; at += 70; } y[i] = s + at as u32; }
 stride_loop_with_break 1 dom [333], ext [333], n 900 => |i, x, y, n| { let mut s = 0u32; for at in (i[0]..n).step_by(70) { if x[at] > 90 { break; } s = s * 3 + x[at]; } y[i] = s; }
 stride_loops_in_rows 2 dom [3, 100], ext [3, 100], n 130 => |i, x, y, n| { let mut s = 0u32; for at in i[1] + 1..n { s = s.wrapping_mul(3) ^ x[at]; } let mut k = i[1]; while n > k { if i[0] == 1 { s = s.wrapping_add(x[k]); } k += 7; } y[i] = s; }
 lower_bound 1 dom [333], ext [333], n 70 => |i, x, y, n| { if i[0] >= n { y[i] = x[i[0] - n]; } }
 exclusive_lower_bound 1 dom [333], ext [333], n 70 => |i, x, y, n| { if i[0] > n { y[i] = x[i[0] - n]; } else { y[i] = 1; } }
 lower_and_upper_bound 1 dom [333], ext [333], n 70 => |i, x, y, n| { if i[0] >= n && i[0] <= 2 * n { y[i] = x[i[0] - n]; } }
 contradictory_bounds 1 dom [333], ext [333], n 70 => |i, x, y, n| { if i[0] >= 2 * n && i[0] < n { y[i] = x[i[0] - n]; } }
 swapped_and_negated_bounds 1 dom [333], ext [333], n 70 => |i, x, y, n| { if n <= i[0] && !(2 * n < i[0]) { y[i] = x[i[0] - n]; } }
 condition_in_a_variable 2 dom [16, 192], ext [16, 192], n 100 => |i, x, y, n| { let inside = i[0] > 0 && i[1] < n; if inside { y[i] = x[i[1]] + x[i[0]]; } }
 nested_guards 2 dom [16, 192], ext [16, 192], n 100 => |i, x, y, n| { if i[0] > 2 { if i[1] < n { if i[1] > 10 { y[i] = x[i[1] - 11]; } } } }
 subtraction_behind_a_lower_bound 1 dom [333], ext [333], n 200 => |i, x, y, n| { if i[0] >= 10 && i[0] - 10 < n { y[i] = x[i[0] - 10]; } }
 variable_behind_a_lower_bound 1 dom [333], ext [333], n 200 => |i, x, y, n| { if i[0] >= 10 { let j = i[0] - 10; if j < n { y[i] = x[j] + 1; } else { y[i] = 7; } } }
 bounds_behind_a_lower_bound 1 dom [333], ext [333], n 200 => |i, x, y, n| { if i[0] > 70 && i[0] - 71 >= 20 && i[0] - 71 <= n { y[i] = x[i[0] - 71]; } }
 inequality_behind_a_lower_bound 2 dom [9, 200], ext [9, 200], n 20 => |i, x, y, n| { if i[1] >= 130 && i[1] - 130 != n { y[i] = x[i[1] - 130] + x[i[0]]; } }
 variable_behind_an_early_return 1 dom [333], ext [333], n 200 => |i, x, y, n| { if i[0] < 10 { return; } let j = i[0] - 10; if j >= n { return; } y[i] = x[j]; }
 variables_behind_early_returns 1 dom [333], ext [333], n 40 => |i, x, y, n| { if i[0] < 10 { return; } let j = i[0] - 10; if j < n { return; } let k = j - n; if k > 2 * n { return; } y[i] = x[k] + x[j]; }
 guard_in_a_stride_loop 1 dom [100], ext [100], n 1037 => |i, x, y, n| { let mut s = 0u32; for at in (i[0]..n).step_by(100) { let j = at + 3; if n > 5 && j > 10 && j < 900 { s = s * 3 + x[j - 11]; } } y[i] = s; }
 guard_in_a_guard_with_else 1 dom [333], ext [333], n 200 => |i, x, y, n| { if i[0] < n { let q = i[0] + 5; if q > 90 { y[i] = x[q - 91]; } else { y[i] = 1; } y[i] += x[q]; } }
 guard_in_a_guard_with_a_division 1 dom [333], ext [333], n 0 => |i, x, y, n| { if i[0] < n { let q = 100 / n; if q > 2 && i[0] > 1 { y[i] = x[i[0] - 2]; } } }
 guard_in_a_guard_with_a_mutable_variable 1 dom [333], ext [333], n 200 => |i, x, y, n| { if i[0] < n { let mut r = n + 1; if r > 3 && i[0] >= 4 { r += 1; y[i] += x[i[0] - 4]; } y[i] += r as u32; } }
 guard_in_a_guard_with_a_return 1 dom [333], ext [333], n 200 => |i, x, y, n| { if i[0] < n { if x[i] > 50 { return; } if i[0] >= 5 { y[i] = x[i[0] - 5]; } } }
 guards_three_deep 2 dom [16, 192], ext [16, 192], n 100 => |i, x, y, n| { if i[0] > 2 { let j = i[1] + i[0]; if j < n { let k = j + 7; if k > 20 { if i[1] != 40 { y[i] = x[k - 20]; } } } } }
 guard_in_a_guard_with_a_named_condition 2 dom [16, 192], ext [16, 192], n 100 => |i, x, y, n| { if i[1] < n { let r = i[0] * 3; let deep = r > 5; if deep && i[1] > 64 { y[i] = x[i[1] - 65] + x[r]; } } }
 two_early_returns 1 dom [333], ext [333], n 100 => |i, x, y, n| { if i[0] < 10 { return; } let a = x[i[0] - 10]; if i[0] > 2 * n { return; } y[i] = a + x[2 * n - i[0]]; }
 code_behind_a_guard 1 dom [333], ext [333], n 100 => |i, x, y, n| { if i[0] < n { y[i] += x[n - i[0]]; } y[i] *= 3; for k in 0..3 { y[i] += x[i[0] + k]; } }
 loop_in_the_else_branch 1 dom [333], ext [333], n 100 => |i, x, y, n| { if i[0] < n { y[i] = x[i]; } else { for k in 0..3 { y[i] += x[i[0] + k]; } } }
 stencil 2 dom [9, 200], ext [9, 200], n 0 => |i, x, y, n| {
   if i[0] > 0 && i[1] > 0 && i[0] + 1 < 9 && i[1] + 1 < 200 { let c = i[0] * 200 + i[1]; y[i] = x[c] + x[c - 1] + x[c + 1] + x[c - 200] + x[c + 200]; } }
 stencil_with_a_return_on_borders 2 dom [9, 200], ext [9, 200], n 0 => |i, x, y, n| {
   let c = i[0] * 200 + i[1];
   if i[0] == 0 || i[1] == 0 || i[0] == 8 || i[1] == 199 { y[i] = x[c]; return; }
   y[i] = x[c] + x[c - 1] + x[c + 1] + x[c - 200] + x[c + 200]; }
 wrapping_subtraction 1 dom [333], ext [333], n 100 => |i, x, y, n| { let l = i[0].wrapping_sub(1); if l < n { y[i] += x[l]; } }
 wrapping_operations 1 dom [333], ext [333], n 100 => |i, x, y, n| { let l = i[0].wrapping_sub(130); if l < n { y[i] += x[l]; } let m = i[0].wrapping_add(5); if m > 70 { y[i] += x[m]; } }
 neighbours_by_offset 2 dom [6, 130], ext [6, 130], n 0 => |i, x, y, n| {
   let extent = y.extent(); let mut s = 0u32;
   let left = i.offset([0, -1]); if extent.contains(left) { s += x[left[0] * 130 + left[1]]; }
   let right = i.offset([0, 1]); if extent.contains(right) { s += x[right[0] * 130 + right[1]] * 3; }
   let up = i.offset([-1, 0]); if extent.contains(up) { s += x[up[0] * 130 + up[1]] * 5; }
   y[i] = s; }
 neighbour_by_offset_in_a_loop 2 dom [6, 130], ext [6, 130], n 3 => |i, x, y, n| {
   let extent = y.extent(); let left = i.offset([-1, -1]); let inside = extent.contains(left); let mut s = 0u32;
   for k in 0..n { if inside { s += x[left[1] + k] + x[left[0] * 10 + k]; } else { s += 1; } }
   y[i] = s; }
 sum_of_indices 2 dom [6, 130], ext [6, 130], n 3 => |i, x, y, n| { let j = i + 2; let k = j - 1; if k[1] < 100 { y[i] = x[k[0] * 130 + k[1]] + x[j[1]]; } }
 bound_from_memory 1 dom [333], ext [333], n 3 => |i, x, y, n| { let m = x[n] as usize; if i[0] < m { y[i] = x[m - i[0]]; } for k in 0..n { if i[0] < k * 50 { y[i] += x[i[0] + k]; } } }
 guard_in_a_loop 1 dom [333], ext [333], n 300 => |i, x, y, n| { let mut s = 0u32; for k in 0..6 { let at = i[0] + k * 40; if at < n { s += x[at]; } else { s ^= 5; } } y[i] = s; }
 guard_that_returns_from_a_loop 1 dom [333], ext [333], n 300 => |i, x, y, n| { for k in 0..6 { let at = i[0] + k * 40; if at >= n { return; } y[i] += x[at]; } y[i] += 1000; }
 bound_from_a_loop_variable 1 dom [333], ext [333], n 6 => |i, x, y, n| { let mut s = 0u32; for k in 0..n { if i[0] >= k * 64 { s = s * 2 + x[i[0] - k * 64]; } } y[i] = s; }
 guard_that_no_lane_passes 1 dom [100], ext [100], n 0 => |i, x, y, n| { if i[0] < n { y[i] = x[100_000 + i[0]]; } }
 guard_before_reversed_writes 1 dom [100], ext [100], n 99 => |i, x, y, n| { if i[0] > 10 { return; } y[n - i[0]] = x[i]; }
 view_smaller_than_the_domain 1 dom [333], ext [200], n 200 => |i, x, y, n| { let v = x[i]; if i[0] >= n { return; } y[i] += v; }
 two_dimensional_view_smaller_than_the_domain 2 dom [10, 70], ext [7, 66], n 0 => |i, x, y, n| { if i[0] < 7 && i[1] < 66 { y[i] += x[i[0] + i[1]]; } }
 conditions_that_select_no_contiguous_run 1 dom [333], ext [333], n 100 => |i, x, y, n| { if i[0] < 10 || i[0] > n { y[i] = x[i]; } if (i[0] * 2) < n { y[i] += 1; } if n - i[0].min(n) < 50 { y[i] += 2; } }

 tuple_in_a_loop 1 dom [333], ext [333], n 5 => |i, x, y, n| { let mut p = (x[i], 7u32, x[i] > 40); for k in 0..n { p = (p.1 + 1, p.0 ^ x[i[0] + k], !p.2); } y[i] = p.0 * 3 + p.1 + p.2 as u32; }
 conditional_assignment_in_a_loop 1 dom [333], ext [333], n 9 => |i, x, y, n| { let mut best = 0u32; let mut at = 0usize; for k in 0..n { let v = x[i[0] + k]; if v > best { best = v; at = k; } } y[i] = best * 100 + at as u32; }
 flag_in_a_loop 1 dom [333], ext [333], n 9 => |i, x, y, n| { let mut seen = false; let mut c = 0u32; for k in 0..n { if x[i[0] + k] > 80 { seen = true; } if !seen { c += 1; } } y[i] = c; }
 array_in_a_loop 1 dom [333], ext [333], n 4 => |i, x, y, n| { let mut a = [0u32; 4]; for k in 0..n { a[k] += x[i[0] + k]; for q in 0..k { a[k] = a[k] * 2 + a[q]; } } y[i] = a[0] + 3 * a[1] + 5 * a[2] + 7 * a[3]; }
 nested_array_in_a_loop 1 dom [333], ext [333], n 3 => |i, x, y, n| { let mut a = [[1u32; 3]; 2]; for k in 0..n { a[k % 2][k] += x[i[0] + k]; a[1] = a[0]; a[0][(x[i] as usize + k) % 3] += 1; } let b = a; for k in 0..n { y[i] = y[i] * 5 + b[0][k] + b[1][k]; } }
 array_assignment_in_a_loop 1 dom [333], ext [333], n 3 => |i, x, y, n| { let mut a = [x[i], 2, 3]; for k in 0..n { a = [a[1], a[2] + k as u32, a[0]]; } y[i] = a[0] * 100 + a[1] * 10 + a[2]; }
 array_of_bool_in_a_loop 1 dom [333], ext [333], n 3 => |i, x, y, n| { let mut a = [false; 5]; for k in 0..n { a[x[i[0] + k] as usize % 5] = true; } let mut c = 0u32; for k in 0..5 { if a[k] { c += 1; } } y[i] = c; }
 returns_from_a_loop 1 dom [333], ext [333], n 6 => |i, x, y, n| { let mut s = 1u32; for k in 0..n { s += x[i[0] + k]; if s > 200 { y[i] = s; return; } let t = s * 2; if t > 300 { y[i] = t; return; } s += t / 50; } y[i] = s + 5000; }
}
tiled! {
 tiled_row_loop_without_barriers 2 [4, 16] dom [8, 80], ext [8, 80], n 3 => |t, x, y, n| { let mut s = 0u32; for k in 0..t.global[0] { s += x[k * 80 + t.global[1]]; } y[t.global] = s; }
 tiled_padding_without_barriers 2 [4, 16] dom [8, 80], ext [7, 70], n 70 => |t, x, y, n| { if t.global[0] >= 7 || t.global[1] >= n { return; } y[t.global] += x[t.global[1]]; }
 tiled_padding_around_a_barrier 2 [4, 16] dom [8, 80], ext [7, 70], n 70 => |t, x, y, n| {
   let v = if t.global[0] < 7 && t.global[1] < n { x[t.global[0] * 70 + t.global[1]] } else { 0 };
   t.barrier.wait(); if t.global[0] < 7 && t.global[1] < n { y[t.global] += v * 2; } }
 tiled_halving 1 [64] dom [256], ext [256], n 64 => |t, x, y, n| { let mut half = n / 2; while half > 0 { if t.local[0] < half { y[t.global] += x[t.local[0] + half]; } t.barrier.wait(); half /= 2; } }
 tiled_stepped_range 1 [64] dom [256], ext [256], n 150 => |t, x, y, n| { let mut s = 0u32; for first in (0..256).step_by(64) { let at = first + t.local[0]; if at < n { s += x[at]; } t.barrier.wait(); } y[t.global] = s; }
 tiled_tuple_and_array_across_barriers 2 [4, 16] dom [8, 32], ext [8, 32], n 3 => |t, x, y, n| { let mut p = (x[t.global[1]], 1u32); let mut a = [0u32; 3]; t.barrier.wait(); for k in 0..n { p = (p.1, p.0 + x[t.local[1] + k]); a[k] = p.0; t.barrier.wait(); } y[t.global] = p.0 + p.1 * 3 + a[0] + a[1] * 5 + a[2] * 7; }
}

tiled! {
 tiled_halo 2 [4, 16] dom [8, 64], ext [8, 64], n 50 => |t, x, y, n| {
   let mut s = 0u32;
   for r in (t.local[0]..6).step_by(4) { for c in (t.local[1]..18).step_by(16) {
     let (row, column) = (t.tile_origin[0] + r, t.tile_origin[1] + c);
     if row > 0 && row <= 8 && column > 0 && column <= n { s = s * 3 + x[(row - 1) * 64 + column - 1]; } } }
   y[t.global] = s; }
 tiled_halo_with_a_row_condition 2 [4, 16] dom [8, 64], ext [8, 64], n 50 => |t, x, y, n| {
   let mut s = t.local[1] as u32;
   for c in (t.local[1]..35).step_by(16) { let column = t.tile_origin[1] + c; if t.tile_origin[0] > 2 && column >= 8 { s = s * 3 + x[column - 8]; } }
   t.barrier.wait();
   y[t.global] = s; }
}

/// Only the `else` branch determines the type of the `if`. The type is that of an element of a captured view.
#[test]
fn type_inferred_from_the_other_branch() {
    let few = [11, 2];
    on_each(|on| {
        let few = ArrayView::new(&few);
        let mut x = ArrayViewMut::<i32>::without_source([300]).unwrap();
        let mut y = ArrayViewMut::<i32>::without_source([300]).unwrap();
        let kernel = amp!(|i: Index<1>| {
            x[i] = if i[0] == few.extent()[0]
                && let (found, true) = ({
                    y[i] += 1;
                    (few[0], true)
                }) {
                found + 10
            } else {
                x[i]
            };
        });
        on.default_view().parallel_for_each(300, kernel).unwrap();
        let (xs, ys) = (x.to_vec().unwrap(), y.to_vec().unwrap());
        assert!((0..300).all(|n| xs[n] == if n == 2 { 21 } else { 0 } && ys[n] == i32::from(n == 2)));
    });
}
