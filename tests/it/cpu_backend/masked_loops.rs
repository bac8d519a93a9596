//! Divergent loops that the CPU back end runs for a row of work-items together, under a lane mask. Each kernel is compared with
//! the same tokens in a loop on the host.

use super::*;

untiled! {
 exit_that_initialises_a_variable 1 dom [333], ext [333], n 0 => |i, x, y, n| { let mut s = x[i]; let v; loop { if s > 90 { v = x[s as usize]; break; } s += 1; } y[i] = v; }
 while_loop 1 dom [333], ext [333], n 0 => |i, x, y, n| { let mut v = x[i]; let mut c = 0u32; while v > 1 { v = if v % 2 == 0 { v / 2 } else { 3 * v + 1 }; c += 1; } y[i] = c; }
 single_work_item 1 dom [1], ext [1], n 0 => |i, x, y, n| { let mut v = x[i]; while v > 3 { v -= 3; } y[i] = v; }
 partial_row 1 dom [31], ext [31], n 0 => |i, x, y, n| { let mut v = x[i]; while v > 3 { v -= 3; } y[i] = v; }
 full_and_partial_rows 1 dom [97], ext [97], n 0 => |i, x, y, n| { let mut v = x[i]; while v > 3 { v -= 3; } y[i] = v; }
 loop_that_no_lane_enters 1 dom [130], ext [130], n 0 => |i, x, y, n| { let mut v = x[i]; while v > 1000 { v -= 3; } y[i] = v; }
 loop_that_one_lane_enters 1 dom [200], ext [200], n 77 => |i, x, y, n| { let mut c = 0u32; let mut k = if i[0] == n { 1000u32 } else { 0 }; while k > 0 { k -= 1; c += k & 3; } y[i] = c; }
 rows_of_a_domain 2 dom [5, 70], ext [5, 70], n 0 => |i, x, y, n| { let mut v = x[i[1]] + i[0] as u32; let mut c = 0u32; while v > 5 { v -= v / 4 + 1; c += 1; } y[i] = c * 100 + v; }
 fixed_point_arithmetic 2 dom [20, 100], ext [20, 100], n 0 => |i, x, y, n| {
   let (p, q) = (i[1] as i32 * 8 - 512, i[0] as i32 * 26 - 256);
   let (mut u, mut v) = (p, q); let mut c = 0u32;
   while c < 200 && u * u + v * v <= 4 << 16 { let next = (u * u - v * v) / 256 + p; v = u * v / 128 + q; u = next; c += 1; }
   y[i] = c; }
 range_with_break 2 dom [20, 100], ext [20, 100], n 150 => |i, x, y, n| {
   let (p, q) = (i[1] as i32 * 8 - 512, i[0] as i32 * 26 - 256);
   let (mut u, mut v) = (p, q); let mut c = 9999u32;
   for k in 0..n { if u * u + v * v > 4 << 16 { c = k as u32; break; } let next = (u * u - v * v) / 256 + p; v = u * v / 128 + q; u = next; }
   y[i] = c; }
 range_with_return 2 dom [20, 100], ext [20, 100], n 150 => |i, x, y, n| {
   let (p, q) = (i[1] as i32 * 8 - 512, i[0] as i32 * 26 - 256);
   let (mut u, mut v) = (p, q); let mut c = 0u32;
   for k in 0..n { if u * u + v * v > 4 << 16 { return; } let next = (u * u - v * v) / 256 + p; v = u * v / 128 + q; u = next; c += k as u32; }
   y[i] = c; }
 range_with_continue 1 dom [333], ext [333], n 40 => |i, x, y, n| { let mut s = x[i]; for k in 0..n { if s % 3 == 0 { s += 1; continue; } s += k as u32; if s > 500 { break; } } y[i] = s; }
 empty_range 1 dom [100], ext [100], n 0 => |i, x, y, n| { let mut s = x[i]; for k in 0..n { if s > 50 { break; } s += 1; } y[i] = s; }
 reversed_range 1 dom [100], ext [100], n 20 => |i, x, y, n| { let mut s = x[i]; for k in (3..=n).rev() { if s > 150 { break; } s += k as u32; } y[i] = s; }
 stepped_range 1 dom [100], ext [100], n 20 => |i, x, y, n| { let mut s = x[i]; for k in (3..n).step_by(4) { if s > 99 { continue; } s += k as u32; } y[i] = s; }
 varying_range 1 dom [333], ext [333], n 0 => |i, x, y, n| { let mut s = 1u32; for k in 3..x[i] { s = s.wrapping_mul(5) ^ k; } y[i] = s; }
 varying_range_with_break 1 dom [333], ext [333], n 0 => |i, x, y, n| { let last = x[i]; let mut s = 1u32; for k in last / 2..last { if s & 7 == 6 { break; } if k & 1 == 0 { continue; } s = s * 3 + k; s &= 0xffff; } y[i] = s; }
 varying_range_that_may_be_empty 1 dom [100], ext [100], n 0 => |i, x, y, n| { let mut s = 7u32; for k in x[i]..10 { s += k; } y[i] = s; }
 varying_range_of_indices 2 dom [3, 100], ext [3, 100], n 0 => |i, x, y, n| { let mut s = 7u32; for k in i[0]..i[1] { s = s * 3 + k as u32; s &= 0xffff; } y[i] = s; }
 varying_range_after_return 1 dom [333], ext [333], n 0 => |i, x, y, n| { if x[i] % 5 == 0 { return; } let mut s = 1u32; for k in 0..90 / (x[i] % 5) { s = s.wrapping_mul(5) ^ k; } y[i] = s; }
 varying_range_behind_a_guard 1 dom [333], ext [300], n 300 => |i, x, y, n| { if i[0] >= n { return; } let mut s = 1u32; for k in 0..y[i] / 4 + x[i] { s = s.wrapping_mul(5) ^ k; } y[i] = s; }
 varying_range_whose_bound_changes 1 dom [100], ext [100], n 0 => |i, x, y, n| { let mut m = x[i] % 9; let mut s = 0u32; for k in 0..m { m += 5; s += m + k; } y[i] = s * 100 + m; }
 mutable_loop_variable 1 dom [100], ext [100], n 9 => |i, x, y, n| { let mut s = x[i]; for mut k in 0..n as u32 { if s > 80 { break; } k *= 2; s += k; } y[i] = s; }
 signed_arithmetic 1 dom [333], ext [333], n 0 => |i, x, y, n| { let mut v = x[i] as i32 - 48; let mut c = 0i32; loop { if v > 40 { break; } v += if v < 0 { 7 } else { 3 }; c -= v; if c < -300 { continue; } v += 1; } y[i] = (c + 10_000) as u32; }
 loop_with_break_and_continue 1 dom [333], ext [333], n 0 => |i, x, y, n| { let mut v = x[i]; loop { if v > 100 { break; } let w = v * 2; if w > 130 { v = w - 3; continue; } v = w + 1; } y[i] = v; }
 tuple_variable 1 dom [333], ext [333], n 0 => |i, x, y, n| { let mut p = (x[i], 1u32, false); while p.0 > 0 { p = (p.0 / 2, p.1 + p.0, !p.2); if p.1 > 100 { p.0 = 0; } } y[i] = p.1 * 2 + p.2 as u32; }
 loop_behind_a_guard 1 dom [333], ext [300], n 300 => |i, x, y, n| { if i[0] >= n { return; } let mut v = x[i]; while v > 7 { v -= 6; } y[i] = v; }
 loop_after_return 1 dom [333], ext [333], n 0 => |i, x, y, n| { if x[i] > 60 { return; } let mut v = x[i]; let mut c = 0u32; while v > 7 { v -= 6; c += 1; if c > 6 { return; } } y[i] += v * 10; }
 loop_after_all_lanes_returned 1 dom [128], ext [128], n 64 => |i, x, y, n| { if i[0] < n || x[i] > 5000 { return; } let mut v = x[i]; while v > 7 { v -= 6; if v == 9 { return; } } y[i] += v * 10; }
 loop_in_a_uniform_loop 1 dom [333], ext [333], n 4 => |i, x, y, n| { let mut s = 0u32; for k in 0..n { let mut v = x[i[0] + k]; while v > 7 { v -= 6; if v == 20 { break; } } s = s * 7 + v; } y[i] = s; }
 two_loops 1 dom [333], ext [333], n 0 => |i, x, y, n| { let mut v = x[i]; let w = v + 3; while v > 7 { v -= 6; } let mut c = 0u32; while c < w { c += v + 1; } y[i] = c; }
 code_on_an_exit 1 dom [333], ext [333], n 40 => |i, x, y, n| { let mut s = x[i]; for k in 0..n { if s > 300 { y[i] = s + x[k] * 1000; return; } s += k as u32; } y[i] = s; }
 code_on_several_exits 1 dom [333], ext [333], n 40 => |i, x, y, n| { let mut s = x[i]; for k in 0..n { if s % 7 == 6 { y[i] += x[s as usize] + 1000 * k as u32; break; } let t = s * 2; if t > 130 { s = t; break; } s += 3; if s > 120 { let j = k + i[0]; for q in 0..3 { y[i] += x[j + q]; } return; } } y[i] += s; }
 code_on_the_exit_of_a_while 2 dom [4, 100], ext [4, 100], n 5 => |i, x, y, n| { let mut s = x[i[1]]; let mut c = 0u32; while c < 30 { if s & 31 == 9 { y[i] = x[c as usize] * 100 + c; return; } s += 5; c += 1; } y[i] += c; }
 exit_that_reads_a_local_variable 1 dom [100], ext [100], n 40 => |i, x, y, n| { let mut s = x[i]; for k in 0..n { let t = s + 1; if s > 300 { y[i] = x[t as usize]; return; } s += k as u32; } y[i] = s; }
 code_on_the_exit_of_a_varying_range 1 dom [100], ext [100], n 40 => |i, x, y, n| { let mut s = x[i]; for k in 3..x[i] { if s > 300 { y[i] = x[k as usize] + k; break; } s += k; } y[i] += s; }
 exit_in_a_uniform_loop 1 dom [100], ext [100], n 5 => |i, x, y, n| { for q in 0..n { let mut s = x[i[0] + q]; for k in 0..9u32 { if s > 40 { y[i] += x[q + k as usize]; break; } s += k; } y[i] += s; } }
 nested_loops_without_a_mask 1 dom [100], ext [100], n 0 => |i, x, y, n| { let mut v = x[i]; let mut c = 0u32; while v > 3 { for k in 0..v { c += k; } v /= 2; } y[i] = c; }
 loop_with_reads_without_a_mask 1 dom [100], ext [100], n 0 => |i, x, y, n| { let mut k = x[i] as usize; let mut c = 0u32; while x[k] > 5 && c < 50 { k = x[k] as usize / 2; c += 1; } y[i] = c; }
 loop_in_a_divergent_branch 1 dom [333], ext [333], n 0 => |i, x, y, n| { let mut v = x[i]; if v > 30 { while v > 7 { v -= 6; } } else { v += 1; } y[i] = v; }
 index_in_the_condition 2 dom [7, 90], ext [7, 90], n 0 => |i, x, y, n| { let mut j = i[1]; let mut c = 0u32; while j > i[0] { j -= 1 + j / 8; c += 1; } y[i] = c + j as u32; }
 lazy_operators_in_the_condition 1 dom [333], ext [333], n 0 => |i, x, y, n| { let mut v = x[i]; let mut w = 40u32; while v > 0 && w / 2 > 3 || v == 1 { v -= 1; w -= 2 * (v & 1); } y[i] = v * 100 + w; }
}
tiled! {
 tiled_code_on_an_exit 2 [4, 16] dom [8, 80], ext [8, 80], n 9 => |t, x, y, n| { let mut s = x[t.global[1]]; t.barrier.wait(); for k in 0..n { if s > 60 { y[t.global] = x[k] + t.local[0] as u32; return; } s += t.local[1] as u32; } y[t.global] += s; }
 tiled_loop_between_barriers 2 [4, 16] dom [8, 80], ext [8, 80], n 3 => |t, x, y, n| { let mut v = x[t.global[1]]; t.barrier.wait(); let mut c = 0u32; while v > 6 { v -= 5; c += t.local[1] as u32; } t.barrier.wait(); y[t.global] += c + v; }
 tiled_loop_in_a_wide_tile 1 [96] dom [192], ext [192], n 3 => |t, x, y, n| { let mut v = x[t.global[0]]; t.barrier.wait(); let mut c = 0u32; while v > 6 { v -= 5; c += 1; } y[t.global] += c + v; }
 tiled_loop_in_an_odd_tile 1 [37] dom [74], ext [74], n 3 => |t, x, y, n| { let mut v = x[t.global[0]]; t.barrier.wait(); for k in 0..n * 4 { if v < 20 { break; } v -= k as u32; } y[t.global] += v; }
 tiled_loop_with_return 2 [4, 32] dom [8, 64], ext [8, 64], n 3 => |t, x, y, n| { t.barrier.wait(); let mut v = x[t.global[1] + t.global[0]]; let mut c = 0u32; while v > 6 { v -= 5; if v == 21 { return; } c += 1; } y[t.global] += c + v; }
 tiled_loop_behind_a_padding_return 2 [4, 16] dom [8, 80], ext [7, 70], n 70 => |t, x, y, n| { if t.global[0] >= 7 || t.global[1] >= n { return; } let mut v = x[t.global[1]]; while v > 6 { v -= 5; } y[t.global] = v; }
 tiled_varying_range 2 [4, 16] dom [8, 80], ext [8, 80], n 3 => |t, x, y, n| { let mut c = 0u32; t.barrier.wait(); for k in t.local[0]..t.local[1] { c = c * 3 + k as u32; c &= 0xffff; } t.barrier.wait(); y[t.global] = c; }
}

