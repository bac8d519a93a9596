//! `docs/language.md`: the kernel language, from the files of `amp-lower` that lower it, and from its vocabulary.

use amp_shader::methods::{Class, METHODS, Operand};

use super::fenced;
use crate::tree::{files, header, read};

pub(super) fn page() -> String {
    let mut page = read("docs/language.head.md");
    page += "\n## Statements\n\n";
    page += &constructs("stmt");
    page += "## Expressions\n\n";
    page += &constructs("expr");
    page += "## Matching\n\n";
    page += &construct("amp-lower/src/lower/matching.rs");
    page += &construct("amp-lower/src/lower/pattern.rs");
    page += "## Words\n\n### Types\n\n";
    page += &types();
    page += "### Operators\n\n";
    page += &operators();
    page += "### Methods\n\n";
    page += &methods();
    page.trim_end().to_owned() + "\n"
}

/// All constructs of a folder, but for the file that lists them.
fn constructs(folder: &str) -> String {
    let files = files(&format!("amp-lower/src/lower/{folder}"), ".rs");
    files.iter().filter(|file| !file.ends_with("/mod.rs")).map(|file| construct(file)).collect()
}

/// One construct: what its file says about it, then what its tests show.
fn construct(file: &str) -> String {
    let source = read(file);
    let name = file.rsplit('/').next().unwrap_or(file).trim_end_matches(".rs").replace('_', " ");
    let mut text = format!("### {}\n\n{}\n", capitalised(&name), header(&source).trim_end());
    text += "\n";
    for example in examples(&source) {
        match example {
            Example::Becomes(kernel, shader) => {
                text += &fenced("rust", &kernel);
                text += "becomes on a device\n\n";
                text += &fenced("wgsl", &shader);
            }
            Example::Refused(kernel, codes) => {
                text += &format!("Refused with {}:\n\n", codes.join(", "));
                text += &fenced("rust", &kernel);
            }
        }
    }
    text
}

enum Example {
    Becomes(String, String),
    Refused(String, Vec<String>),
}

/// The calls of `wgsl(..)` and `codes(..)` in the tests of a construct.
fn examples(source: &str) -> Vec<Example> {
    let mut found = Vec::new();
    let tests = source.find("mod tests {").map_or("", |at| &source[at..]);
    for (at, _) in tests.match_indices("        wgsl(").chain(tests.match_indices("        codes(")) {
        let call = &tests[at..];
        let end = call.find("\n    }\n").unwrap_or(call.len());
        let call = &call[..end];
        let Some((kernel, rest)) = text(call) else { continue };
        let kernel = spread(&kernel);
        if call.trim_start().starts_with("wgsl(") {
            let Some(shader) = rest.split("[[r#\"").nth(1).and_then(|rest| rest.split("\"#]]").next()) else {
                continue;
            };
            found.push((at, Example::Becomes(kernel, dedented(shader))));
        } else {
            let codes: Vec<_> =
                rest.split(");").next().unwrap_or(rest).split('"').skip(1).step_by(2).collect();
            if !codes.is_empty() {
                let link = |code: &&str| format!("[{code}](diagnostics.md#{})", code.to_lowercase());
                let mut links: Vec<_> = codes.iter().map(link).collect();
                links.dedup();
                found.push((at, Example::Refused(kernel, links)));
            }
        }
    }
    found.sort_by_key(|(at, _)| *at);
    found.into_iter().map(|(_, example)| example).collect()
}

/// The first string literal, and what comes after it.
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

