//! The kernel as it is compiled for less of the processor than this one has. A level is chosen once in a process, so each has a
//! process of its own, which takes its turns like all others: it is told how often to do the work, and says when that is done.

use std::io::{BufRead, BufReader, Write};
use std::process::{Child, ChildStdin, ChildStdout, Command, Stdio};

use amp::prelude::*;
use amp_examples::frame::Verdict;
use amp_examples::programs::nbody;

use super::Bodies;
use crate::contest::{Contestant, Outcome};
use crate::field::told;

/// What the process is told to be.
pub(crate) const WORD: &str = "bodies-at-a-level";
/// What is said when all is well.
const DONE: &str = "ok";
/// Who is asked to do nothing says whether what was done is right.
const JUDGE: usize = 0;

/// What the process does: a line is how often to do the work.
pub(crate) fn child(count: &str) -> Outcome<()> {
    let bodies = Bodies::new(count.parse().map_err(|_| format!("`{count}` is no number of bodies"))?)?;
    let on = Accelerator::cpu().default_view();
    let from = Array::from_slice_on(&on, bodies.start.len(), &bodies.start).map_err(told)?;
    let mut to = Array::new_on(&on, bodies.start.len()).map_err(told)?;
    let mut out = std::io::stdout().lock();
    for line in std::io::stdin().lock().lines() {
        let line = line.map_err(|error| error.to_string())?;
        let times: usize = line.parse().map_err(|_| format!("`{line}` is no number"))?;
        for _ in 0..times {
            nbody::simple(&on, &from.as_view(), &mut to.as_view_mut()).map_err(told)?;
        }
        let verdict = if times == JUDGE { bodies.judge(&to.to_vec().map_err(told)?) } else { Verdict::Right };
        let answer = match verdict {
            Verdict::Right => DONE.to_owned(),
            Verdict::Wrong(why) | Verdict::Skipped(why) => why.replace('\n', " "),
        };
        writeln!(out, "{answer}").and_then(|()| out.flush()).map_err(|error| error.to_string())?;
    }
    Ok(())
}

/// The other end.
pub(super) struct Level {
    process: Child,
    tell: Option<ChildStdin>,
    hear: BufReader<ChildStdout>,
    gathered: usize,
}

impl Level {
    /// Starts the process.
    pub(super) fn start(name: &str, count: usize) -> Outcome<Level> {
        let told = |error: std::io::Error| format!("no process for `{name}`: {error}");
        let mut process = Command::new(std::env::current_exe().map_err(told)?)
            .args([WORD, &count.to_string()])
            .env("AMP_CPU_LEVEL", name)
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .spawn()
            .map_err(told)?;
        let (tell, hear) = (process.stdin.take(), process.stdout.take());
        let hear = hear.ok_or_else(|| format!("nothing is heard of `{name}`"))?;
        Ok(Level { process, tell, hear: BufReader::new(hear), gathered: 0 })
    }

    fn ask(&mut self, times: usize) -> Outcome<String> {
        let told = |error: std::io::Error| format!("the process has gone: {error}");
        let tell = self.tell.as_mut().ok_or("the process has gone")?;
        writeln!(tell, "{times}").and_then(|()| tell.flush()).map_err(told)?;
        let mut answer = String::new();
        self.hear.read_line(&mut answer).map_err(told)?;
        Ok(answer.trim_end().to_owned())
    }
}

impl Contestant for Level {
    fn run(&mut self) -> Outcome<()> {
        self.gathered += 1;
        Ok(())
    }

    fn finish(&mut self) -> Outcome<()> {
        match std::mem::take(&mut self.gathered) {
            0 => Ok(()),
            times => match &*self.ask(times)? {
                DONE => Ok(()),
                other => Err(format!("the process has stopped: {other}")),
            },
        }
    }

    fn judge(&mut self) -> Outcome<Verdict> {
        Ok(match &*self.ask(JUDGE)? {
            DONE => Verdict::Right,
            why => Verdict::Wrong(why.to_owned()),
        })
    }
}

impl Drop for Level {
    fn drop(&mut self) {
        // It ends when there is nothing more to read.
        self.tell = None;
        let _ = self.process.wait();
    }
}
