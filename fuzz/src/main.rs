//! Differential fuzzing: rustc and the kernel compiler compile each random kernel, and it runs on every
//! accelerator.
//!
//! A program whose outputs differ is shrunk: parts are left out while the fault remains (delta debugging).

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

use batch::{Verdict, Workspace};
use program::Program;
use tree::Node;

const HELP: &str = "\
Differential fuzzing: compiles random kernels with rustc alone and with the kernel compiler, and compares their outputs
on the CPU, on the checked accelerator and on every GPU.

The kernels use domains of one to three dimensions, sections and tiles; references, view arguments, closures, generic
functions, traits and collective functions; patterns, loops and jumps; atomics; closures that the launch passes.

The values are integers of 8 to 64 bits, floats, structs, enums with and without fields, tuples, arrays and vectors;
options and results with their methods and `?`; ranges, slices of arrays and views with their methods; chains of
iterators of all sources, adaptors and consumers; structs without a layout, generic structs, and structs with
operators, `Index`, `Deref`, `From` and `Sum`.

Many types are known to rustc only: constants and tables of any type, methods and operators of the program's own
structs, type aliases, associated types, and literals that generic functions determine.

Usage: cargo run --release -p fuzz -- [options]

Options:
  --count N       number of programs (default 100)
  --seed S        seed of the first program (default 0); the others have the following seeds
  --batch N       number of programs that are compiled together (default 40)
  --print         print the program of the seed and exit
  --emit FOLDER   write the programs as modules and exit
  --no-shrink     report failing programs without shrinking them
  --work FOLDER   folder for the compilation (default: target/fuzz)
  --help          print this help

Exit status:
  0   the outputs of all programs are equal
  1   a program does not compile, or its outputs differ
  2   the command line is wrong, or the comparison failed
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

/// The number of failing programs.
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
    let (start, failures, done) = (Instant::now(), AtomicU64::new(0), AtomicU64::new(0));
    let next = Mutex::new(seeds.start);
    // One worker compiles a batch while the other one runs programs.
    let worker = |n: usize| -> std::io::Result<()> {
        let workspace = Workspace::new(&options.work, n, root())?;
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
            failures.fetch_add(judge(&workspace, batch, options.shrink)?, Ordering::Relaxed);
            let done = done.fetch_add(count, Ordering::Relaxed) + count;
            let (failures, seconds) = (failures.load(Ordering::Relaxed), start.elapsed().as_secs());
            eprint!("\r{done} of {} programs, {failures} failures, {seconds} s ", options.count);
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
    Ok(failures.into_inner())
}

/// The number of failing programs of a batch.
fn judge(workspace: &Workspace, seeds: std::ops::Range<u64>, shrinks: bool) -> std::io::Result<u64> {
    let programs: Vec<_> = seeds.map(program).collect();
    let texts: Vec<_> = programs.iter().map(|(_, program)| program.clone()).collect();
    let verdicts = workspace.judge(&texts)?;
    for (name, verdict) in &verdicts {
        let Some((tree, program)) = programs.iter().find(|(_, program)| program.name == *name) else {
            continue;
        };
        let smallest = match shrinks {
            true => shrink(workspace, tree, program, verdict)?,
            false => program.text.clone(),
        };
        println!("\n{name}: {}\n{smallest}", describe(verdict));
    }
    Ok(verdicts.len() as u64)
}

fn describe(verdict: &Verdict) -> &str {
    match verdict {
        Verdict::Rejected(why) | Verdict::Differs(why) => why,
    }
}

/// Whether a smaller program has the same fault: it is rejected with the same first line, or its outputs differ
/// too. A panic in the plain Rust version does not count.
fn is_same_fault(a: &Verdict, b: &Verdict) -> bool {
    match (a, b) {
        (Verdict::Rejected(a), Verdict::Rejected(b)) => a.lines().next() == b.lines().next(),
        (Verdict::Differs(_), Verdict::Differs(b)) => !b.contains("rustc's own"),
        _ => false,
    }
}

/// Delta debugging: leaves out parts of the program while the fault stays the same. Compiles the candidates in
/// batches.
fn shrink(
    workspace: &Workspace,
    tree: &Node,
    program: &Program,
    verdict: &Verdict,
) -> std::io::Result<String> {
    let mut best = tree.clone();
    let mut at = 0;
    while at < best.count() {
        let mut candidates = Vec::new();
        let mut positions = Vec::new();
        let mut next = at;
        while next < best.count() && candidates.len() < 16 {
            for smaller in best.smaller(next) {
                let name = format!("{}_{}", program.name, candidates.len());
                candidates.push(Program { name, text: smaller.print(), shape: program.shape.clone() });
                positions.push((next, smaller));
            }
            next += 1;
        }
        let verdicts = workspace.judge(&candidates)?;
        let found = candidates.iter().position(|candidate| {
            verdicts.get(&candidate.name).is_some_and(|found| is_same_fault(verdict, found))
        });
        match found {
            Some(found) => {
                let (place, smaller) = positions.swap_remove(found);
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

    /// Programs that found a bug are stored as text, because a change of the generator changes the program of a
    /// seed.
    #[test]
    fn every_stored_program_is_listed() {
        let folder = root().join("tests/random");
        let main = std::fs::read_to_string(folder.join("main.rs")).unwrap();
        let run: Vec<_> = main.rsplit_once("programs! {").unwrap().1.split_whitespace().collect();
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
    fn seeds_are_reproducible() {
        assert_eq!(program(7).1.text, program(7).1.text);
        assert_ne!(program(7).1.text, program(8).1.text);
    }
}
