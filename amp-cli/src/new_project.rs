//! `amp new`: writes a project with a kernel, and with a test of it on each accelerator.

use std::fs;
use std::io::{ErrorKind, Write};
use std::path::{Path, PathBuf};

use clap::Args;

use crate::{Failure, Result};

/// Create a project with a kernel, and with a test of it on each accelerator.
#[derive(Args)]
#[command(after_help = HELP)]
pub(crate) struct Arguments {
    /// The folder of the project, which must not exist; its last part is the name of the package
    name: PathBuf,
    /// The folder of amp's repository; without it, the one from which this tool was built
    #[arg(long, value_name = "PATH_TO_AMP")]
    path: Option<PathBuf>,
}

const HELP: &str = help!(
    "\
Examples:
  amp new blur
  amp new work/blur --path ~/amp
  cd blur && cargo test && cargo run --release"
);

/// The program of the project. The test `template` of this package compiles and tests it.
const PROGRAM: &str = include_str!("../template/src/main.rs");

/// Runs the command.
pub(crate) fn run(arguments: &Arguments, out: &mut dyn Write) -> Result {
    let folder = &arguments.name;
    let name = folder.file_name().and_then(|name| name.to_str()).unwrap_or_default();
    check_name(name).map_err(Failure::Input)?;
    let dependency = dependency(arguments.path.as_deref()).map_err(Failure::Input)?;

    if let Some(parent) = folder.parent() {
        fs::create_dir_all(parent).map_err(|error| unwritable(parent, &error))?;
    }
    // `create_dir` fails if the folder exists, so no file of the user is overwritten.
    match fs::create_dir(folder) {
        Err(error) if error.kind() == ErrorKind::AlreadyExists => {
            return Err(Failure::Input(format!("`{}` exists; choose another name", folder.display())));
        }
        result => result.map_err(|error| unwritable(folder, &error))?,
    }
    let write = |file: &str, text: &str| {
        let path = folder.join(file);
        fs::write(&path, text).map_err(|error| unwritable(&path, &error))
    };
    write("Cargo.toml", &manifest(name, &dependency, is_in_project(folder)))?;
    write(".gitignore", "/target\n")?;
    let sources = folder.join("src");
    fs::create_dir(&sources).map_err(|error| unwritable(&sources, &error))?;
    write("src/main.rs", PROGRAM)?;

    let shown = folder.display();
    writeln!(out, "created the project `{name}`. Next:\n  cd {shown}\n  cargo test\n  cargo run --release")?;
    Ok(())
}

/// The manifest of the project.
fn manifest(name: &str, dependency: &str, is_in_project: bool) -> String {
    let workspace = if is_in_project {
        "\n# A folder above belongs to another project. This line keeps the two apart.\n[workspace]\n"
    } else {
        ""
    };
    format!(
        "[package]\nname = \"{name}\"\nversion = \"0.1.0\"\nedition = \"2024\"\n\n\
         # The library's name in code is `amp`.\n[dependencies]\namp-runtime = {dependency}\n{workspace}"
    )
}

/// The dependency on amp for the manifest: `{ path = ".." }` with the folder of `amp-runtime`, which must exist.
fn dependency(path: Option<&Path>) -> std::result::Result<String, String> {
    let built_from = Path::new(env!("CARGO_MANIFEST_DIR")).join("..");
    let root = path.unwrap_or(&built_from);
    // The folder of the crate itself is accepted, too.
    let found = [root.join("amp-runtime"), root.to_path_buf()].into_iter().find(|folder| {
        let manifest = fs::read_to_string(folder.join("Cargo.toml")).unwrap_or_default();
        manifest.contains("name = \"amp-runtime\"")
    });
    let Some(found) = found else {
        return Err(match path {
            Some(path) => format!("`{}` has no folder `amp-runtime` with a crate", path.display()),
            None => "name the folder of amp's repository by `--path`".to_owned(),
        });
    };
    let found = fs::canonicalize(&found).map_err(|error| format!("`{}`: {error}", found.display()))?;
    let found = found.to_str().ok_or_else(|| format!("`{}` is not UTF-8", found.display()))?;
    // Windows writes canonical paths with a prefix that cargo does not expect.
    let found = found.strip_prefix(r"\\?\").unwrap_or(found);
    Ok(format!("{{ path = \"{}\" }}", found.replace('\\', "\\\\").replace('"', "\\\"")))
}

/// Whether a folder above has a manifest, which cargo would take for the workspace of the project.
fn is_in_project(folder: &Path) -> bool {
    let full = fs::canonicalize(folder).unwrap_or_else(|_| folder.to_path_buf());
    full.ancestors().skip(1).any(|above| above.join("Cargo.toml").exists())
}

/// Whether cargo accepts a name for a package with a program.
fn check_name(name: &str) -> std::result::Result<(), String> {
    /// Names that cargo refuses, or that another crate of the project has, such as `amp`.
    const RESERVED: &[&str] = &[
        "alloc",
        "amp",
        "amp-runtime",
        "amp_runtime",
        "build",
        "core",
        "deps",
        "examples",
        "incremental",
        "proc-macro",
        "proc_macro",
        "std",
        "test",
    ];
    const KEYWORDS: &[&str] = &[
        "abstract", "as", "async", "await", "become", "box", "break", "const", "continue", "crate", "do",
        "dyn", "else", "enum", "extern", "false", "final", "fn", "for", "gen", "if", "impl", "in", "let",
        "loop", "macro", "match", "mod", "move", "mut", "override", "priv", "pub", "ref", "return", "self",
        "static", "struct", "super", "trait", "true", "try", "type", "typeof", "unsafe", "unsized", "use",
        "virtual", "where", "while", "yield",
    ];
    let shown = crate::table::printable(name);
    if !name.starts_with(|c: char| c.is_ascii_alphabetic()) {
        return Err(format!("`{shown}` is not a package name: it must begin with a letter from a to z"));
    }
    if !name.chars().all(|c| c.is_ascii_alphanumeric() || c == '-' || c == '_') {
        return Err(format!("`{shown}` is not a package name: use letters, digits, `-` and `_`"));
    }
    if RESERVED.contains(&name) || KEYWORDS.contains(&name) {
        return Err(format!("`{shown}` is reserved; choose another name"));
    }
    Ok(())
}

fn unwritable(path: &Path, error: &std::io::Error) -> Failure {
    Failure::Input(format!("`{}` cannot be written: {error}", path.display()))
}
