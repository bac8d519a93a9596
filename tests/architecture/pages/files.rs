//! `docs/files.md`: each source file with the first sentence of its header.

use crate::repository::{header, read, sources};

pub(super) fn page() -> String {
    let mut page = "# Source files\n\nEach source file with the first sentence of its header. The [architecture](architecture.md) page explains \
                    the folders. Written by `tests/architecture`.\n"
        .to_owned();
    // Generated programs and the counterparts of compile-fail cases are left out.
    let is_listed = |file: &String| !file.starts_with("tests/random/seed") && !file.starts_with("tests/ui/");
    let all: Vec<_> = sources().into_iter().filter(is_listed).collect();
    let mut all: Vec<_> =
        all.iter().map(|file| (file.rsplit_once('/').unwrap_or(("", file)), file)).collect();
    all.sort();
    let mut current = "";
    for ((folder, name), file) in all {
        if folder != current {
            current = folder;
            page += &format!("\n## `{folder}`\n\n| file | contents |\n|---|---|\n");
        }
        // The headers in `amp-lower/src/lower` are sections of `docs/language.md` and link to one another by
        // `#anchor`. This page must name that file in the links.
        let contents = first_sentence(&header(&read(file))).replace("](#", "](language.md#");
        page += &format!("| `{name}` | {} |\n", contents.replace('|', "\\|"));
    }
    page
}

/// The first sentence of a text, on one line.
fn first_sentence(text: &str) -> String {
    let paragraph: Vec<_> = text.trim().lines().take_while(|line| !line.trim().is_empty()).collect();
    let line = paragraph.join(" ");
    let end = line.match_indices(". ").map(|(at, _)| at + 1).find(|end| !line[..*end].ends_with("e.g."));
    end.map_or(line.as_str(), |end| &line[..end]).to_owned()
}
