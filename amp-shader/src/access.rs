//! How the native twin of a kernel reaches its views: what the compiler has found out, for people to read.

/// One access to a view, where the source has it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Access {
    /// The captured view, by its place among the slots.
    pub slot: usize,
    /// The line in the kernel's file.
    pub line: u32,
    /// Whether it stores to the element.
    pub stores: bool,
    /// The way.
    pub way: Way,
}

/// Ways to the elements of a view.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Way {
    /// The work-item's own element, in place: no other work-item touches it.
    Own,
    /// The elements of a whole row side by side, checked once.
    Row,
    /// One element for all work-items of a row, checked once.
    Once,
    /// Each work-item by itself, because the index does not grow by one from each to the next.
    Apart,
    /// Each work-item by itself, because not all of them come by.
    Masked,
    /// Word by word with relaxed atomics, because it is not the work-item's own element.
    Words,
    /// The same, because another access is not to the work-item's own element.
    WordsForOthers,
    /// The elements of a whole row side by side, checked once, with vectors of words of which each is whole.
    WordsInRow,
    /// The same of the work-item's own element, because another access is not to it.
    OwnWordsInRow,
    /// An atomic operation.
    Atomic,
    /// Whichever elements a device function reads that the view is lent to.
    Lent,
    /// The same, word by word with relaxed atomics, because the kernel writes the view.
    LentWords,
}

impl Way {
    /// In words.
    pub const fn words(self) -> &'static str {
        match self {
            Way::Own | Way::WordsForOthers | Way::OwnWordsInRow => "the work-item's own element",
            Way::Row | Way::WordsInRow => "elements side by side",
            Way::Once => "one element for the whole row",
            Way::Apart => "elements anywhere: the index does not grow by one from each work-item to the next",
            Way::Masked => "elements of some work-items: not all of them come by",
            Way::Words => "elements of other work-items",
            Way::Atomic => "elements, by an atomic operation",
            Way::Lent | Way::LentWords => "elements that a device function chooses",
        }
    }

    /// Whether the index is checked once for a row, and not for each work-item.
    pub const fn is_checked_by_row(self) -> bool {
        match self {
            Way::Own | Way::Row | Way::Once | Way::WordsInRow | Way::OwnWordsInRow => true,
            Way::Apart | Way::Masked | Way::Words | Way::WordsForOthers | Way::Atomic => false,
            Way::Lent | Way::LentWords => false,
        }
    }

    /// Whether it goes through atomics.
    pub const fn is_atomic(self) -> bool {
        match self {
            Way::Words
            | Way::WordsForOthers
            | Way::WordsInRow
            | Way::OwnWordsInRow
            | Way::Atomic
            | Way::LentWords => true,
            Way::Own | Way::Row | Way::Once | Way::Apart | Way::Masked | Way::Lent => false,
        }
    }
}
