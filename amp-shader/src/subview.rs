//! Subview steps in templates: how a kernel makes a subview of a view.

use crate::Piece;

/// A step from a view to a subview. Each operand is a `u32`.
#[derive(Clone, Copy, Debug)]
pub enum SubviewStep {
    /// The sub-box with this origin and extent.
    Section(&'static [&'static [Piece]], &'static [&'static [Piece]]),
    /// The slice at one index of dimension 0.
    Project(&'static [Piece]),
    /// The leading elements of the view, reshaped to this extent.
    ViewAs(&'static [&'static [Piece]]),
}

impl SubviewStep {
    /// The operands of the step: indices and sizes.
    pub(crate) fn operands(&self) -> impl Iterator<Item = &'static [Piece]> {
        let (one, more): (&[&'static [Piece]], &[&'static [Piece]]) = match self {
            SubviewStep::Section(origin, extent) => (origin, extent),
            SubviewStep::Project(index) => (std::slice::from_ref(index), &[]),
            SubviewStep::ViewAs(extent) => (extent, &[]),
        };
        one.iter().chain(more).copied()
    }
}
