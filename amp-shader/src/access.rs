//! Access paths: how the CPU code of a kernel accesses its views, for the report of `Kernel::explain`.

/// One access to a view in the source.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Access {
    /// The position of the captured view among the captures.
    pub capture: usize,
    /// The line in the kernel's file.
    pub line: u32,
    /// Whether it stores to the element.
    pub stores: bool,
    /// The access path.
    pub path: AccessPath,
}

/// The ways in which CPU code accesses the elements of a view.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum AccessPath {
    /// The work-item's own element, in place: no other work-item touches it.
    Exclusive,
    /// The lanes of a full row of work-items access adjacent elements, with one bounds check for all of them.
    Row,
    /// One element for all work-items of a row, bounds-checked once.
    Once,
    /// One element at a time, because the index does not grow by one along the row.
    Scattered,
    /// One element at a time, because the access is conditional.
    Masked,
    /// Word by word with relaxed atomics, because it may be another work-item's element.
    AtomicScattered,
    /// The work-item's own element, word by word with relaxed atomics, because another access in the kernel
    /// may be to another work-item's element.
    AtomicOwn,
    /// The adjacent elements of a full row, bounds-checked once, by vector moves that never split a word.
    AtomicRow,
    /// The work-item's own element, in the way of [`AtomicRow`](AccessPath::AtomicRow), because another
    /// access in the kernel may be to another work-item's element.
    AtomicOwnRow,
    /// An atomic operation.
    Atomic,
    /// The elements that a device function reads through a view argument.
    Passed,
    /// The elements that a device function accesses through a view argument, word by word with relaxed
    /// atomics, because the kernel writes the view.
    PassedAtomic,
}

impl AccessPath {
    /// A description for users.
    pub const fn description(self) -> &'static str {
        match self {
            AccessPath::Exclusive | AccessPath::AtomicOwn | AccessPath::AtomicOwnRow => {
                "the work-item's own element"
            }
            AccessPath::Row | AccessPath::AtomicRow => "elements side by side",
            AccessPath::Once => "one element for the whole row",
            AccessPath::Scattered => {
                "elements anywhere: the index does not grow by one from one work-item to the next"
            }
            AccessPath::Masked => "elements of some work-items: the access is conditional",
            AccessPath::AtomicScattered => "elements of other work-items",
            AccessPath::Atomic => "elements, by an atomic operation",
            AccessPath::Passed | AccessPath::PassedAtomic => "elements that a device function chooses",
        }
    }

    /// Whether the index is checked once for a row rather than for each work-item.
    pub const fn is_checked_by_row(self) -> bool {
        match self {
            AccessPath::Exclusive
            | AccessPath::Row
            | AccessPath::Once
            | AccessPath::AtomicRow
            | AccessPath::AtomicOwnRow => true,
            AccessPath::Scattered
            | AccessPath::Masked
            | AccessPath::AtomicScattered
            | AccessPath::AtomicOwn
            | AccessPath::Atomic => false,
            AccessPath::Passed | AccessPath::PassedAtomic => false,
        }
    }

    /// Whether the access uses atomics.
    pub const fn is_atomic(self) -> bool {
        match self {
            AccessPath::AtomicScattered
            | AccessPath::AtomicOwn
            | AccessPath::AtomicRow
            | AccessPath::AtomicOwnRow
            | AccessPath::Atomic
            | AccessPath::PassedAtomic => true,
            AccessPath::Exclusive
            | AccessPath::Row
            | AccessPath::Once
            | AccessPath::Scattered
            | AccessPath::Masked
            | AccessPath::Passed => false,
        }
    }
}
