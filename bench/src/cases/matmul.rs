//! The matrix product: hand-written loops of increasing quality, kernels, WGSL, and a library.

use amp::prelude::*;
use amp_examples::harness::{Verdict, Work, data as inputs, within};
use amp_examples::programs::matmul;
use rayon::prelude::*;

use super::Case;
use crate::comparison::{BenchResult, Comparison};
use crate::raw::{Bind, Checks, Raw, Step};
use crate::setup::{CPU, Setup, by_hand, data, host, kernels, message};

pub(super) const NAIVE: Case = Case {
    name: "matmul_naive",
    summary: "c = a * b, one work-item for each element",
    other_process: false,
    compare: |setup, measure| compare(setup, measure, "matmul_naive", "naive", matmul::simple),
};
pub(super) const TILED: Case = Case {
    name: "matmul_tiled",
    summary: "c = a * b in 16x16 tiles in tile memory",
    other_process: false,
    compare: |setup, measure| compare(setup, measure, "matmul_tiled", "tiled", matmul::tiled),
};

pub(super) const WGSL: &str = include_str!("../wgsl/matmul.wgsl");

/// Computes each element of `c` by a dot product, as in the simple kernel.
fn dot_products(n: usize, a: &[f32], b: &[f32], c: &mut [f32]) {
    c.par_chunks_mut(n).zip(a.par_chunks(n)).for_each(|(c, a)| {
        for (j, c) in c.iter_mut().enumerate() {
            *c = a.iter().enumerate().map(|(k, a)| a * b[k * n + j]).sum();
        }
    });
}

/// A row of `c` as a sum of rows of `b`: a loop order that compilers vectorise.
fn rows_of_b(n: usize, a: &[f32], b: &[f32], c: &mut [f32]) {
    c.par_chunks_mut(n).zip(a.par_chunks(n)).for_each(|(c, a)| {
        c.fill(0.0);
        for (a, b) in a.iter().zip(b.chunks(n)) {
            for (c, b) in c.iter_mut().zip(b) {
                *c += a * b;
            }
        }
    });
}

/// Register blocking: `ROWS` by `WIDTH` sums stay in registers during the pass over `ROWS` rows of `a` and `WIDTH`
/// columns of `b`. The columns are first copied to contiguous memory, because many blocks of `c` read them.
fn blocks_of_c(n: usize, a: &[f32], b: &[f32], c: &mut [f32]) {
    const BAND: usize = 128;
    const ROWS: usize = 4;
    const WIDTH: usize = 8;
    // All measured sizes are multiples of `BAND`, `ROWS` and `WIDTH`, so no chunk is incomplete.
    c.par_chunks_exact_mut(n * BAND).zip(a.par_chunks_exact(n * BAND)).for_each(|(c, a)| {
        let mut strip = vec![[0.0; WIDTH]; n];
        for left in (0..n).step_by(WIDTH) {
            for (to, from) in strip.iter_mut().zip(b.chunks_exact(n)) {
                to.copy_from_slice(&from[left..left + WIDTH]);
            }
            for (c, a) in c.chunks_exact_mut(n * ROWS).zip(a.chunks_exact(n * ROWS)) {
                let rows: [&[f32]; ROWS] = std::array::from_fn(|row| &a[row * n..][..n]);
                let mut sums = [[0.0; WIDTH]; ROWS];
                for (k, b) in strip.iter().enumerate() {
                    for (sums, a) in sums.iter_mut().zip(rows) {
                        for (sum, b) in sums.iter_mut().zip(b) {
                            *sum += a[k] * b;
                        }
                    }
                }
                for (c, sums) in c.chunks_exact_mut(n).zip(&sums) {
                    c[left..left + WIDTH].copy_from_slice(sums);
                }
            }
        }
    });
}

/// The `gemm` crate on all cores: a tuned library, as the upper limit.
pub(super) fn by_gemm(n: usize, a: &[f32], b: &[f32], c: &mut [f32]) {
    assert!(a.len() == n * n && b.len() == n * n && c.len() == n * n, "matrices of n rows and columns");
    let row = n as isize;
    // SAFETY: all three have n contiguous rows of n elements, and `c` is borrowed exclusively.
    unsafe {
        gemm::gemm(
            n,
            n,
            n,
            c.as_mut_ptr(),
            1,
            row,
            false,
            a.as_ptr(),
            1,
            row,
            b.as_ptr(),
            1,
            row,
            0.0f32,
            1.0f32,
            false,
            false,
            false,
            gemm::Parallelism::Rayon(0),
        );
    }
}

/// Some elements of a product, including every corner, in double precision.
pub(super) struct Sample {
    at: Vec<usize>,
    expected: Vec<f32>,
}

