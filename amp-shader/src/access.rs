//! Access paths: how the CPU code of a kernel accesses its views, for the report of `Kernel::explain`.

/// One access to a view in the source of a kernel, such as `y[i] = 1.0`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Access {
    /// The index of the view among the kernel's captures.
    pub capture: usize,
    /// The line of the access in the kernel's source file.
    pub line: u32,
    /// Whether the access writes the element; if not, it only reads.
    pub stores: bool,
    /// The code by which the CPU performs the access.
    pub path: AccessPath,
}

/// The kinds of code that access the elements of a view on the CPU.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum AccessPath {
    /// The element at the work-item's own index, without atomics. No other work-item of the launch accesses
    /// it.
    Exclusive,
    /// The lanes of a full row of work-items access adjacent elements, with one bounds check for all of them.
    Row,
    /// All work-items of a row read the same element, with one bounds check.
    Once,
    /// Each work-item accesses its element separately, because the index does not grow by one along the row.
    Scattered,
    /// Each work-item accesses its element separately, because only some work-items of the row do: the access
    /// is conditional.
    Masked,
    /// Each work-item accesses its element word by word with relaxed atomics, because other work-items may
    /// access the same element.
    AtomicScattered,
    /// The element at the work-item's own index, word by word with relaxed atomics, because other work-items
    /// may access the same element.
    AtomicOwn,
    /// The lanes of a full row of work-items access adjacent elements by vector moves, with one bounds check
    /// for all lanes. Other work-items may access the same elements, so each move keeps 32-bit words whole.
    AtomicRow,
    /// [`AtomicRow`](AccessPath::AtomicRow), if each lane accesses the element at its work-item's own index.
    AtomicOwnRow,
    /// A method of `Atomic`, such as `h[k].fetch_add(1)`.
    Atomic,
    /// A device function reads the elements through a view argument.
    Passed,
    /// A device function accesses the elements through a view argument, word by word with relaxed atomics,
    /// because the kernel writes the view.
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

    /// Whether the CPU code checks the index once for a row of work-items, and not for each work-item.
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

    /// Whether the CPU code uses atomic instructions for the access.
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
