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
    /// One element for all work-items of a row.
    Once,
    /// Each work-item by itself, because the index does not grow by one from each to the next.
    Apart,
    /// Each work-item by itself, because not all of them come by.
    Masked,
    /// Word by word with relaxed atomics, because it is not the work-item's own element.
    Words,
    /// The same, because another access is not to the work-item's own element.
    WordsForOthers,
    /// An atomic operation.
    Atomic,
}

impl Way {
    /// In words.
    pub const fn words(self) -> &'static str {
        match self {
            Way::Own => "the work-item's own element, in place",
            Way::Row => "elements of a whole row side by side, checked once",
            Way::Once => "one element for the whole row, checked once",
            Way::Apart => {
                "each work-item by itself and checked: the index does not grow by one from each to the next"
            }
            Way::Masked => "each work-item by itself and checked: not all of them come by",
            Way::Words => "word by word with relaxed atomics: it is not the work-item's own element",
            Way::WordsForOthers => {
                "word by word with relaxed atomics: another access is not to the work-item's own element"
            }
            Way::Atomic => "an atomic operation",
        }
    }
}
