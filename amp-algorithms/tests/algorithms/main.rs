//! Every function on every accelerator and with both families of kernels, compared with the standard library.

// Tests call functions with every kind of argument, also those that lints would shorten.
#![allow(clippy::unit_arg, unreachable_pub)]

mod by_key;
mod counted_array;
mod data;
mod elementwise;
mod errors;
mod extrema;
mod histogram;
mod inputs;
mod linear;
mod merge;
mod random;
mod rank;
mod rearrange;
mod reduce;
mod scan;
mod search;
mod segmented;
mod select;
mod signal;
mod sort;

/// No result depends on the order of work-items.
#[test]
fn results_do_not_depend_on_the_order_of_work_items() {
    amp_tests::in_any_order(&["histogram::", "scan::", "select::", "sort::elements"]);
}

/// Runs the comparisons again with more than four million elements: `cargo test -p amp-algorithms -- --ignored`.
#[test]
#[ignore = "takes minutes"]
fn large_inputs_give_the_same_results() {
    let modules = [
        "by_key::",
        "counted_array::",
        "elementwise::",
        "extrema::",
        "histogram::",
        "linear::",
        "merge::",
        "random::arrays",
        "rank::",
        "rearrange::",
        "reduce::",
        "scan::",
        "search::",
        "segmented::",
        "select::",
        "signal::sequences",
        "sort::",
    ];
    let mut again = std::process::Command::new(std::env::current_exe().unwrap());
    let status = again.args(modules).env(data::LARGE_ONLY, "1").status().unwrap();
    assert!(status.success(), "{status}");
}
