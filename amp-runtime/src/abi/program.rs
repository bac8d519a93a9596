//! A compiled kernel without its CPU code: the template, and the facts that a launch needs.

use amp_shader::{Access, Template};

/// A compiled kernel without its CPU code: the template, and the facts that a launch needs.
#[derive(Debug)]
pub struct Program {
    /// The template, without the captures and without the entries, which are the types and device functions
    /// that the template uses. A launch adds captures and entries, because they depend on types that rustc
    /// resolves.
    pub template: Template<'static>,
    /// The names of the captures.
    pub captures: &'static [CaptureName],
    /// How the CPU code accesses each captured view.
    pub accesses: &'static [Access],
    /// Whether the kernel is memory-bound: its work-items mainly copy adjacent elements and compute little.
    pub memory_bound: bool,
    /// Whether the kernel runs in rows of up to `LONG_ROW` work-items instead of 64. Such a kernel has a loop
    /// that reads another row of a view in each iteration, such as `a[(k, i)]` in a loop over `k`.
    pub long_rows: bool,
    /// Whether the CPU code runs joined rows, for domains whose last dimension is short.
    pub joins_rows: bool,
    /// The capture indices of the views that the kernel subscripts only by its unmodified index. If all these
    /// views are contiguous and have the domain's extent, the launch may treat the domain as one long row.
    /// Empty if the launch must not do that.
    pub collapsible: &'static [usize],
}

/// The user's name for a capture.
#[derive(Debug)]
pub struct CaptureName {
    /// The name of the capture in the user's code.
    pub name: &'static str,
    /// Whether all accesses to the elements of the captured view are atomic.
    pub atomic: bool,
}
