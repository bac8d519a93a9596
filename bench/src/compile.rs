//! Compile time of kernels. Cargo compiles crates with no, one and fifty kernels. A second measurement calls the
//! macro's lowering directly and reports the share of naga.

mod kernels;

use std::fmt::Write as _;
use std::fs;
use std::io::Write;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::time::{Duration, Instant};

use naga::valid::{Capabilities, ValidationFlags, Validator};
use quote::ToTokens;

use crate::comparison::BenchResult;

const TEXT: &str = include_str!("compile/kernels.rs");
/// The number of kernels in `TEXT`.
const KERNELS: usize = 5;
const ROUNDS: usize = 5;

const NONE: &str = "fn main() {\n    println!(\"{}\", amp::Accelerator::cpu().description());\n}\n";

const ONE: &str = "use amp::prelude::*;

#[kernel]
fn saxpy(i: Index<1>, a: f32, x: &ArrayView<f32>, y: &mut ArrayViewMut<f32>) {
    y[i] = a * x[i] + y[i] + 1.0;
}

fn main() {
    let (x, mut y) = (vec![1.0; 100], vec![2.0; 100]);
    let (x, mut y) = (ArrayView::new(&x), ArrayViewMut::new(&mut y));
    parallel_for_each(y.extent(), saxpy(2.0, &x, &mut y)).unwrap();
}
";

/// The text that changes between two compilations: a literal in a kernel, if there is one.
const CHANGED: &str = "+ 1.0";

/// A mode of compilation.
struct Mode {
    name: &'static str,
    arguments: &'static [&'static str],
    /// Whether incremental compilation is on.
    incremental: bool,
    /// Whether the macros are optimised.
    optimised: bool,
}

const fn mode(
    name: &'static str,
    arguments: &'static [&'static str],
    incremental: bool,
    optimised: bool,
) -> Mode {
    Mode { name, arguments, incremental, optimised }
}

const MODES: &[Mode] = &[
    mode("`cargo check`", &["check"], false, false),
    mode("`cargo build`", &["build"], false, false),
    mode("`cargo build`, after a change in a kernel", &["build"], true, false),
    mode("`cargo build`, macros optimised", &["build"], false, true),
    mode("`cargo build --release`", &["build", "--release"], false, false),
];

/// Prints the compile times of crates with no, one and fifty kernels.
pub(crate) fn measure(out: &mut dyn Write) -> BenchResult<bool> {
    let message = |error: std::io::Error| error.to_string();
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("..");
    if !root.join("amp-runtime").exists() || Command::new("cargo").arg("--version").output().is_err() {
        return Err("this needs cargo, and the sources of amp".to_owned());
    }
    let folder = root.join("target/compile");
    let crates = Crates::new(&root, &folder).map_err(message)?;
    let fifty = crates.fifty();
    let sizes: [(&str, &str); 3] = [("none", NONE), ("1", ONE), ("50", &fifty)];
    writeln!(
        out,
        "Time of the crate without its dependencies, best of {ROUNDS} rounds.\n\n\
         | | no kernel | 1 kernel | 50 kernels | each further kernel |\n|---|--:|--:|--:|--:|"
    )
    .map_err(message)?;
    for mode in MODES {
        // `eprintln!` would panic if standard error is closed.
        let _ = writeln!(std::io::stderr(), "{} ..", mode.name);
        let mut best = [Duration::MAX; 3];
        for (best, (name, text)) in best.iter_mut().zip(sizes) {
            *best = crates.best(mode, name, text)?;
        }
        let [none, one, fifty] = best;
        let each = fifty.saturating_sub(one) / 49;
        let s = |time: Duration| format!("{:.2} s", time.as_secs_f64());
        let (none, one, fifty) = (s(none), s(one), s(fifty));
        writeln!(out, "| {} | {none} | {one} | {fifty} | {:.0} ms |", mode.name, each.as_secs_f64() * 1e3)
            .map_err(message)?;
    }
    let (all, naga) = macro_time()?;
    writeln!(
        out,
        "\nThe macro (optimised, without rustc) takes {:.2} ms for a kernel; naga's parser and validator take {:.2} ms of it.",
        all.as_secs_f64() * 1e3,
        naga.as_secs_f64() * 1e3,
    )
    .map_err(message)?;
    Ok(true)
}

/// Crates in folders of their own, with a shared target folder.
struct Crates {
    folder: PathBuf,
}

