//! Tables and numbers for the terminal: plain text without colours, the same on a terminal and on a pipe.

use comfy_table::{CellAlignment, Table, TableComponent, presets};

/// The horizontal position of a column's text.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum Align {
    Left,
    Right,
}

/// A table as text. Control characters in cells are replaced.
pub(crate) fn table(columns: &[(&str, Align)], rows: Vec<Vec<String>>) -> String {
    let mut table = Table::new();
    table.load_preset(presets::NOTHING);
    table.set_style(TableComponent::HeaderLines, '─');
    table.set_style(TableComponent::MiddleHeaderIntersections, '─');
    table.set_header(columns.iter().map(|(name, _)| *name));
    for row in rows {
        table.add_row(row.iter().map(|cell| shortened(&printable(cell))));
    }
    for (column, (_, align)) in table.column_iter_mut().zip(columns) {
        let align = if *align == Align::Right { CellAlignment::Right } else { CellAlignment::Left };
        column.set_cell_alignment(align);
        column.set_padding((0, 2));
    }
    table.trim_fmt()
}

/// Shortens a text to 60 characters by leaving out its middle. The name of a closure is a path that ends with a line number,
/// so the end identifies it.
fn shortened(text: &str) -> String {
    const LONGEST: usize = 60;
    const BEGIN: usize = 15;
    let count = text.chars().count();
    if count <= LONGEST {
        return text.to_owned();
    }
    let end = text.chars().skip(count - (LONGEST - BEGIN - 1));
    text.chars().take(BEGIN).chain(['…']).chain(end).collect()
}

/// A text without control characters, which could change the state of a terminal.
pub(crate) fn printable(text: &str) -> String {
    text.chars().map(|c| if c.is_control() { '\u{fffd}' } else { c }).collect()
}

/// A number of bytes with a binary unit: `64 MiB`, `1.5 KiB`.
pub(crate) fn bytes(bytes: u64) -> String {
    const UNITS: [&str; 6] = ["bytes", "KiB", "MiB", "GiB", "TiB", "PiB"];
    if bytes == 1 {
        return "1 byte".to_owned();
    }
    let (mut value, mut unit) = (bytes as f64, 0);
    // 1023.95 would print as `1024.0`.
    while value >= 1023.95 && unit + 1 < UNITS.len() {
        value /= 1024.0;
        unit += 1;
    }
    if unit == 0 || value.fract() < 0.05 || value.fract() >= 0.95 {
        format!("{value:.0} {}", UNITS[unit])
    } else {
        format!("{value:.1} {}", UNITS[unit])
    }
}

/// A duration in microseconds with a fitting unit and three digits: `1.25 ms`.
pub(crate) fn time(microseconds: f64) -> String {
    let (value, unit) = match microseconds {
        us if us >= 999_500.0 => (us / 1e6, "s"),
        us if us >= 999.5 => (us / 1e3, "ms"),
        us if us >= 0.9995 || us == 0.0 => (us, "µs"),
        us => (us * 1e3, "ns"),
    };
    match value {
        v if v == 0.0 || v >= 99.95 => format!("{v:.0} {unit}"),
        v if v >= 9.995 => format!("{v:.1} {unit}"),
        v => format!("{v:.2} {unit}"),
    }
}

/// A share as a percentage: `40%`, `0.4%`.
pub(crate) fn percent(share: f64) -> String {
    let percent = share * 100.0;
    if percent == 0.0 || percent >= 9.95 { format!("{percent:.0}%") } else { format!("{percent:.1}%") }
}

/// Gigabytes in a second: `28.7`.
pub(crate) fn rate(gigabytes: f64) -> String {
    if gigabytes < 0.1 { "below 0.1".to_owned() } else { format!("{gigabytes:.1}") }
}

/// A noun with its number: `1 launch`, `3 launches`.
pub(crate) fn count(number: usize, noun: &str) -> String {
    let plural = match number {
        1 => "",
        _ if noun.ends_with("ch") => "es",
        _ => "s",
    };
    format!("{number} {noun}{plural}")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_have_fitting_units() {
        assert_eq!(
            [0, 1, 1023, 1024, 1536, (1 << 20) - 1, 1 << 26].map(bytes),
            ["0 bytes", "1 byte", "1023 bytes", "1 KiB", "1.5 KiB", "1 MiB", "64 MiB"]
        );
        assert_eq!(
            [0.0, 0.25, 1.0, 12.5, 999.7, 1250.0, 2_500_000.0].map(time),
            ["0 µs", "250 ns", "1.00 µs", "12.5 µs", "1.00 ms", "1.25 ms", "2.50 s"]
        );
        assert_eq!([0.0, 0.004, 0.4, 1.0].map(percent), ["0%", "0.4%", "40%", "100%"]);
    }

    #[test]
    fn long_cells_are_shortened() {
        assert_eq!(shortened(&"ä".repeat(60)), "ä".repeat(60));
        assert_eq!(
            shortened(&("ä".repeat(40) + &"ö".repeat(40))),
            "ä".repeat(15) + "…" + &"ä".repeat(4) + &"ö".repeat(40)
        );
    }

    #[test]
    fn control_characters_are_replaced() {
        assert_eq!(printable("a\u{1b}[31m\nb"), "a\u{fffd}[31m\u{fffd}b");
    }
}
