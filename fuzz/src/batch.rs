//! Compiles programs, many at a time, and runs them.

use std::collections::BTreeMap;
use std::fs;
use std::io::{self, Write as _};
use std::path::{Path, PathBuf};
use std::process::Command;

/// A program, as text.
#[derive(Clone)]
pub(crate) struct Program {
    /// Its name: of its module, and in reports.
    pub name: String,
    /// The text.
    pub text: String,
    /// Its kernel is tiled.
    pub tiled: bool,
}

/// What became of a program that is not right.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Verdict {
    /// It did not compile, for this reason.
    Refused(String),
    /// It ran, and something differed.
    Differs(String),
}

impl Program {
    /// The module: the kernel, the same text for rustc alone, and what runs them.
    pub(crate) fn module(&self) -> String {
        let (text, name) = (&self.text, &self.name);
        let head = format!("//! The random program {name}.\n\n");
        if self.tiled {
            return format!("{head}pub mod kernel {{\nuse amp::prelude::*;\n{text}}}\n\ncrate::run!(16);\n");
        }
        let plain: String = text
            .lines()
            .filter(|line| !matches!(*line, "#[device]" | "#[kernel]"))
            .map(|line| line.replace(", GpuType)]", ")]") + "\n")
            .collect();
        format!(
            "{head}pub mod kernel {{\nuse amp::prelude::*;\n{text}}}\n\npub mod reference {{\n\
             use crate::harness::{{Slice as ArrayView, Slice as ArrayViewMut}};\n\
             use amp::{{Index, atomic_fetch_add}};\n{plain}}}\n\ncrate::run!();\ncrate::expected!();\n"
        )
    }
}

/// A crate in a folder of its own, in which programs are compiled and run.
pub(crate) struct Workshop {
    folder: PathBuf,
    target: PathBuf,
}

const ALLOWED: &str = "#![allow(warnings)]\n";

impl Workshop {
    /// A workshop in `folder`, for the library at `root`.
    pub(crate) fn new(folder: &Path, root: &Path) -> io::Result<Self> {
        fs::create_dir_all(folder.join("src"))?;
        let manifest = format!(
            "[package]\nname = \"programs\"\nversion = \"0.0.0\"\nedition = \"2024\"\n\n[workspace]\n\n\
             [dependencies]\namp-runtime = {{ path = {:?} }}\n\n\
             [profile.dev.package.programs]\ndebug = false\n\n\
             [profile.dev.build-override]\nopt-level = 1\n",
            root.join("amp-runtime")
        );
        fs::write(folder.join("Cargo.toml"), manifest)?;
        if let Ok(lock) = fs::read(root.join("Cargo.lock")) {
            fs::write(folder.join("Cargo.lock"), lock)?;
        }
        fs::write(folder.join("src/harness.rs"), include_str!("harness.rs"))?;
        Ok(Workshop { folder: folder.to_owned(), target: root.join("target") })
    }

    /// The programs that are not right, and why.
    pub(crate) fn judge(&self, programs: &[Program]) -> io::Result<BTreeMap<String, Verdict>> {
        let mut bad = BTreeMap::new();
        let mut left: Vec<_> = programs.to_vec();
        loop {
            self.write(&left)?;
            let built = self.cargo("build")?;
            if built.status.success() {
                break;
            }
            let refused = refusals(&String::from_utf8_lossy(&built.stderr), &left);
            if refused.is_empty() {
                io::stderr().write_all(&built.stderr)?;
                return Err(io::Error::other("the programs do not compile, and no one is to blame"));
            }
            left.retain(|program| !refused.contains_key(&program.name));
            bad.extend(refused);
        }
        let ran = self.cargo("run")?;
        let said = String::from_utf8_lossy(&ran.stdout).into_owned();
        let mut done = 0;
        for line in said.lines() {
            match line.split_once(' ') {
                Some(("ok", _)) => done += 1,
                Some((name, what)) if left.iter().any(|program| program.name == name) => {
                    done += 1;
                    bad.insert(name.to_owned(), Verdict::Differs(what.to_owned()));
                }
                _ => {}
            }
        }
        // What ends the process ends the rest of the batch.
        if let Some(program) = left.get(done) {
            let why = format!("the process ended: {}", String::from_utf8_lossy(&ran.stderr));
            bad.insert(program.name.clone(), Verdict::Differs(why));
            let rest: Vec<_> = left[done + 1..].to_vec();
            if !rest.is_empty() {
                bad.extend(self.judge(&rest)?);
            }
        }
        Ok(bad)
    }

    fn cargo(&self, word: &str) -> io::Result<std::process::Output> {
        // What the library is made of is there already.
        let mut command = Command::new("cargo");
        command.args([word, "-q", "--offline"]).current_dir(&self.folder).env("CARGO_INCREMENTAL", "0");
        if std::env::var_os("CARGO_TARGET_DIR").is_none() {
            command.env("CARGO_TARGET_DIR", &self.target);
        }
        command.output()
    }

    fn write(&self, programs: &[Program]) -> io::Result<()> {
        let source = self.folder.join("src");
        let mut main = String::from(ALLOWED);
        main += "#[macro_use]\nmod harness;\nuse harness::check;\n";
        for program in programs {
            main += &format!("mod {};\n", program.name);
            fs::write(source.join(format!("{}.rs", program.name)), program.module())?;
        }
        main += "\nfn main() {\n    std::panic::set_hook(Box::new(|_| {}));\n    let all = amp::Accelerator::all();\n";
        for program in programs {
            let name = &program.name;
            main += &match program.tiled {
                true => format!("    check(\"{name}\", None, {name}::run, &all);\n"),
                false => format!("    check(\"{name}\", Some({name}::expected), {name}::run, &all);\n"),
            };
        }
        main += "}\n";
        fs::write(source.join("main.rs"), main)
    }
}

/// Which programs rustc refuses: the first message about each.
fn refusals(messages: &str, programs: &[Program]) -> BTreeMap<String, Verdict> {
    let mut found = BTreeMap::new();
    for message in messages.split("\nerror").filter(|message| message.contains("--> src/")) {
        let Some((_, place)) = message.split_once("--> src/") else { continue };
        let Some((name, _)) = place.split_once(".rs") else { continue };
        if programs.iter().any(|program| program.name == name) {
            let text: String = message.lines().take(12).map(|line| format!("{line}\n")).collect();
            found.entry(name.to_owned()).or_insert(Verdict::Refused(text));
        }
    }
    found
}
