//! Subview steps in templates: how a kernel makes a subview of a view.

use crate::{Piece, SubviewStep};

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
