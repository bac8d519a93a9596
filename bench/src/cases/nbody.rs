//! A step of bodies that attract one another: bound by arithmetic.

use amp::prelude::*;
use amp_examples::frame::{Verdict, Work, within};
use amp_examples::programs::nbody::{self, DT, Particle, SOFTENING};
use rayon::prelude::*;

use super::Case;
use crate::contest::{Contest, Outcome};
use crate::field::{CPU, Field, by_hand, data, host, kernels, told};
use crate::raw::{Bind, Checks};

pub(super) const CASE: Case = Case {
    name: "nbody",
    about: "a step of all bodies against all, as structs of position and velocity",
    hold,
};

const WGSL: &str = include_str!("../wgsl/nbody.wgsl");

/// The same loop that the kernel is.
fn by_rayon(from: &[Particle], to: &mut [Particle]) {
    to.par_iter_mut().zip(from).for_each(|(to, p)| {
        let mut acceleration = Vec3::ZERO;
        for other in from {
            nbody::bodybody_interaction(&mut acceleration, p.position, other.position);
        }
        *to = nbody::moved(*p, acceleration);
    });
}

/// Coordinates in arrays of their own, sixteen bodies at a time: the limit.
fn by_lanes(from: &[Particle], to: &mut [Particle]) {
    const LANES: usize = 16;
    let of = |component: usize| -> Vec<f32> { from.iter().map(|p| p.position[component]).collect() };
    let (x, y, z, mass) = (of(0), of(1), of(2), of(3));
    let chunks = |of: &'_ [f32]| of.as_chunks::<LANES>().0.to_vec();
    let (cx, cy, cz, cm) = (chunks(&x), chunks(&y), chunks(&z), chunks(&mass));
    let rest = from.len() / LANES * LANES;
    to.par_iter_mut().zip(from).for_each(|(to, p)| {
        let me = p.position;
        let mut sums = [[0.0f32; LANES]; 3];
        for (((x, y), z), mass) in cx.iter().zip(&cy).zip(&cz).zip(&cm) {
            for k in 0..LANES {
                let (dx, dy, dz) = (x[k] - me.x, y[k] - me.y, z[k] - me.z);
                let squared = dx * dx + dy * dy + dz * dz + SOFTENING;
                let pull = mass[k] / (squared * squared.sqrt());
                sums[0][k] += dx * pull;
                sums[1][k] += dy * pull;
                sums[2][k] += dz * pull;
            }
        }
        let mut acceleration = Vec3::from_array(sums.map(|lanes| lanes.iter().sum()));
        for other in &from[rest..] {
            nbody::bodybody_interaction(&mut acceleration, me, other.position);
        }
        *to = nbody::moved(*p, acceleration);
    });
}

fn hold(field: &Field, held: &mut dyn FnMut(Contest<'_>)) -> Outcome<()> {
    let n = field.pick(1024, 10_240, 131_072);
    let start = data(nbody::galaxies(n))?;
    // As many of them as can be had in no time.
    let some: Vec<usize> = (0..256).map(|k| k * n / 256).collect();
    let expected: Vec<f32> = some.iter().flat_map(|&k| numbers(&moved(&start, k))).collect();
    let judge = |all: &[Particle]| -> Verdict {
        let actual: Vec<f32> = some.iter().flat_map(|&k| numbers(&all[k])).collect();
        within(1e-3, 1e-4, &actual, &expected)
    };

    let mut contest = Contest::new("nbody", n, Work::Things((n as f64).powi(2), "Ginteraction/s"));
    if field.has_cpu() {
        let all = start.clone();
        contest.enter(CPU, "rayon by hand", host(all.clone(), |to| by_rayon(&start, to), |to| judge(to)));
        contest.enter(CPU, "rayon, lanes of 16", host(all, |to| by_lanes(&start, to), |to| judge(to)));
    }
    for device in &field.devices {
        let raw = &device.raw;
        for (name, entry, checks) in [
            ("WGSL by hand", "simple", Checks::On),
            ("WGSL by hand, unchecked", "simple", Checks::Off),
            ("WGSL by hand, tiled", "tiled", Checks::On),
            ("WGSL by hand, tiled, unchecked", "tiled", Checks::Off),
        ] {
            let pipeline = raw.pipeline(WGSL, entry, &[Bind::Read, Bind::Write, Bind::Uniform], checks);
            let words = |all: &[Particle]| all.iter().flat_map(numbers).collect::<Vec<f32>>();
            let (from, to) = (raw.filled(&words(&start)), raw.buffer(32 * n));
            let params = raw.uniform([n as u32, SOFTENING.to_bits(), DT.to_bits(), 0]);
            let steps = vec![raw.step(&pipeline, &[&from, &to, &params], n.div_ceil(256))];
            let judge = move |words: &[[f32; 8]]| {
                let particle = |w: &[f32; 8]| Particle {
                    position: Vec4::new(w[0], w[1], w[2], w[3]),
                    velocity: Vec4::new(w[4], w[5], w[6], w[7]),
                };
                judge(&words.iter().map(particle).collect::<Vec<_>>())
            };
            contest.enter(&device.label, name, by_hand(raw, steps, (to, n), judge));
        }
    }
    for (label, on) in field.accelerators() {
        for (name, launch) in [("amp", nbody::simple as nbody::Launch), ("amp, tiled", nbody::tiled)] {
            let from = Array::from_slice_on(on, n, &start).map_err(told)?;
            let to = Array::new_on(on, n).map_err(told)?;
            let run = move |on: &AcceleratorView, to: &mut Array<Particle>| {
                launch(on, &from.as_view(), &mut to.as_view_mut())
            };
            contest.enter(label, name, kernels(on, to, run, move |to| Ok(judge(&to.to_vec()?))));
        }
    }
    held(contest);
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
    nbody::moved(all[k], Vec3::from_array(sum.map(|sum| sum as f32)))
}

fn numbers(p: &Particle) -> [f32; 8] {
    let (at, v) = (p.position, p.velocity);
    [at.x, at.y, at.z, at.w, v.x, v.y, v.z, v.w]
}
