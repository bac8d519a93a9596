//! `ConstString`: builds messages of const-evaluation panics.
//!
//! A `const fn` cannot allocate or format. So `ConstString` is a buffer of fixed size with `push` methods.

/// The capacity in bytes.
const BYTES: usize = 1024;

/// A string of fixed capacity. A `push` that would exceed the capacity appends nothing.
pub(crate) struct ConstString {
    bytes: [u8; BYTES],
    len: usize,
}

impl ConstString {
    pub(crate) const fn new() -> ConstString {
        ConstString { bytes: [0; BYTES], len: 0 }
    }

    /// Appends `text`. If it does not fit, appends nothing.
    pub(crate) const fn push(&mut self, text: &str) {
        if self.len + text.len() > BYTES {
            return;
        }
        let mut n = 0;
        while n < text.len() {
            self.bytes[self.len + n] = text.as_bytes()[n];
            n += 1;
        }
        self.len += text.len();
    }

    /// Appends an integer in decimal.
    pub(crate) const fn push_integer(&mut self, number: usize) {
        let mut unit = 1;
        while number / unit >= 10 {
            unit *= 10;
        }
        while unit > 0 {
            self.push(["0", "1", "2", "3", "4", "5", "6", "7", "8", "9"][number / unit % 10]);
            unit /= 10;
        }
    }

    /// Appends `argument n`, where the first argument has the number 1.
    pub(crate) const fn push_argument(&mut self, number: usize) {
        self.push("argument ");
        self.push_integer(number);
    }

    pub(crate) const fn text(&self) -> &str {
        match std::str::from_utf8(self.bytes.split_at(self.len).0) {
            Ok(text) => text,
            // Unreachable: the buffer contains complete strings only, so it is valid UTF-8.
            Err(_) => "",
        }
    }
}

#[cfg(test)]
mod tests {
    use super::{BYTES, ConstString};

    #[test]
    fn texts_and_integers_are_appended() {
        let mut text = ConstString::new();
        for number in [0, 7, 10, 8192, usize::MAX] {
            text.push_integer(number);
            text.push(" ");
        }
        assert_eq!(text.text(), format!("0 7 10 8192 {} ", usize::MAX));
    }

    #[test]
    fn text_that_does_not_fit_is_dropped() {
        let mut text = ConstString::new();
        text.push(&"x".repeat(BYTES));
        text.push("y");
        assert_eq!(text.text().len(), BYTES);
    }
}
