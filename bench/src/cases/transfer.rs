//! Transfers: from a slice to a device, and from a device to a slice.

use amp::prelude::*;
use amp_examples::harness::{Verdict, Work, data as inputs, same};

use super::Case;
use crate::comparison::{BenchResult, Candidate, Comparison};
use crate::raw::Raw;
use crate::setup::{CPU, Setup, data, host, kernels, message};

pub(super) const CASE: Case = Case {
    name: "transfer",
    summary: "upload of a slice of u32, and download to a slice",
    other_process: false,
    compare,
};

/// `queue.write_buffer` and a wait.
struct Upload<'a> {
    raw: &'a Raw,
    buffer: wgpu::Buffer,
    source: &'a [u32],
}

impl Candidate for Upload<'_> {
    fn run(&mut self) -> BenchResult<()> {
        self.raw.queue.write_buffer(&self.buffer, 0, bytemuck::cast_slice(self.source));
        self.raw.queue.submit([]);
        self.raw.wait()
    }

    fn finish(&mut self) -> BenchResult<()> {
        Ok(())
    }

    fn judge(&mut self) -> BenchResult<Verdict> {
        Ok(same(&self.raw.read::<u32>(&self.buffer, self.source.len())?, self.source))
    }
}

/// A recycled staging buffer: written while mapped, copied from, and mapped again.
struct StagedUpload<'a> {
    raw: &'a Raw,
    buffer: wgpu::Buffer,
    staging: wgpu::Buffer,
    source: &'a [u32],
}

impl<'a> StagedUpload<'a> {
    fn new(raw: &'a Raw, source: &'a [u32]) -> Self {
        let size = size_of_val(source) as u64;
        let staging = raw.device.create_buffer(&wgpu::BufferDescriptor {
            label: None,
            size,
            usage: wgpu::BufferUsages::MAP_WRITE | wgpu::BufferUsages::COPY_SRC,
            mapped_at_creation: true,
        });
        StagedUpload { raw, buffer: raw.buffer(size as usize), staging, source }
    }
}

impl Candidate for StagedUpload<'_> {
    fn run(&mut self) -> BenchResult<()> {
        let size = self.staging.size();
        {
            let mapped = self.staging.slice(..).get_mapped_range_mut();
            let mut mapped = mapped.map_err(|error| error.to_string())?;
            mapped.slice(..).copy_from_slice(bytemuck::cast_slice(self.source));
        }
        self.staging.unmap();
        let mut encoder = self.raw.device.create_command_encoder(&Default::default());
        encoder.copy_buffer_to_buffer(&self.staging, 0, &self.buffer, 0, size);
        self.raw.queue.submit([encoder.finish()]);
        self.staging.slice(..).map_async(wgpu::MapMode::Write, |_| {});
        self.raw.wait()
    }

    fn finish(&mut self) -> BenchResult<()> {
        Ok(())
    }

    fn judge(&mut self) -> BenchResult<Verdict> {
        Ok(same(&self.raw.read::<u32>(&self.buffer, self.source.len())?, self.source))
    }
}

/// A copy to a recycled staging buffer, and from there to the slice.
struct Download<'a> {
    raw: &'a Raw,
    buffer: wgpu::Buffer,
    staging: wgpu::Buffer,
    result: Vec<u32>,
    source: &'a [u32],
}

impl Candidate for Download<'_> {
    fn run(&mut self) -> BenchResult<()> {
        let bytes = size_of_val(&*self.result) as u64;
        let mut encoder = self.raw.device.create_command_encoder(&Default::default());
        encoder.copy_buffer_to_buffer(&self.buffer, 0, &self.staging, 0, bytes);
        self.raw.queue.submit([encoder.finish()]);
        self.staging.slice(..).map_async(wgpu::MapMode::Read, |_| {});
        self.raw.wait()?;
        {
            let mapped = self.staging.slice(..).get_mapped_range().map_err(|error| error.to_string())?;
            bytemuck::cast_slice_mut(&mut self.result).copy_from_slice(&mapped);
        }
        self.staging.unmap();
        Ok(())
    }

    fn finish(&mut self) -> BenchResult<()> {
        Ok(())
    }

    fn judge(&mut self) -> BenchResult<Verdict> {
        Ok(same(&self.result, self.source))
    }
}

fn compare(setup: &Setup, measure: &mut dyn FnMut(Comparison<'_>)) -> BenchResult<()> {
    let n = setup.pick(1 << 18, 1 << 24, 1 << 28);
    let source = data(inputs::fill(&[n], 1, |random| random))?;
    let source = &source;
    let work = Work::Bytes(4.0 * n as f64);
    let memcpy = || {
        host(vec![0u32; n], move |to: &mut Vec<u32>| to.copy_from_slice(source), move |to| same(to, source))
    };

    let mut comparison = Comparison::new("upload", n, work);
    if setup.has_cpu() {
        comparison.add(CPU, "memcpy, one thread", memcpy());
    }
    for device in &setup.devices {
        let raw = &device.raw;
        comparison.add(&device.label, "wgpu", Upload { raw, buffer: raw.buffer(4 * n), source });
        comparison.add(&device.label, "wgpu, staging used again", StagedUpload::new(raw, source));
        let array = Array::new_on(&device.on, n).map_err(message)?;
        let run = move |on: &AcceleratorView, array: &mut Array<u32>| {
            array.copy_from(source)?;
            on.wait()
        };
        let judge = move |array: &Array<u32>| Ok(same(&array.to_vec()?, source));
        comparison.add(&device.label, "amp", kernels(&device.on, array, run, judge));
    }
    measure(comparison);

    let mut comparison = Comparison::new("download", n, work);
    if setup.has_cpu() {
        comparison.add(CPU, "memcpy, one thread", memcpy());
    }
    for device in &setup.devices {
        let raw = &device.raw;
        let (buffer, staging, result) = (raw.filled(source), raw.staging(4 * n as u64), vec![0; n]);
        comparison.add(&device.label, "wgpu", Download { raw, buffer, staging, result, source });
        let array = Array::from_slice_on(&device.on, n, source).map_err(message)?;
        let run = move |_: &AcceleratorView, result: &mut Vec<u32>| array.copy_to(result);
        let judge = move |result: &Vec<u32>| Ok(same(result, source));
        comparison.add(&device.label, "amp", kernels(&device.on, vec![0; n], run, judge));
    }
    measure(comparison);
    Ok(())
}
