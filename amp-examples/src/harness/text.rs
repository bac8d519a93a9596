//! Output for people: tables, with a first line that says what runs and a last line that says what to try next.

use std::io::{self, Write};
use std::time::Duration;

use super::{Align, NamedAccelerator, Outcome, Program, Request, Row, Table, Times, Timing, size};

/// The command that starts this program.
const COMMAND: &str = "cargo run --release";

/// Prints the properties of each accelerator.
pub(super) fn devices(out: &mut dyn Write, all: &[NamedAccelerator]) -> io::Result<()> {
    let default = amp::Accelerator::default();
    for it in all {
        let (accelerator, limits) = (&it.accelerator, it.accelerator.limits());
        let yes = |yes: bool| if yes { "yes" } else { "no" }.to_owned();
        let count = |n: u32| if n == u32::MAX { "no limit".to_owned() } else { n.to_string() };
        let size = |n: u64| if it.is_on_host() { "no limit".to_owned() } else { bytes(n) };
        let extent = limits.tile_extent.map(count);
        let extent =
            if extent.iter().all(|n| n == "no limit") { "no limit".to_owned() } else { extent.join(" x ") };
        writeln!(out, "{}", it.label)?;
        let mut table = Table::new([Align::Left; 2]);
        for (property, value) in [
            ("kind", it.kind().to_owned()),
            ("emulated", yes(accelerator.is_emulated())),
            ("default", yes(*accelerator == default)),
            ("path", accelerator.device_path()),
            ("driver", accelerator.driver()),
            ("memory", accelerator.dedicated_memory().map_or("unknown".to_owned(), bytes)),
            ("f64", yes(accelerator.supports_f64())),
            ("f16", yes(accelerator.supports_f16())),
            ("i64", yes(accelerator.supports_i64())),
            ("subgroups", yes(accelerator.supports_subgroups())),
            ("largest view", size(limits.view_bytes)),
            ("views of a kernel", count(limits.views)),
            ("work-items of a tile", count(limits.tile_size)),
            ("largest tile extent", extent),
            ("tile memory", size(limits.tile_static_bytes.into())),
        ] {
            table.row([property.to_owned(), value]);
        }
        table.print(out)?;
    }
    Ok(())
}

/// Prints each program with its variants and its size.
pub(super) fn programs(out: &mut dyn Write, programs: &[Program]) -> io::Result<()> {
    for program in programs {
        writeln!(out, "{}: {}", program.name, program.summary)?;
        writeln!(out, "  --size {}, by default {}", program.size.names.join("x"), program.size)?;
        let mut table = Table::new([Align::Left; 3]);
        for variant in program.variants {
            table.row(["--variant".to_owned(), variant.name.to_owned(), variant.summary.to_owned()]);
        }
        table.print(out)?;
    }
    Ok(())
}

/// The report of a run.
pub(super) struct Report<'a> {
    request: &'a Request,
    accelerators: &'a [NamedAccelerator],
    /// The numbers of correct rows, of wrong or failed rows, and of skipped rows.
    counts: [usize; 3],
}

impl<'a> Report<'a> {
    pub(super) fn new(request: &'a Request, accelerators: &'a [NamedAccelerator]) -> Self {
        Report { request, accelerators, counts: [0; 3] }
    }

    /// Counts rows for the closing lines and the exit status.
    pub(super) fn count(&mut self, rows: &[Row]) {
        let count = |counted: fn(&Outcome) -> bool| rows.iter().filter(|row| counted(&row.outcome)).count();
        self.counts[0] += count(|it| matches!(it, Outcome::Correct(_)));
        self.counts[1] += count(Outcome::is_failure);
        self.counts[2] += count(|it| matches!(it, Outcome::Skipped(_)));
    }

    pub(super) fn all_correct(&self) -> bool {
        self.counts[1] == 0
    }

    /// Prints what is going to run, and on which accelerators.
    pub(super) fn begin(&self, out: &mut dyn Write) -> io::Result<()> {
        let programs = match &self.request.programs[..] {
            [program] => format!("the example program {}", program.name),
            programs => format!("{} example programs", programs.len()),
        };
        let on = match self.accelerators {
            [only] => only.label.clone(),
            several => format!("{} accelerators", several.len()),
        };
        writeln!(out, "amp runs {programs} on {on} and checks each result against serial Rust.\n")?;
        writeln!(out, "accelerators")?;
        let mut table = Table::new([Align::Left; 2]);
        for it in self.accelerators {
            table.row([it.label.clone(), it.kind().to_owned()]);
        }
        table.print(out)?;
        if self.request.overview {
            writeln!(out)?;
            let mut head = self.overview_table();
            head.row(OVERVIEW_HEAD.map(str::to_owned));
            head.print(out)?;
        }
        Ok(())
    }

