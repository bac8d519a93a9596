//! `amp devices`: the accelerators of this machine, their properties and limits, and measured speeds on request.

mod measure;

use std::io::{self, Write};

use amp::prelude::*;
use clap::Args;
use serde_json::{Value, json};

use crate::devices::measure::{Progress, Speeds};
use crate::table::{self, Align, table};
use crate::{Failure, Result};

/// List the accelerators of this machine with their properties and limits.
#[derive(Args)]
#[command(after_help = HELP)]
pub(crate) struct Arguments {
    /// Print JSON
    #[arg(long)]
    json: bool,
    /// Measure the bandwidth of a copy and the speed of f32 arithmetic; takes about a second for each accelerator
    #[arg(long)]
    measure: bool,
}

const HELP: &str = help!(
    "\
Examples:
  amp devices
  amp devices --measure
  amp devices --json | jq -r '.accelerators[].device_path'"
);

/// Runs the command.
pub(crate) fn run(arguments: &Arguments, out: &mut dyn Write) -> Result {
    let all = Accelerator::all();
    if arguments.measure && cfg!(debug_assertions) {
        writeln!(io::stderr(), "note: this is a debug build, in which the CPU is slow")?;
    }
    let progress = Progress::new(if arguments.measure { all.len() } else { 0 });
    let mut failures = Vec::new();
    let mut speeds = Vec::new();
    for accelerator in all.iter().filter(|_| arguments.measure) {
        match measure::speeds(accelerator, &progress) {
            Ok(measured) => speeds.push(Some(measured)),
            Err(error) => {
                failures.push(format!("{accelerator}: {error}"));
                speeds.push(None);
            }
        }
    }
    progress.finish();

    if arguments.json {
        writeln!(out, "{:#}", as_json(&all, &speeds))?;
    } else {
        writeln!(out, "{}", as_text(&all, &speeds))?;
    }
    if failures.is_empty() { Ok(()) } else { Err(Failure::Check(failures.join("\n"))) }
}

/// The kind of an accelerator in words.
pub(crate) fn kind(accelerator: &Accelerator) -> &'static str {
    if *accelerator == Accelerator::cpu_checked() {
        "checked"
    } else if accelerator.device_path().starts_with("cpu") {
        "CPU"
    } else if accelerator.is_emulated() {
        "emulated GPU"
    } else {
        "GPU"
    }
}

fn as_json(all: &[Accelerator], speeds: &[Option<Speeds>]) -> Value {
    let accelerators: Vec<_> = all
        .iter()
        .enumerate()
        .map(|(n, it)| {
            let limits = it.limits();
            let mut value = json!({
                "description": it.description(),
                "device_path": it.device_path(),
                "kind": kind(it),
                "driver": it.driver(),
                "is_default": *it == Accelerator::default(),
                "is_emulated": it.is_emulated(),
                "dedicated_memory": it.dedicated_memory(),
                "shares_host_memory": it.supports_cpu_shared_memory(),
                "f64": it.supports_f64(),
                "f16": it.supports_f16(),
                "i64": it.supports_i64(),
                "subgroups": it.supports_subgroups(),
                "limits": {
                    "view_bytes": limits.view_bytes,
                    "views": limits.views,
                    "value_bytes": limits.value_bytes,
                    "tile_size": limits.tile_size,
                    "tile_extent": limits.tile_extent,
                    "tile_static_bytes": limits.tile_static_bytes,
                },
            });
            if let Some(measured) = speeds.get(n) {
                value["measured"] = measured.as_ref().map_or(Value::Null, |speeds| {
                    json!({
                        "copy_bytes_per_second": speeds.bytes_per_second,
                        "f32_operations_per_second": speeds.operations_per_second,
                    })
                });
            }
            value
        })
        .collect();
    json!({ "default": Accelerator::default().device_path(), "accelerators": accelerators })
}

fn as_text(all: &[Accelerator], speeds: &[Option<Speeds>]) -> String {
    let yes_no = |value| if value { "yes" } else { "no" }.to_owned();
    let memory = |it: &Accelerator| match it.dedicated_memory() {
        Some(memory) => table::bytes(memory),
        None if it.supports_cpu_shared_memory() => "host".to_owned(),
        None => "unknown".to_owned(),
    };
    let properties = all.iter().enumerate().map(|(n, it)| {
        let mut row = vec![
            it.description(),
            it.device_path(),
            kind(it).to_owned(),
            memory(it),
            yes_no(it.supports_f64()),
            yes_no(it.supports_f16()),
            yes_no(it.supports_i64()),
            yes_no(it.supports_subgroups()),
        ];
        row.extend(speeds.get(n).into_iter().flat_map(|speeds| match speeds {
            Some(speeds) => [
                format!("{:.1}", speeds.bytes_per_second / 1e9),
                format!("{:.1}", speeds.operations_per_second / 1e9),
            ],
            None => ["failed".to_owned(), "failed".to_owned()],
        }));
        row
    });
    let mut columns = vec![
        ("accelerator", Align::Left),
        ("device path", Align::Left),
        ("kind", Align::Left),
        ("memory", Align::Right),
        ("f64", Align::Left),
        ("f16", Align::Left),
        ("i64", Align::Left),
        ("subgroups", Align::Left),
    ];
    if !speeds.is_empty() {
        columns.extend([("copy GB/s", Align::Right), ("f32 GFLOP/s", Align::Right)]);
    }
    let properties = table(&columns, properties.collect());

    let number = |n: u64, unlimited: bool| if unlimited { "no limit".to_owned() } else { n.to_string() };
    let size = |n: u64| if n >= isize::MAX as u64 { "no limit".to_owned() } else { table::bytes(n) };
    let limits = all.iter().map(|it| {
        let (limits, driver) = (it.limits(), it.driver());
        vec![
            it.device_path(),
            if driver.is_empty() { "none".to_owned() } else { driver },
            size(limits.view_bytes),
            number(limits.views.into(), limits.views == u32::MAX),
            size(limits.value_bytes),
            limits.tile_size.to_string(),
            limits.tile_extent.map(|n| n.to_string()).join("x"),
            table::bytes(limits.tile_static_bytes.into()),
        ]
    });
    let columns = [
        ("device path", Align::Left),
        ("driver", Align::Left),
        ("view", Align::Right),
        ("views", Align::Right),
        ("captured values", Align::Right),
        ("tile", Align::Right),
        ("tile extent", Align::Right),
        ("tile memory", Align::Right),
    ];
    let limits = table(&columns, limits.collect());
    let default = table::printable(&Accelerator::default().description());
    format!("{properties}\n\n{limits}\n\ndefault: {default}")
}
