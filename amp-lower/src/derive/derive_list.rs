//! The derives that stand beside `#[derive(GpuType)]`. A derive macro does not see the other derives of its type, so this
//! module reads them from the source file, at the position of the derive.
//!
//! A `#[derive(PartialEq)]` on a type excludes a hand-written `PartialEq`. So kernels may compare such a type field by
//! field. If the text cannot be read, or if it is not clear, there are no derives. Then the user writes `#[device]` above.

use std::collections::BTreeSet;
use std::path::PathBuf;

/// The position of a derive in a source file. The line and the column begin with 1, and the column counts characters.
#[derive(Debug)]
pub struct SourcePosition {
    /// The path of the file.
    pub file: PathBuf,
    /// The line of the first character.
    pub line: usize,
    /// The column of the first character.
    pub column: usize,
}

/// The facts that a source file shows about a type.
#[derive(Debug, Default)]
pub(super) struct SourceFacts {
    /// The names of the derives that apply to the type whenever the derive of `GpuType` does. A derive that a path
    /// names counts only if the path is that of the standard library.
    pub(super) derives: Vec<String>,
    /// The names of all functions in the file. A method of the type itself takes precedence over one of `Ord`.
    pub(super) functions: BTreeSet<String>,
}

/// Reads the facts about a type from the source file of its derive.
pub(super) fn facts_at(position: &SourcePosition, name: &syn::Ident) -> SourceFacts {
    let text = std::fs::read_to_string(&position.file).unwrap_or_default();
    let Some(offset) = offset_of(&text, position.line, position.column) else {
        return SourceFacts::default();
    };
    let derives = derives_in(&text, offset, &name.to_string()).unwrap_or_default();
    SourceFacts { derives, functions: functions_in(&text) }
}

fn functions_in(text: &str) -> BTreeSet<String> {
    let tokens = tokens(text);
    let functions = (0..tokens.len()).filter(|&n| tokens[n].text == "fn");
    let name = |n: usize| match texts(&tokens[n + 1..])[..] {
        ["r", "#", name, ..] | [name, ..] => Some(name.to_owned()),
        [] => None,
    };
    functions.filter_map(name).collect()
}

fn offset_of(text: &str, line: usize, column: usize) -> Option<usize> {
    let text_of_file = text.strip_prefix('\u{feff}').unwrap_or(text);
    let before = text.len() - text_of_file.len();
    let mut lines = text_of_file.split_inclusive('\n');
    let skipped: usize = lines.by_ref().take(line.checked_sub(1)?).map(str::len).sum();
    let (in_line, _) = lines.next()?.char_indices().nth(column.checked_sub(1)?)?;
    Some(before + skipped + in_line)
}

/// The derives in the attributes around `offset`. The attributes must belong to a type with this name, or to a type that
/// a `macro_rules!` declares: `struct $name`.
fn derives_in(text: &str, offset: usize, name: &str) -> Option<Vec<String>> {
    let tokens = tokens(text);
    let at = tokens.iter().position(|token| token.start == offset)?;
    let own = attribute_around(&tokens, at)?;
    let mut first = own.0;
    while first > 0 && tokens[first - 1].text == "]" {
        let open = opening(&tokens, first - 1)?;
        match open.checked_sub(1).map(|before| tokens[before].text) {
            Some("#") => first = open - 1,
            _ => break,
        }
    }
    let (mut next, mut derives) = (first, Vec::new());
    while let ["#", "[", ..] = texts(&tokens[next..])[..] {
        let last = closing(&tokens, next + 1)?;
        let content = &tokens[next + 2..last];
        if let ["derive", "(", ..] = texts(content)[..] {
            derives.extend(names(&content[2..content.len() - 1]));
        } else if (next, last) == own {
            derives.extend(names_around(&tokens, at)?);
        }
        next = last + 1;
    }
    declares(&tokens[next..], name).then_some(derives)
}

/// Whether the tokens begin with a declaration of this type.
fn declares(tokens: &[Token<'_>], name: &str) -> bool {
    let is_keyword = |token: &Token<'_>| matches!(token.text, "struct" | "enum");
    let Some(keyword) = tokens.iter().take(12).position(is_keyword) else { return false };
    let is_visibility =
        tokens[..keyword].iter().all(|token| token.is_word() || matches!(token.text, "(" | ")" | ":" | "$"));
    is_visibility
        && match texts(&tokens[keyword + 1..])[..] {
            ["$", ..] => true,
            [found, ..] => found == name,
            _ => false,
        }
}

/// The names in the `derive(..)` around a token, which may be a part of a `cfg_attr`.
fn names_around<'t>(tokens: &[Token<'t>], at: usize) -> Option<Vec<String>> {
    let open = (0..at).rev().find(|&n| !matches!(tokens[n].text, "," | ":") && !tokens[n].is_word())?;
    let is_derive = tokens[open].text == "(" && open > 0 && tokens[open - 1].text == "derive";
    is_derive.then(|| closing(tokens, open)).flatten().map(|close| names(&tokens[open + 1..close]))
}

