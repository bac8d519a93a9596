//! The house style: each file says what it is for and is short, and `unsafe` stands only where it is accounted for.

use crate::tree::{header, path, read, sources};

/// Lines that a file may have.
const LONGEST: usize = 400;

/// Files that may be longer.
const LONG: &[&str] = &[
    // A table.
    "amp-lower/src/diagnostics/catalogue.rs",
    // A table.
    "amp-shader/src/methods.rs",
    // Written by another law, from the compiler's own tests.
    "tests/kernels/page/examples.rs",
    // Still in one piece, though each of them has parts that could go.
    "amp-lower/src/analysis/uniformity.rs",
    "amp-runtime/src/accelerator.rs",
    "amp-shader/src/link.rs",
];

/// The only files with `unsafe` in them. Each block says beside it why it is sound; here stands why it is there at all.
const UNSAFE: &[(&str, &str)] = &[
    ("amp-examples/ffi/src/lib.rs", "memory that callers in other languages lend"),
    ("bench/src/cases/matmul.rs", "the library for matrix products takes pointers"),
    (
        "bench/src/cases/nbody/lanes.rs",
        "calls what is compiled for AVX2 once the machine was seen to have it",
    ),
    ("bench/cubecl/src/main.rs", "CubeCL's arguments are handles without types"),
    ("bench/src/raw.rs", "shaders without the checks that wgpu adds"),
    ("amp-runtime/src/arguments.rs", "hands on the promise that twins live no longer than their launch"),
    ("amp-runtime/src/array/access.rs", "guards for an array that was fetched"),
    ("amp-runtime/src/capture.rs", "makes a twin of a view that it borrows"),
    (
        "amp-runtime/src/gpu/cache.rs",
        "gives the driver what it said before, after a check that nobody changed it",
    ),
    (
        "amp-runtime/src/element/plain.rs",
        "reads, while compiling, where fields lie and which bits variants have",
    ),
    ("amp-runtime/src/forked.rs", "has the C library tell of forks"),
    ("amp-runtime/tests/forked.rs", "forks, which std has no function for"),
    ("amp-runtime/src/gpu/heaps.rs", "asks Vulkan what wgpu does not tell"),
    (
        "amp-runtime/src/gpu/pipeline.rs",
        "shaders without the counters that stop loops, if all loops end, and without checks, if all accesses stay inside",
    ),
    ("amp-runtime/src/host.rs", "memory that amp allocated, and copies of memory that atomic views share"),
    ("amp-runtime/src/cpu/crew.rs", "jobs that are lent to threads until they are done"),
    ("amp-runtime/src/cpu/level.rs", "calls what is compiled for features that the machine was seen to have"),
    ("amp-runtime/src/launch.rs", "asks for the twins, and runs them while the arguments live"),
    ("amp-runtime/src/storage/copy.rs", "copies out of memory and into it, while both ends are borrowed"),
    ("amp-runtime/src/storage/fetch.rs", "puts what was fetched where it is stale"),
    (
        "amp-runtime/src/storage/send.rs",
        "sends the host's memory to devices, and writes to it while its view is borrowed",
    ),
    ("amp-runtime/src/storage/mod.rs", "lent and owned memory behind one pointer, shared between threads"),
    ("amp-runtime/src/twin/lanes.rs", "values as words, those of all lanes side by side"),
    ("amp-runtime/src/twin/memory.rs", "places of elements, after the check of their index"),
    ("amp-runtime/src/twin/part.rs", "parts of views that twins lend, within their memory"),
    ("amp-runtime/src/twin/own.rs", "elements that belong to one row, without atomics"),
    ("amp-runtime/src/twin/read.rs", "elements that nobody writes, without checks for each lane"),
    ("amp-runtime/src/twin/shared.rs", "the words of elements as atomics"),
    ("amp-runtime/src/twin/stretch.rs", "room of which only as much is used as a row is long"),
    (
        "amp-runtime/src/twin/vectors.rs",
        "words that others may touch, copied by vectors of which each word is whole",
    ),
    ("amp-runtime/src/twin/words.rs", "room for elements on the stack, of which all are written first"),
    ("amp-runtime/src/view/guard.rs", "slices of a view's memory while it is borrowed"),
    ("amp-runtime/src/view/read.rs", "guards for a view that was fetched"),
    ("amp-runtime/src/view/write.rs", "guards for a view that was fetched"),
];

#[test]
fn every_file_says_what_it_is_for() {
    for file in sources() {
        assert!(!header(&read(&file)).trim().is_empty(), "`{file}` does not start with `//!`");
    }
}

#[test]
fn no_file_is_too_long() {
    for file in sources() {
        let (lines, excepted) = (read(&file).lines().count(), LONG.contains(&&*file));
        assert!(lines <= LONGEST || excepted, "`{file}` has {lines} lines; {LONGEST} is the limit");
    }
    for file in LONG {
        assert!(path(file).exists(), "`{file}` is excepted, and does not exist");
    }
}

#[test]
fn unsafe_code_is_accounted_for() {
    let listed = |file: &str| UNSAFE.iter().any(|(known, _)| *known == file);
    for file in sources() {
        let found = has_unsafe(&read(&file));
        assert!(!found || listed(&file), "`{file}` contains `unsafe` and is not on the list");
        assert!(found || !listed(&file), "`{file}` contains no `unsafe` any more: take it off the list");
    }
    for (file, why) in UNSAFE {
        assert!(path(file).exists() && !why.is_empty(), "`{file}` is listed, and does not exist");
    }
}

#[test]
fn crates_without_unsafe_code_forbid_it() {
    for room in ["amp-shader", "amp-lower", "amp-macros"] {
        let root = read(&format!("{room}/src/lib.rs"));
        assert!(root.contains("\n#![forbid(unsafe_code)]\n"), "{room} does not forbid `unsafe`");
    }
}

#[test]
fn nothing_names_a_machine() {
    // In two halves, so that this file does not.
    let here = path("").canonicalize().expect("the repository is somewhere").display().to_string();
    let mut foreign: Vec<_> =
        ["/ho|me/", "/Us|ers/", "/ro|ot/", "C:|\\", "/t|mp/"].map(|p| p.replace('|', "")).into();
    foreign.push(here);
    for ending in [".rs", ".md", ".toml", ".stderr"] {
        for file in crate::tree::files("", ending) {
            let text = read(&file);
            for path in &foreign {
                assert!(!text.contains(path.as_str()), "`{file}` contains `{path}`");
            }
        }
    }
}

/// Whether there is `unsafe` in the code, comments and texts aside.
fn has_unsafe(source: &str) -> bool {
    const FORMS: &[&str] =
        &["unsafe {", "unsafe fn", "unsafe impl", "unsafe trait", "unsafe extern", "#[unsafe("];
    source.lines().any(|line| {
        let code = line.split("//").next().unwrap_or(line).replace("\\\"", "");
        FORMS.iter().any(|form| code.find(form).is_some_and(|at| code[..at].matches('"').count() % 2 == 0))
    })
}
