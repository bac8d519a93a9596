//! The first launch of a process, which finds and opens a device and compiles a pipeline. Each run is a process of
//! its own.

use std::process::Command;
use std::time::Instant;

use amp::prelude::*;
use amp_examples::harness::{Verdict, Work};

use super::Case;
use crate::comparison::{BenchResult, Candidate, Comparison};
use crate::raw::{self, Bind, Checks, Raw};
use crate::setup::{CPU, Setup, message};

pub(super) const CASE: Case = Case {
    name: "first",
    summary: "a process with one launch, from main to the result",
    other_process: true,
    compare,
};

const WGSL: &str = include_str!("../wgsl/step.wgsl");
const COUNT: usize = 256;

#[kernel]
fn step(i: Index<1>, x: &mut ArrayViewMut<u32>) {
    x[i] = x[i].wrapping_mul(3).wrapping_add(1);
}

/// The subcommand of the child process.
pub(crate) const CHILD: &str = "first-launch-child";

/// The child process: one launch, and its time on standard output.
pub(crate) fn child(style: &str, label: &str) -> BenchResult<()> {
    let start = Instant::now();
    let source: Vec<u32> = (0..COUNT as u32).collect();
    let result = if style == "amp" {
        // `Accelerator::all` would also look for GPUs, and the time would include that search.
        let accelerator = if label == CPU {
            Accelerator::cpu()
        } else {
            let found = Accelerator::all().into_iter().find(|it| it.description() == label);
            found.ok_or("no such accelerator")?
        };
        let view = accelerator.default_view();
        let mut x = Array::from_slice_on(&view, COUNT, &source).map_err(message)?;
        view.parallel_for_each(COUNT, step(&mut x.as_view_mut())).map_err(message)?;
        x.to_vec().map_err(message)?
    } else {
        let adapter = raw::adapters().into_iter().find(|adapter| raw::label(&adapter.get_info()) == label);
        let raw = Raw::open(&adapter.ok_or("no such adapter")?)?;
        let pipeline = raw.pipeline(WGSL, "main", &[Bind::Write], Checks::On);
        let x = raw.filled(&source);
        raw.submit(&[raw.step(&pipeline, &[&x], COUNT / 64)], 1);
        raw.read(&x, COUNT)?
    };
    let time = start.elapsed();
    if result.iter().zip(&source).all(|(x, source)| *x == source * 3 + 1) {
        println!("{}", time.as_secs_f64() * 1e3);
        Ok(())
    } else {
        Err("the result is wrong".to_owned())
    }
}

/// A candidate that starts a process for each run. The time is that of the whole process, including its start.
struct Process {
    style: &'static str,
    label: String,
}

impl Candidate for Process {
    fn run(&mut self) -> BenchResult<()> {
        let own = std::env::current_exe().map_err(|error| error.to_string())?;
        let output = Command::new(own).args([CHILD, self.style, &self.label]).output();
        let output = output.map_err(|error| error.to_string())?;
        if output.status.success() {
            Ok(())
        } else {
            Err(String::from_utf8_lossy(&output.stderr).into_owned())
        }
    }

    fn finish(&mut self) -> BenchResult<()> {
        Ok(())
    }

    fn judge(&mut self) -> BenchResult<Verdict> {
        // The child process has compared the result. If it was wrong, the process failed, and so did `run`.
        Ok(Verdict::Correct)
    }
}

fn compare(setup: &Setup, measure: &mut dyn FnMut(Comparison<'_>)) -> BenchResult<()> {
    let mut comparison = Comparison::new("first", 1, Work::Items(1e9, "/s"));
    if setup.has_cpu() {
        comparison.add(CPU, "amp", Process { style: "amp", label: CPU.to_owned() });
    }
    for device in &setup.devices {
        for (name, style) in [("wgpu", "wgpu"), ("amp", "amp")] {
            comparison.add(&device.label, name, Process { style, label: device.label.clone() });
        }
    }
    measure(comparison);
    Ok(())
}
