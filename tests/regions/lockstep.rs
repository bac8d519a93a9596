//! Loops that work-items leave at different times, and that are arithmetic: the twin takes them turn by turn.

use super::*;

untiled! {
 s_exit_gives_a_value 1 dom [333], ext [333], n 0 => |i, x, y, n| { let mut s = x[i]; let v; loop { if s > 90 { v = x[s as usize]; break; } s += 1; } y[i] = v; }
 s_while 1 dom [333], ext [333], n 0 => |i, x, y, n| { let mut v = x[i]; let mut c = 0u32; while v > 1 { v = if v % 2 == 0 { v / 2 } else { 3 * v + 1 }; c += 1; } y[i] = c; }
 s_none 1 dom [1], ext [1], n 0 => |i, x, y, n| { let mut v = x[i]; while v > 3 { v -= 3; } y[i] = v; }
 s_part 1 dom [31], ext [31], n 0 => |i, x, y, n| { let mut v = x[i]; while v > 3 { v -= 3; } y[i] = v; }
 s_parts 1 dom [97], ext [97], n 0 => |i, x, y, n| { let mut v = x[i]; while v > 3 { v -= 3; } y[i] = v; }
 s_never 1 dom [130], ext [130], n 0 => |i, x, y, n| { let mut v = x[i]; while v > 1000 { v -= 3; } y[i] = v; }
 s_one_lane 1 dom [200], ext [200], n 77 => |i, x, y, n| { let mut c = 0u32; let mut k = if i[0] == n { 1000u32 } else { 0 }; while k > 0 { k -= 1; c += k & 3; } y[i] = c; }
 s_rows 2 dom [5, 70], ext [5, 70], n 0 => |i, x, y, n| { let mut v = x[i[1]] + i[0] as u32; let mut c = 0u32; while v > 5 { v -= v / 4 + 1; c += 1; } y[i] = c * 100 + v; }
 s_fixed 2 dom [20, 100], ext [20, 100], n 0 => |i, x, y, n| {
   let (p, q) = (i[1] as i32 * 8 - 512, i[0] as i32 * 26 - 256);
   let (mut u, mut v) = (p, q); let mut c = 0u32;
   while c < 200 && u * u + v * v <= 4 << 16 { let next = (u * u - v * v) / 256 + p; v = u * v / 128 + q; u = next; c += 1; }
   y[i] = c; }
 s_for_break 2 dom [20, 100], ext [20, 100], n 150 => |i, x, y, n| {
   let (p, q) = (i[1] as i32 * 8 - 512, i[0] as i32 * 26 - 256);
   let (mut u, mut v) = (p, q); let mut c = 9999u32;
   for k in 0..n { if u * u + v * v > 4 << 16 { c = k as u32; break; } let next = (u * u - v * v) / 256 + p; v = u * v / 128 + q; u = next; }
   y[i] = c; }
 s_for_return 2 dom [20, 100], ext [20, 100], n 150 => |i, x, y, n| {
   let (p, q) = (i[1] as i32 * 8 - 512, i[0] as i32 * 26 - 256);
   let (mut u, mut v) = (p, q); let mut c = 0u32;
   for k in 0..n { if u * u + v * v > 4 << 16 { return; } let next = (u * u - v * v) / 256 + p; v = u * v / 128 + q; u = next; c += k as u32; }
   y[i] = c; }
 s_for_continue 1 dom [333], ext [333], n 40 => |i, x, y, n| { let mut s = x[i]; for k in 0..n { if s % 3 == 0 { s += 1; continue; } s += k as u32; if s > 500 { break; } } y[i] = s; }
 s_for_empty 1 dom [100], ext [100], n 0 => |i, x, y, n| { let mut s = x[i]; for k in 0..n { if s > 50 { break; } s += 1; } y[i] = s; }
 s_for_reversed 1 dom [100], ext [100], n 20 => |i, x, y, n| { let mut s = x[i]; for k in (3..=n).rev() { if s > 150 { break; } s += k as u32; } y[i] = s; }
 s_for_steps 1 dom [100], ext [100], n 20 => |i, x, y, n| { let mut s = x[i]; for k in (3..n).step_by(4) { if s > 99 { continue; } s += k as u32; } y[i] = s; }
 s_own_range 1 dom [333], ext [333], n 0 => |i, x, y, n| { let mut s = 1u32; for k in 3..x[i] { s = s.wrapping_mul(5) ^ k; } y[i] = s; }
 s_own_range_breaks 1 dom [333], ext [333], n 0 => |i, x, y, n| { let last = x[i]; let mut s = 1u32; for k in last / 2..last { if s & 7 == 6 { break; } if k & 1 == 0 { continue; } s = s * 3 + k; s &= 0xffff; } y[i] = s; }
 s_own_range_empty 1 dom [100], ext [100], n 0 => |i, x, y, n| { let mut s = 7u32; for k in x[i]..10 { s += k; } y[i] = s; }
 s_own_range_of_indices 2 dom [3, 100], ext [3, 100], n 0 => |i, x, y, n| { let mut s = 7u32; for k in i[0]..i[1] { s = s * 3 + k as u32; s &= 0xffff; } y[i] = s; }
 s_own_range_after_return 1 dom [333], ext [333], n 0 => |i, x, y, n| { if x[i] % 5 == 0 { return; } let mut s = 1u32; for k in 0..90 / (x[i] % 5) { s = s.wrapping_mul(5) ^ k; } y[i] = s; }
 s_own_range_by_index 1 dom [333], ext [300], n 300 => |i, x, y, n| { if i[0] >= n { return; } let mut s = 1u32; for k in 0..y[i] / 4 + x[i] { s = s.wrapping_mul(5) ^ k; } y[i] = s; }
 s_range_changes 1 dom [100], ext [100], n 0 => |i, x, y, n| { let mut m = x[i] % 9; let mut s = 0u32; for k in 0..m { m += 5; s += m + k; } y[i] = s * 100 + m; }
 s_mutable_counter 1 dom [100], ext [100], n 9 => |i, x, y, n| { let mut s = x[i]; for mut k in 0..n as u32 { if s > 80 { break; } k *= 2; s += k; } y[i] = s; }
 s_signed 1 dom [333], ext [333], n 0 => |i, x, y, n| { let mut v = x[i] as i32 - 48; let mut c = 0i32; loop { if v > 40 { break; } v += if v < 0 { 7 } else { 3 }; c -= v; if c < -300 { continue; } v += 1; } y[i] = (c + 10_000) as u32; }
 s_loop 1 dom [333], ext [333], n 0 => |i, x, y, n| { let mut v = x[i]; loop { if v > 100 { break; } let w = v * 2; if w > 130 { v = w - 3; continue; } v = w + 1; } y[i] = v; }
 s_pair 1 dom [333], ext [333], n 0 => |i, x, y, n| { let mut p = (x[i], 1u32, false); while p.0 > 0 { p = (p.0 / 2, p.1 + p.0, !p.2); if p.1 > 100 { p.0 = 0; } } y[i] = p.1 * 2 + p.2 as u32; }
 s_guarded 1 dom [333], ext [300], n 300 => |i, x, y, n| { if i[0] >= n { return; } let mut v = x[i]; while v > 7 { v -= 6; } y[i] = v; }
 s_after_return 1 dom [333], ext [333], n 0 => |i, x, y, n| { if x[i] > 60 { return; } let mut v = x[i]; let mut c = 0u32; while v > 7 { v -= 6; c += 1; if c > 6 { return; } } y[i] += v * 10; }
 s_all_returned 1 dom [128], ext [128], n 64 => |i, x, y, n| { if i[0] < n || x[i] > 5000 { return; } let mut v = x[i]; while v > 7 { v -= 6; if v == 9 { return; } } y[i] += v * 10; }
 s_in_a_loop 1 dom [333], ext [333], n 4 => |i, x, y, n| { let mut s = 0u32; for k in 0..n { let mut v = x[i[0] + k]; while v > 7 { v -= 6; if v == 20 { break; } } s = s * 7 + v; } y[i] = s; }
 s_two 1 dom [333], ext [333], n 0 => |i, x, y, n| { let mut v = x[i]; let w = v + 3; while v > 7 { v -= 6; } let mut c = 0u32; while c < w { c += v + 1; } y[i] = c; }
 s_exit 1 dom [333], ext [333], n 40 => |i, x, y, n| { let mut s = x[i]; for k in 0..n { if s > 300 { y[i] = s + x[k] * 1000; return; } s += k as u32; } y[i] = s; }
 s_exits 1 dom [333], ext [333], n 40 => |i, x, y, n| { let mut s = x[i]; for k in 0..n { if s % 7 == 6 { y[i] += x[s as usize] + 1000 * k as u32; break; } let t = s * 2; if t > 130 { s = t; break; } s += 3; if s > 120 { let j = k + i[0]; for q in 0..3 { y[i] += x[j + q]; } return; } } y[i] += s; }
 s_exit_while 2 dom [4, 100], ext [4, 100], n 5 => |i, x, y, n| { let mut s = x[i[1]]; let mut c = 0u32; while c < 30 { if s & 31 == 9 { y[i] = x[c as usize] * 100 + c; return; } s += 5; c += 1; } y[i] += c; }
 s_exit_of_own 1 dom [100], ext [100], n 40 => |i, x, y, n| { let mut s = x[i]; for k in 0..n { let t = s + 1; if s > 300 { y[i] = x[t as usize]; return; } s += k as u32; } y[i] = s; }
 s_exit_own_range 1 dom [100], ext [100], n 40 => |i, x, y, n| { let mut s = x[i]; for k in 3..x[i] { if s > 300 { y[i] = x[k as usize] + k; break; } s += k; } y[i] += s; }
 s_exit_in_a_loop 1 dom [100], ext [100], n 5 => |i, x, y, n| { for q in 0..n { let mut s = x[i[0] + q]; for k in 0..9u32 { if s > 40 { y[i] += x[q + k as usize]; break; } s += k; } y[i] += s; } }
 s_nested_stays 1 dom [100], ext [100], n 0 => |i, x, y, n| { let mut v = x[i]; let mut c = 0u32; while v > 3 { for k in 0..v { c += k; } v /= 2; } y[i] = c; }
 s_reads_stay 1 dom [100], ext [100], n 0 => |i, x, y, n| { let mut k = x[i] as usize; let mut c = 0u32; while x[k] > 5 && c < 50 { k = x[k] as usize / 2; c += 1; } y[i] = c; }
 s_under_a_branch 1 dom [333], ext [333], n 0 => |i, x, y, n| { let mut v = x[i]; if v > 30 { while v > 7 { v -= 6; } } else { v += 1; } y[i] = v; }
 s_index 2 dom [7, 90], ext [7, 90], n 0 => |i, x, y, n| { let mut j = i[1]; let mut c = 0u32; while j > i[0] { j -= 1 + j / 8; c += 1; } y[i] = c + j as u32; }
 s_lazy 1 dom [333], ext [333], n 0 => |i, x, y, n| { let mut v = x[i]; let mut w = 40u32; while v > 0 && w / 2 > 3 || v == 1 { v -= 1; w -= 2 * (v & 1); } y[i] = v * 100 + w; }
}
tiled! {
 s_tiled_exit 2 [4, 16] dom [8, 80], ext [8, 80], n 9 => |t, x, y, n| { let mut s = x[t.global[1]]; t.barrier.wait(); for k in 0..n { if s > 60 { y[t.global] = x[k] + t.local[0] as u32; return; } s += t.local[1] as u32; } y[t.global] += s; }
 s_tiled 2 [4, 16] dom [8, 80], ext [8, 80], n 3 => |t, x, y, n| { let mut v = x[t.global[1]]; t.barrier.wait(); let mut c = 0u32; while v > 6 { v -= 5; c += t.local[1] as u32; } t.barrier.wait(); y[t.global] += c + v; }
 s_tiled_wide 1 [96] dom [192], ext [192], n 3 => |t, x, y, n| { let mut v = x[t.global[0]]; t.barrier.wait(); let mut c = 0u32; while v > 6 { v -= 5; c += 1; } y[t.global] += c + v; }
 s_tiled_odd 1 [37] dom [74], ext [74], n 3 => |t, x, y, n| { let mut v = x[t.global[0]]; t.barrier.wait(); for k in 0..n * 4 { if v < 20 { break; } v -= k as u32; } y[t.global] += v; }
 s_tiled_returns 2 [4, 32] dom [8, 64], ext [8, 64], n 3 => |t, x, y, n| { t.barrier.wait(); let mut v = x[t.global[1] + t.global[0]]; let mut c = 0u32; while v > 6 { v -= 5; if v == 21 { return; } c += 1; } y[t.global] += c + v; }
 s_tiled_padded 2 [4, 16] dom [8, 80], ext [7, 70], n 70 => |t, x, y, n| { if t.global[0] >= 7 || t.global[1] >= n { return; } let mut v = x[t.global[1]]; while v > 6 { v -= 5; } y[t.global] = v; }
 s_tiled_own_range 2 [4, 16] dom [8, 80], ext [8, 80], n 3 => |t, x, y, n| { let mut c = 0u32; t.barrier.wait(); for k in t.local[0]..t.local[1] { c = c * 3 + k as u32; c &= 0xffff; } t.barrier.wait(); y[t.global] = c; }
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

/// Bit by bit what a work-item computes alone, on the CPU; a device may round otherwise.
#[test]
fn floats_are_those_of_one_work_item() {
    const SIZE: [usize; 2] = [21, 211];
    let expected = |steps: u32| -> Vec<u32> {
        let alone = |at| {
            let [row, column] = unfold(SIZE, at);
            let c = Complex { re: column as f32 * 0.013 - 2.0, im: row as f32 * 0.1 - 1.0 };
            let (mut z, mut step) = (c, 0);
            while step < steps && z.norm() <= 256.0 {
                z = z * z + c;
                step += 1;
            }
            if step < steps { step as f32 + 1.0 - z.norm().sqrt().recip() } else { -1.0 }
        };
        (0..SIZE[0] * SIZE[1]).map(|at| alone(at).to_bits()).collect()
    };
    for steps in [0, 1, 2, 100] {
        for accelerator in [Accelerator::cpu(), Accelerator::cpu().serial(), Accelerator::cpu_checked()] {
            let view = accelerator.default_view();
            for way in 0..2 {
                let mut found = vec![0.0f32; SIZE[0] * SIZE[1]];
                {
                    let mut y = ArrayViewMut::with_extent(SIZE, &mut found).unwrap();
                    match way {
                        0 => view.parallel_for_each(SIZE, by_condition(steps, &mut y)).unwrap(),
                        _ => view.parallel_for_each(SIZE, by_range(steps, &mut y)).unwrap(),
                    }
                }
                let bits: Vec<_> = found.iter().map(|value| value.to_bits()).collect();
                assert!(
                    bits == expected(steps),
                    "{steps} steps, way {way}, on {}",
                    accelerator.description()
                );
            }
        }
    }
}

#[derive(Clone, Copy, GpuType)]
#[repr(C)]
struct Listed {
    list: [u32; 2],
}

#[kernel(tile = [16])]
fn counts_by_its_own(
    t: TiledIndex<1>,
    x: &ArrayView<u32>,
    short: &ArrayView<Listed>,
    y: &mut ArrayViewMut<u32>,
) {
    #[tile_static]
    let mut seen: [u32; 16];
    let i = t.global;
    seen[t.local[0]] = 1;
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
    y[i] = s + c + seen[t.local[0]];
}

/// A work-item that is done counts nothing: what says how far may not be there.
#[test]
fn nobody_counts_for_who_is_done() {
    let values = input();
    let x = &values[..48];
    let short = vec![Listed { list: [3, 4] }; 39];
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
        accelerator.default_view().parallel_for_each(domain, counts_by_its_own(&x, &short, &mut y)).unwrap();
        assert_eq!(y.to_vec().unwrap(), expected, "on {}", accelerator.description());
    });
}
