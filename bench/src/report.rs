//! The tables, and the same as JSON.

use std::fmt::Write as _;
use std::io::{self, Write};
use std::time::Duration;

use amp_examples::frame::{Timing, Verdict, Work};

use crate::clock::Clock;
use crate::contest::{Standing, Standings};
use crate::field::{CPU, Scale};
use crate::machine::Machine;

/// What shows how fast memory is, in the case `copy`.
const LIMITS: [&str; 2] = ["memcpy", "the device's copy"];

/// What was measured on.
pub(crate) fn head(
    out: &mut dyn Write,
    machine: &Machine,
    scale: Scale,
    clock: Clock,
    alone: bool,
) -> io::Result<()> {
    for (name, value) in &machine.facts {
        writeln!(out, "- {name}: {value}")?;
    }
    if scale == Scale::Quick {
        writeln!(out, "- quick: too small and too short to mean much")?;
    }
    if clock == Clock::Processor {
        writeln!(out, "- times: of the processor, all threads of this process together")?;
    }
    if alone {
        writeln!(
            out,
            "- turns: each line has all its rounds by itself; its ratios are not of the same moment"
        )?;
    }
    writeln!(
        out,
        "\nRatios are times over those of the first line on the same device, round by round: the median, and in brackets \
         the quartiles. Less is better."
    )
}

/// How a contest ended.
pub(crate) fn standings(out: &mut dyn Write, about: &str, it: &Standings) -> io::Result<()> {
    writeln!(out, "\n### {}, {}: {about}\n", it.case, it.size)?;
    // Two columns more where a device has a clock of its own, and was asked.
    let stamped = it.standings.iter().any(|standing| standing.kernels.is_some());
    let more = |text: &str| if stamped { text.to_owned() } else { String::new() };
    let heads = more(" by its clock | ratio |");
    writeln!(out, "| | on | median | best | rate | ratio | of bests |{heads} rounds | result |")?;
    writeln!(out, "|---|---|--:|--:|--:|--:|--:|{}--:|---|", more("--:|--:|"))?;
    for standing in &it.standings {
        let timed = standing.timing.runs > 0;
        let when = |text: String| if timed { text } else { "-".to_owned() };
        let rate = it
            .work
            .rate(standing.timing.median)
            .map_or("-".to_owned(), |(rate, unit)| format!("{} {unit}", digits(rate)));
        writeln!(
            out,
            "| {} | {} | {} | {} | {} | {} | {} |{} {} | {} |",
            standing.name,
            short(&standing.on),
            when(time(standing.timing.median)),
            when(time(standing.timing.best)),
            rate,
            when(quartiles(standing.ratio)),
            when(format!("{:.2}", standing.best_ratio)),
            more(&standing.kernels.map_or(" - | - |".to_owned(), |(timing, ratio)| {
                format!(" {} | {} |", time(timing.median), quartiles(ratio))
            })),
            standing.timing.runs,
            result(&standing.verdict),
        )?;
    }
    Ok(())
}

/// What the questions were.
pub(crate) fn summary(out: &mut dyn Write, all: &[Standings]) -> io::Result<()> {
    writeln!(out, "\n### In short\n\nOur first line of each case, by the reference on the same device:\n")?;
    writeln!(out, "| case | on | amp | by | ratio | of bests | of the copy |")?;
    writeln!(out, "|---|---|--:|---|--:|--:|--:|")?;
    for it in all {
        let mut devices: Vec<&str> = Vec::new();
        for standing in &it.standings {
            if !devices.contains(&&*standing.on) {
                devices.push(&standing.on);
            }
        }
        for on in devices {
            let here =
                || it.standings.iter().filter(|standing| standing.on == on && standing.timing.runs > 0);
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
                of_the_copy(it, own, all),
            )?;
        }
    }
    writeln!(
        out,
        "\nOf the copy: how much memory moves in a second, in parts of what moves at the best size by the device's own copy, \
         and by memcpy on the CPU."
    )?;
    let twins: Vec<_> = all.iter().flat_map(against_emulated).collect();
    if !twins.is_empty() {
        writeln!(out, "\nThe same kernel on the CPU accelerator and through a device, times as fast:\n")?;
        writeln!(out, "| case | device | |\n|---|---|--:|")?;
        for (case, device, faster) in twins {
            writeln!(out, "| {case} | {} | {faster:.1} |", short(&device))?;
        }
    }
    Ok(())
}

