//! Debugging of kernels: gdb stops on a line of a kernel and shows its variables under the names in the source.

use amp::prelude::*;
use std::io::Write;
use std::process::Command;

#[kernel]
fn debugged(i: Index<1>, n: usize, x: &ArrayView<u32>, y: &mut ArrayViewMut<u32>) {
    let doubled = x[i] * 2;
    let mut total = doubled + 1;
    for k in 0..n {
        total += k as u32 * doubled; // in the loop
    }
    y[i] = total; // after the loop
}

const TS: usize = 4;

#[kernel(tile = [TS])]
fn debugged_tile(t: TiledIndex<1>, x: &ArrayView<u32>, y: &mut ArrayViewMut<u32>) {
    #[tile_static]
    let mut shared: [u32; TS];
    let me = t.local[0];
    shared[me] = x[t.global];
    t.barrier.wait();
    let neighbour = shared[(me + 1) % TS];
    y[t.global] = neighbour + 1000; // after the barrier
}

#[kernel]
fn debugged_branches(i: Index<1>, x: &ArrayView<u32>, y: &mut ArrayViewMut<u32>) {
    let value = x[i];
    let mut more = 0;
    if value % 4 == 1 {
        y[i] = 7; // in a branch
    } else if value % 4 == 3 {
        return; // at a return
    } else {
        more = value; // in the other
    }
    y[i] += more;
}

#[test]
#[ignore = "run by the debugger"]
fn debuggee() {
    let values: Vec<u32> = (0..8).map(|n| n + 20).collect();
    let mut found = vec![0; 8];
    let serial = Accelerator::cpu().serial().default_view();
    let (x, mut y) = (ArrayView::new(&values), ArrayViewMut::new(&mut found));
    serial.parallel_for_each(8, debugged(3, &x, &mut y)).unwrap();
    let tiles = Extent::new([8]).tile([TS]).unwrap();
    serial.parallel_for_each(tiles, debugged_tile(&x, &mut y)).unwrap();
    serial.parallel_for_each(8, debugged_branches(&x, &mut y)).unwrap();
}

/// The number of the source line that ends with a comment.
fn line(comment: &str) -> usize {
    let found = include_str!("main.rs").lines().position(|line| line.ends_with(&format!("// {comment}")));
    found.expect("a line ends with the comment") + 1
}

/// Reports that the test was skipped, or fails if `AMP_REQUIRE_GDB=1` requires gdb. The harness captures `eprintln!` of tests
/// that pass, but not direct writes to stderr.
fn skipped(why: &str) {
    assert!(
        std::env::var_os("AMP_REQUIRE_GDB").is_none_or(|v| v == "0"),
        "{why}, and AMP_REQUIRE_GDB is set"
    );
    let _ = writeln!(std::io::stderr(), "skipped: {why}");
}

/// Runs gdb with these commands and returns its output, or `None` without a usable gdb.
fn gdb(commands: &[String]) -> Option<String> {
    if Command::new("gdb").arg("--version").output().is_err() {
        skipped("there is no gdb on this machine");
        return None;
    }
    let mut gdb = Command::new("gdb");
    gdb.args(["--batch", "--nx", "-ex", "set debuginfod enabled off", "-ex", "set breakpoint pending on"]);
    for command in commands {
        gdb.args(["-ex", command]);
    }
    let this = std::env::current_exe().expect("the test binary has a path");
    gdb.arg("--args").arg(this).args(["--exact", "debuggee", "--ignored", "--nocapture", "--test-threads=1"]);
    let output = gdb.output().expect("gdb runs");
    let text = String::from_utf8_lossy(&output.stdout) + String::from_utf8_lossy(&output.stderr);
    // Some containers forbid tracing. Others forbid only disabling address randomisation, which does no harm.
    if text.contains("Could not trace the inferior process")
        || text.contains("ptrace: Operation not permitted")
    {
        skipped("gdb may not trace other processes on this machine");
        return None;
    }
    Some(text.into_owned())
}

/// The output between two of the markers.
fn between<'t>(text: &'t str, from: &str, to: &str) -> &'t str {
    let after = text.split_once(from).unwrap_or_else(|| panic!("no {from} in:\n{text}")).1;
    after.split_once(to).map_or(after, |(between, _)| between)
}

#[test]
fn gdb_stops_in_a_kernel_and_shows_its_variables() {
    let stop = |comment: &str| format!("break debugger/main.rs:{}", line(comment));
    let mark = |name: &str| format!("echo == {name} ==\\n");
    let commands = [
        stop("in the loop"),
        "run".into(),
        mark("loop"),
        "info locals".into(),
        "delete".into(),
        stop("after the loop"),
        "continue".into(),
        mark("after"),
        "print total".into(),
        // On the serial accelerator, work-items run one after another. So gdb stops at the same line again in the
        // next work-item.
        "continue".into(),
        mark("next"),
        "print total".into(),
        "delete".into(),
        stop("after the barrier"),
        "continue".into(),
        mark("tile"),
        "info locals".into(),
        "delete".into(),
        stop("in a branch"),
        stop("at a return"),
        stop("in the other"),
        mark("branches"),
        "continue".into(),
        "print value".into(),
        "continue".into(),
        "print value".into(),
        "continue".into(),
        "print value".into(),
        "continue".into(),
        "print value".into(),
        "continue".into(),
        "print value".into(),
        mark("end"),
    ];
    let Some(text) = gdb(&commands) else { return };
    let assert_shown = |from: &str, to: &str, words: &[&str]| {
        let shown = between(&text, &format!("== {from} =="), &format!("== {to} =="));
        for word in words {
            assert!(shown.lines().any(|line| line.contains(word)), "no `{word}` after `{from}` in:\n{text}");
        }
    };
    assert_shown("loop", "after", &["k = 0", "doubled = 40", "total = 41"]);
    assert_shown("after", "next", &["= 161"]);
    assert_shown("next", "tile", &["= 169"]);
    assert_shown("tile", "branches", &["shared = [20, 21, 22, 23]", "me = 0", "neighbour = 21"]);
    // Each work-item stops once, in the branch that it takes.
    let branches = between(&text, "== branches ==", "== end ==");
    let values: Vec<_> =
        branches.lines().filter_map(|line| line.strip_prefix('$')?.split(" = ").nth(1)).collect();
    assert_eq!(values, ["20", "21", "22", "23", "24"], "{text}");
}
