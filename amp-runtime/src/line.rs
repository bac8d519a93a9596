//! Lines of kernels: how the message of an error ends with one, and how it is found there again.

use std::fmt::Display;
use std::panic::Location;

/// Before a line at which something happened.
const AT: &str = ", at ";
/// Before the line where the kernel begins, where no other is known.
const IN_KERNEL: &str = ", in the kernel at ";

/// A file and a line in it, as messages name them.
pub(crate) fn shown(file: &str, line: u32) -> String {
    format!("{file}:{line}")
}

/// That of a place in the source.
pub(crate) fn of(place: &Location<'_>) -> String {
    shown(place.file(), place.line())
}

/// A message about what happened at a line.
pub(crate) fn at(line: impl Display, message: impl Display) -> String {
    format!("{message}{AT}{line}")
}

/// A message about what happened somewhere in the kernel that begins at a line.
pub(crate) fn in_kernel(line: impl Display, message: impl Display) -> String {
    format!("{message}{IN_KERNEL}{line}")
}

/// The file and the line that a message ends with.
pub(crate) fn at_end_of(message: &str) -> Option<(&str, u32)> {
    let begin =
        [AT, IN_KERNEL].into_iter().filter_map(|word| Some(message.rfind(word)? + word.len())).max()?;
    let (file, line) = message[begin..].rsplit_once(':')?;
    Some((file, line.parse().ok()?))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_line_is_found_again() {
        let said = "no, at all: 3, at b.rs:4";
        assert_eq!(at_end_of(&at(shown("src/a.rs", 12), said)), Some(("src/a.rs", 12)));
        assert_eq!(at_end_of(&in_kernel(shown("D:/a b.rs", 1), said)), Some(("D:/a b.rs", 1)));
        let here = Location::caller();
        assert_eq!(at_end_of(&at(of(here), "")), Some((file!(), here.line())));
    }

    #[test]
    fn messages_without_a_line_have_none() {
        for message in ["", "at a.rs:1", "no, at all", "no, at all: b", "no, at x.rs:-1"] {
            assert_eq!(at_end_of(message), None, "{message}");
        }
    }
}
