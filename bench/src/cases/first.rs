//! The first launch of a process: everything that has to be found, opened and compiled. Each run is a process of its own.

use std::process::Command;
use std::time::Instant;

use amp::prelude::*;
use amp_examples::frame::{Verdict, Work};

use super::Case;
use crate::contest::{Contest, Contestant, Outcome};
use crate::field::{CPU, Field, told};
use crate::raw::{self, Bind, Checks, Raw};

pub(super) const CASE: Case = Case {
    name: "first",
    about: "a process that makes one launch, from main to the result",
    elsewhere: true,
    hold,
};

const WGSL: &str = include_str!("../wgsl/step.wgsl");
const COUNT: usize = 256;

#[kernel]
fn step(i: Index<1>, x: &mut ArrayViewMut<u32>) {
    x[i] = x[i].wrapping_mul(3).wrapping_add(1);
}

/// What the processes are told to be, instead of a benchmark.
pub(crate) fn child(style: &str, label: &str) -> Outcome<()> {
    let start = Instant::now();
    let source: Vec<u32> = (0..COUNT as u32).collect();
    let result = if style == "amp" {
        // Who wants the CPU need not look for others.
        let accelerator = if label == CPU {
            Accelerator::cpu()
        } else {
            let found = Accelerator::all().into_iter().find(|it| it.description() == label);
            found.ok_or("no such accelerator")?
        };
        let view = accelerator.default_view();
        let mut x = Array::from_slice_on(&view, COUNT, &source).map_err(told)?;
        view.parallel_for_each(COUNT, step(&mut x.as_view_mut())).map_err(told)?;
        x.to_vec().map_err(told)?
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

/// A process each time. The time is that of the whole process, as its user has to wait for it.
struct Process {
    style: &'static str,
    label: String,
}

impl Contestant for Process {
    fn run(&mut self) -> Outcome<()> {
        let own = std::env::current_exe().map_err(|error| error.to_string())?;
        let output = Command::new(own).args(["first-launch-of-a-process", self.style, &self.label]).output();
        let output = output.map_err(|error| error.to_string())?;
        if output.status.success() {
            Ok(())
        } else {
            Err(String::from_utf8_lossy(&output.stderr).into_owned())
        }
    }

    fn finish(&mut self) -> Outcome<()> {
        Ok(())
    }

    fn judge(&mut self) -> Outcome<Verdict> {
        // Who got it wrong ended with an error.
        Ok(Verdict::Right)
    }
}

fn hold(field: &Field, held: &mut dyn FnMut(Contest<'_>)) -> Outcome<()> {
    let mut contest = Contest::new("first", 1, Work::Things(1e9, "/s"));
    if field.has_cpu() {
        contest.enter(CPU, "amp", Process { style: "amp", label: CPU.to_owned() });
    }
    for device in &field.devices {
        for (name, style) in [("wgpu", "wgpu"), ("amp", "amp")] {
            contest.enter(&device.label, name, Process { style, label: device.label.clone() });
        }
    }
    held(contest);
    Ok(())
}
