//! A step of an n-body simulation: compute-bound.

mod lanes;
mod levels;

use amp::prelude::*;
use amp_examples::harness::{Verdict, Work, within};
use amp_examples::programs::nbody::{self, DT, Particle, SOFTENING};
use rayon::prelude::*;

pub(crate) use levels::{CHILD, child};

use super::Case;
use crate::comparison::{BenchResult, Candidate, Comparison};
use crate::raw::{Bind, Checks};
use crate::setup::{CPU, Setup, by_hand, data, host, kernels, message};

pub(super) const CASE: Case = Case {
    name: "nbody",
    summary: "a step of an n-body simulation, with structs of position and velocity",
    other_process: false,
    compare,
};

pub(super) const LEVELS: Case = Case {
    name: "nbody_levels",
    summary: "the same step at lower processor levels: the kernel on structs, hand-written code on arrays of coordinates",
    other_process: true,
    compare: compare_levels,
};

const WGSL: &str = include_str!("../../wgsl/nbody.wgsl");

/// The same loop as in the kernel.
fn by_rayon(from: &[Particle], to: &mut [Particle]) {
    to.par_iter_mut().zip(from).for_each(|(to, p)| {
        let mut acceleration = Vec3::ZERO;
        for other in from {
            nbody::bodybody_interaction(&mut acceleration, p.position, other.position);
        }
        *to = nbody::advance(*p, acceleration);
    });
}

/// A step in plain Rust.
type Step = fn(&[Particle], &mut [Particle]);

/// Bodies, and the expected state of a sample of them after a step.
struct Bodies {
    start: Vec<Particle>,
    some: Vec<usize>,
    expected: Vec<f32>,
}

impl Bodies {
    fn new(count: usize) -> BenchResult<Bodies> {
        let start = data(nbody::galaxies(count))?;
        // 256 bodies, evenly spread.
        let some: Vec<usize> = (0..256).map(|k| k * count / 256).collect();
        let expected = some.iter().flat_map(|&k| numbers(&moved(&start, k))).collect();
        Ok(Bodies { start, some, expected })
    }

    fn judge(&self, all: &[Particle]) -> Verdict {
        let actual: Vec<f32> = self.some.iter().flat_map(|&k| numbers(&all[k])).collect();
        // Attractions from all sides nearly cancel out, so a value may be much smaller than its terms. Its
        // absolute rounding error grows with the number of terms, one for each body.
        within(1e-3, 1e-4f32.max(1e-8 * self.start.len() as f32), &actual, &self.expected)
    }

    /// A candidate that runs a step in plain Rust.
    fn by_hand(&self, step: Step) -> impl Candidate + '_ {
        host(self.start.clone(), move |to| step(&self.start, to), |to| self.judge(to))
    }
}

fn counts(setup: &Setup) -> &'static [usize] {
    setup.pick(&[1024], &[10_240], &[10_240, 131_072])
}

fn work(n: usize) -> Work {
    Work::Items((n as f64).powi(2), "Ginteraction/s")
}

