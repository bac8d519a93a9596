//! A candidate that runs the kernel at a lower level of vector instructions than the processor has, such as
//! `baseline` or `v3`. A process selects its level once, by `AMP_CPU_LEVEL`. So each level runs in a child
//! process.
//!
//! Each line on the child's standard input is a number of runs. The child does the runs and answers `ok` or an
//! error.

use std::io::{BufRead, BufReader, Write};
use std::process::{Child, ChildStdin, ChildStdout, Command, Stdio};

use amp::prelude::*;
use amp_examples::harness::Verdict;
use amp_examples::programs::nbody;

use super::Bodies;
use crate::comparison::{BenchResult, Candidate};
use crate::setup::message;

/// The subcommand of the child process.
pub(crate) const CHILD: &str = "nbody-level-child";
/// The answer of the child if all went well.
const DONE: &str = "ok";
/// The number of runs in a request to verify the result of the earlier runs.
const VERIFY: usize = 0;

/// Serves requests until standard input ends.
pub(crate) fn child(count: &str) -> BenchResult<()> {
    let bodies = Bodies::new(count.parse().map_err(|_| format!("`{count}` is not a number of bodies"))?)?;
    let on = Accelerator::cpu().default_view();
    let from = Array::from_slice_on(&on, bodies.start.len(), &bodies.start).map_err(message)?;
    let mut to = Array::new_on(&on, bodies.start.len()).map_err(message)?;
    let mut out = std::io::stdout().lock();
    for line in std::io::stdin().lock().lines() {
        let line = line.map_err(|error| error.to_string())?;
        let times: usize = line.parse().map_err(|_| format!("`{line}` is not a number of runs"))?;
        for _ in 0..times {
            nbody::simple(&on, &from.as_view(), &mut to.as_view_mut()).map_err(message)?;
        }
        let verdict =
            if times == VERIFY { bodies.judge(&to.to_vec().map_err(message)?) } else { Verdict::Correct };
        let answer = match verdict {
            Verdict::Correct => DONE.to_owned(),
            Verdict::Wrong(reason) | Verdict::Skipped(reason) => reason.replace('\n', " "),
        };
        writeln!(out, "{answer}").and_then(|()| out.flush()).map_err(|error| error.to_string())?;
    }
    Ok(())
}

/// A candidate that runs in a child process.
pub(super) struct Level {
    process: Child,
    requests: Option<ChildStdin>,
    answers: BufReader<ChildStdout>,
    /// Runs that the next request asks for.
    queued: usize,
}

impl Level {
    /// Starts the child process for the level `name`.
    pub(super) fn start(name: &str, count: usize) -> BenchResult<Level> {
        let message = |error: std::io::Error| format!("the process for `{name}` did not start: {error}");
        let mut process = Command::new(std::env::current_exe().map_err(message)?)
            .args([CHILD, &count.to_string()])
            .env("AMP_CPU_LEVEL", name)
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .spawn()
            .map_err(message)?;
        let (requests, answers) = (process.stdin.take(), process.stdout.take());
        let answers = answers.ok_or_else(|| format!("the process for `{name}` has no output"))?;
        Ok(Level { process, requests, answers: BufReader::new(answers), queued: 0 })
    }

    fn request(&mut self, times: usize) -> BenchResult<String> {
        let message = |error: std::io::Error| format!("the process has ended: {error}");
        let requests = self.requests.as_mut().ok_or("the process has ended")?;
        writeln!(requests, "{times}").and_then(|()| requests.flush()).map_err(message)?;
        let mut answer = String::new();
        self.answers.read_line(&mut answer).map_err(message)?;
        Ok(answer.trim_end().to_owned())
    }
}

impl Candidate for Level {
    fn run(&mut self) -> BenchResult<()> {
        self.queued += 1;
        Ok(())
    }

    fn finish(&mut self) -> BenchResult<()> {
        match std::mem::take(&mut self.queued) {
            0 => Ok(()),
            times => match &*self.request(times)? {
                DONE => Ok(()),
                other => Err(format!("the process has ended: {other}")),
            },
        }
    }

    fn judge(&mut self) -> BenchResult<Verdict> {
        Ok(match &*self.request(VERIFY)? {
            DONE => Verdict::Correct,
            reason => Verdict::Wrong(reason.to_owned()),
        })
    }
}

impl Drop for Level {
    fn drop(&mut self) {
        // The end of its input ends the child.
        self.requests = None;
        let _ = self.process.wait();
    }
}
