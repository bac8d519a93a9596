//! The contract with the macros: everything that expansions name, and nothing else.
//!
//! None of it is public API. `#[kernel]`, `#[device]`, `amp!` and `#[derive(GpuType)]` expand to paths in
//! this module only.

pub use amp_shader::{
    Access, Argument as PlaceOrValue, Atomic, AtomicTarget, Capability, Closure, EnumInfo, Item, Operation,
    SubviewStep, Piece, BoundsRequirement, Root, Scalar, Size, Capture, CaptureKind, Step, StructInfo, Template, TileVariable,
    TypeInfo, AccessPath, field_info, item_info, result_info, scalar_info, integer_info,
};

#[doc(inline)]
pub use crate::__amp_lend_copies as lend_copies;
pub use crate::__amp_lend_tile as lend_tile;
pub use crate::arguments::BoundCaptures;
pub use crate::asked::{
    First, mutates_receiver, const_info, assert_convertible, assert_has_len, is_first, keeps, length, array_len, required_uniform, assert_builtin_receiver, assert_builtin_operand,
    assert_has_subscripts, assert_receiver_unmodified, assert_receiver_unmodified_for_barrier, assert_user_receiver_unmodified, assert_uniform_arguments,
    varying_if_modified,
};
pub use crate::capture::{
    BoundCapture, CaptureAtomic, CaptureAtomicMut, CaptureModified, CaptureValueOrView, CaptureMethods, CaptureMut,
    CaptureView, ChangedByShared, HasRank, CaptureType, BorrowckCapture, ExclusiveCapture, Ranked, ReadCapture, ReadCaptureType, SharedCapture,
    TileMemory, ValueCapture, ValueCaptureType, WriteCapture, WriteCaptureType, atomic, capture, capture_value_or_view, capture_view,
    changed_by_shared_reference, element_of, typed_write, typed_read, check_rank, borrowck_capture, exclusive, shared, type_of,
    unknown,
};
pub use crate::checked::{
    Probe, CallChecked, CallMethodChecked, CallMethodPlain, ReportMismatch, ReportNoCpuVersion, CallPlain, CallCpuVersion,
    CheckedCall, CheckedFunction, CheckedMethod, CheckedOperator, Checker, AnyArguments, OperateChecked,
    OperatePlain, ProvidedChecked, IsFunction, IsMethod, probe_associated, by_name, probe_method,
    probe_method_by_path, method_query, probe_operator,
};
pub use crate::circle::{Identity, CallStack};
pub use crate::device::{
    Builtin, ByMut, ByRef, Callable, Constant, DeviceCall, DeviceCallable, DeviceMethod,
    DeviceMethodCallable, DeviceMethodParameter, DeviceOperator, DeviceParameter, CoercesTo, OfElements,
    Provided, ProvidedParameter, ReferenceArgument, Opaque, Unspecified, ViewArgument, ViewMut, ViewRef, constant,
    opaque_true, assert_same_function,
};
pub use crate::either::{MaybeBuiltinMethod, MaybeBuiltinParameter};
pub use amp_macros::device_defaults;
pub use half::f16;

#[cfg(feature = "glam")]
pub use crate::element::functions::{Function, functions};
#[cfg(feature = "glam")]
pub use glam;

pub use crate::element::{
    HostData, ShaderType, Element, Field, NoProjections, Projections, ProjectionsOf, Plain, PlainField, Relations, Unrelated,
    Value, Variants, Integer, Word, bits, field, field_hash,
};
pub use crate::kernel::{
    Program, bind, bind_checked, bind_tiled, bind_tiled_checked, bind_tiled_rows, bind_tiled_rows_checked,
    rejected,
};
pub use crate::open::{
    KeyedCall, KeyedMaybeBuiltin, KeyedMaybeBuiltinParameter, KeyedField, KeyedMethod, KeyedMethodParameter, KeyedOperator,
    KeyedParameter, KeyedValue, KeyedInteger,
};
pub use crate::twin::{
    Locate, Captured, IgnoredResults, PerItemRef, HoistedView, Items, LANES, Lanes, LaneBuffer, PassView, ViewArg, SubviewArg, RowRun,
    ExclusiveAccess, STRIP, PerItem, PerItemMut, ByRefTarget, ReadAccess, Reads, Row, UniformArg, SharedRef, SharedAccess, LaneRange,
    LongRow, LongRowBuffer, ElementGuard, Tile, CollectiveCall, CollectiveMethod, CpuCall, CpuFunction, CpuMethod,
    UniformTileCall, RowBuffer, PanicIndex, all_above, all_at_least, all_at_most, all_below, all_not_equal,
    bound_of, components, copy_of_small, exact_add, exact_mul, exact_sub, in_one_mask, in_one_period,
    strip_mask, is_long_mask, is_long_period, lanes, subview_out_of_range, owner_of, masked_group, long_row_buffer, lane_buffer,
    row_of_lanes, rows_of_lanes, run_checked_of, run_of, per_item_storage, uniform_call, uniform_call_checked, zeroed,
};

/// Functions of floats that LLVM can vectorise.
pub mod math {
    pub use crate::math::{
        acos, asin, atan, atan2, cos, cosh, exp, exp2, ln, log2, log10, powf, sin, sinh, tan, tanh,
    };
}

/// Whether the build measures code coverage.
pub const COVERED: bool = cfg!(coverage);

/// Called on lines of a kernel that compute nothing, so that a debugger can stop there. Optimised builds
/// remove it.
#[inline]
#[must_use]
pub const fn stops() -> bool {
    false
}

/// The body of an `if` on [`stops`].
#[inline]
pub const fn stop() {}

/// The default methods of a trait that has none: a glob import of this module provides an empty macro.
pub mod no_bodies {
    /// Expands to nothing.
    #[doc(hidden)]
    #[macro_export]
    macro_rules! __amp_no_bodies {
        ($($implementation:tt)*) => {};
    }
    #[doc(inline)]
    pub use crate::__amp_no_bodies as AmpTrait;

    /// A use of this constant keeps rustc from reporting the import as unused.
    pub const AMP_NO_BODIES: () = ();
}
