//! The examples of `docs/language.md`: the calls of `wgsl(..)` and `codes(..)` in the tests of each construct.

use crate::repository::{files, read};

pub(super) enum Example {
    /// An accepted kernel and its WGSL.
    Becomes { name: String, kernel: String, shader: String },
    /// A rejected kernel and its codes. Without a code, only rustc rejects it.
    Refused { name: String, kernel: String, codes: Vec<String> },
}

/// The files of all constructs in a folder, without the file that declares the modules.
pub(super) fn constructs(folder: &str) -> Vec<String> {
    let mut files = files(&format!("amp-lower/src/lower/{folder}"), ".rs");
    files.retain(|file| !file.ends_with("/mod.rs"));
    files
}

/// The files of the constructs that match patterns.
pub(super) fn matching() -> Vec<String> {
    ["matching", "matching/condition", "matching/let_else", "matching/alternatives", "pattern"]
        .map(|name| format!("amp-lower/src/lower/{name}.rs"))
        .into()
}

/// The examples of a construct, by its file.
pub(super) fn of_construct(file: &str) -> Vec<Example> {
    let source = read(file);
    let tests = source.find("mod tests {").map_or("", |at| &source[at..]);
    let calls = tests.match_indices("        wgsl(").chain(tests.match_indices("        codes("));
    let mut calls: Vec<_> = calls.map(|(at, _)| at).collect();
    calls.sort_unstable();
    let stem = file.rsplit('/').next().unwrap_or(file).trim_end_matches(".rs");
    let examples = calls.into_iter().enumerate().filter_map(|(n, at)| {
        let call = &tests[at..];
        let end = call.find("\n    }\n").unwrap_or(call.len());
        let call = &call[..end];
        let (kernel, rest) = text(call)?;
        let (name, kernel) = (format!("{stem}_{}", n + 1), spread(&kernel));
        if call.trim_start().starts_with("wgsl(") {
            let shader = rest.split("[[r#\"").nth(1).and_then(|rest| rest.split("\"#]]").next())?;
            return Some(Example::Becomes { name, kernel, shader: dedented(shader) });
        }
        let codes = rest.split(");").next().unwrap_or(rest).split('"').skip(1).step_by(2);
        Some(Example::Refused { name, kernel, codes: codes.map(str::to_owned).collect() })
    });
    examples.collect()
}

/// The first string literal, and the text after it.
fn text(source: &str) -> Option<(String, &str)> {
    let start = source.find('"')? + 1;
    let mut escaped = false;
    let length = source[start..].find(|c| match c {
        '\\' if !escaped => {
            escaped = true;
            false
        }
        '"' if !escaped => true,
        _ => {
            escaped = false;
            false
        }
    })?;
    let literal = source[start..start + length].replace("\\\"", "\"");
    Some((literal, &source[start + length + 1..]))
}

/// Splits a kernel of one line into a line for each statement.
fn spread(kernel: &str) -> String {
    if let Some((head, rest)) = kernel.split_once('\n') {
        return format!("{head}\n{}", dedented(rest).trim_end());
    }
    let Some((head, body)) = kernel.split_once("| { ") else { return kernel.to_owned() };
    let mut lines = vec![format!("{head}| {{")];
    let (mut depth, mut line) = (0, String::new());
    let mut letters = body.trim_end().strip_suffix('}').unwrap_or(body).trim().chars().peekable();
    while let Some(c) = letters.next() {
        line.push(c);
        match c {
            '{' | '(' | '[' => depth += 1,
            '}' | ')' | ']' => depth -= 1,
            _ => {}
        }
        let rest: String = letters.clone().collect();
        let rest = rest.trim_start();
        let continues = [";", "else", ".", ",", ")"].iter().any(|next| rest.starts_with(next));
        let operator = rest.starts_with(['+', '-', '*', '/', '&', '|', '=', '<', '>']);
        if depth == 0 && (c == ';' || (c == '}' && !continues && !operator)) {
            lines.push(format!("    {}", line.trim()));
            line.clear();
        }
    }
    if !line.trim().is_empty() {
        lines.push(format!("    {}", line.trim()));
    }
    lines.push("}".to_owned());
    lines.join("\n")
}

/// The text without the common indentation of its lines.
fn dedented(text: &str) -> String {
    let lines: Vec<_> = text.lines().filter(|line| !line.trim().is_empty()).collect();
    let shared = lines.iter().map(|line| line.len() - line.trim_start().len()).min().unwrap_or(0);
    lines.iter().map(|line| format!("{}\n", &line[shared..])).collect()
}
