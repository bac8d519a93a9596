//! A step of heat diffusion on a plate: a stencil with a border.

use amp::prelude::*;
use amp_examples::harness::{Work, close, data as inputs};
use amp_examples::programs::heat::{self, RATE_2D};
use rayon::prelude::*;

use super::Case;
use crate::comparison::{BenchResult, Comparison};
use crate::raw::{Bind, Checks};
use crate::setup::{CPU, Setup, by_hand, data, host, kernels, message};

pub(super) const CASE: Case = Case {
    name: "stencil",
    summary: "a step of heat diffusion on a square plate",
    other_process: false,
    compare,
};

const WGSL: &str = include_str!("../wgsl/stencil.wgsl");

fn by_rayon(n: usize, from: &[f32], to: &mut [f32]) {
    to.par_chunks_exact_mut(n).enumerate().for_each(|(row, to)| {
        let own = &from[row * n..(row + 1) * n];
        if row == 0 || row == n - 1 {
            to.copy_from_slice(own);
            return;
        }
        let (above, below) = (&from[(row - 1) * n..row * n], &from[(row + 1) * n..(row + 2) * n]);
        to[0] = own[0];
        to[n - 1] = own[n - 1];
        for column in 1..n - 1 {
            let around = above[column] + below[column] + own[column - 1] + own[column + 1];
            to[column] = own[column] + RATE_2D * (around - 4.0 * own[column]);
        }
    });
}

fn compare(setup: &Setup, measure: &mut dyn FnMut(Comparison<'_>)) -> BenchResult<()> {
    let n = setup.pick(512, 2048, 16_384);
    let start = data(inputs::floats(&[n, n], 1))?;
    let mut expected = vec![0.0; n * n];
    heat::serial_2d([n, n], &start, &mut expected);
    let judge = |to: &[f32]| close(to, &expected);

    let mut comparison = Comparison::new("stencil", n, Work::Bytes(8.0 * (n as f64).powi(2)));
    if setup.has_cpu() {
        let run = |to: &mut Vec<f32>| by_rayon(n, &start, to);
        comparison.add(CPU, "rayon by hand", host(vec![0.0; n * n], run, |to| judge(to)));
        let run = |to: &mut Vec<f32>| heat::serial_2d([n, n], &start, to);
        comparison.add(CPU, "one thread", host(vec![0.0; n * n], run, |to| judge(to)));
    }
    for device in &setup.devices {
        let raw = &device.raw;
        for (name, checks) in [("WGSL by hand", Checks::On), ("WGSL by hand, unchecked", Checks::Off)] {
            let pipeline = raw.pipeline(WGSL, "main", &[Bind::Read, Bind::Write, Bind::Uniform], checks);
            let (from, to) = (raw.filled(&start), raw.buffer(4 * n * n));
            let params = raw.uniform([n as u32, 0, 0, 0]);
            let groups = [n.div_ceil(16), n.div_ceil(16)];
            let steps = vec![raw.step_2d(&pipeline, &[&from, &to, &params], groups)];
            comparison.add(&device.label, name, by_hand(raw, steps, (to, n * n), judge));
        }
    }
    for (label, on) in setup.accelerators() {
        for (name, launch) in [("amp", heat::simple_2d as heat::Launch<2>), ("amp, tiled", heat::tiled_2d)] {
            let from = Array::from_slice_on(on, [n, n], &start).map_err(message)?;
            let to = Array::new_on(on, [n, n]).map_err(message)?;
            let run = move |on: &AcceleratorView, to: &mut Array<f32, 2>| {
                launch(on, &from.as_view(), &mut to.as_view_mut())
            };
            comparison.add(label, name, kernels(on, to, run, move |to| Ok(judge(&to.to_vec()?))));
        }
    }
    measure(comparison);
    Ok(())
}
