//! `amp explain`: the facts that the compiler derived about each kernel of a package, and its shader in each language.
//!
//! The facts come from the source, without a build. `find` lists the sources of a package, `shaders` translates the WGSL,
//! `text` and `page` print the reports.

mod find;
mod launched;
mod page;
mod shaders;
mod text;

use std::ffi::OsString;
use std::fs;
use std::io::Write;
use std::path::PathBuf;

use amp_lower::explain::{Report, kernels};
use clap::{Args, ValueEnum};
use serde_json::{Value, json};

use crate::{Failure, Result};

/// Explain how amp compiles the kernels of a package.
///
/// For each kernel: the captures and their accesses, uniform and varying values, subscripts with and without a proof that they
/// are in bounds, loops, the work of one work-item, and the shader. amp reads the sources and builds nothing. So the shader has
/// stand-ins for types, constants and functions that only rustc knows, unless COMMAND launches the kernel.
#[derive(Args)]
#[command(after_help = HELP)]
pub(crate) struct Arguments {
    /// A part of the kernel's name; without it, all kernels
    kernel: Option<String>,
    /// The package; without it, the packages of this folder
    #[arg(short, long, conflicts_with = "file")]
    package: Option<String>,
    /// A source file, instead of a package
    #[arg(long, value_name = "FILE")]
    file: Vec<PathBuf>,
    /// The language of the shader
    #[arg(long, value_enum, default_value = "wgsl")]
    language: Language,
    /// Print JSON
    #[arg(long, conflicts_with = "html")]
    json: bool,
    /// A command that launches the kernels, such as `cargo run`. The report then has their exact shaders
    #[arg(last = true, value_name = "COMMAND")]
    command: Vec<OsString>,
    /// Write a page with each kernel beside its shader in all languages
    #[arg(long, value_name = "FILE")]
    html: Option<PathBuf>,
}

const HELP: &str = help!(
    "\
Examples:
  amp explain                             all kernels of the package in this folder
  amp explain saxpy                       the kernels whose names contain `saxpy`
  amp explain -p blur --language spirv    the kernels of the package `blur`, with SPIR-V
  amp explain saxpy -- cargo run          the same, with the exact shader from a run of the program
  amp explain --html kernels.html         a page with the source beside each shader
  amp explain --json --file src/main.rs   JSON for other tools"
);

/// A language of shaders.
#[derive(Clone, Copy, PartialEq, Eq, ValueEnum)]
enum Language {
    /// WebGPU's language, which amp generates
    Wgsl,
    /// For Vulkan
    Spirv,
    /// For Metal
    Msl,
    /// For DirectX
    Hlsl,
    /// For OpenGL
    Glsl,
}

impl Language {
    const ALL: [Language; 5] =
        [Language::Wgsl, Language::Spirv, Language::Msl, Language::Hlsl, Language::Glsl];

    fn name(self) -> &'static str {
        match self {
            Language::Wgsl => "WGSL",
            Language::Spirv => "SPIR-V",
            Language::Msl => "MSL",
            Language::Hlsl => "HLSL",
            Language::Glsl => "GLSL",
        }
    }
}

/// A kernel with its source.
struct Explained {
    /// The path of the file, as it is shown.
    file: String,
    /// The lines of the kernel.
    source: String,
    report: Report,
    /// Whether the report has the exact shader, from a launch of the kernel.
    is_exact: bool,
}

