//! Source positions for messages about types that only rustc knows.

use super::{Projection, Ty};
use crate::site::Site;
use proc_macro2::Span;

/// Source positions for messages about types that only rustc knows.
#[derive(Clone, Debug, Default)]
pub(crate) struct Sites {
    /// For each inferred type, the span of the first expression of that type.
    pub(crate) inferred: Vec<Option<Span>>,
    /// For each inferred type, a literal of that type, if there is one.
    pub(crate) literals: Vec<Option<String>>,
    /// For each capture, the span of its name.
    pub(crate) captures: Vec<Span>,
    /// For each capture, the type of the value or of the view's elements.
    pub(crate) elements: Vec<Ty>,
}

impl Sites {
    /// The source position of the inferred type with this id.
    pub(crate) fn inferred(&self, number: usize) -> Span {
        self.inferred.get(number).copied().flatten().unwrap_or_else(Span::call_site)
    }

    /// The source position to report for a type.
    pub(crate) fn of(&self, ty: &Ty) -> Span {
        let Ty::Hole(hole) = ty else { return Span::call_site() };
        match &**hole {
            Projection::Inferred(number) => self.inferred(*number),
            Projection::Element(capture) => self.capture(*capture),
            Projection::TypeOf(path) => Site::of(path).first,
            _ => Span::call_site(),
        }
    }

    /// Whether the type is that of a literal without a suffix, which rustc infers from the code around the
    /// literal.
    pub(crate) fn is_literal(&self, ty: &Ty) -> bool {
        let Ty::Hole(hole) = ty else { return false };
        matches!(**hole, Projection::Inferred(number) if self.literals.get(number).is_some_and(Option::is_some))
    }

    /// The capture whose value or elements have this type, if the user wrote the type's name.
    pub(crate) fn named_capture(&self, ty: &Ty) -> Option<usize> {
        let is_named = matches!(ty, Ty::Hole(hole) if matches!(**hole, Projection::Named(_)));
        self.elements.iter().position(|element| is_named && element == ty)
    }

    pub(crate) fn capture(&self, capture: usize) -> Span {
        self.captures.get(capture).copied().unwrap_or_else(Span::call_site)
    }
}
