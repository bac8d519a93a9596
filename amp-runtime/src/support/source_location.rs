//! Source locations in messages: appends a file and a line to an error message, and finds them again.
//!
//! A message ends in `, at file:line`, or in `, in the kernel at file:line` if only the kernel's own location
//! is known. `parse_suffix` parses that suffix, so that `Error::location` needs no field of its own.

use std::fmt::Display;
use std::panic::Location;

/// The text in front of the location of a failure.
const AT: &str = ", at ";
/// The text in front of the location of a kernel, used if the location of the failure is unknown.
const IN_KERNEL: &str = ", in the kernel at ";

/// Formats a file and a line for a message.
pub(crate) fn file_and_line(file: &str, line: u32) -> String {
    format!("{file}:{line}")
}

/// Formats a source location for a message.
pub(crate) fn from_location(location: &Location<'_>) -> String {
    file_and_line(location.file(), location.line())
}

/// Appends the location of a failure to a message.
pub(crate) fn append_location(line: impl Display, message: impl Display) -> String {
    format!("{message}{AT}{line}")
}

/// Appends the location of a kernel to a message.
pub(crate) fn append_kernel_location(line: impl Display, message: impl Display) -> String {
    format!("{message}{IN_KERNEL}{line}")
}

/// Returns the file and the line at the end of a message, if the message ends in a location.
pub(crate) fn parse_suffix(message: &str) -> Option<(&str, u32)> {
    let begin =
        [AT, IN_KERNEL].into_iter().filter_map(|word| Some(message.rfind(word)? + word.len())).max()?;
    let (file, line) = message[begin..].rsplit_once(':')?;
    Some((file, line.parse().ok()?))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn location_is_parsed_from_a_message() {
        let text = "no, at all: 3, at b.rs:4";
        assert_eq!(
            parse_suffix(&append_location(file_and_line("src/a.rs", 12), text)),
            Some(("src/a.rs", 12))
        );
        assert_eq!(
            parse_suffix(&append_kernel_location(file_and_line("D:/a b.rs", 1), text)),
            Some(("D:/a b.rs", 1))
        );
        let here = Location::caller();
        assert_eq!(parse_suffix(&append_location(from_location(here), "")), Some((file!(), here.line())));
    }

    #[test]
    fn messages_without_a_line_have_none() {
        for message in ["", "at a.rs:1", "no, at all", "no, at all: b", "no, at x.rs:-1"] {
            assert_eq!(parse_suffix(message), None, "{message}");
        }
    }
}
