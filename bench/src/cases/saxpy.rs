//! `y = a * x + y`: bound by memory.

use amp::Array;
use amp_examples::frame::{Work, close, data as made};
use amp_examples::programs::saxpy;
use rayon::prelude::*;

use super::{CHUNK, Case};
use crate::contest::{Contest, Outcome};
use crate::field::{CPU, Field, by_hand, data, host, kernels, told};
use crate::raw::{Bind, Checks};

pub(super) const CASE: Case = Case { name: "saxpy", about: "y = a * x + y over f32", elsewhere: false, hold };

const A: f32 = 2.5;
const WGSL: &str = include_str!("../wgsl/saxpy.wgsl");

fn by_rayon(x: &[f32], y: &mut [f32]) {
    y.par_chunks_mut(CHUNK).zip(x.par_chunks(CHUNK)).for_each(|(y, x)| saxpy::serial(A, x, y));
}

fn hold(field: &Field, held: &mut dyn FnMut(Contest<'_>)) -> Outcome<()> {
    let n = field.pick(1 << 18, 1 << 24, 1 << 28);
    let xs = data(made::numbers(&[n], 1))?;
    let ys = data(made::numbers(&[n], 2))?;
    let mut expected = ys.clone();
    saxpy::serial(A, &xs, &mut expected);
    let judge = |y: &[f32]| close(y, &expected);

    let mut contest = Contest::new("saxpy", n, Work::Bytes(12.0 * n as f64));
    if field.has_cpu() {
        contest.enter(CPU, "rayon by hand", host(ys.clone(), |y| by_rayon(&xs, y), |y| judge(y)));
        contest.enter(CPU, "one thread", host(ys.clone(), |y| saxpy::serial(A, &xs, y), |y| judge(y)));
    }
    for device in &field.devices {
        let raw = &device.raw;
        for (name, checks) in [("WGSL by hand", Checks::On), ("WGSL by hand, unchecked", Checks::Off)] {
            let pipeline = raw.pipeline(WGSL, "main", &[Bind::Read, Bind::Write, Bind::Uniform], checks);
            let (x, y) = (raw.filled(&xs), raw.filled(&ys));
            let params = raw.uniform([n as u32, A.to_bits(), 0, 0]);
            let steps = vec![raw.step(&pipeline, &[&x, &y, &params], n.div_ceil(256))];
            contest.enter(&device.label, name, by_hand(raw, steps, (y, n), judge));
        }
    }
    for (label, on) in field.accelerators() {
        let x = Array::from_slice_on(on, n, &xs).map_err(told)?;
        let y = Array::from_slice_on(on, n, &ys).map_err(told)?;
        let run = move |on: &amp::AcceleratorView, y: &mut Array<f32>| {
            saxpy::named(on, A, &x.as_view(), &mut y.as_view_mut())
        };
        contest.enter(label, "amp", kernels(on, y, run, move |y| Ok(judge(&y.to_vec()?))));
    }
    held(contest);
    Ok(())
}
