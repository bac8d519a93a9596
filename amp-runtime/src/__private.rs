//! The contract with the macros: everything that expansions name, and nothing else.
//!
//! No item of this module is public API. `#[kernel]`, `#[device]`, `amp!` and `#[derive(GpuType)]` expand to
//! paths in this module only.

pub use amp_shader::{
    Access, AccessPath, Argument as PlaceOrValue, Atomic, AtomicTarget, BoundsRequirement, Capability,
    Capture, CaptureKind, Closure, Empty, Entry, EnumInfo, Item, ItemRef, Message, Operation, Piece,
    ReportedFailures, Root, Scalar, Size, Step, StructInfo, SubviewStep, SumInfo, Template, TileVariable,
    TypeInfo, TypeRef, field_info, integer_info, item_info, result_info, scalar_info,
};

#[doc(inline)]
pub use crate::__amp_lend_copies as lend_copies;
pub use crate::__amp_lend_tile as lend_tile;
pub use crate::abi::checked::{
    CheckedFunction, CheckedMethod, CheckedOperator, Checker, by_name, call_in_scope, call_on_copy_in_scope,
    call_ref_in_scope, probe_associated, probe_function_of_impl, probe_function_of_path, probe_method,
    probe_method_by_path, probe_method_in_scope, probe_method_of_impl, probe_method_of_path, probe_operator,
    query_by_mut, query_by_ref, query_by_value,
};
pub use crate::abi::const_checks::{
    First, KnownType, Unknown, array_len, assert_builtin_operand, assert_builtin_receiver,
    assert_convertible, assert_has_fixed_len, assert_has_len, assert_has_subscripts, assert_no_slices,
    assert_private_memory, assert_receiver_unmodified, assert_receiver_unmodified_for_barrier,
    assert_uniform_arguments, assert_user_receiver_unmodified, assert_yields_references, const_info,
    is_first, length, mutates_receiver, required_uniform, varying_if_modified,
};
pub use crate::abi::constant_text::{Text, constant_slice, text_bytes, text_chars, text_count};
pub use crate::abi::items::items;
pub use crate::abi::link::{
    AllowsImpl, AnyImpl, AnyType, BehindReference, ByMut, ByRef, Callable, CoercesTo, ConstBool, ConstChar,
    ConstI8, ConstI16, ConstI32, ConstI64, ConstIsize, ConstU8, ConstU16, ConstU32, ConstU64, ConstUsize,
    ConstantValue, DeviceCall, DeviceCallable, DeviceMethod, DeviceOperator, FieldOfViews, ForChecked,
    ForEntry, FunctionName, Inherent, InherentWith, KnownFunction, KnownMethod, NamedImpl, Opaque, OwnerOf,
    PathMode, Provided, TraitPathMode, Unspecified, ViewArgument, ViewMut, ViewRef, WithParameters,
    assert_same_function, impl_of_slot, opaque_true, owner_of_slot, part_of, returned, returned_closure,
    returned_option, returned_result, returned_slice, returned_slice_option, returned_slice_result,
    returned_target,
};
pub use crate::abi::maybe_builtin::{MaybeBuiltinMethod, MethodProbe};
pub use crate::abi::optional_item::{OptionalItem, optional_reference};
pub use crate::abi::own_index::{index_assign, index_mut_value, index_value};
pub use crate::abi::probe::Probe;
pub use crate::abi::recursion::{CallStack, Identity};
pub use crate::abi::slice_arguments::{SliceArgument, SliceOrArray, SliceOrArrayMut};
pub use crate::abi::slots::{
    OperatorProbe, by_ref_value, entries, extent_slot, field_slot, item_of, stored_element, tuple, value_of,
};
pub use crate::abi::unmarked::FunctionWithoutDevice;
pub use crate::abi::view_structs::ModifiedValue;
pub use crate::functions::fitting::fits_in;
pub use crate::launch::bound_captures::{BoundCaptures, WithOps};
pub use crate::launch::capture::{
    BorrowckCapture, BoundCapture, CaptureAtomic, CaptureAtomicMut, CaptureMethods, CaptureModified,
    CaptureMut, CaptureType, CaptureValue, CaptureValueOrView, CaptureView, CapturedSlice, ChangedByShared,
    ExclusiveCapture, HasRank, Ranked, ReadCapture, ReadCaptureType, ReadParameter, SharedCapture,
    TileMemory, ValueCapture, ValueCaptureType, WriteCapture, WriteCaptureType, atomic, borrowck_capture,
    capture_slot, capture_value_or_view, changed_by_shared_reference, element_slot, exclusive, mut_slot,
    rank, ref_slot, shared, stored, typed_write, unknown,
};
pub use crate::launch::op::{
    OpCode, OpMacroInput, RejectedOp, bind_op, bound_op, checked_op, cpu_op, entries_with_ops, op_of_function,
};
pub use crate::support::print_hook::print_line;
pub use amp_macros::{device_defaults, with_views};
pub use half::f16;

#[cfg(feature = "glam")]
pub use crate::abi::glam_functions::{Function, functions};
#[cfg(feature = "glam")]
pub use glam;

