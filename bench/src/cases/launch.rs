//! The cost of a launch: dependent launches, a single launch with a wait, and a very small launch.

use amp::prelude::*;
use amp_examples::harness::{Verdict, Work, same};
use wgpu::BindGroup;

use super::Case;
use crate::comparison::{BenchResult, Candidate, Comparison};
use crate::raw::{Bind, Checks, Pipeline, Raw};
use crate::setup::{CPU, Setup, host, kernels, message};

pub(super) const CASE: Case = Case {
    name: "launch",
    summary: "dependent launches over 256 elements; `launch_of_64` over 64",
    other_process: false,
    compare,
};

const WGSL: &str = include_str!("../wgsl/step.wgsl");
const COUNT: usize = 256;
/// Elements of a launch so small that the CPU runs it on one thread.
const SMALL: usize = 64;

#[kernel]
fn step(i: Index<1>, x: &mut ArrayViewMut<u32>) {
    x[i] = x[i].wrapping_mul(3).wrapping_add(1);
}

/// How a program that uses wgpu directly submits its dispatches.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Style {
    /// All dispatches in one pass, with one bind group.
    Shared,
    /// All dispatches in one pass, each with a bind group of its own. A library needs that, because each launch may
    /// have other views.
    GroupEach,
    /// Each dispatch in a submission of its own.
    SubmitEach,
}

struct ByHand<'a> {
    raw: &'a Raw,
    pipeline: Pipeline,
    data: wgpu::Buffer,
    groups: BindGroup,
    style: Style,
    launches: usize,
    count: usize,
    expected: &'a [u32],
}

impl Candidate for ByHand<'_> {
    fn run(&mut self) -> BenchResult<()> {
        let raw = self.raw;
        let passes = if self.style == Style::SubmitEach { self.launches } else { 1 };
        for _ in 0..passes {
            let mut encoder = raw.device.create_command_encoder(&Default::default());
            {
                let mut pass = encoder.begin_compute_pass(&Default::default());
                for _ in 0..self.launches / passes {
                    pass.set_pipeline(&self.pipeline.pipeline);
                    if self.style == Style::GroupEach {
                        pass.set_bind_group(0, &raw.bind(&self.pipeline, &[&self.data]), &[]);
                    } else {
                        pass.set_bind_group(0, &self.groups, &[]);
                    }
                    pass.dispatch_workgroups(self.count as u32 / 64, 1, 1);
                }
            }
            raw.queue.submit([encoder.finish()]);
        }
        // Other candidates wait once for a batch of runs. This candidate waits in each run, so that the time
        // includes the wait.
        raw.wait()
    }

    fn finish(&mut self) -> BenchResult<()> {
        Ok(())
    }

    fn judge(&mut self) -> BenchResult<Verdict> {
        Ok(same(&self.raw.read::<u32>(&self.data, self.count)?, self.expected))
    }
}

fn compare(setup: &Setup, measure: &mut dyn FnMut(Comparison<'_>)) -> BenchResult<()> {
    let many = setup.pick(100, 1000, 1000);
    let immediate: Vec<_> = setup
        .devices
        .iter()
        .map(|device| {
            let view = device.on.accelerator().create_view(QueuingMode::Immediate).map_err(message)?;
            Ok((&device.label, view))
        })
        .collect::<BenchResult<_>>()?;
    for (case, launches, count) in
        [("launches", many, COUNT), ("launch_alone", 1, COUNT), ("launch_of_64", 1, SMALL)]
    {
        let start: Vec<u32> = (0..count as u32).collect();
        let after = |x: &u32| (0..launches).fold(*x, |x, _| x.wrapping_mul(3).wrapping_add(1));
        let expected: Vec<u32> = start.iter().map(after).collect();
        let mut comparison =
            Comparison::new(case, launches, Work::Items(launches as f64 * 1e6, "thousand/s"));
        if setup.has_cpu() {
            let run = |x: &mut Vec<u32>| {
                for _ in 0..launches {
                    std::hint::black_box(&mut *x)
                        .iter_mut()
                        .for_each(|x| *x = x.wrapping_mul(3).wrapping_add(1));
                }
            };
            comparison.add(CPU, "a loop", host(start.clone(), run, |x| same(x, &expected)));
        }
        for device in &setup.devices {
            let raw = &device.raw;
            for (name, style) in [
                ("wgpu, one pass", Style::Shared),
                ("wgpu, a bind group each", Style::GroupEach),
                ("wgpu, a submission each", Style::SubmitEach),
            ] {
                if launches == 1 && style != Style::Shared {
                    continue;
                }
                let pipeline = raw.pipeline(WGSL, "main", &[Bind::Write], Checks::On);
                let data = raw.filled(&start);
                let groups = raw.bind(&pipeline, &[&data]);
                let expected = &expected;
                let candidate = ByHand { raw, pipeline, data, groups, style, launches, count, expected };
                comparison.add(&device.label, name, candidate);
            }
        }
        for (label, on) in setup.accelerators() {
            let x = Array::from_slice_on(on, count, &start).map_err(message)?;
            let run = move |on: &AcceleratorView, x: &mut Array<u32>| {
                for _ in 0..launches {
                    on.parallel_for_each(count, step(&mut x.as_view_mut()))?;
                }
                on.wait()
            };
            let expected = &expected;
            comparison.add(label, "amp", kernels(on, x, run, move |x| Ok(same(&x.to_vec()?, expected))));
        }
        for (label, on) in immediate.iter().filter(|_| launches > 1) {
            let x = Array::from_slice_on(on, count, &start).map_err(message)?;
            let run = move |on: &AcceleratorView, x: &mut Array<u32>| {
                for _ in 0..launches {
                    on.parallel_for_each(count, step(&mut x.as_view_mut()))?;
                }
                on.wait()
            };
            let expected = &expected;
            let candidate = kernels(on, x, run, move |x| Ok(same(&x.to_vec()?, expected)));
            comparison.add(label, "amp, immediate", candidate);
        }
        measure(comparison);
    }
    Ok(())
}
