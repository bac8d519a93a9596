//! Templates and the linker, which amp's compiler and its runtime share.
//!
//! The macros turn a kernel into a [`Template`]: a list of *pieces*, which are WGSL text or *holes*. A hole
//! stands for something that only rustc knows: the type of an expression, the value of a constant, the body
//! of a device function. A hole names a type or function by its index in a list of entries, and rustc fills
//! the list. [`link`] joins the pieces into a shader and lays out the parameters of a launch. The runtime
//! calls it once for each kernel and [`Specialisation`]. The compiler also calls it, with stand-ins in the
//! holes, to validate the shader with naga.
//!
//! The crate has no dependencies, so it uses neither syn nor wgpu.
#![forbid(unsafe_code)]

mod access;
mod atomic;
mod bounds;
mod capability;
mod f64_functions;
mod hash;
pub mod limits;
mod link;
pub mod methods;
mod nesting;
mod packed;
pub mod param_mask;
mod params;
pub mod staged;
mod strict;
mod subview;
mod support;
mod support_library;
mod template;
mod types;
mod workgroup;

pub use access::{Access, AccessPath};
pub use atomic::Atomic;
pub use bounds::{BoundsRequirement, Size};
pub use capability::Capability;
pub use hash::field_hash;
pub use link::{
    LinkError, Linked, Position, RecordedValue, Specialisation, StorageBinding, Trap, TrapFailure, Traps,
    link, literal,
};
pub use nesting::{NESTING_LIMIT, SHADER_NESTING_LIMIT, nesting};
pub use params::CaptureParams;
pub use template::{
    Argument, AtomicTarget, Capture, CaptureKind, Closure, Empty, Entry, Item, ItemRef, Message, Operation,
    PassedFunction, PassedOp, Piece, ReportedFailures, Root, Step, SubviewStep, Template, TileVariable,
    TypeRef,
};
pub use types::{
    EnumInfo, Scalar, StructInfo, SumInfo, TypeInfo, field_info, integer_info, item_info, result_info,
    scalar_info,
};
