//! Stream compaction: the elements that are not zero, in order.

use amp::prelude::*;
use amp_examples::harness::{Verdict, Work, data as inputs, same};
use amp_examples::programs::compact::{self, TILE};
use rayon::prelude::*;

use super::{CHUNK, Case};
use crate::comparison::{BenchResult, Comparison};
use crate::raw::{Bind, Checks};
use crate::setup::{CPU, Setup, by_hand, data, host, kernels, message};

pub(super) const CASE: Case = Case {
    name: "compact",
    summary: "stream compaction of random u32, half of which are zero",
    other_process: false,
    compare,
};

const WGSL: &str = include_str!("../wgsl/compact.wgsl");

/// Counts the elements that each chunk keeps. The running sum of the counts gives each chunk its part of the
/// output, into which it copies the elements.
fn by_rayon(from: &[u32], to: &mut [u32]) {
    let counts: Vec<usize> =
        from.par_chunks(CHUNK).map(|chunk| chunk.iter().filter(|value| **value != 0).count()).collect();
    let mut rest = to;
    let mut places = Vec::with_capacity(counts.len());
    for count in counts {
        let (place, others) = rest.split_at_mut(count);
        places.push(place);
        rest = others;
    }
    places.into_par_iter().zip(from.par_chunks(CHUNK)).for_each(|(to, from)| {
        let kept = from.iter().filter(|value| **value != 0);
        to.iter_mut().zip(kept).for_each(|(to, value)| *to = *value);
    });
}

fn compare(setup: &Setup, measure: &mut dyn FnMut(Comparison<'_>)) -> BenchResult<()> {
    let sizes: &[usize] = setup.pick(&[1 << 18], &[1 << 24], &[1 << 24, 1 << 26]);
    sizes.iter().try_for_each(|&n| compare_size(setup, n, measure))
}

fn compare_size(setup: &Setup, n: usize, measure: &mut dyn FnMut(Comparison<'_>)) -> BenchResult<()> {
    let source = data(inputs::fill(&[n], 1, |random| if random >> 31 == 0 { 0 } else { random }))?;
    let expected: Vec<u32> = source.iter().copied().filter(|value| *value != 0).collect();
    let count = expected.len();
    let judge = |to: &[u32]| -> Verdict { same(&to[..count], &expected) };

    let mut comparison = Comparison::new("compact", n, Work::Bytes(4.0 * (n + count) as f64));
    if setup.has_cpu() {
        comparison.add(CPU, "rayon by hand", host(vec![0; n], |to| by_rayon(&source, to), |to| judge(to)));
        let run = |to: &mut Vec<u32>| {
            compact::serial(&source, to);
        };
        comparison.add(CPU, "one thread", host(vec![0; n], run, |to| judge(to)));
    }
    let tiles = n.div_ceil(TILE);
    for device in &setup.devices {
        let raw = &device.raw;
        for (name, checks) in [("WGSL by hand", Checks::On), ("WGSL by hand, unchecked", Checks::Off)] {
            let (from, counts, to) = (raw.filled(&source), raw.buffer(4 * (tiles + 1)), raw.buffer(4 * n));
            let params = raw.uniform([n as u32, tiles as u32, 0, 0]);
            let step = |entry, groups| {
                let binds = [Bind::Read, Bind::Write, Bind::Write, Bind::Uniform];
                let pipeline = raw.pipeline(WGSL, entry, &binds, checks);
                raw.step(&pipeline, &[&from, &counts, &to, &params], groups)
            };
            let steps = vec![step("count", tiles), step("prefix", 1), step("move_", tiles)];
            comparison.add(&device.label, name, by_hand(raw, steps, (to, n), judge));
        }
    }
    for (label, on) in setup.accelerators() {
        for (name, launch) in [
            ("amp, one pass", compact::single as compact::Launch),
            ("amp, Spataro's", compact::spataro),
            ("amp, Billeter's", compact::billeter),
        ] {
            let from = Array::from_slice_on(on, n, &source).map_err(message)?;
            let to = Array::new_on(on, n).map_err(message)?;
            let mut words = Array::new_on(on, compact::words(n)).map_err(message)?;
            let run = move |on: &AcceleratorView, to: &mut Array<u32>| {
                launch(on, &from.as_view(), &mut to.as_view_mut(), &mut words.as_view_mut(), &mut |_| Ok(()))
            };
            comparison.add(label, name, kernels(on, to, run, move |to| Ok(judge(&to.to_vec()?))));
        }
    }
    measure(comparison);
    Ok(())
}
