//! Bitonic sort: hundreds of launches that depend on each other.

use amp::prelude::*;
use amp_examples::harness::{Work, data as inputs, same};
use amp_examples::programs::bitonic::{self, in_order};
use rayon::prelude::*;

use super::{CHUNK, Case};
use crate::comparison::{BenchResult, Comparison};
use crate::raw::{Bind, Checks};
use crate::setup::{CPU, Setup, by_hand, data, host, kernels, message};

pub(super) const CASE: Case = Case {
    name: "bitonic",
    summary: "bitonic sort of i32, one launch for each level; random at first, then sorted",
    other_process: false,
    compare,
};

const WGSL: &str = include_str!("../wgsl/bitonic.wgsl");

/// The same sorting network as in the kernels. The threads share the blocks of a level. Blocks larger than `CHUNK`
/// are themselves divided among the threads.
fn by_rayon(data: &mut [i32]) {
    fn halves<'a>(low: impl Iterator<Item = &'a mut i32>, high: impl Iterator<Item = &'a mut i32>) {
        low.zip(high).for_each(|(a, b)| (*a, *b) = in_order(*a, *b));
    }
    let mut run = 1;
    while run < data.len() {
        let orange = |block: &mut [i32]| {
            let (low, high) = block.split_at_mut(run);
            if run < CHUNK {
                halves(low.iter_mut(), high.iter_mut().rev());
            } else {
                low.par_chunks_mut(CHUNK)
                    .zip(high.par_rchunks_mut(CHUNK))
                    .for_each(|(low, high)| halves(low.iter_mut(), high.iter_mut().rev()));
            }
        };
        data.par_chunks_mut(2 * run).with_min_len((CHUNK / run / 2).max(1)).for_each(orange);
        let mut half = run / 2;
        while half > 0 {
            let red = |block: &mut [i32]| {
                let (low, high) = block.split_at_mut(half);
                if half < CHUNK {
                    halves(low.iter_mut(), high.iter_mut());
                } else {
                    low.par_chunks_mut(CHUNK)
                        .zip(high.par_chunks_mut(CHUNK))
                        .for_each(|(low, high)| halves(low.iter_mut(), high.iter_mut()));
                }
            };
            data.par_chunks_mut(2 * half).with_min_len((CHUNK / half / 2).max(1)).for_each(red);
            half /= 2;
        }
        run *= 2;
    }
}

fn compare(setup: &Setup, measure: &mut dyn FnMut(Comparison<'_>)) -> BenchResult<()> {
    let sizes: &[usize] = setup.pick(&[1 << 14], &[1 << 20], &[1 << 23, 1 << 26]);
    sizes.iter().try_for_each(|&n| compare_size(setup, n, measure))
}

fn compare_size(setup: &Setup, n: usize, measure: &mut dyn FnMut(Comparison<'_>)) -> BenchResult<()> {
    let source = data(inputs::fill(&[n], 1, |random| random as i32))?;
    let mut expected = source.clone();
    expected.par_sort_unstable();
    let judge = |data: &[i32]| same(data, &expected);

    let levels = f64::from(n.ilog2() * (n.ilog2() + 1) / 2);
    let mut comparison = Comparison::new("bitonic", n, Work::Items(levels * n as f64 / 2.0, "Gcompare/s"));
    if setup.has_cpu() {
        comparison.add(CPU, "rayon by hand", host(source.clone(), |data| by_rayon(data), |data| judge(data)));
        // The input is restored each time, because a sort of sorted data is faster.
        let run = |data: &mut Vec<i32>| {
            data.copy_from_slice(&source);
            data.par_sort_unstable();
        };
        comparison.add(CPU, "rayon's sort, with a copy", host(source.clone(), run, |data| judge(data)));
    }
    for device in &setup.devices {
        let raw = &device.raw;
        for (name, checks) in [("WGSL by hand", Checks::On), ("WGSL by hand, unchecked", Checks::Off)] {
            let [orange, red] = ["orange", "red"]
                .map(|entry| raw.pipeline(WGSL, entry, &[Bind::Write, Bind::Uniform], checks));
            let data = raw.filled(&source);
            let mut steps = Vec::new();
            let mut level = |pipeline, length: usize| {
                let params = raw.uniform([n as u32 / 2, length as u32, 0, 0]);
                steps.push(raw.step(pipeline, &[&data, &params], (n / 2).div_ceil(256)));
            };
            for run in (0..n.ilog2()).map(|power| 1 << power) {
                level(&orange, run);
                (0..run.ilog2()).rev().for_each(|power| level(&red, 1 << power));
            }
            comparison.add(&device.label, name, by_hand(raw, steps, (data, n), judge));
        }
    }
    for (label, on) in setup.accelerators() {
        for (name, launch) in [
            ("amp", bitonic::simple as bitonic::Launch),
            ("amp, tile memory", bitonic::shared),
            ("amp, degree 5", bitonic::unrolled),
        ] {
            let data = Array::from_slice_on(on, n, &source).map_err(message)?;
            let run = move |on: &AcceleratorView, data: &mut Array<i32>| launch(on, &mut data.as_view_mut());
            comparison.add(label, name, kernels(on, data, run, move |data| Ok(judge(&data.to_vec()?))));
        }
    }
    measure(comparison);
    Ok(())
}
