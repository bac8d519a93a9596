//! Programs: what the macro compiled a kernel to, besides its CPU code.

use amp_shader::{Access, Template};

/// A kernel as its macro compiled it, besides its CPU code: the template, and facts that a launch needs.
#[derive(Debug)]
pub struct Program {
    /// The template, without the kernel's captures and the entries, which only rustc knows.
    pub template: Template<'static>,
    /// The captures.
    pub captures: &'static [CaptureName],
    /// How the CPU code accesses each view.
    pub accesses: &'static [Access],
    /// Whether the kernel is memory-bound: its work-items do little but move adjacent elements.
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
    /// The name.
    pub name: &'static str,
    /// Whether all accesses to the elements are atomic.
    pub atomic: bool,
}
