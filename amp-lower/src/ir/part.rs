//! Parts of views: how a kernel comes from a view to a part of it.

use super::{Expr, Ty};

/// A step from a view to a part of it. The numbers are computed already, and do not change.
#[derive(Clone, Debug)]
pub(crate) enum PartStep {
    /// To what begins at an origin and has an extent.
    Section { origin: Vec<Expr>, extent: Vec<Expr> },
    /// To the slice at one index of dimension 0.
    Project(Expr),
    /// To the first elements in another extent; and the extent before.
    ViewAs(Vec<Expr>, Vec<Expr>),
    /// To the same elements, as those of another type, of a view of one dimension.
    Reinterpret(Ty),
}

impl PartStep {
    /// The numbers in it.
    pub(crate) fn numbers(&self) -> impl Iterator<Item = &Expr> {
        let (one, more) = match self {
            PartStep::Section { origin, extent } => (&origin[..], &extent[..]),
            PartStep::Project(index) => (std::slice::from_ref(index), &[][..]),
            PartStep::ViewAs(extent, before) => (&extent[..], &before[..]),
            PartStep::Reinterpret(_) => (&[][..], &[][..]),
        };
        one.iter().chain(more)
    }

    /// The same, to be changed.
    pub(crate) fn numbers_mut(&mut self) -> impl Iterator<Item = &mut Expr> {
        let (one, more) = match self {
            PartStep::Section { origin, extent } => (&mut origin[..], &mut extent[..]),
            PartStep::Project(index) => (std::slice::from_mut(index), &mut [][..]),
            PartStep::ViewAs(extent, before) => (&mut extent[..], &mut before[..]),
            PartStep::Reinterpret(_) => (&mut [][..], &mut [][..]),
        };
        one.iter_mut().chain(more)
    }
}
