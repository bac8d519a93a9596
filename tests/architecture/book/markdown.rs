//! The structure of a Markdown page: its blocks of code, its links, and the anchors of its headings.

use std::collections::HashMap;

/// The info string of each fenced block of code, with its line.
pub(super) fn fences(page: &str) -> Vec<(usize, String)> {
    let (mut found, mut open) = (Vec::new(), None);
    for (n, line) in page.lines().enumerate() {
        let line = line.trim_start();
        let ticks = line.len() - line.trim_start_matches('`').len();
        match open {
            None if ticks >= 3 => {
                found.push((n + 1, line[ticks..].trim().to_owned()));
                open = Some(ticks);
            }
            Some(count) if ticks >= count && line.len() == ticks => open = None,
            _ => {}
        }
    }
    found
}

/// The targets of links and pictures, `[text](target)`, with their lines.
pub(super) fn links(page: &str) -> Vec<(usize, String)> {
    let mut found = Vec::new();
    let text = without_fences(page);
    let mut line = 1;
    // The text of a link may contain a line break, so the search goes over the whole page and counts lines itself.
    for (n, piece) in text.split('`').enumerate() {
        if n % 2 == 0 {
            let mut start = 0;
            while let Some(position) = piece[start..].find("](") {
                let target = &piece[start + position + 2..];
                let line = line + piece[..start + position].matches('\n').count();
                start += position + 2;
                if let Some((target, _)) = target.split_once(')') {
                    found.push((line, target.to_owned()));
                }
            }
        }
        line += piece.matches('\n').count();
    }
    found
}

/// The anchors of the headings, as GitHub and mdBook derive them.
pub(super) fn anchors(page: &str) -> Vec<String> {
    let mut counts = HashMap::new();
    let text = without_fences(page);
    let headings = text.lines().filter(|line| {
        let level = line.len() - line.trim_start_matches('#').len();
        (1..=6).contains(&level) && line[level..].starts_with(' ')
    });
    headings
        .map(|line| {
            let anchor = anchor(line.trim_start_matches('#').trim());
            let count: &mut usize = counts.entry(anchor.clone()).or_default();
            *count += 1;
            if *count == 1 { anchor } else { format!("{anchor}-{}", *count - 1) }
        })
        .collect()
}

/// The anchor of a heading: letters and digits in lower case, a hyphen for each space.
fn anchor(heading: &str) -> String {
    let kept = heading.to_lowercase();
    let kept = kept.chars().filter(|c| c.is_alphanumeric() || ['-', '_', ' '].contains(c));
    kept.map(|c| if c == ' ' { '-' } else { c }).collect()
}

/// The page with an empty line for each line of a fenced block of code.
fn without_fences(page: &str) -> String {
    let mut open = None;
    let lines = page.lines().map(|line| {
        let trimmed = line.trim_start();
        let ticks = trimmed.len() - trimmed.trim_start_matches('`').len();
        match open {
            None if ticks >= 3 => open = Some(ticks),
            None => return format!("{line}\n"),
            Some(count) if ticks >= count && trimmed.len() == ticks => open = None,
            Some(_) => {}
        }
        "\n".to_owned()
    });
    lines.collect()
}

#[test]
fn links_fences_and_anchors_are_found() {
    let page = "# A `b(x)`: c\n\nSee [the\npage](a.md#b) and `[code](no)`.\n\n```rust,ignore\n# [x](no)\n```\n\n## Twice\n\n## Twice\n";
    assert_eq!(links(page), [(4, "a.md#b".to_owned())]);
    assert_eq!(fences(page), [(6, "rust,ignore".to_owned())]);
    assert_eq!(anchors(page), ["a-bx-c", "twice", "twice-1"]);
}