    /// Prints the rows of a program.
    pub(super) fn program(
        &self,
        out: &mut dyn Write,
        program: &Program,
        rows: &[Row],
        notes: &[String],
    ) -> io::Result<()> {
        if self.request.overview {
            let mut table = self.overview_table();
            for (n, row) in rows.iter().enumerate() {
                let name = if n == 0 { program.name } else { "" };
                table.row([
                    name.to_owned(),
                    row.variant.to_owned(),
                    self.accelerator(row),
                    median(row.outcome.times().kernel),
                    row.speedup().map_or("-".into(), speedup),
                    row.rate().map_or("-".into(), rate),
                    row.outcome.label().to_owned(),
                ]);
            }
            table.print(out)?;
            for reason in rows.iter().filter_map(|row| row.outcome.reason()) {
                writeln!(out, "    {reason}")?;
            }
        } else {
            let size = rows.first().map(|row| size::format(&row.size)).unwrap_or_default();
            writeln!(out, "\n{} {size}: {}", program.name, program.summary)?;
            self.detailed_table(rows).print(out)?;
        }
        for note in notes {
            writeln!(out, "  {note}")?;
        }
        Ok(())
    }

    /// An empty table of the overview. The rows of each program are printed as a separate table. All these
    /// tables have the same column widths.
    fn overview_table(&self) -> Table<7> {
        let longest = |texts: &mut dyn Iterator<Item = usize>| texts.max().unwrap_or(0);
        let programs = &self.request.programs;
        let name = longest(&mut programs.iter().map(|it| it.name.len()));
        let variants =
            programs.iter().filter_map(|it| it.overview.as_ref()).flat_map(|it| it.variants.iter());
        let accelerators =
            self.accelerators.iter().map(|it| it.short_label(self.accelerators).chars().count());
        let (left, right) = (Align::Left, Align::Right);
        let mut widths = OVERVIEW_HEAD.map(str::len);
        widths[0] = widths[0].max(name);
        widths[1] = widths[1].max(longest(&mut variants.map(|name| name.len())));
        widths[2] = widths[2].max(longest(&mut accelerators.into_iter()));
        widths[5] = widths[5].max("0.123 Ginteraction/s".len());
        Table::new([left, left, left, right, right, right, left]).min_widths(widths)
    }

    fn detailed_table(&self, rows: &[Row]) -> Table<11> {
        let (left, right) = (Align::Left, Align::Right);
        let mut table = Table::new([left, left, right, right, right, right, right, right, right, left, left]);
        table.row(DETAILED_HEAD.map(str::to_owned));
        for row in rows {
            let times = row.outcome.times();
            table.row([
                row.variant.to_owned(),
                self.accelerator(row),
                median(times.kernel),
                times.kernel.filter(|it| it.runs > 1).map_or("-".into(), mean),
                times.device.as_ref().map_or("-".into(), |profile| time(profile.total())),
                median(times.upload),
                median(times.download),
                row.speedup().map_or("-".into(), speedup),
                row.rate().map_or("-".into(), rate),
                row.outcome.label().to_owned(),
                row.outcome.reason().map_or_else(|| phases(&times), str::to_owned),
            ]);
        }
        table
    }

    /// The accelerator of a row, as short as possible.
    fn accelerator(&self, row: &Row) -> String {
        let Some(label) = &row.accelerator else { return "one core".to_owned() };
        let known = self.accelerators.iter().find(|it| it.label == *label);
        known.map_or_else(|| label.clone(), |it| it.short_label(self.accelerators))
    }

    /// Prints the legend, the number of correct results and what to try next.
    pub(super) fn end(&self, out: &mut dyn Write, elapsed: Duration) -> io::Result<()> {
        let [correct, failed, skipped] = self.counts;
        if correct + failed + skipped > 0 {
            out.write_all(if self.request.overview { OVERVIEW_LEGEND } else { DETAILED_LEGEND }.as_bytes())?;
            let skipped = if skipped == 0 { String::new() } else { format!(", {skipped} skipped") };
            let seconds = elapsed.as_secs_f64();
            match failed {
                0 => writeln!(out, "\nAll {correct} results are correct{skipped} ({seconds:.1} s).")?,
                _ => writeln!(out, "\n{failed} results are wrong or missing, {correct} correct{skipped}.")?,
            }
        }
        if cfg!(debug_assertions) {
            writeln!(out, "This is a debug build, whose times are meaningless. Use `{COMMAND}`.")?;
        }
        let next = match &self.request.programs[..] {
            _ if self.request.overview => {
                "-- all` for all programs and variants, `-- matmul` for one program, `-- --help` for options"
            }
            [_] => {
                "-- list` for the other programs, `-- --help` for options such as --size and --accelerator"
            }
            _ => {
                "-- nbody` for one program with its picture, `-- list` for all variants, `-- --help` for options"
            }
        };
        writeln!(out, "Next: `{COMMAND} {next}.")
    }
}

