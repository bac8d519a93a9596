//! A vector times a matrix: memory-bound.

use amp::prelude::*;
use amp_examples::harness::{Work, data as inputs, within};
use amp_examples::programs::vector_matrix::{self, TILE};
use rayon::prelude::*;

use super::Case;
use crate::comparison::{BenchResult, Comparison};
use crate::raw::{Bind, Checks};
use crate::setup::{CPU, Setup, by_hand, data, host, kernels, message};

pub(super) const CASE: Case = Case {
    name: "vector_matrix",
    summary: "a vector times a square matrix; 16 work-items for each column, or tiles that share the vector",
    other_process: false,
    compare,
};

const WGSL: &str = include_str!("../wgsl/vector_matrix.wgsl");

/// Each thread adds rows of its own; the sums are added at the end.
fn by_rayon(v: &[f32], m: &[f32], r: &mut Vec<f32>) {
    let n = r.len();
    let rows = v.len().div_ceil(rayon::current_num_threads());
    let add = |mut sums: Vec<f32>, other: Vec<f32>| {
        sums.iter_mut().zip(other).for_each(|(sum, x)| *sum += x);
        sums
    };
    let parts = v.par_chunks(rows).zip(m.par_chunks(rows * n)).map(|(v, m)| {
        let mut sums = vec![0.0; n];
        for (v, row) in v.iter().zip(m.chunks_exact(n)) {
            sums.iter_mut().zip(row).for_each(|(sum, m)| *sum += v * m);
        }
        sums
    });
    *r = parts.reduce(|| vec![0.0; n], add);
}

fn compare(setup: &Setup, measure: &mut dyn FnMut(Comparison<'_>)) -> BenchResult<()> {
    // The largest matrix that every device supports in one view.
    let n = setup.pick(1024, 4096, 12_288);
    let (vv, vm) = (data(inputs::floats(&[n], 1))?, data(inputs::floats(&[n, n], 2))?);
    let mut expected = vec![0.0; n];
    vector_matrix::serial(&vv, &vm, &mut expected);
    let judge = |r: &[f32]| within(1e-3, 0.0, r, &expected);

    let mut comparison = Comparison::new("vector_matrix", n, Work::Bytes(4.0 * (n as f64).powi(2)));
    if setup.has_cpu() {
        comparison.add(CPU, "rayon by hand", host(vec![0.0; n], |r| by_rayon(&vv, &vm, r), |r| judge(r)));
        let run = |r: &mut Vec<f32>| vector_matrix::serial(&vv, &vm, r);
        comparison.add(CPU, "one thread", host(vec![0.0; n], run, |r| judge(r)));
    }
    for device in &setup.devices {
        let raw = &device.raw;
        for (name, checks) in [("WGSL by hand", Checks::On), ("WGSL by hand, unchecked", Checks::Off)] {
            let binds = [Bind::Read, Bind::Read, Bind::Write, Bind::Uniform];
            let pipeline = raw.pipeline(WGSL, "main", &binds, checks);
            let (v, m, r) = (raw.filled(&vv), raw.filled(&vm), raw.buffer(4 * n));
            let params = raw.uniform([n as u32, 0, 0, 0]);
            let steps = vec![raw.step(&pipeline, &[&v, &m, &r, &params], n / TILE)];
            comparison.add(&device.label, name, by_hand(raw, steps, (r, n), judge));
        }
    }
    for (label, on) in setup.accelerators() {
        for (name, launch) in [
            ("amp", vector_matrix::split as vector_matrix::Launch),
            ("amp, tile memory", vector_matrix::vector::<TILE>),
        ] {
            let v = Array::from_slice_on(on, n, &vv).map_err(message)?;
            let m = Array::from_slice_on(on, [n, n], &vm).map_err(message)?;
            let r = Array::new_on(on, n).map_err(message)?;
            let run = move |on: &AcceleratorView, r: &mut Array<f32>| {
                launch(on, &v.as_view(), &m.as_view(), &mut r.as_view_mut())
            };
            comparison.add(label, name, kernels(on, r, run, move |r| Ok(judge(&r.to_vec()?))));
        }
    }
    measure(comparison);
    Ok(())
}
