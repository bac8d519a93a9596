//! The correct counterpart of each program in `tests/ui`: it compiles, runs, and gives the expected result.
//!
//! `docs/diagnostics.md` shows each program of a diagnostic with its counterpart.

use std::fmt::Debug;

use amp::prelude::*;

mod advice_barriers;
mod advice_constructs;
mod advice_methods;
mod advice_parts;
mod advice_patterns;
mod advice_references;
mod amp000_syntax;
mod amp001_outside_the_language;
mod amp002_type;
mod amp003_unknown_name;
mod amp004_index_parameter;
mod amp005_return_type;
mod amp006_tile;
mod amp007_option;
mod amp008_signature;
mod amp009_read_only;
mod amp010_number;
mod amp011_call;
mod amp012_for;
mod amp013_untiled_barrier;
mod amp014_divergent_barrier;
mod amp015_tile_static;
mod amp016_pattern;
mod amp017_macro;
mod amp018_type_needed;
mod amp019_limits;
mod amp020_depth;
mod amp021_gpu_type;
mod amp022_always_fails;
mod amp023_atomic;
mod amp024_small_number;
mod amp025_small_elements;
mod amp026_private_memory;
mod amp027_index;
mod assigned_twice;
mod atomic_by_shared_reference;
mod borrowed_twice;
mod captured_string;
mod captured_struct;
mod captured_vec;
mod compared_struct;
mod conditional;
mod constant_of_a_vector;
mod crate_as_a_value;
mod decided_by_a_receiver;
mod decided_by_an_argument;
mod default_method;
mod device_view;
mod dropped_value;
mod elements_of_one_side;
mod enum_of_64_bits;
mod field_that_is_a_tuple;
mod field_with_refused_enum;
mod field_without_derive;
mod field_without_elements;
mod fields_of_the_host;
mod fits_no_place;
mod five_mistakes;
mod forgotten_attribute;
mod function_of_a_type;
mod generic_recursion;
mod generic_struct;
mod half_in_struct;
mod imported_in_a_block;
mod indexed_by_others;
mod labelled_block;
mod language_calls;
mod language_pointers;
mod language_tile_memory;
mod language_types;
mod language_values;
mod lent_types;
mod lent_views;
mod marked_method;
mod marked_twice;
mod method_as_field;
mod missing_values;
mod mutual_recursion;
mod named_alike;
mod named_as_of_glam;
mod no_copy;
mod no_gpu_type;
mod nothing_in_it;
mod nothing_to_change;
mod number_of_another_kind;
mod number_of_any_type;
mod number_without_a_point;
mod one_error_each;
mod operator_of_another_kind;
mod operator_that_returns_a_place;
mod own_len;
mod own_subgroup_size;
mod passed_closures;
mod pointer_in_struct;
mod points;
mod rank_in_closure;
mod recursion;
mod recursive_methods;
mod refused_data;
mod refused_function;
mod refused_method;
mod refused_waiting_function;
mod returned_closure;
mod said_once;
mod skipped_turns;
mod small_in_closure;
mod small_in_function;
mod small_written_in_closure;
mod small_written_view;
mod struct_with_a_gap;
mod syntax_of_rust;
mod type_error;
mod type_error_in_closure;
mod type_error_in_operator;
mod unbounded;
mod unknown_field;
mod unmarked_closure;
mod unmarked_function;
mod unmarked_impl;
mod unmarked_method;
mod unmarked_swap;
mod untiled_index;
mod untold_method;
mod unused_variable;
mod value_at_the_end;
mod view_as_number;
mod what_comes_first;
mod what_peers_accept;
mod written_array_view;
mod written_atomic_view;
mod written_vec;
mod wrong_domain;

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
