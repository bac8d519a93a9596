//! The texts of a Rust source: its comments, its string literals and the names of its tests.

use super::markdown::{paragraphs, without_code};

/// A comment or a string literal, with the number of its first line.
enum Text {
    /// The text after `//`, `///` or `//!`, and whether code precedes the comment in its line.
    Comment {
        line: usize,
        text: String,
        is_trailing: bool,
    },
    String {
        line: usize,
        text: String,
    },
}

/// The paragraphs of comments. Comments in consecutive lines are one text.
pub(super) fn comments(source: &str) -> Vec<(usize, String)> {
    let (mut found, mut block, mut first, mut last) = (Vec::new(), String::new(), 0, 0);
    let mut close = |block: &mut String, first: usize| {
        let texts = paragraphs(&std::mem::take(block)).into_iter();
        found.extend(texts.map(|(line, text)| (first + line - 1, text)));
    };
    for text in texts(source) {
        let Text::Comment { line, text, is_trailing } = text else { continue };
        if is_trailing || line != last + 1 || block.is_empty() {
            close(&mut block, first);
            first = line;
        }
        block += &text;
        block.push('\n');
        // A trailing comment is a text of its own.
        last = if is_trailing { 0 } else { line };
    }
    close(&mut block, first);
    found
}

/// The string literals with several words.
pub(super) fn strings(source: &str) -> Vec<(usize, String)> {
    let strings = texts(source).into_iter().filter_map(|text| match text {
        Text::String { line, text } if text.contains(' ') => Some((line, without_code(&text))),
        Text::String { .. } | Text::Comment { .. } => None,
    });
    strings.collect()
}

/// The names of the functions with `#[test]`.
pub(super) fn test_names(source: &str) -> Vec<String> {
    let mut found = Vec::new();
    let mut lines = source.lines().map(str::trim);
    while lines.any(|line| line == "#[test]") {
        let signature = lines.clone().find_map(|line| line.split_once("fn "));
        let name = signature.map_or("", |(_, rest)| rest.split(['(', '<']).next().unwrap_or(rest));
        // The name of a test in a macro may be a variable of the macro.
        if !name.starts_with('$') {
            found.push(name.to_owned());
        }
    }
    found
}

/// The comments and string literals of a source, in order. Block comments are skipped: the sources contain none.
fn texts(source: &str) -> Vec<Text> {
    let (mut found, mut line, mut has_code) = (Vec::new(), 1, false);
    let mut rest = source;
    while !rest.is_empty() {
        let end_of_line = rest.find('\n').unwrap_or(rest.len());
        let start = rest[..end_of_line].find(['"', '\'', '/']).unwrap_or(end_of_line);
        let (code, token) = rest.split_at(start);
        has_code |= !code.trim().is_empty();
        let (length, text) = if token.starts_with("//") {
            let text =
                token[..end_of_line - start].trim_start_matches('/').trim_start_matches('!').to_owned();
            (end_of_line - start, Some(Text::Comment { line, text, is_trailing: has_code }))
        } else if let Some((length, text)) = string(code, token) {
            (length, Some(Text::String { line, text }))
        } else {
            (plain_length(token), None)
        };
        found.extend(text);
        line += token[..length].matches('\n').count();
        has_code = !token[..length].ends_with('\n');
        rest = &token[length..];
    }
    found
}

/// The length and the contents of the string literal at the beginning of `token`, which starts with the quote.
/// `code` is the text before it: it ends with `r`, or `r#` and so on, if the literal is raw.
fn string(code: &str, token: &str) -> Option<(usize, String)> {
    let contents = token.strip_prefix('"')?;
    let before = code.trim_end_matches('#');
    let hashes = code.len() - before.len();
    if before.ends_with('r') && !before.ends_with("_r") {
        let close = format!("\"{}", "#".repeat(hashes));
        let end = contents.find(&close)?;
        return Some((1 + end + close.len(), contents[..end].to_owned()));
    }
    let mut is_escaped = false;
    let end = contents.find(|c| {
        let ends = c == '"' && !is_escaped;
        is_escaped = c == '\\' && !is_escaped;
        ends
    })?;
    let text = contents[..end].replace("\\\n", " ").replace("\\n", " \n").replace("\\\"", "\"");
    Some((end + 2, text))
}

/// The length of the character literal `'"'` or `'\"'` at the beginning of `token`, or of its first character. So
/// the quote in such a literal begins no string.
fn plain_length(token: &str) -> usize {
    let quote = ["'\"'", "'\\\"'"].into_iter().find(|literal| token.starts_with(literal));
    quote.map_or_else(|| token.chars().next().map_or(1, char::len_utf8), str::len)
}

#[test]
fn comments_and_strings_are_separated() {
    let source = "//! One\n//! text.\n\nlet a = \"// no comment\"; // trailing\n// other\nlet b = '\"'; let c = r#\"a \"b\" c\"#;\n";
    let comments: Vec<_> = comments(source);
    let expected = [(1, " One text.\n"), (4, " trailing\n"), (5, " other\n")];
    let trimmed = |text: &str| text.split_whitespace().collect::<Vec<_>>().join(" ");
    assert_eq!(comments.len(), expected.len());
    for ((line, text), (expected_line, expected_text)) in comments.iter().zip(expected) {
        assert_eq!((*line, trimmed(text)), (expected_line, trimmed(expected_text)));
    }
    let strings: Vec<_> = strings(source).into_iter().map(|(line, text)| (line, trimmed(&text))).collect();
    assert_eq!(strings, [(4, "// no comment".to_owned()), (6, "a \"b\" c".to_owned())]);
}
