//! `docs/language.md`: the kernel language, from the headers and tests of the files that lower each construct, and from the
//! vocabulary.

use amp_shader::methods::{Class, METHODS, Operand};

use super::examples::{Example, constructs, matching, of_construct};
use super::{fenced, vectors};
use crate::repository::{header, read};

pub(super) fn page() -> String {
    let mut page = without_hidden_lines(&read("docs/language.head.md"));
    page += "\n## Statements\n\n";
    page += &section(&constructs("stmt"));
    page += "## Expressions\n\n";
    page += &section(&constructs("expr"));
    page += "## Matching\n\n";
    page += &section(&matching());
    page += "## Words\n\n### Types\n\n";
    page += &types();
    page += "### Operators\n\n";
    page += &operators();
    page += "### Methods\n\n";
    page += &methods();
    page += "### Vectors and matrices\n\n";
    page += &vectors::section();
    page.trim_end().to_owned() + "\n"
}

/// A page without the lines of its examples that rustdoc hides: those that begin with `# `. Such a line completes
/// an example to a program, so that a documentation test can run it.
fn without_hidden_lines(page: &str) -> String {
    let mut in_example = false;
    let lines = page.split_inclusive('\n').filter(|line| {
        in_example = if line.starts_with("```") { line.starts_with("```rust") } else { in_example };
        !(in_example && (line.starts_with("# ") || line.trim_end() == "#"))
    });
    lines.collect()
}

fn section(files: &[String]) -> String {
    files.iter().map(|file| construct(file)).collect()
}

/// The section of one construct: the header of its file, then the examples of its tests.
fn construct(file: &str) -> String {
    let source = read(file);
    let name = file.rsplit('/').next().unwrap_or(file).trim_end_matches(".rs").replace('_', " ");
    let mut text = format!("### {}\n\n{}\n", capitalised(&name), header(&source).trim_end());
    text += "\n";
    for example in of_construct(file) {
        match example {
            Example::Becomes { kernel, shader, .. } => {
                text += &fenced("rust", &kernel);
                text += "becomes on a device\n\n";
                text += &fenced("wgsl", &shader);
            }
            Example::Refused { codes, .. } if codes.is_empty() => {}
            Example::Refused { kernel, codes, .. } => {
                let link = |code: &String| format!("[{code}](diagnostics.md#{})", code.to_lowercase());
                let mut links: Vec<_> = codes.iter().map(link).collect();
                links.dedup();
                text += &format!("Refused with {}:\n\n", links.join(", "));
                text += &fenced("rust", &kernel);
            }
        }
    }
    text
}

/// The scalars, and the rejected types with the reason of each.
fn types() -> String {
    let source = read("amp-lower/src/vocabulary/types.rs");
    let (accepted, refused) = source.split_once("fn is_glam").unwrap_or((&source, ""));
    let scalars: Vec<_> = arms(accepted).into_iter().flat_map(|(names, _)| names).collect();
    let mut text = format!("Scalars: {}.\n\n| type | why not |\n|---|---|\n", quoted(&scalars));
    for (names, right) in arms(refused) {
        let reason = right.split('"').nth(1).unwrap_or_default().to_owned();
        text += &format!("| {} | {reason} |\n", quoted(&names));
    }
    text + "\n"
}

/// The lists of binary, assigning and unary operators.
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

/// The methods, with the types that have them.
fn methods() -> String {
    const COLUMNS: &[(&str, Class)] = &[
        ("`f32`", Class::Float),
        ("`f64`", Class::Double),
        ("`i32`, `isize`", Class::Signed),
        ("`u32`, `usize`", Class::Unsigned),
        ("`i64`", Class::Long),
        ("`u64`", Class::UnsignedLong),
        ("`i8`, `i16`", Class::NarrowSigned),
        ("`u8`, `u16`", Class::Narrow),
        ("`Vec`", Class::Vector),
        ("`IVec`", Class::SignedVector),
        ("`UVec`", Class::UnsignedVector),
    ];
    let names: Vec<_> = COLUMNS.iter().map(|(name, _)| *name).collect();
    let mut text = format!("| method | {} |\n|---|{}\n", names.join(" | "), "---|".repeat(COLUMNS.len()));
    for method in METHODS {
        let arguments: Vec<_> = method.arguments.iter().map(|operand| type_name(*operand)).collect();
        let answers: Vec<_> = COLUMNS
            .iter()
            .map(|(_, class)| if method.meaning(*class).is_some() { "yes" } else { "" })
            .collect();
        text += &format!(
            "| `{}({}) -> {}` | {} |\n",
            method.name,
            arguments.join(", "),
            type_name(method.result),
            answers.join(" | "),
        );
    }
    text + "\n"
}

fn type_name(operand: Operand) -> String {
    match operand {
        Operand::Same => "Self".to_owned(),
        Operand::Scalar => "scalar".to_owned(),
        Operand::Is(scalar) => scalar.rust().to_owned(),
        Operand::Signed => "signed".to_owned(),
        Operand::Unsigned => "unsigned".to_owned(),
        Operand::Pair => "(Self, Self)".to_owned(),
        Operand::Flagged => "(Self, bool)".to_owned(),
        Operand::Bits => "bits".to_owned(),
        Operand::Bytes => "[u8; size]".to_owned(),
        Operand::Lanes(lanes, _) => format!("vector of {lanes}"),
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
