//! The matrix product of integers, which must be exact.

use amp::prelude::*;
use amp_examples::harness::{Verdict, Work, data as inputs, same};
use amp_examples::programs::matmul_int;
use rayon::prelude::*;

use super::{Case, matmul};
use crate::comparison::{BenchResult, Comparison};
use crate::raw::Checks;
use crate::setup::{CPU, Setup, by_hand, data, host, kernels, message};

pub(super) const CASE: Case = Case {
    name: "matmul_int",
    summary: "c = a * b in i32, simple and in 16x16 tiles",
    other_process: false,
    compare,
};

/// A row of `c` as a sum of rows of `b`.
fn rows_of_b(n: usize, a: &[i32], b: &[i32], c: &mut [i32]) {
    c.par_chunks_mut(n).zip(a.par_chunks(n)).for_each(|(c, a)| {
        c.fill(0);
        for (a, b) in a.iter().zip(b.chunks(n)) {
            c.iter_mut().zip(b).for_each(|(c, b)| *c += a * b);
        }
    });
}

fn compare(setup: &Setup, measure: &mut dyn FnMut(Comparison<'_>)) -> BenchResult<()> {
    let sizes: &[usize] = setup.pick(&[256], &[1024], &[1024, 4096]);
    for &n in sizes {
        // Small values, so that no sum overflows.
        let small = |seed| data(inputs::fill(&[n, n], seed, |random| (random >> 24) as i32 - 128));
        let (va, vb) = (small(1)?, small(2)?);
        let some: Vec<usize> = (0..1000).map(|k| (k * 7919) % (n * n)).chain([n * n - 1]).collect();
        let element = |at: &usize| (0..n).map(|k| va[at / n * n + k] * vb[k * n + at % n]).sum();
        let expected: Vec<i32> = some.iter().map(element).collect();
        let judge =
            |c: &[i32]| -> Verdict { same(&some.iter().map(|&at| c[at]).collect::<Vec<_>>(), &expected) };

        let mut comparison = Comparison::new("matmul_int", n, Work::Ops(2.0 * (n as f64).powi(3)));
        if setup.has_cpu() {
            let run = |c: &mut Vec<i32>| rows_of_b(n, &va, &vb, c);
            comparison.add(CPU, "rayon, rows of b", host(vec![0; n * n], run, |c| judge(c)));
        }
        // The shader of the float product with another element type.
        let wgsl = matmul::WGSL.replace("f32", "i32").replace("0.0", "0");
        for device in &setup.devices {
            let raw = &device.raw;
            for (name, entry, checks) in [
                ("WGSL by hand", "naive", Checks::On),
                ("WGSL by hand, unchecked", "naive", Checks::Off),
                ("WGSL by hand, tiled", "tiled", Checks::On),
                ("WGSL by hand, tiled, unchecked", "tiled", Checks::Off),
            ] {
                let (a, b) = (raw.filled(&va), raw.filled(&vb));
                let (steps, c) = matmul::steps(raw, &wgsl, entry, checks, [n; 3], [&a, &b]);
                comparison.add(&device.label, name, by_hand(raw, steps, (c, n * n), judge));
            }
        }
        for (label, on) in setup.accelerators() {
            for (name, launch) in
                [("amp", matmul_int::simple as matmul_int::Launch), ("amp, tiled", matmul_int::tiled)]
            {
                let a = Array::from_slice_on(on, [n, n], &va).map_err(message)?;
                let b = Array::from_slice_on(on, [n, n], &vb).map_err(message)?;
                let c = Array::new_on(on, [n, n]).map_err(message)?;
                let run = move |on: &AcceleratorView, c: &mut Array<i32, 2>| {
                    launch(on, &a.as_view(), &b.as_view(), &mut c.as_view_mut())
                };
                comparison.add(label, name, kernels(on, c, run, move |c| Ok(judge(&c.to_vec()?))));
            }
        }
        measure(comparison);
    }
    Ok(())
}
