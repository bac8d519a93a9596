//! Output for programs: a line of JSON for each thing, which says in `type` what it is.

use std::fmt::Write as _;
use std::io::{self, Write};
use std::time::Duration;

use amp::Profile;

use super::{Chosen, Program, Row, Timing};

/// A line for each accelerator.
pub(super) fn accelerators(out: &mut dyn Write, chosen: &[Chosen]) -> io::Result<()> {
    for it in chosen {
        let (accelerator, limits) = (&it.accelerator, it.accelerator.limits());
        // The CPU has none; what stands for that is no number to compute with.
        let limit = |limit: u64| (!it.is_on_host()).then_some(limit);
        let extent = (!it.is_on_host()).then(|| list(limits.tile_extent));
        let line = Object::new("accelerator")
            .text("accelerator", &it.label)
            .text("path", &accelerator.device_path())
            .text("driver", &accelerator.driver())
            .raw("cpu", it.is_cpu())
            .raw("emulated", accelerator.is_emulated())
            .raw("f64", accelerator.supports_f64())
            .raw("f16", accelerator.supports_f16())
            .raw("i64", accelerator.supports_i64())
            .raw("subgroups", accelerator.supports_subgroups())
            .maybe("memory", accelerator.dedicated_memory())
            .maybe("view_bytes", limit(limits.view_bytes))
            .maybe("views", limit(limits.views.into()))
            .maybe("tile_size", limit(limits.tile_size.into()))
            .maybe("tile_extent", extent)
            .maybe("tile_static_bytes", limit(limits.tile_static_bytes.into()));
        line.print(out)?;
    }
    Ok(())
}

/// A line for each program.
pub(super) fn programs(out: &mut dyn Write, programs: &[Program]) -> io::Result<()> {
    for program in programs {
        Object::new("program")
            .text("program", program.name)
            .text("shows", program.shows)
            .raw("size", list(program.size.usual))
            .raw("variants", list(program.variants.iter().map(|variant| quoted(variant.name))))
            .print(out)?;
    }
    Ok(())
}

/// A line for each row.
pub(super) fn rows(out: &mut dyn Write, rows: &[Row]) -> io::Result<()> {
    for row in rows {
        let times = row.outcome.times();
        let ms = |time: Duration| time.as_secs_f64() * 1e3;
        let median = |timing: Option<Timing>| timing.map(|it| ms(it.median));
        let phases = times.phases.iter().map(|(name, it)| format!("{}:{}", quoted(name), ms(it.median)));
        Object::new("row")
            .text("program", row.program)
            .text("variant", row.variant)
            .maybe("accelerator", row.accelerator.as_deref().map(quoted))
            .raw("size", list(&row.size))
            .maybe("kernel_ms", median(times.kernel))
            .maybe("kernel_mean_ms", times.kernel.map(|it| ms(it.mean)))
            .maybe("kernel_error_ms", times.kernel.map(|it| ms(it.error)))
            .maybe("kernel_best_ms", times.kernel.map(|it| ms(it.best)))
            .maybe("upload_ms", median(times.upload))
            .maybe("download_ms", median(times.download))
            .maybe("device_ms", times.device.as_ref().map(|profile| ms(profile.total())))
            .raw("device_kernels_ms", kernels(times.device.as_ref()))
            .raw("phases_ms", format!("{{{}}}", phases.collect::<Vec<_>>().join(",")))
            .maybe("runs", times.kernel.map(|timing| timing.runs))
            .maybe("speed", row.ratio())
            .maybe("rate", row.rate().map(|(rate, _)| rate))
            .maybe("rate_unit", row.rate().map(|(_, unit)| quoted(unit)))
            .text("result", &row.outcome.word().to_lowercase())
            .maybe("why", row.outcome.why().map(quoted))
            .print(out)?;
    }
    Ok(())
}

/// What the device's clock says of each kernel.
fn kernels(profile: Option<&Profile>) -> String {
    let kernels = profile.map(Profile::kernels).unwrap_or_default();
    let each = kernels.iter().map(|(name, _, sum)| format!("{}:{}", quoted(name), sum.as_secs_f64() * 1e3));
    format!("{{{}}}", each.collect::<Vec<_>>().join(","))
}

/// A line for each note.
pub(super) fn notes(out: &mut dyn Write, program: &Program, notes: &[String]) -> io::Result<()> {
    for note in notes {
        Object::new("note").text("program", program.name).text("note", note).print(out)?;
    }
    Ok(())
}

/// An object under construction.
struct Object(String);

impl Object {
    fn new(kind: &str) -> Self {
        Object(format!("{{\"type\":{}", quoted(kind)))
    }

    fn text(self, name: &str, value: &str) -> Self {
        self.raw(name, quoted(value))
    }

    /// Something that is JSON as it stands, or nothing.
    fn maybe(self, name: &str, value: Option<impl std::fmt::Display>) -> Self {
        match value {
            Some(value) => self.raw(name, value),
            None => self.raw(name, "null"),
        }
    }

    /// Something that is JSON as it stands.
    fn raw(mut self, name: &str, value: impl std::fmt::Display) -> Self {
        // Writing to a string does not fail.
        let _ = write!(self.0, ",{}:{value}", quoted(name));
        self
    }

    fn print(self, out: &mut dyn Write) -> io::Result<()> {
        writeln!(out, "{}}}", self.0)
    }
}

fn list(items: impl IntoIterator<Item = impl ToString>) -> String {
    let items: Vec<_> = items.into_iter().map(|item| item.to_string()).collect();
    format!("[{}]", items.join(","))
}

fn quoted(text: &str) -> String {
    let mut quoted = String::from('"');
    for c in text.chars() {
        match c {
            '"' | '\\' => quoted.extend(['\\', c]),
            '\n' => quoted += "\\n",
            c if c < ' ' => {
                // Writing to a string does not fail.
                let _ = write!(quoted, "\\u{:04x}", u32::from(c));
            }
            c => quoted.push(c),
        }
    }
    quoted.push('"');
    quoted
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn text_is_escaped() {
        assert_eq!(quoted("a \"b\"\\\n\u{1}é"), "\"a \\\"b\\\"\\\\\\n\\u0001é\"");
    }

    #[test]
    fn an_object_is_a_line() {
        let mut out = Vec::new();
        let object = Object::new("row").text("a", "b").maybe("c", None::<u32>).raw("d", list([1, 2]));
        object.print(&mut out).unwrap();
        assert_eq!(out, b"{\"type\":\"row\",\"a\":\"b\",\"c\":null,\"d\":[1,2]}\n");
    }
}