pub use crate::abi::cpu::{
    AnyArguments, ByRefTarget, Captured, CollectiveCall, CollectiveProbe, CpuFunction, CpuMethod,
    ElementGuard, ErasedReads, ExclusiveAccess, HoistedView, IgnoredResults, Items, LANES, LaneBuffer,
    LaneRange, Lanes, Locate, LongRow, LongRowBuffer, PanicIndex, PassView, PerItem, PerItemMut, PerItemRef,
    ReadAccess, Reads, Row, RowBuffer, RowRun, STRIP, SharedAccess, SharedRef, SubviewArg, Tile, UniformArg,
    UniformTileCall, ViewArg, all_above, all_at_least, all_at_most, all_below, all_not_equal, bound_of,
    components, copy_of_small, exact_add, exact_mul, exact_sub, in_one_mask, in_one_period, is_long_mask,
    is_long_period, lane_buffer, lanes, long_row_buffer, masked_group, owner_of, per_item_storage,
    row_of_lanes, rows_of_lanes, run_checked_of, run_of, strip_mask, subview_out_of_range, uniform_call,
    uniform_call_checked,
};
pub use crate::abi::program::{CaptureName, Program};
pub use crate::launch::kernel::{
    bind, bind_checked, bind_tiled, bind_tiled_checked, bind_tiled_rows, bind_tiled_rows_checked, rejected,
};
pub use crate::types::{
    AmpProductStep, AmpSumStep, AtomicValue, Builtin, DerivedGpuType, DerivedValue, Element, EmptyProduct,
    EmptySum, Field, GpuType, HostData, Integer, NoProjections, Plain, PlainField, ProjectedField,
    Projection, Projections, ProjectionsOf, RangeInclusiveValue, RangeValue, Relations, ScalarReader,
    ScalarWriter, ShaderType, TypeSlot, Unrelated, Value, Variants, Word, bits, char_of_code, convert_range,
    empty_builtin_product, empty_builtin_sum, empty_product, empty_sum, field, field_hash, marker_field,
    product_step, projected_field, projected_marker, read_number, slot, slot_of, sum_step, write_number,
    zeroed,
};

pub use crate::cpu_math::{ComponentMethods, MathReceiver, OwnMethods, PowerMethods, ScalarMethods};

/// Mathematical functions that LLVM can vectorise.
pub mod math {
    pub use crate::cpu_math::{
        acos, asin, atan, atan2, cos, cosh, exp, exp2, ln, log2, log10, powf, sin, sinh, tan, tanh,
    };
}

/// Whether the build measures code coverage.
pub const COVERED: bool = cfg!(coverage);

/// Returns false. The CPU code contains `if stops() { stop() }` before a statement that computes nothing,
/// because a debugger cannot stop at a statement without instructions. Optimised builds remove the `if`.
#[inline]
#[must_use]
pub const fn stops() -> bool {
    false
}

/// The statement in an `if` on [`stops`].
#[inline]
pub const fn stop() {}

/// Macros `AmpViews0` and so on, for macro calls that take types which may be structs of views, as `AmpTrait` is for traits.
pub mod no_views {
    /// Compiles the macro call as one without structs of views.
    #[doc(hidden)]
    #[macro_export]
    macro_rules! __amp_no_views {
        ($($request:tt)*) => { $crate::__private::with_views! { {} $($request)* } };
    }
    /// One name for each type of a macro call. The calls nest, so equal names would be ambiguous.
    macro_rules! names {
        ($($name:ident)*) => {$(
            #[doc(inline)]
            pub use crate::__amp_no_views as $name;
        )*};
    }

    names! { AmpViews0 AmpViews1 AmpViews2 AmpViews3 AmpViews4 AmpViews5 AmpViews6 AmpViews7 }
    names! { AmpViews8 AmpViews9 AmpViews10 AmpViews11 AmpViews12 AmpViews13 AmpViews14 AmpViews15 }
    names! { AmpViews16 AmpViews17 AmpViews18 AmpViews19 AmpViews20 AmpViews21 AmpViews22 AmpViews23 }
    names! { AmpViews24 AmpViews25 AmpViews26 AmpViews27 AmpViews28 AmpViews29 AmpViews30 AmpViews31 }

    /// Expansions use this constant, so that rustc does not report the glob import of this module as unused.
    pub const AMP_NO_VIEWS: () = ();
}

/// An empty macro `AmpTrait`, for expansions of `impl` blocks whose trait has no macro.
///
/// The expansion of an `impl` imports the user's trait as `AmpTrait`, and invokes the macro of the same name
/// to get the trait's default methods. The expansion also imports this module by a glob. If the trait has no
/// macro, `AmpTrait!` resolves to the empty macro of this module.
pub mod no_bodies {
    /// Expands to nothing.
    #[doc(hidden)]
    #[macro_export]
    macro_rules! __amp_no_bodies {
        ($($implementation:tt)*) => {};
    }
    #[doc(inline)]
    pub use crate::__amp_no_bodies as AmpTrait;

    /// Expansions use this constant, so that rustc does not report the glob import of this module as unused.
    pub const AMP_NO_BODIES: () = ();
}
