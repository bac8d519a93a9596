//! How a kernel comes from a view to a part of it.

use crate::Piece;

/// A step from a view to a part of it. Each number is of type `u32`.
#[derive(Clone, Copy, Debug)]
pub enum PartStep {
    /// To what begins at an origin and has an extent.
    Section(&'static [&'static [Piece]], &'static [&'static [Piece]]),
    /// To the slice at one index of dimension 0.
    Project(&'static [Piece]),
    /// To the first elements in another extent.
    ViewAs(&'static [&'static [Piece]]),
}

impl PartStep {
    /// The numbers in it.
    pub(crate) fn pieces(&self) -> impl Iterator<Item = &'static [Piece]> {
        let (one, more): (&[&'static [Piece]], &[&'static [Piece]]) = match self {
            PartStep::Section(origin, extent) => (origin, extent),
            PartStep::Project(index) => (std::slice::from_ref(index), &[]),
            PartStep::ViewAs(extent) => (extent, &[]),
        };
        one.iter().chain(more).copied()
    }
}