impl Sample {
    /// The sample of the product of an `m` by `w` and a `w` by `n` matrix.
    pub(super) fn new([m, w, n]: [usize; 3], a: &[f32], b: &[f32]) -> Self {
        let corners = [0, n - 1, (m - 1) * n, m * n - 1];
        let at: Vec<usize> = (0..1000).map(|k| (k * 7919) % (m * n)).chain(corners).collect();
        let element = |at: &usize| {
            let (row, column) = (at / n, at % n);
            (0..w).map(|k| f64::from(a[row * w + k]) * f64::from(b[k * n + column])).sum::<f64>() as f32
        };
        let expected = at.iter().map(element).collect();
        Sample { at, expected }
    }

    /// Compares a product with the sample.
    pub(super) fn judge(&self, c: &[f32]) -> Verdict {
        within(1e-4, 0.0, &self.at.iter().map(|&at| c[at]).collect::<Vec<_>>(), &self.expected)
    }
}

type Launch = fn(
    &AcceleratorView,
    &ArrayView<'_, f32, 2>,
    &ArrayView<'_, f32, 2>,
    &mut ArrayViewMut<'_, f32, 2>,
) -> amp::Result<()>;
type ByHand = fn(usize, &[f32], &[f32], &mut [f32]);

fn compare(
    setup: &Setup,
    measure: &mut dyn FnMut(Comparison<'_>),
    case: &'static str,
    entry: &'static str,
    launch: Launch,
) -> BenchResult<()> {
    // 480 x 640 by 640 x 960 is the size of the example program.
    let sizes: &[[usize; 3]] =
        setup.pick(&[[256; 3]], &[[1024; 3]], &[[480, 640, 960], [1024; 3], [4096; 3], [8192; 3]]);
    for &[m, w, n] in sizes {
        let (va, vb) = (data(inputs::floats(&[m, w], 1))?, data(inputs::floats(&[w, n], 2))?);
        let sample = Sample::new([m, w, n], &va, &vb);
        let judge = |c: &[f32]| sample.judge(c);

        let mut comparison =
            Comparison::new(case, size([m, w, n]), Work::Flops(2.0 * m as f64 * w as f64 * n as f64));
        // The hand-written CPU code supports square matrices.
        if setup.has_cpu() && m == w && w == n {
            for (name, multiply) in [
                ("rayon, rows of b", rows_of_b as ByHand),
                ("rayon, blocks of c", blocks_of_c),
                ("rayon, dot products", dot_products),
                ("gemm", by_gemm),
            ] {
                let (a, b) = (&va, &vb);
                let run = move |c: &mut Vec<f32>| multiply(n, a, b, c);
                comparison.add(CPU, name, host(vec![f32::NAN; n * n], run, |c| judge(c)));
            }
        }
        for device in &setup.devices {
            let raw = &device.raw;
            for (name, checks) in [("WGSL by hand", Checks::On), ("WGSL by hand, unchecked", Checks::Off)] {
                let (a, b) = (raw.filled(&va), raw.filled(&vb));
                let (steps, c) = steps(raw, WGSL, entry, checks, [m, w, n], [&a, &b]);
                comparison.add(&device.label, name, by_hand(raw, steps, (c, m * n), judge));
            }
        }
        for (label, on) in setup.accelerators() {
            let a = Array::from_slice_on(on, [m, w], &va).map_err(message)?;
            let b = Array::from_slice_on(on, [w, n], &vb).map_err(message)?;
            let c = Array::new_on(on, [m, n]).map_err(message)?;
            let run = move |on: &AcceleratorView, c: &mut Array<f32, 2>| {
                launch(on, &a.as_view(), &b.as_view(), &mut c.as_view_mut())
            };
            comparison.add(label, "amp", kernels(on, c, run, move |c| Ok(judge(&c.to_vec()?))));
        }
        measure(comparison);
    }
    Ok(())
}

/// The hand-written dispatch and its result buffer. `wgsl` binds both matrices, the product and its shape.
pub(super) fn steps(
    raw: &Raw,
    wgsl: &str,
    entry: &str,
    checks: Checks,
    [m, w, n]: [usize; 3],
    [a, b]: [&wgpu::Buffer; 2],
) -> (Vec<Step>, wgpu::Buffer) {
    let pipeline = raw.pipeline(wgsl, entry, &[Bind::Read, Bind::Read, Bind::Write, Bind::Uniform], checks);
    let c = raw.buffer(4 * m * n);
    let params = raw.uniform([m as u32, w as u32, n as u32, 0]);
    let step = raw.step_2d(&pipeline, &[a, b, &c, &params], [n.div_ceil(16), m.div_ceil(16)]);
    (vec![step], c)
}

/// The shape as text: `1024` if all matrices are square, otherwise `480x640x960`.
fn size([m, w, n]: [usize; 3]) -> String {
    if m == w && w == n { n.to_string() } else { format!("{m}x{w}x{n}") }
}
