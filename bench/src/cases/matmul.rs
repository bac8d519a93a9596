//! The product of two square matrices: bound by what the compiler makes of the loops.

use amp::prelude::*;
use amp_examples::frame::{close, data};
use amp_examples::programs::matmul;
use rayon::prelude::*;

use super::{Case, timed, told};
use crate::contest::{Contestant, Standings, Turn, Work, hold};

pub(super) const CASE: Case = Case { name: "matmul", about: "matmul: c = a * b", hold: run };

/// One element after another, as the simple kernel says it.
fn dot_products(n: usize, a: &[f32], b: &[f32], c: &mut [f32]) {
    c.par_chunks_mut(n).zip(a.par_chunks(n)).for_each(|(c, a)| {
        for (j, c) in c.iter_mut().enumerate() {
            *c = a.iter().enumerate().map(|(k, a)| a * b[k * n + j]).sum();
        }
    });
}

/// A row of `c` is a sum of rows of `b`: the order of loops that a compiler makes vectors of.
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

/// Blocks of `c` that stay in registers while a row of `a` and a strip of `b` goes by. The strip is copied to where its
/// rows follow one another, for the many blocks that use it.
fn blocks_of_c(n: usize, a: &[f32], b: &[f32], c: &mut [f32]) {
    const BAND: usize = 128;
    const ROWS: usize = 4;
    const WIDTH: usize = 8;
    // The sizes that are measured divide evenly; others would need an edge here.
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

type ByHand = fn(usize, &[f32], &[f32], &mut [f32]);
type Launch = fn(
    &AcceleratorView,
    &ArrayView<'_, f32, 2>,
    &ArrayView<'_, f32, 2>,
    &mut ArrayViewMut<'_, f32, 2>,
) -> amp::Result<()>;

fn run(quick: bool) -> Result<Standings, String> {
    let n = if quick { 256 } else { 1024 };
    let a = data::numbers(&[n, n], 1).map_err(told)?;
    let b = data::numbers(&[n, n], 2).map_err(told)?;
    let mut expected = data::zeros(&[n, n]).map_err(told)?;
    matmul::serial([n; 3], &a, &b, &mut expected);
    let (a, b, expected) = (&a, &b, &expected);
    let cpu = &Accelerator::cpu().default_view();

    let hand = |multiply: ByHand| {
        let mut c = vec![0.0; n * n];
        move || {
            c.fill(f32::NAN);
            let time = timed(|| {
                multiply(n, a, b, &mut c);
                Ok(())
            })?;
            Ok(Turn { time, verdict: close(&c, expected) })
        }
    };
    let kernel = |launch: Launch| {
        let mut c = vec![0.0; n * n];
        move || {
            c.fill(f32::NAN);
            let time = timed(|| {
                let (a, b) = (ArrayView::with_extent([n, n], a)?, ArrayView::with_extent([n, n], b)?);
                let mut c = ArrayViewMut::with_extent([n, n], &mut c)?;
                c.discard_data();
                launch(cpu, &a, &b, &mut c)?;
                c.finish()
            })?;
            Ok(Turn { time, verdict: close(&c, expected) })
        }
    };
    let contestants = vec![
        Contestant { name: "rayon, rows of b", turn: Box::new(hand(rows_of_b)) },
        Contestant { name: "rayon, blocks of c", turn: Box::new(hand(blocks_of_c)) },
        Contestant { name: "rayon, dot products", turn: Box::new(hand(dot_products)) },
        Contestant { name: "amp, simple", turn: Box::new(kernel(matmul::simple)) },
        Contestant { name: "amp, tiled", turn: Box::new(kernel(matmul::tiled)) },
    ];
    let flops = 2.0 * (n as f64).powi(3);
    hold(format!("{n}x{n}"), Work::Flops(flops), quick, contestants).map_err(|error| error.to_string())
}
