//! Output for people.

use std::io::{self, Write};
use std::time::Duration;

use super::{Chosen, Program, Row, Side, Table, Times, Timing, size};

/// What each accelerator is.
pub(super) fn accelerators(out: &mut dyn Write, chosen: &[Chosen]) -> io::Result<()> {
    writeln!(out, "accelerators")?;
    let mut table = Table::new([Side::Left; 2]);
    for it in chosen {
        table.line([it.label.clone(), it.kind().to_owned()]);
    }
    table.print(out)
}

/// What each accelerator can do.
pub(super) fn devices(out: &mut dyn Write, all: &[Chosen]) -> io::Result<()> {
    let default = amp::Accelerator::default();
    for it in all {
        let (accelerator, limits) = (&it.accelerator, it.accelerator.limits());
        let yes = |yes: bool| if yes { "yes" } else { "no" }.to_owned();
        let most = |n: u64, unlimited: bool| if unlimited { "no limit".to_owned() } else { n.to_string() };
        let few = |n: u32| most(n.into(), n == u32::MAX);
        let tile = limits.tile_extent.map(few);
        let tile =
            if tile.iter().all(|n| n == "no limit") { "no limit".to_owned() } else { tile.join(" x ") };
        writeln!(out, "{}", it.label)?;
        let mut table = Table::new([Side::Left; 2]);
        for (what, value) in [
            ("kind", it.kind().to_owned()),
            ("emulated", yes(accelerator.is_emulated())),
            ("default", yes(*accelerator == default)),
            ("path", accelerator.device_path()),
            ("driver", accelerator.driver()),
            ("memory", accelerator.dedicated_memory().map_or("not known".to_owned(), bytes)),
            ("f64", yes(accelerator.supports_f64())),
            ("f16", yes(accelerator.supports_f16())),
            ("i64", yes(accelerator.supports_i64())),
            ("subgroups", yes(accelerator.supports_subgroups())),
            ("largest view", if it.is_on_host() { "no limit".to_owned() } else { bytes(limits.view_bytes) }),
            ("views in a kernel", few(limits.views)),
            ("work-items in a tile", few(limits.tile_size)),
            ("in each dimension", tile),
            (
                "tile memory",
                if it.is_on_host() { "no limit".to_owned() } else { bytes(limits.tile_static_bytes.into()) },
            ),
        ] {
            table.line([what.to_owned(), value]);
        }
        table.print(out)?;
    }
    Ok(())
}

/// What each program shows.
pub(super) fn programs(out: &mut dyn Write, programs: &[Program]) -> io::Result<()> {
    for program in programs {
        writeln!(out, "{}: {}", program.name, program.shows)?;
        writeln!(out, "  --size {}, by default {}", program.size.names.join("x"), program.size)?;
        let mut table = Table::new([Side::Left; 3]);
        for variant in program.variants {
            table.line(["--variant".to_owned(), variant.name.to_owned(), variant.shows.to_owned()]);
        }
        table.print(out)?;
    }
    Ok(())
}

/// How a program's variants did.
pub(super) fn rows(
    out: &mut dyn Write,
    program: &Program,
    rows: &[Row],
    notes: &[String],
    chosen: &[Chosen],
) -> io::Result<()> {
    let size = rows.first().map(|row| size::text(&row.size)).unwrap_or_default();
    writeln!(out, "\n{} {size}: {}", program.name, program.shows)?;
    let right = Side::Right;
    let mut table = Table::new([
        Side::Left,
        Side::Left,
        right,
        right,
        right,
        right,
        right,
        right,
        right,
        Side::Left,
        Side::Left,
    ]);
    let head =
        ["variant", "on", "kernel", "mean", "device", "upload", "download", "speed", "rate", "result", ""];
    table.line(head.map(str::to_owned));
    for row in rows {
        let times = row.outcome.times();
        let median = |timing: Option<Timing>| timing.map_or("-".into(), |it| time(it.median));
        let short = |label: &String| {
            chosen.iter().find(|it| it.label == *label).map_or_else(|| label.clone(), |it| it.short(chosen))
        };
        table.line([
            row.variant.to_owned(),
            row.accelerator.as_ref().map_or_else(|| "one core".to_owned(), short),
            median(times.kernel),
            times.kernel.filter(|it| it.runs > 1).map_or("-".into(), mean),
            times.device.as_ref().map_or("-".into(), |profile| time(profile.total())),
            median(times.upload),
            median(times.download),
            row.ratio().map_or("-".into(), speed),
            row.rate().map_or("-".into(), rate),
            row.outcome.word().to_owned(),
            row.outcome.why().map_or_else(|| phases(&times), str::to_owned),
        ]);
    }
    table.print(out)?;
    for note in notes {
        writeln!(out, "  {note}")?;
    }
    Ok(())
}

/// What the columns mean.
pub(super) fn legend(out: &mut dyn Write) -> io::Result<()> {
    writeln!(
        out,
        "
kernel    from launch to end, data being on the accelerator; the median of the runs after the warm-up and the one
          that is thrown out; in the last column the phases, where there are several
mean      of the same runs, with its standard error
device    the kernels of one run by the device's own clock, without waiting for it
upload    what brings the data there; download, what brings the result back; the CPU works on the data in place
speed     times as fast as the serial variant, by the kernel column
rate      the least that has to be moved or computed, over the kernel column"
    )?;
    if cfg!(debug_assertions) {
        writeln!(out, "\nThis is a debug build: its times mean nothing. Say `cargo run --release`.")?;
    }
    Ok(())
}

/// What the kernel column consists of: by the device's clock, if there is one.
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

/// The mean, and its error in the same unit.
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

/// Three digits and a unit.
pub(super) fn time(time: Duration) -> String {
    let us = time.as_secs_f64() * 1e6;
    let (number, unit) = match us {
        ..1e3 => (us, "us"),
        ..1e6 => (us / 1e3, "ms"),
        _ => (us / 1e6, "s"),
    };
    let digits = if number < 10.0 { 2 } else { usize::from(number < 100.0) };
    format!("{number:.digits$} {unit}")
}

/// Times as fast.
fn speed(ratio: f64) -> String {
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
}
