//! Bitonic sort: hundreds of launches that depend on one another.

use amp::prelude::*;
use amp_examples::frame::{Work, data as made, same};
use amp_examples::programs::bitonic::{self, in_order};
use rayon::prelude::*;

use super::{CHUNK, Case};
use crate::contest::{Contest, Outcome};
use crate::field::{CPU, Field, by_hand, data, host, kernels, told};
use crate::raw::{Bind, Checks};

pub(super) const CASE: Case = Case {
    name: "bitonic",
    about: "a bitonic sort of i32, a launch a level; random at first, then sorted",
    elsewhere: false,
    hold,
};

const WGSL: &str = include_str!("../wgsl/bitonic.wgsl");

/// The same network: blocks on all threads, and halves of large blocks in chunks.
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

fn hold(field: &Field, held: &mut dyn FnMut(Contest<'_>)) -> Outcome<()> {
    let sizes: &[usize] = field.pick(&[1 << 14], &[1 << 20], &[1 << 23, 1 << 26]);
    sizes.iter().try_for_each(|&n| hold_one(field, n, held))
}

fn hold_one(field: &Field, n: usize, held: &mut dyn FnMut(Contest<'_>)) -> Outcome<()> {
    let source = data(made::fill(&[n], 1, |random| random as i32))?;
    let mut expected = source.clone();
    expected.par_sort_unstable();
    let judge = |data: &[i32]| same(data, &expected);

    let levels = f64::from(n.ilog2() * (n.ilog2() + 1) / 2);
    let mut contest = Contest::new("bitonic", n, Work::Things(levels * n as f64 / 2.0, "Gcompare/s"));
    if field.has_cpu() {
        contest.enter(CPU, "rayon by hand", host(source.clone(), |data| by_rayon(data), |data| judge(data)));
        // Each time anew, for sorting what is sorted is no work to it.
        let run = |data: &mut Vec<i32>| {
            data.copy_from_slice(&source);
            data.par_sort_unstable();
        };
        contest.enter(CPU, "rayon's sort, with a copy", host(source.clone(), run, |data| judge(data)));
    }
    for device in &field.devices {
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
            contest.enter(&device.label, name, by_hand(raw, steps, (data, n), judge));
        }
    }
    for (label, on) in field.accelerators() {
        for (name, launch) in [
            ("amp", bitonic::simple as bitonic::Launch),
            ("amp, tile memory", bitonic::shared),
            ("amp, degree 5", bitonic::unrolled),
        ] {
            let data = Array::from_slice_on(on, n, &source).map_err(told)?;
            let run = move |on: &AcceleratorView, data: &mut Array<i32>| launch(on, &mut data.as_view_mut());
            contest.enter(label, name, kernels(on, data, run, move |data| Ok(judge(&data.to_vec()?))));
        }
    }
    held(contest);
    Ok(())
}
