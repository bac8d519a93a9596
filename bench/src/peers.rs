//! Results of other processes, from a file with one line for each result. The fields of a line are separated by
//! tabs: case, size, device, name, median, best (both in milliseconds), runs, and `ok` or an error.

use std::path::Path;
use std::time::Duration;

use amp_examples::harness::{Timing, Verdict};

use crate::comparison::{BenchResult, Measurement, Results};

/// The result of a candidate that another process measured.
#[derive(Debug, PartialEq)]
pub(crate) struct Peer {
    case: String,
    size: String,
    on: String,
    name: String,
    median: f64,
    best: f64,
    runs: usize,
    verdict: Verdict,
}

/// Reads the file.
pub(crate) fn read(file: &Path) -> BenchResult<Vec<Peer>> {
    let text = std::fs::read_to_string(file).map_err(|error| format!("{}: {error}", file.display()))?;
    let lines = text.lines().filter(|line| !line.is_empty() && !line.starts_with('#'));
    lines
        .map(|line| parse(line).ok_or_else(|| format!("{}: `{line}` is not a result", file.display())))
        .collect()
}

fn parse(line: &str) -> Option<Peer> {
    let fields: Vec<&str> = line.split('\t').collect();
    let [case, size, on, name, median, best, runs, verdict] = fields[..] else { return None };
    let number = |text: &str| text.parse::<f64>().ok().filter(|number| *number >= 0.0 && number.is_finite());
    Some(Peer {
        case: case.to_owned(),
        size: size.to_owned(),
        on: on.to_owned(),
        name: name.to_owned(),
        median: number(median)?,
        best: number(best)?,
        runs: runs.parse().ok()?,
        verdict: if verdict == "ok" { Verdict::Correct } else { Verdict::Wrong(verdict.to_owned()) },
    })
}

/// Adds the results of a case to its table. Devices are equal if one name is a prefix of the other.
pub(crate) fn join(results: &mut Results, peers: &[Peer]) {
    for peer in peers.iter().filter(|peer| peer.case == results.case && peer.size == results.size) {
        let same = |on: &str| on.starts_with(&*peer.on) || peer.on.starts_with(on);
        let first = results.measurements.iter().find(|it| same(&it.on) && it.timing.runs > 0);
        let ms = |time: Duration| time.as_secs_f64() * 1e3;
        let (median, best) =
            first.map_or((f64::NAN, f64::NAN), |it| (ms(it.timing.median), ms(it.timing.best)));
        let time = |ms: f64| Duration::from_secs_f64(ms / 1e3);
        let timing = Timing {
            median: time(peer.median),
            mean: time(peer.median),
            error: Duration::ZERO,
            best: time(peer.best),
            runs: peer.runs,
        };
        // The candidate was measured in another process and not in the same rounds. So there is one ratio and no
        // quartiles.
        let ratio = peer.median / median;
        let on = first.map_or(peer.on.clone(), |it| it.on.clone());
        results.measurements.push(Measurement {
            name: format!("{} (its own process)", peer.name),
            on,
            verdict: peer.verdict.clone(),
            timing,
            ratio: [f64::NAN, ratio, f64::NAN],
            best_ratio: peer.best / best,
            batch: 1,
            kernels: None,
        });
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_parse_or_are_refused() {
        let peer = parse("saxpy\t16\tllvmpipe\tCubeCL\t2.5\t2\t11\tok").unwrap();
        assert_eq!((&*peer.case, peer.median, peer.verdict), ("saxpy", 2.5, Verdict::Correct));
        for line in
            ["", "a\tb", "a\tb\tc\td\tx\t1\t1\tok", "a\tb\tc\td\t-1\t1\t1\tok", "a\tb\tc\td\tNaN\t1\t1\tok"]
        {
            assert_eq!(parse(line), None, "{line}");
        }
    }
}