/// A kernel that is written in one line, a statement a line.
fn spread(kernel: &str) -> String {
    if kernel.contains('\n') {
        return kernel.lines().map(str::trim).collect::<Vec<_>>().join("\n");
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
        let goes_on = [";", "else", ".", ",", ")"].iter().any(|next| rest.starts_with(next));
        let operator = rest.starts_with(['+', '-', '*', '/', '&', '|', '=', '<', '>']);
        if depth == 0 && (c == ';' || (c == '}' && !goes_on && !operator)) {
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

/// Text without the indentation that all its lines share.
fn dedented(text: &str) -> String {
    let lines: Vec<_> = text.lines().filter(|line| !line.trim().is_empty()).collect();
    let shared = lines.iter().map(|line| line.len() - line.trim_start().len()).min().unwrap_or(0);
    lines.iter().map(|line| format!("{}\n", &line[shared..])).collect()
}

/// The scalars, and the types that are refused with a reason.
fn types() -> String {
    let source = read("amp-lower/src/vocabulary/types.rs");
    let (accepted, refused) = source.split_once("fn refused").unwrap_or((&source, ""));
    let scalars: Vec<_> = arms(accepted).into_iter().flat_map(|(names, _)| names).collect();
    let mut text = format!("Scalars: {}.\n\n| type | why not |\n|---|---|\n", quoted(&scalars));
    for (names, right) in arms(refused) {
        let reason = right.split('"').nth(1).unwrap_or_default().to_owned();
        text += &format!("| {} | {reason} |\n", quoted(&names));
    }
    text + "\n"
}

/// The operators.
fn operators() -> String {
    let source = read("amp-lower/src/vocabulary/operators.rs");
    let texts = source.split_once("impl Binary").map_or("", |(_, rest)| rest);
    let texts = texts.split_once("const fn operation").map_or(texts, |(texts, _)| texts);
    let all: Vec<_> = texts.split('"').skip(1).step_by(2).map(str::to_owned).collect();
    let no_assignment = ["&&", "||", "==", "!=", "<", "<=", ">", ">="];
    let assigning = all.iter().filter(|text| !no_assignment.contains(&text.as_str()));
    let assigning: Vec<_> = assigning.map(|text| format!("{text}=")).collect();
    format!("Binary: {}.\n\nAssigning: {}.\n\nUnary: `-`, `!`.\n\n", quoted(&all), quoted(&assigning))
}

/// The methods, and on what they are.
fn methods() -> String {
    const COLUMNS: &[(&str, Class)] = &[
        ("`f32`", Class::Float),
        ("`f64`", Class::Double),
        ("`i32`, `isize`", Class::Signed),
        ("`u32`, `usize`", Class::Unsigned),
        ("`i64`", Class::Long),
        ("`u64`", Class::UnsignedLong),
        ("`Vec`", Class::Vector),
        ("`IVec`", Class::SignedVector),
        ("`UVec`", Class::UnsignedVector),
    ];
    let names: Vec<_> = COLUMNS.iter().map(|(name, _)| *name).collect();
    let mut text = format!("| method | {} |\n|---|{}\n", names.join(" | "), "---|".repeat(COLUMNS.len()));
    for method in METHODS {
        let arguments: Vec<_> = method.arguments.iter().map(|operand| spelt(*operand)).collect();
        let answers: Vec<_> = COLUMNS
            .iter()
            .map(|(_, class)| if method.meaning(*class).is_some() { "yes" } else { "" })
            .collect();
        text += &format!(
            "| `{}({}) -> {}` | {} |\n",
            method.name,
            arguments.join(", "),
            spelt(method.result),
            answers.join(" | "),
        );
    }
    text + "\n"
}

fn spelt(operand: Operand) -> String {
    match operand {
        Operand::Same => "Self".to_owned(),
        Operand::Scalar => "scalar".to_owned(),
        Operand::Is(scalar) => scalar.rust().to_owned(),
        Operand::Signed => "signed".to_owned(),
        Operand::Unsigned => "unsigned".to_owned(),
        Operand::Pair => "(Self, Self)".to_owned(),
        Operand::Flagged => "(Self, bool)".to_owned(),
    }
}

/// The arms `"a" | "b" => right` of a match over strings.
fn arms(source: &str) -> Vec<(Vec<String>, String)> {
    let arms = source
        .lines()
        .filter_map(|line| line.trim().split_once(" => "))
        .filter(|(left, _)| left.starts_with('"'));
    arms.map(|(left, right)| {
        (left.split('"').skip(1).step_by(2).map(str::to_owned).collect(), right.to_owned())
    })
    .collect()
}

fn quoted(names: &[String]) -> String {
    names.iter().map(|name| format!("`{name}`")).collect::<Vec<_>>().join(", ")
}

fn capitalised(name: &str) -> String {
    let mut letters = name.chars();
    letters.next().map_or(String::new(), |first| format!("{}{}", first.to_uppercase(), letters.as_str()))
}
