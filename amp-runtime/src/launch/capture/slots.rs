//! Type slots of captures.

use amp_shader::TypeInfo;

use super::{BoundCapture, CaptureType};
use crate::types::{TypeSlot, slot};

/// The slot of a capture type.
pub fn capture_slot<A: BoundCapture>(_: &A) -> TypeSlot<A::Type> {
    slot()
}

/// The type of a captured value, or of the elements of a captured view.
pub const fn element_slot<K: CaptureType>(_: TypeSlot<K>) -> TypeSlot<K::Element> {
    slot()
}

/// Maps the type slot of a capture to that of the argument type, for a capture that a kernel passes to a device function
/// by `&`.
pub const fn ref_slot<K: CaptureType>(_: TypeSlot<K>) -> TypeSlot<K::ByRef> {
    slot()
}

/// Like [`ref_slot`], for a capture that is passed by `&mut`.
pub const fn mut_slot<K: CaptureType>(_: TypeSlot<K>) -> TypeSlot<K::ByMut> {
    slot()
}

/// The type of a captured value, or of the elements of a captured view as they are stored.
pub const fn stored<K: CaptureType>(_: TypeSlot<K>) -> &'static TypeInfo {
    K::INFO
}

/// The rank of a captured view.
pub const fn rank<K: CaptureType>(_: TypeSlot<K>) -> usize {
    K::RANK
}
