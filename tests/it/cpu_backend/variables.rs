//! Values that live across loops and barriers, and indices computed from them. Each kernel is compared with the same tokens in a
//! loop on the host.

use super::*;

untiled! {
 wrapping_comparison 1 dom [200], ext [200], n 150 => |i, x, y, n| { if i[0].wrapping_sub(1) < n { y[i] += 7; } }
 wrapping_comparison_of_two_indices 2 dom [4, 200], ext [4, 200], n 150 => |i, x, y, n| { if i[1].wrapping_sub(i[0]) < n { y[i] += 7; } }
 lane_index_after_its_offset_changed 1 dom [200], ext [200], n 3 => |i, x, y, n| { let mut m = n; m += 1; let j = i[0] + m; m = 50; y[i] = x[j]; m += 1; for k in 0..2 { y[i] += x[j]; } y[i] += m as u32; }
 recomputed_lane_index 1 dom [200], ext [200], n 3 => |i, x, y, n| { let mut m = n; let j = i[0] + m; m += 20; y[i] = x[j] + m as u32; }
 recomputed_lane_index_in_a_loop 1 dom [200], ext [200], n 3 => |i, x, y, n| { let mut m = n; let w = m; let j = i[0] + w; m += 20; y[i] = x[j] + m as u32; for q in 0..2 { y[i] += x[j + m]; m += 1; } y[i] += x[j]; }
 return_from_nested_uniform_loops 1 dom [333], ext [333], n 5 => |i, x, y, n| { for a in 0..n { for b in 0..n { y[i] += 1; if x[i] as usize % 20 == a * n + b { return; } } y[i] += 100; } y[i] += 10000; }
 row_return_from_nested_loops 2 dom [7, 130], ext [7, 130], n 4 => |i, x, y, n| { for k in 0..n { for q in 0..2 { if i[0] == 2 && k == 1 { return; } y[i] += 1; } } y[i] += 100; }
 row_and_lane_returns 2 dom [7, 130], ext [7, 130], n 4 => |i, x, y, n| { if i[0] == 2 { if i[1] == 7 { return; } y[i] += 1; for k in 0..n { y[i] += x[i[1] + k]; } if n == 4 { return; } } y[i] += 100; }
 lane_variable_in_a_uniform_branch 1 dom [333], ext [333], n 4 => |i, x, y, n| { let mut v = x[i]; if n > 3 { v += 1; for k in 0..n { v += x[k]; } v *= 2; } else { v = 0; } y[i] = v; }
 locals_in_nested_loops 1 dom [333], ext [333], n 4 => |i, x, y, n| { let mut t = 0u32; for a in 0..n { let p = x[i[0] + a]; let u = a * 2; let mut w = p; for b in 0..u { let z = p + b as u32; w ^= z; } t = t * 3 + w + p + u as u32; } y[i] = t; }
 while_condition_with_a_local 1 dom [333], ext [333], n 9 => |i, x, y, n| { let mut k = 0usize; let mut t = 0u32; while { let q = k * 2; q < n } { k += 1; t += x[i[0] + k]; if k == 3 { continue; } t += 1; } y[i] = t; }
 while_condition_with_a_varying_branch 1 dom [333], ext [333], n 9 => |i, x, y, n| { let mut k = 0usize; let mut t = 0u32; while (if t < 200 { k < n } else { k < 3 }) { k += 1; t += x[i[0] + k]; } y[i] = t + k as u32; }
 uniform_match 1 dom [333], ext [333], n 9 => |i, x, y, n| { let f = match n { 9 => 2u32, _ => 3 }; let mut s = f; match n % 3 { 0 => for k in 0..n { s += x[i[0] + k] * f; }, _ => { s = 1; } } y[i] = s; }
 own_read_before_a_write_elsewhere 1 dom [200], ext [200], n 199 => |i, x, y, n| { let v = y[i]; y[n - (n - i[0])] = v + x[i]; }
 signed_range 1 dom [333], ext [333], n 9 => |i, x, y, n| { let a = x[i] as i32 - 50; let mut s = 0i32; for k in -3..a { s += k; if s > 60 { break; } } y[i] = (s.abs() + a.rem_euclid(7)) as u32; }
 unit_stride_with_negative_offsets 1 dom [4000], ext [4000], n 96 => |i, x, y, n| { let j = i[0] + n; y[i] = x[j - n] + x[j - 1] + x[j]; }
 uniform_stores 2 dom [7, 1], ext [7, 130], n 5 => |i, x, y, n| { let mut sum = x[i[0]]; for k in 0..n { sum = sum * 3 + x[k]; y[[i[0], k * 4]] = sum; } if i[0] % 2 == 1 { y[[i[0], 1]] = n as u32; } y[[i[0], 2]] = sum + 1; }
 uniform_stores_of_joined_rows 2 dom [900, 1], ext [900, 8], n 5 => |i, x, y, n| { let mut sum = x[i[0] % 50]; for k in 0..n { sum = sum * 3 + x[k]; y[[i[0], k]] = sum; } if i[0] % 2 == 1 { y[[i[0], 6]] = n as u32; } y[[i[0], 7]] = sum + 1; }
 uniform_stores_after_a_return 2 dom [7, 1], ext [7, 130], n 5 => |i, x, y, n| { if x[i[0] + i[1]] > 40 { return; } for k in 0..n { y[[i[0], k]] = n as u32; } }
 uniform_variable_after_a_divergent_return 1 dom [333], ext [333], n 9 => |i, x, y, n| { let mut u = 0usize; if x[i] > 50 { return; } for k in 0..n { u += k; } let w = u * 2; y[i] = w as u32 + x[w % 50]; for k in 0..w % 7 { y[i] += 1; } }
}
tiled! {
 tiled_recomputed_row_index 2 [4, 16] dom [8, 32], ext [8, 32], n 3 => |t, x, y, n| { let r = t.local[0] * 7 + n; let c = t.global[1] + n; t.barrier.wait(); let mut a = x[r] + x[c]; t.barrier.wait(); for k in 0..r { a += x[c + k]; } y[t.global] = a + r as u32; }
 tiled_index_from_a_loop_base 2 [4, 16] dom [8, 32], ext [8, 32], n 3 => |t, x, y, n| { let mut acc = 0u32; let mut base = 0usize; while base < 48 { let j = base + t.local[1]; let v = x[j]; t.barrier.wait(); acc = acc * 2 + v + x[j + 1]; base += 16; t.barrier.wait(); } y[t.global] = acc; }
 tiled_index_after_its_base_changed 2 [4, 16] dom [8, 32], ext [8, 32], n 3 => |t, x, y, n| { let mut acc = 0u32; let mut base = 0usize; while base < 48 { let j = base + t.local[1]; let v = x[j]; t.barrier.wait(); base += 16; acc = acc * 2 + v + x[j]; t.barrier.wait(); } y[t.global] = acc; }
 tiled_return_in_a_row_loop 2 [4, 64] dom [8, 64], ext [8, 64], n 4 => |t, x, y, n| { for k in 0..t.local[0] + 1 { if t.local[0] + k > 3 { return; } y[t.global] += 1; } }
 tiled_row_return_in_a_while 2 [4, 64] dom [8, 64], ext [8, 64], n 4 => |t, x, y, n| { let mut k = 0; while k < n { k += 1; if t.local[0] == 1 { return; } y[t.global] += 1; } }
 tiled_row_branch_with_a_loop 2 [4, 64] dom [8, 64], ext [8, 64], n 4 => |t, x, y, n| { if t.local[0] > 1 { for k in 0..n { if k == 2 { break; } y[t.global] += x[k]; } } else { y[t.global] = 1; } }
 tiled_nested_blocks_in_three_dimensions 3 [2, 2, 8] dom [4, 4, 16], ext [4, 4, 16], n 3 => |t, x, y, n| { let mut a = 0u32; for k in 0..n { let r = t.local[0] + k; { let s = r * 2 + t.local[1]; t.barrier.wait(); if s > 2 { a += x[s]; for q in 0..s { a ^= x[q + t.local[2]]; } } } t.barrier.wait(); a += r as u32; if k == 1 { continue; } a += 5; } y[t.global] = a; }
 tiled_uniform_return_between_barriers 1 [16] dom [64], ext [64], n 3 => |t, x, y, n| { let c = x[t.tile[0]]; if c > 50 { y[t.global] = 1; return; } t.barrier.wait(); for k in 0..c { if k > 5 { return; } y[t.global] += k; t.barrier.wait(); } y[t.global] += 100; }
}
