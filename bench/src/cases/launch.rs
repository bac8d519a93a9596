//! What a launch costs: many that depend on one another, one that is waited for, and one that is as small as launches are.

use amp::prelude::*;
use amp_examples::frame::{Verdict, Work, same};
use wgpu::BindGroup;

use super::Case;
use crate::contest::{Contest, Contestant, Outcome};
use crate::field::{CPU, Field, host, kernels, told};
use crate::raw::{Bind, Checks, Pipeline, Raw};

pub(super) const CASE: Case = Case {
    name: "launch",
    about: "launches over 256 elements, each of which depends on the one before it; `launch_of_64` over 64",
    elsewhere: false,
    hold,
};

const WGSL: &str = include_str!("../wgsl/step.wgsl");
const COUNT: usize = 256;
/// Work-items of a launch that is hardly worth one.
const FEW: usize = 64;

#[kernel]
fn step(i: Index<1>, x: &mut ArrayViewMut<u32>) {
    x[i] = x[i].wrapping_mul(3).wrapping_add(1);
}

/// How a program without a library sends its dispatches.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Style {
    /// All in one pass, with one bind group.
    Shared,
    /// All in one pass, each with a bind group of its own, as a library has to make them that is given other views each
    /// time.
    GroupEach,
    /// Each submitted by itself.
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

impl Contestant for ByHand<'_> {
    fn run(&mut self) -> Outcome<()> {
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
        // Even where turns are batches, each ends.
        raw.wait()
    }

    fn finish(&mut self) -> Outcome<()> {
        Ok(())
    }

    fn judge(&mut self) -> Outcome<Verdict> {
        Ok(same(&self.raw.read::<u32>(&self.data, self.count)?, self.expected))
    }
}

fn hold(field: &Field, held: &mut dyn FnMut(Contest<'_>)) -> Outcome<()> {
    let many = field.pick(100, 1000, 1000);
    let immediate: Vec<_> = field
        .devices
        .iter()
        .map(|device| {
            let view = device.on.accelerator().create_view(QueuingMode::Immediate).map_err(told)?;
            Ok((&device.label, view))
        })
        .collect::<Outcome<_>>()?;
    for (case, launches, count) in
        [("launches", many, COUNT), ("launch_alone", 1, COUNT), ("launch_of_64", 1, FEW)]
    {
        let start: Vec<u32> = (0..count as u32).collect();
        let after = |x: &u32| (0..launches).fold(*x, |x, _| x.wrapping_mul(3).wrapping_add(1));
        let expected: Vec<u32> = start.iter().map(after).collect();
        let mut contest = Contest::new(case, launches, Work::Things(launches as f64 * 1e6, "thousand/s"));
        if field.has_cpu() {
            let run = |x: &mut Vec<u32>| {
                for _ in 0..launches {
                    std::hint::black_box(&mut *x)
                        .iter_mut()
                        .for_each(|x| *x = x.wrapping_mul(3).wrapping_add(1));
                }
            };
            contest.enter(CPU, "a loop", host(start.clone(), run, |x| same(x, &expected)));
        }
        for device in &field.devices {
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
                let contestant = ByHand { raw, pipeline, data, groups, style, launches, count, expected };
                contest.enter(&device.label, name, contestant);
            }
        }
        for (label, on) in field.accelerators() {
            let x = Array::from_slice_on(on, count, &start).map_err(told)?;
            let run = move |on: &AcceleratorView, x: &mut Array<u32>| {
                for _ in 0..launches {
                    on.parallel_for_each(count, step(&mut x.as_view_mut()))?;
                }
                on.wait()
            };
            let expected = &expected;
            contest.enter(label, "amp", kernels(on, x, run, move |x| Ok(same(&x.to_vec()?, expected))));
        }
        for (label, on) in immediate.iter().filter(|_| launches > 1) {
            let x = Array::from_slice_on(on, count, &start).map_err(told)?;
            let run = move |on: &AcceleratorView, x: &mut Array<u32>| {
                for _ in 0..launches {
                    on.parallel_for_each(count, step(&mut x.as_view_mut()))?;
                }
                on.wait()
            };
            let expected = &expected;
            let contestant = kernels(on, x, run, move |x| Ok(same(&x.to_vec()?, expected)));
            contest.enter(label, "amp, immediate", contestant);
        }
        held(contest);
    }
    Ok(())
}