/// A complex number, with operators that are device functions.
#[derive(Clone, Copy, GpuType)]
#[repr(C)]
struct Complex {
    re: f32,
    im: f32,
}

#[device]
impl std::ops::Add for Complex {
    type Output = Complex;
    fn add(self, other: Complex) -> Complex {
        Complex { re: self.re + other.re, im: self.im + other.im }
    }
}

#[device]
impl std::ops::Mul for Complex {
    type Output = Complex;
    fn mul(self, other: Complex) -> Complex {
        Complex { re: self.re * other.re - self.im * other.im, im: self.re * other.im + self.im * other.re }
    }
}

#[device]
impl Complex {
    fn norm(self) -> f32 {
        self.re * self.re + self.im * self.im
    }
}

#[kernel]
fn by_condition(i: Index<2>, steps: u32, y: &mut ArrayViewMut<f32, 2>) {
    let c = Complex { re: i[1] as f32 * 0.013 - 2.0, im: i[0] as f32 * 0.1 - 1.0 };
    let mut z = c;
    let mut step = 0u32;
    while step < steps && z.norm() <= 256.0 {
        z = z * z + c;
        step += 1;
    }
    y[i] = if step < steps { step as f32 + 1.0 - z.norm().sqrt().recip() } else { -1.0 };
}

