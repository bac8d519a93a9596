//! Measured speeds of an accelerator: the bandwidth of a kernel that copies, and the rate of a loop of multiply-adds.
//!
//! A measurement doubles the work until it takes long enough for the clock, and then takes the best of a few rounds. The
//! time includes the launch, so the work of one launch is large.

use std::time::{Duration, Instant};

use amp::prelude::*;
use indicatif::{ProgressBar, ProgressDrawTarget, ProgressStyle};

/// The measured speeds of an accelerator.
pub(crate) struct Speeds {
    /// Bytes read and written by a copy of `f32` values.
    pub(crate) bytes_per_second: f64,
    /// Multiplications and additions of `f32` values; a multiply-add counts twice.
    pub(crate) operations_per_second: f64,
}

/// The shortest time of a measurement. A shorter one would be inexact.
const ENOUGH: Duration = Duration::from_millis(20);

/// The number of measurements, of which the best one counts.
const ROUNDS: usize = 5;

/// The number of multiply-adds in a chain of [`multiply_add`]. The software driver llvmpipe ends a loop after a fixed number
/// of iterations, which is greater than this one.
const CHAIN: usize = 512;

/// Independent chains of [`multiply_add`], which hide the latency of an operation.
const CHAINS: usize = 8;

#[kernel]
fn copy_all(i: Index<1>, x: &ArrayView<f32>, y: &mut ArrayViewMut<f32>) {
    y[i] = x[i];
}

#[kernel]
fn multiply_add(i: Index<1>, factor: f32, y: &mut ArrayViewMut<f32>) {
    let start = y[i];
    let mut a = start;
    let mut b = start + 1.0;
    let mut c = start + 2.0;
    let mut d = start + 3.0;
    let mut e = start + 4.0;
    let mut f = start + 5.0;
    let mut g = start + 6.0;
    let mut h = start + 7.0;
    for _ in 0..CHAIN {
        a = a.mul_add(factor, 0.5);
        b = b.mul_add(factor, 0.5);
        c = c.mul_add(factor, 0.5);
        d = d.mul_add(factor, 0.5);
        e = e.mul_add(factor, 0.5);
        f = f.mul_add(factor, 0.5);
        g = g.mul_add(factor, 0.5);
        h = h.mul_add(factor, 0.5);
    }
    y[i] = ((a + b) + (c + d)) + ((e + f) + (g + h));
}

/// Measures an accelerator.
pub(crate) fn speeds(on: &Accelerator, progress: &Progress) -> amp::Result<Speeds> {
    let queue = on.default_view();
    // The largest size: 128 MiB for each view, or less on a small device. The checked accelerator runs one work-item
    // after another, so a small size is enough.
    let is_checked = *on == Accelerator::cpu_checked();
    let memory = on.dedicated_memory().unwrap_or(1 << 30);
    let largest = if is_checked { 1 << 14 } else { (memory / 8).min(on.limits().view_bytes).min(1 << 27) };
    let largest = (largest / 4) as usize;

    progress.begin(on, "copy");
    let bytes_per_second = rate(
        progress,
        largest,
        |elements| {
            let (mut x, mut y) =
                (Array::<f32>::new_on(&queue, elements)?, Array::<f32>::new_on(&queue, elements)?);
            x.fill(1.0)?;
            y.fill(0.0)?;
            let queue = queue.clone();
            let launch = move || queue.parallel_for_each(elements, copy_all(&x, &mut y.as_view_mut()));
            Ok((8.0 * elements as f64, launch))
        },
        &queue,
    )?;

    progress.begin(on, "multiply-add");
    let operations_per_second = rate(
        progress,
        largest.min(1 << 20),
        |elements| {
            let mut y = Array::<f32>::new_on(&queue, elements)?;
            y.fill(1.0)?;
            let queue = queue.clone();
            let launch = move || queue.parallel_for_each(elements, multiply_add(0.5, &mut y.as_view_mut()));
            Ok(((2 * CHAIN * CHAINS) as f64 * elements as f64, launch))
        },
        &queue,
    )?;
    Ok(Speeds { bytes_per_second, operations_per_second })
}

/// Measures the work in a second. `prepare(elements)` returns the work of one launch over so many elements, and a function
/// that launches it.
fn rate<L: FnMut() -> amp::Result<()>>(
    progress: &Progress,
    largest: usize,
    prepare: impl Fn(usize) -> amp::Result<(f64, L)>,
    queue: &AcceleratorView,
) -> amp::Result<f64> {
    let timed = |launch: &mut L, launches: usize| {
        let start = Instant::now();
        for _ in 0..launches {
            launch()?;
        }
        queue.wait()?;
        amp::Result::Ok(start.elapsed())
    };
    // Grow the launch first, then the number of launches.
    let mut elements = (1 << 12).min(largest);
    let (mut work, mut launch) = prepare(elements)?;
    timed(&mut launch, 1)?;
    while elements < largest && timed(&mut launch, 1)? < ENOUGH {
        elements = (4 * elements).min(largest);
        drop(launch);
        (work, launch) = prepare(elements)?;
        timed(&mut launch, 1)?;
        progress.tick();
    }
    let mut launches = 1;
    while launches < 1 << 12 && timed(&mut launch, launches)? < ENOUGH {
        launches *= 2;
        progress.tick();
    }
    let mut best = Duration::MAX;
    for _ in 0..ROUNDS {
        best = best.min(timed(&mut launch, launches)?);
        progress.tick();
    }
    Ok(work * launches as f64 / best.as_secs_f64().max(1e-9))
}

/// A progress bar on standard error, which is hidden if that is no terminal.
pub(crate) struct Progress(ProgressBar);

impl Progress {
    /// A bar for a number of accelerators, with two measurements for each; zero hides it.
    pub(crate) fn new(accelerators: usize) -> Progress {
        let target =
            if accelerators == 0 { ProgressDrawTarget::hidden() } else { ProgressDrawTarget::stderr() };
        let bar = ProgressBar::with_draw_target(Some(2 * accelerators as u64), target);
        if let Ok(style) = ProgressStyle::with_template("{bar:20} {pos}/{len} {msg}") {
            bar.set_style(style);
        }
        Progress(bar)
    }

    fn begin(&self, accelerator: &Accelerator, measured: &str) {
        self.0.set_message(format!("{measured}: {accelerator}"));
        self.0.inc(1);
    }

    fn tick(&self) {
        self.0.tick();
    }

    /// Removes the bar.
    pub(crate) fn finish(&self) {
        self.0.finish_and_clear();
    }
}
