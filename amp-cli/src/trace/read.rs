//! Reads a trace in the Chrome trace format: a JSON array with one event on each line.
//!
//! The end of the array may be missing, because the process may have ended early. Valid JSON with another layout is parsed as
//! a whole, for example an object with the field `traceEvents`. Unknown fields, categories and kinds of events are accepted.

use std::collections::BTreeMap;

use serde_json::{Map, Value};

/// The process of the host. Greater numbers are accelerators.
pub(crate) const HOST: i64 = 1;

/// The events of a run, sorted by their start.
#[derive(Debug, Default)]
pub(crate) struct Trace {
    pub(crate) events: Vec<Event>,
    /// The names of the host and the accelerators.
    processes: BTreeMap<i64, String>,
    /// The names of threads and queues.
    threads: BTreeMap<(i64, i64), String>,
    /// Remarks about the file.
    pub(crate) notes: Vec<String>,
}

/// An event with a duration. Times are in microseconds.
#[derive(Debug)]
pub(crate) struct Event {
    pub(crate) name: String,
    pub(crate) category: String,
    pub(crate) start: f64,
    pub(crate) duration: f64,
    /// The duration without the work of other events; see `own_time`.
    pub(crate) own: f64,
    pub(crate) process: i64,
    pub(crate) thread: i64,
    pub(crate) arguments: Map<String, Value>,
}

impl Event {
    /// The end, in microseconds.
    pub(crate) fn end(&self) -> f64 {
        self.start + self.duration
    }

    /// An argument that is a text.
    pub(crate) fn text(&self, argument: &str) -> Option<&str> {
        self.arguments.get(argument)?.as_str()
    }

    /// An argument that is a number without sign; zero if it is missing.
    pub(crate) fn number(&self, argument: &str) -> u64 {
        let value = self.arguments.get(argument);
        value.and_then(|value| value.as_u64().or(value.as_f64().map(|v| v as u64))).unwrap_or(0)
    }

    /// An argument that is true or false.
    pub(crate) fn truth(&self, argument: &str) -> Option<bool> {
        self.arguments.get(argument)?.as_bool()
    }
}

impl Trace {
    /// The name of the host or of an accelerator.
    pub(crate) fn process(&self, process: i64) -> String {
        match self.processes.get(&process) {
            Some(name) if !name.is_empty() => name.clone(),
            _ if process == HOST => "host".to_owned(),
            _ => format!("accelerator {process}"),
        }
    }

    /// The name of a thread of the host, or of a queue of an accelerator.
    pub(crate) fn thread(&self, process: i64, thread: i64) -> String {
        let of_process = || self.threads.iter().filter(|((of, _), _)| *of == process);
        match self.threads.get(&(process, thread)) {
            // Threads without a name of their own may share one.
            Some(name) if of_process().filter(|(_, other)| *other == name).count() > 1 => {
                format!("{name} {thread}")
            }
            Some(name) if !name.is_empty() => name.clone(),
            _ if process == HOST => format!("thread {thread}"),
            _ => format!("queue {thread}"),
        }
    }

    /// The accelerator that an event concerns: that of its process, or the one that it names.
    pub(crate) fn accelerator(&self, event: &Event) -> String {
        match event.text("accelerator") {
            Some(name) => name.to_owned(),
            None if event.process != HOST => self.process(event.process),
            None => String::new(),
        }
    }

    fn add(&mut self, event: &Value) -> Result<(), String> {
        let Value::Object(event) = event else {
            return Err("an event is an object in braces".to_owned());
        };
        let text = |field: &str| match event.get(field) {
            Some(Value::String(text)) => Ok(text.clone()),
            Some(_) => Err(format!("`{field}` is not a text")),
            None => Err(format!("`{field}` is missing")),
        };
        let number = |field: &str| match event.get(field) {
            Some(value) => value.as_f64().ok_or_else(|| format!("`{field}` is not a number")),
            None => Err(format!("`{field}` is missing")),
        };
        let kind = text("ph")?;
        if kind != "X" && kind != "M" {
            return Ok(());
        }
        let process = if event.contains_key("pid") { number("pid")? as i64 } else { HOST };
        let thread = if event.contains_key("tid") { number("tid")? as i64 } else { 0 };
        let arguments = match event.get("args") {
            Some(Value::Object(arguments)) => arguments.clone(),
            Some(Value::Null) | None => Map::new(),
            Some(_) => return Err("`args` is not an object".to_owned()),
        };
        let name = text("name")?;
        if kind == "M" {
            let named = arguments.get("name").and_then(Value::as_str).unwrap_or_default().to_owned();
            match &*name {
                "process_name" => drop(self.processes.insert(process, named)),
                "thread_name" => drop(self.threads.insert((process, thread), named)),
                _ => {}
            }
            return Ok(());
        }
        let category = if event.contains_key("cat") { text("cat")? } else { "other".to_owned() };
        let (start, duration) = (number("ts")?, number("dur")?);
        if duration < 0.0 {
            return Err("`dur` is negative".to_owned());
        }
        let own = duration;
        self.events.push(Event { name, category, start, duration, own, process, thread, arguments });
        Ok(())
    }
}

