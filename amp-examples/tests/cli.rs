//! Tests of the command line: its output and its exit status.

use std::process::{Command, Output};

fn program(line: &str) -> Command {
    let mut program = Command::new(env!("CARGO_BIN_EXE_amp-examples"));
    program.args(line.split_whitespace()).env_remove("AMP_ACCELERATOR");
    program
}

fn run(line: &str) -> Output {
    program(line).output().expect("the program starts")
}

fn out(output: &Output) -> String {
    String::from_utf8_lossy(&output.stdout).into_owned()
}

fn error(output: &Output) -> String {
    String::from_utf8_lossy(&output.stderr).into_owned()
}

/// The rows of the table, if a single program ran.
fn rows(text: &str) -> Vec<Vec<&str>> {
    let table = text.lines().skip_while(|line| !line.starts_with("  variant")).skip(1);
    table.take_while(|line| !line.is_empty()).map(|line| line.split_whitespace().collect()).collect()
}

#[test]
fn every_program_is_correct_at_unusual_sizes() {
    for line in [
        "saxpy --size 1",
        "saxpy --size 1000",
        "saxpy --size 70001",
        "matmul --size 1",
        "matmul --size 64x48x32",
        "matmul --size 17x5x70",
        "matmul_int --size 1",
        "matmul_int --size 33",
        "add_exp --size 1",
        "multiply_add --size 65537",
        "copy --size 4 --variant fixed_4",
        "copy --size 8196 --variant one_each_2",
        "bitonic --size 1",
        "bitonic --size 2",
        "bitonic --size 64",
        "bitonic --size 2048",
        "compact --size 1",
        "compact --size 2049",
        "compact_structured --size 15361",
        "bilateral --size 1x1",
        "bilateral --size 25x50",
        "nbody --size 1",
        "nbody --size 257",
        "mandelbrot --size 3x70",
        "equalise --size 1x1",
        "equalise --size 3x5",
        "equalise --size 17x33",
        "heat --size 1",
        "heat --size 2",
        "heat --size 35",
        "life --size 1x1",
        "life --size 3x32",
        "life --size 5x70",
        "reduce --size 1",
        "reduce --size 2",
        "reduce --size 257",
        "reduce --size 100000",
    ] {
        for how in ["--runs 1", "--runs once --accelerator cpu-checked"] {
            let output = run(&format!("{line} --pictures none {how}"));
            let text = out(&output);
            assert_eq!(output.status.code(), Some(0), "{line}: {text}{}", error(&output));
            assert!(text.contains(" ok") && !text.contains("WRONG"), "{line}: {text}");
        }
    }
}

/// The checked accelerator reports no mistake in any variant, for several orders of work-items and tiles.
#[test]
fn every_program_is_correct_in_any_order() {
    let names: Vec<_> = amp_examples::programs::PROGRAMS.iter().map(|program| program.name).collect();
    let next = std::sync::atomic::AtomicUsize::new(0);
    let work = || {
        while let Some(name) = names.get(next.fetch_add(1, std::sync::atomic::Ordering::Relaxed)) {
            check_in_any_order(name);
        }
    };
    // Two processes at a time.
    std::thread::scope(|scope| {
        let workers: Vec<_> = (0..2).map(|_| scope.spawn(work)).collect();
        for worker in workers {
            worker.join().unwrap_or_else(|payload| std::panic::resume_unwind(payload));
        }
    });
}

/// Runs a program at a size that is small enough for the checked accelerator and that every variant supports.
fn check_in_any_order(name: &str) {
    let size = match name {
        "saxpy" | "add_exp" | "multiply_add" | "reduce" => "3000",
        "copy" => "1028",
        "vector_matrix" => "256",
        "bitonic" => "1024",
        "compact" | "compact_structured" => "3000",
        "matmul" => "32x48x16",
        "matmul_int" => "48",
        "bilateral" | "equalise" | "mandelbrot" => "17x33",
        "life" => "17x64",
        "nbody" => "257",
        "heat" => "35",
        other => panic!("no size for `{other}`"),
    };
    for seed in ["0", "1", "17"] {
        let line =
            format!("{name} --quick --size {size} --runs once --pictures none --accelerator cpu-checked");
        let output = program(&line).env("AMP_SCHEDULE_SEED", seed).output().expect("it starts");
        let text = out(&output);
        assert_eq!(output.status.code(), Some(0), "{line}, {seed}: {text}{}", error(&output));
        let program = amp_examples::programs::PROGRAMS.iter().find(|program| program.name == name);
        let listed: Vec<_> = program.into_iter().flat_map(|program| program.variants).collect();
        // Notes may follow the rows.
        let shown = rows(&text);
        assert!(shown.len() >= listed.len(), "{line}, {seed}: {text}");
        for (row, variant) in shown.iter().zip(listed) {
            let ran = row.contains(&"ok") || row.contains(&"reference");
            assert!(row[0] == variant.name && ran, "{line}, {seed}: {row:?}, {text}");
        }
    }
}

