//! Returns, branches and loops that rows and lanes take differently. Each kernel is compared with the same tokens in a loop on
//! the host.

use super::*;

untiled! {
 // Lane variables that the back end recomputes, although they depend on a uniform variable that changes.
 recomputed_index_with_a_changing_offset 1 dom [200], ext [200], n 3 => |i, x, y, n| {
   let mut off = 0usize; let j = i[0] + off; let mut acc = 0u32;
   for k in 0..n { off += 1; acc = acc * 3 + x[j]; } y[i] = acc + off as u32; }
 recomputed_index_in_a_loop 1 dom [200], ext [200], n 3 => |i, x, y, n| {
   let mut acc = 0u32; for k in 0..n { let mut m = k; let j = i[0] + m; m += 5; for q in 0..n { acc += x[j + q] * (m as u32); } } y[i] = acc; }
 wrapping_comparison 1 dom [200], ext [200], n 150 => |i, x, y, n| { if i[0].wrapping_sub(1) < n { y[i] += 7; } }
 loop_bounds_from_memory 2 dom [8, 64], ext [6, 40], n 6 => |i, x, y, n| {
   if i[0] >= n || i[1] >= 40 { return; }
   let mut acc = 0u32;
   for k in x[i[0] + 4089] as usize % 4..x[i[0] + 4090] as usize % 8 { acc += x[k + i[1]] + 1; }
   y[i] = acc; }
 range_bound_that_underflows_after_return 1 dom [64], ext [64], n 0 => |i, x, y, n| { if i[0] >= n { return; } let mut a = 0u32; for k in 0..(n - 1) { a += x[k]; } y[i] = a; }
 read_after_return 2 dom [8, 64], ext [6, 40], n 6 => |i, x, y, n| {
   if i[0] >= n || i[1] >= 40 { return; }
   if x[4090 + i[0]] > 3 { for k in 0..n { y[i] += x[k]; } } }
 division_after_return 1 dom [64], ext [64], n 0 => |i, x, y, n| { if i[0] >= n { return; } let q = 100u32.div_euclid(n as u32); y[i] = q; for k in 0..3 { y[i] += q; } }
 subscript_after_return 1 dom [64], ext [64], n 0 => |i, x, y, n| { if i[0] >= n { return; } let a = [1u32, 2, 3]; let q = a[n + 3]; y[i] = q; for k in 0..3 { y[i] += q; } }
 shadowing_in_blocks 1 dom [64], ext [64], n 3 => |i, x, y, n| { let v = x[i]; { let v = 3u32; y[i] += v; } y[i] += v; { let v = y[i] * 2; for k in 0..n { y[i] += v; } } y[i] += v; }

 if_value 1 dom [333], ext [333], n 5 => |i, x, y, n| { let v = if x[i] > 40 { let q = x[i] * 2; q + 1 } else if i[0] % 2 == 0 { 5 } else { x[i[0] + 1] }; y[i] = v; }
 match_value 1 dom [333], ext [333], n 5 => |i, x, y, n| { let v = match x[i] % 6 { 0 => 1, 1 | 2 => { let mut s = 0; for k in 0..n { s += x[i[0] + k]; } s } k if k > 4 => k * 100, _ => x[n] }; y[i] = v; }
 divergent_break 1 dom [333], ext [333], n 20 => |i, x, y, n| { let mut c = 0u32; for k in 0..n { if x[i[0] + k] > 80 { break; } if x[i[0] + k] % 3 == 0 { continue; } c += 1 + k as u32; } y[i] = c; }
 uniform_loops_in_divergent_branches 1 dom [333], ext [333], n 4 => |i, x, y, n| { let mut c = 0u32; if x[i] > 30 { for a in 0..n { for b in a..n { c += x[a * b + i[0]]; if c > 500 { break; } } } } else { let mut s = n; while s > 0 { s -= 1; c ^= x[s]; } } y[i] = c; }
 divergent_return_in_a_loop 1 dom [333], ext [333], n 10 => |i, x, y, n| { for k in 0..n { y[i] += k as u32; if x[i] as usize % 10 == k { return; } } y[i] += 1000; }
 uniform_break 1 dom [333], ext [333], n 10 => |i, x, y, n| { let mut s = 0u32; for k in 0..n { if k == 4 { continue; } if k == 7 { break; } s += x[i[0] + k]; } for k in 0..n { s += k as u32; } y[i] = s; }
 several_returns 1 dom [333], ext [333], n 10 => |i, x, y, n| { if x[i] < 20 { y[i] = 1; return; } let mut s = 0; for k in 0..n { s += x[k]; } y[i] = s; if x[i] > 70 { return; } for k in 0..n { s ^= x[i[0]+k]; } y[i] += s; if n > 5 { return; } y[i] = 0; }
 reads_at_the_edge 1 dom [4095], ext [4095], n 1 => |i, x, y, n| { y[i] = x[i[0] + n]; if i[0] > 0 { y[i] += x[i[0] - 1]; } }
 guard 1 dom [640], ext [600], n 600 => |i, x, y, n| { if i[0] < n { y[i] += x[i]; } }
 guard_with_else 1 dom [640], ext [640], n 600 => |i, x, y, n| { if i[0] < n { y[i] += x[i]; } else { y[i] = 1; } }
 guard_with_greater_than 1 dom [640], ext [640], n 600 => |i, x, y, n| { if n > i[0] + 3 { y[i] += x[i]; } }
 reversed_writes 1 dom [333], ext [333], n 332 => |i, x, y, n| { y[n - i[0]] = x[i] + i[0] as u32; }
 two_writes_for_each_work_item 1 dom [200], ext [400], n 200 => |i, x, y, n| { y[i[0] * 2] = x[i]; y[i[0] * 2 + 1] = y[i[0] * 2] + 1; }
 divergent_jumps_to_labels 1 dom [333], ext [333], n 6 => |i, x, y, n| { let mut c = 0u32; 'o: for a in 0..n { for b in 0..n { c += 1; if x[a + b + i[0]] > 85 { continue 'o; } if c > 20 { break 'o; } } c += 2; } y[i] = c; }
 uniform_jumps_to_labels 1 dom [333], ext [333], n 6 => |i, x, y, n| { let mut c = 0u32; 'o: for a in 0..n { for b in 0..n { c += x[i[0] + b]; if a * b == 6 { continue 'o; } if a == 4 { break 'o; } } c += 2; } y[i] = c; }
 divergent_loop_value 1 dom [333], ext [333], n 6 => |i, x, y, n| { let mut k = 0usize; let v = loop { k += 1; if x[i[0] + k] % 7 == 0 || k > 30 { break x[i[0] + k] + k as u32; } }; y[i] = v; }
 uniform_loop_value 1 dom [333], ext [333], n 6 => |i, x, y, n| { let mut k = 0usize; let v = loop { k += 1; if k > n { break k as u32 * 3; } }; let w = v + x[i]; for q in 0..k { y[i] += w; } }
 row_uniform_control_flow 2 dom [7, 130], ext [7, 130], n 3 => |i, x, y, n| { let mut s = i[0] as u32; for k in 0..i[0] { s += x[k] + x[i[1] + k]; if k == 4 { break; } } if i[0] == 5 { return; } y[i] = s + y[[i[0], i[1]]]; }
 row_uniform_while 2 dom [7, 130], ext [7, 130], n 3 => |i, x, y, n| { let mut r = i[0]; let mut s = 0u32; while r > 0 { s = s * 2 + x[r * 10 + i[1]]; r /= 2; if s > 300 { s -= 100; } } y[i] = s + r as u32; }
 row_variable_changed_in_a_divergent_branch 2 dom [7, 130], ext [7, 130], n 3 => |i, x, y, n| { let mut r = i[0]; if x[i[1]] > 40 { r += 1; } let mut s = 0; for k in 0..r { s += x[k * 3 + i[1]]; } y[i] = s; }
 three_dimensions 3 dom [3, 5, 67], ext [3, 5, 67], n 3 => |i, x, y, n| { let b = i[0] * 5 + i[1]; let mut s = x[b]; for k in 0..i[1] { s += x[b * 67 + i[2] + k]; } if i[1] == 2 && i[2] > 60 { return; } for k in 0..n { s ^= x[k + i[2]]; } y[i] = s; }
 four_dimensions 4 dom [2, 3, 5, 67], ext [2, 3, 5, 67], n 3 => |i, x, y, n| { let b = (i[0] * 3 + i[1]) * 5 + i[2]; let mut s = x[b]; for k in 0..i[2] { if k == i[1] { break; } s += x[b + i[3] + k]; } y[i] += s + i[3] as u32; }
 reversed_writes_in_four_dimensions 4 dom [2, 3, 5, 67], ext [2, 3, 5, 67], n 3 => |i, x, y, n| { y[[1 - i[0], 2 - i[1], i[2], 66 - i[3]]] = x[i[3]] + (i[0] * 100 + i[1] * 10 + i[2]) as u32; }
 private_arrays 1 dom [333], ext [333], n 4 => |i, x, y, n| { let mut a = [0u32; 8]; for k in 0..8 { a[k] = x[i[0] + k]; } for k in 0..n { a[k] = a[7 - k] + a[(k + i[0]) % 8]; } let mut s = 0; for q in 0..8 { s = s * 3 + a[q]; } y[i] = s; }
 uniform_array_with_a_varying_write 1 dom [333], ext [333], n 4 => |i, x, y, n| { let mut a = [0u32; 8]; for k in 0..n { a[k] = x[k]; } a[i[0] % 8] += 100; let b = a; for k in 0..8 { y[i] += b[k] * (k as u32 + 1); } }
 destructuring_assignment_in_a_loop 1 dom [333], ext [333], n 4 => |i, x, y, n| { let (mut a, mut b) = (x[i], x[n]); for k in 0..n { (a, b) = (b + 1, a); } y[i] = a * 100 + b; }
 reversed_and_stepped_ranges 1 dom [333], ext [333], n 17 => |i, x, y, n| { let mut s = 0u32; for k in (0..n).rev() { s = s.wrapping_mul(3) + x[i[0] + k]; } for k in (1..n).step_by(4) { s = s.wrapping_mul(5) ^ x[k]; } for k in (2..=(x[i] as usize % 9)).rev() { s = s.wrapping_mul(7) + k as u32; } y[i] = s; }
 lazy_operators 1 dom [4096], ext [4096], n 4095 => |i, x, y, n| { if i[0] < n && x[i[0] + 1] > 30 { y[i] += 1; } let q = i[0] < n && x[i[0] + 1] > 60 || x[i] == 3; if q { y[i] += 10; } }
 mutable_loop_variable 1 dom [333], ext [333], n 5 => |i, x, y, n| { let mut s = 0u32; for mut k in 0..n { let j = i[0] + k; k += 2; for q in 0..3 { s += x[j + q] * k as u32; } } y[i] = s; }
 deferred_initialisation 1 dom [333], ext [333], n 5 => |i, x, y, n| { let v; if x[i] > 30 { v = x[i]; } else { v = 2; } let w: u32; if n > 3 { w = 1; } else { w = 2; } let mut s = 0; for k in 0..n { s += v * w; } y[i] = s; }
 definitions_before_a_branch 1 dom [333], ext [333], n 5 => |i, x, y, n| { let j = i[0] + n; let k = j - 2; let m = x[k]; if m > 20 { let p = j + 1; for q in 0..n { y[i] += x[p + q] + m; } } y[i] += x[j]; }
 many_rows 1 dom [5000000], ext [5000000], n 5 => |i, x, y, n| { y[i] += (i[0] as u32) ^ x[i[0] % 4096]; }
 while_condition_with_a_block 1 dom [333], ext [333], n 5 => |i, x, y, n| { let mut c = x[i]; let mut k = 0usize; while k < n && { let j = i[0] + k; c += x[j]; true } { k += 1; if c > 4000 { c -= 4000; } } for q in 0..k { y[i] += c; } }
 while_condition_with_a_side_effect 1 dom [333], ext [333], n 5 => |i, x, y, n| { let mut c = x[i] & 7; let mut k = 0usize; while k < n && (n > 100 || { c = c * 3 + 1; true }) { k += 1; if k == 3 { continue; } y[i] += 1; } y[i] += c; }
 range_start_that_changes 1 dom [333], ext [333], n 9 => |i, x, y, n| { let mut low = n / 3; for k in (low..n).rev() { low += 1; y[i] += x[i[0] + k]; } y[i] += low as u32; }
 range_step_that_changes 1 dom [333], ext [333], n 9 => |i, x, y, n| { let mut by = 2; for k in (0..n).step_by(by) { by += 1; y[i] += x[i[0] + k]; } y[i] += by as u32; }
 range_end_that_changes 1 dom [333], ext [333], n 9 => |i, x, y, n| { let mut end = n; for k in 0..end { end += 1; y[i] += x[i[0] + k]; } y[i] += end as u32; }
}
tiled! {
 tiled_while_condition_with_a_block 1 [16] dom [64], ext [64], n 4 => |t, x, y, n| { let mut c = 0u32; let mut k = 0usize; while k < n && { let j = t.global[0] + k; c += x[j]; k % 2 < 3 } { k += 1; t.barrier.wait(); c = c * 2 + 1; if k == 2 { continue; } t.barrier.wait(); y[t.global] += c; } y[t.global] += c; }
 tiled_while_condition_with_a_row_loop 2 [4, 16] dom [8, 48], ext [8, 48], n 4 => |t, x, y, n| { let mut c = 0u32; let mut k = 0usize; while { let v = x[t.local[1] + k]; for q in 0..t.local[0] { c += v + q as u32; } k < n } { k += 1; t.barrier.wait(); } y[t.global] = c; }
 tiled_recomputed_index 1 [16] dom [64], ext [64], n 3 => |t, x, y, n| {
   let mut base = 0usize; let j = t.local[0] + base; t.barrier.wait(); base += 16; t.barrier.wait(); y[t.global] = x[j] + base as u32; }
 tiled_reassigned_variable 2 [4, 16] dom [8, 32], ext [8, 32], n 3 => |t, x, y, n| {
   let mut s = t.local[1]; while s > 3 { y[t.global] += x[s]; s /= 2; }
   s = 8 + n; while s > 0 { let v = y[t.global]; t.barrier.wait(); y[t.global] = v % 97 * 3 + s as u32; s /= 2; }
   s = t.local[0] + s; y[t.global] += s as u32; }
 tiled_variable_reassigned_in_each_iteration 2 [4, 16] dom [8, 32], ext [8, 32], n 4 => |t, x, y, n| {
   for k in 0..n { let mut s = t.local[0] + k; y[t.global] += x[s]; s = k; if s > 1 { t.barrier.wait(); }
     s = x[s + t.local[1]] as usize; y[t.global] += s as u32; s = s % 3 + k; y[t.global] += x[s]; } }
 tiled_row_variable_that_changes 2 [4, 16] dom [8, 32], ext [8, 32], n 3 => |t, x, y, n| {
   let mut s = t.local[0]; t.barrier.wait(); s += 10; y[t.global] = x[s]; }
 tiled_row_variable_with_a_dependent 2 [4, 16] dom [8, 32], ext [8, 32], n 3 => |t, x, y, n| {
   let mut s = t.local[0]; y[t.global] = s as u32; t.barrier.wait(); s += 10; let q = s * 2; y[t.global] += x[q]; }
 tiled_row_variable_in_a_lane_index 2 [4, 16] dom [8, 32], ext [8, 32], n 3 => |t, x, y, n| {
   let mut s = t.local[0]; y[t.global] = s as u32; t.barrier.wait(); s += 10; y[t.global] += x[t.local[1] + s]; }
 tiled_row_return_in_one_iteration 2 [4, 64] dom [8, 64], ext [8, 64], n 4 => |t, x, y, n| {
   for k in 0..n { if t.local[0] == 2 && k == 1 { return; } y[t.global] += 1; } }
 tiled_row_return 2 [4, 64] dom [8, 64], ext [8, 64], n 4 => |t, x, y, n| {
   for k in 0..n { if t.local[0] == 2 { return; } y[t.global] += 1; } }
 tiled_loop_bound_after_return 1 [16] dom [64], ext [50], n 50 => |t, x, y, n| {
   if t.global[0] >= n { return; } let mut s = 0; for k in 0..x[4089 + t.tile[0] * 2] { s += k; } y[t.global] = s; }
 tiled_loop_bound_after_a_padding_return 1 [64] dom [128], ext [50], n 50 => |t, x, y, n| {
   if t.global[0] >= n { return; } let mut s = 0; for k in 0..x[4095 + t.tile[0]] { s += k; } y[t.global] = s; }

 tiled_variables_across_barriers 1 [16] dom [64], ext [64], n 4 => |t, x, y, n| { let mut a = x[t.global]; let mut u = n; t.barrier.wait(); for k in 0..n { a += x[t.global[0] + k]; u += 1; t.barrier.wait(); if u % 2 == 0 { a *= 2; t.barrier.wait(); } } y[t.global] = a + u as u32; }
 tiled_row_variables_across_barriers 2 [4, 16] dom [8, 48], ext [8, 48], n 4 => |t, x, y, n| { let r = t.local[0] * 3; let mut rr = r; let mut a = 0u32; for k in 0..n { rr += 1; t.barrier.wait(); for q in 0..rr { a += x[q + t.local[1]]; } if rr > 8 { rr -= 3; } } y[t.global] = a + (r + rr) as u32; }
 tiled_row_constants_across_barriers 2 [4, 16] dom [8, 48], ext [8, 48], n 4 => |t, x, y, n| { let v = x[t.local[0]]; let w = v + 1; t.barrier.wait(); y[t.global] = v * 100 + w; t.barrier.wait(); y[t.global] += x[w as usize]; }
 tiled_three_dimensions 3 [2, 3, 5] dom [4, 6, 15], ext [4, 6, 15], n 4 => |t, x, y, n| { let p = t.local[0] * 3 + t.local[1]; let mut a = x[p]; t.barrier.wait(); for k in 0..p { a += x[k + t.global[2]]; if a > 200 { continue; } a += 1; } t.barrier.wait(); if t.local[1] == 1 { a = a * 2; } y[t.global] = a + t.tile[2] as u32 + t.tile_origin[1] as u32; }
 tiled_return_behind_the_last_barrier 2 [4, 16] dom [8, 48], ext [8, 48], n 4 => |t, x, y, n| { let mut a = x[t.global[1]]; t.barrier.wait(); if t.local[1] > 9 { return; } for k in 0..n { a += x[k]; if t.local[0] == k { return; } y[t.global] += a; } y[t.global] += 7; }
 tiled_uniform_return 1 [16] dom [64], ext [64], n 4 => |t, x, y, n| { y[t.global] += 1; t.barrier.wait(); if t.tile[0] == 2 { return; } y[t.global] += 5; t.barrier.wait(); for k in 0..n { if k == t.tile[0] { break; } y[t.global] += 3; t.barrier.wait(); } y[t.global] *= 2; }
 tiled_uniform_while 1 [16] dom [64], ext [64], n 8 => |t, x, y, n| { let mut s = n; let mut a = 0u32; while s > 0 { if t.local[0] < s { a += x[t.local[0] + s]; } t.barrier.wait(); s /= 2; } y[t.global] = a; }
 tiled_block_scopes 1 [16] dom [64], ext [64], n 3 => |t, x, y, n| { let a = x[t.global]; { let a = a + 1; t.barrier.wait(); { let a = a * 2; t.barrier.wait(); y[t.global] = a; } y[t.global] += a; } y[t.global] += a; }
 tiled_if_value_with_a_barrier 1 [16] dom [64], ext [64], n 3 => |t, x, y, n| { let v = if t.tile[0] % 2 == 0 { let q = x[t.global]; t.barrier.wait(); q + 1 } else { 4 }; let m = match n { 3 => x[t.local[0]], _ => 9 }; t.barrier.wait(); y[t.global] = v * m; }
 tiled_index_from_a_loop_variable 2 [4, 16] dom [4, 16], ext [4, 16], n 3 => |t, x, y, n| { let mut a = 0u32; for k in 0..n { let j = t.local[1] + k * 16; t.barrier.wait(); a += x[j]; for q in 0..2 { a = a * 2 + x[j + q]; } t.barrier.wait(); } y[t.global] = a; }
 tiled_reversed_writes 2 [4, 16] dom [8, 48], ext [8, 48], n 47 => |t, x, y, n| { let r = t.global[0]; y[[7 - r, n - t.global[1]]] = x[t.global[1]] + r as u32; }
 tiled_odd_extents 2 [3, 7] dom [9, 21], ext [9, 21], n 4 => |t, x, y, n| { let mut a = x[t.global[0]] + x[t.global[1]]; let lim = t.local[0] + 2; for k in 0..lim { if t.local[1] < k { a += 1; } else { a += x[t.local[1] - k]; } } y[t.global] = a; }
}
