//! Results of kernels that use functions, types and traits of users, on every accelerator, compared with the same code
//! on the host. One module for each feature.

// The test kernels contain every form of the language, also those that lints reject.
#![allow(
    clippy::all,
    clippy::pedantic,
    clippy::nursery,
    unused_mut,
    redundant_semicolons,
    unused_assignments,
    unused_labels,
    unused_parens,
    unused_variables,
    unused_qualifications,
    for_loops_over_fallibles,
    irrefutable_let_patterns,
    unused_comparisons,
    unreachable_pub
)]

#[path = "../compare.rs"]
mod compare;
mod device_functions;
mod iterators;
mod patterns;
mod types;

/// The modules whose results may not depend on the order of work-items. The others need a certain order, need the
/// unchecked accelerators, or contain no effects whose order could matter.
const IN_ANY_ORDER: [&str; 10] = [
    "device_functions::",
    "iterators::",
    "patterns::",
    "types::array_methods::",
    "types::comparison::",
    "types::own_comparison::",
    "types::ranges::",
    "types::slices::",
    "types::unit::",
    "types::user_types_named_like_glam::",
];

#[test]
fn results_do_not_depend_on_the_order_of_work_items() {
    amp_tests::in_any_order(&IN_ANY_ORDER);
}
