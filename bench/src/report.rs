//! Reports as Markdown tables and as JSON.

use std::io::{self, Write};
use std::time::Duration;

use amp_examples::harness::{Timing, Verdict, Work};
use serde_json::json;

use crate::clock::Clock;
use crate::comparison::{Measurement, Results};
use crate::environment::Environment;
use crate::setup::{CPU, Scale};

/// The candidates of the case `copy` that define the memory bandwidth.
const LIMITS: [&str; 2] = ["memcpy", "the device's copy"];

/// Prints the hardware, the software and the settings.
pub(crate) fn head(
    out: &mut dyn Write,
    environment: &Environment,
    scale: Scale,
    clock: Clock,
    in_sequence: bool,
) -> io::Result<()> {
    for (name, value) in &environment.facts {
        writeln!(out, "- {name}: {value}")?;
    }
    if scale == Scale::Quick {
        writeln!(out, "- quick: too small and too short for meaningful times")?;
    }
    if clock == Clock::Processor {
        writeln!(out, "- times: processor time of all threads of this process")?;
    }
    if in_sequence {
        writeln!(
            out,
            "- order: each line has all its rounds in sequence; its ratios compare different moments"
        )?;
    }
    writeln!(
        out,
        "\nA ratio is the time divided by that of the first line on the same device, round by round: median and \
         [quartiles]. Less is better."
    )
}

/// Prints the results of a comparison.
pub(crate) fn results(out: &mut dyn Write, summary: &str, it: &Results) -> io::Result<()> {
    writeln!(out, "\n### {}, {}: {summary}\n", it.case, it.size)?;
    // Two more columns if device clocks were read.
    let has_device_times = it.measurements.iter().any(|row| row.kernels.is_some());
    let more = |text: &str| if has_device_times { text.to_owned() } else { String::new() };
    let heads = more(" device time | ratio |");
    writeln!(out, "| | on | median | best | rate | ratio | best ratio |{heads} rounds | result |")?;
    writeln!(out, "|---|---|--:|--:|--:|--:|--:|{}--:|---|", more("--:|--:|"))?;
    for row in &it.measurements {
        let timed = row.timing.runs > 0;
        let if_timed = |text: String| if timed { text } else { "-".to_owned() };
        let rate = it
            .work
            .rate(row.timing.median)
            .map_or("-".to_owned(), |(rate, unit)| format!("{} {unit}", digits(rate)));
        writeln!(
            out,
            "| {} | {} | {} | {} | {} | {} | {} |{} {} | {} |",
            row.name,
            short(&row.on),
            if_timed(time(row.timing.median)),
            if_timed(time(row.timing.best)),
            rate,
            if_timed(quartiles(row.ratio)),
            if_timed(format!("{:.2}", row.best_ratio)),
            more(&row.kernels.map_or(" - | - |".to_owned(), |(timing, ratio)| {
                format!(" {} | {} |", time(timing.median), quartiles(ratio))
            })),
            row.timing.runs,
            result(&row.verdict),
        )?;
    }
    Ok(())
}

/// Prints the summary of all comparisons.
pub(crate) fn summary(out: &mut dyn Write, all: &[Results]) -> io::Result<()> {
    writeln!(
        out,
        "\n### Summary\n\nThe first amp line of each case, compared with the first line on the same device:\n"
    )?;
    writeln!(out, "| case | on | amp | compared with | ratio | best ratio | of copy bandwidth |")?;
    writeln!(out, "|---|---|--:|---|--:|--:|--:|")?;
    for it in all {
        let mut devices: Vec<&str> = Vec::new();
        for row in &it.measurements {
            if !devices.contains(&&*row.on) {
                devices.push(&row.on);
            }
        }
        for on in devices {
            let here = || it.measurements.iter().filter(|row| row.on == on && row.timing.runs > 0);
            let (Some(first), Some(own)) = (here().next(), here().find(|it| it.name.starts_with("amp")))
            else {
                continue;
            };
            if std::ptr::eq(first, own) {
                continue;
            }
            writeln!(
                out,
                "| {} {} | {} | {} | {} {} | {} | {:.2} | {} |",
                it.case,
                it.size,
                short(on),
                time(own.timing.median),
                first.name,
                time(first.timing.median),
                quartiles(own.ratio),
                own.best_ratio,
                share_of_copy_bandwidth(it, own, all),
            )?;
        }
    }
    writeln!(
        out,
        "\nCopy bandwidth: the highest throughput of the device's own copy, or of memcpy on the CPU, \
         over all sizes."
    )?;
    let ratios: Vec<_> = all.iter().flat_map(cpu_speedups).collect();
    if !ratios.is_empty() {
        writeln!(out, "\nSpeed of the CPU accelerator relative to each device, for the same kernel:\n")?;
        writeln!(out, "| case | device | |\n|---|---|--:|")?;
        for (case, device, faster) in ratios {
            writeln!(out, "| {case} | {} | {faster:.1} |", short(&device))?;
        }
    }
    Ok(())
}

