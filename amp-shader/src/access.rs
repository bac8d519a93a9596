//! Access paths: how the CPU code of a kernel accesses its views, for the report of `Kernel::explain`.

/// One access to a view in the source.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Access {
    /// The position of the captured view among the captures.
    pub slot: usize,
    /// The line in the kernel's file.
    pub line: u32,
    /// Whether it stores to the element.
    pub stores: bool,
    /// The access path.
    pub way: Way,
}

/// The ways in which CPU code accesses the elements of a view.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Way {
    /// The work-item's own element, in place: no other work-item touches it.
    Own,
    /// The adjacent elements of a full row, bounds-checked once.
    Row,
    /// One element for all work-items of a row, bounds-checked once.
    Once,
    /// One element at a time, because the index does not grow by one along the row.
    Apart,
    /// One element at a time, because the access is conditional.
    Masked,
    /// Word by word with relaxed atomics, because it may be another work-item's element.
    Words,
    /// The same, because another access in the kernel may be to another work-item's element.
    AtomicAnywhere,
    /// The adjacent elements of a full row, bounds-checked once, by vector moves that keep each word whole.
    AtomicRow,
    /// The same for the work-item's own element, because another access may be to another work-item's.
    AtomicOwnRow,
    /// An atomic operation.
    Atomic,
    /// The elements that a device function reads through a view argument.
    Lent,
    /// The same, word by word with relaxed atomics, because the kernel writes the view.
    PassedAtomic,
}

impl Way {
    /// A description for users.
    pub const fn words(self) -> &'static str {
        match self {
            Way::Own | Way::AtomicAnywhere | Way::AtomicOwnRow => "the work-item's own element",
            Way::Row | Way::AtomicRow => "elements side by side",
            Way::Once => "one element for the whole row",
            Way::Apart => "elements anywhere: the index does not grow by one from one work-item to the next",
            Way::Masked => "elements of some work-items: the access is conditional",
            Way::Words => "elements of other work-items",
            Way::Atomic => "elements, by an atomic operation",
            Way::Lent | Way::PassedAtomic => "elements that a device function chooses",
        }
    }

    /// Whether the index is checked once for a row rather than for each work-item.
    pub const fn is_checked_by_row(self) -> bool {
        match self {
            Way::Own | Way::Row | Way::Once | Way::AtomicRow | Way::AtomicOwnRow => true,
            Way::Apart | Way::Masked | Way::Words | Way::AtomicAnywhere | Way::Atomic => false,
            Way::Lent | Way::PassedAtomic => false,
        }
    }

    /// Whether the access uses atomics.
    pub const fn is_atomic(self) -> bool {
        match self {
            Way::Words
            | Way::AtomicAnywhere
            | Way::AtomicRow
            | Way::AtomicOwnRow
            | Way::Atomic
            | Way::PassedAtomic => true,
            Way::Own | Way::Row | Way::Once | Way::Apart | Way::Masked | Way::Lent => false,
        }
    }
}
