//! The page of a trace: one HTML file with its tables, its style, its script and the events of the timeline.
//!
//! The tables are plain HTML, so they work without the script. The events are JSON, in rows without overlap, so that the
//! script finds the visible ones by binary search. Names from the trace are escaped here, or set as text by the script.

use std::collections::{BTreeMap, HashMap};

use serde_json::{Value, json};

use crate::table::{self, bytes, percent, time};
use crate::trace::read::{Event, HOST, Trace};
use crate::trace::summary::Summary;

/// The page for a trace with this title.
pub(crate) fn page(title: &str, trace: &Trace, summary: &Summary, findings: &[String]) -> String {
    let notes = trace.notes.iter().map(|note| format!("<p class=\"note\">Note: {}.</p>\n", escaped(note)));
    let findings = findings.iter().map(|finding| format!("<li>{}</li>\n", with_code(finding)));
    let parts = [
        ("TITLE", escaped(title)),
        ("VERSION", env!("CARGO_PKG_VERSION").to_owned()),
        ("STYLE", include_str!("page.css").to_owned()),
        ("SCRIPT", include_str!("page.js").to_owned()),
        ("SENTENCE", escaped(&summary.sentence())),
        ("NOTES", notes.collect()),
        ("FINDINGS", findings.collect()),
        ("KERNELS", kernels(summary)),
        ("TRANSFERS", transfers(summary)),
        ("DATA", data(trace, summary)),
    ];
    // Each mark of `page.html`, such as `{{TITLE}}`, is replaced by a text. Only the file is searched for marks, so `{{` in
    // an inserted text stays as it is.
    let mut page = String::new();
    let mut rest = include_str!("page.html");
    while let Some((before, after)) = rest.split_once("{{") {
        let (name, after) = after.split_once("}}").unwrap_or((after, ""));
        page += before;
        page += parts.iter().find(|(part, _)| *part == name).map_or("", |(_, text)| text);
        rest = after;
    }
    page + rest
}

/// The rows of the table of kernels.
fn kernels(summary: &Summary) -> String {
    let rows = summary.kernels.iter().map(|it| {
        let rate = it.gigabytes_per_second();
        row(&[
            Cell::Head(&it.name),
            Cell::Text(&it.accelerator),
            Cell::Number(it.calls as f64, it.calls.to_string()),
            Cell::Number(it.total, time(it.total)),
            Cell::Number(it.mean(), time(it.mean())),
            Cell::Number(it.bytes as f64, bytes(it.bytes)),
            Cell::Number(rate.unwrap_or(0.0), rate.map_or("unknown".to_owned(), table::rate)),
            Cell::Share(it.share),
            Cell::Text(&it.clock),
        ])
    });
    or_empty(rows.collect(), 9, "No kernel ran.")
}

/// The rows of the table of transfers.
fn transfers(summary: &Summary) -> String {
    let rows = summary.transfers.iter().map(|it| {
        let rate = it.gigabytes_per_second();
        row(&[
            Cell::Head(&it.cause),
            Cell::Text(&it.direction),
            Cell::Text(&it.accelerator),
            Cell::Number(it.count as f64, it.count.to_string()),
            Cell::Number(it.bytes as f64, bytes(it.bytes)),
            Cell::Number(it.total, time(it.total)),
            Cell::Number(rate.unwrap_or(0.0), rate.map_or("unknown".to_owned(), table::rate)),
            Cell::Number(it.redundant as f64, it.redundant.to_string()),
        ])
    });
    or_empty(rows.collect(), 8, "No data was transferred.")
}