/// The names of derives of the standard library in a list.
fn names(list: &[Token<'_>]) -> Vec<String> {
    let paths = list.split(|token| token.text == ",").map(|path| texts(path).concat());
    let of_std = |path: String| {
        let path = path.strip_prefix("::").unwrap_or(&path);
        let module = ["std::cmp::", "core::cmp::"].into_iter().find_map(|module| path.strip_prefix(module));
        module.unwrap_or(path).to_owned()
    };
    paths.map(of_std).collect()
}

/// The attribute around a token: the positions of its `#` and of its `]`.
fn attribute_around(tokens: &[Token<'_>], at: usize) -> Option<(usize, usize)> {
    let mut depth = 0;
    for n in (0..at).rev() {
        match tokens[n].text {
            ")" | "]" | "}" => depth += 1,
            "[" if depth == 0 => {
                let is_outer = n > 0 && tokens[n - 1].text == "#";
                return is_outer.then(|| closing(tokens, n)).flatten().map(|last| (n - 1, last));
            }
            "{" if depth == 0 => return None,
            // The list of the derive, and that of a `cfg_attr`.
            "(" if depth == 0 => {}
            "(" | "[" | "{" => depth -= 1,
            _ => {}
        }
    }
    None
}

fn closing(tokens: &[Token<'_>], open: usize) -> Option<usize> {
    let mut depth = 0;
    (open..tokens.len()).find(|&n| {
        depth += tokens[n].nesting();
        depth == 0
    })
}

fn opening(tokens: &[Token<'_>], close: usize) -> Option<usize> {
    let mut depth = 0;
    (0..=close).rev().find(|&n| {
        depth += tokens[n].nesting();
        depth == 0
    })
}

fn texts<'t>(tokens: &[Token<'t>]) -> Vec<&'t str> {
    tokens.iter().take(64).map(|token| token.text).collect()
}

/// A word, a character of punctuation, or a literal, which is empty.
struct Token<'t> {
    start: usize,
    text: &'t str,
}

impl Token<'_> {
    fn is_word(&self) -> bool {
        self.text.chars().next().is_some_and(|first| first == '_' || first.is_alphanumeric())
    }

    fn nesting(&self) -> i32 {
        match self.text {
            "(" | "[" | "{" => 1,
            ")" | "]" | "}" => -1,
            _ => 0,
        }
    }
}

/// Splits the text of a source file. Comments are left out.
fn tokens(text: &str) -> Vec<Token<'_>> {
    let (mut tokens, mut start) = (Vec::new(), 0);
    while let Some(first) = text[start..].chars().next() {
        let rest = &text[start..];
        let word = rest.find(|c: char| c != '_' && !c.is_alphanumeric()).unwrap_or(rest.len());
        let (len, is_token) = if let Some(len) = comment(rest) {
            (len, false)
        } else if let Some(len) = literal(rest) {
            tokens.push(Token { start, text: &rest[..0] });
            (len, false)
        } else if word > 0 {
            (word, true)
        } else {
            (first.len_utf8(), !first.is_whitespace())
        };
        if is_token {
            tokens.push(Token { start, text: &rest[..len] });
        }
        start += len;
    }
    tokens
}

/// The length of the comment with which the text begins.
fn comment(text: &str) -> Option<usize> {
    if text.starts_with("//") {
        return Some(text.find('\n').unwrap_or(text.len()));
    }
    if !text.starts_with("/*") {
        return None;
    }
    let (mut depth, mut at) = (0, 0);
    while at < text.len() {
        let rest = &text.as_bytes()[at..];
        match (rest.starts_with(b"/*"), rest.starts_with(b"*/")) {
            (true, _) => (depth, at) = (depth + 1, at + 2),
            (_, true) => (depth, at) = (depth - 1, at + 2),
            _ => at += 1,
        }
        if depth == 0 {
            return Some(at);
        }
    }
    Some(text.len())
}

