//! Type slots of captures, for type inference in expansions. A `TypeSlot<T>` is a variable of an expansion
//! that stands for the type `T` and contains no value of it. The functions of this file map the slot of a
//! capture type to the slot of another type. For example, `element_slot` maps the slot of
//! `ReadCaptureType<f32, 1>` to that of `f32`.

use amp_shader::TypeInfo;

use super::{BoundCapture, CaptureType};
use crate::types::{TypeSlot, slot};

/// Returns a type slot of the capture type of a bound capture.
pub fn capture_slot<A: BoundCapture>(_: &A) -> TypeSlot<A::Type> {
    slot()
}

/// Returns a type slot of the captured value's type, or of the captured view's element type.
pub const fn element_slot<K: CaptureType>(_: TypeSlot<K>) -> TypeSlot<K::Element> {
    slot()
}

/// Returns a type slot of the type that stands for `&capture` among the arguments of a device function.
pub const fn ref_slot<K: CaptureType>(_: TypeSlot<K>) -> TypeSlot<K::ByRef> {
    slot()
}

/// Returns a type slot of the type that stands for `&mut capture` among the arguments of a device function.
pub const fn mut_slot<K: CaptureType>(_: TypeSlot<K>) -> TypeSlot<K::ByMut> {
    slot()
}

/// The type of the captured value or of the captured view's elements, in the form that amp's shader linker
/// uses.
pub const fn stored<K: CaptureType>(_: TypeSlot<K>) -> &'static TypeInfo {
    K::INFO
}

/// The rank of a captured view.
pub const fn rank<K: CaptureType>(_: TypeSlot<K>) -> usize {
    K::RANK
}
