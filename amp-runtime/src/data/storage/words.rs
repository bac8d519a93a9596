//! Alignment to words of 32 bits, the unit of transfers. Elements smaller than a word move together with their
//! neighbours in the word.

use std::borrow::Cow;

use super::Storage;
use crate::data::host;
use crate::support::error::Result;
use crate::support::ranges::Ranges;

impl Storage {
    /// Widens bytes to the words that contain them. Transfers move words, so residency is recorded for words,
    /// too. Only the last word of a storage may be incomplete.
    pub(super) fn widen_to_words<'b>(&self, bytes: &'b Ranges) -> Cow<'b, Ranges> {
        match bytes.are_words(self.bytes) {
            true => Cow::Borrowed(bytes),
            false => Cow::Owned(bytes.widen_to_words(self.bytes)),
        }
    }

    /// Downloads the newest data of the words that `bytes` covers in part, before the host replaces `bytes`.
    pub(super) fn partial_words_on_host(&self, bytes: &Ranges) -> Result<()> {
        let partial = bytes.widen_to_words(self.bytes).difference(&bytes.shrink_to_words(self.bytes));
        if partial.is_empty() { Ok(()) } else { self.resident_on_host(&partial).map(drop) }
    }

    /// Reads bytes that are not complete words, for `read_into`. Reads the words that contain the `requested`
    /// bytes, and copies these bytes to the pieces.
    pub(super) fn read_unaligned(&self, requested: &Ranges, pieces: Vec<(usize, &mut [u8])>) -> Result<()> {
        let words = requested.widen_to_words(self.bytes);
        let mut data = host::zeros::<u8>(words.size())?;
        self.read_into(&words, words.split(&mut data))?;
        words.copy_to_pieces(&data, pieces);
        Ok(())
    }
}

/// Whether the `len` bytes from `start` on are complete words. If the storage ends at `end` within a word,
/// the remaining bytes count as a complete word.
pub(super) fn is_words(start: usize, len: usize, end: usize) -> bool {
    let ends = (start + len).is_multiple_of(4) || start + len == end;
    start.is_multiple_of(4) && ends
}