/// Reads a trace. An error names the line and the reason.
pub(crate) fn trace(bytes: &[u8]) -> Result<Trace, String> {
    let text = std::str::from_utf8(bytes).map_err(|error| {
        let line = bytes[..error.valid_up_to()].iter().filter(|byte| **byte == b'\n').count() + 1;
        format!("line {line}: the text is not UTF-8")
    })?;
    let mut trace = match by_lines(text) {
        Ok(trace) => trace,
        Err(Malformed::Event(reason)) => return Err(reason),
        Err(Malformed::Layout(reason)) => match serde_json::from_str::<Value>(text) {
            Ok(value) => as_whole(&value, reason)?,
            Err(_) => return Err(reason),
        },
    };
    if trace.events.is_empty() {
        return Err("the trace contains no events with a duration (`\"ph\":\"X\"`)".to_owned());
    }
    // Longer events first, so that an event follows the one that contains it.
    trace.events.sort_by(|a, b| a.start.total_cmp(&b.start).then_with(|| b.duration.total_cmp(&a.duration)));
    Ok(trace)
}

/// Why [`by_lines`] rejects a file. Each message names the line and the reason.
enum Malformed {
    /// The file does not have one JSON event on each line. It may still be one JSON value that spans lines, see
    /// [`as_whole`].
    Layout(String),
    /// A line is a JSON value, but its fields are not those of an event.
    Event(String),
}

/// Reads an array with one event on each line.
fn by_lines(text: &str) -> Result<Trace, Malformed> {
    let mut trace = Trace::default();
    let lines = text.trim_start_matches('\u{feff}').lines().enumerate();
    let mut lines = lines.filter(|(_, line)| !line.trim().is_empty()).peekable();
    let (mut is_open, mut is_closed) = (false, false);
    while let Some((n, whole)) = lines.next() {
        let (n, mut line) = (n + 1, whole.trim());
        if is_closed {
            return Err(Malformed::Layout(format!("line {n}: text after the end of the array")));
        }
        if !is_open {
            let begin = || Malformed::Layout(format!("line {n}: a trace begins with `[`"));
            line = line.strip_prefix('[').ok_or_else(begin)?;
            is_open = true;
        }
        if let Some(before) = line.strip_suffix(']') {
            (line, is_closed) = (before, true);
        }
        let line = line.trim();
        let line = line.strip_prefix(',').unwrap_or(line);
        let line = line.strip_suffix(',').unwrap_or(line).trim();
        if line.is_empty() {
            continue;
        }
        match serde_json::from_str::<Value>(line) {
            Ok(event) => {
                trace.add(&event).map_err(|reason| Malformed::Event(format!("line {n}: {reason}")))?;
            }
            Err(error) if error.is_eof() && !is_closed && lines.peek().is_none() => {
                trace.notes.push(format!("line {n} is incomplete and was ignored"));
            }
            Err(error) => {
                let full = error.to_string();
                let reason = full.rsplit_once(" at line ").map_or(&*full, |(reason, _)| reason);
                let column = whole.find(line).unwrap_or(0) + error.column();
                return Err(Malformed::Layout(format!("line {n}, column {column}: {reason}")));
            }
        }
    }
    if !is_open {
        return Err(Malformed::Layout("line 1: the file is empty".to_owned()));
    }
    if !is_closed {
        trace.notes.push("the array is not closed: the program ended before it closed the trace".to_owned());
    }
    Ok(trace)
}

