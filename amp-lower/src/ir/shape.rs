//! Where a value has shared references.

/// The shared references in a value: `(i, &x)` has the shape `Tuple([Value, Reference(Value)])`. A device variable holds
/// the value without its references, because a reference equals a copy of its target.
#[derive(Clone, Debug, PartialEq)]
pub(crate) enum Shape {
    /// No reference.
    Value,
    Reference(Box<Shape>),
    Tuple(Vec<Shape>),
    /// An `Option`, or a `Result` with the shape of its error.
    Optional(Box<Shape>, Option<Box<Shape>>),
}

impl Shape {
    pub(crate) fn has_reference(&self) -> bool {
        match self {
            Shape::Value => false,
            Shape::Reference(_) => true,
            Shape::Tuple(parts) => parts.iter().any(Shape::has_reference),
            Shape::Optional(item, error) => {
                item.has_reference() || error.as_ref().is_some_and(|error| error.has_reference())
            }
        }
    }

    /// The shape of a value that may come from either of two values. The syntax of `None`, or of a call, does not show where
    /// its type has references, so the other value decides.
    pub(crate) fn merged(self, other: Shape) -> Shape {
        match (self, other) {
            (Shape::Value, other) => other,
            (own, Shape::Value) => own,
            (Shape::Reference(a), Shape::Reference(b)) => Shape::Reference(Box::new(a.merged(*b))),
            (Shape::Tuple(a), Shape::Tuple(b)) if a.len() == b.len() => {
                Shape::Tuple(a.into_iter().zip(b).map(|(a, b)| a.merged(b)).collect())
            }
            (Shape::Optional(a, e), Shape::Optional(b, f)) => {
                let error = match (e, f) {
                    (Some(e), Some(f)) => Some(Box::new(e.merged(*f))),
                    (e, f) => e.or(f),
                };
                Shape::Optional(Box::new(a.merged(*b)), error)
            }
            (own, _) => own,
        }
    }
}
