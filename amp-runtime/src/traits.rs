//! Requirements of kernels on types and functions, as traits. Compiler errors name these traits.
//!
//! The macros and the library implement all these traits. If an error names one, look up its meaning here,
//! and follow the notes of the error.
//!
//! ```compile_fail,E0277
//! use amp::prelude::*;
//!
//! // error[E0277]: kernels cannot use values of type `Settings`
//! // = help: the trait `amp::traits::ShaderType` is not implemented for `Settings`
//! struct Settings {
//!     scale: f32,
//! }
//!
//! #[device]
//! fn scaled(settings: Settings, x: f32) -> f32 {
//!     settings.scale * x
//! }
//! ```
//!
//! Here, `#[derive(Clone, Copy, GpuType)]` and `#[repr(C)]` above the struct implement the trait.

pub use crate::abi::link::{
    ByMut, ByRef, DeviceCall, DeviceMethod, DeviceOperator, Unspecified, ViewMut, ViewRef,
};
pub use crate::abi::unmarked::{FunctionWithoutDevice, HasDeviceAttribute};
pub use crate::abi::view_structs::ModifiedValue;
pub use crate::launch::capture::{
    CaptureAtomicMut, CaptureModified, CaptureMut, CaptureValue, CaptureValueOrView, CaptureView,
    ChangedByShared, HasRank, Ranked,
};
pub use crate::types::{
    DerivedGpuType, DerivedValue, Plain, PlainScalar, ScalarReader, ScalarWriter, ShaderType,
};
