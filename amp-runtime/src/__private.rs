//! The contract with the macros: everything that expansions name, and nothing else.
//!
//! None of it is public API. `#[kernel]`, `#[device]`, `amp!` and `#[derive(GpuType)]` expand to paths in
//! this module only.

pub use amp_shader::{
    Access, Argument as PlaceOrValue, Atomic, AtomicTarget, Capability, Closure, EnumInfo, Item, Operation,
    SubviewStep, Piece, BoundsRequirement, Root, Scalar, Size, Slot, CaptureKind, Step, StructInfo, Template, TileVariable,
    TypeInfo, AccessPath, field_info, item_info, result_info, scalar_info, integer_info,
};

#[doc(inline)]
pub use crate::__amp_lend_copies as lend_copies;
pub use crate::__amp_lend_tile as lend_tile;
pub use crate::arguments::Arguments;
pub use crate::asked::{
    First, changes, const_info, converted, counted, is_first, keeps, length, long, needs, of_number, operand,
    subscripted, unchanging, unchanging_for_a_barrier, unchanging_if_own, uniform_where_needed,
    varying_if_changed,
};
pub use crate::capture::{
    Argument, CaptureAtomic, CaptureAtomicMut, CaptureModified, CaptureValueOrView, CaptureMethods, CaptureMut,
    CaptureView, ChangedByShared, HasRank, Key, BorrowckCapture, ExclusiveCapture, Ranked, ReadArg, ReadCaptureType, SharedArg,
    TileMemory, ValueArg, ValueCaptureType, WriteArg, WriteCaptureType, atomic, capture, capture_lent, capture_view,
    changed_by_shared_reference, element_of, known, known_read, of_rank, ordinary, own, shared, type_of,
    unknown,
};
pub use crate::checked::{
    Ask, CallChecked, CallMethodChecked, CallMethodPlain, ReportMismatch, ReportNoCpuVersion, CallPlain, CallCpuVersion,
    CheckedCall, CheckedFunction, CheckedMethod, CheckedOperator, Checker, AnyArguments, OperateChecked,
    OperatePlain, ProvidedChecked, IsFunction, IsMethod, associated_asked, by_name, method_asked,
    method_asked_by_path, named_of, operator_asked,
};
pub use crate::circle::{Identity, Trail};
pub use crate::device::{
    Builtin, ByMut, ByRef, Callable, Constant, DeviceCall, DeviceCallable, DeviceMethod,
    DeviceMethodCallable, DeviceMethodParameter, DeviceOperator, DeviceParameter, CoercesTo, OfElements,
    Provided, ProvidedParameter, ReferenceArgument, Shown, Unspecified, ViewArgument, ViewMut, ViewRef, constant,
    perhaps, same,
};
pub use crate::either::{MaybeBuiltinMethod, MaybeBuiltinParameter};
pub use amp_macros::device_defaults;
pub use half::f16;

#[cfg(feature = "glam")]
pub use crate::element::functions::{Function, functions};
#[cfg(feature = "glam")]
pub use glam;

pub use crate::element::{
    HostData, ShaderType, Element, Field, NoProjections, Parts, ProjectionsOf, Plain, PlainField, Relations, Unrelated,
    Value, Variants, Whole, Word, bits, field, field_hash,
};
pub use crate::kernel::{
    Program, bind, bind_checked, bind_tiled, bind_tiled_checked, bind_tiled_rows, bind_tiled_rows_checked,
    refused,
};
pub use crate::open::{
    KeyedCall, KeyedMaybeBuiltin, KeyedMaybeBuiltinParameter, KeyedField, KeyedMethod, KeyedMethodParameter, KeyedOperator,
    KeyedParameter, KeyedValue, KeyedInteger,
};
pub use crate::twin::{
    Locate, Captured, IgnoredResults, Each, Here, Items, LANES, Lanes, LanesRoom, PassView, Lent, LentPart, Line,
    OwnTwin, STRIP, PerItem, PerItemMut, Place, ReadTwin, Reads, Row, Same, Shared, SharedTwin, Span,
    Stretch, StretchRoom, Taken, Tile, CollectiveCall, CollectiveMethod, CpuCall, CpuFunction, CpuMethod,
    UniformTileCall, WordsRoom, Working, all_above, all_at_least, all_at_most, all_below, all_unlike,
    bound_of, components, copy_of_small, exact_add, exact_mul, exact_sub, in_one_mask, in_one_period,
    in_pieces, is_long_mask, is_long_period, lanes, no_such_part, owner_of, part, room, room_of_lanes,
    row_of_lanes, rows_of_lanes, run_checked_of, run_of, slots, uniform_call, uniform_call_checked, zeroed,
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
