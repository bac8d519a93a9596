//! Random kernels: each is compiled by rustc alone and by the kernel compiler, and run on every accelerator that is here.
//! Who disagrees is made smaller until nothing can be left out.

mod batch;
mod generate;
mod program;
mod random;
mod tree;

use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::sync::Mutex;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::Instant;

use batch::{Verdict, Workshop};
use program::Program;
use tree::Node;

const HELP: &str = "\
Random kernels, compared: rustc alone, the CPU, the checked CPU, every GPU.

They have domains of one to three dimensions, whole and in sections, and tiles; references, functions that take these, views
and closures, generic ones, traits and functions that wait; patterns, loops and ways out of them; integers of 32 and 64 bits,
floats, structs, enums, tuples, arrays and vectors; atomics.

Usage: cargo run --release -p fuzz -- [options]

  --count N       how many programs (default 100)
  --seed S        the first one's seed (default 0)
  --batch N       how many are compiled together (default 40)
  --print         print the program of the seed, and do nothing
  --emit FOLDER   write the programs as modules, and do nothing
  --no-shrink     report what disagrees as it is
  --work FOLDER   where to compile (default: target/fuzz)
  --help          this

Exit status: 0 if all agree, 1 if some do not, 2 if it could not be found out.
";

struct Options {
    count: u64,
    seed: u64,
    batch: u64,
    print: bool,
    emit: Option<PathBuf>,
    shrink: bool,
    work: PathBuf,
}

fn main() -> ExitCode {
    let options = match options() {
        Ok(Some(options)) => options,
        Ok(None) => {
            print!("{HELP}");
            return ExitCode::SUCCESS;
        }
        Err(error) => {
            eprintln!("{error}\n\n{HELP}");
            return ExitCode::from(2);
        }
    };
    match run(&options) {
        Ok(0) => ExitCode::SUCCESS,
        Ok(_) => ExitCode::from(1),
        Err(error) => {
            eprintln!("{error}");
            ExitCode::from(2)
        }
    }
}

fn root() -> &'static Path {
    Path::new(env!("CARGO_MANIFEST_DIR")).parent().unwrap_or(Path::new("."))
}

fn options() -> Result<Option<Options>, lexopt::Error> {
    use lexopt::prelude::*;
    let mut options = Options {
        count: 100,
        seed: 0,
        batch: 40,
        print: false,
        emit: None,
        shrink: true,
        work: root().join("target/fuzz"),
    };
    let mut parser = lexopt::Parser::from_env();
    while let Some(argument) = parser.next()? {
        match argument {
            Long("count") => options.count = parser.value()?.parse()?,
            Long("seed") => options.seed = parser.value()?.parse()?,
            Long("batch") => options.batch = parser.value()?.parse::<u64>()?.max(1),
            Long("print") => options.print = true,
            Long("emit") => options.emit = Some(parser.value()?.into()),
            Long("no-shrink") => options.shrink = false,
            Long("work") => options.work = parser.value()?.into(),
            Long("help") => return Ok(None),
            other => return Err(other.unexpected()),
        }
    }
    Ok(Some(options))
}

fn program(seed: u64) -> (Node, Program) {
    let (tree, shape) = generate::program(seed);
    let program = Program { name: format!("seed{seed}"), text: tree.print(), shape };
    (tree, program)
}

/// How many programs are not right.
fn run(options: &Options) -> std::io::Result<u64> {
    let seeds = options.seed..options.seed + options.count;
    if options.print {
        print!("{}", program(options.seed).1.text);
        return Ok(0);
    }
    if let Some(folder) = &options.emit {
        for seed in seeds {
            let (_, program) = program(seed);
            std::fs::write(folder.join(format!("{}.rs", program.name)), program.module())?;
        }
        return Ok(0);
    }
    let (start, bad, done) = (Instant::now(), AtomicU64::new(0), AtomicU64::new(0));
    let next = Mutex::new(seeds.start);
    // While one batch runs, another is compiled.
    let worker = |n: usize| -> std::io::Result<()> {
        let workshop = Workshop::new(&options.work, n, root())?;
        loop {
            let batch = {
                let mut next = next.lock().unwrap_or_else(std::sync::PoisonError::into_inner);
                let first = *next;
                *next = seeds.end.min(first + options.batch);
                first..*next
            };
            if batch.is_empty() {
                return Ok(());
            }
            let count = batch.end - batch.start;
            bad.fetch_add(judge(&workshop, batch, options.shrink)?, Ordering::Relaxed);
            let done = done.fetch_add(count, Ordering::Relaxed) + count;
            let (bad, seconds) = (bad.load(Ordering::Relaxed), start.elapsed().as_secs());
            eprint!("\r{done} of {} programs, {bad} not right, {seconds} s ", options.count);
        }
    };
    let outcomes: Vec<_> = std::thread::scope(|scope| {
        let worker = &worker;
        let threads: Vec<_> = (0..2).map(|n| scope.spawn(move || worker(n))).collect();
        threads.into_iter().map(|thread| thread.join()).collect()
    });
    eprintln!();
    for outcome in outcomes {
        outcome.map_err(|_| std::io::Error::other("a worker panicked"))??;
    }
    Ok(bad.into_inner())
}