#[kernel]
fn by_range(i: Index<2>, steps: u32, y: &mut ArrayViewMut<f32, 2>) {
    let c = Complex { re: i[1] as f32 * 0.013 - 2.0, im: i[0] as f32 * 0.1 - 1.0 };
    let mut z = c;
    for step in 0..steps {
        if z.norm() > 256.0 {
            y[i] = step as f32 + 1.0 - z.norm().sqrt().recip();
            return;
        }
        z = z * z + c;
    }
    y[i] = -1.0;
}

/// On the CPU, the results equal those of scalar code bit by bit. A device may round differently.
#[test]
fn float_results_equal_scalar_code() {
    const SIZE: [usize; 2] = [21, 211];
    let expected = |steps: u32| -> Vec<u32> {
        let scalar = |at| {
            let [row, column] = unfold(SIZE, at);
            let c = Complex { re: column as f32 * 0.013 - 2.0, im: row as f32 * 0.1 - 1.0 };
            let (mut z, mut step) = (c, 0);
            while step < steps && z.norm() <= 256.0 {
                z = z * z + c;
                step += 1;
            }
            if step < steps { step as f32 + 1.0 - z.norm().sqrt().recip() } else { -1.0 }
        };
        (0..SIZE[0] * SIZE[1]).map(|at| scalar(at).to_bits()).collect()
    };
    for steps in [0, 1, 2, 100] {
        for accelerator in [Accelerator::cpu(), Accelerator::cpu().serial(), Accelerator::cpu_checked()] {
            let view = accelerator.default_view();
            for variant in 0..2 {
                let mut found = vec![0.0f32; SIZE[0] * SIZE[1]];
                {
                    let mut y = ArrayViewMut::with_extent(SIZE, &mut found).unwrap();
                    match variant {
                        0 => view.parallel_for_each(SIZE, by_condition(steps, &mut y)).unwrap(),
                        _ => view.parallel_for_each(SIZE, by_range(steps, &mut y)).unwrap(),
                    }
                }
                let bits: Vec<_> = found.iter().map(|value| value.to_bits()).collect();
                assert!(
                    bits == expected(steps),
                    "{steps} steps, variant {variant}, on {}",
                    accelerator.description()
                );
            }
        }
    }
}

