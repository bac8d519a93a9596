//! Compiles programs in batches and runs them.

use std::collections::BTreeMap;
use std::fs;
use std::io::{self, Write as _};
use std::path::{Path, PathBuf};
use std::process::{Command, Output, Stdio};
use std::sync::mpsc;
use std::thread;
use std::time::Duration;

use crate::program::Program;

/// The failure of a program.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Verdict {
    /// rustc or the kernel compiler rejected the program, with this message.
    Rejected(String),
    /// An accelerator computed another result than rustc's code, or the process crashed.
    Differs(String),
}

/// A crate in a folder of its own, in which programs are compiled and run. It has several binaries, so that cargo
/// compiles them in parallel.
pub(crate) struct Workspace {
    folder: PathBuf,
    target: PathBuf,
    name: String,
    parts: usize,
}

/// The time after which the programs of a binary count as endless. It is far longer than a batch takes.
const LIMIT: Duration = Duration::from_secs(180);

const HARNESS: [(&str, &str); 5] = [
    ("mod", include_str!("harness/mod.rs")),
    ("data", include_str!("harness/data.rs")),
    ("tiles", include_str!("harness/tiles.rs")),
    ("types", include_str!("harness/types.rs")),
    ("vector", include_str!("harness/vector.rs")),
];

impl Workspace {
    /// Creates workspace number `n` in `folder`, for the library at `root`.
    pub(crate) fn new(folder: &Path, n: usize, root: &Path) -> io::Result<Self> {
        let (folder, name) = (folder.join(n.to_string()), format!("programs{n}"));
        fs::create_dir_all(folder.join("src/harness"))?;
        // Dependencies are compiled once and run often, so they are optimised. The programs run only briefly.
        let manifest = format!(
            "[package]\nname = \"{name}\"\nversion = \"0.0.0\"\nedition = \"2024\"\n\n[workspace]\n\n\
             [dependencies]\namp-runtime = {{ path = {:?} }}\n\n\
             [profile.dev]\ndebug = false\n\n[profile.dev.package.\"*\"]\nopt-level = 1\n\n\
             [profile.dev.build-override]\nopt-level = 1\n",
            root.join("amp-runtime")
        );
        fs::write(folder.join("Cargo.toml"), manifest)?;
        // Compiles the kernels' CPU code for the baseline instructions only, to save time. Code for other vector
        // instructions comes from the same Rust text.
        fs::create_dir_all(folder.join(".cargo"))?;
        let flags = "[build]\nrustflags = [\"--cfg\", \"amp_baseline\"]\n";
        fs::write(folder.join(".cargo/config.toml"), flags)?;
        if let Ok(lock) = fs::read(root.join("Cargo.lock")) {
            fs::write(folder.join("Cargo.lock"), lock)?;
        }
        for (name, text) in HARNESS {
            fs::write(folder.join(format!("src/harness/{name}.rs")), text)?;
        }
        // Downloads the dependencies, because the builds below are offline. Without a network this fails, but
        // cargo's cache may contain them already.
        Command::new("cargo").args(["fetch", "-q"]).current_dir(&folder).output()?;
        let target = std::env::var_os("CARGO_TARGET_DIR").map_or_else(|| root.join("target"), PathBuf::from);
        let parts = thread::available_parallelism().map_or(1, usize::from);
        Ok(Workspace { folder, target, name, parts })
    }

    /// Compiles and runs the programs. Returns those that fail, with their failures.
    pub(crate) fn judge(&self, programs: &[Program]) -> io::Result<BTreeMap<String, Verdict>> {
        let mut failures = BTreeMap::new();
        let mut left: Vec<_> = programs.to_vec();
        let parts = loop {
            if left.is_empty() {
                return Ok(failures);
            }
            let parts = self.write(&left)?;
            let mut cargo = Command::new("cargo");
            cargo.args(["build", "-q", "--offline", "--keep-going"]).current_dir(&self.folder);
            cargo.env("CARGO_INCREMENTAL", "0").env("CARGO_TARGET_DIR", &self.target);
            let built = cargo.output()?;
            if built.status.success() {
                break parts;
            }
            let rejected = rejections(&String::from_utf8_lossy(&built.stderr), &left);
            if rejected.is_empty() {
                io::stderr().write_all(&built.stderr)?;
                return Err(io::Error::other(
                    "the programs do not compile, and no program is named in the messages",
                ));
            }
            left.retain(|program| !rejected.contains_key(&program.name));
            failures.extend(rejected);
        };
        let ran: Vec<_> = thread::scope(|scope| {
            let start = |n: usize| {
                let part = self.target.join("debug").join(self.part(n));
                scope.spawn(move || run(&part))
            };
            let threads: Vec<_> = (0..parts.len()).map(start).collect();
            let ended = || io::Error::other("a thread ended");
            threads.into_iter().map(|thread| thread.join().unwrap_or_else(|_| Err(ended()))).collect()
        });
        for (programs, ran) in parts.into_iter().zip(ran) {
            self.read(&programs, &ran?, &mut failures)?;
        }
        Ok(failures)
    }