/// The length of the string or character with which the text begins. A lifetime is no literal.
fn literal(text: &str) -> Option<usize> {
    let prefix = ["br", "cr", "b", "c", "r"]
        .into_iter()
        .find(|prefix| text.strip_prefix(prefix).is_some_and(|rest| rest.starts_with(['"', '\'', '#'])));
    let prefix = prefix.unwrap_or("");
    let rest = &text[prefix.len()..];
    if prefix.ends_with('r') {
        let hashes = rest.len() - rest.trim_start_matches('#').len();
        let content = rest[hashes..].strip_prefix('"')?;
        let end = format!("\"{}", "#".repeat(hashes));
        let len = content.find(&end).map_or(content.len(), |len| len + end.len());
        return Some(prefix.len() + hashes + 1 + len);
    }
    let quote = rest.chars().next().filter(|first| matches!(first, '"' | '\''))?;
    let mut characters = rest.char_indices();
    characters.next();
    if quote == '\'' {
        let mut next = characters.clone().map(|(_, character)| character);
        if next.next()? != '\\' && next.next()? != '\'' {
            return None;
        }
    }
    while let Some((at, character)) = characters.next() {
        match character {
            '\\' => drop(characters.next()),
            _ if character == quote => return Some(prefix.len() + at + 1),
            _ => {}
        }
    }
    Some(text.len())
}

#[cfg(test)]
mod tests {
    use super::{derives_in, functions_in, offset_of};

    fn derives(text: &str, name: &str) -> Vec<String> {
        let offset = text.find("GpuType").unwrap();
        derives_in(text, offset, name).unwrap_or_default()
    }

    #[test]
    fn all_derives_of_the_type_are_found() {
        let list = "#[derive(Clone, Copy)] struct B; #[derive(Clone, PartialEq, GpuType)]\nstruct A(f32);";
        assert_eq!(derives(list, "A"), ["Clone", "PartialEq", "GpuType"]);
        let several = "#[derive(std::cmp::PartialEq)] /// text ]\n#[repr(C)] #[derive(amp::GpuType,)] /* ] */ #[doc = \"]\"] #[derive(Ord)] pub(crate) enum A { }";
        let offset = several.find("amp::GpuType").unwrap();
        assert_eq!(derives_in(several, offset, "A").unwrap(), ["PartialEq", "amp::GpuType", "", "Ord"]);
        let in_macro = "macro_rules! m { ($n:ident) => { #[derive(PartialEq, GpuType)] $vis struct $n; } }";
        assert_eq!(derives(in_macro, "Anything"), ["PartialEq", "GpuType"]);
        let conditional =
            "#[derive(PartialEq)] #[cfg_attr(feature = \"gpu\", derive(Ord, GpuType))] struct A;";
        assert_eq!(derives(conditional, "A"), ["PartialEq", "Ord", "GpuType"]);
    }

    #[test]
    fn functions_of_the_file_are_found() {
        let text = "impl A { pub const fn max(self) {} } // fn min()\nfn r#clamp<T>(t: T) { \"fn cmp\"; }";
        assert_eq!(functions_in(text).into_iter().collect::<Vec<_>>(), ["clamp", "max"]);
    }

    #[test]
    fn unclear_derives_are_none() {
        assert!(derives("#[derive(PartialEq, GpuType)] struct A;", "B").is_empty());
        let conditional = "#[cfg_attr(a, derive(PartialEq))] #[derive(GpuType)] struct A;";
        assert_eq!(derives(conditional, "A"), ["GpuType"]);
        let unknown = "#[derive(other::PartialEq, GpuType, $($more),*)] struct A;";
        assert_eq!(derives(unknown, "A"), ["other::PartialEq", "GpuType", "$($more)", "*"]);
        assert!(derives("// #[derive(PartialEq, GpuType)]\nstruct A;", "A").is_empty());
        assert!(derives("m! { derive(PartialEq, GpuType) struct A; }", "A").is_empty());
        assert!(derives("$(#[derive(PartialEq)])* const _: () = (); GpuType", "A").is_empty());
    }

    #[test]
    fn text_before_the_type_is_skipped() {
        for before in [
            "'['",
            "b'\\''",
            "\"#[derive(\"",
            "r#\"\"[\"#",
            "fn f<'a>(x: &'a [u8])",
            "'\\u{5b}'",
            "/* /* [ */ [ */",
            "r#type",
            "b\"[\"",
        ] {
            let text = format!("{before} #[derive(PartialEq, GpuType)] struct A;");
            assert_eq!(derives(&text, "A"), ["PartialEq", "GpuType"], "{text}");
        }
    }

    #[test]
    fn positions_count_characters() {
        let text = "a\u{e4}b\r\n\u{fc}x y\n";
        assert_eq!(offset_of(text, 2, 4), text.find('y'));
        assert_eq!(offset_of(text, 5, 1), None);
        assert_eq!(offset_of(text, 0, 1), None);
    }
}