#[derive(Clone, Copy, GpuType)]
#[repr(C)]
struct Pair {
    list: [u32; 2],
}

#[kernel(tile = [16])]
fn varying_bound(t: TiledIndex<1>, x: &ArrayView<u32>, short: &ArrayView<Pair>, y: &mut ArrayViewMut<u32>) {
    #[tile_static]
    let mut scratch: [u32; 16];
    let i = t.global;
    scratch[t.local[0]] = 1;
    if !short.extent().contains(i) || x[i] % 5 == 0 {
        return;
    }
    let mut s = 1;
    for k in 0..90 / (x[i] % 5) {
        s = s * 3 & 0xffff ^ k;
    }
    let mut c = 0u32;
    for _ in &short[i].list {
        c += 7;
    }
    y[i] = s + c + scratch[t.local[0]];
}

/// A lane that has returned must not evaluate the bound of the loop, whose subscript may be out of range in this lane.
#[test]
fn returned_lanes_do_not_evaluate_the_bound() {
    let values = input();
    let x = &values[..48];
    let short = vec![Pair { list: [3, 4] }; 39];
    let mut expected = vec![0; 48];
    for (at, y) in expected.iter_mut().enumerate() {
        let by = x[at] % 5;
        if at < 39 && by != 0 {
            *y = (0..90 / by).fold(1, |s, k| s * 3 & 0xffff ^ k) + 15;
        }
    }
    on_each(|accelerator| {
        let (x, short) = (ArrayView::new(x), ArrayView::new(&short));
        let mut y = ArrayViewMut::from_vec([48], vec![0; 48]).unwrap();
        let domain = y.extent().tile([16]).unwrap();
        accelerator.default_view().parallel_for_each(domain, varying_bound(&x, &short, &mut y)).unwrap();
        assert_eq!(y.to_vec().unwrap(), expected, "on {}", accelerator.description());
    });
}