/// Compares code for the same vector width: the kernel on structs, and hand-vectorised code on arrays.
fn compare_levels(setup: &Setup, measure: &mut dyn FnMut(Comparison<'_>)) -> BenchResult<()> {
    if !setup.has_cpu() {
        return Ok(());
    }
    let n = counts(setup)[0];
    let bodies = Bodies::new(n)?;
    let levels: [(_, _, _, Step); 2] = [
        ("nbody_baseline", "baseline", "rayon, lanes of 16", lanes::baseline),
        ("nbody_avx2", "v3", "rayon, lanes of 16, AVX2", lanes::avx2),
    ];
    for (case, level, by_hand, step) in levels {
        // Without AVX2, the kernel has no level `v3`.
        if level != "baseline" && !lanes::has_avx2() {
            continue;
        }
        let mut comparison = Comparison::new(case, n, work(n));
        comparison.add(CPU, by_hand, bodies.by_hand(step));
        comparison.add(CPU, format!("amp, {level}"), levels::Level::start(level, n)?);
        measure(comparison);
    }
    Ok(())
}

fn compare(setup: &Setup, measure: &mut dyn FnMut(Comparison<'_>)) -> BenchResult<()> {
    counts(setup).iter().try_for_each(|&n| compare_size(setup, n, measure))
}

fn compare_size(setup: &Setup, n: usize, measure: &mut dyn FnMut(Comparison<'_>)) -> BenchResult<()> {
    let bodies = Bodies::new(n)?;
    let (start, bodies) = (&bodies.start, &bodies);

    let mut comparison = Comparison::new("nbody", n, work(n));
    if setup.has_cpu() {
        comparison.add(CPU, "rayon by hand", bodies.by_hand(by_rayon));
        comparison.add(CPU, "rayon, lanes of 16", bodies.by_hand(lanes::baseline));
        if lanes::has_avx2() {
            comparison.add(CPU, "rayon, lanes of 16, AVX2", bodies.by_hand(lanes::avx2));
        }
    }
    for device in &setup.devices {
        let raw = &device.raw;
        for (name, entry, checks) in [
            ("WGSL by hand", "simple", Checks::On),
            ("WGSL by hand, unchecked", "simple", Checks::Off),
            ("WGSL by hand, tiled", "tiled", Checks::On),
            ("WGSL by hand, tiled, unchecked", "tiled", Checks::Off),
        ] {
            let pipeline = raw.pipeline(WGSL, entry, &[Bind::Read, Bind::Write, Bind::Uniform], checks);
            let words = |all: &[Particle]| all.iter().flat_map(numbers).collect::<Vec<f32>>();
            let (from, to) = (raw.filled(&words(start)), raw.buffer(32 * n));
            let params = raw.uniform([n as u32, SOFTENING.to_bits(), DT.to_bits(), 0]);
            let steps = vec![raw.step(&pipeline, &[&from, &to, &params], n.div_ceil(256))];
            let judge = move |words: &[[f32; 8]]| {
                let particle = |w: &[f32; 8]| Particle {
                    position: Vec4::new(w[0], w[1], w[2], w[3]),
                    velocity: Vec4::new(w[4], w[5], w[6], w[7]),
                };
                bodies.judge(&words.iter().map(particle).collect::<Vec<_>>())
            };
            comparison.add(&device.label, name, by_hand(raw, steps, (to, n), judge));
        }
    }
    for (label, on) in setup.accelerators() {
        for (name, launch) in [("amp", nbody::simple as nbody::Launch), ("amp, tiled", nbody::tiled)] {
            let from = Array::from_slice_on(on, n, start).map_err(message)?;
            let to = Array::new_on(on, n).map_err(message)?;
            let run = move |on: &AcceleratorView, to: &mut Array<Particle>| {
                launch(on, &from.as_view(), &mut to.as_view_mut())
            };
            comparison.add(label, name, kernels(on, to, run, move |to| Ok(bodies.judge(&to.to_vec()?))));
        }
    }
    measure(comparison);
    Ok(())
}

/// Body `k` after a step, computed in `f64`.
fn moved(all: &[Particle], k: usize) -> Particle {
    let wide = |v: Vec4| [v.x, v.y, v.z].map(f64::from);
    let me = wide(all[k].position);
    let mut sum = [0.0f64; 3];
    for other in all {
        let there = wide(other.position);
        let away = [0, 1, 2].map(|d| there[d] - me[d]);
        let squared = away.iter().map(|a| a * a).sum::<f64>() + f64::from(SOFTENING);
        let pull = f64::from(other.position.w) / (squared * squared.sqrt());
        sum.iter_mut().zip(away).for_each(|(sum, away)| *sum += away * pull);
    }
    nbody::advance(all[k], Vec3::from_array(sum.map(|sum| sum as f32)))
}

fn numbers(p: &Particle) -> [f32; 8] {
    let (at, v) = (p.position, p.velocity);
    [at.x, at.y, at.z, at.w, v.x, v.y, v.z, v.w]
}