impl Crates {
    fn new(root: &Path, folder: &Path) -> std::io::Result<Crates> {
        let library = root.join("amp-runtime").canonicalize()?;
        for name in ["none", "1", "50"] {
            let own = folder.join(name);
            fs::create_dir_all(own.join("src"))?;
            fs::write(
                own.join("Cargo.toml"),
                format!(
                    "[package]\nname = \"kernels-{name}\"\nversion = \"0.0.0\"\nedition = \"2024\"\n\n[workspace]\n\n\
                     [dependencies]\namp-runtime = {{ path = {library:?} }}\n"
                ),
            )?;
            fs::copy(root.join("Cargo.lock"), own.join("Cargo.lock"))?;
        }
        Ok(Crates { folder: folder.to_owned() })
    }

    /// The source text of a crate with fifty kernels.
    fn fifty(&self) -> String {
        let text: String =
            TEXT.lines().filter(|line| !line.starts_with("//!")).map(|line| format!("{line}\n")).collect();
        let (mut all, mut calls) = (String::new(), String::new());
        for n in 0..50 / KERNELS {
            let _ = write!(all, "mod kernels{n} {{\n{text}}}\n\n");
            let _ = writeln!(calls, "    kernels{n}::run(|_| ()).unwrap();");
        }
        all + &format!("fn main() {{\n{calls}}}\n")
    }

    fn best(&self, mode: &Mode, name: &str, text: &str) -> BenchResult<Duration> {
        let mut best = Duration::MAX;
        // The first round also compiles the library and is not counted.
        for round in 0..=ROUNDS {
            let changed = match text.contains(CHANGED) {
                true => text.replacen(CHANGED, &format!("+ 1.{round}"), 1),
                false => format!("{text}// {round}\n"),
            };
            let own = self.folder.join(name);
            fs::write(own.join("src/main.rs"), changed).map_err(|error| error.to_string())?;
            let start = Instant::now();
            let output = Command::new("cargo")
                .args(mode.arguments)
                .args(["--quiet", "--offline"])
                .current_dir(&own)
                .env("CARGO_TARGET_DIR", self.folder.join("target"))
                .env("CARGO_INCREMENTAL", if mode.incremental { "1" } else { "0" })
                .env("CARGO_PROFILE_DEV_BUILD_OVERRIDE_OPT_LEVEL", if mode.optimised { "3" } else { "0" })
                .output()
                .map_err(|error| error.to_string())?;
            if !output.status.success() {
                return Err(String::from_utf8_lossy(&output.stderr).into_owned());
            }
            if round > 0 {
                best = best.min(start.elapsed());
            }
        }
        Ok(best)
    }
}

/// The mean time that the macro takes for a kernel of `TEXT`, and the part of it that naga takes.
fn macro_time() -> BenchResult<(Duration, Duration)> {
    let message = |error: &dyn std::fmt::Display| error.to_string();
    let file: syn::File = syn::parse_str(TEXT).map_err(|error| message(&error))?;
    let mut shaders = Vec::new();
    kernels::run(|explained| shaders.extend(explained.wgsl)).map_err(|error| message(&error))?;
    let (mut all, mut naga) = (Duration::MAX, Duration::MAX);
    for _ in 0..20 {
        let start = Instant::now();
        for item in &file.items {
            let syn::Item::Fn(item) = item else { continue };
            let Some(attribute) = item.attrs.iter().find(|it| it.path().is_ident("kernel")) else { continue };
            let arguments = match &attribute.meta {
                syn::Meta::List(list) => list.tokens.clone(),
                _ => Default::default(),
            };
            let mut bare = item.clone();
            bare.attrs.clear();
            amp_lower::kernel(arguments, bare.to_token_stream())
                .map_err(|_| format!("`{}` is refused", item.sig.ident))?;
        }
        all = all.min(start.elapsed());
        let start = Instant::now();
        for wgsl in &shaders {
            let module = naga::front::wgsl::parse_str(wgsl).map_err(|error| message(&error))?;
            Validator::new(ValidationFlags::all(), Capabilities::all())
                .validate(&module)
                .map_err(|error| message(&error))?;
        }
        naga = naga.min(start.elapsed());
    }
    if shaders.len() != KERNELS {
        return Err(format!("{} of {KERNELS} kernels have a shader", shaders.len()));
    }
    Ok((all / KERNELS as u32, naga / KERNELS as u32))
}
