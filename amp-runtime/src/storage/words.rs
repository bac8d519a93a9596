//! Words of 32 bits: less than one does not move, so what is made of less is moved with its neighbours.

use std::borrow::Cow;

use super::Storage;
use crate::error::Result;
use crate::host;
use crate::ranges::Ranges;

impl Storage {
    /// The words that some bytes lie in. Data moves by words, since that is how devices have it; so what is newest at a place
    /// is made of whole words as well, but for the last one of a storage that ends within it.
    pub(super) fn words<'b>(&self, bytes: &'b Ranges) -> Cow<'b, Ranges> {
        match bytes.are_words(self.bytes) {
            true => Cow::Borrowed(bytes),
            false => Cow::Owned(bytes.in_words(self.bytes)),
        }
    }

    /// Copies out pieces of memory as `read_into` does, where not all are whole words.
    pub(super) fn read_parts(&self, wanted: &Ranges, pieces: Vec<(usize, &mut [u8])>) -> Result<()> {
        let words = wanted.in_words(self.bytes);
        let mut data = host::zeros::<u8>(words.size())?;
        self.read_into(&words, words.split(&mut data))?;
        words.pick(&data, pieces);
        Ok(())
    }
}

/// Whether bytes from a place on are whole words of a storage, but for the last one where that ends.
pub(super) fn is_words(start: usize, len: usize, end: usize) -> bool {
    let ends = (start + len).is_multiple_of(4) || start + len == end;
    start.is_multiple_of(4) && ends
}
