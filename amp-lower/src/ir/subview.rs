//! Subview steps: sections, projections and reshapes that a kernel makes of a view.

use super::{Expr, Ty};

/// A step from a view to a subview. The operands are variables or constants, so evaluating them again gives
/// the same values.
#[derive(Clone, Debug)]
pub(crate) enum SubviewStep {
    /// The sub-box with this origin and extent.
    Section { origin: Vec<Expr>, extent: Vec<Expr> },
    /// The projection to one index of dimension 0: a view with one dimension less.
    Project(Expr),
    /// The leading elements, reshaped to the first extent. The second extent is that of the view before this
    /// step.
    ViewAs(Vec<Expr>, Vec<Expr>),
    /// The same elements reinterpreted as another type, for a view of one dimension.
    Reinterpret(Ty),
}

impl SubviewStep {
    /// The operands of the step: indices and sizes.
    pub(crate) fn operands(&self) -> impl Iterator<Item = &Expr> {
        let (one, more) = match self {
            SubviewStep::Section { origin, extent } => (&origin[..], &extent[..]),
            SubviewStep::Project(index) => (std::slice::from_ref(index), &[][..]),
            SubviewStep::ViewAs(extent, before) => (&extent[..], &before[..]),
            SubviewStep::Reinterpret(_) => (&[][..], &[][..]),
        };
        one.iter().chain(more)
    }

    /// The operands of the step, mutably.
    pub(crate) fn operands_mut(&mut self) -> impl Iterator<Item = &mut Expr> {
        let (one, more) = match self {
            SubviewStep::Section { origin, extent } => (&mut origin[..], &mut extent[..]),
            SubviewStep::Project(index) => (std::slice::from_mut(index), &mut [][..]),
            SubviewStep::ViewAs(extent, before) => (&mut extent[..], &mut before[..]),
            SubviewStep::Reinterpret(_) => (&mut [][..], &mut [][..]),
        };
        one.iter_mut().chain(more)
    }
}
