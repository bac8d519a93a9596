//! Test data, and the loop over accelerators, families of kernels and lengths.

use amp::prelude::*;
use amp_algorithms::plan::{Kernels, with_kernels};
use amp_tests::on_each;

/// Lengths around the sizes of tiles and blocks.
const LENGTHS: [usize; 13] = [0, 1, 2, 255, 256, 257, 2047, 2048, 2049, 4097, 65_535, 65_536, 65_537];
/// The lengths for the checked accelerator, which is slow: up to two chunks and three blocks.
const CHECKED: [usize; 4] = [0, 1, 257, 4097];
/// Two to the power of 22, and its neighbours, for the test `large`.
const LARGE: [usize; 3] = [(1 << 22) - 1, 1 << 22, (1 << 22) + 1];

/// The environment variable that selects the large lengths.
pub const LARGE_ONLY: &str = "AMP_TEST_LARGE";

/// Runs a test on each accelerator with each family of kernels that it may run, for each length.
pub fn on_all(mut test: impl FnMut(&AcceleratorView, usize)) {
    on_each(|on| {
        let queue = on.default_view();
        let is_checked = *on == Accelerator::cpu_checked();
        let is_gpu = !on.device_path().starts_with("cpu");
        for kernels in [Kernels::Tiles, Kernels::Chunks] {
            if is_gpu && kernels == Kernels::Chunks {
                continue;
            }
            let lengths = match (std::env::var_os(LARGE_ONLY), is_checked) {
                (None, false) => &LENGTHS[..],
                (None, true) => &CHECKED,
                (Some(_), false) => &LARGE,
                (Some(_), true) => &[],
            };
            for &n in lengths {
                with_kernels(kernels, || test(&queue, n));
            }
        }
    });
}

/// Pseudo-random numbers, the same in each run.
pub fn random(n: usize, seed: u32) -> Vec<u32> {
    let mut state = seed.wrapping_mul(2_654_435_769).max(1);
    let step = || {
        state ^= state << 13;
        state ^= state >> 17;
        state ^= state << 5;
        state
    };
    std::iter::repeat_with(step).take(n).collect()
}

/// Random numbers and few different numbers; for short lengths also a constant, sorted and reversed numbers.
pub fn shapes(n: usize) -> Vec<Vec<u32>> {
    let any = random(n, 1);
    let mut sorted = any.clone();
    sorted.sort_unstable();
    let reversed = sorted.iter().rev().copied().collect();
    let few = any.iter().map(|v| v % 5).collect();
    match n {
        0..5000 => vec![any, few, vec![7; n], sorted, reversed],
        _ => vec![any, few],
    }
}

/// Floats of every kind: random, NaN, infinite, subnormal and both zeros.
pub fn floats(n: usize) -> Vec<f32> {
    const SPECIAL: [f32; 8] =
        [f32::NAN, -f32::NAN, f32::INFINITY, f32::NEG_INFINITY, 0.0, -0.0, f32::MIN_POSITIVE / 4.0, f32::MAX];
    let float = |v: &u32| match v % 4 {
        0 => SPECIAL[*v as usize / 4 % 8],
        _ => (*v as f32 - 2e9) * 1e-3,
    };
    random(n, 3).iter().map(float).collect()
}

/// The bits of floats, which compare NaN and zeros exactly.
pub fn bits(x: &[f32]) -> Vec<u32> {
    x.iter().map(|v| v.to_bits()).collect()
}
