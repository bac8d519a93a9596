//! Tree reductions of 256 elements in each tile: a load, nine barriers, a store.

use amp::prelude::*;
use amp_examples::harness::{Work, close, data as inputs};
use amp_examples::programs::reduce::{TILE, sum_tiles};
use rayon::prelude::*;

use super::{CHUNK, Case};
use crate::comparison::{BenchResult, Comparison};
use crate::raw::{Bind, Checks};
use crate::setup::{CPU, Setup, by_hand, data, host, kernels, message};

pub(super) const CASE: Case = Case {
    name: "barriers",
    summary: "sums of 256 elements each, with nine barriers in each tile",
    other_process: false,
    compare,
};

const WGSL: &str = include_str!("../wgsl/reduce.wgsl");

/// The tree reduction of the kernel, as a loop over an array of `TILE` sums.
fn by_rayon(x: &[f32], to: &mut [f32]) {
    to.par_chunks_mut(CHUNK / TILE).zip(x.par_chunks(CHUNK)).for_each(|(to, x)| {
        for (to, x) in to.iter_mut().zip(x.as_chunks::<TILE>().0) {
            let mut sums = *x;
            let mut half = TILE / 2;
            while half > 0 {
                let (low, high) = sums.split_at_mut(half);
                low.iter_mut().zip(high).for_each(|(low, high)| *low += *high);
                half /= 2;
            }
            *to = sums[0];
        }
    });
}

fn compare(setup: &Setup, measure: &mut dyn FnMut(Comparison<'_>)) -> BenchResult<()> {
    let n = setup.pick(1 << 18, 1 << 22, 1 << 28);
    let tiles = n / TILE;
    let xs = data(inputs::floats(&[n], 1))?;
    let expected: Vec<f32> = xs.chunks(TILE).map(|tile| tile.iter().sum()).collect();
    let judge = |sums: &[f32]| close(sums, &expected);

    let mut comparison = Comparison::new("barriers", n, Work::Bytes(4.0 * n as f64));
    if setup.has_cpu() {
        comparison.add(CPU, "rayon by hand", host(vec![0.0; tiles], |to| by_rayon(&xs, to), |to| judge(to)));
    }
    for device in &setup.devices {
        let raw = &device.raw;
        for (name, checks) in [("WGSL by hand", Checks::On), ("WGSL by hand, unchecked", Checks::Off)] {
            let pipeline = raw.pipeline(WGSL, "tiles", &[Bind::Read, Bind::Write, Bind::Uniform], checks);
            let (x, sums) = (raw.filled(&xs), raw.buffer(4 * tiles));
            let params = raw.uniform([n as u32, 0, 0, 0]);
            let steps = vec![raw.step(&pipeline, &[&x, &sums, &params], tiles)];
            comparison.add(&device.label, name, by_hand(raw, steps, (sums, tiles), judge));
        }
    }
    for (label, on) in setup.accelerators() {
        let x = Array::from_slice_on(on, n, &xs).map_err(message)?;
        let sums = Array::new_on(on, tiles).map_err(message)?;
        let domain = Extent::new([n]).tile([TILE]).map_err(message)?;
        let run = move |on: &AcceleratorView, sums: &mut Array<f32>| {
            on.parallel_for_each(domain, sum_tiles(n, &x.as_view(), &mut sums.as_view_mut()))
        };
        comparison.add(label, "amp", kernels(on, sums, run, move |sums| Ok(judge(&sums.to_vec()?))));
    }
    measure(comparison);
    Ok(())
}
