//! A copy, to measure memory bandwidth.

use amp::prelude::*;
use amp_examples::harness::{Work, data as inputs, same};
use rayon::prelude::*;

use super::{CHUNK, Case};
use crate::comparison::{BenchResult, Candidate, Comparison};
use crate::raw::{Bind, Checks, Raw};
use crate::setup::{CPU, Setup, by_hand, data, host, kernels, message};

pub(super) const CASE: Case = Case {
    name: "copy",
    summary: "copy of u32; the device's own copy is the limit",
    other_process: false,
    compare,
};

const WGSL: &str = include_str!("../wgsl/copy.wgsl");

#[kernel]
fn copy(i: Index<1>, from: &ArrayView<u32>, to: &mut ArrayViewMut<u32>) {
    to[i] = from[i];
}

#[kernel]
fn copy_quads(i: Index<1>, from: &ArrayView<UVec4>, to: &mut ArrayViewMut<UVec4>) {
    to[i] = from[i];
}

/// The same loop as in the kernel.
fn by_rayon(from: &[u32], to: &mut [u32]) {
    to.par_chunks_mut(CHUNK)
        .zip(from.par_chunks(CHUNK))
        .for_each(|(to, from)| to.iter_mut().zip(from).for_each(|(to, from)| *to = *from));
}

/// memcpy of large chunks on all cores. No copy loop on the CPU is expected to be faster.
fn by_memcpy(from: &[u32], to: &mut [u32]) {
    let chunk = from.len().div_ceil(rayon::current_num_threads());
    to.par_chunks_mut(chunk).zip(from.par_chunks(chunk)).for_each(|(to, from)| to.copy_from_slice(from));
}

/// The copy command of the device, without a shader. No copy kernel is expected to be faster.
struct DeviceCopy<'a, J> {
    raw: &'a Raw,
    from: wgpu::Buffer,
    to: wgpu::Buffer,
    n: usize,
    times: usize,
    judge: J,
}

impl<J: FnMut(&[u32]) -> amp_examples::harness::Verdict> Candidate for DeviceCopy<'_, J> {
    fn run(&mut self) -> BenchResult<()> {
        self.times += 1;
        Ok(())
    }

    fn finish(&mut self) -> BenchResult<()> {
        let mut encoder = self.raw.device.create_command_encoder(&Default::default());
        for _ in 0..std::mem::take(&mut self.times) {
            encoder.copy_buffer_to_buffer(&self.from, 0, &self.to, 0, 4 * self.n as u64);
        }
        self.raw.queue.submit([encoder.finish()]);
        self.raw.wait()
    }

    fn judge(&mut self) -> BenchResult<amp_examples::harness::Verdict> {
        Ok((self.judge)(&self.raw.read(&self.to, self.n)?))
    }
}

fn compare(setup: &Setup, measure: &mut dyn FnMut(Comparison<'_>)) -> BenchResult<()> {
    let sizes: &[usize] = setup.pick(&[1 << 18], &[1 << 24], &[1 << 24, 1 << 28]);
    sizes.iter().try_for_each(|&n| compare_size(setup, n, measure))
}

fn compare_size(setup: &Setup, n: usize, measure: &mut dyn FnMut(Comparison<'_>)) -> BenchResult<()> {
    let source = data(inputs::fill(&[n], 1, |random| random))?;
    let judge = |to: &[u32]| same(to, &source);

    let mut comparison = Comparison::new("copy", n, Work::Bytes(8.0 * n as f64));
    if setup.has_cpu() {
        comparison.add(CPU, "rayon by hand", host(vec![0; n], |to| by_rayon(&source, to), |to| judge(to)));
        comparison.add(CPU, "memcpy", host(vec![0; n], |to| by_memcpy(&source, to), |to| judge(to)));
    }
    for device in &setup.devices {
        let raw = &device.raw;
        for (name, checks) in [("WGSL by hand", Checks::On), ("WGSL by hand, unchecked", Checks::Off)] {
            let pipeline = raw.pipeline(WGSL, "main", &[Bind::Read, Bind::Write, Bind::Uniform], checks);
            let (from, to) = (raw.filled(&source), raw.buffer(4 * n));
            let params = raw.uniform([n as u32, 0, 0, 0]);
            let steps = vec![raw.step(&pipeline, &[&from, &to, &params], n.div_ceil(256))];
            comparison.add(&device.label, name, by_hand(raw, steps, (to, n), judge));
        }
        let (from, to) = (raw.filled(&source), raw.buffer(4 * n));
        comparison.add(&device.label, "the device's copy", DeviceCopy { raw, from, to, n, times: 0, judge });
    }
    for (label, on) in setup.accelerators() {
        let from = Array::from_slice_on(on, n, &source).map_err(message)?;
        let to = Array::new_on(on, n).map_err(message)?;
        let run = move |on: &AcceleratorView, to: &mut Array<u32>| {
            on.parallel_for_each(n, copy(&from.as_view(), &mut to.as_view_mut()))
        };
        comparison.add(label, "amp", kernels(on, to, run, move |to| Ok(judge(&to.to_vec()?))));

        let from = Array::from_slice_on(on, n, &source).map_err(message)?;
        let to = Array::new_on(on, n).map_err(message)?;
        let run = move |on: &AcceleratorView, to: &mut Array<u32>| {
            let from = from.as_view().reinterpret_as::<UVec4>()?;
            let mut to = to.as_view_mut();
            on.parallel_for_each(n / 4, copy_quads(&from, &mut to.reinterpret_as_mut()?))
        };
        comparison.add(label, "amp, quads", kernels(on, to, run, move |to| Ok(judge(&to.to_vec()?))));
    }
    measure(comparison);
    Ok(())
}
