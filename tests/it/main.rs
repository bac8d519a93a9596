//! Results of kernels on every accelerator, compared with the same code on the host. One module for each feature.
//! `tests/items` has the features of users' functions and types.

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

mod arithmetic;
mod atomics;
mod captures;
mod checked;
mod collective;
#[path = "../compare.rs"]
mod compare;
mod conformance;
mod control_flow;
mod cpu_backend;
mod gallery;
mod language_page;
mod launch;
mod math;
mod subviews;
mod traps;

/// The modules whose results may not depend on the order of work-items. The others need a certain order, need the
/// unchecked accelerators, or contain no effects whose order could matter.
const IN_ANY_ORDER: [&str; 9] = [
    "arithmetic::constants::",
    "captures::",
    "collective::",
    "conformance::",
    "control_flow::",
    "cpu_backend::",
    "gallery::",
    "language_page::",
    "subviews::",
];

#[test]
fn results_do_not_depend_on_the_order_of_work_items() {
    amp_tests::in_any_order(&IN_ANY_ORDER);
}