/// How many programs of a batch are not right.
fn judge(workshop: &Workshop, seeds: std::ops::Range<u64>, shrinks: bool) -> std::io::Result<u64> {
    let programs: Vec<_> = seeds.map(program).collect();
    let texts: Vec<_> = programs.iter().map(|(_, program)| program.clone()).collect();
    let verdicts = workshop.judge(&texts)?;
    for (name, verdict) in &verdicts {
        let Some((tree, program)) = programs.iter().find(|(_, program)| program.name == *name) else {
            continue;
        };
        let smallest = match shrinks {
            true => shrink(workshop, tree, program, verdict)?,
            false => program.text.clone(),
        };
        println!("\n{name}: {}\n{smallest}", describe(verdict));
    }
    Ok(verdicts.len() as u64)
}

fn describe(verdict: &Verdict) -> &str {
    match verdict {
        Verdict::Refused(why) | Verdict::Differs(why) => why,
    }
}

/// The same fault: refused with the same first words, or different at all.
fn is_alike(a: &Verdict, b: &Verdict) -> bool {
    match (a, b) {
        (Verdict::Refused(a), Verdict::Refused(b)) => a.lines().next() == b.lines().next(),
        (Verdict::Differs(_), Verdict::Differs(b)) => !b.contains("rustc's own"),
        _ => false,
    }
}

/// The smallest program with the same fault that leaving out and simplifying leads to. Candidates are tried many at a time.
fn shrink(workshop: &Workshop, tree: &Node, program: &Program, verdict: &Verdict) -> std::io::Result<String> {
    let mut best = tree.clone();
    let mut at = 0;
    while at < best.count() {
        let mut candidates = Vec::new();
        let mut places = Vec::new();
        let mut next = at;
        while next < best.count() && candidates.len() < 16 {
            for smaller in best.smaller(next) {
                let name = format!("{}_{}", program.name, candidates.len());
                candidates.push(Program { name, text: smaller.print(), shape: program.shape.clone() });
                places.push((next, smaller));
            }
            next += 1;
        }
        let verdicts = workshop.judge(&candidates)?;
        let found = candidates.iter().position(|candidate| {
            verdicts.get(&candidate.name).is_some_and(|found| is_alike(verdict, found))
        });
        match found {
            Some(found) => {
                let (place, smaller) = places.swap_remove(found);
                best = smaller;
                at = place.min(at);
            }
            None => at = next,
        }
    }
    Ok(best.print())
}

#[cfg(test)]
mod tests {
    use super::*;

    /// They are kept as they were found: what makes programs may change, and what they found stays.
    #[test]
    fn every_program_among_the_tests_is_run() {
        let folder = root().join("tests/random");
        let main = std::fs::read_to_string(folder.join("main.rs")).unwrap();
        let run: Vec<_> = main.split_once("programs! {").unwrap().1.split_whitespace().collect();
        let mut found = 0;
        for file in std::fs::read_dir(&folder).unwrap() {
            let path = file.unwrap().path();
            let name = path.file_stem().unwrap().to_str().unwrap();
            assert!(name == "main" || run.contains(&name), "{name} is not in main.rs");
            found += 1;
        }
        assert!(found >= 20, "only {found}");
    }

    #[test]
    fn a_seed_is_a_program() {
        assert_eq!(program(7).1.text, program(7).1.text);
        assert_ne!(program(7).1.text, program(8).1.text);
    }
}
