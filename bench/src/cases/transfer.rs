//! The ways there and back: from a slice to a device, and from a device to a slice.

use amp::prelude::*;
use amp_examples::frame::{Verdict, Work, data as made, same};

use super::Case;
use crate::contest::{Contest, Contestant, Outcome};
use crate::field::{CPU, Field, data, host, kernels, told};
use crate::raw::Raw;

pub(super) const CASE: Case = Case {
    name: "transfer",
    about: "from a slice of u32 to the device, and from there to a slice",
    elsewhere: false,
    hold,
};

/// `queue.write_buffer`, and a wait.
struct Upload<'a> {
    raw: &'a Raw,
    buffer: wgpu::Buffer,
    source: &'a [u32],
}

impl Contestant for Upload<'_> {
    fn run(&mut self) -> Outcome<()> {
        self.raw.queue.write_buffer(&self.buffer, 0, bytemuck::cast_slice(self.source));
        self.raw.queue.submit([]);
        self.raw.wait()
    }

    fn finish(&mut self) -> Outcome<()> {
        Ok(())
    }

    fn judge(&mut self) -> Outcome<Verdict> {
        Ok(same(&self.raw.read::<u32>(&self.buffer, self.source.len())?, self.source))
    }
}

/// A staging buffer that is used again: it is written where it is mapped, and copied from there; then it is mapped for the next
/// time.
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

impl Contestant for StagedUpload<'_> {
    fn run(&mut self) -> Outcome<()> {
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

    fn finish(&mut self) -> Outcome<()> {
        Ok(())
    }

    fn judge(&mut self) -> Outcome<Verdict> {
        Ok(same(&self.raw.read::<u32>(&self.buffer, self.source.len())?, self.source))
    }
}

/// A copy to a staging buffer that is used again, and from there to the slice.
struct Download<'a> {
    raw: &'a Raw,
    buffer: wgpu::Buffer,
    staging: wgpu::Buffer,
    result: Vec<u32>,
    source: &'a [u32],
}

impl Contestant for Download<'_> {
    fn run(&mut self) -> Outcome<()> {
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

    fn finish(&mut self) -> Outcome<()> {
        Ok(())
    }

    fn judge(&mut self) -> Outcome<Verdict> {
        Ok(same(&self.result, self.source))
    }
}

fn hold(field: &Field, held: &mut dyn FnMut(Contest<'_>)) -> Outcome<()> {
    let n = field.pick(1 << 18, 1 << 24, 1 << 28);
    let source = data(made::fill(&[n], 1, |random| random))?;
    let source = &source;
    let work = Work::Bytes(4.0 * n as f64);
    let memcpy = || {
        host(vec![0u32; n], move |to: &mut Vec<u32>| to.copy_from_slice(source), move |to| same(to, source))
    };

    let mut contest = Contest::new("upload", n, work);
    if field.has_cpu() {
        contest.enter(CPU, "memcpy, one thread", memcpy());
    }
    for device in &field.devices {
        let raw = &device.raw;
        contest.enter(&device.label, "wgpu", Upload { raw, buffer: raw.buffer(4 * n), source });
        contest.enter(&device.label, "wgpu, staging used again", StagedUpload::new(raw, source));
        let array = Array::new_on(&device.on, n).map_err(told)?;
        let run = move |on: &AcceleratorView, array: &mut Array<u32>| {
            array.copy_from(source)?;
            on.wait()
        };
        let judge = move |array: &Array<u32>| Ok(same(&array.to_vec()?, source));
        contest.enter(&device.label, "amp", kernels(&device.on, array, run, judge));
    }
    held(contest);

    let mut contest = Contest::new("download", n, work);
    if field.has_cpu() {
        contest.enter(CPU, "memcpy, one thread", memcpy());
    }
    for device in &field.devices {
        let raw = &device.raw;
        let (buffer, staging, result) = (raw.filled(source), raw.staging(4 * n as u64), vec![0; n]);
        contest.enter(&device.label, "wgpu", Download { raw, buffer, staging, result, source });
        let array = Array::from_slice_on(&device.on, n, source).map_err(told)?;
        let run = move |_: &AcceleratorView, result: &mut Vec<u32>| array.copy_to(result);
        let judge = move |result: &Vec<u32>| Ok(same(result, source));
        contest.enter(&device.label, "amp", kernels(&device.on, vec![0; n], run, judge));
    }
    held(contest);
    Ok(())
}
