//! `y = a * x + y`: memory-bound.

use amp::Array;
use amp_examples::harness::{Work, close, data as inputs};
use amp_examples::programs::saxpy;
use rayon::prelude::*;

use super::{CHUNK, Case};
use crate::comparison::{BenchResult, Comparison};
use crate::raw::{Bind, Checks};
use crate::setup::{CPU, Setup, by_hand, data, host, kernels, message};

pub(super) const CASE: Case =
    Case { name: "saxpy", summary: "y = a * x + y over f32", other_process: false, compare };

const A: f32 = 2.5;
const WGSL: &str = include_str!("../wgsl/saxpy.wgsl");

fn by_rayon(x: &[f32], y: &mut [f32]) {
    y.par_chunks_mut(CHUNK).zip(x.par_chunks(CHUNK)).for_each(|(y, x)| saxpy::serial(A, x, y));
}

fn compare(setup: &Setup, measure: &mut dyn FnMut(Comparison<'_>)) -> BenchResult<()> {
    let n = setup.pick(1 << 18, 1 << 24, 1 << 28);
    let xs = data(inputs::floats(&[n], 1))?;
    let ys = data(inputs::floats(&[n], 2))?;
    let mut expected = ys.clone();
    saxpy::serial(A, &xs, &mut expected);
    let judge = |y: &[f32]| close(y, &expected);

    let mut comparison = Comparison::new("saxpy", n, Work::Bytes(12.0 * n as f64));
    if setup.has_cpu() {
        comparison.add(CPU, "rayon by hand", host(ys.clone(), |y| by_rayon(&xs, y), |y| judge(y)));
        comparison.add(CPU, "one thread", host(ys.clone(), |y| saxpy::serial(A, &xs, y), |y| judge(y)));
    }
    for device in &setup.devices {
        let raw = &device.raw;
        for (name, checks) in [("WGSL by hand", Checks::On), ("WGSL by hand, unchecked", Checks::Off)] {
            let pipeline = raw.pipeline(WGSL, "main", &[Bind::Read, Bind::Write, Bind::Uniform], checks);
            let (x, y) = (raw.filled(&xs), raw.filled(&ys));
            let params = raw.uniform([n as u32, A.to_bits(), 0, 0]);
            let steps = vec![raw.step(&pipeline, &[&x, &y, &params], n.div_ceil(256))];
            comparison.add(&device.label, name, by_hand(raw, steps, (y, n), judge));
        }
    }
    for (label, on) in setup.accelerators() {
        let x = Array::from_slice_on(on, n, &xs).map_err(message)?;
        let y = Array::from_slice_on(on, n, &ys).map_err(message)?;
        let run = move |on: &amp::AcceleratorView, y: &mut Array<f32>| {
            saxpy::named(on, A, &x.as_view(), &mut y.as_view_mut())
        };
        comparison.add(label, "amp", kernels(on, y, run, move |y| Ok(judge(&y.to_vec()?))));
    }
    measure(comparison);
    Ok(())
}
