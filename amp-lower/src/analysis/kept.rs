//! What a work-item keeps in its variables: how many bytes they take on a device.

use crate::ir::{Body, Hole, Len, Ty, Variable};
use amp_shader::limits::PRIVATE_BYTES;

/// The variables of a body.
pub(crate) struct Kept<'b> {
    /// Bytes of those whose types tell.
    pub(crate) bytes: usize,
    /// With this one they are too many.
    pub(crate) beyond: Option<&'b Variable>,
    /// The types of which only rustc knows how large they are.
    pub(crate) open: Vec<&'b Ty>,
}

/// What the work-items of a kernel, or of a function, keep there: in the variables that the user has declared, or in those that the
/// compiler has, for values between them.
pub(crate) fn kept(body: &Body, temporary: bool) -> Kept<'_> {
    let mut kept = Kept { bytes: 0, beyond: None, open: Vec::new() };
    let counted = |it: &&Variable| it.reference.is_none() && it.temporary == temporary;
    for variable in body.variables.iter().filter(counted) {
        match bytes(&variable.ty) {
            Some(bytes) => kept.bytes = kept.bytes.saturating_add(bytes),
            None if can_be_large(&variable.ty) => kept.open.push(&variable.ty),
            None => {}
        }
        if kept.bytes > PRIVATE_BYTES as usize && kept.beyond.is_none() {
            kept.beyond = Some(variable);
        }
    }
    kept
}

/// Bytes of a type, if rustc is not needed to tell.
pub(crate) fn bytes(ty: &Ty) -> Option<usize> {
    match ty {
        Ty::Unit => Some(0),
        Ty::Scalar(scalar) => Some(scalar.words() * 4),
        Ty::Index(rank) | Ty::Extent(rank) => Some(rank * 4),
        Ty::Array(element, Len::Number(len)) => bytes(element)?.checked_mul(*len),
        Ty::Tuple(fields) => fields.iter().map(bytes).sum(),
        Ty::Array(_, Len::Const(_)) | Ty::Hole(_) | Ty::Poison | Ty::Var(_) | Ty::Reference(..) => None,
    }
}

/// Whether a type that only rustc sees may be an array, or have one in it.
fn can_be_large(ty: &Ty) -> bool {
    match ty {
        Ty::Array(..) => true,
        Ty::Tuple(fields) => fields.iter().any(can_be_large),
        Ty::Hole(hole) => match &**hole {
            Hole::Written(_)
            | Hole::Element(_)
            | Hole::TypeOf(_)
            | Hole::ItemOf(_)
            | Hole::Field(..)
            | Hole::Returned(..) => true,
            Hole::Read(_)
            | Hole::Output(..)
            | Hole::ScalarOf(_)
            | Hole::WholeOf(..)
            | Hole::Parameter(..)
            | Hole::Extent(_)
            | Hole::Lent(..) => false,
        },
        Ty::Unit
        | Ty::Scalar(_)
        | Ty::Index(_)
        | Ty::Extent(_)
        | Ty::Poison
        | Ty::Var(_)
        | Ty::Reference(..) => false,
    }
}