#[test]
fn every_listed_variant_has_a_row() {
    let output = run("all --quick --accelerator cpu --json");
    let text = out(&output);
    assert_eq!(output.status.code(), Some(0), "{text}");
    for program in amp_examples::programs::PROGRAMS {
        let own = format!("\"program\":\"{}\",\"variant\":\"", program.name);
        let shown = text.lines().filter_map(|line| line.split_once(&own)?.1.split_once('"'));
        let shown: Vec<_> = shown.map(|(variant, _)| variant).collect();
        let listed: Vec<_> = program.variants.iter().map(|variant| variant.name).collect();
        assert_eq!(shown, listed, "{}", program.name);
    }
}

#[test]
fn named_programs_write_pictures_and_all_does_not() {
    let folder = std::env::temp_dir().join(format!("amp-examples-{}", std::process::id()));
    for (program, files) in [
        ("bilateral", vec!["bilateral_before.png", "bilateral_after.png"]),
        ("vector_matrix", vec!["vector_matrix.svg"]),
        ("mandelbrot", vec!["mandelbrot.png"]),
    ] {
        let output = run(&format!("{program} --quick --accelerator cpu --pictures {}", folder.display()));
        for file in files {
            let written = std::fs::read(folder.join(file)).unwrap_or_default();
            let start: &[u8] = if file.ends_with("png") { b"\x89PNG" } else { b"<svg " };
            assert!(written.starts_with(start), "{file}");
            assert!(out(&output).contains(&format!("{file}\n")), "{file}");
        }
    }
    let empty = folder.join("nothing");
    std::fs::create_dir_all(&empty).unwrap();
    let mut all = Command::new(env!("CARGO_BIN_EXE_amp-examples"));
    all.args(["all", "--quick", "--accelerator", "cpu"]).current_dir(&empty);
    assert!(all.output().expect("it starts").status.success());
    assert_eq!(std::fs::read_dir(&empty).unwrap().count(), 0, "`all` writes no pictures");
    let _ = std::fs::remove_dir_all(folder);
}

/// A picture that cannot be written removes no row, neither of its own program nor of the next one.
#[test]
fn unwritable_picture_is_reported_and_keeps_all_rows() {
    let folder = std::env::temp_dir().join(format!("amp-examples-lost-{}", std::process::id()));
    for name in ["mandelbrot.png", "vector_matrix.svg"] {
        std::fs::create_dir_all(folder.join(name)).unwrap();
    }
    for (line, rows, lost) in [
        ("mandelbrot bilateral", vec!["mandelbrot", "bilateral"], "mandelbrot.png"),
        ("vector_matrix", vec!["vector_matrix"], "vector_matrix.svg"),
    ] {
        for json in ["", "--json"] {
            let output =
                run(&format!("{line} --quick --accelerator cpu --pictures {} {json}", folder.display()));
            let (text, message) = (out(&output), error(&output));
            assert_eq!(output.status.code(), Some(1), "{text}{message}");
            assert!(message.contains(&format!("{lost} could not be written: ")), "{message}");
            assert!(text.contains(&format!("{lost} could not be written: ")), "{text}");
            for name in &rows {
                let shown = if json.is_empty() {
                    format!("\n{name} ")
                } else {
                    format!("\"program\":\"{name}\",\"variant\":\"serial\"")
                };
                assert!(text.contains(&shown), "{name}: {text}");
            }
        }
    }
    let _ = std::fs::remove_dir_all(&folder);
}

#[test]
fn tiles_that_do_not_divide_the_size_are_skipped() {
    let output = run("matmul --size 17x16x16 --runs 1 --accelerator cpu");
    let text = out(&output);
    assert_eq!(output.status.code(), Some(0));
    let result = |name: &str| rows(&text).iter().find(|row| row[0] == name).map(|row| row.join(" "));
    assert!(result("tiled").is_some_and(|row| row.contains("skipped 16 does not divide 17")), "{text}");
    assert!(result("padded").is_some_and(|row| row.ends_with("ok")), "{text}");
}

#[test]
fn selected_variant_runs_beside_the_serial_one() {
    let output = run("matmul --size 16 --runs 2 --variant simple --accelerator cpu");
    let text = out(&output);
    let shown: Vec<_> = rows(&text).into_iter().map(|cells| cells[0]).collect();
    assert_eq!(shown, ["serial", "simple"]);
}

