//! The prose of a Markdown page: its paragraphs, without code, headings and tables.

/// The paragraphs of a page, each with the number of its first line. Each item of a list is a paragraph.
pub(super) fn paragraphs(page: &str) -> Vec<(usize, String)> {
    let (mut found, mut text, mut first, mut in_code) = (Vec::new(), String::new(), 0, false);
    for (n, line) in page.lines().enumerate() {
        let (is_indented, line) = (line.starts_with("    "), line.trim());
        let is_fence = line.starts_with("```");
        in_code ^= is_fence;
        let is_block = line.starts_with(['|', '#', '<']) || line.starts_with("![");
        let is_code = is_fence || in_code || (is_indented && text.is_empty());
        let ends = line.is_empty() || is_block || is_code;
        if (ends || is_item(line)) && !text.is_empty() {
            found.push((first, without_code(&std::mem::take(&mut text))));
        }
        if !ends {
            if text.is_empty() {
                first = n + 1;
            }
            text += line;
            text.push('\n');
        }
    }
    if !text.is_empty() {
        found.push((first, without_code(&text)));
    }
    found
}

/// Whether a line begins an item of a list.
fn is_item(line: &str) -> bool {
    let number = line.trim_start_matches(|c: char| c.is_ascii_digit());
    line.starts_with("- ")
        || line.starts_with("* ")
        || (number.len() < line.len() && number.starts_with(". "))
}

/// A text in which each piece of inline code is one word, and each link is its text.
pub(super) fn without_code(text: &str) -> String {
    let pieces = text.split('`').enumerate();
    let text: String = pieces.map(|(n, piece)| if n % 2 == 1 { "code" } else { piece }).collect();
    let (mut out, mut rest) = (String::new(), &*text);
    while let Some((before, link)) = rest.split_once("](") {
        out += before;
        rest = link.split_once(')').map_or("", |(_, after)| after);
    }
    out + rest
}
