//! A sum: memory-bound, with a small second pass.

use std::ops::BitXor;
use std::sync::Arc;

use amp::prelude::*;
use amp_examples::harness::{Work, close, data as inputs, same};
use amp_examples::programs::reduce::{self, NARROW_TILE, NARROW_TILES, TILE, TILES};
use rayon::prelude::*;

use super::{CHUNK, Case};
use crate::comparison::{BenchResult, Comparison};
use crate::raw::{Bind, Checks};
use crate::setup::{CPU, Setup, by_hand, data, host, kernels, message};

pub(super) const CASE: Case =
    Case { name: "reduce", summary: "the sum of f32, in two launches", other_process: false, compare };

const WGSL: &str = include_str!("../wgsl/reduce.wgsl");

/// A sum with 32 independent partial sums. A compiler may not reorder float additions, so it cannot vectorise a
/// single sum.
fn by_rayon(x: &[f32]) -> f32 {
    let sum = |chunk: &[f32]| {
        let mut sums = [0.0f32; 32];
        let (whole, rest) = chunk.as_chunks::<32>();
        for lanes in whole {
            sums.iter_mut().zip(lanes).for_each(|(sum, x)| *sum += x);
        }
        sums.iter().sum::<f32>() + rest.iter().sum::<f32>()
    };
    x.par_chunks(CHUNK).map(sum).sum()
}

/// The sum as a user of rayon would write it.
fn shortest_sum(x: &[f32]) -> f32 {
    x.par_iter().sum()
}

/// XORs all elements, to measure how fast memory can be read. 64 independent lanes hide the latency of the
/// operation.
fn combine_bits(x: &[f32]) -> u32 {
    let of_chunk = |chunk: &[f32]| {
        let mut lanes = [0u32; 64];
        let (whole, rest) = chunk.as_chunks::<64>();
        for words in whole {
            lanes.iter_mut().zip(words).for_each(|(lane, x)| *lane ^= x.to_bits());
        }
        lanes.into_iter().chain(rest.iter().map(|x| x.to_bits())).fold(0, BitXor::bitxor)
    };
    x.par_chunks(CHUNK).map(of_chunk).reduce(|| 0, BitXor::bitxor)
}

/// A function that launches the reduction: tiles compute partial sums, and a second launch adds these.
type Cascade =
    fn(&AcceleratorView, usize, &ArrayView<'_, f32>, [&mut ArrayViewMut<'_, f32>; 2]) -> amp::Result<()>;

fn compare(setup: &Setup, measure: &mut dyn FnMut(Comparison<'_>)) -> BenchResult<()> {
    let n = setup.pick(1 << 18, 1 << 24, 1 << 28);
    let xs = data(inputs::floats(&[n], 1))?;
    let expected = reduce::serial(&xs);
    let judge = |sum: &[f32]| close(&sum[..1], &[expected]);

    let mut comparison = Comparison::new("reduce", n, Work::Bytes(4.0 * n as f64));
    if setup.has_cpu() {
        comparison.add(CPU, "rayon by hand", host(0.0, |sum| *sum = by_rayon(&xs), |sum| judge(&[*sum])));
        comparison.add(
            CPU,
            "rayon, par_iter().sum()",
            host(0.0, |sum| *sum = shortest_sum(&xs), |sum| judge(&[*sum])),
        );
        let bits = xs.iter().fold(0, |bits, x| bits ^ x.to_bits());
        let read = host(0, |read| *read = combine_bits(&xs), move |read| same(&[*read], &[bits]));
        comparison.add(CPU, "rayon, all bits: memory bandwidth", read);
    }
    for device in &setup.devices {
        let raw = &device.raw;
        for (name, checks) in [("WGSL by hand", Checks::On), ("WGSL by hand, unchecked", Checks::Off)] {
            let pipeline = raw.pipeline(WGSL, "main", &[Bind::Read, Bind::Write, Bind::Uniform], checks);
            let (x, sums, sum) = (raw.filled(&xs), raw.buffer(4 * TILES), raw.buffer(4));
            let all = raw.uniform([n as u32, reduce::part_size::<TILE>(n, TILES) as u32, 0, 0]);
            let one = raw.uniform([TILES as u32, TILES as u32, 0, 0]);
            let steps = vec![
                raw.step(&pipeline, &[&x, &sums, &all], TILES),
                raw.step(&pipeline, &[&sums, &sum, &one], 1),
            ];
            comparison.add(&device.label, name, by_hand(raw, steps, (sum, 1), judge));
        }
    }
    for (label, on) in setup.accelerators() {
        let x = Arc::new(Array::from_slice_on(on, n, &xs).map_err(message)?);
        let cascades: [(_, usize, Cascade); 2] = [
            ("amp", TILES, reduce::launch_cascade::<TILE>),
            ("amp, 512 tiles of 64", NARROW_TILES, reduce::launch_cascade::<NARROW_TILE>),
        ];
        for (name, tiles, cascade) in cascades {
            let (x, sum) = (Arc::clone(&x), Array::new_on(on, 1).map_err(message)?);
            let mut sums = Array::new_on(on, tiles).map_err(message)?;
            let run = move |on: &AcceleratorView, sum: &mut Array<f32>| {
                cascade(on, tiles, &x.as_view(), [&mut sum.as_view_mut(), &mut sums.as_view_mut()])
            };
            comparison.add(label, name, kernels(on, sum, run, move |sum| Ok(judge(&sum.to_vec()?))));
        }
    }
    measure(comparison);
    Ok(())
}
