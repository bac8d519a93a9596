//! Guards: rows that are split where lanes pass them, branches that a row can tell, and what is no such branch.

use super::*;

untiled! {
 g_return 1 dom [333], ext [300], n 300 => |i, x, y, n| { if i[0] >= n { return; } y[i] += x[i]; }
 g_return_and_loop 2 dom [16, 192], ext [11, 150], n 150 => |i, x, y, n| {
   if i[0] >= 11 || i[1] >= n { return; } let mut s = 0u32; for k in 0..5 { s = s * 3 + x[i[1] + k * 7]; } y[i] = s; }
 g_whole 1 dom [333], ext [300], n 300 => |i, x, y, n| { if i[0] < n { let mut s = 0u32; for k in 0..4 { s += x[i[0] + k]; } y[i] = s; } }
 g_unlike 2 dom [9, 200], ext [9, 200], n 7 => |i, x, y, n| {
   let c = i[0] * 200 + i[1];
   if i[0] == 0 || i[0] == 8 || i[1] == 0 || i[1] == n || i[1] == 199 { y[i] = x[c]; } else { y[i] = x[c] + x[c - 1] + x[c + 1] + x[c - 200] + x[c + 200]; } }
 g_unlike_first 1 dom [333], ext [333], n 100 => |i, x, y, n| { if i[0] == 0 { y[i] = x[n]; } if i[0] != n { y[i] += x[i[0] + 1]; } }
 g_stride_for 1 dom [100], ext [100], n 1037 => |i, x, y, n| { let mut s = 0u32; for at in (i[0]..n).step_by(100) { s = s * 3 + x[at]; } y[i] = s; }
 g_stride_while 1 dom [333], ext [333], n 1037 => |i, x, y, n| { let mut s = 0u32; let mut at = i[0] + 1; while at < n { s = s * 3 + x[at]; at += 333; } y[i] = s; }
 g_stride_last 1 dom [333], ext [333], n 999 => |i, x, y, n| { let mut s = 0u32; let mut at = i[0]; while at <= n { s = s * 3 + x[at]; if s > 9 { s -= 1; } at += 111; } y[i] += s; }
 g_stride_guarded 1 dom [333], ext [300], n 300 => |i, x, y, n| { if i[0] < n { let mut s = 0u32; for at in (i[0]..3 * n).step_by(n) { s = s * 3 + x[at]; } y[i] = s; } }
 g_stride_after 1 dom [333], ext [333], n 900 => |i, x, y, n| { let mut s = 0u32; let mut at = i[0]; while at < n { s = s * 3 + x[at]; at += 70; } y[i] = s + at as u32; }
 g_stride_leaves 1 dom [333], ext [333], n 900 => |i, x, y, n| { let mut s = 0u32; for at in (i[0]..n).step_by(70) { if x[at] > 90 { break; } s = s * 3 + x[at]; } y[i] = s; }
 g_stride_ones 2 dom [3, 100], ext [3, 100], n 130 => |i, x, y, n| { let mut s = 0u32; for at in i[1] + 1..n { s = s.wrapping_mul(3) ^ x[at]; } let mut k = i[1]; while n > k { if i[0] == 1 { s = s.wrapping_add(x[k]); } k += 7; } y[i] = s; }
 g_from 1 dom [333], ext [333], n 70 => |i, x, y, n| { if i[0] >= n { y[i] = x[i[0] - n]; } }
 g_from_above 1 dom [333], ext [333], n 70 => |i, x, y, n| { if i[0] > n { y[i] = x[i[0] - n]; } else { y[i] = 1; } }
 g_window 1 dom [333], ext [333], n 70 => |i, x, y, n| { if i[0] >= n && i[0] <= 2 * n { y[i] = x[i[0] - n]; } }
 g_empty_window 1 dom [333], ext [333], n 70 => |i, x, y, n| { if i[0] >= 2 * n && i[0] < n { y[i] = x[i[0] - n]; } }
 g_turned 1 dom [333], ext [333], n 70 => |i, x, y, n| { if n <= i[0] && !(2 * n < i[0]) { y[i] = x[i[0] - n]; } }
 g_named 2 dom [16, 192], ext [16, 192], n 100 => |i, x, y, n| { let inside = i[0] > 0 && i[1] < n; if inside { y[i] = x[i[1]] + x[i[0]]; } }
 g_nested 2 dom [16, 192], ext [16, 192], n 100 => |i, x, y, n| { if i[0] > 2 { if i[1] < n { if i[1] > 10 { y[i] = x[i[1] - 11]; } } } }
 g_behind 1 dom [333], ext [333], n 200 => |i, x, y, n| { if i[0] >= 10 && i[0] - 10 < n { y[i] = x[i[0] - 10]; } }
 g_behind_let 1 dom [333], ext [333], n 200 => |i, x, y, n| { if i[0] >= 10 { let j = i[0] - 10; if j < n { y[i] = x[j] + 1; } else { y[i] = 7; } } }
 g_behind_least 1 dom [333], ext [333], n 200 => |i, x, y, n| { if i[0] > 70 && i[0] - 71 >= 20 && i[0] - 71 <= n { y[i] = x[i[0] - 71]; } }
 g_behind_unlike 2 dom [9, 200], ext [9, 200], n 20 => |i, x, y, n| { if i[1] >= 130 && i[1] - 130 != n { y[i] = x[i[1] - 130] + x[i[0]]; } }
 g_behind_return 1 dom [333], ext [333], n 200 => |i, x, y, n| { if i[0] < 10 { return; } let j = i[0] - 10; if j >= n { return; } y[i] = x[j]; }
 g_behind_two 1 dom [333], ext [333], n 40 => |i, x, y, n| { if i[0] < 10 { return; } let j = i[0] - 10; if j < n { return; } let k = j - n; if k > 2 * n { return; } y[i] = x[k] + x[j]; }
 g_inside_stride 1 dom [100], ext [100], n 1037 => |i, x, y, n| { let mut s = 0u32; for at in (i[0]..n).step_by(100) { let j = at + 3; if n > 5 && j > 10 && j < 900 { s = s * 3 + x[j - 11]; } } y[i] = s; }
 g_inside_else 1 dom [333], ext [333], n 200 => |i, x, y, n| { if i[0] < n { let q = i[0] + 5; if q > 90 { y[i] = x[q - 91]; } else { y[i] = 1; } y[i] += x[q]; } }
 g_inside_asks_late 1 dom [333], ext [333], n 0 => |i, x, y, n| { if i[0] < n { let q = 100 / n; if q > 2 && i[0] > 1 { y[i] = x[i[0] - 2]; } } }
 g_inside_mutable 1 dom [333], ext [333], n 200 => |i, x, y, n| { if i[0] < n { let mut r = n + 1; if r > 3 && i[0] >= 4 { r += 1; y[i] += x[i[0] - 4]; } y[i] += r as u32; } }
 g_inside_return 1 dom [333], ext [333], n 200 => |i, x, y, n| { if i[0] < n { if x[i] > 50 { return; } if i[0] >= 5 { y[i] = x[i[0] - 5]; } } }
 g_inside_twice 2 dom [16, 192], ext [16, 192], n 100 => |i, x, y, n| { if i[0] > 2 { let j = i[1] + i[0]; if j < n { let k = j + 7; if k > 20 { if i[1] != 40 { y[i] = x[k - 20]; } } } } }
 g_inside_bool 2 dom [16, 192], ext [16, 192], n 100 => |i, x, y, n| { if i[1] < n { let r = i[0] * 3; let deep = r > 5; if deep && i[1] > 64 { y[i] = x[i[1] - 65] + x[r]; } } }
 g_two 1 dom [333], ext [333], n 100 => |i, x, y, n| { if i[0] < 10 { return; } let a = x[i[0] - 10]; if i[0] > 2 * n { return; } y[i] = a + x[2 * n - i[0]]; }
 g_then_more 1 dom [333], ext [333], n 100 => |i, x, y, n| { if i[0] < n { y[i] += x[n - i[0]]; } y[i] *= 3; for k in 0..3 { y[i] += x[i[0] + k]; } }
 g_else_heavy 1 dom [333], ext [333], n 100 => |i, x, y, n| { if i[0] < n { y[i] = x[i]; } else { for k in 0..3 { y[i] += x[i[0] + k]; } } }
 g_stencil 2 dom [9, 200], ext [9, 200], n 0 => |i, x, y, n| {
   if i[0] > 0 && i[1] > 0 && i[0] + 1 < 9 && i[1] + 1 < 200 { let c = i[0] * 200 + i[1]; y[i] = x[c] + x[c - 1] + x[c + 1] + x[c - 200] + x[c + 200]; } }
 g_stencil_else 2 dom [9, 200], ext [9, 200], n 0 => |i, x, y, n| {
   let c = i[0] * 200 + i[1];
   if i[0] == 0 || i[1] == 0 || i[0] == 8 || i[1] == 199 { y[i] = x[c]; return; }
   y[i] = x[c] + x[c - 1] + x[c + 1] + x[c - 200] + x[c + 200]; }
 g_wrapping 1 dom [333], ext [333], n 100 => |i, x, y, n| { let l = i[0].wrapping_sub(1); if l < n { y[i] += x[l]; } }
 g_wrapping_far 1 dom [333], ext [333], n 100 => |i, x, y, n| { let l = i[0].wrapping_sub(130); if l < n { y[i] += x[l]; } let m = i[0].wrapping_add(5); if m > 70 { y[i] += x[m]; } }
 g_around 2 dom [6, 130], ext [6, 130], n 0 => |i, x, y, n| {
   let extent = y.extent(); let mut s = 0u32;
   let left = i.offset([0, -1]); if extent.contains(left) { s += x[left[0] * 130 + left[1]]; }
   let right = i.offset([0, 1]); if extent.contains(right) { s += x[right[0] * 130 + right[1]] * 3; }
   let up = i.offset([-1, 0]); if extent.contains(up) { s += x[up[0] * 130 + up[1]] * 5; }
   y[i] = s; }
 g_around_again 2 dom [6, 130], ext [6, 130], n 3 => |i, x, y, n| {
   let extent = y.extent(); let left = i.offset([-1, -1]); let inside = extent.contains(left); let mut s = 0u32;
   for k in 0..n { if inside { s += x[left[1] + k] + x[left[0] * 10 + k]; } else { s += 1; } }
   y[i] = s; }
 g_index_sum 2 dom [6, 130], ext [6, 130], n 3 => |i, x, y, n| { let j = i + 2; let k = j - 1; if k[1] < 100 { y[i] = x[k[0] * 130 + k[1]] + x[j[1]]; } }
 g_of_a_read 1 dom [333], ext [333], n 3 => |i, x, y, n| { let m = x[n] as usize; if i[0] < m { y[i] = x[m - i[0]]; } for k in 0..n { if i[0] < k * 50 { y[i] += x[i[0] + k]; } } }
 g_in_a_loop 1 dom [333], ext [333], n 300 => |i, x, y, n| { let mut s = 0u32; for k in 0..6 { let at = i[0] + k * 40; if at < n { s += x[at]; } else { s ^= 5; } } y[i] = s; }
 g_leaves_a_loop 1 dom [333], ext [333], n 300 => |i, x, y, n| { for k in 0..6 { let at = i[0] + k * 40; if at >= n { return; } y[i] += x[at]; } y[i] += 1000; }
 g_loop_variable_bound 1 dom [333], ext [333], n 6 => |i, x, y, n| { let mut s = 0u32; for k in 0..n { if i[0] >= k * 64 { s = s * 2 + x[i[0] - k * 64]; } } y[i] = s; }
 g_nobody 1 dom [100], ext [100], n 0 => |i, x, y, n| { if i[0] < n { y[i] = x[100_000 + i[0]]; } }
 g_shared_view 1 dom [100], ext [100], n 99 => |i, x, y, n| { if i[0] > 10 { return; } y[n - i[0]] = x[i]; }
 g_smaller_view 1 dom [333], ext [200], n 200 => |i, x, y, n| { let v = x[i]; if i[0] >= n { return; } y[i] += v; }
 g_smaller_view_2d 2 dom [10, 70], ext [7, 66], n 0 => |i, x, y, n| { if i[0] < 7 && i[1] < 66 { y[i] += x[i[0] + i[1]]; } }
 g_not_a_run 1 dom [333], ext [333], n 100 => |i, x, y, n| { if i[0] < 10 || i[0] > n { y[i] = x[i]; } if (i[0] * 2) < n { y[i] += 1; } if n - i[0].min(n) < 50 { y[i] += 2; } }

 l_pair 1 dom [333], ext [333], n 5 => |i, x, y, n| { let mut p = (x[i], 7u32, x[i] > 40); for k in 0..n { p = (p.1 + 1, p.0 ^ x[i[0] + k], !p.2); } y[i] = p.0 * 3 + p.1 + p.2 as u32; }
 l_conditional 1 dom [333], ext [333], n 9 => |i, x, y, n| { let mut best = 0u32; let mut at = 0usize; for k in 0..n { let v = x[i[0] + k]; if v > best { best = v; at = k; } } y[i] = best * 100 + at as u32; }
 l_flag 1 dom [333], ext [333], n 9 => |i, x, y, n| { let mut seen = false; let mut c = 0u32; for k in 0..n { if x[i[0] + k] > 80 { seen = true; } if !seen { c += 1; } } y[i] = c; }
 l_array 1 dom [333], ext [333], n 4 => |i, x, y, n| { let mut a = [0u32; 4]; for k in 0..n { a[k] += x[i[0] + k]; for q in 0..k { a[k] = a[k] * 2 + a[q]; } } y[i] = a[0] + 3 * a[1] + 5 * a[2] + 7 * a[3]; }
 l_array_2d 1 dom [333], ext [333], n 3 => |i, x, y, n| { let mut a = [[1u32; 3]; 2]; for k in 0..n { a[k % 2][k] += x[i[0] + k]; a[1] = a[0]; a[0][(x[i] as usize + k) % 3] += 1; } let b = a; for k in 0..n { y[i] = y[i] * 5 + b[0][k] + b[1][k]; } }
 l_array_whole 1 dom [333], ext [333], n 3 => |i, x, y, n| { let mut a = [x[i], 2, 3]; for k in 0..n { a = [a[1], a[2] + k as u32, a[0]]; } y[i] = a[0] * 100 + a[1] * 10 + a[2]; }
 l_array_of_bool 1 dom [333], ext [333], n 3 => |i, x, y, n| { let mut a = [false; 5]; for k in 0..n { a[x[i[0] + k] as usize % 5] = true; } let mut c = 0u32; for k in 0..5 { if a[k] { c += 1; } } y[i] = c; }
 l_return_keeps 1 dom [333], ext [333], n 6 => |i, x, y, n| { let mut s = 1u32; for k in 0..n { s += x[i[0] + k]; if s > 200 { y[i] = s; return; } let t = s * 2; if t > 300 { y[i] = t; return; } s += t / 50; } y[i] = s + 5000; }
}
tiled! {
 g_alone 2 [4, 16] dom [8, 80], ext [8, 80], n 3 => |t, x, y, n| { let mut s = 0u32; for k in 0..t.global[0] { s += x[k * 80 + t.global[1]]; } y[t.global] = s; }
 g_alone_padded 2 [4, 16] dom [8, 80], ext [7, 70], n 70 => |t, x, y, n| { if t.global[0] >= 7 || t.global[1] >= n { return; } y[t.global] += x[t.global[1]]; }
 g_padded 2 [4, 16] dom [8, 80], ext [7, 70], n 70 => |t, x, y, n| {
   let v = if t.global[0] < 7 && t.global[1] < n { x[t.global[0] * 70 + t.global[1]] } else { 0 };
   t.barrier.wait(); if t.global[0] < 7 && t.global[1] < n { y[t.global] += v * 2; } }
 g_halves 1 [64] dom [256], ext [256], n 64 => |t, x, y, n| { let mut half = n / 2; while half > 0 { if t.local[0] < half { y[t.global] += x[t.local[0] + half]; } t.barrier.wait(); half /= 2; } }
 g_steps 1 [64] dom [256], ext [256], n 150 => |t, x, y, n| { let mut s = 0u32; for first in (0..256).step_by(64) { let at = first + t.local[0]; if at < n { s += x[at]; } t.barrier.wait(); } y[t.global] = s; }
 l_across 2 [4, 16] dom [8, 32], ext [8, 32], n 3 => |t, x, y, n| { let mut p = (x[t.global[1]], 1u32); let mut a = [0u32; 3]; t.barrier.wait(); for k in 0..n { p = (p.1, p.0 + x[t.local[1] + k]); a[k] = p.0; t.barrier.wait(); } y[t.global] = p.0 + p.1 * 3 + a[0] + a[1] * 5 + a[2] * 7; }
}

tiled! {
 t_rim 2 [4, 16] dom [8, 64], ext [8, 64], n 50 => |t, x, y, n| {
   let mut s = 0u32;
   for r in (t.local[0]..6).step_by(4) { for c in (t.local[1]..18).step_by(16) {
     let (row, column) = (t.tile_origin[0] + r, t.tile_origin[1] + c);
     if row > 0 && row <= 8 && column > 0 && column <= n { s = s * 3 + x[(row - 1) * 64 + column - 1]; } } }
   y[t.global] = s; }
 t_rim_shared 2 [4, 16] dom [8, 64], ext [8, 64], n 50 => |t, x, y, n| {
   let mut s = t.local[1] as u32;
   for c in (t.local[1]..35).step_by(16) { let column = t.tile_origin[1] + c; if t.tile_origin[0] > 2 && column >= 8 { s = s * 3 + x[column - 8]; } }
   t.barrier.wait();
   y[t.global] = s; }
}

/// Past the guard nothing tells the type of what is chosen: an element's, in a closure.
#[test]
fn a_type_that_a_branch_tells() {
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
