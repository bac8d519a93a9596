//! JSON output: one object a line. The field `type` says what the object describes.

use std::io::{self, Write};
use std::time::Duration;

use amp::Profile;
use serde_json::{Map, Value, json};

use super::{NamedAccelerator, Program, Row, Timing};

/// Prints a line for each accelerator.
pub(super) fn accelerators(out: &mut dyn Write, accelerators: &[NamedAccelerator]) -> io::Result<()> {
    for it in accelerators {
        let (accelerator, limits) = (&it.accelerator, it.accelerator.limits());
        // The CPU has no limits, so `limits` has the largest integers. The output has `null` instead.
        let limit = |limit: u64| (!it.is_on_host()).then_some(limit);
        let line = json!({
            "type": "accelerator",
            "accelerator": it.label,
            "path": accelerator.device_path(),
            "driver": accelerator.driver(),
            "cpu": it.is_cpu(),
            "emulated": accelerator.is_emulated(),
            "f64": accelerator.supports_f64(),
            "f16": accelerator.supports_f16(),
            "i64": accelerator.supports_i64(),
            "subgroups": accelerator.supports_subgroups(),
            "memory": accelerator.dedicated_memory(),
            "view_bytes": limit(limits.view_bytes),
            "views": limit(limits.views.into()),
            "tile_size": limit(limits.tile_size.into()),
            "tile_extent": (!it.is_on_host()).then_some(limits.tile_extent),
            "tile_static_bytes": limit(limits.tile_static_bytes.into()),
        });
        writeln!(out, "{line}")?;
    }
    Ok(())
}

/// Prints a line for each program.
pub(super) fn programs(out: &mut dyn Write, programs: &[Program]) -> io::Result<()> {
    for program in programs {
        let variants: Vec<_> = program.variants.iter().map(|variant| variant.name).collect();
        let line = json!({
            "type": "program",
            "program": program.name,
            "summary": program.summary,
            "size": program.size.default,
            "variants": variants,
        });
        writeln!(out, "{line}")?;
    }
    Ok(())
}

/// Prints a line for each row.
pub(super) fn rows(out: &mut dyn Write, rows: &[Row]) -> io::Result<()> {
    for row in rows {
        let times = row.outcome.times();
        let median = |timing: Option<Timing>| timing.map(|it| ms(it.median));
        let phases: Map<String, Value> =
            times.phases.iter().map(|(name, it)| ((*name).to_owned(), ms(it.median).into())).collect();
        let rate = row.rate();
        let line = json!({
            "type": "row",
            "program": row.program,
            "variant": row.variant,
            "accelerator": row.accelerator,
            "size": row.size,
            "kernel_ms": median(times.kernel),
            "kernel_mean_ms": times.kernel.map(|it| ms(it.mean)),
            "kernel_error_ms": times.kernel.map(|it| ms(it.error)),
            "kernel_best_ms": times.kernel.map(|it| ms(it.best)),
            "upload_ms": median(times.upload),
            "download_ms": median(times.download),
            "device_ms": times.device.as_ref().map(|profile| ms(profile.total())),
            "device_kernels_ms": kernels(times.device.as_ref()),
            "phases_ms": phases,
            "runs": times.kernel.map(|timing| timing.runs),
            "speed": row.speedup(),
            "rate": rate.map(|(rate, _)| rate),
            "rate_unit": rate.map(|(_, unit)| unit),
            "result": row.outcome.label().to_lowercase(),
            "why": row.outcome.reason(),
        });
        writeln!(out, "{line}")?;
    }
    Ok(())
}

/// Prints a line for each note.
pub(super) fn notes(out: &mut dyn Write, program: &Program, notes: &[String]) -> io::Result<()> {
    for note in notes {
        writeln!(out, "{}", json!({ "type": "note", "program": program.name, "note": note }))?;
    }
    Ok(())
}

/// The time of each kernel by the device's clock.
fn kernels(profile: Option<&Profile>) -> Map<String, Value> {
    let kernels = profile.map(Profile::kernels).unwrap_or_default();
    kernels.iter().map(|(name, _, sum)| (name.to_string(), ms(*sum).into())).collect()
}

fn ms(time: Duration) -> f64 {
    time.as_secs_f64() * 1e3
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::harness::Outcome;

    #[test]
    fn fields_keep_their_order_and_text_is_escaped() {
        let row = Row {
            program: "p",
            variant: "v",
            accelerator: None,
            size: vec![1, 2],
            outcome: Outcome::Skipped("a \"b\"\n".to_owned()),
            serial: None,
            work: None,
        };
        let mut out = Vec::new();
        rows(&mut out, &[row]).unwrap();
        let line = String::from_utf8(out).unwrap();
        let start =
            r#"{"type":"row","program":"p","variant":"v","accelerator":null,"size":[1,2],"kernel_ms":null,"#;
        assert!(line.starts_with(start), "{line}");
        assert!(line.ends_with("\"result\":\"skipped\",\"why\":\"a \\\"b\\\"\\n\"}\n"), "{line}");
    }
}
