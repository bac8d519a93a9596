//! Rules for every source file: it has a header, it names no machine, and `unsafe` is listed with a reason.

use crate::repository::{header, path, read, sources};

/// The files with `unsafe` code, with the reason why it is necessary. A `SAFETY:` comment at each block says why it is sound.
const UNSAFE: &[(&str, &str)] = &[
    ("amp-examples/ffi/src/lib.rs", "borrows memory of callers in other languages"),
    ("bench/src/cases/matmul.rs", "calls a matrix library with pointers"),
    ("bench/src/cases/nbody/lanes.rs", "calls functions compiled for AVX2 after a check of the processor"),
    ("bench/cubecl/src/main.rs", "calls CubeCL with untyped handles"),
    ("bench/src/raw.rs", "creates shaders without wgpu's checks"),
    (
        "amp-runtime/src/launch/bound_captures.rs",
        "passes on the promise that the CPU code's borrows end with the launch",
    ),
    ("amp-runtime/src/data/array/access.rs", "makes guards for a downloaded array"),
    ("amp-runtime/src/launch/capture/mod.rs", "borrows a view for the CPU code"),
    (
        "amp-runtime/src/device/gpu/disk_cache.rs",
        "passes cached pipeline data to the driver, after a check of its integrity",
    ),
    ("amp-runtime/src/types/plain.rs", "reads field offsets and discriminants in constant evaluation"),
    ("amp-runtime/src/support/fork_detection.rs", "registers a `pthread_atfork` handler of the C library"),
    ("amp-runtime/src/support/trace.rs", "registers an `atexit` handler of the C library"),
    ("amp-runtime/tests/forked.rs", "calls `fork`, which std does not provide"),
    (
        "amp-runtime/src/device/gpu/memory_size.rs",
        "queries memory sizes from Vulkan, which wgpu does not expose",
    ),
    (
        "amp-runtime/src/device/gpu/pipeline.rs",
        "creates shaders without loop counters if all loops terminate, and without checks if all subscripts are in bounds",
    ),
    ("amp-runtime/src/data/host.rs", "owns allocations, and copies memory that atomic views share"),
    ("amp-runtime/src/launch/cpu/work_sharing.rs", "lets threads borrow jobs until the jobs are complete"),
    (
        "amp-runtime/src/launch/cpu/cpu_features.rs",
        "calls functions compiled for processor features after a check of the processor",
    ),
    ("amp-runtime/src/launch/dispatch.rs", "runs the CPU code while its captures are borrowed"),
    ("amp-runtime/src/data/storage/copy.rs", "copies between memory regions while both are borrowed"),
    ("amp-runtime/src/data/storage/download.rs", "writes downloaded bytes to stale host memory"),
    (
        "amp-runtime/src/data/storage/upload.rs",
        "uploads host memory, and writes to it while its view is borrowed",
    ),
    (
        "amp-runtime/src/data/storage/mod.rs",
        "holds borrowed or owned memory by a pointer, shared between threads",
    ),
    ("amp-runtime/src/abi/cpu/lanes.rs", "stores the values of all lanes as words"),
    ("amp-runtime/src/abi/cpu/memory.rs", "computes element addresses after the check of the index"),
    ("amp-runtime/src/abi/cpu/subview.rs", "makes subviews within the memory of a view"),
    (
        "amp-runtime/src/abi/cpu/exclusive.rs",
        "accesses elements that only one row uses, without atomic operations",
    ),
    ("amp-runtime/src/abi/cpu/read.rs", "reads elements of read-only views without a check for each lane"),
    ("amp-runtime/src/abi/cpu/shared_access.rs", "accesses the words of elements as atomics"),
    ("amp-runtime/src/abi/cpu/long_row_buffer.rs", "uses only as much of a lane array as the row is long"),
    (
        "amp-runtime/src/abi/cpu/relaxed_copy.rs",
        "copies shared words by vector instructions, which do not split words",
    ),
    ("amp-runtime/src/abi/cpu/row_buffer.rs", "reads a row buffer on the stack after all of it was written"),
    ("amp-runtime/src/data/view/element.rs", "accesses an element of a borrowed view or array"),
    ("amp-runtime/src/data/view/host_guard.rs", "makes slices of a view's memory while the view is borrowed"),
    ("amp-runtime/src/data/view/array_view.rs", "makes guards for a downloaded view"),
    ("amp-runtime/src/data/view/array_view_mut.rs", "makes guards for a downloaded view"),
];

#[test]
fn every_file_has_a_header() {
    for file in sources() {
        assert!(!header(&read(&file)).trim().is_empty(), "`{file}` does not start with `//!`");
    }
}

#[test]
fn files_with_unsafe_code_are_exactly_the_listed_ones() {
    let listed = |file: &str| UNSAFE.iter().any(|(known, _)| *known == file);
    for file in sources() {
        let found = has_unsafe(&read(&file));
        assert!(!found || listed(&file), "`{file}` contains `unsafe` and is not in the list");
        assert!(found || !listed(&file), "`{file}` contains no `unsafe`: remove it from the list");
    }
    for (file, reason) in UNSAFE {
        assert!(path(file).exists(), "`{file}` does not exist: remove it from the list");
        assert!(!reason.is_empty(), "`{file}` has no reason");
    }
}

#[test]
fn crates_without_unsafe_code_forbid_it() {
    for krate in ["amp-shader", "amp-lower", "amp-macros", "amp-algorithms"] {
        let root = read(&format!("{krate}/src/lib.rs"));
        assert!(root.contains("\n#![forbid(unsafe_code)]\n"), "{krate} does not forbid `unsafe`");
    }
}

#[test]
fn no_file_names_a_machine() {
    // Each path is written with a `|` in the middle, so that this file itself does not contain the path.
    let here = path("").canonicalize().expect("the repository has a path").display().to_string();
    let mut foreign: Vec<_> =
        ["/ho|me/", "/Us|ers/", "/ro|ot/", "C:|\\", "/t|mp/"].map(|p| p.replace('|', "")).into();
    foreign.push(here);
    for ending in [".rs", ".md", ".toml", ".stderr"] {
        for file in crate::repository::files("", ending) {
            let text = read(&file);
            for path in &foreign {
                assert!(!text.contains(path.as_str()), "`{file}` contains `{path}`");
            }
        }
    }
}

/// Whether a source contains `unsafe` code, outside of comments and string literals.
fn has_unsafe(source: &str) -> bool {
    const FORMS: &[&str] =
        &["unsafe {", "unsafe fn", "unsafe impl", "unsafe trait", "unsafe extern", "#[unsafe("];
    source.lines().any(|line| {
        let code = line.split("//").next().unwrap_or(line).replace("\\\"", "");
        FORMS.iter().any(|form| code.find(form).is_some_and(|at| code[..at].matches('"').count() % 2 == 0))
    })
}