/// The share of the copy bandwidth that a candidate reaches, if the work is counted in bytes and the copy was
/// measured.
fn share_of_copy_bandwidth(it: &Results, own: &Measurement, all: &[Results]) -> String {
    let rate = |work: Work, timing: &Timing| match work {
        Work::Bytes(_) => work.rate(timing.median).map(|(rate, _)| rate),
        _ => None,
    };
    let copies = all.iter().filter(|other| other.case == "copy").flat_map(|other| {
        let here =
            other.measurements.iter().filter(|copy| copy.on == own.on && LIMITS.contains(&&*copy.name));
        here.filter_map(|copy| rate(other.work, &copy.timing))
    });
    match (rate(it.work, &own.timing), copies.reduce(f64::max)) {
        (Some(own), Some(limit)) => format!("{:.0}%", 100.0 * own / limit),
        _ => "-".to_owned(),
    }
}

/// For each device: the case and its size, the device, and how many times faster the kernel is on the CPU.
fn cpu_speedups(it: &Results) -> Vec<(String, String, f64)> {
    let amp = |row: &&Measurement| row.name.starts_with("amp") && row.timing.runs > 0;
    let Some(cpu) = it.measurements.iter().filter(amp).find(|row| row.on == CPU) else {
        return Vec::new();
    };
    let others = it.measurements.iter().filter(amp).filter(|other| other.on != CPU && other.name == cpu.name);
    let faster = |other: &Measurement| other.timing.median.as_secs_f64() / cpu.timing.median.as_secs_f64();
    others.map(|other| (format!("{} {}", it.case, it.size), other.on.clone(), faster(other))).collect()
}

/// All results as JSON.
pub(crate) fn json(environment: &Environment, all: &[Results]) -> String {
    let mut results = Vec::new();
    for it in all {
        for row in &it.measurements {
            let ms = |time: Duration| time.as_secs_f64() * 1e3;
            let rate = it.work.rate(row.timing.median);
            let [low, ratio, high] = row.ratio;
            // NaN and infinity become `null`.
            results.push(json!({
                "case": it.case,
                "size": it.size,
                "name": row.name,
                "on": row.on,
                "median_ms": ms(row.timing.median),
                "mean_ms": ms(row.timing.mean),
                "error_ms": ms(row.timing.error),
                "best_ms": ms(row.timing.best),
                "rounds": row.timing.runs,
                "batch": row.batch,
                "ratio": ratio,
                "ratio_quartiles": [low, high],
                "best_ratio": row.best_ratio,
                "kernels_ms": row.kernels.map(|(timing, _)| ms(timing.median)),
                "kernels_ratio": row.kernels.map(|(_, [_, median, _])| median),
                "rate": rate.map(|(rate, _)| rate),
                "unit": rate.map_or("", |(_, unit)| unit),
                "result": result(&row.verdict),
            }));
        }
    }
    let results: Vec<_> = results.iter().map(|result| format!("\n{result}")).collect();
    let machine = json!(environment.facts);
    format!("{{\"machine\":{machine},\"results\":[{}\n]}}\n", results.join(","))
}

fn result(verdict: &Verdict) -> String {
    match verdict {
        Verdict::Correct => "ok".to_owned(),
        Verdict::Wrong(reason) => format!("WRONG: {}", first_line(reason)),
        Verdict::Skipped(reason) => format!("skipped: {}", first_line(reason)),
    }
}

fn first_line(text: &str) -> String {
    text.lines().next().unwrap_or_default().replace('|', "/")
}

/// The name without the part in brackets.
fn short(on: &str) -> &str {
    on.split(" (").next().unwrap_or(on)
}

/// The median and the quartiles, as far as they are known.
fn quartiles([low, ratio, high]: [f64; 3]) -> String {
    if ratio.is_nan() {
        "-".to_owned()
    } else if low.is_nan() {
        format!("{ratio:.2}")
    } else {
        format!("{ratio:.2} [{low:.2} {high:.2}]")
    }
}

fn time(time: Duration) -> String {
    let us = time.as_secs_f64() * 1e6;
    match us {
        ..1e3 => format!("{} us", digits(us)),
        ..1e6 => format!("{} ms", digits(us / 1e3)),
        _ => format!("{} s", digits(us / 1e6)),
    }
}

/// Three significant digits, but at most three decimals.
fn digits(value: f64) -> String {
    let after = if value < 0.1 {
        3
    } else if value < 10.0 {
        2
    } else {
        usize::from(value < 100.0)
    };
    format!("{value:.after$}")
}