/// Runs the command.
pub(crate) fn run(arguments: &Arguments, out: &mut dyn Write) -> Result {
    let files = match &arguments.file[..] {
        [] => find::sources(arguments.package.as_deref())?,
        files => files.to_vec(),
    };
    let launched = launched::by_command(&arguments.command)?;
    let (mut found, mut rejected) = (Vec::new(), Vec::new());
    for path in files {
        let file = path.display().to_string();
        let source =
            fs::read_to_string(&path).map_err(|error| Failure::Input(format!("`{file}`: {error}")))?;
        // Most files have no kernel, and need not be parsed.
        if !["kernel", "amp!"].iter().any(|word| source.contains(word)) {
            continue;
        }
        let reports = match kernels(&source) {
            Ok(reports) => reports,
            Err(error) if arguments.file.is_empty() => {
                rejected.push(format!("{file} is not Rust: {error}"));
                continue;
            }
            Err(error) => return Err(Failure::Input(format!("`{file}` is not Rust: {error}"))),
        };
        let named = |name: &str| arguments.kernel.as_ref().is_none_or(|part| name.contains(&**part));
        for report in reports {
            match report {
                Ok(mut report) if named(&report.name) => {
                    let exact = launched.iter().find(|it| it.is_of(&path, &report));
                    if let Some(exact) = exact {
                        report.wgsl = Some(exact.wgsl.clone());
                        report.has_stand_ins = false;
                    }
                    let (first, last) = report.lines;
                    let source =
                        source.lines().skip(first - 1).take(last + 1 - first).collect::<Vec<_>>().join("\n");
                    let is_exact = exact.is_some();
                    found.push(Explained { file: file.clone(), source, report, is_exact });
                }
                Err((name, line)) if named(&name) => {
                    rejected.push(format!("{name}, {file}:{line}: `cargo check` shows why amp rejects it"));
                }
                _ => {}
            }
        }
    }
    if found.is_empty() && rejected.is_empty() {
        return Err(Failure::Input(match &arguments.kernel {
            Some(kernel) => format!("no kernel's name contains `{}`", crate::table::printable(kernel)),
            None => "there is no kernel here: no `#[kernel]` function and no `amp!` closure".to_owned(),
        }));
    }
    if arguments.json {
        let kernels: Vec<_> = found.iter().map(|it| json_of(it, arguments.language)).collect();
        let document = json!({ "kernels": kernels, "rejected": rejected });
        serde_json::to_writer_pretty(&mut *out, &document).map_err(std::io::Error::from)?;
        writeln!(out)?;
        return Ok(());
    }
    if let Some(path) = &arguments.html {
        let page = page::page(&found, &rejected);
        let file = path.display();
        fs::write(path, page).map_err(|error| Failure::Input(format!("`{file}`: {error}")))?;
        writeln!(out, "{}: {}", file, crate::table::count(found.len(), "kernel"))?;
    } else {
        for explained in &found {
            write!(out, "{}", text::of(explained, arguments.language))?;
        }
    }
    for rejection in rejected {
        writeln!(out, "rejected: {}", crate::table::printable(&rejection))?;
    }
    Ok(())
}

fn json_of(explained: &Explained, language: Language) -> Value {
    let Explained { file, report, is_exact, .. } = explained;
    let captures: Vec<_> = report
        .captures
        .iter()
        .map(|it| json!({ "name": it.name, "kind": it.kind, "type": it.ty, "atomic": it.atomic, "exclusive": it.exclusive }))
        .collect();
    let variables: Vec<_> = report
        .variables
        .iter()
        .map(|it| json!({ "name": it.name, "line": it.line, "uniform": it.uniformity, "reason": it.reason }))
        .collect();
    let accesses: Vec<_> = report
        .accesses
        .iter()
        .map(|it| {
            json!({ "view": it.view, "line": it.line, "writes": it.stores, "elements": it.elements, "checked_by_row": it.checked_by_row, "atomic": it.atomic })
        })
        .collect();
    let loops: Vec<_> =
        report.loops.iter().map(|it| json!({ "line": it.line, "cpu": it.execution })).collect();
    let work: Vec<_> = report
        .work
        .iter()
        .map(|it| {
            json!({
                "loop_line": it.loop_line, "loads": it.loads, "stores": it.stores, "bytes": it.bytes,
                "float_operations": it.float_operations, "integer_operations": it.integer_operations,
                "atomics": it.atomics, "calls": it.calls,
            })
        })
        .collect();
    json!({
        "name": report.name,
        "file": file,
        "lines": [report.lines.0, report.lines.1],
        "rank": report.rank,
        "tile": report.tile,
        "captures": captures,
        "tile_memory": report.tile_memory.iter().map(|(name, ty)| json!({ "name": name, "type": ty })).collect::<Vec<_>>(),
        "variables": variables,
        "accesses": accesses,
        "bounds": { "requirements": report.requirements, "unproved_lines": report.unproved_lines },
        "loops": loops,
        "work": work,
        "shader": { "language": language.name(), "text": shaders::shader(report, language), "has_stand_ins": report.has_stand_ins, "exact": is_exact },
    })
}