#[test]
fn accelerator_is_selected_by_option_or_environment() {
    let output = run("saxpy --size 64 --runs 1 --accelerator CPU --json");
    assert_eq!(out(&output).matches("\"type\":\"accelerator\"").count(), 1);

    let output = Command::new(env!("CARGO_BIN_EXE_amp-examples"))
        .args(["saxpy", "--size", "64", "--runs", "1", "--json"])
        .env("AMP_ACCELERATOR", "cpu")
        .output()
        .expect("the program starts");
    let text = out(&output);
    assert_eq!(text.matches("\"type\":\"accelerator\"").count(), 1, "{text}");
    assert!(text.contains("\"accelerator\":\"CPU\""), "{text}");

    let with_variable =
        |name: &str| program("saxpy --size 64 --runs 1").env("AMP_ACCELERATOR", name).output();
    let unknown = with_variable("no such thing").expect("the program starts");
    assert_eq!(unknown.status.code(), Some(2));
    let why = error(&unknown);
    assert!(
        why.contains("no accelerator matches AMP_ACCELERATOR=`no such thing`; the accelerators are ")
            && why.contains("`CPU`")
    );
    let serial = with_variable("cpu-serial").expect("the program starts");
    assert!(serial.status.success() && out(&serial).contains(" ok"), "{}", out(&serial));
}

#[test]
fn json_has_one_line_for_each_row() {
    let output = run("matmul --size 16x32x17 --runs 3 --accelerator cpu --json");
    let text = out(&output);
    assert!(text.lines().all(|line| line.starts_with("{\"type\":\"") && line.ends_with('}')), "{text}");
    let simple = text.lines().find(|line| line.contains("\"variant\":\"simple\"")).expect("a row");
    for part in
        ["\"program\":\"matmul\"", "\"size\":[16,32,17]", "\"runs\":3", "\"result\":\"ok\"", "\"why\":null"]
    {
        assert!(simple.contains(part), "{part}: {simple}");
    }
}

#[test]
fn informational_commands_succeed() {
    for (line, part) in [
        ("--help", "--accelerator NAME"),
        ("--version", "amp-examples "),
        ("list", "--size MxWxN, by default 480x640x960"),
        ("list --json", "\"variants\":[\"serial\",\"simple\""),
        ("devices", "tile memory"),
        ("devices --json", "\"tile_static_bytes\":"),
    ] {
        let output = run(line);
        assert_eq!(output.status.code(), Some(0), "{line}");
        assert!(out(&output).contains(part), "{line}: {}", out(&output));
    }
}

#[test]
fn wrong_command_lines_end_with_status_2_and_a_message() {
    for (line, part) in [
        ("matmull", "no program `matmull`"),
        ("matmul --size 480x640", "3 numbers are needed"),
        ("saxpy --size 0", "a dimension is zero"),
        ("saxpy --size 2^40", "too many"),
        ("matmul --size 2^20", "too many"),
        ("saxpy --runs 0", "runs"),
        ("saxpy --variant fast", "no variant `fast`"),
        ("saxpy --accelerator abacus", "the accelerators are"),
        ("--size", "size"),
        ("list --quick", "takes no arguments"),
        ("bitonic --size 48", "power of two"),
        ("vector_matrix --size 100", "multiple of 256"),
    ] {
        let output = run(line);
        assert_eq!(output.status.code(), Some(2), "{line}");
        let message = error(&output);
        assert!(message.contains(part) && message.contains("--help"), "{line}: {message}");
        assert!(!message.contains("panicked"), "{line}: {message}");
    }
}

/// The first command of a new user. `--quick` keeps the debug build fast.
#[test]
fn overview_is_one_table_with_a_first_and_a_last_line() {
    let output = run("--quick --accelerator cpu");
    let text = out(&output);
    assert_eq!(output.status.code(), Some(0), "{text}{}", error(&output));
    let overview: Vec<_> =
        amp_examples::programs::PROGRAMS.iter().filter(|program| program.overview.is_some()).collect();
    let (first, last) = (text.lines().next().unwrap(), text.lines().last().unwrap());
    assert!(
        first.starts_with(&format!("amp runs {} example programs on CPU and checks", overview.len())),
        "{first}"
    );
    assert!(last.starts_with("Next: `cargo run --release -- all`"), "{last}");
    let mut rows = text.lines().skip_while(|line| !line.starts_with("  program "));
    let head = rows.next().unwrap();
    for title in ["variant", "accelerator", "kernel time", "vs. serial", "throughput", "result"] {
        assert!(head.contains(title), "{head}");
    }
    let column = head.find("result").unwrap();
    for program in overview {
        let serial = rows.next().unwrap();
        assert!(
            serial.starts_with(&format!("  {} ", program.name)) && serial.contains(" serial "),
            "{serial}"
        );
        let results = program.overview.as_ref().map_or(0, |it| it.variants.len());
        for row in rows.by_ref().take(results) {
            assert_eq!(row.get(column..), Some("ok"), "{row}");
        }
    }
    assert_eq!(rows.next(), Some(""));
}

#[test]
fn overview_as_json_has_the_same_rows() {
    let text = out(&run("--quick --accelerator cpu --json"));
    assert_eq!(text.matches("\"type\":\"row\"").count(), 2 * 9, "{text}");
}
