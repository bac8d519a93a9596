//! A sum: a pass over the data, and a little more.

use std::ops::BitXor;
use std::sync::Arc;

use amp::prelude::*;
use amp_examples::frame::{Work, close, data as made, same};
use amp_examples::programs::reduce::{self, FEW_TILES, NARROW, TILE, TILES};
use rayon::prelude::*;

use super::{CHUNK, Case};
use crate::contest::{Contest, Outcome};
use crate::field::{CPU, Field, by_hand, data, host, kernels, told};
use crate::raw::{Bind, Checks};

pub(super) const CASE: Case =
    Case { name: "reduce", about: "the sum of f32, in two launches", elsewhere: false, hold };

const WGSL: &str = include_str!("../wgsl/reduce.wgsl");

/// With as many sums at a time as a compiler makes vectors of.
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

/// What is written without a thought.
fn naively(x: &[f32]) -> f32 {
    x.par_iter().sum()
}

/// All bits of the data, in as little time as it takes to read them: the limit. Nothing waits for a result as sums do.
fn every_bit(x: &[f32]) -> u32 {
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

/// How both are launched.
type Cascade =
    fn(&AcceleratorView, usize, &ArrayView<'_, f32>, [&mut ArrayViewMut<'_, f32>; 2]) -> amp::Result<()>;

fn hold(field: &Field, held: &mut dyn FnMut(Contest<'_>)) -> Outcome<()> {
    let n = field.pick(1 << 18, 1 << 24, 1 << 28);
    let xs = data(made::numbers(&[n], 1))?;
    let expected = reduce::serial(&xs);
    let judge = |sum: &[f32]| close(&sum[..1], &[expected]);

    let mut contest = Contest::new("reduce", n, Work::Bytes(4.0 * n as f64));
    if field.has_cpu() {
        contest.enter(CPU, "rayon by hand", host(0.0, |sum| *sum = by_rayon(&xs), |sum| judge(&[*sum])));
        contest.enter(
            CPU,
            "rayon, par_iter().sum()",
            host(0.0, |sum| *sum = naively(&xs), |sum| judge(&[*sum])),
        );
        let bits = xs.iter().fold(0, |bits, x| bits ^ x.to_bits());
        let read = host(0, |read| *read = every_bit(&xs), move |read| same(&[*read], &[bits]));
        contest.enter(CPU, "rayon, all bits: what memory gives", read);
    }
    for device in &field.devices {
        let raw = &device.raw;
        for (name, checks) in [("WGSL by hand", Checks::On), ("WGSL by hand, unchecked", Checks::Off)] {
            let pipeline = raw.pipeline(WGSL, "main", &[Bind::Read, Bind::Write, Bind::Uniform], checks);
            let (x, sums, sum) = (raw.filled(&xs), raw.buffer(4 * TILES), raw.buffer(4));
            let all = raw.uniform([n as u32, reduce::part::<TILE>(n, TILES) as u32, 0, 0]);
            let one = raw.uniform([TILES as u32, TILES as u32, 0, 0]);
            let steps = vec![
                raw.step(&pipeline, &[&x, &sums, &all], TILES),
                raw.step(&pipeline, &[&sums, &sum, &one], 1),
            ];
            contest.enter(&device.label, name, by_hand(raw, steps, (sum, 1), judge));
        }
    }
    for (label, on) in field.accelerators() {
        let x = Arc::new(Array::from_slice_on(on, n, &xs).map_err(told)?);
        let cascades: [(_, usize, Cascade); 2] = [
            ("amp", TILES, reduce::two_launches::<TILE>),
            ("amp, 512 tiles of 64", FEW_TILES, reduce::two_launches::<NARROW>),
        ];
        for (name, tiles, cascade) in cascades {
            let (x, sum) = (Arc::clone(&x), Array::new_on(on, 1).map_err(told)?);
            let mut sums = Array::new_on(on, tiles).map_err(told)?;
            let run = move |on: &AcceleratorView, sum: &mut Array<f32>| {
                cascade(on, tiles, &x.as_view(), [&mut sum.as_view_mut(), &mut sums.as_view_mut()])
            };
            contest.enter(label, name, kernels(on, sum, run, move |sum| Ok(judge(&sum.to_vec()?))));
        }
    }
    held(contest);
    Ok(())
}
