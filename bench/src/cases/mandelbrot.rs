//! The Mandelbrot set: compute-bound, with a trip count that differs between pixels.

use amp::prelude::*;
use amp_examples::harness::Work;
use amp_examples::programs::mandelbrot::{self, WHOLE, compare as compare_pixels};
use rayon::prelude::*;

use super::Case;
use crate::comparison::{BenchResult, Comparison};
use crate::raw::{Bind, Checks};
use crate::setup::{CPU, Setup, by_hand, host, kernels, message};

pub(super) const CASE: Case = Case {
    name: "mandelbrot",
    summary: "the Mandelbrot set, one work-item for each pixel, at most 512 iterations",
    other_process: false,
    compare,
};

const WGSL: &str = include_str!("../wgsl/mandelbrot.wgsl");

/// Computes one pixel after another; the threads share the rows.
fn by_rayon(size: [usize; 2], pixel: f32, steps: &mut [f32]) {
    steps.par_chunks_mut(size[1]).enumerate().for_each(|(row, steps)| {
        for (column, steps) in steps.iter_mut().enumerate() {
            *steps = mandelbrot::escape(mandelbrot::point([row, column], size, WHOLE.0, pixel));
        }
    });
}

/// Iterates eight pixels at a time, in vectors of eight lanes, until all eight have escaped.
fn by_lanes(size: [usize; 2], pixel: f32, steps: &mut [f32]) {
    const LANES: usize = 8;
    steps.par_chunks_mut(size[1]).enumerate().for_each(|(row, steps)| {
        for (chunk, steps) in steps.chunks_mut(LANES).enumerate() {
            let point = |k: usize| mandelbrot::point([row, chunk * LANES + k], size, WHOLE.0, pixel);
            let (cx, cy): ([f32; LANES], [f32; LANES]) =
                (std::array::from_fn(|k| point(k).re), std::array::from_fn(|k| point(k).im));
            let (mut x, mut y, mut left, mut norms) = (cx, cy, [-1i32; LANES], [0.0f32; LANES]);
            for step in 0..mandelbrot::STEPS as i32 {
                let mut inside = 0;
                for k in 0..LANES {
                    let norm = x[k] * x[k] + y[k] * y[k];
                    let leaves = norm > mandelbrot::ESCAPE_RADIUS && left[k] < 0;
                    left[k] = if leaves { step } else { left[k] };
                    norms[k] = if leaves { norm } else { norms[k] };
                    inside += i32::from(left[k] < 0);
                    let next = x[k] * x[k] - y[k] * y[k] + cx[k];
                    y[k] = x[k] * y[k] + y[k] * x[k] + cy[k];
                    x[k] = next;
                }
                if inside == 0 {
                    break;
                }
            }
            for (k, steps) in steps.iter_mut().enumerate() {
                let smooth = 1.0 - (norms[k].log2() / mandelbrot::ESCAPE_RADIUS.log2()).log2();
                *steps = if left[k] < 0 { -1.0 } else { left[k] as f32 + smooth };
            }
        }
    });
}

fn compare(setup: &Setup, measure: &mut dyn FnMut(Comparison<'_>)) -> BenchResult<()> {
    let size @ [rows, columns] = setup.pick([108, 192], [1080, 1920], [8640, 15_360]);
    let count = rows * columns;
    let pixel = WHOLE.1 / columns as f32;
    let mut expected = vec![0.0; count];
    by_rayon(size, pixel, &mut expected);
    let judge = |steps: &[f32]| compare_pixels(size, WHOLE.0, pixel, steps, &expected);

    let mut comparison =
        Comparison::new("mandelbrot", format!("{rows}x{columns}"), Work::Items(count as f64, "Gpixel/s"));
    if setup.has_cpu() {
        for (name, run) in
            [("rayon by hand", by_rayon as fn([usize; 2], f32, &mut [f32])), ("rayon, lanes of 8", by_lanes)]
        {
            let candidate =
                host(vec![0.0; count], move |steps| run(size, pixel, steps), |steps| judge(steps));
            comparison.add(CPU, name, candidate);
        }
    }
    for device in &setup.devices {
        let raw = &device.raw;
        for (name, checks) in [("WGSL by hand", Checks::On), ("WGSL by hand, unchecked", Checks::Off)] {
            let pipeline = raw.pipeline(WGSL, "main", &[Bind::Write, Bind::Uniform], checks);
            let steps = raw.buffer(4 * count);
            let params = raw.uniform([rows as u32, columns as u32, pixel.to_bits(), 0]);
            let groups = [columns.div_ceil(16), rows.div_ceil(16)];
            let all = vec![raw.step_2d(&pipeline, &[&steps, &params], groups)];
            comparison.add(&device.label, name, by_hand(raw, all, (steps, count), judge));
        }
    }
    for (label, on) in setup.accelerators() {
        let steps = Array::new_on(on, size).map_err(message)?;
        let run = move |on: &AcceleratorView, steps: &mut Array<f32, 2>| {
            on.parallel_for_each(size, mandelbrot::mandelbrot(WHOLE.0, pixel, &mut steps.as_view_mut()))
        };
        comparison.add(label, "amp", kernels(on, steps, run, move |steps| Ok(judge(&steps.to_vec()?))));
    }
    measure(comparison);
    Ok(())
}
