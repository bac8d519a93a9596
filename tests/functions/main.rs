//! Device functions on every accelerator: parameters, results, evaluation order, generics, traits, and collective functions. The
//! host calls the same functions for the expected results.

// Some tests use forms that lints reject.
#![allow(clippy::manual_swap, clippy::needless_range_loop, clippy::manual_is_multiple_of)]

mod beside;
mod bodies;
mod by_value;
mod called;
mod changing;
mod closures;
mod constant;
mod earlier;
mod either;
mod ended;
mod families;
mod first;
mod hidden;
mod inline;
mod lent;
mod named_twice;
mod names;
mod nothing;
mod order;
mod own_names;
mod parts;
mod paths;
mod patterns;
mod promised;
mod reborrowed;
mod references;
mod results;
mod sides;
mod standard_library;
mod subgroups;
mod taken;
mod told;
mod traits;
mod unchanged;
mod views;
mod waiting;
mod waiting_captures;
mod waiting_lists;
mod waiting_parts;

#[test]
fn in_any_order() {
    amp_tests::in_any_order("in_any_order");
}