/// Which part of the memory's speed a contestant reaches, if that is what the work is about and the copy was measured.
fn of_the_copy(it: &Standings, own: &Standing, all: &[Standings]) -> String {
    let rate = |work: Work, timing: &Timing| match work {
        Work::Bytes(_) => work.rate(timing.median).map(|(rate, _)| rate),
        _ => None,
    };
    let copies = all.iter().filter(|other| other.case == "copy").flat_map(|other| {
        let here = other.standings.iter().filter(|copy| copy.on == own.on && LIMITS.contains(&&*copy.name));
        here.filter_map(|copy| rate(other.work, &copy.timing))
    });
    match (rate(it.work, &own.timing), copies.reduce(f64::max)) {
        (Some(own), Some(limit)) => format!("{:.0}%", 100.0 * own / limit),
        _ => "-".to_owned(),
    }
}

/// How many times as fast the kernel is on the CPU as on each device.
fn against_emulated(it: &Standings) -> Vec<(String, String, f64)> {
    let amp = |standing: &&Standing| standing.name.starts_with("amp") && standing.timing.runs > 0;
    let Some(twin) = it.standings.iter().filter(amp).find(|standing| standing.on == CPU) else {
        return Vec::new();
    };
    let others = it.standings.iter().filter(amp).filter(|other| other.on != CPU && other.name == twin.name);
    let faster = |other: &Standing| other.timing.median.as_secs_f64() / twin.timing.median.as_secs_f64();
    others.map(|other| (format!("{} {}", it.case, it.size), other.on.clone(), faster(other))).collect()
}

/// All as JSON.
pub(crate) fn json(machine: &Machine, all: &[Standings]) -> String {
    let facts: Vec<_> =
        machine.facts.iter().map(|(name, value)| format!("[{},{}]", quoted(name), quoted(value))).collect();
    let mut rows = Vec::new();
    for it in all {
        for standing in &it.standings {
            let ms = |time: Duration| number(time.as_secs_f64() * 1e3);
            let timing = &standing.timing;
            let (rate, unit) = it.work.rate(timing.median).unwrap_or((f64::NAN, ""));
            let [low, ratio, high] = standing.ratio.map(number);
            let (kernels, kernel_ratio) = standing.kernels.map_or((f64::NAN, f64::NAN), |(timing, ratio)| {
                (timing.median.as_secs_f64() * 1e3, ratio[1])
            });
            rows.push(format!(
                "{{\"case\":{},\"size\":{},\"name\":{},\"on\":{},\"median_ms\":{},\"mean_ms\":{},\"error_ms\":{},\
                 \"best_ms\":{},\"rounds\":{},\"batch\":{},\"ratio\":{ratio},\"ratio_quartiles\":[{low},{high}],\
                 \"best_ratio\":{},\"kernels_ms\":{},\"kernels_ratio\":{},\"rate\":{},\"unit\":{},\"result\":{}}}",
                quoted(it.case),
                quoted(&it.size),
                quoted(&standing.name),
                quoted(&standing.on),
                ms(timing.median),
                ms(timing.mean),
                ms(timing.error),
                ms(timing.best),
                timing.runs,
                standing.batch,
                number(standing.best_ratio),
                number(kernels),
                number(kernel_ratio),
                number(rate),
                quoted(unit),
                quoted(&result(&standing.verdict)),
            ));
        }
    }
    format!("{{\"machine\":[{}],\"results\":[\n{}\n]}}\n", facts.join(","), rows.join(",\n"))
}

fn result(verdict: &Verdict) -> String {
    match verdict {
        Verdict::Right => "ok".to_owned(),
        Verdict::Wrong(why) => format!("WRONG: {}", first_line(why)),
        Verdict::Skipped(why) => format!("skipped: {}", first_line(why)),
    }
}

fn first_line(text: &str) -> String {
    text.lines().next().unwrap_or_default().replace('|', "/")
}

/// Without what is in brackets.
fn short(on: &str) -> &str {
    on.split(" (").next().unwrap_or(on)
}

/// The median, and what half of all are between. Of one quotient there is nothing between, and of none there is a dash.
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

/// Three of them.
fn digits(number: f64) -> String {
    let after = if number < 0.1 {
        3
    } else if number < 10.0 {
        2
    } else {
        usize::from(number < 100.0)
    };
    format!("{number:.after$}")
}

/// A number, or what JSON has instead.
fn number(number: f64) -> String {
    if number.is_finite() { format!("{number:.6}") } else { "null".to_owned() }
}

fn quoted(text: &str) -> String {
    let mut quoted = String::from('"');
    for c in text.chars() {
        match c {
            '"' | '\\' => quoted.extend(['\\', c]),
            // Writing to a string does not fail.
            c if c < ' ' => _ = write!(quoted, "\\u{:04x}", u32::from(c)),
            c => quoted.push(c),
        }
    }
    quoted + "\""
}
