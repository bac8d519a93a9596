//! The tables.

use std::io::{self, Write};
use std::time::Duration;

use amp_examples::frame::{Side, Table, Verdict};

use crate::contest::{Standings, Work};

/// What was measured, and where.
pub(crate) fn head(out: &mut dyn Write, quick: bool) -> io::Result<()> {
    let threads = rayon::current_num_threads();
    writeln!(
        out,
        "CPU accelerator, {threads} threads; ratios are times over the first line's, so less is better"
    )?;
    let built =
        if cfg!(target_feature = "avx2") { "with AVX2" } else { "for the baseline of this architecture" };
    writeln!(out, "built {built}; RUSTFLAGS=-Ctarget-cpu=native builds for this very machine")?;
    if quick {
        writeln!(out, "quick: too small and too short to mean much")?;
    }
    if cfg!(debug_assertions) {
        writeln!(out, "a debug build: the times mean nothing")?;
    }
    Ok(())
}

/// How a contest ended.
pub(crate) fn standings(out: &mut dyn Write, about: &str, it: &Standings) -> io::Result<()> {
    let rounds = it.standings.first().map_or(0, |standing| standing.timing.runs);
    writeln!(out, "\n{about}, {}, {rounds} rounds", it.size)?;
    let right = Side::Right;
    let mut table = Table::new([Side::Left, right, right, right, right, right, Side::Left]);
    table.line(["", "median", "best", "rate", "ratio", "of bests", "result"].map(str::to_owned));
    for standing in &it.standings {
        let ms = |time: Duration| format!("{:.2} ms", time.as_secs_f64() * 1e3);
        let seconds = standing.timing.median.as_secs_f64();
        let rate = match it.work {
            Work::Bytes(bytes) => format!("{:.1} GB/s", bytes / seconds / 1e9),
            Work::Flops(flops) => format!("{:.1} GFLOP/s", flops / seconds / 1e9),
        };
        table.line([
            standing.name.to_owned(),
            ms(standing.timing.median),
            ms(standing.timing.best),
            rate,
            format!("{:.2}", standing.ratio),
            format!("{:.2}", standing.best_ratio),
            match &standing.verdict {
                Verdict::Right => "ok".to_owned(),
                Verdict::Wrong(why) => format!("WRONG: {why}"),
                Verdict::Skipped(why) => format!("skipped: {why}"),
            },
        ]);
    }
    table.print(out)
}
