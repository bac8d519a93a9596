//! A copy: nothing but memory.

use amp::prelude::*;
use amp_examples::frame::{Work, data as made, same};
use rayon::prelude::*;

use super::{CHUNK, Case};
use crate::contest::{Contest, Contestant, Outcome};
use crate::field::{CPU, Field, by_hand, data, host, kernels, told};
use crate::raw::{Bind, Checks, Raw};

pub(super) const CASE: Case =
    Case { name: "copy", about: "a copy of u32; the device's own copy is the limit", elsewhere: false, hold };

const WGSL: &str = include_str!("../wgsl/copy.wgsl");

#[kernel]
fn copy(i: Index<1>, from: &ArrayView<u32>, to: &mut ArrayViewMut<u32>) {
    to[i] = from[i];
}

#[kernel]
fn copy_quads(i: Index<1>, from: &ArrayView<UVec4>, to: &mut ArrayViewMut<UVec4>) {
    to[i] = from[i];
}

/// The same loop that the kernel is.
fn by_rayon(from: &[u32], to: &mut [u32]) {
    to.par_chunks_mut(CHUNK)
        .zip(from.par_chunks(CHUNK))
        .for_each(|(to, from)| to.iter_mut().zip(from).for_each(|(to, from)| *to = *from));
}

/// What the system's own copy makes of large chunks on all cores: the limit.
fn by_memcpy(from: &[u32], to: &mut [u32]) {
    let chunk = from.len().div_ceil(rayon::current_num_threads());
    to.par_chunks_mut(chunk).zip(from.par_chunks(chunk)).for_each(|(to, from)| to.copy_from_slice(from));
}

/// The copy that a device has besides shaders: the limit.
struct DeviceCopy<'a, J> {
    raw: &'a Raw,
    from: wgpu::Buffer,
    to: wgpu::Buffer,
    n: usize,
    times: usize,
    judge: J,
}

impl<J: FnMut(&[u32]) -> amp_examples::frame::Verdict> Contestant for DeviceCopy<'_, J> {
    fn run(&mut self) -> Outcome<()> {
        self.times += 1;
        Ok(())
    }

    fn finish(&mut self) -> Outcome<()> {
        let mut encoder = self.raw.device.create_command_encoder(&Default::default());
        for _ in 0..std::mem::take(&mut self.times) {
            encoder.copy_buffer_to_buffer(&self.from, 0, &self.to, 0, 4 * self.n as u64);
        }
        self.raw.queue.submit([encoder.finish()]);
        self.raw.wait()
    }

    fn judge(&mut self) -> Outcome<amp_examples::frame::Verdict> {
        Ok((self.judge)(&self.raw.read(&self.to, self.n)?))
    }
}

fn hold(field: &Field, held: &mut dyn FnMut(Contest<'_>)) -> Outcome<()> {
    let sizes: &[usize] = field.pick(&[1 << 18], &[1 << 24], &[1 << 24, 1 << 28]);
    sizes.iter().try_for_each(|&n| hold_one(field, n, held))
}

fn hold_one(field: &Field, n: usize, held: &mut dyn FnMut(Contest<'_>)) -> Outcome<()> {
    let source = data(made::fill(&[n], 1, |random| random))?;
    let judge = |to: &[u32]| same(to, &source);

    let mut contest = Contest::new("copy", n, Work::Bytes(8.0 * n as f64));
    if field.has_cpu() {
        contest.enter(CPU, "rayon by hand", host(vec![0; n], |to| by_rayon(&source, to), |to| judge(to)));
        contest.enter(CPU, "memcpy", host(vec![0; n], |to| by_memcpy(&source, to), |to| judge(to)));
    }
    for device in &field.devices {
        let raw = &device.raw;
        for (name, checks) in [("WGSL by hand", Checks::On), ("WGSL by hand, unchecked", Checks::Off)] {
            let pipeline = raw.pipeline(WGSL, "main", &[Bind::Read, Bind::Write, Bind::Uniform], checks);
            let (from, to) = (raw.filled(&source), raw.buffer(4 * n));
            let params = raw.uniform([n as u32, 0, 0, 0]);
            let steps = vec![raw.step(&pipeline, &[&from, &to, &params], n.div_ceil(256))];
            contest.enter(&device.label, name, by_hand(raw, steps, (to, n), judge));
        }
        let (from, to) = (raw.filled(&source), raw.buffer(4 * n));
        contest.enter(&device.label, "the device's copy", DeviceCopy { raw, from, to, n, times: 0, judge });
    }
    for (label, on) in field.accelerators() {
        let from = Array::from_slice_on(on, n, &source).map_err(told)?;
        let to = Array::new_on(on, n).map_err(told)?;
        let run = move |on: &AcceleratorView, to: &mut Array<u32>| {
            on.parallel_for_each(n, copy(&from.as_view(), &mut to.as_view_mut()))
        };
        contest.enter(label, "amp", kernels(on, to, run, move |to| Ok(judge(&to.to_vec()?))));

        let from = Array::from_slice_on(on, n, &source).map_err(told)?;
        let to = Array::new_on(on, n).map_err(told)?;
        let run = move |on: &AcceleratorView, to: &mut Array<u32>| {
            let from = from.as_view().reinterpret_as::<UVec4>()?;
            let mut to = to.as_view_mut();
            on.parallel_for_each(n / 4, copy_quads(&from, &mut to.reinterpret_as_mut()?))
        };
        contest.enter(label, "amp, quads", kernels(on, to, run, move |to| Ok(judge(&to.to_vec()?))));
    }
    held(contest);
    Ok(())
}
