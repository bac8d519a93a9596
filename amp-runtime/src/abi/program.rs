//! Programs: the results of compiling a kernel by the macro, besides its CPU code.

use amp_shader::{Access, Template};

/// The results of compiling a kernel by the macro, besides its CPU code: the template, and facts that a
/// launch needs.
#[derive(Debug)]
pub struct Program {
    /// The template, without the kernel's captures and entries, which depend on types that rustc resolves.
    pub template: Template<'static>,
    /// The names of the captures.
    pub captures: &'static [CaptureName],
    /// For each captured view, the kind of access of the CPU code.
    pub accesses: &'static [Access],
    /// Whether the kernel is memory-bound: its work-items mainly copy adjacent elements and compute little.
    pub memory_bound: bool,
    /// Whether the kernel runs in rows of up to `LONG_ROW` work-items, because each iteration of a loop reads
    /// another row of memory.
    pub long_rows: bool,
    /// The capture indices of the views that the kernel subscripts only by its unmodified index. If all these
    /// views are contiguous and have the domain's extent, the launch may collapse the domain to one row.
    /// Empty if the domain must not be collapsed.
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
