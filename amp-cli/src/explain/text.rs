//! The report of a kernel as text for the terminal.

use std::fmt::Write;

use amp_lower::explain::{Report, Work};

use super::{Explained, Language, shaders};
use crate::table::{Align, bytes, count, printable, table};

/// The report with the shader in a language.
pub(super) fn of(explained: &Explained, language: Language) -> String {
    let Explained { file, report, .. } = explained;
    let mut out = String::new();
    let (first, last) = report.lines;
    let heading = printable(&format!("{}, {file}:{first}-{last}", report.name));
    let _ = writeln!(out, "{heading}\n{}\n{}", "═".repeat(heading.chars().count()), shape(report));
    for (title, body) in sections(report) {
        let _ = writeln!(out, "\n{title}");
        for line in body.lines() {
            let _ = writeln!(out, "  {line}");
        }
    }
    let stand_ins = if report.has_stand_ins { ", with stand-ins for what only rustc knows" } else { "" };
    let _ = writeln!(out, "\n{}{stand_ins}\n", language.name());
    let _ = writeln!(out, "{}", shaders::shader(report, language).trim_end());
    out.push('\n');
    out
}

/// The domain and the tile in words.
pub(super) fn shape(report: &Report) -> String {
    let domain = format!("A domain of {}", count(report.rank, "dimension"));
    match &report.tile[..] {
        [] => format!("{domain}, without tiles."),
        tile => format!("{domain}, in tiles of {}.", tile.join(" x ")),
    }
}

/// The sections of the report: titles and texts.
pub(super) fn sections(report: &Report) -> Vec<(&'static str, String)> {
    let mut sections = vec![("Captures", captures(report))];
    if !report.tile_memory.is_empty() {
        let lines = report.tile_memory.iter().map(|(name, ty)| format!("{name}: {ty}\n"));
        sections.push(("Tile memory", lines.collect()));
    }
    if !report.variables.is_empty() {
        sections.push(("Variables", variables(report)));
    }
    if !report.accesses.is_empty() {
        sections.push(("Accesses on the CPU", accesses(report)));
    }
    sections.push(("Bounds checks on a GPU", bounds(report)));
    if !report.loops.is_empty() {
        let lines = report.loops.iter().map(|it| format!("line {}: {}\n", it.line, it.execution));
        sections.push(("Loops on the CPU", lines.collect()));
    }
    sections.push(("Work of a work-item", work(&report.work)));
    sections
}

fn captures(report: &Report) -> String {
    if report.captures.is_empty() {
        return "none".to_owned();
    }
    let rows = report.captures.iter().map(|capture| {
        let remark = match (capture.atomic, capture.exclusive, capture.kind) {
            (true, ..) => "atomic operations access it",
            (_, true, _) => "each work-item accesses only its own element",
            (_, false, "written view") => "work-items may access each other's elements",
            _ => "",
        };
        let ty = if capture.ty.is_empty() { "inferred by rustc" } else { &capture.ty };
        vec![capture.name.clone(), capture.kind.to_owned(), ty.to_owned(), remark.to_owned()]
    });
    let columns = [("name", Align::Left), ("kind", Align::Left), ("type", Align::Left), ("", Align::Left)];
    table(&columns, rows.collect())
}

fn variables(report: &Report) -> String {
    let rows = report.variables.iter().map(|variable| {
        let scope = match variable.uniformity {
            "tile" => "uniform",
            "row" => "uniform in a row",
            _ => "varying",
        };
        let reason = if variable.reason.is_empty() {
            String::new()
        } else {
            format!("because of {}", variable.reason)
        };
        vec![variable.line.to_string(), variable.name.clone(), scope.to_owned(), reason]
    });
    let columns =
        [("line", Align::Right), ("variable", Align::Left), ("value", Align::Left), ("", Align::Left)];
    table(&columns, rows.collect())
}

fn accesses(report: &Report) -> String {
    let rows = report.accesses.iter().map(|access| {
        vec![
            access.line.to_string(),
            access.view.clone(),
            if access.stores { "writes" } else { "reads" }.to_owned(),
            access.elements.to_owned(),
            if access.checked_by_row { "a row" } else { "a work-item" }.to_owned(),
            if access.atomic { "atomic" } else { "" }.to_owned(),
        ]
    });
    let columns = [
        ("line", Align::Right),
        ("view", Align::Left),
        ("", Align::Left),
        ("elements", Align::Left),
        ("one check for", Align::Left),
        ("", Align::Left),
    ];
    table(&columns, rows.collect())
}

fn bounds(report: &Report) -> String {
    if !report.unproved_lines.is_empty() {
        let lines: Vec<_> = report.unproved_lines.iter().map(ToString::to_string).collect();
        return format!(
            "The shader checks every subscript, because there is no proof for line {}.",
            lines.join(", ")
        );
    }
    match &report.requirements[..] {
        [] => "None: every subscript is proved to be in bounds.".to_owned(),
        requirements => format!("None if {}. A launch tests this.", requirements.join(" and ")),
    }
}

fn work(work: &[Work]) -> String {
    if work.is_empty() {
        return "none".to_owned();
    }
    let rows = work.iter().map(|it| {
        let place =
            it.loop_line.map_or("outside of loops".to_owned(), |line| format!("an iteration of line {line}"));
        let mut row = vec![place];
        row.extend([it.loads, it.stores].map(|number| number.to_string()));
        row.push(bytes(it.bytes as u64));
        row.extend(
            [it.float_operations, it.integer_operations, it.atomics, it.calls]
                .map(|number| number.to_string()),
        );
        row
    });
    let columns = ["loads", "stores", "bytes", "float operations", "integer operations", "atomics", "calls"];
    let columns: Vec<_> =
        [("", Align::Left)].into_iter().chain(columns.map(|name| (name, Align::Right))).collect();
    table(&columns, rows.collect())
}