    /// Reads the output of a binary.
    fn read(
        &self,
        programs: &[Program],
        ran: &Output,
        failures: &mut BTreeMap<String, Verdict>,
    ) -> io::Result<()> {
        let mut done = 0;
        for line in String::from_utf8_lossy(&ran.stdout).lines() {
            match line.split_once(' ') {
                Some(("ok", _)) => done += 1,
                Some((name, what)) if programs.iter().any(|program| program.name == name) => {
                    done += 1;
                    failures.insert(name.to_owned(), Verdict::Differs(what.to_owned()));
                }
                _ => {}
            }
        }
        // A program that crashes ends the process. It is the first one without an output line. The programs after
        // it have not run, so they run again without it.
        if let Some(program) = programs.get(done) {
            let why = format!("the process ended: {}", String::from_utf8_lossy(&ran.stderr));
            failures.insert(program.name.clone(), Verdict::Differs(why));
            let rest = &programs[done + 1..];
            if !rest.is_empty() {
                failures.extend(self.judge(rest)?);
            }
        }
        Ok(())
    }

    fn part(&self, n: usize) -> String {
        format!("{}_{n}", self.name)
    }

    /// Writes the sources of the binaries, one for each processor core. Returns the programs of each binary.
    fn write(&self, programs: &[Program]) -> io::Result<Vec<Vec<Program>>> {
        let bin = self.folder.join("src/bin");
        if bin.exists() {
            fs::remove_dir_all(&bin)?;
        }
        let size = programs.len().div_ceil(self.parts).max(1);
        let parts: Vec<_> = programs.chunks(size).map(<[_]>::to_vec).collect();
        for (n, programs) in parts.iter().enumerate() {
            let folder = bin.join(self.part(n));
            fs::create_dir_all(&folder)?;
            let mut main = String::from(
                "#![allow(warnings)]\n#[macro_use]\n#[path = \"../../harness/mod.rs\"]\nmod harness;\nuse harness::check;\n",
            );
            let mut calls = String::new();
            for program in programs {
                let name = &program.name;
                main += &format!("mod {name};\n");
                calls += &format!("    check(\"{name}\", {name}::PROGRAM, &all);\n");
                fs::write(folder.join(format!("{name}.rs")), program.module())?;
            }
            main += "\nfn main() {\n    std::panic::set_hook(Box::new(|_| {}));\n    let all = amp::Accelerator::all();\n";
            main += &calls;
            main += "}\n";
            fs::write(folder.join("main.rs"), main)?;
        }
        Ok(parts)
    }
}

/// Runs a binary. Ends it after `LIMIT`; the program that runs then has printed no line.
fn run(binary: &Path) -> io::Result<Output> {
    let child = Command::new(binary).stdout(Stdio::piped()).stderr(Stdio::piped()).spawn()?;
    let (id, (ended, end)) = (child.id().to_string(), mpsc::channel::<()>());
    let guard = thread::spawn(move || {
        if end.recv_timeout(LIMIT) == Err(mpsc::RecvTimeoutError::Timeout) {
            eprintln!("a program did not end within {} s", LIMIT.as_secs());
            let _ = Command::new("kill").args(["-9", &id]).status();
        }
    });
    let output = child.wait_with_output();
    drop(ended);
    let _ = guard.join();
    output
}

/// The programs that rustc rejects, with the first message about each.
fn rejections(messages: &str, programs: &[Program]) -> BTreeMap<String, Verdict> {
    let mut found = BTreeMap::new();
    for message in messages.split("\nerror").filter(|message| message.contains("--> src/bin/")) {
        let Some((_, place)) = message.split_once("--> src/bin/") else { continue };
        let Some((path, _)) = place.split_once(".rs") else { continue };
        let Some((_, name)) = path.rsplit_once('/') else { continue };
        if programs.iter().any(|program| program.name == name) {
            let text: String = message.lines().take(12).map(|line| format!("{line}\n")).collect();
            found.entry(name.to_owned()).or_insert(Verdict::Rejected(text));
        }
    }
    found
}
