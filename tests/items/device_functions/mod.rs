//! Device functions on every accelerator: parameters, results, evaluation order, generics, traits, and collective functions. The
//! host calls the same functions for the expected results.

// Some tests use forms that lints reject.
#![allow(clippy::manual_swap, clippy::needless_range_loop, clippy::manual_is_multiple_of)]

mod associated_types;
mod borrowed_results;
mod bounds;
mod by_reference_arguments;
mod chosen_references;
mod closure_arguments;
mod closure_results;
mod closures_by_reference;
mod closures_in_structs;
mod closures_with_reference_parameters;
mod composed_ops;
mod const_functions;
mod default_methods;
mod diverging_ends;
mod evaluation_order;
mod function_names;
mod function_tables;
mod functions_and_closures;
mod generic_floats;
mod generic_traits;
mod generic_types;
mod identities;
mod impl_trait_parameters;
mod implied_bounds;
mod imports;
mod items_in_kernels;
mod method_paths;
mod methods_named_like_scalar_methods;
mod methods_on_elements;
mod modifying_closures;
mod move_closures;
mod ops;
mod optional_results;
mod overlapping_arguments;
mod own_subscripts;
mod private_types;
mod reborrows;
mod reference_operators;
mod reference_results;
mod reference_variables;
mod references;
mod references_in_kernels;
mod results;
mod results_with_slices;
mod returned_closures;
mod returned_references;
mod returned_references_in_tiles;
mod slice_results;
mod standard_library;
mod standard_traits;
mod time_of_evaluation;
mod trait_parameters;
mod trait_paths;
mod traits;
mod traits_in_scope;
mod traits_of_builtin_types;
mod type_inference;
mod values_with_references;
mod view_arguments;
