//! Test data, and the loop over accelerators, families of kernels and lengths.

use std::cell::Cell;

use amp::prelude::*;
use amp::{Op, op};
use amp_algorithms::plan::{Kernels, with_kernels};
use amp_tests::on_each;

/// Lengths around 256 (a tile), 2048 (a block, the elements of a tile) and 4096 (the least chunk of a
/// work-item on a CPU). The last one has several chunks.
const LENGTHS: [usize; 11] = [0, 1, 2, 255, 256, 257, 2047, 2048, 2049, 4097, 20_001];
/// The lengths for the checked accelerator, which is slow. The longest one has two blocks for kernels with
/// tiles, and two chunks for kernels with chunks.
const CHECKED_TILES: [usize; 4] = [0, 1, 257, 2049];
const CHECKED_CHUNKS: [usize; 4] = [0, 1, 257, 4097];
/// Two to the power of 22, and its neighbours, for the test `large_inputs_give_the_same_results`.
const LARGE: [usize; 3] = [(1 << 22) - 1, 1 << 22, (1 << 22) + 1];

/// The environment variable that selects the large lengths.
pub const LARGE_ONLY: &str = "AMP_TEST_LARGE";

thread_local! {
    static IS_CHECKED: Cell<bool> = const { Cell::new(false) };
}

/// Whether the test runs on the checked accelerator. It is slow, so tests use less data on it.
pub fn is_checked() -> bool {
    IS_CHECKED.get()
}

/// Runs a test on each accelerator with each family of kernels that it may run, for each length.
pub fn on_all(mut test: impl FnMut(&AcceleratorView, usize)) {
    on_families(|queue, kernels| {
        let lengths = match (std::env::var_os(LARGE_ONLY), is_checked()) {
            (None, false) => &LENGTHS[..],
            (None, true) if kernels == Kernels::Tiles => &CHECKED_TILES,
            (None, true) => &CHECKED_CHUNKS,
            (Some(_), false) => &LARGE,
            (Some(_), true) => &[],
        };
        lengths.iter().for_each(|&n| test(queue, n));
    });
}

/// Runs a test on each accelerator with each family of kernels that it may run. On the CPU, runs it also with the kernels
/// and sizes that the library chooses for its processor.
pub fn on_both(mut test: impl FnMut(&AcceleratorView)) {
    on_families(|queue, _| test(queue));
    test(&Accelerator::cpu().default_view());
}

fn on_families(mut test: impl FnMut(&AcceleratorView, Kernels)) {
    on_each(|on| {
        let queue = on.default_view();
        let is_gpu = !on.device_path().starts_with("cpu");
        IS_CHECKED.set(*on == Accelerator::cpu_checked());
        for kernels in [Kernels::Tiles, Kernels::Chunks] {
            if !is_gpu || kernels == Kernels::Tiles {
                with_kernels(kernels, || test(&queue, kernels));
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
        _ if is_checked() && n < 1000 => vec![any],
        _ if is_checked() => vec![few],
        255..300 => vec![any, few, vec![7; n], sorted, reversed],
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

/// Addition that wraps. The tests share this op, because each op needs kernels of its own.
pub fn plus() -> impl Op<fn(u32, u32) -> u32> + Copy {
    op!(|a: u32, b: u32| a.wrapping_add(b))
}

/// An affine function `v -> a * v + b` modulo 2^32. Composition is associative and not commutative.
#[derive(Clone, Copy, Debug, PartialEq, GpuType)]
#[repr(C)]
pub struct Affine {
    a: u32,
    b: u32,
}

impl Affine {
    /// The function that changes nothing.
    pub const IDENTITY: Affine = Affine { a: 1, b: 0 };
}

#[device]
impl Affine {
    /// The result of the function for `v`.
    pub fn of(self, v: u32) -> u32 {
        self.a.wrapping_mul(v).wrapping_add(self.b)
    }
}

/// Random functions.
pub fn functions(n: usize) -> Vec<Affine> {
    random(n, 1).iter().zip(random(n, 2)).map(|(a, b)| Affine { a: a | 1, b }).collect()
}

/// The function that applies `f` and then `g`.
#[device]
pub fn then(f: Affine, g: Affine) -> Affine {
    Affine { a: f.a.wrapping_mul(g.a), b: f.b.wrapping_mul(g.a).wrapping_add(g.b) }
}

/// The composition of functions as an op.
pub fn composed() -> impl Op<fn(Affine, Affine) -> Affine> + Copy {
    op!(then)
}

/// Inputs with runs of equal keys. The first has many short runs and then a long one. The second has runs
/// that are longer than a block. The third is a single run. The checked accelerator gets only the first.
pub fn runs(n: usize) -> Vec<Vec<u32>> {
    let mixed = random(n, 4).iter().zip(0..n).map(|(v, k)| if k < n / 4 { v % 3 } else { 1 }).collect();
    match is_checked() {
        true => vec![mixed],
        false => vec![mixed, (0..n as u32).map(|k| k / 2500).collect(), vec![5; n]],
    }
}

/// The lengths of the runs of equal keys.
pub fn run_lengths(keys: &[u32]) -> Vec<usize> {
    keys.chunk_by(|a, b| a == b).map(<[u32]>::len).collect()
}

/// Splits a slice into parts of these lengths.
pub fn parts<T>(mut x: &[T], lengths: &[usize]) -> Vec<Vec<T>>
where
    T: Clone,
{
    let part = |len: &usize| {
        let (part, rest) = x.split_at(*len);
        x = rest;
        part.to_vec()
    };
    lengths.iter().map(part).collect()
}