enum Cell<'c> {
    Head(&'c str),
    Text(&'c str),
    /// The number by which the script sorts, and its text.
    Number(f64, String),
    Share(f64),
}

fn row(cells: &[Cell]) -> String {
    let cells = cells.iter().map(|cell| match cell {
        Cell::Head(text) => format!("<th scope=\"row\">{}</th>", escaped(text)),
        Cell::Text(text) => format!("<td>{}</td>", escaped(text)),
        Cell::Number(value, text) => format!("<td class=\"n\" data-value=\"{value}\">{text}</td>"),
        Cell::Share(share) => format!(
            "<td class=\"n share\" data-value=\"{share}\"><span class=\"bar\" aria-hidden=\"true\"><i style=\"width:{:.1}%\"></i></span><span class=\"p\">{}</span></td>",
            100.0 * share,
            percent(*share)
        ),
    });
    format!("<tr>{}</tr>\n", cells.collect::<String>())
}

fn or_empty(rows: String, columns: usize, message: &str) -> String {
    if rows.is_empty() {
        format!("<tr class=\"empty\"><td colspan=\"{columns}\">{message}</td></tr>\n")
    } else {
        rows
    }
}

/// The events for the script, as JSON: a lane for each thread or queue, with rows of events. Events refer to their texts by
/// position in the list `texts`.
fn data(trace: &Trace, summary: &Summary) -> String {
    let mut texts = Texts::default();
    let mut lanes: BTreeMap<(i64, i64), Vec<&Event>> = BTreeMap::new();
    for event in &trace.events {
        lanes.entry((event.process, event.thread)).or_default().push(event);
    }
    let lanes = lanes.into_iter().map(|((process, thread), events)| {
        let rows = rows(events).into_iter().map(|row| {
            let column = |value: &dyn Fn(&Event) -> Value| row.iter().map(|it| value(it)).collect::<Vec<_>>();
            // Whole nanoseconds are exact enough, and shorter.
            let rounded = |time: f64| json!((time * 1e3).round() / 1e3);
            let names: Vec<_> = row.iter().map(|it| texts.number(&it.name)).collect();
            let categories: Vec<_> = row.iter().map(|it| texts.number(&it.category)).collect();
            let details: Vec<_> = row.iter().map(|it| texts.number(&details(it))).collect();
            json!({
                "start": column(&|it| rounded(it.start - summary.start)),
                "duration": column(&|it| rounded(it.duration)),
                "name": names,
                "category": categories,
                "details": details,
            })
        });
        json!({
            "process": trace.process(process),
            "thread": trace.thread(process, thread),
            "isHost": process == HOST,
            "rows": rows.collect::<Vec<_>>(),
        })
    });
    let lanes: Vec<_> = lanes.collect();
    let data = json!({ "duration": summary.duration, "lanes": lanes, "texts": texts.list });
    // A name could contain `</script>`, which would end the element that contains the JSON.
    data.to_string().replace('<', "\\u003c")
}

/// Each text once, with its number.
#[derive(Default)]
struct Texts {
    list: Vec<String>,
    numbers: HashMap<String, usize>,
}

impl Texts {
    fn number(&mut self, text: &str) -> usize {
        if let Some(number) = self.numbers.get(text) {
            return *number;
        }
        self.list.push(text.to_owned());
        self.numbers.insert(text.to_owned(), self.list.len() - 1);
        self.list.len() - 1
    }
}

/// The arguments of an event in words.
fn details(event: &Event) -> String {
    let parts = event.arguments.iter().map(|(name, value)| match (&**name, value) {
        ("bytes", _) => bytes(event.number("bytes")),
        (_, Value::String(text)) => format!("{name}: {text}"),
        (_, value) => format!("{name}: {value}"),
    });
    parts.collect::<Vec<_>>().join("; ")
}

/// The overlap, in microseconds, that comes from the rounding of times.
const ROUNDING: f64 = 0.002;

/// Greedy interval partitioning: each event goes to the first row that is free at its start. The events are sorted, so an event
/// comes below the one that contains it.
fn rows(events: Vec<&Event>) -> Vec<Vec<&Event>> {
    let mut rows: Vec<Vec<&Event>> = Vec::new();
    for event in events {
        let is_free =
            |row: &&mut Vec<&Event>| row.last().is_none_or(|last| last.end() <= event.start + ROUNDING);
        match rows.iter_mut().find(is_free) {
            Some(row) => row.push(event),
            None => rows.push(vec![event]),
        }
    }
    rows
}

/// A text for HTML, in an element or an attribute.
pub(crate) fn escaped(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    for c in text.chars() {
        match c {
            '&' => out += "&amp;",
            '<' => out += "&lt;",
            '>' => out += "&gt;",
            '"' => out += "&quot;",
            '\'' => out += "&#39;",
            c if c.is_control() && c != '\n' && c != '\t' => out.push('\u{fffd}'),
            c => out.push(c),
        }
    }
    out
}

/// A text for HTML, in which text between backticks is code.
fn with_code(text: &str) -> String {
    let escaped = escaped(text);
    let pieces = escaped.split('`').enumerate();
    pieces
        .map(|(n, piece)| if n % 2 == 1 { format!("<code>{piece}</code>") } else { piece.to_owned() })
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::trace::read;

    #[test]
    fn names_are_escaped() {
        let name = "</script><img src=x onerror=alert(1)>{{DATA}}&'";
        let text = format!(
            "[\n{{\"ph\":\"X\",\"name\":\"{name}\",\"cat\":\"kernel\",\"ts\":0,\"dur\":1,\"pid\":2,\"tid\":0,\"args\":{{\"cause\":\"{name}\"}}}}\n]"
        );
        let trace = read::trace(text.as_bytes()).unwrap();
        let summary = Summary::new(&trace);
        let page = page(name, &trace, &summary, &[name.to_owned()]);
        assert!(!page.contains("<img"), "{page}");
        assert_eq!(page.matches("</script>").count(), 2, "the data and the script");
        assert!(page.contains("&lt;/script&gt;&lt;img src=x onerror=alert(1)&gt;{{DATA}}&amp;&#39;"));
    }

    #[test]
    fn overlapping_events_are_in_different_rows() {
        let mut text = "[\n".to_owned();
        for (start, duration) in [(0, 10), (2, 3), (6, 1), (10, 5)] {
            text += &format!("{{\"ph\":\"X\",\"name\":\"k\",\"ts\":{start},\"dur\":{duration}}},\n");
        }
        let trace = read::trace(text.as_bytes()).unwrap();
        let rows = rows(trace.events.iter().collect());
        let starts: Vec<Vec<f64>> =
            rows.iter().map(|row| row.iter().map(|event| event.start).collect()).collect();
        assert_eq!(starts, [vec![0.0, 10.0], vec![2.0, 6.0]]);
    }
}
