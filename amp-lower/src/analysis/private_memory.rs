//! Private memory: computes how many bytes the local variables of a work-item take on a device.

use crate::ir::{Body, Len, Projection, Ty, Variable};
use amp_shader::limits::PRIVATE_BYTES;

/// The private memory of the variables that [`private_memory`] selects, as far as the macro can compute their
/// sizes.
pub(crate) struct PrivateMemory<'b> {
    /// The total size of the variables whose size the macro can compute.
    pub(crate) bytes: usize,
    /// The first variable that raises `bytes` above the limit.
    pub(crate) exceeded_by: Option<&'b Variable>,
    /// The types whose size only rustc knows. A const check of the expansion adds their sizes and compares
    /// the sum with the limit.
    pub(crate) unknown_sizes: Vec<&'b Ty>,
}

/// The private memory of a kernel or device function. If `temporary` is true, it counts the variables that the
/// compiler added; otherwise the variables that the user declared.
pub(crate) fn private_memory(body: &Body, temporary: bool) -> PrivateMemory<'_> {
    let mut kept = PrivateMemory { bytes: 0, exceeded_by: None, unknown_sizes: Vec::new() };
    let counted = |it: &&Variable| it.reference.is_none() && it.temporary == temporary;
    for variable in body.variables.iter().filter(counted) {
        match bytes(&variable.ty) {
            Some(bytes) => kept.bytes = kept.bytes.saturating_add(bytes),
            None if may_be_large(&variable.ty) => kept.unknown_sizes.push(&variable.ty),
            None => {}
        }
        if kept.bytes > PRIVATE_BYTES as usize && kept.exceeded_by.is_none() {
            kept.exceeded_by = Some(variable);
        }
    }
    kept
}

/// The size of a type in bytes. `None` if only rustc can determine the size, as for a struct.
pub(crate) fn bytes(ty: &Ty) -> Option<usize> {
    match ty {
        Ty::Unit => Some(0),
        Ty::Scalar(scalar) => Some(scalar.words() * 4),
        Ty::Index(rank) | Ty::Extent(rank) => Some(rank * 4),
        Ty::Array(element, Len::Number(len)) => bytes(element)?.checked_mul(*len),
        Ty::Tuple(fields) => fields.iter().map(bytes).sum(),
        Ty::Range(_, of) => Some(2 * bytes(of)?),
        Ty::Array(_, Len::Const(_))
        | Ty::Hole(_)
        | Ty::Error
        | Ty::Var(_)
        | Ty::Reference(..)
        | Ty::Slice(_)
        | Ty::Callable(_) => None,
    }
}

/// Whether a type that the macro cannot resolve may be or contain an array. Other types are small, so the
/// limit ignores them.
fn may_be_large(ty: &Ty) -> bool {
    match ty {
        Ty::Array(..) => true,
        Ty::Tuple(fields) => fields.iter().any(may_be_large),
        Ty::Hole(hole) => match &**hole {
            Projection::Named(_)
            | Projection::Element(_)
            | Projection::TypeOf(_)
            | Projection::Owner(..)
            | Projection::ElementOf(_)
            | Projection::Field(..)
            | Projection::Inferred(_) => true,
            Projection::IntegerOf(..)
            | Projection::Extent(_)
            | Projection::View { .. }
            | Projection::ArgumentForm(..) => false,
        },
        Ty::Unit
        | Ty::Scalar(_)
        | Ty::Index(_)
        | Ty::Extent(_)
        | Ty::Error
        | Ty::Var(_)
        | Ty::Reference(..)
        | Ty::Range(..)
        | Ty::Slice(_)
        | Ty::Callable(_) => false,
    }
}
