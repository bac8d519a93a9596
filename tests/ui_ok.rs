//! The correct counterpart of each program in `tests/ui`: it compiles, runs, and gives the expected result.
//!
//! `docs/diagnostics.md` shows each program of a diagnostic with its counterpart.

use std::fmt::Debug;

use amp::prelude::*;

#[path = "ui/advice_barriers.ok.rs"]
mod advice_barriers;
#[path = "ui/advice_constructs.ok.rs"]
mod advice_constructs;
#[path = "ui/advice_methods.ok.rs"]
mod advice_methods;
#[path = "ui/advice_patterns.ok.rs"]
mod advice_patterns;
#[path = "ui/advice_ranges_and_slices.ok.rs"]
mod advice_ranges_and_slices;
#[path = "ui/advice_references.ok.rs"]
mod advice_references;
#[path = "ui/advice_structs_of_views.ok.rs"]
mod advice_structs_of_views;
#[path = "ui/advice_subviews.ok.rs"]
mod advice_subviews;
#[path = "ui/amp000_syntax.ok.rs"]
mod amp000_syntax;
#[path = "ui/amp001_outside_the_language.ok.rs"]
mod amp001_outside_the_language;
#[path = "ui/amp002_type.ok.rs"]
mod amp002_type;
#[path = "ui/amp003_unknown_name.ok.rs"]
mod amp003_unknown_name;
#[path = "ui/amp004_index_parameter.ok.rs"]
mod amp004_index_parameter;
#[path = "ui/amp005_return_type.ok.rs"]
mod amp005_return_type;
#[path = "ui/amp006_tile.ok.rs"]
mod amp006_tile;
#[path = "ui/amp007_option.ok.rs"]
mod amp007_option;
#[path = "ui/amp008_signature.ok.rs"]
mod amp008_signature;
#[path = "ui/amp009_read_only.ok.rs"]
mod amp009_read_only;
#[path = "ui/amp010_literal.ok.rs"]
mod amp010_literal;
#[path = "ui/amp011_call.ok.rs"]
mod amp011_call;
#[path = "ui/amp012_iterator.ok.rs"]
mod amp012_iterator;
#[path = "ui/amp013_untiled_barrier.ok.rs"]
mod amp013_untiled_barrier;
#[path = "ui/amp014_divergent_barrier.ok.rs"]
mod amp014_divergent_barrier;
#[path = "ui/amp015_tile_static.ok.rs"]
mod amp015_tile_static;
#[path = "ui/amp016_pattern.ok.rs"]
mod amp016_pattern;
#[path = "ui/amp017_macro.ok.rs"]
mod amp017_macro;
#[path = "ui/amp019_limits.ok.rs"]
mod amp019_limits;
#[path = "ui/amp020_depth.ok.rs"]
mod amp020_depth;
#[path = "ui/amp021_gpu_type.ok.rs"]
mod amp021_gpu_type;
#[path = "ui/amp022_always_fails.ok.rs"]
mod amp022_always_fails;
#[path = "ui/amp023_atomic.ok.rs"]
mod amp023_atomic;
#[path = "ui/amp026_private_memory.ok.rs"]
mod amp026_private_memory;
#[path = "ui/amp027_index.ok.rs"]
mod amp027_index;
#[path = "ui/argument_errors_once.ok.rs"]
mod argument_errors_once;
#[path = "ui/assigned_twice.ok.rs"]
mod assigned_twice;
#[path = "ui/associated_function_as_argument.ok.rs"]
mod associated_function_as_argument;
#[path = "ui/atomic_by_shared_reference.ok.rs"]
mod atomic_by_shared_reference;
#[path = "ui/atomic_on_bytes.ok.rs"]
mod atomic_on_bytes;
#[path = "ui/attribute_on_a_method.ok.rs"]
mod attribute_on_a_method;
#[path = "ui/barrier_after_continue.ok.rs"]
mod barrier_after_continue;
#[path = "ui/blanket_impl.ok.rs"]
mod blanket_impl;
#[path = "ui/borrowed_twice.ok.rs"]
mod borrowed_twice;
#[path = "ui/captured_string.ok.rs"]
mod captured_string;
#[path = "ui/captured_struct.ok.rs"]
mod captured_struct;
#[path = "ui/captured_vec.ok.rs"]
mod captured_vec;
#[path = "ui/closure_that_changes_a_capture.ok.rs"]
mod closure_that_changes_a_capture;
#[path = "ui/compared_struct.ok.rs"]
mod compared_struct;
#[path = "ui/conditional.ok.rs"]
mod conditional;
#[path = "ui/crate_as_a_value.ok.rs"]
mod crate_as_a_value;
#[path = "ui/default_method.ok.rs"]
mod default_method;
#[path = "ui/device_view.ok.rs"]
mod device_view;
#[path = "ui/dropped_value.ok.rs"]
mod dropped_value;
#[path = "ui/element_without_repr.ok.rs"]
mod element_without_repr;
#[path = "ui/enum_of_64_bits.ok.rs"]
mod enum_of_64_bits;
#[path = "ui/evaluation_order.ok.rs"]
mod evaluation_order;
#[path = "ui/field_that_is_a_tuple.ok.rs"]
mod field_that_is_a_tuple;
#[path = "ui/field_with_refused_enum.ok.rs"]
mod field_with_refused_enum;
#[path = "ui/field_without_derive.ok.rs"]
mod field_without_derive;
#[path = "ui/field_without_elements.ok.rs"]
mod field_without_elements;
#[path = "ui/five_mistakes.ok.rs"]
mod five_mistakes;
#[path = "ui/float_literal_without_a_point.ok.rs"]
mod float_literal_without_a_point;
#[path = "ui/forgotten_attribute.ok.rs"]
mod forgotten_attribute;
#[path = "ui/generic_method_without_turbofish.ok.rs"]
mod generic_method_without_turbofish;
#[path = "ui/generic_recursion.ok.rs"]
mod generic_recursion;
#[path = "ui/generic_struct.ok.rs"]
mod generic_struct;
#[path = "ui/immutable_receiver.ok.rs"]
mod immutable_receiver;
#[path = "ui/import_in_a_block.ok.rs"]
mod import_in_a_block;
#[path = "ui/index_construction.ok.rs"]
mod index_construction;
#[path = "ui/index_operator.ok.rs"]
mod index_operator;
#[path = "ui/iterators.ok.rs"]
mod iterators;
#[path = "ui/labelled_block.ok.rs"]
mod labelled_block;
#[path = "ui/language_calls.ok.rs"]
mod language_calls;
#[path = "ui/language_pointers.ok.rs"]
mod language_pointers;
#[path = "ui/language_tile_memory.ok.rs"]
mod language_tile_memory;
#[path = "ui/language_types.ok.rs"]
mod language_types;
#[path = "ui/language_values.ok.rs"]
mod language_values;
#[path = "ui/literal_type.ok.rs"]
mod literal_type;
#[path = "ui/literal_with_a_type_parameter.ok.rs"]
mod literal_with_a_type_parameter;
#[path = "ui/method_as_field.ok.rs"]
mod method_as_field;
#[path = "ui/mismatched_call_type.ok.rs"]
mod mismatched_call_type;
#[path = "ui/missing_operator.ok.rs"]
mod missing_operator;
#[path = "ui/missing_values.ok.rs"]
mod missing_values;
#[path = "ui/mutual_recursion.ok.rs"]
mod mutual_recursion;
#[path = "ui/name_of_a_builtin.ok.rs"]
mod name_of_a_builtin;
#[path = "ui/no_copy.ok.rs"]
mod no_copy;
#[path = "ui/no_gpu_type.ok.rs"]
mod no_gpu_type;
#[path = "ui/one_error_each.ok.rs"]
mod one_error_each;
#[path = "ui/ops.ok.rs"]
mod ops;
#[path = "ui/own_subgroup_size.ok.rs"]
mod own_subgroup_size;
#[path = "ui/peers.ok.rs"]
mod peers;
#[path = "ui/pointer_in_struct.ok.rs"]
mod pointer_in_struct;
#[path = "ui/rank_in_closure.ok.rs"]
mod rank_in_closure;
#[path = "ui/recursion.ok.rs"]
mod recursion;
#[path = "ui/recursive_methods.ok.rs"]
mod recursive_methods;
#[path = "ui/refused_collective_function.ok.rs"]
mod refused_collective_function;
#[path = "ui/refused_data.ok.rs"]
mod refused_data;
#[path = "ui/refused_function.ok.rs"]
mod refused_function;
#[path = "ui/refused_method.ok.rs"]
mod refused_method;
#[path = "ui/returned_closure.ok.rs"]
mod returned_closure;
#[path = "ui/struct_with_a_gap.ok.rs"]
mod struct_with_a_gap;
#[path = "ui/subscript_type.ok.rs"]
mod subscript_type;
#[path = "ui/sum_of_a_loop.ok.rs"]
mod sum_of_a_loop;
#[path = "ui/syntax_of_rust.ok.rs"]
mod syntax_of_rust;
#[path = "ui/two_attributes.ok.rs"]
mod two_attributes;
#[path = "ui/type_error.ok.rs"]
mod type_error;
#[path = "ui/type_error_in_closure.ok.rs"]
mod type_error_in_closure;
#[path = "ui/type_error_in_operator.ok.rs"]
mod type_error_in_operator;
#[path = "ui/unknown_field.ok.rs"]
mod unknown_field;
#[path = "ui/unmarked_closure.ok.rs"]
mod unmarked_closure;
#[path = "ui/unmarked_function.ok.rs"]
mod unmarked_function;
#[path = "ui/unmarked_impl.ok.rs"]
mod unmarked_impl;
#[path = "ui/unmarked_method.ok.rs"]
mod unmarked_method;
#[path = "ui/unmarked_swap.ok.rs"]
mod unmarked_swap;
#[path = "ui/unsupported_elements.ok.rs"]
mod unsupported_elements;
#[path = "ui/unsupported_fields.ok.rs"]
mod unsupported_fields;
#[path = "ui/untiled_index.ok.rs"]
mod untiled_index;
#[path = "ui/unused_last_value.ok.rs"]
mod unused_last_value;
#[path = "ui/unused_variable.ok.rs"]
mod unused_variable;
#[path = "ui/varying_argument.ok.rs"]
mod varying_argument;
#[path = "ui/varying_receiver.ok.rs"]
mod varying_receiver;
#[path = "ui/view_argument_twice.ok.rs"]
mod view_argument_twice;
#[path = "ui/view_argument_type.ok.rs"]
mod view_argument_type;
#[path = "ui/view_for_a_scalar.ok.rs"]
mod view_for_a_scalar;
#[path = "ui/written_array_view.ok.rs"]
mod written_array_view;
#[path = "ui/written_atomic_view.ok.rs"]
mod written_atomic_view;
#[path = "ui/written_vec.ok.rs"]
mod written_vec;
#[path = "ui/wrong_domain.ok.rs"]
mod wrong_domain;
#[path = "ui/zero_sized_type.ok.rs"]
mod zero_sized_type;

/// Runs a kernel over a copy of `start` on each accelerator, and compares the elements with `expected`.
fn gives<T: GpuType + Debug + PartialEq>(
    expected: &[T],
    start: &[T],
    run: impl Fn(&AcceleratorView, &mut ArrayViewMut<'_, T>) -> Result<(), amp::Error>,
) {
    amp_tests::on_each(|accelerator| {
        let mut values = start.to_vec();
        let mut view = ArrayViewMut::new(&mut values);
        run(&accelerator.default_view(), &mut view).unwrap();
        view.finish().unwrap();
        assert_eq!(values, expected, "on {}", accelerator.description());
    });
}