const OVERVIEW_HEAD: [&str; 7] =
    ["program", "variant", "accelerator", "kernel time", "vs. serial", "throughput", "result"];

const OVERVIEW_LEGEND: &str = "
kernel time   from launch to completion with the data on the accelerator; median of the timed runs
vs. serial    serial time divided by kernel time: 2.00x is twice as fast as serial Rust on one core
throughput    least amount of data to move or operations to do, divided by kernel time
result        ok: equal to the serial result, up to rounding
";

const DETAILED_HEAD: [&str; 11] = [
    "variant",
    "accelerator",
    "kernel time",
    "mean",
    "device time",
    "upload",
    "download",
    "vs. serial",
    "throughput",
    "result",
    "details",
];

const DETAILED_LEGEND: &str = "
kernel time   from launch to completion with the data on the accelerator; median of the timed runs
mean          mean of the same runs, with its standard error
device time   the kernels of one run by the device's own clock
upload        transfer of the inputs to the accelerator; the CPU uses them in place
download      transfer of the result to the host
vs. serial    serial time divided by kernel time: 2.00x is twice as fast as serial Rust on one core
throughput    least amount of data to move or operations to do, divided by kernel time
result        ok: equal to the serial result, up to rounding
details       the parts of the kernel time, or the reason of a failure
";

/// The parts of the kernel time: by the device's clock if it has one.
fn phases(times: &Times) -> String {
    let kernels = times.device.as_ref().map(|profile| profile.kernels()).unwrap_or_default();
    let of_device = kernels.iter().map(|(name, _, sum)| format!("{name} {}", time(*sum)));
    let of_host = times.phases.iter().map(|(name, it)| format!("{name} {}", time(it.median)));
    let all: Vec<_> = if times.phases.is_empty() {
        Vec::new()
    } else if kernels.is_empty() {
        of_host.collect()
    } else {
        of_device.collect()
    };
    all.join(", ")
}

fn median(timing: Option<Timing>) -> String {
    timing.map_or("-".into(), |it| time(it.median))
}

/// The mean and its relative standard error.
fn mean(timing: Timing) -> String {
    let error = timing.error.as_secs_f64() / timing.mean.as_secs_f64().max(1e-9) * 100.0;
    format!("{} ±{error:.0}%", time(timing.mean))
}

fn rate((rate, unit): (f64, &str)) -> String {
    let digits = if rate < 0.1 {
        3
    } else if rate < 10.0 {
        2
    } else {
        usize::from(rate < 100.0)
    };
    format!("{rate:.digits$} {unit}")
}

/// A time with three significant digits and a unit.
pub(super) fn time(time: Duration) -> String {
    let us = time.as_secs_f64() * 1e6;
    let (value, unit) = match us {
        ..1e3 => (us, "us"),
        ..1e6 => (us / 1e3, "ms"),
        _ => (us / 1e6, "s"),
    };
    let digits = if value < 10.0 { 2 } else { usize::from(value < 100.0) };
    format!("{value:.digits$} {unit}")
}

fn speedup(ratio: f64) -> String {
    let digits = if ratio < 0.1 { 3 } else { 2 };
    format!("{ratio:.digits$}x")
}

fn bytes(bytes: u64) -> String {
    match bytes {
        0..1024 => format!("{bytes} bytes"),
        1024..0x10_0000 => format!("{} KiB", bytes >> 10),
        0x10_0000..0x4000_0000 => format!("{} MiB", bytes >> 20),
        _ => format!("{:.1} GiB", bytes as f64 / f64::from(1 << 30)),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn times_have_three_digits() {
        let text = |us| time(Duration::from_micros(us));
        assert_eq!(
            [text(0), text(42), text(999), text(1_234), text(56_780), text(123_456), text(2_500_000)],
            ["0.00 us", "42.0 us", "999 us", "1.23 ms", "56.8 ms", "123 ms", "2.50 s"]
        );
    }

    #[test]
    fn bytes_have_a_unit() {
        assert_eq!(
            [bytes(5), bytes(32768), bytes(128 << 20), bytes(3 << 30)],
            ["5 bytes", "32 KiB", "128 MiB", "3.0 GiB"]
        );
    }

    #[test]
    fn legends_describe_every_column() {
        for (head, legend) in [(&OVERVIEW_HEAD[..], OVERVIEW_LEGEND), (&DETAILED_HEAD, DETAILED_LEGEND)] {
            for title in head.iter().filter(|it| !["program", "variant", "accelerator"].contains(it)) {
                assert!(legend.contains(&format!("\n{title} ")), "{title}");
            }
        }
    }
}