/// Reads a complete JSON value: an array, or an object with an array `traceEvents`. For any other value, returns
/// `error`: the message of [`by_lines`] about the same file.
fn as_whole(value: &Value, error: String) -> Result<Trace, String> {
    let events = value.as_array().or_else(|| value.get("traceEvents")?.as_array()).ok_or(error)?;
    let mut trace = Trace::default();
    for (n, event) in events.iter().enumerate() {
        trace.add(event).map_err(|reason| format!("event {}: {reason}", n + 1))?;
    }
    Ok(trace)
}

#[cfg(test)]
mod tests {
    use super::*;

    const EVENT: &str = r#"{"ph":"X","name":"k","cat":"kernel","ts":1.5,"dur":2,"pid":2,"tid":1}"#;

    fn events(text: &str) -> Result<usize, String> {
        trace(text.as_bytes()).map(|trace| trace.events.len())
    }

    #[test]
    fn layouts_of_json_are_accepted() {
        assert_eq!(events(&format!("[\n{EVENT},\n{EVENT}\n]\n")), Ok(2));
        assert_eq!(events(&format!("[{EVENT},\r\n{EVENT}]")), Ok(2));
        assert_eq!(events(&format!("[\n{EVENT},\n")), Ok(1));
        assert_eq!(events(&format!("[{EVENT},{EVENT}]")), Ok(2));
        assert_eq!(events(&format!("{{\"traceEvents\":[{EVENT}],\"displayTimeUnit\":\"ns\"}}")), Ok(1));
    }

    #[test]
    fn incomplete_last_line_is_ignored_with_a_note() {
        let cut = trace(format!("[\n{EVENT},\n{{\"ph\":\"X\",\"na").as_bytes()).unwrap();
        assert_eq!(cut.events.len(), 1);
        assert_eq!(cut.notes[0], "line 3 is incomplete and was ignored");
        assert!(cut.notes[1].starts_with("the array is not closed"));
    }

    #[test]
    fn malformed_input_has_a_line_and_a_reason() {
        for (text, expected) in [
            ("", "line 1: the file is empty"),
            ("hello", "line 1: a trace begins with `[`"),
            ("[\n]", "the trace contains no events with a duration (`\"ph\":\"X\"`)"),
            ("[\n  {\"ph\" \"X\"},\n]", "line 2, column 9: expected `:`"),
            ("[\n{\"ph\":\"X\"}\n]", "line 2: `name` is missing"),
            ("[\n{\"ph\":\"X\",\"name\":1}\n]", "line 2: `name` is not a text"),
            ("[\n{\"ph\":\"X\",\"name\":\"k\",\"ts\":\"0\",\"dur\":1}\n]", "line 2: `ts` is not a number"),
            ("[\n{\"ph\":\"X\",\"name\":\"k\",\"ts\":0,\"dur\":-1}\n]", "line 2: `dur` is negative"),
            ("[\n3\n]", "line 2: an event is an object in braces"),
            ("[\n]\n]", "line 3: text after the end of the array"),
        ] {
            assert_eq!(events(text), Err(expected.to_owned()), "{text}");
        }
        assert_eq!(trace(b"[\n\xff").unwrap_err(), "line 2: the text is not UTF-8");
    }

    #[test]
    fn unknown_fields_categories_and_kinds_are_accepted() {
        let text = r#"[
            {"ph":"C","name":"counter","ts":0,"args":{"n":1}},
            {"ph":"M","name":"process_sort_index","pid":2,"args":{"sort_index":1}},
            {"ph":"M","name":"process_name","pid":2,"args":{"name":"GPU"}},
            {"ph":"X","name":"k","cat":"new","ts":0,"dur":1,"pid":2,"tid":7,"id":9,"args":{"odd":[1]}},
            {"ph":"X","name":"k","ts":0,"dur":1}
        ]"#;
        let trace = trace(text.as_bytes()).unwrap();
        assert_eq!(trace.events[0].category, "new");
        assert_eq!(trace.accelerator(&trace.events[0]), "GPU");
        assert_eq!(trace.thread(2, 7), "queue 7");
        assert_eq!((trace.process(1), &*trace.events[1].category), ("host".to_owned(), "other"));
    }
}
