//! Type slots of captures: functions that derive slots from a bound capture, for type inference in
//! expansions.

use amp_shader::TypeInfo;

use super::{BoundCapture, CaptureType};
use crate::types::{TypeSlot, slot};

/// The type slot for the capture type of a bound capture.
pub fn capture_slot<A: BoundCapture>(_: &A) -> TypeSlot<A::Type> {
    slot()
}

/// Maps the slot of a capture type to the slot of the captured value's type, or of the captured view's
/// element type.
pub const fn element_slot<K: CaptureType>(_: TypeSlot<K>) -> TypeSlot<K::Element> {
    slot()
}

/// Maps the slot of a capture type to the slot of the argument type that stands for the capture when a kernel
/// passes it to a device function by `&`.
pub const fn ref_slot<K: CaptureType>(_: TypeSlot<K>) -> TypeSlot<K::ByRef> {
    slot()
}

/// Like [`ref_slot`], for a capture that a kernel passes by `&mut`.
pub const fn mut_slot<K: CaptureType>(_: TypeSlot<K>) -> TypeSlot<K::ByMut> {
    slot()
}

/// The linker's description of the captured value's type, or of the captured view's element type.
pub const fn stored<K: CaptureType>(_: TypeSlot<K>) -> &'static TypeInfo {
    K::INFO
}

/// The rank of a captured view.
pub const fn rank<K: CaptureType>(_: TypeSlot<K>) -> usize {
    K::RANK
}
